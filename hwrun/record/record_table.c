/* Tables of counts: a record with what was seen and little else, a line for each test, so that the
 * runs of a whole suite are small enough to be kept and compared (docs/conform.md).
 *
 *     # counts 1
 *     # suite: hetero                     fields of the run, then of each machine; the first
 *     # cpu: ...                          machine's have no number, those of others "# cpu 1: ..."
 *     test  hash  machine  memory  homes  injected  seed  started  seconds  states
 *
 * The last column has the final states, " | " between two, each as litmus7 prints it: its count,
 * `*>` where the proposition holds and `:>` elsewhere, and the state. A run that did not end well
 * has its end and the reason there; "3 stuck" and "3 unfiled" are instances without a state. The
 * tests' texts are left out: the suite's generator has them.
 */
#include "base/text.h"
#include "hwrun/record/record_format.h"

#include <stdio.h>
#include <string.h>

#define HEAD    "# counts 1\n"
#define COLUMNS "test\thash\tmachine\tmemory\thomes\tinjected\tseed\tstarted\tseconds\tstates"
enum { COLUMN_COUNT = 10 };

/* Instances without a final state. */
static const cm_record_field others[] = {
    {" stuck", CM_RECORD_COUNT, offsetof(cm_record_test, stuck)},
    {" unfiled", CM_RECORD_COUNT, offsetof(cm_record_test, unfiled)}};

/* ---- writing --------------------------------------------------------- */

/* A text with one line and no tab, whatever it holds. */
static void add_plain(cm_text *out, const char *text)
{
    for (; text && *text; text++)
        cm_text_add_char(out, (unsigned char)*text < ' ' ? ' ' : *text);
}

static void write_fields(cm_text *out, const cm_record_field *fields, const void *of, size_t number)
{
    for (const cm_record_field *f = fields; f->name; f++) {
        const void *at = (const char *)of + f->offset;
        const char *text = f->kind <= CM_RECORD_NULLABLE ? *(const char *const *)at : NULL;
        if (f->kind <= CM_RECORD_NULLABLE && (!text || !*text))
            continue;
        cm_text_append(out, "# %s", f->name);
        if (number)
            cm_text_append(out, " %zu", number);
        cm_text_add(out, ": ");
        if (text)
            add_plain(out, text);
        else
            cm_text_append(out, "%llu",
                           f->kind == CM_RECORD_UNSIGNED
                               ? (unsigned long long)*(const unsigned *)at
                               : (unsigned long long)*(const uint64_t *)at);
        cm_text_add_char(out, '\n');
    }
}

static void write_states(cm_text *out, const cm_record_test *test)
{
    if (test->end != CM_RECORD_DONE) {
        cm_text_append(out, "%s: ", cm_record_word_of(cm_record_ends, test->end));
        add_plain(out, test->reason);
        return;
    }
    const char *between = "";
    for (size_t i = 0; i < test->state_count; i++, between = " | ") {
        const cm_record_state *s = &test->states[i];
        cm_text_append(out, "%s%llu%s", between, (unsigned long long)s->count,
                       s->satisfies ? "*>" : ":>");
        add_plain(out, s->text);
    }
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        uint64_t count = *(const uint64_t *)(const void *)((const char *)test + others[i].offset);
        if (!count)
            continue;
        cm_text_append(out, "%s%llu%s", between, (unsigned long long)count, others[i].name);
        between = " | ";
    }
}

char *cm_record_table_text(cm_arena *arena, const cm_record *record)
{
    cm_text out = cm_text_new(arena);
    cm_text_add(&out, HEAD);
    write_fields(&out, cm_record_run_fields, record, 0);
    for (size_t i = 0; i < record->machine_count; i++)
        write_fields(&out, cm_record_machine_fields, &record->machines[i], i);
    cm_text_add(&out, COLUMNS "\n");
    for (size_t i = 0; i < record->test_count; i++) {
        const cm_record_test *t = &record->tests[i];
        const cm_parameters *p = &t->parameters;
        add_plain(&out, t->name);
        cm_text_append(&out, "\t%s\t%zu\t%s\t%s\t", t->hash ? t->hash : "", t->machine,
                       cm_memory_kind_text(arena, p->memory, p->numa_node), p->homes);
        cm_text_append(&out, "%s\t%llu\t%s\t%s\t", cm_record_injections_text(arena, p->injections),
                       (unsigned long long)p->seed, t->started ? t->started : "",
                       cm_record_seconds_print(arena, t->wall_seconds));
        write_states(&out, t);
        cm_text_add_char(&out, '\n');
    }
    return out.data;
}

/* ---- reading --------------------------------------------------------- */

