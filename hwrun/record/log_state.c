/* Final states of logs, normalised and sorted. */
#include "hwrun/record/log_state.h"

#include "base/text.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

typedef enum item_kind { REGISTER, MEMORY, OTHER } item_kind;

typedef struct item {
    item_kind kind;
    uint64_t thread;      /* REGISTER */
    const char *location; /* as printed; MEMORY sorts by name */
    const char *name;
    const char *value; /* NULL: the location says all (a fault) */
    size_t place;      /* in the log */
} item;

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

static bool is_word(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

/* text[0..length) without blanks around it. */
static char *trimmed(cm_arena *arena, const char *text, size_t length)
{
    while (length > 0 && strchr(" \t", *text)) {
        text++;
        length--;
    }
    while (length > 0 && strchr(" \t", text[length - 1]))
        length--;
    return cm_arena_text(arena, text, length);
}

/* ---- order -------------------------------------------------- */

/* The number at *text, which moves past it: its sign and its digits. */
static bool number_at(const char **text, bool *minus, const char **digits, size_t *count)
{
    const char *at = *text;
    *minus = *at == '-';
    at += *minus;
    while (*at == '0' && is_digit(at[1]))
        at++;
    *digits = at;
    while (is_digit(*at))
        at++;
    *count = (size_t)(at - *digits);
    if (*count > 0)
        *text = at;
    return *count > 0;
}

/* Character by character, but numbers as numbers. */
static int compare_naturally(const char *a, const char *b)
{
    while (*a && *b) {
        bool minus_a, minus_b;
        const char *digits_a, *digits_b;
        size_t count_a, count_b;
        const char *next_a = a, *next_b = b;
        if (number_at(&next_a, &minus_a, &digits_a, &count_a) &&
            number_at(&next_b, &minus_b, &digits_b, &count_b)) {
            int order = count_a != count_b ? (count_a < count_b ? -1 : 1)
                                           : memcmp(digits_a, digits_b, count_a);
            if (minus_a != minus_b)
                return minus_a ? -1 : 1;
            if (order != 0)
                return minus_a ? -order : order;
            a = next_a;
            b = next_b;
        } else if (*a != *b) {
            return (unsigned char)*a < (unsigned char)*b ? -1 : 1;
        } else {
            a++;
            b++;
        }
    }
    return (*a != '\0') - (*b != '\0');
}

/* ---- values ---------------------------------------------------------- */

/* Hexadecimal numbers in the text become decimal ones. litmus7 may be told to
 * print values of 32 bits so (-hexa), and -1 is then 0xffffffff. */
static const char *decimal(cm_arena *arena, const char *value)
{
    if (!strstr(value, "0x"))
        return value;
    cm_text out;
    cm_text_init(&out, arena);
    for (const char *at = value; *at;) {
        bool starts = at == value || !is_word(at[-1]);
        char *end = NULL;
        if (starts && at[0] == '0' && at[1] == 'x' && is_word(at[2])) {
            errno = 0;
            uint64_t number = strtoull(at, &end, 16);
            if (errno == 0 && !is_word(*end)) {
                long long shown =
                    number <= UINT32_MAX ? (long long)(int32_t)number : (long long)number;
                cm_text_append(&out, "%lld", shown);
                at = end;
                continue;
            }
        }
        cm_text_add_char(&out, *at++);
    }
    return out.data;
}

/* ---- items ----------------------------------------------------------- */

/* A name alone is memory, which we print in brackets; an array as a whole and its
 * elements have none. */
static void name_memory(cm_arena *arena, item *i)
{
    size_t length = 0;
    while (is_word(i->location[length]))
        length++;
    i->name = i->location;
    if (i->location[0] == '[')
        i->name = i->location + 1;
    else if (length > 0 && !i->location[length] && *i->value != '{')
        i->location = cm_arena_printf(arena, "[%s]", i->location);
}

static const char *read_item(cm_arena *arena, const char *text, size_t length, item *i)
{
    const char *whole = trimmed(arena, text, length);
    const char *equals = strchr(whole, '=');
    const char *name = *whole == '~' ? whole + 1 : whole;
    if (strncmp(name, "fault(", 6) == 0 || strncmp(name, "Fault(", 6) == 0) {
        *i = (item){.kind = OTHER, .location = whole, .name = whole};
        return NULL;
    }
    if (!equals || equals == whole || !equals[1 + strspn(equals + 1, " \t")])
        return cm_arena_printf(arena, "'%s', expected LOCATION=VALUE", whole);
    i->location = trimmed(arena, whole, (size_t)(equals - whole));
    i->name = i->location;
    i->value = decimal(arena, trimmed(arena, equals + 1, strlen(equals + 1)));
    char *end = NULL;
    i->kind = MEMORY;
    if (is_digit(*i->location)) {
        i->thread = strtoull(i->location, &end, 10);
        if (*end != ':' || !end[1])
            return cm_arena_printf(arena, "'%s', expected THREAD:REGISTER or a name", i->location);
        i->kind = REGISTER;
    } else {
        name_memory(arena, i);
    }
    return NULL;
}

static bool is_numbered(const char *name)
{
    return is_digit(name[strlen(name) - 1]);
}

/* By thread. Numbered registers by name, X9 before X10, after those that have
 * names only (EAX): these stay as they are in the log. */
static int compare_registers(const item *x, const item *y)
{
    bool numbered = is_numbered(x->name);
    if (x->thread != y->thread)
        return x->thread < y->thread ? -1 : 1;
    if (numbered != is_numbered(y->name))
        return numbered ? 1 : -1;
    return numbered ? compare_naturally(x->name, y->name) : 0;
}

/* By name, then by element. */
static int compare_memory(const item *x, const item *y)
{
    size_t length_x = strcspn(x->name, "[]"), length_y = strcspn(y->name, "[]");
    int order = strncmp(x->name, y->name, length_x < length_y ? length_x : length_y);
    if (order == 0 && length_x != length_y)
        order = length_x < length_y ? -1 : 1;
    return order != 0 ? order : compare_naturally(x->name + length_x, y->name + length_y);
}

static int compare_items(const void *a, const void *b)
{
    const item *x = a, *y = b;
    int order = 0;
    if (x->kind != y->kind)
        return x->kind < y->kind ? -1 : 1;
    if (x->kind == REGISTER)
        order = compare_registers(x, y);
    else if (x->kind == MEMORY)
        order = compare_memory(x, y);
    return order != 0 ? order : (x->place > y->place) - (x->place < y->place);
}

const char *cm_log_state(cm_arena *arena, const char *text, const char **why)
{
    item *items = NULL;
    size_t count = 0, capacity = 0;
    text += strspn(text, " \t");
    for (const char *end; *text && *text != '#'; text = end + 1 + strspn(end + 1, " \t")) {
        end = strchr(text, ';');
        if (!end) {
            *why = cm_arena_printf(arena, "expected ';' after '%s'", text);
            return NULL;
        }
        CM_RESERVE(arena, items, count, capacity);
        items[count] = (item){.place = count};
        *why = read_item(arena, text, (size_t)(end - text), &items[count]);
        if (*why)
            return NULL;
        items[count].place = count;
        count++;
    }
    if (count > 1)
        qsort(items, count, sizeof *items, compare_items);
    cm_text out;
    cm_text_init(&out, arena);
    for (size_t i = 0; i < count; i++)
        cm_text_append(&out, "%s%s%s%s;", i > 0 ? " " : "", items[i].location,
                       items[i].value ? "=" : "", items[i].value ? items[i].value : "");
    return out.data;
}

/* ---- order of states ------------------------------------------------- */

static int compare_states(const void *a, const void *b)
{
    return compare_naturally(((const cm_record_state *)a)->text,
                             ((const cm_record_state *)b)->text);
}

void cm_log_sort_states(cm_record_state *states, size_t count)
{
    if (count > 1)
        qsort(states, count, sizeof *states, compare_states);
}
