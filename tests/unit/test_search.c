/* The search for what was not seen, on hardware that this test makes up. */
#include "campaign/search_parts.h"

#include "litmus_open.h"
#include "tests/unit/unit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { TESTS = 12, EASY = 2, RARE = 2, FORBIDDEN = 2 }; /* the rest is hidden */

/* Which of them a test of that number is. */
typedef enum kind { KIND_EASY, KIND_RARE, KIND_HIDDEN, KIND_FORBIDDEN } kind;
static kind kind_of(size_t test)
{
    if (test < EASY)
        return KIND_EASY;
    if (test < EASY + RARE)
        return KIND_RARE;
    return test < TESTS - FORBIDDEN ? KIND_HIDDEN : KIND_FORBIDDEN;
}

/* How often a setting shows a test, a second. What is hidden is shown by few settings, which are
 * those that show most of what is rare. */
static double rate(size_t test, const cm_parameters *p)
{
    bool touches = p->given[CM_TOUCH] && p->tuned[CM_TOUCH] == 100;
    bool narrow = p->given[CM_STRIDE] && p->tuned[CM_STRIDE] == 16;
    bool turns = p->given[CM_ROTATE] && p->tuned[CM_ROTATE] == 7;
    switch (kind_of(test)) {
    case KIND_EASY:
        return 1e6;
    case KIND_RARE:
        return 40 + (touches ? 1000 : 0) + (narrow ? 1000 : 0) + (turns ? 1000 : 0);
    case KIND_HIDDEN:
        return touches && narrow && turns ? 40 + (double)test : 0;
    case KIND_FORBIDDEN:
        break;
    }
    return 0;
}

typedef struct world {
    opened o;
    cm_search *search;
    bool all_refused;
    bool fades, shown[TESTS]; /* fades: a test is shown in one look, and never again */
    size_t looks, forbidden_looks;
    double seconds;
    bool homes[3]; /* a look with none, with two, at a refused place */
} world;

#define TWO_GPUS                                                                                   \
    "PTX MP+a\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n st.relaxed.sys [x],1 | "        \
    "ld.relaxed.sys r0,[y] ;\n st.relaxed.sys [y],1 | ld.relaxed.sys r1,[x] ;\n"                   \
    "exists (1:r0=1 /\\ 1:r1=0)\n"
#define AT_HOME                                                                                    \
    "PTX MP+a\n{ x=0; y@gpu 0=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n st.relaxed.sys [x],1 | "  \
    "ld.relaxed.sys r0,[y] ;\n st.relaxed.sys [y],1 | ld.relaxed.sys r1,[x] ;\n"                   \
    "exists (1:r0=1 /\\ 1:r1=0)\n"

static void begin(world *w, const char *text, size_t tests)
{
    *w = (world){0};
    cm_parameters base;
    open_text(&w->o, text);
    cm_parameters_init(&base);
    base.iterations = 7;
    w->search = cm_search_new(w->o.arena, &base, tests, 5);
}

static cm_campaign_class class_of(kind what, bool seen)
{
    if (what == KIND_FORBIDDEN)
        return CM_CAMPAIGN_FORBIDDEN_NOT_SEEN;
    return seen ? CM_CAMPAIGN_ALLOWED_SEEN : CM_CAMPAIGN_ALLOWED_NOT_SEEN;
}

/* What this hardware does in a look: as many events as the rate says, without chance. */
static bool step(world *w)
{
    cm_search_look look;
    if (!cm_search_next(w->search, &look))
        return false;
    assert_true(look.parameters.seconds > 0 && look.parameters.iterations == 0);
    double events = floor(rate(look.test, &look.parameters) * look.parameters.seconds);
    if (w->fades && w->shown[look.test])
        events = 0;
    w->shown[look.test] |= events > 0;
    cm_campaign_result result = {
        .test = w->o.test,
        .class = class_of(kind_of(look.test), events > 0),
        .weak = (uint64_t)events,
        .record = {.instances = 1000000, .wall_seconds = look.parameters.seconds}};
    if (w->all_refused && !look.first)
        result.record.end = CM_RECORD_REFUSED;
    w->looks++;
    w->seconds += look.parameters.seconds;
    w->forbidden_looks += kind_of(look.test) == KIND_FORBIDDEN;
    w->homes[*look.parameters.homes != '\0'] = true;
    if (*look.parameters.homes)
        assert_non_null(strstr(look.parameters.homes, ",y="));
    cm_search_learn(w->search, &result);
    return true;
}

