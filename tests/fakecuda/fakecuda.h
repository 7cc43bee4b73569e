/* What tests ask the false driver, through dlsym.
 *
 * The environment, read by cuInit:
 *   FAKECUDA_FAIL=N        the N-th call from cuInit on fails (1: cuInit itself)
 *   FAKECUDA_ATTRIBUTE_N=V attribute N of the device has value V; "old": the driver is
 *                          older than the attribute
 *   FAKECUDA_DEVICES=N     so many devices
 *   FAKECUDA_PEERS=0       they do not reach each other's memory
 */
#ifndef FAKECUDA_H
#define FAKECUDA_H

typedef struct fakecuda_launch {
    unsigned count; /* of launches since cuInit; the rest is about the last one */
    char kernel[64];
    unsigned blocks, threads, cluster, parameters_given;
    int cooperative;
    unsigned domain;
} fakecuda_launch;

typedef struct fakecuda_state {
    unsigned calls;     /* since cuInit, which counts */
    const char *failed; /* the call that was made to fail, by its manual's name */
    int live;           /* objects made and not yet destroyed, the context among them */
    int lost;           /* objects alive when the context was released */
    int mistakes;       /* unknown objects, no context, memory that does not belong to it */
    unsigned context_flags;
    unsigned peers; /* pairs that were made to reach each other, since cuInit */
    int optimise;   /* of the last module; -1: not said */
    fakecuda_launch launch;
} fakecuda_state;

typedef const fakecuda_state *fakecuda_ask(void); /* the symbol "fakecuda_tell" */

#endif
