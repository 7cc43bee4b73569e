/* Calls of functions and macros that the test defines: what they do is done in their place. */
#include "litmus/isa/c/c.h"

#include "base/text.h"
#include "litmus/types.h"

#include <string.h>

enum { MOST_CALLS = 20, MOST_COMPUTING = 4 };

/* A name in the function or macro at hand, and what it means: a parameter or a variable. */
typedef struct cm_c_bound {
    const char *name;
    const cm_c_node *means;
    unsigned block; /* that has it */
    struct cm_c_bound *before;
} bound;

struct cm_c_frame {
    struct cm_c_frame *outer;
    const cm_definition *of;
    bound *names;
    const char *end;                  /* label */
    int result;                       /* register; -1: it has none */
    const struct cm_c_lambda *lambda; /* or NULL */
    bool deduces;                     /* `auto`: the first `return` says the type of the result */
};

/* `auto f = [&](int v) { return v + *x; };` of a thread: its names are those of the thread. */
struct cm_c_lambda {
    const char *name;
    cm_definition of;
    bound *names; /* what the thread's names mean there, and what is captured */
    unsigned block;
    struct cm_c_lambda *before;
};

/* ---- names ---------------------------------------------------------------------- */

/* What the name means here, other than itself; or NULL. */
static const cm_c_node *meaning(const cm_c *c, const char *name)
{
    for (const bound *b = c->frame ? c->frame->names : c->names; b; b = b->before)
        if (strcmp(b->name, name) == 0 && cm_c_is_open(c, b->block))
            return b->means;
    return NULL;
}

static const cm_c_node *substitute(cm_c *c, const cm_c_node *node)
{
    if (!node)
        return NULL;
    const struct cm_c_frame *frame = c->frame;
    if (node->kind == CM_C_NAME) {
        const cm_c_node *means = meaning(c, node->name);
        if (means && means->place.source)
            return means;
        if (means) { /* a variable, whose place is the one at hand */
            cm_c_node *named = CM_NEW(cm_asm_arena(c->as), cm_c_node);
            *named = *means;
            named->place = node->place;
            return named;
        }
        if (frame && !frame->of->is_macro && !frame->lambda &&
            cm_asm_has_register(c->as, node->name))
            cm_asm_fail(c->as, node->place,
                        "`%s` is a variable of the thread, expected one of the function `%s`",
                        node->name, frame->of->name);
        return node;
    }
    cm_c_node *made = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *made = *node;
    made->a = substitute(c, node->a);
    made->b = substitute(c, node->b);
    made->c = substitute(c, node->c);
    if (node->argument_count > 0) {
        const cm_c_node **arguments =
            CM_NEW_ARRAY(cm_asm_arena(c->as), (size_t)node->argument_count, const cm_c_node *);
        for (int i = 0; i < node->argument_count; i++)
            arguments[i] = substitute(c, node->arguments[i]);
        made->arguments = arguments;
    }
    return cm_c_is_member(made) ? cm_c_variable_of_member(c, made) : made;
}

const cm_c_node *cm_c_meant(cm_c *c, const cm_c_node *node)
{
    return c->frame || c->names ? substitute(c, node) : node;
}

const cm_c_node *cm_c_expression(cm_c *c, cm_lexer *lex)
{
    return cm_c_meant(c, cm_c_read_list(lex));
}

static void bind(cm_c *c, bound **names, const char *name, const cm_c_node *means)
{
    bound *b = CM_NEW(cm_asm_arena(c->as), bound);
    *b = (bound){name, means, c->open[c->depth], *names};
    *names = b;
}

/* A register that no test names. */
static const char *bind_variable(cm_c *c, bound **names, const char *name)
{
    cm_c_node *node = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *node = (cm_c_node){.kind = CM_C_NAME, .argument_count = -1};
    node->name = cm_arena_printf(cm_asm_arena(c->as), ".%s.%d", name, c->labels++);
    bind(c, names, name, node);
    return node->name;
}

