/* Executions without end. See live.h. */
#include "checker/live.h"

#include "checker/encode.h"
#include "checker/flow.h"
#include "checker/graph.h"
#include "checker/lasso.h"
#include "checker/loops/monotone.h"
#include "checker/loops/wait.h"
#include "checker/loops_hold.h"
#include "checker/lowest.h"
#include "checker/replay.h"
#include "checker/solver/solver.h"
#include "checker/symmetry.h"

/* Executions that are not looked at: a loop that does more than wait is cut, or the
 * test says nothing about what happens. */
typedef struct beyond {
    cm_lit when;
    const char *what;
} beyond;

typedef struct live {
    cm_job *job;
    cm_liveness *out;
    cm_graph graph;
    cm_encoder encoder;
    cm_solver *solver;
    cm_replay *replay;
    cm_symmetry *symmetry;
    cm_lit ordered; /* threads that are alike come in one order (symmetry.h) */
    int co;         /* node of `co`, or -1 */
    bool monotone;  /* waiting loops can be told from others */
    bool counted;   /* rounds are counted, as loops/attempts.h has it */
    cm_lit *idle;   /* by event: written in a round that fails and leaves all as it was */
    cm_lit *wait;   /* by place of out->waits: the thread stays there */
    bool *found;    /* by place: some execution stays there */
    int *kept;      /* by place: its number among those found */
    int wait_room;
    beyond *beyond;
    int beyond_count, beyond_room;
    uint64_t absent; /* threads that never begin, since one that they come after stays */
} live;

enum { MOST_ABSENT = 6 };

/* ---- the test -------------------------------------------------------- */

static bool has_barrier(const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind == CM_STEP_BARRIER)
            return true;
    return false;
}

bool cm_live_may_wait(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        if (cm_thread_has_loop(&test->threads[t]) || has_barrier(&test->threads[t]))
            return true;
    return false;
}

/* ---- places where a thread may stay ---------------------------------- */

static const cm_thread_run *run_of(const live *l, int thread)
{
    return &l->graph.memory.runs[thread];
}

static const cm_step *jump_of(const live *l, int thread, const cm_cut *cut)
{
    const cm_visit *visit = &run_of(l, thread)->code.visits[cut->visit];
    return &l->job->test->threads[thread].steps[visit->step];
}

/* Does the visit belong to the round that the cut ends? */
static bool in_round(const live *l, int thread, const cm_cut *cut, int visit)
{
    return cm_unrolled_in_round(&run_of(l, thread)->code, visit, jump_of(l, thread, cut)->target,
                                cut->visit);
}

static bool only_waits(const live *l, int thread, const cm_cut *cut)
{
    return l->monotone && l->graph.only_waits[thread][cut->visit];
}

static void add_beyond(live *l, cm_lit when, const char *what)
{
    CM_PUSH(l->job->arena, l->beyond, l->beyond_count, l->beyond_room, (beyond){when, what});
}

/* The same place in another round is the same place. */
static void add_wait(live *l, cm_wait place, cm_lit when)
{
    if (when == CM_FALSE)
        return;
    cm_form *form = &l->job->form;
    cm_liveness *out = l->out;
    for (int i = 0; i < out->wait_count; i++)
        if (out->waits[i].thread == place.thread &&
            out->waits[i].instruction == place.instruction) {
            l->wait[i] = cm_form_or(form, l->wait[i], when);
            return;
        }
    int room = l->wait_room;
    CM_RESERVE(l->job->arena, out->waits, out->wait_count, room);
    CM_RESERVE(l->job->arena, l->wait, out->wait_count, l->wait_room);
    out->waits[out->wait_count] = place;
    l->wait[out->wait_count++] = when;
}

