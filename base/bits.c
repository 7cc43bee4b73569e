/* Sets and relations as bit matrices, a word at a time. */
#include "base/bits.h"

#include <string.h>

cm_set cm_set_new(cm_arena *arena, uint32_t n)
{
    uint32_t words = cm_bits_words(n);
    return (cm_set){n, words, CM_NEW_ARRAY(arena, words, uint64_t)};
}

cm_rel cm_rel_new(cm_arena *arena, uint32_t n)
{
    uint32_t words = cm_bits_words(n);
    return (cm_rel){n, words, CM_NEW_ARRAY(arena, (size_t)n * words, uint64_t)};
}

/* ---- rows of words ---------------------------------------------------- */

static void words_union(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = a[i] | b[i];
}

static void words_inter(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = a[i] & b[i];
}

static void words_diff(uint64_t *to, const uint64_t *a, const uint64_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        to[i] = a[i] & ~b[i];
}

static bool words_empty(const uint64_t *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (words[i])
            return false;
    return true;
}

static bool words_equal(const uint64_t *a, const uint64_t *b, size_t count)
{
    return count == 0 || memcmp(a, b, count * sizeof *a) == 0;
}

static bool words_inside(const uint64_t *a, const uint64_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] & ~b[i])
            return false;
    return true;
}

static bool words_meet(const uint64_t *a, const uint64_t *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (a[i] & b[i])
            return true;
    return false;
}

static uint32_t words_count(const uint64_t *words, size_t count)
{
    uint32_t total = 0;
    for (size_t i = 0; i < count; i++)
        total += (uint32_t)__builtin_popcountll(words[i]);
    return total;
}

static void words_copy(uint64_t *to, const uint64_t *from, size_t count)
{
    if (count)
        memmove(to, from, count * sizeof *to);
}

static void words_clear(uint64_t *words, size_t count)
{
    if (count)
        memset(words, 0, count * sizeof *words);
}

/* ---- sets ------------------------------------------------------------- */

void cm_set_copy(cm_set *to, const cm_set *from)
{
    words_copy(to->row, from->row, to->words);
}

void cm_set_union(cm_set *to, const cm_set *a, const cm_set *b)
{
    words_union(to->row, a->row, b->row, to->words);
}

void cm_set_inter(cm_set *to, const cm_set *a, const cm_set *b)
{
    words_inter(to->row, a->row, b->row, to->words);
}

void cm_set_diff(cm_set *to, const cm_set *a, const cm_set *b)
{
    words_diff(to->row, a->row, b->row, to->words);
}

void cm_set_clear(cm_set *s)
{
    words_clear(s->row, s->words);
}

void cm_set_fill(cm_set *s)
{
    for (uint32_t i = 0; i < s->words; i++)
        s->row[i] = UINT64_MAX;
    if (s->n & 63)
        s->row[s->words - 1] = (UINT64_C(1) << (s->n & 63)) - 1;
}

bool cm_set_empty(const cm_set *s)
{
    return words_empty(s->row, s->words);
}

bool cm_set_equal(const cm_set *a, const cm_set *b)
{
    return words_equal(a->row, b->row, a->words);
}

bool cm_set_inside(const cm_set *a, const cm_set *b)
{
    return words_inside(a->row, b->row, a->words);
}

uint32_t cm_set_count(const cm_set *s)
{
    return words_count(s->row, s->words);
}

/* ---- relations -------------------------------------------------------- */

static size_t rel_words(const cm_rel *r)
{
    return (size_t)r->n * r->words;
}

void cm_rel_clear(cm_rel *r)
{
    words_clear(r->rows, rel_words(r));
}

void cm_rel_copy(cm_rel *to, const cm_rel *from)
{
    words_copy(to->rows, from->rows, rel_words(to));
}

void cm_rel_union(cm_rel *to, const cm_rel *a, const cm_rel *b)
{
    words_union(to->rows, a->rows, b->rows, rel_words(to));
}

