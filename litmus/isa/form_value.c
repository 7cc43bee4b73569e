/* The values of rows: see form_value.h. */
#include "litmus/isa/form_value.h"

#include "litmus/float.h"

#include <string.h>

enum { TRUTH_BITS = 8 };

const cm_isa_node *cm_row_node(const cm_row_meaning *m, uint16_t index)
{
    return &m->set->table->nodes[index];
}

static cm_row_value of_number(uint64_t number)
{
    return (cm_row_value){.kind = CM_ROW_NUMBER, .number = number};
}

cm_row_value cm_row_of_expression(const cm_expr *expr, unsigned bits)
{
    return (cm_row_value){.kind = CM_ROW_EXPRESSION,
                          .expr = expr,
                          .bits = bits,
                          .number = expr && expr->op == CM_OP_CONST ? expr->imm : 0};
}

/* Is it the same whatever the test does? */
static bool is_known(cm_row_value v)
{
    return v.kind != CM_ROW_EXPRESSION || (v.expr && v.expr->op == CM_OP_CONST);
}

const cm_expr *cm_row_expression(const cm_row_meaning *m, cm_row_value v)
{
    return v.kind == CM_ROW_EXPRESSION ? v.expr : cm_asm_const(m->w->as, v.number);
}

static unsigned wider(cm_row_value a, cm_row_value b)
{
    unsigned left = a.kind == CM_ROW_EXPRESSION ? a.bits : 0;
    unsigned right = b.kind == CM_ROW_EXPRESSION ? b.bits : 0;
    return left > right ? left : right;
}

int cm_row_evaluate_list(const cm_row_meaning *m, uint16_t list, cm_row_value *items)
{
    int count = 0;
    for (; list && count < CM_ROW_MOST_ITEMS; list = cm_row_node(m, list)->b)
        items[count++] = cm_row_evaluate(m, cm_row_node(m, list)->a);
    return count;
}

/* A byte of the location: one constant, by which threads are told apart that have parts of one
 * array (checker/alike.h). */
static bool is_inside(const cm_location *l, uint64_t offset)
{
    return offset < (uint64_t)l->count * l->width;
}

const cm_expr *cm_form_address(cm_dotted *w, const cm_insn_operand *o)
{
    cm_asm *as = w->as;
    if (o->kind == CM_INSN_NUMBER)
        return cm_asm_const(as, o->number);
    const cm_location *l = o->kind == CM_INSN_LOCATION ? cm_asm_location_at(as, o->index) : NULL;
    if (l && !o->added && is_inside(l, o->number))
        return cm_asm_const(as, l->address + o->number);
    const cm_expr *base = l ? cm_asm_const(as, l->address) : cm_asm_reg(as, o->index);
    if (o->added)
        return cm_dotted_op(w, CM_OP_ADD, 64, base, cm_asm_reg(as, cm_asm_register(as, o->added)));
    if (o->number == 0)
        return base;
    return cm_dotted_op(w, CM_OP_ADD, 64, base, cm_asm_const(as, o->number));
}

const cm_insn_operand *cm_row_read(const cm_row_meaning *m, uint64_t operand)
{
    return &m->w->operands[m->w->starts[operand]];
}

cm_insn_operand cm_row_operand(const cm_row_meaning *m, const cm_isa_node *n)
{
    if (n->kind == CM_NODE_OPERAND)
        return *cm_row_read(m, n->number);
    return (cm_insn_operand){.kind = CM_INSN_REGISTER,
                             .name = n->text,
                             .index = m->set->read ? -1 : cm_asm_register(m->w->as, n->text)};
}

/* Truth values are computed with as numbers. */
static unsigned value_bits(const cm_row_meaning *m, int operand)
{
    unsigned bits = cm_row_read(m, (uint64_t)operand)->bits;
    if (bits == 0)
        bits = cm_spelled_bits(m->set->table, m->s, operand);
    return bits == 1 ? TRUTH_BITS : bits;
}

unsigned cm_row_bits(const cm_row_meaning *m, const cm_isa_node *n)
{
    return n->kind == CM_NODE_OPERAND ? value_bits(m, (int)n->number) : m->set->table->bits;
}