static void find_loops(live *l, int thread)
{
    const cm_thread_run *run = run_of(l, thread);
    const cm_thread *t = &l->job->test->threads[thread];
    for (int i = 0; i < run->cut_count; i++) {
        const cm_cut *cut = &run->cuts[i];
        const cm_step *jump = jump_of(l, thread, cut);
        if (l->counted && cm_attempts_has(&l->graph.attempts, thread, cut->jump)) {
            /* no execution goes on there, with or without end */
            cm_graph_assert(&l->graph, -cut->guard);
            continue;
        }
        if (!only_waits(l, thread, cut)) {
            add_beyond(l, cut->guard,
                       cm_arena_printf(l->job->arena, "P%d: the loop of `%s` does more than wait",
                                       t->id, t->instructions[jump->instruction].text));
            continue;
        }
        add_wait(l, (cm_wait){thread, jump->instruction, cm_thread_label(t, jump->target)},
                 cut->guard);
    }
}

static bool comes_after(const live *l, int thread, int before)
{
    return cm_thread_begins(l->job->test, before, thread) == CM_BEGINS_AFTER;
}

/* A thread stays only if none that comes after it has begun, and what never begins comes after one
 * that stays. */
static void require_stages(live *l)
{
    const cm_liveness *out = l->out;
    for (int t = 0; t < l->job->test->thread_count; t++) {
        bool absent = l->absent >> t & 1;
        cm_lits stay = {0};
        for (int i = 0; i < out->wait_count; i++)
            if (comes_after(l, t, out->waits[i].thread) && !absent)
                cm_graph_assert(&l->graph, -l->wait[i]);
            else if (comes_after(l, t, out->waits[i].thread))
                cm_lits_add(l->job->arena, &stay, l->wait[i]);
        for (int before = 0; before < l->job->test->thread_count && absent; before++)
            absent &= !(l->absent >> before & 1 && comes_after(l, t, before));
        for (int i = 0; i < l->beyond_count; i++)
            cm_lits_add(l->job->arena, &stay, l->beyond[i].when);
        if (absent)
            cm_graph_assert(&l->graph, cm_form_or_all(&l->job->form, stay.items, stay.count));
    }
}

static void find_waits(live *l)
{
    for (int t = 0; t < l->job->test->thread_count; t++) {
        find_loops(l, t);
        for (uint32_t i = 0; i < l->graph.count; i++) {
            const cm_ev *e = &l->graph.events[i];
            if (e->kind != 'B' || e->thread != t)
                continue;
            cm_lit stays = e->access->step->arrives
                               ? CM_FALSE
                               : cm_form_and(&l->job->form, e->exec, -e->access->met);
            add_wait(l, (cm_wait){e->thread, e->access->step->instruction, NULL}, stays);
        }
    }
    for (uint32_t i = 0; i < l->graph.stray_count; i++) {
        const cm_stray *stray = &l->graph.strays[i];
        add_beyond(l, stray->when,
                   cm_arena_printf(l->job->arena, "P%d %s", l->job->test->threads[stray->thread].id,
                                   stray->what));
    }
}

/* ---- fairness -------------------------------------------------------- */

/* Where `when` holds, the write is one of the last. */
static void require_last(live *l, cm_lit when, uint32_t write)
{
    cm_form *form = &l->job->form;
    for (uint32_t other = 0; other < l->graph.count && when != CM_FALSE; other++) {
        if (l->graph.events[other].kind != 'W')
            continue;
        cm_lit follows = cm_encode_pair(&l->encoder, l->co, write, other, CM_UPPER);
        cm_lit late = cm_form_and(form, cm_form_and(form, when, follows), -l->idle[other]);
        cm_graph_assert(&l->graph, -late);
    }
}

/* The reads of the round find what is written last. */
static void require_fair_reads(live *l, int thread, const cm_cut *cut)
{
    cm_form *form = &l->job->form;
    for (uint32_t e = l->graph.init_count; e < l->graph.count; e++) {
        const cm_ev *r = &l->graph.events[e];
        if (r->kind != 'R' || r->thread != thread || !in_round(l, thread, cut, r->access->visit))
            continue;
        cm_lit when = cm_form_and(form, cut->guard, r->exec);
        for (uint32_t i = 0; i < r->source_count; i++)
            require_last(l, cm_form_and(form, when, r->sources[i].when), r->sources[i].write);
    }
}

