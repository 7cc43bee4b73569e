/* unit GROUP [PATTERN]: runs the tests of a group, or those whose names match. */
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unit_test *first, **last = &first;

void unit_add(unit_test *test)
{
    *last = test;
    last = &test->next;
}

uint64_t unit_seed(void)
{
    const char *seed = getenv("CMCM_TEST_SEED");
    return seed ? strtoull(seed, NULL, 10) : 1;
}

int unit_times(int count)
{
    const char *factor = getenv("CMCM_TEST_FACTOR");
    int times = factor ? (int)(count * strtod(factor, NULL)) : count;
    return times > 0 ? times : 1;
}

int unit_arena_new(void **state)
{
    *state = cm_arena_new(0);
    return *state ? 0 : 1;
}

int unit_arena_free(void **state)
{
    cm_arena_free(*state);
    return 0;
}

/* Is "tests/unit/test_NAME.c" of the group NAME? */
static bool is_of(const unit_test *test, const char *group)
{
    const char *name = strstr(test->file, "/test_") + strlen("/test_");
    size_t length = strlen(group);
    return strncmp(name, group, length) == 0 && strcmp(name + length, ".c") == 0;
}

int main(int argc, char **argv)
{
    if (argc < 2 || argc > 3)
        return fprintf(stderr, "usage: unit GROUP [PATTERN]\n"), 2;
    struct CMUnitTest *tests = NULL, group = {0};
    size_t count = 0;
    for (unit_test *test = first; test; test = test->next) {
        if (!is_of(test, argv[1]))
            continue;
        tests = realloc(tests, (count + 1) * sizeof *tests);
        tests[count] = test->test;
        if (test->test.test_func)
            count++;
        else
            group = test->test;
    }
    if (count == 0)
        return fprintf(stderr, "unit: no tests of %s\n", argv[1]), 2;
    if (argc == 3)
        cmocka_set_test_filter(argv[2]);
    int failed =
        _cmocka_run_group_tests(argv[1], tests, count, group.setup_func, group.teardown_func);
    free(tests);
    return failed;
}
