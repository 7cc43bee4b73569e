/* The whole of a repair. See repair.h. */
#include "explain/repair_parts.h"

#include "base/clock.h"
#include "explain/explain.h"
#include "litmus/text/text.h"
#include "model/gloss.h"

#include <stdlib.h>
#include <string.h>

/* ---- why they do ---------------------------------------------------------------------- */

/* What is told of the outcome with that text. orders: see cm_check_options. */
static const cm_explanation *explain_text(cm_repairing *r, cm_work *work, const char *text,
                                          cm_explain_options how)
{
    cm_test *test = cm_repair_read(work, text);
    bool orders_given = how.check.orders_given;
    if (!test)
        return NULL;
    test->quantifier = r->negated ? CM_FORALL : CM_EXISTS;
    how.check = cm_repair_left(r);
    how.check.orders_given = orders_given;
    how.verdict_only = true;
    return cm_explain(work, r->context, r->model, test, NULL, &how);
}

typedef struct explained {
    cm_repairing *r;
    const char *text;
    bool given;      /* orders */
    bool by_z3;      /* Z3 is asked, too */
    const char *why; /* in the scratch arena; NULL: it is not known */
} explained;

/* In memory that the next proposal takes. */
static void explain_one(void *argument)
{
    explained *e = argument;
    cm_work work = cm_work_new(e->r->scratch);
    cm_explain_options how = {
        .check = {.orders_given = e->given}, .max_classes = 16, .by_z3 = e->by_z3};
    const cm_explanation *x = explain_text(e->r, &work, e->text, how);
    if (x && x->verdict == CM_EXPLAINED_FORBIDDEN)
        e->why = cm_explain_brief(e->r->scratch, x);
}

/* Of candidates whose writes are in an order that the axioms leave a choice of, if there are any:
 * others say nothing of a repair. NULL: it is not known, or not forbidden. */
static const char *why_forbidden(cm_repairing *r, const char *text, bool by_z3)
{
    double timeout = r->options.check.timeout;
    for (int given = 1; given >= 0; given--) {
        explained e = {.r = r, .text = text, .given = given, .by_z3 = by_z3};
        if (timeout > 0 && cm_clock_seconds() - r->began >= timeout)
            return NULL;
        cm_arena_reset(r->scratch, r->options.check.memory_limit);
        cm_arena_protect(r->scratch, explain_one, &e);
        if (e.why)
            return cm_arena_text(r->arena, e.why, strlen(e.why));
    }
    return NULL;
}

/* Those that are checked already: why they forbid. */
static void explain_proposals(cm_repairing *r, cm_proposal *proposals, int count)
{
    for (int i = 0; r->options.explains && i < count; i++)
        proposals[i].why = why_forbidden(r, proposals[i].text, false);
}

/* What the problem of all programs says forbids must do so by itself: those that do are kept. By
 * what explains it, of the cheapest with Z3's word for it, or by a check. */
static void confirm(cm_repairing *r, cm_proposal *proposals, int count)
{
    cm_repair *x = r->result;
    const char *limit = r->limit;
    int wanted = r->options.cheapest ? 1 : count;
    r->limit = NULL;
    for (; x->confirmed < wanted; x->confirmed++) {
        cm_proposal *p = &proposals[x->confirmed];
        if (r->options.explains)
            p->why = why_forbidden(r, p->text, x->confirmed == 0);
        x->checked += p->why != NULL;
        if (!p->why && !cm_repair_check_text(r, p->text))
            break;
    }
    x->count = x->confirmed < wanted ? x->confirmed : count;
    if (x->confirmed < wanted)
        cm_repair_limit(r, "internal error: a proposal does not forbid the outcome");
    if (limit)
        r->limit = limit;
}

/* ---- proposals ---------------------------------------------------------------------- */

