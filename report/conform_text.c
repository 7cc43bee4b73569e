/* A conformance report for people, 80 columns wide, and one row per test. */
#include "report/conform.h"

#include "report/lines.h"
#include "report/utf8.h"

#include <string.h>

typedef struct text_work {
    cm_text *out;
    cm_arena *arena;
    const cm_conform *report;
    const cm_conform_style *style;
} text_work;

enum { WIDTH = 80, FEW = 20 };

static const char *number(const text_work *w, uint64_t value)
{
    return cm_conform_number(w->arena, value);
}

/* Texts of records may hold any byte and must not drive the terminal. */
static const char *clean(const text_work *w, const char *text)
{
    return cm_utf8_plain(w->arena, text);
}

static const char *plural(uint64_t count)
{
    return count == 1 ? "" : "s";
}

static void colored(const text_work *w, const char *code, const char *text)
{
    if (w->style->color)
        cm_text_append(w->out, "\033[%sm%s\033[0m", code, text);
    else
        cm_text_add(w->out, text);
}

static void heading(const text_work *w, const char *text)
{
    cm_text_add_char(w->out, '\n');
    colored(w, "1", text);
    cm_text_add_char(w->out, '\n');
}

/* "  name      text", the text in a column of its own. */
static void entry(const text_work *w, const char *name, const char *text, const char *mark)
{
    enum { COLUMN = 12 };
    cm_text_append(w->out, "  %-*s", COLUMN - 2, name);
    cm_lines_wrap(w->out, clean(w, text), COLUMN, COLUMN, mark);
}

/* How a test's program was changed on purpose is part of what it is. */
static const char *title(const text_work *w, const cm_conform_test *t)
{
    if (!t->injections)
        return clean(w, t->name);
    return cm_arena_printf(w->arena, "%s [injected %s]", clean(w, t->name),
                           cm_record_injections_text(w->arena, t->injections));
}

/* ---- the summary ----------------------------------------------------- */

static void headline(const text_work *w)
{
    const cm_conform_count *all = &w->report->all;
    size_t judged = all->tests - all->not_run - all->unjudged;
    if (all->violated) {
        size_t states = 0;
        for (size_t i = 0; i < w->report->count; i++)
            states += w->report->tests[i].forbidden_seen;
        const char *text = cm_arena_printf(
            w->arena, "FORBIDDEN SEEN: %s state%s of %s test%s, %s time%s", number(w, states),
            plural(states), number(w, all->violated), plural(all->violated),
            number(w, all->forbidden_outcomes), plural(all->forbidden_outcomes));
        colored(w, "1;31", text);
    } else if (judged) {
        colored(w, "32",
                cm_arena_printf(w->arena, "Nothing forbidden was seen in %s judged test%s",
                                number(w, judged), plural(judged)));
        if (all->unjudged)
            cm_text_append(w->out, "; %s could not be judged", number(w, all->unjudged));
    } else {
        colored(w, "33", "Nothing could be judged");
    }
    cm_text_add_char(w->out, '\n');
}

static void sentence(const text_work *w, const char *text)
{
    cm_text_add(w->out, "  ");
    cm_lines_wrap(w->out, clean(w, text), 2, 2, "");
}

/* "3 were judged" or, of one, "1 was judged". */
static const char *were(const text_work *w, uint64_t count, const char *what)
{
    return cm_arena_printf(w->arena, "%s %s %s", number(w, count), count == 1 ? "was" : "were",
                           what);
}

static const char *counted(const text_work *w, uint64_t count, const char *what)
{
    return cm_arena_printf(w->arena, "%s %s%s", number(w, count), what, plural(count));
}

static void tests_sentence(const text_work *w)
{
    const cm_conform *r = w->report;
    const cm_conform_count *all = &r->all;
    size_t refused = 0, failed = 0; /* by the parts: a test may be refused here and run there */
    for (size_t i = 0; i < r->count; i++) {
        refused += r->tests[i].refused;
        failed += r->tests[i].failed;
    }
    cm_text text = cm_text_new(w->arena);
    cm_text_append(&text, "%s of %s %s %s: %s", counted(w, r->input_count, "file"),
                   counted(w, r->machine_count, "machine"), r->input_count == 1 ? "has" : "have",
                   counted(w, all->tests, "test"),
                   were(w, all->tests - all->not_run - all->unjudged, "judged"));
    if (all->unjudged)
        cm_text_append(&text, ", %s not judged", number(w, all->unjudged));
    if (all->not_run)
        cm_text_append(&text, ", %s had no outcome", number(w, all->not_run));
    cm_text_add(&text, ".");
    if (refused || failed)
        cm_text_append(&text, " Of the runs %s and %s failed.", were(w, refused, "refused"),
                       number(w, failed));
    sentence(w, text.data);
}

