/* Symbolic execution of one thread. See execute.h. */
#include "checker/threads/execute.h"

#include "checker/threads/counter.h"
#include "checker/threads/deps.h"
#include "checker/threads/domains.h"
#include "checker/threads/earlier.h"
#include "checker/threads/lanes.h"
#include "checker/threads/turns.h"

#include <string.h>

/* The thread at one place: its registers and what hangs on the path so far. */
typedef struct state {
    cm_lit guard; /* the path leads here */
    cm_cell *cells;
    const cm_deps *ctrl;      /* reads that branches so far depended on, as dependencies count */
    const cm_deps *led;       /* all of them, also where a language ends a dependency behind its
                                 branch (CM_CONTROL_RESTORE) */
    const cm_deps *exclusive; /* latest load-exclusive */
} state;

/* States that arrive at a visit. */
typedef struct arrivals {
    state **items;
    uint32_t count, capacity;
} arrivals;

typedef struct executor {
    cm_job *job;
    cm_memory *memory;
    const cm_thread *thread;
    int thread_index;
    cm_thread_run *run;
    arrivals *at; /* by visit; the last one is the end of the thread */
    uint32_t cell_count;

    /* the step that is executed */
    state *s;
    const cm_step *step;
    int visit;
    cm_lit guard;              /* the step's own guard */
    const cm_deps *guard_deps; /* as pick dependencies */
    const bool *ended; /* the thread is at its end, where the test observes these registers */
} executor;

/* ---- paths ----------------------------------------------------------- */

static state *copy_state(executor *x, const state *from, cm_lit guard)
{
    state *made = CM_NEW(x->job->arena, state);
    *made = *from;
    made->guard = guard;
    made->cells = CM_NEW_ARRAY(x->job->arena, x->cell_count, cm_cell);
    memcpy(made->cells, from->cells, x->cell_count * sizeof *made->cells);
    return made;
}

/* From a visit on to another one, or to the end of the thread, or to a cut. */
static void arrive(executor *x, int from, int visit, state *s)
{
    if (s->guard == CM_FALSE)
        return;
    if (visit == CM_VISIT_CUT) {
        cm_thread_run *run = x->run;
        CM_PUSH(x->job->arena, run->cuts, run->cut_count, run->cut_capacity,
                (cm_cut){from, run->code.visits[from].step, s->guard, s->led, false});
        return;
    }
    arrivals *to = &x->at[visit == CM_VISIT_EXIT ? x->run->code.count : visit];
    CM_PUSH(x->job->arena, to->items, to->count, to->capacity, s);
}

static cm_lit lit_select(cm_job *job, cm_lit when, cm_lit a, cm_lit b)
{
    if (a == b)
        return a;
    return cm_form_or(&job->form, cm_form_and(&job->form, when, a),
                      cm_form_and(&job->form, -when, b));
}

/* a, or b under the guard of b: the two exclude each other. */
static void merge_into(executor *x, state *a, const state *b)
{
    cm_job *job = x->job;
    cm_lit when = b->guard;
    for (uint32_t i = 0; i < x->cell_count; i++) {
        if (x->ended && !x->ended[i])
            continue;
        if (a->cells[i].value != b->cells[i].value)
            a->cells[i].value = cm_val_select(job, when, b->cells[i].value, a->cells[i].value);
        a->cells[i].deps = cm_deps_select(job, when, b->cells[i].deps, a->cells[i].deps);
        a->cells[i].opaque = lit_select(job, when, b->cells[i].opaque, a->cells[i].opaque);
    }
    bool alike = a->led == a->ctrl && b->led == b->ctrl;
    a->ctrl = cm_deps_select(job, when, b->ctrl, a->ctrl);
    a->led = alike ? a->ctrl : cm_deps_select(job, when, b->led, a->led);
    a->exclusive = cm_deps_select(job, when, b->exclusive, a->exclusive);
    a->guard = cm_form_or(&job->form, a->guard, b->guard);
}

