#include "campaign/search.h"

#include "base/clock.h"
#include "litmus/isa/isa.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { GAUGES = 2, ARMS = 16, KEPT = 4, NAME = 64 };
enum { DRY = 8 };        /* tries in vain, after which settings race */
#define FIRST_SHARE 0.3  /* of the time, for the first look at all tests */
#define LEARN_SHARE 0.5  /* of what a family has had, for its race */
#define LEAST_SLICE 0.05 /* seconds of a look */
#define MOST_SLICE  1.0
#define LOOKS       8.0   /* that there shall be time for, at each open test */
#define OVERHEAD    0.04  /* seconds that code takes to be made for a look */
#define LEAST_RATE  1e-10 /* a test whose rate is less than that, with 95 % confidence, is left */

/* ---- where memory lives ---------------------------------------------- */

/* Besides the parameters: memory of a kind, or the homes of the first location and of the others.
 * Write-combined memory is not among them, whose order is not that of the models. */
typedef struct place {
    cm_memory_kind memory;
    const char *first, *rest; /* NULL: no homes */
} place;

static const place cpu_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL}, {CM_MEMORY_HUGE, NULL, NULL}};
static const place gpu_places[] = {
    {CM_MEMORY_DEFAULT, NULL, NULL}, {CM_MEMORY_PINNED, NULL, NULL}, {CM_MEMORY_PEER, NULL, NULL}};
static const place gpus_places[] = {
    {CM_MEMORY_DEFAULT, NULL, NULL},        {CM_MEMORY_DEFAULT, "reader", "writer"},
    {CM_MEMORY_DEFAULT, "cpu", "writer"},   {CM_MEMORY_DEFAULT, "cpu", "reader"},
    {CM_MEMORY_DEFAULT, "reader", "cpu"},   {CM_MEMORY_DEFAULT, "reader", "reader"},
    {CM_MEMORY_DEFAULT, "writer", "cpu"},   {CM_MEMORY_DEFAULT, "cpu", "cpu"},
    {CM_MEMORY_DEFAULT, "writer", "reader"}};
static const place both_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL},
                                    {CM_MEMORY_MANAGED, NULL, NULL},
                                    {CM_MEMORY_MANAGED_CPU, NULL, NULL},
                                    {CM_MEMORY_MANAGED_GPU, NULL, NULL}};

typedef struct place_list {
    const place *places;
    size_t count;
} place_list;
#define LIST(list)                                                                                 \
    {                                                                                              \
        list, sizeof(list) / sizeof *(list)                                                        \
    }

/* ---- what is known --------------------------------------------------- */

typedef enum test_state { TEST_NEW, TEST_OPEN, TEST_SEEN, TEST_SHUT } test_state;

typedef struct test_known {
    test_state state;
    cm_campaign_class class;
    bool ran;
    int family;
    unsigned looks;
    double outcomes, rate; /* rate: of what it asks about, when it was seen */
    const char **names;    /* of the locations that may have a home; NULL: it says itself */
    int name_count;
} test_known;

typedef struct arm {
    cm_draw draw;
    size_t place; /* into the family's */
    bool dropped;
    double events[GAUGES], seconds[GAUGES];
    unsigned tries, finds;
} arm;

typedef struct family {
    char name[NAME];
    cm_mix mix;
    place_list places;
    arm arms[ARMS];
    int arm_count, kept, gauge_count; /* kept: the first so many did best before */
    size_t gauges[GAUGES], open;
    double raced, tried; /* seconds */
    unsigned dry;        /* tries since something was found */
    uint64_t draws;
    cm_odds odds;
} family;

/* What was asked for last. */
typedef enum look_kind { LOOK_FIRST, LOOK_RACE, LOOK_TRY } look_kind;
typedef struct asked {
    look_kind kind;
    size_t test;
    int family, arm, gauge;
} asked;

