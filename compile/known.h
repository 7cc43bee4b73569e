/* Tests of C, and what some compilers are known to make of them (compile/known.txt). */
#ifndef CM_COMPILE_KNOWN_H
#define CM_COMPILE_KNOWN_H

#include "base/diag.h"

typedef struct cm_known_result {
    const char *verdict, *command; /* "BUG", "clang-14 -O2" */
} cm_known_result;

typedef struct cm_known {
    const char *title;
    const cm_source *test;
    cm_known_result *results;
    int count, capacity;
} cm_known;

typedef struct cm_known_list {
    cm_known *items;
    int count, capacity;
} cm_known_list;

cm_known_list cm_known_read(cm_arena *arena);

#endif
