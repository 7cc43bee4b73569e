/* Integer instructions as ptxas takes them (PTX ISA 9.7.1, 9.7.6, 9.7.8, 9.7.9). */
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

/* ---- types ----------------------------------------------------------- */

/* Which kinds of type an instruction has: by sign, signed only, bits only. */
typedef enum kinds { BY_SIGN, SIGNED, BITS } kinds;

static const char *type_text(const cm_ptxn *n, kinds k, cm_ptx_type type)
{
    if (type.kind == CM_PTX_PRED)
        return ".pred";
    char letter = k == BITS ? 'b' : k == SIGNED || type.kind == CM_PTX_SIGNED ? 's' : 'u';
    return cm_arena_printf(n->work->arena, ".%c%u", letter, type.bits);
}

/* As the parser has it: without a type, as wide as the destination's name says. */
static cm_ptx_type type_by(const cm_ptxn *n, const cm_ptxn_operand *operand)
{
    cm_ptx_type type = cm_ptxn_type(n, 0);
    if (type.bits != 0)
        return type;
    unsigned bits = cm_ptxn_name_bits(n, operand);
    if (bits == 1)
        return (cm_ptx_type){CM_PTX_PRED, 1};
    return (cm_ptx_type){CM_PTX_UNSIGNED, bits != 0 ? bits : 32};
}

/* ---- one row per instruction ----------------------------------------- */

/* Each operand, destination first: 't' as wide as the type, 'w' twice as wide, '3'
 * 32 bits, 'p' a predicate, 'i' a number that stands there as such. */
typedef struct row {
    const char *name, *operands;
    kinds kinds;
    unsigned least; /* bits of the smallest type */
} row;

enum {
    ROW_ADD,
    ROW_SUB,
    ROW_MIN,
    ROW_MAX,
    ROW_DIV,
    ROW_REM,
    ROW_AND,
    ROW_OR,
    ROW_XOR,
    ROW_SHL,
    ROW_SHR,
    ROW_NEG,
    ROW_NOT,
    ROW_CNOT,
    ROW_ABS,
    ROW_POPC,
    ROW_CLZ,
    ROW_BREV,
    ROW_SAD,
    ROW_BFE,
    ROW_BFI,
    ROW_SELP,
    ROW_MOV
};

static const row rows[] = {
    [ROW_ADD] = {"add", "ttt", BY_SIGN, 16},  [ROW_SUB] = {"sub", "ttt", BY_SIGN, 16},
    [ROW_MIN] = {"min", "ttt", BY_SIGN, 16},  [ROW_MAX] = {"max", "ttt", BY_SIGN, 16},
    [ROW_DIV] = {"div", "ttt", BY_SIGN, 16},  [ROW_REM] = {"rem", "ttt", BY_SIGN, 16},
    [ROW_AND] = {"and", "ttt", BITS, 1},      [ROW_OR] = {"or", "ttt", BITS, 1},
    [ROW_XOR] = {"xor", "ttt", BITS, 1},      [ROW_SHL] = {"shl", "tt3", BITS, 16},
    [ROW_SHR] = {"shr", "tt3", BY_SIGN, 16},  [ROW_NEG] = {"neg", "tt", SIGNED, 16},
    [ROW_NOT] = {"not", "tt", BITS, 1},       [ROW_CNOT] = {"cnot", "tt", BITS, 16},
    [ROW_ABS] = {"abs", "tt", SIGNED, 16},    [ROW_POPC] = {"popc", "3t", BITS, 32},
    [ROW_CLZ] = {"clz", "3t", BITS, 32},      [ROW_BREV] = {"brev", "tt", BITS, 32},
    [ROW_SAD] = {"sad", "tttt", BY_SIGN, 16}, [ROW_BFE] = {"bfe", "tt33", BY_SIGN, 32},
    [ROW_BFI] = {"bfi", "ttt33", BITS, 32},   [ROW_SELP] = {"selp", "tttp", BITS, 16},
    [ROW_MOV] = {"mov", "tt", BITS, 1},
};

static cm_ptx_type operand_type(char code, cm_ptx_type type)
{
    switch (code) {
    case 'w':
        return (cm_ptx_type){type.kind, 2 * type.bits};
    case '3':
    case 'i':
        return (cm_ptx_type){CM_PTX_UNSIGNED, 32};
    case 'p':
        return (cm_ptx_type){CM_PTX_PRED, 1};
    default:
        return type;
    }
}

