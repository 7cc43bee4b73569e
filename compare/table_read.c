/* Reading tables of expectations. */
#include "compare/table.h"

#include <stdlib.h>
#include <string.h>

/* A piece of the source: a line or a field. */
typedef struct span {
    const char *text;
    size_t length;
} span;

typedef struct reader {
    cm_work *work;
    const cm_source *source;
    const char *column;
    size_t number; /* of the column, from 0 */
    bool has_form;
    size_t capacity;
    cm_table *table;
    cm_expectation row; /* being read */
} reader;

static bool is_word(span s, const char *word)
{
    return strlen(word) == s.length && memcmp(word, s.text, s.length) == 0;
}

static cm_place place_of(const reader *r, span s)
{
    return (cm_place){r->source, (uint32_t)(s.text - r->source->text), (uint32_t)s.length};
}

static char *copy(const reader *r, span s)
{
    return cm_arena_text(r->work->arena, s.text, s.length);
}

/* Takes what is before the separator from the front of rest. False: rest was
 * used up. */
static bool next_field(span *rest, const char *separator, span *field)
{
    if (!rest->text)
        return false;
    size_t width = strlen(separator);
    const char *end = rest->text + rest->length, *at = rest->text;
    while ((at = memchr(at, *separator, (size_t)(end - at))) != NULL) {
        if ((size_t)(end - at) >= width && memcmp(at, separator, width) == 0) {
            *field = (span){rest->text, (size_t)(at - rest->text)};
            *rest = (span){at + width, (size_t)(end - at) - width};
            return true;
        }
        at++;
    }
    *field = *rest;
    *rest = (span){NULL, 0};
    return true;
}

static span trim(span s)
{
    while (s.length && (*s.text == ' ' || *s.text == '\t')) {
        s.text++;
        s.length--;
    }
    while (s.length && (s.text[s.length - 1] == ' ' || s.text[s.length - 1] == '\t'))
        s.length--;
    return s;
}

/* ---- states ---------------------------------------------------------- */

const cm_state **cm_expected_states(cm_arena *arena, const cm_expectation *row, const char **why)
{
    const cm_state **states = CM_NEW_ARRAY(arena, row->count, const cm_state *);
    span left = {row->list, row->list_length}, state;
    for (size_t i = 0; i < row->count && next_field(&left, " | ", &state); i++) {
        states[i] = cm_state_read(arena, state.text, state.length, why);
        if (!states[i])
            return NULL;
    }
    if (row->count > 1)
        qsort(states, row->count, sizeof *states, cm_state_compare_pointers);
    return states;
}

/* ---- headings -------------------------------------------------------- */

/* A number of few digits only; false: it is none. */
static bool read_number(const char *text, size_t *number)
{
    size_t length = strlen(text);
    if (length == 0 || length > 9 || strspn(text, "0123456789") != length)
        return false;
    *number = strtoul(text, NULL, 10);
    return true;
}

static bool heading_has(span heading, const char *word)
{
    span rest = heading, token;
    while (next_field(&rest, " ", &token))
        if (is_word(token, word))
            return true;
    return false;
}

/* A word names the one heading that has it. */
static void find_heading(reader *r, span line)
{
    span rest = line, heading;
    size_t found = 0;
    for (size_t i = 0; next_field(&rest, "\t", &heading); i++) {
        if (i > 0 && heading_has(heading, r->column)) {
            r->number = i;
            found++;
        }
    }
    if (found != 1)
        cm_fail(r->work, place_of(r, line),
                "the word `%s` is in %s, expected a word of exactly one heading, or a number",
                r->column, found ? "several headings" : "no heading of a column");
}

static void choose_column(reader *r)
{
    r->number = 1;
    if (!r->column)
        return;
    size_t number;
    bool is_number = read_number(r->column, &number);
    if (is_number && number > 1) {
        r->number = number - 1;
        return;
    }
    if (is_number)
        cm_fail(r->work, (cm_place){0},
                "column %s of a table does not hold answers, expected 2 or more", r->column);
    span rest = {r->source->text, r->source->length}, line;
    next_field(&rest, "\n", &line);
    if (!line.length || line.text[0] != '#')
        cm_fail(r->work, place_of(r, line),
                "the table has no line of headings to find `%s` in, expected a number", r->column);
    find_heading(r, line);
}

/* ---- rows ------------------------------------------------------------ */

