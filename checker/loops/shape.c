/* See shape.h. */
#include "checker/loops/shape.h"

const cm_thread *cm_loop_thread(const cm_loop *l)
{
    return &l->test->threads[l->thread];
}

bool cm_loop_has(const cm_loop *l, int step)
{
    return step >= l->head && step <= l->end;
}

bool cm_loop_closes(const cm_loop *l, int step)
{
    const cm_thread *t = cm_loop_thread(l);
    const cm_step *s = &t->steps[step];
    return s->kind == CM_STEP_BRANCH && s->target == l->head && cm_thread_returns(t, step);
}

/* back_inside: jumps back within the loop, but not to its head, are none that matter. Nor are jumps
 * to what stands between its steps and leaves it. */
static bool is_entered_at_head(const cm_loop *l, bool back_inside)
{
    const cm_thread *t = cm_loop_thread(l);
    for (int i = 0; i < t->step_count; i++) {
        int target = t->steps[i].target;
        if (t->steps[i].kind != CM_STEP_BRANCH || (target == l->head && !t->steps[i].addr))
            continue;
        bool inside = cm_loop_has(l, target), back = target <= i && !(back_inside && inside);
        if (back && !inside && !cm_thread_returns(t, i))
            continue; /* the compiler put what comes next before the loop */
        if (t->steps[i].addr ||
            (cm_loop_has(l, i) ? back : inside && cm_thread_leads(t, target, l->head)))
            return false;
    }
    return true;
}

bool cm_loop_is_simple(const cm_loop *l)
{
    return is_entered_at_head(l, false);
}

bool cm_loop_is_entered_at_head(const cm_loop *l)
{
    return is_entered_at_head(l, true);
}

bool cm_loop_at(const cm_test *test, int thread, int head, cm_loop *out)
{
    *out = (cm_loop){test, thread, head, -1};
    for (int i = head; i < cm_loop_thread(out)->step_count; i++)
        if (cm_loop_closes(out, i))
            out->end = i;
    return out->end >= 0;
}

bool cm_loop_around(const cm_test *test, int thread, int step, cm_loop *out)
{
    *out = (cm_loop){test, thread, 0, -1};
    for (int head = 0; head <= step; head++) {
        cm_loop l;
        if (!cm_loop_at(test, thread, head, &l) || !cm_loop_has(&l, step))
            continue;
        if (out->end >= 0 || !cm_loop_is_simple(&l))
            return false;
        *out = l;
    }
    return true;
}

bool cm_loop_is_only(const cm_test *test, int thread, int step)
{
    int around = 0;
    for (int head = 0; head <= step; head++) {
        cm_loop l;
        around += cm_loop_at(test, thread, head, &l) && cm_loop_has(&l, step);
    }
    return around == 1;
}

bool cm_loops_can_be_followed(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        if (cm_thread_has_indirect(&test->threads[t]))
            return false;
    for (int i = 0; i < test->location_count; i++)
        if (test->locations[i].space == CM_SPACE_MULTIMEM)
            return false; /* an access there is one of several locations */
    return test->form_places == 0;
}

/* ---- accesses -------------------------------------------------------- */

bool cm_step_place(const cm_memory *memory, const cm_thread *t, const cm_step *s, uint64_t *address,
                   cm_spot *spot)
{
    return cm_step_fixes(t, s, s->addr, address) &&
           cm_memory_find(memory, *address, s->width, spot);
}

bool cm_spots_overlap(cm_spot a, unsigned a_width, cm_spot b, unsigned b_width)
{
    return a.location == b.location && a.offset < b.offset + b_width &&
           b.offset < a.offset + a_width;
}

bool cm_step_is_joined(const cm_thread *t, const cm_step *s)
{
    return s->joined || (s + 1 < t->steps + t->step_count && s[1].joined);
}

bool cm_step_is_single(const cm_thread *t, const cm_step *s)
{
    return !cm_step_is_joined(t, s) && !cm_step_is_async(s);
}
