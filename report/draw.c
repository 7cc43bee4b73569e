/* What a picture of an execution has. See draw.h. */
#include "report/draw.h"

#include "base/text.h"
#include "litmus/isa/isa.h"
#include "report/execution.h"

#include <string.h>

/* Told apart by hue, by lightness and by pattern (after Okabe and Ito, "Color Universal
 * Design", darker on white and lighter on black for contrast). */
static const cm_stroke_style styles[] = {
    [CM_STROKE_PO] = {"po", "#6b7380", "#98a2b0", "", "solid"},
    [CM_STROKE_RF] = {"rf", "#b8410a", "#ff9d5c", "", "bold"},
    [CM_STROKE_CO] = {"co", "#0b5cad", "#6cb4ff", "8 4", "dashed"},
    [CM_STROKE_FR] = {"fr", "#7d2f99", "#dba4f5", "9 3 2 3", "dashed"},
    [CM_STROKE_DEPENDENCY] = {"dep", "#6e5600", "#e6c84a", "2 3", "dotted"},
    [CM_STROKE_DERIVED] = {"def", "#00614b", "#4fd6b0", "14 3", "solid"},
    [CM_STROKE_PAIR] = {"pair", "#c2003c", "#ff7f9e", "5 4", "dashed"},
    [CM_STROKE_MEETS] = {"meets", "#3f5f8a", "#9fbbe0", "1 3", "dotted"},
};

const cm_stroke_style *cm_stroke_style_of(cm_stroke stroke)
{
    return &styles[stroke];
}

static cm_stroke stroke_of(const char *name)
{
    static const struct {
        const char *name;
        cm_stroke stroke;
    } rows[] = {
        {"po", CM_STROKE_PO},           {"rf", CM_STROKE_RF},
        {"rfe", CM_STROKE_RF},          {"rfi", CM_STROKE_RF},
        {"co", CM_STROKE_CO},           {"coe", CM_STROKE_CO},
        {"coi", CM_STROKE_CO},          {"fr", CM_STROKE_FR},
        {"fre", CM_STROKE_FR},          {"fri", CM_STROKE_FR},
        {"addr", CM_STROKE_DEPENDENCY}, {"data", CM_STROKE_DEPENDENCY},
        {"ctrl", CM_STROKE_DEPENDENCY}, {"rmw", CM_STROKE_DEPENDENCY},
        {"meets", CM_STROKE_MEETS},
    };
    int found = CM_NAMED_INDEX(rows, sizeof rows / sizeof *rows, name, name);
    return found < 0 ? CM_STROKE_DERIVED : rows[found].stroke;
}

/* ---- edges -------------------------------------------------------------------- */

static cm_drawn_edge *edge_of(cm_arena *arena, cm_drawing *d, uint32_t from, uint32_t to,
                              bool extra)
{
    for (int i = 0; i < d->edge_count; i++) {
        cm_drawn_edge *edge = &d->edges[i];
        if (edge->from == from && edge->to == to && !edge->extra && !extra &&
            edge->stroke != CM_STROKE_PAIR)
            return edge;
    }
    CM_RESERVE(arena, d->edges, d->edge_count, d->edge_capacity);
    d->edges[d->edge_count] = (cm_drawn_edge){.from = from, .to = to, .extra = extra};
    return &d->edges[d->edge_count++];
}

static int name_index(const cm_drawn_edge *edge, const char *name)
{
    int at = 0;
    while (at < edge->name_count && strcmp(edge->names[at], name) != 0)
        at++;
    return at;
}

/* What the execution says itself decides how an edge looks: a synchronisation that goes over rf
 * looks as rf does. */
static cm_stroke stroke_of_all(const cm_drawn_edge *edge)
{
    static const cm_stroke first[] = {CM_STROKE_RF,         CM_STROKE_CO,      CM_STROKE_FR,
                                      CM_STROKE_DEPENDENCY, CM_STROKE_DERIVED, CM_STROKE_MEETS};
    for (size_t k = 0; k < sizeof first / sizeof *first; k++)
        for (int i = 0; i < edge->name_count; i++)
            if (stroke_of(edge->names[i]) == first[k])
                return first[k];
    return CM_STROKE_PO;
}

