/* Minimal programs that forbid the outcome, by implicit hitting sets. See repair.h. */
#include "explain/repair_parts.h"

/* ---- the cheapest that is undecided --------------------------------------------------- */

typedef struct node {
    cm_program_choice choice;
    cm_included included;
    double cost;
    int number; /* of equal cost the first one comes first */
    int hit;    /* of the programs that allow, so many of the first it is known not to be below */
} node;

typedef struct program {
    cm_program_choice choice;
    cm_included included;
} program;

typedef struct search {
    cm_repairing *r;
    cm_choice_table visited; /* are or were to be looked at */
    node **heap;             /* to be looked at; none before its parent, (i - 1) / 2 */
    int heap_count, heap_capacity;
    const int8_t **hitting[CM_MOST_SITES]; /* by the form it has, and one that allows */
    program *allowing, *found;
    int allowing_count, allowing_capacity, found_count, found_capacity;
} search;

enum { MOST_NODES = 1000000, NONE = -1 };

static bool above_found(const search *s, const cm_included *included)
{
    for (int i = 0; i < s->found_count; i++)
        if (cm_included_below(&s->found[i].included, included))
            return true;
    return false;
}

/* A program that allows and includes the choice. What hits a program, all above it do. */
static const cm_program_choice *not_hit(const search *s, node *n)
{
    while (n->hit < s->allowing_count &&
           !cm_included_below(&n->included, &s->allowing[n->hit].included))
        n->hit++;
    return n->hit < s->allowing_count ? &s->allowing[n->hit].choice : NULL;
}

static bool comes_before(const node *a, const node *b)
{
    return a->cost < b->cost || (a->cost == b->cost && a->number < b->number);
}

static void exchange_nodes(node **a, node **b)
{
    node *kept = *a;
    *a = *b;
    *b = kept;
}

