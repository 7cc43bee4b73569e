/* What the objects of the library have in common: how they come about and end. */
#include "api/internal.h"

#include <stdlib.h>

void *cm_object_new(cmcm_session *session, size_t size, size_t memory_limit)
{
    cm_work *object = calloc(1, size);
    cm_arena *arena = cm_arena_new(memory_limit);
    if (object && arena) {
        *object = cm_work_new(arena);
        return object;
    }
    cm_session_error(session, "out of memory");
    cm_arena_free(arena);
    free(object);
    return NULL;
}

void cm_object_free(void *object)
{
    cm_work *work = object;
    if (work)
        cm_arena_free(work->arena);
    free(object);
}

void *cm_object_made(cmcm_session *session, void *object, bool made)
{
    const cm_work *work = object;
    if (cm_session_made(session, &work->diags, made))
        return object;
    cm_object_free(object);
    return NULL;
}
