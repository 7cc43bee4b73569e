/* What a model allows of one test, for those who compare it with what hardware did. A
 * judge is used by one thread at a time.
 *
 *     judge.c         models by name, one check, the answer as data
 *     judge_child.c   the same in a process that can be ended (base/child.h)
 *     judge_reason.c  tests of the suites: why their weak outcome is allowed or forbidden
 *     readings.c      other readings of a model that allow what was seen
 */
#ifndef CM_CAMPAIGN_JUDGE_H
#define CM_CAMPAIGN_JUDGE_H

#include "base/stop.h"
#include "campaign/conform.h"

typedef struct cm_judge cm_judge;

typedef struct cm_judge_options {
    const char *model;           /* a name, or a path that ends in .cat; NULL: by each test's
                                  * architecture */
    const char *model_dir;       /* as cm_model_options.library_dir */
    const char *const *variants; /* as in cm_model_options */
    int variant_count;
    double timeout; /* seconds for one test, which then is checked in a process of its
                     * own, so that the limit holds; 0: none */
    cm_stop *stop;  /* ends a check that has a limit; or NULL */
} cm_judge_options;

/* The texts of the options must live as long. NULL: out of memory or files. */
cm_judge *cm_judge_new(const cm_judge_options *options);
void cm_judge_free(cm_judge *judge); /* NULL is allowed */

/* NULL: the model that was named can be loaded (or none was named); else what is
 * wrong with it, as text for people. It belongs to the judge. */
const char *cm_judge_complaint(cm_judge *judge);

/* The variants that a model asks for: the one that was named, or `name`, as an answer calls it.
 * None if it cannot be loaded. They belong to the judge. */
const char *const *cm_judge_variants(cm_judge *judge, const char *name, int *count);

/* Checks the text of a test; file_name is what messages call it. False: it cannot
 * be parsed, or not be checked with this model; out->why says why, in one line.
 * out->suite, out->order and out->reason are left empty. All is in the arena; may escape
 * through it. */
bool cm_judge_test(cm_judge *judge, cm_arena *arena, const char *file_name, const char *text,
                   size_t length, cm_conform_allowed *out);

/* Fills in out->suite, out->order and out->reason if the test that was judged is one of the
 * suites of docs/suites.md: by its name, and because it is that program. */
void cm_judge_reason(cm_judge *judge, cm_arena *arena, const char *name, cm_conform_allowed *out);

#endif
