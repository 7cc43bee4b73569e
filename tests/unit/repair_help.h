/* For tests of explain/repair.h: proposals against trying every program there is, and against the
 * oracle; forms of instructions against the steps that they have. */
#ifndef CM_TESTS_REPAIR_HELP_H
#define CM_TESTS_REPAIR_HELP_H

#include "explain/repair_parts.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"

#include <jansson.h>

typedef struct repaired {
    checker c;
    cm_test *test;
    cm_repairing r; /* the sites, and programs as texts */
    cm_repair found;
    const cm_repair *x;
    bool too_large; /* for the oracle */
    int judged;     /* programs that it judged */
} repaired;

static inline cm_repair_options how(bool weaken)
{
    return (cm_repair_options){.check = {.unroll = 2}, .weaken = weaken};
}

static inline void open_repaired(repaired *b, const char *path, const char *model,
                                 const cm_repair_options *options)
{
    memset(b, 0, sizeof *b);
    checker_start_model(&b->c, model, NULL);
    cm_source *source = cm_source_read(&b->c.cat.work, path);
    b->test = source ? cm_litmus_parse(&b->c.cat.work, source) : NULL;
    if (!b->test)
        fail_msg("%s: %s", path, cat_messages(&b->c.cat));
    b->r = (cm_repairing){.work = &b->c.cat.work,
                          .arena = b->c.cat.arena,
                          .scratch = cm_arena_new(0),
                          .test = b->test,
                          .options = *options,
                          .result = &b->found};
    cm_repair_find_sites(&b->r);
    b->x = cm_repair_test(&b->c.cat.work, b->c.solver, b->c.cat.model, b->test, options);
    if (!b->x)
        fail_msg("%s: %s", path, cat_messages(&b->c.cat));
}

static inline void close_repaired(repaired *b)
{
    cm_arena_free(b->r.scratch);
    checker_end(&b->c);
}

/* ---- verdicts --------------------------------------------------------------------- */

static inline bool forbids(repaired *b, const char *text)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_test *test = cm_repair_read(&work, text);
    assert_non_null(test);
    cm_check_options options = {.unroll = 2};
    cm_check_result *result = cm_check(&work, b->c.solver, b->c.cat.model, test, &options);
    assert_non_null(result);
    cm_verdict states = cm_states_judge(result->states);
    bool is = (b->test->quantifier == CM_FORALL ? states.other : states.satisfying) == 0;
    cm_arena_free(arena);
    return is;
}

/* Is what is said of flags so? By a check of all states, which orders its questions otherwise. */
static inline void check_flags_told(repaired *b, const cm_proposal *p)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_check_options options = {.unroll = 2};
    const cm_check_result *result =
        cm_check(&work, b->c.solver, b->c.cat.model, cm_repair_read(&work, p->text), &options);
    assert_non_null(result);
    assert_non_null(p->flags);
    int count = 0;
    for (; result->flags[count]; count++)
        if (!p->flags[count] || strcmp(p->flags[count], result->flags[count]) != 0)
            fail_msg("%s: it is not told that a proposal leaves %s\n%s", b->test->name,
                     result->flags[count], p->text);
    if (p->flags[count])
        fail_msg("%s: a proposal does not leave %s\n%s", b->test->name, p->flags[count], p->text);
    cm_arena_free(arena);
}

/* Does it leave a flag, by what is said? */
static inline bool leaves(const cm_proposal *p)
{
    return p->flags[0] || !p->flags_known;
}

/* What the oracle says, where it covers the test: what is too large for it as one program is asked
 * no more. */
static inline void agree_with_oracle(repaired *b, const char *text, bool forbidden)
{
    if (b->too_large)
        return;
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_test *test = cm_repair_read(&work, text);
    oracle_limits limits = {.unroll = 2, .candidates = 20000};
    oracle_result result;
    bool usable = oracle_run(&work, b->c.cat.model, test, &limits, &result);
    b->too_large = !usable || result.verdict == ORACLE_TOO_LARGE;
    if (!b->too_large) {
        cm_verdict states = cm_states_judge(result.states);
        bool is = (test->quantifier == CM_FORALL ? states.other : states.satisfying) == 0;
        if (is != forbidden)
            fail_msg("%s: the oracle does not agree\n%s", b->test->name, text);
        b->judged++;
    }
    cm_arena_free(arena);
}

