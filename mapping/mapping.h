/* Mappings: what the instructions of one instruction set become in another, as a table
 * that people read, and tests translated by it.
 *
 *     from WAVE to PTX
 *     undefined data-race                  # a source test that raises the flag promises nothing
 *     defect missing-wait                  # a flag of the target: an instruction without which it
 *                                          # is raised was needed
 *     register r = r                       # r5 is r5; `= W 8`: W5, below 8 only
 *     register p : EAX EBX ECX             # p1 is EBX
 *     address X 20                         # addresses are in registers from X20 on
 *     address x 20 ()                      # `(x20)` in place of `[x]`
 *     address v 20 pairs                   # in two each, v[20:21], and without brackets; but one
 *                                          # where the location is shared by a group of threads
 *     number li x28 x29                    # an operand that is a number becomes x28, behind a
 *                                          # `li x28,1`; the next one x29
 *     unused WZR                           # what an operand `_` becomes
 *     model scoped                         # of the source, where nobody says another
 *     reading zalasr                       # of the target's model
 *     flat $f                              # two for the operand $f of patterns there, too
 *     spread                               # each CTA (workgroup) is in the cluster (XCD) of its
 *                                          # number
 *     gather                               # no thread is in a cluster
 *     guards                               # `@p0 ` stays, before every instruction
 *     words scope: wave=cta workgroup=cta device=gpu system=sys
 *     words size: int=w 8=b 16=h           # with `int`: by the size of the object
 *     ignore u32 cached                    # qualifiers that say nothing
 *     alias load.global = device_load
 *     vary quiet: release=release.av_none  # suites once more, with `.release` so
 *     vary local: [x]=local                # and with x in the memory of the workgroup
 *     device_load.acquire.{scope} $d, $a => ld.acquire.{scope}.u32 $d, $a
 *     fence_release.device               => first ; second
 *     reason signals: for what is no memory
 *     volatile_load $d, $a               => ld $d, $a ; (signals) wait
 *                                          # tests need not show that the wait is needed
 *     include c-aarch64                    # the lines of another mapping, but for rules whose
 *                                          # pattern the mapping itself has
 *     wait                               => nothing
 *     barrier                            => refused: no such thing
 *
 * A rule's pattern is an opcode with qualifiers, in any order, and operands; {name} is one
 * of the words of that name, and its translation on the right; $name an operand, registers
 * renamed and addresses written as the target wants them; {here} in a sequence is a number of its
 * own for each use, of labels (`Again{here}:`). {size} in a sequence is the word of that name which
 * stands for the size of the object; such a rule is for each size that has one, as if its pattern
 * were written with `.8`, too. The first rule that fits counts. Source languages
 * have rows of operations as their instructions (litmus/isa/c/c_operations.c).
 * `#` begins a comment.
 */
#ifndef CM_MAPPING_MAPPING_H
#define CM_MAPPING_MAPPING_H

#include "base/diag.h"
#include "litmus/test.h"

enum { CM_MAP_PARTS = 8 };

/* An instruction taken apart; texts without blanks around them. */
typedef struct cm_map_parts {
    const char *guard;  /* "@p0 ", or "" */
    const char *opcode; /* "device_load" */
    const char *qualifiers[CM_MAP_PARTS], *operands[CM_MAP_PARTS];
    int qualifier_count, operand_count;
} cm_map_parts;

typedef struct cm_map_pair {
    const char *from, *to;
} cm_map_pair;

typedef struct cm_map_instruction {
    const char *text;          /* as written, with {} and $ */
    const cm_map_pair *reason; /* its name, and why it stands there though no test needs it; NULL */
} cm_map_instruction;

typedef struct cm_map_rule {
    cm_place place;
    const char *text; /* the pattern as it is written */
    cm_map_parts pattern;
    cm_map_instruction *sequence;
    int length;
    const char *refused; /* why it cannot be translated; NULL: it can */
} cm_map_rule;

typedef struct cm_map_words {
    const char *name;
    cm_map_pair *items;
    int count, capacity;
} cm_map_words;

typedef struct cm_map_register {
    char from;      /* r */
    const char *to; /* "W"; NULL: names[number] */
    const char **names;
    int limit; /* numbers are below it; 0: any */
} cm_map_register;

