/* What axes are, in words. */
#include "enumerate/enumerate.h"

#include "base/text.h"
#include "enumerate/enumerate.h"
#include "tests/unit/unit.h"

#include <string.h>

static bool look(void *context, const cm_enum_test *test)
{
    int *seen = context;
    for (int i = 0; i < test->axis_count; i++) {
        if (!cm_axis_meaning(test->axes[i].name))
            fail_msg("%s: nothing is said of the axis %s", test->name, test->axes[i].name);
        ++*seen;
    }
    return *seen < 100;
}

static void every_axis_of(const char *name)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    const cm_enum_request request = {.name = name};
    int seen = 0;
    cm_enum_run(&work, cm_enum_find(name), &request, look, &seen);
    assert_true(seen > 0);
    cm_arena_free(arena);
}

TEST(suites)
{
    static const char *const names[] = {"grace",          "hopper", "hopper-cta", "hetero",
                                        "hopper-cluster", "gpus",   "rmw"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        every_axis_of(names[i]);
}

/* Of all threads, of one, of one location. */
TEST(families)
{
    assert_string_equal(cm_axis_meaning("P0.scope"), cm_axis_meaning("scope"));
    assert_string_equal(cm_axis_meaning("Y.order"), cm_axis_meaning("order"));
    assert_non_null(strstr(cm_axis_meaning("Y"), "the flag"));
    assert_null(cm_axis_meaning("nonsense"));
    assert_null(cm_axis_meaning("P0.nonsense"));
}
