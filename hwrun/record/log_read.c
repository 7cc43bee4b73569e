/* Reading litmus7 logs, and our own: a block per test, in litmus7's order.
 *
 *     % Results for FILE %      and the test's text, up to "Generated assembler"
 *     Test NAME KIND
 *     Histogram (N states)
 *     COUNT *> STATE            or COUNT :> STATE; N of them
 *     Ok                        or No ...
 *     Witnesses, Positive: P, Negative: Q
 *     Condition QUANTIFIER (...) is [NOT] validated
 *     Key=value, Key text       keys of letters only; any other line ends the block
 *
 * Whatever stands between blocks is passed over, except for a few facts on the
 * machine and the program at the end of a log.
 */
#include "hwrun/record/record_format.h"
#include "litmus/state_value.h"

#include <stdlib.h>
#include <string.h>

typedef struct log_reading {
    cm_work *work;
    const cm_source *source;
    size_t next;      /* where the next line starts */
    size_t at;        /* where the line at hand starts */
    char *line;       /* a copy of it, without its end */
    bool ended;       /* there is no line at hand */
    const char *text; /* of the test that comes next; "": not in the log */
    cm_record *record;
    size_t test_capacity;
} log_reading;

/* ---- lines ----------------------------------------------------------- */

static void next_line(log_reading *l)
{
    const cm_source *source = l->source;
    l->at = l->next;
    l->ended = l->at >= source->length;
    const char *start = source->text + l->at;
    const char *newline = l->ended ? NULL : memchr(start, '\n', source->length - l->at);
    size_t length = newline ? (size_t)(newline - start) : source->length - l->at;
    l->next = l->at + length + (newline != NULL);
    if (length > 0 && start[length - 1] == '\r')
        length--;
    l->line = cm_arena_text(l->work->arena, start, length);
}

static cm_place here(const log_reading *l)
{
    return (cm_place){l->source, (uint32_t)l->at, 1};
}

static bool starts(const log_reading *l, const char *prefix)
{
    return strncmp(l->line, prefix, strlen(prefix)) == 0;
}

static bool is_blank_line(const char *text)
{
    return text[strspn(text, " \t")] == '\0';
}

/* The cut end of a log: wanted says what would have come. */
static void need_line(log_reading *l, const char *name, const char *wanted)
{
    if (l->ended)
        cm_fail(l->work, (cm_place){l->source, (uint32_t)l->source->length, 0},
                "the log ends in the middle of test '%s', expected %s", name, wanted);
}

/* ---- Test NAME KIND -------------------------------------------------- */

/* NULL: the line at hand does not begin a block. */
static const char *test_name(log_reading *l, cm_quantifier *quantifier)
{
    static const struct {
        const char *kind;
        cm_quantifier quantifier;
    } kinds[] = {{"Allow", CM_EXISTS},      {"Allowed", CM_EXISTS},
                 {"Forbid", CM_NOT_EXISTS}, {"Forbidden", CM_NOT_EXISTS},
                 {"Require", CM_FORALL},    {"Required", CM_FORALL},
                 {"Undefined", CM_EXISTS},  {"???", CM_EXISTS},
                 {"---", CM_EXISTS},        {"", CM_EXISTS}};
    if (!starts(l, "Test "))
        return NULL;
    const char *name = l->line + strlen("Test ");
    size_t length = strcspn(name, " \t");
    const char *kind = name + length + strspn(name + length, " \t");
    size_t kind_length = strcspn(kind, " \t");
    if (length == 0 || !is_blank_line(kind + kind_length))
        return NULL;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strlen(kinds[i].kind) == kind_length &&
            strncmp(kinds[i].kind, kind, kind_length) == 0) {
            *quantifier = kinds[i].quantifier;
            return cm_arena_text(l->work->arena, name, length);
        }
    }
    return NULL;
}

/* ---- histogram ------------------------------------------------------- */

/* Reads COUNT, blanks, a mark. False: the current line does not have this form. */
static bool row_head(const log_reading *l, uint64_t *count, bool *marked, const char **rest)
{
    const char *at = l->line + strspn(l->line, " \t");
    if (!cm_record_count_read(&at, count))
        return false;
    at += strspn(at, " \t");
    if ((*at != '*' && *at != ':') || at[1] != '>')
        return false;
    *marked = *at == '*';
    *rest = at + 2;
    return true;
}

