/* Where events, boxes and headings lie. See layout.h; curves are route.c's. */
#include "report/layout.h"

#include "litmus/isa/isa.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    MARGIN = 16,
    NODE_HEIGHT = 42,
    INITIAL_HEIGHT = 24,
    LINE = 18,     /* of text */
    HEAD_GAP = 14, /* below a thread's heading: what passes its first event */
    BOX_HEAD = 20, /* above what is in a box */
    BOX_PAD = 10,  /* beside and below it */
    LANE = 8,      /* between what goes round a column, at the least */
    LONGEST_SOURCE = 36,
    NARROWEST = 440, /* pictures: there are words above */
    WINDOW = 1400,   /* pages: nothing is wider, if it can be helped */
    MOST_TRIES = 12
};

double cm_text_width(const char *text, double size)
{
    int columns = 0;
    for (; *text; text++)
        columns += ((unsigned char)*text & 0xc0) != 0x80;
    return 0.605 * size * columns;
}

bool cm_rects_overlap(cm_rect a, cm_rect b)
{
    return a.x < b.x + b.w && b.x < a.x + a.w && a.y < b.y + b.h && b.y < a.y + a.h;
}

static cm_laid_text laid(const char *text, double x, double y, double size)
{
    return (cm_laid_text){text, {x, y, cm_text_width(text, size), size + 3}};
}

/* ---- lines of words ----------------------------------------------------------- */

/* Breaks at blanks and at line ends. */
static void add_lines(cm_arena *arena, cm_laid_text **lines, int *count, const char *text,
                      double width, double size, double *y)
{
    size_t most = (size_t)(width / (0.605 * size));
    while (*text) {
        size_t all = strcspn(text, "\n"), length = all;
        if (length > most)
            for (length = most; length > most / 2 && text[length] != ' '; length--)
                continue;
        if (all > most && text[length] != ' ')
            length = most;
        while (length < all && ((unsigned char)text[length] & 0xc0) == 0x80)
            length++;
        *lines = cm_arena_grow(arena, *lines, (size_t)*count, (size_t)*count + 1, sizeof **lines);
        (*lines)[(*count)++] = laid(cm_arena_text(arena, text, length), MARGIN, *y, size);
        *y += size + 6;
        text += length;
        text += *text == ' ' || *text == '\n';
    }
}

/* ---- events -------------------------------------------------------------------- */

/* A long opcode, a long name of a function, loses its end; operands are never cut. */
static const char *shortened(cm_arena *arena, const char *text)
{
    enum { SHORTEST_OPCODE = 14 };
    size_t columns = 0;
    for (const char *c = text; *c; c++)
        columns += ((unsigned char)*c & 0xc0) != 0x80;
    size_t guard = *text == '@' ? strcspn(text, " ") + 1 : 0; /* "@p0 " */
    size_t opcode = guard < strlen(text) ? guard + strcspn(text + guard, " (") : guard;
    size_t longer = columns > LONGEST_SOURCE ? columns - LONGEST_SOURCE : 0;
    size_t most = opcode > SHORTEST_OPCODE ? opcode - SHORTEST_OPCODE : 0;
    size_t cut = longer < most ? longer : most;
    if (cut < 2)
        return text;
    return cm_arena_printf(arena, "%.*s\xe2\x80\xa6%s", (int)(opcode - cut), text, text + opcode);
}

/* The instruction, behind its line in the source of a kernel. */
static const char *source_of(cm_arena *arena, const cm_instruction *instruction)
{
    if (instruction->code)
        return cm_arena_printf(arena, "%s %s", instruction->line, instruction->code);
    const char *text = shortened(arena, instruction->text);
    return instruction->line ? cm_arena_printf(arena, "%s: %s", instruction->line, text) : text;
}

