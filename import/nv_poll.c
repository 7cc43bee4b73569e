/* Waits that a compiler spread over several copies.
 *
 * What waits for memory in a library is a few tries without a pause, then some with one, then a
 * loop with a clock, all of one location: libcu++'s try_wait, wait and acquire. What a thread did
 * by a try that failed is a read, of which nothing is left. So the whole is one loop, `L: try; if
 * it failed go to L`.
 *
 * A state tries if it reads memory once, computes, and branches, and leaves no register behind but
 * on one of its ways. Let S be such a state, and let it go on to T when its try succeeds. If all
 * that is reached from its other way without T tries the same location for the same value, leaves
 * no register that T reads, and comes to T only by the very instructions of S, then S may go back
 * to itself on that way:
 *
 * - An execution of the loop is one of the kernel whose first try succeeds, with as many reads
 *   more as it fails. In it the failed ones, which end in the loop, are of S itself.
 * - An execution of the kernel that comes to T does so by a try that S does as well. The others
 *   read only, and may go: see checker/loops/wait.h, where rounds that only wait go for the same
 *   reason.
 * - One that never comes to T tries for ever, since whoever goes on as if its try had succeeded
 *   comes to T. Then what S tries fails for ever, too.
 *
 * What is reached may also wait while the location has the value that a try of S has found, and
 * that failed (libcu++'s wait): where that lasts for ever, S fails for ever.
 */
#include "import/nv_code.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

/* How a state tries. */
typedef struct attempt {
    bool is;
    const char *rows;  /* with names for the registers that it leaves nowhere */
    const char *where; /* likewise of all that it sets, whatever the read orders */
    int ways[2];       /* states: when its predicate is false, and true */
} attempt;

typedef struct polling {
    cm_nv_follow *f;
    attempt *tries;     /* by state */
    int *names, *again; /* scratch */
} polling;

/* Set by the state, and read by nobody behind it? Without `ways` the latter does not matter. */
static bool is_own(const cm_nv_follow *f, const cm_nv_state *s, const int *ways, int reg)
{
    return cm_nv_in(s->written, reg) && !cm_nv_in(s->live, reg) &&
           (!ways ||
            (!cm_nv_in(f->states[ways[0]].live, reg) && !cm_nv_in(f->states[ways[1]].live, reg)));
}

/* The row with `?0` for the first register that is the state's own. */
static void add_canonical(cm_text *text, cm_nv_follow *f, const cm_nv_state *s, const int *ways,
                          const char *row, int *names, int *count)
{
    while (*row) {
        size_t length = cm_nv_word(row);
        int reg = length > 0 ? cm_nv_register_named(f, row, length) : -1;
        if (reg >= 0 && is_own(f, s, ways, reg)) {
            int at = 0;
            while (at < *count && names[at] != reg)
                at++;
            if (at == *count)
                names[(*count)++] = reg;
            cm_text_append(text, "?%d", at);
        } else {
            cm_text_add_bytes(text, row, length > 0 ? length : 1);
        }
        row += length > 0 ? length : 1;
    }
    cm_text_add(text, "\n");
}

/* setp.ne is what setp.eq is not. Of floating-point numbers neither may hold. */
static const char *without_negation(cm_arena *arena, const char *row, bool *negated)
{
    static const char *const pairs[][2] = {
        {"setp.ne.", "setp.eq."}, {"setp.ge.", "setp.lt."}, {"setp.gt.", "setp.le."}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        size_t length = strlen(pairs[i][0]);
        if (strncmp(row, pairs[i][0], length) != 0 || !strchr("subx", row[length]))
            continue;
        *negated = !*negated;
        return cm_arena_printf(arena, "%s%s", pairs[i][1], row + length);
    }
    return row;
}

/* The opcode of a load without what it says but of its width. */
static const char *without_order(cm_arena *arena, const char *row)
{
    size_t length = strcspn(row, " ");
    return strncmp(row, "ld.", 3) == 0 ? cm_arena_printf(arena, "ld%s", row + length) : row;
}

