/* X86 and X86_64 threads for a GNU assembler, in AT&T syntax and 64-bit mode.
 *
 * Operands are read by the code that reads them for the model (x86_operand.c), and
 * written anew: a location becomes `(%reg)`, widths become suffixes. Code for
 * 32-bit mode is the same in 64-bit mode, except that locations have addresses of
 * 64 bits: what the model keeps whole there (x86_common.h) uses 64-bit names here.
 */
#include "litmus/isa/x86/x86_common.h"

#include "litmus/isa/asm.h"
#include "litmus/isa/form.h"
#include "litmus/isa/native_cpu.h"

#include <inttypes.h>
#include <string.h>

enum { ROWS = 16, WIDTHS = 3, HIGH_BYTES = 4, STACK = 7 };

/* Rows as in x86_register.c; columns: 32, 16, 8 bits. */
static const char *const part_names[ROWS][WIDTHS] = {
    {"%eax", "%ax", "%al"},      {"%ebx", "%bx", "%bl"},      {"%ecx", "%cx", "%cl"},
    {"%edx", "%dx", "%dl"},      {"%esi", "%si", "%sil"},     {"%edi", "%di", "%dil"},
    {"%ebp", "%bp", "%bpl"},     {"%esp", "%sp", "%spl"},     {"%r8d", "%r8w", "%r8b"},
    {"%r9d", "%r9w", "%r9b"},    {"%r10d", "%r10w", "%r10b"}, {"%r11d", "%r11w", "%r11b"},
    {"%r12d", "%r12w", "%r12b"}, {"%r13d", "%r13w", "%r13b"}, {"%r14d", "%r14w", "%r14b"},
    {"%r15d", "%r15w", "%r15b"}};
static const char *const high_bytes[HIGH_BYTES] = {"%ah", "%bh", "%ch", "%dh"};

/* Those first that a function may change, and of them those that go together with
 * AH, BH, CH and DH; the stack pointer never. */
static const unsigned char preference[] = {4, 5, 3, 2, 0, 8, 9, 10, 11, 1, 6, 12, 13, 14, 15};

static const char *const whole_names[ROWS] = {"%rax", "%rbx", "%rcx", "%rdx", "%rsi", "%rdi",
                                              "%rbp", "%rsp", "%r8",  "%r9",  "%r10", "%r11",
                                              "%r12", "%r13", "%r14", "%r15"};

static int number_of(const char *canonical)
{
    int row = cm_x86_register_find(CM_X86_64, canonical).number;
    return row == STACK ? -2 : row < 0 ? -1 : row;
}

/* RBX, RBP, R12 to R15 (System V psABI for AMD64, 3.2.1). */
static const cm_native_machine machine = {whole_names, preference, sizeof preference,
                                          UINT32_C(0xf042), number_of};

typedef struct state {
    cm_native_cpu cpu; /* first: the writer gets its address */
    cm_asm scratch;    /* reads operands; its test is a copy */
    bool high, rex;    /* the instruction names AH or the like; it needs a REX prefix */
} state;

/* R8 to R15, and the low bytes that only 64-bit mode has (SDM volume 1, 3.4.1.1). */
static void note_rex(state *s, int row, unsigned bits)
{
    s->rex = s->rex || row >= 8 || (bits == 8 && row >= HIGH_BYTES);
}

static const char *part_name(state *s, cm_x86_register reg, unsigned bits)
{
    if (reg.shift != 0) {
        s->high = true;
        return high_bytes[reg.number];
    }
    note_rex(s, reg.number, bits);
    if (bits == 64)
        return whole_names[reg.number];
    return part_names[reg.number][bits == 32 ? 0 : bits == 16 ? 1 : 2];
}

/* ---- memory operands ------------------------------------------------- */

typedef struct memory {
    const char *base, *index;
    uint64_t scale, displacement;
} memory;

static const char *whole_register(state *s, const cm_expr *reg)
{
    if (reg->op != CM_OP_REG)
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "an index of 32 bits cannot go with an address of 64 bits, expected a register of "
                "64 bits");
    int row = cm_x86_register_find(CM_X86_64, s->cpu.thread->registers[reg->reg].name).number;
    note_rex(s, row, 64);
    return whole_names[row];
}

