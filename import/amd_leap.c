/* Loops of AMD's code that count tries, with many: `while (!load(flag) && --left)`.
 *
 * Let a line have versions by a number that each round adds the same to, and let every way from one
 * to the next only read memory and set nothing else that a version is told by. What such a round
 * does is a try that failed: a read, of which nothing is left, as in nv_poll.c. So the rounds in
 * which the number is compared alike are like each other, and all but some may go: the walk leaps
 * from one to those right before the next number that it is compared with, where it goes on.
 *
 * For that the number, wherever it goes, is only moved, counted on, and compared with numbers. */
#include "import/amd_walk.h"

#include <string.h>

enum { MOST_THRESHOLDS = 16, MOST_STEPS = 20000, MOST_FORKS = 200, NEAR = 4 };

typedef cm_amd_walk walk;
typedef cm_amd_state state;

typedef struct leaping {
    walk *w;
    size_t line, value;
    uint32_t step;
    bool *inside; /* by line: of the loop */
    uint32_t thresholds[MOST_THRESHOLDS];
    int threshold_count;
    const state *begin; /* of a round */
    int steps, forks;
} leaping;

static bool has(const uint64_t *bits, size_t value)
{
    return bits[value / 64] >> value % 64 & 1;
}

static void put(uint64_t *bits, size_t value, bool on)
{
    uint64_t bit = UINT64_C(1) << value % 64;
    bits[value / 64] = on ? bits[value / 64] | bit : bits[value / 64] & ~bit;
}

/* ---- the loop ------------------------------------------------------------------------------- */

static void add_ways(const walk *w, size_t line, size_t ways[2])
{
    const char *text = w->k->code[line].text;
    ways[0] = cm_amd_goes_on(text) ? line + 1 : w->k->count;
    ways[1] = cm_amd_target(w->k, text);
}

/* The lines that lead there from there. */
static void find_inside(leaping *l)
{
    const walk *w = l->w;
    size_t count = w->k->count, ways[2];
    bool *reached = CM_NEW_ARRAY(w->r->import->work->arena, count + 1, bool);
    l->inside = CM_NEW_ARRAY(w->r->import->work->arena, count + 1, bool);
    reached[l->line] = l->inside[l->line] = true;
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < count; i++) {
            add_ways(w, i, ways);
            for (int a = 0; a < 2; a++) {
                bool leads = reached[i] && ways[a] < count && !reached[ways[a]];
                bool back = ways[a] < count && l->inside[ways[a]] && !l->inside[i];
                reached[ways[a]] |= leads;
                l->inside[i] |= back;
                changed |= leads || back;
            }
        }
    }
    for (size_t i = 0; i < count; i++)
        l->inside[i] = l->inside[i] && reached[i];
}

/* ---- what holds values ------------------------------------------------------------------------
 */

/* The value that part of the access to a lane or to scratch memory is of; -1: it is none. */
static int hidden_value(const walk *w, size_t line, int part)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_address *a = &w->known->addresses[line];
    bool write = cm_amd_begins(p->opcode, "v_writelane");
    if ((write || cm_amd_begins(p->opcode, "v_readlane")) && p->count == 3 &&
        p->operands[2].is_number && part == 0) {
        int m = cm_amd_member(w->known, w->k->code[line].body, p->operands[write ? 0 : 1].first);
        return m < 0 ? -1
                     : w->known->lanes + 64 * w->known->classes[m] +
                           (int)(p->operands[2].number & 63);
    }
    unsigned bytes = cm_amd_access_bytes(p->opcode);
    if (bytes == 0 || !a->reached || a->memory != CM_AMD_PRIVATE || !a->known ||
        part >= (int)(bytes + 3) / 4)
        return -1;
    return w->known->words + (int)a->offset / 4 + part;
}

/* Does the line write a lane, or scratch memory? */
static bool writes_hidden(const cm_amd_parts *p)
{
    return cm_amd_begins(p->opcode, "v_writelane") || strstr(p->opcode, "_store_");
}

/* Marks what the line writes. */
static void mark_written(const walk *w, size_t line, uint64_t *written, bool on)
{
    const cm_amd_parts *p = &w->known->parts[line];
    int first = p->count > 0 ? p->operands[0].first : -1;
    for (int i = 0; first >= 0 && cm_amd_writes_first(p) && i < p->operands[0].count; i++)
        put(written, (size_t)first + (size_t)i, on);
    for (int i = 0, to; writes_hidden(p) && (to = hidden_value(w, line, i)) >= 0; i++)
        put(written, (size_t)to, on);
}

