/* Parts of the reader of AMD's assembly: amd_asm.c reads lines, kernels and threads. */
#ifndef CM_IMPORT_AMD_H
#define CM_IMPORT_AMD_H

#include "import/import.h"

enum { CM_AMD_ARGUMENTS = 64 };

/* What is known of a register of 32 bits. */
typedef enum cm_amd_kind {
    CM_AMD_OPEN, /* nothing; number: of its copies, or 0 */
    CM_AMD_NUMBER,
    CM_AMD_BIT,          /* 0 or 1, of a comparison; number: twice its line, plus 1: the opposite */
    CM_AMD_NOT_BIT,      /* ~0 ^ that */
    CM_AMD_LANE,         /* the lowest bit alone is known: number */
    CM_AMD_PRIVATE,      /* the upper half of an address of scratch memory */
    CM_AMD_SHARED,       /* of LDS */
    CM_AMD_MIXED,        /* of one of them, perhaps */
    CM_AMD_SEGMENT_LOW,  /* of the address of a segment, so many bytes behind its beginning */
    CM_AMD_SEGMENT_HIGH, /* number: which */
    CM_AMD_FUNCTION,     /* number: the line behind its label */
    CM_AMD_GUESS,        /* one of several numbers; number: which ones, of the walk's guesses */
    CM_AMD_UNSAID        /* what the runtime passes and nothing says; number: of its directive */
} cm_amd_kind;

typedef struct cm_amd_value {
    cm_amd_kind kind;
    uint32_t number;
} cm_amd_value;

/* What an instruction accesses or calls, as far as it is known. */
typedef struct cm_amd_address {
    cm_amd_kind memory; /* PRIVATE, SHARED, MIXED, SEGMENT_HIGH: of segment `segment` */
    bool known;         /* offset is in it */
    uint32_t offset;
    int segment;
    bool reached;  /* by the active lane */
    bool idle;     /* where the lane is not active */
    bool stale;    /* a lane is read that may not hold what was spilled there */
    bool active;   /* behind it the lane is active, */
    bool inactive; /* or is not */
    size_t called; /* the line of a function; 0: none is known */
} cm_amd_address;

/* One line without its comment and the blanks around it. */
typedef struct cm_amd_line {
    const char *text; /* zero-ended */
    size_t indent;
    cm_place place;
    cm_amd_address address;
    int body;   /* the number of the call whose function has the line; 0: the kernel */
    bool asks;  /* of a mask, whether it has the lane's bit, whichever lane that is */
    bool ticks; /* it has read a clock, which stands still in the test */
} cm_amd_line;

typedef struct cm_amd_slot {
    unsigned offset, size; /* in bytes, of the arguments */
    const char *kind;      /* .value_kind: "hidden_group_size_x"; NULL: not said */
} cm_amd_slot;

/* What scalar loads read that is known here: the arguments, and the packet that has dispatched the
 * kernel. */
enum { CM_AMD_KERNARG, CM_AMD_PACKET, CM_AMD_SEGMENTS };
enum { CM_AMD_USER_REGISTERS = 8 };

typedef struct cm_amd_kernel {
    cm_amd_slot slots[CM_AMD_ARGUMENTS];
    int slot_count;
    struct {
        int first, count; /* registers; -1: there are none */
        int segment;      /* whose address they are; CM_AMD_SEGMENTS: nothing says what is there */
    } users[CM_AMD_USER_REGISTERS];
    int group_id[3]; /* register of the workgroup's number, -1: none */
    bool is_split;   /* .amdhsa_tg_split 1 */
    uint64_t lds;    /* bytes at its own addresses from 0 on: its variables, and dynamic ones */
    unsigned rounds; /* .amdhsa_float_round_mode_: 0: to the nearest */
    unsigned keeps;  /* .amdhsa_float_denorm_mode_: subnormal numbers are kept: 1: of 32 bits, 2: of
                        64 and 16 */
    uint32_t scratch;             /* bytes that a work-item has */
    const cm_bind_thread *thread; /* NULL: any */
    cm_amd_line *code;            /* with the functions that it calls */
    size_t count;
} cm_amd_kernel;

typedef struct cm_amd_reading {
    cm_import *import;
    cm_amd_line *lines;
    size_t count;
} cm_amd_reading;

/* What stands after the word and blanks, or NULL. */
const char *cm_amd_after(const char *text, const char *word);

/* ---- amd_parts.c */

/* Registers by number: scalar ones from 0 on, then these. */
enum {
    CM_AMD_VCC = 106,
    CM_AMD_SCC = 125,
    CM_AMD_EXEC = 126,
    CM_AMD_VECTOR = 128,
    CM_AMD_ACCUMULATOR = 384,
    CM_AMD_OPERANDS = 6,
    CM_AMD_MEMBERS = 64
};

