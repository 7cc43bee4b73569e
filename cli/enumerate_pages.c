/* `cmcm enumerate --check --pages`: a page for every distinct program, with an explanation of
 * its verdict; index.html, the matrix, leads there. */
#include "cli/check.h"
#include "cli/enumerate.h"
#include "cli/output.h"

#include "base/pool.h"
#include "report/suite.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { SECONDS = 10 }; /* for an explanation, unless --timeout says otherwise */

typedef struct page_job {
    const cm_suite_row *row; /* the first that is this program */
    const char *path, *up;
    const cmcm_fact *facts;
    size_t fact_count, length;
    bool written;
    char *messages; /* malloc'ed, or NULL */
} page_job;

typedef struct paging {
    const cli_tests *tests;
    cli_models *models;
    const cm_origin *origin;
    const cm_suite_row *rows;
    page_job *jobs;
    size_t count, done, lost;
    cm_stop *stop;
    int signal;
    bool shows_progress;
} paging;

/* ---- what is told beside the explanation -------------------------------- */

static const char *names_of(const paging *p, const cm_suite_row *first)
{
    cm_text all;
    cm_text_init(&all, p->tests->arena);
    for (const cm_suite_row *row = first; row < p->rows + p->tests->count; row++)
        if (row->program == first->program)
            cm_text_append(&all, "%s%s", all.length ? ", " : "", row->name);
    return all.data;
}

static const char *states_of(const paging *p, const cm_suite_row *row)
{
    cm_text all;
    cm_text_init(&all, p->tests->arena);
    for (size_t i = 0; row->state_texts && i < row->states; i++)
        cm_text_append(&all, "%s%s", i ? " | " : "", row->state_texts[i]);
    return all.data;
}

static const char *axes_of(const paging *p, const cm_suite_row *row)
{
    cm_text all;
    cm_text_init(&all, p->tests->arena);
    for (int i = 0; i < p->tests->axis_count; i++)
        cm_text_append(&all, "%s%s %s", i ? ", " : "", p->tests->axes[i], row->values[i]);
    return all.data;
}

static void add_facts(const paging *p, page_job *job)
{
    cm_arena *arena = p->tests->arena;
    enum { FACTS = 4 };
    size_t count = 0;
    cmcm_fact *facts = CM_NEW_ARRAY(arena, FACTS, cmcm_fact);
    facts[count++] = (cmcm_fact){"verdict", cm_suite_verdict_text(arena, job->row)};
    facts[count++] = (cmcm_fact){"axes", axes_of(p, job->row)};
    facts[count++] = (cmcm_fact){"final states", states_of(p, job->row)};
    facts[count++] = (cmcm_fact){"tests that are this program", names_of(p, job->row)};
    job->facts = facts;
    job->fact_count = count;
}

/* ---- one page ------------------------------------------------------------ */

static void *explain_program(void *context, void *session, void *argument)
{
    const paging *p = context;
    page_job *job = argument;
    const enumerate_settings *settings = p->tests->settings;
    const cmcm_explain_options how = {.timeout =
                                          settings->timeout > 0 ? settings->timeout : SECONDS};
    cmcm_test *test = cmcm_test_parse(session, job->row->name, job->row->text, job->length);
    const char *name = settings->model ? settings->model
                       : test          ? cmcm_test_default_model(test)
                                       : "";
    const cmcm_model *model = test ? cli_models_get(p->models, name, &job->messages) : NULL;
    cmcm_explanation *e = model ? cmcm_explain(session, model, test, &how) : NULL;
    if (e) {
        const cmcm_page page = {.date = p->origin->date,
                                .command = p->origin->command,
                                .up = job->up,
                                .up_title = cm_suite_back,
                                .facts = job->facts,
                                .fact_count = job->fact_count};
        const char *text = cmcm_explanation_page(e, &page);
        job->written = text && cli_write_file(job->path, text, strlen(text));
    }
    if (!job->written && !job->messages)
        job->messages = strdup(cmcm_session_messages(session));
    cmcm_session_clear(session);
    cmcm_explanation_free(e);
    cmcm_test_free(test);
    return job;
}

