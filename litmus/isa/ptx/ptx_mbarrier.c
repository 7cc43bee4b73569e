/* The mbarrier object (PTX ISA, "mbarrier"): 64 bits of shared memory that count arrivals
 * and transactions and go from phase to phase.
 *
 * The object is opaque. Here it is one word, and each operation a read of it and the write
 * of the state that follows:
 *
 *      bits  0 to 19   arrivals pending in this phase
 *           20 to 39   arrivals expected in each phase to come
 *           40 to 60   tx-count, signed
 *           61         it is an mbarrier object
 *           62, 63     the phase, modulo 4
 *
 * So synchronisation follows from the axioms: arrivals are atomic, a release of one is
 * observed through those after it, and a wait that returns true acquires. A state is the
 * word before the arrival without the arrivals expected and the tx-count, and bit 40 says
 * that it is from an arrival with .noComplete. What the ISA leaves undefined is so here. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

enum { COUNT_BITS = 20, TX_BITS = 21, EXPECTED_AT = 20, TX_AT = 40, VALID_AT = 61, PHASE_AT = 62 };
enum { MOST_COUNT = (1 << COUNT_BITS) - 1, BYTES = 8 };

typedef enum operation {
    NONE,
    INIT,
    INVAL,
    COMPLETE,
    ARRIVE,
    ARRIVE_DROP,
    TEST_WAIT,
    TRY_WAIT,
    PENDING_COUNT,
    EXPECT
} operation;
static const char operations[] =
    "init|inval|complete_tx|arrive|arrive_drop|test_wait|try_wait|pending_count";

typedef enum order { UNSAID, RELAXED, ACQUIRE, RELEASE } order;

typedef struct mbarrier {
    operation operation;
    bool expects, no_complete, parity;
    order order;
    const char *scope;
    int space; /* cm_reach; CM_REACH_ANY: not said */
    const cm_expr *address;
    const char *opcode; /* for messages */
} mbarrier;

/* ---- qualifiers ---------------------------------------------------------- */

static bool is_arrival(const mbarrier *m)
{
    return m->operation == ARRIVE || m->operation == ARRIVE_DROP;
}

static bool is_wait(const mbarrier *m)
{
    return m->operation == TEST_WAIT || m->operation == TRY_WAIT;
}

/* .sem and .scope stand together or not at all; without them arrivals release, waits
 * acquire, and the others are relaxed, at CTA scope. */
static void take_order(cm_ptx *p, mbarrier *m)
{
    static const char *const natural_order[] = {[RELAXED] = ".relaxed",
                                                [ACQUIRE] = ".acquire or .relaxed",
                                                [RELEASE] = ".release or .relaxed"};
    if (!is_arrival(m) && !is_wait(m) && m->operation != EXPECT && m->operation != COMPLETE)
        return;
    order natural = is_arrival(m) ? RELEASE : is_wait(m) ? ACQUIRE : RELAXED;
    m->order = (order)cm_ptx_take(p, "relaxed|acquire|release");
    m->scope = cm_ptx_take_scope(p, NULL);
    if (m->scope && strcmp(m->scope, "CTA") != 0 && strcmp(m->scope, "CLUSTER") != 0)
        cm_asm_fail(p->as, p->place,
                    "this scope does not exist for `%s`, expected .cta or .cluster", m->opcode);
    if ((m->order == UNSAID) != (m->scope == NULL))
        cm_asm_fail(p->as, p->place, "`%s` has an order or a scope alone, expected both or none",
                    m->opcode);
    m->order = m->order == UNSAID ? natural : m->order;
    m->scope = m->scope ? m->scope : "CTA";
    if (m->order != natural && m->order != RELAXED)
        cm_asm_fail(p->as, p->place, "this order does not exist for `%s`, expected %s", m->opcode,
                    natural_order[natural]);
    if (m->no_complete && (m->order != RELEASE || strcmp(m->scope, "CTA") != 0))
        cm_asm_fail(p->as, p->place,
                    "`%s.noComplete` does not have this order, expected .release.cta", m->opcode);
}

