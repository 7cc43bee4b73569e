/* Inside of the PTX instruction set: an instruction on its way from text to steps.
 *
 * Sources: NVIDIA PTX ISA 8.x, chapters 5 (state spaces, types), 6 (operands), 8
 * (memory consistency model) and 9.7 (each instruction), and the shorthand of
 * published litmus tests (docs/litmus.md).
 *
 *      @!p  ld.acquire.gpu.u32  r0, [x+4]
 *      guard   opcode and its qualifiers, operands
 */
#ifndef CM_LITMUS_ISA_PTX_PTX_H
#define CM_LITMUS_ISA_PTX_PTX_H

#include "litmus/isa/form.h"

enum { CM_PTX_VECTOR = 8, CM_PTX_WIDE = 128 };

/* Operands and the width of a register are PTX's own. */
typedef cm_dotted cm_ptx;

typedef enum cm_ptx_class {
    CM_PTX_UNSIGNED,
    CM_PTX_SIGNED,
    CM_PTX_BITS,
    CM_PTX_PRED,
    /* of atom and red only: ptx_float.c */
    CM_PTX_FLOAT,
    CM_PTX_BFLOAT,
    CM_PTX_FLOAT_PAIR,
    CM_PTX_BFLOAT_PAIR
} cm_ptx_class;

typedef struct cm_ptx_type {
    cm_ptx_class kind;
    unsigned bits; /* 8 to 64; of a predicate 1; 0: no type given */
} cm_ptx_type;

typedef struct cm_ptx_register {
    int index;     /* of the thread's register */
    unsigned bits; /* as its name says (r 32, rd 64, rs 16, p 1, rq 128), 0: it does not */
    cm_place place;
    bool sink; /* `_`: nobody looks at it */
} cm_ptx_register;

/* Where an instruction reaches memory. */
typedef struct cm_ptx_address {
    const cm_expr *value;
    unsigned location_width; /* bytes of an element of the location it names, 0: none */
    cm_proxy proxy;          /* of the location it names */
} cm_ptx_address;

/* Writes the instruction at hand as ptxas takes it: ptx_native.h. */
typedef struct cm_ptxn cm_ptxn;
typedef void cm_ptxn_writer(cm_ptxn *n);

/* All that is known of an opcode. */
typedef struct cm_ptx_opcode {
    const char *name;
    void (*assemble)(cm_ptx *p); /* NULL: a row does; of fences, those of proxies */
    int detail;                  /* for it: p->detail */
    cm_ptxn_writer *write;       /* NULL: it cannot run */
    const char *form;            /* for a writer of several: what it looks like (ptx_native.h) */
} cm_ptx_opcode;

/* Tables of each file; NULL-ended. */
extern const cm_ptx_opcode cm_ptx_memory_opcodes[], cm_ptx_sync_opcodes[],
    cm_ptx_mbarrier_opcodes[], cm_ptx_async_opcodes[], cm_ptx_space_opcodes[],
    cm_ptx_warp_opcodes[], cm_ptx_tensor_opcodes[], cm_ptx_multimem_opcodes[];
extern const cm_isa_table cm_isa_table_ptx; /* made from ptx.isa */
extern const cm_table_set cm_ptx_rows;
/* NULL: there is none of that name. */
const cm_ptx_opcode *cm_ptx_opcode_named(const char *name);

/* The writers. */
cm_ptxn_writer cm_ptxn_row, cm_ptxn_compute, cm_ptxn_lanes, cm_ptxn_nothing;
cm_ptxn_writer cm_ptxn_convert_address, cm_ptxn_prefetch;
cm_ptxn_writer cm_ptxn_load, cm_ptxn_store, cm_ptxn_atomic, cm_ptxn_other_proxy;
cm_ptxn_writer cm_ptxn_fence, cm_ptxn_membar, cm_ptxn_barrier, cm_ptxn_copy, cm_ptxn_mbarrier;
cm_ptxn_writer cm_ptxn_branch, cm_ptxn_compare_branch;

/* Why an instruction of PTX is not read, or one with that qualifier, in words; NULL: it is none,
 * or is read. And all of these: ptx_refused.c */
const char *cm_ptx_why_refused(const char *opcode);
const char *cm_ptx_why_qualifier_refused(const char *opcode, const char *qualifier);
/* Does one of these nothing but compute? length: of its name, which words may follow. */
bool cm_ptx_refused_computes(const char *opcode, size_t length);
void cm_ptx_each_refused(cm_refused_visit *visit, void *context);

