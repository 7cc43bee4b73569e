/* base/: arena, texts, diagnostics, reading files. */
#include "base/diag.h"
#include "base/text.h"
#include "tests/unit/random_help.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* ---- arena --------------------------------------------------------------- */

TEST(arena_alignment_and_zeros)
{
    size_t sum = 0;
    for (size_t size = 0; size < 300; size++) {
        unsigned char *block = cm_arena_alloc(arena, 3, size);
        assert_non_null(block);
        assert_int_equal((uintptr_t)block % 16, 0);
        for (size_t i = 0; i < 3 * size; i++)
            assert_int_equal(block[i], 0);
        memset(block, 0xff, 3 * size);
        sum += 3 * size;
    }
    assert_true(cm_arena_used(arena) >= sum);
}

TEST(arena_blocks_do_not_overlap)
{
    enum { BLOCKS = 500 };
    unsigned char *blocks[BLOCKS];
    size_t sizes[BLOCKS];
    uint64_t seed = 7;
    for (size_t i = 0; i < BLOCKS; i++) {
        /* mostly small, some bigger than any ordinary chunk */
        sizes[i] = random_next(&seed) % (i % 50 == 0 ? 3000000 : 2000);
        blocks[i] = cm_arena_alloc(arena, sizes[i], 1);
        memset(blocks[i], (int)(i % 251), sizes[i]);
    }
    for (size_t i = 0; i < BLOCKS; i++)
        for (size_t k = 0; k < sizes[i]; k += 97)
            assert_int_equal(blocks[i][k], i % 251);
}

TEST(arena_grow_keeps_old)
{
    int *old = CM_NEW_ARRAY(arena, 3, int);
    for (int i = 0; i < 3; i++)
        old[i] = i + 1;
    int *wide = cm_arena_grow(arena, old, 3, 6, sizeof *wide);
    assert_int_equal(old[2], 3);
    for (int i = 0; i < 6; i++)
        assert_int_equal(wide[i], i < 3 ? i + 1 : 0);
    int *narrow = cm_arena_grow(arena, wide, 6, 2, sizeof *narrow);
    assert_int_equal(narrow[1], 2);
    assert_non_null(cm_arena_grow(arena, NULL, 0, 0, sizeof *narrow));
}

TEST(arena_reserve)
{
    int *items = NULL, count = 0, capacity = 0;
    for (int i = 0; i < 1000; i++) {
        CM_RESERVE(arena, items, count, capacity);
        items[count++] = i;
    }
    for (int i = 0; i < 1000; i++)
        assert_int_equal(items[i], i);
}

typedef struct request {
    cm_arena *arena;
    size_t count, size;
    void *got;
} request;

static void do_request(void *argument)
{
    request *r = argument;
    r->got = cm_arena_alloc(r->arena, r->count, r->size);
}

static void do_escape(void *argument)
{
    cm_arena_escape(argument);
}

TEST(arena_limit)
{
    cm_arena *limited = cm_arena_new(1000);
    request fits = {limited, 10, 50, NULL}, not = {limited, 10, 60, NULL},
            rest = {limited, 400, 1, NULL};
    assert_true(cm_arena_protect(limited, do_request, &fits));
    assert_false(cm_arena_exhausted(limited));
    assert_false(cm_arena_protect(limited, do_request, &not ));
    assert_true(cm_arena_exhausted(limited));
    assert_true(cm_arena_protect(limited, do_request, &rest));
    cm_arena_reset(limited, 0);
    assert_false(cm_arena_exhausted(limited));
    assert_int_equal(cm_arena_used(limited), 0);
    assert_true(cm_arena_protect(limited, do_request, &not ));
    cm_arena_free(limited);
}

TEST(arena_overflow)
{
    request product = {arena, SIZE_MAX / 2, 3, NULL}, most = {arena, SIZE_MAX, 1, NULL};
    assert_false(cm_arena_protect(arena, do_request, &product));
    assert_true(cm_arena_exhausted(arena));
    assert_false(cm_arena_protect(arena, do_request, &most));
    assert_false(cm_arena_protect(arena, do_escape, arena));
    assert_false(cm_arena_exhausted(arena));
}

/* What was handed out before the mark stays as it is; after it all is forgotten, and zero when it
 * is handed out again. */
