/* Expressions with operators, by a table of precedences. */
#include "model/cat_parser.h"

#include <string.h>

/* ---- tokens ----------------------------------------------------------- */

bool cm_cat_is(const cm_cat_token *token, const char *text)
{
    return (token->kind == CM_CAT_TOKEN_SYMBOL || token->kind == CM_CAT_TOKEN_KEYWORD) &&
           *token->text == *text && strcmp(token->text, text) == 0;
}

bool cm_cat_at(const cm_cat_parser *p, const char *text)
{
    return cm_cat_is(p->token, text);
}

bool cm_cat_after(const cm_cat_parser *p, const char *text)
{
    return p->token->kind != CM_CAT_TOKEN_END && cm_cat_is(p->token + 1, text);
}

bool cm_cat_at_kind(const cm_cat_parser *p, cm_cat_token_kind kind)
{
    return p->token->kind == kind;
}

bool cm_cat_accept(cm_cat_parser *p, const char *text)
{
    if (!cm_cat_at(p, text))
        return false;
    p->token++;
    return true;
}

static const char *describe_token(const cm_cat_parser *p)
{
    const cm_cat_token *t = p->token;
    if (t->kind == CM_CAT_TOKEN_END)
        return "the end of the file";
    size_t length = t->place.length < 40 ? t->place.length : 40;
    const char *text = cm_arena_text(p->arena, t->place.source->text + t->place.offset, length);
    return cm_arena_printf(p->arena, "`%s`", text);
}

void cm_cat_expected(const cm_cat_parser *p, const char *what)
{
    cm_fail(p->work, p->token->place, "expected %s, found %s", what, describe_token(p));
}

void cm_cat_expect(cm_cat_parser *p, const char *text)
{
    if (!cm_cat_accept(p, text))
        cm_cat_expected(p, cm_arena_printf(p->arena, "`%s`", text));
}

void cm_cat_close(cm_cat_parser *p, const char *text, cm_place open)
{
    if (cm_cat_accept(p, text))
        return;
    unsigned line, column;
    cm_place_position(open, &line, &column);
    cm_cat_expected(p, cm_arena_printf(p->arena, "`%s` for what starts at line %u, column %u", text,
                                       line, column));
}

const char *cm_cat_take(cm_cat_parser *p, cm_cat_token_kind kind, const char *what)
{
    if (p->token->kind != kind)
        cm_cat_expected(p, what);
    return p->token++->text;
}

static _Noreturn void too_deep(const cm_cat_parser *p, cm_place place)
{
    cm_fail(p->work, place, "the expression is nested too deeply, expected at most %d levels",
            CM_CAT_MAX_HEIGHT);
}

void cm_cat_enter(cm_cat_parser *p)
{
    if (++p->depth > CM_CAT_MAX_HEIGHT)
        too_deep(p, p->token->place);
}

void cm_cat_leave(cm_cat_parser *p)
{
    p->depth--;
}

cm_place cm_cat_since(const cm_cat_parser *p, cm_place start)
{
    const cm_place last = p->token[-1].place;
    uint32_t end = last.offset + last.length;
    cm_place place = start;
    if (end > start.offset + start.length)
        place.length = end - start.offset;
    return place;
}

/* ---- nodes ------------------------------------------------------------ */

cm_cat_expr *cm_cat_new(cm_cat_parser *p, cm_cat_kind kind, cm_place start)
{
    cm_cat_expr *e = CM_NEW(p->arena, cm_cat_expr);
    e->kind = kind;
    e->place = start;
    return e;
}

static void raise_to(int *height, const cm_cat_expr *child)
{
    if (child && child->height > *height)
        *height = child->height;
}

cm_cat_expr *cm_cat_done(cm_cat_parser *p, cm_cat_expr *e)
{
    int height = e->cond ? e->cond->height : 0;
    raise_to(&height, e->a);
    raise_to(&height, e->b);
    raise_to(&height, e->c);
    for (int i = 0; i < e->arg_count; i++)
        raise_to(&height, e->args[i]);
    for (int i = 0; i < e->binding_count; i++)
        raise_to(&height, e->bindings[i].value);
    for (int i = 0; i < e->clause_count; i++)
        raise_to(&height, e->clauses[i].value);
    e->height = height + 1;
    e->place = cm_cat_since(p, e->place);
    if (e->height > CM_CAT_MAX_HEIGHT)
        too_deep(p, e->place);
    return e;
}

typedef struct expr_list {
    cm_cat_expr **items;
    int count, capacity;
} expr_list;

static void add_expr(cm_cat_parser *p, expr_list *list, cm_cat_expr *e)
{
    CM_PUSH(p->arena, list->items, list->count, list->capacity, e);
}

static cm_cat_expr *with_args(cm_cat_parser *p, cm_cat_kind kind, cm_place start, expr_list list)
{
    cm_cat_expr *e = cm_cat_new(p, kind, start);
    e->args = list.items;
    e->arg_count = list.count;
    return cm_cat_done(p, e);
}

