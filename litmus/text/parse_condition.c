/* What a test observes and asks: `locations [x; 0:r1;]`, `filter (...)`, and the
 * quantified proposition.
 *
 *     condition   = {"locations" "[" {item [type] ";"} "]" | "filter" prop}
 *                   [[("exists" | "~" "exists" | "not" "exists" | "forall" | "final")] prop |
 *                    ("observed" | "Observed") state {"and" state}] [";"]
 *                   ["with" {name ":" quantifier ";"}]
 *     state       = {comparison ";"}
 *     prop        = conjunction {("\/" | "||") conjunction}
 *     conjunction = implication {("/\" | "&&") implication}
 *     implication = atom ["=" ">" implication]
 *     atom        = ("~" | "not") atom | "!" "(" prop ")" | "(" prop ")" | "true" | "false" | fault
 *                   | operand sign (operand | "{" {value ","} "}")
 *     sign        = "=" | "==" | "!=" | "<" ">" | "<" | ">" | "<=" | ">="
 *
 * An implication binds more tightly than a conjunction, as in the reference simulator.
 */
#include "litmus/text/parse.h"

#include "base/text.h"
#include "litmus/float.h"
#include "litmus/print_order.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 500 };

/* ---- observed items -------------------------------------------------- */

static int find_observed(const cm_test *test, const cm_observed *item)
{
    for (int i = 0; i < test->observed_count; i++) {
        const cm_observed *other = &test->observed[i];
        if (other->kind == item->kind && other->thread == item->thread && other->reg == item->reg &&
            other->bits == item->bits && other->location == item->location &&
            other->element == item->element)
            return i;
    }
    return -1;
}

/* Its index, new or not. */
static int observe(cm_parser *p, cm_observed item, bool shown)
{
    cm_test *test = p->test;
    int index = find_observed(test, &item);
    if (index < 0) {
        CM_RESERVE(p->work->arena, test->observed, test->observed_count, p->observed_capacity);
        if (p->shown_capacity < p->observed_capacity) {
            p->shown = cm_arena_grow(p->work->arena, p->shown, (size_t)p->shown_capacity,
                                     (size_t)p->observed_capacity, sizeof *p->shown);
            p->shown_capacity = p->observed_capacity;
        }
        index = test->observed_count++;
        test->observed[index] = item;
    }
    p->shown[index] = p->shown[index] || shown;
    return index;
}

/* As the reference simulator prints a register: `0:RAX` of X86_64 is 0:rax, `0:x1` of
 * AArch64 is 0:X1. Compound tests keep what is written. */
static const char *shown_name(cm_parser *p, const char *written)
{
    cm_isa_letters letters =
        p->test->arch == CM_CMCM ? CM_LETTERS_WRITTEN : cm_isa_for(p->test->arch)->letters;
    bool small = letters == CM_LETTERS_SMALL;
    if (letters == CM_LETTERS_WRITTEN || (written[0] == '%' && !small))
        return written;
    char *name = cm_arena_text(p->work->arena, written, strlen(written));
    for (char *c = name; *c; c++)
        *c = (char)(small ? tolower((unsigned char)*c) : toupper((unsigned char)*c));
    return small && *name == '%' ? name + 1 : name;
}

static int parse_observed_register(cm_parser *p, bool shown)
{
    unsigned bits;
    const char *written;
    cm_observed item = {.kind = CM_OBSERVE_REGISTER, .location = -1, .element = -1};
    cm_place start = p->lex.token.place;
    item.reg = cm_parse_register(p, &item.thread, &bits, &written);
    cm_parse_hold_parameter(p, item.thread, item.reg);
    CM_PUSH(p->work->arena, p->mentions, p->mention_count, p->mention_capacity,
            (cm_mention){cm_place_join(start, p->as.place), item.thread, item.reg, written});
    item.bits = (uint8_t)bits;
    if (shown)
        cm_record_asked(p, p->test->threads[item.thread].id, written, -1);
    const cm_thread *thread = &p->test->threads[item.thread];
    const char *shown_as = cm_isa_for(thread->arch)->shows_canonical
                               ? thread->registers[item.reg].name
                               : shown_name(p, written);
    item.display = cm_arena_printf(p->work->arena, "%d:%s", thread->id, shown_as);
    return observe(p, item, shown);
}

