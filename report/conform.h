/* Conformance: what hardware did, compared with what a model allows, as data and in
 * the formats that there are. campaign/conform.h makes it:
 *
 *     records, logs ──▶ merged by test ──▶ judged (a callback) ──▶ counted ──▶ writers
 *
 *     cm_conform_test "MP-..."            states, counts added, allowed or not
 *       ├─ part: record a.xml, machine 0  parameters, its own counts
 *       └─ part: record b.xml, machine 1
 *
 * One test is one program: same name, hash and planted bugs. Its contributions
 * are kept as parts. A state that the model's answer does not list is forbidden
 * only if that answer is complete; else the test is not judged, never ok.
 *
 * Everything lives in the arena of the report; functions may escape through theirs.
 */
#ifndef CM_REPORT_CONFORM_H
#define CM_REPORT_CONFORM_H

#include "base/text.h"
#include "hwrun/record/record.h"
#include "litmus/test.h"
#include "report/formats.h"
#include "report/origin.h"

/* ---- what a model allows --------------------------------------------- */

/* Of one test. The texts live as long as the caller's arena. */
typedef struct cm_conform_warning {
    unsigned line, column; /* of the test's text, from 1 */
    const char *message;
} cm_conform_warning;

typedef struct cm_conform_allowed {
    const char *model;       /* "cmcm" */
    const char *text;        /* the test that was checked */
    const char *hash, *arch; /* of that text */
    const char *condition;   /* "exists (1:X0=1 /\ 1:X2=0)" */
    cm_quantifier quantifier;
    const cm_record_state *states; /* every allowed state; the counts mean nothing */
    size_t count;
    bool complete;                    /* no other state is allowed */
    const char *warnings;             /* of the test and of the model for it, as text for people */
    const cm_conform_warning *warned; /* the same, one by one */
    size_t warned_count;
    const char *why;            /* not complete, or not judged at all: why; "" else */
    const char *suite;          /* of docs/suites.md, found by its coordinates; "" if none */
    const char *reason;         /* why its weak outcome is allowed ("scope") or forbidden
                                 * ("rel+acq"), in the words of docs/suites.md; "" unknown */
    size_t order;               /* its number in that suite, from 1; 0: none */
    const cm_record_pair *axes; /* the test's metadata lines */
    size_t axis_count;
} cm_conform_allowed;

/* No text is NULL; all else is zero. */
extern const cm_conform_allowed cm_conform_nothing_known;

/* ---- what was seen --------------------------------------------------- */

typedef enum cm_conform_class {
    CM_CONFORM_ALLOWED,
    CM_CONFORM_FORBIDDEN,
    CM_CONFORM_UNDECIDED /* the model gave no certain answer about it */
} cm_conform_class;

typedef struct cm_conform_state {
    const char *text;
    uint64_t count; /* 0: allowed, and never seen */
    cm_conform_class class;
    bool asked; /* the condition asks about it */
} cm_conform_state;

/* What one record says of one test. */
typedef struct cm_conform_part {
    size_t input, machine; /* indices into the report's */
    const cm_record_test *test;
    const size_t *states; /* of each state of test: which one of the cm_conform_test */
    uint64_t outcomes, asked, forbidden; /* final states counted; of them */
} cm_conform_part;

typedef struct cm_conform_test {
    const char *name, *hash, *arch, *text, *suite;
    unsigned injections; /* planted bugs: bits of cm_native_change */
    const cm_record_pair *axes;
    size_t axis_count;
    cm_conform_part *parts;
    size_t part_count, part_capacity;
    size_t refused, failed; /* parts that ended so */
    bool run;               /* some final state was counted */
    bool judged;            /* and the verdict is certain */
    cm_conform_allowed allowed;
    cm_verdict_kind verdict;
    cm_conform_state *states; /* those allowed, as the model sorts them; then others seen */
    size_t state_count;
    size_t allowed_states, allowed_seen, forbidden_seen; /* states */
    bool asked_allowed;                                  /* the model allows what is asked about */
    uint64_t instances, outcomes, asked, forbidden;      /* sums over the parts */
    double seconds;
    size_t next;         /* while merging: another test of this name: index + 1, or 0 */
    size_t group, index; /* of the first test of its suite, and its own, before sorting */
} cm_conform_test;

/* 95 % upper bound on the rate of what was not seen in `outcomes` tries: the rule
 * of three, 3/n (the exact 1 - 0.05^(1/n) is a little less). 1 for n < 3. */
double cm_conform_bound(uint64_t outcomes);

/* ---- counted --------------------------------------------------------- */

