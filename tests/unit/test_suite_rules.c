/* What the models say of the suites of the paper: its tables, and its rules written
 * here over the axes, independently of the models (enumerate/suites/mp.suite);
 * and the reasons. Needs the installed models or $CMCM_MODELS. */
#include "suite_help.h"
#include "tests/unit/unit.h"

#include <stdlib.h>

/* ---- checking ----------------------------------------------------------- */

/* Every program with its default model. */
static void check(suite *s)
{
    cmcm_session *session = cmcm_session_new();
    cmcm_model *model = NULL;
    const char *loaded = "";
    for (size_t i = 0; i < s->programs.count; i++) {
        const cm_program *p = &s->programs.items[i];
        cmcm_test *test = cmcm_test_parse(session, "suite", p->text, p->length);
        assert_non_null(test);
        if (strcmp(loaded, cmcm_test_default_model(test)) != 0) {
            loaded = cmcm_test_default_model(test);
            cmcm_model_free(model);
            model = cmcm_model_load(session, loaded);
        }
        assert_non_null(model);
        cmcm_result *result = cmcm_check(session, model, test, NULL);
        assert_non_null(result);
        assert_true(cmcm_result_complete(result));
        s->weak[i] = cmcm_result_satisfying(result) ? CM_WEAK_ALLOWED : CM_WEAK_FORBIDDEN;
        cmcm_result_free(result);
        cmcm_test_free(test);
    }
    assert_string_equal(cmcm_session_messages(session), "");
    cmcm_model_free(model);
    cmcm_session_free(session);
}

/* ---- the paper's tables ------------------------------------------------- */

static void expect_weak(const suite *s, const item *t, bool allowed)
{
    if ((s->weak[t->program] == CM_WEAK_ALLOWED) != allowed)
        fail_msg("%s: expected %s", t->name, allowed ? "allowed" : "forbidden");
}

/* Does a fence of a CPU or GPU match what a table says: "", "sc.cta", or, on the
 * CPU, a type alone at whatever scope its name has? */
static bool fence_matches(const char *fence, const char *wanted)
{
    return !*wanted
               ? fence_is(fence, "none")
               : strcmp(fence, wanted) == 0 || (!strchr(wanted, '.') && fence_is(fence, wanted));
}

/* Table 3. */
TEST_IN(table_3, NULL, NULL)
{
    (void)state;
    static const struct {
        const char *producer, *consumer, *pf, *cf;
        bool weak;
    } rows[] = {
        {"rlx", "rlx", "none", "none", true},      {"rel", "acq", "none", "none", false},
        {"rlx", "acq", "none", "none", true},      {"rel", "rlx", "none", "none", true},
        {"rlx", "rlx", "dmb.st", "dmb.ld", false}, {"rlx", "rlx", "dmb.sy", "dmb.sy", false},
        {"rlx", "rlx", "dmb.st", "none", true},    {"rlx", "rlx", "dmb.sy", "none", true},
        {"rlx", "rlx", "none", "dmb.ld", true},    {"rlx", "rlx", "none", "dmb.sy", true},
    };
    suite s = make((cm_enum_request){.name = "grace"}, false);
    check(&s);
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        int found = 0;
        for (size_t i = 0; i < s.count; i++) {
            const item *t = &s.items[i];
            if (has(t, "producer", rows[r].producer) && has(t, "consumer", rows[r].consumer) &&
                has(t, "pf", rows[r].pf) && has(t, "cf", rows[r].cf)) {
                found++;
                expect_weak(&s, t, rows[r].weak);
            }
        }
        assert_int_equal(found, 1);
    }
    drop(&s);
}

/* Table 4, all of which the hardware showed, and Figure 4, where X has no scope
 * ("": all of them) and (a) is the one that is forbidden. */
