#include "base/asks.h"

#include "base/child.h"
#include "base/clock.h"
#include "base/message.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WAITING = 64, MOST_PROCESSES = 16 };

/* A process answers so many questions: what a solver leaves behind is thrown away. */
enum { QUESTIONS_OF_A_PROCESS = 300 };

/* The check looks at the clock itself and then says what it knows; who does not is ended. */
static const double GRACE_SECONDS = 1;
/* A process that waits takes a question at once, and sends an answer as a whole. */
static const double TRANSFER_SECONDS = 5;

struct cm_ask {
    cm_ask *next;
    unsigned kind;
    uint64_t page;
    void *context;  /* of done */
    bool forgotten; /* nobody waits for it */
    bool superseded;
    size_t length;
    char text[];
};

typedef struct process {
    cm_child child;
    cm_ask *ask;     /* NULL: it waits for one */
    double deadline; /* of the question */
    unsigned answered;
} process;

struct cm_asks {
    cm_asks_work work;
    cm_ask_done *done;
    cm_ask *first, **last; /* that wait for a process */
    size_t waiting;
    unsigned count;
    process processes[MOST_PROCESSES];
};

/* ---- processes --------------------------------------------------------------- */

cm_asks *cm_asks_new(unsigned count, const cm_asks_work *work, cm_ask_done *done)
{
    cm_asks *asks = calloc(1, sizeof *asks);
    if (!asks)
        return NULL;
    asks->work = *work;
    asks->done = done;
    asks->last = &asks->first;
    count = count < MOST_PROCESSES ? count : MOST_PROCESSES;
    while (asks->count < count && cm_child_init(&asks->processes[asks->count].child))
        asks->count++;
    if (asks->count > 0)
        return asks;
    free(asks);
    return NULL;
}

void cm_asks_free(cm_asks *asks)
{
    if (!asks)
        return;
    for (unsigned i = 0; i < asks->count; i++) {
        cm_child_close(&asks->processes[i].child);
        free(asks->processes[i].ask);
    }
    for (cm_ask *ask = asks->first, *next; ask; ask = next) {
        next = ask->next;
        free(ask);
    }
    free(asks);
}

static void end_process(process *p)
{
    cm_child_kill(&p->child);
    p->answered = 0;
}

/* ---- asking -------------------------------------------------------------------- */

static bool is_superseded(const cm_ask *old, const cm_ask *by)
{
    return old->page != 0 && old->page == by->page && old->kind == by->kind;
}

static void supersede(cm_asks *asks, const cm_ask *by)
{
    for (cm_ask *ask = asks->first; ask; ask = ask->next)
        ask->superseded |= is_superseded(ask, by);
    for (unsigned i = 0; i < asks->count; i++)
        if (asks->processes[i].ask)
            asks->processes[i].ask->superseded |= is_superseded(asks->processes[i].ask, by);
}

cm_ask *cm_asks_ask(cm_asks *asks, unsigned kind, uint64_t page, const char *text, size_t length,
                    void *context)
{
    cm_ask *ask = asks->waiting < MOST_WAITING ? malloc(sizeof *ask + length) : NULL;
    if (!ask)
        return NULL;
    *ask = (cm_ask){.kind = kind, .page = page, .context = context, .length = length};
    memcpy(ask->text, text, length);
    supersede(asks, ask);
    *asks->last = ask;
    asks->last = &ask->next;
    asks->waiting++;
    return ask;
}

void cm_asks_forget(cm_asks *asks, cm_ask *ask)
{
    (void)asks;
    ask->forgotten = ask->superseded = true;
}

static void finish(cm_asks *asks, cm_ask *ask, unsigned status, const char *text, size_t length)
{
    if (!ask->forgotten)
        asks->done(ask->context, status, text, length);
    free(ask);
}

static void finish_failed(cm_asks *asks, cm_ask *ask, unsigned status)
{
    static const char late[] = "{\"error\":\"the time limit is reached\"}";
    static const char other[] = "{\"error\":\"asked anew\"}";
    static const char broken[] = "{\"error\":\"the process that checks has died\"}";
    const char *text = status == CM_ASK_LATE ? late : status == CM_ASK_SUPERSEDED ? other : broken;
    finish(asks, ask, status, text, strlen(text));
}

/* ---- dealing ------------------------------------------------------------------- */

