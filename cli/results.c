/* What becomes of the results of `cmcm check`: standard output or a file, counts, and tests of one
 * name. All of this runs in the main thread. */
#include "cli/check.h"

#include "base/clock.h"
#include "base/hash.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

typedef struct named_test {
    char *name; /* of a test that was checked; NULL: the place is free */
    char *digest;
    const char *path;
} named_test;

typedef struct results {
    cli_plan *plan;
    const cli_inputs *inputs;
    FILE *out;         /* standard output, or the file of --output */
    FILE *differences; /* standard output or error */
    cli_file file;     /* of --output */
    /* Tests by name, with free places, where those of one name are skipped; else NULL. A log has
     * its tests by their names, whatever their architectures: what reads it would take two for one,
     * or stop. */
    named_test *names;
    size_t name_capacity;
    size_t tests, unreadable, unmet, unknown, hanging, differing, skipped;
    size_t printed;           /* that were not empty */
    size_t copies, namesakes; /* left out, as an earlier test had the name: it, or another */
} results;

/* ---- where they go ---------------------------------------------------- */

/* False: the output cannot be written; said on standard error. */
static bool open_results(results *r)
{
    const cli_plan *plan = r->plan;
    const char *output = plan->settings->output;
    r->out = r->differences = stdout;
    if (output && strcmp(output, "-") != 0) {
        if (!cli_file_open(&r->file, output))
            return false;
        r->out = r->file.stream;
    }
    if (plan->prints_results && r->out == stdout)
        r->differences = stderr; /* so that the format on stdout stays what it is */
    if (plan->prints_results)
        fputs(cmcm_format_head(plan->format), r->out);
    return true;
}

/* The file of --output gets its place. What an interrupted run leaves is whole results, but not all
 * of them, and must not look like all: FILE.partial. False: something could not be written; said on
 * standard error. */
static bool close_results(results *r, bool interrupted)
{
    bool written =
        r->differences == stderr || (fflush(r->differences) == 0 && !ferror(r->differences));
    if (r->out == stdout)
        return fflush(stdout) == 0 && !ferror(stdout) && written; /* main says so */
    return cli_file_close(&r->file, interrupted) && written;
}

static void put(results *r, const cli_outcome *outcome)
{
    r->tests++;
    r->unreadable += outcome->unreadable;
    r->unmet += outcome->unmet;
    r->unknown += outcome->unknown;
    r->hanging += outcome->hangs;
    r->differing += outcome->differs;
    r->skipped += outcome->skipped;
    if (outcome->messages)
        fputs(outcome->messages, stderr);
    bool has_result = outcome->result && *outcome->result && !outcome->no_memory; /* a whole one */
    if (has_result && r->plan->format == CMCM_SARIF && r->printed++ > 0)
        fputs(",\n", r->out);
    if (has_result)
        fputs(outcome->result, r->out);
    fflush(r->out);
    if (outcome->differences)
        fputs(outcome->differences, r->differences);
}

/* ---- tests of one name ------------------------------------------------- */

/* The earlier test that had the name; NULL: there is none, and the outcome's texts are kept. */
static const named_test *find_namesake(results *r, const char *path, cli_outcome *outcome)
{
    size_t at = cm_hash_text(outcome->name) % r->name_capacity;
    /* Half of all places stay free. */
    while (r->names[at].name && strcmp(r->names[at].name, outcome->name) != 0)
        at = (at + 1) % r->name_capacity;
    if (r->names[at].name)
        return &r->names[at];
    r->names[at] = (named_test){outcome->name, outcome->digest, path};
    outcome->name = outcome->digest = NULL;
    return NULL;
}

/* The second test of a name, and each after it, as it comes in its turn: what it came to
 * does not count and is not shown. */
static bool skip_repeated(results *r, const char *path, cli_outcome *outcome)
{
    if (!r->names || !outcome->name || !outcome->digest)
        return false;
    const named_test *earlier = find_namesake(r, path, outcome);
    if (!earlier)
        return false;
    const check_settings *settings = r->plan->settings;
    bool is_copy = strcmp(earlier->digest, outcome->digest) == 0;
    cli_outcome skip = {.unreadable = settings->strict};
    cli_outcome_append(&skip, &skip.messages,
                       is_copy ? "%s: %s: skipped, %s is the same test (%s)\n"
                               : "%s: %s: skipped, %s is another test of the same name (%s); "
                                 "-q, -f tsv and -f json check both\n",
                       path, settings->strict ? "error" : "warning", earlier->path, outcome->name);
    if (skip.no_memory)
        cli_no_memory();
    r->copies += is_copy;
    r->namesakes += !is_copy;
    put(r, &skip);
    free(skip.messages);
    return true;
}

