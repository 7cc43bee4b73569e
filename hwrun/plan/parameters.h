/* How a test is run: everything besides the test and the machine that decides
 * what happens. A run is repeated by giving the same parameters and seed.
 *
 * One table names the tunable ones, with bounds and defaults; the command line,
 * the run record, `--tune` and the documents take them from it.
 */
#ifndef CM_HWRUN_PLAN_PARAMETERS_H
#define CM_HWRUN_PLAN_PARAMETERS_H

#include "base/diag.h"

typedef enum cm_memory_kind {
    CM_MEMORY_DEFAULT, /* device for tests without CPU threads; malloc without GPU threads; else
                        * malloc where the GPU reaches it (pageableMemoryAccess), else pinned */
    CM_MEMORY_MALLOC,
    CM_MEMORY_PINNED,
    CM_MEMORY_MANAGED,
    CM_MEMORY_DEVICE,
    CM_MEMORY_HUGE,           /* the system's, for which huge pages were asked (MADV_HUGEPAGE) */
    CM_MEMORY_REGISTERED,     /* malloc memory, pinned afterwards */
    CM_MEMORY_WRITE_COMBINED, /* pinned, and not cached by the CPU */
    CM_MEMORY_MANAGED_CPU,    /* managed, told to stay with the CPU */
    CM_MEMORY_MANAGED_GPU,    /* managed, told to stay with the GPU */
    CM_MEMORY_VMM,            /* the GPU's, by its driver's virtual memory functions */
    CM_MEMORY_PEER,           /* of the machine's next GPU */
    CM_MEMORY_NUMA            /* pages of one NUMA node (numa_node); the last one */
} cm_memory_kind;

/* What options call for where a kind is meant: "malloc, pinned, ... or numa:N". */
#define CM_MEMORY_KINDS                                                                            \
    "malloc, huge, registered, pinned, write-combined, managed, managed:cpu, managed:gpu, "        \
    "device, vmm, peer, numa:N"

static inline bool cm_memory_is_managed(cm_memory_kind kind)
{
    return kind == CM_MEMORY_MANAGED || kind == CM_MEMORY_MANAGED_CPU ||
           kind == CM_MEMORY_MANAGED_GPU;
}

/* "malloc", "pinned", "managed:cpu", "numa:2"; in the arena or constant. */
const char *cm_memory_kind_text(cm_arena *arena, cm_memory_kind kind, unsigned numa_node);
/* False: the text names no kind. */
bool cm_memory_kind_parse(const char *text, cm_memory_kind *kind, unsigned *numa_node);

/* Indices into cm_parameters.tuned. */
typedef enum cm_tunable {
    CM_LANES,          /* instances of a team in one step: threads of a CTA for each role */
    CM_STEPS,          /* steps of a round: between two steps the team aligns */
    CM_TEAMS,          /* groups that run side by side; 0: as many as the machine holds */
    CM_STRIDE,         /* bytes between one location of successive instances */
    CM_SCATTER,        /* 0: instances lie in order; else shuffled by this much */
    CM_ALIGN,          /* 0: align a team once a round; 1: before every step */
    CM_SKEW,           /* each role waits 0 to so many nanoseconds after aligning, at random */
    CM_ROTATE,         /* role r's lanes handle instances turned by r * this */
    CM_TOUCH,          /* percent of steps before which a GPU role loads its locations (into L1) */
    CM_CPU_TOUCH,      /* percent of steps before which a CPU role loads its locations */
    CM_STRESS_BLOCKS,  /* CTAs that hammer scratch memory meanwhile */
    CM_STRESS_PATTERN, /* cm_stress_pattern */
    CM_STRESS_LINES,   /* scratch lines they hammer */
    CM_STRESS_STRIDE,  /* bytes from one of these lines to the next */
    CM_STRESS_HOME,    /* cm_stress_home: where these lines are */
    CM_CPU_STRESS,     /* CPU threads that do the same */
    CM_CPU_EVICT,      /* percent of steps before which a CPU role evicts its locations */
    CM_TUNABLE_COUNT
} cm_tunable;

