/* What is said of a test that ran, by what a model allows. */
#include "tests/unit/conform_help.h"

/* ---- verdicts -------------------------------------------------------- */

static cm_verdict_kind judged(const cm_conform_allowed *allowed, const cm_record_state *states,
                              size_t count, cm_quantifier quantifier)
{
    cm_arena *arena = cm_arena_new(0);
    const cm_conform_seen *seen = cm_conform_look_up(arena, allowed, quantifier, states, count);
    cm_verdict_kind kind = cm_conform_verdict(allowed, quantifier, seen, count);
    cm_arena_free(arena);
    return kind;
}

static cm_verdict_kind verdict(const cm_conform_allowed *allowed, const char *seen,
                               cm_quantifier quantifier)
{
    const cm_record_state states[] = {{BOTH_0, 5, false},
                                      {seen, seen ? 1 : 0, seen && strcmp(seen, WEAK) == 0}};
    return judged(allowed, states, seen ? 2 : 1, quantifier);
}

TEST(exists)
{
    cm_conform_allowed forbidden = weak_forbidden();
    assert_int_equal(verdict(&weak_allowed, WEAK, CM_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&weak_allowed, LATE, CM_EXISTS), CM_VERDICT_ALLOWED_NOT_SEEN);
    assert_int_equal(verdict(&forbidden, LATE, CM_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&forbidden, WEAK, CM_EXISTS), CM_VERDICT_FORBIDDEN_SEEN);
}

/* ~exists asks about the same states as exists. */
TEST(not_exists)
{
    cm_conform_allowed forbidden = weak_forbidden();
    assert_int_equal(verdict(&weak_allowed, WEAK, CM_NOT_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&weak_allowed, NULL, CM_NOT_EXISTS), CM_VERDICT_ALLOWED_NOT_SEEN);
    assert_int_equal(verdict(&forbidden, WEAK, CM_NOT_EXISTS), CM_VERDICT_FORBIDDEN_SEEN);
}

/* forall P asks about states without P: here all but WEAK. */
TEST(forall)
{
    const cm_record_state weak_only[] = {{WEAK, 7, true}};
    cm_conform_allowed only = weak_allowed;
    only.states = all_four + 2;
    only.count = 1;
    assert_int_equal(judged(&weak_allowed, weak_only, 1, CM_FORALL), CM_VERDICT_ALLOWED_NOT_SEEN);
    assert_int_equal(verdict(&weak_allowed, WEAK, CM_FORALL), CM_VERDICT_OK);
    assert_int_equal(judged(&only, weak_only, 1, CM_FORALL), CM_VERDICT_OK);
    assert_int_equal(verdict(&only, WEAK, CM_FORALL), CM_VERDICT_FORBIDDEN_SEEN);
    assert_true(cm_conform_asks(CM_FORALL, false));
    assert_false(cm_conform_asks(CM_FORALL, true));
    assert_true(cm_conform_asks(CM_NOT_EXISTS, true));
}

/* An answer that may lack states forbids nothing; and nothing seen is no evidence. */
TEST(uncertain)
{
    cm_conform_allowed part = weak_forbidden();
    part.complete = false;
    assert_int_equal(verdict(&part, WEAK, CM_EXISTS), CM_VERDICT_UNJUDGED);
    assert_int_equal(verdict(&part, LATE, CM_EXISTS), CM_VERDICT_UNJUDGED);
    part = weak_allowed;
    part.complete = false;
    assert_int_equal(verdict(&part, WEAK, CM_EXISTS), CM_VERDICT_OK);
    assert_int_equal(verdict(&part, LATE, CM_EXISTS), CM_VERDICT_ALLOWED_NOT_SEEN);
    const cm_record_state zero[] = {{WEAK, 0, true}};
    assert_int_equal(judged(&weak_allowed, zero, 1, CM_EXISTS), CM_VERDICT_UNJUDGED);
    assert_int_equal(judged(&weak_allowed, NULL, 0, CM_EXISTS), CM_VERDICT_UNJUDGED);
    cm_conform_allowed forbidden = weak_forbidden();
    assert_int_equal(judged(&forbidden, zero, 1, CM_EXISTS), CM_VERDICT_UNJUDGED);
}

/* As the allowed states, written in another way; and a text that is no state. */
TEST(looked_up)
{
    cm_conform_allowed allowed = weak_forbidden();
    const cm_record_state states[] = {{" 1:r1=0x1;1:r0=0", 3, false},
                                      {"1:r0=0; 1:r1=11;", 2, true},
                                      {"1:r0=0; 1:r1=1; 1:r1=1;", 0, true},
                                      {"1:r0=0; 1:r1=1; y", 1, true}};
    const cm_conform_seen *seen = cm_conform_look_up(arena, &allowed, CM_FORALL, states, 4);
    static const cm_conform_class classes[] = {CM_CONFORM_ALLOWED, CM_CONFORM_FORBIDDEN,
                                               CM_CONFORM_FORBIDDEN, CM_CONFORM_UNDECIDED};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(seen[i].class, classes[i]);
        assert_true(seen[i].count == states[i].count);
        assert_int_equal(seen[i].asked, i == 0);
    }
    assert_int_equal(cm_conform_verdict(&allowed, CM_FORALL, seen, 4), CM_VERDICT_FORBIDDEN_SEEN);
    assert_int_equal(cm_conform_verdict(&allowed, CM_FORALL, seen + 2, 2), CM_VERDICT_UNJUDGED);
    assert_int_equal(cm_conform_verdict(&allowed, CM_FORALL, seen, 1), CM_VERDICT_OK);
}

/* 3/n; the exact bound 1 - 0.05^(1/n) is 0.0295 for n = 100. */
TEST(rule_of_three)
{
    assert_true(cm_conform_bound(0) == 1 && cm_conform_bound(2) == 1);
    assert_true(cm_conform_bound(3) == 1);
    assert_float_equal(cm_conform_bound(100), 0.03, 1e-12);
    assert_float_equal(cm_conform_bound(3000000), 1e-6, 1e-18);
}
