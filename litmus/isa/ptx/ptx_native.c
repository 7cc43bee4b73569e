/* A PTX thread of a test as text for ptxas: the driver, jumps, what
 * keeps accesses apart.
 *
 * Memory instructions must reach the machine in order and unmerged. ptxas (13.0)
 * keeps the order of strong operations and fences at every level of optimisation,
 * but drops a strong store that another one overwrites at once; weak loads and
 * stores are ordinary accesses, which it merges, drops and moves past strong ones.
 * Level 0 keeps all of them and waits for every load before the next instruction,
 * which hides what a test looks for. Instead a `bar.warp.sync` stands around weak
 * accesses and between stores to one place (keep_apart): no access moves past it,
 * and where the threads of a warp run together nothing is left of it but a
 * no-operation. A load or an atomic whose result nobody looks at would be dropped
 * or become a reduction: the caller looks at all registers. tests/hw/sass_check.py
 * compares the machine code.
 *
 * Dependencies must reach it as well: what ptxas can compute (r xor r) it leaves
 * out, with the load that it depended on, and LB+datas, which PTX forbids, is seen.
 * So sources of what is computed from memory are hidden from it (cm_ptxn_hidden),
 * and a jump over nothing gets something to jump over.
 */
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

enum { WARP = 32 };

/* ---- lines ----------------------------------------------------------- */

static void add_line(cm_ptxn *n, const char *guard, const char *format, va_list args)
{
    cm_text_append(&n->body, "\t%s", guard);
    cm_text_vappend(&n->body, format, args);
    cm_text_add(&n->body, ";\n");
}

void cm_ptxn_line(cm_ptxn *n, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_line(n, n->guard, format, args);
    va_end(args);
}

void cm_ptxn_always(cm_ptxn *n, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_line(n, "", format, args);
    va_end(args);
}

void cm_ptxn_refuse(cm_ptxn *n, cm_place place, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *message = cm_arena_vprintf(n->work->arena, format, args);
    va_end(args);
    cm_fail(n->work, place, "%s", message);
}

static const char *warp_mask(cm_ptxn *n);

/* ---- jumps ----------------------------------------------------------- */

static const char *label_of(const cm_ptxn *n, int step)
{
    if (step == n->thread->step_count)
        return cm_arena_printf(n->work->arena, "%s_end", n->style->prefix);
    return cm_arena_printf(n->work->arena, "%s_step%d", n->style->prefix, step);
}

static const char *counter_name(const cm_ptxn *n)
{
    return cm_arena_printf(n->work->arena, "%%%s_jumps", n->style->prefix);
}

static const char *gave_up_name(const cm_ptxn *n)
{
    return cm_arena_printf(n->work->arena, "%%%s_gave_up", n->style->prefix);
}

static const char *rounds_name(const cm_ptxn *n)
{
    return cm_arena_printf(n->work->arena, "%%%s_rounds", n->style->prefix);
}

/* Backwards: the jump is taken only as often as the limit says. Then a thread that others wait
 * for goes on behind the loop, for its own: lanes that meet in a loop count its rounds. */
static void jump_back(cm_ptxn *n, const char *predicate, int from, const char *label)
{
    bool meets = n->stays && cm_ptxn_goes_round_meeting(n->thread, from);
    const char *counter = meets ? rounds_name(n) : counter_name(n), *over = cm_ptxn_temporary(n, 1);
    int skip = n->skips++;
    const char *after = cm_arena_printf(n->work->arena, "skip%d", skip);
    n->has_loop = true;
    if (predicate)
        cm_ptxn_always(n, "@%s%s bra %s_%s", *predicate == '!' ? "" : "!",
                       *predicate == '!' ? predicate + 1 : predicate, n->style->prefix, after);
    cm_ptxn_always(n, "add.u32 %s, %s, 1", counter, counter);
    cm_ptxn_always(n, "setp.gt.u32 %s, %s, %u", over, counter, n->style->loop_limit);
    if (n->stays)
        cm_ptxn_always(n, "@%s mov.b32 %s, 1", over, gave_up_name(n));
    cm_ptxn_always(n, "@%s bra %s_%s", over, n->style->prefix, n->stays ? after : "stuck");
    cm_ptxn_always(n, "bra %s", label);
    if (predicate || n->stays)
        cm_text_append(&n->body, "%s_%s:\n", n->style->prefix, after);
}

