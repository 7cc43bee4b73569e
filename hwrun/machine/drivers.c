/* The drivers of this build, and hwrun/machine/gpu.h, which goes through them. */
#include "hwrun/machine/driver.h"

#include <stdlib.h>

static const cm_gpu_driver *const drivers[] = {
#ifdef CMCM_HAVE_CUDA
    &cm_gpu_cuda,
#endif
#ifdef CMCM_HAVE_HIP
    &cm_gpu_hip,
#endif
    NULL,
};

/* ---- finding a GPU ------------------------------------------------------ */

static const char none[] = "built without the CUDA Toolkit (cuda.h): configure with -DCMCM_CUDA=ON";

unsigned cm_gpu_count(cm_arena *arena, const char **reason)
{
    unsigned count = 0;
    *reason = none;
    for (size_t i = 0; drivers[i]; i++) {
        const char *why;
        count += drivers[i]->count(arena, &why);
        *reason = i == 0 ? why : *reason;
    }
    if (count)
        *reason = NULL;
    return count;
}

/* One thread may drive several GPUs, each of which has a context. */
static _Thread_local const cm_gpu *in_use;

static cm_gpu *use(cm_gpu *gpu)
{
    if (in_use != gpu)
        gpu->driver->use(gpu);
    in_use = gpu;
    return gpu;
}

void cm_gpu_read_facts(cm_work *work, cm_gpu *gpu)
{
    for (size_t i = 0; i < gpu->driver->fact_count; i++) {
        const cm_gpu_fact *fact = &gpu->driver->facts[i];
        int value = gpu->driver->attribute(work, gpu, fact->attribute);
        char *field = (char *)&gpu->info + fact->field;
        if (fact->yes_no)
            *(bool *)field = value != 0;
        else
            *(unsigned *)field = value > 0 ? (unsigned)value : 0;
    }
}

typedef struct open_job {
    cm_work *work;
    cm_gpu *gpu;
    unsigned ordinal;
} open_job;

static void open_gpu(void *argument)
{
    open_job *job = argument;
    job->gpu->driver->open(job->work, job->gpu, job->ordinal);
}

/* GPUs are numbered driver by driver. The last driver says what is wrong with the number. */
cm_gpu *cm_gpu_open(cm_work *work, unsigned ordinal)
{
    const char *reason;
    if (!drivers[0])
        cm_fail(work, (cm_place){0}, "there is no GPU: %s", none);
    size_t i = 0;
    for (; drivers[i + 1]; i++) {
        unsigned count = drivers[i]->count(work->arena, &reason);
        if (ordinal < count)
            break;
        ordinal -= count;
    }
    cm_gpu *gpu = calloc(1, drivers[i]->gpu_bytes);
    if (!gpu)
        cm_fail(work, (cm_place){0}, "out of memory");
    gpu->driver = drivers[i];
    open_job job = {work, gpu, ordinal};
    if (!cm_arena_protect(work->arena, open_gpu, &job)) {
        gpu->driver->close(gpu);
        free(gpu);
        cm_arena_escape(work->arena);
    }
    in_use = gpu;
    return gpu;
}

void cm_gpu_close(cm_gpu *gpu)
{
    if (!gpu)
        return;
    while (gpu->modules)
        cm_gpu_unload(gpu, gpu->modules);
    use(gpu)->driver->close(gpu);
    free(gpu);
    in_use = NULL;
}

const cm_gpu_info *cm_gpu_about(const cm_gpu *gpu)
{
    return &gpu->info;
}

unsigned cm_gpu_siblings(const cm_gpu *gpu)
{
    return gpu->siblings;
}

/* ---- code and time ------------------------------------------------------ */

cm_gpu_module *cm_gpu_load(cm_work *work, cm_gpu *gpu, const char *ptx, int optimise)
{
    void *loaded = use(gpu)->driver->load(work, gpu, ptx, optimise);
    cm_gpu_module *module = calloc(1, sizeof *module);
    if (!module) {
        gpu->driver->unload(gpu, loaded);
        cm_fail(work, (cm_place){0}, "out of memory");
    }
    *module = (cm_gpu_module){loaded, gpu->modules};
    return gpu->modules = module;
}

void cm_gpu_unload(cm_gpu *gpu, cm_gpu_module *module)
{
    if (!module)
        return;
    cm_gpu_module **link = &gpu->modules;
    while (*link != module)
        link = &(*link)->next;
    *link = module->next;
    use(gpu)->driver->unload(gpu, module->loaded);
    free(module);
}

unsigned cm_gpu_resident_blocks(cm_work *work, cm_gpu *gpu, cm_gpu_module *module,
                                const char *kernel, unsigned threads)
{
    return use(gpu)->driver->resident_blocks(work, gpu, module, kernel, threads);
}

void cm_gpu_launch(cm_work *work, cm_gpu *gpu, cm_gpu_module *module, const char *kernel,
                   cm_gpu_shape shape, void **arguments)
{
    use(gpu)->driver->launch(work, gpu, module, kernel, shape, arguments);
}

void cm_gpu_wait(cm_work *work, cm_gpu *gpu)
{
    use(gpu)->driver->wait(work, gpu);
}

