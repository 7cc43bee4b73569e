#include "base/lazy.h"

#include <dlfcn.h>
#include <string.h>

static const char *look_up(const cm_lazy *library, void *functions)
{
    void *handle = NULL;
    for (int i = 0; i < 2 && !handle; i++)
        handle = dlopen(library->places[i], RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
    if (!handle)
        return "cannot be loaded, expected it to be installed";
    for (size_t i = 0; i < library->count; i++) {
        void *function = dlsym(handle, library->names[i]);
        if (!function)
            return "is of another version, expected the one that this program was built with";
        memcpy((char *)functions + i * sizeof function, &function, sizeof function);
    }
    return NULL;
}

const char *cm_lazy_open(cm_lazy *library, void *functions)
{
    pthread_mutex_lock(&library->lock);
    if (!library->tried)
        library->failed = look_up(library, functions);
    library->tried = true;
    pthread_mutex_unlock(&library->lock);
    return library->failed;
}
