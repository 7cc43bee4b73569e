/* The initial state: `{ int64_t y=3; 0:X1=x; t @ texture aliases x; }`. */
#include "litmus/text/parse.h"

#include "litmus/types.h"

#include <string.h>

/* ---- types ----------------------------------------------------------- */

static const struct {
    const char *name;
    unsigned bytes;
    bool is_signed, is_float;
} type_names[] = {
    {"int8_t", 1, true, false},    {"uint8_t", 1, false, false},  {"int16_t", 2, true, false},
    {"uint16_t", 2, false, false}, {"int32_t", 4, true, false},   {"uint32_t", 4, false, false},
    {"int64_t", 8, true, false},   {"uint64_t", 8, false, false}, {"char", 1, true, false},
    {"short", 2, true, false},     {"int", 4, true, false},       {"long", 8, true, false},
    {"intptr_t", 8, true, false},  {"size_t", 8, false, false},   {"uintptr_t", 8, false, false},
    {"ins_t", 4, false, false},    {"float", 4, false, true},     {"double", 8, false, true},
};

static bool find_type(const cm_lexer *lex, cm_value_type *type)
{
    for (size_t i = 0; i < sizeof type_names / sizeof *type_names; i++) {
        if (cm_lexer_is(lex, type_names[i].name)) {
            *type = (cm_value_type){.bytes = type_names[i].bytes,
                                    .is_signed = type_names[i].is_signed,
                                    .is_float = type_names[i].is_float};
            return true;
        }
    }
    return false;
}

cm_value_type cm_parse_type_name(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    cm_value_type type = {.is_signed = true};
    if (p->test->arch != CM_CMCM && cm_isa_for(p->test->arch)->function)
        return cm_parse_source_type(p);
    cm_lexer_accept(lex, "_Atomic"); /* what its accesses are instructions say */
    bool is_unsigned = cm_lexer_accept(lex, "unsigned"), is_code = cm_lexer_is(lex, "ins_t");
    if (cm_lexer_is(lex, "__int128") || cm_lexer_is(lex, "__uint128"))
        cm_lexer_fail(lex, "%s: values of 128 bits are not modelled, expected a type of at most 64",
                      cm_lexer_describe(lex));
    if (cm_lexer_is(lex, "parel1_t") || cm_lexer_is(lex, "pteval_t"))
        cm_lexer_fail(lex, "%s: translation tables are not modelled, expected a type of numbers",
                      cm_lexer_describe(lex));
    if (find_type(lex, &type))
        cm_lexer_advance(lex);
    else if (is_unsigned)
        type = (cm_value_type){.bytes = 4};
    if (type.bytes == 8)
        cm_lexer_accept(lex, "long");
    if (is_unsigned)
        type.is_signed = false;
    if (cm_lexer_accept(lex, "*"))
        type = (cm_value_type){.bytes = 8};
    else if (is_code)
        p->reads_code = true;
    return type;
}

cm_value_type cm_parse_item_type(cm_parser *p)
{
    cm_lexer before = p->lex;
    cm_value_type type = cm_parse_type_name(p);
    const cm_lexer *lex = &p->lex;
    bool item = lex->token.kind == CM_TOKEN_NAME || lex->token.kind == CM_TOKEN_NUMBER ||
                cm_lexer_is(lex, "[");
    if (type.bytes > 0 && item)
        return type;
    p->lex = before;
    return (cm_value_type){.is_signed = true};
}

/* ---- values ---------------------------------------------------------- */

bool cm_parse_label_name(cm_parser *p, cm_label_value *value)
{
    cm_lexer *lex = &p->lex;
    cm_place place = lex->token.place;
    if (!cm_parse_at_register(p))
        return false;
    int thread = cm_parse_thread(p, cm_parse_thread_number(p), place);
    cm_lexer_advance(lex);
    cm_lexer_expect(lex, ":");
    *value = (cm_label_value){.place = cm_place_join(place, lex->token.place),
                              .thread_id = p->test->threads[thread].id};
    value->label = cm_lexer_name(lex, "a label");
    return true;
}

/* Behind `*`, of Dat3M: `(&a)`, or `a`: the value that `a` begins with; an array is its address. */
static uint64_t parse_pointed_at(cm_parser *p)
{
    bool bracket = cm_lexer_accept(&p->lex, "(");
    if (bracket)
        cm_lexer_accept(&p->lex, "&");
    cm_place place = p->lex.token.place;
    const char *name = cm_lexer_name(&p->lex, "a location");
    int location = cm_parse_location(p, name, place);
    if (bracket)
        cm_lexer_expect(&p->lex, ")");
    const cm_location *l = &p->test->locations[location];
    if (!l->is_array && !cm_flag_is_set(&p->locations_set, location))
        cm_fail(p->work, place, "`%s` has no initial value yet, expected one before this", l->name);
    return l->is_array ? l->address : l->init[0];
}

