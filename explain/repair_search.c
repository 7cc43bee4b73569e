/* Minimal programs that forbid the outcome, by implicit hitting sets; and programs that allow it,
 * made as strong as possible: at no one site they allow a stronger form, unless a limit was
 * reached. See repair.h. */
#include "explain/repair_parts.h"

/* ---- as strong as possible, one program after the other -------------------------------- */

/* Some form at that site, its strongest being too much: of those that still allow the outcome the
 * dearest, which no other of them includes. */
static void grow_site(cm_repairing *r, cm_program_choice *choice, int s)
{
    const cm_site *site = &r->sites[s];
    for (int f = site->count; f-- > 0 && !r->limit;) {
        if (f == choice->at[s] || !cm_form_below(site, choice->at[s], f))
            continue;
        cm_program_choice next = *choice;
        next.at[s] = (int8_t)f;
        if (cm_repair_must_forbid(r, &next))
            continue;
        *choice = next;
        return;
    }
}

/* Without the problem of all programs. Many sites at once, as most may have their strongest form:
 * twice as many where that goes well, else half of them. */
static cm_program_choice grow_by_checks(cm_repairing *r, cm_program_choice choice)
{
    int s = 0, several = r->site_count;
    while (s < r->site_count && !r->limit) {
        int count = several < r->site_count - s ? several : r->site_count - s;
        cm_program_choice next = choice;
        for (int i = s; i < s + count; i++)
            next.at[i] = (int8_t)r->sites[i].strongest;
        if (cm_program_same(r, &next, &choice) || !cm_repair_must_forbid(r, &next)) {
            choice = next;
            s += count;
            several = 2 * count;
        } else if (count > 1) {
            several = count / 2;
        } else {
            grow_site(r, &choice, s++);
        }
    }
    return choice;
}

/* ---- the same by the problem of all programs
 * ----------------------------------------------------- */

/* What is looked at of a site: its strongest form, those next below it, or all that are as strong
 * as the one it has. */
typedef enum extent { STRONGEST, NEXT, ALL } extent;

typedef struct growth {
    cm_repairing *r;
    cm_program_choice choice; /* it allows the outcome */
    extent extents[CM_MOST_SITES];
    cm_region region;
} growth;

/* True when some form is looked at. */
static bool open_site(growth *g, int s, extent to)
{
    const cm_site *site = &g->r->sites[s];
    bool any = false;
    g->extents[s] = to;
    for (int f = 0; f < site->count; f++) {
        bool within = to == STRONGEST ? f == site->strongest
                                      : to == ALL || cm_form_is_step(site, f, site->strongest);
        any |= g->region.may[s][f] = within && cm_form_below(site, g->choice.at[s], f);
    }
    return any;
}

static void open_least(growth *g, int s, extent to)
{
    while (!open_site(g, s, to))
        to++;
}

/* The last of these sites at which more is to be looked at; -1: none. */
static int site_to_open(const growth *g, const bool of[])
{
    int s = g->r->site_count - 1;
    while (s >= 0 &&
           !(of[s] && g->extents[s] != ALL && g->choice.at[s] != g->r->sites[s].strongest))
        s--;
    return s;
}

/* A site to look at more of, for a program is known to forbid that all of these include. */
static int site_of_known(const growth *g)
{
    int found = -1;
    cm_included included = cm_region_included(g->r, &g->region);
    for (int i = 0; found < 0 && i < g->r->tried_count; i++) {
        const cm_tried *t = &g->r->tried[i];
        bool stronger[CM_MOST_SITES];
        if (!t->forbids || !cm_included_below(&t->included, &included))
            continue;
        for (int s = 0; s < g->r->site_count; s++)
            stronger[s] = !cm_form_below(&g->r->sites[s], t->choice.at[s], g->choice.at[s]);
        found = site_to_open(g, stronger);
    }
    return found;
}

/* After no as an answer: a site to look at more of. Where those that mattered have their strongest
 * forms, these forbid the outcome, whatever the other sites have. */
