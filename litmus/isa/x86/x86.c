/* The instruction sets X86 (32-bit mode) and X86_64: mnemonics of both syntaxes.
 *
 *      [LOCK] mnemonic [operand {, operand}]
 *
 * Each instruction shows its own syntax, so that a compound test may use either:
 * brackets or registers without % are Intel, % or an immediate first is AT&T. */
#include "litmus/isa/x86/x86_common.h"

#include "base/text.h"
#include "litmus/isa/form.h"
#include "litmus/isa/spelled.h"

#include <string.h>

/* ---- reading an instruction ------------------------------------------ */

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

static void check_lock(cm_x86 *x, const char *kind)
{
    bool memory = false;
    for (int i = 0; i < x->count; i++)
        memory = memory || x->operands[i].kind == CM_X86_MEMORY;
    bool to_memory = strcmp(kind, "swap") == 0 ? memory : x->operands[0].kind == CM_X86_MEMORY;
    if (x->locked && !(cm_has_word("u locked pair swap", kind) && to_memory))
        cm_asm_fail(x->as, x->lock_place,
                    "LOCK cannot go before this form of %s, expected a read-modify-write of memory",
                    x->mnemonic);
}

/* Rows of one name differ in how many operands they have. */
static void check_count(cm_x86 *x, const cm_isa_form *form)
{
    int least = form->operand_count, most = least;
    for (int i = 0; i < cm_isa_table_x86.form_count && x->count != form->operand_count; i++) {
        const cm_isa_form *other = &cm_isa_table_x86.forms[i];
        cm_spelled s;
        if (!cm_spelled_joined(&cm_isa_table_x86, other, x->mnemonic, &s))
            continue;
        least = other->operand_count < least ? other->operand_count : least;
        most = other->operand_count > most ? other->operand_count : most;
    }
    if (x->count != form->operand_count)
        cm_asm_fail(x->as, x->place, "%s has %d operand%s, expected %d", x->mnemonic, x->count,
                    x->count == 1 ? "" : "s", x->count < least ? least : most);
}

/* Kinds whose width is that of the instruction, and what may not stand there: operands, and fewer
 * bits. A message that begins with a blank has the name of the instruction before it. */
enum { REG = 1 << CM_X86_REGISTER, IMM = 1 << CM_X86_IMMEDIATE, MEM = 1 << CM_X86_MEMORY };
static const struct settled {
    const char *kind;
    unsigned refused;
    const char *why;
    unsigned least;
    const char *narrow;
} settled[] = {
    {"u", IMM, "an immediate cannot be written, expected a register or memory", 0, NULL},
    {"w", IMM, "an immediate cannot be written, expected a register or memory", 0, NULL},
    {"flag", IMM, "an immediate cannot be written, expected a register or memory", 0, NULL},
    {"v", 0, NULL, 0, NULL},
    {"bit", 0, NULL, 0, NULL},
    {"wider", IMM | MEM, " writes this operand, expected a register", 16,
     " of 8 bits does not exist, expected a wider register"},
    {"moved", IMM, " moves this operand, expected a register or memory", 0, NULL},
    {"factor", IMM, " cannot take a number alone, expected a register or a memory operand", 16,
     " has no form of 8 bits, expected 16 bits or more"},
    {"divisor", IMM, " cannot take a number alone, expected a register or a memory operand", 16,
     " of 8 bits is not supported, expected 16 bits or more"},
    {"product", IMM | MEM, " writes this operand, expected a register", 16,
     " of 8 bits is not supported, expected a wider register"},
    {"term", IMM, " multiplies a register or a memory operand by a number, expected one of these",
     0, NULL},
    {"times", REG | MEM, "the third operand of IMUL is not a number, expected one", 0, NULL},
    {"wide", IMM | MEM, " writes this operand, expected a register of 16 bits or more", 16,
     " writes this operand, expected a register of 16 bits or more"},
    {"wide32", IMM | MEM, " writes this operand, expected a register of 32 bits or more", 32,
     " writes this operand, expected a register of 32 bits or more"},
    {"seen", IMM, " cannot take a number, expected a register or a memory operand", 0, NULL},
    {NULL, 0, NULL, 0, NULL}};