/* `x`, `[x]`, `t[1]` or `[t[1]]`. */
static int parse_observed_location(cm_parser *p, bool shown)
{
    cm_lexer *lex = &p->lex;
    bool bracket = cm_lexer_accept(lex, "[");
    cm_place place = lex->token.place;
    cm_parse_refuse_system(p);
    const char *name = cm_lexer_name(lex, "a register or a location"), *as = name;
    cm_observed item = {.kind = CM_OBSERVE_LOCATION, .thread = -1, .reg = -1, .bits = 0};
    item.element = cm_parse_member(p, &name, &as, place);
    item.location = cm_parse_location(p, name, place);
    const cm_location *location = &p->test->locations[item.location];
    item.display = cm_arena_printf(p->work->arena, location->is_array ? "%s" : "[%s]", as);
    if (item.element < 0 && cm_lexer_is(lex, "[")) {
        item.element = (int)cm_parse_index(p, location);
        item.display = cm_arena_printf(p->work->arena, "%s[%d]", name, item.element);
    }
    if (bracket)
        cm_lexer_expect(lex, "]");
    if (shown)
        cm_record_asked(p, -1, name, item.element);
    return observe(p, item, shown);
}

static int parse_observed(cm_parser *p, bool shown)
{
    return cm_parse_at_register(p) ? parse_observed_register(p, shown)
                                   : parse_observed_location(p, shown);
}

/* ---- propositions ---------------------------------------------------- */

typedef struct context {
    cm_parser *p;
    bool shown; /* what is mentioned is shown: not in a filter */
    unsigned depth;
} context;

typedef struct prop_list {
    const cm_prop **items;
    size_t count, capacity;
} prop_list;

static cm_prop *new_prop(cm_parser *p, cm_prop_kind kind, const cm_prop *a, const cm_prop *b)
{
    cm_prop *prop = CM_NEW(p->work->arena, cm_prop);
    prop->kind = kind;
    prop->a = a;
    prop->b = b;
    return prop;
}

/* A balanced tree: a long chain must not become a deep one. */
static const cm_prop *join(cm_parser *p, cm_prop_kind kind, const cm_prop **items, size_t count)
{
    if (count == 1)
        return items[0];
    size_t half = count / 2;
    return new_prop(p, kind, join(p, kind, items, half), join(p, kind, items + half, count - half));
}

static cm_operand constant(uint64_t value)
{
    return (cm_operand){.observed = -1, .value = value};
}

static bool at_observed(const cm_parser *p, bool left)
{
    if (cm_parse_at_register(p) || cm_lexer_is(&p->lex, "["))
        return true;
    return left && p->lex.token.kind == CM_TOKEN_NAME;
}

/* Of a floating-point number its bits; 0: it is an integer, or a constant. */
static unsigned float_bits(const cm_parser *p, const cm_operand *operand)
{
    unsigned bits;
    bool is_signed;
    if (operand->observed < 0 ||
        !cm_observed_is_float(p->test, &p->test->observed[operand->observed]))
        return 0;
    cm_observed_type(p->test, &p->test->observed[operand->observed], &bits, &is_signed);
    return bits;
}

/* Numbers of both kinds are not compared. */
static void check_floats(const cm_parser *p, const cm_operand *left, const cm_operand *right,
                         cm_place place)
{
    if (!float_bits(p, left) == !float_bits(p, right))
        return;
    cm_fail(p->work, place,
            "a floating-point number is compared with an integer, expected two numbers of a kind, "
            "and a constant on the right");
}

/* A bare name is the location's value on the left and its address on the right
 * (`0:X0=x`, `x=y`), as in herd; `*x` is its value. */
static cm_operand parse_operand(context *c, bool left)
{
    cm_parser *p = c->p;
    cm_label_value label;
    if (!left && cm_parse_label_value(p, &label))
        return constant(cm_resolve_label(p, &label));
    if ((!left && cm_lexer_accept(&p->lex, "*")) || at_observed(p, left))
        return (cm_operand){.observed = parse_observed(p, c->shown)};
    return constant(cm_parse_value(p));
}

static bool accept_different(cm_lexer *lex)
{
    cm_lexer ahead = *lex;
    if (cm_lexer_accept(lex, "!="))
        return true;
    if (!cm_lexer_accept(&ahead, "<") || !cm_lexer_accept(&ahead, ">"))
        return false;
    *lex = ahead;
    return true;
}

