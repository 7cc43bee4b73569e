/* Edges as curves, and labels on them. See layout.h.
 *
 *   follows   straight down, from an event to the next of its thread
 *   goes round  beside the column, right downwards and left upwards
 *   crosses   from side to side; past columns in between through the gaps between their rows
 *   falls     from an initial write: to a first event from above, else down beside the column
 *
 * Ends on one side of an event are spread in the order of where they lead, so that they cross
 * no more than they must. A label goes on its curve or beside it, where it hides least; never on an
 * event, a heading or another label.
 */
#include "report/layout.h"

#include <math.h>

enum { SAMPLES = 14, LANES_APART = 7 };
/* A label lies on the middle one of three edges and touches none of the others. */
static const double PORTS_APART = 10.5;

typedef enum port_side { SIDE_NONE, SIDE_LEFT, SIDE_RIGHT, SIDE_TOP } port_side;

typedef struct port {
    int edge, end; /* 0: where it begins */
    int node;
    port_side side;
    double key;   /* where it leads */
    double shift; /* from the middle of the side */
} port;

typedef struct sampled {
    cm_point *points;
    int count;
} sampled;

typedef struct router {
    cm_laying *l;
    port *ports; /* two an edge */
    int *lanes;  /* curves by column and gap */
    int gaps;    /* of a column, at most */
    int *falls;  /* by column */
    sampled *samples;
} router;

static const cm_laid_node *node_at(const router *r, uint32_t event)
{
    return &r->l->out->nodes[event];
}

static double middle(const cm_laid_node *n)
{
    return n->at.y + n->at.h / 2;
}

/* ---- ports ------------------------------------------------------------------------- */

static port_side side_of(const router *r, const cm_drawn_edge *e, bool begin)
{
    const cm_laid_node *here = node_at(r, begin ? e->from : e->to);
    const cm_laid_node *there = node_at(r, begin ? e->to : e->from);
    if (here->column < 0)
        return SIDE_NONE;
    if (there->column < 0)
        return here->row == 0 ? SIDE_TOP : SIDE_RIGHT;
    if (here->column != there->column)
        return there->column > here->column ? SIDE_RIGHT : SIDE_LEFT;
    if (!cm_goes_round(r->l, e))
        return SIDE_NONE;
    return node_at(r, e->to)->row > node_at(r, e->from)->row ? SIDE_RIGHT : SIDE_LEFT;
}

static void make_ports(router *r)
{
    const cm_drawing *d = r->l->drawing;
    for (int i = 0; i < 2 * d->edge_count; i++) {
        const cm_drawn_edge *e = &d->edges[i / 2];
        const cm_laid_node *here = node_at(r, i % 2 ? e->to : e->from);
        const cm_laid_node *there = node_at(r, i % 2 ? e->from : e->to);
        port *p = &r->ports[i];
        *p = (port){.edge = i / 2, .end = i % 2, .node = (int)(i % 2 ? e->to : e->from)};
        p->side = e->extra ? SIDE_NONE : side_of(r, e, i % 2 == 0);
        bool across = p->side == SIDE_TOP;
        double sign = p->side == SIDE_LEFT ? 1 : -1;
        p->key = across ? there->at.x : middle(there) + 0.001 * sign * (there->at.x - here->at.x);
    }
}

static void spread_ports(router *r)
{
    int count = 2 * r->l->drawing->edge_count;
    for (int i = 0; i < count; i++) {
        port *p = &r->ports[i];
        if (p->side == SIDE_NONE)
            continue;
        int before = 0, all = 0;
        for (int k = 0; k < count; k++) {
            const port *q = &r->ports[k];
            if (q->node != p->node || q->side != p->side)
                continue;
            all++;
            before += q->key < p->key || (q->key == p->key && k < i);
        }
        double room = p->side == SIDE_TOP ? 40 : r->l->out->nodes[p->node].at.h - 10;
        double apart = all * PORTS_APART > room ? room / all : PORTS_APART;
        p->shift = apart * (before - (all - 1) / 2.0);
    }
}

