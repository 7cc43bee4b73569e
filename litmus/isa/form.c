/* Instructions by their rows, made into steps: see form.h. */
#include "litmus/isa/form.h"

#include "litmus/isa/spelled.h"

#include <string.h>

/* ---- values ------------------------------------------------------------------------ */

typedef enum value_kind { IS_NUMBER, IS_WORD, IS_TAG, IS_EXPRESSION } value_kind;

/* What is known without running the test is a number, a word or a tag. */
typedef struct value {
    value_kind kind;
    unsigned bits;    /* of an expression */
    bool loose;       /* a register that may hold more bits than these */
    bool is_signed;   /* of a word */
    uint64_t number;  /* of a word: what it stands for; of an operand: the number that it is */
    const char *text; /* of a word or tag; NULL: none */
    const cm_expr *expr;
    const cm_location *location; /* of an operand that names it; or NULL */
} value;

typedef struct meaning {
    cm_dotted *w;
    const cm_table_set *set;
    const cm_spelled *s;
    const value *arguments; /* of the `let` at hand */
    value *locals;          /* of the row */
    value old;
} meaning;

enum { MOST_ARGUMENTS = 32, MOST_LOCALS = 8, TRUTH_BITS = 8 };

static value evaluate(const meaning *m, uint16_t index);

static const cm_isa_node *node_at(const meaning *m, uint16_t index)
{
    return &m->set->table->nodes[index];
}

static value of_number(uint64_t number)
{
    return (value){.kind = IS_NUMBER, .number = number};
}

static value of_expression(const cm_expr *expr, unsigned bits)
{
    return (value){.kind = IS_EXPRESSION,
                   .expr = expr,
                   .bits = bits,
                   .number = expr && expr->op == CM_OP_CONST ? expr->imm : 0};
}

/* Is it the same whatever the test does? */
static bool is_known(value v)
{
    return v.kind != IS_EXPRESSION || (v.expr && v.expr->op == CM_OP_CONST);
}

/* As an expression; numbers are as wide as what they stand with. */
static const cm_expr *expression_of(const meaning *m, value v)
{
    return v.kind == IS_EXPRESSION ? v.expr : cm_asm_const(m->w->as, v.number);
}

static unsigned wider(value a, value b)
{
    unsigned left = a.kind == IS_EXPRESSION ? a.bits : 0;
    unsigned right = b.kind == IS_EXPRESSION ? b.bits : 0;
    return left > right ? left : right;
}

/* The list's items. */
static int evaluate_list(const meaning *m, uint16_t list, value *items)
{
    int count = 0;
    for (; list && count < MOST_ARGUMENTS; list = node_at(m, list)->b)
        items[count++] = evaluate(m, node_at(m, list)->a);
    return count;
}

static const cm_expr *address_of(const meaning *m, const cm_insn_operand *o)
{
    cm_asm *as = m->w->as;
    const cm_expr *base = o->kind == CM_INSN_LOCATION
                              ? cm_asm_const(as, cm_asm_location_at(as, o->index)->address)
                          : o->kind == CM_INSN_NUMBER ? cm_asm_const(as, 0)
                                                      : cm_asm_reg(as, o->index);
    if (o->added)
        return cm_dotted_op(m->w, CM_OP_ADD, 64, base,
                            cm_asm_reg(as, cm_asm_register(as, o->added)));
    if (o->number == 0)
        return base;
    return cm_dotted_op(m->w, CM_OP_ADD, 64, base, cm_asm_const(as, o->number));
}

/* An operand, or a register of that name. */
static cm_insn_operand operand_at(const meaning *m, const cm_isa_node *n)
{
    if (n->kind == CM_NODE_OPERAND)
        return m->w->operands[n->number];
    return (cm_insn_operand){.kind = CM_INSN_REGISTER,
                             .name = n->text,
                             .index = m->set->read ? -1 : cm_asm_register(m->w->as, n->text)};
}

/* Truth values are computed with as numbers. */
static unsigned value_bits(const meaning *m, int operand)
{
    unsigned bits = m->w->operands[operand].bits;
    if (bits == 0)
        bits = cm_spelled_bits(m->set->table, m->s, operand);
    return bits == 1 ? TRUTH_BITS : bits;
}

static unsigned bits_at(const meaning *m, const cm_isa_node *n)
{
    return n->kind == CM_NODE_OPERAND ? value_bits(m, (int)n->number) : m->set->table->bits;
}

