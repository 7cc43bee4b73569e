/* A plan: a test and parameters, made into roles, teams and a memory layout.
 * Everything that the generated code and the harness must agree on stands here.
 *
 *     team 0:  CTA 0 (lanes x roles)  CTA 1  CPU thread 0 ...    one flag each
 *     team 1:  ...
 *
 * A round runs teams x steps x lanes instances, each with memory of its own:
 * instance i = (step * teams + team) * lanes + lane. A team is as many CTAs as
 * the test has, and one CPU thread for each CPU thread of the test. Every lane
 * of a role is one GPU thread (or a warp: spread); a CPU thread goes through the lanes one by one.
 *
 * Before a step all participants of a team align: each writes first + step + 1
 * into its own flag and waits, for a bounded time, until the flags of the others
 * have reached it. Alignment is relaxed on purpose: an acquire would invalidate
 * the L1 that a touch has just filled.
 *
 * Location l of instance i is at
 *     memory + location[l].region + (((i * multiplier + addend) & (n - 1)) * stride)
 * with n = instance_slots, a power of two >= the instances of a round. Register
 * result k of instance i is the 64-bit word at results + (k * n + i) * 8.
 */
#ifndef CM_HWRUN_PLAN_PLAN_H
#define CM_HWRUN_PLAN_PLAN_H

#include "hwrun/plan/parameters.h"
#include "litmus/native.h"
#include "litmus/state.h"

/* A number, or an address inside the instance at hand. */
typedef struct cm_plan_value {
    int location;    /* -1: a number */
    uint64_t number; /* the number, or the offset in bytes from the location's start */
} cm_plan_value;

/* Where memory lives. */
typedef enum cm_area_kind {
    CM_AREA_MEMORY,  /* where cm_parameters.memory says */
    CM_AREA_DEVICE,  /* the memory of that GPU */
    CM_AREA_HOST,    /* pinned */
    CM_AREA_MANAGED, /* managed, at home with that device, or (-1) with the CPU */
    CM_AREA_NUMA     /* of that NUMA node */
} cm_area_kind;

/* Locations with one home lie together. */
typedef struct cm_plan_area {
    cm_area_kind kind;
    int device; /* which of the machine's GPUs; CM_AREA_NUMA: the node */
    uint64_t bytes;
    uint64_t at; /* from where area 0 starts: one behind the other until they are allocated */
} cm_plan_area;

enum { CM_PLAN_AREAS = 8, CM_PLAN_DEVICES = 8 };

typedef struct cm_plan_location {
    int cta;    /* of a team, in whose shared memory it is; -1: it is in global memory */
    int device; /* of that CTA */
    int area;
    /* Bytes. In shared memory from the beginning of that of the CTA, where each lane has a
     * place: region + lane * stride. Else from where area 0 starts. */
    uint64_t region;
    uint32_t bytes; /* of one instance's location: width * count */
    uint32_t width, count;
    uint32_t stride;     /* bytes, a power of two >= bytes */
    uint32_t multiplier; /* odd */
    uint32_t addend;
    const cm_plan_value *init; /* count of them */
} cm_plan_location;

typedef struct cm_role {
    int thread; /* index into test->threads */
    bool gpu;
    int participant;           /* of the team: the flag it aligns with. GPU: the CTA's. */
    int device;                /* GPU: which device */
    int cta;                   /* GPU: which CTA of the team on that device; else -1 */
    int place;                 /* GPU: which role of that CTA, or which warp, 0.. */
    int lane;                  /* GPU: of the warp, where the plan has warps; else 0 */
    int cpu;                   /* CPU: which CPU thread of the team, 0..; else -1 */
    const cm_plan_value *init; /* of each register of the thread */
} cm_role;

/* What a role stores after its body: a register that the test observes, or an element of a
 * location in the shared memory of its CTA. */
typedef struct cm_plan_result {
    int role;
    int reg;      /* of the thread; -1: of a location */
    int location; /* -1: of a register */
    uint32_t element;
    int observed; /* index into test->observed */
} cm_plan_result;

enum { CM_FLAG_STRIDE = 128 }; /* bytes between flags of participants */
enum { CM_STRESS_MOST = 1 << 30, CM_STRESS_MOST_OF_CPU = 64 << 20 }; /* bytes that stress uses */

