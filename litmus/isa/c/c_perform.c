/* Performs the operations on memory that C programs call, as steps (c_rows.h). */
#include "litmus/isa/c/c_rows.h"

#include <string.h>

/* ---- orders ------------------------------------------------------------------- */

/* The sets that an access or a fence with that order is in. The kernel's words begin with a
 * capital letter there, as the reference simulator's sets do. */
static const struct order {
    const char *word;
    const char *access[4], *fence[2];
} orders[] = {
    {"memory_order_none", {"NA"}, {NULL}}, /* atomic_init is no atomic access */
    {"memory_order_relaxed", {"A", "RLX"}, {"RLX"}},
    {"memory_order_consume", {"A", "CON"}, {"CON"}},
    {"memory_order_acquire", {"A", "ACQ"}, {"ACQ"}},
    {"memory_order_release", {"A", "REL"}, {"REL"}},
    {"memory_order_acq_rel", {"A", "ACQ_REL"}, {"ACQ_REL"}},
    {"memory_order_seq_cst", {"A", "SC"}, {"SC"}},
    {"ONCE", {"ONCE"}, {NULL}},
    {"ACQUIRE", {"ACQUIRE"}, {NULL}},
    {"RELEASE", {"RELEASE"}, {NULL}},
    {"NORETURN", {"NORETURN"}, {NULL}},
    {"MB", {"MB"}, {"MB"}},
    {"once", {"Once"}, {NULL}},
    {"acquire", {"Acquire"}, {NULL}},
    {"release", {"Release"}, {NULL}},
    {"noreturn", {"Noreturn"}, {NULL}},
    {"mb", {"Mb"}, {"Mb"}},
    {"wmb", {NULL}, {"Wmb"}},
    {"rmb", {NULL}, {"Rmb"}},
    {"barrier", {NULL}, {"Barrier"}},
    {"rcu-lock", {NULL}, {"Rcu-lock"}},
    {"rcu-unlock", {NULL}, {"Rcu-unlock"}},
    {"sync-rcu", {NULL}, {"Sync-rcu"}},
    {"srcu-lock", {"Srcu-lock"}, {NULL}},
    {"srcu-unlock", {"Srcu-unlock"}, {NULL}},
    {"sync-srcu", {"Sync-srcu"}, {NULL}},
    {"before-atomic", {NULL}, {"Before-atomic"}},
    {"after-atomic", {NULL}, {"After-atomic"}},
    {"after-spinlock", {NULL}, {"After-spinlock"}},
    {"after-unlock-lock", {NULL}, {"After-unlock-lock"}},
    {"after-srcu-read-unlock", {NULL}, {"After-srcu-read-unlock"}},
};

static const struct order *order_of(cm_c *c, const char *word, cm_place place, bool fence)
{
    for (size_t i = 0; i < sizeof orders / sizeof *orders; i++)
        if (strcmp(orders[i].word, word) == 0 && (fence ? orders[i].fence : orders[i].access)[0])
            return &orders[i];
    cm_asm_fail(c->as, place, "there is no order `%s` of %s, expected %s", word,
                fence ? "a fence" : "an access",
                fence ? "memory_order_acquire, ..., seq_cst, or mb, rmb, wmb"
                      : "memory_order_relaxed, ..., seq_cst, or once, acquire, release, mb");
}

static const cm_expr *operation(const cm_c_operation *k, cm_op op, const cm_expr *a,
                                const cm_expr *b)
{
    return cm_asm_op(k->c->as, op, 64, a, b, NULL);
}

static const cm_expr *constant(const cm_c_operation *k, uint64_t value)
{
    return cm_asm_const(k->c->as, value);
}

/* ---- accesses ---------------------------------------------------------------------- */

/* Some names and a scope. */
static const char *const *with_scope(const cm_c_operation *k, const char *const *tags)
{
    if (!k->scope)
        return tags;
    const char **more = CM_NEW_ARRAY(cm_asm_arena(k->c->as), 8, const char *);
    int count = 0;
    for (; tags[count] && count < 3; count++)
        more[count] = tags[count];
    more[count] = k->scope;
    return more;
}

static const char *const *tags_of(const cm_c_operation *k, const char *word)
{
    return with_scope(k, order_of(k->c, word, k->node->place, false)->access);
}