static attempt attempt_of(const polling *p, int state)
{
    cm_nv_follow *f = p->f;
    const cm_nv_state *s = &f->states[state];
    attempt t = {.is = s->end == CM_NV_BRANCHES && s->reads == 1 && !s->does_more};
    if (!t.is)
        return t;
    bool negated = s->guard[1] == '!';
    cm_text rows = cm_text_new(f->work->arena), where = cm_text_new(f->work->arena);
    int ways[2] = {s->next, s->taken}, count = 0, same = 0;
    for (int i = 0; i < s->row_count; i++) {
        const char *row = s->rows[i].text;
        if (i + 1 == s->row_count)
            row = without_negation(f->work->arena, row, &negated);
        add_canonical(&rows, f, s, ways, row, p->names, &count);
        add_canonical(&where, f, s, NULL, without_order(f->work->arena, row), p->again, &same);
    }
    const char *guard = s->guard + 1 + (s->guard[1] == '!');
    add_canonical(&rows, f, s, ways, guard, p->names, &count);
    add_canonical(&where, f, s, NULL, guard, p->again, &same);
    t.rows = rows.data;
    t.where = where.data;
    t.ways[!negated] = ways[1];
    t.ways[negated] = ways[0];
    for (int r = 0; r < f->code->register_count; r++) /* a round begins as the one before it */
        t.is &= !cm_nv_in(s->written, r) || !cm_nv_in(f->states[state].live, r);
    return t;
}

/* Reads T no register that the state sets? */
static bool leaves_nothing(const polling *p, int state, int goal)
{
    for (int r = 0; r < p->f->code->register_count; r++)
        if (cm_nv_in(p->f->states[state].written, r) && cm_nv_in(p->f->states[goal].live, r))
            return false;
    return true;
}

/* ---- delays: `while (load() == old);` with what a try that failed has found ------------ */

/* The register that the state's load sets, and it alone; NULL: there is none. */
static const char *found_in(const polling *p, int state, const char **address)
{
    const cm_nv_state *s = &p->f->states[state];
    cm_arena *arena = p->f->work->arena;
    const char *found = NULL;
    for (int i = 0; i < s->row_count; i++) {
        const char *row = s->rows[i].text, *operand = row + strcspn(row, " ");
        operand += *operand == ' ';
        const char *name = cm_arena_text(arena, operand, strcspn(operand, ",{"));
        if (strncmp(row, "ld.", 3) == 0) {
            found = name;
            *address = operand + strlen(name);
        } else if (found && strcmp(found, name) == 0) {
            return NULL;
        }
    }
    return found;
}

/* Waits the other state, which loads what the state does, while that has the value that the state
 * has found? Then it goes on by its false way. */
static bool is_delay(const polling *p, int state, int other)
{
    const char *address = NULL, *found = found_in(p, state, &address);
    const char *where = p->tries[other].where;
    if (!found)
        return false;
    cm_text like = cm_text_new(p->f->work->arena);
    cm_text_append(&like, "ld ?0%s\nsetp.eq.", address);
    size_t length = strlen(like.data);
    if (strncmp(where, like.data, length) != 0)
        return false;
    const char *rest = where + length + strcspn(where + length, " ");
    return strcmp(rest, cm_arena_printf(p->f->work->arena, " ?1, ?0, %s\n?1 \n", found)) == 0;
}

/* Does the other state try what the state does, or wait for what that has found to change? Then the
 * way on which it goes on as if the try had succeeded; else -1. */
static int success_of(const polling *p, int state, int other, bool success)
{
    const attempt *t = &p->tries[state], *o = &p->tries[other];
    const char *at = NULL, *found = found_in(p, state, &at), *own = found_in(p, other, &at);
    int reg = found ? cm_nv_register_named(p->f, found, strlen(found)) : -1;
    if (!o->is)
        return -1;
    if (strcmp(o->where, t->where) == 0) {
        bool keeps = reg < 0 || !cm_nv_in(p->f->states[other].written, reg);
        return keeps || (own && strcmp(own, found) == 0) ? success : -1;
    }
    return is_delay(p, state, other) ? 0 : -1;
}

