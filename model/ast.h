/* Syntax tree of a cat file.
 *
 * Made by cat_parse, read by elaborate; lives in the arena of the cm_work that
 * parsed it. Names are interned: equal names are equal pointers.
 */
#ifndef CM_MODEL_AST_H
#define CM_MODEL_AST_H

#include "model/cat_lexer.h"

/* The tallest expression or nest of instructions that the parser accepts, so
 * that everything that walks a tree may recurse. */
#define CM_CAT_MAX_HEIGHT 400

typedef struct cm_cat_expr cm_cat_expr;
typedef struct cm_cat_ins cm_cat_ins;

/* x | _ | (x, _, y); name NULL stands for _. */
typedef struct cm_cat_pattern {
    bool is_tuple; /* else names[0] alone */
    const char **names;
    cm_place *places; /* of the names */
    int count;
    cm_place place;
} cm_cat_pattern;

typedef struct cm_cat_binding {
    cm_cat_pattern pattern;
    cm_cat_expr *value;
    cm_place place;
} cm_cat_binding;

/* A condition of `if`: on variants, or on values known before solving. */
typedef enum cm_cat_cond_kind {
    CM_COND_VARIANT, /* "name" */
    CM_COND_NOT,     /* left */
    CM_COND_AND,     /* left && right */
    CM_COND_OR,      /* left || right */
    CM_COND_EQUAL,   /* a = b */
    CM_COND_SUBSET,  /* a subset b */
    CM_COND_IN       /* a in b */
} cm_cat_cond_kind;

typedef struct cm_cat_cond {
    cm_cat_cond_kind kind;
    cm_place place;
    int height;
    const char *variant;
    struct cm_cat_cond *left, *right;
    cm_cat_expr *a, *b;
} cm_cat_cond;

typedef enum cm_cat_kind {
    CM_CAT_ZERO,     /* 0 */
    CM_CAT_UNIVERSE, /* _ */
    CM_CAT_VAR,      /* name */
    CM_CAT_TAG,      /* 'name */
    CM_CAT_SET,      /* { args } */
    CM_CAT_TUPLE,    /* ( args ), count != 1 */
    CM_CAT_IDENTITY, /* [ a ] */
    /* postfix and prefix operators, on a */
    CM_CAT_PLUS,
    CM_CAT_STAR,
    CM_CAT_OPT,
    CM_CAT_INVERSE,
    CM_CAT_COMPLEMENT,
    /* operators on args; DIFF, ADD and CROSS have two */
    CM_CAT_UNION,
    CM_CAT_INTER,
    CM_CAT_SEQ,
    CM_CAT_DIFF,
    CM_CAT_ADD,       /* a ++ b */
    CM_CAT_CROSS,     /* a * b */
    CM_CAT_APPLY,     /* a applied to b */
    CM_CAT_FUN,       /* fun pattern -> a; name: for messages, or NULL */
    CM_CAT_LET,       /* let bindings in a */
    CM_CAT_LETREC,    /* let rec bindings in a */
    CM_CAT_IF,        /* if cond then a else b */
    CM_CAT_MATCH_TAG, /* match a with clauses; b: the `_` clause or NULL */
    CM_CAT_MATCH_SET, /* match a with {} -> b || first ++ rest -> c */
    CM_CAT_TRY        /* try a with b */
} cm_cat_kind;

typedef struct cm_cat_clause { /* 'tag -> ... */
    const char *tag;
    cm_cat_expr *value; /* in expressions */
    cm_cat_ins **body;  /* in instructions */
    int body_count;
} cm_cat_clause;

struct cm_cat_expr {
    cm_cat_kind kind;
    cm_place place;
    int height;
    const char *name;
    cm_cat_expr *a, *b, *c;
    cm_cat_expr **args;
    int arg_count;
    cm_cat_pattern pattern;   /* FUN; MATCH_SET: first and rest */
    cm_cat_binding *bindings; /* LET, LETREC */
    int binding_count;
    cm_cat_cond *cond;      /* IF */
    cm_cat_clause *clauses; /* MATCH_TAG */
    int clause_count;
};

typedef enum cm_cat_test { CM_TEST_ACYCLIC, CM_TEST_IRREFLEXIVE, CM_TEST_EMPTY } cm_cat_test;

typedef enum cm_cat_role {
    CM_ROLE_AXIOM,
    CM_ROLE_FLAG,   /* flag */
    CM_ROLE_UNLESS, /* undefined_unless: flagged when it does not hold */
    CM_ROLE_ASSERT  /* assert: the same */
} cm_cat_role;

typedef enum cm_cat_ins_kind {
    CM_INS_LET,       /* bindings */
    CM_INS_LETREC,    /* bindings */
    CM_INS_TEST,      /* role, negated, test, value, name or NULL */
    CM_INS_SHOW,      /* names */
    CM_INS_UNSHOW,    /* names */
    CM_INS_SHOW_AS,   /* value, name */
    CM_INS_INCLUDE,   /* name */
    CM_INS_PROCEDURE, /* name, pattern, body, recursive */
    CM_INS_CALL,      /* name, value; label: for its tests without a name, or NULL */
    CM_INS_ENUM,      /* name, names */
    CM_INS_DEBUG,     /* value */
    CM_INS_BELL,      /* value: tags; `instructions`, `default` */
    CM_INS_FORALL,    /* name, value, body */
    CM_INS_WITH,      /* name, value */
    CM_INS_IF,        /* cond, body, other */
    CM_INS_MATCH      /* value, clauses, other (has_default) */
} cm_cat_ins_kind;

struct cm_cat_ins {
    cm_cat_ins_kind kind;
    cm_place place;
    const char *name, *label;
    cm_place name_place; /* of `name`, where there is one */
    cm_cat_expr *value;
    cm_cat_binding *bindings;
    cm_cat_ins *when; /* LETREC: the test it must pass, or NULL */
    int binding_count;
    const char **names;
    cm_place *name_places;
    int name_count;
    cm_cat_role role;
    bool negated;
    cm_cat_test test;
    bool recursive, has_default;
    cm_cat_pattern pattern;
    cm_cat_cond *cond;
    cm_cat_clause *clauses;
    int clause_count;
    cm_cat_ins **body, **other;
    int body_count, other_count;
};

typedef struct cm_cat_file {
    const cm_source *source;
    const char *title; /* the words or the string before the first definition, or "" */
    cm_cat_ins **body;
    int body_count;
} cm_cat_file;

/* Text of a cat file to its syntax tree. The grammar is that of herd (lib/modelParser.mly of
 * herdtools7) with the additions that docs/cat.md lists. Fails (cm_fail) at the first syntax error.
 * Lives in work->arena. */
cm_cat_file *cm_cat_parse(cm_work *work, cm_names *names, const cm_source *source);

#endif
