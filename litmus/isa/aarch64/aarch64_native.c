/* AArch64 threads for a GNU assembler.
 *
 * The litmus dialect is nearly what assemblers take: tokens are copied, except that
 *     a label              gets a name of its own
 *     LDR Xt,=x  ADR Xt,x  become a move from the register that holds the address
 *     LDR Rt,x             loads through that register
 *     [Xn,Xm,UXTX #s]      is written with LSL, as assemblers insist
 *     LR, FP               are X30, X29
 *     LDIAPP, STILP, SWPP, LDCLRP, LDSETP, LDAPR and STLR with write-back are encoded
 *                          here: assemblers of 2023 do not know them
 */
#include "litmus/isa/aarch64/aarch64.h"

#include "litmus/isa/native_cpu.h"

#include <string.h>
#include <strings.h>

enum { NUMBERS = 31 };

/* FEAT_LSE, FEAT_LRCPC and FEAT_LRCPC2 are mandatory here (Arm ARM A2.5 to A2.7). */
static const char architecture[] = "\t.arch\tarmv8.5-a+cssc\n";

/* ---- registers ------------------------------------------------------- */

static const char *const names[NUMBERS] = {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",
                                           "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
                                           "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23",
                                           "x24", "x25", "x26", "x27", "x28", "x29", "x30"};

/* Those first that a function may change; X18, X29 and X30 never. */
static const unsigned char preference[] = {9, 10, 11, 12, 13, 14, 15, 16, 17, 8,  7,  6,  5,  4,
                                           3, 2,  1,  0,  19, 20, 21, 22, 23, 24, 25, 26, 27, 28};

static int number_of(const char *canonical)
{
    unsigned number, bits;
    bool is_sp;
    if (!cm_a64_register(canonical, &number, &bits, &is_sp))
        return -1;
    return is_sp ? -2 : number == 31 ? -1 : (int)number;
}

/* X19 to X29 (AAPCS64 6.1.1); X18 is the platform's; X30 is the way back. */
static const cm_native_machine machine = {names, preference, sizeof preference,
                                          UINT32_C(0x7ffc0000), number_of};

typedef struct state {
    cm_native_cpu cpu; /* first: the writer gets its address */
    bool calls;        /* has BL: X30 is the link register */
} state;

/* ---- code addresses --------------------------------------------------- */

_Noreturn static void refuse_code(const state *s, const char *what)
{
    cm_fail(s->cpu.work, cm_native_place(&s->cpu),
            "%s cannot be run, expected addresses of code in BL and RET only", what);
}

static bool is_link(const char *name)
{
    return name && (strcasecmp(name, "X30") == 0 || strcasecmp(name, "W30") == 0 ||
                    strcasecmp(name, "LR") == 0);
}

/* Addresses of code differ from the model's, so no test may look at one. */
static void check_code(state *s, const cm_insn *insn)
{
    bool is_return = strcmp(insn->opcode, "RET") == 0, by_link = false;
    if (strcmp(insn->opcode, "BR") == 0 || strcmp(insn->opcode, "BLR") == 0)
        refuse_code(s, "a jump to an address in a register");
    for (int i = 0; i < insn->operand_count; i++) {
        const cm_insn_operand *o = &insn->operands[i];
        if (o->kind == CM_INSN_REGISTER && o->name && cm_a64_is_float(o->name))
            cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                    "floating-point numbers cannot be run, expected registers X0 to X30");
        if (o->kind == CM_INSN_LABEL && strcmp(o->name, ".") == 0)
            refuse_code(s, "a jump by a distance");
        by_link = by_link || is_link(o->name) || is_link(o->added);
    }
    if (is_return && !(s->calls && (by_link || insn->operand_count == 0)))
        refuse_code(s, "RET without BL before it");
    if (s->calls && !is_return && by_link)
        refuse_code(s, "an address of code as data");
}

