/* Random programs whose threads are copies of one another, but for locations of their
 * own, whose addresses they may also pass on: as queue locks do. Some copies begin with
 * other values, so that not all are alike. AArch64: X10, X11 hold the addresses of x and
 * q, which holds an address; X12, X13 those of the thread's own locations; X0.. are
 * observed. */
#include "tests/gen/layout.h"

static int read_register(gen_writer *w)
{
    return gen_read(w, "X", 0);
}

static void store_own(gen_writer *w)
{
    int own = 12 + gen_any(w, 2);
    GEN_CELL(w, "MOV X20,#%d", 1 + gen_any(w, 2));
    GEN_CELL(w, "STR X20,[X%d]", own);
}

static void load_own(gen_writer *w)
{
    int own = 12 + gen_any(w, 2);
    GEN_CELL(w, "LDR X%d,[X%d]", read_register(w), own);
}

static void store_shared(gen_writer *w)
{
    GEN_CELL(w, "MOV X20,#%d", 1 + gen_any(w, 2));
    GEN_CELL(w, gen_any(w, 2) ? "STR X20,[X10]" : "STLR X20,[X10]");
}

static void load_shared(gen_writer *w)
{
    GEN_CELL(w, "LDR X%d,[X10]", read_register(w));
}

static void add_shared(gen_writer *w)
{
    GEN_CELL(w, "MOV X20,#%d", 1 + gen_any(w, 2));
    GEN_CELL(w, "LDADDAL X20,X%d,[X10]", read_register(w));
}

/* Puts an address into q, and often uses the one that was there. */
static void swap_address(gen_writer *w)
{
    int own = 12 + gen_any(w, 2);
    GEN_CELL(w, gen_any(w, 2) ? "SWPAL X%d,X14,[X11]" : "SWP X%d,X14,[X11]", own);
    switch (gen_any(w, 4)) {
    case 0:
        GEN_CELL(w, "MOV X20,#3");
        GEN_CELL(w, "STR X20,[X14]");
        break;
    case 1:
        GEN_CELL(w, "LDR X%d,[X14]", read_register(w));
        break;
    case 2:
        GEN_CELL(w, "STR X12,[X14]");
        break;
    default:
        GEN_CELL(w, "MOV X%d,X14", read_register(w));
    }
}

static void store_address(gen_writer *w)
{
    int own = 12 + gen_any(w, 2);
    GEN_CELL(w, "STR X%d,[X11]", own);
}

static void load_address(gen_writer *w)
{
    GEN_CELL(w, "LDR X%d,[X11]", read_register(w));
}

static void follow_address(gen_writer *w)
{
    GEN_CELL(w, "LDR X15,[X11]");
    if (gen_any(w, 2))
        GEN_CELL(w, "LDR X%d,[X15]", read_register(w));
    else
        GEN_CELL(w, "STR X12,[X15]");
}

static void swap_if_mine(gen_writer *w)
{
    int reg = read_register(w);
    GEN_CELL(w, "MOV X%d,X12", reg);
    GEN_CELL(w, "CAS X%d,X13,[X11]", reg);
}

/* By equality, which exchanged addresses keep; by size, a difference, a part: they do not. */
static void compare_address(gen_writer *w)
{
    static const char *const conditions[] = {"EQ", "NE", "EQ", "NE", "HI", "LS"};
    const char *condition = GEN_PICK(w, conditions);
    GEN_CELL(w, "LDR X16,[X11]");
    GEN_CELL(w, "CMP X16,X%d", 12 + gen_any(w, 2));
    GEN_CELL(w, "CSET X%d,%s", read_register(w), condition);
}

static void part_of_address(gen_writer *w)
{
    static const char *const parts[] = {"SUB X17,X12,X13",  "ADD X17,X12,#0", "MOV W17,W12",
                                        "AND X17,X12,#0xf", "ADD X17,X13,#8", "LSR X17,X12,#4"};
    if (gen_any(w, 3))
        return;
    GEN_CELL(w, "%s", GEN_PICK(w, parts));
    if (gen_any(w, 2))
        GEN_CELL(w, "STR X17,[X10]");
    else
        GEN_CELL(w, "MOV X%d,X17", read_register(w));
}

static void fence(gen_writer *w)
{
    static const char *const fences[] = {"DMB SY", "DMB LD", "DMB ST"};
    GEN_CELL(w, "%s", GEN_PICK(w, fences));
}

static const gen_emitter a64[] = {store_own,       load_own,       store_shared, load_shared,
                                  add_shared,      swap_address,   swap_address, store_address,
                                  load_address,    follow_address, swap_if_mine, compare_address,
                                  part_of_address, fence};

/* ---- x86 and PTX: own locations are named o0, o1, .. ---- */