/* The one state at a visit, or NULL when no path leads there. */
static state *merged(executor *x, int visit)
{
    arrivals *from = &x->at[visit];
    if (from->count == 0)
        return NULL;
    state *result = from->items[0];
    for (uint32_t i = 1; i < from->count; i++)
        merge_into(x, result, from->items[i]);
    return result->guard == CM_FALSE ? NULL : result;
}

/* ---- steps ----------------------------------------------------------- */

static const cm_val *value_of(executor *x, const cm_expr *expr)
{
    return cm_val_expr(x->job, expr, x->s->cells);
}

static const cm_deps *deps_of(executor *x, const cm_expr *expr)
{
    return cm_deps_expr(x->job, expr, x->s->cells);
}

/* Does nobody know what the expression gives? */
static cm_lit opaque_of(executor *x, const cm_expr *e)
{
    if (!e)
        return CM_FALSE;
    if (e->op == CM_OP_REG)
        return x->s->cells[e->reg].opaque;
    cm_form *form = &x->job->form;
    cm_lit a = opaque_of(x, e->a), b = opaque_of(x, e->b), c = opaque_of(x, e->c);
    if (e->op == CM_OP_SELECT && b != c) /* the one that is not chosen is none of it */
        b = c = lit_select(x->job, cm_val_nonzero(value_of(x, e->a)), b, c);
    return cm_form_or(form, a, cm_form_or(form, b, c));
}

/* dst = value, if the step's guard holds. */
static void assign(executor *x, const cm_val *value, const cm_deps *deps, cm_lit opaque)
{
    if (x->step->dst < 0)
        return;
    cm_job *job = x->job;
    cm_cell *cell = &x->s->cells[x->step->dst];
    cell->value = cm_val_select(job, x->guard, value, cell->value);
    cell->deps = cm_deps_select(job, x->guard, deps, cell->deps);
    cell->deps = cm_deps_add(job, cell->deps, x->guard_deps, CM_TRUE, true);
    cell->opaque = lit_select(job, x->guard, opaque, cell->opaque);
    cell->opaque = cm_form_or(&job->form, cell->opaque, opaque_of(x, x->step->guard));
}

/* A new access of this step, or NULL when its guard cannot hold. Valid until the
 * next one is made. */
static cm_access *new_access(executor *x)
{
    cm_thread_run *run = x->run;
    cm_job *job = x->job;
    CM_RESERVE(job->arena, run->accesses, run->access_count, run->access_capacity);
    cm_lit guard = cm_form_and(&job->form, x->s->guard, x->guard);
    if (guard == CM_FALSE)
        return NULL;
    cm_access *a = &run->accesses[run->access_count++];
    const cm_visit *visit = &run->code.visits[x->visit];
    *a = (cm_access){.step = x->step,
                     .thread = x->thread_index,
                     .visit = x->visit,
                     .path = x->s->guard,
                     .guard = guard,
                     .opaque = CM_FALSE};
    a->instance = visit->rounds * (uint64_t)(x->thread->instruction_count + 1) +
                  (uint64_t)x->step->instruction;
    a->whole = run->access_count - 1;
    if (x->step->joined && a->whole > 0 && a[-1].instance == a->instance)
        a->whole = a[-1].whole;
    a->ctrl = cm_deps_add(job, x->s->ctrl, x->guard_deps, CM_TRUE, true);
    bool alike = x->s->led == x->s->ctrl;
    a->led = alike ? a->ctrl : cm_deps_add(job, x->s->led, x->guard_deps, CM_TRUE, true);
    return a;
}

/* ---- what nobody knows --------------------------------------------------- */

