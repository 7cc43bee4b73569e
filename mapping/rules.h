/* Tests of each rule of a mapping, made from its left side: what values its instruction reads and
 * leaves, alone, with all registers and the bytes beside what it reaches; and shapes of two to four
 * threads in which its order and its scope decide, as the one who writes, who reads, as the fence
 * or as the data, beside operations strong enough for the rest.
 */
#ifndef CM_MAPPING_RULES_H
#define CM_MAPPING_RULES_H

#include "mapping/instances.h"

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
