/* Probes as tables for people, and for repairs. */
#include "report/probe_report.h"

#include "report/lines.h"

#include <math.h>
#include <string.h>

/* ---- words ------------------------------------------------------------- */

const cm_probe_stat cm_probe_stats[] = {
    {"min", offsetof(cm_stats, min)},       {"p1", offsetof(cm_stats, p1)},
    {"p5", offsetof(cm_stats, p5)},         {"p25", offsetof(cm_stats, p25)},
    {"median", offsetof(cm_stats, median)}, {"mean", offsetof(cm_stats, mean)},
    {"p75", offsetof(cm_stats, p75)},       {"p95", offsetof(cm_stats, p95)},
    {"p99", offsetof(cm_stats, p99)},       {"max", offsetof(cm_stats, max)},
};
const size_t cm_probe_stat_count = sizeof cm_probe_stats / sizeof *cm_probe_stats;

double cm_probe_stat_of(const cm_stats *stats, const cm_probe_stat *stat)
{
    return *(const double *)(const void *)((const char *)stats + stat->offset);
}

const char *cm_probe_memory_text(cm_arena *arena, cm_probe_memory memory)
{
    return cm_memory_kind_text(arena, memory.kind, memory.numa_node);
}

/* "64 KiB" */
static const char *size_text(cm_arena *arena, uint64_t bytes)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    unsigned unit = 0;
    while (unit < 3 && bytes >= 1024 && bytes % 1024 == 0) {
        bytes /= 1024;
        unit++;
    }
    return cm_arena_printf(arena, "%llu %s", (unsigned long long)bytes, units[unit]);
}

const char *cm_probe_part_text(cm_arena *arena, const cm_probe_part *part)
{
    const char *memory = cm_probe_memory_text(arena, part->memory);
    const char *variant = cm_probe_variant_name(part->probe, part->variant);
    if (part->probe == CM_PROBE_VALUE)
        return cm_arena_printf(arena, "%s %s", variant, memory);
    const char *pair = cm_probe_pair_name(part->pair);
    bool is_sized = part->probe == CM_PROBE_LATENCY || part->probe == CM_PROBE_GRANULARITY ||
                    part->probe == CM_PROBE_PLACEMENT;
    if (part->to.kind != CM_MEMORY_DEFAULT)
        memory = cm_arena_printf(arena, "%s to %s", memory, cm_probe_memory_text(arena, part->to));
    if (is_sized && part->size)
        return cm_arena_printf(arena, "%s %s %s %s", pair, memory, variant,
                               size_text(arena, part->size));
    if (part->size)
        return cm_arena_printf(arena, "%s %s %s%s%s, %llu threads", pair, memory, variant,
                               part->scope == CM_PROBE_NO_SCOPE ? "" : " ",
                               part->scope == CM_PROBE_NO_SCOPE ? ""
                                                                : cm_probe_scope_name(part->scope),
                               (unsigned long long)part->size);
    if (part->scope == CM_PROBE_NO_SCOPE)
        return cm_arena_printf(arena, "%s %s %s", pair, memory, variant);
    return cm_arena_printf(arena, "%s %s %s %s", pair, memory, cm_probe_scope_name(part->scope),
                           variant);
}

/* At most five characters: "812", "18.5M", "5.4". */
static const char *amount(cm_arena *arena, double value)
{
    static const char *const units[] = {"", "k", "M", "G", "T"};
    unsigned unit = 0;
    if (fabs(value) < 99999.5 && fabs(value) >= 99.95)
        return cm_arena_printf(arena, "%.0f", value);
    while (fabs(value) >= 999.5 && unit < 4) {
        value /= 1000;
        unit++;
    }
    return cm_arena_printf(arena,
                           fabs(value) < 99.95 && value != floor(value) ? "%.1f%s" : "%.0f%s",
                           value, units[unit]);
}

/* ---- columns ----------------------------------------------------------- */

typedef enum column_kind {
    PAIR,
    MEMORY,
    TO,
    SCOPE,
    VARIANT,
    SIZE,
    THREADS,
    NUMBER,
    STAT,
    FINDING
} column_kind;

typedef struct column {
    const char *head;
    int width; /* negative: at the left; of MEMORY at least so wide */
    column_kind kind;
    const char *name; /* of a number */
    size_t offset;    /* of a statistic */
} column;

enum { COLUMNS_MAX = 12 };

