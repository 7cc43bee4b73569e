/* What a test says of its initial state and of what it observes, word by word: the hash
 * is made of it (hash.c). */
#include "litmus/text/parse.h"

#include "base/text.h"

#include <limits.h>

void cm_record_asked(cm_parser *p, int thread, const char *name, int element)
{
    cm_test *test = p->test;
    CM_RESERVE(p->work->arena, test->asked, test->asked_count, p->asked_capacity);
    test->asked[test->asked_count++] = (cm_asked){thread, name + (*name == '%'), element};
}

static const char *token_text(cm_parser *p, const cm_lexer *lex)
{
    return cm_arena_text(p->work->arena, lex->token.text, lex->token.length);
}

/* The words of a type without its star, up to the offset. */
static const char *type_text(cm_parser *p, cm_lexer lex, uint32_t end, bool *pointer)
{
    cm_text text = cm_text_new(p->work->arena);
    for (; lex.token.place.offset < end; cm_lexer_advance(&lex)) {
        if (cm_lexer_is(&lex, "*")) {
            *pointer = true;
            continue;
        }
        cm_text_append(&text, "%s%s", text.length > 0 ? " " : "", token_text(p, &lex));
    }
    return text.data;
}

static bool ends(const cm_lexer *lex)
{
    return cm_lexer_at_end(lex) || cm_lexer_is(lex, ";") || cm_lexer_is(lex, "}");
}

/* `x[2]` is x+2; NULL: something else that starts with a name. */
static const char *name_value(cm_parser *p, cm_lexer *lex)
{
    const char *name = cm_lexer_name(lex, "a location");
    if (ends(lex))
        return name;
    if (!cm_lexer_accept(lex, "[") || lex->token.kind != CM_TOKEN_NUMBER)
        return NULL;
    uint64_t index = lex->token.number;
    if (index == 0)
        return name;
    return cm_arena_printf(p->work->arena, "%s+%llu", name, (unsigned long long)index);
}

/* After `=`; NULL: nothing that the reference simulator writes. */
static const char *value_text(cm_parser *p, cm_lexer lex, bool *code)
{
    cm_arena *arena = p->work->arena;
    cm_lexer start = p->lex;
    cm_label_value label = {0};
    uint64_t word;
    bool wrapped = cm_lexer_accept(&lex, "ATOMIC_INIT") && cm_lexer_accept(&lex, "(");
    cm_lexer_accept(&lex, "&");
    p->lex = lex;
    if (cm_parse_label_value(p, &label) || cm_parse_label_name(p, &label)) {
        p->lex = start;
        return cm_arena_printf(arena, "%d:%s", label.thread_id, label.label);
    }
    *code = cm_parse_instruction_value(p, &word);
    p->lex = start;
    if (*code)
        return cm_value_print(arena, p->test, word, 32, false);
    if (lex.token.kind == CM_TOKEN_NAME)
        return name_value(p, &lex);
    cm_text text = cm_text_new(arena);
    for (; !ends(&lex) && !(wrapped && cm_lexer_is(&lex, ")")); cm_lexer_advance(&lex))
        cm_text_add(&text, token_text(p, &lex));
    return text.data;
}

/* `0:X1`, `[x]`, `x`, `t[2]`. */
static cm_init_item read_place(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    cm_init_item given = {.thread = -1, .type = ""};
    if (cm_parse_at_register(p)) {
        given.thread = (int)cm_parse_thread_number(p);
        cm_lexer_advance(lex);
        cm_lexer_accept(lex, ":");
        given.name = cm_lexer_name(lex, "a register");
        return given;
    }
    bool bracket = cm_lexer_accept(lex, "[");
    given.name = cm_lexer_name(lex, "a location");
    if (bracket)
        cm_lexer_accept(lex, "]");
    if (cm_lexer_accept(lex, "[")) {
        given.count = (uint32_t)lex->token.number;
        cm_lexer_advance(lex);
        cm_lexer_accept(lex, "]");
    }
    return given;
}

/* The item is well-formed; p->lex stands behind it. */
void cm_record_init_item(cm_parser *p, cm_lexer item)
{
    cm_test *test = p->test;
    cm_lexer after = p->lex;
    bool pointer = false, code = false;
    p->lex = item;
    cm_parse_item_type(p);
    const char *type = type_text(p, item, p->lex.token.place.offset, &pointer);
    cm_init_item given = read_place(p);
    given.type = type;
    given.pointer = pointer;
    given.value = "0";
    if (cm_lexer_accept(&p->lex, "=") && given.count == 0)
        given.value = value_text(p, p->lex, &code);
    else if (given.count == 0 && !ends(&p->lex)) /* aliases of PTX */
        given.value = NULL;
    p->lex = after;
    if (code && !*type)
        given.type = "ins_t";
    if (!given.value) {
        test->unnamed_given = true;
        return;
    }
    if (given.name[0] == '%') {
        given.thread = given.thread < 0 ? INT_MAX : given.thread;
        given.name++;
    }
    CM_PUSH(p->work->arena, test->given, test->given_count, p->given_capacity, given);
}
