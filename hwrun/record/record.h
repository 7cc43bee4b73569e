/* Run records: what was run where, with which parameters, and what was seen.
 *
 * On disk: XML (docs/output.md, "Run records"; schemas/run-record.rng). A record is
 * written test by test so that a crash loses the test in flight at most: after
 * each test the file is complete and valid.
 */
#ifndef CM_HWRUN_RECORD_RECORD_H
#define CM_HWRUN_RECORD_RECORD_H

#include "hwrun/plan/parameters.h"

typedef struct cm_record_pair {
    const char *key, *value;
} cm_record_pair;

typedef struct cm_record_machine {
    const char *host, *kernel, *cpu, *arch; /* arch: "AArch64", "X86_64" */
    unsigned cpus, numa_nodes;
    uint64_t memory_bytes, page_bytes;
    const char *gpu, *gpu_uuid;   /* NULL: none was used */
    const char *compute, *driver; /* "9.0", "13.0" */
    cm_record_pair *attributes;   /* further facts: pageableMemoryAccess ... */
    size_t attribute_count;
} cm_record_machine;

typedef struct cm_record_state {
    const char *text; /* as herd prints it: "1:r0=1; 1:r1=0;" */
    uint64_t count;
    bool satisfies; /* the test's bare proposition */
} cm_record_state;

typedef enum cm_verdict_kind {
    CM_VERDICT_UNJUDGED, /* --no-check, or the model gave no certain answer */
    CM_VERDICT_OK,       /* nothing seen that the model forbids; what the condition asks about
                          * was seen, or is forbidden too */
    CM_VERDICT_ALLOWED_NOT_SEEN, /* the condition's states are allowed and none was seen */
    CM_VERDICT_FORBIDDEN_SEEN
} cm_verdict_kind;
/* "Unjudged", "Ok", "Allowed, not seen", "FORBIDDEN SEEN". */
const char *cm_verdict_kind_text(cm_verdict_kind kind);

typedef enum cm_record_end {
    CM_RECORD_DONE,
    CM_RECORD_REFUSED, /* cannot run on this machine: reason */
    CM_RECORD_FAILED,  /* an error, a crash, a deadline: reason */
} cm_record_end;

typedef struct cm_record_test {
    const char *name, *arch, *hash;
    const char *text;     /* the whole test: a record needs no other file */
    cm_record_pair *axes; /* its metadata lines, in order */
    size_t axis_count;
    size_t machine; /* index into cm_record.machines */
    cm_record_end end;
    const char *reason;       /* "" when done */
    cm_parameters parameters; /* as used */
    uint64_t instances, stuck, unfiled, misaligned, rounds;
    double wall_seconds, busy_seconds;
    const char *started;     /* UTC, "2026-11-21T04:05:06Z" */
    cm_record_state *states; /* in state order */
    size_t state_count;
    const char *model; /* judged with; "" when unjudged */
    cm_verdict_kind verdict;
} cm_record_test;

typedef struct cm_record {
    const char *program, *version, *command; /* "cmcm", "0.1.0", the command line */
    const char *suite, *shard;               /* "hetero", "2/8"; "" if none */
    cm_record_machine *machines;
    size_t machine_count;
    cm_record_test *tests;
    size_t test_count;
} cm_record;

/* Sum of two counts. It ends at the greatest number and does not wrap: records of any
 * origin are added up. */
static inline uint64_t cm_count_sum(uint64_t a, uint64_t b)
{
    return a > UINT64_MAX - b ? UINT64_MAX : a + b;
}

/* ---- reading ---------------------------------------------------------- */

/* Reads and validates a record (the schema is built in), a table of counts or, where the file
 * begins as neither, a log in the form of litmus7 (docs/output.md): its tests, with counts. NULL:
 * the work's diagnostics say file, line, what was found and what was expected. In the work's arena.
 * Of a log the condition is the first of the axes, under the key "Condition", and other metadata
 * follow; `text` is the test as the log's banner gives it, where there is one. Parameters are read
 * back from logs of our own; what a log does not tell is "", or 0. */
cm_record *cm_record_or_log_read(cm_work *work, const char *path);

/* ---- writing ---------------------------------------------------------- */

typedef struct cm_record_writer cm_record_writer;

/* Opens `path` for a run on the machine of `head` (its tests are ignored). With
 * resume an existing file is validated and continued: what it holds is given in
 * *old (else NULL); one of another machine, suite or shard is refused. Without resume
 * an existing file that is not empty is refused. Errors: NULL, and the work's
 * diagnostics. */
cm_record_writer *cm_record_writer_open(cm_work *work, const char *path, const cm_record *head,
                                        bool resume, cm_record **old);
/* Appends one test and flushes; the file is complete afterwards. */
bool cm_record_writer_add(cm_work *work, cm_record_writer *writer, const cm_record_test *test);
bool cm_record_writer_close(cm_work *work, cm_record_writer *writer);

/* The record as a table of counts, without the tests' texts. In the arena. */
char *cm_record_table_text(cm_arena *arena, const cm_record *record);

/* The litmus7-style block of one test (docs/output.md), our extra facts as letters-only
 * Key=value lines after Condition. In the arena. `condition`: as cm_test prints
 * it, "exists (...)"; shows the verdict unless unjudged. */
char *cm_log_block(cm_arena *arena, const cm_record_test *test, const char *condition);

/* Bits of cm_native_change: "drop-acquire,narrow-scope"; "" none. */
const char *cm_record_injections_text(cm_arena *arena, unsigned injections);

#endif
