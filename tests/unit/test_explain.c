/* explain/: what is said of a test is true of it. Verdicts are the checker's; every step of
 * every derivation is looked at again, with values of model/eval; sets of axioms and of the
 * program's items are tried with the checker, whole and without each member. */
#include "explain/explain.h"
#include "explain/json.h"
#include "explain/text.h"
#include "tests/unit/checker_help.h"
#include "tests/unit/why_help.h"

#include <dirent.h>
#include <jansson.h>
#include <sys/stat.h>

typedef struct bench {
    checker c;
    cm_test *test;
    cm_explanation *x;
} bench;

static void explain(bench *b)
{
    cm_explain_options options = {.check = {.unroll = 2}};
    b->x = cm_explain(&b->c.cat.work, b->c.solver, b->c.cat.model, b->test, NULL, &options);
    if (!b->x)
        fail_msg("%s: %s", b->test->name, cat_messages(&b->c.cat));
}

static void open_text_of(bench *b, const char *model, const char *text)
{
    memset(b, 0, sizeof *b);
    checker_start_model(&b->c, model, text);
    b->test = (cm_test *)(uintptr_t)b->c.job.test;
    explain(b);
}

/* ---- derivations -------------------------------------------------------------- */

static void check_violation(bench *b, const cm_execution *x, const cm_violation *v, bool raised)
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

static bool forbidden_by(bench *b, const cm_model *model, const cm_test *test)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work;
    cm_work_init(&work, arena);
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
static bool suffices(bench *b, const bool *set)
{
    cm_model model = *b->c.cat.model;
    cm_constraint *kept =
        CM_NEW_ARRAY(b->c.cat.arena, (size_t)model.constraint_count + 1, cm_constraint);
    int count = 0;
    for (int i = 0; i < model.constraint_count; i++)
        if (set[i] || cm_is_premise(b->c.cat.model, i))
            kept[count++] = model.constraints[i];
    model.constraints = kept;
    model.constraint_count = count;
    return forbidden_by(b, &model, b->test);
}

static void check_sufficient(bench *b)
{
    const cm_explanation *x = b->x;
    size_t count = (size_t)b->c.cat.model->constraint_count;
    assert_true(x->sufficient_known && x->sufficient_count > 0);
    for (int i = 0; i < x->sufficient_count; i++) {
        bool *set = CM_NEW_ARRAY(b->c.cat.arena, count + 1, bool);
        memcpy(set, x->sufficient[i], count * sizeof *set);
        assert_true(suffices(b, set));
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

/* ---- items ---------------------------------------------------------------------- */

static bool forbidden_with(bench *b, const bool *removed)
{
    cm_arena *arena = cm_arena_new(0);
    cm_test *test = cm_test_without(arena, b->test, b->x->items, removed, b->x->item_count);
    bool forbidden = forbidden_by(b, b->c.cat.model, test);
    cm_arena_free(arena);
    return forbidden;
}

static void check_needed(bench *b)
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

/* ---- all of a test ---------------------------------------------------------------- */

static void check_told(bench *b)
{
    cm_text out;
    cm_text_init(&out, b->c.cat.arena);
    cm_explain_text(&out, b->x);
    for (const char *line = out.data; *line; line += strcspn(line, "\n") + 1)
        if (strcspn(line, "\n") > 80 && memchr(line, ' ', 70))
            fail_msg("%s: a long line: %.*s", b->test->name, (int)strcspn(line, "\n"), line);
    size_t told = out.length;
    cm_explain_json(&out, b->x);
    json_error_t error;
    json_t *root = json_loads(out.data + told, 0, &error);
    assert_non_null(root);
    assert_true(json_is_string(json_object_get(root, "verdict")));
    assert_true(json_is_object(json_object_get(root, "definitions")));
    json_decref(root);
}

static void check_explanation(bench *b, bool thorough)
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
        check_needed(b);
    }
    check_told(b);
}

static void check_file(const char *path, const char *model, bool thorough)
{
    bench b = {0};
    checker_start_model(&b.c, model, NULL);
    cm_source *source = cm_source_read(&b.c.cat.work, path);
    b.test = source ? cm_litmus_parse(&b.c.cat.work, source) : NULL;
    assert_non_null(b.test);
    explain(&b);
    check_explanation(&b, thorough);
    checker_end(&b.c);
}

/* Every nth test of a folder. */
static int check_folder(const char *directory, const char *model, bool thorough)
{
    struct dirent **entries;
    int count = scandir(directory, &entries, NULL, alphasort), checked = 0;
    for (int i = 0; i < count; i++) {
        char path[8192];
        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        if (strstr(entries[i]->d_name, ".litmus")) {
            check_file(path, model, thorough);
            checked++;
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    return checked;
}

static void own_tests(void **state)
{
    static const char *const models[][2] = {
        {"arm", "arm"}, {"x86", "x86tso"}, {"ptx", "ptx"}, {"cmcm", "cmcm"}};
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        char directory[4096];
        snprintf(directory, sizeof directory, "%s/../tests/litmus/%s", cat_library(), models[m][0]);
        assert_true(check_folder(directory, models[m][1], true) > 5);
    }
}

static void published_compound_tests(void **state)
{
    static const char *const folders[] = {"readings", "random"};
    (void)state;
    const char *corpus = getenv("CMCM_CORPUS");
    for (size_t i = 0; i < 2; i++) {
        char directory[4096];
        if (corpus)
            snprintf(directory, sizeof directory, "%s/COMPOUND/%s", corpus, folders[i]);
        else
            snprintf(directory, sizeof directory, "%s/../../shared/corpus/COMPOUND/%s",
                     cat_library(), folders[i]);
        struct stat info;
        if (stat(directory, &info) != 0)
            skip();
        check_folder(directory, "cmcm", false);
    }
}

int main(void)
{
    (void)open_text_of;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(own_tests),
        cmocka_unit_test(published_compound_tests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
