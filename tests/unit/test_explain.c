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
    const bool *premises = cm_find_premises(b->c.cat.arena, &model);
    int count = 0;
    for (int i = 0; i < model.constraint_count; i++)
        if (set[i] || premises[i])
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

/* Members that docs/output.md promises, with their types: s string, S string or null, i number,
 * b boolean, a array, o object. */
static void has_members(const json_t *object, const char *const *members)
{
    assert_true(json_is_object(object));
    for (; *members; members++) {
        const json_t *value = json_object_get(object, *members + 1);
        bool right = **members == 's'   ? json_is_string(value)
                     : **members == 'S' ? json_is_string(value) || json_is_null(value)
                     : **members == 'i' ? json_is_integer(value)
                     : **members == 'b' ? json_is_boolean(value)
                     : **members == 'a' ? json_is_array(value)
                                        : json_is_object(value);
        if (!right)
            fail_msg("member %s", *members + 1);
    }
}

static void has_step(const json_t *step)
{
    static const char *const members[] = {"sfrom", "sto", "sby", NULL};
    size_t i;
    json_t *part;
    has_members(step, members);
    json_array_foreach(json_object_get(step, "parts"), i, part) has_step(part);
}

static void has_violation(const json_t *violation)
{
    static const char *const members[] = {"sname", "splace", "stext", "Sgloss",
                                          "skind", "asteps", NULL};
    size_t i;
    json_t *step;
    has_members(violation, members);
    json_array_foreach(json_object_get(violation, "steps"), i, step) has_step(step);
}

static void has_forbidden(const json_t *root)
{
    static const char *const members[] = {
        "iclasses", "bclasses_complete", "agroups",          "asufficient", "bsufficient_complete",
        "aitems",   "aneeded",           "bneeded_complete", "bmonotone",   "iprograms_tried",
        NULL};
    static const char *const of_group[] = {"iclasses", "oexecution", "aviolations", NULL};
    static const char *const of_item[] = {"skind",        "ithread", "iline",
                                          "sinstruction", "swhat",   NULL};
    size_t i, k;
    json_t *value, *inner;
    has_members(root, members);
    json_array_foreach(json_object_get(root, "groups"), i, value)
    {
        has_members(value, of_group);
        json_array_foreach(json_object_get(value, "violations"), k, inner) has_violation(inner);
    }
    json_array_foreach(json_object_get(root, "items"), i, value) has_members(value, of_item);
}

static void has_allowed(const json_t *root)
{
    static const char *const members[] = {
        "iexecutions", "bexecutions_complete", "oexecution", "isurprises",
        "acycle",      "anear_misses",         NULL};
    static const char *const of_step[] = {"sfrom", "sto", "sname", NULL};
    static const char *const of_miss[] = {"aaxioms", "afacts", NULL};
    static const char *const of_fact[] = {"skind", "sevent", "atags", "awithin", "stext", NULL};
    size_t i, k;
    json_t *value, *inner;
    has_members(root, members);
    json_array_foreach(json_object_get(root, "cycle"), i, value) has_members(value, of_step);
    json_array_foreach(json_object_get(root, "near_misses"), i, value)
    {
        has_members(value, of_miss);
        json_array_foreach(json_object_get(value, "facts"), k, inner) has_members(inner, of_fact);
    }
}

static void check_json(const bench *b, const json_t *root)
{
    static const char *const members[] = {"sfile",    "sname",        "smodel",
                                          "soutcome", "sverdict",     "sreason",
                                          "aflags",   "odefinitions", NULL};
    static const char *const of_flag[] = {"bof_outcome", "oexecution", NULL};
    static const char *const of_definition[] = {"splace", "Sgloss", NULL};
    size_t i;
    const char *name;
    json_t *value;
    has_members(root, members);
    if (b->x->verdict == CM_EXPLAINED_ALLOWED && !*b->x->reason)
        has_allowed(root);
    if (b->x->verdict == CM_EXPLAINED_FORBIDDEN && !*b->x->reason)
        has_forbidden(root);
    json_array_foreach(json_object_get(root, "flags"), i, value)
    {
        has_members(value, of_flag);
        has_violation(value);
    }
    json_object_foreach(json_object_get(root, "definitions"), name, value)
        has_members(value, of_definition);
}

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
    check_json(b, root);
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

/* ---- what is missing -------------------------------------------------------------- */