/* A kind of operand, and what is done by griddepcontrol.wait: ptx_sync.c */
void cm_ptx_read_label(cm_ptx *p, unsigned bits);
void cm_ptx_grid_wait(cm_ptx *p);

/* fence.proxy and membar.proxy: ptx_proxy.c */
void cm_ptx_proxy_fence(cm_ptx *p);
/* fence.proxy.tensormap::generic; false: it is another one: ptx_tensor.c */
bool cm_ptx_tensormap_fence(cm_ptx *p);
/* st.async and red.async: ptx_store_async.c */
void cm_ptx_store_async(cm_ptx *p);

/* ---- qualifiers: ptx_operand.c */

/* Which of the words "a|b|c" it is, from 1; 0: none. */
int cm_ptx_among(const char *words, const char *word);
/* Which of these words is there, from 1; 0: none. It counts as used; two are an error. */
int cm_ptx_take(cm_ptx *p, const char *words);
bool cm_ptx_has(cm_ptx *p, const char *word);
/* Is it an integer type, or .pred? */
bool cm_ptx_type_named(const char *text, cm_ptx_type *type);
/* The first type not used yet; bits 0 when there is none. */
cm_ptx_type cm_ptx_take_type(cm_ptx *p);
/* Fails at a qualifier that is none but nearly one, and says which; for who misses one. */
void cm_ptx_blame_misspelt(cm_ptx *p);
/* Fails at a qualifier that an instruction has not, if why is known. */
void cm_ptx_blame(cm_ptx *p, const cm_dotted_qualifier *q);
/* Fails at a qualifier that nobody used. */
void cm_ptx_all_used(cm_ptx *p);

/* Is the instruction the shorthand of published tests, which leave types out? What PTX has not is
 * then read as they mean it, with a warning: the form, and what PTX has. */
bool cm_ptx_is_shorthand(const cm_ptx *p);
void cm_ptx_warn_shorthand(cm_ptx *p, const char *what, const char *instead);

/* ---- operands: ptx_operand.c */

/* Is it a register's name? Gives the canonical one (without %) or NULL. */
const char *cm_ptx_register_name(cm_arena *arena, const char *name, unsigned *bits);
/* The same of registers that conditions name: of at most 64 bits. */
const char *cm_ptx_plain_register_name(cm_arena *arena, const char *name, unsigned *bits);
/* A register that is written; `_`, of what may have it, gives a temporary. */
cm_ptx_register cm_ptx_destination(cm_ptx *p);
/* The p of d|p. */
cm_ptx_register cm_ptx_second_destination(cm_ptx *p);
/* A register or a number; of a number the low `bits` bits. */
const cm_expr *cm_ptx_value(cm_ptx *p, unsigned bits);
/* A number, without a sign or with one; `what` it is, for messages. */
uint64_t cm_ptx_number(cm_ptx *p, const char *what);
/* A predicate register with an optional `!`: 0 or 1. */
const cm_expr *cm_ptx_predicate(cm_ptx *p);
/* [name+4] or, as published tests write it, the bare name. */
cm_ptx_address cm_ptx_read_address(cm_ptx *p);
/* Is the operand here a number? (`ld r0, 1` of published tests) */
bool cm_ptx_at_number(const cm_ptx *p);
/* Width of the register here as its name tells, else 0. */
unsigned cm_ptx_peek_bits(const cm_ptx *p);
/* Does the name here mean a location? */
bool cm_ptx_at_location(const cm_ptx *p);
uint64_t cm_ptx_low_bits(uint64_t value, unsigned bits);
/* Fails unless the register is one for a value that wide. */
void cm_ptx_check_width(cm_ptx *p, cm_ptx_register reg, unsigned bits);
/* dst = value of that type, sign-extended to the register's width if signed. The
 * step's index. */
int cm_ptx_set(cm_ptx *p, cm_ptx_register reg, cm_ptx_type type, const cm_expr *value);

const cm_expr *cm_ptx_const(cm_ptx *p, uint64_t value);

/* ---- values of 128 bits: ptx_wide.c */

/* The halves of a register of 128 bits, the low one first: written, or read. */
void cm_ptx_wide_destination(cm_ptx *p, cm_ptx_register to[2]);
void cm_ptx_wide_value(cm_ptx *p, const cm_expr *value[2]);
/* The same of one that has been read, `_` too. */
int cm_ptx_half(cm_ptx *p, const cm_insn_operand *o, int which);
/* Kinds of operands, and what is done: mov.b128 */
void cm_ptx_read_wide(cm_ptx *p, unsigned bits);
void cm_ptx_read_wide_source(cm_ptx *p, unsigned bits);
void cm_ptx_wide_move(cm_ptx *p);

