/* Inside of the maker of plans:
 *
 *   plan.c        what cannot run, how many instances, where memory lies
 *   plan_roles.c  who runs where
 *   plan_home.c   where locations live
 */
#ifndef CM_HWRUN_PLAN_PARTS_H
#define CM_HWRUN_PLAN_PARTS_H

#include "hwrun/plan/plan.h"

typedef struct cm_planner {
    cm_work *work;
    const cm_test *test;
    const cm_plan_limits *limits;
    cm_plan *plan;
    bool barriers; /* of a CTA or cluster: instances meet there */
} cm_planner;

/* A warp is one thread of the test, 32 times over, where the test has barriers:
 * a barrier counts warps (PTX ISA 9.7.13.1). */
enum { CM_PLAN_WARP = 32 };

/* Makes the plan's roles, and its numbers of devices, CTAs and CPUs; fails where the test's
 * placement cannot run. */
void cm_plan_assign_roles(cm_planner *p);
/* Are two roles in the same instance of that level? */
bool cm_plan_share(const cm_planner *p, int a, int b, cm_scope scope);
/* Has a thread of the GPU, or of the CPUs, a loop? */
bool cm_plan_loops(const cm_planner *p, bool gpu);
/* An initial value: a number, or an address in a location. */
cm_plan_value cm_plan_value_of(const cm_planner *p, uint64_t value);

#endif