/* Where what comes from above meets a first event: right of its thread's heading. */
static double top_of(const router *r, int node)
{
    const cm_laid_node *n = &r->l->out->nodes[node];
    double beside = r->l->out->heads[n->column].at.w + 12, wanted = n->at.w * 0.75;
    double x = wanted > beside ? wanted : beside;
    return n->at.x + (x < n->at.w - 10 ? x : n->at.w - 10);
}

static cm_point port_place(const router *r, int edge, int end, port_side side)
{
    const port *p = &r->ports[2 * edge + end];
    const cm_rect *at = &r->l->out->nodes[p->node].at;
    if (side == SIDE_TOP)
        return (cm_point){top_of(r, p->node) + p->shift, at->y};
    return (cm_point){side == SIDE_RIGHT ? at->x + at->w : at->x, at->y + at->h / 2 + p->shift};
}

/* ---- curves -------------------------------------------------------------------------- */

static void begin(router *r, cm_laid_edge *out, cm_point at)
{
    enum { MOST = 4 }; /* curves besides two for each column passed */
    size_t most = 1 + 3 * (size_t)(MOST + 2 * r->l->columns.count);
    out->points = CM_NEW_ARRAY(r->l->arena, most, cm_point);
    out->points[0] = at;
    out->curve_count = 0;
}

static cm_point last(const cm_laid_edge *out)
{
    return out->points[3 * out->curve_count];
}

static void curve_to(cm_laid_edge *out, cm_point one, cm_point two, cm_point to)
{
    cm_point *p = out->points + 3 * out->curve_count++;
    p[1] = one;
    p[2] = two;
    p[3] = to;
}

static void line_to(cm_laid_edge *out, double x, double y)
{
    cm_point a = last(out);
    curve_to(out, (cm_point){a.x + (x - a.x) / 3, a.y + (y - a.y) / 3},
             (cm_point){x - (x - a.x) / 3, y - (y - a.y) / 3}, (cm_point){x, y});
}

/* Level at both ends. */
static void level_to(cm_laid_edge *out, double x, double y)
{
    cm_point a = last(out);
    double half = (x - a.x) * 0.45;
    curve_to(out, (cm_point){a.x + half, a.y}, (cm_point){x - half, y}, (cm_point){x, y});
}

/* Upright at both ends. */
static void fall_to(cm_laid_edge *out, double x, double y)
{
    cm_point a = last(out);
    double half = (y - a.y) * 0.5;
    curve_to(out, (cm_point){a.x, a.y + half}, (cm_point){x, y - half}, (cm_point){x, y});
}

static void go_round(router *r, int index, cm_laid_edge *out)
{
    const cm_drawn_edge *e = &r->l->drawing->edges[index];
    const cm_laid_node *a = node_at(r, e->from), *b = node_at(r, e->to);
    port_side side = b->row > a->row ? SIDE_RIGHT : SIDE_LEFT;
    double far = (side == SIDE_RIGHT ? 1.33 : -1.33) * r->l->reach[index];
    cm_point end = port_place(r, index, 1, side);
    begin(r, out, port_place(r, index, 0, side));
    cm_point start = last(out);
    curve_to(out, (cm_point){start.x + far, start.y}, (cm_point){end.x + far, end.y}, end);
}

static void follow(router *r, int index, cm_laid_edge *out)
{
    const cm_drawn_edge *e = &r->l->drawing->edges[index];
    const cm_rect *a = &node_at(r, e->from)->at, *b = &node_at(r, e->to)->at;
    double x = a->x + a->w / 2 + (e->extra ? 16 : 0);
    begin(r, out, (cm_point){x, a->y + a->h});
    line_to(out, x, b->y);
}