/* Whoever goes on from there as if the state's try had succeeded comes to the goal. */
static bool comes_to(const polling *p, int state, int from, bool success, int goal)
{
    for (int steps = 0; steps < p->f->state_count && from != goal; steps++)
        from = p->tries[from].ways[success_of(p, state, from, success)];
    return from == goal;
}

/* May the state go back to itself where its predicate is not `success`? */
static bool waits(const polling *p, int state, bool success)
{
    const attempt *t = &p->tries[state];
    int goal = t->ways[success], count = 0;
    int *found = CM_NEW_ARRAY(p->f->work->arena, (size_t)p->f->state_count + 1, int);
    bool *seen = CM_NEW_ARRAY(p->f->work->arena, (size_t)p->f->state_count + 1, bool);
    if (t->ways[!success] == state || t->ways[!success] == goal || goal == state)
        return false;
    found[count++] = t->ways[!success];
    seen[found[0]] = true;
    for (int i = 0; i < count; i++) {
        const attempt *other = &p->tries[found[i]];
        if (success_of(p, state, found[i], success) < 0)
            return false;
        bool arrives = false;
        for (int way = 0; way < 2; way++) {
            int next = other->ways[way];
            if (next == goal && (way != success || strcmp(other->rows, t->rows) != 0))
                return false;
            arrives |= next == goal;
            if (next == goal || seen[next])
                continue;
            seen[next] = true;
            found[count++] = next;
        }
        if (!arrives && !leaves_nothing(p, found[i], goal))
            return false;
    }
    for (int i = 0; i < count; i++)
        if (!comes_to(p, state, found[i], success, goal))
            return false;
    return true;
}

/* The load's or the try's opcode, with what it orders. */
static const char *order_of(const polling *p, int state)
{
    const char *rows = p->tries[state].rows;
    const char *at = strncmp(rows, "ld.", 3) == 0 ? rows : strstr(rows, "\nld.");
    return at ? cm_arena_text(p->f->work->arena, at, 1 + strcspn(at + 1, " \n")) : "";
}

/* A state that waits by itself, and whose success only leads to another that waits for the same:
 * who goes past it does nothing else, as the try of the other one may be read twice. */
static bool waits_for_another(const polling *p, int state)
{
    const attempt *t = &p->tries[state];
    const char *order = order_of(p, state);
    for (int success = 0; success < 2; success++) {
        int next = t->ways[success];
        const attempt *other = &p->tries[next];
        if (t->ways[!success] == state && next != state && other->is &&
            other->ways[!success] == next && strcmp(other->where, t->where) == 0 && *order &&
            strcmp(order, order_of(p, next)) == 0 && leaves_nothing(p, state, next))
            return true;
    }
    return false;
}

static bool tries_alike(const polling *p, int state, int other, bool success)
{
    const attempt *a = &p->tries[state], *b = &p->tries[other];
    return a->is && b->is && strcmp(a->rows, b->rows) == 0 && a->ways[success] == b->ways[success];
}

/* A try, and those that follow where it fails, which are the same, as where a counter of tries is
 * known: if all fail, the first one fails alone. -1: not so. Else where the last one goes if it
 * fails. */
static int behind_the_next(const polling *p, int state, bool success)
{
    int last = state, next = p->tries[state].ways[!success];
    for (int steps = 0; tries_alike(p, state, next, success); steps++) {
        if (next == state || next == last || steps == p->f->state_count)
            return -1;
        last = next;
        next = p->tries[last].ways[!success];
    }
    return last == state ? -1 : next;
}

/* ---- counters of tries in registers ------------------------------------------------------
 *
 * `while (failed) if (++tries == MOST) { tries = 0; ... }`: who fails once may fail as often as the
 * counter needs, by reads of the same, and of several that fail one alone may stay. So what is done
 * after so many tries is done after each. */