/* The parser allows some types that hardware has not. */
static void check_row(cm_ptxn *n, const row *r, cm_ptx_type type)
{
    if (type.bits < r->least)
        cm_ptxn_refuse(n, n->instruction->place,
                       "`%s` of %u bits cannot run: PTX begins at %u bits", r->name, type.bits,
                       r->least);
}

/* Does it compute something from what was loaded? A move does not compute. */
static bool computes_from_memory(cm_ptxn *n, const row *r)
{
    bool found = false;
    for (int i = 1; r != &rows[ROW_MOV] && r->operands[i] != '\0'; i++)
        found = found || cm_ptxn_varies(n, &n->operands[i]);
    return found;
}

static void write_row(cm_ptxn *n, const row *r, const char *head, cm_ptx_type type)
{
    bool hides = computes_from_memory(n, r);
    cm_text operands;
    cm_text_init(&operands, n->work->arena);
    for (int i = 1; r->operands[i] != '\0'; i++) {
        cm_ptx_type wanted = operand_type(r->operands[i], type);
        const char *source = cm_ptxn_source(n, &n->operands[i], wanted);
        if (hides && r->operands[i] != 'i')
            source = cm_ptxn_hidden(n, source, wanted.bits);
        cm_text_append(&operands, ", %s", source);
    }
    cm_ptx_type result = operand_type(*r->operands, type);
    const char *target = cm_ptxn_target(n, &n->operands[0], result);
    cm_ptxn_line(n, "%s %s%s", head, target, operands.data);
    cm_ptxn_settle(n, &n->operands[0], result, target);
}

static void compute(cm_ptxn *n, int which)
{
    const row *r = &rows[which];
    if (cm_ptxn_has(n, "b128")) {
        cm_ptxn_wide_move(n);
        return;
    }
    cm_ptx_type type = type_by(n, &n->operands[0]);
    check_row(n, r, type);
    write_row(n, r, cm_arena_printf(n->work->arena, "%s%s", r->name, type_text(n, r->kinds, type)),
              type);
}

/* ---- those with more to say ------------------------------------------ */

/* mul and mad: .lo unless the test says .hi or .wide. */
static void multiply(cm_ptxn *n, int has_addend)
{
    static const char *const parts[] = {"lo", "hi", "wide", NULL};
    const char *part = cm_ptxn_find(n, parts);
    if (!part)
        part = "lo";
    bool wide = strcmp(part, "wide") == 0;
    cm_ptx_type type = type_by(n, &n->operands[0]);
    const row r = {has_addend ? "mad" : "mul",
                   wide ? (has_addend ? "wttw" : "wtt") : (has_addend ? "tttt" : "ttt"), BY_SIGN,
                   16};
    check_row(n, &r, type);
    write_row(n, &r,
              cm_arena_printf(n->work->arena, "%s.%s%s", r.name, part, type_text(n, BY_SIGN, type)),
              type);
}

/* slct.type.s32 d, a, b, c */
static void select_by_sign(cm_ptxn *n, int detail)
{
    (void)detail;
    cm_ptx_type type = cm_ptxn_type(n, 0);
    const row r = {"slct", "ttt3", BITS, 16};
    check_row(n, &r, type);
    write_row(n, &r, cm_arena_printf(n->work->arena, "slct%s.s32", type_text(n, BITS, type)), type);
}

/* ".eq", ".lt.and": the comparison of setp and set. It makes unsigned types of the ones it is of,
 * where it is one of lo, ls, hi, hs. */
static const char *comparison_text(const cm_ptxn *n, cm_ptx_type *type, bool *combines)
{
    static const char *const comparisons[] = {"eq", "ne", "lt", "le", "gt", "ge",
                                              "lo", "ls", "hi", "hs", NULL};
    static const char *const combinations[] = {"and", "or", "xor", NULL};
    const char *comparison = cm_ptxn_find(n, comparisons);
    const char *combination = cm_ptxn_find(n, combinations);
    if (strlen(comparison) == 2 && strchr("lh", *comparison) && strchr("osi", comparison[1]))
        type->kind = CM_PTX_UNSIGNED;
    *combines = combination != NULL;
    return cm_arena_printf(n->work->arena, ".%s%s%s", comparison, combination ? "." : "",
                           combination ? combination : "");
}

/* setp.cmp[.bool].type p, a, b [, [!]q] */
static void set_predicate(cm_ptxn *n, int detail)
{
    (void)detail;
    cm_ptx_type type = cm_ptxn_type(n, 0);
    if (type.bits == 0) {
        unsigned bits = cm_ptxn_name_bits(n, &n->operands[1]);
        type = (cm_ptx_type){CM_PTX_UNSIGNED, bits > 1 ? bits : 32};
    }
    bool combines;
    const char *comparison = comparison_text(n, &type, &combines);
    const row r = {"setp", combines ? "pttp" : "ptt", BY_SIGN, 16};
    check_row(n, &r, type);
    write_row(n, &r,
              cm_arena_printf(n->work->arena, "setp%s%s", comparison, type_text(n, BY_SIGN, type)),
              type);
}

