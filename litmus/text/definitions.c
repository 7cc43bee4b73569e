/* What stands beside the threads of a test in C: functions that they call, and macros, which the
 * reference simulator reads from a file of their own (its -macros, or `macros` of a .cfg):
 *
 *      READ_ONCE(X) __load{once}(X)
 *      smp_store_mb(X,V) { __store{once}(X,V); __fence{mb}; }
 *
 * A test may have a macro as a line `#define READ_ONCE(X) __load{once}(X)`, and is so printed. */
#include "litmus/text/parse.h"

#include "litmus/types.h"

#include <ctype.h>
#include <string.h>

enum { MOST_MEMBERS = 32 };

static cm_lexer lexer_over(cm_parser *p, const cm_source *source, uint32_t from)
{
    return cm_lexer_over_c(p->work, source, from, (uint32_t)source->length);
}

static uint32_t here(const cm_lexer *lex)
{
    return lex->token.place.offset;
}

static void add(cm_parser *p, cm_definition made, cm_place place)
{
    cm_test *test = p->test;
    for (int i = 0; i < test->definition_count; i++)
        if (strcmp(test->definitions[i].name, made.name) == 0) {
            if (made.is_macro && !made.is_constant)
                return; /* the test's own goes before that of a file */
            cm_fail(p->work, place, "`%s` is defined twice, expected once", made.name);
        }
    CM_RESERVE(p->work->arena, test->definitions, test->definition_count, p->definition_capacity);
    test->definitions[test->definition_count++] = made;
}

/* At `NAME(X, V) BODY`: an expression up to the end of its line or of the text, or a block. */
static void read_macro(cm_parser *p, cm_lexer *lex)
{
    cm_lexer start = *lex;
    cm_definition made = {.source = lex->source, .is_macro = true};
    made.name = cm_lexer_name(lex, "the name of a macro");
    const char *behind = lex->source->text + start.token.place.offset + start.token.place.length;
    made.is_constant = made.used = *behind != '('; /* `#define N 3` */
    if (!made.is_constant)
        cm_read_parameters(lex, &made);
    made.is_block = cm_lexer_is(lex, "{");
    made.from = here(lex) + made.is_block;
    if (made.is_block) {
        cm_lexer_find_closing(lex, "{", "}");
        made.to = here(lex);
        cm_lexer_advance(lex);
    } else {
        const char *text = lex->source->text, *end = strchr(behind, '\n');
        if (!end || here(lex) >= end - text)
            end = made.is_constant ? behind : strchr(text + here(lex), '\n');
        made.to = end ? (uint32_t)(end - text) : (uint32_t)lex->source->length;
        while (!cm_lexer_at_end(lex) && here(lex) < made.to)
            cm_lexer_advance(lex);
        if (made.to <= made.from)
            cm_fail(p->work, start.token.place, "`%s` has no value, expected one after it",
                    made.name);
    }
    made.text = cm_arena_printf(p->work->arena, "#define %s\n",
                                cm_lexer_line(start, made.to + made.is_block));
    add(p, made, start.token.place);
}

void cm_parse_macros(cm_parser *p)
{
    if (!p->work->macros)
        return;
    for (cm_lexer lex = lexer_over(p, p->work->macros, 0); !cm_lexer_at_end(&lex);)
        read_macro(p, &lex);
}

/* ---- constants -------------------------------------------------------------------- */

/* At `=`: the value is what stands there up to one of these signs. */
static void read_constant(cm_lexer *lex, cm_definition *made, const char *end, const char *other)
{
    cm_lexer_expect(lex, "=");
    unsigned depth = 0;
    made->from = here(lex);
    for (; depth > 0 || (!cm_lexer_is(lex, end) && !cm_lexer_is(lex, other));
         cm_lexer_advance(lex)) {
        if (cm_lexer_at_end(lex))
            cm_lexer_fail(lex, "the value is not closed, expected `%s`", end);
        depth += cm_lexer_is(lex, "(");
        depth -= (unsigned)(depth > 0 && cm_lexer_is(lex, ")"));
    }
    made->to = here(lex);
}

