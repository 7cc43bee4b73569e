/* A conformance report as JUnit XML, for dashboards of continuous integration:
 * a suite of ours is a testsuite, a forbidden state a failure, what was not run or
 * not judged is skipped, a run that ended in an error is an error.
 *
 * The tree is memory of the XML library; a local protect sees to it that it is
 * released also when the arena is exhausted half-way. */
#include "report/conform.h"

#include "report/tree.h"

#include <ctype.h>
#include <string.h>

typedef struct xml_work {
    cm_text *out;
    cm_arena *arena;
    const cm_conform *report;
    xmlDoc *doc;
    xmlChar *dumped;
} xml_work;

static void property(const xml_work *w, xmlNode *properties, const char *name, const char *value)
{
    xmlNode *node = cm_tree_element(w->arena, properties, "property", NULL);
    cm_tree_attribute(w->arena, node, "name", name);
    cm_tree_attribute(w->arena, node, "value", value);
}

/* ---- one test -------------------------------------------------------- */

static void add_properties(const xml_work *w, xmlNode *test, const cm_conform_test *t)
{
    xmlNode *properties = cm_tree_element(w->arena, test, "properties", NULL);
    for (size_t i = 0; i < t->axis_count; i++)
        property(w, properties, t->axes[i].key, t->axes[i].value);
    property(w, properties, "verdict", cm_conform_verdict_key(t));
    property(w, properties, "model", t->allowed.model);
    property(w, properties, "says", cm_conform_says(t));
    if (*t->allowed.reason)
        property(w, properties, "reason", t->allowed.reason);
    if (t->injections)
        property(w, properties, "injected", cm_conform_injections(w->arena, t->injections));
    property(w, properties, "outcomes",
             cm_arena_printf(w->arena, "%llu", (unsigned long long)t->outcomes));
    property(w, properties, "asked",
             cm_arena_printf(w->arena, "%llu", (unsigned long long)t->asked));
    if (t->judged && !t->asked)
        property(w, properties, "bound",
                 cm_arena_printf(w->arena, "%.3g", cm_conform_bound(t->outcomes)));
}

