#define _GNU_SOURCE /* environ, which the program inherits */
#include "base/program.h"

#include "base/child.h"

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

/* Opens the child's files: nothing to read, because it is in no terminal's foreground. */
static int open_files(posix_spawn_file_actions_t *actions, const char *log)
{
    int error = posix_spawn_file_actions_addopen(actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (error == 0)
        error = posix_spawn_file_actions_addopen(actions, STDERR_FILENO, log,
                                                 O_WRONLY | O_CREAT | O_TRUNC, 0600);
    return error ? error : posix_spawn_file_actions_adddup2(actions, STDERR_FILENO, STDOUT_FILENO);
}

/* posix_spawn's error, or 0. own: with what it starts, such as gcc's cc1, the child is a process
 * group, which can be killed as one. */
static int spawn(const char *const *arguments, const char *log, bool own, pid_t *child)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t how;
    int error = posix_spawn_file_actions_init(&actions);
    if (error != 0)
        return error;
    error = posix_spawnattr_init(&how);
    if (error == 0) {
        posix_spawnattr_setflags(&how, own ? POSIX_SPAWN_SETPGROUP : 0);
        error = open_files(&actions, log);
        if (error == 0) /* arguments are not changed by the callee */
            error = posix_spawnp(child, arguments[0], &actions, &how, (char **)(uintptr_t)arguments,
                                 environ);
        posix_spawnattr_destroy(&how);
    }
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Waits for the child; false: it was still there after so many seconds, and has been killed. */
static bool wait_for(pid_t pid, double seconds, int *status)
{
    cm_child child = {.pid = pid, .channel = -1};
    if (seconds > 0)
        return cm_child_wait(&child, seconds, status);
    while (waitpid(pid, status, 0) < 0 && errno == EINTR)
        continue;
    return true;
}

int cm_program_run(const char *const *arguments, const char *log, double seconds, int *status)
{
    pid_t child;
    int ended = 0, error = spawn(arguments, log, seconds > 0, &child);
    if (error != 0)
        return error;
    if (!wait_for(child, seconds, &ended))
        return ETIMEDOUT;
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
