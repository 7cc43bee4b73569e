/* Functions of C: declarations of variables, arrays and references. */
#include "litmus/isa/c/c.h"

#include <string.h>

enum { MOST_ELEMENTS = 64 }; /* of an array of a function */

/* Its register. Without a value the initial state may have given it one. */
static int variable_in(cm_c *c, const char *own, cm_number_type type, bool valued)
{
    bool known = *own != '.' && cm_asm_has_register(c->as, own);
    int reg = cm_asm_register(c->as, own);
    bool fresh = !known || cm_c_is_new(c, reg);
    if (known && cm_asm_test(c->as)->head && cm_c_is_declared_here(c, reg))
        cm_asm_warn(c->as, c->lex->token.place,
                    "the variable is declared twice in one block, expected once");
    cm_c_declare_type(c, reg, type, true);
    if (fresh && (!valued || c->jumps))
        cm_c_declare(c, reg);
    return reg;
}

static int variable(cm_c *c, const char *name, cm_number_type type, bool valued)
{
    return variable_in(c, cm_c_variable_name(c, name, false), type, valued);
}

/* `{1, 2}` of an array, at its brace: the values, and how many there are. */
static int read_elements(cm_c *c, const cm_c_node *array, const cm_c_node *nodes[MOST_ELEMENTS])
{
    int count = 0;
    cm_lexer_expect(c->lex, "{");
    while (!cm_lexer_accept(c->lex, "}")) {
        if (count == MOST_ELEMENTS)
            cm_lexer_fail(c->lex, "there are too many values, expected at most %d", MOST_ELEMENTS);
        const cm_c_node *value = cm_c_meant(c, cm_c_read(c->lex));
        if (cm_c_touches(value, array))
            cm_asm_fail(c->as, value->place,
                        "an array is used in its own initial value, expected another value");
        nodes[count++] = value;
        if (!cm_c_is(c->lex, "}"))
            cm_lexer_expect(c->lex, ",");
    }
    if (!cm_c_is_cpp(c) && cm_c_overlap(c, nodes, count))
        cm_lexer_fail(c->lex, "C leaves open which of these values is computed first, and one "
                              "changes a variable, expected that change before the array");
    return count;
}

/* `[2]`, or `[]` as large as its values: 0. */
static uint64_t read_size(cm_c *c, cm_number_type type, cm_place place)
{
    uint64_t size = 0;
    cm_lexer_expect(c->lex, "[");
    if (!cm_c_is(c->lex, "]")) {
        if (!cm_expr_known(cm_c_value(c, cm_c_expression(c, c->lex)), NULL, NULL, &size))
            cm_asm_fail(c->as, place, "the number of elements is not constant, expected a number");
        if (size == 0 || size > MOST_ELEMENTS)
            cm_asm_fail(c->as, place, "the number of elements is out of range, expected 1 to %d",
                        MOST_ELEMENTS);
    }
    cm_lexer_expect(c->lex, "]");
    if (type.structure && type.stars == 0)
        cm_asm_fail(c->as, place,
                    "a function cannot declare an array of structures, expected one "
                    "in the initial state");
    return size;
}

/* Its elements as variables, one register behind the other. */
int cm_c_new_elements(cm_c *c, const char *own, cm_number_type type, int size, bool valued)
{
    const char *elements[MOST_ELEMENTS];
    if (size == 0)
        return variable_in(c, own, type, valued);
    if (size > MOST_ELEMENTS)
        cm_lexer_fail(c->lex, "there are too many elements, expected at most %d", MOST_ELEMENTS);
    int array = cm_asm_register(c->as, own);
    for (int i = 0; i < size; i++) {
        elements[i] = cm_arena_printf(cm_asm_arena(c->as), "%s[%d]", own, i);
        cm_asm_register(c->as, elements[i]);
    }
    cm_c_declare_array(c, variable_in(c, own, type, true), size);
    for (int i = 0; i < size; i++)
        variable_in(c, elements[i], type, valued);
    return array + 1;
}

/* `a[2] = {1, 2}`, behind the name: registers, as nothing points to it. In C++ its values are
 * sequenced ([dcl.init.list]/4). What has none is 0 (ISO C11 6.7.9/21). */
static void read_array(cm_c *c, const char *name, cm_number_type type)
{
    const cm_c_node *nodes[MOST_ELEMENTS], array = {.kind = CM_C_NAME, .name = name};
    const cm_expr *values[MOST_ELEMENTS];
    cm_number_type from[MOST_ELEMENTS];
    cm_place place = c->lex->token.place;
    int size = (int)read_size(c, type, place);
    bool valued = cm_lexer_accept(c->lex, "=") || cm_c_is(c->lex, "{");
    int count = valued ? read_elements(c, &array, nodes) : 0;
    size = size > 0 ? size : count;
    if (size == 0)
        cm_asm_fail(c->as, place, "the number of elements is out of range, expected 1 to %d",
                    MOST_ELEMENTS);
    if (count > size)
        cm_asm_fail(c->as, place, "there are too many values, expected at most %d", size);
    for (int i = 0; i < count; i++) {
        if (i > 0 && cm_c_is_cpp(c))
            cm_c_sequence(c, nodes[i]->place);
        values[i] = cm_c_keep(c, cm_c_typed_value(c, nodes[i], &from[i]));
    }
    int first = cm_c_new_elements(c, cm_c_variable_name(c, name, true), type, size, valued);
    for (int i = 0; i < size && valued; i++)
        cm_c_give(c, first + i, i < count ? values[i] : cm_asm_const(c->as, 0),
                  i < count ? from[i] : type);
}

