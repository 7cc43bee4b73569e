/* The table of many tests checked at once: what `cmcm enumerate --check` prints.
 *
 *     text    one line per test, then the counts
 *     tsv     a line of headings and one line per test
 *     json    one document
 *     html    a page that stands alone: the matrix of the suite, rows and columns
 *             its axes, cells coloured by verdict, each with a link to its test
 *
 * Writers append to a text and may escape through its arena.
 */
#ifndef CM_REPORT_SUITE_H
#define CM_REPORT_SUITE_H

#include "base/text.h"
#include "report/formats.h"
#include "report/origin.h"

/* Of the outcome that the condition speaks of. */
typedef enum cm_suite_verdict {
    CM_SUITE_FORBIDDEN,
    CM_SUITE_ALLOWED,
    CM_SUITE_UNDEFINED, /* the test has undefined behaviour */
    CM_SUITE_UNKNOWN,   /* a limit was reached, or the test could not be checked */
    CM_SUITE_VERDICTS
} cm_suite_verdict;

typedef struct cm_suite_row {
    const char *name;
    const char *const *values; /* one for each axis */
    size_t program;            /* index of the first row that is the same program */
    const char *text;          /* the litmus file */
    cm_suite_verdict verdict;
    const char *why;  /* in words of docs/suites.md; "" if nothing is known */
    bool by_sc_order; /* forbidden, but not if fence.sc were fence.acq_rel */
    size_t states;
    double seconds; /* of the program; 0 for rows that are the same program again */
    /* For a page: */
    const char *const *state_texts; /* as many as states, those asked about first; NULL: not said */
    size_t asked_states;            /* of them, what the condition asks about */
    const char *page; /* where verdict, states, picture and text are; NULL: on this one */
} cm_suite_row;

/* Nothing is owned. */
typedef struct cm_suite_report {
    const char *title; /* "hetero" */
    const char *model; /* "cmcm" */
    const char *const *axes;
    int axis_count;
    int column_axes; /* the last so many axes are the columns of the matrix; 0: all rows */
    const cm_suite_row *rows;
    size_t count;
    const char *outline;                         /* of the test, in the axes' words; NULL: none */
    const char *(*meaning_of)(const char *axis); /* in words, or NULL; may be NULL */
    const cm_origin *origin;                     /* of a page; NULL: not said */
} cm_suite_report;

/* One line of the counts: of rows with that verdict and reason (NULL: any), and how
 * many distinct programs they are. */
typedef struct cm_suite_count {
    cm_suite_verdict verdict;
    const char *why;
    size_t tests, programs;
} cm_suite_count;

typedef struct cm_suite_counts {
    cm_suite_count all;    /* verdict means nothing here */
    cm_suite_count *items; /* by verdict, its total first, then its reasons by name */
    size_t count, capacity;
    size_t by_sc_order; /* tests */
} cm_suite_counts;

const char *cm_suite_verdict_name(cm_suite_verdict verdict); /* "forbidden", ... */
cm_suite_counts cm_suite_count_rows(cm_arena *arena, const cm_suite_report *report);

/* Rows of the matrix that differ in one axis only and hold the same programs are one: that
 * axis means nothing there, and has the value "any". Gives for each test its values in such
 * a matrix; NULL: it stands where an earlier one does. */
const char *const **cm_suite_merged(cm_arena *arena, const cm_suite_report *report);

/* "× forbidden (rel+acq)": the sign of a page, and its meaning. */
const char *cm_suite_verdict_text(cm_arena *arena, const cm_suite_row *row);
/* What a link to the table says. */
extern const char cm_suite_back[];

typedef void cm_suite_writer(cm_text *out, const cm_suite_report *report);
/* cm_suite_text, ... */
#define CM_SUITE_WRITER(word) cm_suite_writer cm_suite_##word;
CM_SUITE_FORMATS(CM_SUITE_WRITER, )
#undef CM_SUITE_WRITER

#endif
