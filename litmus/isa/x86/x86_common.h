/* What both x86 syntaxes share: registers, operands and the meaning of
 * instructions. Sources: Intel SDM volume 1 (sections 3.4 and 3.7: registers and
 * operands), volume 2 (each instruction), volume 3 section 9.1 (LOCK).
 *
 * Text becomes a row of x86.isa and a cm_x86: operands, destination first whatever the
 * syntax. The row turns that into steps, or an action that it names.
 *
 * CF, OF, SF, ZF and PF live in a hidden register each, as 0 or 1; no instruction here
 * reads AF, so that nobody keeps it. A flag that the manuals of Intel or of
 * AMD leave undefined is a free choice: either maker's processor is right.
 *
 * X86 tests are 32-bit mode, but addresses of locations are wider than that: in
 * 32-bit mode MOV between whole registers and LEA keep all 64 bits.
 */
#ifndef CM_LITMUS_ISA_X86_X86_COMMON_H
#define CM_LITMUS_ISA_X86_X86_COMMON_H

#include "litmus/isa/emit.h"
#include "litmus/isa/table_set.h"

extern const cm_isa_table cm_isa_table_x86; /* made from x86.isa */
extern const cm_table_set cm_x86_rows;

enum { CM_X86_OPERANDS = 3 };

/* Accumulator, counter and data register: implicit operands. */
enum {
    CM_X86_RAX = 0,
    CM_X86_RBX = 1,
    CM_X86_RCX = 2,
    CM_X86_RDX = 3,
    CM_X86_RIP = -2,
    CM_X86_NONE = -1,
    CM_X86_XMM = 16 /* the first of 16, which no test names: x86_sse.c */
};

/* A part of a physical register: `bits` from bit `shift` on. */
typedef struct cm_x86_register {
    int number; /* row of the register table, CM_X86_RIP or CM_X86_NONE */
    unsigned bits, shift;
} cm_x86_register;

typedef enum cm_x86_kind { CM_X86_REGISTER, CM_X86_IMMEDIATE, CM_X86_MEMORY } cm_x86_kind;

typedef struct cm_x86_operand {
    cm_x86_kind kind;
    cm_place place;
    cm_x86_register reg;    /* REGISTER */
    uint64_t number;        /* IMMEDIATE: the number, sign-extended, or the address of a symbol */
    bool symbolic;          /* IMMEDIATE: the address of a location */
    const cm_expr *value;   /* MEMORY: its address */
    unsigned bits;          /* MEMORY: width said by `dword ptr` or the like, else 0 */
    unsigned location_bits; /* MEMORY: of the element of the location it names, else 0 */
    const char *text;       /* as it is written */
    unsigned width;         /* how many bits a row reads or writes */
    const cm_expr *read;    /* what a row has read of it, once; or NULL */
} cm_x86_operand;

/* One instruction on its way from text to steps. */
typedef struct cm_x86 {
    cm_asm *as;
    cm_lexer *lex;
    cm_arch arch;         /* CM_X86 or CM_X86_64 */
    bool att;             /* AT&T order and immediates */
    cm_place place;       /* of the mnemonic */
    const char *mnemonic; /* as its row has it, with its words */
    int detail;           /* number of the last of these but the suffix, else 0 */
    bool locked;
    cm_place lock_place;
    unsigned suffix_bits; /* width said by the mnemonic's suffix, else 0 */
    unsigned source_bits; /* MOVZX and the like in AT&T syntax: width of the source, else 0 */
    unsigned bits;        /* operand width, once settled */
    int count, at;        /* at: of the operand whose kind is looked at */
    const char *kind;
    cm_x86_operand operands[CM_X86_OPERANDS];
    int load; /* the last load step: what a locked store pairs with */
} cm_x86;

/* ---- rows: x86.c */

/* Has the instruction of that name, with a suffix or without, one form that LOCK may go before and
 * one without it? */
bool cm_x86_is_lockable(const char *name);
/* Looks ahead over the operands for signs of AT&T syntax or of Intel's. */
bool cm_x86_is_att(const cm_x86 *x);

/* ---- registers: x86_register.c */

