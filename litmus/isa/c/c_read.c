/* Expressions of C as trees. Precedence is C's, where the reference simulator's differs it
 * refuses the text. */
#include "litmus/isa/c/c.h"

#include "litmus/types.h"

#include <string.h>

enum { MOST_DEPTH = 200 };

bool cm_c_is(const cm_lexer *lex, const char *word)
{
    const cm_token *token = &lex->token;
    return (token->kind == CM_TOKEN_NAME || token->kind == CM_TOKEN_PUNCT) &&
           strlen(word) == token->length && memcmp(token->text, word, token->length) == 0;
}

/* ---- types ----------------------------------------------------------------- */

/* One word of a type, or `struct NAME`, `atomic<int>`. */
static bool accept_word_of_type(cm_lexer *lex)
{
    if (cm_accept_type_word(lex))
        return true;
    cm_lexer ahead = *lex;
    while (cm_c_is(&ahead, "std") || cm_c_is(&ahead, "cuda")) {
        cm_lexer_advance(&ahead);
        if (!cm_lexer_accept(&ahead, "::"))
            return false;
    }
    if (cm_lexer_accept(&ahead, "memory_order") && ahead.token.kind == CM_TOKEN_NAME) {
        *lex = ahead;
        return true;
    }
    bool spaced = ahead.token.text != lex->token.text; /* `std::uint8_t` */
    if (spaced && !cm_c_is(&ahead, "mutex") && cm_accept_type_word(&ahead)) {
        *lex = ahead;
        return true;
    }
    if (!cm_c_is(&ahead, "atomic"))
        return false;
    cm_lexer_advance(&ahead);
    if (!cm_lexer_accept(&ahead, "<") || !accept_word_of_type(&ahead))
        return false;
    while (accept_word_of_type(&ahead) || cm_lexer_accept(&ahead, "*"))
        continue;
    if (cm_lexer_accept(&ahead, ",")) /* a scope */
        cm_c_read_name(&ahead);
    cm_lexer_expect(&ahead, ">");
    *lex = ahead;
    return true;
}

bool cm_c_accept_type(cm_lexer *lex, cm_number_type *type)
{
    const char *from = lex->token.text;
    if (!accept_word_of_type(lex))
        return false;
    while (accept_word_of_type(lex) || cm_lexer_accept(lex, "*"))
        continue;
    *type = cm_number_type_in(from, (size_t)(lex->token.text - from));
    return true;
}

/* ---- expressions ----------------------------------------------------------- */

typedef struct reader {
    cm_lexer *lex;
    unsigned depth;
} reader;

bool cm_c_accept_percent(cm_lexer *lex)
{
    return cm_lexer_accept(lex, "%");
}

static const cm_c_node *read_choice(reader *r);
static const cm_c_node *read_assignment(reader *r);
static const cm_c_node *read_primary(reader *r);
static const cm_c_node *read_unary(reader *r);
static const cm_c_node *read_list(reader *r);

static cm_c_node *new_node(reader *r, cm_c_kind kind, cm_place place)
{
    cm_c_node *node = CM_NEW(r->lex->work->arena, cm_c_node);
    *node = (cm_c_node){.kind = kind, .place = place};
    return node;
}

static cm_c_node *new_parent(reader *r, cm_c_kind kind, cm_place place, const cm_c_node *a,
                             const cm_c_node *b)
{
    cm_c_node *node = new_node(r, kind, place);
    node->a = a;
    node->b = b;
    return node;
}

static void deeper(reader *r)
{
    if (++r->depth > MOST_DEPTH)
        cm_lexer_fail(r->lex, "the expression is too deep, expected at most %d levels", MOST_DEPTH);
}

/* `{rcu-lock}` behind a name of the kernel's operations: words joined by `-`. */
static const char *read_annotation(reader *r)
{
    cm_lexer *lex = r->lex;
    cm_text text = cm_text_new(lex->work->arena);
    cm_lexer_expect(lex, "{");
    for (;;) {
        cm_text_add(&text, cm_lexer_name(lex, "an annotation"));
        if (!cm_lexer_accept(lex, "-"))
            break;
        cm_text_add_char(&text, '-');
    }
    if (cm_c_is(lex, ","))
        cm_lexer_fail(lex, "the operation has a second annotation, expected `}`");
    cm_lexer_expect(lex, "}");
    return text.data;
}

