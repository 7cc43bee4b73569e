/* Memory that is refused once: linked into a build of the command for tests, in place of
 * malloc and its like (the linker's --wrap), for our own code, and for Jansson through the
 * function by which it lets a program choose. Left alone are libc (streams), Z3, which ends
 * the process when it has no memory, and libxml2, whose 2.9 overruns its own buffers then.
 *
 *     CMCM_TEST_FAIL=N      the Nth allocation fails (from 1 on)
 *     CMCM_TEST_COUNT=FILE  how many there were goes to the file at the end */
#include "failing_once.h"

#include <errno.h>
#include <jansson.h>
#include <string.h>

/* The linker's names for the functions replaced and for those in their place. */
void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
char *__wrap_strdup(const char *text);
char *__wrap_strndup(const char *text, size_t most);

static bool refused(void)
{
    if (!fails_now())
        return false;
    errno = ENOMEM;
    return true;
}

void *__wrap_malloc(size_t size)
{
    return refused() ? NULL : __real_malloc(size);
}

void *__wrap_calloc(size_t items, size_t size)
{
    return refused() ? NULL : __real_calloc(items, size);
}

void *__wrap_realloc(void *old, size_t size)
{
    return refused() ? NULL : __real_realloc(old, size);
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    return refused() ? NULL : __real_aligned_alloc(alignment, size);
}

char *__wrap_strndup(const char *text, size_t most)
{
    size_t length = strnlen(text, most);
    char *copy = __wrap_malloc(length + 1);
    if (!copy)
        return NULL;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return copy;
}

char *__wrap_strdup(const char *text)
{
    return __wrap_strndup(text, strlen(text));
}

__attribute__((constructor)) static void begin(void)
{
    json_set_alloc_funcs(__wrap_malloc, free);
}
