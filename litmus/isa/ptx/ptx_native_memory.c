/* Loads, stores, atomics and fences as ptxas takes them (PTX ISA 9.7.9, 9.7.13):
 * qualifiers in their order, a state space (.global; of a location in the shared memory of
 * a CTA, that), a type always. */
#include "litmus/isa/native.h"
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

static const char orders[] = "weak|relaxed|acquire|release|acq_rel|volatile";
static const char scopes[] = "cta|cluster|gpu|sys";
/* Hints, in the order that the grammar of ld and st has. */
static const char hints[] =
    ".ca|cg|cs|lu|cv|wb|wt.nc"
    ".L1::evict_normal|L1::evict_unchanged|L1::evict_first|L1::evict_last|L1::no_allocate"
    ".L2::evict_normal|L2::evict_first|L2::evict_last.L2::cache_hint.L2::64B|L2::128B|L2::256B";
static const char vectors[] = ".v2|v4|v8";

/* ---- what every access has ------------------------------------------- */

static bool injects(const cm_ptxn *n, cm_native_change change)
{
    return (n->style->changes & (unsigned)change) != 0;
}

/* The order after injections: each takes its half away. */
static const char *injected_order(const cm_ptxn *n, const char *order)
{
    bool acquires = strcmp(order, "acquire") == 0 || strcmp(order, "acq_rel") == 0;
    bool releases = strcmp(order, "release") == 0 || strcmp(order, "acq_rel") == 0;
    if (!acquires && !releases)
        return order;
    acquires = acquires && !injects(n, CM_NATIVE_DROP_ACQUIRE);
    releases = releases && !injects(n, CM_NATIVE_DROP_RELEASE);
    if (acquires && releases)
        return "acq_rel";
    return acquires ? "acquire" : releases ? "release" : "relaxed";
}

static const char *scope_of(const cm_ptxn *n, const char *none)
{
    const char *scope = cm_ptxn_find(n, scopes);
    if (!scope)
        return none;
    return injects(n, CM_NATIVE_NARROW_SCOPE) ? "cta" : scope;
}

/* The space of an access of a thread's own. */
static const char *space_of(cm_ptxn *n, const cm_insn_operand *address)
{
    if (address->kind == CM_INSN_LOCATION &&
        cm_native_has_object(n->test, address->index, address->number, address->number + 1))
        cm_ptxn_refuse(n, address->place,
                       "`%s` is an mbarrier object, for which this access is undefined, expected "
                       "mbarrier instructions",
                       n->test->locations[address->index].name);
    return cm_ptxn_space(n, address);
}

/* ".relaxed.gpu" of an access whose order without a word is `none`. */
static const char *strength(cm_ptxn *n, const char *none_order, const char *none_scope)
{
    bool mmio = cm_ptxn_has(n, "mmio");
    const char *order = cm_ptxn_find(n, orders);
    if (!order)
        order = mmio ? "relaxed" : none_order;
    order = injected_order(n, order);
    if (mmio) /* exists at system scope only */
        return cm_arena_printf(n->work->arena, ".mmio.%s.sys", order);
    if (strcmp(order, "weak") == 0 || strcmp(order, "volatile") == 0)
        return cm_arena_printf(n->work->arena, ".%s", order);
    return cm_arena_printf(n->work->arena, ".%s.%s", order, scope_of(n, none_scope));
}

static const cm_step *step_of(const cm_ptxn *n, cm_step_kind kind)
{
    for (int i = n->first; i < n->past; i++)
        if (n->thread->steps[i].kind == kind)
            return &n->thread->steps[i];
    return NULL;
}

/* The type of memory: the parser has settled the width. */
static cm_ptx_type access_type(const cm_ptxn *n, const cm_step *step)
{
    cm_ptx_type type = cm_ptxn_type(n, 0);
    if (cm_ptxn_has(n, "b128"))
        return (cm_ptx_type){CM_PTX_BITS, CM_PTX_WIDE};
    return (cm_ptx_type){type.bits == 0 ? CM_PTX_UNSIGNED : type.kind, 8u * step->width};
}

