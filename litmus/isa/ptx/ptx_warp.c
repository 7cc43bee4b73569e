/* What threads of a warp, or of a CTA, do together (PTX ISA, "vote.sync", "match.sync",
 * "activemask", "redux.sync", "shfl.sync", "elect.sync"; "bar.red").
 *
 * Each thread puts its value into a word of its own, which no test names, all meet, each reads
 * the others' words, all meet again. Accesses and meetings have the tag LANE: models let the
 * values through (docs/models/ptx.md, "Lanes") and no memory ordering follows from them, for the
 * text promises none but for bar.red, whose first meeting is its barrier.
 *
 * Who takes part: the threads of the test whose lanes the mask names; lanes of which the test has
 * no thread count as exited. A form d|p is written d:p, for | ends a column. */
#include "litmus/isa/lanes.h"
#include "litmus/isa/ptx/ptx.h"

enum { WARP = 32, MOST_MEMBERS = 256 }; /* a test has no more threads */

typedef struct group {
    uint64_t id;               /* of the instruction and its mask */
    int members[MOST_MEMBERS]; /* threads of the test, by lane: those that may take part */
    const cm_expr *values[MOST_MEMBERS];
    int count;
    uint64_t meets; /* how many of them meet: all, but at a barrier for a part of a CTA */
    bool is_double; /* values of 64 bits, not of 32 */
    /* Where the mask is in a register: its value, by which members take part. Else NULL. */
    const cm_expr *named;
} group;

static const cm_ptx_type word = {CM_PTX_UNSIGNED, WARP};

static const cm_expr *op(cm_ptx *p, cm_op which, const cm_expr *a, const cm_expr *b)
{
    return cm_dotted_op(p, which, WARP, a, b);
}

static unsigned lane_of(const cm_ptx *p, int thread)
{
    return (unsigned)cm_ptx_tid(cm_asm_test(p->as), thread) % WARP;
}

static unsigned own_lane(const cm_ptx *p)
{
    return lane_of(p, cm_asm_thread(p->as));
}

static const cm_expr *bit(cm_ptx *p, const cm_expr *condition, unsigned lane)
{
    return op(p, CM_OP_SHL, condition, cm_ptx_const(p, lane));
}

static void add_member(group *g, int thread)
{
    if (g->count < MOST_MEMBERS)
        g->members[g->count++] = thread;
    g->meets = (uint64_t)g->count;
}

/* By lane, as far as the mask names them. */
static void find_warp(cm_ptx *p, group *g, uint64_t mask)
{
    const cm_test *test = cm_asm_test(p->as);
    int own = cm_asm_thread(p->as), first = cm_ptx_tid(test, own) / WARP * WARP;
    for (int lane = 0; lane < WARP; lane++)
        for (int t = 0; t < test->thread_count; t++)
            if (cm_threads_share(test, t, own, CM_SCOPE_CTA) &&
                cm_ptx_tid(test, t) == first + lane && (mask >> lane & 1) != 0)
                add_member(g, t);
}

/* Does the member take part? NULL: surely. */
static const cm_expr *takes_part(cm_ptx *p, const group *g, int member)
{
    if (!g->named || g->members[member] == cm_asm_thread(p->as))
        return NULL;
    const cm_expr *lane = cm_ptx_const(p, lane_of(p, g->members[member]));
    return op(p, CM_OP_AND, op(p, CM_OP_LSHR, g->named, lane), cm_ptx_const(p, 1));
}

/* `value` where the member takes part, else `other`. */
static const cm_expr *if_named(cm_ptx *p, const group *g, int member, unsigned bits,
                               const cm_expr *value, const cm_expr *other)
{
    const cm_expr *here = takes_part(p, g, member);
    return here ? cm_asm_op(p->as, CM_OP_SELECT, bits, here, value, other) : value;
}

/* How many of the members. */
static const cm_expr *number_named(cm_ptx *p, const group *g)
{
    const cm_expr *sum = cm_ptx_const(p, 0), *one = cm_ptx_const(p, 1);
    for (int i = 0; i < g->count; i++)
        sum = op(p, CM_OP_ADD, sum, if_named(p, g, i, WARP, one, cm_ptx_const(p, 0)));
    return sum;
}

