/* Inside of the files of PTX for loads, stores and atomics: what every access to memory has.
 *
 *      tags of a memory event:  strength  WEAK RLX ACQ REL
 *                               scope     CTA CLUSTER GPU SYS (strong ones)
 *                               proxy     GEN TEX SUR CON
 *                               ATOM, RED and NoRet, VOLATILE, MMIO, VECTOR, B128,
 *                               MULTIMEM
 */
#ifndef CM_LITMUS_ISA_PTX_PTX_ACCESS_H
#define CM_LITMUS_ISA_PTX_PTX_ACCESS_H

#include "litmus/isa/ptx/ptx.h"

typedef enum cm_ptx_order {
    CM_PTX_NO_ORDER,
    CM_PTX_WEAK,
    CM_PTX_RELAXED,
    CM_PTX_ACQUIRE,
    CM_PTX_RELEASE,
    CM_PTX_ACQ_REL,
    CM_PTX_VOLATILE
} cm_ptx_order;

/* Spaces that litmus locations can be in: those of cm_reach, and that of constants. */
enum { CM_PTX_CONST_SPACE = CM_REACH_CLUSTER + 1 };

typedef struct cm_ptx_access {
    cm_ptx_order order;
    const char *scope; /* NULL: none */
    bool mmio;
    bool has_policy; /* .L2::cache_hint */
    bool of_vector;  /* an element of a vector of at most 16 bytes */
    bool wide;       /* .b128: two halves */
    bool multimem;   /* on what a multimem address points to */
    int space;
    cm_ptx_type type;
} cm_ptx_access;

/* Order, scope, space of the qualifiers. .mmio goes with .relaxed.sys, which it means alone too. */
cm_ptx_access cm_ptx_take_access(cm_ptx *p);
_Noreturn void cm_ptx_refuse_order(cm_ptx *p, const char *expected);
/* .v2, .v4, .v8: how many elements; 0: no vector. */
int cm_ptx_take_vector(cm_ptx *p);
/* `{a, b}` of a vector, or one register, of which 128 bits count as two: how many. */
int cm_ptx_read_destinations(cm_ptx *p, bool wide, int vector, cm_ptx_register to[]);
int cm_ptx_read_values(cm_ptx *p, bool wide, int vector, unsigned bits, const cm_expr *values[]);
/* Address of an element of a vector, or of a half of 128 bits. */
const cm_expr *cm_ptx_element_address(cm_ptx *p, const cm_expr *first, cm_ptx_type type,
                                      int element);
/* An address that several steps use: read before any register is written. */
void cm_ptx_hold_address(cm_ptx *p, cm_ptx_address *address);
/* The operand of .L2::cache_hint. */
void cm_ptx_skip_policy(cm_ptx *p, bool has_policy);
/* .L2::128B and the like: hints. */
bool cm_ptx_take_prefetch(cm_ptx *p);
const char *cm_ptx_proxy_tag(cm_proxy proxy);
/* atom: "ATOM", or NULL; reduces: the read of what has no result. */
const char *const *cm_ptx_access_tags(cm_ptx *p, const cm_ptx_access *a, const char *strength,
                                      cm_proxy proxy, const char *atom, bool reduces);
/* What atom and red do, whose row has been read: ptx_atomic.c */
void cm_ptx_atomic(cm_ptx *p);
/* A reduction of `count` elements from that address on, each an operation of its own; aligned as a
 * whole. Qualifiers and operands are read: ptx_atomic.c */
typedef struct cm_ptx_reduction_at {
    cm_ptx_access access;
    cm_ptx_operation operation;
    cm_ptx_type type;
    int count;
    const cm_expr *address, *const *values;
} cm_ptx_reduction_at;
void cm_ptx_emit_reduction(cm_ptx *p, const cm_ptx_reduction_at *r);
/* The memory that the step reaches. */
void cm_ptx_reach(cm_ptx *p, int step, const cm_ptx_access *a);

#endif
