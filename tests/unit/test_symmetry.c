/* checker/symmetry.c: identical threads are looked at in one order, and all states
 * are there. (Random ones: test_spin_random.c.) */
#include "checker/graph.h"
#include "checker/symmetry.h"

#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"

/* Classes are not seen from outside, but images are: those of a state whose
 * observed registers all have different values tell how many exchanges there are. */
static void expect_images(const char *text, size_t count)
{
    checker c;
    checker_start_model(&c, "cmcm", text);
    cm_symmetry *symmetry = cm_symmetry_find(&c.job, true);
    size_t width = (size_t)cm_state_width(c.job.test);
    uint64_t *values = CM_NEW_ARRAY(c.cat.arena, width + 1, uint64_t), *images;
    for (size_t i = 0; i < width; i++)
        values[i] = i;
    size_t found = symmetry ? cm_symmetry_images(symmetry, values, &images) : 1;
    if (found != count)
        fail_msg("%zu images, expected %zu:\n%s", found, count, text);
    checker_end(&c);
}

#define READERS(init, heads, condition)                                                            \
    "CMCM t\n{ x=0; " init " }\n " heads " ;\n"                                                    \
    " ld.relaxed.sys.u32 r0, [x] | ld.relaxed.sys.u32 r0, [x] | ld.relaxed.sys.u32 r0, [x] ;\n"    \
    "locations [P0:r0; P1:r0; P2:r0;]\n" condition "\n"
#define SAME_CTA "P0@ptx,cta 0,gpu 0 | P1@ptx,cta 0,gpu 0 | P2@ptx,cta 0,gpu 0"

TEST(classes)
{
    expect_images(READERS("", SAME_CTA, "forall (true)"), 6);
    expect_images(READERS("", "P0@ptx,cta 0,gpu 0 | P1@ptx,cta 1,gpu 0 | P2@ptx,cta 2,gpu 0",
                          "forall (true)"),
                  6);
    /* the third one is nearer to the first than to the second, by CTA, cluster, GPU, system */
    expect_images(READERS("", "P0@ptx,cta 0,gpu 0 | P1@ptx,cta 1,gpu 0 | P2@ptx,cta 0,gpu 0",
                          "forall (true)"),
                  2);
    expect_images(READERS("",
                          "P0@ptx,cta 0,cluster 0,gpu 0 | P1@ptx,cta 1,cluster 1,gpu 0 | "
                          "P2@ptx,cta 2,cluster 0,gpu 0",
                          "forall (true)"),
                  2);
    expect_images(READERS("", "P0@ptx,cta 0,gpu 0 | P1@ptx,cta 1,gpu 1 | P2@ptx,cta 2,gpu 0",
                          "forall (true)"),
                  2);
    /* other registers at first; a filter that tells one from the others; what is seen */
    expect_images(READERS("P1:r0=1;", SAME_CTA, "forall (true)"), 2);
    expect_images(READERS("", SAME_CTA, "filter (P0:r0=0)\nforall (true)"), 2);
    expect_images("CMCM t\n{ x=0; }\n " SAME_CTA " ;\n ld.relaxed.sys.u32 r0, [x] | "
                  "ld.relaxed.sys.u32 r0, [x] | ld.relaxed.sys.u32 r0, [x] ;\n"
                  "locations [P0:r0; P2:r0;]\nforall (true)\n",
                  2);
    /* other code: an order, a scope, a value, an operation */
    expect_images("CMCM t\n{ x=0; }\n " SAME_CTA " ;\n ld.relaxed.sys.u32 r0, [x] | "
                  "ld.acquire.sys.u32 r0, [x] | ld.relaxed.gpu.u32 r0, [x] ;\n"
                  "locations [P0:r0; P1:r0; P2:r0;]\nforall (true)\n",
                  1);
    expect_images("CMCM t\n{ x=0; }\n " SAME_CTA " ;\n add.u32 r0, r0, 1 | "
                  "add.u32 r0, r0, 2 | sub.u32 r0, r0, 1 ;\n"
                  "locations [P0:r0; P1:r0; P2:r0;]\nforall (true)\n",
                  1);
    /* two of one kind, two of another */
    expect_images("CMCM t\n{ x=0; 0:X1=x; 2:X1=x; }\n"
                  " P0@aarch64 | P1@ptx,cta 0,gpu 0 | P2@aarch64 | P3@ptx,cta 1,gpu 0 ;\n"
                  " LDR W0,[X1] | ld.relaxed.sys.u32 r0, [x] | LDR W0,[X1] | "
                  "ld.relaxed.sys.u32 r0, [x] ;\n"
                  "locations [0:X0; P1:r0; 2:X0; P3:r0;]\nforall (true)\n",
                  4);
    /* addresses of code belong to one thread */
    expect_images("CMCM t\n{ x=0; }\n P0@aarch64 | P1@aarch64 ;\n ADR X0,L0 | ADR X0,L1 ;\n"
                  " L0: NOP | L1: NOP ;\nlocations [0:X0; 1:X0;]\nforall (true)\n",
                  1);
}

