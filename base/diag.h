/* Sources, places in them, and what is said about them.
 *
 * A diagnostic is one finding at one place. Nothing here prints: the command
 * line does, through cm_diag_format. Text follows the form
 *     file:line:column: error: what, and what was expected
 * followed by the source line and a caret.
 */
#ifndef CM_BASE_DIAG_H
#define CM_BASE_DIAG_H

#include "base/arena.h"

#include <stdint.h>

/* A text with the name people know it by. The text need not end in a zero
 * byte and may contain any byte. */
typedef struct cm_source {
    const char *name;
    const char *text;
    size_t length;
} cm_source;

/* A span of a source: [offset, offset + length). source NULL: no place. */
typedef struct cm_place {
    const cm_source *source;
    uint32_t offset;
    uint32_t length;
} cm_place;

typedef enum cm_severity { CM_NOTE, CM_WARNING, CM_ERROR } cm_severity;

typedef struct cm_diag {
    cm_severity severity;
    cm_place place;
    const char *message;
} cm_diag;

/* A growing list; lives in an arena of its own choice. */
typedef struct cm_diags {
    cm_arena *arena;
    cm_diag *items;
    size_t count, capacity;
    size_t errors; /* how many items are errors */
} cm_diags;

/* A part of a text, [at, end), in place of [from, to) of the text before. */
typedef struct cm_replaced {
    uint32_t at, end, from, to;
} cm_replaced;

/* A text that is read in place of another. */
typedef struct cm_rewritten {
    const cm_source *made, *of;
    const cm_replaced *parts; /* as they stand in it */
    int count, capacity;
    const struct cm_rewritten *before; /* how `of` was made; or NULL */
} cm_rewritten;

/* What a piece of work needs: where its memory comes from and where its
 * complaints go. One per test or model, never shared between threads. */
typedef struct cm_work {
    cm_arena *arena;
    cm_diags diags;
    const cm_rewritten *rewritten; /* or NULL */
    const cm_source *macros;       /* that tests in C have, or NULL */
    const char *build; /* the folder with the flags of sources (import/flags.h), or NULL */
    /* NULL-ended: arguments of the source that the test is made of, which its code need not use. A
     * question about a location that is neither here nor in the test is an error. NULL: the test is
     * made of no source, and such a location is 0, with a warning. */
    const char *const *declared;
    bool volatile_relaxed; /* accesses to what is volatile in tests in C are relaxed atomics */
    bool imported; /* the test is that of a kernel or program: without a question it is about flags
                    */
} cm_work;

cm_work cm_work_new(cm_arena *arena);

/* The place in the text that somebody wrote, of one in what was read in its place. */
cm_place cm_place_written(const cm_work *work, cm_place place);

/* Adds a diagnostic; message in printf form. */
void cm_diag_add(cm_work *work, cm_severity severity, cm_place place, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Adds an error and leaves the innermost cm_arena_protect of work->arena. */
_Noreturn void cm_fail(cm_work *work, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* 1-based line and column (in bytes) of a place. */
void cm_place_position(cm_place place, unsigned *line, unsigned *column);

/* The smallest span that covers both (same source). */
cm_place cm_place_join(cm_place a, cm_place b);

/* The diagnostic, its source line and a caret, as text that ends in a newline.
 * Quoted control characters and bytes that are not UTF-8 show as '?'. A source
 * whose text is NULL (a file that could not be read) gives "name: error: ...".
 * color: with terminal colours. */
char *cm_diag_format(cm_arena *arena, const cm_diag *diag, bool color);

/* Steps over a byte order mark at the start of the text (U+FEFF in UTF-8, as some
 * editors write it), so that positions are those that people see. */
void cm_source_skip_mark(cm_source *source);

/* Reads a whole file ("-": standard input) into the arena, without a byte order mark. On failure
 * adds an error without a place line ("file: error: ...") and returns NULL. Files over 64 MiB are
 * refused. A byte 0 follows the text. Call under cm_arena_protect: lack of memory escapes. */
cm_source *cm_source_read(cm_work *work, const char *path);

#endif
