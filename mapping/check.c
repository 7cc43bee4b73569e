/* Tests of the source against what becomes of them. */
#include "mapping/check.h"

#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <string.h>

const char cm_map_assertion[] = "assertion";
const char cm_map_too_wide[] = "a final value is wider than 32 bits";

/* ---- states ---------------------------------------------------------------------- */

/* Values of a source language are words of machines, which fill registers in their own ways. */
static uint64_t bits_compared(const cm_map_run *run)
{
    return cm_isa_for(run->mapping->from)->operations ? UINT32_MAX : UINT64_MAX;
}

static bool are_equal(const uint64_t *a, const uint64_t *b, size_t count, uint64_t bits)
{
    for (size_t i = 0; i < count; i++)
        if ((a[i] ^ b[i]) & bits)
            return false;
    return true;
}

bool cm_map_has_state(const cm_states *source, const cm_states *target, size_t state, uint64_t bits)
{
    size_t width = (size_t)target->value_count;
    for (size_t k = 0; k < source->count; k++)
        if (are_equal(source->values + k * width, target->values + state * width, width, bits))
            return true;
    return false;
}

/* The first state of the target that the source lacks; NULL: none. */
static const uint64_t *extra_state(const cm_states *source, const cm_states *target, uint64_t bits)
{
    for (size_t i = 0; i < target->count; i++)
        if (!cm_map_has_state(source, target, i, bits))
            return target->values + i * (size_t)target->value_count;
    return NULL;
}

static bool tells_of_assertion(const cm_test *test, int observed)
{
    const char *name = test->observed[observed].display;
    size_t length = strlen(name);
    for (int i = 0; i < test->metadata_count; i++) {
        const char *at = test->metadata[i].value;
        if (strcmp(test->metadata[i].key, cm_map_assertions) != 0)
            continue;
        for (; *at; at += strcspn(at, " "), at += strspn(at, " "))
            if (strcspn(at, " ") == length && strncmp(at, name, length) == 0)
                return true;
    }
    return false;
}

const cm_states *cm_map_shared(cm_arena *arena, const cm_states *target, bool *fails)
{
    const cm_test *test = target->test;
    bool *tells = CM_NEW_ARRAY(arena, (size_t)target->value_count + 1, bool);
    int telling = 0;
    *fails = false;
    for (int i = 0; i < test->shown_count; i++)
        telling += tells[cm_state_offset(test, i)] = tells_of_assertion(test, i);
    if (telling == 0)
        return target;
    cm_states *made = CM_NEW(arena, cm_states);
    made->test = test;
    made->value_count = target->value_count - telling;
    made->values = CM_NEW_ARRAY(arena, target->count * (size_t)made->value_count + 1, uint64_t);
    for (size_t s = 0; s < target->count; s++) {
        uint64_t *to = made->values + made->count * (size_t)made->value_count;
        int at = 0;
        for (int i = 0; i < target->value_count; i++) {
            uint64_t value = target->values[s * (size_t)target->value_count + (size_t)i];
            *fails |= tells[i] && value;
            if (!tells[i])
                to[at++] = value;
        }
        made->count += !cm_map_has_state(made, made, made->count, UINT64_MAX);
    }
    return made;
}

bool cm_map_has_ints(const cm_states *states)
{
    size_t count = states->count * (size_t)states->value_count;
    for (size_t i = 0; i < count; i++)
        if (!cm_map_is_int(states->values[i]))
            return false;
    return true;
}

/* Addresses differ from test to test, and so do instructions. */
static bool has_addresses(const cm_states *states)
{
    size_t count = states->count * (size_t)states->value_count;
    for (size_t i = 0; i < count; i++) {
        uint64_t value = states->values[i];
        if ((value >= CM_ADDRESS_BASE && value < CM_RESERVED_END) ||
            value - CM_CODE_WORD < (uint64_t)states->test->code_word_count)
            return true;
    }
    return false;
}

/* ---- one translated test ----------------------------------------------------------- */

