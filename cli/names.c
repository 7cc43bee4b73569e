/* Tests of one name in one run: readers of logs take them for one. */
#include "cli/check.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_LINES = 10 };

typedef struct named {
    const char *name, *path;
    size_t index;
} named;

static int compare(const void *a, const void *b)
{
    const named *x = a, *y = b;
    int order = strcmp(x->name, y->name);
    return order != 0 ? order : (x->index > y->index) - (x->index < y->index);
}

/* How many lines would have been too many. */
static size_t report(const named *tests, size_t count)
{
    size_t lines = 0;
    for (size_t i = 1; i < count; i++) {
        if (strcmp(tests[i].name, tests[i - 1].name) != 0)
            continue;
        const char *space = strchr(tests[i].name, ' '); /* after the architecture */
        if (lines++ < MOST_LINES)
            fprintf(stderr, "%s: warning: another test is named %s: %s\n", tests[i].path,
                    space ? space + 1 : tests[i].name, tests[i - 1].path);
    }
    return lines > MOST_LINES ? lines - MOST_LINES : 0;
}

void cli_names_report(const cli_inputs *inputs, char *const *names)
{
    named *tests = malloc((inputs->count + 1) * sizeof *tests);
    size_t count = 0;
    for (size_t i = 0; tests && i < inputs->count; i++)
        if (names[i])
            tests[count++] = (named){names[i], inputs->items[i].path, i};
    if (count > 1)
        qsort(tests, count, sizeof *tests, compare);
    size_t more = tests ? report(tests, count) : 0;
    if (more)
        fprintf(stderr, "cmcm: warning: %zu more tests have the name of another\n", more);
    free(tests);
}
