/* A value and a proposition as text. */
#include "litmus/state.h"

#include "base/text.h"
#include "litmus/float.h"
#include "litmus/print_order.h"

#include <inttypes.h>

/* ---- values ---------------------------------------------------------- */

static char *print_address(cm_arena *arena, const cm_test *test, uint64_t value)
{
    uint64_t offset;
    int index = cm_test_locate(test, value, &offset);
    if (index < 0) {
        uint64_t thread = (value - CM_CODE_BASE) / CM_CODE_STRIDE;
        if (value < CM_CODE_BASE || thread >= (uint64_t)test->thread_count)
            return NULL;
        const cm_thread *t = &test->threads[thread];
        int step = cm_test_code(test, (int)thread, value);
        const char *label = cm_thread_label(t, step);
        return *label ? cm_arena_printf(arena, "label:\"P%d:%s\"", t->id, label) : NULL;
    }
    const cm_location *location = &test->locations[index];
    if (offset == 0)
        return cm_arena_printf(arena, "%s", location->name);
    if (location->is_array && offset % location->width == 0 &&
        offset / location->width < location->count)
        return cm_arena_printf(arena, "%s[%" PRIu64 "]", location->name, offset / location->width);
    return cm_arena_printf(arena, "%s+%" PRIu64, location->name, offset);
}

cm_scalar cm_value_scalar(cm_arena *arena, const cm_test *test, uint64_t value, unsigned bits,
                          bool is_signed)
{
    uint64_t word = (value & UINT32_MAX) - CM_CODE_WORD;
    if (bits >= 32 && word < (uint64_t)test->code_word_count)
        return (cm_scalar){.text = cm_arena_printf(arena, "instr:\"%s\"", test->code_words[word])};
    const char *symbol = bits >= 64 ? print_address(arena, test, value) : NULL;
    if (symbol)
        return (cm_scalar){.text = symbol};
    uint64_t sign = UINT64_C(1) << (bits < 64 ? bits - 1 : 63);
    value &= sign | (sign - 1);
    if (is_signed && (value & sign))
        return (cm_scalar){.magnitude = 2 * (sign - 1) + 2 - value, .negative = true};
    return (cm_scalar){.magnitude = value};
}

char *cm_value_print(cm_arena *arena, const cm_test *test, uint64_t value, unsigned bits,
                     bool is_signed)
{
    cm_scalar scalar = cm_value_scalar(arena, test, value, bits, is_signed);
    cm_text text = cm_text_new(arena);
    cm_scalar_write(&text, &scalar);
    return text.data;
}

/* ---- propositions ---------------------------------------------------- */

/* On the left a bare name would be read as the value there, not as the address. */
static void print_operand(cm_text *text, const cm_test *test, const cm_operand *operand,
                          const cm_operand *other, bool left)
{
    if (operand->observed >= 0) {
        cm_text_add(text, test->observed[operand->observed].display);
        return;
    }
    const cm_observed *item = other->observed >= 0 ? &test->observed[other->observed] : NULL;
    if (item && cm_observed_is_float(test, item)) {
        unsigned bits;
        bool is_signed;
        cm_observed_type(test, item, &bits, &is_signed);
        cm_text_add(text, cm_float_print(text->arena, operand->value, bits));
        return;
    }
    uint64_t offset;
    if (left && cm_test_locate(test, operand->value, &offset) >= 0)
        cm_text_add_char(text, '&');
    cm_text_add(text, cm_value_print(text->arena, test, operand->value, 64, true));
}

/* Is one inside the other bracketed? As the reference simulator does: a conjunction in a
 * disjunction is not, nor an implication in an implication. */
static bool needs_brackets(cm_prop_kind outer, cm_prop_kind inner)
{
    if (outer == CM_PROP_IMPLIES)
        return inner == CM_PROP_AND || inner == CM_PROP_OR;
    if (inner == CM_PROP_IMPLIES)
        return outer == CM_PROP_AND || outer == CM_PROP_OR;
    return outer == CM_PROP_AND && inner == CM_PROP_OR;
}

static void print_prop(cm_text *text, const cm_test *test, const cm_prop *prop, cm_prop_kind outer);

static void print_both(cm_text *text, const cm_test *test, const cm_prop *prop, const char *sign)
{
    print_prop(text, test, prop->a, prop->kind);
    cm_text_add(text, sign);
    print_prop(text, test, prop->b, prop->kind);
}

static void print_comparison(cm_text *text, const cm_test *test, const cm_prop *prop)
{
    static const char *const signs[] = {
        [CM_PROP_EQUAL] = "=",   [CM_PROP_DIFFERENT] = "=", [CM_PROP_LESS] = "<",
        [CM_PROP_GREATER] = ">", [CM_PROP_AT_MOST] = "<=",  [CM_PROP_AT_LEAST] = ">="};
    bool different = prop->kind == CM_PROP_DIFFERENT; /* as the reference simulator prints it */
    cm_text_add(text, different ? "not (" : "");
    print_operand(text, test, &prop->left, &prop->right, true);
    cm_text_add(text, signs[prop->kind]);
    print_operand(text, test, &prop->right, &prop->left, false);
    cm_text_add(text, different ? ")" : "");
}

static void print_bare(cm_text *text, const cm_test *test, const cm_prop *prop)
{
    switch (prop->kind) {
    case CM_PROP_TRUE:
    case CM_PROP_FALSE:
        cm_text_add(text, prop->kind == CM_PROP_TRUE ? "true" : "false");
        break;
    case CM_PROP_NOT:
        cm_text_add(text, "not (");
        print_prop(text, test, prop->a, CM_PROP_TRUE);
        cm_text_add_char(text, ')');
        break;
    case CM_PROP_AND:
        print_both(text, test, prop, " /\\ ");
        break;
    case CM_PROP_OR:
        print_both(text, test, prop, " \\/ ");
        break;
    case CM_PROP_IMPLIES:
        print_both(text, test, prop, " => ");
        break;
    case CM_PROP_EQUAL:
    case CM_PROP_DIFFERENT:
    case CM_PROP_LESS:
    case CM_PROP_GREATER:
    case CM_PROP_AT_MOST:
    case CM_PROP_AT_LEAST:
        print_comparison(text, test, prop);
        break;
    }
}

static void print_prop(cm_text *text, const cm_test *test, const cm_prop *prop, cm_prop_kind outer)
{
    bool brackets = !prop->written && needs_brackets(outer, prop->kind);
    if (brackets)
        cm_text_add_char(text, '(');
    if (prop->written)
        cm_text_add(text, prop->written);
    else
        print_bare(text, test, prop);
    if (brackets)
        cm_text_add_char(text, ')');
}

char *cm_prop_print(cm_arena *arena, const cm_test *test, const cm_prop *prop)
{
    cm_text text = cm_text_new(arena);
    print_prop(&text, test, prop, CM_PROP_TRUE);
    return text.data;
}

char *cm_prop_print_denied(cm_arena *arena, const cm_test *test, const cm_prop *prop)
{
    cm_prop denied = {.kind = CM_PROP_NOT, .a = prop};
    bool twice = prop->kind == CM_PROP_NOT && !prop->written;
    return cm_prop_print(arena, test, twice ? prop->a : &denied);
}
