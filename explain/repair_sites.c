/* What of a test may be changed, and what changes cost. See repair_parts.h. */
#include "explain/repair_parts.h"

#include <stdlib.h>
#include <string.h>

/* ---- instructions ---------------------------------------------------------------- */

typedef struct role {
    bool access, fence, barrier, jump;
} role;

static role role_of(const cm_thread *thread, int instruction)
{
    role is = {false, false, false, false};
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        if (s->instruction != instruction)
            continue;
        is.access |= s->kind == CM_STEP_LOAD || s->kind == CM_STEP_STORE;
        is.fence |= s->kind == CM_STEP_FENCE && !s->tells;
        is.barrier |= s->kind == CM_STEP_BARRIER;
        is.jump |= s->kind == CM_STEP_BRANCH;
    }
    return is;
}

/* Is its address written by the test? One that is not known may be. */
static bool is_written(const cm_test *test, const cm_step *read)
{
    uint64_t offset;
    int location =
        read->addr->op == CM_OP_CONST ? cm_test_locate(test, read->addr->imm, &offset) : -1;
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++) {
            const cm_step *s = &test->threads[t].steps[i];
            if (s->kind != CM_STEP_STORE)
                continue;
            if (location < 0 || s->addr->op != CM_OP_CONST ||
                cm_test_locate(test, s->addr->imm, &offset) == location)
                return true;
        }
    return false;
}

/* Does the instruction read a tensor map that the test writes? */
static bool reads_new_map(const cm_test *test, const cm_thread *thread, int instruction)
{
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        if (s->instruction == instruction && s->kind == CM_STEP_LOAD && s->proxy == CM_TENSORMAP &&
            is_written(test, s))
            return true;
    }
    return false;
}

static bool has_steps_of(const cm_test *test, cm_proxy proxy)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].step_count; i++)
            if (test->threads[t].steps[i].proxy == proxy)
                return true;
    return false;
}

/* Is that proxy one of the test's? */
static bool uses_proxy(const cm_test *test, const char *proxy)
{
    if (strcmp(proxy, "async") == 0)
        return has_steps_of(test, CM_ASYNCHRONOUS);
    if (strcmp(proxy, "tensormap") == 0)
        return has_steps_of(test, CM_TENSORMAP);
    static const char *const words[] = {
        [CM_TEXTURE] = "texture", [CM_SURFACE] = "surface", [CM_CONSTANT] = "constant"};
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *l = &test->locations[i];
        bool alias = l->proxy == CM_GENERIC && l->alias_of >= 0;
        if (alias ? !strcmp(proxy, "alias")
                  : l->proxy != CM_GENERIC && !strcmp(proxy, words[l->proxy]))
            return true;
    }
    return false;
}

/* ---- costs ------------------------------------------------------------------------- */

static double listed_cost(const cm_repairing *r, const cm_strength *form)
{
    const cm_costs *costs = r->options.costs;
    for (int i = 0; costs && i < costs->count; i++)
        if (strcmp(costs->items[i].name, form->name) == 0)
            return costs->items[i].cost;
    return form->cost;
}

static bool is_stronger(const cm_strength *a, const cm_strength *b)
{
    return cm_strength_includes(a, b) && !cm_strength_includes(b, a);
}

/* What includes a form costs more than it, whatever the table says: else nobody would
 * choose it. Forms with few bits are settled first. */
static void settle_costs(const cm_repairing *r, cm_strength *forms, int count)
{
    for (int i = 0; i < count; i++)
        forms[i].cost = listed_cost(r, &forms[i]);
    for (int round = 0; round < count; round++)
        for (int i = 0; i < count; i++)
            for (int k = 0; k < count; k++)
                if (is_stronger(&forms[i], &forms[k]) && forms[i].cost <= forms[k].cost)
                    forms[i].cost = forms[k].cost + 0.125;
}

static int by_cost(const void *a, const void *b)
{
    const cm_strength *x = a, *y = b;
    return x->cost != y->cost ? (x->cost < y->cost ? -1 : 1) : strcmp(x->name, y->name);
}

/* ---- sites --------------------------------------------------------------------------- */

/* Of the kinds that were asked for: an order at the scope there is, a scope of the order
 * there is. What has no scope gets any with an order. */
