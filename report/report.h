/* What people and programs read about one checked test.
 *
 * Every writer appends to a text and prints nothing. Formats: herd's block
 * (docs/output.md, "herd"), one row of a table (tsv), one JSON object, results of SARIF, the one
 * line of --quiet, and the listing of one execution.
 *
 * May escape (out of memory) through the arena of the text.
 */
#ifndef CM_REPORT_REPORT_H
#define CM_REPORT_REPORT_H

#include "base/text.h"
#include "checker/check.h"
#include "checker/count.h"

/* All there is to say about a checked test. Nothing is owned. */
typedef struct cm_report {
    const char *file; /* as people named it */
    const cm_test *test;
    const cm_model *model;
    const cm_check_result *result;
    const cm_execution_count *executions; /* counted in place of states; NULL: it was not asked */
    const char *kernel;                   /* the file that the test was made of; NULL: it is one */
    const char *hash;                     /* 32 hexadecimal digits */
    const char *story;               /* of a run that the question is about (explain/text.h), */
    const cm_instruction **story_at; /* what does it, NULL-ended, the worst first; or NULL */
    unsigned unroll;                 /* the loop bound it was checked with */
    double parse_seconds;            /* reading and parsing took so long */
    const cm_diag *const *warnings;  /* of the test, then of the model for the test */
    size_t warning_count;
} cm_report;

/* "exists", "~exists", "forall". */
const char *cm_quantifier_name(cm_quantifier quantifier);
/* "exists (0:X0=1)", as herd prints it. */
char *cm_condition_print(cm_arena *arena, const cm_test *test);
/* State number `state` without the last ';': the form of tables and JSON. */
char *cm_report_state(cm_arena *arena, const cm_report *report, size_t state);
/* Never, Sometimes, Always, and never more than is known: Always is not claimed
 * of a search that a limit ended. */
const char *cm_report_observation(const cm_report *report);
/* Has the test undefined behaviour: was `undefined_unless` of the model not met? Then its states
 * promise nothing. */
bool cm_report_undefined(const cm_report *report);
/* The observation for people and programs: "Undefined" then. */
const char *cm_report_observation_word(const cm_report *report);
/* Does the quantified condition hold: "yes", "no", "unknown", or "undefined"? */
const char *cm_report_holds(const cm_report *report);

/* The block of herd7, line by line; verbose adds Key=value lines (letters-only
 * keys, so that log readers go past them). */
void cm_report_herd(cm_text *out, const cm_report *report, bool verbose);
/* "MP: No (Never, 3 states)". */
void cm_report_verdict(cm_text *out, const cm_report *report);

/* The first line of a table, and one row. */
extern const char cm_report_tsv_head[];
void cm_report_tsv(cm_text *out, const cm_report *report);

/* One JSON object on one line; verbose adds statistics. */
void cm_report_json(cm_text *out, const cm_report *report, bool verbose);

/* The results of one test, with commas between; head and foot stand around those of all tests. */
void cm_report_sarif(cm_text *out, const cm_report *report);
extern const char cm_report_sarif_head[];
const char *cm_report_sarif_foot(bool all_read);

/* "P1 in the loop at L0 (line 7)": where a thread stays for ever. */
char *cm_report_wait(cm_arena *arena, const cm_report *report, size_t index);
unsigned cm_report_wait_line(const cm_report *report, const cm_wait *wait);
/* All of them, ", " between two. */
char *cm_report_waits(cm_arena *arena, const cm_report *report);
/* "ends", "hangs", "unknown", "-": it was not asked. */
const char *cm_report_ending(const cm_report *report);
/* Where the flag's accesses stand in the source that the test was made of, "flag.cu:6 `*flag = 1`
 * and flag.cu:9"; NULL: it was made of none. */
const char *cm_report_flag_lines(cm_arena *arena, const cm_report *report, size_t flag);
/* The flags raised, and "hangs", each after `before`. */
void cm_report_remarks(cm_text *out, const cm_report *report, const char *before);
/* An execution that never ends (liveness.hangs[hang].execution must be there). */
void cm_report_hang(cm_text *out, const cm_report *report, size_t hang);

/* The execution behind a state (result->executions must be there). */
void cm_report_witness(cm_text *out, const cm_report *report, size_t state);

#endif