/* Those that the reference simulator has not. */
static bool accept_order(cm_lexer *lex, cm_prop_kind *kind)
{
    static const struct {
        const char *sign;
        cm_prop_kind kind;
    } signs[] = {{"<", CM_PROP_LESS},
                 {">", CM_PROP_GREATER},
                 {"<=", CM_PROP_AT_MOST},
                 {">=", CM_PROP_AT_LEAST}};
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++) {
        *kind = signs[i].kind;
        if (cm_lexer_accept(lex, signs[i].sign))
            return true;
    }
    return false;
}

static cm_prop *compare(cm_parser *p, cm_operand left, cm_operand right)
{
    cm_prop *prop = new_prop(p, CM_PROP_EQUAL, NULL, NULL);
    prop->left = left;
    prop->right = right;
    CM_PUSH(p->work->arena, p->comparisons, p->comparison_count, p->comparison_capacity, prop);
    return prop;
}

/* `{1,2}` after `x=`, x a whole array: element by element. */
static cm_prop *parse_elements(context *c, cm_operand array)
{
    cm_parser *p = c->p;
    cm_lexer *lex = &p->lex;
    cm_place place = lex->token.place;
    const cm_observed *item = &p->test->observed[array.observed];
    uint32_t count = p->test->locations[item->location].count, given = 0;
    const cm_prop **all = CM_NEW_ARRAY(p->work->arena, count, const cm_prop *);
    cm_text written = cm_text_new(p->work->arena);
    cm_text_append(&written, "%s={", item->display);
    cm_lexer_expect(lex, "{");
    do {
        unsigned bits = float_bits(p, &array);
        uint64_t value = bits ? cm_parse_float(p, bits) : cm_parse_value(p);
        if (given == count)
            cm_fail(p->work, place, "there are too many values, expected %u", count);
        cm_text_append(&written, "%s%s", given > 0 ? "," : "",
                       bits ? cm_float_print(p->work->arena, value, bits)
                            : cm_value_print(p->work->arena, p->test, value, 64, true));
        array.element = (int)given;
        all[given++] = compare(p, array, constant(value));
    } while (cm_lexer_accept(lex, ","));
    cm_lexer_expect(lex, "}");
    if (given < count)
        cm_fail(p->work, place, "there are too few values, expected %u", count);
    cm_text_add_char(&written, '}');
    cm_prop *prop = CM_NEW(p->work->arena, cm_prop);
    *prop = *join(p, CM_PROP_AND, all, count);
    prop->written = written.data;
    if (count == 1)
        p->comparisons[p->comparison_count - 1] = prop;
    return prop;
}

static bool is_whole_array(const cm_parser *p, const cm_operand *operand)
{
    if (operand->observed < 0)
        return false;
    const cm_observed *item = &p->test->observed[operand->observed];
    return item->kind == CM_OBSERVE_LOCATION && item->element < 0 &&
           p->test->locations[item->location].is_array;
}

/* Of a whole array, or fails: it is compared with values. */
static cm_prop *parse_right_side(context *c, cm_operand left, cm_place place)
{
    cm_parser *p = c->p;
    if (is_whole_array(p, &left)) {
        if (!cm_lexer_is(&p->lex, "{"))
            cm_fail(p->work, place, "`%s` is an array, expected one of its elements or %s={...}",
                    p->test->observed[left.observed].display,
                    p->test->observed[left.observed].display);
        return parse_elements(c, left);
    }
    cm_place at = p->lex.token.place;
    unsigned bits = float_bits(p, &left);
    bool is_constant = bits && !cm_parse_at_register(p) && !cm_lexer_is(&p->lex, "*") &&
                       !cm_lexer_is(&p->lex, "[");
    cm_operand right = is_constant ? constant(cm_parse_float(p, bits)) : parse_operand(c, false);
    if (!is_constant)
        check_floats(p, &left, &right, at);
    if (is_whole_array(p, &right))
        cm_fail(p->work, at, "`%s` is an array, expected one of its elements",
                p->test->observed[right.observed].display);
    return compare(p, left, right);
}