static uint64_t total(const cm_record_test *test)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < test->state_count; i++)
        sum += test->states[i].count; /* fits: see read_histogram */
    return sum;
}

typedef struct histogram_row {
    const cm_state *state;
    uint64_t count;
    bool marked;
} histogram_row;

static int compare_rows(const void *a, const void *b)
{
    const histogram_row *x = a, *y = b;
    return cm_state_compare(x->state, y->state);
}

/* Where the state at the line's `text` ends: after its last ';', before a comment. */
static const char *end_of_state(log_reading *l, const cm_record_test *test, const char *text)
{
    for (const char *end = text;; end++) {
        const char *next = end + strspn(end, " \t");
        if (*next == '\0' || *next == '#')
            return end;
        end = strchr(next, ';');
        if (!end)
            cm_fail(l->work, here(l),
                    "state of test '%s': it does not end, expected ';' after '%s'", test->name,
                    next);
    }
}

/* Each state's `satisfies` says here whether it was marked; the condition's
 * quantifier, which comes later in the block, decides what that means. */
static void read_histogram(log_reading *l, cm_record_test *test)
{
    const char *at = l->line + strlen("Histogram");
    at += strspn(at, " \t(");
    uint64_t announced = 0, sum = 0;
    bool known = cm_record_count_read(&at, &announced);
    histogram_row *rows = NULL;
    size_t capacity = 0;
    for (next_line(l); !known || test->state_count < announced; next_line(l)) {
        uint64_t count;
        bool marked;
        const char *rest;
        if (known)
            need_line(l, test->name, "the rest of its states");
        if (l->ended || !row_head(l, &count, &marked, &rest)) {
            if (!known)
                break;
            cm_fail(l->work, here(l),
                    "expected state %zu of %llu: a number, then '*>' or ':>', then the state",
                    test->state_count + 1, (unsigned long long)announced);
        }
        const char *end = end_of_state(l, test, rest), *why = NULL;
        const cm_state *state = cm_state_read(l->work->arena, rest, (size_t)(end - rest), &why);
        if (!state)
            cm_fail(l->work, here(l), "state of test '%s': %s", test->name, why);
        if (count > UINT64_MAX - sum)
            cm_fail(l->work, here(l),
                    "the counts of test '%s' add up to more than %llu, expected a sum that fits",
                    test->name, (unsigned long long)UINT64_MAX);
        sum += count;
        CM_RESERVE(l->work->arena, rows, test->state_count, capacity);
        rows[test->state_count++] = (histogram_row){state, count, marked};
    }
    if (test->state_count > 1)
        qsort(rows, test->state_count, sizeof *rows, compare_rows);
    test->states = CM_NEW_ARRAY(l->work->arena, test->state_count, cm_record_state);
    for (size_t i = 0; i < test->state_count; i++)
        test->states[i] = (cm_record_state){cm_state_text(l->work->arena, rows[i].state),
                                            rows[i].count, rows[i].marked};
}

/* Moves to the histogram. False: there is a reason in its place. */
static bool find_histogram(log_reading *l, cm_record_test *test)
{
    static const char fatal[] = "Fatal";
    for (next_line(l);; next_line(l)) {
        need_line(l, test->name, "'Histogram (N states)'");
        if (starts(l, "Histogram"))
            return true;
        if (starts(l, "States"))
            cm_fail(
                l->work, here(l),
                "this is the log of a model ('States'), expected the log of a run ('Histogram')");
        if (starts(l, fatal) && (l->line[strlen(fatal)] == ':' || l->line[strlen(fatal)] == ' '))
            break;
        cm_quantifier other;
        if (test_name(l, &other))
            cm_fail(l->work, here(l),
                    "a new test begins here, expected 'Histogram (N states)' of '%s' first",
                    test->name);
    }
    const char *reason = l->line + strlen(fatal) + 1;
    reason += strspn(reason, " \t");
    test->end = CM_RECORD_FAILED;
    for (const cm_record_word *w = cm_record_ends; w->word; w++) {
        size_t length = strlen(w->word);
        if (strncmp(reason, w->word, length) == 0 && strncmp(reason + length, ": ", 2) == 0 &&
            w->value != CM_RECORD_DONE) {
            test->end = (cm_record_end)w->value;
            reason += length + 2;
            break;
        }
    }
    test->reason = *reason ? reason : "not said";
    next_line(l);
    return false;
}

