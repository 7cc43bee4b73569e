/* Instructions of the test: those of the kernel, with what is known put into them. */
#include "import/nv_code.h"

#include "base/text.h"

#include <string.h>

typedef struct printing {
    cm_nv_follow *f;
    const cm_nv_line *line;
    cm_text text;
    bool by_name; /* what is written, whatever is known of it before */
    bool indexed; /* an address with an index is printed: the registers for one are used */
} printing;

void cm_nv_emit(cm_nv_follow *f, cm_place place, const char *format, ...)
{
    cm_nv_state *s = &f->states[f->state];
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(f->work->arena, format, args);
    va_end(args);
    CM_RESERVE(f->work->arena, s->rows, s->row_count, s->row_capacity);
    s->rows[s->row_count++] = (cm_import_row){.text = text, .place = place, .sets = true};
}

/* A number as people write it in so many bits. */
static long long shown(uint64_t number, unsigned bits)
{
    if (bits == 32 && number >> 31 == 1)
        return (long long)(int32_t)number;
    if (bits == 16 && number >> 15 == 1)
        return (long long)(int16_t)number;
    return (long long)number;
}

static void lift_address(cm_nv_follow *f, const cm_nv_register *r, cm_nv_known k, cm_place place)
{
    if (k.kind != CM_NV_ADDRESS || r->bits < 64)
        cm_fail(f->work, place,
                "a part of an address, or one of 32 bits, is used as a number, which is not "
                "supported, expected a value that the binding decides");
    const cm_nv_location *l = &f->nv->locations[k.location];
    cm_nv_emit(f, place, "mov.u64 %s, %s", r->name, l->name);
    if (k.number != 0)
        cm_nv_emit(f, place, "add.s64 %s, %s, %lld", r->name, r->name, (long long)k.number);
}

/* An instruction sets the register to what is known of it. */
static void materialise(cm_nv_follow *f, int reg, cm_place place)
{
    const cm_nv_register *r = &f->code->registers[reg];
    cm_nv_known k = f->known[reg];
    if (f->locals) { /* the trial is about addresses that become numbers */
        cm_nv_keep_local(f, k);
        return;
    }
    if (k.kind == CM_NV_PRINTED)
        cm_fail(f->work, place,
                "what `printf` returns is used, which is not supported, expected a call whose "
                "result is left alone");
    if (k.kind == CM_NV_ROUTINE)
        cm_fail(f->work, place,
                "the address of a routine is used, which is not supported, expected calls alone");
    if (k.kind != CM_NV_CONSTANT)
        lift_address(f, r, k, place);
    else if (r->bits == 1)
        cm_nv_emit(f, place, "setp.%s.u32 %s, 0, 0", k.number ? "eq" : "ne", r->name);
    else
        cm_nv_emit(f, place, "mov.b%u %s, %lld", r->bits < 16 ? 16 : r->bits, r->name,
                   shown(k.number, r->bits));
}

void cm_nv_lift(cm_nv_follow *f, int reg, cm_place place)
{
    if (f->known[reg].kind != CM_NV_UNKNOWN)
        materialise(f, reg, place);
    f->known[reg] = (cm_nv_known){.kind = CM_NV_UNKNOWN};
}

/* The register is read as one, and known as before: a loop that comes back has no version in which
 * it is not. Once in a state is enough. */
static void hold(cm_nv_follow *f, int reg, cm_place place)
{
    cm_nv_known k = f->known[reg], held = f->held[reg];
    if (k.kind == CM_NV_UNKNOWN || (held.kind == k.kind && held.number == k.number &&
                                    (k.kind == CM_NV_CONSTANT || held.location == k.location)))
        return;
    materialise(f, reg, place);
    f->held[reg] = k;
}

/* ---- operands ------------------------------------------------------------------------ */