static cm_row_value part_value(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_insn_operand o = cm_row_operand(m, cm_row_node(m, n->a));
    unsigned bits = (unsigned)cm_row_evaluate(m, n->c).number;
    unsigned from = (unsigned)cm_row_evaluate(m, n->b).number * bits;
    return cm_row_of_expression(m->set->read(m->w, &o, from, bits), bits);
}

cm_row_value cm_row_element(const cm_row_meaning *m, int index, int element)
{
    const cm_insn_operand *o = cm_row_read(m, (uint64_t)index) + element;
    cm_asm *as = m->w->as;
    cm_row_value v = {.kind = CM_ROW_EXPRESSION, .bits = value_bits(m, index)};
    if ((o->how || o->indexed) && m->set->changed)
        return cm_row_of_expression(m->set->changed(m->w, o), o->indexed ? 64 : o->bits);
    if (o->kind == CM_INSN_LOCATION)
        v.location = cm_asm_location_at(as, o->index);
    bool is_address = o->is_address || (o->kind == CM_INSN_LOCATION && !m->set->read);
    if (is_address || o->kind == CM_INSN_LABEL)
        v.bits = 64;
    if (is_address) {
        v.expr = cm_form_address(m->w, o);
    } else if (o->kind == CM_INSN_LABEL) {
        v.expr = cm_asm_label_address(as, o->name, o->place);
    } else if (o->kind == CM_INSN_NUMBER) {
        bool typed = cm_spelled_type(m->set->table, m->s, index) && v.bits < 64;
        v.expr = cm_asm_const(as, typed ? o->number & ((UINT64_C(1) << v.bits) - 1) : o->number);
    } else {
        bool may_hold_more = m->set->table->named
                                 ? v.bits < 64
                                 : cm_spelled_type(m->set->table, m->s, index) && o->held > v.bits;
        v.loose = may_hold_more && v.bits > TRUTH_BITS;
        v.expr = m->set->read ? m->set->read(m->w, o, 0, v.bits) : cm_asm_reg(as, o->index);
    }
    if (o->negated)
        v.expr = cm_dotted_op(m->w, CM_OP_EQ, 64, v.expr, cm_asm_const(as, 0));
    v.number = v.expr->op == CM_OP_CONST ? v.expr->imm : 0;
    return v;
}

static cm_row_value word_value(const cm_row_meaning *m, int modifier)
{
    const cm_table_word *word = cm_spelled_word(m->set->table, m->s, modifier);
    return word ? (cm_row_value){.kind = CM_ROW_WORD,
                                 .text = word->text,
                                 .number = word->number,
                                 .is_signed = word->is_signed}
                : (cm_row_value){.kind = CM_ROW_WORD};
}

static bool is_comparison(cm_op op)
{
    return op == CM_OP_EQ || op == CM_OP_NE || op == CM_OP_ULT || op == CM_OP_ULE ||
           op == CM_OP_SLT || op == CM_OP_SLE || op == CM_OP_FLT || op == CM_OP_FLE ||
           op == CM_OP_FEQ;
}

static cm_row_value operation(const cm_row_meaning *m, const cm_isa_node *n)
{
    static const cm_row_value none = {.kind = CM_ROW_NUMBER};
    cm_row_value a = cm_row_evaluate(m, n->a), b = n->b ? cm_row_evaluate(m, n->b) : none,
                 c = n->c ? cm_row_evaluate(m, n->c) : none;
    cm_op op = (cm_op)n->number;
    bool all_known = is_known(a) && is_known(b) && is_known(c);
    if (a.kind != CM_ROW_EXPRESSION && b.kind != CM_ROW_EXPRESSION && c.kind != CM_ROW_EXPRESSION)
        return of_number(cm_op_apply(op, 64, 0, a.number, b.number, c.number, n->c != 0));
    /* No offset. */
    if (op == CM_OP_ADD && a.kind == CM_ROW_EXPRESSION && is_known(b) && b.number == 0 && !a.loose)
        return a;
    bool shifts = op == CM_OP_SHL || op == CM_OP_LSHR || op == CM_OP_ASHR || op == CM_OP_ROR;
    unsigned bits = shifts && a.kind == CM_ROW_EXPRESSION ? a.bits : wider(a, b);
    if (c.kind == CM_ROW_EXPRESSION && c.bits > bits)
        bits = c.bits;
    unsigned width = is_comparison(op) ? TRUTH_BITS : bits;
    if (all_known) /* numbers among operands */
        return cm_row_of_expression(
            cm_asm_const(m->w->as, cm_op_apply(op, bits ? bits : 64, 0, a.number, b.number,
                                               c.number, n->c != 0)),
            width);
    return cm_row_of_expression(cm_asm_op(m->w->as, op, bits, cm_row_expression(m, a),
                                          n->b ? cm_row_expression(m, b) : NULL,
                                          n->c ? cm_row_expression(m, c) : NULL),
                                width);
}