static const struct settled *settled_of(const char *kind)
{
    const struct settled *s = settled;
    while (s->kind && strcmp(s->kind, kind) != 0)
        s++;
    return s;
}

/* What the row says of widths: the suffix is that of all operands whose width counts; others have
 * one of their own. */
static void settle_widths(cm_x86 *x, const cm_spelled *s)
{
    unsigned own[CM_X86_OPERANDS] = {0};
    int last = -1;
    for (int i = 0; i < x->count; i++) {
        const cm_form_operand *o = &s->form->operands[i];
        if (o->bits || o->typed_by >= 0)
            own[i] = cm_spelled_bits(&cm_isa_table_x86, s, i);
        if (strcmp(o->kind, "flag") == 0)
            x->suffix_bits = own[i];
        if (strcmp(o->kind, "narrow") == 0)
            x->source_bits = own[i];
        if (settled_of(o->kind)->kind)
            last = i;
    }
    if (last >= 0)
        cm_x86_settle_width(x, 0, last);
    for (int i = 0; i < x->count; i++)
        x->operands[i].width = own[i] ? own[i] : x->bits;
}

/* As values of rows, in the order of the text. In 32-bit mode a register may hold an address of 64
 * bits, which CMOV keeps. */
static void note_operands(cm_dotted *w, const cm_isa_form *form)
{
    const cm_x86 *x = w->own;
    for (int at = 0; at < x->count; at++) {
        int i = x->att ? x->count - 1 - at : at;
        const cm_x86_operand *o = &x->operands[i];
        bool keeps =
            x->arch == CM_X86 && o->width == 32 && strcmp(form->operands[0].kind, "wider") == 0;
        w->starts[i] = (uint8_t)w->insn.operand_count;
        cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_REGISTER,
                                            .index = i,
                                            .name = o->text,
                                            .bits = keeps ? 64 : o->width,
                                            .place = o->place});
    }
    w->starts[x->count] = (uint8_t)w->insn.operand_count;
}

static const cm_operand_kind *kind_of(const char *name)
{
    const cm_operand_kind *kind = cm_x86_rows.operands;
    while (strcmp(kind->name, name) != 0)
        kind++;
    return kind;
}

static void read_operands(cm_dotted *w, const cm_spelled *s)
{
    cm_x86 *x = w->own;
    const cm_form_operand *first = s->form->operands;
    const char *kind = s->form->operand_count > 0 ? first->kind : "none";
    bool apart = strcmp(kind, "label") == 0 || strcmp(kind, "rest") == 0;
    x->place = w->place;
    x->mnemonic = w->opcode;
    for (int m = 0; m < s->form->modifier_count; m++) {
        const cm_table_word *word = cm_spelled_word(&cm_isa_table_x86, s, m);
        bool is_width = strcmp(cm_spelled_words(&cm_isa_table_x86, s->form, m)->name, "width") == 0;
        if (word && is_width)
            x->suffix_bits = word->number;
        else if (word)
            x->detail = (int)word->number;
    }
    if (!apart) {
        x->att = cm_x86_is_att(x);
        cm_x86_parse_operands(x);
        check_count(x, s->form);
    }
    check_lock(x, kind);
    if (apart) {
        kind_of(kind)->read(w, 0);
        return;
    }
    settle_widths(x, s);
    for (x->at = 0; x->at < x->count; x->at++)
        kind_of(x->kind = first[x->at].kind)->read(w, x->bits);
    note_operands(w, s->form);
}

void cm_x86_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_x86 x = {.as = as, .lex = lex, .load = CM_RMW_NONE, .lock_place = lex->token.place};
    cm_dotted w = {.as = as, .lex = lex, .own = &x};
    x.arch = cm_asm_test(as)->threads[cm_asm_thread(as)].arch;
    x.locked = cm_lexer_accept(lex, "lock");
    if (x.locked)
        cm_lexer_accept(lex, ";");
    cm_form_assemble(&w, &cm_x86_rows);
    if (!cm_lexer_at_end(lex))
        cm_lexer_lacks(lex, "the end of the instruction");
}