const cm_c_node *cm_c_alias(cm_c *c, const char *name, const cm_c_node *object)
{
    cm_number_type type;
    if (cm_c_is_variable(c, object) && object->kind == CM_C_NAME)
        return object;
    const cm_expr *address = cm_c_address(c, object, &type);
    cm_c_node *pointer = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *pointer = (cm_c_node){.kind = CM_C_NAME, .place = object->place, .argument_count = -1};
    pointer->name = cm_arena_printf(cm_asm_arena(c->as), ".%s.%d", name, c->labels++);
    type.stars++;
    cm_c_give(c, variable_in(c, pointer->name, type, true), address, type);
    cm_c_node *means = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *means =
        (cm_c_node){.kind = CM_C_DEREF, .place = object->place, .a = pointer, .argument_count = -1};
    return means;
}

/* `int& r = *x`, behind the `&`: from then on the name means the object, whose address is kept. */
static const char *read_alias(cm_c *c)
{
    const char *name = cm_lexer_name(c->lex, "the name of a reference");
    bool brace = cm_lexer_accept(c->lex, "{");
    if (!brace)
        cm_lexer_expect(c->lex, "=");
    const cm_c_node *object = cm_c_meant(c, cm_c_read(c->lex));
    if (brace)
        cm_lexer_expect(c->lex, "}");
    if (cm_c_is_object(c, object))
        cm_c_refer(c, name, object);
    else
        cm_c_let(c, name, cm_c_alias(c, name, object));
    return name;
}

static bool is_auto(cm_c *c, cm_c_written w)
{
    return strstr(cm_arena_text(cm_asm_arena(c->as), w.text, w.length), "auto");
}

/* `r0`, or `r1 = 1`, of which the name is a register. */
const char *cm_c_declarator(cm_c *c, cm_number_type type)
{
    if (cm_c_is_cpp(c) && cm_lexer_accept(c->lex, "&"))
        return read_alias(c);
    cm_c_written written = c->written;
    for (; cm_lexer_accept(c->lex, "*"); type.stars++) /* each name has its own */
        written.stars++;
    cm_c_accept_percent(c->lex);
    cm_place place = c->lex->token.place;
    const char *name = cm_lexer_name(c->lex, "the name of a variable");
    if (cm_c_is_cpp(c) && written.stars == 0 && cm_c_says_atomic(c, written))
        cm_asm_fail(c->as, place,
                    "`%s` is an atomic object of the function, expected one in the initial state, "
                    "and a parameter",
                    name);
    if (cm_c_is(c->lex, "[")) {
        read_array(c, name, type);
        return name;
    }
    if (type.structure && type.stars == 0) {
        cm_c_read_structure(c, name, type, place);
        return name;
    }
    const char *close = cm_c_is(c->lex, "(") ? ")" : cm_c_is(c->lex, "{") ? "}" : NULL;
    if (close)
        cm_lexer_advance(c->lex);
    else if (!cm_lexer_accept(c->lex, "=")) {
        cm_c_declare_written(c, variable(c, name, type, false), written);
        return name;
    }
    if (!close && cm_lexer_accept(c->lex, "{")) /* `= {3}` */
        close = "}";
    if (!close && cm_c_accept_lambda(c, name))
        return name;
    cm_c_sequence(c, place);
    const cm_c_node *value = cm_c_read(c->lex), itself = {.kind = CM_C_NAME, .name = name};
    bool own = cm_c_touches(value, &itself) && cm_asm_location(c->as, name) < 0;
    int reg = own ? variable(c, name, type, false) : -1; /* ISO C11 6.2.1/7 */
    value = cm_c_meant(c, value);
    if (close)
        cm_lexer_expect(c->lex, close);
    if (cm_c_is_word(c, value)) {
        cm_c_let(c, name, value);
        return name;
    }
    if ((value->kind == CM_C_OBJECT && is_auto(c, written)) || cm_c_barrier_of_group(c, value)) {
        cm_c_refer(c, name, value);
        return name;
    }
    cm_number_type from;
    const cm_expr *given = cm_c_typed_value(c, value, &from);
    if (reg < 0)
        reg = variable(c, name, type.bytes > 0 || type.structure ? type : from, true);
    cm_c_declare_written(c, reg, is_auto(c, written) ? cm_c_written_of(c, value) : written);
    cm_c_give(c, reg, given, from);
    return name;
}

/* `int r0, r1 = 1;` */
void cm_c_declaration(cm_c *c, cm_number_type type)
{
    for (bool more = true; more; more = cm_lexer_accept(c->lex, ","), type.stars = 0) {
        cm_c_declarator(c, type);
        c->written.stars = 0;
    }
}
