/* Words of types. See types.h. */
#include "litmus/types.h"

#include "litmus/test.h"

#include <ctype.h>
#include <string.h>

/* ---- numbers ----------------------------------------------------------------- */

/* Of a word without `atomic_`, `__` and `_t`, which C, the Linux kernel and OpenCL put there. */
static bool find_number(const char *word, size_t length, cm_number_type *type)
{
    static const struct {
        const char *name;
        uint8_t bytes;
        char kind; /* with a sign, unsigned, a bool, a float */
    } rows[] = {{"char", 1, 's'},     {"schar", 1, 's'},  {"uchar", 1, 'u'},    {"int8", 1, 's'},
                {"uint8", 1, 'u'},    {"s8", 1, 's'},     {"u8", 1, 'u'},       {"bool", 1, 'b'},
                {"_Bool", 1, 'b'},    {"short", 2, 's'},  {"ushort", 2, 'u'},   {"int16", 2, 's'},
                {"uint16", 2, 'u'},   {"s16", 2, 's'},    {"u16", 2, 'u'},      {"int", 4, 's'},
                {"uint", 4, 'u'},     {"signed", 4, 's'}, {"unsigned", 4, 'u'}, {"int32", 4, 's'},
                {"uint32", 4, 'u'},   {"s32", 4, 's'},    {"u32", 4, 'u'},      {"long", 8, 's'},
                {"ulong", 8, 'u'},    {"llong", 8, 's'},  {"ullong", 8, 'u'},   {"int64", 8, 's'},
                {"uint64", 8, 'u'},   {"s64", 8, 's'},    {"u64", 8, 'u'},      {"int128", 16, 's'},
                {"uint128", 16, 'u'}, {"size", 8, 'u'},   {"intptr", 8, 's'},   {"uintptr", 8, 'u'},
                {"double", 8, 'f'},   {"float", 4, 'f'}};
    static const char *const before[] = {"atomic_", "__"};
    for (int i = 0; i < 2; i++) {
        size_t prefix = strlen(before[i]);
        if (length > prefix && strncmp(word, before[i], prefix) == 0) {
            word += prefix;
            length -= prefix;
        }
    }
    if (length > 2 && strncmp(word + length - 2, "_t", 2) == 0)
        length -= 2;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i].name) == length && strncmp(rows[i].name, word, length) == 0) {
            char kind = rows[i].kind;
            *type = (cm_number_type){.bytes = rows[i].bytes,
                                     .is_signed = kind == 's' || kind == 'f',
                                     .is_bool = kind == 'b',
                                     .is_float = kind == 'f'};
            return true;
        }
    return false;
}

const char *cm_instead_of(const char *word, size_t length)
{
    static const char *const rows[][2] = {{"union", "a structure"},
                                          {"class", "a structure, and functions beside it"},
                                          {"namespace", "names without one"},
                                          {"template", "a function for each type"},
                                          {"thread_local", "a variable of the thread"},
                                          {"try", "code without exceptions"},
                                          {"throw", "code without exceptions"},
                                          {"new", "an object in the initial state"},
                                          {"delete", "an object in the initial state"},
                                          {"half", "a `float`"},
                                          {"__half", "a `float`"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i][0]) == length && strncmp(rows[i][0], word, length) == 0)
            return rows[i][1];
    return NULL;
}

cm_number_type cm_number_type_in(const char *text, size_t length)
{
    cm_number_type type = {.is_signed = true}, word;
    for (size_t i = 0; i < length;) {
        size_t from = i;
        if (text[i] == '*' || text[i] == '&')
            type.stars++;
        while (i < length && (isalnum((unsigned char)text[i]) || text[i] == '_'))
            i++;
        bool word_of_structure = i - from == 6 && strncmp(text + from, "struct", 6) == 0;
        if (word_of_structure)
            type.structure = text + i + strspn(text + i, " \t\n");
        if (i - from == 8 && strncmp(text + from, "volatile", 8) == 0 && type.stars < 8)
            type.volatiles |= (uint8_t)(1u << type.stars);
        if (i == from) {
            i++;
        } else if (find_number(text + from, i - from, &word)) {
            if (type.bytes == 0 || word.bytes != 4) /* `short int`, `long unsigned` */
                type.bytes = word.bytes;
            type.is_signed &= word.is_signed;
            type.is_bool |= word.is_bool;
            type.is_float |= word.is_float;
        }
    }
    return type;
}

uint64_t cm_number_convert(cm_number_type type, uint64_t number)
{
    if (type.is_bool)
        return number != 0;
    if (type.bytes == 0 || type.bytes >= 8)
        return number;
    uint64_t sign = UINT64_C(1) << (8 * type.bytes - 1);
    number &= 2 * sign - 1;
    return type.is_signed ? (number ^ sign) - sign : number;
}

