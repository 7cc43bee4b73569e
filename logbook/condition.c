/* Conditions of logs: see condition.h. */
#include "logbook/condition.h"

#include <string.h>

enum { MOST_DEPTH = 200 };

typedef enum node_kind { TRUTH, NOT, AND, OR, IMPLIES, HAS, SAME } node_kind;

typedef struct node {
    node_kind kind;
    bool truth;
    const struct node *a, *b;
    const cm_state *left, *right; /* HAS: the items of left; SAME: two places, one item each */
} node;

struct cm_logbook_condition {
    cm_logbook_kind kind;
    const node *prop;
};

typedef struct reader {
    cm_arena *arena;
    const char *at;
    const char *why; /* set: what follows does not count */
    int depth;
} reader;

/* ---- words ---------------------------------------------------------------- */

static void skip_blanks(reader *r)
{
    r->at += strspn(r->at, " \t\r\n");
}

static bool is_word_character(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
}

/* A sign, or a word that ends there. */
static bool accept(reader *r, const char *word)
{
    skip_blanks(r);
    size_t length = strlen(word);
    if (strncmp(r->at, word, length) != 0)
        return false;
    if (is_word_character(*word) && is_word_character(r->at[length]))
        return false;
    r->at += length;
    return true;
}

static const node *expect(reader *r, const char *expected)
{
    static const node nothing = {.kind = TRUTH};
    skip_blanks(r);
    if (!r->why)
        r->why = cm_arena_printf(r->arena, "expected %s, found %s%.20s%s", expected,
                                 *r->at ? "`" : "the end", r->at, *r->at ? "`" : "");
    return &nothing;
}

static node *make(reader *r, node_kind kind, const node *a, const node *b)
{
    node *made = CM_NEW(r->arena, node);
    *made = (node){.kind = kind, .a = a, .b = b};
    return made;
}

/* ---- atoms ------------------------------------------------------------------- */