/* A head of NULL ends the row. */
static const column columns[CM_PROBE_COUNT][COLUMNS_MAX + 1] = {
    [CM_PROBE_RMW] = {{"pair", -7, PAIR, NULL, 0},
                      {"memory", -7, MEMORY, NULL, 0},
                      {"scope", -5, SCOPE, NULL, 0},
                      {"update", -6, VARIANT, NULL, 0},
                      {"lost", 8, NUMBER, "lost", 0},
                      {"of", 8, NUMBER, "expected", 0},
                      {"ns each", 8, NUMBER, "ns_per_update", 0},
                      {"finding", -12, FINDING, NULL, 0}},
    [CM_PROBE_VALUE] = {{"probe", -14, VARIANT, NULL, 0},
                        {"memory", -7, MEMORY, NULL, 0},
                        {"fresh", 6, NUMBER, "fresh", 0},
                        {"stale", 6, NUMBER, "stale", 0},
                        {"median ns", 9, STAT, NULL, offsetof(cm_stats, median)},
                        {"p99", 6, STAT, NULL, offsetof(cm_stats, p99)},
                        {"cached", 7, NUMBER, "cached_ns", 0},
                        {"finding", -12, FINDING, NULL, 0}},
    [CM_PROBE_PING_PONG] = {{"pair", -7, PAIR, NULL, 0},
                            {"memory", -7, MEMORY, NULL, 0},
                            {"", -3, SCOPE, NULL, 0},
                            {"variant", -10, VARIANT, NULL, 0},
                            {"min", 5, STAT, NULL, offsetof(cm_stats, min)},
                            {"p1", 5, STAT, NULL, offsetof(cm_stats, p1)},
                            {"med.", 5, STAT, NULL, offsetof(cm_stats, median)},
                            {"mean", 5, STAT, NULL, offsetof(cm_stats, mean)},
                            {"p99", 5, STAT, NULL, offsetof(cm_stats, p99)},
                            {"max", 5, STAT, NULL, offsetof(cm_stats, max)}},
    [CM_PROBE_LATENCY] = {{"who", -4, PAIR, NULL, 0},
                          {"memory", -14, MEMORY, NULL, 0},
                          {"chain", -5, VARIANT, NULL, 0},
                          {"working set", 12, SIZE, NULL, 0},
                          {"ns a load", 10, STAT, NULL, offsetof(cm_stats, median)},
                          {"min", 8, STAT, NULL, offsetof(cm_stats, min)},
                          {"max", 8, STAT, NULL, offsetof(cm_stats, max)},
                          {"", -12, FINDING, NULL, 0}},
    [CM_PROBE_FENCES] = {{"who", -4, PAIR, NULL, 0},
                         {"memory", -8, MEMORY, NULL, 0},
                         {"form", -14, VARIANT, NULL, 0},
                         {"scope", -7, SCOPE, NULL, 0},
                         {"costs ns", 8, NUMBER, "cost", 0},
                         {"median", 8, STAT, NULL, offsetof(cm_stats, median)},
                         {"min", 7, STAT, NULL, offsetof(cm_stats, min)},
                         {"max", 7, STAT, NULL, offsetof(cm_stats, max)},
                         {"", -12, FINDING, NULL, 0}},
    [CM_PROBE_BANDWIDTH] = {{"who", -3, PAIR, NULL, 0},
                            {"memory", -14, MEMORY, NULL, 0},
                            {"to", -14, TO, NULL, 0},
                            {"", -12, VARIANT, NULL, 0},
                            {"threads", 7, THREADS, NULL, 0},
                            {"GB/s", 6, STAT, NULL, offsetof(cm_stats, median)},
                            {"max", 6, STAT, NULL, offsetof(cm_stats, max)},
                            {"finding", -12, FINDING, NULL, 0}},
    [CM_PROBE_GRANULARITY] = {{"who", -7, PAIR, NULL, 0},
                              {"memory", -14, MEMORY, NULL, 0},
                              {"", -5, VARIANT, NULL, 0},
                              {"stride", 10, SIZE, NULL, 0},
                              {"ns each", 8, STAT, NULL, offsetof(cm_stats, median)},
                              {"min", 8, STAT, NULL, offsetof(cm_stats, min)},
                              {"max", 8, STAT, NULL, offsetof(cm_stats, max)},
                              {"finding", -12, FINDING, NULL, 0}},
    [CM_PROBE_ATOMICS] = {{"who", -7, PAIR, NULL, 0},
                          {"memory", -14, MEMORY, NULL, 0},
                          {"", -3, VARIANT, NULL, 0},
                          {"scope", -5, SCOPE, NULL, 0},
                          {"threads", 7, THREADS, NULL, 0},
                          {"M/s", 8, STAT, NULL, offsetof(cm_stats, median)},
                          {"min", 8, STAT, NULL, offsetof(cm_stats, min)},
                          {"max", 8, STAT, NULL, offsetof(cm_stats, max)}},
    [CM_PROBE_TIMERS] = {{"who", -7, PAIR, NULL, 0},
                         {"clock", -12, VARIANT, NULL, 0},
                         {"resolution", 10, NUMBER, "resolution_ns", 0},
                         {"cost ns", 8, NUMBER, "cost_ns", 0},
                         {"offset ns", 10, NUMBER, "offset_ns", 0},
                         {"median", 8, STAT, NULL, offsetof(cm_stats, median)},
                         {"finding", -12, FINDING, NULL, 0}},
    [CM_PROBE_PLACEMENT] = {{"who", -7, PAIR, NULL, 0},
                            {"memory", -14, MEMORY, NULL, 0},
                            {"", -13, VARIANT, NULL, 0},
                            {"bytes", 8, SIZE, NULL, 0},
                            {"median ns", 9, STAT, NULL, offsetof(cm_stats, median)},
                            {"min", 7, STAT, NULL, offsetof(cm_stats, min)},
                            {"finding", -12, FINDING, NULL, 0}},
    [CM_PROBE_TABLE] = {{"memory", -14, MEMORY, NULL, 0},
                        {"question", -12, VARIANT, NULL, 0},
                        {"found", 8, NUMBER, "found", 0},
                        {"finding", -12, FINDING, NULL, 0}},
};

