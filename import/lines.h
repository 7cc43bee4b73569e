/* The lines of the source that a kernel's code is from, where a compiler was asked for them
 * (`-lineinfo`, `-g`): from the directives .file and .loc of PTX (PTX ISA, "Debugging Directives")
 * and of GNU's assembler.
 *
 * Of code that was inlined it is the innermost line in the file that the kernel stands in: not the
 * line of the library's header, but where the kernel calls it. What stands in the line is read from
 * that file if it lies beside the kernel.
 */
#ifndef CM_IMPORT_LINES_H
#define CM_IMPORT_LINES_H

#include "base/diag.h"

/* What stands from this offset on, up to the next item's. */
typedef struct cm_import_line {
    uint32_t from;
    const char *text; /* "flag.cu:8", with a column where code is known; NULL: not known */
    const char *code; /* "*flag = 1": what stands there; NULL: not known, or `asm` */
} cm_import_line;

typedef struct cm_import_lines {
    cm_import_line *items;
    int count, capacity;
} cm_import_lines;

/* only: the name of the source, of whose lines alone is spoken, or NULL. */
cm_import_lines cm_import_lines_of(cm_arena *arena, const cm_source *kernel, const char *only);
/* The file of that name beside the kernel, whatever folders the name has; an empty one: it is not
 * there. */
const cm_source *cm_import_beside(cm_arena *arena, const cm_source *kernel, const char *name);
/* A place of that source, column 0: not known, and what stands there; exact: the column is that of
 * the statement, not of the first one in the line. */
cm_import_line cm_import_line_of(cm_arena *arena, const cm_source *source, const char *name,
                                 unsigned long line, unsigned long column, bool exact);
/* NULL: not known. */
const cm_import_line *cm_import_line_at(const cm_import_lines *lines, uint32_t offset);

#endif
