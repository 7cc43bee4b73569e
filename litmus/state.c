/* Final states: normal form, sets, printing, and what a condition says of them. */
#include "litmus/state.h"

#include "litmus/float.h"
#include "litmus/print_order.h"

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

static uint64_t hash_of(const cm_states *states, const uint64_t *values)
{
    uint64_t hash = CM_HASH_EMPTY;
    for (int i = 0; i < states->value_count; i++)
        hash = cm_hash_word(hash, values[i]);
    return hash;
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
    uint64_t *fresh = state_at(states, states->count);
    if (states->value_count > 0)
        memcpy(fresh, values, row_bytes(states));
    normalise(states->test, fresh);
    uint64_t hash = hash_of(states, fresh);
    for (size_t at = cm_index_first(&states->index, hash); at != CM_INDEX_NONE;
         at = cm_index_next(&states->index, hash))
        if (states->value_count == 0 || memcmp(state_at(states, at), fresh, row_bytes(states)) == 0)
            return at;
    cm_index_add(arena, &states->index, hash, states->count);
    return states->count++;
}

/* ---- finishing ------------------------------------------------------- */

typedef struct value_order {
    const cm_test *test;
    int width;       /* shown values */
    int faults;      /* from which on they say of faults whether they happened */
    bool *is_signed; /* by value */
} value_order;

static bool happened_from(const value_order *order, const uint64_t *values, int first)
{
    for (int i = first; i < order->width; i++)
        if (values[i])
            return true;
    return false;
}