/* .expect_tx is an operation, and qualifies arrivals. */
static void take_operation(cm_ptx *p, mbarrier *m)
{
    m->operation = (operation)cm_ptx_take(p, operations);
    m->expects = (m->operation == NONE || is_arrival(m)) && cm_ptx_has(p, "expect_tx");
    if (m->operation == NONE && m->expects)
        m->operation = EXPECT;
    if (m->operation == NONE)
        cm_ptx_blame_misspelt(p);
    if (m->operation == NONE)
        cm_asm_fail(p->as, p->place,
                    "`mbarrier` has no operation, expected .init, .arrive, .try_wait, ...");
    m->opcode = "mbarrier.expect_tx";
    for (int i = 0; i < p->qualifier_count && m->operation != EXPECT; i++)
        if (cm_ptx_among(operations, p->qualifiers[i].text) == (int)m->operation)
            m->opcode = cm_arena_printf(cm_asm_arena(p->as), "mbarrier.%s", p->qualifiers[i].text);
    m->no_complete = is_arrival(m) && !m->expects && cm_ptx_has(p, "noComplete");
    m->parity = is_wait(m) && cm_ptx_has(p, "parity");
    if (m->operation == INIT || m->operation == PENDING_COUNT)
        cm_ptx_has(p, "layout::v0");
    if (is_wait(m) && !cm_ptx_has(p, "phase_type::primary") && m->parity)
        cm_ptx_has(p, "phase_type::conditional"); /* with layout v0 the same */
}

static mbarrier take_qualifiers(cm_ptx *p)
{
    static const int spaces[] = {CM_REACH_ANY, CM_REACH_CTA, CM_REACH_CTA, CM_REACH_CLUSTER};
    mbarrier m = {.operation = NONE};
    take_operation(p, &m);
    if (m.operation != PENDING_COUNT)
        m.space = spaces[cm_ptx_take(p, "shared|shared::cta|shared::cluster")];
    take_order(p, &m);
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (type.kind != CM_PTX_BITS || type.bits != 64)
        cm_asm_fail(p->as, p->place, "`%s` does not have this type, expected .b64", m.opcode);
    /* Arrivals and transactions go to other CTAs of the cluster, too. */
    bool may_be_remote = is_arrival(&m) || m.operation == EXPECT || m.operation == COMPLETE;
    if (m.space == CM_REACH_CLUSTER && !may_be_remote)
        cm_asm_fail(p->as, p->place, "`%s` has no .shared::cluster, expected .shared::cta",
                    m.opcode);
    return m;
}

/* ---- expressions ------------------------------------------------------------ */

static const cm_expr *op(cm_ptx *p, cm_op which, const cm_expr *a, const cm_expr *b)
{
    return cm_dotted_op(p, which, 64, a, b);
}

static const cm_expr *with(cm_ptx *p, cm_op which, const cm_expr *a, uint64_t b)
{
    return op(p, which, a, cm_ptx_const(p, b));
}

/* The object's word, taken apart. */
typedef struct parts {
    const cm_expr *pending, *expected, *tx, *valid, *phase;
} parts;

static parts parts_of(cm_ptx *p, const cm_expr *word)
{
    const cm_expr *tx = with(p, CM_OP_LSHR, word, TX_AT);
    return (parts){.pending = with(p, CM_OP_AND, word, MOST_COUNT),
                   .expected =
                       with(p, CM_OP_AND, with(p, CM_OP_LSHR, word, EXPECTED_AT), MOST_COUNT),
                   .tx = cm_asm_op_imm(p->as, CM_OP_SEXT, 64, TX_BITS, tx),
                   .valid = with(p, CM_OP_AND, with(p, CM_OP_LSHR, word, VALID_AT), 1),
                   .phase = with(p, CM_OP_LSHR, word, PHASE_AT)};
}

static const cm_expr *word_of(cm_ptx *p, parts s)
{
    const cm_expr *tx = with(p, CM_OP_AND, s.tx, (1 << TX_BITS) - 1);
    const cm_expr *word = op(p, CM_OP_OR, s.pending, with(p, CM_OP_SHL, s.expected, EXPECTED_AT));
    word = op(p, CM_OP_OR, word, with(p, CM_OP_SHL, tx, TX_AT));
    word = with(p, CM_OP_OR, word, UINT64_C(1) << VALID_AT);
    return op(p, CM_OP_OR, word, with(p, CM_OP_SHL, s.phase, PHASE_AT));
}

/* "Phase Completion": nothing pending, tx-count zero. */
static const cm_expr *is_complete(cm_ptx *p, parts s)
{
    return op(p, CM_OP_AND, with(p, CM_OP_EQ, s.pending, 0), with(p, CM_OP_EQ, s.tx, 0));
}