bool cm_step_is_of_lanes(const cm_step *step)
{
    return cm_step_has_tag(step, "LANE");
}

/* ---- values handed over ------------------------------------------------------ */

/* The word of a thread. */
static const cm_expr *word_of(cm_ptx *p, const group *g, int thread)
{
    const char *name = cm_arena_printf(cm_asm_arena(p->as), ".lane%s.P%d", g->is_double ? "s" : "",
                                       cm_asm_test(p->as)->threads[thread].id);
    return cm_ptx_const(p, cm_asm_symbol(p->as, name));
}

enum { FIRST = 0, SECOND = 1 };

static int meet(cm_ptx *p, const group *g, unsigned which)
{
    static const char *const tags[][5] = {[FIRST] = {"BAR", "SYNC", "CTA", "LANE", NULL},
                                          [SECOND] = {"BAR", "RED", "CTA", "LANE", NULL}};
    const cm_expr *id = cm_ptx_const(p, g->id | which);
    if (!g->named)
        return cm_emit_barrier(p->as, id, cm_ptx_const(p, g->meets), tags[which]);
    return cm_emit_barrier(p->as, cm_ptx_masked(p, id, g->named, 1), number_named(p, g),
                           tags[which]);
}

/* values[i]: what member i gave, or NULL if it is not on the lane that alone is looked at (NULL:
 * all are). barrier: one of its own before that, or NULL. */
static void hand_over_from(cm_ptx *p, group *g, const cm_expr *own, const cm_expr *barrier,
                           const cm_expr *lane)
{
    static const char *const red[] = {"BAR", "RED", "CTA", NULL};
    static const char *const tags[] = {"WEAK", "GEN", "LANE", NULL};
    int self = cm_asm_thread(p->as), kept = cm_asm_temporary(p->as);
    unsigned width = g->is_double ? 8 : 4;
    cm_emit_assign(p->as, kept, own);
    cm_emit_store(p->as, word_of(p, g, self), cm_asm_reg(p->as, kept), width, tags);
    if (barrier)
        cm_ptx_doubt_barrier(p, cm_emit_barrier(p->as, barrier, cm_ptx_const(p, g->meets), red),
                             barrier);
    meet(p, g, FIRST);
    uint64_t only = WARP;
    bool one = lane && cm_expr_known(lane, NULL, NULL, &only);
    for (int i = 0; i < g->count; i++) {
        if (one && only != lane_of(p, g->members[i]))
            continue;
        int to = g->members[i] == self ? kept : cm_asm_temporary(p->as);
        if (to != kept)
            cm_asm_step(p->as, cm_emit_load(p->as, to, word_of(p, g, g->members[i]), width, tags))
                ->guard = takes_part(p, g, i);
        g->values[i] = cm_asm_reg(p->as, to);
    }
    meet(p, g, SECOND);
}

static void hand_over(cm_ptx *p, group *g, const cm_expr *own, const cm_expr *barrier)
{
    hand_over_from(p, g, own, barrier, NULL);
}

enum kind { VOTE = 1, MATCH, REDUX, SHFL, ELECT, BAR_RED, ACTIVE };

/* An instruction, its qualifiers and its mask: those that differ never meet. */
static uint64_t identity(enum kind kind, int mode, cm_ptx_type type, uint64_t warp, uint64_t mask)
{
    return CM_PTX_LANES | (uint64_t)kind << 50 | (uint64_t)mode << 44 | (uint64_t)type.kind << 40 |
           warp << 34 | mask << 1;
}

bool cm_ptx_is_reduction(uint64_t id)
{
    return id >> 50 == (CM_PTX_LANES >> 50 | BAR_RED);
}

uint32_t cm_ptx_mask(uint64_t id)
{
    if (cm_ptx_is_reduction(id))
        return UINT32_MAX;
    return (uint32_t)(id >= CM_PTX_WARP_BARRIERS ? id : id >> 1);
}

