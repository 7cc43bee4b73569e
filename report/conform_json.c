/* A conformance report as one JSON document (docs/conform.md has its members). */
#include "report/conform.h"

#include "report/document.h"

enum { DIGITS = 6 };

/* ---- parts ----------------------------------------------------------- */

static void add_count(cm_doc *in, const cm_conform_count *c)
{
    cm_doc_number(in, "tests", c->tests);
    cm_doc_number(in, "judged", c->tests - c->not_run - c->unjudged);
    cm_doc_number(in, "unjudged", c->unjudged);
    cm_doc_number(in, "not_run", c->not_run);
    cm_doc_number(in, "allowed", c->allowed);
    cm_doc_number(in, "allowed_seen", c->allowed_seen);
    cm_doc_number(in, "forbidden", c->forbidden);
    cm_doc_number(in, "violated", c->violated);
    cm_doc_number(in, "states", c->states);
    cm_doc_number(in, "states_seen", c->states_seen);
    cm_doc_number(in, "outcomes", c->outcomes);
    cm_doc_number(in, "asked", c->asked);
    cm_doc_number(in, "forbidden_outcomes", c->forbidden_outcomes);
}

/* Of a record or a log, which may not say it. */
static void add_said(cm_doc *in, const char *key, const char *text)
{
    cm_doc_text(in, key, text ? text : "");
}

static void add_pairs(cm_doc *in, const char *key, const cm_record_pair *pairs, size_t count)
{
    cm_doc *object = cm_doc_object(in, key);
    for (size_t i = 0; i < count; i++)
        add_said(object, pairs[i].key, pairs[i].value);
}

static void add_machines(cm_doc *root, const cm_conform *report)
{
    cm_doc *machines = cm_doc_list(root, "machines");
    for (size_t i = 0; i < report->machine_count; i++) {
        const cm_record_machine *m = report->machines[i].machine;
        cm_doc *machine = cm_doc_object(machines, NULL);
        add_said(machine, "host", m->host);
        add_said(machine, "kernel", m->kernel);
        add_said(machine, "cpu", m->cpu);
        add_said(machine, "arch", m->arch);
        add_said(machine, "gpu", m->gpu);
        add_said(machine, "gpu_uuid", m->gpu_uuid);
        add_said(machine, "compute", m->compute);
        add_said(machine, "driver", m->driver);
        add_pairs(machine, "attributes", m->attributes, m->attribute_count);
        add_count(cm_doc_object(machine, "counts"), &report->machines[i].count);
    }
}

static void add_findings(cm_doc *root, const cm_conform *report)
{
    cm_doc *findings = cm_doc_list(root, "forbidden");
    for (size_t i = 0; i < report->finding_count; i++) {
        const cm_conform_finding *f = &report->findings[i];
        cm_doc *finding = cm_doc_object(findings, NULL);
        uint64_t seed = f->part->test->parameters.seed;
        add_said(finding, "test", f->test->name);
        add_said(finding, "state", f->state->text);
        cm_doc_number(finding, "count", f->count);
        cm_doc_number(finding, "outcomes", f->part->outcomes);
        add_said(finding, "record", report->inputs[f->part->input].file);
        cm_doc_number(finding, "machine", f->part->machine);
        add_said(finding, "parameters", cm_conform_parameters(root->arena, f->part));
        /* Up to 2^64 - 1: more than readers of JSON take as a number. */
        add_said(finding, "seed", cm_arena_printf(root->arena, "%llu", (unsigned long long)seed));
        add_said(finding, "injected", cm_record_injections_text(root->arena, f->test->injections));
        add_said(finding, "command", cm_conform_command(root->arena, f->test, f->part));
        add_said(finding, "text", f->test->text);
    }
}

/* ---- tests ----------------------------------------------------------- */

static void add_parts(cm_doc *test, const cm_conform_test *t)
{
    static const char *const ends[] = {
        [CM_RECORD_DONE] = "done", [CM_RECORD_REFUSED] = "refused", [CM_RECORD_FAILED] = "failed"};
    cm_doc *runs = cm_doc_list(test, "runs");
    for (size_t i = 0; i < t->part_count; i++) {
        const cm_conform_part *p = &t->parts[i];
        cm_doc *run = cm_doc_object(runs, NULL);
        cm_doc_number(run, "input", p->input);
        cm_doc_number(run, "machine", p->machine);
        add_said(run, "end", ends[p->test->end]);
        add_said(run, "reason", p->test->reason);
        cm_doc_number(run, "outcomes", p->outcomes);
        cm_doc_number(run, "asked", p->asked);
        cm_doc_number(run, "forbidden", p->forbidden);
        add_said(run, "parameters", cm_conform_parameters(test->arena, p));
    }
}