#define MP                                                                                         \
    "AArch64 MP\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n MOV W0,#1 | LDR W0,[X3] ;\n"    \
    " STR W0,[X1] | LDR W2,[X1] ;\n STR W0,[X3] | ;\n"

/* "L on d; or DMB.ST after c", as the facts are. */
static const char *facts_of(bench *b, const cm_fact *facts, int count)
{
    cm_arena *arena = b->c.cat.arena;
    const char *all = "";
    for (int i = 0; i < count; i++) {
        const cm_fact *f = &facts[i];
        const char *tags = "";
        for (int k = 0; k < f->tag_count; k++)
            tags = cm_arena_printf(arena, "%s%s%s", tags, k ? "." : "", f->tags[k]);
        const char *between = f->kind == CM_FACT_TAG     ? " on "
                              : f->kind == CM_FACT_FENCE ? " after "
                                                         : " from ";
        all = cm_arena_printf(arena, "%s%s%s%s%c", all, *all ? "; " : "", tags, between,
                              (char)('a' + f->event));
        if (f->instead_count)
            all = cm_arena_printf(arena, "%s (or %s)", all,
                                  facts_of(b, f->instead, f->instead_count));
    }
    return all;
}

/* Arm ARM B2.3, Barrier-ordered-before and Dependency-ordered-before: what orders two writes,
 * and two reads. */