static const char *type_text(const cm_ptxn *n, cm_ptx_type type)
{
    static const char letters[] = {
        [CM_PTX_UNSIGNED] = 'u', [CM_PTX_SIGNED] = 's', [CM_PTX_BITS] = 'b', [CM_PTX_PRED] = 'u'};
    return cm_arena_printf(n->work->arena, ".%c%u", letters[type.kind], type.bits);
}

/* ---- ld and st ------------------------------------------------------- */

static const char *plain_head(cm_ptxn *n, const cm_insn_operand *address, cm_ptx_type type)
{
    const char *order = cm_ptxn_has(n, "nc") ? "" : strength(n, "weak", "sys");
    return cm_arena_printf(n->work->arena, "%s%s%s%s%s%s", n->insn->opcode, order,
                           space_of(n, address), cm_ptxn_words(n, hints), cm_ptxn_words(n, vectors),
                           type_text(n, type));
}

/* The operand of .L2::cache_hint, the last one, is a policy that some register of the test stands
 * for: any that is valid does, for it is a hint. ", %policy" or nothing. */
const char *cm_ptxn_take_policy(cm_ptxn *n)
{
    if (!cm_ptxn_has(n, "L2::cache_hint"))
        return "";
    n->operand_count--;
    const char *policy = cm_ptxn_temporary(n, 64);
    cm_ptxn_always(n, "createpolicy.fractional.L2::evict_first.b64 %s, 1.0", policy);
    return cm_arena_printf(n->work->arena, ", %s", policy);
}

/* {a, b} of a vector, a alone otherwise. */
static const char *list(cm_ptxn *n, const char *const *names, int count)
{
    cm_text text = cm_text_new(n->work->arena);
    for (int i = 0; i < count; i++)
        cm_text_append(&text, "%s%s", i == 0 ? (count > 1 ? "{" : "") : ", ", names[i]);
    return cm_arena_printf(n->work->arena, "%s%s", text.data, count > 1 ? "}" : "");
}

/* `ld r0, 1` of published tests is a move. */
static void load_number(cm_ptxn *n)
{
    cm_ptx_type type = cm_ptxn_type(n, 0);
    unsigned bits = cm_ptxn_name_bits(n, &n->operands[0]);
    if (type.bits == 0)
        type = (cm_ptx_type){CM_PTX_UNSIGNED, bits > 1 ? bits : 32};
    if (type.bits == 8) /* moves begin at 16 */
        type.bits = 16;
    const char *target = cm_ptxn_target(n, &n->operands[0], type);
    cm_ptxn_line(n, "mov.b%u %s, %s", type.bits, target, cm_ptxn_source(n, &n->operands[1], type));
    cm_ptxn_settle(n, &n->operands[0], type, target);
}

/* A register wider than what is loaded takes it as it is (PTX ISA 9.4.1). */
static bool holds(const cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type)
{
    return operand->kind == CM_INSN_REGISTER && operand->index >= 0 &&
           n->bits[operand->index] >= type.bits;
}

/* The registers of a vector have one width, also that of an element nobody wants. */
static const char *load_target(cm_ptxn *n, int count, int which, cm_ptx_type type)
{
    const cm_insn_operand *operand = &n->operands[which];
    for (int i = 0; operand->kind == CM_INSN_SINK && i < count; i++)
        if (holds(n, &n->operands[i], type))
            return cm_ptxn_temporary(n, n->bits[n->operands[i].index]);
    return holds(n, operand, type) ? n->names[operand->index] : cm_ptxn_target(n, operand, type);
}

