/* The whole of an explanation: the verdict, the simplest execution of an allowed outcome, flags.
 * See explain.h. */
#include "base/clock.h"
#include "explain/explain_parts.h"

#include <string.h>

void cm_explain_asks_nothing(cm_work *work, const cm_test *test)
{
    cm_fail(work, cm_test_place(test),
            "the test asks for no outcome, expected --outcome and a state that `cmcm check` lists, "
            "or a condition in the test that may be false");
}

/* ---- what the parts ask for ------------------------------------------------------------ */

cm_seen cm_explain_see(cm_explaining *e, bool whole)
{
    const cm_model *m = e->model;
    cm_evaluated found =
        whole ? cm_candidates_evaluated(e->candidates) : cm_candidates_values(e->candidates);
    cm_seen seen = {found.execution, found.graph, found.values, NULL, 0};
    seen.violated = CM_NEW_ARRAY(e->arena, (size_t)m->constraint_count + 1, bool);
    for (int i = 0; i < e->axiom_count; i++) {
        int c = e->axioms[i];
        seen.violated[c] = !cm_eval_constraint(e->arena, m, &seen.graph, seen.values, c);
        seen.violated_count += seen.violated[c];
    }
    return seen;
}

cm_check_options cm_explain_left(const cm_explaining *e)
{
    cm_check_options options = e->options.check;
    options.spent += cm_clock_seconds() - e->started;
    return options;
}

cm_test cm_explain_asking(const cm_explaining *e)
{
    cm_test test = *e->test;
    test.condition = (cm_prop *)(uintptr_t)e->outcome;
    test.quantifier = e->negated ? CM_FORALL : CM_EXISTS;
    return test;
}

void cm_explain_broken(cm_explaining *e, int constraint)
{
    e->broken = cm_arena_printf(e->arena, "internal error: the derivation of %s does not hold",
                                e->model->constraints[constraint].name);
    cm_arena_escape(e->arena);
}

/* ---- shows ------------------------------------------------------------------- */

/* Lists of names, "a,b". */
static void find_shows(cm_explaining *e)
{
    const cm_model *m = e->model;
    size_t most = 0;
    for (int i = 0; i < e->options.show_count; i++)
        most += strlen(e->options.shows[i]) + 1;
    e->shows = CM_NEW_ARRAY(e->arena, most, cm_model_name);
    for (int i = 0; i < e->options.show_count; i++)
        for (const char *c = e->options.shows[i]; *c; c += *c == ',') {
            const char *word = cm_arena_text(e->arena, c, strcspn(c, ","));
            c += strlen(word);
            if (!*word)
                continue;
            int node = cm_model_find(m, word);
            for (int n = 0; node < 0 && n < m->node_count; n++)
                if (m->nodes[n].op == CM_NODE_BASE &&
                    strcmp(m->bases[m->nodes[n].index]->name, word) == 0)
                    node = n;
            if (node < 0)
                cm_fail(e->work, (cm_place){0},
                        "the model %s has no set or relation `%s` to show, expected a top-level "
                        "name of it",
                        m->name, word);
            e->shows[e->show_count++] = (cm_model_name){word, node, {0}};
        }
}

/* The execution, with what it shows besides. */
static const cm_execution *shown(cm_explaining *e, const cm_execution *x)
{
    if (!x || e->show_count == 0)
        return x;
    cm_execution *more = CM_NEW(e->arena, cm_execution);
    *more = *x;
    cm_execution_graph graph = cm_execution_values(e->arena, x);
    cm_value *values = cm_eval(e->arena, e->model, &graph);
    size_t old = (size_t)x->show_count;
    more->shows =
        cm_arena_grow(e->arena, x->shows, old, old + (size_t)e->show_count, sizeof *more->shows);
    for (int i = 0; i < e->show_count; i++)
        more->shows[more->show_count++] =
            (cm_named_rel){.name = e->shows[i].name,
                           .rel = values[e->shows[i].node].rel,
                           .set = values[e->shows[i].node].set,
                           .is_set = e->model->nodes[e->shows[i].node].is_set};
    return more;
}

/* ---- the simplest execution ------------------------------------------------------------- */

