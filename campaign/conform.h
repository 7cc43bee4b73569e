/* A campaign's results against a model: records and logs merged by test, each test
 * judged by what a model allows, and counted. report/conform.h says what comes out.
 *
 * Everything lives in the arena of the work; functions may escape through it.
 */
#ifndef CM_CAMPAIGN_CONFORM_H
#define CM_CAMPAIGN_CONFORM_H

#include "report/conform.h"

/* Does the condition ask about this state? exists, ~exists: whether one that
 * satisfies the proposition occurs; forall: one that does not. */
bool cm_conform_asks(cm_quantifier quantifier, bool satisfies);

/* Is a state that it asks about allowed? */
bool cm_conform_asks_about_allowed(const cm_conform_allowed *allowed, cm_quantifier quantifier);

/* Do two texts name the same values? Their order does not count, nor the brackets
 * that old logs leave out: "[x]=1; 0:r0=2;" and "0:r0=2; x=1;". */
bool cm_conform_same_state(const char *a, const char *b);

/* What was seen (counts of 0 were not), compared with what is allowed. */
cm_verdict_kind cm_conform_verdict(const cm_conform_allowed *allowed, const cm_record_state *states,
                                   size_t count, cm_quantifier quantifier);

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

/* Adds a note; the text is kept, not copied. */
void cm_conform_note(cm_conform *report, const char *text);

#endif
