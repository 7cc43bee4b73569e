/* The instruction sets X86 (32-bit mode) and X86_64: mnemonics of both syntaxes.
 *
 *      [LOCK] mnemonic [operand {, operand}]
 *
 * Each instruction shows its own syntax, so that a compound test may use either:
 * brackets or registers without % are Intel, % or an immediate first is AT&T. */
#include "litmus/isa/x86/x86_common.h"

#include <stdio.h>
#include <string.h>

enum { LOCKABLE = 1, SUFFIXED = 2, LONGEST = 16 };

static const struct {
    const char *name;
    cm_x86_handler *handler;
    int detail;
    int least, most; /* operands */
    unsigned traits;
} mnemonics[] = {
    {"MOV", cm_x86_mov, 0, 2, 2, SUFFIXED},
    {"MOVNTI", cm_x86_movnti, 0, 2, 2, SUFFIXED},
    {"MOVABS", cm_x86_mov, 1, 2, 2, SUFFIXED},
    {"MOVZX", cm_x86_extend, 0, 2, 2, 0},
    {"MOVSX", cm_x86_extend, 1, 2, 2, 0},
    {"MOVSXD", cm_x86_extend, 1, 2, 2, 0},
    {"LEA", cm_x86_lea, 0, 2, 2, SUFFIXED},
    {"XCHG", cm_x86_xchg, 0, 2, 2, SUFFIXED | LOCKABLE},
    {"XADD", cm_x86_xadd, 0, 2, 2, SUFFIXED | LOCKABLE},
    {"CMPXCHG", cm_x86_cmpxchg, 0, 2, 2, SUFFIXED | LOCKABLE},
    {"CMPXCHG16B", cm_x86_cmpxchg16b, 0, 1, 1, LOCKABLE},
    {"ADD", cm_x86_binary, CM_X86_ADD, 2, 2, SUFFIXED | LOCKABLE},
    {"ADC", cm_x86_binary, CM_X86_ADC, 2, 2, SUFFIXED | LOCKABLE},
    {"SUB", cm_x86_binary, CM_X86_SUB, 2, 2, SUFFIXED | LOCKABLE},
    {"SBB", cm_x86_binary, CM_X86_SBB, 2, 2, SUFFIXED | LOCKABLE},
    {"AND", cm_x86_binary, CM_X86_AND, 2, 2, SUFFIXED | LOCKABLE},
    {"OR", cm_x86_binary, CM_X86_OR, 2, 2, SUFFIXED | LOCKABLE},
    {"XOR", cm_x86_binary, CM_X86_XOR, 2, 2, SUFFIXED | LOCKABLE},
    {"CMP", cm_x86_binary, CM_X86_CMP, 2, 2, SUFFIXED},
    {"TEST", cm_x86_binary, CM_X86_TEST, 2, 2, SUFFIXED},
    {"INC", cm_x86_unary, CM_X86_INC, 1, 1, SUFFIXED | LOCKABLE},
    {"DEC", cm_x86_unary, CM_X86_DEC, 1, 1, SUFFIXED | LOCKABLE},
    {"NEG", cm_x86_unary, CM_X86_NEG, 1, 1, SUFFIXED | LOCKABLE},
    {"NOT", cm_x86_unary, CM_X86_NOT, 1, 1, SUFFIXED | LOCKABLE},
    {"SHL", cm_x86_shift, CM_X86_SHL, 1, 2, SUFFIXED},
    {"SAL", cm_x86_shift, CM_X86_SHL, 1, 2, SUFFIXED},
    {"SHR", cm_x86_shift, CM_X86_SHR, 1, 2, SUFFIXED},
    {"SAR", cm_x86_shift, CM_X86_SAR, 1, 2, SUFFIXED},
    {"SHLD", cm_x86_shift_double, CM_X86_SHL, 2, 3, SUFFIXED},
    {"SHRD", cm_x86_shift_double, CM_X86_SHR, 2, 3, SUFFIXED},
    {"ROL", cm_x86_shift, CM_X86_ROL, 1, 2, SUFFIXED},
    {"ROR", cm_x86_shift, CM_X86_ROR, 1, 2, SUFFIXED},
    {"IMUL", cm_x86_multiply, 1, 1, 3, SUFFIXED},
    {"MUL", cm_x86_multiply, 0, 1, 1, SUFFIXED},
    {"IDIV", cm_x86_divide, 1, 1, 1, SUFFIXED},
    {"DIV", cm_x86_divide, 0, 1, 1, SUFFIXED},
    {"CWD", cm_x86_widen, 16, 0, 0, 0},
    {"CDQ", cm_x86_widen, 32, 0, 0, 0},
    {"CQO", cm_x86_widen, 64, 0, 0, 0},
    {"CWTD", cm_x86_widen, 16, 0, 0, 0},
    {"CLTD", cm_x86_widen, 32, 0, 0, 0},
    {"CQTO", cm_x86_widen, 64, 0, 0, 0},
    {"BSWAP", cm_x86_byte_swap, 0, 1, 1, SUFFIXED},
    {"BSF", cm_x86_bit_scan, 0, 2, 2, SUFFIXED},
    {"BSR", cm_x86_bit_scan, 1, 2, 2, SUFFIXED},
    {"POPCNT", cm_x86_bit_count, 'P', 2, 2, SUFFIXED},
    {"LZCNT", cm_x86_bit_count, 'L', 2, 2, SUFFIXED},
    {"TZCNT", cm_x86_bit_count, 'T', 2, 2, SUFFIXED},
    {"BT", cm_x86_bit_test, CM_X86_BT, 2, 2, SUFFIXED},
    {"BTS", cm_x86_bit_test, CM_X86_BTS, 2, 2, SUFFIXED | LOCKABLE},
    {"BTR", cm_x86_bit_test, CM_X86_BTR, 2, 2, SUFFIXED | LOCKABLE},
    {"BTC", cm_x86_bit_test, CM_X86_BTC, 2, 2, SUFFIXED | LOCKABLE},
    {"JMP", cm_x86_jump, -1, -1, -1, 0},
    {"MFENCE", cm_x86_fence, 'M', 0, 0, 0},
    {"SFENCE", cm_x86_fence, 'S', 0, 0, 0},
    {"LFENCE", cm_x86_fence, 'L', 0, 0, 0},
    {"NOP", cm_x86_nop, 0, -1, -1, SUFFIXED},
    {"PAUSE", cm_x86_nop, 0, 0, 0, 0},
    {"ENDBR64", cm_x86_nop, 0, 0, 0, 0},
    {"RET", cm_x86_return, 0, 0, 0, 0},
};