static void add_test(cm_doc *tests, const cm_conform_test *t)
{
    cm_doc *test = cm_doc_object(tests, NULL);
    add_said(test, "name", t->name);
    add_said(test, "hash", t->hash);
    add_said(test, "arch", t->arch);
    add_said(test, "suite", t->suite);
    add_pairs(test, "axes", t->axes, t->axis_count);
    add_said(test, "injected", cm_record_injections_text(test->arena, t->injections));
    add_said(test, "verdict", cm_conform_verdict_key(t));
    add_said(test, "model", t->allowed.model);
    add_said(test, "condition", t->allowed.condition);
    add_said(test, "says", cm_conform_says(t));
    add_said(test, "reason", t->allowed.reason);
    cm_doc_flag(test, "complete", t->allowed.complete);
    add_said(test, "why", t->allowed.why);
    cm_doc *warnings = cm_doc_list(test, "warnings");
    for (size_t i = 0; i < t->allowed.warned_count; i++) {
        const cm_conform_warning *from = &t->allowed.warned[i];
        cm_doc *warning = cm_doc_object(warnings, NULL);
        cm_doc_number(warning, "line", from->line);
        cm_doc_number(warning, "column", from->column);
        add_said(warning, "message", from->message);
    }
    cm_doc_number(test, "instances", t->instances);
    cm_doc_number(test, "outcomes", t->outcomes);
    cm_doc_number(test, "asked", t->asked);
    cm_doc_number(test, "forbidden", t->forbidden);
    if (t->judged && !t->asked)
        cm_doc_real(test, "bound", cm_conform_bound(t->outcomes), DIGITS);
    else
        cm_doc_literal(test, "bound", "null");
    cm_doc_real(test, "seconds", t->seconds, DIGITS);
    static const char *const classes[] = {[CM_CONFORM_ALLOWED] = "allowed",
                                          [CM_CONFORM_FORBIDDEN] = "forbidden",
                                          [CM_CONFORM_UNDECIDED] = "undecided"};
    cm_doc *states = cm_doc_list(test, "states");
    for (size_t i = 0; i < t->state_count; i++) {
        cm_doc *state = cm_doc_object(states, NULL);
        add_said(state, "state", t->states[i].text);
        cm_doc_number(state, "count", t->states[i].count);
        add_said(state, "class", classes[t->states[i].class]);
        cm_doc_flag(state, "asked", t->states[i].asked);
    }
    add_parts(test, t);
}

static void add_tables(cm_doc *root, const cm_conform *report)
{
    cm_doc *tables = cm_doc_list(root, "tables");
    for (size_t i = 0; i < report->table_count; i++) {
        const cm_conform_table *t = &report->tables[i];
        cm_doc *table = cm_doc_object(tables, NULL);
        cm_doc_text(table, "suite", t->suite);
        cm_doc *axes = cm_doc_list(table, "axes"), *rows = cm_doc_list(table, "rows");
        for (size_t k = 0; k < t->axis_count; k++)
            cm_doc_text(axes, NULL, t->axes[k]);
        for (size_t r = 0; r < t->count; r++) {
            cm_doc *row = cm_doc_object(rows, NULL), *values = cm_doc_list(row, "values");
            for (size_t k = 0; k < t->axis_count; k++)
                cm_doc_text(values, NULL, t->rows[r].values[k]);
            add_count(row, &t->rows[r].count);
        }
    }
}

void cm_conform_json(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    (void)style;
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL);
    add_count(cm_doc_object(root, "summary"), &report->all);
    add_findings(root, report);
    cm_doc *inputs = cm_doc_list(root, "inputs");
    for (size_t i = 0; i < report->input_count; i++) {
        const cm_record *record = report->inputs[i].record;
        cm_doc *input = cm_doc_object(inputs, NULL);
        add_said(input, "file", report->inputs[i].file);
        add_said(input, "program", record->program);
        add_said(input, "version", record->version);
        add_said(input, "suite", record->suite);
        add_said(input, "shard", record->shard);
        cm_doc_number(input, "tests", record->test_count);
    }
    add_machines(root, report);
    add_tables(root, report);
    cm_doc *tests = cm_doc_list(root, "tests"), *notes = cm_doc_list(root, "notes");
    for (size_t i = 0; i < report->count; i++)
        add_test(tests, &report->tests[i]);
    for (size_t i = 0; i < report->note_count; i++)
        cm_doc_text(notes, NULL, report->notes[i]);
    cm_doc_write_json(out, root, CM_JSON_INDENTED);
}
