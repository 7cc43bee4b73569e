/* What is missing of the program: which changes of it forbid the outcome (repair.h), and what the
 * nearest axioms lack to forbid the execution. See explain_parts.h.
 *
 * On the execution with fences that might be (missing.h), derivations are sought in which facts
 * that the program could have said are missing (why.h). Whether the facts do what they should is
 * then tried: they are put in, and the model is evaluated.
 */
#include "explain/missing.h"

#include "base/clock.h"
#include "explain/repair_parts.h"
#include "litmus/isa/weaken.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_MISSES = 4, MOST_EXCUSES = 8 };

/* ---- what else would do --------------------------------------------------------------------- */

typedef struct swapping {
    const cm_nearing *g;
    const cm_lacks *list;
    int at, constraint; /* the fact that is replaced */
    cm_lacks found;
} swapping;

/* Is the one the other, but weaker? */
static bool is_weaker(const cm_nearing *g, const cm_fact *a, const cm_fact *b)
{
    const cm_tag_choice *x = cm_fact_choice(g, a, a->tags[0]),
                        *y = cm_fact_choice(g, b, b->tags[0]);
    return a->kind == b->kind && a->event == b->event && x && y &&
           strcmp(x->group, y->group) == 0 && x->rank < y->rank;
}

static bool same_instruction(const cm_nearing *g, uint32_t a, uint32_t b)
{
    const cm_event *x = &g->x->events[a], *y = &g->x->events[b];
    return x->thread == y->thread && x->action->instance == y->action->instance;
}

/* Where an instruction has several events, such as a read-modify-write, people need to be told
 * of one of them. */
static bool reads_alike(const cm_nearing *g, const cm_fact *a, const cm_fact *b)
{
    return cm_fact_same_tags(a, b) && same_instruction(g, a->event, b->event) &&
           same_instruction(g, a->next, b->next);
}

/* Are the two about tags of one instruction? What does for one must do for both. */
static bool of_one_instruction(const cm_nearing *g, const cm_fact *a, const cm_fact *b)
{
    return a->kind == CM_FACT_TAG && b->kind == CM_FACT_TAG &&
           same_instruction(g, a->event, b->event);
}

/* False: it would not do. */
static bool try_instead(swapping *s, cm_fact fact)
{
    cm_arena *arena = s->g->e->arena;
    cm_lacks tried = {.items = CM_NEW_ARRAY(arena, (size_t)s->list->count + 1, cm_fact)};
    const cm_fact *own = &s->list->items[s->at];
    bool told = reads_alike(s->g, own, &fact) || is_weaker(s->g, own, &fact);
    for (int i = 0; i < s->found.count; i++)
        told |= reads_alike(s->g, &s->found.items[i], &fact) ||
                is_weaker(s->g, &s->found.items[i], &fact);
    if (told)
        return true;
    for (int i = 0; i < s->list->count; i++)
        if (i != s->at && !of_one_instruction(s->g, &s->list->items[i], own))
            tried.items[tried.count++] = s->list->items[i];
    tried.items[tried.count++] = fact;
    if (!cm_nearing_suffice(s->g, tried.items, tried.count, s->constraint))
        return false;
    CM_PUSH(arena, s->found.items, s->found.count, s->found.capacity, fact);
    return true;
}

static cm_fact one_tag(const cm_nearing *g, cm_fact_kind kind, uint32_t event, uint32_t next,
                       const char *tag)
{
    cm_fact fact = {.kind = kind, .event = event, .object = event, .next = next, .other = event};
    cm_fact_add_tag(g, &fact, tag);
    return fact;
}

/* A fence with a scope: of the narrowest that does. */
static void try_fence(swapping *s, cm_fact fence)
{
    const cm_nearing *g = s->g;
    const cm_tag_choice *scope = cm_fact_choice_above(g, &fence, "scope", -1);
    for (; scope; scope = cm_fact_choice_above(g, &fence, "scope", scope->rank)) {
        cm_fact fact = fence;
        cm_fact_add_tag(g, &fact, scope->tag);
        if (try_instead(s, fact))
            return;
    }
}

