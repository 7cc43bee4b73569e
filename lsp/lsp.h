/* What editors ask of `cmcm lsp`: the Language Server Protocol 3.17 over two files, in one
 * thread.
 *
 *     editor ─▶ frames ─▶ server: methods ─▶ documents, as the editor has them
 *                            │                    │ the question, as JSON
 *                            ╰─▶ base/asks ─▶ answer: a process with limits
 *                                                 │
 *     editor ◀─ frames ◀──── JSON ◀───────────────╯
 *
 * The server reads no language: tests and models are looked at by processes that are ended
 * when they are late.
 */
#ifndef CM_LSP_LSP_H
#define CM_LSP_LSP_H

#include <signal.h>
#include <stddef.h>

typedef struct cm_lsp_options {
    const char *model; /* of tests; NULL: by each test */
    const char *const *includes;
    int include_count;
    const char *const *variants;
    int variant_count;
    const char *dialect; /* of models; NULL: auto */
    unsigned unroll;     /* 0: as a check has it */
    double seconds;      /* of one question */
    size_t memory_limit; /* bytes of one question */
} cm_lsp_options;

/* How it ended. */
typedef enum cm_lsp_end {
    CM_LSP_ENDED,  /* `exit` after `shutdown` */
    CM_LSP_LEFT,   /* `exit` without it, or the editor has gone */
    CM_LSP_BROKEN, /* what came is no message, and where the next one begins is not known */
    CM_LSP_SIGNAL,
    CM_LSP_NO_MEMORY
} cm_lsp_end;

/* Serves the editor that writes to `in` and reads from `out`; waiting: signals that are not
 * blocked while it waits. */
cm_lsp_end cm_lsp_run(const cm_lsp_options *options, int in, int out, const sigset_t *waiting);

#endif