void cm_ptx_forbid(cm_ptx *p, const cm_expr *condition, const char *why)
{
    int step = cm_emit_assign(p->as, cm_asm_temporary(p->as), cm_ptx_const(p, 0));
    cm_asm_undefined(p->as, step, condition, why);
}

/* ---- accesses ------------------------------------------------------------------ */

static const char *const *tags_of(cm_ptx *p, const char *strength, const char *scope,
                                  const char *kind)
{
    return CM_PTX_TAGS(p, strength, "GEN", "MBARRIER", scope, kind);
}

static void settle(cm_ptx *p, const mbarrier *m, int step, bool remote)
{
    cm_step *s = cm_asm_step(p->as, step);
    s->reach = m->space != CM_REACH_ANY ? (cm_reach)m->space
               : remote                 ? CM_REACH_CLUSTER
                                        : CM_REACH_CTA;
    s->in_shared = true;
    cm_asm_align(p->as, step, BYTES);
}

static const cm_expr *load(cm_ptx *p, const mbarrier *m, const char *const *tags, bool remote,
                           int *step)
{
    int to = cm_asm_temporary(p->as);
    *step = cm_emit_load(p->as, to, m->address, BYTES, tags);
    settle(p, m, *step, remote);
    return cm_asm_reg(p->as, to);
}

static void store(cm_ptx *p, const mbarrier *m, const cm_expr *value, const char *const *tags,
                  bool remote, int rmw)
{
    int step = cm_emit_store(p->as, m->address, value, BYTES, tags);
    settle(p, m, step, remote);
    cm_asm_step(p->as, step)->rmw = rmw;
}

static void need_valid(cm_ptx *p, const cm_expr *word)
{
    cm_ptx_forbid(p, with(p, CM_OP_EQ, parts_of(p, word).valid, 0),
                  "may use an mbarrier object that is not initialised");
}

/* A count of arrivals or of transactions; where a register has it, limits are looked at
 * when it is known. */
static const cm_expr *read_count(cm_ptx *p, uint64_t least)
{
    cm_place place = p->lex->token.place;
    const cm_expr *count = cm_ptx_value(p, 32);
    if (count->op == CM_OP_CONST && (count->imm < least || count->imm > MOST_COUNT))
        cm_asm_fail(p->as, place, "the count is out of range, expected %llu to %d",
                    (unsigned long long)least, MOST_COUNT);
    if (count->op == CM_OP_CONST)
        return count;
    count = cm_asm_op_imm(p->as, CM_OP_ZEXT, 64, 32, count);
    cm_ptx_forbid(p,
                  op(p, CM_OP_OR, with(p, CM_OP_ULT, count, least),
                     op(p, CM_OP_ULT, cm_ptx_const(p, MOST_COUNT), count)),
                  "may give an mbarrier object a count that is out of range");
    return count;
}

static void read_object(cm_ptx *p, mbarrier *m)
{
    m->address = cm_ptx_read_address(p).value;
    if (m->address->op == CM_OP_CONST)
        return;
    int base = cm_asm_temporary(p->as); /* read before any register is written */
    cm_emit_assign(p->as, base, m->address);
    m->address = cm_asm_reg(p->as, base);
}

/* ---- init and inval -------------------------------------------------------------- */

static void init(cm_ptx *p, mbarrier *m)
{
    int step;
    read_object(p, m);
    cm_dotted_comma(p);
    const cm_expr *count = read_count(p, 1);
    const cm_expr *old = load(p, m, tags_of(p, "WEAK", NULL, "INIT"), false, &step);
    cm_ptx_forbid(p, parts_of(p, old).valid, "may initialise an mbarrier object a second time");
    parts s = {count, count, cm_ptx_const(p, 0), NULL, cm_ptx_const(p, 0)};
    store(p, m, word_of(p, s), tags_of(p, "WEAK", NULL, "INIT"), false, CM_RMW_NONE);
}

static void inval(cm_ptx *p, mbarrier *m)
{
    int step;
    read_object(p, m);
    const cm_expr *old = load(p, m, tags_of(p, "WEAK", NULL, "INVAL"), false, &step);
    need_valid(p, old);
    store(p, m, cm_ptx_const(p, 0), tags_of(p, "WEAK", NULL, "INVAL"), false, CM_RMW_NONE);
}