/* The first four are two accesses, one after the other. */
typedef enum cm_stress_pattern {
    CM_STRESS_STORE_STORE,
    CM_STRESS_STORE_LOAD,
    CM_STRESS_LOAD_STORE,
    CM_STRESS_LOAD_LOAD,
    CM_STRESS_ATOMICS,
    CM_STRESS_ARITHMETIC, /* no accesses: power, which makes clocks slower */
    CM_STRESS_PATTERNS
} cm_stress_pattern;

typedef enum cm_stress_home {
    CM_STRESS_OWN,     /* the GPU's memory */
    CM_STRESS_HOST,    /* pinned: over the link to the host */
    CM_STRESS_PEER,    /* of the next GPU: over the link to that */
    CM_STRESS_MANAGED, /* with CPU threads that use it, too, its pages move to and fro */
    CM_STRESS_HOMES
} cm_stress_home;

/* What takes part decides the defaults. */
typedef enum cm_mix { CM_MIX_CPU, CM_MIX_GPU, CM_MIX_BOTH, CM_MIX_COUNT } cm_mix;

typedef struct cm_tunable_info {
    const char *name; /* "lanes", "cpu_touch": in records and --param NAME=VALUE */
    unsigned min, max;
    unsigned defaults[CM_MIX_COUNT];
    bool power_of_two;
    const char *help; /* one sentence */
} cm_tunable_info;

extern const cm_tunable_info cm_tunables[CM_TUNABLE_COUNT];
/* -1: no such parameter. */
int cm_tunable_find(const char *name);

enum { CM_HOMES = 128 };

typedef struct cm_parameters {
    uint64_t seed;
    cm_memory_kind memory;
    unsigned numa_node;
    char homes[CM_HOMES]; /* "x=gpu0,y=cpu" (plan_home.c); "": all where `memory` says */
    unsigned injections;  /* bits of cm_native_change (litmus/native.h) */
    uint64_t instances;   /* 0; in a record of an older version: those asked for in a round */
    uint64_t rounds;      /* 0: as many as iterations or seconds ask for, else 1 */
    uint64_t iterations;  /* instances in all, at least; 0: not asked */
    double seconds;       /* keep on for so long; 0: not asked */
    unsigned tuned[CM_TUNABLE_COUNT];
    bool given[CM_TUNABLE_COUNT]; /* set by the user or by tuning: else the default of the mix */
} cm_parameters;

/* Everything at its default; seed 1. */
void cm_parameters_init(cm_parameters *parameters);
/* "name=value"; false: not understood, *why says what was expected (constant or
 * in the arena). */
bool cm_parameters_set(cm_parameters *parameters, cm_arena *arena, const char *text,
                       const char **why);
/* Fills in what was not given. */
void cm_parameters_settle(cm_parameters *parameters, cm_mix mix);

/* ---- chance ---- */

/* Which of its choices each parameter has (CM_CHOICES: its default), and how likely each is to be
 * drawn (any numbers > 0). */
enum { CM_CHOICES = 8 };
typedef struct cm_draw {
    unsigned char picks[CM_TUNABLE_COUNT];
} cm_draw;
typedef struct cm_odds {
    double of[CM_TUNABLE_COUNT][CM_CHOICES];
} cm_odds;

void cm_odds_init(cm_odds *odds); /* all alike */
/* What a good draw has becomes likelier. */
void cm_odds_learn(cm_odds *odds, const cm_draw *best);
/* Draws by the odds (NULL: all alike); `draw` numbers the attempt. */
cm_draw cm_parameters_pick(const cm_odds *odds, uint64_t seed, uint64_t draw);
/* Sets what the user did not set. */
void cm_parameters_take(cm_parameters *parameters, cm_mix mix, const cm_draw *draw);
/* Both, all alike. */
void cm_parameters_draw(cm_parameters *parameters, cm_mix mix, uint64_t draw);

#endif
