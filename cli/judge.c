/* What a model allows of one test, and why, for what hardware did. */
#include "cli/judge.h"

#include "cli/check.h"
#include "enumerate/reason.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <stdlib.h>
#include <string.h>

/* A test of the suites. */
typedef struct place {
    const char *name;
    const char *suite_name;
    size_t order; /* from 1: as the suites have them */
    const cm_suite *suite;
    cm_mp at;
} place;

struct cli_judge {
    check_settings settings; /* what the models' part of `cmcm check` looks at */
    cli_models models;
    cmcm_session *session;
    cmcm_options options;
    char *complaint;   /* of the model that was named */
    cm_arena *passing; /* for one test */
    /* For the reasons: made when one is asked for. */
    cm_arena *arena;
    place *places; /* by name */
    size_t place_count, place_capacity;
    cm_programs programs;
    cm_weak *weak; /* of programs, as far as checked */
    bool *checked;
    size_t room;
};

cli_judge *cli_judge_new(const char *model, double timeout)
{
    cli_judge *judge = calloc(1, sizeof *judge);
    if (!judge)
        return NULL;
    judge->settings.model = model;
    judge->options.timeout = timeout;
    judge->session = cmcm_session_new();
    judge->arena = cm_arena_new(0);
    judge->passing = cm_arena_new(0);
    bool made = judge->session && judge->arena && judge->passing &&
                cli_models_init(&judge->models, &judge->settings, false);
    if (made)
        return judge;
    cli_judge_free(judge);
    return NULL;
}

void cli_judge_free(cli_judge *judge)
{
    if (!judge)
        return;
    cli_models_free(&judge->models);
    cmcm_session_free(judge->session);
    cm_arena_free(judge->arena);
    cm_arena_free(judge->passing);
    free(judge->complaint);
    free(judge);
}

const char *cli_judge_complaint(cli_judge *judge)
{
    char *messages = NULL;
    if (!judge->settings.model)
        return NULL;
    bool loaded = cli_models_get(&judge->models, judge->settings.model, &messages) != NULL;
    if (messages) {
        free(judge->complaint);
        judge->complaint = messages;
    }
    if (loaded)
        return NULL;
    return judge->complaint ? judge->complaint : "cmcm: error: out of memory\n";
}

/* ---- one test -------------------------------------------------------- */

/* A test with its result: released in one place. */
typedef struct checked {
    cmcm_test *test;
    const cmcm_model *model;
    cmcm_result *result;
    char *messages; /* malloc'ed, or NULL */
} checked;

static void release(checked *c)
{
    cmcm_result_free(c->result);
    cmcm_test_free(c->test);
    free(c->messages);
}

static checked check_text(cli_judge *judge, const char *file_name, const char *text, size_t length)
{
    checked c = {.test = cmcm_test_parse(judge->session, file_name, text, length)};
    if (c.test) {
        const char *name =
            judge->settings.model ? judge->settings.model : cmcm_test_default_model(c.test);
        c.model = cli_models_get(&judge->models, name, &c.messages);
    }
    if (c.model)
        c.result = cmcm_check(judge->session, c.model, c.test, &judge->options);
    if (!c.messages)
        c.messages = strdup(cmcm_session_messages(judge->session));
    cmcm_session_clear(judge->session);
    return c;
}

typedef struct answering {
    cm_arena *arena;
    const char *text;
    size_t length;
    const cm_test *test; /* parsed once more, for its metadata; NULL: no memory */
    checked *checked;
    cm_conform_allowed *out;
} answering;

static const char *copy(cm_arena *arena, const char *text)
{
    return cm_arena_text(arena, text, strlen(text));
}

/* The line of the first error; warnings may stand before it. */
static const char *first_error(cm_arena *arena, const char *text)
{
    const char *line = text, *end = strstr(text, ": error: ");
    for (const char *c = text; end && c < end; c++)
        if (*c == '\n')
            line = c + 1;
    return cm_arena_text(arena, line, strcspn(line, "\n"));
}

static void copy_axes(const answering *a)
{
    int count = a->test ? a->test->metadata_count : 0;
    cm_record_pair *axes = CM_NEW_ARRAY(a->arena, (size_t)count, cm_record_pair);
    for (int i = 0; i < count; i++)
        axes[i] = (cm_record_pair){copy(a->arena, a->test->metadata[i].key),
                                   copy(a->arena, a->test->metadata[i].value)};
    a->out->axes = axes;
    a->out->axis_count = (size_t)count;
}

