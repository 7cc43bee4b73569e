/* Tables of what logs say: see show.h. */
#include "logbook/show.h"

#include "logbook/condition.h"
#include "logbook/table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

const char cm_logbook_letters[] = "vVkwWsSdtpErXYZ";

/* A row: what is known of the test before any log's cell is made. */
typedef struct row {
    const char *name;
    cm_logbook_kind kind;
    bool loop;
    bool unsure;                           /* the kind is only what the condition of a log says */
    const cm_logbook_condition *condition; /* or NULL */
} row;

typedef struct view {
    cm_arena *arena;
    const cm_logbook_view *of;
    char letter;
    row *rows;
    size_t count;
} view;

/* ---- kinds and conditions ---------------------------------------------------- */

static const char *const kind_names[] = {"???", "Allow", "Forbid", "Require"};

/* "Allowed", "Allow"; false: no kind. */
static bool read_kind(const char *text, cm_logbook_kind *kind)
{
    static const char *const long_names[] = {"", "Allowed", "Forbidden", "Required"};
    for (int i = CM_KIND_ALLOW; i <= CM_KIND_REQUIRE; i++) {
        *kind = (cm_logbook_kind)i;
        if (strcmp(text, kind_names[i]) == 0 || strcmp(text, long_names[i]) == 0)
            return true;
    }
    *kind = CM_KIND_NONE;
    return false;
}

static cm_logbook_kind kind_of(const cm_logbook_test *test)
{
    cm_logbook_kind kind;
    read_kind(test->kind, &kind);
    return kind;
}

static void check_kinds(cm_work *work, const cm_logbook_pairs *kinds)
{
    cm_logbook_kind kind;
    for (size_t i = 0; i < kinds->count; i++)
        if (!read_kind(kinds->items[i].value, &kind))
            cm_fail(work, kinds->items[i].place,
                    "`%s` is no kind, expected Allow, Forbid or Require", kinds->items[i].value);
}

static void check_conds(cm_work *work, const cm_logbook_pairs *conds)
{
    for (size_t i = 0; i < conds->count; i++) {
        const char *why;
        if (!cm_logbook_condition_read(work->arena, conds->items[i].value, &why))
            cm_fail(work, conds->items[i].place, "no condition: %s", why);
    }
}

typedef struct checking {
    cm_work *work;
    const cm_logbook_pairs *pairs;
    void (*check)(cm_work *work, const cm_logbook_pairs *pairs);
} checking;

static void check_pairs(void *argument)
{
    checking *c = argument;
    c->check(c->work, c->pairs);
}

bool cm_logbook_check_kinds(cm_work *work, const cm_logbook_pairs *kinds)
{
    return cm_arena_protect(work->arena, check_pairs, &(checking){work, kinds, check_kinds});
}

bool cm_logbook_check_conds(cm_work *work, const cm_logbook_pairs *conds)
{
    return cm_arena_protect(work->arena, check_pairs, &(checking){work, conds, check_conds});
}

/* ---- rows --------------------------------------------------------------------- */

static bool first_log_only(char letter)
{
    return strchr("SrE", letter) != NULL;
}

static bool has_conditions(char letter)
{
    return strchr("rEXYZ", letter) != NULL;
}

static void condition_from(view *v, row *r, const cm_logbook_test *test)
{
    const cm_logbook_pair *other = cm_logbook_pairs_find(v->of->conds, r->name);
    const char *text = other ? other->value : test->condition, *why;
    if (r->condition || !text)
        return;
    r->condition = cm_logbook_condition_read(v->arena, text, &why);
    const cm_logbook_pair *kind = cm_logbook_pairs_find(v->of->kinds, r->name);
    if (r->condition)
        r->kind = cm_logbook_condition_kind(r->condition);
    if (kind)
        read_kind(kind->value, &r->kind);
    r->unsure = !kind && !other;
}

static void fill_row(view *v, row *r)
{
    size_t logs = first_log_only(v->letter) ? 1 : v->of->count;
    bool first = true;
    for (size_t i = 0; i < logs; i++) {
        const cm_logbook_test *test = cm_logbook_find(v->of->logs[i], r->name);
        if (test && has_conditions(v->letter))
            condition_from(v, r, test);
        else if (test) {
            /* Of a test that is called differently by two logs nothing is known. */
            cm_logbook_kind kind = kind_of(test);
            r->kind = first || r->kind == kind ? kind : CM_KIND_NONE;
            r->loop = r->loop || test->loop;
        }
        first = first && !test;
    }
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const row *)a)->name, ((const row *)b)->name);
}