/* `+` between the arguments of __atomic_op. */
static const cm_c_node *accept_operator(reader *r)
{
    static const char *const signs[] = {"+", "-", "&", "|", "^"};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        cm_lexer ahead = *r->lex;
        if (!cm_c_is(&ahead, signs[i]))
            continue;
        cm_lexer_advance(&ahead);
        bool inverted = signs[i][0] == '&' && cm_c_is(&ahead, "~");
        if (inverted)
            cm_lexer_advance(&ahead);
        if (!cm_c_is(&ahead, ","))
            continue;
        cm_c_node *node = new_node(r, CM_C_OPERATOR, r->lex->token.place);
        node->name = inverted ? "&~" : signs[i];
        *r->lex = ahead;
        return node;
    }
    return NULL;
}

static void read_arguments(reader *r, cm_c_node *call)
{
    const cm_c_node **arguments =
        CM_NEW_ARRAY(r->lex->work->arena, CM_C_ARGUMENTS, const cm_c_node *);
    call->arguments = arguments;
    call->argument_count = 0;
    cm_lexer_expect(r->lex, "(");
    while (!cm_c_is(r->lex, ")")) {
        if (call->argument_count == CM_C_ARGUMENTS)
            cm_lexer_fail(r->lex, "there are too many arguments, expected at most %d",
                          CM_C_ARGUMENTS);
        const cm_c_node *sign = accept_operator(r);
        arguments[call->argument_count++] = sign ? sign : read_choice(r);
        if (!cm_c_is(r->lex, ")"))
            cm_lexer_expect(r->lex, ",");
    }
    cm_lexer_expect(r->lex, ")");
}

const char *cm_c_read_name(cm_lexer *lex)
{
    const char *name = cm_lexer_name(lex, "a name");
    while (cm_c_is(lex, "::")) {
        cm_lexer_advance(lex);
        name = cm_arena_printf(lex->work->arena, "%s::%s", name, cm_lexer_name(lex, "a name"));
    }
    return name;
}

/* `.load(o)` behind an object, `->load(o)` behind a pointer to it. */
static const cm_c_node *read_member(reader *r, const cm_c_node *object)
{
    bool pointer = cm_c_is(r->lex, "->");
    cm_lexer_advance(r->lex);
    cm_c_node *node = new_parent(r, CM_C_MEMBER, object->place, object, NULL);
    node->name = cm_lexer_name(r->lex, "the name of an operation");
    if (pointer)
        node->a = new_parent(r, CM_C_DEREF, object->place, object, NULL);
    node->argument_count = -1;
    if (cm_c_is(r->lex, "("))
        read_arguments(r, node);
    return node;
}

bool cm_c_names_reference(const char *name)
{
    size_t length = strlen(name);
    return length >= 10 && strcmp(name + length - 10, "atomic_ref") == 0 &&
           (length == 10 || name[length - 11] == ':');
}

const char *cm_c_accept_scope(cm_lexer *lex, cm_number_type *type)
{
    const char *scope = "thread_scope_system"; /* of both languages, where none is written */
    *type = cm_c_unknown;
    if (!cm_lexer_accept(lex, "<"))
        return scope;
    cm_lexer ahead = *lex;
    cm_c_accept_type(&ahead, type);
    while (!cm_lexer_accept(lex, ">")) {
        if (cm_lexer_accept(lex, "*"))
            continue;
        if (lex->token.kind != CM_TOKEN_NAME && !cm_c_is(lex, ","))
            cm_lexer_lacks(lex, "a type and a scope");
        if (cm_lexer_accept(lex, ","))
            continue;
        const char *said = cm_c_read_name(lex);
        if (strstr(said, "thread_scope_") && !cm_c_scope(said))
            cm_lexer_fail(lex, "there is no scope `%s`, expected one such as thread_scope_device",
                          said);
        scope = cm_c_scope(said) ? said : scope;
    }
    return scope;
}

/* `cuda::atomic_ref<int, cuda::thread_scope_block>(*y)`: behind the name. */
static const cm_c_node *read_object(reader *r, cm_place place)
{
    cm_c_node *node = new_node(r, CM_C_OBJECT, place);
    node->word = cm_c_accept_scope(r->lex, &node->type);
    bool brace = cm_lexer_accept(r->lex, "{");
    if (!brace)
        cm_lexer_expect(r->lex, "(");
    node->a = read_choice(r);
    cm_lexer_expect(r->lex, brace ? "}" : ")");
    return node;
}

