/* Minimal programs that forbid the outcome, by implicit hitting sets. See repair.h. */
#include "explain/repair_parts.h"

#include "base/clock.h"

#include <string.h>

/* ---- choices ------------------------------------------------------------------- */

static bool form_below(const cm_site *site, int weak, int strong)
{
    return site->below[weak * site->count + strong];
}

bool cm_program_below(const cm_repairing *r, const cm_program_choice *weak,
                      const cm_program_choice *strong)
{
    for (int s = 0; s < r->site_count; s++)
        if (!form_below(&r->sites[s], weak->at[s], strong->at[s]))
            return false;
    return true;
}

static bool same(const cm_repairing *r, const cm_program_choice *a, const cm_program_choice *b)
{
    return memcmp(a->at, b->at, (size_t)r->site_count * sizeof *a->at) == 0;
}

/* The strongest form: it includes all others, in every set of forms there is; of those that
 * do not, one that no other includes. */
static int strongest_form(const cm_site *site)
{
    int best = 0;
    for (int i = 1; i < site->count; i++)
        if (form_below(site, best, i))
            best = i;
    return best;
}

cm_program_choice cm_repair_strongest(const cm_repairing *r)
{
    cm_program_choice c = {{0}};
    for (int s = 0; s < r->site_count; s++)
        c.at[s] = (int8_t)strongest_form(&r->sites[s]);
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

/* ---- verdicts --------------------------------------------------------------------- */

typedef struct program {
    cm_repairing *r;
    const cm_program_choice *choice; /* NULL: the test as it was read, */
    const char *text;                /* or this one */
    cm_answer answer;
    bool empty;         /* of a text: it has no execution that ends */
    const char *reason; /* UNKNOWN: in the scratch arena, or constant */
} program;

static cm_test *program_test(program *p, cm_work *work)
{
    cm_repairing *r = p->r;
    if (p->choice)
        return cm_repair_read(work, cm_repair_write(r, r->scratch, p->choice));
    if (p->text)
        return cm_repair_read(work, p->text);
    cm_test *copy = CM_NEW(r->scratch, cm_test);
    *copy = *r->test;
    return copy;
}

static void check_program(void *argument)
{
    program *p = argument;
    cm_repairing *r = p->r;
    cm_work work;
    cm_work_init(&work, r->scratch);
    cm_test *test = program_test(p, &work);
    if (!test) {
        p->reason = "a program with other instructions is no test";
        return;
    }
    test->quantifier = r->negated ? CM_FORALL : CM_EXISTS;
    cm_check_options options = r->options.check;
    options.question = options.no_flags = true;
    options.one_side = !p->text; /* of a text that may have no execution, both */
    options.spent = cm_clock_seconds() - r->began;
    cm_check_result *result = cm_check(&work, r->context, r->model, test, &options);
    p->answer = result ? cm_check_answer(result) : CM_UNKNOWN;
    p->empty = result && result->empty;
    p->reason = result ? result->reason : "the model does not judge a program of the search";
}

static void set_limit(cm_repairing *r, const char *reason)
{
    if (!r->limit)
        r->limit = cm_arena_printf(r->arena, "%s", reason);
}

static bool is_over(cm_repairing *r)
{
    double timeout = r->options.check.timeout;
    if ((size_t)r->tried_count >= r->options.max_tries)
        set_limit(r, "too many programs to check");
    if (timeout > 0 && cm_clock_seconds() - r->began > timeout)
        set_limit(r, "time limit reached");
    return r->limit != NULL;
}

static bool check(cm_repairing *r, const cm_program_choice *choice)
{
    program p = {.r = r, .choice = choice, .answer = CM_UNKNOWN, .reason = "memory limit reached"};
    r->result->checked++;
    cm_arena_reset(r->scratch, r->options.check.memory_limit);
    cm_arena_protect(r->scratch, check_program, &p);
    if (p.answer == CM_UNKNOWN)
        set_limit(r, *p.reason ? p.reason : "a verdict is not known");
    return p.answer == (r->negated ? CM_YES : CM_NO);
}

bool cm_repair_text_forbids(cm_repairing *r, const char *text)
{
    program p = {.r = r, .text = text, .answer = CM_UNKNOWN};
    double timeout = r->options.check.timeout;
    if (timeout > 0 && cm_clock_seconds() - r->began > timeout) {
        set_limit(r, "time limit reached");
        return false;
    }
    r->result->checked++;
    cm_arena_reset(r->scratch, r->options.check.memory_limit);
    cm_arena_protect(r->scratch, check_program, &p);
    return p.answer == (r->negated ? CM_YES : CM_NO) && !p.empty;
}

/* ---- what is known ---------------------------------------------------------------------- */

static void remember(cm_repairing *r, const cm_program_choice *choice, bool forbids)
{
    for (int i = 0; i < r->tried_count; i++) {
        const cm_tried *t = &r->tried[i];
        if (t->forbids != forbids &&
            cm_program_below(r, forbids ? choice : &t->choice, forbids ? &t->choice : choice))
            r->result->monotone = false;
    }
    CM_RESERVE(r->arena, r->tried, r->tried_count, r->tried_capacity);
    r->tried[r->tried_count++] = (cm_tried){*choice, forbids};
}

static const cm_tried *tried_before(const cm_repairing *r, const cm_program_choice *choice)
{
    for (int i = 0; i < r->tried_count; i++)
        if (same(r, &r->tried[i].choice, choice))
            return &r->tried[i];
    return NULL;
}

/* ---- all programs at once -------------------------------------------------------------- */

static cm_region new_region(cm_repairing *r)
{
    cm_region region;
    for (int s = 0; s < r->site_count; s++)
        region.may[s] = CM_NEW_ARRAY(r->arena, (size_t)r->sites[s].count, bool);
    return region;
}

/* By the problem of all programs: of this one alone. */
static bool allows_every(cm_repairing *r, const cm_program_choice *choice)
{
    cm_region region = new_region(r);
    cm_program_choice found;
    for (int s = 0; s < r->site_count; s++)
        region.may[s][(int)choice->at[s]] = true;
    return cm_repair_find_allowing(r, &region, &found);
}

static bool ask(cm_repairing *r, const cm_program_choice *choice)
{
    return r->every ? !allows_every(r, choice) : check(r, choice);
}

bool cm_repair_forbids(cm_repairing *r, const cm_program_choice *choice)
{
    const cm_tried *before = tried_before(r, choice);
    if (before)
        return before->forbids;
    if (is_over(r))
        return false;
    bool forbids = ask(r, choice);
    if (r->limit)
        return false;
    remember(r, choice, forbids);
    return forbids;
}

bool cm_repair_is_forbidden(cm_repairing *r)
{
    cm_program_choice own = cm_repair_own(r);
    bool forbidden = !r->options.allowed && check(r, NULL);
    if (!r->limit)
        remember(r, &own, forbidden);
    return forbidden;
}

/* The test as it is written must be the one that was read. */
static void compare_own(cm_repairing *r)
{
    cm_program_choice own = cm_repair_own(r);
    if (!is_over(r) && ask(r, &own) != tried_before(r, &own)->forbids && !r->limit)
        set_limit(r, "internal error: the test as it is written is another one");
}

/* A program tried before that is stronger and allows, or weaker and forbids. */
static const cm_tried *decided_by(const cm_repairing *r, const cm_program_choice *choice)
{
    for (int i = 0; i < r->tried_count; i++) {
        const cm_tried *t = &r->tried[i];
        if (t->forbids ? cm_program_below(r, &t->choice, choice)
                       : cm_program_below(r, choice, &t->choice))
            return t;
    }
    return NULL;
}

/* As above, or by such a one. */
static bool must_forbid(cm_repairing *r, const cm_program_choice *choice)
{
    const cm_tried *before = decided_by(r, choice);
    return before ? before->forbids : cm_repair_forbids(r, choice);
}

/* ---- programs that allow, as strong as possible ------------------------------------- */

/* Some form at that site, its strongest being too much: of those that still allow the outcome the
 * dearest, which no other of them includes. */
static void grow_site(cm_repairing *r, cm_program_choice *choice, int s)
{
    const cm_site *site = &r->sites[s];
    for (int f = site->count; f-- > 0 && !r->limit;) {
        if (f == choice->at[s] || !form_below(site, choice->at[s], f))
            continue;
        cm_program_choice next = *choice;
        next.at[s] = (int8_t)f;
        if (must_forbid(r, &next))
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
        next.at[s] = (int8_t)strongest_form(&r->sites[s]);
    return next;
}

/* Many sites at once, as most may have their strongest form: twice as many where that goes well,
 * else half of them. */
static cm_program_choice grow(cm_repairing *r, cm_program_choice choice)
{
    int s = 0, several = r->site_count;
    while (s < r->site_count && !r->limit) {
        int count = several < r->site_count - s ? several : r->site_count - s;
        cm_program_choice next = with_strongest(r, &choice, s, count);
        if (same(r, &next, &choice) || !must_forbid(r, &next)) {
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

/* ---- the cheapest that is undecided --------------------------------------------------- */

/* Choices that were looked at: what lies above them is known. */
typedef struct visits {
    cm_program_choice *slots;
    bool *taken;
    size_t count, capacity; /* a power of two, or 0 */
} visits;

typedef struct search {
    cm_repairing *r;
    visits visits;
    cm_program_choice *allowing, *found;
    int allowing_count, allowing_capacity, found_count, found_capacity;
    cm_program_choice best;
    double best_cost;
    bool any;
    double least; /* none costs less: the best of fewer programs that allow */
    size_t nodes;
} search;

enum { MOST_NODES = 3000000 };

static bool above_found(const search *s, const cm_program_choice *choice)
{
    for (int i = 0; i < s->found_count; i++)
        if (cm_program_below(s->r, &s->found[i], choice))
            return true;
    return false;
}

static const cm_program_choice *not_hit(const search *s, const cm_program_choice *choice)
{
    for (int i = 0; i < s->allowing_count; i++)
        if (cm_program_below(s->r, choice, &s->allowing[i]))
            return &s->allowing[i];
    return NULL;
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
    while (v->taken[i] && !same(s->r, &v->slots[i], choice))
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

/* Was it looked at before? Now it is. One that comes again by other steps costs as much, so that
 * nothing cheaper is above it than was found then. */
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

static void forget_visits(search *s)
{
    visits *v = &s->visits;
    for (size_t i = 0; i < v->capacity; i++)
        v->taken[i] = false;
    v->count = 0;
}

/* Choices above this one that are below no program that allows and above no proposal. What
 * hits a program that allows has at some site a form that is not below that program's. */
static void descend(search *s, const cm_program_choice *choice, double cost)
{
    const double rounding = 1e-9;
    if (++s->nodes > MOST_NODES ||
        (s->any && (cost >= s->best_cost || s->best_cost <= s->least + rounding)) ||
        visited(s, choice) || above_found(s, choice))
        return;
    const cm_program_choice *allowing = not_hit(s, choice);
    if (!allowing) {
        s->best = *choice;
        s->best_cost = cost;
        s->any = true;
        return;
    }
    for (int i = 0; i < s->r->site_count; i++) {
        const cm_site *site = &s->r->sites[i];
        unsigned char now = (unsigned char)choice->at[i];
        for (int f = 0; f < site->count; f++) {
            double more = cost + site->forms[f].cost - site->forms[now].cost;
            if (s->any && more >= s->best_cost)
                break; /* forms are sorted by cost */
            if (f == now || form_below(site, f, allowing->at[i]) || !form_below(site, now, f))
                continue;
            cm_program_choice next = *choice;
            next.at[i] = (int8_t)f;
            descend(s, &next, more);
        }
    }
}

/* ---- proposals --------------------------------------------------------------------------- */

/* Is there no form between the two? */
static bool is_step(const cm_site *site, int weak, int strong)
{
    for (int f = 0; f < site->count; f++)
        if (f != weak && f != strong && form_below(site, weak, f) && form_below(site, f, strong))
            return false;
    return weak != strong && form_below(site, weak, strong);
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
                if (!is_step(&r->sites[s], f, choice.at[s]) || !cm_repair_forbids(r, &next))
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

static void keep_allowing(search *s, cm_program_choice choice)
{
    choice = grow(s->r, choice);
    CM_RESERVE(s->r->arena, s->allowing, s->allowing_count, s->allowing_capacity);
    s->allowing[s->allowing_count++] = choice;
}

static void search_all(search *s)
{
    cm_repairing *r = s->r;
    cm_program_choice start = cm_repair_weakest(r);
    while (!is_over(r)) {
        s->any = false;
        s->nodes = 0;
        forget_visits(s);
        descend(s, &start, 0);
        s->least = s->best_cost;
        if (s->nodes > MOST_NODES)
            set_limit(r, "too many combinations of changes");
        if (r->limit || !s->any)
            break;
        if (s->found_count == r->options.most) {
            set_limit(r, "no more were asked for");
            break;
        }
        if (cm_repair_forbids(r, &s->best))
            keep(s, s->best);
        else if (!r->limit)
            keep_allowing(s, s->best);
    }
}

/* The programs above a proposal, of which none is to allow the outcome. */
static void look_above(cm_repairing *r, const cm_program_choice *proposal)
{
    cm_region region = new_region(r);
    cm_program_choice found = {{0}};
    for (int s = 0; s < r->site_count; s++)
        for (int f = 0; f < r->sites[s].count; f++)
            region.may[s][f] = form_below(&r->sites[s], proposal->at[s], f);
    if (cm_repair_find_allowing(r, &region, &found) && !tried_before(r, &found))
        remember(r, &found, false);
}

/* Is the model monotone on this test? Asked of all programs above proposals, and of those with one
 * change, which the search may have passed by. */
static void look_for_exceptions(search *s)
{
    cm_repairing *r = s->r;
    for (int i = 0; r->every && i < s->found_count && !is_over(r); i++)
        look_above(r, &s->found[i]);
    for (int site = 0; site < r->site_count && !is_over(r); site++) {
        cm_program_choice one = cm_repair_weakest(r);
        one.at[site] = (int8_t)strongest_form(&r->sites[site]);
        if (cm_repair_forbids(r, &one) && !above_found(s, &one))
            keep(s, one);
    }
}

/* What the problem of all programs says forbids must do so by itself. */
static void confirm(search *s)
{
    const char *limit = s->r->limit;
    s->r->limit = NULL;
    int confirmed = 0;
    while (confirmed < s->found_count && check(s->r, &s->found[confirmed]))
        confirmed++;
    if (confirmed < s->found_count)
        set_limit(s->r, "internal error: a proposal does not forbid the outcome");
    s->found_count = confirmed;
    if (limit)
        s->r->limit = limit;
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
    bool every = r->every != NULL;
    compare_own(r);
    search_all(&s);
    look_for_exceptions(&s);
    ask_for_turns(&s);
    cm_repair_close_every(r);
    if (every)
        confirm(&s);
    *found = s.found;
    return s.found_count;
}
