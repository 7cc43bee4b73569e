#include "serve/answer.h"

#include "base/asks.h"
#include "cmcm.h"
#include "report/utf8.h"
#include "serve/page.h"

#include <jansson.h>
#include <string.h>

enum {
    MOST_MODELS = 32,
    MOST_NAME = 128,
    MOST_UNROLL = 20,
    MOST_STATES = 5000, /* a page that shows more is of no use */
    MOST_PROPOSALS = 20
};

typedef struct answering {
    const cm_answer_limits *limits;
    cmcm_session *session;
    cm_arena *arena; /* of the question */
    struct {
        char name[MOST_NAME]; /* "arm", "wave+wave-lockstep" */
        cmcm_model *model;
    } models[MOST_MODELS];
    size_t model_count;
} answering;

/* A question, read; its texts belong to `json`. */
typedef struct question {
    json_t *json;
    const char *test, *model, *outcome;
    size_t length; /* of the test */
    unsigned unroll;
    bool weaken;
} question;

/* ---- reading a question -------------------------------------------------- */

/* "" where the member is missing; NULL: it is not a text. */
static const char *json_text(const json_t *json, const char *name)
{
    const json_t *value = json_object_get(json, name);
    return value ? json_string_value(value) : "";
}

/* False: it is none. */
static bool read_question(question *q, const char *text, size_t length)
{
    q->json = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const json_t *unroll = json_object_get(q->json, "unroll");
    json_int_t number = unroll ? json_integer_value(unroll) : 2;
    q->test = json_string_value(json_object_get(q->json, "test"));
    q->length = json_string_length(json_object_get(q->json, "test"));
    q->model = json_text(q->json, "model");
    q->outcome = json_text(q->json, "outcome");
    q->unroll = (unsigned)number;
    q->weaken = json_is_true(json_object_get(q->json, "weaken"));
    return q->test && q->model && q->outcome && number >= 1 && number <= MOST_UNROLL;
}

/* Is it, up to a `+`, the name of a carried model, as the program knows it? No path gets
 * further. */
static bool is_carried(const char *name)
{
    size_t given = strcspn(name, "+");
    for (size_t i = 0; cmcm_carried_model(i); i++) {
        const char *file = cmcm_carried_model(i);
        if (strlen(file) - strlen(".cat") == given && strncmp(file, name, given) == 0)
            return strlen(name) < MOST_NAME;
    }
    return false;
}

/* "wave+wave-lockstep": a model with variants, which it must ask for. NULL: the messages of the
 * session that loaded it are lost, but not that there is none. */
static cmcm_model *load_variant(const char *name)
{
    char parts[MOST_NAME];
    cmcm_session *session = cmcm_session_new();
    snprintf(parts, sizeof parts, "%s", name);
    char *next = strchr(parts, '+');
    while (next) {
        *next++ = '\0';
        char *end = strchr(next, '+');
        size_t length = end ? (size_t)(end - next) : strlen(next);
        char variant[MOST_NAME];
        snprintf(variant, sizeof variant, "%.*s", (int)length, next);
        if (session)
            cmcm_session_add_variant(session, variant);
        next = end;
    }
    cmcm_model *model = session ? cmcm_model_load(session, parts) : NULL;
    cmcm_session_free(session);
    return model;
}

/* For another one; the process has few. */
static void forget_models(answering *a)
{
    for (size_t i = 0; i < a->model_count; i++)
        cmcm_model_free(a->models[i].model);
    a->model_count = 0;
}

/* Each model is loaded once. NULL: no model has that name, or the messages say why. */
static cmcm_model *model_named(answering *a, const char *name)
{
    for (size_t i = 0; i < a->model_count; i++)
        if (strcmp(a->models[i].name, name) == 0)
            return a->models[i].model;
    if (!is_carried(name))
        return NULL;
    cmcm_model *model = strchr(name, '+') ? load_variant(name) : cmcm_model_load(a->session, name);
    if (model && a->model_count == MOST_MODELS)
        forget_models(a);
    if (model) {
        snprintf(a->models[a->model_count].name, MOST_NAME, "%s", name);
        a->models[a->model_count++].model = model;
    }
    return model;
}