/* `sizeof(int)`: of a type. */
static const cm_c_node *read_size(reader *r, cm_place place)
{
    cm_lexer *lex = r->lex;
    cm_c_node *node = new_node(r, CM_C_NUMBER, place);
    cm_number_type type;
    cm_lexer_expect(lex, "(");
    if (!cm_c_accept_type(lex, &type))
        cm_lexer_fail(lex, "`sizeof` of this is not read, expected a type such as `int`");
    node->number = type.stars > 0 ? 8 : type.bytes;
    node->type = (cm_number_type){.bytes = 8};
    if (node->number == 0)
        cm_fail(lex->work, place, "`sizeof` of this type is not known, expected one such as `int`");
    cm_lexer_expect(lex, ")");
    return node;
}

static const cm_c_node *new_cast(reader *r, cm_number_type to, const char *written,
                                 const cm_c_node *of)
{
    if (to.bytes == 0 && !to.structure)
        return of;
    cm_c_node *node = new_parent(r, CM_C_CAST, of->place, of, NULL);
    node->type = to;
    node->name = written;
    return node;
}

/* Goes past a type; its text, or NULL: none is there. */
static const char *accept_written(cm_lexer *lex, cm_number_type *to)
{
    const char *from = lex->token.text;
    return cm_c_accept_type(lex, to)
               ? cm_arena_text(lex->work->arena, from, (size_t)(lex->token.text - from))
               : NULL;
}

/* `static_cast<int>(a)` */
static const cm_c_node *read_cast(reader *r)
{
    cm_number_type to;
    cm_lexer_expect(r->lex, "<");
    const char *written = accept_written(r->lex, &to);
    if (!written)
        cm_lexer_lacks(r->lex, "a type");
    cm_lexer_expect(r->lex, ">");
    cm_lexer_expect(r->lex, "(");
    const cm_c_node *node = read_choice(r);
    cm_lexer_expect(r->lex, ")");
    return new_cast(r, to, written, node);
}

static const cm_c_node *read_name(reader *r)
{
    static const char *const casts[] = {"static_cast", "reinterpret_cast", "const_cast"};
    cm_lexer *lex = r->lex;
    cm_place place = lex->token.place;
    const char *name = cm_c_read_name(lex);
    for (int i = 0; i < 3; i++)
        if (strcmp(name, casts[i]) == 0 && cm_c_is(lex, "<"))
            return read_cast(r);
    if (strcmp(name, "std::move") == 0 && cm_c_is(lex, "(")) /* a value is one either way */
        return read_primary(r);
    if (strcmp(name, "sizeof") == 0 && cm_c_is(lex, "("))
        return read_size(r, place);
    if (cm_c_names_reference(name) && (cm_c_is(lex, "<") || cm_c_is(lex, "(") || cm_c_is(lex, "{")))
        return read_object(r, place);
    const char *word = strncmp(name, "__", 2) == 0 && cm_c_is(lex, "{") ? read_annotation(r) : NULL;
    bool call = cm_c_is(lex, "(");
    cm_c_node *node = new_node(r, call || word ? CM_C_CALL : CM_C_NAME, place);
    node->name = name;
    node->word = word;
    node->argument_count = -1;
    if (call)
        read_arguments(r, node);
    return node;
}

/* Of so many bytes as it needs or its suffix says; only one with `u` or in hexadecimal may have no
 * sign (ISO C11 6.4.4.1). */
static cm_number_type type_of_number(const cm_token *token)
{
    uint64_t n = token->number;
    bool hexadecimal = token->length > 1 && strchr("xXbB", token->text[1]), wide = n > UINT32_MAX;
    cm_number_type type = {.bytes = 1, .is_signed = true};
    if (token->text[0] == '\'')
        return type; /* a char, of C++ */
    for (uint32_t i = 0; i < token->length; i++) {
        type.is_signed &= !strchr("uU", token->text[i]);
        wide |= strchr("lL", token->text[i]) != NULL;
    }
    type.bytes = wide || (n > INT32_MAX && type.is_signed && !hexadecimal) ? 8 : 4;
    type.is_signed &= n <= (type.bytes == 8 ? INT64_MAX : INT32_MAX);
    return type;
}