static void add_name(cm_arena *arena, cm_drawn_edge *edge, const char *name, bool strong)
{
    int at = name_index(edge, name);
    if (at < edge->strong_count || (at < edge->name_count && !strong))
        return;
    if (at == edge->name_count) {
        size_t count = (size_t)edge->name_count;
        edge->names = cm_arena_grow(arena, edge->names, count, count + 1, sizeof *edge->names);
        edge->name_count++;
    }
    /* Strong ones go first, and po, which the column shows, last. */
    bool before_po = edge->strong_count == 0 && at > 0 && stroke_of(edge->names[0]) == CM_STROKE_PO;
    int place = strong ? edge->strong_count++ : before_po ? 0 : at;
    memmove(edge->names + place + 1, edge->names + place,
            (size_t)(at - place) * sizeof *edge->names);
    edge->names[place] = name;
    edge->stroke = stroke_of_all(edge);
}

void cm_drawing_add(cm_arena *arena, cm_drawing *d, uint32_t from, uint32_t to, const char *name,
                    bool strong)
{
    d->marked[from] |= strong;
    d->marked[to] |= strong;
    if (from != to)
        add_name(arena, edge_of(arena, d, from, to, false), name, strong);
}

void cm_drawing_add_pair(cm_arena *arena, cm_drawing *d, uint32_t from, uint32_t to,
                         const char *name)
{
    d->marked[from] = d->marked[to] = true;
    if (from == to)
        return;
    cm_drawn_edge *edge = NULL; /* two flags of one pair are one edge */
    for (int i = 0; i < d->edge_count && !edge; i++)
        if (d->edges[i].stroke == CM_STROKE_PAIR && d->edges[i].from == from &&
            d->edges[i].to == to)
            edge = &d->edges[i];
    if (!edge) {
        CM_RESERVE(arena, d->edges, d->edge_count, d->edge_capacity);
        edge = &d->edges[d->edge_count++];
        *edge = (cm_drawn_edge){.from = from, .to = to};
    }
    add_name(arena, edge, name, true);
    edge->stroke = CM_STROKE_PAIR;
}

static bool is_drawn_as(const cm_drawing *d, uint32_t from, uint32_t to, const char *name)
{
    for (int i = 0; i < d->edge_count; i++)
        if (d->edges[i].from == from && d->edges[i].to == to &&
            name_index(&d->edges[i], name) < d->edges[i].name_count)
            return true;
    return false;
}

void cm_drawing_show(cm_arena *arena, cm_drawing *d, const cm_named_rel *show, bool extra)
{
    if (show->is_set)
        return;
    for (uint32_t a = 0; a < show->rel.n; a++)
        CM_EACH(cm_rel_row(&show->rel, a), show->rel.words, show->rel.n, b)
        {
            if (a != b && !is_drawn_as(d, a, b, show->name))
                add_name(arena, edge_of(arena, d, a, b, extra), show->name, false);
        }
}

/* A control dependency reaches all that comes later; the first is enough to see. */
static void add_dependency(cm_arena *arena, cm_drawing *d, cm_base_kind kind, const char *name)
{
    const cm_execution *x = d->execution;
    cm_rel rel = cm_execution_relation(arena, x, kind);
    for (uint32_t a = 0; a < rel.n; a++) {
        bool any = false;
        CM_EACH(cm_rel_row(&rel, a), rel.words, rel.n, b)
        {
            bool memory = x->events[b].kind == 'R' || x->events[b].kind == 'W';
            if (a == b || (kind == CM_BASE_CTRL && (any || !memory)))
                continue;
            any = true;
            cm_drawing_add(arena, d, a, b, name, false);
        }
    }
}

/* Who comes to a barrier is joined with the partner in the next thread that has one. */
static void add_meetings(cm_arena *arena, cm_drawing *d)
{
    const cm_execution *x = d->execution;
    for (uint32_t a = 0; a < x->event_count; a++)
        for (uint32_t b = a + 1; b < x->event_count; b++)
            if (x->events[a].thread != x->events[b].thread &&
                (cm_rel_has(&x->meets, a, b) || cm_rel_has(&x->meets, b, a))) {
                cm_drawing_add(arena, d, a, b, "meets", false);
                break;
            }
}

