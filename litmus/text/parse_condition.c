/* What a test observes and asks: `locations [x; 0:r1;]`, `filter (...)`, and the
 * quantified proposition.
 *
 *     condition   = {"locations" "[" {item ";"} "]" | "filter" prop}
 *                   [("exists" | "~" "exists" | "not" "exists" | "forall") prop] [";"]
 *     prop        = disjunction ["=" ">" prop]            (implication)
 *     disjunction = conjunction {"\/" conjunction}
 *     conjunction = atom {"/\" atom}
 *     atom        = ("~" | "not") atom | "(" prop ")" | "true" | "false" | operand ("=" | "=="
 *                   | "!=") operand
 */
#include "litmus/text/parse.h"

#include "litmus/order.h"

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

static int parse_observed_register(cm_parser *p, bool shown)
{
    unsigned bits;
    const char *written;
    cm_observed item = {.kind = CM_OBSERVE_REGISTER, .location = -1, .element = -1};
    cm_place start = p->lex.token.place;
    item.reg = cm_parse_register(p, &item.thread, &bits, &written);
    CM_RESERVE(p->work->arena, p->mentions, p->mention_count, p->mention_capacity);
    p->mentions[p->mention_count++] =
        (cm_mention){cm_place_join(start, p->as.place), item.thread, item.reg, written};
    item.bits = (uint8_t)bits;
    const cm_thread *thread = &p->test->threads[item.thread];
    if (cm_isa_for(thread->arch)->shows_canonical)
        written = thread->registers[item.reg].name;
    item.display = cm_arena_printf(p->work->arena, "%d:%s", thread->id, written);
    return observe(p, item, shown);
}

/* `x`, `[x]`, `t[1]` or `[t[1]]`. */
static int parse_observed_location(cm_parser *p, bool shown)
{
    cm_lexer *lex = &p->lex;
    bool bracket = cm_lexer_accept(lex, "[");
    cm_place place = lex->token.place;
    const char *name = cm_lexer_name(lex, "a register or a location");
    cm_observed item = {
        .kind = CM_OBSERVE_LOCATION, .thread = -1, .reg = -1, .element = -1, .bits = 0};
    item.location = cm_parse_location(p, name, place);
    const cm_location *location = &p->test->locations[item.location];
    item.display = cm_arena_printf(p->work->arena, location->is_array ? "%s" : "[%s]", name);
    if (cm_lexer_is(lex, "[")) {
        item.element = (int)cm_parse_index(p, location);
        item.display = cm_arena_printf(p->work->arena, "%s[%d]", name, item.element);
    }
    if (bracket)
        cm_lexer_expect(lex, "]");
    return observe(p, item, shown);
}

static int parse_observed(cm_parser *p, bool shown)
{
    return cm_parse_at_register(p) ? parse_observed_register(p, shown)
                                   : parse_observed_location(p, shown);
}

