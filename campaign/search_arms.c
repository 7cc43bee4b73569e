#include "base/random.h"
#include "campaign/search_parts.h"

#include <math.h>
#include <string.h>

enum { KEPT = 4 };

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
static double rarest(const cm_search_family *f, const cm_search_arm *a,
                     double (*rate)(double, double))
{
    double least = INFINITY;
    for (int g = 0; g < f->gauge_count; g++)
        least = fmin(least, rate(a->events[g], a->seconds[g]));
    return least;
}

double cm_search_mean_rate(double events, double seconds)
{
    return seconds > 0 ? events / seconds : 0;
}

/* The rate of the rarest counts, where it is the same all of them. */
static double score(const cm_search_family *f, const cm_search_arm *a)
{
    double all = 0;
    for (int g = 0; g < f->gauge_count; g++)
        all += log1p(cm_search_mean_rate(a->events[g], a->seconds[g]));
    return f->gauge_count ? log1p(rarest(f, a, cm_search_mean_rate)) + all / 100 : 0;
}

/* ---- settings -------------------------------------------------------- */

/* Some of the parameters of a setting that did well, changed as chance has it. */
static void mutate(cm_search *s, const cm_search_family *f, const cm_search_arm *parent,
                   cm_search_arm *a)
{
    enum { EACH = 5 };
    for (uint64_t i = 0; i < CM_TUNABLE_COUNT; i++)
        if (cm_random(s->base.seed ^ f->draws, CM_TUNABLE_COUNT, i) % EACH != 0)
            a->draw.picks[i] = parent->draw.picks[i];
    if (cm_random(s->base.seed ^ f->draws, CM_TUNABLE_COUNT, CM_TUNABLE_COUNT) % EACH != 0)
        a->place = parent->place;
}

static void fill_up(cm_search *s, cm_search_family *f)
{
    while (f->arm_count < CM_SEARCH_ARMS) {
        /* By chance alone, by what the best have in common, or one of the best with changes. */
        enum { BY_CHANCE, BY_ODDS, WAYS = 4 };
        uint64_t number = ++f->draws, way = f->kept ? number % WAYS : BY_CHANCE;
        cm_search_arm a = {
            .draw = cm_parameters_pick(way == BY_ODDS ? &f->odds : NULL, s->base.seed, number)};
        a.place = (size_t)(cm_random(s->base.seed, number, CM_TUNABLE_COUNT) % f->places.count);
        const cm_search_arm *parent = f->kept ? &f->arms[number % (unsigned)f->kept] : NULL;
        if (way > BY_ODDS)
            mutate(s, f, parent, &a);
        s->sum.settings++;
        f->arms[f->arm_count++] = a;
    }
}

/* What helps at one of the places helps many tests. */
void cm_search_begin_arms(cm_search *s, cm_search_family *f)
{
    for (size_t i = 0; i < f->places.count && f->arm_count < CM_SEARCH_ARMS; i++) {
        f->arms[f->arm_count] = (cm_search_arm){.place = i};
        memset(f->arms[f->arm_count++].draw.picks, CM_CHOICES, sizeof(cm_draw));
    }
    s->sum.settings += (size_t)f->arm_count;
    fill_up(s, f);
}

/* What was found counts most. */
static bool is_better(const cm_search_family *f, const cm_search_arm *a, const cm_search_arm *b)
{
    if (a->dropped != b->dropped)
        return b->dropped;
    if (a->finds != b->finds)
        return a->finds > b->finds;
    return score(f, a) > score(f, b);
}

static void sort_arms(cm_search_family *f)
{
    for (int i = 1; i < f->arm_count; i++) {
        cm_search_arm moved = f->arms[i];
        int to = i;
        for (; to > 0 && is_better(f, &moved, &f->arms[to - 1]); to--)
            f->arms[to] = f->arms[to - 1];
        f->arms[to] = moved;
    }
}

void cm_search_choose_gauges(cm_search *s, int index)
{
    cm_search_family *f = &s->families[index];
    f->gauge_count = 0;
    for (size_t i = 0; i < s->count; i++) {
        const cm_search_test *t = &s->tests[i];
        if (t->family != index || t->state != CM_SEARCH_SEEN)
            continue;
        int at = f->gauge_count < CM_SEARCH_GAUGES ? f->gauge_count++ : CM_SEARCH_GAUGES;
        for (; at > 0 && s->tests[f->gauges[at - 1]].rate > t->rate; at--)
            if (at < CM_SEARCH_GAUGES)
                f->gauges[at] = f->gauges[at - 1];
        if (at < CM_SEARCH_GAUGES)
            f->gauges[at] = i;
    }
}

/* The best go on, with a clean record: the gauges are others, and those that had luck lose it. */
static void next_generation(cm_search *s, int index)
{
    cm_search_family *f = &s->families[index];
    sort_arms(f);
    for (int i = 0; i < f->arm_count && i < KEPT; i++)
        if (!f->arms[i].dropped)
            cm_odds_learn(&f->odds, &f->arms[i].draw);
    int kept = 0;
    for (int i = 0; i < f->arm_count && kept < KEPT; i++) {
        if (f->arms[i].dropped)
            continue;
        cm_search_arm a = f->arms[i];
        memset(a.events, 0, sizeof a.events);
        memset(a.seconds, 0, sizeof a.seconds);
        a.finds = (a.finds + 1) / 2;
        a.tries /= 2;
        a.took /= 2;
        f->arms[kept++] = a;
    }
    f->arm_count = f->kept = kept;
    f->stay = (cm_search_stay){0};
    cm_search_choose_gauges(s, index);
    fill_up(s, f);
}

void cm_search_race(cm_search *s, int index)
{
    cm_search_family *f = &s->families[index];
    double best = 0;
    bool all = true;
    for (int i = 0; i < f->arm_count; i++)
        if (!f->arms[i].dropped)
            best = fmax(best, rarest(f, &f->arms[i], cm_rate_least));
    for (int i = 0; i < f->arm_count; i++) {
        cm_search_arm *a = &f->arms[i];
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

bool cm_search_next_race(const cm_search_family *f, cm_search_asked *a)
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

/* Seconds of a try with it; 0: none was made. */
static double cost(const cm_search_arm *a)
{
    return a->tries ? a->took / a->tries : 0;
}

/* Upper confidence bounds (Auer et al., 2002) of how often a setting finds something, and a share
 * for what it did in the race. */
static double promise(const cm_search_family *f, const cm_search_arm *a, double all, double best)
{
    double of_race = best > 0 ? 0.3 * score(f, a) / best : 0;
    return (a->finds + 0.5) / (a->tries + 1.0) + 0.3 * sqrt(log(all) / (a->tries + 1.0)) + of_race;
}

int cm_search_best_arm(const cm_search_family *f)
{
    double most = -1, best_score = 0, all = 1, cheapest = INFINITY;
    int found = 0;
    for (int i = 0; i < f->arm_count; i++) {
        const cm_search_arm *a = &f->arms[i];
        best_score = fmax(best_score, score(f, a));
        all += a->tries;
        if (cost(a) > 0)
            cheapest = fmin(cheapest, cost(a));
    }
    for (int i = 0; i < f->arm_count; i++) {
        const cm_search_arm *a = &f->arms[i];
        double value = promise(f, a, all, best_score) * (cost(a) > 0 ? cheapest / cost(a) : 1);
        if (!a->dropped && value > most) {
            most = value;
            found = i;
        }
    }
    return found;
}