typedef struct cm_mapping {
    const cm_source *source;
    const char *name;
    cm_arch from, to;
    const char *undefined; /* a flag, or NULL */
    const char *defect;    /* a flag of the target, or NULL */
    const char *flat;      /* "$f", or NULL */
    const char *reading;   /* of the target's model, or NULL */
    const char *unused;    /* what `_` becomes; NULL: it stays */
    const char *model;     /* the source's usual one; NULL: that of its instruction set */
    const char *address;   /* prefix of address registers, or NULL: names as they are */
    int address_first;
    bool address_pairs; /* `X[20:21]`, and no brackets around */
    bool address_parens;
    const char *number; /* the instruction that makes a register of a number; NULL: numbers stay */
    const char **number_registers;
    int number_count;
    bool spread; /* each CTA is in a cluster of its own number */
    bool gather; /* no thread is in a cluster */
    bool guards;
    cm_map_register *registers;
    int register_count, register_capacity;
    cm_map_words *words;
    int word_count, word_capacity;
    const char **ignored;
    int ignored_count, ignored_capacity;
    cm_map_words *variations; /* of suites: a qualifier, or "[x]", and what stands there */
    int variation_count, variation_capacity;
    cm_map_pair *aliases; /* "load.global", "device_load" */
    int alias_count, alias_capacity;
    cm_map_pair **reasons;
    int reason_count, reason_capacity;
    cm_map_rule *rules;
    int rule_count, rule_capacity;
} cm_mapping;

/* A line of a translated test's head, `Assertions=0:X3 1:r4`: registers that are not 0 once an
 * assertion of the source has failed. */
extern const char cm_map_assertions[];
extern const char cm_map_here[]; /* "{here}" */

/* Gives the text of an installed mapping, which outlives the call; NULL: there is none. */
typedef const cm_source *cm_map_find(cm_work *work, const char *name);
/* Fails (cm_fail) at what is no mapping. The source must outlive it. */
cm_mapping *cm_mapping_parse(cm_work *work, const cm_source *source, cm_map_find *find);
/* The name of the mapping that the rule is of, where that is one which is included; else "". */
const char *cm_map_included(cm_arena *arena, const cm_mapping *m, const cm_map_rule *rule);
/* The words that are so named; NULL: none. */
const cm_map_words *cm_mapping_words(const cm_mapping *m, const char *name, size_t length);
/* What the words have for that one; NULL: nothing. */
const char *cm_map_word(const cm_map_words *words, const char *from);
/* Do the words stand for sizes? */
bool cm_map_is_of_sizes(const cm_map_words *words);

/* Is the rule, of which the pattern says no size, for objects of that one, `8`, too? */
bool cm_map_takes_size(const cm_mapping *m, const cm_map_rule *rule, const char *size);
extern const char cm_map_int[];            /* what words call the usual size, "int" */
extern const char *const cm_map_narrow[3]; /* the others, as rows have them, up to NULL */

/* Takes an instruction apart. False: too many parts. */
bool cm_map_take_apart(cm_arena *arena, const char *text, cm_map_parts *parts);

/* An instruction of a sequence that is left out, to see whether it is needed. */
typedef struct cm_map_cut {
    int rule, instruction; /* rule -1: none is */
} cm_map_cut;

typedef struct cm_map_translation {
    const char *text;    /* the test in the target's instruction set; NULL: there is none */
    const char *refused; /* then why */
    bool *used;          /* by rule: does the test use it? */
} cm_map_translation;

/* In the arena, under protect. */
cm_map_translation cm_map_translate(cm_arena *arena, const cm_mapping *mapping, const cm_test *test,
                                    cm_map_cut cut);

/* Threads by a mapping each, of one source. Where these differ `used` says nothing. */
cm_map_translation cm_map_translate_each(cm_arena *arena, const cm_mapping *const *each,
                                         const cm_test *test, cm_map_cut cut);

/* The test as that line `vary` has it; NULL: it changes nothing of it, or a location that shall
 * be shared by the threads has threads of several CTAs. In the arena, under protect. */
const char *cm_map_vary(cm_arena *arena, const cm_mapping *mapping, int which, const cm_test *test);

/* One instruction with the qualifiers of such a line; *changed becomes true if that changes it. */
const char *cm_map_vary_text(cm_arena *arena, const cm_map_words *how, const char *text,
                             bool *changed);

/* Is the value, of 64 bits, one that an `int` of the source has, signed or not? Mappings are for
 * words of 32 bits. */
bool cm_map_is_int(uint64_t value);

/* Has the instruction a rule that translates it? */
bool cm_map_has_rule(cm_arena *arena, const cm_mapping *mapping, const char *text);

/* Is it a label, `Again{here}:`? It is no instruction that could be left out. */
bool cm_map_is_label(const char *text);
/* Is the instruction a part of the sequence that has no operands: a fence, a wait, what
 * writes back or invalidates caches? Others make the accesses themselves. */
bool cm_map_may_go(const cm_map_rule *rule, int instruction);

#endif
