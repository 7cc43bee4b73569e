/* explain/needed.c: the dependencies of a program that an outcome hangs on, of any kind and on any
 * way that the threads may go. That what is told suffices, and that nothing of it can go, is
 * looked at again (explain_help.h). */
#include "tests/unit/explain_help.h"

/* All minimal sets, "dmb + addr | ...": the items as they are told. */
static void expect_needed(explained *b, const char *expected)
{
    const char *all = "";
    assert_int_equal(b->x->verdict, CM_EXPLAINED_FORBIDDEN);
    assert_true(b->x->needed_known);
    for (int i = 0; i < b->x->needed_count; i++)
        for (int k = 0; k < b->x->needed[i].count; k++) {
            const cm_ordering *item = &b->x->items[b->x->needed[i].items[k]];
            all = cm_arena_printf(b->c.cat.arena, "%s%s%s", all,
                                  k   ? "; "
                                  : i ? " | "
                                      : "",
                                  cm_explain_item(b->c.cat.arena, b->test, item));
        }
    assert_string_equal(all, expected);
    check_explanation(b, true);
}

#define WRITER "\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; 1:X7=z; 2:X7=z; }\n"
/* Two stores in order, and a store of z; the other thread's columns are put in. */
#define MP(name, a, b, c, d, e, f, g)                                                              \
    "AArch64 " name WRITER " P0 | P1 | P2 ;\n MOV W0,#1 | LDR W0,[X3] | MOV W0,#1 ;\n"             \
    " STR W0,[X1] | " a " | STR W0,[X7] ;\n DMB SY | " b " | ;\n STR W0,[X3] | " c " | ;\n | " d   \
    " | ;\n | " e " | ;\n | " f " | ;\n | " g " | ;\nexists (1:X0=1 /\\ 1:X2=0)\n"

/* Arm ARM B2.3, Dependency-ordered-before: an ISB behind a branch orders later reads. */
TEST(into_a_fence)
{
    explained b;
    open_text_of(&b, "arm",
                 MP("MP+ctrlisb", "CBZ W0,L", "L: ISB", "LDR W2,[X1]", "NOP", "NOP", "NOP", "NOP"));
    expect_needed(&b, "the fence `DMB SY` (P0, line 6); the fence `ISB` (P1, line 6); "
                      "the control dependency into `ISB` (P1, line 6)");
    checker_end(&b.c);
}

/* Whichever way the thread goes, it reads x by an address that depends on what it read of y. All
 * candidates are of one kind, and one of them is shown. */
TEST(on_two_ways)
{
    explained b;
    open_text_of(&b, "arm",
                 MP("MP+two-ways", "EOR W4,W0,W0", "LDR W6,[X7]", "CBZ W6,L1",
                    "LDR W2,[X1,W4,SXTW]", "B L2", "L1: LDR W2,[X1,W4,SXTW]", "L2: NOP"));
    assert_int_equal(b.x->group_count, 1);
    expect_needed(&b, "the fence `DMB SY` (P0, line 6); "
                      "the address dependency into `LDR W2,[X1,W4,SXTW]` (P1, line 8); "
                      "the address dependency into `LDR W2,[X1,W4,SXTW]` (P1, line 10)");
    checker_end(&b.c);
}

#define LB(instruction)                                                                            \
    "AArch64 LB\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"                                \
    " LDR W0,[X1] | LDR W0,[X3] ;\n MOV W2,#1 | EOR W2,W0,W0 ;\n DMB SY | ADD W2,W2,#1 ;\n"        \
    " STR W2,[X3] | " instruction " ;\nexists (0:X0=1 /\\ 1:X0=1)\n"

/* What an atomic instruction adds depends on an earlier read. */
TEST(into_an_atomic)
{
    explained b;
    open_text_of(&b, "arm", LB("LDADD W2,W5,[X1]"));
    expect_needed(&b, "the fence `DMB SY` (P0, line 6); "
                      "the data dependency into `LDADD W2,W5,[X1]` (P1, line 7)");
    checker_end(&b.c);
}

