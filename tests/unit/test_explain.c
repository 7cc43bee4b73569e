/* explain/: what is said of a test is true of it (explain_help.h); what is missing; verdicts. */
#include "tests/unit/explain_help.h"

#include <sys/stat.h>

typedef int look(const char *path, const char *model);

/* At the tests of a folder: the sum. */
static int look_at_folder(cm_arena *arena, const char *folder, const char *model, look *at)
{
    int sum = 0;
    for (char **path = unit_files(arena, folder, ".litmus", 1); *path; path++)
        sum += at(*path, model);
    return sum;
}

static int thoroughly(const char *path, const char *model)
{
    check_explained_file(path, model, true);
    return 1;
}

static int briefly(const char *path, const char *model)
{
    check_explained_file(path, model, false);
    return 1;
}

static int meetings_alone(const char *path, const char *model)
{
    explained b = {0};
    checker_start_model(&b.c, model, NULL);
    cm_source *source = cm_source_read(&b.c.cat.work, path);
    b.test = source ? cm_litmus_parse(&b.c.cat.work, source) : NULL;
    assert_non_null(b.test);
    bool asks = b.test->condition->kind != CM_PROP_TRUE;
    if (asks)
        explain(&b);
    int judged = asks ? check_meetings(&b) : 0;
    checker_end(&b.c);
    return judged;
}

/* What is said of barriers and of the order of kernels, in the folders with many of them. */
TEST(barriers_and_kernels)
{
    static const char *const folders[][2] = {
        {"tests/litmus/ptx9", "ptx"},  {"tests/litmus/ptx/bugs", "ptx"},
        {"tests/litmus/cdna", "cdna"}, {"tests/litmus/cdna/compound", "cdna"},
        {"tests/litmus/wave", "wave"}, {"tests/litmus/llvm", "llvm-amdgpu"}};
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        int judged = look_at_folder(arena, folders[i][0], folders[i][1], meetings_alone);
        print_message("%s: %d meetings judged by the oracle\n", folders[i][0], judged);
        assert_true(judged > 1 || unit_sample() > 1);
    }
}

TEST(own_tests)
{
    static const char *const models[][2] = {{"tests/litmus/arm", "arm"},
                                            {"tests/litmus/x86", "x86tso"},
                                            {"tests/litmus/ptx", "ptx"},
                                            {"tests/litmus/cmcm", "cmcm"}};
    for (size_t m = 0; m < sizeof models / sizeof *models; m++)
        assert_true(look_at_folder(arena, models[m][0], models[m][1], thoroughly) * unit_sample() >
                    5);
}

TEST(published_compound_tests)
{
    static const char *const folders[] = {"readings", "random"};
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
        look_at_folder(arena, directory, "cmcm", briefly);
    }
}

/* ---- what is missing -------------------------------------------------------------- */

#define MP                                                                                         \
    "AArch64 MP\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n MOV W0,#1 | LDR W0,[X3] ;\n"    \
    " STR W0,[X1] | LDR W2,[X1] ;\n STR W0,[X3] | ;\n"

/* "L on d; or DMB.ST after c", as the facts are. */
static const char *facts_of(explained *b, const cm_fact *facts, int count)
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
 * and two reads. What the cheapest repair changes is told first, STLR and LDAPR. */
