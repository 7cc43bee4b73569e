/* Threads of C as rows of operations: a row has an opcode, its order and its scope behind dots,
 * and operands, as instruction sets with dotted opcodes have them. All spellings of an operation
 * are one row. Mappings (mapping/) translate rows.
 *
 *      store [x], 1                                    *x = 1;
 *      store [x+4], 1                                  x[1] = 1;
 *      load.acquire.device r0, [y]                     r0 = y.load(acquire) of a device
 *      fetch.add.relaxed.system r1, [y], 2             fetch.sub, .and, .or, .xor, .smax, .smin,
 *                                                      .umax, .umin; exchange
 *      compare.acq_rel.fail_acquire.system r2, [y], r2, 5
 *      fence.seq_cst.system                            barrier
 *      add r3, r0, 1                                   eq r3, r0, 1; mov r3, 5
 *      load.relaxed.system.8 r4, [z]; sext.8 r4, r4    of a `signed char`: what is found has zeros
 *                                                      above its 8 or 16 bits; zext.16
 *      if_zero r3, L0                                  goto L0; L0:
 *      or r9, r9, r3                                   assert(!r3): r9 is 0 as long as none fails
 */
#include "litmus/isa/c/c.h"

#include <ctype.h>
#include <string.h>

/* ---- operators ------------------------------------------------------------------ */

static const struct {
    cm_op op;
    const char *name, *sign; /* sign NULL: C has none */
    bool is_unsigned;        /* of operands without a sign */
} operators[] = {
    {CM_OP_ADD, "add", "+", false},    {CM_OP_SUB, "sub", "-", false},
    {CM_OP_AND, "and", "&", false},    {CM_OP_OR, "or", "|", false},
    {CM_OP_XOR, "xor", "^", false},    {CM_OP_EQ, "eq", "==", false},
    {CM_OP_NE, "ne", "!=", false},     {CM_OP_SLT, "slt", "<", false},
    {CM_OP_SLE, "sle", "<=", false},   {CM_OP_ULT, "ult", "<", true},
    {CM_OP_ULE, "ule", "<=", true},    {CM_OP_MUL, "mul", "*", false},
    {CM_OP_SHL, "shl", "<<", false},   {CM_OP_ASHR, "ashr", ">>", false},
    {CM_OP_LSHR, "lshr", ">>", true},  {CM_OP_SDIV, "sdiv", "/", false},
    {CM_OP_UDIV, "udiv", "/", true},   {CM_OP_SREM, "srem", "%", false},
    {CM_OP_UREM, "urem", "%", true},   {CM_OP_REG, "mov", "", false},
    {CM_OP_SMAX, "smax", NULL, false}, {CM_OP_SMIN, "smin", NULL, false},
    {CM_OP_UMAX, "umax", NULL, true},  {CM_OP_UMIN, "umin", NULL, true},
};
enum { OPERATORS = sizeof operators / sizeof *operators };

const char *cm_c_sign(const char *operation, bool *is_unsigned)
{
    for (int i = 0; i < OPERATORS; i++)
        if (strcmp(operators[i].name, operation) == 0) {
            *is_unsigned = operators[i].is_unsigned;
            return operators[i].sign;
        }
    return NULL;
}

static const char *operator_name(cm_op op)
{
    for (int i = 0; i < OPERATORS; i++)
        if (operators[i].op == op)
            return operators[i].name;
    return NULL;
}

/* ---- a thread -------------------------------------------------------------------- */

typedef struct listing {
    cm_arena *arena;
    const cm_test *test;
    const cm_thread *from;
    cm_thread to;
    int capacity;
    const char **names; /* by register: what its rows call it; NULL: not yet */
    int *uses;          /* by register: how often its value is used, but by the write of an update
                           whose read it is */
    bool *done;         /* by step: another row says it */
    bool used[1000];    /* by number: is r5 taken? */
    enum { NOT_PASSING, PASSING, IDLE } passing[1000]; /* of values that one step alone uses */
    int *last;          /* by register: the last step that uses it; -1: a jump may lead past that */
    bool *borrowed;     /* by register: others have its name behind that step */
    const char *failed; /* the register that tells of an assertion; NULL: there is none */
    const char *refused;
} listing;

static void refuse_thread(listing *l, const char *what)
{
    if (!l->refused)
        l->refused = what;
}