/* Notes that such a value may be at the address; or asks it. */
static bool is_opaque(executor *x, const cm_access *a, bool note)
{
    cm_memory *memory = x->memory;
    bool any = false;
    cm_spot spot;
    for (uint32_t i = 0; i < a->address->count; i++) {
        if (!cm_memory_find(memory, a->address->choices[i].value, x->step->width, &spot))
            continue;
        struct cm_span *there = &memory->opaque[spot.location], now = *there;
        uint64_t end = (uint64_t)spot.offset + x->step->width;
        any |= there->from < end && spot.offset < there->to;
        if (!note)
            continue;
        now.from = now.from == now.to || spot.offset < now.from ? spot.offset : now.from;
        now.to = end > now.to ? end : now.to;
        memory->opaque_spread |= now.from != there->from || now.to != there->to;
        *there = now;
    }
    return any;
}

static void note(executor *x, cm_undefined **items, int *count, int *capacity, cm_undefined made)
{
    if (made.when == CM_FALSE)
        return;
    cm_undefined *all = *items;
    CM_RESERVE(x->job->arena, all, *count, *capacity);
    all[(*count)++] = made;
    *items = all;
}

/* Where the thread goes, and what it does to which memory: of which nothing is known any more. */
static void note_decided(executor *x)
{
    cm_form *form = &x->job->form;
    const cm_step *s = x->step;
    cm_lit when = cm_form_or(form, opaque_of(x, s->addr), opaque_of(x, s->undefined));
    if (s->kind != CM_STEP_ASSIGN && !s->tells)
        when = cm_form_or(form, when, opaque_of(x, s->guard));
    if (s->kind == CM_STEP_BRANCH || s->kind == CM_STEP_BARRIER)
        when = cm_form_or(form, when, opaque_of(x, s->value));
    when = cm_form_or(form, when, opaque_of(x, s->quorum));
    when = cm_form_or(form, when, opaque_of(x, s->paired));
    note(x, &x->run->undefined, &x->run->undefined_count, &x->run->undefined_capacity,
         (cm_undefined){s, cm_form_and(form, x->s->guard, when),
                        "depends on a value that is not known"});
}

/* Does nobody know what the step assigns or stores? */
static cm_lit given_opaque(executor *x)
{
    cm_form *form = &x->job->form;
    const cm_step *s = x->step;
    if (!s->opaque)
        return opaque_of(x, s->value);
    cm_lit now = cm_val_nonzero(value_of(x, s->opaque));
    cm_lit here = cm_form_or(form, opaque_of(x, s->opaque), now);
    cm_lit done = cm_form_and(form, x->s->guard, x->guard);
    note(x, &x->run->opaque, &x->run->opaque_count, &x->run->opaque_capacity,
         (cm_undefined){s, cm_form_and(form, done, here), s->why});
    x->memory->sources = cm_form_or(form, x->memory->sources, cm_form_and(form, done, now));
    return cm_form_or(form, here, opaque_of(x, s->value));
}

/* The value of a read: one of its domain. */
static const cm_val *domain_value(cm_job *job, cm_domain *domain)
{
    if (domain->count <= 1) /* none: the address leads nowhere, see graph.c */
        return cm_val_constant(job, domain->count ? domain->values[0] : 0);
    domain->group = cm_form_group(&job->form, domain->count);
    cm_choice *choices = CM_NEW_ARRAY(job->arena, domain->count, cm_choice);
    for (uint32_t i = 0; i < domain->count; i++)
        choices[i] = (cm_choice){domain->values[i], domain->group + (cm_lit)i,
                                 domain->made_by ? domain->made_by[i] : 0,
                                 domain->through ? domain->through[i] : 0};
    return cm_val_make(job, choices, domain->count);
}

