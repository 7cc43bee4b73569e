/* checker/solver/form.c against truth tables: whatever is simplified while formulas
 * are built, their value is that of the plain operation, for all assignments in
 * which exactly one variable of every group is true. */
#include "checker/solver/form.h"

#include "tests/unit/checker_help.h"

enum { POOL = 160, ROUNDS = 60, STEPS = 400 };

typedef struct formula {
    cm_lit lit;
    uint64_t truth;
} formula;

typedef struct fixture {
    cm_arena *arena;
    cm_form form;
    table table;
    formula pool[POOL];
    uint32_t count;
    uint64_t seed;
} fixture;

static void keep(fixture *f, cm_lit lit, uint64_t truth)
{
    truth &= table_mask(&f->table);
    if (table_of(&f->table, f->arena, lit) != truth)
        fail_msg("literal %d has another value than its operation", (int)lit);
    uint32_t at = f->count < POOL ? f->count++ : cat_random(&f->seed) % POOL;
    f->pool[at] = (formula){lit, truth};
}

static formula pick(fixture *f)
{
    formula x = f->pool[cat_random(&f->seed) % f->count];
    return cat_random(&f->seed) % 2 ? x : (formula){-x.lit, ~x.truth & table_mask(&f->table)};
}

static void add_group(fixture *f, uint32_t size)
{
    uint32_t chosen[64];
    for (uint32_t w = 0; w < f->table.worlds; w++)
        chosen[w] = cat_random(&f->seed) % size;
    cm_lit first = table_group(&f->table, size, chosen);
    for (uint32_t i = 0; i < size; i++) {
        uint64_t truth = 0;
        for (uint32_t w = 0; w < f->table.worlds; w++)
            truth |= (uint64_t)(chosen[w] == i) << w;
        keep(f, first + (cm_lit)i, truth);
    }
}

static void start(fixture *f, uint64_t seed, uint32_t variables, uint32_t groups)
{
    memset(f, 0, sizeof *f);
    f->arena = cm_arena_new(0);
    f->seed = seed;
    cm_form_init(&f->form, f->arena);
    f->table = (table){.form = &f->form, .worlds = 64};
    keep(f, CM_TRUE, UINT64_MAX);
    keep(f, CM_FALSE, 0);
    for (uint32_t i = 0; i < variables; i++) {
        uint64_t column = (uint64_t)cat_random(&f->seed) << 33 ^ cat_random(&f->seed);
        keep(f, table_variable(&f->table, column), column);
    }
    for (uint32_t i = 0; i < groups; i++)
        add_group(f, 1 + cat_random(&f->seed) % 5);
}

static void combine_many(fixture *f)
{
    cm_lit lits[24];
    uint32_t count = cat_random(&f->seed) % 24;
    uint64_t all = UINT64_MAX, any = 0;
    for (uint32_t i = 0; i < count; i++) {
        formula x = pick(f);
        lits[i] = x.lit;
        all &= x.truth;
        any |= x.truth;
    }
    if (cat_random(&f->seed) % 2)
        keep(f, cm_form_and_all(&f->form, lits, count), all);
    else
        keep(f, cm_form_or_all(&f->form, lits, count), any);
}

static void step(fixture *f)
{
    formula a = pick(f), b = pick(f);
    switch (cat_random(&f->seed) % 5) {
    case 0:
    case 1:
        keep(f, cm_form_and(&f->form, a.lit, b.lit), a.truth & b.truth);
        break;
    case 2:
    case 3:
        keep(f, cm_form_or(&f->form, a.lit, b.lit), a.truth | b.truth);
        break;
    default:
        combine_many(f);
        break;
    }
    if (cm_form_implies(&f->form, a.lit, b.lit))
        assert_true((a.truth & ~b.truth) == 0);
}

TEST(random_formulas)
{
    static fixture f;
    for (uint32_t seed = 1; seed <= ROUNDS; seed++) {
        start(&f, seed, seed % 20, 1 + seed % 4);
        for (int i = 0; i < STEPS; i++)
            step(&f);
        cm_arena_free(f.arena);
    }
}

