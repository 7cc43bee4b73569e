/* Comparing what was found with a row of a table. */
#include "compare/table.h"

#include <stdlib.h>
#include <string.h>

static const cm_state **found_states(cm_arena *arena, const cm_report *report)
{
    const cm_states *states = report->result->states;
    const cm_state **found = CM_NEW_ARRAY(arena, states->count, const cm_state *);
    for (size_t i = 0; i < states->count; i++)
        found[i] =
            cm_state_of(arena, report->test, states->values + i * (size_t)states->value_count);
    if (states->count > 1)
        qsort(found, states->count, sizeof *found, cm_state_compare_pointers);
    return found;
}

static void add_line(cm_text *out, const cm_report *report, const char *what, const cm_state *state)
{
    cm_text_append(out, "%s: %s: ", report->file, what);
    cm_state_write(out, state);
    if (state->count > 0)
        cm_text_cut(out, out->length - 1); /* as tables have it */
    cm_text_add_char(out, '\n');
}

/* Both lists are sorted: one pass finds what either has alone. */
static bool add_differences(cm_text *out, const cm_expectation *row, const cm_report *report,
                            bool missing_counts)
{
    const char *why = "";
    const cm_state **expected = cm_expected_states(out->arena, row, &why);
    if (!expected) {
        cm_text_append(out, "%s: not a state in the table: %s\n", report->file, why);
        return true;
    }
    const cm_state **found = found_states(out->arena, report);
    size_t count = report->result->states->count;
    bool differs = false;
    for (size_t i = 0, j = 0; i < row->count || j < count;) {
        int order = i == row->count ? 1 : j == count ? -1 : cm_state_compare(expected[i], found[j]);
        if (order < 0 && missing_counts)
            add_line(out, report, "missing state", expected[i]);
        if (order > 0)
            add_line(out, report, "extra state", found[j]);
        differs |= order > 0 || (order < 0 && missing_counts);
        i += order <= 0;
        j += order >= 0;
    }
    return differs;
}

/* Loops that were cut are no reason to skip: such tables are made with a bound,
 * too. A limit that ended the search is, unless it found what must not be. */
static cm_comparison compare_states(cm_text *out, const cm_expectation *row,
                                    const cm_report *report)
{
    bool limited = report->result->outcome == CM_LIMIT;
    bool differs = add_differences(out, row, report, !limited);
    if (limited && !differs) {
        cm_text_append(out, "%s: skipped: %s\n", report->file, report->result->reason);
        return CM_SKIPPED;
    }
    const char *observation = cm_report_observation(report);
    if (!limited && strcmp(observation, row->observation) != 0) {
        cm_text_append(out, "%s: observation %s, expected %s\n", report->file, observation,
                       row->observation);
        differs = true;
    }
    return differs ? CM_DIFFERS : CM_MEETS;
}

static cm_comparison compare_holds(cm_text *out, const cm_expectation *row, const cm_report *report)
{
    cm_answer answer = cm_check_answer(report->result);
    if (answer == CM_UNKNOWN) {
        cm_text_append(out, "%s: skipped: %s\n", report->file, report->result->reason);
        return CM_SKIPPED;
    }
    if ((answer == CM_YES) == row->holds)
        return CM_MEETS;
    cm_text_append(out, "%s: the condition %s, expected that it %s\n", report->file,
                   row->holds ? "does not hold" : "holds", row->holds ? "holds" : "does not hold");
    return CM_DIFFERS;
}

cm_comparison cm_table_compare(cm_text *out, const cm_table *table, const cm_expectation *row,
                               const cm_report *report)
{
    if (!row->recorded) {
        cm_text_append(out, "%s: skipped: the table has no record of it\n", report->file);
        return CM_SKIPPED;
    }
    return table->form == CM_TABLE_STATES ? compare_states(out, row, report)
                                          : compare_holds(out, row, report);
}