void cm_ptxn_wide_move(cm_ptxn *n)
{
    const cm_ptx_type half = {CM_PTX_BITS, 64};
    const cm_insn_operand *o = n->operands;
    if (n->operand_count == 2) {
        cm_ptxn_line(n, "mov.b128 %s, %s", cm_ptxn_wide(n, &o[0]), cm_ptxn_wide(n, &o[1]));
    } else if (!o[0].list) {
        const char *low = cm_ptxn_wide_source(n, &o[1], half);
        const char *high = cm_ptxn_wide_source(n, &o[2], half);
        cm_ptxn_line(n, "mov.b128 %s, {%s, %s}", cm_ptxn_wide(n, &o[0]), low, high);
    } else {
        const char *low = cm_ptxn_target(n, &o[0], half), *high = cm_ptxn_target(n, &o[1], half);
        cm_ptxn_line(n, "mov.b128 {%s, %s}, %s", low, high, cm_ptxn_wide(n, &o[2]));
        cm_ptxn_settle(n, &o[1], half, high);
        cm_ptxn_settle(n, &o[0], half, low);
    }
}

void cm_ptxn_load(cm_ptxn *n)
{
    const char *policy = cm_ptxn_take_policy(n);
    const cm_step *step = step_of(n, CM_STEP_LOAD);
    if (!step) {
        load_number(n);
        return;
    }
    cm_ptx_type type = access_type(n, step);
    int count = n->operand_count - 1;
    const char *targets[CM_DOTTED_OPERANDS] = {NULL};
    for (int i = 0; i < count; i++)
        targets[i] = load_target(n, count, i, type);
    const char *address = cm_ptxn_address(n, &n->operands[count]);
    cm_ptxn_line(n, "%s %s, %s%s", plain_head(n, &n->operands[count], type),
                 list(n, targets, count), address, policy);
    for (int i = 0; i < count; i++)
        cm_ptxn_settle(n, &n->operands[i], type, targets[i]);
}

void cm_ptxn_store(cm_ptxn *n)
{
    cm_ptx_type type = access_type(n, step_of(n, CM_STEP_STORE));
    if (cm_ptxn_has(n, "async")) {
        cm_ptxn_store_async(n, type);
        return;
    }
    const char *policy = cm_ptxn_take_policy(n);
    const char *sources[CM_DOTTED_OPERANDS] = {NULL},
               *address = cm_ptxn_address(n, &n->operands[0]);
    int count = n->operand_count - 1;
    for (int i = 0; i < count; i++)
        sources[i] = cm_ptxn_wide_source(n, &n->operands[i + 1], type);
    cm_ptxn_line(n, "%s %s, %s%s", plain_head(n, &n->operands[0], type), address,
                 list(n, sources, count), policy);
}

/* ---- atom and red ---------------------------------------------------- */

static const char *negative(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type)
{
    if (operand->kind == CM_INSN_NUMBER) {
        cm_insn_operand opposite = *operand;
        opposite.number = 0 - operand->number;
        return cm_ptxn_source(n, &opposite, type);
    }
    const char *source = cm_ptxn_source(n, operand, type);
    const char *result = cm_ptxn_temporary(n, type.bits);
    cm_ptxn_always(n, "neg.s%u %s, %s", type.bits, result, source);
    return result;
}

const char *cm_ptxn_bit_pattern(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type)
{
    const char *source = cm_ptxn_source(n, operand, type);
    if (operand->kind != CM_INSN_NUMBER)
        return source;
    const char *result = cm_ptxn_temporary(n, type.bits);
    cm_ptxn_always(n, "mov.b%u %s, %s", type.bits, result, source);
    return result;
}

/* atom.sem.scope.global.op.type, of vectors too; add and sub of s64 are those of u64. Of
 * floating-point types .add, .min and .max exist, with .noftz where they have 16 bits; a register
 * is bits there (PTX ISA, "atom", "red"). */