static const struct hetero_row {
    const char *direction, *x, *y, *pf, *cf, *producer, *consumer;
    bool weak;
} hetero_rows[] = {
    {"cpu2gpu", "gpu", "gpu", "acq_rel", "acq_rel.cta", "rlx", "rlx", true},
    {"cpu2gpu", "gpu", "sys", "acq_rel", "acq_rel.cta", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "cta", "acq_rel", "", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "gpu", "acq_rel", "", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "gpu", "", "", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "sys", "", "", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "sys", "sc", "", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "cta", "", "sc.cta", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "gpu", "", "sc.cta", "rlx", "rlx", true},
    {"cpu2gpu", "cta", "sys", "", "sc.cta", "rlx", "rlx", true},
    {"cpu2gpu", "gpu", "sys", "acq_rel", "", "rel", "rlx", true},
    {"cpu2gpu", "cta", "cta", "", "", "rel", "rlx", true},
    {"cpu2gpu", "cta", "gpu", "sc", "", "rel", "rlx", true},
    {"gpu2cpu", "cta", "gpu", "", "", "rlx", "rlx", true},
    {"gpu2cpu", "cta", "cta", "sc.cta", "", "rlx", "rlx", true},
    {"gpu2cpu", "gpu", "sys", "sc.cta", "", "rlx", "rlx", true},
    {"gpu2cpu", "cta", "sys", "", "acq_rel", "rlx", "acq", true},
    {"gpu2cpu", "cta", "sys", "", "sc", "rlx", "acq", true},
    {"gpu2cpu", "gpu", "gpu", "acq_rel.cta", "", "rel", "rlx", true},
    {"gpu2cpu", "gpu", "gpu", "", "sc", "rel", "rlx", true},
    {"gpu2cpu", "gpu", "gpu", "", "acq_rel", "rel", "acq", true},
    {"gpu2cpu", "cta", "gpu", "acq_rel.cta", "acq_rel", "rel", "acq", true},
    {"cpu2gpu", "", "sys", "", "", "rel", "acq", false},
    {"cpu2gpu", "", "gpu", "", "", "rel", "acq", true},
    {"cpu2gpu", "", "cta", "", "", "rel", "acq", true},
    {"cpu2gpu", "", "sys", "", "", "rel", "rlx", true},
    {"gpu2cpu", "", "gpu", "acq_rel.cta", "", "rel", "acq", true},
};

static bool row_is(const struct hetero_row *row, const item *t)
{
    return has(t, "direction", row->direction) && has(t, "producer", row->producer) &&
           has(t, "consumer", row->consumer) && (!*row->x || has(t, "X", row->x)) &&
           has(t, "Y", row->y) && fence_matches(axis(t, "pf"), row->pf) &&
           fence_matches(axis(t, "cf"), row->cf);
}

/* How many tests a row is: a CPU fence has three scopes that mean nothing, X in
 * the figure as many as are not broader than Y. */
static int tests_of(const struct hetero_row *row)
{
    const char *cpu_fence = strcmp(row->direction, "cpu2gpu") == 0 ? row->pf : row->cf;
    int scopes_of_x = *row->x || strcmp(row->y, "cta") == 0 ? 1 : 2;
    return scopes_of_x * (*cpu_fence ? 3 : 1);
}

TEST_IN(table_4_and_figure_4, NULL, NULL)
{
    const suite *s = *state;
    for (size_t r = 0; r < sizeof hetero_rows / sizeof *hetero_rows; r++) {
        int found = 0;
        for (size_t i = 0; i < s->count; i++)
            if (row_is(&hetero_rows[r], &s->items[i])) {
                found++;
                expect_weak(s, &s->items[i], hetero_rows[r].weak);
            }
        assert_int_equal(found, tests_of(&hetero_rows[r]));
    }
}

/* ---- the rules ---------------------------------------------------------- */

/* The axes that a rule looks at; of a hetero test the fences' scopes and Y are the
 * GPU's. */
typedef struct point {
    bool to_gpu; /* hetero: the CPU produces */
    bool release, acquire;
    const char *y;
    const char *pf, *cf; /* "none", "sc.gpu" */
} point;

static point point_of(const item *t)
{
    return (point){
        .to_gpu = strncmp(axis(t, "direction"), "cpu2", 4) == 0,
        .release = has(t, "producer", "rel"),
        .acquire = has(t, "consumer", "acq"),
        .y = axis(t, "Y"),
        .pf = fence_of(t, true),
        .cf = fence_of(t, false),
    };
}

