/* Logs of herd7, litmus7 and cmcm, read as text: which tests there are, and which states
 * each has. Logs are compared with each other (as mcompare7 does) and added up (msum7);
 * neither the tests nor a model is looked at. What those tools accept is accepted
 * (docs/output.md, "Logs").
 */
#ifndef CM_LOGBOOK_LOGBOOK_H
#define CM_LOGBOOK_LOGBOOK_H

#include "base/diag.h"
#include "litmus/state_value.h"

typedef struct cm_logbook_state {
    const cm_state *state;
    uint64_t count; /* how often it was seen; of a model: 0 */
    bool marked;    /* `*>`: satisfies the proposition, or for forall does not */
} cm_logbook_state;

typedef struct cm_logbook_test {
    const char *name, *kind;  /* "Allowed"; "": not said */
    bool hardware;            /* counts: a histogram, of runs */
    bool listed;              /* its states are; else only the verdict is known */
    cm_logbook_state *states; /* in the order of the log, each once */
    size_t count, capacity;
    cm_state_set set;      /* the same, numbered alike */
    bool loop;             /* loops were cut */
    const char *verdict;   /* "Ok", "No", "Undef" or "??" */
    const char *condition; /* "exists (0:X0=1)", or NULL */
    const char *hash;      /* or NULL */
    uint64_t positive, negative;
    bool timed; /* the log says how long it took */
    double seconds;
} cm_logbook_test;

typedef struct cm_logbook {
    const char *name;       /* of the file */
    cm_logbook_test *tests; /* sorted by name; of several with one name, one: counts added */
    size_t count, capacity;
} cm_logbook;

/* NULL when it is no log: the reason is in work->diags. A log without tests is one, with a
 * warning. In the arena of work; the source must outlive it. */
cm_logbook *cm_logbook_read(cm_work *work, const cm_source *source);
const cm_logbook_test *cm_logbook_find(const cm_logbook *log, const char *name);

/* Adds what `other` saw to the test; false: *why says in what they differ (hash, question). */
bool cm_logbook_add(cm_arena *arena, cm_logbook_test *test, const cm_logbook_test *other,
                    const char **why);

typedef struct cm_logbook_names {
    const char **items;
    size_t count;
} cm_logbook_names;

typedef struct cm_logbook_differences {
    cm_logbook_names positive, negative; /* states too many, too few, in a later log */
    size_t compared;                     /* tests that are in the first and in another log */
    const char *clash; /* two hashes under one name; NULL: none, or not looked at */
} cm_logbook_differences;

/* Compares each log with the first. */
cm_logbook_differences cm_logbook_compare(cm_arena *arena, const cm_logbook *const *logs,
                                          size_t count, bool hashes);
/* The table: a row for each state of each test, of all or of those that differ. */
void cm_logbook_write_table(cm_text *out, const cm_logbook *const *logs, size_t count, bool all);
/* The test as litmus7 prints it. */
void cm_logbook_write_test(cm_text *out, const cm_logbook_test *test);

#endif
