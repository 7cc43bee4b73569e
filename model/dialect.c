/* Recognising the dialect of a cat file. */
#define _POSIX_C_SOURCE 200809L

#include "model/dialect.h"

#include "base/text.h"
#include "litmus/isa/isa.h"
#include "model/files.h"

#include <string.h>
#include <strings.h>

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Names that only Dat3M predefines (RelationNameRepository.java). */
static const char *const gpu_names[] = {"sr",         "scta",         "ssg",     "swg",
                                        "sync_fence", "sync_barrier", "syncbar", "ssw"};

/* Of these, those of OpenCL and Vulkan, whose order of writes is total as CPUs' is. */
static const char *const opencl_names[] = {"swg", "sdv", "syncbar"};

/* Options in the title of a model for herd. */
static const char *const herd_options[] = {"withco", "withoutco", "withinit", "withoutinit",
                                           "catdep"};

static const char *const orders[] = {"co", "coi", "coe", "fr", "fri", "fre", "ca"};

static bool is_token(const cm_cat_token *token, const char *text)
{
    return strcmp(token->text, text) == 0;
}

/* Is the name at `at` being defined there? */
static bool is_defined(const cm_cat_tokens *tokens, int at)
{
    const cm_cat_token *before = at > 0 ? &tokens->items[at - 1] : NULL;
    return before && before->kind == CM_CAT_TOKEN_KEYWORD &&
           (is_token(before, "let") || is_token(before, "rec") || is_token(before, "and") ||
            is_token(before, "with"));
}

/* Is the name used before any definition of it? */
static bool uses(const cm_cat_tokens *tokens, const char *name)
{
    for (int i = 0; i < tokens->count; i++) {
        const cm_cat_token *token = &tokens->items[i];
        if (token->kind == CM_CAT_TOKEN_NAME && is_token(token, name))
            return !is_defined(tokens, i);
    }
    return false;
}

/* The words before the first instruction. */
static bool in_title(const cm_cat_tokens *tokens, const char *const *names, size_t count)
{
    for (int i = 0; i < tokens->count; i++) {
        const cm_cat_token *token = &tokens->items[i];
        if (token->kind != CM_CAT_TOKEN_NAME && token->kind != CM_CAT_TOKEN_STRING)
            return false;
        if (token->kind == CM_CAT_TOKEN_NAME && cm_word_listed(names, count, token->text))
            return true;
    }
    return false;
}

/* A model in the folder of a tool's library: its stdlib.cat says whose. */
static cm_dialect by_folder(cm_elab *elab, const char *path)
{
    const char *stdlib = cm_cat_beside(elab->work, path, "stdlib.cat");
    if (stdlib && strstr(stdlib, "Herd standard library"))
        return CM_DIALECT_HERD;
    return cm_cat_is_dat3m(elab->work, path) ? CM_DIALECT_DAT3M : CM_DIALECT_CMCM;
}

static bool is_installed(const cm_elab *elab, const char *path)
{
    const char *library = elab->options->library_dir;
    size_t length = library ? strlen(library) : 0;
    return length > 0 && strncmp(path, library, length) == 0;
}

cm_dialect cm_dialect_of(cm_elab *elab, const cm_source *source, const char *path)
{
    cm_dialect asked = elab->options->dialect;
    if (asked == CM_DIALECT_CMCM || asked == CM_DIALECT_HERD || (path && is_installed(elab, path)))
        return asked == CM_DIALECT_HERD ? asked : CM_DIALECT_CMCM;
    const char *const ptx[] = {"PTX"};
    cm_cat_tokens tokens = cm_cat_lex(elab->work, elab->interned, source);
    const char *const opencl[] = {"OpenCL", "VULKAN"};
    bool gpu = false, language = in_title(&tokens, opencl, LENGTH(opencl));
    for (size_t i = 0; i < LENGTH(gpu_names); i++)
        gpu = gpu || uses(&tokens, gpu_names[i]);
    for (size_t i = 0; gpu && language && i < LENGTH(opencl_names); i++)
        if (uses(&tokens, opencl_names[i]))
            return CM_DIALECT_DAT3M;
    if (gpu || (asked == CM_DIALECT_DAT3M && in_title(&tokens, ptx, 1)))
        return CM_DIALECT_DAT3M_GPU;
    if (asked != CM_DIALECT_AUTO)
        return asked;
    if (in_title(&tokens, herd_options, LENGTH(herd_options)))
        return CM_DIALECT_HERD;
    cm_dialect folder = path ? by_folder(elab, path) : CM_DIALECT_CMCM;
    return folder == CM_DIALECT_CMCM && elab->config.path ? CM_DIALECT_HERD : folder;
}

