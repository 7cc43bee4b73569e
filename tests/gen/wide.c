/* Random programs of the instructions that the other generators leave out: of PTX fences of one
 * side and of old names, `red`, volatile and mmio accesses, vectors, another virtual address of x,
 * shared memory under its three names, predicates and addresses that hang on what was read,
 * domains; of AArch64 pairs, offsets, unprivileged and signed loads, all barriers, compare and
 * swap of pairs, atomic operations without a result; of x86 non-temporal stores and their fence,
 * 16 bytes, conditional moves, bits; of compound tests also RISC-V threads.
 *
 * Locations: x and y of 4 bytes, t of two elements of 8, and where there are PTX threads v, another
 * address of x, and s in the shared memory of CTA 0. */
#include "tests/gen/wide.h"

typedef struct place {
    int cta, cluster, gpu, domain;
} place;

typedef struct wide_writer {
    gen_writer w; /* first: emitters are given this */
    place at;     /* PTX: of the thread at hand */
    bool alias, shared;
} wide_writer;

static int earlier(gen_writer *w)
{
    return gen_any(w, w->reads);
}

/* ---- PTX: r0.. read into; rd10 the address of x, rd11 of t ------------- */

static const char *const scopes[] = {"cta", "cluster", "gpu", "gpu", "sys"};

/* Shared memory under a name that reaches it from here, or NULL. */
static const char *shared_space(wide_writer *p)
{
    bool cluster = p->at.gpu == 0 && p->at.cluster == 0;
    if (!p->shared || !cluster)
        return NULL;
    static const char *const own[] = {".shared", ".shared::cta", ".shared::cluster", ""};
    static const char *const other[] = {".shared::cluster", ""};
    return p->at.cta == 0 ? GEN_PICK(&p->w, own) : GEN_PICK(&p->w, other);
}

typedef struct operand {
    const char *space, *name;
} operand;

static operand somewhere(gen_writer *w)
{
    wide_writer *p = (wide_writer *)w;
    static const char *const names[] = {"x", "x", "y", "t+8"};
    static const char *const spaces[] = {"", "", ".global"};
    const char *shared = gen_any(w, 4) == 0 ? shared_space(p) : NULL;
    if (shared)
        return (operand){shared, "s"};
    const char *name = GEN_PICK(w, names);
    if (p->alias && name[0] == 'x' && gen_any(w, 2))
        name = "v";
    return (operand){GEN_PICK(w, spaces), name};
}

/* "weak", "acquire.gpu": of a load or, with `releases`, a store. */
static const char *strength(gen_writer *w, bool releases)
{
    static const char *const fixed[] = {"weak", "volatile"};
    int which = gen_any(w, 6);
    if (which < 2)
        return fixed[which];
    const char *kind = which < 4 ? "relaxed" : releases ? "release" : "acquire";
    return cm_arena_printf(w->layout.arena, "%s.%s", kind, GEN_PICK(w, scopes));
}

static void ptx_load(gen_writer *w)
{
    const char *how = strength(w, false);
    operand o = somewhere(w);
    GEN_CELL(w, "ld.%s%s.u32 r%d, [%s]", how, o.space, gen_read(w, "r", 0), o.name);
}

static void ptx_store(gen_writer *w)
{
    const char *how = strength(w, true);
    operand o = somewhere(w);
    GEN_CELL(w, "st.%s%s.u32 [%s], %d", how, o.space, o.name, w->value++);
}

static void ptx_mmio(gen_writer *w)
{
    int location = 'x' + gen_any(w, 2);
    if (gen_any(w, 2))
        GEN_CELL(w, "ld.mmio.relaxed.sys.global.u32 r%d, [%c]", gen_read(w, "r", 0), location);
    else
        GEN_CELL(w, "st.mmio.relaxed.sys.global.u32 [%c], %d", location, w->value++);
}

