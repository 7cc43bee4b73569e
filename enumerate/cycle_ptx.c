/* Accesses of cycles in PTX (PTX ISA, "ld", "st", "atom"). Plain accesses of
 * cycles are relaxed ones: weak accesses race, and a race hides what a test is
 * about; K asks for them. */
#include "enumerate/cycle_emit.h"

enum { PTX_REGISTERS = 1000 };

static int ptx_new(cm_emit *e)
{
    return cm_emit_register(e, PTX_REGISTERS);
}

/* ".relaxed.gpu", ".weak". */
static const char *ptx_order(cm_emit *e, cm_atom atom)
{
    switch (atom.order) {
    case 'K':
        return ".weak";
    case 'V':
        return ".volatile";
    default:
        return cm_arena_printf(e->work->arena, ".%s.%s",
                               atom.order == 'A'   ? "acquire"
                               : atom.order == 'L' ? "release"
                                                   : "relaxed",
                               cm_edge_scope_name(atom.scope));
    }
}

/* A register that is 0 and depends on need.reg, or -1. */
static int ptx_zero(cm_emit *e, cm_emit_need need)
{
    if (!need.any)
        return -1;
    int zero = ptx_new(e);
    cm_emit_row(e, "xor.b32 r%d, r%d, r%d", zero, need.reg, need.reg);
    return zero;
}

/* What goes into the brackets: the name, or a sum that depends on `zero`. */
static const char *ptx_address(cm_emit *e, int location, int zero)
{
    cm_arena *arena = e->work->arena;
    if (zero < 0)
        return cm_cycle_location(arena, location);
    int index = e->wide++, base = e->wide++;
    cm_emit_row(e, "cvt.u64.u32 rd%d, r%d", index, zero);
    cm_emit_row(e, "mov.u64 rd%d, %s", base, cm_cycle_location(arena, location));
    cm_emit_row(e, "add.u64 rd%d, rd%d, rd%d", base, base, index);
    return cm_arena_printf(arena, "rd%d", base);
}

static int ptx_read(cm_emit *e, cm_cycle_node *node, cm_emit_need need)
{
    int zero = ptx_zero(e, need);
    int reg = ptx_new(e);
    const char *address = ptx_address(e, node->location, zero);
    cm_emit_row(e, "ld%s.u32 r%d, [%s]", ptx_order(e, node->atom), reg, address);
    node->reg = cm_arena_printf(e->work->arena, "r%d", reg);
    return reg;
}

static void ptx_write(cm_emit *e, const cm_cycle_node *node, cm_emit_need need)
{
    bool data = need.any && need.dp == CM_DP_DATA;
    int zero = ptx_zero(e, need);
    const char *address = ptx_address(e, node->location, data ? -1 : zero);
    const char *order = ptx_order(e, node->atom);
    if (data) {
        cm_emit_row(e, "add.u32 r%d, r%d, %u", zero, zero, node->value);
        cm_emit_row(e, "st%s.u32 [%s], r%d", order, address, zero);
    } else {
        cm_emit_row(e, "st%s.u32 [%s], %u", order, address, node->value);
    }
}

static int ptx_rmw(cm_emit *e, cm_cycle_node *read, const cm_cycle_node *write, cm_emit_need need)
{
    int zero = ptx_zero(e, need);
    int reg = ptx_new(e);
    const char *address = ptx_address(e, read->location, zero);
    bool acquire = read->atom.order == 'A', release = write->atom.order == 'L';
    cm_emit_row(e, "atom.%s.%s.exch.b32 r%d, [%s], %u",
                acquire && release ? "acq_rel"
                : acquire          ? "acquire"
                : release          ? "release"
                                   : "relaxed",
                cm_edge_scope_name(read->atom.scope), reg, address, write->value);
    read->reg = cm_arena_printf(e->work->arena, "r%d", reg);
    return reg;
}

static void ptx_branch(cm_emit *e, int reg, bool isb)
{
    (void)isb;
    int predicate = e->predicates++;
    const char *label = cm_emit_label(e);
    cm_emit_row(e, "setp.ne.u32 p%d, r%d, 0", predicate, reg);
    cm_emit_row(e, "@p%d bra %s", predicate, label);
    cm_emit_row(e, "%s:", label);
}

static void ptx_fence(cm_emit *e, const char *text)
{
    cm_emit_row(e, "%s", text);
}

const cm_emit_isa cm_emit_ptx = {CM_PTX, ptx_read, ptx_write, ptx_rmw, ptx_branch, ptx_fence};