static value part_value(const meaning *m, const cm_isa_node *n)
{
    cm_insn_operand o = operand_at(m, node_at(m, n->a));
    unsigned bits = (unsigned)evaluate(m, n->c).number;
    unsigned from = (unsigned)evaluate(m, n->b).number * bits;
    return of_expression(m->set->read(m->w, &o, from, bits), bits);
}

static value operand_value(const meaning *m, int index)
{
    const cm_insn_operand *o = &m->w->operands[index];
    cm_asm *as = m->w->as;
    value v = {.kind = IS_EXPRESSION, .bits = value_bits(m, index)};
    if ((o->how || o->indexed) && m->set->changed)
        return of_expression(m->set->changed(m->w, o), o->indexed ? 64 : o->bits);
    if (o->kind == CM_INSN_LOCATION)
        v.location = cm_asm_location_at(as, o->index);
    bool is_address = o->is_address || (o->kind == CM_INSN_LOCATION && !m->set->read);
    if (is_address || o->kind == CM_INSN_LABEL)
        v.bits = 64;
    if (is_address) {
        v.expr = address_of(m, o);
    } else if (o->kind == CM_INSN_LABEL) {
        v.expr = cm_asm_label_address(as, o->name, o->place);
    } else if (o->kind == CM_INSN_NUMBER) {
        bool typed = cm_spelled_type(m->set->table, m->s, index) && v.bits < 64;
        v.expr = cm_asm_const(as, typed ? o->number & ((UINT64_C(1) << v.bits) - 1) : o->number);
    } else {
        v.loose =
            cm_spelled_type(m->set->table, m->s, index) && o->held > v.bits && v.bits > TRUTH_BITS;
        v.expr = m->set->read ? m->set->read(m->w, o, 0, v.bits) : cm_asm_reg(as, o->index);
    }
    if (o->negated)
        v.expr = cm_dotted_op(m->w, CM_OP_EQ, 64, v.expr, cm_asm_const(as, 0));
    v.number = v.expr->op == CM_OP_CONST ? v.expr->imm : 0;
    return v;
}

static value word_value(const meaning *m, int modifier)
{
    const cm_table_word *word = cm_spelled_word(m->set->table, m->s, modifier);
    return word ? (value){.kind = IS_WORD,
                          .text = word->text,
                          .number = word->number,
                          .is_signed = word->is_signed}
                : (value){.kind = IS_WORD};
}

static bool is_comparison(cm_op op)
{
    return op == CM_OP_EQ || op == CM_OP_NE || op == CM_OP_ULT || op == CM_OP_ULE ||
           op == CM_OP_SLT || op == CM_OP_SLE;
}

static value operation(const meaning *m, const cm_isa_node *n)
{
    value a = evaluate(m, n->a), b = n->b ? evaluate(m, n->b) : (value){.kind = IS_NUMBER};
    cm_op op = (cm_op)n->number;
    if (a.kind != IS_EXPRESSION && b.kind != IS_EXPRESSION)
        return of_number(cm_op_apply(op, 64, 0, a.number, b.number, 0, false));
    /* No offset. Where a register may hold more bits than the sum has, the sum cuts them off. */
    bool may_cut = a.loose || (m->set->table->named && wider(a, b) < 64);
    if (op == CM_OP_ADD && a.kind == IS_EXPRESSION && is_known(b) && b.number == 0 && !may_cut)
        return a;
    bool shifts = op == CM_OP_SHL || op == CM_OP_LSHR || op == CM_OP_ASHR || op == CM_OP_ROR;
    unsigned bits = shifts && a.kind == IS_EXPRESSION ? a.bits : wider(a, b);
    if (is_known(a) && is_known(b)) /* numbers among operands */
        return of_expression(cm_asm_const(m->w->as, cm_op_apply(op, bits ? bits : 64, 0, a.number,
                                                                b.number, 0, false)),
                             is_comparison(op) ? TRUTH_BITS : bits);
    const cm_expr *left = expression_of(m, a), *right = n->b ? expression_of(m, b) : NULL;
    return of_expression(cm_dotted_op(m->w, op, bits, left, right),
                         is_comparison(op) ? TRUTH_BITS : bits);
}