static void add_row(listing *l, const char *text)
{
    CM_RESERVE(l->arena, l->to.instructions, l->to.instruction_count, l->capacity);
    l->to.instructions[l->to.instruction_count++] = (cm_instruction){.text = text};
}

/* ---- names of registers ------------------------------------------------------------ */

/* The 5 of r5; -1: another name. */
static int number_of(const char *name)
{
    size_t digits = strspn(name + 1, "0123456789");
    int number = 0;
    if (*name != 'r' || digits == 0 || digits > 3 || name[1 + digits])
        return -1;
    for (size_t i = 1; i <= digits; i++)
        number = 10 * number + (name[i] - '0');
    return number;
}

static const char *free_register(listing *l)
{
    int number = 0;
    while (number < 999 && l->used[number])
        number++;
    l->used[number] = true;
    return cm_arena_printf(l->arena, "r%d", number);
}

/* For a value that no later step uses. The register is never one of a variable, whose value may go
 * round a loop past that step. */
static const char *passing_register(listing *l)
{
    int idle = 0;
    while (idle < 1000 && l->passing[idle] != IDLE)
        idle++;
    int number = idle < 1000 ? idle : number_of(free_register(l));
    l->passing[number] = PASSING;
    return cm_arena_printf(l->arena, "r%d", number);
}

static const char *name_of(listing *l, int reg)
{
    if (!l->names[reg] && l->last[reg] >= 0) {
        l->names[reg] = passing_register(l);
        l->passing[number_of(l->names[reg])] = NOT_PASSING;
        l->borrowed[reg] = true;
    } else if (!l->names[reg]) {
        l->names[reg] = free_register(l);
    }
    return l->names[reg];
}

static bool says(const cm_step *s, int reg)
{
    return s->dst == reg || cm_expr_mentions(s->value, reg) || cm_expr_mentions(s->addr, reg) ||
           cm_expr_mentions(s->guard, reg);
}

/* Of temporary registers that are set and used between two jumps. */
static void find_last_uses(listing *l)
{
    const cm_thread *from = l->from;
    for (int r = 0; r < from->register_count; r++) {
        int first = -1, jumps = 0;
        l->last[r] = -1;
        for (int i = 0; i < from->step_count && from->registers[r].name[0] == '.'; i++) {
            bool found = says(&from->steps[i], r);
            first = found && first < 0 ? i : first;
            l->last[r] = found ? i : l->last[r];
        }
        for (int i = 0; i < from->step_count && first >= 0; i++) {
            const cm_step *s = &from->steps[i];
            bool leads = s->target > first && s->target <= l->last[r];
            jumps += s->kind == CM_STEP_BRANCH && (leads || (i >= first && i <= l->last[r]));
        }
        l->last[r] = jumps > 0 ? -1 : l->last[r];
    }
}

/* Names such as r5 stay; if there are others, all get numbers, those that the test observes in the
 * order in which it does, so that states keep theirs. */
static void name_registers(listing *l)
{
    const cm_thread *from = l->from;
    bool numbered = true;
    for (int i = 0; i < from->register_count; i++)
        numbered &= from->registers[i].name[0] == '.' || number_of(from->registers[i].name) >= 0;
    for (int i = 0; i < from->register_count && numbered; i++)
        if (from->registers[i].name[0] != '.') {
            l->names[i] = from->registers[i].name;
            l->used[number_of(l->names[i])] = true;
        }
    for (int i = 0; i < l->test->observed_count && !numbered; i++) {
        const cm_observed *o = &l->test->observed[i];
        if (o->kind == CM_OBSERVE_REGISTER && &l->test->threads[o->thread] == from)
            name_of(l, o->reg);
    }
    for (int i = 0; i < from->register_count && !numbered; i++)
        if (from->registers[i].name[0] != '.')
            name_of(l, i);
}

static void count_uses(listing *l, const cm_expr *e, int but)
{
    if (!e)
        return;
    if (e->op == CM_OP_REG)
        l->uses[e->reg] += e->reg != but;
    count_uses(l, e->a, but);
    count_uses(l, e->b, but);
    count_uses(l, e->c, but);
}

/* ---- operands ------------------------------------------------------------------------ */

static const char *compute(listing *l, const cm_expr *e, const char *to);

