/* Expressions that begin with a keyword, conditions, patterns and bindings. */
#include "model/cat_parser.h"

#include <string.h>

/* ---- patterns and bindings -------------------------------------------- */

/* name_or_any ::= name | _ */
static void parse_name_or_any(cm_cat_parser *p, cm_cat_pattern *pattern)
{
    pattern->places[pattern->count] = p->token->place;
    if (!cm_cat_accept(p, "_"))
        pattern->names[pattern->count] = cm_cat_take(p, CM_CAT_TOKEN_NAME, "a name or `_`");
    pattern->count++;
}

static void make_pattern_room(cm_cat_parser *p, cm_cat_pattern *pattern, int count)
{
    pattern->names = CM_NEW_ARRAY(p->arena, (size_t)count, const char *);
    pattern->places = CM_NEW_ARRAY(p->arena, (size_t)count, cm_place);
}

static bool at_name_or_any(const cm_cat_parser *p)
{
    return cm_cat_at_kind(p, CM_CAT_TOKEN_NAME) || cm_cat_at(p, "_");
}

/* names ::= name_or_any {',' name_or_any}; a single name is not a tuple */
static cm_cat_pattern parse_names(cm_cat_parser *p)
{
    cm_cat_pattern pattern = {.place = p->token->place};
    int names = 0, places = 0;
    do {
        CM_RESERVE(p->arena, pattern.names, pattern.count, names);
        CM_RESERVE(p->arena, pattern.places, pattern.count, places);
        parse_name_or_any(p, &pattern);
    } while (cm_cat_accept(p, ","));
    pattern.is_tuple = pattern.count > 1;
    pattern.place = cm_cat_since(p, pattern.place);
    return pattern;
}

/* formals ::= name_or_any | '(' [names] ')' */
cm_cat_pattern cm_cat_parse_formals(cm_cat_parser *p)
{
    cm_place start = p->token->place;
    if (at_name_or_any(p)) {
        cm_cat_pattern one = {.place = start};
        make_pattern_room(p, &one, 1);
        parse_name_or_any(p, &one);
        return one;
    }
    if (!cm_cat_accept(p, "("))
        cm_cat_expected(p, "a name, `_` or `(`");
    cm_cat_pattern pattern = {.is_tuple = true};
    if (!cm_cat_at(p, ")"))
        pattern = parse_names(p);
    cm_cat_close(p, ")", start);
    pattern.place = cm_cat_since(p, start);
    return pattern;
}

/* function ::= formals {formals} '=' exp, as nested `fun` */
static cm_cat_expr *parse_function(cm_cat_parser *p, const char *name)
{
    cm_cat_enter(p);
    cm_cat_expr *fun = cm_cat_new(p, CM_CAT_FUN, p->token->place);
    fun->name = name;
    fun->pattern = cm_cat_parse_formals(p);
    if (cm_cat_accept(p, "="))
        fun->a = cm_cat_parse_expr(p);
    else if (at_name_or_any(p) || cm_cat_at(p, "("))
        fun->a = parse_function(p, name);
    else
        cm_cat_expected(p, "`=`");
    cm_cat_leave(p);
    return cm_cat_done(p, fun);
}

/* binding ::= ['('] names [')'] '=' exp | name formals {formals} '=' exp */
static cm_cat_binding parse_binding(cm_cat_parser *p)
{
    cm_cat_binding binding = {.place = p->token->place};
    if (cm_cat_at(p, "(")) {
        binding.pattern = cm_cat_parse_formals(p);
    } else if (cm_cat_at_kind(p, CM_CAT_TOKEN_NAME) &&
               (p->token[1].kind == CM_CAT_TOKEN_NAME || cm_cat_after(p, "_") ||
                cm_cat_after(p, "("))) {
        binding.pattern = cm_cat_parse_formals(p);
        binding.value = parse_function(p, binding.pattern.names[0]);
    } else {
        binding.pattern = parse_names(p);
    }
    if (!binding.value) {
        cm_cat_expect(p, "=");
        binding.value = cm_cat_parse_expr(p);
    }
    binding.place = cm_cat_since(p, binding.place);
    return binding;
}

