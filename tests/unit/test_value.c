/* checker/threads/value.c against plain numbers: a guarded value has, under every
 * assignment, exactly one choice whose condition holds, and that is the number
 * which the operation gives. */
#include "checker/threads/value.h"

#include "tests/unit/checker_help.h"

enum { POOL = 24, ROUNDS = 25, STEPS = 150, MOST = 40 };

typedef struct number {
    const cm_val *value;
    uint64_t plain[64];
} number;

typedef struct fixture {
    checker c;
    table table;
    number pool[POOL];
    uint32_t count;
    uint64_t seed;
} fixture;

static uint32_t any(fixture *f, uint32_t below)
{
    return cat_random(&f->seed) % below;
}

static void check_number(fixture *f, const number *n)
{
    uint64_t covered = 0;
    for (uint32_t i = 0; i < n->value->count; i++) {
        const cm_choice *choice = &n->value->choices[i];
        assert_true(i == 0 || n->value->choices[i - 1].value < choice->value);
        uint64_t truth = table_of(&f->table, f->c.cat.arena, choice->when);
        assert_true((covered & truth) == 0);
        covered |= truth;
        for (uint32_t w = 0; w < f->table.worlds; w++)
            if (truth >> w & 1)
                assert_true(n->plain[w] == choice->value);
        assert_int_equal(cm_val_is(n->value, choice->value), choice->when);
    }
    assert_true(covered == table_mask(&f->table));
    uint64_t nonzero = table_of(&f->table, f->c.cat.arena, cm_val_nonzero(n->value));
    for (uint32_t w = 0; w < f->table.worlds; w++)
        assert_int_equal(nonzero >> w & 1, n->plain[w] != 0);
}

static void keep(fixture *f, const number *n)
{
    check_number(f, n);
    if (n->value->count > MOST)
        return; /* products of such get large */
    uint32_t at = f->count < POOL ? f->count++ : any(f, POOL);
    f->pool[at] = *n;
}

static const number *pick(fixture *f)
{
    return &f->pool[any(f, f->count)];
}

static uint64_t interesting(fixture *f)
{
    static const uint64_t values[] = {
        0,     1,          2,          3,          5,          0x7f,      0x80, 0xff,
        0x100, 0x7fffffff, 0x80000000, 0xffffffff, UINT64_MAX, INT64_MAX, 1,    UINT64_C(1) << 63};
    return values[any(f, sizeof values / sizeof *values)];
}

/* A value that a read may have: a group decides. */
static void add_read(fixture *f)
{
    uint32_t size = 1 + any(f, 4), chosen[64];
    number n;
    cm_choice choices[4];
    for (uint32_t w = 0; w < f->table.worlds; w++)
        chosen[w] = any(f, size);
    cm_lit first = table_group(&f->table, size, chosen);
    for (uint32_t i = 0; i < size; i++) /* values may repeat */
        choices[i] = (cm_choice){interesting(f), first + (cm_lit)i, 0, 0};
    for (uint32_t w = 0; w < f->table.worlds; w++)
        n.plain[w] = choices[chosen[w]].value;
    n.value = cm_val_make(&f->c.job, choices, size);
    keep(f, &n);
}

static void start(fixture *f, uint64_t seed)
{
    memset(f, 0, sizeof *f);
    checker_start(&f->c, NULL, NULL);
    f->seed = seed;
    f->table = (table){.form = &f->c.job.form, .worlds = 64};
    for (int i = 0; i < 6; i++)
        add_read(f);
    number constant;
    constant.value = cm_val_constant(&f->c.job, 42);
    for (int w = 0; w < 64; w++)
        constant.plain[w] = 42;
    keep(f, &constant);
}

/* ---- operations -------------------------------------------------------- */

static void do_select(fixture *f)
{
    const number *a = pick(f), *b = pick(f);
    cm_lit when = cm_val_nonzero(pick(f)->value);
    uint64_t truth = table_of(&f->table, f->c.cat.arena, when);
    number n;
    for (uint32_t w = 0; w < f->table.worlds; w++)
        n.plain[w] = truth >> w & 1 ? a->plain[w] : b->plain[w];
    n.value = cm_val_select(&f->c.job, when, a->value, b->value);
    keep(f, &n);
}

static uint64_t cut(uint64_t value, unsigned offset, unsigned width)
{
    for (unsigned i = 0; i < offset; i++)
        value >>= 8;
    for (unsigned i = 8; i > width; i--)
        value &= ~(UINT64_C(0xff) << 8 * (i - 1));
    return value;
}

