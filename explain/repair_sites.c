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
        is.fence |= cm_step_is_fence(s);
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

static bool is_stronger(const cm_strength *a, const cm_strength *b)
{
    return cm_strength_includes(a, b) && !cm_strength_includes(b, a);
}

/* What includes a form costs more than it, whatever the table says: else nobody would
 * choose it. Forms with few bits are settled first. */
static void settle_costs(const cm_repairing *r, cm_strength *forms, int count)
{
    const cm_costs *costs = r->options.costs;
    for (int i = 0; i < count; i++)
        for (int k = costs ? costs->count : 0; k-- > 0;)
            if (strcmp(costs->items[k].name, forms[i].name) == 0)
                forms[i].cost = costs->items[k].cost;
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
    if (form == self || !is_asked(r, form, self, fence))
        return form == self;
    if (r->options.weaken ? !is_stronger(self, form) : !is_stronger(form, self))
        return false;
    return site->inserted || form->text[0] || r->options.weaken;
}

/* Marks the instructions whose tags differ from the test's: a declaration gave them their tags.
 * NULL: there are none. */
static const bool *find_declared(cm_repairing *r, const cm_test *other, int t)
{
    const cm_thread *thread = &r->test->threads[t], *now = &other->threads[t];
    bool *declared = CM_NEW_ARRAY(r->arena, (size_t)thread->instruction_count + 1, bool);
    bool any = false;
    for (int i = 0; i < thread->step_count && thread->step_count == now->step_count; i++) {
        int instruction = thread->steps[i].instruction;
        if (instruction < 0 || cm_tags_equal(thread->steps[i].tags, now->steps[i].tags))
            continue;
        any = declared[instruction] = true;
    }
    return any ? declared : NULL;
}

/* Is it an instruction there, or a declaration, as the parser sees it? */
static bool assembles(cm_repairing *r, const cm_site *site, const cm_strength *form, bool declares)
{
    const char *text = form->text;
    cm_copy copy = {site->copies[0].thread, site->copies[0].instruction, &text, NULL};
    cm_site only = *site;
    only.copies = &copy;
    only.forms = form;
    only.count = 1;
    cm_repairing alone = *r;
    alone.sites = &only;
    alone.site_count = 1;
    cm_arena_reset(r->scratch, 0);
    cm_work work = cm_work_new(r->scratch);
    const cm_test *made =
        cm_repair_read(&work, cm_repair_write(&alone, r->scratch, &cm_repair_weakest));
    if (made && declares)
        site->copies[0].declares = find_declared(r, made, copy.thread);
    return made && (!declares || site->copies[0].declares);
}

/* What is one to who changes it: a line of the kernel, a parameter or member as declared. */
static const char *origin_of(const cm_repairing *r, const cm_site *site)
{
    const cm_copy *copy = &site->copies[0];
    return copy->instruction < 0
               ? copy->texts[site->self]
               : r->test->threads[copy->thread].instructions[copy->instruction].origin;
}

/* Of one instruction of the kernel, with the same forms? */
static bool are_copies(const cm_repairing *r, const cm_site *a, const cm_site *b)
{
    const char *one = origin_of(r, a), *other = origin_of(r, b);
    if (!one || !other || strcmp(one, other) != 0 || a->inserted != b->inserted ||
        a->count != b->count || a->self != b->self)
        return false;
    for (int f = 0; f < a->count; f++)
        if (strcmp(a->forms[f].name, b->forms[f].name) != 0)
            return false;
    return true;
}

static void add_copy(cm_repairing *r, cm_site *site, const cm_site *of)
{
    CM_PUSH(r->arena, site->copies, site->copy_count, site->copy_capacity, of->copies[0]);
}

typedef enum site_kind { ACCESS, FENCE, DECLARATION } site_kind;

/* A plain access that becomes atomic races no more, and orders nothing else: the fewest do so. */
enum { ATOMIC_COST = 40 };

/* site: of one copy, whose forms these are. */
static void add_site(cm_repairing *r, cm_site site, const cm_strengths *all, const char *proxy,
                     site_kind kind)
{
    bool fence = kind == FENCE, declares = kind == DECLARATION;
    cm_strength *kept = CM_NEW_ARRAY(r->arena, (size_t)all->count + 1, cm_strength);
    if (all->self < 0 || all->count > INT8_MAX)
        return;
    const cm_strength *self = &all->items[all->self];
    int count = 0;
    if (r->keeps_plain && kind == ACCESS && !self->order)
        return;
    for (int i = 0; i < all->count; i++) {
        const cm_strength *f = &all->items[i];
        bool of_proxy = f == self || (proxy ? f->proxy && !strcmp(f->proxy, proxy) : !f->proxy);
        if (of_proxy && is_eligible(r, &site, f, self, fence) &&
            (f == self || (r->all_assemble && !declares) || assembles(r, &site, f, declares)))
            kept[count++] = *f;
    }
    if (count < 2)
        return;
    settle_costs(r, kept, count);
    for (int i = 0; i < count && r->of_flags && kind == ACCESS && !self->order; i++)
        kept[i].cost += kept[i].order ? ATOMIC_COST : 0;
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
    site.copies[0].texts = CM_NEW_ARRAY(r->arena, (size_t)count, const char *);
    for (int i = 0; i < count; i++)
        site.copies[0].texts[i] = kept[i].text;
    for (int s = 0; s < r->site_count; s++)
        if (are_copies(r, &r->sites[s], &site)) {
            add_copy(r, &r->sites[s], &site);
            return;
        }
    if (r->site_count == CM_MOST_SITES)
        r->too_many = true;
    else
        r->sites[r->site_count++] = site;
}

