/* docs/cat.md has every base name: relations, and sets that are not of one instruction set, with
 * what they mean, which `cmcm models --bases` prints of all (tests/program/options.sh). */
#include "cat_help.h"
#include "tests/unit/doc_help.h"

/* The row of a base name; a bar inside a cell is escaped. */
static const char *row_of(cm_arena *arena, const cm_base *base)
{
    cm_text row;
    cm_text_init(&row, arena);
    cm_text_append(&row, "\n| `%s` | %s | ", base->name, base->is_set ? "set" : "relation");
    for (const char *c = base->what; *c; c++)
        cm_text_append(&row, "%s%c", *c == '|' ? "\\" : "", *c);
    cm_text_add(&row, " |\n");
    return row.data;
}

TEST(test_document)
{
    char *text = read_document(arena, "cat.md");
    char *section = strstr(text, "\n## Base names\n");
    assert_non_null(section);
    char *end = strstr(section + 1, "\n## ");
    assert_non_null(end);
    *end = '\0';
    int count, rows = 0;
    const cm_base *table = cm_base_table(arena, &count);
    int listed = 0;
    for (int i = 0; i < count; i++) {
        if (table[i].kind == CM_BASE_TAG || table[i].kind == CM_BASE_THREADS) {
            if (!strstr(section, cm_arena_printf(arena, "`%s`", table[i].name)))
                fail_msg("docs/cat.md lacks the set `%s`", table[i].name);
            continue;
        }
        listed++;
        if (!strstr(section, row_of(arena, &table[i])))
            fail_msg("docs/cat.md lacks the row%s", row_of(arena, &table[i]));
    }
    for (const char *row = section; (row = strstr(row, "\n| `")); row++)
        rows++;
    assert_int_equal(rows, listed);
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
