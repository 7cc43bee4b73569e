/* For tests of explain/: an explanation of a test, and whether what it says is true of it.
 * Verdicts are the checker's; every step of every derivation is looked at again, with values of
 * model/eval; sets of axioms and of the program's items are tried with the checker, whole and
 * without each member. */
#ifndef CM_TESTS_EXPLAIN_HELP_H
#define CM_TESTS_EXPLAIN_HELP_H

#include "explain/explain.h"
#include "explain/repair.h"
#include "explain/text.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"
#include "tests/unit/explain_json_help.h"
#include "tests/unit/near_help.h"
#include "tests/unit/story_help.h"
#include "tests/unit/why_help.h"

typedef struct explained {
    checker c;
    cm_test *test;
    cm_explanation *x;
} explained;

static inline void explain(explained *b)
{
    cm_explain_options options = {.check = {.unroll = 2}};
    b->x = cm_explain(&b->c.cat.work, b->c.solver, b->c.cat.model, b->test, NULL, &options);
    if (!b->x)
        fail_msg("%s: %s", b->test->name, cat_messages(&b->c.cat));
}

static inline void open_text_of(explained *b, const char *model, const char *text)
{
    memset(b, 0, sizeof *b);
    checker_start_model(&b->c, model, text);
    b->test = (cm_test *)(uintptr_t)b->c.job.test;
    explain(b);
}

/* ---- derivations -------------------------------------------------------------- */

static inline void check_violation(explained *b, const cm_execution *x, const cm_violation *v,
                                   bool raised)
{
    const cm_model *m = b->c.cat.model;
    cm_arena *arena = cm_arena_new(0);
    cm_execution_graph graph = cm_execution_values(arena, x);
    cm_value *values = cm_eval(arena, m, &graph);
    bool holds = cm_eval_constraint(arena, m, &graph, values, v->constraint);
    if (holds != raised)
        fail_msg("%s: %s is not as it is said to be", b->test->name,
                 m->constraints[v->constraint].name);
    uint32_t now = v->from;
    for (int i = 0; i < v->count && m->constraints[v->constraint].element_count == 0; i++) {
        checking k = {m, &graph, values, 0};
        check_why(&k, v->steps[i], 0);
        if (v->cycle || v->pair)
            assert_int_equal(v->steps[i]->from, now);
        now = v->steps[i]->to;
    }
    if (v->cycle)
        assert_int_equal(v->from, v->to);
    if ((v->cycle || v->pair) && v->count > 0)
        assert_int_equal(now, v->to);
    cm_arena_free(arena);
}

/* ---- axioms -------------------------------------------------------------------- */

static inline bool forbidden_by(explained *b, const cm_model *model, const cm_test *test)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_check_options options = {.question = true, .unroll = 2};
    cm_check_result *r = cm_check(&work, b->c.solver, model, test, &options);
    assert_non_null(r);
    /* with fewer axioms there may be executions that the test does not describe as well */
    if (cm_check_answer(r) == CM_UNKNOWN && model == b->c.cat.model)
        fail_msg("%s: %s", test->name, r->reason);
    size_t satisfying = cm_states_judge(r->states).satisfying;
    size_t others = cm_states_judge(r->states).other;
    cm_arena_free(arena);
    return (test->quantifier == CM_FORALL ? others : satisfying) == 0;
}

/* The model with those axioms, its premises, and no others. */
static inline bool suffices_for(explained *b, const bool *set, const cm_test *test)
{
    const cm_model *model = b->c.cat.model;
    const bool *premises = cm_find_premises(b->c.cat.arena, model);
    bool *kept = CM_NEW_ARRAY(b->c.cat.arena, (size_t)model->constraint_count + 1, bool);
    for (int i = 0; i < model->constraint_count; i++)
        kept[i] = set[i] || premises[i];
    return forbidden_by(b, cm_model_part(b->c.cat.arena, model, kept), test);
}

static inline bool suffices(explained *b, const bool *set)
{
    return suffices_for(b, set, b->test);
}

