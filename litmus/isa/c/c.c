/* Functions of C: statements, a line each. */
#include "litmus/isa/c/c.h"

#include "litmus/types.h"

#include <ctype.h>
#include <string.h>

static void read_effect(cm_c *c);

/* ---- lines --------------------------------------------------------------------- */

static const char *text_between(cm_c *c, uint32_t from, uint32_t to)
{
    return cm_lexer_line(cm_lexer_over_c(c->lex->work, c->lex->source, from, to), to);
}

/* Opens an instruction; `text` is the line that it is printed as. In a function that is called it
 * goes on with the call's. */
void cm_c_line(cm_c *c, const char *text, cm_place place)
{
    if (c->frame)
        cm_c_sequence(c, place);
    else
        cm_asm_instruction(c->as, text, place);
}

/* At `(`: the place from the start to what closes it, which *ahead goes past. */
static cm_place to_closing(cm_c *c, cm_place start, cm_lexer *ahead)
{
    *ahead = *c->lex;
    cm_lexer_find_closing(ahead, "(", ")");
    uint32_t end = ahead->token.place.offset + ahead->token.place.length;
    cm_lexer_advance(ahead);
    return (cm_place){start.source, start.offset, end - start.offset};
}

/* Opens the instruction of what stands there, between two texts. */
static void line_of(cm_c *c, const char *before, cm_place place, const char *after)
{
    cm_c_line(c,
              cm_arena_printf(cm_asm_arena(c->as), "%s%s%s", before,
                              text_between(c, place.offset, place.offset + place.length), after),
              place);
}

/* ---- blocks -------------------------------------------------------------------- */

/* `[[maybe_unused]]` */
static void skip_attributes(cm_c *c)
{
    cm_lexer ahead = *c->lex;
    while (cm_lexer_accept(&ahead, "[") && cm_c_is(&ahead, "[")) {
        *c->lex = ahead;
        cm_lexer_find_closing(c->lex, "[", "]");
        cm_lexer_advance(c->lex);
        cm_lexer_expect(c->lex, "]");
        ahead = *c->lex;
    }
}

void cm_c_block(cm_c *c)
{
    int guards = c->guard_count;
    cm_c_open(c);
    skip_attributes(c);
    if (!cm_lexer_accept(c->lex, "{")) {
        cm_c_statement(c);
    } else {
        while (!cm_lexer_is(c->lex, "}")) {
            if (cm_lexer_at_end(c->lex))
                cm_lexer_fail(c->lex, "the block is not closed, expected `}`");
            cm_c_statement(c);
        }
        cm_c_end_guards(c, guards);
        cm_lexer_advance(c->lex);
    }
    cm_c_close(c);
}

/* Goes past the type of a declaration. */
static bool accept_type(cm_c *c, cm_number_type *type)
{
    const char *from = c->lex->token.text;
    bool there = cm_c_accept_type(c->lex, type);
    if (!there && cm_c_accept_group(c->lex)) {
        *type = cm_c_unknown;
        there = true;
    }
    c->written = cm_c_written_in(from, (size_t)(c->lex->token.text - from));
    return there;
}

/* At `(`: does `if (int r = e)`, or `if (int r = e; r > 1)`, begin (C++20 [stmt.select])? Then its
 * names are those of a block around the statement, which it opens. */
static bool opens_condition(cm_c *c)
{
    cm_lexer ahead = *c->lex, end = ahead;
    cm_number_type type;
    cm_lexer_find_closing(&end, "(", ")");
    cm_lexer_expect(&ahead, "(");
    bool declares = cm_c_accept_type(&ahead, &type) && ahead.token.kind == CM_TOKEN_NAME;
    while (!declares && ahead.token.place.offset < end.token.place.offset) {
        declares = cm_c_is(&ahead, ";");
        cm_lexer_advance(&ahead);
    }
    if (declares && !cm_c_is_cpp(c))
        cm_lexer_fail(c->lex,
                      "C allows no declaration in a condition, expected it before the statement");
    if (declares)
        cm_c_open(c);
    return declares;
}

