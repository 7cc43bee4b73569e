/* Sets of events and relations between events, as bit matrices.
 *
 * Events are numbers 0..n-1. A set is one row, a relation n rows, of
 * cm_bits_words(n) words each. Row i of a relation holds the successors of i.
 * All operations on relations take operands over the same n; results may
 * alias operands unless said otherwise.
 *
 *      relation, n = 3            0 1 2
 *      {(0,1),(0,2)}      row 0 [ . x x ]
 *                         row 1 [ . . . ]
 *                         row 2 [ . . . ]
 */
#ifndef CM_BASE_BITS_H
#define CM_BASE_BITS_H

#include "base/arena.h"

#include <stdint.h>

typedef struct cm_set {
    uint32_t n, words;
    uint64_t *row;
} cm_set;

typedef struct cm_rel {
    uint32_t n, words; /* words per row */
    uint64_t *rows;    /* n * words */
} cm_rel;

/* Words that hold n bits. */
static inline uint32_t cm_bits_words(uint32_t n)
{
    return n / 64 + (n % 64 != 0);
}

cm_set cm_set_new(cm_arena *arena, uint32_t n); /* empty */
cm_rel cm_rel_new(cm_arena *arena, uint32_t n); /* empty */

static inline uint64_t *cm_rel_row(const cm_rel *r, uint32_t i)
{
    return r->rows + (size_t)i * r->words;
}
static inline bool cm_set_has(const cm_set *s, uint32_t i)
{
    return s->row[i >> 6] >> (i & 63) & 1;
}
static inline void cm_set_add(cm_set *s, uint32_t i)
{
    s->row[i >> 6] |= UINT64_C(1) << (i & 63);
}
static inline void cm_set_remove(cm_set *s, uint32_t i)
{
    s->row[i >> 6] &= ~(UINT64_C(1) << (i & 63));
}
static inline bool cm_rel_has(const cm_rel *r, uint32_t a, uint32_t b)
{
    return cm_rel_row(r, a)[b >> 6] >> (b & 63) & 1;
}
static inline void cm_rel_add(cm_rel *r, uint32_t a, uint32_t b)
{
    cm_rel_row(r, a)[b >> 6] |= UINT64_C(1) << (b & 63);
}
static inline void cm_rel_remove(cm_rel *r, uint32_t a, uint32_t b)
{
    cm_rel_row(r, a)[b >> 6] &= ~(UINT64_C(1) << (b & 63));
}

/* Next element of a row at or after `from`, or n. */
static inline uint32_t cm_bits_next(const uint64_t *row, uint32_t words, uint32_t n, uint32_t from)
{
    if (from >= n)
        return n;
    uint32_t w = from >> 6;
    uint64_t rest = row[w] & (UINT64_MAX << (from & 63));
    while (rest == 0) {
        if (++w >= words)
            return n;
        rest = row[w];
    }
    return w * 64 + (uint32_t)__builtin_ctzll(rest);
}

#define CM_EACH(row, words, n, i)                                                                  \
    for (uint32_t i = cm_bits_next((row), (words), (n), 0); i < (n);                               \
         i = cm_bits_next((row), (words), (n), i + 1))

void cm_set_clear(cm_set *s);
void cm_set_copy(cm_set *to, const cm_set *from);
void cm_set_union(cm_set *to, const cm_set *a, const cm_set *b);
void cm_set_inter(cm_set *to, const cm_set *a, const cm_set *b);
void cm_set_diff(cm_set *to, const cm_set *a, const cm_set *b);
void cm_set_fill(cm_set *s); /* all n events */
bool cm_set_empty(const cm_set *s);
bool cm_set_equal(const cm_set *a, const cm_set *b);
bool cm_set_inside(const cm_set *a, const cm_set *b); /* is every event of a in b? */
uint32_t cm_set_count(const cm_set *s);

void cm_rel_clear(cm_rel *r);
void cm_rel_copy(cm_rel *to, const cm_rel *from);
void cm_rel_union(cm_rel *to, const cm_rel *a, const cm_rel *b);
void cm_rel_inter(cm_rel *to, const cm_rel *a, const cm_rel *b);
void cm_rel_diff(cm_rel *to, const cm_rel *a, const cm_rel *b);
/* to = a ; b. `to` must not alias a or b. */
void cm_rel_seq(cm_rel *to, const cm_rel *a, const cm_rel *b);
/* to = a^-1. `to` must not alias a. */
void cm_rel_inverse(cm_rel *to, const cm_rel *a);
/* In place: transitive closure (Warshall). */
void cm_rel_plus(cm_rel *r);
/* Adds (i,i) for every i of s. */
void cm_rel_add_identity(cm_rel *r, const cm_set *s);
/* to = a × b. */
void cm_rel_cross(cm_rel *to, const cm_set *a, const cm_set *b);
void cm_rel_domain(cm_set *to, const cm_rel *r);
void cm_rel_range(cm_set *to, const cm_rel *r);
bool cm_rel_empty(const cm_rel *r);
bool cm_rel_equal(const cm_rel *a, const cm_rel *b);
bool cm_rel_inside(const cm_rel *a, const cm_rel *b); /* is every pair of a in b? */
bool cm_rel_irreflexive(const cm_rel *r);
bool cm_rel_acyclic(cm_arena *scratch, const cm_rel *r);
uint32_t cm_rel_row_count(const cm_rel *r, uint32_t a); /* pairs that begin there */
uint32_t cm_rel_count(const cm_rel *r);

#endif
