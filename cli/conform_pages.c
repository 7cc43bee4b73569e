/* `cmcm conform --pages`: a page for each forbidden state that was seen: what was seen, why it
 * is forbidden, what repeats it; index.html, the report, leads there. */
#include "cli/conform.h"
#include "cli/output.h"
#include "cli/session.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

enum { MOST = 200, SECONDS = 10 }; /* pages; for an explanation, unless --timeout says otherwise */

typedef struct finding_pages {
    const conform_run *run;
    const cm_conform *report;
    const cm_origin *origin;
    const char *directory;
    const char **hrefs; /* by finding */
    bool lost;
} finding_pages;

/* ---- what was seen --------------------------------------------------------- */

static cm_arena *arena_of(const finding_pages *p)
{
    return p->run->arena;
}

/* Of each part that saw the state; four facts each at most. */
static size_t part_facts(const finding_pages *p, const cm_conform_finding *f, cmcm_fact *facts)
{
    cm_arena *arena = arena_of(p);
    const cm_record_machine *machine = p->report->machines[f->part->machine].machine;
    size_t count = 0;
    facts[count++] =
        (cmcm_fact){"seen", cm_arena_printf(arena, "%s, in %s", cm_conform_times(arena, f),
                                            p->report->inputs[f->part->input].file)};
    facts[count++] = (cmcm_fact){"on", cm_conform_machine_text(arena, machine)};
    facts[count++] = (cmcm_fact){"with", cm_conform_parameters(arena, f->part)};
    facts[count++] = (cmcm_fact){"again", cm_conform_command(arena, f->test, f->part)};
    return count;
}

static cmcm_fact *facts_of(const finding_pages *p, const cm_conform_finding *f, size_t parts,
                           size_t *count)
{
    enum { OF_ALL = 2, OF_PART = 4 };
    cmcm_fact *facts = CM_NEW_ARRAY(arena_of(p), OF_ALL + OF_PART * parts, cmcm_fact);
    *count = 0;
    facts[(*count)++] = (cmcm_fact){"forbidden, and seen", f->state->text};
    if (f->test->injections)
        facts[(*count)++] = (cmcm_fact){"planted on purpose",
                                        cm_conform_injections(arena_of(p), f->test->injections)};
    for (size_t i = 0; i < parts; i++)
        *count += part_facts(p, f + i, facts + *count);
    return facts;
}

/* ---- one page ---------------------------------------------------------------- */

static bool write_page(finding_pages *p, const cm_conform_finding *f, size_t parts,
                       const char *file, cmcm_explanation *e)
{
    size_t count;
    const cmcm_fact *facts = facts_of(p, f, parts, &count);
    const cmcm_page page = {.date = p->origin->date,
                            .command = p->origin->command,
                            .up = "index.html",
                            .up_title = "Back to the report",
                            .facts = facts,
                            .fact_count = count};
    const char *text = cmcm_explanation_page(e, &page);
    const char *path = cm_arena_printf(arena_of(p), "%s/%s", p->directory, file);
    return text && cli_write_file(path, text, strlen(text));
}

static void explain_finding(finding_pages *p, size_t first, size_t parts, size_t number)
{
    const cm_conform_finding *f = &p->report->findings[first];
    const conform_settings *settings = p->run->settings;
    cmcm_session *session = p->run->session;
    const char *file = cm_arena_printf(arena_of(p), "finding-%zu.html", number);
    const char *text = f->test->allowed.text;
    const cmcm_explain_options how = {.timeout =
                                          settings->timeout > 0 ? settings->timeout : SECONDS};
    cmcm_test *test =
        cmcm_test_parse_asking(session, f->test->name, text, strlen(text), f->state->text);
    cmcm_model *model =
        test ? cmcm_model_load(session, settings->model ? settings->model : f->test->allowed.model)
             : NULL;
    cmcm_explanation *e = model ? cmcm_explain(session, model, test, &how) : NULL;
    if (e && write_page(p, f, parts, file, e))
        p->hrefs[first] = file;
    else
        p->lost = true;
    if (!e)
        cli_session_say(session);
    cmcm_explanation_free(e);
    cmcm_model_free(model);
    cmcm_test_free(test);
}

const char *const *cli_conform_pages(const conform_run *run, const cm_conform *report,
                                     const cm_origin *origin, bool *written)
{
    finding_pages p = {.run = run,
                       .report = report,
                       .origin = origin,
                       .directory = run->settings->pages,
                       .hrefs = CM_NEW_ARRAY(run->arena, report->finding_count, const char *)};
    *written = mkdir(p.directory, 0777) == 0 || errno == EEXIST;
    if (!*written)
        fprintf(stderr, "%s: error: cannot be made: %s\n", p.directory, strerror(errno));
    size_t number = 0;
    for (size_t i = 0, next; *written && i < report->finding_count && number < MOST; i = next) {
        for (next = i; next < report->finding_count &&
                       report->findings[next].state == report->findings[i].state;)
            next++;
        explain_finding(&p, i, next - i, ++number);
    }
    *written = *written && !p.lost;
    return p.hrefs;
}