/* `e`, or with a block of its own `int r = e` or `int r = e; r > 1`. */
static const cm_c_node *read_selection(cm_c *c, bool scoped)
{
    cm_number_type type;
    for (bool first = true; scoped; first = false) {
        cm_lexer ahead = *c->lex;
        bool declares = cm_c_accept_type(&ahead, &type) && ahead.token.kind == CM_TOKEN_NAME;
        for (unsigned depth = 0; depth > 0 || !(cm_c_is(&ahead, ";") || cm_c_is(&ahead, ")"));
             cm_lexer_advance(&ahead)) {
            depth += cm_c_is(&ahead, "(");
            depth -= (unsigned)(depth > 0 && cm_c_is(&ahead, ")"));
        }
        if (first && cm_c_is(&ahead, ";")) {
            read_effect(c);
            cm_lexer_expect(c->lex, ";");
            cm_c_sequence(c, c->lex->token.place);
            continue;
        }
        if (!declares)
            break;
        accept_type(c, &type);
        ahead = *c->lex;
        cm_lexer_name(&ahead, "the name of a variable");
        if (!cm_c_is(&ahead, "=") && !cm_c_is(&ahead, "{"))
            cm_lexer_fail(&ahead, "the variable of a condition has no value, expected `=` and one");
        cm_c_node named = {.kind = CM_C_NAME, .place = c->lex->token.place, .argument_count = -1};
        named.name = cm_c_declarator(c, type);
        cm_c_node *node = CM_NEW(cm_asm_arena(c->as), cm_c_node);
        *node = named;
        return cm_c_meant(c, node);
    }
    return cm_c_expression(c, c->lex);
}

/* `if (e) {`: a line that ends with a jump to `other` where e is 0; `again`, if not NULL, is the
 * label at which e is computed. Gives the fork, for rejoin. */
static int read_condition(cm_c *c, cm_place start, const char *again, const char *other,
                          bool scoped, const cm_c_node **condition)
{
    cm_lexer ahead;
    cm_place place = to_closing(c, start, &ahead);
    line_of(c, "", place, " {");
    int fork = cm_emit_fork(c->as);
    if (again)
        cm_asm_label(c->as, again, place);
    cm_lexer_expect(c->lex, "(");
    *condition = read_selection(c, scoped);
    const cm_expr *value = cm_c_value(c, *condition);
    cm_lexer_expect(c->lex, ")");
    cm_emit_branch(c->as, cm_c_is_zero(c, value), other, place);
    return fork;
}

/* A loop's end, where `again` is reached: back to the test, or, where that only compares registers,
 * back into the body by a test of its own: so rounds that no read decides are counted. */
static void go_round(cm_c *c, const cm_c_node *condition, const char *test, const char *body,
                     cm_place place)
{
    if (condition && !cm_c_does_something(condition))
        cm_emit_branch(c->as, cm_c_value(c, condition), body, place);
    else
        cm_emit_branch(c->as, NULL, test, place);
}

/* Which jumps out of it a part of the function has: break and continue, or return. */
typedef struct jumps {
    bool breaks, returns;
} jumps;

/* A part begins; gives what was there before. */
static jumps begin_part(cm_c *c)
{
    jumps before = {c->breaks, c->returns};
    c->breaks = c->returns = false;
    return before;
}

/* The part ends. What its condition decides on, later statements do not depend on, unless it jumps
 * away. */
static void end_part(cm_c *c, int fork, jumps before)
{
    if (!c->breaks && !c->returns)
        cm_emit_rejoin(c->as, fork);
    c->breaks = c->breaks || before.breaks;
    c->returns = c->returns || before.returns;
}

static void read_if(cm_c *c, cm_place start)
{
    const char *other = cm_c_label(c), *end = cm_c_label(c);
    const cm_c_node *condition;
    jumps before = begin_part(c);
    if (cm_c_is_cpp(c))
        cm_lexer_accept(c->lex, "constexpr"); /* both parts are read all the same */
    bool scoped = opens_condition(c);
    int fork = read_condition(c, start, NULL, other, scoped, &condition);
    cm_c_block(c);
    bool has_else = cm_c_is(c->lex, "else");
    cm_c_line(c, has_else ? "} else {" : "}", c->lex->token.place);
    if (has_else) {
        cm_lexer_advance(c->lex);
        cm_emit_branch(c->as, NULL, end, start);
        cm_asm_label(c->as, other, start);
        cm_c_block(c);
        cm_c_line(c, "}", c->lex->token.place);
    }
    cm_asm_label(c->as, has_else ? end : other, start);
    if (scoped)
        cm_c_close(c);
    end_part(c, fork, before);
}

