/* explain/repair.h: proposals against trying every program there is, and against the oracle;
 * forms of instructions against the steps that they have. */
#include "explain/repair_parts.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"

#include <dirent.h>
#include <jansson.h>
#include <stdlib.h>

typedef struct bench {
    checker c;
    cm_test *test;
    cm_repairing r; /* the sites, and programs as texts */
    cm_repair found;
    const cm_repair *x;
} bench;

static cm_repair_options how(bool weaken)
{
    return (cm_repair_options){.check = {.unroll = 2}, .weaken = weaken};
}

static void open_bench(bench *b, const char *path, const char *model,
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

static void close_bench(bench *b)
{
    cm_arena_free(b->r.scratch);
    checker_end(&b->c);
}

/* ---- verdicts --------------------------------------------------------------------- */

static bool forbids(bench *b, const char *text)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work;
    cm_work_init(&work, arena);
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

/* What the oracle says, where it covers the test. */
static void agree_with_oracle(bench *b, const char *text, bool forbidden)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work;
    cm_work_init(&work, arena);
    cm_test *test = cm_repair_read(&work, text);
    oracle_limits limits = {.unroll = 2, .candidates = 20000};
    oracle_result result;
    if (oracle_run(&work, b->c.cat.model, test, &limits, &result) &&
        result.verdict != ORACLE_TOO_LARGE) {
        cm_verdict states = cm_states_judge(result.states);
        bool is = (test->quantifier == CM_FORALL ? states.other : states.satisfying) == 0;
        if (is != forbidden)
            fail_msg("%s: the oracle does not agree\n%s", b->test->name, text);
    }
    cm_arena_free(arena);
}

/* ---- every program ------------------------------------------------------------------- */

enum { MOST_PROGRAMS = 400 };

static size_t program_count(const bench *b)
{
    size_t count = 1;
    for (int s = 0; s < b->r.site_count && count <= MOST_PROGRAMS; s++)
        count *= (size_t)b->r.sites[s].count;
    return count;
}

static cm_program_choice program_at(const bench *b, size_t index)
{
    cm_program_choice c = {{0}};
    for (int s = 0; s < b->r.site_count; s++) {
        c.at[s] = (int8_t)(index % (size_t)b->r.sites[s].count);
        index /= (size_t)b->r.sites[s].count;
    }
    return c;
}

static bool is_proposed(const bench *b, const char *text)
{
    for (int i = 0; i < b->x->count; i++)
        if (strcmp(b->x->proposals[i].text, text) == 0)
            return true;
    return false;
}

/* Programs that differ in which of two places something stands have one text. */
static bool is_new(const char **texts, int count, const char *text)
{
    for (int i = 0; i < count; i++)
        if (strcmp(texts[i], text) == 0)
            return false;
    texts[count] = text;
    return true;
}

/* Proposals are the minimal programs that forbid; of a model that is not monotone they are
 * among these, and that is said. */
static void compare_with_all(bench *b)
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

/* The program of a proposal without that change. */
static cm_program_choice without_change(const bench *b, const cm_proposal *p, int left_out)
{
    cm_program_choice c = cm_repair_own(&b->r);
    for (int i = 0; i < p->count; i++) {
        const cm_change *change = &p->changes[i];
        for (int s = 0; s < b->r.site_count && i != left_out; s++) {
            const cm_site *site = &b->r.sites[s];
            if (site->thread != change->thread || site->instruction != change->instruction ||
                site->inserted != change->inserted)
                continue;
            for (int f = 0; f < site->count; f++)
                if (strcmp(site->forms[f].text, change->to) == 0)
                    c.at[s] = (int8_t)f;
        }
    }
    return c;
}

/* Where the model is monotone all subsets are below those without one change. */
static void no_subset_forbids(bench *b, const cm_proposal *p)
{
    for (int i = 0; i < p->count; i++) {
        cm_program_choice less = without_change(b, p, i);
        const char *text = cm_repair_write(&b->r, b->r.arena, &less);
        if (forbids(b, text))
            fail_msg("%s: a change of a proposal is not needed\n%s", b->test->name, text);
        agree_with_oracle(b, text, false);
    }
}

