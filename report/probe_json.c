/* Probes for programs: JSON and tables with tabs. */
#include "report/probe_report.h"

#include "report/document.h"

#include <math.h>
#include <string.h>

enum { BINS = 40 };

/* As people write numbers: 12, and not 12.0. */
static void add_number(cm_doc *in, const char *key, double value)
{
    cm_doc_literal(in, key, cm_arena_printf(in->arena, "%.10g", isfinite(value) ? value : 0));
}

/* ---- a probe ----------------------------------------------------------- */

static void add_machine(cm_doc *root, const cm_probe_facts *facts)
{
    cm_doc *machine = cm_doc_object(root, "machine");
    cm_doc_text(machine, "host", facts->host);
    cm_doc_text(machine, "kernel", facts->kernel);
    cm_doc_text(machine, "cpu", facts->cpu);
    add_number(machine, "cpus", facts->cpus);
    if (!facts->has_gpu) {
        cm_doc_text(machine, "no_gpu", facts->no_gpu);
        return;
    }
    const cm_gpu_info *gpu = &facts->gpu;
    cm_doc_text(machine, "gpu", gpu->name);
    cm_doc_text(machine, "gpu_uuid", gpu->uuid);
    add_number(machine, "driver", gpu->driver);
    cm_doc_flag(machine, "pageableMemoryAccess", gpu->pageable_memory_access);
    cm_doc_flag(machine, "hostNativeAtomicSupported", gpu->host_native_atomics);
    cm_doc_flag(machine, "concurrentManagedAccess", gpu->concurrent_managed_access);
}

/* From the least sample to the 99th percentile; what is above is in the last piece. */
static void add_histogram(cm_doc *part, const cm_probe_result *result)
{
    uint64_t counts[BINS];
    double low = result->stats.min, high = result->stats.p99;
    if (!(high > low))
        return;
    cm_stats_histogram(result->samples, result->stats.count, low, high, counts, BINS);
    cm_doc *histogram = cm_doc_object(part, "histogram");
    add_number(histogram, "from", low);
    add_number(histogram, "to", high);
    cm_doc *list = cm_doc_list(histogram, "counts");
    for (size_t i = 0; i < BINS; i++)
        cm_doc_number(list, NULL, counts[i]);
}

static void add_part(cm_doc *parts, const cm_probe_part *p, const cm_probe_result *result)
{
    cm_arena *arena = parts->arena;
    cm_doc *part = cm_doc_object(parts, NULL);
    cm_doc_text(part, "pair", cm_probe_pair_name(p->pair));
    cm_doc_text(part, "memory", cm_probe_memory_text(arena, p->memory));
    cm_doc_text(part, "scope", cm_probe_scope_name(p->scope));
    cm_doc_text(part, "variant", cm_probe_variant_name(p->probe, p->variant));
    if (p->to.kind != CM_MEMORY_DEFAULT)
        cm_doc_text(part, "to", cm_probe_memory_text(arena, p->to));
    if (p->size)
        add_number(part, "size", (double)p->size);
    cm_doc_text(part, "end", cm_probe_end_name(result->end));
    if (*result->reason)
        cm_doc_text(part, "reason", result->reason);
    for (size_t i = 0; i < result->number_count; i++)
        add_number(part, result->numbers[i].name, result->numbers[i].value);
    if (result->stats.count) {
        cm_doc *statistics = cm_doc_object(part, "statistics");
        add_number(statistics, "samples", (double)result->stats.count);
        for (size_t i = 0; i < cm_probe_stat_count; i++)
            add_number(statistics, cm_probe_stats[i].name,
                       cm_probe_stat_of(&result->stats, &cm_probe_stats[i]));
        if (result->stats.count >= 100)
            add_histogram(part, result);
    }
    cm_doc_text(part, "finding", result->verdict.word);
    cm_doc_text(part, "meaning", result->verdict.sentence);
    cm_doc_flag(part, "surprise", result->verdict.surprise);
}

void cm_probe_json(cm_text *out, const cm_probe_run *run)
{
    const cm_probe_options *o = &run->options;
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL);
    cm_doc_text(root, "probe", cm_probe_name(o->probe));
    cm_doc_text(root, "started", run->started);
    add_number(root, "seconds", run->seconds);
    cm_doc_text(root, "unit", cm_probe_unit(o->probe));
    add_machine(root, &run->facts);
    add_number(root, "count", (double)o->count);
    add_number(root, "repeat", o->repeat);
    add_number(root, "limit_seconds", o->limit);
    add_number(root, "seed", (double)o->seed);
    cm_doc *parts = cm_doc_list(root, "parts");
    for (size_t i = 0; i < run->count; i++)
        add_part(parts, &run->parts[i], &run->results[i]);
    cm_doc_write_json(out, root, CM_JSON_LINES);
}

/* ---- tabs -------------------------------------------------------------- */