typedef struct table_reading {
    cm_work *work;
    const cm_source *source;
    char *next; /* of a copy of the file, cut into lines and columns as it is read */
    char *copy; /* where that begins */
    char *line; /* NULL: there is none left */
    cm_record *record;
    size_t test_capacity, machine_capacity;
} table_reading;

static void next_line(table_reading *r)
{
    r->line = *r->next ? r->next : NULL;
    if (!r->line)
        return;
    char *end = r->line + strcspn(r->line, "\n");
    r->next = end + (*end == '\n');
    *end = '\0';
    if (end > r->line && end[-1] == '\r')
        end[-1] = '\0';
}

/* Where the text at hand stands in the file. */
static cm_place place_at(const table_reading *r, const char *at)
{
    return (cm_place){r->source, at ? (uint32_t)(at - r->copy) : (uint32_t)r->source->length, 1};
}

static uint64_t read_number(const table_reading *r, const char *what, const char *text,
                            uint64_t most)
{
    uint64_t value;
    const char *at = text;
    if (!cm_record_count_read(&at, &value) || *at || value > most)
        cm_fail(r->work, place_at(r, text), "%s is '%s', expected a number up to %llu", what, text,
                (unsigned long long)most);
    return value;
}

static const cm_record_field *find_field(const cm_record_field *fields, const char *name)
{
    while (fields->name && strcmp(fields->name, name) != 0)
        fields++;
    return fields->name ? fields : NULL;
}

static void set_field(const table_reading *r, const cm_record_field *f, void *of, char *value)
{
    void *at = (char *)of + f->offset;
    if (f->kind <= CM_RECORD_NULLABLE)
        *(const char **)at = value;
    else if (f->kind == CM_RECORD_UNSIGNED)
        *(unsigned *)at = (unsigned)read_number(r, f->name, value, UINT32_MAX);
    else
        *(uint64_t *)at = read_number(r, f->name, value, UINT64_MAX);
}

static void *machine_numbered(table_reading *r, size_t number, const char *at)
{
    cm_record *record = r->record;
    if (number > record->machine_count)
        cm_fail(r->work, place_at(r, at), "machine %zu comes before machine %zu", number,
                record->machine_count);
    if (number == record->machine_count)
        CM_PUSH(r->work->arena, record->machines, record->machine_count, r->machine_capacity,
                (cm_record_machine){.host = "", .kernel = "", .cpu = "", .arch = ""});
    return &record->machines[number];
}

/* "# NAME: VALUE" or "# NAME NUMBER: VALUE" */
static void read_fact(table_reading *r)
{
    char *name = r->line + 2, *colon = strchr(r->line, ':');
    if (strncmp(r->line, "# ", 2) != 0 || !colon)
        cm_fail(r->work, place_at(r, r->line), "the line is '%s', expected `# NAME: VALUE`",
                r->line);
    char *value = colon + 1 + strspn(colon + 1, " ");
    *colon = '\0';
    char *number = strchr(name, ' ');
    if (number)
        *number++ = '\0';
    const cm_record_field *run = find_field(cm_record_run_fields, name);
    const cm_record_field *machine = run ? NULL : find_field(cm_record_machine_fields, name);
    if (!run && !machine)
        cm_fail(r->work, place_at(r, name),
                "a table of counts has no '%s', expected a field such as 'suite' or 'gpu'", name);
    size_t index = number ? (size_t)read_number(r, "the machine", number, UINT16_MAX) : 0;
    set_field(r, run ? run : machine, run ? (void *)r->record : machine_numbered(r, index, name),
              value);
}

static void read_state(table_reading *r, cm_record_test *test, size_t *capacity, char *text)
{
    uint64_t count;
    const char *at = text;
    bool good = cm_record_count_read(&at, &count);
    test->instances = cm_count_sum(test->instances, count);
    if (good && (*at == '*' || *at == ':') && at[1] == '>') {
        CM_PUSH(r->work->arena, test->states, test->state_count, *capacity,
                (cm_record_state){.text = at + 2, .count = count, .satisfies = *at == '*'});
        return;
    }
    for (size_t i = 0; good && i < sizeof others / sizeof *others; i++)
        if (strcmp(at, others[i].name) == 0) {
            *(uint64_t *)(void *)((char *)test + others[i].offset) = count;
            return;
        }
    cm_fail(r->work, place_at(r, text),
            "the state is '%s', expected its count, `*>` or `:>`, and the state", text);
}

