/* For tests of checker/: a job without a test around it, formulas together with
 * their truth tables, whole checks of texts. */
#ifndef CM_TESTS_CHECKER_HELP_H
#define CM_TESTS_CHECKER_HELP_H

#include "checker/check.h"
#include "checker/job.h"
#include "litmus/text/text.h"
#include "tests/unit/cat_help.h"

/* A model, a test and a job between them; parts that are not needed are absent. */
typedef struct checker {
    cat cat;
    cm_solver_context *solver;
    cm_source source;
    cm_job job;
} checker;

static inline cm_test *checker_parse(checker *c, const char *text)
{
    c->source = (cm_source){"test.litmus", text, strlen(text)};
    cm_test *test = cm_litmus_parse(&c->cat.work, &c->source);
    if (!test)
        fail_msg("%s\n%s", text, cat_messages(&c->cat));
    return test;
}

/* cat: the text of a model, or NULL. litmus: a test, or NULL. */
static inline void checker_start(checker *c, const char *cat_text, const char *litmus)
{
    memset(c, 0, sizeof *c);
    if (cat_text)
        cat_load(&c->cat, cat_text);
    else
        cat_start(&c->cat);
    c->solver = cm_solver_context_new();
    c->job = (cm_job){.work = &c->cat.work,
                      .arena = c->cat.arena,
                      .model = c->cat.model,
                      .solver = c->solver,
                      .options = {.unroll = 2, .max_states = 1000}};
    cm_form_init(&c->job.form, c->cat.arena);
    if (litmus)
        c->job.test = checker_parse(c, litmus);
}

static inline void checker_end(checker *c)
{
    cm_solver_context_free(c->solver);
    cat_end(&c->cat);
}

/* ---- formulas with truth tables --------------------------------------- */

/* Up to 64 assignments of the variables, one per bit. A group of `size` has one
 * true variable in each assignment; size 0 stands for a lone variable. */
typedef struct table {
    cm_form *form;
    uint32_t worlds;
    uint8_t values[64][512]; /* by assignment and form node */
} table;

static inline uint64_t table_mask(const table *t)
{
    return t->worlds == 64 ? UINT64_MAX : (UINT64_C(1) << t->worlds) - 1;
}

/* A free variable, with its truth table; random ones unless `column` says. */
static inline cm_lit table_variable(table *t, uint64_t column)
{
    cm_lit made = cm_form_variable(t->form);
    for (uint32_t w = 0; w < t->worlds; w++)
        t->values[w][made] = column >> w & 1;
    return made;
}

/* A group with, by assignment, the one that is true. */
static inline cm_lit table_group(table *t, uint32_t size, const uint32_t *chosen)
{
    cm_lit first = cm_form_group(t->form, size);
    for (uint32_t w = 0; w < t->worlds; w++)
        t->values[w][first + (cm_lit)chosen[w]] = 1;
    return first;
}

/* The truth table that the formula has by cm_form_value. */
static inline uint64_t table_of(const table *t, cm_arena *arena, cm_lit literal)
{
    uint64_t result = 0;
    uint8_t *values = CM_NEW_ARRAY(arena, t->form->count, uint8_t);
    for (uint32_t w = 0; w < t->worlds; w++) {
        uint8_t *memo = CM_NEW_ARRAY(arena, t->form->count, uint8_t);
        memcpy(values, t->values[w],
               t->form->count < sizeof t->values[w] ? t->form->count : sizeof t->values[w]);
        result |= (uint64_t)cm_form_value(t->form, values, memo, literal) << w;
    }
    return result;
}

/* ---- whole checks ------------------------------------------------------ */

static inline cm_check_result *checker_run(checker *c, const cm_model *model, const cm_test *test,
                                           const cm_check_options *options)
{
    cm_check_result *r = cm_check(&c->cat.work, c->solver, model, test, options);
    if (!r)
        fail_msg("%s", cat_messages(&c->cat));
    return r;
}

/* All states, printed, sorted as cm_check gives them, joined by " | ". */
static inline const char *checker_states(checker *c, const cm_check_result *r)
{
    const char *all = "";
    for (size_t i = 0; i < r->states->count; i++) {
        const uint64_t *values = r->states->values + i * (size_t)r->states->value_count;
        all = cm_arena_printf(c->cat.arena, "%s%s%s", all, i ? " | " : "",
                              cm_state_print(c->cat.arena, r->states->test, values));
    }
    return all;
}

/* Of any test, each verified. */
static inline const char *checker_states_of(checker *c, const cm_test *test)
{
    cm_check_options options = {.verify = true};
    return checker_states(c, checker_run(c, c->cat.model, test, &options));
}

/* Starts with an installed model, "wave", or one in a variant, "wave wave-one-way". */
static inline void checker_start_model(checker *c, const char *model, const char *litmus)
{
    checker_start(c, NULL, litmus);
    const char *variant = strchr(model, ' ');
    const char *variants[] = {variant ? variant + 1 : NULL};
    cm_model_options options = {
        .library_dir = cat_library(), .variants = variants, .variant_count = variant != NULL};
    const char *name =
        variant ? cm_arena_text(c->cat.arena, model, (size_t)(variant - model)) : model;
    c->cat.model = cm_model_load(&c->cat.work, name, &options);
    if (!c->cat.model)
        fail_msg("%s: %s", model, cat_messages(&c->cat));
    c->job.model = c->cat.model;
}

/* Checks the text with an installed model and compares outcome and states. */
static inline void checker_expect(const char *model, const char *litmus,
                                  const cm_check_options *options, cm_outcome outcome,
                                  const char *states)
{
    checker c;
    checker_start_model(&c, model, litmus);
    cm_check_options checked = {.verify = true};
    if (options)
        checked = *options;
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &checked);
    if (r->outcome != outcome)
        fail_msg("%s: outcome %d, expected %d: %s", c.job.test->name, (int)r->outcome, (int)outcome,
                 r->reason);
    if (strcmp(checker_states(&c, r), states) != 0)
        fail_msg("%s with %s:\n  %s\nexpected\n  %s", c.job.test->name, model,
                 checker_states(&c, r), states);
    checker_end(&c);
}

/* Is an answer that is asked for by itself, of one side only, that of the states which a check of
 * everything gives? */
static inline void checker_expect_alone(const char *model, const char *litmus,
                                        const cm_check_options *options)
{
    static const cm_quantifier quantifiers[] = {CM_EXISTS, CM_NOT_EXISTS, CM_FORALL};
    for (size_t i = 0; i < sizeof quantifiers / sizeof *quantifiers; i++) {
        checker c;
        checker_start_model(&c, model, litmus);
        cm_test test = *c.job.test;
        test.quantifier = quantifiers[i];
        cm_check_options alone = *options;
        alone.question = alone.one_side = alone.no_flags = true;
        cm_answer all = cm_check_answer(checker_run(&c, c.cat.model, &test, options));
        cm_answer one = cm_check_answer(checker_run(&c, c.cat.model, &test, &alone));
        if (all != one)
            fail_msg("%s: the answer alone is %d, that of all states %d (quantifier %d)",
                     c.job.test->name, (int)one, (int)all, (int)i);
        checker_end(&c);
    }
}

#endif