static void execute_load(executor *x)
{
    cm_job *job = x->job;
    cm_access *a = new_access(x);
    if (!a)
        return;
    a->address = value_of(x, x->step->addr);
    a->addr = deps_of(x, x->step->addr);
    a->data = deps_of(x, x->step->value);
    cm_domain *domain = &x->run->domains[x->visit];
    if (domain->count == 0)
        cm_memory_first_domain(x->memory, a->address, x->step->width, domain);
    a->value = cm_val_loaded(job, domain_value(job, domain));
    int index = x->run->access_count - 1;
    const cm_deps *self = cm_deps_one(job, index);
    if (x->step->exclusive) {
        const cm_deps *pair = self; /* both halves of LDXP open the pair */
        if (index > 0 && a[-1].step->exclusive && a[-1].instance == a->instance)
            pair = cm_deps_add(job, cm_deps_one(job, index - 1), self, CM_TRUE, false);
        x->s->exclusive = cm_deps_select(job, x->guard, pair, x->s->exclusive);
    }
    a->opaque = is_opaque(x, a, false) ? cm_form_variable(&job->form) : CM_FALSE;
    assign(x, a->value, self, a->opaque);
}

/* Reads that the store forms an atomic pair with. */
static const cm_deps *rmw_partners(executor *x, const cm_access *store)
{
    if (x->step->rmw == CM_RMW_EXCLUSIVE && x->step->paired)
        return cm_deps_select(x->job, cm_val_nonzero(value_of(x, x->step->paired)), x->s->exclusive,
                              NULL);
    if (x->step->rmw == CM_RMW_EXCLUSIVE)
        return x->s->exclusive;
    const cm_thread_run *run = x->run;
    for (int i = run->access_count - 1; x->step->rmw >= 0 && i >= 0; i--) {
        const cm_access *a = &run->accesses[i];
        int step = (int)(a->step - x->thread->steps);
        if (step == x->step->rmw && a->instance == store->instance)
            return cm_deps_one(x->job, i);
    }
    return NULL;
}

static void execute_store(executor *x)
{
    cm_access *a = new_access(x);
    if (!a)
        return;
    a->address = value_of(x, x->step->addr);
    a->addr = deps_of(x, x->step->addr);
    a->value = value_of(x, x->step->value);
    a->data = deps_of(x, x->step->value);
    a->rmw = rmw_partners(x, a);
    a->opaque = given_opaque(x);
    if (a->opaque != CM_FALSE)
        is_opaque(x, a, true);
    if (x->step->dst >= 0)
        assign(x, cm_val_constant(x->job, 0), cm_deps_one(x->job, x->run->access_count - 1),
               CM_FALSE);
}

static void execute_fence(executor *x)
{
    cm_access *a = new_access(x);
    if (!a)
        return;
    a->met = CM_TRUE;
    if (x->step->kind != CM_STEP_BARRIER)
        return;
    a->value = value_of(x, x->step->value);
    bool arrives = x->step->arrives;
    if (x->step->quorum)
        a->quorum = value_of(x, x->step->quorum);
    else if (arrives || !x->job->live)
        return; /* all come, or there is no final state: barrier.c */
    if (x->memory->all_meet)
        return;
    a->met = cm_form_variable(&x->job->form);
    if (!arrives) {
        /* Where the thread waits for ever, it ends as it is. */
        cm_lit for_ever = cm_form_and(&x->job->form, a->guard, -a->met);
        cm_lit *hung = &x->run->hung;
        *hung = cm_form_or(&x->job->form, *hung, for_ever);
        arrive(x, x->visit, CM_VISIT_EXIT, copy_state(x, x->s, for_ever));
        x->s->guard = cm_form_and(&x->job->form, x->s->guard, -for_ever);
    }
}

/* ---- branches -------------------------------------------------------- */

static void leave_indirect(executor *x, cm_lit taken)
{
    cm_job *job = x->job;
    const cm_visit *visit = &x->run->code.visits[x->visit];
    const cm_val *to = value_of(x, x->step->addr);
    cm_lits lost = {0};
    for (uint32_t i = 0; i < to->count; i++) {
        cm_lit when = cm_form_and(&job->form, taken, to->choices[i].when);
        int step = cm_test_code(job->test, x->thread_index, to->choices[i].value), k = 0;
        while (k < x->run->code.target_count && x->run->code.targets[k] != step)
            k++;
        if (k < x->run->code.target_count)
            arrive(x, x->visit, visit->indirect[k], copy_state(x, x->s, when));
        else
            cm_lits_add(job->arena, &lost, when);
    }
    cm_lits_add(job->arena, &lost, x->run->lost);
    x->run->lost = cm_form_or_all(&job->form, lost.items, lost.count);
}

