/* Linearisability: do calls that run side by side return what the same calls return one after
 * another, in some order that keeps that of each thread (Herlihy and Wing 1990)?
 *
 * What they may return is computed before the test is checked: functions of the specification are
 * followed in each order, as one thread runs them, so that all that they compute with is known.
 * The final states of the test must be among what they return: that is its condition. */
#include "import/ll.h"

#include <string.h>

enum { MOST_CALLS = 8000, MOST_OUTCOMES = 1000 };

typedef struct ordering {
    cm_ll_program program; /* the specification's */
    cm_ll_thread thread;
    const cm_binding *binding;
    int threads, calls;         /* calls followed so far */
    int *next;                  /* by thread: how many of its calls are done */
    const cm_ll_function *open; /* what it returned was not computed */
    const char **said; /* by launch: what the call has returned in this order, "pop_P1=2" */
    const char **outcomes;
    int count, capacity;
} ordering;

/* ---- one call ------------------------------------------------------------------------ */

/* As a location of that type has it in a final state. */
static long long as_signed(uint64_t number, uint64_t bytes)
{
    uint64_t sign = UINT64_C(1) << (8 * bytes - 1),
             mask = bytes < 8 ? (UINT64_C(1) << 8 * bytes) - 1 : UINT64_MAX;
    return (long long)(((number & mask) ^ sign) - sign);
}

static void follow(ordering *o, const cm_bind_thread *bound, int call)
{
    cm_ll_thread *t = &o->thread;
    cm_work *work = t->work;
    int index = bound->launch + call, count;
    const cm_launch *l = &o->binding->launches[index];
    cm_ll_known *arguments, result = {.kind = CM_LL_NOTHING};
    if (++o->calls > MOST_CALLS)
        cm_fail(work, l->place, "there are too many orders of the calls, expected fewer calls");
    const cm_ll_instruction *last =
        cm_ll_returning(cm_ll_called(&o->program, l, NULL, &arguments, &count));
    cm_ll_function *f = cm_ll_called(&o->program, l, o->binding->specification, &arguments, &count);
    t->done = 0;
    t->first = t->last = t->piece = CM_NEW(work->arena, cm_ll_piece); /* nobody reads the rows */
    bool returns = cm_ll_follow(t, f, arguments, count, NULL, &result);
    t->state.count = o->program.known_slots; /* also if it does not */
    o->said[index] = NULL;
    if (!returns || (last && result.kind != CM_LL_KNOWN))
        o->open = f;
    else if (last)
        o->said[index] =
            cm_arena_printf(work->arena, "%s=%lld", cm_ll_result_name(&o->program, bound, call),
                            as_signed(result.number, cm_ll_size(last->operands[0].type)));
}

/* ---- all orders ---------------------------------------------------------------------- */

static void add_outcome(ordering *o)
{
    cm_text text = cm_text_new(o->thread.work->arena);
    for (int i = 0; i < o->binding->launch_count; i++)
        if (o->said[i])
            cm_text_append(&text, "%s%s", text.length > 0 ? " /\\ " : "", o->said[i]);
    for (int i = 0; i < o->count; i++)
        if (strcmp(o->outcomes[i], text.data) == 0)
            return;
    if (o->count == MOST_OUTCOMES)
        cm_fail(o->thread.work, o->binding->threads[0].place,
                "the calls can return more than %d combinations, expected fewer calls",
                MOST_OUTCOMES);
    CM_PUSH(o->thread.work->arena, o->outcomes, o->count, o->capacity, text.data);
}

/* Each thread's next call in turn, and all that may follow it. */
static void go_on(ordering *o)
{
    const cm_ll_known *now = cm_ll_known_now(&o->thread);
    cm_ll_state *state = &o->thread.state;
    bool done = true;
    for (int c = 0; c < o->threads; c++) {
        const cm_bind_thread *bound = &o->binding->threads[c];
        if (o->next[c] == bound->calls)
            continue;
        done = false;
        follow(o, bound, o->next[c]++);
        go_on(o);
        o->next[c]--;
        state->slots = cm_arena_grow(o->thread.work->arena, now, (size_t)state->count,
                                     (size_t)state->count + 1, sizeof *now);
    }
    if (done)
        add_outcome(o);
}

static void go_all_ways(ordering *o)
{
    const cm_binding *b = o->binding;
    o->program.again = false;
    o->program.object_count = 0;
    o->count = o->calls = 0;
    o->open = NULL;
    o->thread = (cm_ll_thread){.program = &o->program, .work = o->program.import->work};
    for (int i = 0; i < o->program.module->function_count; i++)
        o->program.module->functions[i].graph = NULL;
    cm_ll_begin_known(&o->thread, NULL);
    for (int call = 0; call < b->first.calls; call++) {
        const char *name = b->launches[b->first.launch + call].kernel;
        if (cm_ll_find_function(o->program.module, cm_arena_printf(o->thread.work->arena, "%s_%s",
                                                                   b->specification, name)))
            follow(o, &b->first, call);
        o->said[b->first.launch + call] = NULL;
    }
    go_on(o);
    cm_ll_find_known(&o->program);
}

/* The binding's own question may add locations. */
static void refuse_conditions(const cm_import *import)
{
    const cm_binding *b = import->binding;
    for (int i = 0; i < b->question.count; i++) {
        const cm_bind_part *part = &b->question.items[i];
        const char *text = b->source->text + part->from;
        if (strncmp(text, "locations", 9) != 0 && strncmp(text, "filter", 6) != 0)
            cm_fail(import->work, (cm_place){b->source, part->from, part->to - part->from},
                    "`linearisable` is the question already, expected locations or filter");
    }
}

const char *cm_ll_linearisable(const cm_import *import, int threads)
{
    cm_arena *arena = import->work->arena;
    cm_binding bare = *import->binding;
    bare.init.count = 0; /* the specification has its own variables */
    cm_import own = {.work = import->work, .kernel = import->kernel, .binding = &bare};
    ordering o = {.binding = &bare, .threads = threads};
    refuse_conditions(import);
    o.program = (cm_ll_program){.import = &own, .module = cm_ll_read(own.work, own.kernel)};
    o.next = CM_NEW_ARRAY(arena, (size_t)threads, int);
    o.said = CM_NEW_ARRAY(arena, (size_t)bare.launch_count, const char *);
    cm_ll_find_known(&o.program);
    do
        go_all_ways(&o);
    while (o.program.again); /* until it is found which variables are known */
    if (o.open)
        cm_fail(own.work, o.open->place,
                "what `%s` returns is not computed, expected a specification whose calls end, "
                "and return numbers that they compute of their arguments and of global variables",
                o.open->name);
    if (!*o.outcomes[0])
        cm_fail(own.work, bare.threads[0].place,
                "the calls return nothing, expected one that returns a number");
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, "forall (");
    for (int i = 0; i < o.count; i++)
        cm_text_append(&text, "%s%s", i > 0 ? " \\/ " : "", o.outcomes[i]);
    cm_text_add(&text, ")");
    return text.data;
}
