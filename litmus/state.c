/* Final states: normal form, sets, printing, and what a condition says of them. */
#include "litmus/state.h"

#include "base/text.h"
#include "litmus/order.h"

#include <string.h>

static int item_width(const cm_test *test, int observed)
{
    const cm_observed *item = &test->observed[observed];
    if (item->kind != CM_OBSERVE_LOCATION || item->element >= 0)
        return 1;
    return (int)test->locations[item->location].count;
}

int cm_state_offset(const cm_test *test, int observed)
{
    int offset = 0;
    for (int i = 0; i < observed; i++)
        offset += item_width(test, i);
    return offset;
}

int cm_state_width(const cm_test *test)
{
    return cm_state_offset(test, test->observed_count);
}

static uint64_t extend(uint64_t value, unsigned bits, bool is_signed)
{
    if (bits >= 64)
        return value;
    uint64_t mask = (UINT64_C(1) << bits) - 1, sign = UINT64_C(1) << (bits - 1);
    value &= mask;
    return is_signed ? (value ^ sign) - sign : value;
}

uint64_t cm_state_normal(const cm_test *test, int observed, uint64_t value)
{
    unsigned bits;
    bool is_signed;
    cm_observed_type(test, &test->observed[observed], &bits, &is_signed);
    return extend(value, bits, is_signed);
}

/* ---- sets ------------------------------------------------------------ */

cm_states *cm_states_new(cm_arena *arena, const cm_test *test)
{
    cm_states *states = CM_NEW(arena, cm_states);
    states->test = test;
    states->value_count = cm_state_width(test);
    return states;
}

static uint64_t *state_at(const cm_states *states, size_t index)
{
    return states->values + index * (size_t)states->value_count;
}

static size_t row_bytes(const cm_states *states)
{
    return (size_t)states->value_count * sizeof(uint64_t);
}

/* FNV-1a over the words of a state. */
static size_t hash_of(const cm_states *states, const uint64_t *values)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (int i = 0; i < states->value_count; i++)
        hash = (hash ^ values[i]) * UINT64_C(0x100000001b3);
    return (size_t)(hash ^ hash >> 32);
}

/* The slot of an equal state, or the free one where it belongs. */
static uint32_t *find_slot(const cm_states *states, const uint64_t *values)
{
    size_t at = hash_of(states, values);
    for (;; at++) {
        uint32_t *slot = &states->slots[at & (states->slot_count - 1)];
        if (*slot == 0 || states->value_count == 0 ||
            memcmp(state_at(states, *slot - 1), values, row_bytes(states)) == 0)
            return slot;
    }
}

/* At most half full; a power of two. */
static void grow_slots(cm_arena *arena, cm_states *states)
{
    if (2 * (states->count + 1) <= states->slot_count)
        return;
    states->slot_count = states->slot_count ? 2 * states->slot_count : 64;
    states->slots = CM_NEW_ARRAY(arena, states->slot_count, uint32_t);
    for (size_t i = 0; i < states->count; i++)
        *find_slot(states, state_at(states, i)) = (uint32_t)i + 1;
}

static void make_room(cm_arena *arena, cm_states *states)
{
    if (states->count < states->capacity)
        return;
    size_t more = states->capacity ? 2 * states->capacity : 16;
    size_t width = (size_t)states->value_count;
    states->values = cm_arena_grow(arena, states->values, states->capacity * width, more * width,
                                   sizeof *states->values);
    if (states->counts)
        states->counts =
            cm_arena_grow(arena, states->counts, states->capacity, more, sizeof *states->counts);
    states->capacity = more;
}

static void normalise(const cm_test *test, uint64_t *values)
{
    int at = 0;
    for (int item = 0; item < test->observed_count; item++)
        for (int i = item_width(test, item); i > 0; i--, at++)
            values[at] = cm_state_normal(test, item, values[at]);
}

size_t cm_states_add(cm_arena *arena, cm_states *states, const uint64_t *values)
{
    make_room(arena, states);
    grow_slots(arena, states);
    uint64_t *fresh = state_at(states, states->count);
    if (states->value_count > 0)
        memcpy(fresh, values, row_bytes(states));
    normalise(states->test, fresh);
    uint32_t *slot = find_slot(states, fresh);
    if (*slot > 0)
        return *slot - 1;
    *slot = (uint32_t)++states->count;
    return states->count - 1;
}

/* ---- finishing ------------------------------------------------------- */

typedef struct value_order {
    const cm_test *test;
    int width;       /* shown values */
    bool *is_signed; /* by value */
} value_order;

static int compare_states(const value_order *order, const uint64_t *a, const uint64_t *b)
{
    for (int i = 0; i < order->width; i++) {
        int result = cm_value_compare(order->test, order->is_signed[i], a[i], b[i]);
        if (result != 0)
            return result;
    }
    return 0;
}

/* Merge sort of indices: qsort has no place for the order. from and to hold the
 * same indices; the result is in to. */
static void sort_indices(const value_order *order, const cm_states *states, size_t *from,
                         size_t *to, size_t count)
{
    if (count < 2)
        return;
    size_t half = count / 2, left = 0, right = half;
    sort_indices(order, states, to, from, half);
    sort_indices(order, states, to + half, from + half, count - half);
    for (size_t i = 0; i < count; i++) {
        bool take_left =
            right == count || (left < half && compare_states(order, state_at(states, from[left]),
                                                             state_at(states, from[right])) <= 0);
        to[i] = take_left ? from[left++] : from[right++];
    }
}

