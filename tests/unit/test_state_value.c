/* States by themselves: the reader, the printer, order, equality, hash, sets. */
#include "litmus/state_value.h"

#include "tests/unit/litmus_open.h"

#include <stdlib.h>

static const cm_state *read_good(cm_arena *arena, const char *text)
{
    const char *why = NULL;
    const cm_state *state = cm_state_read(arena, text, strlen(text), &why);
    if (!state)
        fail_msg("%s: %s", text, why);
    return state;
}

/* ---- rows ------------------------------------------------------------ */

TEST(reading)
{
    static const struct {
        const char *text, *expected;
    } rows[] = {
        {"", ""},
        {"  ", ""},
        {"x=1;", "[x]=1;"},
        {"x=1", "[x]=1;"},
        {"[x]=1;", "[x]=1;"},
        {"[ x ] = 1", "[x]=1;"},
        {"[x1]=1; [x]=2; w=3;", "[w]=3; [x]=2; [x1]=1;"},
        {" 1:r0 = 5 ; 0:r1=-3; ", "0:r1=-3; 1:r0=5;"},
        {"t[10]=0x10; t[9]=2; a={0x1,0xff};", "a={1,255}; t[9]=2; t[10]=16;"},
        {"t[0]=1; t={1, 2}; p=x;", "[p]=x; t={1,2}; t[0]=1;"},
        {"[t[1]]=1; e={}; [a]={1}", "a={1}; e={}; t[1]=1;"},
        {"0:X10=1; 0:X9=2;", "0:X9=2; 0:X10=1;"},
        {"0:EDX=1; 0:EBX=2; 0:R8=1; 0:EAX=1;", "0:EDX=1; 0:EBX=2; 0:EAX=1; 0:R8=1;"},
        {"10:X1=1; 9:X1=2;", "9:X1=2; 10:X1=1;"},
        {"0:V0={1,0xffffffff}; 0:%p1=0", "0:%p1=0; 0:V0={1,-1};"},
        /* numbers: those of up to 32 bits show a sign in hexadecimal, others in 64 */
        {"0:X1=0xfffffffe; 0:X2=0x100000000;", "0:X1=-2; 0:X2=4294967296;"},
        {"0:X1=0xffffffffffffffff;", "0:X1=-1;"},
        {"a=0x80000000; b=0x7fffffff; c=0x8000000000000000",
         "[a]=-2147483648; [b]=2147483647; [c]=-9223372036854775808;"},
        {"a=-0x3; b=-0; c=007; d=-0x80000000", "[a]=-3; [b]=0; [c]=7; [d]=2147483648;"},
        {"a=18446744073709551615; b=-18446744073709551615",
         "[a]=18446744073709551615; [b]=-18446744073709551615;"},
        {"a=18446744073709551616; b=0x10000000000000000",
         "[a]=18446744073709551616; [b]=0x10000000000000000;"},
        /* names */
        {"0:X1=x0x1; 0:X2=label:\"P0:L0\";", "0:X1=x0x1; 0:X2=label:\"P0:L0\";"},
        {"a=x+0x8; b=instr:\"ADD W0,W0,#0x1\"; c=x:red", "[a]=x+8; "
                                                         "[b]=instr:\"ADD W0,W0,#0x1\"; "
                                                         "[c]=x:red;"},
        {"[PTE(x)]=(oa:PA(x), af:0);", "[PTE(x)]=(oa:PA(x), af:0);"},
        {"s={{1,2},{3}}; l={1,}; n={a(1,2)}", "[l]={1,}; [n]={a(1,2)}; [s]={{1,2},{3}};"},
        {"z=1; Fault(P0:L0,x,MMU:Translation); y=2;",
         "[y]=2; [z]=1; Fault(P0:L0,x,MMU:Translation);"},
        {"~fault(P0,x); 0:X0=1", "0:X0=1; ~fault(P0,x);"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *text = cm_state_text(arena, read_good(arena, rows[i].text));
        assert_string_equal(text, rows[i].expected);
        assert_string_equal(cm_state_text(arena, read_good(arena, text)), text);
    }
}

TEST(bad)
{
    static const char *const rows[] = {
        "x",
        "x=",
        "=1;",
        ";",
        "x=1;;",
        "1X0=1;",
        "1:=1;",
        "x= ;",
        "x=1; y",
        "x=1; ; y=2",
        "[]=1",
        "[ ]=1;",
        "9999999999:X1=1",
        ":X1=1; x",
        "1:X0=0 1:X2",
        "1:X0=0 1:X2=1",
        "1:X0=0\t1:X2=1;",
        "x=1 y=2; z=3",
        "a=x+0x8 b=1",
        "t={1,2} x=1",
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *why = NULL;
        if (cm_state_read(arena, rows[i], strlen(rows[i]), &why))
            fail_msg("%s: it is no state", rows[i]);
        assert_non_null(strstr(why, "expected"));
    }
    const char *why = NULL;
    assert_null(cm_state_read(arena, "x=1\0;", 5, &why));
}

TEST(equal_states)
{
    static const struct {
        const char *a, *b;
        bool equal;
    } rows[] = {
        {"[x]=1; 0:r0=2;", "0:r0=2; x=1", true},
        {"0:EAX=1; 0:EBX=2;", "0:EBX=2; 0:EAX=1;", true},
        {"t[0]=1;", "t[0]=1", true},
        {"x=0xffffffff", "[x]=-1;", true},
        {"", " ", true},
        {"t={1,2}", "t={1, 2};", true},
        {"[x]=1;", "[x]=11;", false},
        {"[x]=1;", "[x]=-1;", false},
        {"[x]=1;", "[x]=1; [y]=1;", false},
        {"[x]=1;", "", false},
        {"t[0]=1;", "t0=1;", false},
        {"t={1}", "t=1", false},
        {"t={1,2}", "t={1}", false},
        {"x=1", "0:x=1", false},
        {"0:x=1", "1:x=1", false},
        {"x=y", "x=z", false},
        {"x=18446744073709551615", "x=-1", false},
        {"Fault(P0,x);", "~Fault(P0,x);", false},
        {"0:r0=1; 0:r0=1;", "0:r0=1;", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const cm_state *a = read_good(arena, rows[i].a), *b = read_good(arena, rows[i].b);
        if (cm_state_equal(a, b) != rows[i].equal || cm_state_equal(b, a) != rows[i].equal)
            fail_msg("%s and %s", rows[i].a, rows[i].b);
    }
}

TEST(order)
{
    static const char *const rows[] = {
        "",
        "0:X1=-10; x=0",
        "0:X1=-1; x=0",
        "0:X1=9; x=0",
        "0:X1=9; x=1",
        "0:X1=10",
        "0:X1=y",
        "0:X2=0",
        "0:X10=0",
        "1:X0=0",
        "t=1",
        "t=9",
        "t={1}",
        "t={1,2}",
        "t={2}",
        "t[0]=0",
        "t[9]=0",
        "t[10]=0",
        "t1=0",
        "x=-5",
        "x=0x10",
        "x=18446744073709551615",
        "x=label:L2",
        "x=label:L10",
        "y=0",
        "Fault(P0,x);",
    };
    size_t count = sizeof rows / sizeof *rows;
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            int found = cm_state_compare(read_good(arena, rows[i]), read_good(arena, rows[k]));
            if ((found > 0) - (found < 0) != (i > k) - (i < k))
                fail_msg("%s and %s", rows[i], rows[k]);
        }
}

/* ---- of a test -------------------------------------------------------- */

/* What a test's state is printed as, reads as the same state. */
TEST(of_a_test)
{
    opened o;
    open_text(&o, "AArch64 t\n{ int t[2]; uint64_t u; uint8_t b; 0:X1=x; x=y; }\n P0 | P1 ;\n"
                  " LDR X0,[X1] | LDR W2,[X9] ;\n L: NOP | NOP ;\n"
                  "locations [x; t; b; u; 1:X2; 0:X0; t[1]; 0:X5;]\nexists (true)\n");
    assert_non_null(o.test);
    uint64_t addresses[] = {o.test->locations[0].address, o.test->locations[1].address + 4,
                            CM_CODE_BASE + 4};
    for (uint64_t random = 1, round = 0; round < 500; round++) {
        uint64_t values[16];
        for (int i = 0; i < cm_state_width(o.test); i++) {
            random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
            uint64_t kind = random >> 61, small = random >> 40;
            values[i] = kind < 3    ? addresses[kind]
                        : kind == 3 ? (uint64_t)0 - (small & 3)
                        : kind == 4 ? UINT64_MAX >> (small & 63)
                                    : small & 7;
            values[i] = cm_state_normal(o.test, i < 5 ? i : i - 1, values[i]);
        }
        const cm_state *made = cm_state_of(o.arena, o.test, values);
        const char *text = cm_state_print(o.arena, o.test, values);
        const cm_state *back = read_good(o.arena, text);
        if (!cm_state_equal(made, back))
            fail_msg("%s is read as %s", text, cm_state_text(o.arena, back));
        assert_string_equal(cm_state_text(o.arena, back), text);
    }
    close_test(&o);
}

/* ---- random states ---------------------------------------------------- */

enum { MOST_ITEMS = 5, STATES = 300 };

typedef struct drawing {
    cm_arena *arena;
    uint64_t random;
} drawing;

static unsigned draw(drawing *d, unsigned limit)
{
    d->random = d->random * UINT64_C(6364136223846793005) + 1442695040888963407u;
    return (unsigned)(d->random >> 33) % limit;
}

static cm_scalar any_scalar(drawing *d)
{
    static const char *const names[] = {"x", "x+8", "t[1]", "label:\"P0:L\"", "instr:\"NOP\""};
    static const uint64_t numbers[] = {0, 1, 9, 10, UINT32_MAX, UINT64_C(1) << 63, UINT64_MAX};
    if (draw(d, 4) == 0)
        return (cm_scalar){.text = names[draw(d, 5)]};
    cm_scalar number = {.magnitude = numbers[draw(d, 7)]};
    number.negative = number.magnitude > 0 && draw(d, 3) == 0;
    return number;
}

static cm_state_item any_item(drawing *d)
{
    static const char *const names[] = {"x", "t", "X9", "X10", "EAX"};
    static const char *const faults[] = {"Fault(P0,x)", "~fault(P1)"};
    unsigned kind = draw(d, 8);
    if (kind == 0)
        return (cm_state_item){.kind = CM_ITEM_FAULT, .name = faults[draw(d, 2)]};
    cm_state_item item = {.name = names[draw(d, 5)], .count = 1, .is_array = kind == 1};
    item.kind = kind < 5 ? CM_ITEM_MEMORY : CM_ITEM_REGISTER;
    if (item.kind == CM_ITEM_REGISTER)
        item.thread = draw(d, 2) * 10;
    item.is_element = kind == 2;
    item.element = item.is_element ? draw(d, 12) : 0;
    if (item.is_array)
        item.count = draw(d, 4);
    item.values = CM_NEW_ARRAY(d->arena, item.count, cm_scalar);
    for (size_t i = 0; i < item.count; i++)
        item.values[i] = any_scalar(d);
    return item;
}

static const cm_state *any_state(drawing *d)
{
    size_t count = draw(d, MOST_ITEMS);
    cm_state_item *items = CM_NEW_ARRAY(d->arena, count, cm_state_item);
    for (size_t i = 0; i < count; i++)
        items[i] = any_item(d);
    return cm_state_make(d->arena, items, count);
}

/* The same state, its items in another order and in forms that others write. */
static const char *written_otherwise(drawing *d, const cm_state *state)
{
    cm_text out = cm_text_new(d->arena);
    size_t shift = state->count ? draw(d, (unsigned)state->count) : 0;
    for (size_t i = 0; i < state->count; i++) {
        const cm_state_item *item = state->sorted[(i + shift) % state->count];
        const cm_state *alone = cm_state_make(d->arena, item, 1);
        char *text = cm_state_text(d->arena, alone);
        text[strlen(text) - 1] = '\0';
        size_t name = *text == '[' ? strlen(item->name) + 2 : 0;
        const cm_scalar *value = item->count == 1 && !item->is_array ? item->values : NULL;
        bool small = value && !value->text && !value->negative && value->magnitude < 1000;
        const char *place = cm_arena_text(d->arena, text, strcspn(text, "="));
        if (name > 0 && draw(d, 2))
            place = item->name;
        if (small && draw(d, 2))
            cm_text_append(&out, " %s = 0x%x ;", place, (unsigned)value->magnitude);
        else if (item->kind == CM_ITEM_FAULT)
            cm_text_append(&out, "  %s;", text);
        else
            cm_text_append(&out, "%s\t=%s;", place, text + strcspn(text, "=") + 1);
    }
    if (out.length > 0 && draw(d, 2))
        cm_text_cut(&out, out.length - 1);
    return out.data;
}

/* With its items in the order that does not depend on how it was written. */
static const char *canonical(cm_arena *arena, const cm_state *state)
{
    cm_state_item *items = CM_NEW_ARRAY(arena, state->count, cm_state_item);
    for (size_t i = 0; i < state->count; i++)
        items[i] = *state->sorted[i];
    return cm_state_text(arena, cm_state_make(arena, items, state->count));
}

TEST(random_round_trip)
{
    drawing d = {cm_arena_new(0), 1};
    for (size_t i = 0; i < 20 * STATES; i++) {
        const cm_state *made = any_state(&d);
        const char *text = cm_state_text(d.arena, made), *other = written_otherwise(&d, made);
        const cm_state *back = read_good(d.arena, text), *again = read_good(d.arena, other);
        if (!cm_state_equal(made, back) || made->hash != back->hash)
            fail_msg("%s is read as %s", text, cm_state_text(d.arena, back));
        if (!cm_state_equal(made, again) || made->hash != again->hash)
            fail_msg("%s is read as %s", other, cm_state_text(d.arena, again));
        assert_string_equal(canonical(d.arena, again), canonical(d.arena, made));
    }
    cm_arena_free(d.arena);
}

/* Equal exactly when they print the same; the order is one; the set has each once. */
TEST(random_order)
{
    drawing d = {cm_arena_new(0), 7};
    const cm_state *states[STATES];
    const char *texts[STATES];
    cm_state_set set = {0};
    size_t numbers[STATES];
    for (size_t i = 0; i < STATES; i++) {
        states[i] = any_state(&d);
        texts[i] = canonical(d.arena, states[i]);
        numbers[i] = cm_state_set_add(d.arena, &set, states[i]);
    }
    for (size_t i = 0; i < STATES; i++)
        for (size_t k = 0; k < STATES; k++) {
            bool same = strcmp(texts[i], texts[k]) == 0;
            int forth = cm_state_compare(states[i], states[k]);
            int back = cm_state_compare(states[k], states[i]);
            if (cm_state_equal(states[i], states[k]) != same || (forth == 0) != same ||
                (forth > 0) != (back < 0) || (numbers[i] == numbers[k]) != same)
                fail_msg("%s and %s", texts[i], texts[k]);
        }
    qsort(states, STATES, sizeof *states, cm_state_compare_pointers);
    for (size_t i = 0; i < STATES; i++)
        for (size_t k = i; k < STATES; k++)
            assert_true(cm_state_compare(states[i], states[k]) <= 0);
    assert_true(set.count < STATES && set.count > STATES / 2);
    assert_true(cm_state_set_find(&set, read_good(d.arena, "nowhere=1")) == CM_INDEX_NONE);
    cm_arena_free(d.arena);
}

TEST(random_parts)
{
    drawing d = {cm_arena_new(0), 3};
    for (size_t i = 0; i < 5 * STATES; i++) {
        const cm_state *whole = any_state(&d);
        cm_state_item part[MOST_ITEMS + 1];
        size_t count = 0;
        for (size_t k = 0; k < whole->count; k++)
            if (draw(&d, 2))
                part[count++] = whole->items[k];
        assert_true(cm_state_includes(whole, cm_state_make(d.arena, part, count)));
        part[count] = (cm_state_item){.kind = CM_ITEM_MEMORY,
                                      .name = "other",
                                      .values = &(cm_scalar){.magnitude = 1},
                                      .count = 1};
        assert_false(cm_state_includes(whole, cm_state_make(d.arena, part, count + 1)));
    }
    assert_true(
        cm_state_includes(read_good(d.arena, "0:X1=1; x=2"), read_good(d.arena, "[x]=0x2")));
    assert_false(cm_state_includes(read_good(d.arena, "x=12"), read_good(d.arena, "x=1")));
    assert_false(cm_state_includes(read_good(d.arena, "x=1"), read_good(d.arena, "x=1; x=1")));
    cm_arena_free(d.arena);
}
