/* The edge language: how people write cycles of relations between accesses.
 *
 *     Pod|Pos  DD                 program order, to another or the same location
 *     FENCE d|s DD                the same with a fence between: DMB.SYdWW,
 *                                 MFencedWR, Fence.sc.gpudRR
 *     Dp Addr|Data|Ctrl|CtrlIsb|CtrlFenceI d|s D
 *     Rfe Rfi Fre Fri Coe Coi     communication, external or internal (Wse, Wsi:
 *                                 the same as Coe, Coi)
 *     Rmw                         from the read to the write of one instruction
 *
 * where D is R or W, and two annotations may follow, one for the access at each
 * end: P plain, A acquire, Q acquirePC, L release, K weak, V volatile; on RISC-V
 * also Aq, Rl and AR (both); on PTX
 * each with a scope: "PodWWP.gpuL.gpu". The language is that of the diy tools
 * of herdtools7 (their manual, "Usage of diy", and its table of relaxations);
 * scopes, K and V are ours. docs/enumerate.md has the whole of it.
 */
#ifndef CM_ENUMERATE_EDGE_H
#define CM_ENUMERATE_EDGE_H

#include "base/diag.h"
#include "base/text.h"
#include "litmus/isa/write.h"
#include "litmus/placement.h"

typedef enum cm_edge_kind {
    CM_EDGE_PO,
    CM_EDGE_FENCE,
    CM_EDGE_DP,
    CM_EDGE_RF,
    CM_EDGE_FR,
    CM_EDGE_CO,
    CM_EDGE_RMW
} cm_edge_kind;

typedef enum cm_edge_dp { CM_DP_ADDR, CM_DP_DATA, CM_DP_CTRL, CM_DP_CTRLISB } cm_edge_dp;

/* How an access is made. order 0: not said. */
typedef struct cm_atom {
    char order;     /* P A Q L K V, a for Aq, l for Rl, b for AR */
    cm_scope scope; /* nothing said means system */
} cm_atom;

/* Fences are those of all instruction sets (litmus/isa/write.h).
 * The one that an edge's text begins with (the longest), or NULL. */
const cm_write_fence *cm_edge_fence_prefix(const char *text, size_t length);
/* The fence of that name in any case ("dmb.sy", "fence.sc.sys"), or NULL. */
const cm_write_fence *cm_edge_fence_find(const char *name, size_t length);

/* Is it one of a GPU's? */
bool cm_edge_fence_of_gpu(const cm_write_fence *fence);

typedef struct cm_edge {
    cm_edge_kind kind;
    cm_edge_dp dp;               /* DP */
    const char *isb;             /* CTRLISB: which, as instruction sets call it */
    const cm_write_fence *fence; /* FENCE */
    bool external;               /* RF, FR, CO: between threads */
    bool same;                   /* both accesses are to one location */
    char from, to;               /* 'R', 'W', or '*': either */
    cm_atom source, target;      /* of the accesses at its ends */
    cm_place place;              /* where it was written */
} cm_edge;

/* Reads the edge that the place covers; fails at what is not one. */
cm_edge cm_edge_parse(cm_work *work, cm_place place);

/* Appends the edge as it is written; annotations when one of them is not plain. */
void cm_edge_print(cm_text *out, const cm_edge *edge);
/* Appends the edge as names of tests have it: "po", "dmb.sylp", "addrs", "rfi". */
void cm_edge_nick(cm_text *out, const cm_edge *edge);
/* What stands behind the branch of a control dependency, in any case: the word of the
 * instruction set that the text begins with ("Isb", "FenceI"), or NULL. */
const char *cm_edge_isb_prefix(const char *text, size_t length);
/* Orders as annotations: "PAL Aq Rl". */
char *cm_atom_words(cm_arena *arena, const char *orders);
/* Appends an annotation: "P", "L.gpu". */
void cm_atom_print(cm_text *out, cm_atom atom);
/* Neither ordering nor scope said, or said to be plain at system scope. */
bool cm_atom_plain(cm_atom atom);

/* A read's or a write's annotation? */
bool cm_atom_fits(cm_atom atom, char direction);

#endif