cm_drawing *cm_drawing_new(cm_arena *arena, const cm_execution *execution)
{
    cm_drawing *d = CM_NEW(arena, cm_drawing);
    *d = (cm_drawing){.title = "", .subtitle = "", .caption = "", .execution = execution};
    if (!execution)
        return d;
    d->marked = CM_NEW_ARRAY(arena, execution->event_count + 1, bool);
    /* Of parts of one access, which po does not order, the last leads on: the column shows the
     * rest. */
    for (uint32_t a = 0; a + 1 < d->execution->po.n; a++)
        if (cm_rel_has(&d->execution->po, a, a + 1))
            cm_drawing_add(arena, d, a, a + 1, "po", false);
    add_dependency(arena, d, CM_BASE_ADDR, "addr");
    add_dependency(arena, d, CM_BASE_DATA, "data");
    add_dependency(arena, d, CM_BASE_CTRL, "ctrl");
    add_dependency(arena, d, CM_BASE_RMW, "rmw");
    add_meetings(arena, d);
    for (uint32_t w = 0; w < execution->rf.n; w++)
        CM_EACH(cm_rel_row(&execution->rf, w), execution->rf.words, execution->rf.n, r)
    cm_drawing_add(arena, d, w, r, "rf", false);
    /* co from write to write, with none in between; that initial ones come first is no news. fr
     * from each read to the write right after the one it reads from. */
    const cm_execution *x = execution;
    cm_rel twice = cm_rel_new(arena, x->co.n);
    cm_rel_seq(&twice, &x->co, &x->co);
    for (uint32_t w = 0; w < x->co.n; w++)
        CM_EACH(cm_rel_row(&x->co, w), x->co.words, x->co.n, after)
        {
            if (x->events[w].thread >= 0 && !cm_rel_has(&twice, w, after))
                cm_drawing_add(arena, d, w, after, "co", false);
        }
    for (uint32_t w = 0; w < x->rf.n; w++)
        CM_EACH(cm_rel_row(&x->rf, w), x->rf.words, x->rf.n, r)
    CM_EACH(cm_rel_row(&x->co, w), x->co.words, x->co.n, after)
    {
        if (!cm_rel_has(&twice, w, after) && after != r)
            cm_drawing_add(arena, d, r, after, "fr", false);
    }
    return d;
}

bool cm_is_drawn(const cm_drawing *d, uint32_t event)
{
    bool drawn = d->execution->events[event].thread >= 0 || d->marked[event];
    for (int i = 0; i < d->edge_count; i++)
        drawn |= (d->edges[i].from == event || d->edges[i].to == event) && !d->edges[i].extra;
    return drawn;
}

/* ---- words ----------------------------------------------------------------------- */

/* `rf` says nothing more where `rfe` is strong. */
static bool is_said(const cm_drawn_edge *edge, int name)
{
    cm_stroke stroke = stroke_of(edge->names[name]);
    for (int i = 0; i < edge->strong_count; i++)
        if (stroke != CM_STROKE_DERIVED && stroke != CM_STROKE_DEPENDENCY &&
            stroke_of(edge->names[i]) == stroke)
            return true;
    return stroke == CM_STROKE_PO || (stroke == CM_STROKE_MEETS && edge->strong_count > 0);
}

char *cm_drawn_label(cm_arena *arena, const cm_drawn_edge *edge)
{
    cm_text out = cm_text_new(arena);
    for (int i = 0; i < edge->name_count && !edge->extra; i++)
        if (i < edge->strong_count || !is_said(edge, i))
            cm_text_append(&out, "%s%s", out.length ? ", " : "", edge->names[i]);
    return out.data;
}

char *cm_drawn_event(cm_arena *arena, const cm_test *test, const cm_event *event)
{
    cm_text out = cm_text_new(arena);
    cm_report_label(&out, event);
    cm_text_add(&out, ": ");
    cm_report_access(&out, test, event);
    return out.data;
}

static void add_events(cm_text *out, const cm_execution *x)
{
    int thread = -2;
    for (uint32_t i = 0; i < x->event_count; i++) {
        const cm_event *e = &x->events[i];
        if (e->thread < 0 && thread != -1)
            cm_text_add(out, "Initially: ");
        else if (e->thread != thread)
            cm_text_append(out, "%sP%d, %s", thread >= -1 ? ". " : "",
                           x->test->threads[e->thread].id,
                           cm_arch_name(x->test->threads[e->thread].arch));
        if (e->thread >= 0 && e->thread != thread) {
            cm_placement_print(out, ", ", ",", &x->test->threads[e->thread].at);
            cm_text_add(out, ": ");
        } else if (e->thread == thread) {
            cm_text_add(out, "; ");
        }
        thread = e->thread;
        cm_text_add(out, cm_drawn_event(out->arena, x->test, e));
        if (e->thread >= 0)
            cm_text_append(out, " (%s)",
                           x->test->threads[e->thread].instructions[e->instruction].text);
    }
    cm_text_add(out, ". ");
}

static void add_edges(cm_text *out, const cm_drawing *d, bool strong)
{
    const char *before = strong ? "The cycle: " : "Also: ";
    for (int i = 0; i < d->edge_count; i++) {
        const cm_drawn_edge *e = &d->edges[i];
        const char *label = cm_drawn_label(out->arena, e);
        if ((e->strong_count > 0) != strong || !*label)
            continue;
        cm_text_add(out, before);
        cm_report_label(out, &d->execution->events[e->from]);
        cm_text_append(out, " %s ", label);
        cm_report_label(out, &d->execution->events[e->to]);
        before = "; ";
    }
    if (*before == ';')
        cm_text_add(out, ". ");
}

