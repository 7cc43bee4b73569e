/* Instructions that a line of their table describes (PTX ISA 9.7.1, 9.7.6, 9.7.8, 9.7.9, and what
 * lanes of a warp do together), as ptxas takes them.
 *
 *      .lo|hi.T ttt 16     words in ptxas's order, operands, bits of the smallest type
 *
 *   words      one of those between the dots, if the instruction has it; `!`: the first where it
 *              has none. T the type, by sign; S signed, B bits; U the second type; C a comparison
 *   operands   in their order, the destination first, `-` where there is none: t as wide as the
 *              type, u as the second one, w twice as wide with .wide, b as bits, 3 and 6 of 32 and
 *              64 bits, p a predicate, i a number that stands there as such */
#include "litmus/isa/ptx/ptx_native.h"

#include <stdlib.h>
#include <string.h>

/* ---- words ----------------------------------------------------------- */

static char letter_of(char kinds, cm_ptx_type type)
{
    return kinds == 'B' ? 'b' : kinds == 'S' || type.kind == CM_PTX_SIGNED ? 's' : 'u';
}

static void add_type(cm_text *text, char kinds, const cm_ptx_type types[2])
{
    cm_ptx_type type = types[kinds == 'U'];
    if (type.kind == CM_PTX_PRED)
        cm_text_add(text, ".pred");
    else
        cm_text_append(text, ".%c%u", letter_of(kinds, type), type.bits);
}

static const char comparisons[] = ".eq|ne|lt|le|gt|ge|lo|ls|hi|hs.and|or|xor";

static const char *words_of(cm_ptxn *n, const char *pattern, const cm_ptx_type *types)
{
    cm_text text;
    cm_text_init(&text, n->work->arena);
    while (*pattern == '.') {
        size_t length = strcspn(++pattern, ". ");
        bool needed = *pattern == '!';
        const char *choice = cm_arena_text(n->work->arena, pattern + needed, length - needed);
        const char *word = cm_ptxn_find(n, choice);
        if (length == 1 && *choice == 'C')
            cm_text_add(&text, words_of(n, comparisons, NULL));
        else if (length == 1 && strchr("TSBU", *choice))
            add_type(&text, *choice, types);
        else if (word)
            cm_text_append(&text, ".%s", word);
        else if (needed)
            cm_text_append(&text, ".%.*s", (int)strcspn(choice, "|"), choice);
        pattern += length;
    }
    return text.data;
}

const char *cm_ptxn_words(cm_ptxn *n, const char *pattern)
{
    return words_of(n, pattern, NULL);
}

/* ---- types ----------------------------------------------------------- */

/* As the parser has it: without a type, as wide as the destination's name says, or that of what a
 * predicate is set by. */
static cm_ptx_type type_by_name(const cm_ptxn *n, bool sets_predicate)
{
    unsigned bits = cm_ptxn_name_bits(n, &n->operands[sets_predicate]);
    if (bits == 1 && !sets_predicate)
        return (cm_ptx_type){CM_PTX_PRED, 1};
    return (cm_ptx_type){CM_PTX_UNSIGNED, bits > 1 ? bits : 32};
}

static cm_ptx_type operand_type(const cm_ptxn *n, char code, const cm_ptx_type types[2])
{
    switch (code) {
    case 'w':
        return (cm_ptx_type){types[0].kind,
                             cm_ptxn_has(n, "wide") ? 2 * types[0].bits : types[0].bits};
    case 'u':
        return types[1];
    case '3':
    case 'i':
        return (cm_ptx_type){CM_PTX_UNSIGNED, 32};
    case '6':
        return (cm_ptx_type){CM_PTX_UNSIGNED, 64};
    case 'p':
        return (cm_ptx_type){CM_PTX_PRED, 1};
    case 'b':
        return types[0].bits == 1 ? types[0] : (cm_ptx_type){CM_PTX_BITS, types[0].bits};
    default:
        return types[0];
    }
}

/* ---- one line per instruction ------------------------------------------ */

typedef struct form {
    const char *words, *operands;
    unsigned least; /* bits of the smallest type; 0: no name of a register says the type */
    cm_ptx_type types[2];
} form;

static form read_form(cm_ptxn *n)
{
    const char *text = n->form;
    form f = {.words = text};
    f.operands = text + strcspn(text, " ") + 1;
    f.least = (unsigned)strtoul(f.operands + strcspn(f.operands, " "), NULL, 10);
    for (int i = 0; i < 2; i++)
        f.types[i] = cm_ptxn_type(n, i);
    if (f.types[0].bits == 0 && f.least > 0)
        f.types[0] = type_by_name(n, *f.operands == 'p');
    else if (f.types[0].bits == 0)
        f.types[0].bits = 32;
    if (strncmp(text, ".C", 2) == 0 && cm_ptxn_find(n, "lo|ls|hi|hs"))
        f.types[f.operands[1] == 'u'].kind = CM_PTX_UNSIGNED;
    /* The parser allows some types that hardware has not. */
    if (f.types[0].bits < f.least)
        cm_ptxn_refuse(n, n->instruction->place,
                       "`%s` of %u bits cannot run: PTX begins at %u bits", n->insn->opcode,
                       f.types[0].bits, f.least);
    return f;
}

/* Does it compute something from what was loaded? */
static bool computes_from_memory(cm_ptxn *n)
{
    bool found = false;
    for (int i = 1; i < n->operand_count; i++)
        found = found || cm_ptxn_varies(n, &n->operands[i]);
    return found;
}