static void try_tag(swapping *s, const char *tag, int rank, int thread)
{
    const cm_nearing *g = s->g;
    for (uint32_t i = 0; i < g->n; i++) {
        const cm_tag_choice *choice = cm_nearing_choice(g, i, tag, cm_nearing_kind(g, i));
        if (g->x->events[cm_nearing_neighbour(g, i)].thread != thread || g->ghosts[i] == 'R' ||
            !choice || choice->rank != rank || cm_nearing_may_have(g, i, tag) < 0)
            continue;
        bool ghost = g->ghosts[i];
        cm_fact fact = one_tag(g, ghost ? CM_FACT_FENCE : CM_FACT_TAG, ghost ? g->after[i] : i,
                               ghost ? g->after[i] + 1 : i, tag);
        if (ghost && choice->scoped)
            try_fence(s, fact);
        else if (!ghost || strcmp(choice->group, "scope") != 0)
            try_instead(s, fact);
    }
}

static void try_dependencies(swapping *s, int thread)
{
    static const char *const kinds[] = {"addr", "data", "ctrl"};
    const cm_nearing *g = s->g;
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++) {
        if (cm_nearing_base(g->e->model, kinds[k]) < 0)
            continue;
        for (uint32_t a = 0; a < g->x->event_count; a++)
            CM_EACH(cm_rel_row(&g->dependencies, a), g->dependencies.words, g->n, b)
        if (g->x->events[a].thread == thread && (k != 1 || g->x->events[b].kind == 'W'))
            try_instead(s, one_tag(g, CM_FACT_DEPENDENCY, a, b, kinds[k]));
    }
}

/* For each fact, the others of its thread that would do in its place: tried, too. */
static void find_instead(const cm_nearing *g, cm_near_miss *miss, cm_lacks *list)
{
    enum { MOST_FACTS = 4 };
    for (int i = 0; i < list->count && list->count <= MOST_FACTS; i++) {
        bool told = false;
        for (int k = 0; k < i; k++)
            told |= of_one_instruction(g, &list->items[k], &list->items[i]);
        if (told)
            continue;
        swapping s = {.g = g, .list = list, .at = i, .constraint = miss->constraints[0]};
        int thread = g->x->events[list->items[i].event].thread;
        for (int rank = 0; rank <= CM_TAG_STRONGEST; rank++)
            for (int b = 0; b < g->e->model->base_count; b++)
                try_tag(&s, g->e->model->bases[b]->name, rank, thread);
        try_dependencies(&s, thread);
        list->items[i].instead = s.found.items;
        list->items[i].instead_count = s.found.count;
    }
}

/* ---- misses ------------------------------------------------------------------------------- */

static bool same_facts(const cm_near_miss *miss, const cm_lacks *list)
{
    bool same = miss->fact_count == list->count;
    for (int i = 0; i < list->count && same; i++)
        same = cm_fact_same(&miss->facts[i], &list->items[i]);
    return same;
}

/* Does the change stand at the fact's place: of an instruction that lacks a tag, between the two
 * that there is no fence between? A dependency has no place: no instruction is put in for it. */
static bool is_at(const cm_execution *x, const cm_fact *fact, const cm_change *change)
{
    const cm_event *event = &x->events[fact->event], *next = &x->events[fact->next];
    if (event->thread != change->thread || fact->kind == CM_FACT_DEPENDENCY)
        return false;
    if (change->declares)
        return fact->kind == CM_FACT_TAG && change->declares[event->instruction];
    if (change->inserted)
        return fact->kind == CM_FACT_FENCE && event->instruction < change->instruction &&
               change->instruction <= next->instruction;
    return fact->kind == CM_FACT_TAG && event->instruction == change->instruction;
}

static bool covers(const cm_execution *x, const cm_near_miss *miss, const cm_proposal *p)
{
    for (int c = 0; c < p->count; c++) {
        bool found = false;
        for (int f = 0; f < miss->fact_count && !found; f++)
            found = is_at(x, &miss->facts[f], &p->changes[c]);
        if (!found)
            return false;
    }
    return p->count > 0;
}

/* Are the facts at the places of a change that forbids the outcome? Checks it. The first such is
 * the cheapest. */
static const cm_proposal *repair_of(cm_explaining *e, const cm_near_miss *miss)
{
    const cm_repair *r = e->result->missing;
    for (int i = 0; r && i < r->count; i++) {
        if (!covers(e->result->execution, miss, &r->proposals[i]))
            continue;
        /* Those after the cheapest are checked here, where it matters. */
        if (e->missing[i] == CM_NOT_TRIED) {
            cm_check_options options = cm_explain_left(e);
            bool confirmed = cm_repair_confirm(e->work, e->context, r, i, &options, e->scratch);
            e->missing[i] = confirmed ? CM_FORBIDS : CM_NO_REPAIR;
        }
        if (e->missing[i] == CM_FORBIDS)
            return &r->proposals[i];
    }
    return NULL;
}

