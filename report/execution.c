/* One execution for people and programs. See execution.h. */
#include "report/execution.h"

#include "litmus/isa/isa.h"
#include "litmus/state.h"

#include <inttypes.h>
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

const char *cm_report_label_text(cm_arena *arena, const cm_event *event)
{
    cm_text label = cm_text_new(arena);
    cm_report_label(&label, event);
    return label.data;
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

/* "{1,2}": what an access of several elements reads or writes. */
static void add_elements(cm_text *out, const cm_test *test, const cm_event *event, unsigned width)
{
    for (unsigned at = 0; at < event->width; at += width) {
        cm_event part = *event;
        part.width = (uint8_t)width;
        part.offset += at;
        part.address += at;
        part.value = width < 8 ? (event->value >> (8 * at)) & ((UINT64_C(1) << (8 * width)) - 1)
                               : event->value;
        cm_text_append(out, "%s%s", at ? "," : "{", cm_report_value(out->arena, test, &part));
    }
    cm_text_add_char(out, '}');
}

/* As people read it: of 8 bytes whose halves are two numbers the bits, "0x8000000000000005". */
static const char *value_of_access(cm_arena *arena, const cm_test *test, const cm_event *event)
{
    const char *value = cm_report_value(arena, test, event);
    uint64_t high = event->value >> 32;
    bool number = strspn(value, "-0123456789") == strlen(value);
    bool small = high == 0 || high == UINT32_MAX;
    return event->width == 8 && number && !small
               ? cm_arena_printf(arena, "0x%" PRIx64, event->value)
               : value;
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
    cm_text_append(out, " [%s]=", cm_report_place(out->arena, test, event));
    if (!words && location && event->width > location->width) {
        add_elements(out, test, event, location->width);
        return;
    }
    cm_text_add(out, words ? words : value_of_access(out->arena, test, event));
    if (!words && location && event->width != location->width)
        cm_text_append(out, " (%u byte%s)", event->width, event->width == 1 ? "" : "s");
}

/* ---- data --------------------------------------------------------------- */

static void add_event(cm_doc *events, const cm_test *test, const cm_event *e)
{
    cm_arena *arena = events->arena;
    cm_doc *event = cm_doc_object(events, NULL);
    cm_doc_text(event, "id", cm_report_label_text(arena, e));
    cm_doc_text(event, "kind", cm_arena_text(arena, &e->kind, 1));
    if (e->thread < 0) {
        cm_doc_literal(event, "thread", "null");
    } else {
        const cm_thread *thread = &test->threads[e->thread];
        cm_doc_int(event, "thread", thread->id);
        const cm_instruction *by = &thread->instructions[e->instruction];
        cm_doc_number(event, "line", cm_event_line(test, e));
        if (by->line)
            cm_doc_text(event, "source", by->line);
        if (by->code)
            cm_doc_text(event, "code", by->code);
        cm_doc_text(event, "instruction", by->text);
    }
    if (e->kind == 'R' || e->kind == 'W') {
        cm_doc_text(event, "address", cm_report_place(arena, test, e));
        cm_doc_text(event, "location", test->locations[e->location].name);
        cm_doc_number(event, "offset", e->offset);
        cm_doc_number(event, "bytes", e->width);
        cm_doc_text(event, "value", cm_report_value(arena, test, e));
    }
    cm_doc *tags = cm_doc_list(event, "tags");
    for (const char *const *tag = e->tags; tag && *tag; tag++)
        cm_doc_text(tags, NULL, *tag);
}

/* [["a","b"], ...] */
static void add_pairs(cm_doc *relations, const char *name, const cm_execution *x, const cm_rel *rel)
{
    cm_doc *pairs = cm_doc_list(relations, name);
    for (uint32_t a = 0; a < rel->n; a++)
        CM_EACH(cm_rel_row(rel, a), rel->words, rel->n, b)
        {
            cm_doc *pair = cm_doc_list(pairs, NULL);
            cm_doc_text(pair, NULL, cm_report_label_text(pairs->arena, &x->events[a]));
            cm_doc_text(pair, NULL, cm_report_label_text(pairs->arena, &x->events[b]));
        }
}

void cm_report_add_execution(cm_doc *in, const char *key, const cm_execution *x)
{
    cm_doc *root = cm_doc_object(in, key);
    char *state = x->state ? cm_state_print(in->arena, x->test, x->state) : NULL;
    if (state && *state)
        state[strlen(state) - 1] = '\0'; /* without the last ';', as tables have it */
    cm_doc_text(root, "state", state);
    cm_doc *events = cm_doc_list(root, "events");
    for (uint32_t i = 0; i < x->event_count; i++)
        add_event(events, x->test, &x->events[i]);
    cm_doc *relations = cm_doc_object(root, "relations"), *sets = cm_doc_object(root, "sets");
    add_pairs(relations, "po", x, &x->po);
    add_pairs(relations, "rf", x, &x->rf);
    add_pairs(relations, "co", x, &x->co);
    for (int i = 0; x->frees && i < x->model->free_count; i++)
        add_pairs(relations, x->model->frees[i].name, x, &x->frees[i]);
    for (int i = 0; i < x->show_count; i++) {
        const cm_named_rel *show = &x->shows[i];
        if (!show->is_set) {
            add_pairs(relations, show->name, x, &show->rel);
            continue;
        }
        cm_doc *set = cm_doc_list(sets, show->name);
        CM_EACH(show->set.row, show->set.words, show->set.n, a)
        cm_doc_text(set, NULL, cm_report_label_text(in->arena, &x->events[a]));
    }
}
