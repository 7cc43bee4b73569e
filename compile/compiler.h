/* Runs compilers on translation units, and keeps records of the assembly that they write, which can
 * be read in their place. */
#ifndef CM_COMPILE_COMPILER_H
#define CM_COMPILE_COMPILER_H

#include "base/diag.h"
#include "base/hash.h"
#include "compile/unit.h"

typedef struct cm_kept_unit {
    const char *unit;
    const cm_source *assembly;
} cm_kept_unit;

/* `gcc -O2 -march=armv8-a`, or `P1=clang-19 -O0`: for one thread only. */
typedef struct cm_compiler {
    cm_arena *arena;     /* of these texts */
    const char *command; /* as it is given, without the thread */
    const char **words;  /* NULL-ended */
    int word_count;
    int thread;                 /* the number after P; -1: all */
    cm_unit_dialect dialect;    /* of the units that it is given: for LLVM IR, functions of C */
    const char *const *options; /* that it is called with, besides: NULL-ended */
    const char *version; /* the first line that `--version` prints; NULL: it was not run yet */
    double seconds;      /* after which it is killed; 0: never */
    cm_kept_unit *kept;  /* what it made so far: tests have many threads in common */
    size_t kept_count, kept_capacity;
    cm_index index; /* of kept, by the units' hashes */
} cm_compiler;

/* Words are separated by blanks; quotes ('...', "...") keep blanks, and a backslash the sign behind
 * it. No shell sees the command. Fails. */
cm_compiler cm_compiler_read(cm_work *work, const char *command);

/* NULL: the compiler is not installed. */
const char *cm_compiler_version(cm_work *work, cm_compiler *compiler);

typedef struct cm_compiled {
    const cm_source *assembly; /* NULL: there is none */
    const char *said;          /* then what the compiler said, or why it wrote nothing */
    bool crashed;              /* a signal ended it, or it says that it failed itself */
    bool refused;              /* it ran, and wrote nothing */
    bool absent;               /* the compiler is not installed, or a record is missing */
} cm_compiled;

/* A record is a file for each test and compiler, TEST-COMMAND-HASH.s: what `--version` says, the
 * command, and for each unit a line `# unit NAME HASH`, with the unit's hash, and its assembly, or
 * `.error` where the compiler failed or refused it. */
typedef struct cm_records {
    const char *directory; /* NULL: nothing is recorded */
    bool replay;           /* take what is recorded, and run no compiler */
    const char *test;      /* the name of the test at hand */
    const char **begun;    /* files that this run has begun, in the arena below */
    int begun_count, begun_capacity;
    cm_arena *arena;
} cm_records;

/* Compiles a unit, which has the name in its test ("P0 bare"). Fails where files cannot be made. */
cm_compiled cm_compile(cm_work *work, cm_compiler *compiler, const char *name, const char *unit,
                       cm_records *records);

/* The options that its units are compiled with, for a report. */
const char *cm_compile_options(cm_work *work, const cm_compiler *compiler);

#endif