/* Two accesses in no order, or one of 8 bytes that overlaps them. */
static void ptx_wide(gen_writer *w)
{
    const char *scope = GEN_PICK(w, scopes);
    switch (gen_any(w, 4)) {
    case 0: {
        int a = gen_read(w, "r", 0), b = gen_read(w, "r", 0);
        GEN_CELL(w, "ld.relaxed.%s.v2.u32 {r%d, r%d}, [t+8]", scope, a, b);
        break;
    }
    case 1:
        GEN_CELL(w, "st.relaxed.%s.v2.u32 [t+8], {%d, %d}", scope, w->value, w->value + 1);
        w->value += 2;
        break;
    case 2:
        GEN_CELL(w, "ld.acquire.%s.u64 rd%d, [t+8]", scope, gen_read(w, "rd", 0));
        break;
    default:
        GEN_CELL(w, "st.release.%s.u64 [t+8], %d", scope, w->value++);
        break;
    }
}

static void ptx_fence(gen_writer *w)
{
    static const char *const kinds[] = {"acquire", "release", "acq_rel", "sc"};
    static const char *const old[] = {"membar.cta", "membar.gl", "membar.sys"};
    const char *kind = GEN_PICK(w, kinds);
    if (gen_any(w, 5) == 0)
        GEN_CELL(w, "%s", GEN_PICK(w, old));
    else
        GEN_CELL(w, "fence.%s.%s", kind, GEN_PICK(w, scopes));
}

static void ptx_alias_fence(gen_writer *w)
{
    if (((wide_writer *)w)->alias)
        GEN_CELL(w, "fence.proxy.alias");
}

static void ptx_red(gen_writer *w)
{
    static const char *const kinds[] = {"relaxed", "release"};
    static const char *const operations[] = {"add.u32", "max.u32", "or.b32", "inc.u32"};
    const char *kind = GEN_PICK(w, kinds), *scope = GEN_PICK(w, scopes);
    operand o = somewhere(w);
    GEN_CELL(w, "red.%s.%s%s.%s [%s], %d", kind, scope, o.space, GEN_PICK(w, operations), o.name,
             w->value++);
}

static void ptx_atom(gen_writer *w)
{
    static const char *const kinds[] = {"relaxed", "acquire", "release", "acq_rel"};
    static const char *const operations[] = {"cas.b32", "exch.b32", "min.s32", "dec.u32"};
    const char *kind = GEN_PICK(w, kinds), *scope = GEN_PICK(w, scopes);
    const char *operation = GEN_PICK(w, operations);
    operand o = somewhere(w);
    const char *compared =
        operation[0] == 'c' ? cm_arena_printf(w->layout.arena, "%d, ", gen_any(w, 3)) : "";
    GEN_CELL(w, "atom.%s.%s%s.%s r%d, [%s], %s%d", kind, scope, o.space, operation,
             gen_read(w, "r", 0), o.name, compared, w->value++);
}

static void ptx_texture(gen_writer *w)
{
    GEN_CELL(w, "ld.global.nc.u32 r%d, [%c]", gen_read(w, "r", 0), 'x' + gen_any(w, 2));
}

/* A store that a predicate guards, or that a jump passes over. */
static void ptx_guarded(gen_writer *w)
{
    if (!w->reads)
        return;
    const char *how = strength(w, true), *condition = gen_any(w, 2) ? "eq" : "ne";
    operand o = somewhere(w);
    GEN_CELL(w, "setp.%s.u32 p0, r%d, 0", condition, earlier(w));
    bool jumps = gen_any(w, 2);
    if (jumps)
        GEN_CELL(w, "@p0 bra L%d", w->labels);
    GEN_CELL(w, "%sst.%s%s.u32 [%s], %d",
             jumps           ? ""
             : gen_any(w, 2) ? "@p0 "
                             : "@!p0 ",
             how, o.space, o.name, w->value++);
    if (jumps)
        GEN_CELL(w, "L%d:", w->labels++);
}

/* An address, or a value, that hangs on what was read. */
static void ptx_dependent(gen_writer *w)
{
    if (!w->reads)
        return;
    const char *how = strength(w, true);
    GEN_CELL(w, "cvt.u64.u32 rd12, r%d", earlier(w));
    GEN_CELL(w, "and.b64 rd12, rd12, 0");
    GEN_CELL(w, "add.u64 rd12, rd12, rd%d", 10 + gen_any(w, 2));
    if (gen_any(w, 2))
        GEN_CELL(w, "st.%s.u32 [rd12], %d", how, w->value++);
    else
        GEN_CELL(w, "ld.relaxed.sys.u32 r%d, [rd12]", gen_read(w, "r", 0));
}

