/* map_mutants MODELS FILE.map <MUTANTS: which test of its rules finds a broken mapping?
 *
 * A mutant is a line: the number of the mapping's line, a tab, and what stands there instead. Of
 * each a line is written: `found` and the test with what it has; `refused` where one that uses the
 * rule is none of the target's; `unknown` where it is not known of one what becomes of it; `kept`:
 * no test tells it from the mapping. tests/mutate/mappings.py makes mutants, and judges those that
 * are kept.
 *
 * The source is asked once about each test. A test whose translation a mutant does not change is as
 * it was, and of those that it makes the same, and that have the same states in the source, one is
 * judged. The test that found the mutant before is tried first. */
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"
#include "mapping/check.h"
#include "mapping/rules.h"
#include "model/model.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many of the tests that use a rule and are made for another. */
enum { LONGEST_LINE = 4096, MOST_OTHERS = 2000 };

typedef struct made_test {
    const char *name;
    const cm_test *test;
    bool *used;               /* by rule */
    uint64_t translated;      /* hash of its translation, without its name; 0: there is none */
    const cm_map_case *known; /* by the mapping itself; NULL: not asked yet */
} made_test;

typedef struct judging {
    cm_arena *arena, *scratch; /* for all, for a mutant */
    cm_work work;
    cm_solver_context *solver;
    const char *models, *path, *text;
    cm_mapping *mapping;
    const cm_model *from, *to;
    made_test *tests;
    size_t count, capacity;
    size_t finder; /* the test that found the last mutant that was found */
    unsigned line; /* of the mutant */
    const char *instead;
} judging;

static uint64_t hash_more(uint64_t hash, const void *bytes, size_t length)
{
    for (const unsigned char *c = bytes; length-- > 0; c++)
        hash = (hash ^ *c) * 1099511628211u;
    return hash;
}

/* Without the first line, which has the name. */
static uint64_t hash_of_translation(const char *text)
{
    const char *rest = text ? strchr(text, '\n') : NULL;
    return rest ? hash_more(14695981039346656037u, rest, strlen(rest)) | 1 : 0;
}

static bool take(void *context, const char *name, const char *text)
{
    judging *j = context;
    cm_source *source = CM_NEW(j->arena, cm_source);
    cm_work work;
    *source = (cm_source){cm_arena_text(j->arena, name, strlen(name)),
                          cm_arena_text(j->arena, text, strlen(text)), strlen(text)};
    work = cm_work_new(j->arena);
    const cm_test *test = cm_litmus_parse(&work, source);
    if (!test)
        return true;
    cm_map_translation t = cm_map_translate(j->arena, j->mapping, test, (cm_map_cut){.rule = -1});
    CM_RESERVE(j->arena, j->tests, j->count, j->capacity);
    j->tests[j->count++] = (made_test){.name = source->name,
                                       .test = test,
                                       .used = t.used,
                                       .translated = hash_of_translation(t.text)};
    return true;
}

static const cm_model *model_of(judging *j, const char *name, const char *reading)
{
    cm_model_options options = {
        .library_dir = j->models, .variants = &reading, .variant_count = reading != NULL};
    return cm_model_load(&j->work, name, &options);
}

static void open_all(void *argument)
{
    judging *j = argument;
    cm_source *source = CM_NEW(j->arena, cm_source);
    *source = (cm_source){j->path, j->text, strlen(j->text)};
    j->mapping = cm_mapping_parse(&j->work, source, NULL);
    if (!j->mapping)
        return;
    j->from =
        model_of(j, j->mapping->model ? j->mapping->model : cm_arch_model(j->mapping->from), NULL);
    j->to = model_of(j, cm_arch_model(j->mapping->to), j->mapping->reading);
    bool *alone = CM_NEW_ARRAY(j->arena, (size_t)j->mapping->rule_count + 1, bool);
    cm_map_rule_tests(j->arena, j->mapping, take, j, alone);
}

/* ---- a mutant ---------------------------------------------------------------------------- */

/* The mapping with the line in the place of its own. */
static const char *text_with(const judging *j)
{
    const char *line = j->text;
    for (unsigned n = 1; n < j->line; n++)
        line += strcspn(line, "\n") + 1;
    return cm_arena_printf(j->scratch, "%.*s%s%s", (int)(line - j->text), j->text, j->instead,
                           line + strcspn(line, "\n"));
}

static bool is_changed(const judging *j, int rule)
{
    unsigned line, column;
    cm_place_position(j->mapping->rules[rule].place, &line, &column);
    return line == j->line;
}

/* What the mapping itself makes of it. NULL: an error. */
static const cm_map_case *known_of(judging *j, made_test *t)
{
    cm_map_run run = {.arena = j->arena, .from = j->from, .to = j->to, .mapping = j->mapping};
    if (!t->known)
        t->known = cm_map_check(&run, &j->work, j->solver, t->test);
    return t->known;
}

typedef struct mutant {
    judging *j;
    cm_map_run run;
    int rule;
    const char *own; /* how the names of the tests made for its line begin */
    uint64_t *judged;
    size_t count, capacity;
    bool unknown, told;
} mutant;

