#include "campaign/search_parts.h"

#include "base/clock.h"
#include "base/random.h"
#include "litmus/isa/isa.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

enum { DRY = 8 };        /* tries in vain, after which settings race */
enum { PATIENCE = 4 };   /* tries in vain with a setting that has found something */
#define FIRST_SHARE 0.3  /* of the time, for the first look at all tests */
#define LEARN_SHARE 0.5  /* of what a family has had, for its race */
#define LEAST_SLICE 0.05 /* seconds of a look */
#define MOST_SLICE  1.0
#define LOOKS       8.0   /* that there shall be time for, at each open test */
#define OVERHEAD    0.04  /* seconds that code takes to be made for a look, about */
#define LEAST_RATE  1e-10 /* a test whose rate is less than that, with 95 % confidence, is left */

cm_search *cm_search_new(cm_arena *arena, const cm_parameters *base, size_t tests, double seconds)
{
    cm_search *s = CM_NEW(arena, cm_search);
    *s = (cm_search){.arena = arena,
                     .base = *base,
                     .tests = CM_NEW_ARRAY(arena, tests, cm_search_test),
                     .count = tests,
                     .begun = cm_clock_seconds(),
                     .seconds = seconds};
    s->base.iterations = s->base.rounds = 0;
    memset(s->tests, 0, tests * sizeof *s->tests);
    return s;
}

/* ---- where memory lives ---------------------------------------------- */

/* Write-combined memory is not among them, whose order is not that of the models. What showed most
 * between two H200s comes first (docs/results.md, "Several GPUs"). */
static const cm_search_place no_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL}};
static const cm_search_place cpu_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL},
                                             {CM_MEMORY_HUGE, NULL, NULL}};
static const cm_search_place gpu_places[] = {
    {CM_MEMORY_DEFAULT, NULL, NULL}, {CM_MEMORY_PINNED, NULL, NULL}, {CM_MEMORY_PEER, NULL, NULL}};
static const cm_search_place gpus_places[] = {
    {CM_MEMORY_DEFAULT, "cpu", "writer"},    {CM_MEMORY_DEFAULT, "cpu", "reader"},
    {CM_MEMORY_DEFAULT, "reader", "writer"}, {CM_MEMORY_DEFAULT, "reader", "reader"},
    {CM_MEMORY_DEFAULT, "writer", "cpu"},    {CM_MEMORY_DEFAULT, "cpu", "cpu"},
    {CM_MEMORY_DEFAULT, NULL, NULL},         {CM_MEMORY_DEFAULT, "reader", "cpu"},
    {CM_MEMORY_DEFAULT, "writer", "reader"}};
static const cm_search_place both_places[] = {{CM_MEMORY_DEFAULT, NULL, NULL},
                                              {CM_MEMORY_MANAGED, NULL, NULL},
                                              {CM_MEMORY_MANAGED_CPU, NULL, NULL},
                                              {CM_MEMORY_MANAGED_GPU, NULL, NULL}};