static void parse_locations(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    cm_lexer_expect(lex, "[");
    while (!cm_lexer_accept(lex, "]")) {
        parse_observed(p, true);
        if (!cm_lexer_accept(lex, ";") && !cm_lexer_is(lex, "]"))
            cm_lexer_fail(lex, "expected `;` or `]`, found %s", cm_lexer_describe(lex));
    }
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

/* A bare name is the location's value on the left and its address on the right
 * (`0:X0=x`, `x=y`), as in herd. */
static cm_operand parse_operand(context *c, bool left)
{
    cm_parser *p = c->p;
    cm_label_value label;
    if (!left && cm_parse_label_value(p, &label))
        return constant(cm_resolve_label(p, &label));
    if (at_observed(p, left)) {
        cm_place place = p->lex.token.place;
        int index = parse_observed(p, c->shown);
        const cm_observed *item = &p->test->observed[index];
        bool location = item->kind == CM_OBSERVE_LOCATION;
        if (location && item->element < 0 && p->test->locations[item->location].is_array)
            cm_fail(p->work, place, "`%s` is an array, expected one of its elements",
                    item->display);
        return (cm_operand){.observed = index};
    }
    return constant(cm_parse_value(p));
}

static cm_prop *parse_comparison(context *c)
{
    cm_parser *p = c->p;
    cm_lexer *lex = &p->lex;
    cm_prop *prop = new_prop(p, CM_PROP_EQUAL, NULL, NULL);
    prop->left = parse_operand(c, true);
    if (cm_lexer_accept(lex, "!="))
        prop->kind = CM_PROP_DIFFERENT;
    else if (!cm_lexer_accept(lex, "=") && !cm_lexer_accept(lex, "=="))
        cm_lexer_fail(lex, "expected `=` or `!=`, found %s", cm_lexer_describe(lex));
    prop->right = parse_operand(c, false);
    CM_RESERVE(p->work->arena, p->comparisons, p->comparison_count, p->comparison_capacity);
    p->comparisons[p->comparison_count++] = prop;
    return prop;
}

static const cm_prop *parse_prop(context *c);

static const cm_prop *parse_atom(context *c)
{
    cm_parser *p = c->p;
    cm_lexer *lex = &p->lex;
    const cm_prop *prop;
    if (++c->depth > MOST_DEPTH)
        cm_lexer_fail(lex, "condition is nested too deeply, expected at most %d levels",
                      MOST_DEPTH);
    if (cm_lexer_accept(lex, "~") || cm_lexer_accept(lex, "not")) {
        prop = new_prop(p, CM_PROP_NOT, parse_atom(c), NULL);
    } else if (cm_lexer_accept(lex, "(")) {
        prop = parse_prop(c);
        cm_lexer_expect(lex, ")");
    } else if (cm_lexer_accept(lex, "true")) {
        prop = new_prop(p, CM_PROP_TRUE, NULL, NULL);
    } else if (cm_lexer_accept(lex, "false")) {
        prop = new_prop(p, CM_PROP_FALSE, NULL, NULL);
    } else {
        prop = parse_comparison(c);
    }
    c->depth--;
    return prop;
}

static const cm_prop *parse_chain(context *c, cm_prop_kind kind)
{
    cm_parser *p = c->p;
    bool is_or = kind == CM_PROP_OR;
    prop_list list = {NULL, 0, 0};
    do {
        const cm_prop *item = is_or ? parse_chain(c, CM_PROP_AND) : parse_atom(c);
        CM_RESERVE(p->work->arena, list.items, list.count, list.capacity);
        list.items[list.count++] = item;
    } while (cm_lexer_accept(&p->lex, is_or ? "\\/" : "/\\"));
    return join(p, kind, list.items, list.count);
}

static const cm_prop *parse_prop(context *c)
{
    cm_parser *p = c->p;
    const cm_prop *left = parse_chain(c, CM_PROP_OR);
    if (!cm_lexer_accept(&p->lex, "="))
        return left;
    cm_lexer_expect(&p->lex, ">");
    if (++c->depth > MOST_DEPTH)
        cm_lexer_fail(&p->lex, "condition is nested too deeply, expected at most %d levels",
                      MOST_DEPTH);
    const cm_prop *right = parse_prop(c);
    c->depth--;
    return new_prop(p, CM_PROP_OR, new_prop(p, CM_PROP_NOT, left, NULL), right);
}

static const cm_prop *parse_whole_prop(cm_parser *p, bool shown)
{
    context c = {.p = p, .shown = shown};
    return parse_prop(&c);
}

/* ---- order of what is observed --------------------------------------- */

typedef struct ranked {
    const cm_test *test;
    int index;
    bool shown;
} ranked;

static int compare_registers(const cm_test *test, const cm_observed *a, const cm_observed *b)
{
    const cm_thread *thread = &test->threads[a->thread];
    const char *x = thread->registers[a->reg].name, *y = thread->registers[b->reg].name;
    const cm_isa *isa = cm_isa_for(thread->arch);
    int order = isa->register_order ? isa->register_order(x) - isa->register_order(y) : 0;
    if (order == 0)
        order = cm_natural_compare(x, y);
    return order != 0 ? order : b->bits - a->bits;
}

/* Registers by thread then name, then locations by name. */
static int compare_observed(const cm_test *test, const cm_observed *a, const cm_observed *b)
{
    if (a->kind != b->kind)
        return a->kind == CM_OBSERVE_REGISTER ? -1 : 1;
    if (a->kind == CM_OBSERVE_REGISTER) {
        int x = test->threads[a->thread].id, y = test->threads[b->thread].id;
        return x != y ? x - y : compare_registers(test, a, b);
    }
    int order = strcmp(test->locations[a->location].name, test->locations[b->location].name);
    return order != 0 ? order : a->element - b->element;
}

static int compare_ranked(const void *a, const void *b)
{
    const ranked *x = a, *y = b;
    if (x->shown != y->shown)
        return x->shown ? -1 : 1;
    return compare_observed(x->test, &x->test->observed[x->index], &y->test->observed[y->index]);
}

/* Puts the shown items first, in herd's order, and renumbers. */
static void sort_observed(cm_parser *p)
{
    cm_test *test = p->test;
    size_t count = (size_t)test->observed_count;
    if (count == 0)
        return;
    ranked *order = CM_NEW_ARRAY(p->work->arena, count, ranked);
    for (size_t i = 0; i < count; i++)
        order[i] = (ranked){test, (int)i, p->shown[i]};
    qsort(order, count, sizeof *order, compare_ranked);
    cm_observed *sorted = CM_NEW_ARRAY(p->work->arena, count, cm_observed);
    int *new_index = CM_NEW_ARRAY(p->work->arena, count, int);
    for (size_t i = 0; i < count; i++) {
        sorted[i] = test->observed[order[i].index];
        new_index[order[i].index] = (int)i;
        test->shown_count += order[i].shown;
    }
    test->observed = sorted;
    for (int i = 0; i < p->comparison_count; i++) {
        cm_operand *sides[] = {&p->comparisons[i]->left, &p->comparisons[i]->right};
        for (int side = 0; side < 2; side++)
            if (sides[side]->observed >= 0)
                sides[side]->observed = new_index[sides[side]->observed];
    }
}

/* ---- the whole ------------------------------------------------------- */

static bool parse_quantifier(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    bool negated = cm_lexer_accept(lex, "~") || cm_lexer_accept(lex, "not");
    if (negated && !cm_lexer_is(lex, "exists"))
        cm_lexer_fail(lex, "expected `exists`, found %s", cm_lexer_describe(lex));
    p->test->quantifier = negated ? CM_NOT_EXISTS : CM_EXISTS;
    if (cm_lexer_accept(lex, "exists"))
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
        cm_lexer_fail(lex, "expected the end of the outcome, found %s", cm_lexer_describe(lex));
    p->has_question = true;
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
        sort_observed(p);
        return;
    }
    bool quantified = parse_quantifier(p);
    p->has_question = p->has_question || quantified;
    p->test->condition =
        quantified ? parse_whole_prop(p, true) : new_prop(p, CM_PROP_TRUE, NULL, NULL);
    while (cm_lexer_accept(lex, ";"))
        continue;
    if (!cm_lexer_at_end(lex) && !at_notes(lex))
        cm_lexer_fail(lex, "expected the end of the test, found %s", cm_lexer_describe(lex));
    sort_observed(p);
}