static void find_calls(state *s)
{
    for (int i = 0; i < s->cpu.thread->instruction_count; i++)
        s->calls = s->calls || strcmp(s->cpu.thread->instructions[i].insn->opcode, "BL") == 0;
    for (int i = 0; s->calls && i < s->cpu.test->observed_count; i++) {
        const cm_observed *observed = &s->cpu.test->observed[i];
        if (observed->kind == CM_OBSERVE_REGISTER && observed->thread == s->cpu.index &&
            strcmp(s->cpu.thread->registers[observed->reg].name, "X30") == 0)
            cm_fail(s->cpu.work, cm_test_place(s->cpu.test),
                    "%s is observed and holds an address of code, expected other registers",
                    observed->display);
    }
}

/* ---- injected bugs --------------------------------------------------- */

/* Acquire and release are letters of the name; the form without them takes the
 * same operands. */
typedef struct ordered_name {
    const char *from, *to;
    unsigned change;
} ordered_name;

static const ordered_name ordered_names[] = {
    {"LDAPUR", "LDUR", CM_NATIVE_DROP_ACQUIRE}, {"LDAPR", "LDR", CM_NATIVE_DROP_ACQUIRE},
    {"LDAR", "LDR", CM_NATIVE_DROP_ACQUIRE},    {"LDAXR", "LDXR", CM_NATIVE_DROP_ACQUIRE},
    {"LDAXP", "LDXP", CM_NATIVE_DROP_ACQUIRE},  {"LDIAPP", "LDP", CM_NATIVE_DROP_ACQUIRE},
    {"STLUR", "STUR", CM_NATIVE_DROP_RELEASE},  {"STLR", "STR", CM_NATIVE_DROP_RELEASE},
    {"STLXR", "STXR", CM_NATIVE_DROP_RELEASE},  {"STLXP", "STXP", CM_NATIVE_DROP_RELEASE},
    {"STILP", "STP", CM_NATIVE_DROP_RELEASE}};

/* What is left of the order of an atomic operation: 1 acquires, 2 releases. */
static unsigned order_of(const state *s, const cm_insn *insn)
{
    const cm_table_word *order = cm_form_word(insn, &cm_a64_rows, "order");
    unsigned is = order ? order->number : 0, changes = s->cpu.style->changes;
    return (is & 1 && !(changes & CM_NATIVE_DROP_ACQUIRE) ? 1u : 0u) |
           (is & 4 && !(changes & CM_NATIVE_DROP_RELEASE) ? 2u : 0u);
}

static const char *weaker_name(const state *s, const cm_insn *insn, const char *name)
{
    if (s->cpu.style->changes == 0)
        return name;
    for (size_t i = 0; i < sizeof ordered_names / sizeof *ordered_names; i++) {
        const ordered_name *row = &ordered_names[i];
        size_t length = strlen(row->from);
        if ((s->cpu.style->changes & row->change) && strncasecmp(name, row->from, length) == 0)
            return cm_arena_printf(s->cpu.work->arena, "%s%s", row->to, name + length);
    }
    const char *atomic = cm_a64_ordered(s->cpu.work->arena, insn, order_of(s, insn), true);
    return atomic ? atomic : name;
}

/* ---- instructions ---------------------------------------------------- */

/* The mnemonic; old tests write B.EQ without the dot. */
static const char *mnemonic(const state *s, const cm_insn *insn, cm_lexer *lex)
{
    unsigned condition;
    const char *name = cm_lexer_name(lex, "an instruction");
    if ((*name == 'B' || *name == 'b') && cm_a64_condition_code(name + 1, &condition))
        return cm_arena_printf(s->cpu.work->arena, "B.%s", name + 1);
    return weaker_name(s, insn, name);
}

/* At the last operand of a branch: the label's new name. */
static bool add_label(state *s, cm_lexer *lex, bool is_branch)
{
    cm_lexer ahead = *lex;
    cm_lexer_advance(&ahead);
    if (!is_branch || lex->token.kind != CM_TOKEN_NAME || !cm_lexer_at_end(&ahead))
        return false;
    const char *label = cm_native_label(&s->cpu, lex->token.text, lex->token.length);
    if (label)
        cm_text_add(&s->cpu.body, label);
    return label != NULL;
}

