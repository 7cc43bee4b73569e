/* Instructions by their rows, made into steps: see form.h. */
#include "litmus/isa/form.h"

#include "litmus/isa/form_value.h"
#include "litmus/isa/spelled.h"

#include <string.h>

/* Tags of an event, and how an access is made. */
typedef struct properties {
    const char *const *tags;
    cm_reach reach;
    bool aligned, exclusive, in_shared;
    bool dwords;    /* not aligned as a whole, it is several accesses of 4 bytes each */
    bool is_signed; /* what is read is sign-extended into its register */
} properties;

static properties properties_of(const cm_row_meaning *m, uint16_t list)
{
    cm_row_value items[CM_ROW_MOST_ITEMS];
    int count = cm_row_evaluate_list(m, list, items), tags = 0;
    properties all = {.reach = CM_REACH_ANY};
    const char **names = CM_NEW_ARRAY(cm_asm_arena(m->w->as), (size_t)count + 1, const char *);
    for (int i = 0; i < count; i++) {
        const char *text = items[i].text;
        if (items[i].kind == CM_ROW_TAG)
            names[tags++] = text;
        else if (text && strcmp(text, "aligned") == 0)
            all.aligned = true;
        else if (text && strcmp(text, "exclusive") == 0)
            all.exclusive = true;
        else if (text && strcmp(text, "dwords") == 0)
            all.dwords = true;
        else if (text && strcmp(text, "signed") == 0)
            all.is_signed = true;
        else if (text && strcmp(text, "in_global") == 0)
            all.reach = CM_REACH_GLOBAL;
        else if (text && strcmp(text, "in_cluster") == 0)
            all.reach = CM_REACH_CLUSTER;
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

static uint16_t item_at(const cm_row_meaning *m, uint16_t list, int index)
{
    while (index-- > 0)
        list = cm_row_node(m, list)->b;
    return cm_row_node(m, list)->a;
}

/* `address, bytes`: 0 bytes are as many as the location that it names has. */
static access access_of(const cm_row_meaning *m, uint16_t list)
{
    const cm_isa_table *table = m->set->table;
    const cm_isa_node *address = cm_row_node(m, item_at(m, list, 0));
    access a = {cm_row_expression(m, cm_row_evaluate(m, item_at(m, list, 0))),
                (unsigned)cm_row_evaluate(m, item_at(m, list, 1)).number};
    if (a.width == 0 && address->kind == CM_NODE_OPERAND) {
        const cm_insn_operand *o = cm_row_read(m, address->number);
        if (o->kind == CM_INSN_LOCATION)
            a.width = cm_asm_location_at(m->w->as, o->index)->width;
    }
    if (table->widest && a.width > table->widest)
        cm_asm_fail(m->w->as, m->w->place, "access of %u bytes%s", a.width, table->wanted);
    return a;
}

/* whole, bytes: what must be aligned, if anything. */
static void settle(const cm_row_meaning *m, int step, const properties *p, const cm_expr *whole,
                   unsigned bytes)
{
    cm_asm_step(m->w->as, step)->reach = p->reach;
    cm_asm_step(m->w->as, step)->exclusive = p->exclusive;
    cm_asm_step(m->w->as, step)->in_shared = p->in_shared;
    if (p->aligned)
        cm_asm_align_at(m->w->as, step, whole, bytes);
}

/* The register that a cm_row_value goes to as it is; -1: only a part of one, or several. A local
 * one is made. */
static int register_of(const cm_row_meaning *m, const cm_isa_node *to)
{
    if (to->kind == CM_NODE_LOCAL)
        return cm_asm_temporary(m->w->as);
    if (to->kind == CM_NODE_HIDDEN)
        return m->set->assign ? -1 : cm_asm_register(m->w->as, to->text);
    return m->set->write ? -1 : cm_row_operand(m, to).index;
}

/* Into an operand, or a part of one, whose first bit is that one. */
static void write_bits(const cm_row_meaning *m, const cm_isa_node *to, unsigned from, unsigned bits,
                       const cm_expr *expr)
{
    if (to->kind == CM_NODE_PART) {
        bits = (unsigned)cm_row_evaluate(m, to->c).number;
        from += (unsigned)cm_row_evaluate(m, to->b).number * bits;
        to = cm_row_node(m, to->a);
    }
    cm_insn_operand o = cm_row_operand(m, to);
    m->set->write(m->w, &o, from, bits, expr);
}

/* Into a register; one below 0 keeps nothing. */
static int assign(const cm_row_meaning *m, const cm_isa_node *to, unsigned bits,
                  const cm_expr *what)
{
    const cm_thread *thread = &cm_asm_test(m->w->as)->threads[cm_asm_thread(m->w->as)];
    int reg = register_of(m, to), first = thread->step_count;
    if (to->kind == CM_NODE_HIDDEN && m->set->assign) {
        m->set->assign(m->w, to->text, what);
        return -1;
    }
    if (m->set->write && reg < 0) {
        write_bits(m, to, 0, bits, what); /* of several parts, the whole comes first */
        return thread->step_count > first ? first : -1;
    }
    return reg >= 0 ? cm_emit_assign(m->w->as, reg, what) : -1;
}

/* What has been read, of so many bytes, as the register gets it. */
static const cm_expr *extended_read(const cm_row_meaning *m, const properties *p, unsigned width,
                                    const cm_expr *read)
{
    return p->is_signed && width < 8 ? cm_asm_op_imm(m->w->as, CM_OP_SEXT, 64, 8 * width, read)
                                     : read;
}

/* In a temporary, for what it is made of may change. */
static const cm_expr *kept(const cm_row_meaning *m, const cm_expr *expr)
{
    if (expr->op == CM_OP_CONST)
        return expr;
    int reg = cm_asm_temporary(m->w->as);
    cm_emit_assign(m->w->as, reg, expr);
    return cm_asm_reg(m->w->as, reg);
}

/* How many bits a register has that so many bits of a signed type fill by their sign; 0: they are
 * no such bits. */
static unsigned filled_bits(const cm_row_meaning *m, const cm_isa_node *to, int element,
                            unsigned bits)
{
    const cm_table_word *type =
        to->kind == CM_NODE_OPERAND ? cm_spelled_type(m->set->table, m->s, (int)to->number) : NULL;
    unsigned held = type && type->is_signed ? cm_row_read(m, to->number)[element].held : 0;
    return held > bits ? held : 0;
}

/* As many bits as the register's type has; of a signed type it fills a wider register by its
 * sign. The step, or -1. */
static int set(const cm_row_meaning *m, const cm_isa_node *n)
{
    const cm_isa_node *to = cm_row_node(m, n->a);
    cm_row_value v = cm_row_evaluate(m, n->b);
    const cm_expr *expr = cm_row_expression(m, v);
    if (to->kind == CM_NODE_LOCAL) {
        const cm_thread *thread = &cm_asm_test(m->w->as)->threads[cm_asm_thread(m->w->as)];
        int first = thread->step_count;
        if (v.kind == CM_ROW_EXPRESSION)
            v.expr = kept(m, expr);
        m->locals[to->number] = v;
        return thread->step_count > first ? first : -1;
    }
    unsigned bits = cm_row_bits(m, to), filled = filled_bits(m, to, 0, bits);
    bool is_wide = v.kind == CM_ROW_EXPRESSION && v.bits > bits && to->kind != CM_NODE_PART;
    if (filled)
        expr = cm_asm_op_imm(m->w->as, CM_OP_SEXT, filled, bits, expr);
    else if (is_wide || (v.loose && expr->op == CM_OP_REG))
        expr = cm_asm_op_imm(m->w->as, CM_OP_ZEXT, 64, bits, expr);
    else if (v.kind != CM_ROW_EXPRESSION && m->set->table->named && bits < 64)
        expr = cm_asm_const(m->w->as, v.number & ((UINT64_C(1) << bits) - 1));
    return assign(m, to, bits, expr);
}

/* An element of a list, or a part of what is too wide for one access or register. */
typedef struct part {
    int index, count;
    unsigned first; /* byte of the whole */
    bool listed;
    access at; /* its address and bytes */
} part;

/* What is read goes to a register as it is, or to a part of some. */
static int read_part(const cm_row_meaning *m, const cm_isa_node *n, const part *t,
                     const properties *p)
{
    const cm_isa_node *to = cm_row_node(m, n->a);
    const cm_insn_operand *o = to->kind == CM_NODE_OPERAND ? cm_row_read(m, to->number) : NULL;
    unsigned bits = 8 * t->at.width;
    int reg = t->listed                      ? o[t->index].index
              : m->set->part && t->count > 1 ? m->set->part(m->w, o, t->index)
                                             : register_of(m, to);
    unsigned filled = filled_bits(m, to, t->listed ? t->index : 0, bits);
    bool is_written = m->set->write && reg < 0;
    int loaded = is_written || filled ? cm_asm_temporary(m->w->as) : reg;
    const cm_expr *read = loaded >= 0 ? cm_asm_reg(m->w->as, loaded) : NULL;
    int step = cm_emit_load(m->w->as, loaded, t->at.address, t->at.width, p->tags);
    if (is_written)
        write_bits(m, to, 8 * t->first, bits, read);
    else if (filled)
        cm_emit_assign(m->w->as, reg, cm_asm_op_imm(m->w->as, CM_OP_SEXT, filled, bits, read));
    else if (reg >= 0 && p->is_signed && t->at.width < 8)
        cm_emit_assign(m->w->as, reg, extended_read(m, p, t->at.width, read));
    else if (to->kind == CM_NODE_LOCAL)
        m->locals[to->number] = cm_row_of_expression(read, bits);
    return step;
}

static int write_part(const cm_row_meaning *m, const cm_isa_node *n, const part *t,
                      const properties *p)
{
    const cm_isa_node *from = cm_row_node(m, item_at(m, n->b, 2));
    const cm_expr *expr;
    if (t->listed) {
        expr = cm_row_expression(m, cm_row_element(m, (int)from->number, t->index));
    } else if (t->count == 1) {
        expr = cm_row_expression(m, cm_row_evaluate(m, item_at(m, n->b, 2)));
    } else {
        cm_insn_operand o = cm_row_operand(m, from);
        expr = m->set->part ? cm_asm_reg(m->w->as, m->set->part(m->w, &o, t->index))
                            : m->set->read(m->w, &o, 8 * t->first, 8 * t->at.width);
    }
    return cm_emit_store(m->w->as, t->at.address, expr, t->at.width, p->tags);
}

/* A list is as many accesses, and where registers have parts, one of more than `most` bytes is
 * several, in an order that nobody promises; here they are in that of their addresses. A list, or
 * what goes into one register, is aligned as a whole. */
static void read_or_write_parts(const cm_row_meaning *m, const cm_isa_node *n, access a,
                                properties p, unsigned most)
{
    const bool reads = n->kind == CM_NODE_READ;
    const cm_isa_node *with = cm_row_node(m, reads ? n->a : item_at(m, n->b, 2));
    const cm_insn_operand *o = with->kind == CM_NODE_OPERAND ? cm_row_read(m, with->number) : NULL;
    part t = {.listed = o && o->list, .at.address = a.address};
    t.count = t.listed         ? m->w->starts[with->number + 1] - m->w->starts[with->number]
              : a.width > most ? (int)((a.width + most - 1) / most)
                               : 1;
    if (t.count > 1 && (reads || m->set->read))
        t.at.address = kept(m, a.address);
    const cm_expr *whole = t.at.address;
    const unsigned bytes = t.listed ? (unsigned)t.count * a.width : a.width;
    const bool is_whole = t.listed || m->set->part;
    for (; t.index < t.count; t.index++, t.first += most) {
        t.at.width = bytes - t.first < most ? bytes - t.first : most;
        if (t.first > 0)
            t.at.address =
                cm_dotted_op(m->w, CM_OP_ADD, 64, whole, cm_asm_const(m->w->as, t.first));
        if (t.listed && o[t.index].kind == CM_INSN_SINK)
            continue;
        int step = reads ? read_part(m, n, &t, &p) : write_part(m, n, &t, &p);
        settle(m, step, &p, is_whole ? whole : t.at.address, is_whole ? bytes : t.at.width);
        cm_asm_step(m->w->as, step)->joined = m->set->part && !t.listed && t.index > 0;
        p.aligned &= !is_whole; /* it is, by its first access */
    }
}

/* Of 8 bytes: one access where the address is a multiple of 8, else two. */
static void read_or_write_by_place(const cm_row_meaning *m, const cm_isa_node *n, access a,
                                   const properties *p)
{
    cm_asm *as = m->w->as;
    const cm_thread *thread = &cm_asm_test(as)->threads[cm_asm_thread(as)];
    a.address = kept(m, a.address);
    const cm_expr *odd = cm_dotted_op(m->w, CM_OP_AND, 64, a.address, cm_asm_const(as, 7));
    const cm_expr *even = cm_dotted_op(m->w, CM_OP_EQ, 64, odd, cm_asm_const(as, 0));
    for (unsigned most = 8; most >= 4; most -= 4) {
        int first = thread->step_count;
        read_or_write_parts(m, n, a, *p, most);
        for (int s = first; s < thread->step_count; s++)
            cm_asm_step(as, s)->guard = most == 8 ? even : odd;
    }
}

static void read_or_write(const cm_row_meaning *m, const cm_isa_node *n)
{
    const access a = access_of(m, n->b);
    const properties p = properties_of(m, n->c);
    if (p.dwords && a.width == 8)
        read_or_write_by_place(m, n, a, &p);
    else if (a.width > 8 && (m->set->read || m->set->part))
        read_or_write_parts(m, n, a, p, p.dwords ? 4 : 8);
    else
        read_or_write_parts(m, n, a, p, a.width);
}

/* The register is written last: what is written may be in it. Gives the step that stores. */
static int read_modify_write(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_asm *as = m->w->as;
    const cm_isa_node *to = cm_row_node(m, n->a);
    bool compares = n->kind == CM_NODE_CAS;
    cm_row_meaning inner = *m;
    int loaded = cm_asm_temporary(as);
    access a = access_of(m, n->b);
    inner.old = cm_row_of_expression(cm_asm_reg(as, loaded), 8 * a.width);
    properties read = properties_of(m, n->c), written = properties_of(m, n->d);
    const cm_expr *old = inner.old.expr;
    const cm_expr *new =
        cm_row_expression(m, cm_row_evaluate(&inner, item_at(m, n->b, compares ? 3 : 2)));
    int load = cm_emit_load(as, loaded, a.address, a.width, read.tags);
    int store = cm_emit_store(as, a.address, new, a.width, written.tags);
    cm_asm_step(as, store)->rmw = load;
    if (compares)
        cm_asm_step(as, store)->guard =
            cm_dotted_op(m->w, CM_OP_EQ, 8 * a.width, old,
                         cm_row_expression(m, cm_row_evaluate(m, item_at(m, n->b, 2))));
    settle(m, load, &read, a.address, a.width);
    settle(m, store, &written, a.address, a.width);
    if (to->kind == CM_NODE_LOCAL) {
        m->locals[to->number] = inner.old;
        return store;
    }
    assign(m, to, 8 * a.width, extended_read(m, &read, a.width, old));
    return store;
}

/* A jump is under no guard: that is its condition. */
static void branch(const cm_row_meaning *m, const cm_isa_node *n)
{
    cm_asm *as = m->w->as;
    const cm_expr *condition = m->w->guard;
    const char *label = NULL;
    cm_place place = m->w->place;
    cm_asm_set_guard(as, NULL);
    const cm_insn_operand *to = NULL;
    if (n->kind == CM_NODE_BRANCH) {
        uint16_t second = cm_row_node(m, n->b)->b;
        to = cm_row_read(m, cm_row_node(m, cm_row_node(m, n->b)->a)->number);
        label = to->name;
        place = to->place;
        if (second)
            condition = cm_row_expression(m, cm_row_evaluate(m, cm_row_node(m, second)->a));
    }
    if (label && strcmp(label, ".") == 0) /* a distance: `.+8` */
        cm_emit_branch_by(as, condition, (int64_t)to->number, place);
    else
        cm_emit_branch(as, condition, label, place);
}

static void barrier(const cm_row_meaning *m, const cm_isa_node *n)
{
    const cm_isa_node *id = cm_row_node(m, n->b);
    const cm_expr *count =
        id->b ? cm_row_expression(m, cm_row_evaluate(m, cm_row_node(m, id->b)->a)) : NULL;
    cm_emit_barrier(m->w->as, cm_row_expression(m, cm_row_evaluate(m, id->a)), count,
                    properties_of(m, n->c).tags);
}

static void act(const cm_row_meaning *m, const char *name)
{
    const cm_form_action *action = m->set->actions;
    while (strcmp(action->name, name) != 0)
        action++;
    action->act(m->w);
}

/* last: the step that the statement before has emitted last, or -1. */
static int emit(const cm_row_meaning *m, const cm_isa_node *n, int last)
{
    switch (n->kind) {
    case CM_NODE_SET:
        return set(m, n);
    case CM_NODE_UNDEFINED:
        if (last >= 0)
            cm_asm_undefined(m->w->as, last, cm_row_expression(m, cm_row_evaluate(m, n->a)),
                             n->text);
        break;
    case CM_NODE_OPAQUE:
        if (last >= 0)
            cm_asm_opaque(m->w->as, last, cm_row_expression(m, cm_row_evaluate(m, n->a)), n->text);
        break;
    case CM_NODE_READ:
    case CM_NODE_WRITE:
        read_or_write(m, n);
        break;
    case CM_NODE_RMW:
    case CM_NODE_CAS:
        return read_modify_write(m, n);
    case CM_NODE_FENCE:
        cm_emit_fence(m->w->as, properties_of(m, n->c).tags);
        break;
    case CM_NODE_BARRIER:
        barrier(m, n);
        break;
    case CM_NODE_BRANCH:
    case CM_NODE_EXIT:
        branch(m, n);
        break;
    case CM_NODE_WHEN:
        if (cm_row_evaluate(m, n->a).number)
            return emit(m, cm_row_node(m, n->b), last);
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
static void check_needs(const cm_row_meaning *m)
{
    for (uint16_t list = m->s->form->meaning; list; list = cm_row_node(m, list)->b) {
        const cm_isa_node *n = cm_row_node(m, cm_row_node(m, list)->a);
        if (n->kind != CM_NODE_NEED || cm_row_evaluate(m, n->a).number)
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
    cm_row_value locals[CM_ROW_MOST_LOCALS] = {{0}};
    const cm_row_meaning m = {.w = w, .set = set_of, .s = &s, .locals = locals};
    check_needs(&m);
    w->insn.form = s.form;
    if (set_of->read_operands)
        set_of->read_operands(w, &s);
    else
        cm_form_read_operands(w, set_of, &s);
    size_t count = (size_t)s.form->modifier_count;
    w->insn.chosen = cm_arena_grow(cm_asm_arena(w->as), s.chosen, count, count, 1);
    cm_dotted_keep(w);
    int last = -1;
    for (uint16_t list = s.form->meaning; list; list = cm_row_node(&m, list)->b)
        last = emit(&m, cm_row_node(&m, cm_row_node(&m, list)->a), last);
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

void cm_isa_assemble(const cm_isa *isa, cm_asm *as, cm_lexer *lex)
{
    cm_dotted w = {.as = as, .lex = lex};
    if (isa->assemble)
        isa->assemble(as, lex);
    else
        cm_form_assemble(&w, isa->rows);
}
