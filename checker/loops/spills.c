/* Memory of a thread's own as registers. See spills.h. */
#include "checker/loops/spills.h"

#include "checker/loops/shape.h"
#include "litmus/isa/isa.h"
#include "model/steps.h"

#include <string.h>

/* That are held while a thread is followed. */
enum { MOST_VALUES = 1 << 21 };

static const cm_expr zero = {.op = CM_OP_CONST, .bits = 64};

/* What a register or bytes of memory hold where control comes to a step. */
typedef struct value {
    bool known;
    uint64_t number;
    uint64_t own; /* the locations of whose addresses it may come, by their bits */
} value;

/* Bytes that are accessed together. */
typedef struct slot {
    uint64_t address;
    unsigned width;
    bool stays;         /* in memory */
    bool shares;        /* others overlap it */
    bool holds_address; /* a location's may be stored there */
} slot;

/* Bytes that no slot divides, and the register that stands for them. */
typedef struct piece {
    uint64_t address;
    unsigned width;
    int reg;
} piece;

typedef struct spilling {
    cm_job *job;
    int spills; /* of the model */
    const cm_thread *thread;
    uint64_t *own;  /* by location: the bit of one that is the thread's own, or 0 */
    uint64_t lost;  /* those of which it is not known who comes there, and by which access */
    value **before; /* by step, and the end: registers, then slots */
    bool *reached;  /* the same: has it any yet? */
    value *here;    /* the same, on the way on from a step */
    size_t values;
    slot *slots;
    int slot_count;
    piece *pieces;
    int piece_count, piece_capacity;
    int *slot_of; /* by step: -1: none */
    bool *let;    /* by step: of the model's set */
    bool changed;
} spilling;

/* ---- values ---------------------------------------------------------------------- */

/* There, or near it. */
static bool leads_to(const cm_location *l, uint64_t number)
{
    return number - l->address + CM_ADDRESS_STRIDE / 2 < CM_ADDRESS_STRIDE;
}

/* The location of the thread's own that the number leads to; -1: none. */
static int own_location(const spilling *s, uint64_t number)
{
    const cm_test *test = s->job->test;
    for (int i = 0; i < test->location_count; i++)
        if (s->own[i] && leads_to(&test->locations[i], number))
            return i;
    return -1;
}

static bool is_known(const void *values, int reg, uint64_t *number)
{
    const value *held = (const value *)values + reg;
    *number = held->number;
    return held->known;
}

/* Its bit; 0: there is none. */
static uint64_t own_at(const spilling *s, uint64_t number)
{
    int location = own_location(s, number);
    return location < 0 ? 0 : s->own[location];
}

static uint64_t comes_of(const spilling *s, const cm_expr *e)
{
    if (!e)
        return 0;
    if (e->op == CM_OP_CONST)
        return own_at(s, e->imm);
    if (e->op == CM_OP_REG)
        return s->here[e->reg].own;
    return comes_of(s, e->a) | comes_of(s, e->b) | comes_of(s, e->c);
}

static value value_of(const spilling *s, const cm_expr *e)
{
    value made = {.known = false};
    made.known = cm_expr_known(e, is_known, s->here, &made.number);
    made.own = made.known ? own_at(s, made.number) : comes_of(s, e);
    return made;
}

/* What the step assigns or stores. */
static value result_of(const spilling *s, const cm_step *step)
{
    value made = {.known = false};
    if (step->kind != CM_STEP_CHOOSE)
        made = value_of(s, step->value);
    made.known &= !step->opaque;
    return made;
}

static value joined(value a, value b)
{
    bool same = a.known && b.known && a.number == b.number;
    return (value){same, a.number, a.own | b.own};
}

/* Where the guard does not hold, it keeps what it has. */
static void set(const spilling *s, const cm_step *step, size_t at, value made)
{
    value happens = {.known = true, .number = 1};
    if (step->guard)
        happens = value_of(s, step->guard);
    bool always = happens.known && happens.number && step->rmw != CM_RMW_EXCLUSIVE;
    s->here[at] = always ? made : joined(s->here[at], made);
}

/* ---- accesses -------------------------------------------------------------------- */

static bool overlap(const slot *a, const slot *b)
{
    return a->address < b->address + b->width && b->address < a->address + a->width;
}