/* Of a set of tests. */
typedef struct cm_conform_count {
    size_t tests, unjudged, not_run; /* not_run: only refused or failed */
    size_t allowed, allowed_seen;    /* tests whose condition's states are allowed; of them seen */
    size_t forbidden, violated;      /* whose are forbidden; any forbidden state seen */
    size_t states, states_seen;      /* allowed states of the judged; of them seen */
    uint64_t outcomes, asked, forbidden_outcomes;
} cm_conform_count;

/* As if the tests of both were counted together. */
void cm_conform_count_add(cm_conform_count *sum, const cm_conform_count *more);

typedef struct cm_conform_row {
    const char *const *values;
    cm_conform_count count;
} cm_conform_row;

/* Tests by the values of some axes. */
typedef struct cm_conform_table {
    const char *suite; /* NULL: of all tests; "-": of those of no suite */
    const char *const *axes;
    size_t axis_count;
    cm_conform_row *rows; /* in the order in which tests have the values */
    size_t count, capacity;
} cm_conform_table;

typedef struct cm_conform_input {
    const char *file;
    const cm_record *record;
} cm_conform_input;

typedef struct cm_conform_machine {
    const cm_record_machine *machine;
    cm_conform_count count;
} cm_conform_machine;

/* The forbidden states, each with each part that saw it. */
typedef struct cm_conform_finding {
    const cm_conform_test *test;
    const cm_conform_state *state;
    const cm_conform_part *part;
    uint64_t count; /* in that part */
} cm_conform_finding;

typedef struct cm_conform {
    cm_arena *arena;
    const cm_conform_input *inputs;
    size_t input_count;
    const char *const *by; /* axes asked for: "producer,consumer" */
    size_t by_count;
    cm_conform_machine *machines;
    size_t machine_count, machine_capacity;
    cm_conform_test *tests; /* of a suite together, in its order; others as they came */
    size_t count, capacity;
    cm_conform_count all;
    cm_conform_table *tables; /* suites, reasons, axes, those asked for */
    size_t table_count, table_capacity;
    cm_conform_finding *findings;
    size_t finding_count, finding_capacity;
    const char **notes; /* what people should know: one name for two tests, a verdict
                         * that differs from the record's */
    size_t note_count, note_capacity;
    size_t home_count; /* different homes of locations (--home) among all parts */
    const char *(*meaning_of)(const char *axis); /* in words, or NULL; may be NULL */
} cm_conform;

/* "-", of which what a test does not have points to the first byte. */
extern const char cm_conform_none[];
/* The value of an axis of the test; cm_conform_none: it has none. `part` is for "machine" and
 * "record". */
const char *cm_conform_axis(const cm_conform *report, const cm_conform_test *test,
                            const cm_conform_part *part, const char *axis);
/* The command line that repeats what the part did. */
char *cm_conform_command(cm_arena *arena, const cm_conform_test *test, const cm_conform_part *part);
/* "hal (Neoverse-V2, NVIDIA GH200, driver 13.0)". */
char *cm_conform_machine_text(cm_arena *arena, const cm_record_machine *machine);
/* "seed 7, memory pinned, lanes 64, ..."; "" unknown (a log). */
char *cm_conform_parameters(cm_arena *arena, const cm_conform_part *part);
/* "12,345,678" */
char *cm_conform_number(cm_arena *arena, uint64_t number);
/* "66.7 %"; "-": of nothing. */
char *cm_conform_share(cm_arena *arena, uint64_t part, uint64_t whole);
/* "3 times among 1,000 outcomes" */
char *cm_conform_times(cm_arena *arena, const cm_conform_finding *finding);
/* "forbidden-seen", "allowed-not-seen", "ok", "unjudged", "not-run". */
const char *cm_conform_verdict_key(const cm_conform_test *test);
/* What the model says of the states that the condition asks about: "allowed",
 * "forbidden", "unknown"; "nothing" where it asks about none. */
const char *cm_conform_says(const cm_conform_test *test);

/* ---- writers --------------------------------------------------------- */

typedef struct cm_conform_style {
    bool color, quiet, verbose; /* of the text */
    const cm_origin *origin;    /* of a page; NULL: not said */
    const char *const *pages;   /* of a page: where each finding is explained, each maybe NULL;
                                 * NULL: nowhere */
} cm_conform_style;

typedef void cm_conform_writer(cm_text *out, const cm_conform *report,
                               const cm_conform_style *style);
/* NULL: there is none of that name. */
cm_conform_writer *cm_conform_writer_of(const char *format);

/* cm_conform_text, ... */
#define CM_CONFORM_WRITER(word) cm_conform_writer cm_conform_##word;
CM_CONFORM_FORMATS(CM_CONFORM_WRITER, )
#undef CM_CONFORM_WRITER

#endif