/* The block of a loop, whose jumps lead to these labels. */
static void read_body(cm_c *c, const char *again, const char *out)
{
    const char *outer_again = c->again, *outer_out = c->out;
    int outside[] = {c->outside[0], c->outside[1]};
    bool outer_switches = c->switches;
    c->again = again;
    c->out = out;
    c->outside[0] = c->outside[1] = c->guard_count;
    c->switches = false;
    cm_c_block(c);
    c->again = outer_again;
    c->out = outer_out;
    c->outside[0] = outside[0];
    c->outside[1] = outside[1];
    c->switches = outer_switches;
    c->breaks = false;
}

static void read_while(cm_c *c, cm_place start)
{
    const char *test = cm_c_label(c), *body = cm_c_label(c), *again = cm_c_label(c),
               *out = cm_c_label(c);
    const cm_c_node *condition;
    jumps before = begin_part(c);
    int fork = read_condition(c, start, test, out, false, &condition);
    cm_asm_label(c->as, body, start);
    read_body(c, again, out);
    cm_c_line(c, "}", start);
    cm_asm_label(c->as, again, start);
    go_round(c, condition, test, body, start);
    cm_asm_label(c->as, out, start);
    end_part(c, fork, before);
}

static void read_do(cm_c *c, cm_place start)
{
    const char *first = cm_c_label(c), *again = cm_c_label(c), *out = cm_c_label(c);
    jumps before = begin_part(c);
    cm_c_line(c, "do {", start);
    int fork = cm_emit_fork(c->as);
    cm_asm_label(c->as, first, start);
    read_body(c, again, out);
    cm_place close = c->lex->token.place;
    cm_asm_label(c->as, again, close);
    if (!cm_c_is(c->lex, "while"))
        cm_lexer_lacks(c->lex, "`while` after the block of `do`");
    cm_lexer_advance(c->lex);
    cm_lexer ahead;
    cm_place place = to_closing(c, close, &ahead);
    line_of(c, "} ", place, ";");
    const cm_expr *value = cm_c_value(c, cm_c_expression(c, c->lex));
    cm_lexer_expect(c->lex, ";");
    cm_emit_branch(c->as, value, first, place);
    cm_asm_label(c->as, out, place);
    end_part(c, fork, before);
}

/* `for (int i = 0; i < 3; i++) {`: the third part is what the line of the `}` does. */
static void read_for(cm_c *c, cm_place start)
{
    const char *test = cm_c_label(c), *body = cm_c_label(c), *again = cm_c_label(c),
               *out = cm_c_label(c);
    const cm_c_node *condition = NULL;
    jumps before = begin_part(c);
    cm_lexer ahead;
    cm_place place = to_closing(c, start, &ahead);
    line_of(c, "", place, " {");
    int fork = cm_emit_fork(c->as);
    cm_lexer_expect(c->lex, "(");
    cm_c_open(c);
    read_effect(c);
    if (cm_c_is(c->lex, ":"))
        cm_lexer_fail(c->lex, "a `for` over a range is not read, expected one with a counter");
    cm_lexer_expect(c->lex, ";");
    cm_asm_label(c->as, test, place);
    cm_c_sequence(c, place);
    if (!cm_c_is(c->lex, ";")) {
        condition = cm_c_expression(c, c->lex);
        cm_emit_branch(c->as, cm_c_is_zero(c, cm_c_value(c, condition)), out, place);
    }
    cm_lexer_expect(c->lex, ";");
    cm_asm_label(c->as, body, place);
    cm_lexer step = *c->lex, *lex = c->lex;
    *c->lex = ahead;
    read_body(c, again, out);
    cm_c_line(c, "}", place);
    cm_asm_label(c->as, again, place);
    c->lex = &step;
    cm_c_open(c);
    if (!cm_c_is(&step, ")"))
        cm_c_do(c, cm_c_expression(c, &step));
    cm_c_close(c);
    cm_lexer_expect(&step, ")");
    c->lex = lex;
    go_round(c, condition, test, body, place);
    cm_asm_label(c->as, out, place);
    cm_c_close(c);
    end_part(c, fork, before);
}

