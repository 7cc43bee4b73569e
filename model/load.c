/* Reading a model: its files, in the order of their includes, then the graph.
 *
 * stdlib.cat is read before everything; model/files.h says where an include is looked for. */
#define _POSIX_C_SOURCE 200809L

#include "base/text.h"
#include "model/ast.h"
#include "model/dialect.h"
#include "model/files.h"
#include "model/gloss.h"

#include <string.h>
#include <sys/stat.h>

#define MAX_INCLUDE_DEPTH 50
#define MAX_FILES         1000

/* ---- running files ---------------------------------------------------- */

static void add_file(cm_elab *elab, const char *path)
{
    for (int i = 0; i < elab->file_count; i++)
        if (strcmp(elab->files[i], path) == 0)
            return;
    CM_PUSH(elab->arena, elab->files, elab->file_count, elab->file_capacity, path);
}

static const char *run_source(cm_elab *elab, const cm_source *source, cm_cat_where where,
                              cm_place place)
{
    struct stat info;
    cm_elab_file file = {.outer = elab->file, .path = where.path, .carried = where.text != NULL};
    if (file.carried) {
        file.inode = (unsigned long long)(uintptr_t)where.text;
    } else if (where.path && stat(where.path, &info) == 0) {
        file.device = (unsigned long long)info.st_dev;
        file.inode = (unsigned long long)info.st_ino;
    }
    /* Fails when the file is being read already. */
    int depth = 0;
    for (const cm_elab_file *f = file.outer; f; f = f->outer) {
        if (file.inode != 0 && f->device == file.device && f->inode == file.inode)
            cm_elab_fail_hard(elab, place, "`%s` includes itself, expected no cycle", f->path);
        if (++depth > MAX_INCLUDE_DEPTH)
            cm_elab_fail_hard(elab, place, "includes nested too deeply, expected at most %d",
                              MAX_INCLUDE_DEPTH);
    }
    if (elab->file_count > MAX_FILES)
        cm_elab_fail_hard(elab, place, "there are too many files, expected at most %d", MAX_FILES);
    elab->file = &file;
    const cm_cat_file *tree = cm_cat_parse(elab->work, elab->interned, source);
    cm_elab_run(elab, tree->body, tree->body_count);
    elab->file = file.outer;
    return tree->title;
}

static void run_file(cm_elab *elab, cm_cat_where where, cm_place place)
{
    add_file(elab, where.path);
    const cm_source *source = cm_cat_read(elab->work, elab->options, where);
    if (!source)
        cm_elab_fail_hard(elab, place, "cannot read `%s`, expected a cat file", where.path);
    bool library = elab->library;
    elab->library = library || cm_cat_is_own(cm_file_name(where.path));
    run_source(elab, source, where, place);
    elab->library = library;
}

void cm_elab_include(cm_elab *elab, const cm_cat_ins *ins)
{
    cm_cat_where where = cm_cat_included(elab->arena, elab->options, ins->place.source->name,
                                         elab->file->carried, ins->name);
    if (!where.path)
        cm_elab_fail_hard(elab, ins->name_place,
                          "there is no file `%s`, expected it beside this file, in a directory of "
                          "-I or among the installed models",
                          ins->name);
    const cm_elab_call here = {elab->calls, ins->name, ins->name_place};
    elab->calls = &here;
    run_file(elab, where, ins->name_place);
    elab->calls = here.outer;
}

static void run_library(cm_elab *elab, const char *name)
{
    cm_cat_where where = cm_cat_in_library(elab->arena, elab->options, name);
    if (!where.path)
        cm_elab_fail_hard(
            elab, (cm_place){0},
            "there is no file `%s` in `%s` nor among the models that the program carries", name,
            elab->options->library_dir ? elab->options->library_dir : "");
    bool library = elab->library;
    elab->library = true;
    run_file(elab, where, (cm_place){0});
    elab->library = library;
}

/* At top level, wherever in the model the name is used; gives what the file defines. */
static const cm_env *run_apart(cm_elab *elab, const char *file)
{
    cm_elab saved = *elab;
    elab->env = elab->library_env;
    elab->procedure_depth = elab->open_element_count = 0;
    elab->label = NULL;
    run_library(elab, file);
    const cm_env *defined = elab->env;
    elab->env = saved.env;
    elab->procedure_depth = saved.procedure_depth;
    elab->open_element_count = saved.open_element_count;
    elab->label = saved.label;
    return defined;
}

void cm_elab_orders(cm_elab *elab)
{
    if (!elab->orders_env)
        elab->orders_env = run_apart(elab, cm_dialect_orders(elab->dialect));
}