/* ---- the pool ------------------------------------------------------------- */

static void *session_new(void *context, unsigned index)
{
    (void)context;
    (void)index;
    return cmcm_session_new();
}

static void session_free(void *context, void *session)
{
    (void)context;
    cmcm_session_free(session);
}

static bool next_job(void *context, size_t index, void **job)
{
    paging *p = context;
    if (index >= p->count)
        return false;
    *job = &p->jobs[index];
    return true;
}

static void take_page(void *context, size_t index, void *job, void *result)
{
    (void)index;
    (void)job;
    paging *p = context;
    page_job *page = result;
    p->done++;
    p->lost += !page->written;
    if (page->messages)
        fputs(page->messages, stderr);
    free(page->messages);
    page->messages = NULL;
}

static void look(void *context, cm_pool *pool)
{
    paging *p = context;
    p->signal = (int)cm_stop_asked(p->stop);
    if (p->signal)
        cm_pool_stop(pool);
    else if (p->shows_progress)
        fprintf(stderr, "\r\033[K%zu/%zu pages", p->done, p->count);
}

static void interrupt(void *context, void *session)
{
    (void)context;
    cmcm_session_interrupt(session);
}

static int write_all(paging *p)
{
    const cm_pool_work work = {.workers = cli_worker_count(p->tests->settings->jobs),
                               .context = p,
                               .worker_new = session_new,
                               .worker_free = session_free,
                               .next = next_job,
                               .run = explain_program,
                               .deliver = take_page,
                               .tick = look,
                               .interrupt = interrupt};
    cli_signals *signals = cli_signals_new();
    p->stop = signals ? cli_signals_stop(signals) : NULL;
    bool began = signals && cm_pool_run(&work, NULL) != CM_POOL_FAILED;
    cli_signals_free(signals);
    if (p->shows_progress)
        fputs("\r\033[K", stderr);
    if (p->signal) {
        fprintf(stderr, "cmcm: interrupted after %zu of %zu pages\n", p->done, p->count);
        return 128 + p->signal;
    }
    if (!began)
        return cli_no_memory();
    if (p->lost)
        fprintf(stderr, "cmcm: error: %zu of %zu pages could not be written\n", p->lost, p->count);
    return p->lost ? CLI_INPUT : CLI_OK;
}

/* ---- all -------------------------------------------------------------------- */

static void make_jobs(paging *p, cm_suite_row *rows)
{
    cm_arena *arena = p->tests->arena;
    p->jobs = CM_NEW_ARRAY(arena, p->tests->distinct, page_job);
    for (size_t i = 0; i < p->tests->count; i++) {
        const char *file = cm_arena_printf(arena, "%s.html", rows[rows[i].program].name);
        rows[i].page = file;
        if (rows[i].program != i)
            continue;
        page_job *job = &p->jobs[p->count++];
        *job = (page_job){
            .row = &rows[i],
            .length = p->tests->items[i].length,
            .path = cm_arena_printf(arena, "%s/%s", p->tests->settings->pages, file),
            .up = cm_arena_printf(arena, "index.html#c-%s", rows[i].name),
        };
        add_facts(p, job);
    }
}

int cli_tests_pages(const cli_tests *tests, cli_models *models, cm_suite_row *rows,
                    const cm_origin *origin)
{
    const char *directory = tests->settings->pages;
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        fprintf(stderr, "%s: error: cannot be made: %s\n", directory, strerror(errno));
        return CLI_INPUT;
    }
    paging p = {.tests = tests,
                .models = models,
                .origin = origin,
                .rows = rows,
                .shows_progress = !tests->settings->quiet && isatty(STDERR_FILENO)};
    make_jobs(&p, rows);
    return write_all(&p);
}
