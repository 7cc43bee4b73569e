/* A thread followed through its kernel: see nv_code.h. */
#include "import/nv_code.h"

#include <string.h>

/* A block of the kernel has at most so many versions by what is known there; then what
 * differs between them is left to instructions, from the beginning. */
enum { MOST_VERSIONS = 64, MOST_TRIES = 4096, MOST_STATES = 1 << 16 };

/* ---- states ------------------------------------------------------------------------ */

static bool same(cm_nv_known a, cm_nv_known b)
{
    if (a.kind != b.kind)
        return false;
    bool place = a.kind != CM_NV_UNKNOWN && a.kind != CM_NV_CONSTANT;
    return a.kind == CM_NV_UNKNOWN ||
           (a.number == b.number && (!place || a.location == b.location));
}

/* Into f->kept: what is known of the live registers at the line. Their count. */
static int keep_known(cm_nv_follow *f, int line)
{
    int count = 0;
    for (int r = 0; line >= 0 && r < f->code->register_count; r++)
        if (cm_nv_is_live(f->code, line, r))
            f->kept[count++] = f->known[r];
    return count;
}

static uint64_t hash_known(const cm_nv_follow *f, int line, int count)
{
    uint64_t hash = cm_hash_word(CM_HASH_EMPTY, (uint64_t)line);
    for (int i = 0; i < count; i++) {
        cm_nv_known k = f->kept[i];
        hash = cm_hash_word(hash, (uint64_t)(int)k.kind);
        hash = cm_hash_word(hash, k.kind == CM_NV_UNKNOWN ? 0 : k.number);
    }
    return hash;
}

static int find_state(cm_nv_follow *f, int line)
{
    int count = keep_known(f, line);
    uint64_t hash = hash_known(f, line, count);
    for (size_t at = cm_index_first(&f->found, hash); at != CM_INDEX_NONE;
         at = cm_index_next(&f->found, hash)) {
        const cm_nv_state *s = &f->states[at];
        bool is = s->line == line;
        for (int k = 0; k < count && is; k++)
            is = same(s->known[k], f->kept[k]);
        if (is)
            return (int)at;
    }
    return -1;
}

static int add_state(cm_nv_follow *f, int line, cm_place place)
{
    cm_arena *arena = f->work->arena;
    if (f->state_count == MOST_STATES)
        cm_fail(f->work, place,
                "the thread takes more than %d different ways through the kernel, expected "
                "shorter loops",
                MOST_STATES);
    cm_nv_state s = {.line = line, .place = place, .end = CM_NV_ENDS};
    size_t count = (size_t)keep_known(f, line);
    s.known = cm_arena_grow(arena, f->kept, count, count, sizeof *s.known);
    CM_RESERVE(arena, f->states, f->state_count, f->state_capacity);
    f->states[f->state_count] = s;
    if (line >= 0) {
        cm_index_add(arena, &f->found, hash_known(f, line, (int)count), (size_t)f->state_count);
        f->versions[line]++;
        f->last[line] = f->state_count;
    }
    return f->state_count++;
}

/* What differs from the block's last version is a register that changes: what is known in both, if
 * there is any, such as a counter. */
static void find_changing(cm_nv_follow *f, int line)
{
    const cm_nv_state *last = &f->states[f->last[line]];
    size_t registers = (size_t)f->code->register_count;
    if (!f->changing[line])
        f->changing[line] = CM_NEW_ARRAY(f->work->arena, registers, bool);
    bool found = false;
    for (int known = 1; known >= 0 && !found; known--)
        for (int r = 0, at = 0; r < f->code->register_count; r++) {
            if (!cm_nv_is_live(f->code, line, r))
                continue;
            cm_nv_known before = last->known[at++], now = f->known[r];
            if (same(before, now) ||
                (known && (before.kind == CM_NV_UNKNOWN || now.kind == CM_NV_UNKNOWN)))
                continue;
            f->changing[line][r] = found = f->changes = true;
        }
}

