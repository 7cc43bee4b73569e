/* RISC-V threads for a GNU assembler.
 *
 * What a test says is what assemblers take, but that
 *     a label              gets a name of its own
 *     LA rd,x              becomes a move from the register that holds the address
 *     Zalasr, Zabha, Zacas are encoded here: assemblers of 2023 do not know them
 *     PAUSE, FENCE rw,0    are encoded here, too
 */
#include "litmus/isa/riscv/riscv.h"

#include "litmus/isa/native_cpu.h"

#include <string.h>

enum { NUMBERS = 32, RA = 1, SP = 2 };

/* Every instruction has the size that it is written with, and stays where it is. */
static const char options[] = "\t.option\tnorvc\n\t.option\tnorelax\n";
/* An SC ends whatever reservation there is ("A" extension). */
static const char no_reservation[] =
    "\taddi\tsp, sp, -16\n\tsc.w\tzero, zero, (sp)\n\taddi\tsp, sp, 16\n";

/* ---- registers ------------------------------------------------------- */

static const char *const names[NUMBERS] = {"x0",  "x1",  "x2",  "x3",  "x4",  "x5",  "x6",  "x7",
                                           "x8",  "x9",  "x10", "x11", "x12", "x13", "x14", "x15",
                                           "x16", "x17", "x18", "x19", "x20", "x21", "x22", "x23",
                                           "x24", "x25", "x26", "x27", "x28", "x29", "x30", "x31"};

/* Those first that a function may change; ra, gp and tp never. */
static const unsigned char preference[] = {5,  6, 7,  28, 29, 30, 31, 17, 16, 15, 14, 13, 12, 11,
                                           10, 9, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 8};

static int number_of(const char *canonical)
{
    unsigned number;
    if (!cm_rv_register(canonical, &number))
        return -1;
    return number == SP ? -2 : (int)number;
}

/* s0 to s11 ("Integer Register Convention"); ra is the way back, gp and tp are the
 * linker's and the thread's. */
static const cm_native_machine machine = {names, preference, sizeof preference,
                                          UINT32_C(0x0ffc031a), number_of};

typedef struct state {
    cm_native_cpu cpu; /* first: the writer gets its address */
    bool calls;        /* has JAL with a link: ra is that */
} state;

/* ---- code addresses --------------------------------------------------- */

_Noreturn static void refuse_code(const state *s, const char *what)
{
    cm_fail(s->cpu.work, cm_native_place(&s->cpu),
            "%s cannot be run, expected addresses of code in JAL and RET only", what);
}

static bool is_link(const cm_insn_operand *o)
{
    return o->kind == CM_INSN_REGISTER && strcmp(o->name, names[RA]) == 0;
}

/* JAL label  JAL ra,label. With x0 it is a jump. */
static bool links(const cm_insn *insn)
{
    return strcmp(insn->opcode, "jal") == 0 &&
           (insn->operand_count == 1 || is_link(&insn->operands[0]));
}

/* Addresses of code differ from the model's, so no test may look at one. */
static void check_code(state *s, const cm_insn *insn)
{
    for (int i = 0; i < insn->operand_count; i++)
        if (insn->operands[i].kind == CM_INSN_REGISTER && insn->operands[i].name[0] == 'f')
            cm_fail(s->cpu.work, cm_native_place(&s->cpu),
                    "floating-point numbers cannot be run, expected registers x1 to x31");
    if (strcmp(insn->opcode, "jalr") == 0 || strcmp(insn->opcode, "jr") == 0)
        refuse_code(s, "a jump to an address in a register");
    if (strcmp(insn->opcode, "ret") == 0 && !s->calls)
        refuse_code(s, "RET without JAL before it");
    if (links(insn))
        return;
    if (strcmp(insn->opcode, "jal") == 0 && insn->operands[0].kind == CM_INSN_REGISTER)
        refuse_code(s, "an address of code in another register than ra");
    for (int i = 0; s->calls && i < insn->operand_count; i++)
        if (is_link(&insn->operands[i]))
            refuse_code(s, "an address of code as data");
}

static void find_calls(state *s)
{
    for (int i = 0; i < s->cpu.thread->instruction_count; i++)
        s->calls = s->calls || links(s->cpu.thread->instructions[i].insn);
    for (int i = 0; s->calls && i < s->cpu.test->observed_count; i++) {
        const cm_observed *observed = &s->cpu.test->observed[i];
        if (observed->kind == CM_OBSERVE_REGISTER && observed->thread == s->cpu.index &&
            strcmp(s->cpu.thread->registers[observed->reg].name, names[RA]) == 0)
            cm_fail(s->cpu.work, cm_test_place(s->cpu.test),
                    "%s is observed and holds an address of code, expected other registers",
                    observed->display);
    }
}

