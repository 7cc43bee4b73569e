/* Where addresses lead (PTX ISA, "isspacep", "cvta", "mapa", "getctarank").
 *
 * An address is the same number in every state space, of 64 bits. CTAs of a cluster have
 * one layout of their shared memory: the n-th location that is declared for a CTA
 * corresponds to the n-th of another one, if all up to there have the same sizes. */
#include "litmus/isa/ptx/ptx.h"

/* ---- operands -------------------------------------------------------- */

/* A name, with `+4` or without, or a register. */
static const cm_expr *read_address(cm_ptx *p)
{
    if (!cm_ptx_at_location(p))
        return cm_ptx_value(p, 64);
    const cm_expr *address = cm_ptx_read_address(p).value;
    if (!cm_lexer_is(p->lex, "+") && !cm_lexer_is(p->lex, "-"))
        return address;
    uint64_t offset = cm_lexer_integer(p->lex, "a number");
    p->operands[p->insn.operand_count - 1].number = offset;
    return cm_dotted_op(p, CM_OP_ADD, 64, address, cm_ptx_const(p, offset));
}

static void need_64_bits(cm_ptx *p)
{
    cm_ptx_type type = cm_ptx_take_type(p);
    if (type.bits != 64 || type.kind != CM_PTX_UNSIGNED)
        cm_asm_fail(p->as, p->place,
                    "`%s` of this type is not supported, expected .u64: addresses "
                    "of a test have 64 bits",
                    p->opcode);
}

/* Tests that declare nothing in shared memory leave open what lies there. */
static bool declares_shared(const cm_test *test)
{
    for (int i = 0; i < test->location_count; i++)
        if (test->locations[i].space == CM_SPACE_SHARED)
            return true;
    return false;
}

void cm_ptx_need_shared(cm_ptx *p)
{
    if (declares_shared(cm_asm_test(p->as)))
        return;
    cm_asm_fail(p->as, p->place,
                "`%s` tells about shared memory, in which the test declares nothing, expected "
                "`shared x@cta N` in the initial state",
                p->opcode);
}

/* ---- sums over locations --------------------------------------------- */

static const cm_expr *both(cm_ptx *p, const cm_expr *a, const cm_expr *b)
{
    return cm_dotted_op(p, CM_OP_AND, 64, a, b);
}

static const cm_expr *either(cm_ptx *p, const cm_expr *a, const cm_expr *b)
{
    return a ? cm_dotted_op(p, CM_OP_OR, 64, a, b) : b;
}

/* The value where the condition (0 or 1) holds, else 0. */
static const cm_expr *where(cm_ptx *p, const cm_expr *condition, const cm_expr *value)
{
    return both(p, cm_dotted_op(p, CM_OP_NEG, 64, condition, NULL), value);
}

static bool is_in(const cm_ptx *p, int location, cm_scope scope)
{
    return cm_location_shared_by(cm_asm_test(p->as), location, cm_asm_thread(p->as), scope);
}

static const cm_expr *falls_into(cm_ptx *p, const cm_expr *address, int location)
{
    return cm_asm_falls_into(p->as, address, cm_asm_location_at(p->as, location));
}

/* Does the address lie in the shared memory of the thread's CTA, cluster (a scope), or of any
 * CTA at all (CM_SCOPE_SYS)? NULL: no location does. */
static const cm_expr *lies_in_shared(cm_ptx *p, const cm_expr *address, cm_scope scope)
{
    const cm_test *test = cm_asm_test(p->as);
    const cm_expr *any = NULL;
    for (int i = 0; i < test->location_count; i++) {
        bool shared = test->locations[i].space == CM_SPACE_SHARED;
        if (scope == CM_SCOPE_SYS ? shared : is_in(p, i, scope))
            any = either(p, any, falls_into(p, address, i));
    }
    return any;
}