static int find_slot(spilling *s, uint64_t address, unsigned width)
{
    int i = 0;
    while (i < s->slot_count && (s->slots[i].address != address || s->slots[i].width != width))
        i++;
    if (i < s->slot_count)
        return i;
    slot made = {.address = address, .width = width, .stays = width > 8};
    for (int k = 0; k < i; k++)
        if (overlap(&made, &s->slots[k]))
            made.shares = s->slots[k].shares = true;
    s->slots[i] = made;
    s->slot_count++;
    s->changed = true;
    return i;
}

/* Is it in the model's set? Of a fence or an access. */
static bool is_let(const spilling *s, const cm_step *step)
{
    cm_steps steps = {.test = s->job->test, .count = 2, .items = {{.thread = -1}, {.step = step}}};
    cm_steps_terms terms = cm_steps_open(s->job->arena, &steps, s->job->model);
    return cm_steps_must(&terms, s->spills) >> 1 & 1;
}

/* May a register stand for what it accesses? */
static bool may_go(const spilling *s, const cm_step *step)
{
    value undefined = {.known = true};
    if (step->undefined) /* as where it lies across a border */
        undefined = value_of(s, step->undefined);
    return undefined.known && !undefined.number && step->rmw == CM_RMW_NONE && !step->exclusive &&
           !step->ordered && !step->forgets && !cm_step_is_joined(s->thread, step) &&
           (step->kind == CM_STEP_LOAD ? !step->value : step->dst < 0) &&
           s->let[step - s->thread->steps];
}

/* The slot that the step accesses; -1: it accesses none. */
static int slot_at(spilling *s, const cm_step *step)
{
    value at = value_of(s, step->addr);
    int location = at.known ? own_location(s, at.number) : -1;
    if (!at.own)
        return -1;
    const cm_location *l = &s->job->test->locations[location < 0 ? 0 : location];
    uint64_t offset = at.number - l->address, bytes = cm_location_bytes(l);
    if (location < 0 || offset >= bytes || bytes - offset < step->width) {
        s->lost |= at.own;
        return -1;
    }
    return find_slot(s, at.number, step->width);
}

static void pass_load(spilling *s, const cm_step *step, int at)
{
    value found = {.known = false};
    if (at >= 0)
        found = s->here[s->thread->register_count + at];
    if (step->dst >= 0)
        set(s, step, (size_t)step->dst, found);
}

static void pass_store(spilling *s, const cm_step *step, int at)
{
    value stored = result_of(s, step);
    if (stored.known && step->width < 8)
        stored.number &= (UINT64_C(1) << 8 * step->width) - 1;
    s->lost |= at < 0 ? stored.own : 0;
    if (at >= 0 && (stored.own || (stored.known && stored.number >= CM_ADDRESS_BASE)))
        s->slots[at].holds_address = true;
    for (int i = 0; at >= 0 && i < s->slot_count; i++) {
        size_t held = (size_t)s->thread->register_count + (size_t)i;
        if (i == at)
            set(s, step, held, stored);
        else if (overlap(&s->slots[i], &s->slots[at]))
            s->here[held] = (value){.own = s->here[held].own | stored.own};
    }
    if (step->dst >= 0)
        s->here[step->dst] = (value){.known = false};
}

/* ---- the thread, with constants ---------------------------------------------------- */

static void join(spilling *s, int to)
{
    if (!s->reached[to]) {
        if (!s->before[to])
            s->before[to] = CM_NEW_ARRAY(s->job->arena, s->values + 1, value);
        s->reached[to] = true;
        memcpy(s->before[to], s->here, s->values * sizeof *s->here);
        s->changed = true;
        return;
    }
    for (size_t i = 0; i < s->values; i++) {
        value *there = &s->before[to][i], now = joined(*there, s->here[i]);
        s->changed |= now.known != there->known || now.own != there->own;
        *there = now;
    }
}

static void pass(spilling *s, int index)
{
    const cm_step *step = &s->thread->steps[index];
    memcpy(s->here, s->before[index], s->values * sizeof *s->here);
    if (cm_step_is_access(step)) {
        int at = s->slot_of[index] = slot_at(s, step);
        if (at >= 0 && !may_go(s, step))
            s->slots[at].stays = true;
        if (step->kind == CM_STEP_LOAD)
            pass_load(s, step, at);
        else
            pass_store(s, step, at);
    } else if (step->kind == CM_STEP_BRANCH) {
        join(s, step->target);
        if (!step->value && !step->guard)
            return;
    } else if (step->dst >= 0) {
        set(s, step, (size_t)step->dst, result_of(s, step));
    }
    join(s, index + 1);
}