/* The gap between rows of the column that is nearest to y. */
static double gap_near(router *r, int column, double y)
{
    const cm_laying *l = r->l;
    double pitch = node_at(r, 0)->at.h, best = 0, nearest = 1e9;
    for (int i = 0; i < l->out->node_count; i++)
        if (l->out->nodes[i].column == column)
            pitch = l->out->nodes[i].at.h + l->row_gap;
    int gap = 0;
    for (int g = 0; g <= l->lengths[column]; g++) {
        double at = l->top + g * pitch - l->row_gap / 2;
        if (g == 0)
            at = l->top - 8;
        if (g == l->lengths[column] && y > at)
            at = y;
        if (fabs(at - y) < nearest) {
            nearest = fabs(at - y);
            best = at;
            gap = g;
        }
    }
    int lane = r->lanes[column * r->gaps + gap]++;
    int away = (lane + 1) / 2; /* lanes to the right and left in turn */
    double shift = LANES_APART * away * (lane % 2 ? 1 : -1);
    return best + (gap == 0 ? -fabs(shift) / 2 : shift);
}

static void cross(router *r, int index, cm_laid_edge *out)
{
    const cm_drawn_edge *e = &r->l->drawing->edges[index];
    const cm_laying *l = r->l;
    int from = node_at(r, e->from)->column, to = node_at(r, e->to)->column;
    int step = to > from ? 1 : -1;
    cm_point start = port_place(r, index, 0, step > 0 ? SIDE_RIGHT : SIDE_LEFT);
    cm_point end = port_place(r, index, 1, step > 0 ? SIDE_LEFT : SIDE_RIGHT);
    begin(r, out, start);
    for (int c = from + step; c != to; c += step) {
        double left = l->xs[c] - 4, right = l->xs[c] + l->ws[c] + 4;
        double share = ((left + right) / 2 - start.x) / (end.x - start.x);
        double y = gap_near(r, c, start.y + share * (end.y - start.y));
        level_to(out, step > 0 ? left : right, y);
        line_to(out, step > 0 ? right : left, y);
    }
    level_to(out, end.x, end.y);
}

static void fall(router *r, int index, cm_laid_edge *out)
{
    const cm_drawn_edge *e = &r->l->drawing->edges[index];
    const cm_rect *a = &node_at(r, e->from)->at;
    const cm_laid_node *b = node_at(r, e->to);
    begin(r, out, (cm_point){a->x + a->w / 2, a->y + a->h});
    if (b->row == 0) {
        cm_point end = port_place(r, index, 1, SIDE_TOP);
        fall_to(out, end.x, r->l->boxes_top + 6);
        line_to(out, end.x, end.y);
        return;
    }
    cm_point end = port_place(r, index, 1, SIDE_RIGHT);
    double x = end.x + 12 + (e->extra ? 0 : CM_FALLS_APART * r->falls[b->column]++);
    fall_to(out, x, r->l->boxes_top + 6);
    line_to(out, x, end.y - 14);
    curve_to(out, (cm_point){x, end.y - 4}, (cm_point){x - 4, end.y}, end);
}

/* To an initial write, or between two: rare, and plain. */
static void go_straight(router *r, int index, cm_laid_edge *out)
{
    const cm_drawn_edge *e = &r->l->drawing->edges[index];
    const cm_rect *a = &node_at(r, e->from)->at, *b = &node_at(r, e->to)->at;
    bool above = a->y < b->y, level = a->y == b->y;
    if (level) {
        bool right = b->x > a->x;
        begin(r, out, (cm_point){right ? a->x + a->w : a->x, a->y + a->h / 2});
        line_to(out, right ? b->x : b->x + b->w, b->y + b->h / 2);
        return;
    }
    begin(r, out, (cm_point){a->x + a->w / 4, above ? a->y + a->h : a->y});
    fall_to(out, b->x + b->w / 4, above ? b->y : b->y + b->h);
}

static void route(router *r, int index)
{
    const cm_drawn_edge *e = &r->l->drawing->edges[index];
    cm_laid_edge *out = &r->l->out->edges[index];
    int a = node_at(r, e->from)->column, b = node_at(r, e->to)->column;
    if (b < 0)
        go_straight(r, index, out);
    else if (a < 0)
        fall(r, index, out);
    else if (a != b)
        cross(r, index, out);
    else if (cm_goes_round(r->l, e))
        go_round(r, index, out);
    else
        follow(r, index, out);
}

