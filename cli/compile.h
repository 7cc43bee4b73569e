/* The parts of `cmcm compile-check`:
 *
 *     compile_check.c ─▶ compile_judge.c ─▶ compile_report.c ─▶ compile_shrink.c
 *     (options, files,    (what a machine     (what was found,    (a smaller test
 *      who compiles what)  may do against      a report of a bug)  with the bug)
 *                          the language)
 */
#ifndef CM_CLI_COMPILE_H
#define CM_CLI_COMPILE_H

#include "cli/options.h"
#include "cmcm.h"
#include "compile/compiler.h"
#include "compile/known.h"
#include "compile/unit.h"

typedef struct cli_compile_settings {
    cli_list compilers, assembly, includes;
    const char *source_model, *target_model, *record, *format;
    bool mix, replay, verbose, self_test, no_shrink;
    uint64_t runs; /* of each result on this machine; 0: none */
    unsigned unroll;
    double timeout;
} cli_compile_settings;

/* The worse, the later. */
typedef enum cli_verdict {
    CLI_CC_EQUAL,     /* the machine's outcomes are the language's */
    CLI_CC_FEWER,     /* some outcomes are gone: optimised, or stronger than it must be */
    CLI_CC_UNDEFINED, /* the source promises nothing */
    CLI_CC_THIN_AIR,  /* only an axiom against values out of thin air forbids what is more */
    CLI_CC_WRITES,    /* what only loads an object in the source writes it: it may be constant */
    CLI_CC_ABSENT,    /* the compiler is not installed, or --replay finds no record of its result */
    CLI_CC_REFUSED,   /* the compiler refuses the unit, or what it wrote cannot be read */
    CLI_CC_UNKNOWN,   /* a limit was reached */
    CLI_CC_CRASH,     /* the compiler fails */
    CLI_CC_LOCKS,     /* as BUG, where one thread takes a lock for objects of 16 bytes, and another
                         does not: each by itself is right */
    CLI_CC_BUG        /* the machine has an outcome that the language does not allow */
} cli_verdict;

typedef struct cli_finding {
    cli_verdict verdict;
    const char *why;
    cm_unit_way way;
    const char *text;        /* the machine's test; NULL: there is none */
    const cmcm_model *model; /* which judged that; NULL: the test's own */
    size_t more, fewer;
    uint64_t runs, seen; /* on this machine: how many, and how many ended as the language forbids */
} cli_finding;

/* The final states of a test, each as one text, "P1_r0=1; x=2;", sorted by names. */
typedef struct cli_outcomes {
    const char **items;
    size_t count;
    const char *unknown; /* why there may be others; NULL: these are all */
    bool undefined;
} cli_outcomes;

typedef struct cli_compile {
    const cli_compile_settings *settings;
    cmcm_session *session;
    cmcm_model *flat, *grounded_flat; /* the language's, without and with `no-thin-air`, or NULL */
    cmcm_model *scoped;               /* that of tests whose threads have places; NULL: the same */
    cmcm_model *target;               /* NULL: that of the test */
    cmcm_model *read;                 /* that of tests of machines with a reading of their own */
    cm_arena *own;                    /* of compilers */
    cm_compiler *compilers;
    int compiler_count;
    cm_records records;
    const cm_known *known; /* of a self-test: the case at hand, and its result; NULL: none is */
    int known_result;
    size_t surprises, tests_run;
    size_t unread; /* tests that cannot be read, or are none that compilers get */
    size_t counts[CLI_CC_BUG + 1];
    bool failed;
    /* Of the test at hand. */
    const cmcm_model *weak, *strong;
    cm_work work;
    const char *path;
    cm_test *test;
    const char *source;       /* with all that is asked */
    cli_outcomes allowed[2];  /* by way */
    cli_outcomes grounded[2]; /* likewise, of the stronger model, */
    bool asked_grounded;      /* which is asked only where it matters */
    bool watches;             /* for writes that the source has not: of objects of 16 bytes, for
                                 which alone loads become instructions that write */
    const char *unasked;      /* such a write; NULL: there is none */
    cm_compiled *made;        /* by way, thread and compiler */
    cli_finding *judged;      /* each machine's test once */
    int judged_count, judged_capacity;
} cli_compile;

/* ---- compile_judge.c */

/* Begins with a test, in a work that is new: reads it and what the language allows. Fails, or says
 * in the session why not and gives false. */
bool cli_compile_open(cli_compile *c, const cm_source *source);
/* Checks a test with the model (NULL: its own) and sorts its outcomes by way. False: the test or
 * the model cannot be read; the session's error says why. */
bool cli_compile_outcomes(cli_compile *c, const cmcm_model *model, const char *text,
                          cli_outcomes by_way[2]);
/* Judges the threads, each compiled by the compiler of that number. */
cli_finding cli_compile_judge(cli_compile *c, const int *by_thread);
/* The part of clang that makes a BUG, as the LLVM IR before and after the passes shows: "front
 * end", "optimiser", "back end"; NULL: it is not known, the compiler is not clang, or the threads
 * have places, which the IR is not read with. */
const char *cli_compile_part(cli_compile *c, const cli_finding *f, const int *by_thread);
/* Compiles once more with lines of the source: the finding has them in its text, "at P1.c:9". It is
 * given as it is where that cannot be had, or is no BUG. */
cli_finding cli_compile_with_lines(cli_compile *c, const cli_finding *f, const int *by_thread);
/* Judges assembly that is there already, by thread. */
cli_finding cli_compile_judge_files(cli_compile *c, const cm_source *const *assembly);
/* Runs the machine's test here, if this machine is one for it: an outcome that the language does
 * not allow is a BUG, whatever was known before. */
void cli_compile_run(cli_compile *c, cli_finding *f);
/* Is it what a thread's local variable was stored in: P1_r0? */
bool cli_compile_is_stored(const char *text);

/* ---- compile_report.c */

/* Runs the finding where that is asked for, counts it and prints it; by_thread NULL: the assembly
 * was there already. */
void cli_compile_print(cli_compile *c, const char *title, cli_finding *f, const int *by_thread);
void cli_compile_print_summary(const cli_compile *c);

/* ---- compile_shrink.c */

typedef void cli_compile_then(cli_compile *c, cli_finding *f, const int *by_thread);

/* Is another test, which has threads of the test at hand, a BUG by the same compilers? then: called
 * with it if it is, or NULL. */
bool cli_compile_is_bug(const cli_compile *c, const int *by_thread, const char *text,
                        cli_compile_then *then);
/* A smaller test that is a BUG by the same compilers, in the work's arena; NULL: there is none, or
 * none is looked for. *said: how it was made, or why not, as a sentence. Where a lower level of
 * optimisation has the bug, c->compilers become those of the lowest, for the caller to put back. */
const char *cli_compile_shrink(cli_compile *c, const int *by_thread, const char **said);

#endif
