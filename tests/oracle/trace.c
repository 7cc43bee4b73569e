/* Runs one thread in every possible way: each load takes every value that
 * memory may hold there, each free choice goes both ways. */
#include "tests/oracle/internal.h"

#include <string.h>

/* A register: its value and the reads it was computed from, as data and through
 * the condition of a selection or of a guard (litmus/expr.h). */
typedef struct word {
    uint64_t value, data, pick;
} word;

/* What run_from takes back. */
typedef struct saved {
    word *registers;
    int count;
    uint64_t ctrl, pick_ctrl;
    unsigned *jumps;
    int *access_of;
    int instance, at;
} saved;

typedef struct machine {
    oracle_run_state *run;
    const cm_thread *thread;
    int index;
    oracle_traces found;
    word *registers;
    oracle_access accesses[ORACLE_MAX_ACCESSES];
    int count;
    uint64_t ctrl, pick_ctrl; /* of the branches so far */
    unsigned *jumps;          /* by target step: backward jumps taken */
    int *access_of;           /* by step: its latest access, or -1 */
    int instance, at;         /* instructions begun so far; the step executed last, or -1 */
    saved **levels;           /* by depth of recursion */
    int depth, level_count;
    size_t level_capacity;
    size_t choices; /* ways gone so far */
} machine;

static void run_from(machine *m, int pc);

static word evaluate(const machine *m, const cm_expr *e)
{
    if (e->op == CM_OP_CONST)
        return (word){.value = e->imm};
    if (e->op == CM_OP_REG)
        return m->registers[e->reg];
    word none = {0};
    word a = e->a ? evaluate(m, e->a) : none;
    word b = e->b ? evaluate(m, e->b) : none;
    word c = e->c ? evaluate(m, e->c) : none;
    word result = {.value = cm_op_apply(e->op, e->bits, e->imm, a.value, b.value, c.value, e->c)};
    if (e->op == CM_OP_SELECT || e->op == CM_OP_PREDICT) {
        uint64_t mask = e->bits >= 64 ? UINT64_MAX : (UINT64_C(1) << e->bits) - 1;
        word chosen = a.value & mask ? b : c;
        result.data = chosen.data;
        result.pick = chosen.pick;
        if (e->op == CM_OP_SELECT)
            result.pick |= a.data | a.pick;
    } else {
        result.data = a.data | b.data | c.data;
        result.pick = a.pick | b.pick | c.pick;
    }
    return result;
}

/* Has every value that was read a writer, this execution of the thread or another thread? */
static bool is_explained(const machine *m)
{
    for (int i = 0; i < m->count; i++)
        if (m->accesses[i].kind == 'R' &&
            !oracle_pool_explains(m->run->pool, &m->accesses[i], m->accesses, m->count))
            return false;
    return true;
}

static void finish(machine *m, bool hung)
{
    cm_arena *arena = m->run->work->arena;
    if (!is_explained(m))
        return;
    if (m->found.count >= m->run->limits.traces) {
        m->run->too_large = true;
        return;
    }
    CM_RESERVE(arena, m->found.items, m->found.count, m->found.capacity);
    oracle_trace *trace = &m->found.items[m->found.count++];
    trace->count = m->count;
    trace->hung = hung;
    trace->accesses = CM_NEW_ARRAY(arena, (size_t)m->count, oracle_access);
    memcpy(trace->accesses, m->accesses, (size_t)m->count * sizeof *m->accesses);
    trace->registers = CM_NEW_ARRAY(arena, (size_t)m->thread->register_count, uint64_t);
    for (int i = 0; i < m->thread->register_count; i++)
        trace->registers[i] = m->registers[i].value;
}

/* A new access with what all kinds have in common; NULL: too many. */
static oracle_access *new_access(machine *m, int pc, char kind, word guard)
{
    const cm_step *step = &m->thread->steps[pc];
    if (m->count == ORACLE_MAX_ACCESSES) {
        m->run->too_large = true;
        return NULL;
    }
    m->access_of[pc] = m->count;
    oracle_access *access = &m->accesses[m->count++];
    *access = (oracle_access){.kind = kind,
                              .thread = m->index,
                              .step = pc,
                              .instance = m->instance,
                              .whole = m->count - 1,
                              .tags = step->tags};
    if (step->joined && m->count > 1 && access[-1].instance == m->instance)
        access->whole = access[-1].whole;
    access->ctrl = m->ctrl;
    access->pick_ctrl = m->pick_ctrl | guard.data | guard.pick;
    access->rmw = -1;
    return access;
}

