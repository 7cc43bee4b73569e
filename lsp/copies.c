#define _POSIX_C_SOURCE 200809L /* mkdtemp */
#include "lsp/copies.h"

#include "model/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static bool make_directory(cm_copies *copies)
{
    const char *parent = getenv("TMPDIR");
    if (copies->directory[0])
        return true;
    int length = snprintf(copies->directory, sizeof copies->directory, "%s/cmcm-lsp-XXXXXX",
                          parent && *parent == '/' ? parent : "/tmp");
    if ((size_t)length < sizeof copies->directory && mkdtemp(copies->directory))
        return true;
    copies->directory[0] = '\0';
    return false;
}

/* Where the copy is: of "dialects/herd.cat" dialects-herd.cat. */
static char *path_of(const cm_copies *copies, const char *name)
{
    size_t size = strlen(copies->directory) + strlen(name) + 2;
    char *path = malloc(size);
    if (!path)
        return NULL;
    char *to = path + snprintf(path, size, "%s/", copies->directory);
    for (; *name; name++)
        *to++ = *name == '/' ? '-' : *name;
    *to = '\0';
    return path;
}

static bool write_copy(const char *path, const char *text)
{
    if (access(path, F_OK) == 0)
        return true;
    FILE *file = fopen(path, "w");
    if (!file)
        return false;
    fputs(text, file);
    bool written = fclose(file) == 0;
    return written && chmod(path, 0444) == 0;
}

char *cm_copies_path(cm_copies *copies, const char *name)
{
    static const char folder[] = "models/";
    if (strncmp(name, folder, sizeof folder - 1) == 0)
        name += sizeof folder - 1;
    const cm_model_text *text = cm_model_text_find(name);
    char *path = text && make_directory(copies) ? path_of(copies, text->name) : NULL;
    if (path && write_copy(path, text->text))
        return path;
    free(path);
    return NULL;
}

bool cm_copies_has(const cm_copies *copies, const char *path)
{
    size_t length = strlen(copies->directory);
    return length > 0 && strncmp(path, copies->directory, length) == 0 && path[length] == '/';
}

void cm_copies_remove(const cm_copies *copies)
{
    if (!copies->directory[0])
        return;
    for (const cm_model_text *text = cm_model_texts; text->name; text++) {
        char *path = path_of(copies, text->name);
        if (path)
            unlink(path);
        free(path);
    }
    rmdir(copies->directory);
}