static cm_prop *parse_comparison(context *c)
{
    cm_parser *p = c->p;
    cm_lexer *lex = &p->lex;
    cm_place place = lex->token.place;
    cm_operand left = parse_operand(c, true);
    cm_prop_kind order;
    bool different = accept_different(lex), ordered = !different && accept_order(lex, &order);
    if (!different && !ordered && !cm_lexer_accept(lex, "=") && !cm_lexer_accept(lex, "=="))
        cm_lexer_lacks(lex, "`=`, `!=`, `<`, `<=`, `>` or `>=`");
    if (ordered && is_whole_array(p, &left))
        cm_fail(p->work, place, "`%s` is an array, expected one of its elements",
                p->test->observed[left.observed].display);
    cm_prop *prop = parse_right_side(c, left, place);
    if (ordered)
        prop->kind = order;
    if (different && prop->kind == CM_PROP_EQUAL && !prop->written)
        prop->kind = CM_PROP_DIFFERENT;
    else if (different)
        prop = new_prop(p, CM_PROP_NOT, prop, NULL);
    return prop;
}

/* ---- faults ---------------------------------------------------------- */

static int observe_fault(cm_parser *p, int thread, int reg, bool shown)
{
    const cm_fault *fault = p->test->threads[thread].registers[reg].fault;
    cm_observed item = {
        .kind = CM_OBSERVE_REGISTER, .thread = thread, .reg = reg, .location = -1, .element = -1};
    item.bits = 8;
    item.display = cm_arena_printf(p->work->arena, "Fault(%s)", fault->name);
    return observe(p, item, shown);
}

/* One of those that may happen has happened. */
static cm_prop *make_fault_prop(context *c, const cm_fault_atom *atom)
{
    cm_parser *p = c->p;
    const cm_thread *thread = &p->test->threads[atom->thread];
    size_t room = (size_t)thread->register_count + 1, count = 0;
    const cm_prop **all = CM_NEW_ARRAY(p->work->arena, room, const cm_prop *);
    all[0] = new_prop(p, CM_PROP_FALSE, NULL, NULL);
    for (int r = 0; r < thread->register_count; r++) {
        if (!cm_fault_matches(thread->registers[r].fault, atom))
            continue;
        cm_operand happened = {.observed = observe_fault(p, atom->thread, r, c->shown)};
        all[count++] = compare(p, happened, constant(1));
    }
    cm_prop *prop = CM_NEW(p->work->arena, cm_prop);
    *prop = *join(p, CM_PROP_OR, all, count ? count : 1);
    prop->written = cm_arena_printf(p->work->arena, "fault(%s)", atom->name);
    if (count == 1)
        p->comparisons[p->comparison_count - 1] = prop;
    return prop;
}

static const cm_prop *parse_fault(context *c)
{
    cm_parser *p = c->p;
    cm_test *test = p->test;
    cm_fault_atom atom = cm_parse_fault(p);
    const cm_prop *prop = make_fault_prop(c, &atom);
    if (!c->shown)
        return prop;
    CM_RESERVE(p->work->arena, test->asked_faults, test->asked_fault_count, p->fault_capacity);
    test->asked_faults[test->asked_fault_count++] = (cm_asked_fault){atom.name, prop};
    return prop;
}

/* `0:X2 int64_t;`: a register without a declared type has this one. */
static void parse_item_type(cm_parser *p, int item)
{
    cm_value_type type = cm_parse_type_name(p);
    const cm_observed *o = &p->test->observed[item];
    if (type.bytes == 0 || o->kind != CM_OBSERVE_REGISTER)
        return;
    cm_register *reg = &p->test->threads[o->thread].registers[o->reg];
    if (reg->typed)
        return;
    reg->typed = true;
    reg->bits = (uint8_t)(8 * type.bytes);
    reg->is_signed = type.is_signed;
    reg->is_float = type.is_float;
}

static void parse_locations(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    cm_lexer_expect(lex, "[");
    while (!cm_lexer_accept(lex, "]")) {
        if (cm_parse_at_fault(p))
            parse_fault(&(context){.p = p, .shown = true});
        else
            parse_item_type(p, parse_observed(p, true));
        if (!cm_lexer_accept(lex, ";") && !cm_lexer_is(lex, "]"))
            cm_lexer_lacks(lex, "`;` or `]`");
    }
}

/* Faults are shown whether or not somebody asks. */
static void observe_faults(cm_parser *p)
{
    for (int t = 0; t < p->test->thread_count; t++)
        for (int r = 0; r < p->test->threads[t].register_count; r++)
            if (p->test->threads[t].registers[r].fault)
                observe_fault(p, t, r, true);
    cm_sort_asked_faults(p);
}

