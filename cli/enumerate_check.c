/* `cmcm enumerate --check`: every distinct program is checked once, then the reasons and the table.
 * With --pages every distinct program has a page, with an explanation of its verdict; index.html,
 * the table, leads there. */
#include "cli/check.h"
#include "cli/enumerate.h"
#include "cli/signals.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS = 10 }; /* for an explanation, unless --timeout says otherwise */

/* What a program came to. */
typedef struct verdict {
    cm_weak weak;
    bool undefined;
    size_t states, asked;
    char *state_texts; /* of a page: a line each, those asked about first; malloc'ed, or NULL */
    char *model;       /* its name; malloc'ed, or NULL */
    double seconds;
} verdict;

/* The page of a program. */
typedef struct page_job {
    const cm_suite_row *row; /* the first that is this program */
    const char *path, *up;
    const cmcm_fact *facts;
    size_t fact_count, length;
} page_job;

typedef struct checking {
    cli_tests *tests;
    check_settings settings; /* what `cmcm check` looks at */
    cli_plan plan;
    verdict *verdicts; /* by program */
    size_t undecided;
    bool unreadable, lost; /* lost: states, for lack of memory */
    page_job *pages;
    size_t page_count, pages_lost;
    cm_origin origin;
    bool shows_progress;
    int status;
} checking;

/* ---- verdicts --------------------------------------------------------- */

static const char program_name[] = "enumerated";

static const char *name_program(void *context, size_t index)
{
    (void)context;
    (void)index;
    return program_name;
}

static void check_program(void *context, cmcm_session *session, size_t index, double spent,
                          cli_outcome *outcome)
{
    checking *c = context;
    const cm_program *program = &c->tests->programs.items[index];
    const cm_source source = {program_name, program->text, program->length};
    const cli_input input = {program_name, CLI_NO_ROW, &source};
    cli_job_run(&c->plan, session, &input, spent, outcome);
}

/* What all tests have in common (a model that cannot be loaded) is said once. */
static void take_verdict(void *context, size_t index, cli_outcome *outcome)
{
    checking *c = context;
    verdict *found = &c->verdicts[index];
    if (!outcome || outcome->unreadable) {
        c->unreadable = true;
        if (outcome && outcome->messages)
            fputs(outcome->messages, stderr);
        else if (outcome) /* no memory for them */
            cli_no_memory();
        return;
    }
    found->weak = outcome->satisfying > 0 ? CM_WEAK_ALLOWED
                  : outcome->complete     ? CM_WEAK_FORBIDDEN
                                          : CM_WEAK_UNKNOWN;
    found->undefined = outcome->undefined;
    found->states = outcome->state_count;
    found->asked = outcome->satisfying;
    found->seconds = outcome->seconds;
    c->undecided += found->weak == CM_WEAK_UNKNOWN;
    c->lost |= outcome->no_memory;
    found->state_texts = outcome->states;
    found->model = outcome->model;
    outcome->states = outcome->model = NULL;
}

/* ---- pages ------------------------------------------------------------- */

static void make_pages(checking *c, cm_suite_row *rows)
{
    enum { FACTS = 4 };
    const cli_tests *tests = c->tests;
    cm_arena *arena = tests->arena;
    c->pages = CM_NEW_ARRAY(arena, tests->distinct, page_job);
    for (size_t i = 0; i < tests->count; i++) {
        cm_suite_row *row = &rows[i];
        row->page = cm_arena_printf(arena, "%s.html", rows[row->program].name);
        if (row->program != i)
            continue;
        cm_text axes, states, names;
        axes = cm_text_new(arena);
        states = cm_text_new(arena);
        names = cm_text_new(arena);
        for (int a = 0; a < tests->axis_count; a++)
            cm_text_append(&axes, "%s%s %s", a ? ", " : "", tests->axes[a], row->values[a]);
        for (size_t k = 0; row->state_texts && k < row->states; k++)
            cm_text_append(&states, "%s%s", k ? " | " : "", row->state_texts[k]);
        for (size_t k = i; k < tests->count; k++)
            if (rows[k].program == i)
                cm_text_append(&names, "%s%s", names.length ? ", " : "", rows[k].name);
        cmcm_fact *facts = CM_NEW_ARRAY(arena, FACTS, cmcm_fact);
        facts[0] = (cmcm_fact){"verdict", cm_suite_verdict_text(arena, row)};
        facts[1] = (cmcm_fact){"axes", axes.data};
        facts[2] = (cmcm_fact){"final states", states.data};
        facts[3] = (cmcm_fact){"tests that are this program", names.data};
        c->pages[c->page_count++] = (page_job){
            .row = row,
            .length = tests->items[i].length,
            .path = cm_arena_printf(arena, "%s/%s", tests->settings->pages, row->page),
            .up = cm_arena_printf(arena, "index.html#c-%s", row->name),
            .facts = facts,
            .fact_count = FACTS,
        };
    }
}

