/* The initial state: `{ int64_t y=3; 0:X1=x; t @ texture aliases x; }`. */
#include "litmus/text/parse.h"

#include <string.h>

/* ---- types ----------------------------------------------------------- */

typedef struct value_type {
    unsigned bytes; /* 0: no type written */
    bool is_signed;
} value_type;

static const struct {
    const char *name;
    unsigned bytes;
    bool is_signed;
} type_names[] = {
    {"int8_t", 1, true},   {"uint8_t", 1, false},  {"int16_t", 2, true},    {"uint16_t", 2, false},
    {"int32_t", 4, true},  {"uint32_t", 4, false}, {"int64_t", 8, true},    {"uint64_t", 8, false},
    {"char", 1, true},     {"short", 2, true},     {"int", 4, true},        {"long", 8, true},
    {"intptr_t", 8, true}, {"size_t", 8, false},   {"uintptr_t", 8, false},
};

static bool find_type(const cm_lexer *lex, value_type *type)
{
    for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++) {
        if (cm_lexer_is(lex, type_names[i].name)) {
            *type = (value_type){type_names[i].bytes, type_names[i].is_signed};
            return true;
        }
    }
    return false;
}

/* `[unsigned] TYPE [*]`. A type's name followed by anything but the beginning of
 * an item is itself a location (`int=1`). */
static value_type parse_type(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    value_type type = {0, true};
    cm_lexer ahead = *lex;
    bool is_unsigned = cm_lexer_accept(&ahead, "unsigned");
    if (find_type(&ahead, &type))
        cm_lexer_advance(&ahead);
    else if (is_unsigned)
        type = (value_type){4, false};
    if (type.bytes == 8)
        cm_lexer_accept(&ahead, "long");
    if (cm_lexer_accept(&ahead, "*"))
        type = (value_type){8, false};
    bool item = ahead.token.kind == CM_TOKEN_NAME || ahead.token.kind == CM_TOKEN_NUMBER ||
                cm_lexer_is(&ahead, "[");
    if (type.bytes == 0 || !item)
        return (value_type){0, true};
    if (is_unsigned)
        type.is_signed = false;
    *lex = ahead;
    return type;
}

/* ---- values ---------------------------------------------------------- */

/* Into *where, at once or (a label) after the program. */
static void parse_initial(cm_parser *p, uint64_t *where)
{
    cm_label_value label;
    if (cm_parse_label_value(p, &label)) {
        label.where = where;
        CM_RESERVE(p->work->arena, p->labels, p->label_count, p->label_capacity);
        p->labels[p->label_count++] = label;
        return;
    }
    *where = cm_parse_value(p);
}

/* False if it was set before. */
static bool set_first_time(cm_parser *p, cm_flags *flags, int index)
{
    if (index >= flags->capacity) {
        int more = index < 8 ? 16 : 2 * index;
        flags->items = cm_arena_grow(p->work->arena, flags->items, (size_t)flags->capacity,
                                     (size_t)more, sizeof *flags->items);
        flags->capacity = more;
    }
    bool first = !flags->items[index];
    flags->items[index] = true;
    return first;
}

/* ---- registers ------------------------------------------------------- */

static void parse_register_item(cm_parser *p, value_type type)
{
    cm_place start = p->lex.token.place;
    int thread;
    unsigned bits;
    const char *written;
    int reg = cm_parse_register(p, &thread, &bits, &written);
    if (!set_first_time(p, &p->registers_set[thread], reg))
        cm_fail(p->work, start, "register `%s` is given a value twice, expected once", written);
    cm_expr *init = CM_NEW(p->work->arena, cm_expr);
    init->op = CM_OP_CONST;
    init->bits = 64;
    init->reg = -1;
    if (cm_lexer_accept(&p->lex, "="))
        parse_initial(p, &init->imm);
    cm_register *r = &p->test->threads[thread].registers[reg];
    r->init = init;
    if (type.bytes > 0) {
        r->typed = true;
        r->bits = (uint8_t)(8 * type.bytes);
        r->is_signed = type.is_signed;
    }
}

/* ---- locations ------------------------------------------------------- */

static void mark_location(cm_parser *p, int location, cm_place place)
{
    if (!set_first_time(p, &p->locations_set, location))
        cm_fail(p->work, place, "location `%s` is given a value twice, expected once",
                p->test->locations[location].name);
}

static int declare_location(cm_parser *p, const char *name, cm_place place, value_type type,
                            uint32_t count, bool is_array)
{
    if (is_array && cm_asm_location(&p->as, name) >= 0)
        cm_fail(p->work, place, "array `%s` was mentioned before, expected its declaration first",
                name);
    int index = is_array ? cm_asm_add_location(&p->as, name, type.bytes ? type.bytes : 4, count)
                         : cm_parse_location(p, name, place);
    cm_location *location = &p->test->locations[index];
    location->is_array = is_array;
    set_first_time(p, &p->declared, index);
    if (type.bytes > 0) {
        location->typed = true;
        location->width = (uint8_t)type.bytes;
        location->is_signed = type.is_signed;
    }
    return index;
}

/* `{1,2}` after `int x[2]=`. */
static void parse_elements(cm_parser *p, int location)
{
    cm_lexer_expect(&p->lex, "{");
    for (uint32_t i = 0;; i++) {
        if (i >= p->test->locations[location].count)
            cm_lexer_fail(&p->lex, "too many values, expected at most %u",
                          p->test->locations[location].count);
        /* parse_initial may make locations: their table moves, the values do not */
        parse_initial(p, p->test->locations[location].init + i);
        if (!cm_lexer_accept(&p->lex, ","))
            break;
    }
    cm_lexer_expect(&p->lex, "}");
}

