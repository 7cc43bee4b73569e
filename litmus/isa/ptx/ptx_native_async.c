/* Asynchronous copies, mbarrier objects, proxy and restricted fences, the barrier of a
 * cluster, as ptxas takes them (PTX ISA, "Asynchronous copy", "mbarrier", "membar / fence",
 * "barrier.cluster"). Their text is the test's; a space that it leaves out is put in.
 *
 * What such instructions leave behind must be over before an instance's shared memory is
 * used again. So it is counted here what a thread does with each mbarrier object, and which
 * groups it may have opened (cm_native). */
#include "litmus/isa/ptx/ptx_async.h"
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
    bool found = *n->guard != '\0' || n->passed;
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
    cm_text text = cm_text_new(n->work->arena);
    cm_text_add(&text, n->insn->opcode);
    for (int i = 0; i < n->insn->word_count; i++)
        if (!left_out || strcmp(n->insn->words[i].text, left_out) != 0)
            cm_text_append(&text, ".%s", n->insn->words[i].text);
    return text.data;
}

/* ---- mbarrier objects --------------------------------------------------- */

/* An object is opaque, and so is its state: a run and the model have other bits there. */
static void refuse_looking(cm_ptxn *n, const char *what)
{
    cm_ptxn_refuse(n, n->instruction->place,
                   "the test looks at %s, whose value PTX leaves open, expected pending_count or a "
                   "wait",
                   what);
}

static void refuse_observed_object(cm_ptxn *n, int location, uint64_t at)
{
    const cm_location *l = &n->test->locations[location];
    for (int i = 0; i < n->test->observed_count; i++) {
        const cm_observed *o = &n->test->observed[i];
        if (o->kind != CM_OBSERVE_LOCATION || o->location != location)
            continue;
        uint64_t from = o->element < 0 ? 0 : (uint64_t)o->element * l->width;
        uint64_t past = o->element < 0 ? cm_location_bytes(l) : from + l->width;
        if (from < at + CM_NATIVE_OBJECT && at < past)
            refuse_looking(n, "an mbarrier object");
    }
}

/* What the thread has done with the object before; of one at an address in a register NULL. */
static cm_native_object *object_of(cm_ptxn *n, const cm_insn_operand *address)
{
    if (address->kind == CM_INSN_REGISTER)
        return NULL;
    const uint64_t at = address->number;
    if (address->kind != CM_INSN_LOCATION || at % CM_NATIVE_OBJECT != 0 ||
        at >= cm_location_bytes(&n->test->locations[address->index]))
        cm_ptxn_refuse(n, address->place,
                       "an mbarrier object at no multiple of 8 bytes cannot run, expected one that "
                       "lies at such an offset within its location");
    refuse_observed_object(n, address->index, at);
    return &n->objects[cm_native_object_at(n->room, address->index, at)];
}

/* ---- what must be over ---------------------------------------------------
 *
 * What an instruction does that is executed once, with numbers, is added up here. What memory
 * may decide (jumps, loops, registers) the code itself adds up, behind the object's location
 * (cm_native_room): arrivals, and bytes that are expected and not signalled so far. */

typedef enum sum { ARRIVALS, EXPECTED, COMPLETED, SIGNALLED } sum;

/* The instruction adds so much to a sum of the object: text, a number or a register. */
static void tally(cm_ptxn *n, const cm_insn_operand *address, sum which, const char *amount)
{
    const char *space = cm_ptxn_space(n, address), *less = amount;
    if (which == COMPLETED || which == SIGNALLED) {
        less = cm_ptxn_temporary(n, 32);
        cm_ptxn_always(n, "neg.s32 %s, %s", less, amount);
    }
    cm_insn_operand behind = *address;
    behind.number += n->room + (which == ARRIVALS ? 0 : sizeof(uint32_t));
    cm_ptxn_line(n, "red.relaxed.cluster%s.add.u32 %s, %s", space, cm_ptxn_address(n, &behind),
                 less);
    cm_native_object *object = object_of(n, address);
    if (object)
        object->tallied = true;
    else
        n->computed = true;
}

static const cm_ptx_type word32 = {CM_PTX_UNSIGNED, 32}, word64 = {CM_PTX_BITS, 64};