static int site_of_needed(const growth *g)
{
    cm_repairing *r = g->r;
    bool needed[CM_MOST_SITES], strongest = true;
    cm_program_choice choice = cm_repair_weakest;
    for (int s = 0; s < r->site_count; s++) {
        needed[s] = cm_choosing_needs(r->every, s);
        strongest &= !needed[s] || g->extents[s] == STRONGEST;
        if (needed[s])
            choice.at[s] = (int8_t)r->sites[s].strongest;
    }
    if (strongest && !cm_repair_tried(r, &choice))
        cm_repair_remember(r, &choice, true);
    return site_to_open(g, needed);
}

/* A program of the region that allows. There is one as soon as all is looked at. */
static bool find_in_region(growth *g)
{
    cm_repairing *r = g->r;
    while (!cm_repair_is_over(r)) {
        int s = site_of_known(g);
        if (s < 0 && cm_repair_find_allowing(r, &g->region, &g->choice))
            return true;
        if (r->limit)
            return false;
        if (s < 0)
            s = site_of_needed(g);
        if (s < 0)
            return false;
        open_least(g, s, g->extents[s] + 1);
    }
    return false;
}

/* Forms above that of the site, the others as they are, that are not known to forbid; true when
 * there are any. */
static bool look_above(growth *g, int site)
{
    cm_repairing *r = g->r;
    bool any = false;
    for (int s = 0; s < r->site_count; s++)
        for (int f = 0; f < r->sites[s].count; f++)
            g->region.may[s][f] = s != site && f == g->choice.at[s];
    for (int f = 0; f < r->sites[site].count; f++) {
        cm_program_choice next = g->choice;
        next.at[site] = (int8_t)f;
        if (f == g->choice.at[site] || !cm_form_below(&r->sites[site], g->choice.at[site], f))
            continue;
        const cm_tried *known = cm_repair_decided(r, &next);
        any |= g->region.may[site][f] = !known || !known->forbids;
    }
    return any;
}

static cm_program_choice grow_by_regions(cm_repairing *r, cm_program_choice choice)
{
    growth g = {.r = r, .choice = choice, .region = cm_region_new(r)};
    for (int s = 0; s < r->site_count; s++)
        open_least(&g, s, STRONGEST);
    if (!find_in_region(&g))
        return choice;
    for (int s = 0; s < r->site_count; s++)
        while (g.extents[s] != STRONGEST && look_above(&g, s) && !cm_repair_is_over(r) &&
               cm_repair_find_allowing(r, &g.region, &g.choice))
            continue;
    if (!r->limit && !cm_repair_tried(r, &g.choice))
        cm_repair_remember(r, &g.choice, false);
    return g.choice;
}

/* ---- the cheapest that is undecided --------------------------------------------------- */

typedef struct node {
    cm_program_choice choice;
    cm_included included;
    double cost;
    int number; /* of equal cost the first one comes first */
    int hit;    /* of the programs that allow, so many of the first it is known not to be below */
} node;

