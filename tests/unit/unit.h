/* What every unit test includes: cmocka with what it needs, and tests that add themselves to the
 * one program that runs them all, `unit` (unit.c). The tests of test_NAME.c are the group NAME. */
#ifndef CM_UNIT_H
#define CM_UNIT_H

#include "base/arena.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

typedef struct unit_test {
    const char *file;
    struct CMUnitTest test; /* without a function: set-up and tear-down of the whole group */
    struct unit_test *next;
} unit_test;

/* Keeps the pointer. */
void unit_add(unit_test *test);

/* For random tests: the first seed ($CMCM_TEST_SEED, or 1), and how many tests where there are
 * `count` unless asked for more or fewer ($CMCM_TEST_FACTOR, and of a sample; at least one). */
uint64_t unit_seed(void);
int unit_times(int count);

/* What is looked at of so many where only a sample is ($CMCM_TEST_SAMPLE, in sanitized builds):
 * every Nth. What a test demands of a number of cases it demands of all of them only. */
int unit_sample(void);

/* The paths of the files of a folder of the source tree with that suffix, in order, and a NULL;
 * every Nth of them, or all with $CMCM_TEST_ALL. 0: all, where there is a sample, too. */
char **unit_files(cm_arena *arena, const char *folder, const char *suffix, int every);

/* A file's bytes with a zero after them; the length, unless NULL. */
char *unit_read(cm_arena *arena, const char *path, size_t *length);
void unit_write(const char *path, const char *bytes, size_t length);

/* How often the part stands in the text; and fails where it does not. */
int unit_occurrences(const char *text, const char *part);
void assert_contains(const char *text, const char *part);

/* Of the source tree. */
const char *unit_path(cm_arena *arena, const char *path);

/* An arena for one test. */
int unit_arena_new(void **state);
int unit_arena_free(void **state);

#define UNIT_ADD(name, ...)                                                                        \
    __attribute__((constructor)) static void name##_add(void)                                      \
    {                                                                                              \
        static unit_test test = {__FILE__, {__VA_ARGS__}, NULL};                                   \
        unit_add(&test);                                                                           \
    }

/* TEST_IN(name, set_up, tear_down) { ... } has what they make of `void **state`. */
#define TEST_IN(name, set_up, tear_down)                                                           \
    static void name(void **state);                                                                \
    UNIT_ADD(name, #name, name, set_up, tear_down, NULL)                                           \
    static void name(__attribute__((unused)) void **state)

/* TEST(name) { ... } has an arena of its own, `arena`. */
#define TEST(name)                                                                                 \
    static void name##_in(cm_arena *arena);                                                        \
    TEST_IN(name, unit_arena_new, unit_arena_free)                                                 \
    {                                                                                              \
        name##_in(*state);                                                                         \
    }                                                                                              \
    static void name##_in(__attribute__((unused)) cm_arena *arena)

/* A test for each row of a table; it has the row as *state, whose .name is the test's. A GROUP of
 * such a file sets no *state. */
#define TEST_ROWS(rows, function)                                                                  \
    __attribute__((constructor)) static void rows##_add(void)                                      \
    {                                                                                              \
        static unit_test tests[sizeof(rows) / sizeof *(rows)];                                     \
        for (size_t i = 0; i < sizeof(rows) / sizeof *(rows); i++) {                               \
            tests[i].file = __FILE__;                                                              \
            tests[i].test = (struct CMUnitTest){.name = (rows)[i].name,                            \
                                                .test_func = function,                             \
                                                .initial_state = (void *)(uintptr_t) & (rows)[i]}; \
            unit_add(&tests[i]);                                                                   \
        }                                                                                          \
    }

/* Before the first test of a file and after its last one. */
#define GROUP(set_up, tear_down) UNIT_ADD(group, NULL, NULL, set_up, tear_down, NULL)

#endif