static unsigned suffix_width(char letter)
{
    static const char letters[] = "BWLQ";
    const char *found = letter ? strchr(letters, letter) : NULL;
    return found ? 8u << (found - letters) : 0;
}

static bool find_exact(const char *name, cm_x86_meaning *meaning)
{
    for (size_t i = 0; i < sizeof mnemonics / sizeof *mnemonics; i++) {
        if (strcmp(mnemonics[i].name, name) == 0) {
            *meaning = (cm_x86_meaning){.handler = mnemonics[i].handler,
                                        .detail = mnemonics[i].detail,
                                        .least = mnemonics[i].least,
                                        .most = mnemonics[i].most,
                                        .traits = mnemonics[i].traits};
            return true;
        }
    }
    return false;
}

static const struct {
    const char *prefix;
    cm_x86_handler *handler;
    int operands;
    unsigned traits;
} families[] = {
    {"J", cm_x86_jump, -1, 0}, {"SET", cm_x86_setcc, 1, 0}, {"CMOV", cm_x86_cmov, 2, SUFFIXED}};

/* Jcc, SETcc, CMOVcc. */
static bool find_conditional(const char *name, cm_x86_meaning *meaning)
{
    for (size_t i = 0; i < sizeof families / sizeof *families; i++) {
        size_t length = strlen(families[i].prefix);
        if (strncmp(name, families[i].prefix, length) != 0)
            continue;
        int condition = cm_x86_condition(name + length);
        if (condition < 0)
            continue;
        *meaning = (cm_x86_meaning){.handler = families[i].handler,
                                    .detail = condition,
                                    .least = families[i].operands,
                                    .most = families[i].operands,
                                    .traits = families[i].traits};
        return true;
    }
    return false;
}