/* Store-exclusives of the round do not fail without a reason, nor does a try_wait. */
static void require_fair_choices(live *l, int thread, const cm_cut *cut)
{
    cm_form *form = &l->job->form;
    const cm_thread_run *run = run_of(l, thread);
    const cm_thread *t = &l->job->test->threads[thread];
    for (int i = 0; i < run->chosen_count; i++) {
        const cm_chosen *c = &run->chosen[i];
        if (!in_round(l, thread, cut, c->visit) ||
            !t->steps[run->code.visits[c->visit].step].relents)
            continue;
        cm_lit when = cm_form_and(form, cut->guard, c->guard);
        cm_graph_assert(&l->graph, cm_form_or(form, -when, c->chosen));
    }
}

static void require_fairness(live *l)
{
    /* A round that fails may write what was there (loops/wait.h): nothing new follows. */
    l->idle = CM_NEW_ARRAY(l->job->arena, l->graph.count, cm_lit);
    for (uint32_t e = 0; e < l->graph.count; e++)
        l->idle[e] = CM_FALSE;
    for (uint32_t e = l->graph.init_count; e < l->graph.count; e++) {
        const cm_ev *w = &l->graph.events[e];
        const cm_thread_run *run = run_of(l, w->thread);
        for (int i = 0; w->kind == 'W' && i < run->cut_count; i++)
            if (in_round(l, w->thread, &run->cuts[i], w->access->visit) &&
                only_waits(l, w->thread, &run->cuts[i]))
                l->idle[e] = cm_form_or(&l->job->form, l->idle[e], run->cuts[i].guard);
    }
    for (int t = 0; t < l->job->test->thread_count; t++) {
        const cm_thread_run *run = run_of(l, t);
        for (int i = 0; i < run->cut_count; i++) {
            if (!only_waits(l, t, &run->cuts[i]))
                continue;
            require_fair_choices(l, t, &run->cuts[i]);
            require_fair_reads(l, t, &run->cuts[i]);
        }
        cm_job_poll(l->job);
    }
}

/* ---- the answer ------------------------------------------------------ */

static void assert_new(live *l)
{
    cm_encode_recursion(&l->encoder);
    cm_graph_tell(&l->graph, l->solver);
}

/* A thread stays at a place that was not found yet. */
static cm_lit any_wait(live *l)
{
    cm_lit any = CM_FALSE;
    for (int i = 0; i < l->out->wait_count; i++)
        if (!l->found || !l->found[i])
            any = cm_form_or(&l->job->form, any, l->wait[i]);
    return any;
}

static cm_lit any_beyond(live *l)
{
    cm_lit any = CM_FALSE;
    for (int i = 0; i < l->beyond_count; i++)
        any = cm_form_or(&l->job->form, any, l->beyond[i].when);
    return any;
}

/* also: or CM_TRUE. */
static bool is_possible(live *l, cm_lit when, cm_lit also)
{
    if (when == CM_FALSE)
        return false;
    cm_lit both[2] = {when, also};
    return cm_solver_is_sat(l->solver, cm_solver_check(l->solver, both, also == CM_TRUE ? 1 : 2));
}

/* The execution found last; its places are no longer looked for. */
static void keep_hang(live *l)
{
    cm_liveness *out = l->out;
    cm_hang *hang = &out->hangs[out->hang_count++];
    hang->waits = CM_NEW_ARRAY(l->job->arena, (size_t)out->wait_count, int);
    for (int i = 0; i < out->wait_count; i++)
        if (cm_solver_value(l->solver, l->wait[i])) {
            hang->waits[hang->count++] = i;
            l->found[i] = true;
        }
    if (cm_replay_run(l->replay, l->solver, NULL) == CM_REPLAY_DIFFERS) {
        out->hang_count--;
        cm_job_stop(l->job, "internal error: of an execution that never ends, %s",
                    cm_replay_reason(l->replay));
    }
    if (l->job->options.witnesses)
        hang->execution = cm_replay_execution(l->replay);
}

