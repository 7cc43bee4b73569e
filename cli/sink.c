/* Where the results of `cmcm check` go: standard output or a file, and a line
 * of progress. All of this runs in the main thread. */
#include "base/clock.h"
#include "cli/check.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

bool cli_sink_open(cli_sink *sink, const cli_plan *plan, size_t total)
{
    const check_settings *settings = plan->settings;
    *sink = (cli_sink){.results = stdout, .differences = stdout, .total = total};
    sink->start = cm_clock_seconds();
    sink->shows_progress = total > 1 && !settings->quiet && isatty(STDERR_FILENO);
    const char *output = settings->output;
    if (output && strcmp(output, "-") != 0) {
        if (!cli_file_open(&sink->file, output))
            return false;
        sink->results = sink->file.stream;
    }
    if (plan->prints_results && sink->results == stdout)
        sink->differences = stderr; /* so that the format on stdout stays what it is */
    if (plan->prints_results)
        fputs(cmcm_format_head(plan->format), sink->results);
    return true;
}

/* What an interrupted run leaves is whole results, but not all of them, and must not
 * look like all. */
bool cli_sink_close(cli_sink *sink, bool interrupted)
{
    for (size_t i = 0; i < sink->said_count; i++)
        free(sink->said[i]);
    free(sink->said);
    sink->said = NULL;
    sink->said_count = 0;
    bool written = sink->differences == stderr ||
                   (fflush(sink->differences) == 0 && !ferror(sink->differences));
    if (sink->results == stdout)
        return fflush(stdout) == 0 && !ferror(stdout) && written; /* main says so */
    return cli_file_close(&sink->file, interrupted) && written;
}

void cli_sink_drop(cli_sink *sink)
{
    if (sink->results != stdout)
        cli_file_drop(&sink->file);
}

/* ---- progress -------------------------------------------------------- */

double cli_sink_seconds(const cli_sink *sink)
{
    return cm_clock_seconds() - sink->start;
}

void cli_sink_progress(cli_sink *sink)
{
    if (!sink->shows_progress || sink->done == sink->total)
        return;
    double seconds = cli_sink_seconds(sink);
    fprintf(stderr, "\r\033[K%zu/%zu tests", sink->done, sink->total);
    if (seconds > 0 && sink->done > 0)
        fprintf(stderr, ", %.1f/s", (double)sink->done / seconds);
    fflush(stderr);
    sink->line_shown = true;
}

/* ---- results --------------------------------------------------------- */

/* Without memory to remember it by, it is said again. */
static void put_of_model(cli_sink *sink, const char *text)
{
    for (size_t i = 0; i < sink->said_count; i++)
        if (strcmp(sink->said[i], text) == 0)
            return;
    fputs(text, stderr);
    char **more = realloc(sink->said, (sink->said_count + 1) * sizeof *more);
    if (!more)
        return;
    sink->said = more;
    more[sink->said_count] = strdup(text);
    sink->said_count += more[sink->said_count] != NULL;
}

void cli_sink_put(cli_sink *sink, const cli_outcome *outcome)
{
    if (sink->line_shown)
        fputs("\r\033[K", stderr);
    sink->line_shown = false;
    if (outcome->of_model)
        put_of_model(sink, outcome->of_model);
    if (outcome->messages)
        fputs(outcome->messages, stderr);
    if (outcome->result)
        fputs(outcome->result, sink->results);
    fflush(sink->results);
    if (outcome->differences)
        fputs(outcome->differences, sink->differences);
    sink->done++;
}
