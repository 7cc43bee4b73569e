/* checker/replay.c: executions that are none are told, whatever the solver says of
 * them, and those that are some are not; its base relations are the checker's. */
#include "checker/encode.h"
#include "checker/graph.h"
#include "checker/replay.h"
#include "litmus/state.h"
#include "tests/unit/checker_help.h"

#define MP                                                                                         \
    "{ x=1; y=2; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n MOV W0,#5 | LDR W0,[X3] ;\n"      \
    " STR W0,[X1] | DMB LD ;\n DMB ST | LDR W2,[X1] ;\n MOV W2,#6 | ;\n STR W2,[X3] | ;\n"
#define SEEN "locations [x; y;]\nexists (1:X0=6 /\\ 1:X2=1)\n"

/* A check by hand, up to the solver. */
typedef struct bench {
    checker c;
    cm_graph graph;
    cm_encoder encoder;
    cm_solver *solver;
    const cm_val **observed;
    cm_replay *replay;
    uint64_t *values;
} bench;

/* constrained: with what the model demands. */
static void prepare(void *argument)
{
    bench *b = ((void **)argument)[0];
    bool constrained = ((void **)argument)[1] != NULL;
    cm_job *job = &b->c.job;
    cm_graph_build(job, &b->graph);
    cm_encoder_init(&b->encoder, &b->graph);
    if (constrained)
        cm_encode_constraints(&b->encoder);
    b->observed = cm_observe(&b->encoder);
    cm_encode_recursion(&b->encoder);
    b->solver = cm_solver_open(job);
    b->replay = cm_replay_new(&b->encoder);
    b->values = CM_NEW_ARRAY(job->arena, (size_t)cm_state_width(job->test) + 1, uint64_t);
    for (uint32_t i = 0; i < b->graph.group_count; i++)
        cm_solver_exactly_one(b->solver, &b->graph.groups[i]);
    for (uint32_t i = 0; i < b->graph.asserts.count; i++)
        cm_solver_assert(b->solver, b->graph.asserts.items[i]);
    for (uint32_t i = 0; i < b->graph.stray_count; i++)
        cm_solver_assert(b->solver, -b->graph.strays[i].when);
    cm_solver_assert(b->solver, -b->graph.cut);
}

static bool start(bench *b, const char *model, const char *text, bool constrained)
{
    memset(b, 0, sizeof *b);
    checker_start_model(&b->c, model, text);
    void *arguments[] = {b, constrained ? b : NULL};
    return cm_arena_protect(b->c.cat.arena, prepare, arguments);
}

static void end(bench *b)
{
    cm_solver_close(b->c.solver);
    checker_end(&b->c);
}

/* The next state, if there is one. */
static bool next(bench *b)
{
    if (cm_solver_check(b->solver, NULL, 0) != CM_SAT)
        return false;
    for (int i = 0; i < cm_state_width(b->c.job.test); i++) {
        const cm_val *v = b->observed[i];
        uint32_t k = 0;
        while (k + 1 < v->count && !cm_solver_value(b->solver, v->choices[k].when))
            k++;
        b->values[i] = v->choices[k].value;
    }
    return true;
}

/* It will not come again. */
static void exclude(bench *b)
{
    cm_lits block = {0};
    for (int i = 0; i < cm_state_width(b->c.job.test); i++) {
        const cm_val *v = b->observed[i];
        for (uint32_t k = 0; v->count > 1 && k < v->count; k++)
            if (v->choices[k].value == b->values[i])
                cm_lits_add(b->c.cat.arena, &block, -v->choices[k].when);
    }
    cm_solver_assert_any(b->solver, block.items, block.count);
}

/* Nothing of the model is asserted: what it forbids is found, and refused with the
 * name of what it breaks; what comes out right is allowed. */
TEST(forbidden_executions)
{
    bench b;
    int agreed = 0, refused = 0;
    bool external = false;
    assert_true(start(&b, "arm", "AArch64 t\n" MP SEEN, false));
    while (next(&b)) {
        cm_replayed result = cm_replay_run(b.replay, b.solver, b.values);
        bool stale = b.values[0] == 6 && b.values[1] == 1;
        assert_true(result != CM_REPLAY_STRAYS);
        assert_false(stale && result == CM_REPLAY_AGREES);
        external =
            external || strcmp(cm_replay_reason(b.replay), "an execution violates external") == 0;
        refused += result == CM_REPLAY_DIFFERS;
        agreed += result == CM_REPLAY_AGREES;
        exclude(&b);
    }
    assert_true(refused > 0 && agreed <= 3 && external);
    end(&b);
}

static void other_values(bench *b, int i)
{
    static const uint64_t held[] = {0, 1, 2, 5, 6};
    uint64_t kept = b->values[i];
    for (size_t k = 0; k < sizeof held / sizeof *held; k++) {
        b->values[i] = held[k];
        assert_int_equal(cm_replay_run(b->replay, b->solver, b->values),
                         held[k] == kept ? CM_REPLAY_AGREES : CM_REPLAY_DIFFERS);
    }
    b->values[i] = kept;
}

/* A state that is another one than the solution's, made of other values that memory
 * has held among them. */
