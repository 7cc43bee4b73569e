/* The options of a verb, as one table: parsing, --help and the manual page's
 * list agree because they come from it (tests/program/options.sh compares). help.txt says in
 * sentences what options do. */
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
} cli_option;

/* Options of several verbs, a row each, so that a word or a letter means one thing everywhere
 * (tests/program/options.sh); `at` is the offset of the value. What a verb adds to the meaning
 * stands in its details. */
#define CLI_ROW(...)                                                                               \
    {                                                                                              \
        __VA_ARGS__                                                                                \
    }
#define CLI_MODEL(kind, at)   CLI_ROW('m', "model", "NAME|FILE.cat", kind, at, 0, 0)
#define CLI_INCLUDE(at)       CLI_ROW('I', "include", "DIR", CLI_LIST, at, 0, 0)
#define CLI_DIALECT(at)       CLI_ROW(0, "dialect", "auto|cmcm|herd|dat3m", CLI_CHOICE, at, 0, 0)
#define CLI_VARIANT(at)       CLI_ROW(0, "variant", "NAME", CLI_LIST, at, 0, 0)
#define CLI_SOURCE_MODEL(at)  CLI_ROW(0, "source-model", "NAME|FILE.cat", CLI_TEXT, at, 0, 0)
#define CLI_TARGET_MODEL(at)  CLI_ROW(0, "target-model", "NAME|FILE.cat", CLI_TEXT, at, 0, 0)
#define CLI_CALLS(at)         CLI_ROW(0, "calls", "CALLS", CLI_TEXT, at, 0, 0)
#define CLI_OUTCOME(at)       CLI_ROW(0, "outcome", "CONDITION", CLI_TEXT, at, 0, 0)
#define CLI_FORMAL(at)        CLI_ROW(0, "formal", NULL, CLI_FLAG, at, 0, 0)
#define CLI_UNROLL(at)        CLI_ROW('u', "unroll", "N", CLI_NUMBER, at, 1, 10000)
#define CLI_TIMEOUT(at)       CLI_ROW('t', "timeout", "SECONDS", CLI_SECONDS, at, 0, 1000000)
#define CLI_MEMORY_LIMIT(at)  CLI_ROW(0, "memory-limit", "MB", CLI_NUMBER, at, 16, 1048576)
#define CLI_JOBS(at)          CLI_ROW('j', "jobs", "N", CLI_NUMBER, at, 0, 256)
#define CLI_AXIS(at)          CLI_ROW(0, "axis", "NAME=VALUE,...", CLI_LIST, at, 0, 0)
#define CLI_CPU(at)           CLI_ROW(0, "cpu", "{cpus}|native", CLI_CHOICE, at, 0, 0)
#define CLI_ARCH(at)          CLI_ROW(0, "arch", "{archs}|CMCM", CLI_CHOICE, at, 0, 0)
#define CLI_THREADS(at)       CLI_ROW(0, "threads", "N", CLI_NUMBER, at, 1, 64)
#define CLI_LISTING(at)       CLI_ROW(0, "list", NULL, CLI_FLAG, at, 0, 0)
#define CLI_DEVICE(at)        CLI_ROW(0, "device", "N", CLI_NUMBER, at, 0, 255)
#define CLI_CC(kind, at)      CLI_ROW(0, "cc", "COMPILER", kind, at, 0, 0)
#define CLI_ITERATIONS(at)    CLI_ROW(0, "iterations", "N", CLI_COUNT, at, 0, 0)
#define CLI_TIME(at)          CLI_ROW(0, "time", "SECONDS", CLI_SECONDS, at, 0, 1000000)
#define CLI_SEED(at)          CLI_ROW(0, "seed", "N", CLI_COUNT, at, 0, 0)
#define CLI_DRY_RUN(at)       CLI_ROW('n', "dry-run", NULL, CLI_FLAG, at, 0, 0)
#define CLI_RECORD(what, at)  CLI_ROW(0, "record", what, CLI_TEXT, at, 0, 0)
#define CLI_FORMAT(words, at) CLI_ROW('f', "format", words, CLI_CHOICE, at, 0, 0)
#define CLI_BUILD(at)         CLI_ROW(0, "build", "DIRECTORY", CLI_TEXT, at, 0, 0)
#define CLI_OUTPUT(what, at)  CLI_ROW('o', "output", what, CLI_TEXT, at, 0, 0)
#define CLI_PAGES(at)         CLI_ROW(0, "pages", "DIRECTORY", CLI_TEXT, at, 0, 0)
#define CLI_STRICT(at)        CLI_ROW(0, "strict", NULL, CLI_FLAG, at, 0, 0)
#define CLI_QUIET(at)         CLI_ROW('q', "quiet", NULL, CLI_FLAG, at, 0, 0)
#define CLI_VERBOSE(at)       CLI_ROW('v', "verbose", NULL, CLI_FLAG, at, 0, 0)

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
    const cli_option *options;
    size_t option_count;
    size_t settings_size;
    const void *defaults; /* of the settings; NULL: zero */
    int (*run)(const cli_call *call, void *settings);
    void (*more)(FILE *to); /* help after the details; may be NULL */
    bool one_dash;          /* the long words go with one dash, too: `-pos FILE` */
} cli_verb;

/* Of a cli_verb. */
#define CLI_OPTIONS(table, settings)                                                               \
    .options = table, .option_count = sizeof table / sizeof *table,                                \
    .settings_size = sizeof(settings)

/* ", did you mean `check`?" or "". */
typedef struct cli_hint {
    char text[128];
} cli_hint;
cli_hint cli_hint_of(const cm_near *near);

/* What help.txt says of the option or, with NULL, behind the options of the verb; "": nothing. */
typedef struct cli_prose {
    char text[2000];
} cli_prose;
cli_prose cli_prose_of(const cli_verb *verb, const cli_option *option);

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
 * "show". "": it is none that is known. */
cli_prose cli_foreign_option(const cli_verb *verb, const char *word, size_t length);

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
