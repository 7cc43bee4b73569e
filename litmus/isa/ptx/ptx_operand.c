/* Qualifiers, registers and operands of PTX instructions. */
#include "litmus/isa/ptx/ptx.h"

#include "base/near.h"
#include "base/text.h"

#include <string.h>

/* ---- qualifiers ------------------------------------------------------ */

int cm_ptx_among(const char *words, const char *word)
{
    size_t length = strlen(word);
    for (int which = 1; *words; which++) {
        size_t own = strcspn(words, "|");
        if (own == length && strncmp(words, word, length) == 0)
            return which;
        words += own + (words[own] == '|');
    }
    return 0;
}

int cm_ptx_take(cm_ptx *p, const char *words)
{
    const char *first = NULL;
    int taken = 0;
    for (int i = 0; i < p->qualifier_count; i++) {
        cm_dotted_qualifier *q = &p->qualifiers[i];
        int which = q->used ? 0 : cm_ptx_among(words, q->text);
        if (which == 0)
            continue;
        if (first)
            cm_asm_fail(p->as, q->place, "`.%s` comes after `.%s`, expected only one of them",
                        q->text, first);
        first = q->text;
        q->used = true;
        taken = which;
    }
    return taken;
}

bool cm_ptx_has(cm_ptx *p, const char *word)
{
    return cm_ptx_take(p, word) != 0;
}

bool cm_ptx_type_named(const char *text, cm_ptx_type *type)
{
    static const struct {
        const char *name;
        cm_ptx_type type;
    } types[] = {
        {"u8", {CM_PTX_UNSIGNED, 8}},   {"u16", {CM_PTX_UNSIGNED, 16}},
        {"u32", {CM_PTX_UNSIGNED, 32}}, {"u64", {CM_PTX_UNSIGNED, 64}},
        {"s8", {CM_PTX_SIGNED, 8}},     {"s16", {CM_PTX_SIGNED, 16}},
        {"s32", {CM_PTX_SIGNED, 32}},   {"s64", {CM_PTX_SIGNED, 64}},
        {"b8", {CM_PTX_BITS, 8}},       {"b16", {CM_PTX_BITS, 16}},
        {"b32", {CM_PTX_BITS, 32}},     {"b64", {CM_PTX_BITS, 64}},
        {"pred", {CM_PTX_PRED, 1}},
    };
    for (size_t i = 0; i < sizeof types / sizeof *types; i++) {
        if (strcmp(types[i].name, text) == 0) {
            *type = types[i].type;
            return true;
        }
    }
    return false;
}

cm_ptx_type cm_ptx_take_type(cm_ptx *p)
{
    cm_ptx_type type = {CM_PTX_UNSIGNED, 0};
    for (int i = 0; i < p->qualifier_count; i++) {
        cm_dotted_qualifier *q = &p->qualifiers[i];
        if (!q->used && cm_ptx_type_named(q->text, &type)) {
            q->used = true;
            break;
        }
    }
    return type;
}

static const char floats[] = "f16|f16x2|f32|f64|bf16|bf16x2|tf32";

/* What people write most often, for hints. */
static const char common_qualifiers[] =
    "weak relaxed acquire release acq_rel sc volatile mmio cta cluster gpu sys global shared local "
    "const param shared::cta shared::cluster u8 u16 u32 u64 s8 s16 s32 s64 b8 b16 b32 b64 b128 "
    "pred add "
    "exch cas min max inc dec and or xor sync aligned arrive async bulk proxy alias texture "
    "surface constant mbarrier complete_tx commit_group wait_group wait_all read test_wait "
    "try_wait init inval expect_tx parity noComplete sync_restrict";

/* What CUDA C++ and other languages call them. */
static const struct {
    const char *others, *here;
} foreign_qualifiers[] = {
    {"system", "sys"},  {"device", "gpu"},      {"block workgroup", "cta"},
    {"rlx", "relaxed"}, {"acq", "acquire"},     {"rel", "release"},
    {"seq_cst", "sc"},  {"rel_acq", "acq_rel"}, {"int i32", "s32"},
    {"uint", "u32"},    {"i64", "s64"},
};

