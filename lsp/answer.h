/* What the server asks, and what it gets, as JSON; in a process of its own (base/asks.h).
 *
 *     {"language": "cat", "path", "text": ..., "utf8": false, "markdown": true,
 *      "position": {"line", "character"}, "name": "new name",
 *      "drafts": [{"path", "text"}]}                     models that are open in the editor
 *
 *     DIAGNOSE     [Diagnostic]
 *     CHECK        {"diagnostics": [Diagnostic], "verdict": "No (Never, 3 states), by arm"}
 *     HOVER        {"contents", "range"} or null
 *     DEFINITION   [PLACE]
 *     REFERENCES   [PLACE]
 *     PREPARE      {"range", "placeholder"} or null
 *     RENAME       [PLACE with "newText"]
 *     SYMBOLS      [DocumentSymbol]
 *
 * as the protocol has them, but for PLACE: {"path", "range"}, or {"carried", "range"} of a model
 * that the program carries. What is refused has the status CM_ASK_REFUSED and {"error"}.
 */
#ifndef CM_LSP_ANSWER_H
#define CM_LSP_ANSWER_H

typedef enum cm_lsp_question {
    CM_LSP_DIAGNOSE,
    CM_LSP_CHECK,
    CM_LSP_HOVER,
    CM_LSP_DEFINITION,
    CM_LSP_REFERENCES,
    CM_LSP_PREPARE,
    CM_LSP_RENAME,
    CM_LSP_SYMBOLS
} cm_lsp_question;

/* The child's side of a channel (base/child.h): answers questions until the channel ends.
 * context: const cm_lsp_options *. */
void cm_lsp_answer(void *context, int channel);

#endif