bool cm_number_limit(const char *name, cm_number_type *type, uint64_t *number)
{
    static const struct {
        const char *name;
        uint8_t bytes;
        bool is_signed;
    } rows[] = {
        {"SCHAR", 1, true},   {"UCHAR", 1, false},  {"SHRT", 2, true},    {"USHRT", 2, false},
        {"INT", 4, true},     {"UINT", 4, false},   {"LONG", 8, true},    {"ULONG", 8, false},
        {"LLONG", 8, true},   {"INT8", 1, true},    {"UINT8", 1, false},  {"INT16", 2, true},
        {"INT32", 4, true},   {"INT64", 8, true},   {"ULLONG", 8, false}, {"SIZE", 8, false},
        {"UINT16", 2, false}, {"UINT32", 4, false}, {"UINT64", 8, false}};
    size_t length = strlen(name);
    bool most = length > 4 && strcmp(name + length - 4, "_MAX") == 0;
    bool least = length > 4 && strcmp(name + length - 4, "_MIN") == 0;
    for (size_t i = 0; (most || least) && i < sizeof rows / sizeof *rows; i++) {
        bool named =
            strlen(rows[i].name) == length - 4 && strncmp(rows[i].name, name, length - 4) == 0;
        if (!named || (least && !rows[i].is_signed))
            continue;
        unsigned bits = 8u * rows[i].bytes;
        *type = (cm_number_type){.bytes = rows[i].bytes, .is_signed = rows[i].is_signed};
        *number = UINT64_MAX >> (64 - bits + rows[i].is_signed);
        if (least)
            *number = ~*number;
        if (bits < 32) /* it is promoted (7.20.2) */
            *type = (cm_number_type){.bytes = 4, .is_signed = true};
        return true;
    }
    return false;
}

/* ---- words ------------------------------------------------------------------- */

/* `u8`, `uint`, `atomic_char`, which may be other names, too: with what follows a type. */
static bool is_number_word(const cm_lexer *lex)
{
    static const char *const behind[] = {"*", "&", ">", ")", ","};
    cm_number_type type;
    if (lex->token.kind != CM_TOKEN_NAME ||
        !find_number(lex->token.text, lex->token.length, &type) || type.bytes > 8)
        return false;
    cm_lexer ahead = *lex;
    cm_lexer_advance(&ahead);
    bool follows = ahead.token.kind == CM_TOKEN_NAME;
    for (size_t i = 0; i < sizeof behind / sizeof *behind; i++)
        follows = follows || cm_lexer_is(&ahead, behind[i]);
    return follows;
}

bool cm_accept_type_word(cm_lexer *lex)
{
    static const char *const words[] = {
        "_Atomic",     "volatile",    "const",         "unsigned",   "signed",     "void",
        "char",        "short",       "int",           "long",       "bool",       "_Bool",
        "int8_t",      "int16_t",     "int32_t",       "int64_t",    "uint8_t",    "uint16_t",
        "uint32_t",    "uint64_t",    "intptr_t",      "uintptr_t",  "size_t",     "__int128",
        "__int128_t",  "__uint128_t", "__uint128",     "atomic_int", "atomic_t",   "atomic64_t",
        "atomic_bool", "atomic_uint", "atomic_long_t", "mtx_t",      "spinlock_t", "mutex",
        "global",      "__global",    "local",         "__local",    "__shared__", "auto",
        "double",      "float",       "constexpr",     "atomic_flag"};
    cm_lexer ahead = *lex; /* `_Atomic(int)` */
    if (cm_lexer_accept(&ahead, "_Atomic") && cm_lexer_accept(&ahead, "(") &&
        cm_accept_type_word(&ahead)) {
        while (cm_accept_type_word(&ahead) || cm_lexer_accept(&ahead, "*"))
            continue;
        cm_lexer_expect(&ahead, ")");
        *lex = ahead;
        return true;
    }
    if (cm_lexer_accept(lex, "struct")) {
        cm_lexer_name(lex, "the name of a structure");
        return true;
    }
    ahead = *lex; /* `enum state s`, not `enum state {` or `enum class` */
    if (cm_lexer_accept(&ahead, "enum") && ahead.token.kind == CM_TOKEN_NAME &&
        !cm_lexer_is(&ahead, "class")) {
        cm_lexer_advance(&ahead);
        if (!cm_lexer_is(&ahead, "{")) {
            *lex = ahead;
            return true;
        }
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_accept(lex, words[i])) {
            if (strcmp(words[i], "long") == 0 && cm_lexer_is(lex, "double"))
                cm_lexer_fail(lex, "`long double` is not supported, expected `double`");
            return true;
        }
    if (!is_number_word(lex))
        return false;
    cm_lexer_advance(lex);
    return true;
}

/* ---- parameters --------------------------------------------------------------- */

enum { MOST_PARAMETERS = 8 };

void cm_read_parameters(cm_lexer *lex, cm_definition *made)
{
    cm_arena *arena = lex->work->arena;
    const char **names = CM_NEW_ARRAY(arena, MOST_PARAMETERS, const char *);
    const char **types = CM_NEW_ARRAY(arena, MOST_PARAMETERS, const char *);
    unsigned depth = 0; /* of `<` */
    cm_lexer_expect(lex, "(");
    uint32_t from = lex->token.place.offset;
    cm_token last = {0};
    for (bool more = true; more; cm_lexer_advance(lex)) {
        more = !cm_lexer_is(lex, ")");
        depth += cm_lexer_is(lex, "<");
        depth -= (unsigned)(depth > 0 && cm_lexer_is(lex, ">"));
        if (cm_lexer_at_end(lex) || cm_lexer_is(lex, "{"))
            cm_lexer_fail(lex, "the parameters are not closed, expected `)`");
        if (more && (depth > 0 || !cm_lexer_is(lex, ","))) {
            last = lex->token;
            continue;
        }
        const char *name = cm_arena_text(arena, last.text, last.length);
        if (last.length > 0 && strcmp(name, "void") != 0) {
            if (last.kind != CM_TOKEN_NAME || made->parameter_count == MOST_PARAMETERS)
                cm_lexer_fail(lex, "expected the names of at most %d parameters", MOST_PARAMETERS);
            types[made->parameter_count] =
                cm_arena_text(arena, lex->source->text + from, last.place.offset - from);
            names[made->parameter_count++] = name;
        }
        from = lex->token.place.offset + 1;
    }
    made->parameters = names;
    made->types = types;
}
