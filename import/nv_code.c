/* Flat code: a kernel with the bodies of what it calls in place of calls, and .param as
 * registers (PTX ISA, "Abstracting the ABI").
 *
 * Calls are replaced as the text has them, so recursion has no end: it is refused by depth. */
#include "import/nv_code.h"

#include <string.h>

const char cm_nv_printed[] = "vprintf";

enum { MOST_CALLS = 16, MOST_LINES = 50000 };

/* One call of a routine. */
typedef struct frame {
    const cm_nv_routine *routine;
    int number, depth, registers; /* of the code: those of the routine start there */
    const struct frame *caller;
    const cm_nv_operand *results, *arguments; /* lists, or NULL */
} frame;

typedef struct flattening {
    cm_work *work;
    cm_nv_code *code;
    cm_nv_operand *pointers; /* registers of the code that hold a routine to be called */
    int pointer_count, pointer_capacity;
} flattening;

/* ---- registers -------------------------------------------------------------------- */

static int add_register(flattening *x, const char *name, unsigned bits, bool plain)
{
    cm_nv_code *c = x->code;
    CM_RESERVE(x->work->arena, c->registers, c->register_count, c->register_capacity);
    c->registers[c->register_count] = (cm_nv_register){name, bits, plain, false};
    return c->register_count++;
}

/* The parameter that a formal one stands for, in the outermost frame that has it. */
static void actual(const frame *f, int variable, int *frame_number, int *found)
{
    for (;;) {
        const cm_nv_routine *r = f->routine;
        const cm_nv_operand *list = NULL;
        int at = 0;
        for (int i = 0; i < r->parameter_count && f->arguments; i++)
            if (r->parameters[i] == variable && i < f->arguments->count) {
                list = f->arguments;
                at = i;
            }
        for (int i = 0; i < r->result_count && f->results; i++)
            if (r->results[i] == variable && i < f->results->count) {
                list = f->results;
                at = i;
            }
        if (!list || !f->caller)
            break;
        variable = list->items[at].index;
        f = f->caller;
    }
    *frame_number = f->number;
    *found = variable;
}

/* The register that stands for bytes of a parameter. */
static int slot(flattening *x, const frame *f, int variable, uint64_t offset, unsigned bits)
{
    cm_nv_code *c = x->code;
    int number;
    actual(f, variable, &number, &variable);
    for (int i = 0; i < c->slot_count; i++) {
        const cm_nv_slot *s = &c->slots[i];
        if (s->frame == number && s->variable == variable && s->offset == offset)
            return s->reg;
    }
    CM_RESERVE(x->work->arena, c->slots, c->slot_count, c->slot_capacity);
    int reg = add_register(x, "", bits < 16 ? 16 : bits, false);
    c->slots[c->slot_count++] = (cm_nv_slot){number, variable, offset, bits, reg};
    return reg;
}

/* ---- lines ------------------------------------------------------------------------- */

void cm_nv_add_line(cm_work *work, cm_nv_code *c, cm_nv_line line)
{
    if (c->line_count == MOST_LINES)
        cm_fail(work, line.place,
                "the kernel with what it calls is too long, expected at most "
                "%d instructions",
                MOST_LINES);
    CM_PUSH(work->arena, c->lines, c->line_count, c->line_capacity, line);
}

static void move_registers(flattening *x, cm_nv_operand *o, int by)
{
    if (o->kind == CM_NV_REGISTER)
        o->index += by;
    if (o->count > 0) {
        cm_nv_operand *items = CM_NEW_ARRAY(x->work->arena, (size_t)o->count, cm_nv_operand);
        memcpy(items, o->items, (size_t)o->count * sizeof *items);
        o->items = items;
    }
    for (int i = 0; i < o->count; i++)
        move_registers(x, &o->items[i], by);
}

static cm_nv_line copied(flattening *x, const frame *f, const cm_nv_line *line)
{
    cm_nv_line copy = *line;
    cm_nv_operand list = {.items = line->operands, .count = line->count};
    move_registers(x, &list, f->registers);
    copy.operands = list.items;
    if (copy.guard >= 0)
        copy.guard += f->registers;
    return copy;
}