static cm_cat_expr *unary_expr(cm_cat_parser *p, cm_cat_kind kind, cm_place start, cm_cat_expr *a)
{
    cm_cat_expr *e = cm_cat_new(p, kind, start);
    e->a = a;
    return cm_cat_done(p, e);
}

static cm_cat_expr *binary_expr(cm_cat_parser *p, cm_cat_kind kind, cm_cat_expr *a, cm_cat_expr *b)
{
    expr_list list = {0};
    add_expr(p, &list, a);
    add_expr(p, &list, b);
    return with_args(p, kind, a->place, list);
}

/* ---- operands --------------------------------------------------------- */

/* args ::= [base {',' base}] */
static expr_list parse_args(cm_cat_parser *p)
{
    expr_list list = {0};
    if (cm_cat_at(p, "}"))
        return list;
    do
        add_expr(p, &list, cm_cat_parse_base(p));
    while (cm_cat_accept(p, ","));
    return list;
}

/* '(' [exp] ')' | begin exp end */
static cm_cat_expr *parse_bracketed(cm_cat_parser *p)
{
    cm_place start = p->token->place;
    bool round = cm_cat_at(p, "(");
    p->token++;
    if (round && cm_cat_accept(p, ")"))
        return with_args(p, CM_CAT_TUPLE, start, (expr_list){0});
    cm_cat_expr *e = cm_cat_parse_expr(p);
    cm_cat_close(p, round ? ")" : "end", start);
    return e;
}

static bool starts_simple(const cm_cat_token *token)
{
    static const char *const first[] = {"0", "{", "_", "(", "[", "begin"};
    for (size_t i = 0; i < sizeof first / sizeof *first; i++)
        if (cm_cat_is(token, first[i]))
            return true;
    return token->kind == CM_CAT_TOKEN_TAG;
}

/* simple ::= 0 | 'tag | '{' args '}' | _ | '(' [exp] ')' | begin exp end | '[' exp ']' */
cm_cat_expr *cm_cat_parse_simple(cm_cat_parser *p)
{
    cm_place start = p->token->place;
    if (!starts_simple(p->token))
        cm_cat_expected(p, "an expression");
    if (cm_cat_at(p, "(") || cm_cat_at(p, "begin"))
        return parse_bracketed(p);
    if (cm_cat_at_kind(p, CM_CAT_TOKEN_TAG)) {
        cm_cat_expr *e = cm_cat_new(p, CM_CAT_TAG, start);
        e->name = p->token++->text;
        return cm_cat_done(p, e);
    }
    if (cm_cat_accept(p, "0"))
        return cm_cat_done(p, cm_cat_new(p, CM_CAT_ZERO, start));
    if (cm_cat_accept(p, "_"))
        return cm_cat_done(p, cm_cat_new(p, CM_CAT_UNIVERSE, start));
    if (cm_cat_accept(p, "{")) {
        expr_list list = parse_args(p);
        cm_cat_close(p, "}", start);
        return with_args(p, CM_CAT_SET, start, list);
    }
    cm_cat_expect(p, "[");
    cm_cat_expr *inner = cm_cat_parse_expr(p);
    cm_cat_close(p, "]", start);
    return unary_expr(p, CM_CAT_IDENTITY, start, inner);
}

static cm_cat_expr *parse_var(cm_cat_parser *p)
{
    cm_cat_expr *e = cm_cat_new(p, CM_CAT_VAR, p->token->place);
    e->name = p->token++->text;
    return cm_cat_done(p, e);
}

/* primary ::= simple | name {arg} */
static cm_cat_expr *parse_primary(cm_cat_parser *p)
{
    if (!cm_cat_at_kind(p, CM_CAT_TOKEN_NAME))
        return cm_cat_parse_simple(p);
    cm_cat_expr *e = parse_var(p);
    while (cm_cat_at_kind(p, CM_CAT_TOKEN_NAME) || starts_simple(p->token)) {
        cm_cat_expr *call = cm_cat_new(p, CM_CAT_APPLY, e->place);
        call->a = e;
        /* arg ::= name | simple */
        call->b = cm_cat_at_kind(p, CM_CAT_TOKEN_NAME) ? parse_var(p) : cm_cat_parse_simple(p);
        e = cm_cat_done(p, call);
    }
    return e;
}

/* ---- operators -------------------------------------------------------- */

/* ~empty, ~acyclic, ~irreflexive begin a test: no expression. */
static bool starts_base(const cm_cat_token *token)
{
    if (cm_cat_is(token, "~"))
        return token[1].kind != CM_CAT_TOKEN_KEYWORD || cm_cat_is(token + 1, "begin");
    return token->kind == CM_CAT_TOKEN_NAME || starts_simple(token);
}

static bool at_product(const cm_cat_parser *p)
{
    return cm_cat_at(p, "**") || (cm_cat_at(p, "*") && starts_base(p->token + 1));
}

