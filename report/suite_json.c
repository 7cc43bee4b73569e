/* The table of a suite as one JSON document (docs/output.md has its members). */
#include "report/suite.h"

#include "report/document.h"

void cm_suite_json(cm_text *out, const cm_suite_report *report)
{
    cm_suite_counts counts = cm_suite_count_rows(out->arena, report);
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL);
    cm_doc_text(root, "suite", report->title);
    cm_doc_text(root, "model", report->model);
    cm_doc_number(root, "test_count", counts.all.tests);
    cm_doc_number(root, "program_count", counts.all.programs);
    cm_doc_number(root, "by_sc_order", counts.by_sc_order);
    cm_doc *lines = cm_doc_list(root, "counts"), *tests = cm_doc_list(root, "tests");
    for (size_t i = 0; i < counts.count; i++) {
        cm_doc *line = cm_doc_object(lines, NULL);
        cm_doc_text(line, "verdict", cm_suite_verdict_name(counts.items[i].verdict));
        cm_doc_text(line, "why", counts.items[i].why);
        cm_doc_number(line, "tests", counts.items[i].tests);
        cm_doc_number(line, "programs", counts.items[i].programs);
    }
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        cm_doc *test = cm_doc_object(tests, NULL);
        cm_doc_text(test, "name", row->name);
        cm_doc *axes = cm_doc_object(test, "axes");
        for (int a = 0; a < report->axis_count; a++)
            cm_doc_text(axes, report->axes[a], row->values[a]);
        cm_doc_text(test, "verdict", cm_suite_verdict_name(row->verdict));
        cm_doc_text(test, "why", row->why);
        cm_doc_flag(test, "sc_order", row->by_sc_order);
        cm_doc_text(test, "program", report->rows[row->program].name);
        cm_doc_number(test, "states", row->states);
        cm_doc_real(test, "time", row->seconds, 6);
    }
    cm_doc_write_json(out, root, CM_JSON_INDENTED);
}
