/* Asynchronous copies, mbarrier objects, proxy and restricted fences, the barrier of a
 * cluster, as ptxas takes them (PTX ISA, "Asynchronous copy", "mbarrier", "membar / fence",
 * "barrier.cluster"). Their text is the test's; a space that it leaves out is put in.
 *
 * What such instructions leave behind must be over before an instance's shared memory is
 * used again. So it is counted here what a thread does with each mbarrier object, and which
 * groups it may have opened (cm_native). */
#include "litmus/isa/native.h"
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

/* ---- where it stands --------------------------------------------------- */

static int thread_number(const cm_ptxn *n)
{
    return (int)(n->thread - n->test->threads);
}

/* May the instruction at hand be executed never, or more than once? */
static bool is_conditional(const cm_ptxn *n)
{
    bool found = *n->guard != '\0';
    for (int i = 0; i < n->thread->step_count; i++) {
        const cm_step *s = &n->thread->steps[i];
        if (s->kind != CM_STEP_BRANCH)
            continue;
        bool skipped = i < n->first && s->target > n->first;
        bool repeated = i > n->first && s->target <= n->first;
        found = found || skipped || repeated;
    }
    return found;
}

/* ---- text -------------------------------------------------------------- */

/* The opcode and its qualifiers as written, without `left_out` (NULL: all of them). */
static const char *as_written(cm_ptxn *n, const char *left_out)
{
    cm_text text;
    cm_text_init(&text, n->work->arena);
    cm_text_add(&text, n->opcode);
    for (int i = 0; i < n->qualifier_count; i++)
        if (!left_out || strcmp(n->qualifiers[i], left_out) != 0)
            cm_text_append(&text, ".%s", n->qualifiers[i]);
    return text.data;
}

const char *cm_ptxn_space(cm_ptxn *n, const cm_ptxn_operand *address)
{
    static const char *const shared[] = {"shared", "shared::cta", "shared::cluster", NULL};
    const char *said = cm_ptxn_find(n, shared);
    bool location = address->kind == CM_PTXN_LOCATION;
    if (!location || n->test->locations[address->index].space != CM_SPACE_SHARED) {
        if (said || cm_ptxn_has(n, "const"))
            cm_ptxn_refuse(n, n->instruction->place,
                           "space `.%s` cannot run here, expected the name of a location that lies "
                           "there",
                           said ? said : "const");
        return "global";
    }
    if (said && strcmp(said, "shared") != 0)
        return said;
    bool own = cm_location_shared_by(n->test, address->index, thread_number(n), CM_SCOPE_CTA);
    return own ? "shared::cta" : "shared::cluster";
}

/* ---- mbarrier objects --------------------------------------------------- */

bool cm_ptxn_is_object(const cm_test *test, int location)
{
    uint64_t offset;
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++) {
            const cm_step *step = &test->threads[t].steps[s];
            if (step->addr && step->addr->op == CM_OP_CONST && cm_step_has_tag(step, "MBARRIER") &&
                cm_test_locate(test, step->addr->imm, &offset) == location)
                return true;
        }
    return false;
}

/* An object is opaque, and so is its state: a run and the model have other bits there. */
static void refuse_looking(cm_ptxn *n, cm_observed_kind kind, int index, const char *what)
{
    for (int i = 0; i < n->test->observed_count; i++) {
        const cm_observed *o = &n->test->observed[i];
        bool is_it = kind == CM_OBSERVE_LOCATION ? o->location == index
                                                 : o->thread == thread_number(n) && o->reg == index;
        if (o->kind == kind && is_it)
            cm_ptxn_refuse(n, n->instruction->place,
                           "%s is opaque, and the test looks at it, expected pending_count or a "
                           "wait",
                           what);
    }
}

