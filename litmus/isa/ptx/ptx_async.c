/* Asynchronous operations of PTX (PTX ISA 9.4, "Asynchronous copy", "st.async",
 * "red.async"; their place in the model: 8.9.1.1). A copy is made of pieces in no order with each
 * other. Pieces of 8 bytes are as good as any: a weak access is single-copy atomic with nobody.
 *
 *      cp.async                    generic proxy   commit_group, wait_group, wait_all
 *      cp.async.bulk, cp.reduce…   async proxy     cp.async.bulk.commit_group, .wait_group
 *      st.async, red.async         generic proxy   release operations without completion
 */
#include "litmus/isa/ptx/ptx_async.h"
#include "litmus/isa/ptx/ptx_access.h"

#include <string.h>

enum { NO_GROUPS = 0, MOST_PENDING = 1 << 16, MOST_BYTES = 128, PIECE = 8 };

enum {
    NO_SPACE = CM_REACH_ANY,
    GLOBAL_SPACE = CM_REACH_GLOBAL,
    CTA_SPACE = CM_REACH_CTA,
    CLUSTER_SPACE = CM_REACH_CLUSTER
};

int cm_ptx_take_space(cm_ptx *p)
{
    static const int spaces[] = {NO_SPACE, GLOBAL_SPACE, CTA_SPACE, CTA_SPACE, CLUSTER_SPACE};
    int which = 0;
    for (int i = 0; i < p->qualifier_count && which == 0; i++)
        if (!p->qualifiers[i].used) {
            which =
                cm_ptx_among("global|shared|shared::cta|shared::cluster", p->qualifiers[i].text);
            p->qualifiers[i].used = which > 0;
        }
    return spaces[which];
}

/* ---- groups ----------------------------------------------------------- */

static void emit_commit(cm_ptx *p, uint8_t groups)
{
    static const char *const tags[] = {"OP.COMMIT", NULL};
    int step = cm_emit_fence(p->as, tags);
    cm_asm_step(p->as, step)->async = (cm_async){.role = CM_ASYNC_COMMIT, .groups = groups};
}

static void emit_wait(cm_ptx *p, uint8_t groups, cm_async_role role, uint32_t pending)
{
    static const char *const tags[] = {"OP.WAIT", NULL};
    int step = cm_emit_fence(p->as, tags);
    cm_asm_step(p->as, step)->async =
        (cm_async){.role = (uint8_t)role, .groups = groups, .pending = pending};
}

static void wait_group(cm_ptx *p, uint8_t groups)
{
    bool reads = groups == CM_PTX_BULK_GROUPS && cm_ptx_has(p, "read");
    cm_ptx_all_used(p);
    cm_place place = p->lex->token.place;
    uint64_t pending = cm_ptx_number(p, "how many groups may be pending");
    if (pending > MOST_PENDING)
        cm_asm_fail(p->as, place, "the number of pending groups is too large, expected at most %d",
                    MOST_PENDING);
    emit_wait(p, groups, reads ? CM_ASYNC_WAIT_READS : CM_ASYNC_WAIT, (uint32_t)pending);
}

/* True: it was an instruction about groups. */
static bool about_groups(cm_ptx *p, uint8_t groups)
{
    if (cm_ptx_has(p, "wait_group")) {
        wait_group(p, groups);
        return true;
    }
    if (cm_ptx_has(p, "commit_group")) {
        cm_ptx_all_used(p);
        emit_commit(p, groups);
        return true;
    }
    if (groups == CM_PTX_BULK_GROUPS || !cm_ptx_has(p, "wait_all"))
        return false;
    cm_ptx_all_used(p); /* "equivalent to" the two */
    emit_commit(p, groups);
    emit_wait(p, groups, CM_ASYNC_WAIT, 0);
    return true;
}

/* ---- copies ----------------------------------------------------------- */

static const char *space_tag(int space)
{
    return space == GLOBAL_SPACE ? "OF.GLOBAL" : "OF.SHARED";
}

static const char *const *copy_tags(cm_ptx *p, const cm_ptx_copy *c, int space)
{
    return CM_PTX_TAGS(p, c->scope ? "RLX" : "WEAK", c->scope, c->scope ? "B128" : NULL,
                       c->bulk ? "ASYNC" : "GEN", c->bulk ? space_tag(space) : NULL, "OP.ASYNC");
}

static const cm_expr *after(cm_ptx *p, const cm_expr *address, unsigned offset)
{
    return offset == 0 ? address : cm_dotted_op(p, CM_OP_ADD, 64, address, cm_ptx_const(p, offset));
}