struct cm_search {
    cm_arena *arena;
    cm_parameters base;
    test_known *tests;
    size_t count, first;
    family *families;
    size_t family_count, family_capacity;
    double begun, seconds;
    uint64_t chance;
    asked asked;
    cm_search_sum sum;
};

cm_search *cm_search_new(cm_arena *arena, const cm_parameters *base, size_t tests, double seconds)
{
    cm_search *s = CM_NEW(arena, cm_search);
    *s = (cm_search){.arena = arena,
                     .base = *base,
                     .tests = CM_NEW_ARRAY(arena, tests, test_known),
                     .count = tests,
                     .begun = cm_clock_seconds(),
                     .seconds = seconds};
    s->base.iterations = s->base.rounds = 0;
    memset(s->tests, 0, tests * sizeof *s->tests);
    return s;
}

/* ---- rates ----------------------------------------------------------- */

double cm_rate_least(double events, double seconds)
{
    double least = events - 2 * sqrt(events);
    return seconds > 0 && least > 0 ? least / seconds : 0;
}

double cm_rate_most(double events, double seconds)
{
    static const double rule_of_three = 3;
    double most = events + 2 * sqrt(events);
    return seconds > 0 ? fmax(most, rule_of_three) / seconds : INFINITY;
}

/* Of the gauge that shows least under a setting. */
static double rarest(const family *f, const arm *a, double (*rate)(double, double))
{
    double least = INFINITY;
    for (int g = 0; g < f->gauge_count; g++)
        least = fmin(least, rate(a->events[g], a->seconds[g]));
    return least;
}

static double mean_rate(double events, double seconds)
{
    return seconds > 0 ? events / seconds : 0;
}

/* The rate of the rarest counts, where it is the same all of them. */
static double score(const family *f, const arm *a)
{
    double all = 0;
    for (int g = 0; g < f->gauge_count; g++)
        all += log1p(mean_rate(a->events[g], a->seconds[g]));
    return f->gauge_count ? log1p(rarest(f, a, mean_rate)) + all / 100 : 0;
}

/* ---- settings -------------------------------------------------------- */

/* Some of the parameters of a setting that did well, changed as chance has it. */
static void mutate(cm_search *s, const family *f, const arm *parent, arm *a)
{
    enum { EACH = 5 };
    for (uint64_t i = 0; i < CM_TUNABLE_COUNT; i++)
        if (cm_random(s->base.seed ^ f->draws, CM_TUNABLE_COUNT, i) % EACH != 0)
            a->draw.picks[i] = parent->draw.picks[i];
    if (cm_random(s->base.seed ^ f->draws, CM_TUNABLE_COUNT, CM_TUNABLE_COUNT) % EACH != 0)
        a->place = parent->place;
}

/* By chance alone, by what the best have in common, or one of the best with changes. */
static arm new_arm(cm_search *s, family *f)
{
    enum { BY_CHANCE, BY_ODDS, WAYS = 4 };
    uint64_t number = ++f->draws, way = f->kept ? number % WAYS : BY_CHANCE;
    arm a = {.draw = cm_parameters_pick(way == BY_ODDS ? &f->odds : NULL, s->base.seed, number)};
    a.place = (size_t)(cm_random(s->base.seed, number, CM_TUNABLE_COUNT) % f->places.count);
    const arm *parent = f->kept ? &f->arms[number % (unsigned)f->kept] : NULL;
    if (way > BY_ODDS)
        mutate(s, f, parent, &a);
    s->sum.settings++;
    return a;
}

/* The defaults, at each place: what helps at one of them helps many tests. */
static void begin_arms(family *f)
{
    for (size_t i = 0; i < f->places.count && f->arm_count < ARMS; i++) {
        f->arms[f->arm_count] = (arm){.place = i};
        memset(f->arms[f->arm_count++].draw.picks, CM_CHOICES, sizeof(cm_draw));
    }
}

static void fill_up(cm_search *s, family *f)
{
    while (f->arm_count < ARMS)
        f->arms[f->arm_count++] = new_arm(s, f);
}

