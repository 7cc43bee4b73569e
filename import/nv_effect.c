/* What a thread does to others, instruction by instruction as the test gets them: which bytes it
 * accesses, which barriers it comes to, from which lanes of its warp it takes values. Whatever
 * is not known here counts as more: any location, all bytes, all lanes. */
#include "import/nv_code.h"

#include <string.h>

enum { WARP = 32, BARRIERS = 16 };

/* ---- memory -------------------------------------------------------------------------- */

const char *cm_nv_memory_name(cm_arena *arena, const cm_nv_location *l)
{
    return l->variable < 0 ? l->name : cm_arena_printf(arena, "%d in %d", l->variable, l->cta);
}

/* How many bytes an access has, from its address on; UINT64_MAX: not known. */
static uint64_t bytes_of(cm_nv_follow *f, const cm_nv_line *line)
{
    static const struct {
        const char *qualifier;
        unsigned elements;
    } vectors[] = {{"v2", 2}, {"v4", 4}, {"v8", 8}};
    static const char *const plain[] = {"ld", "st", "atom", "red", "mbarrier"};
    if (cm_nv_opcode_is(line, "cp") && line->count > 2) {
        cm_nv_known size = cm_nv_value_of(f, &line->operands[2]);
        return size.kind == CM_NV_CONSTANT ? size.number : UINT64_MAX;
    }
    bool known = false;
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        known |= cm_nv_opcode_is(line, plain[i]);
    uint64_t bytes = cm_nv_type_of(line) / 8;
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++)
        if (cm_nv_has(line, vectors[i].qualifier))
            bytes *= vectors[i].elements;
    return known && bytes > 0 ? bytes : UINT64_MAX;
}

static void add_access(cm_nv_follow *f, const cm_nv_line *line, int operand)
{
    const cm_nv_operand *o = &line->operands[operand];
    cm_nv_known k = cm_nv_value_of(f, &o->items[0]);
    bool reads = cm_nv_opcode_is(line, "ld") || cm_nv_has(line, "ld_reduce") ||
                 cm_nv_has(line, "test_wait") || cm_nv_has(line, "try_wait") ||
                 (cm_nv_opcode_is(line, "cp") && operand == 1); /* the source of a copy */
    cm_import_access a = {NULL, 0, UINT64_MAX, !reads, cm_nv_opcode_is(line, "mbarrier")};
    if (k.kind == CM_NV_ADDRESS && cm_nv_is_private(f->nv, k.location))
        return;
    if (k.kind == CM_NV_INDEXED)
        a.memory = cm_nv_memory_name(f->work->arena, &f->nv->locations[k.location]);
    if (k.kind == CM_NV_ADDRESS) {
        a.memory = cm_nv_memory_name(f->work->arena, &f->nv->locations[k.location]);
        a.from = k.number + o->number;
        uint64_t bytes = bytes_of(f, line);
        a.to = bytes > UINT64_MAX - a.from ? UINT64_MAX : a.from + bytes;
    }
    cm_import_add_access(f->effects, a);
}

/* ---- barriers --------------------------------------------------------------------------- */

static uint64_t number_in(cm_nv_follow *f, const cm_nv_line *line, int operand, uint64_t otherwise)
{
    if (operand >= line->count)
        return otherwise;
    cm_nv_known k = cm_nv_value_of(f, &line->operands[operand]);
    return k.kind == CM_NV_CONSTANT ? k.number : otherwise;
}

/* bar.sync a{, b}   bar.red.popc.u32 d, a{, b}, p   barrier.cluster.arrive   bar.warp.sync mask */
static void add_barrier(cm_nv_follow *f, const cm_nv_line *line)
{
    cm_import_effects *e = f->effects;
    if (cm_nv_has(line, "warp")) {
        e->lanes = true;
        e->waits_for |= (uint32_t)number_in(f, line, 0, UINT32_MAX);
        return;
    }
    e->cluster |= cm_nv_has(line, "cluster");
    if (cm_nv_has(line, "cluster"))
        return;
    int first = cm_nv_has(line, "red"), operands = line->count - 2 * first;
    e->reduces |= first;
    e->cta |= operands < 2;
    if (operands >= 2) {
        uint64_t number = number_in(f, line, first, BARRIERS);
        e->counted |= number < BARRIERS ? UINT32_C(1) << number : UINT32_MAX;
    }
}