/* What a register holds: the counter as it was, and so much more. */
typedef struct counted {
    bool is;
    uint64_t more;
} counted;

/* The operands of a row behind its opcode, at most three: how many there are. */
static int operands_of(cm_arena *arena, const char *row, const char *operands[3])
{
    int count = 0;
    for (row += strcspn(row, " "); *row; count++) {
        row += strspn(row, " ,");
        size_t length = strcspn(row, ",");
        if (count == 3 || length == 0)
            return -1;
        operands[count] = cm_arena_text(arena, row, length);
        row += length;
    }
    return count;
}

static bool is_number(const char *text, uint64_t *value)
{
    const char *digits = text + (*text == '-');
    char *end;
    *value = strtoull(text, &end, 10);
    return *digits >= '0' && *digits <= '9' && !*end;
}

/* From a try that failed to the next one. */
typedef struct counting {
    const polling *p;
    counted *held;     /* by register */
    const char *limit; /* the predicate that compares it; NULL: none yet */
    bool until;        /* it holds once the limit is reached, by a counter that grows */
    bool equal;        /* of `limit`: it holds, or does not, at the limit alone */
    int states[4], count;
    int branch, enough; /* of the states the one that ends, and where it leads then */
    bool taken;         /* by its guard */
} counting;

static bool compares(counting *c, const char *row, const char *const *operands)
{
    static const struct {
        const char *begin;
        bool until, equal;
    } comparisons[] = {{"setp.lt.", false, false}, {"setp.le.", false, false},
                       {"setp.ne.", false, true},  {"setp.gt.", true, false},
                       {"setp.ge.", true, false},  {"setp.eq.", true, true}};
    uint64_t number;
    int reg = cm_nv_register_named(c->p->f, operands[1], strlen(operands[1]));
    if (c->limit || reg < 0 || !c->held[reg].is || !is_number(operands[2], &number))
        return false;
    for (size_t i = 0; i < sizeof comparisons / sizeof *comparisons; i++)
        if (strncmp(row, comparisons[i].begin, strlen(comparisons[i].begin)) == 0) {
            c->limit = operands[0];
            c->until = comparisons[i].until;
            c->equal = comparisons[i].equal;
            return true;
        }
    return false;
}

/* A row that moves the counter, adds to it or compares it. */
static bool counts(counting *c, const char *row)
{
    cm_nv_follow *f = c->p->f;
    const char *operands[3];
    int count = operands_of(f->work->arena, row, operands);
    bool moves = strncmp(row, "mov.", 4) == 0 && count == 2;
    bool adds = strncmp(row, "add.", 4) == 0 && count == 3;
    if (strncmp(row, "setp.", 5) == 0 && count == 3)
        return compares(c, row, operands);
    int to = moves || adds ? cm_nv_register_named(f, operands[0], strlen(operands[0])) : -1;
    int from = moves || adds ? cm_nv_register_named(f, operands[1], strlen(operands[1])) : -1;
    uint64_t more = 0;
    if (to < 0 || from < 0 || !c->held[from].is || (adds && !is_number(operands[2], &more)))
        return false;
    c->held[to] = (counted){true, c->held[from].more + more};
    return true;
}

/* By states that only go on, from there to the try: adds them. */
static bool goes_to(counting *c, int state, int try)
{
    const cm_nv_follow *f = c->p->f;
    int before = c->count;
    for (; state != try && c->count < 4 && f->states[state].end == CM_NV_GOES_ON;
         state = f->states[state].next)
        c->states[c->count++] = state;
    if (state != try)
        c->count = before;
    return state == try;
}

/* The states from where the try fails to where it begins anew, one of which may end that. */
static bool find_round(counting *c, int state, int try)
{
    const cm_nv_follow *f = c->p->f;
    while (f->states[state].end == CM_NV_GOES_ON && state != try && c->count < 2) {
        c->states[c->count++] = state;
        state = f->states[state].next;
    }
    const cm_nv_state *s = &f->states[state];
    if (state == try || s->end != CM_NV_BRANCHES)
        return false;
    c->branch = state;
    c->states[c->count++] = state;
    c->taken = !goes_to(c, s->taken, try);
    c->enough = c->taken ? s->taken : s->next;
    return c->enough != try && (!c->taken || goes_to(c, s->next, try));
}

