/* Random programs in which values flow: what is read, and a little more, is written on, in
 * circles through several threads; addresses and decisions depend on it. x and y are shared,
 * t has room for two. */
#include "tests/gen/layout.h"

static int location(gen_writer *w)
{
    return 'x' + gen_any(w, 2);
}

/* ---- AArch64: X10, X11, X12 address x, y, t ---- */

static int a64_earlier(gen_writer *w)
{
    return w->reads ? gen_any(w, w->reads) : 9;
}

static void a64_load(gen_writer *w)
{
    int at = 10 + gen_any(w, 2);
    GEN_CELL(w, gen_any(w, 3) ? "LDR W%d,[X%d]" : "LDAR W%d,[X%d]", gen_read(w, "X", 0), at);
}

static void a64_pass(gen_writer *w)
{
    static const char *const changes[] = {"ADD W20,W%d,#1", "ADD W20,W%d,#2", "MOV W20,W%d",
                                          "EOR W20,W%d,#1", "AND W20,W%d,#3", "LSL W20,W%d,#1"};
    GEN_CELL(w, "LDR W21,[X%d]", 10 + gen_any(w, 2));
    GEN_CELL(w, GEN_PICK(w, changes), gen_any(w, 2) ? 21 : a64_earlier(w));
    GEN_CELL(w, gen_any(w, 3) ? "STR W20,[X%d]" : "STLR W20,[X%d]", 10 + gen_any(w, 2));
}

static void a64_store(gen_writer *w)
{
    GEN_CELL(w, "MOV W20,#%d", 1 + gen_any(w, 3));
    GEN_CELL(w, "STR W20,[X%d]", 10 + gen_any(w, 2));
}

static void a64_atomic(gen_writer *w)
{
    static const char *const kinds[] = {"LDADD", "SWP", "LDEOR", "LDSMAX"};
    const char *kind = GEN_PICK(w, kinds);
    int from = a64_earlier(w), at = 10 + gen_any(w, 2);
    GEN_CELL(w, "%s W%d,W%d,[X%d]", kind, from, gen_read(w, "X", 0), at);
}

static void a64_index(gen_writer *w)
{
    GEN_CELL(w, "AND W22,W%d,#1", a64_earlier(w));
    if (gen_any(w, 2))
        GEN_CELL(w, "LDR W%d,[X12,W22,UXTW #2]", gen_read(w, "X", 0));
    else
        GEN_CELL(w, "STR W%d,[X12,W22,UXTW #2]", a64_earlier(w));
}

static void a64_decide(gen_writer *w)
{
    GEN_CELL(w, "CMP W%d,#%d", a64_earlier(w), gen_any(w, 3));
    GEN_CELL(w, "B.%s L%d", gen_any(w, 2) ? "EQ" : "NE", w->labels);
    a64_pass(w);
    GEN_CELL(w, "L%d:", w->labels++);
}

static void a64_exclusive(gen_writer *w)
{
    int at = 10 + gen_any(w, 2);
    GEN_CELL(w, "LDXR W21,[X%d]", at);
    GEN_CELL(w, "ADD W21,W21,#1");
    GEN_CELL(w, "STXR W22,W21,[X%d]", at);
}

static const gen_emitter a64[] = {a64_load,   a64_pass,  a64_pass,   a64_pass,     a64_store,
                                  a64_atomic, a64_index, a64_decide, a64_exclusive};

/* ---- x86 ---- */

static void x86_pass(gen_writer *w)
{
    static const char *const changes[] = {"ADD EAX,$1", "XOR EAX,$1", "AND EAX,$3", "ADD EAX,EAX"};
    GEN_CELL(w, "MOV EAX,[%c]", location(w));
    GEN_CELL(w, "%s", GEN_PICK(w, changes));
    GEN_CELL(w, "MOV [%c],EAX", location(w));
}

