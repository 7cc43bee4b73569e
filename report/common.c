/* What several writers need: names of quantifiers, states as tables have them. */
#include "report/report.h"

#include "model/gloss.h"

#include <string.h>

const char *cm_quantifier_name(cm_quantifier quantifier)
{
    static const char *const names[] = {
        [CM_EXISTS] = "exists", [CM_NOT_EXISTS] = "~exists", [CM_FORALL] = "forall"};
    return names[quantifier];
}

char *cm_condition_print(cm_arena *arena, const cm_test *test)
{
    return cm_arena_printf(arena, "%s (%s)", cm_quantifier_name(test->quantifier),
                           cm_prop_print(arena, test, test->condition));
}

char *cm_report_state(cm_arena *arena, const cm_report *report, size_t state)
{
    const cm_states *states = report->result->states;
    char *text =
        cm_state_print(arena, report->test, states->values + state * (size_t)states->value_count);
    size_t length = strlen(text);
    if (length > 0 && text[length - 1] == ';')
        text[length - 1] = '\0';
    return text;
}

bool cm_report_undefined(const cm_report *report)
{
    return cm_check_answer(report->result) != CM_UNKNOWN && report->result->undefined;
}

const char *cm_report_observation_word(const cm_report *report)
{
    return cm_report_undefined(report) ? "Undefined" : cm_report_observation(report);
}

const char *cm_report_holds(const cm_report *report)
{
    static const char *const words[] = {[CM_NO] = "no", [CM_YES] = "yes", [CM_UNKNOWN] = "unknown"};
    return cm_report_undefined(report) ? "undefined" : words[cm_check_answer(report->result)];
}

const char *cm_report_observation(const cm_report *report)
{
    cm_verdict verdict = cm_states_judge(report->result->states);
    if (report->result->outcome == CM_LIMIT && verdict.satisfying > 0)
        return "Sometimes";
    return cm_observation(verdict);
}

/* ---- threads that never end -------------------------------------------- */

unsigned cm_report_wait_line(const cm_report *report, const cm_wait *wait)
{
    unsigned line, column;
    const cm_instruction *at = &report->test->threads[wait->thread].instructions[wait->instruction];
    cm_place_position(at->place, &line, &column);
    return line;
}

char *cm_report_wait(cm_arena *arena, const cm_report *report, size_t index)
{
    const cm_wait *w = &report->result->liveness.waits[index];
    const cm_thread *t = &report->test->threads[w->thread];
    const cm_instruction *at = &t->instructions[w->instruction];
    bool loop = w->label != NULL; /* with a name or without */
    if (at->code)
        return cm_arena_printf(arena, "P%d %s %s `%s`", t->id, loop ? "in the loop at" : "at",
                               at->line, at->code);
    if (at->line && loop)
        return cm_arena_printf(arena, "P%d in the loop at %s", t->id, at->line);
    return cm_arena_printf(arena, "P%d %s%s (%s)", t->id,
                           !loop       ? "at "
                           : *w->label ? "in the loop at "
                                       : "in the loop",
                           loop ? w->label : at->text, cm_instruction_line(arena, at));
}

char *cm_report_waits(cm_arena *arena, const cm_report *report)
{
    char *all = cm_arena_printf(arena, "%s", "");
    for (int i = 0; i < report->result->liveness.wait_count; i++)
        all = cm_arena_printf(arena, "%s%s%s", all, i ? ", " : "",
                              cm_report_wait(arena, report, (size_t)i));
    return all;
}

const char *cm_report_ending(const cm_report *report)
{
    static const char *const words[] = {
        [CM_NOT_ASKED] = "-", [CM_ENDS] = "ends", [CM_HANGS] = "hangs", [CM_MAY_HANG] = "unknown"};
    return words[report->result->liveness.ending];
}

const char *cm_report_flag_lines(cm_arena *arena, const cm_report *report, size_t flag)
{
    const cm_instruction **at = report->result->flag_accesses[flag];
    if (!at || (!at[0]->line && !at[1]->line))
        return NULL;
    const char *lines[2];
    for (int i = 0; i < 2; i++)
        lines[i] = !at[i]->line  ? cm_arena_printf(arena, "`%s`", at[i]->text)
                   : at[i]->code ? cm_arena_printf(arena, "%s `%s`", at[i]->line, at[i]->code)
                                 : at[i]->line;
    return strcmp(lines[0], lines[1]) == 0
               ? lines[0]
               : cm_arena_printf(arena, "%s and %s", lines[0], lines[1]);
}

void cm_report_remarks(cm_text *out, const cm_report *report, const char *before)
{
    for (const char **flag = report->result->flags; flag && *flag; flag++)
        cm_text_append(out, "%s%s", before, *flag);
    if (report->result->liveness.ending == CM_HANGS)
        cm_text_append(out, "%shangs", before);
}