static inline void check_sufficient(explained *b)
{
    const cm_explanation *x = b->x;
    size_t count = (size_t)b->c.cat.model->constraint_count;
    assert_true(x->sufficient_known && x->sufficient_count > 0);
    for (int i = 0; i < x->sufficient_count; i++) {
        bool *set = CM_NEW_ARRAY(b->c.cat.arena, count + 1, bool);
        memcpy(set, x->sufficient[i], count * sizeof *set);
        if (!suffices(b, set))
            fail_msg("%s: a set of axioms that is said to suffice does not", b->test->name);
        for (size_t k = 0; k < count; k++) {
            if (!set[k])
                continue;
            set[k] = false;
            if (suffices(b, set))
                fail_msg("%s: %s is not needed", b->test->name,
                         b->c.cat.model->constraints[k].name);
            set[k] = true;
        }
    }
}

/* Without one of those that are told the outcome is allowed, without another one it is not. */
static inline void check_premises(explained *b)
{
    const cm_explanation *x = b->x;
    const bool *premises = cm_find_premises(b->c.cat.arena, b->c.cat.model);
    for (int i = 0; x->premises_known && i < b->c.cat.model->constraint_count; i++) {
        bool told = false;
        for (int k = 0; k < x->premise_count; k++)
            told |= x->premises[k] == i;
        if (!premises[i] || b->c.cat.model->constraints[i].is_flag) {
            assert_false(told);
            continue;
        }
        cm_model less = *b->c.cat.model;
        less.constraints =
            CM_NEW_ARRAY(b->c.cat.arena, (size_t)less.constraint_count, cm_constraint);
        less.constraint_count = 0;
        for (int k = 0; k < b->c.cat.model->constraint_count; k++)
            if (k != i)
                less.constraints[less.constraint_count++] = b->c.cat.model->constraints[k];
        if (forbidden_by(b, &less, b->test) == told)
            fail_msg("%s: %s is told wrongly", b->test->name, b->c.cat.model->constraints[i].name);
    }
}

/* ---- items ---------------------------------------------------------------------- */

static inline bool forbidden_with(explained *b, const bool *removed)
{
    cm_arena *arena = cm_arena_new(0);
    cm_test *test = cm_test_without(arena, b->test, b->x->items, removed, b->x->item_count);
    bool forbidden = forbidden_by(b, b->c.cat.model, test);
    cm_arena_free(arena);
    return forbidden;
}

static inline void check_needed(explained *b)
{
    const cm_explanation *x = b->x;
    for (int i = 0; i < x->needed_count; i++) {
        bool *removed = CM_NEW_ARRAY(b->c.cat.arena, (size_t)x->item_count + 1, bool);
        for (int k = 0; k < x->item_count; k++)
            removed[k] = true;
        for (int k = 0; k < x->needed[i].count; k++)
            removed[x->needed[i].items[k]] = false;
        assert_true(forbidden_with(b, removed));
        for (int k = 0; k < x->needed[i].count; k++) {
            removed[x->needed[i].items[k]] = true;
            assert_false(forbidden_with(b, removed));
            removed[x->needed[i].items[k]] = false;
        }
    }
}

/* Without a barrier, or the order of the kernels, the oracle says the same, where it covers the
 * test; how often it did. */
static inline int check_meetings(explained *b)
{
    int judged = 0;
    for (int i = 0; i < b->x->meeting_count; i++) {
        const cm_tried_meeting *tried = &b->x->meetings[i];
        cm_arena *arena = cm_arena_new(0);
        cm_work work = cm_work_new(arena);
        cm_test *test = cm_test_without_meeting(arena, b->test, &tried->meeting);
        oracle_limits limits = {.unroll = 2, .candidates = 20000};
        oracle_result result;
        bool covered = tried->allowed != CM_UNKNOWN &&
                       oracle_run(&work, b->c.cat.model, test, &limits, &result) &&
                       result.verdict != ORACLE_TOO_LARGE;
        if (covered) {
            cm_verdict states = cm_states_judge(result.states);
            bool forbids = test->quantifier == CM_FORALL;
            if (((forbids ? states.other : states.satisfying) > 0) != (tried->allowed == CM_YES))
                fail_msg("%s: without meeting %d: the oracle does not agree", test->name, i);
        }
        judged += covered;
        cm_arena_free(arena);
    }
    return judged;
}