/* ---- parameters ---------------------------------------------------------------------- */

void cm_nv_move(cm_work *work, cm_nv_code *code, const cm_nv_line *like, cm_nv_operand to,
                cm_nv_operand from, unsigned bits)
{
    unsigned wide = to.kind == CM_NV_REGISTER ? code->registers[to.index].bits : bits;
    unsigned own = from.kind == CM_NV_REGISTER ? code->registers[from.index].bits : bits;
    const char *dot = strrchr(like->opcode, '.');
    char sign = dot && dot[1] == 's' ? 's' : 'u';
    cm_nv_line line = *like;
    line.operands = CM_NEW_ARRAY(work->arena, 2, cm_nv_operand);
    line.operands[0] = to;
    line.operands[1] = from;
    line.count = 2;
    if (wide != bits)
        line.opcode = cm_arena_printf(work->arena, "cvt.%c%u.%c%u", sign, wide, sign, bits);
    else if (own > bits) /* the lower part */
        line.opcode = cm_arena_printf(work->arena, "cvt.u%u.u%u", bits, own);
    else
        line.opcode = cm_arena_printf(work->arena, "mov.b%u", bits);
    cm_nv_add_line(work, code, line);
}

/* ld.param d, [P+4] and st.param [P+4], v; of vectors element by element. */
static bool parameter_access(flattening *x, const frame *f, const cm_nv_line *line)
{
    bool load = cm_nv_opcode_is(line, "ld");
    if ((!load && !cm_nv_opcode_is(line, "st")) || line->count != 2)
        return false;
    const cm_nv_operand *memory = &line->operands[load], *value = &line->operands[!load];
    if (!cm_nv_has(line, "param") && !cm_nv_has(line, "param::entry") &&
        !cm_nv_has(line, "param::func"))
        return false;
    unsigned bits = cm_nv_type_of(line);
    if (memory->kind != CM_NV_MEMORY || memory->items[0].kind != CM_NV_VARIABLE || bits < 8)
        cm_fail(x->work, line->place,
                "a parameter by an address that is computed is not supported, expected its name");
    int count = value->kind == CM_NV_LIST ? value->count : 1;
    for (int i = 0; i < count; i++) {
        uint64_t offset = memory->number + (uint64_t)i * (bits / 8);
        cm_nv_operand reg = {.kind = CM_NV_REGISTER, .place = memory->place};
        reg.index = slot(x, f, memory->items[0].index, offset, bits);
        cm_nv_operand other = value->kind == CM_NV_LIST ? value->items[i] : *value;
        cm_nv_move(x->work, x->code, line, load ? other : reg, load ? reg : other, bits);
    }
    return true;
}

/* ---- calls ------------------------------------------------------------------------------ */

static void add_routine(flattening *x, const frame *outer);

static void check_list(flattening *x, const cm_nv_operand *list)
{
    for (int i = 0; list && i < list->count; i++)
        if (list->items[i].kind != CM_NV_VARIABLE)
            cm_fail(x->work, list->place,
                    "a call with registers for parameters is not supported, expected names of "
                    ".param variables");
}

/* What CUDA's own library does, where nobody's body says it: an assertion that fails prints and
 * traps (CUDA C++ Programming Guide, "Assertion"); what is printed is no matter of memory, and how
 * much was printed is not known. The arguments of neither are looked at. */
static bool is_of_library(flattening *x, const frame *f, const cm_nv_line *line, const char *name,
                          const cm_nv_operand *results)
{
    bool fails = strcmp(name, "__assertfail") == 0, prints = strcmp(name, "vprintf") == 0;
    cm_nv_line stands = *line;
    stands.guard += stands.guard >= 0 ? f->registers : 0;
    stands.operands = NULL;
    stands.count = 0;
    stands.opcode = fails ? "trap" : cm_nv_printed;
    if (prints && results && results->count == 1) {
        stands.operands = CM_NEW(x->work->arena, cm_nv_operand);
        stands.operands->kind = CM_NV_REGISTER;
        stands.operands->place = line->place;
        stands.operands->index = slot(x, f, results->items[0].index, 0, 32);
        stands.count = 1;
    }
    if (fails || stands.count > 0)
        cm_nv_add_line(x->work, x->code, stands);
    return fails || prints;
}