static bool names(const cm_c_node *node, const char *name)
{
    bool found = node && node->kind == CM_C_NAME && strcmp(node->name, name) == 0;
    for (int i = 0; node && i < node->argument_count && !found; i++)
        found = names(node->arguments[i], name);
    return found ||
           (node && (names(node->a, name) || names(node->b, name) || names(node->c, name)));
}

const char *cm_c_variable_name(cm_c *c, const char *name, bool array)
{
    if (c->frame) {
        /* C has one text of a macro and its arguments, in which a name is one thing. */
        for (const bound *b = c->frame->names; b && c->frame->of->is_macro; b = b->before)
            if (b->means->place.source && names(b->means, name))
                cm_asm_fail(c->as, b->means->place,
                            "`%s` is a variable of the macro `%s`, too, expected another name",
                            name, c->frame->of->name);
    }
    if (c->frame || array)
        return bind_variable(c, c->frame ? &c->frame->names : &c->names, name);
    bool known = cm_asm_has_register(c->as, name);
    bool hides = known ? cm_c_hides(c, cm_asm_register(c->as, name)) : cm_c_is_parameter(c, name);
    hides = hides || meaning(c, name);
    return hides && c->depth > 0 ? bind_variable(c, &c->names, name) : name;
}

static cm_definition *find(cm_c *c, const char *name)
{
    const cm_test *test = cm_asm_test(c->as);
    return CM_NAMED(test->definitions, test->definition_count, name, name);
}

/* ---- arguments ------------------------------------------------------------------- */

/* A location stands for itself, since its name is a constant; what the types of the two parameters
 * say must be the same then. Of other arguments the function has the value. */
static void bind_argument(cm_c *c, struct cm_c_frame *frame, int i, const cm_c_node *argument)
{
    const cm_definition *of = frame->of;
    bool location = argument->kind == CM_C_NAME && cm_c_register(c, argument->name) < 0 &&
                    !cm_c_is_constant(c, argument->name);
    bool word = cm_c_is_word(c, cm_c_stands_for(c, argument));
    if (word && !of->is_macro) {
        bind(c, &frame->names, of->parameters[i], cm_c_stands_for(c, argument));
        return;
    }
    if (of->is_macro || location) {
        if (!of->is_macro && !cm_c_is_declared_alike(c, argument->name, of->types[i]))
            cm_asm_fail(c->as, argument->place,
                        "`%s` has another type in the thread, expected `%s` there, too",
                        argument->name, of->types[i]);
        if (location && !of->is_macro) {
            int at = cm_asm_location(c->as, argument->name);
            if (at < 0)
                cm_asm_fail(c->as, argument->place,
                            "`%s` is not declared, expected a variable or a parameter",
                            argument->name);
            cm_number_type object = cm_asm_location_at(c->as, at)->numbers;
            object.stars++;
            cm_c_need_elements(c, argument->place, object,
                               cm_number_type_in(of->types[i], strlen(of->types[i])));
        }
        bind(c, &frame->names, of->parameters[i], argument);
        return;
    }
    bool refers = cm_c_is_cpp(c) && strchr(of->types[i], '&');
    if (refers && cm_c_is_object(c, argument)) {
        cm_c_refer(c, of->parameters[i], argument);
        return;
    }
    if (refers && (argument->kind == CM_C_DEREF || argument->kind == CM_C_INDEX ||
                   cm_c_is_member(argument) || cm_c_is_variable(c, argument))) {
        bind(c, &frame->names, of->parameters[i], cm_c_alias(c, of->parameters[i], argument));
        return;
    }
    bool object = strchr(of->types[i], '&') || strstr(of->types[i], "barrier");
    if (cm_asm_test(c->as)->head && object)
        cm_asm_fail(c->as, argument->place, "the parameter is a `%s`, expected a location's name",
                    of->types[i]);
    cm_number_type from, type = cm_number_type_in(of->types[i], strlen(of->types[i]));
    if (type.structure && type.stars == 0) {
        cm_c_node to = {.kind = CM_C_NAME, .place = argument->place, .argument_count = -1};
        to.name = bind_variable(c, &frame->names, of->parameters[i]);
        cm_c_new_structure(c, to.name, type, true);
        cm_c_copy_structure(c, cm_c_structure_of(c, &to), &to, argument);
        return;
    }
    const cm_expr *value = cm_c_typed_value(c, argument, &from);
    int reg = cm_asm_register(c->as, bind_variable(c, &frame->names, of->parameters[i]));
    cm_c_declare_type(c, reg, type.bytes > 0 || type.structure ? type : from, false);
    cm_c_declare_written(c, reg, cm_c_written_in(of->types[i], strlen(of->types[i])));
    cm_c_give(c, reg, value, from);
}