static cmcm_test *test_of(answering *a, const question *q)
{
    if (*q->outcome)
        return cmcm_test_parse_asking(a->session, "test", q->test, q->length, q->outcome);
    return cmcm_test_parse(a->session, "test", q->test, q->length);
}

static const cmcm_model *model_of(answering *a, const question *q, const cmcm_test *test)
{
    return model_named(a, *q->model ? q->model : cmcm_test_default_model(test));
}

/* ---- answers: NULL without memory, or they escape -------------------------- */

static json_t *messages_of(answering *a)
{
    static const char *const severities[] = {
        [CMCM_NOTE] = "note", [CMCM_WARNING] = "warning", [CMCM_ERROR] = "error"};
    json_t *list = json_array();
    cmcm_message m;
    for (size_t i = 0; cmcm_session_message(a->session, i, &m); i++)
        json_array_append_new(list, json_pack("{s:s, s:s, s:i, s:i, s:i}", "severity",
                                              severities[m.severity], "text",
                                              cm_utf8_valid(a->arena, m.text), "line", (int)m.line,
                                              "column", (int)m.column, "length", (int)m.length));
    return list;
}

/* A text of the library that is JSON, or null. */
static json_t *parsed(const char *text)
{
    json_t *json = text ? json_loads(text, 0, NULL) : NULL;
    return json ? json : json_null();
}

static json_t *answer_check(answering *a, const question *q)
{
    const cmcm_options how = {.unroll = q->unroll,
                              .timeout = a->limits->seconds,
                              .memory_limit = a->limits->memory_limit,
                              .max_states = MOST_STATES,
                              .liveness = true,
                              .hasty = true};
    cmcm_test *test = test_of(a, q);
    const cmcm_model *model = test ? model_of(a, q, test) : NULL;
    cmcm_result *result = model ? cmcm_check(a->session, model, test, &how) : NULL;
    json_t *told = parsed(result ? cmcm_result_text(result, CMCM_JSON, false) : NULL);
    if (json_is_object(told) && *q->model) /* with its variants */
        json_object_set_new(told, "model", json_string(q->model));
    json_t *answer = json_pack("{s:o}", "result", told);
    cmcm_result_free(result);
    cmcm_test_free(test);
    return answer;
}

/* As JSON has it; NULL stays NULL. */
static const char *valid(answering *a, const char *text)
{
    return text ? cm_utf8_valid(a->arena, text) : NULL;
}

static json_t *told(answering *a, cmcm_explanation *e)
{
    static const char *const verdicts[] = {[CMCM_ALLOWED] = "allowed",
                                           [CMCM_FORBIDDEN] = "forbidden",
                                           [CMCM_MAYBE] = "unknown",
                                           [CMCM_NOTHING_ASKED] = "none",
                                           [CMCM_UNDEFINED] = "undefined"};
    return json_pack("{s:s, s:s, s:s?, s:s?}", "verdict", verdicts[cmcm_explanation_verdict(e)],
                     "reason", valid(a, cmcm_explanation_reason(e)), "text",
                     valid(a, cmcm_explanation_text(e, CMCM_AS_FORMAL)), "svg",
                     valid(a, cmcm_explanation_text(e, CMCM_AS_SVG)));
}

static json_t *answer_explain(answering *a, const question *q)
{
    const cmcm_explain_options how = {.unroll = q->unroll,
                                      .timeout = a->limits->seconds,
                                      .memory_limit = a->limits->memory_limit};
    cmcm_test *test = test_of(a, q);
    const cmcm_model *model = test ? model_of(a, q, test) : NULL;
    cmcm_explanation *e = model ? cmcm_explain(a->session, model, test, &how) : NULL;
    json_t *answer = e ? told(a, e) : json_object();
    cmcm_explanation_free(e);
    cmcm_test_free(test);
    return answer;
}