/* Reads that take their value from another thread. */
static int count_external(const cm_execution *x)
{
    int count = 0;
    for (uint32_t a = 0; a < x->event_count; a++)
        CM_EACH(cm_rel_row(&x->rf, a), x->rf.words, x->rf.n, b)
    count += x->events[a].thread >= 0 && x->events[a].thread != x->events[b].thread;
    return count;
}

/* An outcome that people ask about lies between locations: an execution whose writes are in no
 * order, or whose reads and writes of one location contradict each other, tells them less. */
static int strangeness(cm_arena *arena, const cm_execution *x, int surprises)
{
    const cm_sc_step *cycle;
    if (surprises == 0)
        return 0;
    return cm_turns_cycle(arena, x, &cycle) == 0 ? 3 : 1 + cm_turns_at_one_location(arena, x);
}

/* Simple is, in this order: an interleaving; a cycle of several locations; few surprises; few reads
 * that take their value from another thread; few events; the first found. */
static void find_simplest(cm_explaining *e)
{
    cm_explanation *x = e->result;
    cm_wanted allowed = {.axioms = e->all};
    int external = 0, strange = 0;
    for (; cm_candidates_find(e->candidates, &allowed); x->allowed_classes++) {
        if (x->allowed_classes == CM_MOST_ALLOWED) {
            x->allowed_cut = true;
            break;
        }
        cm_execution *found = cm_candidates_execution(e->candidates);
        cm_turns turns = cm_turns_of(e->arena, found);
        int others = count_external(found), odd = strangeness(e->arena, found, turns.surprises);
        int order = odd - strange;
        order = order ? order : turns.surprises - x->surprises;
        order = order ? order : others - external;
        if (!x->execution || order < 0 ||
            (order == 0 && found->event_count < x->execution->event_count)) {
            x->execution = found;
            x->surprises = turns.surprises;
            x->interleaving = turns.order;
            x->turns_unknown = !turns.all_tried;
            external = others;
            strange = odd;
        }
        cm_candidates_hold(e->candidates);
        cm_candidates_exclude(e->candidates);
    }
    if (x->surprises > 0)
        x->cycle_count = cm_turns_cycle(e->arena, x->execution, &x->cycle);
    if (x->surprises > 0 && x->cycle_count == 0)
        x->unordered_count = cm_turns_unordered(e->arena, x->execution, &x->unordered);
}

/* ---- flags ------------------------------------------------------------------ */

/* The flag as the execution raises it. False: it does not. */
static bool flag_of(cm_explaining *e, int flag, const cm_execution *x, cm_flagged *out)
{
    cm_execution_graph graph = cm_execution_values(e->arena, x);
    const cm_value *values = cm_eval(e->arena, e->model, &graph);
    if (!cm_eval_constraint(e->arena, e->model, &graph, values, flag))
        return false;
    cm_deriver *d = cm_deriver_new(e->arena, e->model, &graph, values, -1, NULL);
    *out = (cm_flagged){.constraint = flag, .execution = x};
    if (!cm_why_violated(d, flag, &out->violation) || !cm_why_checked(d, &out->violation))
        cm_explain_broken(e, flag);
    return true;
}

static bool find_flag(cm_explaining *e, int flag, bool any_outcome, cm_flagged *out)
{
    cm_wanted wanted = {.axioms = e->all, .flag = flag + 1, .any_outcome = any_outcome};
    if (!cm_candidates_find(e->candidates, &wanted))
        return false;
    if (!flag_of(e, flag, cm_candidates_execution(e->candidates), out))
        cm_explain_broken(e, flag);
    out->of_outcome = !any_outcome;
    return true;
}

/* In the execution of a flag before it. */
static bool raised_before(cm_explaining *e, int flag, bool of_outcome, cm_flagged *out)
{
    const cm_explanation *x = e->result;
    for (int i = 0; i < x->flag_count; i++)
        if (x->flags[i].of_outcome == of_outcome && flag_of(e, flag, x->flags[i].execution, out)) {
            out->of_outcome = of_outcome;
            return true;
        }
    return false;
}

static bool is_told(const cm_explanation *x, int flag)
{
    for (int i = 0; i < x->flag_count; i++)
        if (x->flags[i].constraint == flag ||
            cm_model_is_told(x->model, flag, x->flags[i].constraint))
            return true;
    return false;
}