static void x86_any(gen_writer *w)
{
    static const char *const registers[] = {"EBX", "ECX", "EDX", "ESI"};
    const char *reg = registers[w->reads % 4];
    int value = 1 + gen_any(w, 2), what = gen_any(w, 6);
    if (what == 0)
        GEN_CELL(w, "MOV [o%d],$%d", w->t, value);
    else if (what == 1)
        GEN_CELL(w, "MOV [x],$%d", value);
    else if (what == 2)
        GEN_CELL(w, "MFENCE");
    else if (what == 3) {
        GEN_CELL(w, "MOV EAX,[x]");
        GEN_CELL(w, "MOV [o%d],EAX", w->t);
    } else {
        w->reads++;
        cm_text_append(&w->layout.observed, "%d:%s; ", w->t, reg);
        if (what == 4)
            GEN_CELL(w, "MOV %s,[o%d]", reg, w->t);
        else
            GEN_CELL(w, "MOV %s,[x]", reg);
    }
}

static void ptx_any(gen_writer *w)
{
    static const char *const loads[] = {"ld.weak", "ld.relaxed.gpu", "ld.acquire.sys",
                                        "ld.relaxed.cta"};
    static const char *const stores[] = {"st.weak", "st.relaxed.gpu", "st.release.sys",
                                         "st.relaxed.cluster"};
    static const char *const fences[] = {"fence.sc.cta", "fence.sc.gpu", "fence.acq_rel.cluster"};
    const char *at = gen_any(w, 2) ? "x" : cm_arena_printf(w->layout.arena, "o%d", w->t);
    int value = 1 + gen_any(w, 2), what = gen_any(w, 5);
    if (what <= 1)
        GEN_CELL(w, "%s.u32 [%s], %d", GEN_PICK(w, stores), at, value);
    else if (what == 2)
        GEN_CELL(w, "%s", GEN_PICK(w, fences));
    else if (what == 3)
        GEN_CELL(w, "atom.relaxed.gpu.add.u32 r%d, [%s], 1", gen_read(w, "r", 0), at);
    else {
        const char *load = GEN_PICK(w, loads);
        GEN_CELL(w, "%s.u32 r%d, [%s]", load, gen_read(w, "r", 0), at);
    }
}

/* ---- programs ---- */

static void begin_thread(gen_writer *w, gen_device device, int apart)
{
    int cta = apart ? w->t : 0;
    w->layout.columns[w->t].head =
        gen_head(w->layout.arena, w->t, device, cta, apart == 2 ? cta : 0, 0);
    if (device == GEN_AARCH64)
        cm_text_append(&w->layout.init, "%d:X10=x; %d:X11=q; %d:X12=o%d; %d:X13=p%d;\n", w->t, w->t,
                       w->t, w->t, w->t, w->t);
}

static void emit_thread(gen_writer *w, gen_device device, int size)
{
    w->reads = 0;
    for (int i = 0; i < size; i++)
        if (device == GEN_AARCH64)
            GEN_EMIT(w, a64);
        else
            (device == GEN_X86 ? x86_any : ptx_any)(w);
}

/* Mostly the same for all. */
static const char *own_locations(gen_writer *w)
{
    cm_text text = cm_text_new(w->layout.arena);
    int odd = gen_any(w, 6) ? -1 : 1;
    for (int t = 0; t < w->layout.count; t++)
        cm_text_append(&text, "uint64_t o%d=%d; uint64_t p%d; ", t, t == odd, t);
    return text.data;
}

char *gen_alike(cm_arena *arena, uint64_t seed, gen_device device)
{
    gen_writer w = {.seed = seed * 16 + 12 + (uint64_t)device, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "CMCM random-alike-%llu", (unsigned long long)seed));
    w.layout.count = gen_any(&w, 5) == 0 ? 3 : 2;
    int size = w.layout.count == 2 ? 2 + gen_any(&w, 3) : 1 + gen_any(&w, 2);
    if (device == GEN_AARCH64)
        w.layout.locations =
            cm_arena_printf(arena, "uint64_t x=0; uint64_t q=x; %s", own_locations(&w));
    else
        w.layout.locations = gen_any(&w, 6) ? "x=0; o0=0; o1=0; o2=0;" : "x=0; o0=0; o1=1; o2=0;";
    int apart = gen_any(&w, 3); /* one CTA; one cluster; none in common */
    uint64_t body = gen_random(&w.seed), kept = w.seed;
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        begin_thread(&w, device, apart);
        w.seed = body;
        emit_thread(&w, device, size);
    }
    w.seed = kept;
    for (int t = 0; t < w.layout.count && gen_any(&w, 3); t++)
        cm_text_append(&w.layout.observed, "o%d; ", t);
    cm_text_add(&w.layout.observed, device == GEN_AARCH64 && gen_any(&w, 2) ? "x; q;" : "x;");
    return gen_layout_print(&w.layout);
}
