/* The fences that edges name: Arm ARM C6.2 (DMB, DSB, ISB), Intel SDM (MFENCE),
 * PTX ISA "membar, fence". */
#include "enumerate/edge.h"

#include <string.h>
#include <strings.h>

#define DOMAIN(NAME, TEXT)                                                                         \
    {"DMB." NAME, "DMB " TEXT, CM_FENCE_AARCH64},                                                  \
    {                                                                                              \
        "DSB." NAME, "DSB " TEXT, CM_FENCE_AARCH64                                                 \
    }
#define SCOPES(NAME, TEXT)                                                                         \
    {NAME ".cta", TEXT ".cta", CM_FENCE_PTX}, {NAME ".cluster", TEXT ".cluster", CM_FENCE_PTX},    \
        {NAME ".gpu", TEXT ".gpu", CM_FENCE_PTX},                                                  \
    {                                                                                              \
        NAME ".sys", TEXT ".sys", CM_FENCE_PTX                                                     \
    }

/* clang-format off */
static const cm_edge_fence fences[] = {
    DOMAIN("SY", "SY"), DOMAIN("LD", "LD"), DOMAIN("ST", "ST"),
    DOMAIN("ISH", "ISH"), DOMAIN("ISHLD", "ISHLD"), DOMAIN("ISHST", "ISHST"),
    DOMAIN("OSH", "OSH"), DOMAIN("OSHLD", "OSHLD"), DOMAIN("OSHST", "OSHST"),
    DOMAIN("NSH", "NSH"), DOMAIN("NSHLD", "NSHLD"), DOMAIN("NSHST", "NSHST"),
    {"ISB", "ISB", CM_FENCE_AARCH64},
    {"MFence", "MFENCE", CM_FENCE_X86},
    SCOPES("Fence.sc", "fence.sc"),
    SCOPES("Fence.acq_rel", "fence.acq_rel"),
    SCOPES("Fence.acquire", "fence.acquire"),
    SCOPES("Fence.release", "fence.release"),
    {"Membar.cta", "membar.cta", CM_FENCE_PTX},
    {"Membar.gl", "membar.gl", CM_FENCE_PTX},
    {"Membar.sys", "membar.sys", CM_FENCE_PTX},
};
/* clang-format on */

enum { FENCES = sizeof fences / sizeof *fences };

const cm_edge_fence *cm_edge_fence_prefix(const char *text, size_t length)
{
    const cm_edge_fence *best = NULL;
    size_t best_length = 0;
    for (size_t i = 0; i < FENCES; i++) {
        size_t n = strlen(fences[i].name);
        if (n > best_length && n <= length && memcmp(fences[i].name, text, n) == 0) {
            best = &fences[i];
            best_length = n;
        }
    }
    return best;
}

const cm_edge_fence *cm_edge_fence_find(const char *name, size_t length)
{
    for (size_t i = 0; i < FENCES; i++)
        if (strlen(fences[i].name) == length && strncasecmp(fences[i].name, name, length) == 0)
            return &fences[i];
    return NULL;
}
