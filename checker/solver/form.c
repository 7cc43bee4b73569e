/* Boolean formulas: construction with simplification, evaluation. See form.h. */
#include "checker/solver/form.h"

#include "base/hash.h"

#include <stdlib.h>
#include <string.h>

enum { FLATTEN_LIMIT = 12, TICK_INTERVAL = 4096 };

void cm_form_init(cm_form *form, cm_arena *arena)
{
    *form = (cm_form){.arena = arena};
    form->table_size = 256;
    form->table = CM_NEW_ARRAY(arena, form->table_size, uint32_t);
    cm_form_reset(form);
}

static uint32_t new_node(cm_form *form, cm_form_kind kind)
{
    CM_RESERVE(form->arena, form->nodes, form->count, form->capacity);
    form->nodes[form->count] = (cm_form_node){.kind = (uint8_t)kind};
    if (form->tick && form->count % TICK_INTERVAL == 0)
        form->tick(form->tick_argument);
    return form->count++;
}

void cm_form_reset(cm_form *form)
{
    form->count = 0;
    form->child_count = 0;
    memset(form->table, 0, form->table_size * sizeof *form->table);
    new_node(form, CM_FORM_CONSTANT);
    new_node(form, CM_FORM_CONSTANT);
}

void cm_form_renew(cm_form *form, cm_arena *arena)
{
    if (form->table)
        cm_form_reset(form);
    else
        cm_form_init(form, arena);
}

cm_lit cm_form_variable(cm_form *form)
{
    return (cm_lit)new_node(form, CM_FORM_VARIABLE);
}

cm_lit cm_form_group(cm_form *form, uint32_t count)
{
    cm_lit first = (cm_lit)form->count;
    for (uint32_t i = 0; i < count; i++) {
        uint32_t node = new_node(form, CM_FORM_VARIABLE);
        form->nodes[node].group = first;
        form->nodes[node].count = count;
    }
    return first;
}

void cm_form_define(cm_form *form, cm_lit variable, cm_lit meaning)
{
    form->nodes[variable].definition = meaning;
}

void cm_lits_add(cm_arena *arena, cm_lits *lits, cm_lit literal)
{
    CM_PUSH(arena, lits->items, lits->count, lits->capacity, literal);
}

/* ---- construction ---------------------------------------------------- */

static const cm_form_node *node_of(const cm_form *form, cm_lit literal)
{
    return &form->nodes[literal < 0 ? -literal : literal];
}

static uint32_t hash_children(const cm_lit *literals, uint32_t count)
{
    uint64_t hash = CM_HASH_EMPTY;
    for (uint32_t i = 0; i < count; i++)
        hash = cm_hash_word(hash, (uint32_t)literals[i]);
    return cm_hash_fold(hash);
}

static void table_insert(cm_form *form, uint32_t node)
{
    uint32_t mask = form->table_size - 1, at = form->nodes[node].hash & mask;
    while (form->table[at])
        at = (at + 1) & mask;
    form->table[at] = node;
}

/* The AND node of these simplified children, at least two. */
static cm_lit find_or_make(cm_form *form, const cm_lit *literals, uint32_t count)
{
    uint32_t hash = hash_children(literals, count), mask = form->table_size - 1;
    for (uint32_t at = hash & mask; form->table[at]; at = (at + 1) & mask) {
        const cm_form_node *node = &form->nodes[form->table[at]];
        if (node->hash == hash && node->count == count &&
            memcmp(form->children + node->first, literals, count * sizeof *literals) == 0)
            return (cm_lit)form->table[at];
    }
    uint32_t made = new_node(form, CM_FORM_AND);
    while (form->child_count + count > form->child_capacity) {
        uint32_t more = form->child_capacity ? form->child_capacity * 2 : 1024;
        form->children = cm_arena_grow(form->arena, form->children, form->child_count, more,
                                       sizeof *form->children);
        form->child_capacity = more;
    }
    form->nodes[made].first = form->child_count;
    form->nodes[made].count = count;
    form->nodes[made].hash = hash;
    memcpy(form->children + form->child_count, literals, count * sizeof *literals);
    form->child_count += count;
    if (form->count * 2 > form->table_size) {
        form->table_size *= 4;
        form->table = CM_NEW_ARRAY(form->arena, form->table_size, uint32_t);
        for (uint32_t i = 2; i < form->count; i++)
            if (form->nodes[i].kind == CM_FORM_AND)
                table_insert(form, i);
    } else
        table_insert(form, made);
    return (cm_lit)made;
}

static cm_lit absolute(cm_lit literal)
{
    return literal < 0 ? -literal : literal;
}

