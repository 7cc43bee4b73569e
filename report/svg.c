/* Charts as SVG. */
#include "report/svg.h"

#include "report/document.h"

#include <math.h>
#include <string.h>

enum { PLOT_WIDTH = 620, LINES_HEIGHT = 380, ROW_HEIGHT = 24, TOP = 64, BOTTOM = 56 };

/* Okabe and Ito's colours: told apart by colour-blind readers too. */
static const char *const colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                     "#e69f00", "#56b4e9", "#555555", "#8a7a00"};
enum { COLORS = sizeof colors / sizeof *colors };

typedef struct scale {
    double low, high;     /* of the data, or their logarithms */
    double start, length; /* in the picture; length may be negative */
    bool log;
} scale;

typedef struct drawing {
    cm_text *out;
    const cm_svg_chart *chart;
    scale x, y;
    double left, width, height; /* of the whole picture */
} drawing;

/* ---- scales ------------------------------------------------------------ */

static double place(const scale *s, double value)
{
    double v = s->log ? log10(value > 0 ? value : 1e-300) : value;
    double share = (v - s->low) / (s->high - s->low);
    share = share < 0 ? 0 : share > 1 ? 1 : share;
    return s->start + share * s->length;
}

double cm_svg_step(double span, unsigned wanted)
{
    double rough = span / wanted, power = pow(10, floor(log10(rough)));
    static const double steps[] = {1, 2, 5};
    for (int i = 0; i < 3; i++)
        if (rough <= steps[i] * power * 1.0000001)
            return steps[i] * power;
    return 10 * power;
}

/* Widens the scale to cover the value. */
static void cover(scale *s, double value)
{
    if (s->log && !(value > 0))
        return;
    double v = s->log ? log10(value) : value;
    s->low = v < s->low ? v : s->low;
    s->high = v > s->high ? v : s->high;
}

static scale empty_scale(const cm_svg_axis *axis)
{
    return (scale){.low = INFINITY, .high = -INFINITY, .log = axis->log};
}

/* Round ends. A linear scale begins at 0; a logarithmic one spans whole powers, or
 * half ones of bytes. */
static void round_ends(scale *s, const cm_svg_axis *axis)
{
    if (axis->covers > 0)
        cover(s, axis->covers);
    if (!(s->low <= s->high)) {
        s->low = 0;
        s->high = 1;
    }
    if (!s->log) {
        s->low = s->low < 0 ? s->low : 0;
        double span = s->high > s->low ? s->high - s->low : 1;
        double step = cm_svg_step(span, 6);
        s->low = floor(s->low / step) * step;
        s->high = ceil((s->low + span) / step) * step;
    } else if (!axis->bytes) {
        s->low = floor(s->low + 1e-9);
        s->high = ceil(s->high - 1e-9);
    }
    if (s->high <= s->low)
        s->high = s->low + 1;
}

/* ---- pieces ------------------------------------------------------------ */

/* Labels are ASCII. */
static void escape(cm_text *out, const char *text)
{
    char *plain = cm_arena_text(out->arena, text, strlen(text));
    for (char *c = plain; *c; c++)
        if (*c < 0x20 || *c > 0x7e)
            *c = '?';
    cm_doc_escape(out, plain, "\"");
}

/* anchor: "start", "middle", "end". */
static void label(const drawing *d, double x, double y, const char *anchor, int size,
                  const char *text)
{
    cm_text_append(d->out, "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\" font-size=\"%d\">", x, y,
                   anchor, size);
    escape(d->out, text);
    cm_text_add(d->out, "</text>\n");
}

static void line(const drawing *d, double x1, double y1, double x2, double y2, const char *color,
                 double width)
{
    cm_text_append(d->out,
                   "<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" stroke=\"%s\" "
                   "stroke-width=\"%.1f\"/>\n",
                   x1, y1, x2, y2, color, width);
}

static void box(const drawing *d, double x, double y, double width, double height, const char *fill,
                double opacity)
{
    cm_text_append(d->out,
                   "<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" fill=\"%s\" "
                   "fill-opacity=\"%.2f\"/>\n",
                   x, y, width, height, fill, opacity);
}