/* A number, or what a line of the block has moved there. */
static bool is_constant(const walk *w, size_t line, const cm_amd_operand *o, uint32_t *number)
{
    *number = (uint32_t)o->number;
    for (size_t i = line; !o->is_number && o->first >= 0 && o->count == 1 && i-- > 0;) {
        const cm_amd_parts *p = &w->known->parts[i];
        if (cm_amd_is_label(w->k->code[i].text) || cm_amd_is_branch(w->k->code[i].text))
            return false;
        const cm_amd_operand *to = &p->operands[0];
        if (p->count == 0 || to->first > o->first || to->first + to->count <= o->first)
            continue;
        *number = (uint32_t)p->operands[1].number;
        return strstr(p->opcode, "_mov_b32") && p->count == 2 && p->operands[1].is_number;
    }
    return o->is_number;
}

/* ---- where the number goes --------------------------------------------------------------------
 */

/* Does the line add the round's step, or take it away? */
static bool counts_on(const leaping *l, size_t line)
{
    static const char *const words[] = {"s_add_i32", "s_add_u32", "v_add_u32",   "s_sub_i32",
                                        "s_sub_u32", "v_sub_u32", "v_subrev_u32"};
    const cm_amd_parts *p = &l->w->known->parts[line];
    uint32_t number;
    for (size_t i = 0; i < sizeof words / sizeof *words && p->count == 3; i++) {
        if (strcmp(p->opcode, words[i]) != 0)
            continue;
        bool minus = i >= 3, reversed = i == 6;
        for (int o = minus && !reversed ? 2 : 1; o < (reversed ? 2 : 3); o++)
            if (is_constant(l->w, line, &p->operands[o], &number) &&
                (minus ? 0 - number : number) == l->step)
                return true;
    }
    return false;
}

/* By numbers? Then these are thresholds. */
static bool compares(leaping *l, size_t line)
{
    const cm_amd_parts *p = &l->w->known->parts[line];
    bool vector = cm_amd_begins(p->opcode, "v_cmp_");
    if (!(vector || cm_amd_begins(p->opcode, "s_cmp_")) || strstr(p->opcode, "64") ||
        strstr(p->opcode, "_f") || *p->words || p->count != 2 + vector)
        return false;
    for (int o = vector; o < p->count; o++) {
        uint32_t number;
        if (!is_constant(l->w, line, &p->operands[o], &number))
            continue;
        if (l->threshold_count == MOST_THRESHOLDS)
            return false;
        l->thresholds[l->threshold_count++] = number;
        return !p->operands[1 + 2 * vector - o].changed;
    }
    return false;
}

/* From the values that hold the number before the line to those behind it, in a lane that is active
 * or in one that is not. */
static bool pass(leaping *l, size_t line, bool active, uint64_t *now)
{
    const walk *w = l->w;
    const cm_amd_parts *p = &w->known->parts[line];
    const char *text = w->k->code[line].text;
    bool scalar = *p->opcode == 's' || strstr(p->opcode, "lane_b32");
    if (!*text || cm_amd_is_label(text) || cm_amd_is_branch(text) || (!active && !scalar))
        return true;
    bool copies = (strstr(p->opcode, "_mov_b") || cm_amd_begins(p->opcode, "v_accvgpr_")) &&
                  p->count == 2 && !p->operands[1].changed;
    bool hidden = hidden_value(w, line, 0) >= 0, writes = writes_hidden(p), reads = false;
    int data = hidden && writes ? (cm_amd_begins(p->opcode, "v_w") ? 1 : cm_amd_data_of(p)) : 1;
    bool held[64] = {false};
    for (int o = cm_amd_writes_first(p); o < p->count; o++)
        for (int i = 0; i < p->operands[o].count; i++) {
            bool is = has(now, (size_t)p->operands[o].first + (size_t)i);
            reads |= is;
            if (is && o != data && (copies || hidden))
                return false;
            held[i & 63] |= is;
        }
    for (int i = 0, from; hidden && !writes && (from = hidden_value(w, line, i)) >= 0; i++)
        reads |= held[i & 63] = has(now, (size_t)from);
    bool moves = reads && (copies || hidden), counts = reads && !moves && counts_on(l, line);
    mark_written(w, line, now, false);
    for (int i = 0; i < 64 && (moves || counts); i++) {
        int to = hidden && writes ? hidden_value(w, line, i) : p->operands[0].first + i;
        if ((counts && i == 0) || (moves && held[i])) {
            if (to < 0)
                return false;
            put(now, (size_t)to, true);
        }
    }
    return !reads || moves || counts || compares(l, line);
}

