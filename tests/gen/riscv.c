/* Random RISC-V programs: loads and stores of words and halves with their annotations,
 * fences of all kinds, dependencies, AMOs, AMOCAS, LR and SC with success registers that
 * are used and observed, or that belong to no LR. a0, a1 address x and y; x20.. are read
 * into, x5..x9 values. */
#include "tests/gen/wide.h"

static const char *address(gen_writer *w)
{
    return gen_any(w, 2) ? "a0" : "a1";
}

static int read_register(gen_writer *w)
{
    return gen_read(w, "x", 20);
}

static int earlier(gen_writer *w)
{
    return 20 + gen_any(w, w->reads);
}

static void load(gen_writer *w)
{
    static const char *const loads[] = {"lw", "lw", "lw", "lw.aq", "lhu"};
    const char *kind = GEN_PICK(w, loads), *at = address(w);
    GEN_CELL(w, kind[2] == '.' ? "%s x%d,(%s)" : "%s x%d,0(%s)", kind, read_register(w), at);
}

static void store(gen_writer *w)
{
    static const char *const stores[] = {"sw", "sw", "sw", "sw.rl", "sh"};
    const char *kind = GEN_PICK(w, stores), *at = address(w);
    GEN_CELL(w, "li x5,%d", w->value++);
    GEN_CELL(w, kind[2] == '.' ? "%s x5,(%s)" : "%s x5,0(%s)", kind, at);
}

static void fence(gen_writer *w)
{
    static const char *const fences[] = {"fence rw,rw", "fence r,r",  "fence w,w",  "fence r,w",
                                         "fence w,r",   "fence r,rw", "fence rw,w", "fence.tso"};
    GEN_CELL(w, "%s", GEN_PICK(w, fences));
}

static void data(gen_writer *w)
{
    if (!w->reads)
        return;
    int from = earlier(w);
    GEN_CELL(w, "xor x6,x%d,x%d", from, from);
    GEN_CELL(w, "addi x6,x6,%d", w->value++);
    GEN_CELL(w, "sw x6,0(%s)", address(w));
}

static void address_dependency(gen_writer *w)
{
    if (!w->reads)
        return;
    int from = earlier(w);
    const char *at = address(w);
    GEN_CELL(w, "xor x6,x%d,x%d", from, from);
    GEN_CELL(w, "add x6,x6,%s", at);
    if (gen_any(w, 2))
        GEN_CELL(w, "lw x%d,0(x6)", read_register(w));
    else
        GEN_CELL(w, "sw x0,0(x6)");
}

static void control(gen_writer *w)
{
    static const char *const branches[] = {"bnez", "beqz"};
    if (!w->reads)
        return;
    GEN_CELL(w, "%s x%d,L%d", GEN_PICK(w, branches), earlier(w), w->labels);
    if (gen_any(w, 2))
        store(w);
    GEN_CELL(w, "L%d:", w->labels++);
}

static const char *const orders[] = {"", "", ".aq", ".rl", ".aqrl"};

static void amo(gen_writer *w)
{
    static const char *const kinds[] = {"amoadd.w", "amoswap.w", "amoor.w", "amomaxu.w",
                                        "amoadd.w"};
    const char *kind = GEN_PICK(w, kinds), *order = GEN_PICK(w, orders), *at = address(w);
    GEN_CELL(w, "li x7,%d", w->value++);
    if (gen_any(w, 4) == 0)
        GEN_CELL(w, "%s%s zero,x7,(%s)", kind, order, at);
    else
        GEN_CELL(w, "%s%s x%d,x7,(%s)", kind, order, read_register(w), at);
}

static void amocas(gen_writer *w)
{
    const char *order = GEN_PICK(w, orders), *at = address(w);
    int reg = read_register(w);
    GEN_CELL(w, "li x%d,%d", reg, gen_any(w, 3));
    GEN_CELL(w, "li x7,%d", w->value++);
    GEN_CELL(w, "amocas.w%s x%d,x7,(%s)", order, reg, at);
}

/* The success register of the SC is observed, or another access depends on it. */
static void sc(gen_writer *w, const char *at)
{
    static const char *const kinds[] = {"sc.w", "sc.w", "sc.w.rl", "sc.w.aqrl"};
    const char *kind = GEN_PICK(w, kinds);
    GEN_CELL(w, "li x7,%d", w->value++);
    if (gen_any(w, 3) == 0) {
        GEN_CELL(w, "%s x%d,x7,(%s)", kind, read_register(w), at);
        return;
    }
    GEN_CELL(w, "%s x8,x7,(%s)", kind, at);
    if (gen_any(w, 2) == 0)
        return;
    if (gen_any(w, 2)) {
        GEN_CELL(w, "xor x9,x8,x8");
        GEN_CELL(w, "add x9,x9,%s", address(w));
        GEN_CELL(w, "sw x7,0(x9)");
    } else {
        GEN_CELL(w, "bnez x8,L%d", w->labels);
        GEN_CELL(w, "sw x7,0(%s)", address(w));
        GEN_CELL(w, "L%d:", w->labels++);
    }
}

static void pair(gen_writer *w)
{
    static const char *const kinds[] = {"lr.w", "lr.w", "lr.w.aq", "lr.w.aqrl"};
    const char *kind = GEN_PICK(w, kinds), *at = address(w);
    GEN_CELL(w, "%s x%d,(%s)", kind, read_register(w), at);
    if (gen_any(w, 5) == 0)
        (gen_any(w, 2) ? load : store)(w);
    sc(w, gen_any(w, 6) ? at : address(w));
}

static void lone_sc(gen_writer *w)
{
    if (gen_any(w, 3) == 0)
        sc(w, address(w));
}

static const gen_emitter emitters[] = {
    load,    load, load, store,  store, store,  fence, fence, data, address_dependency,
    control, amo,  amo,  amocas, pair,  lone_sc};

void gen_riscv_one(gen_writer *w)
{
    GEN_EMIT(w, emitters);
}

char *gen_riscv(cm_arena *arena, uint64_t seed, int size)
{
    gen_writer w = {.seed = seed * 16 + 11, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "RISCV random-riscv-%llu", (unsigned long long)seed));
    static const int starts[] = {0, 0, 0, 1, 2, 65537};
    int x = GEN_PICK(&w, starts), y = GEN_PICK(&w, starts);
    w.layout.locations = cm_arena_printf(arena, "x=%d; y=%d;", x, y);
    w.layout.count = 2 + (gen_any(&w, 3) == 0);
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        w.layout.columns[w.t].head = cm_arena_printf(arena, "P%d", w.t);
        cm_text_append(&w.layout.init, "%d:a0=x; %d:a1=y;\n", w.t, w.t);
        w.reads = 0;
        for (int i = 1 + gen_any(&w, size); i > 0; i--)
            gen_riscv_one(&w);
    }
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}