/* ---- after the states ------------------------------------------------ */

static void read_answer(log_reading *l, const cm_record_test *test)
{
    static const char *const words[] = {"Ok", "No", "Succeeded", "Failed", "Undef", "??"};
    need_line(l, test->name, "'Ok' or 'No'");
    const char *at = l->line + (starts(l, "Loop ") ? strlen("Loop ") : 0);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        size_t length = strlen(words[i]);
        if (strncmp(at, words[i], length) == 0 && (!at[length] || at[length] == ' ')) {
            next_line(l);
            return;
        }
    }
    cm_fail(l->work, here(l), "expected 'Ok' or 'No' after the %zu states of test '%s'",
            test->state_count, test->name);
}

/* "Positive: P, Negative: Q"; older programs leave the comma out. */
static void check_witnesses(log_reading *l, const cm_record_test *test)
{
    const char *at = l->line + strlen("Positive:");
    uint64_t positive, negative;
    at += strspn(at, " ");
    bool good = cm_record_count_read(&at, &positive);
    at += strspn(at, ", ");
    good = good && strncmp(at, "Negative:", strlen("Negative:")) == 0;
    at += good ? strlen("Negative:") : 0;
    at += strspn(at, " ");
    if (!good || !cm_record_count_read(&at, &negative))
        cm_fail(l->work, here(l), "expected 'Positive: P, Negative: Q'");
    if (cm_count_sum(positive, negative) != total(test))
        cm_diag_add(l->work, CM_WARNING, here(l),
                    "test '%s': witnesses are %llu and %llu, but its states were seen %llu times",
                    test->name, (unsigned long long)positive, (unsigned long long)negative,
                    (unsigned long long)total(test));
}

static void add_axis(log_reading *l, cm_record_test *test, size_t *capacity, const char *key,
                     const char *value)
{
    CM_PUSH(l->work->arena, test->axes, test->axis_count, *capacity, (cm_record_pair){key, value});
}

/* ---- keys ------------------------------------------------------------ */

static uint64_t key_number(log_reading *l, const char *key, const char *value)
{
    const char *at = value;
    uint64_t number;
    if (!cm_record_count_read(&at, &number) || !is_blank_line(at))
        cm_fail(l->work, here(l), "%s is '%s', expected a number", key, value);
    return number;
}

static bool key_of_table(log_reading *l, const cm_record_field *table, void *into, const char *key,
                         const char *value)
{
    for (const cm_record_field *f = table; f->name; f++) {
        if (strcmp(f->name, key) == 0) {
            *(uint64_t *)(void *)((char *)into + f->offset) = key_number(l, key, value);
            return true;
        }
    }
    return false;
}

static void key_verdict(log_reading *l, cm_record_test *test, const char *value)
{
    for (const cm_record_word *w = cm_record_verdicts; w->word; w++) {
        if (strcmp(cm_verdict_kind_text((cm_verdict_kind)w->value), value) == 0) {
            test->verdict = (cm_verdict_kind)w->value;
            return;
        }
    }
    cm_fail(l->work, here(l), "there is no verdict '%s', expected one such as '%s'", value,
            cm_verdict_kind_text(CM_VERDICT_FORBIDDEN_SEEN));
}

