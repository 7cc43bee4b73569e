/* execution/execution.h: an execution alone says all that the model looks at; and
 * report/execution.h, its JSON (docs/output.md, "json"). */
#include "execution/bases.h"
#include "litmus/text/text.h"
#include "report/execution.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"

/* ---- what it says is enough ------------------------------------------------ */

/* The model, evaluated on the execution alone, holds. */
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

static void checker_file(const char *path, const char *model, size_t *checked)
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
    *checked += r->states->count;
    checker_end(&c);
}

static const char *model_of(const char *folder)
{
    return strcmp(folder, "x86") == 0 ? "x86tso" : strcmp(folder, "async") == 0 ? "ptx" : folder;
}

static void each_own_test(cm_arena *arena, void (*look)(const char *, const char *, size_t *),
                          size_t *count)
{
    static const char *const models[] = {"arm", "x86", "ptx", "async", "cmcm"};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++) {
        const char *folder = cm_arena_printf(arena, "tests/litmus/%s", models[m]);
        for (char **path = unit_files(arena, folder, ".litmus", 1); *path; path++)
            look(*path, model_of(models[m]), count);
    }
}

/* Every execution of our own tests, evaluated with nothing of the checker at hand:
 * dependencies, pairs, barriers and chosen orders included. */
TEST(alone)
{
    size_t checked = 0;
    each_own_test(arena, checker_file, &checked);
    assert_true(checked * (size_t)unit_sample() > 500);
}

/* ---- the oracle's executions -------------------------------------------------- */

typedef struct comparing {
    const char *name;
    size_t compared;
} comparing;

/* Without the pairs of initial writes: of which system these are, docs/cat.md leaves open. */
static cm_rel of_threads(cm_arena *arena, const cm_execution *x, const cm_rel *r)
{
    cm_rel kept = cm_rel_new(arena, r->n);
    for (uint32_t a = 0; a < r->n; a++)
        CM_EACH(cm_rel_row(r, a), r->words, r->n, b)
    if (x->events[a].thread >= 0 && x->events[b].thread >= 0)
        cm_rel_add(&kept, a, b);
    return kept;
}

static bool same_base(cm_arena *arena, const cm_execution *x, int base, const cm_execution_graph *a,
                      const cm_execution_graph *b)
{
    const cm_base *what = x->model->bases[base];
    if (what->is_set)
        return cm_set_equal(&a->sets[base], &b->sets[base]);
    if (what->kind != CM_BASE_SAME_SYSTEM)
        return cm_rel_equal(&a->rels[base], &b->rels[base]);
    cm_rel mine = of_threads(arena, x, &a->rels[base]), own = of_threads(arena, x, &b->rels[base]);
    return cm_rel_equal(&mine, &own);
}

/* What execution/bases.c reads off the oracle's events is what the oracle does. */
static void same_bases(void *context, const cm_execution *x, const cm_execution_graph *own)
{
    comparing *c = context;
    cm_arena *arena = cm_arena_new(0);
    cm_execution_graph graph = cm_execution_values(arena, x);
    for (int i = 0; i < x->model->base_count; i++)
        if (!same_base(arena, x, i, &graph, own))
            fail_msg("%s: %s differs", c->name, x->model->bases[i]->name);
    consistent(x);
    c->compared++;
    cm_arena_free(arena);
}

static void oracle_file(const char *path, const char *model, size_t *compared)
{
    checker c;
    checker_start_model(&c, model, NULL);
    cm_source *source = cm_source_read(&c.cat.work, path);
    cm_test *test = source ? cm_litmus_parse(&c.cat.work, source) : NULL;
    assert_non_null(test);
    comparing context = {.name = test->name};
    oracle_limits limits = {
        .unroll = 1, .candidates = 20000, .found = same_bases, .context = &context};
    oracle_result result;
    assert_true(oracle_run(&c.cat.work, c.cat.model, test, &limits, &result));
    *compared += context.compared;
    checker_end(&c);
}

TEST(the_oracles)
{
    size_t compared = 0;
    each_own_test(arena, oracle_file, &compared);
    assert_true(compared * (size_t)unit_sample() > 300);
}

/* ---- JSON ---------------------------------------------------------------- */

TEST(as_json)
{
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
    cm_doc *root = cm_doc_new(c.cat.arena, CM_DOC_OBJECT, NULL);
    cm_text out = cm_text_new(c.cat.arena);
    cm_report_add_execution(root, "x", r->executions[1]);
    cm_doc_write_json(&out, root, CM_JSON_COMPACT);
    assert_string_equal(out.data, expected);
    checker_end(&c);
}

/* ---- places ---------------------------------------------------------------- */

/* docs/cat.md: CPU threads are of the system, and of no GPU; initial writes as well. */
TEST(of_places)
{
    static const char text[] = "CMCM t\n{}\n P0@aarch64 | P1@aarch64 | P2@ptx,cta 0,gpu 0 | "
                               "P3@ptx,cta 1,gpu 0 ;\n NOP | NOP | fence.sc.cta | fence.sc.cta ;\n"
                               "exists (true)\n";
    cm_work work = cm_work_new(arena);
    const cm_source source = {"t", text, strlen(text)};
    const cm_test *t = cm_litmus_parse(&work, &source);
    assert_non_null(t);
    assert_true(cm_base_of_places(t, CM_SCOPE_SYS, 0, 2));
    assert_true(cm_base_of_places(t, CM_SCOPE_SYS, -1, 2));
    assert_false(cm_base_of_places(t, CM_SCOPE_DEVICE, 0, 0));
    assert_false(cm_base_of_places(t, CM_SCOPE_DEVICE, 0, 1));
    assert_false(cm_base_of_places(t, CM_SCOPE_DEVICE, -1, -1));
    assert_true(cm_base_of_places(t, CM_SCOPE_DEVICE, 2, 3));
    assert_true(cm_base_of_places(t, CM_SCOPE_CTA, 2, 2));
    assert_false(cm_base_of_places(t, CM_SCOPE_CLUSTER, 2, 3));
}
