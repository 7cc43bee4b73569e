/* What a check looks for in a question. See check_parts.h. */
#include "checker/check_parts.h"

#include "checker/encode.h"
#include "checker/loops/monotone.h"
#include "checker/question.h"

#include <string.h>

bool cm_checking_solve(cm_checking *c, cm_lit also, bool whole)
{
    enum { MOST = 5 };
    cm_lit assumptions[MOST] = {whole ? -c->graph.cut : CM_TRUE, also, c->filter, c->ordered,
                                whole ? c->first : CM_TRUE};
    uint32_t count = 0;
    for (int i = 0; i < MOST; i++)
        if (assumptions[i] != CM_TRUE)
            assumptions[count++] = assumptions[i];
    return cm_solver_is_sat(c->solver, cm_solver_check(c->solver, assumptions, count));
}

static int constraint_named(const cm_model *m, const char *name)
{
    for (int i = 0; i < m->constraint_count; i++)
        if (m->constraints[i].name && strcmp(m->constraints[i].name, name) == 0)
            return i;
    return -1;
}

/* Some access is outside of every object before any assertion has failed. */
static cm_lit goes_outside(cm_checking *c)
{
    cm_form *form = &c->job.form;
    cm_lit outside = CM_FALSE;
    for (uint32_t i = 0; i < c->graph.stray_count; i++)
        if (c->graph.strays[i].outside)
            outside = cm_form_or(form, outside, c->graph.strays[i].when);
    for (uint32_t i = c->graph.init_count; i < c->graph.count && outside != CM_FALSE; i++)
        if (c->graph.events[i].access->step->tells)
            outside = cm_form_and(form, outside, -c->graph.events[i].exec);
    return outside;
}

/* Models of C call it a flag. What comes before the access, in program order and by what was read,
 * is an execution of the model by itself where these two have no cycle (its axiom no-thin-air; the
 * relations of its other axioms only shrink with the events): so whatever the solver gives to what
 * comes after it, the access is one that the program makes. */
static void raise_outside(cm_checking *c)
{
    const cm_model *m = c->job.model;
    int flag = constraint_named(m, "outside-of-objects");
    if (flag < 0 || constraint_named(m, "no-thin-air") < 0 || c->job.test->filter ||
        c->job.options.no_flags || c->raised[flag])
        return;
    cm_lit outside = goes_outside(c);
    cm_graph_tell(&c->graph, c->solver);
    c->raised[flag] = outside != CM_FALSE && cm_checking_solve(c, outside, false);
}

void cm_checking_find_stray(cm_checking *c)
{
    cm_lit stray = cm_graph_any_stray(&c->graph);
    if (stray == CM_FALSE)
        return;
    if (cm_checking_solve(c, stray, false))
        for (uint32_t i = 0; i < c->graph.stray_count && !c->stray; i++)
            if (cm_solver_value(c->solver, c->graph.strays[i].when))
                c->stray = &c->graph.strays[i];
    raise_outside(c);
    cm_solver_assert(c->solver, -stray);
}

static void keep_execution(cm_checking *c, size_t index)
{
    cm_job *job = &c->job;
    if (index >= c->execution_capacity) {
        size_t more = c->execution_capacity ? c->execution_capacity * 2 : 16;
        c->executions = cm_arena_grow(job->arena, c->executions, c->execution_capacity, more,
                                      sizeof(cm_execution *));
        c->execution_capacity = more;
    }
    c->executions[index] = cm_replay_execution(c->replay);
}

/* Does the execution found last again; ends the job when it is none. false: its state
 * depends on what the test does not say, and is not one of the test's. */
static bool believe(cm_checking *c)
{
    cm_job *job = &c->job;
    cm_observed_state(job->test, c->observed, c->solver, c->values);
    switch (cm_replay_run(c->replay, c->solver, c->values)) {
    case CM_REPLAY_AGREES:
        return true;
    case CM_REPLAY_STRAYS:
        if (!c->stray) {
            cm_stray *stray = CM_NEW(job->arena, cm_stray);
            *stray = (cm_stray){.when = CM_TRUE,
                                .thread = cm_replay_thread(c->replay),
                                .instruction = -1,
                                .what = cm_replay_reason(c->replay)};
            c->stray = stray;
        }
        return false;
    default:
        c->broken = true;
        cm_job_stop(job, "internal error: %s", cm_replay_reason(c->replay));
    }
}

/* The instruction that has the event, or NULL. */
static const cm_instruction *instruction_of(const cm_checking *c, const cm_event *e)
{
    return e->thread < 0 || e->instruction < 0
               ? NULL
               : &c->job.test->threads[e->thread].instructions[e->instruction];
}

