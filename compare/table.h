/* Tables of expectations: what is known of many tests, to be compared with what
 * the checker finds.
 *
 * One test per line, fields separated by tabs, in one of two forms:
 *     FILE  Never|Sometimes|Always  COUNT  STATE | STATE | ...      "states"
 *     FILE  yes|no|-  [yes|no|- ...]                                "holds"
 * The second says whether the quantified condition holds, one column for each
 * model; "-" is "not recorded". Lines that start with '#' are comments; the
 * first one names the columns. FILE is relative to the table's directory.
 */
#ifndef CM_COMPARE_TABLE_H
#define CM_COMPARE_TABLE_H

#include "report/report.h"

typedef enum cm_table_form { CM_TABLE_STATES, CM_TABLE_HOLDS } cm_table_form;

typedef struct cm_expectation {
    const char *test; /* as the table names it */
    const char *path; /* where that is */
    cm_place place;
    bool recorded;
    bool holds;                /* form holds */
    const char *observation;   /* form states */
    const char *list;          /* form states: the states as the table has them, in its source */
    size_t list_length, count; /* bytes; states */
} cm_expectation;

typedef struct cm_table {
    cm_table_form form;
    cm_expectation *rows;
    size_t count;
} cm_table;

/* Reads the table of the source. column: NULL, or for the form "holds" the
 * number of a column (1 is the file's) or a word of its heading that no other
 * heading has. The source must outlive the table. NULL: not such a table; work->diags says why.
 * Protects itself. */
cm_table *cm_table_read(cm_work *work, const cm_source *source, const char *column);

/* The states of a row (form states), sorted: count of them. Not kept ready, so that the
 * time goes where a test is compared. NULL: one of them is no state, and *why says why. */
const cm_state **cm_expected_states(cm_arena *arena, const cm_expectation *row, const char **why);

typedef enum cm_comparison {
    CM_MEETS,
    CM_DIFFERS,
    CM_SKIPPED /* not recorded, or the answer found is not certain */
} cm_comparison;

/* Compares; every difference, and why a test was skipped, is one line in out.
 * States that a search lacks which was ended by a limit are no difference,
 * states that it has too many are. */
cm_comparison cm_table_compare(cm_text *out, const cm_table *table, const cm_expectation *row,
                               const cm_report *report);

#endif
