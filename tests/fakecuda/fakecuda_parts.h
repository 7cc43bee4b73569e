/* What the files of the false libcuda share:
 *
 *     fakecuda.c          devices, contexts, streams, events, modules, kernels
 *     fakecuda_memory.c   memory, and ranges of addresses
 *     fakecuda_objects.c  what is made and destroyed; failing on demand
 */
#ifndef FAKECUDA_PARTS_H
#define FAKECUDA_PARTS_H

#include "fakecuda.h"

#include <cuda.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#pragma GCC visibility push(hidden)

typedef enum kind {
    CONTEXT,
    STREAM,
    EVENT,
    MODULE,
    KERNEL, /* lives in its module */
    DEVICE_MEMORY,
    PINNED_MEMORY,
    REGISTERED_MEMORY,
    RANGE, /* of addresses, with memory behind it from the start */
    PIECE  /* of memory, to be mapped at a range */
} kind;

typedef struct object {
    struct object *next;
    kind kind;
    size_t bytes;
    char *memory; /* memory: where; a module: its text; a kernel: its name */
    struct object *owner;
    CUdevice device; /* of a context; of all else that of the context it was made in */
} object;

extern fakecuda_state state;
extern unsigned fail_at;
extern object *objects, *current;

/* As after the fault of a kernel: the driver does its work and reports it. */
#define FAILURE CUDA_ERROR_LAUNCH_FAILED

#define ENTER(call)                                                                                \
    do {                                                                                           \
        CUresult entered = enter(call);                                                            \
        if (entered != CUDA_SUCCESS)                                                               \
            return entered;                                                                        \
    } while (0)

CUresult enter(const char *call);
CUresult mistake(CUresult result);
unsigned setting(const char *name, unsigned otherwise);
object *make(kind what, size_t bytes);
object *find(kind what, const void *handle);
object *find_memory(const void *from, size_t bytes);
void destroy(object *o);
CUresult destroy_by_handle(const char *call, kind what, const void *handle);
CUresult destroy_memory(const char *call, kind what, const void *memory);
void *host(CUdeviceptr address);
CUresult use_stream(const char *call, CUstream stream);

#pragma GCC visibility pop

#endif