char *cm_drawing_words(cm_arena *arena, const cm_drawing *d)
{
    cm_text out = cm_text_new(arena);
    cm_text_append(&out, "%s%s", d->subtitle, *d->subtitle ? " " : "");
    if (d->execution) {
        add_events(&out, d->execution);
        add_edges(&out, d, true);
        add_edges(&out, d, false);
    }
    cm_text_add(&out, d->caption);
    return out.data;
}

/* ---- columns -------------------------------------------------------------------- */

typedef struct grouping {
    cm_arena *arena;
    const cm_test *test;
    cm_columns *columns;
    int capacity;
    bool has_gpu, several_systems;
} grouping;

static bool is_gpu(const cm_test *test, int thread)
{
    return cm_arch_is_gpu(test->threads[thread].arch);
}

static const char *place_title(grouping *g, const cm_placement *at, cm_scope level, int number)
{
    return cm_arena_printf(g->arena, "%s %d", cm_places_word(at->places, level), number);
}

/* NULL: no box is drawn for that place. */
static const char *title_of(grouping *g, int thread, cm_scope level)
{
    const cm_placement *at = &g->test->threads[thread].at;
    bool gpu = is_gpu(g->test, thread);
    switch (level) {
    case CM_SCOPE_SYS:
        return g->several_systems ? cm_arena_printf(g->arena, "system %d", cm_placement_system(at))
                                  : NULL;
    case CM_SCOPE_DEVICE:
        if (gpu && at->domain > 0)
            return cm_arena_printf(g->arena, "GPU %d, domain %d", at->gpu, at->domain);
        return gpu ? place_title(g, at, level, at->gpu) : g->has_gpu ? "CPU" : NULL;
    case CM_SCOPE_CLUSTER:
        return gpu && at->cluster >= 0 ? place_title(g, at, level, at->cluster) : NULL;
    default:
        return gpu && at->cta >= 0 ? place_title(g, at, CM_SCOPE_CTA, at->cta) : NULL;
    }
}

static int group(grouping *g, const int *threads, int count, cm_scope level, int depth);

/* Those that share the place with the first; marks them as taken. Boxes nested in it. */
static int group_place(grouping *g, const int *threads, int count, bool *taken, int first,
                       cm_scope level, int depth)
{
    int *members = CM_NEW_ARRAY(g->arena, (size_t)count, int), member_count = 0;
    for (int i = first; i < count; i++)
        if (!taken[i] &&
            (i == first || cm_threads_share(g->test, threads[first], threads[i], level))) {
            taken[i] = true;
            members[member_count++] = threads[i];
        }
    const char *title = title_of(g, threads[first], level);
    if (!title)
        return group(g, members, member_count, level + 1, depth);
    CM_RESERVE(g->arena, g->columns->boxes, g->columns->box_count, g->capacity);
    int box = g->columns->box_count++, start = g->columns->count;
    int nested = group(g, members, member_count, level + 1, depth + 1);
    g->columns->boxes[box] = (cm_drawn_box){title, start, g->columns->count - 1, depth, nested};
    if (depth + 1 > g->columns->depth)
        g->columns->depth = depth + 1;
    return nested + 1;
}

static int group(grouping *g, const int *threads, int count, cm_scope level, int depth)
{
    if (level > CM_SCOPE_CTA) {
        for (int i = 0; i < count; i++)
            g->columns->threads[g->columns->count++] = threads[i];
        return 0;
    }
    bool *taken = CM_NEW_ARRAY(g->arena, (size_t)count + 1, bool);
    int most = 0;
    for (int i = 0; i < count; i++) {
        int nested = taken[i] ? 0 : group_place(g, threads, count, taken, i, level, depth);
        most = nested > most ? nested : most;
    }
    return most;
}

cm_columns cm_columns_of(cm_arena *arena, const cm_test *test)
{
    size_t count = (size_t)test->thread_count;
    cm_columns columns = {.threads = CM_NEW_ARRAY(arena, count + 1, int)};
    grouping g = {.arena = arena, .test = test, .columns = &columns};
    int *all = CM_NEW_ARRAY(arena, count + 1, int);
    for (int i = 0; i < test->thread_count; i++) {
        all[i] = i;
        g.has_gpu |= is_gpu(test, i);
        g.several_systems |=
            cm_placement_system(&test->threads[i].at) != cm_placement_system(&test->threads[0].at);
    }
    group(&g, all, test->thread_count, CM_SCOPE_SYS, 0);
    return columns;
}