typedef struct writing {
    int reg;
    bool found;
} writing;

static void note_written(void *context, int reg)
{
    writing *w = context;
    w->found |= reg == w->reg;
}

/* The one line that writes the register; NULL: there is none, or several. */
static const cm_nv_line *only_writer(const cm_nv_code *c, int reg)
{
    const cm_nv_line *only = NULL;
    for (int i = 0; i < c->line_count; i++) {
        writing w = {reg, false};
        cm_nv_each_written(&c->lines[i], note_written, &w);
        if (w.found && only)
            return NULL;
        if (w.found)
            only = &c->lines[i];
    }
    return only;
}

static _Noreturn void refuse_pointer(flattening *x, cm_place place)
{
    cm_fail(x->work, place,
            "an indirect call is not supported, expected the name of a routine, or a register that "
            "only `mov` sets, and only once");
}

/* The routine whose address the register holds, by moves of registers that are set once, each move
 * before the one that reads its result: else moves in a circle would be followed for ever. */
static const char *pointed(flattening *x, const frame *f, const cm_nv_operand *pointer)
{
    cm_nv_operand from = *pointer;
    const cm_nv_line *later = x->code->lines + x->code->line_count;
    from.index += f->registers;
    while (from.kind == CM_NV_REGISTER) {
        const cm_nv_line *line = only_writer(x->code, from.index);
        if (!line || line >= later || line->guard >= 0 || !cm_nv_opcode_is(line, "mov") ||
            line->count != 2 || cm_nv_type_of(line) != 64)
            refuse_pointer(x, pointer->place);
        CM_RESERVE(x->work->arena, x->pointers, x->pointer_count, x->pointer_capacity);
        from.place = pointer->place;
        x->pointers[x->pointer_count++] = from;
        from = line->operands[1];
        later = line;
    }
    if (from.kind != CM_NV_WORD)
        refuse_pointer(x, pointer->place);
    return from.name;
}

/* call (result), name, (arguments) */
static void call(flattening *x, const frame *f, const cm_nv_line *line)
{
    int at = line->count > 0 && line->operands[0].kind == CM_NV_LIST;
    frame callee = {.number = ++x->code->frames, .depth = f->depth + 1, .caller = f};
    callee.results = at ? &line->operands[0] : NULL;
    if (at >= line->count ||
        (line->operands[at].kind != CM_NV_WORD && line->operands[at].kind != CM_NV_REGISTER))
        refuse_pointer(x, line->place);
    const char *name = line->operands[at].kind == CM_NV_WORD ? line->operands[at].name
                                                             : pointed(x, f, &line->operands[at]);
    if (at + 1 < line->count && line->operands[at + 1].kind == CM_NV_LIST)
        callee.arguments = &line->operands[at + 1];
    callee.routine = cm_nv_routine_named(x->code->module, name);
    bool has_body = callee.routine && callee.routine->has_body;
    if (!has_body && is_of_library(x, f, line, name, callee.results))
        return;
    if (!has_body)
        cm_fail(x->work, line->operands[at].place,
                "`%s` is called, but this file has no body of it, expected one", name);
    if (line->guard >= 0)
        cm_fail(x->work, line->place,
                "a call under a predicate is not supported, expected a jump around the call");
    if (callee.depth > MOST_CALLS)
        cm_fail(x->work, line->place, "calls are more than %d deep, expected no recursion",
                MOST_CALLS);
    check_list(x, callee.results);
    check_list(x, callee.arguments);
    add_routine(x, &callee);
}

/* ---- routines ------------------------------------------------------------------------------ */

