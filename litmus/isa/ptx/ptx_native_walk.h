/* Inside of the walk of a test's threads to their meetings (ptx_native_lanes.c):
 *
 *   ptx_native_lanes.c    ways, steps, states seen before
 *   ptx_native_meeting.c  who waits for whom
 *   ptx_native_value.c    what is known of values */
#ifndef CM_LITMUS_ISA_PTX_PTX_NATIVE_WALK_H
#define CM_LITMUS_ISA_PTX_PTX_NATIVE_WALK_H

#include "litmus/isa/ptx/ptx_native.h"

/* Fewer meetings on one way than rounds after which a run gives up: loops that end by themselves
 * are not. */
enum { MOST_LANES = 32, MOST_CHOICES = 64, MOST_MEETINGS = 1500, MOST_NODES = 400 };
enum { MOST_IN_ALL = 10000 }; /* meetings of all ways */

/* CM_OP_CONST: the number imm. CM_OP_REG: the symbol imm. */
typedef struct value {
    cm_op op;
    uint8_t bits;
    uint64_t imm;
    const struct value *a, *b, *c;
    unsigned nodes;
} value;

typedef struct lane {
    const cm_thread *thread;
    int step; /* the next one; thread->step_count: it has ended */
    const value **registers;
    const value *given;       /* what it handed over last */
    uint64_t word;            /* address of the word where it does */
    unsigned rounds;          /* of loops with meetings */
    unsigned turns;           /* of other loops, as far as they are followed */
    const value *id, *quorum; /* of the meeting that it is at */
    /* Of a barrier of the CTA where it has arrived without waiting, NULL: of none; how often it
     * has arrived at that of the cluster. */
    const value *arrived;
    unsigned cluster_arrivals;
} lane;

/* What is assumed of a value on this way. */
typedef struct decision {
    const value *of;
    const value *answer; /* what registers have in place of it; NULL: nothing shorter */
    bool holds;
    struct decision *next;
} decision;

typedef struct walk {
    cm_ptxn *n;
    bool of_cta; /* all threads of a CTA, not those of a warp only */
    lane *lanes;
    int count;
    uint64_t symbols;
    decision *decisions;
    unsigned left, kept; /* the round at which loops are left, UINT_MAX: none so far; a round that
                          * was gone */
    bool choices[MOST_CHOICES];
    int used, fixed; /* choices: of this way so far, and those that it starts with */
    const char **seen;
    int seen_count, seen_capacity;
    int meetings, all_meetings;
} walk;

/* The thread whose program cannot be followed waits, or makes others wait, at its step. */
_Noreturn void cm_ptxn_refuse_wait(walk *w, const lane *l);

/* ---- ptx_native_value.c: NULL is a value of which nothing is known */

const value *cm_ptxn_value_node(walk *w, value v);
const value *cm_ptxn_value_number(walk *w, uint64_t imm);
bool cm_ptxn_value_is_number(const value *v);
bool cm_ptxn_value_is_truth(const value *v); /* 0 or 1: what a comparison gives */
bool cm_ptxn_value_equal(const value *a, const value *b);
const value *cm_ptxn_evaluate(walk *w, const lane *l, const cm_expr *e);
/* The value that the question whether v is 0 comes down to; turned: asked the other way round. */
const value *cm_ptxn_value_core(const value *v, bool *turned);

/* ---- ptx_native_meeting.c */

/* Do all come whom the lane, which is at a meeting, waits for? */
bool cm_ptxn_all_come(walk *w, const lane *l);
/* Takes all those who wait there past the meeting; go_on: to their next one. */
void cm_ptxn_meet(walk *w, const lane *at, void go_on(walk *w, lane *l));

#endif