/* ---- lanes -------------------------------------------------------------------------------- */

/* The lanes that a shfl.sync may take from (PTX ISA, "shfl.sync"). */
static uint32_t source_lanes(cm_nv_follow *f, const cm_nv_line *line, uint32_t mask)
{
    if (line->count != 5)
        return mask;
    cm_nv_known b = cm_nv_value_of(f, &line->operands[2]),
                c = cm_nv_value_of(f, &line->operands[3]);
    if (b.kind != CM_NV_CONSTANT || c.kind != CM_NV_CONSTANT)
        return mask;
    unsigned lane = cm_extent_linear(f->bound->thread, f->launch->threads) % WARP;
    unsigned by = b.number & 31, clamp = c.number & 31, segments = c.number >> 8 & 31;
    unsigned least = lane & segments, most = least | (clamp & ~segments), from = lane;
    bool inside;
    if (cm_nv_has(line, "up")) {
        from = lane - by;
        inside = (int)(lane - by) >= (int)most;
    } else if (cm_nv_has(line, "down")) {
        from = lane + by;
        inside = from <= most;
    } else if (cm_nv_has(line, "bfly")) {
        from = lane ^ by;
        inside = from <= most;
    } else {
        from = least | (by & ~segments);
        inside = from <= most;
    }
    return UINT32_C(1) << (inside ? from : lane) % WARP;
}

/* vote.sync, match.sync, redux.sync, shfl.sync, elect.sync have their mask last. */
static void add_lanes(cm_nv_follow *f, const cm_nv_line *line)
{
    uint32_t mask = UINT32_MAX;
    if (!cm_nv_opcode_is(line, "activemask") && cm_nv_has(line, "sync"))
        mask = (uint32_t)number_in(f, line, line->count - 1, UINT32_MAX);
    f->effects->lanes = true;
    f->effects->waits_for |= mask;
    f->effects->takes_from |= cm_nv_opcode_is(line, "shfl") ? source_lanes(f, line, mask) : mask;
}

/* ---- the whole ------------------------------------------------------------------------------ */

void cm_nv_add_effects(cm_nv_follow *f, const cm_nv_line *line)
{
    static const char *const lanes[] = {"vote", "match", "redux", "shfl", "elect", "activemask"};
    for (size_t i = 0; i < sizeof lanes / sizeof *lanes; i++)
        if (cm_nv_opcode_is(line, lanes[i]))
            add_lanes(f, line);
    f->effects->traps |= cm_nv_opcode_is(line, "trap");
    if (cm_nv_opcode_is(line, "bar") || cm_nv_opcode_is(line, "barrier"))
        add_barrier(f, line);
    for (int i = 0; i < line->count; i++)
        if (line->operands[i].kind == CM_NV_MEMORY)
            add_access(f, line, i);
}

/* It comes back to where it was: what is known is taken apart, so memory decides how often. */
bool cm_nv_loops(cm_nv_follow *f)
{
    enum { NEW, OPEN, DONE };
    int *stack = CM_NEW_ARRAY(f->work->arena, 2 * (size_t)f->state_count + 1, int), depth = 0;
    char *mark = CM_NEW_ARRAY(f->work->arena, (size_t)f->state_count + 1, char);
    stack[depth++] = 0;
    while (depth > 0) {
        int at = stack[depth - 1];
        const cm_nv_state *s = &f->states[at];
        if (mark[at] != NEW) {
            mark[at] = DONE;
            depth--;
            continue;
        }
        mark[at] = OPEN;
        int targets[2], count = cm_nv_ways(s, targets);
        for (int i = 0; i < count; i++) {
            if (mark[targets[i]] == OPEN)
                return true;
            if (mark[targets[i]] == NEW)
                stack[depth++] = targets[i];
        }
    }
    return false;
}