static void make_rows(view *v)
{
    size_t most = 0, logs = first_log_only(v->letter) ? 1 : v->of->count;
    for (size_t i = 0; i < logs; i++)
        most += v->of->logs[i]->count;
    v->rows = CM_NEW_ARRAY(v->arena, most, row);
    for (size_t i = 0; i < logs; i++)
        for (size_t k = 0; k < v->of->logs[i]->count; k++)
            v->rows[v->count++].name = v->of->logs[i]->tests[k].name;
    if (v->count > 0)
        qsort(v->rows, v->count, sizeof *v->rows, by_name);
    size_t kept = 0;
    for (size_t i = 0; i < v->count; i++)
        if (kept == 0 || strcmp(v->rows[kept - 1].name, v->rows[i].name) != 0)
            v->rows[kept++] = v->rows[i];
    v->count = kept;
    for (size_t i = 0; i < v->count; i++)
        fill_row(v, &v->rows[i]);
}

/* ---- numbers ---------------------------------------------------------------------- */

/* 999, 1.2k, 34M: two digits or more. */
static void add_count(cm_text *cell, uint64_t count)
{
    static const char suffixes[] = " kMGT";
    uint64_t unit = 1;
    int suffix = 0;
    while (suffix < 4 && count / unit >= 1000) {
        unit *= 1000;
        suffix++;
    }
    if (suffix == 0) {
        cm_text_append(cell, "%" PRIu64, count);
        return;
    }
    uint64_t rounded = (count + unit / 2) / unit, tenth = unit / 10;
    uint64_t tenths = (count + tenth / 2) / tenth;
    if (rounded < 10)
        cm_text_append(cell, "%" PRIu64 ".%" PRIu64, tenths / 10, tenths % 10);
    else
        cm_text_append(cell, "%" PRIu64, rounded);
    cm_text_add_char(cell, suffixes[suffix]);
}

static void add_rate(cm_text *cell, double rate)
{
    static const char suffixes[] = " kMG";
    if (rate < 1) {
        cm_text_append(cell, "%.1f", rate);
        return;
    }
    int suffix = 0;
    while (suffix < 3 && rate >= 1000) {
        rate /= 1000;
        suffix++;
    }
    cm_text_append(cell, rate < 10 ? "%.1f" : "%02.0f", rate);
    if (suffix > 0)
        cm_text_add_char(cell, suffixes[suffix]);
}

/* A state of a model counts as one outcome. */
static uint64_t times_of(const cm_logbook_state *state)
{
    return state->count > 0 ? state->count : 1;
}

static uint64_t outcomes_of(const cm_logbook_test *test)
{
    uint64_t all = 0;
    for (size_t i = 0; i < test->count; i++)
        all += times_of(&test->states[i]);
    return all;
}

static void add_witnesses(cm_text *cell, uint64_t holds, uint64_t fails)
{
    add_count(cell, holds);
    cm_text_add_char(cell, '/');
    add_count(cell, holds + fails);
}

/* ---- what the logs say ---------------------------------------------------------------- */

static void show_verdict(cm_text *cell, const row *r, const cm_logbook_test *test)
{
    cm_text_append(cell, "%s%s", test->loop ? "Loop " : "", test->verdict);
    if (r->kind == CM_KIND_NONE)
        cm_text_append(cell, " (%s)", kind_names[kind_of(test)]);
}

/* What the log's answer says of the model, if the row asks that. */
static void show_kind(cm_text *cell, const row *r, const cm_logbook_test *test)
{
    bool ok = strcmp(test->verdict, "Ok") == 0, no = strcmp(test->verdict, "No") == 0;
    cm_logbook_kind kind = kind_of(test);
    if ((r->kind != CM_KIND_ALLOW && r->kind != CM_KIND_FORBID) || (!ok && !no) ||
        kind == CM_KIND_NONE)
        show_verdict(cell, &(row){.kind = CM_KIND_NONE}, test);
    else
        cm_text_add(cell, (kind == CM_KIND_ALLOW) == ok ? "Allow" : "Forbid");
}

