/* Guarded constants. See value.h. */
#include "checker/threads/value.h"

#include <stdlib.h>
#include <string.h>

enum { EXPRESSION_DEPTH = 200, PAIRS_FOR_A_VALUE = 256 };

size_t cm_val_limit(const cm_job *job)
{
    return job->value_limit ? job->value_limit : CM_VALUE_LIMIT;
}

void cm_val_crowd(cm_job *job, size_t limit, const char *what)
{
    job->crowded = true;
    cm_job_stop(job, "more than %zu %s", limit, what);
}

const cm_val *cm_val_constant(cm_job *job, uint64_t value)
{
    cm_val *made = CM_NEW(job->arena, cm_val);
    made->count = 1;
    made->choices = CM_NEW(job->arena, cm_choice);
    made->choices[0] = (cm_choice){value, CM_TRUE, 0, 0};
    return made;
}

/* Room for what cm_val_make makes a value of, until the next value is made. */
static cm_choice *room_for(cm_job *job, size_t count)
{
    if (count > job->choice_room) {
        size_t twice = job->choice_room * 2, room = count > twice ? count : twice;
        job->choices = CM_NEW_ARRAY(job->arena, room, cm_choice);
        job->choice_room = room; /* only now: there may be no memory for them */
    }
    return job->choices;
}

static int by_value(const void *left, const void *right)
{
    const cm_choice *a = left, *b = right;
    if (a->value != b->value)
        return a->value < b->value ? -1 : 1;
    return (a->when > b->when) - (a->when < b->when);
}

/* The disjunction of the conditions of choices[0..count), all of one value. */
static cm_lit any_of(cm_job *job, const cm_choice *choices, uint32_t count)
{
    if (count == 1)
        return choices[0].when;
    cm_lits *lits = &job->conditions;
    lits->count = 0;
    for (uint32_t i = 0; i < count; i++)
        cm_lits_add(job->arena, lits, choices[i].when);
    return cm_form_or_all(&job->form, lits->items, lits->count);
}

const cm_val *cm_val_make(cm_job *job, cm_choice *choices, uint32_t count)
{
    qsort(choices, count, sizeof *choices, by_value);
    cm_val *made = CM_NEW(job->arena, cm_val);
    for (uint32_t i = 0, end; i < count; i = end) {
        for (end = i + 1; end < count && choices[end].value == choices[i].value; end++)
            ;
        cm_lit when = any_of(job, choices + i, end - i);
        if (when == CM_FALSE)
            continue;
        cm_choice one = {choices[i].value, when, UINT64_MAX, choices[i].through};
        for (uint32_t k = i; k < end; k++) {
            one.made_by &= choices[k].made_by;
            one.through = cm_passes_least(one.through, choices[k].through);
        }
        choices[made->count++] = one;
    }
    if (made->count > cm_val_limit(job))
        cm_val_crowd(job, cm_val_limit(job), "different values in one place");
    made->choices = CM_NEW_ARRAY(job->arena, made->count, cm_choice);
    if (made->count > 0)
        memcpy(made->choices, choices, made->count * sizeof *choices);
    if (made->count == 1) /* the conditions of a value are exhaustive where it is used */
        made->choices[0].when = CM_TRUE;
    return made;
}

const cm_val *cm_val_loaded(cm_job *job, const cm_val *value)
{
    cm_val *made = CM_NEW(job->arena, cm_val);
    *made = *value;
    made->base = made;
    made->base_bits = 64;
    return made;
}

cm_lit cm_val_nonzero(const cm_val *value)
{
    return -cm_val_is(value, 0);
}

cm_lit cm_val_is(const cm_val *value, uint64_t constant)
{
    for (uint32_t i = 0; i < value->count; i++)
        if (value->choices[i].value == constant)
            return value->choices[i].when;
    return CM_FALSE;
}

const cm_val *cm_val_select(cm_job *job, cm_lit when, const cm_val *a, const cm_val *b)
{
    if (when == CM_TRUE || a == b)
        return a;
    if (when == CM_FALSE)
        return b;
    cm_choice *choices = room_for(job, (size_t)a->count + b->count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->count; i++) {
        choices[count] = a->choices[i];
        choices[count++].when = cm_form_and(&job->form, when, a->choices[i].when);
    }
    for (uint32_t i = 0; i < b->count; i++) {
        choices[count] = b->choices[i];
        choices[count++].when = cm_form_and(&job->form, -when, b->choices[i].when);
    }
    return cm_val_make(job, choices, count);
}