static cm_quantifier quantifier_of(const cmcm_test *test)
{
    const char *name = cmcm_test_quantifier(test);
    if (strcmp(name, "forall") == 0)
        return CM_FORALL;
    return strcmp(name, "exists") == 0 ? CM_EXISTS : CM_NOT_EXISTS;
}

static void copy_states(const answering *a)
{
    const cmcm_result *result = a->checked->result;
    size_t count = cmcm_result_state_count(result);
    cm_record_state *states = CM_NEW_ARRAY(a->arena, count, cm_record_state);
    for (size_t i = 0; i < count; i++)
        states[i] = (cm_record_state){copy(a->arena, cmcm_result_state(result, i)), 0,
                                      cmcm_result_state_satisfies(result, i)};
    a->out->states = states;
    a->out->count = count;
}

static void copy_warnings(const answering *a)
{
    const cmcm_result *result = a->checked->result;
    const char *messages = a->checked->messages;
    cmcm_warning warning;
    size_t count = 0;
    while (cmcm_result_warning(result, count, &warning))
        count++;
    cm_conform_warning *warned = CM_NEW_ARRAY(a->arena, count, cm_conform_warning);
    for (size_t i = 0; cmcm_result_warning(result, i, &warning); i++)
        warned[i] =
            (cm_conform_warning){warning.line, warning.column, copy(a->arena, warning.message)};
    a->out->warnings = copy(a->arena, messages ? messages : "");
    a->out->warned = warned;
    a->out->warned_count = count;
}

/* Everything that the answer refers to goes into the caller's arena. */
static void copy_answer(void *argument)
{
    const answering *a = argument;
    const checked *c = a->checked;
    *a->out = cm_conform_nothing_known;
    a->out->text = cm_arena_text(a->arena, a->text, a->length);
    if (c->test) {
        a->out->hash = copy(a->arena, cmcm_test_hash(c->test));
        a->out->arch = copy(a->arena, cmcm_test_architecture(c->test));
        a->out->condition = copy(a->arena, cmcm_test_condition(c->test));
        a->out->quantifier = quantifier_of(c->test);
        copy_axes(a);
    }
    if (c->result) {
        a->out->model = copy(a->arena, cmcm_model_name(c->model));
        a->out->complete = cmcm_result_complete(c->result);
        a->out->why = copy(a->arena, cmcm_result_reason(c->result));
        copy_warnings(a);
        copy_states(a);
    } else {
        a->out->why = first_error(a->arena, c->messages ? c->messages : "out of memory");
    }
}

bool cli_judge_test(cli_judge *judge, cm_arena *arena, const char *file_name, const char *text,
                    size_t length, cm_conform_allowed *out)
{
    checked c = check_text(judge, file_name, text, length);
    cm_source source = {file_name, text, length};
    cm_work work;
    cm_arena_reset(judge->passing, 0);
    cm_work_init(&work, judge->passing);
    answering a = {.arena = arena,
                   .text = text,
                   .length = length,
                   .test = c.test ? cm_litmus_parse(&work, &source) : NULL,
                   .checked = &c,
                   .out = out};
    bool copied = cm_arena_protect(arena, copy_answer, &a);
    bool answered = c.result != NULL;
    release(&c);
    if (!copied)
        cm_arena_escape(arena);
    return answered;
}

/* ---- the suites ------------------------------------------------------ */

/* The suites; of which CPUs, and with which of their fences, they have tests of names of
 * their own. */
static const struct {
    const char *name;
    bool of_cpus, of_fences;
} suites[] = {{"grace", true, false},
              {"hopper", false, false},
              {"hopper-cta", false, false},
              {"hetero", true, true}};

typedef struct gathering {
    cli_judge *judge;
    const char *suite_name;
    const cm_suite *suite;
} gathering;

static bool gather(void *context, const cm_mp *at)
{
    gathering *g = context;
    cli_judge *judge = g->judge;
    CM_RESERVE(judge->arena, judge->places, judge->place_count, judge->place_capacity);
    size_t order = ++judge->place_count;
    judge->places[order - 1] =
        (place){cm_suite_name(g->suite, judge->arena, at), g->suite_name, order, g->suite, *at};
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const place *)a)->name, ((const place *)b)->name);
}