static void add_miss(cm_nearing *g, const cm_violation *violation, const cm_lacks *list)
{
    cm_explanation *result = g->e->result;
    int constraint = violation->constraint;
    for (int i = 0; i < result->miss_count; i++) {
        cm_near_miss *same = &result->misses[i];
        if (!same_facts(same, list))
            continue;
        if (same->constraints[same->constraint_count - 1] != constraint)
            same->constraints[same->constraint_count++] = constraint;
        return;
    }
    cm_near_miss *miss = &result->misses[result->miss_count++];
    *miss =
        (cm_near_miss){.violation = *violation, .facts = list->items, .fact_count = list->count};
    const cm_proposal *repair = repair_of(g->e, miss);
    miss->repairs = repair != NULL;
    miss->cost = repair ? repair->cost : 0;
    for (int i = 0; i < list->count; i++)
        miss->dependent |= list->items[i].kind == CM_FACT_DEPENDENCY;
    miss->constraints = CM_NEW_ARRAY(g->e->arena, (size_t)g->e->axiom_count + MOST_EXCUSES, int);
    miss->constraints[miss->constraint_count++] = constraint;
}

/* Are the facts about nothing but the two accesses themselves? */
static bool of_pair_alone(const cm_lacks *list, const cm_violation *v)
{
    bool alone = true;
    for (int i = 0; i < list->count; i++)
        alone &= list->items[i].kind == CM_FACT_TAG &&
                 (list->items[i].event == v->from || list->items[i].event == v->to);
    return alone;
}

/* That two accesses are not atomic is told where making them so is what helps: else what counts is
 * that nothing orders them. */
static void consider_flag(cm_nearing *g, cm_deriver *d, cm_flagged *raised)
{
    cm_explanation *result = g->e->result;
    cm_lacks found[MOST_EXCUSES];
    int count = cm_lacks_of_flag(g, d, raised, found, MOST_EXCUSES);
    for (int i = 0; i < count; i++) {
        int before = result->miss_count;
        add_miss(g, &raised->violation, &found[i]);
        bool useless = result->miss_count > before && !result->misses[before].repairs;
        if (useless && of_pair_alone(&found[i], &raised->violation))
            result->miss_count = before;
    }
}

static int compare_misses(const void *a, const void *b)
{
    const cm_near_miss *x = a, *y = b;
    if (x->repairs != y->repairs)
        return x->repairs ? -1 : 1;
    if (x->dependent != y->dependent)
        return x->dependent ? 1 : -1;
    if (x->fact_count != y->fact_count)
        return x->fact_count - y->fact_count;
    return x->violation.cost < y->violation.cost ? -1 : x->violation.cost > y->violation.cost;
}

static bool has_fact(const cm_near_miss *miss, const cm_fact *fact)
{
    bool has = false;
    for (int i = 0; i < miss->fact_count; i++)
        has |= cm_fact_same(&miss->facts[i], fact);
    return has;
}

/* Has the fact all tags of the other, at the same place? */
static bool holds_tags(const cm_fact *fact, const cm_fact *other)
{
    bool holds = fact->kind == other->kind && fact->event == other->event &&
                 fact->next == other->next && fact->object == other->object;
    for (int i = 0; i < other->tag_count && holds; i++) {
        holds = false;
        for (int k = 0; k < fact->tag_count; k++)
            holds |= strcmp(fact->tags[k], other->tags[i]) == 0;
    }
    return holds;
}

/* Does a later one lack the same of the same events, and more, as the cheapest change mends it?
 * Then less does not forbid the outcome. */
static bool is_part(const cm_explanation *x, int miss)
{
    const cm_near_miss *own = &x->misses[miss];
    for (int i = miss + 1; i < x->miss_count; i++) {
        const cm_near_miss *more = &x->misses[i];
        bool part = more->fact_count == own->fact_count && x->missing && x->missing->count > 0 &&
                    covers(x->execution, more, &x->missing->proposals[0]);
        for (int f = 0; f < own->fact_count && part; f++) {
            bool found = false;
            for (int k = 0; k < more->fact_count; k++)
                found |= holds_tags(&more->facts[k], &own->facts[f]);
            part = found;
        }
        if (part)
            return true;
    }
    return false;
}

/* Those that lack all that another one lacks, and more, say nothing new; nor do those that forbid
 * nothing by themselves, or lack dependencies, where others do more. They are sorted so. */