static const char *const titles[CM_PROBE_COUNT] = {
    [CM_PROBE_RMW] = "Lost updates: two threads add to one counter",
    [CM_PROBE_VALUE] = "Value propagation: does a write reach a cached copy?",
    [CM_PROBE_PING_PONG] = "Ping-pong: nanoseconds for a cycle",
    [CM_PROBE_LATENCY] = "Latency of dependent loads",
    [CM_PROBE_FENCES] = "Fences: nanoseconds for a store, the fence or access, and a load",
    [CM_PROBE_BANDWIDTH] = "Bandwidth: GB per second",
    [CM_PROBE_GRANULARITY] =
        "Granularity: nanoseconds for an access, by the distance to the next one",
    [CM_PROBE_ATOMICS] = "Atomics: millions of additions per second",
    [CM_PROBE_TIMERS] = "Clocks: nanoseconds",
    [CM_PROBE_PLACEMENT] = "Placement: nanoseconds for a page, or for a call",
    [CM_PROBE_TABLE] = "Kinds of memory: what the papers say of each, and what was found here",
};

static const char *cell(cm_arena *arena, const cm_probe_run *run, size_t row, const column *c)
{
    const cm_probe_part *part = &run->parts[row];
    const cm_probe_result *result = &run->results[row];
    bool is_silent = part->probe == CM_PROBE_FENCES;
    switch (c->kind) {
    case PAIR:
        return cm_probe_pair_name(part->pair);
    case MEMORY:
        return cm_probe_memory_text(arena, part->memory);
    case SCOPE:
        return cm_probe_scope_name(part->scope);
    case VARIANT:
        return cm_probe_variant_name(part->probe, part->variant);
    case SIZE:
        return part->size ? size_text(arena, part->size) : "-";
    case TO:
        return part->to.kind == CM_MEMORY_DEFAULT ? "-" : cm_probe_memory_text(arena, part->to);
    case THREADS:
        return part->size ? cm_arena_printf(arena, "%llu", (unsigned long long)part->size) : "all";
    case NUMBER: {
        double value = cm_probe_get(result, c->name, NAN);
        return isnan(value) ? "-" : amount(arena, value);
    }
    case STAT:
        return result->stats.count
                   ? amount(arena, *(const double *)(const void *)((const char *)&result->stats +
                                                                   c->offset))
                   : "-";
    case FINDING:
        return result->end == CM_PROBE_DONE && is_silent ? "" : result->verdict.word;
    }
    return "";
}

