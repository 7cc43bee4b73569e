/* What a memory model is, once its .cat file has been read: a graph of terms
 * over base sets and relations, and constraints on some of them.
 *
 * The cat language is functional; loading a model evaluates all of that
 * (functions, matches, variants, procedures) once, so that only first-order
 * terms are left. The graph is hash-consed: equal subterms are one node, to be
 * bounded, encoded or evaluated once. A model belongs to no test and to no
 * thread: it is read-only after loading and shared between workers.
 *
 *      let ob = (obs | lob)+          nodes:  0 base rf     3 union 1 2
 *      irreflexive ob as external             1 ...         4 plus 3
 *                                     constraint: irreflexive node 4
 *
 * Nothing here knows Z3 or litmus tests.
 */
#ifndef CM_MODEL_MODEL_H
#define CM_MODEL_MODEL_H

#include "base/diag.h"
#include "model/base.h"

typedef enum cm_node_op {
    CM_NODE_BASE,     /* base set or relation: index into cm_model.bases */
    CM_NODE_FREE,     /* existential relation: index into cm_model.frees */
    CM_NODE_FIX,      /* component of a recursive definition: index into cm_model.fixes */
    CM_NODE_ELEMENT,  /* singleton set: index into cm_model.elements (`forall x in S`) */
    CM_NODE_EMPTY,    /* 0: set or relation by is_set */
    CM_NODE_ALL,      /* _ : all events (set), all pairs (relation) */
    CM_NODE_UNION,    /* a | b */
    CM_NODE_INTER,    /* a & b */
    CM_NODE_DIFF,     /* a \ b  (~a is ALL \ a) */
    CM_NODE_SEQ,      /* a ; b */
    CM_NODE_INVERSE,  /* a^-1 */
    CM_NODE_PLUS,     /* a+ */
    CM_NODE_OPT,      /* a? = a | id;  a* is OPT of PLUS */
    CM_NODE_IDENTITY, /* [a], a set */
    CM_NODE_CROSS,    /* a * b, sets */
    CM_NODE_DOMAIN,   /* set */
    CM_NODE_RANGE     /* set */
} cm_node_op;

/* Children have smaller numbers, except through CM_NODE_FIX, whose body is
 * reached by cm_model.fixes. */
typedef struct cm_node {
    cm_node_op op;
    bool is_set;
    bool recursive; /* some CM_NODE_FIX is below or at it */
    int a, b;       /* children or -1 */
    int index;      /* BASE, FREE, FIX, ELEMENT */
} cm_node;

typedef struct cm_fix {
    const char *name;
    int node;  /* its CM_NODE_FIX node */
    int body;  /* node */
    int group; /* components of one `let rec ... and ...` share a group; least solution */
} cm_fix;

/* Generators of `with r from ...`. An order is strict (irreflexive, transitive). */
typedef enum cm_generator {
    CM_PARTIAL_ORDERS, /* partial-orders(r): any strict partial order inside r */
    CM_TOTAL_ORDERS,   /* total-orders(r): any strict partial order inside r that relates,
                          one way or the other, any two different events related by r | r^-1 */
    CM_LINEARISATIONS, /* linearisations(S, r): any strict total order on S that contains
                          r & (S * S); none if that is cyclic */
    CM_SUBRELATIONS    /* subrelations(r): any relation inside r, an order or not */
} cm_generator;

typedef struct cm_free {
    const char *name;
    cm_generator generator;
    int set;      /* LINEARISATIONS: node of S; else -1 */
    int relation; /* node of r */
    cm_place place;
} cm_free;

/* `forall x in S do ... end` with S a set of events: constraints below it are
 * meant once for every event of S. */
typedef struct cm_element {
    const char *name;
    int set; /* node of S */
} cm_element;

typedef enum cm_constraint_kind { CM_ACYCLIC, CM_IRREFLEXIVE, CM_EMPTY } cm_constraint_kind;