TEST(states)
{
    cm_check_options options = {.unroll = 2, .verify = true};
    checker_expect("arm",
                   "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; 2:X1=x; }\n P0 | P1 | P2 ;\n"
                   " MOV W2,#1 | MOV W2,#1 | MOV W2,#1 ;\n"
                   " LDADD W2,W0,[X1] | LDADD W2,W0,[X1] | LDADD W2,W0,[X1] ;\n"
                   "locations [0:X0; 1:X0; 2:X0;]\nforall (x=3)\n",
                   &options, CM_COMPLETE,
                   "0:X0=0; 1:X0=1; 2:X0=2; [x]=3; | 0:X0=0; 1:X0=2; 2:X0=1; [x]=3; | "
                   "0:X0=1; 1:X0=0; 2:X0=2; [x]=3; | 0:X0=1; 1:X0=2; 2:X0=0; [x]=3; | "
                   "0:X0=2; 1:X0=0; 2:X0=1; [x]=3; | 0:X0=2; 1:X0=1; 2:X0=0; [x]=3;");
    /* readers of a writer: by the values they find */
    checker_expect("ptx",
                   "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
                   " st.relaxed.sys.u32 [x], 1 | ld.relaxed.sys.u32 r0, [x] | "
                   "ld.relaxed.sys.u32 r0, [x] ;\nexists (P1:r0=0 /\\ P2:r0=1)\n",
                   &options, CM_COMPLETE,
                   "1:r0=0; 2:r0=0; | 1:r0=0; 2:r0=1; | 1:r0=1; 2:r0=0; | 1:r0=1; 2:r0=1;");
    /* the filter picks one of several orders */
    checker_expect("arm",
                   "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                   " MOV W2,#1 | MOV W2,#1 ;\n LDADD W2,W0,[X1] | LDADD W2,W0,[X1] ;\n"
                   "filter (1:X0=0)\nforall (0:X0=1)\n",
                   &options, CM_COMPLETE, "0:X0=1;");
    /* stores whose order is not total */
    checker_expect("ptx",
                   "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                   " ld.weak.u32 r0, [x] | ld.weak.u32 r0, [x] ;\n"
                   " st.weak.u32 [x], 1 | st.weak.u32 [x], 1 ;\nexists (P0:r0=1)\n",
                   &options, CM_COMPLETE, "0:r0=0; | 0:r0=1;");
}

/* Images count for the limit of states. */
TEST(limit)
{
    checker c;
    checker_start_model(&c, "arm",
                        "AArch64 t\n{ x=0; 0:X1=x; 1:X1=x; 2:X1=x; }\n P0 | P1 | P2 ;\n"
                        " MOV W2,#1 | MOV W2,#1 | MOV W2,#1 ;\n"
                        " LDADD W2,W0,[X1] | LDADD W2,W0,[X1] | LDADD W2,W0,[X1] ;\n"
                        "locations [0:X0; 1:X0; 2:X0;]\nforall (x=3)\n");
    cm_check_options options = {.unroll = 2, .max_states = 5};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    assert_int_equal(r->outcome, CM_LIMIT);
    options.max_states = 6;
    r = checker_run(&c, c.cat.model, c.job.test, &options);
    assert_int_equal(r->outcome, CM_COMPLETE);
    assert_int_equal(r->states->count, 6);
    assert_true(r->statistics.solver_calls <= 3); /* one order of six, and that there is no other */
    checker_end(&c);
}