/* Of all copies of an instruction, which costs once. */
static void add_changes(cm_repairing *r, cm_proposal *p, cm_change *changes, int s, int form)
{
    const cm_site *site = &r->sites[s];
    double cost = site->forms[form].cost - site->forms[site->self].cost;
    for (int c = 0; c < site->copy_count; c++) {
        const cm_copy *copy = &site->copies[c];
        changes[p->count++] = (cm_change){.thread = copy->thread,
                                          .instruction = copy->instruction,
                                          .inserted = site->inserted,
                                          .head = copy->instruction < 0,
                                          .declares = copy->declares,
                                          .from = copy->texts[site->self],
                                          .to = copy->texts[form],
                                          .cost = c == 0 ? cost : 0};
    }
    p->cost += cost;
}

static cm_proposal proposal_of(cm_repairing *r, const cm_program_choice *choice)
{
    size_t most = 1;
    for (int s = 0; s < r->site_count; s++)
        most += (size_t)r->sites[s].copy_count;
    cm_change *changes = CM_NEW_ARRAY(r->arena, most, cm_change);
    cm_proposal p = {.changes = changes};
    for (int s = 0; s < r->site_count; s++)
        if (choice->at[s] != r->sites[s].self)
            add_changes(r, &p, changes, s, choice->at[s]);
    p.text = cm_repair_write(r, r->arena, choice);
    return p;
}

/* Where flags were asked for: it leaves some, or it is not known that it leaves none. */
static bool leaves_flags(const cm_proposal *p)
{
    return p->flags && (p->flags[0] || !p->flags_known);
}

static int by_cost(const void *a, const void *b)
{
    const cm_proposal *x = a, *y = b;
    if (x->cost != y->cost)
        return x->cost < y->cost ? -1 : 1;
    if (leaves_flags(x) != leaves_flags(y))
        return leaves_flags(x) ? 1 : -1;
    return x->count != y->count ? x->count - y->count : strcmp(x->text, y->text);
}

/* Which flags they leave: of one cost, those that leave none come first from then on. */
static void find_flags(cm_repairing *r, cm_proposal *proposals, int count)
{
    if (r->options.cheapest || r->of_flags)
        return;
    for (int i = 0; i < count; i++)
        cm_repair_find_flags(r, &proposals[i]);
    qsort(proposals, (size_t)count, sizeof *proposals, by_cost);
}

static void keep_proposals(cm_repairing *r, const cm_program_choice *found, int count)
{
    cm_proposal *proposals = CM_NEW_ARRAY(r->arena, (size_t)count + 1, cm_proposal);
    for (int i = 0; i < count; i++)
        proposals[i] = proposal_of(r, &found[i]);
    qsort(proposals, (size_t)count, sizeof *proposals, by_cost);
    /* Two places of one gap may give one text: the first of them, cheapest first, stays. */
    int kept = 0;
    for (int i = 0, k; i < count; i++) {
        for (k = 0; k < kept && strcmp(proposals[k].text, proposals[i].text) != 0; k++)
            continue;
        if (k == kept)
            proposals[kept++] = proposals[i];
    }
    count = kept;
    r->result->proposals = proposals;
    r->result->count = count;
    if (r->unconfirmed) {
        confirm(r, proposals, count);
    } else {
        r->result->confirmed = count;
        explain_proposals(r, proposals, count);
    }
    find_flags(r, proposals, r->result->count);
}

/* Fewer than were asked for. */
static void keep_waits(cm_repairing *r, cm_proposal *proposals, int count)
{
    cm_repair *x = r->result;
    qsort(proposals, (size_t)count, sizeof *proposals, by_cost);
    x->verdict = CM_REPAIRED;
    x->waits = true;
    x->complete = false;
    x->reason = r->limit ? r->limit : "waits are not tried in all places and combinations";
    x->proposals = proposals;
    x->count = count < r->options.most ? count : r->options.most;
    x->confirmed = x->count;
    explain_proposals(r, proposals, x->count);
    find_flags(r, proposals, x->count);
}

/* ---- what no change repairs ----------------------------------------------------------- */

