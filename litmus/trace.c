/* Tests with events of registers. See trace.h. */
#include "litmus/trace.h"

#include <string.h>

/* What an instruction reads a register for. Each has an event of its own, since an address
 * and data that are the same register are told apart. */
typedef enum use { USE_ADDRESS, USE_DATA, USE_OTHER, USES } use;

static const char *const read_tags[USES][4] = {
    [USE_ADDRESS] = {"Rreg", "ADDR", "NDATA", NULL},
    [USE_DATA] = {"Rreg", "DATA", NULL},
    [USE_OTHER] = {"Rreg", "NDATA", NULL},
};
static const char *const write_tags[] = {"Wreg", NULL};
static const char *const branch_tags[] = {"BCC", "B", NULL};

typedef struct uses {
    bool of[USES];
} uses;

/* The registers that stand for one inside an instruction, or -1. */
typedef struct stands {
    int as[USES];
} stands;

typedef struct tracer {
    cm_arena *arena;
    const int *form_counts; /* of the test */
    const cm_thread *from;
    cm_thread *to;
    int step_capacity, register_capacity;
    stands *own;   /* by register */
    uses *needed;  /* by register, of the instruction at hand */
    bool *written; /* by register, likewise */
    uses *after;   /* by old step: for what is needed what it sets */
    int *moved;    /* by old step, and the end: the new one */
    int *loads;    /* by old step: where the access itself is */
} tracer;

/* ---- registers ----------------------------------------------------------- */

static const cm_expr zero = {.op = CM_OP_CONST, .bits = 64};

/* Temporaries belong to one instruction; whatever else lasts has events. */
static bool lasts(const tracer *t, int reg)
{
    const char *name = t->from->registers[reg].name;
    return name[0] != '.' || name[1] != 't';
}

/* What the architecture itself keeps (flags, the monitor) is no operand of an access. */
static use use_of(const tracer *t, int reg, use wanted)
{
    return lasts(t, reg) && t->from->registers[reg].name[0] == '.' ? USE_OTHER : wanted;
}

static int own_register(tracer *t, int reg, use wanted)
{
    int *own = &t->own[reg].as[use_of(t, reg, wanted)];
    if (*own >= 0)
        return *own;
    cm_thread *to = t->to;
    CM_RESERVE(t->arena, to->registers, to->register_count, t->register_capacity);
    to->registers[to->register_count] = (cm_register){
        .name = cm_arena_printf(t->arena, ".t-%d-%d", reg, (int)wanted), .init = &zero, .bits = 64};
    *own = to->register_count++;
    return *own;
}

static const cm_expr *mention(tracer *t, int reg)
{
    cm_expr *e = CM_NEW(t->arena, cm_expr);
    *e = (cm_expr){.op = CM_OP_REG, .bits = 64, .reg = reg};
    return e;
}

static const cm_expr *rewritten(tracer *t, const cm_expr *e, use wanted)
{
    if (!e || e->op == CM_OP_CONST)
        return e;
    if (e->op == CM_OP_REG)
        return mention(t, own_register(t, e->reg, wanted));
    cm_expr *made = CM_NEW(t->arena, cm_expr);
    *made = *e;
    made->a = rewritten(t, e->a, wanted);
    made->b = rewritten(t, e->b, wanted);
    made->c = rewritten(t, e->c, wanted);
    return made;
}

/* ---- what an instruction needs --------------------------------------------- */

static void need(tracer *t, const cm_expr *e, use wanted)
{
    if (!e)
        return;
    if (e->op == CM_OP_REG)
        t->needed[e->reg].of[use_of(t, e->reg, wanted)] = true;
    need(t, e->a, wanted);
    need(t, e->b, wanted);
    need(t, e->c, wanted);
}