/* ---- kinds of operands, which have been read: what may not stand there ---------- */

static const cm_x86_operand *operand_here(const cm_dotted *w)
{
    const cm_x86 *x = w->own;
    return &x->operands[x->at];
}

static void check_any(cm_dotted *w, unsigned bits)
{
    const cm_x86 *x = w->own;
    const struct settled *s = settled_of(x->kind);
    const cm_x86_operand *o = operand_here(w);
    bool is_refused = s->refused >> o->kind & 1;
    const char *why = is_refused ? s->why : bits < s->least ? s->narrow : NULL;
    if (why)
        cm_asm_fail(w->as, o->place, "%s%s", *why == ' ' ? x->mnemonic : "", why);
}

static void check_value(cm_dotted *w, unsigned bits)
{
    const cm_x86 *x = w->own;
    (void)bits;
    if (x->at == 1 && x->operands[0].kind == CM_X86_MEMORY && x->operands[1].kind == CM_X86_MEMORY)
        cm_asm_fail(w->as, x->operands[1].place,
                    "the instruction has two memory operands, expected at most one");
}

/* The bit number is taken modulo the width, except that a register number with a memory operand may
 * address memory beyond it: refused. */
static void check_bit(cm_dotted *w, unsigned bits)
{
    const cm_x86 *x = w->own;
    const cm_x86_operand *index = operand_here(w);
    (void)bits;
    if (index->kind == CM_X86_MEMORY ||
        (index->kind == CM_X86_REGISTER && x->operands[0].kind == CM_X86_MEMORY))
        cm_asm_fail(w->as, index->place,
                    "the number of a bit in memory is not constant, expected a number");
    if (index->kind == CM_X86_IMMEDIATE && index->symbolic)
        cm_asm_fail(w->as, index->place, "a bit number cannot be an address, expected a number");
    if (index->kind == CM_X86_IMMEDIATE && index->number > 255 && ~index->number > 127)
        cm_asm_fail(w->as, index->place, "a bit number has 8 bits, expected a smaller one");
}

static void check_xmm(cm_dotted *w, unsigned bits)
{
    (void)bits;
    cm_x86_need_xmm(w->own, operand_here(w), false);
}

static void check_xmm_or_memory(cm_dotted *w, unsigned bits)
{
    (void)bits;
    cm_x86_need_xmm(w->own, operand_here(w), true);
}

static void read_label(cm_dotted *w, unsigned bits)
{
    cm_dotted_read_label(w, bits);
    if (strcmp(w->operands[0].name, ".") == 0)
        cm_asm_fail(w->as, w->operands[0].place,
                    "a jump by a distance is not read, expected a label");
}

static void read_rest(cm_dotted *w, unsigned bits)
{
    (void)bits;
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_REGISTER, .name = "", .place = w->place});
    while (!cm_lexer_at_end(w->lex))
        cm_lexer_advance(w->lex);
}

/* ---- what rows read and write ------------------------------------------ */

/* A register that the instruction does not name has no index. */
static cm_x86_register named(const cm_insn_operand *o, unsigned bits)
{
    return cm_x86_part(cm_x86_register_find(CM_X86_64, o->name).number, bits);
}

static const cm_expr *read_value(cm_dotted *w, const cm_insn_operand *o, unsigned from,
                                 unsigned bits)
{
    cm_x86 *x = w->own;
    (void)from;
    if (o->index < 0)
        return cm_x86_get(x, named(o, bits));
    cm_x86_operand *operand = &x->operands[o->index];
    if (!operand->read && !cm_x86_is_xmm(operand))
        x->bits = operand->width;
    if (!operand->read)
        operand->read = cm_x86_is_xmm(operand) ? cm_x86_scalar(x, operand, operand->width)
                                               : cm_x86_read(x, operand);
    return operand->read;
}