static bool is_asked(const cm_repairing *r, const cm_strength *form, const cm_strength *self,
                     bool fence)
{
    unsigned only = r->options.only ? r->options.only : CM_REPAIR_FORMS;
    if (form == self)
        return true;
    bool order = form->order != self->order, scope = form->scope != self->scope;
    if (fence && (!form->order || !self->order))
        return only & CM_REPAIR_FENCES;
    bool had_scope = self->scope && form->scope;
    if (fence)
        return (only & CM_REPAIR_FENCES) ||
               (order ? (only & CM_REPAIR_ORDERS) && (!scope || only & CM_REPAIR_SCOPES)
                      : (only & CM_REPAIR_SCOPES) != 0);
    return (!order || only & CM_REPAIR_ORDERS) && (!scope || !had_scope || only & CM_REPAIR_SCOPES);
}

static bool is_eligible(const cm_repairing *r, const cm_site *site, const cm_strength *form,
                        const cm_strength *self, bool fence)
{
    if (!is_asked(r, form, self, fence))
        return false;
    if (form == self)
        return true;
    if (r->options.weaken ? !is_stronger(self, form) : !is_stronger(form, self))
        return false;
    if (site->inserted)
        return true;
    return form->text[0] || r->options.weaken;
}

/* Is it an instruction there, as the parser sees it? */
static bool assembles(cm_repairing *r, const cm_site *site, const cm_strength *form)
{
    cm_site only = *site;
    only.forms = form;
    only.count = 1;
    cm_site *sites = r->sites;
    int count = r->site_count;
    r->sites = &only;
    r->site_count = 1;
    cm_program_choice first = {{0}};
    cm_arena_reset(r->scratch, 0);
    cm_work work;
    cm_work_init(&work, r->scratch);
    bool is = cm_repair_read(&work, cm_repair_write(r, r->scratch, &first)) != NULL;
    r->sites = sites;
    r->site_count = count;
    return is;
}

static void add_site(cm_repairing *r, cm_site site, const cm_strengths *all, const char *proxy,
                     bool fence)
{
    cm_strength *kept = CM_NEW_ARRAY(r->arena, (size_t)all->count + 1, cm_strength);
    if (all->self < 0 || all->count > INT8_MAX)
        return;
    const cm_strength *self = &all->items[all->self];
    int count = 0;
    for (int i = 0; i < all->count; i++) {
        const cm_strength *f = &all->items[i];
        bool of_proxy = f == self || (proxy ? f->proxy && !strcmp(f->proxy, proxy) : !f->proxy);
        if (of_proxy && is_eligible(r, &site, f, self, fence) &&
            (f == self || site.inserted || r->all_assemble || assembles(r, &site, f)))
            kept[count++] = *f;
    }
    if (count < 2)
        return;
    if (r->site_count == CM_MOST_SITES) {
        r->too_many = true;
        return;
    }
    settle_costs(r, kept, count);
    qsort(kept, (size_t)count, sizeof *kept, by_cost);
    site.forms = kept;
    site.count = count;
    bool *below = CM_NEW_ARRAY(r->arena, (size_t)count * (size_t)count, bool);
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            below[i * count + k] = i == k || cm_strength_includes(&kept[k], &kept[i]);
    site.below = below;
    for (int i = 0; i < count; i++)
        if (kept[i].order == self->order && kept[i].scope == self->scope)
            site.self = i;
    r->sites[r->site_count++] = site;
}

static int groups_of(const cm_strengths *fences)
{
    int groups = 0;
    for (int i = 0; i < fences->count; i++)
        if (fences->items[i].group >= groups)
            groups = fences->items[i].group + 1;
    return groups;
}

/* None, and those of that group; a proxy's, too. */
static cm_strengths of_group(const cm_strengths *fences, int group)
{
    cm_strengths own = {.arena = fences->arena, .self = 0};
    own.items = CM_NEW_ARRAY(own.arena, (size_t)fences->count + 1, cm_strength);
    own.items[own.count++] = fences->items[fences->self];
    for (int i = 0; i < fences->count; i++)
        if (i != fences->self && fences->items[i].group == group)
            own.items[own.count++] = fences->items[i];
    return own;
}

/* Before an instruction, after accesses. Next to a fence (beside: groups, a bit each) that one
 * becomes stronger instead. */
static void add_gap(cm_repairing *r, int t, int i, unsigned beside)
{
    cm_strengths fences = cm_strengths_of(r->arena, r->test->threads[t].arch, NULL);
    cm_site gap = {.thread = t, .instruction = i, .inserted = true};
    for (int g = 0; g < groups_of(&fences); g++) {
        cm_strengths own = of_group(&fences, g);
        if (!(beside & 1u << g))
            add_site(r, gap, &own, NULL, true);
    }
    const char *proxy = NULL;
    for (int f = 0; f < fences.count; f++) {
        const char *last = proxy;
        proxy = fences.items[f].proxy;
        if (proxy && !(last && strcmp(last, proxy) == 0) && uses_proxy(r->test, proxy))
            add_site(r, gap, &fences, proxy, true);
    }
}

