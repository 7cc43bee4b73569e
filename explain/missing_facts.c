/* What an axiom lacks on the execution with events that might be: facts, with no more of them than
 * it takes. See missing.h. */
#include "explain/missing.h"

#include <string.h>

/* ---- facts ---------------------------------------------------------------------------- */

/* A fence may be two kinds of events: one that orders, and one that reads what it names. */
const cm_tag_choice *cm_fact_choice(const cm_nearing *g, const cm_fact *fact, const char *tag)
{
    if (fact->kind != CM_FACT_FENCE)
        return cm_nearing_choice(g, fact->event, tag, g->x->events[fact->event].kind);
    const cm_tag_choice *choice = cm_nearing_choice(g, fact->event, tag, 'F');
    return choice ? choice : cm_nearing_choice(g, fact->event, tag, 'f');
}

void cm_fact_add_tag(const cm_nearing *g, cm_fact *fact, const char *tag)
{
    const char **tags = CM_NEW_ARRAY(g->e->arena, (size_t)fact->tag_count + 1, const char *);
    for (int i = 0; i < fact->tag_count; i++)
        tags[i] = fact->tags[i];
    tags[fact->tag_count++] = tag;
    fact->tags = tags;
}

/* The next stronger choice of that group than the rank, of events like the fact's; NULL: there is
 * none. */
const cm_tag_choice *cm_fact_choice_above(const cm_nearing *g, const cm_fact *fact,
                                          const char *group, int rank)
{
    char kind = fact->kind == CM_FACT_FENCE ? 'F' : g->x->events[fact->event].kind;
    const cm_tag_choice *best = NULL, *c = cm_nearing_choices(g, fact->event);
    for (; c->tag; c++)
        if (strchr(c->kinds, kind) && strcmp(c->group, group) == 0 && c->rank > rank &&
            (!best || c->rank < best->rank) && cm_nearing_knows_tag(g, fact->event, c->tag))
            best = c;
    return best;
}

/* Of two tags of a group the stronger one is kept; of two that are none, what is stronger. */
static void join_tag(const cm_nearing *g, cm_fact *fact, const char *tag)
{
    const cm_tag_choice *added = cm_fact_choice(g, fact, tag);
    for (int i = 0; i < fact->tag_count; i++) {
        const cm_tag_choice *old = cm_fact_choice(g, fact, fact->tags[i]);
        if (strcmp(fact->tags[i], tag) == 0)
            return;
        if (!added || !old || strcmp(old->group, added->group) != 0)
            continue;
        const cm_tag_choice *both = cm_fact_choice_above(g, fact, old->group, old->rank);
        if (added->rank > old->rank)
            fact->tags[i] = tag;
        else if (added->rank == old->rank && both)
            fact->tags[i] = both->tag;
        return;
    }
    cm_fact_add_tag(g, fact, tag);
}

/* Definitions on the way down to the fact, innermost first, and the other event of the innermost
 * pair. False: the fact is not below. */
static bool find_within(cm_arena *arena, const cm_why *why, const cm_why *fact, int depth,
                        const cm_model_name ***names, int *count, uint32_t *other)
{
    bool here = why == fact;
    for (int i = 0; i < why->count && !here && depth < 200; i++)
        here = find_within(arena, why->parts[i], fact, depth + 1, names, count, other);
    if (here && *other == fact->from)
        *other = why->from == fact->from ? why->to : why->from;
    if (here && why->name) {
        *names = cm_arena_grow(arena, *names, (size_t)*count, (size_t)*count + 1, sizeof **names);
        (*names)[(*count)++] = why->name;
    }
    return here;
}

static cm_fact fact_of(const cm_nearing *g, const cm_why *missing)
{
    const cm_node *node = &g->e->model->nodes[missing->node];
    const cm_base *base = g->e->model->bases[node->index];
    cm_fact fact = {.event = missing->from, .object = missing->from, .next = missing->to};
    if (!node->is_set) {
        fact.kind = CM_FACT_DEPENDENCY;
    } else if (g->ghosts[missing->from]) {
        fact.kind = CM_FACT_FENCE;
        fact.event = g->after[missing->from];
        fact.next = fact.event + 1;
        fact.object = g->object[missing->from];
    } else {
        fact.kind = CM_FACT_TAG;
    }
    if (!base->events)
        cm_fact_add_tag(g, &fact, base->name);
    return fact;
}

