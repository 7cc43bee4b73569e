/* What two models say of one test. */
#include "api/internal.h"
#include "model/same.h"
#include "report/document.h"

#include <stdlib.h>
#include <string.h>

struct cmcm_difference {
    cm_arena *arena;
    cmcm_result *results[2];
    const char *models[2];
    const char *test;
    bool **only; /* [side][state]: the other side lacks it, and is complete */
    cmcm_verdict_of_two verdict;
};

static void compare(void *argument)
{
    cmcm_difference *d = argument;
    d->only = CM_NEW_ARRAY(d->arena, 2, bool *);
    d->verdict = CMCM_AGREE;
    for (int side = 0; side < 2; side++) {
        const cmcm_result *own = d->results[side], *other = d->results[!side];
        size_t count = cmcm_result_state_count(own);
        d->only[side] = CM_NEW_ARRAY(d->arena, count + 1, bool);
        for (size_t i = 0; i < count && cmcm_result_complete(other); i++) {
            d->only[side][i] = !cm_result_has_state(other, cmcm_result_state(own, i));
            if (d->only[side][i])
                d->verdict = CMCM_DIFFER;
        }
    }
    bool all = cmcm_result_complete(d->results[0]) && cmcm_result_complete(d->results[1]);
    if (d->verdict == CMCM_AGREE && !all)
        d->verdict = CMCM_NOT_COMPARED;
}

static cmcm_difference *find(cmcm_session *session, const cmcm_model *const *models,
                             const cmcm_test *test, const cmcm_options *how)
{
    cmcm_difference *d = calloc(1, sizeof *d);
    if (d)
        d->arena = cm_arena_new(0);
    for (int side = 0; d && d->arena && side < 2; side++) {
        d->models[side] = cmcm_model_name(models[side]);
        d->results[side] = cmcm_check(session, models[side], test, how);
        if (!d->results[side])
            break;
    }
    if (d && d->arena && d->results[0] && d->results[1]) {
        d->test = cmcm_test_name(test);
        if (cm_arena_protect(d->arena, compare, d))
            return d;
    }
    if (!d || !d->arena || (d->results[0] && d->results[1]))
        cm_session_error(session, "out of memory");
    cmcm_difference_free(d);
    return NULL;
}

/* Executions are asked for where there is something to show. */
cmcm_difference *cmcm_diff(cmcm_session *session, const cmcm_model *first, const cmcm_model *second,
                           const cmcm_test *test, const cmcm_options *options)
{
    const cmcm_model *models[2] = {first, second};
    cmcm_options how = options ? *options : (cmcm_options){0};
    how.witnesses = how.question = false;
    cmcm_difference *d = find(session, models, test, &how);
    if (!d || d->verdict != CMCM_DIFFER)
        return d;
    cmcm_difference_free(d);
    how.witnesses = true;
    return find(session, models, test, &how);
}

typedef struct sameness {
    cm_arena *arena;
    const cm_model *models[2];
    const cm_test *test;
    bool same;
} sameness;

static void look(void *argument)
{
    sameness *s = argument;
    s->same = cm_models_same(s->arena, s->models[0], s->models[1], s->test);
}

bool cmcm_models_same(const cmcm_model *first, const cmcm_model *second, const cmcm_test *test)
{
    sameness s = {cm_arena_new(0), {first->model, second->model}, test->test, false};
    bool done = s.arena && cm_arena_protect(s.arena, look, &s);
    cm_arena_free(s.arena);
    return done && s.same;
}

void cmcm_difference_free(cmcm_difference *d)
{
    if (!d)
        return;
    cmcm_result_free(d->results[0]);
    cmcm_result_free(d->results[1]);
    cm_arena_free(d->arena);
    free(d);
}

cmcm_verdict_of_two cmcm_difference_verdict(const cmcm_difference *d)
{
    return d->verdict;
}

const char *cmcm_difference_state(const cmcm_difference *d, int side, size_t index)
{
    for (size_t i = 0; i < cmcm_result_state_count(d->results[side]); i++)
        if (d->only[side][i] && index-- == 0)
            return cmcm_result_state(d->results[side], i);
    return NULL;
}

typedef struct telling {
    cmcm_difference *d;
    cm_text out;
} telling;

static void tell_side(telling *t, int side)
{
    cmcm_difference *d = t->d;
    bool shown = false;
    for (size_t i = 0; i < cmcm_result_state_count(d->results[side]); i++) {
        if (!d->only[side][i])
            continue;
        cm_text_append(&t->out, "  only %s allows %s\n", d->models[side],
                       cmcm_result_state(d->results[side], i));
        const char *witness = shown ? NULL : cmcm_result_witness(d->results[side], i);
        for (const char *line = witness; line && *line;) {
            size_t length = strcspn(line, "\n");
            cm_text_append(&t->out, "    %.*s\n", (int)length, line);
            line += length + (line[length] == '\n');
        }
        shown = true;
    }
}

static void tell(void *argument)
{
    telling *t = argument;
    cmcm_difference *d = t->d;
    static const char *const words[] = {[CMCM_AGREE] = "the same states",
                                        [CMCM_DIFFER] = "different",
                                        [CMCM_NOT_COMPARED] = "not known"};
    cm_text_init(&t->out, d->arena);
    cm_text_append(&t->out, "%s: %s\n", d->test, words[d->verdict]);
    for (int side = 0; side < 2; side++)
        tell_side(t, side);
    for (int side = 0; side < 2; side++)
        if (!cmcm_result_complete(d->results[side]))
            cm_text_append(&t->out, "  not all states of %s are known: %s\n", d->models[side],
                           cmcm_result_reason(d->results[side]));
}

const char *cmcm_difference_text(cmcm_difference *d)
{
    telling t = {.d = d};
    return cm_arena_protect(d->arena, tell, &t) ? t.out.data : NULL;
}

/* What only that side allows, and whether all of its states are known. */
static void add_side(cm_doc *sides, cmcm_difference *d, int side)
{
    cmcm_result *result = d->results[side];
    cm_doc *object = cm_doc_object(sides, NULL);
    cm_doc_text(object, "model", d->models[side]);
    cm_doc_flag(object, "complete", cmcm_result_complete(result));
    cm_doc_text(object, "reason", cmcm_result_reason(result));
    cm_doc *only = cm_doc_list(object, "only");
    for (size_t i = 0; i < cmcm_result_state_count(result); i++) {
        if (!d->only[side][i])
            continue;
        const char *witness = cmcm_result_witness(result, i);
        cm_doc *state = cm_doc_object(only, NULL);
        cm_doc_text(state, "state", cmcm_result_state(result, i));
        cm_doc_text(state, "witness", witness ? witness : "");
    }
}

static void tell_json(void *argument)
{
    static const char *const words[] = {
        [CMCM_AGREE] = "agree", [CMCM_DIFFER] = "differ", [CMCM_NOT_COMPARED] = "unknown"};
    telling *t = argument;
    cm_doc *root = cm_doc_new(t->d->arena, CM_DOC_OBJECT, NULL);
    cm_text_init(&t->out, t->d->arena);
    cm_doc_text(root, "name", t->d->test);
    cm_doc_text(root, "verdict", words[t->d->verdict]);
    cm_doc *sides = cm_doc_list(root, "sides");
    for (int side = 0; side < 2; side++)
        add_side(sides, t->d, side);
    cm_doc_write_json(&t->out, root, CM_JSON_COMPACT);
}

const char *cmcm_difference_json(cmcm_difference *d)
{
    telling t = {.d = d};
    return cm_arena_protect(d->arena, tell_json, &t) ? t.out.data : NULL;
}
