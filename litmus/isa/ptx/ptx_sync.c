/* Barriers of PTX, and what its rows do not say of control flow (PTX ISA 9.7.13 and 9.7.12). */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

/* ---- barriers -------------------------------------------------------- */

enum { SYNC, ARRIVE, RED };
static const char *const barrier_tags[][4] = {[SYNC] = {"BAR", "SYNC", "CTA", NULL},
                                              [ARRIVE] = {"BAR", "ARRIVE", "CTA", NULL},
                                              [RED] = {"BAR", "RED", "CTA", NULL}};
enum { BAR_SHORTHAND = 1, MOST_BARRIER_OPERANDS = 3, WARP = 32 };

/* A thread count is a multiple of the warp size, and a barrier counts warps (PTX
 * ISA 9.7.13.1); a thread of a test stands for its warp, of which it waits for the others
 * that the test has. A number below that is one of threads of the test. */
static const cm_expr *warp_count(cm_ptx *p, cm_place place, const cm_expr *threads)
{
    bool constant = threads->op == CM_OP_CONST;
    if (constant && threads->imm < WARP)
        return threads;
    if (!constant && cm_ptx_shares_warp(cm_asm_test(p->as), cm_asm_thread(p->as)))
        cm_asm_fail(p->as, place,
                    "a number of threads in a register, where two threads of the test share a "
                    "warp, is not supported, expected a number");
    if (constant && threads->imm % WARP != 0)
        cm_asm_fail(p->as, place, "a barrier counts whole warps, expected a multiple of 32");
    if (constant)
        return cm_ptx_const(p, threads->imm / WARP);
    const cm_expr *few = cm_dotted_op(p, CM_OP_ULT, 64, threads, cm_ptx_const(p, WARP));
    return cm_asm_op(p->as, CM_OP_SELECT, 64, few, threads,
                     cm_dotted_op(p, CM_OP_UDIV, 64, threads, cm_ptx_const(p, WARP)));
}

/* A CTA has the barriers 0 to 15 (PTX ISA, "barrier"). */
static void require_barrier(cm_ptx *p, cm_place place, const cm_expr *id)
{
    if (id->op == CM_OP_CONST && id->imm >= CM_PTX_CTA_BARRIERS)
        cm_asm_fail(p->as, place, "there is no barrier %llu, expected 0 to %d",
                    (unsigned long long)id->imm, CM_PTX_CTA_BARRIERS - 1);
}

void cm_ptx_doubt_barrier(cm_ptx *p, int step, const cm_expr *id)
{
    if (id->op != CM_OP_CONST)
        cm_asm_undefined(p->as, step,
                         cm_dotted_op(p, CM_OP_ULE, 64, cm_ptx_const(p, CM_PTX_CTA_BARRIERS), id),
                         "may name a barrier outside 0 to 15");
}

/* A cluster has one barrier. A thread arrives there once and then waits before it arrives
 * again; a relaxed arrival orders nothing by itself (PTX ISA, "barrier.cluster"). The
 * hidden register .cluster is 1 between the two. */
static void cluster_barrier(cm_ptx *p)
{
    enum { NO_MODE, CLUSTER_ARRIVE, CLUSTER_WAIT };
    enum { UNSAID, RELEASE_ORDER, RELAXED_ORDER, ACQUIRE_ORDER };
    static const char *const tags[][5] = {{"BAR", "ARRIVE", "CLUSTER", "REL", NULL},
                                          {"BAR", "ARRIVE", "CLUSTER", "RLX", NULL},
                                          {"BAR", "WAIT", "CLUSTER", "ACQ", NULL}};
    int mode = cm_ptx_take(p, "arrive|wait");
    int order = cm_ptx_take(p, "release|relaxed|acquire");
    cm_ptx_has(p, "aligned");
    cm_ptx_all_used(p);
    if (mode == NO_MODE)
        cm_asm_fail(p->as, p->place, "`barrier.cluster` has no mode, expected .arrive or .wait");
    bool wait = mode == CLUSTER_WAIT;
    if (order != UNSAID && (order == ACQUIRE_ORDER) != wait)
        cm_asm_fail(p->as, p->place,
                    "this order does not exist for `barrier.cluster.%s`, expected %s",
                    wait ? "wait" : "arrive", wait ? ".acquire" : ".release or .relaxed");
    int arrived = cm_asm_register(p->as, ".cluster");
    const cm_expr *has_arrived = cm_asm_reg(p->as, arrived);
    int step =
        cm_emit_barrier(p->as, cm_ptx_const(p, 0), NULL, tags[wait ? 2 : order == RELAXED_ORDER]);
    if (wait)
        cm_asm_undefined(p->as, step,
                         cm_dotted_op(p, CM_OP_EQ, 64, has_arrived, cm_ptx_const(p, 0)),
                         "may wait at the cluster's barrier without having arrived");
    else
        cm_asm_undefined(p->as, step, has_arrived,
                         "may arrive at the cluster's barrier a second time before it waits");
    cm_emit_assign(p->as, arrived, cm_ptx_const(p, !wait));
}

