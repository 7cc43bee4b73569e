/* litmus/weaken.h: a test without an item has the states of the test that is written so. */
#include "litmus/isa/weaken.h"
#include "tests/unit/checker_help.h"

/* Marks the items of that kind and, if it is not NULL, that tag; of fences, the first. */
static bool *chosen(checker *c, const cm_ordering *items, int count, cm_ordering_kind kind,
                    const char *tag)
{
    bool *marks = CM_NEW_ARRAY(c->cat.arena, (size_t)count + 1, bool);
    for (int i = 0; i < count; i++)
        marks[i] =
            items[i].kind == kind &&
            (kind == CM_ORDERING_FENCE ? !tag || i == 0 : !tag || strcmp(items[i].tag, tag) == 0);
    return marks;
}

/* Takes those items from the first text: the states are the second one's. */
static void same_states(const char *model, const char *more, const char *less,
                        cm_ordering_kind kind, const char *tag, int expected)
{
    checker c;
    cm_ordering *items;
    checker_start_model(&c, model, more);
    const cm_test *test = c.job.test;
    int count = cm_orderings_of(c.cat.arena, test, &items);
    if (kind >= CM_ORDERING_ADDR) {
        items = CM_NEW(c.cat.arena, cm_ordering);
        *items = cm_ordering_dependency(kind, 1, 2);
        count = 1;
    }
    bool *marks = chosen(&c, items, count, kind, tag);
    int marked = 0;
    for (int i = 0; i < count; i++)
        marked += marks[i];
    assert_int_equal(marked, expected);
    const char *weak =
        checker_states_of(&c, cm_test_without(c.cat.arena, test, items, marks, count));
    const char *strong = checker_states_of(&c, test);
    cm_test *plain = checker_parse(&c, less);
    assert_string_equal(weak, checker_states_of(&c, plain));
    assert_string_not_equal(weak, strong);
    bool *none = CM_NEW_ARRAY(c.cat.arena, (size_t)count + 1, bool);
    assert_string_equal(
        strong, checker_states_of(&c, cm_test_without(c.cat.arena, test, items, none, count)));
    checker_end(&c);
}

#define AARCH64(p0, p1, p2, p3)                                                                    \
    "AArch64 T\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n MOV W0,#1 | LDR W0,[X3] ;\n"     \
    " STR W0,[X1] | " p1 " ;\n " p0 " | " p2 " ;\n " p3 " | ;\nexists (1:X0=1 /\\ 1:X2=0)\n"

TEST(fences)
{
    same_states("arm", AARCH64("DMB SY", "DMB LD", "LDR W2,[X1]", "STR W0,[X3]"),
                AARCH64("NOP", "NOP", "LDR W2,[X1]", "STR W0,[X3]"), CM_ORDERING_FENCE, NULL, 2);
}

TEST(releases)
{
    same_states("arm", AARCH64("NOP", "DMB LD", "LDR W2,[X1]", "STLR W0,[X3]"),
                AARCH64("NOP", "DMB LD", "LDR W2,[X1]", "STR W0,[X3]"), CM_ORDERING_ORDER, "L", 1);
}

TEST(dependencies)
{
    same_states("arm", AARCH64("DMB SY", "EOR W4,W0,W0", "LDR W2,[X1,W4,SXTW]", "STR W0,[X3]"),
                AARCH64("DMB SY", "NOP", "LDR W2,[X1]", "STR W0,[X3]"), CM_ORDERING_ADDR, NULL, 1);
}

#define PTX(store, load)                                                                           \
    "PTX T\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n st.weak.u32 [x], 1 | " load        \
    ".u32 r0, [y] ;\n " store ".u32 [y], 1 | ld.weak.u32 r1, [x] ;\n"                              \
    "exists (1:r0=1 /\\ 1:r1=0)\n"

TEST(orders_and_scopes)
{
    same_states("ptx", PTX("st.release.gpu", "ld.acquire.gpu"),
                PTX("st.relaxed.gpu", "ld.acquire.gpu"), CM_ORDERING_ORDER, "REL", 1);
    same_states("ptx", PTX("st.release.gpu", "ld.acquire.gpu"),
                PTX("st.release.gpu", "ld.relaxed.gpu"), CM_ORDERING_ORDER, "ACQ", 1);
    same_states("ptx", PTX("st.release.gpu", "ld.acquire.gpu"),
                PTX("st.release.cta", "ld.acquire.cta"), CM_ORDERING_SCOPE, "GPU", 2);
}

#define RISCV(store, fence)                                                                        \
    "RISCV T\n{ 0:x6=x; 0:x8=y; 1:x6=y; 1:x8=x; }\n P0 | P1 ;\n ori x5,x0,1 | lw x5,0(x6) ;\n"     \
    " sw x5,0(x6) | fence r,r ;\n " fence " | lw x7,0(x8) ;\n " store " | ;\n"                     \
    "exists (1:x5=1 /\\ 1:x7=0)\n"

