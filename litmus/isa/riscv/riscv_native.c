/* RISC-V threads for a GNU assembler.
 *
 * The litmus dialect is what assemblers take, but that
 *     names                are written in lower case, registers by number
 *     a label              gets a name of its own
 *     LA rd,x              becomes a move from the register that holds the address
 *     Zalasr, Zabha, Zacas are encoded here: assemblers of 2023 do not know them
 *     PAUSE, FENCE rw,0    are encoded here, too
 */
#include "litmus/isa/riscv/riscv.h"

#include "litmus/isa/native_cpu.h"

#include <string.h>
#include <strings.h>

enum { NUMBERS = 32, SP = 2 };

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

/* Number of the register at the token; false: it is none. */
static bool register_at(const state *s, const cm_lexer *lex, unsigned *number)
{
    return lex->token.kind == CM_TOKEN_NAME &&
           cm_rv_register(cm_arena_text(s->cpu.work->arena, lex->token.text, lex->token.length),
                          number);
}

/* ---- code addresses --------------------------------------------------- */

_Noreturn static void refuse_code(const state *s, const char *what)
{
    cm_fail(s->cpu.work, cm_native_place(&s->cpu),
            "%s cannot be run, expected addresses of code in JAL and RET only", what);
}

/* JAL label  JAL ra,label. With x0 it is a jump. */
static bool links(const state *s, cm_lexer lex)
{
    unsigned number;
    if (!cm_lexer_accept(&lex, "jal"))
        return false;
    if (!register_at(s, &lex, &number))
        return true;
    cm_lexer ahead = lex;
    cm_lexer_advance(&ahead);
    return !cm_lexer_is(&ahead, ",") || number == CM_RV_RA;
}

/* Addresses of code differ from the model's, so no test may look at one. */
static void check_code(state *s, cm_lexer lex)
{
    unsigned number;
    if (cm_lexer_is(&lex, "jalr") || cm_lexer_is(&lex, "jr"))
        refuse_code(s, "a jump to an address in a register");
    if (cm_lexer_is(&lex, "ret") && !s->calls)
        refuse_code(s, "RET without JAL");
    bool linking = links(s, lex);
    cm_lexer operand = lex;
    if (cm_lexer_accept(&operand, "jal") && !linking && register_at(s, &operand, &number) &&
        number != 0)
        refuse_code(s, "an address of code in another register than ra");
    for (; s->calls && !linking && !cm_lexer_at_end(&lex); cm_lexer_advance(&lex))
        if (register_at(s, &lex, &number) && number == CM_RV_RA)
            refuse_code(s, "an address of code as data");
}

static void find_calls(state *s)
{
    for (int i = 0; i < s->cpu.thread->instruction_count; i++)
        s->calls = s->calls || links(s, cm_native_lexer(s->cpu.work, s->cpu.thread, i));
    for (int i = 0; s->calls && i < s->cpu.test->observed_count; i++) {
        const cm_observed *observed = &s->cpu.test->observed[i];
        if (observed->kind == CM_OBSERVE_REGISTER && observed->thread == s->cpu.index &&
            strcmp(s->cpu.thread->registers[observed->reg].name, names[CM_RV_RA]) == 0)
            cm_fail(s->cpu.work, (cm_place){s->cpu.test->source, 0, 0},
                    "%s is observed and holds an address of code, expected other registers",
                    observed->display);
    }
}

/* ---- atomic and ordered accesses ---------------------------------------- */

/* `rd,rs2,(rs1)` or less: numbers of the registers in the order written. */
static void operand_numbers(const state *s, cm_lexer lex, unsigned numbers[3])
{
    unsigned count = 0;
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex))
        if (count < 3 && register_at(s, &lex, &numbers[count]))
            count++;
}

static const char *order_suffix(unsigned order)
{
    static const char *const suffixes[] = {"", ".aq", ".rl", ".aqrl"};
    return suffixes[order];
}

/* At the first operand. An ordered load or store that has lost its order is a plain
 * one. */
