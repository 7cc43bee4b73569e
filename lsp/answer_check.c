/* Messages, as `cmcm check` and `cmcm models` give them, at their places; and verdicts. */
#include "lsp/answer_parts.h"

#include "report/utf8.h"

#include <string.h>

/* ---- messages ----------------------------------------------------------------- */

static const int severities[] = {[CMCM_NOTE] = 3, [CMCM_WARNING] = 2, [CMCM_ERROR] = 1};

static json_t *diagnostic(const cm_lsp_asked *asked, json_t *range, cmcm_severity severity,
                          const char *text)
{
    return json_pack("{s:o, s:i, s:s, s:s}", "range", range, "severity", severities[severity],
                     "source", "cmcm", "message", cm_utf8_valid(asked->arena, text));
}

/* Bytes [from, to) of the document that a message is about. */
typedef struct span {
    size_t from, to;
} span;

/* A place of no width is hard to see: up to the next blank, or the character before the end. */
static span widened(const cm_source *source, size_t from, size_t length)
{
    size_t left = source->length - from;
    span s = {from, from + (length < left ? length : left)};
    if (length == 0 && left > 0)
        s.to = from + 1 + strcspn(source->text + from + 1, " \t\r\n");
    else if (left == 0 && from > 0)
        s.from = from - 1;
    return s;
}

/* About another file: where the document includes it, or its first line. */
static json_t *elsewhere(const cm_lsp_asked *asked, const cm_cat_scope *scope, const char *file,
                         unsigned line, unsigned column, const char *text, cmcm_severity severity)
{
    json_t *range = NULL;
    for (int i = 0; scope && !range && i < scope->include_count; i++)
        if (scope->includes[i].where.path && scope->includes[i].place.source == scope->source &&
            strcmp(scope->includes[i].where.path, file) == 0)
            range = cm_lsp_range_of(asked, scope->includes[i].place);
    if (!range)
        range = cm_lsp_range(asked, &asked->source, 0, strcspn(asked->source.text, "\r\n"));
    const char *where = line > 0 ? cm_arena_printf(asked->arena, "%s:%u:%u", file, line, column)
                                 : cm_arena_printf(asked->arena, "%s", file);
    return diagnostic(asked, range, severity, cm_arena_printf(asked->arena, "%s: %s", where, text));
}

static json_t *message_json(const cm_lsp_asked *asked, const cmcm_message *m)
{
    if (*m->file && strcmp(m->file, asked->path) != 0)
        return elsewhere(asked, NULL, m->file, m->line, m->column, m->text, m->severity);
    const cm_source *source = &asked->source;
    size_t from = cm_position_of_message(source->text, source->length, m->line, m->column);
    span s =
        m->line > 0 ? widened(source, from, m->length) : (span){0, strcspn(source->text, "\r\n")};
    return diagnostic(asked, cm_lsp_range(asked, &asked->source, s.from, s.to), m->severity,
                      m->text);
}

static json_t *messages_of_session(const cm_lsp_asked *asked)
{
    json_t *list = json_array();
    cmcm_message m;
    for (size_t i = 0; cmcm_session_message(asked->session, i, &m); i++)
        json_array_append_new(list, message_json(asked, &m));
    return list;
}

/* ---- models ---------------------------------------------------------------------- */

static json_t *diag_json(const cm_lsp_asked *asked, const cm_cat_scope *scope, const cm_diag *diag)
{
    static const cmcm_severity kinds[] = {
        [CM_NOTE] = CMCM_NOTE, [CM_WARNING] = CMCM_WARNING, [CM_ERROR] = CMCM_ERROR};
    const cm_source *source = diag->place.source;
    cmcm_severity severity = kinds[diag->severity];
    unsigned line = 0, column = 0;
    if (source && source->text && strcmp(source->name, asked->path) == 0) {
        span s = widened(source, diag->place.offset, diag->place.length);
        return diagnostic(asked, cm_lsp_range(asked, source, s.from, s.to), severity,
                          diag->message);
    }
    if (source && source->text)
        cm_place_position(diag->place, &line, &column);
    return elsewhere(asked, scope, source ? source->name : asked->path, line, column, diag->message,
                     severity);
}

/* ---- tests ------------------------------------------------------------------------ */

static cmcm_test *parse(cm_lsp_asked *asked)
{
    return cmcm_test_parse(asked->session, asked->path, asked->source.text, asked->source.length);
}

json_t *cm_lsp_diagnose(cm_lsp_asked *asked)
{
    if (asked->is_cat) {
        cm_work scoping = cm_work_new(asked->arena);
        const cm_cat_scope *scope = cm_cat_scope_of(&scoping, asked->path, &asked->model);
        cm_model_load(&asked->work, asked->path, &asked->model);
        json_t *list = json_array();
        for (size_t i = 0; i < asked->work.diags.count; i++)
            json_array_append_new(list, diag_json(asked, scope, &asked->work.diags.items[i]));
        return list;
    }
    cmcm_test_free(parse(asked));
    return messages_of_session(asked);
}

/* "No (Never, 3 states), by arm": what follows the test's name in a line of `cmcm check -q`. */
static const char *verdict_of(cm_lsp_asked *asked, const cmcm_test *test, const char *model,
                              cmcm_result *result)
{
    const char *line = result ? cmcm_result_text(result, CMCM_VERDICT, false) : NULL;
    if (!line)
        return "no verdict: see the messages";
    line += strlen(cmcm_test_name(test)) + strlen(": ");
    return cm_arena_printf(asked->arena, "%.*s, by %s", (int)strcspn(line, "\n"), line, model);
}

json_t *cm_lsp_check(cm_lsp_asked *asked)
{
    const cm_lsp_options *o = asked->options;
    const cmcm_options how = {
        .unroll = o->unroll, .timeout = o->seconds, .memory_limit = o->memory_limit};
    cmcm_test *test = parse(asked);
    const char *name = !test ? NULL : o->model ? o->model : cmcm_test_default_model(test);
    cmcm_model *model = test ? cmcm_model_load(asked->session, name) : NULL;
    cmcm_result *result = model ? cmcm_check(asked->session, model, test, &how) : NULL;
    const char *verdict = verdict_of(asked, test, name, result);
    json_t *answer = json_pack("{s:o, s:s}", "diagnostics", messages_of_session(asked), "verdict",
                               cm_utf8_valid(asked->arena, verdict));
    cmcm_result_free(result);
    cmcm_model_free(model);
    cmcm_test_free(test);
    return answer;
}