typedef struct cm_constraint {
    cm_constraint_kind kind;
    bool negated;     /* ~acyclic ... */
    bool is_flag;     /* `flag`: reported when it holds, forbids nothing */
    const char *name; /* after `as`, or made from the place: never NULL */
    const char
        *says; /* of a flag that `undefined_unless` raises: what stands after `as`; or NULL */
    int node;
    int *elements; /* indices into cm_model.elements, outermost first */
    int element_count;
    cm_place place;
} cm_constraint;

typedef struct cm_model_name { /* top-level definitions, for `show`, final values, witnesses */
    const char *name;
    int node;
    cm_place place; /* of the name in its definition */
} cm_model_name;

typedef struct cm_model {
    const char *name;  /* as asked for: "arm", or the path */
    const char *title; /* first string or words of the file; may be "" */
    cm_node *nodes;
    int node_count;
    const cm_base **bases; /* the ones the model uses */
    int base_count;
    bool registers; /* it looks at events of registers (litmus/trace.h) */
    cm_free *frees;
    int free_count;
    cm_fix *fixes;
    int fix_count;
    cm_element *elements;
    int element_count;
    cm_constraint *constraints;
    int constraint_count;
    cm_model_name *names; /* last definition of each set- or relation-valued name */
    int name_count;
    cm_model_name *shows; /* `show`, minus `unshow` */
    int show_count;
    const char **variants; /* names for which it has an `if`, of those that were reached */
    int variant_count;
    const char **files; /* every file read, main one first */
    int file_count;
} cm_model;

/* Whose cat: docs/cat.md, "Dialects". */
typedef enum cm_dialect {
    CM_DIALECT_AUTO, /* by the text */
    CM_DIALECT_CMCM,
    CM_DIALECT_HERD,
    CM_DIALECT_DAT3M,
    CM_DIALECT_DAT3M_GPU /* about PTX; never asked for */
} cm_dialect;

typedef struct cm_model_options {
    cm_dialect dialect;
    const char *const *include_dirs; /* -I, searched after the including file's own directory */
    int include_count;
    const char *const *variants; /* names for which `if "name"` is true; each must occur */
    int variant_count;
    const char *bell;        /* path of a bell file, in place of the one beside the model; NULL */
    const char *library_dir; /* a directory whose models come before those that the program
                                carries (model/files.h); NULL: none */
    const cm_source *drafts; /* texts in place of the files of their names, as an editor has
                                them; they outlive the model */
    int draft_count;
} cm_model_options;

/* Loads NAME (an installed model: library_dir/NAME.cat, one of -I, one that the program
 * carries) or a path that ends in
 * .cat. Everything is checked here: syntax, types, names, includes. NULL: the
 * reasons are in work->diags. The model lives in work->arena. */
cm_model *cm_model_load(cm_work *work, const char *name_or_path, const cm_model_options *options);

/* The same from a text in memory. */
cm_model *cm_model_load_source(cm_work *work, const cm_source *source,
                               const cm_model_options *options);

/* Node of a top-level name, or -1. */
int cm_model_find(const cm_model *model, const char *name);

/* What a model may say of loops and values by these names (docs/cat.md); ends with NULL. */
extern const char *const cm_model_claims[];

/* The model with some of its constraints alone, and without its claims, which follow from all. In
 * the arena; shares the model's parts. */
cm_model *cm_model_part(cm_arena *arena, const cm_model *model, const bool *kept);

/* Node of the first base of that kind; -1: the model looks at none. */
int cm_model_base(const cm_model *model, cm_base_kind kind);

/* Does it flag anything (data races, for instance)? */
bool cm_model_has_flags(const cm_model *model);
/* Is it the same undefined behaviour that a flag of that name tells of? A model may have both for
 * one, as the Linux kernel's has for races: herd prints the flag. */
bool cm_model_is_told(const cm_model *model, int undefined, int flag);
/* Does the flag tell of undefined behaviour, by itself or because another constraint says so? */
bool cm_model_flags_undefined(const cm_model *model, int flag);

#endif
