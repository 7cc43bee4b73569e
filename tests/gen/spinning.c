/* Random small programs whose threads wait for each other, and of which several
 * are often the same: locks of all kinds around a little work, flags that are
 * waited for, and threads that do something else. */
#include "tests/gen/layout.h"

typedef struct program {
    gen_layout layout;
    uint64_t seed;
    int labels, value;
} program;

/* One thread; copies of it differ in the number t only. */
typedef struct writer {
    program *p;
    int t, reads, label;
} writer;

static int below(writer *w, int limit)
{
    return gen_below(&w->p->seed, limit);
}

static const char *pick(writer *w, const char *const *texts, int count)
{
    return texts[below(w, count)];
}

#define PICK(w, texts) pick((w), (texts), (int)(sizeof(texts) / sizeof *(texts)))
#define CELL(w, ...)   gen_cell(&(w)->p->layout, (w)->t, __VA_ARGS__)

static int next_read(writer *w, const char *prefix)
{
    int reg = w->reads++;
    cm_text_append(&w->p->layout.observed, "%d:%s%d; ", w->t, prefix, reg);
    return reg;
}

typedef void (*emitter)(writer *);

/* ---- AArch64: X0.. observed, X10, X11, X12 addresses of x, y, l ---- */

static const char *const a64_loads[] = {"LDR", "LDAR"};
static const char *const a64_stores[] = {"STR", "STLR"};

static void a64_load(writer *w)
{
    const char *load = PICK(w, a64_loads);
    int address = 10 + below(w, 2);
    CELL(w, "%s W%d,[X%d]", load, next_read(w, "X"), address);
}

static void a64_store(writer *w)
{
    const char *store = PICK(w, a64_stores);
    CELL(w, "MOV W20,#%d", 1 + below(w, 2));
    CELL(w, "%s W20,[X%d]", store, 10 + below(w, 2));
}

static void a64_fence(writer *w)
{
    static const char *const fences[] = {"DMB SY", "DMB LD", "DMB ST"};
    CELL(w, "%s", PICK(w, fences));
}

static void a64_add(writer *w)
{
    static const char *const adds[] = {"LDADD", "LDADDAL", "SWP", "SWPA"};
    const char *add = PICK(w, adds);
    int address = 10 + below(w, 2);
    CELL(w, "MOV W21,#1");
    CELL(w, "%s W21,W%d,[X%d]", add, next_read(w, "X"), address);
}

static void a64_wait(writer *w)
{
    const char *load = PICK(w, a64_loads);
    CELL(w, "L%d: %s W15,[X%d]", w->label, load, 10 + below(w, 3));
    CELL(w, "CBZ W15,L%d", w->label++);
}

static void a64_swap_lock(writer *w)
{
    static const char *const swaps[] = {"SWP", "SWPA", "SWPA", "SWPAL", "LDSETA", "LDSMAXA"};
    const char *swap = PICK(w, swaps);
    CELL(w, "MOV W17,#1");
    CELL(w, "L%d: %s W17,W16,[X12]", w->label, swap);
    CELL(w, "CBNZ W16,L%d", w->label++);
}

static void a64_test_and_swap_lock(writer *w)
{
    const char *load = PICK(w, a64_loads);
    CELL(w, "MOV W17,#1");
    CELL(w, "L%d: %s W16,[X12]", w->label, load);
    CELL(w, "CBNZ W16,L%d", w->label);
    CELL(w, "SWPA W17,W16,[X12]");
    CELL(w, "CBNZ W16,L%d", w->label++);
}

static void a64_cas_lock(writer *w)
{
    static const char *const kinds[] = {"CAS", "CASA", "CASAL"};
    CELL(w, "MOV W17,#1");
    CELL(w, "L%d: MOV W16,#0", w->label);
    CELL(w, "%s W16,W17,[X12]", PICK(w, kinds));
    CELL(w, "CBNZ W16,L%d", w->label++);
}

static void a64_exclusive_lock(writer *w)
{
    CELL(w, "MOV W17,#1");
    CELL(w, "L%d: %s W16,[X12]", w->label, below(w, 2) ? "LDXR" : "LDAXR");
    CELL(w, "CBNZ W16,L%d", w->label);
    CELL(w, "STXR W18,W17,[X12]");
    CELL(w, "CBNZ W18,L%d", w->label++);
}

