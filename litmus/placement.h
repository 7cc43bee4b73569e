/* Where threads run: one tree, and scopes, which are its levels.
 *
 *     system ▸ device ▸ cluster ▸ CTA ▸ wave ▸ thread
 *
 * A device is a GPU, by its number, or the CPUs of the system: no test tells these
 * apart. Clusters, CTAs and waves are of GPUs. What "the same CTA" or "a scope that
 * includes a thread" means is computed here and nowhere else.
 *
 * Sources: PTX ISA, "Scope" (cta, cluster, gpu, sys); CUDA C++ Programming Guide,
 * "Memory Synchronization Domains": kernels in different domains are as far from each
 * other as the system, also on one GPU; LLVM, "User Guide for AMDGPU Backend", memory
 * scopes (workgroup, wavefront).
 */
#ifndef CM_LITMUS_PLACEMENT_H
#define CM_LITMUS_PLACEMENT_H

#include "base/text.h"

/* From the whole to the parts: a scope includes those after it. */
typedef enum cm_scope {
    CM_SCOPE_SYS, /* what is not said, too */
    CM_SCOPE_DEVICE,
    CM_SCOPE_CLUSTER,
    CM_SCOPE_CTA,
    CM_SCOPE_WAVE,
    CM_SCOPE_THREAD
} cm_scope;

/* As tests have it: "sys", "gpu", "cluster", "cta"; NULL: tests have no word for it. */
const char *cm_scope_name(cm_scope scope);
/* False: not the name of a scope. */
bool cm_scope_find(const char *name, cm_scope *scope);

/* In whose words places are written: those of CUDA, or of HSA, where a CTA is a workgroup, a
 * GPU an agent, and the level between them, where there is one, an XCD, a die with an L2 of
 * its own (LLVM, "User Guide for AMDGPU Backend", "Memory Model GFX942"); or of OpenCL, where they
 * are work-groups, devices and sub-groups; or of Vulkan, where the level above workgroups is a
 * queue family, and there is one device. */
typedef enum cm_places {
    CM_PLACES_CUDA,
    CM_PLACES_HSA,
    CM_PLACES_OPENCL,
    CM_PLACES_VULKAN
} cm_places;

/* A path in the tree: the numbers of what a thread is in; -1: not said. A CPU thread has
 * a system at the most. A thread on a GPU has gpu and cta >= 0. Without a cluster its CTA
 * is one by itself, without a wave the thread is; without a system it is in number 0. */
typedef struct cm_placement {
    int cta, cluster, gpu, system;
    int domain; /* of memory synchronisation, of the GPU; unsaid: 0, CUDA's default */
    int wave;
    int tid;   /* of a GPU's thread: its number in its CTA */
    int split; /* 1: the waves of its workgroup are spread over several CUs (tgsplit) */
    cm_places places;
} cm_placement;

#define CM_PLACEMENT_UNSAID ((cm_placement){-1, -1, -1, -1, -1, -1, -1, -1, CM_PLACES_CUDA})

/* The words of tests for its numbers, in the order in which they are written: "cta",
 * "cluster", "gpu", "domain", "wave", "workgroup", "xcd", "agent", "tgsplit", "sg", "wg",
 * "qf", "dev", "sys", "tid", "wave"; NULL past the last. And the number of that word; NULL: its
 * places are not written so. */
const char *cm_placement_word(size_t index);
int *cm_placement_number(cm_placement *at, size_t index);
/* What a CTA, a cluster and a GPU are called there (CM_SCOPE_CTA, ...). */
const char *cm_places_word(cm_places places, cm_scope level);

/* Appends "cta 0,gpu 1": what is said, with `before` before it if that is anything, and `between`
 * between the numbers. */
void cm_placement_print(cm_text *out, const char *before, const char *between,
                        const cm_placement *at);

/* The numbers of the system and of the domain of memory synchronisation. */
int cm_placement_system(const cm_placement *at);
int cm_placement_domain(const cm_placement *at);

/* Are threads with these placements in the same instance of that level? Two of them are
 * never one thread. */
bool cm_placement_share(const cm_placement *a, const cm_placement *b, cm_scope scope);

/* The narrowest level that both are in; CM_SCOPE_SYS - 1: not even that. Numbers of places
 * mean nothing else: this is all that models see of them. */
int cm_placement_nearest(const cm_placement *a, const cm_placement *b);

#endif