/* "2 tests ask about" */
static const char *asked_by(const text_work *w, uint64_t tests)
{
    return cm_arena_printf(w->arena, "%s %s about", counted(w, tests, "test"),
                           tests == 1 ? "asks" : "ask");
}

static void summary(const text_work *w)
{
    const cm_conform_count *all = &w->report->all;
    headline(w);
    tests_sentence(w);
    sentence(
        w, cm_arena_printf(w->arena, "%s counted, %s of which a condition asks about.",
                           cm_arena_printf(w->arena, "%s %s", counted(w, all->outcomes, "outcome"),
                                           all->outcomes == 1 ? "was" : "were"),
                           number(w, all->asked)));
    sentence(w,
             cm_arena_printf(
                 w->arena,
                 "The model allows what %s: in %s of them it was seen (%s). It allows %s in all: "
                 "%s (%s).",
                 asked_by(w, all->allowed), number(w, all->allowed_seen),
                 cm_conform_share(w->arena, all->allowed_seen, all->allowed),
                 counted(w, all->states, "state"), were(w, all->states_seen, "seen"),
                 cm_conform_share(w->arena, all->states_seen, all->states)));
    sentence(w, cm_arena_printf(w->arena, "It forbids what %s; %s of %s was seen.",
                                asked_by(w, all->forbidden),
                                all->violated ? "a forbidden state" : "no forbidden state",
                                all->violated ? counted(w, all->violated, "test") : "any test"));
}

/* ---- what was seen that is forbidden --------------------------------- */

static void indented(const text_work *w, const char *text)
{
    text = clean(w, text);
    while (*text) {
        size_t length = strcspn(text, "\n");
        cm_text_add(w->out, "    | ");
        cm_text_add_bytes(w->out, text, length);
        cm_text_add_char(w->out, '\n');
        text += length;
        text += *text == '\n';
    }
}

static void show_part(const text_work *w, const cm_conform_finding *f)
{
    const cm_record_test *test = f->part->test;
    entry(w, "seen", cm_conform_times(w->arena, f), "");
    entry(w, "record", w->report->inputs[f->part->input].file, "");
    entry(w, "machine",
          cm_conform_machine_text(w->arena, w->report->machines[f->part->machine].machine), "");
    if (test->started && *test->started)
        entry(w, "started", test->started, "");
    const char *parameters = cm_conform_parameters(w->arena, f->part);
    entry(w, "with", *parameters ? parameters : "unknown parameters (a log)", "");
    const char *command = cm_conform_command(w->arena, f->test, f->part);
    if (*command)
        entry(w, "again", command, " \\");
}

static void show_findings(const text_work *w)
{
    const cm_conform *r = w->report;
    for (size_t i = 0; i < r->finding_count; i++) {
        const cm_conform_finding *f = &r->findings[i];
        bool again = i > 0 && r->findings[i - 1].state == f->state;
        if (!again) {
            cm_text_add_char(w->out, '\n');
            colored(w, "1;31", "FORBIDDEN");
            cm_text_append(w->out, " %s\n", title(w, f->test));
            entry(w, "state", f->state->text, "");
            entry(w, "condition", f->test->allowed.condition, "");
            entry(w, "model",
                  cm_arena_printf(w->arena, "%s, which allows %zu state%s", f->test->allowed.model,
                                  f->test->allowed_states, plural(f->test->allowed_states)),
                  "");
        }
        show_part(w, f);
        bool last = i + 1 == r->finding_count || r->findings[i + 1].test != f->test;
        if (last && *f->test->text) {
            cm_text_append(w->out, "  the test, %s.litmus:\n", clean(w, f->test->name));
            indented(w, f->test->text);
        }
    }
}

/* ---- tables ---------------------------------------------------------- */

enum { FIGURES = 7 };
static const char *const figures[FIGURES] = {"tests",     "allowed", "seen", "states",
                                             "forbidden", "broken",  "open"};

