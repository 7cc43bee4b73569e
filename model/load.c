/* Reading a model: its files, in the order of their includes, then the graph.
 *
 * stdlib.cat is read before everything. An include is looked for in the
 * directory of the including file, then where -I says, then among the installed
 * models: a directory of the user's, and what the program carries (model/carried.h); for the
 * library's own files (see `own_files`) the installed ones come first, because herd's files of
 * these names build coherence orders by enumeration, which the solver does for us. */
#define _POSIX_C_SOURCE 200809L

#include "model/carried.h"
#include "model/cat_parse.h"
#include "model/dialect.h"
#include "model/finish.h"

#include <string.h>
#include <sys/stat.h>

#define MAX_INCLUDE_DEPTH 50
#define MAX_FILES         1000

static const char *const own_files[] = {"stdlib.cat", "cos.cat", "cos-opt.cat", "cross.cat"};

static bool is_own(const char *name)
{
    for (size_t i = 0; i < sizeof own_files / sizeof *own_files; i++)
        if (strcmp(own_files[i], name) == 0)
            return true;
    return false;
}

/* ---- finding files ---------------------------------------------------- */

bool cm_elab_is_file(const char *path)
{
    struct stat info;
    return stat(path, &info) == 0 && S_ISREG(info.st_mode);
}

/* Where a file is: on disk, or (text) among the models that the program carries. No
 * path: there is none. */
typedef struct found {
    const char *path;
    const cm_model_text *text;
} found;

/* Path of `name` in directory[0..length), if there is such a file. */
static const char *in_directory(cm_arena *arena, const char *directory, size_t length,
                                const char *name)
{
    const char *dir = cm_arena_text(arena, directory, length);
    const char *path = name;
    if (name[0] != '/' && length > 0)
        path = cm_arena_printf(arena, "%s%s%s", dir, dir[length - 1] == '/' ? "" : "/", name);
    return cm_elab_is_file(path) ? path : NULL;
}

/* The installed models: a directory of the user's, then what the program carries. */
static found in_library(const cm_elab *elab, const char *name)
{
    const char *directory = elab->options->library_dir;
    const char *path =
        directory ? in_directory(elab->arena, directory, strlen(directory), name) : NULL;
    if (path)
        return (found){path, NULL};
    const cm_model_text *text = cm_model_text_find(name);
    return text ? (found){cm_arena_printf(elab->arena, "models/%s", name), text} : (found){0};
}

static const char *in_includes(const cm_elab *elab, const char *name)
{
    const char *path = NULL;
    for (int i = 0; !path && i < elab->options->include_count; i++) {
        const char *directory = elab->options->include_dirs[i];
        path = in_directory(elab->arena, directory, strlen(directory), name);
    }
    return path;
}

static found find_include(const cm_elab *elab, const char *from, const char *name)
{
    found own = is_own(name) ? in_library(elab, name) : (found){0};
    if (own.path)
        return own;
    const char *slash = strrchr(from, '/'), *path = NULL;
    if (!elab->file->carried)
        path = in_directory(elab->arena, from, slash ? (size_t)(slash - from) + 1 : 0, name);
    if (!path)
        path = in_includes(elab, name);
    return path ? (found){path, NULL} : in_library(elab, name);
}

/* ---- running files ---------------------------------------------------- */

static void add_file(cm_elab *elab, const char *path)
{
    for (int i = 0; i < elab->file_count; i++)
        if (strcmp(elab->files[i], path) == 0)
            return;
    CM_RESERVE(elab->arena, elab->files, elab->file_count, elab->file_capacity);
    elab->files[elab->file_count++] = path;
}

