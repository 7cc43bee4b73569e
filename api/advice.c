/* A model may be asked about any test. If it was written for other machines, its
 * answer is an answer to another question, and nothing in it would show that: an
 * x86 test under the ARM model merely has more outcomes. So there is a warning,
 *
 * - where the model is the default for another architecture, and
 * - where a model of the user's knows fences (it uses tags), but not those of the
 *   test. One that uses no tag at all, such as sequential consistency, is for
 *   every machine. */
#include "api/internal.h"

#include <string.h>

static bool uses_base(const cm_model *model, const char *name)
{
    for (int i = 0; i < model->base_count; i++)
        if (strcmp(model->bases[i]->name, name) == 0)
            return true;
    return false;
}

static bool uses_tags(const cm_model *model)
{
    for (int i = 0; i < model->base_count; i++)
        if (model->bases[i]->kind == CM_BASE_TAG)
            return true;
    return false;
}

static bool knows_fence(const cm_model *model, const cm_step *fence)
{
    for (const char *const *tag = fence->tags; *tag; tag++)
        if (uses_base(model, *tag))
            return true;
    return false;
}

/* The first fence of the test, if the model knows none of them; else NULL. */
static const cm_step *unknown_fence(const cm_model *model, const cm_test *test)
{
    const cm_step *first = NULL;
    for (int i = 0; i < test->thread_count; i++) {
        for (int k = 0; k < test->threads[i].step_count; k++) {
            const cm_step *step = &test->threads[i].steps[k];
            if (step->kind != CM_STEP_FENCE || !*step->tags)
                continue;
            if (knows_fence(model, step))
                return NULL;
            first = first ? first : step;
        }
    }
    return first;
}

/* The architecture that an installed model is the default of; -1: of none, or
 * of compound tests, whose model is meant for every thread. */
static int home_of(const char *model)
{
    for (int arch = CM_AARCH64; arch < CM_CMCM; arch++)
        if (strcmp(cm_default_model((cm_arch)arch), model) == 0)
            return arch;
    return -1;
}

void cm_warn_foreign_model(cm_work *work, const cm_model *model, const cm_test *test)
{
    cm_place place = {test->source, 0, 0};
    if (strcmp(cm_default_model(test->arch), model->name) == 0)
        return;
    int home = home_of(model->name);
    if (home >= 0) {
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` is written for %s and the test is for %s: "
                    "its answer need not be that of any machine",
                    model->name, cm_arch_name((cm_arch)home), cm_arch_name(test->arch));
        return;
    }
    const cm_step *fence = uses_tags(model) ? unknown_fence(model, test) : NULL;
    if (fence)
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` knows none of this test's fences (such as %s): "
                    "they order nothing",
                    model->name, fence->tags[0]);
}