TEST(arena_rewinds)
{
    enum { ROUNDS = 50, BLOCKS = 60 };
    cm_arena *memory = cm_arena_new(0);
    for (int round = 0; round < ROUNDS; round++) {
        char *kept = cm_arena_alloc(memory, 40, 1);
        memset(kept, round + 1, 40);
        size_t used = cm_arena_used(memory);
        cm_arena_mark mark = cm_arena_here(memory);
        for (size_t i = 0; i < BLOCKS; i++) {
            size_t size = i % 7 == 6 ? 20000 * (i + 1) : 100 * (i + 1); /* also of their own */
            char *block = cm_arena_alloc(memory, size, 1);
            for (size_t k = 0; k < size; k++)
                assert_int_equal(block[k], 0);
            memset(block, 0xff, size);
        }
        cm_arena_rewind(memory, mark);
        assert_int_equal(cm_arena_used(memory), used);
        for (size_t k = 0; k < 40; k++)
            assert_int_equal(kept[k], round + 1);
    }
    cm_arena_free(memory);
    memory = cm_arena_new(0);
    cm_arena_mark empty = cm_arena_here(memory);
    cm_arena_alloc(memory, 10, 1);
    cm_arena_rewind(memory, empty);
    assert_int_equal(cm_arena_used(memory), 0);
    cm_arena_free(memory);
}

TEST(arena_reset_gives_zeros)
{
    for (int round = 0; round < 4; round++) {
        for (int i = 0; i < 200; i++) {
            unsigned char *block = cm_arena_alloc(arena, 1000, 1);
            for (int k = 0; k < 1000; k++)
                assert_int_equal(block[k], 0);
            memset(block, 0xa5, 1000);
        }
        cm_arena_reset(arena, 0);
    }
}

typedef struct nest {
    cm_arena *arena;
    bool inner_returned, after_inner;
} nest;

static void outer_work(void *argument)
{
    nest *n = argument;
    n->inner_returned = cm_arena_protect(n->arena, do_escape, n->arena);
    n->after_inner = true;
    cm_arena_escape(n->arena);
}

TEST(arena_protect_nests)
{
    nest n = {arena, true, false};
    assert_false(cm_arena_protect(n.arena, outer_work, &n));
    assert_false(n.inner_returned);
    assert_true(n.after_inner);
}

/* Fails for lack of memory, or for another reason; cleans up; passes it on. */
typedef struct passing {
    cm_arena *arena;
    size_t size; /* 0: the other reason */
} passing;

static void fail_inside(void *argument)
{
    const passing *p = argument;
    if (p->size)
        cm_arena_alloc(p->arena, p->size, 1);
    cm_arena_escape(p->arena);
}

static void clean_up(void *argument)
{
    const passing *p = argument;
    cm_arena_alloc(p->arena, 1, 1);
}

static void pass_on(void *argument)
{
    passing *p = argument;
    assert_false(cm_arena_protect(p->arena, fail_inside, p));
    assert_true(cm_arena_protect(p->arena, clean_up, p));
    cm_arena_escape(p->arena);
}

TEST(arena_passes_exhaustion_on)
{
    passing too_much = {arena, SIZE_MAX}, other = {arena, 0};
    assert_false(cm_arena_protect(too_much.arena, pass_on, &too_much));
    assert_true(cm_arena_exhausted(too_much.arena));
    /* What failed earlier is not blamed on lack of memory. */
    assert_false(cm_arena_protect(other.arena, pass_on, &other));
    assert_false(cm_arena_exhausted(other.arena));
}

TEST(arena_texts)
{
    assert_string_equal(cm_arena_text(arena, "abcdef", 3), "abc");
    assert_string_equal(cm_arena_text(arena, NULL, 0), "");
    assert_string_equal(cm_arena_printf(arena, "%d:%s", 12, "x"), "12:x");
    char *wide = cm_arena_printf(arena, "%5000d", 1);
    assert_int_equal(strlen(wide), 5000);
}

/* ---- text ------------------------------------------------------------------ */