const cm_expr *cm_ptx_read_mask(cm_ptx *p)
{
    cm_place place = p->lex->token.place;
    const cm_expr *mask = cm_ptx_value(p, WARP);
    unsigned lane = own_lane(p);
    if (mask->op == CM_OP_CONST && (mask->imm >> lane & 1) == 0)
        cm_asm_fail(
            p->as, place,
            "the mask lacks the thread's own lane %u, expected one that has it, such as 0xffffffff",
            lane);
    if (mask->op == CM_OP_CONST)
        return mask;
    mask = op(p, CM_OP_AND, mask, cm_ptx_const(p, UINT32_MAX));
    const cm_expr *own = op(p, CM_OP_AND, mask, bit(p, cm_ptx_const(p, 1), lane));
    int kept = cm_asm_temporary(p->as), step = cm_emit_assign(p->as, kept, mask);
    cm_asm_undefined(p->as, step, op(p, CM_OP_EQ, own, cm_ptx_const(p, 0)),
                     "may have a mask without the thread's own lane");
    mask = cm_asm_reg(p->as, kept);
    return mask;
}

const cm_expr *cm_ptx_masked(cm_ptx *p, const cm_expr *id, const cm_expr *mask, unsigned shift)
{
    return cm_dotted_op(p, CM_OP_OR, 64,
                        cm_dotted_op(p, CM_OP_SHL, 64, mask, cm_ptx_const(p, shift)), id);
}

uint64_t cm_ptx_fixed_id(const cm_expr *id)
{
    const cm_expr *fixed = id->op == CM_OP_OR ? id->b : id;
    return fixed->op == CM_OP_CONST && fixed->imm >= CM_PTX_LANES ? fixed->imm : 0;
}

static void read_mask(cm_ptx *p, group *g, enum kind kind, int mode, cm_ptx_type type)
{
    const cm_expr *mask = cm_ptx_read_mask(p);
    bool known = mask->op == CM_OP_CONST;
    g->named = known ? NULL : mask;
    find_warp(p, g, known ? mask->imm : UINT32_MAX);
    uint64_t warp = (uint64_t)cm_ptx_tid(cm_asm_test(p->as), cm_asm_thread(p->as)) / WARP;
    g->id = identity(kind, mode, type, warp, known ? mask->imm : 0);
}

/* ---- vote, match, redux -------------------------------------------------------- */

/* A bit for each lane that takes part and whose value is not 0. */
static const cm_expr *ballot(cm_ptx *p, const group *g)
{
    const cm_expr *mask = cm_ptx_const(p, 0), *zero = mask;
    for (int i = 0; i < g->count; i++) {
        const cm_expr *given = if_named(p, g, i, WARP, op(p, CM_OP_NE, g->values[i], zero), zero);
        mask = op(p, CM_OP_OR, mask, bit(p, given, lane_of(p, g->members[i])));
    }
    return mask;
}

static const cm_expr *all_lanes(cm_ptx *p, const group *g)
{
    uint64_t all = 0;
    for (int i = 0; i < g->count; i++)
        all |= UINT64_C(1) << lane_of(p, g->members[i]);
    const cm_expr *members = cm_ptx_const(p, all);
    return g->named ? op(p, CM_OP_AND, g->named, members) : members;
}

static void need(cm_ptx *p, bool given, const char *expected)
{
    if (!given)
        cm_asm_fail(p->as, p->place, "`%s` of this kind is not read, expected %s", p->opcode,
                    expected);
}