/* ---- labels ------------------------------------------------------------------------- */

static cm_point on_curve(const cm_point *p, double t)
{
    double s = 1 - t, a = s * s * s, b = 3 * s * s * t, c = 3 * s * t * t, d = t * t * t;
    return (cm_point){a * p[0].x + b * p[1].x + c * p[2].x + d * p[3].x,
                      a * p[0].y + b * p[1].y + c * p[2].y + d * p[3].y};
}

static void sample(router *r, int index)
{
    const cm_laid_edge *e = &r->l->out->edges[index];
    sampled *s = &r->samples[index];
    s->count = e->curve_count * SAMPLES + 1;
    s->points = CM_NEW_ARRAY(r->l->arena, (size_t)s->count, cm_point);
    for (int i = 0; i < s->count - 1; i++)
        s->points[i] = on_curve(e->points + 3 * (i / SAMPLES), (double)(i % SAMPLES) / SAMPLES);
    s->points[s->count - 1] = last(e);
}

/* The point at that share of the way. */
static cm_point along(const sampled *s, double share)
{
    double length = 0, walked = 0;
    for (int i = 1; i < s->count; i++)
        length += hypot(s->points[i].x - s->points[i - 1].x, s->points[i].y - s->points[i - 1].y);
    for (int i = 1; i < s->count; i++) {
        cm_point a = s->points[i - 1], b = s->points[i];
        double step = hypot(b.x - a.x, b.y - a.y);
        if (walked + step >= share * length) {
            double t = step > 0 ? (share * length - walked) / step : 0;
            return (cm_point){a.x + t * (b.x - a.x), a.y + t * (b.y - a.y)};
        }
        walked += step;
    }
    return s->points[s->count - 1];
}

static cm_rect grown(cm_rect a, double by)
{
    return (cm_rect){a.x - by, a.y - by, a.w + 2 * by, a.h + 2 * by};
}

/* On something that is read? */
static bool is_taken(const router *r, cm_rect at)
{
    const cm_layout *out = r->l->out;
    if (at.x < 2 || at.x + at.w > out->width - 2)
        return true;
    for (int i = 0; i < out->node_count; i++)
        if (!out->nodes[i].hidden && cm_rects_overlap(grown(at, 2), out->nodes[i].at))
            return true;
    for (int i = 0; i < out->column_count; i++)
        if (cm_rects_overlap(at, out->heads[i].at))
            return true;
    for (int i = 0; i < out->box_count; i++)
        if (cm_rects_overlap(at, out->boxes[i].title.at))
            return true;
    for (int i = 0; i < out->edge_count; i++)
        if (out->edges[i].label.at.w > 0 && cm_rects_overlap(grown(at, 1), out->edges[i].label.at))
            return true;
    return false;
}

/* How much of the way from one point to the other lies in the rectangle. */
static double length_inside(cm_rect at, cm_point from, cm_point to)
{
    const double way[] = {from.x - to.x, to.x - from.x, from.y - to.y, to.y - from.y};
    const double room[] = {from.x - at.x, at.x + at.w - from.x, from.y - at.y,
                           at.y + at.h - from.y};
    double enter = 0, leave = 1;
    for (int i = 0; i < 4; i++) {
        if (way[i] == 0 && room[i] < 0)
            return 0;
        if (way[i] < 0)
            enter = fmax(enter, room[i] / way[i]);
        if (way[i] > 0)
            leave = fmin(leave, room[i] / way[i]);
    }
    return leave > enter ? (leave - enter) * hypot(way[0], way[2]) : 0;
}

/* Curves that it would hide, or touch. */
static double hidden(const router *r, int index, cm_rect at)
{
    double cost = 0;
    for (int i = 0; i < r->l->out->edge_count; i++) {
        const cm_drawn_edge *e = &r->l->drawing->edges[i];
        const sampled *s = &r->samples[i];
        for (int k = 1; i != index && !e->extra && k < s->count; k++) {
            double inside = length_inside(grown(at, 2), s->points[k - 1], s->points[k]);
            if (inside > 0)
                cost += (e->strong_count ? 2 : 1) * (40 + 4 * inside);
        }
    }
    return cost;
}