static void end_line(cm_text *out)
{
    while (out->length && out->data[out->length - 1] == ' ')
        cm_text_cut(out, out->length - 1);
    cm_text_add_char(out, '\n');
}

static bool measured(const cm_probe_result *result)
{
    return result->end == CM_PROBE_DONE || result->end == CM_PROBE_UNENDED;
}

static void table_row(cm_text *out, const cm_probe_run *run, size_t i, const int widths[])
{
    const column *row = columns[run->options.probe];
    const cm_probe_result *result = &run->results[i];
    bool nothing = result->end == CM_PROBE_UNENDED && !result->stats.count;
    for (const column *c = row; c->head; c++) {
        cm_text_add(out, c == row ? "" : " ");
        if (nothing && c->kind == STAT) {
            cm_text_append(out, " did not end within %g s", run->options.limit);
            break;
        }
        cm_text_append(out, "%*s", widths[c - row], cell(out->arena, run, i, c));
    }
    end_line(out);
}

/* ---- notes ------------------------------------------------------------- */

/* What is said of a part below the table; "": nothing. */
static const char *note_of(const cm_probe_result *result)
{
    return measured(result) ? result->verdict.sentence : result->reason;
}

/* What the parts with one note have in common, in a few words. */
static const char *subject(cm_arena *arena, const cm_probe_run *run, size_t i)
{
    const cm_probe_part *part = &run->parts[i];
    if (measured(&run->results[i]))
        return cm_probe_part_text(arena, part);
    return cm_arena_printf(arena, "%s %s", cm_probe_pair_name(part->pair),
                           cm_probe_memory_text(arena, part->memory));
}

static bool same_note(const cm_probe_run *run, size_t a, size_t b)
{
    return run->results[a].end == run->results[b].end &&
           strcmp(run->results[a].verdict.word, run->results[b].verdict.word) == 0 &&
           strcmp(note_of(&run->results[a]), note_of(&run->results[b])) == 0;
}

/* The subjects of all parts with the note of part `first`, each once. */
static const char *subjects(cm_arena *arena, const cm_probe_run *run, size_t first)
{
    cm_text list = cm_text_new(arena);
    const char *last = "";
    for (size_t i = first; i < run->count; i++) {
        const char *name = same_note(run, first, i) ? subject(arena, run, i) : last;
        if (strcmp(name, last) != 0)
            cm_text_append(&list, "%s%s", list.length ? ", " : "", name);
        last = name;
    }
    return list.data;
}

static void notes(cm_text *out, const cm_probe_run *run)
{
    for (size_t i = 0; i < run->count; i++) {
        const cm_probe_result *result = &run->results[i];
        size_t earlier = 0;
        while (earlier < i && !same_note(run, earlier, i))
            earlier++;
        if (earlier < i || !*note_of(result))
            continue;
        cm_text_append(out, "\n%s%s: ", result->verdict.surprise ? "! " : "  ",
                       result->verdict.word);
        cm_lines_wrap(out, note_of(result), (int)strlen(result->verdict.word) + 4, 4, "");
        cm_lines_add(out, 4, 4, "[%s]", subjects(out->arena, run, i));
    }
    for (size_t i = 0; i < run->count; i++)
        if (run->results[i].end == CM_PROBE_UNENDED)
            cm_lines_add(out, 2, 4, "%s: %s", subject(out->arena, run, i), run->results[i].reason);
}

void cm_probe_text(cm_text *out, const cm_probe_run *run)
{
    const cm_probe_options *o = &run->options;
    const cm_probe_facts *facts = &run->facts;
    cm_text_append(out, "%s\n%s", titles[o->probe], facts->cpu);
    if (facts->has_gpu)
        cm_text_append(out, "; %s, driver %d.%d", facts->gpu.name, facts->gpu.driver / 1000,
                       facts->gpu.driver % 1000 / 10);
    cm_text_append(out, "\ncount %llu, repeat %u, limit %g s\n\n", (unsigned long long)o->count,
                   o->repeat, o->limit);
    const column *row = columns[run->options.probe];
    int widths[COLUMNS_MAX];
    for (const column *c = row; c->head; c++) {
        /* Names of memory are as long as "managed:cpu" and "write-combined"; most tables have none
         * of these, and room for other columns. */
        int width = c->width;
        for (size_t i = 0; c->kind == MEMORY && i < run->count; i++) {
            int length = (int)strlen(cell(out->arena, run, i, c));
            if (measured(&run->results[i]) && -length < width)
                width = -length;
        }
        widths[c - row] = width;
        cm_text_append(out, "%s%*s", c == row ? "" : " ", widths[c - row], c->head);
    }
    end_line(out);
    for (size_t i = 0; i < run->count; i++)
        if (measured(&run->results[i]))
            table_row(out, run, i, widths);
    notes(out, run);
    cm_text_append(out, "\nTime %.1f s\n", run->seconds);
}