#define LIST(list)                                                                                 \
    {                                                                                              \
        list, sizeof(list) / sizeof *(list)                                                        \
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

static cm_search_places places_for(const cm_search *s, const cm_test *test, cm_mix mix)
{
    static const cm_search_places lists[CM_MIX_COUNT] = {[CM_MIX_CPU] = LIST(cpu_places),
                                                         [CM_MIX_GPU] = LIST(gpu_places),
                                                         [CM_MIX_BOTH] = LIST(both_places)};
    static const cm_search_places gpus = LIST(gpus_places), anywhere = LIST(no_places);
    cm_search_places list = lists[mix];
    if (gpus_of(test) > 1)
        list = mix == CM_MIX_GPU ? gpus : list;
    bool asked = s->base.memory != CM_MEMORY_DEFAULT || *s->base.homes;
    return asked ? anywhere : list;
}

/* The family of a test, made if it is the first of it. May escape through the arena. */
static int family_of(cm_search *s, const cm_test *test)
{
    char name[CM_SEARCH_NAME];
    cm_mix mix = cm_campaign_mix(test);
    /* The name's beginning, to the first coordinate, and the direction where it says one. */
    size_t length = strcspn(test->name, "+-");
    const char *direction = cm_test_said(test, "direction");
    snprintf(name, CM_SEARCH_NAME, "%.*s %s %d",
             (int)(length < CM_SEARCH_NAME / 2 ? length : CM_SEARCH_NAME / 2), test->name,
             direction ? direction : "", gpus_of(test));
    for (size_t i = 0; i < s->family_count; i++)
        if (s->families[i].mix == mix && strcmp(s->families[i].name, name) == 0)
            return (int)i;
    CM_RESERVE(s->arena, s->families, s->family_count, s->family_capacity);
    cm_search_family *f = &s->families[s->family_count];
    *f = (cm_search_family){.mix = mix, .places = places_for(s, test, mix)};
    memcpy(f->name, name, sizeof name);
    cm_odds_init(&f->odds);
    cm_search_begin_arms(s, f);
    return (int)s->family_count++;
}

/* Names of the locations, unless the test says where one lives. */
static void keep_names(cm_search *s, cm_search_test *t, const cm_test *test)
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

static cm_parameters parameters_for(cm_search *s, const cm_search_test *t,
                                    const cm_search_family *f, const cm_search_arm *a,
                                    double seconds)
{
    cm_parameters p = s->base;
    p.seconds = fmin(seconds, fmax(LEAST_SLICE, left(s)));
    p.seed = s->base.seed + t->looks;
    if (!a)
        return p;
    const cm_search_place *at = &f->places.items[a->place];
    if (at->memory != CM_MEMORY_DEFAULT)
        p.memory = at->memory;
    char homes[CM_HOMES] = "";
    size_t used = 0;
    for (int i = 0; at->first && t->names && i < t->name_count && used < sizeof homes; i++)
        used += (size_t)snprintf(homes + used, sizeof homes - used, "%s%s=%s", i ? "," : "",
                                 t->names[i], i ? at->rest : at->first);
    if (used < sizeof homes && used > 0)
        memcpy(p.homes, homes, used + 1);
    cm_parameters_take(&p, f->mix, &a->draw);
    return p;
}

/* The family that has had least time for each of its open tests; -1: none has any. */
static int needy(const cm_search *s)
{
    int found = -1;
    double least = INFINITY;
    for (size_t i = 0; i < s->family_count; i++) {
        const cm_search_family *f = &s->families[i];
        double had = f->open ? (f->raced + f->tried) / (double)f->open : INFINITY;
        if (had < least) {
            least = had;
            found = (int)i;
        }
    }
    return found;
}

/* Is the first looked at less often than the second? Between equals chance decides: neighbours in a
 * suite are alike, and a row of them would tell little of a setting. */
static bool is_before(const cm_search *s, size_t a, size_t b)
{
    unsigned looks = s->tests[a].looks, others = s->tests[b].looks;
    if (looks != others)
        return looks < others;
    return cm_random(s->base.seed, looks, a) < cm_random(s->base.seed, looks, b);
}

static double slice(const cm_search *s)
{
    size_t open = 1;
    for (size_t i = 0; i < s->family_count; i++)
        open += s->families[i].open;
    double each = s->seconds / LOOKS / (double)open - OVERHEAD;
    return fmax(LEAST_SLICE, fmin(MOST_SLICE, each));
}

static bool begin_look(cm_search *s, const cm_search_asked *a, double seconds, cm_search_look *look)
{
    const cm_search_family *f = a->family >= 0 ? &s->families[a->family] : NULL;
    const cm_search_arm *with = f ? &f->arms[a->arm] : NULL;
    s->asked = *a;
    s->asked.at = cm_clock_seconds();
    look->test = a->test;
    look->first = a->kind == CM_LOOK_FIRST;
    look->parameters = parameters_for(s, &s->tests[a->test], f, with, seconds);
    return true;
}

/* A setting is stayed with until as much was spent on looks as on the change to it; and when it has
 * found something, until twice as much was spent in vain. */
static bool stays(const cm_search_family *f)
{
    const cm_search_stay *stay = &f->stay;
    if (!f->open || !stay->looks || f->arms[f->current].dropped)
        return false;
    bool found = stay->vain < stay->looks;
    return stay->looked < stay->extra ||
           (found && (stay->vain < PATIENCE || stay->vain_seconds < 2 * stay->extra));
}

static bool shall_race(const cm_search_family *f)
{
    /* Is there a place where nothing was tried yet? */
    for (size_t i = 0; i < f->places.count && !f->kept; i++)
        if (!f->arms[i].dropped && !f->arms[i].tries)
            return false;
    return f->dry >= DRY && f->raced <= LEARN_SHARE * (f->raced + f->tried);
}

static void choose_look(cm_search *s, cm_search_family *f, cm_search_asked *a)
{
    bool stay = stays(f);
    if (!stay && shall_race(f) && cm_search_next_race(f, a)) {
        a->kind = CM_LOOK_RACE;
        a->test = f->gauges[a->gauge];
        f->stay = (cm_search_stay){0};
        return;
    }
    if (!stay) {
        int before = f->current;
        f->current = cm_search_best_arm(f);
        if (f->current != before)
            f->stay = (cm_search_stay){0};
    }
    a->kind = CM_LOOK_TRY;
    a->arm = f->current;
    size_t found = s->count;
    for (size_t i = 0; i < s->count; i++) {
        const cm_search_test *t = &s->tests[i];
        if (t->state == CM_SEARCH_OPEN && t->family == a->family &&
            (found == s->count || is_before(s, i, found)))
            found = i;
    }
    a->test = found;
}

bool cm_search_next(cm_search *s, cm_search_look *look)
{
    if (left(s) <= 0)
        return false;
    if (s->first < s->count) {
        cm_search_asked a = {.kind = CM_LOOK_FIRST, .test = s->first++, .family = -1};
        double each = s->seconds * FIRST_SHARE / (double)s->count - OVERHEAD;
        return begin_look(s, &a, fmax(LEAST_SLICE / 5, fmin(MOST_SLICE, each)), look);
    }
    int last = s->asked.family;
    int chosen = last >= 0 && stays(&s->families[last]) ? last : needy(s);
    if (chosen < 0)
        return false;
    cm_search_family *f = &s->families[chosen];
    cm_search_asked a = {.family = chosen};
    if (f->raced == 0 && f->tried == 0)
        cm_search_choose_gauges(s, chosen);
    choose_look(s, f, &a);
    return begin_look(s, &a, slice(s), look);
}

/* ---- what came of it ------------------------------------------------- */

static cm_search_state search_state_of(const cm_campaign_result *result)
{
    switch (result->class) {
    case CM_CAMPAIGN_ALLOWED_SEEN:
        return CM_SEARCH_SEEN;
    case CM_CAMPAIGN_ALLOWED_NOT_SEEN:
        return CM_SEARCH_OPEN;
    case CM_CAMPAIGN_UNJUDGED:
        return result->weak ? CM_SEARCH_SEEN : CM_SEARCH_OPEN;
    case CM_CAMPAIGN_FORBIDDEN_NOT_SEEN:
    case CM_CAMPAIGN_FORBIDDEN_SEEN:
    case CM_CAMPAIGN_CLASSES:
        break;
    }
    return CM_SEARCH_SHUT;
}

/* What was seen once was seen; what is forbidden and was seen is worst. */
static cm_campaign_class worse(const cm_search_test *t, cm_campaign_class class)
{
    if (!t->ran || class == CM_CAMPAIGN_FORBIDDEN_SEEN)
        return class;
    bool stays = t->class == CM_CAMPAIGN_FORBIDDEN_SEEN || t->class == CM_CAMPAIGN_ALLOWED_SEEN;
    return stays || class == CM_CAMPAIGN_UNJUDGED ? t->class : class;
}

static void credit_try(cm_search_family *f, double looked, double took, bool found)
{
    cm_search_arm *with = &f->arms[f->current];
    cm_search_stay *stay = &f->stay;
    with->tries++;
    with->finds += found;
    with->took += took;
    f->dry = found ? 0 : f->dry + 1;
    if (!stay->looks)
        stay->extra = took - looked;
    stay->looked += looked;
    stay->looks++;
    stay->vain = found ? 0 : stay->vain + 1;
    stay->vain_seconds = found ? 0 : stay->vain_seconds + looked;
}

/* What it took is all of it, with what was made ready for it. A setting that cannot be had here is
 * not tried again. */
static void credit(cm_search *s, const cm_campaign_result *result, bool found)
{
    const cm_search_asked *a = &s->asked;
    cm_search_family *f = &s->families[a->family];
    cm_search_arm *with = &f->arms[a->arm];
    double looked = fmax(result->record.wall_seconds, 1e-6);
    double took = fmax(cm_clock_seconds() - a->at, looked);
    *(a->kind == CM_LOOK_RACE ? &f->raced : &f->tried) += took;
    if (result->record.end != CM_RECORD_DONE)
        with->dropped = true;
    if (a->kind == CM_LOOK_TRY) {
        credit_try(f, looked, took, found);
    } else {
        with->events[a->gauge] += (double)result->weak;
        with->seconds[a->gauge] += looked;
    }
    cm_search_race(s, a->family);
}

void cm_search_learn(cm_search *s, const cm_campaign_result *result)
{
    cm_search_test *t = &s->tests[s->asked.test];
    bool done = !result->unreadable && !result->stopped && result->record.end == CM_RECORD_DONE;
    s->sum.looks++;
    t->looks++;
    if (s->asked.kind == CM_LOOK_FIRST && (result->record.end != CM_RECORD_DONE || !result->test)) {
        t->state = CM_SEARCH_SHUT;
        t->family = -1;
    } else if (s->asked.kind == CM_LOOK_FIRST) {
        t->family = family_of(s, result->test);
        keep_names(s, t, result->test);
    }
    if (done) {
        cm_search_state to = t->state == CM_SEARCH_SEEN ? CM_SEARCH_SEEN : search_state_of(result);
        double rate = cm_search_mean_rate((double)result->weak, result->record.wall_seconds);
        t->class = worse(t, result->class);
        t->ran = true;
        t->outcomes += (double)result->record.instances;
        if (to == CM_SEARCH_SEEN && t->state != CM_SEARCH_SEEN)
            t->rate = rate;
        if (to == CM_SEARCH_OPEN && 3 / t->outcomes < LEAST_RATE)
            to = CM_SEARCH_SHUT;
        bool found = t->state == CM_SEARCH_OPEN && to == CM_SEARCH_SEEN;
        if (t->state == CM_SEARCH_OPEN && to != CM_SEARCH_OPEN)
            s->families[t->family].open--;
        if (t->state != CM_SEARCH_OPEN && to == CM_SEARCH_OPEN)
            s->families[t->family].open++;
        t->state = to;
        if (s->asked.kind != CM_LOOK_FIRST)
            credit(s, result, found);
    } else if (s->asked.kind != CM_LOOK_FIRST) {
        credit(s, result, false);
    }
}

cm_search_sum cm_search_total(const cm_search *s)
{
    cm_search_sum sum = s->sum;
    double fewest = INFINITY;
    for (size_t i = 0; i < s->count; i++) {
        const cm_search_test *t = &s->tests[i];
        sum.tests += t->ran;
        if (t->ran)
            sum.classes[t->class]++;
        if (t->ran && t->class == CM_CAMPAIGN_ALLOWED_NOT_SEEN)
            fewest = fmin(fewest, t->outcomes);
    }
    sum.bound = fewest > 0 && fewest < INFINITY ? 3 / fewest : 0;
    return sum;
}