/* Of the test at its strongest: does an interleaving of its threads show the outcome? */
static bool interleaves(cm_repairing *r)
{
    if (r->turns != CM_TURNS_NOT_ASKED)
        return r->turns == CM_TURNS_SHOW_IT;
    cm_program_choice all = cm_repair_strongest(r);
    /* what the model allows has such an order */
    cm_explain_options how = {.check = {.orders_given = true}, .max_classes = 50};
    const cm_explanation *x = explain_text(r, r->work, cm_repair_write(r, r->arena, &all), how);
    return x && x->verdict == CM_EXPLAINED_ALLOWED && x->execution && x->surprises == 0 &&
           !x->allowed_cut;
}

/* ---- the whole ------------------------------------------------------------------------- */

static void refuse_repair(cm_repairing *r, cm_repaired verdict, const char *reason)
{
    r->result->verdict = verdict;
    r->result->reason = reason;
}

/* As it is written. */
static bool is_undefined(cm_repairing *r)
{
    cm_proposal own = {.text = cm_litmus_print(r->work, r->test)};
    if (!cm_model_has_flags(r->model))
        return false;
    cm_repair_find_flags(r, &own);
    return own.undefined;
}

/* What no order forbids as the threads need only take turns: a wait may. Else what is missing is an
 * order that is not among the changes, and a thread that begins after the other one, say, would
 * forbid the outcome by taking away what the threads do with each other. */
static void wait_instead(cm_repairing *r)
{
    cm_proposal *found;
    bool may =
        r->options.only & CM_REPAIR_WAITS && !r->options.weaken && (r->of_flags || interleaves(r));
    int count = may ? cm_repair_find_waits(r, &found) : 0;
    if (count > 0)
        keep_waits(r, found, count);
    else if (r->limit)
        refuse_repair(r, CM_REPAIR_UNKNOWN, r->limit);
    else
        refuse_repair(
            r, CM_REPAIR_IMPOSSIBLE,
            r->site_count == 0 ? "the test has nothing that may be changed"
            : !r->of_flags && interleaves(r)
                ? "the threads show it by taking turns, each in the order of its program"
                : cm_arena_printf(r->arena,
                                  r->of_flags
                                      ? "that takes more than fences, orders and scopes (%d places "
                                        "were tried), such as a lock, or one operation in place of "
                                        "two"
                                      : "it is allowed with the strongest form at every place that "
                                        "may be changed (%d)",
                                  r->site_count));
}

/* Where nothing else prevents all flags, plain accesses may become atomic. */
static void find_plain_sites(cm_repairing *r)
{
    cm_repair *x = r->result;
    r->keeps_plain = false;
    r->all_forms = NULL;
    r->tried_count = 0;
    r->tried_at = (cm_choice_table){0};
    x->verdict = CM_REPAIRED;
    x->makes_atomic = x->monotone = true;
    x->reason = "";
    cm_repair_find_sites(r);
    x->places = r->site_count;
    cm_program_choice own = cm_repair_own(r);
    cm_repair_remember(r, &own, false);
}

static void search_all(cm_repairing *r)
{
    cm_repair *x = r->result;
    cm_program_choice own = cm_repair_own(r), *found;
    int count = cm_repair_search(r, &found);
    x->complete = !r->limit && !r->too_many && x->monotone && !r->options.cheapest;
    if (count == 0 && !r->limit) {
        wait_instead(r);
        if (!r->keeps_plain || x->verdict != CM_REPAIR_IMPOSSIBLE)
            return;
        find_plain_sites(r);
        search_all(r);
        return;
    }
    if (count == 1 && memcmp(&found[0], &own, sizeof own) == 0)
        refuse_repair(r, CM_REPAIR_NEEDLESS, "no order in it can be weaker");
    else
        keep_proposals(r, found, count);
    x->complete &= !r->limit;
    if (r->keeps_plain) {
        x->complete = false;
        x->reason = "no plain access was made atomic";
    }
    if (x->count == 0 && x->verdict == CM_REPAIRED)
        refuse_repair(r, CM_REPAIR_UNKNOWN, r->limit);
    else if (r->limit)
        x->reason = r->limit;
    else if (r->too_many)
        x->reason = "only some of the places were looked at";
}

