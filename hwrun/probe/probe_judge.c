/* What the findings mean, in words: next to what the model promises (rmw), next to
 * what the paper saw on Grace-Hopper (the others). */
#include "hwrun/probe/probe_part.h"

#include <string.h>

double cm_probe_get(const cm_probe_result *result, const char *name, double fallback)
{
    for (size_t i = 0; i < result->number_count; i++)
        if (strcmp(result->numbers[i].name, name) == 0)
            return result->numbers[i].value;
    return fallback;
}

/* ---- rmw -------------------------------------------------------------- */

/* PTX: two read-modify-writes are atomic with each other when they are morally
 * strong, each with a scope that includes the other's thread (PTX ISA, memory
 * consistency model, "Atomicity of RMW operations"). */
static bool scope_suffices(const cm_probe_part *part)
{
    switch (part->pair) {
    case CM_PAIR_CTA_CTA:
        return part->scope != CM_PROBE_CTA;
    case CM_PAIR_CPU_GPU:
    case CM_PAIR_GPU_GPU:
        return part->scope == CM_PROBE_SYS;
    default:
        return true;
    }
}

/* Where CPU and GPU meet, atomicity at system scope is promised for memory of
 * three kinds only (CUDA C++ core libraries, memory model, "Atomicity"). NULL: it
 * is promised; else what is missing. */
static const char *memory_lacks(const cm_probe_facts *facts, const cm_probe_part *part)
{
    const cm_gpu_info *gpu = &facts->gpu;
    if (part->pair != CM_PAIR_CPU_GPU && part->pair != CM_PAIR_GPU_GPU)
        return NULL;
    switch (part->memory.kind) {
    case CM_MEMORY_MANAGED:
    case CM_MEMORY_MANAGED_CPU:
    case CM_MEMORY_MANAGED_GPU:
        return gpu->concurrent_managed_access ? NULL : "concurrentManagedAccess is 0";
    case CM_MEMORY_PINNED:
    case CM_MEMORY_WRITE_COMBINED:
        return gpu->host_native_atomics ? NULL : "hostNativeAtomicSupported is 0";
    case CM_MEMORY_MALLOC:
    case CM_MEMORY_HUGE:
    case CM_MEMORY_REGISTERED:
    case CM_MEMORY_NUMA:
        if (gpu->pageable_memory_access)
            return NULL;
        return gpu->host_native_atomics ? NULL : "hostNativeAtomicSupported is 0";
    default:
        return NULL;
    }
}

static cm_probe_verdict judge_rmw(cm_work *work, const cm_probe_facts *facts,
                                  const cm_probe_part *part, const cm_probe_result *result)
{
    const char *lacks = memory_lacks(facts, part);
    bool lost = cm_probe_get(result, "lost", 0) > 0, suffices = scope_suffices(part);
    const char *sentence = "none were lost, as the model guarantees";
    if (!suffices)
        sentence = lost ? "the scope leaves the other thread out, so the model allows lost "
                          "updates, and some were lost"
                        : "none were lost, though the model would allow it: the scope leaves the "
                          "other thread out";
    else if (lacks)
        sentence = cm_arena_printf(
            work->arena,
            lost ? "updates were lost at a scope that includes both: the link has no atomics to "
                   "this memory (%s), so CUDA does not promise them"
                 : "none were lost, though CUDA does not promise atomics to this memory (%s)",
            lacks);
    else if (lost)
        sentence = "updates were lost, though the model guarantees that none are";
    return cm_probe_said(!lost      ? "none lost"
                         : suffices ? "LOST"
                                    : "lost",
                         sentence, lost && suffices);
}

/* ---- value propagation ------------------------------------------------- */

/* Why a machine can differ from Grace-Hopper; "" where no reason is known. */
static const char *why_different(const cm_probe_facts *facts, const cm_probe_part *part)
{
    bool linked = cm_probe_mix(part->pair) == CM_MIX_BOTH;
    if (!linked)
        return "";
    if (cm_memory_is_managed(part->memory.kind) && !facts->gpu.host_native_atomics)
        return "; managed pages move between the memories here, and a page that moves leaves "
               "no copy behind";
    if (!facts->gpu.host_native_atomics)
        return "; CPU and GPU are not coherent here as over NVLink-C2C: "
               "hostNativeAtomicSupported is 0";
    return "";
}