static int compare_states(const value_order *order, const uint64_t *a, const uint64_t *b)
{
    for (int i = 0; i < order->faults; i++) {
        int result = cm_value_compare(order->test, order->is_signed[i], a[i], b[i]);
        if (result != 0)
            return result;
    }
    /* Sets of faults as lists of their members in order, as the reference simulator has it. */
    for (int k = order->faults; k < order->width; k++) {
        if (!a[k] == !b[k])
            continue;
        bool longer = happened_from(order, a[k] ? b : a, k + 1);
        return (a[k] != 0) == longer ? -1 : 1;
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
    int first = test->shown_count;
    while (first > 0 && cm_observed_fault(test, &test->observed[first - 1]))
        first--;
    order.faults = cm_state_offset(test, first);
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

size_t *cm_states_finish(cm_arena *arena, cm_states *states)
{
    value_order order = shown_order(arena, states->test);
    size_t *from = CM_NEW_ARRAY(arena, states->count, size_t);
    size_t *to = CM_NEW_ARRAY(arena, states->count, size_t);
    for (size_t i = 0; i < states->count; i++)
        from[i] = to[i] = i;
    sort_indices(&order, states, from, to, states->count);
    size_t *place = CM_NEW_ARRAY(arena, states->count, size_t);
    size_t width = (size_t)order.width, kept = 0;
    uint64_t *values = CM_NEW_ARRAY(arena, states->count * width, uint64_t);
    uint64_t *counts = states->counts ? CM_NEW_ARRAY(arena, states->count, uint64_t) : NULL;
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *state = state_at(states, to[i]);
        bool again = kept > 0 && compare_states(&order, values + (kept - 1) * width, state) == 0;
        kept += !again;
        place[to[i]] = kept - 1;
        if (width > 0)
            memcpy(values + (kept - 1) * width, state, width * sizeof *values);
        if (counts)
            counts[kept - 1] += states->counts[to[i]];
    }
    states->values = values;
    states->counts = counts;
    states->count = states->capacity = kept;
    states->value_count = order.width;
    states->index = (cm_index){0};
    return place;
}

/* ---- as a value ------------------------------------------------------ */

/* "0:X1", "x", "t[1]" or "t" without a value yet. */
static cm_state_item item_of(const cm_test *test, const cm_observed *observed)
{
    if (observed->kind == CM_OBSERVE_REGISTER) {
        const char *colon = strchr(observed->display, ':');
        return (cm_state_item){.kind = CM_ITEM_REGISTER,
                               .thread = (uint32_t)test->threads[observed->thread].id,
                               .name = colon + 1};
    }
    const cm_location *location = &test->locations[observed->location];
    bool is_element = observed->element >= 0;
    return (cm_state_item){.kind = CM_ITEM_MEMORY,
                           .name = location->name,
                           .is_element = is_element,
                           .is_array = !is_element && location->is_array,
                           .element = is_element ? (uint64_t)observed->element : 0};
}

static cm_state_item fault_item(cm_arena *arena, const char *begin, const char *name)
{
    return (cm_state_item){.kind = CM_ITEM_FAULT,
                           .name = cm_arena_printf(arena, "%sFault(%s)", begin, name)};
}

/* The faults that happened and, the last one first, those that were asked about and did not. */
static size_t add_faults(cm_arena *arena, const cm_test *test, const uint64_t *values,
                         cm_state_item *items)
{
    size_t count = 0;
    for (int i = 0; i < test->shown_count; i++) {
        const cm_fault *fault = cm_observed_fault(test, &test->observed[i]);
        if (fault && values[cm_state_offset(test, i)])
            items[count++] = fault_item(arena, "", fault->name);
    }
    for (int i = test->asked_fault_count - 1; i >= 0; i--)
        if (!cm_prop_holds(test, test->asked_faults[i].happened, values))
            items[count++] = fault_item(arena, "~", test->asked_faults[i].name);
    return count;
}

const cm_state *cm_state_of(cm_arena *arena, const cm_test *test, const uint64_t *values)
{
    size_t width = (size_t)cm_state_offset(test, test->shown_count), count = 0;
    size_t room = (size_t)test->shown_count + (size_t)test->asked_fault_count;
    cm_state_item *items = CM_NEW_ARRAY(arena, room, cm_state_item);
    cm_scalar *scalars = CM_NEW_ARRAY(arena, width, cm_scalar);
    const uint64_t *all = values;
    for (int i = 0; i < test->shown_count && !cm_observed_fault(test, &test->observed[i]); i++) {
        count++;
        unsigned bits;
        bool is_signed;
        cm_observed_type(test, &test->observed[i], &bits, &is_signed);
        bool is_float = cm_observed_is_float(test, &test->observed[i]);
        items[i] = item_of(test, &test->observed[i]);
        items[i].values = scalars;
        items[i].count = (size_t)item_width(test, i);
        for (size_t k = 0; k < items[i].count; k++)
            *scalars++ = is_float ? (cm_scalar){.text = cm_float_print(arena, *values++, bits)}
                                  : cm_value_scalar(arena, test, *values++, bits, is_signed);
    }
    count += add_faults(arena, test, all, items + count);
    return cm_state_make(arena, items, count);
}

char *cm_state_print(cm_arena *arena, const cm_test *test, const uint64_t *values)
{
    return cm_state_text(arena, cm_state_of(arena, test, values));
}

/* ---- conditions ------------------------------------------------------ */

/* False: it is an address, a label or an instruction. */
static bool is_number(const cm_test *test, uint64_t value)
{
    bool is_word = value - CM_CODE_WORD < (uint64_t)test->code_word_count;
    return !is_word && (value < CM_ADDRESS_BASE || value >= CM_RESERVED_END);
}

/* Of a normal value. */
static bool is_negative(const cm_test *test, int item, uint64_t value)
{
    unsigned bits = 64;
    bool is_signed = true;
    if (item >= 0)
        cm_observed_type(test, &test->observed[item], &bits, &is_signed);
    return is_signed && value >> 63;
}

/* <0, 0, >0, of two numbers whatever their signs. */
static int compare_numbers(bool left_negative, uint64_t left, bool right_negative, uint64_t right)
{
    if (left_negative != right_negative)
        return left_negative ? -1 : 1;
    return (left > right) - (left < right);
}

/* Of floating-point numbers, as C does; of a NaN nothing holds but that it is different. */
static bool floats_compare(cm_prop_kind kind, double left, double right)
{
    switch (kind) {
    case CM_PROP_EQUAL:
        return left == right;
    case CM_PROP_DIFFERENT:
        return left != right;
    case CM_PROP_LESS:
        return left < right;
    case CM_PROP_GREATER:
        return left > right;
    case CM_PROP_AT_MOST:
        return left <= right;
    default:
        return left >= right;
    }
}

/* An item is compared with one of its kind, or with a constant in its shape (parse_condition.c). */
static double float_at(const cm_test *test, int item, uint64_t value)
{
    unsigned bits;
    bool is_signed;
    cm_observed_type(test, &test->observed[item], &bits, &is_signed);
    return cm_float_number(value, bits);
}

bool cm_comparison_holds(const cm_test *test, cm_prop_kind kind, int left_item, uint64_t left,
                         int right_item, uint64_t right)
{
    if (left_item >= 0 && cm_observed_is_float(test, &test->observed[left_item]))
        return floats_compare(kind, float_at(test, left_item, left),
                              float_at(test, right_item, right));
    bool ordered = is_number(test, left) && is_number(test, right);
    left = left_item >= 0 ? cm_state_normal(test, left_item, left) : left;
    right = right_item >= 0 ? cm_state_normal(test, right_item, right) : right;
    int order = compare_numbers(is_negative(test, left_item, left), left,
                                is_negative(test, right_item, right), right);
    switch (kind) {
    case CM_PROP_EQUAL:
        return ordered ? order == 0 : left == right;
    case CM_PROP_DIFFERENT:
        return ordered ? order != 0 : left != right;
    case CM_PROP_LESS:
        return ordered && order < 0;
    case CM_PROP_GREATER:
        return ordered && order > 0;
    case CM_PROP_AT_MOST:
        return ordered ? order <= 0 : left == right;
    case CM_PROP_AT_LEAST:
        return ordered ? order >= 0 : left == right;
    default:
        return false;
    }
}

/* The two sides as they are compared: a constant takes the shape of the item it
 * is compared with. */
static bool compares(const cm_test *test, const cm_prop *prop, const uint64_t *values)
{
    const cm_operand *sides[] = {&prop->left, &prop->right};
    uint64_t value[2];
    int shape[2];
    for (int i = 0; i < 2; i++) {
        int own = sides[i]->observed;
        shape[i] = own >= 0 ? own : sides[1 - i]->observed;
        value[i] =
            own >= 0 ? values[cm_state_offset(test, own) + sides[i]->element] : sides[i]->value;
    }
    return cm_comparison_holds(test, prop->kind, shape[0], value[0], shape[1], value[1]);
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
    case CM_PROP_IMPLIES:
        return !cm_prop_holds(test, prop->a, values) || cm_prop_holds(test, prop->b, values);
    default:
        return compares(test, prop, values);
    }
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

bool cm_states_settle(const cm_states *states)
{
    cm_verdict verdict = cm_states_judge(states);
    return (states->test->quantifier == CM_FORALL ? verdict.other : verdict.satisfying) > 0;
}
