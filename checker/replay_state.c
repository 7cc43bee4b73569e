/* The final state of an execution. See replay_parts.h. */
#include "checker/replay_parts.h"

#include "litmus/print_order.h"
#include "litmus/state.h"

/* ---- the final state ---------------------------------------------------- */

/* Is the write to those bytes, and followed by none? */
static bool is_last(const cm_replay *r, const cm_rel *co, uint32_t write, const cm_event *init)
{
    const cm_event *e = &r->events[write];
    return e->kind == 'W' && e->location == init->location && e->offset == init->offset &&
           (!co || cm_bits_next(cm_rel_row(co, write), co->words, co->n, 0) == co->n);
}

static cm_word written_word(const cm_replay *r, uint32_t write)
{
    const cm_event *e = &r->events[write];
    return e->action ? cm_replay_part(e->action->value, e->part, e->width)
                     : cm_replay_initial(r->job->test, e->location, e->offset, e->width);
}

/* Bytes [offset, offset + width) of a part of memory at the end: of a last write,
 * of that one of several which left what the state says. */
static bool final_bytes(cm_replay *r, const cm_event *part, uint32_t offset, unsigned width,
                        uint64_t claimed, cm_word *out)
{
    int co = cm_model_find(r->e->model, "co");
    const cm_rel *order = co < 0 ? NULL : &cm_evaluator_value(r->evaluator, co)->rel;
    for (uint32_t w = 0; w < r->count; w++) {
        if (!is_last(r, order, w, part))
            continue;
        *out = cm_replay_part(written_word(r, w), offset - part->offset, width);
        if (out->value == claimed)
            return true;
    }
    return cm_replay_differ(r, "memory ends with a value that no last write left");
}

/* What a location holds at the end, `width` (1 to 8) bytes from `offset` on. */
static bool final_memory(cm_replay *r, int location, uint32_t offset, unsigned width,
                         uint64_t claimed, cm_word *out)
{
    while (r->job->test->locations[location].alias_of >= 0)
        location = r->job->test->locations[location].alias_of;
    *out = cm_replay_initial(r->job->test, location, offset, width);
    for (uint32_t i = 0; i < r->g->init_count; i++) {
        const cm_event *part = &r->events[i];
        uint32_t begin = part->offset > offset ? part->offset : offset;
        uint32_t end = part->offset + part->width < offset + width ? part->offset + part->width
                                                                   : offset + width;
        if (part->location != location || begin >= end)
            continue;
        unsigned at = begin - offset, bytes = end - begin;
        uint64_t mask = cm_bytes_of(UINT64_MAX, 0, bytes) << 8 * at;
        cm_word found = {0, 0};
        if (!final_bytes(r, part, begin, bytes, cm_bytes_of(claimed, at, bytes), &found))
            return false;
        out->value = (out->value & ~mask) | found.value << 8 * at;
        out->moved = (out->moved & ~mask) | found.moved << 8 * at;
    }
    return true;
}

/* Is the value, seen as the observed item is, what the solver says, wherever
 * locations lie? */
static bool agrees(cm_replay *r, int item, cm_word found, uint64_t claimed)
{
    const cm_test *test = r->job->test;
    const cm_observed *o = &test->observed[item];
    unsigned bits;
    bool is_signed;
    cm_observed_type(test, o, &bits, &is_signed);
    if (cm_state_normal(test, item, found.value) != cm_state_normal(test, item, claimed))
        return cm_replay_differ(r, "%s ends with another value", o->display);
    if (!cm_word_is_fixed(test, found, bits))
        return cm_replay_stray(
            r, o->kind == CM_OBSERVE_REGISTER ? o->thread : -1,
            "may end with a value that depends on where locations are in memory");
    return true;
}

static bool agrees_in_memory(cm_replay *r, int item, const uint64_t *values)
{
    const cm_observed *o = &r->job->test->observed[item];
    const cm_location *l = &r->job->test->locations[o->location];
    uint32_t first = o->element < 0 ? 0 : (uint32_t)o->element;
    uint32_t end = o->element < 0 ? l->count : first + 1;
    for (uint32_t i = first; i < end; i++) {
        cm_word found = {0, 0};
        if (!final_memory(r, o->location, i * l->width, l->width, values[i - first], &found) ||
            !agrees(r, item, found, values[i - first]))
            return false;
    }
    return true;
}

bool cm_replay_final(cm_replay *r)
{
    const cm_test *test = r->job->test;
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *o = &test->observed[i];
        const uint64_t *values = r->values + cm_state_offset(test, i);
        bool same = o->kind == CM_OBSERVE_LOCATION
                        ? agrees_in_memory(r, i, values)
                        : agrees(r, i, r->walkers[o->thread].state.registers[o->reg], *values);
        if (!same)
            return false;
    }
    return true;
}