static void make_nodes(cm_laying *l)
{
    const cm_execution *x = l->drawing->execution;
    l->out->node_count = (int)x->event_count;
    l->out->nodes = CM_NEW_ARRAY(l->arena, x->event_count + 1, cm_laid_node);
    for (uint32_t i = 0; i < x->event_count; i++) {
        const cm_event *e = &x->events[i];
        cm_laid_node *n = &l->out->nodes[i];
        *n = (cm_laid_node){
            .access = cm_drawn_event(l->arena, x->test, e), .source = "", .column = -1};
        n->hidden = !cm_is_drawn(l->drawing, i);
        double width = cm_text_width(n->access, CM_ACCESS_SIZE) + 20;
        if (e->thread >= 0) {
            const cm_thread *t = &x->test->threads[e->thread];
            n->source = source_of(l->arena, &t->instructions[e->instruction]);
            n->column = l->column_of[e->thread];
            n->row = l->lengths[n->column]++;
            double source = cm_text_width(n->source, CM_SOURCE_SIZE) + 20;
            width = source > width ? source : width;
        }
        n->at = (cm_rect){0, 0, width, n->column < 0 ? INITIAL_HEIGHT : NODE_HEIGHT};
        if (n->column >= 0 && width > l->ws[n->column])
            l->ws[n->column] = width;
    }
}

/* ---- columns --------------------------------------------------------------------- */

bool cm_goes_round(const cm_laying *l, const cm_drawn_edge *edge)
{
    const cm_laid_node *a = &l->out->nodes[edge->from], *b = &l->out->nodes[edge->to];
    return a->column >= 0 && a->column == b->column && b->row != a->row + 1;
}

static double label_of(const cm_laying *l, const cm_drawn_edge *e)
{
    return cm_text_width(cm_drawn_label(l->arena, e), CM_LABEL_SIZE);
}

static int first_row(const cm_laying *l, const cm_drawn_edge *e)
{
    int from = l->out->nodes[e->from].row, to = l->out->nodes[e->to].row;
    return from < to ? from : to;
}

static int rows_of(const cm_laying *l, const cm_drawn_edge *e)
{
    return abs(l->out->nodes[e->to].row - l->out->nodes[e->from].row);
}

static bool goes_down(const cm_laying *l, const cm_drawn_edge *e)
{
    return l->out->nodes[e->to].row > l->out->nodes[e->from].row;
}

static bool falls_beside(const cm_laying *l, const cm_drawn_edge *e, int column)
{
    const cm_laid_node *to = &l->out->nodes[e->to];
    return l->out->nodes[e->from].column < 0 && to->column == column && to->row > 0 && !e->extra;
}

/* How far an edge leaves its column: past what falls beside it, and past what it goes round, by
 * the room of their labels. */
static double reach_of(const cm_laying *l, int index)
{
    const cm_drawing *d = l->drawing;
    const cm_drawn_edge *e = &d->edges[index];
    int column = l->out->nodes[e->from].column, rows = rows_of(l, e), first = first_row(l, e);
    double reach = l->spread * (14 + 8 * (rows < 5 ? rows : 5)), fall = 12 - CM_FALLS_APART;
    for (int k = 0; k < d->edge_count && !e->extra; k++) {
        const cm_drawn_edge *other = &d->edges[k];
        double room = 0, apart = LANE + label_of(l, e) / 2;
        if (falls_beside(l, other, column)) {
            fall += CM_FALLS_APART;
            bool passes = goes_down(l, e) && l->out->nodes[other->to].row > first;
            room = passes ? fall + apart : 0;
        } else if (l->reach[k] > 0 && !other->extra && l->out->nodes[other->to].column == column &&
                   goes_down(l, other) == goes_down(l, e) && first_row(l, other) < first + rows &&
                   first < first_row(l, other) + rows_of(l, other)) {
            room = l->reach[k] + l->spread * (apart + label_of(l, other) / 2);
        }
        reach = room > reach ? room : reach;
    }
    return reach;
}

static void make_reaches(cm_laying *l)
{
    const cm_drawing *d = l->drawing;
    memset(l->reach, 0, (size_t)d->edge_count * sizeof *l->reach);
    bool all = false;
    for (int rows = 0; !all; rows++) {
        all = true;
        for (int i = 0; i < d->edge_count; i++) {
            bool round = cm_goes_round(l, &d->edges[i]);
            all = all && (!round || rows_of(l, &d->edges[i]) <= rows);
            if (round && rows_of(l, &d->edges[i]) == rows)
                l->reach[i] = reach_of(l, i);
        }
    }
}