static bool is_fence(const char *fence)
{
    return fence_is(fence, "sc") || fence_is(fence, "acq_rel");
}

/* Reaches the other CTA. */
static bool is_wide(const char *scope)
{
    return ends_in(scope, "gpu") || ends_in(scope, "sys");
}

/* A fence.sc on each side, wide enough, is ordered with the other one, whatever the flag;
 * else a release and an acquire, wide enough, over a flag that is wide enough to carry
 * them. */
static bool forbids_where(bool (*wide)(const char *), const point *p)
{
    if (fence_is(p->pf, "sc") && fence_is(p->cf, "sc") && wide(p->pf) && wide(p->cf))
        return true;
    bool releases = p->release || (is_fence(p->pf) && wide(p->pf));
    bool acquires = p->acquire || (is_fence(p->cf) && wide(p->cf));
    return wide(p->y) && releases && acquires;
}

/* Two CTAs. */
static bool hopper_forbids(const point *p)
{
    return forbids_where(is_wide, p);
}

/* Reaches the other CTA of the cluster. */
static bool is_cluster_wide(const char *scope)
{
    return is_wide(scope) || ends_in(scope, "cluster");
}

/* Reaches the other GPU. */
static bool is_system_wide(const char *scope)
{
    return ends_in(scope, "sys");
}

/* One CTA: every scope reaches. */
static bool hopper_cta_forbids(const point *p)
{
    return (p->release || is_fence(p->pf)) && (p->acquire || is_fence(p->cf));
}

typedef struct cpu_kind {
    const char *cpu, *fence; /* as options */
    bool orders;             /* TSO: stores among themselves, loads among themselves */
    bool acq_rel_is_full;
} cpu_kind;

/* The CPU's side must order its two accesses. The GPU's must be a release or
 * acquire at system scope over a flag of system scope; or a fence.sc.sys, which is
 * ordered with the CPU's full fence in the producer, and with its reads in the
 * consumer, whatever the flag. */
static bool hetero_forbids(const point *p, const cpu_kind *cpu)
{
    const char *cpu_fence = p->to_gpu ? p->pf : p->cf, *gpu_fence = p->to_gpu ? p->cf : p->pf;
    bool cpu_orders = cpu->orders || is_fence(cpu_fence) || (p->to_gpu ? p->release : p->acquire);
    bool full =
        fence_is(cpu_fence, "sc") || (fence_is(cpu_fence, "acq_rel") && cpu->acq_rel_is_full);
    bool gpu_orders =
        (p->to_gpu ? p->acquire : p->release) || (is_fence(gpu_fence) && ends_in(gpu_fence, "sys"));
    bool by_order = strcmp(gpu_fence, "sc.sys") == 0 && (!p->to_gpu || full);
    return cpu_orders && (by_order || (gpu_orders && ends_in(p->y, "sys")));
}

/* For each of the four scope pairs whose Y reaches, rel/acq forbids all 28, rlx/acq 8 (acq_rel
 * or sc, gpu or sys, at p or pc), rel/rlx 8, rlx/rlx 4: 48 * 4 + 8 = 200. With all scopes made
 * sys, 28 + 12 + 12 + 6 = 58 of 112 are forbidden for each of five pairs, 290; so 90 lack only
 * scope. The other 54 of a pair lack an order: ordering where Y reaches, 216, else both, 54. */
TEST_IN(hopper_rules, NULL, NULL)
{
    (void)state;
    suite apart = make((cm_enum_request){.name = "hopper"}, false);
    suite together = make((cm_enum_request){.name = "hopper-cta"}, false);
    check(&apart);
    check(&together);
    for (size_t i = 0; i < apart.count; i++) {
        point p = point_of(&apart.items[i]);
        expect_weak(&apart, &apart.items[i], !hopper_forbids(&p));
        point q = point_of(&together.items[i]);
        expect_weak(&together, &together.items[i], !hopper_cta_forbids(&q));
    }
    drop(&apart);
    drop(&together);
}

