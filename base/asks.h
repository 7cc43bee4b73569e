/* Questions dealt to processes that answer them, for a program of one thread that must go
 * on meanwhile: the page of `cmcm serve`, the editor of `cmcm lsp`. A process that is late, or
 * damaged, is ended and another one takes its place; a question that its page has asked anew
 * meanwhile is given up, so that no page keeps more than one process busy with a kind of
 * question. While all processes are busy one more looks at newer questions, for half a second each,
 * so that a small question does not wait for large ones. Everything happens in the thread that
 * calls.
 *
 *     question: kind (u64), text     answer: status (u64), text     (base/message.h)
 */
#ifndef CM_BASE_ASKS_H
#define CM_BASE_ASKS_H

#include "base/arena.h"

#include <stdint.h>
#include <sys/select.h>

typedef struct cm_asks cm_asks;
typedef struct cm_ask cm_ask;

/* What became of a question: what the process says, from GOOD on and below SUPERSEDED, or why
 * there is no answer. The numbers are HTTP's. */
enum {
    CM_ASK_GOOD = 200,
    CM_ASK_REFUSED = 400, /* it is none that can be answered */
    CM_ASK_SUPERSEDED = 409,
    CM_ASK_FAILED = 500, /* the process died, or had no memory */
    CM_ASK_BUSY = 503,   /* too many questions wait */
    CM_ASK_LATE = 504
};
/* text: JSON, the callback's to copy. The question is gone then. */
typedef void cm_ask_done(void *context, unsigned status, const char *text, size_t length);

/* How questions are answered. */
typedef struct cm_asks_work {
    /* The process's side (base/child.h): answers questions until the channel ends. */
    void (*serve)(void *context, int channel);
    void *context;
    double seconds; /* that a question may take; a little later its process is ended */
} cm_asks_work;

/* A process's way to serve: answers questions until the channel ends, or its memory does. `answer`
 * gives a status and *text, malloc'ed; NULL: there was no memory. Its arena has that limit, and is
 * emptied after each question; an escape ends the process, which another one then replaces. */
typedef unsigned cm_ask_answer(void *context, cm_arena *arena, uint64_t kind, const char *question,
                               size_t length, char **text);
void cm_asks_answer_all(int channel, size_t memory_limit, cm_ask_answer *answer, void *context);

/* count: processes, beside the one for small questions; all are started when they are needed. NULL:
 * no memory or files. */
cm_asks *cm_asks_new(unsigned count, const cm_asks_work *work, cm_ask_done *done);
/* Ends the processes; no callback is called. NULL is allowed. */
void cm_asks_free(cm_asks *asks);

/* Asks. page: who asks, any number; 0: nobody whose questions supersede others. The text
 * is copied. done(context) is called later, never from here. NULL: too many questions, or
 * no memory. */
cm_ask *cm_asks_ask(cm_asks *asks, unsigned kind, uint64_t page, const char *text, size_t length,
                    void *context);
/* Nobody waits for it any more: done is not called. */
void cm_asks_forget(cm_asks *asks, cm_ask *ask);

/* What to wait for: adds to the files to read; *highest grows. */
void cm_asks_wait_for(const cm_asks *asks, fd_set *readable, int *highest);
/* Seconds until something is late; never more than `most`. */
double cm_asks_patience(const cm_asks *asks, double most);
/* Deals questions, takes answers, ends who is late. */
void cm_asks_step(cm_asks *asks, const fd_set *readable);

#endif