/* What is needed before the step, given what is needed after it. */
static void need_before(tracer *t, const cm_step *s)
{
    uses after = {{false}};
    if (s->dst >= 0) {
        after = t->needed[s->dst];
        if (!s->guard)
            t->needed[s->dst] = (uses){{false}};
        t->written[s->dst] = true;
    }
    t->after[s - t->from->steps] = after;
    for (int wanted = 0; wanted < USES; wanted++) {
        if (after.of[wanted] && s->kind == CM_STEP_ASSIGN)
            need(t, s->value, (use)wanted);
        if (after.of[wanted])
            need(t, s->guard, (use)wanted);
    }
    need(t, s->addr, cm_step_is_access(s) ? USE_ADDRESS : USE_OTHER);
    if (s->kind != CM_STEP_ASSIGN)
        need(t, s->value, cm_step_is_access(s) ? USE_DATA : USE_OTHER);
    if (s->kind != CM_STEP_ASSIGN && s->kind != CM_STEP_CHOOSE)
        need(t, s->guard, cm_step_is_access(s) ? USE_DATA : USE_OTHER);
    need(t, s->quorum, USE_OTHER);
    need(t, s->undefined, cm_step_is_access(s) ? USE_ADDRESS : USE_OTHER);
    need(t, s->opaque, USE_OTHER);
    need(t, s->paired, USE_ADDRESS);
}

/* Backwards through the steps first..end-1 of an instruction: t->written, and t->needed
 * where it begins. */
static void find_needs(tracer *t, int first, int end)
{
    size_t registers = (size_t)t->from->register_count;
    memset(t->needed, 0, registers * sizeof *t->needed);
    memset(t->written, 0, registers * sizeof *t->written);
    for (int i = first; i < end; i++) {
        int dst = t->from->steps[i].dst;
        if (dst >= 0 && lasts(t, dst))
            t->needed[dst].of[USE_OTHER] = true;
    }
    for (int i = end - 1; i >= first; i--)
        need_before(t, &t->from->steps[i]);
}

/* ---- steps ------------------------------------------------------------------ */

static void emit(tracer *t, cm_step step)
{
    cm_thread *to = t->to;
    CM_PUSH(t->arena, to->steps, to->step_count, t->step_capacity, step);
}

static cm_step *emit_note(tracer *t, int instruction, int dst, const cm_expr *value,
                          const char *const *tags)
{
    emit(t, (cm_step){.kind = CM_STEP_NOTE,
                      .instruction = instruction,
                      .dst = dst,
                      .value = value,
                      .rmw = CM_RMW_NONE,
                      .target = -1,
                      .tags = tags});
    return &t->to->steps[t->to->step_count - 1];
}

/* What the instruction's steps forget, the read of a register forgets for them. */
static void forget_like_steps(tracer *t, cm_step *note, int first, int end)
{
    for (int i = first; i < end; i++) {
        const cm_step *s = &t->from->steps[i];
        note->forgets |= s->forgets;
        if (!s->forms || !s->forms->forgets || note->forms)
            continue;
        int forms = t->form_counts[s->forms->place];
        const char *const **tags = CM_NEW_ARRAY(t->arena, (size_t)forms, const char *const *);
        for (int f = 0; f < forms; f++)
            tags[f] = note->tags;
        cm_step_forms *made = CM_NEW(t->arena, cm_step_forms);
        *made = (cm_step_forms){s->forms->place, tags, s->forms->forgets};
        note->forms = made;
    }
}

static void emit_reads(tracer *t, int first, int end)
{
    int instruction = t->from->steps[first].instruction;
    for (int reg = 0; reg < t->from->register_count; reg++)
        for (int wanted = 0; lasts(t, reg) && wanted < USES; wanted++)
            if (t->needed[reg].of[wanted])
                forget_like_steps(t,
                                  emit_note(t, instruction, own_register(t, reg, (use)wanted),
                                            mention(t, reg), read_tags[wanted]),
                                  first, end);
}