/* The read of an operation that may leave its write out. */
static const char *const *tags_of_attempt(const cm_c_operation *k, const char *word)
{
    const char *const *tags = tags_of(k, word);
    const char **more = CM_NEW_ARRAY(cm_asm_arena(k->c->as), 5, const char *);
    int count = 0;
    while (tags[count] && count < 3) {
        more[count] = tags[count];
        count++;
    }
    more[count] = "RMW.FAILED";
    return more;
}

static int load(const cm_c_operation *k, int reg, const char *const *tags)
{
    return cm_emit_load(k->c->as, reg, k->address, CM_C_BYTES, tags);
}

static int store(const cm_c_operation *k, const cm_expr *value, const char *const *tags)
{
    return cm_emit_store(k->c->as, k->address, value, CM_C_BYTES, tags);
}

/* The write of an atomic operation whose read is that step. */
static int store_back(const cm_c_operation *k, int read, const cm_expr *value,
                      const char *const *tags)
{
    int step = store(k, value, tags);
    cm_asm_step(k->c->as, step)->rmw = read;
    return step;
}

/* Those of a fence, or of a barrier, which has no order. What says no memory is about all. */
static const char *const *tags_of_fence(const cm_c_operation *k, const char *order)
{
    if (!k->scope)
        return order_of(k->c, order, k->node->place, true)->fence;
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(k->c->as), 5, const char *);
    bool all = !k->global && !k->local;
    int count = 0;
    if (order)
        tags[count++] = order_of(k->c, order, k->node->place, true)->fence[0];
    tags[count++] = k->scope;
    if (all || k->global)
        tags[count++] = "GLOBAL";
    if (all || k->local)
        tags[count] = "LOCAL";
    return tags;
}

const char *const *cm_c_tags(cm_c *c, const char *order, const char *scope, bool fence)
{
    static const cm_c_node none = {.kind = CM_C_CALL};
    const cm_c_operation k = {.c = c, .node = &none, .scope = scope};
    return fence ? tags_of_fence(&k, order) : tags_of(&k, order);
}

static void emit_fence(const cm_c_operation *k, const char *word)
{
    cm_emit_fence(k->c->as, tags_of_fence(k, word));
}

/* The number of a barrier: its label, so that equal names meet. */
static uint64_t barrier_number(const cm_c_operation *k)
{
    uint64_t number = 0;
    const char *label = k->c->barrier_label ? k->c->barrier_label : "";
    if (strlen(label) > 7)
        cm_asm_fail(k->c->as, k->node->place,
                    "the label of a barrier is too long, expected at most 7 characters");
    for (; *label; label++)
        number = number << 8 | (unsigned char)*label;
    return number;
}

/* The threads of a wave, a cluster or a grid meet; a thread without one is one by itself. A GPU
 * runs one grid. */
static void emit_counted_barrier(const cm_c_operation *k, const char *of)
{
    const cm_test *test = cm_asm_test(k->c->as);
    const cm_placement *at = &test->threads[cm_asm_thread(k->c->as)].at;
    bool grid = strcmp(of, "DV") == 0, clustered = strcmp(of, "CL") == 0;
    int group = grid ? at->gpu : clustered ? at->cluster : at->wave;
    uint64_t here = 0, kind = UINT64_C(1) << (grid ? 60 : clustered ? 61 : 62);
    for (int t = 0; t < test->thread_count; t++) {
        const cm_placement *other = &test->threads[t].at;
        here += other->gpu == at->gpu &&
                (grid || (clustered ? other->cluster == group
                                    : other->cta == at->cta && other->wave == group));
    }
    if (group < 0 || here == 1)
        return;
    uint64_t number = kind + (uint64_t)(group + 1) + (barrier_number(k) << 16);
    int step =
        cm_emit_barrier(k->c->as, constant(k, number), constant(k, here), tags_of_fence(k, NULL));
    cm_asm_step(k->c->as, step)->anywhere = grid || clustered;
}

/* All threads of the work-group meet: who comes in one execution of theirs only leaves no final
 * state (OpenCL C 3.0, 6.15.8: all must come, or none). */