/* ---- locations of their own -------------------------------------------- */

#define OWN(init, body)                                                                            \
    "AArch64 t\n{ int64_t q=0; int64_t n0=0; int64_t n1=0; int64_t n2=0; 0:X0=q; 1:X0=q; "         \
    "2:X0=q; 0:X1=n0; 1:X1=n1; 2:X1=n2; " init " }\n P0 | P1 | P2 ;\n" body
#define SWAP " SWP X1,X2,[X0] | SWP X1,X2,[X0] | SWP X1,X2,[X0] ;\n"
#define SEEN "locations [0:X2; 1:X2; 2:X2;]\nforall (true)\n"

TEST(own_locations)
{
    expect_images(OWN("", SWAP SEEN), 6);
    expect_images(OWN("", SWAP "locations [n0; n1; n2;]\nforall (true)\n"), 6);
    expect_images(OWN("", SWAP "locations [0:X2; 1:X2; 2:X2; n0; n1;]\nforall (true)\n"), 2);
    /* one is known to another thread, lies in memory, starts with something else, is asked of */
    expect_images(OWN("0:X3=n1;", SWAP SEEN), 1);
    expect_images(OWN("2:X3=n1;", SWAP SEEN), 1);
    expect_images(OWN("int64_t p=n2;", SWAP SEEN), 2);
    expect_images(OWN("", SWAP "filter (q=n2)\n" SEEN), 2);
    /* different places in it */
    expect_images(OWN("", " ADD X1,X1,#4 | ADD X1,X1,#4 | ADD X1,X1,#2 ;\n" SWAP SEEN), 2);
    /* another initial value, another size */
    expect_images("AArch64 t\n{ int64_t n0=0; int64_t n1=7; 0:X1=n0; 1:X1=n1; }\n"
                  " P0 | P1 ;\n LDR X2,[X1] | LDR X2,[X1] ;\nlocations [0:X2; 1:X2;]\n"
                  "forall (true)\n",
                  1);
    expect_images("AArch64 t\n{ int64_t n0[2]={0,0}; int64_t n1=0; 0:X1=n0; 1:X1=n1; }\n"
                  " P0 | P1 ;\n LDR X2,[X1] | LDR X2,[X1] ;\nlocations [0:X2; 1:X2;]\n"
                  "forall (true)\n",
                  1);
}

/* The same, with elements of one array. */
#define PARTS(init, body)                                                                          \
    "AArch64 t\n{ int64_t q=0; int64_t n[6]={" init "}; 0:X0=q; 1:X0=q; 2:X0=q; 0:X1=n; "          \
    "1:X1=n+16; 2:X1=n+32; }\n P0 | P1 | P2 ;\n" body

TEST(own_elements)
{
    expect_images(PARTS("0,0,0,0,0,0", SWAP SEEN), 6);
    expect_images(PARTS("0,5,0,5,0,5", SWAP "locations [n;]\nforall (true)\n"), 6);
    /* other initial values; an element is asked of, or known to another thread; the order of one
     * thread's own elements is not that of another's */
    expect_images(PARTS("0,5,0,0,0,5", SWAP SEEN), 2);
    expect_images(PARTS("0,0,0,0,0,0", SWAP "filter (q=n[4])\n" SEEN), 2);
    expect_images(
        "AArch64 t\n{ int64_t n[4]={0,0,0,0}; 0:X1=n; 1:X1=n+16; 1:X2=n+8; }\n P0 | P1 ;\n"
        " LDR X3,[X1] | LDR X3,[X1] ;\nlocations [0:X3; 1:X3;]\nforall (true)\n",
        1);
    expect_images("AArch64 t\n{ int64_t n[4]={0,0,0,0}; 0:X1=n; 0:X2=n+8; 1:X1=n+24; 1:X2=n+16; }\n"
                  " P0 | P1 ;\n LDR X3,[X1] | LDR X3,[X1] ;\nlocations [0:X3; 1:X3;]\n"
                  "forall (true)\n",
                  1);
}