/* A step that is nothing but undefined where the condition holds: ptx_mbarrier.c */
void cm_ptx_forbid(cm_ptx *p, const cm_expr *condition, const char *why);

/* ---- tags of events */

/* Those of the list that are not NULL, in the test's arena: ptx_memory.c */
const char *const *cm_ptx_tag_list(cm_ptx *p, const char *const *names, size_t count);
#define CM_PTX_TAGS(p, ...)                                                                        \
    cm_ptx_tag_list(p, (const char *const[]){__VA_ARGS__},                                         \
                    sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *))

/* ---- scopes: ptx_memory.c */

/* Tag of the scope qualifier ("CTA" ...), or `none`. */
const char *cm_ptx_take_scope(cm_ptx *p, const char *none);

/* ---- what atomics compute: ptx_combine.c */

typedef enum cm_ptx_operation {
    CM_PTX_NO_OPERATION,
    CM_PTX_ADD,
    CM_PTX_SUB,
    CM_PTX_EXCH,
    CM_PTX_CAS,
    CM_PTX_INC,
    CM_PTX_DEC,
    CM_PTX_MIN,
    CM_PTX_MAX,
    CM_PTX_AND,
    CM_PTX_OR,
    CM_PTX_XOR
} cm_ptx_operation;

/* The operation that the qualifiers name (.add, .min, ...), or CM_PTX_NO_OPERATION. */
cm_ptx_operation cm_ptx_take_operation(cm_ptx *p);
/* What it writes, of the old value and its operand. Not of .cas. */
const cm_expr *cm_ptx_combined(cm_ptx *p, cm_ptx_operation operation, cm_ptx_type type,
                               const cm_expr *old, const cm_expr *b);

/* ---- special registers: ptx_special.c */

/* Value of a special register (%tid.x, ...) or WARP_SZ in that thread; false: it is none that
 * places tell. */
bool cm_ptx_special_value(const cm_test *test, int thread, const char *name, uint64_t *value);
/* One at the token, behind a `!` or not, which is then read; NULL: there is none. */
const cm_expr *cm_ptx_special(cm_ptx *p, bool negated);
/* Number of the thread in its CTA. Do two threads of its CTA share a warp? */
int cm_ptx_tid(const cm_test *test, int thread);
bool cm_ptx_shares_warp(const cm_test *test, int thread);
/* Rank of the thread's CTA in its cluster. */
uint64_t cm_ptx_cta_rank(const cm_test *test, int thread);

/* ---- spaces: ptx_space.c */

/* Where an operation with an mbarrier object may go: anywhere in the cluster; in one of several
 * CTAs; in one of several but the own. */
typedef enum cm_ptx_target { CM_PTX_ANYWHERE, CM_PTX_OF_SEVERAL, CM_PTX_ELSEWHERE } cm_ptx_target;

/* Undefined unless both addresses, of what it changes and of the object, lie in the shared memory
 * of one CTA of the thread's cluster, and that is such a one. */
void cm_ptx_need_one_cta(cm_ptx *p, const cm_expr *a, const cm_expr *b, cm_ptx_target target);
/* Fails in a test that declares nothing in shared memory. */
void cm_ptx_need_shared(cm_ptx *p);
/* What corresponds to the address in the shared memory of the CTA of that rank in the thread's
 * cluster, or NULL: nothing does. *there: 1 where it is that, or NULL: everywhere. */
const cm_expr *cm_ptx_counterpart(cm_ptx *p, const cm_expr *address, uint64_t rank,
                                  const cm_expr **there);
/* The same of the location `from` as a whole, for that thread; -1: nothing does. */
int cm_ptx_counterpart_of(const cm_test *test, int thread, int from, uint64_t rank);

/* ---- floating-point types: ptx_float.c */

/* As cm_ptx_take_type: also .f32 and .f64, as bits. */
cm_ptx_type cm_ptx_take_bits_type(cm_ptx *p);
bool cm_ptx_is_float(cm_ptx_type type);
/* Two values of 16 bits, which are accesses of their own? The type of each. */
bool cm_ptx_is_pair(cm_ptx_type type);
cm_ptx_type cm_ptx_element(cm_ptx_type pair);
/* Sum, minimum or maximum of a floating-point type. */
const cm_expr *cm_ptx_float_combined(cm_ptx *p, cm_ptx_operation operation, cm_ptx_type type,
                                     const cm_expr *a, const cm_expr *b);
/* The step just emitted gives that, of which PTX does not always say what it is. */
void cm_ptx_float_opaque(cm_ptx *p, int step, cm_ptx_operation operation, cm_ptx_type type,
                         const cm_expr *a, const cm_expr *b);

