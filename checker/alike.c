/* Threads that are alike. See alike.h. */
#include "checker/alike.h"

#include <string.h>

enum { NOBODY = -1, EVERYBODY = -2 };

static bool is_code_address(uint64_t value)
{
    return value >= CM_CODE_BASE;
}

/* ---- locations of one thread ------------------------------------------ */

static void claim(cm_alike *s, int thread, uint64_t value)
{
    uint64_t offset;
    int location = cm_test_locate(s->job->test, value, &offset);
    if (location < 0 || s->owner[location] == thread)
        return;
    if (s->owner[location] == NOBODY && thread >= 0) {
        s->owner[location] = thread;
        s->own[thread][s->own_count[thread]++] = location;
    } else {
        s->owner[location] = EVERYBODY;
    }
}

static void claim_all(cm_alike *s, int thread, const cm_expr *e)
{
    if (!e)
        return;
    if (e->op == CM_OP_CONST)
        claim(s, thread, e->imm);
    claim_all(s, thread, e->a);
    claim_all(s, thread, e->b);
    claim_all(s, thread, e->c);
}

static void claim_operand(cm_alike *s, const cm_operand *operand)
{
    const cm_test *test = s->job->test;
    if (operand->observed < 0)
        claim(s, EVERYBODY, operand->value);
    else if (test->observed[operand->observed].kind == CM_OBSERVE_LOCATION)
        s->owner[test->observed[operand->observed].location] = EVERYBODY;
}

static void claim_asked(cm_alike *s, const cm_prop *prop)
{
    if (!prop)
        return;
    if (cm_prop_compares(prop->kind)) {
        claim_operand(s, &prop->left);
        claim_operand(s, &prop->right);
    }
    claim_asked(s, prop->a);
    claim_asked(s, prop->b);
}

/* Other names lead there, or it takes more than one stride of addresses. */
static bool is_special(const cm_test *test, int location)
{
    const cm_location *l = &test->locations[location];
    bool special = l->alias_of >= 0 || l->virtual_of >= 0 || l->proxy != CM_GENERIC ||
                   (uint64_t)l->count * l->width >= CM_ADDRESS_STRIDE ||
                   l->extent >= CM_ADDRESS_STRIDE;
    for (int i = 0; i < test->location_count; i++)
        special |=
            test->locations[i].alias_of == location || test->locations[i].virtual_of == location;
    return special;
}

/* Locations whose address only one thread's code and registers have at first. */
static void find_owners(cm_alike *s)
{
    const cm_test *test = s->job->test;
    size_t locations = (size_t)test->location_count, threads = (size_t)test->thread_count;
    s->owner = CM_NEW_ARRAY(s->job->arena, locations, int);
    s->own = CM_NEW_ARRAY(s->job->arena, threads, int *);
    s->own_count = CM_NEW_ARRAY(s->job->arena, threads, int);
    for (int i = 0; i < test->location_count; i++)
        s->owner[i] = s->job->uneven || is_special(test, i) ? EVERYBODY : NOBODY;
    for (int i = 0; i < test->location_count; i++)
        for (uint32_t k = 0; k < test->locations[i].count; k++)
            claim(s, EVERYBODY, test->locations[i].init[k]);
    if (s->asked)
        claim_asked(s, test->filter);
    if (s->asked && s->job->options.question)
        claim_asked(s, test->condition);
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        s->own[t] = CM_NEW_ARRAY(s->job->arena, locations, int);
        for (int i = 0; i < thread->register_count; i++)
            claim_all(s, t, thread->registers[i].init);
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *step = &thread->steps[i];
            claim_all(s, t, step->guard);
            claim_all(s, t, step->addr);
            claim_all(s, t, step->value);
            claim_all(s, t, step->quorum);
            claim_all(s, t, step->undefined);
            claim_all(s, t, step->opaque);
            claim_all(s, t, step->paired);
        }
    }
    for (int t = 0; t < test->thread_count; t++) {
        /* Of what the thread was the first to know, only what it alone knows of. */
        int kept = 0;
        for (int i = 0; i < s->own_count[t]; i++)
            if (s->owner[s->own[t][i]] == t)
                s->own[t][kept++] = s->own[t][i];
        s->own_count[t] = kept;
    }
}