/* AT&T movzbl, movswq, movslq ...: the widths of source and destination. */
static bool find_extension(const char *name, cm_x86_meaning *meaning)
{
    bool zero = strncmp(name, "MOVZ", 4) == 0;
    if ((!zero && strncmp(name, "MOVS", 4) != 0) || strlen(name) != 6)
        return false;
    unsigned from = suffix_width(name[4]), to = suffix_width(name[5]);
    if (from == 0 || to <= from || (zero && from == 32))
        return false;
    *meaning = (cm_x86_meaning){.handler = cm_x86_extend,
                                .detail = !zero,
                                .least = 2,
                                .most = 2,
                                .suffix_bits = to,
                                .source_bits = from};
    return true;
}

bool cm_x86_find_meaning(const char *name, cm_x86_meaning *meaning)
{
    if (find_exact(name, meaning) || find_conditional(name, meaning) ||
        find_extension(name, meaning) || cm_x86_find_sse(name, meaning))
        return true;
    char stem[LONGEST];
    size_t length = strlen(name);
    unsigned bits = length > 1 && length < LONGEST ? suffix_width(name[length - 1]) : 0;
    if (bits == 0)
        return false;
    memcpy(stem, name, length - 1);
    stem[length - 1] = '\0';
    if (!find_exact(stem, meaning) && !find_conditional(stem, meaning))
        return false;
    meaning->suffix_bits = bits;
    return (meaning->traits & SUFFIXED) != 0;
}

/* ---- reading an instruction ------------------------------------------ */

char *cm_x86_upper_case(cm_arena *arena, const char *name)
{
    char *upper = cm_arena_text(arena, name, strlen(name));
    for (char *c = upper; *c; c++)
        if (*c >= 'a' && *c <= 'z')
            *c = (char)(*c - 'a' + 'A');
    return upper;
}

static const char *read_mnemonic(cm_x86 *x)
{
    x->place = x->lex->token.place;
    const char *written = cm_lexer_name(x->lex, "an instruction");
    x->mnemonic = cm_x86_upper_case(cm_asm_arena(x->as), written);
    return written;
}

bool cm_x86_is_att(const cm_x86 *x)
{
    cm_lexer scan = *x->lex;
    bool first_immediate = cm_lexer_is(&scan, "$"), percent = false, bare = false, dollar = false;
    for (; !cm_lexer_at_end(&scan); cm_lexer_advance(&scan)) {
        if (cm_lexer_is(&scan, "["))
            return false;
        dollar = dollar || cm_lexer_is(&scan, "$");
        if (scan.token.kind != CM_TOKEN_NAME)
            continue;
        const char *name = cm_arena_text(cm_asm_arena(x->as), scan.token.text, scan.token.length);
        percent = percent || *name == '%';
        bare = bare || cm_x86_register_find(x->arch, name).number >= 0;
    }
    if (percent || first_immediate)
        return true;
    if (bare || dollar)
        return false;
    return x->arch == CM_X86_64;
}

static void check_lock(cm_x86 *x, const cm_x86_meaning *meaning)
{
    if (!x->locked)
        return;
    bool memory = false;
    for (int i = 0; i < x->count; i++)
        memory = memory || x->operands[i].kind == CM_X86_MEMORY;
    bool exchange = meaning->handler == cm_x86_xchg;
    bool to_memory = exchange ? memory : x->operands[0].kind == CM_X86_MEMORY;
    if (!(meaning->traits & LOCKABLE) || !to_memory)
        cm_asm_fail(x->as, x->lock_place,
                    "LOCK cannot go before this form of %s, expected a read-modify-write of memory",
                    x->mnemonic);
}

