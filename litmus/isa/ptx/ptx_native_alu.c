/* Instructions that compute, by their rows (ptx.isa), and what lanes of a warp do together, by a
 * line of its table, as ptxas takes them.
 *
 *      .add|min.!b32|pred bp3     words in ptxas's order, operands
 *
 *   words      one of those between the dots, if the instruction has it; `!`: the first where it
 *              has none
 *   operands   in their order, the destination first, `-` where there is none: t as wide as the
 *              type, b as bits, 3 and 6 of 32 and 64 bits, p a predicate */
#include "litmus/isa/ptx/ptx_native.h"
#include "litmus/isa/spelled.h"

#include <string.h>

/* ---- words and types --------------------------------------------------- */

const char *cm_ptxn_words(cm_ptxn *n, const char *pattern)
{
    cm_text text = cm_text_new(n->work->arena);
    while (*pattern == '.') {
        size_t length = strcspn(++pattern, ". ");
        bool needed = *pattern == '!';
        const char *choice = cm_arena_text(n->work->arena, pattern + needed, length - needed);
        const char *word = cm_ptxn_find(n, choice);
        if (word)
            cm_text_append(&text, ".%s", word);
        else if (needed)
            cm_text_append(&text, ".%.*s", (int)strcspn(choice, "|"), choice);
        pattern += length;
    }
    return text.data;
}

static cm_ptx_type operand_type(const cm_ptxn *n, char code)
{
    cm_ptx_type type = cm_ptxn_type(n, 0);
    switch (code) {
    case '3':
        return (cm_ptx_type){CM_PTX_UNSIGNED, 32};
    case '6':
        return (cm_ptx_type){CM_PTX_UNSIGNED, 64};
    case 'p':
        return (cm_ptx_type){CM_PTX_PRED, 1};
    case 'b':
        return type.bits == 1 ? type : (cm_ptx_type){CM_PTX_BITS, type.bits};
    default:
        return type;
    }
}

/* ---- one line per instruction ------------------------------------------ */

/* Does it compute something from what was loaded? */
static bool computes_from_memory(cm_ptxn *n)
{
    bool found = false;
    for (int i = 1; i < n->operand_count; i++)
        found = found || cm_ptxn_varies(n, &n->operands[i]);
    return found;
}

static const char *operand_codes(const cm_ptxn *n)
{
    return n->form + strcspn(n->form, " ") + 1;
}

/* The operands from `first` on, a comma before each. */
static const char *sources(cm_ptxn *n, int first, bool hides)
{
    cm_text text = cm_text_new(n->work->arena);
    const char *codes = operand_codes(n) + 1;
    for (int i = first; i < n->operand_count; i++, codes++) {
        cm_ptx_type type = operand_type(n, *codes);
        const char *source = cm_ptxn_source(n, &n->operands[i], type);
        if (hides)
            source = cm_ptxn_hidden(n, source, type.bits);
        cm_text_append(&text, ", %s", source);
    }
    return text.data;
}

/* Also d|p, a predicate besides the destination. */
static void write_form(cm_ptxn *n, bool hides)
{
    static const cm_ptx_type predicate = {CM_PTX_PRED, 1};
    const char *head =
        cm_arena_printf(n->work->arena, "%s%s", n->insn->opcode, cm_ptxn_words(n, n->form));
    if (*operand_codes(n) == '-') {
        const char *rest = sources(n, 0, hides);
        cm_ptxn_line(n, "%s%s", head, *rest == ',' ? rest + 1 : rest);
        return;
    }
    bool two = n->operand_count > 1 && n->operands[1].paired;
    cm_ptx_type result = operand_type(n, *operand_codes(n));
    const char *to = cm_ptxn_target(n, &n->operands[0], result), *also = "";
    if (two)
        also = cm_ptxn_target(n, &n->operands[1], predicate);
    const char *rest = sources(n, 1 + two, hides);
    cm_ptxn_line(n, "%s %s%s%s%s", head, to, two ? "|" : "", also, rest);
    if (two)
        cm_ptxn_settle(n, &n->operands[1], predicate, also);
    cm_ptxn_settle(n, &n->operands[0], result, to);
}

void cm_ptxn_compute(cm_ptxn *n)
{
    write_form(n, computes_from_memory(n));
}

void cm_ptxn_lanes(cm_ptxn *n)
{
    write_form(n, false);
}

/* ---- one line per row of the table (ptx.isa) --------------------------------- */

static cm_spelled spelled_of(const cm_ptxn *n)
{
    cm_spelled s = {.form = n->insn->form};
    memcpy(s.chosen, n->insn->chosen, (size_t)s.form->modifier_count);
    return s;
}