/* Sets the place of a memory access; false: it falls outside all locations. */
static bool place_access(machine *m, oracle_access *access)
{
    const cm_step *step = &m->thread->steps[access->step];
    word address = evaluate(m, step->addr);
    uint64_t last;
    access->address = address.value;
    access->addr = address.data;
    access->pick_addr = address.pick;
    access->width = step->width;
    if (step->width > 8)
        cm_fail(m->run->work, m->thread->instructions[step->instruction].place,
                "the oracle knows accesses of at most 8 bytes");
    return oracle_physical(m->run->test, address.value, &access->physical) &&
           oracle_physical(m->run->test, address.value + step->width - 1, &last);
}

static void set_register(machine *m, int reg, word value, word guard)
{
    if (reg < 0)
        return;
    value.pick |= guard.data | guard.pick;
    m->registers[reg] = value;
}

/* A step that does not happen leaves its register alone, which says something
 * about the guard. */
static void keep_register(machine *m, int reg, word guard)
{
    if (reg >= 0)
        set_register(m, reg, m->registers[reg], guard);
}

/* ---- lanes ------------------------------------------------------------- */

/* Lanes that hand values around meet, read, and meet again: the first of these. */
static bool is_meeting(const machine *m, const oracle_access *a)
{
    return m->run->hands && a->kind == 'B' && oracle_has_tag(a->tags, "LANE") &&
           oracle_has_tag(a->tags, "SYNC");
}

/* The access gets the meeting at which the thread was last. */
static void note_meeting(const machine *m, oracle_access *access)
{
    int last = m->count - 1, turn = 0;
    while (last >= 0 && !is_meeting(m, &m->accesses[last]))
        last--;
    for (int i = 0; i < last; i++)
        turn += is_meeting(m, &m->accesses[i]) && m->accesses[i].value == m->accesses[last].value;
    access->meeting = last < 0 ? 0 : m->accesses[last].value;
    access->turn = turn;
}

/* All come, and what each stored before can be read. */
static void hand_over(machine *m)
{
    int own = m->count - 1;
    if (!is_meeting(m, &m->accesses[own]))
        return;
    while (own > 0 &&
           (m->accesses[own].kind != 'W' || !oracle_has_tag(m->accesses[own].tags, "LANE")))
        own--;
    note_meeting(m, &m->accesses[own]);
    oracle_pool_hand(m->run->work->arena, m->run->pool, &m->accesses[own]);
}

/* The values that the load may find. A value of a lane comes from the round at hand, as the
 * instruction has it: nothing else is tried. */
static size_t find_values(machine *m, oracle_access *load, uint64_t **values)
{
    cm_arena *arena = m->run->work->arena;
    if (m->run->hands && oracle_has_tag(load->tags, "LANE")) {
        note_meeting(m, load);
        return oracle_pool_taken(arena, m->run->pool, load, values);
    }
    return oracle_pool_read(arena, m->run->pool, load->physical, load->width, values);
}

static void run_load(machine *m, int pc, word guard)
{
    const cm_step *step = &m->thread->steps[pc];
    int at = m->count;
    oracle_access *access = new_access(m, pc, 'R', guard);
    if (!access || !place_access(m, access))
        return;
    word compared = step->value ? evaluate(m, step->value) : (word){0};
    access->data = compared.data;
    access->pick_data = compared.pick;
    uint64_t *values;
    size_t count = find_values(m, access, &values);
    word own = {.data = UINT64_C(1) << at};
    oracle_access here = *access;
    word old = step->dst >= 0 ? m->registers[step->dst] : own;
    for (size_t i = 0; i < count && !m->run->too_large; i++) {
        if (step->dst >= 0)
            m->registers[step->dst] = old;
        m->accesses[at] = here;
        m->count = at + 1;
        m->access_of[pc] = at;
        m->accesses[at].value = own.value = values[i];
        m->accesses[at].needs = oracle_pool_needs(m->run->pool, &m->accesses[at]);
        set_register(m, step->dst, own, guard);
        run_from(m, pc + 1);
    }
}

static bool overlap(const oracle_access *a, const oracle_access *b)
{
    return a->physical < b->physical + b->width && b->physical < a->physical + a->width;
}

/* The latest load-exclusive, or the other half of its pair where the store goes there. */
static int exclusive_partner(const machine *m, const oracle_access *store)
{
    int i = m->count - 2; /* before the store itself */
    while (i >= 0 &&
           (m->accesses[i].kind != 'R' || !m->thread->steps[m->accesses[i].step].exclusive))
        i--;
    bool halves = i > 0 && m->accesses[i - 1].kind == 'R' &&
                  m->accesses[i - 1].instance == m->accesses[i].instance &&
                  m->thread->steps[m->accesses[i - 1].step].exclusive;
    return halves && !overlap(&m->accesses[i], store) ? i - 1 : i;
}