void cm_gpu_clock_begin(cm_work *work, cm_gpu *gpu)
{
    use(gpu)->driver->clock_begin(work, gpu);
}

void cm_gpu_clock_end(cm_work *work, cm_gpu *gpu)
{
    use(gpu)->driver->clock_end(work, gpu);
}

double cm_gpu_clock_seconds(cm_work *work, cm_gpu *gpu)
{
    return use(gpu)->driver->clock_seconds(work, gpu);
}

void cm_gpu_reach(cm_work *work, cm_gpu *gpu, cm_gpu *other)
{
    if (gpu->driver != other->driver)
        cm_fail(work, (cm_place){0},
                "GPUs of two drivers (%s, %s) cannot reach each other's memory", gpu->driver->name,
                other->driver->name);
    use(gpu)->driver->reach(work, gpu, other);
}

/* ---- memory ------------------------------------------------------------- */

/* Drivers refuse to allocate nothing. */
static uint64_t at_least_one(uint64_t bytes)
{
    return bytes > 0 ? bytes : 1;
}

uint64_t cm_gpu_alloc(cm_work *work, cm_gpu *gpu, uint64_t bytes)
{
    return use(gpu)->driver->memory->alloc(work, gpu, at_least_one(bytes));
}

void cm_gpu_free(cm_gpu *gpu, uint64_t address)
{
    if (address)
        use(gpu)->driver->memory->free(gpu, address);
}

void cm_gpu_clear(cm_work *work, cm_gpu *gpu, uint64_t address, uint64_t bytes)
{
    if (bytes > 0)
        use(gpu)->driver->memory->clear(work, gpu, address, bytes);
}

void cm_gpu_read(cm_work *work, cm_gpu *gpu, void *to, uint64_t from, uint64_t bytes)
{
    if (bytes == 0)
        return;
    use(gpu)->driver->memory->read(work, gpu, to, from, bytes);
    gpu->driver->wait(work, gpu);
}

void cm_gpu_write(cm_work *work, cm_gpu *gpu, uint64_t to, const void *from, uint64_t bytes)
{
    if (bytes == 0)
        return;
    use(gpu)->driver->memory->write(work, gpu, to, from, bytes);
    gpu->driver->wait(work, gpu); /* `from` is the caller's again */
}

void cm_gpu_copy(cm_work *work, cm_gpu *gpu, uint64_t to, uint64_t from, uint64_t bytes)
{
    if (bytes > 0)
        use(gpu)->driver->memory->copy(work, gpu, to, from, bytes);
}

uint64_t cm_gpu_granularity(cm_work *work, cm_gpu *gpu)
{
    if (!gpu->driver->memory->granularity)
        cm_fail(work, (cm_place){0}, "the driver of %s has no functions for virtual memory",
                gpu->info.name);
    return use(gpu)->driver->memory->granularity(work, gpu);
}

uint64_t cm_gpu_alloc_mapped(cm_work *work, cm_gpu *gpu, uint64_t *bytes)
{
    uint64_t piece = cm_gpu_granularity(work, gpu);
    *bytes = (at_least_one(*bytes) + piece - 1) / piece * piece;
    return gpu->driver->memory->alloc_mapped(work, gpu, *bytes);
}

void cm_gpu_free_mapped(cm_gpu *gpu, uint64_t address, uint64_t bytes)
{
    if (address)
        use(gpu)->driver->memory->free_mapped(gpu, address, bytes);
}

uint64_t cm_gpu_spare(cm_work *work, cm_gpu *gpu)
{
    return use(gpu)->driver->memory->spare(work, gpu);
}

void *cm_gpu_alloc_pinned(cm_work *work, cm_gpu *gpu, uint64_t bytes, bool combined,
                          uint64_t *device)
{
    return use(gpu)->driver->memory->alloc_pinned(work, gpu, at_least_one(bytes), combined, device);
}

void cm_gpu_free_pinned(cm_gpu *gpu, void *memory)
{
    if (memory)
        use(gpu)->driver->memory->free_pinned(gpu, memory);
}

void *cm_gpu_alloc_managed(cm_work *work, cm_gpu *gpu, uint64_t bytes, bool zeroed,
                           uint64_t *device)
{
    return use(gpu)->driver->memory->alloc_managed(work, gpu, at_least_one(bytes), zeroed, device);
}

void cm_gpu_free_managed(cm_gpu *gpu, void *memory)
{
    cm_gpu_free(gpu, (uintptr_t)memory);
}

void cm_gpu_prefer(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, bool at_cpu)
{
    use(gpu)->driver->memory->prefer(work, gpu, memory, at_least_one(bytes), at_cpu);
}

void cm_gpu_prefetch(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, bool to_cpu)
{
    use(gpu)->driver->memory->prefetch(work, gpu, memory, at_least_one(bytes), to_cpu);
}

void cm_gpu_pin(cm_work *work, cm_gpu *gpu, void *memory, uint64_t bytes, uint64_t *device)
{
    use(gpu)->driver->memory->pin(work, gpu, memory, at_least_one(bytes), device);
}

void cm_gpu_unpin(cm_gpu *gpu, void *memory)
{
    if (memory)
        use(gpu)->driver->memory->unpin(gpu, memory);
}