/* Executions until every place at which some thread may stay has been seen. */
static void find_hangs(live *l)
{
    for (;;) {
        /* once one place is found, those of threads that are alike are wanted, too */
        cm_lit also = l->out->hang_count == 0 ? l->ordered : CM_TRUE;
        if (!is_possible(l, any_wait(l), also))
            return;
        keep_hang(l);
        cm_job_poll(l->job);
    }
}

/* Only the places at which some thread was seen to stay. */
static void drop_unseen(live *l)
{
    cm_liveness *out = l->out;
    int count = 0;
    for (int i = 0; i < out->wait_count; i++) {
        l->kept[i] = count;
        if (l->found[i])
            out->waits[count++] = out->waits[i];
    }
    out->wait_count = count;
    for (int h = 0; h < out->hang_count; h++)
        for (int i = 0; i < out->hangs[h].count; i++)
            out->hangs[h].waits[i] = l->kept[out->hangs[h].waits[i]];
}

static void order_threads(live *l)
{
    l->ordered = CM_TRUE;
    if (!l->symmetry)
        return;
    l->ordered = cm_form_variable(&l->job->form);
    cm_symmetry_break(l->symmetry, &l->encoder, l->ordered);
}

static void solve(live *l)
{
    l->co = cm_model_find(l->job->model, "co");
    if (l->co < 0) {
        l->out->reason = "the model defines no relation `co`";
        return;
    }
    cm_encode_constraints(&l->encoder);
    order_threads(l);
    if (!l->solver)
        l->solver = cm_solver_open(l->job);
    l->replay = cm_replay_new(&l->encoder);
    assert_new(l);
    /* Without a cycle of what depends on what, no value comes out of thin air. */
    const cm_graph *g = &l->graph;
    if (g->memory.flow && !is_possible(l, cm_flow_cycle(&l->encoder), l->ordered)) {
        for (uint32_t i = 0; i < g->stray_count; i++)
            if (g->strays[i].thin_air)
                cm_solver_assert(l->solver, -g->strays[i].when);
    }
    /* Is there an execution that is not looked at? From then on there is none. */
    cm_lit some = any_beyond(l);
    if (is_possible(l, some, l->ordered))
        for (int i = 0; i < l->beyond_count && !l->out->reason; i++)
            if (cm_solver_value(l->solver, l->beyond[i].when))
                l->out->reason = l->beyond[i].what;
    cm_solver_assert(l->solver, -some); /* before fairness: these need not be fair */
    require_fairness(l);
    assert_new(l);
    find_hangs(l);
    if (!l->out->reason)
        l->out->ending = CM_ENDS;
}

static bool has_cut(const live *l)
{
    for (int t = 0; t < l->job->test->thread_count; t++)
        if (run_of(l, t)->cut_count > 0)
            return true;
    return false;
}

/* May a thread stay somewhere, or an execution be beyond what is looked at, whatever the model
 * says? A block whose threads all come to each of its barriers needs no axiom for the answer. */
static bool may_hang(live *l)
{
    cm_lit any = cm_form_or(&l->job->form, any_wait(l), any_beyond(l));
    if (any == CM_FALSE)
        return false;
    l->solver = cm_solver_open(l->job);
    cm_graph_tell(&l->graph, l->solver);
    return is_possible(l, any, CM_TRUE);
}

