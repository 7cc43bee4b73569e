/* `cmcm run --tune`: random search for the parameters that show the most weak
 * behaviour.
 *
 *     the defaults, then drawn settings, each for a slice of time on a few tests
 *       ─▶ the best few once more, for longer: chance may have favoured them
 *
 * A setting's score is the mean of log(1 + weak states per second) over the tests,
 * so that a test that is weak anyway does not drown the others. Tests whose weak
 * outcome the defaults never show are left out where others show it.
 */
#include "cli/hw.h"
#include "cli/output.h"

#include <math.h>
#include <string.h>

enum { CANDIDATES = 24, CHOSEN = 6, FINALISTS = 4, SLICES = 48, SHOWN = 5 };
#define LEAST_SLICE 0.05
#define MOST_SLICE  0.5
/* Of the time, for the second look; a finalist is looked at for so many slices. */
#define FINAL_SHARE  0.25
#define FINAL_SLICES 3.0

typedef struct attempt {
    uint64_t draw; /* 0: the defaults */
    cm_parameters parameters;
    double score, rate; /* rate: weak states per second, all tests together */
} attempt;

typedef struct tuner {
    hw_run *run;
    cm_mix mix;
    const hw_test **tests;
    size_t test_count;
    attempt *attempts; /* the best first, once sorted */
    size_t count, capacity;
    double slice, end;
} tuner;

/* ---- measuring ------------------------------------------------------- */

typedef struct measurement {
    hw_run *run;
    const hw_test *from;
    cm_parameters parameters;
    cm_work work;
    bool done;
    double rate;
    cm_mix mix;
    const char *why; /* not done */
} measurement;

static void measure_protected(void *argument)
{
    measurement *m = argument;
    const cm_test *test = hw_test_parse(&m->work, m->from);
    if (!test)
        return;
    m->mix = hw_test_mix(test);
    hw_ran ran = hw_run_once(m->run, &m->work, test, &m->parameters, m->run->settings->deadline);
    m->done = ran.result.end == CM_WORKER_DONE;
    m->why = ran.result.reason;
    if (m->done && ran.result.outcome.wall_seconds > 0)
        m->rate =
            (double)hw_weak_count(test, ran.result.outcome.seen) / ran.result.outcome.wall_seconds;
}

/* One test with parameters for so long. */
static measurement measure(tuner *t, const hw_test *from, const cm_parameters *parameters,
                           double seconds)
{
    measurement m = {.run = t->run, .from = from, .parameters = *parameters, .why = ""};
    m.parameters.seconds = seconds;
    m.parameters.iterations = m.parameters.rounds = 0;
    cm_arena_reset(t->run->test_arena, 0);
    cm_work_init(&m.work, t->run->test_arena);
    if (!cm_arena_protect(t->run->test_arena, measure_protected, &m))
        m.done = false;
    return m;
}

/* All tests; false: some could not be run so. */
static bool measure_all(tuner *t, attempt *a, double seconds)
{
    double logarithms = 0, rate = 0;
    for (size_t i = 0; i < t->test_count; i++) {
        measurement m = measure(t, t->tests[i], &a->parameters, seconds);
        if (!m.done)
            return false;
        logarithms += log1p(m.rate);
        rate += m.rate;
    }
    a->score = logarithms / (double)t->test_count;
    a->rate = rate;
    return true;
}

static int complain(int status, const char *why)
{
    fprintf(stderr, "cmcm run: --tune: %s\n", why);
    return status;
}

/* ---- which tests ----------------------------------------------------- */