/* ---- every program ------------------------------------------------------------------- */

enum { MOST_PROGRAMS = 400 };

static inline size_t program_count(const repaired *b)
{
    size_t count = 1;
    for (int s = 0; s < b->r.site_count && count <= MOST_PROGRAMS; s++)
        count *= (size_t)b->r.sites[s].count;
    return count;
}

static inline cm_program_choice program_at(const repaired *b, size_t index)
{
    cm_program_choice c = {{0}};
    for (int s = 0; s < b->r.site_count; s++) {
        c.at[s] = (int8_t)(index % (size_t)b->r.sites[s].count);
        index /= (size_t)b->r.sites[s].count;
    }
    return c;
}

static inline bool is_proposed(const repaired *b, const char *text)
{
    for (int i = 0; i < b->x->count; i++)
        if (strcmp(b->x->proposals[i].text, text) == 0)
            return true;
    return false;
}

/* Programs that differ in which of two places something stands have one text. */
static inline bool is_new(const char **texts, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (strcmp(texts[i], text) == 0)
            return false;
    texts[count] = text;
    return true;
}

/* Proposals are the minimal programs that forbid; of a model that is not monotone they are
 * among these, and that is said. */
static inline void compare_with_all(repaired *b)
{
    size_t count = program_count(b);
    bool *forbidding = CM_NEW_ARRAY(b->r.arena, count, bool), monotone = true;
    for (size_t i = 0; i < count; i++) {
        cm_program_choice c = program_at(b, i);
        forbidding[i] = forbids(b, cm_repair_write(&b->r, b->r.arena, &c));
    }
    int minimal = 0;
    const char **texts = CM_NEW_ARRAY(b->r.arena, count, const char *);
    for (size_t i = 0; i < count; i++) {
        cm_program_choice c = program_at(b, i);
        bool least = forbidding[i];
        for (size_t k = 0; k < count; k++) {
            cm_program_choice d = program_at(b, k);
            if (k == i || !forbidding[k] || !cm_program_below(&b->r, &d, &c))
                continue;
            least = false;
            monotone &= forbidding[i];
        }
        if (least)
            minimal += is_new(texts, minimal, cm_repair_write(&b->r, b->r.arena, &c));
        if (least && b->x->complete && b->x->verdict == CM_REPAIRED &&
            !is_proposed(b, cm_repair_write(&b->r, b->r.arena, &c)))
            fail_msg("%s: a minimal program is missing:\n%s", b->test->name,
                     cm_repair_write(&b->r, b->r.arena, &c));
    }
    if (!monotone && b->x->complete && b->x->count != minimal)
        fail_msg("%s: the model is not monotone, which is not said", b->test->name);
    if (monotone && b->x->verdict == CM_REPAIRED)
        assert_int_equal(b->x->count, minimal);
    if (b->x->verdict == CM_REPAIR_IMPOSSIBLE && !b->r.options.weaken)
        assert_int_equal(minimal, 0);
    if (b->x->verdict == CM_REPAIR_NEEDLESS)
        assert_int_equal(minimal, 1);
}

/* The form of the site that the change is about, or -1. */
static inline int form_of(const cm_site *site, const cm_change *change)
{
    const cm_copy *copy = &site->copies[0];
    if (copy->thread != change->thread || copy->instruction != change->instruction ||
        site->inserted != change->inserted)
        return -1;
    for (int f = 0; f < site->count; f++)
        if (strcmp(site->forms[f].text, change->to) == 0)
            return f;
    return -1;
}

/* The program of some changes of a proposal. */
static inline cm_program_choice with_changes(const repaired *b, const cm_proposal *p,
                                             unsigned changes)
{
    cm_program_choice c = cm_repair_own(&b->r);
    for (int i = 0; i < p->count; i++)
        for (int s = 0; s < b->r.site_count && (changes >> i & 1); s++) {
            int form = form_of(&b->r.sites[s], &p->changes[i]);
            if (form >= 0)
                c.at[s] = (int8_t)form;
        }
    return c;
}

static inline void subset_allows(repaired *b, const cm_proposal *p, unsigned changes)
{
    cm_program_choice less = with_changes(b, p, changes);
    const char *text = cm_repair_write(&b->r, b->r.arena, &less);
    if (forbids(b, text))
        fail_msg("%s: not every change of a proposal is needed\n%s", b->test->name, text);
    agree_with_oracle(b, text, false);
}

