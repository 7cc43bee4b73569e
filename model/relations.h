/* What each base set and relation (base.h) relates, written once for all who ask.
 *
 * A world has the events and the truths: the checker's (checker/relations.c) has the events of
 * all executions and literals, that of one execution (execution/bases.h) has its events and knows
 * all truths.
 */
#ifndef CM_MODEL_RELATIONS_H
#define CM_MODEL_RELATIONS_H

#include "base/lit.h"
#include "litmus/test.h"
#include "model/base.h"

/* The base names of every test, and those that only models in herd's dialect have; the last row has
 * no name. */
extern const cm_base cm_base_rows[], cm_base_herd_rows[];

/* Bytes of one location, under the name that owns the memory. */
typedef struct cm_spot {
    int location;
    uint32_t offset;
} cm_spot;

typedef struct cm_target { /* where a memory event may go */
    cm_spot spot;
    uint64_t address; /* virtual */
    cm_lit when;
} cm_target;

/* What is known of an event before it is known what happens. */
typedef struct cm_outline {
    char kind;               /* 'R' 'W' 'F' 'B'; 'N': of a register (litmus/trace.h) */
    int thread;              /* -1: initial write */
    int location;            /* of an initial write */
    const cm_step *step;     /* NULL: initial write */
    const char *const *tags; /* its step's, or those of its form; NULL: none */
    uint64_t instance;       /* equal for the accesses of one instruction, each time it executes */
    uint32_t access;         /* index in its thread; the parts of one access are events each */
    uint32_t whole;          /* equal for accesses that are one single-copy atomic access */
    unsigned part, width;    /* offset in its access; bytes, 0: no memory event */
} cm_outline;

/* Ways for what was read to go into an event: fields of cm_access and of cm_action. */
typedef enum cm_way {
    CM_WAY_ADDR,
    CM_WAY_DATA,
    CM_WAY_CTRL,
    CM_WAY_PAIR /* the reads that a store may form an atomic pair with */
} cm_way;

typedef struct cm_world cm_world;
/* Gets an event, and the condition, given that the events asked about execute. */
typedef void cm_world_visit(void *context, uint32_t event, cm_lit when);

/* Events are numbered: initial writes first, and those of a thread in program order. */
struct cm_world {
    const cm_test *test;
    const cm_outline *outlines;
    uint32_t count, init_count;
    uint32_t from;   /* where the relation is told by each two events: not of two before this one */
    cm_arena *arena; /* for what is needed on the way */
    bool known;      /* every truth is CM_TRUE or CM_FALSE */

    cm_lit (*both)(cm_world *world, cm_lit a, cm_lit b);
    cm_lit (*either)(cm_world *world, cm_lit a, cm_lit b);
    cm_lit (*happens)(cm_world *world, uint32_t event);
    const cm_target *places; /* by event: where it goes; NULL: `targets` says where it may go */
    /* Where a memory event may go; gives how many there are. */
    uint32_t (*targets)(cm_world *world, uint32_t event, const cm_target **targets);
    /* The events of its thread that it depends on in this way, and not through the condition of
     * a selection or guard (pick: through one only). */
    void (*depends)(cm_world *world, uint32_t event, cm_way way, bool pick, cm_world_visit *visit,
                    void *context);
    /* Its dependencies of that kind (CM_FORGETS_...) count. */
    cm_lit (*counts)(cm_world *world, uint32_t event, unsigned kind);
    /* The writes that a read takes its value from. */
    void (*sources)(cm_world *world, uint32_t read, cm_world_visit *visit, void *context);
    /* Two barrier events meet. */
    cm_lit (*meets)(cm_world *world, uint32_t a, uint32_t b);
    /* Gets each pair that the relation has or may have, more than once perhaps. */
    void (*relate)(cm_world *world, uint32_t a, uint32_t b, cm_lit when);
};

/* Relates all pairs of a base that has some: a relation, or a set of the ends of its pairs. */
void cm_world_relate(cm_world *world, const cm_base *base);

/* Does the event belong to the set? One that its pairs say (cm_base.pairs): no. */
bool cm_base_has(const cm_test *test, const cm_base *base, const cm_outline *event);
/* Of a tag, and of threads of instruction sets (cm_base.has). */
bool cm_base_has_tag(const cm_test *test, const cm_base *base, const cm_outline *event);
bool cm_base_has_arch(const cm_test *test, const cm_base *base, const cm_outline *event);

/* Do two threads share a system, GPU, cluster, CTA or wave (litmus/placement.h)? -1: initial
 * writes. Threads of CPUs share no GPU, not even with themselves. */
bool cm_base_of_places(const cm_test *test, cm_scope scope, int a, int b);

/* Does the boundary between two kernels stand between an event of thread a and one of thread b?
 * `to`: the latter's step, or NULL: none that waits for kernels. -1: initial writes. */
bool cm_base_of_boundary(const cm_test *test, int a, int b, const cm_step *to);

#endif
