/* The options of a verb, as one table: parsing, --help and the manual page's
 * list agree because they come from it (tests/program/options.sh compares). */
#ifndef CM_CLI_OPTIONS_H
#define CM_CLI_OPTIONS_H

#include "base/arena.h"
#include "base/near.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* Exit statuses of the program. When several apply the first of USAGE, INPUT,
 * UNMET, UNKNOWN is given; of `cmcm run` and `cmcm conform`, which report findings,
 * the first of USAGE, UNMET, INPUT, UNKNOWN, DEVICE. */
enum {
    CLI_OK = 0,
    CLI_UNMET = 1,   /* an expectation or assertion was not met; a forbidden outcome was seen */
    CLI_USAGE = 2,   /* the command line is wrong */
    CLI_INPUT = 3,   /* an input could not be read or parsed */
    CLI_UNKNOWN = 4, /* a test ended without a certain answer */
    CLI_DEVICE = 5   /* nothing could be run: the machine lacks what it needs */
};

typedef enum cli_kind {
    CLI_FLAG,     /* bool */
    CLI_TEXT,     /* const char * */
    CLI_OPTIONAL, /* const char *: "" when given without =ARGUMENT */
    CLI_LIST,     /* cli_list: may be given several times */
    CLI_NUMBER,   /* unsigned, between min and max */
    CLI_COUNT,    /* uint64_t, up to 2^63: also "2.5M", "1e6" */
    CLI_SECONDS,  /* double, 0 to max */
    CLI_CHOICE,   /* const char *: one of the words of `argument`, "a|b|c"; {cpus}, {gpus} and
                   * {archs} stand for those of the table of instruction sets */
    CLI_CHOICES   /* cli_list of such words: may be given several times */
} cli_kind;

typedef struct cli_option {
    char letter;          /* 0: only the long form */
    const char *name;     /* without "--" */
    const char *argument; /* as help shows it, or NULL */
    cli_kind kind;
    size_t offset; /* of the value in the verb's settings */
    unsigned min, max;
    const char *help; /* one sentence */
} cli_option;

/* Options of several verbs, a row each, so that a word or a letter means one thing everywhere
 * (tests/program/options.sh); `at` is the offset of the value. What a verb adds to the meaning
 * stands in its details. */
#define CLI_ROW(...)                                                                               \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define CLI_MODEL(kind, at)                                                                        \
    CLI_ROW('m', "model", "NAME|FILE.cat", kind, at, 0, 0,                                         \
            "The memory model; without it the installed one for the test's architecture. "         \
            "Where two are compared, it is given twice.")
#define CLI_INCLUDE(at)                                                                            \
    CLI_ROW('I', "include", "DIR", CLI_LIST, at, 0, 0,                                             \
            "Search DIR for included models; may be repeated.")
#define CLI_DIALECT(at)                                                                            \
    CLI_ROW(0, "dialect", "auto|cmcm|herd|dat3m", CLI_CHOICE, at, 0, 0,                            \
            "Whose cat language a model is written in, where its text does not say it (auto).")
#define CLI_VARIANT(at)                                                                            \
    CLI_ROW(0, "variant", "NAME", CLI_LIST, at, 0, 0,                                              \
            "Take a reading (`if \"NAME\"`) of the model, one that `cmcm models` lists; may "      \
            "be repeated.")
#define CLI_SOURCE_MODEL(at)                                                                       \
    CLI_ROW(0, "source-model", "NAME|FILE.cat", CLI_TEXT, at, 0, 0,                                \
            "What the source promises; without it the model of the mapping or of the "             \
            "language.")
#define CLI_TARGET_MODEL(at)                                                                       \
    CLI_ROW(0, "target-model", "NAME|FILE.cat", CLI_TEXT, at, 0, 0,                                \
            "What the target promises; without it the model of the mapping or of the "             \
            "instruction set.")
#define CLI_CALLS(at)                                                                              \
    CLI_ROW(0, "calls", "CALLS", CLI_TEXT, at, 0, 0,                                               \
            "Functions of a program in C that run side by side, `push(&q, 1) | pop(&q)`.")
