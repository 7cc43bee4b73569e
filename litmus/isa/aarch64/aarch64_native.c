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

static bool is_name(const cm_lexer *lex, const char *const *list)
{
    for (; *list; list++)
        if (cm_lexer_is(lex, *list))
            return true;
    return false;
}

static const char *const link_names[] = {"X30", "W30", "LR", NULL};

_Noreturn static void refuse_code(const state *s, const char *what)
{
    cm_fail(s->cpu.work, cm_native_place(&s->cpu),
            "%s cannot be run, expected addresses of code in BL and RET only", what);
}

/* Addresses of code differ from the model's, so no test may look at one. */
static void check_code(state *s, cm_lexer lex)
{
    static const char *const indirect[] = {"BR", "BLR", NULL};
    if (is_name(&lex, indirect))
        refuse_code(s, "a jump to an address in a register");
    for (cm_lexer at = lex; !cm_lexer_at_end(&at); cm_lexer_advance(&at))
        if (cm_lexer_is(&at, "."))
            refuse_code(s, "a jump by a distance");
    bool is_return = cm_lexer_accept(&lex, "RET");
    bool by_link = is_name(&lex, link_names) || cm_lexer_at_end(&lex);
    if (is_return && !(s->calls && by_link))
        refuse_code(s, "RET without BL before it");
    for (; s->calls && !is_return && !cm_lexer_at_end(&lex); cm_lexer_advance(&lex))
        if (is_name(&lex, link_names))
            refuse_code(s, "an address of code as data");
}

