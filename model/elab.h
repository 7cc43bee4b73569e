/* Elaboration: from syntax trees to the term graph.
 *
 * cat is a functional language whose values are sets and relations, tags, sets
 * of those, tuples, functions and procedures. All but sets and relations of
 * events are known before any execution is, so running the program once leaves
 * a graph over base names, and the tests. What would need an execution to go on
 * (a match on a set of events, say) is an error that names the construct.
 *
 * Private to the elab*.c files, load.c and scope.c.
 */
#ifndef CM_MODEL_ELAB_H
#define CM_MODEL_ELAB_H

#include "model/ast.h"
#include "model/cat_lexer.h"
#include "model/config.h"
#include "model/model.h"
#include "model/terms.h"

/* Nested evaluations, and evaluations in all, before a model is refused. */
#define CM_ELAB_MAX_DEPTH 1500
#define CM_ELAB_MAX_STEPS 1000000

typedef enum cm_cat_value_kind {
    CM_CAT_VALUE_EMPTY,     /* 0, {}: the empty set or relation, of anything */
    CM_CAT_VALUE_ALL,       /* _: all events, or all pairs, as wanted */
    CM_CAT_VALUE_SET,       /* node */
    CM_CAT_VALUE_REL,       /* node */
    CM_CAT_VALUE_EVENT,     /* node: an ELEMENT, bound by forall */
    CM_CAT_VALUE_TAG,       /* name */
    CM_CAT_VALUE_LIST,      /* items: a set of tags, sets, relations, tuples; not empty */
    CM_CAT_VALUE_TUPLE,     /* items; none: () */
    CM_CAT_VALUE_FUN,       /* function: fun, env */
    CM_CAT_VALUE_PRIMITIVE, /* primitive */
    CM_CAT_VALUE_PROCEDURE, /* procedure, env */
    CM_CAT_VALUE_CLASSES,   /* node: the classes of that set by location */
    CM_CAT_VALUE_ORDERS     /* generator, set, node: the orders of `with ... from` */
} cm_cat_value_kind;

struct cm_elab;
typedef struct cm_cat_value cm_cat_value;
typedef struct cm_env cm_env;

typedef struct cm_primitive {
    const char *name;
    const cm_cat_value *(*apply)(struct cm_elab *elab, const struct cm_primitive *self,
                                 const cm_cat_value *argument, cm_place place);
    int what; /* the operator or generator that it makes, where several differ in that alone */
} cm_primitive;

struct cm_cat_value {
    cm_cat_value_kind kind;
    int node;
    const char *name;
    const cm_cat_value **items;
    int count;
    const cm_cat_expr *fun;
    const cm_cat_ins *procedure;
    const cm_env *env;
    const cm_primitive *primitive;
    cm_generator generator;
    int set;     /* ORDERS: node of S, or -1 */
    int acyclic; /* ORDERS: node that must be acyclic as well, or -1 */
};

struct cm_env {
    const cm_env *next;
    const char *name; /* interned */
    const cm_cat_value *value;
};

/* A component of a recursive definition while the model is being read. */
typedef struct cm_elab_fix {
    cm_fix fix;
    bool open; /* its definition is being evaluated */
} cm_elab_fix;

typedef struct cm_elab_name {
    const char *name;
    int node;
    cm_place place;
    bool library; /* defined in a file that is included everywhere */
} cm_elab_name;

typedef struct cm_elab_file { /* files being read, innermost first */
    const struct cm_elab_file *outer;
    const char *path;
    bool carried;                     /* a text of the program's own, no file */
    unsigned long long device, inode; /* which file it is, whatever its path */
} cm_elab_file;

/* What is being done for whom, innermost first: an error is told with it. */
typedef struct cm_elab_call {
    const struct cm_elab_call *outer;
    const char *name; /* of a function, a procedure or a file; NULL: a function without one */
    cm_place place;   /* where it is called, or the file is included */
} cm_elab_call;

