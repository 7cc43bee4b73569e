/* What an instruction set is: one description for each, in a folder of its own, and
 * the table of them.
 *
 * Everything that differs between instruction sets is said here, or in a model: how
 * their text becomes steps and machine code, the sets that a model finds their events
 * in, on which hardware they run. Who stands above asks the table, by number
 * (litmus/arch.h), and names no instruction set. docs/design.md says how to add one.
 */
#ifndef CM_LITMUS_ISA_ISA_H
#define CM_LITMUS_ISA_ISA_H

#include "litmus/isa/hash.h"
#include "litmus/isa/strength.h"
#include "litmus/isa/table/table.h"
#include "litmus/isa/write.h"
#include "litmus/lexer.h"
#include "litmus/native.h"
#include "litmus/test.h"

/* A thread being assembled: litmus/isa/emit.h. */
typedef struct cm_asm cm_asm;

/* Gets the name of one instruction; it lives as long as the call. */
typedef void cm_mnemonic_visit(void *context, const char *name);
/* Instructions that are known and not read, a blank after each, and why. */
typedef void cm_refused_visit(void *context, const char *names, const char *why);

/* Of a source language: whose operation it is, `atomic_load(p)`, and what it has where nothing is
 * written, "seq_cst". They live as long as the call. */
typedef void cm_spelling_visit(void *context, const char *whose, const char *spelling,
                               const char *usual);

/* What a tag means to who executes the steps that carry it. */
typedef struct cm_isa_meaning {
    const char *tag;
    cm_proxy proxy;                           /* of accesses; CM_GENERIC: says nothing of it */
    bool arrives, clustered, anywhere, least; /* of barriers: see cm_step */
} cm_isa_meaning;

/* Instruction sets that differ in how they are written, not in what memory models
 * say of them: x86 of 32 and of 64 bits. */
typedef struct cm_isa_family {
    const char *name;               /* "x86" */
    const char *set;                /* the base set of all its threads' events: "X86" */
    const char *model;              /* an installed one, for tests without a word on it: "x86tso" */
    const char *compound;           /* of a GPU, together with CPUs: "cmcm"; NULL: there is none */
    const cm_isa_table *table;      /* its tags, and perhaps instructions: of NAME.isa */
    const cm_isa_meaning *meanings; /* of some tags; ends with a tag of NULL; NULL: of none */
} cm_isa_family;

/* As the reference simulator shows registers. */
typedef enum cm_isa_letters {
    CM_LETTERS_WRITTEN,
    CM_LETTERS_CAPITAL,
    CM_LETTERS_SMALL
} cm_isa_letters;