/* Beside a column: what goes round, and what comes down from the initial writes. */
static void make_rooms(cm_laying *l)
{
    make_reaches(l);
    int *falls = CM_NEW_ARRAY(l->arena, (size_t)l->columns.count + 1, int);
    for (int i = 0; i < l->drawing->edge_count; i++) {
        const cm_drawn_edge *e = &l->drawing->edges[i];
        int column = l->out->nodes[e->to].column;
        if (column >= 0 && falls_beside(l, e, column))
            l->right[column] += falls[column]++ ? CM_FALLS_APART : 9;
        if (!cm_goes_round(l, e))
            continue;
        double *room = goes_down(l, e) ? &l->right[column] : &l->left[column];
        double wanted = l->reach[i] + l->spread * (8 + 0.6 * label_of(l, e));
        *room = wanted > *room + 6 ? wanted : *room + 6;
    }
}

/* Between two columns: the labels of what crosses there. */
static double gutter(const cm_laying *l, int column)
{
    double widest = 0;
    int crossing = 0;
    for (int i = 0; i < l->drawing->edge_count; i++) {
        const cm_drawn_edge *e = &l->drawing->edges[i];
        int a = l->out->nodes[e->from].column, b = l->out->nodes[e->to].column;
        if (a < 0 || b < 0 || e->extra || (a <= column) == (b <= column))
            continue;
        double label = label_of(l, e);
        widest = label > widest ? label : widest;
        crossing++;
    }
    return (44 + widest + 6 * crossing) * l->spread;
}

static int borders(const cm_laying *l, int column, bool begin)
{
    int count = 0;
    for (int i = 0; i < l->columns.box_count; i++)
        count += (begin ? l->columns.boxes[i].first : l->columns.boxes[i].last) == column;
    return count;
}

static void place_columns(cm_laying *l)
{
    double x = MARGIN;
    for (int c = 0; c < l->columns.count; c++) {
        x += BOX_PAD * borders(l, c, true) + l->left[c];
        l->xs[c] = x;
        x += l->ws[c] + l->right[c] + BOX_PAD * borders(l, c, false);
        if (c + 1 < l->columns.count)
            x += gutter(l, c);
    }
    l->out->width = x + MARGIN;
    double narrowest = NARROWEST > l->out->width ? NARROWEST : l->out->width;
    for (int c = 0; c < l->columns.count; c++)
        l->xs[c] += (narrowest - l->out->width) / 2;
    l->out->width = narrowest;
}

static void place_nodes(cm_laying *l)
{
    for (int i = 0; i < l->out->node_count; i++) {
        cm_laid_node *n = &l->out->nodes[i];
        if (n->column < 0)
            continue;
        n->at.x = l->xs[n->column];
        n->at.w = l->ws[n->column];
        n->at.y = l->top + n->row * (NODE_HEIGHT + l->row_gap);
    }
    for (int c = 0; c < l->columns.count; c++) {
        l->out->heads[c].at.x = l->xs[c];
        l->out->heads[c].at.y = l->top - LINE - HEAD_GAP;
    }
}

/* ---- initial writes ---------------------------------------------------------------- */

/* Over those who read it. */
static double wanted_place(const cm_laying *l, int node)
{
    double sum = 0;
    int count = 0;
    for (int i = 0; i < l->drawing->edge_count; i++) {
        const cm_drawn_edge *e = &l->drawing->edges[i];
        int to = l->out->nodes[e->to].column;
        if ((int)e->from != node || to < 0)
            continue;
        sum += l->xs[to] + l->ws[to] * 0.75;
        count++;
    }
    return count ? sum / count : -1;
}

static void sort_by_place(int *nodes, const double *places, int count)
{
    for (int i = 1; i < count; i++)
        for (int k = i; k > 0 && places[nodes[k]] < places[nodes[k - 1]]; k--) {
            int other = nodes[k];
            nodes[k] = nodes[k - 1];
            nodes[k - 1] = other;
        }
}