static void vote(cm_ptx *p)
{
    enum { NONE, ALL, ANY, UNI, BALLOT };
    static const cm_ptx_type predicate = {CM_PTX_PRED, 1};
    int mode = cm_ptx_take(p, "all|any|uni|ballot");
    bool sync = cm_ptx_has(p, "sync");
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    cm_ptx_type own_type = mode == BALLOT ? (cm_ptx_type){CM_PTX_BITS, WARP} : predicate;
    need(p, sync && mode != NONE && type.bits == own_type.bits && type.kind == own_type.kind,
         ".sync.all.pred, .sync.any.pred, .sync.uni.pred or .sync.ballot.b32");
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_expr *own = cm_ptx_predicate(p);
    cm_dotted_comma(p);
    group g = {.count = 0};
    read_mask(p, &g, VOTE, mode, type);
    hand_over(p, &g, own, NULL);
    const cm_expr *votes = ballot(p, &g), *all = all_lanes(p, &g);
    const cm_expr *every = op(p, CM_OP_EQ, votes, all);
    const cm_expr *none = op(p, CM_OP_EQ, votes, cm_ptx_const(p, 0));
    const cm_expr *results[] = {[ALL] = every,
                                [ANY] = op(p, CM_OP_EQ, none, cm_ptx_const(p, 0)),
                                [UNI] = op(p, CM_OP_OR, every, none),
                                [BALLOT] = votes};
    cm_ptx_set(p, to, mode == BALLOT ? word : predicate, results[mode]);
}

/* d, or d:p, which the PTX ISA writes d|p. */
static bool second_destination(cm_ptx *p, cm_ptx_register *second)
{
    if (!cm_lexer_accept(p->lex, ":"))
        return false;
    *second = cm_ptx_second_destination(p);
    return true;
}

/* Have all the same value? Each lane asks it in the same words, by which a run sees that they go
 * the same way (ptx_native_lanes.c). */
static const cm_expr *all_equal(cm_ptx *p, const group *g, unsigned bits, const cm_expr *own)
{
    const cm_expr *all = cm_ptx_const(p, 1), *first = g->named ? own : g->values[0];
    for (int i = g->named ? 0 : 1; i < g->count; i++) {
        const cm_expr *same = cm_dotted_op(p, CM_OP_EQ, bits, g->values[i], first);
        all = op(p, CM_OP_AND, all, if_named(p, g, i, WARP, same, cm_ptx_const(p, 1)));
    }
    return all;
}

static void match(cm_ptx *p)
{
    enum { NONE, ANY, ALL };
    int mode = cm_ptx_take(p, "any|all");
    bool sync = cm_ptx_has(p, "sync");
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    need(p, sync && mode != NONE && type.bits >= WARP && type.kind == CM_PTX_BITS,
         ".any.sync or .all.sync, and .b32 or .b64");
    cm_ptx_register to = cm_ptx_destination(p), also = {.bits = 0};
    bool two = mode == ALL && second_destination(p, &also);
    cm_dotted_comma(p);
    int kept = cm_asm_temporary(p->as);
    cm_emit_assign(p->as, kept, cm_ptx_value(p, type.bits));
    cm_dotted_comma(p);
    group g = {.is_double = type.bits > WARP};
    read_mask(p, &g, MATCH, g.is_double ? mode + ALL : mode, type);
    hand_over(p, &g, cm_asm_reg(p->as, kept), NULL);
    const cm_expr *all = all_equal(p, &g, type.bits, cm_asm_reg(p->as, kept)), *mask;
    for (int i = 0; i < g.count; i++)
        g.values[i] = cm_dotted_op(p, CM_OP_EQ, type.bits, g.values[i], cm_asm_reg(p->as, kept));
    if (mode == ALL)
        mask = cm_asm_op(p->as, CM_OP_SELECT, WARP, all, all_lanes(p, &g), cm_ptx_const(p, 0));
    else
        mask = ballot(p, &g);
    cm_ptx_set(p, to, word, mask);
    if (two)
        cm_ptx_set(p, also, (cm_ptx_type){CM_PTX_PRED, 1}, all);
}

