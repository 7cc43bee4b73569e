/* What one instruction does: values that are known are computed, all else becomes rows. */
#include "import/ll.h"

#include "litmus/expr.h"

#include <string.h>

enum { MOST_STEPS = 20000 };

static cm_ll_known at_start(cm_ll_object *o)
{
    return (cm_ll_known){.kind = CM_LL_ADDRESS, .object = o, .number = o->header};
}

/* ---- rows --------------------------------------------------------------------------- */

void cm_ll_add(cm_ll_thread *t, cm_ll_piece *piece, cm_ll_row row)
{
    CM_RESERVE(t->work->arena, piece->rows, piece->count, piece->capacity);
    row.several = t->program->several;
    piece->rows[piece->count++] = row;
}

void cm_ll_label(cm_ll_thread *t, int label, cm_place place)
{
    cm_ll_add(t, t->piece, (cm_ll_row){.kind = CM_LL_ROW_LABEL, .label = label, .place = place});
}

void cm_ll_branch(cm_ll_thread *t, const char *text, int label, cm_place place)
{
    cm_ll_add(t, t->piece,
              (cm_ll_row){.kind = CM_LL_ROW_BRANCH, .text = text, .label = label, .place = place});
}

void cm_ll_count(cm_ll_thread *t, cm_place place)
{
    if (++t->done > MOST_STEPS)
        cm_fail(t->work, place, "a thread takes more than %d steps, expected a smaller program",
                MOST_STEPS);
}

void cm_ll_end(cm_ll_thread *t, cm_place place)
{
    cm_ll_add(t, t->piece, (cm_ll_row){.kind = CM_LL_ROW_JUMP, .label = t->end, .place = place});
    t->ends = true;
}

void cm_ll_stop_if(cm_ll_thread *t, const char *text, cm_place place)
{
    if (t->stuck == 0)
        t->stuck = t->labels++;
    cm_ll_branch(t, text, t->stuck, place);
}

void cm_ll_emit(cm_ll_thread *t, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *text = cm_arena_vprintf(t->work->arena, format, args);
    va_end(args);
    cm_ll_count(t, place);
    cm_ll_add(t, t->piece, (cm_ll_row){.kind = CM_LL_ROW, .text = text, .place = place});
}

/* ---- values ------------------------------------------------------------------------- */

cm_ll_known cm_ll_number(uint64_t number)
{
    return (cm_ll_known){.kind = CM_LL_KNOWN, .number = number};
}

cm_ll_known cm_ll_new_register(cm_ll_thread *t)
{
    return (cm_ll_known){.kind = CM_LL_REGISTER, .number = (uint64_t)t->registers++};
}

bool cm_ll_same(cm_ll_known a, cm_ll_known b)
{
    return a.kind == b.kind && a.number == b.number && a.object == b.object &&
           a.function == b.function && (a.kind != CM_LL_PARTS || cm_ll_same_parts(a, b));
}

static const char *address_text(cm_ll_thread *t, cm_ll_known v)
{
    /* The location's name; one on the stack becomes memory, and all is followed anew. */
    cm_ll_object *object = v.object;
    if (object->site) {
        object->site->in_memory = true;
        t->program->again = true;
    }
    const char *name = object->name;
    return v.number ? cm_arena_printf(t->work->arena, "%s%+lld", name, (long long)v.number) : name;
}

void cm_ll_share(cm_ll_known v)
{
    if (v.kind == CM_LL_ADDRESS)
        cm_ll_share_object(v.object);
}

uint64_t cm_ll_code(cm_ll_program *p, cm_ll_function *f)
{
    enum { APART = 16 };
    p->again |= p->any_called && !f->in_memory;
    f->in_memory = true;
    return (UINT64_C(1) << 62) + APART * (uint64_t)(f - p->module->functions);
}