/* Each where it wants to be, pushed apart. */
static void place_initial(cm_laying *l, double y)
{
    int count = 0, *nodes = CM_NEW_ARRAY(l->arena, (size_t)l->out->node_count + 1, int);
    double *places = CM_NEW_ARRAY(l->arena, (size_t)l->out->node_count + 1, double), total = 0;
    for (int i = 0; i < l->out->node_count; i++)
        if (l->out->nodes[i].column < 0 && !l->out->nodes[i].hidden) {
            double place = wanted_place(l, i);
            places[i] = place < 0 ? l->out->width * (0.2 + 0.01 * i) : place;
            nodes[count++] = i;
            total += l->out->nodes[i].at.w + 24;
        }
    if (total + 2 * MARGIN > l->out->width)
        l->out->width = total + 2 * MARGIN;
    sort_by_place(nodes, places, count);
    double x = MARGIN, rest = total;
    for (int i = 0; i < count; i++) {
        cm_rect *at = &l->out->nodes[nodes[i]].at;
        double wish = places[nodes[i]] - at->w / 2, last = l->out->width - MARGIN - rest + 24;
        wish = wish > last ? last : wish;
        at->x = wish > x ? wish : x;
        at->y = y;
        x = at->x + at->w + 24;
        rest -= at->w + 24;
    }
}

/* ---- boxes --------------------------------------------------------------------------- */

static void place_boxes(cm_laying *l, double bottom)
{
    l->out->box_count = l->columns.box_count;
    l->out->boxes = CM_NEW_ARRAY(l->arena, (size_t)l->columns.box_count + 1, cm_laid_box);
    double head = l->top - LINE - HEAD_GAP - 6;
    for (int i = 0; i < l->columns.box_count; i++) {
        const cm_drawn_box *b = &l->columns.boxes[i];
        int before = 0, after = 0; /* borders nested in this one */
        for (int k = 0; k < l->columns.box_count; k++) {
            before += l->columns.boxes[k].first == b->first && l->columns.boxes[k].depth > b->depth;
            after += l->columns.boxes[k].last == b->last && l->columns.boxes[k].depth > b->depth;
        }
        double x = l->xs[b->first] - l->left[b->first] - BOX_PAD * (before + 1);
        double end = l->xs[b->last] + l->ws[b->last] + l->right[b->last] + BOX_PAD * (after + 1);
        double y = head - BOX_HEAD * (l->columns.depth - b->depth);
        double foot = bottom + BOX_PAD + 4 * (l->columns.depth - b->depth);
        l->out->boxes[i] = (cm_laid_box){.at = {x, y, end - x, foot - y}, .depth = b->depth};
        l->out->boxes[i].title = laid(b->title, x + 8, y + 3, CM_LABEL_SIZE);
    }
}

/* ---- the whole ------------------------------------------------------------------------ */

static void place_words(cm_laying *l, double *y)
{
    cm_layout *out = l->out;
    out->above = out->below = NULL;
    out->above_count = out->below_count = 0;
    double room = (out->width > NARROWEST ? out->width : NARROWEST) - 2 * MARGIN;
    add_lines(l->arena, &out->above, &out->above_count, l->drawing->title, room, CM_TITLE_SIZE, y);
    add_lines(l->arena, &out->above, &out->above_count, l->drawing->subtitle, room, CM_LABEL_SIZE,
              y);
}

static bool has_initial(const cm_laying *l)
{
    for (int i = 0; i < l->out->node_count; i++)
        if (l->out->nodes[i].column < 0 && !l->out->nodes[i].hidden)
            return true;
    return false;
}