/* ---- bodies ------------------------------------------------------------------------ */

const char *cm_c_leave(cm_c *c)
{
    struct cm_c_frame *frame = c->frame;
    if (cm_c_is(c->lex, ";"))
        return frame ? frame->end : NULL;
    cm_number_type type;
    const cm_expr *value = cm_c_typed_value(c, cm_c_expression(c, c->lex), &type);
    if (frame && frame->deduces)
        cm_c_declare_type(c, frame->result, type, false);
    if (frame)
        frame->deduces = false;
    if (!frame) /* of a thread, whose result nobody has */
        return NULL;
    cm_c_give(c, frame->result, value, type);
    return frame->end;
}

static cm_lexer body_of(cm_c *c, const cm_definition *of)
{
    return cm_lexer_over_c(c->lex->work, of->source, of->from, of->to);
}

static bool returns_value(cm_lexer lex)
{
    for (bool behind = false; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        if (behind && !cm_c_is(&lex, ";"))
            return true;
        behind = cm_c_is(&lex, "return");
    }
    return false;
}

/* By what stands before its name. */
static cm_number_type type_of_function(const cm_definition *of)
{
    size_t end = strcspn(of->text, of->is_constant ? "=" : "(");
    while (end > 0 && strchr(" \t\n", of->text[end - 1]))
        end--;
    return cm_number_type_in(of->text, end - strlen(of->name));
}

static bool says_auto(const cm_definition *of)
{
    const char *there = strstr(of->text, "auto");
    return there && there < strchr(of->text, '(');
}

/* Of a block: jumps out of it end here, and what branches in it decide on. */
static const cm_expr *perform_block(cm_c *c, struct cm_c_frame *frame, cm_place place,
                                    cm_number_type *type)
{
    cm_c before = *c;
    int fork = cm_emit_fork(c->as);
    cm_lexer body = body_of(c, frame->of);
    bool valued = returns_value(body);
    frame->end = cm_c_label(c);
    frame->result =
        cm_asm_register(c->as, cm_arena_printf(cm_asm_arena(c->as), ".result%d", c->labels++));
    if (!frame->of->is_macro)
        *type = type_of_function(frame->of);
    frame->deduces = !frame->of->is_macro && says_auto(frame->of);
    cm_c_declare_type(c, frame->result, *type, false);
    c->lex = &body;
    c->again = c->out = NULL;
    c->operands = NULL;
    cm_c_begin_body(c, body);
    cm_c_sequence(c, place);
    c->outside[2] = c->guard_count;
    cm_c_open(c);
    if (valued)
        cm_c_declare(c, frame->result);
    while (!cm_lexer_at_end(&body))
        cm_c_statement(c);
    cm_c_end_guards(c, c->outside[2]);
    cm_asm_label(c->as, frame->end, place);
    cm_emit_rejoin(c->as, fork);
    if (valued)
        cm_c_ask(c, frame->result);
    cm_c_close(c);
    c->lex = before.lex;
    c->again = before.again;
    c->out = before.out;
    c->outside[2] = before.outside[2];
    c->operands = before.operands;
    c->breaks = before.breaks;
    c->returns = before.returns;
    c->reference_count = before.reference_count;
    c->body = before.body;
    c->body_number = before.body_number;
    c->jumps = before.jumps;
    c->switches = before.switches;
    c->cases = before.cases;
    c->gotos = before.gotos;
    c->goto_count = before.goto_count;
    c->goto_capacity = before.goto_capacity;
    cm_c_sequence(c, place);
    *type = cm_c_type_of(c, frame->result);
    return valued ? cm_asm_reg(c->as, frame->result) : NULL;
}