static void drop_larger(cm_explanation *result)
{
    const cm_near_miss *first = &result->misses[0]; /* or one that is like it */
    int kept = 0;
    for (int i = 0; i < result->miss_count && kept < MOST_MISSES; i++) {
        bool larger = first->repairs != result->misses[i].repairs ||
                      first->dependent != result->misses[i].dependent || is_part(result, i);
        for (int k = 0; k < kept && !larger; k++) {
            larger = true;
            for (int f = 0; f < result->misses[k].fact_count && larger; f++)
                larger = has_fact(&result->misses[i], &result->misses[k].facts[f]);
        }
        if (!larger)
            result->misses[kept++] = result->misses[i];
    }
    result->miss_count = kept;
}

/* How near it is to a change of the cheapest proposal: 2 at its place, 1 a fence beside the
 * instruction that has another form there, 0 elsewhere. */
static int nearness(const cm_explanation *x, const cm_fact *fact)
{
    int near = 0;
    const cm_event *event = &x->execution->events[fact->event],
                   *next = &x->execution->events[fact->next];
    for (int c = 0; x->missing && x->missing->count > 0 && c < x->missing->proposals[0].count;
         c++) {
        const cm_change *change = &x->missing->proposals[0].changes[c];
        bool beside =
            fact->kind == CM_FACT_FENCE && !change->inserted && event->thread == change->thread &&
            (event->instruction == change->instruction || next->instruction == change->instruction);
        int here = is_at(x->execution, fact, change) ? 2 : beside;
        near = here > near ? here : near;
    }
    return near;
}

/* Which of the facts that would do is told first: what the cheapest proposal changes, else what
 * people write rather than a dependency. */
static cm_fact told_first(const cm_nearing *g, const cm_near_miss *miss, int at)
{
    const cm_fact *fact = &miss->facts[at], *first = fact;
    int near = nearness(g->e->result, fact);
    bool alone = near < 2;
    for (int i = 0; i < miss->fact_count; i++)
        alone &= i == at || !of_one_instruction(g, &miss->facts[i], fact);
    for (int i = 0; i < fact->instead_count && alone; i++) {
        const cm_fact *other = &fact->instead[i];
        bool easier = first->kind == CM_FACT_DEPENDENCY && other->kind != CM_FACT_DEPENDENCY;
        int other_near = nearness(g->e->result, other);
        if (other_near == 2 || other_near > near || easier) {
            first = other;
            near = other_near;
        }
    }
    cm_fact told = *first;
    told.within = fact->within;
    told.within_count = fact->within_count;
    return told;
}

/* Unless all that is told first would not do together. */
static void put_first(const cm_nearing *g, cm_near_miss *miss)
{
    cm_lacks list = {.items = CM_NEW_ARRAY(g->e->arena, (size_t)miss->fact_count, cm_fact)};
    bool changed = false, dependent = false;
    for (; list.count < miss->fact_count; list.count++) {
        const cm_fact told = told_first(g, miss, list.count);
        changed |= !cm_fact_same(&told, &miss->facts[list.count]);
        dependent |= told.kind == CM_FACT_DEPENDENCY;
        list.items[list.count] = told;
    }
    if (!changed || !cm_nearing_suffice(g, list.items, list.count, miss->constraints[0]))
        return;
    cm_lacks_drop_needless(g, &list, miss->constraints[0]);
    miss->facts = list.items;
    miss->fact_count = list.count;
    miss->dependent = dependent;
    find_instead(g, miss, &list);
}

static bool tells(const cm_nearing *g, const cm_fact *told, const cm_fact *fact)
{
    return cm_fact_same(told, fact) || (told->next == fact->next && is_weaker(g, told, fact));
}

/* Has another miss before it all its facts, as they are or as what would do, which may be weaker?
 */
static bool is_told(const cm_nearing *g, int miss)
{
    const cm_explanation *x = g->e->result;
    for (int i = 0; i < miss; i++) {
        int told = 0;
        for (int f = 0; f < x->misses[miss].fact_count; f++) {
            const cm_fact *fact = &x->misses[miss].facts[f];
            bool found = has_fact(&x->misses[i], fact);
            for (int k = 0; k < x->misses[i].fact_count; k++)
                for (int n = 0; n < x->misses[i].facts[k].instead_count; n++)
                    found |= tells(g, &x->misses[i].facts[k].instead[n], fact);
            told += found;
        }
        if (told == x->misses[miss].fact_count)
            return true;
    }
    return false;
}

