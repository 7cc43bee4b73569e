/* The kernels of a file by the names that people know them by, and the binding that they lack. */
#ifndef CM_IMPORT_KERNELS_H
#define CM_IMPORT_KERNELS_H

#include "import/import.h"

typedef struct cm_kernel {
    const char *name;      /* in the file: "_Z8consumerPiS_" */
    const char *plain;     /* as the source has it: "consumer", "ns::consumer" */
    const char *arguments; /* of a template: "<3,float>"; "": none that are read */
} cm_kernel;

typedef struct cm_kernels {
    cm_work *work;
    cm_kernel *items;
    int count, capacity;
} cm_kernels;

/* Those of the file, in its order; word: stands before their names. */
cm_kernels cm_import_kernels(cm_work *work, const cm_source *source, const char *word);

/* May names of assembly and of PTX have it: a letter, a digit, `_`, `.` or `$`? */
bool cm_import_in_name(char c);
/* Is a function that the file calls so, mangled or not, the one that people call by that name? */
bool cm_import_is_called(cm_arena *arena, const char *symbol, const char *name);
/* What the parameter of the function points to, by the letter that the C++ ABI of Itanium has for
 * it
 * (`f` float, `d` double); `?` where it points to nothing builtin, or the name does not say so. */
char cm_import_pointee(const char *symbol, int parameter);
/* Each launch gets its kernel's name in the file (cm_launch.symbol): `consumer` is
 * `_Z8consumerPiS_` where no other kernel is called so. Fails where there is none. */
void cm_import_name_kernels(cm_import *import, const cm_import_reader *reader);

/* A binding to begin with: each kernel of the code with its parameters, shared memory and barriers,
 * a launch of it, and a first question. What the source calls the parameters is taken where there
 * is one; `before` stands at the beginning of each line of the binding. */
const char *cm_import_skeleton(cm_work *work, const cm_source *code, const cm_source *source,
                               const char *before);

#endif