static void check_count(cm_x86 *x, const cm_x86_meaning *meaning)
{
    if (x->count >= meaning->least && x->count <= meaning->most)
        return;
    cm_asm_fail(x->as, x->place, "%s has %d operand%s, expected %d", x->mnemonic, x->count,
                x->count == 1 ? "" : "s",
                x->count < meaning->least ? meaning->least : meaning->most);
}

static void assemble(cm_asm *as, cm_lexer *lex, cm_arch arch)
{
    cm_x86 x = {.as = as, .lex = lex, .arch = arch, .load = CM_RMW_NONE};
    x.lock_place = lex->token.place;
    x.locked = cm_lexer_accept(lex, "lock");
    if (x.locked)
        cm_lexer_accept(lex, ";");
    const char *written = read_mnemonic(&x);
    cm_x86_meaning meaning;
    if (!cm_x86_find_meaning(x.mnemonic, &meaning))
        cm_asm_unknown(as, x.place, written);
    x.suffix_bits = meaning.suffix_bits;
    x.source_bits = meaning.source_bits;
    if (meaning.most >= 0) {
        x.att = cm_x86_is_att(&x);
        cm_x86_parse_operands(&x);
        check_count(&x, &meaning);
    }
    check_lock(&x, &meaning);
    meaning.handler(&x, meaning.detail);
    if (!cm_lexer_at_end(lex))
        cm_lexer_fail(lex, "expected the end of the instruction, found %s", cm_lexer_describe(lex));
}

/* ---- the two sets ---------------------------------------------------- */

static const char *find_register(cm_arch arch, const char *name, unsigned *bits)
{
    cm_x86_register reg = cm_x86_register_find(arch, name);
    bool pointer = reg.number == CM_X86_RIP; /* a register that nothing writes */
    if (reg.number >= CM_X86_XMM || (reg.number < 0 && !pointer) || reg.shift != 0)
        return NULL;
    if (bits)
        *bits = reg.bits;
    return cm_x86_canonical(arch, reg.number);
}

void cm_x86_assemble_32(cm_asm *as, cm_lexer *lex)
{
    assemble(as, lex, CM_X86);
}

const char *cm_x86_register_name_32(cm_arena *arena, const char *name, unsigned *bits)
{
    (void)arena;
    return find_register(CM_X86, name, bits);
}

void cm_x86_assemble_64(cm_asm *as, cm_lexer *lex)
{
    assemble(as, lex, CM_X86_64);
}

const char *cm_x86_register_name_64(cm_arena *arena, const char *name, unsigned *bits)
{
    (void)arena;
    return find_register(CM_X86_64, name, bits);
}

/* ---- names ----------------------------------------------------------- */

/* A prefix with every name of one condition. */
static void visit_condition(const char *prefix, const char *names, cm_mnemonic_visit *visit,
                            void *context)
{
    while (*names) {
        char name[LONGEST];
        int length = (int)strcspn(names, " ");
        snprintf(name, sizeof name, "%s%.*s", prefix, length, names);
        visit(context, name);
        names += length + 1;
    }
}

static void visit_extensions(cm_mnemonic_visit *visit, void *context)
{
    static const char letters[] = "BWLQ", kinds[] = "ZS";
    cm_x86_meaning meaning;
    for (size_t i = 0; i < (sizeof kinds - 1) * 16; i++) {
        char name[] = {'M', 'O', 'V', kinds[i / 16], letters[i / 4 % 4], letters[i % 4], '\0'};
        if (find_extension(name, &meaning))
            visit(context, name);
    }
}

void cm_x86_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    visit(context, "LOCK");
    for (size_t i = 0; i < sizeof mnemonics / sizeof *mnemonics; i++)
        visit(context, mnemonics[i].name);
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        for (int c = 0; cm_x86_condition_names(c); c++)
            visit_condition(families[i].prefix, cm_x86_condition_names(c), visit, context);
    visit_extensions(visit, context);
    cm_x86_each_sse(visit, context);
}