/* A branch has depended on these. */
static void add_control(executor *x, const cm_deps *deps)
{
    state *s = x->s;
    bool alike = s->led == s->ctrl;
    s->ctrl = cm_deps_add(x->job, s->ctrl, deps, CM_TRUE, false);
    s->led = alike ? s->ctrl : cm_deps_add(x->job, s->led, deps, CM_TRUE, false);
}

static void execute_branch(executor *x)
{
    cm_job *job = x->job;
    const cm_visit *visit = &x->run->code.visits[x->visit];
    cm_lit condition = x->guard;
    if (x->step->value) {
        condition = cm_form_and(&job->form, condition, cm_val_nonzero(value_of(x, x->step->value)));
        add_control(x, deps_of(x, x->step->value));
    }
    add_control(x, x->guard_deps);
    if (x->step->addr)
        add_control(x, deps_of(x, x->step->addr));
    cm_lit taken = cm_form_and(&job->form, x->s->guard, condition);
    cm_lit not_taken = cm_form_and(&job->form, x->s->guard, -condition);
    if (x->step->addr)
        leave_indirect(x, taken);
    else {
        /* The branch with a fixed target is taken. */
        cm_thread_run *run = x->run;
        int cuts = run->cut_count;
        arrive(x, x->visit, run->code.visits[x->visit].taken, copy_state(x, x->s, taken));
        if (run->cut_count > cuts)
            /* The condition is a constant, and was computed from the thread's own values only; or
             * the jump has none, and such conditions alone have led here. */
            run->cuts[cuts].known =
                x->step->value
                    ? condition == CM_TRUE && !deps_of(x, x->step->value) && !x->guard_deps
                    : taken == CM_TRUE && !x->s->led;
    }
    x->s->guard = not_taken;
    arrive(x, x->visit, visit->next, x->s);
}

/* ---- a thread -------------------------------------------------------- */

static void note_undefined(executor *x)
{
    cm_job *job = x->job;
    cm_thread_run *run = x->run;
    cm_lit when = cm_form_and(&job->form, x->s->guard, x->guard);
    if (!x->step->undefined || when == CM_FALSE)
        return;
    when = cm_form_and(&job->form, when, cm_val_nonzero(value_of(x, x->step->undefined)));
    note(x, &run->undefined, &run->undefined_count, &run->undefined_capacity,
         (cm_undefined){x->step, when, x->step->why});
}