static void lift_changing(cm_nv_follow *f, int line, cm_place place)
{
    for (int r = 0; f->changing[line] && r < f->code->register_count; r++)
        if (f->changing[line][r] && f->known[r].kind != CM_NV_UNKNOWN)
            cm_nv_lift(f, r, place);
}

/* Are there only reads to where we are, from a late version of the line or from what has several
 * versions already? Then those that fail alike become one (nv_poll.c). */
static bool only_tries(const cm_nv_follow *f, int line)
{
    enum { MOST = 32 };
    if (f->hasty)
        return false;
    if (f->versions[f->states[f->filling].line] > MOST_VERSIONS && !f->changes)
        return true;           /* behind such versions */
    bool leads[MOST] = {true}; /* by state, from where we are to the first ones */
    int reads = 0, ways[2];
    for (int i = 0; i < MOST && i <= f->filling; i++) {
        const cm_nv_state *s = &f->states[f->filling - i];
        for (int w = i > 0 ? cm_nv_ways(s, ways) - 1 : -1; w >= 0; w--) {
            int back = f->filling - ways[w];
            leads[i] |= back >= 0 && back < i && leads[back];
        }
        if (leads[i] && s->does_more)
            return false;
        reads += leads[i] ? s->reads : 0;
        if (leads[i] && reads > 0 &&
            (s->line == line || (s->line >= 0 && f->versions[s->line] >= MOST_VERSIONS / 8)))
            return true;
    }
    return false;
}

/* The state for the line with what is known now; made if it is new. */
static int state_at(cm_nv_follow *f, int line, cm_place place)
{
    lift_changing(f, line, place);
    int found = find_state(f, line), most = f->changes ? 2 * MOST_VERSIONS : MOST_VERSIONS;
    if ((f->state_count > MOST_STATES / 2 || f->versions[line] == MOST_TRIES) && !f->hasty)
        f->hasty = f->changes = true; /* they are too many: from the beginning */
    if (found < 0 && f->versions[line] >= most && !only_tries(f, line)) {
        find_changing(f, line);
        lift_changing(f, line, place);
        found = find_state(f, line);
    }
    return found >= 0 ? found : add_state(f, line, place);
}

/* The same on a way of its own: what has to be said on it is not said on the other. */
static int state_beside(cm_nv_follow *f, int line, cm_place place)
{
    int here = f->state;
    size_t bytes = (size_t)f->code->register_count * sizeof *f->known;
    memcpy(f->saved, f->known, bytes);
    int between = add_state(f, -1, place); /* no line's: not found again */
    f->state = between;
    int next = state_at(f, line, place);
    f->states[between].end = CM_NV_GOES_ON;
    f->states[between].next = next;
    f->state = here;
    memcpy(f->known, f->saved, bytes);
    return between;
}

/* ---- lines ---------------------------------------------------------------------------- */

typedef struct live_asking {
    const cm_nv_follow *f;
    int line;
    bool live;
} live_asking;

static void ask_live(void *context, int reg)
{
    live_asking *a = context;
    a->live |= cm_nv_is_live(a->f->code, a->line, reg);
}

static bool dead_result(const cm_nv_follow *f, int at)
{
    live_asking a = {f, at + 1, false};
    cm_nv_each_written(&f->code->lines[at], ask_live, &a);
    return !a.live;
}

/* What is known at the beginning of the state. */
static void begin_known(cm_nv_follow *f, const cm_nv_state *s)
{
    const cm_nv_known unknown = {.kind = CM_NV_UNKNOWN};
    for (int r = 0, i = 0; r < f->code->register_count; r++)
        f->known[r] = cm_nv_is_live(f->code, s->line, r) ? s->known[i++] : unknown;
}

static void forget(void *context, int reg)
{
    ((cm_nv_follow *)context)->known[reg] = (cm_nv_known){.kind = CM_NV_UNKNOWN};
}

