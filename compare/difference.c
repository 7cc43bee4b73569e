/* What two models say of one test. See difference.h. */
#include "compare/difference.h"

#include "report/document.h"

#include <string.h>

cm_difference cm_difference_of(cm_arena *arena, const cm_listed *first, const cm_listed *second)
{
    cm_difference d = {.sides = {*first, *second}};
    for (int side = 0; side < 2; side++) {
        const cm_listed *own = &d.sides[side], *other = &d.sides[!side];
        d.only[side] = CM_NEW_ARRAY(arena, own->count + 1, bool);
        for (size_t i = 0; i < own->count && other->complete; i++)
            if (!cm_listed_has(other, own->states[i])) {
                d.only[side][i] = true;
                d.agreement = CM_DISAGREE;
            }
    }
    if (d.agreement == CM_AGREE && !(first->complete && second->complete))
        d.agreement = CM_NOT_COMPARED;
    return d;
}

/* The execution behind a state; "": it was not asked for. */
static const char *witness_of(cm_arena *arena, const cm_report *report, size_t state)
{
    cm_execution **executions = report->result->executions;
    cm_text text;
    cm_text_init(&text, arena);
    if (executions && executions[state])
        cm_report_witness(&text, report, state);
    return text.data;
}

static void write_side(cm_text *out, const cm_listed *found, const bool *only)
{
    bool shown = false;
    for (size_t i = 0; i < found->count; i++) {
        if (!only[i])
            continue;
        cm_text_append(out, "  only %s allows %s\n", found->report->model->name, found->states[i]);
        const char *line = shown ? "" : witness_of(out->arena, found->report, i);
        while (*line) {
            size_t length = strcspn(line, "\n");
            cm_text_append(out, "    %.*s\n", (int)length, line);
            line += length + (line[length] == '\n');
        }
        shown = true;
    }
}

void cm_difference_text(cm_text *out, const cm_difference *d)
{
    static const char *const words[] = {[CM_AGREE] = "the same states",
                                        [CM_DISAGREE] = "different",
                                        [CM_NOT_COMPARED] = "not known"};
    cm_text_append(out, "%s: %s\n", d->sides[0].report->test->name, words[d->agreement]);
    for (int side = 0; side < 2; side++)
        write_side(out, &d->sides[side], d->only[side]);
    for (int side = 0; side < 2; side++)
        if (!d->sides[side].complete)
            cm_text_append(out, "  not all states of %s are known: %s\n",
                           d->sides[side].report->model->name, cm_listed_reason(&d->sides[side]));
}

void cm_difference_json(cm_text *out, const cm_difference *d)
{
    static const char *const words[] = {
        [CM_AGREE] = "agree", [CM_DISAGREE] = "differ", [CM_NOT_COMPARED] = "unknown"};
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL);
    cm_doc_text(root, "name", d->sides[0].report->test->name);
    cm_doc_text(root, "verdict", words[d->agreement]);
    cm_doc *sides = cm_doc_list(root, "sides");
    for (int s = 0; s < 2; s++) {
        const cm_listed *found = &d->sides[s];
        cm_doc *side = cm_doc_object(sides, NULL);
        cm_doc_text(side, "model", found->report->model->name);
        cm_doc_flag(side, "complete", found->complete);
        cm_doc_text(side, "reason", cm_listed_reason(found));
        cm_doc *only = cm_doc_list(side, "only");
        for (size_t i = 0; i < found->count; i++) {
            if (!d->only[s][i])
                continue;
            cm_doc *state = cm_doc_object(only, NULL);
            cm_doc_text(state, "state", found->states[i]);
            cm_doc_text(state, "witness", witness_of(out->arena, found->report, i));
        }
    }
    cm_doc_write_json(out, root, CM_JSON_COMPACT);
}