/* The line's ways as places of a table: those of lanes that are not active come second. */
static int find_places(const walk *w, size_t line, bool active, size_t places[4])
{
    const cm_amd_parts *p = &w->known->parts[line];
    const char *text = w->k->code[line].text;
    size_t ways[2];
    int count = 0;
    bool turns =
        (p->count > 0 && p->operands[0].first == CM_AMD_EXEC) || strstr(p->opcode, "_saveexec_");
    bool zero = cm_amd_begins(text, "s_cbranch_execz"),
         one = cm_amd_begins(text, "s_cbranch_execn");
    add_ways(w, line, ways);
    for (int a = 0; a < 2; a++)
        for (int to = 0; to < 2 && ways[a] < w->k->count; to++)
            if ((to == active || turns) && !((zero || one) && (active == one) != (a == 1)))
                places[count++] = 2 * ways[a] + (size_t)!to;
    return count;
}

/* Is the number only moved, counted on and compared? */
static bool only_counts(leaping *l)
{
    const walk *w = l->w;
    cm_arena *arena = w->r->import->work->arena;
    size_t words = w->value_count / 64 + 1, count = 2 * w->k->count, places[4];
    uint64_t **before = CM_NEW_ARRAY(arena, count + 1, uint64_t *);
    uint64_t *now = CM_NEW_ARRAY(arena, words, uint64_t);
    for (size_t i = 0; i <= count; i++)
        before[i] = CM_NEW_ARRAY(arena, words, uint64_t);
    put(before[2 * l->line + !l->begin->values[CM_AMD_EXEC].number], l->value, true);
    for (bool changed = true; changed;) {
        changed = false;
        l->threshold_count = 0;
        for (size_t i = 0; i < count; i++) {
            memcpy(now, before[i], words * sizeof *now);
            if (!pass(l, i / 2, i % 2 == 0, now))
                return false;
            for (int a = find_places(w, i / 2, i % 2 == 0, places) - 1; a >= 0; a--)
                for (size_t b = 0; b < words; b++) {
                    changed |= (now[b] & ~before[places[a]][b]) != 0;
                    before[places[a]][b] |= now[b];
                }
        }
    }
    return true;
}

/* ---- one round ------------------------------------------------------------------------------ */

