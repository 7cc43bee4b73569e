/* Tests of kernels: the public face of import/import.h. */
#include "api/internal.h"
#include "import/source.h"

#include <string.h>

typedef struct importing {
    cm_work work;
    const char *kernel_path, *binding_path;
    const cm_source *kernel, *binding;
} importing;

static void read_sources(void *argument)
{
    importing *i = argument;
    const cm_source *source = cm_source_read(&i->work, i->kernel_path);
    i->kernel = source ? cm_import_compiled(&i->work, source) : NULL;
    i->binding = cm_source_read(&i->work, i->binding_path);
}

static cmcm_test *import_into(cmcm_session *session, importing *i)
{
    bool read = cm_arena_protect(i->work.arena, read_sources, i) && i->kernel && i->binding;
    const char *text =
        read ? cm_import_test(&i->work, i->kernel, i->binding, NULL, CM_IMPORT_QUIET) : NULL;
    if (!cm_session_made(session, &i->work.diags, text != NULL))
        return NULL;
    return cmcm_test_parse(session, i->kernel_path, text, strlen(text));
}

cmcm_test *cmcm_test_import(cmcm_session *session, const char *kernel, const char *binding)
{
    importing i = {.kernel_path = kernel, .binding_path = binding};
    cm_arena *arena = cm_arena_new(0);
    if (!arena) {
        cm_session_error(session, "out of memory");
        return NULL;
    }
    i.work = cm_work_new(arena);
    cmcm_test *test = import_into(session, &i);
    cm_arena_free(arena);
    return test;
}

const char *cmcm_test_text(const cmcm_test *test)
{
    return test->source->text;
}