/* Jumps lead to lines of the routine until all of it stands. */
static void add_routine(flattening *x, const frame *outer)
{
    frame f = *outer;
    const cm_nv_routine *r = f.routine;
    cm_nv_code *c = x->code;
    f.registers = c->register_count;
    for (int i = 0; i < r->register_count; i++)
        add_register(x, r->registers[i].name, r->registers[i].bits,
                     r->registers[i].plain && f.depth == 0);
    int *starts = CM_NEW_ARRAY(x->work->arena, (size_t)r->line_count + 1, int);
    for (int i = 0; i < r->line_count; i++) {
        starts[i] = c->line_count;
        cm_nv_line line = copied(x, &f, &r->lines[i]);
        if (cm_nv_opcode_is(&line, "call"))
            call(x, &f, &r->lines[i]);
        else if (!parameter_access(x, &f, &line))
            cm_nv_add_line(x->work, x->code, line);
    }
    starts[r->line_count] = c->line_count;
    for (int i = 0; i < r->line_count; i++) {
        cm_nv_line *line = &c->lines[starts[i]];
        const cm_nv_line *source = &r->lines[i];
        if (source->target >= 0) {
            line->target = starts[source->target];
        } else if (f.depth > 0 && cm_nv_opcode_is(source, "ret")) {
            line->opcode = "bra";
            line->target = c->line_count;
        }
    }
}

/* ---- names ----------------------------------------------------------------------------------- */

static const struct {
    unsigned bits;
    const char *stem;
} stems[] = {{1, "p"}, {8, "rs"}, {16, "rs"}, {32, "r"}, {64, "rd"}};

static const char *stem_of(unsigned bits)
{
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
        if (stems[i].bits == bits)
            return stems[i].stem;
    return "%rq";
}

/* %r5 of 32 bits stays r5. Gives its number; -1: the name says another width, or nothing. */
static long own_number(const cm_nv_register *r)
{
    const char *name = *r->name == '%' ? r->name + 1 : r->name, *stem = stem_of(r->bits);
    size_t length = strlen(stem);
    if (!r->plain || *r->name != '%' || r->bits == 8 || strncmp(name, stem, length) != 0)
        return -1;
    long number = 0;
    const char *c = name + length;
    for (; *c >= '0' && *c <= '9' && number < 1000000; c++)
        number = 10 * number + (*c - '0');
    return *c == '\0' && c > name + length ? number : -1;
}

/* Names of the test: those of the kernel where they say how wide the register is. */
static void name_registers(flattening *x)
{
    cm_nv_code *c = x->code;
    long next = 0;
    for (int i = 0; i < c->register_count; i++)
        if (own_number(&c->registers[i]) >= next)
            next = own_number(&c->registers[i]) + 1;
    for (int i = 0; i < c->register_count; i++) {
        cm_nv_register *r = &c->registers[i];
        r->name = own_number(r) >= 0
                      ? r->name + 1
                      : cm_arena_printf(x->work->arena, "%s%ld", stem_of(r->bits), next++);
    }
    c->next_name = next;
}

int cm_nv_add_register(cm_work *work, cm_nv_code *code, unsigned bits)
{
    flattening x = {.work = work, .code = code};
    const char *name = cm_arena_printf(work->arena, "%s%ld", stem_of(bits), code->next_name++);
    return add_register(&x, name, bits, false);
}

cm_nv_code *cm_nv_flatten(cm_work *work, const cm_nv_module *module, const cm_nv_routine *kernel)
{
    flattening x = {.work = work, .code = CM_NEW(work->arena, cm_nv_code)};
    x.code->module = module;
    frame f = {.routine = kernel};
    add_routine(&x, &f);
    /* Refuses calls by a register that a line behind the call sets anew. */
    for (int i = 0; i < x.pointer_count; i++)
        if (!only_writer(x.code, x.pointers[i].index))
            refuse_pointer(&x, x.pointers[i].place);
    name_registers(&x);
    for (int i = 0; i < 2; i++)
        x.code->scratch[i] = cm_nv_add_register(work, x.code, 64);
    return x.code;
}