static void dot(const drawing *d, double x, double y, const char *fill)
{
    cm_text_append(d->out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n", x, y, fill);
}

static void open_picture(const drawing *d)
{
    cm_text_append(d->out,
                   "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.0f\" height=\"%.0f\" "
                   "viewBox=\"0 0 %.0f %.0f\" font-family=\"Helvetica, Arial, sans-serif\" "
                   "fill=\"#1c2330\">\n",
                   d->width, d->height, d->width, d->height);
    box(d, 0, 0, d->width, d->height, "#ffffff", 1);
    label(d, 16, 26, "start", 16, d->chart->title);
    label(d, 16, 46, "start", 12, d->chart->subtitle);
}

/* ---- axes -------------------------------------------------------------- */

static const char *tick_text(const drawing *d, const cm_svg_axis *axis, double value)
{
    static const char *const units[] = {"B", "KiB", "MiB", "GiB"};
    if (!axis->bytes) {
        bool plain = value == 0 || (fabs(value) < 1e6 && fabs(value) >= 1e-3);
        return cm_arena_printf(d->out->arena, plain ? "%g" : "%.0e", value);
    }
    int unit = 0;
    for (; unit < 3 && value >= 1024; unit++)
        value /= 1024;
    return cm_arena_printf(d->out->arena, "%.3g %s", value, units[unit]);
}

/* One tick, of the horizontal axis or of the vertical one, with its grid line. */
static void tick(const drawing *d, bool horizontal, double value)
{
    const cm_svg_axis *axis = horizontal ? &d->chart->x : &d->chart->y;
    const scale *s = horizontal ? &d->x : &d->y;
    double at = place(s, value), right = d->x.start + d->x.length;
    const char *text = tick_text(d, axis, value);
    if (horizontal) {
        line(d, at, d->y.start, at, d->y.start + d->y.length, "#dde1e7", 1);
        label(d, at, d->y.start + 18, "middle", 11, text);
    } else {
        line(d, d->x.start, at, right, at, "#dde1e7", 1);
        label(d, d->x.start - 6, at + 4, "end", 11, text);
    }
}

static void ticks(const drawing *d, bool horizontal)
{
    const cm_svg_axis *axis = horizontal ? &d->chart->x : &d->chart->y;
    const scale *s = horizontal ? &d->x : &d->y;
    if (axis->bytes) {
        for (double value = 1; value < 1e15; value *= 4)
            if (log10(value) >= s->low - 1e-9 && log10(value) <= s->high + 1e-9)
                tick(d, horizontal, value);
    } else if (s->log) {
        for (double power = s->low; power <= s->high + 1e-9; power++)
            for (int digit = 1; digit < (s->high - s->low <= 3 ? 6 : 2);
                 digit += digit == 1 ? 1 : 3)
                if (power + log10(digit) <= s->high + 1e-9)
                    tick(d, horizontal, digit * pow(10, power));
    } else {
        double step = cm_svg_step(s->high - s->low, 6);
        for (int i = 0; s->low + i * step <= s->high + step / 1000; i++)
            tick(d, horizontal, s->low + i * step);
    }
}

static void axes(const drawing *d, bool vertical)
{
    double bottom = d->y.start, top = d->y.start + d->y.length;
    ticks(d, true);
    if (vertical)
        ticks(d, false);
    line(d, d->x.start, bottom, d->x.start + d->x.length, bottom, "#1c2330", 1);
    line(d, d->x.start, bottom, d->x.start, top, "#1c2330", 1);
    label(d, d->x.start + d->x.length / 2, bottom + 40, "middle", 12, d->chart->x.label);
    if (vertical) {
        cm_text_append(d->out,
                       "<text transform=\"translate(18 %.1f) rotate(-90)\" "
                       "text-anchor=\"middle\" font-size=\"12\">",
                       (bottom + top) / 2);
        escape(d->out, d->chart->y.label);
        cm_text_add(d->out, "</text>\n");
    }
}

/* ---- lines ------------------------------------------------------------- */

static void draw_series(const drawing *d, size_t index)
{
    const cm_svg_series *series = &d->chart->series[index];
    const char *color = colors[index % COLORS];
    /* Beyond the colours there are, lines are dashed. */
    cm_text_append(d->out, "<polyline fill=\"none\" stroke=\"%s\" stroke-width=\"2\"%s points=\"",
                   color, index >= COLORS ? " stroke-dasharray=\"6 3\"" : "");
    for (size_t i = 0; i < series->count; i++)
        cm_text_append(d->out, "%.1f,%.1f ", place(&d->x, series->x[i]),
                       place(&d->y, series->y[i]));
    cm_text_add(d->out, "\"/>\n");
    for (size_t i = 0; i < series->count; i++)
        dot(d, place(&d->x, series->x[i]), place(&d->y, series->y[i]), color);
    double y = TOP + 10 + 20 * (double)index, x = d->x.start + d->x.length + 16;
    line(d, x, y, x + 22, y, color, 3);
    label(d, x + 28, y + 4, "start", 12, series->name);
}

static void draw_lines(drawing *d)
{
    const cm_svg_chart *chart = d->chart;
    for (size_t s = 0; s < chart->series_count; s++)
        for (size_t i = 0; i < chart->series[s].count; i++) {
            cover(&d->x, chart->series[s].x[i]);
            cover(&d->y, chart->series[s].y[i]);
        }
    round_ends(&d->x, &chart->x);
    round_ends(&d->y, &chart->y);
    d->x.start = 76;
    d->x.length = PLOT_WIDTH;
    d->y.start = TOP + LINES_HEIGHT;
    d->y.length = -LINES_HEIGHT;
    d->width = 76 + PLOT_WIDTH + 180;
    d->height = TOP + LINES_HEIGHT + BOTTOM;
    open_picture(d);
    axes(d, true);
    for (size_t s = 0; s < chart->series_count; s++)
        draw_series(d, s);
}

/* ---- rows -------------------------------------------------------------- */

static void draw_row(const drawing *d, size_t index)
{
    const cm_svg_row *row = &d->chart->rows[index];
    double y = TOP + ROW_HEIGHT * ((double)index + 0.5), after = d->x.start;
    const char *color = colors[row->color % COLORS];
    label(d, d->x.start - 8, y + 4, "end", 12, row->label);
    if (!row->empty && d->chart->boxes) {
        double from = place(&d->x, row->from), to = place(&d->x, row->to);
        double middle = place(&d->x, row->middle);
        line(d, place(&d->x, row->low), y, place(&d->x, row->high), y, color, 1.5);
        box(d, from, y - 7, to - from > 1 ? to - from : 1, 14, color, 0.35);
        line(d, middle, y - 8, middle, y + 8, color, 2.5);
        dot(d, place(&d->x, row->mean), y, "#1c2330");
        after = place(&d->x, row->high);
    } else if (!row->empty) {
        after = place(&d->x, row->middle);
        box(d, d->x.start, y - 7, after - d->x.start, 14, color, 0.8);
    }
    if (row->note)
        label(d, after + 6, y + 4, "start", 11, row->note);
}

static void draw_rows(drawing *d)
{
    const cm_svg_chart *chart = d->chart;
    size_t longest = 0, notes = 0;
    for (size_t i = 0; i < chart->row_count; i++) {
        const cm_svg_row *row = &chart->rows[i];
        longest = strlen(row->label) > longest ? strlen(row->label) : longest;
        size_t note = row->note ? strlen(row->note) : 0;
        notes = note > notes ? note : notes;
        if (row->empty)
            continue;
        cover(&d->x, row->middle);
        if (chart->boxes) {
            cover(&d->x, row->low);
            cover(&d->x, row->high);
            cover(&d->x, row->mean); /* few long waits draw it past p99 */
            cover(&d->x, row->mean);
        }
    }
    round_ends(&d->x, &chart->x);
    d->x.start = 24 + 7 * (double)longest;
    d->x.length = PLOT_WIDTH;
    double height = ROW_HEIGHT * (double)(chart->row_count ? chart->row_count : 1);
    d->y = (scale){.high = 1, .start = TOP + height, .length = -height};
    d->width = d->x.start + PLOT_WIDTH + 40 + 6 * (double)notes;
    d->height = TOP + height + BOTTOM;
    open_picture(d);
    axes(d, false);
    for (size_t i = 0; i < chart->row_count; i++)
        draw_row(d, i);
}

void cm_svg_write(cm_text *out, const cm_svg_chart *chart)
{
    drawing d = {
        .out = out, .chart = chart, .x = empty_scale(&chart->x), .y = empty_scale(&chart->y)};
    if (chart->series_count)
        draw_lines(&d);
    else
        draw_rows(&d);
    cm_text_add(out, "</svg>\n");
}