/* Other names of memory, through the constant proxy. */
static const cm_expr *lies_in_constant(cm_ptx *p, const cm_expr *address)
{
    const cm_test *test = cm_asm_test(p->as);
    const cm_expr *any = cm_ptx_const(p, 0);
    for (int i = 0; i < test->location_count; i++)
        if (test->locations[i].proxy == CM_CONSTANT)
            any = either(p, any, falls_into(p, address, i));
    return any;
}

static const cm_expr *negation(cm_ptx *p, const cm_expr *value)
{
    return cm_dotted_op(p, CM_OP_EQ, 64, value, cm_ptx_const(p, 0));
}

/* ---- isspacep -------------------------------------------------------- */

static void isspacep(cm_ptx *p)
{
    enum { GLOBAL = CM_SCOPE_THREAD + 1, CONSTANT, NOWHERE };
    static const int spaces[] = {-1,       GLOBAL,  CM_SCOPE_CTA, CM_SCOPE_CTA, CM_SCOPE_CLUSTER,
                                 CONSTANT, NOWHERE, NOWHERE,      NOWHERE};
    int space = spaces[cm_ptx_take(
        p, "global|shared|shared::cta|shared::cluster|const|local|param|param::entry")];
    cm_ptx_all_used(p);
    if (space < 0)
        cm_asm_fail(p->as, p->place,
                    "`isspacep` has no space, expected .global, .shared::cta, "
                    ".shared::cluster, .const, .local or .param");
    cm_ptx_need_shared(p);
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_expr *address = read_address(p), *lies = NULL;
    if (space == GLOBAL)
        lies = negation(
            p, either(p, lies_in_shared(p, address, CM_SCOPE_SYS), lies_in_constant(p, address)));
    else if (space == CONSTANT)
        lies = lies_in_constant(p, address);
    else if (space != NOWHERE)
        lies = lies_in_shared(p, address, (cm_scope)space);
    cm_ptx_set(p, to, (cm_ptx_type){CM_PTX_PRED, 1}, lies ? lies : cm_ptx_const(p, 0));
}

/* ---- mapa and getctarank --------------------------------------------- */

static bool of_one_cta(const cm_test *test, int a, int b)
{
    return test->locations[a].space == CM_SPACE_SHARED &&
           test->locations[b].space == CM_SPACE_SHARED &&
           cm_threads_share(test, test->locations[a].owner, test->locations[b].owner, CM_SCOPE_CTA);
}

/* Do both addresses lie in the location `i` or another of its CTA? */
static const cm_expr *lie_in_cta_of(cm_ptx *p, const cm_expr *a, const cm_expr *b, int i)
{
    const cm_test *test = cm_asm_test(p->as);
    const cm_expr *beside = NULL;
    for (int j = 0; j < test->location_count; j++)
        if (of_one_cta(test, i, j))
            beside = either(p, beside, falls_into(p, b, j));
    return both(p, falls_into(p, a, i), beside);
}

void cm_ptx_need_one_cta(cm_ptx *p, const cm_expr *a, const cm_expr *b, cm_ptx_target target)
{
    static const char *const why[] = {
        [CM_PTX_ANYWHERE] =
            "may signal an mbarrier object that is not in the CTA of what it changes",
        [CM_PTX_OF_SEVERAL] = "may signal an mbarrier object that is not in the CTA of what it "
                              "changes, or be in a cluster of one CTA",
        [CM_PTX_ELSEWHERE] = "may signal an mbarrier object that is not in the CTA of what it "
                             "changes, or change the own CTA"};
    const cm_test *test = cm_asm_test(p->as);
    const cm_expr *together = cm_ptx_const(p, 0);
    uint64_t ctas = 0;
    if (!declares_shared(test))
        return;
    cm_ptx_special_value(test, cm_asm_thread(p->as), "%cluster_nctarank", &ctas);
    bool can_be = ctas > 1 || target == CM_PTX_ANYWHERE;
    for (int i = 0; i < test->location_count && can_be; i++)
        if (is_in(p, i, CM_SCOPE_CLUSTER) &&
            !(target == CM_PTX_ELSEWHERE && is_in(p, i, CM_SCOPE_CTA)))
            together = either(p, together, lie_in_cta_of(p, a, b, i));
    cm_ptx_forbid(p, negation(p, together), why[target]);
}