/* Index of the read that a store is paired with, or -1. */
static int partner(const machine *m, const cm_step *step, const oracle_access *store)
{
    if (step->rmw == CM_RMW_NONE)
        return -1;
    if (step->rmw >= 0)
        return m->access_of[step->rmw];
    if (step->paired && !evaluate(m, step->paired).value)
        return -1;
    return exclusive_partner(m, store);
}

/* How many writes there are until here, also when no execution of the thread gets to its
 * end from here: what they write may let one do so. */
static void count_writes(machine *m)
{
    int writes = 0;
    for (int i = 0; i < m->count; i++)
        writes += m->accesses[i].kind == 'W';
    m->found.most_writes = writes > m->found.most_writes ? writes : m->found.most_writes;
}

/* How many times the step was executed before its latest access. */
static int turn_of(const machine *m, int pc)
{
    int turn = 0;
    for (int i = 0; i + 1 < m->count; i++)
        turn += m->accesses[i].step == pc;
    return turn;
}

/* What the value of a write is made of needs. */
static uint64_t needs_of(const machine *m, const oracle_access *write)
{
    uint64_t needs = 0;
    for (int i = 0; i < m->count; i++)
        if ((write->data | write->pick_data) >> i & 1)
            needs |= m->accesses[i].needs;
    return needs;
}

static bool run_store(machine *m, int pc, word guard)
{
    const cm_step *step = &m->thread->steps[pc];
    oracle_access *access = new_access(m, pc, 'W', guard);
    if (!access || !place_access(m, access))
        return false;
    word value = evaluate(m, step->value);
    uint64_t mask = step->width == 8 ? UINT64_MAX : (UINT64_C(1) << (8 * step->width)) - 1;
    access->value = value.value & mask;
    access->data = value.data;
    access->pick_data = value.pick;
    access->rmw = partner(m, step, access);
    access->rmw_exclusive = step->rmw == CM_RMW_EXCLUSIVE;
    oracle_pool_write(m->run->work->arena, m->run->pool, turn_of(m, pc), access,
                      needs_of(m, access));
    set_register(m, step->dst, (word){.data = UINT64_C(1) << (m->count - 1)}, guard);
    count_writes(m);
    return true;
}

/* Passes the barrier, and also hangs there if it is one that counts arrivals. */
static bool run_barrier(machine *m, int pc, word guard)
{
    const cm_step *step = &m->thread->steps[pc];
    oracle_access *access = new_access(m, pc, 'B', guard);
    if (!access)
        return false;
    word id = evaluate(m, step->value), quorum = {0};
    access->data = id.data;
    access->pick_data = id.pick;
    access->value = id.value;
    if (step->quorum)
        quorum = evaluate(m, step->quorum);
    access->quorum = quorum.value;
    if (access->quorum && !oracle_has_tag(step->tags, "ARRIVE")) {
        access->hung = true;
        finish(m, true);
        access->hung = false;
    }
    hand_over(m);
    return true;
}

/* The step after a branch, or -1 when this execution is given up. */
static int run_branch(machine *m, int pc, word guard)
{
    const cm_step *step = &m->thread->steps[pc];
    word condition = step->value ? evaluate(m, step->value) : (word){.value = 1};
    word address = step->addr ? evaluate(m, step->addr) : (word){0};
    m->ctrl |= condition.data | address.data | guard.data;
    m->pick_ctrl |= condition.pick | address.pick | guard.pick;
    if (!condition.value)
        return pc + 1;
    int target = step->target;
    if (step->addr) {
        uint64_t base = CM_CODE_BASE + (uint64_t)m->index * CM_CODE_STRIDE;
        uint64_t offset = address.value - base;
        if (offset % 4 != 0 || offset / 4 > (uint64_t)m->thread->step_count)
            return -1;
        target = (int)(offset / 4);
    }
    if (target <= pc && ++m->jumps[target] > m->run->limits.unroll) {
        m->run->cut = true;
        return -1;
    }
    return target;
}

/* One step that does not split the execution; the next step, or -1. */
static int run_step(machine *m, int pc, word guard)
{
    const cm_step *step = &m->thread->steps[pc];
    switch (step->kind) {
    case CM_STEP_ASSIGN:
        set_register(m, step->dst, evaluate(m, step->value), guard);
        return pc + 1;
    case CM_STEP_STORE:
        return run_store(m, pc, guard) ? pc + 1 : -1;
    case CM_STEP_FENCE:
        return new_access(m, pc, 'F', guard) ? pc + 1 : -1;
    case CM_STEP_BARRIER:
        return run_barrier(m, pc, guard) ? pc + 1 : -1;
    case CM_STEP_BRANCH:
        return run_branch(m, pc, guard);
    default:
        return -1;
    }
}

