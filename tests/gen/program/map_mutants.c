/* map_mutants MODELS FILE.map <MUTANTS: which test of its rules finds a broken mapping?
 *
 * A mutant is a line: the number of the mapping's line, a tab, and what stands there instead. Of
 * each a line is written: `found` and the test with what it has; `refused` where one that uses the
 * rule is none of the target's; `unknown` where it is not known of one what becomes of it; `kept`:
 * no test tells it from the mapping. tests/mutate/mappings.py makes mutants, and judges those that
 * are kept. */
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"
#include "mapping/check.h"
#include "mapping/rules.h"
#include "model/model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* So many of the tests that use a rule and are made for another. */
enum { LONGEST_LINE = 4096, MOST_OTHERS = 200 };

typedef struct made_test {
    const char *name;
    const cm_test *test;
    bool *used; /* by rule */
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
    unsigned line; /* of the mutant */
    const char *instead;
} judging;

static bool take(void *context, const char *name, const char *text)
{
    judging *j = context;
    cm_source *source = CM_NEW(j->arena, cm_source);
    cm_work work;
    *source = (cm_source){cm_arena_text(j->arena, name, strlen(name)),
                          cm_arena_text(j->arena, text, strlen(text)), strlen(text)};
    cm_work_init(&work, j->arena);
    const cm_test *test = cm_litmus_parse(&work, source);
    if (!test)
        return true;
    cm_map_translation t = cm_map_translate(j->arena, j->mapping, test, (cm_map_cut){.rule = -1});
    CM_RESERVE(j->arena, j->tests, j->count, j->capacity);
    j->tests[j->count++] = (made_test){source->name, test, t.used};
    return true;
}

static const cm_model *model_of(judging *j, const char *name)
{
    cm_model_options options = {.library_dir = j->models};
    return cm_model_load(&j->work, name, &options);
}

static void open_all(void *argument)
{
    judging *j = argument;
    cm_source *source = CM_NEW(j->arena, cm_source);
    *source = (cm_source){j->path, j->text, strlen(j->text)};
    j->mapping = cm_mapping_parse(&j->work, source);
    if (!j->mapping)
        return;
    j->from = model_of(j, cm_arch_model(j->mapping->from));
    j->to = model_of(j, cm_arch_model(j->mapping->to));
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

/* The mapping itself is, too. */
static bool was_weak(judging *j, cm_map_run run, const cm_test *test)
{
    run.mapping = j->mapping;
    run.cases = NULL;
    run.count = run.capacity = 0;
    const cm_map_case *c = cm_map_check(&run, &j->work, j->solver, test);
    return c && c->verdict == CM_MAPPED_WEAK;
}

static void judge(void *argument)
{
    judging *j = argument;
    cm_source source = {"mutant", text_with(j), 0};
    source.length = strlen(source.text);
    cm_work work;
    cm_work_init(&work, j->scratch);
    cm_map_run run = {.arena = j->scratch, .from = j->from, .to = j->to};
    run.mapping = cm_mapping_parse(&work, &source);
    int rule = -1;
    bool unknown = false;
    int others_left = MOST_OTHERS;
    for (int r = 0; r < j->mapping->rule_count; r++)
        rule = is_changed(j, r) ? r : rule;
    const char *own = cm_arena_printf(j->scratch, "line-%u-", j->line);
    for (int others = 0; others < 2 && run.mapping; others++)
        for (size_t i = 0; i < j->count; i++) {
            const made_test *t = &j->tests[i];
            bool is_own = strncmp(t->name, own, strlen(own)) == 0;
            if (is_own == others || (rule >= 0 && !t->used[rule]) ||
                (others && rule >= 0 && others_left-- <= 0))
                continue;
            const cm_map_case *c = cm_map_check(&run, &work, j->solver, t->test);
            unknown |= !c || c->verdict == CM_MAPPED_UNKNOWN;
            if (c && c->verdict == CM_MAPPED_REFUSED) {
                puts("refused");
                return;
            }
            if (c && c->verdict == CM_MAPPED_WEAK && !was_weak(j, run, t->test)) {
                printf("found\t%s\t%s\n", t->name, c->why);
                return;
            }
        }
    puts(unknown ? "unknown" : "kept");
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
    cm_work_init(&j.work, j.arena);
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
