/* A conformance report as JUnit XML, for dashboards of continuous integration:
 * a suite of ours is a testsuite, a forbidden state a failure, what was not run or
 * not judged is skipped, a run that ended in an error is an error. */
#include "report/conform.h"

#include "report/document.h"

#include <ctype.h>
#include <string.h>

/* ---- one test -------------------------------------------------------- */

static void add_property(cm_doc *properties, const char *name, const char *value)
{
    cm_doc *property = cm_doc_element(properties, "property", NULL);
    cm_doc_set(property, "name", name);
    cm_doc_set(property, "value", value);
}

static void add_properties(cm_doc *test, const cm_conform_test *t)
{
    cm_arena *arena = test->arena;
    cm_doc *properties = cm_doc_element(test, "properties", NULL);
    for (size_t i = 0; i < t->axis_count; i++)
        add_property(properties, t->axes[i].key, t->axes[i].value);
    add_property(properties, "verdict", cm_conform_verdict_key(t));
    add_property(properties, "model", t->allowed.model);
    add_property(properties, "says", cm_conform_says(t));
    if (*t->allowed.reason)
        add_property(properties, "reason", t->allowed.reason);
    if (t->injections)
        add_property(properties, "injected", cm_record_injections_text(arena, t->injections));
    add_property(properties, "outcomes",
                 cm_arena_printf(arena, "%llu", (unsigned long long)t->outcomes));
    add_property(properties, "asked", cm_arena_printf(arena, "%llu", (unsigned long long)t->asked));
    if (t->judged && !t->asked)
        add_property(properties, "bound",
                     cm_arena_printf(arena, "%.3g", cm_conform_bound(t->outcomes)));
}

/* What repeats each finding, and the test. */
static void add_failure(cm_doc *test, const cm_conform *report, const cm_conform_test *t)
{
    cm_arena *arena = test->arena;
    cm_text all = cm_text_new(arena);
    for (size_t i = 0; i < report->finding_count; i++) {
        const cm_conform_finding *f = &report->findings[i];
        if (f->test != t)
            continue;
        const cm_record_machine *machine = report->machines[f->part->machine].machine;
        cm_text_append(
            &all, "%s\nseen %s times among %s outcomes in %s on %s\n", f->state->text,
            cm_conform_number(arena, f->count), cm_conform_number(arena, f->part->outcomes),
            report->inputs[f->part->input].file, cm_conform_machine_text(arena, machine));
        cm_text_append(&all, "%s\n\n", cm_conform_command(arena, t, f->part));
    }
    cm_text_add(&all, t->text);
    cm_doc *failure = cm_doc_element(test, "failure", all.data);
    cm_doc_set(failure, "type", "forbidden");
    cm_doc_setf(failure, "message", "%zu forbidden state%s seen, %s time%s; model %s",
                t->forbidden_seen, t->forbidden_seen == 1 ? "" : "s",
                cm_conform_number(arena, t->forbidden), t->forbidden == 1 ? "" : "s",
                t->allowed.model);
}

static const char *first_reason(const cm_conform_test *t, cm_record_end end)
{
    for (size_t i = 0; i < t->part_count; i++)
        if (t->parts[i].test->end == end && t->parts[i].test->reason)
            return t->parts[i].test->reason;
    return "";
}

typedef enum fate { PASSED, FAILURE, ERROR, SKIPPED } fate;

/* A failed run outweighs what other runs of the test came to, but a finding. */
static fate add_fate(cm_doc *test, const cm_conform *report, const cm_conform_test *t)
{
    if (t->forbidden) {
        add_failure(test, report, t);
        return FAILURE;
    }
    if (t->failed) {
        cm_doc_set(cm_doc_element(test, "error", NULL), "message",
                   first_reason(t, CM_RECORD_FAILED));
        return ERROR;
    }
    if (t->judged)
        return PASSED;
    cm_doc_set(cm_doc_element(test, "skipped", NULL), "message",
               t->run       ? cm_arena_printf(test->arena, "not judged: %s", t->allowed.why)
               : t->refused ? first_reason(t, CM_RECORD_REFUSED)
                            : "no outcome was counted");
    return SKIPPED;
}

/* ---- suites ---------------------------------------------------------- */

/* "cmcm.hetero-injected-drop-acquire": dashboards take points for folders, and other signs amiss.
 */
static const char *class_name(cm_arena *arena, const char *suite)
{
    cm_text name = cm_text_new(arena);
    cm_text_add(&name, "cmcm");
    if (strcmp(suite, cm_conform_none) == 0)
        return name.data;
    cm_text_add_char(&name, '.');
    for (bool gap = false; *suite; suite++) {
        bool plain = isalnum((unsigned char)*suite) || *suite == '-' || *suite == '_';
        if (plain)
            cm_text_append(&name, "%s%c", gap ? "-" : "", *suite);
        gap = !plain;
    }
    return name.data;
}

static void add_suite(cm_doc *root, const cm_conform *report, const char *suite)
{
    size_t fates[SKIPPED + 1] = {0}, tests = 0;
    double seconds = 0;
    cm_doc *node = cm_doc_element(root, "testsuite", NULL);
    for (size_t i = 0; i < report->count; i++) {
        const cm_conform_test *t = &report->tests[i];
        if (strcmp(cm_conform_axis(report, t, NULL, "suite"), suite) != 0)
            continue;
        cm_doc *test = cm_doc_element(node, "testcase", NULL);
        cm_doc_set(test, "classname", class_name(root->arena, suite));
        cm_doc_set(test, "name", t->name);
        cm_doc_setf(test, "time", "%.3f", t->seconds);
        add_properties(test, t);
        fates[add_fate(test, report, t)]++;
        tests++;
        seconds += t->seconds;
    }
    cm_doc_set(node, "name", strcmp(suite, cm_conform_none) == 0 ? "tests of no suite" : suite);
    cm_doc_setf(node, "tests", "%zu", tests);
    cm_doc_setf(node, "failures", "%zu", fates[FAILURE]);
    cm_doc_setf(node, "errors", "%zu", fates[ERROR]);
    cm_doc_setf(node, "skipped", "%zu", fates[SKIPPED]);
    cm_doc_setf(node, "time", "%.3f", seconds);
}

/* The first table has a row for each suite. */
void cm_conform_junit(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    (void)style;
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_ELEMENT, "testsuites");
    cm_doc_set(root, "name", "cmcm conform");
    for (size_t i = 0; i < report->tables[0].count; i++)
        add_suite(root, report, report->tables[0].rows[i].values[0]);
    cm_doc_write_xml(out, root);
}