static void x86_other(gen_writer *w)
{
    static const char *const registers[] = {"EBX", "ECX", "EDX", "ESI"};
    const char *reg = registers[w->reads % 4];
    int what = gen_any(w, 4);
    if (what == 0)
        GEN_CELL(w, "INC [%c]", location(w));
    else if (what == 1)
        GEN_CELL(w, "MOV [%c],$%d", location(w), 1 + gen_any(w, 2));
    else if (what == 2)
        GEN_CELL(w, "LOCK ADD [%c],EAX", location(w));
    else {
        w->reads++;
        cm_text_append(&w->layout.observed, "%d:%s; ", w->t, reg);
        GEN_CELL(w, "MOV %s,[%c]", reg, location(w));
    }
}

static const gen_emitter x86[] = {x86_pass, x86_pass, x86_other};

/* ---- PTX ---- */

static const char *const ptx_scopes[] = {"cta", "gpu", "gpu", "sys"};

static void ptx_pass(gen_writer *w)
{
    static const char *const changes[] = {"add.u32 r21, r20, 1", "xor.b32 r21, r20, 1",
                                          "mov.u32 r21, r20", "mul.lo.u32 r21, r20, 2"};
    const char *scope = GEN_PICK(w, ptx_scopes);
    if (gen_any(w, 3))
        GEN_CELL(w, "ld.relaxed.%s.u32 r20, [%c]", scope, location(w));
    else
        GEN_CELL(w, "ld.weak.u32 r20, [%c]", location(w));
    GEN_CELL(w, "%s", GEN_PICK(w, changes));
    GEN_CELL(w, "st.relaxed.%s.u32 [%c], r21", scope, location(w));
}

static void ptx_other(gen_writer *w)
{
    const char *scope = GEN_PICK(w, ptx_scopes);
    int what = gen_any(w, 4), at = location(w);
    if (what == 0)
        GEN_CELL(w, "atom.relaxed.%s.add.u32 r%d, [%c], r21", scope, gen_read(w, "r", 0), at);
    else if (what == 1)
        GEN_CELL(w, "st.release.%s.u32 [%c], %d", scope, at, 1 + gen_any(w, 2));
    else if (what == 2)
        GEN_CELL(w, "fence.sc.%s", scope);
    else
        GEN_CELL(w, "ld.acquire.%s.u32 r%d, [%c]", scope, gen_read(w, "r", 0), at);
}

static const gen_emitter ptx[] = {ptx_pass, ptx_pass, ptx_other};

/* ---- programs ---- */

static void emit_thread(gen_writer *w, gen_device device, int size)
{
    int cta = gen_any(w, 2);
    w->layout.columns[w->t].head = gen_head(w->layout.arena, w->t, device, cta, cta, 0);
    if (device == GEN_AARCH64)
        cm_text_append(&w->layout.init, "%d:X10=x; %d:X11=y; %d:X12=t; %d:X9=1;\n", w->t, w->t,
                       w->t, w->t);
    w->reads = 0;
    for (int i = 0; i < size; i++)
        if (device == GEN_AARCH64)
            GEN_EMIT(w, a64);
        else if (device == GEN_X86)
            GEN_EMIT(w, x86);
        else
            GEN_EMIT(w, ptx);
}

char *gen_growing(cm_arena *arena, uint64_t seed, gen_kind kind)
{
    gen_writer w = {.seed = seed * 16 + 1 + (uint64_t)kind, .value = 1};
    gen_layout_init(
        &w.layout, arena,
        cm_arena_printf(arena, "CMCM random-growing-%d-%llu", (int)kind, (unsigned long long)seed));
    w.layout.locations = gen_any(&w, 2) ? "x=0; y=0; uint64_t t=0;" : "x=1; y=0; uint64_t t=1;";
    w.layout.count = 2 + (gen_any(&w, 3) == 0);
    int size = w.layout.count == 2 ? 3 : 2;
    for (w.t = 0; w.t < w.layout.count; w.t++)
        emit_thread(&w, kind == GEN_MIXED ? (gen_device)gen_any(&w, 3) : (gen_device)kind,
                    1 + gen_any(&w, size));
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}