static value choice(const meaning *m, const cm_isa_node *n)
{
    value condition = evaluate(m, n->a);
    if (condition.kind != IS_EXPRESSION)
        return evaluate(m, condition.number ? n->b : n->c);
    if (is_known(condition)) { /* it is as wide as the other */
        value chosen = evaluate(m, condition.number ? n->b : n->c);
        unsigned width = chosen.kind == IS_EXPRESSION
                             ? chosen.bits
                             : evaluate(m, condition.number ? n->c : n->b).bits;
        const cm_expr *expr = expression_of(m, chosen);
        return of_expression(width >= 64 || width == 0
                                 ? expr
                                 : cm_asm_op_imm(m->w->as, CM_OP_ZEXT, width, width, expr),
                             width);
    }
    value yes = evaluate(m, n->b), no = evaluate(m, n->c);
    unsigned bits = wider(yes, no) ? wider(yes, no) : m->set->table->bits;
    return of_expression(cm_asm_op(m->w->as, CM_OP_SELECT, bits, condition.expr,
                                   expression_of(m, yes), expression_of(m, no)),
                         bits);
}

static value is_one_of(const meaning *m, const cm_isa_node *n)
{
    value word = evaluate(m, n->a);
    for (uint16_t list = n->b; list; list = node_at(m, list)->b) {
        const char *text = node_at(m, node_at(m, list)->a)->text;
        if (text == word.text || (text && word.text && strcmp(text, word.text) == 0))
            return of_number(1);
    }
    return of_number(0);
}

static value called(const meaning *m, const cm_isa_node *n)
{
    value arguments[MOST_ARGUMENTS];
    evaluate_list(m, n->a, arguments);
    meaning inner = *m;
    inner.arguments = arguments;
    return evaluate(&inner, m->set->table->lets[n->number]);
}

static value of_function(const meaning *m, const cm_isa_node *n)
{
    value items[MOST_ARGUMENTS];
    cm_form_argument arguments[MOST_ARGUMENTS] = {{NULL, 0, 0}};
    int count = evaluate_list(m, n->a, items);
    unsigned bits = 0;
    for (int i = 0; i < count; i++) {
        arguments[i] = (cm_form_argument){.bits = items[i].bits, .number = items[i].number};
        arguments[i].expr = items[i].kind == IS_EXPRESSION ? items[i].expr : NULL;
        bits = items[i].kind == IS_EXPRESSION && items[i].bits > bits ? items[i].bits : bits;
    }
    const cm_form_function *function = m->set->functions;
    while (strcmp(function->name, n->text) != 0)
        function++;
    bits = bits ? bits : m->set->table->bits;
    return of_expression(function->value(m->w, bits, arguments), bits);
}

static value extended(const meaning *m, const cm_isa_node *n)
{
    value a = evaluate(m, n->a);
    uint64_t from = n->b ? evaluate(m, n->b).number : a.bits;
    if (a.kind != IS_EXPRESSION)
        return of_number(cm_op_apply((cm_op)n->number, 64, from, a.number, 0, 0, false));
    if (is_known(a))
        return of_expression(
            cm_asm_const(m->w->as, cm_op_apply((cm_op)n->number, 64, from, a.number, 0, 0, false)),
            64);
    return of_expression(
        from == 64 ? a.expr : cm_asm_op_imm(m->w->as, (cm_op)n->number, 64, from, a.expr), 64);
}

/* As a value of so many bits, which cuts off what is above. */
static value of_width(const meaning *m, value v, unsigned bits)
{
    const cm_expr *expr = expression_of(m, v);
    bool fits = v.kind != IS_EXPRESSION || v.bits <= bits;
    return of_expression(fits ? expr : cm_asm_op_imm(m->w->as, CM_OP_ZEXT, 64, bits, expr), bits);
}