/* What was meant by a qualifier that is none; "": that is not known. */
static const char *meant_by(cm_ptx *p, const char *text)
{
    cm_near near;
    size_t length;
    near = cm_near_new(text, strlen(text));
    cm_near_offer_list(&near, common_qualifiers, ' ');
    if (near.distance == 0) /* it is one, that the instruction has not */
        return "";
    for (size_t i = 0; i < sizeof foreign_qualifiers / sizeof *foreign_qualifiers; i++)
        cm_near_know(&near, foreign_qualifiers[i].others, foreign_qualifiers[i].here);
    const char *best = cm_near_best(&near, &length);
    return best ? cm_arena_text(cm_asm_arena(p->as), best, length) : "";
}

static void blame_if_misspelt(cm_ptx *p, const cm_dotted_qualifier *q)
{
    const char *why = cm_ptx_why_qualifier_refused(p->opcode, q->text);
    if (why)
        cm_asm_fail(p->as, q->place,
                    "`.%s` of `%s` is not read: %s, expected a form of "
                    "docs/litmus.md",
                    q->text, p->opcode, why);
    const char *meant = meant_by(p, q->text);
    if (*meant)
        cm_asm_fail(
            p->as, q->place,
            "the qualifier `.%s` is not known, expected one that `%s` has, did you mean `.%s`?",
            q->text, p->opcode, meant);
}

void cm_ptx_blame_misspelt(cm_ptx *p)
{
    for (int i = 0; i < p->qualifier_count; i++)
        if (!p->qualifiers[i].used)
            blame_if_misspelt(p, &p->qualifiers[i]);
}

void cm_ptx_blame(cm_ptx *p, const cm_dotted_qualifier *q)
{
    if (cm_ptx_among(floats, q->text))
        cm_asm_fail(p->as, q->place,
                    "floating-point type `.%s` is not supported, expected an integer type",
                    q->text);
    blame_if_misspelt(p, q);
}

void cm_ptx_all_used(cm_ptx *p)
{
    for (int i = 0; i < p->qualifier_count; i++) {
        const cm_dotted_qualifier *q = &p->qualifiers[i];
        cm_ptx_type type;
        if (q->used)
            continue;
        if (cm_ptx_type_named(q->text, &type))
            cm_asm_fail(p->as, q->place, "type `.%s` does not belong here, expected fewer types",
                        q->text);
        cm_ptx_blame(p, q);
        cm_asm_fail(p->as, q->place, "the qualifier `.%s` is not known, expected one that `%s` has",
                    q->text, p->opcode);
    }
}

bool cm_ptx_is_shorthand(const cm_ptx *p)
{
    /* of these PTX has forms without a type */
    if (p->opcode && cm_ptx_among("bar|barrier|elect|cp|isspacep", p->opcode))
        return false;
    for (int i = 0; i < p->qualifier_count; i++) {
        cm_ptx_type type;
        const char *text = p->qualifiers[i].text;
        if (cm_ptx_type_named(text, &type) || cm_ptx_among(floats, text) ||
            strcmp(text, "b128") == 0)
            return false;
    }
    return true;
}

void cm_ptx_warn_shorthand(cm_ptx *p, const char *what, const char *instead)
{
    cm_asm_warn(p->as, p->place,
                "PTX has no %s; it is read as published tests mean it, expected %s", what, instead);
}

/* ---- registers ------------------------------------------------------- */

/* Names that say how wide a register is, as compilers and published tests use them. */
static const struct {
    const char *stem;
    unsigned bits;
} stems[] = {{"r", 32}, {"rd", 64}, {"rs", 16}, {"rh", 16}, {"p", 1}, {"rq", CM_PTX_WIDE}};

/* %, one to three letters, digits; without % only the stems above. Special
 * registers (%tid.x, %clock64) do not look like that. */
const char *cm_ptx_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    enum { LONGEST_STEM = 3, LONGEST_NUMBER = 9 };
    bool percent = *name == '%';
    const char *stem = percent ? name + 1 : name;
    size_t letters = 0, digits = 0;
    while (stem[letters] >= 'a' && stem[letters] <= 'z')
        letters++;
    digits = strspn(stem + letters, "0123456789");
    if (letters == 0 || letters > LONGEST_STEM || digits == 0 || digits > LONGEST_NUMBER ||
        stem[letters + digits] != '\0')
        return NULL;
    unsigned known = 0;
    for (size_t i = 0; i < sizeof stems / sizeof *stems; i++)
        if (strlen(stems[i].stem) == letters && strncmp(stems[i].stem, stem, letters) == 0)
            known = stems[i].bits;
    if (known == 0 && !percent)
        return NULL;
    if (bits)
        *bits = known;
    return cm_arena_text(arena, known == 0 ? name : stem, strlen(known == 0 ? name : stem));
}

