/* Names of cycles: the standard shapes (suites/shapes.txt) and the suffixes that the diy tools
 * give (herdtools7 manual, "Test names"). */
#include "enumerate/cycle.h"
#include "litmus/isa/isa.h"

#include <string.h>
#include <strings.h>

const cm_cycle_shape *cm_cycle_shape_named(const char *name)
{
    const cm_cycle_shape *shape = cm_cycle_shapes;
    while (shape->name && strcasecmp(shape->name, name) != 0)
        shape++;
    return shape->name ? shape : NULL;
}

/* ---- the shape -------------------------------------------------------- */

/* Does the thread end here for good? What lies between Leave and Back is part of the
 * thread that was left. */
static bool closes(const cm_cycle_node *node)
{
    return node->edge.external && !node->edge.leg && !node->inside;
}

char *cm_cycle_threads(cm_arena *arena, const cm_cycle *cycle, int first)
{
    cm_text out = cm_text_new(arena);
    int n = cycle->node_count, begin = 0;
    while (cycle->nodes[begin].thread != first)
        begin++;
    bool opens = true;
    for (int i = 0; i < n; i++) {
        const cm_cycle_node *node = &cycle->nodes[(begin + i) % n];
        bool last = closes(node);
        if (opens || last)
            cm_text_add_char(&out, node->direction);
        if (last && i + 1 < n)
            cm_text_add_char(&out, '+');
        opens = last;
    }
    return out.data;
}

const cm_cycle_shape *cm_cycle_shape_of(cm_arena *arena, const cm_cycle *cycle, int *first)
{
    if (cycle->thread_count == 1 && cycle->location_count > 1)
        return NULL; /* the names for one thread are for one location */
    for (int t = 0; t < cycle->thread_count; t++) {
        if (cycle->nodes[cm_cycle_first_of(cycle, t)].inside)
            continue;
        const char *threads = cm_cycle_threads(arena, cycle, t);
        for (const cm_cycle_shape *shape = cm_cycle_shapes; shape->name; shape++) {
            if (strcmp(shape->threads, threads) == 0) {
                *first = t;
                return shape;
            }
        }
    }
    return NULL;
}

char *cm_cycle_base(cm_arena *arena, const cm_cycle *cycle)
{
    int first;
    const cm_cycle_shape *shape = cm_cycle_shape_of(arena, cycle, &first);
    return shape ? cm_arena_text(arena, shape->name, strlen(shape->name))
                 : cm_cycle_threads(arena, cycle, 0);
}

/* ---- suffixes --------------------------------------------------------- */

static void add_nick(cm_text *out, const char *nick)
{
    cm_text_append(out, "%s%s", out->length ? "-" : "", nick);
}

/* The edges inside the thread that begins at node *at, which moves past it: "po", "ctrl-[isb]",
 * "dmb.sy-addr", "addr-[fr-rf]"; "" when there are none. */
static const char *thread_nick(cm_arena *arena, const cm_cycle *cycle, int *at)
{
    cm_text out = cm_text_new(arena);
    bool last = false;
    while (!last) {
        const cm_cycle_node *node = &cycle->nodes[(*at)++];
        last = closes(node);
        if (node->store)
            add_nick(&out, "store");
        for (int i = 0; i < node->fence_count; i++)
            add_nick(&out,
                     cm_arena_printf(arena, "[%s]", cm_edge_fence_nick(arena, node->fences[i])));
        if (last)
            break;
        cm_text nick = cm_text_new(arena);
        cm_edge_nick(&nick, &node->edge);
        add_nick(&out, nick.data);
    }
    return out.data;
}

/* All "po", or all "pos" in the tests of coherence, goes without saying. */
static bool silent(const char *base, const char *nick)
{
    return strcmp(nick, "po") == 0 || (strncmp(base, "Co", 2) == 0 && strcmp(nick, "pos") == 0);
}