static const cm_expr *perform_expression(cm_c *c, const cm_definition *of, cm_number_type *type)
{
    cm_lexer body = body_of(c, of);
    const cm_c_node *node = cm_c_expression(c, &body);
    if (!cm_lexer_at_end(&body))
        cm_lexer_lacks(&body, "the end of the macro");
    return cm_c_value_or_none(c, node, type);
}

bool cm_c_is_constant(cm_c *c, const char *name)
{
    const cm_definition *of = find(c, name);
    return of && of->is_constant;
}

/* Where the text around a macro's name begins: the body of the one at hand, or a thread's text. */
static uint32_t beginning_of(const cm_c *c, const cm_source *source)
{
    return c->frame && c->frame->of->source == source ? c->frame->of->from : 0;
}

bool cm_c_constant(cm_c *c, const cm_c_node *node, const cm_expr **value, cm_number_type *type)
{
    const cm_definition *of = find(c, node->name);
    uint64_t number;
    if (!of || !of->is_constant)
        return false;
    cm_c_check_macro(c, node, of, beginning_of(c, node->place.source));
    *type = cm_c_integer;
    *value = of->to > of->from ? perform_expression(c, of, type) : cm_asm_const(c->as, 0);
    if (!of->is_macro) {
        cm_number_type from = *type;
        *type = type_of_function(of);
        *value = cm_c_convert(c, *value, from, *type);
    }
    if (*value && of->more > 0 && cm_expr_known(*value, NULL, NULL, &number))
        *value = cm_asm_const(c->as, number + of->more);
    return *value;
}

const cm_c_node *cm_c_stands_for(cm_c *c, const cm_c_node *node)
{
    for (int i = 0; i < MOST_CALLS && node->kind == CM_C_NAME; i++) {
        const cm_definition *of = find(c, node->name);
        if (!of || !of->is_constant || of->more > 0 || of->to <= of->from)
            break;
        cm_lexer body = body_of(c, of);
        node = cm_c_expression(c, &body);
    }
    return node;
}

bool cm_c_is_word(cm_c *c, const cm_c_node *node)
{
    return node->kind == CM_C_NAME && !cm_asm_has_register(c->as, node->name) &&
           (cm_c_scope(node->name) ||
            strncmp(cm_c_order(cm_asm_arena(c->as), node->name), "memory_order_", 13) == 0);
}

void cm_c_let(cm_c *c, const char *name, const cm_c_node *means)
{
    bind(c, c->frame ? &c->frame->names : &c->names, name, means);
}

static struct cm_c_lambda *lambda_of(cm_c *c, const char *name)
{
    struct cm_c_lambda *found = c->lambdas;
    while (found && (strcmp(found->name, name) != 0 || !cm_c_is_open(c, found->block)))
        found = found->before;
    return found;
}

bool cm_c_calls_function(cm_c *c, const cm_c_node *node)
{
    if (!node)
        return false;
    const cm_definition *of = node->kind == CM_C_CALL ? find(c, node->name) : NULL;
    bool calls = (of && of->is_block) || (node->kind == CM_C_CALL && lambda_of(c, node->name));
    for (int i = 0; i < node->argument_count && !calls; i++)
        calls = cm_c_calls_function(c, node->arguments[i]);
    return calls || cm_c_calls_function(c, node->a) || cm_c_calls_function(c, node->b) ||
           cm_c_calls_function(c, node->c);
}

