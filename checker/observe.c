/* Final values. See encode.h. */
#include "checker/encode.h"

#include "litmus/state.h"

typedef struct observer {
    cm_encoder *e;
    cm_graph *g;
    cm_job *job;
    int co; /* node of `co`, or -1 */
} observer;

/* Condition for the write to be the last one to that part, given that it goes
 * there: nothing follows it in co (docs/models/ptx.md, PTX: with a partial co, a final
 * value is that of any write that no other follows). */
static cm_lit is_last(observer *o, uint32_t write)
{
    cm_lits all = {0};
    for (uint32_t other = 0; other < o->g->count; other++)
        cm_lits_add(o->job->arena, &all, -cm_encode_pair(o->e, o->co, write, other, CM_UPPER));
    return cm_form_and_all(&o->job->form, all.items, all.count);
}

/* Condition for the write to execute and to go to that part. */
static cm_lit goes_to(observer *o, uint32_t write, cm_spot spot)
{
    const cm_ev *e = &o->g->events[write];
    for (uint32_t i = 0; i < e->target_count; i++)
        if (e->targets[i].spot.location == spot.location &&
            e->targets[i].spot.offset == spot.offset)
            return cm_form_and(&o->job->form, e->exec, e->targets[i].when);
    return CM_FALSE;
}

/* The writes that may be last there, and when. */
static cm_lits find_last(observer *o, cm_spot spot, uint32_t *writes)
{
    cm_job *job = o->job;
    cm_lits here = {0}, last = {0};
    for (uint32_t w = 0; w < o->g->count; w++) {
        cm_lit when = o->g->events[w].kind == 'W' ? goes_to(o, w, spot) : CM_FALSE;
        if (when == CM_FALSE)
            continue;
        writes[here.count] = w;
        cm_lits_add(job->arena, &here, when);
    }
    if (here.count == 1)
        return here;
    if (o->co < 0)
        cm_fail(o->job->work, (cm_place){0},
                "the model %s defines no relation `co`, and the test observes memory: "
                "include \"cos.cat\" or define it",
                o->job->model->name);
    for (uint32_t i = 0; i < here.count; i++) {
        cm_lit when = cm_form_and(&job->form, here.items[i], is_last(o, writes[i]));
        if (when == CM_FALSE)
            continue;
        writes[last.count] = writes[i];
        cm_lits_add(job->arena, &last, when);
    }
    return last;
}

/* The final value of a part: of one of the last writes to it. */
static const cm_val *part_value(observer *o, cm_spot spot)
{
    cm_job *job = o->job;
    uint32_t *writes = CM_NEW_ARRAY(job->arena, o->g->count, uint32_t);
    cm_lits last = find_last(o, spot, writes);
    if (last.count == 1)
        return o->g->events[writes[0]].value;
    cm_lit first = cm_form_group(&job->form, last.count);
    cm_graph_choose(o->g, (cm_exactly_one){CM_TRUE, first, last.count});
    uint32_t room = 0, count = 0;
    cm_choice *choices = NULL;
    for (uint32_t i = 0; i < last.count; i++) {
        cm_lit chosen = first + (cm_lit)i;
        cm_graph_assert(o->g, cm_form_or(&job->form, -chosen, last.items[i]));
        const cm_val *value = o->g->events[writes[i]].value;
        for (uint32_t k = 0; k < value->count; k++)
            CM_PUSH(job->arena, choices, count, room,
                    (cm_choice){value->choices[k].value,
                                cm_form_and(&job->form, chosen, value->choices[k].when), 0, 0});
    }
    return cm_val_make(job, choices, count);
}

/* Bits of the part that lie in the `width` bytes from `offset` on, as bits of these. */
static uint64_t covered_bits(const cm_ev *part, uint32_t offset, unsigned width)
{
    uint32_t start = part->targets[0].spot.offset, end = start + part->width;
    uint64_t bits = 0;
    for (unsigned i = 0; i < width; i++)
        if (offset + i >= start && offset + i < end)
            bits |= UINT64_C(0xff) << 8 * i;
    return bits;
}

