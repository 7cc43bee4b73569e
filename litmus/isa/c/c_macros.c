/* Macros are trees here, whose parameters are other trees; those of C are texts. Where the two
 * differ, because a text has operators and no parentheses, a test is refused: of `#define SQ(a) a *
 * a` C makes 1 + 2 * 1 + 2 of SQ(1 + 2). Macros of a file are the reference simulator's, which has
 * trees, too. */
#include "litmus/isa/c/c.h"

#include <ctype.h>
#include <string.h>

static bool is_among(const cm_lexer *lex, const char *const *words)
{
    int i = 0;
    while (words[i] && !cm_c_is(lex, words[i]))
        i++;
    return words[i] != NULL;
}

static const char *const before_whole[] = {"(", ",", "[", "=", "{", ";", "return", NULL};
static const char *const after_whole[] = {")", ",", "]", "}", ";", NULL};

/* Has the text no operator but signs at its beginning? */
static bool is_one(cm_lexer lex)
{
    static const char *const signs[] = {"-", "!", "~", "&", "*", "+", NULL};
    while (is_among(&lex, signs))
        cm_lexer_advance(&lex);
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        bool member = cm_lexer_accept(&lex, "-") && cm_c_is(&lex, ">");
        if (cm_c_is(&lex, "("))
            cm_lexer_find_closing(&lex, "(", ")");
        else if (cm_c_is(&lex, "["))
            cm_lexer_find_closing(&lex, "[", "]");
        else if (cm_c_is(&lex, "{"))
            cm_lexer_find_closing(&lex, "{", "}");
        else if (lex.token.kind == CM_TOKEN_PUNCT && !member && !cm_c_is(&lex, ".") &&
                 !cm_c_is(&lex, "::"))
            return false;
    }
    return true;
}

/* Stands the parameter somewhere beside an operator? */
static bool is_beside(cm_lexer body, const char *parameter)
{
    bool begins = true;
    while (!cm_lexer_at_end(&body)) {
        bool found = cm_c_is(&body, parameter), next = is_among(&body, before_whole);
        cm_lexer_advance(&body);
        if (found && !(begins && (cm_lexer_at_end(&body) || is_among(&body, after_whole))))
            return true;
        begins = next;
    }
    return false;
}

static bool has_operator(const cm_c_node *node)
{
    return node->kind == CM_C_BINARY || node->kind == CM_C_BOTH || node->kind == CM_C_EITHER ||
           node->kind == CM_C_CHOICE || node->kind == CM_C_COMMA || node->kind == CM_C_ASSIGN;
}

/* The arguments, behind the name. */
static void check_arguments(cm_c *c, const cm_c_node *use, const cm_definition *of, cm_lexer *lex,
                            cm_lexer body)
{
    cm_lexer_advance(lex);
    for (int i = 0; i < of->parameter_count; i++) {
        cm_lexer_advance(lex); /* `(` or `,` */
        bool closed = cm_c_is(lex, "(");
        if (closed)
            cm_lexer_find_closing(lex, "(", ")");
        for (bool first = true; !cm_lexer_at_end(lex) && !is_among(lex, after_whole);
             first = false) {
            if (cm_c_is(lex, "(") && !first)
                cm_lexer_find_closing(lex, "(", ")");
            else if (cm_c_is(lex, "["))
                cm_lexer_find_closing(lex, "[", "]");
            closed = closed && first && cm_c_is(lex, ")");
            cm_lexer_advance(lex);
        }
        if (has_operator(use->arguments[i]) && !closed && is_beside(body, of->parameters[i]))
            cm_asm_fail(c->as, use->arguments[i]->place,
                        "`%s` has its parameter `%s` beside an operator, where C splits the "
                        "argument, expected parentheses around one of the two",
                        of->name, of->parameters[i]);
    }
    cm_lexer_advance(lex);
}

/* Is the place at the beginning of an expression? An assignment may stand behind `if (...)`. What
 * stands before it is the thread's, or that of the macro at hand. */
static bool begins_expression(const cm_source *source, uint32_t from, uint32_t at, bool assigns)
{
    const char *text = source->text;
    while (at > from && isspace((unsigned char)text[at - 1]))
        at--;
    char before = at > from ? text[at - 1] : ';', other = at > from + 1 ? text[at - 2] : ';';
    bool returns = at >= from + 6 && strncmp(text + at - 6, "return", 6) == 0;
    return strchr(assigns ? ";{}(,[?:)" : ";{}(,[?:", before) ||
           (before == '=' && !strchr("=<>!", other)) || returns;
}

void cm_c_check_macro(cm_c *c, const cm_c_node *use, const cm_definition *of, uint32_t from)
{
    const cm_source *source = use->place.source;
    size_t length = strlen(of->name);
    if (of->source == c->lex->work->macros || strncmp(of->text, "#define", 7) != 0 ||
        of->is_block || !source || use->place.offset + length > source->length ||
        strncmp(source->text + use->place.offset, of->name, length) != 0)
        return;
    cm_lexer lex =
        cm_lexer_over_c(c->lex->work, source, use->place.offset, (uint32_t)source->length);
    cm_lexer body = cm_lexer_over_c(c->lex->work, of->source, of->from, of->to);
    if (use->kind == CM_C_CALL)
        check_arguments(c, use, of, &lex, body);
    else
        cm_lexer_advance(&lex);
    bool assigns = false;
    for (cm_lexer at = body; !cm_lexer_at_end(&at) && !assigns; cm_lexer_advance(&at))
        assigns = cm_c_is(&at, "=");
    static const char *const behind[] = {")", ",", "]", "}", ";", "?", ":", NULL};
    bool whole = begins_expression(source, from, use->place.offset, assigns) &&
                 (cm_lexer_at_end(&lex) || is_among(&lex, behind));
    if (!is_one(body) && !whole)
        cm_asm_fail(c->as, use->place,
                    "the value of `%s` is beside an operator, where C splits it, expected "
                    "parentheses around it",
                    of->name);
}