static bool extends(const cm_expr *e)
{
    return e->op == CM_OP_SEXT || e->op == CM_OP_ZEXT;
}

/* What is extended from that many bits, or more, has the same ones below. */
static const cm_expr *unextended(const cm_expr *e, unsigned bits)
{
    while (extends(e) && e->imm >= bits)
        e = e->a;
    return e;
}

/* Does an execution choose what is in that register? */
static bool is_chosen(const listing *l, int reg)
{
    for (int i = 0; i < l->from->step_count; i++)
        if (l->from->steps[i].kind == CM_STEP_CHOOSE && l->from->steps[i].dst == reg)
            return true;
    return false;
}

/* Of a weak exchange: whether it was chosen to succeed. A strong one does where it can. */
static const cm_expr *without_choice(const listing *l, const cm_expr *e)
{
    return e->op == CM_OP_AND && e->a->op == CM_OP_REG && is_chosen(l, e->a->reg) ? e->b : e;
}

/* -5 is a number, -a is 0 - a, and ~a is a ^ -1. Registers have 32 bits, so that what is extended
 * from them stays as it is. */
static const cm_expr *as_row(listing *l, const cm_expr *e)
{
    e = without_choice(l, unextended(e, 32));
    bool negates = e->op == CM_OP_NEG;
    if (!negates && e->op != CM_OP_NOT)
        return e;
    cm_expr *made = CM_NEW(l->arena, cm_expr), *number = CM_NEW(l->arena, cm_expr);
    *number = (cm_expr){.op = CM_OP_CONST, .imm = negates ? 0 : UINT64_MAX};
    *made = (cm_expr){.op = negates ? CM_OP_SUB : CM_OP_XOR,
                      .a = negates ? number : e->a,
                      .b = negates ? e->a : number};
    if (e->a->op != CM_OP_CONST)
        return made;
    number->imm = negates ? 0 - e->a->imm : ~e->a->imm;
    return number;
}

/* A number or a register; what is computed goes into a register first. */
static const char *operand(listing *l, const cm_expr *e)
{
    e = as_row(l, e);
    if (e->op == CM_OP_REG && is_chosen(l, e->reg))
        refuse_thread(l, "an execution chooses a value");
    if (e->op == CM_OP_REG)
        return name_of(l, e->reg);
    if (e->op != CM_OP_CONST)
        return compute(l, e, NULL);
    if (e->imm >= CM_ADDRESS_BASE && e->imm < CM_RESERVED_END)
        refuse_thread(l, "an address is used as a value");
    else if (e->imm > UINT32_MAX && e->imm != (uint64_t)(int64_t)(int32_t)e->imm)
        refuse_thread(l, "a number does not fit into 32 bits");
    return cm_arena_printf(l->arena, "%d", (int)(int32_t)e->imm);
}

/* to NULL: a register of its own. */
static const char *compute(listing *l, const cm_expr *e, const char *to)
{
    e = as_row(l, e);
    const cm_expr *a = e->a, *b = e->b;
    bool moves = e->op == CM_OP_CONST || e->op == CM_OP_REG;
    bool narrows = extends(e) && (e->imm == 8 || e->imm == 16);
    const char *name =
        !narrows ? operator_name(moves ? CM_OP_REG : e->op)
                 : cm_arena_printf(l->arena, "%s.%u", e->op == CM_OP_SEXT ? "sext" : "zext",
                                   (unsigned)e->imm);
    const char *first = name ? operand(l, moves ? e : a) : "", *second = NULL;
    if (!name || e->c)
        refuse_thread(l, "mappings do not know an operator");
    else if (!moves && !narrows)
        second = operand(l, b);
    to = to ? to : passing_register(l);
    add_row(l, cm_arena_printf(l->arena, "%s %s, %s%s%s", name ? name : "", to, first,
                               second ? ", " : "", second ? second : ""));
    return to;
}

static const char *place(listing *l, const cm_step *step)
{
    uint64_t address, offset = 1;
    bool known = cm_expr_known(step->addr, NULL, NULL, &address);
    int location = known ? cm_test_locate(l->test, address, &offset) : -1;
    if (location < 0 || offset % CM_C_BYTES > 0) {
        refuse_thread(l, "an address is computed");
        return "";
    }
    const char *name = l->test->locations[location].name;
    unsigned bytes = (unsigned)(offset / CM_C_BYTES) * 4; /* a row's objects are of 32 bits */
    return bytes > 0 ? cm_arena_printf(l->arena, "%s+%u", name, bytes) : name;
}

