/* A kernel as one thread of a test runs it.
 *
 *      routine ─▶ nv_code.c: calls replaced by bodies, parameters by registers
 *              ─▶ nv_live.c: which registers matter where
 *              ─▶ nv_local.c: local memory by registers, after a trial of what follows
 *              ─▶ nv_follow.c: the thread followed, from the first line:
 *                   what is known is computed (nv_fold.c, nv_known.c),
 *                   what is not stays an instruction (nv_print.c)
 *              ─▶ what is left made less (nv_rest.c), tries of one location one loop (nv_poll.c)
 *              ─▶ a column of the test (nv_layout.c)
 *
 * The method is that of partial evaluation of flow charts (Jones, Gomard, Sestoft: Partial
 * Evaluation and Automatic Program Generation, 1993, chapter 4): a block of the result stands
 * for a line of the kernel together with what is known there of the registers that matter.
 * A loop that counts what is known is therefore unrolled, a loop that waits for memory comes
 * back to the same block and stays a loop.
 */
#ifndef CM_IMPORT_NV_CODE_H
#define CM_IMPORT_NV_CODE_H

#include "import/nv_module.h"
#include "import/others.h"

#include "base/hash.h"

/* ---- flat code ------------------------------------------------------------------- */

typedef struct cm_nv_slot {
    int frame, variable; /* of .param */
    uint64_t offset;
    unsigned bits;
    int reg;
} cm_nv_slot;

typedef struct cm_nv_code {
    const cm_nv_module *module;
    cm_nv_register *registers; /* name: as the test has it */
    int register_count, register_capacity;
    cm_nv_line *lines; /* registers are those of the code; no call, ld.param, st.param */
    int line_count, line_capacity;
    cm_nv_slot *slots;
    int slot_count, slot_capacity;
    int frames;
    long next_name;     /* of a register */
    int scratch[2];     /* of 64 bits: an address with an index */
    uint64_t **live;    /* by line, and one more for the end: bits by register */
    bool *begins_block; /* by line: a jump leads there */
} cm_nv_code;

/* The opcode of a line that sets a register to how much was printed (CM_NV_PRINTED). */
extern const char cm_nv_printed[];

/* Fails at calls of what has no body. */
cm_nv_code *cm_nv_flatten(cm_work *work, const cm_nv_module *module, const cm_nv_routine *kernel);
int cm_nv_add_register(cm_work *work, cm_nv_code *code, unsigned bits);
void cm_nv_add_line(cm_work *work, cm_nv_code *code, cm_nv_line line);
/* Appends: to = from, of so many bits in between, under the guard of `like`; the sign counts where
 * its type says so. */
void cm_nv_move(cm_work *work, cm_nv_code *code, const cm_nv_line *like, cm_nv_operand to,
                cm_nv_operand from, unsigned bits);
/* asked: registers by index that matter at the end; ends with -1. */
void cm_nv_find_live(cm_work *work, cm_nv_code *code, const int *asked);

static inline bool cm_nv_is_live(const cm_nv_code *code, int line, int reg)
{
    return code->live[line][reg / 64] >> (reg % 64) & 1;
}

/* ---- opcodes: nv_opcode.c ---------------------------------------------------------- */

/* Is the opcode this word, up to its first qualifier? */
bool cm_nv_opcode_is(const cm_nv_line *line, const char *word);
/* Has it the qualifier? */
bool cm_nv_has(const cm_nv_line *line, const char *qualifier);
/* Does it write its first operand? */
bool cm_nv_writes(const cm_nv_line *line);
/* Does it nothing but compute? Then it may go where nobody reads its result. */
bool cm_nv_is_pure(const cm_nv_line *line);
/* Does it nothing that a test is about: hints, waiting? */
bool cm_nv_is_hint(const cm_nv_line *line);
/* Does it end the thread (exit, and ret of a kernel)? */
bool cm_nv_is_end(const cm_nv_line *line);
bool cm_nv_is_jump(const cm_nv_line *line);
/* Bits of the last type among the qualifiers; 0: none. */
unsigned cm_nv_type_of(const cm_nv_line *line);

/* Calls visit for every register that the line writes, reads. */
typedef void cm_nv_visit(void *context, int reg);
void cm_nv_each_written(const cm_nv_line *line, cm_nv_visit *visit, void *context);
void cm_nv_each_read(const cm_nv_line *line, cm_nv_visit *visit, void *context);

/* ---- locations: nv_place.c ------------------------------------------------------------ */

enum { CM_NV_PRIVATE = -2 };