static void emit_barrier(const cm_c_operation *k)
{
    cm_c_operation whole = *k;
    whole.scope = k->row->op ? k->row->op : "WG";
    if (k->row->op)
        emit_counted_barrier(&whole, k->row->op);
    else
        cm_emit_barrier(k->c->as, constant(k, barrier_number(k)), NULL,
                        tags_of_fence(&whole, NULL));
}

/* On values of the object. Sums of an int wrap round without being undefined (ISO C11 7.17.7.5/3),
 * in tests in which it has 32 bits. */
static const cm_expr *apply(const cm_c_operation *k, cm_op op, const cm_expr *a, const cm_expr *b)
{
    bool word = k->type.bytes == 4 && k->type.stars == 0;
    cm_number_type type;
    cm_c_note_width(k->c, op, k->type);
    if (cm_number_is_float(k->type))
        return cm_c_combine(k->c, op, a, b, k->type, k->type, &type);
    if (word && !k->type.is_signed)
        return cm_asm_op(k->c->as, op, 32, a, b, NULL);
    const cm_expr *value = operation(k, op, a, b);
    return word && (op == CM_OP_ADD || op == CM_OP_SUB) && cm_asm_test(k->c->as)->head
               ? cm_asm_op_imm(k->c->as, CM_OP_SEXT, 64, 32, value)
               : value;
}

/* What is added to a pointer is a number of elements ([atomics.types.pointer]); compilers' own
 * operations add bytes, and C leaves it open. */
static const cm_expr *elements(const cm_c_operation *k, const cm_expr *value)
{
    cm_number_type of = k->type;
    bool in_bytes = !cm_c_is_cpp(k->c) || (strncmp(k->node->name, "__", 2) == 0 &&
                                           strncmp(k->node->name, "__c11_", 6) != 0);
    if (in_bytes || !strchr("+-", k->op[0]))
        cm_asm_fail(k->c->as, k->node->place,
                    "`%s` on a pointer is not read, expected `fetch_add` or `fetch_sub` of C++",
                    k->node->name);
    of.stars--;
    return cm_c_scaled(k->c, value, of);
}

static const cm_expr *combined(const cm_c_operation *k, const cm_expr *old)
{
    const cm_expr *value = k->value_count > 0 ? k->values[0] : constant(k, 1);
    if (k->type.stars > 0)
        value = elements(k, value);
    if (cm_number_is_float(k->type) && (!strchr("+-", k->op[0]) || k->value_count == 0))
        cm_asm_fail(
            k->c->as, k->node->place,
            "`%s` does not work on a `double` or `float`, expected an addition or a subtraction",
            k->node->name);
    switch (k->op[0]) {
    case '+':
        return apply(k, CM_OP_ADD, old, value);
    case '-':
        return apply(k, CM_OP_SUB, old, value);
    case '|':
        return apply(k, CM_OP_OR, old, value);
    case '^':
        return apply(k, CM_OP_XOR, old, value);
    case '!':
        return apply(k, CM_OP_NOT, apply(k, CM_OP_AND, old, value), NULL);
    case 'm':
        cm_c_note_width(k->c, CM_OP_SLT, k->type);
        return operation(k,
                         k->type.is_signed ? k->op[1] == 'a' ? CM_OP_SMAX : CM_OP_SMIN
                         : k->op[1] == 'a' ? CM_OP_UMAX
                                           : CM_OP_UMIN,
                         old, value);
    case 'i': /* 0 behind the value (CUDA C++ Programming Guide, "atomicInc()") */
        return apply(k, CM_OP_MUL, apply(k, CM_OP_ULT, old, value),
                     apply(k, CM_OP_ADD, old, constant(k, 1)));
    case 'd': /* the value behind 0 */
        return cm_asm_op(k->c->as, CM_OP_SELECT, 64,
                         apply(k, CM_OP_ULT, apply(k, CM_OP_SUB, old, constant(k, 1)), value),
                         apply(k, CM_OP_SUB, old, constant(k, 1)), value);
    default:
        return apply(k, CM_OP_AND, old, k->op[1] ? apply(k, CM_OP_NOT, value, NULL) : value);
    }
}

bool cm_c_gives_object(const cm_c_operation *k)
{
    cm_c_action action = k->row->action;
    return !k->row->test && (action == LOAD || action == STORE || action == EXCHANGE ||
                             action == FETCH || action == RETURN || action == COMPARE_KERNEL);
}