/* Those of one CPU, the fences that compilers make first. */
static void gather_suite(cli_judge *judge, size_t suite, cm_arch cpu)
{
    gathering g = {judge, suites[suite].name, cm_suite_find(suites[suite].name)};
    bool least = cm_isa_for(cpu)->writer->least_is_usual;
    for (int other = 0; other <= suites[suite].of_fences; other++) {
        cm_mp base = {.cpu = cpu,
                      .cpu_fence = least != other ? CM_CPU_FENCE_LEAST : CM_CPU_FENCE_FULL};
        cm_suite_each(g.suite, &base, gather, &g);
    }
}

static void gather_places(cli_judge *judge)
{
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        for (int arch = 0; arch < CM_CMCM; arch++) {
            const cm_isa *isa = cm_isa_for((cm_arch)arch);
            bool usual = isa->arch == cm_arch_usual(false);
            if (usual || (suites[i].of_cpus && cm_enum_cpu_word(isa)))
                gather_suite(judge, i, isa->arch);
        }
    }
    qsort(judge->places, judge->place_count, sizeof *judge->places, by_name);
    cm_programs_init(&judge->programs, judge->arena);
}

/* ---- reasons --------------------------------------------------------- */

typedef struct reasoning {
    cli_judge *judge;
    const char *name;
    const cm_conform_allowed *allowed;
    const char *suite, *reason;
    size_t order;
} reasoning;

/* Does the place's text make the test that was judged? A file of that name may
 * hold another program. */
static bool is_that_test(const reasoning *r, const place *p)
{
    cm_text text;
    cm_text_init(&text, r->judge->arena);
    cm_suite_write(&text, p->suite, &p->at);
    cmcm_test *test = cmcm_test_parse(r->judge->session, p->name, text.data, text.length);
    bool same = test && strcmp(cmcm_test_hash(test), r->allowed->hash) == 0 &&
                strcmp(cmcm_test_condition(test), r->allowed->condition) == 0;
    cmcm_session_clear(r->judge->session);
    cmcm_test_free(test);
    return same;
}

static void make_room(cli_judge *judge)
{
    size_t count = judge->programs.count;
    if (count <= judge->room)
        return;
    judge->weak =
        cm_arena_grow(judge->arena, judge->weak, judge->room, 2 * count, sizeof *judge->weak);
    judge->checked =
        cm_arena_grow(judge->arena, judge->checked, judge->room, 2 * count, sizeof *judge->checked);
    judge->room = 2 * count;
}

static void check_program(cli_judge *judge, size_t index)
{
    if (judge->checked[index])
        return;
    const cm_program *program = &judge->programs.items[index];
    checked c = check_text(judge, "enumerated", program->text, program->length);
    judge->weak[index] = CM_WEAK_UNKNOWN;
    if (c.result && cmcm_result_satisfying(c.result) > 0)
        judge->weak[index] = CM_WEAK_ALLOWED;
    else if (c.result && cmcm_result_complete(c.result))
        judge->weak[index] = CM_WEAK_FORBIDDEN;
    judge->checked[index] = true;
    release(&c);
}

static void find_reason(void *argument)
{
    reasoning *r = argument;
    cli_judge *judge = r->judge;
    if (!judge->place_count)
        gather_places(judge);
    place key = {.name = r->name};
    const place *p =
        bsearch(&key, judge->places, judge->place_count, sizeof *judge->places, by_name);
    if (!p || !is_that_test(r, p))
        return;
    cm_changes changes = cm_changes_add(&judge->programs, p->suite, &p->at);
    make_room(judge);
    check_program(judge, changes.itself);
    check_program(judge, changes.widened);
    check_program(judge, changes.ordered);
    check_program(judge, changes.both);
    check_program(judge, changes.without_sc);
    for (size_t i = 0; i < CM_PART_SETS; i++)
        check_program(judge, changes.with_parts[i]);
    r->suite = p->suite_name;
    r->order = p->order;
    r->reason = cm_reason_of(judge->arena, &changes, judge->weak).why;
}

void cli_judge_reason(cli_judge *judge, cm_arena *arena, const char *name, cm_conform_allowed *out)
{
    reasoning r = {.judge = judge, .name = name, .allowed = out, .suite = "", .reason = ""};
    if (!cm_arena_protect(judge->arena, find_reason, &r))
        cm_arena_escape(arena);
    out->suite = r.suite;
    out->order = r.order;
    out->reason = copy(arena, r.reason);
}
