/* AArch64 branches, addresses of code, barriers and hints (Arm ARM C6.2). */
#include "litmus/isa/aarch64/aarch64.h"

#include <string.h>
#include <strings.h>

/* ---- branches -------------------------------------------------------- */

static void branch_to_label(cm_line *a, const cm_expr *condition)
{
    cm_place place = a->lex->token.place;
    const char *label = cm_lexer_name(a->lex, "a label");
    bool distance = strcmp(label, ".") == 0; /* B .+8 */
    if (distance && (cm_lexer_is(a->lex, "+") || cm_lexer_is(a->lex, "-")))
        cm_emit_branch_by(a->as, condition, (int64_t)cm_lexer_integer(a->lex, "a distance"), place);
    else
        cm_emit_branch(a->as, condition, label, place);
}

static void branch(cm_line *a, const cm_row *row)
{
    (void)row;
    branch_to_label(a, NULL);
}

/* B.cond, also written Bcond without the dot by old tests. */
bool cm_a64_conditional_branch(cm_line *a, const char *name)
{
    unsigned condition;
    if (name[0] != 'B' && name[0] != 'b')
        return false;
    const char *code = name[1] == '.' ? name + 2 : name + 1;
    if (!cm_a64_condition_code(code, &condition))
        return false;
    branch_to_label(a, cm_a64_holds(a, condition));
    return true;
}

/* CBZ CBNZ: op is the comparison with 0. */
static void compare_branch(cm_line *a, const cm_row *row)
{
    cm_a64_reg reg = cm_a64_any_reg(a);
    cm_line_comma(a);
    branch_to_label(
        a, cm_line_op(a, (cm_op)row->op, reg.bits, cm_a64_read(a, reg), cm_line_const(a, 0)));
}

/* TBZ TBNZ Rt,#bit,label. */
static void test_branch(cm_line *a, const cm_row *row)
{
    cm_a64_reg reg = cm_a64_any_reg(a);
    cm_line_comma(a);
    uint64_t bit = (uint64_t)cm_a64_immediate(a, 0, (int64_t)reg.bits - 1);
    cm_line_comma(a);
    const cm_expr *tested =
        cm_line_op(a, CM_OP_AND, 64, cm_a64_read(a, reg), cm_line_const(a, UINT64_C(1) << bit));
    branch_to_label(a, cm_line_op(a, (cm_op)row->op, 64, tested, cm_line_const(a, 0)));
}

static int link_register(cm_line *a)
{
    return cm_asm_register(a->as, "X30");
}

static void call(cm_line *a, const cm_row *row)
{
    (void)row;
    const char *after = cm_line_link(a, link_register(a));
    branch_to_label(a, NULL);
    cm_asm_label(a->as, after, a->place);
}

static void call_register(cm_line *a, const cm_row *row)
{
    (void)row;
    const cm_expr *target = cm_a64_read(a, cm_a64_sized_reg(a, 64));
    cm_line_call(a, link_register(a), target);
}

static void branch_register(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_emit_branch_indirect(a->as, cm_a64_read(a, cm_a64_sized_reg(a, 64)));
}

/* RET {Xn}: X30 when nothing is written. */
static void return_to(cm_line *a, const cm_row *row)
{
    (void)row;
    int link = link_register(a);
    cm_a64_reg to = {.reg = link};
    if (!cm_lexer_at_end(a->lex))
        to = cm_a64_sized_reg(a, 64);
    if (to.reg == link)
        cm_emit_return(a->as, link, cm_asm_reg(a->as, link));
    else
        cm_emit_branch_indirect(a->as, cm_a64_read(a, to));
}

/* ADR ADRP Xd,label|location. A location lies at the start of its own pages, so
 * the page of it is its address. */
static void address_of(cm_line *a, const cm_row *row)
{
    cm_a64_reg d = cm_a64_sized_reg(a, 64);
    cm_line_comma(a);
    cm_place place = a->lex->token.place;
    const char *name = cm_line_word(a);
    if (strcmp(name, ".") == 0)
        cm_asm_fail(a->as, place,
                    "a distance in place of a label is read in jumps only, expected a "
                    "label or a location");
    bool is_location;
    const cm_expr *address = cm_line_symbol(a, "a label or a location", &is_location);
    if (row->flags && !is_location)
        cm_asm_fail(a->as, place, "unknown location `%s`, expected one of the initial state", name);
    cm_a64_write(a, d, address);
}

/* ---- barriers -------------------------------------------------------- */

/* Each barrier event is in the set of its kind and in that of kind and domain. */
#define BARRIER(domain)                                                                            \
    {                                                                                              \
#domain, {"DMB." #domain, "DMB", NULL },                                                   \
        {                                                                                          \
            "DSB." #domain, "DSB", NULL                                                            \
        }                                                                                          \
    }