/* False: there are fences beside which no memory may be a register, or no thread goes step by step.
 */
static bool may_follow(spilling *s)
{
    const cm_thread *t = s->thread;
    for (int i = 0; i < t->step_count; i++) {
        const cm_step *step = &t->steps[i];
        if (cm_step_is_access(step) || cm_step_is_fence(step))
            s->let[i] = is_let(s, step);
        if (cm_step_is_async(step) || (cm_step_is_fence(step) && !s->let[i]))
            return false;
    }
    return true;
}

static void follow(spilling *s)
{
    const cm_thread *t = s->thread;
    s->slot_count = 0;
    for (int i = 0; i <= t->step_count; i++) {
        s->reached[i] = false;
        s->slot_of[i] = -1;
    }
    memset(s->here, 0, s->values * sizeof *s->here);
    for (int r = 0; r < t->register_count; r++)
        s->here[r] = value_of(s, t->registers[r].init);
    join(s, 0);
    for (s->changed = true; s->changed && !s->lost;) {
        s->changed = false;
        for (int i = 0; i < t->step_count && !s->lost; i++)
            if (s->reached[i])
                pass(s, i);
    }
}

/* Bytes that may hold an address stay in memory if another access cuts them: a test has no number
 * for half of an address. So do all bytes that overlap such bytes. */
static void settle_shared(spilling *s)
{
    bool changed = true;
    for (int i = 0; i < s->slot_count; i++)
        s->slots[i].stays |= s->slots[i].shares && s->slots[i].holds_address;
    while (changed) {
        changed = false;
        for (int i = 0; i < s->slot_count; i++)
            for (int k = 0; s->slots[i].stays && s->slots[i].shares && k < s->slot_count; k++)
                if (!s->slots[k].stays && overlap(&s->slots[i], &s->slots[k]))
                    changed = s->slots[k].stays = true;
    }
}

/* ---- which locations ---------------------------------------------------------------- */

static bool says(const cm_location *l, const cm_expr *e)
{
    return e && ((e->op == CM_OP_CONST && leads_to(l, e->imm)) || says(l, e->a) || says(l, e->b) ||
                 says(l, e->c));
}

/* Do the thread's registers lead there at first, or its steps? */
static bool has(const cm_thread *t, const cm_location *l)
{
    bool any = false;
    for (int r = 0; r < t->register_count && !any; r++)
        any = says(l, t->registers[r].init);
    for (int i = 0; i < t->step_count && !any; i++) {
        const cm_step *s = &t->steps[i];
        any = says(l, s->addr) || says(l, s->value) || says(l, s->guard);
    }
    return any;
}

/* Is it the thread's alone, and has it nothing that a register has not? */
static bool is_own(const cm_test *test, int thread, int location)
{
    const cm_location *l = &test->locations[location];
    for (int i = 0; i < test->observed_count; i++)
        if (test->observed[i].kind == CM_OBSERVE_LOCATION && test->observed[i].location == location)
            return false;
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *other = &test->locations[i];
        if (other->alias_of >= 0 || other->virtual_of >= 0 || other->multimem_of >= 0)
            return false;
        for (uint32_t k = 0; k < other->count; k++)
            if (leads_to(l, other->init[k]) || (i == location && other->init[k] != 0))
                return false;
    }
    for (int t = 0; t < test->thread_count; t++)
        if (has(&test->threads[t], l) != (t == thread))
            return false;
    return !l->beside && !l->is_code && cm_location_bytes(l) < CM_ADDRESS_STRIDE / 2;
}

/* Does its stack pointer lead anywhere at first? Then it is what a compiler wrote. */
static bool has_stack(const cm_test *test, const cm_thread *t)
{
    const char *pointer = cm_isa_for(t->arch)->stack;
    for (int r = 0; pointer && r < t->register_count; r++)
        for (int i = 0; i < test->location_count; i++)
            if (strcmp(t->registers[r].name, pointer) == 0 &&
                says(&test->locations[i], t->registers[r].init))
                return true;
    return false;
}

