/* The search for what is allowed and has not been seen: what to run next, with which parameters,
 * so that within a time for all of it as many tests as can be show what they ask about.
 *
 *     every test once, with the defaults
 *       ─▶ by family: settings race on the rarest tests that were seen
 *       ─▶ the tests that are still open, with the settings that won and found
 *
 * Families are tests that begin their names alike and have threads on the same units. It runs
 * nothing itself: cm_search_next says what, cm_search_learn takes what came out.
 */
#ifndef CM_CAMPAIGN_SEARCH_H
#define CM_CAMPAIGN_SEARCH_H

#include "campaign/run.h"

typedef struct cm_search cm_search;

/* For so many tests and seconds from now; what `base` has given is left alone. Lives in the
 * arena. */
cm_search *cm_search_new(cm_arena *arena, const cm_parameters *base, size_t tests, double seconds);

typedef struct cm_search_look {
    size_t test; /* which one */
    bool first;  /* of this test, with the defaults */
    cm_parameters parameters;
} cm_search_look;

/* False: the time is over, or nothing is left to be found. */
bool cm_search_next(cm_search *search, cm_search_look *look);
/* What came of the look that was asked for last. */
void cm_search_learn(cm_search *search, const cm_campaign_result *result);

/* What it came to: looks, settings that were tried, the class of each test that was run (the worst,
 * or what was seen at any time), and the bound of what was not: 3/n of the test with the fewest
 * outcomes, 0 if none is open. */
typedef struct cm_search_sum {
    size_t looks, settings, tests, classes[CM_CAMPAIGN_CLASSES];
    double bound;
} cm_search_sum;
cm_search_sum cm_search_total(const cm_search *search);

/* ---- for tests of it ---- */

/* Of a rate of which k events were counted in so many seconds: 95 % bounds, by twice the
 * deviation of a Poisson count, and the rule of three for none. */
double cm_rate_least(double events, double seconds);
double cm_rate_most(double events, double seconds);

#endif