void cm_ptxn_jump(cm_ptxn *n, const char *predicate, int from, int target)
{
    const char *label = label_of(n, target);
    if (target <= from) {
        jump_back(n, predicate, from, label);
        return;
    }
    if (!predicate) {
        cm_ptxn_always(n, "bra %s", label);
        return;
    }
    cm_ptxn_always(n, "@%s bra %s", predicate, label);
    /* A jump that changes nothing would be dropped, and a control dependency with it: is there
     * something between that ptxas must jump over? */
    bool over_events = false;
    for (int i = from + 1; i < target; i++) {
        cm_step_kind kind = n->thread->steps[i].kind;
        over_events |= kind == CM_STEP_LOAD || kind == CM_STEP_STORE || kind == CM_STEP_FENCE ||
                       kind == CM_STEP_BARRIER;
    }
    if (!over_events && cm_ptxn_diverges(n))
        cm_ptxn_always(n, "bar.warp.sync %s", warp_mask(n));
}

/* ---- keeping accesses apart ------------------------------------------- */

/* Whole warps when they run together, else each thread for itself: a thread must
 * not wait for those that went another way. */
static const char *warp_mask(cm_ptxn *n)
{
    bool whole = n->style->barrier_factor >= WARP && n->style->barrier_factor % WARP == 0 &&
                 !n->style->apart;
    if (!n->warp_mask && whole && !cm_ptxn_diverges(n)) {
        n->warp_mask = "0xffffffff";
    } else if (!n->warp_mask) {
        n->warp_mask = cm_arena_printf(n->work->arena, "%%%s_lane", n->style->prefix);
        cm_ptxn_declare(n, n->warp_mask, 32);
    }
    return n->warp_mask;
}

typedef enum access { NO_ACCESS, STRONG, WEAK } access;

static access access_of(const cm_ptxn *n)
{
    access found = NO_ACCESS;
    for (int i = n->first; i < n->past; i++) {
        const cm_step *step = &n->thread->steps[i];
        bool real = step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE;
        if (!real || cm_step_has_tag(step, "LANE")) /* values of lanes go through no memory */
            continue;
        bool weak = cm_step_has_tag(step, "WEAK");
        found = weak || found == WEAK ? WEAK : STRONG;
    }
    return found;
}

/* Does the instruction at hand store where an earlier one may have stored? */
static bool stores_again(const cm_ptxn *n)
{
    for (int i = n->first; i < n->past; i++) {
        const cm_step *step = &n->thread->steps[i];
        for (int k = 0; k < n->first && step->kind == CM_STEP_STORE; k++) {
            const cm_step *other = &n->thread->steps[k];
            bool apart = step->addr->op == CM_OP_CONST && other->addr &&
                         other->addr->op == CM_OP_CONST && step->addr->imm != other->addr->imm;
            if (other->kind == CM_STEP_STORE && !apart)
                return true;
        }
    }
    return false;
}

/* Before the instruction at hand. */
static void keep_apart(cm_ptxn *n)
{
    access kind = access_of(n);
    if (kind == NO_ACCESS)
        return;
    if (kind == WEAK || n->weak_before || stores_again(n))
        cm_ptxn_always(n, "bar.warp.sync %s", warp_mask(n));
    n->weak_before = kind == WEAK;
}

/* ---- instructions ---------------------------------------------------- */

static void write_instruction(cm_ptxn *n)
{
    cm_place place = n->instruction->place;
    n->insn = n->instruction->insn;
    n->operands = n->insn->operands;
    n->operand_count = n->insn->operand_count;
    cm_ptxn_take_guard(n);
    const char *word = cm_ptxn_find(n, "tensor|tensormap::generic|proxy::readonly");
    if (word)
        cm_ptxn_refuse(n, place, "`.%s` cannot run yet, expected none", word);
    const cm_ptx_opcode *opcode = cm_ptx_opcode_named(n->insn->opcode);
    if (n->insn->form && !opcode) {
        cm_ptxn_take_operands(n);
        cm_ptxn_row(n);
        return;
    }
    if (!opcode->write)
        cm_ptxn_refuse(n, place, "`%s` cannot run on the GPU, expected an instruction of PTX",
                       n->insn->opcode);
    cm_ptxn_take_operands(n);
    n->form = opcode->form;
    opcode->write(n);
}

