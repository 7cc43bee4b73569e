/* RC11 and scoped RC11 of one execution, by their definitions and without a line of cat.
 *
 * RC11: Lahav, Vafeiadis, Kang, Hur and Dreyer, "Repairing Sequential Consistency in C/C++11"
 * (PLDI 2017), section 3. Scoped: Lustig, Sahasrabuddhe and Giroux, "A Formal Analysis of the
 * NVIDIA PTX Memory Consistency Model" (ASPLOS 2019), figure 10; barriers as
 * docs/models/scoped.md has them. */
#ifndef CM_TESTS_SOURCE_AXIOMS_H
#define CM_TESTS_SOURCE_AXIOMS_H

#include "execution/execution.h"

typedef struct source_judgement {
    bool consistent;
    bool undefined; /* a race; where threads have places, a barrier that not all come to, too */
} source_judgement;

/* mo: the modification orders of all locations. Executions have at most 64 events. scoped: the
 * scopes and places of the test count, and values may come out of thin air. */
source_judgement source_judge(const cm_execution *execution, const cm_rel *mo, bool scoped);

#endif