/* `enum state { EMPTY, FULL = 5, DONE };`, whose first constant is printed as the whole. Those of
 * an `enum class` have its name before theirs. */
static cm_lexer read_enumeration(cm_parser *p, uint32_t from)
{
    cm_arena *arena = p->work->arena;
    cm_lexer lex = lexer_over(p, p->source, from);
    cm_definition made = {
        .source = p->source, .is_macro = true, .is_constant = true, .used = true, .text = ""};
    cm_lexer_advance(&lex);
    bool scoped = cm_lexer_accept(&lex, "class") || cm_lexer_accept(&lex, "struct");
    const char *name = cm_lexer_is(&lex, "{") ? "" : cm_lexer_name(&lex, "an enumeration");
    int first = p->test->definition_count;
    if (cm_lexer_accept(&lex, ":"))
        while (cm_accept_type_word(&lex))
            continue;
    cm_lexer_expect(&lex, "{");
    while (!cm_lexer_accept(&lex, "}")) {
        cm_place place = lex.token.place;
        made.name = cm_lexer_name(&lex, "a constant");
        if (scoped)
            made.name = cm_arena_printf(arena, "%s::%s", name, made.name);
        made.more++;
        if (cm_lexer_is(&lex, "=")) {
            read_constant(&lex, &made, ",", "}");
            made.more = 0;
        } else if (p->test->definition_count == first) {
            made.more = 0;
        }
        add(p, made, place);
        if (!cm_lexer_is(&lex, "}"))
            cm_lexer_expect(&lex, ",");
    }
    if (p->test->definition_count == first || !cm_lexer_is(&lex, ";"))
        cm_lexer_fail(&lex, "expected an enumeration with constants, and `;` after it");
    p->test->definitions[first].text =
        cm_arena_printf(arena, "%.*s\n", (int)(here(&lex) + 1 - from), p->source->text + from);
    cm_lexer_advance(&lex);
    return lex;
}

/* `constexpr int n = 3;`, from its name on. */
static void read_constant_object(cm_parser *p, cm_lexer *lex, cm_definition made, uint32_t from)
{
    cm_place place = lex->token.place;
    const char *type = cm_arena_text(p->work->arena, p->source->text + from, place.offset - from);
    if (!strstr(type, "const"))
        cm_fail(p->work, place,
                "`%s` is a variable beside the functions, expected it in the initial state, or a "
                "constant",
                made.name);
    made.is_block = false;
    made.is_constant = true;
    read_constant(lex, &made, ";", ";");
    made.text = cm_arena_printf(p->work->arena, "%.*s\n", (int)(made.to + 1 - from),
                                p->source->text + from);
    cm_lexer_advance(lex);
    add(p, made, place);
}

/* What says nothing of a test: `#include <atomic>`, `using namespace std;`, `namespace a = b;`. */
static bool skip_directive(cm_lexer *lex)
{
    static const char *const words[] = {"using", "namespace", "static_assert", "_Static_assert"};
    cm_lexer ahead = *lex;
    uint32_t to = 0;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_accept(&ahead, words[i])) {
            while (!cm_lexer_at_end(&ahead) && !cm_lexer_is(&ahead, ";") &&
                   !cm_lexer_is(&ahead, "{"))
                cm_lexer_advance(&ahead);
            to = cm_lexer_is(&ahead, ";") ? here(&ahead) + 1 : 0; /* no `namespace a {` */
        }
    if (cm_lexer_accept(&ahead, "#") &&
        (cm_lexer_is(&ahead, "include") || cm_lexer_is(&ahead, "pragma")))
        to = here(&ahead) + (uint32_t)strcspn(lex->source->text + here(&ahead), "\n");
    if (to > 0) {
        lex->next = to;
        cm_lexer_advance(lex);
    }
    return to > 0;
}