static void mark_part(cm_ptx *p, int step, uint8_t groups, int space, uint8_t part)
{
    cm_asm_step(p->as, step)->async =
        (cm_async){.role = CM_ASYNC_ACCESS, .groups = groups, .part = part};
    cm_asm_step(p->as, step)->reach = (cm_reach)space;
}

static void mark(cm_ptx *p, int step, uint8_t groups, int space)
{
    mark_part(p, step, groups, space, 0);
}

static unsigned piece_of(const cm_ptx_copy *c)
{
    return c->bytes < PIECE ? c->bytes : PIECE;
}

static unsigned alignment_of(const cm_ptx_copy *c)
{
    return c->bytes < 16 ? c->bytes : 16;
}

/* Strong copies are of 16 bytes each, single-copy atomic. */
static bool is_second_half(const cm_ptx_copy *c, unsigned offset)
{
    return c->scope && offset % 16 != 0;
}

/* So many bytes of the source into a register. */
static void emit_read(cm_ptx *p, const cm_ptx_copy *c, int to, unsigned at, unsigned bytes)
{
    int load =
        cm_emit_load(p->as, to, after(p, c->from, at), bytes, copy_tags(p, c, c->from_space));
    cm_asm_step(p->as, load)->joined = is_second_half(c, at);
    mark(p, load, c->groups, c->from_space);
    if (at == 0)
        cm_asm_align(p->as, load, alignment_of(c));
}

/* Reads the source, a piece into each of the registers; what it lacks is zeros ("cp.async"). */
static void emit_reads(cm_ptx *p, const cm_ptx_copy *c, int values[MOST_BYTES / PIECE])
{
    unsigned piece = piece_of(c), source = c->bytes - c->zeros;
    for (unsigned at = 0; at < c->bytes; at += piece) {
        int to = values[at / piece] = cm_asm_temporary(p->as);
        if (at + piece <= source) {
            emit_read(p, c, to, at, piece);
            continue;
        }
        const cm_expr *value = cm_ptx_const(p, 0);
        for (unsigned next = at, bytes = 4; bytes > 0; bytes /= 2)
            if (next + bytes <= source) {
                int part = cm_asm_temporary(p->as);
                emit_read(p, c, part, next, bytes);
                value = cm_dotted_op(p, CM_OP_OR, 64, value,
                                     cm_dotted_op(p, CM_OP_SHL, 64, cm_asm_reg(p->as, part),
                                                  cm_ptx_const(p, 8ul * (next - at))));
                next += bytes;
            }
        cm_emit_assign(p->as, to, value);
    }
}

/* Writes the pieces to a destination, which is that part of the operation. */
static void emit_writes(cm_ptx *p, const cm_ptx_copy *c, const int values[MOST_BYTES / PIECE],
                        uint8_t part)
{
    const char *const *tags = copy_tags(p, c, c->to_space);
    unsigned piece = piece_of(c);
    for (unsigned at = 0; at < c->bytes; at += piece) {
        const cm_expr *value = cm_asm_reg(p->as, values[at / piece]);
        int store = cm_emit_store(p->as, after(p, c->to, at), value, piece, tags);
        cm_asm_step(p->as, store)->joined = is_second_half(c, at);
        mark_part(p, store, c->groups, c->to_space, part);
        if (at == 0)
            cm_asm_align(p->as, store, alignment_of(c));
    }
}

void cm_ptx_emit_copy(cm_ptx *p, const cm_ptx_copy *c)
{
    int values[MOST_BYTES / PIECE];
    emit_reads(p, c, values);
    emit_writes(p, c, values, 0);
}

/* [to], [from], bytes */
static void read_operands(cm_ptx *p, cm_ptx_copy *c)
{
    c->to = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    c->from = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
}

static void refuse_spaces(cm_ptx *p, const char *expected)
{
    cm_asm_fail(p->as, p->place, "`%s` does not copy between these spaces, expected %s", p->opcode,
                expected);
}

/* {, src-size}: what is not copied of the destination is filled with zeros ("cp.async"). In a
 * register it is taken to be all of it, and nothing is known where it is not. */