/* All tags of one event, of one fence, are one fact. */
static bool join_fact(const cm_nearing *g, cm_lacks *list, const cm_fact *fact)
{
    for (int i = 0; i < list->count; i++) {
        cm_fact *old = &list->items[i];
        if (fact->kind != old->kind || fact->event != old->event || fact->object != old->object)
            continue;
        if (fact->kind == CM_FACT_DEPENDENCY) {
            if (fact->next == old->next && strcmp(fact->tags[0], old->tags[0]) == 0)
                return true;
            continue;
        }
        for (int k = 0; k < fact->tag_count; k++)
            join_tag(g, old, fact->tags[k]);
        return true;
    }
    return false;
}

static void add_fact(const cm_nearing *g, cm_lacks *list, const cm_why *root, const cm_why *missing)
{
    cm_fact fact = fact_of(g, missing);
    CM_RESERVE(g->e->arena, list->sources, list->source_count, list->source_capacity);
    list->sources[list->source_count++] = (cm_lack_source){root, missing};
    if (join_fact(g, list, &fact))
        return;
    CM_PUSH(g->e->arena, list->items, list->count, list->capacity, fact);
}

/* Where the fact is lacking: the place that says the first of its tags that any place says; where
 * none does, a place of the same events. */
static const cm_lack_source *source_of(const cm_nearing *g, const cm_lacks *list,
                                       const cm_fact *fact)
{
    for (int k = 0; k <= fact->tag_count; k++)
        for (int i = 0; i < list->source_count; i++) {
            cm_fact lacking = fact_of(g, list->sources[i].missing);
            bool says = k == fact->tag_count ||
                        (lacking.tag_count > 0 && strcmp(lacking.tags[0], fact->tags[k]) == 0);
            if (says && lacking.kind == fact->kind && lacking.event == fact->event &&
                lacking.object == fact->object && lacking.next == fact->next)
                return &list->sources[i];
        }
    return &list->sources[0];
}

bool cm_fact_same_tags(const cm_fact *a, const cm_fact *b)
{
    if (a->kind != b->kind || a->tag_count != b->tag_count)
        return false;
    for (int i = 0; i < a->tag_count; i++)
        if (strcmp(a->tags[i], b->tags[i]) != 0)
            return false;
    return true;
}

bool cm_fact_same(const cm_fact *a, const cm_fact *b)
{
    return a->event == b->event && a->object == b->object && a->next == b->next &&
           cm_fact_same_tags(a, b);
}

/* ---- fences as there are instructions for --------------------------------------------- */

/* What the fact says of that group, or NULL. */
static const cm_tag_choice *choice_of(const cm_nearing *g, const cm_fact *fact, const char *group)
{
    for (int i = 0; i < fact->tag_count; i++) {
        const cm_tag_choice *choice = cm_fact_choice(g, fact, fact->tags[i]);
        if (choice && strcmp(choice->group, group) == 0)
            return choice;
    }
    return NULL;
}

/* False: the instruction set has no such fence. Where its effect needs no scope, the fence has the
 * narrowest one. */
static bool complete_fences(const cm_nearing *g, cm_lacks *list)
{
    for (int i = 0; i < list->count; i++) {
        cm_fact *fact = &list->items[i];
        if (fact->kind != CM_FACT_FENCE)
            continue;
        const cm_tag_choice *kind = choice_of(g, fact, "fence");
        if (!kind || (fact->object != fact->event && !choice_of(g, fact, "way")))
            return false;
        const cm_tag_choice *narrowest = cm_fact_choice_above(g, fact, "scope", -1);
        if (kind->scoped && narrowest && !choice_of(g, fact, "scope"))
            cm_fact_add_tag(g, fact, narrowest->tag);
    }
    return true;
}

/* ---- no more than it takes ------------------------------------------------------------- */

void cm_lacks_drop_needless(const cm_nearing *g, cm_lacks *list, int constraint)
{
    for (int i = list->count - 1; i >= 0 && list->count > 1; i--) {
        cm_fact left = list->items[i];
        list->items[i] = list->items[list->count - 1];
        list->count--;
        bool needless = cm_nearing_suffice(g, list->items, list->count, constraint);
        list->items[list->count++] = list->items[i];
        list->items[i] = left;
        if (!needless)
            continue;
        for (int k = i; k + 1 < list->count; k++)
            list->items[k] = list->items[k + 1];
        list->count--;
    }
}