/* ---- lambdas ----------------------------------------------------------------------- */

/* A copy of the variable, which the name means in the lambda. The copy of a pointer leads to the
 * same object; an object itself is not copied, since other threads could not use the copy. */
static void capture(cm_c *c, struct cm_c_lambda *l, const char *name, cm_place place)
{
    cm_c_node node = {.kind = CM_C_NAME, .name = name, .place = place, .argument_count = -1};
    if (cm_c_is_reference(c, name))
        cm_asm_fail(c->as, place, "`%s` is captured by value, expected `&%s`", name, name);
    const cm_c_node *meant = cm_c_meant(c, &node);
    if (meant->kind != CM_C_NAME || !cm_asm_has_register(c->as, meant->name))
        return;
    cm_number_type type;
    const cm_expr *value = cm_c_typed_value(c, meant, &type);
    const char *own = bind_variable(c, &l->names, name);
    cm_c_declare_type(c, cm_asm_register(c->as, own), type, false);
    cm_c_give(c, cm_asm_register(c->as, own), value, type);
}

/* `[=, &a, b]`; the names that are used in the body are captured by `=`. */
static void read_captures(cm_c *c, struct cm_c_lambda *l, cm_lexer body)
{
    bool all = false;
    cm_lexer_expect(c->lex, "[");
    while (!cm_lexer_accept(c->lex, "]")) {
        cm_place place = c->lex->token.place;
        bool reference = cm_lexer_accept(c->lex, "&");
        if (!reference && cm_lexer_accept(c->lex, "="))
            all = true;
        else if (!reference || c->lex->token.kind == CM_TOKEN_NAME) {
            const char *name = cm_lexer_name(c->lex, "a variable");
            if (cm_c_is(c->lex, "="))
                cm_lexer_fail(
                    c->lex,
                    "the lambda names a new value there, expected a variable of the thread");
            if (!reference)
                capture(c, l, name, place);
        }
        if (!cm_c_is(c->lex, "]"))
            cm_lexer_expect(c->lex, ",");
    }
    while (all && !cm_lexer_at_end(&body) && !cm_c_is(&body, "{"))
        cm_lexer_advance(&body);
    cm_lexer end = body;
    if (all)
        cm_lexer_find_closing(&end, "{", "}");
    for (; all && body.token.place.offset < end.token.place.offset; cm_lexer_advance(&body)) {
        const char *name =
            body.token.kind == CM_TOKEN_NAME
                ? cm_arena_text(cm_asm_arena(c->as), body.token.text, body.token.length)
                : NULL;
        if (name &&
            (cm_asm_has_register(c->as, name) || cm_c_is_reference(c, name) || meaning(c, name)))
            capture(c, l, name, body.token.place);
    }
}

bool cm_c_accept_lambda(cm_c *c, const char *name)
{
    cm_arena *arena = cm_asm_arena(c->as);
    if (!cm_c_is_cpp(c) || !cm_c_is(c->lex, "["))
        return false;
    if (c->frame)
        cm_lexer_fail(c->lex, "a lambda of a function is not read, expected one of a thread");
    struct cm_c_lambda *l = CM_NEW(arena, struct cm_c_lambda);
    *l = (struct cm_c_lambda){name, .names = c->names, .block = c->open[c->depth]};
    l->of = (cm_definition){.name = name, .source = c->lex->source, .is_block = true, .used = true};
    read_captures(c, l, *c->lex);
    if (cm_c_is(c->lex, "("))
        cm_read_parameters(c->lex, &l->of);
    if (!cm_c_is(c->lex, "{") && !cm_c_is(c->lex, "->"))
        cm_lexer_lacks(c->lex, "the lambda's `{`");
    const char *type = "auto";
    if (cm_lexer_accept(c->lex, "->")) {
        const char *from = c->lex->token.text;
        while (!cm_lexer_at_end(c->lex) && !cm_c_is(c->lex, "{"))
            cm_lexer_advance(c->lex);
        type = cm_arena_text(arena, from, (size_t)(c->lex->token.text - from));
    }
    l->of.text = cm_arena_printf(arena, "%s %s(", type, name);
    l->of.from = c->lex->token.place.offset + 1;
    cm_lexer_find_closing(c->lex, "{", "}");
    l->of.to = c->lex->token.place.offset;
    cm_lexer_advance(c->lex);
    l->before = c->lambdas;
    c->lambdas = l;
    return true;
}

