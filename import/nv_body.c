/* Bodies of kernels and functions: registers, labels, instructions.
 *
 * Names of registers, variables and labels are those of their block, `{ ... }`, and of the
 * blocks around it (PTX ISA, "Scoping"): inline assembly declares registers and labels of
 * its own, the same ones each time.
 */
#include "import/nv_module.h"

#include <string.h>

enum { MOST_DEPTH = 64, MOST_OPERANDS = 64, MOST_REGISTERS = 100000, MOST_NESTING = 8 };

/* Registers %r0 to %r7 by one declaration are made when they are named. */
typedef struct declaration {
    const char *name;
    unsigned bits;
    bool is_range;
    uint64_t count;
    int block;
} declaration;

typedef struct named {
    const char *name;
    int block, index; /* of a register, a variable, a line */
} named;

typedef struct name_list {
    named *items;
    int count, capacity;
} name_list;

typedef struct body {
    cm_nv_parser *p;
    cm_nv_routine *r;
    int *outer; /* by block: the one around it, or -1 */
    int block_count, block_capacity, block, depth;
    declaration *declarations;
    int declaration_count, declaration_capacity;
    name_list registers, variables, labels;
    name_list jumps; /* index: the line */
} body;

/* ---- names ------------------------------------------------------------------------ */

static void add_named(body *b, name_list *list, const char *name, int index)
{
    CM_RESERVE(b->p->work->arena, list->items, list->count, list->capacity);
    list->items[list->count++] = (named){name, b->block, index};
}

static const named *find_in(const name_list *list, const char *name, int block)
{
    for (int i = list->count - 1; i >= 0; i--)
        if (list->items[i].block == block && strcmp(list->items[i].name, name) == 0)
            return &list->items[i];
    return NULL;
}

/* From the block outwards. */
static const named *find_named(const body *b, const name_list *list, const char *name, int from)
{
    for (int at = from; at >= 0; at = b->outer[at]) {
        const named *found = find_in(list, name, at);
        if (found)
            return found;
    }
    return NULL;
}

static void open_block(body *b)
{
    if (b->depth++ == MOST_DEPTH)
        cm_nv_fail(&b->p->lex, "blocks are nested too deeply, expected at most %d", MOST_DEPTH);
    CM_RESERVE(b->p->work->arena, b->outer, b->block_count, b->block_capacity);
    b->outer[b->block_count] = b->block;
    b->block = b->block_count++;
}

/* ---- registers ---------------------------------------------------------------------- */

static bool in_range(const declaration *d, const char *name)
{
    size_t stem = strlen(d->name);
    if (strncmp(name, d->name, stem) != 0 || name[stem] == '\0' || strlen(name + stem) > 9)
        return false;
    uint64_t number = 0;
    for (const char *c = name + stem; *c; c++) {
        if (*c < '0' || *c > '9')
            return false;
        number = number * 10 + (uint64_t)(*c - '0');
    }
    return number < d->count;
}

static const declaration *declared(const body *b, const char *name)
{
    for (int at = b->block; at >= 0; at = b->outer[at])
        for (int i = b->declaration_count - 1; i >= 0; i--) {
            const declaration *d = &b->declarations[i];
            if (d->block == at && (d->is_range ? in_range(d, name) : strcmp(d->name, name) == 0))
                return d;
        }
    return NULL;
}

/* Index of the register, or -1: no such one is declared. */
static int register_of(body *b, const char *name)
{
    cm_nv_routine *r = b->r;
    const declaration *d = declared(b, name);
    if (!d)
        return -1;
    const named *known = find_in(&b->registers, name, d->block);
    if (known)
        return known->index;
    CM_RESERVE(b->p->work->arena, r->registers, r->register_count, r->register_capacity);
    r->registers[r->register_count] =
        (cm_nv_register){.name = name, .bits = d->bits, .plain = d->block == 0};
    int inner = b->block;
    b->block = d->block;
    add_named(b, &b->registers, name, r->register_count);
    b->block = inner;
    return r->register_count++;
}

/* .reg .b32 %r<6>, %x; */
static void read_registers(body *b)
{
    cm_nv_lexer *lex = &b->p->lex;
    const char *type = cm_nv_name(lex, "a type");
    declaration d = {.bits = cm_nv_type_bits(type), .block = b->block};
    if (d.bits == 0)
        cm_nv_fail(lex, "registers of `%s` are not supported, expected a scalar type", type);
    do {
        d.name = cm_nv_name(lex, "a register");
        d.is_range = cm_nv_accept(lex, "<");
        if (d.is_range) {
            d.count = cm_nv_integer(lex, "how many registers");
            cm_nv_expect(lex, ">");
        }
        CM_PUSH(b->p->work->arena, b->declarations, b->declaration_count, b->declaration_capacity,
                d);
    } while (cm_nv_accept(lex, ","));
    cm_nv_expect(lex, ";");
}

