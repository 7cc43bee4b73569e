/* An explanation in words, for a terminal of 80 columns; as JSON (docs/output.md, "Explanations as
 * JSON"); and words that other formats use, too. */
#ifndef CM_EXPLAIN_TEXT_H
#define CM_EXPLAIN_TEXT_H

#include "base/text.h"
#include "explain/explain.h"

/* What adds to a text may escape through its arena. formal: also the model's axioms, what each
 * candidate violates, and the cycle that no interleaving has. */
void cm_explain_text(cm_text *out, const cm_explanation *explanation, bool formal);
/* What the threads of a cycle of cm_turns_cycle do, a line for each part of a thread. False: there
 * is no line, for the cycle is empty, or an initial write is on it. */
bool cm_explain_add_story(cm_text *out, const cm_execution *x, const cm_sc_step *cycle, int count);
/* What the threads do in the order of the interleaving, under a head. False: there is no line, for
 * it has too many events. */
bool cm_explain_add_interleaving(cm_text *out, const cm_execution *x, const uint32_t *order);
void cm_explain_json(cm_text *out, const cm_explanation *x); /* one object */
/* The execution thread by thread, with the lines of the test. */
void cm_explain_add_execution(cm_text *out, const cm_execution *x);

/* What stands for the instruction in the language of its kernel, or for a stronger one:
 * "`__threadfence()`", "a `cuda::atomic_ref` load with ..."; NULL: nothing but inline assembly. */
const char *cm_explain_in_source(cm_arena *arena, const char *instruction);
/* "CUDA C++", "HIP" */
const char *cm_explain_language(const char *instruction);
/* "`ld.u32 r0, [x]` (P1, line 8)": the instruction of an event. */
char *cm_explain_event(cm_arena *arena, const cm_execution *x, uint32_t event);
/* "write of [x] (c)" */
char *cm_explain_access(cm_arena *arena, const cm_execution *x, uint32_t event);
/* The outcome in a sentence: where it says nothing of a state (`exists (true)`), that there is one.
 */
const char *cm_explain_outcome(const char *outcome);
/* "the release of `STLR W2,[X3]` (P0, line 11)" */
char *cm_explain_item(cm_arena *arena, const cm_test *test, const cm_ordering *item);
/* "the barrier `bar.sync 0` (P0, line 5) and `bar.sync 0` (P1, line 4)", "the order of the
 * kernels".
 */
char *cm_explain_meeting(cm_arena *arena, const cm_test *test, const cm_meeting *meeting);
/* "`ld.acquire.gpu.u32 r0, [y]` (P1, line 8) has scope GPU, not SYS" */
char *cm_explain_fact(cm_arena *arena, const cm_execution *execution, const cm_fact *fact);
/* What follows for the thread: ": later accesses of P1 need not wait for it"; "": nothing that one
 * would say in words. */
const char *cm_explain_consequence(cm_arena *arena, const cm_execution *x, const cm_fact *fact);
/* What would do in the place of the fact that was told: "release on `STR ...` (P0, line 13)",
 * "a fence (DMB SY) after it" */
char *cm_explain_instead(cm_arena *arena, const cm_execution *x, const cm_fact *f,
                         const cm_fact *told);
/* "`fence.sc.gpu` for `fence.acq_rel.gpu` (P0, line 7), ...": the cheapest change that forbids the
 * outcome; NULL: none is known. */
const char *cm_explain_missing_words(cm_arena *arena, const cm_explanation *x);
/* The same change by change; their number, 0: none is known. */
int cm_explain_missing_list(cm_arena *arena, const cm_explanation *x, const char *const **list);

#endif
