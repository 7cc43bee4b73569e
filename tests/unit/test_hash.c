/* base/hash.h and base/clock.h. */
#include "base/clock.h"
#include "base/hash.h"
#include "tests/unit/unit.h"

#include <stdlib.h>
#include <string.h>

/* From the authors' list of test vectors, FNV-1a, 64 bits
 * (http://www.isthe.com/chongo/src/fnv/test_fnv.c). */
TEST(published_values)
{
    assert_true(cm_hash_text("") == UINT64_C(0xcbf29ce484222325));
    assert_true(cm_hash_text("a") == UINT64_C(0xaf63dc4c8601ec8c));
    assert_true(cm_hash_text("foobar") == UINT64_C(0x85944171f73967e8));
    assert_true(cm_hash_bytes(cm_hash_text("foo"), "bar\xff", 3) == cm_hash_text("foobar"));
}

/* Numbers 0..COUNT-1, with hashes that many of them share. */
static uint64_t hash_of(size_t item)
{
    return item % 7 == 0 ? 3 : cm_hash_word(CM_HASH_EMPTY, item / 2);
}

TEST(index_finds_all)
{
    enum { COUNT = 3000 };
    cm_index index = {0};
    assert_true(cm_index_first(&index, 3) == CM_INDEX_NONE);
    for (size_t i = 0; i < COUNT; i++)
        cm_index_add(arena, &index, hash_of(i), i);
    for (size_t i = 0; i < COUNT; i++) {
        size_t found = 0, others = 0;
        uint64_t hash = hash_of(i);
        for (size_t at = cm_index_first(&index, hash); at != CM_INDEX_NONE;
             at = cm_index_next(&index, hash)) {
            found += at == i;
            others += hash_of(at) != hash;
        }
        assert_int_equal(found, 1);
        assert_int_equal(others, 0);
    }
    assert_true(cm_index_first(&index, cm_hash_word(CM_HASH_EMPTY, COUNT)) == CM_INDEX_NONE);
}

TEST(clock_runs_forward)
{
    double before = cm_clock_seconds();
    struct timespec later = cm_clock_after(1999999999);
    double ahead = (double)later.tv_sec + (double)later.tv_nsec * 1e-9 - before;
    assert_true(later.tv_nsec < 1000000000);
    assert_true(ahead > 1.9 && ahead < 60);
    assert_true(cm_clock_seconds() >= before);
}