/* Each forbids, and without any one of its changes it does not. */
static void check_proposals(bench *b)
{
    for (int i = 0; i < b->x->count; i++) {
        const cm_proposal *p = &b->x->proposals[i];
        assert_true(i == 0 || b->x->proposals[i - 1].cost <= p->cost);
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
    cm_text out;
    cm_text_init(&out, b->r.arena);
    cm_repair_text(&out, b->x);
    size_t told = out.length;
    cm_repair_json(&out, b->x);
    json_error_t error;
    json_t *root = json_loads(out.data + told, 0, &error);
    assert_non_null(root);
    assert_int_equal(json_array_size(json_object_get(root, "proposals")), b->x->count);
    json_decref(root);
}

/* ---- forms ------------------------------------------------------------------------------ */

/* LOCK makes an exchange of a load and a store. */
static bool same_steps(const cm_thread *a, const cm_thread *b)
{
    int i = 0, k = 0;
    for (;; i++, k++) {
        while (i < a->step_count && a->steps[i].kind == CM_STEP_FENCE)
            i++;
        while (k < b->step_count && b->steps[k].kind == CM_STEP_FENCE)
            k++;
        if (i == a->step_count || k == b->step_count)
            return i == a->step_count && k == b->step_count;
        const cm_step *x = &a->steps[i], *y = &b->steps[k];
        if (x->kind != y->kind || x->dst != y->dst || x->width != y->width ||
            x->exclusive != y->exclusive)
            return false;
    }
}

/* Whatever is chosen does the same to registers and memory. */
static void check_forms(bench *b)
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
                    fail_msg("%s: another program:\n%s", b->test->name, text);
        }
}

/* ---- tests -------------------------------------------------------------------------------- */

typedef struct counts {
    int tests, repaired, weakened, compared;
} counts;

static void check_file(const char *path, const char *model, bool weaken, counts *n)
{
    bench b;
    cm_repair_options options = how(weaken);
    open_bench(&b, path, model, &options);
    check_forms(&b);
    check_proposals(&b);
    if (program_count(&b) <= MOST_PROGRAMS) {
        compare_with_all(&b);
        n->compared++;
    }
    n->tests++;
    n->repaired += b.x->verdict == CM_REPAIRED && !weaken;
    n->weakened += b.x->verdict == CM_REPAIRED && weaken;
    close_bench(&b);
}

/* Every so many of its tests. */
static void check_some(const char *folder, const char *model, int step)
{
    char directory[4096];
    snprintf(directory, sizeof directory, "%s/../tests/litmus/%s", cat_library(), folder);
    struct dirent **entries;
    int count = scandir(directory, &entries, NULL, alphasort);
    counts n = {0, 0, 0, 0};
    for (int i = 0; i < count; i++) {
        char path[8192];
        snprintf(path, sizeof path, "%s/%s", directory, entries[i]->d_name);
        if (strstr(entries[i]->d_name, ".litmus") && i % step == 0) {
            check_file(path, model, false, &n);
            check_file(path, model, true, &n);
        }
        free(entries[i]);
    }
    if (count >= 0)
        free(entries);
    assert_true(n.tests > 8 && n.repaired > 1 && n.weakened > 0 && n.compared > 2);
}

static void check_folder(const char *folder, const char *model)
{
    check_some(folder, model, 1);
}

static void arm_tests(void **state)
{
    (void)state;
    check_folder("arm", "arm");
}

static void x86_tests(void **state)
{
    (void)state;
    check_folder("x86", "x86tso");
}

static void ptx_tests(void **state)
{
    (void)state;
    check_folder("ptx", "ptx");
}

static void riscv_tests(void **state)
{
    (void)state;
    check_folder("riscv", "riscv");
}

static void compound_tests(void **state)
{
    (void)state;
    check_folder("cmcm", "cmcm");
}

static void cdna_tests(void **state)
{
    (void)state;
    check_some("cdna", "cdna", 7);
}

static void llvm_tests(void **state)
{
    (void)state;
    check_some("llvm", "llvm-amdgpu", 15);
}

static void wave_tests(void **state)
{
    (void)state;
    check_some("wave", "wave", 8);
}

/* ---- what is known -------------------------------------------------------------------------- */

