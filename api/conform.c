/* Records and logs of runs against models. */
#include "api/internal.h"

#include "campaign/conform.h"
#include "campaign/judge_record.h"

#include <string.h>

struct cmcm_conformance {
    cm_work work;
    const char *const *paths;
    size_t path_count;
    cm_judge *judge;
    const cm_conform *report;
};

static void conform_protected(void *argument)
{
    cmcm_conformance *c = argument;
    cm_conform_input *inputs = CM_NEW_ARRAY(c->work.arena, c->path_count, cm_conform_input);
    for (size_t i = 0; i < c->path_count; i++) {
        const char *path = cm_arena_text(c->work.arena, c->paths[i], strlen(c->paths[i]));
        inputs[i] = (cm_conform_input){path, cm_record_or_log_read(&c->work, path)};
        if (!inputs[i].record)
            return;
    }
    cm_record_judge judge = {.judge = c->judge, .arena = c->work.arena};
    c->report = cm_conform_make(&c->work, inputs, c->path_count, NULL, 0, cm_judge_record, &judge);
}

/* False: said. */
static bool make_judge(cmcm_session *session, cmcm_conformance *c,
                       const cmcm_conform_options *options)
{
    const cm_judge_options wanted = {
        .model = options ? options->model : NULL,
        .model_dir = cmcm_session_model_directory(session),
        .variants = session->variants.items,
        .variant_count = session->variants.count,
        .timeout = options ? options->timeout : 0,
    };
    c->judge = cm_judge_new(&wanted);
    const char *complaint = c->judge ? cm_judge_complaint(c->judge) : "out of memory";
    if (complaint)
        cm_session_error(session, complaint);
    return !complaint;
}

cmcm_conformance *cmcm_conform(cmcm_session *session, const char *const *paths, size_t count,
                               const cmcm_conform_options *options)
{
    cmcm_conformance *c = cm_object_new(session, sizeof *c, 0);
    if (!c)
        return NULL;
    c->paths = paths;
    c->path_count = count;
    if (make_judge(session, c, options)) {
        cm_arena_protect(c->work.arena, conform_protected, c);
        if (cm_session_take(session, &c->work.diags) && !c->report)
            cm_session_error(session, "out of memory");
    }
    cm_judge_free(c->judge);
    c->judge = NULL;
    c->paths = NULL;
    if (c->report)
        return c;
    cmcm_conformance_free(c);
    return NULL;
}

void cmcm_conformance_free(cmcm_conformance *conformance)
{
    cm_object_free(conformance);
}

cmcm_conform_counts cmcm_conformance_counts(const cmcm_conformance *conformance)
{
    const cm_conform_count *all = &conformance->report->all;
    return (cmcm_conform_counts){.tests = all->tests,
                                 .unjudged = all->unjudged,
                                 .not_run = all->not_run,
                                 .allowed = all->allowed,
                                 .allowed_seen = all->allowed_seen,
                                 .forbidden = all->forbidden,
                                 .violated = all->violated,
                                 .outcomes = all->outcomes};
}

bool cmcm_conformance_finding(const cmcm_conformance *conformance, size_t index,
                              cmcm_finding *finding)
{
    const cm_conform *report = conformance->report;
    if (index >= report->finding_count)
        return false;
    const cm_conform_finding *found = &report->findings[index];
    *finding = (cmcm_finding){found->test->name, found->state->text,
                              report->inputs[found->part->input].file, found->count};
    return true;
}

typedef struct printing {
    cmcm_conformance *conformance;
    cm_conform_writer *write;
    cm_text out;
} printing;

static void print_conformance(void *argument)
{
    static const cm_conform_style plain = {.quiet = false};
    printing *p = argument;
    p->out = cm_text_new(p->conformance->work.arena);
    p->write(&p->out, p->conformance->report, &plain);
}

const char *cmcm_conformance_text(cmcm_conformance *conformance, const char *format)
{
    printing p = {.conformance = conformance, .write = cm_conform_writer_of(format)};
    bool done = p.write && cm_arena_protect(conformance->work.arena, print_conformance, &p);
    return done ? p.out.data : NULL;
}
