/* Facts of a conformance report in words and figures, as all writers show them. */
#include "report/conform.h"

#include "base/text.h"
#include "hwrun/record/record_format.h"
#include "model/files.h"

#include <string.h>

/* Logs and tables of counts do not tell them; no run has 0 lanes. */
static bool is_tuning_known(const cm_parameters *parameters)
{
    return parameters->tuned[CM_LANES] != 0;
}

/* A parameter that the record's program did not know reads as 0. */
static bool was_recorded(const cm_parameters *parameters, int tunable)
{
    return parameters->tuned[tunable] >= cm_tunables[tunable].min;
}

char *cm_conform_command(cm_arena *arena, const cm_conform_test *test, const cm_conform_part *part)
{
    const cm_parameters *p = &part->test->parameters;
    cm_text line = cm_text_new(arena);
    if (!is_tuning_known(p) || p->instances) /* no option asks for so many in a round */
        return line.data;
    cm_text_append(&line, "cmcm run %s.litmus --seed %llu", test->name,
                   (unsigned long long)p->seed);
    if (p->memory != CM_MEMORY_DEFAULT)
        cm_text_append(&line, " --memory %s", cm_memory_kind_text(arena, p->memory, p->numa_node));
    if (*p->homes)
        cm_text_append(&line, " --home %s", p->homes);
    if (part->test->rounds)
        cm_text_append(&line, " --rounds %llu", (unsigned long long)part->test->rounds);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        if (was_recorded(p, i))
            cm_text_append(&line, " --param %s=%u", cm_tunables[i].name, p->tuned[i]);
    if (p->injections)
        cm_text_append(&line, " --inject %s", cm_record_injections_text(arena, p->injections));
    /* The report knows a model's name, not where its file was. */
    const char *model = test->allowed.model;
    const char *file = model && *model ? cm_arena_printf(arena, "%s.cat", model) : NULL;
    if (file)
        cm_text_append(&line, " --model %s", cm_model_text_find(file) ? model : file);
    return line.data;
}

char *cm_conform_machine_text(cm_arena *arena, const cm_record_machine *machine)
{
    const char *const facts[] = {machine->cpu, machine->gpu, machine->driver};
    static const char *const heads[] = {"", "", "driver "};
    cm_text all = cm_text_new(arena);
    for (size_t i = 0; i < sizeof facts / sizeof *facts; i++)
        if (facts[i] && *facts[i])
            cm_text_append(&all, "%s%s%s", all.length ? ", " : "", heads[i], facts[i]);
    if (machine->host && *machine->host)
        return all.length ? cm_arena_printf(arena, "%s (%s)", machine->host, all.data)
                          : cm_arena_printf(arena, "%s", machine->host);
    return all.length ? all.data : cm_arena_printf(arena, "unknown");
}

char *cm_conform_parameters(cm_arena *arena, const cm_conform_part *part)
{
    const cm_parameters *p = &part->test->parameters;
    cm_text all = cm_text_new(arena);
    if (!is_tuning_known(p) && !p->seed)
        return all.data;
    cm_text_append(&all, "seed %llu, memory %s", (unsigned long long)p->seed,
                   cm_memory_kind_text(arena, p->memory, p->numa_node));
    if (*p->homes)
        cm_text_append(&all, ", home %s", p->homes);
    for (int i = 0; i < CM_TUNABLE_COUNT; i++)
        if (is_tuning_known(p) && was_recorded(p, i))
            cm_text_append(&all, ", %s %u", cm_tunables[i].name, p->tuned[i]);
    if (p->injections)
        cm_text_append(&all, ", injected %s", cm_record_injections_text(arena, p->injections));
    return all.data;
}

char *cm_conform_number(cm_arena *arena, uint64_t number)
{
    enum { GROUP = 3 };
    const char *digits = cm_arena_printf(arena, "%llu", (unsigned long long)number);
    cm_text all = cm_text_new(arena);
    for (size_t i = 0, length = strlen(digits); i < length; i++) {
        if (i && (length - i) % GROUP == 0)
            cm_text_add_char(&all, ',');
        cm_text_add_char(&all, digits[i]);
    }
    return all.data;
}