/* The type of the narrow object that is accessed, of 8 or 16 bits; NULL: it has 32. */
static const cm_number_type *narrow_type(const listing *l, const cm_step *step)
{
    uint64_t address, offset;
    bool known = cm_step_is_access(step) && cm_expr_known(step->addr, NULL, NULL, &address);
    int location = known ? cm_test_locate(l->test, address, &offset) : -1;
    const cm_number_type *type = location < 0 ? NULL : &l->test->locations[location].numbers;
    return type && type->stars == 0 && (type->bytes == 1 || type->bytes == 2) ? type : NULL;
}

/* The bits of the object. */
static unsigned size_of(const listing *l, const cm_step *step)
{
    const cm_number_type *narrow = narrow_type(l, step);
    return narrow ? 8u * narrow->bytes : 32;
}

/* ".acquire.device", ".acquire.device.8"; "": not atomic. */
static const char *qualifiers(listing *l, const cm_step *step, const cm_step *failure)
{
    static const char *const orders[][2] = {{"RLX", "relaxed"},     {"CON", "acquire"},
                                            {"ACQ", "acquire"},     {"REL", "release"},
                                            {"ACQ_REL", "acq_rel"}, {"SC", "seq_cst"}};
    static const char *const scopes[][2] = {{"WI", "thread"},  {"SG", "wave"},   {"WG", "block"},
                                            {"CL", "cluster"}, {"DV", "device"}, {"ALL", "system"}};
    const char *order = NULL, *fails = NULL, *scope = "system";
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++) {
        order = cm_tags_have(step->tags, orders[i][0]) ? orders[i][1] : order;
        fails = failure && cm_tags_have(failure->tags, orders[i][0]) ? orders[i][1] : fails;
        scope = cm_tags_have(step->tags, scopes[i][0]) ? scopes[i][1] : scope;
    }
    bool one = cm_tags_have(step->tags, "GLOBAL") != cm_tags_have(step->tags, "LOCAL");
    bool barrier = step->kind == CM_STEP_BARRIER;
    if ((!order && !barrier && !cm_tags_have(step->tags, "NA")) || one)
        refuse_thread(l, one ? "a fence orders one memory only"
                             : "an operation belongs to the Linux kernel");
    const char *size =
        narrow_type(l, step) ? cm_arena_printf(l->arena, ".%u", size_of(l, step)) : "";
    return !order  ? size
           : fails ? cm_arena_printf(l->arena, ".%s.fail_%s.%s%s", order, fails, scope, size)
                   : cm_arena_printf(l->arena, ".%s.%s%s", order, scope, size);
}

/* What was found of a narrow object with a sign is extended by that. */
static void extend_found(listing *l, const cm_step *step, const char *to)
{
    const cm_number_type *narrow = narrow_type(l, step);
    if (narrow && narrow->is_signed && strcmp(to, "_") != 0)
        add_row(l, cm_arena_printf(l->arena, "sext.%u %s, %s", size_of(l, step), to, to));
}

/* ---- accesses -------------------------------------------------------------------------- */

/* Where the value of that read goes: straight to the register that it is then copied to. */
static const char *target(listing *l, int step)
{
    int reg = l->from->steps[step].dst;
    if (reg < 0 || l->uses[reg] == 0)
        return reg >= 0 && l->from->registers[reg].name[0] != '.' ? name_of(l, reg) : "_";
    for (int i = step + 1; l->uses[reg] == 1 && i < l->from->step_count; i++) {
        const cm_step *next = &l->from->steps[i];
        if (l->done[i])
            continue;
        const cm_expr *copied = next->kind == CM_STEP_ASSIGN ? as_row(l, next->value) : NULL;
        if (!copied || next->dst < 0 || next->guard || copied->op != CM_OP_REG ||
            copied->reg != reg)
            break;
        l->done[i] = true;
        return name_of(l, next->dst);
    }
    return name_of(l, reg);
}