static void emit_writes(tracer *t, int instruction)
{
    for (int reg = 0; reg < t->from->register_count; reg++)
        if (t->written[reg] && lasts(t, reg))
            emit_note(t, instruction, reg, mention(t, own_register(t, reg, USE_OTHER)), write_tags);
}

/* The step over the instruction's own registers, what it sets as the given use. */
static cm_step own_step(tracer *t, const cm_step *s, use of)
{
    cm_step step = *s;
    bool access = cm_step_is_access(s),
         sets = s->kind == CM_STEP_ASSIGN || s->kind == CM_STEP_CHOOSE;
    step.dst = s->dst < 0 ? -1 : own_register(t, s->dst, of);
    step.addr = rewritten(t, s->addr, access ? USE_ADDRESS : USE_OTHER);
    step.value = rewritten(t, s->value, sets ? of : access ? USE_DATA : USE_OTHER);
    step.guard = rewritten(t, s->guard, sets ? of : access ? USE_DATA : USE_OTHER);
    step.quorum = rewritten(t, s->quorum, USE_OTHER);
    step.undefined = rewritten(t, s->undefined, access ? USE_ADDRESS : USE_OTHER);
    step.opaque = rewritten(t, s->opaque, USE_OTHER);
    step.paired = rewritten(t, s->paired, USE_ADDRESS);
    return step;
}

/* What the step set, for the other uses that there are. */
static void emit_copies(tracer *t, const cm_step *s, use from)
{
    for (int other = 0; other < USES; other++)
        if ((use)other != from && t->after[s - t->from->steps].of[other])
            emit(t, (cm_step){.kind = CM_STEP_ASSIGN,
                              .instruction = s->instruction,
                              .guard = rewritten(t, s->guard, (use)other),
                              .dst = own_register(t, s->dst, (use)other),
                              .value = mention(t, own_register(t, s->dst, from)),
                              .rmw = CM_RMW_NONE,
                              .target = -1,
                              .tags = s->tags});
}

/* An assignment once for each use; what is read or chosen once, and copied. */
static void emit_step(tracer *t, const cm_step *s)
{
    const bool *after = t->after[s - t->from->steps].of;
    use first = USE_ADDRESS;
    while (first < USE_OTHER && !after[first])
        first++;
    emit(t, own_step(t, s, first));
    for (int of = (int)first + 1; s->kind == CM_STEP_ASSIGN && of < USES; of++)
        if (after[of])
            emit(t, own_step(t, s, (use)of));
    if (s->kind != CM_STEP_ASSIGN && s->dst >= 0)
        emit_copies(t, s, first);
}

/* A branch that is decided here has an event for that. */
static void emit_branch(tracer *t, const cm_step *s)
{
    cm_step step = own_step(t, s, USE_OTHER);
    const cm_expr *parts[] = {step.value, step.guard, step.addr}, *decides = NULL;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        if (parts[i] && decides) {
            cm_expr *both = CM_NEW(t->arena, cm_expr);
            *both = (cm_expr){.op = CM_OP_AND, .bits = 64, .a = decides, .b = parts[i]};
            decides = both;
        } else if (parts[i]) {
            decides = parts[i];
        }
    }
    if (decides)
        emit_note(t, s->instruction, -1, decides, branch_tags);
    emit(t, step);
}

/* ---- instructions ------------------------------------------------------------ */

/* Writes come at the end, but before the instruction branches. */
static void trace_instruction(tracer *t, int first, int end)
{
    int instruction = t->from->steps[first].instruction;
    bool wrote = false;
    find_needs(t, first, end);
    t->moved[first] = t->to->step_count;
    emit_reads(t, first, end);
    for (int i = first; i < end; i++) {
        const cm_step *s = &t->from->steps[i];
        bool branch = s->kind == CM_STEP_BRANCH;
        if (branch && !wrote)
            emit_writes(t, instruction);
        wrote |= branch;
        t->loads[i] = t->to->step_count;
        if (branch)
            emit_branch(t, s);
        else
            emit_step(t, s);
    }
    if (!wrote)
        emit_writes(t, instruction);
}

