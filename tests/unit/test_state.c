/* Final states: normal form, sets, order, printing, conditions, verdicts. */
#include "tests/unit/litmus_open.h"

static uint64_t address_of(const opened *o, const char *name)
{
    return o->test->locations[location_index(o->test, name)].address;
}

/* ---- faults ---------------------------------------------------------- */

/* Labels of one instruction by name; sets of faults in the order of their members, a set
 * before those that it begins, as OCaml's Set.compare has it and so herd. */
TEST(test_faults)
{
    static const char *const expected[] = {"~Fault(P1:M); ~Fault(P0);",
                                           "Fault(P0:{K,L},SupervisorCall); ~Fault(P1:M);",
                                           "Fault(P0:{K,L},SupervisorCall); "
                                           "Fault(P1,UndefinedInstruction); ~Fault(P1:M);",
                                           "Fault(P1,UndefinedInstruction); ~Fault(P1:M); "
                                           "~Fault(P0);"};
    opened o;
    open_good(&o, "AArch64 t\n{ }\n P0 | P1 ;\n L: | UDF #1 ;\n K: | M: NOP ;\n SVC #0 | UDF #2 ;\n"
                  "exists (~fault(P0) /\\ ~fault(P1:M) /\\ ~fault(P0))\n");
    cm_states *states = cm_states_new(o.arena, o.test);
    for (uint64_t i = 0; i < 4; i++)
        cm_states_add(o.arena, states, (uint64_t[]){i & 1, i >> 1});
    cm_states_finish(o.arena, states);
    assert_int_equal(states->value_count, 2);
    assert_int_equal(states->count, 4);
    for (size_t i = 0; i < 4; i++)
        assert_string_equal(cm_state_print(o.arena, o.test, states->values + 2 * i), expected[i]);
    close_test(&o);
}

/* ---- printing -------------------------------------------------------- */

TEST(test_print)
{
    opened o;
    open_good(&o, "AArch64 t\n{ int t[2]; uint8_t b; 0:X1=x; uint64_t 1:X3; x=y; }\n P0 | P1 ;\n"
                  " LDR X0,[X1] | LDR W2,[X9] ;\n"
                  "locations [x; t; b; 1:X2; 1:X3; 0:X0; t[1]; 0:X5;]\nexists (true)\n");
    /* 0:X0 0:X5 1:X2 1:X3 b t t[1] x */
    uint64_t values[] = {address_of(&o, "y"),
                         0,
                         0xffffffff,
                         UINT64_MAX,
                         0x1ff,
                         (uint64_t)-1,
                         2,
                         UINT64_C(0x100000003),
                         address_of(&o, "t") + 4};
    assert_int_equal(cm_state_width(o.test), 9);
    assert_int_equal(cm_state_offset(o.test, 6), 7);
    cm_states *states = cm_states_new(o.arena, o.test);
    cm_states_add(o.arena, states, values);
    cm_states_finish(o.arena, states);
    assert_string_equal(cm_state_print(o.arena, o.test, states->values),
                        "0:X0=y; 0:X5=0; 1:X2=-1; 1:X3=18446744073709551615; [b]=255; t={-1,2}; "
                        "t[1]=3; [x]=t[1];");
    close_test(&o);
}

TEST(test_values)
{
    opened o;
    open_good(&o, "AArch64 t\n{ int64_t t[2]; x=1; }\n P0 ;\n L: NOP ;\n ISB ;\n M: ;\n");
    const cm_test *t = o.test;
    uint64_t x = address_of(&o, "x"), array = address_of(&o, "t");
    assert_string_equal(cm_value_print(o.arena, t, (uint64_t)-5, 64, true), "-5");
    assert_string_equal(cm_value_print(o.arena, t, (uint64_t)-5, 64, false),
                        "18446744073709551611");
    assert_string_equal(cm_value_print(o.arena, t, 0xfffffffb, 32, true), "-5");
    assert_string_equal(cm_value_print(o.arena, t, 0xfffffffb, 32, false), "4294967291");
    assert_string_equal(cm_value_print(o.arena, t, 0x180, 8, true), "-128");
    assert_string_equal(cm_value_print(o.arena, t, 0x18000, 16, false), "32768");
    assert_string_equal(cm_value_print(o.arena, t, x, 64, true), "x");
    assert_string_equal(cm_value_print(o.arena, t, x + 4, 64, true), "x+4");
    assert_string_equal(cm_value_print(o.arena, t, array, 64, true), "t");
    assert_string_equal(cm_value_print(o.arena, t, array + 8, 64, true), "t[1]");
    assert_string_equal(cm_value_print(o.arena, t, array + 4, 64, true), "t+4");
    assert_string_equal(cm_value_print(o.arena, t, array + 16, 64, true), "t+16");
    assert_string_equal(cm_value_print(o.arena, t, CM_CODE_BASE, 64, true), "label:\"P0:L\"");
    assert_string_equal(cm_value_print(o.arena, t, CM_CODE_BASE + 4, 64, true), "label:\"P0:M\"");
    close_test(&o);
}