void cm_rel_inter(cm_rel *to, const cm_rel *a, const cm_rel *b)
{
    words_inter(to->rows, a->rows, b->rows, rel_words(to));
}

void cm_rel_diff(cm_rel *to, const cm_rel *a, const cm_rel *b)
{
    words_diff(to->rows, a->rows, b->rows, rel_words(to));
}

/* Of dense relations: the unions of every eight rows of b are made once, and a's rows are unions of
 * those (the method of Arlazarov, Dinic, Kronrod and Faradzev). */
static void seq_dense(cm_rel *to, const cm_rel *a, const cm_rel *b)
{
    enum { ROWS = 8, UNIONS = 1 << ROWS, COLUMNS = 16 };
    uint64_t unions[UNIONS][COLUMNS] = {{0}};
    cm_rel_clear(to);
    for (uint32_t from = 0; from < to->words; from += COLUMNS) {
        uint32_t columns = to->words - from < COLUMNS ? to->words - from : COLUMNS;
        for (uint32_t row = 0; row < a->n; row += ROWS) {
            for (uint32_t u = 1; u < UNIONS; u++) {
                uint32_t last = row + (uint32_t)__builtin_ctz(u);
                for (uint32_t c = 0; c < columns && last < b->n; c++)
                    unions[u][c] = unions[u & (u - 1)][c] | cm_rel_row(b, last)[from + c];
            }
            for (uint32_t i = 0; i < a->n; i++) {
                const uint64_t *all = unions[cm_rel_row(a, i)[row / 64] >> row % 64 & (UNIONS - 1)];
                uint64_t *out = cm_rel_row(to, i) + from;
                for (uint32_t c = 0; c < columns; c++)
                    out[c] |= all[c];
            }
        }
    }
}

void cm_rel_seq(cm_rel *to, const cm_rel *a, const cm_rel *b)
{
    if (to->words == 1) {
        for (uint32_t i = 0; i < a->n; i++) {
            /* The union of those of b's rows, each one word. */
            uint64_t which = a->rows[i];
            uint64_t all = 0;
            for (; which; which &= which - 1)
                all |= b->rows[__builtin_ctzll(which)];
            to->rows[i] = all;
        }
        return;
    }
    if (to->words == 2) {
        for (uint32_t i = 0; i < a->n; i++) {
            const uint64_t *from = a->rows + (size_t)i * 2, *row = b->rows;
            uint64_t low = 0, high = 0;
            for (uint64_t which = from[0]; which; which &= which - 1) {
                low |= row[2 * __builtin_ctzll(which)];
                high |= row[2 * __builtin_ctzll(which) + 1];
            }
            row += 128;
            for (uint64_t which = from[1]; which; which &= which - 1) {
                low |= row[2 * __builtin_ctzll(which)];
                high |= row[2 * __builtin_ctzll(which) + 1];
            }
            to->rows[(size_t)i * 2] = low;
            to->rows[(size_t)i * 2 + 1] = high;
        }
        return;
    }
    if (cm_rel_count(a) > (uint64_t)a->n * (32 + a->n / 8)) {
        seq_dense(to, a, b);
        return;
    }
    words_clear(to->rows, rel_words(to));
    for (uint32_t i = 0; i < a->n; i++) {
        uint64_t *row = cm_rel_row(to, i);
        CM_EACH(cm_rel_row(a, i), a->words, a->n, j)
        words_union(row, row, cm_rel_row(b, j), to->words);
    }
}

void cm_rel_inverse(cm_rel *to, const cm_rel *a)
{
    words_clear(to->rows, rel_words(to));
    for (uint32_t i = 0; i < a->n; i++)
        CM_EACH(cm_rel_row(a, i), a->words, a->n, j)
    cm_rel_add(to, j, i);
}

/* Of a relation that only leads to greater numbers: from the last row on, each is done once. What
 * is reached through a successor need not be looked at. false: it is another one, and only some of
 * its rows are done. */