TEST(finds_the_hidden)
{
    world w;
    begin(&w, TWO_GPUS, TESTS);
    while (step(&w))
        assert_true(w.looks < 20000);
    cm_search_sum sum = cm_search_total(w.search);
    assert_int_equal(sum.tests, TESTS);
    assert_int_equal(sum.classes[CM_CAMPAIGN_FORBIDDEN_NOT_SEEN], FORBIDDEN);
    assert_int_equal(sum.classes[CM_CAMPAIGN_ALLOWED_SEEN], TESTS - FORBIDDEN);
    assert_int_equal(sum.classes[CM_CAMPAIGN_ALLOWED_NOT_SEEN], 0);
    assert_true(sum.bound == 0);
    assert_int_equal(w.forbidden_looks, FORBIDDEN); /* once each: nothing is to be found there */
    assert_true(w.homes[0] && w.homes[1]);          /* homes are tried, too */
    assert_int_equal(sum.looks, w.looks);
    /* Of all settings one in 120 shows what is hidden, and there are six to find: what was learned
     * has to be used. */
    if (w.looks > 450)
        fail_msg("%zu looks", w.looks);
    close_test(&w.o);
}

/* Nothing but the defaults can be had; the search ends with its time, not in a circle. */
TEST(ends_when_refused)
{
    world w;
    begin(&w, AT_HOME, EASY + RARE + 1);
    w.all_refused = true;
    for (int i = 0; i < 2000; i++)
        assert_true(step(&w));
    assert_false(w.homes[1]); /* the test says where y lives */
    cm_search_sum sum = cm_search_total(w.search);
    assert_int_equal(sum.classes[CM_CAMPAIGN_ALLOWED_NOT_SEEN], 1);
    assert_true(fabs(sum.bound - 3e-6) < 1e-12);
    assert_int_equal(sum.classes[CM_CAMPAIGN_ALLOWED_SEEN], EASY + RARE);
    close_test(&w.o);
}

/* What was seen once was seen, whatever later looks show. */
TEST(seen_once_is_seen)
{
    world w;
    begin(&w, TWO_GPUS, TESTS);
    w.fades = true;
    while (step(&w))
        assert_true(w.looks < 20000);
    size_t shown = 0;
    for (size_t i = 0; i < TESTS; i++)
        shown += w.shown[i];
    assert_true(shown >= EASY + RARE && w.looks > TESTS);
    assert_int_equal(cm_search_total(w.search).classes[CM_CAMPAIGN_ALLOWED_SEEN], shown);
    close_test(&w.o);
}

/* A setting that surely shows less than the best goes, unless it has found something. */
TEST(the_worse_goes)
{
    enum { BEST, WORSE, LUCKY, NEAR, UNTRIED, ARMS };
    static const double events[ARMS] = {[BEST] = 10000, [WORSE] = 10, [LUCKY] = 10, [NEAR] = 9900};
    world w;
    begin(&w, TWO_GPUS, 1);
    cm_search_family family = {.arm_count = ARMS, .gauge_count = 1};
    for (int i = 0; i < UNTRIED; i++) {
        family.arms[i].events[0] = events[i];
        family.arms[i].seconds[0] = 1;
    }
    family.arms[LUCKY].finds = 1;
    w.search->families = &family;
    w.search->family_count = 1;
    cm_search_race(w.search, 0);
    for (int i = 0; i < ARMS; i++)
        assert_int_equal(family.arms[i].dropped, i == WORSE);
    assert_int_equal(family.kept, 0); /* UNTRIED has its turn first */
    close_test(&w.o);
}

/* ---- a machine where to change the setting costs time ------------------ */

