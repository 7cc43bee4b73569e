/* Programs that allow the outcome, as strong as possible. See repair_parts.h. */
#include "explain/repair_parts.h"

/* ---- one program after the other ------------------------------------------------------ */

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

/* The strongest forms at as many sites from there on. */
static cm_program_choice with_strongest(const cm_repairing *r, const cm_program_choice *choice,
                                        int first, int count)
{
    cm_program_choice next = *choice;
    for (int s = first; s < first + count; s++)
        next.at[s] = (int8_t)r->sites[s].strongest;
    return next;
}

/* Without the problem of all programs. Many sites at once, as most may have their strongest form:
 * twice as many where that goes well, else half of them. */
static cm_program_choice grow_by_checks(cm_repairing *r, cm_program_choice choice)
{
    int s = 0, several = r->site_count;
    while (s < r->site_count && !r->limit) {
        int count = several < r->site_count - s ? several : r->site_count - s;
        cm_program_choice next = with_strongest(r, &choice, s, count);
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

/* ---- by the problem of all programs ----------------------------------------------------- */

/* What is looked at of a site: its strongest form, those next below it, or all that are as strong
 * as the one it has. */
typedef enum extent { STRONGEST, NEXT, ALL } extent;

typedef struct growth {
    cm_repairing *r;
    cm_program_choice choice; /* it allows the outcome */
    extent extents[CM_MOST_SITES];
    cm_region region;
} growth;

static bool is_looked_at(const growth *g, int s, int form)
{
    const cm_site *site = &g->r->sites[s];
    if (!cm_form_below(site, g->choice.at[s], form))
        return false;
    switch (g->extents[s]) {
    case STRONGEST:
        return form == site->strongest;
    case NEXT:
        return cm_form_is_step(site, form, site->strongest);
    default:
        return true;
    }
}

/* True when some form is looked at. */
static bool look_at(growth *g, int s, extent to)
{
    bool any = false;
    g->extents[s] = to;
    for (int f = 0; f < g->r->sites[s].count; f++)
        any |= g->region.may[s][f] = is_looked_at(g, s, f);
    return any;
}

static void look_at_least(growth *g, int s, extent to)
{
    while (!look_at(g, s, to))
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

/* After no as an answer for their strongest forms: whatever the other sites have, these forbid the
 * outcome. */
static void remember_needed(const growth *g, const bool needed[])
{
    cm_program_choice choice = cm_repair_weakest(g->r);
    for (int s = 0; s < g->r->site_count; s++) {
        if (!needed[s])
            continue;
        if (g->extents[s] != STRONGEST)
            return;
        choice.at[s] = (int8_t)g->r->sites[s].strongest;
    }
    if (!cm_repair_tried(g->r, &choice))
        cm_repair_remember(g->r, &choice, true);
}

/* After no as an answer: a site to look at more of. */
static int site_of_needed(const growth *g)
{
    bool needed[CM_MOST_SITES];
    for (int s = 0; s < g->r->site_count; s++)
        needed[s] = cm_choosing_needs(g->r->every, s);
    remember_needed(g, needed);
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
        look_at_least(g, s, g->extents[s] + 1);
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
    growth g = {.r = r, .choice = choice};
    g.region = cm_region_new(g.r);
    for (int s = 0; s < g.r->site_count; s++)
        look_at_least(&g, s, STRONGEST);
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

cm_program_choice cm_repair_grow(cm_repairing *r, cm_program_choice choice)
{
    return r->every ? grow_by_regions(r, choice) : grow_by_checks(r, choice);
}