static const struct {
    const char *domain;
    const char *dmb[3], *dsb[3];
} barriers[] = {BARRIER(SY),    BARRIER(LD),    BARRIER(ST),    BARRIER(ISH),
                BARRIER(ISHLD), BARRIER(ISHST), BARRIER(NSH),   BARRIER(NSHLD),
                BARRIER(NSHST), BARRIER(OSH),   BARRIER(OSHLD), BARRIER(OSHST)};

enum { IS_DMB, IS_DSB };

static void barrier(cm_line *a, const cm_row *row)
{
    for (size_t i = 0; i < sizeof barriers / sizeof *barriers; i++) {
        if (cm_lexer_accept(a->lex, barriers[i].domain)) {
            cm_emit_fence(a->as, row->op == IS_DMB ? barriers[i].dmb : barriers[i].dsb);
            return;
        }
    }
    cm_lexer_fail(a->lex, "expected SY, LD, ST, ISH, ISHLD, ISHST, NSH.. or OSH.., found %s",
                  cm_lexer_describe(a->lex));
}

static void instruction_barrier(cm_line *a, const cm_row *row)
{
    static const char *const tags[] = {"ISB", NULL};
    (void)row;
    cm_lexer_accept(a->lex, "SY");
    cm_emit_fence(a->as, tags);
}

/* ---- the flags as a system register: bits 31 to 28 (C5.2.10) ----------- */

static void expect_flags(cm_line *a)
{
    if (!cm_lexer_accept(a->lex, "NZCV"))
        cm_lexer_fail(a->lex, "expected NZCV, the only system register known, found %s",
                      cm_lexer_describe(a->lex));
}

static void read_system(cm_line *a, const cm_row *row)
{
    (void)row;
    cm_a64_reg d = cm_a64_sized_reg(a, 64);
    cm_line_comma(a);
    expect_flags(a);
    const cm_expr *flags = cm_asm_reg(a->as, cm_a64_flags(a));
    cm_a64_write(a, d, cm_line_op(a, CM_OP_SHL, 32, flags, cm_line_const(a, 28)));
}

static void write_system(cm_line *a, const cm_row *row)
{
    (void)row;
    expect_flags(a);
    cm_line_comma(a);
    const cm_expr *value = cm_a64_read(a, cm_a64_sized_reg(a, 64));
    cm_a64_set_flags(a, cm_line_op(a, CM_OP_LSHR, 32, value, cm_line_const(a, 28)));
}

/* PRFM op,[address]: a hint. The address is not accessed; registers are looked at so that a
 * slip is found. */
static void prefetch(cm_line *a, const cm_row *row)
{
    (void)row;
    if (cm_a64_at_immediate(a))
        cm_a64_immediate(a, 0, 31);
    else
        cm_lexer_name(a->lex, "a prefetch operation (PLDL1KEEP, ...)");
    cm_line_comma(a);
    cm_a64_skip_address(a);
}

/* UDF #imm, SVC #imm: an exception, of which no test has a handler: the thread ends (Arm ARM
 * D1.3.1; what follows is not the test's). */
static void fault(cm_line *a, const cm_row *row)
{
    cm_a64_immediate(a, 0, UINT16_MAX);
    cm_emit_fault(a->as, row->op == 0 ? "UndefinedInstruction" : "SupervisorCall");
}

static const cm_row rows[] = {
    {"B", branch, 0, 0},
    {"CBZ", compare_branch, CM_OP_EQ, 0},
    {"CBNZ", compare_branch, CM_OP_NE, 0},
    {"TBZ", test_branch, CM_OP_EQ, 0},
    {"TBNZ", test_branch, CM_OP_NE, 0},
    {"BL", call, 0, 0},
    {"BLR", call_register, 0, 0},
    {"BR", branch_register, 0, 0},
    {"RET", return_to, 0, 0},
    {"ADR", address_of, 0, 0},
    {"ADRP", address_of, 0, 1},
    {"DMB", barrier, IS_DMB, 0},
    {"DSB", barrier, IS_DSB, 0},
    {"ISB", instruction_barrier, 0, 0},
    {"MRS", read_system, 0, 0},
    {"MSR", write_system, 0, 0},
    {"PRFM", prefetch, 0, 0},
    {"NOP", cm_line_nothing, 0, 0},
    {"YIELD", cm_line_nothing, 0, 0},
    {"WFE", cm_line_nothing, 0, 0},
    {"SEV", cm_line_nothing, 0, 0},
    {"SEVL", cm_line_nothing, 0, 0},
    {"UDF", fault, 0, 0},
    {"SVC", fault, 1, 0},
};

const cm_row_table cm_a64_branch_table = {rows, sizeof rows / sizeof *rows};
