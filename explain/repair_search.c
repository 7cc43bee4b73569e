/* Minimal programs that forbid the outcome, by implicit hitting sets. See repair.h. */
#include "explain/repair_parts.h"

/* ---- the cheapest that is undecided --------------------------------------------------- */

/* Choices that are or were to be looked at. */
typedef struct visits {
    cm_program_choice *slots;
    bool *taken;
    size_t count, capacity; /* a power of two, or 0 */
} visits;

typedef struct node {
    cm_program_choice choice;
    double cost;
    size_t number; /* of equal cost the first one comes first */
    int hit; /* of the programs that allow, so many of the first it is known not to be below */
} node;

typedef struct search {
    cm_repairing *r;
    visits visits;
    node *heap; /* to be looked at; none before its parent, (i - 1) / 2 */
    int heap_count, heap_capacity;
    cm_program_choice *allowing, *found;
    int allowing_count, allowing_capacity, found_count, found_capacity;
} search;

enum { MOST_NODES = 1000000 };

static bool above_found(const search *s, const cm_program_choice *choice)
{
    for (int i = 0; i < s->found_count; i++)
        if (cm_program_below(s->r, &s->found[i], choice))
            return true;
    return false;
}

/* A program that allows and includes the choice. What hits a program, all above it do. */
static const cm_program_choice *not_hit(const search *s, node *n)
{
    while (n->hit < s->allowing_count && !cm_program_below(s->r, &n->choice, &s->allowing[n->hit]))
        n->hit++;
    return n->hit < s->allowing_count ? &s->allowing[n->hit] : NULL;
}

/* FNV-1a. */
static size_t hash_of(const search *s, const cm_program_choice *choice)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < s->r->site_count; i++)
        hash = (hash ^ (uint8_t)choice->at[i]) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

static size_t slot_of(const search *s, const cm_program_choice *choice)
{
    const visits *v = &s->visits;
    size_t i = hash_of(s, choice) & (v->capacity - 1);
    while (v->taken[i] && !cm_program_same(s->r, &v->slots[i], choice))
        i = (i + 1) & (v->capacity - 1);
    return i;
}

static void more_visits(search *s)
{
    visits old = s->visits;
    size_t capacity = old.capacity ? 2 * old.capacity : 256;
    s->visits = (visits){CM_NEW_ARRAY(s->r->arena, capacity, cm_program_choice),
                         CM_NEW_ARRAY(s->r->arena, capacity, bool), old.count, capacity};
    for (size_t i = 0; i < old.capacity; i++)
        if (old.taken[i]) {
            size_t to = slot_of(s, &old.slots[i]);
            s->visits.slots[to] = old.slots[i];
            s->visits.taken[to] = true;
        }
}

/* Was it there before? Now it is. One that comes again by other steps costs as much. */
static bool visited(search *s, const cm_program_choice *choice)
{
    if (2 * s->visits.count >= s->visits.capacity)
        more_visits(s);
    size_t slot = slot_of(s, choice);
    if (s->visits.taken[slot])
        return true;
    s->visits.slots[slot] = *choice;
    s->visits.taken[slot] = true;
    s->visits.count++;
    return false;
}

static bool comes_before(const node *a, const node *b)
{
    return a->cost < b->cost || (a->cost == b->cost && a->number < b->number);
}

static void exchange(node *a, node *b)
{
    node kept = *a;
    *a = *b;
    *b = kept;
}

static void push(search *s, const cm_program_choice *choice, double cost, int hit)
{
    if (visited(s, choice))
        return;
    CM_RESERVE(s->r->arena, s->heap, s->heap_count, s->heap_capacity);
    int i = s->heap_count++;
    s->heap[i] = (node){*choice, cost, s->visits.count, hit};
    for (; i > 0 && comes_before(&s->heap[i], &s->heap[(i - 1) / 2]); i = (i - 1) / 2)
        exchange(&s->heap[i], &s->heap[(i - 1) / 2]);
}

