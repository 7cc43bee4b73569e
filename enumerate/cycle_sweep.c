/* Axes that are fixed or swept, and those that say where threads run. */
#include "enumerate/cycle.h"
#include "litmus/isa/isa.h"

#include <stdlib.h>
#include <string.h>

/* ---- sweeps ----------------------------------------------------------- */

static void check_word(cm_work *work, const char *text, const char *word, size_t length)
{
    bool bad = length == 0;
    for (size_t i = 0; i < length; i++)
        bad = bad || (unsigned char)word[i] <= ' ' || word[i] == '/' || word[i] == '=';
    if (bad)
        cm_fail(work, (cm_place){0},
                "`%s` is not an axis with values, expected NAME=VALUE,VALUE... without blanks, '/' "
                "and empty values",
                text);
}

cm_sweeps cm_sweeps_parse(cm_work *work, const char *const *texts, int count)
{
    cm_sweeps sweeps = {0};
    for (int i = 0; i < count; i++) {
        const char *text = texts[i];
        cm_sweep sweep = {0};
        size_t name = strcspn(text, "=");
        check_word(work, text, text, name);
        sweep.name = cm_arena_text(work->arena, text, name);
        int capacity = 0;
        const char *at = text + name;
        do {
            at += *at != '\0';
            size_t length = strcspn(at, ",");
            check_word(work, text, at, length);
            CM_RESERVE(work->arena, sweep.values, sweep.count, capacity);
            sweep.values[sweep.count++] = cm_arena_text(work->arena, at, length);
            at += length;
        } while (*at);
        for (int before = 0; before < sweeps.count; before++)
            if (strcmp(sweeps.items[before].name, sweep.name) == 0)
                cm_fail(work, (cm_place){0},
                        "axis `%s` is given twice, expected all its values at once", sweep.name);
        CM_PUSH(work->arena, sweeps.items, sweeps.count, sweeps.capacity, sweep);
    }
    return sweeps;
}

/* ---- where threads run ------------------------------------------------ */

static int parse_number(cm_work *work, const cm_enum_axis *axis)
{
    char *end;
    long number = strtol(axis->value, &end, 10);
    if (*end || end == axis->value || number < 0 || number > 9999)
        cm_fail(work, (cm_place){0}, "axis %s is `%s`, expected a number from 0 to 9999",
                axis->name, axis->value);
    return (int)number;
}

const char *cm_cycle_axis_thread(cm_work *work, const cm_cycle *cycle, const char *name,
                                 int *thread)
{
    *thread = -1;
    if (name[0] != 'P' || name[1] < '0' || name[1] > '9')
        return name;
    char *end;
    long number = strtol(name + 1, &end, 10);
    if (*end != '.')
        return name;
    if (number >= cycle->thread_count)
        cm_fail(
            work, (cm_place){0},
            "axis `%s` names a thread that is not there: there are %d threads, expected P0 to P%d",
            name, cycle->thread_count, cycle->thread_count - 1);
    *thread = (int)number;
    return end + 1;
}

static const char *device_word(const cm_isa *isa)
{
    return isa->writer && isa->writer->compound ? isa->word : NULL;
}

static cm_arch parse_device(cm_work *work, const cm_cycle *cycle, cm_arch cpu,
                            const cm_enum_axis *axis)
{
    if (cycle->arch != CM_CMCM)
        cm_fail(work, (cm_place){0}, "axis `%s` chooses between CPU and GPU, expected --arch CMCM",
                axis->name);
    if (strcmp(axis->value, "cpu") == 0)
        return cpu;
    if (strcmp(axis->value, "gpu") == 0)
        return cm_arch_usual(true);
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const char *word = device_word(cm_isa_for((cm_arch)arch));
        if (word && strcmp(word, axis->value) == 0)
            return (cm_arch)arch;
    }
    cm_fail(work, (cm_place){0}, "axis %s is `%s`, expected cpu, gpu, %s", axis->name, axis->value,
            cm_isa_list(work->arena, device_word, NULL));
}

/* The narrowest scope that holds all GPU threads. */
static cm_placement placement(cm_work *work, const cm_enum_axis *axis, int thread)
{
    cm_scope scope;
    cm_placement at = CM_PLACEMENT_UNSAID;
    if (!cm_scope_find(axis->value, &scope))
        cm_fail(work, (cm_place){0}, "axis placement is `%s`, expected cta, cluster, gpu or sys",
                axis->value);
    at.cta = scope == CM_SCOPE_CTA ? 0 : thread;
    at.gpu = scope == CM_SCOPE_SYS ? thread : 0;
    if (scope == CM_SCOPE_CLUSTER)
        at.cluster = 0;
    return at;
}

bool cm_cycle_seat_axis(cm_work *work, cm_cycle *cycle, cm_arch cpu, const cm_enum_axis *axis)
{
    static const char *const names[] = {"device", "placement", "cta", "cluster", "gpu"};
    int only;
    const char *name = cm_cycle_axis_thread(work, cycle, axis->name, &only);
    size_t which = 0;
    while (which < 5 && strcmp(names[which], name) != 0)
        which++;
    if (which == 5)
        return false;
    for (int t = 0; t < cycle->thread_count; t++) {
        cm_cycle_seat *seat = &cycle->seats[t];
        if (only >= 0 && t != only)
            continue;
        if (which == 0)
            seat->arch = parse_device(work, cycle, cpu, axis);
        else if (which == 1)
            seat->at = placement(work, axis, t);
        else
            *(which == 2   ? &seat->at.cta
              : which == 3 ? &seat->at.cluster
                           : &seat->at.gpu) = parse_number(work, axis);
    }
    return true;
}