/* Before the line: operands that an instruction takes from registers only. */
static void lift_operand(printing *p, const cm_nv_operand *o, bool is_base)
{
    if (o->kind == CM_NV_REGISTER) {
        cm_nv_known k = p->f->known[o->index];
        bool predicate = p->f->code->registers[o->index].bits == 1;
        bool number = k.kind == CM_NV_CONSTANT && !predicate;
        bool place = k.kind == CM_NV_ADDRESS || cm_nv_has_index(k);
        if (!number && !(is_base && place))
            hold(p->f, o->index, p->line->place);
    }
    for (int i = 0; i < o->count; i++)
        lift_operand(p, &o->items[i], o->kind == CM_NV_MEMORY && i == 0);
}

static void add_operand(printing *p, const cm_nv_operand *o);

static void add_address(printing *p, const cm_nv_operand *o)
{
    const cm_nv_operand *base = &o->items[0];
    cm_nv_known k = cm_nv_value_of(p->f, base);
    long long offset = (long long)o->number;
    if (cm_nv_has_index(k)) {
        if (p->indexed)
            cm_fail(p->f->work, o->place,
                    "two addresses of this instruction have indices that are read from memory, "
                    "which is not supported, expected one such address at most");
        p->indexed = true;
        const char *sum = p->f->code->registers[p->f->code->scratch[0]].name;
        const char *from = p->f->code->registers[p->f->code->scratch[1]].name;
        cm_nv_emit(p->f, p->line->place, "cvt.s64.s32 %s, %s", sum,
                   p->f->code->registers[base->index].name);
        cm_nv_emit(p->f, p->line->place, "mov.u64 %s, %s", from,
                   p->f->nv->locations[k.location].name);
        cm_nv_emit(p->f, p->line->place, "add.s64 %s, %s, %s", sum, sum, from);
        offset += (long long)k.number;
        cm_text_append(&p->text, "[%s", sum);
    } else if (k.kind == CM_NV_UNKNOWN && base->kind == CM_NV_REGISTER) {
        cm_text_append(&p->text, "[%s", p->f->code->registers[base->index].name);
    } else if (k.kind == CM_NV_ADDRESS) {
        cm_nv_location *l = &p->f->nv->locations[k.location];
        unsigned bytes = cm_nv_type_of(p->line) / 8;
        cm_nv_note_width(l, bytes);
        offset += (long long)k.number;
        cm_text_append(&p->text, "[%s", l->name);
    } else {
        cm_fail(p->f->work, o->place,
                "the address is that of no location, expected an argument of the launch or a "
                "variable");
    }
    if (offset != 0)
        cm_text_append(&p->text, "%+lld", offset);
    for (int i = 1; i < o->count; i++) {
        cm_text_add(&p->text, ", ");
        add_operand(p, &o->items[i]);
    }
    cm_text_add(&p->text, "]");
}

static void add_list(printing *p, const cm_nv_operand *o, const char *open, const char *between,
                     const char *close)
{
    cm_text_add(&p->text, open);
    for (int i = 0; i < o->count; i++) {
        cm_text_add(&p->text, i == 0 ? "" : between);
        add_operand(p, &o->items[i]);
    }
    cm_text_add(&p->text, close);
}

