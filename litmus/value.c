/* A value and a proposition as text. */
#include "litmus/order.h"

#include "base/text.h"

#include <inttypes.h>
#include <string.h>

/* ---- values ---------------------------------------------------------- */

static char *print_label(cm_arena *arena, const cm_test *test, uint64_t value)
{
    uint64_t thread = (value - CM_CODE_BASE) / CM_CODE_STRIDE;
    uint64_t step = (value - CM_CODE_BASE) % CM_CODE_STRIDE / 4;
    if (value < CM_CODE_BASE || value % 4 != 0 || thread >= (uint64_t)test->thread_count)
        return NULL;
    const cm_thread *t = &test->threads[thread];
    for (int i = 0; i < t->label_count; i++)
        if ((uint64_t)t->labels[i].step == step && t->labels[i].name[0] != ' ')
            return cm_arena_printf(arena, "label:\"P%d:%s\"", t->id, t->labels[i].name);
    return NULL;
}

static char *print_address(cm_arena *arena, const cm_test *test, uint64_t value)
{
    uint64_t offset;
    int index = cm_test_locate(test, value, &offset);
    if (index < 0)
        return print_label(arena, test, value);
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
    cm_text text;
    cm_scalar scalar = cm_value_scalar(arena, test, value, bits, is_signed);
    cm_text_init(&text, arena);
    cm_scalar_write(&text, &scalar);
    return text.data;
}

/* ---- propositions ---------------------------------------------------- */

/* On the left a bare name would be read as the value there, not as the address. */
static void print_operand(cm_text *text, const cm_test *test, const cm_operand *operand, bool left)
{
    if (operand->observed >= 0) {
        cm_text_add(text, test->observed[operand->observed].display);
        return;
    }
    uint64_t offset;
    if (left && cm_test_locate(test, operand->value, &offset) >= 0)
        cm_text_add_char(text, '&');
    cm_text_add(text, cm_value_print(text->arena, test, operand->value, 64, true));
}

/* How tightly each kind binds; a looser one inside a tighter one is bracketed. */
static int strength(cm_prop_kind kind)
{
    return kind == CM_PROP_OR ? 0 : kind == CM_PROP_AND ? 1 : 2;
}

static void print_prop(cm_text *text, const cm_test *test, const cm_prop *prop, int outer)
{
    bool brackets = strength(prop->kind) < outer;
    if (brackets)
        cm_text_add_char(text, '(');
    switch (prop->kind) {
    case CM_PROP_TRUE:
    case CM_PROP_FALSE:
        cm_text_add(text, prop->kind == CM_PROP_TRUE ? "true" : "false");
        break;
    case CM_PROP_NOT:
        cm_text_add(text, "not (");
        print_prop(text, test, prop->a, 0);
        cm_text_add_char(text, ')');
        break;
    case CM_PROP_AND:
    case CM_PROP_OR:
        print_prop(text, test, prop->a, strength(prop->kind));
        cm_text_add(text, prop->kind == CM_PROP_AND ? " /\\ " : " \\/ ");
        print_prop(text, test, prop->b, strength(prop->kind));
        break;
    case CM_PROP_EQUAL:
    case CM_PROP_DIFFERENT:
        print_operand(text, test, &prop->left, true);
        cm_text_add(text, prop->kind == CM_PROP_EQUAL ? "=" : "!=");
        print_operand(text, test, &prop->right, false);
        break;
    }
    if (brackets)
        cm_text_add_char(text, ')');
}

char *cm_prop_print(cm_arena *arena, const cm_test *test, const cm_prop *prop)
{
    cm_text text;
    cm_text_init(&text, arena);
    print_prop(&text, test, prop, 0);
    return text.data;
}