/* The tags that orders of a language with functions are chosen from, used and not defined. */
static bool is_of_c(const cm_cat_tokens *tokens)
{
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        for (const cm_tag_choice *c = isa->function ? isa->family->table->choices : NULL;
             c && c->tag; c++)
            if (uses(tokens, c->tag))
                return true;
    }
    return false;
}

/* Does the file say the name, wherever? In a bell file also as a tag. */
static bool says(const cm_cat_tokens *tokens, const char *name)
{
    for (int i = 0; i < tokens->count; i++) {
        const char *text = tokens->items[i].text;
        if (text && strcmp(text + (*text == '\''), name) == 0)
            return true;
    }
    return false;
}

/* Is it the spelling in capitals of another tag there, as MB of Mb? */
static bool is_in_capitals(const cm_isa_tag *tags, const char *name)
{
    if (strcspn(name, "abcdefghijklmnopqrstuvwxyz") < strlen(name))
        return false;
    for (const cm_isa_tag *other = tags; other->name; other++)
        if (strcasecmp(other->name, name) == 0 && strcmp(other->name, name) != 0)
            return true;
    return false;
}

/* A model of the kernel is older than its tags in capitals if it says none of them. */
static const char *kernel_prelude(cm_elab *elab, const cm_cat_tokens *model, const char *bell)
{
    const cm_source *source = bell ? cm_source_read(elab->work, bell) : NULL;
    cm_cat_tokens words = {0};
    if (source)
        words = cm_cat_lex(elab->work, elab->interned, source);
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        const cm_isa_tag *tags = isa->function ? isa->family->table->tags : NULL;
        for (const cm_isa_tag *tag = tags; tag && tag->name; tag++)
            if ((says(model, tag->name) || says(&words, tag->name)) &&
                is_in_capitals(tags, tag->name))
                return elab->dialect == CM_DIALECT_HERD ? "dialects/herd-kernel.cat"
                                                        : "dialects/kernel.cat";
    }
    return "dialects/old-kernel.cat";
}

const char *cm_dialect_about(cm_elab *elab, const cm_source *source, const char *bell)
{
    cm_cat_tokens tokens = cm_cat_lex(elab->work, elab->interned, source);
    if (bell || uses(&tokens, "rcu-rscs"))
        return kernel_prelude(elab, &tokens, bell);
    if (!is_of_c(&tokens))
        return NULL;
    return elab->dialect == CM_DIALECT_HERD    ? "dialects/herd-c11.cat"
           : elab->dialect == CM_DIALECT_DAT3M ? "dialects/dat3m-c.cat"
                                               : NULL;
}

const char *cm_dialect_prelude(cm_dialect dialect)
{
    switch (dialect) {
    case CM_DIALECT_HERD:
        return "dialects/herd.cat";
    case CM_DIALECT_DAT3M:
    case CM_DIALECT_DAT3M_GPU:
        return "dialects/dat3m.cat";
    default:
        return NULL;
    }
}

const char *cm_dialect_orders(cm_dialect dialect)
{
    switch (dialect) {
    case CM_DIALECT_HERD:
    case CM_DIALECT_DAT3M:
        return "cos.cat";
    case CM_DIALECT_DAT3M_GPU:
        return "dialects/dat3m-orders.cat";
    default:
        return NULL;
    }
}

bool cm_dialect_defines(cm_dialect dialect, const char *name)
{
    if (dialect == CM_DIALECT_DAT3M_GPU && strcmp(name, "sync_fence") == 0)
        return true;
    return cm_dialect_orders(dialect) && cm_word_listed(orders, LENGTH(orders), name);
}