/* ---- arrivals and transactions ------------------------------------------------------ */

typedef struct change {
    const cm_expr *arrivals; /* NULL: none */
    const cm_expr *tx;       /* added; NULL: none */
    bool takes_tx, drops, no_complete;
} change;

/* What follows from an operation. */
typedef struct outcome {
    const cm_expr *word;      /* the state after it; the old one where that is undefined */
    const cm_expr *completes; /* it ends a phase */
} outcome;

static outcome changed(cm_ptx *p, const cm_expr *old, const change *c)
{
    const parts before = parts_of(p, old);
    parts s = before;
    const cm_expr *most = cm_ptx_const(p, MOST_COUNT),
                  *least = cm_ptx_const(p, -(uint64_t)MOST_COUNT);
    need_valid(p, old);
    if (c->tx) {
        s.tx = op(p, c->takes_tx ? CM_OP_SUB : CM_OP_ADD, s.tx, c->tx);
        cm_ptx_forbid(p,
                      op(p, CM_OP_OR, op(p, CM_OP_SLT, most, s.tx), op(p, CM_OP_SLT, s.tx, least)),
                      "may give an mbarrier object a tx-count that is out of range");
    }
    const cm_expr *good = s.valid;
    if (c->arrivals) {
        cm_ptx_forbid(p,
                      op(p, CM_OP_AND, before.valid, op(p, CM_OP_ULT, before.pending, c->arrivals)),
                      "may arrive at an mbarrier object more often than its count");
        const cm_expr *few = op(p, CM_OP_ULE, before.expected, c->arrivals);
        if (c->drops)
            cm_ptx_forbid(p, op(p, CM_OP_AND, before.valid, few),
                          "may leave an mbarrier object whose count is 0");
        good = op(p, CM_OP_AND, good, op(p, CM_OP_ULE, c->arrivals, s.pending));
        s.pending = op(p, CM_OP_SUB, s.pending, c->arrivals);
        s.expected = c->drops ? op(p, CM_OP_SUB, s.expected, c->arrivals) : s.expected;
    }
    if (c->no_complete)
        cm_ptx_forbid(p, op(p, CM_OP_AND, good, is_complete(p, s)),
                      "may complete a phase of an mbarrier object with .noComplete");
    parts next = s; /* phase */
    next.pending = s.expected;
    next.phase = with(p, CM_OP_ADD, s.phase, 1);
    const cm_expr *word =
        cm_asm_op(p->as, CM_OP_SELECT, 64, is_complete(p, s), word_of(p, next), word_of(p, s));
    return (outcome){cm_asm_op(p->as, CM_OP_SELECT, 64, good, word, old),
                     op(p, CM_OP_AND, good, is_complete(p, s))};
}

/* "Primary phase": that a phase is complete, and that a wait saw it, is known by an event of the
 * operation which happens in that case only. It orders nothing, but for the acquire of a wait. */
static void tell(cm_ptx *p, const cm_expr *condition, const char *const *tags)
{
    cm_step *step = cm_asm_step(p->as, cm_emit_fence(p->as, tags));
    step->guard = condition;
    step->tells = !cm_step_has_tag(step, "ACQ");
}

static const cm_expr *modify(cm_ptx *p, const mbarrier *m, const change *c, bool remote)
{
    int read;
    const cm_expr *old = load(p, m, tags_of(p, "RLX", m->scope, NULL), remote, &read);
    outcome new = changed(p, old, c);
    store(p, m, new.word,
          tags_of(p, m->order == RELEASE ? "REL" : "RLX", m->scope, c->arrivals ? "ARRIVE" : "TX"),
          remote, read);
    if (!c->no_complete)
        tell(p, new.completes, tags_of(p, "RLX", NULL, "PHASE"));
    return old;
}

void cm_ptx_complete_tx(cm_ptx *p, const cm_expr *address, cm_reach space, unsigned bytes)
{
    mbarrier m = {.operation = COMPLETE,
                  .order = RELEASE,
                  .scope = "CLUSTER",
                  .space = (int)space,
                  .address = address,
                  .opcode = p->opcode};
    change c = {.tx = cm_ptx_const(p, bytes), .takes_tx = true};
    modify(p, &m, &c, true);
}