/* The write of the update whose read is that step; -1: there is none. */
static int write_of(const listing *l, int read)
{
    for (int i = read + 1; i < l->from->step_count; i++)
        if (l->from->steps[i].kind == CM_STEP_STORE && l->from->steps[i].rmw == read)
            return i;
    return -1;
}

/* C11's compare-and-exchange (c_perform.c), from a step on: the read, which a failure may have of
 * its own, the write of a success, and what was expected becomes what was found. What is chosen has
 * no register in rows. */
static void add_compare(listing *l, int from)
{
    const cm_step *steps = l->from->steps;
    int read = -1, failure = -1, write = -1, kept = -1;
    for (int i = from; i < l->from->step_count && kept < 0; i++) {
        const cm_step *s = &steps[i];
        l->done[i] = true;
        if (s->kind == CM_STEP_LOAD)
            *(read < 0 ? &read : &failure) = i;
        else if (s->kind == CM_STEP_STORE && s->rmw == read && read >= 0)
            write = i;
        else if (s->kind == CM_STEP_ASSIGN && write >= 0 && !s->undefined)
            kept = i;
        else if (s->kind != CM_STEP_ASSIGN && s->kind != CM_STEP_CHOOSE)
            break;
    }
    if (kept < 0 || !cm_expr_mentions(steps[kept].value, steps[read].dst)) {
        refuse_thread(l, kept < 0 ? "the expected value of a compare-and-exchange is in memory"
                                  : "mappings do not know an update of this kind");
        return;
    }
    const char *expected = name_of(l, steps[kept].dst);
    l->names[steps[read].dst] = expected; /* it is what was found from then on */
    unsigned size = size_of(l, &steps[read]);
    const char *given = operand(l, unextended(steps[write].value, size));
    const char *object = place(l, &steps[read]);
    const cm_step *fails = &steps[failure < 0 ? read : failure];
    const cm_expr *kept_value = as_row(l, steps[kept].value);
    if (size < 32)
        add_row(l, cm_arena_printf(l->arena, "zext.%u %s, %s", size, expected, expected));
    add_row(l,
            cm_arena_printf(l->arena, "compare%s %s, [%s], %s, %s",
                            qualifiers(l, &steps[read], fails), expected, object, expected, given));
    extend_found(l, &steps[read], expected);
    if (kept_value->op != CM_OP_REG) /* the variable has another type */
        compute(l, kept_value, expected);
}

static void add_update(listing *l, int read, int write)
{
    const cm_step *step = &l->from->steps[read], *back = &l->from->steps[write];
    unsigned size = size_of(l, step);
    const cm_expr *value = as_row(l, unextended(back->value, size));
    bool fetches = value->a && value->a->op == CM_OP_REG && value->a->reg == step->dst;
    const char *name = fetches ? operator_name(value->op) : NULL, *old = place(l, step);
    l->done[write] = true;
    if (back->guard && write + 1 < l->from->step_count && l->from->steps[write + 1].guard) {
        add_compare(l, read);
        return;
    }
    if (back->guard) { /* it writes where it finds what is expected */
        const cm_expr *found = back->guard;
        if (found->op != CM_OP_EQ || found->a->op != CM_OP_REG || found->a->reg != step->dst) {
            refuse_thread(l, "mappings do not know an update of this kind");
            return;
        }
        const cm_expr *wanted = found->b;
        if (size < 32) {
            cm_expr *zeros = CM_NEW(l->arena, cm_expr);
            *zeros = (cm_expr){.op = CM_OP_ZEXT, .bits = 64, .imm = size, .a = found->b};
            if (wanted->op == CM_OP_CONST)
                *zeros =
                    (cm_expr){.op = CM_OP_CONST, .imm = wanted->imm & ((UINT64_C(1) << size) - 1)};
            wanted = zeros;
        }
        const char *expected = operand(l, wanted), *given = operand(l, value);
        const char *to = target(l, read);
        add_row(l, cm_arena_printf(l->arena, "compare%s %s, [%s], %s, %s",
                                   qualifiers(l, step, step), to, old, expected, given));
        extend_found(l, step, to);
        return;
    }
    if ((fetches && !name) || (!fetches && cm_expr_mentions(value, step->dst)))
        refuse_thread(l, "mappings do not know an update of this kind");
    const cm_expr *other = fetches ? unextended(value->b, size) : value;
    const char *given = operand(l, other), *to = target(l, read);
    add_row(l, cm_arena_printf(l->arena, "%s%s%s %s, [%s], %s", fetches ? "fetch." : "exchange",
                               name ? name : "", qualifiers(l, step, NULL), to, old, given));
    extend_found(l, step, to);
}

