/* POWER: registers, and the pair of a load and reserve with its conditional store. */
#include "litmus/isa/ppc/ppc.h"

#include "litmus/isa/line.h"

#include <string.h>

/* ---- operands ------------------------------------------------------------------- */

const char *cm_ppc_register_name(cm_arena *arena, const char *name, unsigned *bits)
{
    int number = *name ? cm_dotted_register_number(name, 'r', 32) : -1;
    bool symbolic = name[0] == '%' && name[1];
    if (number < 0 && !symbolic)
        return NULL;
    if (bits)
        *bits = 64;
    return symbolic ? cm_arena_text(arena, name, strlen(name))
                    : cm_arena_printf(arena, "r%d", number);
}

static const char *word_here(const cm_dotted *w)
{
    return w->lex->token.kind == CM_TOKEN_NAME ? cm_dotted_word(w) : "";
}

static void note_register(cm_dotted *w, const char *name)
{
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_REGISTER,
                                        .name = name,
                                        .index = cm_asm_register(w->as, name),
                                        .place = w->lex->token.place});
    cm_lexer_advance(w->lex);
}

static void note_number(cm_dotted *w, uint64_t number, cm_place place)
{
    cm_dotted_note(w, (cm_insn_operand){.kind = CM_INSN_NUMBER, .number = number, .place = place});
}

static void read_register(cm_dotted *w, unsigned bits)
{
    const char *name = cm_ppc_register_name(cm_asm_arena(w->as), word_here(w), NULL);
    (void)bits;
    if (!name)
        cm_lexer_lacks(w->lex, "a register r0 to r31");
    note_register(w, name);
}

/* (RA|0): the number 0 is no register here, and neither is r0 (Book I 1.6, "RA"); but published
 * tests write r0 where they mean the register, and the reference simulator reads it. */
static void read_base(cm_dotted *w, unsigned bits)
{
    cm_place place = w->lex->token.place;
    if (strcmp(word_here(w), "r0") == 0)
        cm_asm_warn(w->as, place,
                    "POWER takes r0 here for the number 0; it is read as published tests mean it, "
                    "expected another register");
    if (w->lex->token.kind != CM_TOKEN_NUMBER || w->lex->token.number != 0) {
        read_register(w, bits);
        return;
    }
    cm_lexer_advance(w->lex);
    note_number(w, 0, place);
}

static void read_number(cm_dotted *w, int64_t least, int64_t most)
{
    cm_place place = w->lex->token.place;
    int64_t number = (int64_t)cm_lexer_integer(w->lex, "a number");
    if (number < least || number > most)
        cm_asm_fail(w->as, place, "the number is out of range, expected %lld to %lld",
                    (long long)least, (long long)most);
    note_number(w, (uint64_t)number, place);
}

static void read_signed(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_number(w, -32768, 32767);
}

static void read_unsigned(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_number(w, 0, 65535);
}

/* Of a word its bits, or how far it is rotated. */
static void read_bit(cm_dotted *w, unsigned bits)
{
    (void)bits;
    read_number(w, 0, 31);
}

/* cr0 to cr7 */
static void read_field(cm_dotted *w, unsigned bits)
{
    const char *name = word_here(w);
    (void)bits;
    if (strncmp(name, "cr", 2) != 0 || name[2] < '0' || name[2] > '7' || name[3])
        cm_lexer_lacks(w->lex, "a field cr0 to cr7");
    note_register(w, cm_arena_printf(cm_asm_arena(w->as), ".CR%c", name[2]));
}

/* ---- load and reserve, store conditional ---------------------------------------- */

/* Of `r, ra, rb` the address. */
static const cm_expr *address_of(const cm_dotted *w)
{
    const cm_insn_operand *base = &w->operands[1];
    const cm_expr *index = cm_asm_reg(w->as, w->operands[2].index);
    return base->kind == CM_INSN_NUMBER
               ? index
               : cm_asm_op(w->as, CM_OP_ADD, 64, cm_asm_reg(w->as, base->index), index, NULL);
}

