/* Probes for programs: JSON and tables with tabs. Written by hand, because builds
 * without the checker lack the JSON library; what is written is flat. */
#include "report/probe_report.h"

#include <math.h>
#include <string.h>

enum { BINS = 40 };

static void string(cm_text *out, const char *text)
{
    cm_text_add_char(out, '"');
    for (const char *c = text; *c; c++) {
        unsigned char byte = (unsigned char)*c;
        if (byte == '"' || byte == '\\')
            cm_text_append(out, "\\%c", byte);
        else if (byte < 0x20 || byte >= 0x7f)
            cm_text_append(out, "\\u%04x", byte < 0x20 ? byte : 0xfffdU);
        else
            cm_text_add_char(out, (char)byte);
    }
    cm_text_add_char(out, '"');
}

static void key(cm_text *out, const char *name)
{
    char last = out->length ? out->data[out->length - 1] : '{';
    if (last != '{' && last != '[')
        cm_text_add_char(out, ',');
    string(out, name);
    cm_text_add_char(out, ':');
}

static void text_field(cm_text *out, const char *name, const char *value)
{
    key(out, name);
    string(out, value);
}

static void number_field(cm_text *out, const char *name, double value)
{
    key(out, name);
    cm_text_append(out, "%.10g", isfinite(value) ? value : 0);
}

static void flag_field(cm_text *out, const char *name, bool value)
{
    key(out, name);
    cm_text_add(out, value ? "true" : "false");
}

/* ---- a probe ----------------------------------------------------------- */

static void machine(cm_text *out, const cm_probe_facts *facts)
{
    key(out, "machine");
    cm_text_add_char(out, '{');
    text_field(out, "host", facts->host);
    text_field(out, "kernel", facts->kernel);
    text_field(out, "cpu", facts->cpu);
    number_field(out, "cpus", facts->cpus);
    if (!facts->has_gpu) {
        text_field(out, "no_gpu", facts->no_gpu);
    } else {
        const cm_gpu_info *gpu = &facts->gpu;
        text_field(out, "gpu", gpu->name);
        text_field(out, "gpu_uuid", gpu->uuid);
        number_field(out, "driver", gpu->driver);
        flag_field(out, "pageableMemoryAccess", gpu->pageable_memory_access);
        flag_field(out, "hostNativeAtomicSupported", gpu->host_native_atomics);
        flag_field(out, "concurrentManagedAccess", gpu->concurrent_managed_access);
    }
    cm_text_add_char(out, '}');
}

static void options(cm_text *out, const cm_probe_options *o)
{
    number_field(out, "count", (double)o->count);
    number_field(out, "repeat", o->repeat);
    number_field(out, "limit_seconds", o->limit);
    number_field(out, "seed", (double)o->seed);
}

/* From the least sample to the 99th percentile; what is above is in the last piece. */
static void histogram(cm_text *out, const cm_probe_result *result)
{
    uint64_t counts[BINS];
    double low = result->stats.min, high = result->stats.p99;
    if (!(high > low))
        return;
    cm_stats_histogram(result->samples, result->stats.count, low, high, counts, BINS);
    key(out, "histogram");
    cm_text_add_char(out, '{');
    number_field(out, "from", low);
    number_field(out, "to", high);
    key(out, "counts");
    for (size_t i = 0; i < BINS; i++)
        cm_text_append(out, "%c%llu", i ? ',' : '[', (unsigned long long)counts[i]);
    cm_text_add(out, "]}");
}

static void statistics(cm_text *out, const cm_probe_result *result)
{
    if (!result->stats.count)
        return;
    key(out, "statistics");
    cm_text_add_char(out, '{');
    number_field(out, "samples", (double)result->stats.count);
    for (size_t i = 0; i < cm_probe_stat_count; i++)
        number_field(out, cm_probe_stats[i].name,
                     cm_probe_stat_of(&result->stats, &cm_probe_stats[i]));
    cm_text_add_char(out, '}');
    if (result->stats.count >= 100)
        histogram(out, result);
}

static void part_object(cm_text *out, const cm_probe_part *part, const cm_probe_result *result)
{
    text_field(out, "pair", cm_probe_pair_name(part->pair));
    text_field(out, "memory", cm_probe_memory_text(out->arena, part->memory));
    text_field(out, "scope", cm_probe_scope_name(part->scope));
    text_field(out, "variant", cm_probe_variant_name(part->probe, part->variant));
    if (part->to.kind != CM_MEMORY_DEFAULT)
        text_field(out, "to", cm_probe_memory_text(out->arena, part->to));
    if (part->size)
        number_field(out, "size", (double)part->size);
    text_field(out, "end", cm_probe_end_name(result->end));
    if (*result->reason)
        text_field(out, "reason", result->reason);
    for (size_t i = 0; i < result->number_count; i++)
        number_field(out, result->numbers[i].name, result->numbers[i].value);
    statistics(out, result);
    text_field(out, "finding", result->verdict.word);
    text_field(out, "meaning", result->verdict.sentence);
    flag_field(out, "surprise", result->verdict.surprise);
}

void cm_probe_json(cm_text *out, const cm_probe_run *run)
{
    cm_text_add_char(out, '{');
    text_field(out, "probe", cm_probe_name(run->options.probe));
    text_field(out, "started", run->started);
    number_field(out, "seconds", run->seconds);
    text_field(out, "unit", cm_probe_unit(run->options.probe));
    machine(out, &run->facts);
    options(out, &run->options);
    key(out, "parts");
    cm_text_add_char(out, '[');
    for (size_t i = 0; i < run->count; i++) {
        cm_text_add(out, i ? ",\n{" : "\n{");
        part_object(out, &run->parts[i], &run->results[i]);
        cm_text_add_char(out, '}');
    }
    cm_text_add(out, "]}\n");
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

void cm_info_json(cm_text *out, const cm_info *info)
{
    const char *group = "";
    cm_text_add_char(out, '{');
    for (size_t i = 0; i < info->row_count; i++) {
        const cm_info_row *row = &info->rows[i];
        if (strcmp(row->group, group) != 0) {
            if (*group)
                cm_text_add_char(out, '}');
            key(out, row->group);
            cm_text_add_char(out, '{');
            group = row->group;
        }
        text_field(out, row->name, row->value);
    }
    if (*group)
        cm_text_add_char(out, '}');
    if (info->no_gpu)
        text_field(out, "no_gpu", info->no_gpu);
    key(out, "memory");
    cm_text_add_char(out, '[');
    for (size_t i = 0; i < info->memory_count; i++) {
        const cm_info_memory *memory = &info->memory[i];
        cm_text_add(out, i ? ",{" : "{");
        text_field(out, "kind", memory->name);
        for (int mix = 0; mix < CM_MIX_COUNT; mix++) {
            const char *refused = memory->mixes[mix].refused;
            text_field(out, cm_mix_text((cm_mix)mix),
                       refused                         ? refused
                       : memory->mixes[mix].is_default ? "default"
                                                       : "yes");
        }
        cm_text_add_char(out, '}');
    }
    cm_text_add(out, "]}\n");
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
        for (int mix = 0; mix < CM_MIX_COUNT; mix++) {
            const char *refused = info->memory[i].mixes[mix].refused;
            cm_text_append(out, "memory\t%s (%s)\t%s\n", info->memory[i].name,
                           cm_mix_text((cm_mix)mix),
                           refused                                 ? refused
                           : info->memory[i].mixes[mix].is_default ? "default"
                                                                   : "yes");
        }
}
