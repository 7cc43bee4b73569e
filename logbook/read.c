/* Reading logs: see logbook.h. A block is
 *
 *     Test NAME KIND
 *     States N                          or  Histogram (N states)
 *     0:X0=1; [x]=2;                        5     *>0:X0=1; x=2;
 *     [Loop ]Ok | No | Undef | ??
 *     ...                               Positive, Condition, Hash, Time in any order
 *
 * and ends where the next one begins.
 */
#include "logbook/logbook.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

typedef struct reader {
    cm_work *work;
    const cm_source *source;
    uint32_t next; /* offset of the next line */
    uint32_t from; /* of the line at hand */
    const char *line;
    size_t length;
    cm_logbook *log;
} reader;

/* ---- lines ----------------------------------------------------------- */

static bool next_line(reader *r)
{
    if (r->next >= r->source->length)
        return false;
    r->from = r->next;
    const char *start = r->source->text + r->from;
    const char *end = memchr(start, '\n', r->source->length - r->from);
    r->length = end ? (size_t)(end - start) : r->source->length - r->from;
    r->next = r->from + (uint32_t)r->length + (end != NULL);
    while (r->length > 0 && (start[r->length - 1] == '\r' || start[r->length - 1] == ' '))
        r->length--;
    r->line = cm_arena_text(r->work->arena, start, r->length);
    return true;
}

_Noreturn static void fail(const reader *r, const char *message)
{
    cm_fail(r->work, (cm_place){r->source, r->from, (uint32_t)r->length}, "%s", message);
}

/* What follows the word and a blank, `=` or the end; NULL: the line begins otherwise. */
static const char *after(const reader *r, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(r->line, word, length) != 0)
        return NULL;
    const char *rest = r->line + length;
    if (*rest != '\0' && *rest != ' ' && *rest != '=')
        return NULL;
    while (*rest == ' ' || *rest == '=')
        rest++;
    return rest;
}

static bool read_number(const char **text, uint64_t *number)
{
    if (**text < '0' || **text > '9')
        return false;
    char *end;
    *number = strtoull(*text, &end, 10);
    *text = end;
    return true;
}

/* ---- states ----------------------------------------------------------- */

static void add_state(cm_arena *arena, cm_logbook_test *test, cm_logbook_state state)
{
    size_t index = cm_state_set_find(&test->set, state.state);
    if (index != CM_INDEX_NONE) {
        test->states[index].count += state.count;
        return;
    }
    CM_PUSH(arena, test->states, test->count, test->capacity, state);
    cm_state_set_add(arena, &test->set, state.state);
}

/* `5  *>0:X0=1;` or `0:X0=1;`. */
static void read_state(reader *r, cm_logbook_test *test)
{
    const char *text = r->line;
    cm_logbook_state state = {.count = 0};
    if (read_number(&text, &state.count)) {
        while (*text == ' ')
            text++;
        bool mark = (*text == '*' || *text == ':') && text[1] == '>';
        state.marked = *text == '*';
        text = mark ? text + 2 : r->line;
        state.count = mark ? state.count : 0;
    }
    const char *comment = strstr(text, " #"), *why = NULL;
    size_t length = comment ? (size_t)(comment - text) : strlen(text);
    state.state = cm_state_read(r->work->arena, text, length, &why);
    if (!state.state)
        fail(r, cm_arena_printf(r->work->arena, "this is not a state of a log: %s", why));
    add_state(r->work->arena, test, state);
}

/* ---- a test ----------------------------------------------------------- */

static const char *const verdicts[][2] = {{"Ok", "Ok"},     {"No", "No"},       {"Succeeded", "Ok"},
                                          {"Failed", "No"}, {"Undef", "Undef"}, {"??", "??"}};

/* "Ok", ...: the line says how the test ended. NULL: it does not. */
static const char *verdict_of(const reader *r, bool *loop)
{
    const char *word = r->line;
    *loop = strncmp(word, "Loop ", 5) == 0;
    word += *loop ? 5 : 0;
    for (size_t i = 0; i < sizeof verdicts / sizeof *verdicts; i++) {
        size_t length = strlen(verdicts[i][0]);
        if (strncmp(word, verdicts[i][0], length) == 0 &&
            (word[length] == '\0' || word[length] == ' '))
            return verdicts[i][1];
    }
    return NULL;
}

/* Up to `States` or `Histogram`; false: the test has none (it failed). */
static bool find_states(reader *r, cm_logbook_test *test)
{
    uint32_t back = r->next;
    while (next_line(r)) {
        if (after(r, "Test")) {
            r->next = back;
            return false;
        }
        back = r->next;
        const char *histogram = after(r, "Histogram"), *states = after(r, "States");
        test->hardware = histogram != NULL;
        if (!histogram && !states)
            continue;
        test->listed = histogram || (*states >= '0' && *states <= '9') || !*states;
        return true;
    }
    return false;
}