typedef struct cm_elab {
    cm_work *work;
    cm_arena *arena;
    cm_names *interned;
    cm_terms *graph;
    const cm_model_options *options;
    bool *variants_asked;  /* by options->variants: has an `if` asked for it? */
    const char **variants; /* every name that one asked for, once */
    int variant_count, variant_capacity;
    cm_dialect dialect;
    cm_model_config config;    /* what stands beside the model */
    const cm_env *library_env; /* after stdlib.cat and the dialect's prelude */
    const cm_env *final_env;   /* what herd's file of final writes defines; NULL: not read */
    const cm_env *orders_env;  /* what the dialect's file of orders defines; NULL: not read yet */
    const cm_env *env;         /* of the instruction being run */
    const cm_elab_call *calls;
    int of_nothing; /* composed with an empty relation: what comes out is empty, whatever it is */
    int depth;
    int steps;
    bool hard_error;        /* the last error is none that `try` may catch */
    const char *unknown;    /* the last name that was not found, */
    cm_place unknown_place; /* and where */
    const cm_elab_file *file;
    int procedure_depth; /* inside procedures and forall: names are local */
    bool library;        /* reading the standard library */
    const char *label;   /* of the `call ... as NAME` around, or NULL */

    cm_elab_fix *fixes;
    int fix_count, fix_capacity;
    int *open_groups; /* stack */
    int open_count, open_capacity;
    int group_count;
    int first_open;   /* nodes below this are older than the outermost open group */
    int *group_order; /* by group: when it was closed; -1 */
    int group_order_capacity, closed_count;
    unsigned char *marks; /* scratch of cm_elab_is_open */
    int mark_capacity;

    cm_free *frees;
    int free_count, free_capacity;
    cm_element *elements;
    int element_count, element_capacity;
    int *open_elements;
    int open_element_count, open_element_capacity;
    cm_constraint *constraints;
    int constraint_count, constraint_capacity;
    cm_elab_name *names;
    int name_count, name_capacity;
    cm_model_name *shows;
    int show_count, show_capacity;
    const char **files;
    int file_count, file_capacity;
} cm_elab;

/* ---- values (elab_value.c) -------------------------------------------- */

const cm_cat_value *cm_cat_value_set(cm_elab *elab, int node);
const cm_cat_value *cm_cat_value_rel(cm_elab *elab, int node);
const cm_cat_value *cm_cat_value_node(cm_elab *elab, int node);        /* SET or REL */
cm_cat_value *cm_cat_value_new(cm_elab *elab, cm_cat_value_kind kind); /* without content */
const cm_cat_value *cm_cat_value_tag(cm_elab *elab, const char *name);
/* A set of the items without repetitions; EMPTY if there are none, SET if they
 * are events. Fails at the place when they are of different kinds. */
const cm_cat_value *cm_cat_value_list(cm_elab *elab, const cm_cat_value **items, int count,
                                      cm_place place);
/* Fails at the place when one of them is a function. */
bool cm_cat_value_equal(cm_elab *elab, const cm_cat_value *a, const cm_cat_value *b,
                        cm_place place);
bool cm_cat_value_in(cm_elab *elab, const cm_cat_value *item, const cm_cat_value *list,
                     cm_place place);
/* "a relation", "a function", ... */
const char *cm_cat_value_what(cm_elab *elab, const cm_cat_value *value);
/* Node of the value as a set (relation) of events, or an error at the place:
 * "expected a set of events, found a relation". */
int cm_cat_value_as_set(cm_elab *elab, const cm_cat_value *value, cm_place place);
int cm_cat_value_as_rel(cm_elab *elab, const cm_cat_value *value, cm_place place);
/* Is it a set or relation of events, or may it be taken as one? */
bool cm_cat_value_is_term(const cm_cat_value *value);
/* Node of a value that is a term; EMPTY and ALL are taken as relations. */
int cm_cat_value_as_term(cm_elab *elab, const cm_cat_value *value, cm_place place);