/* Does it only count, by this register, which leads to the end at last, and leave nothing there or
 * where the try succeeds? */
static bool counts_by(counting *c, int counter, int goal)
{
    cm_nv_follow *f = c->p->f;
    const cm_nv_state *s = &f->states[c->branch];
    c->held = CM_NEW_ARRAY(f->work->arena, (size_t)f->code->register_count, counted);
    c->held[counter].is = true;
    c->limit = NULL;
    for (int i = 0; i < c->count; i++) {
        const cm_nv_state *at = &f->states[c->states[i]];
        if (at->reads > 0 || at->does_more || !leaves_nothing(c->p, c->states[i], c->enough) ||
            !leaves_nothing(c->p, c->states[i], goal))
            return false;
        for (int r = 0; r < at->row_count; r++)
            if (!counts(c, at->rows[r].text))
                return false;
    }
    bool unless = s->guard[1] == '!';
    const char *guard = s->guard + 1 + unless;
    int64_t step = (int64_t)c->held[counter].more;
    bool until = c->equal || step > 0 ? c->until : !c->until;
    return c->limit && strncmp(guard, c->limit, strcspn(guard, " ")) == 0 &&
           !c->limit[strcspn(guard, " ")] && step != 0 && step >= INT32_MIN && step <= INT32_MAX &&
           !(c->equal && step != 1 && step != -1) && c->taken == (until != unless);
}

/* After a try that failed a counter goes on, and the same is tried again until there are enough:
 * what is done then; -1: not so. */
static int enough_of(const polling *p, int try, bool success)
{
    const cm_nv_follow *f = p->f;
    counting c = {.p = p};
    if (!find_round(&c, p->tries[try].ways[!success], try))
        return -1;
    for (int r = 0; r < f->code->register_count; r++) {
        bool is = false;
        for (int i = 0; i < c.count; i++)
            is |= cm_nv_in(f->states[c.states[i]].written, r);
        if (is && cm_nv_in(f->states[try].live, r) && !cm_nv_in(f->states[try].written, r))
            return counts_by(&c, r, p->tries[try].ways[success]) ? c.enough : -1;
    }
    return -1;
}

bool cm_nv_join_polls(cm_nv_follow *f)
{
    polling p = {.f = f};
    p.names = CM_NEW_ARRAY(f->work->arena, (size_t)f->code->register_count + 1, int);
    p.again = CM_NEW_ARRAY(f->work->arena, (size_t)f->code->register_count + 1, int);
    p.tries = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, attempt);
    for (int i = 0; i < f->state_count; i++)
        p.tries[i] = attempt_of(&p, i);
    for (int i = 0; i < f->state_count; i++)
        if (p.tries[i].is && waits_for_another(&p, i)) {
            cm_nv_state *s = &f->states[i];
            s->next = s->next == i ? s->taken : s->next;
            s->row_count = 0;
            s->end = CM_NV_GOES_ON;
            return true;
        }
    for (int i = 0; i < f->state_count; i++)
        for (int success = 0; success < 2 && p.tries[i].is; success++) {
            int other = waits(&p, i, success) ? i : behind_the_next(&p, i, success);
            if (other < 0)
                continue;
            cm_nv_state *s = &f->states[i];
            int *way = s->next == p.tries[i].ways[!success] ? &s->next : &s->taken;
            *way = other;
            return true;
        }
    for (int i = 0; i < f->state_count; i++)
        for (int success = 0; success < 2 && p.tries[i].is; success++) {
            int enough = enough_of(&p, i, success);
            if (enough < 0)
                continue;
            cm_nv_state *s = &f->states[i];
            *(s->next == p.tries[i].ways[!success] ? &s->next : &s->taken) = enough;
            return true;
        }
    return false;
}