/* ---- addresses that are exchanged ------------------------------------ */

static bool is_address(uint64_t value)
{
    return value >= CM_ADDRESS_BASE && value < CM_CODE_BASE;
}

/* The value after the exchange: an address within one of the places lies in the other
 * one; everything else stays. */
static uint64_t exchanged_value(const cm_exchange *exchange, uint64_t value)
{
    if (!is_address(value))
        return value;
    for (int i = 0; i < exchange->count; i++)
        if (value - exchange->first[i] < exchange->size[i])
            return value - exchange->first[i] + exchange->second[i];
        else if (value - exchange->second[i] < exchange->size[i])
            return value - exchange->second[i] + exchange->first[i];
    return value;
}

/* Applies `apply` to every choice. */
typedef uint64_t cm_map(const void *how, uint64_t value);

static void look_at_one(cm_job *job, cm_map *apply, const void *how, uint64_t a, uint64_t result)
{
    if (!is_address(a) && !is_address(result))
        return;
    for (int i = 0; i < job->exchange_count; i++)
        job->uneven |= apply(how, exchanged_value(&job->exchanges[i], a)) !=
                       exchanged_value(&job->exchanges[i], result);
}

static const cm_val *map(cm_job *job, const cm_val *value, cm_map *apply, const void *how)
{
    cm_choice *choices = room_for(job, value->count);
    for (uint32_t i = 0; i < value->count; i++) {
        uint64_t result = apply(how, value->choices[i].value);
        look_at_one(job, apply, how, value->choices[i].value, result);
        choices[i] = value->choices[i];
        choices[i].value = result;
    }
    return cm_val_make(job, choices, value->count);
}

/* Applies `apply` to every pair of choices that can go together. */
typedef uint64_t cm_map2(const void *how, uint64_t a, uint64_t b);

static void look_at_two(cm_job *job, cm_map2 *apply, const void *how, uint64_t a, uint64_t b,
                        uint64_t result, uint64_t mask)
{
    if (!is_address(a) && !is_address(b) && !is_address(result))
        return;
    for (int i = 0; i < job->exchange_count; i++) {
        const cm_exchange *x = &job->exchanges[i];
        uint64_t exchanged = apply(how, exchanged_value(x, a), exchanged_value(x, b));
        job->uneven |= ((exchanged ^ exchanged_value(x, result)) & mask) != 0;
    }
}

/* mask: bits of the result that matter. */
static const cm_val *map2(cm_job *job, const cm_val *a, const cm_val *b, cm_map2 *apply,
                          const void *how, uint64_t mask)
{
    size_t limit = cm_val_limit(job) * PAIRS_FOR_A_VALUE;
    if ((uint64_t)a->count * b->count > limit)
        cm_val_crowd(job, limit, "pairs of values in one operation");
    cm_choice *choices = room_for(job, (size_t)a->count * b->count);
    uint32_t count = 0;
    for (uint32_t i = 0; i < a->count; i++)
        for (uint32_t j = 0; j < b->count; j++) {
            if (a == b && i != j)
                continue; /* the same value, twice */
            cm_lit when = cm_form_and(&job->form, a->choices[i].when, b->choices[j].when);
            if (when == CM_FALSE)
                continue;
            uint64_t value = apply(how, a->choices[i].value, b->choices[j].value);
            look_at_two(job, apply, how, a->choices[i].value, b->choices[j].value, value, mask);
            choices[count++] =
                (cm_choice){value, when, a->choices[i].made_by | b->choices[j].made_by,
                            cm_passes_most(a->choices[i].through, b->choices[j].through)};
        }
    return cm_val_make(job, choices, count);
}

typedef struct cm_range {
    unsigned offset, width;
} cm_range;

static uint64_t slice_apply(const void *how, uint64_t value)
{
    const cm_range *range = how;
    return cm_bytes_of(value, range->offset, range->width);
}

const cm_val *cm_val_slice(cm_job *job, const cm_val *value, unsigned offset, unsigned width)
{
    if (offset == 0 && width >= 8)
        return value;
    return map(job, value, slice_apply, &(cm_range){offset, width});
}