static void add_load(listing *l, int i)
{
    const cm_step *step = &l->from->steps[i];
    int write = write_of(l, i);
    if (write >= 0) {
        add_update(l, i, write);
        return;
    }
    const char *from = place(l, step), *how = qualifiers(l, step, NULL), *to = target(l, i);
    add_row(l, cm_arena_printf(l->arena, "load%s %s, [%s]", how, to, from));
    extend_found(l, step, to);
}

/* ---- steps ------------------------------------------------------------------------------- */

static const char *label_of(listing *l, int step)
{
    return cm_arena_printf(l->arena, "L%d%s", step, step == l->from->step_count ? "end" : "");
}

static bool is_zero_test(const cm_expr *e)
{
    return e->op == CM_OP_EQ && e->b->op == CM_OP_CONST && e->b->imm == 0;
}

static void add_branch(listing *l, const cm_step *step)
{
    const char *to = label_of(l, step->target);
    if (!step->value) {
        add_row(l, cm_arena_printf(l->arena, "goto %s", to));
        return;
    }
    const char *value;
    const cm_expr *tested = step->value->a;
    if (is_zero_test(step->value)) {
        bool negated = tested->op == CM_OP_NE && tested->b->op == CM_OP_CONST && !tested->b->imm;
        value = operand(l, negated ? tested->a : tested);
    } else {
        const char *other = operand(l, step->value);
        value = passing_register(l);
        add_row(l, cm_arena_printf(l->arena, "eq %s, %s, 0", value, other));
    }
    add_row(l, cm_arena_printf(l->arena, "if_zero %s, %s", value, to));
}

static void add_assignment(listing *l, int i)
{
    const cm_step *step = &l->from->steps[i];
    bool temporary = step->dst < 0 || l->from->registers[step->dst].name[0] == '.';
    if (step->undefined)
        refuse_thread(l, "only some executions go on");
    if (step->opaque)
        refuse_thread(l, "of some value nothing is known");
    if (step->control != CM_CONTROL_NONE || step->undefined || step->dst < 0 ||
        (temporary && l->uses[step->dst] == 0))
        return;
    compute(l, step->value, name_of(l, step->dst));
}

static bool is_assertion(const cm_step *step)
{
    return cm_tags_have(step->tags, "TRAP");
}

static void add_step(listing *l, int i)
{
    const cm_step *step = &l->from->steps[i];
    if (step->is_undefined) /* nothing is promised of the test, whatever it becomes */
        return;
    if (is_assertion(step)) {
        /* It fails where its guard is not 0. The thread goes on, as that of the source does. */
        const char *fails = step->guard ? operand(l, step->guard) : "1";
        if (!l->failed)
            l->failed = free_register(l);
        add_row(l, cm_arena_printf(l->arena, "or %s, %s, %s", l->failed, l->failed, fails));
        return;
    }
    if (step->guard)
        refuse_thread(l, "an operation is done on a condition");
    switch (step->kind) {
    case CM_STEP_ASSIGN:
        add_assignment(l, i);
        break;
    case CM_STEP_LOAD:
        add_load(l, i);
        break;
    case CM_STEP_STORE: {
        const char *value = operand(l, unextended(step->value, size_of(l, step)));
        const char *how = qualifiers(l, step, NULL);
        add_row(l, cm_arena_printf(l->arena, "store%s [%s], %s", how, place(l, step), value));
        break;
    }
    case CM_STEP_FENCE:
        add_row(l, cm_arena_printf(l->arena, "fence%s", qualifiers(l, step, NULL)));
        break;
    case CM_STEP_BARRIER:
        if (step->value->imm != 0)
            refuse_thread(l, step->quorum ? "a barrier is of a wave or of a cluster"
                                          : "a barrier has a label");
        qualifiers(l, step, NULL);
        add_row(l, "barrier");
        break;
    case CM_STEP_BRANCH:
        add_branch(l, step);
        break;
    case CM_STEP_CHOOSE:
        add_compare(l, i + 1);
        break;
    case CM_STEP_NOTE:
        break;
    }
}

