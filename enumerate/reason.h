/* Why a model allows, or forbids, the weak outcome of a test of the suites: by
 * what it says of the same test with something changed.
 *
 * Allowed: which change forbids it?
 *     all GPU scopes made sys          forbids: insufficient scope
 *     else Y written with release and read with acquire: insufficient ordering; of shapes other
 *     than MP (enumerate/gpus.h), all that is written and read, or fence.sc besides
 *     else both together: both
 * Forbidden: the smallest sets among {rel, acq, pf, cf} (release, acquire, the
 * producer's and the consumer's fence) that forbid it with the others taken
 * away; and whether it is still forbidden with acq_rel fences instead of sc.
 *
 * The changed tests are programs to be checked, too; most are in the suite. No
 * change is judged by a rule: only by the verdicts handed in.
 */
#ifndef CM_ENUMERATE_REASON_H
#define CM_ENUMERATE_REASON_H

#include "enumerate/programs.h"
#include "enumerate/suite.h"

/* Is the weak outcome allowed? */
typedef enum cm_weak { CM_WEAK_FORBIDDEN, CM_WEAK_ALLOWED, CM_WEAK_UNKNOWN } cm_weak;

enum { CM_PARTS = 4, CM_PART_SETS = 1 << CM_PARTS };

/* Programs, by their index, whose verdicts the reason needs. */
typedef struct cm_changes {
    size_t itself;
    size_t widened, ordered, both;
    size_t ordered_sc, both_sc;      /* with fence.sc besides; of MP the same as without */
    size_t with_parts[CM_PART_SETS]; /* only these parts left, of those that it has */
    size_t without_sc;
    const char *parts[CM_PARTS]; /* words for the parts, by bit; NULL: there is none */
} cm_changes;

/* Adds the test of these values, and its changes, to the programs. The suite has reasons. */
cm_changes cm_changes_add(cm_programs *programs, const cm_suite *suite, const char *const *values);

typedef struct cm_reason {
    const char *why;  /* allowed: "scope", "ordering", "both"; forbidden: "rel+acq", "pf+acq",
                       * "fence",  several joined by "|"; "" when some verdict is not certain */
    bool by_sc_order; /* forbidden, and allowed with acq_rel in place of sc */
} cm_reason;

/* verdicts: by program. The text is in the arena. */
cm_reason cm_reason_of(cm_arena *arena, const cm_changes *changes, const cm_weak *verdicts);

#endif