/* Is the step in a loop, or behind one? */
static bool follows_loop(const cm_thread *thread, int step)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind == CM_STEP_BRANCH && thread->steps[i].target <= i &&
            thread->steps[i].target <= step)
            return true;
    return false;
}

/* The instruction at hand. A thread that is out of a loop too early may have no address where it
 * expects one, and passes over it. */
static void write_or_pass(cm_ptxn *n)
{
    const bool *varying = n->stays ? cm_ptxn_varying(n->work->arena, n->thread, true) : NULL;
    n->passed = false;
    for (int i = n->first; i < n->past && n->stays; i++)
        n->passed |=
            cm_ptxn_depends(varying, n->thread->steps[i].addr) && follows_loop(n->thread, i);
    if (!n->passed) {
        write_instruction(n);
        return;
    }
    const char *over = cm_ptxn_temporary(n, 1);
    int skip = n->skips++;
    cm_ptxn_always(n, "setp.ne.u32 %s, %s, 0", over, gave_up_name(n));
    cm_ptxn_always(n, "@%s bra %s_skip%d", over, n->style->prefix, skip);
    write_instruction(n);
    cm_text_append(&n->body, "%s_skip%d:\n", n->style->prefix, skip);
}

static void write_body(cm_ptxn *n)
{
    int step = 0;
    for (int i = 0; i < n->thread->instruction_count; i++) {
        n->instruction = &n->thread->instructions[i];
        n->first = step;
        while (step < n->thread->step_count && n->thread->steps[step].instruction == i)
            step++;
        n->past = step;
        bool is_target = false;
        for (int k = 0; k < n->thread->step_count && n->past > n->first; k++)
            is_target |= n->thread->steps[k].kind == CM_STEP_BRANCH &&
                         n->thread->steps[k].target == n->first;
        if (is_target)
            cm_text_append(&n->body, "%s:\n", label_of(n, n->first));
        keep_apart(n);
        write_or_pass(n);
    }
    if (n->weak_before) /* of what the caller does next */
        cm_ptxn_always(n, "bar.warp.sync %s", warp_mask(n));
}

/* What the body needs before its first instruction. */
static const char *opening(cm_ptxn *n)
{
    cm_text text = cm_text_new(n->work->arena);
    if (n->wide.length > 0) {
        const char *none = cm_arena_printf(n->work->arena, "%%%s_none", n->style->prefix);
        cm_ptxn_declare(n, none, 64);
        cm_text_append(&text, "\tmov.b64 %s, 0;\n%s", none, n->wide.data);
    }
    if (n->hidden > 0)
        cm_text_append(&text, "\tmov.u32 %%%s_nought, %%ctaid.z;\n", n->style->prefix);
    if (n->warp_mask && *n->warp_mask == '%')
        cm_text_append(&text, "\tmov.u32 %s, %%lanemask_eq;\n", n->warp_mask);
    const char *const counters[] = {counter_name(n), n->stays ? rounds_name(n) : NULL,
                                    n->stays ? gave_up_name(n) : NULL};
    for (int i = 0; n->has_loop && i < 3 && counters[i]; i++) {
        cm_text_append(&text, "\tmov.b32 %s, 0;\n", counters[i]);
        cm_ptxn_declare(n, counters[i], 32);
    }
    return text.data;
}

static cm_native finish(cm_ptxn *n)
{
    cm_arena *arena = n->work->arena;
    cm_native native = {.body = cm_arena_printf(arena, "%s%s", opening(n), n->body.data),
                        .end = label_of(n, n->thread->step_count),
                        .addresses = n->addresses,
                        .has_barrier = n->has_barrier,
                        .objects = n->objects,
                        .copies = n->copies,
                        .bulk_copies = n->bulk_copies,
                        .computed = n->computed,
                        .signals_computed = n->signals_computed,
                        .cluster_arrivals = n->cluster_arrivals,
                        .cluster_waits = n->cluster_waits};
    if (n->has_loop && n->stays)
        native.gave_up = gave_up_name(n);
    else if (n->has_loop)
        native.stuck = cm_arena_printf(arena, "%s_stuck", n->style->prefix);
    size_t count = (size_t)n->thread->register_count;
    cm_native_register *registers = CM_NEW_ARRAY(arena, count, cm_native_register);
    for (size_t i = 0; i < count; i++)
        registers[i] = (cm_native_register){n->names[i], n->bits[i]};
    native.registers = registers;
    native.declarations = n->declarations.data;
    native.needs = cm_ptx_needs(native.body);
    return native;
}