const char *cm_ll_text(cm_ll_thread *t, cm_ll_known v, cm_place place)
{
    cm_arena *arena = t->work->arena;
    switch (v.kind) {
    case CM_LL_KNOWN:
        return cm_arena_printf(arena, "%lld", (long long)v.number);
    case CM_LL_ADDRESS: /* who has the value can reach the object */
        cm_ll_share(v);
        return address_text(t, v);
    case CM_LL_REGISTER:
        return cm_arena_printf(arena, "r%llu", (unsigned long long)v.number);
    case CM_LL_CODE:
        return cm_arena_printf(arena, "%llu",
                               (unsigned long long)cm_ll_code(t->program, v.function));
    case CM_LL_PARTS:
        cm_fail(t->work, place,
                "a structure is handed on in a loop or used as a whole, which is not supported, "
                "expected its members");
    case CM_LL_NOTHING:
        break;
    }
    cm_import_note(t->program->import, false, place, "a value that is not set is taken as 0");
    return "0";
}

const char *cm_ll_address_text(cm_ll_thread *t, cm_ll_known a, unsigned bytes, cm_place place)
{
    if (a.kind == CM_LL_ADDRESS && bytes > a.object->widest)
        a.object->widest = bytes;
    cm_ll_forget(t, a, bytes);
    return cm_arena_printf(t->work->arena, "[%s]",
                           a.kind == CM_LL_ADDRESS ? address_text(t, a) : cm_ll_text(t, a, place));
}

cm_ll_known cm_ll_operand(cm_ll_thread *t, const cm_ll_value *v)
{
    const cm_ll_module *m = t->program->module;
    cm_ll_known known = {.kind = CM_LL_NOTHING};
    cm_ll_global *g;
    switch (v->kind) {
    case CM_LL_NUMBER:
        return cm_ll_number(v->number);
    case CM_LL_LOCAL:
        return t->state.slots[t->frame->base + v->local];
    case CM_LL_SYMBOL:
        known.function = cm_ll_find_function(m, v->name);
        if (known.function) {
            known.kind = CM_LL_CODE;
            return known;
        }
        g = cm_ll_find_global(m, v->name);
        if (!g)
            cm_fail(t->work, v->place,
                    "`@%s` is defined in another file, which is not supported, expected its "
                    "definition here",
                    v->name);
        known.kind = CM_LL_ADDRESS;
        known.number = v->number;
        known.object = cm_ll_object_of(t->program, g, t->id);
        return known;
    case CM_LL_UNDEFINED:
        return v->type && cm_ll_has_parts(v->type) ? cm_ll_parts(t, v) : known;
    case CM_LL_AGGREGATE:
        if (v->type && cm_ll_has_parts(v->type))
            return cm_ll_parts(t, v);
        break;
    case CM_LL_STRANGE:
        break;
    }
    cm_fail(t->work, v->place, "`%s` is not supported here, expected an integer or a pointer",
            v->name ? v->name : "{...}");
}

void cm_ll_set(cm_ll_thread *t, int local, cm_ll_known value)
{
    if (local >= 0)
        t->state.slots[t->frame->base + local] = value;
}

/* ---- types -------------------------------------------------------------------------- */

/* The width of a value of that type in a register: 8, 16, 32 or 64; truth values have 8 bits. */
static unsigned bits_of(const cm_ll_thread *t, const cm_ll_type *type, cm_place place)
{
    unsigned bits = type->kind == CM_LL_POINTER ? 64 : type->kind == CM_LL_INTEGER ? type->bits : 0;
    if (bits != 1 && bits != 8 && bits != 16 && bits != 32 && bits != 64)
        cm_fail(t->work, place, "%s is not supported, expected i1, i8, i16, i32, i64 or ptr",
                type->kind == CM_LL_INTEGER ? cm_arena_printf(t->work->arena, "i%u", type->bits)
                : type->name                ? type->name
                                            : "a structure or an array");
    return bits == 1 ? 8 : bits;
}

static bool is_truth(const cm_ll_type *type)
{
    return type->kind == CM_LL_INTEGER && type->bits == 1;
}

static unsigned bytes_of(const cm_ll_thread *t, const cm_ll_type *type, cm_place place)
{
    return bits_of(t, type, place) / 8;
}