/* ---- the test with registers ---------------------------------------------------------- */

static const cm_expr *expression(cm_arena *arena, cm_expr made)
{
    cm_expr *e = CM_NEW(arena, cm_expr);
    *e = made;
    e->bits = 64;
    return e;
}

static const cm_expr *shifted(cm_arena *arena, cm_op op, const cm_expr *e, uint64_t bytes)
{
    if (bytes == 0)
        return e;
    const cm_expr *bits = expression(arena, (cm_expr){.op = CM_OP_CONST, .imm = 8 * bytes});
    return expression(arena, (cm_expr){.op = op, .a = e, .b = bits});
}

/* Of the slot, where it or what overlaps it begins or ends, the first place behind that one. */
static uint64_t border_behind(const spilling *s, const slot *of, uint64_t place)
{
    uint64_t border = of->address + of->width;
    for (int i = 0; of->shares && i < s->slot_count; i++) {
        const slot *o = &s->slots[i];
        const uint64_t ends[] = {o->address, o->address + o->width};
        for (int k = 0; k < 2; k++)
            if (ends[k] > place && ends[k] < border)
                border = ends[k];
    }
    return border;
}

/* The register for bytes of the slot from that place on. */
static const piece *piece_at(spilling *s, cm_thread *to, const slot *of, uint64_t place)
{
    cm_arena *arena = s->job->arena;
    for (int i = 0; i < s->piece_count; i++)
        if (s->pieces[i].address == place)
            return &s->pieces[i];
    CM_RESERVE(arena, s->pieces, s->piece_count, s->piece_capacity);
    piece *p = &s->pieces[s->piece_count++];
    *p = (piece){place, (unsigned)(border_behind(s, of, place) - place), to->register_count};
    size_t registers = (size_t)to->register_count++;
    to->registers =
        cm_arena_grow(arena, to->registers, registers, registers + 1, sizeof *to->registers);
    const char *name = cm_arena_printf(arena, ".spill-%d", s->piece_count - 1);
    to->registers[registers] = (cm_register){.name = name, .init = &zero, .bits = 64};
    return p;
}

static void add_assignment(cm_thread *to, const cm_step *as, int dst, const cm_expr *e)
{
    cm_step *step = &to->steps[to->step_count++];
    *step = *as;
    step->kind = CM_STEP_ASSIGN;
    step->addr = step->undefined = NULL;
    step->width = 0;
    step->dst = dst;
    step->value = e;
}

/* A load finds all pieces of the slot, a store gives each its bytes of the value. */
static void put_access(spilling *s, cm_thread *to, const cm_step *step, const slot *at)
{
    cm_arena *arena = s->job->arena;
    const cm_expr *found = NULL;
    const piece *p;
    for (uint64_t place = at->address; place < at->address + at->width; place += p->width) {
        p = piece_at(s, to, at, place);
        uint64_t offset = place - at->address;
        if (step->kind == CM_STEP_STORE) {
            const cm_expr *part = shifted(arena, CM_OP_LSHR, step->value, offset);
            if (p->width < 8)
                part = expression(
                    arena, (cm_expr){.op = CM_OP_ZEXT, .imm = 8 * (uint64_t)p->width, .a = part});
            add_assignment(to, step, p->reg, part);
            continue;
        }
        const cm_expr *part = expression(arena, (cm_expr){.op = CM_OP_REG, .reg = p->reg});
        part = shifted(arena, CM_OP_SHL, part, offset);
        found = found ? expression(arena, (cm_expr){.op = CM_OP_OR, .a = found, .b = part}) : part;
    }
    if (found)
        add_assignment(to, step, step->dst, found);
}

/* Steps that are named are elsewhere now. */
static void move_names(spilling *s, cm_thread *to, const int *moved)
{
    cm_arena *arena = s->job->arena;
    const cm_thread *from = s->thread;
    for (int i = 0; i < to->step_count; i++) {
        cm_step *step = &to->steps[i];
        if (step->rmw >= 0)
            step->rmw = moved[step->rmw];
        if (step->kind == CM_STEP_BRANCH && step->target >= 0)
            step->target = moved[step->target];
    }
    size_t labels = (size_t)from->label_count;
    to->labels = cm_arena_grow(arena, from->labels, labels, labels, sizeof *to->labels);
    for (size_t i = 0; i < labels; i++)
        to->labels[i].step = moved[to->labels[i].step];
    to->code_count = from->code ? from->code_count : from->step_count + 1;
    int *code = CM_NEW_ARRAY(arena, (size_t)to->code_count, int);
    for (int i = 0; i < to->code_count; i++) {
        int at = from->code ? from->code[i] : i;
        code[i] = at < 0 ? at : moved[at];
    }
    to->code = code;
}