static const char *lines_of(const char *folder, bool weaken, unsigned only, const char *thread)
{
    static char all[4096];
    char path[4096];
    int number = thread ? atoi(thread) : 0;
    snprintf(path, sizeof path, "%s/../tests/litmus/%s.litmus", cat_library(), folder);
    bench b;
    cm_repair_options options = how(weaken);
    options.only = only;
    options.threads = &number;
    options.thread_count = thread != NULL;
    const char *models[][2] = {{"arm/", "arm"},   {"x86/", "x86tso"}, {"ptx/", "ptx"},
                               {"cmcm/", "cmcm"}, {"cdna/", "cdna"},  {"llvm/", "llvm-amdgpu"},
                               {"wave/", "wave"}};
    const char *model = NULL;
    for (size_t i = 0; i < sizeof models / sizeof *models; i++)
        if (strncmp(folder, models[i][0], strlen(models[i][0])) == 0)
            model = models[i][1];
    open_bench(&b, path, model, &options);
    cm_text out;
    cm_text_init(&out, b.r.arena);
    for (int i = 0; i < b.x->count; i++) {
        cm_text_add(&out, i > 0 ? " | " : "");
        cm_repair_line(&out, b.x, &b.x->proposals[i]);
    }
    if (b.x->verdict == CM_REPAIR_IMPOSSIBLE)
        cm_text_add(&out, b.x->reason);
    snprintf(all, sizeof all, "%s", out.data);
    close_bench(&b);
    return all;
}

/* Arm ARM B2.3: barrier-ordered-before. The paper, Table 3. */
static void message_passing(void **state)
{
    (void)state;
    assert_string_equal(lines_of("arm/MP", false, CM_REPAIR_ORDERS, NULL),
                        "P0: STR W2,[X3] -> STLR W2,[X3]; P1: LDR W0,[X3] -> LDAPR W0,[X3]");
    assert_string_equal(lines_of("arm/MP", false, CM_REPAIR_FENCES, NULL),
                        "P0: DMB ST before STR W2,[X3]; P1: DMB LD before LDR W2,[X1]");
    assert_string_equal(lines_of("arm/MP", false, 0, "1"),
                        "it is allowed with the strongest form at every place that may be "
                        "changed (3)");
    /* the acquire at the scope of the GPU does not reach the CPU: Figure 4b */
    assert_string_equal(lines_of("cmcm/fig4b-stlr-ld.acquire.gpu", false, CM_REPAIR_SCOPES, NULL),
                        "P1: ld.acquire.gpu.u32 r0, [y] -> ld.acquire.sys.u32 r0, [y]");
    /* Intel SDM 3, 9.2.3.4: loads may be reordered with earlier stores */
    assert_string_equal(lines_of("x86/SB", false, 0, NULL),
                        "P0: MFENCE before MOV EAX,[y]; P1: MFENCE before MOV EAX,[x]");
}

/* AMDGPUUsage, "Memory Model GFX942": what a row of the table has, and what is as good. */
static void cdna_sequences(void **state)
{
    (void)state;
    assert_string_equal(lines_of("cdna/mp-agent-no-wait", false, CM_REPAIR_FENCES, "0"),
                        "P0: s_waitcnt vmcnt(0) before global_store_dword v[4:5], v0, off sc1");
    assert_string_equal(lines_of("cdna/mp-agent-no-wbl2", false, 0, NULL),
                        "P0: global_store_dword v[2:3], v0, off -> "
                        "global_store_dword v[2:3], v0, off sc1 | "
                        "P0: buffer_wbl2 sc1 before s_waitcnt vmcnt(0) lgkmcnt(0)");
    assert_string_equal(lines_of("cdna/mp-agent-flag-sc0", false, 0, NULL),
                        "P0: global_store_dword v[4:5], v0, off sc0 -> "
                        "global_store_dword v[4:5], v0, off sc1");
    assert_string_equal(lines_of("cdna/mp-system-rmw-no-sc1", false, CM_REPAIR_SCOPES, NULL),
                        "P0: global_atomic_swap v[4:5], v0, off -> "
                        "global_atomic_swap v[4:5], v0, off sc1; "
                        "P1: global_atomic_or v0, v[4:5], v8, off sc0 -> "
                        "global_atomic_or v0, v[4:5], v8, off sc0 sc1");
    /* Nothing of LDS is waited for. */
    assert_string_equal(lines_of("cdna/mp-system", true, 0, NULL),
                        "P0: s_waitcnt vmcnt(0) lgkmcnt(0) -> s_waitcnt vmcnt(0)");
}

