/* What the files of the search share:
 *
 *     search.c       which tests are a family, and where their memory may live; what to run next,
 *                    what came of it
 *     search_arms.c  settings of a family: how they are made, weighed, dropped
 */
#ifndef CM_CAMPAIGN_SEARCH_PARTS_H
#define CM_CAMPAIGN_SEARCH_PARTS_H

#include "campaign/search.h"

enum { CM_SEARCH_GAUGES = 2, CM_SEARCH_ARMS = 16, CM_SEARCH_NAME = 64 };

/* ---- where memory lives ---------------------------------------------- */

/* Besides the parameters: memory of a kind, or the homes of the first location and of the others.
 */
typedef struct cm_search_place {
    cm_memory_kind memory;
    const char *first, *rest; /* NULL: no homes */
} cm_search_place;

typedef struct cm_search_places {
    const cm_search_place *items;
    size_t count;
} cm_search_places;

/* ---- what is known --------------------------------------------------- */

typedef enum cm_search_state {
    CM_SEARCH_NEW,
    CM_SEARCH_OPEN,
    CM_SEARCH_SEEN,
    CM_SEARCH_SHUT
} cm_search_state;

typedef struct cm_search_test {
    cm_search_state state;
    cm_campaign_class class;
    bool ran;
    int family; /* -1: it cannot be run */
    unsigned looks;
    double outcomes, rate; /* rate: of what it asks about, when it was seen */
    const char **names;    /* of the locations that may have a home; NULL: it says itself */
    int name_count;
} cm_search_test;

/* A setting. */
typedef struct cm_search_arm {
    cm_draw draw;
    size_t place; /* into the family's */
    bool dropped;
    double events[CM_SEARCH_GAUGES], seconds[CM_SEARCH_GAUGES]; /* in races */
    unsigned tries, finds;
    double took; /* seconds of its tries, all that they cost */
} cm_search_arm;

/* Looks with one setting, one after the other: to change it costs time (memory that is pinned or
 * mapped anew takes up to a second, a look a twentieth). */
typedef struct cm_search_stay {
    unsigned looks, vain; /* vain: since it found something */
    double extra, looked; /* seconds: what the change cost, and what was spent looking since */
    double vain_seconds;
} cm_search_stay;

typedef struct cm_search_family {
    char name[CM_SEARCH_NAME];
    cm_mix mix;
    cm_search_places places;
    cm_search_arm arms[CM_SEARCH_ARMS];
    int arm_count, kept, gauge_count; /* kept: the first so many did best before */
    int current;                      /* the setting that is stayed with */
    cm_search_stay stay;
    size_t gauges[CM_SEARCH_GAUGES], open;
    double raced, tried; /* seconds */
    unsigned dry;        /* tries since something was found */
    uint64_t draws;
    cm_odds odds;
} cm_search_family;

/* What was asked for last. */
typedef enum cm_search_kind { CM_LOOK_FIRST, CM_LOOK_RACE, CM_LOOK_TRY } cm_search_kind;
typedef struct cm_search_asked {
    cm_search_kind kind;
    size_t test;
    int family, arm, gauge;
    double at; /* the clock, then */
} cm_search_asked;

struct cm_search {
    cm_arena *arena;
    cm_parameters base;
    cm_search_test *tests;
    size_t count, first;
    cm_search_family *families;
    size_t family_count, family_capacity;
    double begun, seconds;
    cm_search_asked asked;
    cm_search_sum sum;
};

/* ---- search_arms.c ---------------------------------------------------- */

double cm_search_mean_rate(double events, double seconds);
/* The defaults, at each place, and others by chance. */
void cm_search_begin_arms(cm_search *s, cm_search_family *f);
/* The tests of the family that were seen and are the rarest. */
void cm_search_choose_gauges(cm_search *s, int index);
/* Drops what is worse than the best with confidence; when all have had their turn the best go on
 * and others join. */
void cm_search_race(cm_search *s, int index);
/* The setting and gauge that have had least; false: no gauge. */
bool cm_search_next_race(const cm_search_family *f, cm_search_asked *a);
/* The setting that promises most for what it costs. */
int cm_search_best_arm(const cm_search_family *f);

#endif
