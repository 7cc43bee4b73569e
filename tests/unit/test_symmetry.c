/* checker/symmetry.c: identical threads are looked at in one order, and all states
 * are there. (Random ones: test_spin_random.c.) */
#include "checker/symmetry.h"

#include "tests/unit/checker_help.h"

/* Classes are not seen from outside, but images are: those of a state whose
 * observed registers all have different values tell how many exchanges there are. */
static void expect_images(const char *text, size_t count)
{
    checker c;
    checker_start_model(&c, "cmcm", text);
    cm_symmetry *symmetry = cm_symmetry_find(&c.job);
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

static void classes(void **state)
{
    (void)state;
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

static void states(void **state)
{
    (void)state;
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
static void limit(void **state)
{
    (void)state;
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

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(classes), cmocka_unit_test(states),
                                       cmocka_unit_test(limit)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