void cm_elab_final(cm_elab *elab)
{
    if (!elab->final_env)
        elab->final_env = run_apart(elab, "dialects/herd-final.cat");
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

/* " (looked in `/a`, `/b` and among those that the program carries)"; "" where it is only those. */
static const char *searched(const cm_elab *elab)
{
    const cm_model_options *options = elab->options;
    const char *places = "";
    if (options->library_dir)
        places = cm_arena_printf(elab->arena, "`%s`", options->library_dir);
    for (int i = 0; i < options->include_count; i++)
        places = cm_arena_printf(elab->arena, "%s%s`%s`", places, *places ? ", " : "",
                                 options->include_dirs[i]);
    return *places
               ? cm_arena_printf(elab->arena,
                                 " (looked in %s and among those that the program carries)", places)
               : "";
}

/* An installed model by its name: a directory of the user's comes first, then those of
 * -I, then what the program carries. */
static cm_cat_where main_file(const cm_elab *elab, const char *name)
{
    size_t length = strlen(name);
    if (length > 4 && strcmp(name + length - 4, ".cat") == 0)
        return (cm_cat_where){name, NULL};
    const char *file = cm_arena_printf(elab->arena, "%s.cat", name);
    cm_cat_where where = {0};
    if (!strchr(name, '/')) {
        where = cm_cat_in_library(elab->arena, elab->options, file);
        cm_cat_where named = where.text || !where.path
                                 ? cm_cat_in_includes(elab->arena, elab->options, file)
                                 : (cm_cat_where){0};
        where = named.path ? named : where;
    }
    if (!where.path)
        cm_fail(elab->work, (cm_place){0},
                "there is no model `%s`, expected %s or a path that ends in .cat%s%s", name,
                cm_model_text_names(elab->arena), cm_model_text_hint(elab->arena, name),
                strchr(name, '/') ? "" : searched(elab));
    return where;
}

static void load_model(void *argument)
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
    /* A directory that is named and is not there is a mistake, not a reason to go on with
     * other models. */
    struct stat info;
    const char *directory = elab->options->library_dir;
    if (directory && (stat(directory, &info) != 0 || !S_ISDIR(info.st_mode)))
        cm_fail(elab->work, (cm_place){0}, "there is no directory `%s`, expected one of models",
                directory);
    const cm_source *source = l->source;
    cm_cat_where where = {0};
    if (!source) {
        where = main_file(elab, l->name);
        source = cm_cat_read(elab->work, elab->options, where);
        if (!source)
            cm_arena_escape(work->arena); /* the reason is in work->diags */
    }
    add_file(elab, source->name);
    if (!where.text && where.path)
        elab->config = cm_model_config_of(elab->work, elab->options, where.path);
    if (elab->options->bell)
        elab->config.bell = elab->options->bell;
    run_library(elab, "stdlib.cat");
    elab->dialect = where.text ? CM_DIALECT_CMCM : cm_dialect_of(elab, source, where.path);
    if (cm_dialect_prelude(elab->dialect))
        run_library(elab, cm_dialect_prelude(elab->dialect));
    const char *about = cm_dialect_about(elab, source, elab->config.bell);
    if (about)
        run_library(elab, about);
    elab->library_env = elab->env;
    if (elab->config.bell)
        run_file(elab, (cm_cat_where){elab->config.bell, NULL}, (cm_place){0});
    const char *title = run_source(elab, source, where, (cm_place){source, 0, 0});
    if (elab->final_env) /* its `co` is the model's */
        run_file(elab,
                 cm_cat_in_library(elab->arena, elab->options, "dialects/herd-final-order.cat"),
                 (cm_place){0});
    /* A variant that no `if` asked for is likely another's name, and its answer that of the
     * model without it. */
    for (int i = 0; i < elab->options->variant_count; i++) {
        const char *variant = elab->options->variants[i];
        if (elab->variants_asked[i])
            continue;
        cm_fail(elab->work, (cm_place){0},
                strchr(variant, ',')
                    ? "`%s` are several variants, expected --variant once for each: `cmcm models "
                      "%s` lists them"
                    : "variant `%s` changes nothing in the model `%s`, expected one that it asks "
                      "for with `if \"...\"`: `cmcm models %s` lists them",
                variant, l->name, l->name);
    }
    l->model = cm_elab_finish(elab, cm_arena_text(work->arena, l->name, strlen(l->name)), title);
}

static cm_model *protect(loading l)
{
    return cm_arena_protect(l.work->arena, load_model, &l) ? l.model : NULL;
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

int cm_model_base(const cm_model *model, cm_base_kind kind)
{
    for (int i = 0; i < model->node_count; i++)
        if (model->nodes[i].op == CM_NODE_BASE && model->bases[model->nodes[i].index]->kind == kind)
            return i;
    return -1;
}

bool cm_model_has_flags(const cm_model *model)
{
    for (int i = 0; i < model->constraint_count; i++)
        if (model->constraints[i].is_flag)
            return true;
    return false;
}

bool cm_model_is_told(const cm_model *model, int undefined, int flag)
{
    const char *says = model->constraints[undefined].says;
    return says && strcmp(model->constraints[flag].name, says) == 0;
}

bool cm_model_flags_undefined(const cm_model *model, int flag)
{
    bool undefined = strcmp(model->constraints[flag].name, CM_FLAG_UNDEFINED) == 0;
    for (int i = 0; !undefined && i < model->constraint_count; i++)
        undefined = cm_model_is_told(model, i, flag);
    return undefined;
}

int cm_model_find(const cm_model *model, const char *name)
{
    int found = CM_NAMED_INDEX(model->names, model->name_count, name, name);
    return found < 0 ? -1 : model->names[found].node;
}

const char *const cm_model_claims[] = {"rewrite", "coherent", "barred", "spills", "founded", NULL};

static bool is_claim(const char *name)
{
    const char *const *claim = cm_model_claims;
    while (*claim && strcmp(*claim, name) != 0)
        claim++;
    return *claim != NULL;
}

cm_model *cm_model_part(cm_arena *arena, const cm_model *model, const bool *kept)
{
    cm_model *part = CM_NEW(arena, cm_model);
    *part = *model;
    part->constraints = CM_NEW_ARRAY(arena, (size_t)model->constraint_count + 1, cm_constraint);
    part->names = CM_NEW_ARRAY(arena, (size_t)model->name_count + 1, cm_model_name);
    part->constraint_count = part->name_count = 0;
    for (int i = 0; i < model->constraint_count; i++)
        if (kept[i])
            part->constraints[part->constraint_count++] = model->constraints[i];
    for (int i = 0; i < model->name_count; i++)
        if (!is_claim(model->names[i].name))
            part->names[part->name_count++] = model->names[i];
    return part;
}