static void read_states(table_reading *r, cm_record_test *test, char *text)
{
    for (const cm_record_word *w = cm_record_ends; w->word; w++) {
        size_t length = strlen(w->word);
        if (strncmp(text, w->word, length) == 0 && strncmp(text + length, ": ", 2) == 0) {
            test->end = (cm_record_end)w->value;
            test->reason = text + length + 2;
            return;
        }
    }
    size_t capacity = 0;
    for (char *at = text; at;) {
        char *bar = strstr(at, " | ");
        if (bar)
            *bar = '\0';
        read_state(r, test, &capacity, at);
        at = bar ? bar + 3 : NULL;
    }
}

static void read_injections(const table_reading *r, cm_record_test *test, char *text)
{
    for (char *at = text; *at;) {
        char *comma = at + strcspn(at, ",");
        bool last = !*comma;
        unsigned bit = 0;
        *comma = '\0';
        if (!cm_record_word_find(cm_record_injections, at, &bit))
            cm_fail(r->work, place_at(r, at),
                    "there is no bug '%s' to plant, expected one such as 'drop-acquire'", at);
        test->parameters.injections |= bit;
        at = last ? comma : comma + 1;
    }
}

static void read_row(table_reading *r)
{
    char *columns[COLUMN_COUNT] = {r->line};
    size_t count = 1;
    for (char *c = r->line; *c; c++) {
        if (*c != '\t')
            continue;
        *c = '\0';
        if (count < COLUMN_COUNT)
            columns[count] = c + 1;
        count++;
    }
    if (count != COLUMN_COUNT)
        cm_fail(r->work, place_at(r, r->line), "the row has %zu columns, expected %d", count,
                COLUMN_COUNT);
    cm_record *record = r->record;
    CM_RESERVE(r->work->arena, record->tests, record->test_count, r->test_capacity);
    cm_record_test *test = &record->tests[record->test_count++];
    *test = (cm_record_test){.name = columns[0],
                             .hash = columns[1],
                             .arch = "",
                             .text = "",
                             .reason = "",
                             .started = columns[7],
                             .model = ""};
    cm_parameters *p = &test->parameters;
    test->machine = (size_t)read_number(r, "the machine", columns[2], UINT16_MAX);
    if (!cm_memory_kind_parse(columns[3], &p->memory, &p->numa_node))
        cm_fail(r->work, place_at(r, columns[3]),
                "there is no kind of memory '%s', expected one such as 'malloc'", columns[3]);
    if (strlen(columns[4]) >= sizeof p->homes)
        cm_fail(r->work, place_at(r, columns[4]), "the homes have %zu letters, expected under %zu",
                strlen(columns[4]), sizeof p->homes);
    snprintf(p->homes, sizeof p->homes, "%s", columns[4]);
    read_injections(r, test, columns[5]);
    p->seed = read_number(r, "the seed", columns[6], UINT64_MAX);
    if (!cm_record_seconds_parse(columns[8], &test->wall_seconds))
        cm_fail(r->work, place_at(r, columns[8]), "the time is '%s', expected seconds", columns[8]);
    read_states(r, test, columns[9]);
    const char *flaw = cm_record_test_flaw(r->work->arena, test, record->machine_count);
    if (flaw)
        cm_fail(r->work, place_at(r, r->line), "test '%s': %s", test->name, flaw);
}

static void read_inside(void *argument)
{
    table_reading *r = argument;
    r->copy = r->next = cm_arena_text(r->work->arena, r->source->text, r->source->length);
    r->record = CM_NEW(r->work->arena, cm_record);
    *r->record = (cm_record){.program = "", .version = "", .command = "", .suite = "", .shard = ""};
    next_line(r);
    for (next_line(r); r->line && *r->line == '#'; next_line(r))
        read_fact(r);
    if (!r->line || strcmp(r->line, COLUMNS) != 0)
        cm_fail(r->work, place_at(r, r->line),
                "the columns are '%s', expected 'test', 'hash' ... "
                "as `cmcm conform -f counts` writes them",
                r->line ? r->line : "");
    for (next_line(r); r->line; next_line(r))
        read_row(r);
    if ((size_t)(r->next - r->copy) < r->source->length)
        cm_fail(r->work, place_at(r, r->next), "the file has a byte 0, expected text");
    if (!r->record->test_count)
        cm_fail(r->work, place_at(r, NULL), "the table has no test, expected a row for each");
}

bool cm_record_is_table(const cm_source *source)
{
    return strncmp(source->text, HEAD, strlen(HEAD)) == 0;
}

cm_record *cm_record_table_read_source(cm_work *work, const cm_source *source)
{
    table_reading r = {.work = work, .source = source};
    return cm_arena_protect(work->arena, read_inside, &r) ? r.record : NULL;
}