/* bar.warp.sync mask: a barrier of threads of one warp, which orders memory among them ("bar.warp.
 * sync"). Lanes that are no threads of the test come to it as well, and do nothing else. */
static void warp_barrier(cm_ptx *p)
{
    static const char *const tags[] = {"BAR", "SYNC", "CTA", NULL};
    const cm_test *test = cm_asm_test(p->as);
    int thread = cm_asm_thread(p->as), tid = cm_ptx_tid(test, thread);
    bool whole = cm_ptx_has(p, "sync");
    cm_ptx_all_used(p);
    if (!whole)
        cm_asm_fail(p->as, p->place, "`bar.warp` has no mode, expected .sync");
    const cm_expr *mask = cm_ptx_read_mask(p), *count = cm_ptx_const(p, 0);
    bool known = mask->op == CM_OP_CONST;
    const cm_expr *id = cm_ptx_const(p, CM_PTX_WARP_BARRIERS | (uint64_t)(tid / WARP) << 32 |
                                            (known ? mask->imm : 0));
    uint64_t members = 0; /* threads of the test that are in the thread's warp and in the mask */
    for (int t = 0; t < test->thread_count; t++) {
        if (!cm_threads_share(test, t, thread, CM_SCOPE_CTA) ||
            cm_ptx_tid(test, t) / WARP != tid / WARP)
            continue;
        uint64_t lane = (uint64_t)cm_ptx_tid(test, t) % WARP;
        members += mask->imm >> lane & 1;
        const cm_expr *here = cm_dotted_op(p, CM_OP_LSHR, WARP, mask, cm_ptx_const(p, lane));
        count = cm_dotted_op(p, CM_OP_ADD, WARP, count,
                             cm_dotted_op(p, CM_OP_AND, WARP, here, cm_ptx_const(p, 1)));
    }
    if (known)
        cm_emit_barrier(p->as, id, cm_ptx_const(p, members), tags);
    else
        cm_emit_barrier(p->as, cm_ptx_masked(p, id, mask, 0), count, tags);
}

static uint64_t warps_of_cta(const cm_test *test, int thread)
{
    uint64_t warps = 0;
    for (int t = 0; t < test->thread_count; t++) {
        bool first = t == thread || cm_threads_share(test, t, thread, CM_SCOPE_CTA);
        for (int other = 0; first && other < t; other++)
            first = !(other == thread || cm_threads_share(test, other, thread, CM_SCOPE_CTA)) ||
                    cm_ptx_tid(test, other) / WARP != cm_ptx_tid(test, t) / WARP;
        warps += first;
    }
    return warps;
}

/* How many threads of the test take part in the barrier for so many of the machine's; 0: all that
 * the CTA has. Each stands for its warp, unless several share one. */
static uint64_t take_part_of_cta(cm_ptx *p, const cm_expr *id)
{
    cm_place place = p->lex->token.place;
    const cm_test *test = cm_asm_test(p->as);
    int thread = cm_asm_thread(p->as);
    uint64_t threads = cm_ptx_value(p, WARP)->imm;
    if (threads == 0 || threads % WARP != 0)
        cm_asm_fail(p->as, place, "a barrier counts whole warps, expected a multiple of 32");
    if (threads == WARP * warps_of_cta(test, thread))
        return 0;
    if (cm_ptx_shares_warp(test, thread) || id->op != CM_OP_CONST)
        cm_asm_fail(
            p->as, place,
            "a `bar.red` with a result of a part of the CTA's threads, where two threads of "
            "the test share a warp or a register names the barrier, is not supported, "
            "expected %llu, or none",
            WARP * (unsigned long long)warps_of_cta(test, thread));
    return threads / WARP;
}

/* `bar` is aligned without the word. */
static void take_aligned(cm_ptx *p)
{
    if (strcmp(p->opcode, "bar") != 0)
        cm_ptx_has(p, "aligned");
}