/* Is one of these fences in the thread before the instruction? */
static bool has_fence_before(const cm_repairing *r, const cm_thread *thread, int instruction,
                             const cm_strengths *fences)
{
    for (int i = 0; i < instruction; i++) {
        cm_strengths other = cm_strengths_of(r->arena, thread->arch, &thread->instructions[i]);
        for (int k = 0; k < other.count * fences->count; k++) {
            const char *text = fences->items[k % fences->count].text;
            if (*text && strcmp(text, other.items[k / fences->count].text) == 0)
                return true;
        }
    }
    return false;
}

/* Those that name what the instruction works on. */
static void add_own_fences(cm_repairing *r, int t, int i)
{
    const cm_thread *thread = &r->test->threads[t];
    if (!reads_new_map(r->test, thread, i))
        return;
    cm_strengths own = cm_strengths_before(r->arena, thread->arch, &thread->instructions[i]);
    cm_site gap = {.thread = t, .instruction = i, .inserted = true};
    if (own.count > 0 && !has_fence_before(r, thread, i, &own))
        add_site(r, gap, &own, NULL, true);
}

static bool starts_label(const cm_thread *thread, int instruction)
{
    for (int i = 0; i < thread->label_count; i++)
        if (thread->labels[i].step < thread->step_count &&
            thread->steps[thread->labels[i].step].instruction == instruction)
            return true;
    return false;
}

/* The group of a fence that changes into others, as a bit; a proxy's does not: 0. */
static unsigned group_of(const cm_repairing *r, int t, int i)
{
    const cm_thread *thread = &r->test->threads[t];
    cm_strengths forms = cm_strengths_of(r->arena, thread->arch, &thread->instructions[i]);
    return forms.count > 2 ? 1u << forms.items[0].group : 0;
}

static void add_thread(cm_repairing *r, int t)
{
    const cm_thread *thread = &r->test->threads[t];
    bool accessed = false, loops = cm_thread_has_loop(thread);
    unsigned beside = 0;
    for (int i = 0; i < thread->own_instructions; i++) {
        role is = role_of(thread, i);
        if (starts_label(thread, i) || is.jump)
            beside = 0;
        unsigned fence = is.fence && !is.access ? group_of(r, t, i) : 0;
        if (!r->options.weaken && (is.access || is.barrier || is.fence) && (accessed || loops)) {
            add_gap(r, t, i, beside | fence);
            add_own_fences(r, t, i);
        }
        if (is.access || is.fence || is.barrier) {
            cm_strengths forms = cm_strengths_of(r->arena, thread->arch, &thread->instructions[i]);
            add_site(r, (cm_site){.thread = t, .instruction = i}, &forms, NULL,
                     is.fence && !is.access && !is.barrier);
        }
        accessed |= is.access || is.barrier;
        if (is.access || is.barrier || is.fence)
            beside = fence;
    }
}

static bool is_chosen(const cm_repairing *r, int id)
{
    for (int i = 0; i < r->options.thread_count; i++)
        if (r->options.threads[i] == id)
            return true;
    return r->options.thread_count == 0;
}

static void add_threads(cm_repairing *r)
{
    r->site_count = 0;
    r->too_many = false;
    for (int t = 0; t < r->test->thread_count; t++)
        if (is_chosen(r, r->test->threads[t].id))
            add_thread(r, t);
}

/* With all forms that instructions come in; where they are no test together, one by one. */
static void find_sites(cm_repairing *r)
{
    for (int i = 0; i < r->options.thread_count; i++) {
        bool found = false;
        for (int t = 0; t < r->test->thread_count; t++)
            found |= r->test->threads[t].id == r->options.threads[i];
        if (!found)
            cm_fail(r->work, (cm_place){.source = r->test->source},
                    "the test has no thread P%d to change, expected one of its own",
                    r->options.threads[i]);
    }
    r->sites = CM_NEW_ARRAY(r->arena, CM_MOST_SITES, cm_site);
    r->all_assemble = true;
    add_threads(r);
    r->all = cm_repair_read_all(r);
    r->all_assemble = r->all.test != NULL;
    if (r->all_assemble)
        return;
    add_threads(r);
    r->all = cm_repair_read_all(r);
}

void cm_repair_find_sites(cm_repairing *r)
{
    find_sites(r);
    cm_repair_number_forms(r);
}