/* Like herd's, the operators ~ + * ? and the product do not associate with each
 * other: brackets are wanted. */
static void refuse_mixture(const cm_cat_parser *p, const char *what)
{
    if (at_product(p) || cm_cat_at(p, "+") || cm_cat_at(p, "*") || cm_cat_at(p, "?"))
        cm_fail(p->work, p->token->place, "`%s` after %s is ambiguous, expected brackets",
                p->token->text, what);
}

/* tight ::= '~' tight | primary {'^' '-1'} */
static cm_cat_expr *parse_tight(cm_cat_parser *p)
{
    cm_place start = p->token->place;
    if (cm_cat_accept(p, "~")) {
        cm_cat_enter(p);
        cm_cat_expr *e = unary_expr(p, CM_CAT_COMPLEMENT, start, parse_tight(p));
        cm_cat_leave(p);
        refuse_mixture(p, "`~`");
        return e;
    }
    cm_cat_expr *e = parse_primary(p);
    while (cm_cat_accept(p, "^")) {
        cm_cat_expect(p, "-1");
        e = unary_expr(p, CM_CAT_INVERSE, start, e);
    }
    return e;
}

/* postfix ::= tight {'+' | '*' | '?' | '^' '-1'} */
static cm_cat_expr *parse_postfix(cm_cat_parser *p)
{
    cm_place start = p->token->place;
    cm_cat_expr *e = parse_tight(p);
    for (;;) {
        if (at_product(p))
            return e;
        if (cm_cat_accept(p, "+")) {
            e = unary_expr(p, CM_CAT_PLUS, start, e);
        } else if (cm_cat_accept(p, "*")) {
            e = unary_expr(p, CM_CAT_STAR, start, e);
        } else if (cm_cat_accept(p, "?")) {
            e = unary_expr(p, CM_CAT_OPT, start, e);
        } else if (cm_cat_accept(p, "^")) {
            cm_cat_expect(p, "-1");
            e = unary_expr(p, CM_CAT_INVERSE, start, e);
        } else {
            return e;
        }
    }
}

/* From loose to tight. CHAIN: associative, kept as one node with many operands. */
static const struct level {
    const char *symbol;
    cm_cat_kind kind;
    enum { CHAIN, LEFT, RIGHT } shape;
} levels[] = {
    {"|", CM_CAT_UNION, CHAIN}, {"++", CM_CAT_ADD, RIGHT},  {";", CM_CAT_SEQ, CHAIN},
    {"\\", CM_CAT_DIFF, LEFT},  {"&", CM_CAT_INTER, CHAIN},
};

#define LEVELS (sizeof levels / sizeof *levels)

/* level i ::= level i+1 {symbol i level i+1} */
static cm_cat_expr *parse_level(cm_cat_parser *p, size_t i)
{
    if (i == LEVELS) {
        /* product ::= postfix [('*' | '**') tight] */
        cm_cat_expr *left = parse_postfix(p);
        if (!at_product(p))
            return left;
        p->token++;
        cm_cat_expr *e = binary_expr(p, CM_CAT_CROSS, left, parse_tight(p));
        refuse_mixture(p, "a product");
        return e;
    }
    const struct level *level = &levels[i];
    cm_cat_expr *left = parse_level(p, i + 1);
    if (!cm_cat_at(p, level->symbol))
        return left;
    if (level->shape == RIGHT) {
        p->token++;
        cm_cat_enter(p);
        cm_cat_expr *right = parse_level(p, i);
        cm_cat_leave(p);
        return binary_expr(p, level->kind, left, right);
    }
    expr_list list = {0};
    add_expr(p, &list, left);
    while (cm_cat_accept(p, level->symbol)) {
        add_expr(p, &list, parse_level(p, i + 1));
        if (level->shape == LEFT) {
            left = with_args(p, level->kind, left->place, list);
            list = (expr_list){0};
            add_expr(p, &list, left);
        }
    }
    return level->shape == LEFT ? left : with_args(p, level->kind, left->place, list);
}

cm_cat_expr *cm_cat_parse_base(cm_cat_parser *p)
{
    cm_cat_enter(p);
    cm_cat_expr *e = parse_level(p, 0);
    cm_cat_leave(p);
    return e;
}

/* exp ::= let ... | fun ... | try ... | if ... | match ... | base {',' base} */
cm_cat_expr *cm_cat_parse_expr(cm_cat_parser *p)
{
    cm_cat_enter(p);
    cm_cat_expr *e = cm_cat_parse_keyword_expr(p);
    if (!e) {
        cm_place start = p->token->place;
        e = cm_cat_parse_base(p);
        if (cm_cat_at(p, ",")) {
            expr_list list = {0};
            add_expr(p, &list, e);
            while (cm_cat_accept(p, ","))
                add_expr(p, &list, cm_cat_parse_base(p));
            e = with_args(p, CM_CAT_TUPLE, start, list);
        }
    }
    cm_cat_leave(p);
    return e;
}