static void look_for_hangs(void *argument)
{
    live *l = argument;
    cm_job *job = l->job;
    cm_liveness *out = l->out;
    cm_form_renew(&job->form, job->arena); /* the check is done with its formulas */
    /* Flags forbid nothing, and only for them rounds are kept that change nothing. */
    cm_model *copy = CM_NEW(job->arena, cm_model);
    *copy = *job->model;
    copy->constraint_count = 0;
    copy->constraints =
        CM_NEW_ARRAY(job->arena, (size_t)job->model->constraint_count, cm_constraint);
    for (int i = 0; i < job->model->constraint_count; i++)
        if (!job->model->constraints[i].is_flag)
            copy->constraints[copy->constraint_count++] = job->model->constraints[i];
    job->model = copy;
    l->monotone = cm_model_monotone(job, job->model, false);
    l->symmetry = cm_symmetry_find(job, false);
    cm_graph_build(job, &l->graph);
    l->symmetry = cm_symmetry_settle(l->symmetry, &l->graph, false);
    bool loops = has_cut(l);
    if (loops) {
        cm_encoder_init(&l->encoder, &l->graph);
        l->counted = cm_loops_counted(&l->encoder);
    }
    find_waits(l);
    if (job->test->begins)
        require_stages(l);
    if (loops ? out->wait_count == 0 && l->beyond_count == 0 : !may_hang(l)) {
        out->ending = CM_ENDS;
        return;
    }
    if (!loops)
        cm_encoder_init(&l->encoder, &l->graph);
    size_t places = (size_t)out->wait_count;
    l->kept = CM_NEW_ARRAY(job->arena, places, int);
    l->found = CM_NEW_ARRAY(job->arena, places, bool);
    out->hangs = CM_NEW_ARRAY(job->arena, places, cm_hang);
    solve(l);
}

/* ---- threads that never begin ------------------------------------------------------------- */

/* May those threads (bits) never begin, as far as one of the others stays? */
static bool may_be_absent(const cm_job *job, unsigned absent, const cm_liveness *of_others)
{
    unsigned all = (1u << job->test->thread_count) - 1, lowest = absent & (0 - absent);
    bool suffix = ((absent + lowest) & all) == 0; /* all from the lowest one on */
    switch (job->options.progress) {
    case CM_PROGRESS_OBE:
        return true;
    case CM_PROGRESS_LOBE:
        return suffix;
    case CM_PROGRESS_HSA_OBE: /* not while it is the lowest that has not ended */
        for (int i = 0; i < of_others->wait_count; i++)
            if (1u << of_others->waits[i].thread < lowest)
                return true;
        return false;
    case CM_PROGRESS_FAIR:
    case CM_PROGRESS_HSA:
        break;
    }
    return false;
}

const cm_test *cm_live_without(cm_arena *arena, const cm_test *test, uint64_t absent)
{
    cm_test *copy = CM_NEW(arena, cm_test);
    *copy = *test;
    copy->threads = cm_arena_grow(arena, test->threads, (size_t)test->thread_count,
                                  (size_t)test->thread_count, sizeof *test->threads);
    for (int t = 0; t < test->thread_count; t++)
        if (absent >> t & 1)
            copy->threads[t].step_count = 0;
    return copy;
}

/* The others are scheduled fairly then. */
static void look_without_some(const cm_job *job, cm_liveness *out)
{
    int threads = job->test->thread_count;
    static const cm_liveness unknown = {
        .ending = CM_MAY_HANG,
        .reason = "no answer is known where only some threads are scheduled"};
    bool known = threads <= MOST_ABSENT;
    for (int t = 0; t < threads; t++)
        known = known && !has_barrier(&job->test->threads[t]);
    bool lowest = job->options.progress == CM_PROGRESS_HSA;
    if (!known || (lowest && !cm_lowest_ends(job)))
        *out = unknown;
    if (!known || lowest)
        return;
    for (unsigned absent = 1; absent < (1u << threads) - 1; absent++) {
        cm_job others = *job;
        cm_liveness found;
        others.options.progress = CM_PROGRESS_FAIR;
        others.test = cm_live_without(job->arena, job->test, absent);
        cm_solver_close(job->solver);
        cm_live(&others, &found);
        bool other = found.ending == CM_HANGS && !may_be_absent(job, absent, &found);
        if (other && found.is_one)
            *out = unknown;
        if (found.ending == CM_ENDS || other)
            continue;
        *out = found;
        if (found.ending == CM_HANGS)
            return;
    }
}

static void find_lasso(void *argument)
{
    live *l = argument;
    cm_liveness found = {.ending = CM_HANGS, .reason = "", .is_one = true};
    if (cm_lasso_find(l->job, &found))
        *l->out = found;
}

