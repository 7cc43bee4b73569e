/* Counting states: many of them, so that places collide and the table grows. */
#include "tests/unit/litmus_open.h"

#include "hwrun/run/tally.h"

enum { STATES = 5000 };

TEST(counts_of_many_states)
{
    opened o;
    open_text(&o, "AArch64 t\n{ int64_t x=0; int64_t y=0; }\n P0 ;\n NOP ;\n"
                  "locations [x; y;]\nforall (true)\n");
    assert_non_null(o.test);
    cm_tally tally;
    assert_true(cm_tally_init(&tally, 2));
    /* Each state twice, in another order, with counts that tell the states apart. */
    for (uint64_t i = 0; i < STATES; i++)
        assert_true(cm_tally_add(&tally, (uint64_t[]){i, i * 3}, i + 1));
    for (uint64_t i = STATES; i-- > 0;)
        assert_true(cm_tally_add(&tally, (uint64_t[]){i, i * 3}, 1));
    cm_states *states = cm_tally_states(o.arena, o.test);
    assert_int_equal(cm_tally_pour(&tally, o.arena, states), 0);
    cm_states_finish(o.arena, states);
    assert_int_equal(states->count, STATES);
    for (uint64_t i = 0; i < STATES; i++) {
        assert_int_equal(states->values[2 * i], i);
        assert_int_equal(states->values[2 * i + 1], i * 3);
        assert_int_equal(states->counts[i], i + 2);
    }
    cm_tally_free(&tally);
    cm_arena_free(o.arena);
}
