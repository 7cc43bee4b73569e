/* The lexer of litmus files: tokens, comments, numbers, and its errors. */
#include "litmus/lexer.h"
#include "tests/unit/unit.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

typedef struct fixture {
    cm_arena *arena;
    cm_work work;
    cm_source source;
    bool slash;
    char out[1024];
} fixture;

static void open_fixture(fixture *f, const char *text, size_t length, bool slash)
{
    memset(f, 0, sizeof *f);
    f->arena = cm_arena_new(0);
    f->work = cm_work_new(f->arena);
    f->source = (cm_source){"t", text, length};
    f->slash = slash;
}

static char kind_letter(cm_token_kind kind)
{
    return "ENDSP"[kind == CM_TOKEN_END      ? 0
                   : kind == CM_TOKEN_NAME   ? 1
                   : kind == CM_TOKEN_NUMBER ? 2
                   : kind == CM_TOKEN_STRING ? 3
                                             : 4];
}

/* All tokens as "N:name D:12 P:, S:text". */
static void write_tokens(void *argument)
{
    fixture *f = argument;
    cm_lexer lex = cm_lexer_over(&f->work, &f->source, 0, (uint32_t)f->source.length, f->slash);
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        size_t used = strlen(f->out);
        snprintf(f->out + used, sizeof f->out - used, "%s%c:%.*s", used ? " " : "",
                 kind_letter(lex.token.kind), (int)lex.token.length, lex.token.text);
    }
}

static void check_tokens(const char *text, bool slash, const char *expected)
{
    fixture f;
    open_fixture(&f, text, strlen(text), slash);
    assert_true(cm_arena_protect(f.arena, write_tokens, &f));
    assert_string_equal(f.out, expected);
    cm_arena_free(f.arena);
}

static void check_error(const char *text, size_t length, const char *expected)
{
    fixture f;
    open_fixture(&f, text, length, false);
    assert_false(cm_arena_protect(f.arena, write_tokens, &f));
    assert_int_equal(f.work.diags.count, 1);
    unsigned line, column;
    cm_place_position(f.work.diags.items[0].place, &line, &column);
    char message[512];
    snprintf(message, sizeof message, "%u:%u: %s", line, column, f.work.diags.items[0].message);
    assert_string_equal(message, expected);
    cm_arena_free(f.arena);
}

TEST(test_tokens)
{
    check_tokens("", false, "");
    check_tokens(" \t\r\n", false, "");
    check_tokens("LDR W0,[X1,#-4]", false, "N:LDR N:W0 P:, P:[ N:X1 P:, P:# P:- D:4 P:]");
    check_tokens("ld.acquire.sys.u32 %r0, [x];", true,
                 "N:ld.acquire.sys.u32 N:%r0 P:, P:[ N:x P:] P:;");
    check_tokens("@!p bra $L1", true, "P:@ P:! N:p N:bra P:$ N:L1");
    check_tokens("0:X1==0x1F /\\ ~x!=2 \\/ a<=b", false,
                 "D:0 P:: N:X1 P:== D:0x1F P:/\\ P:~ N:x P:!= D:2 P:\\/ N:a P:<= N:b");
    check_tokens("\"two\nlines\" movl $1,(%rax)", false,
                 "S:two\nlines N:movl P:$ D:1 P:, P:( N:%rax P:)");
    check_tokens("=>", false, "P:= P:>");
}

TEST(test_comments)
{
    check_tokens("a(*b*)c", false, "N:a N:c");
    check_tokens("a (* b (* c *) d *) e", false, "N:a N:e");
    check_tokens("(***) a (**)", false, "N:a");
    check_tokens("a // b\nc", true, "N:a N:c");
    check_tokens("a // b", true, "N:a");
    check_tokens("a /b", false, "N:a P:/ N:b");
}

TEST(test_errors)
{
    check_error("a\n (* b (* c *)", 15, "2:2: the comment is not closed, expected `*)`");
    check_error("a \"b", 4, "1:3: the string is not closed, expected `\"`");
    check_error("12ab", 4,
                "1:1: the number is malformed, expected decimal or 0x and hexadecimal digits");
    check_error("0x", 2,
                "1:1: the number is malformed, expected decimal or 0x and hexadecimal digits");
    check_error("0xfg", 4,
                "1:1: the number is malformed, expected decimal or 0x and hexadecimal digits");
    check_error("18446744073709551616", 20,
                "1:1: the number is too large, expected at most 64 bits");
    check_error("0x10000000000000000", 19,
                "1:1: the number is too large, expected at most 64 bits");
    check_error("a ?", 3,
                "1:3: the character `?` begins nothing here, expected a name, number or sign");
    check_error("a\0b", 3, "1:2: byte 0x00 is not text, expected text");
    check_error("\xff", 1, "1:1: byte 0xff is not text, expected text");
}

/* ---- helpers for parsers --------------------------------------------- */

typedef struct integer_case {
    fixture f;
    uint64_t value;
} integer_case;

static void read_integer(void *argument)
{
    integer_case *c = argument;
    cm_lexer lex = cm_lexer_over(&c->f.work, &c->f.source, 0, (uint32_t)c->f.source.length, false);
    c->value = cm_lexer_integer(&lex, "a number");
}

TEST(test_integers)
{
    static const struct {
        const char *text;
        bool good;
        uint64_t value;
    } rows[] = {{"0", true, 0},
                {"-1", true, UINT64_MAX},
                {"+7", true, 7},
                {"18446744073709551615", true, UINT64_MAX},
                {"-9223372036854775808", true, UINT64_C(1) << 63},
                {"-0x10", true, (uint64_t)-16},
                {"-9223372036854775809", false, 0},
                {"- x", false, 0},
                {"x", false, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        integer_case c;
        open_fixture(&c.f, rows[i].text, strlen(rows[i].text), false);
        assert_int_equal(cm_arena_protect(c.f.arena, read_integer, &c), rows[i].good);
        if (rows[i].good)
            assert_int_equal(c.value, rows[i].value);
        cm_arena_free(c.f.arena);
    }
}

static void walk_names(void *argument)
{
    fixture *f = argument;
    cm_lexer lex = cm_lexer_over(&f->work, &f->source, 4, 12, false);
    assert_true(cm_lexer_is(&lex, "dmb"));
    assert_false(cm_lexer_is(&lex, "dm"));
    assert_false(cm_lexer_is(&lex, "dmbs"));
    assert_string_equal(cm_lexer_name(&lex, "a name"), "DMB");
    assert_false(cm_lexer_accept(&lex, ","));
    assert_true(cm_lexer_accept(&lex, "SY"));
    assert_string_equal(cm_lexer_describe(&lex), "`|`");
    cm_lexer_expect(&lex, "|");
    assert_true(cm_lexer_at_end(&lex));
    assert_string_equal(cm_lexer_describe(&lex), "the end of the line");
    cm_lexer_expect(&lex, "]");
}

/* A lexer over a part of a source ends where the part ends. */
TEST(test_part)
{
    fixture f;
    const char *text = "ISB;DMB SY |NOP";
    open_fixture(&f, text, strlen(text), false);
    assert_false(cm_arena_protect(f.arena, walk_names, &f));
    assert_string_equal(f.work.diags.items[0].message, "expected `]`, found the end of the line");
    cm_arena_free(f.arena);
}
