/* Random Vulkan programs: private and non-private accesses, atomics, fences and control barriers
 * with semantics of one or two storage classes, by threads of subgroups, workgroups and queue
 * families. */
#include "tests/gen/layout.h"

static const char *const scopes[] = {"sg", "wg", "qf", "dv"};
static const char *const places[] = {"sg 0,wg 0,qf 0", "sg 0,wg 0,qf 0", "sg 1,wg 0,qf 0",
                                     "sg 0,wg 1,qf 0", "sg 0,wg 0,qf 1"};
static const char *const classes[] = {"semsc0", "semsc0", "semsc1", "semsc0.semsc1"};

/* x is of the first storage class, y of the second as often as not: each access says its own. */
static const char *place_of(gen_writer *w, const char **location)
{
    *location = gen_any(w, 2) ? "x" : "y";
    return **location == 'x' || gen_any(w, 2) ? "sc0" : "sc1";
}

/* ".acq.dv.sc0.semsc0.semvis", or of an access without an order ".dv.sc0" */
static const char *order(gen_writer *w, const char *word, const char *class, const char *made)
{
    const char *scope = GEN_PICK(w, scopes);
    if (gen_any(w, 3) == 0)
        return cm_arena_printf(w->layout.arena, ".%s.%s", scope, class);
    const char *about = GEN_PICK(w, classes);
    return cm_arena_printf(w->layout.arena, ".%s.%s.%s.%s%s", word, scope, class, about,
                           gen_any(w, 3) ? made : "");
}

/* An access that is no atomic: ".sc0", ".nonpriv.sc0" or ".av.dv.sc0" */
static const char *plain(gen_writer *w, const char *class, const char *made)
{
    if (gen_any(w, 4) == 0)
        return cm_arena_printf(w->layout.arena, ".%s", class);
    if (gen_any(w, 2))
        return cm_arena_printf(w->layout.arena, ".nonpriv.%s", class);
    const char *scope = GEN_PICK(w, scopes);
    return cm_arena_printf(w->layout.arena, ".%s.%s.%s", made, scope, class);
}

static void load(gen_writer *w)
{
    const char *at, *class = place_of(w, &at), *how = plain(w, class, "vis");
    GEN_CELL(w, "ld%s r%d, %s", how, gen_read(w, "r", 2), at);
}

static void store(gen_writer *w)
{
    const char *at, *class = place_of(w, &at), *how = plain(w, class, "av");
    GEN_CELL(w, "st%s %s, %d", how, at, w->value++);
}

static void atomic_load(gen_writer *w)
{
    const char *at, *class = place_of(w, &at), *how = order(w, "acq", class, ".semvis");
    GEN_CELL(w, "ld.atom%s r%d, %s", how, gen_read(w, "r", 2), at);
}

static void atomic_store(gen_writer *w)
{
    const char *at, *class = place_of(w, &at), *how = order(w, "rel", class, ".semav");
    GEN_CELL(w, "st.atom%s %s, %d", how, at, w->value++);
}

static void atomic(gen_writer *w)
{
    static const char *const orders[] = {"acq", "rel", "acq_rel"};
    static const char *const made[] = {".semvis", ".semav", ".semav.semvis"};
    int kind = gen_any(w, 3);
    const char *at, *class = place_of(w, &at), *how = order(w, orders[kind], class, made[kind]);
    const char *operation = gen_any(w, 2) ? ".add" : "";
    GEN_CELL(w, "rmw.atom%s%s r%d, %s, %d", how, operation, gen_read(w, "r", 2), at, w->value++);
}

/* A fence; or a control barrier, at which the threads of a workgroup meet that have it. */
static void barrier(gen_writer *w)
{
    static const char *const orders[] = {"acq", "rel", "acq_rel"};
    static const char *const made[] = {".semvis", ".semav", ".semav.semvis"};
    int kind = gen_any(w, 3);
    const char *scope = GEN_PICK(w, scopes), *about = GEN_PICK(w, classes);
    const char *also = gen_any(w, 3) ? made[kind] : "";
    if (gen_any(w, 4))
        GEN_CELL(w, "membar.%s.%s.%s%s", orders[kind], scope, about, also);
    else if (gen_any(w, 2))
        GEN_CELL(w, "cbar.%s.%s.%s%s 1", orders[kind], scope, about, also);
    else
        GEN_CELL(w, "cbar.%s 1", scope);
}

static void device(gen_writer *w)
{
    GEN_CELL(w, "%s", gen_any(w, 2) ? "avdevice" : "visdevice");
}

/* Data passed from the first thread to the last by y, so that chains of availability and visibility
 * tell. */
static void pass_on(gen_writer *w)
{
    bool last = w->t == w->layout.count - 1;
    const char *how = w->t == 0 ? plain(w, "sc0", "av") : plain(w, "sc0", "vis");
    if (w->t == 0)
        GEN_CELL(w, "st%s x, %d", how, w->value++);
    if (w->t == 0 && gen_any(w, 2))
        barrier(w);
    if (w->t == 0)
        GEN_CELL(w, "st.atom%s y, %d", order(w, "rel", "sc0", ".semav"), w->value++);
    else if (last)
        GEN_CELL(w, "ld.atom%s r%d, y", order(w, "acq", "sc0", ".semvis"), gen_read(w, "r", 2));
    else
        GEN_CELL(w, "rmw.atom%s r%d, y, %d", order(w, "acq_rel", "sc0", ".semav.semvis"),
                 gen_read(w, "r", 2), w->value++);
    if (last && gen_any(w, 2))
        barrier(w);
    if (last)
        GEN_CELL(w, "ld%s r%d, x", how, gen_read(w, "r", 2));
}

static const gen_emitter emitters[] = {load,   load,    store,   store,  atomic_load, atomic_store,
                                       atomic, barrier, barrier, device, atomic_load, atomic_store};

char *gen_vulkan(cm_arena *arena, uint64_t seed, int size)
{
    gen_writer w = {.seed = seed * 16 + 13, .value = 1};
    gen_layout_init(&w.layout, arena,
                    cm_arena_printf(arena, "VULKAN random-vulkan-%llu", (unsigned long long)seed));
    w.layout.locations = "x=0; y=0;";
    w.layout.count = 2 + (gen_any(&w, 3) == 0);
    for (w.t = 0; w.t < w.layout.count; w.t++) {
        w.layout.columns[w.t].head =
            cm_arena_printf(arena, "P%d@%s", w.t, w.t == 0 ? places[0] : GEN_PICK(&w, places));
        w.reads = 0;
        if (seed % 2 == 0)
            pass_on(&w);
        for (int i = 1 + gen_any(&w, size); i > 0 && seed % 2 == 1; i--)
            GEN_EMIT(&w, emitters);
    }
    cm_text_add(&w.layout.observed, "x; y;");
    return gen_layout_print(&w.layout);
}
