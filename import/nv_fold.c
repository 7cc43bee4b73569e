/* What is known of registers, and of what is computed from them.
 *
 * Numbers are computed as the instruction set says (nv_compute.c). Addresses are a location
 * and an offset: here is the little arithmetic that compilers do on them. */
#include "import/nv_code.h"

#include <string.h>

static const cm_nv_known unknown = {.kind = CM_NV_UNKNOWN};

static cm_nv_known known_constant(uint64_t number)
{
    return (cm_nv_known){.kind = CM_NV_CONSTANT, .number = number};
}

static uint64_t low_bits(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

static unsigned bits_of_operand(const cm_nv_follow *f, const cm_nv_operand *o)
{
    return o->kind == CM_NV_REGISTER ? f->code->registers[o->index].bits : 64;
}

cm_nv_known cm_nv_value_of(cm_nv_follow *f, const cm_nv_operand *o)
{
    switch (o->kind) {
    case CM_NV_REGISTER: {
        cm_nv_known k = f->known[o->index];
        if (o->negated && k.kind == CM_NV_CONSTANT)
            k.number = !k.number;
        return k;
    }
    case CM_NV_VALUE:
    case CM_NV_FLOATING:
        return known_constant(o->number);
    case CM_NV_SPECIAL:
        return cm_nv_special(f, o);
    case CM_NV_VARIABLE:
        if (f->nv->module->variables[o->index].space == CM_NV_PARAM)
            cm_fail(f->work, o->place,
                    "the address of a parameter is not supported, expected ld.param or st.param");
        return (cm_nv_known){CM_NV_ADDRESS, cm_nv_location_of(f, o->index), 0};
    case CM_NV_WORD:
        return (cm_nv_known){.kind = cm_nv_routine_named(f->nv->module, o->name) ? CM_NV_ROUTINE
                                                                                 : CM_NV_UNKNOWN};
    default:
        return unknown;
    }
}

static bool set(cm_nv_follow *f, const cm_nv_operand *to, cm_nv_known value)
{
    if (value.kind == CM_NV_UNKNOWN || (to->kind != CM_NV_REGISTER && to->kind != CM_NV_SINK))
        return false;
    if (to->kind == CM_NV_SINK)
        return true;
    if (value.kind == CM_NV_CONSTANT)
        value.number = low_bits(value.number, bits_of_operand(f, to));
    f->known[to->index] = value;
    return true;
}

static bool is_address(cm_nv_known k)
{
    return k.kind == CM_NV_ADDRESS;
}

static cm_nv_known moved(cm_nv_known address, uint64_t by)
{
    address.number += by;
    return address;
}

/* A number of the line's type, as 64 bits with its sign: offsets may be negative. */
static uint64_t with_sign(const cm_nv_line *line, uint64_t number)
{
    unsigned bits = cm_nv_type_of(line);
    uint64_t low = low_bits(number, bits);
    bool negative = bits < 64 && bits > 0 && low >> (bits - 1) & 1;
    return negative ? low | ~low_bits(UINT64_MAX, bits) : low;
}

static bool all_constant(cm_nv_follow *f, const cm_nv_operand *o, int count)
{
    for (int i = 0; i < count; i++) {
        bool list = o[i].kind == CM_NV_LIST || o[i].kind == CM_NV_PAIR;
        if (list ? !all_constant(f, o[i].items, o[i].count)
                 : cm_nv_value_of(f, &o[i]).kind != CM_NV_CONSTANT)
            return false;
    }
    return true;
}

/* ---- addresses ------------------------------------------------------------------------- */

/* mov, cvta and cvt of an address. One in shared memory has 32 bits and is whole in them. */
static bool copy_address(cm_nv_follow *f, const cm_nv_line *line)
{
    bool copies = cm_nv_opcode_is(line, "mov") || cm_nv_opcode_is(line, "cvta") ||
                  cm_nv_opcode_is(line, "cvt");
    if (!copies || line->count != 2)
        return false;
    cm_nv_known k = cm_nv_value_of(f, &line->operands[1]);
    if (k.kind == CM_NV_LOW_HALF || k.kind == CM_NV_HIGH_HALF)
        return set(f, &line->operands[0], k);
    if (!is_address(k))
        return false;
    if (bits_of_operand(f, &line->operands[0]) < 64 && !cm_nv_is_shared(f->nv, k.location))
        k.kind = CM_NV_LOW_HALF;
    return set(f, &line->operands[0], k);
}

static bool fold_address(cm_nv_follow *f, const cm_nv_line *line)
{
    bool plus = cm_nv_opcode_is(line, "add"), minus = cm_nv_opcode_is(line, "sub");
    if ((!plus && !minus) || line->count != 3)
        return false;
    cm_nv_known a = cm_nv_value_of(f, &line->operands[1]),
                b = cm_nv_value_of(f, &line->operands[2]);
    if (plus && is_address(b) && a.kind == CM_NV_CONSTANT)
        return set(f, &line->operands[0], moved(b, with_sign(line, a.number)));
    if (!is_address(a))
        return false;
    if (b.kind == CM_NV_CONSTANT) {
        uint64_t by = with_sign(line, b.number);
        return set(f, &line->operands[0], moved(a, plus ? by : 0 - by));
    }
    if (minus && is_address(b) && a.location == b.location)
        return set(f, &line->operands[0], known_constant(a.number - b.number));
    return false;
}

/* mad d, a, b, address: the product by itself, then the sum. */
static bool multiply_add_address(cm_nv_follow *f, const cm_nv_line *line)
{
    if (!cm_nv_opcode_is(line, "mad") || line->count != 4)
        return false;
    cm_nv_known base = cm_nv_value_of(f, &line->operands[3]);
    if (!is_address(base) || line->operands[0].kind != CM_NV_REGISTER ||
        !all_constant(f, line->operands + 1, 2))
        return false;
    cm_nv_line product = *line;
    cm_nv_operand operands[4];
    memcpy(operands, line->operands, sizeof operands);
    operands[3] = (cm_nv_operand){.kind = CM_NV_VALUE, .place = line->place};
    product.operands = operands;
    if (!cm_nv_compute(f, &product))
        return false;
    uint64_t by = f->known[line->operands[0].index].number;
    unsigned bits = bits_of_operand(f, &line->operands[0]);
    if (bits < 64)
        by = (uint64_t)(int64_t)(int32_t)by;
    return set(f, &line->operands[0], moved(base, by));
}

/* Locations lie at multiples of 16 bytes, as cudaMalloc and litmus/test.h have them: so much
 * is known of an address as a number. Accesses to bytes and halfwords are made of words so. */
enum { ALIGNED_BITS = 4 };

static bool low_bits_of(cm_nv_known k, cm_nv_known *bits)
{
    if (k.kind == CM_NV_LOW_BITS)
        *bits = k;
    else if (is_address(k) || k.kind == CM_NV_LOW_HALF)
        *bits = (cm_nv_known){CM_NV_LOW_BITS, ALIGNED_BITS, low_bits(k.number, ALIGNED_BITS)};
    return k.kind == CM_NV_LOW_BITS || is_address(k) || k.kind == CM_NV_LOW_HALF;
}

/* and d, a, -4   and d, a, 3   shl d, a, 3 */
static bool mask_address(cm_nv_follow *f, const cm_nv_line *line)
{
    bool and = cm_nv_opcode_is(line, "and"), shl = cm_nv_opcode_is(line, "shl");
    if ((!and&&!shl) || line->count != 3)
        return false;
    cm_nv_known a = cm_nv_value_of(f, &line->operands[1]),
                b = cm_nv_value_of(f, &line->operands[2]);
    cm_nv_known bits;
    if (b.kind != CM_NV_CONSTANT || !low_bits_of(a, &bits))
        return false;
    unsigned wide = cm_nv_type_of(line), count = (unsigned)bits.location;
    uint64_t mask = low_bits(b.number, wide), all = low_bits(UINT64_MAX, count);
    if (shl && mask + count <= wide)
        return set(f, &line->operands[0],
                   (cm_nv_known){CM_NV_LOW_BITS, (int)(mask + count), bits.number << mask});
    if (and&&mask <= all)
        return set(f, &line->operands[0], known_constant(bits.number & mask));
    if (!and || !is_address(a) || (mask | all) != low_bits(UINT64_MAX, wide))
        return false;
    a.number &= mask | ~low_bits(UINT64_MAX, wide);
    return set(f, &line->operands[0], a);
}

/* setp.lt and the like, of two places in one location: no address of global memory wraps round
 * before its beginning, and those of shared memory begin at 0. */
static bool order_addresses(cm_nv_follow *f, const cm_nv_line *line, cm_nv_known a, cm_nv_known b)
{
    static const struct {
        const char *qualifier;
        bool less, equal, greater;
    } orders[] = {{"lt", true, false, false}, {"lo", true, false, false},
                  {"le", true, true, false},  {"ls", true, true, false},
                  {"gt", false, false, true}, {"hi", false, false, true},
                  {"ge", false, true, true},  {"hs", false, true, true}};
    int64_t from = (int64_t)a.number, to = (int64_t)b.number;
    if (!is_address(a) || !is_address(b) || a.location != b.location ||
        (cm_nv_is_shared(f->nv, a.location) && (from < 0 || to < 0)))
        return false;
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (cm_nv_has(line, orders[i].qualifier))
            return set(f, &line->operands[0],
                       known_constant(from < to    ? orders[i].less
                                      : from == to ? orders[i].equal
                                                   : orders[i].greater));
    return false;
}

/* setp.eq and setp.ne: no location is at 0, no two are at one address. */
static bool compare_addresses(cm_nv_follow *f, const cm_nv_line *line)
{
    bool eq = cm_nv_has(line, "eq"), ne = cm_nv_has(line, "ne");
    if (!cm_nv_opcode_is(line, "setp") || line->count != 3)
        return false;
    cm_nv_known a = cm_nv_value_of(f, &line->operands[1]),
                b = cm_nv_value_of(f, &line->operands[2]);
    if (!eq && !ne)
        return order_addresses(f, line, a, b);
    bool null_a = a.kind == CM_NV_CONSTANT && a.number == 0;
    bool null_b = b.kind == CM_NV_CONSTANT && b.number == 0;
    bool both = is_address(a) && is_address(b);
    if (!both && !(is_address(a) && null_b) && !(is_address(b) && null_a))
        return false;
    bool same = both && a.location == b.location && a.number == b.number;
    return set(f, &line->operands[0], known_constant(same == eq));
}

/* mov.b64 d, {low, high} and back; bfi.b64 d, high, low, 32, 32. */
static bool join_halves(cm_nv_follow *f, const cm_nv_operand *to, cm_nv_known low, cm_nv_known high)
{
    if (low.kind == CM_NV_CONSTANT && high.kind == CM_NV_CONSTANT)
        return set(f, to, known_constant(low_bits(low.number, 32) | high.number << 32));
    if (low.kind != CM_NV_LOW_HALF || high.kind != CM_NV_HIGH_HALF ||
        low.location != high.location || low.number != high.number)
        return false;
    return set(f, to, (cm_nv_known){CM_NV_ADDRESS, low.location, low.number});
}

static bool split(cm_nv_follow *f, const cm_nv_operand *to, cm_nv_known k)
{
    cm_nv_known low = k, high = k;
    if (k.kind == CM_NV_CONSTANT) {
        low.number = low_bits(k.number, 32);
        high.number = k.number >> 32;
    } else if (is_address(k)) {
        low.kind = CM_NV_LOW_HALF;
        high.kind = CM_NV_HIGH_HALF;
    } else {
        return false;
    }
    return set(f, &to->items[0], low) && set(f, &to->items[1], high);
}

/* shl.b64 d, high, 32   or.b64 d, d, low */
static bool join_shifted(cm_nv_follow *f, const cm_nv_line *line)
{
    const cm_nv_operand *o = line->operands;
    if (line->count != 3 || cm_nv_type_of(line) != 64)
        return false;
    cm_nv_known a = cm_nv_value_of(f, &o[1]), b = cm_nv_value_of(f, &o[2]);
    if (cm_nv_opcode_is(line, "shl") && a.kind == CM_NV_HIGH_HALF && b.kind == CM_NV_CONSTANT &&
        b.number == 32)
        return set(f, &o[0], (cm_nv_known){CM_NV_HIGH_ABOVE, a.location, a.number});
    cm_nv_known high = a.kind == CM_NV_HIGH_ABOVE ? a : b, low = a.kind == CM_NV_LOW_HALF ? a : b;
    if (!cm_nv_opcode_is(line, "or") || high.kind != CM_NV_HIGH_ABOVE)
        return false;
    high.kind = CM_NV_HIGH_HALF;
    return join_halves(f, &o[0], low, high);
}

static bool halves(cm_nv_follow *f, const cm_nv_line *line)
{
    const cm_nv_operand *o = line->operands;
    if (cm_nv_opcode_is(line, "mov") && line->count == 2 && cm_nv_type_of(line) == 64) {
        if (o[1].kind == CM_NV_LIST && o[1].count == 2)
            return join_halves(f, &o[0], cm_nv_value_of(f, &o[1].items[0]),
                               cm_nv_value_of(f, &o[1].items[1]));
        if (o[0].kind == CM_NV_LIST && o[0].count == 2)
            return split(f, &o[0], cm_nv_value_of(f, &o[1]));
    }
    bool half = o && line->count == 5 && cm_nv_opcode_is(line, "bfi") &&
                cm_nv_type_of(line) == 64 && o[3].kind == CM_NV_VALUE && o[3].number == 32 &&
                o[4].kind == CM_NV_VALUE && o[4].number == 32;
    return half && join_halves(f, &o[0], cm_nv_value_of(f, &o[2]), cm_nv_value_of(f, &o[1]));
}

/* Does the place lie in the window that the line names? A generic address is one of global memory
 * unless it is of one of the other windows (PTX ISA, "Generic Addressing"); of shared memory that
 * of the thread's own CTA is meant where nothing says otherwise ("isspacep"). */
static cm_nv_known is_in_window(const cm_nv_follow *f, const cm_nv_line *line, int location)
{
    const cm_nv_location *l = &f->nv->locations[location];
    const cm_bind_thread *threads = f->nv->import->binding->threads;
    bool shared = cm_nv_is_shared(f->nv, location), local = cm_nv_is_private(f->nv, location);
    bool constant = l->variable >= 0 && f->nv->module->variables[l->variable].space == CM_NV_CONST;
    bool own = shared && cm_bound_rank(f->launch, threads[l->thread].block) ==
                             cm_bound_rank(f->launch, f->bound->block);
    const struct {
        const char *window;
        bool is;
    } windows[] = {{"global", !shared && !local && !constant},
                   {"shared", own},
                   {"shared::cta", own},
                   {"shared::cluster", shared},
                   {"local", local},
                   {"const", constant}};
    for (size_t i = 0; i < sizeof windows / sizeof *windows; i++)
        if (cm_nv_has(line, windows[i].window))
            return known_constant(windows[i].is);
    return unknown;
}

/* mapa d, a, rank; isspacep.space p, a; getctarank d, a (PTX ISA, "Data Movement"). */
static bool ask_address(cm_nv_follow *f, const cm_nv_line *line)
{
    if (line->count < 2)
        return false;
    cm_nv_known a = cm_nv_value_of(f, &line->operands[1]);
    if (!is_address(a))
        return false;
    if (cm_nv_opcode_is(line, "mapa") && line->count == 3) {
        cm_nv_known rank = cm_nv_value_of(f, &line->operands[2]);
        if (rank.kind != CM_NV_CONSTANT)
            return false;
        a.location = cm_nv_location_mapped(f, a.location, low_bits(rank.number, 32), line->place);
        return set(f, &line->operands[0], a);
    }
    if (cm_nv_opcode_is(line, "isspacep"))
        return set(f, &line->operands[0], is_in_window(f, line, a.location));
    const cm_import *import = f->nv->import;
    if (!cm_nv_opcode_is(line, "getctarank") || !cm_nv_is_shared(f->nv, a.location))
        return false;
    const cm_bind_thread *t = &import->binding->threads[f->nv->locations[a.location].thread];
    return set(f, &line->operands[0], known_constant(cm_bound_rank(f->launch, t->block)));
}

/* ---- addresses in shared memory with an index that memory decides ------------------------ */

/* The register is set to the value of that opcode, and counts from the address. */
static bool set_index(cm_nv_follow *f, const cm_nv_line *like, const char *opcode,
                      const cm_nv_operand *from, int count, cm_nv_known base)
{
    enum { MOST = 3 };
    cm_nv_operand operands[1 + MOST] = {like->operands[0]};
    for (int i = 0; i < count; i++)
        operands[i + 1] = from[i];
    cm_nv_line line = *like;
    line.opcode = opcode;
    line.operands = operands;
    line.count = count + 1;
    cm_nv_print(f, &line, "");
    if (base.kind != CM_NV_RELATIVE)
        base.kind = CM_NV_INDEXED;
    return set(f, &like->operands[0], base);
}

static bool is_32(const cm_nv_follow *f, const cm_nv_operand *o)
{
    return o->kind == CM_NV_REGISTER && bits_of_operand(f, o) == 32;
}

static bool fold_index(cm_nv_follow *f, const cm_nv_line *line)
{
    const cm_nv_operand *o = line->operands;
    bool add = cm_nv_opcode_is(line, "add") && line->count == 3;
    bool mad = cm_nv_opcode_is(line, "mad") && cm_nv_has(line, "lo") && line->count == 4;
    if ((!add && !mad) || cm_nv_type_of(line) != 32 || !is_32(f, &o[0]))
        return false;
    const cm_nv_operand *first = &o[line->count - 2], *last = &o[line->count - 1];
    cm_nv_known a = cm_nv_value_of(f, first), b = cm_nv_value_of(f, last);
    if (mad)
        return is_address(b) && set_index(f, line, "mul.lo.s32", o + 1, 2, b);
    if (is_address(b) || cm_nv_has_index(b)) {
        const cm_nv_operand *other = first;
        first = last;
        last = other;
        cm_nv_known known = a;
        a = b;
        b = known;
    }
    if (is_address(a) && b.kind == CM_NV_UNKNOWN && is_32(f, last))
        return set_index(f, line, "mov.b32", last, 1, a);
    if (!cm_nv_has_index(a) || (b.kind != CM_NV_UNKNOWN && b.kind != CM_NV_CONSTANT))
        return false;
    cm_nv_operand parts[2] = {*first, *last};
    f->known[first->index] = unknown; /* its register, that is */
    set_index(f, line, b.kind == CM_NV_CONSTANT ? "mov.b32" : "add.s32", parts,
              b.kind == CM_NV_CONSTANT ? 1 : 2,
              b.kind == CM_NV_CONSTANT ? moved(a, with_sign(line, b.number)) : a);
    if (first->index != o[0].index)
        f->known[first->index] = a;
    return true;
}

/* scratch[0] = of - location */
static void emit_distance(cm_nv_follow *f, const char *of, int location, cm_place place)
{
    const char *sum = f->code->registers[f->code->scratch[0]].name,
               *start = f->code->registers[f->code->scratch[1]].name;
    cm_nv_emit(f, place, "mov.u64 %s, %s", start, f->nv->locations[location].name);
    cm_nv_emit(f, place, "sub.s64 %s, %s, %s", sum, of, start);
}

/* selp.b32 d, a, b, p of two addresses in shared memory. */
static bool fold_selected(cm_nv_follow *f, const cm_nv_line *line)
{
    const cm_nv_operand *o = line->operands;
    if (!cm_nv_opcode_is(line, "selp") || line->count != 4 || !is_32(f, &o[0]))
        return false;
    cm_nv_known a = cm_nv_value_of(f, &o[1]), b = cm_nv_value_of(f, &o[2]);
    if (!is_address(a) || !is_address(b) || cm_nv_value_of(f, &o[3]).kind != CM_NV_UNKNOWN)
        return false;
    cm_nv_operand from[3] = {
        {.kind = CM_NV_VALUE, .number = a.number}, {.kind = CM_NV_VALUE, .number = b.number}, o[3]};
    if (a.location != b.location) {
        const char *to = f->code->registers[o[0].index].name,
                   *sum = f->code->registers[f->code->scratch[0]].name;
        cm_nv_emit(f, line->place, "mov.u64 %s, %s", sum, f->nv->locations[b.location].name);
        emit_distance(f, sum, a.location, line->place);
        cm_nv_emit(f, line->place, "cvt.u32.u64 %s, %s", to, sum);
        if (b.number != 0)
            cm_nv_emit(f, line->place, "add.s32 %s, %s, %lld", to, to, (long long)b.number);
        f->known[o[0].index] = unknown;
        from[1] = o[0];
        a.kind = CM_NV_RELATIVE;
    }
    a.number = 0;
    return set_index(f, line, "selp.b32", from, 3, a);
}

/* Has the line before set the register by cvta.to.shared? */
static bool is_from_window(const cm_nv_follow *f, int reg)
{
    if (f->line == 0 || f->code->begins_block[f->line])
        return false;
    const cm_nv_line *before = &f->code->lines[f->line - 1];
    return cm_nv_opcode_is(before, "cvta") && cm_nv_has(before, "to") &&
           cm_nv_has(before, "shared") && before->guard < 0 && before->operands[0].index == reg;
}

/* cvta.to.shared.u64 a, ...; cvt.u32.u64 d, a, of an address with an index that memory decides: how
 * far it is from an object in shared memory has 32 bits. */
static bool fold_window(cm_nv_follow *f, const cm_nv_line *line)
{
    const cm_nv_operand *o = line->operands;
    int base = cm_nv_some_shared(f);
    if (!cm_nv_opcode_is(line, "cvt") || line->count != 2 || !is_32(f, &o[0]) || base < 0 ||
        o[1].kind != CM_NV_REGISTER || !is_from_window(f, o[1].index) ||
        cm_nv_value_of(f, &o[1]).kind != CM_NV_UNKNOWN)
        return false;
    cm_nv_operand from = {.kind = CM_NV_REGISTER, .index = f->code->scratch[0]};
    emit_distance(f, f->code->registers[o[1].index].name, base, line->place);
    return set_index(f, line, "cvt.u32.u64", &from, 1, (cm_nv_known){CM_NV_RELATIVE, base, 0});
}

/* ---- choices ------------------------------------------------------------------------------ */

/* selp d, a, b, p where p is known, and.pred and or.pred where one operand is: a copy. */
static bool fold_choice(cm_nv_follow *f, const cm_nv_line *line)
{
    const cm_nv_operand *o = line->operands, *chosen = NULL;
    if (cm_nv_opcode_is(line, "selp") && line->count == 4) {
        cm_nv_known p = cm_nv_value_of(f, &o[3]);
        chosen = p.kind == CM_NV_CONSTANT ? &o[p.number ? 1 : 2] : NULL;
    }
    bool and = cm_nv_opcode_is(line, "and"), or = cm_nv_opcode_is(line, "or");
    if ((and || or) && cm_nv_has(line, "pred") && line->count == 3) {
        cm_nv_known a = cm_nv_value_of(f, &o[1]), b = cm_nv_value_of(f, &o[2]);
        if (a.kind == CM_NV_CONSTANT)
            chosen = &o[(a.number != 0) == and? 2 : 1];
        else if (b.kind == CM_NV_CONSTANT)
            chosen = &o[(b.number != 0) == and? 1 : 2];
    }
    if (!chosen || chosen->negated)
        return false;
    if (set(f, &o[0], cm_nv_value_of(f, chosen)))
        return true;
    if (chosen->kind != CM_NV_REGISTER || o[0].kind != CM_NV_REGISTER)
        return false;
    unsigned bits = bits_of_operand(f, &o[0]);
    const cm_nv_register *to = &f->code->registers[o[0].index];
    if (bits != bits_of_operand(f, chosen))
        return false;
    const char *from = f->code->registers[chosen->index].name;
    f->known[o[0].index] = unknown;
    if (bits == 1)
        cm_nv_emit(f, line->place, "mov.pred %s, %s", to->name, from);
    else
        cm_nv_emit(f, line->place, "mov.b%u %s, %s", bits, to->name, from);
    return true;
}

/* ---- several registers as one ---------------------------------------------- */

static cm_nv_operand register_of(int reg, cm_place place)
{
    return (cm_nv_operand){.kind = CM_NV_REGISTER, .index = reg, .place = place};
}

static void compute(cm_nv_follow *f, const cm_nv_line *like, const char *opcode, cm_nv_operand to,
                    cm_nv_operand from, cm_nv_operand by, int count)
{
    cm_nv_operand operands[] = {to, from, by};
    cm_nv_line line = {.opcode = opcode, .place = like->place, .guard = -1, .target = -1};
    line.operands = operands;
    line.count = count;
    if (!cm_nv_fold(f, &line))
        cm_nv_print(f, &line, "");
}

static const char *convert(const cm_nv_follow *f, unsigned to, unsigned from)
{
    return to == from ? cm_arena_printf(f->work->arena, "mov.b%u", to)
                      : cm_arena_printf(f->work->arena, "cvt.u%u.u%u", to, from);
}

/* mov.b64 {d0, d1}, a and mov.b64 d, {a0, a1} by arithmetic on 64 bits; what a test reads has no
 * such mov. */
bool cm_nv_take_apart(cm_nv_follow *f, const cm_nv_line *line)
{
    const cm_nv_operand *o = line->operands, none = {.kind = CM_NV_SINK};
    if (!cm_nv_opcode_is(line, "mov") || line->count != 2 || line->guard >= 0 ||
        (o[0].kind == CM_NV_LIST) == (o[1].kind == CM_NV_LIST) || cm_nv_type_of(line) > 64)
        return false;
    bool apart = o[0].kind == CM_NV_LIST;
    const cm_nv_operand *list = &o[!apart];
    unsigned whole = cm_nv_type_of(line), part = whole / (unsigned)list->count;
    cm_nv_operand sum = register_of(f->code->scratch[0], line->place), one = sum;
    one.index = f->code->scratch[1];
    if (apart)
        compute(f, line, convert(f, 64, whole), sum, o[1], none, 2);
    for (int i = 0; i < list->count; i++) {
        cm_nv_operand by = {.kind = CM_NV_VALUE, .number = (uint64_t)i * part};
        bool first = i == 0;
        if (apart && list->items[i].kind == CM_NV_SINK)
            continue;
        if (apart && !first)
            compute(f, line, "shr.u64", one, sum, by, 3);
        if (apart) {
            compute(f, line, convert(f, part, 64), list->items[i], first ? sum : one, none, 2);
            continue;
        }
        compute(f, line, convert(f, 64, part), first ? sum : one, list->items[i], none, 2);
        if (!first) {
            compute(f, line, "shl.b64", one, one, by, 3);
            compute(f, line, "or.b64", sum, sum, one, 3);
        }
    }
    if (!apart)
        compute(f, line, convert(f, whole, 64), o[0], sum, none, 2);
    return true;
}

/* ---- the whole ------------------------------------------------------------------------------ */

/* mov of a number, also to several registers, needs nobody's help. */
static bool move_constant(cm_nv_follow *f, const cm_nv_line *line)
{
    if (!cm_nv_opcode_is(line, "mov") || line->count != 2)
        return false;
    cm_nv_known k = cm_nv_value_of(f, &line->operands[1]);
    return (k.kind == CM_NV_CONSTANT || k.kind == CM_NV_PRINTED || k.kind == CM_NV_ROUTINE) &&
           set(f, &line->operands[0], k);
}

bool cm_nv_fold_numbers(cm_nv_follow *f, const cm_nv_line *line)
{
    return cm_nv_is_pure(line) && cm_nv_writes(line) && line->count > 1 &&
           all_constant(f, line->operands + 1, line->count - 1) && cm_nv_compute(f, line);
}

bool cm_nv_fold(cm_nv_follow *f, const cm_nv_line *line)
{
    if (!cm_nv_is_pure(line) || !cm_nv_writes(line))
        return false;
    return copy_address(f, line) || move_constant(f, line) || fold_address(f, line) ||
           multiply_add_address(f, line) || mask_address(f, line) || compare_addresses(f, line) ||
           halves(f, line) || join_shifted(f, line) || fold_index(f, line) ||
           fold_window(f, line) || fold_selected(f, line) || ask_address(f, line) ||
           fold_choice(f, line) || cm_nv_fold_numbers(f, line);
}