static void fill_figures(const text_work *w, const cm_conform_count *c, const char **cells)
{
    cells[0] = number(w, c->tests);
    cells[1] = number(w, c->allowed);
    cells[2] = c->allowed ? cm_arena_printf(w->arena, "%s (%s)", number(w, c->allowed_seen),
                                            cm_conform_share(w->arena, c->allowed_seen, c->allowed))
                          : "-";
    cells[3] = cm_conform_share(w->arena, c->states_seen, c->states);
    cells[4] = number(w, c->forbidden);
    cells[5] = number(w, c->violated);
    cells[6] = number(w, c->unjudged + c->not_run);
}

/* Lines of cells, the first `left` columns flush left, the rest right. */
static void grid(const text_work *w, const char *const *cells, size_t lines, size_t columns,
                 size_t left)
{
    size_t *widths = CM_NEW_ARRAY(w->arena, columns, size_t);
    for (size_t i = 0; i < lines * columns; i++)
        if (strlen(cells[i]) > widths[i % columns])
            widths[i % columns] = strlen(cells[i]);
    /* Blanks between columns: two, or one where a line would be too long. */
    size_t total = 0;
    for (size_t i = 0; i < columns; i++)
        total += 2 + widths[i];
    size_t gap = total <= WIDTH ? 2 : 1;
    for (size_t i = 0; i < lines; i++) {
        for (size_t k = 0; k < columns; k++) {
            const char *cell = cells[i * columns + k];
            size_t room = widths[k] - strlen(cell);
            cm_text_fill(w->out, ' ', k ? gap : 2);
            cm_text_fill(w->out, ' ', k < left ? 0 : room);
            cm_text_add(w->out, cell);
            cm_text_fill(w->out, ' ', k < left ? room : 0);
        }
        cm_text_add_char(w->out, '\n');
    }
}

static void show_table(const text_work *w, const cm_conform_table *table)
{
    size_t axes = table->axis_count, columns = axes + FIGURES;
    const char **cells = CM_NEW_ARRAY(w->arena, (table->count + 1) * columns, const char *);
    for (size_t k = 0; k < columns; k++)
        cells[k] = k < axes ? clean(w, table->axes[k]) : figures[k - axes];
    for (size_t i = 0; i < table->count; i++) {
        const char **line = cells + (i + 1) * columns;
        for (size_t k = 0; k < axes; k++)
            line[k] = clean(w, table->rows[i].values[k]);
        fill_figures(w, &table->rows[i].count, line + axes);
    }
    grid(w, cells, table->count + 1, columns, axes);
}

/* The sets of parts that forbid are many and long: one line stands for them. */
static const cm_conform_table *without_sets(const text_work *w, const cm_conform_table *table)
{
    bool reasons = table->axis_count == 2 && strcmp(table->axes[0], "model") == 0 &&
                   strcmp(table->axes[1], "reason") == 0;
    if (!reasons || w->style->verbose)
        return table;
    cm_conform_table *fewer = CM_NEW(w->arena, cm_conform_table);
    *fewer = *table;
    fewer->rows = CM_NEW_ARRAY(w->arena, table->count, cm_conform_row);
    fewer->count = 0;
    for (size_t i = 0; i < table->count; i++) {
        const cm_conform_row *row = &table->rows[i];
        cm_conform_row *last = fewer->count ? &fewer->rows[fewer->count - 1] : NULL;
        bool forbidden = strcmp(row->values[0], "forbidden") == 0;
        if (forbidden && last && strcmp(last->values[0], "forbidden") == 0) {
            cm_conform_count_add(&last->count, &row->count);
            continue;
        }
        fewer->rows[fewer->count] = *row;
        if (forbidden) {
            const char **values = CM_NEW_ARRAY(w->arena, 2, const char *);
            values[0] = row->values[0];
            values[1] = "(any)";
            fewer->rows[fewer->count].values = values;
        }
        fewer->count++;
    }
    return fewer;
}

