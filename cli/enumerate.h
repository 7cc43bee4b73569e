/* The parts of `cmcm enumerate`:
 *
 *     options ─▶ generator ─▶ tests ─▶ list, count, directory, archive, stream
 *                                   ─▶ enumerate_check.c: verdicts ─▶ report/suite.h
 */
#ifndef CM_CLI_ENUMERATE_H
#define CM_CLI_ENUMERATE_H

#include "cli/options.h"
#include "enumerate/reason.h"
#include "report/suite.h"

typedef struct enumerate_settings {
    const char *output, *format, *report, *model;
    const char *pages; /* a directory */
    const char *cpu, *cpu_fence, *arch;
    const char *observers, *condition, *pairs, *relax, *safe;
    cli_list axes;
    unsigned size, threads, jobs;
    double timeout;
    bool list, count, check, quiet;
} enumerate_settings;

typedef struct cli_test {
    const char *name, *text;
    size_t length;
    const char **values; /* of the axes */
    size_t program;      /* index into cli_tests.programs */
    cm_changes changes;  /* of suites: what reasons need */
} cli_test;

/* All tests of a request; in the arena. */
typedef struct cli_tests {
    cm_arena *arena;
    const enumerate_settings *settings;
    const char *command; /* for the foot of a page */
    const cm_enum_generator *generator;
    const cm_suite *suite; /* with reasons, or NULL */
    const char **axes;
    int axis_count;
    cli_test *items;
    size_t count, capacity;
    cm_programs programs;
    size_t distinct; /* programs of the tests; those after are only changes to them */
} cli_tests;

/* Checks every program and writes the table; gives the exit status. May escape. */
int cli_tests_check(cli_tests *tests);

#endif