/* No proper subset of the changes forbids. Of many changes those are tried that lack one: where
 * the model is monotone all others are below them. */
static inline void no_subset_forbids(repaired *b, const cm_proposal *p)
{
    enum { MOST_CHANGES = 4 };
    assert_true(p->count > 0 && p->count < 32);
    unsigned all = (1U << p->count) - 1;
    for (unsigned changes = 1; changes < all && p->count <= MOST_CHANGES; changes++)
        subset_allows(b, p, changes);
    for (int i = 0; i < p->count && p->count > MOST_CHANGES; i++)
        subset_allows(b, p, all & ~(1U << i));
}

/* Each forbids, and without any one of its changes it does not. */
static inline void check_proposals(repaired *b)
{
    for (int i = 0; i < b->x->count; i++) {
        const cm_proposal *p = &b->x->proposals[i];
        assert_true(i == 0 || b->x->proposals[i - 1].cost <= p->cost);
        check_flags_told(b, p);
        assert_true(i == 0 || b->x->proposals[i - 1].cost < p->cost ||
                    leaves(&b->x->proposals[i - 1]) <= leaves(p));
        if (!forbids(b, p->text))
            fail_msg("%s: a proposal does not forbid\n%s", b->test->name, p->text);
        agree_with_oracle(b, p->text, true);
        if (!b->r.options.weaken)
            no_subset_forbids(b, p);
    }
    if (b->x->verdict == CM_REPAIRED && !b->r.options.weaken) {
        cm_program_choice own = cm_repair_own(&b->r);
        agree_with_oracle(b, cm_repair_write(&b->r, b->r.arena, &own), false);
    }
    cm_text out = cm_text_new(b->r.arena);
    cm_repair_text(&out, b->x, true);
    size_t told = out.length;
    cm_repair_json(&out, b->x);
    json_error_t error;
    json_t *root = json_loads(out.data + told, 0, &error);
    assert_non_null(root);
    assert_int_equal(json_array_size(json_object_get(root, "proposals")), b->x->count);
    json_decref(root);
}

/* ---- forms ------------------------------------------------------------------------------ */

/* By name: an initial value may give a register another number in a test that is written. */
static inline bool same_register(const cm_thread *a, int x, const cm_thread *b, int y)
{
    if (x < 0 || y < 0)
        return x < 0 && y < 0;
    return strcmp(a->registers[x].name, b->registers[y].name) == 0;
}

/* LOCK makes an exchange of a load and a store. */
static inline bool same_steps(const cm_thread *a, const cm_thread *b)
{
    bool fences_alone = true; /* what prepares registers goes with a thread's last instruction */
    for (int i = 0; i < a->step_count; i++)
        fences_alone &= a->steps[i].kind == CM_STEP_FENCE || a->steps[i].kind == CM_STEP_ASSIGN;
    if (fences_alone && b->step_count == 0)
        return true;
    int i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a->step_count && a->steps[i].kind == CM_STEP_FENCE)
            i++;
        while (k < b->step_count && b->steps[k].kind == CM_STEP_FENCE)
            k++;
        if (i == a->step_count || k == b->step_count)
            return i == a->step_count && k == b->step_count;
        const cm_step *x = &a->steps[i], *y = &b->steps[k];
        if (x->kind != y->kind || !same_register(a, x->dst, b, y->dst) || x->width != y->width ||
            x->exclusive != y->exclusive)
            return false;
    }
}

/* Whatever is chosen does the same to registers and memory. */
static inline void check_forms(repaired *b)
{
    for (int s = 0; s < b->r.site_count; s++)
        for (int f = 0; f < b->r.sites[s].count; f++) {
            cm_program_choice c = cm_repair_own(&b->r);
            c.at[s] = (int8_t)f;
            const char *text = cm_repair_write(&b->r, b->r.arena, &c);
            cm_test *test = cm_repair_read(b->r.work, text);
            if (!test)
                fail_msg("%s: no test:\n%s", b->test->name, text);
            for (int t = 0; t < test->thread_count; t++)
                if (!same_steps(&b->test->threads[t], &test->threads[t]))
                    fail_msg("%s: `%s` makes it another program:\n%s", b->test->name,
                             b->r.sites[s].forms[f].text, text);
        }
}

#endif