static const cm_expr *update(const cm_c_operation *k)
{
    const cm_number_type unknown = {.is_signed = true};
    int reg = cm_asm_temporary(k->c->as);
    const char *const *tags = tags_of(k, k->word);
    const cm_expr *old = cm_asm_reg(k->c->as, reg);
    int read = load(k, reg, tags);
    const cm_expr *now =
        k->row->action == FLAG_SET ? constant(k, 1)
        : k->row->action == EXCHANGE
            ? k->values[0]
            : cm_c_convert(k->c, combined(k, old), k->type.bytes < 4 ? unknown : k->type, k->type);
    store_back(k, read, now, tags);
    const cm_expr *value = k->row->action == RETURN ? now : old;
    if (k->row->test)
        value = operation(k, k->row->test == '=' ? CM_OP_EQ : CM_OP_SLT, value, constant(k, 0));
    if (k->row->action == FLAG_SET)
        value = operation(k, CM_OP_NE, value, constant(k, 0));
    return k->row->action == UPDATE ? NULL : value;
}

/* ---- compare and exchange -------------------------------------------------------------- */

/* Of the steps to come; NULL: they happen in any case. */
static void guard(const cm_c_operation *k, const cm_expr *condition)
{
    cm_asm_set_guard(k->c->as, condition);
}

/* The kernel's: one read, and a write where it found what was expected. */
static const cm_expr *compare_kernel(const cm_c_operation *k)
{
    int reg = cm_asm_temporary(k->c->as);
    const cm_expr *old = cm_asm_reg(k->c->as, reg);
    int read = load(k, reg, tags_of_attempt(k, k->word));
    bool unless = k->row->action == ADD_UNLESS;
    /* __atomic_add_unless(p, added, unless); __cmpxchg(p, expected, new) */
    const cm_expr *done =
        operation(k, unless ? CM_OP_NE : CM_OP_EQ, old, k->values[unless ? 1 : 0]);
    guard(k, done);
    store_back(k, read, unless ? operation(k, CM_OP_ADD, old, k->values[0]) : k->values[1],
               tags_of(k, k->word));
    guard(k, NULL);
    return unless || k->row->test ? done : old;
}

typedef struct expectation {
    int reg; /* of `&r`; -1: it is in memory */
    const cm_expr *address, *value;
} expectation;

/* Has the variable with the expected value another size than the object, where one of them has less
 * than 4 bytes? C and C++ do not allow that. */
static bool is_mismatched(const cm_c_operation *k, int reg)
{
    unsigned object = k->type.bytes, own = cm_c_type_of(k->c, reg).bytes;
    return object != own && (object < 4 || own < 4);
}

/* What is expected is read before the object (C11 7.17.7.4); it is no atomic access. */
static expectation read_expected(const cm_c_operation *k)
{
    cm_c *c = k->c;
    const cm_c_node *node = k->expected;
    expectation e = {.reg = -1};
    if (node->kind == CM_C_ADDRESS && node->a->kind == CM_C_NAME)
        e.reg = cm_c_register(c, node->a->name);
    if (e.reg >= 0) {
        cm_c_ask(c, e.reg);
        int copy = cm_asm_temporary(c->as);
        cm_emit_assign(c->as, copy,
                       cm_c_convert(c, cm_asm_reg(c->as, e.reg), cm_c_type_of(c, e.reg), k->type));
        e.value = cm_asm_reg(c->as, copy);
        return e;
    }
    e.address = cm_c_value(c, node);
    int reg = cm_asm_temporary(c->as);
    cm_emit_load(c->as, reg, e.address, CM_C_BYTES, cm_c_plain);
    e.value = cm_asm_reg(c->as, reg);
    cm_c_sequence(c, k->node->place);
    return e;
}

/* Where a success and a failure read alike, there is one read. Else an execution chooses which of
 * the two it is, and is none where the value that it reads says otherwise. */