/* number is CM_X86_NONE when the name is none; case and a leading % do not matter. */
cm_x86_register cm_x86_register_find(cm_arch arch, const char *name);
const char *cm_x86_canonical(cm_arch arch, int number);
/* Row of the register that has this name or holds the part of this name. */
int cm_x86_register_order(const char *canonical);
/* Value of a part of a register, zero-extended. */
const cm_expr *cm_x86_get(cm_x86 *x, cm_x86_register reg);
/* Writes it: 32 bits clear the upper half, 8 and 16 keep the rest (SDM volume 1, 3.4.1.1). */
void cm_x86_set(cm_x86 *x, cm_x86_register reg, const cm_expr *value);
/* The part of a register that is `bits` wide and starts at bit 0. */
cm_x86_register cm_x86_part(int number, unsigned bits);

const char *cm_x86_hash_text_32(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                                const cm_hash_labels *labels);
const char *cm_x86_hash_text_64(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                                const cm_hash_labels *labels);

/* ---- operands: x86_operand.c */

/* Everything after the mnemonic, into x->operands in Intel order. */
void cm_x86_parse_operands(cm_x86 *x);
/* Settles x->bits by the operands first..last and the suffix. */
void cm_x86_settle_width(cm_x86 *x, int first, int last);
/* The operand's value as x->bits bits; a memory operand is loaded. */
const cm_expr *cm_x86_read(cm_x86 *x, const cm_x86_operand *operand);
void cm_x86_write(cm_x86 *x, const cm_x86_operand *operand, const cm_expr *value);
/* A load or store of x->bits just emitted: undefined where it is not one access. */
void cm_x86_check_whole(cm_x86 *x, int step);
/* Tags of accesses with a LOCK prefix. */
extern const char *const cm_x86_locked_tags[];
/* The value put into a temporary, for use after its registers change. */
const cm_expr *cm_x86_keep(cm_x86 *x, const cm_expr *value);
const cm_expr *cm_x86_op(cm_x86 *x, cm_op op, const cm_expr *a, const cm_expr *b);

/* What no row can say; w->own is the cm_x86. */
typedef void cm_x86_action(cm_dotted *w);

/* ---- flags and arithmetic: x86_alu.c */

cm_x86_action cm_x86_shift, cm_x86_shift_double;
extern const cm_form_function cm_x86_functions[];

/* Sets the flags to those of a - b or a + b over x->bits. */
void cm_x86_flags_sub(cm_x86 *x, const cm_expr *a, const cm_expr *b);
void cm_x86_flags_add(cm_x86 *x, const cm_expr *a, const cm_expr *b);
/* Sets the zero flag alone. */
void cm_x86_flag_zero(cm_x86 *x, const cm_expr *value);
/* 0 or 1, whichever the processor likes. */
const cm_expr *cm_x86_either(cm_x86 *x);

/* ---- data movement: x86_move.c */

cm_x86_action cm_x86_mov, cm_x86_movabs, cm_x86_movnti, cm_x86_extend, cm_x86_lea;
cm_x86_action cm_x86_xchg, cm_x86_xadd, cm_x86_cmpxchg, cm_x86_cmpxchg16b;

/* ---- registers XMM0 to XMM15: x86_sse.c */

bool cm_x86_is_xmm(const cm_x86_operand *operand);
/* Is one of the first two operands such a register? */
bool cm_x86_has_xmm(const cm_x86 *x);
/* Fails unless it is one, or, if it may be there, in memory. */
void cm_x86_need_xmm(cm_x86 *x, const cm_x86_operand *operand, bool or_memory);
/* The lowest bits of it, or of memory; and these set, with others as they were. */
const cm_expr *cm_x86_scalar(cm_x86 *x, const cm_x86_operand *operand, unsigned bits);
void cm_x86_set_scalar(cm_x86 *x, const cm_x86_operand *to, unsigned bits, const cm_expr *value);
/* MOVD and MOVQ. */
void cm_x86_move_xmm(cm_x86 *x, int bits);
cm_x86_action cm_x86_move_both, cm_x86_logical, cm_x86_move_half, cm_x86_movd;
cm_x86_action cm_x86_move_scalar, cm_x86_from_integer, cm_x86_to_integer;

/* ---- the parts of the descriptions: description.c ----------------------- */

void cm_x86_assemble(cm_asm *as, cm_lexer *lex);
const char *cm_x86_register_name_32(cm_arena *arena, const char *name, unsigned *bits);
const char *cm_x86_register_name_64(cm_arena *arena, const char *name, unsigned *bits);
void cm_x86_each_mnemonic(cm_mnemonic_visit *visit, void *context);
cm_native cm_x86_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style);
extern const cm_native_frame cm_x86_frame;
extern const cm_isa_writer cm_x86_writer_32, cm_x86_writer_64;
void cm_x86_forms(cm_strengths *forms, const char *text);

#endif
