/* Refining a partition. See refine.h. */
#include "import/refine.h"

#include <stdlib.h>

typedef struct node {
    int number;
    cm_refine_compare *compare;
    const void *context;
    int class, next, taken; /* classes: the first node of each */
} node;

static int compare_acts(const void *left, const void *right)
{
    const node *a = left, *b = right;
    return a->compare(a->context, a->number, b->number);
}

static int compare_ways(const void *left, const void *right)
{
    const node *a = left, *b = right;
    int order = a->class != b->class ? a->class - b->class : a->next - b->next;
    return order != 0 ? order : a->taken - b->taken;
}

/* Nodes that compare equal are one class. How many there are. */
static int split(node *nodes, int count, int (*compare)(const void *, const void *), int *same)
{
    int classes = 0;
    qsort(nodes, (size_t)count, sizeof *nodes, compare);
    for (int from = 0, to; from < count; from = to, classes++) {
        int first = nodes[from].number;
        for (to = from + 1; to < count && compare(&nodes[from], &nodes[to]) == 0; to++)
            first = nodes[to].number < first ? nodes[to].number : first;
        for (int i = from; i < to; i++)
            same[nodes[i].number] = first;
    }
    return classes;
}

void cm_refine(cm_arena *arena, int count, const int *next, const int *taken,
               cm_refine_compare *compare, const void *context, int *same)
{
    node *nodes = CM_NEW_ARRAY(arena, (size_t)count + 1, node);
    for (int i = 0; i < count; i++)
        nodes[i] = (node){.number = i, .compare = compare, .context = context};
    int before = 0, classes = split(nodes, count, compare_acts, same);
    while (classes > before) {
        before = classes;
        for (int i = 0; i < count; i++) {
            int at = nodes[i].number;
            nodes[i].class = same[at];
            nodes[i].next = next[at] < 0 ? -1 : same[next[at]];
            nodes[i].taken = taken[at] < 0 ? -1 : same[taken[at]];
        }
        classes = split(nodes, count, compare_ways, same);
    }
}