/* ---- memory ------------------------------------------------------------------------- */

void cm_ll_life(cm_ll_thread *t, const char *what, cm_ll_known address, cm_place place)
{
    bool known = address.kind == CM_LL_ADDRESS;
    address.number -= known ? CM_LL_HEADER : 0;
    cm_ll_emit(t, place, "object.%s [%s%.0d]", what,
               known ? address_text(t, address) : cm_ll_text(t, address, place),
               known ? 0 : -CM_LL_HEADER);
}

void cm_ll_end_objects(cm_ll_thread *t, const cm_ll_frame *frame, cm_place place)
{
    for (int i = 0; i < frame->function->instruction_count; i++) {
        cm_ll_object *o = frame->objects[i];
        if (!o)
            continue;
        o->dead = true;
        if (o->header > 0 && t->undecided == 0)
            cm_ll_life(t, "end", at_start(o), place);
    }
}

bool cm_ll_outside(cm_ll_thread *t, cm_ll_known a, unsigned bytes, cm_place place)
{
    const cm_ll_object *o = a.object;
    bool outside = a.kind == CM_LL_KNOWN || a.kind == CM_LL_NOTHING || a.kind == CM_LL_CODE;
    if (a.kind == CM_LL_ADDRESS)
        outside = a.number < o->header || a.number > o->size || bytes > o->size - a.number;
    if (!outside)
        return false;
    cm_ll_emit(t, place, "outside");
    cm_ll_end(t, place);
    return true;
}

/* The slot of an object on the stack that is at the address; -1: it is in memory. */
static int slot_at(cm_ll_thread *t, cm_ll_known address, unsigned bytes, cm_place place)
{
    cm_ll_object *o = address.object;
    if (address.kind != CM_LL_ADDRESS || !o->site)
        return -1;
    int cell =
        o->dead || o->site->in_memory ? -1 : cm_ll_cell(o->site->type, address.number, bytes);
    if (cell >= 0)
        return o->cells + cell;
    cm_ll_address_text(t, address, bytes, place); /* becomes memory */
    return -1;
}

static cm_ll_known load_as(cm_ll_thread *t, const cm_ll_type *type, const char *order,
                           cm_ll_known address, cm_place place)
{
    unsigned bytes = bytes_of(t, type, place);
    if (cm_ll_outside(t, address, bytes, place))
        return (cm_ll_known){.kind = CM_LL_NOTHING};
    const cm_ll_object *o = address.kind == CM_LL_ADDRESS ? address.object : NULL;
    if (o && o->code && o->code_at == address.number)
        return (cm_ll_known){.kind = CM_LL_CODE, .function = o->code};
    int slot = slot_at(t, address, bytes, place);
    int known = cm_ll_known_slot(t, address, bytes, order != NULL);
    if (known >= 0 && t->state.slots[known].kind != CM_LL_NOTHING)
        slot = known;
    int early = order ? -1 : cm_ll_early_slot(t, address, bytes);
    if (slot < 0 && early >= 0 && t->state.slots[early].kind != CM_LL_NOTHING)
        slot = early;
    if (slot >= 0)
        return t->state.slots[slot];
    cm_ll_known to = cm_ll_new_register(t);
    cm_ll_emit(t, place, "load%s%s.i%u %s, %s", order ? "." : "", order ? order : "", 8 * bytes,
               cm_ll_text(t, to, place), cm_ll_address_text(t, address, bytes, place));
    return to;
}

cm_ll_known cm_ll_load(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known address, cm_place place)
{
    return load_as(t, type, NULL, address, place);
}

/* What std::thread calls stands in a table whose address nobody else reads. */
static bool stores_table(cm_ll_known address, cm_ll_known value)
{
    static const char word[] = "_ZTVNSt6thread";
    const cm_ll_global *g = value.kind == CM_LL_ADDRESS ? value.object->global : NULL;
    if (!g || address.kind != CM_LL_ADDRESS || strncmp(g->name, word, sizeof word - 1) != 0)
        return false;
    address.object->table = g;
    return true;
}

