/* One execution for people and programs. See execution.h. */
#include "report/execution.h"

#include "litmus/isa/isa.h"
#include "litmus/state.h"
#include "report/json.h"

#include <string.h>

/* ---- words -------------------------------------------------------------- */

/* 0, 1, ... 25, 26: a, b, ... z, aa, as people number events. */
static void add_number(cm_text *out, int label)
{
    if (label >= 26)
        add_number(out, label / 26 - 1);
    cm_text_add_char(out, (char)('a' + label % 26));
}

void cm_report_label(cm_text *out, const cm_event *event)
{
    add_number(out, event->label);
}

static const cm_location *location_of(const cm_test *test, const cm_event *event)
{
    uint64_t offset;
    int location = cm_test_locate(test, event->address, &offset);
    return location < 0 ? NULL : &test->locations[location];
}

char *cm_report_place(cm_arena *arena, const cm_test *test, const cm_event *event)
{
    return cm_value_print(arena, test, event->address, 64, false);
}

char *cm_report_value(cm_arena *arena, const cm_test *test, const cm_event *event)
{
    const cm_location *location = location_of(test, event);
    unsigned bits = 8U * event->width;
    return cm_value_print(arena, test, event->value, bits > 64 ? 64 : bits,
                          !location || location->is_signed);
}

/* In words, where the instruction set has some for it; else NULL. */
static const char *told(cm_arena *arena, const cm_test *test, const cm_event *event)
{
    if (event->thread < 0 || !event->action)
        return NULL;
    const cm_isa *isa = cm_isa_for(test->threads[event->thread].arch);
    return isa && isa->told ? isa->told(arena, event->action->step, event->value) : NULL;
}

void cm_report_access(cm_text *out, const cm_test *test, const cm_event *event)
{
    const char *words = told(out->arena, test, event);
    cm_text_add_char(out, event->kind);
    if (event->kind != 'R' && event->kind != 'W') {
        cm_text_append(out, "%s%s", words ? " " : "", words ? words : "");
        return;
    }
    const cm_location *location = location_of(test, event);
    cm_text_append(out, " [%s]=%s", cm_report_place(out->arena, test, event),
                   words ? words : cm_report_value(out->arena, test, event));
    if (!words && location && event->width != location->width)
        cm_text_append(out, " (%u byte%s)", event->width, event->width == 1 ? "" : "s");
}

/* ---- JSON --------------------------------------------------------------- */

static json_t *label_json(cm_text *out, const cm_event *event)
{
    cm_text label;
    cm_text_init(&label, out->arena);
    cm_report_label(&label, event);
    return cm_json_text(out, label.data);
}

static void set_memory(cm_text *out, json_t *object, const cm_test *test, const cm_event *e)
{
    cm_json_set(out, object, "address", cm_json_text(out, cm_report_place(out->arena, test, e)));
    cm_json_set(out, object, "location", cm_json_text(out, test->locations[e->location].name));
    cm_json_set(out, object, "offset", cm_json_size(e->offset));
    cm_json_set(out, object, "bytes", cm_json_size(e->width));
    cm_json_set(out, object, "value", cm_json_text(out, cm_report_value(out->arena, test, e)));
}

static void append_event(cm_text *out, json_t *array, const cm_test *test, const cm_event *e)
{
    char kind[2] = {e->kind, 0};
    json_t *object = cm_json_append(out, array, json_object());
    cm_json_set(out, object, "id", label_json(out, e));
    cm_json_set(out, object, "kind", json_string(kind));
    cm_json_set(out, object, "thread",
                e->thread < 0 ? json_null() : json_integer(test->threads[e->thread].id));
    if (e->thread >= 0) {
        const cm_instruction *i = &test->threads[e->thread].instructions[e->instruction];
        cm_json_set(out, object, "line", cm_json_size(cm_event_line(test, e)));
        cm_json_set(out, object, "instruction", cm_json_text(out, i->text));
    }
    if (e->kind == 'R' || e->kind == 'W')
        set_memory(out, object, test, e);
    json_t *tags = json_array();
    cm_json_set(out, object, "tags", tags);
    for (const char *const *tag = e->tags; tag && *tag; tag++)
        cm_json_append(out, tags, cm_json_text(out, *tag));
}

void cm_report_set_pairs(cm_text *out, json_t *object, const char *key,
                         const cm_execution *execution, const cm_rel *rel)
{
    json_t *array = json_array();
    cm_json_set(out, object, key, array);
    for (uint32_t a = 0; a < rel->n; a++)
        CM_EACH(cm_rel_row(rel, a), rel->words, rel->n, b)
        {
            json_t *pair = cm_json_append(out, array, json_array());
            cm_json_append(out, pair, label_json(out, &execution->events[a]));
            cm_json_append(out, pair, label_json(out, &execution->events[b]));
        }
}

static void set_events_of(cm_text *out, json_t *object, const char *key, const cm_execution *x,
                          const cm_set *set)
{
    json_t *array = json_array();
    cm_json_set(out, object, key, array);
    CM_EACH(set->row, set->words, set->n, a)
    cm_json_append(out, array, label_json(out, &x->events[a]));
}

static void set_relations(cm_text *out, json_t *root, const cm_execution *x)
{
    json_t *relations = json_object(), *sets;
    cm_json_set(out, root, "relations", relations);
    sets = json_object();
    cm_json_set(out, root, "sets", sets);
    cm_report_set_pairs(out, relations, "po", x, &x->po);
    cm_report_set_pairs(out, relations, "rf", x, &x->rf);
    cm_report_set_pairs(out, relations, "co", x, &x->co);
    for (int i = 0; x->frees && i < x->model->free_count; i++)
        cm_report_set_pairs(out, relations, x->model->frees[i].name, x, &x->frees[i]);
    for (int i = 0; i < x->show_count; i++) {
        const cm_named_rel *show = &x->shows[i];
        if (show->is_set)
            set_events_of(out, sets, show->name, x, &show->set);
        else
            cm_report_set_pairs(out, relations, show->name, x, &show->rel);
    }
}

/* Without the last ';', as tables have it. */
static char *state_text(cm_arena *arena, const cm_execution *x)
{
    char *text = cm_state_print(arena, x->test, x->state);
    size_t length = strlen(text);
    if (length > 0)
        text[length - 1] = '\0';
    return text;
}

void cm_report_set_execution(cm_text *out, json_t *object, const char *key,
                             const cm_execution *execution)
{
    json_t *root = json_object(), *events;
    cm_json_set(out, object, key, root);
    cm_json_set(out, root, "state",
                execution->state ? cm_json_text(out, state_text(out->arena, execution))
                                 : json_null());
    events = json_array();
    cm_json_set(out, root, "events", events);
    for (uint32_t i = 0; i < execution->event_count; i++)
        append_event(out, events, execution->test, &execution->events[i]);
    set_relations(out, root, execution);
}
