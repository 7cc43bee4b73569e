/* Compilers as child processes, and records of what they wrote. */
#ifndef CM_COMPILE_COMPILER_H
#define CM_COMPILE_COMPILER_H

#include "base/diag.h"

/* `gcc -O2 -march=armv8-a`, or `P1=clang-19 -O0`: for one thread only. */
typedef struct cm_compiler {
    cm_arena *arena;     /* of these texts */
    const char *command; /* as it was said, without the thread */
    const char **words;  /* NULL-ended */
    int word_count;
    int thread;          /* the number after P; -1: all */
    const char *version; /* the first line of what `--version` says; NULL: not asked yet */
} cm_compiler;

/* Words are separated by blanks; quotes ('...', "...") keep blanks, and a backslash the sign behind
 * it. No shell sees the command. Fails. */
cm_compiler cm_compiler_read(cm_work *work, const char *command);

/* NULL: there is no such program here. */
const char *cm_compiler_version(cm_work *work, cm_compiler *compiler);

typedef struct cm_compiled {
    const cm_source *assembly; /* NULL: there is none */
    const char *said;          /* then what the compiler said, or why there is none */
    bool crashed;              /* a signal ended it, or it says that it failed itself */
    bool absent;               /* it is not here, or there is no record */
} cm_compiled;

/* A record is a file for each test and compiler, TEST-COMMAND-HASH.s: what `--version` says, the
 * command, and for each unit `# unit NAME HASH`, of the unit, with its assembly. */
typedef struct cm_records {
    const char *directory; /* NULL: there are none */
    bool replay;           /* take what is recorded, and run no compiler */
    const char *test;      /* the name of the test at hand */
    const char **begun;    /* files that were begun in this run, in an arena of theirs */
    int begun_count, begun_capacity;
    cm_arena *arena;
} cm_records;

/* Compiles a unit, which has the name in its test ("P0 bare"). Fails where files cannot be made. */
cm_compiled cm_compile(cm_work *work, cm_compiler *compiler, const char *name, const char *unit,
                       cm_records *records);

/* The options that every unit is compiled with, for a report. */
const char *cm_compile_options(cm_work *work);

#endif
