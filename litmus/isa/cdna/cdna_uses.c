/* Uses of registers whose load may be under way: for the flag missing-wait.
 *
 * "A wave may not use the data of a load before it has waited for it" (MI300 ISA, "Manually
 * Inserted Wait States", "S_WAITCNT"): nor may it write over it, for the load writes later. What
 * is computed has no events, so that a model would not see it. Before each instruction that uses
 * such a register stands an event, tagged USE, which happens with the instruction and whose guard
 * mentions these registers, so that it depends on the loads.
 *
 * Which these are is asked of the thread's text: a load puts its registers under way, a count of 0
 * ends what the counter counts, and what may be under way before any jump to a place is so there.
 * Whether it is under way in an execution, by exact counts, the model says. */
#include "litmus/isa/cdna/cdna.h"

/* By which way a register's value comes; a flat load is counted by both counters. */
enum { VECTOR = 1, LDS = 2, SCALAR = 4, FLAT_VECTOR = 8, FLAT_LDS = 16 };

typedef struct instruction {
    int first, end;                /* its steps */
    uint8_t loads;                 /* the ways of its loads */
    uint8_t waits;                 /* the ways that it has waited for to the end */
    bool *reads, *writes, *loaded; /* by register; loaded: written from a load */
    uint8_t *under_way;            /* by register, before it: the ways */
    int next[2];                   /* instructions that may come after it; -1: none */
} instruction;

typedef struct uses {
    cm_arena *arena;
    cm_thread *thread;
    instruction *items;
    int count;
} uses;

/* ---- what instructions do --------------------------------------------------- */

static bool is_temporary(const cm_thread *t, int reg)
{
    return t->registers[reg].name[0] == '.';
}

static void mention(const cm_thread *t, const cm_expr *e, bool *reads)
{
    if (!e)
        return;
    if (e->op == CM_OP_REG && !is_temporary(t, e->reg))
        reads[e->reg] = true;
    mention(t, e->a, reads);
    mention(t, e->b, reads);
    mention(t, e->c, reads);
}

static uint8_t ways_of(const cm_step *s)
{
    if (cm_step_has_tag(s, "FLAT"))
        return FLAT_VECTOR | FLAT_LDS;
    return cm_step_has_tag(s, "VMEM") ? VECTOR : cm_step_has_tag(s, "DS") ? LDS : SCALAR;
}

static void add_step(const cm_thread *t, const cm_step *s, instruction *i)
{
    const cm_expr *const mentioned[] = {s->guard, s->addr, s->value, s->quorum};
    for (size_t k = 0; k < sizeof mentioned / sizeof *mentioned; k++)
        mention(t, mentioned[k], i->reads);
    if (s->kind == CM_STEP_LOAD)
        i->loads |= ways_of(s);
    if (s->kind == CM_STEP_ASSIGN && !is_temporary(t, s->dst)) {
        i->writes[s->dst] = true;
        i->loaded[s->dst] = i->loads != 0;
    }
    if (cm_step_has_tag(s, "VMCNT.0"))
        i->waits |= VECTOR | FLAT_VECTOR;
    if (cm_step_has_tag(s, "LGKMCNT.0"))
        i->waits |= LDS | SCALAR | FLAT_LDS;
}

static int instruction_at(const uses *u, int step)
{
    for (int i = 0; i < u->count; i++)
        if (step >= u->items[i].first && step < u->items[i].end)
            return i;
    return -1;
}

/* Steps of one number are of one instruction. */
static void find_instructions(uses *u)
{
    const cm_thread *t = u->thread;
    size_t registers = (size_t)t->register_count;
    u->items = CM_NEW_ARRAY(u->arena, (size_t)t->step_count + 1, instruction);
    for (int s = 0; s < t->step_count; s++) {
        instruction *i = &u->items[u->count - (u->count > 0)];
        if (s == 0 || t->steps[s].instruction != t->steps[s - 1].instruction) {
            i = &u->items[u->count++];
            *i = (instruction){.first = s,
                               .reads = CM_NEW_ARRAY(u->arena, registers, bool),
                               .writes = CM_NEW_ARRAY(u->arena, registers, bool),
                               .loaded = CM_NEW_ARRAY(u->arena, registers, bool),
                               .under_way = CM_NEW_ARRAY(u->arena, registers, uint8_t)};
        }
        i->end = s + 1;
        add_step(t, &t->steps[s], i);
    }
    for (int n = 0; n < u->count; n++) {
        const cm_step *last = &t->steps[u->items[n].end - 1];
        bool jumps = last->kind == CM_STEP_BRANCH, always = jumps && !last->value;
        u->items[n].next[0] = always || n + 1 == u->count ? -1 : n + 1;
        u->items[n].next[1] = jumps ? instruction_at(u, last->target) : -1;
    }
}

/* ---- what is under way where ----------------------------------------------------- */

/* What does not happen, for want of an active lane, changes nothing. */
static uint8_t after(const uses *u, const instruction *i, int reg)
{
    uint8_t ways = i->loaded[reg] ? i->loads : 0;
    if (!i->writes[reg] || u->thread->steps[i->first].guard)
        ways |= (uint8_t)(i->under_way[reg] & ~i->waits);
    return ways;
}