char *cm_conform_share(cm_arena *arena, uint64_t part, uint64_t whole)
{
    const double percent = 100;
    if (!whole)
        return cm_arena_printf(arena, "-");
    return cm_arena_printf(arena, "%.1f %%", percent * (double)part / (double)whole);
}

char *cm_conform_times(cm_arena *arena, const cm_conform_finding *finding)
{
    return cm_arena_printf(arena, "%s time%s among %s outcomes",
                           cm_conform_number(arena, finding->count), finding->count == 1 ? "" : "s",
                           cm_conform_number(arena, finding->part->outcomes));
}

/* ---- tests, and counts of them -------------------------------------- */

const char cm_conform_none[] = "-";

static const char *or_none(const char *text)
{
    return text && *text ? text : cm_conform_none;
}

const char *cm_conform_verdict_key(const cm_conform_test *test)
{
    if (!test->run)
        return "not-run";
    switch (test->verdict) {
    case CM_VERDICT_OK:
        return "ok";
    case CM_VERDICT_ALLOWED_NOT_SEEN:
        return "allowed-not-seen";
    case CM_VERDICT_FORBIDDEN_SEEN:
        return "forbidden-seen";
    case CM_VERDICT_UNJUDGED:
        break;
    }
    return "unjudged";
}

const char *cm_conform_says(const cm_conform_test *test)
{
    const cm_conform_allowed *allowed = &test->allowed;
    if (allowed->quantifier == CM_FORALL && strcmp(allowed->condition, "forall (true)") == 0)
        return "nothing";
    if (test->asked_allowed)
        return "allowed";
    return test->allowed.complete ? "forbidden" : "unknown";
}

const char *cm_conform_axis(const cm_conform *report, const cm_conform_test *test,
                            const cm_conform_part *part, const char *axis)
{
    for (size_t i = 0; i < test->axis_count; i++)
        if (strcmp(test->axes[i].key, axis) == 0)
            return or_none(test->axes[i].value);
    if (strcmp(axis, "suite") == 0)
        return or_none(test->suite);
    if (strcmp(axis, "arch") == 0)
        return or_none(test->arch);
    if (strcmp(axis, "reason") == 0)
        return or_none(test->allowed.reason);
    if (strcmp(axis, "model") == 0)
        return cm_conform_says(test);
    if (strcmp(axis, "verdict") == 0)
        return cm_conform_verdict_key(test);
    if (part && strcmp(axis, "record") == 0)
        return report->inputs[part->input].file;
    if (part && strcmp(axis, "home") == 0)
        return or_none(part->test->parameters.homes);
    if (part && strcmp(axis, "machine") == 0)
        return or_none(report->machines[part->machine].machine->host);
    return cm_conform_none;
}

void cm_conform_count_add(cm_conform_count *sum, const cm_conform_count *more)
{
    sum->tests += more->tests;
    sum->unjudged += more->unjudged;
    sum->not_run += more->not_run;
    sum->allowed += more->allowed;
    sum->allowed_seen += more->allowed_seen;
    sum->forbidden += more->forbidden;
    sum->violated += more->violated;
    sum->states += more->states;
    sum->states_seen += more->states_seen;
    sum->outcomes = cm_count_sum(sum->outcomes, more->outcomes);
    sum->asked = cm_count_sum(sum->asked, more->asked);
    sum->forbidden_outcomes = cm_count_sum(sum->forbidden_outcomes, more->forbidden_outcomes);
}

double cm_conform_bound(uint64_t outcomes)
{
    enum { RULE_OF_THREE = 3 };
    return outcomes < RULE_OF_THREE ? 1 : (double)RULE_OF_THREE / (double)outcomes;
}

/* ---- writers --------------------------------------------------------- */

cm_conform_writer *cm_conform_writer_of(const char *format)
{
    static const struct {
        const char *name;
        cm_conform_writer *write;
    } formats[] = {
#define ROW(word) {#word, cm_conform_##word},
        CM_CONFORM_FORMATS(ROW, )
#undef ROW
    };
    int found = CM_NAMED_INDEX(formats, sizeof formats / sizeof *formats, name, format);
    return found < 0 ? NULL : formats[found].write;
}