static void look(cm_job *job, uint64_t absent, cm_liveness *out)
{
    *out = (cm_liveness){.ending = CM_MAY_HANG};
    job->live = true;
    job->failed_rounds = 0;
    live l = {.job = job, .out = out, .absent = absent};
    out->is_one = !cm_arena_protect(job->arena, look_for_hangs, &l);
    if (out->is_one)
        out->reason = job->limit ? job->limit : "memory limit reached";
    if (l.kept)
        drop_unseen(&l);
    else
        out->wait_count = 0;
    bool fair = job->options.progress == CM_PROGRESS_FAIR;
    if ((out->ending == CM_MAY_HANG || !fair) && out->hang_count == 0) {
        /* Where loops do more than wait. A limit that was reached before stays the reason. */
        if (!l.job->limit)
            cm_arena_protect(l.job->arena, find_lasso, &l);
    }
    if (out->hang_count > 0)
        out->ending = CM_HANGS;
    if (out->ending == CM_ENDS && !fair)
        look_without_some(job, out);
    if (out->ending != CM_MAY_HANG)
        out->reason = "";
}

/* ---- threads that begin after others have ended ---------------------------------------------- */

enum { MOST_STAGES = 6 };

/* Sets of threads that come after the same ones; -1: there are too many, or one waits elsewhere. */
static int stages_of(const cm_test *test, uint64_t *before, uint64_t *stages)
{
    int count = 0;
    for (int t = 0; t < test->thread_count; t++) {
        int stage = 0;
        before[t] = 0;
        for (int a = 0; a < test->thread_count; a++) {
            if (cm_thread_begins(test, a, t) == CM_BEGINS_WAITING)
                return -1;
            if (cm_thread_begins(test, a, t) == CM_BEGINS_AFTER)
                before[t] |= UINT64_C(1) << a;
        }
        while (stage < count && before[__builtin_ctzll(stages[stage])] != before[t])
            stage++;
        if (before[t] == 0)
            continue;
        if (stage == MOST_STAGES)
            return -1;
        stages[stage] = stage < count ? stages[stage] : 0;
        stages[stage] |= UINT64_C(1) << t;
        count += stage == count;
    }
    return count;
}

/* Where a thread stays, those after it never begin: each set of such threads is looked at. */
static void look_by_stages(cm_job *job, cm_liveness *out)
{
    enum { THREADS = 64 };
    const cm_test *test = job->test;
    uint64_t before[THREADS], stages[MOST_STAGES];
    int count = test->thread_count > THREADS || job->options.progress != CM_PROGRESS_FAIR
                    ? -1
                    : stages_of(test, before, stages);
    out->ending = count < 0 ? CM_MAY_HANG : CM_ENDS;
    out->reason =
        count < 0 ? "no answer is known for threads that begin so after others have ended" : "";
    for (unsigned set = 0; count >= 0 && set < 1u << count; set++) {
        uint64_t absent = 0;
        bool closed = true; /* what comes after those that never begin never begins */
        for (int i = 0; i < count; i++)
            absent |= set >> i & 1 ? stages[i] : 0;
        for (int t = 0; t < test->thread_count; t++)
            closed &= absent >> t & 1 || !(before[t] & absent);
        if (!closed)
            continue;
        cm_job of_set = *job;
        cm_liveness found;
        of_set.test = cm_live_without(job->arena, test, absent);
        if (set > 0)
            cm_solver_close(job->solver);
        look(&of_set, absent, &found);
        if (found.ending != CM_ENDS)
            *out = found;
        if (found.ending == CM_HANGS)
            return;
    }
}

void cm_live(cm_job *job, cm_liveness *out)
{
    *out = (cm_liveness){.ending = CM_ENDS, .reason = ""};
    if (!cm_live_may_wait(job->test))
        return;
    if (job->test->begins)
        look_by_stages(job, out);
    else
        look(job, 0, out);
}
