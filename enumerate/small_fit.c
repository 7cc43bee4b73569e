/* Which steps of small programs a thread's instruction set has. See small.h. */
#include "enumerate/small.h"

#include "litmus/isa/isa.h"

#include <string.h>

static bool atom_fits(const cm_isa_writer *isa, cm_atom atom)
{
    if (cm_atom_plain(atom))
        return true;
    if (atom.size && !isa->sizes)
        return false;
    if (atom.elements && !isa->vectors)
        return false;
    if (atom.exclusive)
        return isa->halves &&
               (!atom.size || !isa->pair_sizes || strchr(isa->pair_sizes, atom.size));
    bool order = !atom.order || atom.order == 'P' ||
                 (!isa->one_order && isa->orders && strchr(isa->orders, atom.order));
    return order && (isa->scopes || atom.scope == CM_SCOPE_SYS);
}

bool cm_small_has_op(cm_arch arch, const cm_small_op *op)
{
    const cm_isa_writer *isa = cm_writer_of(arch);
    if (op->kind == 'F')
        return cm_write_fence_own(arch, op->fence) != NULL;
    const cm_write_rmw *rmw = op->kind == 'X' ? cm_write_rmw_of(arch, op->rmw->name) : NULL;
    if (op->kind == 'X' &&
        !(rmw && cm_write_rmw_has_size(isa, rmw, op->atom.size, op->atom.elements)))
        return false;
    return atom_fits(isa, op->atom) && atom_fits(isa, op->written);
}

bool cm_small_has_need(cm_arch arch, cm_small_need need)
{
    const cm_isa_writer *isa = cm_writer_of(arch);
    if (!isa->dependencies || (need->csel && !isa->select))
        return false;
    return need->dp != CM_DP_CTRLISB || (isa->isb && strcmp(isa->isb, need->isb) == 0);
}
