/* Instructions by their rows, read and made into steps: see form.h. */
#include "litmus/isa/form.h"

#include "litmus/isa/spelled.h"

#include <string.h>

/* ---- operands ------------------------------------------------------------------- */

/* As many as commas outside of brackets say. */
static int count_operands(const cm_dotted *w)
{
    cm_lexer ahead = *w->lex;
    int count = !cm_lexer_at_end(&ahead), depth = 0;
    for (; !cm_lexer_at_end(&ahead); cm_lexer_advance(&ahead)) {
        depth += cm_lexer_is(&ahead, "[") || cm_lexer_is(&ahead, "{");
        depth -= cm_lexer_is(&ahead, "]") || cm_lexer_is(&ahead, "}");
        count += depth == 0 && cm_lexer_is(&ahead, ",");
    }
    return count;
}

/* The row, with its words; w has opcode and qualifiers. */
static void read_spelling(cm_dotted *w, const cm_isa_table *table, cm_spelled *s)
{
    const char *words[CM_DOTTED_QUALIFIERS];
    for (int i = 0; i < w->qualifier_count; i++)
        words[i] = w->qualifiers[i].text;
    if (!cm_spelled_row(table, w->opcode, words, w->qualifier_count, count_operands(w), s))
        cm_asm_unknown(w->as, w->place, w->opcode);
    cm_spelled again = {.form = s->form};
    cm_spelled_choose_alias(table, &again, cm_spelled_alias(table, w->opcode));
    for (int i = 0, modifier; i < w->qualifier_count; i++)
        if (!cm_spelled_choose(table, &again, words[i], &modifier))
            cm_spelled_refuse(w, table, &again, &w->qualifiers[i], modifier);
    cm_spelled_check(w, table, s);
}

static void expect_punctuation(cm_dotted *w, const char *tokens)
{
    while (tokens && *tokens) {
        size_t length = strcspn(tokens, " ");
        cm_lexer_expect(w->lex, cm_arena_text(cm_asm_arena(w->as), tokens, length));
        tokens += length + (tokens[length] == ' ');
    }
}

static unsigned bits_of(const cm_isa_table *table, const cm_spelled *s, int operand)
{
    const cm_form_operand *o = &s->form->operands[operand];
    const cm_table_word *type = o->typed_by >= 0 ? cm_spelled_word(table, s, o->typed_by) : NULL;
    return type && type->number ? type->number : o->bits ? o->bits : table->bits;
}

static void read_operands(cm_dotted *w, const cm_table_set *set, const cm_spelled *s)
{
    for (int i = 0; i < s->form->operand_count; i++) {
        const cm_form_operand *o = &s->form->operands[i];
        const cm_operand_kind *kind = set->operands;
        while (strcmp(kind->name, o->kind) != 0)
            kind++;
        expect_punctuation(w, o->before);
        kind->read(w, bits_of(set->table, s, i));
        w->operands[w->insn.operand_count - 1].is_base = strcmp(o->before, "(") == 0;
    }
    expect_punctuation(w, s->form->after);
}

/* ---- values ------------------------------------------------------------------------ */

typedef enum value_kind { IS_NUMBER, IS_WORD, IS_TAG, IS_EXPRESSION } value_kind;

/* What is known without running the test is a number, a word or a tag. */
typedef struct value {
    value_kind kind;
    unsigned bits;    /* of an expression */
    uint64_t number;  /* of a word: what it stands for */
    const char *text; /* of a word or tag; NULL: none */
    const cm_expr *expr;
} value;

typedef struct meaning {
    cm_dotted *w;
    const cm_table_set *set;
    const cm_spelled *s;
    const value *arguments; /* of the `let` at hand */
    value old;
} meaning;

enum { MOST_ARGUMENTS = 32, TRUTH_BITS = 8 };

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
    return (value){.kind = IS_EXPRESSION, .expr = expr, .bits = bits};
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