static void add_to_object(cm_ptxn *n, const cm_insn_operand *address, sum which,
                          const cm_insn_operand *amount)
{
    cm_native_object *object = object_of(n, address);
    if (!object || amount->kind != CM_INSN_NUMBER || is_conditional(n)) {
        tally(n, address, which, cm_ptxn_source(n, amount, word32));
        return;
    }
    uint64_t *const sums[] = {[ARRIVALS] = &object->arrivals,
                              [EXPECTED] = &object->expected,
                              [COMPLETED] = &object->completed,
                              [SIGNALLED] = &object->signalled};
    *sums[which] += amount->number;
}

/* The same where it must be there by name: for what is done once in a step. */
static cm_native_object *named_object(cm_ptxn *n, const cm_insn_operand *address, const char *what)
{
    cm_native_object *object = object_of(n, address);
    if (!object)
        cm_ptxn_refuse(n, address->place,
                       "mbarrier.%s at an address in a register cannot run, expected the name of a "
                       "location",
                       what);
    return object;
}

/* "mbarrier.arrive.expect_tx.release.cta.shared::cta.b64" */
static const char *object_head(cm_ptxn *n, const cm_insn_operand *address)
{
    bool ordered = cm_ptxn_find(n, "relaxed|acquire|release") && cm_ptxn_find(n, "cta|cluster");
    const char *order = ordered ? cm_ptxn_words(n, ".relaxed|acquire|release.cta|cluster") : "";
    return cm_arena_printf(n->work->arena, "mbarrier%s%s%s.b64",
                           cm_ptxn_words(n, ".init|inval|complete_tx|arrive|arrive_drop|test_wait|"
                                            "try_wait.expect_tx.noComplete|parity"),
                           order, cm_ptxn_space(n, address));
}

static void object_change(cm_ptxn *n)
{
    const cm_insn_operand *object = &n->operands[0], *amount = &n->operands[1];
    const char *head = object_head(n, object), *address = cm_ptxn_address(n, object);
    if (n->operand_count == 1) {
        cm_native_object *ended = named_object(n, object, "inval");
        ended->inval = true;
        ended->unclear = ended->unclear || is_conditional(n);
        cm_ptxn_line(n, "%s %s", head, address);
        return;
    }
    if (cm_ptxn_has(n, "init")) { /* with a number */
        cm_native_object *started = named_object(n, object, "init");
        started->inits++;
        started->count += amount->number;
        started->unclear |= amount->kind != CM_INSN_NUMBER || is_conditional(n);
    } else {
        add_to_object(n, object, cm_ptxn_has(n, "complete_tx") ? COMPLETED : EXPECTED, amount);
    }
    cm_ptxn_line(n, "%s %s, %s", head, address, cm_ptxn_source(n, amount, word32));
}

static void count_arrive(cm_ptxn *n, const cm_insn_operand *address, bool drops)
{
    bool expects = cm_ptxn_has(n, "expect_tx");
    (void)object_of(n, address);
    if (n->operand_count > 2)
        add_to_object(n, address, expects ? EXPECTED : ARRIVALS, &n->operands[2]);
    if (n->operand_count == 2 || expects)
        add_to_object(n, address, ARRIVALS, &(cm_insn_operand){CM_INSN_NUMBER, .number = 1});
    if (drops)
        named_object(n, address, "arrive_drop")->unclear = true;
}

static void object_arrive(cm_ptxn *n)
{
    const cm_insn_operand *state = &n->operands[0], *address = &n->operands[1];
    const char *rest = "";
    if (n->operand_count > 2)
        rest = cm_arena_printf(n->work->arena, ", %s", cm_ptxn_source(n, &n->operands[2], word32));
    count_arrive(n, address, cm_ptxn_has(n, "arrive_drop"));
    if (state->kind == CM_INSN_REGISTER) {
        for (int i = 0; i < n->test->observed_count; i++) {
            const cm_observed *o = &n->test->observed[i];
            if (o->kind == CM_OBSERVE_REGISTER && o->thread == thread_number(n) &&
                o->reg == state->index)
                refuse_looking(n, "the state of an mbarrier object");
        }
    }
    const char *head = object_head(n, address);
    bool remote = strcmp(cm_ptxn_space(n, address), ".shared::cluster") == 0;
    const char *target = remote ? "_" : cm_ptxn_target(n, state, word64);
    cm_ptxn_line(n, "%s %s, %s%s", head, target, cm_ptxn_address(n, address), rest);
    if (!remote)
        cm_ptxn_settle(n, state, word64, target);
}