/* So does the function that it calls, behind the table: who makes a thread writes it, and that
 * thread reads it. Two that are stored at one place are not known. */
static void store_code(cm_ll_known address, cm_ll_known value)
{
    cm_ll_object *o = address.kind == CM_LL_ADDRESS ? address.object : NULL;
    cm_ll_function *code = value.kind == CM_LL_CODE ? value.function : NULL;
    if (!o || !o->table || (o->code_at ? o->code_at != address.number : !code))
        return;
    o->code = !o->code_at || o->code == code ? code : NULL;
    o->code_at = address.number;
}

static void store_as(cm_ll_thread *t, const cm_ll_type *type, const char *order,
                     cm_ll_known address, cm_ll_known value, cm_place place)
{
    unsigned bytes = bytes_of(t, type, place);
    if (stores_table(address, value))
        return;
    if (cm_ll_outside(t, address, bytes, place))
        return;
    store_code(address, value);
    int slot = slot_at(t, address, bytes, place);
    int known = cm_ll_known_slot(t, address, bytes, true);
    if (known >= 0)
        t->state.slots[known] = value;
    if (slot >= 0)
        t->state.slots[slot] = value;
    else if (known < 0 || address.object->heap ||
             (!address.object->global->is_thread_local && value.kind != CM_LL_CODE))
        cm_ll_emit(t, place, "store%s%s.i%u %s, %s", order ? "." : "", order ? order : "",
                   8 * bytes, cm_ll_address_text(t, address, bytes, place),
                   known >= 0 && value.kind == CM_LL_ADDRESS ? address_text(t, value)
                                                             : cm_ll_text(t, value, place));
    int early = order ? -1 : cm_ll_early_slot(t, address, bytes);
    if (early >= 0)
        t->state.slots[early] = value;
}

void cm_ll_store(cm_ll_thread *t, const cm_ll_type *type, cm_ll_known address, cm_ll_known value,
                 cm_place place)
{
    store_as(t, type, NULL, address, value, place);
}

/* Atomic operations are on memory, so that what is on the stack becomes it. NULL: outside. */
static const char *atomic_place(cm_ll_thread *t, const cm_ll_instruction *i)
{
    cm_ll_known address = cm_ll_operand(t, &i->operands[0]);
    unsigned bytes = bytes_of(t, i->type, i->place);
    if (address.kind == CM_LL_ADDRESS)
        cm_ll_share_cell(address.object, address.number, bytes);
    return cm_ll_outside(t, address, bytes, i->place)
               ? NULL
               : cm_ll_address_text(t, address, bytes, i->place);
}

static void modify(cm_ll_thread *t, const cm_ll_instruction *i)
{
    static const char *const words[] = {"xchg", "add", "sub", "and",  "nand", "or",
                                        "xor",  "max", "min", "umax", "umin"};
    if (!cm_word_listed(words, sizeof words / sizeof *words, i->word))
        cm_fail(t->work, i->place,
                "`atomicrmw %s` is not supported, expected xchg, add, sub, and, nand, or, "
                "xor, max, min, umax or umin",
                i->word);
    const char *place = atomic_place(t, i);
    if (!place)
        return;
    cm_ll_known value = cm_ll_operand(t, &i->operands[1]), old = cm_ll_new_register(t);
    cm_ll_emit(t, i->place, "atomicrmw.%s.%s.i%u %s, %s, %s", i->word, i->order,
               bits_of(t, i->type, i->place), cm_ll_text(t, old, i->place), place,
               cm_ll_text(t, value, i->place));
    cm_ll_set(t, i->result, old);
}

/* Its result has two parts: what was there is in this register, whether it was exchanged in the
 * next. */