/* In one cluster Y reaches in eight of nine scope pairs, with 25, 12, 12 and 6 tests of the orders
 * rel/acq, rlx/acq, rel/rlx and rlx/rlx; the ninth leaves fence.sc at pc, 3 for each order:
 * 8 * 55 + 12 = 452. In two clusters Y reaches in six: 6 * (25 + 8 + 8 + 4) + 3 * 4 * 2 = 294.
 * With every scope sys 65 of 100 are forbidden for each pair, 585 for each half, so 133 and 291
 * lack only scope. The other 35 of a pair lack an order: ordering where Y reaches, 8 * 35 and
 * 6 * 35, else both. */
TEST_IN(cluster_rules, NULL, NULL)
{
    (void)state;
    enum { FORBIDDEN_INSIDE = 452, FORBIDDEN_BETWEEN = 294 };
    size_t inside = 0, between = 0;
    suite s = make((cm_enum_request){.name = "hopper-cluster"}, false);
    check(&s);
    for (size_t i = 0; i < s.count; i++) {
        const item *t = &s.items[i];
        point p = point_of(t);
        bool one = has(t, "direction", "gpu2gpu.cluster");
        bool forbidden = forbids_where(one ? is_cluster_wide : is_wide, &p);
        expect_weak(&s, t, !forbidden);
        *(one ? &inside : &between) += forbidden;
    }
    assert_int_equal(inside, FORBIDDEN_INSIDE);
    assert_int_equal(between, FORBIDDEN_BETWEEN);
    drop(&s);
}

/* Two pairs have Y at sys, with 49, 14, 14 and 4 tests, three do not, with sc.sys on both
 * sides for each order: 2 * 81 + 3 * 4 = 174. With every scope sys 169 of 196 are forbidden, 845
 * in all, so 671 lack only scope; of the other 27 of a pair 54 lack an order and 81 both. */
TEST_IN(gpus_rule, NULL, NULL)
{
    (void)state;
    enum { FORBIDDEN = 174 };
    size_t count = 0;
    suite s = make((cm_enum_request){.name = "gpus"}, false);
    check(&s);
    for (size_t i = 0; i < s.count; i++) {
        point p = point_of(&s.items[i]);
        bool forbidden = forbids_where(is_system_wide, &p);
        expect_weak(&s, &s.items[i], !forbidden);
        count += forbidden;
    }
    assert_int_equal(count, FORBIDDEN);
    drop(&s);
}

static const char *widest(const char *fence)
{
    return !is_fence(fence) ? fence : fence_is(fence, "sc") ? "sc.sys" : "acq_rel.sys";
}

/* Shapes over several GPUs (enumerate/suites/gpus-shapes.suite). */
typedef struct shape_point {
    const char *shape, *at, *fence;
    bool ordered, sys;
} shape_point;

static shape_point shape_point_of(const item *t)
{
    return (shape_point){axis(t, "shape"), axis(t, "threads"), axis(t, "fence"),
                         has(t, "order", "rel-acq"), has(t, "scope", "sys")};
}

static bool is_shape(const shape_point *p, const char *name)
{
    return strcmp(p->shape, name) == 0;
}

static bool shape_forbids(const shape_point *p)
{
    bool sc_sys = strcmp(p->fence, "sc.sys") == 0;
    bool release = p->ordered || sc_sys || strcmp(p->fence, "acq_rel.sys") == 0;
    if (is_shape(p, "SB") || is_shape(p, "R") || is_shape(p, "2+2W"))
        return sc_sys;
    if (is_shape(p, "IRIW")) {
        bool one_reader_gpu = strcmp(p->at, "0-1-0-1") == 0 && strcmp(p->fence, "sc.gpu") == 0;
        bool observed = p->sys || strcmp(p->at, "0-0-1-1") == 0;
        return observed && (sc_sys || one_reader_gpu);
    }
    bool near = strcmp(p->at, "0-0-1") == 0 || strcmp(p->at, "0-cpu-1") == 0;
    return p->sys ? release : sc_sys && (!is_shape(p, "WRC") || near);
}