/* The operands from `first` on, a comma before each. */
static const char *sources(cm_ptxn *n, const form *f, int first, bool hides)
{
    cm_text text;
    cm_text_init(&text, n->work->arena);
    const char *codes = f->operands + 1;
    for (int i = first; i < n->operand_count; i++, codes++) {
        cm_ptx_type type = operand_type(n, *codes, f->types);
        const char *source = cm_ptxn_source(n, &n->operands[i], type);
        if (hides && *codes != 'i')
            source = cm_ptxn_hidden(n, source, type.bits);
        cm_text_append(&text, ", %s", source);
    }
    return text.data;
}

static void write_form(cm_ptxn *n, const form *f, bool hides)
{
    const char *rest = sources(n, f, 1, hides);
    cm_ptx_type result = operand_type(n, *f->operands, f->types);
    const char *target = cm_ptxn_target(n, &n->operands[0], result);
    cm_ptxn_line(n, "%s%s %s%s", n->insn->opcode, words_of(n, f->words, f->types), target, rest);
    cm_ptxn_settle(n, &n->operands[0], result, target);
}

void cm_ptxn_compute(cm_ptxn *n)
{
    const form f = read_form(n);
    write_form(n, &f, computes_from_memory(n));
}

/* A move does not compute. */
void cm_ptxn_move(cm_ptxn *n)
{
    if (cm_ptxn_has(n, "b128")) {
        cm_ptxn_wide_move(n);
        return;
    }
    const form f = read_form(n);
    write_form(n, &f, false);
}

/* Also d|p, a predicate besides the destination. */
void cm_ptxn_lanes(cm_ptxn *n)
{
    static const cm_ptx_type predicate = {CM_PTX_PRED, 1};
    const form f = read_form(n);
    const char *head =
        cm_arena_printf(n->work->arena, "%s%s", n->insn->opcode, words_of(n, f.words, f.types));
    if (*f.operands == '-') {
        const char *rest = sources(n, &f, 0, false);
        cm_ptxn_line(n, "%s%s", head, *rest == ',' ? rest + 1 : rest);
        return;
    }
    bool two = n->operand_count > 1 && n->operands[1].paired;
    cm_ptx_type result = operand_type(n, *f.operands, f.types);
    const char *to = cm_ptxn_target(n, &n->operands[0], result), *also = "";
    if (two)
        also = cm_ptxn_target(n, &n->operands[1], predicate);
    const char *rest = sources(n, &f, 1 + two, false);
    cm_ptxn_line(n, "%s %s%s%s%s", head, to, two ? "|" : "", also, rest);
    if (two)
        cm_ptxn_settle(n, &n->operands[1], predicate, also);
    cm_ptxn_settle(n, &n->operands[0], result, to);
}

/* Directives (.reg, .loc, .pragma) and nop say nothing to the machine; hints that are of no
 * account to a run of small locations and few registers are left out. */
void cm_ptxn_nothing(cm_ptxn *n)
{
    (void)n;
}

/* ---- those with more to say ------------------------------------------ */

/* prefetch of global memory; of others it is left out. */
void cm_ptxn_prefetch(cm_ptxn *n)
{
    if (cm_ptxn_has(n, "tensormap"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "`prefetch` of a tensor map cannot run yet, expected .L1 or .L2");
    if (strcmp(cm_ptxn_space(n, &n->operands[0]), ".global") == 0)
        cm_ptxn_line(n, "prefetch.global%s %s",
                     cm_ptxn_words(n, ".!L1|L2|L2::evict_last|L2::evict_normal"),
                     cm_ptxn_address(n, &n->operands[0]));
}

/* cvt.to.from d, a: its registers may be wider than its types (PTX ISA 9.4.1). */
void cm_ptxn_convert(cm_ptxn *n)
{
    const cm_ptx_type types[2] = {cm_ptxn_type(n, 0), cm_ptxn_type(n, 1)}, from = types[1];
    const char *source = cm_ptxn_wide_source(n, &n->operands[1], from);
    const char *target = cm_ptxn_target(n, &n->operands[0], types[0]);
    if (n->operands[1].kind == CM_INSN_NUMBER) { /* cvt takes registers only */
        const char *number = cm_ptxn_temporary(n, from.bits == 8 ? 16 : from.bits);
        cm_ptxn_always(n, "mov.b%u %s, %s", from.bits == 8 ? 16 : from.bits, number, source);
        source = number;
    }
    cm_ptxn_line(n, "cvt%s %s, %s", words_of(n, ".T.U", types), target, source);
    cm_ptxn_settle(n, &n->operands[0], types[0], target);
}

/* A generic address of global memory is its global address, and the test's registers have generic
 * ones of shared memory: one number in all spaces, as in the model (ptx_native_space.c). */
void cm_ptxn_convert_address(cm_ptxn *n)
{
    const form f = read_form(n);
    if (cm_ptxn_has(n, "const"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "`cvta.const` cannot run: the locations of a run lie in global and shared "
                       "memory, expected .global or .shared");
    bool global = cm_ptxn_has(n, "global"), back = cm_ptxn_has(n, "to");
    const char *rest = sources(n, &f, 1, computes_from_memory(n));
    const char *target = cm_ptxn_target(n, &n->operands[0], f.types[0]);
    cm_ptxn_line(n, "%s %s%s",
                 !global ? "mov.b64"
                 : back  ? "cvta.to.global.u64"
                         : "cvta.global.u64",
                 target, rest);
    cm_ptxn_settle(n, &n->operands[0], f.types[0], target);
}
