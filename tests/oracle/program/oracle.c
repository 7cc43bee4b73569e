/* oracle MODEL FILE...            name, observation, number of states, states
 * oracle --expect TABLE MODEL     the same compared with a table of the corpus
 *
 * Options before these: -u N (loop bound, 2), -l N (limit on evaluations),
 * -t N (limit on executions of a thread), -m FOLDER (models), -c N (which verdict
 * column of a yes/no table, 1), -f TEXT (only tests whose name holds it), -s N (so
 * many tests of the table are too large for the oracle or not recorded, neither more
 * nor fewer: 0), -v (say what is skipped). */
#include "tests/oracle/oracle.h"
#include "base/text.h"
#include "litmus/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct settings {
    const char *model, *models, *table, *only;
    oracle_limits limits;
    int column, skips;
    bool verbose;
} settings;

typedef struct answer {
    bool usable;
    oracle_verdict verdict;
    const char *name, *observation;
    bool holds;
    size_t count;
    const char *states; /* joined by " | " */
} answer;

static void print_messages(cm_work *work)
{
    for (size_t i = 0; i < work->diags.count; i++)
        fputs(cm_diag_format(work->arena, &work->diags.items[i], false), stderr);
}

static const char *join_states(cm_arena *arena, const cm_states *states)
{
    cm_text text = cm_text_new(arena);
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *values = states->values + i * (size_t)states->value_count;
        char *state = cm_state_print(arena, states->test, values);
        size_t length = strlen(state);
        if (length && state[length - 1] == ';')
            state[length - 1] = 0;
        cm_text_append(&text, "%s%s", i ? " | " : "", state);
    }
    return text.data;
}

typedef struct job {
    cm_work *work;
    const settings *settings;
    const cm_model *model;
    const char *path;
    answer answer;
} job;

static void answer_file(void *argument)
{
    job *j = argument;
    cm_source *source = cm_source_read(j->work, j->path);
    cm_test *test = source ? cm_litmus_parse(j->work, source) : NULL;
    oracle_result result = {0};
    if (!test || !oracle_run(j->work, j->model, test, &j->settings->limits, &result))
        return;
    j->answer.usable = true;
    j->answer.verdict = result.verdict;
    j->answer.name = test->name;
    if (!result.states)
        return;
    cm_verdict verdict = cm_states_judge(result.states);
    j->answer.holds = verdict.holds;
    j->answer.observation = cm_observation(verdict);
    j->answer.count = result.states->count;
    j->answer.states = join_states(j->work->arena, result.states);
}

static answer run_file(cm_work *work, const settings *s, const cm_model *model, const char *path)
{
    job j = {.work = work, .settings = s, .model = model, .path = path};
    cm_arena_protect(work->arena, answer_file, &j);
    if (!j.answer.usable)
        print_messages(work);
    return j.answer;
}

static int print_file(const settings *s, const cm_model *model, const char *path)
{
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    answer a = run_file(&work, s, model, path);
    if (a.usable && a.states)
        printf("%s\t%s\t%zu\t%s%s\n", a.name, a.observation, a.count, a.states,
               a.verdict == ORACLE_CUT ? "\t(loops cut)" : "");
    else if (a.usable)
        printf("%s\tskipped: too large\n", a.name);
    cm_arena_free(arena);
    return a.usable ? 0 : 3;
}

/* ---- tables ------------------------------------------------------------ */

typedef struct counts {
    int tests, differences, skipped;
} counts;

#define MAX_FIELDS 8

static int split(char *line, char *fields[MAX_FIELDS])
{
    int count = 0;
    for (char *at = line; at && count < MAX_FIELDS; count++) {
        fields[count] = at;
        at = strchr(at, '\t');
        if (at)
            *at++ = 0;
    }
    return count;
}

static void skip(const settings *s, counts *c, const char *file, const char *why)
{
    c->skipped++;
    if (s->verbose)
        printf("%s: skipped: %s\n", file, why);
}

static void compare(const settings *s, counts *c, char *fields[], int field_count, const answer *a)
{
    bool verdicts = strcmp(fields[1], "yes") == 0 || strcmp(fields[1], "no") == 0 ||
                    strcmp(fields[1], "-") == 0;
    c->tests++;
    if (a->count == 0 && a->verdict == ORACLE_CUT) {
        c->differences++;
        printf("%s: no execution ends within the loop bound\n", fields[0]);
        return;
    }
    if (verdicts) {
        const char *expected = s->column < field_count ? fields[s->column] : "-";
        if (strcmp(expected, a->holds ? "yes" : "no") == 0)
            return;
        c->differences++;
        printf("%s: expected %s, found %s: %s\n", fields[0], expected, a->holds ? "yes" : "no",
               a->states);
        return;
    }
    const char *expected = field_count > 3 ? fields[3] : "";
    if (strcmp(expected, a->states) == 0 && strcmp(fields[1], a->observation) == 0)
        return;
    c->differences++;
    printf("%s:\n  expected %s %s\n  found    %s %s\n", fields[0], fields[1], expected,
           a->observation, a->states);
}

