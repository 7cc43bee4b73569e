/* Where threads wait for each other: barriers, and kernels that begin after others. What that
 * orders can be taken away only of all who take part.
 */
#ifndef CM_LITMUS_MEETING_H
#define CM_LITMUS_MEETING_H

#include "litmus/test.h"

typedef struct cm_meeting_place {
    int thread, instruction; /* indices */
} cm_meeting_place;

/* Instructions at which threads meet; or, without any, that kernels begin one after the other. */
typedef struct cm_meeting {
    const cm_meeting_place *places; /* by thread and instruction */
    int count;
} cm_meeting;

/* Those of the test that a program can be without; their number. Of threads without branches that
 * come to a barrier equally often each time is a meeting of its own, else all are one. False in
 * *all: there are barriers besides, whose results the threads use. */
int cm_meetings_of(cm_arena *arena, const cm_test *test, cm_meeting **meetings, bool *all);

/* The test without it. Shares all else with the test. */
cm_test *cm_test_without_meeting(cm_arena *arena, const cm_test *test, const cm_meeting *meeting);

#endif