/* Into *where, at once or (a label) after the program; of so many bits as a float, or 0. */
static void parse_initial(cm_parser *p, uint64_t *where, unsigned float_bits)
{
    cm_label_value label;
    if (cm_lexer_accept(&p->lex, "ATOMIC_INIT")) {
        cm_lexer_expect(&p->lex, "(");
        parse_initial(p, where, float_bits);
        cm_lexer_expect(&p->lex, ")");
        return;
    }
    if (cm_lexer_accept(&p->lex, "(")) { /* Dat3M's `p=(&x)` */
        parse_initial(p, where, float_bits);
        cm_lexer_expect(&p->lex, ")");
        return;
    }
    if (cm_lexer_accept(&p->lex, "*")) {
        *where = parse_pointed_at(p);
        return;
    }
    if (float_bits) {
        *where = cm_parse_float(p, float_bits);
        return;
    }
    if (cm_parse_label_value(p, &label) || cm_parse_label_name(p, &label)) {
        label.where = where;
        CM_PUSH(p->work->arena, p->labels, p->label_count, p->label_capacity, label);
        return;
    }
    *where = cm_parse_value(p);
}

bool cm_flag_set_first(cm_parser *p, cm_flags *flags, int index)
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

static cm_expr *constant_zero(cm_parser *p)
{
    cm_expr *zero = CM_NEW(p->work->arena, cm_expr);
    zero->op = CM_OP_CONST;
    zero->bits = 64;
    zero->reg = -1;
    return zero;
}

/* A float of C has 4 bytes of the 8 of its register. */
static unsigned bits_of(cm_value_type type)
{
    return 8 * (type.is_float && type.number.bytes > 0 ? type.number.bytes : type.bytes);
}

static void set_register(cm_parser *p, int thread, int reg, cm_value_type type, cm_expr *init)
{
    cm_register *r = &p->test->threads[thread].registers[reg];
    r->init = init;
    if (type.bytes > 0) {
        r->typed = true;
        r->bits = (uint8_t)bits_of(type);
        r->is_signed = type.is_signed;
        r->is_float = type.is_float;
    }
}

static void parse_register_item(cm_parser *p, cm_value_type type)
{
    cm_place start = p->lex.token.place;
    int thread;
    unsigned bits;
    const char *written;
    int reg = cm_parse_register(p, &thread, &bits, &written);
    if (!cm_flag_set_first(p, &p->registers_set[thread], reg))
        cm_fail(p->work, start, "register `%s` is given a value twice, expected once", written);
    cm_expr *init = constant_zero(p);
    cm_place value = p->lex.token.place;
    if (cm_lexer_accept(&p->lex, "="))
        parse_initial(p, &init->imm, type.is_float ? bits_of(type) : 0);
    if (init->imm != 0 && strcmp(p->test->threads[thread].registers[reg].name, "XZR") == 0)
        cm_fail(p->work, value, "%s is always 0, expected no other value", written);
    set_register(p, thread, reg, type, init);
}

/* `%a=1`, a symbolic register without its thread: that of whichever thread uses it. */
static void parse_symbolic_item(cm_parser *p, const char *name, cm_value_type type)
{
    cm_expr *init = constant_zero(p);
    cm_place place = p->as.place;
    bool any = false;
    if (cm_lexer_accept(&p->lex, "="))
        parse_initial(p, &init->imm, type.is_float ? bits_of(type) : 0);
    for (int i = 0; i < p->test->thread_count; i++) {
        if (!cm_isa_for(p->test->threads[i].arch)->symbolic_registers)
            continue;
        cm_asm_select(&p->as, i);
        int reg = cm_asm_register(&p->as, name);
        if (!cm_flag_set_first(p, &p->registers_set[i], reg))
            cm_fail(p->work, place, "register `%s` is given a value twice, expected once", name);
        set_register(p, i, reg, type, init);
        any = true;
    }
    if (!any)
        cm_fail(p->work, place, "`%s` is a symbolic register, expected a thread that may have one",
                name);
}

/* ---- locations ------------------------------------------------------- */

static void mark_location(cm_parser *p, int location, cm_place place)
{
    if (!cm_flag_set_first(p, &p->locations_set, location))
        cm_fail(p->work, place, "location `%s` is given a value twice, expected once",
                p->test->locations[location].name);
}