static int by_node(const void *left, const void *right)
{
    cm_lit a = *(const cm_lit *)left, b = *(const cm_lit *)right;
    cm_lit x = absolute(a), y = absolute(b);
    if (x != y)
        return x < y ? -1 : 1;
    return (a > b) - (a < b);
}

static void sort_literals(cm_lit *literals, uint32_t count)
{
    if (count > 16) {
        qsort(literals, count, sizeof *literals, by_node);
        return;
    }
    for (uint32_t i = 1; i < count; i++) {
        cm_lit moved = literals[i];
        uint32_t j = i;
        for (; j > 0 && by_node(&literals[j - 1], &moved) > 0; j--)
            literals[j] = literals[j - 1];
        literals[j] = moved;
    }
}

static void scratch_reserve(cm_form *form, uint32_t count)
{
    if (count <= form->scratch_capacity)
        return;
    uint32_t more = count * 2 + 64;
    form->scratch = cm_arena_grow(form->arena, form->scratch, 0, more, sizeof *form->scratch);
    form->scratch_capacity = more;
}

/* Copies the children into the scratch buffer, with small conjunctions among
 * them opened; `sign` -1 negates each first. UINT32_MAX: the result is false. */
static uint32_t collect_children(cm_form *form, const cm_lit *literals, uint32_t count, cm_lit sign)
{
    uint32_t length = 0;
    scratch_reserve(form, count * (FLATTEN_LIMIT + 1));
    for (uint32_t i = 0; i < count; i++) {
        cm_lit literal = literals[i] * sign;
        if (literal == CM_FALSE)
            return UINT32_MAX;
        if (literal == CM_TRUE)
            continue;
        const cm_form_node *node = node_of(form, literal);
        if (literal > 0 && node->kind == CM_FORM_AND && node->count <= FLATTEN_LIMIT) {
            memcpy(form->scratch + length, form->children + node->first,
                   node->count * sizeof *literals);
            length += node->count;
        } else {
            form->scratch[length++] = literal;
        }
    }
    return length;
}

static int32_t group_of(const cm_form *form, cm_lit literal)
{
    const cm_form_node *node = node_of(form, literal);
    return node->kind == CM_FORM_VARIABLE ? node->group : 0;
}

/* What the variables of one group, at literals[0..count), amount to: false when
 * two are true or all are false; negative ones go when there is a positive one.
 * Gives how many stay, UINT32_MAX when false. */
static uint32_t simplify_group(const cm_form *form, cm_lit *literals, uint32_t count)
{
    cm_lit positive = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (literals[i] < 0)
            continue;
        if (positive)
            return UINT32_MAX;
        positive = literals[i];
    }
    if (positive) {
        for (uint32_t i = 0; i < count; i++)
            if (literals[i] == -positive)
                return UINT32_MAX;
        literals[0] = positive;
        return 1;
    }
    uint32_t size = node_of(form, literals[0])->count;
    if (count == size)
        return UINT32_MAX;
    if (count == size - 1) { /* all but one are false: that one is true */
        cm_lit sum = 0, first = group_of(form, literals[0]);
        for (uint32_t i = 0; i < size; i++)
            sum += first + (cm_lit)i;
        for (uint32_t i = 0; i < count; i++)
            sum += literals[i];
        literals[0] = sum;
        return 1;
    }
    return count;
}

/* Sorts, removes repetitions, applies the rules of groups. UINT32_MAX: false. */
static uint32_t simplify(cm_form *form, cm_lit *literals, uint32_t count)
{
    sort_literals(literals, count);
    uint32_t unique = 0;
    for (uint32_t i = 0; i < count; i++) {
        if (unique && literals[unique - 1] == literals[i])
            continue;
        if (unique && literals[unique - 1] == -literals[i])
            return UINT32_MAX;
        literals[unique++] = literals[i];
    }
    uint32_t kept = 0;
    for (uint32_t i = 0; i < unique;) {
        int32_t group = group_of(form, literals[i]);
        uint32_t end = i + 1;
        while (group && end < unique && group_of(form, literals[end]) == group)
            end++;
        uint32_t stay = group ? simplify_group(form, literals + i, end - i) : 1;
        if (stay == UINT32_MAX)
            return UINT32_MAX;
        memmove(literals + kept, literals + i, stay * sizeof *literals);
        kept += stay;
        i = end;
    }
    return kept;
}

static cm_lit conjunction(cm_form *form, const cm_lit *literals, uint32_t count, cm_lit sign)
{
    uint32_t length = collect_children(form, literals, count, sign);
    if (length != UINT32_MAX)
        length = simplify(form, form->scratch, length);
    if (length == UINT32_MAX)
        return CM_FALSE;
    if (length == 0)
        return CM_TRUE;
    if (length == 1)
        return form->scratch[0];
    return find_or_make(form, form->scratch, length);
}

