/* What a model allows of one test. */
#include "campaign/judge_parts.h"
#include "checker/advice.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

enum { UNROLL = 2, MOST_STATES = 1000000 }; /* as cmcm_check has them */

cm_judge *cm_judge_new(const cm_judge_options *options)
{
    cm_judge *judge = calloc(1, sizeof *judge);
    if (!judge || !cm_child_init(&judge->child)) {
        free(judge);
        return NULL;
    }
    judge->options = *options;
    judge->passing = cm_arena_new(0);
    judge->checking = cm_arena_new(0);
    if (judge->passing && judge->checking)
        return judge;
    cm_judge_free(judge);
    return NULL;
}

void cm_judge_free(cm_judge *judge)
{
    if (!judge)
        return;
    cm_child_close(&judge->child);
    if (judge->solver)
        cm_solver_context_free(judge->solver);
    cm_judge_model *model = judge->models;
    while (model) {
        cm_judge_model *next = model->next;
        cm_arena_free(model->arena); /* it is in there itself */
        model = next;
    }
    cm_judge_reasons_free(judge->reasons);
    cm_arena_free(judge->passing);
    cm_arena_free(judge->checking);
    free(judge);
}

/* ---- models ---------------------------------------------------------- */

typedef struct loading {
    cm_arena *arena;
    const char *name;
    const cm_judge_options *options;
    cm_judge_model *made;
} loading;

/* Everything that was said, as people read it. */
static const char *messages_of(cm_arena *arena, const cm_diags *diags)
{
    cm_text text = cm_text_new(arena);
    for (size_t i = 0; i < diags->count; i++)
        cm_text_add(&text, cm_diag_format(arena, &diags->items[i], false));
    return text.data;
}

static void load_model(void *argument)
{
    loading *l = argument;
    cm_work work = cm_work_new(l->arena);
    cm_judge_model *model = CM_NEW(l->arena, cm_judge_model);
    *model = (cm_judge_model){.name = cm_arena_text(l->arena, l->name, strlen(l->name)),
                              .arena = l->arena};
    const cm_model_options options = {.library_dir = l->options->model_dir,
                                      .variants = l->options->variants,
                                      .variant_count = l->options->variant_count};
    model->model = cm_model_load(&work, model->name, &options);
    model->messages = messages_of(l->arena, &work.diags);
    if (!model->model && !work.diags.errors)
        cm_arena_escape(l->arena);
    l->made = model;
}

/* NULL: out of memory. */
static cm_judge_model *model_of(cm_judge *judge, const char *name)
{
    for (cm_judge_model *model = judge->models; model; model = model->next)
        if (strcmp(model->name, name) == 0)
            return model;
    loading l = {cm_arena_new(0), name, &judge->options, NULL};
    if (!l.arena || !cm_arena_protect(l.arena, load_model, &l)) {
        cm_arena_free(l.arena);
        return NULL;
    }
    l.made->next = judge->models;
    return judge->models = l.made;
}

const char *cm_judge_complaint(cm_judge *judge)
{
    if (!judge->options.model)
        return NULL;
    const cm_judge_model *model = model_of(judge, judge->options.model);
    return !model ? "cmcm: error: out of memory\n" : model->model ? NULL : model->messages;
}

const char *const *cm_judge_variants(cm_judge *judge, const char *name, int *count)
{
    const char *asked_for = judge->options.model;
    const cm_judge_model *model = model_of(judge, asked_for ? asked_for : name);
    *count = model && model->model ? model->model->variant_count : 0;
    return *count ? model->model->variants : NULL;
}

/* ---- the answer ------------------------------------------------------ */

typedef struct answering {
    cm_judge *judge;
    cm_arena *arena;
    cm_judge_case test;
    double spent;
    cm_conform_allowed *out;
    bool answered;
} answering;

static const char *copy_text(cm_arena *arena, const char *text)
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

static void describe_answer(const answering *a, const cm_test *test)
{
    cm_conform_allowed *out = a->out;
    char hash[33];
    cm_work work = cm_work_new(a->judge->passing);
    cm_test_hash(&work, test, hash);
    out->hash = copy_text(a->arena, hash);
    out->arch = copy_text(a->arena, cm_arch_name(test->arch));
    out->condition = cm_condition_print(a->arena, test);
    out->quantifier = test->quantifier;
    out->axis_count = (size_t)test->metadata_count;
    cm_record_pair *axes = CM_NEW_ARRAY(a->arena, out->axis_count, cm_record_pair);
    for (size_t i = 0; i < out->axis_count; i++)
        axes[i] = (cm_record_pair){copy_text(a->arena, test->metadata[i].key),
                                   copy_text(a->arena, test->metadata[i].value)};
    out->axes = axes;
}