static const char *name_page(void *context, size_t index)
{
    const checking *c = context;
    return c->pages[index].path;
}

static void write_page(void *context, cmcm_session *session, size_t index, double spent,
                       cli_outcome *outcome)
{
    (void)spent;
    checking *c = context;
    const page_job *job = &c->pages[index];
    const enumerate_settings *settings = c->tests->settings;
    const cmcm_explain_options how = {.timeout =
                                          settings->timeout > 0 ? settings->timeout : SECONDS};
    cmcm_test *test = cmcm_test_parse(session, job->row->name, job->row->text, job->length);
    const char *name = settings->model ? settings->model
                       : test          ? cmcm_test_default_model(test)
                                       : "";
    const cmcm_model *model =
        test ? cli_models_get(&c->plan.models, name, &outcome->messages) : NULL;
    cmcm_explanation *e = model ? cmcm_explain(session, model, test, &how) : NULL;
    const cmcm_page page = {.date = c->origin.date,
                            .command = c->origin.command,
                            .up = job->up,
                            .up_title = cm_suite_back,
                            .facts = job->facts,
                            .fact_count = job->fact_count};
    const char *text = e ? cmcm_explanation_page(e, &page) : NULL;
    outcome->unreadable = !text || !cli_write_file(job->path, text, strlen(text));
    if (outcome->unreadable && !outcome->messages)
        outcome->messages = strdup(cmcm_session_messages(session));
    cmcm_session_clear(session);
    cmcm_explanation_free(e);
    cmcm_test_free(test);
}

static void take_page(void *context, size_t index, cli_outcome *outcome)
{
    (void)index;
    checking *c = context;
    c->pages_lost += !outcome || outcome->unreadable;
    if (outcome && outcome->messages)
        fputs(outcome->messages, stderr);
}

/* ---- workers ----------------------------------------------------------- */

/* Programs, or pages. Gives the exit status so far. */
static int run_batch(checking *c, cli_batch *batch)
{
    cli_signals *signals = cli_signals_new();
    batch->stop = signals ? cli_signals_stop(signals) : NULL;
    batch->jobs = c->tests->settings->jobs;
    batch->shows_progress = c->shows_progress;
    batch->context = c;
    bool began = signals && cli_batch_run(batch);
    if (!signals)
        fputs("cmcm: error: no memory or threads to begin\n", stderr);
    cli_signals_free(signals);
    int interrupted = cli_batch_interrupted(batch);
    return interrupted ? interrupted : began ? CLI_OK : CLI_INPUT;
}

