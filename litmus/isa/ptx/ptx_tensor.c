/* Tensor maps of PTX (PTX ISA 9.4, "tensormap.replace", "tensormap.cp_fenceproxy", "membar, fence":
 * .tensormap::generic, "cp.async.bulk.tensor"), as far as memory ordering goes. A map is an array
 * of words of 8 bytes:
 *
 *      word 0        the address of its tensor, which is made of boxes of 16 bytes
 *      word 1, 2 ... how many boxes the tensor has in dimension 0, 1, ...; a tensor of n dimensions
 *                    needs n - 1 of them, and one of a single dimension is a map of one word
 *
 * Copies read these words by way of the tensormap proxy. */
#include "litmus/isa/ptx/ptx_access.h"
#include "litmus/isa/ptx/ptx_async.h"

enum { MAP_BYTES = 128, WORD = 8, BOX_BYTES = 16, MAP_ALIGNMENT = 64, MOST_DIMENSIONS = 5 };

/* ---- words -------------------------------------------------------------------- */

static const cm_expr *word_at(cm_ptx *p, const cm_expr *map, unsigned word)
{
    return word == 0 ? map : cm_dotted_op(p, CM_OP_ADD, 64, map, cm_ptx_const(p, word * WORD));
}

static void align_word(cm_ptx *p, int step, unsigned word)
{
    cm_asm_align(p->as, step, word == 0 ? MAP_ALIGNMENT : WORD);
}

/* Into a register that nobody looks at. */
static void touch_word(cm_ptx *p, const cm_expr *map, unsigned word, cm_reach space,
                       const char *const *tags)
{
    int step = cm_emit_load(p->as, cm_asm_temporary(p->as), word_at(p, map, word), WORD, tags);
    cm_asm_step(p->as, step)->reach = space;
    align_word(p, step, word);
}

/* Of how many words the map is that the operand names; one in a register has one. */
static unsigned words_of(cm_ptx *p, const cm_expr *map)
{
    const cm_test *test = cm_asm_test(p->as);
    uint64_t offset;
    int location = map->op == CM_OP_CONST ? cm_test_locate(test, map->imm, &offset) : -1;
    unsigned words = location < 0 ? 1 : test->locations[location].count;
    return words < MOST_DIMENSIONS ? words : MOST_DIMENSIONS;
}

/* ---- fences ------------------------------------------------------------------- */

static void read_size(cm_ptx *p)
{
    cm_place place = p->lex->token.place;
    cm_dotted_comma(p);
    if (cm_ptx_number(p, "the size 128") != MAP_BYTES)
        cm_asm_fail(p->as, place, "a tensor map does not have this size, expected 128");
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
                    "a tensormap fence does not have this order or scope, expected .release or "
                    ".acquire and .cta, .cluster, .gpu or .sys");
    if (releases) {
        cm_emit_fence(p->as, CM_PTX_TAGS(p, "PROXY.TMAP", "PROXY.REL", scope));
        return true;
    }
    const cm_expr *map = cm_ptx_read_address(p).value;
    read_size(p);
    /* fence.proxy.tensormap::generic.acquire.SCOPE [map], 128 is about that map only, which is in
     * global memory: an event with the address of each word, which models take for a fence. */
    const char *const *tags = CM_PTX_TAGS(p, "WEAK", "GEN", "PROXY.TMAP", "PROXY.ACQ", scope);
    unsigned words = words_of(p, map);
    for (unsigned word = 0; word < words; word++)
        touch_word(p, map, word, CM_REACH_GLOBAL, tags);
    return true;
}

/* ---- maps changed --------------------------------------------------------- */

static void store_word(cm_ptx *p, const cm_expr *map, unsigned word, const cm_expr *value,
                       cm_reach space)
{
    static const char *const tags[] = {"WEAK", "GEN", NULL};
    int step = cm_emit_store(p->as, word_at(p, map, word), value, WORD, tags);
    cm_asm_step(p->as, step)->reach = space;
    align_word(p, step, word);
}