static void write_value(cm_dotted *w, const cm_insn_operand *o, unsigned from, unsigned bits,
                        const cm_expr *value)
{
    cm_x86 *x = w->own;
    (void)from;
    if (o->index < 0)
        cm_x86_set(x, named(o, bits), value);
    else if (cm_x86_is_xmm(&x->operands[o->index]))
        cm_x86_set_scalar(x, &x->operands[o->index], bits, value);
    else
        cm_x86_write(x, &x->operands[o->index], value);
}

/* `$flags`: the function has set them. */
static void assign(cm_dotted *w, const char *hidden, const cm_expr *value)
{
    if (strcmp(hidden, ".flags") != 0)
        cm_emit_assign(w->as, cm_asm_register(w->as, hidden), value);
}

/* Those of most instructions first. */
static const cm_operand_kind kinds[] = {{"any", check_any},
                                        {"u", check_any},
                                        {"v", check_value},
                                        {"whole", check_any},
                                        {"w", check_any},
                                        {"label", read_label},
                                        {"address", check_any},
                                        {"x", check_xmm},
                                        {"y", check_xmm_or_memory},
                                        {"vector", check_any},
                                        {"narrow", check_any},
                                        {"flag", check_any},
                                        {"bit", check_bit},
                                        {"rest", read_rest},
                                        {"wider", check_any},
                                        {"moved", check_any},
                                        {"factor", check_any},
                                        {"divisor", check_any},
                                        {"product", check_any},
                                        {"term", check_any},
                                        {"times", check_any},
                                        {"wide", check_any},
                                        {"wide32", check_any},
                                        {"seen", check_any},
                                        {"count", check_any},
                                        {"number", check_any},
                                        {"memory", check_any},
                                        {"locked", check_any},
                                        {"swap", check_any},
                                        {"pair", check_any},
                                        {NULL, NULL}};
static const cm_form_action actions[] = {{"mov", cm_x86_mov},
                                         {"movabs", cm_x86_movabs},
                                         {"movnti", cm_x86_movnti},
                                         {"extend", cm_x86_extend},
                                         {"lea", cm_x86_lea},
                                         {"xchg", cm_x86_xchg},
                                         {"xadd", cm_x86_xadd},
                                         {"cmpxchg", cm_x86_cmpxchg},
                                         {"cmpxchg16b", cm_x86_cmpxchg16b},
                                         {"shift", cm_x86_shift},
                                         {"shift_double", cm_x86_shift_double},
                                         {"move_both", cm_x86_move_both},
                                         {"logical", cm_x86_logical},
                                         {"move_half", cm_x86_move_half},
                                         {"movd", cm_x86_movd},
                                         {"move_scalar", cm_x86_move_scalar},
                                         {"from_integer", cm_x86_from_integer},
                                         {"to_integer", cm_x86_to_integer},
                                         {NULL, NULL}};
const cm_table_set cm_x86_rows = {.table = &cm_isa_table_x86,
                                  .operands = kinds,
                                  .actions = actions,
                                  .functions = cm_x86_functions,
                                  .read_operands = read_operands,
                                  .read = read_value,
                                  .write = write_value,
                                  .assign = assign};

/* XCHG is locked without a prefix, and CMPXCHG16B has no width. */
bool cm_x86_is_lockable(const char *name)
{
    cm_spelled s;
    for (int i = 0; i < cm_isa_table_x86.form_count; i++) {
        const cm_isa_form *form = &cm_isa_table_x86.forms[i];
        if (form->operand_count > 0 && cm_has_word("u locked", form->operands[0].kind) &&
            cm_spelled_joined(&cm_isa_table_x86, form, name, &s))
            return true;
    }
    return false;
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

const char *cm_x86_register_name_32(cm_arena *arena, const char *name, unsigned *bits)
{
    (void)arena;
    return find_register(CM_X86, name, bits);
}

const char *cm_x86_register_name_64(cm_arena *arena, const char *name, unsigned *bits)
{
    (void)arena;
    return find_register(CM_X86_64, name, bits);
}

void cm_x86_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    visit(context, "LOCK");
}
