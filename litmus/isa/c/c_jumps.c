/* `switch` and `goto`. What they go past is asked in registers: in a function that has one of them
 * a variable may be without a value wherever one of them leads. */
#include "litmus/isa/c/c.h"

#include <string.h>

/* ---- where functions have them ---------------------------------------------------- */

void cm_c_begin_body(cm_c *c, cm_lexer body)
{
    c->body = body;
    c->body_number = c->labels++;
    c->jumps = c->switches = false;
    c->cases = NULL;
    c->gotos = NULL;
    c->goto_count = c->goto_capacity = 0;
    for (; !cm_lexer_at_end(&body) && !c->jumps; cm_lexer_advance(&body))
        c->jumps = cm_c_is(&body, "switch") || cm_c_is(&body, "goto");
}

/* No test can write a name with a blank. Each call of a function has labels of its own. */
static const char *label_named(cm_c *c, const char *name)
{
    return cm_arena_printf(cm_asm_arena(c->as), " %d %s", c->body_number, name);
}

/* A variable without a value, which was declared since, would be in scope. C++ forbids it for one
 * that is initialised ([stmt.dcl]/2). */
static void refuse_past_declaration(cm_c *c, int declared, cm_place place)
{
    for (size_t i = 0; i < c->typed_count; i++)
        if (c->typed[i].number > declared && cm_c_is_open(c, c->typed[i].block))
            cm_asm_fail(
                c->as, place,
                "a jump to here goes past the declaration of a variable, expected it before "
                "the jump or in a block that ends before");
}

/* ---- goto ------------------------------------------------------------------------- */

static bool goes_to(cm_lexer body, const char *name)
{
    for (bool behind = false; !cm_lexer_at_end(&body); cm_lexer_advance(&body)) {
        if (behind && cm_c_is(&body, name))
            return true;
        behind = cm_c_is(&body, "goto");
    }
    return false;
}

bool cm_c_accept_label(cm_c *c)
{
    cm_lexer ahead = *c->lex;
    cm_place place = ahead.token.place;
    if (ahead.token.kind != CM_TOKEN_NAME)
        return false;
    const char *name = cm_lexer_name(&ahead, "a label");
    if (!cm_lexer_accept(&ahead, ":") || !goes_to(c->body, name))
        return false;
    *c->lex = ahead;
    cm_c_line(c, cm_arena_printf(cm_asm_arena(c->as), "%s:", name), place);
    for (int i = 0; i < c->goto_count; i++)
        if (strcmp(c->gotos[i].label, name) == 0)
            refuse_past_declaration(c, c->gotos[i].declared, place);
    cm_asm_label(c->as, label_named(c, name), place);
    return true;
}

void cm_c_goto(cm_c *c, cm_place start)
{
    const char *name = cm_lexer_name(c->lex, "a label");
    cm_lexer_expect(c->lex, ";");
    cm_c_line(c, cm_arena_printf(cm_asm_arena(c->as), "goto %s;", name), start);
    if (c->guard_count > 0)
        cm_asm_fail(c->as, start, "`goto` where a lock is held is not read, expected a block");
    CM_RESERVE(cm_asm_arena(c->as), c->gotos, c->goto_count, c->goto_capacity);
    c->gotos[c->goto_count++] = (struct cm_c_goto){name, c->declared};
    cm_lexer ahead = c->body;
    bool there = false;
    for (bool named = false; !cm_lexer_at_end(&ahead) && !there; cm_lexer_advance(&ahead)) {
        there = named && cm_c_is(&ahead, ":");
        named = cm_c_is(&ahead, name);
    }
    if (!there)
        cm_asm_fail(c->as, start, "there is no label `%s`, expected one in this function", name);
    cm_emit_branch(c->as, NULL, label_named(c, name), start);
    c->returns = true;
}

/* ---- switch ------------------------------------------------------------------------- */

struct cm_c_switch {
    const cm_expr *value;
    cm_number_type type;
    const char *out;   /* the label behind it */
    const char *other; /* that of `default`, or the same */
    int declared;      /* variables before it */
    struct {
        uint64_t number;
        const char *label;
    } * cases;
    int count, capacity, met;
};