static void table_line(const settings *s, const cm_model *model, counts *c, char *line)
{
    char *fields[MAX_FIELDS];
    int field_count = split(line, fields);
    if (field_count < 2 || line[0] == '#' || (s->only && !strstr(fields[0], s->only)))
        return;
    if (s->column < field_count && strcmp(fields[s->column], "-") == 0) {
        skip(s, c, fields[0], "not recorded");
        return;
    }
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    const char *slash = strrchr(s->table, '/');
    int folder = slash ? (int)(slash - s->table) + 1 : 0;
    const char *path = cm_arena_printf(arena, "%.*s%s", folder, s->table, fields[0]);
    answer a = run_file(&work, s, model, path);
    if (!a.usable)
        skip(s, c, fields[0], "cannot be read");
    else if (!a.states)
        skip(s, c, fields[0], "too large");
    else
        compare(s, c, fields, field_count, &a);
    fflush(stdout);
    cm_arena_free(arena);
}

static int check_table(const settings *s, const cm_model *model)
{
    FILE *file = fopen(s->table, "r");
    if (!file) {
        fprintf(stderr, "oracle: cannot open %s\n", s->table);
        return 3;
    }
    counts c = {0};
    char *line = NULL;
    size_t capacity = 0;
    for (ssize_t length; (length = getline(&line, &capacity, file)) > 0;) {
        if (line[length - 1] == '\n')
            line[length - 1] = 0;
        table_line(s, model, &c, line);
    }
    free(line);
    fclose(file);
    printf("oracle: %d tests, %d differences, %d skipped\n", c.tests, c.differences, c.skipped);
    bool skips = s->only || c.skipped == s->skips;
    if (!skips)
        printf("oracle: expected %d skipped\n", s->skips);
    return c.differences || !skips ? 1 : 0;
}

/* ---- command line ------------------------------------------------------ */

static int usage(void)
{
    fputs("usage: oracle [-u N] [-l N] [-t N] [-m FOLDER] [-c N] [-f TEXT] [-s N] [-v] MODEL "
          "FILE...\n"
          "       oracle [...] --expect TABLE MODEL\n",
          stderr);
    return 2;
}

/* Index of the first argument that is no option, or -1. */
static int read_options(settings *s, int argc, char **argv)
{
    int i = 1;
    for (; i < argc && argv[i][0] == '-'; i++) {
        if (strcmp(argv[i], "-v") == 0) {
            s->verbose = true;
            continue;
        }
        const char *option = argv[i];
        if (++i == argc)
            return -1;
        if (strcmp(option, "-u") == 0)
            s->limits.unroll = (unsigned)strtoul(argv[i], NULL, 10);
        else if (strcmp(option, "-l") == 0)
            s->limits.candidates = strtoul(argv[i], NULL, 10);
        else if (strcmp(option, "-t") == 0)
            s->limits.traces = strtoul(argv[i], NULL, 10);
        else if (strcmp(option, "-m") == 0)
            s->models = argv[i];
        else if (strcmp(option, "-c") == 0)
            s->column = atoi(argv[i]);
        else if (strcmp(option, "-s") == 0)
            s->skips = atoi(argv[i]);
        else if (strcmp(option, "-f") == 0)
            s->only = argv[i];
        else if (strcmp(option, "--expect") == 0)
            s->table = argv[i];
        else
            return -1;
    }
    return i;
}

int main(int argc, char **argv)
{
    settings s = {.limits = {.unroll = 2, .candidates = 100000}, .column = 1, .models = "models"};
    int next = read_options(&s, argc, argv);
    if (next < 0 || next >= argc || (!s.table && next + 1 >= argc))
        return usage();
    s.model = argv[next++];
    cm_arena *arena = cm_arena_new(0);
    cm_work work = cm_work_new(arena);
    cm_model_options options = {.library_dir = s.models};
    cm_model *model = cm_model_load(&work, s.model, &options);
    int status = 0;
    if (!model) {
        print_messages(&work);
        status = 3;
    } else if (s.table) {
        status = check_table(&s, model);
    } else {
        for (; next < argc; next++) {
            int one = print_file(&s, model, argv[next]);
            status = one > status ? one : status;
        }
    }
    cm_arena_free(arena);
    return status;
}