static node pop(search *s)
{
    node first = s->heap[0];
    s->heap[0] = s->heap[--s->heap_count];
    for (int i = 0, child = 1; child < s->heap_count; child = 2 * i + 1) {
        if (child + 1 < s->heap_count && comes_before(&s->heap[child + 1], &s->heap[child]))
            child++;
        if (!comes_before(&s->heap[child], &s->heap[i]))
            break;
        exchange(&s->heap[i], &s->heap[child]);
        i = child;
    }
    return first;
}

/* What hits a program that allows has at some site a form that is not below that program's. */
static void push_hitting(search *s, const node *from, const cm_program_choice *allowing)
{
    for (int i = 0; i < s->r->site_count; i++) {
        const cm_site *site = &s->r->sites[i];
        int now = (unsigned char)from->choice.at[i];
        for (int f = 0; f < site->count; f++) {
            if (f == now || cm_form_below(site, f, allowing->at[i]) || !cm_form_below(site, now, f))
                continue;
            cm_program_choice next = from->choice;
            next.at[i] = (int8_t)f;
            push(s, &next, from->cost + site->forms[f].cost - site->forms[now].cost, from->hit + 1);
        }
    }
}

/* The cheapest choice that is below no program that allows and above no proposal, which stays
 * where it is; NULL: there is none. None is looked at twice: programs that allow and proposals are
 * added only. */
static const node *cheapest(search *s)
{
    while (s->heap_count > 0 && s->visits.count <= MOST_NODES) {
        const cm_program_choice *allowing = not_hit(s, &s->heap[0]);
        bool above = above_found(s, &s->heap[0].choice);
        if (!allowing && !above)
            return &s->heap[0];
        node first = pop(s);
        if (!above)
            push_hitting(s, &first, allowing);
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

static void keep(search *s, cm_program_choice choice)
{
    choice = lower(s->r, choice);
    if (above_found(s, &choice))
        return;
    CM_RESERVE(s->r->arena, s->found, s->found_count, s->found_capacity);
    s->found[s->found_count++] = choice;
}

static void add_allowing(search *s, const cm_program_choice *choice)
{
    CM_RESERVE(s->r->arena, s->allowing, s->allowing_count, s->allowing_capacity);
    s->allowing[s->allowing_count++] = *choice;
}

static void keep_allowing(search *s, cm_program_choice choice)
{
    cm_program_choice grown = cm_repair_grow(s->r, choice);
    add_allowing(s, &grown);
    if (!cm_program_below(s->r, &choice, &grown)) /* of forms that do not include each other */
        add_allowing(s, &choice);
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
        cm_program_choice best = next->choice;
        if (cm_repair_forbids(r, &best))
            keep(s, best);
        else if (!r->limit)
            keep_allowing(s, best);
    }
}

/* The programs above a proposal, of which none is to allow the outcome. */
static void look_above(cm_repairing *r, const cm_program_choice *proposal)
{
    cm_region region = cm_region_new(r);
    cm_program_choice found = {{0}};
    for (int s = 0; s < r->site_count; s++)
        for (int f = 0; f < r->sites[s].count; f++)
            region.may[s][f] = cm_form_below(&r->sites[s], proposal->at[s], f);
    if (cm_repair_find_allowing(r, &region, &found) && !cm_repair_tried(r, &found))
        cm_repair_remember(r, &found, false);
}

/* Is the model monotone on this test? Asked of all programs above
 * proposals, and of those with one change, which the search may have passed by. */
static void look_for_exceptions(search *s)
{
    cm_repairing *r = s->r;
    for (int i = 0; r->every && i < s->found_count && !cm_repair_is_over(r); i++)
        look_above(r, &s->found[i]);
    for (int site = 0; site < r->site_count && !cm_repair_is_over(r); site++) {
        cm_program_choice one = cm_repair_weakest(r);
        one.at[site] = (int8_t)cm_form_strongest(&r->sites[site]);
        if (forbids_after_all(r, &one) && !above_found(s, &one))
            keep(s, one);
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
    *found = s.found;
    return s.found_count;
}