/* True if something is under way that was not known to be. */
static bool follow(const uses *u, const instruction *from, const instruction *to)
{
    bool changed = false;
    for (int reg = 0; reg < u->thread->register_count; reg++) {
        uint8_t ways = after(u, from, reg);
        changed |= (ways & ~to->under_way[reg]) != 0;
        to->under_way[reg] |= ways;
    }
    return changed;
}

/* Of one kind, vector loads come back in order, and so do those of LDS ("S_WAITCNT"): one may
 * write over what another will have written. */
static bool uses_register(const instruction *i, int reg)
{
    if (i->under_way[reg] == 0)
        return false;
    bool in_order = i->loads == i->under_way[reg] && (i->loads == VECTOR || i->loads == LDS);
    return i->reads[reg] || (i->writes[reg] && !in_order);
}

/* ---- events --------------------------------------------------------------------------- */

static const cm_expr *op(const uses *u, cm_op op, const cm_expr *a, const cm_expr *b)
{
    cm_expr *e = CM_NEW(u->arena, cm_expr);
    *e = (cm_expr){.op = op, .bits = 64, .a = a, .b = b};
    return e;
}

static const cm_expr *constant(const uses *u, uint64_t value)
{
    cm_expr *e = CM_NEW(u->arena, cm_expr);
    *e = (cm_expr){.op = CM_OP_CONST, .bits = 64, .imm = value};
    return e;
}

/* NULL: it uses none; else 1 where the instruction happens, of these registers. */
static const cm_expr *guard_of(const uses *u, const instruction *i)
{
    const cm_expr *guard = NULL, *outer = u->thread->steps[i->first].guard;
    for (int reg = 0; reg < u->thread->register_count; reg++) {
        if (!uses_register(i, reg))
            continue;
        cm_expr *e = CM_NEW(u->arena, cm_expr);
        *e = (cm_expr){.op = CM_OP_REG, .bits = 64, .reg = reg};
        guard = op(u, CM_OP_OR, guard ? guard : constant(u, 1), e);
    }
    if (!guard || !outer)
        return guard;
    return op(u, CM_OP_AND, op(u, CM_OP_NE, outer, constant(u, 0)), guard);
}

static const char *const use_tags[] = {"USE", NULL};

void cm_cdna_looks_at(cm_asm *as, const cm_expr *registers)
{
    int step = cm_emit_fence(as, use_tags);
    cm_asm_step(as, step)->guard =
        cm_asm_op(as, CM_OP_OR, 64, registers, cm_asm_const(as, 1), NULL);
}

static cm_step event_of(const uses *u, const instruction *i, const cm_expr *guard)
{
    return (cm_step){.kind = CM_STEP_FENCE,
                     .instruction = u->thread->steps[i->first].instruction,
                     .guard = guard,
                     .dst = -1,
                     .rmw = CM_RMW_NONE,
                     .target = -1,
                     .tells = true,
                     .tags = use_tags};
}

/* Jumps and labels lead to beginnings of instructions. */
static void move_steps(cm_thread *t, const int *begins, const int *moved)
{
    for (int s = 0; s < t->step_count; s++) {
        cm_step *step = &t->steps[s];
        if (step->rmw >= 0)
            step->rmw = moved[step->rmw];
        if (step->kind == CM_STEP_BRANCH && step->target >= 0)
            step->target = begins[step->target];
    }
    for (int l = 0; l < t->label_count; l++)
        t->labels[l].step = begins[t->labels[l].step];
}

void cm_cdna_mark_uses(cm_work *work, cm_test *test, int thread)
{
    cm_thread *t = &test->threads[thread];
    uses u = {.arena = work->arena, .thread = t};
    find_instructions(&u);
    for (bool changed = true; changed;) {
        changed = false;
        for (int i = 0; i < u.count; i++)
            for (int k = 0; k < 2; k++)
                if (u.items[i].next[k] >= 0)
                    changed |= follow(&u, &u.items[i], &u.items[u.items[i].next[k]]);
    }
    cm_step *steps = CM_NEW_ARRAY(u.arena, (size_t)(t->step_count + u.count), cm_step);
    int *begins = CM_NEW_ARRAY(u.arena, (size_t)t->step_count + 1, int);
    int *moved = CM_NEW_ARRAY(u.arena, (size_t)t->step_count + 1, int);
    int count = 0;
    for (int i = 0; i < u.count; i++) {
        const instruction *item = &u.items[i];
        const cm_expr *guard = guard_of(&u, item);
        int begin = count;
        if (guard)
            steps[count++] = event_of(&u, item, guard);
        for (int s = item->first; s < item->end; s++) {
            begins[s] = s == item->first ? begin : count;
            moved[s] = count;
            if (t->steps[s].tags != use_tags)
                steps[count++] = t->steps[s];
        }
    }
    begins[t->step_count] = count;
    t->steps = steps;
    t->step_count = count;
    move_steps(t, begins, moved);
}