static void do_slice(fixture *f)
{
    const number *a = pick(f);
    unsigned offset = any(f, 10), width = 1 + any(f, 9);
    number n;
    for (uint32_t w = 0; w < f->table.worlds; w++)
        n.plain[w] = cut(a->plain[w], offset, width);
    n.value = cm_val_slice(&f->c.job, a->value, offset, width);
    keep(f, &n);
}

static void do_join(fixture *f)
{
    const number *a = pick(f), *b = pick(f);
    unsigned offset = any(f, 8);
    number low, n;
    low.value = cm_val_slice(&f->c.job, a->value, 0, offset);
    if (offset == 0)
        low.value = cm_val_constant(&f->c.job, 0);
    for (uint32_t w = 0; w < f->table.worlds; w++)
        n.plain[w] = (offset ? cut(a->plain[w], 0, offset) : 0) + (b->plain[w] << 8 * offset);
    n.value = cm_val_join(&f->c.job, low.value, b->value, offset);
    keep(f, &n);
}

/* ---- expressions ------------------------------------------------------- */

static cm_expr *random_expr(fixture *f, int depth)
{
    static const uint8_t widths[] = {8, 16, 32, 64};
    cm_expr *e = CM_NEW(f->c.cat.arena, cm_expr);
    e->bits = widths[any(f, 4)];
    if (depth == 0 || any(f, 4) == 0) {
        e->op = any(f, 3) ? CM_OP_REG : CM_OP_CONST;
        e->reg = (int)any(f, f->count);
        e->imm = interesting(f);
        return e;
    }
    e->op = (cm_op)(CM_OP_ADD + any(f, CM_OP_PREDICT - CM_OP_ADD + 1));
    e->imm = any(f, 15);
    if (e->op == CM_OP_ZEXT || e->op == CM_OP_SEXT || e->op == CM_OP_REV)
        e->imm = 8;
    e->a = random_expr(f, depth - 1);
    if (e->op <= CM_OP_SLE || e->op == CM_OP_FLAGS_ADD || e->op == CM_OP_FLAGS_SUB ||
        e->op >= CM_OP_SELECT)
        e->b = random_expr(f, depth - 1);
    if (e->op >= CM_OP_SELECT ||
        ((e->op == CM_OP_FLAGS_ADD || e->op == CM_OP_FLAGS_SUB) && any(f, 2)))
        e->c = random_expr(f, depth - 1);
    return e;
}

static uint64_t plain_expr(const fixture *f, const cm_expr *e, uint32_t w)
{
    if (e->op == CM_OP_CONST)
        return e->imm;
    if (e->op == CM_OP_REG)
        return f->pool[e->reg].plain[w];
    uint64_t a = plain_expr(f, e->a, w), b = e->b ? plain_expr(f, e->b, w) : 0;
    uint64_t c = e->c ? plain_expr(f, e->c, w) : 0;
    if (e->op == CM_OP_PREDICT)
        return cut(c, 0, e->bits / 8u);
    if (e->op == CM_OP_SELECT)
        return cut(a ? b : c, 0, e->bits / 8u);
    return cm_op_apply(e->op, e->bits, e->imm, a, b, c, e->c != NULL);
}

static void do_expr(fixture *f)
{
    cm_cell cells[POOL];
    for (uint32_t i = 0; i < f->count; i++)
        cells[i] = (cm_cell){f->pool[i].value, NULL, CM_FALSE};
    cm_expr *e = random_expr(f, 2);
    number n;
    for (uint32_t w = 0; w < f->table.worlds; w++)
        n.plain[w] = plain_expr(f, e, w);
    n.value = cm_val_expr(&f->c.job, e, cells);
    keep(f, &n);
}

TEST(random_values)
{
    static void (*const operations[])(fixture *) = {do_select, do_slice, do_join, do_expr, do_expr};
    static fixture f;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        start(&f, seed);
        for (int i = 0; i < STEPS; i++)
            operations[any(&f, 5)](&f);
        checker_end(&f.c);
    }
}

/* ---- one value, told several times --------------------------------------- */

/* x is x: both operands have the same choice. */
TEST(same_operand)
{
    static fixture f;
    start(&f, 3);
    cm_expr reg = {.op = CM_OP_REG, .reg = 0};
    cm_expr zero = {.op = CM_OP_XOR, .bits = 64, .a = &reg, .b = &reg};
    cm_cell cell = {f.pool[0].value, NULL, CM_FALSE};
    const cm_val *value = cm_val_expr(&f.c.job, &zero, &cell);
    assert_int_equal(value->count, 1);
    assert_int_equal(value->choices[0].value, 0);
    assert_int_equal(value->choices[0].when, CM_TRUE);
    checker_end(&f.c);
}