/* bar.red.popc.u32 d, a{, b}, c and bar.red.{and,or}.pred p, a{, b}, c; b counts threads, all that
 * the test has in the CTA or a part (ptx_warp.c). Without .popc, .and or .or it is a barrier that
 * published tests write: no result, no predicate. */
static bool reducing_barrier(cm_ptx *p)
{
    int how = cm_ptx_take(p, "popc|and|or") - 1; /* cm_ptx_reduction */
    if (how < 0)
        return false;
    cm_ptx_has(p, "cta");
    take_aligned(p);
    bool red = cm_ptx_has(p, "red");
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    bool counts = how == CM_PTX_RED_POPC;
    if (!red || type.bits != (counts ? WARP : 1u) || (counts && type.kind != CM_PTX_UNSIGNED))
        cm_asm_fail(p->as, p->place,
                    "`%s` of this kind does not exist, expected .red.popc.u32, .red.and.pred or "
                    ".red.or.pred",
                    p->opcode);
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    cm_place place = p->lex->token.place;
    const cm_expr *id = cm_ptx_value(p, WARP);
    require_barrier(p, place, id);
    cm_dotted_comma(p);
    uint64_t part = 0;
    if (cm_ptx_at_number(p)) {
        part = take_part_of_cta(p, id);
        cm_dotted_comma(p);
    }
    cm_ptx_reduce_barrier(p, to, (cm_ptx_reduction)how, id, part, cm_ptx_predicate(p));
    return true;
}

/* Where threads of the test share a warp. */
static void come_as_one(cm_ptx *p, int step)
{
    const cm_test *test = cm_asm_test(p->as);
    int thread = cm_asm_thread(p->as), warp = cm_ptx_tid(test, thread) / WARP;
    if (!cm_ptx_shares_warp(test, thread))
        return;
    cm_step *s = cm_asm_step(p->as, step);
    s->party = 1 + (unsigned)warp;
    for (int t = 0; t < test->thread_count; t++)
        s->lanes += cm_ptx_tid(test, t) / WARP == warp &&
                    (t == thread || cm_threads_share(test, t, thread, CM_SCOPE_CTA));
}

/* Operands, of which PTX and published tests have different ideas:
 *      bar.sync a           barrier a of the CTA
 *      bar.sync a, b        barrier a, for b threads            (PTX ISA)
 *      bar.cta.sync a, b    instance a of the barrier named b   (published tests)
 *      bar.cta.sync a, b, n the same, passed once n threads of the test have come; later ones pass,
 *                           too (published tests, as Dat3M has its named barriers)
 * In a bar.cta with two operands a second one too large to name a barrier (there
 * are 16) is a thread count as in the PTX ISA. Both parts of an id count. */