/* Was one judged that has this translation and these states of the source? It is now. */
static bool is_judged(mutant *m, const made_test *t, uint64_t hash)
{
    const cm_states *states = t->known->states;
    if (states)
        hash = hash_more(hash, states->values,
                         states->count * (size_t)states->value_count * sizeof *states->values);
    for (size_t i = 0; i < m->count; i++)
        if (m->judged[i] == hash)
            return true;
    CM_RESERVE(m->j->scratch, m->judged, m->count, m->capacity);
    m->judged[m->count++] = hash;
    return false;
}

static uint64_t translate(mutant *m, const made_test *t)
{
    cm_arena *arena = cm_arena_new(0);
    if (!arena)
        cm_arena_escape(m->j->scratch);
    uint64_t hash = hash_of_translation(
        cm_map_translate(arena, m->run.mapping, t->test, (cm_map_cut){.rule = -1}).text);
    cm_arena_free(arena);
    return hash;
}

static bool uses_mutant(const mutant *m, const made_test *t)
{
    return m->rule < 0 || t->used[m->rule];
}

static void try_test(mutant *m, size_t i)
{
    judging *j = m->j;
    made_test *t = &j->tests[i];
    uint64_t hash = translate(m, t);
    if (hash == t->translated || !known_of(j, t) || is_judged(m, t, hash))
        return;
    const cm_map_case *c = cm_map_check_again(&m->run, j->solver, t->known);
    m->unknown |= !c || c->verdict == CM_MAPPED_UNKNOWN;
    m->told = c && (c->verdict == CM_MAPPED_REFUSED ||
                    (c->verdict == CM_MAPPED_WEAK && t->known->verdict != CM_MAPPED_WEAK));
    if (!m->told)
        return;
    if (c->verdict == CM_MAPPED_REFUSED) {
        puts("refused");
        return;
    }
    j->finder = i;
    printf("found\t%s\t%s\n", t->name, c->why);
}

/* Those of its line, and then others. */
static void try_tests(mutant *m, bool others)
{
    judging *j = m->j;
    int left = others && m->rule >= 0 ? MOST_OTHERS : INT_MAX;
    for (size_t i = 0; i < j->count && left > 0 && !m->told; i++) {
        const made_test *t = &j->tests[i];
        bool is_own = strncmp(t->name, m->own, strlen(m->own)) == 0;
        if (is_own == others || !uses_mutant(m, t))
            continue;
        left--;
        try_test(m, i);
    }
}

static void judge(void *argument)
{
    judging *j = argument;
    cm_source source = {"mutant", text_with(j), 0};
    source.length = strlen(source.text);
    cm_work work = cm_work_new(j->scratch);
    mutant m = {.j = j, .rule = -1, .run = {.arena = j->scratch, .from = j->from, .to = j->to}};
    m.run.mapping = cm_mapping_parse(&work, &source, NULL);
    m.own = cm_arena_printf(j->scratch, "line-%u-", j->line);
    for (int r = 0; r < j->mapping->rule_count; r++)
        m.rule = is_changed(j, r) ? r : m.rule;
    if (m.run.mapping && j->count > 0 && uses_mutant(&m, &j->tests[j->finder]))
        try_test(&m, j->finder);
    for (int others = 0; others < 2 && m.run.mapping && !m.told; others++)
        try_tests(&m, others);
    if (!m.told)
        puts(m.unknown ? "unknown" : "kept");
}

static bool next_mutant(judging *j, char *line)
{
    if (!fgets(line, LONGEST_LINE, stdin))
        return false;
    line[strcspn(line, "\n")] = '\0';
    char *tab = strchr(line, '\t');
    j->line = (unsigned)strtoul(line, NULL, 10);
    j->instead = tab ? tab + 1 : "";
    return j->line > 0;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    size_t size = 1 << 20, length;
    char *text = malloc(size);
    if (!file || !text)
        exit(2);
    length = fread(text, 1, size - 1, file);
    text[length] = '\0';
    fclose(file);
    return text;
}

int main(int argc, char **argv)
{
    static char line[LONGEST_LINE];
    if (argc != 3) {
        fprintf(stderr, "usage: map_mutants MODELS FILE.map <MUTANTS\n");
        return 2;
    }
    char *text = read_file(argv[2]);
    judging j = {.arena = cm_arena_new(0),
                 .solver = cm_solver_context_new(),
                 .models = argv[1],
                 .path = argv[2],
                 .text = text};
    j.work = cm_work_new(j.arena);
    bool good = cm_arena_protect(j.arena, open_all, &j) && j.mapping && j.from && j.to;
    while (good && next_mutant(&j, line)) {
        j.scratch = cm_arena_new(0);
        if (!cm_arena_protect(j.scratch, judge, &j))
            puts("memory");
        cm_arena_free(j.scratch);
        fflush(stdout);
    }
    cm_solver_context_free(j.solver);
    cm_arena_free(j.arena);
    free(text);
    return good ? 0 : 2;
}