/* Addresses may be copied, added to and compared for equality; what else is done with
 * them tells locations apart. */
static void expect_even(const char *body, bool even)
{
    checker c;
    checker_start_model(&c, "arm", body);
    cm_graph graph;
    assert_non_null(cm_symmetry_find(&c.job, true));
    assert_true(c.job.exchange_count > 0);
    cm_graph_build(&c.job, &graph);
    if (c.job.uneven == even)
        fail_msg("%s\n%s", body, even ? "uneven" : "even");
    checker_end(&c);
}

#define THRICE(text) " " text " | " text " | " text " ;\n"

TEST(even_operations)
{
    expect_even(OWN("", SWAP SEEN), true);
    expect_even(OWN("", SWAP THRICE("ADD X3,X2,#4") THRICE("LDR X4,[X1,#0]") SEEN), true);
    expect_even(OWN("", SWAP THRICE("CMP X2,X1") THRICE("CSET X4,NE") SEEN), true);
    expect_even(OWN("", SWAP THRICE("CMP X2,X1") THRICE("CSET X4,LO") SEEN), false);
    expect_even(OWN("", SWAP THRICE("SUBS X5,X2,X1") SEEN), false);
    expect_even(OWN("", SWAP THRICE("AND X5,X2,#0xff0000") SEEN), false);
    expect_even(OWN("", SWAP THRICE("LDR W5,[X0]") SEEN), false);
    expect_even(OWN("", SWAP THRICE("ADD X5,X2,#16, LSL #12") SEEN), false);
}

/* An address that leaves the thread's own elements, and an access that does. */
TEST(even_elements)
{
    expect_even(PARTS("0,0,0,0,0,0", SWAP THRICE("ADD X3,X2,#8") SEEN), true);
    expect_even(PARTS("0,0,0,0,0,0", SWAP THRICE("ADD X3,X2,#16") SEEN), false);
    static const struct {
        const char *offset;
        bool kept;
    } rows[] = {{"8", true}, {"12", false}};
    for (int i = 0; i < 2; i++) {
        checker c;
        cm_text text = cm_text_new(arena);
        cm_text_append(
            &text,
            "AArch64 t\n{ int64_t n[7]={0,0,0,0,0,0,0}; 0:X1=n; 1:X1=n+16; 2:X1=n+32; }\n"
            " P0 | P1 | P2 ;\n LDR X3,[X1,#%s] | LDR X3,[X1,#%s] | LDR X3,[X1,#%s] ;\n"
            "locations [0:X3;]\nforall (true)\n",
            rows[i].offset, rows[i].offset, rows[i].offset);
        checker_start_model(&c, "arm", text.data);
        cm_symmetry *found = cm_symmetry_find(&c.job, true);
        cm_graph graph;
        cm_graph_build(&c.job, &graph);
        cm_symmetry *kept = cm_symmetry_settle(found, &graph, true);
        assert_non_null(found);
        assert_int_equal(kept != NULL, rows[i].kept);
        checker_end(&c);
    }
}

/* All that exchanges give is there, and nothing else: as without them, and as the
 * oracle has it, which knows nothing of exchanges. */