/* `X2,SXTW`: assemblers insist on W2. */
static bool add_narrowed(state *s, const cm_lexer *lex)
{
    static const char *const narrow[] = {"UXTB", "SXTB", "UXTH", "SXTH", "UXTW", "SXTW"};
    unsigned number, bits;
    bool is_sp;
    const cm_token *token = &lex->token;
    const char *name = cm_arena_text(s->cpu.work->arena, token->text, token->length);
    cm_lexer ahead = *lex;
    cm_lexer_advance(&ahead);
    bool found = false;
    if (token->kind != CM_TOKEN_NAME || !cm_lexer_accept(&ahead, ","))
        return false;
    for (size_t i = 0; i < sizeof narrow / sizeof *narrow; i++)
        found = found || cm_lexer_is(&ahead, narrow[i]);
    if (!found || !cm_a64_register(name, &number, &bits, &is_sp) || bits != 64)
        return false;
    if (number == 31)
        cm_text_add(&s->cpu.body, "wzr");
    else
        cm_text_append(&s->cpu.body, "w%u", number);
    return true;
}

static void add_token(state *s, cm_lexer *lex, bool in_address)
{
    cm_lexer ahead = *lex;
    cm_lexer_advance(&ahead);
    if (add_narrowed(s, lex))
        return;
    if (in_address && cm_lexer_is(lex, "UXTX"))
        cm_text_add(&s->cpu.body, cm_lexer_is(&ahead, "]") ? "LSL #0" : "LSL");
    else if (cm_lexer_is(lex, "LR"))
        cm_text_add(&s->cpu.body, "x30");
    else if (cm_lexer_is(lex, "FP"))
        cm_text_add(&s->cpu.body, "x29");
    else
        cm_text_add_bytes(&s->cpu.body, lex->token.text, lex->token.length);
}

static void add_operands(state *s, const cm_insn *insn, cm_lexer lex)
{
    bool branch =
        insn->operand_count > 0 && insn->operands[insn->operand_count - 1].kind == CM_INSN_LABEL;
    bool in_address = false, blank = true;
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        bool name = lex.token.kind == CM_TOKEN_NAME || lex.token.kind == CM_TOKEN_NUMBER ||
                    cm_lexer_is(&lex, "#");
        if (name && !blank) /* LSL #3 */
            cm_text_add_char(&s->cpu.body, ' ');
        in_address = (in_address || cm_lexer_is(&lex, "[")) && !cm_lexer_is(&lex, "]");
        if (!add_label(s, &lex, branch))
            add_token(s, &lex, in_address);
        blank = lex.token.kind == CM_TOKEN_PUNCT;
    }
}

/* LDR Xt,=x  LDR Rt,x  LDRSW Xt,x  ADR Xt,x  ADRP Xt,x */
static bool add_literal(state *s, const char *name, const cm_insn *insn)
{
    bool address_only = strncmp(insn->opcode, "ADR", 3) == 0;
    const cm_insn_operand *o = insn->operands;
    if ((!address_only && strcmp(insn->opcode, "LDR") != 0 && strcmp(insn->opcode, "LDRSW") != 0) ||
        (o[1].kind != CM_INSN_LOCATION && o[1].kind != CM_INSN_LABEL))
        return false;
    address_only = address_only || o[1].how;
    if (o[1].kind == CM_INSN_LABEL)
        refuse_code(s, "an address of code as data");
    if (address_only && o[0].bits != 64)
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "an address does not fit in %s, expected a register of 64 bits", o[0].name);
    cm_text_append(&s->cpu.body, "%s\t%s,%s%s%s", address_only ? "MOV" : name, o[0].name,
                   address_only ? "" : "[", cm_native_address(&s->cpu, o[1].index),
                   address_only ? "" : "]");
    return true;
}

/* 0 to 30, or 31 for the zero register; a thread with SP was refused before. */
static unsigned register_number(const cm_insn_operand *o)
{
    unsigned number = 0, bits;
    bool is_sp;
    cm_a64_register(o->name, &number, &bits, &is_sp);
    return number;
}