/* What was said of the test and of the model for it. */
static void copy_warnings(const answering *a, const cm_diags *diags)
{
    cm_conform_warning *warned = CM_NEW_ARRAY(a->arena, diags->count, cm_conform_warning);
    size_t count = 0;
    for (size_t i = 0; i < diags->count; i++) {
        cm_conform_warning *w = &warned[count];
        if (diags->items[i].severity != CM_WARNING)
            continue;
        cm_place_position(diags->items[i].place, &w->line, &w->column);
        w->message = copy_text(a->arena, diags->items[i].message);
        count++;
    }
    a->out->warned = warned;
    a->out->warned_count = count;
}

/* The model's own messages come with the first test that it is used for. */
static void check_test(answering *a, cm_work *work, const cm_test *test)
{
    cm_judge *judge = a->judge;
    const char *name = judge->options.model ? judge->options.model : cm_test_model(test);
    cm_judge_model *model = model_of(judge, name);
    if (!model)
        cm_arena_escape(a->arena);
    const char *said = model->told ? "" : model->messages;
    model->told = true;
    if (!model->model) {
        a->out->why = first_error(a->arena, model->messages);
        return;
    }
    a->out->model = copy_text(a->arena, model->model->name);
    cm_advise_model(work, model->model, test);
    copy_warnings(a, &work->diags);
    cm_work checking = cm_work_new(judge->checking);
    const cm_check_options options = {.unroll = UNROLL,
                                      .max_states = MOST_STATES,
                                      .timeout = a->judge->options.timeout,
                                      .spent = a->spent};
    const cm_check_result *result =
        cm_check(&checking, judge->solver, model->model, test, &options);
    const char *of_test = messages_of(judge->passing, &work->diags);
    const char *of_check = messages_of(judge->passing, &checking.diags);
    a->out->warnings = cm_arena_printf(a->arena, "%s%s%s", said, of_test, of_check);
    a->answered = result != NULL;
    if (!result) {
        a->out->why = *of_check ? first_error(a->arena, of_check) : "out of memory";
        return;
    }
    a->out->complete = result->outcome == CM_COMPLETE;
    a->out->why = copy_text(a->arena, a->out->complete ? "" : result->reason);
    cm_record_state *copies = CM_NEW_ARRAY(a->arena, result->states->count, cm_record_state);
    for (size_t i = 0; i < result->states->count; i++) {
        const uint64_t *values = result->states->values + i * (size_t)result->states->value_count;
        copies[i] = (cm_record_state){
            .text = cm_state_print(a->arena, test, values),
            .satisfies = cm_prop_holds(test, test->condition, values),
        };
    }
    a->out->states = copies;
    a->out->count = result->states->count;
}

/* In the arena of the passing test. */
static void answer_in_passing(void *argument)
{
    answering *a = argument;
    cm_work work = cm_work_new(a->judge->passing);
    const cm_source source = {a->test.name, a->test.text, a->test.length};
    const cm_test *test = cm_litmus_parse(&work, &source);
    *a->out = cm_conform_nothing_known;
    a->out->text = cm_arena_text(a->arena, a->test.text, a->test.length);
    if (!test) {
        const char *said = messages_of(a->judge->passing, &work.diags);
        a->out->why = *said ? first_error(a->arena, said) : "out of memory";
        return;
    }
    describe_answer(a, test);
    check_test(a, &work, test);
}

bool cm_judge_here(cm_judge *judge, cm_arena *arena, const cm_judge_case *test, double spent,
                   cm_conform_allowed *out)
{
    answering a = {judge, arena, *test, spent, out, false};
    cm_arena_reset(judge->passing, 0);
    cm_arena_reset(judge->checking, 0);
    if (!judge->solver)
        judge->solver = cm_solver_context_new();
    if (!judge->solver || !cm_arena_protect(judge->passing, answer_in_passing, &a))
        cm_arena_escape(arena);
    return a.answered;
}

bool cm_judge_test(cm_judge *judge, cm_arena *arena, const char *file_name, const char *text,
                   size_t length, cm_conform_allowed *out)
{
    const cm_judge_case test = {file_name, text, length};
    if (judge->options.timeout > 0)
        return cm_judge_apart(judge, arena, &test, out);
    return cm_judge_here(judge, arena, &test, 0, out);
}
