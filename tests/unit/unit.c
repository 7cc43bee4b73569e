/* unit GROUP [PATTERN]: runs the tests of a group, or those whose names match. */
#include "tests/unit/unit.h"

#include <dirent.h>
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

int unit_sample(void)
{
    const char *every = getenv("CMCM_TEST_SAMPLE");
    return every ? (int)strtol(every, NULL, 10) : 1;
}

int unit_times(int count)
{
    const char *factor = getenv("CMCM_TEST_FACTOR");
    int times = (int)(count * (factor ? strtod(factor, NULL) : 1)) / unit_sample();
    return times > 0 ? times : 1;
}

const char *unit_path(cm_arena *arena, const char *path)
{
    const char *root = getenv("CMCM_SOURCE");
    return cm_arena_printf(arena, "%s/%s", root ? root : ".", path);
}

char *unit_read(cm_arena *arena, const char *path, size_t *length)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0)
        fail_msg("cannot read %s", path);
    size_t size = (size_t)ftell(file);
    rewind(file);
    char *text = cm_arena_alloc(arena, size + 1, 1);
    assert_int_equal(fread(text, 1, size, file), size);
    fclose(file);
    if (length)
        *length = size;
    return text;
}

void unit_write(const char *path, const char *bytes, size_t length)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
}

int unit_occurrences(const char *text, const char *part)
{
    int count = 0;
    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

void assert_contains(const char *text, const char *part)
{
    if (!strstr(text, part))
        fail_msg("no '%s' in:\n%s", part, text);
}

char **unit_files(cm_arena *arena, const char *folder, const char *suffix, int every)
{
    struct dirent **entries;
    folder = *folder == '/' ? folder : unit_path(arena, folder);
    int count = scandir(folder, &entries, NULL, alphasort), used = 0, seen = 0;
    int step = every == 0 ? 1 : getenv("CMCM_TEST_ALL") ? unit_sample() : every * unit_sample();
    if (count < 0)
        fail_msg("there is no folder %s", folder);
    char **paths = CM_NEW_ARRAY(arena, (size_t)count + 1, char *);
    for (int i = 0; i < count; i++) {
        const char *name = entries[i]->d_name;
        size_t length = strlen(name), end = strlen(suffix);
        if (length > end && strcmp(name + length - end, suffix) == 0 && seen++ % step == 0)
            paths[used++] = cm_arena_printf(arena, "%s/%s", folder, name);
        free(entries[i]);
    }
    free(entries);
    return paths;
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
