/* Inside of the writer of real PTX: one instruction of a test on its way to
 * lines that ptxas takes.
 *
 * The test's parser has understood every instruction before: what is read here
 * again is known to be well formed. Sources: NVIDIA PTX ISA 8.x chapter 9.7 (the
 * order of qualifiers, which types each instruction has).
 *
 *      @!p  ld.acquire.gpu   r0, x
 *      -->  @!%t0_p0 ld.acquire.gpu.global.u32 %t0_r0, [%t0_a0];
 */
#ifndef CM_LITMUS_ISA_PTX_PTX_NATIVE_H
#define CM_LITMUS_ISA_PTX_PTX_NATIVE_H

#include "base/text.h"
#include "litmus/isa/ptx/ptx.h"
#include "litmus/native.h"

struct cm_ptxn {
    cm_work *work;
    const cm_test *test;
    const cm_thread *thread;
    const cm_native_style *style;
    cm_text body, declarations;
    cm_text wide;           /* what sets the registers of 128 bits to 0 */
    unsigned *bits;         /* of each register of the thread, in the machine */
    const char **names;     /* of each register; NULL: the steps' own */
    const char **addresses; /* of each location, NULL: not named so far */
    int temporaries, skips;
    int hidden;          /* how many sources were hidden so far */
    const bool *varying; /* cm_ptxn_varying, once asked for */
    bool has_barrier, has_loop;
    bool lanes;  /* threads of the test are lanes of a warp (cm_native_lanes) */
    bool stays;  /* it leaves its loops when they are given up, and goes on: others wait for it */
    bool passed; /* the instruction at hand is passed over by a thread that has given up */
    bool weak_before;          /* the memory access before this one is weak */
    const char *warp_mask;     /* of keep_apart; NULL: not needed so far */
    uint64_t room;             /* cm_native_room */
    cm_native_object *objects; /* of cm_native */
    bool copies, bulk_copies;
    bool computed;         /* it changes mbarrier objects at addresses in registers */
    bool signals_computed; /* asynchronous operations signal such objects */
    unsigned cluster_arrivals, cluster_waits;
    /* The instruction at hand. */
    const cm_instruction *instruction;
    int first, past;   /* its steps */
    const char *guard; /* "@%p0 ", "@!%p0 " or "" */
    const cm_insn *insn;
    const char *form;                /* of its row */
    const cm_insn_operand *operands; /* the insn's, a policy at their end left out */
    int operand_count;
};

/* ---- ptx_native.c */