/* The first floating-point type not used yet, with or without .noftz; bits 0: none. */
cm_ptx_type cm_ptx_take_float_type(cm_ptx *p);

/* ---- mbarrier objects: ptx_mbarrier.c */

/* What an asynchronous operation does when so many bytes are there: complete-tx of the
 * object, .release.cluster. Emits steps that are not marked as the operation's. */
void cm_ptx_complete_tx(cm_ptx *p, const cm_expr *address, cm_reach space, unsigned bytes);
/* An arrival when all operations of these groups that the thread has issued are complete;
 * increments: one more is waited for before that. */
void cm_ptx_arrive_async(cm_ptx *p, const cm_expr *address, bool increments, uint8_t groups);
/* The accesses of those steps are the signal of asynchronous operations: ptx_async.c */
void cm_ptx_mark_signal(cm_ptx *p, int first, int past, cm_async how);

/* ---- threads together: ptx_warp.c */

typedef enum cm_ptx_reduction { CM_PTX_RED_POPC, CM_PTX_RED_AND, CM_PTX_RED_OR } cm_ptx_reduction;

/* The step's barrier may be none that a CTA has, where a register names it: then the answer is
 * uncertain (ptx_sync.c). */
void cm_ptx_doubt_barrier(cm_ptx *p, int step, const cm_expr *id);
/* bar.red with a predicate: the barrier `id` of all threads of the CTA, or of so many, `part`, if
 * it is not 0, and what comes of `own`. */
void cm_ptx_reduce_barrier(cm_ptx *p, cm_ptx_register to, cm_ptx_reduction how, const cm_expr *id,
                           uint64_t part, const cm_expr *own);

/* cm_isa.settle: who takes part in barriers with a count, and in a bar.red with a result for a part
 * of a CTA (ptx_counts.c) */
void cm_ptx_settle(cm_work *work, cm_test *test, int thread);

/* ---- the parts of the description: description.c ------------------------ */

void cm_ptx_assemble(cm_asm *as, cm_lexer *lex);
void cm_ptx_each_mnemonic(cm_mnemonic_visit *visit, void *context);
bool cm_ptx_computes(const char *opcode);
/* What the instructions of a body need. */
cm_native_needs cm_ptx_needs(const char *body);
unsigned cm_ptx_barriers(const cm_test *test);
/* Barriers that a CTA has: 0 to 15 (PTX ISA, "barrier"). */
#define CM_PTX_CTA_BARRIERS 16
/* Meetings of lanes are barriers with numbers from this on. */
#define CM_PTX_LANES (UINT64_C(1) << 62)
/* Those of bar.warp.sync from this on: a warp's number << 32, and the mask. */
#define CM_PTX_WARP_BARRIERS (UINT64_C(1) << 63)
/* cm_native_lanes */
bool cm_ptx_lanes(const cm_test *test, bool *others);
/* cm_native_meets_for_result: bar.red with a result */
bool cm_ptx_meets_for_result(const cm_thread *thread);
/* cm_native_barriers_vary */
bool cm_ptx_barriers_vary(cm_arena *arena, const cm_thread *thread);
/* The operand that says which lanes take part: a number, which is an error without the own one, or
 * what a register holds. ptx_warp.c */
const cm_expr *cm_ptx_read_mask(cm_ptx *p);
/* The number of a meeting whose mask, so far to the left, a register holds; and the part of such a
 * number that is always the same, or 0: it is none of lanes. ptx_warp.c */
const cm_expr *cm_ptx_masked(cm_ptx *p, const cm_expr *id, const cm_expr *mask, unsigned shift);
uint64_t cm_ptx_fixed_id(const cm_expr *id);
/* The lanes that such a number names: those of a mask; of bar.red, all. ptx_warp.c */
uint32_t cm_ptx_mask(uint64_t id);
/* Is it the number of a meeting at which bar.red hands its predicates around? ptx_warp.c */
bool cm_ptx_is_reduction(uint64_t id);
cm_native cm_ptx_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style);
extern const cm_isa_writer cm_ptx_writer;
/* The state of an mbarrier object in words: cm_isa.told. */
const char *cm_ptx_told(cm_arena *arena, const cm_step *step, uint64_t value);
void cm_ptx_forms(cm_strengths *forms, const char *text);
void cm_ptx_forms_before(cm_strengths *forms, const char *text);
extern const struct cm_isa_waits cm_ptx_waits; /* ptx_waits.c */
const char *cm_ptx_on_words(cm_arena *arena, const char *text);

#endif