/* ---- costs: docs/repair.md --------------------------------------------- */

/* Was the form measured in a memory before? */
static bool is_told(const cm_probe_run *run, size_t part)
{
    for (size_t i = 0; i < part; i++)
        if (run->results[i].end == CM_PROBE_DONE && run->parts[i].pair == run->parts[part].pair &&
            run->parts[i].variant == run->parts[part].variant &&
            run->parts[i].scope == run->parts[part].scope)
            return true;
    return false;
}

void cm_probe_costs(cm_text *out, const cm_probe_run *run)
{
    const cm_probe_facts *facts = &run->facts;
    cm_text_append(out,
                   "# Nanoseconds more than a plain store and load, by cmcm probe fences, %s\n",
                   run->started);
    cm_text_append(out, "# %s%s%s\n", facts->cpu, facts->has_gpu ? "; " : "",
                   facts->has_gpu ? facts->gpu.name : "");
    for (size_t i = 0; i < run->count; i++) {
        const cm_probe_part *part = &run->parts[i];
        const char *name = cm_probe_variant_name(part->probe, part->variant);
        bool has_cost = cm_probe_get(&run->results[i], "cost", -1) >= 0;
        if (run->results[i].end != CM_PROBE_DONE || !has_cost || is_told(run, i))
            continue;
        cm_text_add(out, name);
        if (part->scope != CM_PROBE_NO_SCOPE)
            cm_text_append(out, ".%s", cm_probe_scope_name(part->scope));
        cm_text_append(out, " %.3g\n", cm_probe_get(&run->results[i], "cost", 0));
    }
}

/* ---- info -------------------------------------------------------------- */

enum { NAME_COLUMNS = 14 }; /* "write-combined" */

static bool said_before(const cm_info_memory *memory, int mix)
{
    for (int before = 0; before < mix; before++)
        if (memory->mixes[before].refused &&
            strcmp(memory->mixes[before].refused, memory->mixes[mix].refused) == 0)
            return true;
    return false;
}

void cm_info_text(cm_text *out, const cm_info *info)
{
    const char *group = "";
    for (size_t i = 0; i < info->row_count; i++) {
        const cm_info_row *row = &info->rows[i];
        if (strcmp(row->group, group) != 0)
            cm_text_append(out, "%s%s\n", *group ? "\n" : "", row->group);
        group = row->group;
        cm_text_append(out, "  %-34s %s\n", row->name, row->value);
    }
    if (info->no_gpu)
        cm_text_append(out, "\ngpu\n  none: %s\n", info->no_gpu);
    cm_text_add(out, "\nmemory");
    for (int mix = 0; mix < CM_MIX_COUNT; mix++)
        cm_text_append(out, "%*s", mix ? 14 : NAME_COLUMNS + 6, cm_mix_text((cm_mix)mix));
    cm_text_add_char(out, '\n');
    for (size_t i = 0; i < info->memory_count; i++) {
        const cm_info_memory *memory = &info->memory[i];
        cm_text_append(out, "  %-*s", NAME_COLUMNS, memory->name);
        for (int mix = 0; mix < CM_MIX_COUNT; mix++)
            cm_text_append(out, "%*s", mix ? 14 : 10,
                           memory->mixes[mix].refused      ? "no"
                           : memory->mixes[mix].is_default ? "default"
                                                           : "yes");
        cm_text_add_char(out, '\n');
    }
    for (size_t i = 0; i < info->memory_count; i++) {
        /* Each reason once. Without a GPU, said above, only the CPU's column needs one. */
        int mixes = info->no_gpu ? CM_MIX_CPU + 1 : CM_MIX_COUNT;
        for (int mix = 0; mix < mixes; mix++) {
            const char *refused = info->memory[i].mixes[mix].refused;
            if (refused && !said_before(&info->memory[i], mix))
                cm_text_append(out, "  no %s: %s\n", info->memory[i].name, refused);
        }
    }
}
