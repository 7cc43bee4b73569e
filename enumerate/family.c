/* Families of tests by the name of their shape: sb, lb, s, r, 2+2w, iriw, ...,
 * each with axes for how the accesses are made, what lies between them, and
 * where the threads run.
 *
 *     --axis Y.scope=gpu,sys --axis fence=none,sc.sys --axis P0.device=cpu
 *
 * An axis without a prefix speaks of all threads or accesses; P<n>. of one
 * thread's, X. Y. Z. ... of one location's; the special one wins. The axis `home` says where
 * locations live. */
#include "enumerate/cycle_run.h"
#include "litmus/isa/isa.h"

#include <ctype.h>
#include <string.h>

/* ---- which accesses an axis speaks of ---------------------------------- */

typedef struct reach {
    int thread, location; /* -1: all */
    const char *name;     /* what is left: "scope" */
} reach;

static bool in_range(const reach *r, const cm_cycle_node *node)
{
    return (r->thread < 0 || node->thread == r->thread) &&
           (r->location < 0 || node->location == r->location);
}

/* ---- order and scope --------------------------------------------------- */

typedef struct order_name {
    const char *name;
    char read, write;
} order_name;

static const order_name orders[] = {
    {"rlx", 'P', 'P'},       {"weak", 'K', 'K'},  {"volatile", 'V', 'V'},
    {"acq", 'A', 'P'},       {"rel", 'P', 'L'},   {"rel-acq", 'A', 'L'},
    {"rel-acqpc", 'Q', 'L'}, {"acqpc", 'Q', 'P'}, {"sc", 'S', 'S'}};

static void change_order(cm_work *work, cm_cycle *cycle, const reach *range,
                         const cm_enum_axis *axis)
{
    size_t which = 0, count = sizeof orders / sizeof *orders;
    while (which < count && strcmp(orders[which].name, axis->value) != 0)
        which++;
    if (which == count)
        cm_fail(work, (cm_place){0},
                "axis %s is `%s`, expected rlx, weak, volatile, acq, rel, "
                "rel-acq, acqpc, rel-acqpc or sc",
                axis->name, axis->value);
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        if (in_range(range, node))
            node->atom.order = node->direction == 'R' ? orders[which].read : orders[which].write;
    }
}

static void change_scope(cm_work *work, cm_cycle *cycle, const reach *range,
                         const cm_enum_axis *axis)
{
    cm_scope scope;
    if (!cm_scope_find(axis->value, &scope))
        cm_fail(work, (cm_place){0}, "axis %s is `%s`, expected cta, cluster, gpu or sys",
                axis->name, axis->value);
    for (int i = 0; i < cycle->node_count; i++)
        if (in_range(range, &cycle->nodes[i]))
            cycle->nodes[i].atom.scope = scope;
}

/* ---- fences and dependencies ------------------------------------------- */

static bool dependency_value(const char *value, cm_edge *edge)
{
    static const char *const dependencies[] = {"addr", "data", "ctrl"};
    for (int i = 0; i < 3; i++) {
        edge->dp = (cm_edge_dp)i;
        if (strcmp(value, dependencies[i]) == 0)
            return true;
    }
    const char *behind = strncmp(value, "ctrl", 4) == 0 ? value + 4 : "";
    edge->dp = CM_DP_CTRLISB;
    edge->isb = cm_edge_isb_prefix(behind, strlen(behind));
    return edge->isb && strlen(edge->isb) == strlen(behind);
}

/* What a value of the axis `fence` makes of an edge of program order. */
static bool fence_value(cm_work *work, const char *value, cm_edge *edge)
{
    edge->kind = CM_EDGE_PO;
    if (strcmp(value, "none") == 0)
        return true;
    if (dependency_value(value, edge)) {
        edge->kind = CM_EDGE_DP;
        return true;
    }
    edge->kind = CM_EDGE_FENCE;
    edge->fence = cm_edge_fence_find(value, strlen(value));
    if (!edge->fence) {
        const char *ptx = cm_arena_printf(work->arena, "fence.%s", value);
        edge->fence = cm_edge_fence_find(ptx, strlen(ptx));
    }
    return edge->fence != NULL;
}

