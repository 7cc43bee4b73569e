/* Kernels as people have them: a source file that says itself what is asked of it.
 *
 *      // cmcm: launch consumer(data, flag), blocks 2, threads 32
 *      // cmcm: P0 = block 0, thread 0
 *      // cmcm: exists out[0] == 0
 *
 * A source in CUDA, HIP or OpenCL is compiled by the compiler that is here; .ptx and .s are what a
 * compiler wrote, and may have such lines, too. Without any, the binding is the file beside it
 * whose name ends in .bind.
 */
#ifndef CM_IMPORT_SOURCE_H
#define CM_IMPORT_SOURCE_H

#include "import/import.h"

/* Does the name say that it is a kernel or a program: .cu, .hip, .cl, .ptx, .s, .c, .cpp, .rs, .ll?
 */
bool cm_import_takes(const char *path);

/* What a compiler makes of the kernel, or the file as it is. Fails. */
const cm_source *cm_import_compiled(cm_work *work, const cm_source *source);

/* The litmus test, or NULL: the reasons are in work->diags. As cm_import_test. threads: calls that
 * run side by side, `push(&q, 1) | pop(&q)`, or NULL. */
const char *cm_import_file(cm_work *work, const char *path, const char *threads, unsigned mode);

#endif