/* What was found counts most. */
static bool is_better(const family *f, const arm *a, const arm *b)
{
    if (a->dropped != b->dropped)
        return b->dropped;
    if (a->finds != b->finds)
        return a->finds > b->finds;
    return score(f, a) > score(f, b);
}

static void sort_arms(family *f)
{
    for (int i = 1; i < f->arm_count; i++) {
        arm moved = f->arms[i];
        int to = i;
        for (; to > 0 && is_better(f, &moved, &f->arms[to - 1]); to--)
            f->arms[to] = f->arms[to - 1];
        f->arms[to] = moved;
    }
}

/* The tests of the family that were seen and are the rarest. */
static void choose_gauges(cm_search *s, int index)
{
    family *f = &s->families[index];
    f->gauge_count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const test_known *t = &s->tests[i];
        if (t->family != index || t->state != TEST_SEEN)
            continue;
        int at = f->gauge_count < GAUGES ? f->gauge_count++ : GAUGES;
        for (; at > 0 && s->tests[f->gauges[at - 1]].rate > t->rate; at--)
            if (at < GAUGES)
                f->gauges[at] = f->gauges[at - 1];
        if (at < GAUGES)
            f->gauges[at] = i;
    }
}

/* The best go on, with a clean record: the gauges are others, and those that had luck lose it. */
static void next_generation(cm_search *s, int index)
{
    family *f = &s->families[index];
    sort_arms(f);
    for (int i = 0; i < f->arm_count && i < KEPT; i++)
        if (!f->arms[i].dropped)
            cm_odds_learn(&f->odds, &f->arms[i].draw);
    int kept = 0;
    for (int i = 0; i < f->arm_count && kept < KEPT; i++) {
        if (f->arms[i].dropped)
            continue;
        arm a = f->arms[i];
        memset(a.events, 0, sizeof a.events);
        memset(a.seconds, 0, sizeof a.seconds);
        a.finds = (a.finds + 1) / 2;
        a.tries /= 2;
        f->arms[kept++] = a;
    }
    f->arm_count = f->kept = kept;
    choose_gauges(s, index);
    fill_up(s, f);
}

/* Drops what is worse than the best with confidence. */
static void race(cm_search *s, int index)
{
    family *f = &s->families[index];
    double best = 0;
    bool all = true;
    for (int i = 0; i < f->arm_count; i++)
        if (!f->arms[i].dropped)
            best = fmax(best, rarest(f, &f->arms[i], cm_rate_least));
    for (int i = 0; i < f->arm_count; i++) {
        arm *a = &f->arms[i];
        if (!a->finds && rarest(f, a, cm_rate_most) < best)
            a->dropped = true;
        for (int g = 0; g < f->gauge_count; g++)
            all = all && (a->dropped || a->seconds[g] > 0);
        if (f->gauge_count == 0)
            all = all && (a->dropped || a->tries > 0);
    }
    if (all)
        next_generation(s, index);
}

/* ---- families -------------------------------------------------------- */

static int gpus_of(const cm_test *test)
{
    int first = -1;
    for (int i = 0; i < test->thread_count; i++) {
        const cm_thread *t = &test->threads[i];
        if (cm_arch_is_gpu(t->arch) && first >= 0 && t->at.gpu != first)
            return 2;
        if (cm_arch_is_gpu(t->arch))
            first = t->at.gpu;
    }
    return first >= 0;
}

static place_list places_for(const cm_search *s, const cm_test *test, cm_mix mix)
{
    static const place_list lists[CM_MIX_COUNT] = {[CM_MIX_CPU] = LIST(cpu_places),
                                                   [CM_MIX_GPU] = LIST(gpu_places),
                                                   [CM_MIX_BOTH] = LIST(both_places)};
    static const place_list gpus = LIST(gpus_places);
    place_list list = lists[mix];
    if (gpus_of(test) > 1)
        list = mix == CM_MIX_GPU ? gpus : list;
    if (s->base.memory != CM_MEMORY_DEFAULT || *s->base.homes)
        list.count = 1; /* what was asked for */
    return list;
}