static void redux(cm_ptx *p)
{
    bool sync = cm_ptx_has(p, "sync");
    cm_ptx_operation operation = cm_ptx_take_operation(p);
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    bool logic = operation == CM_PTX_AND || operation == CM_PTX_OR || operation == CM_PTX_XOR;
    bool counts = operation == CM_PTX_ADD || operation == CM_PTX_MIN || operation == CM_PTX_MAX;
    need(p, sync && type.bits == WARP && (logic || counts) && logic == (type.kind == CM_PTX_BITS),
         ".sync with .add, .min or .max of .u32 or .s32, or with .and, .or or .xor of .b32");
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_expr *own = cm_ptx_value(p, WARP);
    cm_dotted_comma(p);
    group g = {.count = 0};
    read_mask(p, &g, REDUX, (int)operation, type);
    hand_over(p, &g, own, NULL);
    /* the order does not matter: begun with a lane that surely takes part */
    int first = 0;
    while (g.named && g.members[first] != cm_asm_thread(p->as))
        first++;
    const cm_expr *result = g.values[first];
    for (int i = 0; i < g.count; i++)
        if (i != first)
            result = if_named(p, &g, i, WARP,
                              cm_ptx_combined(p, operation, type, result, g.values[i]), result);
    cm_ptx_set(p, to, type, result);
}

/* ---- shfl ---------------------------------------------------------------------- */

enum { UP = 1, DOWN, BFLY, IDX };

/* The lane whose value is taken, and whether it is in range ("shfl.sync", pseudocode). */
static const cm_expr *source_lane(cm_ptx *p, int mode, const cm_expr *b, uint64_t c,
                                  const cm_expr **in_range)
{
    uint64_t lane = own_lane(p), segment = c >> 8 & 31, clamp = c & 31;
    const cm_expr *own = cm_ptx_const(p, lane), *at;
    const cm_expr *last = cm_ptx_const(p, (lane & segment) | (clamp & ~segment));
    b = op(p, CM_OP_AND, b, cm_ptx_const(p, 31));
    if (mode == UP)
        at = op(p, CM_OP_SUB, own, b);
    else if (mode == DOWN)
        at = op(p, CM_OP_ADD, own, b);
    else if (mode == BFLY)
        at = op(p, CM_OP_XOR, own, b);
    else
        at = op(p, CM_OP_OR, cm_ptx_const(p, lane & segment),
                op(p, CM_OP_AND, b, cm_ptx_const(p, ~segment & 31)));
    *in_range = mode == UP ? op(p, CM_OP_SLE, last, at) : op(p, CM_OP_SLE, at, last);
    return cm_asm_op(p->as, CM_OP_SELECT, WARP, *in_range, at, own);
}

/* Value of the member on that lane. Of a lane that takes no part nobody knows it ("shfl.sync":
 * results are undefined). */
static void take_from(cm_ptx *p, const group *g, const cm_expr *lane, cm_ptx_register to)
{
    const cm_expr *value = cm_ptx_const(p, 0), *known = cm_ptx_const(p, 0);
    for (int i = 0; i < g->count; i++) {
        if (!g->values[i])
            continue;
        const cm_expr *here = op(p, CM_OP_EQ, lane, cm_ptx_const(p, lane_of(p, g->members[i])));
        value = cm_asm_op(p->as, CM_OP_SELECT, WARP, here, g->values[i], value);
        const cm_expr *given = if_named(p, g, i, WARP, here, cm_ptx_const(p, 0));
        known = op(p, CM_OP_OR, known, given);
    }
    int kept = cm_asm_temporary(p->as), step = cm_emit_assign(p->as, kept, value);
    cm_asm_opaque(p->as, step, op(p, CM_OP_EQ, known, cm_ptx_const(p, 0)),
                  "may take the value of a lane that takes no part");
    cm_ptx_set(p, to, word, cm_asm_reg(p->as, kept));
}