/* ---- sets ------------------------------------------------------------ */

/* Equal after cutting to width: one state. Sorted by value, numbers before names. */
TEST(test_set)
{
    opened o;
    open_good(&o, "AArch64 t\n{ 0:X1=z; z=y; a=1; }\n P0 ;\n LDR X0,[X1] ;\n"
                  "filter (b=1)\nexists (0:X0=1 /\\ a=1)\n");
    uint64_t y = address_of(&o, "y"), z = address_of(&o, "z"), low = UINT64_C(1) << 32;
    uint64_t rows[][3] = {{z, 5, 0},      {y, 5, 0},       {2, 1, 7},  {2, low + 1, 7},
                          {2, 1, 8},      {UINT64_MAX, 0}, {10, 0, 0}, {2, (uint64_t)-1, 0},
                          {z, 5, 2 + low}};
    cm_states *states = cm_states_new(o.arena, o.test);
    size_t last = 0;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        last = cm_states_add(o.arena, states, rows[i]);
    assert_int_equal(last, 7);
    assert_int_equal(states->count, 8);
    assert_int_equal(cm_states_add(o.arena, states, rows[0]), 0);
    cm_states_finish(o.arena, states);
    static const char *const expected[] = {"0:X0=-1; [a]=0;", "0:X0=2; [a]=-1;", "0:X0=2; [a]=1;",
                                           "0:X0=10; [a]=0;", "0:X0=y; [a]=5;",  "0:X0=z; [a]=5;"};
    assert_int_equal(states->count, 6);
    assert_int_equal(states->value_count, 2);
    for (size_t i = 0; i < 6; i++)
        assert_string_equal(cm_state_print(o.arena, o.test, states->values + 2 * i), expected[i]);
    close_test(&o);
}

TEST(test_counts)
{
    opened o;
    open_good(&o, "AArch64 t\n{ }\n P0 ;\n NOP ;\nfilter (b=1)\nexists (a=1)\n");
    uint64_t rows[][2] = {{3, 0}, {1, 0}, {3, 1}};
    cm_states *states = cm_states_new(o.arena, o.test);
    for (size_t i = 0; i < 3; i++)
        cm_states_add(o.arena, states, rows[i]);
    uint64_t counts[] = {10, 20, 30};
    states->counts = counts;
    cm_states_finish(o.arena, states);
    assert_int_equal(states->count, 2);
    assert_int_equal(states->counts[0], 20);
    assert_int_equal(states->counts[1], 40);
    close_test(&o);
}

TEST(test_nothing_shown)
{
    opened o;
    open_good(&o, "AArch64 t\n{ }\n P0 ;\n NOP ;\n");
    cm_states *states = cm_states_new(o.arena, o.test);
    uint64_t none = 0;
    assert_int_equal(cm_states_judge(states).holds, true); /* forall over no state */
    cm_states_add(o.arena, states, &none);
    cm_states_add(o.arena, states, &none);
    cm_states_finish(o.arena, states);
    assert_int_equal(states->count, 1);
    assert_string_equal(cm_state_print(o.arena, o.test, states->values), "");
    assert_true(cm_states_judge(states).holds);
    close_test(&o);
}

TEST(test_many)
{
    opened o;
    open_good(&o, "AArch64 t\n{ }\n P0 ;\n NOP ;\nexists (a=1 /\\ b=2)\n");
    cm_states *states = cm_states_new(o.arena, o.test);
    for (uint64_t i = 0; i < 20000; i++) {
        uint64_t values[2] = {i * 7919 % 10007, i % 3};
        cm_states_add(o.arena, states, values);
    }
    size_t count = states->count;
    assert_int_equal(count, 20000); /* 10007 and 3 have no common divisor */
    cm_states_finish(o.arena, states);
    assert_int_equal(states->count, count);
    for (size_t i = 1; i < count; i++) {
        const uint64_t *a = states->values + 2 * (i - 1), *b = a + 2;
        assert_true(a[0] < b[0] || (a[0] == b[0] && a[1] < b[1]));
    }
    close_test(&o);
}

/* ---- conditions ------------------------------------------------------ */

