/* Tests of one name in one run: readers of logs take them for one. */
#include "cli/names.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

struct cli_named {
    char *name; /* of a test that was checked; NULL: the place is free */
    char *digest;
    const char *path;
};

bool cli_names_init(cli_names *names, size_t count)
{
    names->capacity = 2 * count + 1;
    names->tests = calloc(names->capacity, sizeof *names->tests);
    return names->tests != NULL;
}

void cli_names_end(cli_names *names)
{
    for (size_t i = 0; names->tests && i < names->capacity; i++) {
        free(names->tests[i].name);
        free(names->tests[i].digest);
    }
    free(names->tests);
    *names = (cli_names){0};
}

/* Where the name is, or would be: half of all places stay free. */
static cli_named *find_named(const cli_names *names, const char *name)
{
    size_t at = cm_hash_text(name) % names->capacity;
    while (names->tests[at].name && strcmp(names->tests[at].name, name) != 0)
        at = (at + 1) % names->capacity;
    return &names->tests[at];
}

cli_repeated cli_names_add(cli_names *names, const char *path, char **name, char **digest,
                           const char **earlier)
{
    cli_named *test = find_named(names, *name);
    *earlier = test->path;
    if (test->name)
        return strcmp(test->digest, *digest) == 0 ? CLI_SAME_TEST : CLI_OTHER_TEST;
    *test = (cli_named){*name, *digest, path};
    *name = *digest = NULL;
    return CLI_NEW_NAME;
}