static void exchange(cm_ll_thread *t, const cm_ll_instruction *i)
{
    const char *place = atomic_place(t, i);
    if (!place)
        return;
    cm_ll_known expected = cm_ll_operand(t, &i->operands[1]),
                value = cm_ll_operand(t, &i->operands[2]);
    cm_ll_known old = cm_ll_new_register(t), done = cm_ll_new_register(t);
    cm_ll_emit(t, i->place, "cmpxchg.%s.fail_%s%s.i%u %s, %s, %s, %s, %s", i->order, i->failure,
               i->weak ? ".weak" : "", bits_of(t, i->type, i->place), cm_ll_text(t, old, i->place),
               cm_ll_text(t, done, i->place), place, cm_ll_text(t, expected, i->place),
               cm_ll_text(t, value, i->place));
    done.truth = true;
    t->succeeds = done;
    t->if_success = (cm_ll_success){.read = old, .expected = expected};
    cm_ll_set(t, i->result, old);
}

static void extract(cm_ll_thread *t, const cm_ll_instruction *i)
{
    const cm_ll_function *f = t->frame->function;
    const cm_ll_value *from = &i->operands[0];
    cm_ll_known part = cm_ll_operand(t, from);
    bool pair = false;
    for (const cm_ll_instruction *k = i;
         k > f->instructions && from->kind == CM_LL_LOCAL && !pair;) {
        k--;
        if (k->op == CM_LL_BR || k->op == CM_LL_SWITCH)
            break;
        pair = k->op == CM_LL_CMPXCHG && k->result == from->local;
    }
    if (!pair || part.kind != CM_LL_REGISTER || i->operands[1].number > 1)
        cm_fail(t->work, i->place,
                "`extractvalue` of anything but the result of the cmpxchg just before it is not "
                "supported, expected integers and pointers");
    part.number += i->operands[1].number;
    part.truth = i->operands[1].number == 1;
    cm_ll_set(t, i->result, part);
}

static void allocate(cm_ll_thread *t, cm_ll_instruction *i)
{
    cm_ll_frame *frame = t->frame;
    cm_ll_object **object = &frame->objects[i - frame->function->instructions];
    if (!*object) {
        cm_ll_object made = {.type = i->type, .size = cm_ll_size(i->type), .hidden = true};
        made.name = cm_arena_printf(t->work->arena, "stack_P%d_%d", t->id, t->objects++);
        made.site = i->cells >= 0 ? i : NULL;
        made.cells = frame->base + i->cells;
        made.header = made.site ? 0 : CM_LL_HEADER;
        made.size += made.header;
        *object = cm_ll_add_object(t->program, made);
        if (made.header > 0 && t->undecided == 0)
            cm_ll_life(t, "auto", at_start(*object), i->place);
        else if (made.header > 0)
            cm_import_note(
                t->program->import, false, i->place,
                "memory decides how often the loop around this variable goes round: a use before "
                "it is set, or after its function has returned, would not be found");
    }
    cm_ll_set(t, i->result, at_start(*object));
}

/* ---- values ------------------------------------------------------------------------ */

/* The value, of so many bits, as a number with a sign. */
static uint64_t extended(uint64_t value, unsigned bits)
{
    return cm_op_apply(CM_OP_SEXT, 64, bits, value, 0, 0, false);
}

cm_ll_known cm_ll_plus(cm_ll_thread *t, cm_ll_known a, cm_ll_known b, cm_place place)
{
    bool address = a.kind == CM_LL_ADDRESS || a.kind == CM_LL_KNOWN;
    if (b.kind == CM_LL_KNOWN && (b.number == 0 || address)) {
        a.number += b.kind == CM_LL_KNOWN && address ? b.number : 0;
        return a;
    }
    cm_ll_known to = cm_ll_new_register(t);
    cm_ll_emit(t, place, "add.i64 %s, %s, %s", cm_ll_text(t, to, place), cm_ll_text(t, a, place),
               cm_ll_text(t, b, place));
    return to;
}