static void read_source_size(cm_ptx *p, cm_ptx_copy *c, bool has_policy)
{
    cm_lexer ahead = *p->lex;
    bool more = cm_lexer_accept(&ahead, ",");
    while (more && !cm_lexer_is(&ahead, ",") && !cm_lexer_at_end(&ahead))
        cm_lexer_advance(&ahead);
    if (!more || (has_policy && cm_lexer_at_end(&ahead)))
        return;
    cm_dotted_comma(p);
    cm_place place = p->lex->token.place;
    const cm_expr *size = cm_ptx_value(p, 32);
    if (size->op == CM_OP_CONST && size->imm > c->bytes)
        cm_asm_fail(p->as, place, "the source is larger than the copy, expected at most %u",
                    c->bytes);
    if (size->op == CM_OP_CONST) {
        c->zeros = c->bytes - (unsigned)size->imm;
        return;
    }
    int step = cm_emit_assign(p->as, cm_asm_temporary(p->as), size);
    cm_asm_undefined(p->as, step, cm_dotted_op(p, CM_OP_NE, 32, size, cm_ptx_const(p, c->bytes)),
                     "may copy less than it writes, by a size in a register");
}

/* cp.async.ca.shared.global [to], [from], 4|8|16{, src-size}{, policy}; with .cg 16 only. */
static void copy_async(cm_ptx *p)
{
    static const int levels[] = {0, 4, 16};
    cm_ptx_copy c = {.groups = CM_PTX_COPY_GROUPS};
    int least = levels[cm_ptx_take(p, "ca|cg")];
    c.to_space = cm_ptx_take_space(p);
    c.from_space = cm_ptx_take_space(p);
    cm_ptx_take_prefetch(p);
    bool has_policy = cm_ptx_has(p, "L2::cache_hint");
    cm_ptx_all_used(p);
    if (least == 0)
        cm_asm_fail(p->as, p->place, "`cp.async` has no cache level, expected .ca or .cg");
    if (c.to_space != CTA_SPACE || c.from_space != GLOBAL_SPACE)
        refuse_spaces(p, ".shared.global");
    read_operands(p, &c);
    cm_place place = p->lex->token.place;
    uint64_t bytes = cm_ptx_number(p, "a number of bytes");
    if ((bytes != 4 && bytes != 8 && bytes != 16) || bytes < (unsigned)least)
        cm_asm_fail(p->as, place, "`cp.async` has no such size, expected %s",
                    least == 16 ? "16" : "4, 8 or 16");
    c.bytes = (unsigned)bytes;
    read_source_size(p, &c, has_policy);
    cm_ptx_skip_policy(p, has_policy);
    cm_ptx_emit_copy(p, &c);
}

static unsigned read_bulk_size(cm_ptx *p)
{
    cm_place place = p->lex->token.place;
    uint64_t bytes = cm_ptx_number(p, "a number of bytes");
    if (bytes == 0 || bytes % 16 != 0 || bytes > MOST_BYTES)
        cm_asm_fail(p->as, place,
                    "a bulk copy has no such size, expected a multiple of 16, at most %d",
                    MOST_BYTES);
    return (unsigned)bytes;
}

void cm_ptx_mark_signal(cm_ptx *p, int first, int past, cm_async how)
{
    for (int i = first; i < past; i++) {
        cm_step *step = cm_asm_step(p->as, i);
        if (step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE)
            step->async = how;
    }
}

static void emit_signal(cm_ptx *p, const cm_expr *object, int space, unsigned bytes, uint8_t part)
{
    int first = cm_emit_assign(p->as, cm_asm_temporary(p->as), cm_ptx_const(p, 0));
    cm_ptx_complete_tx(p, object, (cm_reach)space, bytes);
    int past = cm_emit_assign(p->as, cm_asm_temporary(p->as), cm_ptx_const(p, 0));
    cm_ptx_mark_signal(p, first, past, (cm_async){.role = CM_ASYNC_SIGNAL, .part = part});
}

const cm_expr *cm_ptx_emit_signal(cm_ptx *p, int space, unsigned bytes)
{
    const cm_expr *object = cm_ptx_read_address(p).value;
    emit_signal(p, object, space, bytes, 0);
    return object;
}

/* ---- to several CTAs: .multicast::cluster ------------------------------ */

/* there: where it is 0 the operation names what the CTA has not; NULL: everywhere. */
static void undefined_unless(cm_ptx *p, const cm_expr *there)
{
    cm_ptx_forbid(
        p, there ? cm_dotted_op(p, CM_OP_EQ, 64, there, cm_ptx_const(p, 0)) : cm_ptx_const(p, 1),
        "may copy to a CTA of its mask that has no counterpart of what it names");
}

