/* Assembly to functions that can be called: the system's compiler makes a shared
 * object of it in a directory of its own, which is gone afterwards.
 */
#define _GNU_SOURCE /* environ, which the compiler inherits */
#include "hwrun/code/cpu_code.h"

#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

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
    for (size_t i = 0; i < loader->entry_count; i++)
        if (strcmp(loader->entries[i].assembly, assembly) == 0)
            return loader->entries[i].body;
    return NULL;
}

/* ---- one run of the compiler ------------------------------------------ */

/* What has to be undone whatever happens. */
typedef struct job {
    cm_work *work;
    cm_cpu_loader *loader;
    const cm_cpu_thread *threads;
    int count;
    char directory[4096]; /* "": none yet */
    FILE *file;           /* being written or read; NULL: none */
} job;

static const cm_place nowhere;
static const char *const file_names[] = {"bodies.s", "bodies.so", "log"};
enum { SOURCE, OBJECT, LOG, FILES };

static const char *path_of(const job *j, int which)
{
    return cm_arena_printf(j->work->arena, "%s/%s", j->directory, file_names[which]);
}

static void clean_up(job *j)
{
    if (j->file)
        fclose(j->file);
    if (!j->directory[0])
        return;
    for (int i = 0; i < FILES; i++) { /* no arena here: it may be full */
        char path[sizeof j->directory + 16];
        snprintf(path, sizeof path, "%s/%s", j->directory, file_names[i]);
        unlink(path);
    }
    rmdir(j->directory);
}

/* The beginning of the compiler's messages. */
static const char *read_log(job *j)
{
    enum { MOST = 2000 };
    char text[MOST + 1];
    j->file = fopen(path_of(j, LOG), "r");
    size_t length = j->file ? fread(text, 1, MOST, j->file) : 0;
    while (length > 0 && text[length - 1] == '\n')
        length--;
    return length > 0 ? cm_arena_text(j->work->arena, text, length) : "it said nothing";
}

/* posix_spawn's error, or 0. */
static int spawn(const job *j, pid_t *child)
{
    const char *source = path_of(j, SOURCE), *object = path_of(j, OBJECT), *log = path_of(j, LOG);
    /* -nostdlib: the code calls nothing. Arguments are not changed by the callee. */
    const char *const arguments[] = {
        j->loader->compiler, "-shared", "-nostdlib", "-o", object, source, NULL};
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log,
                                             O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (error == 0)
        error = posix_spawnp(child, arguments[0], &actions, NULL, (char **)(uintptr_t)arguments,
                             environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

static void compile(job *j)
{
    pid_t child;
    const char *compiler = j->loader->compiler;
    int status = 0, error = spawn(j, &child);
    if (error == 0)
        while (waitpid(child, &status, 0) < 0 && errno == EINTR)
            continue;
    /* Where spawning cannot tell, the child exits with 127. */
    bool missing = error != 0 || (WIFEXITED(status) && WEXITSTATUS(status) == 127);
    if (missing)
        cm_fail(j->work, nowhere,
                "cannot start the compiler `%s` (%s), which CPU code needs; expected a C compiler: "
                "install gcc or clang, or name one with --cc",
                compiler, strerror(error != 0 ? error : ENOENT));
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0)
        cm_fail(j->work, nowhere, "the compiler `%s` refused the code of this test:\n%s", compiler,
                read_log(j));
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
    /* A directory of its own. */
    const char *where = getenv("TMPDIR");
    if (!where || !*where)
        where = "/tmp";
    int length = snprintf(j->directory, sizeof j->directory, "%s/cmcm-XXXXXX", where);
    bool fits = length > 0 && (size_t)length < sizeof j->directory;
    if (!fits || !mkdtemp(j->directory)) {
        int error = fits ? errno : ENAMETOOLONG;
        j->directory[0] = '\0';
        cm_fail(j->work, nowhere,
                "cannot make a directory for CPU code in %s (%s), expected a writable one in "
                "TMPDIR",
                where, strerror(error));
    }
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
        clean_up(&j);
        if (!done)
            cm_arena_escape(work->arena);
    }
    for (int i = 0; i < count; i++)
        bodies[i] = find_loaded(loader, threads[i].assembly);
}