static void restore(machine *m, const saved *s)
{
    size_t steps = (size_t)m->thread->step_count + 1;
    memcpy(m->registers, s->registers, (size_t)m->thread->register_count * sizeof(word));
    m->count = s->count;
    m->ctrl = s->ctrl;
    m->pick_ctrl = s->pick_ctrl;
    memcpy(m->jumps, s->jumps, steps * sizeof *m->jumps);
    memcpy(m->access_of, s->access_of, steps * sizeof *m->access_of);
    m->instance = s->instance;
    m->at = s->at;
}

/* What is saved at a depth of recursion is over when the next one of that depth is. */
static saved *room_at(machine *m, int depth)
{
    cm_arena *arena = m->run->work->arena;
    size_t steps = (size_t)m->thread->step_count + 1;
    CM_RESERVE(arena, m->levels, (size_t)depth, m->level_capacity);
    if (depth < m->level_count)
        return m->levels[depth];
    saved *s = CM_NEW(arena, saved);
    s->registers = CM_NEW_ARRAY(arena, (size_t)m->thread->register_count, word);
    s->jumps = CM_NEW_ARRAY(arena, steps, unsigned);
    s->access_of = CM_NEW_ARRAY(arena, steps, int);
    m->level_count = depth + 1;
    return m->levels[depth] = s;
}

static const saved *save(machine *m)
{
    size_t steps = (size_t)m->thread->step_count + 1;
    saved *s = room_at(m, m->depth);
    memcpy(s->registers, m->registers, (size_t)m->thread->register_count * sizeof(word));
    memcpy(s->jumps, m->jumps, steps * sizeof *m->jumps);
    memcpy(s->access_of, m->access_of, steps * sizeof *m->access_of);
    s->count = m->count;
    s->ctrl = m->ctrl;
    s->pick_ctrl = m->pick_ctrl;
    s->instance = m->instance;
    s->at = m->at;
    return s;
}

/* A step of another instruction, or an earlier one of the same, begins anew. */
static void count_instance(machine *m, int pc)
{
    const cm_step *steps = m->thread->steps;
    if (m->at < 0 || pc <= m->at || steps[pc].instruction != steps[m->at].instruction)
        m->instance++;
    m->at = pc;
}

/* Runs the rest of the thread; leaves the machine as it found it. */
static void run_from(machine *m, int pc)
{
    enum { CHOICES = 50 }; /* for each execution that may be found */
    const saved *before = save(m);
    if (++m->choices > CHOICES * m->run->limits.traces)
        m->run->too_large = true;
    m->depth++;
    while (pc >= 0 && pc < m->thread->step_count && !m->run->too_large) {
        const cm_step *step = &m->thread->steps[pc];
        word guard = step->guard ? evaluate(m, step->guard) : (word){.value = 1};
        count_instance(m, pc);
        if (guard.value && step->undefined && evaluate(m, step->undefined).value) {
            break; /* left out, as the checker does */
        } else if (!guard.value) {
            if (step->kind == CM_STEP_BRANCH) {
                m->ctrl |= guard.data;
                m->pick_ctrl |= guard.pick;
            } else {
                keep_register(m, step->dst, guard);
            }
            pc++;
        } else if (step->kind == CM_STEP_LOAD) {
            run_load(m, pc, guard);
            break;
        } else if (step->kind == CM_STEP_CHOOSE) {
            for (uint64_t choice = 0; choice < 2; choice++) {
                set_register(m, step->dst, (word){.value = choice}, guard);
                run_from(m, pc + 1);
            }
            break;
        } else {
            pc = run_step(m, pc, guard);
        }
    }
    if (pc == m->thread->step_count && !m->run->too_large)
        finish(m, false);
    m->depth--;
    restore(m, before);
}

oracle_traces oracle_trace_thread(oracle_run_state *run, int thread)
{
    cm_arena *arena = run->work->arena;
    machine *m = CM_NEW(arena, machine);
    m->run = run;
    m->thread = &run->test->threads[thread];
    m->index = thread;
    m->at = -1;
    m->registers = CM_NEW_ARRAY(arena, (size_t)m->thread->register_count, word);
    m->jumps = CM_NEW_ARRAY(arena, (size_t)m->thread->step_count + 1, unsigned);
    m->access_of = CM_NEW_ARRAY(arena, (size_t)m->thread->step_count + 1, int);
    for (int i = 0; i <= m->thread->step_count; i++)
        m->access_of[i] = -1;
    for (int i = 0; i < m->thread->register_count; i++)
        m->registers[i] = evaluate(m, m->thread->registers[i].init);
    run_from(m, 0);
    return m->found;
}
