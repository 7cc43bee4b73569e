/* Registers, operands and qualifiers of PTX text that is written as real PTX. The
 * test's parser puts few demands on the widths of registers; where ptxas puts more,
 * values go through a register of the right width. */
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

/* ---- registers ------------------------------------------------------- */

void cm_ptxn_declare(cm_ptxn *n, const char *name, unsigned bits)
{
    if (bits == 1)
        cm_text_append(&n->declarations, "\t.reg .pred %s;\n", name);
    else
        cm_text_append(&n->declarations, "\t.reg .b%u %s;\n", bits, name);
}

const char *cm_ptxn_temporary(cm_ptxn *n, unsigned bits)
{
    const char *name =
        cm_arena_printf(n->work->arena, "%%%s_t%d", n->style->prefix, n->temporaries++);
    cm_ptxn_declare(n, name, bits);
    return name;
}

static unsigned bits_of_name(const cm_ptxn *n, int reg)
{
    unsigned bits = 0;
    cm_ptx_register_name(n->work->arena, n->thread->registers[reg].name, &bits);
    return bits;
}

unsigned cm_ptxn_name_bits(const cm_ptxn *n, const cm_insn_operand *operand)
{
    return operand->kind == CM_INSN_REGISTER ? bits_of_name(n, operand->index) : 0;
}

void cm_ptxn_name_registers(cm_ptxn *n)
{
    cm_arena *arena = n->work->arena;
    size_t count = (size_t)n->thread->register_count;
    n->bits = CM_NEW_ARRAY(arena, count, unsigned);
    n->names = CM_NEW_ARRAY(arena, count, const char *);
    for (int i = 0; i < n->thread->register_count; i++) {
        const cm_register *reg = &n->thread->registers[i];
        if (*reg->name == '.')
            continue;
        unsigned bits = bits_of_name(n, i);
        n->bits[i] = bits != 0 ? bits : reg->bits == 64 ? 64 : 32;
        /* Published tests hold addresses in registers called r0. */
        uint64_t offset;
        bool holds =
            reg->init->op == CM_OP_CONST && cm_test_locate(n->test, reg->init->imm, &offset) >= 0;
        for (int k = 0; k < n->thread->step_count; k++)
            holds = holds || cm_expr_mentions(n->thread->steps[k].addr, i);
        if (holds)
            n->bits[i] = 64;
        const char *stem = *reg->name == '%' ? reg->name + 1 : reg->name;
        n->names[i] = cm_arena_printf(arena, "%%%s_%s", n->style->prefix, stem);
        cm_ptxn_declare(n, n->names[i], n->bits[i]);
    }
}

/* ---- operands -------------------------------------------------------- */

/* Of a register of 128 bits. */
static const char *wide_name(cm_ptxn *n, const cm_insn_operand *operand)
{
    return cm_arena_printf(n->work->arena, "%%%s_%s", n->style->prefix, operand->name);
}

void cm_ptxn_take_operands(cm_ptxn *n)
{
    for (int i = 0; i < n->operand_count; i++) {
        const cm_insn_operand *operand = &n->operands[i];
        if (operand->kind == CM_INSN_NUMBER && operand->is_address)
            cm_ptxn_refuse(n, operand->place,
                           "an address that is a number cannot be run, expected a location");
        if (operand->kind != CM_INSN_REGISTER || operand->index >= 0)
            continue;
        /* A register of 128 bits that is new is declared, and 0 at first. */
        const char *wide = wide_name(n, operand), *prefix = n->style->prefix;
        const char *line = cm_arena_printf(
            n->work->arena, "\tmov.b128 %s, {%%%s_none, %%%s_none};\n", wide, prefix, prefix);
        if (strstr(n->wide.data, line))
            continue;
        cm_ptxn_declare(n, wide, CM_PTX_WIDE);
        cm_text_add(&n->wide, line);
    }
}

const char *cm_ptxn_wide(cm_ptxn *n, const cm_insn_operand *operand)
{
    return operand->kind == CM_INSN_SINK ? cm_ptxn_temporary(n, CM_PTX_WIDE)
                                         : wide_name(n, operand);
}

static const char *number_text(cm_ptxn *n, uint64_t number, cm_ptx_type type)
{
    unsigned bits = type.bits;
    uint64_t mask = bits >= 64 ? UINT64_MAX : (UINT64_C(1) << bits) - 1;
    number &= mask;
    if (type.kind == CM_PTX_SIGNED && number >> (bits - 1) != 0)
        return cm_arena_printf(n->work->arena, "%lld", (long long)(number | ~mask));
    return cm_arena_printf(n->work->arena, "%llu", (unsigned long long)number);
}

