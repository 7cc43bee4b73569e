/* Outcomes in one line: what forbids one, and that no candidate has one. See explain.h. */
#include "explain/explain.h"
#include "explain/unfold.h"

const char *cm_explain_brief(cm_arena *arena, const cm_explanation *x)
{
    if (x->verdict != CM_EXPLAINED_FORBIDDEN || x->group_count == 0 ||
        x->groups[0].violation_count == 0)
        return "no candidate execution has it";
    const cm_group *group = &x->groups[0];
    const cm_violation *v = &group->violations[0];
    cm_text out;
    cm_text_init(&out, arena);
    cm_text_add(&out, x->model->constraints[v->constraint].name);
    if (v->cycle || v->pair) {
        cm_text_add(&out, ", as ");
        cm_unfold_path(&out, group->execution, v, true);
    }
    if (x->group_count > 1)
        cm_text_append(&out, "; %s%d other kind%s of candidates, for which see `cmcm explain`",
                       x->classes_cut ? "at least " : "", x->group_count - 1,
                       x->group_count == 2 ? "" : "s");
    return out.data;
}

/* ---- no candidate has it --------------------------------------------------------- */

static bool mentions(const cm_expr *e, const bool *registers)
{
    return e && ((e->op == CM_OP_REG && registers[e->reg]) || mentions(e->a, registers) ||
                 mentions(e->b, registers) || mentions(e->c, registers));
}

/* By register: may it hold what was read, or what was computed from that? */
static const bool *read_registers(cm_arena *arena, const cm_thread *thread)
{
    bool *read = CM_NEW_ARRAY(arena, (size_t)thread->register_count + 1, bool);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < thread->step_count; i++) {
            const cm_step *s = &thread->steps[i];
            if (s->dst >= 0 && !read[s->dst] &&
                (s->kind == CM_STEP_LOAD || mentions(s->value, read) || mentions(s->guard, read)))
                read[s->dst] = changed = true;
        }
    }
    return read;
}

const char *cm_explain_impossible(cm_arena *arena, const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        const bool *read = read_registers(arena, thread);
        /* Does it store what it has read, or what it computed from that? */
        for (int i = 0; i < thread->step_count; i++)
            if (thread->steps[i].kind == CM_STEP_STORE &&
                (mentions(thread->steps[i].value, read) || mentions(thread->steps[i].addr, read)))
                return "No choice of who reads from whom gives these values; values that threads "
                       "only hand to each other, out of thin air, are in no candidate.";
    }
    return "No choice of who reads from whom gives these values, whatever the model.";
}
