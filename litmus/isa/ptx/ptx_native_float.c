/* atom and red of floating-point types, also vectors of them, as ptxas takes them (PTX ISA,
 * "atom", "red"): .add of .f32 and .f64, .add, .min and .max with .noftz of types of 16 bits. A
 * register is bits there; numbers are bit patterns, which an immediate operand would not be. */
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

static const struct {
    const char *word;
    unsigned bits; /* of an operand */
} types[] = {{"f16", 16}, {"bf16", 16}, {"f16x2", 32}, {"bf16x2", 32},
             {"f32", 32}, {"f64", 64},  {NULL, 0}};

static int float_type(const cm_ptxn *n)
{
    for (int i = 0; types[i].word; i++)
        if (cm_ptxn_has(n, types[i].word))
            return i;
    return -1;
}

bool cm_ptxn_is_float_atomic(const cm_ptxn *n)
{
    return float_type(n) >= 0;
}

static const char *value(cm_ptxn *n, const cm_ptxn_operand *operand, cm_ptx_type type)
{
    const char *source = cm_ptxn_source(n, operand, type);
    if (operand->kind != CM_PTXN_NUMBER)
        return source;
    const char *result = cm_ptxn_temporary(n, type.bits);
    cm_ptxn_always(n, "mov.b%u %s, %s", type.bits, result, source);
    return result;
}

/* The head after atom or red, from the space on. */
static const char *operation(cm_ptxn *n, const char *space, const char *vector, const char *type)
{
    static const char *const operations[] = {"add", "min", "max", NULL};
    return cm_arena_printf(n->work->arena, "%s.%s%s%s%s%s.%s", space, cm_ptxn_find(n, operations),
                           cm_ptxn_has(n, "noftz") ? ".noftz" : "",
                           cm_ptxn_has(n, "L2::cache_hint") ? ".L2::cache_hint" : "",
                           vector ? "." : "", vector ? vector : "", type);
}

void cm_ptxn_float_atomic(cm_ptxn *n, const char *strength, const char *space, const char *policy,
                          bool is_red)
{
    static const char *const vectors[] = {"v2", "v4", "v8", NULL};
    const char *vector = cm_ptxn_find(n, vectors);
    int which = float_type(n), count = vector ? vector[1] - '0' : 1, at = is_red ? 0 : count;
    cm_ptx_type type = {CM_PTX_BITS, types[which].bits};
    const char *targets[CM_PTXN_OPERANDS] = {NULL}, *sources[CM_PTXN_OPERANDS] = {NULL};
    const char *address = cm_ptxn_address(n, &n->operands[at]);
    for (int i = 0; i < count; i++) {
        sources[i] = value(n, &n->operands[at + 1 + i], type);
        targets[i] = is_red ? "" : cm_ptxn_target(n, &n->operands[i], type);
    }
    cm_ptxn_line(n, "%s%s%s %s%s%s, %s%s", n->opcode, strength,
                 operation(n, space, vector, types[which].word),
                 is_red ? "" : cm_ptxn_list(n, targets, count), is_red ? "" : ", ", address,
                 cm_ptxn_list(n, sources, count), policy);
    for (int i = 0; i < count && !is_red; i++)
        cm_ptxn_settle(n, &n->operands[i], type, targets[i]);
}