/* ---- atoms and chains ------------------------------------------------- */

static const cm_prop *parse_prop(context *c);

/* Conjunctions and disjunctions are spelled as in C, too. `||` is no token: the cells of a row may
 * be empty. */
static bool accept_connective(cm_lexer *lex, bool is_or)
{
    const char *single = is_or ? "|" : "&";
    if (cm_lexer_accept(lex, is_or ? "\\/" : "/\\"))
        return true;
    cm_lexer ahead = *lex;
    uint32_t at = lex->token.place.offset;
    if (!cm_lexer_accept(&ahead, single) || !cm_lexer_is(&ahead, single) ||
        ahead.token.place.offset != at + 1)
        return false;
    cm_lexer_advance(&ahead);
    *lex = ahead;
    return true;
}

/* `&`, `and`, `|`, `or` and commas are those of other languages. */
static void blame_connective(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    bool both = cm_lexer_is(lex, "&") || cm_lexer_is(lex, "and") || cm_lexer_is(lex, ",") ||
                cm_lexer_is(lex, ";") || cm_lexer_is(lex, "/");
    bool either = cm_lexer_is(lex, "|") || cm_lexer_is(lex, "or");
    if (both || either)
        cm_lexer_fail(lex, "expected `/\\`, `\\/` or `)`, found %s, did you mean `%s`?",
                      cm_lexer_describe(lex), both ? "/\\" : "\\/");
}

static const cm_prop *parse_atom(context *c)
{
    cm_parser *p = c->p;
    cm_lexer *lex = &p->lex;
    const cm_prop *prop;
    if (++c->depth > MOST_DEPTH)
        cm_lexer_fail(lex, "the condition is nested too deeply, expected at most %d levels",
                      MOST_DEPTH);
    if (cm_lexer_accept(lex, "~") || cm_lexer_accept(lex, "not")) {
        prop = new_prop(p, CM_PROP_NOT, parse_atom(c), NULL);
    } else if (cm_lexer_accept(lex, "!")) { /* `!x == 1` would mean something else in C */
        if (!cm_lexer_is(lex, "("))
            cm_lexer_lacks(lex, "`(` after `!`");
        prop = new_prop(p, CM_PROP_NOT, parse_atom(c), NULL);
    } else if (cm_lexer_accept(lex, "(")) {
        prop = parse_prop(c);
        blame_connective(p);
        cm_lexer_expect(lex, ")");
    } else if (cm_lexer_accept(lex, "true")) {
        prop = new_prop(p, CM_PROP_TRUE, NULL, NULL);
    } else if (cm_lexer_accept(lex, "false")) {
        prop = new_prop(p, CM_PROP_FALSE, NULL, NULL);
    } else {
        prop = cm_parse_at_fault(p) ? parse_fault(c) : parse_comparison(c);
    }
    c->depth--;
    return prop;
}

static const cm_prop *parse_implication(context *c)
{
    cm_parser *p = c->p;
    const cm_prop *left = parse_atom(c);
    if (!cm_lexer_accept(&p->lex, "="))
        return left;
    cm_lexer_expect(&p->lex, ">");
    if (++c->depth > MOST_DEPTH)
        cm_lexer_fail(&p->lex, "the condition is nested too deeply, expected at most %d levels",
                      MOST_DEPTH);
    const cm_prop *right = parse_implication(c);
    c->depth--;
    return new_prop(p, CM_PROP_IMPLIES, left, right);
}

static const cm_prop *parse_chain(context *c, cm_prop_kind kind)
{
    cm_parser *p = c->p;
    bool is_or = kind == CM_PROP_OR;
    prop_list list = {NULL, 0, 0};
    do {
        const cm_prop *item = is_or ? parse_chain(c, CM_PROP_AND) : parse_implication(c);
        CM_PUSH(p->work->arena, list.items, list.count, list.capacity, item);
    } while (accept_connective(&p->lex, is_or));
    return join(p, kind, list.items, list.count);
}

static const cm_prop *parse_prop(context *c)
{
    return parse_chain(c, CM_PROP_OR);
}

static const cm_prop *parse_whole_prop(cm_parser *p, bool shown)
{
    context c = {.p = p, .shown = shown};
    return parse_prop(&c);
}