typedef struct cm_isa {
    cm_arch arch;
    const char *name;   /* at the head of a test, and for people: "X86_64" */
    const char *word;   /* of a thread of a compound test: P0@x86_64 */
    const char *others; /* what people call it besides, for hints: "ARM64 ARM"; NULL: nothing */
    /* Of a source language: other words at the head of a test, whose threads have places. Ends with
     * a head of NULL; NULL: there are none. */
    const cm_source_head *heads;
    /* The same: sets of the initial writes of locations that a declaration says are in no memory,
     * in global memory (1), in that of a work-group (2), in either (3); each NULL-ended. */
    const char *const (*memories)[3];
    const cm_isa_family *family;
    /* The model for that test, of threads of this instruction set only; NULL: the family's. */
    const char *(*model)(const cm_test *test);
    const char *const *own_models; /* models that know such tests alone, to a NULL; NULL: none */
    bool alone;                    /* no model knows its threads beside those of another set */
    bool gpu;         /* its threads run on a GPU, where they have a place; else on a CPU */
    cm_places places; /* of a GPU: the words of its threads' places */

    /* ---- text ---- */
    bool slash_comments;       /* `//` begins a comment */
    bool capitals_are_its_own; /* a capital name of a register is no location: `X1=1` where
                                * `0:X1=1` was meant */
    bool symbolic_registers;   /* `%a` is whichever register is free */
    bool tuples;               /* initial states give values to `v[0:1]`, too */
    cm_isa_letters letters;    /* in which registers are shown */
    /* Instructions, NULL-ended, that make a label an address and that jump to one; NULL:
     * labels of other threads and instructions are no values. */
    const char *const *label_makers, *const *label_takers;
    const char *open_prefix; /* `lock; addl`: a prefix whose `;` does not end the row; or NULL */
    const struct cm_table_set *rows; /* its instructions as a table (form.h); NULL: it has none */
    /* One instruction, without label, from the lexer, which covers exactly its
     * text. Emits steps. Fails (cm_asm_fail) at the place of what it does not know. NULL: all that
     * it has is in `rows` (cm_isa_assemble). */
    void (*assemble)(cm_asm *as, cm_lexer *lex);
    /* Of a source language, in place of assemble: the body of a thread's function, which the lexer
     * covers. It opens the instructions itself, one for each line that it is printed as. NULL: an
     * instruction set. */
    void (*function)(cm_asm *as, cm_lexer *lex);
    /* Of a source language: the thread (index) as rows of operations, as its writer has them: a
     * thread with other instructions and registers, and labels before instructions. One register
     * more than the thread's is not 0 once an assertion has failed. *refused: why there is none. */
    cm_thread (*operations)(cm_arena *arena, const cm_test *test, int thread, const char **refused);
    /* What steps of the thread (index) mean by those of other threads, once all are assembled.
     * Errors escape. NULL: nothing. */
    void (*settle)(cm_work *work, cm_test *test, int thread);
    /* Canonical register for a name as people write it in initial states,
     * conditions and instructions ("W0" -> "X0", bits 32). Upper or lower case.
     * NULL: not a register. The returned name is static or in the arena. */
    const char *(*register_name)(cm_arena *arena, const char *name, unsigned *bits);
    /* Where a canonical name stands when states are printed; NULL: by name, with
     * numbers in it compared as numbers (X9 before X10). */
    int (*register_order)(const char *canonical);
    const char *stack; /* the stack pointer's canonical name; NULL: it has none */
    /* An instruction as the reference simulator prints it for the hash of a test; NULL: not
     * known. NULL instead: the simulator has no such instruction set. */
    const char *(*hash_text)(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                             const cm_hash_labels *labels);
    /* Visits every instruction that assemble knows and `rows` has not, once each: without
     * operands, prefix and qualifiers, on x86 without the suffix that says a width; or NULL. */
    void (*each_mnemonic)(cm_mnemonic_visit *visit, void *context);
    /* Visits the operations of a source language, and words for its scopes; or NULL. */
    void (*each_spelling)(cm_spelling_visit *visit, void *context);
    /* Visits the reasons why instructions are refused by name; or NULL. */
    void (*each_refused)(cm_refused_visit *visit, void *context);
    /* Does an instruction of that opcode, read or not, nothing but compute? The pointer may be
     * NULL. */
    bool (*computes)(const char *opcode);
    /* States show the canonical names of registers, not those that the test wrote. */
    bool shows_canonical;
    /* A register without a type is shown and compared in all its bits: no instruction
     * leaves its upper half 0 by being narrow. */
    bool whole_registers;

    /* ---- hardware ---- */
    cm_arch host;        /* CPU: the instruction set of the machines that run it, mostly itself */
    bool is_here;        /* this program is compiled for it */
    const char *not_run; /* why no machine runs it, as a message; or NULL */
    /* As cm_native_thread, which has refused what no instruction set can run. */
    cm_native (*native)(cm_work *work, const cm_test *test, int thread,
                        const cm_native_style *style);
    const cm_native_frame *frame; /* CPU: the function around a native text; GPU: NULL */
    unsigned (*barriers)(const cm_test *test);         /* GPU: of cm_native_barriers; NULL: 0 */
    bool (*lanes)(const cm_test *test, bool *others);  /* GPU: cm_native_lanes; NULL: none */
    bool (*meets_for_result)(const cm_thread *thread); /* GPU: cm_native_meets_for_result */
    /* GPU: cm_native_barriers_vary */
    bool (*barriers_vary)(cm_arena *arena, const cm_thread *thread);

    /* A value that the step reads or writes, for people, where its bits are not a number: the state
     * of an object; or what a step of no value tells. NULL: as a number, nothing. The pointer may
     * be NULL. */
    const char *(*told)(cm_arena *arena, const cm_step *step, uint64_t value);

    const cm_isa_writer *writer; /* for generators of tests; NULL: they have none */
    /* The same instruction on words of 4 bytes, for making tests small; it need not be one. NULL:
     * it is on words, or nothing is known of it. The pointer may be NULL. */
    const char *(*on_words)(cm_arena *arena, const char *text);
    /* Adds the forms of an instruction (strength.h); NULL: nothing is known of any. */
    void (*forms)(cm_strengths *forms, const char *text);
    /* Adds those of cm_strengths_new that are words of tests with such a head; NULL: forms has
     * them. */
    void (*fences)(cm_strengths *forms, const cm_source_head *head);
    /* Adds those of cm_strengths_before; NULL: there are none. */
    void (*before)(cm_strengths *forms, const char *text);
    const struct cm_isa_waits *waits; /* what makes its threads wait (waits.h); NULL: nothing */
} cm_isa;

