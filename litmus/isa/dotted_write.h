/* Tests' threads of sets whose opcodes have qualifiers behind dots and whose registers are r0,
 * r1, ..., of 32 bits, of 64 bits rd0, rd1, ...: what their writers (write.h) share, by the words
 * that differ.
 *
 *      st.relaxed.gpu.u32 [x], 1        device_store.relaxed.device.u32 [x], 1
 *
 * Plain accesses of cycles are relaxed ones: what has no order races, and a race hides what a
 * test is about; K asks for these.
 */
#ifndef CM_LITMUS_ISA_DOTTED_WRITE_H
#define CM_LITMUS_ISA_DOTTED_WRITE_H

#include "litmus/isa/write.h"

/* An opcode with an order and a scope in it: what stands before them, and after. Here and in
 * words for sums `#` stands for the bits of what it is about. */
typedef struct cm_dotted_around {
    const char *before, *after;
} cm_dotted_around;

typedef struct cm_dotted_level {
    const char *word;
    cm_scope scope;
} cm_dotted_level;

struct cm_dotted_words {
    int registers;                 /* how many there are */
    const cm_dotted_level *levels; /* all words for scopes; ends with NULL. Another level keeps the
                                    * word of tests, which a reader without it refuses */
    const char *relaxed;           /* the order: "relaxed", "monotonic" */
    const char *acquire, *release, *acq_rel; /* NULL: these words */
    const char *weak;       /* with its dot, of an access without an order: ".weak" or "" */
    bool bare;              /* locations stand without brackets */
    cm_dotted_around load;  /* {"ld", ".u#"} */
    cm_dotted_around store; /* {"st", ".u#"} */
    cm_dotted_around shared_load, shared_store; /* of memory that a CTA shares */
    cm_dotted_around exchange;                  /* {"atom", ".exch.b#"} */
    cm_dotted_around compare;                   /* {"atom", ".cas.b#"}, or nothing */
    cm_dotted_around fetch_add;                 /* {"atom", ".add.u#"} */
    cm_dotted_around reduce;     /* the same without what it read: {"red", ".add.u#"}; or nothing */
    cm_dotted_around reduce_two; /* of two numbers of 16 bits; or nothing */
    const char *to_half,
        *from_half;             /* of registers of 32 and of 16 bits; NULL: there is none of 16 */
    const char *add;            /* of registers: "add.u#" */
    const char *exclusive_or;   /* of 32 bits; NULL: without dependencies */
    const char *narrow, *widen; /* from 64 bits to 32, and back; NULL: without sizes */
    /* What goes into the brackets: the name and `zero`, a register. NULL: as above. */
    const char *(*sum)(cm_writer *w, const char *name, int zero);
};

/* Registers by the numbers that are given below: "r0", "rd1"; 32 or 64. */
const char *cm_dotted_register(cm_writer *w, int reg);
unsigned cm_dotted_register_bits(const cm_writer *w, int reg);

int cm_dotted_gather(cm_writer *w);
int cm_dotted_load(cm_writer *w, const cm_write_access *a, cm_write_need need, const char **reg);
void cm_dotted_store(cm_writer *w, const cm_write_access *a, cm_write_need need);
int cm_dotted_exchange(cm_writer *w, const cm_write_rmw *rmw, const cm_write_access *read,
                       const cm_write_access *write, cm_write_need need, const char **reg);
void cm_dotted_increment(cm_writer *w, const cm_write_access *a, bool split);

/* In a cm_isa_writer. */
#define CM_DOTTED_WRITES(with)                                                                     \
    .words = with, .load = cm_dotted_load, .store = cm_dotted_store,                               \
    .exchange = cm_dotted_exchange, .increment = cm_dotted_increment

#endif
