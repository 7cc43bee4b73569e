/* Probes as pictures. */
#include "report/probe_report.h"
#include "report/svg.h"

typedef struct plot {
    cm_arena *arena;
    const cm_probe_run *run;
    cm_svg_chart chart;
} plot;

/* ---- latency: lines ---------------------------------------------------- */

/* Parts of one line follow each other, in the order of their sizes. */
static void plot_latency(plot *p)
{
    const cm_probe_run *run = p->run;
    cm_svg_series *series = CM_NEW_ARRAY(p->arena, run->count, cm_svg_series);
    double *x = CM_NEW_ARRAY(p->arena, run->count, double);
    double *y = CM_NEW_ARRAY(p->arena, run->count, double);
    size_t count = 0, points = 0;
    const cm_probe_part *last = NULL;
    for (size_t i = 0; i < run->count; i++) {
        const cm_probe_part *part = &run->parts[i];
        if (!run->results[i].stats.count)
            continue;
        if (!last || !(last->pair == part->pair && last->variant == part->variant &&
                       last->memory.kind == part->memory.kind &&
                       last->memory.numa_node == part->memory.numa_node)) {
            const char *name =
                cm_arena_printf(p->arena, "%s, %s, %s", cm_probe_pair_name(part->pair),
                                cm_probe_memory_text(p->arena, part->memory),
                                cm_probe_variant_name(part->probe, part->variant));
            series[count++] = (cm_svg_series){name, x + points, y + points, 0};
        }
        last = part;
        x[points] = (double)part->size;
        y[points++] = run->results[i].stats.median;
        series[count - 1].count++;
    }
    bool latency = run->options.probe == CM_PROBE_LATENCY;
    p->chart.x = (cm_svg_axis){
        .label = latency ? "working set" : "way to the next access", .log = true, .bytes = true};
    p->chart.y = (cm_svg_axis){
        .label = latency ? "ns for a load (median)" : "ns for an access (median)", .log = true};
    p->chart.series = series;
    p->chart.series_count = count;
}

/* ---- the others: rows -------------------------------------------------- */

static void box_row(plot *p, cm_svg_row *row, const cm_probe_part *part,
                    const cm_probe_result *result)
{
    const cm_stats *s = &result->stats;
    row->low = s->p1;
    row->from = s->p25;
    row->middle = s->median;
    row->to = s->p75;
    row->high = s->p99;
    row->mean = s->mean;
    row->color = part->probe == CM_PROBE_FENCES ? part->pair == CM_PAIR_CPU : part->variant;
    row->empty = result->end != CM_PROBE_DONE;
    row->note = row->empty
                    ? cm_arena_printf(p->arena, "did not end within %g s", p->run->options.limit)
                    : NULL;
}

static void share_row(plot *p, cm_svg_row *row, const cm_probe_part *part,
                      const cm_probe_result *result)
{
    bool rmw = part->probe == CM_PROBE_RMW;
    double hit = cm_probe_get(result, rmw ? "lost" : "stale", 0);
    double all = rmw ? cm_probe_get(result, "expected", 0) : hit + cm_probe_get(result, "fresh", 0);
    row->middle = all > 0 ? 100 * hit / all : 0;
    row->color = result->verdict.surprise ? 1 : 0;
    row->note =
        rmw ? cm_arena_printf(p->arena, "%.0f of %.0f", hit, all)
            : cm_arena_printf(p->arena, "%s, %.0f ns", result->verdict.word, result->stats.median);
}

static void plot_rows(plot *p)
{
    const cm_probe_run *run = p->run;
    bool boxes = run->options.probe != CM_PROBE_RMW && run->options.probe != CM_PROBE_VALUE;
    cm_svg_row *rows = CM_NEW_ARRAY(p->arena, run->count, cm_svg_row);
    size_t count = 0;
    for (size_t i = 0; i < run->count; i++) {
        if (!(run->results[i].end == CM_PROBE_DONE || run->results[i].end == CM_PROBE_UNENDED))
            continue;
        cm_svg_row *row = &rows[count++];
        row->label = cm_probe_part_text(p->arena, &run->parts[i]);
        (boxes ? box_row : share_row)(p, row, &run->parts[i], &run->results[i]);
    }
    p->chart.rows = rows;
    p->chart.row_count = count;
    p->chart.boxes = boxes;
}

void cm_probe_svg(cm_text *out, const cm_probe_run *run)
{
    static const struct {
        const char *title, *axis;
        bool log;
        double covers;
    } words[CM_PROBE_COUNT] = {
        [CM_PROBE_RMW] = {"Lost updates", "lost, percent of all updates", false, 1},
        [CM_PROBE_VALUE] = {"Value propagation: stale reads", "stale, percent of all trials", false,
                            100},
        [CM_PROBE_PING_PONG] = {"Ping-pong: p1 to p99, quartiles, median, mean (dot)",
                                "ns for a cycle", true, 0},
        [CM_PROBE_LATENCY] = {"Latency of dependent loads", "", false, 0},
        [CM_PROBE_FENCES] = {"Fences: p1 to p99, quartiles, median, mean (dot)",
                             "ns for a store, the form and a load", true, 0},
        [CM_PROBE_BANDWIDTH] = {"Bandwidth", "GB/s", true, 0},
        [CM_PROBE_GRANULARITY] = {"Granularity", "", false, 0},
        [CM_PROBE_ATOMICS] = {"Atomics", "millions of additions in a second", true, 0},
        [CM_PROBE_TIMERS] = {"Clocks: steps and offsets", "ns", true, 0},
        [CM_PROBE_PLACEMENT] = {"Placement", "ns of a page, or of a call", true, 0},
        [CM_PROBE_TABLE] = {"What tables say of memory", "1: as claimed, or yes", false, 1},
    };
    const cm_probe_facts *facts = &run->facts;
    plot p = {.arena = out->arena, .run = run};
    p.chart.title = words[run->options.probe].title;
    p.chart.subtitle = facts->has_gpu
                           ? cm_arena_printf(p.arena, "%s; %s", facts->cpu, facts->gpu.name)
                           : facts->cpu;
    p.chart.x = (cm_svg_axis){.label = words[run->options.probe].axis,
                              .log = words[run->options.probe].log,
                              .covers = words[run->options.probe].covers};
    if (run->options.probe == CM_PROBE_LATENCY || run->options.probe == CM_PROBE_GRANULARITY)
        plot_latency(&p);
    else
        plot_rows(&p);
    cm_svg_write(out, &p.chart);
}