static uint64_t join_apply(const void *how, uint64_t low, uint64_t high)
{
    const cm_range *range = how;
    return range->offset >= 8 ? low : low | high << 8 * range->offset;
}

const cm_val *cm_val_join(cm_job *job, const cm_val *low, const cm_val *high, unsigned offset)
{
    return map2(job, low, high, join_apply, &(cm_range){offset, 0}, UINT64_MAX);
}

/* ---- expressions ----------------------------------------------------- */

typedef struct cm_operation {
    const cm_expr *expr;
    uint64_t third; /* value of operand c */
} cm_operation;

static uint64_t unary_apply(const void *how, uint64_t a)
{
    const cm_expr *e = ((const cm_operation *)how)->expr;
    return cm_op_apply(e->op, e->bits, e->imm, a, 0, 0, false);
}

static uint64_t binary_apply(const void *how, uint64_t a, uint64_t b)
{
    const cm_operation *o = how;
    const cm_expr *e = o->expr;
    return cm_op_apply(e->op, e->bits, e->imm, a, b, o->third, e->c != NULL);
}

/* ---- sums of what was read and a constant ------------------------------ */

/* The value, whose low bits are those of `of`, plus a constant. */
static const cm_val *based(const cm_val *value, const cm_val *of, uint64_t plus, unsigned bits)
{
    if (!of->base)
        return value;
    cm_val *made = (cm_val *)value; /* made just now */
    made->base = of->base;
    made->plus = of->plus + plus;
    made->base_bits = of->base_bits < bits ? of->base_bits : bits;
    return made;
}

static bool is_number(const cm_val *value)
{
    return value->count == 1 && !value->base;
}

static const cm_val *eval(cm_job *job, const cm_expr *e, const cm_cell *cells, int depth);

static const cm_val *select_expr(cm_job *job, const cm_expr *e, const cm_cell *cells, int depth)
{
    cm_lit when = cm_val_nonzero(eval(job, e->a, cells, depth));
    const cm_val *b = eval(job, e->b, cells, depth);
    const cm_val *c = eval(job, e->c, cells, depth);
    const cm_val *chosen = cm_val_select(job, when, b, c);
    return cm_val_slice(job, chosen, 0, e->bits / 8u);
}

/* The bits of the result that anything in the test looks at. */
static uint64_t looked_at(const cm_job *job, const cm_expr *e)
{
    enum { ZERO = 4 }; /* Z of NZCV */
    return e->op == CM_OP_FLAGS_SUB && job->zero_flags ? ZERO : UINT64_MAX;
}

/* ---- expressions of one value ------------------------------------------ */

/* What in an expression has several values: one thing, told more than once? */
typedef struct unknown {
    const cm_val *value; /* NULL: nothing has */
    unsigned mentions;
    bool others; /* something else, too */
} unknown;

static void look_for_unknown(const cm_expr *e, const cm_cell *cells, int depth, unknown *u)
{
    if (!e || e->op == CM_OP_CONST)
        return;
    if (e->op != CM_OP_REG && depth <= EXPRESSION_DEPTH) {
        look_for_unknown(e->a, cells, depth + 1, u);
        look_for_unknown(e->b, cells, depth + 1, u);
        look_for_unknown(e->c, cells, depth + 1, u);
        return;
    }
    const cm_val *value = e->op == CM_OP_REG ? cells[e->reg].value : NULL;
    if (value && value->count == 1)
        return;
    u->others |= !value || value->count == 0 || (u->value && u->value != value);
    u->value = value;
    u->mentions++;
}

static cm_choice low_bits(cm_choice of, const cm_expr *e)
{
    of.value = cm_bytes_of(of.value, 0, e->bits / 8u);
    return of;
}

