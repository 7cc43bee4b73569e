#include "lsp/answer.h"

#include "base/asks.h"
#include "lsp/answer_parts.h"

#include <ctype.h>
#include <string.h>

/* ---- places ----------------------------------------------------------------- */

size_t cm_lsp_offset(const cm_lsp_asked *asked)
{
    return cm_position_offset(asked->source.text, asked->source.length, asked->position,
                              asked->utf8);
}

static json_t *position_json(const cm_lsp_asked *asked, const cm_source *source, size_t offset)
{
    cm_position p = cm_position_at(source->text, source->length, offset, asked->utf8);
    return json_pack("{s:I, s:I}", "line", (json_int_t)p.line, "character",
                     (json_int_t)p.character);
}

json_t *cm_lsp_range(const cm_lsp_asked *asked, const cm_source *source, size_t from, size_t to)
{
    to = to < from ? from : to;
    return json_pack("{s:o, s:o}", "start", position_json(asked, source, from), "end",
                     position_json(asked, source, to));
}

json_t *cm_lsp_range_of(const cm_lsp_asked *asked, cm_place place)
{
    return cm_lsp_range(asked, place.source, place.offset, place.offset + place.length);
}

static bool is_word_byte(char c, const char *signs)
{
    return isalnum((unsigned char)c) || (c && strchr(signs, c));
}

cm_place cm_lsp_word_at(const cm_source *source, size_t offset, const char *signs)
{
    size_t from = offset, to = offset;
    while (from > 0 && is_word_byte(source->text[from - 1], signs))
        from--;
    while (to < source->length && is_word_byte(source->text[to], signs))
        to++;
    return (cm_place){source, (uint32_t)from, (uint32_t)(to - from)};
}

json_t *cm_lsp_place(const cm_lsp_asked *asked, cm_place place, bool carried)
{
    return json_pack("{s:s, s:o}", carried ? "carried" : "path", place.source->name, "range",
                     cm_lsp_range_of(asked, place));
}

json_t *cm_lsp_hover(const cm_lsp_asked *asked, const char *code, const char *text, json_t *range)
{
    const char *fence = asked->markdown ? "```" : "";
    const char *language = !asked->markdown ? "" : asked->is_cat ? "cat" : "litmus";
    const char *value =
        cm_arena_printf(asked->arena, "%s%s%s%s%s%s%s%s", fence, language, *fence ? "\n" : "", code,
                        *fence ? "\n" : "", fence, *text ? "\n\n" : "", text);
    return json_pack("{s:{s:s, s:s}, s:o}", "contents", "kind",
                     asked->markdown ? "markdown" : "plaintext", "value", value, "range", range);
}

static bool is_inside(cm_place inner, cm_place outer)
{
    return outer.source == inner.source && outer.offset <= inner.offset &&
           inner.offset + inner.length <= outer.offset + outer.length;
}

json_t *cm_lsp_symbol(const cm_lsp_asked *asked, const char *name, const char *detail, int kind,
                      cm_place whole, cm_place selection)
{
    cm_place range = is_inside(selection, whole) ? whole : selection;
    return json_pack("{s:s, s:s, s:i, s:o, s:o}", "name", name, "detail", detail, "kind", kind,
                     "range", cm_lsp_range_of(asked, range), "selectionRange",
                     cm_lsp_range_of(asked, selection));
}

/* ---- the question -------------------------------------------------------------- */

static cm_source source_of(const char *name, const json_t *text)
{
    cm_source source = {name, json_string_value(text), json_string_length(text)};
    cm_source_skip_mark(&source);
    return source;
}

static void read_drafts(cm_lsp_asked *asked)
{
    const json_t *drafts = json_object_get(asked->json, "drafts");
    size_t count = json_array_size(drafts);
    cm_source *sources = CM_NEW_ARRAY(asked->arena, count + 1, cm_source);
    int kept = 0;
    if (asked->is_cat)
        sources[kept++] = asked->source;
    for (size_t i = 0; i < count; i++) {
        const json_t *draft = json_array_get(drafts, i);
        const char *path = json_string_value(json_object_get(draft, "path"));
        const json_t *text = json_object_get(draft, "text");
        if (path && json_is_string(text))
            sources[kept++] = source_of(path, text);
    }
    asked->model.drafts = sources;
    asked->model.draft_count = kept;
}

