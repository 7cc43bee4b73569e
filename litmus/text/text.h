/* Tests as texts in the litmus format: reading, printing, and the hash of what is
 * printed. Uses the descriptions of the instruction sets (litmus/isa/isa.h). */
#ifndef CM_LITMUS_TEXT_TEXT_H
#define CM_LITMUS_TEXT_TEXT_H

#include "litmus/test.h"

/* Reads one test. NULL when it is not a test: the reasons are in work->diags.
 * Must be called under cm_arena_protect of work->arena only indirectly: it
 * protects itself. The source must outlive the test. */
cm_test *cm_litmus_parse(cm_work *work, const cm_source *source);

/* The same of a text whose messages nobody wants, in the arena, which must be under protect. */
cm_test *cm_litmus_parse_text(cm_arena *arena, const char *name, const char *text);

/* The same with another question in place of the quantified condition (the filter and
 * `locations` stay): `exists` a proposition, or the values of a state, "1:r0=1; 1:r1=0". */
cm_test *cm_litmus_parse_asking(cm_work *work, const cm_source *source, const cm_source *question);

/* The test as text in the litmus format, parsing back to the same test. */
char *cm_litmus_print(cm_work *work, const cm_test *test);

/* The hash that the reference simulator gives the test, in lower-case hex (32 characters
 * and a zero byte): of initial state, code and observed locations, not of quantifier and
 * constants compared; or what the test says of itself (Hash=...). One of our own where
 * the simulator has none: see hash.c. */
void cm_test_hash(cm_work *work, const cm_test *test, char hash[33]);

#endif
