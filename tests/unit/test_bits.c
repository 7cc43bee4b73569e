/* base/bits: bit matrices against naive loops, on random relations. */
#include "base/bits.h"
#include "tests/unit/random_help.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_EVENTS = 140 };
typedef struct naive {
    uint32_t n;
    bool at[MAX_EVENTS][MAX_EVENTS];
} naive;

static const uint32_t event_counts[] = {0, 1, 2, 5, 31, 63, 64, 65, 128, 139};

/* density: pairs out of 64 that are in */
static cm_rel random_rel(cm_arena *arena, uint32_t n, unsigned density, uint64_t *seed, naive *copy)
{
    cm_rel rel = cm_rel_new(arena, n);
    memset(copy, 0, sizeof *copy);
    copy->n = n;
    for (uint32_t a = 0; a < n; a++)
        for (uint32_t b = 0; b < n; b++)
            if (random_next(seed) % 64 < density) {
                copy->at[a][b] = true;
                cm_rel_add(&rel, a, b);
            }
    return rel;
}

static void assert_same(const cm_rel *rel, const naive *expected)
{
    uint32_t count = 0;
    for (uint32_t a = 0; a < rel->n; a++)
        for (uint32_t b = 0; b < rel->n; b++) {
            assert_int_equal(cm_rel_has(rel, a, b), expected->at[a][b]);
            count += expected->at[a][b];
        }
    /* also says that no bit past n is set */
    assert_int_equal(cm_rel_count(rel), count);
}

static void naive_plus(naive *r)
{
    bool changed = true;
    while (changed) {
        changed = false;
        for (uint32_t a = 0; a < r->n; a++)
            for (uint32_t b = 0; b < r->n; b++)
                for (uint32_t c = 0; r->at[a][b] && c < r->n; c++)
                    if (r->at[b][c] && !r->at[a][c])
                        changed = r->at[a][c] = true;
    }
}

static void check_pairwise(cm_arena *arena, cm_rel *a, const naive *na, cm_rel *b, const naive *nb)
{
    static naive want;
    cm_rel to = cm_rel_new(arena, a->n);
    want.n = a->n;
#define POINTWISE(operation, expression)                                                           \
    for (uint32_t x = 0; x < a->n; x++)                                                            \
        for (uint32_t y = 0; y < a->n; y++)                                                        \
            want.at[x][y] = (expression);                                                          \
    operation(&to, a, b);                                                                          \
    assert_same(&to, &want);                                                                       \
    cm_rel_copy(&to, a);                                                                           \
    operation(&to, &to, b);                                                                        \
    assert_same(&to, &want)
    POINTWISE(cm_rel_union, na->at[x][y] || nb->at[x][y]);
    POINTWISE(cm_rel_inter, na->at[x][y] && nb->at[x][y]);
    POINTWISE(cm_rel_diff, na->at[x][y] && !nb->at[x][y]);
#undef POINTWISE
    memset(&want, 0, sizeof want);
    want.n = a->n;
    for (uint32_t x = 0; x < a->n; x++)
        for (uint32_t y = 0; y < a->n; y++)
            for (uint32_t z = 0; z < a->n; z++)
                if (na->at[x][y] && nb->at[y][z])
                    want.at[x][z] = true;
    cm_rel_seq(&to, a, b);
    assert_same(&to, &want);
}

static void check_single(cm_arena *arena, cm_rel *a, const naive *na)
{
    static naive want;
    cm_rel to = cm_rel_new(arena, a->n);
    cm_set domain = cm_set_new(arena, a->n), range = cm_set_new(arena, a->n);
    want.n = a->n;
    for (uint32_t x = 0; x < a->n; x++)
        for (uint32_t y = 0; y < a->n; y++)
            want.at[x][y] = na->at[y][x];
    cm_rel_inverse(&to, a);
    assert_same(&to, &want);

    cm_rel_domain(&domain, a);
    cm_rel_range(&range, a);
    bool irreflexive = true;
    for (uint32_t x = 0; x < a->n; x++) {
        bool starts = false, ends = false;
        for (uint32_t y = 0; y < a->n; y++) {
            starts |= na->at[x][y];
            ends |= na->at[y][x];
        }
        assert_int_equal(cm_set_has(&domain, x), starts);
        assert_int_equal(cm_set_has(&range, x), ends);
        irreflexive &= !na->at[x][x];
    }
    assert_int_equal(cm_rel_irreflexive(a), irreflexive);
    assert_int_equal(cm_rel_empty(a), cm_set_empty(&domain));

    want = *na;
    naive_plus(&want);
    bool acyclic = true;
    for (uint32_t x = 0; x < a->n; x++)
        acyclic &= !want.at[x][x];
    assert_int_equal(cm_rel_acyclic(arena, a), acyclic);
    cm_rel_copy(&to, a);
    assert_true(cm_rel_equal(&to, a));
    cm_rel_plus(&to);
    assert_same(&to, &want);
}