#define CLI_OUTCOME(at)                                                                            \
    CLI_ROW(0, "outcome", "CONDITION", CLI_TEXT, at, 0, 0,                                         \
            "The outcome in question, `1:r0=1 /\\ 1:r1=0` or a state `1:r0=1; 1:r1=0`; "           \
            "without it, what the test's condition asks about: the proposition of exists and "     \
            "~exists, the opposite of forall's.")
#define CLI_FORMAL(at)                                                                             \
    CLI_ROW(0, "formal", NULL, CLI_FLAG, at, 0, 0,                                                 \
            "Also print the model's axioms, the cycles and the model's names for them.")
#define CLI_UNROLL(at)                                                                             \
    CLI_ROW('u', "unroll", "N", CLI_NUMBER, at, 1, 10000,                                          \
            "Take a backward jump N times per execution, at most (2). A jump that is surely "      \
            "taken, by constants and initial registers alone, does not count.")
#define CLI_TIMEOUT(at)                                                                            \
    CLI_ROW('t', "timeout", "SECONDS", CLI_SECONDS, at, 0, 1000000,                                \
            "Give up on a test after this time; its answer is then not certain.")
#define CLI_MEMORY_LIMIT(at)                                                                       \
    CLI_ROW(0, "memory-limit", "MB", CLI_NUMBER, at, 16, 1048576,                                  \
            "Give up on a test that needs more memory.")
#define CLI_JOBS(at)                                                                               \
    CLI_ROW('j', "jobs", "N", CLI_NUMBER, at, 0, 256,                                              \
            "Work on N tests at a time; 0: as many as there are processors.")
#define CLI_AXIS(at)                                                                               \
    CLI_ROW(0, "axis", "NAME=VALUE,...", CLI_LIST, at, 0, 0,                                       \
            "Only these values of an axis; may be repeated for several axes.")
#define CLI_CPU(at)                                                                                \
    CLI_ROW(0, "cpu", "{cpus}|native", CLI_CHOICE, at, 0, 0,                                       \
            "The instruction set of CPU threads; native: this machine's.")
#define CLI_ARCH(at)                                                                               \
    CLI_ROW(0, "arch", "{archs}|CMCM", CLI_CHOICE, at, 0, 0,                                       \
            "The architecture or language of the tests that are made (enumerate and diff: "        \
            "AArch64).")
#define CLI_THREADS(at)                                                                            \
    CLI_ROW(0, "threads", "N", CLI_NUMBER, at, 1, 64, "Make tests of at most N threads.")
#define CLI_LISTING(at)                                                                            \
    CLI_ROW(0, "list", NULL, CLI_FLAG, at, 0, 0, "Print the names of the tests.")
#define CLI_DEVICE(at) CLI_ROW(0, "device", "N", CLI_NUMBER, at, 0, 255, "Use GPU number N (0).")
#define CLI_CC(kind, at)                                                                           \
    CLI_ROW(0, "cc", "COMPILER", kind, at, 0, 0, "The compiler, a program's name or path.")
#define CLI_ITERATIONS(at)                                                                         \
    CLI_ROW(0, "iterations", "N", CLI_COUNT, at, 0, 0,                                             \
            "Run at least N instances of each test (1M unless --rounds or --time is given); of a " \
            "probe: N updates, trials, cycles or loads, or, of memory, N bytes; 2.5M and 1e6 are " \
            "numbers, too.")
#define CLI_TIME(at)                                                                               \
    CLI_ROW(0, "time", "SECONDS", CLI_SECONDS, at, 0, 1000000, "Run each test for this time.")
#define CLI_SEED(at)                                                                               \
    CLI_ROW(0, "seed", "N", CLI_COUNT, at, 0, 0, "The seed of all random choices (1).")
#define CLI_DRY_RUN(at)                                                                            \
    CLI_ROW('n', "dry-run", NULL, CLI_FLAG, at, 0, 0,                                              \
            "Print the code that would run, PTX and assembly, and run nothing; needs no GPU.")
#define CLI_RECORD(at)                                                                             \
    CLI_ROW(0, "record", "FILE.xml", CLI_TEXT, at, 0, 0,                                           \
            "Keep a record of the machine, the options and everything that was seen.")
#define CLI_FORMAT(words, at)                                                                      \
    CLI_ROW('f', "format", words, CLI_CHOICE, at, 0, 0,                                            \
            "The format of the output (the first of these).")