typedef struct trial {
    cm_map_run *run;
    cm_solver_context *solver;
    const cm_test *test;
    const cm_states *source;
    bool fails; /* an assertion may, in the source */
    cm_map_cut cut;
    cm_arena *scratch;
    cm_mapped verdict;
    const char *why;
    bool *used;
    size_t forbade;
} trial;

static const char *copy_for_run(const trial *t, const char *text)
{
    return cm_arena_text(t->run->arena, text, strlen(text));
}

/* What the target says of the text; NULL: it cannot be read or checked, which is an error. */
static const cm_check_result *target_of(trial *t, const char *text)
{
    cm_source *source = CM_NEW(t->scratch, cm_source);
    *source = (cm_source){cm_arena_printf(t->scratch, "%s, translated", t->test->name), text,
                          strlen(text)};
    cm_work work = cm_work_new(t->scratch);
    const cm_test *target = cm_litmus_parse(&work, source);
    const cm_check_result *result =
        target ? cm_check(&work, t->solver, t->run->to, target, &t->run->options) : NULL;
    for (size_t i = 0; !result && i < work.diags.count; i++)
        t->why = copy_for_run(t, work.diags.items[i].message);
    return result;
}

static bool is_raised(const cm_check_result *result, const char *flag)
{
    for (const char **f = result->flags; flag && *f; f++)
        if (strcmp(*f, flag) == 0)
            return true;
    return false;
}

static void judge_trial(trial *t, const cm_check_result *target)
{
    bool fails = false;
    const cm_states *states = target ? cm_map_shared(t->scratch, target->states, &fails) : NULL;
    if (!target && !*t->why) { /* nothing was said: there was no memory */
        t->verdict = CM_MAPPED_UNKNOWN;
        t->why = "memory limit reached";
        return;
    }
    if (!target || target->outcome == CM_BROKEN || states->value_count != t->source->value_count) {
        t->verdict = CM_MAPPED_REFUSED;
        if (target)
            t->why = "the target cannot read the translated test";
        return;
    }
    const uint64_t *extra = extra_state(t->source, states, bits_compared(t->run));
    t->verdict = CM_MAPPED_WEAK;
    if (extra) {
        t->why = copy_for_run(t, cm_state_print(t->scratch, t->test, extra));
    } else if (target->states->count == 0 && t->source->count > 0 &&
               target->outcome == CM_COMPLETE) {
        t->why = "no final state";
    } else if (fails && !t->fails) {
        t->why = "a failing assertion";
    } else if (is_raised(target, t->run->mapping->defect)) {
        t->why = cm_arena_printf(t->run->arena, "the flag %s", t->run->mapping->defect);
    } else {
        t->verdict = target->outcome == CM_COMPLETE ? CM_MAPPED_SOUND : CM_MAPPED_UNKNOWN;
        t->forbade = t->source->count - states->count;
        t->why = copy_for_run(t, target->reason);
    }
}

static void try_translation(void *argument)
{
    trial *t = argument;
    cm_map_translation made = cm_map_translate(t->scratch, t->run->mapping, t->test, t->cut);
    size_t rules = (size_t)t->run->mapping->rule_count;
    t->used = cm_arena_grow(t->run->arena, made.used, rules, rules + 1, sizeof *t->used);
    if (made.refused) {
        t->verdict = CM_MAPPED_REFUSED;
        t->why = copy_for_run(t, made.refused);
        return;
    }
    if (t->source)
        judge_trial(t, target_of(t, made.text));
}

/* Uses an arena that is freed afterwards. False: there is no memory for it. */
static bool attempt(trial *t)
{
    t->scratch = cm_arena_new(t->run->options.memory_limit);
    t->why = "";
    if (!t->scratch)
        return false;
    bool done = cm_arena_protect(t->scratch, try_translation, t);
    cm_arena_free(t->scratch);
    return done;
}

/* ---- cases --------------------------------------------------------------------------- */

typedef struct asking {
    cm_map_run *run;
    cm_work work;
    cm_solver_context *solver;
    cm_map_case *c;
    bool done, comparable;
} asking;

