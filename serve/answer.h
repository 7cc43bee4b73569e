/* What the page asks and what it gets, as JSON; in a process of its own (base/asks.h),
 * which opens no file that a question names: a model is one of those that the program
 * carries, by name, and a test is a text.
 *
 *     {"test": "AArch64 MP ...", "model": "arm", "unroll": 2, "outcome": "1:X0=1",
 *      "weaken": false}            all but "test" may be left out; "wave+wave-lockstep" is a
 *                                  model with a variant
 *
 *     start     {"version", "models": [{"name", "title", "variants"}],
 *                "gallery": [{"group", "test"}], "seconds"}
 *     check     {"messages": [{"severity", "line", "column", "length", "text"}],
 *                "result": as `cmcm check -f json`, or null}
 *     explain   {"messages", "verdict": "allowed|forbidden|unknown", "reason", "text", "svg"}
 *     repair    {"messages", "repair": as `cmcm repair -f json`, or null}
 */
#ifndef CM_SERVE_ANSWER_H
#define CM_SERVE_ANSWER_H

#include <stdbool.h>
#include <stddef.h>

typedef enum cm_ask_kind { CM_ASK_START, CM_ASK_CHECK, CM_ASK_EXPLAIN, CM_ASK_REPAIR } cm_ask_kind;

typedef struct cm_answer_limits {
    double seconds;      /* of one question */
    size_t memory_limit; /* bytes */
} cm_answer_limits;

/* The child's side of a channel (base/child.h): answers questions until the channel ends.
 * context: const cm_answer_limits *. */
void cm_answer_serve(void *context, int channel);

#endif