static uint32_t parse_array_size(cm_parser *p, value_type type)
{
    cm_lexer_expect(&p->lex, "[");
    cm_place place = p->lex.token.place;
    uint64_t count = cm_lexer_integer(&p->lex, "the number of elements");
    uint64_t most = CM_ADDRESS_STRIDE / (type.bytes ? type.bytes : 4);
    if (count == 0 || count > most)
        cm_fail(p->work, place, "bad number of elements, expected 1 to %llu",
                (unsigned long long)most);
    cm_lexer_expect(&p->lex, "]");
    return (uint32_t)count;
}

static bool has_proxy(cm_lexer *lex, cm_proxy *proxy)
{
    static const char *const names[] = {"generic", "texture", "surface", "constant"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (cm_lexer_accept(lex, names[i])) {
            *proxy = (cm_proxy)i;
            return true;
        }
    }
    return false;
}

/* After `y`: `@ [proxy] [alias|aliases x]`. */
static void parse_alias(cm_parser *p, const char *name, cm_place place)
{
    cm_lexer *lex = &p->lex;
    cm_lexer_expect(lex, "@");
    cm_proxy proxy = CM_GENERIC;
    bool proxied = has_proxy(lex, &proxy);
    bool alias = cm_lexer_accept(lex, "aliases") || cm_lexer_accept(lex, "alias");
    if (!proxied && !alias)
        cm_lexer_fail(lex, "expected generic, texture, surface, constant or aliases, found %s",
                      cm_lexer_describe(lex));
    int location = cm_parse_location(p, name, place);
    mark_location(p, location, place);
    p->test->locations[location].proxy = proxy;
    set_first_time(p, &p->declared, location);
    if (!alias)
        return;
    cm_place at = lex->token.place;
    CM_RESERVE(p->work->arena, p->aliases, p->alias_count, p->alias_capacity);
    p->aliases[p->alias_count++] = (cm_alias){location, cm_lexer_name(lex, "a location"), at};
}

static void parse_location_item(cm_parser *p, value_type type)
{
    cm_lexer *lex = &p->lex;
    bool bracket = cm_lexer_accept(lex, "[");
    cm_place place = lex->token.place;
    const char *name = cm_lexer_name(lex, "a location or a register");
    p->as.place = place;
    if (bracket)
        cm_lexer_expect(lex, "]");
    if (cm_lexer_is(lex, "@")) {
        parse_alias(p, name, place);
        return;
    }
    bool is_array = cm_lexer_is(lex, "[");
    uint32_t count = is_array ? parse_array_size(p, type) : 1;
    int location = declare_location(p, name, place, type, count, is_array);
    if (!cm_lexer_accept(lex, "="))
        return;
    mark_location(p, location, place);
    if (is_array)
        parse_elements(p, location);
    else
        parse_initial(p, p->test->locations[location].init);
}

/* ---- aliases --------------------------------------------------------- */

static int alias_of(const cm_parser *p, int location)
{
    return p->test->locations[location].alias_of;
}

/* The name whose virtual address this one has: a proxy is a way to an address
 * that exists already, a generic alias is another address (PTX ISA, "Proxies"). */
static int virtual_of(const cm_parser *p, int location)
{
    int name = location;
    for (int steps = 0; steps <= p->alias_count; steps++) {
        if (p->test->locations[name].proxy == CM_GENERIC || alias_of(p, name) < 0)
            break;
        name = alias_of(p, name);
    }
    return name == location ? -1 : name;
}

/* Every alias names memory that the initial state declares, directly or through
 * other aliases; then it points at that memory itself. */
static void resolve_aliases(cm_parser *p)
{
    cm_location *locations = p->test->locations;
    for (int i = 0; i < p->alias_count; i++) {
        const cm_alias *alias = &p->aliases[i];
        int target = cm_asm_location(&p->as, alias->target);
        if (target < 0)
            cm_fail(p->work, alias->place,
                    "unknown location `%s`, expected one that the initial state declares",
                    alias->target);
        locations[alias->location].alias_of = target;
    }
    for (int i = 0; i < p->alias_count; i++)
        locations[p->aliases[i].location].virtual_of = virtual_of(p, p->aliases[i].location);
    for (int i = 0; i < p->alias_count; i++) {
        const cm_alias *alias = &p->aliases[i];
        int root = alias_of(p, alias->location);
        for (int steps = 0; alias_of(p, root) >= 0; steps++) {
            if (root == alias->location || steps > p->alias_count)
                cm_fail(p->work, alias->place,
                        "location `%s` is an alias of itself, expected one with memory of its own",
                        locations[alias->location].name);
            root = alias_of(p, root);
        }
        cm_location *location = &locations[alias->location];
        location->alias_of = root;
        location->width = locations[root].width;
        location->typed = locations[root].typed;
        location->is_signed = locations[root].is_signed;
    }
}

/* ---- the whole ------------------------------------------------------- */

void cm_parse_init(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    cm_lexer_expect(lex, "{");
    p->registers_set = CM_NEW_ARRAY(p->work->arena, (size_t)p->test->thread_count, cm_flags);
    while (!cm_lexer_is(lex, "}")) {
        if (cm_lexer_accept(lex, ";"))
            continue;
        value_type type = parse_type(p);
        if (cm_parse_at_register(p))
            parse_register_item(p, type);
        else
            parse_location_item(p, type);
        if (!cm_lexer_is(lex, "}") && !cm_lexer_is(lex, ";"))
            cm_lexer_fail(lex, "expected `;` or `}`, found %s", cm_lexer_describe(lex));
    }
    resolve_aliases(p);
}
