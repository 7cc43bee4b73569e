/* Tensor maps of PTX (PTX ISA 9.4, "tensormap.replace", "tensormap.cp_fenceproxy", "membar, fence":
 * .tensormap::generic, "cp.async.bulk.tensor"), as far as memory ordering goes: a map is a word of
 * 8 bytes, the address of its tensor, whose boxes have 16 bytes in one dimension. Copies read the
 * map by way of the tensormap proxy. */
#include "litmus/isa/ptx/ptx_async.h"

enum { MAP_BYTES = 128, WORD = 8, BOX_BYTES = 16, MAP_ALIGNMENT = 64 };

static uint64_t read_size(cm_ptx *p)
{
    cm_place place = p->lex->token.place;
    cm_dotted_comma(p);
    if (!cm_ptx_at_number(p))
        cm_lexer_fail(p->lex, "expected the size 128, found %s", cm_lexer_describe(p->lex));
    uint64_t bytes = cm_lexer_integer(p->lex, "a size");
    if (bytes != MAP_BYTES)
        cm_asm_fail(p->as, place, "size of a tensor map, expected 128");
    return bytes;
}

static void emit_release(cm_ptx *p, const char *scope)
{
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(p->as), 4, const char *);
    tags[0] = "PROXY.TMAP", tags[1] = "PROXY.REL", tags[2] = scope;
    cm_emit_fence(p->as, tags);
}

/* fence.proxy.tensormap::generic.acquire.SCOPE [map], 128 is about that map only: an event with
 * its address, which models take for a fence. */
static void emit_acquire(cm_ptx *p, const char *scope, const cm_expr *map)
{
    const char **tags = CM_NEW_ARRAY(cm_asm_arena(p->as), 6, const char *);
    tags[0] = "WEAK", tags[1] = "GEN", tags[2] = "PROXY.TMAP", tags[3] = "PROXY.ACQ";
    tags[4] = scope;
    int step = cm_emit_load(p->as, cm_asm_temporary(p->as), map, WORD, tags);
    cm_asm_align(p->as, step, MAP_ALIGNMENT);
}

bool cm_ptx_tensormap_fence(cm_ptx *p)
{
    if (!cm_ptx_has(p, "tensormap::generic"))
        return false;
    bool releases = cm_ptx_has(p, "release"), acquires = cm_ptx_has(p, "acquire");
    const char *scope = cm_ptx_take_scope(p, NULL);
    cm_ptx_all_used(p);
    if (releases == acquires || !scope)
        cm_asm_fail(p->as, p->place,
                    "order or scope of a tensormap fence, expected .release or .acquire and .cta, "
                    ".cluster, .gpu or .sys");
    if (releases) {
        emit_release(p, scope);
        return true;
    }
    const cm_expr *map = cm_ptx_read_address(p).value;
    read_size(p);
    emit_acquire(p, scope, map);
    return true;
}

/* ---- maps changed --------------------------------------------------------- */

static int store_word(cm_ptx *p, const cm_expr *map, const cm_expr *value, cm_reach space)
{
    static const char *const tags[] = {"WEAK", "GEN", NULL};
    int step = cm_emit_store(p->as, map, value, WORD, tags);
    cm_asm_step(p->as, step)->reach = space;
    cm_asm_align(p->as, step, MAP_ALIGNMENT);
    return step;
}

/* tensormap.replace.tile.global_address{.ss}.b1024.b64 [map], address: a weak write. */
static void replace(cm_ptx *p)
{
    static const cm_dotted_word spaces[] = {
        {"global", CM_REACH_GLOBAL}, {"shared::cta", CM_REACH_CTA}, {NULL, 0}};
    bool whole = cm_ptx_has(p, "tile"), address = cm_ptx_has(p, "global_address");
    int space = cm_dotted_take(p, spaces, CM_REACH_ANY);
    whole = cm_ptx_has(p, "b1024") && whole;
    cm_ptx_type type = cm_ptx_take_type(p);
    if (!address || !whole || type.bits != 64 || type.kind != CM_PTX_BITS)
        cm_asm_fail(p->as, p->place,
                    "this field of a tensor map is not read, expected "
                    "tensormap.replace.tile.global_address.b1024.b64");
    cm_ptx_all_used(p);
    const cm_expr *map = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    const cm_expr *value =
        cm_ptx_at_location(p) ? cm_ptx_read_address(p).value : cm_ptx_value(p, 64);
    store_word(p, map, value, (cm_reach)space);
}