/* ---- structures ------------------------------------------------------------------- */

/* `int* next;` or `int a, b[2];` */
static void read_members(cm_parser *p, cm_lexer *lex, cm_definition *made, const char **names,
                         const char **types, uint32_t *places, uint32_t *counts)
{
    cm_arena *arena = p->work->arena;
    uint32_t from = here(lex), base = 0; /* base: how long the type is without stars */
    unsigned depth = 0, stars = 0;       /* depth: of `<` */
    cm_token last = {0};
    for (bool more = true; more;) {
        depth += cm_lexer_is(lex, "<");
        depth -= (unsigned)(depth > 0 && cm_lexer_is(lex, ">"));
        if (cm_lexer_is(lex, "("))
            cm_lexer_fail(lex, "a function of a structure is not read, expected it after that");
        bool ends = depth == 0 && (cm_lexer_is(lex, ",") || cm_lexer_is(lex, ";"));
        if (cm_lexer_is(lex, "{"))
            cm_lexer_fail(lex, "a type is defined within the structure, expected it before that");
        if (cm_lexer_at_end(lex) || cm_lexer_is(lex, "}"))
            cm_lexer_lacks(lex, "`;` after the member");
        uint32_t count = 0;
        if (!ends && !cm_lexer_is(lex, "[")) {
            bool star = depth == 0 && cm_lexer_is(lex, "*");
            if (star && base == 0)
                base = here(lex) - from;
            stars += star;
            last = lex->token;
            cm_lexer_advance(lex);
            continue;
        }
        if (cm_lexer_accept(lex, "[")) {
            uint64_t said = cm_lexer_integer(lex, "the number of elements");
            if (said == 0 || said > CM_ADDRESS_STRIDE / 64)
                cm_lexer_fail(lex, "the number of elements is out of range, expected 1 to %d",
                              (int)(CM_ADDRESS_STRIDE / 64));
            count = (uint32_t)said;
            cm_lexer_expect(lex, "]");
        }
        more = !cm_lexer_is(lex, ";");
        if (more && !cm_lexer_is(lex, ","))
            cm_lexer_lacks(lex, "`,` or `;` after the member");
        int i = made->parameter_count++;
        if (last.kind != CM_TOKEN_NAME || i == MOST_MEMBERS)
            cm_lexer_fail(lex, "expected the names of at most %d members", MOST_MEMBERS);
        names[i] = cm_arena_text(arena, last.text, last.length);
        base = base > 0 ? base : last.place.offset - from;
        types[i] = cm_arena_printf(arena, "%.*s%.*s", (int)base, lex->source->text + from,
                                   (int)stars, "********");
        const cm_definition *within = cm_parse_structure(p, types[i]);
        if (strncmp(types[i], "struct ", 7) == 0 && stars == 0 && !within)
            cm_lexer_fail(lex,
                          "the structure of a member is not known, expected it before this one");
        uint64_t size = (uint64_t)made->size + (within && stars == 0 ? within->size : 1) *
                                                   (uint64_t)(count > 0 ? count : 1);
        if (size > CM_ADDRESS_STRIDE / 64)
            cm_lexer_fail(lex, "the structure is too large, expected at most %d elements",
                          (int)(CM_ADDRESS_STRIDE / 64));
        places[i] = made->size;
        counts[i] = count;
        made->size = (uint32_t)size;
        stars = 0;
        cm_lexer_advance(lex);
    }
}

