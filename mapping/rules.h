/* Tests of each rule of a mapping, made from its left side: what values its instruction reads and
 * leaves, alone, with all registers and the bytes beside what it reaches; and shapes of two to four
 * threads in which its order and its scope decide, as the one who writes, who reads, as the fence
 * or as the data, beside operations strong enough for the rest.
 */
#ifndef CM_MAPPING_RULES_H
#define CM_MAPPING_RULES_H

#include "litmus/isa/write.h"
#include "mapping/mapping.h"

/* ---- what a rule is about ----------------------------------------------------------------
 *
 * Its pattern with each of its {words}, read as an instruction of the source. Nothing here knows an
 * instruction set: what an instruction does, which of its operands is an address, which is written,
 * is what reading it says.
 */

/* How an operand $name is written. */
typedef enum cm_map_operand {
    CM_OPERAND_NAME,     /* [x] */
    CM_OPERAND_ADDRESS,  /* a register that holds the address, in brackets: [X8] */
    CM_OPERAND_OFFSET,   /* likewise: 0(x8) */
    CM_OPERAND_REGISTER, /* of the mapping's first letter, its second, ... */
    CM_OPERAND_NUMBER = CM_OPERAND_REGISTER + 4,
    CM_OPERAND_MARKED, /* #1 */
    CM_OPERAND_LABEL,  /* $l */
    CM_OPERANDS
} cm_map_operand;

typedef struct cm_map_instance {
    int rule, number;                /* its turn among those of the rule */
    const char *text;                /* with $names */
    const char *names[CM_MAP_PARTS]; /* each $name once */
    cm_map_operand kinds[CM_MAP_PARTS];
    bool numbers[CM_MAP_PARTS]; /* a register, but a number would do, or the other way round */
    int count;
    int to;     /* the operand that is written; -1: none */
    int inputs; /* how many of them are neither this one nor an address */
    bool reads, writes, fences, meets, jumps;
    bool shared, anywhere; /* its memory: that of a CTA only; what the address says */
    bool scoped;
    cm_scope scope;
    bool again; /* orders as one of the rule before it does, and computes something else */
} cm_map_instance;

typedef struct cm_map_instances {
    cm_map_instance *items;
    int count, capacity;
} cm_map_instances;

/* Of all rules, in their order; what cannot be read as an instruction is left out. Under protect.
 */
cm_map_instances cm_map_instances_of(cm_arena *arena, const cm_mapping *mapping);
/* Those of one text, which need not be a pattern: an instruction with $names. */
void cm_map_instance_add(cm_arena *arena, const cm_mapping *mapping, int rule, const char *text,
                         cm_map_instances *to);

/* The instruction with those operands, one for each name. */
const char *cm_map_instance_fill(cm_arena *arena, const cm_map_instance *instance,
                                 const char *const *operands);
/* ".8" if the instruction accesses an object of 8 bits, ".16" of 16; else "". */
const char *cm_map_instance_size(cm_arena *arena, const cm_map_instance *instance);
/* Have the source's instructions memory of a CTA? */
bool cm_map_has_shared(const cm_mapping *mapping);
/* A test of those threads; observed NULL: it observes nothing. */
const char *cm_map_text_of_threads(cm_arena *arena, const cm_writer *threads,
                                   const char *const *heads, int count, const char *name,
                                   const char *init, const char *observed);
/* A test of one thread, whose rows the writer has: at a place, where its set has places. */
const char *cm_map_text_of_thread(cm_arena *arena, const cm_writer *thread, const char *name,
                                  const char *init, const char *observed);
/* A writer for it, of the location y only. */
cm_writer cm_map_writer_of_thread(cm_arena *arena, const cm_mapping *mapping, cm_text *init);
/* Register `number` of the operand's letter. */
const char *cm_map_instance_register(cm_arena *arena, const cm_mapping *mapping,
                                     cm_map_operand kind, int number);
/* How many registers of that letter a mapping has a place for, of the first 32. */
int cm_map_register_count(const cm_mapping *mapping, int letter);

/* ---- its tests --------------------------------------------------------------------------- */

/* Instances from that number on are others' in another spelling: one test is enough. */
enum { CM_MAP_SPELLINGS = 100 };

/* Gets a test, which lives as long as the call. False: no more, please. */
typedef bool cm_map_sink(void *context, const char *name, const char *text);

typedef struct cm_map_making {
    const cm_mapping *mapping;
    const cm_map_instances *all;
    cm_map_sink *sink;
    void *context;
    bool *shaped; /* by rule: was there a test of several threads? */
} cm_map_making;

/* False: the sink has enough. alone, by rule: its instruction does something to memory or to other
 * threads, and the mapping has no rules for what a test of several threads would need beside it. */
bool cm_map_rule_tests(cm_arena *arena, const cm_mapping *mapping, cm_map_sink *sink, void *context,
                       bool *alone);

/* Of one instance, in memory that goes afterwards: values.c, shapes.c. */
bool cm_map_value_tests(const cm_map_making *making, cm_arena *arena,
                        const cm_map_instance *instance);
bool cm_map_shape_tests(const cm_map_making *making, cm_arena *arena,
                        const cm_map_instance *instance);
/* Is the text a test of the source, and its translation one of the target? Under protect. */
bool cm_map_is_read(cm_arena *arena, const cm_mapping *mapping, const char *text);
/* "line-20-0", the beginning of its tests' names. */
const char *cm_map_instance_name(cm_arena *arena, const cm_mapping *mapping,
                                 const cm_map_instance *instance);

#endif