static value operand_value(const meaning *m, int index)
{
    const cm_insn_operand *o = &m->w->operands[index];
    if (o->is_address)
        return of_expression(address_of(m, o), 64);
    if (o->kind == CM_INSN_NUMBER)
        return of_expression(cm_asm_const(m->w->as, o->number),
                             bits_of(m->set->table, m->s, index));
    const cm_expr *reg = cm_asm_reg(m->w->as, o->index);
    if (o->negated)
        reg = cm_dotted_op(m->w, CM_OP_EQ, 64, reg, cm_asm_const(m->w->as, 0));
    return of_expression(reg, bits_of(m->set->table, m->s, index));
}

static value word_value(const meaning *m, int modifier)
{
    const cm_table_word *word = cm_spelled_word(m->set->table, m->s, modifier);
    return (value){
        .kind = IS_WORD, .text = word ? word->text : NULL, .number = word ? word->number : 0};
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
    unsigned bits = wider(a, b);
    const cm_expr *left = expression_of(m, a), *right = n->b ? expression_of(m, b) : NULL;
    return of_expression(cm_dotted_op(m->w, op, bits, left, right),
                         is_comparison(op) ? TRUTH_BITS : bits);
}

static value choice(const meaning *m, const cm_isa_node *n)
{
    value condition = evaluate(m, n->a);
    if (condition.kind != IS_EXPRESSION)
        return evaluate(m, condition.number ? n->b : n->c);
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

static value extended(const meaning *m, const cm_isa_node *n)
{
    value a = evaluate(m, n->a);
    uint64_t from = n->b ? evaluate(m, n->b).number : a.bits;
    if (a.kind != IS_EXPRESSION)
        return of_number(cm_op_apply((cm_op)n->number, 64, from, a.number, 0, 0, false));
    return of_expression(cm_asm_op_imm(m->w->as, (cm_op)n->number, 64, from, a.expr), 64);
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
    case CM_NODE_OLD:
        return m->old;
    case CM_NODE_CALL:
        return called(m, n);
    case CM_NODE_BITS:
        return of_number(evaluate(m, n->a).number);
    case CM_NODE_OP:
        return operation(m, n);
    case CM_NODE_EXTEND:
        return extended(m, n);
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
    bool aligned, exclusive;
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
        else if (text && strcmp(text, "in_global") == 0)
            all.reach = CM_REACH_GLOBAL;
        else if (text && strcmp(text, "in_shared") == 0)
            all.reach = CM_REACH_CTA;
    }
    all.tags = names;
    return all;
}

typedef struct access {
    const cm_expr *address;
    unsigned width; /* bytes */
} access;

/* `address, bytes`: 0 bytes are as many as the location that it names has. */
static access access_of(const meaning *m, uint16_t list, const value *items)
{
    const cm_isa_table *table = m->set->table;
    const cm_isa_node *address = node_at(m, node_at(m, list)->a);
    access a = {expression_of(m, items[0]), (unsigned)items[1].number};
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
    if (p->aligned)
        cm_asm_align(m->w->as, step, width);
}

/* Of an operand, or a hidden one. */
static int register_of(const meaning *m, uint16_t to)
{
    const cm_isa_node *n = node_at(m, to);
    return n->kind == CM_NODE_HIDDEN ? cm_asm_register(m->w->as, n->text)
                                     : m->w->operands[n->number].index;
}

static void set(const meaning *m, const cm_isa_node *n)
{
    const cm_isa_node *to = node_at(m, n->a);
    unsigned bits = to->kind == CM_NODE_HIDDEN ? m->set->table->bits
                                               : bits_of(m->set->table, m->s, (int)to->number);
    value v = evaluate(m, n->b);
    const cm_expr *expr = expression_of(m, v);
    if (v.kind == IS_EXPRESSION && v.bits > bits)
        expr = cm_asm_op_imm(m->w->as, CM_OP_ZEXT, 64, bits, expr);
    cm_emit_assign(m->w->as, register_of(m, n->a), expr);
}