/* Says where it is what makes the thread refused. */
static void refuse_at(listing *l, int thread, int step)
{
    int instruction = l->from->steps[step].instruction;
    if (l->refused && instruction >= 0 && instruction < l->from->instruction_count)
        l->refused = cm_arena_printf(l->arena, "%s in `%s` (P%d)", l->refused,
                                     l->from->instructions[instruction].text, thread);
}

static bool is_target(const listing *l, int step)
{
    for (int i = 0; i < l->from->step_count; i++)
        if (l->from->steps[i].kind == CM_STEP_BRANCH && l->from->steps[i].target == step)
            return true;
    return false;
}

static bool compares(const cm_expr *e)
{
    return e && ((e->op >= CM_OP_EQ && e->op <= CM_OP_SLE) || compares(e->a) || compares(e->b) ||
                 compares(e->c));
}

/* Does what happens, or a value, hang on whether a value is another one? */
static bool decides(const cm_thread *t)
{
    for (int i = 0; i < t->step_count; i++)
        if ((t->steps[i].kind == CM_STEP_BRANCH && t->steps[i].value) || t->steps[i].guard ||
            compares(t->steps[i].value))
            return true;
    return false;
}

cm_thread cm_c_operations(cm_arena *arena, const cm_test *test, int thread, const char **refused)
{
    listing l = {.arena = arena, .test = test, .from = &test->threads[thread]};
    const cm_thread *from = l.from;
    for (int i = 0; i < test->location_count; i++)
        if (test->locations[i].is_float)
            refuse_thread(&l, "an object is a `double` or `float`");
    if (from->wide)
        refuse_thread(&l, "numbers of 64 bits are compared, divided or shifted");
    for (int i = 0; i < test->thread_count; i++)
        if (test->threads[i].sums && decides(from))
            refuse_thread(&l, "numbers of 64 bits are computed, and something hangs on values");
    size_t registers = (size_t)from->register_count, steps = (size_t)from->step_count;
    l.to = *from;
    l.to.instructions = NULL;
    l.to.instruction_count = l.to.step_count = l.to.label_count = 0;
    l.to.parameters = NULL;
    l.names = CM_NEW_ARRAY(arena, registers + 1, const char *);
    l.uses = CM_NEW_ARRAY(arena, registers + 1, int);
    l.done = CM_NEW_ARRAY(arena, steps + 1, bool);
    l.last = CM_NEW_ARRAY(arena, registers + 1, int);
    l.borrowed = CM_NEW_ARRAY(arena, registers + 1, bool);
    find_last_uses(&l);
    name_registers(&l);
    for (int i = 0; i < from->step_count; i++) {
        const cm_step *s = &from->steps[i];
        int own = s->kind == CM_STEP_STORE && s->rmw >= 0 ? from->steps[s->rmw].dst : -1;
        if (!s->undefined && s->control == CM_CONTROL_NONE)
            count_uses(&l, s->value, own);
        if (is_assertion(s))
            count_uses(&l, s->guard, -1);
    }
    for (int i = 0; i <= from->step_count && !l.refused; i++) {
        if (is_target(&l, i))
            add_row(&l, cm_arena_printf(arena, "%s:", label_of(&l, i)));
        if (i < from->step_count && !l.done[i]) {
            add_step(&l, i);
            refuse_at(&l, thread, i);
            for (int r = 0; r < 1000; r++)
                l.passing[r] = l.passing[r] == NOT_PASSING ? NOT_PASSING : IDLE;
        }
        for (int r = 0; r < from->register_count; r++)
            if (l.borrowed[r] && l.last[r] == i)
                l.passing[number_of(l.names[r])] = IDLE;
    }
    l.to.own_instructions = l.to.instruction_count;
    l.to.registers =
        cm_arena_grow(arena, from->registers, registers, registers + 1, sizeof *from->registers);
    for (int i = 0; i < from->register_count; i++)
        if (l.names[i] && from->registers[i].name[0] != '.')
            l.to.registers[i].name = l.names[i];
    if (l.failed) {
        static const cm_expr zero = {.op = CM_OP_CONST};
        l.to.registers[l.to.register_count++] =
            (cm_register){.name = l.failed, .init = &zero, .bits = 32};
    }
    *refused = l.refused;
    return l.to;
}
