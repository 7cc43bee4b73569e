/* Where the names of a cat file are defined and where they are used, for editors.
 *
 * By the text alone, nothing is evaluated: both branches of an `if` are read, and a use after it
 * may mean a definition in either. Included files are read, too, each once.
 *
 *     let a = po        symbol 0            use: base
 *     if "x" let a = rf end   symbol 1      use: base
 *     acyclic a as t    symbol 2 (axiom)    use: symbols 0, 1, which are one name
 */
#ifndef CM_MODEL_SCOPE_H
#define CM_MODEL_SCOPE_H

#include "model/files.h"

typedef enum cm_cat_symbol_kind {
    CM_CAT_SYMBOL_VALUE,     /* let r = ... */
    CM_CAT_SYMBOL_FUNCTION,  /* let f(x) = ... */
    CM_CAT_SYMBOL_RECURSIVE, /* let rec r = ... */
    CM_CAT_SYMBOL_ORDER,     /* with r from ... */
    CM_CAT_SYMBOL_PROCEDURE,
    CM_CAT_SYMBOL_ENUMERATION,
    CM_CAT_SYMBOL_PARAMETER, /* of a function, a procedure, forall or match */
    CM_CAT_SYMBOL_AXIOM,     /* acyclic ... as NAME; used by nothing */
    CM_CAT_SYMBOL_FLAG       /* flag ... as NAME; the same */
} cm_cat_symbol_kind;

typedef struct cm_cat_symbol {
    cm_cat_symbol_kind kind;
    const char *name;
    cm_place place; /* of the name */
    cm_place whole; /* of the definition */
    bool is_top;    /* defined at the top level of its file */
    bool carried;   /* in a file that the program carries, and no disk has */
    int same;       /* the least number of what is the same name: a use may mean either */
} cm_cat_symbol;

typedef struct cm_cat_use {
    const char *name;
    cm_place place;
    const int *symbols; /* what it may mean; none: a base, a function of cat, or nothing */
    int count;
    bool carried; /* in a file that the program carries */
} cm_cat_use;

typedef struct cm_cat_include {
    cm_place place; /* of the file's name, with its quotes */
    cm_cat_where where;
} cm_cat_include;

typedef struct cm_cat_scope {
    const cm_source *source; /* the main file's */
    cm_cat_symbol *symbols;
    int symbol_count;
    cm_cat_use *uses; /* main file and includes, in the order in which they are read */
    int use_count;
    cm_cat_include *includes;
    int include_count;
    bool whole; /* every included file could be read */
} cm_cat_scope;

/* Of the file at `path`, or of its draft. NULL: it cannot be read as cat; the reason is in
 * work->diags. Lives in work->arena. */
const cm_cat_scope *cm_cat_scope_of(cm_work *work, const char *path,
                                    const cm_model_options *options);

/* What stands at that offset of the main file, or just before it: -1, there is none. */
int cm_cat_symbol_at(const cm_cat_scope *scope, uint32_t offset);
int cm_cat_use_at(const cm_cat_scope *scope, uint32_t offset);

/* Is it the same name everywhere in both, under whatever names? */
bool cm_cat_scope_is_alike(const cm_cat_scope *a, const cm_cat_scope *b);

/* Can a definition have that name? */
bool cm_cat_is_name(cm_work *work, const char *text, size_t length);

#endif
