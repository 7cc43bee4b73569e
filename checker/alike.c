/* Threads that are alike. See alike.h. */
#include "checker/alike.h"

#include <string.h>

enum { NOBODY = -1, EVERYBODY = -2 };

static bool is_code_address(uint64_t value)
{
    return value >= CM_CODE_BASE;
}

/* ---- places ------------------------------------------------------------ */

int cm_alike_place(const cm_alike *alike, int location, uint64_t offset)
{
    int place = alike->first_place[location];
    while (place + 1 < alike->first_place[location + 1] &&
           alike->places[place + 1].offset <= offset)
        place++;
    return place;
}

int cm_alike_locate(const cm_alike *alike, uint64_t value, uint64_t *offset)
{
    int location = cm_test_locate(alike->job->test, value, offset);
    if (location < 0)
        return -1;
    int place = cm_alike_place(alike, location, *offset);
    *offset -= alike->places[place].offset;
    return cm_alike_is_whole(alike, place) || *offset < alike->places[place].size ? place : -1;
}

bool cm_alike_is_whole(const cm_alike *alike, int place)
{
    int location = alike->places[place].location;
    return alike->first_place[location + 1] == alike->first_place[location] + 1;
}

uint64_t cm_alike_address(const cm_alike *alike, int place)
{
    const cm_own *own = &alike->places[place];
    return alike->job->test->locations[own->location].address + own->offset;
}

/* What a thread's code and registers have at first: calls visit for each constant. */
typedef void visit_constant(void *context, int thread, uint64_t value);

static void visit_expr(const cm_expr *e, int thread, visit_constant *visit, void *context)
{
    if (!e)
        return;
    if (e->op == CM_OP_CONST)
        visit(context, thread, e->imm);
    visit_expr(e->a, thread, visit, context);
    visit_expr(e->b, thread, visit, context);
    visit_expr(e->c, thread, visit, context);
}

static void visit_thread(const cm_thread *thread, int t, visit_constant *visit, void *context)
{
    for (int i = 0; i < thread->register_count; i++)
        visit_expr(thread->registers[i].init, t, visit, context);
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *step = &thread->steps[i];
        const cm_expr *all[] = {step->guard,  step->addr,      step->value, step->quorum,
                                step->opaque, step->undefined, step->paired};
        for (size_t k = 0; k < sizeof all / sizeof *all; k++)
            visit_expr(all[k], t, visit, context);
    }
}

/* The first byte of a location that each thread has the address of. */
typedef struct firsts {
    const cm_test *test;
    int location;
    uint64_t *of; /* by thread; NO_BYTE: of none */
} firsts;

#define NO_BYTE UINT64_MAX

static void note_first(void *firsts_, int thread, uint64_t value)
{
    firsts *f = firsts_;
    uint64_t offset;
    if (cm_test_locate(f->test, value, &offset) == f->location && offset < f->of[thread])
        f->of[thread] = offset;
}

/* How many bytes of the array are a place: what lies between the first ones of two threads; 0: it
 * is one place. *begin: where one begins. */
static uint64_t step_between(const cm_alike *s, int location, uint64_t *begin)
{
    const cm_test *test = s->job->test;
    const cm_location *l = &test->locations[location];
    size_t threads = (size_t)test->thread_count;
    firsts f = {test, location, CM_NEW_ARRAY(s->job->arena, threads, uint64_t)};
    uint64_t least = 0;
    for (size_t t = 0; t < threads; t++) {
        f.of[t] = NO_BYTE;
        visit_thread(&test->threads[t], (int)t, note_first, &f);
    }
    for (size_t a = 0; a < threads; a++)
        for (size_t b = 0; b < threads && f.of[a] != NO_BYTE; b++)
            if (f.of[b] != NO_BYTE && f.of[b] > f.of[a] && (!least || f.of[b] - f.of[a] < least))
                least = f.of[b] - f.of[a];
    for (size_t t = 0; t < threads && least; t++)
        if (f.of[t] != NO_BYTE)
            *begin = f.of[t] % least;
    return least % l->width || *begin % l->width ? 0 : least;
}

static void add_place(cm_alike *s, int location, uint64_t from, uint64_t to)
{
    if (to > from)
        s->places[s->place_count++] =
            (cm_own){location, (uint32_t)from, (uint32_t)(to - from), NOBODY};
}

static void split_location(cm_alike *s, int location)
{
    const cm_location *l = &s->job->test->locations[location];
    uint64_t size = (uint64_t)l->count * l->width, begin = 0, step = 0;
    if (l->is_array && l->count > 1 && !l->structure && l->extent == size)
        step = step_between(s, location, &begin);
    s->first_place[location] = s->place_count;
    add_place(s, location, 0, step ? begin : size);
    for (; step && begin < size; begin += step)
        add_place(s, location, begin, begin + step < size ? begin + step : size);
}

static void find_places(cm_alike *s)
{
    const cm_test *test = s->job->test;
    size_t most = 0;
    for (int i = 0; i < test->location_count; i++)
        most += test->locations[i].count;
    s->places = CM_NEW_ARRAY(s->job->arena, most, cm_own);
    s->first_place = CM_NEW_ARRAY(s->job->arena, (size_t)test->location_count + 1, int);
    for (int i = 0; i < test->location_count; i++)
        split_location(s, i);
    s->first_place[test->location_count] = s->place_count;
}

/* ---- places of one thread ---------------------------------------------- */