static cm_ll_known scaled(cm_ll_thread *t, const cm_ll_value *index, uint64_t size, cm_place place)
{
    cm_ll_known v = cm_ll_operand(t, index);
    unsigned bits = bits_of(t, index->type, place);
    if (v.kind == CM_LL_KNOWN)
        return cm_ll_number(extended(v.number, bits) * size);
    if (bits < 64) {
        cm_ll_known wide = cm_ll_new_register(t);
        cm_ll_emit(t, place, "sext.i%u %s, %s", bits, cm_ll_text(t, wide, place),
                   cm_ll_text(t, v, place));
        v = wide;
    }
    if (size == 1)
        return v;
    cm_ll_known to = cm_ll_new_register(t);
    cm_ll_emit(t, place, "mul.i64 %s, %s, %llu", cm_ll_text(t, to, place), cm_ll_text(t, v, place),
               (unsigned long long)size);
    return to;
}

static void element(cm_ll_thread *t, const cm_ll_instruction *i)
{
    const cm_ll_type *type = i->type;
    cm_ll_known at = cm_ll_operand(t, &i->operands[0]);
    for (int k = 1; k < i->operand_count; k++) {
        const cm_ll_value *index = &i->operands[k];
        if (k == 1) {
            at = cm_ll_plus(t, at, scaled(t, index, cm_ll_size(type), i->place), i->place);
        } else if (type->kind == CM_LL_ARRAY) {
            type = type->members[0];
            at = cm_ll_plus(t, at, scaled(t, index, cm_ll_size(type), i->place), i->place);
        } else {
            if (type->kind != CM_LL_STRUCT || index->kind != CM_LL_NUMBER ||
                index->number >= (uint64_t)type->member_count)
                cm_fail(t->work, index->place,
                        "the index names no part, expected that of a member of the structure");
            at = cm_ll_plus(t, at, cm_ll_number(cm_ll_offset(type, index->number)), i->place);
            type = type->members[index->number];
        }
    }
    cm_ll_set(t, i->result, at);
}

static const struct {
    const char *word;
    cm_op op;
    bool turned, divides;
} operators[] = {{"add", CM_OP_ADD, 0, 0},   {"sub", CM_OP_SUB, 0, 0},   {"mul", CM_OP_MUL, 0, 0},
                 {"udiv", CM_OP_UDIV, 0, 1}, {"sdiv", CM_OP_SDIV, 0, 1}, {"urem", CM_OP_UREM, 0, 1},
                 {"srem", CM_OP_SREM, 0, 1}, {"and", CM_OP_AND, 0, 0},   {"or", CM_OP_OR, 0, 0},
                 {"xor", CM_OP_XOR, 0, 0},   {"shl", CM_OP_SHL, 0, 0},   {"lshr", CM_OP_LSHR, 0, 0},
                 {"ashr", CM_OP_ASHR, 0, 0}, {"eq", CM_OP_EQ, 0, 0},     {"ne", CM_OP_NE, 0, 0},
                 {"slt", CM_OP_SLT, 0, 0},   {"sle", CM_OP_SLE, 0, 0},   {"sgt", CM_OP_SLT, 1, 0},
                 {"sge", CM_OP_SLE, 1, 0},   {"ult", CM_OP_ULT, 0, 0},   {"ule", CM_OP_ULE, 0, 0},
                 {"ugt", CM_OP_ULT, 1, 0},   {"uge", CM_OP_ULE, 1, 0}};

/* Of two numbers any result is known; of the addresses of two objects whether they are equal, and
 * of two addresses in one object their distance and order, too. */