/* What repeats each finding, and the test. */
static void add_failure(const xml_work *w, xmlNode *test, const cm_conform_test *t)
{
    cm_text all;
    cm_text_init(&all, w->arena);
    for (size_t i = 0; i < w->report->finding_count; i++) {
        const cm_conform_finding *f = &w->report->findings[i];
        if (f->test != t)
            continue;
        const cm_record_machine *machine = w->report->machines[f->part->machine].machine;
        cm_text_append(
            &all, "%s\nseen %s times among %s outcomes in %s on %s\n", f->state->text,
            cm_conform_number(w->arena, f->count), cm_conform_number(w->arena, f->part->outcomes),
            w->report->inputs[f->part->input].file, cm_conform_machine_text(w->arena, machine));
        cm_text_append(&all, "%s\n\n", cm_conform_command(w->arena, t, f->part));
    }
    cm_text_add(&all, t->text);
    xmlNode *failure = cm_tree_element(w->arena, test, "failure", all.data);
    cm_tree_attribute(w->arena, failure, "type", "forbidden");
    cm_tree_attribute(w->arena, failure, "message",
                      cm_arena_printf(w->arena, "%zu forbidden state%s seen, %s time%s; model %s",
                                      t->forbidden_seen, t->forbidden_seen == 1 ? "" : "s",
                                      cm_conform_number(w->arena, t->forbidden),
                                      t->forbidden == 1 ? "" : "s", t->allowed.model));
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
static fate fate_of(const cm_conform_test *t)
{
    if (t->forbidden)
        return FAILURE;
    if (t->failed)
        return ERROR;
    return t->judged ? PASSED : SKIPPED;
}

static void add_fate(const xml_work *w, xmlNode *test, const cm_conform_test *t)
{
    switch (fate_of(t)) {
    case PASSED:
        break;
    case FAILURE:
        add_failure(w, test, t);
        break;
    case ERROR:
        cm_tree_attribute(w->arena, cm_tree_element(w->arena, test, "error", NULL), "message",
                          first_reason(t, CM_RECORD_FAILED));
        break;
    case SKIPPED:
        cm_tree_attribute(w->arena, cm_tree_element(w->arena, test, "skipped", NULL), "message",
                          t->run       ? cm_arena_printf(w->arena, "not judged: %s", t->allowed.why)
                          : t->refused ? first_reason(t, CM_RECORD_REFUSED)
                                       : "no outcome was counted");
        break;
    }
}

/* ---- suites ---------------------------------------------------------- */

static bool is_in(const cm_conform *report, const cm_conform_test *t, const char *suite)
{
    return strcmp(cm_conform_axis(report, t, NULL, "suite"), suite) == 0;
}

static const char *suite_name(const char *suite)
{
    return strcmp(suite, cm_conform_none) == 0 ? "tests of no suite" : suite;
}

/* "cmcm.hetero-injected-drop-acquire": dashboards take points for folders, and other signs amiss.
 */
static const char *class_name(cm_arena *arena, const char *suite)
{
    cm_text name;
    cm_text_init(&name, arena);
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

static void add_suite(const xml_work *w, xmlNode *root, const char *suite)
{
    const cm_conform *r = w->report;
    size_t fates[SKIPPED + 1] = {0}, tests = 0;
    double seconds = 0;
    xmlNode *node = cm_tree_element(w->arena, root, "testsuite", NULL);
    for (size_t i = 0; i < r->count; i++) {
        const cm_conform_test *t = &r->tests[i];
        if (!is_in(r, t, suite))
            continue;
        xmlNode *test = cm_tree_element(w->arena, node, "testcase", NULL);
        cm_tree_attribute(w->arena, test, "classname", class_name(w->arena, suite));
        cm_tree_attribute(w->arena, test, "name", t->name);
        cm_tree_attribute(w->arena, test, "time", cm_arena_printf(w->arena, "%.3f", t->seconds));
        add_properties(w, test, t);
        add_fate(w, test, t);
        fates[fate_of(t)]++;
        tests++;
        seconds += t->seconds;
    }
    cm_tree_attribute(w->arena, node, "name", suite_name(suite));
    cm_tree_number(w->arena, node, "tests", tests);
    cm_tree_number(w->arena, node, "failures", fates[FAILURE]);
    cm_tree_number(w->arena, node, "errors", fates[ERROR]);
    cm_tree_number(w->arena, node, "skipped", fates[SKIPPED]);
    cm_tree_attribute(w->arena, node, "time", cm_arena_printf(w->arena, "%.3f", seconds));
}

/* The first table has a row for each suite. */
static void build(void *argument)
{
    xml_work *w = argument;
    w->doc = cm_tree_made(w->arena, xmlNewDoc((const xmlChar *)"1.0"));
    xmlNode *root =
        cm_tree_made(w->arena, xmlNewDocNode(w->doc, NULL, (const xmlChar *)"testsuites", NULL));
    xmlDocSetRootElement(w->doc, root);
    cm_tree_attribute(w->arena, root, "name", "cmcm conform");
    for (size_t i = 0; i < w->report->tables[0].count; i++)
        add_suite(w, root, w->report->tables[0].rows[i].values[0]);
    int length = 0;
    xmlDocDumpFormatMemoryEnc(w->doc, &w->dumped, &length, "UTF-8", 1);
    cm_tree_made(w->arena, w->dumped);
    cm_text_add_bytes(w->out, (const char *)w->dumped, (size_t)length);
}

void cm_conform_junit(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    (void)style;
    xml_work w = {.out = out, .arena = out->arena, .report = report};
    bool built = cm_arena_protect(out->arena, build, &w);
    xmlFree(w.dumped);
    xmlFreeDoc(w.doc);
    if (!built)
        cm_arena_escape(out->arena);
}