/* Two registers, or one where second is NULL, and a base. */
static void add_code(state *s, uint32_t code, const cm_insn_operand *first,
                     const cm_insn_operand *second, const cm_insn_operand *base)
{
    code |= second ? register_number(second) << 16 : 0;
    cm_text_append(&s->cpu.body, ".inst\t0x%08x",
                   (unsigned)(code | register_number(base) << 5 | register_number(first)));
}

/* What assemblers of 2023 do not know (Arm ARM C6.2):
 *     LDIAPP Rt,Rt2,[Xn]{,#size}  STILP Rt,Rt2,[Xn{,#-size}]{!}: size is that of both registers
 *     SWPP LDCLRP LDSETP Xt1,Xt2,[Xn]: A is bit 23, L bit 22
 *     LDAPR Rt,[Xn],#size  STLR Rt,[Xn,#-size]!: only they have write-back
 */
static bool add_encoded(state *s, const char *name, const cm_insn *insn)
{
    static const struct {
        const char *name;
        uint32_t code;
    } atomics[] = {{"LDCLRP", UINT32_C(0x19201000)},
                   {"LDSETP", UINT32_C(0x19203000)},
                   {"SWPP", UINT32_C(0x19208000)}};
    const cm_insn_operand *o = insn->operands;
    if (strcmp(insn->opcode, "LDAP") == 0 || strcmp(insn->opcode, "LDAPP") == 0 ||
        strcmp(insn->opcode, "STLP") == 0)
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "%s (FEAT_LSCP) cannot be run yet, expected LDIAPP or STILP", insn->opcode);
    bool load = strcasecmp(name, "LDIAPP") == 0;
    if (load || strcasecmp(name, "STILP") == 0) {
        add_code(s,
                 (o[0].bits == 64 ? UINT32_C(0xd9000800) : UINT32_C(0x99000800)) |
                     (load ? UINT32_C(0x400000) : 0) | (o[2].indexed ? 0 : UINT32_C(0x1000)),
                 &o[0], &o[1], &o[2]);
        return true;
    }
    for (size_t i = 0; i < sizeof atomics / sizeof *atomics; i++)
        if (strcmp(insn->form->opcode, atomics[i].name) == 0) {
            uint32_t order = order_of(s, insn);
            add_code(s, atomics[i].code | (order & 1) << 23 | (order & 2) << 21, &o[0], &o[1],
                     &o[2]);
            return true;
        }
    load = strcasecmp(name, "LDAPR") == 0;
    if ((!load && strcasecmp(name, "STLR") != 0) || (o[1].indexed != '!' && o[1].indexed != ']'))
        return false;
    add_code(s,
             (o[0].bits == 64 ? UINT32_C(0xd9800800) : UINT32_C(0x99800800)) |
                 (load ? UINT32_C(0x400000) : 0),
             &o[0], NULL, &o[1]);
    return true;
}

/* ---- immediates ------------------------------------------------------ */

/* A run of ones, rotated, over and over (Arm ARM, DecodeBitMasks): seen as a ring,
 * the smallest repeated element changes between neighbouring bits twice. */
static bool is_bitmask(uint64_t value, unsigned bits)
{
    if (bits == 32)
        value = (value & UINT32_MAX) | value << 32;
    for (unsigned size = 2; size <= 64; size *= 2) {
        uint64_t mask = size == 64 ? UINT64_MAX : (UINT64_C(1) << size) - 1;
        uint64_t element = value & mask;
        uint64_t next = size == 64 ? value : value >> size | value << (64 - size);
        if (next != value)
            continue;
        uint64_t turned = (element >> 1 | element << (size - 1)) & mask;
        return cm_op_apply(CM_OP_POPC, 64, 0, element ^ turned, 0, 0, false) == 2;
    }
    return false;
}

/* One of MOVZ, MOVN and ORR can make it (C6.2, MOV). */
static bool is_movable(uint64_t value, unsigned bits)
{
    uint64_t mask = bits == 32 ? UINT32_MAX : UINT64_MAX;
    for (unsigned shift = 0; shift < bits; shift += 16) {
        uint64_t others = mask & ~(UINT64_C(0xffff) << shift);
        if ((value & others) == 0 || (~value & others) == 0)
            return true;
    }
    return is_bitmask(value, bits);
}