/* The next location from index `from` on in the CTA that the location `of` is in; -1: none. */
static int next_in_cta(const cm_test *test, int of, int from)
{
    for (int i = from; i < test->location_count; i++)
        if (of_one_cta(test, i, of))
            return i;
    return -1;
}

/* Do two locations stand at one place in the layouts of their CTAs? */
static bool correspond(const cm_test *test, int a, int b)
{
    int i = next_in_cta(test, a, 0), j = next_in_cta(test, b, 0);
    const cm_location *l = test->locations;
    while (i >= 0 && j >= 0 && l[i].width == l[j].width && l[i].count == l[j].count) {
        if (i == a || j == b)
            return i == a && j == b;
        i = next_in_cta(test, a, i + 1);
        j = next_in_cta(test, b, j + 1);
    }
    return false;
}

typedef struct mapped {
    const cm_expr *defined, *value; /* NULL: nowhere */
} mapped;

/* From the location `from` to what corresponds to it in the CTA of that rank. */
static mapped map_from(cm_ptx *p, mapped so_far, const cm_expr *address, const cm_expr *rank,
                       int from)
{
    const cm_test *test = cm_asm_test(p->as);
    for (int to = 0; to < test->location_count; to++) {
        if (!is_in(p, to, CM_SCOPE_CLUSTER) || !correspond(test, from, to))
            continue;
        uint64_t number = cm_ptx_cta_rank(test, test->locations[to].owner);
        const cm_expr *is_rank = cm_dotted_op(p, CM_OP_EQ, 32, rank, cm_ptx_const(p, number));
        const cm_expr *holds = both(p, falls_into(p, address, from), is_rank);
        const cm_expr *offset =
            cm_dotted_op(p, CM_OP_SUB, 64, address, cm_ptx_const(p, test->locations[from].address));
        const cm_expr *there =
            cm_dotted_op(p, CM_OP_ADD, 64, cm_ptx_const(p, test->locations[to].address), offset);
        so_far.defined = either(p, so_far.defined, holds);
        so_far.value = either(p, so_far.value, where(p, holds, there));
    }
    return so_far;
}

/* From wherever in the cluster's shared memory the address leads. */
static mapped map(cm_ptx *p, const cm_expr *address, const cm_expr *rank)
{
    mapped m = {NULL, NULL};
    for (int i = 0; i < cm_asm_test(p->as)->location_count; i++)
        if (is_in(p, i, CM_SCOPE_CLUSTER))
            m = map_from(p, m, address, rank, i);
    return m;
}

int cm_ptx_counterpart_of(const cm_test *test, int thread, int from, uint64_t rank)
{
    if (!cm_location_shared_by(test, from, thread, CM_SCOPE_CLUSTER))
        return -1;
    for (int to = 0; to < test->location_count; to++)
        if (cm_location_shared_by(test, to, thread, CM_SCOPE_CLUSTER) &&
            correspond(test, from, to) && cm_ptx_cta_rank(test, test->locations[to].owner) == rank)
            return to;
    return -1;
}

const cm_expr *cm_ptx_counterpart(cm_ptx *p, const cm_expr *address, uint64_t rank,
                                  const cm_expr **there)
{
    const cm_test *test = cm_asm_test(p->as);
    *there = NULL;
    if (address->op != CM_OP_CONST) {
        mapped m = map(p, address, cm_ptx_const(p, rank));
        *there = m.defined;
        return m.value;
    }
    uint64_t offset;
    int from = cm_test_locate(test, address->imm, &offset);
    int to = from < 0 ? -1 : cm_ptx_counterpart_of(test, cm_asm_thread(p->as), from, rank);
    return to >= 0 ? cm_ptx_const(p, test->locations[to].address + offset) : NULL;
}