static void a64_unlock(writer *w)
{
    CELL(w, "%s WZR,[X12]", PICK(w, a64_stores));
}

/* ---- x86 ---- */

static const char *const x86_registers[] = {"EBX", "ECX", "EDX", "ESI", "EDI"};

static const char *x86_read(writer *w)
{
    const char *reg = x86_registers[w->reads++ % 5];
    cm_text_append(&w->p->layout.observed, "%d:%s; ", w->t, reg);
    return reg;
}

static void x86_load(writer *w)
{
    int location = 'x' + below(w, 2);
    CELL(w, "MOV %s,[%c]", x86_read(w), location);
}

static void x86_store(writer *w)
{
    int value = 1 + below(w, 2);
    CELL(w, "MOV [%c],$%d", 'x' + below(w, 2), value);
}

static void x86_fence(writer *w)
{
    CELL(w, "MFENCE");
}

static void x86_wait(writer *w)
{
    CELL(w, "L%d: MOV EAX,[%c]", w->label, "xyl"[below(w, 3)]);
    CELL(w, "CMP EAX,$0");
    CELL(w, "JE L%d", w->label++);
}

static void x86_swap_lock(writer *w)
{
    CELL(w, "L%d: MOV EAX,$1", w->label);
    CELL(w, "XCHG [l],EAX");
    CELL(w, "CMP EAX,$0");
    CELL(w, "JNE L%d", w->label++);
}

static void x86_unlock(writer *w)
{
    CELL(w, "MOV [l],$0");
}

/* ---- PTX ---- */

static const char *const ptx_scopes[] = {"cta", "gpu", "gpu", "sys", "sys"};

static const char *ptx_load_kind(writer *w)
{
    static const char *const kinds[] = {"relaxed", "acquire", "acquire"};
    const char *kind = PICK(w, kinds);
    return cm_arena_printf(w->p->layout.arena, "ld.%s.%s.u32", kind, PICK(w, ptx_scopes));
}

static void ptx_load(writer *w)
{
    const char *load = below(w, 2) ? "ld.weak.u32" : ptx_load_kind(w);
    int location = 'x' + below(w, 2);
    CELL(w, "%s r%d, [%c]", load, next_read(w, "r"), location);
}

static const char *ptx_store_kind(writer *w)
{
    static const char *const kinds[] = {"relaxed", "release", "release"};
    const char *kind = PICK(w, kinds);
    return cm_arena_printf(w->p->layout.arena, "st.%s.%s.u32", kind, PICK(w, ptx_scopes));
}

static void ptx_store(writer *w)
{
    const char *store = below(w, 2) ? "st.weak.u32" : ptx_store_kind(w);
    int value = 1 + below(w, 2);
    CELL(w, "%s [%c], %d", store, 'x' + below(w, 2), value);
}

static void ptx_fence(writer *w)
{
    static const char *const fences[] = {"fence.sc", "fence.acq_rel"};
    const char *fence = PICK(w, fences);
    CELL(w, "%s.%s", fence, PICK(w, ptx_scopes));
}

static void ptx_add(writer *w)
{
    const char *scope = PICK(w, ptx_scopes);
    int location = 'x' + below(w, 2);
    CELL(w, "atom.relaxed.%s.add.u32 r%d, [%c], 1", scope, next_read(w, "r"), location);
}

static void ptx_wait(writer *w)
{
    const char *load = ptx_load_kind(w);
    CELL(w, "L%d: %s r20, [%c]", w->label, load, "xyl"[below(w, 3)]);
    if (below(w, 4) == 0)
        CELL(w, "ld.weak.u32 r21, [%c]", 'x' + below(w, 2));
    CELL(w, "setp.eq.u32 p0, r20, 0");
    CELL(w, "@p0 bra L%d", w->label++);
}

static void ptx_atomic_lock(writer *w, const char *operation, const char *operands)
{
    static const char *const kinds[] = {"relaxed", "acquire", "acq_rel", "release"};
    const char *kind = PICK(w, kinds), *scope = PICK(w, ptx_scopes);
    CELL(w, "L%d: atom.%s.%s.%s.b32 r20, [l], %s", w->label, kind, scope, operation, operands);
    CELL(w, "setp.ne.u32 p0, r20, 0");
    CELL(w, "@p0 bra L%d", w->label++);
}