/* The place of the location among the thread's own ones, or -1. */
int cm_alike_own(const cm_alike *alike, int thread, int location)
{
    for (int i = 0; i < alike->own_count[thread]; i++)
        if (alike->own[thread][i] == location)
            return i;
    return -1;
}

static bool same_location(const cm_test *test, int a, int b)
{
    const cm_location *x = &test->locations[a], *y = &test->locations[b];
    if (x->width != y->width || x->typed != y->typed || x->is_signed != y->is_signed ||
        x->is_array != y->is_array || x->count != y->count || x->extent != y->extent)
        return false;
    if (x->space != y->space ||
        (x->space == CM_SPACE_SHARED && !cm_threads_share(test, x->owner, y->owner, CM_SCOPE_CTA)))
        return false;
    for (uint32_t i = 0; i < x->count; i++)
        if (x->init[i] != y->init[i])
            return false;
    return true;
}

/* Do the two threads own locations that are alike, in their order? */
static bool same_own(const cm_alike *s, int a, int b)
{
    if (s->own_count[a] != s->own_count[b])
        return false;
    for (int i = 0; i < s->own_count[a]; i++)
        if (!same_location(s->job->test, s->own[a][i], s->own[b][i]))
            return false;
    return true;
}

/* ---- flags -------------------------------------------------------------- */

static bool makes_flags(const cm_expr *e)
{
    return e &&
           (e->op == CM_OP_FLAGS_SUB || e->op == CM_OP_FLAGS_ADD || e->op == CM_OP_FLAGS_LOGIC);
}

/* Is all that the expression does with flags to ask whether two values are equal? */
static bool asks_zero_only(const bool *flags, const cm_expr *e)
{
    enum { EQ = 0, NE = 1 };
    if (!e)
        return true;
    bool own = makes_flags(e) || (e->op == CM_OP_REG && flags[e->reg]);
    if (e->op == CM_OP_COND && (e->imm == EQ || e->imm == NE) && e->a->op == CM_OP_REG)
        return true;
    return !own && asks_zero_only(flags, e->a) && asks_zero_only(flags, e->b) &&
           asks_zero_only(flags, e->c);
}

static bool step_asks_zero_only(const bool *flags, const cm_step *s)
{
    const cm_expr *value = s->value;
    if (s->kind == CM_STEP_ASSIGN && makes_flags(value)) /* into their register */
        return asks_zero_only(flags, value->a) && asks_zero_only(flags, value->b) &&
               asks_zero_only(flags, value->c) && asks_zero_only(flags, s->guard);
    return asks_zero_only(flags, value) && asks_zero_only(flags, s->guard) &&
           asks_zero_only(flags, s->addr) && asks_zero_only(flags, s->quorum) &&
           asks_zero_only(flags, s->undefined) && asks_zero_only(flags, s->opaque) &&
           asks_zero_only(flags, s->paired);
}

static bool looks_at_zero_only(const cm_alike *s, int thread)
{
    const cm_test *test = s->job->test;
    const cm_thread *t = &test->threads[thread];
    bool *flags = CM_NEW_ARRAY(s->job->arena, (size_t)t->register_count + 1, bool), fine = true;
    for (int i = 0; i < t->step_count; i++)
        if (t->steps[i].kind == CM_STEP_ASSIGN && t->steps[i].dst >= 0)
            flags[t->steps[i].dst] |= makes_flags(t->steps[i].value);
    for (int i = 0; i < t->step_count; i++)
        fine &= step_asks_zero_only(flags, &t->steps[i]);
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *o = &test->observed[i];
        fine &= o->kind != CM_OBSERVE_REGISTER || o->thread != thread || !flags[o->reg];
    }
    return fine;
}

/* ---- code --------------------------------------------------------------- */

/* Two threads that are compared. */
typedef struct couple {
    const cm_alike *s;
    int first, second;
} couple;

/* Equal, or the same place in locations of their own. */
static bool same_constant(const couple *c, uint64_t a, uint64_t b)
{
    const cm_test *test = c->s->job->test;
    uint64_t from, to;
    int x = cm_test_locate(test, a, &from), y = cm_test_locate(test, b, &to);
    int place = x < 0 ? -1 : cm_alike_own(c->s, c->first, x);
    if (place >= 0)
        return y >= 0 && place == cm_alike_own(c->s, c->second, y) && from == to;
    return a == b && !is_code_address(a);
}