TEST(own_states)
{
    static const char *const texts[] = {
        /* a queue: who comes later knows who came before, and writes there */
        OWN("", SWAP " CBZ X2,A0 | CBZ X2,A1 | CBZ X2,A2 ;\n"
                     " STR X1,[X2] | STR X1,[X2] | STR X1,[X2] ;\n A0: | A1: | A2: ;\n"
                     "locations [q; n0; n1; n2; 0:X2; 1:X2; 2:X2;]\nforall (true)\n"),
        /* equal or not may be asked of addresses */
        OWN("", SWAP " LDR X3,[X0] | LDR X3,[X0] | LDR X3,[X0] ;\n"
                     " CMP X3,X1 | CMP X3,X1 | CMP X3,X1 ;\n CSET X4,EQ | CSET X4,EQ | CSET X4,EQ "
                     ";\nlocations [0:X4; 1:X4; 2:X4; q;]\nforall (true)\n"),
        /* which comes first in memory tells them apart: these are not exchanged */
        OWN("", SWAP " CMP X2,X1 | CMP X2,X1 | CMP X2,X1 ;\n"
                     " CSET X4,LO | CSET X4,LO | CSET X4,LO ;\n"
                     "locations [0:X4; 1:X4; 2:X4;]\nforall (true)\n"),
        OWN("", SWAP " SUBS X5,X2,X1 | SUBS X5,X2,X1 | SUBS X5,X2,X1 ;\n"
                     " CSET X4,HI | CSET X4,HI | CSET X4,HI ;\n"
                     "locations [0:X4; 1:X4; 2:X4;]\nforall (true)\n"),
        /* two exchanges make one state */
        "AArch64 t\n{ int64_t q=0; int64_t n0=0; int64_t n1=0; 0:X0=q; 1:X0=q; 0:X1=n0; "
        "1:X1=n1; }\n P0 | P1 ;\n STR X1,[X0] | STR X1,[X0] ;\n LDR X2,[X0] | LDR X2,[X0] ;\n"
        "locations [0:X2; 1:X2;]\nforall (true)\n",
        /* the queue of elements; who writes to a later element than his own tells them apart */
        PARTS("0,0,0,0,0,0",
              SWAP " CBZ X2,A0 | CBZ X2,A1 | CBZ X2,A2 ;\n"
                   " STR X1,[X2,#8] | STR X1,[X2,#8] | STR X1,[X2,#8] ;\n A0: | A1: | A2: ;\n"
                   "locations [q; n; 0:X2; 1:X2; 2:X2;]\nforall (true)\n"),
        PARTS("0,0,0,0,0,0", " STR X0,[X1,#16] | STR X0,[X1,#16] | MOV X3,#1 ;\n"
                             " LDR X2,[X1] | LDR X2,[X1] | LDR X2,[X1] ;\n"
                             "locations [n; 0:X2; 1:X2; 2:X2;]\nforall (true)\n"),
        /* a reader besides, who tells nobody apart */
        "AArch64 t\n{ int64_t q=0; int64_t n0=0; int64_t n1=0; 0:X0=q; 1:X0=q; 2:X0=q; 0:X1=n0; "
        "1:X1=n1; }\n P0 | P1 | P2 ;\n MOV X3,#1 | MOV X3,#1 | LDR X1,[X0] ;\n"
        " STR X3,[X1] | STR X3,[X1] | CBZ X1,L ;\n STLR X1,[X0] | STLR X1,[X0] | LDR X2,[X1] ;\n"
        " | | L: ;\nlocations [2:X1; 2:X2; q;]\nforall (true)\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        checker c;
        checker_start_model(&c, "arm", texts[i]);
        cm_check_options options = {.verify = true}, plain = {.plain = true};
        cm_check_result *less = checker_run(&c, c.cat.model, c.job.test, &options);
        cm_check_result *all = checker_run(&c, c.cat.model, c.job.test, &plain);
        assert_int_equal(less->outcome, all->outcome);
        if (strcmp(checker_states(&c, less), checker_states(&c, all)) != 0)
            fail_msg("%s\n  %s\nwithout exchanges\n  %s", texts[i], checker_states(&c, less),
                     checker_states(&c, all));
        if (less->outcome != CM_COMPLETE) { /* where locations lie is none of the test's */
            checker_end(&c);
            continue;
        }
        oracle_result slow = {0};
        oracle_limits limits = {.unroll = 1, .candidates = 100000};
        if (!oracle_run(&c.cat.work, c.cat.model, c.job.test, &limits, &slow) || !slow.states)
            fail_msg("%s\nthe oracle does not answer", texts[i]);
        cm_check_result others = {.states = slow.states};
        assert_string_equal(checker_states(&c, less), checker_states(&c, &others));
        checker_end(&c);
    }
}