/* The first that is still wanted; NULL: none waits. */
static cm_ask *take(cm_asks *asks)
{
    for (;;) {
        cm_ask *ask = asks->first;
        if (!ask)
            return NULL;
        asks->first = ask->next;
        if (!asks->first)
            asks->last = &asks->first;
        asks->waiting--;
        if (!ask->superseded)
            return ask;
        finish_failed(asks, ask, CM_ASK_SUPERSEDED);
    }
}

typedef struct posing {
    const cm_ask *ask;
    cm_arena *arena;
    cm_text frame;
} posing;

static void pose_steps(void *argument)
{
    posing *p = argument;
    cm_text_init(&p->frame, p->arena);
    cm_frame_begin(&p->frame);
    cm_message_put_u64(&p->frame, p->ask->kind);
    cm_message_put_text(&p->frame, p->ask->text, p->ask->length);
    cm_frame_end(&p->frame);
}

static bool pose(process *p, const cm_ask *ask)
{
    posing q = {.ask = ask, .arena = cm_arena_new(0)};
    bool posed = q.arena && cm_arena_protect(q.arena, pose_steps, &q) &&
                 cm_child_send(&p->child, q.frame.data, q.frame.length,
                               cm_clock_seconds() + TRANSFER_SECONDS) == CM_PASSED;
    cm_arena_free(q.arena);
    return posed;
}

static void deal_to(cm_asks *asks, process *p)
{
    cm_ask *ask = take(asks);
    if (!ask)
        return;
    bool there = cm_child_is_alive(&p->child) ||
                 cm_child_start(&p->child, asks->work.serve, asks->work.context);
    if (!there || p->child.channel >= FD_SETSIZE || !pose(p, ask)) {
        end_process(p);
        finish_failed(asks, ask, CM_ASK_FAILED);
        return;
    }
    p->ask = ask;
    p->deadline = cm_clock_seconds() + asks->work.seconds + GRACE_SECONDS;
}

/* ---- answers ------------------------------------------------------------------- */

static void finish_broken(cm_asks *asks, process *p, unsigned status)
{
    cm_ask *ask = p->ask;
    p->ask = NULL;
    end_process(p);
    finish_failed(asks, ask, status);
}

static void take_answer(cm_asks *asks, process *p)
{
    char *bytes = NULL;
    size_t length = 0, text_length = 0;
    cm_passage passed =
        cm_child_receive(&p->child, &bytes, &length, cm_clock_seconds() + TRANSFER_SECONDS);
    cm_message message = {bytes, passed == CM_PASSED ? length : 0, passed != CM_PASSED};
    uint64_t status = cm_message_get_u64(&message);
    const char *text = cm_message_get_view(&message, &text_length);
    if (cm_message_is_done(&message) && status >= CM_ASK_GOOD && status <= CM_ASK_LATE) {
        cm_ask *ask = p->ask;
        p->ask = NULL;
        finish(asks, ask, (unsigned)status, text, text_length);
        if (++p->answered >= QUESTIONS_OF_A_PROCESS)
            end_process(p);
    } else {
        finish_broken(asks, p, CM_ASK_FAILED);
    }
    if (passed == CM_PASSED)
        free(bytes);
}

void cm_asks_step(cm_asks *asks, const fd_set *readable)
{
    double now = cm_clock_seconds();
    for (unsigned i = 0; i < asks->count; i++) {
        process *p = &asks->processes[i];
        if (p->ask && p->ask->superseded)
            finish_broken(asks, p, CM_ASK_SUPERSEDED);
        else if (p->ask && FD_ISSET(p->child.channel, readable))
            take_answer(asks, p);
        else if (p->ask && now > p->deadline)
            finish_broken(asks, p, CM_ASK_LATE);
        if (!p->ask)
            deal_to(asks, p);
    }
}

void cm_asks_wait_for(const cm_asks *asks, fd_set *readable, int *highest)
{
    for (unsigned i = 0; i < asks->count; i++) {
        const process *p = &asks->processes[i];
        if (!p->ask)
            continue;
        FD_SET(p->child.channel, readable);
        *highest = p->child.channel > *highest ? p->child.channel : *highest;
    }
}

double cm_asks_patience(const cm_asks *asks, double most)
{
    double now = cm_clock_seconds();
    for (unsigned i = 0; i < asks->count; i++) {
        const process *p = &asks->processes[i];
        bool ready = p->ask ? p->ask->superseded : asks->first != NULL;
        double left = ready ? 0 : p->ask ? p->deadline - now : most;
        most = left < most ? left : most;
    }
    return most > 0 ? most : 0;
}