static const cm_expr *compare(const cm_c_operation *k)
{
    cm_asm *as = k->c->as;
    expectation e = read_expected(k);
    const char *failure = k->failure ? k->failure : k->word;
    bool weak = k->row->action == COMPARE_WEAK || k->weak, alike = strcmp(failure, k->word) == 0;
    int chosen = cm_asm_temporary(as), reg = cm_asm_temporary(as);
    const cm_expr *succeeds = cm_asm_reg(as, chosen), *old = cm_asm_reg(as, reg);
    const cm_expr *equal = operation(k, CM_OP_EQ, old, e.value);
    const cm_expr *done = alike && !weak ? equal : operation(k, CM_OP_AND, succeeds, equal);
    int tried = alike ? chosen : cm_asm_temporary(as); /* a weak one fails for no reason, or not */
    if (weak)
        cm_emit_attempt(as, tried);
    if (!alike)
        cm_emit_choose(as, chosen);
    if (weak && !alike)
        cm_emit_assign(as, chosen, operation(k, CM_OP_AND, succeeds, cm_asm_reg(as, tried)));
    if (!alike) {
        cm_emit_assign(as, reg, constant(k, 0));
        guard(k, succeeds);
    }
    int read = load(k, reg, tags_of(k, k->word));
    if (!alike)
        cm_emit_assume(as, equal);
    /* by what was read, too: so loops that try again are seen to have written nothing */
    guard(k, done);
    store_back(k, read, k->values[0], tags_of(k, k->word));
    const cm_expr *fails = operation(k, CM_OP_EQ, alike ? done : succeeds, constant(k, 0));
    guard(k, fails);
    if (!alike)
        load(k, reg, tags_of(k, failure));
    if (weak) /* for no reason: where it could have succeeded */
        cm_emit_assume(as, operation(k, CM_OP_NE, cm_asm_reg(as, tried), equal));
    else if (!alike)
        cm_emit_assume(as, operation(k, CM_OP_NE, old, e.value));
    if (e.reg < 0)
        cm_c_sequence(k->c, k->node->place);
    if (e.reg >= 0 && is_mismatched(k, e.reg)) /* what was found, whether it was that or not */
        guard(k, constant(k, 1));
    if (e.reg >= 0)
        cm_emit_assign(as, e.reg, old);
    else
        cm_emit_store(as, e.address, old, CM_C_BYTES, cm_c_plain);
    guard(k, NULL);
    return done;
}

/* ---- spin locks of the kernel -------------------------------------------------------------- */

/* The lock is a word: 0, or 1 while somebody has it (lock.cat of the reference simulator has the
 * same executions). A lock is taken by a read and a write, which nobody else comes between; who
 * waits for ever is in no execution. */
static const char *const lock_read[] = {"LKR", NULL}, *const lock_write[] = {"LKW", NULL};
static const char *const unlock_write[] = {"UL", NULL}, *const failed_read[] = {"LF", NULL};
static const char *const locked_read[] = {"RL", NULL}, *const unlocked_read[] = {"RU", NULL};

static void assume_lock(const cm_c_operation *k, const cm_expr *word, bool taken)
{
    cm_emit_assume(k->c->as, operation(k, taken ? CM_OP_NE : CM_OP_EQ, word, constant(k, 0)));
}

static void take_lock(const cm_c_operation *k, int reg)
{
    int read = load(k, reg, lock_read);
    assume_lock(k, cm_asm_reg(k->c->as, reg), false);
    store_back(k, read, constant(k, 1), lock_write);
}

static const cm_expr *lock(const cm_c_operation *k)
{
    cm_asm *as = k->c->as;
    int reg = cm_asm_temporary(as);
    const cm_expr *word = cm_asm_reg(as, reg);
    if (k->row->action == UNLOCK) {
        store(k, constant(k, 0), unlock_write);
        return NULL;
    }
    if (k->row->action == LOCK) {
        take_lock(k, reg);
        return NULL;
    }
    int chosen = cm_asm_temporary(as);
    const cm_expr *free = cm_asm_reg(as, chosen);
    cm_emit_choose(as, chosen);
    guard(k, free);
    if (k->row->action == TRY_LOCK) {
        take_lock(k, reg);
    } else {
        load(k, reg, unlocked_read);
        assume_lock(k, word, false);
    }
    guard(k, operation(k, CM_OP_EQ, free, constant(k, 0)));
    load(k, reg, k->row->action == TRY_LOCK ? failed_read : locked_read);
    assume_lock(k, word, true);
    guard(k, NULL);
    return operation(k, k->row->action == TRY_LOCK ? CM_OP_EQ : CM_OP_NE, word, constant(k, 0));
}