static void check_holds(const char *condition, uint64_t x0, uint64_t x, bool expected)
{
    char text[512];
    snprintf(text, sizeof text,
             "AArch64 t\n{ uint16_t h; 0:X1=x; }\n P0 ;\n LDR W0,[X1] ;\n"
             "locations [0:X0; x;]\nexists (%s)\n",
             condition);
    opened o;
    open_good(&o, text);
    uint64_t values[] = {x0, x};
    bool holds = cm_prop_holds(o.test, o.test->condition, values);
    if (holds != expected)
        fail_msg("%s with 0:X0=%llu x=%llu: %d", condition, (unsigned long long)x0,
                 (unsigned long long)x, holds);
    close_test(&o);
}

TEST(test_conditions)
{
    check_holds("0:X0=1", 1, 0, true);
    check_holds("0:X0=1", 2, 0, false);
    check_holds("0:X0!=1", 2, 0, true);
    check_holds("0:X0=-1", 0xffffffff, 0, true);
    check_holds("0:X0=0xffffffff", 0xffffffff, 0, true);
    check_holds("x=-1", 0, 0xffffffff, true);
    check_holds("x=-1", 0, 0x7fffffff, false);
    check_holds("0:X0=[x]", 5, 5, true);
    check_holds("0:X0=[x]", 5, 6, false);
    check_holds("0:X0=1 /\\ x=2", 1, 2, true);
    check_holds("0:X0=1 /\\ x=2", 1, 3, false);
    check_holds("0:X0=1 \\/ x=2", 0, 2, true);
    check_holds("not (0:X0=1 \\/ x=2)", 0, 2, false);
    check_holds("0:X0=1 => x=2", 0, 0, true);
    check_holds("0:X0=1 => x=2", 1, 0, false);
    /* by size: int32_t unless a type says otherwise */
    check_holds("0:X0<1", 0, 0, true);
    check_holds("0:X0<1", 1, 0, false);
    check_holds("0:X0<1", 0xffffffff, 0, true);
    check_holds("0:X0<=1", 1, 0, true);
    check_holds("0:X0<=1", 2, 0, false);
    check_holds("0:X0>-1", 0, 0, true);
    check_holds("0:X0>-1", 0xffffffff, 0, false);
    check_holds("0:X0>=-1", 0xffffffff, 0, true);
    check_holds("0:X0>=0", 0x80000000, 0, false);
    check_holds("0:X0<[x]", 5, 6, true);
    check_holds("0:X0<[x]", 6, 6, false);
    check_holds("0:X0<=[x]", 6, 6, true);
    check_holds("0:X0>[x]", 0, 0xfffffffe, true);
    check_holds("~(0:X0>=[x])", 5, 6, true);
    check_holds("2<0:X0", 3, 0, true);
    check_holds("2<3 /\\ 3>2 /\\ 2<=2 /\\ -1<0", 0, 0, true);
    /* an address is no number */
    check_holds("0:X0<x", 0, 0, false);
    check_holds("0:X0>x", 0, 0, false);
    check_holds("0:X0<=x \\/ 0:X0>=x", 0, 0, false);
    check_holds("true", 0, 0, true);
    check_holds("false", 0, 0, false);
}

static void check_verdict(const char *quantified, size_t count, bool holds, size_t satisfying,
                          const char *observation)
{
    char text[512];
    snprintf(text, sizeof text, "AArch64 t\n{ }\n P0 ;\n NOP ;\nlocations [x;]\n%s\n", quantified);
    opened o;
    open_good(&o, text);
    cm_states *states = cm_states_new(o.arena, o.test);
    for (uint64_t i = 0; i < count; i++)
        cm_states_add(o.arena, states, &i);
    cm_states_finish(o.arena, states);
    cm_verdict verdict = cm_states_judge(states);
    assert_int_equal(verdict.holds, holds);
    assert_int_equal(verdict.satisfying, satisfying);
    assert_int_equal(verdict.other, count - satisfying);
    assert_string_equal(cm_observation(verdict), observation);
    close_test(&o);
}

TEST(test_verdicts)
{
    check_verdict("exists (x=1)", 3, true, 1, "Sometimes");
    check_verdict("exists (x=9)", 3, false, 0, "Never");
    check_verdict("~exists (x=1)", 3, false, 1, "Sometimes");
    check_verdict("~exists (x=9)", 3, true, 0, "Never");
    check_verdict("forall (x=1)", 3, false, 1, "Sometimes");
    check_verdict("forall (x=0)", 1, true, 1, "Always");
    check_verdict("exists (x=0)", 0, false, 0, "Never");
    check_verdict("forall (x=0)", 0, true, 0, "Never");
}