/* ---- operands -------------------------------------------------------------------------- */

static cm_nv_operand read_operand(body *b, int nesting);

static int module_variable(const body *b, const char *name)
{
    const named *local = find_named(b, &b->variables, name, b->block);
    if (local)
        return local->index;
    const cm_nv_module *m = b->p->module;
    for (int i = 0; i < b->r->parameter_count; i++)
        if (strcmp(m->variables[b->r->parameters[i]].name, name) == 0)
            return b->r->parameters[i];
    for (int i = 0; i < b->r->result_count; i++)
        if (strcmp(m->variables[b->r->results[i]].name, name) == 0)
            return b->r->results[i];
    for (int i = 0; i < m->variable_count; i++)
        if (m->variables[i].space != CM_NV_PARAM && strcmp(m->variables[i].name, name) == 0)
            return i;
    return -1;
}

static cm_nv_operand read_word(body *b)
{
    cm_nv_operand o = {.place = b->p->lex.place};
    o.name = cm_nv_name(&b->p->lex, "an operand");
    o.index = register_of(b, o.name);
    if (o.index >= 0) {
        o.kind = CM_NV_REGISTER;
        return o;
    }
    o.index = module_variable(b, o.name);
    if (o.index >= 0)
        o.kind = CM_NV_VARIABLE;
    else if (strcmp(o.name, "_") == 0)
        o.kind = CM_NV_SINK;
    else if (*o.name == '%' || strcmp(o.name, "WARP_SZ") == 0)
        o.kind = CM_NV_SPECIAL;
    else
        o.kind = CM_NV_WORD;
    return o;
}

static void add_item(body *b, cm_nv_operand *list, int *capacity, cm_nv_operand item)
{
    if (list->count == MOST_OPERANDS)
        cm_nv_fail(&b->p->lex, "there are too many operands, expected at most %d", MOST_OPERANDS);
    CM_PUSH(b->p->work->arena, list->items, list->count, *capacity, item);
}

/* {a, b} and (a, b) */
static cm_nv_operand read_list(body *b, const char *close, int nesting)
{
    cm_nv_lexer *lex = &b->p->lex;
    cm_nv_operand list = {.kind = CM_NV_LIST, .place = lex->place};
    int capacity = 0;
    cm_nv_advance(lex);
    while (!cm_nv_is(lex, close)) {
        add_item(b, &list, &capacity, read_operand(b, nesting + 1));
        if (!cm_nv_accept(lex, ","))
            break;
    }
    cm_nv_expect(lex, close);
    return list;
}

/* [a], [a+4], [a, {x, y}] */
static cm_nv_operand read_memory(body *b, int nesting)
{
    cm_nv_lexer *lex = &b->p->lex;
    cm_nv_operand memory = {.kind = CM_NV_MEMORY, .place = lex->place};
    int capacity = 0;
    cm_nv_advance(lex);
    add_item(b, &memory, &capacity, read_operand(b, nesting + 1));
    if (cm_nv_accept(lex, "+") || cm_nv_is(lex, "-"))
        memory.number = cm_nv_integer(lex, "an offset");
    while (cm_nv_accept(lex, ","))
        add_item(b, &memory, &capacity, read_operand(b, nesting + 1));
    memory.place = cm_place_join(memory.place, lex->place);
    cm_nv_expect(lex, "]");
    return memory;
}

static cm_nv_operand read_literal(body *b)
{
    cm_nv_lexer *lex = &b->p->lex;
    cm_nv_operand o = {.kind = CM_NV_VALUE, .place = lex->place};
    if (lex->kind == CM_NV_FLOAT) {
        o.kind = CM_NV_FLOATING;
        o.number = lex->number;
        cm_nv_advance(lex);
    } else {
        o.number = cm_nv_integer(lex, "an operand");
    }
    return o;
}

static cm_nv_operand read_single(body *b, int nesting)
{
    cm_nv_lexer *lex = &b->p->lex;
    if (nesting > MOST_NESTING)
        cm_nv_fail(lex, "operands are nested too deeply, expected at most %d", MOST_NESTING);
    if (cm_nv_is(lex, "{"))
        return read_list(b, "}", nesting);
    if (cm_nv_is(lex, "("))
        return read_list(b, ")", nesting);
    if (cm_nv_is(lex, "["))
        return read_memory(b, nesting);
    if (lex->kind == CM_NV_NAME)
        return read_word(b);
    return read_literal(b);
}

static cm_nv_operand read_operand(body *b, int nesting)
{
    cm_nv_lexer *lex = &b->p->lex;
    bool negated = cm_nv_accept(lex, "!");
    cm_nv_operand first = read_single(b, nesting);
    first.negated = negated;
    if (!cm_nv_accept(lex, "|"))
        return first;
    cm_nv_operand pair = {.kind = CM_NV_PAIR, .place = first.place};
    int capacity = 0;
    add_item(b, &pair, &capacity, first);
    add_item(b, &pair, &capacity, read_single(b, nesting));
    return pair;
}