typedef struct cm_amd_operand {
    const char *text;
    int first, count; /* registers; -1 and 0: it is none */
    bool is_number;
    bool changed; /* of a register: -v1, |v1| or sext(v1) */
    uint64_t number;
} cm_amd_operand;

/* An instruction taken apart: its opcode without _e32 and _e64. */
typedef struct cm_amd_parts {
    const char *opcode;
    cm_amd_operand operands[CM_AMD_OPERANDS];
    int count;
    const char *words; /* behind the operands */
    uint32_t offset;   /* offset:N among them */
} cm_amd_parts;

bool cm_amd_begins(const char *text, const char *word);
cm_amd_parts cm_amd_take_apart(cm_arena *arena, const char *text);
/* The kernel's, by line. */
cm_amd_parts *cm_amd_all_parts(cm_arena *arena, const cm_amd_kernel *k);
/* Bytes of a load or store, by its opcode; 0: it is none. */
unsigned cm_amd_access_bytes(const char *opcode);
/* Which operand is what a load or store moves. */
int cm_amd_data_of(const cm_amd_parts *p);
/* An atomic that returns what was there. */
bool cm_amd_returns(const cm_amd_parts *p);
/* An atomic that does not return what was there: its first operand is the address. */
bool cm_amd_gives_nothing(const cm_amd_parts *p);
/* Does it write its first operand? */
bool cm_amd_writes_first(const cm_amd_parts *p);
bool cm_amd_sets_scc(const cm_amd_parts *p);
/* What is not among its operands. */
bool cm_amd_reads_scc(const cm_amd_parts *p);
bool cm_amd_reads_vcc(const cm_amd_parts *p);
/* Does it act in active lanes only? */
bool cm_amd_is_vector(const char *opcode);
bool cm_amd_is_label(const char *text);
bool cm_amd_is_branch(const char *text);
/* Does control come to the next line, and to which line by a branch? k->count: to none. */
bool cm_amd_goes_on(const char *text);
size_t cm_amd_target(const cm_amd_kernel *k, const char *text);

/* ---- amd_sdwa.c */

/* Lines whose instructions take parts of registers become several that take whole ones. */
void cm_amd_split_parts(cm_amd_reading *r);

/* ---- amd_walk.c */

/* By line of a kernel's code. */
typedef struct cm_amd_known {
    cm_amd_parts *parts;
    size_t *functions; /* whose address the line and the two behind it make, by its line; or 0 */
    cm_amd_address *addresses;
    bool *whole; /* a copy of all lanes of a register */
    /* Vector registers into whose lanes scalar ones are spilled; those of a class are copies. */
    int members[CM_AMD_MEMBERS], bodies[CM_AMD_MEMBERS], classes[CM_AMD_MEMBERS], member_count;
    int lanes, words; /* where values of lanes and of scratch memory begin */
    uint32_t scratch;
} cm_amd_known;

/* Of the register in the body, or -1. */
int cm_amd_member(const cm_amd_known *known, int body, int reg);
cm_amd_known *cm_amd_know(cm_amd_reading *r, const cm_amd_kernel *k);
/* The code with a line for each of the ways to come to it that tell what is computed from known
 * numbers apart: a loop that counts them is unrolled, and a branch by exec is one by a jump. */
