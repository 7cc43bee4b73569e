/* The edge language: how people write cycles of relations between accesses.
 *
 *     Pod|Pos  DD                 program order, to another or the same location
 *     FENCE d|s DD                the same with a fence between: DMB.SYdWW,
 *                                 MFencedWR, Fence.sc.gpudRR
 *     Dp Addr|Data|Ctrl|CtrlIsb|CtrlFenceI d|s D
 *     Rfe Rfi Fre Fri Coe Coi     communication, external or internal (Wse, Wsi:
 *                                 the same as Coe, Coi)
 *     FrLeave RfBack ...          the same to another thread, and later back into the
 *                                 thread that was left
 *     Hat                         from a read to one of the same value in another thread
 *     Rmw LxSx Amo.Swp Amo.LdAdd ...  from the read to the write of one instruction or
 *                                 exclusive pair, as instruction sets have them
 *     Store                       no edge: a write to the location of the access that
 *                                 follows, at the beginning of its thread
 *     FENCE                       no edge: that fence, before the access that follows
 *     A L w4 ...                  no edge: an annotation of the access that follows
 *     FencedDD DpdR DpdW CtrldD   the full fence; DpAddr, DpData; DpCtrl
 *
 * where D is R or W; Addr, Data and the Ctrl's may be followed by Csel. Two annotations
 * may follow, one for the access at each end: P plain, A acquire, Q acquirePC, L release,
 * K weak, V volatile; X exclusive, with A, L or AL; on RISC-V also Aq, Rl and AR (both);
 * on PTX each with a scope: "PodWWP.gpuL.gpu"; sizes and offsets of mixed accesses, "w4",
 * "L.w0", "h0v2" for a vector of two. The language is that of the diy tools of herdtools7 (their
 * manual, "Usage of diy", and its table of relaxations); scopes, K and V are ours.
 * docs/enumerate.md has the whole of it.
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
    CM_EDGE_RMW,
    CM_EDGE_HAT,
    /* said of the access that follows */
    CM_EDGE_STORE,
    CM_EDGE_INSERT,
    CM_EDGE_NOTE
} cm_edge_kind;

/* RF, FR and CO that leave a thread which goes on later, and that come back to it. */
typedef enum cm_edge_leg { CM_LEG_NONE, CM_LEG_LEAVE, CM_LEG_BACK } cm_edge_leg;

typedef enum cm_edge_dp { CM_DP_ADDR, CM_DP_DATA, CM_DP_CTRL, CM_DP_CTRLISB } cm_edge_dp;

/* How an access is made. order 0: not said. */
typedef struct cm_atom {
    char order;     /* P A Q L K V, a for Aq, l for Rl, b for AR, N for NT */
    cm_scope scope; /* nothing said means system */
    bool exclusive; /* by an exclusive pair; order b: XAL */
    char size;      /* b h w q: 1 2 4 8 bytes; 0: natural */
    unsigned char offset;
    unsigned char elements; /* of a vector, each of that size; 0: it is none */
} cm_atom;

/* In an edge, the full fence of whatever CPU the cycle is for. */
extern const cm_write_fence cm_edge_full_fence;
/* Fences are those of all instruction sets (litmus/isa/write.h).
 * The one of that name in any case ("dmb.sy", "fence.sc.sys"), or NULL. */
const cm_write_fence *cm_edge_fence_find(const char *name, size_t length);

/* As names of tests have it: "dmb.sy". */
char *cm_edge_fence_nick(cm_arena *arena, const cm_write_fence *fence);

/* Is it one of a GPU's? */
bool cm_edge_fence_of_gpu(const cm_write_fence *fence);

typedef struct cm_edge {
    cm_edge_kind kind;
    cm_edge_dp dp;               /* DP */
    bool csel;                   /* DP through a conditional selection */
    cm_edge_leg leg;             /* RF, FR, CO; external then */
    const cm_write_rmw *rmw;     /* RMW: of the first instruction set that has the name */
    const char *isb;             /* CTRLISB: which, as instruction sets call it */
    const cm_write_fence *fence; /* FENCE, INSERT */
    bool external;               /* RF, FR, CO, HAT: between threads */
    bool same;                   /* both accesses are to one location */
    char from, to;               /* 'R', 'W', or '*': either */
    cm_atom source, target;      /* of the accesses at its ends; NOTE: source */
    cm_place place;              /* where it was written */
} cm_edge;

/* Is it no edge, but said of the access that follows? */
static inline bool cm_edge_is_pseudo(const cm_edge *edge)
{
    return edge->kind >= CM_EDGE_STORE;
}

/* Reads the edge that the place covers; fails at what is not one. */
cm_edge cm_edge_parse(cm_work *work, cm_place place);

/* Appends the edge as it is written; annotations when one of them is not plain. */
void cm_edge_print(cm_text *out, const cm_edge *edge);
/* The edge as it is written. */
const char *cm_edge_text(cm_work *work, const cm_edge *edge);
/* Appends the edge as names of tests have it: "po", "dmb.sylp", "addrs", "rfi". */
void cm_edge_nick(cm_text *out, const cm_edge *edge);
/* What stands behind the branch of a control dependency, in any case: the word of the
 * instruction set that the text begins with ("Isb", "FenceI"), or NULL. */
const char *cm_edge_isb_prefix(const char *text, size_t length);

/* ---- edge_atom.c --------------------------------------------------------- */

/* Orders as annotations: "PAL Aq Rl". */
char *cm_atom_words(cm_arena *arena, const char *letters);
/* Reads the annotations of both ends from what follows an edge's stem; fails at what is
 * none, or not of an access of its direction ('R', 'W', '*'). */
void cm_atom_parse_two(cm_work *work, cm_place place, const char *directions, cm_atom *source,
                       cm_atom *target);
/* Reads text that is one annotation and nothing else. */
bool cm_atom_parse(const char *text, size_t length, cm_atom *atom);
/* What two ends say of one access: what is unsaid, and sizes, are taken from the other.
 * False: they contradict each other. */
bool cm_atom_join(cm_atom a, cm_atom b, cm_atom *out);
/* Appends an annotation: "P", "L.gpu", "XA", "w4". */
void cm_atom_print(cm_text *out, cm_atom atom);
/* Nothing was said. */
bool cm_atom_unsaid(cm_atom atom);
/* Nothing said, or said to be plain at system scope. */
bool cm_atom_plain(cm_atom atom);
bool cm_atom_equal(cm_atom a, cm_atom b);
/* A read's or a write's annotation? */
bool cm_atom_fits(cm_atom atom, char direction);
/* Bytes of a size. */
unsigned cm_atom_bytes(char size);
/* Of all elements of an access that has a size. */
unsigned cm_atom_extent(cm_atom atom);
/* The same bytes, in as many elements? */
bool cm_atom_same_bytes(cm_atom a, cm_atom b);

#endif