_Noreturn void cm_elab_fail(cm_elab *elab, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The same for what `try` must not hide. */
_Noreturn void cm_elab_fail_hard(cm_elab *elab, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- names (elab_names.c) --------------------------------------------- */

const cm_env *cm_env_bind(cm_elab *elab, const cm_env *env, const char *name,
                          const cm_cat_value *value);
const cm_env *cm_env_match(cm_elab *elab, const cm_env *env, const cm_cat_pattern *pattern,
                           const cm_cat_value *value, cm_place place);
/* Bound name, base name or primitive; fails when there is none. */
const cm_cat_value *cm_elab_lookup(cm_elab *elab, const cm_env *env, const char *name,
                                   cm_place place);
/* The same, NULL when there is none. */
const cm_cat_value *cm_elab_find(cm_elab *elab, const cm_env *env, const char *name,
                                 cm_place place);

/* Binds the set of a tag that a bell file declares, called by the tag with a capital first letter,
 * unless that name is bound. */
const cm_env *cm_elab_bind_tag(cm_elab *elab, const cm_env *env, const char *tag, cm_place place);
/* tag2set: the events with the tag, whose first letter, or all, is a capital in names of sets. */
int cm_elab_tag_set(cm_elab *elab, const char *tag);

/* ---- primitives (elab_primitive.c) ------------------------------------ */

const cm_primitive *cm_primitive_find(const char *name);
/* By number; NULL past the last. */
const cm_primitive *cm_primitive_at(size_t index);

/* ---- expressions (elab_expr.c, elab_static.c) ------------------------- */

/* One evaluation deeper (elab->depth--, when done), or fails. */
void cm_elab_enter(cm_elab *elab, cm_place place);
/* Counts the work of looking through so many things, or fails: a model must not
 * take forever to load, whatever its text. */
void cm_elab_spend(cm_elab *elab, cm_place place, int things);
const cm_cat_value *cm_elab_eval(cm_elab *elab, const cm_env *env, const cm_cat_expr *e);
bool cm_elab_cond(cm_elab *elab, const cm_env *env, const cm_cat_cond *cond);
/* What does not make terms: set literals, ++, match, if, try. */
const cm_cat_value *cm_elab_static(cm_elab *elab, const cm_env *env, const cm_cat_expr *e);
/* | & \ on set literals and tags. */
const cm_cat_value *cm_elab_list_op(cm_elab *elab, cm_cat_kind kind, const cm_cat_value *a,
                                    const cm_cat_value *b, cm_place place);
/* Evaluates; NULL and no trace when that failed in a way that `try` catches. */
const cm_cat_value *cm_elab_try(cm_elab *elab, const cm_env *env, const cm_cat_expr *e);

/* ---- let, let rec (elab_let.c) ---------------------------------------- */

const cm_env *cm_elab_let(cm_elab *elab, const cm_env *env, const cm_cat_binding *bindings,
                          int count);
const cm_env *cm_elab_letrec(cm_elab *elab, const cm_env *env, const cm_cat_binding *bindings,
                             int count);
/* Does the node depend on a recursive definition that is still open? */
bool cm_elab_is_open(cm_elab *elab, int node, cm_place place);

/* ---- the whole (finish.c) ---------------------------------------------- */

/* From what elaboration left behind to a model: drops what no test needs, renumbers the rest. */
cm_model *cm_elab_finish(cm_elab *elab, const char *name, const char *title);

/* ---- instructions (elab_ins.c), files (load.c) ------------------------ */

void cm_elab_run(cm_elab *elab, cm_cat_ins *const *body, int count);
/* Reads the file of an include and runs it. */
void cm_elab_include(cm_elab *elab, const cm_cat_ins *ins);
/* Another existential relation; its node. */
int cm_elab_add_free(cm_elab *elab, cm_free free);
/* Reads herd's file of final writes, if it has not been read: elab->final_env. */
void cm_elab_final(cm_elab *elab);
/* Reads the dialect's file of orders, if it has not been read: elab->orders_env. */
void cm_elab_orders(cm_elab *elab);

#endif