TEST(on_riscv)
{
    same_states("riscv", RISCV("sw.rl x5,0(x8)", "nop"), RISCV("sw x5,0(x8)", "nop"),
                CM_ORDERING_ORDER, "Rel", 1);
    same_states("riscv", RISCV("sw x5,0(x8)", "fence w,w"), RISCV("sw x5,0(x8)", "nop"),
                CM_ORDERING_FENCE, "first", 1);
}

#define LLVM(store, load)                                                                          \
    "LLVM T\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"                                  \
    " " store ".i32 [x], 1 | " store ".i32 [y], 1 ;\n"                                             \
    " " load ".i32 r0, [y] | " load ".i32 r0, [x] ;\nexists (0:r0=0 /\\ 1:r0=0)\n"

/* LLVM Language Reference, "Atomic Memory Ordering Constraints": seq_cst in one order. */
TEST(on_llvm)
{
    same_states("llvm-amdgpu", LLVM("store.seq_cst.workgroup", "load.seq_cst.workgroup"),
                LLVM("store.monotonic.workgroup", "load.monotonic.workgroup"), CM_ORDERING_ORDER,
                "SC", 4);
    same_states("llvm-amdgpu", LLVM("store.seq_cst.workgroup", "load.seq_cst.workgroup"),
                LLVM("store.seq_cst.wavefront", "load.seq_cst.wavefront"), CM_ORDERING_SCOPE,
                "WORKGROUP", 4);
}

#define WAVE(scope)                                                                                \
    "WAVE T\n{ 0:r0=1; 0:r1=1; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"                            \
    " store.global [x], r0 | load.global.acquire" scope " r2, [y] ;\n"                             \
    " store.global.release" scope " [y], r1 | load.global r3, [x] ;\n"                             \
    "exists (1:r2=1 /\\ 1:r3=0)\n"

TEST(on_wave)
{
    same_states("wave", WAVE(".device"), WAVE(".wave"), CM_ORDERING_SCOPE, "SCOPE.DEVICE", 2);
    same_states("wave", WAVE(".system"), WAVE(".wave"), CM_ORDERING_SCOPE, "SCOPE.SYSTEM", 2);
}

#define CDNA(atomic, load)                                                                         \
    "CDNA T\n{ x=0; y=0; 0:v[2:3]=x; 0:v[4:5]=y; 0:v0=1; 1:v[2:3]=x; 1:v[4:5]=y; }\n"              \
    " P0@workgroup 0,agent 0 | P1@workgroup 0,agent 0 ;\n"                                         \
    " global_store_dword v[2:3], v0, off sc0 | " load " ;\n"                                       \
    " s_waitcnt vmcnt(0) | s_waitcnt vmcnt(0) ;\n"                                                 \
    " " atomic " | global_load_dword v2, v[2:3], off sc0 ;\nexists (1:v1=1 /\\ 1:v2=0)\n"

/* AMDGPUUsage, "Memory Model GFX942": sc1 of an atomic operation is the system, without it the
 * agent; of loads sc0 is the workgroup. */
TEST(scopes_of_cdna)
{
    checker c;
    cm_ordering *items;
    checker_start_model(
        &c, "cdna",
        CDNA("global_atomic_add v[4:5], v0, off sc1", "global_load_dword v1, v[4:5], off sc0"));
    int count = cm_orderings_of(c.cat.arena, c.job.test, &items);
    const char *all = "";
    for (int i = 0; i < count; i++)
        if (items[i].kind == CM_ORDERING_SCOPE)
            all = cm_arena_printf(c.cat.arena, "%s%s to %s; ", all, items[i].what, items[i].weaker);
    assert_string_equal(all, "scope workgroup to WAVEFRONT; scope system to AGENT; "
                             "scope workgroup to WAVEFRONT; scope workgroup to WAVEFRONT; ");
    checker_end(&c);
}

/* What only tells that a phase is complete is nothing to leave out; the acquire of a wait is. */
TEST(told)
{
    checker c;
    cm_ordering *items;
    checker_start_model(
        &c, "ptx",
        "PTX T\n{ shared b@cta 0=0; }\n P0@cta 0,gpu 0 ;\n"
        " mbarrier.init.b64 [b], 1 ;\n mbarrier.arrive.relaxed.cta.b64 _, [b] ;\n"
        " mbarrier.test_wait.parity.b64 p0, [b], 0 ;\n"
        " mbarrier.test_wait.parity.relaxed.cta.b64 p1, [b], 0 ;\nexists (0:p0=1)\n");
    int count = cm_orderings_of(c.cat.arena, c.job.test, &items), fences = 0;
    for (int i = 0; i < count; i++) {
        fences += items[i].kind == CM_ORDERING_FENCE;
        assert_true(items[i].kind != CM_ORDERING_FENCE || items[i].instruction == 2);
    }
    assert_int_equal(fences, 1);
    checker_end(&c);
}
