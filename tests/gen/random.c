/* Random small programs. Values written are small and mostly different, so that
 * a read tells which write it took; dependencies are the usual false ones (an
 * exclusive or of a register with itself) and true ones. */
#include "tests/gen/layout.h"

#include <string.h>

/* splitmix64 (Steele, Lea, Flood, 2014): any seed is good. */
uint64_t gen_random(uint64_t *seed)
{
    uint64_t z = (*seed += UINT64_C(0x9e3779b97f4a7c15));
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

int gen_below(uint64_t *seed, int limit)
{
    return (int)(gen_random(seed) % (uint64_t)limit);
}

typedef struct program {
    gen_layout layout;
    uint64_t seed;
    int value; /* next one to write */
    int reads; /* of this thread so far: register numbers */
    int labels;
    bool one_cluster; /* for all CTAs of a GPU */
} program;

static int below(program *p, int limit)
{
    return gen_below(&p->seed, limit);
}

static const char *pick(program *p, const char *const *texts, int count)
{
    return texts[below(p, count)];
}

#define PICK(p, texts) pick((p), (texts), (int)(sizeof(texts) / sizeof *(texts)))

static int next_read(program *p, int t, const char *prefix)
{
    int reg = p->reads++;
    cm_text_append(&p->layout.observed, "%d:%s%d; ", t, prefix, reg);
    return reg;
}

/* ---- AArch64: X0.. read into, X10, X11 addresses, W20.. values ---- */

static void a64_load(program *p, int t)
{
    static const char *const loads[] = {"LDR", "LDR", "LDAR", "LDAPR"};
    const char *load = PICK(p, loads);
    int address = 10 + below(p, 2);
    gen_cell(&p->layout, t, "%s W%d,[X%d]", load, next_read(p, t, "X"), address);
}

static void a64_store(program *p, int t)
{
    static const char *const stores[] = {"STR", "STR", "STLR"};
    gen_cell(&p->layout, t, "MOV W20,#%d", p->value++);
    gen_cell(&p->layout, t, "%s W20,[X%d]", PICK(p, stores), 10 + below(p, 2));
}

static void a64_fence(program *p, int t)
{
    static const char *const fences[] = {"DMB SY", "DMB LD", "DMB ST", "ISB", "DSB SY"};
    gen_cell(&p->layout, t, "%s", PICK(p, fences));
}

static void a64_data(program *p, int t)
{
    if (!p->reads)
        return;
    int from = below(p, p->reads);
    gen_cell(&p->layout, t, "EOR W21,W%d,W%d", from, from);
    gen_cell(&p->layout, t, "ADD W21,W21,#%d", p->value++);
    gen_cell(&p->layout, t, "STR W21,[X%d]", 10 + below(p, 2));
}

static void a64_address(program *p, int t)
{
    if (!p->reads)
        return;
    int from = below(p, p->reads), address = 10 + below(p, 2);
    gen_cell(&p->layout, t, "EOR W22,W%d,W%d", from, from);
    gen_cell(&p->layout, t, "LDR W%d,[X%d,W22,SXTW]", next_read(p, t, "X"), address);
}

static void a64_control(program *p, int t)
{
    if (!p->reads)
        return;
    gen_cell(&p->layout, t, "CBNZ W%d,L%d", below(p, p->reads), p->labels);
    gen_cell(&p->layout, t, "L%d:", p->labels++);
}

static void a64_select(program *p, int t)
{
    if (!p->reads)
        return;
    int value = p->value++;
    gen_cell(&p->layout, t, "MOV W23,#%d", value);
    gen_cell(&p->layout, t, "CMP W%d,#1", below(p, p->reads));
    gen_cell(&p->layout, t, "CSEL W24,W23,W23,EQ");
    gen_cell(&p->layout, t, "STR W24,[X%d]", 10 + below(p, 2));
}

static void a64_atomic(program *p, int t)
{
    static const char *const kinds[] = {"LDADD", "LDADDA", "LDADDL", "LDADDAL", "SWP", "SWPAL"};
    const char *kind = PICK(p, kinds);
    int address = 10 + below(p, 2);
    gen_cell(&p->layout, t, "MOV W25,#%d", p->value++);
    gen_cell(&p->layout, t, "%s W25,W%d,[X%d]", kind, next_read(p, t, "X"), address);
}

/* Two atomic operations in a row on one location: the second reads the first. */
static void a64_chain(program *p, int t)
{
    int address = 10 + below(p, 2);
    for (int i = 0; i < 2; i++) {
        gen_cell(&p->layout, t, "MOV W25,#%d", p->value++);
        gen_cell(&p->layout, t, "%s W25,W%d,[X%d]", below(p, 2) ? "LDADDAL" : "SWP",
                 next_read(p, t, "X"), address);
    }
}

static void a64_exclusive(program *p, int t)
{
    static const char *const loads[] = {"LDXR", "LDAXR"}, *const stores[] = {"STXR", "STLXR"};
    int address = 10 + below(p, 2);
    const char *load = PICK(p, loads), *store = PICK(p, stores);
    gen_cell(&p->layout, t, "%s W%d,[X%d]", load, next_read(p, t, "X"), address);
    gen_cell(&p->layout, t, "MOV W26,#%d", p->value++);
    gen_cell(&p->layout, t, "%s W27,W26,[X%d]", store, address);
}

/* ---- AArch64: what dependencies go through; X28.. for chains ---- */

/* A register that is 0 and depends on an earlier read, if there is one. */
static const char *a64_zero(program *p, int t)
{
    if (!p->reads)
        return "WZR";
    int from = below(p, p->reads);
    gen_cell(&p->layout, t, "EOR W28,W%d,W%d", from, from);
    return "W28";
}

static void a64_compare(program *p, int t)
{
    static const char *const kinds[] = {"CAS", "CAS", "CASA", "CASL", "CASAL"};
    const char *kind = PICK(p, kinds);
    int address = 10 + below(p, 2), expected = below(p, 2);
    gen_cell(&p->layout, t, "MOV W25,#%d", p->value++);
    if (below(p, 4) == 0) {
        gen_cell(&p->layout, t, "%s WZR,W25,[X%d]", kind, address);
        return;
    }
    const char *zero = a64_zero(p, t);
    int reg = next_read(p, t, "X");
    gen_cell(&p->layout, t, "MOV W%d,#%d", reg, expected);
    gen_cell(&p->layout, t, "ADD W%d,W%d,%s,LSL #0", reg, reg, zero);
    gen_cell(&p->layout, t, "%s W%d,W25,[X%d]", kind, reg, address);
}

/* A store exclusive whose address depends on a read, and a use of its status. */
static void a64_status(program *p, int t)
{
    int address = 10 + below(p, 2);
    gen_cell(&p->layout, t, "LDXR W29,[X%d]", address);
    gen_cell(&p->layout, t, "ADD X19,X%d,%s,SXTW", address, a64_zero(p, t));
    gen_cell(&p->layout, t, "MOV W26,#%d", p->value++);
    gen_cell(&p->layout, t, "STXR W27,W26,[X19]");
    gen_cell(&p->layout, t, "EOR W28,W27,W27");
    if (below(p, 2))
        gen_cell(&p->layout, t, "LDR W%d,[X%d,W28,SXTW]", next_read(p, t, "X"), 10 + below(p, 2));
    else
        gen_cell(&p->layout, t, "STR W26,[X%d,W28,SXTW]", 10 + below(p, 2));
}

/* A location of the thread's own, to pass values on through: z0, z1, z2. */
static void a64_forward(program *p, int t)
{
    static const char *const loads[] = {"LDR", "LDAR", "LDAPR"};
    static const char *const adds[] = {"LDADD", "STADD", "SWP"};
    gen_cell(&p->layout, t, "CMP W%d,#1", p->reads ? below(p, p->reads) : 9);
    gen_cell(&p->layout, t, "CSEL W24,W9,W9,EQ");
    if (below(p, 2))
        gen_cell(&p->layout, t, "STR W24,[X12]");
    if (below(p, 2)) {
        const char *add = PICK(p, adds);
        gen_cell(&p->layout, t, strcmp(add, "STADD") == 0 ? "%s W9,[X12]" : "%s W9,W24,[X12]", add);
    }
    const char *load = PICK(p, loads);
    gen_cell(&p->layout, t, "%s W%d,[X12]", load, next_read(p, t, "X"));
}

static void a64_barrier(program *p, int t)
{
    static const char *const fences[] = {"DMB NSH", "DMB NSHLD", "DSB ST", "DSB NSHST", "ISB"};
    gen_cell(&p->layout, t, "%s", PICK(p, fences));
}

/* ---- x86 ---- */

static const char *const x86_registers[] = {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI"};

static const char *x86_read(program *p, int t)
{
    const char *reg = x86_registers[p->reads++ % 6];
    cm_text_append(&p->layout.observed, "%d:%s; ", t, reg);
    return reg;
}

static void x86_load(program *p, int t)
{
    int location = below(p, 2);
    gen_cell(&p->layout, t, "MOV %s,[%c]", x86_read(p, t), 'x' + location);
}

static void x86_store(program *p, int t)
{
    gen_cell(&p->layout, t, "MOV [%c],$%d", 'x' + below(p, 2), p->value++);
}

static void x86_fence(program *p, int t)
{
    gen_cell(&p->layout, t, "MFENCE");
}

static void x86_exchange(program *p, int t)
{
    int location = below(p, 2);
    const char *reg = x86_read(p, t);
    gen_cell(&p->layout, t, "MOV %s,$%d", reg, p->value++);
    gen_cell(&p->layout, t, "XCHG [%c],%s", 'x' + location, reg);
}

static void x86_locked(program *p, int t)
{
    int location = below(p, 2);
    if (below(p, 2)) {
        gen_cell(&p->layout, t, "LOCK ADD [%c],$%d", 'x' + location, p->value++);
        return;
    }
    const char *reg = x86_read(p, t);
    gen_cell(&p->layout, t, "MOV %s,$%d", reg, p->value++);
    gen_cell(&p->layout, t, "LOCK XADD [%c],%s", 'x' + location, reg);
}

/* ---- PTX ---- */

static const char *const ptx_scopes[] = {"cta", "cluster", "gpu", "sys", "sys", "gpu"};

static void ptx_load(program *p, int t)
{
    static const char *const loads[] = {"ld.relaxed", "ld.acquire"};
    int location = below(p, 2), reg = next_read(p, t, "r");
    if (below(p, 4) == 0) {
        gen_cell(&p->layout, t, "ld.weak.u32 r%d, [%c]", reg, 'x' + location);
        return;
    }
    const char *load = PICK(p, loads), *scope = PICK(p, ptx_scopes);
    gen_cell(&p->layout, t, "%s.%s.u32 r%d, [%c]", load, scope, reg, 'x' + location);
}

static void ptx_store_value(program *p, int t, const char *value)
{
    static const char *const stores[] = {"st.relaxed", "st.release"};
    int location = below(p, 2);
    if (below(p, 4) == 0) {
        gen_cell(&p->layout, t, "st.weak.u32 [%c], %s", 'x' + location, value);
        return;
    }
    const char *store = PICK(p, stores), *scope = PICK(p, ptx_scopes);
    gen_cell(&p->layout, t, "%s.%s.u32 [%c], %s", store, scope, 'x' + location, value);
}

static void ptx_store(program *p, int t)
{
    ptx_store_value(p, t, cm_arena_printf(p->layout.arena, "%d", p->value++));
}

static void ptx_fence(program *p, int t)
{
    static const char *const fences[] = {"fence.sc", "fence.acq_rel"};
    const char *fence = PICK(p, fences);
    gen_cell(&p->layout, t, "%s.%s", fence, PICK(p, ptx_scopes));
}

static void ptx_data(program *p, int t)
{
    if (!p->reads)
        return;
    int from = below(p, p->reads);
    gen_cell(&p->layout, t, "xor.b32 r20, r%d, r%d", from, from);
    gen_cell(&p->layout, t, "add.u32 r21, r20, %d", p->value++);
    ptx_store_value(p, t, "r21");
}

static void ptx_atomic(program *p, int t)
{
    static const char *const kinds[] = {"relaxed", "acquire", "release", "acq_rel"};
    static const char *const operations[] = {"add.u32", "exch.b32"};
    const char *kind = PICK(p, kinds), *scope = PICK(p, ptx_scopes);
    const char *operation = PICK(p, operations);
    int location = below(p, 2);
    gen_cell(&p->layout, t, "atom.%s.%s.%s r%d, [%c], %d", kind, scope, operation,
             next_read(p, t, "r"), 'x' + location, p->value++);
}

/* ---- halves of a location ---- */

static void a64_half(program *p, int t)
{
    static const char *const loads[] = {"LDRH", "LDARH"}, *const stores[] = {"STRH", "STLRH"};
    int half = below(p, 2), which = half ? 0 : below(p, 2), address = 10 + below(p, 2);
    const char *offset = half ? ",#2" : "";
    if (below(p, 2)) {
        gen_cell(&p->layout, t, "MOV W20,#%d", p->value++);
        gen_cell(&p->layout, t, "%s W20,[X%d%s]", stores[which], address, offset);
    } else {
        gen_cell(&p->layout, t, "%s W%d,[X%d%s]", loads[which], next_read(p, t, "X"), address,
                 offset);
    }
}

static void ptx_half(program *p, int t)
{
    static const char *const loads[] = {"ld.relaxed", "ld.acquire"};
    static const char *const stores[] = {"st.relaxed", "st.release"};
    int location = 'x' + below(p, 2), half = 2 * below(p, 2);
    const char *scope = PICK(p, ptx_scopes);
    if (below(p, 2)) {
        const char *store = PICK(p, stores);
        gen_cell(&p->layout, t, "%s.%s.u16 [%c+%d], %d", store, scope, location, half, p->value++);
    } else {
        const char *load = PICK(p, loads);
        gen_cell(&p->layout, t, "%s.%s.u16 r%d, [%c+%d]", load, scope, next_read(p, t, "r"),
                 location, half);
    }
}

/* ---- programs ---- */

typedef void (*emitter)(program *, int);

static const emitter a64[] = {a64_load,  a64_load,   a64_load,   a64_store,     a64_store,
                              a64_store, a64_fence,  a64_data,   a64_address,   a64_control,
                              a64_fence, a64_select, a64_atomic, a64_exclusive, a64_chain};
static const emitter chains[] = {a64_load,    a64_store,  a64_store,   a64_address, a64_compare,
                                 a64_compare, a64_status, a64_forward, a64_forward, a64_data,
                                 a64_control, a64_select, a64_barrier};
static const emitter x86[] = {x86_load,  x86_load,  x86_load,     x86_store, x86_store,
                              x86_store, x86_fence, x86_exchange, x86_locked};
static const emitter ptx[] = {ptx_load,  ptx_load,  ptx_load,  ptx_store, ptx_store,
                              ptx_store, ptx_fence, ptx_fence, ptx_data,  ptx_atomic};

static const struct {
    const emitter *emitters;
    int count;
} devices[] = {
    [GEN_AARCH64] = {a64, sizeof a64 / sizeof *a64},
    [GEN_X86] = {x86, sizeof x86 / sizeof *x86},
    [GEN_PTX] = {ptx, sizeof ptx / sizeof *ptx},
};

static gen_device choose_device(program *p, gen_kind kind, int t)
{
    if (kind == GEN_HALVES)
        return below(p, 2) ? GEN_AARCH64 : GEN_PTX;
    if (kind == GEN_CHAINS)
        return GEN_AARCH64;
    if (kind != GEN_MIXED)
        return (gen_device)kind;
    return t == 0 ? GEN_PTX : (gen_device)below(p, 3);
}

static void emit_one(program *p, int t, gen_device device, gen_kind kind)
{
    if (kind == GEN_HALVES && below(p, 3) == 0)
        (device == GEN_AARCH64 ? a64_half : ptx_half)(p, t);
    else if (kind == GEN_CHAINS)
        chains[below(p, (int)(sizeof chains / sizeof *chains))](p, t);
    else
        devices[device].emitters[below(p, devices[device].count)](p, t);
}

static void emit_thread(program *p, int t, gen_device device, gen_kind kind, int size)
{
    int cta = below(p, 2), gpu = below(p, 5) == 0;
    p->layout.columns[t].head =
        gen_head(p->layout.arena, t, device, cta, 2 * gpu + (p->one_cluster ? 0 : cta), gpu);
    if (device == GEN_AARCH64)
        cm_text_append(&p->layout.init, "%d:X10=x; %d:X11=y;\n", t, t);
    if (kind == GEN_CHAINS)
        cm_text_append(&p->layout.init, "%d:X12=z%d;\n", t, t);
    p->reads = 0;
    for (int i = 1 + below(p, size); i > 0; i--)
        emit_one(p, t, device, kind);
}

char *gen_program(cm_arena *arena, uint64_t seed, gen_kind kind, int size)
{
    if (kind >= GEN_SIZES_AARCH64)
        return gen_sizes_program(arena, seed, kind, size);
    program p = {.seed = seed * 16 + (uint64_t)kind, .value = 1};
    gen_layout_init(
        &p.layout, arena,
        cm_arena_printf(arena, "CMCM random-%d-%llu", (int)kind, (unsigned long long)seed));
    static const int starts[] = {0, 0, 0, 7, 258, 70000};
    int x = starts[below(&p, 6)], y = starts[below(&p, 6)];
    p.layout.locations = cm_arena_printf(arena, "x=%d; y=%d; z=0;", x, y);
    p.one_cluster = below(&p, 2);
    p.layout.count = 2 + below(&p, 2);
    for (int t = 0; t < p.layout.count; t++)
        emit_thread(&p, t, choose_device(&p, kind, t), kind, size);
    cm_text_add(&p.layout.observed, "x; y;");
    return gen_layout_print(&p.layout);
}
