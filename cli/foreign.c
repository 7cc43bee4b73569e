/* Options of herd7 and mcompare7, by people's habit. docs/from-herd.md has the same in words. */
#include "cli/options.h"

#include <string.h>

static const struct {
    const char *verb, *word, *here;
} habits[] = {
    {"check", "model", "-m MODEL"},
    {"check", "unroll", "-u N"},
    {"check", "variant", "--variant NAME"},
    {"check", "timeout", "-t SECONDS"},
    {"check", "bell", "a model that includes what the bell file says"},
    {"check", "macros", "a model whose .cfg names the file"},
    {"check", "show", "--witness, or --witness=STATE"},
    {"check", "nshow", "--witness, which shows one execution for each state asked for"},
    {"check", "speedcheck", "--question"},
    {"check", "skipchecks", "a copy of the model without the check, -m FILE.cat"},
    {"check", "through", "a copy of the model without the checks that are in the way"},
    {"check", "initwrites", "--witness, which shows them where they are read"},
    {"check", "hexa", "decimal values, which mcompare7 and `cmcm compare` take for the same"},
    {"check", "conf", "the options of the configuration on the command line"},
    {"check", "kinds", "a table, --expect FILE"},
    {"check", "conds", "the condition in the test"},
    {"check", "names", "the tests themselves, or a list of them, @LIST"},
    {"check", "exit", "the exit status, or --assert"},
    {"check", "candidates", "nothing: executions are not listed one by one"},
    {"check", "badexecs", "a copy of the model without the flag"},
    {"compare", "o", "the shell's redirection, > FILE"},
    {"compare", "pos", "--quiet, which prints the names"},
    {"compare", "neg", "--quiet, which prints the names"},
    {"compare", "e", "--names FILE"},
    {"compare", "mode", "tables as text; no LaTeX, no HTML"},
    {"compare", "macro", "tables as text; no LaTeX, no HTML"},
    {"compare", "hexa", "decimal values, whatever the log has"},
    {"compare", "int32", "values as they are: hexadecimal ones of up to 32 bits have a sign"},
    {"compare", "terse", "--quiet, without tables"},
    {"compare", "noempty", "the rows that there are"},
    {"compare", "nolitmus", "the logs that are to be shown"},
    {"compare", "nofst", "the logs that are to be shown"},
    {"compare", "restrict", "the first log's tests, or --names FILE"},
    {"compare", "show", "the table of differences, state by state"},
    {"compare", "kinds", "the condition in the test"},
    {"compare", "conds", "the condition in the test"},
    {"compare", "forcekind", "the condition in the test"},
    {"compare", "cpos", "the table, which has the states"},
    {"compare", "cneg", "the table, which has the states"},
    {"compare", "eq", "--all, which shows tests that agree, too"},
    {"compare", "cost", "tests in the order of their names"},
    {"compare", "big", "tests with many states, too"},
    {"compare", "faulttype", "faults as the logs have them"},
    {"compare", "oknames", "--names FILE"},
    {"compare", "nonames", "--excl FILE"},
    {"summary", "e", "--names FILE"},
    {"summary", "hexa", "decimal values, whatever the log has"},
    {"summary", "int32", "values as they are: hexadecimal ones of up to 32 bits have a sign"},
    {"summary", "oknames", "--names FILE"},
    {"summary", "nonames", "--excl FILE"},
};

const char *cli_foreign_option(const char *verb, const char *word, size_t length)
{
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (strcmp(habits[i].verb, verb) == 0 && strncmp(habits[i].word, word, length) == 0 &&
            !habits[i].word[length])
            return habits[i].here;
    return NULL;
}