static void trace_steps(tracer *t)
{
    const cm_thread *from = t->from;
    for (int first = 0, end; first < from->step_count; first = end) {
        end = first + 1;
        while (end < from->step_count &&
               from->steps[end].instruction == from->steps[first].instruction)
            end++;
        trace_instruction(t, first, end);
    }
    t->moved[from->step_count] = t->to->step_count;
}

/* Branches and labels lead to beginnings of instructions. */
static void move_targets(tracer *t)
{
    cm_thread *to = t->to;
    for (int i = 0; i < to->step_count; i++) {
        if (to->steps[i].rmw >= 0)
            to->steps[i].rmw = t->loads[to->steps[i].rmw];
        if (to->steps[i].kind == CM_STEP_BRANCH && to->steps[i].target >= 0)
            to->steps[i].target = t->moved[to->steps[i].target];
    }
    to->labels = cm_arena_grow(t->arena, t->from->labels, (size_t)to->label_count,
                               (size_t)to->label_count, sizeof *to->labels);
    for (int i = 0; i < to->label_count; i++)
        to->labels[i].step = t->moved[to->labels[i].step];
}

static void trace_thread(cm_arena *arena, const cm_test *test, const cm_thread *from, cm_thread *to)
{
    size_t registers = (size_t)from->register_count, steps = (size_t)from->step_count;
    tracer t = {.arena = arena, .form_counts = test->form_counts, .from = from, .to = to};
    to->registers =
        cm_arena_grow(arena, from->registers, registers, registers, sizeof *to->registers);
    t.register_capacity = from->register_count;
    to->steps = NULL;
    to->step_count = 0;
    t.own = CM_NEW_ARRAY(arena, registers + 1, stands);
    for (size_t i = 0; i < registers; i++)
        for (int wanted = 0; wanted < USES; wanted++)
            t.own[i].as[wanted] = -1;
    t.needed = CM_NEW_ARRAY(arena, registers + 1, uses);
    t.written = CM_NEW_ARRAY(arena, registers + 1, bool);
    t.after = CM_NEW_ARRAY(arena, steps + 1, uses);
    t.moved = CM_NEW_ARRAY(arena, steps + 1, int);
    for (size_t i = 0; i < steps; i++)
        t.moved[i] = -1;
    t.loads = CM_NEW_ARRAY(arena, steps + 1, int);
    trace_steps(&t);
    move_targets(&t);
    to->code = t.moved;
    to->code_count = from->step_count + 1;
}

/* ---- the whole ------------------------------------------------------------------ */

/* An instruction that does more after it may have branched, or NULL. */
static const char *goes_on(const cm_test *test)
{
    for (int i = 0; i < test->thread_count; i++) {
        const cm_thread *t = &test->threads[i];
        for (int k = 0; k + 1 < t->step_count; k++)
            if (t->steps[k].kind == CM_STEP_BRANCH && t->steps[k + 1].kind != CM_STEP_BRANCH &&
                t->steps[k].instruction == t->steps[k + 1].instruction)
                return t->instructions[t->steps[k].instruction].text;
    }
    return NULL;
}

cm_test *cm_test_traced(cm_arena *arena, const cm_test *test, const char **why)
{
    *why = goes_on(test);
    if (*why)
        return NULL;
    cm_test *made = CM_NEW(arena, cm_test);
    *made = *test;
    size_t threads = (size_t)test->thread_count;
    made->threads = cm_arena_grow(arena, test->threads, threads, threads, sizeof *made->threads);
    for (size_t i = 0; i < threads; i++)
        trace_thread(arena, test, &test->threads[i], &made->threads[i]);
    return made;
}

int cm_trace_register(const cm_step *note)
{
    if (note->dst < 0)
        return -1;
    return note->tags[0] == write_tags[0] ? note->dst : note->value->reg;
}