/* AMDGPUUsage, "Memory Scopes": both scopes must reach; AMDGPUMemoryModel, one-as. */
static void llvm_orders(void **state)
{
    (void)state;
    assert_string_equal(lines_of("llvm/MP-monotonic", false, CM_REPAIR_ORDERS, NULL),
                        "P0: store.monotonic.agent.i32 [y], 1 -> store.release.agent.i32 [y], 1; "
                        "P1: load.monotonic.agent.i32 r0, [y] -> load.acquire.agent.i32 r0, [y]");
    assert_string_equal(lines_of("llvm/MP-monotonic", false, CM_REPAIR_FENCES, NULL),
                        "P0: fence.release.agent before store.monotonic.agent.i32 [y], 1; "
                        "P1: fence.acquire.agent before load.monotonic.agent.i32 r1, [x]");
    assert_string_equal(lines_of("llvm/MP-workgroup-apart", false, CM_REPAIR_SCOPES, NULL),
                        "P0: store.release.workgroup.i32 [y], 1 -> store.release.agent.i32 [y], 1; "
                        "P1: load.acquire.workgroup.i32 r0, [y] -> load.acquire.agent.i32 r0, [y]");
    assert_string_equal(lines_of("llvm/MP-one_as-local-flag", false, CM_REPAIR_ORDERS, NULL),
                        "P0: store.release.workgroup.one_as.local.i32 [y], 1 -> "
                        "store.release.workgroup.local.i32 [y], 1; "
                        "P1: load.acquire.workgroup.one_as.local.i32 r0, [y] -> "
                        "load.acquire.workgroup.local.i32 r0, [y]");
    assert_string_equal(lines_of("llvm/MP-seq_cst", true, 0, NULL),
                        "P0: store.seq_cst.agent.i32 [y], 1 -> store.release.agent.i32 [y], 1; "
                        "P1: load.seq_cst.agent.i32 r0, [y] -> load.acquire.agent.i32 r0, [y]");
}

/* Language Reference: without a syncscope it is that of the system. */
static void llvm_without_a_syncscope(void **state)
{
    (void)state;
    cm_arena *arena = cm_arena_new(0);
    cm_strengths forms = cm_strengths_of(arena, CM_LLVM, "store.release.i32 [y], 1");
    assert_true(forms.self >= 0);
    assert_string_equal(forms.items[forms.self].name, "store.release.system");
    assert_string_equal(forms.items[forms.self].text, "store.release.i32 [y], 1");
    assert_int_equal(cm_strengths_of(arena, CM_LLVM, "store.volatile.i32 [y], 1").self, -1);
    assert_int_equal(cm_strengths_of(arena, CM_LLVM, "load.av.agent.i32 r0, [y]").self, -1);
    cm_arena_free(arena);
}

static void weakenings(void **state)
{
    (void)state;
    /* that X is read at system scope plays no part: docs/explain.md */
    assert_string_equal(lines_of("cmcm/fig4a-stlr-ld.acquire.sys", true, CM_REPAIR_SCOPES, NULL),
                        "P1: ld.relaxed.sys.u32 r1, [x] -> ld.relaxed.cta.u32 r1, [x]");
    assert_string_equal(lines_of("x86/SB+mfences", true, 0, NULL), "");
}

static void interleaved(void **state)
{
    (void)state;
    static const char text[] = "AArch64 free\n{ 0:X1=x; 1:X1=x; }\n"
                               " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | ;\n"
                               "exists (1:X0=1)\n";
    checker c;
    checker_start_model(&c, "arm", text);
    cm_repair_options options = how(false);
    const cm_repair *x = cm_repair_test(&c.cat.work, c.solver, c.cat.model, c.job.test, &options);
    assert_int_equal(x->verdict, CM_REPAIR_IMPOSSIBLE);
    assert_string_equal(
        x->reason, "an interleaving of the threads shows it, each in the order of its program");
    checker_end(&c);
}

/* An acquire that reads from a store that is no release: a model that forbids just that forbids
 * less of a test with more order. */
static void exceptions(void **state)
{
    (void)state;
    static const char model[] = "\"odd\"\ninclude \"cos.cat\"\n"
                                "acyclic po-loc | rf | co | fr as coherence\n"
                                "empty [W \\ (L | IW)];rfe;[A] as odd\n";
    static const char text[] = "AArch64 one\n{ 0:X1=x; 1:X1=x; }\n"
                               " P0 | P1 ;\n MOV W0,#1 | LDR W0,[X1] ;\n STR W0,[X1] | ;\n"
                               "exists (1:X0=1)\n";
    checker c;
    checker_start(&c, model, text);
    cm_repair_options options = how(false);
    const cm_repair *x = cm_repair_test(&c.cat.work, c.solver, c.cat.model, c.job.test, &options);
    assert_int_equal(x->verdict, CM_REPAIRED);
    assert_false(x->monotone);
    assert_false(x->complete);
    assert_int_equal(x->count, 1);
    cm_text out;
    cm_text_init(&out, c.cat.arena);
    cm_repair_line(&out, x, &x->proposals[0]);
    assert_string_equal(out.data, "P1: LDR W0,[X1] -> LDAR W0,[X1]");
    checker_end(&c);
}