/* The name's beginning, to the first coordinate, and the direction where it says one. */
static void name_of(const cm_test *test, char *name)
{
    size_t length = strcspn(test->name, "+-");
    const char *direction = "";
    for (int i = 0; i < test->metadata_count; i++)
        if (strcmp(test->metadata[i].key, "direction") == 0)
            direction = test->metadata[i].value;
    snprintf(name, NAME, "%.*s %s %d", (int)(length < NAME / 2 ? length : NAME / 2), test->name,
             direction, gpus_of(test));
}

static int family_of(cm_search *s, const cm_test *test)
{
    char name[NAME];
    cm_mix mix = cm_campaign_mix(test);
    name_of(test, name);
    for (size_t i = 0; i < s->family_count; i++)
        if (s->families[i].mix == mix && strcmp(s->families[i].name, name) == 0)
            return (int)i;
    CM_RESERVE(s->arena, s->families, s->family_count, s->family_capacity);
    family *f = &s->families[s->family_count];
    *f = (family){.mix = mix, .places = places_for(s, test, mix)};
    memcpy(f->name, name, sizeof name);
    cm_odds_init(&f->odds);
    begin_arms(f);
    s->sum.settings += (size_t)f->arm_count;
    fill_up(s, f);
    return (int)s->family_count++;
}

/* Names of the locations, unless the test says where one lives. */
static void keep_names(cm_search *s, test_known *t, const cm_test *test)
{
    t->names = CM_NEW_ARRAY(s->arena, (size_t)test->location_count + 1, const char *);
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *l = &test->locations[i];
        if (l->home.kind != CM_HOME_UNSAID) {
            t->names = NULL;
            return;
        }
        if (l->space != CM_SPACE_SHARED && !l->is_code && l->alias_of < 0)
            t->names[t->name_count++] = cm_arena_text(s->arena, l->name, strlen(l->name));
    }
}

/* ---- what to run next ------------------------------------------------ */

static double left(const cm_search *s)
{
    return s->begun + s->seconds - cm_clock_seconds();
}

static void set_homes(const test_known *t, const place *at, cm_parameters *p)
{
    char homes[CM_HOMES] = "";
    size_t used = 0;
    for (int i = 0; at->first && t->names && i < t->name_count && used < sizeof homes; i++)
        used += (size_t)snprintf(homes + used, sizeof homes - used, "%s%s=%s", i ? "," : "",
                                 t->names[i], i ? at->rest : at->first);
    if (used < sizeof homes && used > 0)
        memcpy(p->homes, homes, used + 1);
}

static cm_parameters parameters_for(cm_search *s, const test_known *t, const family *f,
                                    const arm *a, double seconds)
{
    cm_parameters p = s->base;
    p.seconds = fmin(seconds, fmax(LEAST_SLICE, left(s)));
    p.seed = s->base.seed + t->looks;
    if (!a)
        return p;
    const place *at = &f->places.places[a->place];
    if (at->memory != CM_MEMORY_DEFAULT)
        p.memory = at->memory;
    set_homes(t, at, &p);
    cm_parameters_take(&p, f->mix, &a->draw);
    return p;
}

/* The family that has had least time for each of its open tests; -1: none has any. */
static int needy(const cm_search *s)
{
    int found = -1;
    double least = INFINITY;
    for (size_t i = 0; i < s->family_count; i++) {
        const family *f = &s->families[i];
        double had = f->open ? (f->raced + f->tried) / (double)f->open : INFINITY;
        if (had < least) {
            least = had;
            found = (int)i;
        }
    }
    return found;
}

