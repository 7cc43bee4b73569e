/* For tests of loops that only wait: answers with rounds left out, and with all. */
#ifndef CM_TESTS_SPIN_HELP_H
#define CM_TESTS_SPIN_HELP_H

#include "tests/unit/checker_help.h"

static const char *spin_flags(checker *c, const cm_check_result *r)
{
    const char *all = "";
    for (size_t i = 0; r->flags[i]; i++)
        all = cm_arena_printf(c->cat.arena, "%s %s", all, r->flags[i]);
    return all;
}

static void spin_compare(checker *c, const char *text, const cm_check_result *less,
                         const cm_check_result *all, const char *what)
{
    const char *a = checker_states(c, less), *b = checker_states(c, all);
    if (strcmp(a, b) != 0)
        fail_msg("%s\n  with what is left out: %s\n  with all (%s): %s", text, a, what, b);
    a = spin_flags(c, less);
    b = spin_flags(c, all);
    if (strcmp(a, b) != 0)
        fail_msg("%s\n  flags with what is left out: %s\n  with all (%s): %s", text, a, what, b);
}

/* Counts the tests whose answer is certain in spite of their loops. */
static void spin_compare_bounds(const char *model, const char *text, int *decided)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_options options = {.unroll = 1, .timeout = 20, .verify = true};
    cm_check_result *less = checker_run(&c, c.cat.model, c.job.test, &options);
    if (less->outcome == CM_COMPLETE)
        for (unsigned bound = 1; bound <= 3; bound++) {
            /* tests are counted with the first bound, which so has time on a busy machine, too */
            options =
                (cm_check_options){.unroll = bound, .timeout = bound == 1 ? 20 : 1, .plain = true};
            cm_check_result *all = checker_run(&c, c.cat.model, c.job.test, &options);
            if (all->outcome == CM_LIMIT && !strstr(all->reason, " reached"))
                fail_msg("%s\n  with all: %s", text, all->reason);
            if (all->outcome == CM_LIMIT)
                break;
            spin_compare(&c, text, less, all, bound == 1 ? "-u 1" : bound == 2 ? "-u 2" : "-u 3");
            *decided += bound == 1 && all->outcome == CM_LOOPS_CUT;
        }
    checker_end(&c);
}

#endif
