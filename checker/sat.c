/* Satisfiability of clauses. See sat.h. */
#include "checker/sat.h"

#include <string.h>

enum {
    NO_CLAUSE = 0,       /* clauses have numbers above 0: their places in `pool` */
    FIRST_RESTART = 100, /* conflicts */
    UNKNOWN = 0,
    HOLDS = 1,
    FAILS = 2
};

static const double MOST_ACTIVITY = 1e100, ACTIVITY_GROWTH = 1 / 0.95;

/* A literal: twice its variable, plus one where it is negated. */
typedef uint32_t literal;

typedef struct watch {
    uint32_t clause;
    literal other; /* of the clause: where it holds there is nothing to do */
} watch;

typedef struct watches {
    watch *items;
    uint32_t count, capacity;
} watches;

typedef struct literals {
    literal *items;
    uint32_t count, capacity;
} literals;

struct cm_sat {
    cm_arena *arena;
    bool refuted;    /* without assumptions, too */
    literals pool;   /* clauses: their lengths and their literals; the first two are watched */
    watches *of;     /* by literal: clauses that watch it */
    uint8_t *states; /* by literal */
    uint32_t variable_count;
    bool *occurs, *seen, *phase; /* by variable */
    uint32_t *level, *reason;
    double *activity, growth;
    literals heap;   /* of variables, the most active first */
    uint32_t *rank;  /* by variable: place in the heap plus 1; 0: not in it */
    literals trail;  /* what holds, in the order in which it came to hold */
    uint32_t head;   /* of the trail: followed up to here */
    literals starts; /* by level: where it begins in the trail */
    literals learnt; /* the clause being made */
    literals marked; /* variables that are `seen` */
    uint64_t conflicts;
    bool *solution; /* by variable */
    uint32_t solution_count;
    cm_lits given; /* clauses as they were added: their lengths and their literals */
};

cm_sat *cm_sat_new(cm_arena *arena)
{
    cm_sat *s = CM_NEW(arena, cm_sat);
    s->arena = arena;
    s->growth = 1;
    CM_RESERVE(arena, s->pool.items, s->pool.count, s->pool.capacity);
    s->pool.items[s->pool.count++] = 0;
    return s;
}

static literal literal_of(cm_lit lit)
{
    return lit < 0 ? 2 * (literal)-lit + 1 : 2 * (literal)lit;
}

static void push(cm_sat *s, literals *to, literal l)
{
    CM_RESERVE(s->arena, to->items, to->count, to->capacity);
    to->items[to->count++] = l;
}

/* ---- variables ------------------------------------------------------------------ */

static void reserve(cm_sat *s, uint32_t variable)
{
    uint32_t old = s->variable_count, more = variable + variable / 2 + 64;
    if (variable < old)
        return;
    cm_arena *a = s->arena;
    s->of = cm_arena_grow(a, s->of, 2 * (size_t)old, 2 * (size_t)more, sizeof *s->of);
    s->states = cm_arena_grow(a, s->states, 2 * (size_t)old, 2 * (size_t)more, sizeof *s->states);
    s->occurs = cm_arena_grow(a, s->occurs, old, more, sizeof *s->occurs);
    s->seen = cm_arena_grow(a, s->seen, old, more, sizeof *s->seen);
    s->phase = cm_arena_grow(a, s->phase, old, more, sizeof *s->phase);
    s->level = cm_arena_grow(a, s->level, old, more, sizeof *s->level);
    s->reason = cm_arena_grow(a, s->reason, old, more, sizeof *s->reason);
    s->activity = cm_arena_grow(a, s->activity, old, more, sizeof *s->activity);
    s->rank = cm_arena_grow(a, s->rank, old, more, sizeof *s->rank);
    s->variable_count = more;
}

/* Of two that are equally active the later one, which then fails: of a choice the first is left, as
 * choices are listed in the order of the program. */
static bool goes_before(const cm_sat *s, uint32_t a, uint32_t b)
{
    return s->activity[a] != s->activity[b] ? s->activity[a] > s->activity[b] : a > b;
}

static void place(cm_sat *s, uint32_t at, uint32_t variable)
{
    s->heap.items[at] = variable;
    s->rank[variable] = at + 1;
}

static void move_up(cm_sat *s, uint32_t at)
{
    uint32_t variable = s->heap.items[at];
    for (; at > 0 && goes_before(s, variable, s->heap.items[(at - 1) / 2]); at = (at - 1) / 2)
        place(s, at, s->heap.items[(at - 1) / 2]);
    place(s, at, variable);
}

