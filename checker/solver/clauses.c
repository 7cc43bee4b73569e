/* Formulas as clauses. See clauses.h. */
#include "checker/solver/clauses.h"

enum {
    LONGEST = 8, /* literals of a clause that disjunctions inside it are opened into */
    /* state of a node */
    MEANS = 1,     /* the name implies its conjunction */
    MEANT = 2,     /* the conjunction implies its name */
    FOLLOWING = 4, /* definitions below it are being looked at */
    FOLLOWED = 8   /* definitions below it do not depend on themselves */
};

void cm_clauses_init(cm_clauses *clauses, cm_form *form,
                     void (*give)(void *argument, const cm_lit *literals, uint32_t count),
                     void *argument)
{
    *clauses = (cm_clauses){.form = form, .give = give, .argument = argument};
}

static uint32_t node_number(cm_lit literal)
{
    return (uint32_t)(literal < 0 ? -literal : literal);
}

static void reserve_states(cm_clauses *c)
{
    uint32_t count = c->form->count;
    if (count <= c->state_count)
        return;
    uint32_t more = count + count / 2;
    c->state = cm_arena_grow(c->form->arena, c->state, c->state_count, more, sizeof *c->state);
    c->state_count = more;
}

/* What the literal stands for: no variable with a definition. */
static cm_lit resolve(const cm_clauses *c, cm_lit literal)
{
    for (;;) {
        cm_lit meaning = c->form->nodes[node_number(literal)].definition;
        if (!meaning)
            return literal;
        literal = literal < 0 ? -meaning : meaning;
    }
}

/* ---- clauses --------------------------------------------------------- */

/* A literal that stands for a conjunction, or its negation, in clauses where it
 * is true only when that is. */
static cm_lit use_name(cm_clauses *c, cm_lit literal)
{
    uint8_t direction = literal > 0 ? MEANS : MEANT;
    uint8_t *state = &c->state[node_number(literal)];
    if (!(*state & direction)) {
        *state |= direction;
        cm_lits_add(c->form->arena, &c->pending, literal);
    }
    return literal;
}

static void put_literal(cm_clauses *c, cm_lit literal)
{
    literal = resolve(c, literal);
    const cm_form_node *n = &c->form->nodes[node_number(literal)];
    if (n->kind == CM_FORM_CONSTANT) {
        c->satisfied |= literal > 0;
        return;
    }
    if (n->kind == CM_FORM_AND && literal < 0 && c->clause.count + n->count <= LONGEST) {
        for (uint32_t i = 0; i < n->count; i++)
            put_literal(c, -c->form->children[n->first + i]);
        return;
    }
    if (n->kind == CM_FORM_AND)
        literal = use_name(c, literal);
    cm_lits_add(c->form->arena, &c->clause, literal);
}

static void begin_clause(cm_clauses *c)
{
    c->clause.count = 0;
    c->satisfied = false;
}

static void end_clause(cm_clauses *c)
{
    if (!c->satisfied)
        c->give(c->argument, c->clause.items, c->clause.count);
}

/* Gives what the clauses so far need. */
static void give_definitions(cm_clauses *c)
{
    while (c->pending.count > 0) {
        /* The clauses that tie a name to its conjunction, in one direction. */
        cm_lit name = c->pending.items[--c->pending.count];
        const cm_form_node *n = &c->form->nodes[node_number(name)];
        if (name > 0) {
            for (uint32_t i = 0; i < n->count; i++) {
                begin_clause(c);
                cm_lits_add(c->form->arena, &c->clause, -name);
                put_literal(c, c->form->children[n->first + i]);
                end_clause(c);
            }
            continue;
        }
        begin_clause(c);
        cm_lits_add(c->form->arena, &c->clause, -name);
        for (uint32_t i = 0; i < n->count; i++)
            put_literal(c, -c->form->children[n->first + i]);
        end_clause(c);
    }
}

void cm_clauses_assert_any(cm_clauses *clauses, const cm_lit *literals, uint32_t count)
{
    reserve_states(clauses);
    begin_clause(clauses);
    for (uint32_t i = 0; i < count; i++)
        put_literal(clauses, literals[i]);
    end_clause(clauses);
    give_definitions(clauses);
}

static void assert_parts(cm_clauses *c, cm_lit literal)
{
    literal = resolve(c, literal);
    const cm_form_node *n = &c->form->nodes[node_number(literal)];
    if (n->kind != CM_FORM_AND || literal < 0) {
        begin_clause(c);
        put_literal(c, literal);
        end_clause(c);
        return;
    }
    for (uint32_t i = 0; i < n->count; i++)
        assert_parts(c, c->form->children[n->first + i]);
}

void cm_clauses_assert(cm_clauses *clauses, cm_lit literal)
{
    reserve_states(clauses);
    assert_parts(clauses, literal);
    give_definitions(clauses);
}

cm_lit cm_clauses_name(cm_clauses *clauses, cm_lit literal)
{
    reserve_states(clauses);
    literal = resolve(clauses, literal);
    if (clauses->form->nodes[node_number(literal)].kind == CM_FORM_AND)
        use_name(clauses, literal);
    give_definitions(clauses);
    return literal;
}