static cm_row_value choice(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_row_value condition = cm_row_evaluate(m, n->a);
    if (condition.kind != CM_ROW_EXPRESSION)
        return cm_row_evaluate(m, condition.number ? n->b : n->c);
    if (is_known(condition)) { /* it is as wide as the other */
        cm_row_value chosen = cm_row_evaluate(m, condition.number ? n->b : n->c);
        unsigned width = chosen.kind == CM_ROW_EXPRESSION
                             ? chosen.bits
                             : cm_row_evaluate(m, condition.number ? n->c : n->b).bits;
        const cm_expr *expr = cm_row_expression(m, chosen);
        return cm_row_of_expression(width >= 64 || width == 0
                                        ? expr
                                        : cm_asm_op_imm(m->w->as, CM_OP_ZEXT, width, width, expr),
                                    width);
    }
    cm_row_value yes = cm_row_evaluate(m, n->b), no = cm_row_evaluate(m, n->c);
    unsigned bits = wider(yes, no) ? wider(yes, no) : m->set->table->bits;
    return cm_row_of_expression(cm_asm_op(m->w->as, CM_OP_SELECT, bits, condition.expr,
                                          cm_row_expression(m, yes), cm_row_expression(m, no)),
                                bits);
}

static cm_row_value is_one_of(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_row_value word = cm_row_evaluate(m, n->a);
    for (uint16_t list = n->b; list; list = cm_row_node(m, list)->b) {
        const char *text = cm_row_node(m, cm_row_node(m, list)->a)->text;
        if (text == word.text || (text && word.text && strcmp(text, word.text) == 0))
            return of_number(1);
    }
    return of_number(0);
}

static cm_row_value called(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_row_value arguments[CM_ROW_MOST_ITEMS];
    cm_row_evaluate_list(m, n->a, arguments);
    cm_row_meaning inner = *m;
    inner.arguments = arguments;
    return cm_row_evaluate(&inner, m->set->table->lets[n->number]);
}

const cm_expr *cm_form_convert(cm_dotted *w, unsigned bits, const cm_form_argument *a)
{
    (void)bits;
    uint32_t how =
        CM_FLOAT_CONVERSION(a[1].number, a[2].number, a[3].number, a[4].number, a[5].number);
    return cm_asm_op_imm(w->as, CM_OP_FCONVERT, 64, how, a[0].expr);
}

static cm_row_value of_function(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_row_value items[CM_ROW_MOST_ITEMS];
    cm_form_argument arguments[CM_ROW_MOST_ITEMS] = {{NULL, 0, 0}};
    int count = cm_row_evaluate_list(m, n->a, items);
    unsigned bits = 0;
    for (int i = 0; i < count; i++) {
        arguments[i] = (cm_form_argument){.bits = items[i].bits, .number = items[i].number};
        arguments[i].expr = items[i].kind == CM_ROW_EXPRESSION ? items[i].expr : NULL;
        bits = items[i].kind == CM_ROW_EXPRESSION && items[i].bits > bits ? items[i].bits : bits;
    }
    const cm_form_function *function = m->set->functions;
    while (strcmp(function->name, n->text) != 0)
        function++;
    bits = bits ? bits : m->set->table->bits;
    return cm_row_of_expression(function->value(m->w, bits, arguments), bits);
}

