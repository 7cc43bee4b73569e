/* A part of cmcm.h, which includes it and says who owns what: running tests on this machine, and
 * what was seen against models.
 */
#ifndef CMCM_RUNS_H
#define CMCM_RUNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

struct cmcm_session;
struct cmcm_test;
struct cmcm_result;

/* ---- running tests on this machine (docs/run.md) ---------------------- */

typedef struct cmcm_seen cmcm_seen;

typedef struct cmcm_run_options {
    uint64_t iterations;           /* instances at least; 0, and no seconds: 1000000 */
    double seconds;                /* run for so long; 0: by iterations */
    double deadline;               /* seconds, all in all, after which it is killed; 0: a minute
                                      more than it should take */
    uint64_t seed;                 /* of all that is left to chance; 0: 1 */
    unsigned gpu;                  /* its number */
    const char *compiler;          /* what assembles CPU threads; NULL: cc */
    const char *const *parameters; /* "lanes=64": docs/run.md */
    size_t parameter_count;
} cmcm_run_options;

typedef enum cmcm_run_end {
    CMCM_RAN,
    CMCM_REFUSED, /* this machine cannot run it */
    CMCM_FAILED   /* it crashed, or was late */
} cmcm_run_end;

/* Runs a test in a process of its own, many instances at once. What was seen refers to no
 * other object. */
cmcm_seen *cmcm_run(struct cmcm_session *session, const struct cmcm_test *test,
                    const cmcm_run_options *options);
void cmcm_seen_free(cmcm_seen *seen);
cmcm_run_end cmcm_seen_end(const cmcm_seen *seen);
const char *cmcm_seen_reason(const cmcm_seen *seen); /* why it was refused or failed; "" else */
uint64_t cmcm_seen_instances(const cmcm_seen *seen); /* that were run */
double cmcm_seen_seconds(const cmcm_seen *seen);     /* that they took */
size_t cmcm_seen_state_count(const cmcm_seen *seen); /* different final states */
/* One of them, as cmcm_result_state prints it, and how often. */
const char *cmcm_seen_state(const cmcm_seen *seen, size_t index, uint64_t *count);

typedef enum cmcm_conformity {
    CMCM_CONFORMS, /* every state that was seen is allowed */
    CMCM_VIOLATES, /* one is not: *state is its number in `seen` */
    CMCM_UNJUDGED  /* nothing was seen, or the result is not complete */
} cmcm_conformity;
/* What was seen of a test against what a model allows of it. state may be NULL. */
cmcm_conformity cmcm_seen_judge(const cmcm_seen *seen, const struct cmcm_result *result,
                                size_t *state);

/* ---- records and logs of runs against models (docs/conform.md) -------- */

typedef struct cmcm_conformance cmcm_conformance;

typedef struct cmcm_conform_options {
    const char *model; /* a name or path; NULL: by each test's architecture */
    double timeout;    /* seconds for a test, which then is checked in a process of its own, so
                          that the limit holds; 0: none */
} cmcm_conform_options;

/* Reads the files and judges every test anew, with the session's variants. */
cmcm_conformance *cmcm_conform(struct cmcm_session *session, const char *const *paths, size_t count,
                               const cmcm_conform_options *options);
void cmcm_conformance_free(cmcm_conformance *conformance);

/* Tests, and of these: */
typedef struct cmcm_conform_counts {
    size_t tests, unjudged, not_run;
    size_t allowed, allowed_seen; /* what the condition asks about is allowed; and was seen */
    size_t forbidden, violated;   /* it is forbidden; some forbidden state was seen */
    uint64_t outcomes;            /* final states counted */
} cmcm_conform_counts;
cmcm_conform_counts cmcm_conformance_counts(const cmcm_conformance *conformance);

/* A forbidden state that was seen. */
typedef struct cmcm_finding {
    const char *test, *state; /* name; as it is printed */
    const char *file;         /* of the record or log */
    uint64_t count;           /* how often */
} cmcm_finding;
bool cmcm_conformance_finding(const cmcm_conformance *conformance, size_t index,
                              cmcm_finding *finding);
/* The report: "text", "tsv", "json", "junit" or "html". NULL: another word. */
const char *cmcm_conformance_text(cmcm_conformance *conformance, const char *format);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif
#endif