/* A mutex of C11 or C++ is such a word, too. A thread that locks it synchronizes with the thread
 * that unlocked it before, as an acquire does with a release (ISO C11 7.26.4.3,
 * [thread.mutex.requirements.mutex]). Who has it must not lock it, and who has it not must not
 * unlock it: that is undefined. */
static const cm_expr *take_mutex(const cm_c_operation *k)
{
    cm_asm *as = k->c->as;
    int reg = cm_asm_temporary(as), has = cm_c_held(k->c, k->address), chosen = -1;
    const char *const *tags = tags_of(k, k->word);
    const cm_expr *taken =
        has < 0 ? NULL : operation(k, CM_OP_EQ, cm_asm_reg(as, has), constant(k, 0));
    if (has >= 0)
        cm_c_undefined_where(k->c, cm_asm_reg(as, has));
    if (k->row->action == TRY_TAKE) { /* it may fail for no reason */
        chosen = cm_asm_temporary(as);
        cm_emit_choose(as, chosen);
        taken =
            taken ? operation(k, CM_OP_AND, cm_asm_reg(as, chosen), taken) : cm_asm_reg(as, chosen);
    }
    if (taken) {
        int copy = cm_asm_temporary(as);
        cm_emit_assign(as, copy, taken);
        taken = cm_asm_reg(as, copy);
    }
    guard(k, taken);
    int read = load(k, reg, tags);
    assume_lock(k, cm_asm_reg(as, reg), false);
    store_back(k, read, constant(k, 1), tags);
    if (has >= 0)
        cm_emit_assign(as, has, constant(k, 1));
    guard(k, NULL);
    return chosen < 0 ? NULL : taken;
}

static void give_mutex(const cm_c_operation *k)
{
    int has = cm_c_held(k->c, k->address);
    if (has >= 0) {
        cm_c_undefined_where(k->c, cm_c_is_zero(k->c, cm_asm_reg(k->c->as, has)));
        cm_emit_assign(k->c->as, has, constant(k, 0));
    }
    store(k, constant(k, 0), tags_of(k, k->word));
}

/* ---- SRCU ------------------------------------------------------------------------------------ */

/* The structure is a word: srcu_read_lock reads it, srcu_read_unlock writes there what its lock
 * read. So it keeps its initial value, as it does in the reference simulator. */
static void unlock_srcu(const cm_c_operation *k)
{
    int location = cm_test_locate(cm_asm_test(k->c->as), k->address->imm, &(uint64_t){0});
    bool known = k->address->op == CM_OP_CONST && location >= 0;
    uint64_t first = known ? *cm_asm_location_at(k->c->as, location)->init : 0;
    int step = store(k, k->values[0], tags_of(k, k->word));
    cm_asm_undefined(k->c->as, step, operation(k, CM_OP_NE, k->values[0], constant(k, first)),
                     "may write another value than its srcu_read_lock gave");
}

/* ---- barriers that count, of CUDA ------------------------------------------------------------ */

/* `cuda::barrier` and `std::barrier` ([thread.barrier.class]): arriving is a release, and passing
 * an acquire of what arrived in the phase, at the barrier's scope. The object holds how many
 * threads it expects, and then that number and how many have arrived since: each arrival adds 1, so
 * that a phase ends with each multiple of what is expected. Who waits for ever is in no execution.
 */
static const cm_expr *expected_count(const cm_c_operation *k)
{
    const cm_test *test = cm_asm_test(k->c->as);
    uint64_t offset = 1;
    int location =
        k->address->op == CM_OP_CONST ? cm_test_locate(test, k->address->imm, &offset) : -1;
    uint64_t count =
        location >= 0 && offset == 0 ? *cm_asm_location_at(k->c->as, location)->init : 0;
    if (count == 0 || count > 1000)
        cm_asm_fail(
            k->c->as, k->node->place,
            "the barrier has no count of threads, expected it in the initial state, such as `b=2`");
    return constant(k, count);
}