TEST(false_states)
{
    bench b;
    int states = 0;
    assert_true(start(&b, "arm", "AArch64 t\n" MP SEEN, true));
    for (; next(&b); states++) {
        assert_int_equal(cm_replay_run(b.replay, b.solver, b.values), CM_REPLAY_AGREES);
        for (int i = 0; i < cm_state_width(b.c.job.test); i++)
            other_values(&b, i);
        exclude(&b);
    }
    assert_int_equal(states, 3);
    end(&b);
}

/* ---- base relations ------------------------------------------------------- */

static bool member(bench *b, const cm_bound *bound, uint32_t e)
{
    return cm_set_has(&bound->must_set, e) ||
           (cm_set_has(&bound->may_set, e) && cm_solver_value(b->solver, bound->lits[e]));
}

static bool related(bench *b, const cm_bound *bound, uint32_t x, uint32_t y)
{
    return cm_rel_has(&bound->must, x, y) ||
           (cm_rel_has(&bound->may, x, y) &&
            cm_solver_value(b->solver, bound->lits[(size_t)x * b->graph.count + y]));
}

/* One base, of the formulas and of the execution done again; how many pairs it has. */
static uint32_t same_base(bench *b, const cm_base *base)
{
    cm_arena *arena = b->c.cat.arena;
    const cm_facts *facts = cm_replay_facts(b->replay);
    cm_bound bound = cm_bound_base(&b->graph, base);
    cm_set set = cm_set_new(arena, facts->count);
    cm_rel rel = cm_rel_new(arena, facts->count);
    if (base->is_set)
        cm_base_set(facts, base, &set);
    else
        cm_base_relation(facts, base, &rel);
    for (uint32_t i = 0; i < facts->count; i++) {
        uint32_t x = cm_replay_origin(b->replay, i);
        if (base->is_set && cm_set_has(&set, i) != member(b, &bound, x))
            fail_msg("%s: event %u", base->name, i);
        for (uint32_t k = 0; !base->is_set && k < facts->count; k++)
            if (cm_rel_has(&rel, i, k) != related(b, &bound, x, cm_replay_origin(b->replay, k)))
                fail_msg("%s: events %u, %u", base->name, i, k);
    }
    return base->is_set ? cm_set_count(&set) : cm_rel_count(&rel);
}

enum { BASES_MOST = 512 };

/* Gives how many pairs, or events, each base had, in a few executions. */
static void compare_bases(const char *model, const char *text, uint32_t *pairs)
{
    bench b;
    int count;
    cm_arena *arena = cm_arena_new(0);
    const cm_base *all = cm_base_table(arena, &count);
    assert_true(count <= BASES_MOST);
    if (!start(&b, model, text, true))
        fail_msg("%s", text);
    for (int states = 0; states < 6 && next(&b); states++) {
        if (cm_replay_run(b.replay, b.solver, b.values) != CM_REPLAY_AGREES)
            fail_msg("%s: %s", text, cm_replay_reason(b.replay));
        for (int i = 0; i < count; i++)
            pairs[i] += same_base(&b, &all[i]);
        exclude(&b);
    }
    end(&b);
    cm_arena_free(arena);
}

static void compare_directory(cm_arena *arena, const char *name, const char *model, uint32_t *pairs)
{
    const char *folder = cm_arena_printf(arena, "tests/litmus/%s", name);
    for (char **path = unit_files(arena, folder, ".litmus", 1); *path; path++)
        compare_bases(model, unit_read(arena, *path, NULL), pairs);
}

/* Dependencies of every kind, pairs of every kind, parts, both sides of a branch,
 * a cluster, a counted barrier, every proxy, kernels one after the other. */