/* Of the execution that is shown, rather than of another; of as few as may be. */
static void find_flags(cm_explaining *e)
{
    const cm_model *m = e->model;
    cm_explanation *x = e->result;
    for (int i = 0; i < m->constraint_count; i++) {
        cm_flagged *out = &x->flags[x->flag_count];
        if (!m->constraints[i].is_flag || is_told(x, i))
            continue;
        bool here = x->execution && flag_of(e, i, x->execution, out);
        out->of_outcome = here;
        bool of_outcome =
            here || raised_before(e, i, true, out) || (x->execution && find_flag(e, i, false, out));
        x->flag_count +=
            of_outcome || raised_before(e, i, false, out) || find_flag(e, i, true, out);
    }
}

/* A flag may be about an attempt that fails for no reason: all are asked of the test as it is, with
 * one round more. */
static void find_flags_of_all(cm_explaining *e)
{
    find_flags(e);
    if (!cm_candidates_strong(e->candidates) || !cm_model_has_flags(e->model))
        return;
    cm_check_options options = cm_explain_left(e);
    options.unroll = (options.unroll ? options.unroll : CM_DEFAULT_UNROLL) + 1;
    cm_candidates_close(e->context);
    cm_candidates_open(&e->candidates, e->work, e->context, e->model, e->test, &options, e->outcome,
                       e->negated);
    find_flags(e);
}

/* ---- the whole ---------------------------------------------------------------- */

static void find_verdict(cm_explaining *e)
{
    cm_explanation *x = e->result;
    cm_wanted allowed = {.axioms = e->all}, any = {0};
    if (!e->opaque && cm_candidates_find(e->candidates, &allowed))
        x->verdict = CM_EXPLAINED_ALLOWED;
    else if (*cm_candidates_hidden(e->candidates) || e->undefined)
        x->verdict = CM_EXPLAINED_UNKNOWN;
    else if (cm_candidates_find(e->candidates, &any))
        x->verdict = CM_EXPLAINED_FORBIDDEN;
    else
        x->verdict = CM_EXPLAINED_IMPOSSIBLE;
    x->reason = x->verdict != CM_EXPLAINED_UNKNOWN ? ""
                : e->undefined                     ? e->undefined
                                                   : cm_candidates_hidden(e->candidates);
}

static void begin_explanation(cm_explaining *e)
{
    cm_explanation *x = e->result = CM_NEW(e->arena, cm_explanation);
    if (!e->outcome && !cm_test_asks(e->test)) {
        if (!cm_model_has_flags(e->model))
            cm_explain_asks_nothing(e->work, e->test);
        x->verdict = CM_EXPLAINED_FLAGS;
        x->reason = "";
    }
    bool asks = x->verdict != CM_EXPLAINED_FLAGS;
    e->negated = asks && !e->outcome && e->test->quantifier == CM_FORALL;
    if (!e->outcome)
        e->outcome = e->test->condition;
    x->test = e->test;
    x->model = e->model;
    x->outcome = (e->negated ? cm_prop_print_denied : cm_prop_print)(e->arena, e->test, e->outcome);
    size_t count = (size_t)e->model->constraint_count + 1;
    e->axioms = CM_NEW_ARRAY(e->arena, count, int);
    e->all = CM_NEW_ARRAY(e->arena, count, bool);
    const bool *premises = cm_find_premises(e->arena, e->model);
    for (int i = 0; i < e->model->constraint_count; i++)
        if (!e->model->constraints[i].is_flag && !premises[i]) {
            e->axioms[e->axiom_count++] = i;
            e->all[i] = true;
        }
    find_shows(e);
}

/* Does the outcome hang on what the model calls undefined (checker/undefined.c)? Then it is neither
 * forbidden nor impossible. */
static void ask_of_undefined(void *argument)
{
    cm_explaining *e = argument;
    cm_work work = cm_work_new(e->scratch);
    cm_test test = cm_explain_asking(e);
    cm_check_options options = e->options.check;
    options.question = options.one_side = options.no_flags = true;
    const cm_check_result *r = cm_check(&work, e->context, e->model, &test, &options);
    if (r && (r->outcome == CM_UNDEFINED || r->outcome == CM_OPAQUE))
        e->undefined = cm_arena_printf(e->arena, "%s", r->reason);
    e->opaque = r && r->outcome == CM_OPAQUE && cm_check_answer(r) == CM_UNKNOWN;
}

