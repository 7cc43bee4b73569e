/* Assembly to functions that can be called: the system's compiler makes a shared
 * object of it in a directory of its own, which is gone afterwards.
 */
#include "base/program.h"
#include "base/text.h"
#include "hwrun/code/cpu_code.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct entry {
    char *assembly;
    cm_cpu_body *body;
} entry;

struct cm_cpu_loader {
    char *compiler;
    entry *entries;
    size_t entry_count;
    void **handles;
    size_t handle_count;
};

cm_cpu_loader *cm_cpu_loader_new(const char *compiler)
{
    cm_cpu_loader *loader = calloc(1, sizeof *loader);
    if (!loader)
        return NULL;
    loader->compiler = strdup(compiler);
    if (!loader->compiler) {
        free(loader);
        return NULL;
    }
    return loader;
}

void cm_cpu_loader_free(cm_cpu_loader *loader)
{
    if (!loader)
        return;
    for (size_t i = 0; i < loader->entry_count; i++)
        free(loader->entries[i].assembly);
    for (size_t i = 0; i < loader->handle_count; i++)
        dlclose(loader->handles[i]);
    free(loader->entries);
    free(loader->handles);
    free(loader->compiler);
    free(loader);
}

static cm_cpu_body *find_loaded(const cm_cpu_loader *loader, const char *assembly)
{
    int found = CM_NAMED_INDEX(loader->entries, loader->entry_count, assembly, assembly);
    return found < 0 ? NULL : loader->entries[found].body;
}

/* ---- one run of the compiler ------------------------------------------ */

/* What has to be undone whatever happens. */
typedef struct job {
    cm_work *work;
    cm_cpu_loader *loader;
    const cm_cpu_thread *threads;
    int count;
    cm_folder folder;
    FILE *file; /* being written; NULL: none */
} job;

static const cm_place nowhere;
static const char *const file_names[] = {"bodies.s", "bodies.so", "log", NULL};
enum { SOURCE, OBJECT, LOG };

static const char *path_of(const job *j, int which)
{
    return cm_folder_file(j->work, &j->folder, file_names[which]);
}

/* -nostdlib: the code calls nothing. */
static void compile(job *j)
{
    const char *compiler = j->loader->compiler, *log = path_of(j, LOG);
    const char *const arguments[] = {compiler,           "-shared",          "-nostdlib", "-o",
                                     path_of(j, OBJECT), path_of(j, SOURCE), NULL};
    int status = 0, error = cm_program_run(arguments, log, 0, &status);
    if (error != 0)
        cm_fail(j->work, nowhere,
                "cannot start the compiler `%s` (%s), which CPU code needs, expected a C compiler: "
                "install gcc or clang, or name one with --cc",
                compiler, strerror(error));
    if (status != 0)
        cm_fail(j->work, nowhere, "the compiler `%s` refused the code of this test:\n%s", compiler,
                cm_program_said(j->work, log));
}

/* ---- loading --------------------------------------------------------- */

static void look_up(job *j)
{
    void *handle = j->loader->handles[j->loader->handle_count - 1];
    for (int i = 0; i < j->count; i++) {
        const cm_cpu_thread *thread = &j->threads[i];
        if (find_loaded(j->loader, thread->assembly))
            continue;
        void *address = dlsym(handle, thread->symbol);
        if (!address)
            cm_fail(j->work, nowhere, "compiled CPU code lacks %s (%s)", thread->symbol, dlerror());
        cm_cpu_body *body; /* POSIX has functions and data share one kind of address */
        memcpy(&body, &address, sizeof body);
        cm_cpu_loader *loader = j->loader;
        entry *more = realloc(loader->entries, (loader->entry_count + 1) * sizeof *more);
        if (more)
            loader->entries = more;
        char *copy = more ? strdup(thread->assembly) : NULL;
        if (!copy)
            cm_fail(j->work, nowhere, "no memory for CPU code");
        loader->entries[loader->entry_count++] = (entry){copy, body};
    }
}

static void build_code(void *argument)
{
    job *j = argument;
    cm_folder_make(j->work, &j->folder);
    /* What is not loaded yet, each text once. */
    const char *path = path_of(j, SOURCE);
    j->file = fopen(path, "w");
    bool written = j->file != NULL;
    for (int i = 0; written && i < j->count; i++) {
        bool again = find_loaded(j->loader, j->threads[i].assembly) != NULL;
        for (int k = 0; k < i && !again; k++)
            again = strcmp(j->threads[k].assembly, j->threads[i].assembly) == 0;
        written = again || fputs(j->threads[i].assembly, j->file) >= 0;
    }
    if (j->file)
        written = fclose(j->file) == 0 && written;
    j->file = NULL;
    if (!written)
        cm_fail(j->work, nowhere, "cannot write %s: %s", path, strerror(errno));
    compile(j);
    cm_cpu_loader *loader = j->loader;
    void **more = realloc(loader->handles, (loader->handle_count + 1) * sizeof *more);
    if (!more)
        cm_fail(j->work, nowhere, "no memory for CPU code");
    loader->handles = more;
    void *handle = dlopen(path_of(j, OBJECT), RTLD_NOW | RTLD_LOCAL);
    if (!handle)
        cm_fail(j->work, nowhere,
                "cannot load compiled CPU code (%s), expected TMPDIR to be a directory whose files "
                "may be executed, and --cc a compiler for this machine",
                dlerror());
    loader->handles[loader->handle_count++] = handle;
    look_up(j);
}

void cm_cpu_load(cm_work *work, cm_cpu_loader *loader, const cm_cpu_thread *threads, int count,
                 cm_cpu_body **bodies)
{
    bool complete = true;
    for (int i = 0; i < count; i++)
        complete = complete && find_loaded(loader, threads[i].assembly);
    if (!complete) {
        job j = {.work = work, .loader = loader, .threads = threads, .count = count};
        bool done = cm_arena_protect(work->arena, build_code, &j);
        if (j.file)
            fclose(j.file);
        cm_folder_remove(&j.folder, file_names);
        if (!done)
            cm_arena_escape(work->arena);
    }
    for (int i = 0; i < count; i++)
        bodies[i] = find_loaded(loader, threads[i].assembly);
}