/* What the thread has done with the object before. */
static cm_native_object *object_of(cm_ptxn *n, const cm_ptxn_operand *address)
{
    if (address->kind != CM_PTXN_LOCATION || address->number != 0)
        cm_ptxn_refuse(n, address->place,
                       "an mbarrier object at an address that is computed cannot run, expected "
                       "the name of a location");
    refuse_looking(n, CM_OBSERVE_LOCATION, address->index, "an mbarrier object");
    return &n->objects[address->index];
}

/* The same of an instruction that changes it. */
static cm_native_object *changed_object(cm_ptxn *n, const cm_ptxn_operand *address)
{
    cm_native_object *object = object_of(n, address);
    object->unclear = object->unclear || is_conditional(n);
    return object;
}

static void add_number(cm_native_object *object, uint64_t *sum, const cm_ptxn_operand *operand)
{
    if (operand->kind == CM_PTXN_NUMBER)
        *sum += operand->number;
    else
        object->unclear = true;
}

/* ".release.cluster" as the test says it, or nothing. */
static const char *order_text(cm_ptxn *n)
{
    static const char *const orders[] = {"relaxed", "acquire", "release", NULL};
    static const char *const scopes[] = {"cta", "cluster", NULL};
    const char *order = cm_ptxn_find(n, orders), *scope = cm_ptxn_find(n, scopes);
    return order && scope ? cm_arena_printf(n->work->arena, ".%s.%s", order, scope) : "";
}

static const cm_ptx_type word32 = {CM_PTX_UNSIGNED, 32}, word64 = {CM_PTX_BITS, 64};

/* "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64" */
static const char *object_head(cm_ptxn *n, const char *operation, const cm_ptxn_operand *address)
{
    static const char *const parts[] = {"noComplete", "parity", NULL};
    const char *part = cm_ptxn_find(n, parts);
    bool arrives = strncmp(operation, "arrive", 6) == 0;
    const char *expects = arrives && cm_ptxn_has(n, "expect_tx") ? ".expect_tx" : "";
    return cm_arena_printf(n->work->arena, "mbarrier.%s%s%s%s%s.%s.b64", operation, expects,
                           part ? "." : "", part ? part : "", order_text(n),
                           cm_ptxn_space(n, address));
}

static void object_change(cm_ptxn *n, const char *operation)
{
    cm_native_object *object = changed_object(n, &n->operands[0]);
    const char *head = object_head(n, operation, &n->operands[0]);
    const char *address = cm_ptxn_address(n, &n->operands[0]);
    if (n->operand_count == 1) {
        object->inval = true;
        cm_ptxn_line(n, "%s %s", head, address);
        return;
    }
    bool starts = strcmp(operation, "init") == 0;
    object->inits += starts;
    add_number(object,
               starts                                  ? &object->count
               : strcmp(operation, "complete_tx") == 0 ? &object->completed
                                                       : &object->expected,
               &n->operands[1]);
    cm_ptxn_line(n, "%s %s, %s", head, address, cm_ptxn_source(n, &n->operands[1], word32));
}

static void object_arrive(cm_ptxn *n, const char *operation)
{
    const cm_ptxn_operand *state = &n->operands[0], *address = &n->operands[1];
    cm_native_object *object = changed_object(n, address);
    bool expects = cm_ptxn_has(n, "expect_tx");
    const char *rest = "";
    if (n->operand_count > 2) {
        add_number(object, expects ? &object->expected : &object->arrivals, &n->operands[2]);
        rest = cm_arena_printf(n->work->arena, ", %s", cm_ptxn_source(n, &n->operands[2], word32));
    }
    object->arrivals += n->operand_count == 2 || expects;
    object->unclear = object->unclear || strcmp(operation, "arrive_drop") == 0;
    if (state->kind == CM_PTXN_REGISTER)
        refuse_looking(n, CM_OBSERVE_REGISTER, state->index, "the state of an mbarrier object");
    const char *head = object_head(n, operation, address);
    bool remote = strcmp(cm_ptxn_space(n, address), "shared::cluster") == 0;
    const char *target = remote ? "_" : cm_ptxn_target(n, state, word64);
    cm_ptxn_line(n, "%s %s, %s%s", head, target, cm_ptxn_address(n, address), rest);
    if (!remote)
        cm_ptxn_settle(n, state, word64, target);
}