static void object_wait(cm_ptxn *n)
{
    const cm_ptx_type predicate = {CM_PTX_PRED, 1};
    const cm_insn_operand *done = &n->operands[0], *address = &n->operands[1];
    (void)object_of(n, address);
    const char *head = object_head(n, address);
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

void cm_ptxn_mbarrier(cm_ptxn *n)
{
    const char *newer = cm_ptxn_find(n, "layout::v0|phase_type::primary|phase_type::conditional");
    if (newer)
        cm_ptxn_refuse(n, n->instruction->place,
                       "`.%s` cannot run yet: it came with PTX 9.3, expected `mbarrier` without it",
                       newer);
    bool changes = cm_ptxn_find(n, "init|inval|complete_tx") != NULL;
    if (!changes && cm_ptxn_find(n, "arrive|arrive_drop")) {
        object_arrive(n);
    } else if (!changes && cm_ptxn_find(n, "test_wait|try_wait")) {
        object_wait(n);
    } else if (!changes && cm_ptxn_has(n, "pending_count")) {
        n->form = ".pending_count.b64 36";
        cm_ptxn_lanes(n);
    } else {
        object_change(n);
    }
}

/* ---- copies ------------------------------------------------------------- */

/* Asynchronous operations signal the object: so many bytes, or arrivals. */
static void add_signal(cm_ptxn *n, const cm_insn_operand *address, sum which, uint64_t amount)
{
    cm_native_object *object = object_of(n, address);
    if (object)
        object->late = true;
    else
        n->signals_computed = true;
    const cm_insn_operand number = {CM_INSN_NUMBER, .number = amount};
    if (amount > 0)
        add_to_object(n, address, which, &number);
}

/* `, [object], mask`: each CTA of the mask has its bytes, and an object that is told of them. */
static void count_multicast(cm_ptxn *n, uint64_t bytes)
{
    const cm_insn_operand *object = &n->operands[n->operand_count - 2], *mask = object + 1;
    const cm_insn_operand *to = &n->operands[0];
    if (mask->kind != CM_INSN_NUMBER || object->kind != CM_INSN_LOCATION ||
        to->kind != CM_INSN_LOCATION)
        cm_ptxn_refuse(n, n->instruction->place,
                       "a multicast copy with a register for its mask, its destination or its "
                       "object cannot run, expected a number and names of locations");
    for (unsigned rank = 0; rank < CM_PTX_MASK_CTAS; rank++) {
        if (!(mask->number >> rank & 1))
            continue;
        cm_insn_operand there = *object;
        there.index = cm_ptx_counterpart_of(n->test, thread_number(n), object->index, rank);
        if (there.index < 0 ||
            cm_ptx_counterpart_of(n->test, thread_number(n), to->index, rank) < 0)
            cm_ptxn_refuse(n, mask->place,
                           "a copy to CTA %u of the cluster, in which the test has no counterpart "
                           "of its destination and its object, cannot run",
                           rank);
        add_signal(n, &there, SIGNALLED, bytes);
    }
}

/* The bytes that an operation signals to the object that is its last operand. */
static void count_signal(cm_ptxn *n, uint64_t bytes)
{
    if (!cm_ptxn_has(n, "mbarrier::complete_tx::bytes"))
        return;
    if (cm_ptxn_has(n, "multicast::cluster"))
        count_multicast(n, bytes);
    else
        add_signal(n, &n->operands[n->operand_count - 1], SIGNALLED, bytes);
}

void cm_ptxn_copy(cm_ptxn *n)
{
    cm_text operands = cm_text_new(n->work->arena);
    bool bulk = cm_ptxn_has(n, "bulk");
    n->bulk_copies = n->bulk_copies || bulk;
    n->copies = n->copies || !bulk;
    if (cm_ptxn_has(n, "b128"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "a strong bulk copy cannot run yet: it came with PTX 9.3, expected a weak "
                       "one");
    if (cm_ptxn_has(n, "reduce") && cm_ptxn_has(n, "relaxed"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "a bulk reduction with an order cannot run yet: it came with PTX 9.3, "
                       "expected one without");
    const char *policy = cm_ptxn_take_policy(n);
    for (int i = 0; i < n->operand_count; i++) {
        /* Each in its space: the destination, the source, and an object beside the destination. */
        const cm_insn_operand *o = &n->operands[i];
        cm_text_add(&operands, i > 0 ? ", " : " ");
        if (o->kind == CM_INSN_NUMBER)
            cm_text_append(&operands, "%llu", (unsigned long long)o->number);
        else
            cm_text_add(&operands, cm_ptxn_address_in(n, o, cm_ptxn_space_said(n, i == 1)));
    }
    /* Without .noinc the phase waits for one arrival more, which is this. */
    if (cm_ptxn_has(n, "mbarrier"))
        add_signal(n, &n->operands[0], ARRIVALS, cm_ptxn_has(n, "noinc"));
    if (n->operand_count > 2)
        count_signal(n, n->operands[2].number);
    cm_ptxn_line(n, "%s%s%s", as_written(n, "weak"), operands.data, policy);
}

/* st.async, red.async: [address], value or {values}, and [object] or none. */
void cm_ptxn_store_async(cm_ptxn *n, cm_ptx_type type)
{
    bool signals = cm_ptxn_has(n, "mbarrier::complete_tx::bytes");
    int past = n->operand_count - signals;
    if (cm_ptxn_has(n, "b128"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "`st.async` of 128 bits cannot run yet: it came with PTX 9.2, expected .v2 "
                       "of 64");
    const char *space = cm_ptxn_space_said(n, 0), *object = "";
    const char *address = cm_ptxn_address_in(n, &n->operands[0], space);
    cm_text values = cm_text_new(n->work->arena);
    for (int i = 1; i < past; i++)
        cm_text_append(&values, "%s%s", i > 1 ? ", " : "",
                       cm_ptxn_source(n, &n->operands[i], type));
    if (signals) {
        count_signal(n, (uint64_t)(past - 1) * (type.bits / 8));
        object = cm_arena_printf(n->work->arena, ", %s",
                                 cm_ptxn_address_in(n, &n->operands[past], space));
    }
    cm_ptxn_line(n, past > 2 ? "%s %s, {%s}%s" : "%s %s, %s%s", as_written(n, "weak"), address,
                 values.data, object);
}

/* ---- fences -------------------------------------------------------------- */

bool cm_ptxn_special_fence(cm_ptxn *n)
{
    if (cm_ptxn_has(n, "proxy")) {
        if (cm_ptxn_find(n, "texture|surface|constant|generic"))
            cm_ptxn_refuse(n, n->instruction->place,
                           "this proxy fence cannot run: tests use the generic and the async proxy "
                           "only, expected .alias or .async");
        cm_ptxn_line(n, "%s", as_written(n, NULL));
        return true;
    }
    const char *restricted =
        cm_ptxn_words(n, ".sync_restrict::shared::cta|sync_restrict::shared::cluster");
    bool init = cm_ptxn_has(n, "mbarrier_init");
    if (init || *restricted)
        cm_ptxn_line(n, "fence%s%s%s.cluster", init ? ".mbarrier_init" : "",
                     cm_ptxn_words(n, ".release|acquire"), restricted);
    return init || *restricted;
}

/* ---- the barrier of a cluster ----------------------------------------------- */

/* All threads of the cluster take part, also those that have none in the test: who
 * generates the kernel lets them (cm_native). */
void cm_ptxn_cluster_barrier(cm_ptxn *n)
{
    bool wait = cm_ptxn_has(n, "wait");
    if (is_conditional(n))
        cm_ptxn_refuse(n, n->instruction->place,
                       "a barrier of the cluster that is skipped or repeated cannot run: instances "
                       "share it, expected one outside of jumps");
    *(wait ? &n->cluster_waits : &n->cluster_arrivals) += 1;
    cm_ptxn_line(n, "barrier.cluster%s", cm_ptxn_words(n, ".wait|arrive.release|relaxed|acquire"));
}