/* What is read once is written to "the same CTA-relative offset" of each CTA, and the signal goes
 * to that of the object; of it alone, see docs/models/ptx.md. */
static void emit_to_cta(cm_ptx *p, const cm_ptx_copy *c, const int values[MOST_BYTES / PIECE],
                        const cm_expr *object, unsigned rank)
{
    const cm_expr *has_to, *has_object;
    cm_ptx_copy there = *c;
    there.to = cm_ptx_counterpart(p, c->to, rank, &has_to);
    object = cm_ptx_counterpart(p, object, rank, &has_object);
    if (!there.to || !object) {
        undefined_unless(p, NULL);
        return;
    }
    if (has_to)
        undefined_unless(p, has_to);
    if (has_object)
        undefined_unless(p, has_object);
    uint8_t part = (uint8_t)(rank + 1);
    emit_writes(p, &there, values, part);
    emit_signal(p, object, c->to_space, c->bytes, part);
}

void cm_ptx_check_multicast(cm_ptx *p, const cm_ptx_copy *c)
{
    if (c->to_space != CLUSTER_SPACE || c->from_space != GLOBAL_SPACE)
        refuse_spaces(p, ".shared::cluster.global with .multicast::cluster");
}

void cm_ptx_emit_multicast(cm_ptx *p, const cm_ptx_copy *c)
{
    int values[MOST_BYTES / PIECE];
    cm_ptx_need_shared(p);
    cm_dotted_comma(p);
    const cm_expr *object = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    const cm_expr *mask = cm_ptx_value(p, CM_PTX_MASK_CTAS), *guard = p->guard;
    emit_reads(p, c, values);
    for (unsigned rank = 0; rank < CM_PTX_MASK_CTAS; rank++) {
        if (mask->op == CM_OP_CONST && !(mask->imm >> rank & 1))
            continue;
        const cm_expr *bit = cm_dotted_op(
            p, CM_OP_AND, 64, cm_dotted_op(p, CM_OP_LSHR, 64, mask, cm_ptx_const(p, rank)),
            cm_ptx_const(p, 1));
        if (mask->op != CM_OP_CONST)
            cm_asm_set_guard(p->as, guard ? cm_dotted_op(p, CM_OP_AND, 64, guard, bit) : bit);
        emit_to_cta(p, c, values, object, rank);
    }
    cm_asm_set_guard(p->as, guard);
}

/* ---- bulk copies ------------------------------------------------------- */

/* {, [object]}{, policy}: a policy is a hint. "The destination has to be in the shared memory of a
 * different CTA" where the source is shared memory; that the object is beside the destination the
 * ISA does not say, and an H200 does not signal it elsewhere (docs/results.md). */
static void finish_bulk(cm_ptx *p, const cm_ptx_copy *c, bool signals, bool has_policy)
{
    if (signals) {
        cm_dotted_comma(p);
        const cm_expr *object = cm_ptx_emit_signal(p, c->to_space, c->bytes);
        if (c->to_space == CLUSTER_SPACE)
            cm_ptx_need_one_cta(p, c->to, object,
                                c->from_space == CTA_SPACE ? CM_PTX_ELSEWHERE : CM_PTX_ANYWHERE);
    }
    cm_ptx_skip_policy(p, has_policy);
}

/* cp.async.bulk.global.shared::cta.bulk_group [to], [from], bytes
 * cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes [to], [from], bytes, [object]
 * the same with .shared::cluster.global and .multicast::cluster: and `, mask` after the object */