static const gen_emitter ptx[] = {
    ptx_load, ptx_load, ptx_load,        ptx_store,   ptx_store,   ptx_store,
    ptx_mmio, ptx_wide, ptx_wide,        ptx_fence,   ptx_fence,   ptx_fence,
    ptx_red,  ptx_atom, ptx_alias_fence, ptx_texture, ptx_guarded, ptx_dependent};

/* ---- programs ------------------------------------------------------------ */

static void put_ptx_head(wide_writer *p, bool domains)
{
    gen_writer *w = &p->w;
    bool home = p->shared && w->t == 0; /* s is in the CTA of some thread */
    int cta = home ? 0 : gen_any(w, 3), gpu = home ? 0 : gen_any(w, 6) == 0;
    p->at = (place){cta, cta / 2, gpu, domains ? cta / 2 : 0};
    w->layout.columns[w->t].head =
        cm_arena_printf(w->layout.arena, "P%d@ptx,cta %d,cluster %d,gpu %d,domain %d", w->t,
                        p->at.cta, p->at.cluster, p->at.gpu, p->at.domain);
    cm_text_append(&w->layout.init, "%d:rd10=x; %d:rd11=t;\n", w->t, w->t);
}

static void put_ptx(wide_writer *p, bool domains, int size)
{
    put_ptx_head(p, domains);
    for (int i = 1 + gen_any(&p->w, size); i > 0; i--)
        GEN_EMIT(&p->w, ptx);
}

typedef enum cpu { AARCH64, X86, RISCV, CPUS } cpu;

static void put_cpu(gen_writer *w, cpu which, int size)
{
    static const char *const names[] = {"aarch64", "x86_64", "riscv"};
    static const gen_emitter emitters[] = {gen_wide_a64, gen_wide_x86, gen_riscv_one};
    int t = w->t;
    w->layout.columns[t].head = cm_arena_printf(w->layout.arena, "P%d@%s", t, names[which]);
    if (which == AARCH64)
        cm_text_append(&w->layout.init, "%d:X10=x; %d:X11=y; %d:X13=t;\n", t, t, t);
    else if (which == RISCV)
        cm_text_append(&w->layout.init, "%d:a0=x; %d:a1=y;\n", t, t);
    for (int i = 1 + gen_any(w, size); i > 0; i--)
        emitters[which](w);
}

char *gen_wide(cm_arena *arena, uint64_t seed, gen_kind kind, int size)
{
    wide_writer p = {.w = {.seed = seed * 16 + (uint64_t)kind, .value = 1}};
    gen_writer *w = &p.w;
    gen_layout_init(
        &w->layout, arena,
        cm_arena_printf(arena, "CMCM wide-%d-%llu", (int)kind, (unsigned long long)seed));
    static const int starts[] = {0, 0, 0, 1, 258, 70000};
    bool gpu = kind == GEN_ALL_PTX || kind == GEN_MIXED;
    p.alias = gpu && gen_any(w, 4) == 0;
    p.shared = gpu && gen_any(w, 3) == 0;
    bool domains = gen_any(w, 4) == 0;
    int x = GEN_PICK(w, starts), y = GEN_PICK(w, starts);
    w->layout.locations = cm_arena_printf(
        arena, "int x=%d; int y=%d; int64_t t[2]={%d,2};%s%s", x, y, gen_any(w, 3),
        p.alias ? " v @ generic aliases x;" : "", p.shared ? " shared int s@cta 0,gpu 0;" : "");
    w->layout.count = 2 + (gen_any(w, 3) == 0);
    for (w->t = 0; w->t < w->layout.count; w->t++) {
        w->reads = 0;
        if (kind == GEN_ALL_PTX || (kind == GEN_MIXED && (w->t == 0 || gen_any(w, 3) == 0)))
            put_ptx(&p, domains, size);
        else
            put_cpu(w,
                    kind == GEN_MIXED     ? (cpu)gen_any(w, CPUS)
                    : kind == GEN_ALL_X86 ? X86
                                          : AARCH64,
                    size);
    }
    cm_text_append(&w->layout.observed, "x; y; t[0]; t[1];%s", p.shared ? " s;" : "");
    return gen_layout_print(&w->layout);
}
