/* A final state as a value, independent of any test: what has which value.
 *
 *     0:X1=1; 1:EAX=-1; t={1,2}; t[0]=1; [x]=y; Fault(P0,x);
 *
 * There is one reader, one printer, one comparison and one hash of states; logs,
 * records, tables and reports all use them. Two states are equal when they have the
 * same items with the same values, whatever their order and however they were written:
 * "x=0x10; 0:X1=2;" is "0:X1=2; [x]=16;".
 *
 * States live in an arena and do not change.
 */
#ifndef CM_LITMUS_STATE_VALUE_H
#define CM_LITMUS_STATE_VALUE_H

#include "base/hash.h"
#include "base/text.h"

/* A number, or something with a name: an address ("x", "x+4", "t[1]"), a label, an
 * instruction, or whatever else a log may hold; its text then. */
typedef struct cm_scalar {
    const char *text;   /* NULL: a number */
    uint64_t magnitude; /* of the number; 0 is not negative */
    bool negative;
} cm_scalar;

typedef enum cm_item_kind {
    CM_ITEM_REGISTER, /* of a thread */
    CM_ITEM_MEMORY,
    CM_ITEM_FAULT /* its name says all; no value */
} cm_item_kind;

typedef struct cm_state_item {
    cm_item_kind kind;
    uint32_t thread;   /* REGISTER: its number */
    const char *name;  /* "X1", "x", "t", "~Fault(P0,x)" */
    bool is_element;   /* MEMORY: of the array */
    bool is_array;     /* MEMORY: the whole, with a value for each element */
    uint64_t element;  /* which */
    cm_scalar *values; /* FAULT: none; else one, or as many as an array has elements */
    size_t count;
} cm_state_item;

typedef struct cm_state {
    const cm_state_item *items;         /* as they are printed: see cm_state_read */
    const cm_state_item *const *sorted; /* the same in an order that equal states share */
    size_t count;
    uint64_t hash;
} cm_state;

/* ---- reading --------------------------------------------------------- */

/* Reads "0:X1=1; [x]=2;" as herd, litmus7 and we write it: blanks do not count, nor
 * whether there is a ';' at the end. "x=1" is "[x]=1" (older logs). Numbers are decimal
 * or hexadecimal; litmus7 can be told to print values of 32 bits so (-hexa), so
 * hexadecimal ones of up to 32 bits are signed as such: 0xffffffff is -1, as mcompare7
 * has it. Items are put in order: registers by thread and then, if they end in a number, by
 * name (others stay as they are, before these), memory by name and element, faults last. NULL:
 * *why says what is wrong, and what was expected. */
const cm_state *cm_state_read(cm_arena *arena, const char *text, size_t length, const char **why);

/* A state of these items, which are kept as they are and printed in that order. */
const cm_state *cm_state_make(cm_arena *arena, const cm_state_item *items, size_t count);

/* ---- writing --------------------------------------------------------- */

/* A blank after every ';' but the last, as herd has it. */
void cm_state_write(cm_text *out, const cm_state *state);
char *cm_state_text(cm_arena *arena, const cm_state *state);
void cm_scalar_write(cm_text *out, const cm_scalar *scalar);

/* Is it a name as programs have them, "x", "%t.0" (litmus/lexer.c)? */
bool cm_name_is_plain(const char *name);

/* ---- comparing ------------------------------------------------------- */

/* What has a value in a state: registers by thread and name, memory by name and
 * element, faults. */
int cm_state_item_compare(const cm_state_item *a, const cm_state_item *b);

/* Item by item in an order that does not depend on how they are printed; numbers by
 * size, before names. <0, 0, >0; 0 exactly when they are equal. */
int cm_state_compare(const cm_state *a, const cm_state *b);
bool cm_state_equal(const cm_state *a, const cm_state *b);
/* For qsort of an array of pointers to states. */
int cm_state_compare_pointers(const void *a, const void *b);

/* Has the state every item of `part`, with its value? */
bool cm_state_includes(const cm_state *state, const cm_state *part);

/* ---- sets ------------------------------------------------------------ */

/* States that differ from each other, numbered from 0 as they came. All zero: none. */
typedef struct cm_state_set {
    const cm_state **items;
    size_t count, capacity;
    cm_index index;
} cm_state_set;

/* The number of the state, or CM_INDEX_NONE. */
size_t cm_state_set_find(cm_state_set *set, const cm_state *state);
/* Adds it unless it is there; its number. */
size_t cm_state_set_add(cm_arena *arena, cm_state_set *set, const cm_state *state);

#endif