static value evaluate(const meaning *m, uint16_t index)
{
    const cm_isa_node *n = node_at(m, index);
    switch (n->kind) {
    case CM_NODE_NUMBER:
        return of_number(n->number);
    case CM_NODE_WORD:
        return (value){.kind = IS_WORD, .text = n->text};
    case CM_NODE_TAG:
        return (value){.kind = IS_TAG, .text = n->text};
    case CM_NODE_OPERAND:
        return operand_value(m, (int)n->number);
    case CM_NODE_MODIFIER:
        return word_value(m, (int)n->number);
    case CM_NODE_PARAMETER:
        return m->arguments[n->number];
    case CM_NODE_HIDDEN:
        return of_expression(cm_asm_reg(m->w->as, cm_asm_register(m->w->as, n->text)),
                             m->set->table->bits);
    case CM_NODE_NAMED: {
        cm_insn_operand o = operand_at(m, n);
        return of_expression(m->set->read ? m->set->read(m->w, &o, 0, m->set->table->bits)
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
        return of_number(evaluate(m, n->a).number);
    case CM_NODE_PLACE: {
        const cm_location *location = evaluate(m, n->a).location;
        return of_number(location ? location->address : 0);
    }
    case CM_NODE_WIDTH:
        return of_number(evaluate(m, n->a).bits);
    case CM_NODE_SIGNED:
        return of_number(evaluate(m, n->a).is_signed);
    case CM_NODE_CUT:
        return of_width(m, evaluate(m, n->a), (unsigned)evaluate(m, n->b).number);
    case CM_NODE_OP:
        return operation(m, n);
    case CM_NODE_EXTEND:
        return extended(m, n);
    case CM_NODE_FUNCTION:
        return of_function(m, n);
    case CM_NODE_NOT:
        return of_number(!evaluate(m, n->a).number);
    case CM_NODE_BOTH:
        return of_number(evaluate(m, n->a).number && evaluate(m, n->b).number);
    case CM_NODE_EITHER:
        return of_number(evaluate(m, n->a).number || evaluate(m, n->b).number);
    case CM_NODE_IS:
        return is_one_of(m, n);
    case CM_NODE_CHOICE:
        return choice(m, n);
    default: /* statements, which the reader of tables lets stand nowhere else */
        return of_number(0);
    }
}

/* ---- events ---------------------------------------------------------------------------- */

/* Tags of an event, and how an access is made. */
typedef struct properties {
    const char *const *tags;
    cm_reach reach;
    bool aligned, exclusive, in_shared;
    bool is_signed; /* what is read is sign-extended into its register */
} properties;

static properties properties_of(const meaning *m, uint16_t list)
{
    value items[MOST_ARGUMENTS];
    int count = evaluate_list(m, list, items), tags = 0;
    properties all = {.reach = CM_REACH_ANY};
    const char **names = CM_NEW_ARRAY(cm_asm_arena(m->w->as), (size_t)count + 1, const char *);
    for (int i = 0; i < count; i++) {
        const char *text = items[i].text;
        if (items[i].kind == IS_TAG)
            names[tags++] = text;
        else if (text && strcmp(text, "aligned") == 0)
            all.aligned = true;
        else if (text && strcmp(text, "exclusive") == 0)
            all.exclusive = true;
        else if (text && strcmp(text, "signed") == 0)
            all.is_signed = true;
        else if (text && strcmp(text, "in_global") == 0)
            all.reach = CM_REACH_GLOBAL;
        else if (text && strstr(text, "in_shared"))
            all.reach = CM_REACH_CTA;
        all.in_shared |= text && strcmp(text, "only_in_shared") == 0;
    }
    all.tags = m->set->tags ? m->set->tags(m->w, names) : names;
    return all;
}

typedef struct access {
    const cm_expr *address;
    unsigned width; /* bytes */
} access;

static uint16_t item_at(const meaning *m, uint16_t list, int index)
{
    while (index-- > 0)
        list = node_at(m, list)->b;
    return node_at(m, list)->a;
}

/* `address, bytes`: 0 bytes are as many as the location that it names has. */
static access access_of(const meaning *m, uint16_t list)
{
    const cm_isa_table *table = m->set->table;
    const cm_isa_node *address = node_at(m, item_at(m, list, 0));
    access a = {expression_of(m, evaluate(m, item_at(m, list, 0))),
                (unsigned)evaluate(m, item_at(m, list, 1)).number};
    if (a.width == 0 && address->kind == CM_NODE_OPERAND) {
        const cm_insn_operand *o = &m->w->operands[address->number];
        if (o->kind == CM_INSN_LOCATION)
            a.width = cm_asm_location_at(m->w->as, o->index)->width;
    }
    if (table->widest && a.width > table->widest)
        cm_asm_fail(m->w->as, m->w->place, "access of %u bytes%s", a.width, table->wanted);
    return a;
}

static void settle(const meaning *m, int step, const properties *p, unsigned width)
{
    cm_asm_step(m->w->as, step)->reach = p->reach;
    cm_asm_step(m->w->as, step)->exclusive = p->exclusive;
    cm_asm_step(m->w->as, step)->in_shared = p->in_shared;
    if (p->aligned)
        cm_asm_align(m->w->as, step, width);
}

/* The register that a value goes to as it is; -1: only a part of one, or several. A local one is
 * made. */
static int register_of(const meaning *m, const cm_isa_node *to)
{
    if (to->kind == CM_NODE_LOCAL)
        return cm_asm_temporary(m->w->as);
    if (to->kind == CM_NODE_HIDDEN)
        return cm_asm_register(m->w->as, to->text);
    return m->set->write ? -1 : operand_at(m, to).index;
}

/* Into an operand, or a part of one, whose first bit is that one. */
static void write_bits(const meaning *m, const cm_isa_node *to, unsigned from, unsigned bits,
                       const cm_expr *expr)
{
    if (to->kind == CM_NODE_PART) {
        bits = (unsigned)evaluate(m, to->c).number;
        from += (unsigned)evaluate(m, to->b).number * bits;
        to = node_at(m, to->a);
    }
    cm_insn_operand o = operand_at(m, to);
    m->set->write(m->w, &o, from, bits, expr);
}

/* Into a register; one below 0 keeps nothing. */
static int assign(const meaning *m, const cm_isa_node *to, unsigned bits, const cm_expr *what)
{
    int reg = register_of(m, to);
    if (m->set->write && reg < 0)
        write_bits(m, to, 0, bits, what);
    else if (to->kind == CM_NODE_HIDDEN && m->set->assign)
        m->set->assign(m->w, to->text, what);
    else if (reg >= 0)
        return cm_emit_assign(m->w->as, reg, what);
    return -1;
}

/* What has been read, of so many bytes, as the register gets it. */
static const cm_expr *extended_read(const meaning *m, const properties *p, unsigned width,
                                    const cm_expr *read)
{
    return p->is_signed && width < 8 ? cm_asm_op_imm(m->w->as, CM_OP_SEXT, 64, 8 * width, read)
                                     : read;
}

/* In a temporary, for what it is made of may change. */
static const cm_expr *kept(const meaning *m, const cm_expr *expr)
{
    if (expr->op == CM_OP_CONST)
        return expr;
    int reg = cm_asm_temporary(m->w->as);
    cm_emit_assign(m->w->as, reg, expr);
    return cm_asm_reg(m->w->as, reg);
}

/* As many bits as the register's type has; of a signed type it fills a wider register by its
 * sign. The step, or -1. */
static int set(const meaning *m, const cm_isa_node *n)
{
    const cm_isa_node *to = node_at(m, n->a);
    value v = evaluate(m, n->b);
    const cm_expr *expr = expression_of(m, v);
    if (to->kind == CM_NODE_LOCAL) {
        if (v.kind == IS_EXPRESSION)
            v.expr = kept(m, expr);
        m->locals[to->number] = v;
        return -1;
    }
    unsigned bits = bits_at(m, to), held = 0;
    const cm_table_word *type = NULL;
    if (to->kind == CM_NODE_OPERAND) {
        type = cm_spelled_type(m->set->table, m->s, (int)to->number);
        held = m->w->operands[to->number].held;
    }
    bool is_wide = v.kind == IS_EXPRESSION && v.bits > bits && to->kind != CM_NODE_PART;
    if (type && type->is_signed && held > bits)
        expr = cm_asm_op_imm(m->w->as, CM_OP_SEXT, held, bits, expr);
    else if (is_wide || (v.loose && expr->op == CM_OP_REG))
        expr = cm_asm_op_imm(m->w->as, CM_OP_ZEXT, 64, bits, expr);
    else if (v.kind != IS_EXPRESSION && m->set->table->named && bits < 64)
        expr = cm_asm_const(m->w->as, v.number & ((UINT64_C(1) << bits) - 1));
    return assign(m, to, bits, expr);
}

/* What is read goes to a register as it is, or to a part of some. */
static int read_part(const meaning *m, const cm_isa_node *n, access a, unsigned at,
                     const properties *p)
{
    const cm_isa_node *to = node_at(m, n->a);
    int reg = register_of(m, to);
    int loaded = m->set->write && reg < 0 ? cm_asm_temporary(m->w->as) : reg;
    int step = cm_emit_load(m->w->as, loaded, a.address, a.width, p->tags);
    settle(m, step, p, a.width);
    if (m->set->write && reg < 0)
        write_bits(m, to, 8 * at, 8 * a.width, cm_asm_reg(m->w->as, loaded));
    else if (reg >= 0 && p->is_signed && a.width < 8)
        cm_emit_assign(m->w->as, reg, extended_read(m, p, a.width, cm_asm_reg(m->w->as, reg)));
    else if (to->kind == CM_NODE_LOCAL)
        m->locals[to->number] = of_expression(cm_asm_reg(m->w->as, reg), 8 * a.width);
    return step;
}

static void write_part(const meaning *m, const cm_isa_node *n, access a, unsigned at, bool whole,
                       const properties *p)
{
    uint16_t from = item_at(m, n->b, 2);
    const cm_expr *expr;
    if (whole) {
        expr = expression_of(m, evaluate(m, from));
    } else {
        cm_insn_operand o = operand_at(m, node_at(m, from));
        expr = m->set->read(m->w, &o, 8 * at, 8 * a.width);
    }
    settle(m, cm_emit_store(m->w->as, a.address, expr, a.width, p->tags), p, a.width);
}

/* Where registers have parts, one of more than 8 bytes is several, in an order that nobody
 * promises; here they are in that of their addresses. */
static void read_or_write(const meaning *m, const cm_isa_node *n)
{
    access a = access_of(m, n->b);
    properties p = properties_of(m, n->c);
    unsigned most = m->set->read && a.width > 8 ? 8 : a.width, at = 0;
    bool whole = most == a.width;
    if (!whole)
        a.address = kept(m, a.address);
    do {
        access part = {a.address, a.width - at < most ? a.width - at : most};
        if (at > 0)
            part.address = cm_dotted_op(m->w, CM_OP_ADD, 64, a.address, cm_asm_const(m->w->as, at));
        if (n->kind == CM_NODE_READ)
            read_part(m, n, part, at, &p);
        else
            write_part(m, n, part, at, whole, &p);
        at += most;
    } while (at < a.width);
}

/* The register is written last: what is written may be in it. */
static void read_modify_write(const meaning *m, const cm_isa_node *n)
{
    cm_asm *as = m->w->as;
    const cm_isa_node *to = node_at(m, n->a);
    bool compares = n->kind == CM_NODE_CAS;
    meaning inner = *m;
    int loaded = cm_asm_temporary(as);
    access a = access_of(m, n->b);
    inner.old = of_expression(cm_asm_reg(as, loaded), 8 * a.width);
    properties read = properties_of(m, n->c), written = properties_of(m, n->d);
    const cm_expr *old = inner.old.expr;
    const cm_expr *new = expression_of(m, evaluate(&inner, item_at(m, n->b, compares ? 3 : 2)));
    int load = cm_emit_load(as, loaded, a.address, a.width, read.tags);
    int store = cm_emit_store(as, a.address, new, a.width, written.tags);
    cm_asm_step(as, store)->rmw = load;
    if (compares)
        cm_asm_step(as, store)->guard = cm_dotted_op(
            m->w, CM_OP_EQ, 8 * a.width, old, expression_of(m, evaluate(m, item_at(m, n->b, 2))));
    settle(m, load, &read, a.width);
    settle(m, store, &written, a.width);
    if (to->kind == CM_NODE_LOCAL) {
        m->locals[to->number] = inner.old;
        return;
    }
    assign(m, to, 8 * a.width, extended_read(m, &read, a.width, old));
}

/* A jump is under no guard: that is its condition. */
static void branch(const meaning *m, const cm_isa_node *n)
{
    cm_asm *as = m->w->as;
    const cm_expr *condition = m->w->guard;
    const char *label = NULL;
    cm_place place = m->w->place;
    cm_asm_set_guard(as, NULL);
    if (n->kind == CM_NODE_BRANCH) {
        const cm_insn_operand *to = &m->w->operands[node_at(m, node_at(m, n->b)->a)->number];
        uint16_t second = node_at(m, n->b)->b;
        label = to->name;
        place = to->place;
        if (second)
            condition = expression_of(m, evaluate(m, node_at(m, second)->a));
    }
    if (label && strcmp(label, ".") == 0) /* a distance: `.+8` */
        cm_emit_branch_by(as, condition,
                          (int64_t)m->w->operands[node_at(m, node_at(m, n->b)->a)->number].number,
                          place);
    else
        cm_emit_branch(as, condition, label, place);
}

static void act(const meaning *m, const char *name)
{
    const cm_form_action *action = m->set->actions;
    while (strcmp(action->name, name) != 0)
        action++;
    action->act(m->w);
}

/* last: the step that the statement before has emitted last, or -1. */
static int emit(const meaning *m, const cm_isa_node *n, int last)
{
    switch (n->kind) {
    case CM_NODE_SET:
        return set(m, n);
    case CM_NODE_UNDEFINED:
        if (last >= 0)
            cm_asm_undefined(m->w->as, last, expression_of(m, evaluate(m, n->a)), n->text);
        break;
    case CM_NODE_READ:
    case CM_NODE_WRITE:
        read_or_write(m, n);
        break;
    case CM_NODE_RMW:
    case CM_NODE_CAS:
        read_modify_write(m, n);
        break;
    case CM_NODE_FENCE:
        cm_emit_fence(m->w->as, properties_of(m, n->c).tags);
        break;
    case CM_NODE_BARRIER:
        cm_emit_barrier(m->w->as, expression_of(m, evaluate(m, node_at(m, n->b)->a)), NULL,
                        properties_of(m, n->c).tags);
        break;
    case CM_NODE_BRANCH:
    case CM_NODE_EXIT:
        branch(m, n);
        break;
    case CM_NODE_WHEN:
        if (evaluate(m, n->a).number)
            return emit(m, node_at(m, n->b), last);
        break;
    case CM_NODE_DO:
        act(m, n->text);
        break;
    default: /* a `need`, which was looked at before the operands were read */
        break;
    }
    return -1;
}

/* "`%` without an order": % is the opcode. */
static void check_needs(const meaning *m)
{
    for (uint16_t list = m->s->form->meaning; list; list = node_at(m, list)->b) {
        const cm_isa_node *n = node_at(m, node_at(m, list)->a);
        if (n->kind != CM_NODE_NEED || evaluate(m, n->a).number)
            continue;
        size_t before = strcspn(n->text, "%");
        bool named = n->text[before] == '%';
        cm_asm_fail(m->w->as, m->w->place, "%.*s%s%s", (int)before, n->text,
                    named ? m->w->opcode : "", named ? n->text + before + 1 : "");
    }
}

void cm_form_assemble(cm_dotted *w, const cm_table_set *set_of)
{
    cm_place place = w->lex->token.place;
    const char *text = cm_lexer_name(w->lex, "an instruction");
    if (set_of->table->undotted || set_of->table->joined)
        cm_dotted_name(w, text, place);
    else
        cm_dotted_take_apart(w, text, place);
    cm_form_finish(w, set_of);
}

void cm_form_finish(cm_dotted *w, const cm_table_set *set_of)
{
    cm_spelled s;
    if (!cm_form_read_spelling(w, set_of, &s)) {
        if (!set_of->other)
            cm_asm_unknown(w->as, w->place, w->opcode);
        set_of->other(w, w->opcode);
        return;
    }
    value locals[MOST_LOCALS] = {{0}};
    const meaning m = {.w = w, .set = set_of, .s = &s, .locals = locals};
    check_needs(&m);
    w->insn.form = s.form;
    cm_form_read_operands(w, set_of, &s);
    size_t count = (size_t)s.form->modifier_count;
    w->insn.chosen = cm_arena_grow(cm_asm_arena(w->as), s.chosen, count, count, 1);
    cm_dotted_keep(w);
    int last = -1;
    for (uint16_t list = s.form->meaning; list; list = node_at(&m, list)->b)
        last = emit(&m, node_at(&m, node_at(&m, list)->a), last);
}

bool cm_form_has(const cm_isa_table *table, const char *opcode)
{
    cm_spelled s;
    return cm_spelled_row(table, opcode, NULL, 0, -1, &s);
}

const cm_table_word *cm_form_word(const cm_insn *insn, const cm_table_set *set,
                                  const char *modifier)
{
    for (int m = 0; m < insn->form->modifier_count; m++) {
        const cm_table_words *words = cm_spelled_words(set->table, insn->form, m);
        if (strcmp(words->name, modifier) == 0)
            return insn->chosen[m] ? &words->items[insn->chosen[m] - 1] : NULL;
    }
    return NULL;
}