/* CLI_OK, or why there is nothing to tune with; said. */
static int choose_tests(tuner *t)
{
    hw_run *run = t->run;
    size_t all = run->tests.count, tried = all < CANDIDATES ? all : CANDIDATES, idle = 0;
    double slice =
        fmax(LEAST_SLICE, fmin(MOST_SLICE, run->settings->tune_seconds / SLICES / (double)tried));
    const hw_test **quiet = CM_NEW_ARRAY(run->arena, tried, const hw_test *);
    t->tests = CM_NEW_ARRAY(run->arena, tried, const hw_test *);
    const char *why = "no test";
    for (size_t i = 0; i < tried && t->test_count < CHOSEN; i++) {
        const hw_test *from = &run->tests.items[i * all / tried];
        measurement m = measure(t, from, &run->parameters, slice);
        if (!m.done) {
            why = cm_arena_text(run->arena, m.why, strlen(m.why));
            continue;
        }
        if (t->test_count + idle > 0 && m.mix != t->mix)
            return complain(CLI_USAGE, "it is for tests of one kind, expected all of CPU threads, "
                                       "or of GPU threads, or of both");
        t->mix = m.mix;
        if (m.rate > 0)
            t->tests[t->test_count++] = from;
        else
            quiet[idle++] = from;
    }
    for (size_t i = 0; i < idle && t->test_count == 0 && i < CHOSEN; i++)
        t->tests[i] = quiet[i];
    if (t->test_count == 0)
        t->test_count = idle < CHOSEN ? idle : CHOSEN;
    return t->test_count ? CLI_OK : complain(CLI_DEVICE, why);
}

/* ---- the search ------------------------------------------------------ */

static void sort_attempts(tuner *t)
{
    for (size_t i = 1; i < t->count; i++) {
        attempt moved = t->attempts[i];
        size_t to = i;
        for (; to > 0 && t->attempts[to - 1].score < moved.score; to--)
            t->attempts[to] = t->attempts[to - 1];
        t->attempts[to] = moved;
    }
}

static bool must_end(const tuner *t)
{
    return cm_stop_asked(t->run->stop) || hw_now() >= t->end;
}

static void search(tuner *t)
{
    for (uint64_t draw = 0; draw == 0 || !must_end(t); draw++) {
        attempt a = {.draw = draw, .parameters = t->run->parameters};
        if (draw > 0)
            cm_parameters_draw(&a.parameters, t->mix, draw);
        if (!measure_all(t, &a, t->slice))
            continue;
        CM_RESERVE(t->run->arena, t->attempts, t->count, t->capacity);
        t->attempts[t->count++] = a;
    }
    sort_attempts(t);
}

static void look_again(tuner *t)
{
    size_t finalists = t->count < FINALISTS ? t->count : FINALISTS;
    for (size_t i = 0; i < finalists && !cm_stop_asked(t->run->stop); i++)
        if (!measure_all(t, &t->attempts[i], t->slice * FINAL_SLICES))
            t->attempts[i].score = 0;
    t->count = finalists ? finalists : t->count;
    sort_attempts(t);
}

/* ---- what came out --------------------------------------------------- */

static void print_attempts(const tuner *t, size_t tried)
{
    hw_report_hide(t->run);
    fprintf(stderr, "Tuned      %zu settings on %zu test%s; weak states per second:\n", tried,
            t->test_count, t->test_count == 1 ? "" : "s");
    for (size_t i = 0; i < t->count && i < SHOWN; i++)
        fprintf(stderr, "  %8s  %s\n", hw_amount(t->run->arena, t->attempts[i].rate),
                t->attempts[i].draw
                    ? hw_tuned_text(t->run->arena, &t->attempts[i].parameters, false, " ")
                    : "without tuning");
}

static bool save(const tuner *t, const char *path)
{
    const attempt *best = &t->attempts[0];
    cm_arena *arena = t->run->arena;
    const char *text = cm_arena_printf(arena, "# cmcm run --tune: %s weak states per second\n%s\n",
                                       hw_amount(arena, best->rate),
                                       hw_tuned_text(arena, &best->parameters, false, "\n"));
    return cli_write_file(path, text, strlen(text));
}

int hw_tune(hw_run *run)
{
    tuner t = {.run = run};
    double begun = hw_now(), seconds = run->settings->tune_seconds;
    int status = choose_tests(&t);
    if (status != CLI_OK)
        return status;
    t.slice = fmax(LEAST_SLICE, fmin(MOST_SLICE, seconds / SLICES / (double)t.test_count));
    t.end = begun + seconds * (1 - FINAL_SHARE);
    search(&t);
    size_t tried = t.count;
    look_again(&t);
    if (t.count == 0)
        return complain(CLI_DEVICE, "no setting could be run");
    if (!run->settings->quiet)
        print_attempts(&t, tried);
    run->parameters = t.attempts[0].parameters;
    const char *path = run->settings->save_parameters;
    return path && !save(&t, path) ? CLI_INPUT : CLI_OK;
}