static void read_or_write(const meaning *m, const cm_isa_node *n)
{
    value items[MOST_ARGUMENTS];
    evaluate_list(m, n->b, items);
    access a = access_of(m, n->b, items);
    properties p = properties_of(m, n->c);
    int step =
        n->kind == CM_NODE_READ
            ? cm_emit_load(m->w->as, register_of(m, n->a), a.address, a.width, p.tags)
            : cm_emit_store(m->w->as, a.address, expression_of(m, items[2]), a.width, p.tags);
    settle(m, step, &p, a.width);
}

/* The register is written last: what is written may be in it. */
static void read_modify_write(const meaning *m, const cm_isa_node *n)
{
    cm_asm *as = m->w->as;
    bool compares = n->kind == CM_NODE_CAS;
    meaning inner = *m;
    int loaded = cm_asm_temporary(as);
    inner.old = of_expression(cm_asm_reg(as, loaded), m->set->table->bits);
    value items[MOST_ARGUMENTS];
    evaluate_list(&inner, n->b, items);
    access a = access_of(m, n->b, items);
    inner.old.bits = 8 * a.width;
    properties read = properties_of(m, n->c), written = properties_of(m, n->d);
    const cm_expr *old = inner.old.expr;
    int load = cm_emit_load(as, loaded, a.address, a.width, read.tags);
    const cm_expr *new = expression_of(m, items[compares ? 3 : 2]);
    int store = cm_emit_store(as, a.address, new, a.width, written.tags);
    cm_asm_step(as, store)->rmw = load;
    if (compares)
        cm_asm_step(as, store)->guard =
            cm_dotted_op(m->w, CM_OP_EQ, 8 * a.width, old, expression_of(m, items[2]));
    cm_emit_assign(as, register_of(m, n->a), old);
    settle(m, load, &read, a.width);
    settle(m, store, &written, a.width);
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
    cm_emit_branch(as, condition, label, place);
}

static void act(const meaning *m, const char *name)
{
    const cm_form_action *action = m->set->actions;
    while (strcmp(action->name, name) != 0)
        action++;
    action->act(m->w);
}

static void emit(const meaning *m, const cm_isa_node *n)
{
    switch (n->kind) {
    case CM_NODE_SET:
        set(m, n);
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
    case CM_NODE_DO:
        act(m, n->text);
        break;
    default: /* a `need`, which was looked at before the operands were read */
        break;
    }
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
    const cm_isa_table *table = set_of->table;
    cm_place place = w->lex->token.place;
    const char *text = cm_lexer_name(w->lex, "an instruction");
    cm_spelled s;
    if (table->undotted)
        cm_dotted_name(w, text, place);
    else
        cm_dotted_take_apart(w, text, place);
    read_spelling(w, table, &s);
    const meaning m = {.w = w, .set = set_of, .s = &s};
    check_needs(&m);
    read_operands(w, set_of, &s);
    size_t count = (size_t)s.form->modifier_count;
    w->insn.form = s.form;
    w->insn.chosen = cm_arena_grow(cm_asm_arena(w->as), s.chosen, count, count, 1);
    cm_dotted_keep(w);
    for (uint16_t list = s.form->meaning; list; list = node_at(&m, list)->b)
        emit(&m, node_at(&m, node_at(&m, list)->a));
}

static void each_row(const cm_isa_table *table, cm_mnemonic_visit *visit, void *context)
{
    for (int i = 0; i < table->form_count; i++)
        if (i == 0 || strcmp(table->forms[i].opcode, table->forms[i - 1].opcode) != 0)
            visit(context, table->forms[i].opcode);
    for (int i = 0; i < table->alias_count; i++)
        visit(context, table->aliases[i].opcode);
}

void cm_isa_each_mnemonic(const cm_isa *isa, cm_mnemonic_visit *visit, void *context)
{
    if (isa->rows)
        each_row(isa->rows->table, visit, context);
    if (isa->each_mnemonic)
        isa->each_mnemonic(visit, context);
}