const char *cm_ptx_plain_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    unsigned known = 0;
    const char *canonical = cm_ptx_register_name(arena, name, &known);
    if (bits)
        *bits = known;
    return known == CM_PTX_WIDE ? NULL : canonical;
}

/* What the operand is besides a register is the caller's to say, and to note. */
static cm_ptx_register register_here(cm_ptx *p, cm_insn_operand *operand)
{
    cm_ptx_register reg = {.place = p->lex->token.place};
    if (p->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(p->lex, "a register");
    const char *name = cm_dotted_word(p);
    const char *canonical = cm_ptx_register_name(cm_asm_arena(p->as), name, &reg.bits);
    if (!canonical)
        cm_lexer_fail(
            p->lex,
            "`%s` is not a register, expected r, rd, rs or p and a number, or %%name and a number",
            name);
    if (reg.bits == CM_PTX_WIDE)
        cm_lexer_fail(p->lex, "`%s` holds 128 bits, expected a register of 64 bits or less", name);
    cm_lexer_advance(p->lex);
    reg.index = cm_asm_register(p->as, canonical);
    operand->kind = CM_INSN_REGISTER;
    operand->name = canonical;
    operand->index = reg.index;
    operand->held = reg.bits;
    operand->place = reg.place;
    return reg;
}

static cm_ptx_register read_register(cm_ptx *p, cm_insn_operand operand)
{
    cm_ptx_register reg = register_here(p, &operand);
    cm_dotted_note(p, operand);
    return reg;
}

static cm_ptx_register read_sink(cm_ptx *p, cm_insn_operand operand)
{
    operand.kind = CM_INSN_SINK;
    operand.index = cm_asm_temporary(p->as);
    operand.place = p->lex->token.place;
    cm_dotted_note(p, operand);
    cm_lexer_advance(p->lex);
    return (cm_ptx_register){operand.index, 0, operand.place, true};
}

/* Is there this qualifier, used or not? */
static bool says(const cm_ptx *p, const char *word)
{
    return CM_NAMED(p->qualifiers, p->qualifier_count, text, word) != NULL;
}

/* Only results of some instructions may be discarded. */
cm_ptx_register cm_ptx_destination(cm_ptx *p)
{
    const cm_insn_operand operand = {.kind = CM_INSN_REGISTER};
    if (!cm_lexer_is(p->lex, "_"))
        return read_register(p, operand);
    bool may = cm_ptx_among("ld|tld|suld|cold|atom|suatom|elect|match|mbarrier", p->opcode) != 0;
    if (!may || says(p, "any") || says(p, "pending_count")) /* of match.any and this one not */
        cm_lexer_fail(p->lex, "the result of `%s` cannot be discarded, expected a register",
                      p->opcode);
    return read_sink(p, operand);
}

cm_ptx_register cm_ptx_second_destination(cm_ptx *p)
{
    const cm_insn_operand operand = {.kind = CM_INSN_REGISTER, .paired = true};
    return cm_lexer_is(p->lex, "_") ? read_sink(p, operand) : read_register(p, operand);
}

/* ---- values ---------------------------------------------------------- */

bool cm_ptx_at_number(const cm_ptx *p)
{
    return p->lex->token.kind == CM_TOKEN_NUMBER || cm_lexer_is(p->lex, "-") ||
           cm_lexer_is(p->lex, "+");
}

bool cm_ptx_at_location(const cm_ptx *p)
{
    if (p->lex->token.kind != CM_TOKEN_NAME)
        return false;
    const char *name = cm_dotted_word(p);
    return cm_asm_location(p->as, name) >= 0 ||
           (*name != '%' && strcmp(name, "WARP_SZ") != 0 &&
            !cm_ptx_register_name(cm_asm_arena(p->as), name, NULL));
}

unsigned cm_ptx_peek_bits(const cm_ptx *p)
{
    unsigned bits = 0;
    if (p->lex->token.kind == CM_TOKEN_NAME && !cm_ptx_at_location(p))
        cm_ptx_register_name(cm_asm_arena(p->as), cm_dotted_word(p), &bits);
    return bits;
}

uint64_t cm_ptx_low_bits(uint64_t value, unsigned bits)
{
    return bits >= 64 ? value : value & ((UINT64_C(1) << bits) - 1);
}

/* Registers are as wide as their operand, but of ld, st and cvt they may be wider (PTX ISA,
 * "Operand Size Exceeding Instruction-Type Size"); where a type is left out they decide. */
static void check_register(cm_ptx *p, cm_ptx_register reg, unsigned bits)
{
    bool may_be_wider =
        cm_ptx_among("ld|tld|suld|cold|st|sust|cvt", p->opcode) && !says(p, "async");
    if (reg.bits == 0 || reg.bits == bits || (reg.bits > bits && bits > 1 && may_be_wider))
        return;
    if (reg.bits == 1)
        cm_asm_fail(p->as, reg.place, "this is a predicate, expected a register of %u bits", bits);
    if (bits == 1)
        cm_asm_fail(p->as, reg.place, "the register has %u bits, expected a predicate", reg.bits);
    cm_asm_fail(p->as, reg.place, "the register has %u bits, expected one of %u bits", reg.bits,
                bits);
}

/* "Special registers": of 32 bits, read by mov or cvt. */
static void check_special(cm_ptx *p, const char *name, cm_place place, unsigned bits)
{
    bool moves = strcmp(p->opcode, "mov") == 0 || strcmp(p->opcode, "cvt") == 0;
    if (*name != '%' || cm_ptx_is_shorthand(p))
        return;
    if (!moves)
        cm_asm_fail(p->as, place,
                    "a special register cannot be an operand of `%s`, expected a mov of it",
                    p->opcode);
    if (strcmp(p->opcode, "mov") == 0 && (says(p, "f32") || says(p, "f64")))
        cm_asm_fail(p->as, place, "`%s` is an integer, expected a mov of another type", name);
    if (bits != 32 && !(bits == 64 && strcmp(name, "%gridid") == 0) &&
        !(bits == 1 && strcmp(name, "%is_explicit_cluster") == 0))
        cm_asm_fail(p->as, place, "`%s` cannot be an operand of %u bits, expected one of 32", name,
                    bits);
}

uint64_t cm_ptx_number(cm_ptx *p, const char *what)
{
    if (!cm_ptx_at_number(p))
        cm_lexer_lacks(p->lex, "%s", what);
    cm_insn_operand operand = {.kind = CM_INSN_NUMBER, .place = p->lex->token.place};
    operand.number = cm_lexer_integer(p->lex, what);
    cm_dotted_note(p, operand);
    return operand.number;
}

const cm_expr *cm_ptx_value(cm_ptx *p, unsigned bits)
{
    if (cm_ptx_at_number(p)) {
        cm_place place = p->lex->token.place;
        uint64_t number = cm_ptx_number(p, "a number");
        bool fits = bits >= 64 || number >> bits == 0 || ~number >> (bits - 1) == 0;
        if (!fits)
            cm_asm_fail(p->as, place, "the number does not fit in %u bits, expected a smaller one",
                        bits);
        return cm_ptx_const(p, cm_ptx_low_bits(number, bits));
    }
    cm_place place = p->lex->token.place;
    const char *name = p->lex->token.kind == CM_TOKEN_NAME ? cm_dotted_word(p) : "";
    const cm_expr *special = cm_ptx_special(p, false);
    if (special) {
        check_special(p, name, place, bits);
        return cm_ptx_const(p, cm_ptx_low_bits(special->imm, bits));
    }
    if (cm_ptx_at_location(p))
        cm_lexer_fail(p->lex, "expected a register or a number, found location %s",
                      cm_lexer_describe(p->lex));
    cm_ptx_register reg = read_register(p, (cm_insn_operand){.kind = CM_INSN_REGISTER});
    if (!cm_ptx_is_shorthand(p))
        check_register(p, reg, bits);
    return cm_asm_reg(p->as, reg.index);
}

const cm_expr *cm_ptx_predicate(cm_ptx *p)
{
    bool negated = cm_lexer_accept(p->lex, "!");
    bool may_be_special = !p->opcode || strcmp(p->opcode, "mov") == 0; /* a guard */
    const cm_expr *value = may_be_special ? cm_ptx_special(p, negated) : NULL;
    if (!value) {
        cm_ptx_register reg =
            read_register(p, (cm_insn_operand){CM_INSN_REGISTER, .negated = negated});
        if (p->opcode)
            check_register(p, reg, 1);
        value = cm_asm_reg(p->as, reg.index);
    }
    return negated ? cm_dotted_op(p, CM_OP_EQ, 64, value, cm_ptx_const(p, 0)) : value;
}

const cm_expr *cm_ptx_const(cm_ptx *p, uint64_t value)
{
    return cm_asm_const(p->as, value);
}

/* ---- addresses ------------------------------------------------------- */

/* A name of an address: a location of the test comes before a register, because
 * published tests call locations rd1. */
static cm_ptx_address named_address(cm_ptx *p, cm_insn_operand *operand)
{
    cm_ptx_address address = {.proxy = CM_GENERIC};
    if (cm_lexer_is(p->lex, "_"))
        cm_lexer_fail(p->lex, "expected an address such as [x], found `_`");
    if (!cm_ptx_at_location(p)) {
        cm_ptx_register reg = register_here(p, operand);
        if (reg.bits == 1 || reg.bits == 16)
            cm_asm_fail(p->as, reg.place,
                        "the address is in a register of %u bit%s, expected one of 64", reg.bits,
                        reg.bits == 1 ? "" : "s");
        address.value = cm_asm_reg(p->as, reg.index);
        return address;
    }
    operand->kind = CM_INSN_LOCATION;
    operand->place = p->lex->token.place;
    operand->name = cm_lexer_name(p->lex, "a location");
    address.value = cm_ptx_const(p, cm_asm_symbol(p->as, operand->name));
    operand->index = cm_asm_location(p->as, operand->name);
    const cm_location *location = cm_asm_location_at(p->as, operand->index);
    address.location_width = location->width;
    address.proxy = location->proxy;
    return address;
}

cm_ptx_address cm_ptx_read_address(cm_ptx *p)
{
    cm_insn_operand operand = {.is_address = cm_lexer_accept(p->lex, "[")};
    if (operand.is_address && cm_ptx_at_number(p)) {
        cm_ptx_address constant = {.value = cm_ptx_const(p, cm_ptx_number(p, "an address"))};
        cm_lexer_expect(p->lex, "]");
        p->operands[p->insn.operand_count - 1].is_address = true;
        return constant;
    }
    if (p->lex->token.kind != CM_TOKEN_NAME)
        cm_lexer_lacks(p->lex, "an address such as [x]");
    cm_ptx_address address = named_address(p, &operand);
    if (operand.is_address) {
        bool plus = cm_lexer_is(p->lex, "+");
        if (plus || cm_lexer_is(p->lex, "-")) {
            if (plus)
                cm_lexer_advance(p->lex);
            operand.number = cm_lexer_integer(p->lex, "a number");
            address.value =
                cm_dotted_op(p, CM_OP_ADD, 64, address.value, cm_ptx_const(p, operand.number));
        }
        cm_lexer_expect(p->lex, "]");
    }
    cm_dotted_note(p, operand);
    return address;
}

/* ---- results --------------------------------------------------------- */

void cm_ptx_check_width(cm_ptx *p, cm_ptx_register reg, unsigned bits)
{
    if (!cm_ptx_is_shorthand(p) || (reg.bits != 0 && reg.bits < bits))
        check_register(p, reg, bits);
}

int cm_ptx_set(cm_ptx *p, cm_ptx_register reg, cm_ptx_type type, const cm_expr *value)
{
    cm_ptx_check_width(p, reg, type.bits);
    if (type.kind == CM_PTX_SIGNED && reg.bits > type.bits)
        value = cm_asm_op_imm(p->as, CM_OP_SEXT, reg.bits, type.bits, value);
    return cm_emit_assign(p->as, reg.index, value);
}