typedef enum immediate_form { MOVABLE, BITMASK, NO_FORM } immediate_form;

static const struct {
    const char *name;
    immediate_form form;
    const char *expected;
} immediate_forms[] = {
    {"MOV", MOVABLE, "16 bits at a multiple of 16, the inverse of that, or a rotated run of ones"},
    {"AND", BITMASK, "a repeated and rotated run of ones"},
    {"ORR", BITMASK, "a repeated and rotated run of ones"},
    {"EOR", BITMASK, "a repeated and rotated run of ones"},
    {"ANDS", BITMASK, "a repeated and rotated run of ones"},
    {"TST", BITMASK, "a repeated and rotated run of ones"},
    {"BIC", BITMASK, "a repeated and rotated run of ones"},
    {"BICS", NO_FORM, "a register, or ANDS with the inverse"},
    {"ORN", NO_FORM, "a register, or ORR with the inverse"},
    {"EON", NO_FORM, "a register, or EOR with the inverse"}};

/* The model takes any number here; the machine does not. */
static void check_immediate(const state *s, const char *name, const cm_insn *insn)
{
    const cm_insn_operand *o = insn->operands, *last = o + insn->operand_count - 1;
    if (insn->operand_count == 0 || last->kind != CM_INSN_NUMBER || last->name)
        return;
    for (size_t i = 0; i < sizeof immediate_forms / sizeof *immediate_forms; i++) {
        immediate_form form = immediate_forms[i].form;
        if (strcmp(insn->opcode, immediate_forms[i].name) != 0)
            continue;
        if (form == NO_FORM || (form == BITMASK && !is_bitmask(last->number, o->bits)) ||
            (form == MOVABLE && !is_movable(last->number, o->bits)))
            cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                    "this immediate of %s cannot be encoded, expected %s", name,
                    immediate_forms[i].expected);
    }
}

/* Registers that no machine has. */
static void check_registers(const state *s)
{
    if (s->cpu.thread->own_instructions < s->cpu.thread->instruction_count)
        cm_fail(s->cpu.work, cm_test_place(s->cpu.test),
                "thread P%d may jump into another thread's code, which cannot be run, expected "
                "jumps within its code",
                s->cpu.thread->id);
    for (int i = 0; i < s->cpu.thread->register_count; i++) {
        const char *name = s->cpu.thread->registers[i].name;
        if (strcmp(name, "XZR") == 0 || *name == '%')
            cm_fail(s->cpu.work, cm_test_place(s->cpu.test),
                    "thread P%d %s, which cannot be run, expected X0 to X30", s->cpu.thread->id,
                    cm_arena_printf(s->cpu.work->arena,
                                    *name == '%' ? "has a symbolic register %s" : "observes %s",
                                    name));
    }
}

static void write_instruction(cm_native_cpu *cpu)
{
    state *s = (state *)cpu;
    const cm_insn *insn = cpu->thread->instructions[cpu->instruction].insn;
    cm_lexer lex = cm_native_lexer(cpu->work, cpu->thread, cpu->instruction);
    check_code(s, insn);
    const char *name = mnemonic(s, insn, &lex);
    if (add_literal(s, name, insn) || add_encoded(s, name, insn))
        return;
    check_immediate(s, name, insn);
    cm_text_append(&cpu->body, "%s%s", name, cm_lexer_at_end(&lex) ? "" : "\t");
    add_operands(s, insn, lex);
}

cm_native cm_a64_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style)
{
    state s = {.cpu = cm_native_cpu_open(work, test, thread, style, &machine)};
    check_registers(&s);
    find_calls(&s);
    const char *prologue = architecture;
    if (test->threads[thread].reads_first_flags)
        prologue = cm_arena_printf(work->arena, "%s\tmsr\tnzcv, xzr\n\tclrex\n", architecture);
    return cm_native_cpu_thread(&s.cpu, prologue, write_instruction);
}