static void repair(void *argument)
{
    cm_repairing *r = argument;
    cm_repair *x = r->result = CM_NEW(r->arena, cm_repair);
    r->of_flags = r->keeps_plain = !cm_test_asks(r->test);
    if (r->of_flags && (r->options.weaken || !cm_model_has_flags(r->model)))
        cm_explain_asks_nothing(r->work, r->test);
    x->of_flags = r->of_flags;
    r->options.explains &= !r->of_flags;
    r->negated = !r->of_flags && r->test->quantifier == CM_FORALL;
    x->test = r->test;
    x->model = r->model;
    x->weakened = r->options.weaken;
    x->monotone = true;
    x->reason = "";
    x->outcome =
        (r->negated ? cm_prop_print_denied : cm_prop_print)(r->arena, r->test, r->test->condition);
    cm_repair_find_sites(r);
    x->places = r->site_count;
    bool forbidden = cm_repair_is_forbidden(r);
    bool undefined = forbidden && !x->weakened && !r->limit && is_undefined(r);
    if (undefined && !r->limit)
        refuse_repair(r, CM_REPAIR_UNKNOWN,
                      "the behaviour is undefined, and the outcome is allowed by that alone");
    else if (r->limit)
        refuse_repair(r, CM_REPAIR_UNKNOWN, r->limit);
    else if (forbidden != x->weakened)
        refuse_repair(r, forbidden ? CM_REPAIR_NEEDLESS : CM_REPAIR_IMPOSSIBLE,
                      r->of_flags ? "no execution raises one"
                      : forbidden ? "it is forbidden as it is"
                                  : "it is allowed as it is");
    else
        search_all(r);
    x->tried = (size_t)r->tried_count;
}

cm_repair *cm_repair_test(cm_work *work, cm_solver_context *context, const cm_model *model,
                          const cm_test *test, const cm_repair_options *options)
{
    cm_repairing r = {.work = work,
                      .arena = work->arena,
                      .context = context,
                      .model = model,
                      .test = test,
                      .options = *options,
                      .began = cm_clock_seconds()};
    if (r.options.most == 0)
        r.options.most = 100;
    if (r.options.max_tries == 0)
        r.options.max_tries = 5000;
    size_t errors = work->diags.errors;
    r.scratch = cm_arena_new(options->check.memory_limit);
    bool done = r.scratch && cm_arena_protect(work->arena, repair, &r);
    cm_arena_free(r.scratch);
    return done && work->diags.errors == errors ? r.result : NULL;
}

/* To look again at what was found. */
static cm_repairing again(cm_work *work, cm_solver_context *context, const cm_repair *repair,
                          const cm_check_options *options, cm_arena *scratch)
{
    return (cm_repairing){.work = work,
                          .arena = work->arena,
                          .scratch = scratch,
                          .context = context,
                          .model = repair->model,
                          .test = repair->test,
                          .options = {.check = *options},
                          .negated = repair->test->quantifier == CM_FORALL,
                          .began = cm_clock_seconds() - options->spent};
}

bool cm_repair_confirm(cm_work *work, cm_solver_context *context, const cm_repair *repair,
                       int proposal, const cm_check_options *options, cm_arena *scratch)
{
    cm_repair result = {0};
    cm_repairing r = again(work, context, repair, options, scratch);
    r.result = &result;
    return proposal < repair->confirmed ||
           cm_repair_check_text(&r, repair->proposals[proposal].text);
}

const char *cm_repair_why(cm_work *work, cm_solver_context *context, const cm_repair *repair,
                          int proposal, const cm_check_options *options, cm_arena *scratch)
{
    cm_repairing r = again(work, context, repair, options, scratch);
    return why_forbidden(&r, repair->proposals[proposal].text, false);
}
