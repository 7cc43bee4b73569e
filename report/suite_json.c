/* The table of a suite as one JSON document (docs/output.md has its members). */
#include "report/suite.h"

#include <jansson.h>

typedef struct json_work {
    cm_text *out;
    const cm_suite_report *report;
    json_t *root;
} json_work;

/* Both take over the value; one that could not be made, or put in, is lack of
 * memory and ends the whole document. */
static void set(const json_work *work, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value))
        cm_arena_escape(work->out->arena);
}

static json_t *append(const json_work *work, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value))
        cm_arena_escape(work->out->arena);
    return value;
}

static json_t *size_value(size_t value)
{
    return json_integer((json_int_t)value);
}

static void set_counts(const json_work *work)
{
    cm_suite_counts counts = cm_suite_count_rows(work->out->arena, work->report);
    set(work, work->root, "test_count", size_value(counts.all.tests));
    set(work, work->root, "program_count", size_value(counts.all.programs));
    set(work, work->root, "by_sc_order", size_value(counts.by_sc_order));
    json_t *array = json_array();
    set(work, work->root, "counts", array);
    for (size_t i = 0; i < counts.count; i++) {
        const cm_suite_count *line = &counts.items[i];
        json_t *object = append(work, array, json_object());
        set(work, object, "verdict", json_string(cm_suite_verdict_name(line->verdict)));
        set(work, object, "why", line->why ? json_string(line->why) : json_null());
        set(work, object, "tests", size_value(line->tests));
        set(work, object, "programs", size_value(line->programs));
    }
}

static void set_row(const json_work *work, json_t *object, const cm_suite_row *row)
{
    set(work, object, "name", json_string(row->name));
    json_t *axes = json_object();
    set(work, object, "axes", axes);
    for (int i = 0; i < work->report->axis_count; i++)
        set(work, axes, work->report->axes[i], json_string(row->values[i]));
    set(work, object, "verdict", json_string(cm_suite_verdict_name(row->verdict)));
    set(work, object, "why", json_string(row->why));
    set(work, object, "sc_order", json_boolean(row->by_sc_order));
    set(work, object, "program", json_string(work->report->rows[row->program].name));
    set(work, object, "states", size_value(row->states));
    set(work, object, "time", json_real(row->seconds));
}

static void build_and_dump(void *argument)
{
    json_work *work = argument;
    set(work, work->root, "suite", json_string(work->report->title));
    set(work, work->root, "model", json_string(work->report->model));
    set_counts(work);
    json_t *tests = json_array();
    set(work, work->root, "tests", tests);
    for (size_t i = 0; i < work->report->count; i++)
        set_row(work, append(work, tests, json_object()), &work->report->rows[i]);

    const size_t flags = JSON_INDENT(1) | JSON_REAL_PRECISION(6);
    size_t size = json_dumpb(work->root, NULL, 0, flags);
    char *buffer = cm_arena_alloc(work->out->arena, size + 1, 1);
    if (size == 0 || json_dumpb(work->root, buffer, size, flags) != size)
        cm_arena_escape(work->out->arena);
    cm_text_add_bytes(work->out, buffer, size);
    cm_text_add_char(work->out, '\n');
}

void cm_suite_json(cm_text *out, const cm_suite_report *report)
{
    json_work work = {.out = out, .report = report, .root = json_object()};
    bool built = work.root && cm_arena_protect(out->arena, build_and_dump, &work);
    json_decref(work.root);
    if (!built)
        cm_arena_escape(out->arena);
}