typedef struct cm_nv_location {
    const char *name; /* as the test has it */
    int variable;     /* of the module, or -1: of the binding */
    int cta, thread;  /* shared memory: whose (number in the test), and one of its threads; local
                         memory: CM_NV_PRIVATE and less, a number for each thread; else -1 */
    unsigned bytes;   /* of the narrowest access; 0: none known */
    uint64_t size;    /* in bytes, of a variable */
} cm_nv_location;

static inline void cm_nv_note_width(cm_nv_location *l, unsigned bytes)
{
    if (bytes != 0 && (l->bytes == 0 || bytes < l->bytes))
        l->bytes = bytes;
}

typedef struct cm_nv_import {
    cm_import *import;
    const cm_nv_module *module;
    cm_nv_location *locations;
    int location_count, location_capacity;
    bool *folded;  /* by variable: loads of it are known, as nobody writes it */
    bool *written; /* by variable: a thread of the test may */
} cm_nv_import;

/* What is known of a register, or of an operand. */
typedef enum cm_nv_known_kind {
    CM_NV_UNKNOWN,
    CM_NV_CONSTANT, /* number */
    CM_NV_ADDRESS,  /* number bytes into the location */
    CM_NV_LOW_HALF, /* of that address */
    CM_NV_HIGH_HALF,
    CM_NV_HIGH_ABOVE, /* that half, 32 bits up */
    CM_NV_INDEXED,    /* the address, in shared memory, and so many bytes as the register has */
    CM_NV_RELATIVE,   /* likewise, which may lead to another object there */
    CM_NV_PRINTED,    /* how much was printed: refused where it is used */
    CM_NV_ROUTINE,    /* where a routine is: likewise, but for calls (nv_code.c) */
    CM_NV_LOW_BITS    /* number: its lowest `location` bits; the others are not known */
} cm_nv_known_kind;

typedef struct cm_nv_known {
    cm_nv_known_kind kind;
    int location;
    uint64_t number;
} cm_nv_known;

static inline bool cm_nv_has_index(cm_nv_known k)
{
    return k.kind == CM_NV_INDEXED || k.kind == CM_NV_RELATIVE;
}

/* ---- following a thread: nv_follow.c ----------------------------------------------------- */

typedef enum cm_nv_end_kind { CM_NV_GOES_ON, CM_NV_BRANCHES, CM_NV_ENDS } cm_nv_end_kind;

/* A line together with what is known there of the registers that are live. */
typedef struct cm_nv_state {
    int line;
    cm_nv_known *known; /* of the live registers, in their order */
    int known_count;
    cm_import_row *rows;
    int row_count, row_capacity;
    cm_nv_end_kind end;
    const char *guard; /* BRANCHES: "@p1", "@!p1" */
    int next, taken;   /* states */
    int reads;         /* loads, and tries of an mbarrier */
    bool does_more;    /* anything else of which something is left but registers */
    uint64_t *live;    /* bits by register: rows from its first one on read it before they set it */
    uint64_t *written; /* likewise: its rows set it */
    cm_place place;    /* of the line that ends it */
    int label;         /* 0: none */
    bool placed;
} cm_nv_state;

typedef struct cm_nv_locals cm_nv_locals;

/* A line of a state that has looked at a clock. */
typedef struct cm_nv_tick {
    int state, line;
} cm_nv_tick;

typedef struct cm_nv_follow {
    cm_nv_import *nv;
    cm_work *work;
    int thread; /* of the binding */
    const cm_bind_thread *bound;
    const cm_launch *launch;
    cm_nv_code *code;
    cm_nv_known *known; /* by register, where we are */
    cm_nv_known *held;  /* by register: what it was set to in this state, though it is known */
    cm_nv_known *kept, *saved, *before; /* scratch */
    const int *asked;
    cm_nv_state *states;
    int state_count, state_capacity;
    cm_index found;       /* states, by their line and what is known */
    int *versions, *last; /* by line: states, the last one of them */
    bool **changing;      /* by line and register: the register changes there, so that its value is
                             not followed; NULL: no register of the line is known to change */
    bool changes;         /* some were found by this turn */
    cm_index names;       /* of registers */
    int state;            /* being filled, or what is said on a way from it */
    int filling;          /* the former */
    bool hasty;           /* a counter of tries has no more versions than another register */
    cm_nv_known *sure;    /* by register: what is known on one way of a branch */
    int line;             /* of the code, as it is being followed */
    cm_import_effects *effects;
    cm_nv_locals *locals; /* for trial; NULL: it counts */
    bool moves;           /* the line becomes moves between registers in the next trial */
    bool *late;           /* by line: its clock is past whatever is waited for */
    cm_nv_tick *ticks;
    int tick_count, tick_capacity;
} cm_nv_follow;

void cm_nv_follow_thread(cm_nv_follow *f);
/* The states as rows of the thread's column: nv_layout.c. */
bool cm_nv_lay_out(cm_nv_follow *f);
/* One state that waits by other copies of it waits by itself: nv_poll.c. False: there is none. */
bool cm_nv_join_polls(cm_nv_follow *f);