static void missing_on_arm(void **state)
{
    (void)state;
    bench b;
    open_text_of(&b, "arm", MP "exists (1:X0=1 /\\ 1:X2=0)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_int_equal(b.x->surprises, 2);
    assert_int_equal(b.x->cycle_count, 4);
    assert_int_equal(b.x->miss_count, 1);
    assert_string_equal(facts_of(&b, b.x->misses[0].facts, b.x->misses[0].fact_count),
                        "L on d (or DMB.ST after c); addr from e (or DMB.LD after e; Q on e)");
    checker_end(&b.c);
}

/* The paper's Figure 4b: the scope of the acquire does not reach the CPU. */
static void missing_scope(void **state)
{
    (void)state;
    bench b;
    open_text_of(&b, "cmcm",
                 "CMCM 4b\n{ x=0; y=0; 0:X1=x; 0:X3=y; }\n P0@aarch64 | P1@ptx,cta 0,gpu 0 ;\n"
                 " MOV W0,#1 | ld.acquire.gpu.u32 r0, [y] ;\n STR W0,[X1] | ld.weak.u32 r1, [x] ;\n"
                 " STLR W0,[X3] | ;\nexists (1:r0=1 /\\ 1:r1=0)\n");
    assert_int_equal(b.x->miss_count, 1);
    assert_string_equal(facts_of(&b, b.x->misses[0].facts, b.x->misses[0].fact_count), "SYS on e");
    assert_int_equal(b.x->misses[0].facts[0].other, 3);
    assert_int_equal(b.x->flag_count, 1);
    assert_true(b.x->flags[0].execution == b.x->execution);
    checker_end(&b.c);
}

/* AMDGPUUsage, GFX942: a store at agent scope does not reach the CPU; what its release needs. */
static void scope_of_a_wave(void **state)
{
    (void)state;
    static const char *const missing = "CMCM mp\n{ x=0; y=0; 0:v0=1; 0:v[2:3]=x; 0:v[4:5]=y; }\n"
                                       " P0@cdna,workgroup 0,xcd 0,agent 0  | P1@x86_64  ;\n"
                                       " global_store_dword v[2:3], v0, off | movl (y),%%eax ;\n"
                                       " buffer_wbl2 sc0 sc1                | movl (x),%%ebx ;\n"
                                       " s_waitcnt vmcnt(0)                 | ;\n"
                                       " global_store_dword v[4:5], v0, off%s | ;\n"
                                       "exists (1:rax=1 /\\ 1:rbx=0)\n";
    char text[1024];
    bench b;
    snprintf(text, sizeof text, missing, " sc1");
    open_text_of(&b, "cdna", text);
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_int_equal(b.x->miss_count, 1);
    assert_string_equal(facts_of(&b, b.x->misses[0].facts, b.x->misses[0].fact_count),
                        "SYSTEM on f");
    checker_end(&b.c);
    snprintf(text, sizeof text, missing, " sc0 sc1");
    open_text_of(&b, "cdna", text);
    assert_int_equal(b.x->verdict, CM_EXPLAINED_FORBIDDEN);
    /* the write-back and its scope, the wait, the scope of the store */
    assert_int_equal(b.x->needed_count, 1);
    assert_int_equal(b.x->needed[0].count, 4);
    checker_end(&b.c);
    /* An atomic operation has no scope narrower than the agent. */
    open_text_of(&b, "cdna",
                 "CDNA t\n{ x=0; 0:v[2:3]=x; }\n P0@workgroup 0,agent 0 ;\n"
                 " global_atomic_add v[2:3], v0, off ;\n"
                 " global_atomic_add v[2:3], v0, off sc1 ;\nexists (x=1)\n");
    cm_ordering *items;
    assert_int_equal(cm_orderings_of(b.c.cat.arena, b.test, &items), 1);
    assert_string_equal(items[0].what, "scope system");
    checker_end(&b.c);
}

static void interleavings(void **state)
{
    (void)state;
    bench b;
    open_text_of(&b, "arm", MP "exists (1:X0=1 /\\ 1:X2=1)\n");
    assert_int_equal(b.x->surprises, 0);
    assert_non_null(b.x->interleaving);
    for (uint32_t i = 0; i < b.x->execution->event_count; i++) /* c d e f, after a and b */
        assert_int_equal(b.x->interleaving[i], i);
    checker_end(&b.c);
}

/* Two atomic additions that both read 0 tear each other apart, out of order though nothing is. */
static void torn_pairs(void **state)
{
    (void)state;
    bench b;
    open_text_of(&b, "ptx",
                 "PTX T\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                 " atom.relaxed.cta.add.u32 r0, [x], 1 | atom.relaxed.cta.add.u32 r0, [x], 1 ;\n"
                 "exists (0:r0=0 /\\ 1:r0=0)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_int_equal(b.x->surprises, 2);
    assert_null(b.x->interleaving);
    checker_end(&b.c);
}

/* ---- verdicts ------------------------------------------------------------------------ */

static void impossible(void **state)
{
    (void)state;
    bench b;
    open_text_of(&b, "arm", MP "exists (1:X0=7)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_IMPOSSIBLE);
    checker_end(&b.c);
}

/* What a forall does not say is asked about. */
static void opposite_of_forall(void **state)
{
    (void)state;
    bench b;
    open_text_of(&b, "arm", MP "forall (1:X0=0 \\/ 1:X2=1)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_string_equal(b.x->outcome, "~(1:X0=0 \\/ 1:X2=1)");
    checker_end(&b.c);
}

static void cut_loops_are_not_known(void **state)
{
    (void)state;
    bench b;
    open_text_of(&b, "arm",
                 "AArch64 L\n{ 0:X1=x; }\n P0 ;\n L: ;\n LDR W0,[X1] ;\n ADD W0,W0,#1 ;\n"
                 " STR W0,[X1] ;\n CMP W0,#9 ;\n B.NE L ;\nexists ([x]=8)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_UNKNOWN);
    assert_non_null(strstr(b.x->reason, "unrolled"));
    check_told(&b);
    checker_end(&b.c);
}

/* Which constraints are part of the choice of an order. */
static void premises(void **state)
{
    static const char *const expected[][2] = {
        {"ptx", "sc-total init-first co-total"},
        {"cmcm", "init-first co-total gsc-total"},
        {"arm", ""},
        {"x86tso", ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        checker c;
        checker_start_model(&c, expected[i][0], NULL);
        const bool *premises = cm_find_premises(c.cat.arena, c.cat.model);
        const char *all = "";
        for (int k = 0; k < c.cat.model->constraint_count; k++)
            if (premises[k])
                all = cm_arena_printf(c.cat.arena, "%s%s%s", all, *all ? " " : "",
                                      c.cat.model->constraints[k].name);
        assert_string_equal(all, expected[i][1]);
        checker_end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_on_arm),
        cmocka_unit_test(scope_of_a_wave),
        cmocka_unit_test(missing_scope),
        cmocka_unit_test(interleavings),
        cmocka_unit_test(torn_pairs),
        cmocka_unit_test(impossible),
        cmocka_unit_test(opposite_of_forall),
        cmocka_unit_test(cut_loops_are_not_known),
        cmocka_unit_test(premises),
        cmocka_unit_test(own_tests),
        cmocka_unit_test(published_compound_tests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
