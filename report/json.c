/* One JSON object per test, on a line of its own (schemas/check.schema.json has its members), so
 * that many tests stream and one test is a whole document. */
#include "litmus/isa/isa.h"
#include "report/document.h"
#include "report/execution.h"
#include "report/report.h"

enum { DIGITS = 6 }; /* of seconds */

static void add_liveness(cm_doc *root, const cm_report *report)
{
    const cm_liveness *live = &report->result->liveness;
    if (live->ending == CM_NOT_ASKED)
        return;
    cm_doc_text(root, "ending", cm_report_ending(report));
    cm_doc_text(root, "ending_reason", live->reason);
    cm_doc *waits = cm_doc_list(root, "waits");
    for (int i = 0; i < live->wait_count; i++) {
        const cm_wait *wait = &live->waits[i];
        const cm_thread *thread = &report->test->threads[wait->thread];
        cm_doc *place = cm_doc_object(waits, NULL);
        cm_doc_int(place, "thread", thread->id);
        cm_doc_text(place, "loop", wait->label);
        cm_doc_text(place, "instruction", thread->instructions[wait->instruction].text);
        cm_doc_number(place, "line", cm_report_wait_line(report, wait));
    }
}

static void add_answer(cm_doc *root, const cm_report *report)
{
    const cm_check_result *result = report->result;
    cm_answer answer = cm_check_answer(result);
    cm_doc_text(root, "quantifier", cm_quantifier_name(report->test->quantifier));
    cm_doc_text(root, "condition", cm_condition_print(root->arena, report->test));
    cm_doc_text(root, "holds", cm_report_holds(report));
    cm_doc_text(root, "observation",
                answer == CM_UNKNOWN ? NULL : cm_report_observation_word(report));
    if (result->unlisted) {
        cm_doc_flag(root, "listed", false);
        cm_doc_literal(root, "satisfying", "null");
    } else {
        cm_doc_number(root, "satisfying", cm_states_judge(result->states).satisfying);
    }
    cm_doc_flag(root, "complete", result->outcome == CM_COMPLETE && !result->unlisted);
    cm_doc_flag(root, "loops_cut", result->outcome == CM_LOOPS_CUT);
    cm_doc_text(root, "reason", result->reason);
}

static void add_executions(cm_doc *root, const cm_execution_count *executions)
{
    cm_doc *object = cm_doc_object(root, "executions");
    if (executions->reason) {
        cm_doc_text(object, "reason", executions->reason);
        return;
    }
    cm_doc_number(object, "satisfying", executions->satisfying);
    cm_doc_number(object, "other", executions->other);
}

void cm_report_json(cm_text *out, const cm_report *report, bool verbose)
{
    const cm_check_result *result = report->result;
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL);
    cm_doc_text(root, "file", report->file);
    cm_doc_text(root, "name", report->test->name);
    cm_doc_text(root, "architecture", cm_arch_name(report->test->arch));
    cm_doc_text(root, "model", report->model->name);
    add_answer(root, report);
    if (result->unlisted) {
        cm_doc_literal(root, "state_count", "null");
    } else {
        cm_doc_number(root, "state_count", result->states->count);
        const cm_states *states = report->result->states;
        const cm_test *test = report->test;
        cm_execution **executions = report->result->executions;
        cm_doc *list = cm_doc_list(root, "states");
        for (size_t i = 0; i < states->count; i++) {
            const uint64_t *values = states->values + i * (size_t)states->value_count;
            cm_doc *state = cm_doc_object(list, NULL);
            cm_doc_text(state, "state", cm_report_state(root->arena, report, i));
            cm_doc_flag(state, "satisfies", cm_prop_holds(test, test->condition, values));
            if (executions && executions[i])
                cm_report_add_execution(state, "execution", executions[i]);
        }
    }
    if (report->executions)
        add_executions(root, report->executions);
    cm_doc *flags = cm_doc_list(root, "flags");
    for (const char **flag = result->flags; flag && *flag; flag++)
        cm_doc_text(flags, NULL, *flag);
    cm_doc_flag(root, "flags_known", result->flags_known);
    add_liveness(root, report);
    cm_doc *warnings = cm_doc_list(root, "warnings");
    for (size_t i = 0; i < report->warning_count; i++) {
        unsigned line, column;
        cm_place_position(report->warnings[i]->place, &line, &column);
        cm_doc *warning = cm_doc_object(warnings, NULL);
        cm_doc_number(warning, "line", line);
        cm_doc_number(warning, "column", column);
        cm_doc_text(warning, "message", report->warnings[i]->message);
    }
    cm_doc_real(root, "time", result->statistics.total_seconds, DIGITS);
    cm_doc_text(root, "hash", report->hash);
    if (verbose) {
        const cm_check_statistics *s = &report->result->statistics;
        cm_doc *object = cm_doc_object(root, "statistics");
        cm_doc_number(object, "unroll", report->unroll);
        cm_doc_number(object, "events", s->events);
        cm_doc_number(object, "variables", s->variables);
        cm_doc_number(object, "clauses", s->clauses);
        cm_doc_number(object, "solver_calls", s->solver_calls);
        cm_doc_number(object, "arena_bytes", s->arena_bytes);
        cm_doc_real(object, "parse_seconds", report->parse_seconds, DIGITS);
        cm_doc_real(object, "unroll_seconds", s->unroll_seconds, DIGITS);
        cm_doc_real(object, "bounds_seconds", s->bounds_seconds, DIGITS);
        cm_doc_real(object, "encode_seconds", s->encode_seconds, DIGITS);
        cm_doc_real(object, "solve_seconds", s->solve_seconds, DIGITS);
    }
    cm_doc_write_json(out, root, CM_JSON_COMPACT);
}
