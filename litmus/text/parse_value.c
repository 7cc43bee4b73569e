/* Values of the initial state and of conditions: numbers, addresses, labels, members. */
#include "litmus/text/parse.h"

#include "litmus/text/text.h"

#include <string.h>

/* Behind `[`: the index, which must be below that. */
static uint32_t read_index(cm_parser *p, uint32_t count)
{
    cm_place place = p->lex.token.place;
    uint64_t index = cm_lexer_integer(&p->lex, "an index");
    if (index >= count)
        cm_fail(p->work, place, "the index is out of range, expected less than %u", count);
    cm_lexer_expect(&p->lex, "]");
    return (uint32_t)index;
}

uint32_t cm_parse_index(cm_parser *p, const cm_location *location)
{
    cm_lexer_expect(&p->lex, "[");
    if (!location->is_array)
        cm_lexer_fail(&p->lex, "`%s` is not an array, expected no index", location->name);
    return read_index(p, location->count);
}

/* `5`: what stands there is the value, a number and nothing around it. */
static uint64_t parse_backquoted(cm_parser *p)
{
    cm_token token = p->lex.token;
    uint32_t from = token.place.offset + 1, to = from + token.length;
    cm_lexer inside = cm_lexer_over(p->work, p->lex.source, from, to, false);
    bool bare = token.length > 0 && inside.token.place.offset == from &&
                !cm_parse_is_blank(token.text[token.length - 1]);
    uint64_t value = bare ? cm_lexer_integer(&inside, "a number between backquotes") : 0;
    if (!bare || !cm_lexer_at_end(&inside))
        cm_lexer_fail(
            &p->lex,
            "%s holds more than a number, expected a number between backquotes and nothing else",
            cm_lexer_describe(&p->lex));
    cm_lexer_advance(&p->lex);
    return value;
}

uint64_t cm_parse_float(cm_parser *p, unsigned bits)
{
    cm_lexer *lex = &p->lex;
    bool negative = cm_lexer_accept(lex, "-");
    bool hexadecimal =
        lex->token.length > 1 && (lex->token.text[1] == 'x' || lex->token.text[1] == 'X');
    bool named = cm_lexer_is(lex, "inf") || cm_lexer_is(lex, "nan");
    bool number = lex->token.kind == CM_TOKEN_NUMBER || lex->token.kind == CM_TOKEN_FRACTION;
    if (!named && (!number || hexadecimal))
        cm_lexer_fail(lex, "%s, expected a decimal number such as 1.5, inf or nan",
                      cm_lexer_describe(lex));
    uint64_t value = cm_lexer_float(lex, bits);
    return negative ? value ^ UINT64_C(1) << (bits - 1) : value;
}

/* Behind `o` of `o.i[1].b`: names may have dots in them. */
int cm_parse_member(cm_parser *p, const char **name, const char **shown, cm_place place)
{
    const char *whole = *name, *rest = strchr(whole, '.');
    size_t length = rest ? (size_t)(rest - whole) : strlen(whole);
    const cm_array *array = NULL;
    for (int i = 0; i < p->array_count && !array; i++)
        if (p->arrays[i].structure && strlen(p->arrays[i].name) == length &&
            strncmp(whole, p->arrays[i].name, length) == 0)
            array = &p->arrays[i];
    if (!array || (!rest && !cm_lexer_is(&p->lex, "[")))
        return -1;
    const cm_definition *of = array->structure;
    uint32_t count = rest ? 0 : array->count / of->size, element = 0;
    *name = cm_arena_text(p->work->arena, whole, length);
    cm_text text = cm_text_new(p->work->arena);
    cm_text_add(&text, *name);
    while (of || count > 0) {
        if (count > 0) {
            cm_lexer_expect(&p->lex, "[");
            uint32_t index = read_index(p, count);
            element += index * (of ? of->size : 1);
            cm_text_append(&text, "[%u]", index);
            count = 0;
            if (!of)
                break;
            place = p->lex.token.place;
            rest = cm_lexer_name(&p->lex, "`.` and a member");
        }
        size_t end = rest ? 1 + strcspn(rest + 1, ".") : 0;
        const char *member = rest ? cm_arena_text(p->work->arena, rest + 1, end - 1) : "";
        int i = 0;
        while (i < of->parameter_count && strcmp(of->parameters[i], member) != 0)
            i++;
        if (i == of->parameter_count)
            cm_fail(p->work, place, "`%s` has no member `%s`, expected one of `%s`", text.data,
                    member, of->name);
        element += of->places[i];
        count = of->counts[i];
        of = cm_parse_structure_of_member(p, of, i);
        cm_text_append(&text, ".%s", member);
        rest = rest[end] ? rest + end : NULL;
    }
    if (rest)
        cm_fail(p->work, place,
                "`%s` is not a structure and has no member `%s`, expected a structure", text.data,
                rest);
    *shown = text.data;
    return (int)element;
}

/* In tests of source languages these names are constants, and no location has them. */
static bool accept_word(cm_parser *p, uint64_t *value)
{
    static const char *const words[] = {"false", "NULL", "nullptr", "true"};
    const cm_token *token = &p->lex.token;
    if (token->kind != CM_TOKEN_NAME ||
        (p->test->arch != CM_CMCM && !cm_isa_for(p->test->arch)->function))
        return false;
    for (int i = 0; i < 4; i++)
        if (token->length == strlen(words[i]) &&
            memcmp(token->text, words[i], token->length) == 0) {
            cm_lexer_advance(&p->lex);
            *value = i == 3;
            return true;
        }
    return false;
}

uint64_t cm_parse_value(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    uint64_t word;
    if (accept_word(p, &word))
        return word;
    if (cm_parse_instruction_value(p, &word))
        return word;
    if (lex->token.kind == CM_TOKEN_VALUE)
        return parse_backquoted(p);
    cm_parse_refuse_system(p);
    if (lex->token.kind == CM_TOKEN_FRACTION)
        cm_lexer_fail(lex,
                      "%s is not an integer, expected one, or `float` or `double` before the name",
                      cm_lexer_describe(lex));
    cm_lexer_accept(lex, "&");
    if (lex->token.kind != CM_TOKEN_NAME)
        return cm_lexer_integer(lex, "a number or a location");
    cm_place place = lex->token.place;
    const char *name = cm_lexer_name(lex, "a location");
    int index = cm_parse_location(p, name, place);
    const cm_location *location = &p->test->locations[index];
    uint64_t address = location->address;
    if (cm_lexer_is(lex, ":"))
        cm_lexer_fail(lex,
                      "`%s:`: tags of memory (MTE) and capabilities are not modelled, "
                      "expected an address without one",
                      name);
    if (cm_lexer_is(lex, "["))
        address += (uint64_t)location->width * cm_parse_index(p, location);
    else if (cm_lexer_is(lex, "+") || cm_lexer_is(lex, "-"))
        address += cm_lexer_integer(lex, "an offset");
    return address;
}