static void execute_visit(executor *x, int visit, state *s)
{
    x->s = s;
    x->step = &x->thread->steps[x->run->code.visits[visit].step];
    x->visit = visit;
    x->guard = CM_TRUE;
    x->guard_deps = NULL;
    if (x->step->guard) {
        x->guard = cm_val_nonzero(value_of(x, x->step->guard));
        x->guard_deps = deps_of(x, x->step->guard);
    }
    note_undefined(x);
    note_decided(x);
    switch (x->step->kind) {
    case CM_STEP_ASSIGN: {
        bool keep = x->step->control == CM_CONTROL_KEEP;
        const cm_deps *deps = keep ? x->s->ctrl : deps_of(x, x->step->value);
        assign(x, value_of(x, x->step->value), deps, given_opaque(x));
        if (x->step->control == CM_CONTROL_RESTORE)
            x->s->ctrl = deps;
    } break;
    case CM_STEP_CHOOSE: {
        cm_job *job = x->job;
        cm_lit chosen = cm_form_variable(&job->form);
        cm_choice choices[2] = {{0, -chosen, 0, 0}, {1, chosen, 0, 0}};
        cm_thread_run *run = x->run;
        CM_PUSH(job->arena, run->chosen, run->chosen_count, run->chosen_capacity,
                (cm_chosen){x->visit, cm_form_and(&job->form, x->s->guard, x->guard), chosen});
        assign(x, cm_val_make(job, choices, 2), NULL, CM_FALSE);
    } break;
    case CM_STEP_LOAD:
        execute_load(x);
        break;
    case CM_STEP_STORE:
        execute_store(x);
        break;
    case CM_STEP_NOTE: { /* dst = value, through an event */
        cm_access *a = new_access(x);
        if (a) {
            a->met = CM_TRUE;
            a->value = value_of(x, x->step->value);
            a->data = deps_of(x, x->step->value);
            assign(x, a->value, cm_deps_one(x->job, x->run->access_count - 1),
                   opaque_of(x, x->step->value));
        }
    } break;
    case CM_STEP_FENCE:
    case CM_STEP_BARRIER:
        execute_fence(x);
        break;
    case CM_STEP_BRANCH:
        execute_branch(x);
        return;
    }
    arrive(x, visit, x->run->code.visits[visit].next, s);
}

static state *initial_state(executor *x)
{
    cm_job *job = x->job;
    state *s = CM_NEW(job->arena, state);
    s->guard = CM_TRUE;
    s->cells = CM_NEW_ARRAY(job->arena, x->cell_count, cm_cell);
    for (uint32_t i = 0; i < x->cell_count; i++)
        s->cells[i] =
            (cm_cell){cm_val_expr(job, x->thread->registers[i].init, NULL), NULL, CM_FALSE};
    return s;
}

/* Registers of the thread that the test observes. */
static const bool *find_observed(const executor *x)
{
    const cm_test *test = x->job->test;
    bool *observed = CM_NEW_ARRAY(x->job->arena, x->cell_count + 1, bool);
    for (int i = 0; i < test->observed_count; i++)
        if (test->observed[i].kind == CM_OBSERVE_REGISTER &&
            test->observed[i].thread == x->thread_index)
            observed[test->observed[i].reg] = true;
    return observed;
}

/* Of registers that the test does not observe, the values are those of some path. */
static void read_finals(executor *x)
{
    x->ended = find_observed(x);
    state *s = merged(x, x->run->code.count);
    x->run->finals = CM_NEW_ARRAY(x->job->arena, x->cell_count, const cm_val *);
    x->run->final_deps = CM_NEW_ARRAY(x->job->arena, x->cell_count, const cm_deps *);
    x->run->final_opaque = CM_NEW_ARRAY(x->job->arena, x->cell_count, cm_lit);
    x->run->final_led = s ? s->led : NULL;
    for (uint32_t i = 0; i < x->cell_count; i++) {
        x->run->finals[i] = s ? s->cells[i].value : cm_val_constant(x->job, 0);
        x->run->final_deps[i] = s ? s->cells[i].deps : NULL;
        x->run->final_opaque[i] = s ? s->cells[i].opaque : CM_FALSE;
    }
}

/* Runs the thread with the domains of memory->runs[thread]; fills the rest of that run. A load
 * without a domain gets what memory holds initially. */
static void execute_thread(cm_memory *memory, int thread)
{
    cm_job *job = memory->job;
    cm_thread_run *run = &memory->runs[thread];
    const cm_thread *t = &job->test->threads[thread];
    executor x = {.job = job,
                  .memory = memory,
                  .thread = t,
                  .thread_index = thread,
                  .run = run,
                  .cell_count = (uint32_t)t->register_count};
    run->access_count = 0;
    run->cut_count = run->undefined_count = run->opaque_count = 0;
    run->retries.count = 0;
    run->chosen_count = 0;
    run->lost = run->hung = CM_FALSE;
    x.at = CM_NEW_ARRAY(job->arena, (size_t)run->code.count + 1, arrivals);
    arrive(&x, -1, run->code.count > 0 ? 0 : CM_VISIT_EXIT, initial_state(&x));
    for (int i = 0; i < run->code.count; i++) {
        state *s = merged(&x, i);
        if (s && run->code.visits[i].retry)
            cm_lits_add(job->arena, &run->retries, s->guard);
        if (s)
            execute_visit(&x, i, s);
    }
    read_finals(&x);
}