/* Adds both of the first pair; of a later one, each that stands in no line of the list. */
static int add_pair(const cm_instruction **list, int length, const cm_instruction *a,
                    const cm_instruction *b)
{
    const cm_instruction *pair[] = {a, b};
    for (int i = 0, before = length; i < 2; i++) {
        bool there = false;
        for (int k = 0; k < length && before > 0; k++)
            there |= list[k] == pair[i] ||
                     (list[k]->line && pair[i]->line && strcmp(list[k]->line, pair[i]->line) == 0);
        if (!there)
            list[length++] = pair[i];
    }
    return length;
}

static bool is_flagged(const cm_value *value, bool is_set, uint32_t a, uint32_t b)
{
    return is_set ? a == b && cm_set_has(&value->set, a) : cm_rel_has(&value->rel, a, b);
}

/* Notes the location of the first access that the flag is about, and the instructions that have
 * such events. Those with a line of a source come first. */
static void note_place(void *checking, int constraint, const cm_explored *found)
{
    cm_checking *c = checking;
    cm_arena *arena = c->job.arena;
    const cm_model *m = c->job.model;
    int node = m->constraints[constraint].node, length = 0;
    const cm_value *value =
        &cm_eval_counterexample(arena, m, found->graph, found->values, constraint)[node];
    uint32_t count = found->count;
    const cm_event *events = found->events;
    const cm_instruction **list = CM_NEW_ARRAY(arena, (size_t)count + 3, const cm_instruction *);
    for (int lines = 1; lines >= 0; lines--)
        for (size_t pair = 0; pair < (size_t)count * count; pair++) {
            uint32_t a = (uint32_t)(pair / count), b = (uint32_t)(pair % count);
            if (!is_flagged(value, m->nodes[node].is_set, a, b))
                continue;
            if (!c->places[constraint] && strchr("RW", events[a].kind))
                c->places[constraint] = c->job.test->locations[events[a].location].name;
            const cm_instruction *first = instruction_of(c, &events[a]),
                                 *second = instruction_of(c, &events[b]);
            first = first ? first : second; /* of an initial write the other one */
            second = second ? second : first;
            if (first && (first->line && second->line) == (lines == 1))
                length = add_pair(list, length, first, second);
        }
    if (length > 0)
        c->accesses[constraint] = list;
}

/* Is the flag raised in some execution? */
static bool flag_raised(cm_checking *c, int constraint)
{
    const cm_constraint *flag = &c->job.model->constraints[constraint];
    cm_lit when = cm_encode_flag(&c->encoder, flag, c->about);
    if (when == CM_FALSE)
        return false;
    cm_graph_tell(&c->graph, c->solver);
    if (!cm_checking_solve(c, when, true))
        return false;
    bool believed = believe(c);
    if (believed && !cm_replay_raises(c->replay, constraint)) {
        c->broken = true;
        cm_job_stop(&c->job, "internal error: an execution does not have the flag %s", flag->name);
    }
    if (believed && c->job.options.flag_places) {
        cm_evaluated found = cm_replay_evaluated(c->replay);
        note_place(c, constraint,
                   &(cm_explored){found.execution->events, found.execution->event_count,
                                  &found.graph, found.values});
    }
    return true;
}

void cm_checking_find_flags(cm_checking *c)
{
    const cm_model *m = c->job.model;
    for (int i = 0; i < m->constraint_count; i++)
        if (m->constraints[i].is_flag && !c->raised[i])
            c->raised[i] = flag_raised(c, i);
    for (int i = 0; i < m->constraint_count && c->expected; i++)
        if (c->raised[i] != c->expected[i]) {
            c->broken = true;
            cm_job_stop(&c->job, "internal error: rounds looked at one by one have other flags");
        }
}

/* Ways that are looked at before a solver is asked: about as much work as a question. And before
 * Z3 is. If there are far more, that is guessed early, unless they lead to few executions. */
enum {
    FEWEST_EVENTS = 24,
    MOST_WAYS = 32000,
    FIRST_GUESS = 2000,
    MANY_WAYS = 200000,
    FIRST_GUESS_OF_MANY = 6000,
    WAYS_OF_FEW = 2000000,
    FEW_EXECUTIONS = 10000
};

void cm_checking_tell_space(cm_checking *c, const char *unknown)
{
    const cm_check_options *o = &c->job.options;
    if (!o->tell_space || c->hard || c->space_told)
        return;
    c->space_told = true;
    if (!unknown && !cm_explore_estimate(&c->graph, c->symmetry, false, &c->space))
        unknown = "a loop is cut by the bound, or an access goes where it is not known to go";
    c->space.unknown = unknown;
    o->tell_space(o->space_context, &c->space);
}

