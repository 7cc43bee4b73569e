/* Judging in a process that can be ended, so that a limit holds whatever the solver does. */
#include "base/answer.h"
#include "base/clock.h"
#include "campaign/judge_parts.h"

#include <string.h>

/* ---- requests and answers -------------------------------------------- */

static void put_text(cm_text *out, const char *text)
{
    cm_message_put_text(out, text, strlen(text));
}

static const size_t texts[] = {
    offsetof(cm_conform_allowed, model),     offsetof(cm_conform_allowed, text),
    offsetof(cm_conform_allowed, hash),      offsetof(cm_conform_allowed, arch),
    offsetof(cm_conform_allowed, condition), offsetof(cm_conform_allowed, warnings),
    offsetof(cm_conform_allowed, why),
};
enum { TEXTS = sizeof texts / sizeof *texts };

static const char **text_at(cm_conform_allowed *allowed, size_t i)
{
    return (const char **)(void *)((char *)allowed + texts[i]);
}

static void put_answer(cm_text *out, bool answered, cm_conform_allowed *allowed)
{
    cm_message_put_u64(out, answered);
    for (size_t i = 0; i < TEXTS; i++)
        put_text(out, *text_at(allowed, i));
    cm_message_put_u64(out, (uint64_t)allowed->quantifier);
    cm_message_put_u64(out, allowed->complete);
    cm_message_put_u64(out, allowed->count);
    for (size_t i = 0; i < allowed->count; i++) {
        put_text(out, allowed->states[i].text);
        cm_message_put_u64(out, allowed->states[i].satisfies);
    }
    cm_message_put_u64(out, allowed->warned_count);
    for (size_t i = 0; i < allowed->warned_count; i++) {
        cm_message_put_u64(out, allowed->warned[i].line);
        cm_message_put_u64(out, allowed->warned[i].column);
        put_text(out, allowed->warned[i].message);
    }
    cm_message_put_u64(out, allowed->axis_count);
    for (size_t i = 0; i < allowed->axis_count; i++) {
        put_text(out, allowed->axes[i].key);
        put_text(out, allowed->axes[i].value);
    }
}

/* How many items there are: each takes 16 bytes at least. */
static size_t get_count(cm_message *message)
{
    enum { LEAST = 16 };
    uint64_t count = cm_message_get_u64(message);
    message->bad = message->bad || count > message->left / LEAST;
    return message->bad ? 0 : (size_t)count;
}

/* Is it an answer? */
static bool get_answer(cm_message *m, cm_arena *arena, bool *answered, cm_conform_allowed *out)
{
    *out = cm_conform_nothing_known;
    *answered = cm_message_get_u64(m) != 0;
    for (size_t i = 0; i < TEXTS; i++)
        *text_at(out, i) = cm_message_get_text(m, arena, NULL);
    uint64_t quantifier = cm_message_get_u64(m);
    out->complete = cm_message_get_u64(m) != 0;
    out->count = get_count(m);
    cm_record_state *states = CM_NEW_ARRAY(arena, out->count, cm_record_state);
    for (size_t i = 0; i < out->count; i++) {
        states[i].text = cm_message_get_text(m, arena, NULL);
        states[i].satisfies = cm_message_get_u64(m) != 0;
    }
    out->warned_count = get_count(m);
    cm_conform_warning *warned = CM_NEW_ARRAY(arena, out->warned_count, cm_conform_warning);
    for (size_t i = 0; i < out->warned_count; i++) {
        warned[i].line = (unsigned)cm_message_get_u64(m);
        warned[i].column = (unsigned)cm_message_get_u64(m);
        warned[i].message = cm_message_get_text(m, arena, NULL);
    }
    out->axis_count = get_count(m);
    cm_record_pair *axes = CM_NEW_ARRAY(arena, out->axis_count, cm_record_pair);
    for (size_t i = 0; i < out->axis_count; i++) {
        axes[i].key = cm_message_get_text(m, arena, NULL);
        axes[i].value = cm_message_get_text(m, arena, NULL);
    }
    out->states = states;
    out->warned = warned;
    out->axes = axes;
    bool sound = cm_message_is_done(m) && quantifier <= CM_FORALL;
    out->quantifier = sound ? (cm_quantifier)quantifier : CM_EXISTS;
    return sound;
}