static void add_nicks(cm_text *out, const cm_cycle *cycle, const char *base)
{
    const char **nicks = CM_NEW_ARRAY(out->arena, (size_t)cycle->thread_count, const char *);
    int count = 0;
    bool equal = true;
    for (int i = 0; i < cycle->node_count;) {
        const char *nick = thread_nick(out->arena, cycle, &i);
        if (!*nick)
            continue;
        nicks[count++] = nick;
        equal = equal && strcmp(nick, nicks[0]) == 0;
    }
    if (count == 0 || (equal && silent(base, nicks[0])))
        return;
    for (int i = 0; i < (equal ? 1 : count); i++)
        cm_text_append(out, "+%s", nicks[i]);
    if (equal && count > 1)
        cm_text_add_char(out, 's');
}

char *cm_cycle_name(cm_arena *arena, const cm_cycle *cycle)
{
    cm_text out = cm_text_new(arena);
    const char *base = cm_cycle_base(arena, cycle);
    cm_text_add(&out, base);
    add_nicks(&out, cycle, base);
    /* Annotations of threads of one access only, which no edge inside shows: "+L",
     * "+NaL" (none, then L). */
    cm_text atoms = cm_text_new(out.arena);
    bool any = false;
    for (int i = 0; i < cycle->node_count; i++) {
        int n = cycle->node_count;
        if (!(closes(&cycle->nodes[i]) && closes(&cycle->nodes[(i + n - 1) % n])))
            continue;
        if (cm_atom_plain(cycle->nodes[i].atom)) {
            cm_text_add(&atoms, "Na");
        } else {
            cm_atom_print(&atoms, cycle->nodes[i].atom);
            any = true;
        }
    }
    if (any)
        cm_text_append(&out, "+%s", atoms.data);
    return out.data;
}

/* ---- edges and keys --------------------------------------------------- */

/* What stands before the edge of the node, and is none. */
static void add_lead(cm_text *out, const cm_cycle_node *node)
{
    cm_text_add(out, node->store ? "Store " : "");
    for (int i = 0; i < node->fence_count; i++)
        cm_text_append(out, "%s ", node->fences[i]->name);
}

char *cm_cycle_edges(cm_arena *arena, const cm_cycle *cycle, int first)
{
    cm_text out = cm_text_new(arena);
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[(first + i) % cycle->node_count];
        cm_text_add(&out, i ? " " : "");
        add_lead(&out, node);
        cm_edge_print(&out, &node->edge);
    }
    return out.data;
}

/* The first thread, from thread `first` on, that is in the same place as thread t:
 * numbers of CTAs, clusters and GPUs mean nothing but which threads share one. */
static int first_peer(const cm_cycle *cycle, int first, int t, cm_scope scope)
{
    const cm_placement *at = &cycle->seats[t].at;
    for (int i = 0; i < cycle->thread_count; i++) {
        const cm_cycle_seat *other = &cycle->seats[(first + i) % cycle->thread_count];
        if (cm_arch_has_places(other->arch) && cm_placement_share(&other->at, at, scope))
            return i;
    }
    return -1;
}

static char *key_from(cm_arena *arena, const cm_cycle *cycle, int first)
{
    cm_text out = cm_text_new(arena);
    int head = cycle->nodes[first].thread;
    for (int i = 0; i < cycle->node_count; i++) {
        const cm_cycle_node *node = &cycle->nodes[(first + i) % cycle->node_count];
        const cm_cycle_seat *seat = &cycle->seats[node->thread];
        if (cycle->arch == CM_CMCM)
            cm_text_append(&out, "%s ", cm_arch_name(seat->arch));
        if (cm_arch_has_places(seat->arch))
            cm_text_append(&out, "@%d.%d%c.%d ",
                           first_peer(cycle, head, node->thread, CM_SCOPE_DEVICE),
                           first_peer(cycle, head, node->thread, CM_SCOPE_CLUSTER),
                           seat->at.cluster < 0 ? '-' : '+',
                           first_peer(cycle, head, node->thread, CM_SCOPE_CTA));
        add_lead(&out, node);
        cm_edge_print(&out, &node->edge);
        cm_text_add_char(&out, ' ');
    }
    return out.data;
}

char *cm_cycle_key(cm_arena *arena, const cm_cycle *cycle)
{
    char *best = NULL;
    for (int i = 0; i < cycle->node_count; i++) {
        char *key = key_from(arena, cycle, i);
        if (!best || strcmp(key, best) < 0)
            best = key;
    }
    return best;
}
