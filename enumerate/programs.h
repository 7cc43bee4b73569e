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

typedef struct cm_programs {
    cm_arena *arena;
    cm_program *items;
    size_t count, capacity;
    cm_index index; /* by body */
} cm_programs;

void cm_programs_init(cm_programs *programs, cm_arena *arena);
/* The program of that text, added if it is new. */
size_t cm_programs_add(cm_programs *programs, const char *text, size_t length, size_t body);

#endif
