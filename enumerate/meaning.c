/* What axes are: docs/suites.md and docs/enumerate.md in short. */
#include "enumerate/meaning.h"

#include <stddef.h>
#include <string.h>

typedef struct meaning {
    const char *axis, *text;
} meaning;

static const meaning meanings[] = {
    {"direction", "who produces and who consumes"},
    {"producer", "how the producer writes Y: rlx relaxed, rel release; X is always relaxed"},
    {"consumer", "how the consumer reads Y: rlx relaxed, acq acquire; X is always relaxed"},
    {"X", "scope of the GPU's access to X, the data"},
    {"Y", "scope of the GPU's access to Y, the flag"},
    {"pf", "the producer's fence, between its writes, with its scope"},
    {"cf", "the consumer's fence, between its reads, with its scope"},
    {"f", "the fence, with its scope"},
    {"at", "where the fence is: p at the producer, c at the consumer, pc at both"},
};

/* Of families: also of one thread (P0.) or one location (X.). */
static const meaning parts[] = {
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

static const char *find_meaning(const meaning *table, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(table[i].axis, name) == 0)
            return table[i].text;
    return NULL;
}

const char *cm_axis_meaning(const char *axis)
{
    const char *text = find_meaning(meanings, sizeof meanings / sizeof *meanings, axis);
    const char *dot = strrchr(axis, '.');
    return text ? text : find_meaning(parts, sizeof parts / sizeof *parts, dot ? dot + 1 : axis);
}