/* One arrival more is waited for in this phase. */
static void increment(cm_ptx *p, const mbarrier *m)
{
    int read;
    const cm_expr *old = load(p, m, tags_of(p, "RLX", m->scope, NULL), false, &read);
    const parts s = parts_of(p, old);
    need_valid(p, old);
    cm_ptx_forbid(p, with(p, CM_OP_EQ, s.pending, MOST_COUNT),
                  "may give an mbarrier object a count that is out of range");
    const cm_expr *new = with(p, CM_OP_ADD, old, 1);
    new = cm_asm_op(p->as, CM_OP_SELECT, 64, s.valid, new, old);
    store(p, m, new, tags_of(p, "RLX", m->scope, NULL), false, read);
}

void cm_ptx_arrive_async(cm_ptx *p, const cm_expr *address, bool increments, uint8_t groups)
{
    mbarrier m = {.operation = ARRIVE,
                  .order = RELEASE,
                  .scope = "CTA",
                  .space = CM_REACH_CTA,
                  .address = address,
                  .opcode = p->opcode};
    change c = {.arrivals = cm_ptx_const(p, 1)};
    if (increments)
        increment(p, &m);
    int first = cm_emit_assign(p->as, cm_asm_temporary(p->as), cm_ptx_const(p, 0));
    modify(p, &m, &c, false);
    int past = cm_emit_assign(p->as, cm_asm_temporary(p->as), cm_ptx_const(p, 0));
    cm_ptx_mark_signal(p, first, past, (cm_async){.role = CM_ASYNC_SIGNAL, .groups = groups});
}

static void transactions(cm_ptx *p, mbarrier *m)
{
    read_object(p, m);
    cm_dotted_comma(p);
    change c = {.tx = read_count(p, 0), .takes_tx = m->operation == COMPLETE};
    modify(p, m, &c, true);
}

static const cm_expr *state_of(cm_ptx *p, const mbarrier *m, const cm_expr *old)
{
    uint64_t kept = MOST_COUNT | ~UINT64_C(0) << VALID_AT;
    const cm_expr *state = with(p, CM_OP_AND, old, kept);
    return m->no_complete ? with(p, CM_OP_OR, state, UINT64_C(1) << TX_AT) : state;
}

static void arrive(cm_ptx *p, mbarrier *m)
{
    bool sink = cm_lexer_is(p->lex, "_");
    if (m->no_complete && m->space == CM_REACH_CLUSTER)
        cm_asm_fail(p->as, p->place,
                    "`%s.noComplete` has no .shared::cluster, expected .shared::cta", m->opcode);
    if (!sink && m->space == CM_REACH_CLUSTER)
        cm_lexer_fail(p->lex, "`%s` in .shared::cluster has no result, expected _", m->opcode);
    cm_ptx_register state = cm_ptx_destination(p);
    cm_dotted_comma(p);
    read_object(p, m);
    change c = {.drops = m->operation == ARRIVE_DROP, .no_complete = m->no_complete};
    c.arrivals = cm_ptx_const(p, 1);
    if (m->expects) {
        cm_dotted_comma(p);
        c.tx = read_count(p, 0);
    } else if (m->no_complete || cm_lexer_is(p->lex, ",")) {
        cm_dotted_comma(p);
        c.arrivals = read_count(p, 1);
    }
    cm_ptx_set(p, state, (cm_ptx_type){CM_PTX_BITS, 64}, state_of(p, m, modify(p, m, &c, sink)));
}

/* ---- waits ---------------------------------------------------------------------------- */

/* Is the phase that the operand means complete? It is the current one or the one before. */
static const cm_expr *has_passed(cm_ptx *p, const mbarrier *m, const cm_expr *word,
                                 const cm_expr *operand)
{
    const cm_expr *phase = parts_of(p, word).phase;
    if (m->parity)
        return with(p, CM_OP_AND, op(p, CM_OP_XOR, phase, operand), 1);
    cm_ptx_forbid(p, with(p, CM_OP_EQ, parts_of(p, operand).valid, 0),
                  "may wait for a phase by a value that is not a state of the mbarrier object");
    const cm_expr *ahead = op(p, CM_OP_SUB, phase, parts_of(p, operand).phase);
    ahead = with(p, CM_OP_AND, ahead, 3);
    cm_ptx_forbid(
        p, op(p, CM_OP_ULT, cm_ptx_const(p, 1), ahead),
        "may wait for a phase of an mbarrier object that is neither the current one nor the one "
        "before");
    return with(p, CM_OP_NE, ahead, 0);
}

