/* One execution as text: its events in the order of threads and program, then
 * the relations that say who read from whom and in which order writes took
 * effect, then what the model asked to `show`.
 *
 *     Witness MP: 1:X0=1; 1:X2=0
 *       a: W [x]=0  initial
 *       c: W [x]=1  P0  STR W0,[X1]
 *       ...
 *       rf: c->e d->a
 *       co: a->c b->d
 */
#include "report/execution.h"
#include "report/report.h"

#include <string.h>

static void add_event(cm_text *out, const cm_test *test, const cm_event *event)
{
    cm_text_add(out, "  ");
    cm_report_label(out, event);
    cm_text_add(out, ": ");
    cm_report_access(out, test, event);
    for (const char *const *tag = event->tags; tag && *tag; tag++)
        cm_text_append(out, " %s", *tag);
    if (event->thread < 0) {
        cm_text_add(out, "  initial\n");
        return;
    }
    const cm_thread *thread = &test->threads[event->thread];
    const cm_instruction *by = &thread->instructions[event->instruction];
    cm_text_append(out, "  P%d  %s", thread->id, by->text);
    if (by->code)
        cm_text_append(out, "  (%s `%s`)", by->line, by->code);
    cm_text_add_char(out, '\n');
}

static void add_relation(cm_text *out, const cm_execution *execution, const char *name,
                         const cm_rel *rel)
{
    cm_text_append(out, "  %s:", name);
    for (uint32_t a = 0; a < rel->n; a++) {
        CM_EACH(cm_rel_row(rel, a), rel->words, rel->n, b)
        {
            cm_text_add_char(out, ' ');
            cm_report_label(out, &execution->events[a]);
            cm_text_add(out, "->");
            cm_report_label(out, &execution->events[b]);
        }
    }
    cm_text_add_char(out, '\n');
}

static void add_set(cm_text *out, const cm_execution *execution, const char *name,
                    const cm_set *set)
{
    cm_text_append(out, "  %s:", name);
    CM_EACH(set->row, set->words, set->n, a)
    {
        cm_text_add_char(out, ' ');
        cm_report_label(out, &execution->events[a]);
    }
    cm_text_add_char(out, '\n');
}

static void add_execution(cm_text *out, const cm_report *report, const cm_execution *execution)
{
    for (uint32_t i = 0; i < execution->event_count; i++)
        add_event(out, report->test, &execution->events[i]);
    add_relation(out, execution, "rf", &execution->rf);
    add_relation(out, execution, "co", &execution->co);
    for (int i = 0; i < execution->show_count; i++) {
        const cm_named_rel *show = &execution->shows[i];
        if (strcmp(show->name, "rf") == 0 || strcmp(show->name, "co") == 0)
            continue; /* models like to show these, too */
        if (show->is_set)
            add_set(out, execution, show->name, &show->set);
        else
            add_relation(out, execution, show->name, &show->rel);
    }
}

void cm_report_witness(cm_text *out, const cm_report *report, size_t state)
{
    cm_text_append(out, "Witness %s: %s\n", report->test->name,
                   cm_report_state(out->arena, report, state));
    add_execution(out, report, report->result->executions[state]);
}

void cm_report_hang(cm_text *out, const cm_report *report, size_t hang)
{
    const cm_hang *h = &report->result->liveness.hangs[hang];
    cm_text_append(out, "Hang %s: ", report->test->name);
    for (int i = 0; i < h->count; i++)
        cm_text_append(out, "%s%s", i ? ", " : "",
                       cm_report_wait(out->arena, report, (size_t)h->waits[i]));
    cm_text_add_char(out, '\n');
    add_execution(out, report, h->execution);
}
