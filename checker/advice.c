/* A model may be asked about any test. If it was written for other machines, its
 * answer is an answer to another question, and nothing in it would show that: an
 * x86 test under the ARM model merely has more outcomes. So there is a warning,
 *
 * - where the model is the default for another architecture,
 * - where a model of the user's knows fences (it uses tags), but not those of the
 *   test, and
 * - where such a model looks at sets that no event of this test's instruction sets
 *   can be in. herd's x86tso.cat does: its `A` are the locked accesses, and ours are
 *   the acquire loads of AArch64.
 *
 * One that uses no tag at all, such as sequential consistency, is for every machine;
 * so is one that knows the tags of several instruction sets. */
#include "checker/advice.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

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

/* The first fence of the test, if the model knows none of them; else NULL. */
static const cm_step *unknown_fence(const cm_model *model, const cm_test *test)
{
    const cm_step *first = NULL;
    for (int i = 0; i < test->thread_count; i++) {
        for (int k = 0; k < test->threads[i].step_count; k++) {
            const cm_step *step = &test->threads[i].steps[k];
            if (!cm_step_is_fence(step) || !*step->tags)
                continue;
            /* What closes a group of asynchronous operations, or waits for some, orders nothing by
             * its tags: a model knows it by the relation that tells when they are complete. */
            if (step->async.role != CM_ASYNC_NONE && cm_model_base(model, CM_BASE_COMPLETION) >= 0)
                return NULL;
            for (const char *const *tag = step->tags; *tag; tag++)
                if (uses_base(model, *tag))
                    return NULL;
            first = first ? first : step;
        }
    }
    return first;
}

/* The architecture that an installed model is for; -1: for none, or for
 * compound tests, whose model is meant for every thread. */
static int home_of(const char *model)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        if (strcmp(cm_arch_model((cm_arch)arch), model) == 0)
            return arch;
        const char *const *other = cm_isa_for((cm_arch)arch)->own_models;
        for (; other && *other; other++)
            if (strcmp(*other, model) == 0)
                return arch;
    }
    return -1;
}

/* ---- sets that can only be empty ---------------------------------------- */

/* How many tags of these instruction sets, and of no others, the model uses. */
static int count_tags(const cm_model *model, unsigned on)
{
    int count = 0;
    for (int i = 0; i < model->base_count; i++)
        count += model->bases[i]->kind == CM_BASE_TAG && (model->bases[i]->on & ~on) == 0;
    return count;
}

/* The test's own tag that herd's models call as another is called here: theirs for x86
 * have the locked accesses in `A`. A model that uses nothing else of those who have the
 * tag means that one. NULL: there is none. */
static const cm_isa_tag *meant_tag(const cm_model *model, const cm_base *tag, unsigned here)
{
    if (count_tags(model, tag->on) != 1)
        return NULL;
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa_tag *own = cm_isa_for((cm_arch)arch)->family->table->tags;
        for (; (here & CM_ARCH_BIT(arch)) && own->name; own++)
            if (own->herd && strcmp(own->herd, tag->name) == 0)
                return own;
    }
    return NULL;
}

/* "PTX": those of the test that the model, which has tags of others, has none of. */
static const char *unknown_sets(const cm_model *model, unsigned here)
{
    for (int arch = 0; arch < CM_CMCM; arch++)
        if ((here & CM_ARCH_BIT(arch)) && count_tags(model, cm_arch_family((cm_arch)arch)) == 0)
            return cm_isa_for((cm_arch)arch)->family->name;
    return NULL;
}

static void advise_empty_sets(cm_work *work, const cm_model *model, const cm_test *test,
                              cm_place place)
{
    enum { MOST_NAMES = 6 };
    unsigned on = 0;
    for (int i = 0; i < test->thread_count; i++)
        on |= cm_arch_family(test->threads[i].arch);
    unsigned here = on;
    const cm_base *first = NULL;
    int count = 0;
    cm_text names = cm_text_new(work->arena);
    for (int i = 0; i < model->base_count; i++) {
        const cm_base *tag = model->bases[i];
        /* A model that knows the test's instruction sets may know others besides. */
        if (!(tag->kind == CM_BASE_TAG && (tag->on & here) == 0 &&
              (count_tags(model, here) == 0 || meant_tag(model, tag, here))) ||
            count++ >= MOST_NAMES)
            continue;
        cm_text_append(&names, "%s`%s`", first ? ", " : "", tag->name);
        first = first ? first : tag;
    }
    const char *unknown = uses_tags(model) ? unknown_sets(model, here) : NULL;
    if (!first && unknown)
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` has sets for some instruction sets, but none for %s, which the "
                    "test also uses",
                    model->name, unknown);
    if (!first)
        return;
    const cm_isa_tag *meant = meant_tag(model, first, here);
    cm_diag_add(
        work, CM_WARNING, place,
        "the model `%s` uses sets that are always empty in this test for %s: %s%s%s", model->name,
        cm_arch_name(test->arch), names.data, count > MOST_NAMES ? " ..." : "",
        meant ? cm_arena_printf(work->arena, "; was `%s`, %s, meant?", meant->name, meant->what)
              : "");
}

const cm_isa *cm_model_unknown_threads(const cm_model *model, const cm_test *test)
{
    for (int i = 0; i < test->thread_count && test->arch == CM_CMCM; i++) {
        const cm_isa *isa = cm_isa_for(test->threads[i].arch);
        bool known = false;
        for (int k = 0; k < model->base_count && !known; k++)
            known = model->bases[k]->kind == CM_BASE_THREADS &&
                    (model->bases[k]->on & CM_ARCH_BIT(isa->arch));
        if (!known)
            return isa;
    }
    return NULL;
}

void cm_advise_model(cm_work *work, const cm_model *model, const cm_test *test)
{
    cm_place place = cm_test_place(test);
    const cm_isa *unknown = cm_model_unknown_threads(model, test);
    if (unknown)
        cm_diag_add(
            work, CM_WARNING, place,
            "the model `%s` says nothing about threads of %s: its answer may fit no machine",
            model->name, unknown->name);
    if (strcmp(cm_test_model(test), model->name) == 0)
        return;
    int home = home_of(model->name);
    if (home == (int)test->arch) {
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` does not know all that such a test says, expected `%s`",
                    model->name, cm_test_model(test));
        return;
    }
    if (home >= 0) {
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` is written for %s and the test is for %s: its answer may fit "
                    "no machine",
                    model->name, cm_arch_name((cm_arch)home), cm_arch_name(test->arch));
        return;
    }
    const cm_step *fence = uses_tags(model) ? unknown_fence(model, test) : NULL;
    if (fence)
        cm_diag_add(work, CM_WARNING, place,
                    "the model `%s` knows none of this test's fences (such as %s): "
                    "they order nothing",
                    model->name, fence->tags[0]);
    else
        advise_empty_sets(work, model, test, place);
}

const cm_begins_base *cm_model_lacks_begins(const cm_model *model, const cm_test *test)
{
    static const cm_begins_base synced = {"`ssw`", "ssw"},
                                others = {"`after` and `dependent`", "boundary"};
    for (int a = 0; a < test->thread_count; a++)
        for (int b = 0; b < test->thread_count; b++) {
            cm_begins how = cm_thread_begins(test, a, b);
            const cm_begins_base *of = how == CM_BEGINS_SYNCED ? &synced : &others;
            if (how != CM_BEGINS_FREELY && !uses_base(model, of->base))
                return of;
        }
    return NULL;
}