static void show_tables(const text_work *w)
{
    const char *suite = NULL;
    for (size_t i = 0; i < w->report->table_count; i++) {
        const cm_conform_table *table = &w->report->tables[i];
        if (!table->suite)
            heading(w, i ? "All tests" : "Coverage");
        else if (!suite || strcmp(suite, table->suite) != 0)
            heading(w, cm_arena_printf(w->arena, "Suite %s", table->suite));
        else
            cm_text_add_char(w->out, '\n');
        suite = table->suite;
        show_table(w, without_sets(w, table));
    }
    cm_text_add(w->out, "\n");
    entry(w, "allowed", "tests whose condition's states are allowed; seen: of these some was", "");
    entry(w, "states", "of the allowed states of judged tests, the share that was seen", "");
    entry(w, "forbidden", "tests whose condition's states are all forbidden", "");
    entry(w, "broken", "tests of which a forbidden state was seen", "");
    entry(w, "open", "tests not judged, or without an outcome", "");
}

static void show_machines(const text_work *w)
{
    heading(w, "Machines");
    for (size_t i = 0; i < w->report->machine_count; i++) {
        const cm_conform_machine *m = &w->report->machines[i];
        const cm_conform_count *c = &m->count;
        cm_text_add(w->out, "  ");
        cm_lines_wrap(w->out, clean(w, cm_conform_machine_text(w->arena, m->machine)), 2, 2, "");
        cm_text_append(w->out, "    %s, %s; of %s allowed %s; %s broken\n",
                       counted(w, c->tests, "test"), counted(w, c->outcomes, "outcome"),
                       number(w, c->allowed), were(w, c->allowed_seen, "seen"),
                       number(w, c->violated));
    }
}

/* ---- lists of tests -------------------------------------------------- */

/* How many lines of a list are shown: all with --verbose. */
static bool has_room(const text_work *w, size_t shown)
{
    return w->style->verbose || shown < FEW;
}

static void left_out(const text_work *w, size_t shown)
{
    if (!w->style->verbose && shown > FEW)
        cm_text_append(w->out, "  ... and %s more (--verbose)\n", number(w, shown - FEW));
}

static void bounds_of(const text_work *w, const char *head, const char *says)
{
    size_t shown = 0;
    for (size_t i = 0; i < w->report->count; i++) {
        const cm_conform_test *t = &w->report->tests[i];
        if (!t->judged || t->asked || strcmp(cm_conform_says(t), says) != 0)
            continue;
        if (!shown++)
            heading(w, head);
        if (has_room(w, shown - 1))
            cm_text_append(w->out, "  < %.2g in %s  %s\n", cm_conform_bound(t->outcomes),
                           number(w, t->outcomes), title(w, t));
    }
    left_out(w, shown);
}

static void unjudged_tests(const text_work *w)
{
    size_t shown = 0;
    for (size_t i = 0; i < w->report->count; i++) {
        const cm_conform_test *t = &w->report->tests[i];
        if (!t->run || t->judged)
            continue;
        if (!shown++)
            heading(w, "Not judged: the model gives no certain answer");
        const char *why = *t->allowed.why ? t->allowed.why : "no reason known";
        if (has_room(w, shown - 1)) {
            cm_text_append(w->out, "  %s\n      ", title(w, t));
            cm_lines_wrap(w->out, clean(w, why), 6, 6, "");
        }
    }
    left_out(w, shown);
}

/* Why a part has nothing to count; NULL: it has. */
static const char *reason_of(const cm_conform_test *t, const cm_conform_part *part)
{
    if (part->test->end == CM_RECORD_DONE)
        return t->part_count == 1 && !part->outcomes ? "ran, and no outcome was counted" : NULL;
    return part->test->reason && *part->test->reason ? part->test->reason : "no reason recorded";
}

/* Tests that ended in the same way for the same reason. */
typedef struct ending {
    cm_record_end end;
    const char *reason;
    size_t count;
    cm_text names;
} ending;

typedef struct endings {
    ending *items;
    size_t count, capacity;
} endings;

static void add_ending(const text_work *w, endings *all, const cm_conform_test *t,
                       const cm_conform_part *part, const char *reason)
{
    enum { FEW_NAMES = 3 };
    size_t i = 0;
    while (i < all->count &&
           (all->items[i].end != part->test->end || strcmp(all->items[i].reason, reason) != 0))
        i++;
    if (i == all->count) {
        CM_RESERVE(w->arena, all->items, all->count, all->capacity);
        all->items[all->count] = (ending){.end = part->test->end, .reason = reason};
        all->items[all->count++].names = cm_text_new(w->arena);
    }
    ending *e = &all->items[i];
    if (w->style->verbose || e->count < FEW_NAMES)
        cm_text_append(&e->names, "%s%s", e->count ? " " : "", title(w, t));
    else if (e->count == FEW_NAMES)
        cm_text_add(&e->names, " ...");
    e->count++;
}

