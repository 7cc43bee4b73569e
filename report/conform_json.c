/* A conformance report as one JSON document (docs/conform.md has its members). */
#include "report/conform.h"

#include "report/json.h"
#include "report/utf8.h"

typedef struct json_work {
    cm_text *out;
    const cm_conform *report;
    json_t *root;
} json_work;

static void set(const json_work *w, json_t *object, const char *key, json_t *value)
{
    cm_json_set(w->out, object, key, value);
}

static void set_text(const json_work *w, json_t *object, const char *key, const char *text)
{
    set(w, object, key, cm_json_text(w->out, text ? text : ""));
}

static void set_size(const json_work *w, json_t *object, const char *key, uint64_t value)
{
    set(w, object, key, cm_json_size(value));
}

static json_t *new_array(const json_work *w, json_t *object, const char *key)
{
    json_t *array = json_array();
    set(w, object, key, array);
    return array;
}

static json_t *new_object(const json_work *w, json_t *object, const char *key)
{
    json_t *inner = json_object();
    set(w, object, key, inner);
    return inner;
}

/* ---- parts ----------------------------------------------------------- */

static void set_count(const json_work *w, json_t *object, const cm_conform_count *c)
{
    const struct {
        const char *key;
        uint64_t value;
    } figures[] = {
        {"tests", c->tests},
        {"judged", c->tests - c->not_run - c->unjudged},
        {"unjudged", c->unjudged},
        {"not_run", c->not_run},
        {"allowed", c->allowed},
        {"allowed_seen", c->allowed_seen},
        {"forbidden", c->forbidden},
        {"violated", c->violated},
        {"states", c->states},
        {"states_seen", c->states_seen},
        {"outcomes", c->outcomes},
        {"asked", c->asked},
        {"forbidden_outcomes", c->forbidden_outcomes},
    };
    for (size_t i = 0; i < sizeof figures / sizeof *figures; i++)
        set_size(w, object, figures[i].key, figures[i].value);
}

static void set_pairs(const json_work *w, json_t *object, const char *key,
                      const cm_record_pair *pairs, size_t count)
{
    json_t *inner = new_object(w, object, key);
    for (size_t i = 0; i < count; i++)
        set_text(w, inner, cm_utf8_valid(w->out->arena, pairs[i].key), pairs[i].value);
}

static void set_inputs(const json_work *w)
{
    json_t *array = new_array(w, w->root, "inputs");
    for (size_t i = 0; i < w->report->input_count; i++) {
        const cm_conform_input *input = &w->report->inputs[i];
        json_t *object = cm_json_append(w->out, array, json_object());
        set_text(w, object, "file", input->file);
        set_text(w, object, "program", input->record->program);
        set_text(w, object, "version", input->record->version);
        set_text(w, object, "suite", input->record->suite);
        set_text(w, object, "shard", input->record->shard);
        set_size(w, object, "tests", input->record->test_count);
    }
}

static void set_machines(const json_work *w)
{
    json_t *array = new_array(w, w->root, "machines");
    for (size_t i = 0; i < w->report->machine_count; i++) {
        const cm_record_machine *m = w->report->machines[i].machine;
        json_t *object = cm_json_append(w->out, array, json_object());
        set_text(w, object, "host", m->host);
        set_text(w, object, "kernel", m->kernel);
        set_text(w, object, "cpu", m->cpu);
        set_text(w, object, "arch", m->arch);
        set_text(w, object, "gpu", m->gpu);
        set_text(w, object, "gpu_uuid", m->gpu_uuid);
        set_text(w, object, "compute", m->compute);
        set_text(w, object, "driver", m->driver);
        set_pairs(w, object, "attributes", m->attributes, m->attribute_count);
        set_count(w, new_object(w, object, "counts"), &w->report->machines[i].count);
    }
}

static void set_findings(const json_work *w)
{
    cm_arena *arena = w->out->arena;
    json_t *array = new_array(w, w->root, "forbidden");
    for (size_t i = 0; i < w->report->finding_count; i++) {
        const cm_conform_finding *f = &w->report->findings[i];
        json_t *object = cm_json_append(w->out, array, json_object());
        set_text(w, object, "test", f->test->name);
        set_text(w, object, "state", f->state->text);
        set_size(w, object, "count", f->count);
        set_size(w, object, "outcomes", f->part->outcomes);
        set_text(w, object, "record", w->report->inputs[f->part->input].file);
        set_size(w, object, "machine", f->part->machine);
        set_text(w, object, "parameters", cm_conform_parameters(arena, f->part));
        /* Up to 2^64 - 1: more than readers of JSON take as a number. */
        set_text(
            w, object, "seed",
            cm_arena_printf(arena, "%llu", (unsigned long long)f->part->test->parameters.seed));
        set_text(w, object, "injected", cm_conform_injections(arena, f->test->injections));
        set_text(w, object, "command", cm_conform_command(arena, f->test, f->part));
        set_text(w, object, "text", f->test->text);
    }
}

/* ---- tests ----------------------------------------------------------- */