/* ---- what keeps the model from forbidding it ------------------------------------ */

static inline void check_facts(explained *b, const cm_fact *const *facts, int count,
                               const char *what)
{
    for (int i = 0; i < count; i++)
        if (!near_is_plain(facts[i]))
            return;
    cm_arena *arena = cm_arena_new(0);
    cm_test *test = near_with(arena, b->test, b->x->execution, facts, count);
    if (!forbidden_by(b, b->c.cat.model, test))
        fail_msg("%s (%s of P%d) does not do:\n%s", what, facts[count - 1]->tags[0],
                 b->x->execution->events[facts[count - 1]->event].thread, b->test->source->text);
    cm_arena_free(arena);
}

/* With a weaker tag in place of the fact's last one the axiom does not forbid the outcome. */
static inline void check_weakest(explained *b, const cm_near_miss *miss, const cm_fact **facts,
                                 int count, int tag, near_counts *n)
{
    const cm_fact *fact = facts[count - 1];
    const cm_model *m = b->c.cat.model;
    char kind = near_kind(b->x->execution, fact);
    int thread = b->x->execution->events[fact->event].thread;
    cm_arch arch = b->test->threads[thread].arch;
    const cm_tag_choice *own = cm_tag_choice_of(arch, fact->tags[tag], kind);
    if (fact->kind == CM_FACT_TAG && kind == 'F') /* what the fence does already, it still does */
        return;
    for (int i = 0; own && i < m->base_count; i++) {
        const cm_tag_choice *c = cm_tag_choice_of(arch, m->bases[i]->name, kind);
        if (!c || strcmp(c->group, own->group) != 0 || c->rank >= own->rank ||
            !(m->bases[i]->on & CM_ARCH_BIT(b->test->threads[thread].arch)))
            continue;
        cm_arena *arena = cm_arena_new(0);
        cm_fact weaker = *fact;
        weaker.tags = cm_arena_grow(arena, fact->tags, (size_t)fact->tag_count,
                                    (size_t)fact->tag_count, sizeof *weaker.tags);
        weaker.tags[tag] = c->tag;
        facts[count - 1] = &weaker;
        bool *set = CM_NEW_ARRAY(arena, (size_t)m->constraint_count + 1, bool);
        set[miss->constraints[0]] = true;
        if (suffices_for(b, set, near_with(arena, b->test, b->x->execution, facts, count)))
            fail_msg("%s does in place of %s of P%d:\n%s", c->tag, fact->tags[tag], thread,
                     b->test->source->text);
        facts[count - 1] = fact;
        n->weaker++;
        cm_arena_free(arena);
    }
}

/* Each fact, and each alternative in its place. */
static inline void check_misses(explained *b, near_counts *n)
{
    const cm_explanation *x = b->x;
    enum { MOST = 16 };
    const cm_fact *chosen[MOST + 1];
    if (x->verdict != CM_EXPLAINED_ALLOWED || x->allowed_classes != 1 || x->allowed_cut ||
        !near_goes_straight(b->test))
        return;
    for (int m = 0; m < x->miss_count; m++) {
        const cm_near_miss *miss = &x->misses[m];
        if (miss->dependent || miss->fact_count > MOST)
            continue;
        check_facts(b, chosen, near_choose(x->execution, miss, -1, NULL, chosen),
                    "what is missing");
        n->misses++;
        for (int f = 0; f < miss->fact_count; f++)
            for (int k = 0; k < miss->facts[f].instead_count; k++) {
                const cm_fact *other = &miss->facts[f].instead[k];
                int count = near_choose(x->execution, miss, f, other, chosen);
                check_facts(b, chosen, count, "an alternative");
                for (int t = 0; near_is_plain(other) && t < other->tag_count; t++)
                    check_weakest(b, miss, chosen, count, t, n);
                n->alternatives++;
            }
    }
}