static bool add_atomic(state *s, const char *name, cm_lexer lex)
{
    cm_rv_code code;
    if (!cm_rv_atomic_code(name, &code))
        return false;
    unsigned changes = s->cpu.style->changes, n[3] = {0, 0, 0};
    if (changes & CM_NATIVE_DROP_ACQUIRE)
        code.order &= ~(unsigned)CM_RV_AQ;
    if (changes & CM_NATIVE_DROP_RELEASE)
        code.order &= ~(unsigned)CM_RV_RL;
    operand_numbers(s, lex, n);
    cm_text *body = &s->cpu.body;
    unsigned kept = code.is_load ? CM_RV_AQ : CM_RV_RL;
    if (code.is_plain && !(code.order & kept))
        cm_text_append(body, "%s\t%s, 0(%s)", code.plain, names[n[0]], names[n[1]]);
    else if (code.is_known && code.is_load)
        cm_text_append(body, "%s%s\t%s, (%s)", code.plain, order_suffix(code.order), names[n[0]],
                       names[n[1]]);
    else if (code.is_known)
        cm_text_append(body, "%s%s\t%s, %s, (%s)", code.plain, order_suffix(code.order),
                       names[n[0]], names[n[1]], names[n[2]]);
    else
        cm_text_append(body, ".insn\tr 0x2f, %u, %u, %s, %s, %s", code.width,
                       code.number << 2 | (code.order & CM_RV_AQ ? 2u : 0) |
                           (code.order & CM_RV_RL ? 1u : 0),
                       code.is_plain && !code.is_load ? names[0] : names[n[0]],
                       code.is_plain ? names[n[1]] : names[n[2]],
                       code.is_plain ? names[code.is_load ? 0 : n[0]] : names[n[1]]);
    return true;
}

/* ---- instructions ---------------------------------------------------- */

static const char *in_lower_case(const state *s, const char *name)
{
    size_t length = strlen(name);
    char *lower = cm_arena_alloc(s->cpu.work->arena, length + 1, 1);
    for (size_t i = 0; i < length; i++)
        lower[i] = (char)(name[i] >= 'A' && name[i] <= 'Z' ? name[i] - 'A' + 'a' : name[i]);
    return lower;
}

/* LA LLA: at the first operand. */
static bool add_address(state *s, const char *name, cm_lexer lex)
{
    unsigned number;
    if (strcmp(name, "la") != 0 && strcmp(name, "lla") != 0)
        return false;
    register_at(s, &lex, &number);
    cm_lexer_advance(&lex);
    cm_lexer_expect(&lex, ",");
    int location = cm_native_location(s->cpu.test, lex.token.text, lex.token.length);
    if (location < 0)
        refuse_code(s, "an address of code as data");
    cm_text_append(&s->cpu.body, "mv\t%s, %s", names[number], cm_native_address(&s->cpu, location));
    return true;
}

/* Where one of the sets is empty assemblers ask for letters. */
static bool add_fence(state *s, const char *name, cm_lexer lex)
{
    bool empty = false;
    for (; strcmp(name, "fence") == 0 && !cm_lexer_at_end(&lex); cm_lexer_advance(&lex))
        empty = empty || lex.token.kind == CM_TOKEN_NUMBER;
    if (strcmp(name, "pause") == 0)
        cm_text_add(&s->cpu.body, ".word\t0x0100000f");
    else if (empty)
        cm_text_add(&s->cpu.body, "nop"); /* it orders nothing */
    else
        return false;
    return true;
}

static void add_operands(state *s, cm_lexer lex)
{
    unsigned number;
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        const char *label = NULL;
        if (register_at(s, &lex, &number)) {
            cm_text_add(&s->cpu.body, names[number]);
            continue;
        }
        if (lex.token.kind == CM_TOKEN_NAME)
            label = cm_native_label(&s->cpu, lex.token.text, lex.token.length);
        if (label)
            cm_text_add(&s->cpu.body, label);
        else
            cm_text_add_bytes(&s->cpu.body, lex.token.text, lex.token.length);
    }
}

static void write_instruction(cm_native_cpu *cpu)
{
    state *s = (state *)cpu;
    cm_lexer lex = cm_native_lexer(cpu->work, cpu->thread, cpu->instruction);
    check_code(s, lex);
    const char *name = in_lower_case(s, cm_lexer_name(&lex, "an instruction"));
    if (add_atomic(s, name, lex) || add_address(s, name, lex) || add_fence(s, name, lex))
        return;
    cm_text_append(&cpu->body, "%s%s", name, cm_lexer_at_end(&lex) ? "" : "\t");
    add_operands(s, lex);
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

cm_native cm_rv_native_32(cm_work *work, const cm_test *test, int thread,
                          const cm_native_style *style)
{
    (void)style;
    cm_place place = {test->source, 0, 0};
    if (test->threads[thread].instruction_count > 0)
        place = test->threads[thread].instructions[0].place;
    cm_fail(work, place, "a thread of RV32 cannot be run, expected one of RISCV");
}
