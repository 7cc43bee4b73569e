/* One JSON object per test, on a line of its own (docs/output.md has its
 * members), so that many tests stream and one test is a whole document.
 *
 * The object is memory of the JSON library; a local protect sees to it that it
 * is released also when the arena is exhausted half-way. */
#include "report/json.h"
#include "litmus/isa/isa.h"
#include "report/execution.h"
#include "report/report.h"

typedef struct json_work {
    cm_text *out;
    const cm_report *report;
    bool verbose;
    json_t *root;
} json_work;

static void set_states(json_work *work)
{
    const cm_states *states = work->report->result->states;
    json_t *array = json_array();
    cm_json_set(work->out, work->root, "states", array);
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *values = states->values + i * (size_t)states->value_count;
        json_t *state = json_object();
        cm_json_append(work->out, array, state);
        cm_json_set(work->out, state, "state",
                    cm_json_text(work->out, cm_report_state(work->out->arena, work->report, i)));
        cm_json_set(
            work->out, state, "satisfies",
            json_boolean(cm_prop_holds(work->report->test, work->report->test->condition, values)));
        cm_execution **executions = work->report->result->executions;
        if (executions && executions[i])
            cm_report_set_execution(work->out, state, "execution", executions[i]);
    }
}

static void set_flags(json_work *work)
{
    json_t *array = json_array();
    cm_json_set(work->out, work->root, "flags", array);
    for (const char **flag = work->report->result->flags; flag && *flag; flag++)
        cm_json_append(work->out, array, cm_json_text(work->out, *flag));
    cm_json_set(work->out, work->root, "flags_known",
                json_boolean(work->report->result->flags_known));
}

static void set_liveness(json_work *work)
{
    const cm_liveness *live = &work->report->result->liveness;
    const cm_test *test = work->report->test;
    if (live->ending == CM_NOT_ASKED)
        return;
    cm_json_set(work->out, work->root, "ending", json_string(cm_report_ending(work->report)));
    cm_json_set(work->out, work->root, "ending_reason", cm_json_text(work->out, live->reason));
    json_t *array = json_array();
    cm_json_set(work->out, work->root, "waits", array);
    for (int i = 0; i < live->wait_count; i++) {
        const cm_wait *wait = &live->waits[i];
        const cm_thread *thread = &test->threads[wait->thread];
        json_t *place = json_object();
        cm_json_append(work->out, array, place);
        cm_json_set(work->out, place, "thread", json_integer(thread->id));
        cm_json_set(work->out, place, "loop",
                    wait->label ? cm_json_text(work->out, wait->label) : json_null());
        cm_json_set(work->out, place, "instruction",
                    cm_json_text(work->out, thread->instructions[wait->instruction].text));
        cm_json_set(work->out, place, "line",
                    json_integer(cm_report_wait_line(work->report, wait)));
    }
}

static void set_warnings(json_work *work)
{
    json_t *array = json_array();
    cm_json_set(work->out, work->root, "warnings", array);
    for (size_t i = 0; i < work->report->warning_count; i++) {
        const cm_diag *warning = work->report->warnings[i];
        unsigned line, column;
        cm_place_position(warning->place, &line, &column);
        json_t *object = json_object();
        cm_json_append(work->out, array, object);
        cm_json_set(work->out, object, "line", cm_json_size(line));
        cm_json_set(work->out, object, "column", cm_json_size(column));
        cm_json_set(work->out, object, "message", cm_json_text(work->out, warning->message));
    }
}