static cm_ptx_type row_type(const cm_spelled *s, int operand)
{
    const cm_table_word *word = cm_spelled_type(&cm_isa_table_ptx, s, operand);
    cm_ptx_type type = {CM_PTX_UNSIGNED, 0};
    if (word && !cm_ptx_type_named(word->text, &type)) /* .f32 and .f64 are as many bits */
        type.kind = CM_PTX_BITS;
    type.bits = cm_spelled_bits(&cm_isa_table_ptx, s, operand);
    if (type.bits == 1)
        type.kind = CM_PTX_PRED;
    return type;
}

/* In the order of the row, which is ptxas's. */
static const char *row_words(cm_ptxn *n, const cm_spelled *s)
{
    cm_text text = cm_text_new(n->work->arena);
    for (int m = 0; m < s->form->modifier_count; m++) {
        const cm_table_word *word = cm_spelled_word(&cm_isa_table_ptx, s, m);
        if (s->form->modifiers[m].in_opcode)
            continue;
        const char *list = cm_spelled_words(&cm_isa_table_ptx, s->form, m)->name;
        bool is_any = word && *word->text == 'f' && strcmp(list, "type") == 0;
        if (is_any) /* where a row of bits has it */
            cm_text_append(&text, ".b%u", word->number);
        else if (word)
            cm_text_append(&text, ".%s", word->text);
    }
    return text.data;
}

/* Does the row only move a value? That is not hidden: nothing is computed. */
static bool copies(const cm_isa_form *row)
{
    const cm_isa_node *nodes = cm_isa_table_ptx.nodes;
    const cm_isa_node *first = &nodes[nodes[row->meaning].a];
    return first->kind == CM_NODE_SET && nodes[first->b].kind == CM_NODE_OPERAND;
}

/* Is the operand a floating-point number, and not any bits? */
static bool is_float(const cm_spelled *s, int operand)
{
    int modifier = s->form->operands[operand].typed_by;
    return modifier >= 0 &&
           strcmp(cm_spelled_words(&cm_isa_table_ptx, s->form, modifier)->name, "float") == 0;
}

/* cvt.to.from d, a, or a pair of two: its registers may be wider than its types (PTX ISA 9.4.1). */
static const char *converted_source(cm_ptxn *n, const cm_insn_operand *operand, cm_ptx_type from)
{
    const char *source = cm_ptxn_wide_source(n, operand, from);
    unsigned bits = from.bits == 8 ? 16 : from.bits;
    if (operand->kind != CM_INSN_NUMBER)
        return source;
    const char *number = cm_ptxn_temporary(n, bits); /* cvt takes registers only */
    cm_ptxn_always(n, "mov.b%u %s, %s", bits, number, source);
    return number;
}

void cm_ptxn_row(cm_ptxn *n)
{
    const cm_spelled s = spelled_of(n);
    if (cm_ptxn_has(n, "b128")) {
        cm_ptxn_wide_move(n);
        return;
    }
    bool converts = strcmp(s.form->opcode, "cvt") == 0;
    bool hides = !converts && !copies(s.form) && computes_from_memory(n);
    cm_text sources = cm_text_new(n->work->arena);
    for (int i = 1; i < n->operand_count; i++) {
        cm_ptx_type type = row_type(&s, i);
        const char *source = converts          ? converted_source(n, &n->operands[i], type)
                             : is_float(&s, i) ? cm_ptxn_bit_pattern(n, &n->operands[i], type)
                                               : cm_ptxn_source(n, &n->operands[i], type);
        bool is_static = strcmp(s.form->operands[i].kind, "i") == 0;
        if (hides && !is_static)
            source = cm_ptxn_hidden(n, source, type.bits);
        cm_text_append(&sources, ", %s", source);
    }
    cm_ptx_type result = row_type(&s, 0);
    const char *target = cm_ptxn_target(n, &n->operands[0], result);
    cm_ptxn_line(n, "%s%s %s%s", s.form->opcode, row_words(n, &s), target, sources.data);
    cm_ptxn_settle(n, &n->operands[0], result, target);
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

/* A generic address of global memory is its global address, and the test's registers have generic
 * ones of shared memory: one number in all spaces, as in the model (ptx_native_space.c). */
void cm_ptxn_convert_address(cm_ptxn *n)
{
    if (cm_ptxn_has(n, "const"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "`cvta.const` cannot run: the locations of a run lie in global and shared "
                       "memory, expected .global or .shared");
    bool global = cm_ptxn_has(n, "global"), back = cm_ptxn_has(n, "to");
    const char *rest = sources(n, 1, computes_from_memory(n));
    const cm_ptx_type address = {CM_PTX_UNSIGNED, 64};
    const char *target = cm_ptxn_target(n, &n->operands[0], address);
    cm_ptxn_line(n, "%s %s%s",
                 !global ? "mov.b64"
                 : back  ? "cvta.to.global.u64"
                         : "cvta.global.u64",
                 target, rest);
    cm_ptxn_settle(n, &n->operands[0], address, target);
}