/* The states that come of these by exchanging threads that are alike. */
static void add_exchanged(cm_checking *c, cm_states *states)
{
    size_t width = (size_t)states->value_count;
    for (size_t i = 0, count = c->symmetry ? states->count : 0; i < count; i++) {
        uint64_t *all = NULL;
        size_t images = cm_symmetry_images(c->symmetry, states->values + i * width, &all);
        for (size_t k = 0; k < images; k++)
            cm_states_add(c->job.arena, states, all + k * width);
    }
}

/* Is it worth a try? */
static bool wants_to_explore(const cm_checking *c)
{
    const cm_check_options *o = &c->job.options;
    return !o->plain && !o->witnesses && (c->graph.count >= FEWEST_EVENTS || o->verify);
}

/* What is looked for, and how far. */
static cm_exploration plan(cm_checking *c, bool far)
{
    const cm_job *job = &c->job;
    cm_state_space space;
    bool few = far && cm_explore_estimate(&c->graph, c->symmetry, true, &space) &&
               space.executions <= FEW_EXECUTIONS;
    return (cm_exploration){
        .symmetry = c->symmetry,
        .most = few   ? WAYS_OF_FEW
                : far ? MANY_WAYS
                      : MOST_WAYS,
        .first_guess = few   ? WAYS_OF_FEW
                       : far ? FIRST_GUESS_OF_MANY
                             : FIRST_GUESS,
        .flags = !job->options.no_flags,
        .raised = CM_NEW_ARRAY(job->arena, (size_t)job->model->constraint_count, bool),
        .tell = job->options.flag_places ? note_place : NULL,
        .context = c};
}

static bool look(cm_checking *c, cm_exploration *found)
{
    double start = cm_clock_seconds();
    bool all = cm_explore(&c->graph, found);
    c->job.statistics.solve_seconds += cm_clock_seconds() - start;
    return all;
}

void cm_checking_explore(cm_checking *c)
{
    cm_job *job = &c->job;
    const cm_check_options *o = &job->options;
    bool wanted = wants_to_explore(c);
    if (!wanted && !o->tell_space)
        return;
    const char *refusal = cm_explore_refusal(&c->graph);
    cm_checking_tell_space(c, refusal);
    if (!wanted || refusal)
        return;
    cm_exploration found = plan(c, c->hard);
    found.live = o->liveness && o->progress == CM_PROGRESS_FAIR;
    found.space = o->tell_space && !c->space.unknown ? &c->space : NULL;
    found.within = cm_flags_within_locations(job->model);
    found.open = cm_checking_pairs_of_rounds(c);
    c->explored = look(c, &found);
    job->easy_only = found.many && !c->hard && !o->verify;
    c->cut = found.cut && !c->explored && !o->verify;
    if (!c->explored)
        return;
    add_exchanged(c, found.states);
    job->statistics.explored = found.executions;
    if (o->verify) {
        c->second = found;
        c->explored = false;
        return;
    }
    c->ends = found.live && !found.hangs;
    c->rounds_known = found.open != NULL;
    c->states = found.states;
    memcpy(c->raised, found.raised, (size_t)job->model->constraint_count * sizeof *c->raised);
    c->unreached = true;
    c->unroll = o->unroll;
    c->result->empty = !found.any;
}

bool cm_checking_explore_rounds(cm_checking *c)
{
    size_t flags = (size_t)c->job.model->constraint_count;
    if (c->second.open) { /* options.verify: such rounds raise none */
        bool *expected = CM_NEW_ARRAY(c->job.arena, flags, bool);
        memcpy(expected, c->raised, flags * sizeof *expected);
        c->expected = expected;
        return false;
    }
    for (uint32_t i = 0; i < c->graph.stray_count && !c->ends; i++)
        if (c->graph.strays[i].when != CM_FALSE)
            return false; /* in executions that do not end, which are not looked at */
    if (!wants_to_explore(c) || cm_explore_refusal(&c->graph))
        return false;
    cm_exploration found = plan(c, false);
    found.one_round = true;
    if (!look(c, &found))
        return false;
    for (size_t i = 0; i < flags; i++)
        found.raised[i] |= c->raised[i];
    if (c->job.options.verify)
        c->expected = found.raised;
    else
        c->raised = found.raised;
    return !c->expected;
}