/* ---- the simplifications that the rest of the checker counts on -------- */

static void start_plain(fixture *f)
{
    memset(f, 0, sizeof *f);
    f->arena = cm_arena_new(0);
    cm_form_init(&f->form, f->arena);
}

TEST(constants_and_complements)
{
    static fixture f;
    start_plain(&f);
    cm_form *form = &f.form;
    cm_lit a = cm_form_variable(form), b = cm_form_variable(form);
    assert_int_equal(cm_form_and(form, a, CM_TRUE), a);
    assert_int_equal(cm_form_and(form, CM_FALSE, a), CM_FALSE);
    assert_int_equal(cm_form_or(form, a, -a), CM_TRUE);
    assert_int_equal(cm_form_and(form, a, -a), CM_FALSE);
    assert_int_equal(cm_form_and_all(form, NULL, 0), CM_TRUE);
    assert_int_equal(cm_form_or_all(form, NULL, 0), CM_FALSE);
    cm_lit ab = cm_form_and(form, a, b);
    assert_int_equal(cm_form_and(form, b, a), ab);
    assert_int_equal(cm_form_and(form, ab, -b), CM_FALSE);
    assert_int_equal(cm_form_or(form, a, ab), a); /* subsumption */
    /* the two ways out of a branch meet again */
    assert_int_equal(cm_form_or(form, ab, cm_form_and(form, a, -b)), a);
    assert_true(cm_form_implies(form, ab, a));
    assert_false(cm_form_implies(form, a, ab));
    cm_arena_free(f.arena);
}

TEST(long_conjunctions)
{
    enum { LENGTH = 60 };
    static fixture f;
    start_plain(&f);
    cm_lit all[LENGTH] = {cm_form_variable(&f.form)};
    for (int i = 1; i < LENGTH; i++)
        all[i] = cm_form_and(&f.form, all[i - 1], cm_form_variable(&f.form));
    for (int i = 0; i < LENGTH; i++)
        for (int k = 0; k < LENGTH; k++)
            assert_int_equal(cm_form_implies(&f.form, all[i], all[k]), k <= i);
    cm_arena_free(f.arena);
}

TEST(groups)
{
    static fixture f;
    start_plain(&f);
    cm_form *form = &f.form;
    cm_lit g = cm_form_group(form, 3), other = cm_form_variable(form);
    assert_int_equal(cm_form_and(form, g, g + 1), CM_FALSE);
    assert_int_equal(cm_form_and(form, -g, -(g + 2)), g + 1);
    assert_int_equal(cm_form_and(form, g, -(g + 2)), g);
    assert_int_equal(cm_form_or_all(form, (cm_lit[]){g, g + 1, g + 2}, 3), CM_TRUE);
    cm_lit parts[3] = {-g, other, -(g + 1)};
    assert_int_equal(cm_form_and_all(form, parts, 3), cm_form_and(form, g + 2, other));
    cm_arena_free(f.arena);
}

TEST(definitions)
{
    static fixture f;
    start(&f, 7, 6, 1);
    formula a = pick(&f), b = pick(&f), c = pick(&f);
    cm_lit meaning = cm_form_or(&f.form, cm_form_and(&f.form, a.lit, b.lit), c.lit);
    cm_lit name = cm_form_variable(&f.form);
    cm_form_define(&f.form, name, meaning);
    keep(&f, cm_form_and(&f.form, name, a.lit), ((a.truth & b.truth) | c.truth) & a.truth);
    cm_arena_free(f.arena);
}

enum { DEFINED = 6, FREE = 4 };

