/* What stdlib.cat gives to models that no installed model uses: its procedures,
 * each on executions that pass and that fail it. */
#include "cat_help.h"
#include "tests/unit/unit.h"

enum { EVENTS = 3 };

/* How many tests of the model does an execution of three events violate, with
 * these pairs in po and in loc (rows of "ij"), and R of the first two events? */
static int violated(const char *text, const char *po, const char *loc)
{
    cat c;
    cat_load(&c, text);
    cat_events(&c, EVENTS);
    for (uint32_t i = 0; i < 2; i++)
        cat_put(&c, "R", i);
    for (uint32_t i = 0; i < EVENTS; i++)
        cat_put(&c, "M", i);
    for (const char *p = po; *p; p += 2)
        cat_link(&c, "po", (uint32_t)(p[0] - '0'), (uint32_t)(p[1] - '0'));
    for (const char *p = loc; *p; p += 2)
        cat_link(&c, "loc", (uint32_t)(p[0] - '0'), (uint32_t)(p[1] - '0'));
    c.values = cm_eval(c.arena, c.model, &c.graph);
    int count = 0;
    for (int i = 0; i < c.model->constraint_count; i++)
        count += !cm_eval_constraint(c.arena, c.model, &c.graph, c.values, i);
    cat_end(&c);
    return count;
}

TEST(test_subseteq)
{
    assert_int_equal(violated("call subseteq(R, M)", "", ""), 0);
    assert_int_equal(violated("call subseteq(M, R)", "", ""), 1);
}

TEST(test_inclusion)
{
    assert_int_equal(violated("call inclusion(po, loc)", "01", "0112"), 0);
    assert_int_equal(violated("call inclusion(po, loc)", "0112", "01"), 1);
    assert_int_equal(violated("call inclusion(po, loc)", "01", "10"), 1);
}

/* Every two events of the set, in one direction or the other, an event with itself
 * too: the procedure asks for S * S, as in herd. */
TEST(test_total)
{
    assert_int_equal(violated("call total(po, R)", "000111", ""), 0);
    assert_int_equal(violated("call total(po, R)", "001011", ""), 0);
    assert_int_equal(violated("call total(po, R)", "0011", ""), 1);
    assert_int_equal(violated("call total(po, M)", "00011122", ""), 1);
}