static void claim(void *alike, int thread, uint64_t value)
{
    cm_alike *s = alike;
    uint64_t offset;
    int place = cm_alike_locate(s, value, &offset);
    cm_own *own = place < 0 ? NULL : &s->places[place];
    if (!own || own->owner == thread)
        return;
    if (own->owner == NOBODY && thread >= 0) {
        own->owner = thread;
        s->own[thread][s->own_count[thread]++] = place;
    } else {
        own->owner = EVERYBODY;
    }
}

static void claim_location(cm_alike *s, int location)
{
    for (int i = s->first_place[location]; i < s->first_place[location + 1]; i++)
        s->places[i].owner = EVERYBODY;
}

static void claim_operand(cm_alike *s, const cm_operand *operand)
{
    const cm_test *test = s->job->test;
    if (operand->observed < 0)
        claim(s, EVERYBODY, operand->value);
    else if (test->observed[operand->observed].kind == CM_OBSERVE_LOCATION)
        claim_location(s, test->observed[operand->observed].location);
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
    bool special = l->beside || l->alias_of >= 0 || l->virtual_of >= 0 || l->proxy != CM_GENERIC ||
                   (uint64_t)l->count * l->width >= CM_ADDRESS_STRIDE ||
                   l->extent >= CM_ADDRESS_STRIDE;
    for (int i = 0; i < test->location_count; i++)
        special |=
            test->locations[i].alias_of == location || test->locations[i].virtual_of == location;
    return special;
}

/* Places whose addresses only one thread's code and registers have at first. */
static void find_owners(cm_alike *s)
{
    const cm_test *test = s->job->test;
    size_t threads = (size_t)test->thread_count;
    find_places(s);
    s->own = CM_NEW_ARRAY(s->job->arena, threads, int *);
    s->own_count = CM_NEW_ARRAY(s->job->arena, threads, int);
    for (int i = 0; i < test->location_count; i++)
        if (s->job->uneven || is_special(test, i))
            claim_location(s, i);
    for (int i = 0; i < test->location_count; i++)
        for (uint32_t k = 0; k < test->locations[i].count; k++)
            claim(s, EVERYBODY, test->locations[i].init[k]);
    if (s->asked)
        claim_asked(s, test->filter);
    if (s->asked && s->job->options.question)
        claim_asked(s, test->condition);
    for (int t = 0; t < test->thread_count; t++) {
        s->own[t] = CM_NEW_ARRAY(s->job->arena, (size_t)s->place_count, int);
        visit_thread(&test->threads[t], t, claim, s);
    }
    for (int t = 0; t < test->thread_count; t++) {
        /* Of what the thread was the first to know, only what it alone knows of. */
        int kept = 0;
        for (int i = 0; i < s->own_count[t]; i++)
            if (s->places[s->own[t][i]].owner == t)
                s->own[t][kept++] = s->own[t][i];
        s->own_count[t] = kept;
    }
}

int cm_alike_own(const cm_alike *alike, int thread, int place)
{
    for (int i = 0; i < alike->own_count[thread]; i++)
        if (alike->own[thread][i] == place)
            return i;
    return -1;
}

/* Of a location, or of two that differ in nothing else. */
static bool same_place(const cm_test *test, const cm_own *a, const cm_own *b)
{
    const cm_location *x = &test->locations[a->location], *y = &test->locations[b->location];
    if (x->width != y->width || x->typed != y->typed || x->is_signed != y->is_signed ||
        x->is_array != y->is_array || x->count != y->count || x->extent != y->extent ||
        x->is_atomic != y->is_atomic || x->coherence != y->coherence || x->tags != y->tags ||
        a->size != b->size)
        return false;
    if (x->space != y->space ||
        (x->space == CM_SPACE_SHARED && !cm_threads_share(test, x->owner, y->owner, CM_SCOPE_CTA)))
        return false;
    for (uint32_t i = 0; i < a->size / x->width && i < x->count; i++)
        if (x->init[a->offset / x->width + i] != y->init[b->offset / y->width + i])
            return false;
    return true;
}

/* Do the two threads own places that are alike, in their order? */
static bool same_own(const cm_alike *s, int a, int b)
{
    if (s->own_count[a] != s->own_count[b])
        return false;
    for (int i = 0; i < s->own_count[a]; i++)
        if (!same_place(s->job->test, &s->places[s->own[a][i]], &s->places[s->own[b][i]]))
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

/* Equal, or the same byte of places of their own. */
static bool same_constant(const couple *c, uint64_t a, uint64_t b)
{
    uint64_t from, to;
    int x = cm_alike_locate(c->s, a, &from), y = cm_alike_locate(c->s, b, &to);
    int rank = x < 0 ? -1 : cm_alike_own(c->s, c->first, x);
    if (rank >= 0)
        return y >= 0 && rank == cm_alike_own(c->s, c->second, y) && from == to;
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
           a->async.part == b->async.part && a->party == b->party &&
           a->async.pending == b->async.pending && same_expr(c, a->guard, b->guard) &&
           same_expr(c, a->undefined, b->undefined) && same_expr(c, a->opaque, b->opaque) &&
           same_expr(c, a->addr, b->addr) && same_expr(c, a->value, b->value) &&
           same_expr(c, a->quorum, b->quorum) && same_expr(c, a->paired, b->paired) &&
           cm_tags_equal(a->tags, b->tags);
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
static bool same_placement(const cm_test *test, int i, int k)
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
           same_placement(alike->job->test, a, b);
}