cm_lit cm_form_and_all(cm_form *form, const cm_lit *literals, uint32_t count)
{
    return conjunction(form, literals, count, 1);
}

cm_lit cm_form_and(cm_form *form, cm_lit a, cm_lit b)
{
    if (a == CM_TRUE || a == b)
        return b;
    if (b == CM_TRUE)
        return a;
    if (a == CM_FALSE || b == CM_FALSE || a == -b)
        return CM_FALSE;
    return conjunction(form, (cm_lit[]){a, b}, 2, 1);
}

/* Literals of a conjunction (or of a single literal). */
static const cm_lit *factors(const cm_form *form, const cm_lit *literal, uint32_t *count)
{
    const cm_form_node *node = node_of(form, *literal);
    if (*literal > 0 && node->kind == CM_FORM_AND) {
        *count = node->count;
        return form->children + node->first;
    }
    *count = 1;
    return literal;
}

/* (p & x) | (p & -x) is p: the two ways out of a branch meet again. Gives the
 * index of x in a's factors, or -1 when the two are not of that form. */
static int64_t resolvent(const cm_lit *a, uint32_t a_count, const cm_lit *b, uint32_t b_count)
{
    if (a_count != b_count)
        return -1;
    int64_t pivot = -1;
    for (uint32_t i = 0; i < a_count; i++) {
        if (a[i] == b[i])
            continue;
        if (a[i] != -b[i] || pivot >= 0)
            return -1;
        pivot = i;
    }
    return pivot;
}

static bool subsumes(const cm_lit *small, uint32_t small_count, const cm_lit *large,
                     uint32_t large_count)
{
    uint32_t found = 0;
    for (uint32_t i = 0; i < large_count && found < small_count; i++)
        found += small[found] == large[i];
    return found == small_count;
}

static bool merge_pair(cm_form *form, cm_lit *a, cm_lit *b)
{
    uint32_t a_count, b_count;
    const cm_lit *x = factors(form, a, &a_count), *y = factors(form, b, &b_count);
    if (subsumes(x, a_count, y, b_count))
        return true;
    if (subsumes(y, b_count, x, a_count)) {
        *a = *b;
        return true;
    }
    int64_t pivot = resolvent(x, a_count, y, b_count);
    if (pivot < 0)
        return false;
    cm_lits rest = {0};
    for (uint32_t i = 0; i < a_count; i++)
        if (i != pivot)
            cm_lits_add(form->arena, &rest, x[i]);
    *a = cm_form_and_all(form, rest.items, rest.count);
    return true;
}

cm_lit cm_form_or(cm_form *form, cm_lit a, cm_lit b)
{
    if (a == CM_FALSE || a == b)
        return b;
    if (b == CM_FALSE)
        return a;
    if (a == CM_TRUE || b == CM_TRUE || a == -b)
        return CM_TRUE;
    if (merge_pair(form, &a, &b))
        return a;
    return -conjunction(form, (cm_lit[]){-a, -b}, 2, 1);
}

cm_lit cm_form_or_all(cm_form *form, const cm_lit *literals, uint32_t count)
{
    if (count == 2)
        return cm_form_or(form, literals[0], literals[1]);
    return -conjunction(form, literals, count, -1);
}

/* Is the literal among the factors, and those of these? Long conjunctions are of others. */
static bool has_factor(const cm_form *form, cm_lit of, cm_lit literal, int depth)
{
    uint32_t count;
    const cm_lit *x = factors(form, &of, &count);
    if (of == literal || literal == CM_TRUE)
        return true;
    for (uint32_t i = 0; i < count && depth > 0 && count > 1; i++)
        if (has_factor(form, x[i], literal, depth - 1))
            return true;
    return false;
}

bool cm_form_implies(const cm_form *form, cm_lit a, cm_lit b)
{
    enum { DEEPEST = 16 };
    if (a == b || b == CM_TRUE || a == CM_FALSE)
        return true;
    uint32_t a_count, b_count;
    const cm_lit *x = factors(form, &a, &a_count), *y = factors(form, &b, &b_count);
    if (subsumes(y, b_count, x, a_count))
        return true;
    bool all = a_count > 1;
    for (uint32_t i = 0; i < b_count && all; i++)
        all = has_factor(form, a, y[i], DEEPEST) || (b_count > 1 && cm_form_implies(form, a, y[i]));
    return all || (b_count > 1 && has_factor(form, a, b, DEEPEST));
}

/* ---- cycles of definitions ------------------------------------------- */

enum { NODE_NEW, NODE_OPEN, NODE_DONE };