/* ---- all threads, until nothing new is found --------------------------- */

#include "checker/threads/counter.h"
#include "checker/threads/domains.h"
#include "checker/threads/range.h"

/* Most tests find all their values in fewer rounds; guesses have gone by then. */
enum { ROUNDS_WITHOUT_RANGES = 4 };

/* True when some domain grew. */
static bool update_domains(cm_memory *memory)
{
    bool grew = false;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++)
            if (run->accesses[i].step->kind == CM_STEP_LOAD)
                grew |= cm_memory_update(memory, run, &run->accesses[i], NULL, NULL);
    }
    return grew;
}

static int count_stores(const cm_memory *memory)
{
    int stores = 0;
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++)
            stores += memory->runs[t].accesses[i].step->kind == CM_STEP_STORE;
    return stores;
}

void cm_memory_execute(cm_memory *memory)
{
    cm_job *job = memory->job;
    cm_form_reset(&job->form);
    memory->opaque_spread = false;
    memory->made = cm_form_variable(&job->form);
    memory->sources = CM_FALSE;
    for (int t = 0; t < job->test->thread_count; t++)
        execute_thread(memory, t);
    bool known = memory->all_meet;
    cm_turns_find(memory);
    if (memory->all_meet && !known) { /* once more, without those who stay */
        cm_memory_execute(memory);
        return;
    }
    cm_lanes_find(memory);
    cm_earlier_count(memory);
    cm_form_define(&job->form, memory->made, memory->sources);
    cm_job_poll(job);
}

/* The domain of a visit of the step that has one; NULL: none has. */
static const cm_domain *domain_of(const cm_thread_run *run, int step)
{
    for (int i = 0; i < run->code.count; i++)
        if (run->code.visits[i].step == step && run->domains[i].count > 0)
            return &run->domains[i];
    return NULL;
}

void cm_memory_seed(cm_memory *memory, const cm_memory *before)
{
    if (!before->settled || memory->pruned || memory->ordered)
        return;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->code.count; i++) {
            const cm_domain *known = domain_of(&before->runs[t], run->code.visits[i].step);
            if (known)
                run->domains[i] = (cm_domain){
                    .count = known->count, .values = known->values, .made_by = known->made_by};
        }
    }
}

void cm_memory_settle(cm_memory *memory)
{
    cm_memory_cut_elements(memory);
    /* A value that is not made out of thin air is computed along a chain of
     * different stores, so more rounds than stores find nothing new. */
    for (;;) {
        cm_memory_execute(memory);
        bool changed = cm_memory_cut(memory);
        if (changed && memory->job->seed_count > 0 && memory->rounds < ROUNDS_WITHOUT_RANGES)
            cm_memory_uncut(memory);
        if (cm_counters_find(memory))
            memory->rounds = 0;
        if (memory->rounds >= ROUNDS_WITHOUT_RANGES && !memory->job->wide_values)
            cm_ranges_find(memory);
        bool grew = update_domains(memory);
        memory->settled = !grew;
        bool done = (!grew && !changed) || memory->rounds++ > count_stores(memory) + 2;
        if (done && !memory->opaque_spread)
            break;
    }
    if (!memory->settled)
        cm_memory_execute(memory);
    if (memory->pruned || memory->ranged)
        memory->settled = false; /* the solver says whether values were left out */
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].code.count; i++)
            memory->runs[t].domains[i].open = !memory->settled;
}
