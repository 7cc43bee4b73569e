/* An execution in words. See text.h. */
#include "explain/text.h"

#include "litmus/isa/isa.h"
#include "report/execution.h"
#include "report/lines.h"

#include <string.h>

enum { WIDTH = 80, INDENT = 4, WRAPPED = 7 };

typedef struct writer {
    cm_text *out;
    const cm_execution *x;
    size_t width; /* of the widest label and access */
} writer;

/* "    c: W [x]=1" */
static cm_text begin_line(const writer *w, const cm_event *e)
{
    cm_text line = cm_text_new(w->out->arena);
    cm_text_fill(&line, ' ', INDENT);
    cm_report_label(&line, e);
    cm_text_add(&line, ": ");
    cm_report_access(&line, w->x->test, e);
    return line;
}

/* An instruction that has no room beside an access stands below its first one, and is `"` beside
 * the others; so does one whose line of the source is known, which stands beside the access. */
static void add_event(writer *w, uint32_t event)
{
    const cm_event *e = &w->x->events[event];
    cm_text line = begin_line(w, e);
    if (e->thread < 0) {
        cm_text_append(w->out, "%s  initial\n", line.data);
        return;
    }
    const cm_instruction *by = &w->x->test->threads[e->thread].instructions[e->instruction];
    const char *instruction = by->text, *at = cm_instruction_line(w->out->arena, by);
    size_t used_up = w->width + 2 + 2 + strlen(at), room = used_up < WIDTH ? WIDTH - used_up : 0;
    bool beside = !by->code && strlen(instruction) <= room;
    bool again = event > 0 && e[-1].thread == e->thread && e->action &&
                 e[-1].action->instance == e->action->instance;
    cm_text_fill(&line, ' ', w->width > line.length ? w->width - line.length : 0);
    if (beside || again)
        cm_text_append(&line, "  %s", beside ? instruction : "\"");
    else if (by->code && strlen(by->code) <= room)
        cm_text_append(&line, "  %s", by->code);
    else if (by->code && room > 3)
        cm_text_append(&line, "  %.*s...", (int)room - 3, by->code);
    /* Ends the line with "line 12" at the right margin. */
    size_t used = line.length + strlen(at);
    cm_text_fill(&line, ' ', used + 2 < WIDTH - 4 ? WIDTH - 4 - used : 2);
    cm_text_append(w->out, "%s%s\n", line.data, at);
    if (!beside && !again)
        cm_lines_add(w->out, WRAPPED, WRAPPED + 2, "%s", instruction);
}

enum { MOST_IDLE = 3 };
/* Is it an initial write, to a place that no thread reads or writes and the test does not observe?
 */
static bool is_idle(const cm_execution *x, uint32_t event)
{
    const cm_event *e = &x->events[event];
    for (uint32_t i = 0; i < x->event_count && e->thread < 0; i++) {
        const cm_event *other = &x->events[i];
        if (other->thread >= 0 && other->location == e->location &&
            other->offset < e->offset + e->width && e->offset < other->offset + other->width)
            return false;
    }
    for (int i = 0; i < x->test->observed_count; i++) {
        const cm_observed *item = &x->test->observed[i];
        if (item->kind == CM_OBSERVE_LOCATION && item->location == e->location &&
            (item->element < 0 ||
             (uint32_t)item->element * x->test->locations[e->location].width == e->offset))
            return false;
    }
    return e->thread < 0;
}

void cm_explain_add_execution(cm_text *out, const cm_execution *x)
{
    writer w = {.out = out, .x = x};
    for (uint32_t i = 0; i < x->event_count; i++) {
        size_t width = begin_line(&w, &x->events[i]).length;
        w.width = width > w.width ? width : w.width;
    }
    uint32_t idle = 0;
    for (uint32_t i = 0; i < x->event_count; i++)
        idle += is_idle(x, i);
    for (uint32_t i = 0, before = UINT32_MAX; i < x->event_count; before = i++) {
        const cm_event *e = &x->events[i];
        if (i == 0 && e->thread < 0)
            cm_text_add(out, "  initially\n");
        if (e->thread >= 0 && before != UINT32_MAX && x->events[before].thread < 0 &&
            idle > MOST_IDLE)
            cm_text_append(out, "    and %u more, which no thread reads or writes\n", idle);
        if (e->thread >= 0 && (before == UINT32_MAX || x->events[before].thread != e->thread)) {
            const cm_thread *t = &x->test->threads[e->thread];
            cm_text_append(w.out, "  P%d, %s", t->id, cm_arch_name(t->arch));
            cm_placement_print(w.out, ", ", ", ", &t->at);
            if (t->begins)
                cm_text_append(w.out, ", %s", t->begins);
            cm_text_add_char(w.out, '\n');
        }
        if (idle <= MOST_IDLE || !is_idle(x, i))
            add_event(&w, i);
    }
}
