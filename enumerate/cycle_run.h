/* One request for cycles while it runs: what `cycle`, `cross` and the families
 * have in common. A test is made in memory of its own, given to the sink, and
 * forgotten: no number of tests fills the memory but with their keys. */
#ifndef CM_ENUMERATE_CYCLE_RUN_H
#define CM_ENUMERATE_CYCLE_RUN_H

#include "base/hash.h"
#include "enumerate/cycle.h"

/* A set of texts. */
typedef struct cm_cycle_seen {
    const char **items;
    size_t count, capacity;
    cm_index index;
} cm_cycle_seen;

typedef struct cm_cycle_run {
    cm_work *work;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
    cm_enum_target target;
    cm_arch cpu;
    cm_cycle_style style;
    cm_sweeps sweeps;
    bool named_by_axes; /* families: "SB-fence.sc.sys"; else "SB+..." first */
    bool (*change)(cm_work *work, cm_cycle *cycle, const cm_enum_axis *axis); /* or NULL */
    void (*finish)(cm_cycle *cycle);                                          /* or NULL */
    /* Is it a test again that other values of the axes give? Then it is left out. Or NULL. */
    bool (*skip)(const cm_cycle *cycle, const cm_enum_axis *axes, int count);

    cm_arena *scratch;
    cm_cycle_seen keys, names; /* of the tests given, in work->arena */
    size_t given;
    bool enough;         /* the sink wants no more */
    const char *failure; /* why the first one that was left out was, in work->arena */
    cm_place failure_place;
} cm_cycle_run;

void cm_cycle_run_open(cm_cycle_run *run, cm_work *work, const cm_enum_request *request,
                       cm_arch none, cm_enum_sink sink, void *context);

/* Makes the cycle of the edges with every combination of the axes and gives those
 * to the sink that are tests and not there yet. False: the first failure was
 * noted, or there is enough. */
bool cm_cycle_offer(cm_cycle_run *run, const cm_edge *edges, int count);

/* Ends the run; fails when nothing was given, or with strict when something was
 * left out, for the reason noted. */
void cm_cycle_run_close(cm_cycle_run *run, bool strict);

/* The words of a request as one source: blanks between words, ';' around a word
 * with blanks in it. */
const cm_source *cm_cycle_words(cm_work *work, const cm_enum_request *request);
#endif