static cm_dialect dialect_of(const char *name)
{
    static const char *const names[] = {[CM_DIALECT_AUTO] = "auto",
                                        [CM_DIALECT_CMCM] = "cmcm",
                                        [CM_DIALECT_HERD] = "herd",
                                        [CM_DIALECT_DAT3M] = "dat3m"};
    for (size_t i = 0; name && i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i], name) == 0)
            return (cm_dialect)i;
    return CM_DIALECT_AUTO;
}

/* False: it is none. */
static bool read_question(cm_lsp_asked *asked, const char *text, size_t length)
{
    asked->json = json_loadb(text, length, JSON_ALLOW_NUL, NULL);
    const char *language = json_string_value(json_object_get(asked->json, "language"));
    const json_t *position = json_object_get(asked->json, "position");
    asked->path = json_string_value(json_object_get(asked->json, "path"));
    const json_t *document = json_object_get(asked->json, "text");
    if (!language || !asked->path || !json_is_string(document))
        return false;
    asked->is_cat = strcmp(language, "cat") == 0;
    asked->source = source_of(asked->path, document);
    asked->utf8 = json_is_true(json_object_get(asked->json, "utf8"));
    asked->markdown = json_is_true(json_object_get(asked->json, "markdown"));
    asked->position.line = (size_t)json_integer_value(json_object_get(position, "line"));
    asked->position.character = (size_t)json_integer_value(json_object_get(position, "character"));
    asked->name = json_string_value(json_object_get(asked->json, "name"));
    const cm_lsp_options *o = asked->options;
    asked->model = (cm_model_options){.dialect = dialect_of(o->dialect),
                                      .include_dirs = o->includes,
                                      .include_count = o->include_count,
                                      .library_dir = cmcm_session_model_directory(asked->session)};
    read_drafts(asked);
    return true;
}

static json_t *answer_nothing(cm_lsp_asked *asked)
{
    (void)asked;
    return json_null();
}

static json_t *no_places(cm_lsp_asked *asked)
{
    (void)asked;
    return json_array();
}

typedef json_t *answering(cm_lsp_asked *asked);

/* Of a model, and of a test. */
static answering *const answers[][2] = {
    [CM_LSP_DIAGNOSE] = {cm_lsp_diagnose, cm_lsp_diagnose},
    [CM_LSP_CHECK] = {answer_nothing, cm_lsp_check},
    [CM_LSP_HOVER] = {cm_lsp_hover_cat, cm_lsp_hover_litmus},
    [CM_LSP_DEFINITION] = {cm_lsp_definition, no_places},
    [CM_LSP_REFERENCES] = {cm_lsp_references, no_places},
    [CM_LSP_PREPARE] = {cm_lsp_prepare, answer_nothing},
    [CM_LSP_RENAME] = {cm_lsp_rename, no_places},
    [CM_LSP_SYMBOLS] = {cm_lsp_symbols_cat, cm_lsp_symbols_litmus},
};

/* ---- one question ---------------------------------------------------------------- */

typedef struct answerer {
    const cm_lsp_options *options;
    cmcm_session *session;
} answerer;

static unsigned answer_question(void *context, cm_arena *arena, uint64_t kind, const char *text,
                                size_t length, char **told)
{
    const answerer *a = context;
    cm_lsp_asked asked = {.options = a->options, .session = a->session, .arena = arena};
    json_t *answer = NULL;
    asked.work = cm_work_new(arena);
    if (kind >= sizeof answers / sizeof *answers || !read_question(&asked, text, length))
        asked.refusal = "malformed question";
    else
        answer = answers[kind][asked.is_cat ? 0 : 1](&asked);
    if (asked.refusal)
        answer = json_pack("{s:s}", "error", asked.refusal);
    *told = answer ? json_dumps(answer, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    json_decref(answer);
    json_decref(asked.json);
    cmcm_session_clear(a->session);
    return asked.refusal ? CM_ASK_REFUSED : CM_ASK_GOOD;
}

void cm_lsp_answer(void *context, int channel)
{
    const cm_lsp_options *options = context;
    answerer a = {options, cmcm_session_new()};
    if (!a.session)
        return;
    for (int i = 0; i < options->include_count; i++)
        cmcm_session_add_include(a.session, options->includes[i]);
    for (int i = 0; i < options->variant_count; i++)
        cmcm_session_add_variant(a.session, options->variants[i]);
    if (options->dialect)
        cmcm_session_set_dialect(a.session, options->dialect);
    cm_asks_answer_all(channel, options->memory_limit, answer_question, &a);
    cmcm_session_free(a.session);
}
