/* The order in which what a test observes is printed: the reference simulator's. */
#include "litmus/print_order.h"
#include "litmus/text/parse.h"

#include <stdlib.h>
#include <string.h>

typedef struct ranked {
    const cm_test *test;
    int index;
    bool shown;
} ranked;

static int compare_registers(const cm_test *test, const cm_observed *a, const cm_observed *b)
{
    const cm_thread *thread = &test->threads[a->thread];
    const char *x = thread->registers[a->reg].name, *y = thread->registers[b->reg].name;
    const cm_isa *isa = cm_isa_for(thread->arch);
    int order = isa->register_order ? isa->register_order(x) - isa->register_order(y) : 0;
    if (order == 0)
        order = cm_natural_compare(x, y);
    return order != 0 ? order : b->bits - a->bits;
}

static int compare_faults(const cm_fault *a, const cm_fault *b)
{
    int count = a->label_count < b->label_count ? a->label_count : b->label_count, order = 0;
    for (int i = 0; i < count && order == 0; i++)
        order = strcmp(a->labels[i], b->labels[i]);
    order = order != 0 ? order : a->label_count - b->label_count;
    return order != 0 ? order : strcmp(a->type, b->type);
}

/* Registers by thread then name, then locations by name, then faults. */
static int compare_observed(const cm_test *test, const cm_observed *a, const cm_observed *b)
{
    const cm_fault *fault = cm_observed_fault(test, a), *other = cm_observed_fault(test, b);
    if (fault && other)
        return a->thread != b->thread ? test->threads[a->thread].id - test->threads[b->thread].id
                                      : compare_faults(fault, other);
    if (fault || other)
        return fault ? 1 : -1;
    if (a->kind != b->kind)
        return a->kind == CM_OBSERVE_REGISTER ? -1 : 1;
    if (a->kind == CM_OBSERVE_REGISTER) {
        int x = test->threads[a->thread].id, y = test->threads[b->thread].id;
        return x != y ? x - y : compare_registers(test, a, b);
    }
    int order = strcmp(test->locations[a->location].name, test->locations[b->location].name);
    return order != 0 ? order : a->element - b->element;
}

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->shown != y->shown)
        return x->shown ? -1 : 1;
    return compare_observed(x->test, &x->test->observed[x->index], &y->test->observed[y->index]);
}

void cm_sort_observed(cm_parser *p)
{
    cm_test *test = p->test;
    size_t count = (size_t)test->observed_count;
    if (count == 0)
        return;
    ranked *order = CM_NEW_ARRAY(p->work->arena, count, ranked);
    for (size_t i = 0; i < count; i++)
        order[i] = (ranked){test, (int)i, p->shown[i]};
    qsort(order, count, sizeof *order, compare_ranked);
    cm_observed *sorted = CM_NEW_ARRAY(p->work->arena, count, cm_observed);
    int *new_index = CM_NEW_ARRAY(p->work->arena, count, int);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = test->observed[order[i].index];
        new_index[order[i].index] = (int)i;
        test->shown_count += order[i].shown;
    }
    test->observed = sorted;
    for (int i = 0; i < p->comparison_count; i++) {
        cm_operand *sides[] = {&p->comparisons[i]->left, &p->comparisons[i]->right};
        for (int side = 0; side < 2; side++)
            if (sides[side]->observed >= 0)
                sides[side]->observed = new_index[sides[side]->observed];
    }
}
