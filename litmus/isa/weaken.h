/* What in a program orders its accesses, and programs without some of it.
 *
 * An item is a fence, the order of an access (acquire, release), the scope of an access
 * or a fence, or a dependency. A program without an item does the same to registers and
 * memory: only tags, fences, and what dependencies count for, differ.
 */
#ifndef CM_LITMUS_ISA_WEAKEN_H
#define CM_LITMUS_ISA_WEAKEN_H

#include "litmus/isa/isa.h"

typedef enum cm_ordering_kind {
    CM_ORDERING_FENCE,
    CM_ORDERING_ORDER, /* acquire or release, of an access */
    CM_ORDERING_SCOPE, /* of an access or a fence: to the narrowest one */
    CM_ORDERING_ADDR,  /* dependencies into an access or a fence; selections (pick) count. CTRL of a
                          branch: where registers have events, what it decides by */
    CM_ORDERING_DATA,
    CM_ORDERING_CTRL
} cm_ordering_kind;

typedef struct cm_ordering {
    cm_ordering_kind kind;
    int thread, instruction;  /* indices */
    const char *tag, *weaker; /* ORDER, SCOPE: what its steps have, and have without it (NULL:
                                 nothing) */
    const char *what;         /* "fence", "wait", "acquire", "scope sys", "address dependency" */
} cm_ordering;

enum { CM_TAG_STRONGEST = 4 }; /* the highest rank */
/* Of an event of that kind of the instruction set. NULL: no choice. */
const cm_tag_choice *cm_tag_choice_of(cm_arch arch, const char *tag, char kind);

/* Fences, orders and scopes of the test, by thread and instruction; their number. Dependencies are
 * an execution's to know: cm_ordering_dependency. */
int cm_orderings_of(cm_arena *arena, const cm_test *test, cm_ordering **items);
cm_ordering cm_ordering_dependency(cm_ordering_kind kind, int thread, int instruction);

/* The test without those of the items that `removed` marks. Shares all else with the test. */
cm_test *cm_test_without(cm_arena *arena, const cm_test *test, const cm_ordering *items,
                         const bool *removed, int count);

/* Where the choice of an item is: of its instruction's forms those have lost it whose number has
 * the bit. */
typedef struct cm_ordering_choice {
    int place;
    unsigned bit;
} cm_ordering_choice;

/* All of these tests as one (cm_step_forms): an instruction that items are of has a form for each
 * set of them that is removed. at: by item. NULL: an instruction has too many items, or one that
 * is more than a set's member (what waits for asynchronous operations). */
cm_test *cm_test_choosing(cm_arena *arena, const cm_test *test, const cm_ordering *items, int count,
                          cm_ordering_choice *at);

#endif
