/* A forbidden outcome in one line. See text.h. */
#include "explain/text.h"
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
        cm_unfold_path_spelled(&out, x->model, group->execution, v->steps, v->count);
    }
    if (x->group_count > 1)
        cm_text_append(&out, "; %s%d other kind%s of candidates, for which see `cmcm explain`",
                       x->classes_cut ? "at least " : "", x->group_count - 1,
                       x->group_count == 2 ? "" : "s");
    return out.data;
}