static void object_wait(cm_ptxn *n, const char *operation)
{
    const cm_ptx_type predicate = {CM_PTX_PRED, 1};
    const cm_ptxn_operand *done = &n->operands[0], *address = &n->operands[1];
    (void)object_of(n, address);
    const char *head = object_head(n, operation, address);
    const char *phase =
        cm_ptxn_source(n, &n->operands[2], cm_ptxn_has(n, "parity") ? word32 : word64);
    const char *hint =
        n->operand_count > 3
            ? cm_arena_printf(n->work->arena, ", %s", cm_ptxn_source(n, &n->operands[3], word32))
            : "";
    const char *target = cm_ptxn_target(n, done, predicate);
    cm_ptxn_line(n, "%s %s, %s, %s%s", head, target, cm_ptxn_address(n, address), phase, hint);
    cm_ptxn_settle(n, done, predicate, target);
}

static void pending_count(cm_ptxn *n)
{
    const char *state = cm_ptxn_source(n, &n->operands[1], word64);
    const char *target = cm_ptxn_target(n, &n->operands[0], word32);
    cm_ptxn_line(n, "mbarrier.pending_count.b64 %s, %s", target, state);
    cm_ptxn_settle(n, &n->operands[0], word32, target);
}

static void mbarrier(cm_ptxn *n, int detail)
{
    static const char *const changes[] = {"init", "inval", "complete_tx", NULL};
    static const char *const arrivals[] = {"arrive", "arrive_drop", NULL};
    static const char *const waits[] = {"test_wait", "try_wait", NULL};
    static const char *const newer[] = {"layout::v0", "phase_type::primary",
                                        "phase_type::conditional", NULL};
    (void)detail;
    const char *change = cm_ptxn_find(n, changes), *wait = cm_ptxn_find(n, waits);
    const char *arrival = cm_ptxn_find(n, arrivals), *new = cm_ptxn_find(n, newer);
    if (new)
        cm_ptxn_refuse(n, n->instruction->place,
                       "`.%s` cannot run yet: it came with PTX 9.3, expected `mbarrier` without it",
                       new);
    if (change)
        object_change(n, change);
    else if (arrival)
        object_arrive(n, arrival);
    else if (wait)
        object_wait(n, wait);
    else if (cm_ptxn_has(n, "pending_count"))
        pending_count(n);
    else
        object_change(n, "expect_tx");
}

/* ---- copies ------------------------------------------------------------- */

/* The bytes that an operation signals to the object that is its last operand. */
static void count_signal(cm_ptxn *n, uint64_t bytes)
{
    if (cm_ptxn_has(n, "mbarrier::complete_tx::bytes"))
        changed_object(n, &n->operands[n->operand_count - 1])->signalled += bytes;
}

/* cp.async.mbarrier.arrive: without .noinc the phase waits for one arrival more, which is this. */
static void count_arrival(cm_ptxn *n)
{
    cm_native_object *object = changed_object(n, &n->operands[0]);
    object->arrivals += cm_ptxn_has(n, "noinc");
    object->late = true;
}

