/* An order of a graph's nodes, and their dominators. */
#include "import/dominators.h"

/* Depth first, without recursion: `tried` has how many ways were taken. What a node leads to last
 * is visited first, so that it stands last in the order. */
static void find_order(cm_arena *arena, const cm_ways *w, int root, cm_dominators *d)
{
    enum { UNSEEN = -1, SEEN = -2 };
    int depth = 0, post = w->count;
    int *stack = CM_NEW_ARRAY(arena, (size_t)w->count + 1, int);
    int *tried = CM_NEW_ARRAY(arena, (size_t)w->count + 1, int);
    int *order = CM_NEW_ARRAY(arena, (size_t)w->count + 1, int);
    for (int n = 0; n < w->count; n++)
        d->number[n] = UNSEEN;
    stack[depth++] = root;
    d->number[root] = SEEN;
    while (depth > 0) {
        int node = stack[depth - 1], from = w->first[node], ways = w->first[node + 1] - from;
        if (tried[node] == ways) {
            order[--post] = node;
            depth--;
            continue;
        }
        int to = w->next[from + ways - 1 - tried[node]++];
        if (d->number[to] == SEEN)
            continue;
        d->number[to] = SEEN;
        stack[depth++] = to;
    }
    d->order = order + post;
    d->order_count = w->count - post;
    for (int i = 0; i < d->order_count; i++)
        d->number[d->order[i]] = i;
}

static int common(const cm_dominators *d, int a, int b)
{
    while (a != b)
        if (d->number[a] > d->number[b])
            a = d->above[a];
        else
            b = d->above[b];
    return a;
}

/* Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm", 2001. */
static void find_above(const cm_ways *w, int root, cm_dominators *d)
{
    for (int n = 0; n < w->count; n++)
        d->above[n] = -1;
    d->above[root] = root;
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < d->order_count; i++) {
            int node = d->order[i];
            for (int k = w->first[node]; k < w->first[node + 1]; k++) {
                int *above = &d->above[w->next[k]];
                int now = w->next[k] == root ? root : *above < 0 ? node : common(d, node, *above);
                changed |= now != *above;
                *above = now;
            }
        }
    }
}

cm_dominators cm_dominators_from(cm_arena *arena, const cm_ways *ways, int root)
{
    cm_dominators d = {.number = CM_NEW_ARRAY(arena, (size_t)ways->count + 1, int),
                       .above = CM_NEW_ARRAY(arena, (size_t)ways->count + 1, int)};
    find_order(arena, ways, root, &d);
    find_above(ways, root, &d);
    return d;
}
