/* Reading tests. */
#include "api/internal.h"
#include "base/clock.h"
#include "explain/explain.h"
#include "import/source.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <string.h>

typedef struct reading {
    cmcm_test *test;
    const char *path;
    const char *text; /* NULL: read the file */
    size_t length;
    const char *outcome; /* in place of the condition, or NULL */
    const char *threads; /* of a program, or NULL */
} reading;

static void make_source(void *argument)
{
    reading *r = argument;
    cm_arena *arena = r->test->work.arena;
    if (!r->text) {
        r->test->source = cm_source_read(&r->test->work, r->path);
        return;
    }
    cm_source *source = CM_NEW(arena, cm_source);
    source->name = cm_arena_text(arena, r->path, strlen(r->path));
    source->text = cm_arena_text(arena, r->text, r->length);
    source->length = r->length;
    cm_source_skip_mark(source);
    r->test->source = source;
}

static void finish_test(void *argument)
{
    cmcm_test *test = argument;
    cm_arena *arena = test->work.arena;
    if (test->kernel) {
        cm_source *made_of = CM_NEW(arena, cm_source);
        *made_of = (cm_source){.name = test->kernel};
        test->test->made_of = made_of;
    }
    test->condition = cm_condition_print(arena, test->test);
}

typedef struct asking {
    cmcm_test *test;
    const char *outcome;
    cm_source *source;
} asking;

static void make_question(void *argument)
{
    asking *a = argument;
    size_t length = strlen(a->outcome);
    a->source = CM_NEW(a->test->work.arena, cm_source);
    *a->source =
        (cm_source){"outcome", cm_arena_text(a->test->work.arena, a->outcome, length), length};
}

static const cm_source *question_of(cmcm_test *test, const char *outcome)
{
    asking a = {.test = test, .outcome = outcome};
    return cm_arena_protect(test->work.arena, make_question, &a) ? a.source : NULL;
}

static void name_test(void *argument)
{
    reading *r = argument;
    r->test->work.imported = true;
    r->test->kernel = cm_arena_text(r->test->work.arena, r->path, strlen(r->path));
    r->path = cm_arena_printf(r->test->work.arena, "%s.litmus", r->path);
}

/* A kernel is read as the test that it becomes. */
static bool import_kernel(reading *r)
{
    cm_work *work = &r->test->work;
    r->text = cm_import_file(work, r->path, r->threads, CM_IMPORT_QUIET);
    r->length = r->text ? strlen(r->text) : 0;
    return r->text && cm_arena_protect(work->arena, name_test, r);
}

static void refuse_threads(void *argument)
{
    const reading *r = argument;
    cm_work *work = &r->test->work;
    cm_source *whole = CM_NEW(work->arena, cm_source); /* without a text: of the file as a whole */
    *whole = (cm_source){.name = r->path};
    cm_fail(work, (cm_place){whole, 0, 0},
            "this test has its own threads, expected a program for --calls");
}

static bool parse(reading *r)
{
    cmcm_test *test = r->test;
    if (!r->text && cm_import_takes(r->path) && !import_kernel(r))
        return false;
    if (r->threads && !test->kernel)
        return cm_arena_protect(test->work.arena, refuse_threads, r);
    if (!cm_arena_protect(test->work.arena, make_source, r) || !test->source)
        return false;
    const cm_source *question = r->outcome ? question_of(test, r->outcome) : NULL;
    if (r->outcome && !question)
        return false;
    test->test = cm_litmus_parse_asking(&test->work, test->source, question);
    return test->test && cm_arena_protect(test->work.arena, finish_test, test);
}

static cmcm_test *make_test(cmcm_session *session, reading r)
{
    cmcm_test *test = cm_object_new(session, sizeof *test, 0);
    if (!test)
        return NULL;
    r.test = test;
    test->work.macros = session->macros;
    test->work.build = session->build;
    test->work.volatile_relaxed = session->volatile_relaxed;
    r.threads = session->threads;
    double start = cm_clock_seconds();
    bool parsed = parse(&r);
    test->parse_seconds = cm_clock_seconds() - start;
    return cm_object_made(session, test, parsed);
}

cmcm_test *cmcm_test_read(cmcm_session *session, const char *path)
{
    return make_test(session, (reading){.path = path});
}

cmcm_test *cmcm_test_read_asking(cmcm_session *session, const char *path, const char *outcome)
{
    return make_test(session, (reading){.path = path, .outcome = outcome});
}

cmcm_test *cmcm_test_parse(cmcm_session *session, const char *file_name, const char *text,
                           size_t length)
{
    return make_test(session, (reading){.path = file_name, .text = text, .length = length});
}

cmcm_test *cmcm_test_parse_asking(cmcm_session *session, const char *file_name, const char *text,
                                  size_t length, const char *outcome)
{
    return make_test(
        session, (reading){.path = file_name, .text = text, .length = length, .outcome = outcome});
}

void cmcm_test_free(cmcm_test *test)
{
    cm_object_free(test);
}

bool cmcm_test_warning(const cmcm_test *test, size_t index, cmcm_warning *warning)
{
    const cm_diags *diags = &test->work.diags;
    for (size_t i = 0; i < diags->count; i++)
        if (diags->items[i].severity == CM_WARNING && index-- == 0)
            return cm_warning_of(&diags->items[i], warning);
    return false;
}

bool cm_warning_of(const cm_diag *diag, cmcm_warning *warning)
{
    cm_place_position(diag->place, &warning->line, &warning->column);
    warning->message = diag->message;
    return true;
}

const char *cmcm_test_name(const cmcm_test *test)
{
    return test->test->name;
}

const char *cmcm_test_architecture(const cmcm_test *test)
{
    return cm_arch_name(test->test->arch);
}

const char *cmcm_test_condition(const cmcm_test *test)
{
    return test->condition;
}

const char *cmcm_test_quantifier(const cmcm_test *test)
{
    return cm_quantifier_name(test->test->quantifier);
}

bool cmcm_test_asks(const cmcm_test *test)
{
    return cm_test_asks(test->test);
}

static void compute_hash(void *argument)
{
    cmcm_test *test = argument;
    cm_test_hash(&test->work, test->test, test->hash);
    test->has_hash = true;
}

const char *cmcm_test_hash(cmcm_test *test)
{
    if (!test->has_hash && !cm_arena_protect(test->work.arena, compute_hash, test))
        return "";
    return test->hash;
}

const char *cmcm_test_default_model(const cmcm_test *test)
{
    return cm_test_model(test->test);
}
