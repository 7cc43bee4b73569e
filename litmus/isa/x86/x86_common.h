/* What both x86 syntaxes share: registers, operands and the meaning of
 * instructions. Sources: Intel SDM volume 1 (sections 3.4 and 3.7: registers and
 * operands), volume 2 (each instruction), volume 3 section 9.1 (LOCK).
 *
 * Text becomes a cm_x86: a mnemonic and operands, destination first whatever the
 * syntax. Handlers turn that into steps.
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

extern const cm_isa_table cm_isa_table_x86; /* made from x86.isa */

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
} cm_x86_operand;

/* One instruction on its way from text to steps. */
typedef struct cm_x86 {
    cm_asm *as;
    cm_lexer *lex;
    cm_arch arch;         /* CM_X86 or CM_X86_64 */
    bool att;             /* AT&T order and immediates */
    cm_place place;       /* of the mnemonic */
    const char *mnemonic; /* upper case, without prefix */
    bool locked;
    cm_place lock_place;
    unsigned suffix_bits; /* width said by the mnemonic's suffix, else 0 */
    unsigned source_bits; /* MOVZX and the like in AT&T syntax: width of the source, else 0 */
    unsigned bits;        /* operand width, once settled */
    int count;
    cm_x86_operand operands[CM_X86_OPERANDS];
    int load; /* the last load step: what a locked store pairs with */
} cm_x86;

/* The meaning of an instruction; `detail` says which of a family. */
typedef void cm_x86_handler(cm_x86 *x, int detail);

/* ---- mnemonics: x86.c */

/* What a mnemonic was found to mean. */
typedef struct cm_x86_meaning {
    cm_x86_handler *handler;
    int detail, least, most; /* most -1: a label, not operands */
    unsigned traits;
    unsigned suffix_bits, source_bits; /* as in cm_x86 */
} cm_x86_meaning;

/* In the arena. */
char *cm_x86_upper_case(cm_arena *arena, const char *name);
/* Of a name in upper case, with or without a suffix; false: it is none of ours. */
bool cm_x86_find_meaning(const char *name, cm_x86_meaning *meaning);

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

/* ---- flags and arithmetic: x86_alu.c */

typedef enum cm_x86_alu {
    CM_X86_ADD,
    CM_X86_ADC,
    CM_X86_SUB,
    CM_X86_SBB,
    CM_X86_AND,
    CM_X86_OR,
    CM_X86_XOR,
    CM_X86_CMP,
    CM_X86_TEST,
    CM_X86_INC,
    CM_X86_DEC,
    CM_X86_NEG,
    CM_X86_NOT,
    CM_X86_SHL,
    CM_X86_SHR,
    CM_X86_SAR,
    CM_X86_ROL,
    CM_X86_ROR,
    CM_X86_BT,
    CM_X86_BTS,
    CM_X86_BTR,
    CM_X86_BTC
} cm_x86_alu;

cm_x86_handler cm_x86_binary, cm_x86_unary, cm_x86_shift, cm_x86_shift_double, cm_x86_bit_test;
cm_x86_handler cm_x86_multiply, cm_x86_divide; /* detail: signed? */
cm_x86_handler cm_x86_widen;                   /* detail: bits */
cm_x86_handler cm_x86_byte_swap, cm_x86_bit_scan /* detail: from the highest? */;
cm_x86_handler cm_x86_bit_count; /* detail: its first letter */

/* Number of the condition that an instruction's name ends with ("NE"), or -1. */
int cm_x86_condition(const char *suffix);
/* All names of the condition of that number, each ended by a blank; NULL: no such
 * number. */
const char *cm_x86_condition_names(int condition);
/* 1 if the condition holds. */
const cm_expr *cm_x86_holds(cm_x86 *x, int condition);
/* Sets the flags to those of a - b or a + b over x->bits. */
void cm_x86_flags_sub(cm_x86 *x, const cm_expr *a, const cm_expr *b);
void cm_x86_flags_add(cm_x86 *x, const cm_expr *a, const cm_expr *b);
/* Those of a comparison of floating-point numbers of so many bits. */
void cm_x86_flags_float(cm_x86 *x, const cm_expr *a, const cm_expr *b, unsigned bits);
/* Sets the zero flag alone. */
void cm_x86_flag_zero(cm_x86 *x, const cm_expr *value);
/* 0 or 1, whichever the processor likes. */
const cm_expr *cm_x86_either(cm_x86 *x);

/* ---- data movement and control: x86_move.c */

cm_x86_handler cm_x86_mov, cm_x86_extend /* detail: signed? */, cm_x86_lea;
cm_x86_handler cm_x86_movnti, cm_x86_xchg, cm_x86_xadd, cm_x86_cmpxchg, cm_x86_cmpxchg16b;
cm_x86_handler cm_x86_setcc, cm_x86_cmov, cm_x86_jump; /* detail: condition, -1: always */
cm_x86_handler cm_x86_fence;                           /* detail: 'M', 'S', 'L' */
cm_x86_handler cm_x86_nop, cm_x86_return;

/* ---- registers XMM0 to XMM15: x86_sse.c */

bool cm_x86_find_sse(const char *name, cm_x86_meaning *meaning);
void cm_x86_each_sse(cm_mnemonic_visit *visit, void *context);
/* Is one of the first two operands such a register? */
bool cm_x86_has_xmm(const cm_x86 *x);
cm_x86_handler cm_x86_move_xmm; /* detail: bits */

/* ---- the parts of the descriptions: description.c ----------------------- */

void cm_x86_assemble_32(cm_asm *as, cm_lexer *lex);
void cm_x86_assemble_64(cm_asm *as, cm_lexer *lex);
const char *cm_x86_register_name_32(cm_arena *arena, const char *name, unsigned *bits);
const char *cm_x86_register_name_64(cm_arena *arena, const char *name, unsigned *bits);
void cm_x86_each_mnemonic(cm_mnemonic_visit *visit, void *context);
cm_native cm_x86_native(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style);
extern const cm_native_frame cm_x86_frame;
extern const cm_isa_writer cm_x86_writer_32, cm_x86_writer_64;
void cm_x86_forms(cm_strengths *forms, const char *text);

#endif