/* The final value of `width` (1 to 8) bytes of a location from an offset on: what
 * the last writes left in the parts that are accessed, and the initial bytes elsewhere. */
static const cm_val *memory_value(observer *o, int location, uint32_t offset, unsigned width)
{
    cm_job *job = o->job;
    while (job->test->locations[location].alias_of >= 0)
        location = job->test->locations[location].alias_of;
    uint64_t rest = cm_memory_initial(job->test, (cm_spot){location, offset}, width);
    const cm_val *result = cm_val_constant(job, 0);
    for (uint32_t i = 0; i < o->g->init_count; i++) { /* its parts are the initial writes' */
        const cm_ev *init = &o->g->events[i];
        cm_spot spot = init->targets[0].spot;
        uint64_t covered = spot.location == location ? covered_bits(init, offset, width) : 0;
        if (covered == 0)
            continue;
        rest &= ~covered;
        const cm_val *part = part_value(o, spot);
        if (spot.offset < offset)
            part = cm_val_slice(job, part, offset - spot.offset, width);
        unsigned at = spot.offset < offset ? 0 : spot.offset - offset;
        result = cm_val_join(job, result, part, at);
    }
    result = cm_val_join(job, result, cm_val_constant(job, rest), 0);
    return cm_val_slice(job, result, 0, width);
}

unsigned cm_observed_width(const cm_graph *g, int location)
{
    const cm_location *l = &g->job->test->locations[location];
    unsigned width = l->width;
    if (l->typed)
        return width;
    if (l->init[0] >> 32 && l->init[0] >> 31 != UINT64_MAX >> 31)
        width = 8; /* holds an address */
    for (uint32_t i = g->init_count; i < g->count; i++) {
        const cm_ev *e = &g->events[i];
        for (uint32_t k = 0; k < e->target_count; k++)
            if (e->targets[k].spot.location == location && e->access->step->width > width)
                width = e->access->step->width;
    }
    return width > 8 ? 8 : width;
}

static void observe_location(observer *o, const cm_observed *item, const cm_val **out)
{
    const cm_location *l = &o->job->test->locations[item->location];
    if (l->count == 1) {
        out[0] = memory_value(o, item->location, 0, cm_observed_width(o->g, item->location));
        return;
    }
    uint32_t first = item->element < 0 ? 0 : (uint32_t)item->element;
    uint32_t end = item->element < 0 ? l->count : first + 1;
    for (uint32_t i = first; i < end; i++)
        out[i - first] = memory_value(o, item->location, i * l->width, l->width);
}

const cm_val **cm_observe(cm_encoder *encoder)
{
    observer o = {.e = encoder,
                  .g = encoder->graph,
                  .job = encoder->job,
                  .co = cm_model_find(encoder->model, "co")};
    const cm_test *test = o.job->test;
    const cm_val **values =
        CM_NEW_ARRAY(o.job->arena, (size_t)cm_state_width(test) + 1, const cm_val *);
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *item = &test->observed[i];
        const cm_val **out = values + cm_state_offset(test, i);
        if (item->kind == CM_OBSERVE_LOCATION) {
            observe_location(&o, item, out);
            continue;
        }
        /* a thread that waits for ever has no final registers */
        const cm_thread_run *run = &o.g->memory.runs[item->thread];
        out[0] = run->finals[item->reg];
        cm_graph_assert(o.g, -run->hung);
    }
    return values;
}

void cm_observed_state(const cm_test *test, const cm_val *const *observed, cm_solver *solver,
                       uint64_t *values)
{
    for (int i = 0; i < cm_state_width(test); i++) {
        const cm_val *v = observed[i];
        uint32_t k = 0;
        while (k + 1 < v->count && !cm_solver_value(solver, v->choices[k].when))
            k++;
        values[i] = v->count ? v->choices[k].value : 0;
    }
}