/* ---- all tests ---------------------------------------------------------- */

static const char *path_of(void *context, size_t index)
{
    const results *r = context;
    return r->inputs->items[index].path;
}

static void check_one(void *context, cmcm_session *session, size_t index, double spent,
                      cli_outcome *outcome)
{
    results *r = context;
    cli_job_run(r->plan, session, &r->inputs->items[index], spent, outcome);
}

static void deliver(void *context, size_t index, cli_outcome *outcome)
{
    results *r = context;
    const char *path = r->inputs->items[index].path;
    if (!outcome) {
        r->tests++;
        r->unreadable++;
    } else if (!skip_repeated(r, path, outcome)) {
        if (outcome->no_memory)
            fprintf(stderr, "%s: error: out of memory\n", path);
        put(r, outcome);
    }
}

static void give_up(void *context)
{
    close_results(context, true);
}

/* What can be read only once is read before the tests are checked, as one that is
 * late is read again. */
static void read_streams(cli_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count; i++) {
        struct stat about;
        cli_input *input = &inputs->items[i];
        if (input->source)
            continue;
        if (strcmp(input->path, "-") != 0 &&
            (stat(input->path, &about) != 0 || S_ISREG(about.st_mode) || S_ISDIR(about.st_mode)))
            continue;
        cm_work work = cm_work_new(inputs->arena);
        input->source = cm_source_read(&work, input->path);
    }
}

static int conclude(results *r, const cli_batch *batch)
{
    const check_settings *settings = r->plan->settings;
    bool nothing_compared = r->plan->table && r->skipped == r->tests;
    size_t repeated = r->copies + r->namesakes;
    if (r->plan->table)
        fprintf(r->differences, "expect: %zu tests, %zu differences, %zu skipped\n", r->tests,
                r->differing, r->skipped);
    if (nothing_compared && !batch->signal)
        fputs("cmcm: nothing was compared: no row is about these tests, or no answer is certain\n",
              stderr);
    if (settings->verbose)
        fprintf(stderr,
                "cmcm: %zu tests in %.2f s, %zu unreadable, %zu not certain, %zu that may hang, "
                "%zu skipped for their names\n",
                r->tests, cm_clock_seconds() - batch->start, r->unreadable, r->unknown, r->hanging,
                repeated);
    else if (!settings->quiet && repeated > 0)
        fprintf(stderr, "cmcm: %zu of %zu tests were skipped for their names\n", repeated,
                r->tests);
    int interrupted = cli_batch_interrupted(batch);
    if (r->plan->prints_results)
        fputs(
            cmcm_format_foot(r->plan->format, !interrupted && !r->unreadable && !r->inputs->failed),
            r->out);
    bool written = close_results(r, interrupted);
    if (interrupted)
        return interrupted;
    if (r->unreadable || r->inputs->failed || !written)
        return CLI_INPUT;
    if (r->unmet)
        return CLI_UNMET;
    return r->unknown || nothing_compared || r->namesakes ? CLI_UNKNOWN : CLI_OK;
}

int cli_check_all(cli_plan *plan, cli_inputs *inputs)
{
    const check_settings *settings = plan->settings;
    results r = {.plan = plan, .inputs = inputs};
    plan->draws_bar = inputs->count == 1 && !settings->quiet && isatty(STDERR_FILENO);
    cli_batch batch = {.what = "tests",
                       .count = inputs->count,
                       .jobs = settings->jobs,
                       .timeout = settings->timeout,
                       .shows_progress =
                           inputs->count > 1 && !settings->quiet && isatty(STDERR_FILENO),
                       .color = plan->color,
                       .strict = settings->strict,
                       .includes = &settings->includes,
                       .stop = plan->stop,
                       .context = &r,
                       .name = path_of,
                       .run = check_one,
                       .deliver = deliver,
                       .give_up = give_up};
    if (settings->timeout > 0)
        read_streams(inputs);
    /* Who reads a log finds tests by their names. Rows, and objects of JSON, name files. */
    if (plan->format == CMCM_HERD && !plan->table) {
        r.name_capacity = 2 * inputs->count + 1;
        r.names = CM_NEW_ARRAY(inputs->arena, r.name_capacity, named_test);
    }
    if (!open_results(&r))
        return CLI_INPUT;
    int status = CLI_INPUT;
    if (cli_batch_run(&batch))
        status = conclude(&r, &batch);
    else if (r.out != stdout)
        cli_file_drop(&r.file); /* no file appears */
    for (size_t i = 0; r.names && i < r.name_capacity; i++) {
        free(r.names[i].name);
        free(r.names[i].digest);
    }
    return status;
}