#define CLI_BUILD(at)                                                                              \
    CLI_ROW(0, "build", "DIRECTORY", CLI_TEXT, at, 0, 0,                                           \
            "The folder of the compile_commands.json with the flags of a source (the nearest one " \
            "above the source, or in a `build` there).")
#define CLI_OUTPUT(what, at)                                                                       \
    CLI_ROW('o', "output", what, CLI_TEXT, at, 0, 0,                                               \
            "Write to this file instead of standard output; a command that makes many tests "      \
            "writes them into this directory.")
#define CLI_PAGES(at)                                                                              \
    CLI_ROW(0, "pages", "DIRECTORY", CLI_TEXT, at, 0, 0,                                           \
            "Write the report as pages, of which index.html is the first.")
#define CLI_STRICT(at)                                                                             \
    CLI_ROW(0, "strict", NULL, CLI_FLAG, at, 0, 0, "Treat every warning as an error.")
#define CLI_QUIET(at)                                                                              \
    CLI_ROW('q', "quiet", NULL, CLI_FLAG, at, 0, 0,                                                \
            "Print less: a line for each test at most, no warnings, no progress.")
#define CLI_VERBOSE(at)                                                                            \
    CLI_ROW('v', "verbose", NULL, CLI_FLAG, at, 0, 0, "Print more; the text below says what.")

enum { CLI_LIST_MAX = 64 };
typedef struct cli_list {
    const char *items[CLI_LIST_MAX];
    int count;
} cli_list;

/* A verb as it was called. */
typedef struct cli_call {
    const struct cli_verb *verb;
    cm_arena *arena;     /* protected, and freed after the verb; what else is to be freed then needs
                          * a cm_arena_protect of its own */
    const char *command; /* "cmcm run MP.litmus -o run.xml", as a shell reads it */
    char **operands;
    int operand_count;
} cli_call;

typedef struct cli_verb {
    const char *name;
    const char *operands; /* "FILE|DIRECTORY|@LIST|-...", "" */
    const char *summary;  /* one sentence; NULL: a build lacks the verb, which says so */
    const char *details;  /* after the options; may be "" */
    const cli_option *options;
    size_t option_count;
    size_t settings_size;
    const void *defaults; /* of the settings; NULL: zero */
    int (*run)(const cli_call *call, void *settings);
    void (*more)(FILE *to); /* help after the details; may be NULL */
    bool one_dash;          /* the long words go with one dash, too: `-pos FILE` */
} cli_verb;

/* Of the details of verbs with an operand SUITE. */
#define CLI_SUITES                                                                                 \
    "A SUITE is a suite or family that `cmcm enumerate help` lists without operands;\n"            \
    "a file of that name is written ./hetero.\n"

/* Of a cli_verb. */
#define CLI_OPTIONS(table, settings)                                                               \
    .options = table, .option_count = sizeof table / sizeof *table,                                \
    .settings_size = sizeof(settings)

/* ", did you mean `check`?" or "". */
typedef struct cli_hint {
    char text[128];
} cli_hint;
cli_hint cli_hint_of(const cm_near *near);

/* The words that a CLI_CHOICE takes, "a|b|c", those of instruction sets among them. */
typedef struct cli_words {
    char text[200];
} cli_words;
cli_words cli_option_words(const cli_option *option);

/* Parses argv[0..argc), what follows the verb, into settings; operands are moved
 * to the front of argv and *operand_count counts them. False: done or wrong, and
 * *status says how the program ends (after --help: CLI_OK). */
bool cli_parse(const cli_verb *verb, void *settings, int argc, char **argv, int *operand_count,
               int *status);

/* What there is here in place of an option of herd7 or mcompare7; word: without its dashes,
 * "show". NULL: it is none that is known. */
const char *cli_foreign_option(const char *verb, const char *word, size_t length);

/* A count as CLI_COUNT has it; false: it is none. */
bool cli_count_parse(const char *text, uint64_t *count);

/* Prints a sentence at a column, broken at blanks; the first line is begun already. */
void cli_print_wrapped(FILE *to, const char *text, int column);

/* Prints the verb's help. */
void cli_help(FILE *to, const cli_verb *verb);

/* Prints "cmcm VERB: ..." and where help is; gives CLI_USAGE. */
int cli_usage_error(const cli_verb *verb, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