void cm_ptxn_atomic(cm_ptxn *n)
{
    static const char floats[] = ".f16|bf16|f16x2|bf16x2|f32|f64";
    bool is_red = strcmp(n->insn->opcode, "red") == 0;
    const char *policy = cm_ptxn_take_policy(n);
    const char *op = cm_ptxn_find(n, "add|sub|inc|dec|min|max|and|or|xor|exch|cas");
    bool subtracts = strcmp(op, "sub") == 0; /* an add of the negative: there is no other */
    const char *vector = cm_ptxn_words(n, vectors), *real = cm_ptxn_words(n, floats);
    int count = *vector ? vector[2] - '0' : 1, at = is_red ? 0 : count;
    cm_ptx_type type = access_type(n, step_of(n, CM_STEP_LOAD)), machine = type;
    const char *space = space_of(n, &n->operands[at]);
    if (is_red && cm_ptxn_has(n, "async")) {
        cm_ptxn_store_async(n, type);
        return;
    }
    const char *order = cm_ptxn_find(n, "acquire|acq_rel");
    if (is_red && order) /* returns nothing: hardware gives it no acquire half (9.7.13.7) */
        cm_ptxn_refuse(n, n->instruction->place,
                       "`red.%s` cannot run: PTX has no such red, expected .relaxed or .release",
                       order);
    if (*real)
        type = (cm_ptx_type){CM_PTX_BITS, strstr(real, "64")                         ? 64
                                          : strstr(real, "x2") || strstr(real, "32") ? 32
                                                                                     : 16};
    else if (cm_ptx_among("and|or|xor|exch|cas", op))
        machine.kind = CM_PTX_BITS;
    else if ((subtracts || strcmp(op, "add") == 0) && type.bits == 64)
        machine.kind = CM_PTX_UNSIGNED;
    const char *head = cm_arena_printf(n->work->arena, "%s%s%s.%s%s%s%s%s", n->insn->opcode,
                                       strength(n, "relaxed", "gpu"), space, subtracts ? "add" : op,
                                       cm_ptxn_words(n, ".noftz"), cm_ptxn_words(n, hints), vector,
                                       *real ? real : type_text(n, machine));
    const char *targets[CM_DOTTED_OPERANDS] = {NULL}, *sources[CM_DOTTED_OPERANDS] = {NULL};
    const char *address = cm_ptxn_address(n, &n->operands[at]), *swap = "";
    for (int i = 0; i < count; i++) {
        const cm_insn_operand *value = &n->operands[at + 1 + i];
        sources[i] = *real       ? cm_ptxn_bit_pattern(n, value, type)
                     : subtracts ? negative(n, value, type)
                                 : cm_ptxn_source(n, value, type);
        if (strcmp(op, "cas") == 0)
            swap = cm_arena_printf(n->work->arena, ", %s", cm_ptxn_source(n, value + 1, type));
        targets[i] = is_red ? "" : cm_ptxn_target(n, &n->operands[i], type);
    }
    cm_ptxn_line(n, "%s %s%s%s, %s%s%s", head, is_red ? "" : list(n, targets, count),
                 is_red ? "" : ", ", address, list(n, sources, count), swap, policy);
    for (int i = 0; i < count && !is_red; i++)
        cm_ptxn_settle(n, &n->operands[i], type, targets[i]);
}

/* ---- fences ---------------------------------------------------------- */

static bool dropped_fence(const cm_ptxn *n)
{
    int instruction = (int)(n->instruction - n->thread->instructions);
    return cm_native_drops_fence(n->thread, instruction, n->style->changes);
}

void cm_ptxn_fence(cm_ptxn *n)
{
    if (!cm_ptxn_has(n, "proxy") && dropped_fence(n))
        return;
    if (cm_ptxn_special_fence(n))
        return;
    const char *kind = cm_ptxn_find(n, "sc|acq_rel|acquire|release");
    cm_ptxn_line(n, "fence.%s.%s", kind ? kind : "acq_rel", scope_of(n, "sys"));
}

void cm_ptxn_membar(cm_ptxn *n)
{
    if (cm_ptxn_special_fence(n) || dropped_fence(n))
        return;
    const char *level = cm_ptxn_has(n, "gl") ? "gl" : cm_ptxn_find(n, scopes);
    if (strcmp(level, "gpu") == 0)
        level = "gl";
    cm_ptxn_line(n, "membar.%s", injects(n, CM_NATIVE_NARROW_SCOPE) ? "cta" : level);
}

/* ---- other proxies --------------------------------------------------- */

void cm_ptxn_other_proxy(cm_ptxn *n)
{
    cm_ptxn_refuse(
        n, n->instruction->place,
        "`%s` cannot run: it is an access through another proxy, expected ld, st, atom or red",
        n->insn->opcode);
}
