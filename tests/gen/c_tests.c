/* Random tests in C: atomic operations of every order, fences, read-modify-writes, plain accesses,
 * values passed on, and decisions; in C11's words, or in CUDA's with scopes, threads of the host
 * and of blocks, and barriers. */
#include "tests/gen/layout.h"

static const char *const c11_orders[] = {"relaxed", "acquire", "release", "acq_rel", "seq_cst"};
static const char *const cuda_orders[] = {"RELAXED", "ACQUIRE", "RELEASE", "ACQ_REL", "SEQ_CST"};
static const char *const cuda_scopes[] = {"THREAD", "BLOCK", "CLUSTER", "DEVICE", "SYSTEM"};
static const char *const places[] = {"cpu", "cta 0,gpu 0", "cta 0,gpu 0", "cta 1,gpu 0",
                                     "cta 0,gpu 1"};
static const char *const locations[] = {"x", "y"};

typedef struct source {
    gen_writer w;
    cm_text body;
    bool scoped;
    bool strong; /* mostly sequentially consistent */
} source;

enum { RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST };

/* The arguments that say order and scope: ", memory_order_acquire". */
static const char *how(source *s, const int *orders, int count)
{
    int order = orders[s->strong && gen_any(&s->w, 5) ? count - 1 : gen_any(&s->w, count)];
    if (!s->scoped)
        return cm_arena_printf(s->w.layout.arena, "memory_order_%s", c11_orders[order]);
    /* mostly wide scopes: narrow ones race */
    int scope = s->strong || gen_any(&s->w, 3) ? 3 + gen_any(&s->w, 2) : gen_any(&s->w, 5);
    return cm_arena_printf(s->w.layout.arena, "__NV_ATOMIC_%s, __NV_THREAD_SCOPE_%s",
                           cuda_orders[order], cuda_scopes[scope]);
}

#define HOW(s, ...)                                                                                \
    how((s), (const int[]){__VA_ARGS__}, (int)(sizeof((const int[]){__VA_ARGS__}) / sizeof(int)))

static int new_register(source *s)
{
    return gen_read(&s->w, "r", 0);
}

/* 1, 2, ...: or what was read before, where no value comes out of thin air (the enumerator
 * has no such values, and scoped RC11 does). */
static const char *value(source *s)
{
    if (!s->scoped && s->w.reads && gen_any(&s->w, 5) == 0)
        return cm_arena_printf(s->w.layout.arena, "r%d", gen_any(&s->w, s->w.reads));
    return cm_arena_printf(s->w.layout.arena, "%d", s->w.value++);
}

static void load(source *s)
{
    const char *at = GEN_PICK(&s->w, locations), *as = HOW(s, RELAXED, ACQUIRE, ACQUIRE, SEQ_CST);
    cm_text_append(&s->body,
                   s->scoped ? "int r%d = __nv_atomic_load_n(%s, %s);"
                             : "int r%d = atomic_load_explicit(%s, %s);",
                   new_register(s), at, as);
}

static void store(source *s)
{
    const char *at = GEN_PICK(&s->w, locations), *what = value(s);
    cm_text_append(&s->body,
                   s->scoped ? "__nv_atomic_store_n(%s, %s, %s);"
                             : "atomic_store_explicit(%s, %s, %s);",
                   at, what, HOW(s, RELAXED, RELEASE, RELEASE, SEQ_CST));
}

static void add(source *s)
{
    const char *at = GEN_PICK(&s->w, locations);
    const char *as = HOW(s, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST);
    cm_text_append(&s->body,
                   s->scoped ? "int r%d = __nv_atomic_fetch_add(%s, 1, %s);"
                             : "int r%d = atomic_fetch_add_explicit(%s, 1, %s);",
                   new_register(s), at, as);
}

static void swap(source *s)
{
    const char *at = GEN_PICK(&s->w, locations);
    const char *as = HOW(s, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST);
    cm_text_append(&s->body,
                   s->scoped ? "int r%d = __nv_atomic_exchange_n(%s, %d, %s);"
                             : "int r%d = atomic_exchange_explicit(%s, %d, %s);",
                   new_register(s), at, s->w.value++, as);
}

static void fence(source *s)
{
    cm_text_append(&s->body,
                   s->scoped ? "__nv_atomic_thread_fence(%s);" : "atomic_thread_fence(%s);",
                   HOW(s, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST, SEQ_CST));
}

static void plain_load(source *s)
{
    cm_text_append(&s->body, "int r%d = *p;", new_register(s));
}

static void plain_store(source *s)
{
    cm_text_append(&s->body, "*p = %d;", s->w.value++);
}

/* A plain read where a flag was seen, as programs without races have it. */
static void guarded(source *s)
{
    if (!s->w.reads)
        return;
    int flag = gen_any(&s->w, s->w.reads), to = new_register(s);
    cm_text_append(&s->body, "int r%d = 7; if (r%d) { r%d = *p; }", to, flag, to);
}

static void decided(source *s)
{
    if (!s->w.reads || s->scoped)
        return;
    cm_text_append(&s->body, "if (r%d) { ", gen_any(&s->w, s->w.reads));
    store(s);
    cm_text_add(&s->body, " }");
}

static void thread(source *s, int size)
{
    static void (*const emitters[])(source *) = {load,    store,   load,       store,
                                                 fence,   add,     swap,       fence,
                                                 decided, guarded, plain_load, plain_store};
    const int strong = 5, all = (int)(sizeof emitters / sizeof *emitters);
    cm_text_append(&s->body, "P%d", s->w.t);
    bool on_gpu = false;
    if (s->scoped) {
        const char *place = GEN_PICK(&s->w, places);
        on_gpu = place[1] == 't';
        cm_text_append(&s->body, "@%s ", place);
    }
    const char *type = s->scoped ? "int" : "atomic_int";
    cm_text_append(&s->body, "(%s* x, %s* y, int* p) {\n", type, type);
    for (int i = 1 + gen_any(&s->w, size); i > 0; i--) {
        cm_text_add(&s->body, "  ");
        if (on_gpu && gen_any(&s->w, 12) == 0)
            cm_text_add(&s->body, "__syncthreads(); ");
        emitters[gen_any(&s->w, s->strong ? strong : all)](s);
        cm_text_add(&s->body, "\n");
    }
    cm_text_add(&s->body, "}\n");
}

char *gen_c(cm_arena *arena, uint64_t seed, bool scoped, int size)
{
    source s = {.w = {.seed = seed * 16 + (scoped ? 14 : 15), .value = 1}, .scoped = scoped};
    s.w.layout.arena = arena;
    s.body = cm_text_new(arena);
    s.w.layout.observed = cm_text_new(arena);
    s.strong = gen_any(&s.w, 2);
    int count = 2 + (gen_any(&s.w, 3) == 0);
    for (s.w.t = 0; s.w.t < count; s.w.t++) {
        s.w.reads = 0;
        thread(&s, size);
    }
    return cm_arena_printf(
        arena, "%s random-c-%llu\n{ x=0; y=0; p=0; }\n%slocations [ %sx; y; p; ]\nforall (true)\n",
        scoped ? "CUDA" : "C", (unsigned long long)seed, s.body.data,
        s.w.layout.observed.data ? s.w.layout.observed.data : "");
}
