#define _POSIX_C_SOURCE 200809L

#include "model/files.h"

#include "base/near.h"
#include "base/text.h"

#include <string.h>
#include <sys/stat.h>

static const char *const own_files[] = {"stdlib.cat", "cos.cat", "cos-opt.cat", "cross.cat",
                                        "lock.cat"};

bool cm_cat_is_own(const char *name)
{
    return cm_word_listed(own_files, sizeof own_files / sizeof *own_files, name);
}

bool cm_cat_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

const char *cm_cat_beside(cm_work *work, const char *path, const char *name)
{
    const char *slash = strrchr(path, '/');
    int folder = slash ? (int)(slash - path) + 1 : 0;
    const char *beside = cm_arena_printf(work->arena, "%.*s%s", folder, path, name);
    const cm_source *source = cm_cat_is_file(beside) ? cm_source_read(work, beside) : NULL;
    return source ? source->text : NULL;
}

bool cm_cat_is_dat3m(cm_work *work, const char *path)
{
    const char *stdlib = cm_cat_beside(work, path, "stdlib.cat");
    return stdlib && strstr(stdlib, "let fr =");
}

static const cm_source *draft_of(const cm_model_options *options, const char *path)
{
    for (int i = 0; i < options->draft_count; i++) {
        const char *a = options->drafts[i].name;
        struct stat one, other;
        if (strcmp(a, path) == 0 || (stat(a, &one) == 0 && stat(path, &other) == 0 &&
                                     one.st_dev == other.st_dev && one.st_ino == other.st_ino))
            return &options->drafts[i];
    }
    return NULL;
}

/* Path of `name` in directory[0..length), if there is such a file, or
 * a draft of one. */
static const char *in_directory(cm_arena *arena, const cm_model_options *options,
                                const char *directory, size_t length, const char *name)
{
    const char *dir = cm_arena_text(arena, directory, length);
    const char *path = name;
    if (name[0] != '/' && length > 0)
        path = cm_arena_printf(arena, "%s%s%s", dir, dir[length - 1] == '/' ? "" : "/", name);
    return cm_cat_is_file(path) || draft_of(options, path) ? path : NULL;
}

cm_cat_where cm_cat_in_library(cm_arena *arena, const cm_model_options *options, const char *name)
{
    const char *directory = options->library_dir;
    const char *path =
        directory ? in_directory(arena, options, directory, strlen(directory), name) : NULL;
    if (path)
        return (cm_cat_where){path, NULL};
    const cm_model_text *text = cm_model_text_find(name);
    return text ? (cm_cat_where){cm_arena_printf(arena, "models/%s", name), text}
                : (cm_cat_where){0};
}

cm_cat_where cm_cat_in_includes(cm_arena *arena, const cm_model_options *options, const char *name)
{
    const char *path = NULL;
    for (int i = 0; !path && i < options->include_count; i++) {
        const char *directory = options->include_dirs[i];
        path = in_directory(arena, options, directory, strlen(directory), name);
    }
    return (cm_cat_where){path, NULL};
}

cm_cat_where cm_cat_included(cm_arena *arena, const cm_model_options *options, const char *from,
                             bool carried, const char *name)
{
    cm_cat_where where =
        cm_cat_is_own(name) ? cm_cat_in_library(arena, options, name) : (cm_cat_where){0};
    const char *slash = strrchr(from, '/');
    if (!where.path && !carried)
        where.path =
            in_directory(arena, options, from, slash ? (size_t)(slash - from) + 1 : 0, name);
    if (!where.path)
        where = cm_cat_in_includes(arena, options, name);
    return where.path ? where : cm_cat_in_library(arena, options, name);
}

const cm_source *cm_cat_read(cm_work *work, const cm_model_options *options, cm_cat_where where)
{
    const cm_source *draft = where.text ? NULL : draft_of(options, where.path);
    if (draft || !where.text)
        return draft ? draft : cm_source_read(work, where.path);
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){where.path, where.text->text, strlen(where.text->text)};
    return source;
}

/* ---- what the program carries ------------------------------------------------ */

const cm_model_text *cm_model_text_find(const char *name)
{
    for (const cm_model_text *text = cm_model_texts; text->name; text++)
        if (strcmp(text->name, name) == 0)
            return text;
    return NULL;
}

/* What a file is that is no model by itself has no title: it is included by others. */
static bool has_title(const cm_model_text *text)
{
    return text->text[0] == '"' && !strchr(text->name, '/');
}

const char *cm_model_text_names(cm_arena *arena)
{
    const char *names = "";
    for (const cm_model_text *text = cm_model_texts; text->name; text++)
        if (has_title(text))
            names = cm_arena_printf(arena, "%s%s`%.*s`", names, *names ? ", " : "",
                                    (int)strlen(text->name) - 4, text->name);
    return names;
}

const char *cm_model_text_hint(cm_arena *arena, const char *name)
{
    cm_near near = cm_near_new(name, strlen(name));
    for (const cm_model_text *text = cm_model_texts; text->name; text++)
        if (has_title(text))
            cm_near_offer_part(&near, text->name, strlen(text->name) - 4);
    return cm_near_hint(&near, arena);
}
