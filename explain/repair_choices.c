/* Choices of forms: what includes what, and tables of them. See repair_parts.h. */
#include "explain/repair_parts.h"

#include <string.h>

/* ---- forms ----------------------------------------------------------------------- */

bool cm_form_is_step(const cm_site *site, int weak, int strong)
{
    for (int f = 0; f < site->count; f++)
        if (f != weak && f != strong && cm_form_below(site, weak, f) &&
            cm_form_below(site, f, strong))
            return false;
    return weak != strong && cm_form_below(site, weak, strong);
}

/* ---- choices --------------------------------------------------------------------- */

cm_program_choice cm_repair_strongest(const cm_repairing *r)
{
    cm_program_choice c = {{0}};
    for (int s = 0; s < r->site_count; s++)
        c.at[s] = (int8_t)r->sites[s].strongest;
    return c;
}

cm_program_choice cm_repair_weakest(const cm_repairing *r)
{
    (void)r;
    return (cm_program_choice){{0}};
}

cm_program_choice cm_repair_own(const cm_repairing *r)
{
    cm_program_choice c = {{0}};
    for (int s = 0; s < r->site_count; s++)
        c.at[s] = (int8_t)r->sites[s].self;
    return c;
}

bool cm_program_same(const cm_repairing *r, const cm_program_choice *a, const cm_program_choice *b)
{
    return memcmp(a->at, b->at, (size_t)r->site_count) == 0;
}

/* Inclusion is an order, so one form includes another if it includes all that this one does. */
void cm_repair_number_forms(cm_repairing *r)
{
    int forms = 0, bit = 0;
    for (int s = 0; s < r->site_count; s++)
        forms += r->sites[s].count;
    r->included_words = forms / 64 + 1;
    for (int s = 0; s < r->site_count; s++) {
        cm_site *site = &r->sites[s];
        site->included = CM_NEW_ARRAY(r->arena, (size_t)site->count, uint64_t *);
        for (int f = 0; f < site->count; f++) {
            site->included[f] = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
            for (int g = 0; g < site->count; g++)
                if (cm_form_below(site, g, f))
                    site->included[f][(bit + g) / 64] |= UINT64_C(1) << (bit + g) % 64;
        }
        bit += site->count;
        int best = 0;
        for (int i = 1; i < site->count; i++)
            if (cm_form_below(site, best, i))
                best = i;
        site->strongest = best;
    }
}

cm_included cm_program_included(const cm_repairing *r, const cm_program_choice *choice)
{
    uint64_t *words = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
    for (int s = 0; s < r->site_count; s++)
        for (int i = 0; i < r->included_words; i++)
            words[i] |= r->sites[s].included[(int)choice->at[s]][i];
    return (cm_included){words, r->included_words};
}

cm_included cm_region_included(const cm_repairing *r, const cm_region *region)
{
    uint64_t *words = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
    uint64_t *common = CM_NEW_ARRAY(r->arena, (size_t)r->included_words, uint64_t);
    for (int s = 0; s < r->site_count; s++) {
        memset(common, 0xff, (size_t)r->included_words * sizeof *common);
        for (int f = 0; f < r->sites[s].count; f++)
            for (int i = 0; region->may[s][f] && i < r->included_words; i++)
                common[i] &= r->sites[s].included[f][i];
        for (int i = 0; i < r->included_words; i++)
            words[i] |= common[i];
    }
    return (cm_included){words, r->included_words};
}

bool cm_included_below(const cm_included *weak, const cm_included *strong)
{
    for (int i = 0; i < weak->count; i++)
        if (weak->words[i] & ~strong->words[i])
            return false;
    return true;
}

bool cm_program_below(const cm_repairing *r, const cm_program_choice *weak,
                      const cm_program_choice *strong)
{
    for (int s = 0; s < r->site_count; s++)
        if (!cm_form_below(&r->sites[s], weak->at[s], strong->at[s]))
            return false;
    return true;
}

/* ---- tables ------------------------------------------------------------------------ */

/* FNV-1a. */
static size_t hash_of(const cm_repairing *r, const cm_program_choice *choice)
{
    uint64_t hash = 14695981039346656037u;
    for (int i = 0; i < r->site_count; i++)
        hash = (hash ^ (uint8_t)choice->at[i]) * 1099511628211u;
    return (size_t)(hash ^ hash >> 32);
}

static size_t slot_of(const cm_repairing *r, const cm_choice_table *t,
                      const cm_program_choice *choice)
{
    size_t i = hash_of(r, choice) & (t->slot_count - 1);
    while (t->slots[i] > 0 && !cm_program_same(r, &t->items[t->slots[i] - 1], choice))
        i = (i + 1) & (t->slot_count - 1);
    return i;
}

int cm_choice_table_find(const cm_repairing *r, const cm_choice_table *table,
                         const cm_program_choice *choice)
{
    return table->count == 0 ? -1 : table->slots[slot_of(r, table, choice)] - 1;
}

bool cm_choice_table_add(const cm_repairing *r, cm_choice_table *table,
                         const cm_program_choice *choice)
{
    if (2 * (size_t)table->count >= table->slot_count) {
        table->slot_count = table->slot_count ? 2 * table->slot_count : 256;
        table->slots = CM_NEW_ARRAY(r->arena, table->slot_count, int);
        for (int i = 0; i < table->count; i++)
            table->slots[slot_of(r, table, &table->items[i])] = i + 1;
    }
    size_t slot = slot_of(r, table, choice);
    if (table->slots[slot] > 0)
        return false;
    CM_RESERVE(r->arena, table->items, table->count, table->capacity);
    table->items[table->count++] = *choice;
    table->slots[slot] = table->count;
    return true;
}