/* A copy by the thread itself, and a release fence behind it. */
static void copy_and_fence(cm_ptx *p)
{
    static const char *const tags[] = {"WEAK", "GEN", NULL};
    bool whole = cm_ptx_has(p, "global") && cm_ptx_has(p, "shared::cta") &&
                 cm_ptx_has(p, "tensormap::generic") && cm_ptx_has(p, "release") &&
                 cm_ptx_has(p, "sync") && cm_ptx_has(p, "aligned");
    const char *scope = cm_ptx_take_scope(p, NULL);
    cm_ptx_all_used(p);
    if (!whole || !scope)
        cm_asm_fail(p->as, p->place,
                    "this form of `tensormap.cp_fenceproxy` does not exist, expected "
                    ".global.shared::cta.tensormap::generic.release, a scope, .sync.aligned");
    const cm_expr *to = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    const cm_expr *from = cm_ptx_read_address(p).value;
    read_size(p);
    int value = cm_asm_temporary(p->as);
    int load = cm_emit_load(p->as, value, from, WORD, tags);
    cm_asm_step(p->as, load)->reach = CM_REACH_CTA;
    cm_asm_align(p->as, load, MAP_ALIGNMENT);
    store_word(p, to, cm_asm_reg(p->as, value), CM_REACH_GLOBAL);
    emit_release(p, scope);
}

static void tensormap(cm_ptx *p, int detail)
{
    (void)detail;
    if (cm_ptx_has(p, "replace"))
        replace(p);
    else if (cm_ptx_has(p, "cp_fenceproxy"))
        copy_and_fence(p);
    else
        cm_asm_fail(p->as, p->place,
                    "`tensormap` has no operation, expected .replace or .cp_fenceproxy");
}

/* ---- copies of tensors ------------------------------------------------------- */

/* [map, {coordinate}]: the address of that box, which the operation reads out of the map. */
static const cm_expr *read_box(cm_ptx *p, uint8_t groups)
{
    static const char *const tags[] = {"WEAK", "TMAP", "OP.ASYNC", NULL};
    cm_lexer_expect(p->lex, "[");
    const cm_expr *map = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    cm_lexer_expect(p->lex, "{");
    const cm_expr *coordinate = cm_ptx_value(p, 32);
    cm_lexer_expect(p->lex, "}");
    cm_lexer_expect(p->lex, "]");
    int tensor = cm_asm_temporary(p->as);
    int step = cm_emit_load(p->as, tensor, map, WORD, tags);
    cm_asm_align(p->as, step, MAP_ALIGNMENT);
    cm_asm_step(p->as, step)->async = (cm_async){.role = CM_ASYNC_ACCESS, .groups = groups};
    const cm_expr *bytes =
        cm_dotted_op(p, CM_OP_MUL, 64, cm_asm_op_imm(p->as, CM_OP_SEXT, 64, 32, coordinate),
                     cm_ptx_const(p, BOX_BYTES));
    return cm_dotted_op(p, CM_OP_ADD, 64, cm_asm_reg(p->as, tensor), bytes);
}

/* cp.async.bulk.tensor.1d.shared::cta.global.tile.mbarrier::complete_tx::bytes
 *         [to], [map, {coordinate}], [object]
 * cp.async.bulk.tensor.1d.global.shared::cta.tile.bulk_group [map, {coordinate}], [from] */
void cm_ptx_copy_tensor(cm_ptx *p)
{
    bool one = cm_ptx_has(p, "1d"), grouped = cm_ptx_has(p, "bulk_group");
    bool signals = cm_ptx_has(p, "mbarrier::complete_tx::bytes");
    cm_ptx_has(p, "tile");
    cm_ptx_copy c = {.bulk = true, .bytes = BOX_BYTES};
    c.to_space = cm_ptx_take_space(p);
    c.from_space = cm_ptx_take_space(p);
    cm_ptx_all_used(p);
    bool loads = c.from_space == CM_REACH_GLOBAL &&
                 (c.to_space == CM_REACH_CTA || c.to_space == CM_REACH_CLUSTER);
    bool stores = c.to_space == CM_REACH_GLOBAL && c.from_space == CM_REACH_CTA;
    if (!one || (!(loads && signals && !grouped) && !(stores && grouped && !signals)))
        cm_asm_fail(p->as, p->place,
                    "this copy of a tensor is not read, expected cp.async.bulk.tensor.1d with "
                    ".shared::cta.global and .mbarrier::complete_tx::bytes, or with "
                    ".global.shared::cta and .bulk_group");
    if (stores) {
        c.groups = CM_PTX_BULK_GROUPS;
        c.to = read_box(p, c.groups);
        cm_dotted_comma(p);
        c.from = cm_ptx_read_address(p).value;
        cm_ptx_emit_copy(p, &c);
        return;
    }
    c.to = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    c.from = read_box(p, c.groups);
    cm_ptx_emit_copy(p, &c);
    cm_dotted_comma(p);
    cm_ptx_emit_signal(p, c.to_space, c.bytes);
}

const cm_dotted_opcode cm_ptx_tensor_opcodes[] = {{"tensormap", tensormap, 0}, {NULL, NULL, 0}};
