/* Parts of the reader of AMD's assembly: amd_asm.c reads lines, kernels and threads. */
#ifndef CM_IMPORT_AMD_H
#define CM_IMPORT_AMD_H

#include "import/import.h"

enum { CM_AMD_ARGUMENTS = 64 };

/* One line without its comment and the blanks around it. */
typedef struct cm_amd_line {
    const char *text; /* zero-ended */
    size_t indent;
    cm_place place;
} cm_amd_line;

typedef struct cm_amd_slot {
    unsigned offset, size; /* in bytes, of the arguments */
    const char *kind;      /* .value_kind: "hidden_group_size_x"; NULL: not said */
} cm_amd_slot;

/* What scalar loads read that is known here: the arguments, and the packet that has dispatched the
 * kernel. */
enum { CM_AMD_KERNARG, CM_AMD_PACKET, CM_AMD_SEGMENTS };

typedef struct cm_amd_kernel {
    cm_amd_slot slots[CM_AMD_ARGUMENTS];
    int slot_count;
    int segments[CM_AMD_SEGMENTS]; /* first register of the address, -1: none */
    int group_id[3];               /* register of the workgroup's number, -1: none */
    bool is_split;                 /* .amdhsa_tg_split 1 */
    uint64_t lds;    /* bytes at its own addresses from 0 on: its variables, and dynamic ones */
    unsigned rounds; /* .amdhsa_float_round_mode_: 0: to the nearest */
    unsigned keeps;  /* .amdhsa_float_denorm_mode_: subnormal numbers are kept: 1: of 32 bits, 2: of
                        64 and 16 */
    size_t from, to; /* the lines of its code */
} cm_amd_kernel;

typedef struct cm_amd_reading {
    cm_import *import;
    cm_amd_line *lines;
    size_t count;
} cm_amd_reading;

/* What stands after the word and blanks, or NULL. */
const char *cm_amd_after(const char *text, const char *word);

/* ---- amd_argument.c */

/* Not of the binding, but of the runtime? */
bool cm_amd_is_hidden(const cm_amd_slot *s);
/* By line of the code: may the two registers hold what they held at its beginning no more? */
bool *cm_amd_lost_segment(const cm_amd_reading *r, const cm_amd_kernel *k, int base);
/* If the line loads from a segment: true, and what is there is moved into its registers. lost: by
 * segment, as above. */
bool cm_amd_move_arguments(cm_amd_reading *r, const cm_launch *l, const cm_amd_kernel *k,
                           const bool *const *lost, int thread, size_t at);

/* ---- amd_data.c */

/* If three lines from there on compute the address of a variable of the module: true, and it is
 * moved into their registers; the variable is declared. */
bool cm_amd_move_variable(cm_amd_reading *r, int thread, size_t at);
/* The line, with the place of LDS in the test added to its address if it accesses LDS. */
void cm_amd_place_lds(cm_amd_reading *r, int thread, const cm_amd_line *n);
/* Declares the LDS of the thread's workgroup. */
void cm_amd_declare_lds(cm_amd_reading *r, const cm_amd_kernel *k, int thread);

#endif