typedef struct search {
    cm_repairing *r;
    cm_choice_table visited; /* are or were to be looked at */
    node **heap;             /* to be looked at; none before its parent, (i - 1) / 2 */
    int heap_count, heap_capacity;
    const int8_t **hitting[CM_MOST_SITES]; /* by the form it has, and one that allows */
    cm_tried *allowing, *found;
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

static void pop(search *s)
{
    s->heap[0] = s->heap[--s->heap_count];
    for (int i = 0, child = 1; child < s->heap_count; child = 2 * i + 1) {
        if (child + 1 < s->heap_count && comes_before(s->heap[child + 1], s->heap[child]))
            child++;
        if (!comes_before(s->heap[child], s->heap[i]))
            break;
        exchange_nodes(&s->heap[i], &s->heap[child]);
        i = child;
    }
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
static const int8_t *hitting(search *s, int i, int now, int allowed)
{
    const cm_site *site = &s->r->sites[i];
    size_t count = (size_t)site->count;
    if (!s->hitting[i])
        s->hitting[i] = CM_NEW_ARRAY(s->r->arena, count * count, const int8_t *);
    const int8_t **known = &s->hitting[i][(size_t)now * count + (size_t)allowed];
    if (*known)
        return *known;
    int8_t *forms = CM_NEW_ARRAY(s->r->arena, count + 1, int8_t);
    int found = 0;
    for (int f = 0; f < site->count; f++)
        if (hits(site, now, allowed, f) && !hits_by_less(site, now, allowed, f))
            forms[found++] = (int8_t)f;
    forms[found] = NONE;
    return *known = forms;
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
        node *n = s->heap[0];
        /* What hits a program that allows, all above it do. */
        while (n->hit < s->allowing_count &&
               !cm_included_below(&n->included, &s->allowing[n->hit].included))
            n->hit++;
        bool above = above_found(s, &n->included);
        if (n->hit == s->allowing_count && !above)
            return n;
        pop(s);
        if (!above)
            push_hitting(s, n, &s->allowing[n->hit].choice);
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
    s->found[s->found_count++] = (cm_tried){choice, included, true};
}

static void add_allowing(search *s, const cm_program_choice *choice)
{
    CM_PUSH(s->r->arena, s->allowing, s->allowing_count, s->allowing_capacity,
            (cm_tried){*choice, cm_program_included(s->r, choice), false});
}

/* With the problem of all programs those above it are asked for, too: if one allows the outcome, it
 * most often does, and else none of them is to. */
static void look_at(search *s, cm_program_choice choice)
{
    cm_repairing *r = s->r;
    const cm_tried *tried = cm_repair_tried(r, &choice);
    cm_program_choice known = choice;
    if (r->every && (!tried || tried->forbids)) {
        cm_region above = cm_region_new(r);
        for (int i = 0; i < r->site_count; i++)
            for (int f = 0; f < r->sites[i].count; f++)
                above.may[i][f] = cm_form_below(&r->sites[i], choice.at[i], f);
        if (!cm_repair_find_allowing(r, &above, &known) && !tried && !r->limit)
            cm_repair_remember(r, &choice, true);
    }
    bool forbids = !r->limit && forbids_after_all(r, &choice);
    if (r->limit)
        return;
    if (!forbids) {
        cm_program_choice grown = r->every ? grow_by_regions(r, known) : grow_by_checks(r, known);
        add_allowing(s, &grown);
        if (!cm_program_below(r, &choice, &grown)) /* of forms that do not include each other */
            add_allowing(s, &choice);
        return;
    }
    if (!cm_repair_tried(r, &known)) /* the model is not monotone */
        cm_repair_remember(r, &known, false);
    keep_forbidding(s, choice);
}

/* Is the model monotone on this test? Asked of programs with one change, which the search may have
 * passed by, too. */
static void look_for_exceptions(search *s)
{
    cm_repairing *r = s->r;
    for (int site = 0; site < r->site_count && !cm_repair_is_over(r); site++) {
        cm_program_choice one = cm_repair_weakest;
        one.at[site] = (int8_t)r->sites[site].strongest;
        cm_included included = cm_program_included(r, &one);
        if (forbids_after_all(r, &one) && !above_found(s, &included))
            keep_forbidding(s, one);
    }
}

int cm_repair_search(cm_repairing *r, cm_program_choice **found)
{
    search s = {.r = r};
    cm_repair_open_every(r);
    r->unconfirmed = r->every != NULL;
    cm_repair_compare_own(r);
    push(&s, &cm_repair_weakest, 0, 0);
    for (const node *next; !cm_repair_is_over(r) && (next = cheapest(&s));) {
        if (s.found_count == r->options.most)
            cm_repair_limit(r, "no more were asked for");
        else
            look_at(&s, next->choice);
    }
    if (!r->options.cheapest)
        look_for_exceptions(&s);
    /* Where nothing forbids the outcome, whether an interleaving of the threads shows it. */
    if (r->every && s.found_count == 0 && !r->limit)
        r->turns = cm_repair_interleaves(r) ? CM_TURNS_SHOW_IT : CM_NO_TURNS;
    cm_repair_close_every(r);
    *found = CM_NEW_ARRAY(r->arena, (size_t)s.found_count + 1, cm_program_choice);
    for (int i = 0; i < s.found_count; i++)
        (*found)[i] = s.found[i].choice;
    return s.found_count;
}