static void move_down(cm_sat *s, uint32_t at)
{
    uint32_t variable = s->heap.items[at];
    for (uint32_t child = 2 * at + 1; child < s->heap.count; child = 2 * at + 1) {
        if (child + 1 < s->heap.count &&
            goes_before(s, s->heap.items[child + 1], s->heap.items[child]))
            child++;
        if (!goes_before(s, s->heap.items[child], variable))
            break;
        place(s, at, s->heap.items[child]);
        at = child;
    }
    place(s, at, variable);
}

static void put_into_heap(cm_sat *s, uint32_t variable)
{
    if (s->rank[variable])
        return;
    push(s, &s->heap, variable);
    s->rank[variable] = s->heap.count;
    move_up(s, s->heap.count - 1);
}

static uint32_t take_from_heap(cm_sat *s)
{
    uint32_t first = s->heap.items[0], last = s->heap.items[--s->heap.count];
    s->rank[first] = 0;
    if (s->heap.count > 0) {
        place(s, 0, last);
        move_down(s, 0);
    }
    return first;
}

static void bump(cm_sat *s, uint32_t variable)
{
    s->activity[variable] += s->growth;
    if (s->activity[variable] > MOST_ACTIVITY) {
        for (uint32_t v = 0; v < s->variable_count; v++)
            s->activity[v] /= MOST_ACTIVITY;
        s->growth /= MOST_ACTIVITY;
    }
    if (s->rank[variable])
        move_up(s, s->rank[variable] - 1);
}

/* ---- what holds ------------------------------------------------------------------ */

static void let_hold(cm_sat *s, literal l, uint32_t reason)
{
    s->states[l] = HOLDS;
    s->states[l ^ 1] = FAILS;
    s->level[l / 2] = s->starts.count;
    s->reason[l / 2] = reason;
    push(s, &s->trail, l);
}

static void go_back(cm_sat *s, uint32_t level)
{
    if (s->starts.count <= level)
        return;
    uint32_t start = s->starts.items[level];
    for (uint32_t i = s->trail.count; i-- > start;) {
        literal l = s->trail.items[i];
        s->states[l] = s->states[l ^ 1] = UNKNOWN;
        s->phase[l / 2] = !(l & 1);
        put_into_heap(s, l / 2);
    }
    s->trail.count = s->head = start;
    s->starts.count = level;
}

static void watch_literal(cm_sat *s, literal l, uint32_t clause, literal other)
{
    watches *w = &s->of[l];
    CM_RESERVE(s->arena, w->items, w->count, w->capacity);
    w->items[w->count++] = (watch){clause, other};
}

/* Of two literals at least. Its number. */
static uint32_t store(cm_sat *s, const literal *items, uint32_t count)
{
    push(s, &s->pool, count);
    uint32_t clause = s->pool.count;
    for (uint32_t i = 0; i < count; i++)
        push(s, &s->pool, items[i]);
    watch_literal(s, items[0], clause, items[1]);
    watch_literal(s, items[1], clause, items[0]);
    return clause;
}

/* Moves the watch from a literal that fails to one that does not, if there is one. */
static bool watch_another(cm_sat *s, uint32_t clause)
{
    literal *items = &s->pool.items[clause];
    for (uint32_t i = 2; i < s->pool.items[clause - 1]; i++) {
        literal l = items[i];
        if (s->states[l] == FAILS)
            continue;
        items[i] = items[1];
        items[1] = l;
        watch_literal(s, l, clause, items[0]);
        return true;
    }
    return false;
}

/* What follows from the literal's failing: the clause that then has no literal left, or none. */
static uint32_t follow(cm_sat *s, literal fails)
{
    uint32_t kept = 0, i = 0, conflict = NO_CLAUSE;
    watches *w = &s->of[fails];
    while (i < w->count && conflict == NO_CLAUSE) {
        watch here = w->items[i++];
        if (s->states[here.other] == HOLDS) {
            w->items[kept++] = here;
            continue;
        }
        literal *items = &s->pool.items[here.clause];
        if (items[0] == fails) {
            items[0] = items[1];
            items[1] = fails;
        }
        here.other = items[0];
        if (s->states[items[0]] != HOLDS && watch_another(s, here.clause))
            continue;
        w->items[kept++] = here;
        if (s->states[items[0]] == FAILS)
            conflict = here.clause;
        else if (s->states[items[0]] == UNKNOWN)
            let_hold(s, items[0], here.clause);
    }
    while (i < w->count)
        w->items[kept++] = w->items[i++];
    w->count = kept;
    return conflict;
}

