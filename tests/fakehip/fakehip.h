/* What tests ask the false libamdhip64, through dlsym.
 *
 * The environment, read by hipInit:
 *   FAKEHIP_FAIL=N      the N-th call from hipInit on fails (1: hipInit itself), as the code object
 *                       manager's calls do
 *   FAKEHIP_DEVICES=N   so many devices
 *   FAKEHIP_PEERS=0     they do not reach each other's memory
 *   FAKEHIP_COMGR=N     version N of the code object manager (2)
 */
#ifndef FAKEHIP_H
#define FAKEHIP_H

typedef struct fakehip_launch {
    unsigned count; /* of launches since hipInit; the rest is about the last one */
    char kernel[64];
    unsigned blocks, threads, parameters_given;
} fakehip_launch;

typedef struct fakehip_state {
    unsigned calls;     /* since hipInit, which counts */
    const char *failed; /* the call that was made to fail */
    int live;           /* objects made and not yet destroyed */
    int mistakes;       /* unknown objects, memory that does not belong to it, wrong numbers */
    unsigned device_flags, peers, fine_grained; /* flags; pairs; allocations */
    char isa[64];                               /* of the last assembling */
    fakehip_launch launch;
} fakehip_state;

typedef const fakehip_state *fakehip_ask(void); /* the symbol "fakehip_tell" */

#endif