static void not_run_tests(const text_work *w)
{
    static const char *const words[] = {
        [CM_RECORD_DONE] = "empty", [CM_RECORD_REFUSED] = "refused", [CM_RECORD_FAILED] = "failed"};
    endings all = {0};
    for (size_t i = 0; i < w->report->count; i++) {
        const cm_conform_test *t = &w->report->tests[i];
        for (size_t k = 0; k < t->part_count; k++) {
            const char *why = reason_of(t, &t->parts[k]);
            if (why)
                add_ending(w, &all, t, &t->parts[k], why);
        }
    }
    for (size_t i = 0; i < all.count; i++) {
        const ending *e = &all.items[i];
        if (i == 0)
            heading(w, "Refused or failed");
        entry(w, words[e->end], cm_arena_printf(w->arena, "%s: %s", number(w, e->count), e->reason),
              "");
        entry(w, "", e->names.data, "");
    }
}

static void notes(const text_work *w)
{
    for (size_t i = 0; i < w->report->note_count; i++) {
        if (i == 0)
            heading(w, "Notes");
        if (has_room(w, i)) {
            cm_text_add(w->out, "  ");
            cm_lines_wrap(w->out, clean(w, w->report->notes[i]), 2, 4, "");
        }
    }
    left_out(w, w->report->note_count);
}

void cm_conform_text(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    text_work w = {out, out->arena, report, style};
    summary(&w);
    show_findings(&w);
    if (style->quiet) {
        unjudged_tests(&w); /* what was seen of them may be anything */
        return;
    }
    show_machines(&w);
    show_tables(&w);
    bounds_of(&w, "Allowed, not seen (95 % upper bound on the rate: 3/n)", "allowed");
    bounds_of(&w, "Forbidden, not seen (95 % upper bound on the rate: 3/n)", "forbidden");
    unjudged_tests(&w);
    not_run_tests(&w);
    notes(&w);
}

/* ---- one row per test ------------------------------------------------ */

static const char tsv_head[] =
    "#name\tsuite\tarch\tverdict\tcondition\treason\toutcomes\tasked\tforbidden\tbound\t"
    "allowed states\tseen of them\truns\trefused\tfailed\tinjected\taxes\twhy\n";

/* A tab or line end in a text would be another field. */
static void field(cm_text *out, const char *text)
{
    for (text = cm_utf8_plain(out->arena, text); *text; text++)
        cm_text_add_char(out, *text == '\t' || *text == '\n' ? ' ' : *text);
    cm_text_add_char(out, '\t');
}

static void tsv_row(cm_text *out, const cm_conform_test *t)
{
    const char *const first[] = {
        t->name,          t->suite, t->arch, cm_conform_verdict_key(t), cm_conform_says(t),
        t->allowed.reason};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        field(out, first[i]);
    cm_text_append(out, "%llu\t%llu\t%llu\t", (unsigned long long)t->outcomes,
                   (unsigned long long)t->asked, (unsigned long long)t->forbidden);
    if (t->judged && !t->asked)
        cm_text_append(out, "%.3g", cm_conform_bound(t->outcomes));
    cm_text_append(out, "\t%zu\t%zu\t%zu\t%zu\t%zu\t", t->allowed_states, t->allowed_seen,
                   t->part_count, t->refused, t->failed);
    field(out, cm_record_injections_text(out->arena, t->injections));
    cm_text axes = cm_text_new(out->arena);
    for (size_t i = 0; i < t->axis_count; i++)
        cm_text_append(&axes, "%s%s=%s", i ? " " : "", t->axes[i].key, t->axes[i].value);
    field(out, axes.data);
    field(out, t->allowed.why);
    out->data[out->length - 1] = '\n';
}

void cm_conform_tsv(cm_text *out, const cm_conform *report, const cm_conform_style *style)
{
    (void)style;
    cm_text_add(out, tsv_head);
    for (size_t i = 0; i < report->count; i++)
        tsv_row(out, &report->tests[i]);
}
