/* How strongly an instruction orders, and what may stand in its place: the forms that do
 * the same to registers and memory and order less, or more. Each instruction set lists
 * those of one instruction, as texts; repairs (explain/repair.h) choose among them.
 */
#ifndef CM_LITMUS_ISA_STRENGTH_H
#define CM_LITMUS_ISA_STRENGTH_H

#include "base/text.h"
#include "litmus/test.h"

typedef struct cm_strength {
    const char *text; /* the instruction; "": none */
    const char *name; /* what tables of costs call it: "STLR", "fence.sc.gpu", "fence rw,w" */
    /* Sets of bits, of one instruction's forms only: one form orders at least as much as
     * another when both of its sets include the other's. */
    unsigned order, scope;
    double cost;       /* unless a table says otherwise; 0: that of a plain access, of nothing */
    const char *proxy; /* a fence between accesses through this proxy and others: "alias",
                        * "texture"; NULL: it is none */
    int group;         /* of fences: those of one group stand in each other's place, groups one
                        * after the other in their order; 0: of the first, as most have only one */
} cm_strength;

typedef struct cm_strengths {
    cm_arena *arena;
    const cm_insn *insn; /* the instruction, read, where its set does; NULL: it does not, or there
                          * is none */
    cm_strength *items;
    int count, capacity;
    int self; /* the form that the instruction has; -1: nothing may stand in its place */
} cm_strengths;

/* The forms of an instruction of that set, itself among them. NULL: fences, and none at all. */
cm_strengths cm_strengths_of(cm_arena *arena, cm_arch arch, const cm_instruction *instruction);
/* Fences that may be new in a thread of that set, in the words of the test, and none at all. */
cm_strengths cm_strengths_new(cm_arena *arena, cm_arch arch, const cm_test *test);
/* Fences that may be new right before the instruction, and no fence at all: they name what it works
 * on, such as a tensor map. Empty: there are none. */
cm_strengths cm_strengths_before(cm_arena *arena, cm_arch arch, const cm_instruction *instruction);
bool cm_strength_includes(const cm_strength *strong, const cm_strength *weak);

/* ---- for those who describe ---------------------------------------------------- */

/* Scopes of a GPU's instructions, from the narrowest: one includes those before it. */
typedef struct cm_strength_scope {
    const char *name;
    unsigned bits;
    double cost;
} cm_strength_scope;

enum { CM_STRENGTH_SCOPES = 4 };
#define CM_STRENGTH_SCOPES_ARE(a, b, c, d)                                                         \
    {                                                                                              \
        {a, 1, 0}, {b, 3, 1}, {c, 7, 2},                                                           \
        {                                                                                          \
            d, 15, 4                                                                               \
        }                                                                                          \
    }
/* Index of the scope of that name, or -1. */
int cm_strength_scope_find(const cm_strength_scope scopes[CM_STRENGTH_SCOPES], const char *name);

/* Adds a form; `name` in the arena or constant. */
void cm_strengths_add(cm_strengths *forms, const char *text, const char *name, unsigned order,
                      unsigned scope, double cost);
/* The form with that order and scope is the instruction's own, and is written as it is. */
void cm_strengths_settle(cm_strengths *forms, const char *text, unsigned order, unsigned scope);
/* The first word of an instruction and what follows it, blanks included. */
const char *cm_strengths_word(cm_arena *arena, const char *text, const char **rest);
/* A name in lower case, or in upper case. */
const char *cm_strengths_case(cm_arena *arena, const char *name, bool upper);

#endif