bool cm_amd_only_reads(const cm_amd_parts *p)
{
    static const char *const none[] = {"s_barrier", "s_endpgm", "s_trap",  "s_setreg",
                                       "s_sendmsg", "s_swappc", "s_setpc", "s_getpc",
                                       "s_atomic_", "s_dcache_"};
    static const char *const memory[] = {"global_", "flat_", "buffer_", "scratch_", "ds_"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (cm_amd_begins(p->opcode, none[i]))
            return false;
    bool accesses = false;
    for (size_t i = 0; i < sizeof memory / sizeof *memory; i++)
        accesses |= cm_amd_begins(p->opcode, memory[i]);
    bool loads = strstr(p->opcode, "_load_") || cm_amd_begins(p->opcode, "ds_read_") ||
                 cm_amd_begins(p->opcode, "buffer_inv") || cm_amd_begins(p->opcode, "buffer_wb");
    return !accesses || (loads && !strstr(p->words, "lds"));
}

/* Back at the line, the number alone is another one? */
static bool is_back_alike(const leaping *l, const state *s, const uint64_t *written)
{
    const walk *w = l->w;
    for (size_t i = 0; i < w->value_count; i++) {
        cm_amd_value now = s->values[i], then = l->begin->values[i];
        if (!has(w->live[l->line], i) || !has(written, i))
            continue;
        uint32_t more = i == l->value ? l->step : 0;
        if (now.kind != CM_AMD_NUMBER || then.kind != CM_AMD_NUMBER ||
            now.number != then.number + more)
            return false;
    }
    return true;
}

/* All ways from there, which come back or leave the loop. */
static bool goes_round(leaping *l, size_t at, const state *from, const uint64_t *before, bool first)
{
    walk *w = l->w;
    cm_arena *arena = w->r->import->work->arena;
    state s = cm_amd_new_state(w), other = cm_amd_new_state(w);
    size_t words = w->value_count / 64 + 1;
    uint64_t *written = CM_NEW_ARRAY(arena, words, uint64_t);
    cm_amd_copy_state(w, &s, from);
    memcpy(written, before, words * sizeof *written);
    for (; at < w->k->count && l->inside[at]; at++, first = false) {
        const char *text = w->k->code[at].text;
        if (at == l->line && !first)
            return is_back_alike(l, &s, written);
        if (l->steps++ > MOST_STEPS || l->forks > MOST_FORKS)
            return false;
        if (!cm_amd_is_branch(text)) {
            mark_written(w, at, written, true);
            if (!cm_amd_only_reads(&w->known->parts[at]) && hidden_value(w, at, 0) < 0)
                return false;
            l->forks++;
            if (!cm_amd_step(w, &s, &other, at))
                l->forks--;
            else if (!goes_round(l, at + 1, &other, written, false))
                return false;
        } else {
            cm_amd_value decides;
            int jumps = cm_amd_branches(&s, text, &decides);
            size_t target = cm_amd_target(w->k, text);
            cm_amd_copy_state(w, &other, &s);
            if (jumps < 0) {
                l->forks++;
                cm_amd_learn(w, &other, decides, 1);
                cm_amd_learn(w, &s, decides, 0);
            }
            if (jumps != 0 && !goes_round(l, target, &other, written, false))
                return false;
            if (jumps > 0)
                return true;
        }
        if (!cm_amd_goes_on(text))
            return true;
    }
    return true;
}

/* ---- leaps ------------------------------------------------------------------------------------
 */

/* The only value by which they differ; value_count: it is not so. */
static size_t difference(const walk *w, size_t line, const state *a, const state *b)
{
    size_t found = w->value_count;
    for (size_t i = 0; i < w->value_count; i++) {
        cm_amd_value x = a->values[i], y = b->values[i];
        if (!has(w->live[line], i) || cm_amd_same_value(x, y) ||
            (cm_amd_is_open(x) && cm_amd_is_open(y)))
            continue;
        if (found < w->value_count || x.kind != CM_AMD_NUMBER || y.kind != CM_AMD_NUMBER)
            return w->value_count;
        found = i;
    }
    return found;
}

/* Has a version of the line the number? */
static bool has_number(const walk *w, size_t line, size_t value, uint32_t number)
{
    bool any = false;
    for (int v = w->first[line] - 1; v >= 0; v = w->versions[v].next - 1)
        any |= cm_amd_same_value(w->versions[v].begin.values[value],
                                 (cm_amd_value){CM_AMD_NUMBER, number});
    return any;
}

/* Rounds from the number on until it comes to a threshold. */
static uint32_t rounds_left(const leaping *l, uint32_t number)
{
    bool down = l->step >> 31;
    uint32_t size = down ? 0 - l->step : l->step, least = UINT32_MAX;
    for (int i = -2; i < l->threshold_count; i++) {
        uint32_t threshold = i == -2 ? 0 : i == -1 ? UINT32_C(1) << 31 : l->thresholds[i];
        uint32_t rounds = (down ? number - threshold : threshold - number) / size;
        least = rounds < least ? rounds : least;
    }
    return least;
}

bool cm_amd_find_leap(cm_amd_walk *w, size_t line, const cm_amd_state *last, const cm_amd_state *s)
{
    leaping l = {.w = w, .line = line, .value = difference(w, line, last, s), .begin = last};
    if (l.value == w->value_count)
        return false;
    uint32_t number = s->values[l.value].number;
    l.step = number - last->values[l.value].number;
    if (!has_number(w, line, l.value, number - 2 * l.step))
        return false;
    find_inside(&l);
    uint64_t *written = CM_NEW_ARRAY(w->r->import->work->arena, w->value_count / 64 + 1, uint64_t);
    if (!only_counts(&l) || rounds_left(&l, number) <= 2 * NEAR ||
        !goes_round(&l, line, last, written, true))
        return false;
    CM_RESERVE(w->r->import->work->arena, w->leaps, w->leap_count, w->leap_capacity);
    w->leaps[w->leap_count++] =
        (cm_amd_leap){line, l.value, number, number + l.step * (rounds_left(&l, number) - NEAR)};
    return true;
}

void cm_amd_leap_over(const cm_amd_walk *w, size_t line, cm_amd_state *s)
{
    for (size_t i = 0; i < w->leap_count; i++) {
        const cm_amd_leap *l = &w->leaps[i];
        cm_amd_value *v = &s->values[l->value];
        if (l->line == line && v->kind == CM_AMD_NUMBER && v->number == l->from)
            v->number = l->to;
    }
}