static void ptx_swap_lock(writer *w)
{
    ptx_atomic_lock(w, below(w, 2) ? "exch" : "or", "1");
}

static void ptx_cas_lock(writer *w)
{
    ptx_atomic_lock(w, "cas", "0, 1");
}

static void ptx_unlock(writer *w)
{
    if (below(w, 3) == 0)
        CELL(w, "atom.release.%s.exch.b32 r22, [l], 0", PICK(w, ptx_scopes));
    else
        CELL(w, "%s [l], 0", ptx_store_kind(w));
}

/* ---- programs ---- */

static const emitter a64_waits[] = {a64_wait,      a64_cas_lock,       a64_swap_lock,
                                    a64_swap_lock, a64_exclusive_lock, a64_test_and_swap_lock};
static const emitter a64_works[] = {a64_load,  a64_load,   a64_store,  a64_store,
                                    a64_fence, a64_unlock, a64_unlock, a64_add};
static const emitter x86_waits[] = {x86_wait, x86_swap_lock};
static const emitter x86_works[] = {x86_load,  x86_load,  x86_store,
                                    x86_store, x86_fence, x86_unlock};
static const emitter ptx_waits[] = {ptx_wait, ptx_wait, ptx_swap_lock, ptx_swap_lock, ptx_cas_lock};
static const emitter ptx_works[] = {ptx_load,  ptx_load,   ptx_store,  ptx_store,
                                    ptx_fence, ptx_unlock, ptx_unlock, ptx_add};

#define LIST(list) list, (int)(sizeof(list) / sizeof *(list))

static const struct {
    const emitter *waits;
    int wait_count;
    const emitter *works;
    int work_count;
} devices[] = {
    [GEN_AARCH64] = {LIST(a64_waits), LIST(a64_works)},
    [GEN_X86] = {LIST(x86_waits), LIST(x86_works)},
    [GEN_PTX] = {LIST(ptx_waits), LIST(ptx_works)},
};

static void emit_thread(program *p, int t, gen_device device, int cta, uint64_t seed)
{
    writer w = {.p = p, .t = t, .label = 10 * t};
    uint64_t kept = p->seed;
    p->seed = seed;
    p->layout.columns[t].head = gen_head(p->layout.arena, t, device, cta, cta, 0);
    if (device == GEN_AARCH64)
        cm_text_append(&p->layout.init, "%d:X10=x; %d:X11=y; %d:X12=l;\n", t, t, t);
    int size = 2 + below(&w, 2), wait = below(&w, 3) ? below(&w, size) : size;
    for (int i = 0; i < size; i++)
        if (i == wait)
            devices[device].waits[below(&w, devices[device].wait_count)](&w);
        else
            devices[device].works[below(&w, devices[device].work_count)](&w);
    p->seed = kept;
}

static gen_device choose_device(program *p, gen_kind kind)
{
    return kind == GEN_MIXED ? (gen_device)gen_below(&p->seed, 3) : (gen_device)kind;
}

char *gen_spinning(cm_arena *arena, uint64_t seed, gen_kind kind)
{
    program p = {.seed = seed * 8 + (uint64_t)kind};
    gen_layout_init(
        &p.layout, arena,
        cm_arena_printf(arena, "CMCM spinning-%d-%llu", (int)kind, (unsigned long long)seed));
    int x = gen_below(&p.seed, 2), y = gen_below(&p.seed, 2), l = gen_below(&p.seed, 2);
    p.layout.locations = cm_arena_printf(arena, "x=%d; y=%d; l=%d;", x, y, l);
    p.layout.count = 2 + (gen_below(&p.seed, 3) == 0);
    gen_device device = choose_device(&p, kind);
    uint64_t thread = gen_random(&p.seed);
    bool one_cta = gen_below(&p.seed, 2);
    for (int t = 0; t < p.layout.count; t++) {
        if (t > 0 && gen_below(&p.seed, 3) == 0) { /* else the same once more */
            device = choose_device(&p, kind);
            thread = gen_random(&p.seed);
        }
        emit_thread(&p, t, device, one_cta ? 0 : t, thread);
    }
    cm_text_add(&p.layout.observed, "x; y; l;");
    return gen_layout_print(&p.layout);
}