static const char *const reserving[] = {"X", NULL};

static void reserve(cm_dotted *w, unsigned bytes)
{
    const cm_expr *where = cm_line_reserve(w, address_of(w), bytes);
    int load = cm_emit_load(w->as, w->operands[0].index, where, bytes, reserving);
    cm_asm_align(w->as, load, bytes);
    cm_asm_step(w->as, load)->exclusive = true;
}

/* It succeeds at most where there is a reservation, and may always fail; whether it stores where
 * the reservation is for other bytes "is undefined" (Book II 1.7.2.1). EQ of CR0 says whether it
 * has stored, and depends on the store. */
static void store_conditional(cm_dotted *w, unsigned bytes)
{
    const cm_expr *where = address_of(w), *reserved = cm_asm_reg(w->as, cm_line_reservation(w));
    const cm_expr *zero = cm_line_const(w, 0);
    const cm_expr *size = cm_asm_reg(w->as, cm_line_reserved_size(w));
    const cm_expr *same =
        cm_line_op(w, CM_OP_AND, 64, cm_line_op(w, CM_OP_EQ, 64, size, cm_line_const(w, bytes)),
                   cm_line_op(w, CM_OP_EQ, 64, reserved, where));
    const cm_expr *other = cm_line_op(w, CM_OP_AND, 64, cm_line_op(w, CM_OP_NE, 64, reserved, zero),
                                      cm_line_op(w, CM_OP_EQ, 64, same, zero));
    int choice = cm_asm_temporary(w->as), passes = cm_asm_temporary(w->as);
    int failed = cm_asm_temporary(w->as), field = cm_asm_register(w->as, ".CR0");
    cm_emit_attempt(w->as, choice);
    int pass = cm_emit_assign(w->as, passes,
                              cm_line_op(w, CM_OP_AND, 64, cm_asm_reg(w->as, choice), same));
    cm_asm_undefined(w->as, pass, other, "may store by a reservation for other bytes");
    cm_emit_assign(w->as, failed, cm_line_const(w, 1));
    int index =
        cm_emit_store(w->as, where, cm_asm_reg(w->as, w->operands[0].index), bytes, reserving);
    cm_asm_align(w->as, index, bytes);
    cm_step *store = cm_asm_step(w->as, index);
    store->guard = cm_asm_reg(w->as, passes);
    store->rmw = CM_RMW_EXCLUSIVE;
    store->dst = failed;
    const cm_expr *stored = cm_line_op(w, CM_OP_EQ, 64, cm_asm_reg(w->as, failed), zero);
    cm_emit_assign(w->as, field, cm_line_op(w, CM_OP_SHL, 64, stored, cm_line_const(w, 1)));
    cm_emit_assign(w->as, cm_line_reservation(w), zero);
}

static void reserve_4(cm_dotted *w)
{
    reserve(w, 4);
}

static void reserve_8(cm_dotted *w)
{
    reserve(w, 8);
}

static void store_4(cm_dotted *w)
{
    store_conditional(w, 4);
}

static void store_8(cm_dotted *w)
{
    store_conditional(w, 8);
}

/* ---- the set ---------------------------------------------------------------------- */

static const cm_operand_kind operands[] = {{"r", read_register},
                                           {"b", read_base},
                                           {"i", read_unsigned},
                                           {"s", read_signed},
                                           {"label", cm_dotted_read_label},
                                           {"f", read_field},
                                           {"imm", read_bit},
                                           {NULL, NULL}};
static const cm_form_action actions[] = {{"reserve_4", reserve_4},
                                         {"reserve_8", reserve_8},
                                         {"store_4", store_4},
                                         {"store_8", store_8},
                                         {NULL, NULL}};
const cm_table_set cm_ppc_rows = {
    .table = &cm_isa_table_ppc, .operands = operands, .actions = actions};
