/* What a worker and its child say to each other, in frames (base/message.h).
 *
 *     child:  hello (once)            answer  answer ...
 *     parent:               request   request ...
 */
#ifndef CM_HWRUN_RUN_WORKER_WIRE_H
#define CM_HWRUN_RUN_WORKER_WIRE_H

#include "base/message.h"
#include "hwrun/run/worker.h"

typedef struct cm_wire_hello {
    const char *reason; /* "": the machine is open and described here */
    cm_worker_machine machine;
} cm_wire_hello;

typedef struct cm_wire_request {
    cm_parameters parameters;
    const char *name, *text; /* of the test's source */
    size_t length;
} cm_wire_request;

/* Makes a whole frame in `out`, which must be empty. */
void cm_wire_put_hello(cm_text *out, const cm_wire_hello *hello);
void cm_wire_put_request(cm_text *out, const cm_wire_request *request);
void cm_wire_put_answer(cm_text *out, const cm_worker_result *answer);

/* Reads a message (without the head). False: it is malformed. Texts are in the
 * arena; states are of `test`. */
bool cm_wire_get_hello(cm_arena *arena, const char *bytes, size_t length, cm_wire_hello *hello);
bool cm_wire_get_request(cm_arena *arena, const char *bytes, size_t length,
                         cm_wire_request *request);
bool cm_wire_get_answer(cm_arena *arena, const cm_test *test, const char *bytes, size_t length,
                        cm_worker_result *answer);

/* worker_child.c: opens the machine, says hello on the channel, and takes requests until the
 * channel closes or something went wrong that may have damaged the GPU's context.
 * options: a const cm_worker_options. */
void cm_worker_child(void *options, int channel);

#endif