/* Longer than 80 columns though there is a blank at which it could end. */
static inline bool is_long(const char *line)
{
    size_t length = strcspn(line, "\n"), indent = strspn(line, " ");
    return length > 80 && memchr(line + indent, ' ', length - indent);
}

static inline void check_told(explained *b)
{
    cm_text out = cm_text_new(b->c.cat.arena);
    cm_explain_text(&out, b->x, true);
    cm_explain_text(&out, b->x, false);
    for (const char *line = out.data; *line; line += strcspn(line, "\n") + 1)
        if (is_long(line))
            fail_msg("%s: a long line: %.*s", b->test->name, (int)strcspn(line, "\n"), line);
    size_t told = out.length;
    cm_explain_json(&out, b->x);
    json_error_t error;
    json_t *root = json_loads(out.data + told, 0, &error);
    assert_non_null(root);
    check_json(b->x, root);
    json_decref(root);
}

/* ---- what happens --------------------------------------------------------------- */

static inline void check_stories(const explained *b)
{
    check_story(b->x->execution, b->x->cycle, b->x->cycle_count);
    for (int g = 0; g < b->x->group_count; g++) {
        const cm_sc_step *cycle;
        int count = cm_turns_cycle(b->c.cat.arena, b->x->groups[g].execution, &cycle);
        check_story(b->x->groups[g].execution, cycle, count);
    }
}

/* ---- what is missing ------------------------------------------------------------ */