static uint32_t propagate(cm_sat *s)
{
    uint32_t conflict = NO_CLAUSE;
    while (s->head < s->trail.count && conflict == NO_CLAUSE)
        conflict = follow(s, s->trail.items[s->head++] ^ 1);
    return conflict;
}

/* ---- conflicts ------------------------------------------------------------------- */

static void mark(cm_sat *s, uint32_t variable)
{
    s->seen[variable] = true;
    push(s, &s->marked, variable);
}

/* Notes the literals of a clause but the one that it gave: those of this level are to be resolved
 * away, the others stay. How many of this level are new? */
static uint32_t note(cm_sat *s, uint32_t clause, literal gave)
{
    uint32_t open = 0, count = s->pool.items[clause - 1];
    for (uint32_t i = 0; i < count; i++) {
        literal l = s->pool.items[clause + i];
        if (l == gave || s->seen[l / 2] || s->level[l / 2] == 0)
            continue;
        mark(s, l / 2);
        bump(s, l / 2);
        if (s->level[l / 2] == s->starts.count)
            open++;
        else
            push(s, &s->learnt, l);
    }
    return open;
}

/* Does it follow from the other literals of the clause being made? */
static bool is_spare(const cm_sat *s, literal l)
{
    uint32_t reason = s->reason[l / 2];
    if (reason == NO_CLAUSE)
        return false;
    for (uint32_t i = 0; i < s->pool.items[reason - 1]; i++) {
        uint32_t v = s->pool.items[reason + i] / 2;
        if (v != l / 2 && !s->seen[v] && s->level[v] > 0)
            return false;
    }
    return true;
}

static void drop_spare(cm_sat *s)
{
    uint32_t kept = 1;
    for (uint32_t i = 1; i < s->learnt.count; i++)
        if (!is_spare(s, s->learnt.items[i]))
            s->learnt.items[kept++] = s->learnt.items[i];
    s->learnt.count = kept;
}

/* The highest level of the literals but the first, which one of that level comes after. */
static uint32_t second_level(cm_sat *s)
{
    literal *items = s->learnt.items;
    if (s->learnt.count == 1)
        return 0;
    uint32_t best = 1;
    for (uint32_t i = 2; i < s->learnt.count; i++)
        if (s->level[items[i] / 2] > s->level[items[best] / 2])
            best = i;
    literal l = items[best];
    items[best] = items[1];
    items[1] = l;
    return s->level[l / 2];
}

/* Into `learnt`: a clause that follows from the others and has one literal of this level, the
 * first. */
static void analyse(cm_sat *s, uint32_t conflict)
{
    s->learnt.count = s->marked.count = 0;
    push(s, &s->learnt, 0);
    uint32_t at = s->trail.count, open = note(s, conflict, UINT32_MAX);
    literal l;
    for (;;) {
        while (!s->seen[s->trail.items[--at] / 2])
            continue;
        l = s->trail.items[at];
        if (--open == 0)
            break;
        open += note(s, s->reason[l / 2], l);
    }
    s->learnt.items[0] = l ^ 1;
    drop_spare(s);
    for (uint32_t i = 0; i < s->marked.count; i++)
        s->seen[s->marked.items[i]] = false;
}

static void learn(cm_sat *s, uint32_t conflict)
{
    analyse(s, conflict);
    go_back(s, second_level(s));
    uint32_t clause = s->learnt.count > 1 ? store(s, s->learnt.items, s->learnt.count) : NO_CLAUSE;
    let_hold(s, s->learnt.items[0], clause);
    s->growth *= ACTIVITY_GROWTH;
    s->conflicts++;
}

/* ---- clauses ---------------------------------------------------------------------- */

static void remember(cm_sat *s, const cm_lit *items, uint32_t count)
{
    cm_lits_add(s->arena, &s->given, (cm_lit)count);
    for (uint32_t i = 0; i < count; i++)
        cm_lits_add(s->arena, &s->given, items[i]);
}

const cm_lit *cm_sat_given(const cm_sat *sat, size_t *next, uint32_t *count)
{
    if (*next == sat->given.count)
        return NULL;
    *count = (uint32_t)sat->given.items[*next];
    const cm_lit *items = &sat->given.items[*next + 1];
    *next += *count + 1;
    return items;
}

