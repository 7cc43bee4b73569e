/* The table of base sets and relations, which `cmcm models --bases` prints. */
#include "cat_help.h"

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