/* "has scope cta, which does not reach P1": by where the threads are. */
static inline void check_reach(explained *b, const cm_fact *fact)
{
    const char *told = cm_explain_fact(b->c.cat.arena, b->x->execution, fact);
    const char *at = strstr(told, ", which does not reach P");
    if (!at)
        return;
    const cm_event *events = b->x->execution->events;
    const cm_thread *threads = b->test->threads, *one = &threads[events[fact->event].thread],
                    *two = &threads[events[fact->other].thread];
    int told_id = atoi(at + strlen(", which does not reach P"));
    for (int t = 0; one == two && t < b->test->thread_count; t++) /* both of one thread */
        if (threads[t].id == told_id)
            two = &threads[t];
    assert_int_equal(told_id, two->id);
    assert_int_not_equal(one->id, two->id);
    bool gpu = one->at.gpu >= 0 && one->at.gpu == two->at.gpu &&
               cm_placement_domain(&one->at) == cm_placement_domain(&two->at);
    bool cluster = gpu && one->at.cluster >= 0 && one->at.cluster == two->at.cluster;
    bool cta = gpu && one->at.cta == two->at.cta;
    bool wave = cta && one->at.wave >= 0 && one->at.wave == two->at.wave;
    bool system = cm_placement_system(&one->at) == cm_placement_system(&two->at);
    const char *word = strstr(told, "has scope ") + strlen("has scope ");
    size_t length = strcspn(word, ",");
    const struct {
        const char *scope;
        bool reaches;
    } words[] = {{"system", system}, {"gpu", gpu},         {"agent", gpu},
                 {"device", gpu},    {"cluster", cluster}, {"cta", cta},
                 {"workgroup", cta}, {"wavefront", wave},  {"subgroup", wave}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (words[i].reaches && strncmp(word, words[i].scope, length) == 0)
            fail_msg("%s: it does: %s", b->test->name, told);
}

/* Put in it forbids the outcome, and some execution ends; the order of the misses. */
static inline void check_missing(explained *b)
{
    const cm_explanation *x = b->x;
    cm_work work = cm_work_new(b->c.cat.arena);
    for (int i = 0; x->missing && i < x->missing->count; i++) {
        cm_source *source = CM_NEW(b->c.cat.arena, cm_source);
        const char *text = x->missing->proposals[i].text;
        *source = (cm_source){"put in", text, strlen(text)};
        cm_test *test = cm_litmus_parse(&work, source);
        if (!test || !forbidden_by(b, b->c.cat.model, test))
            fail_msg("%s: what is missing does not forbid it:\n%s", b->test->name, text);
    }
    for (int i = 0; i < x->miss_count; i++)
        for (int f = 0; f < x->misses[i].fact_count; f++)
            check_reach(b, &x->misses[i].facts[f]);
    for (int i = 1; i < x->miss_count; i++) {
        const cm_near_miss *first = &x->misses[i - 1], *next = &x->misses[i];
        assert_true(first->repairs >= next->repairs);
        assert_true(first->repairs > next->repairs || first->dependent <= next->dependent);
    }
}

/* ---- turns -------------------------------------------------------------------------- */

/* "Nothing has to be reordered", "No interleaving of the threads has it": 1, where sequential
 * consistency was asked, too. */
static inline int check_turns(explained *b)
{
    const cm_explanation *x = b->x;
    if (x->verdict != CM_EXPLAINED_ALLOWED || *x->reason)
        return 0;
    assert_int_equal(x->interleaving != NULL, x->surprises == 0);
    if (x->interleaving)
        check_order(b->c.cat.arena, b->test, x);
    if ((x->allowed_cut && !x->interleaving) || x->turns_unknown || !is_plain(b->test))
        return 0;
    cat sc;
    cat_load(&sc, "\"sc\"\ninclude \"cos.cat\"\nacyclic po | rf | co | fr\n"
                  "empty rmw & (fre;coe)\n");
    bool forbidden = forbidden_by(b, sc.model, b->test);
    cat_end(&sc);
    if (forbidden != !x->interleaving)
        fail_msg("%s: %s", b->test->name,
                 forbidden ? "sequential consistency forbids what is told to be in turns"
                           : "sequential consistency has an interleaving");
    return 1;
}

static inline void check_explanation_counting(explained *b, bool thorough, near_counts *near)
{
    const cm_explanation *x = b->x;
    bool allowed = x->verdict == CM_EXPLAINED_ALLOWED;
    if (x->verdict != CM_EXPLAINED_UNKNOWN)
        assert_int_equal(!forbidden_by(b, b->c.cat.model, b->test), allowed);
    if (strstr(x->reason, "internal"))
        fail_msg("%s: %s", b->test->name, x->reason);
    size_t classes = 0;
    for (int g = 0; g < x->group_count; g++) {
        classes += x->groups[g].classes;
        assert_true(x->groups[g].violation_count > 0);
        for (int i = 0; i < x->groups[g].violation_count; i++)
            check_violation(b, x->groups[g].execution, &x->groups[g].violations[i], false);
    }
    assert_true(classes >= x->classes);
    for (int i = 0; i < x->flag_count; i++)
        check_violation(b, x->flags[i].execution, &x->flags[i].violation, true);
    if (x->verdict == CM_EXPLAINED_FORBIDDEN && thorough) {
        check_sufficient(b);
        check_premises(b);
        check_needed(b);
        check_meetings(b);
    }
    if (thorough)
        check_misses(b, near);
    if (thorough)
        check_turns(b);
    check_missing(b);
    check_stories(b);
    check_told(b);
}

static inline void check_explanation(explained *b, bool thorough)
{
    near_counts near = {0};
    check_explanation_counting(b, thorough, &near);
}

static inline void open_file_of(explained *b, const char *model, const char *path)
{
    memset(b, 0, sizeof *b);
    checker_start_model(&b->c, model, NULL);
    cm_source *source = cm_source_read(&b->c.cat.work, path);
    b->test = source ? cm_litmus_parse(&b->c.cat.work, source) : NULL;
    assert_non_null(b->test);
    explain(b);
}

static inline void check_explained_file(const char *path, const char *model, bool thorough)
{
    explained b;
    open_file_of(&b, model, path);
    check_explanation(&b, thorough);
    checker_end(&b.c);
}

#endif
