/* Between the sources of what is missing (explain_parts.h, cm_explain_missing).
 *
 *   missing_events.c  the execution with events that might be: fences between instructions, and the
 *                     reads of those that name what they are for; which tags and dependencies there
 *                     might be; facts put in, and tried
 *   missing_facts.c   what an axiom lacks on it, as facts
 *   missing.c         what else would do, what is told of it, and changes of the program
 */
#ifndef CM_EXPLAIN_MISSING_H
#define CM_EXPLAIN_MISSING_H

#include "explain/explain_parts.h"

typedef struct cm_nearing {
    cm_explaining *e;
    const cm_execution *x;
    bool flags;       /* what flags are about is evaluated, too */
    uint32_t n;       /* with ghosts */
    uint32_t *after;  /* by ghost, from x->event_count on: the event it comes after, before the next
                         one of the thread */
    uint32_t *alike;  /* of a read: the access behind it that has the same bytes */
    uint32_t *object; /* of a read: the first access of the same instruction to the same location,
                         which is what the fence names; of a fence that names none: after */
    char *ghosts;     /* by event: 'F', 'R': what it would be; 0: it is there */
    bool *fences;     /* by event: a fence that another one may stand in place of */
    cm_rel dependencies, data; /* that might be: into a write, of data, too */
    cm_execution_graph graph;
    cm_evaluator *trials; /* of the graph with facts added */
    cm_missing missing;
} cm_nearing;

/* The larger execution of g->x; false: it has too many events. */
bool cm_nearing_enlarge(cm_nearing *g);
/* The event itself, or the one before the ghost. */
uint32_t cm_nearing_neighbour(const cm_nearing *g, uint32_t event);
/* Number of the model's base of that name, or -1. */
int cm_nearing_base(const cm_model *m, const char *name);
/* Of what kind it is, or would be: as in cm_tag_choice.kinds, or another letter. */
char cm_nearing_kind(const cm_nearing *g, uint32_t event);
/* The tags of the event's instruction set that might be others, up to one without a name. */
const cm_tag_choice *cm_nearing_choices(const cm_nearing *g, uint32_t event);
/* Its choice of that tag for events of that kind, or NULL. */
const cm_tag_choice *cm_nearing_choice(const cm_nearing *g, uint32_t event, const char *tag,
                                       char kind);
/* Does the axiom fail once the facts hold, whatever orders of fences the model chooses? Of a flag:
 * is it not raised then, in this execution, or has the model no such execution? */
bool cm_nearing_suffice(const cm_nearing *g, const cm_fact *facts, int count, int constraint);
/* Has the event's instruction set the tag? */
bool cm_nearing_knows_tag(const cm_nearing *g, uint32_t event, const char *tag);
/* cm_missing.may_have; context: a cm_nearing. */
int cm_nearing_may_have(const void *context, uint32_t event, const char *tag);

/* ---- missing_facts.c */

/* Where a derivation lacks a fact. */
typedef struct cm_lack_source {
    const cm_why *root, *missing;
} cm_lack_source;

typedef struct cm_lacks {
    cm_fact *items;
    int count, capacity;
    cm_lack_source *sources;
    int source_count, source_capacity;
} cm_lacks;

/* The facts that the axiom lacks to fail, as weak as does; false: it does not fail by any. */
bool cm_lacks_find(const cm_nearing *g, cm_deriver *d, int constraint, cm_violation *violation,
                   cm_lacks *list);
/* Takes out those that are not needed beside the others. */
void cm_lacks_drop_needless(const cm_nearing *g, cm_lacks *list, int constraint);
/* What the pair that raises the flag lacks to be in what the model takes away from it (`conflict \
 * ordered`): facts with which it is not raised, in at most so many ways; their number. Says of it,
 * too, whether an order is among that. */
int cm_lacks_of_flag(const cm_nearing *g, cm_deriver *d, cm_flagged *raised, cm_lacks *found,
                     int most);
/* What the tag is to the fact's event, or its fence. A fence may be two kinds of events: one that
 * orders, and one that reads what it names. */
const cm_tag_choice *cm_fact_choice(const cm_nearing *g, const cm_fact *fact, const char *tag);
/* The next stronger choice of that group than the rank, of events like the fact's; NULL: there is
 * none. */
const cm_tag_choice *cm_fact_choice_above(const cm_nearing *g, const cm_fact *fact,
                                          const char *group, int rank);
void cm_fact_add_tag(const cm_nearing *g, cm_fact *fact, const char *tag);
bool cm_fact_same_tags(const cm_fact *a, const cm_fact *b);
bool cm_fact_same(const cm_fact *a, const cm_fact *b);

#endif