/* The setting and gauge that have had least; false: no gauge. */
static bool next_race(family *f, asked *a)
{
    double least = INFINITY;
    for (int i = 0; i < f->arm_count; i++)
        for (int g = 0; !f->arms[i].dropped && g < f->gauge_count; g++)
            if (f->arms[i].seconds[g] < least) {
                least = f->arms[i].seconds[g];
                a->arm = i;
                a->gauge = g;
            }
    return least < INFINITY;
}

/* Upper confidence bounds (Auer et al., 2002) of how often a setting finds something, and a share
 * for what it did in the race. */
static int best_try(const family *f)
{
    double most = -1, best_score = 0, all = 1;
    int found = 0;
    for (int i = 0; i < f->arm_count; i++) {
        best_score = fmax(best_score, score(f, &f->arms[i]));
        all += f->arms[i].tries;
    }
    for (int i = 0; i < f->arm_count; i++) {
        const arm *a = &f->arms[i];
        double value =
            (a->finds + 0.5) / (a->tries + 1.0) + 0.3 * sqrt(log(all) / (a->tries + 1.0));
        if (best_score > 0)
            value += 0.3 * score(f, a) / best_score;
        if (!a->dropped && value > most) {
            most = value;
            found = i;
        }
    }
    return found;
}

/* The open test that was looked at least. */
static size_t next_open(const cm_search *s, int family_index)
{
    size_t found = s->count;
    for (size_t i = 0; i < s->count; i++) {
        const test_known *t = &s->tests[i];
        if (t->state == TEST_OPEN && t->family == family_index &&
            (found == s->count || t->looks < s->tests[found].looks))
            found = i;
    }
    return found;
}

static double slice(const cm_search *s)
{
    size_t open = 1;
    for (size_t i = 0; i < s->family_count; i++)
        open += s->families[i].open;
    double each = s->seconds / LOOKS / (double)open - OVERHEAD;
    return fmax(LEAST_SLICE, fmin(MOST_SLICE, each));
}

static bool begin_look(cm_search *s, const asked *a, double seconds, cm_search_look *look)
{
    const family *f = a->family >= 0 ? &s->families[a->family] : NULL;
    const arm *with = f ? &f->arms[a->arm] : NULL;
    s->asked = *a;
    look->test = a->test;
    look->first = a->kind == LOOK_FIRST;
    look->parameters = parameters_for(s, &s->tests[a->test], f, with, seconds);
    return true;
}

static bool first_look(cm_search *s, cm_search_look *look)
{
    asked a = {.kind = LOOK_FIRST, .test = s->first++, .family = -1};
    double each = s->seconds * FIRST_SHARE / (double)s->count - OVERHEAD;
    return begin_look(s, &a, fmax(LEAST_SLICE / 5, fmin(MOST_SLICE, each)), look);
}

bool cm_search_next(cm_search *s, cm_search_look *look)
{
    if (left(s) <= 0)
        return false;
    if (s->first < s->count)
        return first_look(s, look);
    int chosen = needy(s);
    if (chosen < 0)
        return false;
    family *f = &s->families[chosen];
    asked a = {.family = chosen};
    if (f->raced == 0 && f->tried == 0)
        choose_gauges(s, chosen);
    bool races = f->dry >= DRY && f->raced <= LEARN_SHARE * (f->raced + f->tried);
    if (races && next_race(f, &a)) {
        a.kind = LOOK_RACE;
        a.test = f->gauges[a.gauge];
    } else {
        a.kind = LOOK_TRY;
        a.arm = best_try(f);
        a.test = next_open(s, chosen);
    }
    return begin_look(s, &a, slice(s), look);
}

/* ---- what came of it ------------------------------------------------- */

static test_state state_of(const cm_campaign_result *result)
{
    switch (result->class) {
    case CM_CAMPAIGN_ALLOWED_SEEN:
        return TEST_SEEN;
    case CM_CAMPAIGN_ALLOWED_NOT_SEEN:
        return TEST_OPEN;
    case CM_CAMPAIGN_UNJUDGED:
        return result->weak ? TEST_SEEN : TEST_OPEN;
    case CM_CAMPAIGN_FORBIDDEN_NOT_SEEN:
    case CM_CAMPAIGN_FORBIDDEN_SEEN:
    case CM_CAMPAIGN_CLASSES:
        break;
    }
    return TEST_SHUT;
}