TEST(text_grows)
{
    cm_text text = cm_text_new(arena);
    assert_string_equal(text.data, "");
    for (int i = 0; i < 1000; i++)
        cm_text_append(&text, "%03d,", i);
    assert_int_equal(text.length, 4000);
    assert_memory_equal(text.data + 4 * 577, "577,", 4);
    cm_text_cut(&text, 3);
    cm_text_append(&text, "%c", ','); /* of one character */
    assert_int_equal(text.length, 4);
    cm_text_add(&text, "abc");
    cm_text_add_char(&text, '-');
    cm_text_fill(&text, '=', 100);
    cm_text_add_bytes(&text, "xyz", 2);
    assert_int_equal(text.length, 110);
    assert_memory_equal(text.data, "000,abc-==", 10);
    assert_string_equal(text.data + 105, "===xy");
    char big[300];
    memset(big, 'q', sizeof big);
    big[sizeof big - 1] = '\0';
    cm_text_append(&text, "%s%s", big, big);
    assert_int_equal(text.length, 110 + 598);
    assert_int_equal(strlen(text.data), text.length);
}

/* ---- diagnostics ------------------------------------------------------------ */

static cm_source source_of(const char *text)
{
    return (cm_source){"t.litmus", text, strlen(text)};
}

static void assert_shown(cm_arena *arena, cm_place place, const char *expected)
{
    cm_diag diag = {CM_ERROR, place, "what, and what was expected"};
    assert_string_equal(cm_diag_format(arena, &diag, false), expected);
}

TEST(diag_positions)
{
    cm_source source = source_of("one\ntwo\n\nfour");
    static const struct {
        uint32_t offset;
        unsigned line, column;
    } cases[] = {{0, 1, 1}, {2, 1, 3}, {3, 1, 4},  {4, 2, 1},  {7, 2, 4},
                 {8, 3, 1}, {9, 4, 1}, {12, 4, 4}, {13, 4, 5}, {4000, 4, 5}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        unsigned line, column;
        cm_place_position((cm_place){&source, cases[i].offset, 1}, &line, &column);
        assert_int_equal(line, cases[i].line);
        assert_int_equal(column, cases[i].column);
    }
}

TEST(diag_carets)
{
    cm_source source = source_of("a\n\tLDR\tX0,[X1]\nx = \xc3\xa9\xc3\xa9 + y\nlast");
    assert_shown(arena, (cm_place){&source, 3, 3},
                 "t.litmus:2:2: error: what, and what was expected\n"
                 "\tLDR\tX0,[X1]\n"
                 "\t^~~\n");
    assert_shown(arena, (cm_place){&source, 7, 2},
                 "t.litmus:2:6: error: what, and what was expected\n"
                 "\tLDR\tX0,[X1]\n"
                 "\t   \t^~\n");
    /* columns count bytes, the caret counts characters */
    assert_shown(arena, (cm_place){&source, 25, 1},
                 "t.litmus:3:11: error: what, and what was expected\n"
                 "x = \xc3\xa9\xc3\xa9 + y\n"
                 "        ^\n");
    assert_shown(arena, (cm_place){&source, 19, 4},
                 "t.litmus:3:5: error: what, and what was expected\n"
                 "x = \xc3\xa9\xc3\xa9 + y\n"
                 "    ^~\n");
    assert_shown(arena, (cm_place){&source, 28, 400},
                 "t.litmus:4:1: error: what, and what was expected\n"
                 "last\n"
                 "^~~~\n");
    assert_shown(arena, (cm_place){&source, 32, 0},
                 "t.litmus:4:5: error: what, and what was expected\n"
                 "last\n"
                 "    ^\n");
}

TEST(diag_unsafe_bytes)
{
    cm_source source = {"bad\nname", "a\x1b[2J\xff\xc0\x80\0b\r\nnext", 17};
    assert_shown(arena, (cm_place){&source, 1, 1},
                 "bad?name:1:2: error: what, and what was expected\n"
                 "a?[2J????b\n"
                 " ^\n");
    assert_shown(arena, (cm_place){&source, 9, 1},
                 "bad?name:1:10: error: what, and what was expected\n"
                 "a?[2J????b\n"
                 "         ^\n");
    /* A surrogate, an overlong form, one past U+10FFFF: no characters (RFC 3629). */
    cm_source forms = source_of("\xed\xa0\x80|\xe0\x80\x80|\xf4\x90\x80\x80|\xed\x9f\xbf");
    assert_shown(arena, (cm_place){&forms, 0, 1},
                 "t.litmus:1:1: error: what, and what was expected\n"
                 "???|???|????|\xed\x9f\xbf\n"
                 "^\n");
    cm_source empty = source_of("");
    assert_shown(arena, (cm_place){&empty, 0, 0},
                 "t.litmus:1:1: error: what, and what was expected\n\n^\n");
}

