/* Random search for the parameters that show the most weak behaviour.
 *
 *     the defaults, then drawn settings, each for a slice of time on a few tests
 *       ─▶ the best few once more, for longer: chance may have favoured them
 *
 * A setting's score is the mean of log(1 + weak states per second) over the tests,
 * so that a test that is weak anyway does not drown the others. Tests whose weak
 * outcome the defaults never show are left out where others show it.
 */
#include "campaign/run.h"

#include "base/clock.h"

#include <math.h>
#include <string.h>

enum { CANDIDATES = 24, CHOSEN = 6, FINALISTS = 4, SLICES = 48 };
#define LEAST_SLICE 0.05
#define MOST_SLICE  0.5
/* Of the time, for the second look; a finalist is looked at for so many slices. */
#define FINAL_SHARE  0.25
#define FINAL_SLICES 3.0

typedef struct tuner {
    cm_campaign *run;
    cm_mix mix;
    const cm_campaign_test *all;
    size_t all_count;
    const cm_campaign_test **tests; /* of these, as are chosen */
    size_t test_count;
    cm_campaign_attempt *attempts; /* the best first, once sorted */
    size_t count, capacity;
    double seconds, slice, end;
    const char *why;
} tuner;

/* ---- measuring ------------------------------------------------------- */

typedef struct measurement {
    cm_campaign *run;
    const cm_campaign_test *from;
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
    const cm_test *test = cm_campaign_parse(&m->work, m->from);
    if (!test)
        return;
    m->mix = cm_campaign_mix(test);
    cm_campaign_ran ran = cm_campaign_once(m->run, &m->work, test, &m->parameters);
    m->done = ran.result.end == CM_WORKER_DONE;
    m->why = ran.result.reason;
    if (m->done && ran.result.outcome.wall_seconds > 0)
        m->rate = (double)cm_campaign_weak(test, ran.result.outcome.seen) /
                  ran.result.outcome.wall_seconds;
}

/* One test with parameters for so long. */
static measurement measure_test(tuner *t, const cm_campaign_test *from,
                                const cm_parameters *parameters, double seconds)
{
    measurement m = {.run = t->run, .from = from, .parameters = *parameters, .why = ""};
    m.parameters.seconds = seconds;
    m.parameters.iterations = m.parameters.rounds = 0;
    cm_arena_reset(t->run->test_arena, 0);
    m.work = cm_work_new(t->run->test_arena);
    if (!cm_arena_protect(t->run->test_arena, measure_protected, &m))
        m.done = false;
    return m;
}

/* All tests; false: some could not be run so. */
static bool measure_all(tuner *t, cm_campaign_attempt *a, double seconds)
{
    double logarithms = 0, rate = 0;
    for (size_t i = 0; i < t->test_count; i++) {
        measurement m = measure_test(t, t->tests[i], &a->parameters, seconds);
        if (!m.done)
            return false;
        logarithms += log1p(m.rate);
        rate += m.rate;
    }
    a->score = logarithms / (double)t->test_count;
    a->rate = rate;
    return true;
}

/* ---- which tests ----------------------------------------------------- */

static cm_tune_end choose_tests(tuner *t)
{
    cm_campaign *run = t->run;
    size_t all = t->all_count, tried = all < CANDIDATES ? all : CANDIDATES, idle = 0;
    double slice = fmax(LEAST_SLICE, fmin(MOST_SLICE, t->seconds / SLICES / (double)tried));
    const cm_campaign_test **quiet = CM_NEW_ARRAY(run->arena, tried, const cm_campaign_test *);
    t->tests = CM_NEW_ARRAY(run->arena, tried, const cm_campaign_test *);
    t->why = "no test";
    for (size_t i = 0; i < tried && t->test_count < CHOSEN; i++) {
        const cm_campaign_test *from = &t->all[i * all / tried];
        measurement m = measure_test(t, from, &run->parameters, slice);
        if (!m.done) {
            t->why = cm_arena_text(run->arena, m.why, strlen(m.why));
            continue;
        }
        if (t->test_count + idle > 0 && m.mix != t->mix)
            return CM_TUNE_MIXED;
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
    return t->test_count ? CM_TUNE_DONE : CM_TUNE_LACKING;
}

/* ---- the search ------------------------------------------------------ */

static void sort_attempts(tuner *t)
{
    for (size_t i = 1; i < t->count; i++) {
        cm_campaign_attempt moved = t->attempts[i];
        size_t to = i;
        for (; to > 0 && t->attempts[to - 1].score < moved.score; to--)
            t->attempts[to] = t->attempts[to - 1];
        t->attempts[to] = moved;
    }
}

/* ---- all ------------------------------------------------------------- */

cm_tuning cm_campaign_tune(cm_campaign *campaign, const cm_campaign_test *tests, size_t count,
                           double seconds)
{
    tuner t = {.run = campaign, .all = tests, .all_count = count, .seconds = seconds};
    double begun = cm_clock_seconds();
    cm_tune_end end = choose_tests(&t);
    if (end != CM_TUNE_DONE)
        return (cm_tuning){.end = end, .why = t.why};
    t.slice = fmax(LEAST_SLICE, fmin(MOST_SLICE, seconds / SLICES / (double)t.test_count));
    t.end = begun + seconds * (1 - FINAL_SHARE);
    for (uint64_t draw = 0;
         draw == 0 || !(cm_stop_asked(campaign->stop) || cm_clock_seconds() >= t.end); draw++) {
        cm_campaign_attempt a = {.draw = draw, .parameters = t.run->parameters};
        if (draw > 0)
            cm_parameters_draw(&a.parameters, t.mix, draw);
        if (!measure_all(&t, &a, t.slice))
            continue;
        CM_PUSH(t.run->arena, t.attempts, t.count, t.capacity, a);
    }
    sort_attempts(&t);
    size_t tried = t.count;
    /* A second look at the best: chance may have favoured them. */
    size_t finalists = t.count < FINALISTS ? t.count : FINALISTS;
    for (size_t i = 0; i < finalists && !cm_stop_asked(campaign->stop); i++)
        if (!measure_all(&t, &t.attempts[i], t.slice * FINAL_SLICES))
            t.attempts[i].score = 0;
    t.count = finalists;
    sort_attempts(&t);
    if (t.count == 0)
        return (cm_tuning){.end = CM_TUNE_LACKING, .why = "no setting could be run"};
    return (cm_tuning){CM_TUNE_DONE, "", t.attempts, t.count, tried, t.test_count};
}