/* Which word the field is: 1 + the ordinal of a dimension. */
static unsigned read_dimension(cm_ptx *p)
{
    cm_place place = p->lex->token.place;
    uint64_t ordinal = cm_ptx_number(p, "the number of a dimension");
    cm_dotted_comma(p);
    if (ordinal >= MOST_DIMENSIONS - 1)
        cm_asm_fail(p->as, place,
                    "the tensor's length is not used in this dimension, expected 0 to %d",
                    MOST_DIMENSIONS - 2);
    return 1 + (unsigned)ordinal;
}

/* tensormap.replace.tile.global_address{.ss}.b1024.b64 [map], address
 * tensormap.replace.tile.global_dim{.ss}.b1024.b32 [map], dimension, boxes
 * "a weak memory operation, on the entire object": it writes the word that changes, and reads the
 * others, so that two changes of different fields race. */
static void replace(cm_ptx *p)
{
    static const char *const tags[] = {"WEAK", "GEN", NULL};
    static const int spaces[] = {CM_REACH_ANY, CM_REACH_GLOBAL, CM_REACH_CTA};
    bool whole = cm_ptx_has(p, "tile"), address = cm_ptx_has(p, "global_address");
    bool field = cm_ptx_has(p, "global_dim") != address;
    int space = spaces[cm_ptx_take(p, "global|shared::cta")];
    whole = cm_ptx_has(p, "b1024") && whole;
    cm_ptx_type type = cm_ptx_take_type(p);
    if (!field || !whole || type.bits != (address ? 64 : 32) || type.kind != CM_PTX_BITS)
        cm_asm_fail(p->as, p->place,
                    "this field of a tensor map is not read, expected "
                    "tensormap.replace.tile.global_address.b1024.b64 or .global_dim.b1024.b32");
    cm_ptx_all_used(p);
    const cm_expr *map = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    unsigned word = address ? 0 : read_dimension(p);
    const cm_expr *value = address && cm_ptx_at_location(p) ? cm_ptx_read_address(p).value
                                                            : cm_ptx_value(p, type.bits);
    if (!address)
        value = cm_asm_op_imm(p->as, CM_OP_ZEXT, 64, 32, value);
    unsigned words = words_of(p, map);
    for (unsigned other = 0; other < words; other++)
        if (other != word)
            touch_word(p, map, other, (cm_reach)space, tags);
    store_word(p, map, word, value, (cm_reach)space);
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
    unsigned words = words_of(p, from);
    for (unsigned word = 0; word < words; word++) {
        int value = cm_asm_temporary(p->as);
        int load = cm_emit_load(p->as, value, word_at(p, from, word), WORD, tags);
        cm_asm_step(p->as, load)->reach = CM_REACH_CTA;
        align_word(p, load, word);
        store_word(p, to, word, cm_asm_reg(p->as, value), CM_REACH_GLOBAL);
    }
    cm_emit_fence(p->as, CM_PTX_TAGS(p, "PROXY.TMAP", "PROXY.REL", scope));
}

static void tensormap(cm_ptx *p)
{
    if (cm_ptx_has(p, "replace"))
        replace(p);
    else if (cm_ptx_has(p, "cp_fenceproxy"))
        copy_and_fence(p);
    else
        cm_asm_fail(p->as, p->place,
                    "`tensormap` has no operation, expected .replace or .cp_fenceproxy");
}

/* ---- copies of tensors ------------------------------------------------------- */

/* A word of the map, which the operation reads. */
static const cm_expr *load_word(cm_ptx *p, const cm_expr *map, unsigned word, uint8_t groups)
{
    static const char *const tags[] = {"WEAK", "TMAP", "OP.ASYNC", NULL};
    int value = cm_asm_temporary(p->as);
    int step = cm_emit_load(p->as, value, word_at(p, map, word), WORD, tags);
    align_word(p, step, word);
    cm_asm_step(p->as, step)->async = (cm_async){.role = CM_ASYNC_ACCESS, .groups = groups};
    return cm_asm_reg(p->as, value);
}

static const cm_expr *op(cm_ptx *p, cm_op which, const cm_expr *a, const cm_expr *b)
{
    return cm_dotted_op(p, which, 64, a, b);
}