static void find_calls(state *s)
{
    for (int i = 0; i < s->cpu.thread->instruction_count; i++) {
        cm_lexer lex = cm_native_lexer(s->cpu.work, s->cpu.thread, i);
        s->calls = s->calls || cm_lexer_is(&lex, "BL");
    }
    for (int i = 0; s->calls && i < s->cpu.test->observed_count; i++) {
        const cm_observed *observed = &s->cpu.test->observed[i];
        if (observed->kind == CM_OBSERVE_REGISTER && observed->thread == s->cpu.index &&
            strcmp(s->cpu.thread->registers[observed->reg].name, "X30") == 0)
            cm_fail(s->cpu.work, (cm_place){s->cpu.test->source, 0, 0},
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

/* Atomics: the name, then A, L or AL, then B or H. */
static const char *const atomic_names[] = {
    "CASP",  "CAS",   "SWPP",   "SWP",    "LDCLRP", "LDSETP", "LDADD", "LDCLR",
    "LDEOR", "LDSET", "LDSMAX", "LDSMIN", "LDUMAX", "LDUMIN", "STADD", "STCLR",
    "STEOR", "STSET", "STSMAX", "STSMIN", "STUMAX", "STUMIN"};

static const char *weaker_atomic(const state *s, const char *name)
{
    unsigned changes = s->cpu.style->changes;
    for (size_t i = 0; i < sizeof atomic_names / sizeof *atomic_names; i++) {
        size_t length = strlen(atomic_names[i]);
        if (strncasecmp(name, atomic_names[i], length) != 0)
            continue;
        const char *rest = name + length;
        bool acquire = *rest == 'A' || *rest == 'a';
        rest += acquire;
        bool release = *rest == 'L' || *rest == 'l';
        rest += release;
        return cm_arena_printf(s->cpu.work->arena, "%s%s%s%s", atomic_names[i],
                               acquire && !(changes & CM_NATIVE_DROP_ACQUIRE) ? "A" : "",
                               release && !(changes & CM_NATIVE_DROP_RELEASE) ? "L" : "", rest);
    }
    return name;
}

static const char *weaker_name(const state *s, const char *name)
{
    if (s->cpu.style->changes == 0)
        return name;
    for (size_t i = 0; i < sizeof ordered_names / sizeof *ordered_names; i++) {
        const ordered_name *row = &ordered_names[i];
        size_t length = strlen(row->from);
        if ((s->cpu.style->changes & row->change) && strncasecmp(name, row->from, length) == 0)
            return cm_arena_printf(s->cpu.work->arena, "%s%s", row->to, name + length);
    }
    return weaker_atomic(s, name);
}

/* ---- instructions ---------------------------------------------------- */

/* The mnemonic; old tests write B.EQ without the dot. */
static const char *mnemonic(const state *s, cm_lexer *lex)
{
    unsigned condition;
    const char *name = cm_lexer_name(lex, "an instruction");
    if ((*name == 'B' || *name == 'b') && cm_a64_condition_code(name + 1, &condition))
        return cm_arena_printf(s->cpu.work->arena, "B.%s", name + 1);
    return weaker_name(s, name);
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
    static const char *const narrow[] = {"UXTB", "SXTB", "UXTH", "SXTH", "UXTW", "SXTW", NULL};
    unsigned number, bits;
    bool is_sp;
    const cm_token *token = &lex->token;
    const char *name = cm_arena_text(s->cpu.work->arena, token->text, token->length);
    cm_lexer ahead = *lex;
    cm_lexer_advance(&ahead);
    if (token->kind != CM_TOKEN_NAME || !cm_lexer_accept(&ahead, ",") || !is_name(&ahead, narrow) ||
        !cm_a64_register(name, &number, &bits, &is_sp) || bits != 64)
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

static bool is_branch(const state *s)
{
    for (int i = 0; i < s->cpu.thread->step_count; i++)
        if (s->cpu.thread->steps[i].instruction == s->cpu.instruction &&
            s->cpu.thread->steps[i].kind == CM_STEP_BRANCH)
            return true;
    return false;
}

static void add_operands(state *s, cm_lexer lex)
{
    bool branch = is_branch(s), in_address = false, blank = true;
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

static bool is_wide(const cm_token *reg)
{
    return *reg->text == 'X' || *reg->text == 'x' || *reg->text == 'L' || *reg->text == 'l' ||
           *reg->text == 'F' || *reg->text == 'f';
}

/* LDR Xt,=x  LDR Rt,x  LDRSW Xt,x  ADR Xt,x  ADRP Xt,x: at the first operand. */
static bool add_literal(state *s, const char *name, cm_lexer lex)
{
    bool address_only = strcasecmp(name, "ADR") == 0 || strcasecmp(name, "ADRP") == 0;
    if (!address_only && strcasecmp(name, "LDR") != 0 && strcasecmp(name, "LDRSW") != 0)
        return false;
    cm_token data = lex.token;
    cm_lexer_advance(&lex);
    cm_lexer_expect(&lex, ",");
    if (cm_lexer_accept(&lex, "="))
        address_only = true;
    if (lex.token.kind != CM_TOKEN_NAME)
        return false; /* [Xn] or =number */
    int location = cm_native_location(s->cpu.test, lex.token.text, lex.token.length);
    if (location < 0)
        refuse_code(s, "an address of code as data");
    if (address_only && !is_wide(&data))
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "an address does not fit in %.*s, expected a register of 64 bits", (int)data.length,
                data.text);
    cm_text_append(&s->cpu.body, "%s\t%.*s,%s%s%s", address_only ? "MOV" : name, (int)data.length,
                   data.text, address_only ? "" : "[", cm_native_address(&s->cpu, location),
                   address_only ? "" : "]");
    return true;
}

/* 0 to 30, or 31 for the zero register; a thread with SP was refused before. */
static unsigned register_number(cm_lexer *lex)
{
    unsigned number = 0, bits;
    bool is_sp;
    cm_a64_register(cm_lexer_name(lex, "a register"), &number, &bits, &is_sp);
    return number;
}

/* LDIAPP Rt,Rt2,[Xn]{,#size}  STILP Rt,Rt2,[Xn{,#-size}]{!}: size is that of both
 * registers (Arm ARM C6.2). */
static bool add_ordered_pair(state *s, const char *name, cm_lexer lex)
{
    static const char *const unknown[] = {"LDAP", "LDAPP", "STLP"};
    for (size_t i = 0; i < sizeof unknown / sizeof *unknown; i++)
        if (strcasecmp(name, unknown[i]) == 0)
            cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                    "%s (FEAT_LSCP) cannot be run yet, expected LDIAPP or STILP", unknown[i]);
    bool load = strcasecmp(name, "LDIAPP") == 0;
    if (!load && strcasecmp(name, "STILP") != 0)
        return false;
    bool wide = is_wide(&lex.token);
    unsigned first = register_number(&lex);
    cm_lexer_expect(&lex, ",");
    unsigned second = register_number(&lex);
    cm_lexer_expect(&lex, ",");
    cm_lexer_expect(&lex, "[");
    unsigned base = register_number(&lex);
    cm_lexer_accept(&lex, "]");
    bool steps = cm_lexer_is(&lex, ",");
    uint32_t code = (wide ? UINT32_C(0xd9000800) : UINT32_C(0x99000800)) |
                    (load ? UINT32_C(0x400000) : 0) | (steps ? 0 : UINT32_C(0x1000));
    cm_text_append(&s->cpu.body, ".inst\t0x%08x",
                   (unsigned)(code | second << 16 | base << 5 | first));
    return true;
}

/* SWPP LDCLRP LDSETP Xt1,Xt2,[Xn] (C6.2): A is bit 23, L bit 22. */
static bool add_atomic_pair(state *s, const char *name, cm_lexer lex)
{
    static const struct {
        const char *name;
        uint32_t code;
    } rows[] = {{"LDCLRP", UINT32_C(0x19201000)},
                {"LDSETP", UINT32_C(0x19203000)},
                {"SWPP", UINT32_C(0x19208000)}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t length = strlen(rows[i].name);
        if (strncasecmp(name, rows[i].name, length) != 0)
            continue;
        bool acquire = strpbrk(name + length, "Aa") != NULL;
        bool release = strpbrk(name + length, "Ll") != NULL;
        unsigned first = register_number(&lex);
        cm_lexer_expect(&lex, ",");
        unsigned second = register_number(&lex);
        cm_lexer_expect(&lex, ",");
        cm_lexer_expect(&lex, "[");
        uint32_t code = rows[i].code | (uint32_t)acquire << 23 | (uint32_t)release << 22;
        unsigned base = register_number(&lex);
        cm_text_append(&s->cpu.body, ".inst\t0x%08x",
                       (unsigned)(code | second << 16 | base << 5 | first));
        return true;
    }
    return false;
}

/* LDAPR Rt,[Xn],#size  STLR Rt,[Xn,#-size]! (C6.2): only they have write-back, and the
 * parser has seen to the size. */
static bool add_ordered_writeback(state *s, const char *name, cm_lexer lex)
{
    bool load = strcasecmp(name, "LDAPR") == 0;
    if (!load && strcasecmp(name, "STLR") != 0)
        return false;
    bool wide = is_wide(&lex.token);
    unsigned data = register_number(&lex);
    cm_lexer_expect(&lex, ",");
    cm_lexer_expect(&lex, "[");
    unsigned base = register_number(&lex);
    bool writes = false;
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        cm_lexer ahead = lex;
        writes = writes || cm_lexer_is(&lex, "!") ||
                 (cm_lexer_accept(&ahead, "]") && cm_lexer_is(&ahead, ","));
    }
    if (!writes)
        return false;
    uint32_t code =
        (wide ? UINT32_C(0xd9800800) : UINT32_C(0x99800800)) | (load ? UINT32_C(0x400000) : 0);
    cm_text_append(&s->cpu.body, ".inst\t0x%08x", (unsigned)(code | base << 5 | data));
    return true;
}

/* What assemblers of 2023 do not know. */
static bool add_encoded(state *s, const char *name, cm_lexer lex)
{
    return add_ordered_pair(s, name, lex) || add_atomic_pair(s, name, lex) ||
           add_ordered_writeback(s, name, lex);
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

/* The last operand, if it is an immediate: past registers, not past a shift. */
static bool find_immediate(cm_lexer lex, uint64_t *value)
{
    while (cm_lexer_is(&lex, ",") || lex.token.kind == CM_TOKEN_NAME) {
        bool name = lex.token.kind == CM_TOKEN_NAME;
        cm_lexer_advance(&lex);
        if (name && !cm_lexer_is(&lex, ",")) /* LSL #3 */
            return false;
    }
    cm_lexer_accept(&lex, "#");
    if (cm_lexer_at_end(&lex))
        return false;
    *value = cm_lexer_integer(&lex, "a number");
    return true;
}

/* The model takes any number here; the machine does not. At the first operand. */
static void check_immediate(const state *s, const char *name, cm_lexer lex)
{
    uint64_t value = 0;
    unsigned bits = is_wide(&lex.token) ? 64 : 32;
    for (size_t i = 0; i < sizeof immediate_forms / sizeof *immediate_forms; i++) {
        if (strcasecmp(name, immediate_forms[i].name) != 0 || !find_immediate(lex, &value))
            continue;
        immediate_form form = immediate_forms[i].form;
        if (form == NO_FORM || (form == BITMASK && !is_bitmask(value, bits)) ||
            (form == MOVABLE && !is_movable(value, bits)))
            cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                    "this immediate of %s cannot be encoded, expected %s", name,
                    immediate_forms[i].expected);
    }
}

/* Registers that no machine has. */
static void check_registers(const state *s)
{
    if (s->cpu.thread->own_instructions < s->cpu.thread->instruction_count)
        cm_fail(s->cpu.work, (cm_place){s->cpu.test->source, 0, 0},
                "thread P%d may jump into another thread's code, which cannot be run, expected "
                "code of its own",
                s->cpu.thread->id);
    for (int i = 0; i < s->cpu.thread->register_count; i++) {
        const char *name = s->cpu.thread->registers[i].name;
        if (strcmp(name, "XZR") == 0 || *name == '%')
            cm_fail(s->cpu.work, (cm_place){s->cpu.test->source, 0, 0},
                    "thread P%d %s, which cannot be run, expected X0 to X30", s->cpu.thread->id,
                    cm_arena_printf(s->cpu.work->arena,
                                    *name == '%' ? "has a symbolic register %s" : "observes %s",
                                    name));
    }
}

static void write_instruction(cm_native_cpu *cpu)
{
    state *s = (state *)cpu;
    cm_lexer lex = cm_native_lexer(cpu->work, cpu->thread, cpu->instruction);
    check_code(s, lex);
    const char *name = mnemonic(s, &lex);
    if (add_literal(s, name, lex) || add_encoded(s, name, lex))
        return;
    check_immediate(s, name, lex);
    cm_text_append(&cpu->body, "%s%s", name, cm_lexer_at_end(&lex) ? "" : "\t");
    add_operands(s, lex);
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