/* Are there values that nobody knows? */
static bool has_opaque(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            if (test->threads[t].steps[i].opaque)
                return true;
    return false;
}

static void explain(void *argument)
{
    cm_explaining *e = argument;
    begin_explanation(e);
    if (has_opaque(e->test) || cm_model_find(e->model, "undefined-value") >= 0 ||
        cm_model_find(e->model, "undefined-behavior") >= 0) {
        cm_arena_protect(e->scratch, ask_of_undefined, e);
        cm_arena_reset(e->scratch, e->options.check.memory_limit);
    }
    cm_check_options options = e->options.check;
    options.strong = true;
    cm_candidates_open(&e->candidates, e->work, e->context, e->model, e->test, &options, e->outcome,
                       e->negated);
    const char *hidden = cm_candidates_hidden(e->candidates);
    e->result->flags = CM_NEW_ARRAY(e->arena, (size_t)e->model->constraint_count + 1, cm_flagged);
    e->result->bounded = cm_candidates_bounded(e->candidates);
    if (e->result->verdict != CM_EXPLAINED_FLAGS)
        find_verdict(e);
    e->judged = true;
    bool whole = !e->options.verdict_only;
    bool forbidden = e->result->verdict == CM_EXPLAINED_FORBIDDEN;
    bool is_allowed = e->result->verdict == CM_EXPLAINED_ALLOWED;
    if (forbidden)
        cm_explain_classes(e);
    cm_wanted allowed = {.axioms = e->all, .excluded_too = true};
    if (forbidden && e->options.by_z3 && !cm_candidates_refuted(e->candidates, &allowed)) {
        e->broken = "internal error: two solvers disagree";
        cm_arena_escape(e->arena);
    }
    if (is_allowed)
        find_simplest(e);
    if (whole)
        find_flags_of_all(e);
    if (e->result->verdict == CM_EXPLAINED_FLAGS && e->result->flag_count == 0)
        e->result->reason = hidden;
    cm_candidates_close(e->context);
    if (whole && forbidden)
        cm_explain_needed(e);
    bool flagged = e->result->verdict == CM_EXPLAINED_FLAGS && e->result->flag_count > 0;
    if (whole && (is_allowed || flagged))
        cm_explain_missing(e);
    if (whole)
        cm_explain_flags(e);
    cm_explanation *x = e->result;
    x->execution = shown(e, x->execution);
    for (int i = 0; i < x->group_count; i++)
        x->groups[i].execution = shown(e, x->groups[i].execution);
    for (int i = 0; i < x->flag_count; i++)
        x->flags[i].execution = shown(e, x->flags[i].execution);
}

cm_explanation *cm_explain(cm_work *work, cm_solver_context *context, const cm_model *model,
                           const cm_test *test, const cm_prop *outcome,
                           const cm_explain_options *options)
{
    cm_explaining e = {.work = work,
                       .arena = work->arena,
                       .context = context,
                       .model = model,
                       .test = test,
                       .outcome = outcome,
                       .started = cm_clock_seconds(),
                       .options = *options};
    if (e.options.max_tries == 0)
        e.options.max_tries = 300;
    size_t errors = work->diags.errors;
    e.scratch = cm_arena_new(options->check.memory_limit);
    bool done = e.scratch && cm_arena_protect(work->arena, explain, &e);
    cm_choosing_close(e.every);
    cm_candidates_close(context);
    cm_arena_free(e.scratch);
    if (!e.result || work->diags.errors > errors)
        return NULL;
    if (!done) { /* a limit: what was found before it may be half of something */
        const char *limit = e.broken ? e.broken : cm_candidates_limit(e.candidates);
        bool judged = e.judged && !e.broken;
        *e.result = (cm_explanation){.test = test,
                                     .model = model,
                                     .outcome = e.result->outcome ? e.result->outcome : "",
                                     .verdict = judged ? e.result->verdict : CM_EXPLAINED_UNKNOWN,
                                     .reason = limit ? limit : "memory limit reached"};
    }
    return e.result;
}
