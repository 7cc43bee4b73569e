/* `cmcm run --tune` and `--search`: what campaign/tune.c and campaign/search.c ask for, and what is
 * said of it. */
#include "cli/hw.h"
#include "cli/output.h"

#include <string.h>

enum { SHOWN = 5 };

static bool save(const hw_run *run, const cm_campaign_attempt *best, const char *path)
{
    cm_arena *arena = run->arena;
    const char *text = cm_arena_printf(arena, "# cmcm run --tune: %s weak states per second\n%s\n",
                                       hw_amount(arena, best->rate),
                                       hw_tuned_text(arena, &best->parameters, false, "\n"));
    return cli_write_file(path, text, strlen(text));
}

int hw_tune(hw_run *run)
{
    const hw_settings *settings = run->settings;
    const cm_tuning tuned = cm_campaign_tune(&run->campaign, run->tests.items, run->tests.count,
                                             settings->tune_seconds);
    if (tuned.end != CM_TUNE_DONE) {
        bool mixed = tuned.end == CM_TUNE_MIXED;
        fprintf(stderr, "cmcm run: --tune: %s\n",
                mixed ? "the tests are of several kinds, expected only tests of CPU threads, only "
                        "of GPU threads, or only of both"
                      : tuned.why);
        return mixed ? CLI_USAGE : CLI_DEVICE;
    }
    if (!settings->quiet) {
        hw_report_hide(run);
        fprintf(stderr, "Tuned      %zu settings on %zu test%s; weak states per second:\n",
                tuned.tried, tuned.test_count, tuned.test_count == 1 ? "" : "s");
        for (size_t i = 0; i < tuned.count && i < SHOWN; i++)
            fprintf(stderr, "  %8s  %s\n", hw_amount(run->arena, tuned.attempts[i].rate),
                    tuned.attempts[i].draw
                        ? hw_tuned_text(run->arena, &tuned.attempts[i].parameters, false, " ")
                        : "without tuning");
    }
    run->campaign.parameters = tuned.attempts[0].parameters;
    const char *path = settings->save_parameters;
    return path && !save(run, &tuned.attempts[0], path) ? CLI_INPUT : CLI_OK;
}

/* ---- the search of what was not seen ---------------------------------- */

typedef struct looking {
    cm_search *search;
    bool first, learned;
} looking;

/* That a setting cannot be had is nothing to be told; that a test cannot be run is. */
static bool keep_result(void *context, const cm_campaign_result *result)
{
    looking *l = context;
    cm_search_learn(l->search, result);
    l->learned = true;
    return l->first || result->record.end != CM_RECORD_REFUSED;
}

void hw_search(hw_run *run)
{
    const cm_parameters base = run->campaign.parameters;
    looking l = {.search =
                     cm_search_new(run->arena, &base, run->tests.count, run->settings->search)};
    cm_search_look look;
    while (!cm_stop_asked(run->campaign.stop) && !run->totals.lost &&
           !(run->settings->stop && run->totals.forbidden_count) &&
           cm_search_next(l.search, &look)) {
        l.first = look.first;
        l.learned = false;
        run->campaign.parameters = look.parameters;
        if (look.first)
            hw_note_injections(run, &run->tests.items[look.test]);
        hw_run_test(run, &run->tests.items[look.test], keep_result, &l);
        if (!l.learned) {
            /* A look that ended in nothing, for lack of memory. */
            const cm_campaign_result nothing = {.unreadable = true,
                                                .record = {.end = CM_RECORD_FAILED}};
            cm_search_learn(l.search, &nothing);
        }
    }
    run->campaign.parameters = base;
    const cm_search_sum sum = cm_search_total(l.search);
    hw_report_search(run, &sum);
}