/* A number where an instruction wants a predicate register. */
static const char *constant_predicate(cm_ptxn *n, uint64_t number)
{
    const char *word = cm_ptxn_temporary(n, 32), *result = cm_ptxn_temporary(n, 1);
    cm_ptxn_always(n, "mov.b32 %s, %d", word, number != 0);
    cm_ptxn_always(n, "setp.ne.u32 %s, %s, 0", result, word);
    return result;
}

static const char *converted(cm_ptxn *n, const char *name, unsigned from, cm_ptx_type to)
{
    const char *result = cm_ptxn_temporary(n, to.bits);
    if (to.bits == 1)
        cm_ptxn_always(n, "setp.ne.u%u %s, %s, 0", from, result, name);
    else if (from == 1)
        cm_ptxn_always(n, "selp.b%u %s, 1, 0, %s", to.bits, result, name);
    else
        cm_ptxn_always(n, "cvt.u%u.u%u %s, %s", to.bits, from, result, name);
    return result;
}

static const char *plain_location(cm_ptxn *n, const cm_insn_operand *operand)
{
    const cm_location *location = &n->test->locations[operand->index];
    static const char *const proxies[] = {
        [CM_TEXTURE] = "texture", [CM_SURFACE] = "surface", [CM_CONSTANT] = "constant"};
    if (location->proxy != CM_GENERIC)
        cm_ptxn_refuse(n, operand->place,
                       "`%s` is reached through the %s proxy, which cannot run, expected a "
                       "generic location",
                       location->name, proxies[location->proxy]);
    if (location->alias_of >= 0)
        cm_ptxn_refuse(n, operand->place,
                       "`%s` is a second name of `%s`, which cannot be run, "
                       "expected locations without aliases",
                       location->name, n->test->locations[location->alias_of].name);
    const char **address = &n->addresses[operand->index];
    if (!*address) {
        *address = cm_arena_printf(n->work->arena, "%%%s_a%d", n->style->prefix, operand->index);
        cm_ptxn_declare(n, *address, 64);
    }
    return *address;
}

static const char *source_text(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type,
                               bool wider)
{
    if (type.bits == CM_PTX_WIDE)
        return cm_ptxn_wide(n, operand);
    if (operand->kind == CM_INSN_NUMBER)
        return type.bits == 1 ? constant_predicate(n, operand->number)
                              : number_text(n, operand->number, type);
    unsigned bits = 64;
    const char *name;
    if (operand->kind == CM_INSN_LOCATION) {
        name = cm_ptxn_generic(n, plain_location(n, operand), operand->index);
        if (operand->number != 0) { /* only memory operands have offsets */
            const char *base = name;
            name = cm_ptxn_temporary(n, 64);
            cm_ptxn_always(n, "add.u64 %s, %s, %lld", name, base, (long long)operand->number);
        }
    } else {
        bits = n->bits[operand->index];
        name = n->names[operand->index];
    }
    if (operand->negated) {
        const char *inverse = cm_ptxn_temporary(n, 1);
        if (bits != 1)
            name = converted(n, name, bits, (cm_ptx_type){CM_PTX_PRED, 1});
        cm_ptxn_always(n, "not.pred %s, %s", inverse, name);
        name = inverse;
        bits = 1;
    }
    if (bits == type.bits || (wider && bits > type.bits))
        return name;
    return converted(n, name, bits, type);
}

const char *cm_ptxn_source(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type)
{
    return source_text(n, operand, type, false);
}

const char *cm_ptxn_wide_source(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type)
{
    if (type.bits == 8 && operand->kind == CM_INSN_REGISTER && n->bits[operand->index] == 1)
        type.bits = 16;
    return source_text(n, operand, type, true);
}

/* Adds a multiple of something that is always 0: the grid has one dimension, but
 * ptxas does not know. Each time another multiple, so that two equal expressions
 * do not look equal. */