/* Fails when the file is being read already. */
static void check_cycle(cm_elab *elab, const cm_elab_file *file, cm_place place)
{
    int depth = 0;
    for (const cm_elab_file *f = file->outer; f; f = f->outer) {
        if (file->inode != 0 && f->device == file->device && f->inode == file->inode)
            cm_elab_fail_hard(elab, place, "`%s` includes itself, expected no cycle", f->path);
        if (++depth > MAX_INCLUDE_DEPTH)
            cm_elab_fail_hard(elab, place, "includes nested too deeply, expected at most %d",
                              MAX_INCLUDE_DEPTH);
    }
    if (elab->file_count > MAX_FILES)
        cm_elab_fail_hard(elab, place, "too many files, expected at most %d", MAX_FILES);
}

static const char *run_source(cm_elab *elab, const cm_source *source, found where, cm_place place)
{
    struct stat info;
    cm_elab_file file = {.outer = elab->file, .path = where.path, .carried = where.text != NULL};
    if (file.carried) {
        file.inode = (unsigned long long)(uintptr_t)where.text;
    } else if (where.path && stat(where.path, &info) == 0) {
        file.device = (unsigned long long)info.st_dev;
        file.inode = (unsigned long long)info.st_ino;
    }
    check_cycle(elab, &file, place);
    elab->file = &file;
    const cm_cat_file *tree = cm_cat_parse(elab->work, elab->interned, source);
    cm_elab_run(elab, tree->body, tree->body_count);
    elab->file = file.outer;
    return tree->title;
}

static const cm_source *source_of(cm_elab *elab, found where)
{
    if (!where.text)
        return cm_source_read(elab->work, where.path);
    cm_source *source = CM_NEW(elab->arena, cm_source);
    *source = (cm_source){where.path, where.text->text, strlen(where.text->text)};
    return source;
}

static void run_file(cm_elab *elab, found where, cm_place place)
{
    add_file(elab, where.path);
    const cm_source *source = source_of(elab, where);
    if (!source)
        cm_elab_fail_hard(elab, place, "cannot read `%s`, expected a cat file", where.path);
    const char *slash = strrchr(where.path, '/');
    bool library = elab->library;
    elab->library = library || is_own(slash ? slash + 1 : where.path);
    run_source(elab, source, where, place);
    elab->library = library;
}

void cm_elab_include(cm_elab *elab, const cm_cat_ins *ins)
{
    found where = find_include(elab, ins->place.source->name, ins->name);
    if (!where.path)
        cm_elab_fail_hard(elab, ins->name_place,
                          "no file `%s`, expected it beside this file, in a directory of -I or "
                          "among the installed models",
                          ins->name);
    run_file(elab, where, ins->name_place);
}

static void run_library(cm_elab *elab, const char *name)
{
    found where = in_library(elab, name);
    if (!where.path)
        cm_elab_fail_hard(elab, (cm_place){0},
                          "no file `%s` in `%s` nor among the models that the program carries",
                          name, elab->options->library_dir ? elab->options->library_dir : "");
    bool library = elab->library;
    elab->library = true;
    run_file(elab, where, (cm_place){0});
    elab->library = library;
}

/* At top level, wherever in the model the name is used. */
void cm_elab_orders(cm_elab *elab)
{
    if (elab->orders_env)
        return;
    cm_elab saved = *elab;
    elab->env = elab->library_env;
    elab->procedure_depth = elab->open_element_count = 0;
    elab->label = NULL;
    run_library(elab, cm_dialect_orders(elab->dialect));
    elab->orders_env = elab->env;
    elab->env = saved.env;
    elab->procedure_depth = saved.procedure_depth;
    elab->open_element_count = saved.open_element_count;
    elab->label = saved.label;
}

/* ---- loading ---------------------------------------------------------- */

static const cm_model_options no_options;

typedef struct loading {
    cm_work *work;
    const char *name;
    const cm_source *source; /* NULL: read from name */
    const cm_model_options *options;
    cm_model *model;
} loading;

static bool ends_in_cat(const char *name)
{
    size_t length = strlen(name);
    return length > 4 && strcmp(name + length - 4, ".cat") == 0;
}

