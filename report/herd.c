/* herd7's block, one per test: what mcompare7 and people's scripts read. The
 * order of the lines is fixed; docs/output.md says what each one is.
 *
 * An answer that is not certain has `??` on its verdict line, which those
 * readers accept, a Reason key after the condition, and no Observation line:
 * some of them turn "Never 0 0" into "forbidden". */
#include "report/report.h"

#include <string.h>

/* The first line names the question, not the answer. */
static const char *kind_name(cm_quantifier quantifier)
{
    static const char *const names[] = {
        [CM_EXISTS] = "Allowed", [CM_NOT_EXISTS] = "Forbidden", [CM_FORALL] = "Required"};
    return names[quantifier];
}

static const char *answer_word(const cm_report *report)
{
    static const char *const words[] = {[CM_NO] = "No", [CM_YES] = "Ok", [CM_UNKNOWN] = "??"};
    if (cm_report_undefined(report))
        return "Undef";
    return words[cm_check_answer(report->result)];
}

static void add_states(cm_text *out, const cm_report *report)
{
    const cm_states *states = report->result->states;
    if (report->result->unlisted) {
        cm_text_add(out, "States not listed\n");
        return;
    }
    cm_text_append(out, "States %zu\n", states->count);
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *values = states->values + i * (size_t)states->value_count;
        cm_text_add(out, cm_state_print(out->arena, report->test, values));
        cm_text_add_char(out, '\n');
    }
}

/* Of what is counted, states or executions, how many satisfy the proposition; false: they were
 * not counted. */
static bool count(const cm_report *report, cm_verdict *verdict)
{
    const cm_execution_count *executions = report->executions;
    *verdict = cm_states_judge(report->result->states);
    if (!executions)
        return !report->result->unlisted;
    verdict->satisfying = executions->satisfying;
    verdict->other = executions->other;
    return !executions->reason;
}

void cm_report_herd(cm_text *out, const cm_report *report, bool verbose)
{
    const cm_check_result *result = report->result;
    const char *name = report->test->name;
    cm_verdict verdict;
    bool counted = count(report, &verdict);

    cm_text_append(out, "Test %s %s\n", name, kind_name(report->test->quantifier));
    add_states(out, report);
    cm_text_append(out, "%s%s\n", result->outcome == CM_LOOPS_CUT ? "Loop " : "",
                   answer_word(report));
    if (counted) {
        /* Positive counts what validates the question: for ~exists, what does not satisfy the
         * proposition. The Observation line never swaps. */
        bool swapped = report->test->quantifier == CM_NOT_EXISTS;
        cm_text_append(out, "Witnesses\nPositive: %zu Negative: %zu\n",
                       swapped ? verdict.other : verdict.satisfying,
                       swapped ? verdict.satisfying : verdict.other);
    }
    for (const char **flag = result->flags; flag && *flag; flag++)
        cm_text_append(out, "Flag %s\n", *flag);
    cm_text_append(out, "Condition %s\n", cm_condition_print(out->arena, report->test));
    if (cm_check_answer(result) != CM_UNKNOWN) {
        cm_text_append(out, "Observation %s %s", name, cm_report_observation_word(report));
        if (counted)
            cm_text_append(out, " %zu %zu", verdict.satisfying, verdict.other);
        cm_text_add_char(out, '\n');
    }
    if (result->outcome != CM_COMPLETE)
        cm_text_append(out, "Reason=%s\n", result->reason);
    if (report->executions && !counted)
        cm_text_append(out, "Executions=not counted: %s\n", report->executions->reason);
    if (result->liveness.ending == CM_HANGS)
        cm_text_append(out, "Hang=%s\n", cm_report_waits(out->arena, report));
    else if (result->liveness.ending == CM_MAY_HANG && result->outcome == CM_COMPLETE)
        cm_text_append(out, "Hang=?? %s\n", result->liveness.reason);
    if (verbose) {
        const cm_check_statistics *s = &report->result->statistics;
        cm_text_append(out, "Model=%s\nUnroll=%u\n", report->model->name, report->unroll);
        cm_text_append(out, "Events=%zu\nVariables=%zu\nClauses=%zu\nCalls=%zu\nMemory=%zu\n",
                       s->events, s->variables, s->clauses, s->solver_calls, s->arena_bytes);
        cm_text_append(
            out, "Seconds=parse %.4f unroll %.4f bounds %.4f encode %.4f solve %.4f total %.4f\n",
            report->parse_seconds, s->unroll_seconds, s->bounds_seconds, s->encode_seconds,
            s->solve_seconds, s->total_seconds);
    }
    cm_text_append(out, "Time %s %.2f\n", name, result->statistics.total_seconds);
    cm_text_append(out, "Hash=%s\n\n", report->hash);
}

/* Was the test made of a program or kernel that asks for no outcome, and was something found that
 * its author wants to know? */
static bool is_found(const cm_report *report)
{
    const cm_check_result *result = report->result;
    bool flagged = result->flags && *result->flags;
    return report->kernel && !cm_test_asks(report->test) && !cm_report_undefined(report) &&
           cm_check_answer(result) == CM_YES && (flagged || result->liveness.ending == CM_HANGS);
}

static void add_state_count(cm_text *out, const cm_check_result *result)
{
    if (result->unlisted)
        cm_text_add(out, "states not listed");
    else
        cm_text_append(out, "%s%zu state%s", result->outcome == CM_COMPLETE ? "" : "at least ",
                       result->states->count, result->states->count == 1 ? "" : "s");
}

void cm_report_verdict(cm_text *out, const cm_report *report)
{
    const cm_check_result *result = report->result;
    cm_text found = cm_text_new(out->arena);
    cm_report_remarks(&found, report, ", ");
    cm_text_append(out, "%s: ", report->test->name);
    if (is_found(report)) {
        cm_text_append(out, "%s (", found.data + strlen(", "));
        add_state_count(out, result);
        cm_text_add(out, ")\n");
        return;
    }
    cm_text_append(out, "%s (", answer_word(report));
    if (cm_check_answer(result) == CM_UNKNOWN) {
        cm_text_add(out, result->reason);
    } else {
        cm_text_append(out, "%s, ", cm_report_observation_word(report));
        add_state_count(out, result);
    }
    cm_text_append(out, "%s)\n", found.data);
}