static void copy_bulk(cm_ptx *p)
{
    cm_ptx_copy c = {.groups = NO_GROUPS, .bulk = true};
    if (about_groups(p, CM_PTX_BULK_GROUPS))
        return;
    if (cm_ptx_has(p, "tensor")) {
        cm_ptx_copy_tensor(p);
        return;
    }
    bool grouped = cm_ptx_has(p, "bulk_group");
    bool signals = cm_ptx_has(p, "mbarrier::complete_tx::bytes");
    bool has_policy = cm_ptx_has(p, "L2::cache_hint");
    bool multicast = cm_ptx_has(p, "multicast::cluster");
    /* .relaxed.SCOPE.b128 of 9.3: strong, 16 bytes at a time. */
    bool relaxed = cm_ptx_has(p, "relaxed"), pieces = cm_ptx_has(p, "b128");
    cm_ptx_has(p, "weak");
    c.scope = cm_ptx_take_scope(p, NULL);
    if (relaxed != (c.scope != NULL) || relaxed != pieces)
        cm_asm_fail(p->as, p->place,
                    "this bulk copy has only a part of order, scope and type, expected .relaxed, "
                    ".cta, .cluster, .gpu or .sys, and .b128, or none of them");
    c.to_space = cm_ptx_take_space(p);
    c.from_space = cm_ptx_take_space(p);
    cm_ptx_all_used(p);
    if (grouped == signals)
        cm_asm_fail(p->as, p->place,
                    "this bulk copy says in no way, or in two ways, how it completes, expected "
                    ".bulk_group or .mbarrier::complete_tx::bytes");
    c.groups = grouped ? CM_PTX_BULK_GROUPS : NO_GROUPS;
    bool to_shared = c.to_space == CTA_SPACE || c.to_space == CLUSTER_SPACE;
    if (grouped && (c.to_space != GLOBAL_SPACE || c.from_space != CTA_SPACE))
        refuse_spaces(p, ".global.shared::cta with .bulk_group");
    if (!grouped && !(to_shared && c.from_space == GLOBAL_SPACE) &&
        !(c.to_space == CLUSTER_SPACE && c.from_space == CTA_SPACE))
        refuse_spaces(p, ".shared::cta.global, .shared::cluster.global or "
                         ".shared::cluster.shared::cta with an mbarrier");
    if (multicast)
        cm_ptx_check_multicast(p, &c);
    read_operands(p, &c);
    c.bytes = read_bulk_size(p);
    if (multicast)
        cm_ptx_emit_multicast(p, &c);
    else
        cm_ptx_emit_copy(p, &c);
    finish_bulk(p, &c, signals && !multicast, has_policy);
}

/* ---- reductions ------------------------------------------------------- */

typedef struct reduction {
    cm_ptx_copy copy;
    const char *scope;
    cm_ptx_operation operation;
    cm_ptx_type type;
} reduction;

/* Each element by itself is atomic, .relaxed.gpu where nothing is said ("cp.reduce.async.bulk"). */
static void emit_reduction(cm_ptx *p, const reduction *r)
{
    const char *to = space_tag(r->copy.to_space);
    const char *const *write = CM_PTX_TAGS(p, "RLX", r->scope, "ASYNC", to, "OP.ASYNC", "ATOM");
    const char *const *read =
        CM_PTX_TAGS(p, "RLX", r->scope, "ASYNC", to, "OP.ASYNC", "ATOM", "RED", "NoRet");
    const char *const *source = copy_tags(p, &r->copy, r->copy.from_space);
    unsigned width = r->type.bits / 8;
    for (unsigned at = 0; at < r->copy.bytes; at += width) {
        int added = cm_asm_temporary(p->as), old = cm_asm_temporary(p->as);
        int from = cm_emit_load(p->as, added, after(p, r->copy.from, at), width, source);
        mark(p, from, r->copy.groups, r->copy.from_space);
        int load = cm_emit_load(p->as, old, after(p, r->copy.to, at), width, read);
        mark(p, load, r->copy.groups, r->copy.to_space);
        const cm_expr *value = cm_ptx_combined(p, r->operation, r->type, cm_asm_reg(p->as, old),
                                               cm_asm_reg(p->as, added));
        int store = cm_emit_store(p->as, after(p, r->copy.to, at), value, width, write);
        mark(p, store, r->copy.groups, r->copy.to_space);
        cm_asm_step(p->as, store)->rmw = load;
        if (at == 0) {
            cm_asm_align(p->as, from, 16);
            cm_asm_align(p->as, load, 16);
        }
    }
}

/* Types of each operation on global memory and on shared memory; those of floats are not read. */
static bool reduces(const char *name, cm_ptx_type type, bool shared)
{
    static const struct {
        const char *operations, *types, *shared;
    } rows[] = {{"add", "u32 s32 u64", "u32 s32 u64"},
                {"min max", "u32 s32 u64 s64", "u32 s32"},
                {"inc dec", "u32", "u32"},
                {"and or xor", "b32 b64", "b32"}};
    static const char kinds[] = {
        [CM_PTX_UNSIGNED] = 'u', [CM_PTX_SIGNED] = 's', [CM_PTX_BITS] = 'b', [CM_PTX_PRED] = 'p'};
    char wanted[8] = {kinds[type.kind], (char)('0' + type.bits / 10), (char)('0' + type.bits % 10)};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strstr(rows[i].operations, name))
            return strstr(shared ? rows[i].shared : rows[i].types, wanted) != NULL;
    return false;
}