/* Does its body name its own variables, constants and functions like it alone, none of them by a
 * pointer? */
static bool only_computes(cm_c *c, const cm_definition *of, int depth)
{
    static const char *const words[] = {"if", "while", "for", "switch", "return", "sizeof"};
    for (int i = 0; i < of->parameter_count; i++)
        if (strpbrk(of->types[i], "*&"))
            return false;
    for (cm_lexer body = body_of(c, of); !cm_lexer_at_end(&body);) {
        if (body.token.kind != CM_TOKEN_NAME) {
            cm_lexer_advance(&body);
            continue;
        }
        const char *name = cm_lexer_name(&body, "a name");
        const cm_definition *called = find(c, name);
        bool fine =
            !cm_c_is(&body, "(") || (called && called->is_block && !called->is_macro &&
                                     depth < MOST_COMPUTING && only_computes(c, called, depth + 1));
        for (size_t i = 0; i < sizeof words / sizeof *words; i++)
            fine = fine || strcmp(name, words[i]) == 0;
        if (!fine || cm_asm_location(c->as, name) >= 0 || cm_c_is_parameter(c, name) ||
            strcmp(name, "asm") == 0)
            return false;
    }
    return true;
}

bool cm_c_only_computes(cm_c *c, const cm_c_node *call)
{
    bool named = call->kind == CM_C_CALL && !call->word && !lambda_of(c, call->name);
    const cm_definition *of = named ? find(c, call->name) : NULL;
    return of && of->is_block && !of->is_macro && only_computes(c, of, 0);
}

bool cm_c_call(cm_c *c, const cm_c_node *node, const cm_expr **value, cm_number_type *type)
{
    bool named = node->kind == CM_C_CALL && !node->word;
    struct cm_c_lambda *lambda = named ? lambda_of(c, node->name) : NULL;
    cm_definition *of = lambda ? &lambda->of : named ? find(c, node->name) : NULL;
    if (!of)
        return false;
    int given = node->argument_count < 0 ? 0 : node->argument_count, depth = 0;
    if (given != of->parameter_count)
        cm_asm_fail(c->as, node->place, "`%s` has %d argument%s, expected %d", node->name, given,
                    given == 1 ? "" : "s", of->parameter_count);
    for (const struct cm_c_frame *f = c->frame; f; f = f->outer)
        if (++depth == MOST_CALLS)
            cm_asm_fail(c->as, node->place, "calls are nested too deep, expected at most %d levels",
                        MOST_CALLS);
    of->used = true;
    struct cm_c_frame frame = {.outer = c->frame, .of = of, .result = -1, .lambda = lambda};
    frame.names = lambda ? lambda->names : NULL;
    cm_c_operands operands = {.count = 0};
    if (of->is_macro)
        cm_c_check_macro(c, node, of, beginning_of(c, node->place.source));
    for (; operands.count < given && !of->is_macro; operands.count++)
        operands.nodes[operands.count] = node->arguments[operands.count];
    cm_c_begin_operands(c, &operands, NULL);
    for (int i = 0; i < given; i++) {
        operands.at = i;
        bind_argument(c, &frame, i, node->arguments[i]);
    }
    cm_c_end_operands(c);
    c->frame = &frame;
    *value = of->is_block ? perform_block(c, &frame, node->place, type)
                          : perform_expression(c, of, type);
    c->frame = frame.outer;
    return true;
}