/* [map, {c0, c1, ...}]: the address of that box, c0 + boxes0 * (c1 + boxes1 * ...). */
static const cm_expr *read_box(cm_ptx *p, unsigned dimensions, uint8_t groups)
{
    const cm_expr *coordinates[MOST_DIMENSIONS];
    cm_lexer_expect(p->lex, "[");
    const cm_expr *map = cm_ptx_read_address(p).value;
    cm_insn_operand *noted = &p->operands[p->insn.operand_count - 1];
    noted->is_address = noted->opens = true;
    cm_dotted_comma(p);
    cm_ptx_read_values(p, false, (int)dimensions, 32, coordinates);
    for (unsigned d = 0; d < dimensions; d++)
        coordinates[d] = cm_asm_op_imm(p->as, CM_OP_SEXT, 64, 32, coordinates[d]);
    cm_lexer_expect(p->lex, "]");
    const cm_expr *tensor = load_word(p, map, 0, groups);
    const cm_expr *box = coordinates[dimensions - 1];
    for (unsigned d = dimensions - 1; d-- > 0;) {
        const cm_expr *boxes = load_word(p, map, 1 + d, groups);
        /* What lies outside of the tensor reads as zeros and is not written ("Tensors",
         * out-of-boundary access): no memory ordering there, so that it is left open. */
        cm_ptx_forbid(p, op(p, CM_OP_ULE, boxes, coordinates[d]),
                      "may copy a box outside of its tensor");
        box = op(p, CM_OP_ADD, coordinates[d], op(p, CM_OP_MUL, boxes, box));
    }
    return op(p, CM_OP_ADD, tensor, op(p, CM_OP_MUL, box, cm_ptx_const(p, BOX_BYTES)));
}

/* cp.async.bulk.tensor.DIM.shared::cta.global.tile.mbarrier::complete_tx::bytes
 *         [to], [map, {coordinates}], [object]
 * cp.async.bulk.tensor.DIM.global.shared::cta.tile.bulk_group [map, {coordinates}], [from] */
void cm_ptx_copy_tensor(cm_ptx *p)
{
    unsigned dimensions = (unsigned)cm_ptx_take(p, "1d|2d|3d|4d|5d");
    bool grouped = cm_ptx_has(p, "bulk_group");
    bool signals = cm_ptx_has(p, "mbarrier::complete_tx::bytes");
    bool multicast = cm_ptx_has(p, "multicast::cluster");
    bool has_policy = cm_ptx_has(p, "L2::cache_hint");
    cm_ptx_has(p, "tile");
    cm_ptx_copy c = {.bulk = true, .bytes = BOX_BYTES};
    c.to_space = cm_ptx_take_space(p);
    c.from_space = cm_ptx_take_space(p);
    cm_ptx_all_used(p);
    bool loads = c.from_space == CM_REACH_GLOBAL &&
                 (c.to_space == CM_REACH_CTA || c.to_space == CM_REACH_CLUSTER);
    bool stores = c.to_space == CM_REACH_GLOBAL && c.from_space == CM_REACH_CTA;
    if (dimensions == 0 || (!(loads && signals && !grouped) && !(stores && grouped && !signals)))
        cm_asm_fail(
            p->as, p->place,
            "this copy of a tensor is not read, expected cp.async.bulk.tensor.1d to .5d with "
            ".shared::cta.global and .mbarrier::complete_tx::bytes, or with "
            ".global.shared::cta and .bulk_group");
    if (multicast)
        cm_ptx_check_multicast(p, &c);
    if (stores) {
        c.groups = CM_PTX_BULK_GROUPS;
        c.to = read_box(p, dimensions, c.groups);
        cm_dotted_comma(p);
        c.from = cm_ptx_read_address(p).value;
        cm_ptx_emit_copy(p, &c);
        cm_ptx_skip_policy(p, has_policy);
        return;
    }
    c.to = cm_ptx_read_address(p).value;
    cm_dotted_comma(p);
    c.from = read_box(p, dimensions, c.groups);
    if (multicast) {
        cm_ptx_emit_multicast(p, &c);
    } else {
        cm_ptx_emit_copy(p, &c);
        cm_dotted_comma(p);
        cm_ptx_emit_signal(p, c.to_space, c.bytes);
    }
    cm_ptx_skip_policy(p, has_policy);
}

const cm_ptx_opcode cm_ptx_tensor_opcodes[] = {{"tensormap", tensormap, 0, NULL, NULL},
                                               {NULL, NULL, 0, NULL, NULL}};
