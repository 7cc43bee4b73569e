/* The table of a suite as text, as TSV and as JSON (docs/output.md has its members), and its
 * counts. */
#include "report/suite.h"

#include "report/document.h"

#include <string.h>

const char *cm_suite_verdict_name(cm_suite_verdict verdict)
{
    static const char *const names[CM_SUITE_VERDICTS] = {"forbidden", "allowed", "undefined",
                                                         "unknown"};
    return names[verdict];
}

/* ---- counts ---------------------------------------------------------- */

static void count_row(cm_suite_count *count, const cm_suite_report *report, size_t row)
{
    count->tests++;
    count->programs += report->rows[row].program == row;
}

/* The line of that verdict and reason, which keeps its place in the order. */
static cm_suite_count *line_of(cm_arena *arena, cm_suite_counts *counts, cm_suite_verdict verdict,
                               const char *why)
{
    size_t at = 0;
    for (; at < counts->count; at++) {
        const cm_suite_count *line = &counts->items[at];
        int order = (int)line->verdict - (int)verdict;
        if (!order)
            order = !line->why ? (why ? -1 : 0) : !why ? 1 : strcmp(line->why, why);
        if (!order)
            return &counts->items[at];
        if (order > 0)
            break;
    }
    CM_RESERVE(arena, counts->items, counts->count, counts->capacity);
    memmove(&counts->items[at + 1], &counts->items[at],
            (counts->count - at) * sizeof *counts->items);
    counts->count++;
    counts->items[at] = (cm_suite_count){.verdict = verdict, .why = why};
    return &counts->items[at];
}

cm_suite_counts cm_suite_count_rows(cm_arena *arena, const cm_suite_report *report)
{
    cm_suite_counts counts = {.all = {.why = NULL}};
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        count_row(&counts.all, report, i);
        count_row(line_of(arena, &counts, row->verdict, NULL), report, i);
        if (*row->why)
            count_row(line_of(arena, &counts, row->verdict, row->why), report, i);
        counts.by_sc_order += row->by_sc_order;
    }
    return counts;
}

/* ---- text ------------------------------------------------------------ */

/* Width of the names in the counts: of reasons, which stand further right, too. */
enum { INDENT = 2 };
static size_t count_width(const cm_suite_counts *counts)
{
    size_t width = strlen("forbidden");
    for (size_t i = 0; i < counts->count; i++) {
        const char *why = counts->items[i].why;
        if (why && strlen(why) + INDENT > width)
            width = strlen(why) + INDENT;
    }
    return width;
}

static void add_counts(cm_text *out, const cm_suite_report *report)
{
    cm_suite_counts counts = cm_suite_count_rows(out->arena, report);
    int width = (int)count_width(&counts);
    cm_text_append(out, "\n%s, model %s: %zu tests, %zu distinct programs\n", report->title,
                   report->model, counts.all.tests, counts.all.programs);
    for (size_t i = 0; i < counts.count; i++) {
        const cm_suite_count *line = &counts.items[i];
        const char *name = line->why ? line->why : cm_suite_verdict_name(line->verdict);
        int indent = line->why ? 2 * INDENT : INDENT;
        cm_text_append(out, "%*s%-*s  %5zu tests, %4zu programs\n", indent, "",
                       width + INDENT - indent, name, line->tests, line->programs);
    }
    if (counts.by_sc_order)
        cm_text_append(out, "  forbidden only by the order of fence.sc: %zu tests\n",
                       counts.by_sc_order);
}

void cm_suite_text(cm_text *out, const cm_suite_report *report)
{
    size_t width = 0;
    for (size_t i = 0; i < report->count; i++)
        if (strlen(report->rows[i].name) > width)
            width = strlen(report->rows[i].name);
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        cm_text_append(out, "%-*s  %s%s%s%s\n", (int)width, row->name,
                       cm_suite_verdict_name(row->verdict), *row->why ? "  " : "", row->why,
                       row->by_sc_order ? "  (fence.sc order)" : "");
    }
    add_counts(out, report);
}

/* ---- tsv ------------------------------------------------------------- */

void cm_suite_tsv(cm_text *out, const cm_suite_report *report)
{
    cm_text_add(out, "name");
    for (int i = 0; i < report->axis_count; i++)
        cm_text_append(out, "\t%s", report->axes[i]);
    cm_text_add(out, "\tverdict\twhy\tsc_order\tprogram\tstates\n");
    for (size_t i = 0; i < report->count; i++) {
        const cm_suite_row *row = &report->rows[i];
        cm_text_add(out, row->name);
        for (int a = 0; a < report->axis_count; a++)
            cm_text_append(out, "\t%s", row->values[a]);
        cm_text_append(out, "\t%s\t%s\t%s\t%s\t%zu\n", cm_suite_verdict_name(row->verdict),
                       row->why, row->by_sc_order ? "yes" : "no", report->rows[row->program].name,
                       row->states);
    }
}

/* ---- json ------------------------------------------------------------ */

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