static const char *observation_word(span field)
{
    static const char *const words[] = {"Never", "Sometimes", "Always"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (is_word(field, words[i]))
            return words[i];
    return NULL;
}

static void read_states(reader *r, span rest)
{
    size_t count = 0;
    span count_field, list, left, state;
    if (!next_field(&rest, "\t", &count_field) || !next_field(&rest, "\t", &list))
        cm_fail(r->work, r->row.place,
                "the row of states lacks fields, expected file, observation, number of states and "
                "states");
    size_t expected;
    char *number = copy(r, count_field);
    if (!read_number(number, &expected))
        cm_fail(r->work, place_of(r, count_field),
                "`%s` is not a number, expected the number of states", number);
    left = list;
    while (expected > 0 && next_field(&left, " | ", &state))
        count++;
    if (count != expected)
        cm_fail(r->work, place_of(r, count_field), "the row has %zu states, expected %zu", count,
                expected);
    r->row.list = list.text;
    r->row.list_length = list.length;
    r->row.count = count;
    r->row.recorded = true;
}

static void read_holds(reader *r, span rest)
{
    span field = {0};
    for (size_t i = 1; i <= r->number; i++)
        if (!next_field(&rest, "\t", &field))
            cm_fail(r->work, r->row.place, "the row has %zu columns, expected at least %zu", i,
                    r->number + 1);
    field = trim(field);
    r->row.holds = is_word(field, "yes");
    r->row.recorded = !is_word(field, "-");
    if (r->row.recorded && !r->row.holds && !is_word(field, "no"))
        cm_fail(r->work, place_of(r, field),
                "`%s` is not an expectation, expected `yes`, `no` or `-`", copy(r, field));
}

static cm_table_form form_of(reader *r, span field)
{
    if (observation_word(field))
        return CM_TABLE_STATES;
    if (is_word(field, "yes") || is_word(field, "no") || is_word(field, "-"))
        return CM_TABLE_HOLDS;
    cm_fail(r->work, r->row.place,
            "this is not a row of a table of expectations, expected a file, a tab, and `Never`, "
            "`Sometimes`, `Always`, `yes`, `no` or `-`");
}

static void read_row(reader *r, span line)
{
    span rest = line, file, second;
    next_field(&rest, "\t", &file);
    span fields = rest;
    r->row = (cm_expectation){.test = copy(r, file), .place = place_of(r, line)};
    const char *slash = strrchr(r->source->name, '/');
    r->row.path = !slash || r->row.test[0] == '/'
                      ? r->row.test
                      : cm_arena_printf(r->work->arena, "%.*s/%s", (int)(slash - r->source->name),
                                        r->source->name, r->row.test);
    if (!next_field(&rest, "\t", &second))
        second = (span){"", 0};
    second = trim(second);

    cm_table_form form = form_of(r, second);
    if (!r->has_form)
        r->table->form = form;
    else if (r->table->form != form)
        cm_fail(r->work, r->row.place,
                "the table has rows of states and rows of yes and no, expected one of the two");
    r->has_form = true;
    if (form == CM_TABLE_STATES) {
        r->row.observation = observation_word(second);
        read_states(r, rest);
    } else {
        read_holds(r, fields);
    }
    CM_PUSH(r->work->arena, r->table->rows, r->table->count, r->capacity, r->row);
}

static void read_table(void *argument)
{
    reader *r = argument;
    span rest = {r->source->text, r->source->length}, line;
    r->table = CM_NEW(r->work->arena, cm_table);
    choose_column(r);
    while (next_field(&rest, "\n", &line)) {
        if (line.length && line.text[line.length - 1] == '\r')
            line.length--;
        if (line.length && line.text[0] != '#')
            read_row(r, line);
    }
    if (r->column && r->has_form && r->table->form == CM_TABLE_STATES)
        cm_fail(r->work, (cm_place){r->source, 0, 0},
                "a table of states has no columns to choose from, expected it without `:%s`",
                r->column);
    if (!r->table->count)
        cm_fail(r->work, (cm_place){r->source, 0, 0},
                "the table has no rows, expected one for each test");
}

cm_table *cm_table_read(cm_work *work, const cm_source *source, const char *column)
{
    reader r = {.work = work, .source = source, .column = column};
    return cm_arena_protect(work->arena, read_table, &r) ? r.table : NULL;
}