static value_order shown_order(cm_arena *arena, const cm_test *test)
{
    value_order order = {.test = test, .width = cm_state_offset(test, test->shown_count)};
    order.is_signed = CM_NEW_ARRAY(arena, (size_t)order.width, bool);
    int at = 0;
    for (int item = 0; item < test->shown_count; item++) {
        unsigned bits;
        bool is_signed;
        cm_observed_type(test, &test->observed[item], &bits, &is_signed);
        for (int i = item_width(test, item); i > 0; i--)
            order.is_signed[at++] = is_signed;
    }
    return order;
}

void cm_states_finish(cm_arena *arena, cm_states *states)
{
    value_order order = shown_order(arena, states->test);
    size_t *from = CM_NEW_ARRAY(arena, states->count, size_t);
    size_t *to = CM_NEW_ARRAY(arena, states->count, size_t);
    for (size_t i = 0; i < states->count; i++)
        from[i] = to[i] = i;
    sort_indices(&order, states, from, to, states->count);
    size_t width = (size_t)order.width, kept = 0;
    uint64_t *values = CM_NEW_ARRAY(arena, states->count * width, uint64_t);
    uint64_t *counts = states->counts ? CM_NEW_ARRAY(arena, states->count, uint64_t) : NULL;
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *state = state_at(states, to[i]);
        bool again = kept > 0 && compare_states(&order, values + (kept - 1) * width, state) == 0;
        kept += !again;
        if (width > 0)
            memcpy(values + (kept - 1) * width, state, width * sizeof *values);
        if (counts)
            counts[kept - 1] += states->counts[to[i]];
    }
    states->values = values;
    states->counts = counts;
    states->count = states->capacity = kept;
    states->value_count = order.width;
    states->slots = NULL;
    states->slot_count = 0;
}

/* ---- printing -------------------------------------------------------- */

char *cm_state_print(cm_arena *arena, const cm_test *test, const uint64_t *values)
{
    cm_text text;
    cm_text_init(&text, arena);
    for (int item = 0; item < test->shown_count; item++) {
        const cm_observed *observed = &test->observed[item];
        unsigned bits;
        bool is_signed;
        cm_observed_type(test, observed, &bits, &is_signed);
        bool whole = observed->kind == CM_OBSERVE_LOCATION && observed->element < 0 &&
                     test->locations[observed->location].is_array;
        cm_text_append(&text, "%s%s=%s", item > 0 ? " " : "", observed->display, whole ? "{" : "");
        int width = item_width(test, item);
        for (int i = 0; i < width; i++)
            cm_text_append(&text, "%s%s", i > 0 ? "," : "",
                           cm_value_print(arena, test, *values++, bits, is_signed));
        cm_text_add(&text, whole ? "};" : ";");
    }
    return text.data;
}

/* ---- conditions ------------------------------------------------------ */

/* The two sides as they are compared: a constant takes the shape of the item it
 * is compared with. */
static bool operands_equal(const cm_test *test, const cm_prop *prop, const uint64_t *values)
{
    const cm_operand *sides[] = {&prop->left, &prop->right};
    uint64_t value[2];
    for (int i = 0; i < 2; i++) {
        int own = sides[i]->observed, other = sides[1 - i]->observed;
        if (own >= 0)
            value[i] = cm_state_normal(test, own, values[cm_state_offset(test, own)]);
        else if (other >= 0)
            value[i] = cm_state_normal(test, other, sides[i]->value);
        else
            value[i] = sides[i]->value;
    }
    return value[0] == value[1];
}

bool cm_prop_holds(const cm_test *test, const cm_prop *prop, const uint64_t *values)
{
    switch (prop->kind) {
    case CM_PROP_TRUE:
        return true;
    case CM_PROP_FALSE:
        return false;
    case CM_PROP_NOT:
        return !cm_prop_holds(test, prop->a, values);
    case CM_PROP_AND:
        return cm_prop_holds(test, prop->a, values) && cm_prop_holds(test, prop->b, values);
    case CM_PROP_OR:
        return cm_prop_holds(test, prop->a, values) || cm_prop_holds(test, prop->b, values);
    case CM_PROP_EQUAL:
        return operands_equal(test, prop, values);
    case CM_PROP_DIFFERENT:
        return !operands_equal(test, prop, values);
    }
    return false;
}

cm_verdict cm_states_judge(const cm_states *states)
{
    const cm_test *test = states->test;
    cm_verdict verdict = {0, 0, false};
    for (size_t i = 0; i < states->count; i++) {
        bool holds = cm_prop_holds(test, test->condition, state_at(states, i));
        verdict.satisfying += holds;
        verdict.other += !holds;
    }
    switch (test->quantifier) {
    case CM_EXISTS:
        verdict.holds = verdict.satisfying > 0;
        break;
    case CM_NOT_EXISTS:
        verdict.holds = verdict.satisfying == 0;
        break;
    case CM_FORALL:
        verdict.holds = verdict.other == 0;
        break;
    }
    return verdict;
}

const char *cm_observation(cm_verdict verdict)
{
    if (verdict.satisfying == 0)
        return "Never";
    return verdict.other == 0 ? "Always" : "Sometimes";
}