/* `uint64_t X0;`: surely a location, though called as a register is. */
static int declare_odd_location(cm_parser *p, const char *name, cm_place place)
{
    cm_diag_add(p->work, CM_WARNING, place,
                "the location is called `%s`, expected `0:%s` if a register is meant", name, name);
    return cm_asm_add_location(&p->as, name, 4, 1);
}

/* array: what was read after the name, or NULL. */
static int declare_location(cm_parser *p, const char *name, cm_place place, cm_value_type type,
                            const cm_array *array)
{
    bool typed_scalar = type.bytes > 0 && !array && cm_asm_location(&p->as, name) < 0;
    int index = typed_scalar && cm_parse_is_register(p, name) ? declare_odd_location(p, name, place)
                                                              : cm_parse_location(p, name, place);
    cm_location *location = &p->test->locations[index];
    bool first = cm_flag_set_first(p, &p->declared, index);
    if ((array || location->is_array) && !first)
        cm_fail(p->work, place, "array `%s` is declared twice, expected once", name);
    if (type.bytes > 0) {
        location->typed = true;
        location->width = (uint8_t)type.bytes;
        location->is_signed = type.is_signed;
        location->is_float = type.is_float;
        if (type.number.bytes < 4 || type.is_float) /* of others a parameter says more */
            location->numbers = type.number;
    }
    return index;
}

/* 0: it has integers. */
static unsigned float_bits(const cm_parser *p, int location)
{
    return cm_location_float_bits(&p->test->locations[location]);
}

/* What is initialised: `count` of them in an array; 0: it is no array. */
typedef struct initialised {
    const cm_definition *of; /* a structure; NULL: a number */
    uint32_t count;
} initialised;

static void parse_braced(cm_parser *p, int location, uint32_t at, initialised what);

/* From that element of the location on, as long as there are values; a part that has no braces
 * takes of them what it needs (ISO C11 6.7.9/20). Are more values there? */
static bool parse_parts(cm_parser *p, int location, uint32_t at, initialised what)
{
    uint32_t parts = what.count > 0 ? what.count : (uint32_t)what.of->parameter_count;
    bool more = true;
    for (uint32_t i = 0; i < parts && more; i++) {
        initialised part = {what.of, 0};
        uint32_t place = at + i * (what.of ? what.of->size : 1);
        if (what.count == 0) {
            part =
                (initialised){cm_parse_structure_of_member(p, what.of, (int)i), what.of->counts[i]};
            place = at + what.of->places[i];
        }
        bool scalar = !part.of && part.count == 0;
        if (!scalar && !cm_lexer_is(&p->lex, "{")) {
            more = parse_parts(p, location, place, part);
            continue;
        }
        if (scalar) /* it may make locations: their table moves, the values do not */
            parse_initial(p, p->test->locations[location].init + place, float_bits(p, location));
        else
            parse_braced(p, location, place, part);
        more = cm_lexer_accept(&p->lex, ",") && !cm_lexer_is(&p->lex, "}");
    }
    return more;
}

/* `{1,2}` after `int x[2]=`. */
static void parse_braced(cm_parser *p, int location, uint32_t at, initialised what)
{
    if (!cm_lexer_accept(&p->lex, "{"))
        cm_lexer_fail(
            &p->lex,
            "expected `{` with the values of an array, found %s (one element is set where "
            "the array is declared before it)",
            cm_lexer_describe(&p->lex));
    if (parse_parts(p, location, at, what))
        cm_lexer_fail(&p->lex, "there are too many values, expected at most %u",
                      what.count > 0 ? what.count : (uint32_t)what.of->parameter_count);
    cm_lexer_expect(&p->lex, "}");
}

/* At the `]` of `t[]={1,2}`: how many values are there. */
static uint64_t count_values(cm_lexer lex)
{
    uint64_t count = 0;
    unsigned depth = 0;
    cm_lexer_expect(&lex, "]");
    cm_lexer_expect(&lex, "=");
    for (bool more = cm_lexer_is(&lex, "{"); more && !cm_lexer_at_end(&lex);
         more = depth > 0 && !cm_lexer_is(&lex, ";")) {
        depth += cm_lexer_is(&lex, "{");
        depth -= cm_lexer_is(&lex, "}");
        bool separates = depth == 1 && (cm_lexer_is(&lex, ",") || cm_lexer_is(&lex, "{"));
        cm_lexer_advance(&lex);
        count += separates && !cm_lexer_is(&lex, "}");
    }
    return count;
}