/* The weakest tag of its group that does, in place of the fact's. */
static void weaken_tag(const cm_nearing *g, cm_lacks *list, cm_fact *fact, int tag, int constraint)
{
    const char *given = fact->tags[tag];
    const cm_tag_choice *own = cm_fact_choice(g, fact, given);
    char kind = fact->kind == CM_FACT_FENCE ? 'F' : g->x->events[fact->event].kind;
    for (int rank = 0; own && rank < own->rank; rank++)
        for (const cm_tag_choice *c = cm_nearing_choices(g, fact->event); c->tag; c++) {
            if (!strchr(c->kinds, kind) || c->rank != rank || strcmp(c->group, own->group) != 0 ||
                !cm_nearing_knows_tag(g, fact->event, c->tag))
                continue;
            fact->tags[tag] = c->tag;
            if (cm_nearing_suffice(g, list->items, list->count, constraint))
                return;
            fact->tags[tag] = given;
        }
}

/* Facts with which the axiom fails, or the flag is not raised, with no more of them than it takes;
 * false: these do not do. */
static bool settle(const cm_nearing *g, cm_lacks *list, int constraint)
{
    if (list->count == 0 || !complete_fences(g, list) ||
        !cm_nearing_suffice(g, list->items, list->count, constraint))
        return false;
    cm_lacks_drop_needless(g, list, constraint);
    for (int i = 0; i < list->count; i++)
        for (int k = 0; list->items[i].kind != CM_FACT_DEPENDENCY && k < list->items[i].tag_count;
             k++)
            weaken_tag(g, list, &list->items[i], k, constraint);
    for (int i = 0; i < list->count; i++) { /* what lacks them */
        cm_fact *fact = &list->items[i];
        const cm_lack_source *from = source_of(g, list, fact);
        const cm_model_name **names = NULL;
        uint32_t other = from->missing->from;
        find_within(g->e->arena, from->root, from->missing, 0, &names, &fact->within_count, &other);
        fact->other = cm_nearing_neighbour(g, other);
        fact->within = names;
    }
    return true;
}

static void add_facts(const cm_nearing *g, cm_lacks *list, const cm_why *why)
{
    const cm_why **missing;
    int count = cm_why_missing(g->e->arena, why, &missing);
    for (int i = 0; i < count; i++)
        add_fact(g, list, why, missing[i]);
}

bool cm_lacks_find(const cm_nearing *g, cm_deriver *d, int constraint, cm_violation *violation,
                   cm_lacks *list)
{
    if (!cm_why_violated(d, constraint, violation) || violation->nothing)
        return false;
    for (int i = 0; i < violation->count; i++)
        add_facts(g, list, violation->steps[i]);
    return settle(g, list, constraint);
}

/* ---- flags ---------------------------------------------------------------------------------- */

typedef struct excusing {
    const cm_nearing *g;
    cm_deriver *d;
    cm_flagged *raised;
    cm_lacks *found;
    int count, most;
} excusing;

/* Is a term of that kind an order, rather than what two events are by themselves? */
static bool is_order(cm_node_op op)
{
    return op == CM_NODE_SEQ || op == CM_NODE_PLUS || op == CM_NODE_FIX || op == CM_NODE_INVERSE ||
           op == CM_NODE_OPT || op == CM_NODE_FREE;
}

/* What the pair lacks to be in the term; each operand of a union is a way of its own. */
static void find_excuse(excusing *x, int term, uint32_t from, uint32_t to)
{
    const cm_node *node = &x->g->e->model->nodes[term];
    if (node->op == CM_NODE_UNION) {
        find_excuse(x, node->a, from, to);
        find_excuse(x, node->b, from, to);
        return;
    }
    bool pair = from == x->raised->violation.from && to == x->raised->violation.to;
    x->raised->of_order |= pair && is_order(node->op);
    const cm_why *why = x->count < x->most ? cm_why_of(x->d, term, from, to) : NULL;
    cm_lacks list = {0};
    if (why)
        add_facts(x->g, &list, why);
    if (why && settle(x->g, &list, x->raised->violation.constraint))
        x->found[x->count++] = list;
}

/* Where the derivation has `r \ s`, the pair is not in s. */
static void find_excuses(excusing *x, const cm_why *why)
{
    const cm_node *node = &x->g->e->model->nodes[why->node];
    if (node->op == CM_NODE_DIFF)
        find_excuse(x, node->b, why->from, why->to);
    for (int i = 0; i < why->count; i++)
        find_excuses(x, why->parts[i]);
}

int cm_lacks_of_flag(const cm_nearing *g, cm_deriver *d, cm_flagged *raised, cm_lacks *found,
                     int most)
{
    excusing x = {.g = g, .d = d, .raised = raised, .found = found, .most = most};
    const cm_violation *v = &raised->violation;
    const cm_why *why = cm_why_of(d, g->e->model->constraints[v->constraint].node, v->from, v->to);
    if (why)
        find_excuses(&x, why);
    return x.count;
}