/* What the source says, and whether there is something to compare. */
static void ask_source(void *argument)
{
    asking *a = argument;
    cm_arena *arena = a->run->arena;
    cm_map_case *c = a->c;
    const cm_check_result *source =
        cm_check(&a->work, a->solver, a->run->from, c->test, &a->run->options);
    a->done = source != NULL;
    if (!source)
        return;
    if (source->outcome == CM_COMPLETE && !has_addresses(source->states)) {
        cm_states *copy = CM_NEW(arena, cm_states);
        size_t count = source->states->count * (size_t)source->states->value_count;
        *copy = (cm_states){.test = source->states->test,
                            .value_count = source->states->value_count,
                            .count = source->states->count};
        copy->values =
            cm_arena_grow(arena, source->states->values, count, count + 1, sizeof *copy->values);
        c->states = copy;
        c->fails = is_raised(source, cm_map_assertion);
        a->comparable = !is_raised(source, a->run->mapping->undefined);
        if (!a->comparable)
            c->verdict = CM_MAPPED_UNDEFINED;
        return;
    }
    c->verdict = CM_MAPPED_UNKNOWN;
    c->why = source->outcome == CM_COMPLETE
                 ? "a final value is an address"
                 : cm_arena_text(arena, source->reason, strlen(source->reason));
}

/* False: an error, which is among the work's messages. */
static bool source_of(asking *a, cm_work *work)
{
    cm_arena *arena = cm_arena_new(a->run->options.memory_limit);
    if (!arena)
        return false;
    a->work = cm_work_new(arena);
    bool good = cm_arena_protect(arena, ask_source, a) && a->done;
    for (size_t i = 0; !good && i < a->work.diags.count; i++)
        cm_diag_add(work, a->work.diags.items[i].severity, a->work.diags.items[i].place, "%s",
                    a->work.diags.items[i].message);
    cm_arena_free(arena);
    return good;
}

static cm_map_case *new_case(cm_map_run *run, const cm_test *test)
{
    CM_RESERVE(run->arena, run->cases, run->count, run->capacity);
    cm_map_case *c = &run->cases[run->count];
    *c = (cm_map_case){.name = test->name, .why = "", .test = test, .of_rule = run->of_rules};
    c->used = CM_NEW_ARRAY(run->arena, (size_t)run->mapping->rule_count + 1, bool);
    return c;
}

/* Judges the case, whose states in the source are known. NULL: memory ran out. */
static const cm_map_case *judge_case(cm_map_run *run, cm_solver_context *solver, cm_map_case *c)
{
    trial t = {.run = run,
               .solver = solver,
               .test = c->test,
               .source = c->states,
               .fails = c->fails,
               .cut = {.rule = -1}};
    if (!attempt(&t))
        return NULL;
    c->verdict = t.verdict;
    c->why = t.why;
    c->used = t.used;
    c->forbade = t.forbade;
    return c;
}

/* Does the test have words of another model, as the Linux kernel's operations and barriers? They
 * order nothing in the source's, where accesses race for that. */
static bool has_other_words(const cm_map_run *run, const cm_test *test)
{
    const cm_isa *isa = cm_isa_for(test->arch);
    const char *model = isa->model ? isa->model(test) : run->from->name;
    return strcmp(model, run->from->name) != 0 && strcmp(model, isa->family->model) != 0;
}

/* If the mapping has no row for them, that is the better answer. NULL: memory ran out. */
static const cm_map_case *refused_or_undefined(cm_map_run *run, cm_map_case *c)
{
    trial t = {.run = run, .test = c->test, .cut = {.rule = -1}, .verdict = c->verdict};
    if (!attempt(&t))
        return NULL;
    c->verdict = t.verdict;
    c->why = t.why;
    return c;
}

