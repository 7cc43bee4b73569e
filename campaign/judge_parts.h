/* What the files of the judge share. */
#ifndef CM_CAMPAIGN_JUDGE_PARTS_H
#define CM_CAMPAIGN_JUDGE_PARTS_H

#include "base/child.h"
#include "campaign/judge.h"
#include "checker/check.h"

/* A model in use: loaded once, by the name it was asked for with. */
typedef struct cm_judge_model {
    const char *name;
    cm_arena *arena;
    const cm_model *model; /* NULL: could not be loaded */
    const char *messages;  /* about it, as text for people; in the arena */
    bool told;             /* with some test's answer */
    struct cm_judge_model *next;
} cm_judge_model;

typedef struct cm_judge_reasons cm_judge_reasons;

struct cm_judge {
    cm_judge_options options;
    cm_solver_context *solver; /* NULL: nothing was checked in this process */
    cm_judge_model *models;
    cm_arena *passing;         /* for one test */
    cm_arena *checking;        /* for its check */
    cm_judge_reasons *reasons; /* NULL: none was asked for */
    cm_child child;
};

/* A test to be checked. */
typedef struct cm_judge_case {
    const char *name, *text;
    size_t length;
} cm_judge_case;

/* The answer of a check in this process. spent: seconds of the limit that are over. */
bool cm_judge_here(cm_judge *judge, cm_arena *arena, const cm_judge_case *test, double spent,
                   cm_conform_allowed *out);
/* The same from a process of its own. */
bool cm_judge_apart(cm_judge *judge, cm_arena *arena, const cm_judge_case *test,
                    cm_conform_allowed *out);

void cm_judge_reasons_free(cm_judge_reasons *reasons); /* NULL is allowed */

#endif
