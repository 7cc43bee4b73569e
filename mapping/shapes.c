/* Tests of several threads around one instruction. A thread is a row of items (items.c), a letter
 * for what it does and one for the location: `wx Iy` stores the data in x, and then has the
 * instruction with y. */
#include "mapping/shape.h"

#include "litmus/isa/isa.h"

#include <string.h>

enum { LOCATIONS = 3 };
typedef enum topic {
    STORES,
    LOADS,
    UPDATES,
    ALWAYS_BOTH,
    FENCES,
    MEETS,
    COMPUTES,
    DECIDES,
    JUMPS
} topic;
static const char *const spreads[] = {"lanes", "near", "cluster", "apart", "far", "two"};

/* DATA: with each kind of data. TWO: only the first two threads are near. VARIED: once for each
 * quality that the mapping tells of. SOURCE: of source languages only. UNUSED: what the operation
 * reads goes nowhere, in sets where that is no instruction of its own. */
enum { DATA = 1, TWO = 2, VARIED = 4, SOURCE = 8, UNUSED = 16 };

static const struct cm_shape {
    const char *name;
    topic about;
    unsigned ways;
    const char *threads[CM_SHAPE_THREADS];
} shapes[] = {
    {"mp-w", STORES, DATA, {"wx Iy", "Ry rx"}},
    {"lb-w", STORES, DATA, {"rx Iy", "Ry wx"}},
    {"isa2-w", STORES, 0, {"wx Wy", "Ry Iz", "Rz rx"}},
    {"isa2-two-w", STORES, TWO, {"wx Ly", "Ay Iz", "Rz rx"}},
    {"mp-fence-w", STORES, DATA, {"wx F Iy", "ny F rx"}},
    {"sb-w", STORES, 0, {"Iy F nx", "mx F ny"}},
    {"corr-w", STORES, 0, {"Iy", "ny ny"}},
    {"coww-w", STORES, 0, {"Iy My", "ny ny"}},
    {"cowr-w", STORES, 0, {"Iy ny", "My"}},
    {"data-w", STORES, 0, {"Ix Wy", "Ry nx"}},
    {"data-plain-w", STORES, 0, {"Ix Wy", "Ry rx"}},
    {"data-varied-w", STORES, VARIED, {"Ix Vy", "Uy nx"}},
    {"data-late-w", STORES, 0, {"rx Wy", "Ry Ix"}},
    {"mp-r", LOADS, DATA, {"wx Wy", "Ky rx"}},
    {"lb-r", LOADS, DATA, {"rx Wy", "Ky wx"}},
    {"isa2-m", LOADS, 0, {"wx Wy", "Ky Wz", "Rz rx"}},
    {"isa2-r", LOADS, 0, {"wx Wy", "Ry Wz", "Kz rx"}},
    {"isa2-two-r", LOADS, TWO, {"wx Ly", "Ky Wz", "Rz rx"}},
    {"mp-fence-r", LOADS, DATA, {"wx F my", "Ky F rx"}},
    {"sb-r", LOADS, 0, {"mx F Ky", "my F nx"}},
    {"corr-r", LOADS, 0, {"my", "Ky ny"}},
    {"corr-late-r", LOADS, 0, {"my", "ny Ky"}},
    {"corr-plain-r", LOADS, 0, {"Wy", "Ky Ky"}},
    {"cowr-r", LOADS, 0, {"my Ky", "My"}},
    {"corw-r", LOADS, 0, {"Ky my", "My"}},
    {"data-r", LOADS, 0, {"mx Wy", "Ry Kx"}},
    {"data-plain-r", LOADS, 0, {"wx Wy", "Ry Kx"}},
    {"data-varied-r", LOADS, VARIED, {"mx Vy", "Uy Kx"}},
    {"data-early-r", LOADS, 0, {"Kx Wy", "Ry mx"}},
    {"mp-unequal", UPDATES, 0, {"wx Wy", "Hy rx"}},
    {"sc-r", LOADS, DATA, {"Sx Ky", "Sy Qx"}},
    {"sc-w", STORES, DATA, {"Iy Qx", "Sx Qy"}},
    {"sc-co", STORES, SOURCE, {"Sx Iy", "Jy Qx"}},
    {"two", ALWAYS_BOTH, 0, {"Iy", "Jy"}},
    {"passes-on", ALWAYS_BOTH, 0, {"wx Wy", "Ky", "Ry rx"}},
    {"beside-store", ALWAYS_BOTH, 0, {"Iy ny", "My"}},
    {"mp-unused", ALWAYS_BOTH, DATA | SOURCE | UNUSED, {"wx Wy", "Ky a rx"}},
    {"sequence", ALWAYS_BOTH, DATA | SOURCE, {"wx Wy", "Ky My", "Ry rx"}},
    {"mp-f-w", FENCES, DATA, {"wx I my", "Ry rx"}},
    {"mp-f-r", FENCES, DATA, {"wx Wy", "ny I rx"}},
    {"mp-f-both", FENCES, DATA, {"wx I my", "ny I rx"}},
    {"lb-f-w", FENCES, DATA, {"rx I my", "Ry wx"}},
    {"lb-f-r", FENCES, DATA, {"rx Wy", "ny I wx"}},
    {"sb-f", FENCES, 0, {"mx I ny", "my F nx"}},
    {"isa2-f-m", FENCES, 0, {"wx Wy", "ny I mz", "Rz rx"}},
    {"isa2-f-w", FENCES, 0, {"wx Wy", "Ry I mz", "Rz rx"}},
    {"isa2-two-f", FENCES, TWO, {"wx Ly", "Ay I mz", "Rz rx"}},
    {"iriw-f", FENCES, 0, {"mx", "my", "nx I ny", "ny F nx"}},
    {"mp-b", MEETS, DATA, {"wx I", "I rx"}},
    {"lb-b", MEETS, DATA, {"rx I", "I wx"}},
    {"mp-b-f", MEETS, DATA, {"wx f I", "I f rx"}},
    {"isa2-two-b", MEETS, TWO, {"wx I", "I Wy", "Ry rx"}},
    {"lb-c", COMPUTES, 0, {"ny C cx", "nx my"}},
    {"lb-d", COMPUTES, 0, {"ny D cx", "nx my"}},
    {"mp-if", DECIDES, 0, {"wx Wy", "Ry ? rx"}},
    {"lb-if", DECIDES, 0, {"rx Wy", "Ry ? wx"}},
    {"mp-else", JUMPS, 0, {"wx Wy", "Ry ! rx mz"}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

static const char *const data_names[] = {"", "-relaxed", "-shared"};

static const char *location_name(cm_arena *arena, int location)
{
    (void)arena;
    static const char *const names[LOCATIONS] = {"x", "y", "z"};
    return names[location];
}

/* ---- a test ---------------------------------------------------------------------------- */

static const char *head_of_thread(const cm_shaping *c, int thread)
{
    static const struct {
        bool wave, cta, cluster, gpu; /* does each thread have one of its own? */
    } own[] = {[LANES] = {false, false, false, false}, [NEAR] = {true, false, false, false},
               [CLUSTER] = {true, true, false, false}, [APART] = {true, true, true, false},
               [FAR] = {true, true, true, true},       [FIRST_TWO] = {true, false, false, false}};
    int t = thread, cta = own[c->spread].cta ? t : 0;
    if (!cm_arch_has_places(c->making->mapping->from))
        return cm_arena_printf(c->arena, "P%d", t);
    if (c->spread == FIRST_TWO && t > 1)
        cta = 1;
    return cm_arena_printf(c->arena, "P%d@wave %d,cta %d,%sgpu %d", t, own[c->spread].wave ? t : 0,
                           cta, c->spread == CLUSTER ? "cluster 0," : "",
                           own[c->spread].gpu ? t : 0);
}

static const char *text_of_shape(cm_shaping *c, const char *name)
{
    const char *heads[CM_SHAPE_THREADS];
    cm_text init = cm_text_new(c->arena);
    for (int l = 0; l < LOCATIONS; l++) {
        bool shared = cm_shape_is_shared(c, l);
        cm_text_append(&init, " %s%s%s=%d;", shared ? "shared " : "", location_name(c->arena, l),
                       shared ? "@cta 0" : "", l == 1 ? c->initially : 0);
        cm_text_append(&c->observed, " %s;", location_name(c->arena, l));
    }
    cm_text_add(&init, c->init.data);
    for (int t = 0; t < c->thread_count; t++)
        heads[t] = head_of_thread(c, t);
    return cm_map_text_of_threads(c->arena, c->threads, heads, c->thread_count, name, init.data,
                                  c->observed.data);
}

static bool has_rules(const cm_shaping *c, const cm_writer *w)
{
    for (int r = 0; r < w->row_count; r++)
        if (!cm_map_is_label(w->rows[r]) &&
            !cm_map_has_rule(c->arena, c->making->mapping, w->rows[r]))
            return false;
    return true;
}

static void write_threads(cm_shaping *c)
{
    c->init = cm_text_new(c->arena);
    c->observed = cm_text_new(c->arena);
    c->work = cm_work_new(c->arena);
    c->fits = true;
    c->varied = false;
    c->unused = c->shape->ways & UNUSED;
    c->thread_count = 0;
    for (int t = 0; t < CM_SHAPE_THREADS && c->shape->threads[t]; t++) {
        c->threads[t] = cm_writer_open(&c->work, c->making->mapping->from, t, &c->init, &c->labels,
                                       location_name, LOCATIONS);
        cm_shape_write(c, &c->threads[t], c->shape->threads[t]);
        c->fits = c->fits && has_rules(c, &c->threads[t]);
        c->thread_count++;
    }
    c->fits &= !c->variation || c->varied;
}

/* Written in the first way for whose instructions the mapping has rules. A fence synchronises
 * through atomics of its scope and wider ones only, so that memory of a CTA is accessed at the
 * widest scope where the mapping has rules for that. False: in no way. */
static bool write_somehow(cm_shaping *c)
{
    bool shared = c->flag_shared || c->data == SHARED;
    for (c->handing = BY_ORDER; c->handing < HANDINGS; c->handing++)
        for (int wide = shared; wide >= 0; wide--) {
            c->local_wide = wide > 0;
            write_threads(c);
            if (c->fits)
                return true;
        }
    return false;
}

static bool make_shape(cm_shaping *c)
{
    if (!write_somehow(c))
        return true;
    c->making->shaped[c->instance->rule] = true;
    const char *name = cm_arena_printf(
        c->arena, "%s-%s%s%s-%s%s%s%s",
        cm_map_instance_name(c->arena, c->making->mapping, c->instance), c->shape->name,
        c->variation ? "-" : "", c->variation ? c->variation->name : "", spreads[c->spread],
        data_names[c->data], c->flag_shared && !c->instance->shared ? "-flag" : "",
        c->initially ? "-3" : "");
    const char *text = text_of_shape(c, name);
    if (c->spread == LANES && !cm_map_is_read(c->arena, c->making->mapping, text))
        return true; /* the target's tests have one lane of a wave */
    return c->making->sink(c->making->context, name, text);
}

/* ---- all of an instruction -------------------------------------------------------------- */

static bool is_about(const cm_map_instance *n, topic about)
{
    bool nothing = !n->reads && !n->writes && !n->fences && !n->meets && !n->jumps;
    switch (about) {
    case STORES:
        return n->writes;
    case LOADS:
        return n->reads;
    case UPDATES:
    case ALWAYS_BOTH:
        return n->reads && n->writes;
    case FENCES:
        return n->fences && !n->reads && !n->writes && !n->meets;
    case MEETS:
        return n->meets;
    case DECIDES:
    case JUMPS:
        return n->jumps && (n->inputs > 0) == (about == DECIDES);
    default:
        return nothing && n->to >= 0 && n->inputs > 0;
    }
}

/* Where the threads must be for its scope to decide; memory of a CTA is reached in it only. */
static bool is_place(const cm_shaping *c, cm_shape_spread place)
{
    const cm_map_instance *n = c->instance;
    static const cm_shape_spread of_scope[] = {
        [CM_SCOPE_SYS] = FAR,  [CM_SCOPE_DEVICE] = APART, [CM_SCOPE_CLUSTER] = CLUSTER,
        [CM_SCOPE_CTA] = NEAR, [CM_SCOPE_WAVE] = LANES,   [CM_SCOPE_THREAD] = LANES};
    bool shared = c->flag_shared || c->data == SHARED;
    if (c->shape->ways & TWO)
        return place == FIRST_TWO && !shared && cm_arch_has_places(c->making->mapping->from);
    if (!cm_arch_has_places(c->making->mapping->from) || shared || n->meets)
        return place == NEAR ||
               (shared && n->scoped && place == LANES && of_scope[n->scope] == LANES);
    if (!n->scoped)
        return place == NEAR || place == APART || place == FAR;
    return place == of_scope[n->scope];
}

/* Memory of a CTA is a matter of the shapes. */
static bool moves_locations(const cm_map_words *variation)
{
    bool moves = false;
    for (int i = 0; i < variation->count; i++)
        moves |= *variation->items[i].from == '[';
    return moves;
}

/* At each place, and a varied shape once for each quality that the mapping tells of. */
static bool make_places(cm_shaping *c)
{
    const cm_mapping *m = c->making->mapping;
    int variations = (c->shape->ways & VARIED) ? m->variation_count : 0;
    for (int place = LANES; place <= FIRST_TWO; place++) {
        c->spread = (cm_shape_spread)place;
        if (!is_place(c, c->spread))
            continue;
        c->variation = NULL;
        if (!(c->shape->ways & VARIED) && !make_shape(c))
            return false;
        for (int i = 0; i < variations; i++) {
            c->variation = &m->variations[i];
            if (!moves_locations(c->variation) && !make_shape(c))
                return false;
        }
    }
    return true;
}

/* With flags in each memory, begun as 0 and as 3, at each place. */
static bool make_flags(cm_shaping *c)
{
    const cm_map_instance *n = c->instance;
    bool accesses = n->reads || n->writes, around = n->fences || c->shape->about == COMPUTES;
    bool again = n->reads && n->writes && strcmp(c->shape->name, "mp-w") == 0;
    for (int shared = 0; shared < 2; shared++) {
        c->flag_shared = shared;
        if (shared ? !cm_map_has_shared(c->making->mapping) ||
                         !(accesses ? n->shared || n->anywhere : around)
                   : n->shared)
            continue;
        for (c->initially = 0; c->initially < (again ? 4 : 1); c->initially += 3)
            if (!make_places(c))
                return false;
    }
    return true;
}

bool cm_map_shape_tests(const cm_map_making *making, cm_arena *arena,
                        const cm_map_instance *instance)
{
    cm_shaping c = {.making = making, .arena = arena, .instance = instance};
    bool source = cm_writer_of(making->mapping->from)->body != NULL;
    for (int i = 0; i < SHAPES; i++) {
        c.shape = &shapes[i];
        if ((c.shape->ways & SOURCE) && !source)
            continue;
        bool shared = cm_map_has_shared(making->mapping);
        for (int data = PLAIN; data < DATA_KINDS && is_about(instance, c.shape->about); data++) {
            c.data = (cm_shape_data)data;
            if ((data != PLAIN && !(c.shape->ways & DATA)) || (data == SHARED && !shared))
                continue;
            if (!make_flags(&c))
                return false;
        }
    }
    return true;
}
