/* The list of generators, and what all of them need. */
#include "enumerate/enumerate.h"

#include <string.h>
#include <strings.h>

static const cm_enum_generator *const tables[] = {cm_suite_generators, cm_cycle_generators,
                                                  cm_family_generators};

const cm_enum_generator *cm_enum_generator_at(size_t index)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++)
        for (const cm_enum_generator *g = tables[t]; g->name; g++)
            if (index-- == 0)
                return g;
    return NULL;
}

const cm_enum_generator *cm_enum_find(const char *name)
{
    const cm_enum_generator *g;
    for (size_t i = 0; (g = cm_enum_generator_at(i)); i++)
        if (strcmp(g->name, name) == 0)
            return g;
    return NULL;
}

typedef struct run {
    cm_work *work;
    const cm_enum_generator *generator;
    const cm_enum_request *request;
    cm_enum_sink sink;
    void *context;
} run;

static void run_protected(void *argument)
{
    run *r = argument;
    r->generator->run(r->work, r->request, r->sink, r->context);
}

bool cm_enum_run(cm_work *work, const cm_enum_generator *generator, const cm_enum_request *request,
                 cm_enum_sink sink, void *context)
{
    run r = {work, generator, request, sink, context};
    return cm_arena_protect(work->arena, run_protected, &r);
}

/* ---- words ------------------------------------------------------------- */

const char *cm_enum_cpu_word(const cm_isa *isa)
{
    return !isa->gpu && isa->writer && isa->writer->compound ? isa->word : NULL;
}

/* NULL: past the last; "": it makes no tests of its own. */
static const char *target_at(size_t index, cm_enum_target *target)
{
    const cm_isa_writer *writer = cm_writer_at(index, &target->arch);
    target->dialect = writer && writer->head ? writer : NULL;
    return !writer          ? NULL
           : !writer->alone ? ""
           : writer->name   ? writer->name
                            : cm_writer_head(target->arch, target->dialect);
}

const char *cm_enum_target_word(size_t index)
{
    cm_enum_target target;
    const char *word;
    for (size_t i = 0; (word = target_at(i, &target)); i++)
        if (*word && index-- == 0)
            return word;
    return NULL;
}

cm_enum_target cm_enum_target_named(cm_work *work, const char *name, cm_arch none)
{
    cm_enum_target target = {none, NULL};
    const char *word;
    if (!name || !*name)
        return target;
    if (strcasecmp(name, cm_arch_name(CM_CMCM)) == 0)
        return (cm_enum_target){CM_CMCM, NULL};
    for (size_t i = 0; (word = target_at(i, &target)); i++)
        if (strcasecmp(name, word) == 0)
            return target;
    cm_text all = cm_text_new(work->arena);
    for (size_t i = 0; (word = cm_enum_target_word(i)); i++)
        cm_text_append(&all, "%s, ", word);
    cm_fail(work, (cm_place){0}, "the architecture `%s` is not known, expected %s%s", name,
            all.data, cm_arch_name(CM_CMCM));
}

cm_arch cm_enum_cpu(cm_work *work, const char *name)
{
    if (!name || !*name)
        return cm_arch_usual(false);
    if (strcasecmp(name, "native") == 0) {
        cm_arch here = cm_arch_here();
        if (here == CM_CMCM || !cm_enum_cpu_word(cm_isa_for(here)))
            cm_fail(work, (cm_place){0},
                    "there are no tests for the instruction set of this machine, expected %s",
                    cm_isa_list(work->arena, cm_enum_cpu_word, NULL));
        return here;
    }
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const char *word = cm_enum_cpu_word(cm_isa_for((cm_arch)arch));
        if (word && strcasecmp(name, word) == 0)
            return (cm_arch)arch;
    }
    cm_fail(work, (cm_place){0}, "there is no instruction set `%s` of CPU threads, expected %s",
            name, cm_isa_list(work->arena, cm_enum_cpu_word, "native"));
}

size_t cm_enum_open(cm_text *out, const char *arch, const char *name, const char *doc,
                    const cm_enum_axis *axes, int axis_count)
{
    cm_text_append(out, "%s %s\n", arch, name);
    if (doc && *doc)
        cm_text_append(out, "\"%s\"\n", doc);
    for (int i = 0; i < axis_count; i++)
        cm_text_append(out, "%s=%s\n", axes[i].name, axes[i].value);
    return out->length;
}

/* docs/suites.md and docs/enumerate.md in short. Axes of families are also of one thread (P0.) or
 * one location (X.). */
const char *cm_axis_meaning(const char *axis)
{
    static const struct {
        const char *axis, *text;
    } meanings[] = {
        {"direction", "who produces and who consumes"},
        {"producer", "how the producer writes Y: rlx relaxed, rel release; X is always relaxed"},
        {"consumer", "how the consumer reads Y: rlx relaxed, acq acquire; X is always relaxed"},
        {"X", "scope of the GPU's access to X, the data"},
        {"Y", "scope of the GPU's access to Y, the flag"},
        {"pf", "the producer's fence, between its writes, with its scope"},
        {"cf", "the consumer's fence, between its reads, with its scope"},
        {"f", "the fence, with its scope"},
        {"at", "where the fence is: p at the producer, c at the consumer, pc at both"},
        {"device", "what runs the thread; cpu and gpu, or an instruction set"},
        {"order", "order of the accesses: rlx relaxed, acq acquire, rel release"},
        {"scope", "scope of the GPU's accesses; a CPU has none"},
        {"fence", "the fence, or dependency, between two accesses of a thread"},
        {"placement", "the narrowest place that all threads of the GPU share"},
        {"cta", "number of the thread's CTA"},
        {"cluster", "number of the thread's cluster"},
        {"gpu", "number of the thread's GPU"},
        {"threads", "which threads take part"},
        {"op", "rmw: one atomic instruction; split: a load and a store"},
        {"n", "how often each thread adds 1"},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcmp(meanings[i].axis, axis) == 0)
            return meanings[i].text;
    const char *dot = strrchr(axis, '.');
    return dot ? cm_axis_meaning(dot + 1) : NULL;
}