void cm_amd_split(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_leap.c */

/* Does it compute, wait, or read memory, and nothing else? */
bool cm_amd_only_reads(const cm_amd_parts *p);

/* ---- amd_asm.c */

/* Where the code that begins at the line ends. */
size_t cm_amd_end_of(const cm_amd_reading *r, size_t at);
/* The line behind the label of a function of the file; 0: there is none. */
size_t cm_amd_function(const cm_amd_reading *r, const char *name);
const char *cm_amd_directive(uint32_t user_register);
/* What the dispatch puts into registers. */
uint32_t cm_amd_group_id(const cm_bind_thread *t, int dimension);
uint32_t cm_amd_item_id(const cm_bind_thread *t);

/* ---- amd_local.c */

/* The code with functions in the place of calls, and registers in the place of scratch memory and
 * of lanes that hold spilled registers. */
void cm_amd_unfold(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_guess.c */

/* A reciprocal by which integers are divided is named so (v_rcp_iflag_f32). */
void cm_amd_name_divisions(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_cross.c */

/* What reads other lanes of the wave does not: they are not active. */
void cm_amd_cross_lanes(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_flow.c */

enum { CM_AMD_FLOW_REGISTERS = CM_AMD_ACCUMULATOR + 256 };

/* Makes of the registers' flags before the line those behind it. */
typedef void cm_amd_flow_step(void *context, size_t line, uint8_t *now);

/* Takes steps from the first line on, where registers have the flags `first`, until no way adds a
 * flag to any line: several times, with more flags each time. */
void cm_amd_flow(cm_amd_reading *r, const cm_amd_kernel *k, const uint8_t *first,
                 cm_amd_flow_step *step, void *context);
/* Masks of lanes in, a mask out. */
bool cm_amd_is_logic(const char *opcode);
void cm_amd_flow_set(uint8_t *now, const cm_amd_operand *o, uint8_t flags);

/* ---- amd_lane.c */

/* The thread's in its wave, from 0 on. */
unsigned cm_amd_lane(const cm_amd_reading *r, const cm_bind_thread *t);
/* Fails at what would be wrong in a test, whose lane is lane 0. */
void cm_amd_check_lanes(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_shared.c */

/* Fails at what would be wrong in a test of a wave of which several lanes are threads: each is a
 * wave there. */
void cm_amd_check_shared_wave(cm_amd_reading *r, const cm_amd_kernel *k);

/* ---- amd_argument.c */

/* Not of the binding, but of the runtime? */
bool cm_amd_is_hidden(const cm_amd_slot *s);
/* The word at an offset from the address, if the launch says it as a number. */
bool cm_amd_argument_number(cm_amd_reading *r, const cm_amd_kernel *k, const cm_amd_address *a,
                            unsigned offset, uint32_t *number);
/* If the line loads from a segment: true, and what is there is moved into its registers. */
bool cm_amd_move_arguments(cm_amd_reading *r, const cm_launch *l, const cm_amd_kernel *k,
                           int thread, const cm_amd_line *n);

/* Addresses have 48 bits, so that a descriptor of a buffer gets the lower half of a pointer's upper
 * half: it gets all of it here. */
void cm_amd_keep_bases(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_live.c */

/* Leaves out what only sets registers that nobody reads. */
void cm_amd_drop_unread(cm_amd_reading *r, cm_amd_kernel *k);

/* Registers that may be read later, by bits. */
enum { CM_AMD_LIVE_WORDS = CM_AMD_FLOW_REGISTERS / 64 };
typedef struct cm_amd_live {
    uint64_t registers[CM_AMD_LIVE_WORDS];
} cm_amd_live;
bool cm_amd_live_has(const cm_amd_live *l, const cm_amd_operand *o); /* some of them */
void cm_amd_live_add(cm_amd_live *l, const cm_amd_operand *o);
bool cm_amd_live_meet(const cm_amd_live *a, const cm_amd_live *b);
/* By line, and the end: those that are live before it. */
const cm_amd_live *cm_amd_find_live(cm_arena *arena, const cm_amd_kernel *k,
                                    const cm_amd_parts *parts);

/* ---- amd_idle.c */

/* Leaves out a loop that only takes time, or a branch both of whose ways are one; whether there was
 * any. */
bool cm_amd_drop_idle(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_same.c */

/* The first instruction from there on that does more than to jump; -1: there is none. A circle of
 * jumps stays where it is. */
int cm_amd_next_from(const cm_amd_kernel *k, size_t line);

/* Lines that do the same from there on become one. */
void cm_amd_join_same(cm_amd_reading *r, cm_amd_kernel *k);

/* ---- amd_data.c */

/* A compiler stores two words of LDS by one instruction: where nothing else accesses so many bytes
 * at once, it becomes two stores of one, to which LLVM's model promises as much. */
void cm_amd_split_stores(cm_amd_reading *r, cm_amd_kernel *k);

/* Three lines, of so many, that compute the address of a variable or a function: "x", and what is
 * added to it, into register `to` and the next. */
typedef struct cm_amd_symbol {
    const char *name;
    long long offset;
    unsigned to;
} cm_amd_symbol;
bool cm_amd_read_symbol(cm_amd_reading *r, const cm_amd_line *lines, size_t count,
                        cm_amd_symbol *symbol);
/* If it is a variable of the module: true, and it is moved into their registers and declared. */
bool cm_amd_move_variable(cm_amd_reading *r, int thread, const cm_amd_line *lines, size_t count);
/* The line, with the place of LDS in the test added to its address if it accesses LDS. */
void cm_amd_place_lds(cm_amd_reading *r, int thread, const cm_amd_line *n);
/* Declares the LDS of the thread's workgroup. */
void cm_amd_declare_lds(cm_amd_reading *r, const cm_amd_kernel *k, int thread);

#endif