/* Is it what loops wait by? A state begins with it. */
static bool is_try(const cm_nv_line *line)
{
    static const struct {
        const char *opcode, *qualifier;
    } waits[] = {{"mbarrier", "try_wait"},
                 {"mbarrier", "test_wait"},
                 {"ld", "volatile"},
                 {"ld", "acquire"},
                 {"ld", "relaxed"}};
    for (size_t i = 0; i < sizeof waits / sizeof *waits; i++)
        if (cm_nv_opcode_is(line, waits[i].opcode) && cm_nv_has(line, waits[i].qualifier))
            return true;
    return false;
}

/* A line that is not control flow, and happens, maybe by its guard. */
static void do_line(cm_nv_follow *f, int at, const char *guard)
{
    const cm_nv_line *line = &f->code->lines[at];
    f->line = at;
    if (cm_nv_is_hint(line)) /* a policy is an operand of hints only */
        cm_nv_each_written(line, forget, f);
    if (cm_nv_is_hint(line) || (cm_nv_is_pure(line) && dead_result(f, at)))
        return;
    if (line->opcode == cm_nv_printed) {
        f->known[line->operands[0].index] = (cm_nv_known){.kind = CM_NV_PRINTED};
        return;
    }
    if (!*guard && cm_nv_fold(f, line))
        return;
    if (f->locals)
        cm_nv_note_local(f, at);
    cm_nv_add_effects(f, line); /* by what is known before it */
    if (!*guard && cm_nv_fold_load(f, line))
        return;
    /* What is left of the line, for those who ask whether the state only tries (nv_poll.c). */
    cm_nv_state *s = &f->states[f->state];
    bool reads = cm_nv_opcode_is(line, "ld") || is_try(line);
    s->reads += reads;
    s->does_more |= *guard || !(reads || cm_nv_is_pure(line));
    /* griddepcontrol.wait of a kernel that depends on none, though there are others. */
    const cm_binding *b = f->nv->import->binding;
    if (cm_nv_opcode_is(line, "griddepcontrol") && cm_nv_has(line, "wait") && b->launch_count > 1 &&
        !strstr(f->launch->after, "dependent"))
        cm_import_note(f->nv->import, f->locals, line->place,
                       "`griddepcontrol.wait` waits for no kernel here, since the launch does not "
                       "say `dependent P0`");
    if (!cm_nv_take_apart(f, line))
        cm_nv_print(f, line, guard);
    f->moves = false;
}

/* Is the line left out, by what is known of its guard? Clears *guard where it surely
 * happens. */
static bool is_skipped(const cm_nv_follow *f, const cm_nv_line *line, const char **guard)
{
    *guard = "";
    if (line->guard < 0)
        return false;
    cm_nv_known k = f->known[line->guard];
    if (k.kind == CM_NV_CONSTANT)
        return (k.number != 0) == line->unless;
    *guard = cm_arena_printf(f->work->arena, "@%s%s ", line->unless ? "!" : "",
                             f->code->registers[line->guard].name);
    return false;
}

/* ---- what the way of a branch says ------------------------------------------------------
 *
 * `p = q && n < 9; m = n + q; if (p) …`: where p holds, so does q, and m is known where n is. A
 * compiler that adds the outcome of a test to a counter of tries leaves that to be found. */

typedef struct assumed {
    int line, reg; /* what the line sets, behind it */
    bool holds;
} assumed;

typedef struct write_asking {
    int reg;
    bool writes;
} write_asking;

static void ask_written(void *context, int reg)
{
    write_asking *a = context;
    a->writes |= a->reg == reg;
}

/* The line of the state, before `at`, that alone sets the register; -1. */
static int setting(const cm_nv_follow *f, int at, int reg)
{
    for (int line = at - 1; line >= f->states[f->state].line; line--) {
        write_asking a = {reg, false};
        cm_nv_each_written(&f->code->lines[line], ask_written, &a);
        if (a.writes)
            return f->code->lines[line].guard < 0 ? line : -1;
    }
    return -1;
}

/* Is the operand known to hold, or not to? */
static bool is_surely(const cm_nv_follow *f, const cm_nv_operand *o, bool holds)
{
    const cm_nv_known *k = o->kind == CM_NV_REGISTER ? &f->known[o->index] : NULL;
    return k && !o->negated && k->kind == CM_NV_CONSTANT && (k->number != 0) == holds;
}