/* Its own arrow. */
static double hidden_end(const sampled *s, cm_rect at)
{
    enum { ARROW = 8 };
    cm_point end = s->points[s->count - 1];
    return cm_rects_overlap(at, grown((cm_rect){end.x, end.y, 0, 0}, ARROW)) ? 20 : 0;
}

static void place_label(router *r, int index)
{
    static const double shares[] = {.5,  .46, .54, .42, .58, .38, .62, .34, .66, .3, .7,
                                    .26, .74, .22, .78, .18, .82, .14, .86, .1,  .9};
    cm_laid_edge *e = &r->l->out->edges[index];
    double w = cm_text_width(e->label.text, CM_LABEL_SIZE) + 6, h = CM_LABEL_SIZE + 4;
    double side = w / 2 + 3, aside = side + 8;
    /* On the curve, above or below it, beside it; of one that is neither level nor upright. */
    const cm_point moves[] = {{0, 0},      {0, -9},     {0, 9},      {0, -15},     {0, 15},
                              {-side, 0},  {side, 0},   {-side, -8}, {side, -8},   {-side, 8},
                              {side, 8},   {-aside, 0}, {aside, 0},  {-aside, -8}, {aside, -8},
                              {-aside, 8}, {aside, 8}};
    double best = 1e9;
    cm_point from = along(&r->samples[index], .5);
    cm_rect chosen = {from.x - w / 2, from.y - h / 2, w, h};
    for (size_t k = 0; k < sizeof moves / sizeof *moves; k++)
        for (size_t i = 0; i < sizeof shares / sizeof *shares; i++) {
            cm_point p = along(&r->samples[index], shares[i]);
            cm_rect at = {p.x - w / 2 + moves[k].x, p.y - h / 2 + moves[k].y, w, h};
            double cost =
                30 * fabs(shares[i] - .5) + 2 * fabs(moves[k].y) + (moves[k].x != 0 ? 20 : 0);
            if (cost >= best || is_taken(r, at))
                continue;
            cost += hidden(r, index, at) + hidden_end(&r->samples[index], at);
            if (cost < best) {
                best = cost;
                chosen = at;
            }
        }
    r->l->out->collisions += best >= 1e9;
    r->l->out->covered += hidden(r, index, chosen) > 0;
    e->label.at = chosen;
}

void cm_route_all(cm_laying *l)
{
    size_t count = (size_t)l->drawing->edge_count + 1, columns = (size_t)l->columns.count + 1;
    router r = {.l = l, .gaps = 2};
    for (int c = 0; c < l->columns.count; c++)
        r.gaps = l->lengths[c] + 2 > r.gaps ? l->lengths[c] + 2 : r.gaps;
    r.ports = CM_NEW_ARRAY(l->arena, 2 * count, port);
    r.lanes = CM_NEW_ARRAY(l->arena, columns * (size_t)r.gaps, int);
    r.falls = CM_NEW_ARRAY(l->arena, columns, int);
    r.samples = CM_NEW_ARRAY(l->arena, count, sampled);
    l->out->edges = CM_NEW_ARRAY(l->arena, count, cm_laid_edge);
    l->out->edge_count = l->drawing->edge_count;
    l->out->collisions = l->out->covered = 0;
    make_ports(&r);
    spread_ports(&r);
    for (int i = 0; i < l->drawing->edge_count; i++) {
        l->out->edges[i] =
            (cm_laid_edge){.label.text = cm_drawn_label(l->arena, &l->drawing->edges[i])};
        route(&r, i);
        sample(&r, i);
    }
    const cm_drawing *d = r.l->drawing;
    for (int strong = 1; strong >= 0; strong--)
        for (int i = 0; i < d->edge_count; i++)
            if ((d->edges[i].strong_count > 0) == strong && *r.l->out->edges[i].label.text)
                place_label(&r, i);
}
