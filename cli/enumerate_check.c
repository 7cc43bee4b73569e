/* `cmcm enumerate --check`: every distinct program is checked once, in a pool of
 * workers with a session each, and with a process each where there is a time limit;
 * then the reasons and the table. */
#include "cli/check.h"
#include "cli/enumerate.h"
#include "cli/isolate.h"
#include "cli/origin.h"
#include "cli/output.h"

#include "base/pool.h"
#include "report/suite.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* What a program came to. */
typedef struct verdict {
    bool checked; /* else messages say why not */
    bool lost;    /* its states: no memory */
    cm_weak weak;
    size_t states, asked;
    char *state_texts; /* of a page: a line each, those asked about first; malloc'ed, or NULL */
    double seconds;
    char *messages; /* malloc'ed, or NULL */
} verdict;

typedef struct checking {
    cli_tests *tests;
    check_settings check; /* what the models' part of `cmcm check` looks at */
    cli_models models;
    cmcm_options options;
    verdict *verdicts; /* by program */
    cli_isolated_work isolated;
    cm_keeper *keeper; /* of the processes, where there is a time limit */
    size_t done, undecided;
    cm_stop *stop;
    int signal, status;
    bool unreadable, shows_progress, line_shown;
} checking;

/* ---- one program ----------------------------------------------------- */

static cm_weak weak_of(const cmcm_result *result)
{
    if (cmcm_result_satisfying(result) > 0)
        return CM_WEAK_ALLOWED;
    return cmcm_result_complete(result) ? CM_WEAK_FORBIDDEN : CM_WEAK_UNKNOWN;
}

static bool is_page(const checking *c)
{
    const char *format = c->tests->settings->format;
    return c->tests->settings->pages || (format && strcmp(format, "html") == 0);
}

/* Of the program, loaded; NULL: the messages say why not. */
static const cmcm_model *model_of(checking *c, const cmcm_test *test, char **messages)
{
    const char *name = c->check.model ? c->check.model : test ? cmcm_test_default_model(test) : "";
    return test ? cli_models_get(&c->models, name, messages) : NULL;
}

static cmcm_test *parse_program(cmcm_session *session, const cm_program *program)
{
    return cmcm_test_parse(session, "enumerated", program->text, program->length);
}

static void check_test(const checking *c, cmcm_session *session, const cmcm_model *model,
                       const cmcm_test *test, verdict *found)
{
    cmcm_result *result = cmcm_check(session, model, test, &c->options);
    if (result) {
        found->checked = true;
        found->weak = weak_of(result);
        found->states = cmcm_result_state_count(result);
        found->asked = cmcm_result_satisfying(result);
        if (is_page(c)) {
            size_t length = 0;
            FILE *lines = open_memstream(&found->state_texts, &length);
            for (int asked = 1; lines && asked >= 0; asked--)
                for (size_t i = 0; i < found->states; i++)
                    if (cmcm_result_state_satisfies(result, i) == (asked == 1))
                        fprintf(lines, "%s\n", cmcm_result_state(result, i));
            bool kept = lines && !ferror(lines) && fclose(lines) == 0;
            found->lost = !kept;
        }
        found->seconds = cmcm_result_statistics(result).total_seconds;
    }
    cmcm_result_free(result);
}

/* ---- in a process ---------------------------------------------------- */

static void *begin_process(void *context)
{
    (void)context;
    return cmcm_session_new();
}

/* A program and its model that are sound: the worker has tried. */
static void answer_program(void *context, void *state, uint64_t question, cm_text *fields)
{
    checking *c = context;
    cmcm_session *session = state;
    verdict found = {.weak = CM_WEAK_UNKNOWN};
    char *messages = NULL;
    cmcm_test *test = parse_program(session, &c->tests->programs.items[question]);
    const cmcm_model *model = model_of(c, test, &messages);
    if (model)
        check_test(c, session, model, test, &found);
    cmcm_test_free(test);
    free(messages);
    cm_message_put_u64(fields, found.checked);
    cm_message_put_u64(fields, (uint64_t)found.weak);
    cm_message_put_u64(fields, found.lost);
    cm_message_put_u64(fields, found.states);
    cm_message_put_u64(fields, found.asked);
    const char *states = found.state_texts ? found.state_texts : "";
    cm_message_put_text(fields, states, strlen(states));
    free(found.state_texts);
    cm_message_put_text(fields, (const char *)&found.seconds, sizeof found.seconds);
    const char *said = cmcm_session_messages(session);
    cm_message_put_text(fields, said, strlen(said));
    cmcm_session_clear(session);
}