static void show_verdict_in_words(cm_text *cell, const row *r, const cm_logbook_test *test)
{
    bool ok = strcmp(test->verdict, "Ok") == 0, no = strcmp(test->verdict, "No") == 0;
    const char *kind = kind_names[kind_of(test)];
    if (!test->hardware)
        cm_text_append(cell, ok ? "%s" : "ERROR:%s violated", kind_names[r->kind]);
    else if (r->kind == CM_KIND_ALLOW && no)
        cm_text_add(cell, "WARN:Allow not val.");
    else
        cm_text_append(cell, ok ? "%s val." : "ERROR:%s NOT val.", kind);
}

static void show_witnesses(cm_text *cell, const row *r, const cm_logbook_test *test, bool turned)
{
    bool swap = turned && kind_of(test) == CM_KIND_FORBID;
    uint64_t holds = swap ? test->negative : test->positive;
    uint64_t fails = swap ? test->positive : test->negative;
    if (holds + fails == 0)
        cm_text_add(cell, "??");
    else
        add_witnesses(cell, holds, fails);
    if (r->kind == CM_KIND_NONE)
        cm_text_append(cell, " (%s)", kind_names[kind_of(test)]);
}

static void show_states(cm_text *cell, const cm_logbook_test *test)
{
    if (!test->listed)
        cm_text_add(cell, "states not listed\n");
    if (test->hardware)
        cm_text_append(cell, "nstates=%zu, nouts=%.2fM\n", test->count,
                       (double)outcomes_of(test) / 1e6);
    for (size_t i = 0; i < test->count; i++) {
        cm_text_append(cell, "[%s]", cm_state_text(cell->arena, test->states[i].state));
        if (test->hardware)
            cm_text_append(cell, "<%" PRIu64 ">", test->states[i].count);
        cm_text_add_char(cell, '\n');
    }
}

static void show_rate(cm_text *cell, double count, const cm_logbook_test *test)
{
    if (test->timed && test->seconds > 0)
        add_rate(cell, count / test->seconds);
}

/* ---- conditions asked anew -------------------------------------------------------------- */

static uint64_t count_where(const row *r, const cm_logbook_test *test, bool holds)
{
    uint64_t count = 0;
    for (size_t i = 0; i < test->count; i++)
        if (cm_logbook_condition_holds(r->condition, test->states[i].state) == holds)
            count += times_of(&test->states[i]);
    return count;
}

/* "??": there is no condition, or the states are not known. */
static const char *answer_to(const row *r, const cm_logbook_test *test)
{
    if (!r->condition || !test->listed)
        return "??";
    bool any = count_where(r, test, true) > 0, all = count_where(r, test, false) == 0;
    bool ok = r->kind == CM_KIND_FORBID ? !any : r->kind == CM_KIND_REQUIRE ? all : any;
    return ok ? "Ok" : "No";
}

/* Of a model: what it says of the outcome. */
static const char *model_says(const row *r, const char *answer, bool equals)
{
    if (strcmp(answer, "Ok") == 0)
        return equals && !r->unsure ? "=" : kind_names[r->kind];
    if (strcmp(answer, "No") != 0)
        return "??";
    return r->kind == CM_KIND_ALLOW    ? "Forbid"
           : r->kind == CM_KIND_FORBID ? "Allow"
                                       : "Not Require";
}

static const char *remark_on(const row *r, const char *answer)
{
    if (r->unsure || strcmp(answer, "No") != 0)
        return "";
    return r->kind == CM_KIND_ALLOW    ? "\nAllow unseen"
           : r->kind == CM_KIND_FORBID ? "\nForbid invalidated"
                                       : "\nRequire invalidated";
}

static void show_again(cm_text *cell, const row *r, const cm_logbook_test *test, char letter)
{
    const char *answer = answer_to(r, test);
    if (!test->hardware) {
        cm_text_add(cell, model_says(r, answer, letter == 'r' || letter == 'X'));
        return;
    }
    bool counted = letter != 'r' && *answer != '?';
    bool worded = !counted || (letter != 'Y' && !r->unsure);
    cm_text_append(cell, "%s%s", worded ? answer : "", worded && counted ? ", " : "");
    if (counted)
        add_witnesses(cell, count_where(r, test, true), count_where(r, test, false));
    if (letter != 'Y')
        cm_text_add(cell, remark_on(r, answer));
}