static void set_statistics(json_work *work)
{
    const cm_check_statistics *s = &work->report->result->statistics;
    json_t *object = json_object();
    cm_json_set(work->out, work->root, "statistics", object);
    cm_json_set(work->out, object, "unroll", cm_json_size(work->report->unroll));
    cm_json_set(work->out, object, "events", cm_json_size(s->events));
    cm_json_set(work->out, object, "variables", cm_json_size(s->variables));
    cm_json_set(work->out, object, "clauses", cm_json_size(s->clauses));
    cm_json_set(work->out, object, "solver_calls", cm_json_size(s->solver_calls));
    cm_json_set(work->out, object, "arena_bytes", cm_json_size(s->arena_bytes));
    cm_json_set(work->out, object, "parse_seconds", json_real(work->report->parse_seconds));
    cm_json_set(work->out, object, "unroll_seconds", json_real(s->unroll_seconds));
    cm_json_set(work->out, object, "bounds_seconds", json_real(s->bounds_seconds));
    cm_json_set(work->out, object, "encode_seconds", json_real(s->encode_seconds));
    cm_json_set(work->out, object, "solve_seconds", json_real(s->solve_seconds));
}

static void set_answer(json_work *work)
{
    static const char *const holds[] = {[CM_NO] = "no", [CM_YES] = "yes", [CM_UNKNOWN] = "unknown"};
    const cm_report *report = work->report;
    cm_answer answer = cm_check_answer(report->result);
    cm_verdict verdict = cm_states_judge(report->result->states);

    cm_json_set(work->out, work->root, "quantifier",
                json_string(cm_quantifier_name(report->test->quantifier)));
    cm_json_set(work->out, work->root, "condition",
                cm_json_text(work->out, cm_condition_print(work->out->arena, report->test)));
    cm_json_set(work->out, work->root, "holds", json_string(holds[answer]));
    cm_json_set(work->out, work->root, "observation",
                answer == CM_UNKNOWN ? json_null() : json_string(cm_report_observation(report)));
    bool listed = !report->result->unlisted;
    if (!listed)
        cm_json_set(work->out, work->root, "listed", json_false());
    cm_json_set(work->out, work->root, "satisfying",
                listed ? cm_json_size(verdict.satisfying) : json_null());
    cm_json_set(work->out, work->root, "complete",
                json_boolean(report->result->outcome == CM_COMPLETE && listed));
    cm_json_set(work->out, work->root, "loops_cut",
                json_boolean(report->result->outcome == CM_LOOPS_CUT));
    cm_json_set(work->out, work->root, "reason", cm_json_text(work->out, report->result->reason));
}

static void set_executions(json_work *work)
{
    const cm_execution_count *executions = work->report->executions;
    json_t *object = json_object();
    cm_json_set(work->out, work->root, "executions", object);
    if (executions->reason) {
        cm_json_set(work->out, object, "reason", cm_json_text(work->out, executions->reason));
        return;
    }
    cm_json_set(work->out, object, "satisfying", cm_json_size(executions->satisfying));
    cm_json_set(work->out, object, "other", cm_json_size(executions->other));
}

static void build_and_dump(void *argument)
{
    json_work *work = argument;
    const cm_report *report = work->report;
    cm_json_set(work->out, work->root, "file", cm_json_text(work->out, report->file));
    cm_json_set(work->out, work->root, "name", cm_json_text(work->out, report->test->name));
    cm_json_set(work->out, work->root, "architecture",
                json_string(cm_arch_name(report->test->arch)));
    cm_json_set(work->out, work->root, "model", cm_json_text(work->out, report->model->name));
    set_answer(work);
    bool listed = !report->result->unlisted;
    cm_json_set(work->out, work->root, "state_count",
                listed ? cm_json_size(report->result->states->count) : json_null());
    if (listed)
        set_states(work);
    if (report->executions)
        set_executions(work);
    set_flags(work);
    set_liveness(work);
    set_warnings(work);
    cm_json_set(work->out, work->root, "time", json_real(report->result->statistics.total_seconds));
    cm_json_set(work->out, work->root, "hash", json_string(report->hash));
    if (work->verbose)
        set_statistics(work);

    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(6);
    cm_json_dump(work->out, work->root, flags);
}

void cm_report_json(cm_text *out, const cm_report *report, bool verbose)
{
    json_work work = {.out = out, .report = report, .verbose = verbose, .root = json_object()};
    bool built = work.root && cm_arena_protect(out->arena, build_and_dump, &work);
    json_decref(work.root);
    if (!built)
        cm_arena_escape(out->arena);
}