/* ---- where no axiom is near ----------------------------------------------------------------- */

/* The event's thread, as the cycle has it, or itself: whom a scope of it has to reach. */
static uint32_t met_on_cycle(const cm_explanation *x, uint32_t event)
{
    for (int i = 0; i < x->cycle_count; i++) {
        uint32_t from = x->cycle[i].from, to = x->cycle[i].to;
        uint32_t other = from == event ? to : to == event ? from : event;
        if (x->execution->events[other].thread != x->execution->events[event].thread)
            return other;
    }
    return event;
}

/* The tags that the event has in the changed test alone, as a fact. */
static cm_fact fact_of_change(const cm_nearing *g, const cm_test *changed, uint32_t i)
{
    const cm_event *event = &g->x->events[i];
    const cm_thread *thread = &g->x->test->threads[event->thread];
    cm_fact fact = {.kind = CM_FACT_TAG, .event = i, .object = i, .next = i};
    fact.other = met_on_cycle(g->e->result, i);
    for (int s = 0; s < thread->step_count; s++)
        for (const char *const *tag = changed->threads[event->thread].steps[s].tags;
             &thread->steps[s] == event->action->step && *tag; tag++)
            if (!cm_tags_have(event->tags, *tag) && cm_nearing_may_have(g, i, *tag) >= 0)
                cm_fact_add_tag(g, &fact, *tag);
    return fact;
}

/* What the cheapest change gives the instructions that it changes: where that does in this
 * execution, too, it is what is missing. */
static void find_in_change(const cm_nearing *g, const cm_flagged *raised)
{
    cm_explanation *x = g->e->result;
    const cm_proposal *p = x->missing && x->missing->count > 0 ? &x->missing->proposals[0] : NULL;
    cm_work work = cm_work_new(g->e->arena);
    const cm_test *changed = p ? cm_repair_read(&work, p->text) : NULL;
    /* Does the test only have other words in instructions of this one? */
    const cm_test *test = g->x->test;
    bool alike = changed && changed->thread_count == test->thread_count;
    for (int t = 0; alike && t < test->thread_count; t++)
        alike = changed->threads[t].step_count == test->threads[t].step_count;
    if (!alike)
        return;
    cm_lacks list = {0};
    for (uint32_t i = 0; i < g->x->event_count; i++)
        for (int c = 0; c < p->count; c++) {
            const cm_event *event = &g->x->events[i];
            if (event->thread != p->changes[c].thread || p->changes[c].head ||
                event->instruction != p->changes[c].instruction)
                continue;
            cm_fact fact = fact_of_change(g, changed, i);
            CM_RESERVE(g->e->arena, list.items, list.count, list.capacity);
            list.items[list.count] = fact;
            list.count += fact.tag_count > 0;
        }
    cm_near_miss *miss = &x->misses[0];
    *miss = (cm_near_miss){.facts = list.items, .fact_count = list.count, .repairs = true};
    miss->constraints = CM_NEW_ARRAY(g->e->arena, (size_t)g->e->axiom_count + 1, int);
    bool at_place = covers(g->x, miss, p);
    for (int i = 0; i < g->e->axiom_count && at_place && !raised; i++)
        if (cm_nearing_suffice(g, list.items, list.count, g->e->axioms[i]))
            miss->constraints[miss->constraint_count++] = g->e->axioms[i];
    if (raised && at_place && cm_nearing_suffice(g, list.items, list.count, raised->constraint))
        miss->constraints[miss->constraint_count++] = raised->constraint;
    x->miss_count = miss->constraint_count > 0;
}

/* Of an execution that has too many events: is it an order that the flag's pair lacks? */
static void mark_order(cm_nearing *g, cm_flagged *raised)
{
    const cm_model *m = g->e->model;
    if (!raised)
        return;
    g->graph = cm_execution_values(g->e->arena, g->x);
    cm_value *values = cm_eval(g->e->arena, m, &g->graph);
    cm_lacks_of_flag(g, cm_deriver_new(g->e->arena, m, &g->graph, values, -1, NULL), raised, NULL,
                     0);
}

