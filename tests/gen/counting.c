/* Random programs that add to x, and do other things with it and its values: loads by
 * themselves, additions of what was read, decisions, exclusive pairs, stores of other
 * sizes, scopes that do not include each other. */
#include "tests/gen/layout.h"

/* ---- AArch64: X10, X11 address x and z; W2, W3 constants ---- */

static void a64_add(gen_writer *w)
{
    static const char *const kinds[] = {"LDADD", "LDADDA", "LDADDL", "LDADDAL"};
    const char *kind = GEN_PICK(w, kinds);
    int by = 2 + gen_any(w, 2);
    if (gen_any(w, 4) == 0)
        GEN_CELL(w, "STADD W%d,[X10]", by);
    else
        GEN_CELL(w, "%s W%d,W%d,[X10]", kind, by, gen_read(w, "X", 4));
}

static void a64_load(gen_writer *w)
{
    static const char *const kinds[] = {"LDR", "LDAR", "LDAPR"};
    const char *kind = GEN_PICK(w, kinds);
    GEN_CELL(w, "%s W%d,[X10]", kind, gen_read(w, "X", 4));
}

/* Something with another location, or with what was read. */
static void a64_other(gen_writer *w)
{
    int from = 4 + (w->reads ? gen_any(w, w->reads) : 0);
    switch (gen_any(w, 6)) {
    case 0:
        GEN_CELL(w, "STR W%d,[X11]", from);
        break;
    case 1:
        GEN_CELL(w, "LDR W%d,[X11]", gen_read(w, "X", 4));
        break;
    case 2:
        GEN_CELL(w, "CBNZ W%d,L%d", from, w->labels);
        GEN_CELL(w, "STR W3,[X11]");
        GEN_CELL(w, "L%d:", w->labels++);
        break;
    case 3:
        GEN_CELL(w, "EOR W20,W%d,W%d", from, from);
        GEN_CELL(w, "ADD W20,W20,W2");
        GEN_CELL(w, "LDADD W20,W%d,[X10]", gen_read(w, "X", 4));
        break;
    case 4:
        GEN_CELL(w, "LDADD W2,W%d,[X11]", gen_read(w, "X", 4));
        break;
    default:
        GEN_CELL(w, "DMB SY");
    }
}

/* What makes x no counter. */
static void a64_spoil(gen_writer *w)
{
    static const char *const lines[] = {"STR W3,[X10]",       "STRB W2,[X10]",
                                        "LDRH W21,[X10]",     "SWP W2,W21,[X10]",
                                        "LDSET W3,W21,[X10]", "STRH W2,[X10,#2]"};
    int what = gen_any(w, 9), from = 4 + (w->reads ? gen_any(w, w->reads) : 0);
    if (what < 6) {
        GEN_CELL(w, "%s", lines[what]);
    } else if (what == 6) {
        GEN_CELL(w, "LDADD W%d,W21,[X10]", from);
    } else if (what == 7) {
        GEN_CELL(w, "LDXR W21,[X10]");
        GEN_CELL(w, "ADD W21,W21,#1");
        GEN_CELL(w, "STXR W22,W21,[X10]");
    } else {
        GEN_CELL(w, "CBZ W%d,L%d", from, w->labels);
        GEN_CELL(w, "LDADD W2,W21,[X10]");
        GEN_CELL(w, "L%d:", w->labels++);
    }
}

/* ---- x86 ---- */

static const char *x86_read(gen_writer *w)
{
    static const char *const registers[] = {"EAX", "EBX", "ECX", "EDX", "ESI", "EDI"};
    const char *reg = registers[w->reads++ % 6];
    cm_text_append(&w->layout.observed, "%d:%s; ", w->t, reg);
    return reg;
}

static void x86_add(gen_writer *w)
{
    int by = 1 + gen_any(w, 2);
    if (gen_any(w, 3) == 0) {
        GEN_CELL(w, gen_any(w, 2) ? "LOCK ADD [x],$%d" : "LOCK SUB [x],$%d", by);
        return;
    }
    const char *reg = x86_read(w);
    GEN_CELL(w, "MOV %s,$%d", reg, by);
    GEN_CELL(w, "LOCK XADD [x],%s", reg);
}

static void x86_load(gen_writer *w)
{
    GEN_CELL(w, "MOV %s,[x]", x86_read(w));
}

