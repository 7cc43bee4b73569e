#include "hwrun/run/tally.h"

#include <stdlib.h>
#include <string.h>

enum { FIRST_SLOTS = 64 };

static bool allocate(cm_tally *tally, size_t slots)
{
    size_t width = tally->width ? (size_t)tally->width : 1;
    tally->values = calloc(slots * width, sizeof *tally->values);
    tally->counts = calloc(slots, sizeof *tally->counts);
    tally->slots = slots;
    tally->used = tally->last = 0;
    return tally->values && tally->counts;
}

bool cm_tally_init(cm_tally *tally, int width)
{
    *tally = (cm_tally){.width = width};
    return allocate(tally, FIRST_SLOTS);
}

void cm_tally_free(cm_tally *tally)
{
    free(tally->values);
    free(tally->counts);
    *tally = (cm_tally){0};
}

static size_t size_of_state(const cm_tally *tally)
{
    return (size_t)tally->width * sizeof(uint64_t);
}

static bool is_at(const cm_tally *tally, size_t slot, const uint64_t *values)
{
    return tally->counts[slot] != 0 &&
           memcmp(tally->values + slot * (size_t)tally->width, values, size_of_state(tally)) == 0;
}

/* The slot of the state, or the free one where it goes. */
static size_t find_slot(const cm_tally *tally, const uint64_t *values)
{
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15);
    for (int i = 0; i < tally->width; i++) {
        hash = (hash ^ values[i]) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    size_t slot = (size_t)hash & (tally->slots - 1);
    while (tally->counts[slot] != 0 && !is_at(tally, slot, values))
        slot = (slot + 1) & (tally->slots - 1);
    return slot;
}

static void put_values(cm_tally *tally, size_t slot, const uint64_t *values, uint64_t count)
{
    if (tally->counts[slot] == 0) {
        memcpy(tally->values + slot * (size_t)tally->width, values, size_of_state(tally));
        tally->used++;
    }
    tally->counts[slot] += count;
    tally->last = slot;
}

static bool grow_tally(cm_tally *tally)
{
    cm_tally old = *tally;
    if (!allocate(tally, old.slots * 2)) {
        cm_tally_free(tally);
        *tally = old;
        return false;
    }
    for (size_t slot = 0; slot < old.slots; slot++) {
        const uint64_t *values = old.values + slot * (size_t)old.width;
        if (old.counts[slot] != 0)
            put_values(tally, find_slot(tally, values), values, old.counts[slot]);
    }
    cm_tally_free(&old);
    return true;
}

bool cm_tally_add(cm_tally *tally, const uint64_t *values, uint64_t count)
{
    if (is_at(tally, tally->last, values)) {
        tally->counts[tally->last] += count;
        return true;
    }
    if (tally->used >= tally->slots / 2 && !grow_tally(tally))
        return false;
    put_values(tally, find_slot(tally, values), values, count);
    return true;
}

cm_states *cm_tally_states(cm_arena *arena, const cm_test *test)
{
    cm_states *states = cm_states_new(arena, test);
    states->counts = CM_NEW_ARRAY(arena, 1, uint64_t);
    return states;
}

/* The filter is judged on the values as they are compared. */
static bool passes(cm_arena *arena, const cm_test *test, const uint64_t *values)
{
    if (!test->filter)
        return true;
    cm_states *alone = cm_states_new(arena, test);
    size_t index = cm_states_add(arena, alone, values);
    return cm_prop_holds(test, test->filter, alone->values + index * (size_t)alone->value_count);
}

uint64_t cm_tally_file(cm_arena *arena, cm_states *states, const uint64_t *values, uint64_t count)
{
    if (!passes(arena, states->test, values))
        return count;
    size_t index = cm_states_add(arena, states, values);
    states->counts[index] += count;
    return 0;
}

uint64_t cm_tally_pour(const cm_tally *tally, cm_arena *arena, cm_states *states)
{
    uint64_t excluded = 0;
    for (size_t slot = 0; slot < tally->slots; slot++)
        if (tally->counts[slot] != 0)
            excluded += cm_tally_file(arena, states, tally->values + slot * (size_t)tally->width,
                                      tally->counts[slot]);
    return excluded;
}
