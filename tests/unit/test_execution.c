/* execution/execution.h: an execution alone says all that the model looks at; and
 * report/execution.h, its JSON (docs/output.md, "Executions as JSON"). */
#include "execution/bases.h"
#include "litmus/text/text.h"
#include "report/execution.h"
#include "tests/unit/checker_help.h"

#include <dirent.h>

/* ---- what it says is enough ------------------------------------------------ */

static void consistent(const cm_execution *x)
{
    cm_arena *arena = cm_arena_new(0);
    cm_execution_graph graph = cm_execution_values(arena, x);
    cm_value *values = cm_eval(arena, x->model, &graph);
    int violated = -2;
    if (!cm_eval_consistent(arena, x->model, &graph, values, &violated))
        fail_msg("%s: violates %s", x->test->name,
                 violated < 0 ? "an order" : x->model->constraints[violated].name);
    cm_arena_free(arena);
}

static void check_file(const char *path, const char *model)
{
    checker c;
    checker_start_model(&c, model, NULL);
    cm_source *source = cm_source_read(&c.cat.work, path);
    cm_test *test = source ? cm_litmus_parse(&c.cat.work, source) : NULL;
    assert_non_null(test);
    cm_check_options options = {.witnesses = true, .liveness = true};
    cm_check_result *r = checker_run(&c, c.cat.model, test, &options);
    for (size_t i = 0; i < r->states->count; i++)
        consistent(r->executions[i]);
    checker_end(&c);
}

/* Every execution of our own tests, evaluated with nothing of the checker at hand:
 * dependencies, pairs, barriers and chosen orders included. */
static void alone(void **state)
{
    static const char *const models[] = {"arm", "x86", "ptx", "cmcm"};
    (void)state;
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        char directory[4096];
        snprintf(directory, sizeof directory, "%s/../tests/litmus/%s", cat_library(), models[m]);
        DIR *folder = opendir(directory);
        assert_non_null(folder);
        int count = 0;
        for (struct dirent *entry; (entry = readdir(folder));) {
            char path[8192];
            if (!strstr(entry->d_name, ".litmus"))
                continue;
            snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
            check_file(path, strcmp(models[m], "x86") == 0 ? "x86tso" : models[m]);
            count++;
        }
        closedir(folder);
        assert_true(count > 5);
    }
}

/* ---- JSON ---------------------------------------------------------------- */

static void as_json(void **state)
{
    (void)state;
    static const char litmus[] = "AArch64 T\n{ uint8_t t[2]={0,0}; 0:X1=t; 1:X1=t; }\n"
                                 " P0           | P1          ;\n"
                                 " MOV W0,#255  | LDRB W0,[X1,#1] ;\n"
                                 " ISB          |             ;\n"
                                 " STRB W0,[X1,#1] |          ;\n"
                                 "exists (1:X0=255)\n";
    static const char expected[] =
        "{\"x\":{\"state\":\"1:X0=255\",\"events\":["
        "{\"id\":\"a\",\"kind\":\"W\",\"thread\":null,\"address\":\"t[1]\",\"location\":\"t\","
        "\"offset\":1,\"bytes\":1,\"value\":\"0\",\"tags\":[]},"
        "{\"id\":\"b\",\"kind\":\"F\",\"thread\":0,\"line\":5,\"instruction\":\"ISB\","
        "\"tags\":[\"ISB\"]},"
        "{\"id\":\"c\",\"kind\":\"W\",\"thread\":0,\"line\":6,\"instruction\":\"STRB "
        "W0,[X1,#1]\",\"address\":\"t[1]\",\"location\":\"t\",\"offset\":1,\"bytes\":1,"
        "\"value\":\"255\",\"tags\":[]},"
        "{\"id\":\"d\",\"kind\":\"R\",\"thread\":1,\"line\":4,\"instruction\":\"LDRB "
        "W0,[X1,#1]\",\"address\":\"t[1]\",\"location\":\"t\",\"offset\":1,\"bytes\":1,"
        "\"value\":\"255\",\"tags\":[]}],"
        "\"relations\":{\"po\":[[\"b\",\"c\"]],\"rf\":[[\"c\",\"d\"]],\"co\":[[\"a\",\"c\"]],"
        "\"fr\":[]},\"sets\":{\"first\":[\"a\"]}}}\n";
    checker c;
    checker_start(&c, "include \"cos.cat\" let first = IW show rf, fr, first", litmus);
    cm_check_options options = {.witnesses = true};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    assert_int_equal(r->states->count, 2);
    json_t *root = json_object();
    cm_text out;
    cm_text_init(&out, c.cat.arena);
    cm_report_set_execution(&out, root, "x", r->executions[1]);
    char *text = json_dumps(root, JSON_COMPACT);
    cm_text_append(&out, "%s\n", text);
    assert_string_equal(out.data, expected);
    free(text);
    json_decref(root);
    checker_end(&c);
}

/* ---- places ---------------------------------------------------------------- */

/* docs/cat.md: CPU threads are of the system, and of no GPU; initial writes as well. */
static void of_places(void **state)
{
    (void)state;
    static const char text[] = "CMCM t\n{}\n P0@aarch64 | P1@aarch64 | P2@ptx,cta 0,gpu 0 | "
                               "P3@ptx,cta 1,gpu 0 ;\n NOP | NOP | fence.sc.cta | fence.sc.cta ;\n"
                               "exists (true)\n";
    cm_arena *arena = cm_arena_new(0);
    cm_work work;
    cm_work_init(&work, arena);
    const cm_source source = {"t", text, strlen(text)};
    const cm_test *t = cm_litmus_parse(&work, &source);
    assert_non_null(t);
    assert_true(cm_base_of_places(t, CM_BASE_SAME_SYSTEM, 0, 2));
    assert_true(cm_base_of_places(t, CM_BASE_SAME_SYSTEM, -1, 2));
    assert_false(cm_base_of_places(t, CM_BASE_SAME_GPU, 0, 0));
    assert_false(cm_base_of_places(t, CM_BASE_SAME_GPU, 0, 1));
    assert_false(cm_base_of_places(t, CM_BASE_SAME_GPU, -1, -1));
    assert_true(cm_base_of_places(t, CM_BASE_SAME_GPU, 2, 3));
    assert_true(cm_base_of_places(t, CM_BASE_SAME_CTA, 2, 2));
    assert_false(cm_base_of_places(t, CM_BASE_SAME_CLUSTER, 2, 3));
    assert_false(cm_base_of_places(t, CM_BASE_PO, 2, 2));
    cm_arena_free(arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(alone),
        cmocka_unit_test(as_json),
        cmocka_unit_test(of_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