/* set.cmp[.bool].dtype.stype d, a, b [, [!]q] */
static void set_ones(cm_ptxn *n, int detail)
{
    (void)detail;
    cm_ptx_type to = cm_ptxn_type(n, 0), type = cm_ptxn_type(n, 1);
    bool combines;
    const char *comparison = comparison_text(n, &type, &combines);
    const row r = {"set", combines ? "3ttp" : "3tt", BY_SIGN, 16};
    write_row(n, &r,
              cm_arena_printf(n->work->arena, "set%s%s%s", comparison, type_text(n, BY_SIGN, to),
                              type_text(n, BY_SIGN, type)),
              type);
}

/* ---- bits and bytes of words ------------------------------------------ */

/* Those whose type comes last, after up to two words, each one of a list. */
static const struct {
    row row;
    const char *words[2][3];
} word_rows[] = {{{"shf", "3333", BITS, 32}, {{"l", "r"}, {"clamp", "wrap"}}},
                 {{"bmsk", "333", BITS, 32}, {{"clamp", "wrap"}}},
                 {{"szext", "333", BY_SIGN, 32}, {{"clamp", "wrap"}}},
                 {{"bfind", "3t", BY_SIGN, 32}, {{"shiftamt"}}},
                 {{"mul24", "333", BY_SIGN, 32}, {{"lo", "hi"}}},
                 {{"mad24", "3333", BY_SIGN, 32}, {{"lo", "hi"}}},
                 {{"lop3", "3333i", BITS, 32}, {{NULL}}}};
enum { ROW_SHF, ROW_BMSK, ROW_SZEXT, ROW_BFIND, ROW_MUL24, ROW_MAD24, ROW_LOP3 };

static void compute_words(cm_ptxn *n, int which)
{
    const row *r = &word_rows[which].row;
    cm_ptx_type type = cm_ptxn_type(n, 0);
    if (type.bits == 0)
        type = (cm_ptx_type){CM_PTX_UNSIGNED, 32};
    const char *head = r->name;
    for (int i = 0; i < 2; i++) {
        const char *word = cm_ptxn_find(n, word_rows[which].words[i]);
        if (word)
            head = cm_arena_printf(n->work->arena, "%s.%s", head, word);
    }
    head = cm_arena_printf(n->work->arena, "%s%s", head, type_text(n, r->kinds, type));
    write_row(n, r, head, type);
}

/* prmt.b32[.mode] d, a, b, c: the mode comes after the type. */
static void permute_bytes(cm_ptxn *n, int detail)
{
    static const char *const modes[] = {"f4e", "b4e", "rc8", "ecl", "ecr", "rc16", NULL};
    static const row r = {"prmt", "3333", BITS, 32};
    (void)detail;
    const char *mode = cm_ptxn_find(n, modes);
    const char *head = mode ? cm_arena_printf(n->work->arena, "prmt.b32.%s", mode) : "prmt.b32";
    write_row(n, &r, head, (cm_ptx_type){CM_PTX_UNSIGNED, 32});
}