static cm_row_value extended(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_row_value a = cm_row_evaluate(m, n->a);
    uint64_t from = n->b ? cm_row_evaluate(m, n->b).number : a.bits;
    if (a.kind != CM_ROW_EXPRESSION)
        return of_number(cm_op_apply((cm_op)n->number, 64, from, a.number, 0, 0, false));
    if (is_known(a))
        return cm_row_of_expression(
            cm_asm_const(m->w->as, cm_op_apply((cm_op)n->number, 64, from, a.number, 0, 0, false)),
            64);
    return cm_row_of_expression(
        from == 64 ? a.expr : cm_asm_op_imm(m->w->as, (cm_op)n->number, 64, from, a.expr), 64);
}

/* As a cm_row_value of so many bits, which cuts off what is above. */
static cm_row_value of_width(const cm_row_meaning *m, cm_row_value v, unsigned bits)
{
    const cm_expr *expr = cm_row_expression(m, v);
    bool fits = v.kind != CM_ROW_EXPRESSION || (v.bits <= bits && !v.loose);
    return cm_row_of_expression(fits ? expr : cm_asm_op_imm(m->w->as, CM_OP_ZEXT, 64, bits, expr),
                                bits);
}

cm_row_value cm_row_evaluate(const cm_row_meaning *m, uint16_t index)
{
    const cm_isa_node *n = cm_row_node(m, index);
    switch (n->kind) {
    case CM_NODE_NUMBER:
        return of_number(n->number);
    case CM_NODE_WORD:
        return (cm_row_value){.kind = CM_ROW_WORD, .text = n->text};
    case CM_NODE_TAG:
        return (cm_row_value){.kind = CM_ROW_TAG, .text = n->text};
    case CM_NODE_OPERAND:
        return cm_row_element(m, (int)n->number, 0);
    case CM_NODE_MODIFIER:
        return word_value(m, (int)n->number);
    case CM_NODE_PARAMETER:
        return m->arguments[n->number];
    case CM_NODE_HIDDEN:
        return cm_row_of_expression(cm_asm_reg(m->w->as, cm_asm_register(m->w->as, n->text)),
                                    m->set->table->bits);
    case CM_NODE_NAMED: {
        cm_insn_operand o = cm_row_operand(m, n);
        return cm_row_of_expression(m->set->read ? m->set->read(m->w, &o, 0, m->set->table->bits)
                                                 : cm_asm_reg(m->w->as, o.index),
                                    m->set->table->bits);
    }
    case CM_NODE_LOCAL:
        return m->locals[n->number];
    case CM_NODE_PART:
        return part_value(m, n);
    case CM_NODE_OLD:
        return m->old;
    case CM_NODE_CALL:
        return called(m, n);
    case CM_NODE_BITS:
        return of_number(cm_row_evaluate(m, n->a).number);
    case CM_NODE_PLACE: {
        const cm_location *location = cm_row_evaluate(m, n->a).location;
        return of_number(location ? location->address : 0);
    }
    case CM_NODE_LITERAL: {
        const cm_insn_operand *o = cm_row_read(m, cm_row_node(m, n->a)->number);
        return of_number(o->kind == CM_INSN_NUMBER && !o->is_address);
    }
    case CM_NODE_WIDTH:
        return of_number(cm_row_evaluate(m, n->a).bits);
    case CM_NODE_SIGNED:
        return of_number(cm_row_evaluate(m, n->a).is_signed);
    case CM_NODE_CUT:
        return of_width(m, cm_row_evaluate(m, n->a), (unsigned)cm_row_evaluate(m, n->b).number);
    case CM_NODE_OP:
        return operation(m, n);
    case CM_NODE_EXTEND:
        return extended(m, n);
    case CM_NODE_FUNCTION:
        return of_function(m, n);
    case CM_NODE_NOT:
        return of_number(!cm_row_evaluate(m, n->a).number);
    case CM_NODE_BOTH:
        return of_number(cm_row_evaluate(m, n->a).number && cm_row_evaluate(m, n->b).number);
    case CM_NODE_EITHER:
        return of_number(cm_row_evaluate(m, n->a).number || cm_row_evaluate(m, n->b).number);
    case CM_NODE_IS:
        return is_one_of(m, n);
    case CM_NODE_CHOICE:
        return choice(m, n);
    default: /* statements, which the reader of tables lets stand nowhere else */
        return of_number(0);
    }
}