/* Adds the literal to the clause being made, unless it is there, or fails for good. True: with it
 * the clause holds whatever else does. */
static bool add_literal(cm_sat *s, cm_lit lit)
{
    literal l = literal_of(lit);
    reserve(s, l / 2);
    s->occurs[l / 2] = true;
    if (s->states[l] == HOLDS)
        return true;
    for (uint32_t i = 0; i < s->learnt.count; i++)
        if ((s->learnt.items[i] ^ 1) == l)
            return true;
        else if (s->learnt.items[i] == l)
            return false;
    if (s->states[l] == UNKNOWN)
        push(s, &s->learnt, l);
    put_into_heap(s, l / 2);
    return false;
}

void cm_sat_add(cm_sat *s, const cm_lit *items, uint32_t count)
{
    go_back(s, 0);
    remember(s, items, count);
    s->learnt.count = 0;
    for (uint32_t i = 0; i < count; i++)
        if (items[i] == CM_TRUE || (items[i] != CM_FALSE && add_literal(s, items[i])))
            return;
    if (s->learnt.count == 0)
        s->refuted = true;
    else if (s->learnt.count == 1)
        let_hold(s, s->learnt.items[0], NO_CLAUSE);
    else
        store(s, s->learnt.items, s->learnt.count);
}

/* ---- questions --------------------------------------------------------------------- */

/* The next assumption that does not hold yet, else a variable as it was last. 0: all have a
 * value. UINT32_MAX: an assumption fails. Levels of assumptions that hold anyway are empty. */
static literal next_decision(cm_sat *s, const cm_lit *assumptions, uint32_t count)
{
    while (s->starts.count < count) {
        cm_lit lit = assumptions[s->starts.count];
        literal l = literal_of(lit);
        if (lit == CM_FALSE || (lit != CM_TRUE && s->states[l] == FAILS))
            return UINT32_MAX;
        if (lit != CM_TRUE && s->states[l] == UNKNOWN)
            return l;
        push(s, &s->starts, s->trail.count);
    }
    while (s->heap.count > 0) {
        uint32_t variable = take_from_heap(s);
        if (s->states[2 * variable] == UNKNOWN)
            return 2 * variable + !s->phase[variable];
    }
    return 0;
}

static void keep_solution(cm_sat *s)
{
    if (s->solution_count < s->variable_count) {
        s->solution = CM_NEW_ARRAY(s->arena, s->variable_count, bool);
        s->solution_count = s->variable_count;
    }
    for (uint32_t v = 0; v < s->variable_count; v++)
        s->solution[v] = s->states[2 * v] == HOLDS;
}

/* The Luby sequence: 1 1 2 1 1 2 4 ... (Luby, Sinclair, Zuckerman, "Optimal speedup of Las Vegas
 * algorithms", Information Processing Letters 47, 1993). */
static uint64_t luby(uint64_t i)
{
    uint64_t size = 1;
    while (size < i + 1)
        size = 2 * size + 1;
    while (size != i + 1) {
        size /= 2;
        if (i >= size)
            i -= size;
    }
    return (size + 1) / 2;
}

cm_sat_answer cm_sat_ask(cm_sat *s, const cm_lit *assumptions, uint32_t count,
                         uint64_t most_conflicts)
{
    uint64_t restarts = 0, restart = s->conflicts + FIRST_RESTART;
    for (uint32_t i = 0; i < count; i++)
        reserve(s, literal_of(assumptions[i]) / 2);
    go_back(s, 0);
    while (!s->refuted) {
        uint32_t conflict = propagate(s);
        if (conflict != NO_CLAUSE) {
            s->refuted = s->starts.count == 0;
            if (!s->refuted)
                learn(s, conflict);
            continue;
        }
        if (s->conflicts >= most_conflicts)
            return CM_SAT_TOO_HARD;
        if (s->conflicts >= restart) {
            restart = s->conflicts + FIRST_RESTART * luby(++restarts);
            go_back(s, 0);
        }
        literal decision = next_decision(s, assumptions, count);
        if (decision == UINT32_MAX)
            return CM_SAT_NO;
        if (decision == 0) {
            keep_solution(s);
            return CM_SAT_YES;
        }
        push(s, &s->starts, s->trail.count);
        let_hold(s, decision, NO_CLAUSE);
    }
    return CM_SAT_NO;
}

bool cm_sat_value(const cm_sat *s, uint32_t variable)
{
    return variable < s->solution_count && s->solution[variable];
}