/* Words with blanks between: planted bugs, or NAME=NUMBER of tuned parameters. */
static void key_words(log_reading *l, cm_parameters *parameters, const char *value, bool tuned)
{
    for (const char *at = value + strspn(value, " "); *at; at += strspn(at, " ")) {
        size_t length = strcspn(at, " "), name = strcspn(at, " =");
        char *word = cm_arena_text(l->work->arena, at, tuned ? name : length);
        unsigned bit = 0;
        int i = tuned ? cm_tunable_find(word) : -1;
        if (tuned && i >= 0 && at[name] == '=') {
            const char *number = cm_arena_text(l->work->arena, at + name + 1, length - name - 1);
            uint64_t n = key_number(l, word, number);
            parameters->tuned[i] = n < UINT32_MAX ? (unsigned)n : UINT32_MAX;
            parameters->given[i] = true;
        } else if (!tuned && cm_record_word_find(cm_record_injections, word, &bit)) {
            parameters->injections |= bit;
        } else {
            cm_fail(l->work, here(l), "there is no word '%s', expected %s", word,
                    tuned ? "NAME=NUMBER of a parameter" : "the name of a planted bug");
        }
        at += length;
    }
}

static void read_key(log_reading *l, cm_record_test *test, size_t *capacity, const char *key,
                     const char *value)
{
    cm_parameters *parameters = &test->parameters;
    if (key_of_table(l, cm_log_count_fields, test, key, value) ||
        key_of_table(l, cm_log_parameter_fields, parameters, key, value))
        return;
    if (strcmp(key, CM_LOG_HASH) == 0) {
        char *hash = cm_arena_text(l->work->arena, value, strlen(value));
        for (char *c = hash; *c; c++)
            if (*c >= 'A' && *c <= 'F')
                *c = (char)(*c - 'A' + 'a');
        test->hash = hash;
    } else if (strcmp(key, CM_LOG_VERDICT) == 0) {
        key_verdict(l, test, value);
    } else if (strcmp(key, CM_LOG_MODEL) == 0) {
        test->model = value;
    } else if (strcmp(key, CM_LOG_STARTED) == 0) {
        test->started = value;
    } else if (strcmp(key, CM_LOG_MEMORY) == 0) {
        if (!cm_memory_kind_parse(value, &parameters->memory, &parameters->numa_node))
            cm_fail(l->work, here(l),
                    "there is no kind of memory '%s', expected one such as 'malloc'", value);
    } else if (strcmp(key, CM_LOG_INJECTED) == 0 || strcmp(key, CM_LOG_PARAMETERS) == 0) {
        key_words(l, parameters, value, strcmp(key, CM_LOG_PARAMETERS) == 0);
    } else if (!cm_log_reserved(key)) { /* Rate, Weak ... follow from the others */
        add_axis(l, test, capacity, key, value);
    }
}

/* Lines after the condition, up to one of another form. */
static void read_keys(log_reading *l, cm_record_test *test, size_t *capacity)
{
    cm_quantifier other;
    for (; !l->ended && !test_name(l, &other); next_line(l)) {
        size_t length = strcspn(l->line, "= \t");
        if (!l->line[length] || !cm_log_is_key(l->line, length))
            return;
        char *key = cm_arena_text(l->work->arena, l->line, length);
        if (l->line[length] == '=') {
            read_key(l, test, capacity, key, l->line + length + 1);
        } else if (strcmp(key, "Time") == 0) {
            /* "Time NAME SECONDS"; the name may be left out. */
            const char *last = strrchr(l->line, ' ');
            if (!last || !cm_record_seconds_parse(last, &test->wall_seconds))
                test->wall_seconds = 0;
        }
    }
}

/* ---- blocks ---------------------------------------------------------- */

static void read_rest(log_reading *l, cm_record_test *test, cm_quantifier quantifier)
{
    size_t capacity = 0;
    cm_quantifier other;
    read_histogram(l, test);
    read_answer(l, test);
    while (!l->ended && !starts(l, CM_LOG_CONDITION) && !starts(l, "%") && !test_name(l, &other)) {
        if (starts(l, "Positive:"))
            check_witnesses(l, test);
        next_line(l);
    }
    if (!l->ended && starts(l, CM_LOG_CONDITION)) {
        /* Condition, without what it says on being validated. */
        static const char *const ends[] = {" is validated", " is NOT validated"};
        const char *text = l->line + strlen(CM_LOG_CONDITION);
        text += strspn(text, " \t");
        size_t length = strlen(text);
        for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
            size_t end = strlen(ends[i]);
            if (length >= end && strcmp(text + length - end, ends[i]) == 0) {
                length -= end;
                break;
            }
        }
        cm_log_quantifier(text, &quantifier);
        add_axis(l, test, &capacity, CM_LOG_CONDITION, cm_arena_text(l->work->arena, text, length));
        next_line(l);
        read_keys(l, test, &capacity);
    }
    for (size_t i = 0; i < test->state_count; i++)
        test->states[i].satisfies ^= quantifier == CM_FORALL;
    if (test->instances == 0)
        test->instances = cm_count_sum(cm_count_sum(total(test), test->stuck), test->unfiled);
}

