/* libamdhip64, opened when a GPU is asked for. */
#include "hwrun/machine/hip_library.h"

#include <dlfcn.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct symbol_row {
    const char *symbol;
    size_t field; /* offset in hip_library */
    bool needed;
} symbol_row;

static const symbol_row symbol_rows[] = {
#define X(function, needed, type, parameters) {#function, offsetof(hip_library, function), needed},
    CM_HIP_FUNCTIONS(X)
#undef X
};

static const char *error_of(const hip_library *hip, cm_arena *arena, const char *call,
                            hip_result result)
{
    const char *name = hip->hipGetErrorName(result), *meaning = hip->hipGetErrorString(result);
    if (!name || !meaning)
        return cm_arena_printf(arena, "%s: HIP error %d", call, result);
    return cm_arena_printf(arena, "%s: %s (%s)", call, name, meaning);
}

static const char *find_symbols(hip_library *hip, cm_arena *arena, const char *library)
{
    for (size_t i = 0; i < sizeof symbol_rows / sizeof *symbol_rows; i++) {
        const symbol_row *row = &symbol_rows[i];
        void *address = dlsym(hip->library, row->symbol);
        if (!address && row->needed)
            return cm_arena_printf(arena, "%s has no %s: ROCm 5.2 or later is needed", library,
                                   row->symbol);
        /* POSIX dlsym: a function's address has the representation of a void pointer. */
        memcpy((char *)hip + row->field, &address, sizeof address);
    }
    return NULL;
}

static const char *start_hip(hip_library *hip, cm_arena *arena)
{
    const char *library = getenv("CMCM_LIBAMDHIP");
    if (!library || !*library)
        library = "libamdhip64.so";
    hip->library = dlopen(library, RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!hip->library)
        return cm_arena_printf(arena, "no HIP: %s", dlerror());
    const char *reason = find_symbols(hip, arena, library);
    if (reason)
        return reason;
    hip_result result = hip->hipInit(0);
    return result == HIP_SUCCESS ? NULL : error_of(hip, arena, "hipInit", result);
}

const char *cm_hip_open(hip_library *hip, cm_arena *arena)
{
    *hip = (hip_library){.library = NULL};
    const char *reason = start_hip(hip, arena);
    if (reason)
        cm_hip_close(hip);
    return reason;
}

void cm_hip_close(hip_library *hip)
{
    if (hip->library)
        (void)dlclose(hip->library);
    hip->library = NULL;
}

void cm_hip_check(cm_work *work, const hip_library *hip, hip_result result, const char *format, ...)
{
    if (result == HIP_SUCCESS)
        return;
    va_list args;
    va_start(args, format);
    const char *call = cm_arena_vprintf(work->arena, format, args);
    va_end(args);
    cm_fail(work, (cm_place){0}, "%s", error_of(hip, work->arena, call, result));
}
