/* A smaller test by which a compiler is wrong, too: see the header. */
#include "cli/compile.h"

#include "base/clock.h"
#include "base/text.h"

#include <string.h>

enum { SHRINK_SECONDS = 60 };

/* ---- another test, by the same compilers ---------------------------------------- */

typedef struct attempt {
    cli_compile c;
    cm_source source;
    const cli_compile *outer;
    const int *outer_by_thread;
    cli_compile_then *then;
    bool is_bug;
} attempt;

/* The compiler that a thread has in the test at hand. */
static int compiler_of(const attempt *a, int id)
{
    for (int t = 0; t < a->outer->test->thread_count; t++)
        if (a->outer->test->threads[t].id == id)
            return a->outer_by_thread[t];
    return 0;
}

static void judge(void *argument)
{
    attempt *a = argument;
    if (!cli_compile_open(&a->c, &a->source))
        return;
    int threads = a->c.test->thread_count;
    int *by_thread = CM_NEW_ARRAY(a->c.work.arena, (size_t)threads + 1, int);
    for (int t = 0; t < threads; t++)
        by_thread[t] = compiler_of(a, a->c.test->threads[t].id);
    cli_finding f = cli_compile_judge(&a->c, by_thread);
    a->is_bug = f.verdict == CLI_CC_BUG;
    if (a->is_bug && a->then)
        a->then(&a->c, &f, by_thread);
}

bool cli_compile_is_bug(const cli_compile *c, const int *by_thread, const char *text,
                        cli_compile_then *then)
{
    attempt a = {.c = *c,
                 .source = {c->path, text, strlen(text)},
                 .outer = c,
                 .outer_by_thread = by_thread,
                 .then = then};
    cm_arena *arena = cm_arena_new(0);
    if (!arena)
        return false;
    a.c.records = (cm_records){.arena = arena};
    a.c.work = cm_work_new(arena);
    bool done = cm_arena_protect(arena, judge, &a);
    cmcm_session_clear(c->session);
    cm_arena_free(arena);
    return done && a.is_bug;
}

/* ---- smaller and smaller ---------------------------------------------------------- */

typedef struct shrinking {
    const cli_compile *c;
    const int *by_thread;
    double until;
    bool late;
} shrinking;

static bool is_wanted(void *context, const char *text)
{
    shrinking *s = context;
    s->late |= cm_clock_seconds() > s->until;
    return !s->late && cli_compile_is_bug(s->c, s->by_thread, text, NULL);
}

/* ---- the lowest level of optimisation -------------------------------------------------- */

/* Of what stands behind `-O`; another word's is -1. */
static int level_of(const char *text, size_t length)
{
    static const struct {
        const char *word;
        int level;
    } levels[] = {{"0", 0}, {"", 1},  {"g", 1}, {"1", 1},   {"s", 2},
                  {"z", 2}, {"2", 2}, {"3", 3}, {"fast", 3}};
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (strlen(levels[i].word) == length && strncmp(text, levels[i].word, length) == 0)
            return levels[i].level;
    return -1;
}

/* The command with that level in place of each higher one. */
static const char *lowered(cm_arena *arena, const char *command, int level)
{
    static const char option[] = " -O";
    cm_text text = cm_text_new(arena);
    for (const char *next; *command; command = next) {
        bool is = strncmp(command, option, sizeof option - 1) == 0;
        const char *behind = command + (is ? sizeof option - 1 : 1);
        next = is ? behind + strcspn(behind, " ") : behind;
        if (is && level_of(behind, (size_t)(next - behind)) > level)
            cm_text_append(&text, "%s%d", option, level);
        else
            cm_text_add_bytes(&text, command, (size_t)(next - command));
    }
    return text.data;
}

/* Compilers at the lowest level at which the test is a BUG, too; NULL: there is none lower. */
static cm_compiler *find_lower(shrinking *s, const char *test, int *level)
{
    cli_compile c = *s->c;
    cm_arena *arena = c.work.arena;
    c.compilers = CM_NEW_ARRAY(arena, (size_t)c.compiler_count + 1, cm_compiler);
    for (*level = 0; *level < 3; ++*level) {
        bool changed = false;
        for (int i = 0; i < c.compiler_count; i++) {
            const cm_compiler *own = &s->c->compilers[i];
            const char *command = lowered(arena, own->command, *level);
            bool used = false;
            for (int t = 0; t < c.test->thread_count; t++)
                used |= s->by_thread[t] == i;
            changed |= used && strcmp(command, own->command) != 0;
            c.compilers[i] = cm_compiler_read(&c.work, command);
            c.compilers[i].thread = own->thread;
            c.compilers[i].seconds = own->seconds;
        }
        if (!changed)
            return NULL;
        s->late |= cm_clock_seconds() > s->until;
        if (!s->late && cli_compile_is_bug(&c, s->by_thread, test, NULL))
            return c.compilers;
    }
    return NULL;
}

const char *cli_compile_shrink(cli_compile *c, const int *by_thread, const char **said)
{
    const cli_compile_settings *settings = c->settings;
    *said = "The test is as it was given, because no compiler runs that would show whether a "
            "smaller one has the bug.";
    if (settings->replay || !by_thread)
        return NULL;
    *said = "The test is as it was given.";
    if (settings->no_shrink)
        return NULL;
    shrinking s = {c, by_thread, cm_clock_seconds() + SHRINK_SECONDS, false};
    const cmcm_shrink_options how = {.keep = CMCM_KEEP_ASKED, .ask = is_wanted, .context = &s};
    const cm_source *source = c->test->source;
    cmcm_test *test = cmcm_test_parse(c->session, c->path, source->text, source->length);
    cmcm_shrunk *shrunk = test ? cmcm_shrink(c->session, test, &how) : NULL;
    size_t tried = 0, steps = shrunk ? cmcm_shrunk_steps(shrunk, &tried) : 0;
    const char *text =
        steps > 0 ? cm_arena_printf(c->work.arena, "%s", cmcm_shrunk_text(shrunk)) : NULL;
    const char *late = s.late ? ", in the time for that" : "";
    *said = text ? cm_arena_printf(c->work.arena,
                                   "It is %s made smaller: without %zu things that the bug does "
                                   "not need%s.",
                                   c->path, steps, late)
                 : cm_arena_printf(c->work.arena, "No part of the test could be left out%s.", late);
    cmcm_shrunk_free(shrunk);
    cmcm_test_free(test);
    cmcm_session_clear(c->session);
    int level;
    const char *left = text ? text : cm_arena_text(c->work.arena, source->text, source->length);
    cm_compiler *lower = test ? find_lower(&s, left, &level) : NULL;
    if (!lower)
        return text;
    *said = cm_arena_printf(c->work.arena, "%s -O%d is the lowest level that has the bug.", *said,
                            level);
    c->compilers = lower;
    return left;
}