static cm_site new_site(cm_repairing *r, int thread, int instruction, bool inserted)
{
    cm_site site = {.copy_count = 1, .copy_capacity = 1, .inserted = inserted};
    site.copies = CM_NEW(r->arena, cm_copy);
    site.copies[0] = (cm_copy){.thread = thread, .instruction = instruction};
    return site;
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
    cm_strengths fences = cm_strengths_new(r->arena, r->test->threads[t].arch, r->test);
    int groups = 0;
    for (int f = 0; f < fences.count; f++)
        groups = fences.items[f].group >= groups ? fences.items[f].group + 1 : groups;
    for (int g = 0; g < groups; g++) {
        cm_strengths own = of_group(&fences, g);
        if (!(beside & 1u << g))
            add_site(r, new_site(r, t, i, true), &own, NULL, FENCE);
    }
    const char *proxy = NULL;
    for (int f = 0; f < fences.count; f++) {
        const char *last = proxy;
        proxy = fences.items[f].proxy;
        if (proxy && !(last && strcmp(last, proxy) == 0) && uses_proxy(r->test, proxy))
            add_site(r, new_site(r, t, i, true), &fences, proxy, FENCE);
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
    bool reads_new_map = false; /* a tensor map that the test writes */
    for (int k = 0; k < thread->step_count; k++) {
        const cm_step *s = &thread->steps[k];
        reads_new_map |= s->instruction == i && s->kind == CM_STEP_LOAD &&
                         s->proxy == CM_TENSORMAP && is_written(r->test, s);
    }
    if (!reads_new_map)
        return;
    cm_strengths own = cm_strengths_before(r->arena, thread->arch, &thread->instructions[i]);
    cm_site gap = new_site(r, t, i, true);
    gap.names = true;
    if (own.count > 0 && !has_fence_before(r, thread, i, &own))
        add_site(r, gap, &own, NULL, FENCE);
}

static bool starts_label(const cm_thread *thread, int instruction)
{
    for (int i = 0; i < thread->label_count; i++)
        if (thread->labels[i].step < thread->step_count &&
            thread->steps[thread->labels[i].step].instruction == instruction)
            return true;
    return false;
}

/* An object's declaration says the scope of all accesses to it. */
static void add_declaration(cm_repairing *r, int t, int instruction, const cm_instruction *text)
{
    cm_strengths forms = cm_strengths_of(r->arena, r->test->threads[t].arch, text);
    add_site(r, new_site(r, t, instruction, false), &forms, NULL, DECLARATION);
}

static void add_declarations(cm_repairing *r, int t)
{
    cm_declaration d;
    for (int i = 0; (d = cm_declaration_of(r->test, t, i)).text; i++) {
        size_t blanks = strspn(d.text, " ");
        if (d.length <= blanks || (d.structure && r->options.thread_count > 0)) /* it is of all */
            continue;
        const char *own = cm_arena_text(r->arena, d.text + blanks, d.length - blanks);
        add_declaration(r, t, -1 - i, &(cm_instruction){.text = own});
    }
}

static void add_thread(cm_repairing *r, int t)
{
    const cm_thread *thread = &r->test->threads[t];
    bool accessed = false, loops = cm_thread_has_loop(thread);
    unsigned beside = 0;
    add_declarations(r, t);
    for (int i = 0; i < thread->own_instructions; i++) {
        role is = role_of(thread, i);
        bool acts = is.access || is.barrier || is.fence;
        if (starts_label(thread, i) || is.jump)
            beside = 0;
        if (!acts && thread->parameters)
            add_declaration(r, t, i, &thread->instructions[i]);
        if (!acts)
            continue;
        cm_strengths forms = cm_strengths_of(r->arena, thread->arch, &thread->instructions[i]);
        /* The group of a fence that changes into others, as a bit; a proxy's does not: 0. */
        unsigned fence = is.fence && !is.access && forms.count > 2 ? 1u << forms.items[0].group : 0;
        if (!r->options.weaken && (accessed || loops)) {
            add_gap(r, t, i, beside | fence);
            add_own_fences(r, t, i);
        }
        add_site(r, new_site(r, t, i, false), &forms, NULL,
                 is.fence && !is.access && !is.barrier ? FENCE : ACCESS);
        accessed |= is.access || is.barrier || (is.fence && thread->begins); /* it waits there */
        beside = fence;
    }
}

bool cm_repair_may_change(const cm_repairing *r, int t)
{
    const cm_repair_options *o = &r->options;
    for (int i = 0; i < o->thread_count; i++)
        if (o->threads[i] == r->test->threads[t].id)
            return true;
    return o->thread_count == 0;
}

static bool has_copy(const cm_site *site, int t, int i)
{
    for (int c = 0; c < site->copy_count; c++)
        if (site->copies[c].thread == t && site->copies[c].instruction == i)
            return true;
    return false;
}

/* What is new before an instruction of the kernel is so before all its copies, also where nothing
 * would be tried before one of them by itself. */
static void complete_gaps(cm_repairing *r, int t)
{
    const cm_thread *thread = &r->test->threads[t];
    for (int i = 0; i < thread->own_instructions; i++) {
        role is = role_of(thread, i);
        cm_site other = new_site(r, t, i, true);
        for (int s = 0; s < r->site_count && thread->instructions[i].origin; s++) {
            cm_site *site = &r->sites[s];
            other.forms = site->forms;
            other.count = site->count;
            other.self = site->self;
            other.copies[0].texts = site->copies[0].texts;
            if ((is.access || is.barrier || is.fence) && !site->names &&
                are_copies(r, site, &other) && !has_copy(site, t, i))
                add_copy(r, site, &other);
        }
    }
}

/* With all forms that instructions come in; where they are no test together, one by one. */
void cm_repair_find_sites(cm_repairing *r)
{
    for (int i = 0; i < r->options.thread_count; i++) {
        bool found = false;
        for (int t = 0; t < r->test->thread_count; t++)
            found |= r->test->threads[t].id == r->options.threads[i];
        if (!found)
            cm_fail(r->work, (cm_place){.source = r->test->source},
                    "the test has no thread P%d to change, expected one that it has",
                    r->options.threads[i]);
    }
    r->sites = CM_NEW_ARRAY(r->arena, CM_MOST_SITES, cm_site);
    for (int together = 1; together >= 0 && !r->all_forms; together--) {
        r->all_assemble = together;
        r->site_count = 0;
        r->too_many = false;
        for (int t = 0; t < r->test->thread_count; t++)
            if (cm_repair_may_change(r, t))
                add_thread(r, t);
        for (int t = 0; t < r->test->thread_count; t++)
            if (cm_repair_may_change(r, t))
                complete_gaps(r, t);
        r->form_at = cm_repair_new_places(r);
        cm_work work = cm_work_new(r->arena);
        r->all_forms = cm_repair_read(&work, cm_repair_write_at(r, r->arena, NULL, r->form_at));
    }
    cm_repair_number_forms(r);
}

/* ---- tables of costs ----------------------------------------------------------------- */

static const char *skip_back(const char *from, const char *to, bool blanks)
{
    while (to > from && !strchr(" \t\r", to[-1]) != blanks)
        to--;
    return to;
}

static void read_cost(cm_work *work, const cm_source *source, cm_costs *costs, const char *from,
                      const char *to)
{
    const char *hash = memchr(from, '#', (size_t)(to - from));
    from += strspn(from, " \t\r");
    to = skip_back(from, hash ? hash : to, true);
    if (from >= to)
        return;
    const char *number = skip_back(from, to, false);
    const char *text = cm_arena_text(work->arena, number, (size_t)(to - number));
    cm_place place = {source, (uint32_t)(number - source->text), (uint32_t)(to - number)};
    char *end;
    double cost = strtod(text, &end);
    if (*end || !(cost >= 0 && cost <= 1e9))
        cm_fail(work, place, "`%s` is not a cost, expected a number from 0 to 1e9 after the name",
                text);
    const char *stop = skip_back(from, number, true);
    if (stop == from)
        cm_fail(work, place, "the line has a cost and no name, expected both, such as `STLR 4`");
    CM_PUSH(work->arena, costs->items, costs->count, costs->capacity,
            (cm_cost){cm_arena_text(work->arena, from, (size_t)(stop - from)), cost});
}

void cm_costs_read(cm_work *work, const cm_source *source, cm_costs *costs)
{
    const char *end = source->text + source->length;
    for (const char *from = source->text; from < end;) {
        const char *to = memchr(from, '\n', (size_t)(end - from));
        to = to ? to : end;
        read_cost(work, source, costs, from, to);
        from = to + 1;
    }
}