/* prefetch of global memory; of others it is left out. */
static void prefetch(cm_ptxn *n, int detail)
{
    static const char *const levels[] = {"L1", "L2", "L2::evict_last", "L2::evict_normal", NULL};
    (void)detail;
    if (cm_ptxn_has(n, "tensormap"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "`prefetch` of a tensor map cannot run yet, expected .L1 or .L2");
    const char *level = cm_ptxn_find(n, levels);
    if (strcmp(cm_ptxn_space(n, &n->operands[0]), ".global") == 0)
        cm_ptxn_line(n, "prefetch.global.%s %s", level ? level : "L1",
                     cm_ptxn_address(n, &n->operands[0]));
}

/* cvt.to.from d, a: its registers may be wider than its types (PTX ISA 9.4.1). */
static void convert(cm_ptxn *n, int detail)
{
    (void)detail;
    cm_ptx_type to = cm_ptxn_type(n, 0), from = cm_ptxn_type(n, 1);
    const char *source = cm_ptxn_wide_source(n, &n->operands[1], from);
    const char *target = cm_ptxn_target(n, &n->operands[0], to);
    if (n->operands[1].kind == CM_PTXN_NUMBER) { /* cvt takes registers only */
        const char *number = cm_ptxn_temporary(n, from.bits == 8 ? 16 : from.bits);
        cm_ptxn_always(n, "mov.b%u %s, %s", from.bits == 8 ? 16 : from.bits, number, source);
        source = number;
    }
    cm_ptxn_line(n, "cvt%s%s %s, %s", type_text(n, BY_SIGN, to), type_text(n, BY_SIGN, from),
                 target, source);
    cm_ptxn_settle(n, &n->operands[0], to, target);
}

/* ---- addresses (ptx_native_space.c) ----------------------------------- */

static const cm_ptx_type word64 = {CM_PTX_UNSIGNED, 64};

/* A generic address of global memory is its global address, and the test's registers have generic
 * ones of shared memory: one number in all spaces, as in the model. */
static void convert_address(cm_ptxn *n, int detail)
{
    (void)detail;
    const row r = {"cvta", "tt", BY_SIGN, 64};
    check_row(n, &r, type_by(n, &n->operands[0]));
    if (cm_ptxn_has(n, "const"))
        cm_ptxn_refuse(n, n->instruction->place,
                       "`cvta.const` cannot run: the locations of a run lie in global and shared "
                       "memory, expected .global or .shared");
    const char *head = cm_ptxn_has(n, "global") ? "cvta.global.u64" : "mov.b64";
    write_row(n, &r, cm_ptxn_has(n, "to") && *head == 'c' ? "cvta.to.global.u64" : head, word64);
}

/* mapa d, a, b; getctarank d, a: of generic addresses. */
static void map_address(cm_ptxn *n, int detail)
{
    (void)detail;
    const row r = {"mapa", "tt3", BY_SIGN, 64};
    write_row(n, &r, "mapa.u64", word64);
}

static void rank_of_address(cm_ptxn *n, int detail)
{
    (void)detail;
    const row r = {"getctarank", "3t", BY_SIGN, 64};
    write_row(n, &r, "getctarank.u64", word64);
}

static void is_in_space(cm_ptxn *n, int detail)
{
    (void)detail;
    const row r = {"isspacep", "pt", BY_SIGN, 64};
    write_row(n, &r, cm_arena_printf(n->work->arena, "isspacep.%s", n->qualifiers[0]), word64);
}

const cm_ptxn_opcode cm_ptxn_alu_opcodes[] = {{"add", compute, ROW_ADD},
                                              {"sub", compute, ROW_SUB},
                                              {"min", compute, ROW_MIN},
                                              {"max", compute, ROW_MAX},
                                              {"div", compute, ROW_DIV},
                                              {"rem", compute, ROW_REM},
                                              {"and", compute, ROW_AND},
                                              {"or", compute, ROW_OR},
                                              {"xor", compute, ROW_XOR},
                                              {"shl", compute, ROW_SHL},
                                              {"shr", compute, ROW_SHR},
                                              {"neg", compute, ROW_NEG},
                                              {"not", compute, ROW_NOT},
                                              {"cnot", compute, ROW_CNOT},
                                              {"abs", compute, ROW_ABS},
                                              {"popc", compute, ROW_POPC},
                                              {"clz", compute, ROW_CLZ},
                                              {"brev", compute, ROW_BREV},
                                              {"sad", compute, ROW_SAD},
                                              {"bfe", compute, ROW_BFE},
                                              {"bfi", compute, ROW_BFI},
                                              {"selp", compute, ROW_SELP},
                                              {"mov", compute, ROW_MOV},
                                              {"mul", multiply, false},
                                              {"mad", multiply, true},
                                              {"slct", select_by_sign, 0},
                                              {"setp", set_predicate, 0},
                                              {"cvt", convert, 0},
                                              {"cvta", convert_address, 0},
                                              {"mapa", map_address, 0},
                                              {"getctarank", rank_of_address, 0},
                                              {"isspacep", is_in_space, 0},
                                              {"set", set_ones, 0},
                                              {"shf", compute_words, ROW_SHF},
                                              {"bmsk", compute_words, ROW_BMSK},
                                              {"szext", compute_words, ROW_SZEXT},
                                              {"bfind", compute_words, ROW_BFIND},
                                              {"mul24", compute_words, ROW_MUL24},
                                              {"mad24", compute_words, ROW_MAD24},
                                              {"lop3", compute_words, ROW_LOP3},
                                              {"prmt", permute_bytes, 0},
                                              {"prefetch", prefetch, 0},
                                              {"prefetchu", prefetch, 0},
                                              {NULL, NULL, 0}};