static const char *const tsv_numbers[CM_PROBE_COUNT][8] = {
    [CM_PROBE_RMW] = {"lost", "expected", "repetitions_with_loss", "ns_per_update"},
    [CM_PROBE_VALUE] = {"trials", "fresh", "stale", "fresh_ns", "stale_ns", "cached_ns"},
    [CM_PROBE_PING_PONG] = {"cycles"},
    [CM_PROBE_LATENCY] = {"bytes", "loads"},
    [CM_PROBE_FENCES] = {"rounds", "cost"},
    [CM_PROBE_BANDWIDTH] = {"threads", "bound_gb_per_s", "share"},
    [CM_PROBE_GRANULARITY] = {"stride"},
    [CM_PROBE_ATOMICS] = {"threads"},
    [CM_PROBE_TIMERS] = {"resolution_ns", "cost_ns", "offset_ns", "error_ns"},
    [CM_PROBE_PLACEMENT] = {"pass_1", "pass_2", "pass_12", "node", "on_node", "absent", "gb_per_s"},
    [CM_PROBE_TABLE] = {"found", "first_gb_per_s", "last_gb_per_s"},
};

void cm_probe_tsv(cm_text *out, const cm_probe_run *run)
{
    const char *const *numbers = tsv_numbers[run->options.probe];
    cm_text_add(out, "# pair\tmemory\tto\tsize\tscope\tvariant\tend\tfinding");
    for (size_t n = 0; numbers[n]; n++)
        cm_text_append(out, "\t%s", numbers[n]);
    for (size_t s = 0; s < cm_probe_stat_count; s++)
        cm_text_append(out, "\t%s", cm_probe_stats[s].name);
    cm_text_add(out, "\treason\n");
    for (size_t i = 0; i < run->count; i++) {
        const cm_probe_part *part = &run->parts[i];
        const cm_probe_result *result = &run->results[i];
        const char *to =
            part->to.kind == CM_MEMORY_DEFAULT ? "-" : cm_probe_memory_text(out->arena, part->to);
        cm_text_append(out, "%s\t%s\t%s\t%llu\t%s\t%s\t%s\t%s", cm_probe_pair_name(part->pair),
                       cm_probe_memory_text(out->arena, part->memory), to,
                       (unsigned long long)part->size, cm_probe_scope_name(part->scope),
                       cm_probe_variant_name(part->probe, part->variant),
                       cm_probe_end_name(result->end), result->verdict.word);
        for (size_t n = 0; numbers[n]; n++)
            cm_text_append(out, "\t%.10g", cm_probe_get(result, numbers[n], 0));
        for (size_t s = 0; s < cm_probe_stat_count; s++)
            cm_text_append(out, "\t%.10g", cm_probe_stat_of(&result->stats, &cm_probe_stats[s]));
        cm_text_append(out, "\t%s\n", result->reason);
    }
}

/* ---- info -------------------------------------------------------------- */

static const char *mix_word(const cm_info_memory *memory, int mix)
{
    const char *refused = memory->mixes[mix].refused;
    return refused ? refused : memory->mixes[mix].is_default ? "default" : "yes";
}

void cm_info_json(cm_text *out, const cm_info *info)
{
    cm_doc *root = cm_doc_new(out->arena, CM_DOC_OBJECT, NULL), *group = NULL;
    for (size_t i = 0; i < info->row_count; i++) {
        const cm_info_row *row = &info->rows[i];
        if (!group || strcmp(row->group, group->name) != 0)
            group = cm_doc_object(root, row->group);
        cm_doc_text(group, row->name, row->value);
    }
    if (info->no_gpu)
        cm_doc_text(root, "no_gpu", info->no_gpu);
    cm_doc *kinds = cm_doc_list(root, "memory");
    for (size_t i = 0; i < info->memory_count; i++) {
        cm_doc *kind = cm_doc_object(kinds, NULL);
        cm_doc_text(kind, "kind", info->memory[i].name);
        for (int mix = 0; mix < CM_MIX_COUNT; mix++)
            cm_doc_text(kind, cm_mix_text((cm_mix)mix), mix_word(&info->memory[i], mix));
    }
    cm_doc_write_json(out, root, CM_JSON_COMPACT);
}

void cm_info_tsv(cm_text *out, const cm_info *info)
{
    cm_text_add(out, "# group\tname\tvalue\n");
    for (size_t i = 0; i < info->row_count; i++)
        cm_text_append(out, "%s\t%s\t%s\n", info->rows[i].group, info->rows[i].name,
                       info->rows[i].value);
    if (info->no_gpu)
        cm_text_append(out, "gpu\tnone\t%s\n", info->no_gpu);
    for (size_t i = 0; i < info->memory_count; i++)
        for (int mix = 0; mix < CM_MIX_COUNT; mix++)
            cm_text_append(out, "memory\t%s (%s)\t%s\n", info->memory[i].name,
                           cm_mix_text((cm_mix)mix), mix_word(&info->memory[i], mix));
}