static void x86_other(gen_writer *w)
{
    if (gen_any(w, 2))
        GEN_CELL(w, "MOV [z],$%d", 1 + gen_any(w, 2));
    else
        GEN_CELL(w, "MOV %s,[z]", x86_read(w));
}

static void x86_spoil(gen_writer *w)
{
    if (gen_any(w, 2))
        GEN_CELL(w, "MOV [x],$5");
    else
        GEN_CELL(w, "ADD [x],$1");
}

/* ---- PTX ---- */

static const char *const ptx_scopes[] = {"cta", "cluster", "gpu", "sys", "gpu"};

static void ptx_add(gen_writer *w)
{
    static const char *const kinds[] = {"relaxed", "acquire", "release", "acq_rel"};
    const char *kind = GEN_PICK(w, kinds), *scope = GEN_PICK(w, ptx_scopes);
    int by = 1 + gen_any(w, 2);
    if (gen_any(w, 4) == 0)
        GEN_CELL(w, "red.relaxed.%s.add.u32 [x], %d", scope, by);
    else
        GEN_CELL(w, "atom.%s.%s.add.u32 r%d, [x], %d", kind, scope, gen_read(w, "r", 0), by);
}

static void ptx_load(gen_writer *w)
{
    const char *scope = GEN_PICK(w, ptx_scopes);
    if (gen_any(w, 4) == 0)
        GEN_CELL(w, "ld.weak.u32 r%d, [x]", gen_read(w, "r", 0));
    else
        GEN_CELL(w, "ld.relaxed.%s.u32 r%d, [x]", scope, gen_read(w, "r", 0));
}

static void ptx_other(gen_writer *w)
{
    const char *scope = GEN_PICK(w, ptx_scopes);
    if (gen_any(w, 2))
        GEN_CELL(w, "st.release.%s.u32 [z], %d", scope, 1 + gen_any(w, 2));
    else
        GEN_CELL(w, "ld.acquire.%s.u32 r%d, [z]", scope, gen_read(w, "r", 0));
}

static void ptx_spoil(gen_writer *w)
{
    if (gen_any(w, 2))
        GEN_CELL(w, "st.relaxed.gpu.u32 [x], 5");
    else
        GEN_CELL(w, "st.weak.u16 [x+2], 1");
}

/* ---- programs ---- */

typedef struct kit {
    gen_emitter add, load, other, spoil;
} kit;

static const kit kits[] = {
    [GEN_AARCH64] = {a64_add, a64_load, a64_other, a64_spoil},
    [GEN_X86] = {x86_add, x86_load, x86_other, x86_spoil},
    [GEN_PTX] = {ptx_add, ptx_load, ptx_other, ptx_spoil},
};

static void emit_thread(gen_writer *w, gen_device device, int size, bool spoil)
{
    const kit *k = &kits[device];
    int cta = gen_any(w, 3), gpu = gen_any(w, 5) == 0;
    w->layout.columns[w->t].head =
        gen_head(w->layout.arena, w->t, device, cta, 4 * gpu + cta / 2, gpu);
    if (device == GEN_AARCH64)
        cm_text_append(&w->layout.init, "%d:X10=x; %d:X11=z; %d:X2=1; %d:X3=%s;\n", w->t, w->t,
                       w->t, w->t, gen_any(w, 2) ? "2" : "0xffffffff");
    w->reads = 0;
    for (int i = 0; i < size; i++) {
        int what = gen_any(w, 10);
        (what < 6 ? k->add : what < 8 ? k->load : spoil && gen_any(w, 2) ? k->spoil : k->other)(w);
    }
}

char *gen_counting(cm_arena *arena, uint64_t seed, gen_kind kind)
{
    gen_writer w = {.seed = seed * 16 + 5 + (uint64_t)kind, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "CMCM random-counting-%d-%llu", (int)kind,
                                    (unsigned long long)seed));
    static const char *const starts[] = {"0", "0", "1", "7", "0xffffffff"};
    w.layout.locations = cm_arena_printf(arena, "x=%s; z=0;", GEN_PICK(&w, starts));
    w.layout.count = 2 + (gen_any(&w, 3) == 0);
    bool spoil = gen_any(&w, 4) == 0;
    int size = w.layout.count == 2 ? 3 : 2;
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        gen_device device = kind == GEN_MIXED ? (gen_device)gen_any(&w, 3) : (gen_device)kind;
        emit_thread(&w, device, 1 + gen_any(&w, size), spoil);
    }
    cm_text_add(&w.layout.observed, "x; z;");
    return gen_layout_print(&w.layout);
}