static uint32_t parse_array_size(cm_parser *p, cm_value_type type)
{
    cm_lexer_expect(&p->lex, "[");
    cm_place place = p->lex.token.place;
    uint64_t count = cm_lexer_is(&p->lex, "]")
                         ? count_values(p->lex)
                         : cm_lexer_integer(&p->lex, "the number of elements");
    uint64_t most = CM_ADDRESS_STRIDE / (type.bytes ? type.bytes : 4);
    if (count == 0 || count > most)
        cm_fail(p->work, place, "the number of elements is out of range, expected 1 to %llu",
                (unsigned long long)most);
    cm_lexer_expect(&p->lex, "]");
    return (uint32_t)count;
}

static uint32_t structures_size(cm_parser *p, const cm_definition *of, uint32_t count)
{
    if ((uint64_t)of->size * count > CM_ADDRESS_STRIDE / 64)
        cm_lexer_fail(&p->lex, "the array is too large, expected at most %d elements",
                      (int)(CM_ADDRESS_STRIDE / 64));
    return of->size * count;
}

static bool is_declared_array(const cm_parser *p, const char *name)
{
    int i = 0;
    while (i < p->array_count && strcmp(p->arrays[i].name, name) != 0)
        i++;
    return i < p->array_count;
}

void cm_parse_add_array(cm_parser *p, const char *name, unsigned bytes,
                        const cm_definition *structure, uint32_t count)
{
    CM_RESERVE(p->work->arena, p->arrays, p->array_count, p->array_capacity);
    p->arrays[p->array_count++] = (cm_array){name, bytes, count, structure};
}

/* At `struct node n`? It goes past the type. */
static const cm_definition *accept_structure(cm_parser *p)
{
    cm_lexer ahead = p->lex;
    const char *text = p->source->text + ahead.token.place.offset;
    const cm_definition *of = cm_parse_structure(p, text);
    if (!of)
        return NULL;
    cm_lexer_advance(&ahead);
    cm_lexer_advance(&ahead);
    if (ahead.token.kind != CM_TOKEN_NAME)
        return NULL;
    p->lex = ahead;
    return of;
}

static void find_array(cm_parser *p)
{
    cm_parse_coherence(p);
    cm_parse_shared(p);
    if (cm_parse_beside(p, true))
        return;
    const cm_definition *of = accept_structure(p);
    if (of) {
        const char *name = cm_lexer_name(&p->lex, "a location");
        uint32_t count = cm_lexer_is(&p->lex, "[") ? parse_array_size(p, (cm_value_type){0}) : 1;
        cm_parse_add_array(p, name, 0, of, structures_size(p, of, count));
        return;
    }
    cm_value_type type = cm_parse_item_type(p);
    if (p->lex.token.kind != CM_TOKEN_NAME)
        return;
    const char *name = cm_lexer_name(&p->lex, "a location");
    if (!cm_lexer_is(&p->lex, "[") || (type.bytes == 0 && is_declared_array(p, name)))
        return;
    uint32_t count = parse_array_size(p, type);
    cm_parse_add_array(p, name, type.bytes, NULL, count);
}

