/* The false libcuda: its objects, and failing on demand. */
#include "fakecuda_parts.h"

fakecuda_state state;
unsigned fail_at;
object *objects, *current;

/* ---- failing on demand ---------------------------------------------------- */

CUresult enter(const char *call)
{
    if (++state.calls != fail_at)
        return CUDA_SUCCESS;
    state.failed = call;
    return FAILURE;
}

CUresult mistake(CUresult result)
{
    state.mistakes++;
    return result;
}

unsigned setting(const char *name, unsigned otherwise)
{
    const char *text = getenv(name);
    return text ? (unsigned)strtoul(text, NULL, 10) : otherwise;
}

/* ---- objects --------------------------------------------------------------- */

object *make(kind what, size_t bytes)
{
    object *o = calloc(1, sizeof *o);
    if (!o)
        return NULL;
    *o = (object){objects, what, bytes, NULL, NULL, current ? current->device : 0};
    objects = o;
    state.live += what != KERNEL;
    return o;
}

object *find(kind what, const void *handle)
{
    for (object *o = objects; o; o = o->next)
        if (o->kind == what && (const void *)o == handle)
            return o;
    return NULL;
}

/* The memory of one of two kinds that holds the range. */
object *find_memory(const void *from, size_t bytes)
{
    const char *p = from;
    for (object *o = objects; o; o = o->next)
        if (o->kind >= DEVICE_MEMORY && o->kind <= RANGE && p >= o->memory &&
            p + bytes <= o->memory + o->bytes)
            return o;
    return NULL;
}

void destroy(object *o)
{
    for (object *k = objects; o->kind == MODULE && k;) {
        object *next = k->next;
        if (k->kind == KERNEL && k->owner == o)
            destroy(k);
        k = next;
    }
    object **link = &objects;
    while (*link != o)
        link = &(*link)->next;
    *link = o->next;
    state.live -= o->kind != KERNEL;
    if (o->kind != REGISTERED_MEMORY)
        free(o->memory);
    free(o);
}

/* Destroys, then fails when it is time to. */
CUresult destroy_by_handle(const char *call, kind what, const void *handle)
{
    object *o = find(what, handle);
    if (!o || !current)
        return mistake(CUDA_ERROR_INVALID_HANDLE);
    destroy(o);
    return enter(call);
}

CUresult destroy_memory(const char *call, kind what, const void *memory)
{
    object *o = find_memory(memory, 1);
    if (!o || o->kind != what || o->memory != (const char *)memory || !current)
        return mistake(CUDA_ERROR_INVALID_VALUE);
    destroy(o);
    return enter(call);
}

void *host(CUdeviceptr address)
{
    return (void *)(uintptr_t)address;
}