static void barrier(cm_ptx *p)
{
    int shorthand = p->detail;
    const cm_expr *operands[MOST_BARRIER_OPERANDS];
    if (!shorthand && cm_ptx_has(p, "cluster")) {
        cluster_barrier(p);
        return;
    }
    if (shorthand && cm_ptx_has(p, "warp")) {
        warp_barrier(p);
        return;
    }
    if (reducing_barrier(p))
        return;
    int mode = cm_ptx_take(p, "sync|arrive|red") - 1, count = 0;
    bool named_cta = cm_ptx_has(p, "cta");
    take_aligned(p);
    cm_ptx_all_used(p);
    if (mode < 0)
        cm_asm_fail(p->as, p->place, "`%s` has no mode, expected .sync, .arrive or .red",
                    p->opcode);
    int most = shorthand && named_cta ? MOST_BARRIER_OPERANDS : 2;
    cm_place places[MOST_BARRIER_OPERANDS];
    do {
        if (count == most)
            cm_lexer_fail(p->lex, "there are too many operands, expected at most %d", most);
        places[count] = p->lex->token.place;
        operands[count++] = cm_ptx_value(p, 32);
    } while (cm_lexer_accept(p->lex, ","));
    const cm_expr *id = operands[0], *quorum = NULL;
    const cm_expr *threads = operands[count - 1];
    bool counts = count == 2 && (most == 2 || (threads->op == CM_OP_CONST && threads->imm >= WARP));
    if (counts)
        quorum = warp_count(p, places[1], operands[1]);
    else if (count >= 2)
        id = cm_dotted_op(p, CM_OP_OR, 64,
                          cm_dotted_op(p, CM_OP_SHL, 64, operands[0], cm_ptx_const(p, 32)),
                          operands[1]);
    if (count == 3)
        quorum = operands[2];
    if (mode == ARRIVE && count == 1 && !(shorthand && named_cta))
        cm_lexer_fail(p->lex, "`%s.arrive` has no count of threads, expected `, ` and one",
                      p->opcode);
    if (mode == ARRIVE && count == 1)
        cm_ptx_warn_shorthand(p, "`bar.cta.arrive` without a count of threads",
                              "one after the barrier");
    bool number = count == 1 || counts;
    if (number)
        require_barrier(p, places[0], id);
    int step = cm_emit_barrier(p->as, id, quorum, barrier_tags[mode]);
    cm_asm_step(p->as, step)->least = count == 3;
    if (counts && threads->op == CM_OP_CONST && threads->imm >= WARP)
        come_as_one(p, step);
    if (number)
        cm_ptx_doubt_barrier(p, step, id);
    if (!counts || threads->op == CM_OP_CONST)
        return;
    /* In a register it need be no whole number of warps. */
    const cm_expr *many = cm_dotted_op(p, CM_OP_ULE, 64, cm_ptx_const(p, WARP), threads);
    const cm_expr *rest = cm_dotted_op(p, CM_OP_AND, 64, threads, cm_ptx_const(p, WARP - 1));
    const cm_expr *part = cm_dotted_op(p, CM_OP_NE, 64, rest, cm_ptx_const(p, 0));
    cm_asm_undefined(p->as, step, cm_dotted_op(p, CM_OP_AND, 64, many, part),
                     "may count threads that do not fill whole warps");
}

/* ---- control flow ---------------------------------------------------- */

void cm_ptx_read_label(cm_ptx *p, unsigned bits)
{
    cm_place place = p->lex->token.place;
    (void)bits;
    bool dollar = cm_lexer_accept(p->lex, "$");
    place = cm_place_join(place, p->lex->token.place);
    const char *name = cm_lexer_name(p->lex, "a label");
    if (dollar)
        name = cm_arena_printf(cm_asm_arena(p->as), "$%s", name);
    cm_dotted_note(p, (cm_insn_operand){CM_INSN_LABEL, .name = name, .place = place});
}

/* A jump takes its guard as a part of its condition. */
static void jump(cm_ptx *p, const cm_expr *condition, const char *label, cm_place place)
{
    cm_asm_set_guard(p->as, NULL);
    cm_emit_branch(p->as, condition, label, place);
}

/* Published shorthand: beq a, b, L. Comparisons are signed. */
enum { EQUAL, UNEQUAL, LESS, LESS_OR_EQUAL };

static void compare_branch(cm_ptx *p)
{
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    unsigned bits = cm_ptx_peek_bits(p);
    const cm_expr *a = cm_ptx_value(p, bits > 1 ? bits : 64);
    cm_dotted_comma(p);
    unsigned others = cm_ptx_peek_bits(p);
    if (bits < others)
        bits = others;
    const cm_expr *b = cm_ptx_value(p, others > 1 ? others : 64);
    cm_dotted_comma(p);
    cm_ptx_read_label(p, 0);
    const cm_insn_operand *label = &p->operands[2];
    if (type.bits == 0)
        type = (cm_ptx_type){CM_PTX_SIGNED, bits > 32 ? bits : 32};
    static const cm_op ops[][2] = {/* unsigned, signed */
                                   [EQUAL] = {CM_OP_EQ, CM_OP_EQ},
                                   [UNEQUAL] = {CM_OP_NE, CM_OP_NE},
                                   [LESS] = {CM_OP_ULT, CM_OP_SLT},
                                   [LESS_OR_EQUAL] = {CM_OP_ULE, CM_OP_SLE}};
    bool swapped = p->detail < 0; /* a > b is b < a */
    cm_op op = ops[swapped ? -p->detail : p->detail][type.kind == CM_PTX_SIGNED];
    const cm_expr *holds = cm_dotted_op(p, op, type.bits, swapped ? b : a, swapped ? a : b);
    if (p->guard)
        holds = cm_dotted_op(p, CM_OP_AND, 64, holds,
                             cm_dotted_op(p, CM_OP_NE, 64, p->guard, cm_ptx_const(p, 0)));
    jump(p, holds, label->name, label->place);
}

/* ---- what does nothing ----------------------------------------------- */

