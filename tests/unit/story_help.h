/* For tests of explain/: is a story that it tells one of the execution? */
#ifndef CM_TESTS_STORY_HELP_H
#define CM_TESTS_STORY_HELP_H

#include "explain/explain.h"
#include "tests/unit/unit.h"

static inline bool reads_before(const cm_execution *x, uint32_t read, uint32_t write)
{
    bool before = false;
    for (uint32_t from = 0; from < x->event_count; from++)
        before |= cm_rel_has(&x->rf, from, read) && cm_rel_has(&x->co, from, write);
    return before;
}

/* "where it meets P0": P0 comes to the barrier with the first event, or after it. */
static inline bool meets_later(const cm_execution *x, uint32_t from, uint32_t at)
{
    bool meets = false;
    for (uint32_t k = 0; k < x->event_count; k++)
        meets |= (k == from || cm_rel_has(&x->po, from, k)) &&
                 (cm_rel_has(&x->meets, k, at) || cm_rel_has(&x->meets, at, k));
    return meets;
}

/* "after P0 has ended" */
static inline bool begins_after(const cm_execution *x, int thread, int other)
{
    return x->test->begins && x->test->begins[thread * x->test->thread_count + other];
}

/* Of one thread: of an instruction that reads and writes as one, or of what is asynchronous. */
static inline bool is_of_one(const cm_execution *x, const cm_sc_step *s)
{
    const cm_event *a = &x->events[s->from], *b = &x->events[s->to];
    bool async = cm_step_is_async(a->action->step) || cm_step_is_async(b->action->step);
    return a->thread == b->thread && (strcmp(s->name, "rmw^-1") == 0 || async);
}

/* The steps that a story tells of are in the execution, and lead round. */
static inline void check_story(const cm_execution *x, const cm_sc_step *cycle, int count)
{
    for (int i = 0; i < count; i++) {
        const cm_sc_step *s = &cycle[i];
        assert_int_equal(s->to, cycle[(i + 1) % count].from);
        if (strcmp(s->name, "po") == 0)
            assert_true(cm_rel_has(&x->po, s->from, s->to));
        else if (strcmp(s->name, "rf") == 0)
            assert_true(cm_rel_has(&x->rf, s->from, s->to));
        else if (strcmp(s->name, "co") == 0)
            assert_true(cm_rel_has(&x->co, s->from, s->to));
        else if (strcmp(s->name, "fr") == 0)
            assert_true(reads_before(x, s->from, s->to));
        else if (strcmp(s->name, "barrier") == 0)
            assert_true(meets_later(x, s->from, s->to));
        else if (strcmp(s->name, "boundary") == 0)
            assert_true(begins_after(x, x->events[s->to].thread, x->events[s->from].thread));
        else
            assert_true(is_of_one(x, s));
    }
}

/* The order that is told, done on one memory, a byte at a time, by values alone: each read finds
 * its value, an instruction's read and write are not parted by a write of the same bytes, threads
 * keep to their programs, and the final values have the outcome. */
static inline void check_order(cm_arena *arena, const cm_test *test, const cm_explanation *told)
{
    enum { BYTES = 4096 };
    const cm_execution *x = told->execution;
    uint8_t(*memory)[BYTES] =
        cm_arena_alloc(arena, (size_t)test->location_count * BYTES, sizeof(uint64_t));
    bool *done = CM_NEW_ARRAY(arena, (size_t)x->event_count + 1, bool);
    for (uint32_t i = 0; i < x->event_count; i++) {
        uint32_t now = told->interleaving[i];
        const cm_event *e = &x->events[now];
        assert_false(done[now]);
        for (uint32_t k = 0; k < x->event_count; k++)
            assert_true(done[k] || !cm_rel_has(&x->po, k, now));
        done[now] = true;
        for (unsigned k = 0; (e->kind == 'R' || e->kind == 'W') && k < e->width; k++) {
            uint8_t *at = &memory[e->location][e->offset + k], byte = (uint8_t)(e->value >> 8 * k);
            assert_true(e->offset + k < BYTES);
            if (e->kind == 'W')
                *at = byte;
            else if (*at != byte)
                fail_msg("%s: in the order that is told a read finds %u, not %u", test->name, *at,
                         byte);
        }
    }
    if (!x->state)
        return;
    uint64_t *values = CM_NEW_ARRAY(arena, (size_t)cm_state_width(test) + 1, uint64_t);
    memcpy(values, x->state, (size_t)cm_state_width(test) * sizeof *values);
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *item = &test->observed[i];
        const cm_location *l = &test->locations[item->location];
        if (item->kind != CM_OBSERVE_LOCATION || l->is_array || item->element >= 0)
            continue;
        int owner = l->alias_of >= 0 ? l->alias_of : item->location;
        bool is_there = false;
        for (uint32_t k = 0; k < x->event_count; k++)
            is_there |= x->events[k].kind == 'W' && x->events[k].location == owner;
        uint64_t value = 0;
        for (unsigned k = 0; k < 8 && k < l->extent; k++)
            value |= (uint64_t)memory[owner][k] << 8 * k;
        if (is_there)
            values[cm_state_offset(test, i)] = value;
    }
    if (cm_prop_holds(test, test->condition, values) == (test->quantifier == CM_FORALL))
        fail_msg("%s: the order that is told ends otherwise", test->name);
}

/* Is what the threads do with each other po, rf and co alone? */
static inline bool is_plain(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            if (test->threads[t].steps[i].kind == CM_STEP_BARRIER ||
                cm_step_is_async(&test->threads[t].steps[i]))
                return false;
    return !strstr(test->source->text, "after") && !strstr(test->source->text, "dependent");
}

#endif
