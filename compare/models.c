/* What models say of one test. See models.h. */
#include "compare/models.h"

#include "report/document.h"

#include <string.h>

static bool has_state(const cm_listed *found, const char *state)
{
    for (size_t i = 0; i < found->count; i++)
        if (strcmp(found->states[i], state) == 0)
            return true;
    return false;
}

/* Why not all states are known; "": they are. */
static const char *reason_of(const cm_listed *found)
{
    const cm_check_result *result = found->report->result;
    return result->outcome == CM_COMPLETE ? "" : result->reason;
}

/* ---- two of them ----------------------------------------------------------------------- */

cm_difference cm_difference_of(cm_arena *arena, const cm_listed *first, const cm_listed *second)
{
    cm_difference d = {.sides = {*first, *second}};
    for (int side = 0; side < 2; side++) {
        const cm_listed *own = &d.sides[side], *other = &d.sides[!side];
        d.only[side] = CM_NEW_ARRAY(arena, own->count + 1, bool);
        for (size_t i = 0; i < own->count && other->complete; i++)
            if (!has_state(other, own->states[i])) {
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
    cm_text text = cm_text_new(arena);
    if (executions && executions[state])
        cm_report_witness(&text, report, state);
    return text.data;
}

void cm_difference_text(cm_text *out, const cm_difference *d)
{
    static const char *const words[] = {[CM_AGREE] = "the same states",
                                        [CM_DISAGREE] = "different",
                                        [CM_NOT_COMPARED] = "not known"};
    cm_text_append(out, "%s: %s\n", d->sides[0].report->test->name, words[d->agreement]);
    for (int side = 0; side < 2; side++) {
        const cm_listed *found = &d->sides[side];
        const char *line = NULL; /* the execution behind the first */
        for (size_t i = 0; i < found->count; i++) {
            if (!d->only[side][i])
                continue;
            cm_text_append(out, "  only %s allows %s\n", found->report->model->name,
                           found->states[i]);
            line = line ? "" : witness_of(out->arena, found->report, i);
            for (size_t length; *line; line += length + (line[length] == '\n')) {
                length = strcspn(line, "\n");
                cm_text_append(out, "    %.*s\n", (int)length, line);
            }
        }
    }
    for (int side = 0; side < 2; side++)
        if (cm_report_undefined(d->sides[side].report))
            cm_text_append(out, "  undefined behaviour by %s: all else is allowed, too\n",
                           d->sides[side].report->model->name);
    for (int side = 0; side < 2; side++)
        if (!d->sides[side].complete)
            cm_text_append(out, "  not all states of %s are known: %s\n",
                           d->sides[side].report->model->name, reason_of(&d->sides[side]));
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
        cm_doc_text(side, "reason", reason_of(found));
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

/* ---- what axioms are needed for ---------------------------------------------------------- */

bool cm_needs_any(const cm_needs *n)
{
    for (size_t axiom = 0; axiom < n->axioms; axiom++)
        for (size_t i = 0; i < n->without[axiom].count; i++)
            if (!has_state(&n->with, n->without[axiom].states[i]))
                return true;
    return false;
}

static bool is_others(const cm_needs *n, size_t axiom, const char *state)
{
    for (size_t i = 0; i < n->axioms; i++)
        if (i != axiom && has_state(&n->without[i], state))
            return true;
    return false;
}

const char *cm_needs_state(const cm_needs *n, size_t axiom, bool *alone)
{
    const char *found = NULL;
    *alone = false;
    if (axiom >= n->axioms || !n->with.complete)
        return NULL;
    const cm_listed *without = &n->without[axiom];
    for (size_t i = 0; i < without->count && !*alone; i++) {
        const char *state = without->states[i];
        if (has_state(&n->with, state))
            continue;
        bool here = !is_others(n, axiom, state);
        found = !found || here ? state : found;
        *alone = here && n->known;
    }
    return found;
}

const char *cm_needs_reason(const cm_needs *n)
{
    if (n->known || !n->with.complete)
        return n->known ? "" : reason_of(&n->with);
    for (size_t i = 0; i < n->axioms; i++)
        if (n->without[i].report && !n->without[i].complete)
            return reason_of(&n->without[i]);
    return "";
}