bool cm_checking_explore_deeper(cm_checking *c, void (*explore)(void *checking))
{
    enum { MOST_ROUNDS = 16, MOST_EVENTS = 512 };
    cm_job before = c->job;
    unsigned *bound = &c->job.options.unroll;
    bool done = true;
    while (done && c->cut && 2 * *bound <= MOST_ROUNDS && c->graph.count <= MOST_EVENTS) {
        *bound *= 2;
        c->cut = false;
        done = cm_arena_protect(c->job.arena, explore, c);
    }
    if (c->explored || *bound == before.options.unroll)
        return false;
    before.statistics = c->job.statistics;
    before.easy_only = c->job.easy_only;
    c->job = before; /* a limit that was reached, of time or memory, is found again */
    return true;
}

void cm_checking_compare(cm_checking *c)
{
    if (!c->second.states)
        return;
    bool same = true;
    for (int i = 0; i < c->job.model->constraint_count && !c->job.options.no_flags; i++)
        same &= c->raised[i] == c->second.raised[i];
    for (size_t i = 0; i < c->states->count; i++)
        cm_states_add(c->job.arena, c->second.states,
                      c->states->values + i * (size_t)c->states->value_count);
    same &= c->second.states->count == c->states->count || c->job.options.question;
    if (!same) {
        c->broken = true;
        cm_job_stop(&c->job, "internal error: executions looked at one by one end otherwise");
    }
}

/* Excludes the state from now on, and those that look the same. False: there is no other. */
static bool exclude_state(cm_checking *c, const uint64_t *values)
{
    cm_lits any = {0};
    for (int i = 0; i < c->shown_width; i++)
        if (c->observed[i]->count > 1)
            cm_lits_add(c->job.arena, &any, -cm_val_is(c->observed[i], values[i]));
    if (any.count > 0)
        cm_solver_assert_any(c->solver, any.items, any.count);
    return any.count > 0;
}

/* Has some execution, with threads in whatever order, the state that an exchange of them
 * makes? Its execution is then done again as well. */
static void verify_image(cm_checking *c, const uint64_t *image)
{
    cm_lit is = CM_TRUE, ordered = c->ordered;
    for (int i = 0; i < c->width; i++)
        is = cm_form_and(&c->job.form, is, cm_val_is(c->observed[i], image[i]));
    c->ordered = CM_TRUE;
    if (!cm_checking_solve(c, is, true) || !believe(c)) {
        c->broken = true;
        cm_job_stop(&c->job, "internal error: no execution has a state of exchanged threads");
    }
    c->ordered = ordered;
}

/* Adds the state found last and those that it stands for, if they are believed. False:
 * there are no others. */
static bool add_states(cm_checking *c)
{
    cm_job *job = &c->job;
    bool believed = believe(c), others = true;
    uint64_t *all = c->values;
    size_t count = c->symmetry ? cm_symmetry_images(c->symmetry, c->values, &all) : 1;
    /* all before one is excluded: two exchanges may make the same state */
    for (size_t i = 0; i < count && believed && c->ordered != CM_TRUE; i++)
        verify_image(c, all + i * (size_t)c->width);
    for (size_t i = 0; i < count; i++) {
        const uint64_t *one = all + i * (size_t)c->width;
        others &= exclude_state(c, one);
        if (!believed)
            continue;
        if (c->states->count >= job->options.max_states)
            cm_job_stop(job, "limit of %zu states reached", job->options.max_states);
        size_t index = cm_states_add(job->arena, c->states, one);
        if (job->options.witnesses)
            keep_execution(c, index);
    }
    return others;
}

/* Has every state been found that the possible values can make up? */
static bool found_all(const cm_checking *c)
{
    size_t most = 1;
    for (int i = 0; i < c->shown_width && most <= c->states->count; i++)
        most *= c->observed[i]->count;
    return c->shown_width == c->width && c->states->count >= most;
}

void cm_checking_find_states(cm_checking *c)
{
    for (;;) {
        /* where values hang on many others, that there is no other state is seen sooner so */
        cm_lit another = c->graph.memory.flow
                             ? cm_question_new(&c->job, c->states, c->shown_width, c->observed)
                             : CM_TRUE;
        if (another == CM_FALSE || found_all(c) || !cm_checking_solve(c, another, true))
            break;
        if (!add_states(c))
            break;
        cm_job_poll(&c->job);
    }
}

void cm_checking_find_answer(cm_checking *c)
{
    cm_job *job = &c->job;
    cm_lit holds = cm_question(job, job->test->condition, c->observed);
    cm_lit sides[2] = {holds, -holds};
    bool forall = job->test->quantifier == CM_FORALL;
    for (int i = 0; i < 2; i++) {
        bool asked = !job->options.one_side || forall == (i == 1);
        if (!asked || sides[i] == CM_FALSE || !cm_checking_solve(c, sides[i], true) || !believe(c))
            continue;
        size_t index = cm_states_add(job->arena, c->states, c->values);
        if (job->options.witnesses)
            keep_execution(c, index);
    }
}