static bool known_result(const cm_ll_instruction *i, unsigned bits, cm_ll_known a, cm_ll_known b,
                         uint64_t *result)
{
    size_t k = 0;
    bool addresses = a.kind == CM_LL_ADDRESS || b.kind == CM_LL_ADDRESS;
    while (strcmp(operators[k].word, i->word) != 0)
        k++;
    if (addresses && a.kind == b.kind && a.object == b.object &&
        (i->op == CM_LL_ICMP || operators[k].op == CM_OP_SUB)) {
        a.kind = b.kind = CM_LL_KNOWN;
    } else if (addresses && i->op == CM_LL_ICMP && operators[k].op <= CM_OP_NE &&
               (a.kind == b.kind || cm_ll_same(a, cm_ll_number(0)) ||
                cm_ll_same(b, cm_ll_number(0)))) {
        *result = operators[k].op == CM_OP_NE;
        return true;
    }
    bool shifts = operators[k].op == CM_OP_SHL || operators[k].op == CM_OP_LSHR ||
                  operators[k].op == CM_OP_ASHR;
    if (a.kind != CM_LL_KNOWN || b.kind != CM_LL_KNOWN || (operators[k].divides && b.number == 0) ||
        (shifts && b.number >= bits))
        return false; /* the row says what is undefined */
    *result = operators[k].turned
                  ? cm_op_apply(operators[k].op, bits, 0, b.number, a.number, 0, false)
                  : cm_op_apply(operators[k].op, bits, 0, a.number, b.number, 0, false);
    if (is_truth(i->type) && i->op == CM_LL_BINARY)
        *result &= 1;
    return true;
}

static void compute(cm_ll_thread *t, const cm_ll_instruction *i)
{
    static const char *const of_truth[] = {"and", "or",  "xor", "eq", "ne",
                                           "ult", "ule", "ugt", "uge"};
    cm_ll_known a = cm_ll_operand(t, &i->operands[0]), b = cm_ll_operand(t, &i->operands[1]);
    unsigned bits = bits_of(t, i->type, i->place);
    uint64_t result;
    if (is_truth(i->type) && !cm_word_listed(of_truth, sizeof of_truth / sizeof *of_truth, i->word))
        cm_fail(t->work, i->place, "`%s` of an i1 is not supported, expected and, or, xor",
                i->word);
    if (a.kind == CM_LL_CODE)
        a = cm_ll_number(cm_ll_code(t->program, a.function));
    if (b.kind == CM_LL_CODE)
        b = cm_ll_number(cm_ll_code(t->program, b.function));
    if (known_result(i, bits, a, b, &result)) {
        cm_ll_set(t, i->result, cm_ll_number(result));
        return;
    }
    if (i->op == CM_LL_BINARY && strcmp(i->word, "add") == 0 && bits == 64 &&
        a.kind == CM_LL_ADDRESS) {
        cm_ll_set(t, i->result, cm_ll_plus(t, a, b, i->place));
        return;
    }
    cm_ll_known to = cm_ll_new_register(t);
    cm_ll_emit(t, i->place, "%s%s.i%u %s, %s, %s", i->op == CM_LL_ICMP ? "icmp." : "", i->word,
               bits, cm_ll_text(t, to, i->place), cm_ll_text(t, a, i->place),
               cm_ll_text(t, b, i->place));
    to.truth = i->op == CM_LL_ICMP;
    cm_ll_set(t, i->result, to);
}

/* What is narrower has zeros above it, so that extending by zeros does nothing. */
static void cast(cm_ll_thread *t, const cm_ll_instruction *i)
{
    cm_ll_known v = cm_ll_operand(t, &i->operands[0]), to = v;
    const cm_ll_type *from = i->operands[0].type;
    unsigned bits = bits_of(t, i->type, i->place), had = bits_of(t, from, i->place);
    bool sign = strcmp(i->word, "sext") == 0,
         cut = !v.truth && (bits < had || (is_truth(i->type) && !is_truth(from)));
    const char *text = "";
    if (v.kind == CM_LL_KNOWN) {
        to.number = sign       ? extended(v.number, is_truth(from) ? 1 : had)
                    : had < 64 ? v.number & ((UINT64_C(1) << had) - 1) /* of a binding: more */
                               : v.number;
        if (bits < 64)
            to.number &= is_truth(i->type) ? 1 : (UINT64_C(1) << bits) - 1;
    } else if ((sign || cut) && v.kind != CM_LL_NOTHING) {
        text = cm_ll_text(t, v, i->place);
        to = cm_ll_new_register(t);
    }
    const char *name = *text ? cm_ll_text(t, to, i->place) : ""; /* whose text is made is shared */
    if (*text && sign && is_truth(from))
        cm_ll_emit(t, i->place, "sub.i%u %s, 0, %s", bits, name, text);
    else if (*text && sign)
        cm_ll_emit(t, i->place, "sext.i%u %s, %s", had, name, text);
    else if (*text && is_truth(i->type))
        cm_ll_emit(t, i->place, "and.i8 %s, %s, 1", name, text);
    else if (*text)
        cm_ll_emit(t, i->place, "trunc.i%u %s, %s", bits, name, text);
    if (*text && sign && bits < 64 && !is_truth(from))
        cm_ll_emit(t, i->place, "trunc.i%u %s, %s", bits, name, name);
    cm_ll_set(t, i->result, to);
}