static bool take_verdict(cm_message *fields, void *answer)
{
    verdict *found = answer;
    size_t length;
    found->checked = cm_message_get_u64(fields) != 0;
    found->weak = (cm_weak)cm_message_get_u64(fields);
    found->lost = cm_message_get_u64(fields) != 0;
    found->states = cm_message_get_u64(fields);
    found->asked = cm_message_get_u64(fields);
    const char *states = cm_message_get_view(fields, &length);
    found->state_texts = length > 0 ? strndup(states, length) : NULL;
    found->lost |= length > 0 && !found->state_texts;
    const char *seconds = cm_message_get_view(fields, &length);
    if (length == sizeof found->seconds)
        memcpy(&found->seconds, seconds, length);
    const char *said = cm_message_get_view(fields, &length);
    found->messages = found->checked ? NULL : strndup(said, length);
    return !fields->bad;
}

static char *message_of(int signal)
{
    static const char died[] = "enumerated: error: the process that checked it ended (signal %d)\n";
    int length = snprintf(NULL, 0, died, signal);
    char *text = length > 0 ? malloc((size_t)length + 1) : NULL;
    if (text)
        snprintf(text, (size_t)length + 1, died, signal);
    return text;
}

/* ---- one program, for a worker --------------------------------------- */

typedef struct worker {
    cli_isolate isolate;
    cmcm_session *session;
} worker;

/* False: it is to be checked here. */
static bool check_isolated(checking *c, worker *w, size_t program, verdict *found)
{
    int why;
    switch (cli_isolate_ask(&w->isolate, program, c->options.timeout, take_verdict, found, &why)) {
    case CLI_ISOLATED_DONE:
        return true;
    case CLI_ISOLATED_LATE:
    case CLI_ISOLATED_STOPPED:
        *found = (verdict){.checked = true, .weak = CM_WEAK_UNKNOWN, .seconds = c->options.timeout};
        return true;
    case CLI_ISOLATED_DIED:
        *found = (verdict){.weak = CM_WEAK_UNKNOWN, .messages = message_of(why)};
        return true;
    default:
        return false;
    }
}

static void check_program(checking *c, worker *w, size_t index, verdict *found)
{
    cmcm_test *test = parse_program(w->session, &c->tests->programs.items[index]);
    const cmcm_model *model = model_of(c, test, &found->messages);
    if (model && !(c->keeper && check_isolated(c, w, index, found)))
        check_test(c, w->session, model, test, found);
    if (!found->checked && !found->messages) {
        found->messages = strdup(cmcm_session_messages(w->session));
        if (!found->messages)
            fputs(cmcm_session_messages(w->session), stderr);
    }
    cmcm_session_clear(w->session);
    cmcm_test_free(test);
}

/* ---- the pool -------------------------------------------------------- */

static void worker_free(void *context, void *state)
{
    (void)context;
    worker *w = state;
    cli_isolate_end(&w->isolate);
    cmcm_session_free(w->session);
    free(w);
}

static void *worker_new(void *context, unsigned index)
{
    (void)index;
    const checking *c = context;
    worker *w = calloc(1, sizeof *w);
    if (!w || !cli_isolate_init(&w->isolate, c->keeper)) {
        free(w);
        return NULL;
    }
    w->session = cmcm_session_new();
    if (w->session)
        return w;
    worker_free(context, w);
    return NULL;
}

static bool next_program(void *context, size_t index, void **job)
{
    checking *c = context;
    if (index >= c->tests->programs.count)
        return false;
    *job = &c->tests->programs.items[index];
    return true;
}

static void *run_program(void *context, void *state, void *job)
{
    checking *c = context;
    size_t index = (size_t)((cm_program *)job - c->tests->programs.items);
    verdict *found = &c->verdicts[index];
    found->weak = CM_WEAK_UNKNOWN;
    check_program(c, state, index, found);
    return found;
}

/* What all tests have in common (a model that cannot be loaded) is said once. */
static void deliver(void *context, size_t index, void *job, void *result)
{
    (void)index;
    (void)job;
    checking *c = context;
    verdict *found = result;
    c->done++;
    if (!found->checked)
        c->unreadable = true;
    else
        c->undecided += found->weak == CM_WEAK_UNKNOWN;
    if (found->messages && !c->signal)
        fputs(found->messages, stderr);
    free(found->messages);
    found->messages = NULL;
}

static void tick(void *context, cm_pool *pool)
{
    checking *c = context;
    c->signal = cm_stop_asked(c->stop);
    if (c->signal) {
        cm_pool_stop(pool);
    } else if (c->shows_progress) {
        fprintf(stderr, "\r\033[K%zu/%zu programs", c->done, c->tests->programs.count);
        c->line_shown = true;
    }
}