static void add_term(state *s, memory *m, const char *reg, uint64_t scale)
{
    if (scale == 1 && !m->base) {
        m->base = reg;
    } else if (!m->index) {
        m->index = reg;
        m->scale = scale;
    } else {
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "an address made of three registers cannot be encoded (a location takes one), "
                "expected at most two");
    }
}

static void add_terms(state *s, memory *m, const cm_expr *e)
{
    uint64_t offset;
    if (e->op == CM_OP_ADD) {
        add_terms(s, m, e->a);
        add_terms(s, m, e->b);
    } else if (e->op == CM_OP_MUL) {
        add_term(s, m, whole_register(s, e->a), e->b->imm);
    } else if (e->op != CM_OP_CONST) {
        add_term(s, m, whole_register(s, e), 1);
    } else {
        int location = cm_test_locate(s->cpu.test, e->imm, &offset);
        if (location < 0) {
            m->displacement += e->imm;
            return;
        }
        const char *reg = cm_native_address(&s->cpu, location);
        note_rex(s, cm_x86_register_find(CM_X86_64, reg).number, 64);
        add_term(s, m, reg, 1);
    }
}

static const char *memory_text(state *s, const cm_expr *address)
{
    memory m = {.base = NULL};
    add_terms(s, &m, address);
    int64_t displacement = (int64_t)m.displacement;
    if (!m.base && !m.index)
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "an address that is a number cannot be run, expected a location or a register");
    if (displacement < INT32_MIN || displacement > INT32_MAX)
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "this displacement cannot be encoded, expected one of 32 bits");
    cm_text text = cm_text_new(s->cpu.work->arena);
    if (displacement != 0)
        cm_text_append(&text, "%" PRId64, displacement);
    cm_text_append(&text, "(%s", m.base ? m.base : "");
    if (m.index)
        cm_text_append(&text, ",%s,%" PRIu64, m.index, m.scale);
    cm_text_add_char(&text, ')');
    return text.data;
}

/* ---- operands -------------------------------------------------------- */

static int64_t sign_extended(uint64_t number, unsigned bits)
{
    return (int64_t)(number << (64 - bits)) >> (64 - bits);
}

/* As an instruction over `bits` bits has it; wide: 64-bit immediates exist. */
static const char *immediate_text(state *s, const cm_x86_operand *operand, unsigned bits, bool wide)
{
    uint64_t offset;
    if (operand->symbolic) {
        const char *reg =
            cm_native_address(&s->cpu, cm_test_locate(s->cpu.test, operand->number, &offset));
        note_rex(s, cm_x86_register_find(CM_X86_64, reg).number, 64);
        return reg;
    }
    int64_t number = sign_extended(operand->number, bits);
    if (!wide && (number < INT32_MIN || number > INT32_MAX))
        cm_fail(s->cpu.work, operand->place,
                "this immediate cannot be encoded, expected one of 32 bits, sign-extended");
    return cm_arena_printf(s->cpu.work->arena, "$%" PRId64, number);
}

static const char *operand_text(state *s, const cm_x86_operand *operand, unsigned bits, bool wide)
{
    if (operand->kind == CM_X86_REGISTER)
        return part_name(s, operand->reg, bits);
    if (operand->kind == CM_X86_MEMORY)
        return memory_text(s, operand->value);
    return immediate_text(s, operand, bits, wide);
}

/* Bits of the memory access, 0: none. The model has settled them. */
static unsigned access_bits(const state *s)
{
    for (int i = 0; i < s->cpu.thread->step_count; i++) {
        const cm_step *step = &s->cpu.thread->steps[i];
        if (step->instruction == s->cpu.instruction &&
            (step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE))
            return 8u * step->width;
    }
    return 0;
}

static char suffix(unsigned bits)
{
    return bits == 64 ? 'q' : bits == 32 ? 'l' : bits == 16 ? 'w' : 'b';
}

/* ---- instructions ---------------------------------------------------- */

/* PLAIN: operands as they are. WHOLE: in 32-bit mode the model keeps all 64 bits
 * between registers. COUNTED: the second operand is a count of its own width. */
