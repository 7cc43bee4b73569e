/* docs/cat.md names every base set and relation and lists nothing else; `cmcm models --bases`
 * prints what they mean (tests/program/options.sh). */
#include "cat_help.h"
#include "tests/unit/doc_help.h"

/* The words in backquotes of a line are base names. */
static void expect_bases(cm_arena *arena, char *line)
{
    for (char *word = strchr(line, '`'); word; word = strchr(word, '`')) {
        char *end = strchr(++word, '`');
        assert_non_null(end);
        *end = '\0';
        if (!cm_base_find(arena, word))
            fail_msg("docs/cat.md lists `%s`, which is not a base name", word);
        word = end + 1;
    }
}

TEST(test_document)
{
    char *text = read_document(arena, "cat.md");
    char *section = strstr(text, "\n## Base names\n");
    assert_non_null(section);
    char *end = strstr(section + 1, "\n## ");
    assert_non_null(end);
    *end = '\0';
    int count;
    const cm_base *table = cm_base_table(arena, &count);
    for (int i = 0; i < count; i++)
        if (!strstr(section, cm_arena_printf(arena, "`%s`", table[i].name)))
            fail_msg("docs/cat.md lacks the base name `%s`", table[i].name);
    char *rest;
    for (char *line = strtok_r(section, "\n", &rest); line; line = strtok_r(NULL, "\n", &rest))
        if (line[0] == '-' || line[0] == '|')
            expect_bases(arena, line);
}

/* Names are found, once each, and nothing else is. */
TEST(test_table)
{
    int count;
    const cm_base *table = cm_base_table(arena, &count);
    for (int i = 0; i < count; i++) {
        const cm_base *found = cm_base_find(arena, table[i].name);
        assert_true(found && cm_base_same(found, &table[i]) && found->on == table[i].on);
        assert_string_equal(found->name, table[i].name);
        for (int k = 0; k < i; k++)
            assert_string_not_equal(table[k].name, table[i].name);
        assert_true(table[i].what[0] != '\0');
        assert_int_equal(table[i].is_set, table[i].kind < CM_BASE_ID);
    }
    assert_null(cm_base_find(arena, ""));
    assert_null(cm_base_find(arena, "r"));
    assert_null(cm_base_find(arena, "co"));
}