/* A line of the body, under the instruction's guard. */
void cm_ptxn_line(cm_ptxn *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* The same, whatever the guard. */
void cm_ptxn_always(cm_ptxn *n, const char *format, ...) __attribute__((format(printf, 2, 3)));
_Noreturn void cm_ptxn_refuse(cm_ptxn *n, cm_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* ---- ptx_native_operand.c */

void cm_ptxn_declare(cm_ptxn *n, const char *name, unsigned bits);
/* Names and declares the registers of the thread. */
void cm_ptxn_name_registers(cm_ptxn *n);
/* What an instruction begins with: n->guard, and lines that it needs; and its operands of 128
 * bits, each of which is declared when it is new. */
void cm_ptxn_take_guard(cm_ptxn *n);
void cm_ptxn_take_operands(cm_ptxn *n);

/* An operand of 128 bits: its name. */
const char *cm_ptxn_wide(cm_ptxn *n, const cm_insn_operand *operand);
/* A fresh register of 1, 16, 32 or 64 bits. */
const char *cm_ptxn_temporary(cm_ptxn *n, unsigned bits);
/* The first of the words "a|b|c" that the instruction has, or NULL. */
const char *cm_ptxn_find(const cm_ptxn *n, const char *words);
bool cm_ptxn_has(const cm_ptxn *n, const char *word);
/* The type number `which` among the qualifiers; bits 0: there is none. */
cm_ptx_type cm_ptxn_type(const cm_ptxn *n, int which);
/* Bits that a register's name tells, else 0. */
unsigned cm_ptxn_name_bits(const cm_ptxn *n, const cm_insn_operand *operand);

/* The operand as a source of that many bits: converted when its register is of
 * another width. */
const char *cm_ptxn_source(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type);
/* The same where a wider register may stand: st, cvt (PTX ISA 9.4.1). */
const char *cm_ptxn_wide_source(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type);
/* The same value in a register of which ptxas cannot know anything: what it cannot
 * compute it cannot leave out, and dependencies of a test are syntactic. `source` is
 * a register or a number of that many bits (1, 16, 32, 64). */
const char *cm_ptxn_hidden(cm_ptxn *n, const char *source, unsigned bits);
/* Where a result of that type goes to; cm_ptxn_settle must follow the line that
 * writes it. */
const char *cm_ptxn_target(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type);
void cm_ptxn_settle(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type,
                    const char *target);
/* "[%a0+4]"; offset is added. In the space that cm_ptxn_space tells, or in the one said:
 * ".shared::cta", "" (a generic address). */
const char *cm_ptxn_address(cm_ptxn *n, const cm_insn_operand *operand);
const char *cm_ptxn_address_in(cm_ptxn *n, const cm_insn_operand *operand, const char *space);

/* ---- ptx_native.c */

/* Goes to the step where the predicate ("%p", "!%p"; NULL: always) holds. Without
 * regard to the guard. */
void cm_ptxn_jump(cm_ptxn *n, const char *predicate, int from, int target);

/* ---- ptx_native_space.c */

/* Where the operand's address lies: ".global", ".shared::cta", ".shared::cluster"; "": anywhere,
 * a generic address. */
const char *cm_ptxn_space(cm_ptxn *n, const cm_insn_operand *address);
/* The space number `which` among the qualifiers, ".global"; "": there are fewer. */
const char *cm_ptxn_space_said(const cm_ptxn *n, int which);
/* The generic address of a location whose address is in that register. */
const char *cm_ptxn_generic(cm_ptxn *n, const char *name, int location);
/* The address in that space of what the generic address in that register leads to. */
const char *cm_ptxn_window(cm_ptxn *n, const char *name, const char *space);

/* ---- ptx_native_async.c */

/* st.async, red.async */
void cm_ptxn_store_async(cm_ptxn *n, cm_ptx_type type);
/* Proxy fences and those for one kind of objects; false: it is another one. */
bool cm_ptxn_special_fence(cm_ptxn *n);
void cm_ptxn_cluster_barrier(cm_ptxn *n);

/* ---- ptx_native_memory.c */

/* mov.b128 */
void cm_ptxn_wide_move(cm_ptxn *n);
/* Takes the operand of .L2::cache_hint away, if there is one: ", %policy" or nothing. */
const char *cm_ptxn_take_policy(cm_ptxn *n);

/* ---- ptx_native_lanes.c */

/* Refuses the test if lanes of the thread's warp may wait for each other for ever; of_cta: if
 * threads of its CTA may, which have no other instance in it. */
void cm_ptxn_check_meetings(cm_ptxn *n, bool of_cta);
/* Is there a meeting of threads, of any kind, in the loop that this step jumps back in? */
bool cm_ptxn_goes_round_meeting(const cm_thread *thread, int branch);

/* ---- ptx_native_alu.c */

/* ".a|b.c": of the words between the dots the one that the instruction has, with its dot, one after
 * the other; `!a|b`: a where it has none. */
const char *cm_ptxn_words(cm_ptxn *n, const char *pattern);

/* ---- ptx_native_sync.c */

/* By register: may its value come from memory? jumps: a number differs where memory decides the way
 * to it, too. */
const bool *cm_ptxn_varying(cm_arena *arena, const cm_thread *thread, bool jumps);
/* Does the expression look at such a register? */
bool cm_ptxn_depends(const bool *varying, const cm_expr *expr);
/* Steps from..to that some way through them leaves out or repeats if the jump is taken or not. */
void cm_ptxn_find_jumped(const cm_thread *thread, int branch, int *from, int *to);
/* Do lanes of a warp meet there? Their meetings have numbers that no other barrier has. */
bool cm_ptxn_is_of_lanes(const cm_step *step);
/* May two barriers be the same one? */
bool cm_ptxn_same_barrier(const cm_step *a, const cm_step *b);
/* May the operand's value come from memory? */
bool cm_ptxn_varies(cm_ptxn *n, const cm_insn_operand *operand);
/* Does memory decide a jump of the thread? */
bool cm_ptxn_diverges(const cm_ptxn *n);

/* Numbers of floating-point types are bit patterns, which an immediate operand would not be. */
const char *cm_ptxn_bit_pattern(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type type);

#endif