/* What is compared, at the beginning of the switch or where the case is. */
static uint64_t case_number(cm_c *c, cm_lexer *lex)
{
    cm_place place = lex->token.place;
    cm_number_type type;
    uint64_t number;
    const cm_expr *value = cm_c_integer_value(c, cm_c_expression(c, lex), &type);
    if (!cm_expr_known(cm_c_convert(c, value, type, c->cases->type), NULL, NULL, &number))
        cm_asm_fail(c->as, place, "the value of a case is not constant, expected a number");
    return number;
}

/* Those of the block there, in their order: branches to them. */
static void find_cases(cm_c *c, struct cm_c_switch *s, cm_lexer lex)
{
    cm_lexer end = lex;
    cm_lexer_find_closing(&end, "{", "}");
    for (; lex.token.place.offset < end.token.place.offset; cm_lexer_advance(&lex)) {
        cm_place place = lex.token.place;
        if (cm_c_is(&lex, "switch")) {
            /* Goes past a switch within. */
            cm_lexer_advance(&lex);
            cm_lexer_find_closing(&lex, "(", ")");
            cm_lexer_advance(&lex);
            cm_lexer_find_closing(&lex, "{", "}");
        } else if (cm_c_is(&lex, "default")) {
            if (s->other)
                cm_asm_fail(c->as, place, "a switch has a second `default`, expected one");
            s->other = cm_c_label(c);
        } else if (cm_c_is(&lex, "case")) {
            cm_lexer_advance(&lex);
            uint64_t number = case_number(c, &lex);
            for (int i = 0; i < s->count; i++)
                if (s->cases[i].number == number)
                    cm_asm_fail(c->as, place, "a switch has the case twice, expected it once");
            CM_RESERVE(cm_asm_arena(c->as), s->cases, s->count, s->capacity);
            s->cases[s->count].number = number;
            s->cases[s->count].label = cm_c_label(c);
            cm_emit_branch(c->as, cm_c_compute(c, CM_OP_EQ, s->value, cm_asm_const(c->as, number)),
                           s->cases[s->count++].label, place);
        }
    }
}

bool cm_c_accept_case(cm_c *c)
{
    struct cm_c_switch *s = c->cases;
    cm_place place = c->lex->token.place;
    bool other = cm_c_is(c->lex, "default");
    if (!other && !cm_c_is(c->lex, "case"))
        return false;
    if (!s)
        cm_asm_fail(c->as, place, "`%s` is outside a switch, expected it inside",
                    other ? "default" : "case");
    cm_lexer start = *c->lex;
    cm_lexer_advance(c->lex);
    if (!other)
        case_number(c, c->lex);
    if (!cm_c_is(c->lex, ":"))
        cm_lexer_lacks(c->lex, "`:` after the case");
    cm_c_line(c, cm_lexer_line(start, c->lex->token.place.offset + 1), place);
    cm_lexer_advance(c->lex);
    refuse_past_declaration(c, s->declared, place);
    cm_asm_label(c->as, other ? s->other : s->cases[s->met++].label, place);
    return true;
}

/* Behind `switch (`. */
void cm_c_switch(cm_c *c, const cm_c_node *of, cm_place place)
{
    struct cm_c_switch s = {.out = cm_c_label(c)}, *outer = c->cases;
    const char *outer_out = c->out;
    int outside = c->outside[0];
    cm_number_type type;
    const cm_expr *value = cm_c_integer_value(c, of, &type);
    s.type = cm_c_common_type(type, type);
    s.value = cm_c_keep(c, cm_c_convert(c, value, type, s.type));
    s.declared = c->declared;
    bool outer_switches = c->switches;
    c->cases = &s;
    c->out = s.out;
    c->outside[0] = c->guard_count;
    c->switches = true;
    if (!cm_c_is(c->lex, "{"))
        cm_lexer_lacks(c->lex, "`{` after `switch (...)`");
    find_cases(c, &s, *c->lex);
    cm_emit_branch(c->as, NULL, s.other ? s.other : s.out, place);
    cm_c_block(c);
    cm_c_line(c, "}", place);
    cm_asm_label(c->as, s.out, place);
    c->cases = outer;
    c->out = outer_out;
    c->outside[0] = outside;
    c->switches = outer_switches;
}
