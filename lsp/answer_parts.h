/* What the parts of the answering process share.
 *
 *     answer.c          the question, and who answers it
 *     answer_check.c    messages and verdicts
 *     answer_cat.c      names of models        answer_rename.c
 *     answer_litmus.c   instructions of tests
 *     words.c           what the documents say of an instruction
 */
#ifndef CM_LSP_ANSWER_PARTS_H
#define CM_LSP_ANSWER_PARTS_H

#include "base/text.h"
#include "cmcm.h"
#include "litmus/isa/isa.h"
#include "lsp/answer.h"
#include "lsp/lsp.h"
#include "lsp/position.h"
#include "model/scope.h"

#include <jansson.h>

/* One question, read. */
typedef struct cm_lsp_asked {
    const cm_lsp_options *options;
    cmcm_session *session;
    cm_arena *arena; /* of this question */
    cm_work work;
    json_t *json; /* everything below lives in it, or in the arena */
    const char *path;
    cm_source source; /* the document, without a byte order mark */
    bool is_cat, utf8, markdown;
    cm_position position;
    const char *name;       /* or NULL */
    cm_model_options model; /* with drafts, the document among them if it is a model */
    const char *refusal;    /* why there is no answer; in the arena, or NULL */
} cm_lsp_asked;

/* Answers: a new reference; NULL: no memory, or a refusal. */
json_t *cm_lsp_diagnose(cm_lsp_asked *asked);
json_t *cm_lsp_check(cm_lsp_asked *asked);
json_t *cm_lsp_hover_cat(cm_lsp_asked *asked);
json_t *cm_lsp_definition(cm_lsp_asked *asked);
json_t *cm_lsp_references(cm_lsp_asked *asked);
json_t *cm_lsp_prepare(cm_lsp_asked *asked);
json_t *cm_lsp_rename(cm_lsp_asked *asked);
json_t *cm_lsp_symbols_cat(cm_lsp_asked *asked);
json_t *cm_lsp_hover_litmus(cm_lsp_asked *asked);
json_t *cm_lsp_symbols_litmus(cm_lsp_asked *asked);

/* ---- places, as the protocol has them -------------------------------------- */

size_t cm_lsp_offset(const cm_lsp_asked *asked);
/* The word there, of letters, digits and these signs, also where the file cannot be parsed;
 * length 0: there is none. */
cm_place cm_lsp_word_at(const cm_source *source, size_t offset, const char *signs);
json_t *cm_lsp_range(const cm_lsp_asked *asked, const cm_source *source, size_t from, size_t to);
json_t *cm_lsp_range_of(const cm_lsp_asked *asked, cm_place place);
/* {"path" or "carried", "range"} */
json_t *cm_lsp_place(const cm_lsp_asked *asked, cm_place place, bool carried);
/* {"contents", "range"}: a heading in the language's own letters, and text. */
json_t *cm_lsp_hover(const cm_lsp_asked *asked, const char *code, const char *text, json_t *range);
/* A DocumentSymbol. */
json_t *cm_lsp_symbol(const cm_lsp_asked *asked, const char *name, const char *detail, int kind,
                      cm_place whole, cm_place selection);

/* ---- words.c ------------------------------------------------------------------ */

/* What docs/litmus.md says of a word: of an attribute of a thread ("cluster"), an entry of the
 * initial state. NULL: nothing. In the arena. */
const char *cm_lsp_words(cm_arena *arena, const char *word);
/* What of an instruction ("LDAR", "ld.acquire.sys.u32") is undefined; "": nothing; NULL: the set
 * has no such instruction. In the arena. */
const char *cm_lsp_instruction(cm_arena *arena, const char *word, const cm_isa *isa);
/* Why an instruction is not read; NULL: it is, or the set has none of that name. */
const char *cm_lsp_refused(const char *word, const cm_isa *isa);

/* The document, carried by the program. */
extern const char cm_lsp_litmus_document[];

#endif
