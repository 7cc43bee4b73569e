/* Requests to a process that can be ended (base/child.h), and its answers, one after the
 * other: the two sides of those who wait for each answer. The process of one that took long
 * answers no other: Z3 is several times slower on a large problem in memory that a different
 * one has left behind (docs/benchmarks.md, "Why it is fast").
 *
 *     request: fields      answer: fields, worn (u64)                    (base/message.h)
 */
#ifndef CM_BASE_ANSWER_H
#define CM_BASE_ANSWER_H

#include "base/child.h"
#include "base/message.h"

/* What is not done so long after the time for it is late. */
#define CM_ANSWER_GRACE 0.2

/* In the process: reads a request and adds the fields of its answer. What it allocates besides
 * must be freed by then; an escape through the arena of the fields ends the process. */
typedef void cm_answer_put(void *context, cm_message *request, cm_text *fields);
/* Answers until the channel ends, or the process is worn or out of memory. */
void cm_answer_all(int channel, cm_answer_put *put, void *context);

/* Reads the fields of an answer. False: malformed, or no memory. */
typedef bool cm_answer_take(cm_message *fields, void *answer);
/* Sends the request, a frame, and has the answer read. After anything but CM_PASSED, or an
 * answer of a worn process, there is to be another process. */
cm_passage cm_answer_ask(cm_child *child, const char *request, size_t length, double deadline,
                         cm_answer_take *take, void *answer);
/* After CM_CLOSED: what the process died of, a signal's number; 0: it ended by itself. */
int cm_answer_died_of(cm_child *child);

#endif
