/* Final states and executions as data. */
#include "api/internal.h"

#include "litmus/state_value.h"
#include "report/execution.h"

#include <string.h>

/* ---- final states ---------------------------------------------------- */

typedef struct itemizing {
    cmcm_result *result;
    size_t state, index;
    cmcm_item *item;
    bool found;
} itemizing;

static void fill_item(const itemizing *z, const cm_state_item *from, size_t value)
{
    cm_arena *arena = z->result->text_arena;
    cm_text text = cm_text_new(arena);
    *z->item = (cmcm_item){.thread = from->kind == CM_ITEM_REGISTER ? (int)from->thread : -1,
                           .name = from->name,
                           .element = from->is_array     ? value
                                      : from->is_element ? (size_t)from->element
                                                         : SIZE_MAX};
    if (from->count) {
        const cm_scalar *scalar = &from->values[value];
        z->item->is_number = !scalar->text;
        z->item->negative = scalar->negative;
        z->item->magnitude = scalar->magnitude;
        cm_scalar_write(&text, scalar);
    }
    z->item->text = text.data;
}

/* An array is as many items as it has elements. */
static void find_item(void *argument)
{
    itemizing *z = argument;
    const char *why, *text = z->result->states[z->state];
    const cm_state *state = cm_state_read(z->result->text_arena, text, strlen(text), &why);
    size_t left = z->index;
    for (size_t i = 0; state && i < state->count; i++) {
        size_t here = state->items[i].count ? state->items[i].count : 1;
        if (left < here) {
            fill_item(z, &state->items[i], left);
            z->found = true;
            return;
        }
        left -= here;
    }
}

bool cmcm_result_state_item(cmcm_result *result, size_t state, size_t index, cmcm_item *item)
{
    itemizing z = {.result = result, .state = state, .index = index, .item = item};
    return state < result->result->states->count &&
           cm_arena_protect(result->text_arena, find_item, &z) && z.found;
}

/* ---- executions ------------------------------------------------------ */

typedef struct pairs {
    const char *name;
    size_t (*items)[2];
    size_t count, capacity;
} pairs;

struct cmcm_execution {
    cmcm_event *events;
    size_t event_count;
    pairs *relations;
    size_t relation_count;
};

typedef struct describing {
    cm_arena *arena;
    const cm_execution *from;
    cmcm_execution *made;
} describing;

static cmcm_event describe_event(const describing *d, const cm_event *e)
{
    static const char *const none[] = {NULL};
    cm_arena *arena = d->arena;
    const cm_test *test = d->from->test;
    cm_text label = cm_text_new(arena);
    cm_report_label(&label, e);
    bool access = e->kind == 'R' || e->kind == 'W', initial = e->thread < 0;
    return (cmcm_event){
        .kind = e->kind,
        .thread = initial ? -1 : test->threads[e->thread].id,
        .label = label.data,
        .place = access ? cm_report_place(arena, test, e) : "",
        .text = access ? cm_report_value(arena, test, e) : "",
        .address = access ? e->address : 0,
        .value = access ? e->value : 0,
        .bytes = access ? e->width : 0,
        .line = initial ? 0 : cm_event_line(test, e),
        .instruction = initial ? "" : test->threads[e->thread].instructions[e->instruction].text,
        .tags = e->tags ? e->tags : none,
    };
}

static void add_pair(cm_arena *arena, pairs *to, size_t from, size_t at)
{
    CM_RESERVE(arena, to->items, to->count, to->capacity);
    to->items[to->count][0] = from;
    to->items[to->count++][1] = at;
}

/* Either of the two. */
static void add_relation(const describing *d, const char *name, const cm_rel *rel,
                         const cm_set *set)
{
    cm_arena *arena = d->arena;
    pairs *to = &d->made->relations[d->made->relation_count++];
    uint32_t count = d->from->event_count;
    to->name = name;
    for (uint32_t a = 0; a < count; a++) {
        if (set && cm_set_has(set, a))
            add_pair(arena, to, a, a);
        for (uint32_t b = 0; rel && b < count; b++)
            if (cm_rel_has(rel, a, b))
                add_pair(arena, to, a, b);
    }
}

static void describe(void *argument)
{
    describing *d = argument;
    cm_arena *arena = d->arena;
    const cm_execution *x = d->from;
    enum { OWN = 3 };
    d->made = CM_NEW(arena, cmcm_execution);
    d->made->event_count = x->event_count;
    d->made->events = CM_NEW_ARRAY(arena, x->event_count, cmcm_event);
    for (uint32_t i = 0; i < x->event_count; i++)
        d->made->events[i] = describe_event(d, &x->events[i]);
    d->made->relations = CM_NEW_ARRAY(arena, (size_t)x->show_count + OWN, pairs);
    add_relation(d, "po", &x->po, NULL);
    add_relation(d, "rf", &x->rf, NULL);
    add_relation(d, "co", &x->co, NULL);
    for (int i = 0; i < x->show_count; i++) {
        const cm_named_rel *show = &x->shows[i];
        add_relation(d, show->name, show->is_set ? NULL : &show->rel,
                     show->is_set ? &show->set : NULL);
    }
}

const cmcm_execution *cm_execution_describe(cm_arena *arena, const cm_execution *execution)
{
    describing d = {.arena = arena, .from = execution};
    return execution && cm_arena_protect(arena, describe, &d) ? d.made : NULL;
}

const cmcm_execution *cmcm_result_execution(cmcm_result *result, size_t state)
{
    cm_execution **executions = result->result->executions;
    if (!executions || state >= result->result->states->count)
        return NULL;
    return cm_execution_describe(result->text_arena, executions[state]);
}

size_t cmcm_execution_event_count(const cmcm_execution *execution)
{
    return execution->event_count;
}

bool cmcm_execution_event(const cmcm_execution *execution, size_t index, cmcm_event *event)
{
    if (index >= execution->event_count)
        return false;
    *event = execution->events[index];
    return true;
}

const char *cmcm_execution_relation(const cmcm_execution *execution, size_t index)
{
    return index < execution->relation_count ? execution->relations[index].name : NULL;
}

bool cmcm_execution_pair(const cmcm_execution *execution, const char *relation, size_t index,
                         size_t *from, size_t *to)
{
    for (size_t i = 0; i < execution->relation_count; i++) {
        const pairs *p = &execution->relations[i];
        if (strcmp(p->name, relation) != 0)
            continue;
        if (index >= p->count)
            return false;
        *from = p->items[index][0];
        *to = p->items[index][1];
        return true;
    }
    return false;
}