/* What is left: nv_rest.c. Its first state is 0, and each is reached. */
void cm_nv_tidy(cm_nv_follow *f);
/* same: by state, the one that stands for it; NULL: itself. */
void cm_nv_collapse(cm_nv_follow *f, const int *same);
/* A read and the branch on it are one state, where nobody comes in between. Sets `written`. */
void cm_nv_join_reads(cm_nv_follow *f);
/* States that it goes on to: how many of ways. */
int cm_nv_ways(const cm_nv_state *s, int ways[2]);
/* How long the word is; 0: there is none. */
size_t cm_nv_word(const char *text);
/* Of a word; -1: it is none. */
int cm_nv_register_named(cm_nv_follow *f, const char *name, size_t length);

static inline bool cm_nv_in(const uint64_t *bits, int reg)
{
    return bits[reg / 64] >> (reg % 64) & 1;
}

/* Appends a row to the state being filled. */
void cm_nv_emit(cm_nv_follow *f, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* The register holds what is known of it, from here on by an instruction: nv_print.c. */
void cm_nv_lift(cm_nv_follow *f, int reg, cm_place place);
/* The line as an instruction of the test, with what is known put into it. guard: "@p1 ". */
void cm_nv_print(cm_nv_follow *f, const cm_nv_line *line, const char *guard);
/* The text of that alone. */
const char *cm_nv_line_text(cm_nv_follow *f, const cm_nv_line *line, const char *guard);

/* The line computed: true, and its results are known; or it is to be printed. */
bool cm_nv_fold(cm_nv_follow *f, const cm_nv_line *line);
/* The same where all operands are numbers, without a row for anything. */
bool cm_nv_fold_numbers(cm_nv_follow *f, const cm_nv_line *line);
/* Computes a load from memory that keeps its initial value: nv_place.c. */
bool cm_nv_fold_load(cm_nv_follow *f, const cm_nv_line *line);
/* What cm_nv_fold cannot, of a mov with several registers: true, by instructions. */
bool cm_nv_take_apart(cm_nv_follow *f, const cm_nv_line *line);
/* Of a register, number, variable or special register. Fails at what has no value here. */
cm_nv_known cm_nv_value_of(cm_nv_follow *f, const cm_nv_operand *operand);
/* Computes a line whose operands are numbers, by what the instruction set says that it
 * does: nv_compute.c. False: it does not say, or leaves it undefined. */
bool cm_nv_compute(cm_nv_follow *f, const cm_nv_line *line);
/* Value of %tid.x and the like. */
cm_nv_known cm_nv_special(cm_nv_follow *f, const cm_nv_operand *operand);

/* Local memory as registers: nv_local.c. Has the code any? */
bool cm_nv_has_locals(const cm_nv_code *code);
cm_nv_locals *cm_nv_locals_of(cm_work *work, const cm_nv_code *code);
/* In a trial: what the line does to local memory; the address becomes a number. */
void cm_nv_note_local(cm_nv_follow *f, int at);
void cm_nv_keep_local(cm_nv_follow *f, cm_nv_known k);
/* Behind a trial: does it show more than was known? */
bool cm_nv_learn_locals(cm_nv_locals *locals);
/* The code with moves for what is known of it, to be tried. */
cm_nv_code *cm_nv_rewrite_locals(cm_work *work, const cm_nv_code *code, cm_nv_locals *locals);

/* What the line does to other threads, into the effects: nv_effect.c. */
void cm_nv_add_effects(cm_nv_follow *f, const cm_nv_line *line);
/* Has the thread that was followed a loop that memory decides? */
bool cm_nv_loops(cm_nv_follow *f);
/* What names the location among all of the launch. */
const char *cm_nv_memory_name(cm_arena *arena, const cm_nv_location *location);

/* Locations: of an argument, of a module's variable as the thread's CTA has it. */
int cm_nv_location_named(cm_nv_import *nv, const char *name);
int cm_nv_location_of(cm_nv_follow *f, int variable);
/* The same place in the shared memory of the CTA of that rank in the cluster. */
int cm_nv_location_mapped(cm_nv_follow *f, int location, uint64_t rank, cm_place place);
bool cm_nv_is_shared(const cm_nv_import *nv, int location);
/* Any object in the shared memory of the thread's CTA; -1: none is known so far. */
int cm_nv_some_shared(const cm_nv_follow *f);
/* Does it lie in the local memory of a thread? */
bool cm_nv_is_private(const cm_nv_import *nv, int location);
/* Adds the initial state of the module's variables that were used. */
void cm_nv_declare(cm_nv_import *nv);

#endif