static cm_expr *number_of(fixture *f, cm_op op, uint64_t imm)
{
    cm_expr *e = CM_NEW(f->c.cat.arena, cm_expr);
    *e = (cm_expr){.op = op, .bits = 64, .imm = imm};
    return e;
}

static cm_expr *with(fixture *f, cm_op op, const cm_expr *a, const cm_expr *b, const cm_expr *c)
{
    cm_expr *e = number_of(f, op, 0);
    e->a = a;
    e->b = b;
    e->c = c;
    return e;
}

/* Two fields of a word: the one is counted down; where both are 0 it begins anew. */
static const cm_expr *counted_down(fixture *f, const cm_expr *word)
{
    cm_expr *low = with(f, CM_OP_AND, word, number_of(f, CM_OP_CONST, 0xf), NULL);
    cm_expr *high = with(f, CM_OP_LSHR, word, number_of(f, CM_OP_CONST, 4), NULL);
    cm_expr *less = with(f, CM_OP_SUB, low, number_of(f, CM_OP_CONST, 1), NULL);
    cm_expr *next =
        with(f, CM_OP_OR, less, with(f, CM_OP_SHL, high, number_of(f, CM_OP_CONST, 4), NULL), NULL);
    cm_expr *none =
        with(f, CM_OP_EQ, with(f, CM_OP_OR, less, high, NULL), number_of(f, CM_OP_CONST, 0), NULL);
    return with(f, CM_OP_SELECT, none, number_of(f, CM_OP_CONST, 0x99), next);
}

/* Fields of one word are of one value: five words give the words that they give, and no other is
 * put together from the fields of two. */
TEST(no_mixtures)
{
    static const uint64_t words[] = {0x01, 0x12, 0x23, 0x35, 0x46},
                          expected[] = {0x11, 0x22, 0x34, 0x45, 0x99};
    static fixture f;
    start(&f, 5);
    cm_choice choices[5];
    cm_lit first = cm_form_group(&f.c.job.form, 10);
    for (int i = 0; i < 5; i++) { /* each under either of two, as a register that has come far */
        cm_lit when = cm_form_or(&f.c.job.form, first + 2 * i, first + 2 * i + 1);
        choices[i] = (cm_choice){words[i], when, UINT64_C(1) << i, 0};
    }
    cm_expr *reg = number_of(&f, CM_OP_REG, 0);
    cm_cell cell = {cm_val_make(&f.c.job, choices, 5), NULL, CM_FALSE};
    const cm_val *value = cm_val_expr(&f.c.job, counted_down(&f, reg), &cell);
    assert_int_equal(value->count, 5);
    for (int i = 0; i < 5; i++) {
        assert_int_equal(value->choices[i].value, expected[i]);
        uint64_t made_by = i < 4 ? UINT64_C(2) << i : 0; /* what is chosen, not why */
        assert_int_equal(value->choices[i].made_by, made_by);
        assert_int_equal(value->choices[i].when, cell.value->choices[(i + 1) % 5].when);
    }
    checker_end(&f.c);
}

/* ---- limits ------------------------------------------------------------ */

static void too_many(void *argument)
{
    checker *c = argument;
    uint32_t count = CM_VALUE_LIMIT + 1;
    cm_choice *choices = CM_NEW_ARRAY(c->cat.arena, count, cm_choice);
    for (uint32_t i = 0; i < count; i++)
        choices[i] = (cm_choice){i, cm_form_variable(&c->job.form), 0, 0};
    cm_val_make(&c->job, choices, count);
}

static void too_deep(void *argument)
{
    checker *c = argument;
    cm_expr *e = CM_NEW(c->cat.arena, cm_expr);
    *e = (cm_expr){.op = CM_OP_CONST};
    for (int i = 0; i < 100000; i++) {
        cm_expr *up = CM_NEW(c->cat.arena, cm_expr);
        *up = (cm_expr){.op = CM_OP_NOT, .bits = 64, .a = e};
        e = up;
    }
    cm_val_expr(&c->job, e, NULL);
}

TEST(limits)
{
    static void (*const works[])(void *) = {too_many, too_deep};
    for (size_t i = 0; i < sizeof works / sizeof *works; i++) {
        checker c;
        checker_start(&c, NULL, NULL);
        assert_false(cm_arena_protect(c.cat.arena, works[i], &c));
        assert_non_null(c.job.limit);
        checker_end(&c);
    }
}