typedef enum x86_shape { PLAIN, WHOLE, ADDRESS, COUNTED, BIT, EXTEND, SET } x86_shape;

/* By the kind of the last operand. */
static x86_shape shape_of(const cm_isa_form *form)
{
    static const struct {
        const char *kind;
        x86_shape shape;
    } shapes[] = {{"whole", WHOLE},   {"swap", WHOLE}, {"moved", WHOLE},   {"address", ADDRESS},
                  {"count", COUNTED}, {"bit", BIT},    {"narrow", EXTEND}, {"flag", SET}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].kind, form->operands[form->operand_count - 1].kind) == 0)
            return shapes[i].shape;
    return PLAIN;
}

/* The name in lower case, without the suffix that says a width. */
static const char *stem_of(const state *s, const cm_insn *insn)
{
    size_t length = strlen(insn->opcode) - (cm_form_word(insn, &cm_x86_rows, "width") != NULL);
    char *name = cm_arena_text(s->cpu.work->arena, insn->opcode, length);
    for (char *c = name; *c; c++)
        if (*c >= 'A' && *c <= 'Z')
            *c = (char)(*c - 'A' + 'a');
    return name;
}

static unsigned width_of(const state *s, const cm_x86 *x, x86_shape shape)
{
    int sized = shape == COUNTED ? 1 : x->count;
    for (int i = 0; i < sized; i++)
        if (x->operands[i].kind == CM_X86_REGISTER)
            return x->operands[i].reg.bits;
    return access_bits(s);
}

static bool keeps_whole(const cm_x86 *x, x86_shape shape, unsigned bits)
{
    if (x->arch != CM_X86 || bits != 32 || (shape != WHOLE && shape != ADDRESS))
        return false;
    const cm_x86_operand *from = &x->operands[1];
    return shape == ADDRESS || from->symbolic ||
           (from->kind == CM_X86_REGISTER && x->operands[0].kind == CM_X86_REGISTER);
}

static void add_extension(state *s, const cm_x86 *x, bool is_signed)
{
    const cm_x86_operand *to = &x->operands[0], *from = &x->operands[1];
    unsigned bits = from->kind == CM_X86_REGISTER ? from->reg.bits : access_bits(s);
    if (bits == 32 && !is_signed)
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "MOVZX from 32 bits does not exist, expected MOV to a register of 32 bits");
    cm_text_append(&s->cpu.body, "mov%c%c%c\t%s, ", is_signed ? 's' : 'z', suffix(bits),
                   suffix(to->reg.bits), operand_text(s, from, bits, false));
    cm_text_add(&s->cpu.body, part_name(s, to->reg, to->reg.bits));
}

/* Source first. */
static void add_operands(state *s, const cm_x86 *x, x86_shape shape, unsigned bits)
{
    bool wide = shape == WHOLE && x->operands[0].kind == CM_X86_REGISTER;
    bool swapped = x->count == 2 && x->operands[0].kind == CM_X86_IMMEDIATE; /* TEST $1,%eax */
    for (int i = x->count - 1; i >= 0; i--) {
        cm_x86_operand operand = x->operands[swapped ? 1 - i : i];
        bool count =
            i == 1 && operand.kind == CM_X86_IMMEDIATE && (shape == COUNTED || shape == BIT);
        if (count) /* modulo the width, which is how the processor takes it */
            operand.number &= bits == 64 ? 63 : shape == BIT ? bits - 1 : 31;
        unsigned own = i == 1 && shape == COUNTED ? 8 : bits;
        cm_text_add(&s->cpu.body, operand_text(s, &operand, own, wide));
        cm_text_add(&s->cpu.body, i > 0 ? ", " : "");
    }
}

