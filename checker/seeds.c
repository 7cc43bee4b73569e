/* What threads do is found from what initial memory holds on: a store behind a branch is there once
 * some value may take the branch. That finds every execution in which something happens first. A
 * model that allows cycles of control dependencies and reads-from has others:
 *
 *      r1 = x; if (r1) y = 1;      r2 = y; if (r2) x = 1;      1 and 1?
 *
 * There reads begin with all constants of the test, and values that nothing leaves go away again. A
 * value that comes out of thin air, copied round a cycle, may be any: those that the condition
 * names and one more stand for all. Models of machines forbid such cycles, and say so with `ctrl`.
 */
#include "checker/seeds.h"

#include "checker/reach.h"
#include "litmus/isa/isa.h"
#include "model/model.h"

enum { MOST = 32, ANY = 4242 };

/* Does the model forbid them, since it lets po | rf have no cycle, or every model that is meant for
 * the test's threads? */
static bool is_forbidden(const cm_job *job)
{
    const cm_test *test = job->test;
    if (cm_model_orders_reads(job->model))
        return true;
    for (int t = 0; t < test->thread_count; t++)
        if (cm_isa_for(test->threads[t].arch)->function)
            return false;
    return cm_model_base(job->model, CM_BASE_CTRL) >= 0 ||
           cm_model_base(job->model, CM_BASE_RF_REG) >= 0;
}

typedef struct seeds {
    uint64_t values[MOST];
    uint32_t count;
} seeds;

static void add(seeds *s, uint64_t value)
{
    for (uint32_t i = 0; i < s->count; i++)
        if (s->values[i] == value)
            return;
    if (s->count < MOST)
        s->values[s->count++] = value;
}

/* A sum of constants, as `x + 8` is, counts as one constant. */
static void add_constants(seeds *s, const cm_expr *expr)
{
    uint64_t value;
    if (!expr)
        return;
    if (cm_expr_known(expr, NULL, NULL, &value)) {
        add(s, value);
        return;
    }
    add_constants(s, expr->a);
    add_constants(s, expr->b);
    add_constants(s, expr->c);
}

static void add_condition(seeds *s, const cm_prop *prop)
{
    if (!prop)
        return;
    if (cm_prop_compares(prop->kind)) {
        if (prop->left.observed < 0)
            add(s, prop->left.value);
        if (prop->right.observed < 0)
            add(s, prop->right.value);
    }
    add_condition(s, prop->a);
    add_condition(s, prop->b);
}

void cm_seeds_find(cm_job *job)
{
    if (is_forbidden(job))
        return;
    seeds *found = CM_NEW(job->arena, seeds);
    for (int t = 0; t < job->test->thread_count; t++) {
        const cm_thread *thread = &job->test->threads[t];
        for (int i = 0; i < thread->step_count; i++)
            if (thread->steps[i].kind == CM_STEP_STORE || thread->steps[i].kind == CM_STEP_ASSIGN)
                add_constants(found, thread->steps[i].value);
    }
    add_condition(found, job->test->condition);
    add(found, ANY);
    job->seeds = found->values;
    job->seed_count = found->count;
}