static void add_operand(printing *p, const cm_nv_operand *o)
{
    switch (o->kind) {
    case CM_NV_REGISTER: {
        const cm_nv_register *r = &p->f->code->registers[o->index];
        cm_nv_known k = p->f->known[o->index];
        if (k.kind == CM_NV_CONSTANT && r->bits > 1 && !p->by_name)
            cm_text_append(&p->text, "%lld", shown(k.number, r->bits));
        else
            cm_text_append(&p->text, "%s%s", o->negated ? "!" : "", r->name);
        break;
    }
    case CM_NV_VALUE:
    case CM_NV_FLOATING:
        cm_text_append(&p->text, "%lld", (long long)o->number);
        break;
    case CM_NV_SPECIAL:
        cm_text_append(&p->text, "%llu", (unsigned long long)cm_nv_special(p->f, o).number);
        break;
    case CM_NV_MEMORY:
        add_address(p, o);
        break;
    case CM_NV_LIST:
        add_list(p, o, "{", ", ", "}");
        break;
    case CM_NV_PAIR:
        add_list(p, o, "", ":", ""); /* | ends a column of a test */
        break;
    case CM_NV_SINK:
        cm_text_add(&p->text, "_");
        break;
    case CM_NV_VARIABLE:
        if (p->f->locals)
            cm_nv_keep_local(p->f, cm_nv_value_of(p->f, o));
        cm_nv_known address = cm_nv_value_of(p->f, o);
        cm_text_add(&p->text, p->f->nv->locations[address.location].name);
        break;
    default:
        cm_fail(p->f->work, o->place,
                "`%s` is not declared, expected a register or a variable as operand of `%s`",
                o->name, p->line->opcode);
    }
}

/* ---- lines ------------------------------------------------------------------------------ */

/* What is written is not known any more, and printed by its name. */
static void forget(void *context, int reg)
{
    cm_nv_follow *f = context;
    f->known[reg] = f->held[reg] = (cm_nv_known){.kind = CM_NV_UNKNOWN};
}

static void lift_written(void *context, int reg)
{
    printing *p = context;
    cm_nv_lift(p->f, reg, p->line->place);
}

/* cp.async [d], [s], 4, 4: as many bytes of the source as are copied, which is what it means
 * without the last operand (PTX ISA, "cp.async"). */
static bool says_all_twice(cm_nv_follow *f, const cm_nv_line *line)
{
    if (!cm_nv_opcode_is(line, "cp") || !cm_nv_has(line, "async") || cm_nv_has(line, "bulk") ||
        line->count != 4)
        return false;
    cm_nv_known size = cm_nv_value_of(f, &line->operands[2]);
    cm_nv_known from = cm_nv_value_of(f, &line->operands[3]);
    return size.kind == CM_NV_CONSTANT && from.kind == CM_NV_CONSTANT && size.number == from.number;
}

const char *cm_nv_line_text(cm_nv_follow *f, const cm_nv_line *line, const char *guard)
{
    printing p = {.f = f, .line = line};
    p.text = cm_text_new(f->work->arena);
    /* Local memory is a location that one thread alone names: any window reaches it. */
    const char *opcode = line->opcode, *window = strstr(opcode, ".local");
    if (window && cm_nv_opcode_is(line, "cvta")) {
        opcode = "mov.b64";
        window = NULL;
    }
    size_t before = window ? (size_t)(window - opcode) : strlen(opcode);
    cm_text_append(&p.text, "%s%.*s%s", guard, (int)before, opcode,
                   window ? window + strlen(".local") : "");
    for (int i = 0; i < line->count; i++) {
        p.by_name = i == 0 && cm_nv_writes(line);
        cm_text_add(&p.text, i == 0 ? " " : ", ");
        add_operand(&p, &line->operands[i]);
    }
    return p.text.data;
}

void cm_nv_print(cm_nv_follow *f, const cm_nv_line *line, const char *guard)
{
    cm_nv_line shorter = *line;
    printing p = {.f = f, .line = line};
    if (says_all_twice(f, line)) {
        shorter.count--;
        line = p.line = &shorter;
    }
    for (int i = cm_nv_writes(line); i < line->count; i++)
        lift_operand(&p, &line->operands[i], false);
    if (*guard) /* where it does not happen, what was there stays */
        cm_nv_each_written(line, lift_written, &p);
    const char *text = cm_nv_line_text(f, line, guard);
    cm_nv_each_written(line, forget, f);
    cm_nv_emit(f, line->place, "%s", text);
    cm_nv_state *s = &f->states[f->state];
    s->rows[s->row_count - 1].sets = cm_nv_writes(line);
}
