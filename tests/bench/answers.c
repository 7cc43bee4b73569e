/* Explains or repairs many tests in one process, and says how long each takes:
 *
 *     bench_answers explain|repair < PATHS
 *
 * writes a line for each test: milliseconds from the parsed test to the text for people, those of
 * them that the processor worked, file. Models are read once and do not count.
 * Tests that ask for no outcome are left out. */
#include "cmcm.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { MOST_MODELS = 16, LONGEST = 4096 };

typedef struct answering {
    cmcm_session *session;
    cmcm_model *models[MOST_MODELS];
    const char *names[MOST_MODELS];
    int count;
    bool repairs;
} answering;

static double now(clockid_t clock)
{
    struct timespec t;
    clock_gettime(clock, &t);
    return 1e3 * (double)t.tv_sec + 1e-6 * (double)t.tv_nsec;
}

static const cmcm_model *model_of(answering *a, const cmcm_test *test)
{
    const char *name = cmcm_test_default_model(test);
    for (int i = 0; i < a->count; i++)
        if (strcmp(a->names[i], name) == 0)
            return a->models[i];
    if (a->count == MOST_MODELS)
        return NULL;
    a->names[a->count] = name;
    a->models[a->count] = cmcm_model_load(a->session, name);
    return a->models[a->count++];
}

static bool explain(answering *a, const cmcm_model *model, const cmcm_test *test)
{
    cmcm_explanation *e = cmcm_explain(a->session, model, test, NULL);
    bool told = e && cmcm_explanation_text(e, CMCM_AS_TEXT);
    cmcm_explanation_free(e);
    return told;
}

static bool repair(answering *a, const cmcm_model *model, const cmcm_test *test)
{
    const cmcm_repair_options how = {.explains = true};
    cmcm_repair *r = cmcm_repair_find(a->session, model, test, &how);
    bool told = r && cmcm_repair_text(r, CMCM_AS_TEXT);
    cmcm_repair_free(r);
    return told;
}

static bool answer(answering *a, const char *path)
{
    cmcm_test *test = cmcm_test_read(a->session, path);
    if (test && !cmcm_test_asks(test)) {
        cmcm_test_free(test);
        return true;
    }
    const cmcm_model *model = test ? model_of(a, test) : NULL;
    double start = now(CLOCK_MONOTONIC), used = now(CLOCK_PROCESS_CPUTIME_ID);
    bool done = model && (a->repairs ? repair(a, model, test) : explain(a, model, test));
    if (done)
        printf("%.3f\t%.3f\t%s\n", now(CLOCK_MONOTONIC) - start,
               now(CLOCK_PROCESS_CPUTIME_ID) - used, path);
    else
        fprintf(stderr, "bench_answers: %s: %s", path, cmcm_session_messages(a->session));
    cmcm_session_clear(a->session);
    cmcm_test_free(test);
    return done;
}

int main(int argc, char **argv)
{
    if (argc != 2 || (strcmp(argv[1], "explain") != 0 && strcmp(argv[1], "repair") != 0)) {
        fputs("usage: bench_answers explain|repair < PATHS\n", stderr);
        return 2;
    }
    answering a = {.session = cmcm_session_new(), .repairs = strcmp(argv[1], "repair") == 0};
    char line[LONGEST];
    bool all = a.session;
    while (a.session && fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        all &= answer(&a, line);
    }
    for (int i = 0; i < a.count; i++)
        cmcm_model_free(a.models[i]);
    cmcm_session_free(a.session);
    return all ? 0 : 1;
}