static void nothing(cm_ptx *p)
{
    cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    while (!cm_lexer_at_end(p->lex))
        cm_lexer_advance(p->lex);
}

/* .reg .u32 %r<4>, %r7;  registers need no declaration, but each name must be one. */
static void reg_directive(cm_ptx *p)
{
    if (p->lex->token.kind == CM_TOKEN_NAME && *p->lex->token.text == '.')
        cm_lexer_advance(p->lex);
    do {
        cm_place place = p->lex->token.place;
        const char *name = cm_lexer_name(p->lex, "a register");
        bool range = cm_lexer_accept(p->lex, "<");
        if (range) {
            cm_lexer_integer(p->lex, "how many registers");
            cm_lexer_expect(p->lex, ">");
        }
        cm_arena *arena = cm_asm_arena(p->as);
        const char *example = range ? cm_arena_printf(arena, "%s0", name) : name;
        if (!cm_ptx_register_name(arena, example, NULL))
            cm_asm_fail(p->as, place,
                        "`%s` is not a register, expected r, rd, rs or p and a number, or %%name "
                        "and a number",
                        example);
    } while (cm_lexer_accept(p->lex, ","));
}

/* griddepcontrol.wait */
void cm_ptx_grid_wait(cm_ptx *p)
{
    static const char *const tags[] = {"GRID.WAIT", NULL};
    cm_asm_step(p->as, cm_emit_fence(p->as, tags))->async.role = CM_ASYNC_WAIT_GRIDS;
}

/* Ends the grid with an error, which the models flag; here it ends the thread. */
static void trap(cm_ptx *p)
{
    static const char *const tags[] = {"TRAP", NULL};
    cm_ptx_all_used(p);
    cm_asm_step(p->as, cm_emit_fence(p->as, tags))->tells = true;
    jump(p, p->guard, NULL, p->place);
}

static void directive(cm_ptx *p)
{
    for (int i = 0; i < p->qualifier_count; i++)
        p->qualifiers[i].used = true;
    nothing(p);
}

const cm_ptx_opcode cm_ptx_sync_opcodes[] = {
    {"fence", cm_ptx_proxy_fence, 0, cm_ptxn_fence, NULL},
    {"membar", cm_ptx_proxy_fence, 0, cm_ptxn_membar, NULL},
    {"bar", barrier, BAR_SHORTHAND, cm_ptxn_barrier, NULL},
    {"barrier", barrier, 0, cm_ptxn_barrier, NULL},
    {"bra", NULL, 0, cm_ptxn_branch, NULL},
    {"goto", NULL, 0, cm_ptxn_branch, NULL},
    {"ret", NULL, 0, cm_ptxn_branch, NULL},
    {"exit", NULL, 0, cm_ptxn_branch, NULL},
    {"beq", compare_branch, EQUAL, cm_ptxn_compare_branch, "eq"},
    {"bne", compare_branch, UNEQUAL, cm_ptxn_compare_branch, "ne"},
    {"blt", compare_branch, LESS, cm_ptxn_compare_branch, "lt"},
    {"ble", compare_branch, LESS_OR_EQUAL, cm_ptxn_compare_branch, "le"},
    {"bgt", compare_branch, -LESS, cm_ptxn_compare_branch, "gt"},
    {"bge", compare_branch, -LESS_OR_EQUAL, cm_ptxn_compare_branch, "ge"},
    {"nanosleep", NULL, 0, cm_ptxn_lanes, ".u32 -3"},
    {"nop", nothing, 0, cm_ptxn_nothing, NULL},
    {"prefetch", NULL, 0, cm_ptxn_prefetch, NULL},
    {"prefetchu", NULL, 0, cm_ptxn_prefetch, NULL},
    {"applypriority", NULL, 0, cm_ptxn_nothing, NULL},
    {"setmaxnreg", NULL, 0, cm_ptxn_nothing, NULL},
    {"pmevent", NULL, 0, cm_ptxn_nothing, NULL},
    {"trap", trap, 0, NULL, NULL},
    /* A kernel of a run depends on none, so .wait waits for none. */
    {"griddepcontrol", NULL, 0, cm_ptxn_lanes, ".launch_dependents|wait -"},
    {".reg", reg_directive, 0, cm_ptxn_nothing, NULL},
    {".loc", directive, 0, cm_ptxn_nothing, NULL},
    {".pragma", directive, 0, cm_ptxn_nothing, NULL},
    {NULL, NULL, 0, NULL, NULL}};
