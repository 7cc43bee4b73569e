/* `cmcm run --inject`: does the test have a place for the bug? The code says so: with a bug that
 * has none it is what it is without. */
#include "cli/hw.h"

#include "hwrun/record/record_format.h"
#include "litmus/native.h"

#include <string.h>

/* Of the test: what the bug would change, and is not there. */
static const char *lacking(unsigned change)
{
    switch (change) {
    case CM_NATIVE_DROP_ACQUIRE:
        return "no acquire, and no fence after a load";
    case CM_NATIVE_DROP_RELEASE:
        return "no release, and no fence before a store";
    default:
        return "no scope wider than .cta";
    }
}

typedef struct looking {
    const hw_run *run;
    cm_work work;
    const cm_campaign_test *from;
    unsigned placed; /* bits of bugs that have a place */
    const char *name;
} looking;

static const char *code_of(looking *l, const cm_test *test, int thread, unsigned changes)
{
    const cm_native_style style = {
        .prefix = "t", .loop_limit = 1, .barrier_factor = 1, .changes = changes};
    return cm_native_thread(&l->work, test, thread, &style).body;
}

static void look(void *argument)
{
    looking *l = argument;
    const cm_test *test = cm_campaign_parse(&l->work, l->from);
    unsigned wanted = l->run->campaign.parameters.injections;
    if (!test)
        cm_arena_escape(l->work.arena);
    l->name = test->name;
    for (int t = 0; t < test->thread_count; t++) {
        const char *plain = code_of(l, test, t, 0);
        for (const cm_record_word *bug = cm_record_injections; bug->word; bug++)
            if ((wanted & bug->value) && strcmp(plain, code_of(l, test, t, bug->value)) != 0)
                l->placed |= bug->value;
    }
}

void hw_note_injections(hw_run *run, const cm_campaign_test *from)
{
    looking l = {.run = run, .from = from};
    unsigned wanted = run->campaign.parameters.injections;
    if (!wanted)
        return;
    cm_arena_reset(run->test_arena, 0);
    l.work = cm_work_new(run->test_arena);
    if (!cm_arena_protect(run->test_arena, look, &l))
        return; /* it is refused, and that is said where it is run */
    for (const cm_record_word *bug = cm_record_injections; bug->word; bug++) {
        if (!(wanted & ~l.placed & bug->value))
            continue;
        run->totals.unplaced++;
        if (run->tests.count > 1 && !run->settings->verbose)
            continue;
        hw_report_hide(run);
        fprintf(stderr, "%s: warning: --inject %s changes nothing: the test has %s\n", l.name,
                bug->word, lacking(bug->value));
    }
}

void hw_report_unplaced(const hw_run *run)
{
    if (run->totals.unplaced && run->tests.count > 1)
        fprintf(stderr,
                "cmcm run: warning: --inject changes nothing %zu time%s: a test has no place for "
                "that bug; -v names them\n",
                run->totals.unplaced, run->totals.unplaced == 1 ? "" : "s");
}