TEST(diag_long_lines)
{
    enum { LENGTH = 100000 };
    char *text = cm_arena_alloc(arena, LENGTH, 1);
    for (int i = 0; i < LENGTH; i++)
        text[i] = (char)('a' + i % 26);
    cm_source source = {"long", text, LENGTH};
    cm_diag diag = {CM_WARNING, {&source, 50000, 3}, "m"};
    const char *shown = cm_diag_format(arena, &diag, false);
    assert_true(strlen(shown) < 600);
    /* the caret stands under the very byte */
    const char *line = strchr(shown, '\n') + 1;
    const char *below = strchr(line, '\n') + 1;
    size_t column = (size_t)(strchr(below, '^') - below);
    assert_int_equal(line[column], text[50000]);
    assert_memory_equal(line, "...", 3);
}

TEST(diag_without_place)
{
    cm_diag diag = {CM_NOTE, {NULL, 0, 0}, "m"};
    assert_string_equal(cm_diag_format(arena, &diag, false), "note: m\n");
    cm_source source = source_of("x");
    cm_diag colored = {CM_ERROR, {&source, 0, 1}, "m"};
    assert_string_equal(cm_diag_format(arena, &colored, true),
                        "\033[1mt.litmus:1:1: \033[1;31merror\033[0m: m\nx\n\033[1;31m^\033[0m\n");
}

TEST(diag_join)
{
    cm_source source = source_of("0123456789");
    cm_place a = {&source, 2, 3}, b = {&source, 7, 2}, none = {NULL, 0, 0};
    cm_place both = cm_place_join(b, a);
    assert_int_equal(both.offset, 2);
    assert_int_equal(both.length, 7);
    assert_int_equal(cm_place_join(none, a).offset, 2);
    assert_int_equal(cm_place_join(a, none).offset, 2);
}

static void fail_here(void *argument)
{
    cm_fail(argument, (cm_place){NULL, 0, 0}, "number %d", 5);
}

TEST(diag_counts_and_fail)
{
    cm_work work = cm_work_new(arena);
    for (int i = 0; i < 20; i++)
        cm_diag_add(&work, i % 2 ? CM_WARNING : CM_NOTE, (cm_place){NULL, 0, 0}, "n%d", i);
    assert_int_equal(work.diags.errors, 0);
    assert_false(cm_arena_protect(work.arena, fail_here, &work));
    assert_false(cm_arena_exhausted(work.arena));
    assert_int_equal(work.diags.errors, 1);
    assert_int_equal(work.diags.count, 21);
    assert_string_equal(work.diags.items[7].message, "n7");
    assert_string_equal(work.diags.items[20].message, "number 5");
}

TEST(source_reading)
{
    cm_work work = cm_work_new(arena);
    char path[64];
    snprintf(path, sizeof path, "test-base-%ld.tmp", (long)getpid());
    char bytes[40000];
    for (size_t i = 0; i < sizeof bytes; i++)
        bytes[i] = (char)(i % 256);
    static const size_t sizes[] = {0, 1, 16384, sizeof bytes};
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        unit_write(path, bytes, sizes[i]);
        cm_source *source = cm_source_read(&work, path);
        assert_non_null(source);
        assert_int_equal(source->length, sizes[i]);
        assert_memory_equal(source->text, bytes, sizes[i]);
        assert_int_equal(source->text[sizes[i]], 0);
    }
    /* more than 64 MiB, by a hole */
    assert_int_equal(truncate(path, (off_t)65 << 20), 0);
    assert_null(cm_source_read(&work, path));
    remove(path);
    assert_null(cm_source_read(&work, path));
    assert_null(cm_source_read(&work, "."));
    assert_int_equal(work.diags.errors, 3);
    assert_string_equal(cm_diag_format(arena, &work.diags.items[2], false),
                        ".: error: cannot read: Is a directory\n");
}
