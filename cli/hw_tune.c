/* `cmcm run --tune`: the search of campaign/tune.c, and what is said of it. */
#include "cli/hw.h"
#include "cli/output.h"

#include <string.h>

enum { SHOWN = 5 };

static void print_attempts(hw_run *run, const cm_tuning *tuned)
{
    hw_report_hide(run);
    fprintf(stderr, "Tuned      %zu settings on %zu test%s; weak states per second:\n",
            tuned->tried, tuned->test_count, tuned->test_count == 1 ? "" : "s");
    for (size_t i = 0; i < tuned->count && i < SHOWN; i++)
        fprintf(stderr, "  %8s  %s\n", hw_amount(run->arena, tuned->attempts[i].rate),
                tuned->attempts[i].draw
                    ? hw_tuned_text(run->arena, &tuned->attempts[i].parameters, false, " ")
                    : "without tuning");
}

static bool save(const hw_run *run, const cm_campaign_attempt *best, const char *path)
{
    cm_arena *arena = run->arena;
    const char *text = cm_arena_printf(arena, "# cmcm run --tune: %s weak states per second\n%s\n",
                                       hw_amount(arena, best->rate),
                                       hw_tuned_text(arena, &best->parameters, false, "\n"));
    return cli_write_file(path, text, strlen(text));
}

static int complain(const cm_tuning *tuned)
{
    bool mixed = tuned->end == CM_TUNE_MIXED;
    fprintf(stderr, "cmcm run: --tune: %s\n",
            mixed ? "it is for tests of one kind, expected all of CPU threads, or of GPU threads, "
                    "or of both"
                  : tuned->why);
    return mixed ? CLI_USAGE : CLI_DEVICE;
}

int hw_tune(hw_run *run)
{
    const hw_settings *settings = run->settings;
    const cm_tuning tuned = cm_campaign_tune(&run->campaign, run->tests.items, run->tests.count,
                                             settings->tune_seconds);
    if (tuned.end != CM_TUNE_DONE)
        return complain(&tuned);
    if (!settings->quiet)
        print_attempts(run, &tuned);
    run->campaign.parameters = tuned.attempts[0].parameters;
    const char *path = settings->save_parameters;
    return path && !save(run, &tuned.attempts[0], path) ? CLI_INPUT : CLI_OK;
}