/* Whom the thread waits for, and who for it: others wait for who comes to a barrier, and for what
 * is done with an mbarrier object, threads of the test, or the end of the step, which knows how
 * often that happens (ptx_native_async.c). */
static void find_company(cm_ptxn *n)
{
    bool others, meets = false;
    n->lanes = cm_ptx_lanes(n->test, &others);
    for (int i = 0; i < n->thread->step_count; i++) {
        const cm_step *s = &n->thread->steps[i];
        meets = meets || s->kind == CM_STEP_BARRIER;
        bool waited_for = s->kind == CM_STEP_BARRIER || cm_step_has_tag(s, "MBARRIER") ||
                          cm_step_has_tag(s, "ASYNC");
        n->stays = n->stays || (waited_for && follows_loop(n->thread, i));
    }
    /* One instance in a CTA: its threads wait for nobody else. */
    bool alone = n->style->apart && n->style->barrier_factor == WARP;
    if (meets && (n->lanes || alone || cm_ptx_barriers_vary(n->work->arena, n->thread)))
        cm_ptxn_check_meetings(n, alone);
}

cm_native cm_ptx_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style)
{
    cm_ptxn n = {
        .work = work, .test = test, .thread = &test->threads[thread], .style = style, .guard = ""};
    n.body = cm_text_new(work->arena);
    n.declarations = cm_text_new(work->arena);
    n.wide = cm_text_new(work->arena);
    n.addresses = CM_NEW_ARRAY(work->arena, (size_t)test->location_count, const char *);
    n.room = cm_native_room(test);
    size_t objects = cm_native_object_at(n.room, test->location_count, 0);
    n.objects = CM_NEW_ARRAY(work->arena, objects + 1, cm_native_object);
    cm_ptxn_name_registers(&n);
    find_company(&n);
    write_body(&n);
    return finish(&n);
}

/* What came after PTX 7.0 and sm_70 (PTX ISA, "PTX ISA Notes" and "Target ISA
 * Notes" of each instruction). */
cm_native_needs cm_ptx_needs(const char *body)
{
    static const struct {
        const char *text;
        unsigned version, target;
    } newer[] = {{".cluster", 78, 90},
                 {"::cluster", 78, 90},
                 {"mapa.", 78, 90},
                 {"getctarank.", 78, 90},
                 {"griddepcontrol.", 78, 90},
                 {".mmio", 82, 70},
                 {".mmio.acquire", 93, 70},
                 {".mmio.release", 93, 70},
                 {"L2::cache_hint", 78, 80},
                 {"fence.acquire", 86, 90},
                 {"fence.release", 86, 90},
                 {"mbarrier.", 86, 90},
                 {"cp.async", 78, 80},
                 {"cp.async.bulk", 86, 90},
                 {"cp.reduce.async.bulk", 80, 90},
                 {"st.async", 81, 90},
                 {"red.async", 81, 90},
                 {"async.release", 87, 100},
                 {"async.mmio", 87, 100},
                 {"fence.proxy.async", 80, 90},
                 {"fence.mbarrier_init", 80, 90},
                 {"barrier.cluster.", 80, 90},
                 {".b128", 84, 90},
                 {".bf16", 78, 90},
                 {"redux.sync", 78, 80},
                 {"elect.sync", 80, 90},
                 {".noftz.v", 81, 90},
                 {".L2::cache_hint.v", 81, 90},
                 {".v2.f32 ", 81, 90},
                 {".v4.f32 ", 81, 90},
                 {".v8.u32", 88, 100},
                 {".v4.u64", 88, 100},
                 {".v4.s64", 88, 100},
                 {".v4.b64", 88, 100},
                 {".v8.b32", 88, 100},
                 {".v8.s32", 88, 100},
                 {"fence.proxy.alias.", 94, 90},
                 {"shared::cluster::read", 94, 90}};
    cm_native_needs needs = {78, 70};
    for (size_t i = 0; i < sizeof newer / sizeof *newer; i++) {
        if (!strstr(body, newer[i].text))
            continue;
        if (needs.version < newer[i].version)
            needs.version = newer[i].version;
        if (needs.target < newer[i].target)
            needs.target = newer[i].target;
    }
    return needs;
}