/* From the Test line at hand to the line after the block. */
static void read_block(log_reading *l, const char *name, cm_quantifier quantifier)
{
    cm_place place = here(l);
    cm_record *record = l->record;
    CM_RESERVE(l->work->arena, record->tests, record->test_count, l->test_capacity);
    cm_record_test *test = &record->tests[record->test_count++];
    /* The first line of the test's text names its architecture. */
    const char *head = l->text + strspn(l->text, " \t\r\n");
    *test = (cm_record_test){.name = name,
                             .arch = cm_arena_text(l->work->arena, head, strcspn(head, " \t\r\n")),
                             .hash = "",
                             .text = l->text,
                             .reason = "",
                             .started = "",
                             .model = ""};
    l->text = "";
    if (find_histogram(l, test))
        read_rest(l, test, quantifier);
    const char *flaw = cm_record_test_flaw(l->work->arena, test, record->machine_count);
    if (flaw)
        cm_fail(l->work, place, "test '%s': %s", name, flaw);
}

/* ---- between blocks -------------------------------------------------- */

/* "Machine:HOST", /proc/cpuinfo, "Revision R, version V", "Command line: C". */
static void read_fact(log_reading *l)
{
    cm_record *record = l->record;
    cm_record_machine *machine = record->machines;
    const char *at = strchr(l->line, ':');
    at = at ? at + 1 + strspn(at + 1, " \t") : "";
    if (starts(l, "Machine:")) {
        machine->host = at;
    } else if (starts(l, "model name") && !*machine->cpu) {
        machine->cpu = at;
    } else if (starts(l, "Command line:")) {
        record->command = at;
    } else if (starts(l, "Revision ")) {
        const char *version = strstr(l->line, "version ");
        record->program = "litmus7";
        record->version = version ? version + strlen("version ") : "";
    }
}

static void read_inside(void *argument)
{
    log_reading *l = argument;
    cm_arena *arena = l->work->arena;
    l->record = CM_NEW(arena, cm_record);
    cm_record_machine *machine = CM_NEW(arena, cm_record_machine);
    *machine = (cm_record_machine){.host = "", .kernel = "", .cpu = "", .arch = ""};
    *l->record = (cm_record){.program = "",
                             .version = "",
                             .command = "",
                             .suite = "",
                             .shard = "",
                             .machines = machine,
                             .machine_count = 1};
    next_line(l);
    while (!l->ended) {
        cm_quantifier quantifier;
        const char *name = test_name(l, &quantifier);
        if (name) {
            read_block(l, name, quantifier);
        } else if (starts(l, "% Results for ")) {
            /* After the banner: the test's text, up to its code or its block. */
            cm_quantifier other;
            next_line(l);
            if (!l->ended && starts(l, "%%"))
                next_line(l);
            size_t from = l->at;
            while (!l->ended && !starts(l, "Generated assembler") && !test_name(l, &other))
                next_line(l);
            l->text = cm_arena_text(l->work->arena, l->source->text + from, l->at - from);
        } else {
            read_fact(l);
            next_line(l);
        }
    }
    if (l->record->test_count == 0)
        cm_fail(l->work, (cm_place){l->source, 0, 0},
                "the file has no test, expected a run record or a litmus7 log ('Test NAME "
                "Allowed', 'Histogram (N states)' ...)");
}

cm_record *cm_log_read_source(cm_work *work, const cm_source *source)
{
    log_reading l = {.work = work, .source = source, .text = ""};
    return cm_arena_protect(work->arena, read_inside, &l) ? l.record : NULL;
}