static void interrupt_worker(void *context, void *state)
{
    (void)context;
    worker *w = state;
    cli_isolate_stop(&w->isolate);
    cmcm_session_interrupt(w->session);
}

/* The exit status so far. */
static int check_programs(checking *c)
{
    cm_pool_work work = {
        .workers = cli_worker_count(c->tests->settings->jobs),
        .context = c,
        .worker_new = worker_new,
        .worker_free = worker_free,
        .next = next_program,
        .run = run_program,
        .deliver = deliver,
        .tick = tick,
        .interrupt = interrupt_worker,
    };
    c->isolated = (cli_isolated_work){c, begin_process, answer_program};
    if (c->options.timeout > 0)
        c->keeper = cli_isolate_keeper(&c->isolated);
    cli_signals *signals = cli_signals_new();
    c->stop = signals ? cli_signals_stop(signals) : NULL;
    bool began = signals && cm_pool_run(&work, NULL) != CM_POOL_FAILED;
    cli_signals_free(signals);
    cm_keeper_free(c->keeper);
    if (c->line_shown)
        fputs("\r\033[K", stderr);
    if (!began)
        fputs("cmcm: error: no memory or threads to begin\n", stderr);
    if (!c->signal)
        return began ? CLI_OK : CLI_INPUT;
    fprintf(stderr, "cmcm: interrupted after %zu of %zu programs\n", c->done,
            c->tests->programs.count);
    return 128 + c->signal;
}

/* ---- the table ------------------------------------------------------- */

static const char *const *state_list(cm_arena *arena, const verdict *found)
{
    if (!found->state_texts)
        return NULL;
    char *text = cm_arena_text(arena, found->state_texts, strlen(found->state_texts));
    const char **list = CM_NEW_ARRAY(arena, found->states, const char *);
    for (size_t i = 0; i < found->states; i++) {
        list[i] = text;
        text += strcspn(text, "\n");
        if (!*text)
            return NULL; /* memory ran out while it was kept */
        *text++ = '\0';
    }
    return list;
}

static cm_suite_row *make_rows(const checking *c)
{
    static const cm_suite_verdict verdicts[] = {
        [CM_WEAK_FORBIDDEN] = CM_SUITE_FORBIDDEN,
        [CM_WEAK_ALLOWED] = CM_SUITE_ALLOWED,
        [CM_WEAK_UNKNOWN] = CM_SUITE_UNKNOWN,
    };
    const cli_tests *tests = c->tests;
    cm_weak *weak = CM_NEW_ARRAY(c->tests->arena, c->tests->programs.count, cm_weak);
    for (size_t i = 0; i < c->tests->programs.count; i++)
        weak[i] = c->verdicts[i].weak;
    cm_suite_row *rows = CM_NEW_ARRAY(tests->arena, tests->count, cm_suite_row);
    size_t *first = CM_NEW_ARRAY(tests->arena, tests->distinct, size_t); /* index + 1 */
    for (size_t i = 0; i < tests->count; i++) {
        const cli_test *t = &tests->items[i];
        const verdict *found = &c->verdicts[t->program];
        cm_reason reason = {"", false};
        if (tests->suite)
            reason = cm_reason_of(tests->arena, &t->changes, weak);
        bool again = first[t->program] != 0;
        if (!again)
            first[t->program] = i + 1;
        rows[i] = (cm_suite_row){.name = t->name,
                                 .values = t->values,
                                 .program = first[t->program] - 1,
                                 .text = t->text,
                                 .verdict = verdicts[found->weak],
                                 .why = reason.why,
                                 .by_sc_order = reason.by_sc_order,
                                 .states = found->states,
                                 .state_texts = again ? NULL : state_list(tests->arena, found),
                                 .asked_states = found->asked,
                                 .seconds = again ? 0 : found->seconds};
    }
    return rows;
}

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* One name, or several if the tests do not share a model; workers load them in any
 * order. */
static const char *model_names(const checking *c)
{
    size_t count = 0, capacity = 0;
    const char **names = NULL;
    for (const cli_model *m = c->models.first; m; m = m->next) {
        CM_RESERVE(c->tests->arena, names, count, capacity);
        names[count++] = m->name;
    }
    if (count > 1)
        qsort(names, count, sizeof *names, by_text);
    cm_text all;
    cm_text_init(&all, c->tests->arena);
    for (size_t i = 0; i < count; i++)
        cm_text_append(&all, "%s%s", i ? ", " : "", names[i]);
    return all.data;
}