/* bindings ::= binding {and binding} */
void cm_cat_parse_bindings(cm_cat_parser *p, cm_cat_binding **bindings, int *count)
{
    int capacity = 0;
    do {
        CM_RESERVE(p->arena, *bindings, *count, capacity);
        (*bindings)[(*count)++] = parse_binding(p);
    } while (cm_cat_accept(p, "and"));
}

/* ---- conditions ------------------------------------------------------- */

static bool at_not(const cm_cat_token *token)
{
    return token->kind == CM_CAT_TOKEN_NAME && strcmp(token->text, "not") == 0;
}

static cm_cat_cond *new_cond(cm_cat_parser *p, cm_cat_cond_kind kind)
{
    cm_cat_cond *cond = CM_NEW(p->arena, cm_cat_cond);
    cond->kind = kind;
    cond->place = p->token->place;
    return cond;
}

/* comparison ::= exp ('=' | subset | in) exp */
static cm_cat_cond *parse_comparison(cm_cat_parser *p)
{
    static const struct {
        const char *symbol;
        cm_cat_cond_kind kind;
    } forms[] = {{"=", CM_COND_EQUAL}, {"subset", CM_COND_SUBSET}, {"in", CM_COND_IN}};
    cm_cat_cond *cond = new_cond(p, CM_COND_EQUAL);
    cond->a = cm_cat_parse_expr(p);
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (!cm_cat_accept(p, forms[i].symbol))
            continue;
        cond->kind = forms[i].kind;
        cond->b = cm_cat_parse_expr(p);
        cond->place = cm_cat_since(p, cond->place);
        cond->height = (cond->a->height > cond->b->height ? cond->a : cond->b)->height + 1;
        return cond;
    }
    cm_cat_expected(p, "`=`, `subset` or `in`");
}

/* atom ::= "variant" | not atom | '(' cond ')' | comparison */
static cm_cat_cond *parse_cond_atom(cm_cat_parser *p)
{
    const cm_cat_token *token = p->token;
    while (cm_cat_is(token, "(") || at_not(token))
        token++;
    if (token->kind != CM_CAT_TOKEN_STRING)
        return parse_comparison(p);
    cm_cat_enter(p);
    cm_place start = p->token->place;
    cm_cat_cond *cond;
    if (at_not(p->token)) {
        cond = new_cond(p, CM_COND_NOT);
        p->token++;
        cond->left = parse_cond_atom(p);
        cond->height = cond->left->height + 1;
    } else if (cm_cat_accept(p, "(")) {
        cond = cm_cat_parse_cond(p);
        cm_cat_close(p, ")", start);
    } else {
        cond = new_cond(p, CM_COND_VARIANT);
        cond->variant = p->token++->text;
        cond->height = 1;
    }
    cm_cat_leave(p);
    return cond;
}

static cm_cat_cond *parse_cond_level(cm_cat_parser *p, bool is_or)
{
    cm_cat_cond *left = is_or ? parse_cond_level(p, false) : parse_cond_atom(p);
    while (cm_cat_accept(p, is_or ? "||" : "&&")) {
        cm_cat_cond *cond = new_cond(p, is_or ? CM_COND_OR : CM_COND_AND);
        cond->left = left;
        cond->right = is_or ? parse_cond_level(p, false) : parse_cond_atom(p);
        int below = left->height > cond->right->height ? left->height : cond->right->height;
        cond->height = below + 1;
        if (cond->height > CM_CAT_MAX_HEIGHT)
            cm_fail(p->work, cond->place, "the condition is too long, expected at most %d parts",
                    CM_CAT_MAX_HEIGHT);
        left = cond;
    }
    return left;
}

/* cond ::= conj {'||' conj}    conj ::= atom {'&&' atom} */
cm_cat_cond *cm_cat_parse_cond(cm_cat_parser *p)
{
    return parse_cond_level(p, true);
}

/* ---- match ------------------------------------------------------------ */