TEST(missing_on_arm)
{
    explained b;
    open_text_of(&b, "arm", MP "exists (1:X0=1 /\\ 1:X2=0)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_int_equal(b.x->surprises, 2);
    assert_int_equal(b.x->cycle_count, 4);
    assert_int_equal(b.x->miss_count, 1);
    assert_string_equal(facts_of(&b, b.x->misses[0].facts, b.x->misses[0].fact_count),
                        "L on d (or DMB.ST after c); Q on e (or DMB.LD after e; addr from e)");
    checker_end(&b.c);
}

/* The paper's Figure 4b: the scope of the acquire does not reach the CPU. */
TEST(missing_scope)
{
    explained b;
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
TEST(scope_of_a_wave)
{
    static const char *const missing = "CMCM mp\n{ x=0; y=0; 0:v0=1; 0:v[2:3]=x; 0:v[4:5]=y; }\n"
                                       " P0@cdna,workgroup 0,xcd 0,agent 0  | P1@x86_64  ;\n"
                                       " global_store_dword v[2:3], v0, off | movl (y),%%eax ;\n"
                                       " buffer_wbl2 sc0 sc1                | movl (x),%%ebx ;\n"
                                       " s_waitcnt vmcnt(0)                 | ;\n"
                                       " global_store_dword v[4:5], v0, off%s | ;\n"
                                       "exists (1:rax=1 /\\ 1:rbx=0)\n";
    char text[1024];
    explained b;
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

static void expect_missing(const char *path, const char *model, const char *expected)
{
    explained b = {0};
    char file[4096];
    snprintf(file, sizeof file, "%s/../tests/litmus/%s.litmus", cat_library(), path);
    checker_start_model(&b.c, model, NULL);
    cm_source *source = cm_source_read(&b.c.cat.work, file);
    b.test = source ? cm_litmus_parse(&b.c.cat.work, source) : NULL;
    assert_non_null(b.test);
    explain(&b);
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    const char *words = cm_explain_missing_words(b.c.cat.arena, b.x);
    assert_string_equal(words ? words : "", expected);
    check_missing(&b);
    checker_end(&b.c);
}

/* docs/cookbook.md: one fence at each of two places, and what no fence does. */
TEST(put_in)
{
    expect_missing("cookbook/gpu-both-flags", "ptx",
                   "`fence.sc.gpu` in place of `fence.acq_rel.gpu` (P0, line 7), and "
                   "`fence.sc.gpu` in place of `fence.acq_rel.gpu` (P1, line 7)");
    expect_missing("cookbook/gpu-readers-agree", "ptx",
                   "`fence.sc.gpu` before `ld.acquire.gpu.u32 r1, [y]` (P2, line 7), and "
                   "`fence.sc.gpu` before `ld.acquire.gpu.u32 r1, [x]` (P3, line 7)");
    expect_missing("cookbook/gpu-barrier-same-cta", "ptx",
                   "`bar.sync 0` at the end of P0, and `bar.sync 0` before "
                   "`ld.weak.shared.u32 r0, [s]` (P1, line 6)");
    expect_missing("cookbook/gpu-cp.async-other", "ptx",
                   "`cp.async.wait_all` before `bar.sync 0` (P0, line 7)");
    expect_missing("cookbook/gpu-tma-store-then-flag", "ptx",
                   "`cp.async.bulk.wait_group 0` in place of `cp.async.bulk.wait_group.read 0` "
                   "(P0, line 8)");
    expect_missing("cookbook/gpu-dependent-kernel", "ptx",
                   "`griddepcontrol.wait` before `ld.weak.u32 r0, [x]` (P1, line 6)");
    expect_missing("cookbook/host-synchronize", "cmcm",
                   "`after P0` in the head of P1, which then begins after P0 has ended");
}

/* The fence that the public fix has is told, though the dependency beside it costs less. */
TEST(repairs_come_first)
{
    explained b = {0};
    char file[4096];
    snprintf(file, sizeof file, "%s/../tests/litmus/ptx/bugs/TransformerEngine-2695-war.litmus",
             cat_library());
    checker_start_model(&b.c, "ptx", NULL);
    b.test = cm_litmus_parse(&b.c.cat.work, cm_source_read(&b.c.cat.work, file));
    assert_non_null(b.test);
    explain(&b);
    assert_int_equal(b.x->miss_count, 1);
    assert_int_equal(b.x->misses[0].facts[0].kind, CM_FACT_FENCE);
    assert_true(b.x->misses[0].repairs && !b.x->misses[0].dependent);
    checker_end(&b.c);
}

TEST(interleavings)
{
    explained b;
    open_text_of(&b, "arm", MP "exists (1:X0=1 /\\ 1:X2=1)\n");
    assert_int_equal(b.x->surprises, 0);
    assert_non_null(b.x->interleaving);
    for (uint32_t i = 0; i < b.x->execution->event_count; i++) /* c d e f, after a and b */
        assert_int_equal(b.x->interleaving[i], i);
    checker_end(&b.c);
}

/* Two atomic additions that both read 0 tear each other apart, out of order though nothing is. */
TEST(torn_pairs)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX T\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                 " atom.relaxed.cta.add.u32 r0, [x], 1 | atom.relaxed.cta.add.u32 r0, [x], 1 ;\n"
                 "exists (0:r0=0 /\\ 1:r0=0)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_int_equal(b.x->surprises, 2);
    assert_null(b.x->interleaving);
    checker_end(&b.c);
}

/* Are there turns, as sequential consistency has them: the order is replayed by check_turns. */
static void turns_are(const char *model, const char *text, bool expected)
{
    explained b;
    open_text_of(&b, model, text);
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_int_equal(b.x->interleaving != NULL, expected);
    check_explanation(&b, true);
    assert_true(check_turns(&b));
    checker_end(&b.c);
}

/* PTX ISA 8.9.6: coherence is partial, so that no cycle does not say that there are turns: on a
 * single memory the store of 2 comes after the read of 1, and 1 is not what x ends with. */
TEST(turns_of_racing_stores)
{
    static const char *const racing =
        "PTX T\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
        " st.weak.u32 [x], 1 | ld.weak.u32 r0, [x] ;\n | st.weak.u32 [x], 2 ;\n%s";
    char text[512];
    snprintf(text, sizeof text, racing, "exists (1:r0=1 /\\ x=1)\n");
    turns_are("ptx", text, false);
    snprintf(text, sizeof text, racing, "exists (1:r0=0 /\\ x=1)\n");
    turns_are("ptx", text, true);
    /* four stores, two readers that disagree */
    turns_are("ptx",
              "PTX T\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
              " st.weak.u32 [x], 1 | st.weak.u32 [x], 2 | ld.weak.u32 r0, [x] ;\n"
              " | | ld.weak.u32 r1, [x] ;\n | | ld.weak.u32 r2, [x] ;\n"
              "exists (2:r0=1 /\\ 2:r1=2 /\\ 2:r2=1)\n",
              false);
}

/* Between an exclusive pair a thread may do something else; an instruction of 16 bytes is one step.
 */
TEST(turns_of_pairs)
{
    turns_are("arm",
              "AArch64 T\n{ 0:X1=x; 0:X3=y; 1:X3=y; }\n P0 | P1 ;\n LDXR W0,[X1] | MOV W0,#1 ;\n"
              " LDR W2,[X3] | STR W0,[X3] ;\n STXR W4,W2,[X1] | ;\n"
              "exists (0:X2=1 /\\ 0:X4=0)\n",
              true);
    turns_are("arm",
              "AArch64 T\n{ int64_t x[2]={16,32}; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
              " MOV X0,#1 | MOV X0,#16 ;\n MOV X2,#2 | MOV X2,#32 ;\n"
              " LDSETP X0,X2,[X1] | LDCLRPAL X0,X2,[X1] ;\nexists (x[0]=1 /\\ x[1]=2)\n",
              true);
}

/* ---- verdicts ------------------------------------------------------------------------ */

/* What a check knows of bounds that no execution reaches (checker/reach.h): two threads draw
 * numbers until they are too large, each number once. Past the bound some axioms alone allow more,
 * so that which suffice is not known. */
TEST(bounds_out_of_reach)
{
    static const char *const scopes[] = {"gpu", "cta"}; /* cta: both may draw one number */
    for (int i = 0; i < 2; i++) {
        explained b;
        char text[500];
        snprintf(text, sizeof text,
                 "PTX t\n{ x=0; a=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                 " L0: atom.add.relaxed.%s.u32 r1, [x], 1 | L1: atom.add.relaxed.%s.u32 r1, [x], 1 "
                 ";\n setp.ge.s32 p0, r1, 2 | setp.ge.s32 p0, r1, 2 ;\n @p0 ret | @p0 ret ;\n"
                 " atom.add.relaxed.gpu.u32 r2, [a], 1 | atom.add.relaxed.gpu.u32 r2, [a], 1 ;\n"
                 " bra L0 | bra L1 ;\nexists (a=1)\n",
                 scopes[i], scopes[i]);
        open_text_of(&b, "ptx", text);
        assert_int_equal(b.x->verdict, i == 0 ? CM_EXPLAINED_FORBIDDEN : CM_EXPLAINED_UNKNOWN);
        assert_int_equal(b.x->bounded, i == 0);
        assert_int_equal(b.x->sufficient_count, 0);
        assert_false(b.x->sufficient_known);
        checker_end(&b.c);
    }
}

/* A test that asks for no outcome: its flags alone, those of one execution together. */
TEST(flags_alone)
{
    static const char text[] =
        "PTX t\n{ }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.u32 [x], 1 | ld.u32 r0, [x] ;\n"
        " | setp.ne.s32 p0, r0, 0 ;\n | @p0 trap ;\nlocations [x]\n";
    explained b;
    open_text_of(&b, "ptx", text);
    assert_int_equal(b.x->verdict, CM_EXPLAINED_FLAGS);
    assert_null(b.x->execution);
    assert_int_equal(b.x->flag_count, 2);
    for (int i = 0; i < 2; i++) {
        const char *names[] = {"data-race", "trap"};
        assert_string_equal(b.x->model->constraints[b.x->flags[i].constraint].name, names[i]);
        assert_false(b.x->flags[i].of_outcome);
    }
    checker_end(&b.c);
    open_text_of(&b, "ptx", "PTX t\n{ }\n P0@cta 0,gpu 0 ;\n st.u32 [x], 1 ;\nforall (true)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_FLAGS);
    assert_int_equal(b.x->flag_count, 0);
    checker_end(&b.c);
}

TEST(impossible)
{
    explained b;
    open_text_of(&b, "arm", MP "exists (1:X0=7)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_IMPOSSIBLE);
    checker_end(&b.c);
}

/* Order of writes that an axiom alone gives is a matter of choice, too: each is a candidate. */
TEST(axioms_are_left_out)
{
    static const struct {
        const char *model, *text;
        size_t classes;
    } tests[] = {
        {"arm",
         "AArch64 CoWW\n{ 0:X1=x; }\n P0 ;\n MOV W0,#1 ;\n STR W0,[X1] ;\n MOV W2,#2 ;\n"
         " STR W2,[X1] ;\nexists ([x]=1)\n",
         1},
        {"x86tso", "X86 CoWW\n{ }\n P0 ;\n MOV [x],$1 ;\n MOV [x],$2 ;\nexists ([x]=1)\n", 1},
        /* two writes of each thread, in one order or the other, and two values for each read */
        {"ptx",
         "PTX SB\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
         " st.weak.u32 [x], 1 | st.weak.u32 [y], 1 ;\n fence.sc.gpu | fence.sc.gpu ;\n"
         " st.weak.u32 [x], 2 | st.weak.u32 [y], 2 ;\n fence.sc.gpu | fence.sc.gpu ;\n"
         " ld.weak.u32 r1, [y] | ld.weak.u32 r2, [x] ;\nforall (0:r1=2 \\/ 1:r2=2)\n",
         16},
    };
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        explained b;
        open_text_of(&b, tests[i].model, tests[i].text);
        assert_int_equal(b.x->verdict, CM_EXPLAINED_FORBIDDEN);
        assert_int_equal(b.x->classes, tests[i].classes);
        check_explanation(&b, true);
        checker_end(&b.c);
    }
}

/* A cycle between threads is told before what one thread sees of itself. */
TEST(between_threads_first)
{
    explained b;
    open_text_of(&b, "arm",
                 "AArch64 MP\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"
                 " MOV W0,#1 | LDAR W0,[X3] ;\n STR W0,[X1] | LDR W2,[X1] ;\n MOV W4,#2 | ;\n"
                 " STR W4,[X1] | ;\n STLR W0,[X3] | ;\nexists (1:X0=1 /\\ 1:X2=0)\n");
    assert_int_equal(b.x->group_count, 2);
    assert_string_equal(b.c.cat.model->constraints[b.x->groups[0].violations[0].constraint].name,
                        "external");
    check_explanation(&b, true);
    checker_end(&b.c);
}

/* What a forall does not say is asked about. */
TEST(opposite_of_forall)
{
    explained b;
    open_text_of(&b, "arm", MP "forall (1:X0=0 \\/ 1:X2=1)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_ALLOWED);
    assert_string_equal(b.x->outcome, "not (1:X0=0 \\/ 1:X2=1)");
    checker_end(&b.c);
}

TEST(cut_loops_are_not_known)
{
    explained b;
    open_text_of(&b, "arm",
                 "AArch64 L\n{ 0:X1=x; }\n P0 ;\n L: ;\n LDR W0,[X1] ;\n ADD W0,W0,#1 ;\n"
                 " STR W0,[X1] ;\n CMP W0,#9 ;\n B.NE L ;\nexists ([x]=8)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_UNKNOWN);
    assert_non_null(strstr(b.x->reason, "unrolled"));
    check_told(&b);
    checker_end(&b.c);
}

/* As a check has it (unit.check, wild_rounds): a round that fails is part of no execution that
 * ends, and may do what the test does not describe all the same. */
TEST(wild_rounds_are_not_known)
{
    static const char *const tests[][3] = {
        {"arm",
         "AArch64 t\n{ x=0; 1:X1=x; }\n P0 | P1 ;\n L0: LDR W0,[X3] | MOV W0,#1 ;\n"
         " CBZ W0,L0 | STR W0,[X1] ;\nexists (x=2)\n",
         "`LDR W0,[X3]` may "},
        {"arm",
         "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
         " MOV W0,#1 | L0: LDR W2,[X1] ;\n STR W0,[X1] | CBNZ W2,L1 ;\n"
         " | LDR W3,[X7] ;\n | B L0 ;\n | L1: MOV W4,#1 ;\nexists (1:X4=0)\n",
         "`LDR W3,[X7]` may "},
        /* only where the thread goes on after it (unit.spin, strays_of_rounds_that_go_on) */
        {"arm",
         "AArch64 t\n{ int a[2]; 0:X1=y; 0:X2=z; 0:X3=x; 1:X1=y; 1:X3=x; 1:X7=a; 1:X8=z; }\n"
         " P0 | P1 ;\n MOV W0,#1 | L0: LDR W0,[X1] ;\n STR W0,[X1] | LDR W2,[X3] ;\n"
         " LDR W4,[X2] | CBNZ W0,L1 ;\n STR W4,[X3] | LSL W2,W2,#4 ;\n"
         " | LDR W4,[X7,W2,UXTW] ;\n | B L0 ;\n | L1: MOV W5,#1 ;\n | STR W5,[X8] ;\n"
         "exists (z=2)\n",
         "`LDR W4,[X7,W2,UXTW]` may "},
        /* the same beside values that do not settle: c grows */
        {"arm",
         "AArch64 t\n{ int a[2]; 0:X1=y; 0:X2=z; 0:X3=x; 1:X1=y; 1:X3=x; 1:X7=a; 1:X8=z; "
         "2:X9=c; }\n P0 | P1 | P2 ;\n MOV W0,#1 | L0: LDR W0,[X1] | LDR W6,[X9] ;\n"
         " STR W0,[X1] | LDR W2,[X3] | ADD W6,W6,#1 ;\n"
         " LDR W4,[X2] | CBNZ W0,L1 | STR W6,[X9] ;\n STR W4,[X3] | LSL W2,W2,#4 | ;\n"
         " | LDR W4,[X7,W2,UXTW] | ;\n | B L0 | ;\n | L1: MOV W5,#1 | ;\n"
         " | STR W5,[X8] | ;\nexists (z=2)\n",
         "`LDR W4,[X7,W2,UXTW]` may "},
        {"ptx",
         "PTX t\n{ f=0; shared s@cta 0; }\n"
         " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
         " L0: ld.acquire.gpu.u32 r0, [f] | L0: bar.sync 0 | st.relaxed.gpu.u32 [f], 1 ;\n"
         " st.weak.shared.u32 [s], r0 | ld.weak.shared.u32 r1, [s] | ;\n"
         " bar.sync 0 | setp.eq.u32 p0, r1, 0 | ;\n"
         " ld.weak.shared.u32 r1, [s] | @p0 ld.relaxed.gpu.u32 r3, [r9] | ;\n"
         " bar.sync 0 | bar.sync 0 | ;\n"
         " setp.eq.u32 p0, r1, 0 | @p0 bra L0 | ;\n @p0 bra L0 | | ;\nexists (1:r1=0)\n",
         "ld.relaxed.gpu.u32 r3, [r9]` may "}};
    for (size_t i = 0; i < sizeof tests / sizeof *tests; i++) {
        explained b;
        open_text_of(&b, tests[i][0], tests[i][1]);
        assert_int_equal(b.x->verdict, CM_EXPLAINED_UNKNOWN);
        if (!strstr(b.x->reason, tests[i][2]))
            fail_msg("%s", b.x->reason);
        checker_end(&b.c);
    }
}

/* They make no classes either. */
TEST(rounds_that_fail_are_no_candidates)
{
    explained b;
    open_text_of(&b, "arm",
                 "AArch64 t\n{ 0:X1=x; 0:X3=y; 1:X1=y; 1:X3=x; }\n P0 | P1 ;\n"
                 " MOV W0,#1 | L: LDAR W0,[X1] ;\n STR W0,[X1] | CBZ W0,L ;\n"
                 " STLR W0,[X3] | LDR W2,[X3] ;\nexists (1:X2=0)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_FORBIDDEN);
    assert_int_equal(b.x->classes, 1);
    checker_end(&b.c);
}

static int axiom_of(const explained *b, const char *name)
{
    const cm_model *m = b->c.cat.model;
    for (int i = 0; i < m->constraint_count; i++)
        if (m->constraints[i].name && strcmp(m->constraints[i].name, name) == 0)
            return i;
    fail_msg("no axiom %s", name);
    return -1;
}

/* A store behind a jump gives the value by which it is jumped, round a counter of which a model has
 * only so many values: with the axiom no-thin-air there is no such execution, and of the candidates
 * it is one. */
TEST(values_behind_jumps_are_candidates)
{
    explained b;
    open_text_of(&b, "ptx",
                 "PTX round\n{ x=0; z=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                 " ld.relaxed.gpu.u32 r9, [z] | atom.relaxed.gpu.add.u32 r0, [x], 1 ;\n"
                 " add.u32 r8, r9, 1 | setp.ne.u32 p0, r0, 2 ;\n"
                 " atom.relaxed.gpu.add.u32 r0, [x], r8 | @p0 bra L ;\n"
                 " | st.relaxed.gpu.u32 [z], 1 ;\n | L: ;\nexists (0:r9=1 /\\ 1:r0=2)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_FORBIDDEN);
    assert_int_equal(b.x->classes, 2); /* x in either order */
    assert_int_equal(b.x->sufficient_count, 1);
    assert_true(b.x->sufficient[0][axiom_of(&b, "no-thin-air")]);
    check_sufficient(&b);
    checker_end(&b.c);
    /* Whoever reads 1 is second, or has read what it gives itself, if it then stores. */
    open_text_of(&b, "ptx",
                 "PTX second\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                 " atom.relaxed.gpu.add.u32 r0, [x], 1 | atom.relaxed.gpu.add.u32 r0, [x], 1 ;\n"
                 " | setp.ne.u32 p0, r0, 1 ;\n | @p0 bra L ;\n | st.weak.u32 [x], 5 ;\n | L: ;\n"
                 "exists (0:r0=1 /\\ x=5)\n");
    assert_int_equal(b.x->verdict, CM_EXPLAINED_IMPOSSIBLE);
    checker_end(&b.c);
}

/* Which constraints are part of the choice of an order. */
TEST(premises)
{
    static const char *const expected[][2] = {
        {"ptx", "sc-total init-first co-total"},
        {"cmcm", "init-first co-total gsc-total"},
        {"arm", ""},
        {"x86tso", ""},
    };
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

/* That an order is total, or holds what is given, says nothing but of itself; that one order is in
 * another, or rf in one, is an axiom. */
TEST(axioms_between_orders)
{
    static const char text[] = "with a from partial-orders((W * W) & loc)\n"
                               "with b from partial-orders((W * W) & loc)\n"
                               "empty a \\ b as in-another\n"
                               "empty (rf & loc) \\ a as reads-in-order\n"
                               "empty ((W * W) & loc & ~id) \\ (a | a^-1) as total\n";
    cat c;
    cat_load(&c, text);
    const bool *premises = cm_find_premises(c.arena, c.model);
    assert_int_equal(c.model->constraint_count, 3);
    for (int i = 0; i < 3; i++)
        assert_int_equal(premises[i], strcmp(c.model->constraints[i].name, "total") == 0);
    cat_end(&c);
}