static const char *const rich[][2] = {
    {"arm", "AArch64 a\n{ int64_t x=257; int64_t y=2; 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 "
            ";\n LDR W0,[X1] | LDAXR X0,[X3] ;\n EOR W2,W0,W0 | ADD X2,X0,#1 ;\n"
            " LDRB W4,[X3,W2,SXTW] | STXR W5,X2,[X3] ;\n CMP W4,#2 | CBZ W5,L ;\n"
            " CSEL W5,W4,W0,EQ | STR W5,[X1] ;\n STR W5,[X1,#4] | L: ;\n"
            "locations [x; y; 0:X4;]\nexists (1:X5=1)\n"},
    {"arm", "AArch64 b\n{ x=3; 0:X1=x; 1:X1=x; 0:X0=3; 0:X2=7; }\n P0 | P1 ;\n CASA W0,W2,[X1] | "
            "SWPL W0,W2,[X1] ;\n CBNZ W0,L | LDRH W3,[X1] ;\n DMB SY | ISB ;\n L: STLR W0,[X1] | "
            "LDAR W4,[X1] ;\nlocations [x; 1:X3;]\nexists (1:X4=3)\n"},
    {"arm", "AArch64 c\n{ x=3; y=1; z=1; 0:X1=x; 0:X3=y; 0:X5=z; 1:X1=y; }\n P0 | P1 ;\n"
            " LDR W0,[X1] | MOV W0,#1 ;\n CMP W0,#3 | STR W0,[X1] ;\n CSEL X6,X3,X5,EQ | ;\n"
            " LDR W7,[X6] | ;\n CMP W7,#1 | ;\n CSEL X8,X3,X5,NE | ;\n STR W7,[X8] | ;\n"
            "locations [y; z; 0:X7;]\nexists (0:X7=1)\n"},
    {"ptx",
     "PTX d\n{ x=5; y=6; c @ constant aliases x; t @ texture aliases x; s @ surface aliases y; "
     "}\n P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 | P2@cta 2,cluster 1,gpu 0 ;\n"
     " st.relaxed.gpu.u32 [x], 1 | ld.acquire.gpu.u32 r0, [y] | ld.volatile.u32 r0, [x] ;\n"
     " fence.sc.gpu | bar.sync 0 | red.relaxed.sys.add.u32 [y], 1 ;\n"
     " bar.sync 0 | ld.weak.u32 r1, [x] | fence.proxy.alias ;\nexists (1:r0=6)\n"},
    {"ptx",
     "PTX e\n{ x=5; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0,after P0 | P2@cta 2,gpu 0,dependent P1 "
     ";\n st.weak.u32 [x], 1 | ld.weak.u32 r0, [x] | ld.relaxed.gpu.u32 r0, [x] ;\n"
     " griddepcontrol.wait | st.weak.u32 [x], 2 | griddepcontrol.wait ;\n"
     " st.weak.u32 [x], 3 | | ld.weak.u32 r1, [x] ;\nexists (2:r1=2)\n"},
};

TEST(bases)
{
    static uint32_t pairs[BASES_MOST];
    static const char *const directories[][2] = {
        {"arm", "arm"},          {"arm", "cmcm"},     {"x86", "x86tso"}, {"riscv", "riscv"},
        {"ptx", "ptx"},          {"ptx", "cmcm"},     {"cmcm", "cmcm"},  {"cmcm/readings", "cmcm"},
        {"ptx9", "ptx"},         {"async", "ptx"},    {"wave", "wave"},  {"cdna", "cdna"},
        {"llvm", "llvm-amdgpu"}, {"ppc", "ppc"},      {"c", "rc11"},     {"c", "cpp20"},
        {"c", "lkmm"},           {"vulkan", "vulkan"}};
    for (size_t i = 0; i < sizeof directories / sizeof *directories; i++)
        compare_directory(arena, directories[i][0], directories[i][1], pairs);
    for (size_t i = 0; i < sizeof rich / sizeof *rich; i++)
        compare_bases(rich[i][0], rich[i][1], pairs);
    int count;
    const cm_base *all = cm_base_table(arena, &count);
    for (int i = 0; i < count; i++) /* a comparison of nothing says nothing */
        if (pairs[i] == 0 && all[i].kind != CM_BASE_TAG && unit_sample() == 1)
            fail_msg("%s: empty in every execution", all[i].name);
}

/* ---- where locations lie --------------------------------------------------- */

/* Values that differ from machine to machine are no final values of a test. */
TEST(places)
{
    static const struct {
        const char *body, *observed;
        cm_outcome outcome;
    } cases[] = {
        {"MOV X0,X1", "0:X0", CM_COMPLETE},
        {"ADD X0,X1,#4", "0:X0", CM_COMPLETE},
        {"EOR X0,X1,X1", "0:X0", CM_COMPLETE},
        {"AND X0,X1,#7", "0:X0", CM_COMPLETE},
        {"CMP X1,X3 ;\n CSET W0,EQ", "0:X0", CM_COMPLETE},
        {"STR X1,[X3] ;\n LDR X0,[X3]", "0:X0", CM_COMPLETE},
        {"STR X1,[X3]", "y", CM_COMPLETE},
        {"MOV W0,W1", "0:X0", CM_LIMIT},
        {"LSR X0,X1,#16", "0:X0", CM_LIMIT},
        {"SUB X0,X1,X3", "0:X0", CM_LIMIT},
        {"CMP X1,X3 ;\n CSET W0,LO", "0:X0", CM_LIMIT},
        {"CMP X1,X3 ;\n B.LO L ;\n MOV W0,#1 ;\n L:", "0:X0", CM_LIMIT},
        {"STR X1,[X3] ;\n LDR W0,[X3,#4]", "0:X0", CM_LIMIT},
        {"STR W1,[X3]", "y", CM_LIMIT},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        checker c;
        char text[400];
        snprintf(text, sizeof text,
                 "AArch64 t\n{ int64_t x=1; int64_t y=2; 0:X1=x; 0:X3=y; }\n P0 ;\n %s ;\n"
                 "locations [%s;]\nforall (true)\n",
                 cases[i].body, cases[i].observed);
        checker_start_model(&c, "arm", text);
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &(cm_check_options){0});
        if (r->outcome != cases[i].outcome)
            fail_msg("%s: outcome %d: %s", cases[i].body, (int)r->outcome, r->reason);
        assert_int_equal(r->states->count, r->outcome == CM_COMPLETE);
        assert_true(r->outcome == CM_COMPLETE || strstr(r->reason, "where locations are"));
        checker_end(&c);
    }
}