/* All arrays that are declared: what points to one may stand before it. */
static void find_arrays(cm_parser *p)
{
    cm_lexer start = p->lex;
    cm_lexer_expect(&p->lex, "{");
    for (unsigned depth = 1; depth > 0 && !cm_lexer_at_end(&p->lex);) {
        if (depth == 1)
            find_array(p);
        for (; !cm_lexer_at_end(&p->lex) && !cm_lexer_is(&p->lex, ";") && depth > 0;
             cm_lexer_advance(&p->lex))
            depth += cm_lexer_is(&p->lex, "{") - (unsigned)cm_lexer_is(&p->lex, "}");
        cm_lexer_accept(&p->lex, ";");
    }
    p->lex = start;
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

static bool at_alias(const cm_lexer *lex)
{
    return cm_lexer_is(lex, "aliases") || cm_lexer_is(lex, "alias");
}

/* After `y`: `@ [proxy] [alias|aliases x]`, or `aliases x`. */
static void parse_alias(cm_parser *p, const char *name, cm_place place)
{
    cm_lexer *lex = &p->lex;
    cm_lexer_accept(lex, "@");
    cm_proxy proxy = CM_GENERIC;
    bool proxied = has_proxy(lex, &proxy);
    bool alias = at_alias(lex);
    if (alias)
        cm_lexer_advance(lex);
    if (!proxied && !alias)
        cm_lexer_lacks(
            lex, "generic, texture, surface, constant or aliases, or a home (cpu, gpu N, numa N)");
    int location = cm_parse_location(p, name, place);
    mark_location(p, location, place);
    p->test->locations[location].proxy = proxy;
    cm_flag_set_first(p, &p->declared, location);
    if (!alias)
        return;
    cm_place at = lex->token.place;
    CM_RESERVE(p->work->arena, p->aliases, p->alias_count, p->alias_capacity);
    p->aliases[p->alias_count++] = (cm_alias){location, cm_lexer_name(lex, "a location"), at};
}

/* Its index; -1: of a symbolic register, or an alias. */
static int parse_location_item(cm_parser *p, cm_value_type type, const cm_definition *of,
                               bool shared)
{
    cm_lexer *lex = &p->lex;
    bool bracket = cm_lexer_accept(lex, "[");
    cm_place place = lex->token.place;
    cm_parse_refuse_system(p);
    const char *name = cm_lexer_name(lex, "a location or a register");
    p->as.place = place;
    if (bracket)
        cm_lexer_expect(lex, "]");
    if ((at_alias(lex) || cm_lexer_is(lex, "@")) && !shared && !cm_parse_at_home(p)) {
        parse_alias(p, name, place);
        return -1;
    }
    if (name[0] == '%') {
        parse_symbolic_item(p, name, type);
        return -1;
    }
    bool is_array = of || cm_lexer_is(lex, "[");
    int known = cm_asm_location(&p->as, name);
    if (is_array && type.bytes == 0 && known >= 0 && known < p->declared.capacity &&
        p->declared.items[known] && p->test->locations[known].is_array) {
        /* `t[1]=5` behind `int t[2]`. */
        uint32_t element = cm_parse_index(p, &p->test->locations[known]);
        cm_lexer_expect(&p->lex, "=");
        parse_initial(p, p->test->locations[known].init + element, float_bits(p, known));
        return known;
    }
    cm_array array = {name, type.bytes, 1, of};
    uint32_t count = cm_lexer_is(lex, "[") ? parse_array_size(p, type) : 0;
    if (is_array)
        array.count = of ? structures_size(p, of, count > 0 ? count : 1) : count;
    int location = declare_location(p, name, place, type, is_array ? &array : NULL);
    if (shared)
        cm_parse_owner(p, location);
    else if (cm_lexer_is(lex, "@"))
        cm_parse_home(p, location);
    if (!cm_lexer_accept(lex, "="))
        return location;
    mark_location(p, location, place);
    if (is_array)
        parse_braced(p, location, 0, (initialised){of, count});
    else
        parse_initial(p, p->test->locations[location].init, float_bits(p, location));
    return location;
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
                    "there is no location `%s`, expected one that the initial state declares",
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
                        "location `%s` is an alias of itself, expected an alias of another",
                        locations[alias->location].name);
            root = alias_of(p, root);
        }
        cm_location *location = &locations[alias->location];
        location->alias_of = root;
        location->width = locations[root].width;
        location->typed = locations[root].typed;
        location->is_signed = locations[root].is_signed;
        location->is_float = locations[root].is_float;
        location->space = locations[root].space;
        location->owner = locations[root].owner;
    }
}

/* ---- the whole ------------------------------------------------------- */

void cm_parse_init(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    find_arrays(p);
    cm_lexer_expect(lex, "{");
    p->registers_set = CM_NEW_ARRAY(p->work->arena, (size_t)p->test->thread_count, cm_flags);
    p->takes_tuples = true;
    while (!cm_lexer_is(lex, "}")) {
        if (cm_lexer_accept(lex, ";"))
            continue;
        cm_lexer item = *lex;
        if (cm_parse_multimem(p) || cm_parse_beside(p, false)) {
            cm_record_init_item(p, item);
            continue;
        }
        cm_coherence coherence = cm_parse_coherence(p);
        bool said = coherence != CM_COHERENCE_UNSAID;
        bool shared = !said && cm_parse_shared(p);
        const cm_definition *of = accept_structure(p);
        cm_value_type type = cm_parse_item_type(p);
        if (!shared && !said && cm_parse_at_register(p)) {
            parse_register_item(p, type);
        } else {
            int location = parse_location_item(p, type, of, shared);
            if (said && location >= 0)
                p->test->locations[location].coherence = coherence;
        }
        if (!cm_lexer_is(lex, "}") && !cm_lexer_is(lex, ";")) {
            const char *other = cm_instead_of(item.token.text, item.token.length);
            if (other)
                cm_lexer_fail(&item, "`%.*s` is not read in a test, expected %s",
                              (int)item.token.length, item.token.text, other);
            cm_lexer_lacks(lex, "`;` or `}`");
        }
        cm_record_init_item(p, item);
    }
    p->takes_tuples = false;
    resolve_aliases(p);
    cm_parse_check_beside(p);
    cm_settle_multimem(p);
}
