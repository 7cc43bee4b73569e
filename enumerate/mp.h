/* Message passing over the axes of the paper on Grace-Hopper (its Tables 2 to 4):
 * who runs where, how Y is written and read, scopes, fences.
 *
 *     producer            consumer            the weak outcome:
 *     X = 1               r0 = Y              r0 = 1 and r1 = 0
 *     (producer's fence)  (consumer's fence)
 *     Y = 1               r1 = X
 *
 * X is written and read relaxed. On a CPU a scope means nothing and is not
 * written; a relaxed fence is no instruction anywhere.
 */
#ifndef CM_ENUMERATE_MP_H
#define CM_ENUMERATE_MP_H

#include "litmus/arch.h"
#include "litmus/placement.h"

/* How far apart two GPU threads are. */
typedef enum cm_mp_apart {
    CM_APART_CTA,      /* two CTAs of one GPU; nothing is said of clusters */
    CM_APART_NOT,      /* one CTA */
    CM_APART_CLUSTER,  /* two CTAs of one cluster */
    CM_APART_CLUSTERS, /* two clusters */
    CM_APART_GPUS      /* two GPUs */
} cm_mp_apart;

typedef enum cm_mp_fence_type {
    CM_FENCE_NONE,
    CM_FENCE_RLX,
    CM_FENCE_ACQ_REL,
    CM_FENCE_SC,
    CM_FENCE_STORES, /* the rest: a CPU's instruction by its own name (Intel's manual, volume 3A, */
    CM_FENCE_LOADS,  /* section 9.2.5): DMB ST or SFENCE, DMB LD or LFENCE, DMB SY or MFENCE */
    CM_FENCE_FULL
} cm_mp_fence_type;

typedef struct cm_mp_fence {
    cm_mp_fence_type type;
    cm_scope scope; /* of RLX, ACQ_REL and SC; else it means nothing */
} cm_mp_fence;

/* What a CPU fence acq_rel is (sc is DMB SY, MFENCE in any case):
 *               full     least
 *     AArch64   DMB SY   DMB ST in the producer, DMB LD in the consumer
 *     x86       MFENCE   nothing: TSO orders the stores, and the loads, by itself */
typedef enum cm_mp_cpu_fence { CM_CPU_FENCE_FULL, CM_CPU_FENCE_LEAST } cm_mp_cpu_fence;

/* The coordinates of one test. */
typedef struct cm_mp {
    bool producer_gpu, consumer_gpu; /* else the CPU */
    cm_mp_apart apart;               /* of two GPU threads */
    bool release, acquire;           /* the store, the load of Y; else relaxed */
    cm_scope x, y;                   /* cta, cluster, gpu or sys */
    cm_mp_fence producer, consumer;
    cm_arch cpu; /* of CPU threads */
    cm_arch gpu; /* of GPU threads; a CPU's: the usual one */
    cm_mp_cpu_fence cpu_fence;
} cm_mp;

/* "none", "acq_rel.cta", "dmb.st". */
const char *cm_mp_fence_name(cm_arena *arena, cm_arch cpu, cm_mp_fence fence);
/* The instruction set of its GPU threads. */
cm_arch cm_mp_gpu(const cm_mp *at);
/* Of the test: "AArch64", "PTX", "CMCM", ... */
const char *cm_mp_arch(const cm_mp *at);
/* Appends what makes up the program: initial state, threads, condition. */
void cm_mp_write(cm_text *out, const cm_mp *at);

#endif