/* What follows of a predicate before the line, and of those that it comes of. Their count. */
static int conclude(const cm_nv_follow *f, int at, int guard, bool holds, assumed *all, int most)
{
    int count = 0;
    all[count++] = (assumed){at, guard, holds};
    for (int i = 0; i < count; i++) {
        assumed *a = &all[i];
        a->line = setting(f, a->line, a->reg);
        const cm_nv_line *line = a->line < 0 ? NULL : &f->code->lines[a->line];
        bool both = line && cm_nv_opcode_is(line, a->holds ? "and" : "or");
        bool one = line && cm_nv_opcode_is(line, a->holds ? "or" : "and");
        bool turns = line && cm_nv_opcode_is(line, "not");
        if (!line || !cm_nv_has(line, "pred") || !(both || one || turns))
            continue;
        for (int o = 1; o < line->count && count < most; o++)
            if (line->operands[o].kind == CM_NV_REGISTER && !line->operands[o].negated &&
                (!one || is_surely(f, &line->operands[line->count - o], !a->holds)))
                all[count++] =
                    (assumed){a->line, line->operands[o].index, turns ? !a->holds : a->holds};
    }
    return count;
}

/* Numbers that are known where the branch at the line goes one way: the state's lines once more,
 * with predicates that are known by it. */
static void assume(cm_nv_follow *f, int at, bool taken)
{
    enum { MOST = 8 };
    const cm_nv_line *branch = &f->code->lines[at];
    assumed all[MOST];
    int count = conclude(f, at, branch->guard, taken != branch->unless, all, MOST);
    size_t registers = (size_t)f->code->register_count;
    memcpy(f->sure, f->known, registers * sizeof *f->known);
    begin_known(f, &f->states[f->state]);
    for (int line = f->states[f->state].line; line < at; line++) {
        const cm_nv_line *l = &f->code->lines[line];
        bool skipped = l->guard >= 0 && f->known[l->guard].kind == CM_NV_CONSTANT &&
                       (f->known[l->guard].number != 0) == l->unless;
        if (!skipped && (l->guard >= 0 || !cm_nv_fold_numbers(f, l)))
            cm_nv_each_written(l, forget, f);
        for (int i = 0; i < count; i++)
            if (all[i].line == line)
                f->known[all[i].reg] =
                    (cm_nv_known){.kind = CM_NV_CONSTANT, .number = all[i].holds};
    }
    for (size_t r = 0; r < registers; r++)
        if (f->sure[r].kind != CM_NV_UNKNOWN || f->known[r].kind != CM_NV_CONSTANT)
            f->known[r] = f->sure[r];
}

static void go_on(cm_nv_follow *f, int line, cm_place place)
{
    int next = state_at(f, line, place);
    cm_nv_state *s = &f->states[f->state];
    s->end = CM_NV_GOES_ON;
    s->next = next;
    s->place = place;
}

/* True: the line ended the state. */
static bool control(cm_nv_follow *f, int at, const char *guard)
{
    const cm_nv_line *line = &f->code->lines[at];
    bool traps = cm_nv_opcode_is(line, "trap") && !*guard, ends = cm_nv_is_end(line) || traps;
    int target = ends ? f->code->line_count : line->target;
    if (!ends && !cm_nv_is_jump(line))
        return false;
    if (traps)
        do_line(f, at, guard);
    if (!*guard) {
        go_on(f, target, line->place);
        return true;
    }
    memcpy(f->before, f->known, (size_t)f->code->register_count * sizeof *f->known);
    assume(f, at, true);
    int taken = state_beside(f, target, line->place);
    memcpy(f->known, f->before, (size_t)f->code->register_count * sizeof *f->known);
    assume(f, at, false);
    int next = state_beside(f, at + 1, line->place);
    cm_nv_state *s = &f->states[f->state];
    s->end = CM_NV_BRANCHES;
    s->guard = guard;
    s->taken = taken;
    s->next = next;
    s->place = line->place;
    return true;
}

