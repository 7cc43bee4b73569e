/* A model may be asked about any test. If it was written for other machines, its
 * answer is an answer to another question, and nothing in it would show that: an
 * x86 test under the ARM model merely has more outcomes. So there is a warning. */
#include "api/internal.h"

#include <string.h>

static bool model_uses(const cm_model *model, const char *tag)
{
    for (int i = 0; i < model->base_count; i++)
        if (strcmp(model->bases[i]->name, tag) == 0)
            return true;
    return false;
}

typedef struct tag_count {
    size_t known, unknown;
    const char *example; /* of an unknown one */
} tag_count;

static void count_tags(tag_count *count, const cm_model *model, const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++) {
        for (const char *const *tag = thread->steps[i].tags; *tag; tag++) {
            bool known = model_uses(model, *tag);
            count->known += known;
            count->unknown += !known;
            if (!known && !count->example)
                count->example = *tag;
        }
    }
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
    int home = home_of(model->name);
    if (home >= 0 && strcmp(cm_default_model(test->arch), model->name) != 0) {
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` is written for %s and the test is for %s: "
                    "its answer need not be that of any machine",
                    model->name, cm_arch_name((cm_arch)home), cm_arch_name(test->arch));
        return;
    }
    tag_count count = {0};
    for (int i = 0; i < test->thread_count; i++)
        count_tags(&count, model, &test->threads[i]);
    if (count.unknown > 0 && count.known == 0)
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` uses none of the fences and annotations of this test "
                    "(such as %s): they order nothing",
                    model->name, count.example);
}