/* ---- statements --------------------------------------------------------------------------- */

static void read_guard(body *b, cm_nv_line *line)
{
    cm_nv_lexer *lex = &b->p->lex;
    line->guard = -1;
    if (!cm_nv_accept(lex, "@"))
        return;
    line->unless = cm_nv_accept(lex, "!");
    const char *name = cm_nv_text(lex);
    line->guard = register_of(b, name);
    if (line->guard < 0)
        cm_nv_fail(lex, "expected a predicate register that is declared");
    cm_nv_advance(lex);
}

static void read_operands(body *b, cm_nv_line *line)
{
    cm_nv_operand list = {.kind = CM_NV_LIST};
    int capacity = 0;
    while (!cm_nv_is(&b->p->lex, ";")) {
        add_item(b, &list, &capacity, read_operand(b, 0));
        if (!cm_nv_accept(&b->p->lex, ","))
            break;
    }
    line->operands = list.items;
    line->count = list.count;
    cm_nv_expect(&b->p->lex, ";");
}

static void read_instruction(body *b)
{
    cm_nv_routine *r = b->r;
    cm_nv_line line = {.place = b->p->lex.place, .target = -1};
    read_guard(b, &line);
    cm_place opcode = b->p->lex.place;
    line.opcode = cm_nv_name(&b->p->lex, "an instruction");
    line.place = cm_place_join(line.place, opcode);
    read_operands(b, &line);
    if (strcmp(line.opcode, "bra") == 0 || strcmp(line.opcode, "bra.uni") == 0) {
        if (line.count != 1 || line.operands[0].kind != CM_NV_WORD)
            cm_fail(b->p->work, line.place, "expected one label to jump to");
        add_named(b, &b->jumps, line.operands[0].name, r->line_count);
    }
    CM_PUSH(b->p->work->arena, r->lines, r->line_count, r->line_capacity, line);
}

/* `L:`, which an opcode never is. */
static bool read_label(body *b)
{
    cm_nv_lexer ahead = b->p->lex;
    if (ahead.kind != CM_NV_NAME)
        return false;
    const char *name = cm_nv_name(&ahead, "a label");
    if (!cm_nv_is(&ahead, ":"))
        return false;
    if (find_in(&b->labels, name, b->block))
        cm_nv_fail(&b->p->lex, "the label is defined twice, expected once");
    cm_nv_advance(&ahead);
    b->p->lex = ahead;
    add_named(b, &b->labels, name, b->r->line_count);
    return true;
}

static bool read_directive(body *b)
{
    cm_nv_lexer *lex = &b->p->lex;
    if (cm_nv_is(lex, ".loc") || cm_nv_is(lex, ".file")) {
        cm_nv_skip_line(lex);
    } else if (cm_nv_is(lex, ".callprototype")) { /* of indirect calls: the routine says it, too */
        while (!cm_nv_accept(lex, ";") && lex->kind != CM_NV_END)
            cm_nv_advance(lex);
    } else if (cm_nv_accept(lex, ".pragma")) {
        cm_nv_advance(lex);
        cm_nv_expect(lex, ";");
    } else if (cm_nv_accept(lex, ".reg")) {
        read_registers(b);
    } else if (cm_nv_at_space(b->p)) {
        int index = cm_nv_variable_read(b->p, false);
        add_named(b, &b->variables, b->p->module->variables[index].name, index);
    } else {
        return false;
    }
    return true;
}

static void resolve(body *b)
{
    for (int i = 0; i < b->jumps.count; i++) {
        const named *jump = &b->jumps.items[i];
        const named *label = find_named(b, &b->labels, jump->name, jump->block);
        cm_nv_line *line = &b->r->lines[jump->index];
        if (!label)
            cm_fail(b->p->work, line->operands[0].place,
                    "there is no label `%s`, expected one of `%s`", jump->name, b->r->name);
        line->target = label->index;
    }
}

void cm_nv_body_read(cm_nv_parser *p, cm_nv_routine *routine)
{
    body b = {.p = p, .r = routine, .block = -1};
    cm_nv_expect(&p->lex, "{");
    open_block(&b);
    while (b.depth > 0) {
        cm_nv_lexer *lex = &b.p->lex;
        if (lex->kind == CM_NV_END)
            cm_nv_fail(lex, "expected `}` at the end of `%s`", b.r->name);
        if (cm_nv_accept(lex, "{")) {
            open_block(&b);
        } else if (cm_nv_accept(lex, "}")) {
            b.block = b.outer[b.block];
            b.depth--;
        } else if (!cm_nv_accept(lex, ";") && !read_directive(&b) && !read_label(&b)) {
            read_instruction(&b);
        }
    }
    resolve(&b);
}
