#include "base/asks.h"

#include "base/child.h"
#include "base/clock.h"
#include "base/message.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_WAITING = 64, MOST_PROCESSES = 16 };

/* While all processes are busy, one more looks at the newest question that waits, for so long: a
 * small one need not wait for large ones. A question that takes longer waits on, and is not looked
 * at in this way again. */
static const double QUICK_SECONDS = 0.5;

/* A process answers so many questions: what a solver leaves behind is thrown away. */
enum { QUESTIONS_OF_A_PROCESS = 300 };

/* The check looks at the clock itself and then says what it knows; a process that does not is
 * ended. */
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
    bool trying; /* the quick process looks at it, */
    bool tried;  /* or has looked at it in vain */
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
    process processes[MOST_PROCESSES + 1]; /* the one at `count` is the quick one */
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
    for (; asks->count <= count; asks->count++)
        if (!cm_child_init(&asks->processes[asks->count].child))
            break;
    if (asks->count > 1) {
        asks->count--;
        return asks;
    }
    if (asks->count > 0)
        cm_child_close(&asks->processes[0].child);
    free(asks);
    return NULL;
}

void cm_asks_free(cm_asks *asks)
{
    if (!asks)
        return;
    for (unsigned i = 0; i <= asks->count; i++)
        cm_child_close(&asks->processes[i].child);
    for (unsigned i = 0; i < asks->count; i++)
        free(asks->processes[i].ask);
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

static void finish_ask(cm_asks *asks, cm_ask *ask, unsigned status, const char *text, size_t length)
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
    finish_ask(asks, ask, status, text, strlen(text));
}

/* ---- dealing ------------------------------------------------------------------- */

/* From the list of those that wait. */
static void remove_from(cm_asks *asks, cm_ask **here)
{
    cm_ask *ask = *here;
    *here = ask->next;
    if (!ask->next)
        asks->last = here;
    asks->waiting--;
}