/* ---- by events of registers, as in herd's aarch64.cat ----------------------------------- */

static const char of_registers[] =
    "include \"cos.cat\"\n"
    "let through = (iico_data | rf-reg)+\n"
    "let addr = [R]; through; [ADDR]; iico_data; [M]\n"
    "let data = [R]; through; [DATA]; iico_data; [W]\n"
    "let ctrl = [R]; through; [BCC]; po; [W]\n"
    "let ob = rfe | fre | coe | addr | data | ctrl | [M]; po; [DMB.SY]; po; [M]\n"
    "acyclic ob as external\n"
    "acyclic po-loc | rf | fr | co as internal\n";

static void expect_of_registers(const char *text, const char *expected)
{
    explained b = {0};
    checker_start(&b.c, NULL, text);
    cm_model_options options = {.library_dir = cat_library(), .dialect = CM_DIALECT_HERD};
    b.c.cat.model = cat_try(&b.c.cat, of_registers, &options);
    if (!b.c.cat.model)
        fail_msg("%s", cat_messages(&b.c.cat));
    b.test = (cm_test *)(uintptr_t)b.c.job.test;
    explain(&b);
    expect_needed(&b, expected);
    checker_end(&b.c);
}

/* Not into a store of what no read decides; into the branch, not into what comes after it. */
TEST(by_registers)
{
    expect_of_registers(
        MP("MP+addr", "EOR W4,W0,W0", "LDR W2,[X1,W4,SXTW]", "NOP", "NOP", "NOP", "NOP", "NOP"),
        "the fence `DMB SY` (P0, line 6); "
        "the address dependency into `LDR W2,[X1,W4,SXTW]` (P1, line 6)");
    expect_of_registers(LB("STR W2,[X1]"), "the fence `DMB SY` (P0, line 6); "
                                           "the data dependency into `STR W2,[X1]` (P1, line 7)");
    expect_of_registers("AArch64 LB+ctrl\n{ 0:X1=x; 0:X3=y; 1:X1=x; 1:X3=y; }\n P0 | P1 ;\n"
                        " LDR W0,[X1] | LDR W0,[X3] ;\n MOV W2,#1 | MOV W2,#1 ;\n"
                        " DMB SY | CBZ W0,L ;\n STR W2,[X3] | L: STR W2,[X1] ;\n"
                        "exists (0:X0=1 /\\ 1:X0=1)\n",
                        "the fence `DMB SY` (P0, line 6); "
                        "the control dependency by `CBZ W0,L` (P1, line 6)");
}

/* Where there are too many items for all sets, one is found from which nothing can go. */
TEST(one_set_of_many)
{
    enum { MORE = 7 };
    explained b;
    char text[2000];
    int length = snprintf(text, sizeof text,
                          "PTX t\n{ d=0; f=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                          " st.weak.u32 [d], 1 | ld.acquire.gpu.u32 r10, [f] ;\n");
    for (int i = 0; i < MORE; i++)
        length +=
            snprintf(text + length, sizeof text - (size_t)length,
                     " st.release.gpu.u32 [a%d], 1 | ld.acquire.gpu.u32 r%d, [b%d] ;\n", i, i, i);
    snprintf(text + length, sizeof text - (size_t)length,
             " st.release.gpu.u32 [f], 1 | ld.weak.u32 r11, [d] ;\n"
             "exists (1:r10=1 /\\ 1:r11=0)\n");
    open_text_of(&b, "ptx", text);
    assert_int_equal(b.x->item_count, 4 * MORE + 4);
    assert_false(b.x->needed_known);
    assert_int_equal(b.x->needed_count, 1);
    assert_int_equal(b.x->needed[0].count, 4);
    for (int i = 0; i < 4; i++)
        assert_non_null(strstr(
            cm_explain_item(b.c.cat.arena, b.test, &b.x->items[b.x->needed[0].items[i]]), "[f]"));
    check_explanation(&b, true);
    checker_end(&b.c);
}