/* ---- simple statements ------------------------------------------------------------ */

/* `break;`, `continue;`, `return;`: jumps. */
static bool read_jump(cm_c *c, cm_place start)
{
    static const char *const words[] = {"break", "continue", "return"};
    for (int i = 0; i < 3; i++) {
        if (!cm_c_is(c->lex, words[i]))
            continue;
        cm_lexer ahead = *c->lex;
        cm_lexer_advance(&ahead);
        if (i == 1 && !cm_c_is(&ahead, ";")) /* herd's C has variables of that name */
            return false;
        *c->lex = ahead;
        cm_c_line(c, cm_arena_printf(cm_asm_arena(c->as), "%s;", words[i]), start);
        const char *target = i == 0 ? c->out : i == 1 ? c->again : NULL;
        if (i == 2)
            target = cm_c_leave(c);
        if (i < 2 && !target)
            cm_asm_fail(c->as, start, "`%s` is outside a loop%s, expected it inside", words[i],
                        i == 0 ? " or switch" : "");
        cm_c_leave_guards(c, c->outside[i]);
        cm_emit_branch(c->as, NULL, target, start);
        c->breaks = c->breaks || i == 1 || (i == 0 && !c->switches);
        c->returns = c->returns || i == 2;
        cm_lexer_expect(c->lex, ";");
        return true;
    }
    return false;
}

/* A variable that is not the thread's own. A pointer to one is. */
static void refuse_shared(cm_c *c, cm_lexer type, cm_number_type of)
{
    static const char *const words[] = {"__shared__", "local", "__local", "global", "__global"};
    for (; type.token.place.offset < c->lex->token.place.offset; cm_lexer_advance(&type))
        for (int i = 0; i < (of.stars > 0 ? 1 : 5); i++)
            if (cm_c_is(&type, words[i]))
                cm_lexer_fail(&type,
                              "the variable is one of several threads, expected it in the initial "
                              "state, and a parameter");
}

/* `using namespace std`, `static_assert(sizeof(int) == 4)` */
static bool accept_using(cm_c *c)
{
    bool there = cm_lexer_accept(c->lex, "using") || cm_lexer_accept(c->lex, "static_assert");
    while (there && !cm_lexer_at_end(c->lex) && !cm_c_is(c->lex, ";"))
        cm_lexer_advance(c->lex);
    return there;
}

/* A declaration, or an expression for its effects; nothing is there before `;`. */
static void read_effect(cm_c *c)
{
    cm_number_type type;
    skip_attributes(c);
    if (cm_c_is(c->lex, ";") || cm_c_accept_assembly(c) || cm_c_accept_reference(c) ||
        cm_c_accept_guard(c) || accept_using(c))
        return;
    cm_lexer start = *c->lex;
    if (accept_type(c, &type)) {
        refuse_shared(c, start, type);
        cm_c_declaration(c, type);
        return;
    }
    cm_lexer ahead = *c->lex; /* two names: `int128_t r0` */
    if (ahead.token.kind == CM_TOKEN_NAME) {
        const char *name = cm_c_read_name(&ahead);
        const char *other = cm_instead_of(name, strlen(name));
        if (ahead.token.kind == CM_TOKEN_NAME && other)
            cm_lexer_fail(c->lex, "`%s` is not read in a test, expected %s", name, other);
        if (ahead.token.kind == CM_TOKEN_NAME)
            cm_lexer_fail(c->lex, "the type `%s` is not known, expected one such as `int`", name);
    }
    ahead = *c->lex; /* `(void) f();` */
    if (cm_lexer_accept(&ahead, "(") && cm_c_is(&ahead, "void")) {
        cm_lexer_advance(&ahead);
        cm_lexer_expect(&ahead, ")");
        *c->lex = ahead;
    }
    cm_c_do(c, cm_c_expression(c, c->lex));
}