/* Does the node's value need a node that is open? marks: 1 open, 2 done. */
static bool leads_back(const cm_form *form, uint8_t *marks, uint32_t node)
{
    const cm_form_node *n = &form->nodes[node];
    if (marks[node])
        return marks[node] == 1;
    marks[node] = 1;
    bool back = n->definition && leads_back(form, marks, (uint32_t)abs(n->definition));
    for (uint32_t i = 0; n->kind == CM_FORM_AND && i < n->count && !back; i++)
        back = leads_back(form, marks, (uint32_t)abs(form->children[n->first + i]));
    marks[node] = 2;
    return back;
}

/* Variables that stand for random formulas over each other: afterwards none leads
 * back to itself, and where the assertions hold each equals what it was defined as. */
static void unwind_random(uint64_t seed, uint32_t *cyclic)
{
    cm_arena *arena = cm_arena_new(0);
    cm_form form;
    cm_form_init(&form, arena);
    cm_lit pool[64], meanings[DEFINED], first = cm_form_variable(&form);
    uint32_t count = 0, broken = 0, held = 0;
    pool[count++] = first;
    while (count < DEFINED + FREE)
        pool[count++] = cm_form_variable(&form);
    while (count < 40) {
        cm_lit a = pool[cat_random(&seed) % count], b = pool[cat_random(&seed) % count];
        pool[count++] = cm_form_and(&form, cat_random(&seed) % 2 ? a : -a, b);
    }
    for (int i = 0; i < DEFINED; i++) {
        meanings[i] = pool[cat_random(&seed) % count] * (cat_random(&seed) % 3 ? 1 : -1);
        cm_form_define(&form, first + i, meanings[i]);
    }
    cm_lits asserts = {0};
    cm_form_unwind(&form, &asserts);
    for (uint32_t i = 1; i < form.count; i++)
        assert_false(leads_back(&form, CM_NEW_ARRAY(arena, form.count, uint8_t), i));
    for (int i = 0; i < DEFINED; i++)
        broken += !form.nodes[first + i].definition;
    for (uint32_t world = 0; world < 1u << (DEFINED + FREE); world++) {
        uint8_t *values = CM_NEW_ARRAY(arena, form.count, uint8_t);
        uint8_t *memo = CM_NEW_ARRAY(arena, form.count, uint8_t);
        bool all = true;
        for (int i = 0; i < DEFINED + FREE; i++)
            values[first + i] = world >> i & 1;
        for (uint32_t i = 0; i < asserts.count; i++)
            all = all && cm_form_value(&form, values, memo, asserts.items[i]);
        held += all;
        for (int i = 0; all && i < DEFINED; i++)
            assert_int_equal(cm_form_value(&form, values, memo, first + i),
                             cm_form_value(&form, values, memo, meanings[i]));
    }
    assert_true(broken > 0 || held == 1u << (DEFINED + FREE));
    *cyclic += broken > 0;
    cm_arena_free(arena);
}

TEST(unwinding)
{
    uint32_t cyclic = 0;
    for (uint64_t seed = 1; seed <= 300; seed++)
        unwind_random(seed, &cyclic);
    assert_true(cyclic > 50 && cyclic < 300); /* the draw is worth something */
}

/* The hash table grows, and equal formulas stay one. */
TEST(sharing)
{
    static fixture f;
    start_plain(&f);
    cm_form *form = &f.form;
    cm_lit first = 0, vars[80];
    for (int i = 0; i < 80; i++)
        vars[i] = cm_form_variable(form);
    for (int i = 0; i < 80; i++)
        for (int k = i + 1; k < 80; k++) {
            cm_lit made = cm_form_and(form, vars[i], -vars[k]);
            first = first ? first : made;
        }
    uint32_t count = form->count;
    for (int i = 79; i >= 0; i--)
        for (int k = 79; k > i; k--)
            cm_form_and(form, -vars[k], vars[i]);
    assert_int_equal(form->count, count);
    assert_int_equal(cm_form_and(form, vars[0], -vars[1]), first);
    cm_form_reset(form);
    assert_int_equal(form->count, 2);
    assert_int_equal(cm_form_variable(form), 2);
    cm_arena_free(f.arena);
}