TEST(rel_against_naive)
{
    static naive na, nb;
    static const unsigned densities[] = {0, 1, 2, 8, 40, 64};
    uint64_t seed = 20261121;
    for (size_t i = 0; i < sizeof event_counts / sizeof event_counts[0]; i++)
        for (size_t d = 0; d < sizeof densities / sizeof densities[0]; d++) {
            cm_arena_reset(arena, 0);
            cm_rel a = random_rel(arena, event_counts[i], densities[d], &seed, &na);
            cm_rel b = random_rel(arena, event_counts[i], 8, &seed, &nb);
            check_pairwise(arena, &a, &na, &b, &nb);
            check_single(arena, &a, &na);
        }
}

/* Random relations that only point upwards after a shuffle: acyclic; one pair
 * back makes the cycle. */
TEST(rel_acyclic_large)
{
    enum { N = 700 };
    static uint32_t place[N];
    uint64_t seed = 99;
    for (uint32_t i = 0; i < N; i++) {
        uint32_t k = (uint32_t)(random_next(&seed) % (i + 1));
        place[i] = place[k];
        place[k] = i;
    }
    cm_rel rel = cm_rel_new(arena, N);
    for (uint32_t i = 0; i + 1 < N; i++)
        cm_rel_add(&rel, place[i], place[i + 1]);
    assert_true(cm_rel_acyclic(arena, &rel));
    cm_rel_add(&rel, place[N - 1], place[0]);
    assert_false(cm_rel_acyclic(arena, &rel));
    cm_rel_remove(&rel, place[300], place[301]);
    assert_true(cm_rel_acyclic(arena, &rel));
    cm_rel_add(&rel, 5, 5);
    assert_false(cm_rel_acyclic(arena, &rel));
}

static void check_sets(cm_arena *arena, uint32_t n, uint64_t *seed)
{
    cm_set a = cm_set_new(arena, n), b = cm_set_new(arena, n), to = cm_set_new(arena, n);
    for (uint32_t i = 0; i < n; i++) {
        if (random_next(seed) % 3 == 0)
            cm_set_add(&a, i);
        if (random_next(seed) % 2 == 0)
            cm_set_add(&b, i);
    }
    cm_set all = cm_set_new(arena, n);
    cm_set_fill(&all);
    assert_int_equal(cm_set_count(&all), n);
    cm_rel cross = cm_rel_new(arena, n), identity = cm_rel_new(arena, n);
    cm_rel_cross(&cross, &a, &b);
    cm_rel_add_identity(&identity, &a);
    assert_int_equal(cm_rel_count(&cross), cm_set_count(&a) * cm_set_count(&b));
    assert_int_equal(cm_rel_count(&identity), cm_set_count(&a));
    uint32_t next = 0;
    CM_EACH(a.row, a.words, a.n, i)
    {
        while (next < i)
            assert_false(cm_set_has(&a, next++));
        assert_true(cm_set_has(&a, next++));
        assert_true(cm_rel_has(&identity, i, i));
    }
    for (uint32_t i = 0; i < n; i++) {
        bool in_a = cm_set_has(&a, i), in_b = cm_set_has(&b, i);
        cm_set_union(&to, &a, &b);
        assert_int_equal(cm_set_has(&to, i), in_a || in_b);
        cm_set_inter(&to, &a, &b);
        assert_int_equal(cm_set_has(&to, i), in_a && in_b);
        cm_set_diff(&to, &a, &b);
        assert_int_equal(cm_set_has(&to, i), in_a && !in_b);
        for (uint32_t k = 0; k < n; k++)
            assert_int_equal(cm_rel_has(&cross, i, k), in_a && cm_set_has(&b, k));
    }
    cm_set_copy(&to, &a);
    assert_true(cm_set_equal(&to, &a));
    if (n) {
        cm_set_remove(&to, n - 1);
        cm_set_add(&a, n - 1);
        assert_false(cm_set_equal(&to, &a));
    }
    cm_set_diff(&to, &to, &to);
    assert_true(cm_set_empty(&to));
}

TEST(sets_against_naive)
{
    uint64_t seed = 4;
    for (size_t i = 0; i < sizeof event_counts / sizeof event_counts[0]; i++)
        check_sets(arena, event_counts[i], &seed);
}