static const cm_expr *arrive(const cm_c_operation *k, const char *word)
{
    cm_asm *as = k->c->as;
    const cm_expr *count = expected_count(k);
    const char *const *tags = tags_of(k, word);
    int reg = cm_asm_temporary(as), phase = cm_asm_temporary(as);
    const cm_expr *old = cm_asm_reg(as, reg);
    int read = load(k, reg, tags);
    store_back(k, read, operation(k, CM_OP_ADD, old, constant(k, 1)), tags);
    const cm_expr *begun = operation(k, CM_OP_UDIV, old, count);
    cm_emit_assign(as, phase,
                   operation(k, CM_OP_MUL, operation(k, CM_OP_ADD, begun, constant(k, 1)), count));
    return cm_asm_reg(as, phase);
}

static void pass(const cm_c_operation *k, const cm_expr *phase)
{
    int reg = cm_asm_temporary(k->c->as);
    load(k, reg, tags_of(k, "memory_order_acquire"));
    cm_emit_assume(k->c->as, operation(k, CM_OP_ULE, phase, cm_asm_reg(k->c->as, reg)));
}

static void arrive_and_pass(const cm_c_operation *k)
{
    const cm_expr *phase = arrive(k, "memory_order_release");
    cm_c_sequence(k->c, k->node->place);
    pass(k, phase);
}

/* ---- the whole ------------------------------------------------------------------------------ */

static const cm_expr *perform(const cm_c_operation *k)
{
    cm_asm *as = k->c->as;
    int reg;
    switch (k->row->action) {
    case LOAD:
        reg = cm_asm_temporary(as);
        load(k, reg, tags_of(k, k->word));
        return cm_asm_reg(as, reg);
    case STORE:
        store(k, k->values[0], tags_of(k, k->word));
        return NULL;
    case STORE_FENCE:
        store(k, k->values[0], tags_of(k, k->word));
        cm_c_sequence(k->c, k->node->place);
        emit_fence(k, "MB");
        return NULL;
    case FENCE:
        emit_fence(k, k->word);
        return NULL;
    case BARRIER:
        emit_barrier(k);
        return NULL;
    case NOTHING:
        return NULL;
    case ASSERT:
        cm_c_assert(as, k->values[0]);
        return NULL;
    case ASSUME:
        cm_emit_assume(as, k->values[0]);
        return NULL;
    case AWAIT:
        reg = cm_asm_temporary(as);
        load(k, reg, tags_of(k, k->word));
        cm_emit_assume(as, operation(k, CM_OP_NE, cm_asm_reg(as, reg), k->values[0]));
        return NULL;
    case FLAG_CLEAR:
        store(k, constant(k, 0), tags_of(k, k->word));
        return NULL;
    case TAKE:
    case TRY_TAKE:
        return take_mutex(k);
    case GIVE:
        give_mutex(k);
        return NULL;
    case ARRIVE:
        return arrive(k, k->word);
    case PASS:
        pass(k, k->values[0]);
        return NULL;
    case ARRIVE_AND_PASS:
        arrive_and_pass(k);
        return NULL;
    case SRCU: /* a read for the solver; models take it out of R and rf */
        load(k, cm_asm_temporary(as), tags_of(k, k->word));
        return NULL;
    case SRCU_UNLOCK:
        unlock_srcu(k);
        return NULL;
    case FLAG_SET:
    case EXCHANGE:
    case FETCH:
    case RETURN:
    case UPDATE:
        return update(k);
    case COMPARE_STRONG:
    case COMPARE_WEAK:
        return compare(k);
    case COMPARE_KERNEL:
    case ADD_UNLESS:
        return compare_kernel(k);
    case LOCK:
    case UNLOCK:
    case TRY_LOCK:
    case IS_LOCKED:
        break;
    }
    return lock(k);
}

/* GCC's manual, "Legacy __sync Built-in Functions": a full barrier. No compiler makes one of a
 * comparison that fails by CASAL, so a compare-and-swap is taken as sequentially consistent only.
 */
static bool is_full_barrier(const cm_c_row *row)
{
    return strncmp(row->name, "__sync_", 7) == 0 && (row->action == FETCH || row->action == RETURN);
}

const cm_expr *cm_c_perform(const cm_c_operation *k)
{
    if (!is_full_barrier(k->row))
        return perform(k);
    emit_fence(k, k->word);
    cm_c_sequence(k->c, k->node->place);
    const cm_expr *value = perform(k);
    cm_c_sequence(k->c, k->node->place);
    emit_fence(k, k->word);
    return value;
}