typedef struct cm_plan {
    const cm_test *test;
    cm_parameters parameters; /* settled */
    cm_mix mix;
    cm_role *roles; /* one for each thread, in the test's order */
    int role_count;
    /* Devices: a kernel each, on a GPU of its own or, where the test has several domains of memory
     * synchronisation, in one of its domains. */
    int device_count;             /* 0: the test has CPU threads only */
    int devices[CM_PLAN_DEVICES]; /* numbers of their GPUs in the test, ascending */
    int gpus[CM_PLAN_DEVICES];    /* which of the machine's GPUs they are on, counted from 0 */
    int domains[CM_PLAN_DEVICES]; /* in which of its domains they are launched, 0.. */
    int gpu_kernels;              /* most devices of one GPU: more than one run beside each other */
    int cta_count, cpu_count;     /* of a team: CTAs on each device */
    int cta_roles;                /* most roles in one CTA; a CTA has lanes * cta_roles threads */
    int cluster_size;             /* CTAs of a cluster, 1: no clusters */
    int participants;             /* CTAs, device by device, then CPU threads */
    uint32_t teams, lanes, steps; /* all > 0 */
    /* GPU threads of a lane: 1, or a warp, of which the first runs and the others do nothing.
     * Threads of a warp, and warps at a barrier, wait for each other; those that wait for other
     * threads of the test must not. */
    uint32_t spread;
    bool warps; /* threads of the test in one warp are lanes of one warp, all of one instance */
    uint64_t instances;          /* teams * lanes * steps: of a round */
    uint64_t instance_slots;     /* n */
    cm_plan_location *locations; /* one for each location of the test */
    cm_plan_area areas[CM_PLAN_AREAS];
    int area_count;
    cm_plan_result *results;
    int result_count;
    int stuck_plane; /* results of one more plane, k = this: not 0 means that a GPU thread of the
                      * instance is stuck in a loop; -1: no GPU thread has one */
    int state_width; /* values of a state: cm_state_width */
    uint64_t memory_bytes, result_bytes, flag_bytes, scratch_bytes;
    uint32_t shared_bytes; /* of each CTA */
    uint64_t object_room;  /* cm_native_room of the test */
} cm_plan;

/* What the machine at hand can hold. */
typedef struct cm_plan_limits {
    cm_arch host;             /* the CPU's instruction set; CM_CMCM: none of ours */
    unsigned gpus;            /* of this kind; 0: one, if there are multiprocessors */
    unsigned cpus;            /* CPU threads that may be used */
    unsigned multiprocessors; /* 0: no GPU */
    unsigned domains;         /* of memory synchronisation on a GPU; 0: one */
    unsigned threads_per_multiprocessor, threads_per_block, blocks_per_multiprocessor;
} cm_plan_limits;

/* Errors (a test that cannot run here, by name) escape through the work. The
 * plan is in its arena. */
cm_plan *cm_plan_make(cm_work *work, const cm_test *test, const cm_parameters *parameters,
                      const cm_plan_limits *limits);

/* Address of a location of an instance, given where the memory area starts. */
static inline uint64_t cm_plan_address(const cm_plan *plan, const cm_plan_location *l,
                                       uint64_t memory, uint64_t instance)
{
    uint64_t slot = (instance * l->multiplier + l->addend) & (plan->instance_slots - 1);
    return memory + l->region + slot * l->stride;
}

static inline uint64_t cm_plan_instance(const cm_plan *plan, uint32_t team, uint32_t step,
                                        uint32_t lane)
{
    return ((uint64_t)step * plan->teams + team) * plan->lanes + lane;
}

/* GPU threads of a CTA. */
static inline uint32_t cm_plan_threads(const cm_plan *plan)
{
    return plan->lanes * plan->spread * (uint32_t)plan->cta_roles;
}

/* The lane of an instance that lane j of a role handles (CM_ROTATE). */
static inline uint32_t cm_plan_lane(const cm_plan *plan, int role, uint32_t lane)
{
    return (lane + (uint32_t)role * plan->parameters.tuned[CM_ROTATE]) % plan->lanes;
}

/* Is the word an address in the memory area? */
static inline bool cm_plan_holds(const cm_plan *plan, uint64_t memory, uint64_t word)
{
    bool holds = false;
    for (int a = 0; a < plan->area_count; a++)
        holds = holds || word - memory - plan->areas[a].at < plan->areas[a].bytes;
    return memory != 0 && holds;
}

/* Says where an area is, `at` bytes from area 0 (modulo 2^64): its locations move there. */
void cm_plan_move(cm_plan *plan, int area, uint64_t at);

/* The area that a location belongs to, which is added if it is new. Errors (no such home, no
 * such location in the list of homes) escape. */
int cm_plan_home(cm_work *work, cm_plan *plan, int location);
/* Says in the parameters, which a record keeps, where those locations live whose test says it. */
void cm_plan_tell_homes(cm_work *work, cm_plan *plan);
/* Complains about parts of the list of homes that name no location. */
void cm_plan_check_homes(cm_work *work, const cm_plan *plan);

/* A machine word as the model writes it: an address inside a location of this
 * instance becomes the location's own address (litmus/test.h), other words stay. */
uint64_t cm_plan_canonical(const cm_plan *plan, uint64_t memory, uint64_t instance, uint64_t word);

#endif