static void add_data(state *s, cm_x86 *x, const cm_insn *insn)
{
    x86_shape shape = shape_of(insn->form);
    x->mnemonic = stem_of(s, insn);
    x->att = cm_x86_is_att(x);
    cm_x86_parse_operands(x);
    s->high = s->rex = false;
    if (shape == EXTEND) {
        add_extension(s, x, cm_form_word(insn, &cm_x86_rows, "extend")->number);
    } else {
        unsigned bits = shape == SET ? 8 : width_of(s, x, shape);
        if (bits == 8 && (shape == ADDRESS || shape == BIT))
            cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                    "%s of 8 bits does not exist, expected a wider operand", x->mnemonic);
        bool product = x->count == 3 || (x->count == 2 && strcmp(x->mnemonic, "imul") == 0);
        if (product && x->operands[x->count - 1].symbolic)
            cm_fail(s->cpu.work, x->operands[x->count - 1].place,
                    "an address cannot be a factor, expected a number");
        if (keeps_whole(x, shape, bits))
            bits = 64;
        cm_text_add(&s->cpu.body, strcmp(x->mnemonic, "movabs") == 0 ? "mov" : x->mnemonic);
        if (shape != SET)
            cm_text_add_char(&s->cpu.body, suffix(bits));
        cm_text_add_char(&s->cpu.body, '\t');
        add_operands(s, x, shape, bits);
        s->rex = s->rex || bits == 64;
    }
    if (s->high && s->rex)
        cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                "AH, BH, CH and DH cannot be encoded beside this operand, expected another byte "
                "register, or fewer registers and locations");
}

/* CMPXCHG16B: memory, and no suffix. */
static void add_wide(state *s, cm_x86 *x, const char *name)
{
    x->mnemonic = name;
    x->place = x->lex->token.place;
    x->att = cm_x86_is_att(x);
    cm_x86_parse_operands(x);
    cm_text_append(&s->cpu.body, "cmpxchg16b\t%s", memory_text(s, x->operands[0].value));
}

static void write_instruction(cm_native_cpu *cpu)
{
    state *s = (state *)cpu;
    cm_lexer lex = cm_native_lexer(cpu->work, cpu->thread, cpu->instruction);
    cm_x86 x = {.as = &s->scratch, .lex = &lex, .arch = cpu->thread->arch};
    for (cm_lexer at = lex; !cm_lexer_at_end(&at); cm_lexer_advance(&at))
        if (at.token.kind == CM_TOKEN_NAME &&
            cm_x86_register_find(CM_X86_64,
                                 cm_arena_text(cpu->work->arena, at.token.text, at.token.length))
                    .number >= CM_X86_XMM)
            cm_fail(cpu->work, at.token.place,
                    "registers XMM0 to XMM15 are not run, expected general ones");
    if (cm_lexer_accept(&lex, "lock")) {
        cm_lexer_accept(&lex, ";");
        cm_text_add(&cpu->body, "lock ");
    }
    const cm_insn *insn = cpu->thread->instructions[cpu->instruction].insn;
    const char *name = cm_lexer_name(&lex, "an instruction"), *opcode = insn->form->opcode;
    if (strcmp(opcode, "RET") == 0)
        cm_text_append(&cpu->body, "jmp\t.L%s_end", cpu->style->prefix);
    else if (strcmp(opcode, "NOP") == 0)
        cm_text_add(&cpu->body, "nop");
    else if (cm_lexer_at_end(&lex)) /* fences, PAUSE */
        cm_text_add(&cpu->body, name);
    else if (*opcode == 'J')
        cm_text_append(&cpu->body, "%s\t%s", name,
                       cm_native_label(cpu, lex.token.text, lex.token.length));
    else if (strcmp(opcode, "CMPXCHG16B") == 0)
        add_wide(s, &x, name);
    else
        add_data(s, &x, insn);
}

cm_native cm_x86_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style)
{
    state s = {.cpu = cm_native_cpu_open(work, test, thread, style, &machine)};
    /* The builder finds every location and register, so it makes nothing. */
    cm_test *copy = CM_NEW(s.cpu.work->arena, cm_test);
    *copy = *s.cpu.test;
    cm_asm_init(&s.scratch, s.cpu.work, copy);
    cm_asm_prepare_threads(&s.scratch);
    cm_asm_select(&s.scratch, s.cpu.index);
    /* All flags are 0: the instruction tests its own last byte, which is 1. */
    bool first_flags = test->threads[thread].reads_first_flags;
    return cm_native_cpu_thread(&s.cpu, first_flags ? "\ttestb\t$1, 0f-1(%rip)\n0:\n" : "",
                                write_instruction);
}