/* `struct node { int value; struct node* next; };` from there. */
static cm_lexer read_structure(cm_parser *p, uint32_t from)
{
    cm_arena *arena = p->work->arena;
    cm_lexer lex = lexer_over(p, p->source, from);
    cm_place place = lex.token.place;
    const char **names = CM_NEW_ARRAY(arena, MOST_MEMBERS, const char *);
    const char **types = CM_NEW_ARRAY(arena, MOST_MEMBERS, const char *);
    uint32_t *places = CM_NEW_ARRAY(arena, MOST_MEMBERS, uint32_t);
    uint32_t *counts = CM_NEW_ARRAY(arena, MOST_MEMBERS, uint32_t);
    cm_definition made = {.source = p->source,
                          .used = true,
                          .parameters = names,
                          .types = types,
                          .places = places,
                          .counts = counts};
    cm_lexer_advance(&lex);
    made.name = cm_arena_printf(arena, "struct %s", cm_lexer_name(&lex, "a structure"));
    cm_lexer_expect(&lex, "{");
    while (!cm_lexer_accept(&lex, "}"))
        read_members(p, &lex, &made, names, types, places, counts);
    if (made.size == 0 || !cm_lexer_is(&lex, ";"))
        cm_lexer_fail(&lex, "expected a structure with members, and `;` after it");
    made.text =
        cm_arena_printf(arena, "%.*s\n", (int)(here(&lex) + 1 - from), p->source->text + from);
    cm_lexer_advance(&lex);
    add(p, made, place);
    return lex;
}

const cm_definition *cm_parse_structure(const cm_parser *p, const char *text)
{
    return strncmp(text, "struct ", 7) == 0 ? cm_definition_of_structure(p->test, text + 7) : NULL;
}

const cm_definition *cm_definition_of_structure(const cm_test *test, const char *text)
{
    for (int i = 0; i < test->definition_count; i++) {
        const cm_definition *d = &test->definitions[i];
        const char *name = d->size > 0 ? d->name + strlen("struct ") : "";
        size_t length = strlen(name);
        if (d->size > 0 && strncmp(text, name, length) == 0 &&
            !isalnum((unsigned char)text[length]) && text[length] != '_')
            return d;
    }
    return NULL;
}

const cm_definition *cm_parse_structure_of_member(const cm_parser *p, const cm_definition *of,
                                                  int member)
{
    return strchr(of->types[member], '*') ? NULL : cm_parse_structure(p, of->types[member]);
}

bool cm_parse_definition(cm_parser *p, uint32_t from)
{
    cm_lexer *lex = &p->lex, ahead = *lex;
    if (skip_directive(lex))
        return true;
    if (cm_lexer_is(lex, "enum")) {
        ahead = read_enumeration(p, from);
    } else if (cm_lexer_accept(&ahead, "#") && cm_lexer_accept(&ahead, "define")) {
        ahead = lexer_over(p, p->source, here(&ahead));
        read_macro(p, &ahead);
    } else if (cm_lexer_is(lex, "{") && strncmp(p->source->text + from, "struct ", 7) == 0) {
        ahead = read_structure(p, from);
    } else if (lex->token.kind == CM_TOKEN_NAME && !cm_parse_at_thread(p)) {
        ahead = lexer_over(p, p->source, here(lex));
        cm_place place = ahead.token.place;
        cm_definition made = {.source = p->source, .is_block = true, .used = true};
        made.name = cm_lexer_name(&ahead, "the name of a function");
        if (cm_lexer_is(&ahead, "=")) {
            read_constant_object(p, &ahead, made, from);
            lex->next = here(&ahead);
            cm_lexer_advance(lex);
            return true;
        }
        if (!cm_lexer_is(&ahead, "("))
            return false;
        cm_read_parameters(&ahead, &made);
        cm_lexer_accept(&ahead, "noexcept");
        made.from = here(&ahead) + 1;
        cm_lexer_find_closing(&ahead, "{", "}");
        made.to = here(&ahead);
        cm_lexer_advance(&ahead);
        made.text = cm_arena_printf(p->work->arena, "%.*s\n", (int)(made.to + 1 - from),
                                    p->source->text + from);
        add(p, made, place);
    } else {
        return false;
    }
    lex->next = here(&ahead); /* comments of the test again */
    cm_lexer_advance(lex);
    return true;
}