static void copy(cm_ptxn *n, int detail)
{
    (void)detail;
    cm_text operands;
    cm_text_init(&operands, n->work->arena);
    bool bulk = cm_ptxn_has(n, "bulk");
    n->bulk_copies = n->bulk_copies || bulk;
    n->copies = n->copies || !bulk;
    if (cm_ptxn_has(n, "b128"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "a strong bulk copy cannot run yet: it came with PTX 9.3, expected a weak "
                       "one");
    for (int i = 0; i < n->operand_count; i++) {
        const cm_ptxn_operand *operand = &n->operands[i];
        cm_text_add(&operands, i > 0 ? ", " : " ");
        if (operand->kind == CM_PTXN_NUMBER)
            cm_text_append(&operands, "%llu", (unsigned long long)operand->number);
        else
            cm_text_add(&operands, cm_ptxn_address(n, operand));
    }
    if (cm_ptxn_has(n, "reduce") && cm_ptxn_has(n, "relaxed"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "a bulk reduction with an order cannot run yet: it came with PTX 9.3, "
                       "expected one without");
    if (cm_ptxn_has(n, "mbarrier"))
        count_arrival(n);
    if (n->operand_count > 2)
        count_signal(n, n->operands[2].number);
    cm_ptxn_line(n, "%s%s", as_written(n, "weak"), operands.length ? operands.data : "");
}

/* st.async, red.async: [address], value or {values}, and [object] or none. */
void cm_ptxn_store_async(cm_ptxn *n, cm_ptx_type type)
{
    bool signals = cm_ptxn_has(n, "mbarrier::complete_tx::bytes");
    int past = n->operand_count - signals;
    const char *address = cm_ptxn_address(n, &n->operands[0]), *object = "";
    cm_text values;
    cm_text_init(&values, n->work->arena);
    for (int i = 1; i < past; i++)
        cm_text_append(&values, "%s%s", i > 1 ? ", " : "",
                       cm_ptxn_source(n, &n->operands[i], type));
    if (signals) {
        count_signal(n, (uint64_t)(past - 1) * (type.bits / 8));
        object = cm_arena_printf(n->work->arena, ", %s", cm_ptxn_address(n, &n->operands[past]));
    }
    cm_ptxn_line(n, past > 2 ? "%s %s, {%s}%s" : "%s %s, %s%s", as_written(n, "weak"), address,
                 values.data, object);
}

/* ---- fences -------------------------------------------------------------- */

bool cm_ptxn_special_fence(cm_ptxn *n)
{
    static const struct {
        const char *word, *text;
    } restricted[] = {
        {"sync_restrict::shared::cta", "release.sync_restrict::shared::cta.cluster"},
        {"sync_restrict::shared::cluster", "acquire.sync_restrict::shared::cluster.cluster"},
        {"mbarrier_init", "mbarrier_init.release.cluster"}};
    static const char *const cannot[] = {"texture", "surface", "constant", "generic", NULL};
    if (cm_ptxn_has(n, "proxy")) {
        if (cm_ptxn_find(n, cannot))
            cm_ptxn_refuse(n, n->instruction->place,
                           "this proxy fence cannot run: tests use the generic and the async proxy "
                           "only, expected .alias or .async");
        cm_ptxn_line(n, "%s", as_written(n, NULL));
        return true;
    }
    for (size_t i = 0; i < sizeof restricted / sizeof *restricted; i++)
        if (cm_ptxn_has(n, restricted[i].word)) {
            cm_ptxn_line(n, "fence.%s", restricted[i].text);
            return true;
        }
    return false;
}

/* ---- the barrier of a cluster ----------------------------------------------- */

/* All threads of the cluster take part, also those that have none in the test: who
 * generates the kernel lets them (cm_native). */
void cm_ptxn_cluster_barrier(cm_ptxn *n)
{
    static const char *const orders[] = {"release", "relaxed", "acquire", NULL};
    const char *order = cm_ptxn_find(n, orders);
    bool wait = cm_ptxn_has(n, "wait");
    if (is_conditional(n))
        cm_ptxn_refuse(n, n->instruction->place,
                       "a barrier of the cluster that is skipped or repeated cannot run: instances "
                       "share it, expected one outside of jumps");
    *(wait ? &n->cluster_waits : &n->cluster_arrivals) += 1;
    cm_ptxn_line(n, "barrier.cluster.%s%s%s", wait ? "wait" : "arrive", order ? "." : "",
                 order ? order : "");
}

const cm_ptxn_opcode cm_ptxn_async_opcodes[] = {
    {"cp", copy, 0}, {"mbarrier", mbarrier, 0}, {NULL, NULL, 0}};