/* set_clauses ::= '{' '}' -> exp || name ++ name -> exp, in either order */
static void parse_set_clauses(cm_cat_parser *p, cm_cat_expr *e)
{
    e->kind = CM_CAT_MATCH_SET;
    for (int i = 0; i < 2; i++) {
        if (i == 1)
            cm_cat_expect(p, "||");
        if (!e->b && cm_cat_accept(p, "{")) {
            cm_cat_expect(p, "}");
            cm_cat_expect(p, "->");
            e->b = cm_cat_parse_expr(p);
            continue;
        }
        if (e->c)
            cm_cat_expected(p, "the clause `{} -> ...`");
        make_pattern_room(p, &e->pattern, 2);
        parse_name_or_any(p, &e->pattern);
        if (cm_cat_at(p, "|"))
            cm_fail(p->work, p->token->place,
                    "the pattern `before | element ++ after` is not supported, expected "
                    "`element ++ rest`");
        cm_cat_expect(p, "++");
        parse_name_or_any(p, &e->pattern);
        cm_cat_expect(p, "->");
        e->c = cm_cat_parse_expr(p);
    }
}

/* tag_clauses ::= 'tag -> exp {|| 'tag -> exp} [|| _ -> exp] */
static void parse_tag_clauses(cm_cat_parser *p, cm_cat_expr *e)
{
    int capacity = 0;
    do {
        if (cm_cat_accept(p, "_")) {
            cm_cat_expect(p, "->");
            e->b = cm_cat_parse_expr(p);
            return;
        }
        cm_cat_clause clause = {0};
        clause.tag = cm_cat_take(p, CM_CAT_TOKEN_TAG, "a clause `'tag -> ...` or `_ -> ...`");
        cm_cat_expect(p, "->");
        clause.value = cm_cat_parse_expr(p);
        CM_PUSH(p->arena, e->clauses, e->clause_count, capacity, clause);
    } while (cm_cat_accept(p, "||"));
}

/* match ::= match exp with [||] (set_clauses | tag_clauses) end */
static void parse_match(cm_cat_parser *p, cm_cat_expr *e)
{
    e->kind = CM_CAT_MATCH_TAG;
    e->a = cm_cat_parse_expr(p);
    cm_cat_expect(p, "with");
    cm_cat_accept(p, "||");
    bool element = at_name_or_any(p) && (cm_cat_after(p, "++") || cm_cat_after(p, "|"));
    if (element || cm_cat_at(p, "{"))
        parse_set_clauses(p, e);
    else
        parse_tag_clauses(p, e);
    cm_cat_close(p, "end", e->place);
}

/* ---- the others ------------------------------------------------------- */

/* let [rec] bindings in exp */
static void parse_let(cm_cat_parser *p, cm_cat_expr *e)
{
    e->kind = cm_cat_accept(p, "rec") ? CM_CAT_LETREC : CM_CAT_LET;
    cm_cat_parse_bindings(p, &e->bindings, &e->binding_count);
    cm_cat_expect(p, "in");
    e->a = cm_cat_parse_expr(p);
}

/* fun formals -> exp */
static void parse_fun(cm_cat_parser *p, cm_cat_expr *e)
{
    e->kind = CM_CAT_FUN;
    e->pattern = cm_cat_parse_formals(p);
    cm_cat_expect(p, "->");
    e->a = cm_cat_parse_expr(p);
}

/* try exp with exp */
static void parse_try(cm_cat_parser *p, cm_cat_expr *e)
{
    e->kind = CM_CAT_TRY;
    e->a = cm_cat_parse_expr(p);
    cm_cat_expect(p, "with");
    e->b = cm_cat_parse_expr(p);
}

/* if cond then exp else exp */
static void parse_if(cm_cat_parser *p, cm_cat_expr *e)
{
    e->kind = CM_CAT_IF;
    e->cond = cm_cat_parse_cond(p);
    cm_cat_expect(p, "then");
    e->a = cm_cat_parse_expr(p);
    cm_cat_expect(p, "else");
    e->b = cm_cat_parse_expr(p);
}

/* NULL when no keyword begins an expression here. */
cm_cat_expr *cm_cat_parse_keyword_expr(cm_cat_parser *p)
{
    static const struct {
        const char *keyword;
        void (*parse)(cm_cat_parser *, cm_cat_expr *);
    } forms[] = {
        {"let", parse_let}, {"fun", parse_fun},     {"try", parse_try},
        {"if", parse_if},   {"match", parse_match},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        cm_cat_expr *e = cm_cat_new(p, CM_CAT_LET, p->token->place);
        if (!cm_cat_accept(p, forms[i].keyword))
            continue;
        forms[i].parse(p, e);
        return cm_cat_done(p, e);
    }
    return NULL;
}