static void set_states(const json_work *w, json_t *object, const cm_conform_test *t)
{
    static const char *const classes[] = {[CM_CONFORM_ALLOWED] = "allowed",
                                          [CM_CONFORM_FORBIDDEN] = "forbidden",
                                          [CM_CONFORM_UNDECIDED] = "undecided"};
    json_t *array = new_array(w, object, "states");
    for (size_t i = 0; i < t->state_count; i++) {
        json_t *state = cm_json_append(w->out, array, json_object());
        set_text(w, state, "state", t->states[i].text);
        set_size(w, state, "count", t->states[i].count);
        set_text(w, state, "class", classes[t->states[i].class]);
        set(w, state, "asked", json_boolean(t->states[i].asked));
    }
}

static void set_parts(const json_work *w, json_t *object, const cm_conform_test *t)
{
    static const char *const ends[] = {
        [CM_RECORD_DONE] = "done", [CM_RECORD_REFUSED] = "refused", [CM_RECORD_FAILED] = "failed"};
    json_t *array = new_array(w, object, "runs");
    for (size_t i = 0; i < t->part_count; i++) {
        const cm_conform_part *p = &t->parts[i];
        json_t *part = cm_json_append(w->out, array, json_object());
        set_size(w, part, "input", p->input);
        set_size(w, part, "machine", p->machine);
        set_text(w, part, "end", ends[p->test->end]);
        set_text(w, part, "reason", p->test->reason);
        set_size(w, part, "outcomes", p->outcomes);
        set_size(w, part, "asked", p->asked);
        set_size(w, part, "forbidden", p->forbidden);
        set_text(w, part, "parameters", cm_conform_parameters(w->out->arena, p));
    }
}

static void set_warnings(const json_work *w, json_t *object, const cm_conform_test *t)
{
    json_t *array = new_array(w, object, "warnings");
    for (size_t i = 0; i < t->allowed.warned_count; i++) {
        const cm_conform_warning *from = &t->allowed.warned[i];
        json_t *warning = cm_json_append(w->out, array, json_object());
        set_size(w, warning, "line", from->line);
        set_size(w, warning, "column", from->column);
        set_text(w, warning, "message", from->message);
    }
}

static void set_test(const json_work *w, json_t *object, const cm_conform_test *t)
{
    set_text(w, object, "name", t->name);
    set_text(w, object, "hash", t->hash);
    set_text(w, object, "arch", t->arch);
    set_text(w, object, "suite", t->suite);
    set_pairs(w, object, "axes", t->axes, t->axis_count);
    set_text(w, object, "injected", cm_conform_injections(w->out->arena, t->injections));
    set_text(w, object, "verdict", cm_conform_verdict_key(t));
    set_text(w, object, "model", t->allowed.model);
    set_text(w, object, "condition", t->allowed.condition);
    set_text(w, object, "says", cm_conform_says(t));
    set_text(w, object, "reason", t->allowed.reason);
    set(w, object, "complete", json_boolean(t->allowed.complete));
    set_text(w, object, "why", t->allowed.why);
    set_warnings(w, object, t);
    set_size(w, object, "instances", t->instances);
    set_size(w, object, "outcomes", t->outcomes);
    set_size(w, object, "asked", t->asked);
    set_size(w, object, "forbidden", t->forbidden);
    set(w, object, "bound",
        t->judged && !t->asked ? json_real(cm_conform_bound(t->outcomes)) : json_null());
    set(w, object, "seconds", json_real(t->seconds));
    set_states(w, object, t);
    set_parts(w, object, t);
}

static void set_tables(const json_work *w)
{
    json_t *array = new_array(w, w->root, "tables");
    for (size_t i = 0; i < w->report->table_count; i++) {
        const cm_conform_table *table = &w->report->tables[i];
        json_t *object = cm_json_append(w->out, array, json_object());
        set(w, object, "suite", table->suite ? cm_json_text(w->out, table->suite) : json_null());
        json_t *axes = new_array(w, object, "axes"), *rows = new_array(w, object, "rows");
        for (size_t k = 0; k < table->axis_count; k++)
            cm_json_append(w->out, axes, cm_json_text(w->out, table->axes[k]));
        for (size_t r = 0; r < table->count; r++) {
            json_t *row = cm_json_append(w->out, rows, json_object());
            json_t *values = new_array(w, row, "values");
            for (size_t k = 0; k < table->axis_count; k++)
                cm_json_append(w->out, values, cm_json_text(w->out, table->rows[r].values[k]));
            set_count(w, row, &table->rows[r].count);
        }
    }
}

static void build_and_dump(void *argument)
{
    const json_work *w = argument;
    set_count(w, new_object(w, w->root, "summary"), &w->report->all);
    set_findings(w);
    set_inputs(w);
    set_machines(w);
    set_tables(w);
    json_t *tests = new_array(w, w->root, "tests");
    for (size_t i = 0; i < w->report->count; i++)
        set_test(w, cm_json_append(w->out, tests, json_object()), &w->report->tests[i]);
    json_t *notes = new_array(w, w->root, "notes");
    for (size_t i = 0; i < w->report->note_count; i++)
        cm_json_append(w->out, notes, cm_json_text(w->out, w->report->notes[i]));
    cm_json_dump(w->out, w->root, JSON_INDENT(1) | JSON_REAL_PRECISION(6));
}

void cm_conform_json(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    (void)style;
    json_work work = {.out = out, .report = report, .root = json_object()};
    bool built = work.root && cm_arena_protect(out->arena, build_and_dump, &work);
    json_decref(work.root);
    if (!built)
        cm_arena_escape(out->arena);
}