/* One that comes again by other steps costs as much. */
static void push(search *s, const cm_program_choice *choice, double cost, int hit)
{
    if (!cm_choice_table_add(s->r, &s->visited, choice))
        return;
    CM_RESERVE(s->r->arena, s->heap, s->heap_count, s->heap_capacity);
    int i = s->heap_count++;
    s->heap[i] = CM_NEW(s->r->arena, node);
    *s->heap[i] = (node){*choice, cm_program_included(s->r, choice), cost, s->visited.count, hit};
    for (; i > 0 && comes_before(s->heap[i], s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        exchange_nodes(&s->heap[i], &s->heap[(i - 1) / 2]);
}

static const node *pop(search *s)
{
    const node *first = s->heap[0];
    s->heap[0] = s->heap[--s->heap_count];
    for (int i = 0, child = 1; child < s->heap_count; child = 2 * i + 1) {
        if (child + 1 < s->heap_count && comes_before(s->heap[child + 1], s->heap[child]))
            child++;
        if (!comes_before(s->heap[child], s->heap[i]))
            break;
        exchange_nodes(&s->heap[i], &s->heap[child]);
        i = child;
    }
    return first;
}

/* Does that form, above `now`, hit what `allowed` includes? */
static bool hits(const cm_site *site, int now, int allowed, int form)
{
    return form != now && cm_form_below(site, now, form) && !cm_form_below(site, form, allowed);
}

/* Is there a form that it includes, costs no more (they are by cost), and hits, too? What needs the
 * stronger one is reached from there. */
static bool hits_by_less(const cm_site *site, int now, int allowed, int form)
{
    for (int f = 0; f < form; f++)
        if (cm_form_below(site, f, form) && hits(site, now, allowed, f))
            return true;
    return false;
}

/* The least forms that hit, up to NONE. */
static const int8_t *find_hitting(search *s, int i, int now, int allowed)
{
    const cm_site *site = &s->r->sites[i];
    int8_t *forms = CM_NEW_ARRAY(s->r->arena, (size_t)site->count + 1, int8_t);
    int count = 0;
    for (int f = 0; f < site->count; f++)
        if (hits(site, now, allowed, f) && !hits_by_less(site, now, allowed, f))
            forms[count++] = (int8_t)f;
    forms[count] = NONE;
    return forms;
}

static const int8_t *hitting(search *s, int i, int now, int allowed)
{
    size_t count = (size_t)s->r->sites[i].count;
    if (!s->hitting[i])
        s->hitting[i] = CM_NEW_ARRAY(s->r->arena, count * count, const int8_t *);
    const int8_t **known = &s->hitting[i][(size_t)now * count + (size_t)allowed];
    if (!*known)
        *known = find_hitting(s, i, now, allowed);
    return *known;
}

/* What hits a program that allows has at some site a form that is not below that program's. */
static void push_hitting(search *s, const node *from, const cm_program_choice *allowing)
{
    for (int i = 0; i < s->r->site_count; i++) {
        const cm_strength *forms = s->r->sites[i].forms;
        int now = (unsigned char)from->choice.at[i];
        for (const int8_t *f = hitting(s, i, now, allowing->at[i]); *f != NONE; f++) {
            cm_program_choice next = from->choice;
            next.at[i] = *f;
            push(s, &next, from->cost + forms[*f].cost - forms[now].cost, from->hit + 1);
        }
    }
}

/* The cheapest choice that is below no program that allows and above no proposal, which stays
 * where it is; NULL: there is none. None is looked at twice: programs that allow and proposals are
 * added only. */
static const node *cheapest(search *s)
{
    while (s->heap_count > 0 && s->visited.count <= MOST_NODES) {
        const cm_program_choice *allowing = not_hit(s, s->heap[0]);
        bool above = above_found(s, &s->heap[0]->included);
        if (!allowing && !above)
            return s->heap[0];
        const node *first = pop(s);
        if (!above)
            push_hitting(s, first, allowing);
    }
    if (s->heap_count > 0)
        cm_repair_limit(s->r, "too many combinations of changes");
    return NULL;
}

/* ---- proposals --------------------------------------------------------------------------- */

/* Of one that is to allow: often the execution found last shows that it does. */
static bool forbids_after_all(cm_repairing *r, const cm_program_choice *choice)
{
    if (cm_repair_tried(r, choice) || !cm_repair_allows_again(r, choice))
        return cm_repair_forbids(r, choice);
    cm_repair_remember(r, choice, false);
    return false;
}

/* Where the model is not monotone something may still be left out. */
static cm_program_choice lower(cm_repairing *r, cm_program_choice choice)
{
    for (bool changed = true; changed && !r->limit;) {
        changed = false;
        for (int s = 0; s < r->site_count && !changed; s++)
            for (int f = 0; f < r->sites[s].count && !changed; f++) {
                cm_program_choice next = choice;
                next.at[s] = (int8_t)f;
                if (!cm_form_is_step(&r->sites[s], f, choice.at[s]) || !forbids_after_all(r, &next))
                    continue;
                r->result->monotone = false;
                choice = next;
                changed = true;
            }
    }
    return choice;
}

static void keep_forbidding(search *s, cm_program_choice choice)
{
    choice = lower(s->r, choice);
    cm_included included = cm_program_included(s->r, &choice);
    if (above_found(s, &included))
        return;
    CM_RESERVE(s->r->arena, s->found, s->found_count, s->found_capacity);
    s->found[s->found_count++] = (program){choice, included};
}

static void add_allowing(search *s, const cm_program_choice *choice)
{
    CM_RESERVE(s->r->arena, s->allowing, s->allowing_count, s->allowing_capacity);
    s->allowing[s->allowing_count++] = (program){*choice, cm_program_included(s->r, choice)};
}

/* known: one above it that does, too. */
static void keep_allowing(search *s, cm_program_choice choice, cm_program_choice known)
{
    cm_program_choice grown = cm_repair_grow(s->r, known);
    add_allowing(s, &grown);
    if (!cm_program_below(s->r, &choice, &grown)) /* of forms that do not include each other */
        add_allowing(s, &choice);
}

/* A program above that one, or that one, which allows the outcome. */
static bool find_above(cm_repairing *r, const cm_program_choice *choice, cm_program_choice *found)
{
    cm_region region = cm_region_new(r);
    for (int s = 0; s < r->site_count; s++)
        for (int f = 0; f < r->sites[s].count; f++)
            region.may[s][f] = cm_form_below(&r->sites[s], choice->at[s], f);
    return cm_repair_find_allowing(r, &region, found);
}

/* With the problem of all programs those above it are asked for, too: if one allows the outcome, it
 * most often does, and else none of them is to. */
static void look_at(search *s, cm_program_choice choice)
{
    cm_repairing *r = s->r;
    const cm_tried *tried = cm_repair_tried(r, &choice);
    cm_program_choice known = choice;
    bool asks = r->every && (!tried || tried->forbids);
    if (asks && !find_above(r, &choice, &known) && !tried && !r->limit)
        cm_repair_remember(r, &choice, true);
    bool forbids = !r->limit && forbids_after_all(r, &choice);
    if (r->limit)
        return;
    if (!forbids) {
        keep_allowing(s, choice, known);
        return;
    }
    if (!cm_repair_tried(r, &known)) /* the model is not monotone */
        cm_repair_remember(r, &known, false);
    keep_forbidding(s, choice);
}

static void search_all(search *s)
{
    cm_repairing *r = s->r;
    cm_program_choice start = cm_repair_weakest(r);
    push(s, &start, 0, 0);
    while (!cm_repair_is_over(r)) {
        const node *next = cheapest(s);
        if (!next)
            break;
        if (s->found_count == r->options.most) {
            cm_repair_limit(r, "no more were asked for");
            break;
        }
        look_at(s, next->choice);
    }
}

/* Is the model monotone on this test? Asked of programs with one change, which the search may have
 * passed by, too. */
static void look_for_exceptions(search *s)
{
    cm_repairing *r = s->r;
    for (int site = 0; site < r->site_count && !cm_repair_is_over(r); site++) {
        cm_program_choice one = cm_repair_weakest(r);
        one.at[site] = (int8_t)r->sites[site].strongest;
        cm_included included = cm_program_included(r, &one);
        if (forbids_after_all(r, &one) && !above_found(s, &included))
            keep_forbidding(s, one);
    }
}

/* Where nothing forbids the outcome, whether an interleaving of the threads shows it. */
static void ask_for_turns(search *s)
{
    cm_repairing *r = s->r;
    cm_program_choice all = cm_repair_strongest(r);
    if (r->every && s->found_count == 0 && !r->limit)
        r->turns = cm_repair_interleaves(r, &all) ? CM_TURNS_SHOW_IT : CM_NO_TURNS;
}

int cm_repair_search(cm_repairing *r, cm_program_choice **found)
{
    search s = {.r = r};
    cm_repair_open_every(r);
    r->unconfirmed = r->every != NULL;
    cm_repair_compare_own(r);
    search_all(&s);
    if (!r->options.cheapest)
        look_for_exceptions(&s);
    ask_for_turns(&s);
    cm_repair_close_every(r);
    *found = CM_NEW_ARRAY(r->arena, (size_t)s.found_count + 1, cm_program_choice);
    for (int i = 0; i < s.found_count; i++)
        (*found)[i] = s.found[i].choice;
    return s.found_count;
}
