/* Choosing and renaming tests of logs: see choice.h. */
#include "logbook/choice.h"

#include <stdlib.h>
#include <string.h>

typedef struct lines {
    cm_work *work;
    const cm_source *source;
    uint32_t at;
    cm_logbook_pairs *pairs;
} lines;

static char here(const lines *l)
{
    return l->at < l->source->length ? l->source->text[l->at] : '\n';
}

static bool is_blank(char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

static void skip_blanks(lines *l)
{
    while (is_blank(here(l)))
        l->at++;
}

static bool at_end(const lines *l)
{
    return here(l) == '\n' || here(l) == '#' || here(l) == '%';
}

/* A name, or what stands between quotes. */
static const char *read_word(lines *l, cm_place *place)
{
    bool quoted = here(l) == '"';
    l->at += quoted;
    uint32_t from = l->at;
    while (quoted ? here(l) != '"' && here(l) != '\n'
                  : !is_blank(here(l)) && !at_end(l) && here(l) != '"')
        l->at++;
    *place = (cm_place){l->source, from, l->at - from};
    if (quoted && here(l) != '"')
        cm_fail(l->work, *place, "the quoted text does not end, expected `\"`");
    const char *word = cm_arena_text(l->work->arena, l->source->text + from, l->at - from);
    l->at += quoted;
    return word;
}

static void read_line(lines *l)
{
    skip_blanks(l);
    if (!at_end(l)) {
        cm_logbook_pair pair = {.value = ""};
        pair.name = read_word(l, &pair.place);
        skip_blanks(l);
        if (!at_end(l))
            pair.value = read_word(l, &pair.place);
        skip_blanks(l);
        if (!at_end(l))
            cm_fail(l->work, (cm_place){l->source, l->at, 1},
                    "the line has more than a name and a value, expected its end");
        CM_PUSH(l->work->arena, l->pairs->items, l->pairs->count, l->pairs->capacity, pair);
    }
    while (here(l) != '\n')
        l->at++;
    l->at++;
}

static int by_name(const void *a, const void *b)
{
    return strcmp(((const cm_logbook_pair *)a)->name, ((const cm_logbook_pair *)b)->name);
}

static void read_lines(void *argument)
{
    lines *l = argument;
    while (l->at < l->source->length)
        read_line(l);
    if (l->pairs->count > 0)
        qsort(l->pairs->items, l->pairs->count, sizeof *l->pairs->items, by_name);
}

bool cm_logbook_pairs_read(cm_work *work, const cm_source *source, cm_logbook_pairs *pairs)
{
    lines l = {.work = work, .source = source, .pairs = pairs};
    return cm_arena_protect(work->arena, read_lines, &l);
}

/* NULL: no line is about that test. */
static const cm_logbook_pair *find_pair(const cm_logbook_pairs *pairs, const char *name)
{
    cm_logbook_pair key = {.name = name};
    return pairs->count == 0
               ? NULL
               : bsearch(&key, pairs->items, pairs->count, sizeof *pairs->items, by_name);
}

static bool is_chosen(const cm_logbook_choice *choice, const char *name)
{
    if (choice->only && !find_pair(&choice->names, name))
        return false;
    return !find_pair(&choice->excluded, name);
}

static int by_test_name(const void *a, const void *b)
{
    return strcmp(((const cm_logbook_test *)a)->name, ((const cm_logbook_test *)b)->name);
}

void cm_logbook_choose(cm_logbook *log, const cm_logbook_choice *choice)
{
    size_t kept = 0;
    for (size_t i = 0; i < log->count; i++) {
        cm_logbook_test test = log->tests[i];
        const cm_logbook_pair *other = find_pair(&choice->renamed, test.name);
        if (other && *other->value)
            test.name = other->value;
        if (is_chosen(choice, test.name))
            log->tests[kept++] = test;
    }
    log->count = kept;
    if (kept > 0)
        qsort(log->tests, kept, sizeof *log->tests, by_test_name);
}