static void format_table(cm_text *out, const checking *c, const cm_suite_report *report)
{
    static const struct {
        const char *name;
        cm_suite_writer *write;
    } formats[] = {
#define ROW(word) {#word, cm_suite_##word},
        CM_SUITE_FORMATS(ROW, )
#undef ROW
    };
    const enumerate_settings *settings = c->tests->settings;
    const char *format = settings->pages ? "html" : settings->format ? settings->format : "text";
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0)
            formats[i].write(out, report);
}

/* Where the table goes; NULL: to standard output. */
static const char *table_path(const checking *c)
{
    const enumerate_settings *settings = c->tests->settings;
    if (settings->pages)
        return cm_arena_printf(c->tests->arena, "%s/index.html", settings->pages);
    return settings->report && strcmp(settings->report, "-") != 0 ? settings->report : NULL;
}

static int write_table(checking *c)
{
    const cli_tests *tests = c->tests;
    const enumerate_settings *settings = tests->settings;
    cm_suite_row *rows = make_rows(c);
    char date[CLI_DATE_MAX];
    cli_date(date);
    const cm_origin origin = {cmcm_version(), date, settings->command};
    int status = settings->pages ? cli_tests_pages(tests, &c->models, rows, &origin) : CLI_OK;
    if (status != CLI_OK)
        return status;
    cm_suite_report report = {.title = tests->generator->name,
                              .model = model_names(c),
                              .axes = tests->axes,
                              .axis_count = tests->axis_count,
                              .column_axes = tests->generator->column_axes,
                              .rows = rows,
                              .count = tests->count,
                              .outline = tests->suite ? cm_suite_outline(tests->suite) : NULL,
                              .meaning_of = cm_axis_meaning,
                              .origin = &origin};
    const char *path = table_path(c);
    cm_text out;
    cm_text_init(&out, tests->arena);
    format_table(&out, c, &report);
    if (path)
        return cli_write_file(path, out.data, out.length) ? CLI_OK : CLI_INPUT;
    fwrite(out.data, 1, out.length, stdout);
    return CLI_OK;
}

/* ---- all ------------------------------------------------------------- */

static int status_of(const checking *c, int status)
{
    if (status != CLI_OK)
        return status;
    if (c->unreadable)
        return CLI_INPUT;
    for (size_t i = 0; i < c->tests->programs.count; i++)
        if (c->verdicts[i].lost)
            return cli_no_memory();
    for (size_t i = 0; i < c->tests->programs.count; i++)
        if (c->verdicts[i].weak == CM_WEAK_UNKNOWN)
            return CLI_UNKNOWN;
    return CLI_OK;
}

/* A model that was named is loaded before anything else. */
static bool load_model(checking *c)
{
    char *messages = NULL;
    bool loaded = !c->check.model || cli_models_get(&c->models, c->check.model, &messages);
    if (messages)
        fputs(messages, stderr);
    free(messages);
    return loaded;
}

static void check_protected(void *argument)
{
    checking *c = argument;
    cli_tests *tests = c->tests;
    for (size_t i = 0; i < tests->count && tests->suite; i++)
        tests->items[i].changes =
            cm_changes_add(&tests->programs, tests->suite, tests->items[i].values);
    c->verdicts = CM_NEW_ARRAY(c->tests->arena, c->tests->programs.count, verdict);
    int status = check_programs(c);
    if (status == CLI_OK) {
        int written = write_table(c);
        if (c->undecided) /* not all programs are in the table: some only give reasons */
            fprintf(stderr,
                    "cmcm: %zu of %zu programs could not be decided: time, memory or loops\n",
                    c->undecided, c->tests->programs.count);
        status = status_of(c, written);
    }
    c->status = status;
}

int cli_tests_check(cli_tests *tests)
{
    const enumerate_settings *settings = tests->settings;
    checking c = {
        .tests = tests,
        .check = {.model = settings->model},
        .options = {.timeout = settings->timeout},
        .shows_progress = !settings->quiet && isatty(STDERR_FILENO),
    };
    if (!cli_models_init(&c.models, &c.check, false))
        return cli_no_memory();
    bool loaded = load_model(&c);
    bool done = !loaded || cm_arena_protect(tests->arena, check_protected, &c);
    cli_models_free(&c.models);
    for (size_t i = 0; c.verdicts && i < tests->programs.count; i++)
        free(c.verdicts[i].state_texts);
    if (!done)
        cm_arena_escape(tests->arena);
    return loaded ? c.status : CLI_USAGE;
}