/* A wait that returns true acquires; one that returns false orders nothing. The event of
 * the acquire happens in the first case only. */
static void wait(cm_ptx *p, mbarrier *m)
{
    cm_ptx_register done = cm_ptx_destination(p);
    if (done.sink)
        cm_asm_fail(p->as, done.place,
                    "the result of a wait cannot be discarded, expected a "
                    "predicate");
    if (done.bits > 1)
        cm_asm_fail(p->as, done.place, "the register has %u bits, expected a predicate", done.bits);
    cm_dotted_comma(p);
    read_object(p, m);
    cm_dotted_comma(p);
    cm_place place = p->lex->token.place;
    bool number = cm_ptx_at_number(p);
    const cm_expr *operand = cm_ptx_value(p, m->parity ? 32 : 64);
    if (m->parity && number && operand->imm > 1)
        cm_asm_fail(p->as, place, "the parity of a phase is neither 0 nor 1, expected one of them");
    if (m->operation == TRY_WAIT && cm_lexer_accept(p->lex, ","))
        cm_ptx_value(p, 32); /* a hint of how long */
    int read, result = cm_asm_temporary(p->as);
    const cm_expr *word = load(p, m, tags_of(p, "RLX", m->scope, "WAIT"), false, &read);
    need_valid(p, word);
    const cm_expr *passed = has_passed(p, m, word, operand);
    if (m->operation == TRY_WAIT) { /* may give up before the phase completes */
        int choice = cm_asm_temporary(p->as);
        cm_emit_attempt(p->as, choice);
        passed = op(p, CM_OP_AND, passed, cm_asm_reg(p->as, choice));
    }
    cm_emit_assign(p->as, result, passed);
    bool acquires = m->order == ACQUIRE;
    tell(p, cm_asm_reg(p->as, result),
         tags_of(p, acquires ? "ACQ" : "RLX", acquires ? m->scope : NULL, "WAIT"));
    cm_ptx_set(p, done, (cm_ptx_type){CM_PTX_PRED, 1}, cm_asm_reg(p->as, result));
}

/* ---- the instruction --------------------------------------------------------------------- */

static void pending_count(cm_ptx *p)
{
    cm_ptx_register count = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const parts state = parts_of(p, cm_ptx_value(p, 64));
    const cm_expr *good = op(p, CM_OP_AND, state.valid, with(p, CM_OP_EQ, state.tx, 1));
    cm_ptx_forbid(p, with(p, CM_OP_EQ, good, 0),
                  "may ask for the pending count of a value that no arrival with .noComplete gave");
    cm_ptx_set(p, count, (cm_ptx_type){CM_PTX_UNSIGNED, 32}, state.pending);
}

static void instruction(cm_ptx *p)
{
    mbarrier m = take_qualifiers(p);
    if (m.operation == INIT)
        init(p, &m);
    else if (m.operation == INVAL)
        inval(p, &m);
    else if (is_arrival(&m))
        arrive(p, &m);
    else if (is_wait(&m))
        wait(p, &m);
    else if (m.operation == PENDING_COUNT)
        pending_count(p);
    else
        transactions(p, &m);
}

const cm_ptx_opcode cm_ptx_mbarrier_opcodes[] = {
    {"mbarrier", instruction, 0, cm_ptxn_mbarrier, NULL}, {NULL, NULL, 0, NULL, NULL}};

/* ---- for people ------------------------------------------------------------------ */

static unsigned field(uint64_t value, unsigned at, unsigned bits)
{
    return (unsigned)(value >> at & ((1U << bits) - 1));
}

const char *cm_ptx_told(cm_arena *arena, const cm_step *step, uint64_t value)
{
    if (cm_step_has_tag(step, "PHASE"))
        return "phase complete";
    if (!cm_step_has_tag(step, "MBARRIER") || !field(value, VALID_AT, 1))
        return NULL;
    unsigned tx = field(value, TX_AT, TX_BITS);
    int transactions = (int)tx - (tx >> (TX_BITS - 1) ? 1 << TX_BITS : 0);
    const char *bytes = transactions ? cm_arena_printf(arena, ", tx %d", transactions) : "";
    return cm_arena_printf(arena, "phase %u, pending %u of %u%s", field(value, PHASE_AT, 2),
                           field(value, 0, COUNT_BITS), field(value, EXPECTED_AT, COUNT_BITS),
                           bytes);
}
