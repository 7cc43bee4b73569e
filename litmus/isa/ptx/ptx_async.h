/* Inside of the files of PTX for asynchronous operations. */
#ifndef CM_LITMUS_ISA_PTX_PTX_ASYNC_H
#define CM_LITMUS_ISA_PTX_PTX_ASYNC_H

#include "litmus/isa/ptx/ptx.h"

/* cm_async.groups; 0: in none */
enum { CM_PTX_COPY_GROUPS = 1, CM_PTX_BULK_GROUPS = 2 };

/* How many CTAs the mask of .multicast::cluster is for: a bit each. */
enum { CM_PTX_MASK_CTAS = 16 };

typedef struct cm_ptx_copy {
    const cm_expr *to, *from;
    int to_space, from_space; /* cm_reach */
    unsigned bytes;           /* at most 128 */
    unsigned zeros;           /* how many of them the source lacks: they are written as 0 */
    uint8_t groups;
    const char *scope; /* NULL: the copy is weak */
    bool bulk;         /* through the async proxy */
} cm_ptx_copy;

/* The first qualifier that is a space; two may stand there, and their order counts. */
int cm_ptx_take_space(cm_ptx *p);
void cm_ptx_emit_copy(cm_ptx *p, const cm_ptx_copy *c);
/* .multicast::cluster: to the shared memory of several CTAs of the cluster, from global memory
 * only. Emits it all; reads `, [object], mask`, what comes after the other operands. */
void cm_ptx_check_multicast(cm_ptx *p, const cm_ptx_copy *c);
void cm_ptx_emit_multicast(cm_ptx *p, const cm_ptx_copy *c);
/* The signal of the operation being emitted, at the mbarrier object that is the next
 * operand. ("cp.async.bulk": the object is in the memory that is copied to; the operation on
 * it goes through the generic proxy.) Its address. */
const cm_expr *cm_ptx_emit_signal(cm_ptx *p, int space, unsigned bytes);

/* ---- tensors: ptx_tensor.c */

/* cp.async.bulk.tensor */
void cm_ptx_copy_tensor(cm_ptx *p);

#endif
