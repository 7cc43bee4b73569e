/* The table of a suite as one JSON document (docs/output.md has its members). */
#include "report/suite.h"

#include "report/json.h"

typedef struct json_work {
    cm_text *out;
    const cm_suite_report *report;
    json_t *root;
} json_work;

static void set_counts(const json_work *work)
{
    cm_suite_counts counts = cm_suite_count_rows(work->out->arena, work->report);
    cm_json_set(work->out, work->root, "test_count", cm_json_size(counts.all.tests));
    cm_json_set(work->out, work->root, "program_count", cm_json_size(counts.all.programs));
    cm_json_set(work->out, work->root, "by_sc_order", cm_json_size(counts.by_sc_order));
    json_t *array = json_array();
    cm_json_set(work->out, work->root, "counts", array);
    for (size_t i = 0; i < counts.count; i++) {
        const cm_suite_count *line = &counts.items[i];
        json_t *object = cm_json_append(work->out, array, json_object());
        cm_json_set(work->out, object, "verdict",
                    json_string(cm_suite_verdict_name(line->verdict)));
        cm_json_set(work->out, object, "why", line->why ? json_string(line->why) : json_null());
        cm_json_set(work->out, object, "tests", cm_json_size(line->tests));
        cm_json_set(work->out, object, "programs", cm_json_size(line->programs));
    }
}

static void set_row(const json_work *work, json_t *object, const cm_suite_row *row)
{
    cm_json_set(work->out, object, "name", json_string(row->name));
    json_t *axes = json_object();
    cm_json_set(work->out, object, "axes", axes);
    for (int i = 0; i < work->report->axis_count; i++)
        cm_json_set(work->out, axes, work->report->axes[i], json_string(row->values[i]));
    cm_json_set(work->out, object, "verdict", json_string(cm_suite_verdict_name(row->verdict)));
    cm_json_set(work->out, object, "why", json_string(row->why));
    cm_json_set(work->out, object, "sc_order", json_boolean(row->by_sc_order));
    cm_json_set(work->out, object, "program", json_string(work->report->rows[row->program].name));
    cm_json_set(work->out, object, "states", cm_json_size(row->states));
    cm_json_set(work->out, object, "time", json_real(row->seconds));
}

static void build_and_dump(void *argument)
{
    json_work *work = argument;
    cm_json_set(work->out, work->root, "suite", json_string(work->report->title));
    cm_json_set(work->out, work->root, "model", json_string(work->report->model));
    set_counts(work);
    json_t *tests = json_array();
    cm_json_set(work->out, work->root, "tests", tests);
    for (size_t i = 0; i < work->report->count; i++)
        set_row(work, cm_json_append(work->out, tests, json_object()), &work->report->rows[i]);

    cm_json_dump(work->out, work->root, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
}

void cm_suite_json(cm_text *out, const cm_suite_report *report)
{
    json_work work = {.out = out, .report = report, .root = json_object()};
    bool built = work.root && cm_arena_protect(out->arena, build_and_dump, &work);
    json_decref(work.root);
    if (!built)
        cm_arena_escape(out->arena);
}