static bool plus_upwards(cm_rel *r)
{
    for (uint32_t i = r->n; i-- > 0;) {
        uint64_t *row = cm_rel_row(r, i);
        uint32_t next = cm_bits_next(row, r->words, r->n, 0);
        if (next <= i)
            return false;
        for (uint32_t done = next; next < r->n; done = next) {
            const uint64_t *through = cm_rel_row(r, done);
            next = cm_bits_next(row, r->words, r->n, done + 1);
            while (next < r->n && through[next >> 6] >> (next & 63) & 1)
                next = cm_bits_next(row, r->words, r->n, next + 1);
            words_union(row, row, through, r->words);
        }
    }
    return true;
}

void cm_rel_plus(cm_rel *r)
{
    if (plus_upwards(r))
        return;
    for (uint32_t k = 0; k < r->n; k++) {
        const uint64_t *through = cm_rel_row(r, k);
        if (words_empty(through, r->words))
            continue;
        for (uint32_t i = 0; i < r->n; i++)
            if (cm_rel_has(r, i, k))
                words_union(cm_rel_row(r, i), cm_rel_row(r, i), through, r->words);
    }
}

void cm_rel_add_identity(cm_rel *r, const cm_set *s)
{
    CM_EACH(s->row, s->words, s->n, i)
    cm_rel_add(r, i, i);
}

void cm_rel_cross(cm_rel *to, const cm_set *a, const cm_set *b)
{
    words_clear(to->rows, rel_words(to));
    CM_EACH(a->row, a->words, a->n, i)
    words_copy(cm_rel_row(to, i), b->row, to->words);
}

void cm_rel_domain(cm_set *to, const cm_rel *r)
{
    words_clear(to->row, to->words);
    for (uint32_t i = 0; i < r->n; i++)
        if (!words_empty(cm_rel_row(r, i), r->words))
            cm_set_add(to, i);
}

void cm_rel_range(cm_set *to, const cm_rel *r)
{
    words_clear(to->row, to->words);
    for (uint32_t i = 0; i < r->n; i++)
        words_union(to->row, to->row, cm_rel_row(r, i), to->words);
}

bool cm_rel_empty(const cm_rel *r)
{
    return words_empty(r->rows, rel_words(r));
}

bool cm_rel_equal(const cm_rel *a, const cm_rel *b)
{
    return words_equal(a->rows, b->rows, rel_words(a));
}

bool cm_rel_inside(const cm_rel *a, const cm_rel *b)
{
    return words_inside(a->rows, b->rows, rel_words(a));
}

bool cm_rel_irreflexive(const cm_rel *r)
{
    for (uint32_t i = 0; i < r->n; i++)
        if (cm_rel_has(r, i, i))
            return false;
    return true;
}

/* Takes away, again and again, the events without a successor among those
 * that are left; what stays at the end lies on or before a cycle. */
bool cm_rel_acyclic(cm_arena *scratch, const cm_rel *r)
{
    uint64_t few[8];
    cm_set left = {r->n, r->words, few};
    if (r->words > sizeof few / sizeof few[0])
        left = cm_set_new(scratch, r->n);
    cm_set_fill(&left);
    bool changed = true;
    while (changed) {
        changed = false;
        /* Downwards: program order mostly goes from small numbers to large. */
        for (uint32_t i = r->n; i-- > 0;) {
            if (!cm_set_has(&left, i) || words_meet(cm_rel_row(r, i), left.row, r->words))
                continue;
            cm_set_remove(&left, i);
            changed = true;
        }
    }
    return cm_set_empty(&left);
}

uint32_t cm_rel_row_count(const cm_rel *r, uint32_t a)
{
    return words_count(cm_rel_row(r, a), r->words);
}

uint32_t cm_rel_count(const cm_rel *r)
{
    return words_count(r->rows, rel_words(r));
}