/* dst = value; elsewhere than where it is defined nothing is known of it. */
static void set_mapped(cm_ptx *p, cm_ptx_register to, cm_ptx_type type, mapped m, const char *why)
{
    if (!m.value)
        m = (mapped){cm_ptx_const(p, 0), cm_ptx_const(p, 0)};
    int step = cm_ptx_set(p, to, type, m.value);
    cm_asm_undefined(p->as, step, negation(p, m.defined), why);
}

/* What begins as `mapa{.shared::cluster}.u64 d, `: d. */
static cm_ptx_register start_in_cluster(cm_ptx *p)
{
    cm_ptx_has(p, "shared::cluster");
    need_64_bits(p);
    cm_ptx_all_used(p);
    cm_ptx_need_shared(p);
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    const cm_token *name = &p->lex->token;
    int location =
        cm_ptx_at_location(p)
            ? cm_asm_location(p->as, cm_arena_text(cm_asm_arena(p->as), name->text, name->length))
            : -1;
    if (location >= 0 && cm_asm_test(p->as)->locations[location].space != CM_SPACE_SHARED)
        cm_lexer_fail(p->lex, "%s is not in shared memory, expected a location that is",
                      cm_lexer_describe(p->lex));
    return to;
}

/* mapa{.shared::cluster}.u64 d, a, b: where CTA b of the cluster has what is at a. */
static void mapa(cm_ptx *p)
{
    cm_ptx_register to = start_in_cluster(p);
    const cm_expr *address = read_address(p);
    cm_dotted_comma(p);
    const cm_expr *rank = cm_ptx_value(p, 32);
    set_mapped(p, to, (cm_ptx_type){CM_PTX_UNSIGNED, 64}, map(p, address, rank),
               "may map an address that has no counterpart in the shared memory of that CTA");
}

/* getctarank{.shared::cluster}.u64 d, a: the rank of the CTA that has a. */
static void getctarank(cm_ptx *p)
{
    cm_ptx_register to = start_in_cluster(p);
    const cm_test *test = cm_asm_test(p->as);
    const cm_expr *address = read_address(p);
    mapped m = {NULL, NULL};
    for (int i = 0; i < test->location_count; i++) {
        if (!is_in(p, i, CM_SCOPE_CLUSTER))
            continue;
        const cm_expr *holds = falls_into(p, address, i);
        uint64_t rank = cm_ptx_cta_rank(test, test->locations[i].owner);
        m.defined = either(p, m.defined, holds);
        m.value = either(p, m.value, where(p, holds, cm_ptx_const(p, rank)));
    }
    set_mapped(p, to, (cm_ptx_type){CM_PTX_UNSIGNED, 32}, m,
               "may ask for the CTA of an address outside of its cluster's shared memory");
}

/* ---- cvta ------------------------------------------------------------ */

/* Between generic addresses and those of a space: the same numbers here. What does not lie in
 * the space is found where it is accessed. */
static void cvta(cm_ptx *p)
{
    cm_ptx_has(p, "to");
    bool known = cm_ptx_take(p, "global|shared|shared::cta|shared::cluster|const") != 0;
    need_64_bits(p);
    if (!known)
        cm_asm_fail(p->as, p->place,
                    "`cvta` of another space is not supported, expected .global, "
                    ".shared or .const");
    cm_ptx_all_used(p);
    cm_ptx_register to = cm_ptx_destination(p);
    cm_dotted_comma(p);
    cm_ptx_set(p, to, (cm_ptx_type){CM_PTX_UNSIGNED, 64}, read_address(p));
}

const cm_ptx_opcode cm_ptx_space_opcodes[] = {
    {"isspacep", isspacep, 0, cm_ptxn_compute,
     ".global|const|shared|shared::cta|shared::cluster|local|param|param::entry p6"},
    {"mapa", mapa, 0, cm_ptxn_compute, ".u64 663"},
    {"getctarank", getctarank, 0, cm_ptxn_compute, ".u64 36"},
    {"cvta", cvta, 0, cm_ptxn_convert_address, " 66"},
    {NULL, NULL, 0, NULL, NULL}};