/* Answers those that nobody wants any more. */
static void drop_superseded(cm_asks *asks)
{
    cm_ask **here = &asks->first;
    while (*here) {
        cm_ask *ask = *here;
        if (ask->superseded && !ask->trying) {
            remove_from(asks, here);
            finish_failed(asks, ask, CM_ASK_SUPERSEDED);
        } else {
            here = &ask->next;
        }
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
    p->frame = cm_text_new(p->arena);
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

/* False: it cannot be asked. */
static bool give_ask(cm_asks *asks, process *p, cm_ask *ask, double seconds)
{
    bool there = cm_child_is_alive(&p->child) ||
                 cm_child_start(&p->child, asks->work.serve, asks->work.context);
    if (!there || p->child.channel >= FD_SETSIZE || !pose(p, ask)) {
        end_process(p);
        return false;
    }
    p->ask = ask;
    p->deadline = cm_clock_seconds() + seconds;
    return true;
}

static bool are_busy(const cm_asks *asks)
{
    for (unsigned i = 0; i < asks->count; i++)
        if (!asks->processes[i].ask)
            return false;
    return true;
}

/* ---- answers ------------------------------------------------------------------- */

static void finish_broken(cm_asks *asks, process *p, unsigned status)
{
    cm_ask *ask = p->ask;
    p->ask = NULL;
    end_process(p);
    finish_failed(asks, ask, status);
}

/* False: the process is of no more use. */
static bool take_answer(cm_asks *asks, process *p)
{
    char *bytes = NULL;
    size_t length = 0, text_length = 0;
    cm_passage passed =
        cm_child_receive(&p->child, &bytes, &length, cm_clock_seconds() + TRANSFER_SECONDS);
    cm_message message = {bytes, passed == CM_PASSED ? length : 0, passed != CM_PASSED};
    uint64_t status = cm_message_get_u64(&message);
    const char *text = cm_message_get_view(&message, &text_length);
    bool good = cm_message_is_done(&message) && status >= CM_ASK_GOOD && status <= CM_ASK_LATE;
    if (good) {
        cm_ask *ask = p->ask;
        p->ask = NULL;
        finish_ask(asks, ask, (unsigned)status, text, text_length);
        if (++p->answered >= QUESTIONS_OF_A_PROCESS)
            end_process(p);
    }
    if (passed == CM_PASSED)
        free(bytes);
    return good;
}

/* Of the quick process: is it done, or late? */
static void end_trial(cm_asks *asks, process *p, const fd_set *readable, double now)
{
    bool answered = FD_ISSET(p->child.channel, readable);
    if (!answered && !p->ask->superseded && now <= p->deadline)
        return;
    p->ask->trying = false;
    if (!answered) { /* the question waits on */
        p->ask = NULL;
        end_process(p);
        return;
    }
    cm_ask **here = &asks->first;
    while (*here != p->ask)
        here = &(*here)->next;
    remove_from(asks, here);
    if (!take_answer(asks, p))
        finish_broken(asks, p, CM_ASK_FAILED);
}

void cm_asks_step(cm_asks *asks, const fd_set *readable)
{
    double now = cm_clock_seconds();
    drop_superseded(asks);
    for (unsigned i = 0; i < asks->count; i++) {
        process *p = &asks->processes[i];
        if (p->ask && p->ask->superseded)
            finish_broken(asks, p, CM_ASK_SUPERSEDED);
        else if (p->ask && FD_ISSET(p->child.channel, readable) && !take_answer(asks, p))
            finish_broken(asks, p, CM_ASK_FAILED);
        else if (p->ask && now > p->deadline)
            finish_broken(asks, p, CM_ASK_LATE);
        if (!p->ask) {
            /* The first question that waits, and is not being tried, leaves the list. */
            cm_ask **here = &asks->first;
            while (*here && (*here)->trying)
                here = &(*here)->next;
            cm_ask *ask = *here;
            if (ask)
                remove_from(asks, here);
            if (ask && !give_ask(asks, p, ask, asks->work.seconds + GRACE_SECONDS))
                finish_failed(asks, ask, CM_ASK_FAILED);
        }
    }
    process *quick = &asks->processes[asks->count];
    if (quick->ask)
        end_trial(asks, quick, readable, now);
    else if (are_busy(asks)) {
        /* The newest that was not tried, which stays in the list. */
        cm_ask *newest = NULL;
        for (cm_ask *ask = asks->first; ask; ask = ask->next)
            if (!ask->tried)
                newest = ask;
        if (newest)
            newest->tried = newest->trying =
                give_ask(asks, &asks->processes[asks->count], newest, QUICK_SECONDS);
    }
}

void cm_asks_wait_for(const cm_asks *asks, fd_set *readable, int *highest)
{
    for (unsigned i = 0; i <= asks->count; i++) {
        const process *p = &asks->processes[i];
        if (!p->ask)
            continue;
        FD_SET(p->child.channel, readable);
        *highest = p->child.channel > *highest ? p->child.channel : *highest;
    }
}

/* Can a step do something now? */
static bool is_ready(const cm_asks *asks)
{
    bool busy = are_busy(asks), quick = !asks->processes[asks->count].ask;
    for (unsigned i = 0; i <= asks->count; i++)
        if (asks->processes[i].ask && asks->processes[i].ask->superseded)
            return true;
    for (const cm_ask *ask = asks->first; ask; ask = ask->next)
        if (!ask->trying && (ask->superseded || !busy || (quick && !ask->tried)))
            return true;
    return false;
}

double cm_asks_patience(const cm_asks *asks, double most)
{
    double now = cm_clock_seconds();
    if (is_ready(asks))
        return 0;
    for (unsigned i = 0; i <= asks->count; i++) {
        const process *p = &asks->processes[i];
        if (p->ask && p->deadline - now < most)
            most = p->deadline - now;
    }
    return most > 0 ? most : 0;
}

/* ---- the process's side ------------------------------------------------- */

typedef struct answering {
    int channel;
    cm_arena *arena;
    cm_ask_answer *answer;
    void *context;
    cm_message question;
    char *text;
    bool sent;
} answering;

static void answer_protected(void *argument)
{
    answering *a = argument;
    size_t length;
    uint64_t kind = cm_message_get_u64(&a->question);
    const char *question = cm_message_get_view(&a->question, &length);
    if (!cm_message_is_done(&a->question))
        return;
    unsigned status = a->answer(a->context, a->arena, kind, question, length, &a->text);
    const char *text = a->text ? a->text : "{\"error\":\"out of memory\"}";
    cm_text out = cm_text_new(a->arena);
    cm_frame_begin(&out);
    cm_message_put_u64(&out, a->text ? status : CM_ASK_FAILED);
    cm_message_put_text(&out, text, strlen(text));
    cm_frame_end(&out);
    a->sent = cm_channel_send(a->channel, out.data, out.length) && a->text;
}

void cm_asks_answer_all(int channel, size_t memory_limit, cm_ask_answer *answer, void *context)
{
    cm_arena *arena = cm_arena_new(memory_limit);
    char *bytes = NULL;
    size_t length = 0;
    for (bool good = arena; good && cm_channel_receive(channel, &bytes, &length);) {
        answering a = {channel, arena, answer, context, {bytes, length, false}, NULL, false};
        good = cm_arena_protect(arena, answer_protected, &a) && a.sent;
        free(a.text);
        free(bytes);
        cm_arena_reset(arena, memory_limit);
    }
    cm_arena_free(arena);
}