/* What was seen once was seen; what is forbidden and was seen is worst. */
static cm_campaign_class worse(const test_known *t, cm_campaign_class class)
{
    if (!t->ran || class == CM_CAMPAIGN_FORBIDDEN_SEEN)
        return class;
    bool stays = t->class == CM_CAMPAIGN_FORBIDDEN_SEEN || t->class == CM_CAMPAIGN_ALLOWED_SEEN;
    return stays || class == CM_CAMPAIGN_UNJUDGED ? t->class : class;
}

static void set_state(cm_search *s, test_known *t, test_state to)
{
    if (t->state == TEST_OPEN && to != TEST_OPEN)
        s->families[t->family].open--;
    if (t->state != TEST_OPEN && to == TEST_OPEN)
        s->families[t->family].open++;
    t->state = to;
}

static void meet(cm_search *s, test_known *t, const cm_campaign_result *result)
{
    if (result->record.end != CM_RECORD_DONE || !result->test) {
        t->state = TEST_SHUT;
        t->family = -1;
        return;
    }
    t->family = family_of(s, result->test);
    keep_names(s, t, result->test);
}

/* A setting that cannot be had here is not tried again. */
static void credit(cm_search *s, const cm_campaign_result *result, bool found)
{
    const asked *a = &s->asked;
    family *f = &s->families[a->family];
    arm *with = &f->arms[a->arm];
    double took = result->record.wall_seconds + OVERHEAD;
    *(a->kind == LOOK_RACE ? &f->raced : &f->tried) += took;
    if (result->record.end != CM_RECORD_DONE)
        with->dropped = true;
    if (a->kind == LOOK_TRY) {
        with->tries++;
        with->finds += found;
        f->dry = found ? 0 : f->dry + 1;
    } else {
        with->events[a->gauge] += (double)result->weak;
        with->seconds[a->gauge] += fmax(result->record.wall_seconds, 1e-6);
    }
    race(s, a->family);
}

void cm_search_learn(cm_search *s, const cm_campaign_result *result)
{
    test_known *t = &s->tests[s->asked.test];
    bool done = !result->unreadable && !result->stopped && result->record.end == CM_RECORD_DONE;
    s->sum.looks++;
    t->looks++;
    if (s->asked.kind == LOOK_FIRST)
        meet(s, t, result);
    if (done) {
        test_state to = t->state == TEST_SEEN ? TEST_SEEN : state_of(result);
        double rate = mean_rate((double)result->weak, result->record.wall_seconds);
        t->class = worse(t, result->class);
        t->ran = true;
        t->outcomes += (double)result->record.instances;
        if (to == TEST_SEEN && t->state != TEST_SEEN)
            t->rate = rate;
        if (to == TEST_OPEN && 3 / t->outcomes < LEAST_RATE)
            to = TEST_SHUT;
        bool found = t->state == TEST_OPEN && to == TEST_SEEN;
        set_state(s, t, to);
        if (s->asked.kind != LOOK_FIRST)
            credit(s, result, found);
    } else if (s->asked.kind != LOOK_FIRST) {
        credit(s, result, false);
    }
}

cm_search_sum cm_search_total(const cm_search *s)
{
    cm_search_sum sum = s->sum;
    double fewest = INFINITY;
    for (size_t i = 0; i < s->count; i++) {
        const test_known *t = &s->tests[i];
        sum.tests += t->ran;
        if (t->ran)
            sum.classes[t->class]++;
        if (t->ran && t->class == CM_CAMPAIGN_ALLOWED_NOT_SEEN)
            fewest = fmin(fewest, t->outcomes);
    }
    sum.bound = fewest > 0 && fewest < INFINITY ? 3 / fewest : 0;
    return sum;
}
