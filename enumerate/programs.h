/* The distinct programs among many tests: equal bodies are one program, to be
 * checked once.
 *
 *     test 0 ─┐
 *     test 1 ─┴▶ program 0 (first: test 0)      hash table of bodies ──▶ index
 *     test 2 ──▶ program 1 (first: test 2)
 *
 * Texts are copied into the arena; functions that add may escape through it.
 */
#ifndef CM_ENUMERATE_PROGRAMS_H
#define CM_ENUMERATE_PROGRAMS_H

#include "base/hash.h"

typedef struct cm_program {
    const char *text; /* the whole litmus file of the first test that is this program */
    size_t length, body;
} cm_program;

/* A test whose program is known by the values of its axes. */
typedef struct cm_program_key {
    const void *suite; /* of which it is */
    const char *values;
    size_t program;
} cm_program_key;

typedef struct cm_programs {
    cm_arena *arena;
    cm_program *items;
    size_t count, capacity;
    cm_index index; /* by body */
    cm_program_key *keys;
    size_t key_count, key_capacity;
    cm_index key_index;
} cm_programs;

void cm_programs_init(cm_programs *programs, cm_arena *arena);
/* The program of that text, added if it is new. */
size_t cm_programs_add(cm_programs *programs, const char *text, size_t length, size_t body);

/* The program of the suite's test of these values, where it was noted; else CM_INDEX_NONE. */
size_t cm_programs_find(cm_programs *programs, const void *suite, const char *values);
/* Notes it; the values live as long as the programs. */
void cm_programs_note(cm_programs *programs, const void *suite, const char *values, size_t program);

#endif
