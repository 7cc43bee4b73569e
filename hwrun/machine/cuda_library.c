#include "hwrun/machine/cuda_library.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

typedef struct symbol_row {
    const char *symbol;
    size_t field; /* offset in cm_driver */
    bool needed;
} symbol_row;

static const symbol_row symbol_rows[] = {
#define X(function, symbol, needed) {symbol, offsetof(cm_driver, function), needed},
    CM_DRIVER_FUNCTIONS(X)
#undef X
};

static const char *find_symbols(cm_driver *driver, cm_arena *arena, const char *library)
{
    for (size_t i = 0; i < sizeof symbol_rows / sizeof *symbol_rows; i++) {
        const symbol_row *row = &symbol_rows[i];
        void *address = dlsym(driver->library, row->symbol);
        if (!address && row->needed)
            return cm_arena_printf(arena, "%s has no %s: a driver for CUDA 11.4 or later is needed",
                                   library, row->symbol);
        /* POSIX dlsym: a function's address has the representation of a void pointer. */
        memcpy((char *)driver + row->field, &address, sizeof address);
    }
    return NULL;
}

typedef struct open_job {
    cm_driver *driver;
    cm_arena *arena;
    const char *reason;
} open_job;

static void open_libcuda(void *argument)
{
    open_job *job = argument;
    const char *library = getenv("CMCM_LIBCUDA");
    if (!library || !*library)
        library = "libcuda.so.1";
    /* The driver's own threads may outlive dlclose: the code stays. */
    job->driver->library = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!job->driver->library) {
        job->reason = cm_arena_printf(job->arena, "no NVIDIA driver: %s", dlerror());
        return;
    }
    job->reason = find_symbols(job->driver, job->arena, library);
    if (job->reason)
        return;
    CUresult result = job->driver->cuInit(0);
    if (result != CUDA_SUCCESS)
        job->reason = cm_driver_text(job->driver, job->arena, "cuInit", result);
}

const char *cm_driver_open(cm_driver *driver, cm_arena *arena)
{
    *driver = (cm_driver){0};
    open_job job = {driver, arena, NULL};
    bool returned = cm_arena_protect(arena, open_libcuda, &job);
    if (!returned || job.reason)
        cm_driver_close(driver);
    if (!returned)
        cm_arena_escape(arena);
    return job.reason;
}

void cm_driver_close(cm_driver *driver)
{
    if (driver->library)
        dlclose(driver->library);
    *driver = (cm_driver){0};
}

const char *cm_driver_text(const cm_driver *driver, cm_arena *arena, const char *call,
                           CUresult result)
{
    const char *name, *meaning;
    if (driver->cuGetErrorName(result, &name) != CUDA_SUCCESS || !name)
        return cm_arena_printf(arena, "%s: CUDA error %d", call, (int)result);
    if (driver->cuGetErrorString(result, &meaning) != CUDA_SUCCESS || !meaning)
        return cm_arena_printf(arena, "%s: %s", call, name);
    return cm_arena_printf(arena, "%s: %s (%s)", call, name, meaning);
}

void cm_driver_check(cm_work *work, const cm_driver *driver, CUresult result, const char *format,
                     ...)
{
    if (result == CUDA_SUCCESS)
        return;
    va_list args;
    va_start(args, format);
    const char *call = cm_arena_vprintf(work->arena, format, args);
    va_end(args);
    cm_fail(work, (cm_place){0}, "%s", cm_driver_text(driver, work->arena, call, result));
}
