/* Final states of a test, and sets of them.
 *
 * Here a state is one value for each of test->observed (whole arrays: as many
 * values as elements), in that order; litmus/state_value.h has states by themselves. */
#ifndef CM_LITMUS_STATE_H
#define CM_LITMUS_STATE_H

#include "litmus/state_value.h"
#include "litmus/test.h"

typedef struct cm_states {
    const cm_test *test;
    int value_count;  /* values of a state: arrays count their elements */
    uint64_t *values; /* count * value_count */
    uint64_t *counts; /* how often seen (hardware), 0 when from a model; may be NULL */
    size_t count, capacity;
    cm_index index; /* of them, while states are added */
} cm_states;

/* Number of values that all observed items together have, and where the values
 * of one item start. */
int cm_state_width(const cm_test *test);
int cm_state_offset(const cm_test *test, int observed);

/* A value of one observed item as it is compared and printed: cut to the item's
 * width and extended by its sign. cm_states_add and cm_prop_holds apply it. */
uint64_t cm_state_normal(const cm_test *test, int observed, uint64_t value);

cm_states *cm_states_new(cm_arena *arena, const cm_test *test);

/* Adds a state unless it is there; its index. */
size_t cm_states_add(cm_arena *arena, cm_states *states, const uint64_t *values);

/* Drops what only the filter observes, sorts by value, merges equals. For each state as
 * it was added: which one it has become. */
size_t *cm_states_finish(cm_arena *arena, cm_states *states);

/* A value as it is in a state: as cm_value_print has it. */
cm_scalar cm_value_scalar(cm_arena *arena, const cm_test *test, uint64_t value, unsigned bits,
                          bool is_signed);

/* The state by itself: what is shown of it, in the test's order. */
const cm_state *cm_state_of(cm_arena *arena, const cm_test *test, const uint64_t *values);

/* "0:X0=1; [x]=2;": that as text. */
char *cm_state_print(cm_arena *arena, const cm_test *test, const uint64_t *values);

/* Does a comparison (CM_PROP_EQUAL to CM_PROP_AT_LEAST) hold of two values? left_item and
 * right_item: the observed items whose shape they take (cm_state_normal), or -1: 64 bits with
 * a sign. */
bool cm_comparison_holds(const cm_test *test, cm_prop_kind kind, int left_item, uint64_t left,
                         int right_item, uint64_t right);

/* Does the proposition hold in the state? */
bool cm_prop_holds(const cm_test *test, const cm_prop *prop, const uint64_t *values);

/* Of the states: does the quantified condition hold, how many satisfy the bare
 * proposition. */
typedef struct cm_verdict {
    size_t satisfying, other; /* states with and without the bare proposition */
    bool holds;               /* exists: some; ~exists: none; forall: all */
} cm_verdict;
cm_verdict cm_states_judge(const cm_states *states);
/* Is there a state that settles the question, whatever others there are? */
bool cm_states_settle(const cm_states *states);

/* "Never", "Sometimes" or "Always" (herd's Observation). */
const char *cm_observation(cm_verdict verdict);

#endif