/* The text up to one of these characters, or `length` of it, outside of brackets. */
static size_t span(const char *text, const char *ends)
{
    size_t length = 0;
    for (int depth = 0; text[length]; length++) {
        char c = text[length];
        if (depth == 0 && strchr(ends, c))
            break;
        depth += (c == '{' || c == '[') - (c == '}' || c == ']');
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return length;
}

static const cm_state *read_item(reader *r, const char *text)
{
    const char *why = NULL;
    const cm_state *state = cm_state_read(r->arena, text, strlen(text), &why);
    if (!state || state->count != 1)
        expect(r, "a location and its value");
    return state;
}

/* `0:X0` or `[x]` on the right, with its value left open. */
static bool is_place(const char *text)
{
    size_t digits = strspn(text, "0123456789");
    return text[0] == '[' || (digits > 0 && text[digits] == ':');
}

static const node *read_fault(reader *r)
{
    size_t length = strcspn(r->at, ")");
    if (!r->at[length])
        return expect(r, "`)` of the fault");
    const char *text = cm_arena_printf(r->arena, "Fault%.*s);", (int)length, r->at);
    r->at += length + 1;
    node *has = make(r, HAS, NULL, NULL);
    has->left = read_item(r, text);
    return has;
}

static const node *read_comparison(reader *r)
{
    skip_blanks(r);
    size_t length = span(r->at, "=!<~/\\()");
    const char *left = cm_arena_text(r->arena, r->at, length);
    r->at += length;
    bool different = accept(r, "!=") || accept(r, "<>");
    if (length == 0 || (!different && !accept(r, "==") && !accept(r, "=")))
        return expect(r, length == 0 ? "a location" : "`=`, `!=` or `<>`");
    skip_blanks(r);
    length = span(r->at, "=~/\\()");
    const char *right = cm_arena_text(r->arena, r->at, length);
    if (length == 0)
        return expect(r, "a value");
    r->at += length;
    bool same = is_place(right);
    node *made = make(r, same ? SAME : HAS, NULL, NULL);
    made->left = read_item(r, cm_arena_printf(r->arena, "%s=%s;", left, same ? "0" : right));
    if (same)
        made->right = read_item(r, cm_arena_printf(r->arena, "%s=0;", right));
    return different ? make(r, NOT, made, NULL) : made;
}

/* ---- propositions ------------------------------------------------------------- */

static const node *read_or(reader *r);

static const node *read_atom(reader *r)
{
    const node *made;
    if (r->why || ++r->depth > MOST_DEPTH)
        return expect(r, "a condition that is nested less deeply");
    if (accept(r, "~") || accept(r, "not")) {
        made = make(r, NOT, read_atom(r), NULL);
    } else if (accept(r, "(")) {
        made = read_or(r);
        if (!accept(r, ")"))
            expect(r, "`)`");
    } else if (accept(r, "true") || accept(r, "false")) {
        node *truth = make(r, TRUTH, NULL, NULL);
        truth->truth = r->at[-1] == 'e' && r->at[-2] == 'u';
        made = truth;
    } else {
        made = accept(r, "fault") || accept(r, "Fault") ? read_fault(r) : read_comparison(r);
    }
    r->depth--;
    return made;
}

static const node *read_implication(reader *r)
{
    const node *left = read_atom(r);
    if (r->why || !accept(r, "=>"))
        return left;
    r->depth++;
    const node *right =
        r->depth > MOST_DEPTH ? expect(r, "fewer implications") : read_implication(r);
    r->depth--;
    return make(r, IMPLIES, left, right);
}

static const node *read_and(reader *r)
{
    const node *all = read_implication(r);
    while (!r->why && accept(r, "/\\"))
        all = make(r, AND, all, read_implication(r));
    return all;
}

static const node *read_or(reader *r)
{
    const node *any = read_and(r);
    while (!r->why && accept(r, "\\/"))
        any = make(r, OR, any, read_and(r));
    return any;
}

static cm_logbook_kind read_quantifier(reader *r)
{
    const char *start = r->at;
    bool negated = accept(r, "~") || accept(r, "not");
    if (accept(r, "exists"))
        return negated ? CM_KIND_FORBID : CM_KIND_ALLOW;
    r->at = start;
    if (accept(r, "forall"))
        return CM_KIND_REQUIRE;
    accept(r, "final");
    return CM_KIND_ALLOW;
}

const cm_logbook_condition *cm_logbook_condition_read(cm_arena *arena, const char *text,
                                                      const char **why)
{
    reader r = {.arena = arena, .at = text};
    cm_logbook_condition *condition = CM_NEW(arena, cm_logbook_condition);
    condition->kind = read_quantifier(&r);
    condition->prop = read_or(&r);
    skip_blanks(&r);
    if (*r.at)
        expect(&r, "`/\\`, `\\/` or the end");
    *why = r.why;
    return r.why ? NULL : condition;
}

cm_logbook_kind cm_logbook_condition_kind(const cm_logbook_condition *condition)
{
    return condition->kind;
}

/* ---- looking up ------------------------------------------------------------------ */

static const cm_state_item *find_item(const cm_state *state, const cm_state_item *like)
{
    for (size_t i = 0; i < state->count; i++) {
        const cm_state_item *item = &state->items[i];
        if (item->kind == like->kind && item->thread == like->thread &&
            item->is_element == like->is_element && item->element == like->element &&
            strcmp(item->name, like->name) == 0)
            return item;
    }
    return NULL;
}

static bool holds(const node *n, const cm_state *state)
{
    switch (n->kind) {
    case TRUTH:
        return n->truth;
    case NOT:
        return !holds(n->a, state);
    case AND:
        return holds(n->a, state) && holds(n->b, state);
    case OR:
        return holds(n->a, state) || holds(n->b, state);
    case IMPLIES:
        return !holds(n->a, state) || holds(n->b, state);
    case SAME: {
        const cm_state_item *a = find_item(state, n->left->items);
        const cm_state_item *b = find_item(state, n->right->items);
        if (!a || !b || a->count != 1 || b->count != 1)
            return false;
        const cm_scalar *x = a->values, *y = b->values;
        if (x->text || y->text)
            return x->text && y->text && strcmp(x->text, y->text) == 0;
        return x->magnitude == y->magnitude && x->negative == y->negative;
    }
    case HAS:
        break;
    }
    return cm_state_includes(state, n->left);
}

bool cm_logbook_condition_holds(const cm_logbook_condition *condition, const cm_state *state)
{
    return holds(condition->prop, state);
}