/* One problem for all programs, but where forms differ by more than tags: only what is proposed
 * is checked from the beginning, and the test itself, as it was read and as it is written. */
static void at_once(void **state)
{
    (void)state;
    static const struct {
        const char *test, *model;
        bool at_once;
    } tests[] = {{"cmcm/fig4b-stlr-ld.acquire.gpu", "cmcm", true},
                 {"arm/MP", "arm", true},
                 {"riscv/MP", "riscv", true},
                 {"ptx/MP+fence.acq_rel.gpu+po", "ptx", true},
                 {"x86/SB", "x86tso", true},
                 {"x86/ATOM-inc", "x86tso", false}};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        char path[4096];
        snprintf(path, sizeof path, "%s/../tests/litmus/%s.litmus", cat_library(), tests[i].test);
        bench b;
        cm_repair_options options = how(false);
        open_bench(&b, path, tests[i].model, &options);
        bool only_proposals = b.x->checked == (size_t)b.x->count + 2;
        if (only_proposals != tests[i].at_once || b.x->count == 0)
            fail_msg("%s: %zu programs tried, %zu checks, %d proposals", tests[i].test, b.x->tried,
                     b.x->checked, b.x->count);
        close_bench(&b);
    }
}

/* ---- costs ------------------------------------------------------------------------------------
 */

static cm_costs costs_of(cat *c, const char *text)
{
    cm_costs costs = {0};
    cm_source *source = CM_NEW(c->arena, cm_source);
    *source = (cm_source){"costs", text, strlen(text)};
    cm_costs_read(&c->work, source, &costs);
    return costs;
}

static void costs_decide(void **state)
{
    (void)state;
    bench b;
    cat prices;
    cat_start(&prices);
    cm_costs costs = costs_of(&prices, "# dear\nSTLR 100\n\n  DMB ST   1  # cheap\n");
    assert_int_equal(costs.count, 2);
    assert_string_equal(costs.items[1].name, "DMB ST");
    char path[4096];
    snprintf(path, sizeof path, "%s/../tests/litmus/arm/MP.litmus", cat_library());
    cm_repair_options options = how(false);
    options.costs = &costs;
    open_bench(&b, path, "arm", &options);
    cm_text out;
    cm_text_init(&out, b.r.arena);
    cm_repair_line(&out, b.x, &b.x->proposals[0]);
    assert_string_equal(out.data, "P0: DMB ST before STR W2,[X3]; P1: LDR W0,[X3] -> LDAPR "
                                  "W0,[X3]");
    close_bench(&b);
    cat_end(&prices);
}

typedef struct reading {
    cat *c;
    const char *text;
} reading;

static void read_costs(void *argument)
{
    reading *r = argument;
    costs_of(r->c, r->text);
}

static void bad_costs(void **state)
{
    (void)state;
    static const char *const bad[] = {"STLR", "STLR x", "4", "STLR -1", "STLR inf", "STLR nan"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cat c;
        cat_start(&c);
        reading r = {&c, bad[i]};
        assert_false(cm_arena_protect(c.arena, read_costs, &r));
        assert_int_equal(c.work.diags.errors, 1);
        cat_end(&c);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(message_passing), cmocka_unit_test(weakenings),
        cmocka_unit_test(interleaved),     cmocka_unit_test(exceptions),
        cmocka_unit_test(at_once),         cmocka_unit_test(costs_decide),
        cmocka_unit_test(bad_costs),       cmocka_unit_test(arm_tests),
        cmocka_unit_test(x86_tests),       cmocka_unit_test(ptx_tests),
        cmocka_unit_test(riscv_tests),     cmocka_unit_test(cdna_tests),
        cmocka_unit_test(llvm_tests),      cmocka_unit_test(wave_tests),
        cmocka_unit_test(llvm_orders),     cmocka_unit_test(llvm_without_a_syncscope),
        cmocka_unit_test(cdna_sequences),  cmocka_unit_test(compound_tests),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
