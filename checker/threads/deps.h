/* Dependencies of values on reads: unions and merges of cm_deps. */
#ifndef CM_CHECKER_THREADS_DEPS_H
#define CM_CHECKER_THREADS_DEPS_H

#include "checker/threads/access.h"

/* A list that holds a | (b under `when`); pick: b's become pick dependencies. */
const cm_deps *cm_deps_add(cm_job *job, const cm_deps *a, const cm_deps *b, cm_lit when, bool pick);
/* `when` ? a : b */
const cm_deps *cm_deps_select(cm_job *job, cm_lit when, const cm_deps *a, const cm_deps *b);
const cm_deps *cm_deps_one(cm_job *job, int access);
/* Of the registers that an expression mentions; NULL expression: none. */
const cm_deps *cm_deps_expr(cm_job *job, const cm_expr *expr, const cm_cell *cells);

#endif