static void shfl(cm_ptx *p)
{
    int mode = cm_ptx_take(p, "up|down|bfly|idx");
    bool sync = cm_ptx_has(p, "sync");
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    need(p, sync && mode != 0 && type.bits == WARP && type.kind == CM_PTX_BITS,
         ".sync.up.b32, .sync.down.b32, .sync.bfly.b32 or .sync.idx.b32");
    cm_ptx_register to = cm_ptx_destination(p), also = {.bits = 0};
    bool two = second_destination(p, &also);
    cm_dotted_comma(p);
    const cm_expr *own = cm_ptx_value(p, WARP);
    cm_dotted_comma(p);
    const cm_expr *b = cm_ptx_value(p, WARP);
    cm_dotted_comma(p);
    cm_place place = p->lex->token.place;
    const cm_expr *c = cm_ptx_value(p, WARP);
    if (c->op != CM_OP_CONST)
        cm_asm_fail(p->as, place,
                    "clamp and segment cannot be in a register, expected a number such as 31");
    cm_dotted_comma(p);
    group g = {.count = 0};
    read_mask(p, &g, SHFL, mode, type);
    const cm_expr *in_range, *lane = source_lane(p, mode, b, c->imm, &in_range);
    hand_over_from(p, &g, own, NULL, lane);
    int range = cm_asm_temporary(p->as);
    cm_emit_assign(p->as, range, in_range);
    take_from(p, &g, lane, to);
    if (two)
        cm_ptx_set(p, also, (cm_ptx_type){CM_PTX_PRED, 1}, cm_asm_reg(p->as, range));
}

/* ---- activemask, elect ------------------------------------------------------------- */

/* The lanes that happen to be here: the own one, and any others of the warp, which are then here at
 * the same time, and find the same ("active threads from the executing warp"; CUDA's programming
 * guide, "Warp Vote Functions", of threads that are converged at the call). So whoever assumes it
 * of another one meets it. */
static void activemask(cm_ptx *p)
{
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    need(p, type.bits == WARP && type.kind == CM_PTX_BITS, ".b32");
    cm_ptx_register to = cm_ptx_destination(p);
    group g = {.count = 0};
    find_warp(p, &g, UINT32_MAX);
    const cm_expr *mask = cm_ptx_const(p, UINT64_C(1) << own_lane(p));
    for (int i = 0; i < g.count; i++) {
        if (g.members[i] == cm_asm_thread(p->as))
            continue;
        int here = cm_asm_temporary(p->as);
        cm_emit_choose(p->as, here);
        mask = op(p, CM_OP_OR, mask, bit(p, cm_asm_reg(p->as, here), lane_of(p, g.members[i])));
    }
    int kept = cm_asm_temporary(p->as);
    cm_emit_assign(p->as, kept, mask);
    g.named = cm_asm_reg(p->as, kept);
    g.id = identity(ACTIVE, 0, word,
                    (uint64_t)cm_ptx_tid(cm_asm_test(p->as), cm_asm_thread(p->as)) / WARP, 0);
    cm_asm_step(p->as, meet(p, &g, FIRST))->assumed = true;
    cm_ptx_set(p, to, word, g.named);
}

/* A lane of the group, any, plus 1; the same whenever it is asked for (a register keeps it). */
static const cm_expr *leader(cm_ptx *p, const group *g)
{
    const char *name =
        cm_arena_printf(cm_asm_arena(p->as), ".leader.%llu", (unsigned long long)g->id);
    int kept = cm_asm_register(p->as, name);
    const cm_expr *chosen = cm_ptx_const(p, lane_of(p, g->members[0]) + 1);
    for (int i = 1; i < g->count; i++) {
        int other = cm_asm_temporary(p->as);
        cm_emit_choose(p->as, other);
        chosen = cm_asm_op(p->as, CM_OP_SELECT, WARP, cm_asm_reg(p->as, other),
                           cm_ptx_const(p, lane_of(p, g->members[i]) + 1), chosen);
    }
    const cm_expr *first = op(p, CM_OP_EQ, cm_asm_reg(p->as, kept), cm_ptx_const(p, 0));
    cm_emit_assign(p->as, kept,
                   cm_asm_op(p->as, CM_OP_SELECT, WARP, first, chosen, cm_asm_reg(p->as, kept)));
    return cm_asm_reg(p->as, kept);
}

/* elect.sync d:p, mask. "The election of a leader thread happens deterministically", and which one
 * it is is not said: the first member says it to the others. */
