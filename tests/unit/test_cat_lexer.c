/* Tokens of cat files and their places. */
#include "model/cat_lexer.h"

#include "cat_help.h"
#include "tests/unit/unit.h"

/* The tokens of a text, as "kind:text" joined by blanks. */
static const char *lexed(cat *c, const char *text, size_t length)
{
    static const char *const kinds[] = {"end", "name", "key", "tag", "string", "sym"};
    cm_source *source = cm_arena_alloc(c->arena, 1, sizeof *source);
    *source = (cm_source){"test.cat", text, length};
    cm_cat_tokens tokens = cm_cat_lex(&c->work, cm_names_new(c->arena), source);
    const char *all = "";
    for (int i = 0; i < tokens.count; i++)
        all = cm_arena_printf(c->arena, "%s%s%s:%s", all, i ? " " : "", kinds[tokens.items[i].kind],
                              tokens.items[i].text);
    return all;
}

static const struct {
    const char *text, *tokens;
} good[] = {
    {"", "end:"},
    {" \t\r\n\f", "end:"},
    {"let po-loc", "key:let name:po-loc end:"},
    {"DMB.ISHLD same-cta x' _x a_b", "name:DMB.ISHLD name:same-cta name:x' name:_x name:a_b end:"},
    {"_ x", "sym:_ name:x end:"},
    {"rf^-1", "name:rf sym:^ sym:-1 end:"},
    {"(rf)^ -1", "sym:( name:rf sym:) sym:^ sym:-1 end:"},
    {"a|b||c", "name:a sym:| name:b sym:|| name:c end:"},
    {"a+b++c", "name:a sym:+ name:b sym:++ name:c end:"},
    {"a*b**c\xc3\x97"
     "d",
     "name:a sym:* name:b sym:** name:c sym:** name:d end:"},
    {"~a !a && 0", "sym:~ name:a sym:~ name:a sym:&& sym:0 end:"},
    {"x->y", "name:x sym:-> name:y end:"},
    {"'tag 'a.b ->", "tag:tag tag:a.b sym:-> end:"},
    {"\"a string\"\"\"", "string:a string string: end:"},
    {"\"two\nlines\"", "string:two\nlines end:"},
    {"a (* b (* c *) d *) e", "name:a name:e end:"},
    {"a (**) b (***) c", "name:a name:b name:c end:"},
    {"a // b\nc # d\n", "name:a name:c end:"},
    {"a \\ {b} [c] ; , ? =", "name:a sym:\\ sym:{ name:b sym:} sym:[ name:c sym:] sym:; sym:, "
                             "sym:? sym:= end:"},
    {"letter in instructions", "name:letter key:in key:instructions end:"},
    {"undefined_unless empty", "key:undefined_unless key:empty end:"},
    {"not subset assert", "name:not key:subset key:assert end:"},
};

TEST(test_tokens)
{
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        cat c;
        cat_start(&c);
        assert_string_equal(lexed(&c, good[i].text, strlen(good[i].text)), good[i].tokens);
        cat_end(&c);
    }
}

TEST(test_places)
{
    cat c;
    cat_start(&c);
    const char *text = "let x\n  = (* two\nlines *) 'tag\n";
    cm_source source = {"test.cat", text, strlen(text)};
    cm_cat_tokens tokens = cm_cat_lex(&c.work, cm_names_new(c.arena), &source);
    static const unsigned expected[][3] = {{1, 1, 3}, {1, 5, 1}, {2, 3, 1}, {3, 10, 4}, {4, 1, 0}};
    assert_int_equal(tokens.count, 5);
    for (int i = 0; i < 5; i++) {
        unsigned line, column;
        cm_place_position(tokens.items[i].place, &line, &column);
        assert_int_equal(line, expected[i][0]);
        assert_int_equal(column, expected[i][1]);
        assert_int_equal(tokens.items[i].place.length, expected[i][2]);
    }
    cat_end(&c);
}

/* Equal names are one pointer, whatever the number of names. */
TEST(test_names)
{
    cm_names *names = cm_names_new(arena);
    const char *first[9000];
    char text[20];
    for (int i = 0; i < 9000; i++)
        first[i] = cm_names_intern(names, text, (size_t)snprintf(text, sizeof text, "n%d", i));
    for (int i = 0; i < 9000; i++) {
        size_t length = (size_t)snprintf(text, sizeof text, "n%d", i);
        assert_string_equal(first[i], text);
        assert_ptr_equal(first[i], cm_names_intern(names, text, length));
    }
    assert_ptr_not_equal(first[0], first[1]);
}

static const struct {
    const char *text;
    size_t length;
    const char *message;
} bad[] = {
    {"a $", 3, "1:3: `$` is not part of the cat language"},
    {"a\n 7", 4, "2:2: `7` is not part of the cat language"},
    {"a\0b", 3, "1:2: byte 0x00 is not part of the cat language"},
    {"\xff", 1, "1:1: byte 0xff is not part of the cat language"},
    {"\xc3", 1, "1:1: byte 0xc3 is not part of the cat language"},
    {"'", 1, "1:1: `'` is not part of the cat language"},
    {"a (* b", 6, "1:3: the comment that starts here does not end, expected `*)`"},
    {"(*)", 3, "1:1: the comment that starts here does not end, expected `*)`"},
    {"a \"b", 4, "1:3: the string that starts here does not end, expected `\"`"},
    {"-", 1, "1:1: `-` is not part of the cat language"},
    {"a /", 3, "1:3: `/` is not part of the cat language"},
};

typedef struct attempt {
    cat *c;
    const char *text;
    size_t length;
} attempt;

static void try_lex(void *argument)
{
    attempt *a = argument;
    (void)lexed(a->c, a->text, a->length);
}

TEST(test_errors)
{
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        cat c;
        cat_start(&c);
        attempt a = {&c, bad[i].text, bad[i].length};
        assert_false(cm_arena_protect(c.arena, try_lex, &a));
        assert_string_equal(cat_messages(&c), bad[i].message);
        cat_end(&c);
    }
}