/* A walk from definition to definition. */
typedef struct unwinder {
    cm_form *form;
    uint8_t *marks;  /* by node */
    uint32_t *stack; /* open nodes, outermost first; room for all nodes */
    uint32_t *next;  /* by place in the stack: child to look at next */
    uint32_t depth;
    uint32_t *broken; /* variables to be freed */
    uint32_t broken_count, broken_capacity;
} unwinder;

static void open_node(unwinder *u, uint32_t node)
{
    u->marks[node] = NODE_OPEN;
    u->stack[u->depth] = node;
    u->next[u->depth++] = 0;
}

static void walk_from(unwinder *u, uint32_t start)
{
    open_node(u, start);
    while (u->depth > 0) {
        const cm_form_node *node = &u->form->nodes[u->stack[u->depth - 1]];
        uint32_t child = u->next[u->depth - 1]++;
        /* Number of nodes that a node is made of; the child-th of them. */
        if (child == (node->kind == CM_FORM_AND ? node->count : node->definition != 0)) {
            u->marks[u->stack[--u->depth]] = NODE_DONE;
            continue;
        }
        uint32_t below = (uint32_t)absolute(
            node->kind == CM_FORM_AND ? u->form->children[node->first + child] : node->definition);
        if (u->marks[below] == NODE_NEW)
            open_node(u, below);
        else if (u->marks[below] == NODE_OPEN) {
            /* The innermost open variable lies on the cycle that was just closed: a
             * conjunction is made of older nodes only, so that every cycle passes a definition,
             * and what leads from the last one to here are conjunctions. */
            uint32_t at = u->depth;
            while (u->form->nodes[u->stack[at - 1]].kind != CM_FORM_VARIABLE)
                at--;
            uint32_t variable = u->stack[at - 1];
            if (u->broken_count > 0 && u->broken[u->broken_count - 1] == variable)
                continue;
            CM_PUSH(u->form->arena, u->broken, u->broken_count, u->broken_capacity, variable);
        }
    }
}

/* Frees a variable on every cycle that one walk closes; were there any? A walk
 * does not see cycles that cross what it has left, so there is another one. */
static bool unwind_once(unwinder *u, uint32_t count, cm_lits *asserts)
{
    cm_form *form = u->form;
    memset(u->marks, NODE_NEW, count);
    u->broken_count = 0;
    for (uint32_t i = 1; i < count; i++)
        if (form->nodes[i].definition && u->marks[i] == NODE_NEW)
            walk_from(u, i);
    for (uint32_t i = 0; i < u->broken_count; i++) {
        cm_lit variable = (cm_lit)u->broken[i], meaning = form->nodes[variable].definition;
        if (!meaning)
            continue;
        form->nodes[variable].definition = 0;
        cm_lits_add(form->arena, asserts, cm_form_or(form, -variable, meaning));
        cm_lits_add(form->arena, asserts, cm_form_or(form, variable, -meaning));
    }
    return u->broken_count > 0;
}

void cm_form_unwind(cm_form *form, cm_lits *asserts)
{
    uint32_t count = form->count; /* what the passes add has no definition */
    unwinder u = {.form = form,
                  .marks = CM_NEW_ARRAY(form->arena, count, uint8_t),
                  .stack = CM_NEW_ARRAY(form->arena, count, uint32_t),
                  .next = CM_NEW_ARRAY(form->arena, count, uint32_t)};
    while (unwind_once(&u, count, asserts))
        ;
}

/* ---- evaluation ------------------------------------------------------ */

enum { MEMO_UNKNOWN, MEMO_FALSE, MEMO_TRUE };

static bool and_value(const cm_form *form, const uint8_t *values, uint8_t *memo,
                      const cm_form_node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        if (!cm_form_value(form, values, memo, form->children[node->first + i]))
            return false;
    return true;
}

static bool node_value(const cm_form *form, const uint8_t *values, uint8_t *memo, uint32_t index)
{
    const cm_form_node *node = &form->nodes[index];
    if (node->kind == CM_FORM_CONSTANT)
        return true;
    if (memo[index] != MEMO_UNKNOWN)
        return memo[index] == MEMO_TRUE;
    bool value;
    if (node->kind == CM_FORM_AND)
        value = and_value(form, values, memo, node);
    else if (node->definition)
        value = cm_form_value(form, values, memo, node->definition);
    else
        value = values[index];
    memo[index] = value ? MEMO_TRUE : MEMO_FALSE;
    return value;
}

bool cm_form_value(const cm_form *form, const uint8_t *values, uint8_t *memo, cm_lit literal)
{
    return node_value(form, values, memo, (uint32_t)absolute(literal)) == (literal > 0);
}