static bool read_states(reader *r, cm_logbook_test *test)
{
    while (next_line(r)) {
        test->verdict = verdict_of(r, &test->loop);
        if (test->verdict)
            return true;
        if (!test->listed)
            continue;
        if (r->length > 0)
            read_state(r, test);
        else if (!test->hardware) /* nothing is shown: one state without items */
            add_state(r->work->arena, test,
                      (cm_logbook_state){.state = cm_state_make(r->work->arena, NULL, 0)});
    }
    fail(r, "the log ends within a test, expected Ok, No, Undef or ??");
}

static void read_witnesses(const reader *r, cm_logbook_test *test)
{
    const char *text = after(r, "Positive:");
    if (!text || !read_number(&text, &test->positive))
        return;
    while (*text == ',' || *text == ' ')
        text++;
    if (strncmp(text, "Negative:", 9) != 0)
        return;
    text += 9;
    while (*text == ' ')
        text++;
    read_number(&text, &test->negative);
}

/* `exists (...) is NOT validated`: without what is not the condition. */
static const char *condition_text(cm_arena *arena, const char *text)
{
    const char *end = strstr(text, " is NOT validated");
    end = end ? end : strstr(text, " is validated");
    return end ? cm_arena_text(arena, text, (size_t)(end - text)) : text;
}

/* What stands after the verdict, up to the next test. */
static void read_rest(reader *r, cm_logbook_test *test)
{
    for (uint32_t back = r->next; next_line(r); back = r->next) {
        const char *text;
        if (after(r, "Test")) {
            r->next = back;
            return;
        }
        read_witnesses(r, test);
        if ((text = after(r, "Condition")))
            test->condition = condition_text(r->work->arena, text);
        else if ((text = after(r, "Hash")))
            test->hash = text;
        else if ((text = after(r, "Time")) && strchr(text, ' '))
            test->seconds = strtod(strrchr(text, ' '), NULL), test->timed = true;
    }
}

static void read_test(reader *r, const char *title)
{
    const char *blank = strchr(title, ' ');
    size_t length = blank ? (size_t)(blank - title) : strlen(title);
    if (length == 0)
        fail(r, "the test has no name, expected `Test NAME KIND`");
    cm_logbook_test test = {.name = cm_arena_text(r->work->arena, title, length),
                            .kind = blank ? blank + 1 : ""};
    if (!find_states(r, &test) || !read_states(r, &test))
        return;
    read_rest(r, &test);
    CM_PUSH(r->work->arena, r->log->tests, r->log->count, r->log->capacity, test);
}

/* ---- the log ---------------------------------------------------------- */

bool cm_logbook_add(cm_arena *arena, cm_logbook_test *test, const cm_logbook_test *other,
                    const char **why)
{
    if (test->hash && other->hash && strcasecmp(test->hash, other->hash) != 0)
        *why = "they have different hashes";
    else if (test->condition && other->condition && strcmp(test->condition, other->condition) != 0)
        *why = "they have different conditions";
    else if (test->hardware != other->hardware)
        *why = "one is of a model, one of hardware";
    else
        *why = NULL;
    if (*why)
        return false;
    for (size_t i = 0; i < other->count; i++)
        add_state(arena, test, other->states[i]);
    test->positive += other->positive;
    test->negative += other->negative;
    test->seconds += other->seconds;
    test->listed = test->listed && other->listed;
    test->loop = test->loop || other->loop;
    test->hash = test->hash ? test->hash : other->hash;
    return true;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const cm_logbook_test *)a)->name, ((const cm_logbook_test *)b)->name);
}

static void read_all(void *argument)
{
    reader *r = argument;
    r->log = CM_NEW(r->work->arena, cm_logbook);
    while (next_line(r)) {
        const char *title = after(r, "Test");
        if (title)
            read_test(r, title);
    }
    if (r->log->count == 0)
        cm_diag_add(r->work, CM_WARNING, (cm_place){r->source, 0, 0},
                    "this log has no test, expected lines `Test NAME KIND` and `States N` or "
                    "`Histogram (N states)`");
    cm_logbook *log = r->log;
    size_t kept = 0;
    if (log->count > 0)
        qsort(log->tests, log->count, sizeof *log->tests, by_name);
    for (size_t i = 0; i < log->count; i++) {
        const char *why = NULL;
        if (kept == 0 || strcmp(log->tests[kept - 1].name, log->tests[i].name) != 0)
            log->tests[kept++] = log->tests[i];
        else if (!cm_logbook_add(r->work->arena, &log->tests[kept - 1], &log->tests[i], &why))
            cm_fail(r->work, (cm_place){r->source, 0, 0},
                    "two tests are called %s and %s, expected one", log->tests[i].name, why);
    }
    log->count = kept;
}

cm_logbook *cm_logbook_read(cm_work *work, const cm_source *source)
{
    reader r = {.work = work, .source = source};
    return cm_arena_protect(work->arena, read_all, &r) ? r.log : NULL;
}

const cm_logbook_test *cm_logbook_find(const cm_logbook *log, const char *name)
{
    cm_logbook_test key = {.name = name};
    return log->count == 0 ? NULL : bsearch(&key, log->tests, log->count, sizeof key, by_name);
}