/* Equal, and without an address in the thread's own code. */
static bool same_expr(const couple *c, const cm_expr *a, const cm_expr *b)
{
    if (!a || !b)
        return a == b;
    if (a->op != b->op || a->bits != b->bits || a->reg != b->reg)
        return false;
    if (a->op == CM_OP_CONST ? !same_constant(c, a->imm, b->imm) : a->imm != b->imm)
        return false;
    return same_expr(c, a->a, b->a) && same_expr(c, a->b, b->b) && same_expr(c, a->c, b->c);
}

static bool same_step(const couple *c, const cm_step *a, const cm_step *b)
{
    return a->kind == b->kind && a->instruction == b->instruction && a->dst == b->dst &&
           a->width == b->width && a->exclusive == b->exclusive && a->joined == b->joined &&
           a->rmw == b->rmw && a->target == b->target && a->ordered == b->ordered &&
           a->async.role == b->async.role && a->async.groups == b->async.groups &&
           a->async.part == b->async.part && a->async.pending == b->async.pending &&
           same_expr(c, a->guard, b->guard) && same_expr(c, a->undefined, b->undefined) &&
           same_expr(c, a->opaque, b->opaque) && same_expr(c, a->addr, b->addr) &&
           same_expr(c, a->value, b->value) && same_expr(c, a->quorum, b->quorum) &&
           same_expr(c, a->paired, b->paired) && cm_tags_equal(a->tags, b->tags);
}

static bool same_register(const couple *c, const cm_register *a, const cm_register *b)
{
    return strcmp(a->name, b->name) == 0 && a->bits == b->bits && a->typed == b->typed &&
           a->is_signed == b->is_signed && same_expr(c, a->init, b->init);
}

static bool same_code(const couple *c)
{
    const cm_thread *a = &c->s->job->test->threads[c->first];
    const cm_thread *b = &c->s->job->test->threads[c->second];
    if (a->arch != b->arch || a->step_count != b->step_count ||
        a->register_count != b->register_count)
        return false;
    for (int i = 0; i < a->register_count; i++)
        if (!same_register(c, &a->registers[i], &b->registers[i]))
            return false;
    for (int i = 0; i < a->step_count; i++)
        if (!same_step(c, &a->steps[i], &b->steps[i]))
            return false;
    return true;
}

/* Do all threads see the two alike, and each of them itself as the other does? */
static bool same_place(const cm_test *test, int i, int k)
{
    const cm_placement *a = &test->threads[i].at, *b = &test->threads[k].at;
    if (cm_placement_nearest(a, a) != cm_placement_nearest(b, b))
        return false;
    for (int l = 0; l < test->location_count; l++)
        for (cm_scope scope = CM_SCOPE_CLUSTER; scope <= CM_SCOPE_CTA; scope++)
            if (cm_location_shared_by(test, l, i, scope) !=
                cm_location_shared_by(test, l, k, scope))
                return false;
    for (int t = 0; t < test->thread_count; t++)
        if (t != i && t != k &&
            (cm_placement_nearest(a, &test->threads[t].at) !=
                 cm_placement_nearest(b, &test->threads[t].at) ||
             cm_thread_begins(test, t, i) != cm_thread_begins(test, t, k) ||
             cm_thread_begins(test, i, t) != cm_thread_begins(test, k, t)))
            return false;
    return cm_thread_begins(test, i, k) == cm_thread_begins(test, k, i);
}

/* Memory may hold addresses of one thread's code. */
bool cm_alike_code_in_memory(const cm_test *test)
{
    for (int i = 0; i < test->location_count; i++)
        for (uint32_t k = 0; k < test->locations[i].count; k++)
            if (is_code_address(test->locations[i].init[k]))
                return true;
    return false;
}

/* ---- the whole -------------------------------------------------------- */

void cm_alike_init(cm_alike *alike, cm_job *job, bool asked)
{
    *alike = (cm_alike){.job = job, .asked = asked};
    find_owners(alike);
    job->zero_flags = true;
    for (int t = 0; t < job->test->thread_count; t++)
        job->zero_flags &= looks_at_zero_only(alike, t);
}

bool cm_alike_threads(const cm_alike *alike, int a, int b)
{
    return same_own(alike, a, b) && same_code(&(couple){alike, a, b}) &&
           same_place(alike->job->test, a, b);
}