const char *cm_ptxn_hidden(cm_ptxn *n, const char *source, unsigned bits)
{
    const char *prefix = n->style->prefix;
    int factor = 2 * n->hidden + 1;
    if (n->hidden++ == 0)
        cm_ptxn_declare(n, cm_arena_printf(n->work->arena, "%%%s_nought", prefix), 32);
    const char *result = cm_ptxn_temporary(n, bits);
    if (bits == 32) {
        cm_ptxn_always(n, "mad.lo.s32 %s, %%%s_nought, %d, %s", result, prefix, factor, source);
    } else if (bits == 64) {
        cm_ptxn_always(n, "mad.wide.s32 %s, %%%s_nought, %d, %s", result, prefix, factor, source);
    } else if (bits == 16) {
        const char *nought = cm_ptxn_temporary(n, 16);
        cm_ptxn_always(n, "cvt.u16.u32 %s, %%%s_nought", nought, prefix);
        cm_ptxn_always(n, "mad.lo.s16 %s, %s, %d, %s", result, nought, factor, source);
    } else {
        const char *nought = cm_ptxn_temporary(n, 1), *word = cm_ptxn_temporary(n, 32);
        cm_ptxn_always(n, "mul.lo.s32 %s, %%%s_nought, %d", word, prefix, factor);
        cm_ptxn_always(n, "setp.ne.s32 %s, %s, 0", nought, word);
        cm_ptxn_always(n, "xor.pred %s, %s, %s", result, source, nought);
    }
    return result;
}

const char *cm_ptxn_target(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type)
{
    if (type.bits == CM_PTX_WIDE)
        return cm_ptxn_wide(n, operand);
    if (operand->kind == CM_INSN_REGISTER && n->bits[operand->index] == type.bits)
        return n->names[operand->index];
    return cm_ptxn_temporary(n, type.bits == 8 ? 16 : type.bits);
}

void cm_ptxn_settle(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type,
                    const char *target)
{
    if (operand->kind != CM_INSN_REGISTER || operand->index < 0 ||
        n->names[operand->index] == target)
        return;
    unsigned bits = n->bits[operand->index];
    const char *name = n->names[operand->index];
    char kind = type.kind == CM_PTX_SIGNED ? 's' : 'u';
    if (type.bits == 1)
        cm_ptxn_line(n, "selp.b%u %s, 1, 0, %s", bits, name, target);
    else if (bits == 1)
        cm_ptxn_line(n, "setp.ne.u%u %s, %s, 0", type.bits, name, target);
    else
        cm_ptxn_line(n, "cvt.%c%u.%c%u %s, %s", kind, bits, kind, type.bits, name, target);
}

const char *cm_ptxn_address_in(cm_ptxn *n, const cm_insn_operand *operand, const char *space)
{
    const cm_insn_operand base = {
        .kind = operand->kind, .index = operand->index, .place = operand->place};
    const char *name;
    if (operand->kind == CM_INSN_LOCATION)
        name = *space ? plain_location(n, operand)
                      : cm_ptxn_generic(n, plain_location(n, operand), operand->index);
    else
        name =
            cm_ptxn_window(n, cm_ptxn_source(n, &base, (cm_ptx_type){CM_PTX_UNSIGNED, 64}), space);
    if (operand->number == 0)
        return cm_arena_printf(n->work->arena, "[%s]", name);
    return cm_arena_printf(n->work->arena, "[%s+%lld]", name, (long long)operand->number);
}

const char *cm_ptxn_address(cm_ptxn *n, const cm_insn_operand *operand)
{
    return cm_ptxn_address_in(n, operand, cm_ptxn_space(n, operand));
}

/* ---- words ------------------------------------------------------------- */

bool cm_ptxn_has(const cm_ptxn *n, const char *word)
{
    return cm_insn_has(n->insn, word);
}

const char *cm_ptxn_find(const cm_ptxn *n, const char *words)
{
    for (size_t length; *words; words += length + (words[length] == '|')) {
        length = strcspn(words, "|");
        for (int i = 0; i < n->insn->word_count; i++) {
            const char *word = n->insn->words[i].text;
            if (strlen(word) == length && strncmp(word, words, length) == 0)
                return word;
        }
    }
    return NULL;
}

cm_ptx_type cm_ptxn_type(const cm_ptxn *n, int which)
{
    for (int i = 0; i < n->insn->word_count; i++) {
        cm_ptx_type type;
        const char *text = n->insn->words[i].text;
        bool is_type = cm_ptx_type_named(text, &type);
        if (strcmp(text, "f32") == 0 || strcmp(text, "f64") == 0) { /* of ld, st, mov, selp */
            type = (cm_ptx_type){CM_PTX_BITS, text[1] == '3' ? 32 : 64};
            is_type = true;
        }
        if (is_type && which-- == 0)
            return type;
    }
    return (cm_ptx_type){CM_PTX_UNSIGNED, 0};
}

void cm_ptxn_take_guard(cm_ptxn *n)
{
    n->guard = "";
    if (!n->insn->guard)
        return;
    cm_insn_operand operand = *n->insn->guard;
    operand.negated = false;
    n->guard = cm_arena_printf(n->work->arena, "@%s%s ", n->insn->guard->negated ? "!" : "",
                               cm_ptxn_source(n, &operand, (cm_ptx_type){CM_PTX_PRED, 1}));
}
