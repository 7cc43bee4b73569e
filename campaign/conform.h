/* A campaign's results against a model: records and logs merged by test, each test
 * judged by what a model allows, and counted. report/conform.h says what comes out.
 *
 * Everything lives in the arena of the work; functions may escape through it.
 */
#ifndef CM_CAMPAIGN_CONFORM_H
#define CM_CAMPAIGN_CONFORM_H

#include "litmus/state_value.h"
#include "report/conform.h"

/* Does the condition ask about this state? exists, ~exists: whether one that
 * satisfies the proposition occurs; forall: one that does not. */
bool cm_conform_asks(cm_quantifier quantifier, bool satisfies);

/* Is a state that it asks about allowed? */
bool cm_conform_asks_about_allowed(const cm_conform_allowed *allowed, cm_quantifier quantifier);

/* Of one state. */
typedef struct cm_conform_seen {
    uint64_t count; /* 0: it was not seen */
    cm_conform_class class;
    bool asked; /* the condition asks about it */
} cm_conform_seen;

/* The state that the text is. *good is false where it is none: such a state equals only
 * those of the same text, and is never forbidden. */
const cm_state *cm_conform_read_state(cm_arena *arena, const char *text, bool *good);

/* Of a state that is not among those allowed. */
cm_conform_class cm_conform_class_of_other(const cm_conform_allowed *allowed, bool good);

/* The states, each looked up among those allowed. */
const cm_conform_seen *cm_conform_look_up(cm_arena *arena, const cm_conform_allowed *allowed,
                                          cm_quantifier quantifier, const cm_record_state *states,
                                          size_t count);

/* What was seen, compared with what is allowed. */
cm_verdict_kind cm_conform_verdict(const cm_conform_allowed *allowed, cm_quantifier quantifier,
                                   const cm_conform_seen *seen, size_t count);

/* Judges a test of a record anew (text may be NULL or "": a log). False: no answer
 * at all, and out->why says why. */
typedef bool (*cm_conform_judge)(void *context, const cm_record_test *test,
                                 cm_conform_allowed *out);

/* Merges, judges and counts. `by`: further tables, each of some axes joined by
 * commas. Axes are keys of metadata lines, and of every test: machine, record,
 * suite, arch, verdict, model (allowed, forbidden: what the condition asks about)
 * and reason. */
cm_conform *cm_conform_make(cm_work *work, const cm_conform_input *inputs, size_t input_count,
                            const char *const *by, size_t by_count, cm_conform_judge judge,
                            void *context);

/* Counts over all tests, by machine, and the tables: the last step of the above. */
void cm_conform_tabulate(cm_conform *report);

/* Adds a note. */
void cm_conform_note(cm_conform *report, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