static int write_pages(checking *c, cm_suite_row *rows)
{
    if (!cli_make_directory(c->tests->settings->pages))
        return CLI_INPUT;
    make_pages(c, rows);
    cli_batch batch = {.what = "pages",
                       .count = c->page_count,
                       .name = name_page,
                       .run = write_page,
                       .deliver = take_page};
    int status = run_batch(c, &batch);
    if (status != CLI_OK || !c->pages_lost)
        return status;
    fprintf(stderr, "cmcm: error: %zu of %zu pages could not be written\n", c->pages_lost,
            c->page_count);
    return CLI_INPUT;
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
    cm_weak *weak = CM_NEW_ARRAY(tests->arena, tests->programs.count, cm_weak);
    for (size_t i = 0; i < tests->programs.count; i++)
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
        rows[i] =
            (cm_suite_row){.name = t->name,
                           .values = t->values,
                           .program = first[t->program] - 1,
                           .text = t->text,
                           .verdict = found->undefined ? CM_SUITE_UNDEFINED : verdicts[found->weak],
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

/* One name, or several if the tests do not share a model. */
static const char *model_names(const checking *c)
{
    size_t count = 0;
    const char **names = CM_NEW_ARRAY(c->tests->arena, c->tests->programs.count, const char *);
    for (size_t i = 0; i < c->tests->programs.count; i++)
        if (c->verdicts[i].model)
            names[count++] = c->verdicts[i].model;
    qsort(names, count, sizeof *names, by_text);
    cm_text all = cm_text_new(c->tests->arena);
    for (size_t i = 0; i < count; i++)
        if (i == 0 || strcmp(names[i - 1], names[i]) != 0)
            cm_text_append(&all, "%s%s", i ? ", " : "", names[i]);
    return all.data;
}

static int write_table(checking *c)
{
    static const struct {
        const char *name;
        cm_suite_writer *write;
    } formats[] = {
#define ROW(word) {#word, cm_suite_##word},
        CM_SUITE_FORMATS(ROW, )
#undef ROW
    };
    const cli_tests *tests = c->tests;
    const enumerate_settings *settings = tests->settings;
    cm_suite_row *rows = make_rows(c);
    int status = settings->pages ? write_pages(c, rows) : CLI_OK;
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
                              .origin = &c->origin};
    const char *path = settings->pages
                           ? cm_arena_printf(tests->arena, "%s/index.html", settings->pages)
                           : settings->report;
    const char *format = settings->pages ? "html" : settings->format ? settings->format : "text";
    cm_text out = cm_text_new(tests->arena);
    for (size_t i = 0; i < sizeof formats / sizeof *formats; i++)
        if (strcmp(formats[i].name, format) == 0)
            formats[i].write(&out, &report);
    return cli_write_output(path, out.data);
}

/* ---- all ------------------------------------------------------------- */

static void check_protected(void *argument)
{
    checking *c = argument;
    cli_tests *tests = c->tests;
    for (size_t i = 0; i < tests->count && tests->suite; i++)
        tests->items[i].changes =
            cm_changes_add(&tests->programs, tests->suite, tests->items[i].values);
    c->verdicts = CM_NEW_ARRAY(tests->arena, tests->programs.count, verdict);
    for (size_t i = 0; i < tests->programs.count; i++)
        c->verdicts[i].weak = CM_WEAK_UNKNOWN;
    cli_batch batch = {.what = "programs",
                       .count = c->tests->programs.count,
                       .timeout = c->plan.options.timeout,
                       .name = name_program,
                       .run = check_program,
                       .deliver = take_verdict};
    c->status = run_batch(c, &batch);
    if (c->status != CLI_OK)
        return;
    c->status = write_table(c);
    if (c->undecided) /* not all programs are in the table: some only give reasons */
        fprintf(stderr, "cmcm: %zu of %zu programs could not be decided: time, memory or loops\n",
                c->undecided, tests->programs.count);
    if (c->status == CLI_OK && c->lost && !c->unreadable)
        c->status = cli_no_memory();
    else if (c->status == CLI_OK)
        c->status = c->unreadable ? CLI_INPUT : c->undecided ? CLI_UNKNOWN : CLI_OK;
}

int cli_tests_check(cli_tests *tests)
{
    const enumerate_settings *settings = tests->settings;
    char date[CLI_DATE_MAX], *messages = NULL;
    cli_date(date);
    checking c = {
        .tests = tests,
        .settings = {.model = settings->model, .quiet = true},
        .plan = {.options = {.timeout = settings->timeout}, .format = CMCM_VERDICT},
        .origin = {cmcm_version(), date, tests->command},
        .shows_progress = !settings->quiet && isatty(STDERR_FILENO),
    };
    c.plan.settings = &c.settings;
    c.plan.lists_states =
        settings->pages || (settings->format && strcmp(settings->format, "html") == 0);
    if (!cli_models_init(&c.plan.models, &c.settings, false))
        return cli_no_memory();
    /* A model that was named is loaded before anything else. */
    bool loaded = !settings->model || cli_models_get(&c.plan.models, settings->model, &messages);
    if (messages)
        fputs(messages, stderr);
    free(messages);
    bool done = !loaded || cm_arena_protect(tests->arena, check_protected, &c);
    cli_models_free(&c.plan.models);
    for (size_t i = 0; c.verdicts && i < tests->programs.count; i++) {
        free(c.verdicts[i].state_texts);
        free(c.verdicts[i].model);
    }
    if (!done)
        cm_arena_escape(tests->arena);
    return loaded ? c.status : CLI_USAGE;
}
