/* One JSON object per test, on a line of its own (docs/output.md has its
 * members), so that many tests stream and one test is a whole document.
 *
 * The object is memory of the JSON library; a local protect sees to it that it
 * is released also when the arena is exhausted half-way. */
#include "report/report.h"

#include <jansson.h>
#include <string.h>

typedef struct json_work {
    cm_text *out;
    const cm_report *report;
    bool verbose;
    json_t *root;
} json_work;

/* Length of the UTF-8 sequence that starts at s (Unicode 15.0, table 3-7), or 0. */
static size_t utf8_length(const unsigned char *s)
{
    size_t length = s[0] < 0x80 ? 1 : s[0] < 0xc2 ? 0 : s[0] < 0xe0 ? 2 : s[0] < 0xf0 ? 3 : 4;
    if (s[0] > 0xf4)
        return 0;
    for (size_t i = 1; i < length; i++)
        if ((s[i] & 0xc0) != 0x80)
            return 0;
    bool overlong = (s[0] == 0xe0 && s[1] < 0xa0) || (s[0] == 0xf0 && s[1] < 0x90);
    bool outside = (s[0] == 0xed && s[1] > 0x9f) || (s[0] == 0xf4 && s[1] > 0x8f);
    return overlong || outside ? 0 : length;
}

/* File names and names of tests may hold any byte; JSON is UTF-8. */
static const char *valid_utf8(cm_arena *arena, const char *text)
{
    cm_text valid;
    cm_text_init(&valid, arena);
    for (const char *c = text; *c;) {
        size_t length = utf8_length((const unsigned char *)c);
        if (length)
            cm_text_add_bytes(&valid, c, length);
        else
            cm_text_add(&valid, "\xef\xbf\xbd"); /* U+FFFD */
        c += length ? length : 1;
    }
    return valid.data;
}

static json_t *text_value(const json_work *work, const char *text)
{
    return json_string(valid_utf8(work->out->arena, text));
}

static json_t *size_value(size_t value)
{
    return json_integer((json_int_t)value);
}

/* Both take over the value; one that could not be made, or put in, is lack of
 * memory and ends the whole object. */
static void set(const json_work *work, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value))
        cm_arena_escape(work->out->arena);
}

static void append(const json_work *work, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value))
        cm_arena_escape(work->out->arena);
}

static void set_states(json_work *work)
{
    const cm_states *states = work->report->result->states;
    json_t *array = json_array();
    set(work, work->root, "states", array);
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *values = states->values + i * (size_t)states->value_count;
        json_t *state = json_object();
        append(work, array, state);
        set(work, state, "state",
            text_value(work, cm_report_state(work->out->arena, work->report, i)));
        set(work, state, "satisfies",
            json_boolean(cm_prop_holds(work->report->test, work->report->test->condition, values)));
    }
}

static void set_flags(json_work *work)
{
    json_t *array = json_array();
    set(work, work->root, "flags", array);
    for (const char **flag = work->report->result->flags; flag && *flag; flag++)
        append(work, array, text_value(work, *flag));
}

static void set_statistics(json_work *work)
{
    const cm_check_statistics *s = &work->report->result->statistics;
    json_t *object = json_object();
    set(work, work->root, "statistics", object);
    set(work, object, "unroll", size_value(work->report->unroll));
    set(work, object, "events", size_value(s->events));
    set(work, object, "variables", size_value(s->variables));
    set(work, object, "clauses", size_value(s->clauses));
    set(work, object, "solver_calls", size_value(s->solver_calls));
    set(work, object, "arena_bytes", size_value(s->arena_bytes));
    set(work, object, "parse_seconds", json_real(work->report->parse_seconds));
    set(work, object, "unroll_seconds", json_real(s->unroll_seconds));
    set(work, object, "bounds_seconds", json_real(s->bounds_seconds));
    set(work, object, "encode_seconds", json_real(s->encode_seconds));
    set(work, object, "solve_seconds", json_real(s->solve_seconds));
}

static void set_answer(json_work *work)
{
    static const char *const holds[] = {[CM_NO] = "no", [CM_YES] = "yes", [CM_UNKNOWN] = "unknown"};
    const cm_report *report = work->report;
    cm_answer answer = cm_check_answer(report->result);
    cm_verdict verdict = cm_states_judge(report->result->states);

    set(work, work->root, "quantifier", json_string(cm_quantifier_name(report->test->quantifier)));
    set(work, work->root, "condition",
        text_value(work, cm_condition_print(work->out->arena, report->test)));
    set(work, work->root, "holds", json_string(holds[answer]));
    set(work, work->root, "observation",
        answer == CM_UNKNOWN ? json_null() : json_string(cm_report_observation(report)));
    set(work, work->root, "satisfying", size_value(verdict.satisfying));
    set(work, work->root, "complete", json_boolean(report->result->outcome == CM_COMPLETE));
    set(work, work->root, "loops_cut", json_boolean(report->result->outcome == CM_LOOPS_CUT));
    set(work, work->root, "reason", text_value(work, report->result->reason));
}

static void build_and_dump(void *argument)
{
    json_work *work = argument;
    const cm_report *report = work->report;
    set(work, work->root, "file", text_value(work, report->file));
    set(work, work->root, "name", text_value(work, report->test->name));
    set(work, work->root, "architecture", json_string(cm_arch_name(report->test->arch)));
    set(work, work->root, "model", text_value(work, report->model->name));
    set_answer(work);
    set(work, work->root, "state_count", size_value(report->result->states->count));
    set_states(work);
    set_flags(work);
    set(work, work->root, "time", json_real(report->result->statistics.total_seconds));
    set(work, work->root, "hash", json_string(report->hash));
    if (work->verbose)
        set_statistics(work);

    const size_t flags = JSON_COMPACT | JSON_REAL_PRECISION(6);
    size_t size = json_dumpb(work->root, NULL, 0, flags);
    char *buffer = cm_arena_alloc(work->out->arena, size + 1, 1);
    if (size == 0 || json_dumpb(work->root, buffer, size, flags) != size)
        cm_arena_escape(work->out->arena);
    cm_text_add_bytes(work->out, buffer, size);
    cm_text_add_char(work->out, '\n');
}

void cm_report_json(cm_text *out, const cm_report *report, bool verbose)
{
    json_work work = {.out = out, .report = report, .verbose = verbose, .root = json_object()};
    bool built = work.root && cm_arena_protect(out->arena, build_and_dump, &work);
    json_decref(work.root);
    if (!built)
        cm_arena_escape(out->arena);
}