static void change_fence(cm_work *work, cm_cycle *cycle, const reach *range,
                         const cm_enum_axis *axis)
{
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        cm_edge *edge = &node->edge;
        if (edge->kind > CM_EDGE_DP || (range->thread >= 0 && node->thread != range->thread))
            continue;
        if (!fence_value(work, axis->value, edge))
            cm_fail(work, (cm_place){0},
                    "axis %s is `%s`, expected none, a fence (dmb.sy, mfence, "
                    "sc.sys, acq_rel.gpu, ...), addr, data, ctrl, ctrlisb or "
                    "ctrlfencei",
                    axis->name, axis->value);
        if (edge->kind == CM_EDGE_DP && edge->from != 'R')
            cm_fail(work, (cm_place){0},
                    "axis %s is `%s` where P%d begins with a write, expected "
                    "it of a thread that begins with a read",
                    axis->name, axis->value, node->thread);
        if (edge->kind == CM_EDGE_DP && edge->dp == CM_DP_DATA && edge->to == 'R')
            cm_fail(work, (cm_place){0},
                    "axis %s is `data` where P%d ends with a read, expected "
                    "it of a thread that ends with a write",
                    axis->name, node->thread);
    }
}

/* Of a source language: the accesses of that location are not atomic; what they are. */
static void change_plain(cm_work *work, cm_cycle *cycle, const cm_enum_axis *axis)
{
    bool known = strcmp(axis->value, "none") == 0;
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        if (strcmp(axis->value, cm_cycle_location(work->arena, node->location)) != 0)
            continue;
        known = true;
        node->atom.order = 'K';
    }
    if (!known)
        cm_fail(work, (cm_place){0}, "axis plain is `%s`, expected none or a location such as x",
                axis->value);
}

static void change_type(cm_work *work, cm_cycle *cycle, const cm_enum_axis *axis)
{
    const char *word = cm_arena_printf(work->arena, " %s ", axis->value);
    if (!cycle->dialect)
        cm_fail(work, (cm_place){0}, "%s",
                "axis type is of source languages, expected one of them as --arch");
    const char *types = cycle->dialect->types;
    if (!strstr(types, word))
        cm_fail(work, (cm_place){0}, "axis type is `%s`, expected one of%.*s", axis->value,
                (int)strlen(types) - 1, types);
    cycle->type = axis->value;
}

static bool is_home(const char *value)
{
    static const char *const words[] = {"cpu", "writer", "reader"};
    for (int i = 0; i < 3; i++)
        if (strcmp(value, words[i]) == 0)
            return true;
    size_t word = strcspn(value, "0123456789"), digits = strspn(value + word, "0123456789");
    bool is_numbered = strncmp(value, "gpu", 3) == 0 || strncmp(value, "numa", 4) == 0;
    return is_numbered && word == (*value == 'g' ? 3U : 4U) && digits > 0 && digits < 5 &&
           !value[word + digits];
}

static void change_home(cm_work *work, cm_cycle *cycle, const reach *range,
                        const cm_enum_axis *axis)
{
    if (!is_home(axis->value))
        cm_fail(work, (cm_place){0},
                "axis %s is `%s`, expected cpu, gpu0, gpu1, ..., numa0, ..., writer or reader",
                axis->name, axis->value);
    if (!cycle->homes)
        cycle->homes = CM_NEW_ARRAY(work->arena, (size_t)cycle->location_count, const char *);
    for (int l = 0; l < cycle->location_count; l++)
        if (range->location < 0 || l == range->location)
            cycle->homes[l] = axis->value;
}

static bool change_axis(cm_work *work, cm_cycle *cycle, const cm_enum_axis *axis)
{
    reach range = {-1, -1, NULL};
    range.name = cm_cycle_axis_thread(work, cycle, axis->name, &range.thread);
    const char *dot = strchr(range.name, '.');
    for (int l = 0; dot && l < cycle->location_count; l++) {
        const char *location = cm_cycle_location(work->arena, l);
        size_t length = strlen(location);
        if (length == (size_t)(dot - range.name) &&
            toupper((unsigned char)*location) == *range.name &&
            memcmp(location + 1, range.name + 1, length - 1) == 0) {
            range.location = l;
            range.name = dot + 1;
            break;
        }
    }
    if (strcmp(range.name, "order") == 0)
        change_order(work, cycle, &range, axis);
    else if (strcmp(range.name, "scope") == 0)
        change_scope(work, cycle, &range, axis);
    else if (strcmp(range.name, "fence") == 0 && range.location < 0)
        change_fence(work, cycle, &range, axis);
    else if (strcmp(range.name, "home") == 0 && range.thread < 0)
        change_home(work, cycle, &range, axis);
    else if (strcmp(axis->name, "plain") == 0)
        change_plain(work, cycle, axis);
    else if (strcmp(axis->name, "type") == 0)
        change_type(work, cycle, axis);
    else
        return false;
    return true;
}