static void elect(cm_ptx *p)
{
    bool sync = cm_ptx_has(p, "sync");
    cm_ptx_all_used(p);
    need(p, sync, ".sync");
    cm_ptx_register to = cm_ptx_destination(p), also;
    if (!second_destination(p, &also) || also.sink)
        cm_lexer_fail(p->lex, "`elect` has one destination, expected two such as r0:p0");
    cm_dotted_comma(p);
    group g = {.count = 0};
    read_mask(p, &g, ELECT, 0, word);
    if (g.named) { /* which lane was elected is kept for each mask: that of all is looked at */
        int step = cm_emit_assign(p->as, cm_asm_temporary(p->as), g.named);
        cm_asm_undefined(p->as, step, op(p, CM_OP_NE, g.named, cm_ptx_const(p, UINT32_MAX)),
                         "may have a mask in a register that is not 0xffffffff");
        g.named = NULL;
        g.id |= (uint64_t)UINT32_MAX << 1;
    }
    bool says = g.members[0] == cm_asm_thread(p->as);
    hand_over(p, &g, says ? leader(p, &g) : cm_ptx_const(p, 0), NULL);
    const cm_expr *lane = op(p, CM_OP_SUB, g.values[0], cm_ptx_const(p, 1));
    cm_ptx_set(p, to, word, lane);
    cm_ptx_set(p, also, (cm_ptx_type){CM_PTX_PRED, 1},
               op(p, CM_OP_EQ, lane, cm_ptx_const(p, own_lane(p))));
}

/* ---- bar.red -------------------------------------------------------------------------- */

/* The barrier, then what the predicates of those who take part come to. Its number is a part of
 * that of the meeting where it is not for all threads of the CTA: others may meet elsewhere. */
void cm_ptx_reduce_barrier(cm_ptx *p, cm_ptx_register to, cm_ptx_reduction how, const cm_expr *id,
                           uint64_t part, const cm_expr *own)
{
    group g = {.count = 0};
    const cm_test *test = cm_asm_test(p->as);
    int thread = cm_asm_thread(p->as);
    for (int t = 0; t < test->thread_count; t++)
        if (t == thread || cm_threads_share(test, t, thread, CM_SCOPE_CTA))
            add_member(&g, t);
    if (part > 0)
        g.meets = part;
    g.id = identity(BAR_RED, (int)how, word, part > 0 ? id->imm + 1 : 0, 0);
    int kept = cm_asm_temporary(p->as);
    cm_emit_assign(p->as, kept, op(p, CM_OP_NE, own, cm_ptx_const(p, 0)));
    hand_over(p, &g, cm_asm_reg(p->as, kept), id);
    const cm_expr *sum = g.values[0];
    for (int i = 1; i < g.count; i++)
        sum = op(p, CM_OP_ADD, sum, g.values[i]);
    const cm_expr *all = op(p, CM_OP_EQ, sum, cm_ptx_const(p, g.meets));
    const cm_expr *any = op(p, CM_OP_NE, sum, cm_ptx_const(p, 0));
    cm_ptx_type type = how == CM_PTX_RED_POPC ? word : (cm_ptx_type){CM_PTX_PRED, 1};
    cm_ptx_set(p, to, type, how == CM_PTX_RED_POPC ? sum : how == CM_PTX_RED_AND ? all : any);
}

const cm_ptx_opcode cm_ptx_warp_opcodes[] = {
    {"vote", vote, 0, cm_ptxn_lanes, ".sync.all|any|uni|ballot.!b32|pred bp3"},
    {"match", match, 0, cm_ptxn_lanes, ".any|all.sync.b32|b64 3t3"},
    {"redux", redux, 0, cm_ptxn_lanes, ".sync.add|min|max|and|or|xor.u32|s32|b32 t33"},
    {"shfl", shfl, 0, cm_ptxn_lanes, ".sync.up|down|bfly|idx.b32 33333"},
    {"elect", elect, 0, cm_ptxn_lanes, ".sync 33"},
    {"activemask", activemask, 0, cm_ptxn_lanes, ".b32 3"},
    {NULL, NULL, 0, NULL, NULL}};