static void try_once(cm_laying *l)
{
    size_t count = (size_t)l->columns.count + 1;
    memset(l->left, 0, count * sizeof *l->left);
    memset(l->right, 0, count * sizeof *l->right);
    make_rooms(l);
    place_columns(l);
    double y = MARGIN;
    place_words(l, &y);
    y += 6;
    double initial = y;
    if (has_initial(l))
        y += INITIAL_HEIGHT + 30 + 6 * l->spread;
    l->boxes_top = y;
    l->top = y + BOX_HEAD * l->columns.depth + LINE + HEAD_GAP + 6;
    l->row_gap = 24 + 12 * l->rows_spread;
    place_initial(l, initial);
    place_nodes(l);
    int longest = 0;
    for (int c = 0; c < l->columns.count; c++)
        longest = l->lengths[c] > longest ? l->lengths[c] : longest;
    double bottom = l->top + longest * (NODE_HEIGHT + l->row_gap) - l->row_gap;
    place_boxes(l, bottom + 6);
    l->out->height = bottom + 12 + BOX_PAD + 4 * l->columns.depth;
    cm_route_all(l);
}

/* As close as it can be for labels that lie on nothing. What would be wider than a window becomes
 * higher; where there is no room at all, the fewest labels lie on edges, and none on words. */
static void spread(cm_laying *l)
{
    enum { COLLISION = 1000 };
    int least = INT_MAX;
    double best = 1, best_rows = 1, widest = WINDOW;
    bool wide = false;
    l->spread = l->rows_spread = 1;
    for (int i = 0; i < MOST_TRIES; i++, l->rows_spread *= 1.25) {
        try_once(l);
        wide = wide || (least < COLLISION && l->out->width > WINDOW);
        int bad = COLLISION * l->out->collisions + l->out->covered;
        if (bad < least && (!wide || l->out->width <= widest)) {
            widest = fmax(WINDOW, l->out->width);
            best = l->spread;
            best_rows = l->rows_spread;
            least = bad;
        }
        if (least == 0)
            return;
        l->spread = wide ? best : l->spread * 1.25;
    }
    l->spread = best;
    l->rows_spread = best_rows;
    try_once(l);
}

static void lay_execution(cm_laying *l)
{
    const cm_test *test = l->drawing->execution->test;
    l->columns = cm_columns_of(l->arena, test);
    size_t count = (size_t)l->columns.count + 1;
    l->column_of = CM_NEW_ARRAY(l->arena, count, int);
    l->lengths = CM_NEW_ARRAY(l->arena, count, int);
    l->left = CM_NEW_ARRAY(l->arena, count, double);
    l->right = CM_NEW_ARRAY(l->arena, count, double);
    l->xs = CM_NEW_ARRAY(l->arena, count, double);
    l->ws = CM_NEW_ARRAY(l->arena, count, double);
    l->reach = CM_NEW_ARRAY(l->arena, (size_t)l->drawing->edge_count + 1, double);
    l->out->column_count = l->columns.count;
    for (int c = 0; c < l->columns.count; c++)
        l->column_of[l->columns.threads[c]] = c;
    make_nodes(l);
    const cm_test *of = l->drawing->execution->test;
    l->out->heads = CM_NEW_ARRAY(l->arena, (size_t)l->columns.count + 1, cm_laid_text);
    for (int c = 0; c < l->columns.count; c++) {
        const cm_thread *t = &of->threads[l->columns.threads[c]];
        const char *text = cm_arena_printf(l->arena, "P%d  %s", t->id, cm_arch_name(t->arch));
        l->out->heads[c] = laid(text, 0, 0, CM_LABEL_SIZE);
        if (l->out->heads[c].at.w > l->ws[c])
            l->ws[c] = l->out->heads[c].at.w;
    }
    spread(l);
}

cm_layout *cm_layout_new(cm_arena *arena, const cm_drawing *drawing)
{
    cm_layout *out = CM_NEW(arena, cm_layout);
    cm_laying l = {.arena = arena, .drawing = drawing, .out = out};
    *out = (cm_layout){.width = NARROWEST};
    if (drawing->execution) {
        lay_execution(&l);
    } else {
        out->height = MARGIN;
        place_words(&l, &out->height);
    }
    double y = out->height + 10;
    add_lines(arena, &out->below, &out->below_count, drawing->caption, out->width - 2 * MARGIN,
              CM_LABEL_SIZE, &y);
    out->height = y + MARGIN / 2.0;
    return out;
}