/* Why it is allowed, by the rule. */
static const char *shape_reason(shape_point p)
{
    shape_point wide = p;
    wide.sys = true;
    wide.fence = widest(p.fence);
    if (shape_forbids(&wide))
        return "scope";
    bool gpu = ends_in(p.fence, ".gpu") || (!is_fence(p.fence) && !p.sys);
    p.ordered = true;
    p.fence = gpu ? "sc.gpu" : "sc.sys";
    return shape_forbids(&p) ? "ordering" : "both";
}

/* The parts that forbid it, by the rule: the order, the fence, either. */
static const char *shape_parts(const shape_point *p)
{
    shape_point order = *p, fence = *p;
    order.fence = "none";
    fence.ordered = false;
    bool by_order = shape_forbids(&order), by_fence = shape_forbids(&fence);
    return by_order && by_fence ? "rel+acq|fence" : by_order ? "rel+acq" : by_fence ? "fence" : "?";
}

static bool shape_needs_sc(shape_point p)
{
    if (!fence_is(p.fence, "sc"))
        return false;
    p.fence = ends_in(p.fence, ".gpu") ? "acq_rel.gpu" : "acq_rel.sys";
    return !shape_forbids(&p);
}

/* 3 * 4 * 4 + 2 * 9 * 4 + (7 + 7 + 9) * 5 + 9 * 3 * 5 + (4 + 4 + 2) * 4 + 2 + 2 */
TEST_IN(shapes_rule, NULL, NULL)
{
    (void)state;
    enum { TESTS = 1280, FORBIDDEN = 414 };
    size_t count = 0;
    suite s = make((cm_enum_request){.name = "gpus-shapes"}, true);
    assert_int_equal(s.count, TESTS);
    assert_int_equal(s.programs.count, s.distinct); /* every change is a test of the suite */
    check(&s);
    for (size_t i = 0; i < s.count; i++) {
        shape_point p = shape_point_of(&s.items[i]);
        bool forbidden = shape_forbids(&p);
        cm_reason reason = cm_reason_of(s.arena, &s.items[i].changes, s.weak);
        expect_weak(&s, &s.items[i], !forbidden);
        assert_int_equal(s.items[i].changes.itself, s.items[i].program);
        assert_string_equal(reason.why, forbidden ? shape_parts(&p) : shape_reason(p));
        assert_int_equal(reason.by_sc_order, forbidden && shape_needs_sc(p));
        count += forbidden;
    }
    assert_int_equal(count, FORBIDDEN);
    drop(&s);
}

/* A part of the suite has the same reasons: what it lacks of siblings is made. */
TEST_IN(shapes_of_a_part, NULL, NULL)
{
    (void)state;
    static const char *const axes[] = {"shape=SB,LB", "home=cpu,reader", "scope=gpu", "fence=none"};
    enum { TESTS = 2 * 2 * 2 };
    const cm_enum_request request = {.name = "gpus-shapes", .axes = axes, .axis_count = 4};
    suite s = make(request, true);
    assert_int_equal(s.count, TESTS);
    assert_true(s.programs.count > s.distinct);
    check(&s);
    for (size_t i = 0; i < s.count; i++)
        assert_string_equal(cm_reason_of(s.arena, &s.items[i].changes, s.weak).why,
                            shape_reason(shape_point_of(&s.items[i])));
    drop(&s);
}

static const cpu_kind paper_cpu = {"aarch64", NULL, false, true};

