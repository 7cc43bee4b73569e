/* Counters: locations that are only ever added to, by atomic instructions.
 *
 * What a read of a counter finds follows from which of the writes come before it, and
 * of one thread's these are the first so many: the value is what memory held at first
 * and what these have added. So there are few values, and each is said in terms of
 * from-reads; as chains of reads and writes (graph.h) it would take the solver a proof
 * by counting to see that they are no others.
 *
 * This relies on what models say of atomic instructions and of coherence: that no
 * write comes between the two halves of one, that a thread sees its own writes in
 * order. No model is trusted to: the condition for an execution in which it is not so
 * goes to the solver first, and counters are given up if there is one.
 *
 * Why that is enough. A write w reads from src, and the condition says: src is before w
 * in co, no other write is between them, and co relates any two of them. So the writes
 * before w are src and those before src: w finds what src's instruction found and what
 * src adds. The initial write is before all, so that what is read from it has none before.
 * A load by itself reads before what follows src in co (fr), and the others are src and
 * those before it.
 */
#ifndef CM_CHECKER_THREADS_COUNTER_H
#define CM_CHECKER_THREADS_COUNTER_H

#include "checker/threads/memory.h"

/* The writes of one thread, in program order. */
typedef struct cm_counted {
    int count;
    int *accesses;  /* of the thread's run */
    uint64_t *sums; /* [0 .. count]: what the first so many add up to */
} cm_counted;

struct cm_counter {
    bool used, refused;
    uint32_t offset;
    unsigned width;
    cm_counted *threads; /* by thread */
};

/* Looks which locations are counters as the threads have executed last. True when that
 * changed. */
bool cm_counters_find(cm_memory *memory);

/* The counter that the load reads, or NULL. */
const cm_counter *cm_counter_read(const cm_memory *memory, const cm_access *load);

/* The values that the load may find; increasing. False: they are too many. */
bool cm_counter_domain(const cm_memory *memory, const cm_counter *counter, const cm_access *load,
                       cm_domain *out);

/* How many of its own thread's writes come before the load, and what memory then holds at
 * least: the initial value and what these have added. */
int cm_counter_own_before(const cm_memory *memory, const cm_counter *counter,
                          const cm_access *load);
uint64_t cm_counter_own_value(const cm_memory *memory, const cm_counter *counter,
                              const cm_access *load);

#endif
