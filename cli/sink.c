/* Where the results of `cmcm check` go: standard output or a file, and a line
 * of progress. All of this runs in the main thread. */
#include "cli/check.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool complain(const char *path, const char *what)
{
    fprintf(stderr, "%s: error: %s: %s\n", path, what, strerror(errno));
    return false;
}

/* ---- the file of --output -------------------------------------------- */

/* Mode of the new file: the old one's, or what the umask leaves. */
static mode_t mode_for(const char *path)
{
    struct stat status;
    if (stat(path, &status) == 0)
        return status.st_mode & 0777;
    mode_t mask = umask(0);
    umask(mask);
    return 0666 & ~mask;
}

static char *concatenate(const char *a, const char *b)
{
    size_t length = strlen(a) + strlen(b) + 1;
    char *text = malloc(length);
    if (text)
        snprintf(text, length, "%s%s", a, b);
    return text;
}

/* The stream of a new file beside the one of --output; NULL: none could be made. */
static FILE *make_temporary(cli_sink *sink)
{
    int descriptor = mkstemp(sink->temporary);
    if (descriptor < 0)
        return NULL;
    FILE *stream = fchmod(descriptor, mode_for(sink->path)) == 0 ? fdopen(descriptor, "w") : NULL;
    if (!stream) {
        close(descriptor);
        unlink(sink->temporary);
    }
    return stream;
}

static void open_temporary(cli_sink *sink)
{
    sink->temporary = concatenate(sink->path, ".XXXXXX");
    sink->results = sink->temporary ? make_temporary(sink) : NULL;
    if (sink->results)
        return;
    free(sink->temporary);
    sink->temporary = NULL;
}

/* A device or pipe is written to as it is: there is nothing to rename. */
static bool open_file(cli_sink *sink, const char *path)
{
    struct stat status;
    sink->path = path;
    bool special = stat(path, &status) == 0 && !S_ISREG(status.st_mode);
    if (special)
        sink->results = fopen(path, "w");
    else
        open_temporary(sink);
    return sink->results || complain(path, "cannot be written");
}

bool cli_sink_open(cli_sink *sink, const cli_plan *plan, size_t total)
{
    const check_settings *settings = plan->settings;
    *sink = (cli_sink){.results = stdout, .differences = stdout, .total = total};
    clock_gettime(CLOCK_MONOTONIC, &sink->start);
    sink->shows_progress = total > 1 && !settings->quiet && isatty(STDERR_FILENO);
    const char *output = settings->output;
    if (output && strcmp(output, "-") != 0 && !open_file(sink, output))
        return false;
    if (plan->prints_results && sink->results == stdout)
        sink->differences = stderr; /* so that the format on stdout stays what it is */
    if (plan->prints_results)
        fputs(cmcm_format_head(plan->format), sink->results);
    return true;
}

/* Renames the temporary; what an interrupted run leaves is whole results, but
 * not all of them, and must not look like all. */
static bool put_in_place(cli_sink *sink, bool interrupted)
{
    char *target = concatenate(sink->path, interrupted ? ".partial" : "");
    bool renamed = target && rename(sink->temporary, target) == 0;
    if (!renamed)
        complain(sink->path, "cannot be written");
    else if (interrupted)
        fprintf(stderr, "cmcm: what was finished is in %s\n", target);
    free(target);
    return renamed;
}

bool cli_sink_close(cli_sink *sink, bool interrupted)
{
    bool written = fflush(sink->results) == 0 && !ferror(sink->results);
    if (sink->results == stdout)
        return written; /* main says so */
    written = fclose(sink->results) == 0 && written;
    if (!written)
        complain(sink->path, "cannot be written");
    if (written && sink->temporary)
        written = put_in_place(sink, interrupted);
    if (!written && sink->temporary)
        unlink(sink->temporary);
    free(sink->temporary);
    return written;
}

void cli_sink_drop(cli_sink *sink)
{
    if (sink->results == stdout)
        return;
    fclose(sink->results);
    if (sink->temporary)
        unlink(sink->temporary);
    free(sink->temporary);
}

/* ---- progress -------------------------------------------------------- */

double cli_sink_seconds(const cli_sink *sink)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)(now.tv_sec - sink->start.tv_sec) +
           (double)(now.tv_nsec - sink->start.tv_nsec) * 1e-9;
}

static void hide_line(cli_sink *sink)
{
    if (sink->line_shown)
        fputs("\r\033[K", stderr);
    sink->line_shown = false;
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

void cli_sink_put(cli_sink *sink, const cli_outcome *outcome)
{
    hide_line(sink);
    if (outcome->messages)
        fputs(outcome->messages, stderr);
    if (outcome->result)
        fputs(outcome->result, sink->results);
    fflush(sink->results);
    if (outcome->differences)
        fputs(outcome->differences, sink->differences);
    sink->done++;
}