static void fill(cm_nv_follow *f, int state)
{
    const cm_nv_code *code = f->code;
    f->state = f->filling = state;
    int at = f->states[state].line;
    begin_known(f, &f->states[state]);
    for (int r = 0; r < code->register_count; r++)
        f->held[r] = (cm_nv_known){.kind = CM_NV_UNKNOWN};
    for (bool first = true; at < code->line_count; at++, first = false) {
        const cm_nv_line *line = &code->lines[at];
        const char *guard;
        bool apart = code->begins_block[at] /* ways may meet */ ||
                     (f->states[f->state].row_count > 0 && is_try(line));
        if (!first && apart) {
            go_on(f, at, line->place);
            return;
        }
        if (is_skipped(f, line, &guard))
            continue;
        if (control(f, at, guard))
            return;
        do_line(f, at, guard);
    }
    const cm_place place = f->states[f->state].place;
    for (const int *r = f->asked; *r >= 0; r++)
        cm_nv_lift(f, *r, place);
    f->states[f->state].end = CM_NV_ENDS;
}

/* ---- clocks ------------------------------------------------------------------------------
 *
 * A clock that stands still holds up for ever who waits for time to pass. Where a state comes back
 * to itself, and nothing that it leads to ends the thread, whatever memory has, the clocks that it
 * reads are late. */

/* Does it come back to itself, and never to an end? */
static bool is_held_up(const cm_nv_follow *f, int state)
{
    bool *seen = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, bool);
    int *found = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, int), count = 0;
    found[count++] = state;
    for (int i = 0; i < count; i++) {
        int ways[2], all = cm_nv_ways(&f->states[found[i]], ways);
        if (all == 0)
            return false;
        for (int w = 0; w < all; w++) {
            if (!seen[ways[w]] && ways[w] != state)
                found[count++] = ways[w];
            seen[ways[w]] = true;
        }
    }
    return seen[state];
}

/* True: some became late. */
static bool let_time_pass(cm_nv_follow *f)
{
    bool news = false;
    for (int i = 0; i < f->tick_count; i++) {
        const cm_nv_tick *t = &f->ticks[i];
        bool late = f->late[t->line] || is_held_up(f, t->state);
        news |= late && !f->late[t->line];
        f->late[t->line] = late;
    }
    return news;
}

void cm_nv_follow_thread(cm_nv_follow *f)
{
    cm_place place = f->code->line_count > 0 ? f->code->lines[0].place : f->bound->place;
    size_t registers = (size_t)f->code->register_count;
    cm_nv_known *begin =
        cm_arena_grow(f->work->arena, f->known, registers, registers, sizeof *begin);
    size_t lines = (size_t)f->code->line_count + 1;
    f->kept = CM_NEW_ARRAY(f->work->arena, registers + 1, cm_nv_known);
    f->saved = CM_NEW_ARRAY(f->work->arena, registers + 1, cm_nv_known);
    f->before = CM_NEW_ARRAY(f->work->arena, registers + 1, cm_nv_known);
    f->sure = CM_NEW_ARRAY(f->work->arena, registers + 1, cm_nv_known);
    f->last = CM_NEW_ARRAY(f->work->arena, lines, int);
    f->late = CM_NEW_ARRAY(f->work->arena, lines, bool);
    bool was_hasty = true;
    f->hasty = false;
    do {
        if (f->hasty != was_hasty) /* what was found with many versions is forgotten */
            f->changing = CM_NEW_ARRAY(f->work->arena, lines, bool *);
        was_hasty = f->hasty;
        f->state_count = f->tick_count = 0;
        f->changes = false;
        f->found = (cm_index){0};
        f->versions = CM_NEW_ARRAY(f->work->arena, lines, int);
        memcpy(f->known, begin, registers * sizeof *begin);
        add_state(f, 0, place);
        for (int i = 0; i < f->state_count; i++)
            if (f->states[i].line >= 0)
                fill(f, i);
    } while (f->changes || let_time_pass(f) || (!f->locals && !cm_nv_lay_out(f)));
}
