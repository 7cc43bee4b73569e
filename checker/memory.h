/* Memory while threads execute: which values a read may find.
 *
 * Accesses of different sizes overlap. Memory is therefore cut at every byte
 * where some access begins or ends; between two cuts lies a part that every
 * access covers whole or not at all. A read's domain is what its parts can hold:
 * the initial value or what any store may leave there. (Accesses are sequences of
 * bytes, related part by part: docs/cat.md, `loc` and `same-instruction`.)
 */
#ifndef CM_CHECKER_MEMORY_H
#define CM_CHECKER_MEMORY_H

#include "checker/execute.h"

/* Bytes of one location, under the name that owns the memory. */
typedef struct cm_spot {
    int location;
    uint32_t offset;
} cm_spot;

typedef struct cm_room { /* by location; only those that own memory are used */
    uint32_t extent;     /* bytes that accesses may touch */
    uint64_t *cuts;      /* bit per offset 0..extent */
    bool touched;
} cm_room;

/* The store of an atomic instruction in a waiting loop; where a round fails it
 * writes what the instruction has read (spin.h). */
typedef struct cm_rewrite {
    int thread, store; /* step */
} cm_rewrite;

typedef struct cm_rewrites {
    cm_rewrite *items;
    int count, capacity;
} cm_rewrites;

typedef struct cm_counter cm_counter;

typedef struct cm_memory {
    cm_job *job;
    cm_room *rooms;
    cm_thread_run *runs; /* by thread */
    int rounds;
    cm_rewrites rewrites; /* that waiting loops were found to rely on */
    bool settled;         /* all domains are complete */
    struct cm_flow *flow; /* flow.h; NULL: domains were not narrowed */
    /* Domains are those of executions in which a thread does not read what it writes
     * later or has overwritten, and no value goes through a store that it is made of.
     * Models that allow others are told from those that do not by the solver: what a
     * domain leaves out is a stray (graph.h). Set where there are too many values
     * otherwise. */
    bool pruned;
    cm_counter *counters;   /* by location, counter.h; NULL: none is looked for */
    uint32_t *first_number; /* by thread: stores in the threads before it */
} cm_memory;

/* waits: by thread and step; NULL: none. They and `failed` are cm_unroll's. */
void cm_memory_init(cm_memory *memory, cm_job *job, unsigned bound, bool *const *waits,
                    unsigned failed);

/* Executes all threads until domains and cuts no longer change. */
void cm_memory_settle(cm_memory *memory);

/* Executes all threads with the domains as they are. */
void cm_memory_execute(cm_memory *memory);

/* Cuts memory where an access of the last execution begins or ends; true when there
 * is a new cut. */
bool cm_memory_cut(cm_memory *memory);

/* Which stores a load looks at. */
typedef bool cm_feeds(const void *argument, const cm_access *store, const cm_access *load);

/* Sets the load's domain to what initial memory and the stores that feed it (NULL: all)
 * may leave there; true when that changed it. */
bool cm_memory_update(cm_memory *memory, cm_thread_run *run, const cm_access *load, cm_feeds *feeds,
                      const void *argument);

/* Where a virtual address leads; false: outside of every location. */
bool cm_memory_find(const cm_memory *memory, uint64_t address, unsigned width, cm_spot *spot);

/* The location past whose end an access reaches that begins at *offset of it; NULL: none. */
const cm_location *cm_memory_passed(const cm_memory *memory, uint64_t address, unsigned width,
                                    uint64_t *offset);

/* Initial bytes [offset, offset + width) as a number. */
uint64_t cm_memory_initial(const cm_test *test, cm_spot spot, unsigned width);

/* Sets the domain of a load that has none to what memory holds initially. */
void cm_memory_first_domain(cm_memory *memory, const cm_val *address, unsigned width,
                            cm_domain *out);

/* May the load take its value from the store? Not from that of its own
 * instruction: an atomic instruction reads before it writes. */
bool cm_memory_may_feed(const cm_access *store, const cm_access *load);

/* Start offsets of the parts of an access (the first is 0), then its width:
 * count + 1 entries. */
typedef struct cm_parts {
    unsigned count;
    unsigned at[17];
} cm_parts;
cm_parts cm_memory_parts(const cm_memory *memory, const cm_access *access);

#endif