/* Up to `;`. */
static void read_simple(cm_c *c, cm_place start)
{
    cm_lexer end = *c->lex;
    unsigned depth = 0;
    while (!cm_lexer_at_end(&end) && (depth > 0 || !cm_c_is(&end, ";"))) {
        depth += cm_c_is(&end, "(") || cm_c_is(&end, "{");
        depth -= depth > 0 && (cm_c_is(&end, ")") || cm_c_is(&end, "}"));
        cm_lexer_advance(&end);
    }
    line_of(c, "", (cm_place){start.source, start.offset, end.token.place.offset - start.offset},
            ";");
    read_effect(c);
    if (!cm_lexer_accept(c->lex, ";"))
        cm_lexer_lacks(c->lex, "`;` after the statement");
}

static void read_switch(cm_c *c, cm_place start)
{
    jumps before = begin_part(c);
    cm_lexer ahead;
    cm_place place = to_closing(c, start, &ahead);
    bool scoped = opens_condition(c);
    line_of(c, "", place, " {");
    int fork = cm_emit_fork(c->as);
    cm_lexer_expect(c->lex, "(");
    const cm_c_node *of = read_selection(c, scoped);
    cm_lexer_expect(c->lex, ")");
    cm_c_switch(c, of, place);
    if (scoped)
        cm_c_close(c);
    end_part(c, fork, before);
}

/* `B1: barrier(...)`: threads meet where the names are equal. */
static void read_barrier_label(cm_c *c)
{
    cm_lexer ahead = *c->lex;
    c->barrier_label = NULL;
    if (ahead.token.kind != CM_TOKEN_NAME || !cm_asm_test(c->as)->head)
        return;
    const char *name = cm_lexer_name(&ahead, "a label");
    if (!cm_lexer_accept(&ahead, ":"))
        return;
    c->barrier_label = name;
    *c->lex = ahead;
}

void cm_c_statement(cm_c *c)
{
    bool labelled = false;
    while (cm_c_accept_case(c) || cm_c_accept_label(c))
        labelled = true;
    if (labelled && (cm_c_is(c->lex, "}") || cm_lexer_at_end(c->lex)))
        return;
    cm_place start = c->lex->token.place;
    read_barrier_label(c);
    if (cm_lexer_accept(c->lex, ";"))
        return;
    if (cm_c_is(c->lex, "{")) {
        bool guards = cm_c_has_guard(*c->lex);
        if (guards)
            cm_c_line(c, "{", start);
        cm_c_block(c);
        if (guards)
            cm_c_line(c, "}", c->lex->token.place);
        return;
    }
    static const struct {
        const char *word;
        void (*read)(cm_c *c, cm_place start);
    } rows[] = {{"if", read_if}, {"while", read_while},   {"for", read_for},
                {"do", read_do}, {"switch", read_switch}, {"goto", cm_c_goto}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (cm_c_is(c->lex, rows[i].word)) {
            cm_lexer_advance(c->lex);
            rows[i].read(c, start);
            return;
        }
    if (!read_jump(c, start))
        read_simple(c, start);
}

void cm_c_function(cm_asm *as, cm_lexer *lex)
{
    cm_c c = {.as = as,
              .lex = lex,
              .references = CM_NEW_ARRAY(cm_asm_arena(as), CM_C_REFERENCES, cm_c_reference)};
    cm_c_begin_body(&c, *lex);
    while (!cm_lexer_at_end(lex))
        cm_c_statement(&c);
    cm_c_end_guards(&c, 0);
}

/* ---- what its description needs -------------------------------------------------------- */

/* Any name that C has. */
const char *cm_c_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    (void)arena;
    const char *c = name;
    while (isalnum((unsigned char)*c) || *c == '_')
        c++;
    if (*c || isdigit((unsigned char)*name))
        return NULL;
    *bits = 64;
    return name;
}