const cm_map_case *cm_map_check(cm_map_run *run, cm_work *work, cm_solver_context *solver,
                                const cm_test *test)
{
    cm_map_case *c = new_case(run, test);
    asking a = {.run = run, .solver = solver, .c = c};
    if (!source_of(&a, work))
        return NULL;
    run->count++;
    if (a.comparable)
        return judge_case(run, solver, c);
    return c->verdict == CM_MAPPED_UNDEFINED && has_other_words(run, test)
               ? refused_or_undefined(run, c)
               : c;
}

const cm_map_case *cm_map_check_again(cm_map_run *run, cm_solver_context *solver,
                                      const cm_map_case *known)
{
    cm_map_case *c = new_case(run, known->test);
    run->count++;
    c->states = known->states;
    c->fails = known->fails;
    if (known->states && known->verdict != CM_MAPPED_UNDEFINED)
        return judge_case(run, solver, c);
    c->verdict = known->verdict;
    c->why = known->why;
    return c;
}

/* ---- what is needed ------------------------------------------------------------------- */

static void try_without(cm_map_run *run, cm_solver_context *solver, cm_map_need *need)
{
    for (size_t i = 0; i < run->count && !need->test; i++) {
        const cm_map_case *c = &run->cases[i];
        if (c->verdict != CM_MAPPED_SOUND || !c->used[need->rule])
            continue;
        trial t = {.run = run,
                   .solver = solver,
                   .test = c->test,
                   .source = c->states,
                   .fails = c->fails,
                   .cut = {need->rule, need->instruction}};
        bool known = attempt(&t);
        need->tests++;
        need->unknown |= !known || t.verdict == CM_MAPPED_UNKNOWN || t.verdict == CM_MAPPED_REFUSED;
        if (known && t.verdict == CM_MAPPED_WEAK) {
            need->test = c->name;
            need->why = t.why;
        }
    }
}

static void find_needs(cm_map_run *run, cm_solver_context *solver, bool all)
{
    for (int r = 0; r < run->mapping->rule_count; r++)
        for (int i = 0; i < run->mapping->rules[r].length; i++) {
            const cm_map_rule *rule = &run->mapping->rules[r];
            bool label = cm_map_is_label(rule->sequence[i].text);
            if (label || (!all && !cm_map_may_go(rule, i)))
                continue;
            CM_RESERVE(run->arena, run->needs, run->need_count, run->need_capacity);
            cm_map_need *need = &run->needs[run->need_count++];
            *need = (cm_map_need){.rule = r, .instruction = i};
            try_without(run, solver, need);
        }
}

void cm_map_find_needs(cm_map_run *run, cm_solver_context *solver)
{
    run->tells_needs = true;
    if (!run->exercises)
        find_needs(run, solver, false);
}

void cm_map_exercise(cm_map_run *run, cm_solver_context *solver)
{
    run->exercises = true;
    run->need_count = 0;
    find_needs(run, solver, true);
}

const char *cm_map_slack(const cm_map_run *run, int rule)
{
    bool used = false;
    for (size_t i = 0; i < run->count; i++) {
        const cm_map_case *c = &run->cases[i];
        if (c->used[rule] && c->of_rule && c->verdict == CM_MAPPED_REFUSED)
            return cm_arena_printf(run->arena, "%s is not translated: %s", c->name, c->why);
        used |= c->used[rule] && c->verdict == CM_MAPPED_SOUND;
    }
    if (run->alone && run->alone[rule])
        return "the mapping lacks rules for what a test of several threads needs beside it";
    for (size_t i = 0; i < run->need_count && used; i++) {
        const cm_map_need *need = &run->needs[i];
        const cm_map_instruction *at = &run->mapping->rules[need->rule].sequence[need->instruction];
        if (need->rule == rule && !need->test && !at->reason)
            return cm_arena_printf(run->arena, "no test needs `%s`", at->text);
    }
    return used ? NULL : "no test that is sound uses it";
}

int cm_map_exercised(const cm_map_run *run, int *of)
{
    int exercised = 0;
    *of = 0;
    for (int r = 0; r < run->mapping->rule_count; r++)
        if (!run->mapping->rules[r].refused) {
            ++*of;
            exercised += !cm_map_slack(run, r);
        }
    return exercised;
}