/* ---- instructions ---------------------------------------------------- */

static const char *label_of(const void *cpu, const char *name)
{
    return cm_native_label(cpu, name, strlen(name));
}

static void add_instruction(state *s, const char *name, const cm_insn *insn, const char *between,
                            bool offsets)
{
    cm_text_append(&s->cpu.body, "%s%s", name, insn->operand_count > 0 ? "\t" : "");
    if (!cm_rv_print_operands(&s->cpu.body, insn, between, offsets, label_of, &s->cpu))
        refuse_code(s, "an address of code as data");
}

/* With an order, which changes may take away; an ordered load or store without it is a plain one.
 * What assemblers of 2023 do not know is encoded: fields funct7, funct3. */
static bool add_atomic(state *s, const cm_insn *insn)
{
    enum { AQ = 1, RL = 2 };
    static const char *const suffixes[] = {"", ".aq", ".rl", ".aqrl"};
    const char *opcode = insn->form->opcode;
    const cm_table_word *word = cm_form_word(insn, &cm_rv_rows, "order");
    const cm_table_word *operation = cm_form_word(insn, &cm_rv_rows, "op");
    bool is_load = strcmp(opcode, "l") == 0, is_plain = is_load || strcmp(opcode, "s") == 0;
    bool swaps = strcmp(opcode, "amocas") == 0, reserves = opcode[1] == 'r' || opcode[1] == 'c';
    if (is_plain ? !word : !operation && !swaps && !(reserves && strchr(insn->opcode, '.')))
        return false;
    unsigned order = word ? word->order : 0;
    if (s->cpu.style->changes & CM_NATIVE_DROP_ACQUIRE)
        order &= ~(unsigned)AQ;
    if (s->cpu.style->changes & CM_NATIVE_DROP_RELEASE)
        order &= ~(unsigned)RL;
    size_t length =
        word ? (size_t)(strstr(insn->opcode, word->text) - insn->opcode) - 1 : strlen(insn->opcode);
    const char *plain = cm_arena_text(s->cpu.work->arena, insn->opcode, length);
    const cm_insn_operand *o = insn->operands;
    unsigned bits = o->bits, width = 0;
    if (is_plain ? !(order & (is_load ? AQ : RL)) : !swaps && bits >= 32) {
        plain = cm_arena_printf(s->cpu.work->arena, "%s%s", plain, is_plain ? "" : suffixes[order]);
        add_instruction(s, plain, insn, ", ", is_plain);
        return true;
    }
    while (8u << width < (strcmp(plain, "amocas.q") == 0 ? 128 : bits))
        width++;
    const char *zero = names[0], *base = o[insn->operand_count - 1].name;
    unsigned number = operation ? operation->number : swaps ? 5 : is_load ? 6 : 7;
    cm_text_append(&s->cpu.body, ".insn\tr 0x2f, %u, %u, %s, %s, %s", width,
                   number << 2 | (order & AQ ? 2u : 0) | (order & RL ? 1u : 0),
                   is_plain && !is_load ? zero : o[0].name, base,
                   is_load    ? zero
                   : is_plain ? o[0].name
                              : o[1].name);
    return true;
}

static void write_instruction(cm_native_cpu *cpu)
{
    state *s = (state *)cpu;
    const cm_insn *insn = cpu->thread->instructions[cpu->instruction].insn;
    const cm_insn_operand *o = insn->operands;
    check_code(s, insn);
    if (add_atomic(s, insn))
        return;
    if (strcmp(insn->opcode, "pause") == 0)
        cm_text_add(&cpu->body, ".word\t0x0100000f");
    else if (strcmp(insn->opcode, "fence") == 0 && insn->operand_count > 0 &&
             (*o[0].name == '0' || *o[1].name == '0'))
        cm_text_add(&cpu->body, "nop"); /* assemblers ask for letters; it orders nothing */
    else if (insn->operand_count == 2 && o[1].kind == CM_INSN_LOCATION)
        cm_text_append(&cpu->body, "mv\t%s, %s", o[0].name, cm_native_address(cpu, o[1].index));
    else if (*insn->opcode == 'l' && o[1].kind == CM_INSN_LABEL)
        refuse_code(s, "an address of code as data");
    else
        add_instruction(s, insn->opcode, insn, ",", true);
}

cm_native cm_rv_native(cm_work *work, const cm_test *test, int thread, const cm_native_style *style)
{
    state s = {.cpu = cm_native_cpu_open(work, test, thread, style, &machine)};
    find_calls(&s);
    const char *prologue = options;
    if (test->threads[thread].reads_first_flags)
        prologue = cm_arena_printf(work->arena, "%s%s", options, no_reservation);
    return cm_native_cpu_thread(&s.cpu, prologue, write_instruction);
}
