/* Memory while threads execute: which values a read may find.
 *
 * Accesses of different sizes overlap. Memory is therefore cut at every byte
 * where some access begins or ends; between two cuts lies a part that every
 * access covers whole or not at all. A read's domain is what its parts can hold:
 * the initial value or what any store may leave there. (Accesses are sequences of
 * bytes, related part by part: docs/cat.md, `loc` and `same-instruction`.)
 */
#ifndef CM_CHECKER_THREADS_MEMORY_H
#define CM_CHECKER_THREADS_MEMORY_H

#include "checker/threads/access.h"
#include "model/relations.h"

typedef struct cm_room { /* by location; only those that own memory are used */
    uint32_t extent;     /* bytes that accesses may touch */
    uint64_t *cuts;      /* bit per offset 0..extent */
    uint64_t *touched;   /* bit per byte: an access may go to it; NULL: none to the location */
} cm_room;
bool cm_room_is_cut(const cm_room *room, uint32_t offset);
bool cm_room_is_touched(const cm_room *room, uint32_t offset);

/* The store of an atomic instruction in a waiting loop; where a round fails it
 * writes what the instruction has read (loops/wait.h). */
typedef struct cm_rewrite {
    int thread, store; /* step */
} cm_rewrite;

typedef struct cm_rewrites {
    cm_rewrite *items;
    int count, capacity;
} cm_rewrites;

typedef struct cm_counter cm_counter;
typedef struct cm_range cm_range;

typedef struct cm_memory {
    cm_job *job;
    cm_room *rooms;
    cm_thread_run *runs; /* by thread */
    int rounds;
    bool all_meet;        /* no thread stays at a barrier, whatever is read (turns.h) */
    cm_rewrites rewrites; /* that waiting loops were found to rely on */
    bool settled;         /* all domains are complete */
    struct cm_flow *flow; /* flow.h; NULL: domains were not narrowed */
    /* Domains are those of executions in which a thread does not read what it writes
     * later or has overwritten, and no value goes through a store that it is made of.
     * Models that allow others are told from those that do not by the solver: what a
     * domain leaves out is a stray (graph.h). Set where there are too many values
     * otherwise. */
    bool pruned;
    bool ordered; /* the same, where the model allows no others (domains.h): nothing is asked */
    struct cm_span {
        uint64_t from, to;
    } * opaque;           /* by location: values that nobody knows are stored within these bytes */
    bool opaque_spread;   /* such bytes were found by the last execution */
    cm_lit made;          /* a variable: some step makes such a value out of known ones; if it is
                             false, every value that is read is known */
    cm_lit sources;       /* what `made` is defined as */
    cm_counter *counters; /* by location, counter.h; NULL: none is looked for */
    cm_range *ranges;     /* by place, range.h */
    uint32_t range_count, range_capacity;
    bool ranged;                /* a value was left out that is in none */
    struct cm_value_set *sets;  /* room for values that are collected (domains.c); NULL: none yet */
    uint32_t *first_number;     /* by thread: stores in the threads before it */
    struct cm_earlier *earlier; /* earlier.h; NULL: nothing is left out by them */
} cm_memory;

void cm_memory_init(cm_memory *memory, cm_job *job, const cm_loop_limits *limits);

/* Leaves only the cuts that accesses of the last execution make: others came of guesses (seeds.h)
 * that have gone. */
void cm_memory_uncut(cm_memory *memory);

/* Cuts memory where an access of the last execution begins or ends; true when there
 * is a new cut. */
bool cm_memory_cut(cm_memory *memory);
/* Elements of arrays are observed one by one (job.h: unless accesses stay whole). */
void cm_memory_cut_elements(cm_memory *memory);

/* Where a virtual address leads; false: outside of every location. */
bool cm_memory_find(const cm_memory *memory, uint64_t address, unsigned width, cm_spot *spot);

/* The location past whose end an access reaches that begins at *offset of it; NULL: none. */
const cm_location *cm_memory_passed(const cm_memory *memory, uint64_t address, unsigned width,
                                    uint64_t *offset);

/* Initial bytes [offset, offset + width) as a number. */
uint64_t cm_memory_initial(const cm_test *test, cm_spot spot, unsigned width);

/* Start offsets of the parts of an access (the first is 0), then its width:
 * count + 1 entries. */
typedef struct cm_parts {
    unsigned count;
    unsigned at[17];
} cm_parts;
cm_parts cm_memory_parts(const cm_memory *memory, const cm_access *access);

#endif