/* CPU to GPU: two scope pairs have Y at sys, where rlx/rlx forbids 6 * 2 = 12 of 49 pairs of
 * fences (any CPU fence; acq_rel.sys, sc.sys), rel/acq 49, rlx/acq 6 * 7 = 42, rel/rlx 7 * 2 =
 * 14; the other three leave (2): 6 for each order. 2 * 117 + 3 * 24 = 306. GPU to CPU: 2 * (12 +
 * 49 + 14 + 42) + 3 * (6 + 7 + 7 + 6) = 312. (2) alone forbids 72 and 78 of these.
 * With every GPU scope made sys, 36 + 49 + 42 + 42 = 169 of 196 are forbidden for each scope
 * pair and direction, 1,690 in all; less the 618, 1,072 lack only scope. The other 27 of a pair
 * lack an order: ordering where Y is at sys, 2 * 2 * 27 = 108, else both; except 6 from GPU to
 * CPU with sc.sys and an unordered consumer, which (2) forbids once the consumer acquires:
 * ordering 114, both 156. */
TEST_IN(hetero_rule, NULL, NULL)
{
    const suite *s = *state;
    for (size_t i = 0; i < s->count; i++) {
        point p = point_of(&s->items[i]);
        expect_weak(s, &s->items[i], !hetero_forbids(&p, &paper_cpu));
    }
}

TEST_IN(hetero_rule_of_other_cpus, NULL, NULL)
{
    (void)state;
    static const cpu_kind kinds[] = {
        {"aarch64", "least", false, false},
        {"x86_64", NULL, true, false},
        {"x86_64", "full", true, true},
    };
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        suite s = make(
            (cm_enum_request){.name = "hetero", .cpu = kinds[k].cpu, .cpu_fence = kinds[k].fence},
            false);
        assert_int_equal(s.count, 1960);
        check(&s);
        for (size_t i = 0; i < s.count; i++) {
            point p = point_of(&s.items[i]);
            expect_weak(&s, &s.items[i], !hetero_forbids(&p, &kinds[k]));
        }
        drop(&s);
    }
}

/* The CPU's side orders its two accesses, the GPU's is a release or acquire at system scope
 * over a flag of system scope: there is no order of fences but by what they wait for. Counted
 * with a CPU that does it by itself: 2 * (2 * 49 + 2 * 14) a direction; else
 * 2 * (49 + 14 + 42 + 12).
 * With a CPU of AArch64, in one direction: for the two scope pairs with Y at sys, rel/acq 49, the
 * CPU's order alone 7 * 2, the GPU's alone 6 * 7, neither 6 * 2: 2 * 117 = 234. With all scopes
 * made sys 49 + 42 + 42 + 36 = 169 of 196 are forbidden for each of five pairs, 845, so 611 lack
 * only scope; of the other 27 of a pair 54 lack an order where Y is of system scope, 81 both. On
 * x86, whose stores are in order, and loads, 252 of a direction are forbidden (49 * 2 + 14 * 2 for
 * a pair), 658 lack scope, 28 an order, 42 both. */
TEST_IN(hetero_rule_of_amd, NULL, NULL)
{
    (void)state;
    static const struct {
        cpu_kind cpu;
        size_t forbidden;
    } rows[] = {{{"x86_64", NULL, true, false}, 504},
                {{"aarch64", NULL, false, true}, 468},
                {{"riscv", NULL, false, false}, 468}};
    for (size_t k = 0; k < sizeof rows / sizeof *rows; k++) {
        suite s = make((cm_enum_request){.name = "hetero-cdna", .cpu = rows[k].cpu.cpu}, false);
        size_t forbidden = 0;
        assert_int_equal(s.count, 1960);
        check(&s);
        for (size_t i = 0; i < s.count; i++) {
            point p = point_of(&s.items[i]);
            bool forbids = ends_in(p.y, "sys") && hetero_forbids(&p, &rows[k].cpu);
            expect_weak(&s, &s.items[i], !forbids);
            forbidden += forbids;
        }
        assert_int_equal(forbidden, rows[k].forbidden);
        drop(&s);
    }
}

/* ---- reasons ------------------------------------------------------------ */

static const char *reason_by_rule(point p)
{
    point wide = p;
    wide.y = "sys";
    wide.pf = widest(p.pf);
    wide.cf = widest(p.cf);
    if (hetero_forbids(&wide, &paper_cpu))
        return "scope";
    p.release = p.acquire = true;
    return hetero_forbids(&p, &paper_cpu) ? "ordering" : "both";
}

