/* What compile/unit.c, which writes units, and compile/unit_join.c, which reads what became of
 * them, both know of a test of C: types of its variables, and what its question asks for. */
#ifndef CM_COMPILE_UNIT_PARTS_H
#define CM_COMPILE_UNIT_PARTS_H

#include "base/text.h"
#include "compile/unit.h"

typedef struct cm_unit_type {
    const char *words; /* without stars */
    unsigned bytes;    /* of a value of the type without stars; 0: the type is not known */
    bool is_unsigned;  /* of fewer than 8 bytes */
    bool is_float;     /* a float or double */
    int stars;
} cm_unit_type;

enum { CM_UNIT_POINTER = 8 }; /* bytes */
/* Threads of one workgroup are so far apart, so that they are in waves of their own. */
enum { CM_UNIT_APART = 64 };
#define CM_UNIT_SHARED "__shared__" /* memory of a workgroup */

typedef void cm_unit_each(void *context, const char *name, cm_unit_type type);

/* Calls visit for each parameter of the thread. Fails (cm_fail) if a parameter is no pointer. */
void cm_unit_parameters(cm_work *work, const cm_thread *thread, cm_unit_each *visit, void *context);
/* How many bytes an object has that a pointer of this type points to; 0: the type is not known. */
unsigned cm_unit_bytes(cm_unit_type t);
/* The first thread (index) of the workgroup that the thread is in; a kernel is of all that share
 * one.
 */
int cm_unit_group(const cm_test *test, int thread);
/* The name of the kernel of the thread that is the first of its group. */
const char *cm_unit_kernel(cm_work *work, const cm_test *test, int first);
/* Is it a local variable of that thread (index; -1: of any)? */
bool cm_unit_is_local(const cm_test *test, const cm_observed *o, int thread);
/* The type of that local variable. */
cm_unit_type cm_unit_local(cm_work *work, const cm_test *test, const cm_observed *o);
/* The location where it is stored: P1_r0. */
const char *cm_unit_stored_name(cm_work *work, const cm_test *test, const cm_observed *o);
/* Prints `filter (...)`, where there is one, and `exists (...)`. */
void cm_unit_print_question(cm_work *work, cm_text *text, const cm_test *test);

#endif