/* An installed model by its name: a directory of the user's comes first, then those of
 * -I, then what the program carries. */
static found main_file(const cm_elab *elab, const char *name)
{
    if (ends_in_cat(name))
        return (found){name, NULL};
    const char *file = cm_arena_printf(elab->arena, "%s.cat", name);
    found where = {0};
    if (!strchr(name, '/')) {
        where = in_library(elab, file);
        const char *path = where.text || !where.path ? in_includes(elab, file) : NULL;
        where = path ? (found){path, NULL} : where;
    }
    if (!where.path)
        cm_fail(elab->work, (cm_place){0},
                "no model `%s`, expected %s or a path that ends in .cat%s", name,
                cm_model_text_names(elab->arena), cm_model_text_hint(elab->arena, name));
    return where;
}

/* A variant that no `if` asked for is likely another's name, and its answer that of the
 * model without it. */
static void check_variants(const cm_elab *elab, const char *name)
{
    for (int i = 0; i < elab->options->variant_count; i++)
        if (!elab->variants_asked[i])
            cm_fail(elab->work, (cm_place){0},
                    "variant `%s` changes nothing in the model `%s`, expected one that it asks for "
                    "with `if \"...\"`",
                    elab->options->variants[i], name);
}

/* A directory that is named and is not there is a mistake, not a reason to go on with
 * other models. */
static void check_library(const cm_elab *elab)
{
    struct stat info;
    const char *directory = elab->options->library_dir;
    if (directory && (stat(directory, &info) != 0 || !S_ISDIR(info.st_mode)))
        cm_fail(elab->work, (cm_place){0}, "no directory `%s`, expected one of models", directory);
}

static void load(void *argument)
{
    loading *l = argument;
    cm_work *work = l->work;
    cm_elab *elab = CM_NEW(work->arena, cm_elab);
    elab->work = work;
    elab->arena = work->arena;
    elab->options = l->options ? l->options : &no_options;
    elab->variants_asked = CM_NEW_ARRAY(work->arena, (size_t)elab->options->variant_count, bool);
    elab->interned = cm_names_new(work->arena);
    elab->graph = cm_terms_new(work->arena);
    check_library(elab);
    const cm_source *source = l->source;
    found where = {0};
    if (!source) {
        where = main_file(elab, l->name);
        source = source_of(elab, where);
        if (!source)
            cm_arena_escape(work->arena); /* the reason is in work->diags */
    }
    add_file(elab, source->name);
    run_library(elab, "stdlib.cat");
    elab->dialect = where.text ? CM_DIALECT_CMCM : cm_dialect_of(elab, source, where.path);
    if (cm_dialect_prelude(elab->dialect))
        run_library(elab, cm_dialect_prelude(elab->dialect));
    elab->library_env = elab->env;
    const char *title = run_source(elab, source, where, (cm_place){source, 0, 0});
    check_variants(elab, l->name);
    l->model = cm_elab_finish(elab, cm_arena_text(work->arena, l->name, strlen(l->name)), title);
}

static cm_model *protect(loading l)
{
    return cm_arena_protect(l.work->arena, load, &l) ? l.model : NULL;
}

cm_model *cm_model_load(cm_work *work, const char *name_or_path, const cm_model_options *options)
{
    return protect((loading){work, name_or_path, NULL, options, NULL});
}

cm_model *cm_model_load_source(cm_work *work, const cm_source *source,
                               const cm_model_options *options)
{
    return protect((loading){work, source->name, source, options, NULL});
}

bool cm_model_has_flags(const cm_model *model)
{
    for (int i = 0; i < model->constraint_count; i++)
        if (model->constraints[i].is_flag)
            return true;
    return false;
}

int cm_model_find(const cm_model *model, const char *name)
{
    for (int i = 0; i < model->name_count; i++)
        if (strcmp(model->names[i].name, name) == 0)
            return model->names[i].node;
    return -1;
}