/* NULL: CM_CMCM. */
const cm_isa *cm_isa_for(cm_arch arch);
/* Visits every instruction that the set knows, of its rows and others, once each. */
void cm_isa_each_mnemonic(const cm_isa *isa, cm_mnemonic_visit *visit, void *context);
/* The first word of an instruction, behind its guard (`@p0`), without a prefix's `;`. */
const char *cm_isa_first_word(cm_arena *arena, const cm_instruction *instruction);
/* Patterns of instructions and what of them is undefined: a line of undefined.txt, which is carried
 * by the program. */
typedef void cm_undefined_visit(void *context, const char *patterns, size_t length,
                                const char *note, size_t note_length);
void cm_isa_each_undefined(const cm_isa *isa, cm_undefined_visit *visit, void *context);
/* "AArch64", "X86", "X86_64", "PTX", ...; "CMCM". */
const char *cm_arch_name(cm_arch arch);
/* Does a thread of that instruction set run on a GPU? Else on a CPU. */
bool cm_arch_is_gpu(cm_arch arch);
/* Have its threads places in a tree of scopes? Those of GPUs, and of source languages. */
bool cm_arch_has_places(cm_arch arch);
/* The instruction set that this program is compiled for; CM_CMCM: none of the table. */
cm_arch cm_arch_here(void);
/* The first of the table on CPUs, and on GPUs: what is meant where none is said. */
cm_arch cm_arch_usual(bool gpu);
/* The model for tests of that kind that say nothing else; for compound ones, with the usual
 * GPU's threads. */
const char *cm_arch_model(cm_arch arch);
/* The model for that test: of a compound one, by the first GPU in it that has one. */
const char *cm_test_model(const cm_test *test);

/* ---- sets of instruction sets: bit n stands for cm_arch n ------------------ */

#define CM_ARCH_BIT(arch) (1u << (unsigned)(arch))
/* Those of the same family. */
unsigned cm_arch_family(cm_arch arch);
/* Those that run on CPUs. */
unsigned cm_archs_of_cpus(void);

/* The families, in the order of the table; NULL past the last. */
const cm_isa_family *cm_isa_family_at(size_t index);
/* NULL: the family has no such tag. */
const cm_isa_tag *cm_isa_tag_find(const cm_isa_family *family, const char *name);

/* Names or words one after the other, for messages: "A, B or C". */
typedef const char *cm_isa_word(const cm_isa *isa); /* NULL: left out */
const char *cm_isa_list(cm_arena *arena, cm_isa_word *word, const char *last);

#endif