static json_t *answer_repair(answering *a, const question *q)
{
    const cmcm_repair_options how = {.unroll = q->unroll,
                                     .timeout = a->limits->seconds,
                                     .memory_limit = a->limits->memory_limit,
                                     .weaken = q->weaken,
                                     .most = MOST_PROPOSALS};
    cmcm_test *test = test_of(a, q);
    const cmcm_model *model = test ? model_of(a, q, test) : NULL;
    cmcm_repair *repair = model ? cmcm_repair_find(a->session, model, test, &how) : NULL;
    json_t *answer = json_pack("{s:o}", "repair",
                               parsed(repair ? cmcm_repair_text(repair, CMCM_AS_JSON) : NULL));
    cmcm_repair_free(repair);
    cmcm_test_free(test);
    return answer;
}

static json_t *variants_of(const cmcm_model *model)
{
    json_t *list = json_array();
    for (size_t i = 0; cmcm_model_variant(model, i); i++)
        json_array_append_new(list, json_string(cmcm_model_variant(model, i)));
    return list;
}

static json_t *answer_start(answering *a, const question *q)
{
    (void)q;
    json_t *models = json_array(), *gallery = json_array();
    for (size_t i = 0; cmcm_carried_model(i); i++) {
        char name[64] = "";
        strncat(name, cmcm_carried_model(i), sizeof name - 1);
        name[strcspn(name, ".")] = '\0';
        cmcm_model *model = model_named(a, name);
        if (model)
            json_array_append_new(models, json_pack("{s:s, s:s, s:o}", "name", name, "title",
                                                    cmcm_model_title(model), "variants",
                                                    variants_of(model)));
    }
    for (const cm_example *e = cm_examples; e->group; e++)
        json_array_append_new(gallery, json_pack("{s:s, s:s}", "group", e->group, "test", e->text));
    return json_pack("{s:s, s:o, s:o, s:f}", "version", cmcm_version(), "models", models, "gallery",
                     gallery, "seconds", a->limits->seconds);
}

static json_t *(*const answers[])(answering *, const question *) = {
    [CM_ASK_START] = answer_start,
    [CM_ASK_CHECK] = answer_check,
    [CM_ASK_EXPLAIN] = answer_explain,
    [CM_ASK_REPAIR] = answer_repair,
};

/* ---- one question ---------------------------------------------------------- */

/* NULL: it is one. */
static const char *flaw_of(answering *a, uint64_t kind, const char *text, size_t length,
                           question *q)
{
    if (kind >= sizeof answers / sizeof *answers)
        return "no such question";
    if (kind == CM_ASK_START)
        return NULL;
    if (!read_question(q, text, length))
        return "malformed question";
    if (*q->model && !is_carried(q->model))
        return "there is no such model, expected one that cmcm carries";
    return strchr(q->model, '+') && !model_named(a, q->model) ? "no such variant of the model"
                                                              : NULL;
}

static unsigned answer_question(void *context, cm_arena *arena, uint64_t kind, const char *text,
                                size_t length, char **told)
{
    answering *a = context;
    question q = {0};
    a->arena = arena;
    const char *flaw = flaw_of(a, kind, text, length, &q);
    json_t *answer = flaw ? json_pack("{s:s}", "error", flaw) : answers[kind](a, &q);
    if (answer && !flaw)
        json_object_set_new(answer, "messages", messages_of(a));
    *told = answer ? json_dumps(answer, JSON_COMPACT) : NULL;
    json_decref(answer);
    json_decref(q.json);
    cmcm_session_clear(a->session);
    return flaw ? CM_ASK_REFUSED : CM_ASK_GOOD;
}

void cm_answer_serve(void *context, int channel)
{
    answering a = {.limits = context, .session = cmcm_session_new()};
    if (a.session)
        cm_asks_answer_all(channel, 0, answer_question, &a);
    forget_models(&a);
    cmcm_session_free(a.session);
}