/* ---- what axes of GPU words mean to a CPU ------------------------------- */

/* A GPU's fence on a CPU thread becomes the weakest of the CPU's that orders as much. */
static void cpu_fence(cm_cycle_node *node, const cm_isa_writer *cpu)
{
    cm_edge *edge = &node->edge;
    if (edge->kind != CM_EDGE_FENCE || !cm_edge_fence_of_gpu(edge->fence))
        return;
    edge->fence = cpu->instead[edge->fence->purpose];
    if (!edge->fence)
        edge->kind = CM_EDGE_PO;
}

static void finish_family(cm_cycle *cycle)
{
    for (int i = 0; i < cycle->node_count; i++) {
        cm_cycle_node *node = &cycle->nodes[i];
        const cm_isa_writer *can = cm_cycle_writer(cycle, node->thread);
        /* Orders that a thread's instruction set has no word for. */
        char *order = &node->atom.order;
        if (can->one_order)
            *order = 'P';
        else if (*order && !strchr(can->orders, *order))
            *order = *order == 'Q' && strchr(can->orders, 'A') ? 'A' : 'P';
        if (!can->scopes || node->atom.order == 'K' || node->atom.order == 'V')
            node->atom.scope = CM_SCOPE_SYS;
        if (!cm_arch_has_places(cycle->seats[node->thread].arch))
            cpu_fence(node, can);
    }
}

/* A sweep that nobody asked for says each thing once: a scope that no thread has a word for is
 * told as the system's only. */
static bool is_said_twice(const cm_cycle *cycle, const cm_enum_axis *axes, int count)
{
    bool scoped = false;
    for (int t = 0; t < cycle->thread_count; t++)
        scoped |= cm_cycle_writer(cycle, t)->scopes;
    for (int i = 0; i < count && !scoped; i++)
        if (strcmp(axes[i].name, "scope") == 0 && strcmp(axes[i].value, "sys") != 0)
            return true;
    return false;
}

/* ---- generators --------------------------------------------------------- */

/* What is swept when nothing was asked for. */
static cm_sweeps usual_sweeps(const cm_cycle_run *run, int threads)
{
    cm_arch arch = run->target.arch;
    cm_arena *arena = run->work->arena;
    const char *const *own = run->target.dialect
                                 ? run->target.dialect->axes
                                 : cm_writer_of(arch == CM_CMCM ? cm_arch_usual(true) : arch)->axes;
    int axes = 0, devices = arch == CM_CMCM ? threads : 0;
    while (own[axes])
        axes++;
    const char **all = CM_NEW_ARRAY(arena, (size_t)(devices + axes), const char *);
    for (int t = 0; t < devices; t++)
        all[t] = cm_arena_printf(arena, "P%d.device=cpu,gpu", t);
    memcpy(all + devices, own, (size_t)axes * sizeof *own);
    return cm_sweeps_parse(run->work, all, devices + axes);
}

static void offer_shape(cm_cycle_run *run, const cm_cycle_shape *shape)
{
    cm_work *work = run->work;
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){shape->name, shape->edges, strlen(shape->edges)};
    int count, threads = 0;
    cm_edge *edges = cm_cycle_parse(work, (cm_place){source, 0, (uint32_t)source->length}, &count);
    for (int i = 0; i < count; i++) {
        edges[i].place = (cm_place){0}; /* nobody wrote them */
        threads += edges[i].external;
    }
    if (run->request->axis_count == 0) {
        run->sweeps = usual_sweeps(run, threads);
        run->skip = is_said_twice;
    }
    cm_cycle_offer(run, edges, count);
}

void cm_family_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context)
{
    if (request->word_count)
        cm_fail(work, (cm_place){0}, "`%s` comes after a family's name, expected axes only",
                request->words[0]);
    const cm_cycle_shape *only = cm_cycle_shape_named(request->name);
    cm_cycle_run run;
    cm_cycle_run_open(&run, work, request, CM_CMCM, sink, context);
    run.named_by_axes = true;
    run.change = change_axis;
    run.finish = finish_family;
    for (const cm_cycle_shape *shape = cm_cycle_shapes; shape->name && !run.enough; shape++)
        if (only ? shape == only : *shape->question != 0)
            offer_shape(&run, shape);
    cm_cycle_run_close(&run, only != NULL);
}