/* cp.reduce.async.bulk.global.shared::cta.bulk_group.OPERATION.TYPE [to], [from], bytes
 * cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.OPERATION.TYPE
 *         [to], [from], bytes, [object] */
static void reduce_bulk(cm_ptx *p)
{
    reduction r = {.copy = {.bulk = true}};
    const char *name = NULL; /* of the operation */
    for (int i = 0; i < p->qualifier_count && !name; i++)
        if (cm_ptx_among("add|min|max|inc|dec|and|or|xor", p->qualifiers[i].text))
            name = p->qualifiers[i].text;
    bool whole = cm_ptx_has(p, "async") && cm_ptx_has(p, "bulk");
    bool grouped = cm_ptx_has(p, "bulk_group");
    bool signals = cm_ptx_has(p, "mbarrier::complete_tx::bytes");
    r.copy.groups = grouped ? CM_PTX_BULK_GROUPS : NO_GROUPS;
    r.copy.to_space = cm_ptx_take_space(p);
    r.copy.from_space = cm_ptx_take_space(p);
    bool relaxed = cm_ptx_has(p, "relaxed"), has_policy = cm_ptx_has(p, "L2::cache_hint");
    r.scope = cm_ptx_take_scope(p, NULL);
    r.operation = cm_ptx_take_operation(p);
    r.type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (relaxed != (r.scope != NULL))
        cm_asm_fail(p->as, p->place,
                    "`cp.reduce` has an order or a scope alone, expected both or none");
    r.scope = r.scope ? r.scope : "GPU";
    if (!whole || grouped == signals || !name || !reduces(name, r.type, signals))
        cm_asm_fail(p->as, p->place,
                    "this `cp.reduce` is not read, expected cp.reduce.async.bulk, .bulk_group or "
                    ".mbarrier::complete_tx::bytes, an operation and an integer type that it has");
    if (r.copy.to_space != (grouped ? GLOBAL_SPACE : CLUSTER_SPACE) ||
        r.copy.from_space != CTA_SPACE)
        refuse_spaces(p, ".global.shared::cta with .bulk_group, or .shared::cluster.shared::cta "
                         "with an mbarrier");
    read_operands(p, &r.copy);
    r.copy.bytes = read_bulk_size(p);
    emit_reduction(p, &r);
    finish_bulk(p, &r.copy, signals, has_policy);
}

/* cp.async.mbarrier.arrive{.noinc}.shared{::cta}.b64 [object] */
static void arrive_after_copies(cm_ptx *p)
{
    bool whole = cm_ptx_has(p, "arrive"), keeps = cm_ptx_has(p, "noinc");
    int space = cm_ptx_take_space(p);
    cm_ptx_type type = cm_ptx_take_type(p);
    cm_ptx_all_used(p);
    if (!whole || (space != NO_SPACE && space != CTA_SPACE) || type.bits != 64 ||
        type.kind != CM_PTX_BITS)
        cm_asm_fail(p->as, p->place,
                    "this `cp.async.mbarrier` does not exist, expected .arrive or .arrive.noinc, "
                    ".shared and .b64");
    cm_ptx_address object = cm_ptx_read_address(p);
    cm_ptx_arrive_async(p, object.value, !keeps, CM_PTX_COPY_GROUPS);
}

static void cp(cm_ptx *p)
{
    for (int i = 0, bulk = 0; i < p->qualifier_count; i++) {
        bulk |= strcmp(p->qualifiers[i].text, "bulk") == 0;
        if (bulk && strcmp(p->qualifiers[i].text, "shared") == 0)
            cm_asm_fail(p->as, p->qualifiers[i].place,
                        "this bulk copy does not say whose shared memory it means, expected "
                        ".shared::cta or .shared::cluster");
    }
    if (cm_ptx_has(p, "reduce")) {
        reduce_bulk(p);
        return;
    }
    if (!cm_ptx_has(p, "async"))
        cm_asm_fail(p->as, p->place, "`cp` needs .async, expected cp.async");
    if (cm_ptx_has(p, "bulk"))
        copy_bulk(p);
    else if (cm_ptx_has(p, "mbarrier"))
        arrive_after_copies(p);
    else if (!about_groups(p, CM_PTX_COPY_GROUPS))
        copy_async(p);
}

const cm_ptx_opcode cm_ptx_async_opcodes[] = {{"cp", cp, 0, cm_ptxn_copy, NULL},
                                              {NULL, NULL, 0, NULL, NULL}};