/* raised: a flag of the execution, which is asked about; NULL: the outcome is. */
static void find_misses(cm_explaining *e, cm_flagged *raised)
{
    cm_explanation *result = e->result;
    cm_nearing g = {.e = e, .x = result->execution, .flags = raised != NULL};
    if (result->surprises == 0 && !raised)
        return;
    if (!cm_nearing_enlarge(&g)) {
        mark_order(&g, raised);
        return;
    }
    cm_value *values = cm_eval(e->arena, e->model, &g.graph);
    cm_deriver *d = cm_deriver_new(e->arena, e->model, &g.graph, values, -1, &g.missing);
    result->misses = CM_NEW_ARRAY(e->arena, (size_t)e->axiom_count + MOST_EXCUSES, cm_near_miss);
    for (int i = 0; i < e->axiom_count && result->surprises > 0; i++)
        if (e->model->constraints[e->axioms[i]].element_count == 0) {
            cm_violation violation;
            cm_lacks list = {0};
            if (cm_lacks_find(&g, d, e->axioms[i], &violation, &list))
                add_miss(&g, &violation, &list);
        }
    if (raised)
        consider_flag(&g, d, raised);
    qsort(result->misses, (size_t)result->miss_count, sizeof *result->misses, compare_misses);
    drop_larger(result);
    int count = result->miss_count;
    result->miss_count = 0;
    for (int i = 0; i < count; i++) {
        cm_near_miss *miss = &result->misses[i];
        cm_lacks list = {.items = miss->facts, .count = miss->fact_count};
        find_instead(&g, miss, &list);
        put_first(&g, miss);
        result->misses[result->miss_count] = *miss;
        result->miss_count += !is_told(&g, result->miss_count);
    }
    if (result->miss_count == 0)
        find_in_change(&g, raised);
    const cm_repair *r = result->missing;
    for (int i = r ? r->count - 1 : -1; i >= 0; i--)
        if ((i == 0 || e->missing[i] == CM_FORBIDS) &&
            r->proposals[i].cost == r->proposals[0].cost &&
            covers(result->execution, &result->misses[0], &r->proposals[i]))
            result->cheapest = i;
}

/* ---- changes of the program ------------------------------------------------------------ */

/* What goes wrong with it goes wrong with none of the explanation: then it is not known. */
static void find_changes(cm_explaining *e)
{
    bool of_flags = e->result->verdict == CM_EXPLAINED_FLAGS;
    cm_test *test = CM_NEW(e->arena, cm_test);
    *test = of_flags ? *e->test : cm_explain_asking(e);
    cm_repair_options options = {.check = e->options.check,
                                 .only = CM_REPAIR_ALL,
                                 .allowed = true,
                                 .cheapest = true,
                                 .most = of_flags ? 1 : CM_MOST_MISSING,
                                 .max_tries = e->options.max_tries};
    double left = options.check.timeout - (cm_clock_seconds() - e->started);
    if (options.check.timeout > 0 && left <= 0)
        return;
    options.check.timeout = options.check.timeout > 0 ? left : 0;
    cm_work *work = CM_NEW(e->arena, cm_work);
    *work = cm_work_new(e->arena);
    e->result->missing = cm_repair_test(work, e->context, e->model, test, &options);
}

void cm_explain_missing(cm_explaining *e)
{
    find_changes(e); /* the order of the misses hangs on them */
    if (e->result->verdict == CM_EXPLAINED_FLAGS)
        return;
    find_misses(e, NULL);
    /* What forbids it with the cheapest change, where no axiom is near. */
    cm_explanation *x = e->result;
    if (x->miss_count > 0 || x->surprises == 0 || !x->missing || x->missing->verdict != CM_REPAIRED)
        return;
    cm_check_options options = cm_explain_left(e);
    cm_work *work = CM_NEW(e->arena, cm_work);
    *work = cm_work_new(e->arena);
    x->missing_why = cm_repair_why(work, e->context, x->missing, 0, &options, e->scratch);
}

void cm_explain_flags(cm_explaining *e)
{
    cm_explanation *whole = e->result;
    for (int i = 0; i < whole->flag_count; i++) {
        cm_flagged *f = &whole->flags[i];
        if (f->violation.nothing)
            continue;
        cm_explanation *of = CM_NEW(e->arena, cm_explanation);
        *of = *whole;
        of->execution = f->execution;
        of->surprises = cm_turns_of(e->arena, f->execution).surprises;
        of->cycle_count =
            of->surprises > 0 ? cm_turns_cycle(e->arena, f->execution, &of->cycle) : 0;
        of->misses = NULL;
        of->miss_count = 0;
        of->missing_why = NULL;
        e->result = of;
        find_misses(e, f);
        e->result = whole;
        f->allowed = of;
    }
}
