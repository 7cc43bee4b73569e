/* Options of herd7 and mcompare7: see foreign.h. docs/from-herd.md has the same in words. */
#include "cli/foreign.h"

#include <stddef.h>
#include <string.h>

static const struct {
    const char *verb, *word, *here;
} habits[] = {
    {"check", "model", "-m MODEL"},
    {"check", "unroll", "-u N"},
    {"check", "variant", "--variant NAME"},
    {"check", "timeout", "-t SECONDS"},
    {"check", "bell", "a model that includes what the bell file says"},
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
    {"compare", "pos", "--pos FILE"},
    {"compare", "neg", "--neg FILE"},
    {"compare", "nohash", "--nohash"},
    {"compare", "quiet", "--quiet"},
    {"compare", "show", "--all"},
};

const char *cli_foreign_option(const char *verb, const char *word)
{
    for (size_t i = 0; i < sizeof habits / sizeof *habits; i++)
        if (strcmp(habits[i].verb, verb) == 0 && strcmp(habits[i].word, word) == 0)
            return habits[i].here;
    return NULL;
}
