/* Reading states: the forms of herd, litmus7 and our own. */
#include "litmus/state_value.h"

#include "litmus/print_order.h"

#include <stdlib.h>
#include <string.h>

typedef struct span {
    const char *text;
    size_t length;
} span;

static bool is_blank(char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

static span trim(span s)
{
    while (s.length > 0 && is_blank(*s.text))
        s = (span){s.text + 1, s.length - 1};
    while (s.length > 0 && is_blank(s.text[s.length - 1]))
        s.length--;
    return s;
}

/* What is before the separator goes from *rest to *part; false: *rest was used up. */
static bool next_part(span *rest, char separator, span *part)
{
    if (!rest->text)
        return false;
    const char *end = memchr(rest->text, separator, rest->length);
    *part = *rest;
    if (end) {
        part->length = (size_t)(end - rest->text);
        *rest = (span){end + 1, rest->length - part->length - 1};
    } else {
        *rest = (span){NULL, 0};
    }
    *part = trim(*part);
    return true;
}

static const char *copy(cm_arena *arena, span s)
{
    return cm_arena_text(arena, s.text, s.length);
}

bool cm_name_is_plain(const char *name)
{
    if (is_digit(*name) || *name == '\0')
        return false;
    while (is_word(*name) || *name == '.' || *name == '%')
        name++;
    return *name == '\0';
}

/* ---- numbers --------------------------------------------------------- */

static int digit_of(char c, unsigned base)
{
    if (is_digit(c))
        return c - '0';
    if (base == 16 && c >= 'a' && c <= 'f')
        return c - 'a' + 10;
    return base == 16 && c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* All of s as digits; false: it is something else, or does not fit. */
static bool read_digits(span s, unsigned base, uint64_t *value)
{
    *value = 0;
    for (size_t i = 0; i < s.length; i++) {
        int digit = digit_of(s.text[i], base);
        if (digit < 0 || *value > (UINT64_MAX - (unsigned)digit) / base)
            return false;
        *value = *value * base + (unsigned)digit;
    }
    return s.length > 0;
}

/* A number without a sign. Hexadecimal digits show the bits, so the first one of 32,
 * or of 64, is the sign. */
static bool read_unsigned(span s, cm_scalar *scalar)
{
    uint64_t value;
    if (s.length < 3 || memcmp(s.text, "0x", 2) != 0) {
        bool good = read_digits(s, 10, &value);
        *scalar = (cm_scalar){.magnitude = value};
        return good;
    }
    if (!read_digits((span){s.text + 2, s.length - 2}, 16, &value))
        return false;
    unsigned bits = value <= UINT32_MAX ? 32 : 64;
    bool negative = value >> (bits - 1) & 1;
    *scalar = (cm_scalar){.magnitude = value, .negative = negative};
    if (negative)
        scalar->magnitude = (bits == 32 ? (uint64_t)UINT32_MAX - value : UINT64_MAX - value) + 1;
    return true;
}

static bool read_number(span s, cm_scalar *scalar)
{
    if (s.length < 2 || *s.text != '-')
        return read_unsigned(s, scalar);
    if (!read_unsigned((span){s.text + 1, s.length - 1}, scalar))
        return false;
    scalar->negative = !scalar->negative && scalar->magnitude > 0;
    return true;
}

/* ---- values ---------------------------------------------------------- */

/* The word at s, which moves past it. */
static span take_word(span *s)
{
    span word = {s->text, 0};
    while (word.length < s->length && is_word(s->text[word.length]))
        word.length++;
    *s = (span){s->text + word.length, s->length - word.length};
    return word;
}

/* Neither a number nor an array: as it stands, but hexadecimal numbers in it are made
 * decimal ("x+0x8"). What is between quotes (an instruction, a label) stays. */
static const char *read_name(cm_arena *arena, span s)
{
    cm_text out = cm_text_new(arena);
    bool quoted = false;
    while (s.length > 0) {
        cm_scalar number;
        span word = take_word(&s);
        bool hexadecimal = !quoted && word.length > 2 && memcmp(word.text, "0x", 2) == 0 &&
                           read_unsigned(word, &number);
        if (hexadecimal)
            cm_scalar_write(&out, &number);
        else
            cm_text_add_bytes(&out, word.text, word.length);
        if (s.length == 0)
            break;
        quoted ^= *s.text == '"';
        cm_text_add_char(&out, *s.text);
        s = (span){s.text + 1, s.length - 1};
    }
    return out.data;
}

static void read_scalar(cm_arena *arena, span s, cm_scalar *scalar)
{
    if (!read_number(s, scalar))
        *scalar = (cm_scalar){.text = read_name(arena, s)};
}

/* The next element of a list goes from *rest to *part; false: *rest was used up. Between
 * quotes a comma does not end it. */
static bool next_element(span *rest, span *part)
{
    bool quoted = false;
    size_t length = 0;
    if (!rest->text)
        return false;
    while (length < rest->length && (quoted || rest->text[length] != ','))
        quoted ^= rest->text[length++] == '"';
    *part = trim((span){rest->text, length});
    *rest = length < rest->length ? (span){rest->text + length + 1, rest->length - length - 1}
                                  : (span){NULL, 0};
    return true;
}

/* "{1,2}"; of what is nested, or lacks an element, nothing is known. */
static bool is_list(span s)
{
    if (s.length < 2 || *s.text != '{' || s.text[s.length - 1] != '}')
        return false;
    span rest = trim((span){s.text + 1, s.length - 2}), part;
    bool quoted = false;
    for (size_t i = 0; i < rest.length; i++) {
        quoted ^= rest.text[i] == '"';
        if (!quoted && strchr("{}()", rest.text[i]))
            return false;
    }
    bool whole = !quoted;
    while (rest.length > 0 && next_element(&rest, &part))
        whole = whole && part.length > 0 && (rest.text == NULL || rest.length > 0);
    return whole;
}

static void read_value(cm_arena *arena, span s, cm_state_item *item)
{
    item->is_array = is_list(s);
    if (!item->is_array) {
        item->values = CM_NEW(arena, cm_scalar);
        item->count = 1;
        read_scalar(arena, s, item->values);
        return;
    }
    size_t capacity = 0;
    span rest = trim((span){s.text + 1, s.length - 2}), part;
    while (rest.length > 0 && next_element(&rest, &part)) {
        CM_RESERVE(arena, item->values, item->count, capacity);
        read_scalar(arena, part, &item->values[item->count++]);
    }
}

/* ---- items ----------------------------------------------------------- */

static const char *read_register(cm_arena *arena, span place, cm_state_item *item)
{
    enum { MOST_DIGITS = 9 };
    const char *colon = memchr(place.text, ':', place.length);
    uint64_t thread = 0;
    span number = {place.text, colon ? (size_t)(colon - place.text) : 0}, name = {NULL, 0};
    if (colon)
        name = trim((span){colon + 1, place.length - number.length - 1});
    if (name.length == 0 || number.length > MOST_DIGITS || !read_digits(number, 10, &thread))
        return cm_arena_printf(arena, "'%s' is not a place, expected THREAD:REGISTER or a name",
                               copy(arena, place));
    item->kind = CM_ITEM_REGISTER;
    item->thread = (uint32_t)thread;
    item->name = copy(arena, name);
    return NULL;
}

/* "t[1]": the name of an array and a number. */
static void read_element(cm_arena *arena, cm_state_item *item)
{
    size_t length = strlen(item->name), open = strcspn(item->name, "[");
    if (open == length || item->name[length - 1] != ']')
        return;
    span digits = trim((span){item->name + open + 1, length - open - 2});
    const char *name = copy(arena, trim((span){item->name, open}));
    if (!cm_name_is_plain(name) || !read_digits(digits, 10, &item->element))
        return;
    item->name = name;
    item->is_element = true;
}

static const char *read_memory(cm_arena *arena, span place, cm_state_item *item)
{
    span name = place;
    while (name.length > 1 && *name.text == '[' && name.text[name.length - 1] == ']')
        name = trim((span){name.text + 1, name.length - 2});
    if (name.length == 0)
        return cm_arena_printf(arena, "'%s' is not a location, expected the name of one",
                               copy(arena, place));
    item->kind = CM_ITEM_MEMORY;
    item->name = copy(arena, name);
    read_element(arena, item);
    return NULL;
}

/* "0 1:X2=1": what comes after a blank is another item, whose `;` is missing. Values with
 * blanks are in quotes or brackets. */
static bool runs_on(span value)
{
    int depth = 0;
    bool quoted = false;
    for (size_t i = 0; i < value.length; i++) {
        char c = value.text[i];
        if (!quoted && depth <= 0 && is_blank(c))
            return true;
        quoted ^= c == '"';
        depth += !quoted && strchr("({[", c) ? 1 : !quoted && strchr(")}]", c) ? -1 : 0;
    }
    return false;
}

static const char *read_item(cm_arena *arena, span part, cm_state_item *item)
{
    /* "Fault(P0:L0,x)" of herd, "fault(P0,x)" of litmus7; "~Fault(...)": it did not happen. */
    span s = part;
    static const char rest[] = "ault(";
    if (s.length > 0 && *s.text == '~')
        s = (span){s.text + 1, s.length - 1};
    if (s.length >= sizeof rest && (*s.text == 'F' || *s.text == 'f') &&
        memcmp(s.text + 1, rest, sizeof rest - 1) == 0) {
        *item = (cm_state_item){.kind = CM_ITEM_FAULT, .name = copy(arena, part)};
        return NULL;
    }
    span value = part, place;
    if (!next_part(&value, '=', &place) || place.length == 0 || !value.text ||
        trim(value).length == 0)
        return cm_arena_printf(arena, "'%s' has no value, expected LOCATION=VALUE",
                               copy(arena, part));
    if (runs_on(trim(value)))
        return cm_arena_printf(arena,
                               "'%s' has two values, expected `;` between two LOCATION=VALUE",
                               copy(arena, part));
    *item = (cm_state_item){.kind = CM_ITEM_MEMORY};
    read_value(arena, trim(value), item);
    return is_digit(*place.text) ? read_register(arena, place, item)
                                 : read_memory(arena, place, item);
}

/* ---- order ----------------------------------------------------------- */

static bool is_numbered(const cm_state_item *item)
{
    return is_digit(item->name[strlen(item->name) - 1]);
}

/* Which registers that have names only (EAX) come first depends on the instruction set:
 * they stay as they are. */
static int compare_registers(const cm_state_item *x, const cm_state_item *y)
{
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (is_numbered(x) != is_numbered(y))
        return is_numbered(x) ? 1 : -1;
    return is_numbered(x) ? cm_natural_compare(x->name, y->name) : 0;
}

static int compare_shown(const void *a, const void *b)
{
    const cm_state_item *x = *(const cm_state_item *const *)a,
                        *y = *(const cm_state_item *const *)b;
    int order = 0;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->kind == CM_ITEM_REGISTER)
        order = compare_registers(x, y);
    else if (x->kind == CM_ITEM_MEMORY)
        order = cm_state_item_compare(x, y);
    return order != 0 ? order : (x > y) - (x < y); /* one array: as they were read */
}

static const cm_state_item *in_order(cm_arena *arena, const cm_state_item *items, size_t count)
{
    const cm_state_item **order = CM_NEW_ARRAY(arena, count, const cm_state_item *);
    cm_state_item *sorted = CM_NEW_ARRAY(arena, count, cm_state_item);
    for (size_t i = 0; i < count; i++)
        order[i] = &items[i];
    if (count > 1)
        qsort(order, count, sizeof *order, compare_shown);
    for (size_t i = 0; i < count; i++)
        sorted[i] = *order[i];
    return sorted;
}

const cm_state *cm_state_read(cm_arena *arena, const char *text, size_t length, const char **why)
{
    cm_state_item *items = NULL;
    size_t count = 0, capacity = 0;
    span rest = {text, length}, part;
    if (memchr(text, '\0', length)) {
        *why = "the state has a byte 0, expected none";
        return NULL;
    }
    while (next_part(&rest, ';', &part)) {
        if (part.length == 0 && !rest.text)
            break;
        CM_RESERVE(arena, items, count, capacity);
        *why = read_item(arena, part, &items[count]);
        if (*why)
            return NULL;
        count++;
    }
    return cm_state_make(arena, in_order(arena, items, count), count);
}