static const cm_c_node *read_primary(reader *r)
{
    cm_lexer *lex = r->lex;
    cm_place place = lex->token.place;
    if (lex->token.kind == CM_TOKEN_NUMBER) {
        cm_c_node *node = new_node(r, CM_C_NUMBER, place);
        /* `010` is 8 in C, and 10 to the reference simulator. */
        const cm_token *token = &lex->token;
        if (token->length > 1 && token->text[0] == '0' && token->number > 7 &&
            token->text[1] >= '0' && token->text[1] <= '9')
            cm_lexer_fail(lex, "the number begins with 0, so that C has another value than herd7, "
                               "expected it without");
        node->number = lex->token.number;
        node->type = type_of_number(&lex->token);
        cm_lexer_advance(lex);
        return node;
    }
    if (lex->token.kind == CM_TOKEN_FRACTION) {
        cm_c_node *node = new_node(r, CM_C_NUMBER, place);
        node->type = cm_token_is_single(&lex->token) ? cm_c_float : cm_c_double;
        node->number = cm_lexer_float(lex, 8u * node->type.bytes);
        return node;
    }
    if (cm_lexer_accept(lex, "(")) {
        const cm_c_node *inner = read_list(r);
        cm_lexer_expect(lex, ")");
        return inner;
    }
    if (lex->token.kind == CM_TOKEN_STRING) {
        cm_c_node *node = new_node(r, CM_C_TEXT, place);
        node->name = cm_arena_text(lex->work->arena, lex->token.text, lex->token.length);
        cm_lexer_advance(lex);
        return node;
    }
    if (cm_lexer_is(lex, "["))
        cm_lexer_fail(lex,
                      "a lambda is not read in a test, expected a function before the threads");
    bool percent = cm_c_accept_percent(lex);
    if (lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(lex, "%s", percent ? "the name of a register" : "an expression");
    return read_name(r);
}

/* `a += by`, whose value may be the one before. */
static const cm_c_node *new_update(reader *r, const cm_c_node *a, cm_op op, const cm_c_node *by,
                                   bool old)
{
    cm_c_node *value = new_parent(r, CM_C_BINARY, a->place, a, by);
    value->op = op;
    cm_c_node *update = new_parent(r, CM_C_ASSIGN, a->place, a, value);
    update->updates = true;
    update->old = old;
    return update;
}

/* At `++`, `--`: goes past it. */
static bool accept_step(reader *r, cm_op *op, const cm_c_node **one)
{
    cm_c_node *by = new_node(r, CM_C_NUMBER, r->lex->token.place);
    bool up = cm_lexer_accept(r->lex, "++");
    by->number = 1;
    by->type = (cm_number_type){.bytes = 4, .is_signed = true};
    *one = by;
    *op = up ? CM_OP_ADD : CM_OP_SUB;
    return up || cm_lexer_accept(r->lex, "--");
}

static const cm_c_node *read_postfix(reader *r)
{
    const cm_c_node *node = read_primary(r), *one;
    for (cm_op op;;) {
        if (accept_step(r, &op, &one)) {
            node = new_update(r, node, op, one, true);
            continue;
        }
        if (cm_c_is(r->lex, ".") || cm_c_is(r->lex, "->")) {
            node = read_member(r, node);
            continue;
        }
        if (!cm_c_is(r->lex, "["))
            break;
        cm_lexer_advance(r->lex);
        const cm_c_node *index = read_choice(r);
        cm_lexer_expect(r->lex, "]");
        node = new_parent(r, CM_C_INDEX, node->place, node, index);
    }
    return node;
}

/* `(int *)` before an expression. */
static const char *accept_cast(cm_lexer *lex, cm_number_type *to)
{
    cm_lexer ahead = *lex;
    if (!cm_lexer_accept(&ahead, "("))
        return NULL;
    const char *written = accept_written(&ahead, to);
    if (!written || !cm_lexer_accept(&ahead, ")"))
        return NULL;
    *lex = ahead;
    return written;
}

static const cm_c_node *read_unary(reader *r)
{
    static const struct {
        const char *sign;
        cm_c_kind kind;
    } rows[] = {{"*", CM_C_DEREF},
                {"&", CM_C_ADDRESS},
                {"!", CM_C_NOT},
                {"~", CM_C_FLIP},
                {"-", CM_C_MINUS}};
    cm_lexer *lex = r->lex;
    cm_place place = lex->token.place;
    const cm_c_node *node = NULL, *one;
    cm_op op;
    deeper(r);
    if (accept_step(r, &op, &one))
        node = new_update(r, read_unary(r), op, one, false);
    if (!node && cm_c_is(lex, "+")) { /* a - -b of a, as `int` at least */
        cm_lexer_advance(lex);
        node = new_parent(r, CM_C_MINUS, place, read_unary(r), NULL);
        node = new_parent(r, CM_C_MINUS, place, node, NULL);
    }
    for (size_t i = 0; i < sizeof rows / sizeof *rows && !node; i++) {
        if (!cm_c_is(lex, rows[i].sign))
            continue;
        cm_lexer_advance(lex);
        node = new_parent(r, rows[i].kind, place, read_unary(r), NULL);
    }
    cm_number_type to;
    const char *cast = node ? NULL : accept_cast(lex, &to);
    if (!node)
        node = cast ? new_cast(r, to, cast, read_unary(r)) : read_postfix(r);
    r->depth--;
    return node;
}

typedef struct sign {
    const char *text;
    int level; /* the loosest is 1 */
    cm_c_kind kind;
    cm_op op;
    bool turned; /* `a > b` is `b < a` */
} sign;

static const sign *at_sign(const cm_lexer *lex)
{
    static const sign signs[] = {
        {"||", 1, CM_C_EITHER, CM_OP_CONST, false}, {"&&", 2, CM_C_BOTH, CM_OP_CONST, false},
        {"|", 3, CM_C_BINARY, CM_OP_OR, false},     {"^", 4, CM_C_BINARY, CM_OP_XOR, false},
        {"&", 5, CM_C_BINARY, CM_OP_AND, false},    {"==", 6, CM_C_BINARY, CM_OP_EQ, false},
        {"!=", 6, CM_C_BINARY, CM_OP_NE, false},    {"<", 7, CM_C_BINARY, CM_OP_SLT, false},
        {"<=", 7, CM_C_BINARY, CM_OP_SLE, false},   {">", 7, CM_C_BINARY, CM_OP_SLT, true},
        {">=", 7, CM_C_BINARY, CM_OP_SLE, true},    {"<<", 8, CM_C_BINARY, CM_OP_SHL, false},
        {">>", 8, CM_C_BINARY, CM_OP_ASHR, false},  {"+", 9, CM_C_BINARY, CM_OP_ADD, false},
        {"-", 9, CM_C_BINARY, CM_OP_SUB, false},    {"*", 10, CM_C_BINARY, CM_OP_MUL, false},
        {"/", 10, CM_C_BINARY, CM_OP_SDIV, false},  {"%", 10, CM_C_BINARY, CM_OP_SREM, false}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (cm_c_is(lex, signs[i].text))
            return &signs[i];
    return NULL;
}

/* Operators of that level and tighter ones; all are to the left. */
static const cm_c_node *read_binary(reader *r, int level)
{
    const cm_c_node *left = read_unary(r);
    const sign *s;
    while ((s = at_sign(r->lex)) && s->level >= level) {
        cm_place place = left->place;
        cm_lexer_advance(r->lex);
        deeper(r);
        const cm_c_node *right = read_binary(r, s->level + 1);
        r->depth--;
        cm_c_node *node =
            new_parent(r, s->kind, place, s->turned ? right : left, s->turned ? left : right);
        node->op = s->op;
        left = node;
    }
    return left;
}

static const cm_c_node *read_choice(reader *r)
{
    deeper(r);
    const cm_c_node *node = read_binary(r, 1);
    if (cm_lexer_accept(r->lex, "?")) {
        cm_c_node *choice = new_parent(r, CM_C_CHOICE, node->place, node, read_choice(r));
        cm_lexer_expect(r->lex, ":");
        choice->c = read_choice(r);
        node = choice;
    }
    r->depth--;
    return node;
}

static const cm_c_node *read_assignment(reader *r)
{
    static const struct {
        const char *sign;
        cm_op op;
    } rows[] = {{"+=", CM_OP_ADD},  {"-=", CM_OP_SUB},  {"*=", CM_OP_MUL}, {"/=", CM_OP_SDIV},
                {"%=", CM_OP_SREM}, {"&=", CM_OP_AND},  {"|=", CM_OP_OR},  {"^=", CM_OP_XOR},
                {"<<=", CM_OP_SHL}, {">>=", CM_OP_ASHR}};
    const cm_c_node *left = read_choice(r);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (cm_lexer_accept(r->lex, rows[i].sign))
            return new_update(r, left, rows[i].op, read_assignment(r), false);
    if (!cm_lexer_accept(r->lex, "="))
        return left;
    return new_parent(r, CM_C_ASSIGN, left->place, left, read_assignment(r));
}

static const cm_c_node *read_list(reader *r)
{
    const cm_c_node *node = read_assignment(r);
    while (cm_lexer_accept(r->lex, ","))
        node = new_parent(r, CM_C_COMMA, node->place, node, read_assignment(r));
    return node;
}

const cm_c_node *cm_c_read_list(cm_lexer *lex)
{
    reader r = {lex, 0};
    return read_list(&r);
}

const cm_c_node *cm_c_read(cm_lexer *lex)
{
    reader r = {lex, 0};
    return read_assignment(&r);
}