enum { MANY = 40, CHANGE = 20000000, FIRST_SHOWN = MANY / 2 }; /* nanoseconds */

typedef struct slow {
    world w;
    cm_parameters last;
    bool some_shown; /* with x in host memory and y at the writer, half of the tests */
    size_t looks, changes, found, changes_to_shown;
} slow;

static bool is_other(const cm_parameters *a, const cm_parameters *b)
{
    return strcmp(a->homes, b->homes) != 0 || a->memory != b->memory ||
           memcmp(a->tuned, b->tuned, sizeof a->tuned) != 0 ||
           memcmp(a->given, b->given, sizeof a->given) != 0;
}

static bool slow_step(slow *s)
{
    static const struct timespec change = {.tv_nsec = CHANGE};
    const double looked = 1e-3;
    cm_search_look look;
    if (!cm_search_next(s->w.search, &look))
        return false;
    bool home = strcmp(look.parameters.homes, "x=cpu,y=writer") == 0;
    bool changes = !look.first && is_other(&look.parameters, &s->last);
    bool shown = s->some_shown && home && look.test >= FIRST_SHOWN;
    s->looks += !look.first;
    s->changes += changes;
    s->changes_to_shown += changes && home;
    s->found += shown;
    s->last = look.parameters;
    if (changes)
        nanosleep(&change, NULL);
    const cm_campaign_result result = {.test = s->w.o.test,
                                       .class = class_of(KIND_HIDDEN, shown),
                                       .weak = shown,
                                       .record = {.instances = 1000, .wall_seconds = looked}};
    cm_search_learn(s->w.search, &result);
    return true;
}

static slow begin_slow(bool some_shown)
{
    slow s = {.some_shown = some_shown};
    cm_parameters base;
    open_text(&s.w.o, TWO_GPUS);
    cm_parameters_init(&base);
    s.w.search = cm_search_new(s.w.o.arena, &base, MANY, 1);
    return s;
}

/* As much time goes into looks as into changes: twenty looks for each. */
TEST(stays_while_a_change_costs_more)
{
    enum { LOOKS_FOR_EACH = 15 };
    slow s = begin_slow(false);
    while (slow_step(&s))
        assert_true(s.looks < 100000);
    assert_true(s.changes > 1 && s.looks > 0);
    if (s.changes * LOOKS_FOR_EACH > s.looks)
        fail_msg("%zu changes, %zu looks", s.changes, s.looks);
    close_test(&s.w.o);
}

/* What finds half of the tests is kept until all of these are found, though chance has it that
 * many looks in a row are in vain. */
TEST(stays_while_it_finds)
{
    slow s = begin_slow(true);
    while (s.found < MANY - FIRST_SHOWN)
        assert_true(slow_step(&s));
    assert_int_equal(s.changes_to_shown, 1);
    assert_true(s.changes <= 2);
    close_test(&s.w.o);
}

TEST(bounds)
{
    assert_true(fabs(cm_rate_most(0, 2) - 1.5) < 1e-12); /* the rule of three */
    assert_true(cm_rate_least(0, 2) == 0 && cm_rate_least(3, 2) == 0);
    assert_true(fabs(cm_rate_least(100, 2) - 40) < 1e-12);
    assert_true(fabs(cm_rate_most(100, 2) - 60) < 1e-12);
    assert_true(cm_rate_most(0, 0) == INFINITY && cm_rate_least(0, 0) == 0);
}

/* What the best had in common is drawn more often, and nothing becomes impossible. */
TEST(odds)
{
    cm_odds odds;
    cm_odds_init(&odds);
    const cm_draw good = {{[CM_LANES] = 2}};
    for (int i = 0; i < 20; i++)
        cm_odds_learn(&odds, &good);
    unsigned twos = 0, others = 0;
    for (uint64_t draw = 1; draw <= 1000; draw++) {
        cm_draw drawn = cm_parameters_pick(&odds, 1, draw);
        (drawn.picks[CM_LANES] == 2 ? twos++ : others++);
    }
    assert_true(twos > 850 && others > 10);
}