static cm_probe_verdict judge_value(cm_work *work, const cm_probe_facts *facts,
                                    const cm_probe_part *part, const cm_probe_result *result)
{
    static const char *const words[] = {
        [CM_VALUE_FRESH] = "fresh", [CM_VALUE_STALE] = "stale", [CM_VALUE_OPEN] = "not known"};
    const cm_value_row *row = &cm_value_rows[part->variant];
    double fresh = cm_probe_get(result, "fresh", 0), stale = cm_probe_get(result, "stale", 0);
    cm_arena *arena = work->arena;
    double all = fresh + stale;
    if (!(all > 0))
        return cm_probe_said("no trial", "no trial took place", true);
    /* Nine in ten decide: reordering explains a few in a thousand. */
    if (fresh < 0.9 * all && stale < 0.9 * all)
        return cm_probe_said(
            "mixed",
            cm_arena_printf(arena, "fewer than nine trials in ten agree; on Grace-Hopper: %s (%s)",
                            words[row->paper], row->meaning),
            true);
    cm_value_seen seen = fresh >= stale ? CM_VALUE_FRESH : CM_VALUE_STALE;
    if (seen == row->paper || row->paper == CM_VALUE_OPEN)
        return cm_probe_said(
            words[seen],
            cm_arena_printf(arena, "%s: %s",
                            seen == row->paper ? "as on Grace-Hopper" : "no published finding",
                            row->meaning),
            false);
    return cm_probe_said(words[seen],
                         cm_arena_printf(arena, "differs from Grace-Hopper (%s: %s)%s",
                                         words[row->paper], row->meaning,
                                         why_different(facts, part)),
                         true);
}

/* ---- ping-pong --------------------------------------------------------- */

/* A cycle over the link takes 1 to 3 us, a read that waits for a page 15 and more. */
static bool pages_moved(const cm_probe_part *part, const cm_probe_result *result)
{
    const double page_ns = 10000;
    return part->pair == CM_PAIR_CPU_GPU && cm_memory_is_managed(part->memory.kind) &&
           result->stats.count > 1 && result->stats.median > page_ns;
}

static cm_probe_verdict judge_ping_pong(const cm_probe_facts *facts, const cm_probe_part *part,
                                        const cm_probe_result *result)
{
    bool ended = result->end == CM_PROBE_DONE;
    const char *word = ended ? "ended" : "did not end";
    bool crosses = part->pair != CM_PAIR_CPU_CPU;
    bool narrow = crosses && !scope_suffices(part) && part->variant != CM_PING_EXCH;
    bool is_managed = cm_memory_is_managed(part->memory.kind);
    bool linked = part->pair == CM_PAIR_CPU_GPU;
    if (!crosses || (ended && !narrow))
        return cm_probe_said(word, ended ? "" : "no answer came within the limit", !ended);
    if (ended)
        return cm_probe_said(word, "it ended, though the scope leaves the other side out", false);
    if (narrow && part->variant == CM_PING_LOAD_STORE && !pages_moved(part, result))
        return cm_probe_said(
            word, "the scope leaves the other side out: a load may hit in the L1 for ever", false);
    if (linked && is_managed)
        return cm_probe_said(
            word, "the limit came first: pages of managed memory move from side to side", !narrow);
    if (linked && !facts->gpu.host_native_atomics)
        return cm_probe_said(word,
                             "an update may have been lost on the way: the link has no atomics "
                             "(hostNativeAtomicSupported is 0)",
                             !narrow);
    return cm_probe_said(word, "no answer came within the limit", true);
}

cm_probe_verdict cm_probe_judge(cm_work *work, const cm_probe_facts *facts,
                                const cm_probe_part *part, const cm_probe_result *result)
{
    if (result->end != CM_PROBE_DONE && result->end != CM_PROBE_UNENDED)
        return cm_probe_said(cm_probe_end_name(result->end), result->reason,
                             result->end == CM_PROBE_FAILED);
    switch (part->probe) {
    case CM_PROBE_RMW:
        return judge_rmw(work, facts, part, result);
    case CM_PROBE_VALUE:
        return judge_value(work, facts, part, result);
    case CM_PROBE_PING_PONG:
        return judge_ping_pong(facts, part, result);
    default: /* nothing is promised */
        return cm_probe_said(cm_probe_end_name(result->end), "", false);
    }
}