/* ---- the whole ------------------------------------------------------- */

/* States, one of which is asked for. */
static const cm_prop *parse_observed_states(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    context c = {.p = p, .shown = true};
    const cm_prop *any = NULL;
    do {
        const cm_prop *state = new_prop(p, CM_PROP_TRUE, NULL, NULL);
        while (!cm_lexer_is(lex, "and") && !cm_lexer_at_end(lex)) {
            const cm_prop *next = cm_parse_at_fault(p) ? parse_fault(&c) : parse_comparison(&c);
            state = state->kind == CM_PROP_TRUE ? next : new_prop(p, CM_PROP_AND, state, next);
            cm_lexer_expect(lex, ";");
        }
        any = any ? new_prop(p, CM_PROP_OR, any, state) : state;
    } while (cm_lexer_accept(lex, "and"));
    return any;
}

static bool parse_quantifier(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    bool negated = cm_lexer_accept(lex, "~") || cm_lexer_accept(lex, "not");
    if (negated && !cm_lexer_is(lex, "exists"))
        cm_lexer_lacks(lex, "`exists`");
    p->test->quantifier = negated ? CM_NOT_EXISTS : CM_EXISTS;
    if (cm_lexer_accept(lex, "exists") || cm_lexer_accept(lex, "final") || cm_lexer_is(lex, "("))
        return true;
    p->test->quantifier = CM_FORALL;
    return cm_lexer_accept(lex, "forall");
}

/* `exists` may stand before it; what `;` separates holds together, as in a state. */
static void parse_question(cm_parser *p)
{
    p->lex = cm_lexer_over(p->work, p->question, 0, (uint32_t)p->question->length, false);
    cm_lexer *lex = &p->lex;
    cm_lexer_accept(lex, "exists");
    p->test->quantifier = CM_EXISTS;
    p->test->condition = parse_whole_prop(p, true);
    while (cm_lexer_accept(lex, ";"))
        if (!cm_lexer_at_end(lex))
            p->test->condition =
                new_prop(p, CM_PROP_AND, p->test->condition, parse_whole_prop(p, true));
    if (!cm_lexer_at_end(lex))
        cm_lexer_lacks(lex, "the end of the outcome");
    p->has_question = true;
}

/* `with x86: forall; ...` of old tests: what other models are asked. */
static void skip_other_questions(cm_lexer *lex)
{
    if (!cm_lexer_accept(lex, "with"))
        return;
    while (lex->token.kind == CM_TOKEN_NAME) {
        cm_lexer_advance(lex);
        cm_lexer_expect(lex, ":");
        bool negated = cm_lexer_accept(lex, "~") || cm_lexer_accept(lex, "not");
        if (negated || !cm_lexer_accept(lex, "forall"))
            cm_lexer_expect(lex, "exists");
        cm_lexer_accept(lex, ";");
    }
}

/* Old tests end in notes for tools between << and >>: not part of the test. */
static bool at_notes(const cm_lexer *lex)
{
    return cm_lexer_is(lex, "<") && lex->next < lex->end && lex->source->text[lex->next] == '<';
}

void cm_parse_condition(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    p->program_locations = p->test->location_count;
    for (;;) {
        if (cm_lexer_accept(lex, "locations")) {
            parse_locations(p);
            p->has_question = true;
        } else if (cm_lexer_accept(lex, "filter")) {
            p->test->filter = parse_whole_prop(p, false);
        } else {
            break;
        }
    }
    if (p->question) {
        parse_question(p);
        observe_faults(p);
        cm_sort_observed(p);
        return;
    }
    bool states = cm_lexer_accept(lex, "observed") || cm_lexer_accept(lex, "Observed");
    bool quantified = !states && parse_quantifier(p);
    p->has_question = p->has_question || quantified || states;
    p->test->condition = states       ? parse_observed_states(p)
                         : quantified ? parse_whole_prop(p, true)
                                      : new_prop(p, CM_PROP_TRUE, NULL, NULL);
    while (cm_lexer_accept(lex, ";"))
        continue;
    skip_other_questions(lex);
    if (!cm_lexer_at_end(lex) && !at_notes(lex))
        cm_lexer_lacks(lex, "the end of the test");
    observe_faults(p);
    cm_sort_observed(p);
}
