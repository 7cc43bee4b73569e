#define _GNU_SOURCE /* environ, which the program inherits */
#include "base/program.h"

#include <errno.h>
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

void cm_folder_make(cm_work *work, cm_folder *folder)
{
    const char *where = getenv("TMPDIR");
    if (!where || !*where)
        where = "/tmp";
    int length = snprintf(folder->path, sizeof folder->path, "%s/cmcm-XXXXXX", where);
    bool fits = length > 0 && (size_t)length < sizeof folder->path;
    if (fits && mkdtemp(folder->path))
        return;
    int error = fits ? errno : ENAMETOOLONG;
    folder->path[0] = '\0';
    cm_fail(work, (cm_place){NULL, 0, 0},
            "cannot make a folder for a compiler in %s (%s), expected a writable one in TMPDIR",
            where, strerror(error));
}

const char *cm_folder_file(cm_work *work, const cm_folder *folder, const char *name)
{
    return cm_arena_printf(work->arena, "%s/%s", folder->path, name);
}

void cm_folder_remove(cm_folder *folder, const char *const *names)
{
    if (!folder->path[0])
        return;
    for (; *names; names++) {
        char path[CM_FOLDER_PATH + 64];
        snprintf(path, sizeof path, "%s/%s", folder->path, *names);
        unlink(path);
    }
    rmdir(folder->path);
    folder->path[0] = '\0';
}

void cm_folder_with(cm_work *work, cm_folder *folder, const char *const *names,
                    void (*what)(void *), void *argument)
{
    cm_folder_make(work, folder);
    bool done = cm_arena_protect(work->arena, what, argument);
    cm_folder_remove(folder, names);
    if (!done)
        cm_arena_escape(work->arena);
}

/* posix_spawn's error, or 0. */
static int spawn(const char *const *arguments, const char *log, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, log,
                                             O_WRONLY | O_CREAT | O_TRUNC, 0600);
    if (error == 0)
        error = posix_spawn_file_actions_adddup2(&actions, STDERR_FILENO, STDOUT_FILENO);
    if (error == 0) /* arguments are not changed by the callee */
        error = posix_spawnp(child, arguments[0], &actions, NULL, (char **)(uintptr_t)arguments,
                             environ);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

int cm_program_run(const char *const *arguments, const char *log, int *status)
{
    pid_t child;
    int ended = 0, error = spawn(arguments, log, &child);
    if (error != 0)
        return error;
    while (waitpid(child, &ended, 0) < 0 && errno == EINTR)
        continue;
    *status = WIFEXITED(ended) ? WEXITSTATUS(ended) : 128 + WTERMSIG(ended);
    /* Where spawning cannot tell, the child exits with 127. */
    return *status == 127 ? ENOENT : 0;
}

const char *cm_program_said(cm_work *work, const char *log)
{
    enum { MOST = 2000 };
    char text[MOST + 1];
    FILE *file = fopen(log, "r");
    size_t length = file ? fread(text, 1, MOST, file) : 0;
    if (file)
        fclose(file);
    while (length > 0 && text[length - 1] == '\n')
        length--;
    return length > 0 ? cm_arena_text(work->arena, text, length) : "it said nothing";
}