/* What the expression is where that has the value `at`. */
static cm_choice eval_at(const cm_expr *e, const cm_cell *cells, const cm_choice *at)
{
    static const cm_choice none = {0};
    if (e->op == CM_OP_CONST)
        return (cm_choice){.value = e->imm};
    if (e->op == CM_OP_REG)
        return cells[e->reg].value->count == 1 ? cells[e->reg].value->choices[0] : *at;
    if (e->op == CM_OP_SELECT)
        return low_bits(eval_at(eval_at(e->a, cells, at).value ? e->b : e->c, cells, at), e);
    if (e->op == CM_OP_PREDICT)
        return low_bits(eval_at(e->c, cells, at), e);
    cm_choice a = eval_at(e->a, cells, at);
    cm_choice b = e->b ? eval_at(e->b, cells, at) : none;
    cm_choice c = e->c ? eval_at(e->c, cells, at) : none;
    return (cm_choice){
        .value = cm_op_apply(e->op, e->bits, e->imm, a.value, b.value, c.value, e->c != NULL),
        .made_by = a.made_by | b.made_by,
        .through = cm_passes_most(a.through, b.through)};
}

typedef struct cm_expr_at {
    const cm_expr *expr;
    const cm_cell *cells;
} cm_expr_at;

static uint64_t apply_at(const void *how, uint64_t value)
{
    const cm_expr_at *of = how;
    return eval_at(of->expr, of->cells, &(cm_choice){.value = value}).value;
}

/* Value by value. The parts of what was read, computed one by one and put together, would be those
 * of different values, too: formulas do not show that they exclude each other. */
static const cm_val *eval_values(cm_job *job, const cm_expr *e, const cm_cell *cells,
                                 const cm_val *of)
{
    cm_choice *choices = room_for(job, of->count);
    for (uint32_t i = 0; i < of->count; i++) {
        choices[i] = eval_at(e, cells, &of->choices[i]);
        choices[i].when = of->choices[i].when;
        look_at_one(job, apply_at, &(cm_expr_at){e, cells}, of->choices[i].value, choices[i].value);
    }
    return cm_val_make(job, choices, of->count);
}

/* ---- any expression ----------------------------------------------------- */

static const cm_val *eval(cm_job *job, const cm_expr *e, const cm_cell *cells, int depth)
{
    if (e->op == CM_OP_CONST)
        return cm_val_constant(job, e->imm);
    if (e->op == CM_OP_REG)
        return cells[e->reg].value;
    if (depth > EXPRESSION_DEPTH)
        cm_job_stop(job, "an expression is nested more than %d deep", EXPRESSION_DEPTH);
    if (e->op == CM_OP_PREDICT)
        return cm_val_slice(job, eval(job, e->c, cells, depth + 1), 0, e->bits / 8u);
    if (e->op == CM_OP_SELECT)
        return select_expr(job, e, cells, depth + 1);
    const cm_val *a = eval(job, e->a, cells, depth + 1);
    if (!e->b) {
        const cm_val *value = map(job, a, unary_apply, &(cm_operation){e, 0});
        bool extends = e->op == CM_OP_ZEXT || e->op == CM_OP_SEXT;
        return extends ? based(value, a, 0, e->imm < e->bits ? (unsigned)e->imm : e->bits) : value;
    }
    const cm_val *b = eval(job, e->b, cells, depth + 1);
    if (!e->c) {
        const cm_val *value =
            map2(job, a, b, binary_apply, &(cm_operation){e, 0}, looked_at(job, e));
        if (e->op == CM_OP_ADD && is_number(b))
            return based(value, a, b->choices[0].value, e->bits);
        if (e->op == CM_OP_ADD && is_number(a))
            return based(value, b, a->choices[0].value, e->bits);
        if (e->op == CM_OP_SUB && is_number(b))
            return based(value, a, 0 - b->choices[0].value, e->bits);
        return value;
    }
    /* Operation with three operands: one binary operation for each value of c. */
    const cm_val *c = eval(job, e->c, cells, depth + 1);
    const cm_val *result = NULL;
    for (uint32_t i = 0; i < c->count; i++) {
        job->uneven |= is_address(c->choices[i].value);
        const cm_val *one =
            map2(job, a, b, binary_apply, &(cm_operation){e, c->choices[i].value}, UINT64_MAX);
        result = result ? cm_val_select(job, c->choices[i].when, one, result) : one;
    }
    return result ? result : cm_val_make(job, NULL, 0);
}

const cm_val *cm_val_expr(cm_job *job, const cm_expr *expr, const cm_cell *cells)
{
    unknown u = {0};
    look_for_unknown(expr, cells, 0, &u);
    return u.mentions > 1 && !u.others ? eval_values(job, expr, cells, u.value)
                                       : eval(job, expr, cells, 0);
}