/* ---- tables ------------------------------------------------------------------------------ */

static const struct {
    char letter;
    bool has_kinds;
    const char *title;
} tables[] = {{'v', true, "Validation"},          {'V', true, "Validation"},
              {'k', true, "Validation"},          {'w', true, "Witnesses"},
              {'W', true, "Witnesses"},           {'s', false, "Outcomes"},
              {'S', false, "Outcomes"},           {'t', false, "Time"},
              {'p', false, "Productivity"},       {'E', false, "Efficiency"},
              {'r', true, "Revalidation"},        {'X', true, "WitnessesRecomputed"},
              {'Y', true, "WitnessesRecomputed"}, {'Z', true, "WitnessesRecomputed"}};

static void show_cell(cm_text *cell, const view *v, const row *r, const cm_logbook_test *test)
{
    uint64_t holds =
        v->letter == 'E' && r->condition && test->listed ? count_where(r, test, true) : 0;
    switch (v->letter) {
    case 'v':
        show_verdict(cell, r, test);
        break;
    case 'V':
        show_verdict_in_words(cell, r, test);
        break;
    case 'k':
        show_kind(cell, r, test);
        break;
    case 'w':
    case 'W':
        show_witnesses(cell, r, test, v->letter == 'W');
        break;
    case 's':
    case 'S':
        show_states(cell, test);
        break;
    case 't':
        if (test->timed)
            cm_text_append(cell, "%.2f", test->seconds);
        break;
    case 'p':
        show_rate(cell, (double)outcomes_of(test), test);
        break;
    case 'E':
        if (holds > 0)
            show_rate(cell, (double)holds, test);
        break;
    default:
        show_again(cell, r, test, v->letter);
    }
}

/* "Forbid", and a second line where loops were cut. */
static const char *kind_cell(const view *v, const row *r)
{
    bool again = has_conditions(v->letter);
    if (again && v->letter != 'r' && r->unsure)
        return "---";
    return cm_arena_printf(v->arena, "%s%s%s", kind_names[r->kind], again && r->unsure ? "?" : "",
                           !again && r->loop ? "\nLoop" : "");
}

/* A text of several lines, from that row on. */
static void put_lines(cm_logbook_table *table, size_t top, size_t column, const char *text)
{
    for (size_t line = 0; *text || line == 0; line++) {
        size_t length = strcspn(text, "\n");
        while (top + line >= table->rows)
            cm_logbook_table_row(table);
        cm_logbook_table_at(table, top + line)[column] = cm_arena_text(table->arena, text, length);
        text += length + (text[length] == '\n');
    }
}

static void add_row(cm_logbook_table *table, const view *v, const row *r, bool has_kinds)
{
    size_t top = table->rows, column = 0;
    put_lines(table, top, column++, r->name);
    if (has_kinds)
        put_lines(table, top, column++, kind_cell(v, r));
    for (size_t i = v->letter == 'S'; i < v->of->count; i++) {
        const cm_logbook_test *test = cm_logbook_find(v->of->logs[i], r->name);
        cm_text cell;
        cm_text_init(&cell, v->arena);
        if (test)
            show_cell(&cell, v, r, test);
        put_lines(table, top, column++, test ? cell.data : "---");
    }
}

void cm_logbook_show(cm_text *out, const cm_logbook_view *of, char letter)
{
    view v = {.arena = out->arena, .of = of, .letter = letter};
    size_t which = 0;
    while (tables[which].letter != letter)
        which++;
    bool has_kinds = tables[which].has_kinds;
    make_rows(&v);
    size_t first = letter == 'S', before = 1 + (size_t)has_kinds;
    cm_logbook_table table = {.arena = out->arena, .columns = before + of->count - first};
    const char **head = cm_logbook_table_row(&table);
    if (has_kinds)
        head[1] = "Kind";
    for (size_t i = first; i < of->count; i++)
        head[before + i - first] = of->logs[i]->name;
    for (size_t i = 0; i < v.count; i++)
        add_row(&table, &v, &v.rows[i], has_kinds);
    cm_text_append(out, "*%s*\n", tables[which].title);
    cm_logbook_table_write(out, &table);
}