static void choose(cm_ll_thread *t, const cm_ll_instruction *i)
{
    cm_ll_known c = cm_ll_operand(t, &i->operands[0]);
    cm_ll_known a = cm_ll_operand(t, &i->operands[1]), b = cm_ll_operand(t, &i->operands[2]);
    if (c.kind == CM_LL_KNOWN || cm_ll_same(a, b)) {
        cm_ll_set(t, i->result, c.number || c.kind != CM_LL_KNOWN ? a : b);
        return;
    }
    bits_of(t, i->type, i->place);
    cm_ll_known to = cm_ll_new_register(t);
    cm_ll_emit(t, i->place, "select %s, %s, %s, %s", cm_ll_text(t, to, i->place),
               cm_ll_text(t, c, i->place), cm_ll_text(t, a, i->place), cm_ll_text(t, b, i->place));
    cm_ll_set(t, i->result, to);
}

void cm_ll_step(cm_ll_thread *t, cm_ll_instruction *i)
{
    switch (i->op) {
    case CM_LL_ALLOCA:
        allocate(t, i);
        return;
    case CM_LL_INSERT:
        cm_ll_insert(t, i);
        return;
    case CM_LL_LOAD:
        if (cm_ll_has_parts(i->type)) {
            cm_ll_known at = cm_ll_operand(t, &i->operands[0]);
            cm_ll_set(t, i->result, cm_ll_load_parts(t, i->type, at, i->place));
            return;
        }
        cm_ll_set(t, i->result,
                  load_as(t, i->type, i->order, cm_ll_operand(t, &i->operands[0]), i->place));
        return;
    case CM_LL_STORE:
        if (cm_ll_has_parts(i->type)) {
            cm_ll_store_parts(t, i->type, cm_ll_operand(t, &i->operands[1]),
                              cm_ll_operand(t, &i->operands[0]), i->place);
            return;
        }
        store_as(t, i->type, i->order, cm_ll_operand(t, &i->operands[1]),
                 cm_ll_operand(t, &i->operands[0]), i->place);
        return;
    case CM_LL_RMW:
        modify(t, i);
        return;
    case CM_LL_CMPXCHG:
        exchange(t, i);
        return;
    case CM_LL_FENCE:
        if (!i->alone) /* atomic_signal_fence orders nothing for other threads */
            cm_ll_emit(t, i->place, "fence.%s", i->order);
        return;
    case CM_LL_GEP:
        element(t, i);
        return;
    case CM_LL_BINARY:
    case CM_LL_ICMP:
        compute(t, i);
        return;
    case CM_LL_CAST:
        cast(t, i);
        return;
    case CM_LL_SELECT:
        choose(t, i);
        return;
    case CM_LL_FREEZE:
        cm_ll_set(t, i->result, cm_ll_operand(t, &i->operands[0]));
        return;
    case CM_LL_EXTRACT:
        if (!cm_ll_extract(t, i))
            extract(t, i);
        return;
    case CM_LL_PHI: /* set on the way to the block */
    case CM_LL_BR:
    case CM_LL_SWITCH:
    case CM_LL_RET:
    case CM_LL_UNREACHABLE:
    case CM_LL_CALL:
        return;
    case CM_LL_REFUSED:
        break;
    }
    cm_fail(t->work, i->place,
            "`%s` is not supported, expected operations on integers, pointers and memory", i->word);
}