static void put(spilling *s, cm_thread *to)
{
    enum { MOST_PIECES = 8 };
    const cm_thread *from = s->thread;
    size_t steps = (size_t)from->step_count;
    int *moved = CM_NEW_ARRAY(s->job->arena, steps + 1, int);
    to->steps = CM_NEW_ARRAY(s->job->arena, MOST_PIECES * steps + 1, cm_step);
    to->step_count = 0;
    for (int i = 0; i < from->step_count; i++) {
        const slot *at = s->slot_of[i] >= 0 ? &s->slots[s->slot_of[i]] : NULL;
        moved[i] = to->step_count;
        if (at && !at->stays)
            put_access(s, to, &from->steps[i], at);
        else
            to->steps[to->step_count++] = from->steps[i];
    }
    moved[from->step_count] = to->step_count;
    move_names(s, to, moved);
}

static void spill(cm_job *job, int spills, int thread, cm_test **made)
{
    const cm_test *test = job->test;
    const cm_thread *t = &test->threads[thread];
    size_t steps = (size_t)t->step_count + 1, accesses = 0;
    for (int i = 0; i < t->step_count; i++)
        accesses += cm_step_is_access(&t->steps[i]);
    uint64_t bit = 1, *own = CM_NEW_ARRAY(job->arena, (size_t)test->location_count + 1, uint64_t);
    for (int i = 0; i < test->location_count && bit; i++)
        if (is_own(test, thread, i)) {
            own[i] = bit;
            bit <<= 1;
        }
    if (bit == 1 || cm_thread_has_indirect(t))
        return;
    spilling s = {.job = job, .spills = spills, .thread = t, .own = own};
    s.values = (size_t)t->register_count + accesses;
    if (s.values * steps > MOST_VALUES)
        return;
    s.before = CM_NEW_ARRAY(job->arena, steps, value *);
    s.reached = CM_NEW_ARRAY(job->arena, steps, bool);
    s.here = CM_NEW_ARRAY(job->arena, s.values, value);
    s.slots = CM_NEW_ARRAY(job->arena, accesses + 1, slot);
    s.slot_of = CM_NEW_ARRAY(job->arena, steps, int);
    s.let = CM_NEW_ARRAY(job->arena, steps, bool);
    if (!may_follow(&s))
        return;
    /* Leaves those that are the thread's own in the end: what is lost may be where another one's
     * address is stored. */
    do {
        for (int k = 0; k < s.job->test->location_count; k++)
            s.own[k] &= ~s.lost;
        s.lost = 0;
        follow(&s);
    } while (s.lost);
    if (s.slot_count == 0)
        return;
    settle_shared(&s);
    if (!*made)
        *made = cm_test_with_own_steps(job->arena, test);
    put(&s, &(*made)->threads[thread]);
}

/* Has the test a loop, or so many accesses that what is read and stored again makes too many
 * values? Others, of threads without a stack, are shown as they are. */
static bool is_large(const cm_test *test)
{
    enum { MANY = 32 };
    int accesses = 0;
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        if (cm_thread_has_loop(thread))
            return true;
        for (int i = 0; i < thread->step_count; i++)
            accesses +=
                thread->steps[i].kind == CM_STEP_LOAD || thread->steps[i].kind == CM_STEP_STORE;
    }
    return accesses > MANY;
}

void cm_spills_as_registers(cm_job *job)
{
    const cm_test *test = job->test;
    int spills = cm_model_find(job->model, "spills");
    cm_test *made = NULL;
    bool large = is_large(test);
    if (job->options.plain || test->form_places > 0 || spills < 0 ||
        !job->model->nodes[spills].is_set)
        return;
    for (int t = 0; t < test->thread_count; t++)
        if (large || has_stack(test, &test->threads[t]))
            spill(job, spills, t, &made);
    if (made)
        job->test = made;
}
