/* Printing, comparing and keeping states. Reading them is in state_read.c. */
#include "litmus/state_value.h"

#include "litmus/print_order.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* ---- printing -------------------------------------------------------- */

void cm_scalar_write(cm_text *out, const cm_scalar *scalar)
{
    if (scalar->text)
        cm_text_add(out, scalar->text);
    else
        cm_text_append(out, "%s%" PRIu64, scalar->negative ? "-" : "", scalar->magnitude);
}

/* Elements and arrays have no brackets; but a name that is none of a program's would
 * be read as something else without. */
static void write_place(cm_text *out, const cm_state_item *item)
{
    if (item->kind == CM_ITEM_REGISTER)
        cm_text_append(out, "%" PRIu32 ":%s", item->thread, item->name);
    else if (item->is_element)
        cm_text_append(out, "%s[%" PRIu64 "]", item->name, item->element);
    else if (item->kind == CM_ITEM_FAULT || (item->is_array && cm_name_is_plain(item->name)))
        cm_text_add(out, item->name);
    else
        cm_text_append(out, "[%s]", item->name);
}

static void write_item(cm_text *out, const cm_state_item *item)
{
    write_place(out, item);
    if (item->kind == CM_ITEM_FAULT)
        return;
    cm_text_add(out, item->is_array ? "={" : "=");
    for (size_t i = 0; i < item->count; i++) {
        if (i > 0)
            cm_text_add_char(out, ',');
        cm_scalar_write(out, &item->values[i]);
    }
    if (item->is_array)
        cm_text_add_char(out, '}');
}

void cm_state_write(cm_text *out, const cm_state *state)
{
    for (size_t i = 0; i < state->count; i++) {
        if (i > 0)
            cm_text_add_char(out, ' ');
        write_item(out, &state->items[i]);
        cm_text_add_char(out, ';');
    }
}

char *cm_state_text(cm_arena *arena, const cm_state *state)
{
    cm_text text = cm_text_new(arena);
    cm_state_write(&text, state);
    return text.data;
}

/* ---- order ----------------------------------------------------------- */

static int compare_numbers(uint64_t a, uint64_t b)
{
    return (a > b) - (a < b);
}

static int compare_scalars(const cm_scalar *a, const cm_scalar *b)
{
    if (a->text && b->text)
        return cm_natural_compare(a->text, b->text);
    if (a->text || b->text)
        return a->text ? 1 : -1;
    if (a->negative != b->negative)
        return a->negative ? -1 : 1;
    int order = compare_numbers(a->magnitude, b->magnitude);
    return a->negative ? -order : order;
}

int cm_state_item_compare(const cm_state_item *a, const cm_state_item *b)
{
    if (a->kind != b->kind)
        return a->kind < b->kind ? -1 : 1;
    if (a->thread != b->thread)
        return a->thread < b->thread ? -1 : 1;
    int order =
        a->kind == CM_ITEM_MEMORY ? strcmp(a->name, b->name) : cm_natural_compare(a->name, b->name);
    if (order == 0)
        order = a->is_element - b->is_element;
    return order != 0 ? order : compare_numbers(a->element, b->element);
}

static int compare_items(const cm_state_item *a, const cm_state_item *b)
{
    int order = cm_state_item_compare(a, b);
    if (order == 0)
        order = a->is_array - b->is_array;
    for (size_t i = 0; order == 0 && i < a->count && i < b->count; i++)
        order = compare_scalars(&a->values[i], &b->values[i]);
    return order != 0 ? order : compare_numbers(a->count, b->count);
}

int cm_state_compare(const cm_state *a, const cm_state *b)
{
    for (size_t i = 0; i < a->count && i < b->count; i++) {
        int order = compare_items(a->sorted[i], b->sorted[i]);
        if (order != 0)
            return order;
    }
    return compare_numbers(a->count, b->count);
}

bool cm_state_equal(const cm_state *a, const cm_state *b)
{
    return a->hash == b->hash && cm_state_compare(a, b) == 0;
}

int cm_state_compare_pointers(const void *a, const void *b)
{
    return cm_state_compare(*(const cm_state *const *)a, *(const cm_state *const *)b);
}

bool cm_state_includes(const cm_state *state, const cm_state *part)
{
    size_t at = 0;
    for (size_t i = 0; i < part->count; i++, at++) {
        while (at < state->count && compare_items(state->sorted[at], part->sorted[i]) < 0)
            at++;
        if (at == state->count || compare_items(state->sorted[at], part->sorted[i]) != 0)
            return false;
    }
    return true;
}

/* ---- making ---------------------------------------------------------- */

static uint64_t hash_item(uint64_t hash, const cm_state_item *item)
{
    hash = cm_hash_word(hash, (uint64_t)item->kind);
    hash = cm_hash_word(hash, item->thread);
    hash = cm_hash_bytes(hash, item->name, strlen(item->name) + 1);
    hash = cm_hash_word(hash, (uint64_t)item->is_element << 1 | item->is_array);
    hash = cm_hash_word(hash, item->element);
    for (size_t i = 0; i < item->count; i++) {
        const cm_scalar *value = &item->values[i];
        hash = cm_hash_word(hash, (uint64_t)(value->text != NULL) << 1 | value->negative);
        hash = value->text ? cm_hash_bytes(hash, value->text, strlen(value->text) + 1)
                           : cm_hash_word(hash, value->magnitude);
    }
    return hash;
}

static int compare_item_pointers(const void *a, const void *b)
{
    return compare_items(*(const cm_state_item *const *)a, *(const cm_state_item *const *)b);
}

const cm_state *cm_state_make(cm_arena *arena, const cm_state_item *items, size_t count)
{
    cm_state *state = CM_NEW(arena, cm_state);
    const cm_state_item **sorted = CM_NEW_ARRAY(arena, count, const cm_state_item *);
    *state = (cm_state){items, sorted, count, CM_HASH_EMPTY};
    for (size_t i = 0; i < count; i++)
        sorted[i] = &items[i];
    if (count > 1)
        qsort(sorted, count, sizeof *sorted, compare_item_pointers);
    for (size_t i = 0; i < count; i++)
        state->hash = hash_item(state->hash, sorted[i]);
    return state;
}

/* ---- sets ------------------------------------------------------------ */

size_t cm_state_set_find(cm_state_set *set, const cm_state *state)
{
    size_t at = cm_index_first(&set->index, state->hash);
    while (at != CM_INDEX_NONE && cm_state_compare(set->items[at], state) != 0)
        at = cm_index_next(&set->index, state->hash);
    return at;
}

size_t cm_state_set_add(cm_arena *arena, cm_state_set *set, const cm_state *state)
{
    size_t at = cm_state_set_find(set, state);
    if (at != CM_INDEX_NONE)
        return at;
    CM_RESERVE(arena, set->items, set->count, set->capacity);
    set->items[set->count] = state;
    cm_index_add(arena, &set->index, state->hash, set->count);
    return set->count++;
}