/* ---- the child ------------------------------------------------------- */

static void answer(void *context, cm_message *request, cm_text *fields)
{
    cm_judge *judge = context;
    cm_judge_case test;
    cm_conform_allowed allowed;
    test.name = cm_message_get_text(request, fields->arena, NULL);
    test.text = cm_message_get_text(request, fields->arena, &test.length);
    bool answered = cm_judge_here(judge, fields->arena, &test, 0, &allowed);
    put_answer(fields, answered, &allowed);
}

/* The parent's solver, if it has one, stays as it is: Z3 knows nothing of processes. */
static void serve_judge(void *context, int channel)
{
    cm_judge *judge = context;
    judge->solver = NULL;
    cm_answer_all(channel, answer, judge);
}

/* ---- the parent ------------------------------------------------------ */

typedef struct reading {
    cm_message *message;
    cm_arena *arena;
    cm_conform_allowed *out;
    bool answered, sound;
    bool exhausted; /* there is no memory for it */
} reading;

static void read_protected(void *argument)
{
    reading *r = argument;
    r->sound = get_answer(r->message, r->arena, &r->answered, r->out);
}

static bool take_answer(cm_message *fields, void *answer)
{
    reading *r = answer;
    r->message = fields;
    r->exhausted = !cm_arena_protect(r->arena, read_protected, r);
    return !r->exhausted && r->sound;
}

static void interrupt(void *child)
{
    cm_child_interrupt(child);
}

bool cm_judge_apart(cm_judge *judge, cm_arena *arena, const cm_judge_case *test,
                    cm_conform_allowed *out)
{
    reading r = {.arena = arena, .out = out};
    cm_text request = cm_text_new(arena);
    cm_frame_begin(&request);
    put_text(&request, test->name);
    cm_message_put_text(&request, test->text, test->length);
    cm_frame_end(&request);
    if (!cm_child_is_alive(&judge->child) && !cm_child_start(&judge->child, serve_judge, judge))
        return cm_judge_here(judge, arena, test, 0, out);
    /* Interrupted from outside while it waits. */
    cm_child *child = &judge->child;
    double deadline = cm_clock_seconds() + judge->options.timeout + CM_ANSWER_GRACE;
    cm_passage passed = CM_STOPPED;
    cm_stop_watch(judge->options.stop, interrupt, child);
    if (!cm_stop_asked(judge->options.stop))
        passed = cm_answer_ask(child, request.data, request.length, deadline, take_answer, &r);
    cm_stop_watch(judge->options.stop, NULL, NULL);
    if (r.exhausted)
        cm_arena_escape(r.arena);
    if (passed == CM_LATE) {
        cm_child_kill(&judge->child);
        /* as if there had been no time */
        return cm_judge_here(judge, arena, test, judge->options.timeout, out);
    }
    if (passed != CM_PASSED) { /* for a reason that has nothing to do with the test's text */
        *out = cm_conform_nothing_known;
        out->why = passed == CM_STOPPED ? "interrupted"
                   : passed == CM_CLOSED
                       ? cm_arena_printf(arena, "the process that checked it ended (signal %d)",
                                         cm_answer_died_of(child))
                       : "the process that checked it gave a malformed answer";
        if (passed == CM_STOPPED)
            cm_child_resume(child);
        cm_child_kill(child);
        return false;
    }
    /* What was said of models is said once, in whatever process. */
    for (cm_judge_model *model = judge->models; model; model = model->next)
        model->told = true;
    return r.answered;
}