TEST_IN(reasons, NULL, NULL)
{
    const suite *s = *state;
    for (size_t i = 0; i < s->count; i++) {
        const item *t = &s->items[i];
        cm_reason reason = cm_reason_of(s->arena, &t->changes, s->weak);
        point p = point_of(t);
        if (s->weak[t->program] == CM_WEAK_ALLOWED) {
            assert_string_equal(reason.why, reason_by_rule(p));
            assert_false(reason.by_sc_order);
            continue;
        }
        assert_string_not_equal(reason.why, "");
        p.pf = fence_is(p.pf, "sc") ? cm_arena_printf(s->arena, "acq_rel.%s", p.pf + 3) : p.pf;
        p.cf = fence_is(p.cf, "sc") ? cm_arena_printf(s->arena, "acq_rel.%s", p.cf + 3) : p.cf;
        assert_int_equal(reason.by_sc_order, !hetero_forbids(&p, &paper_cpu));
    }
}

TEST_IN(reasons_by_name, NULL, NULL)
{
    static const struct {
        const char *name, *why;
        bool by_sc_order;
    } known[] = {
        /* Figure 4 (a) to (e), with X at gpu scope where Y allows it */
        {"MP-cpu2gpu-rel-acq-X.gpu-Y.sys-pf.none-cf.none", "rel+acq", false},
        {"MP-cpu2gpu-rel-acq-X.gpu-Y.gpu-pf.none-cf.none", "scope", false},
        {"MP-cpu2gpu-rel-acq-X.cta-Y.cta-pf.none-cf.none", "scope", false},
        {"MP-cpu2gpu-rel-rlx-X.gpu-Y.sys-pf.none-cf.none", "ordering", false},
        {"MP-gpu2cpu-rel-acq-X.gpu-Y.gpu-pf.acq_rel.cta-cf.none", "scope", false},
        /* relaxed and narrow */
        {"MP-cpu2gpu-rlx-rlx-X.cta-Y.gpu-pf.none-cf.none", "both", false},
        /* a flag too narrow, and fences that need none */
        {"MP-cpu2gpu-rlx-rlx-X.cta-Y.cta-pf.sc.sys-cf.sc.sys", "pf+cf", true},
        {"MP-gpu2cpu-rlx-acq-X.cta-Y.cta-pf.sc.sys-cf.none", "pf+acq", true},
        {"MP-gpu2cpu-rlx-acq-X.cta-Y.cta-pf.acq_rel.sys-cf.none", "scope", false},
        /* two ways at once */
        {"MP-cpu2gpu-rel-acq-X.gpu-Y.sys-pf.none-cf.acq_rel.sys", "rel+acq|rel+cf", false},
    };
    const suite *s = *state;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        size_t i = 0;
        while (i < s->count && strcmp(s->items[i].name, known[k].name) != 0)
            i++;
        assert_in_range(i, 0, s->count - 1);
        cm_reason reason = cm_reason_of(s->arena, &s->items[i].changes, s->weak);
        assert_string_equal(reason.why, known[k].why);
        assert_int_equal(reason.by_sc_order, known[k].by_sc_order);
    }
}

/* A verdict that is not certain explains nothing. */
TEST_IN(no_reason, NULL, NULL)
{
    const suite *s = *state;
    cm_weak *weak = CM_NEW_ARRAY(s->arena, s->programs.count, cm_weak);
    memcpy(weak, s->weak, s->programs.count * sizeof *weak);
    weak[s->items[0].changes.widened] = CM_WEAK_UNKNOWN;
    assert_string_equal(cm_reason_of(s->arena, &s->items[0].changes, weak).why, "");
}

/* ---- all ---------------------------------------------------------------- */

static int check_hetero(void **state)
{
    suite *s = calloc(1, sizeof *s);
    if (!s)
        return -1;
    *s = make((cm_enum_request){.name = "hetero"}, true);
    check(s);
    *state = s;
    return 0;
}

static int drop_hetero(void **state)
{
    drop(*state);
    free(*state);
    return 0;
}

GROUP(check_hetero, drop_hetero)
