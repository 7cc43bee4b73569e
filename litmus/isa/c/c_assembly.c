/* `asm volatile("ldar %w0, [%1]" : "=r"(r0) : "r"(y) : "memory")` in a thread whose head fixes its
 * instruction set. That set's own description reads the text, in a thread of its own whose
 * registers stand for the operands. Its accesses and fences become the operations of C that the
 * installed mappings compile to them: the strongest ones that are no stronger than the instruction.
 *
 * Sources: GCC, "Extended Asm", "Constraints for Particular Machines"; NVIDIA, "Inline PTX
 * Assembly in CUDA". */
#include "litmus/isa/c/c_assembly.h"

#include "litmus/isa/form.h"

#include <ctype.h>
#include <string.h>

static const struct {
    const char *word, *reader; /* of the target; of the set whose syntax inline assembly has */
    const char *registers[CM_C_ASM_OPERANDS];
} sets[] = {
    {"aarch64", "aarch64", {"9", "10", "11", "12", "13", "14", "15", "16", "17", "8"}},
    {"x86", "x86_64", {"r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15", "bx", "cx"}},
    {"riscv", "riscv", {"t0", "t1", "t2", "t3", "t4", "t5", "t6", "s2", "s3", "s4"}},
    {"ptx", "ptx", {"190", "191", "192", "193", "194", "195", "196", "197", "198", "199"}},
    {"x86_64", "x86_64", {NULL}},
};

void cm_c_asm_refuse(cm_c_assembly *a, const char *why)
{
    cm_asm_fail(a->c->as, a->place, "this instruction in C is not read: %s", why);
}

const char *cm_c_asm_printed(cm_c_assembly *a, const char *format, const char *word)
{
    cm_arena *arena = cm_asm_arena(a->c->as);
    size_t before = strcspn(format, "$");
    return cm_arena_printf(arena, "%.*s%s%s", (int)before, format, word,
                           format[before] ? format + before + 1 : "");
}

/* ---- the statement ------------------------------------------------------------- */

static void read_text(cm_c_assembly *a)
{
    for (; a->c->lex->token.kind == CM_TOKEN_STRING; cm_lexer_advance(a->c->lex)) {
        const cm_token *token = &a->c->lex->token;
        for (uint32_t i = 0; i < token->length; i++) {
            char letter = token->text[i];
            if (letter == '\\' && i + 1 < token->length)
                letter = token->text[++i] == 'n' ? '\n' : token->text[i] == 't' ? ' ' : '\\';
            if (a->length + 1 >= CM_C_ASM_TEXT)
                cm_c_asm_refuse(a, "the text is too long");
            a->text[a->length++] = letter;
            a->text[a->length] = 0;
        }
    }
}

/* `[name] "=r"(r0)` */
static void read_operand(cm_c_assembly *a, bool output)
{
    cm_lexer *lex = a->c->lex;
    if (a->count == CM_C_ASM_OPERANDS)
        cm_c_asm_refuse(a, "it has more than 10 operands");
    cm_c_asm_operand *o = &a->operands[a->count++];
    if (cm_lexer_accept(lex, "[")) {
        o->symbol = cm_lexer_name(lex, "the name of an operand");
        cm_lexer_expect(lex, "]");
    }
    if (lex->token.kind != CM_TOKEN_STRING)
        cm_lexer_lacks(lex, "the constraint of an operand, such as \"r\"");
    o->constraint = cm_arena_text(cm_asm_arena(a->c->as), lex->token.text, lex->token.length);
    if ((strpbrk(o->constraint, "=+") != NULL) != output)
        cm_lexer_fail(lex,
                      "the constraint is that of %s, expected `=r` or the like of a result, "
                      "`r` of a value",
                      output ? "a value" : "a result");
    cm_lexer_advance(lex);
    cm_lexer_expect(lex, "(");
    o->node = cm_c_expression(a->c, lex);
    cm_lexer_expect(lex, ")");
    a->outputs += output;
}

/* Behind the text: results, values, what is clobbered. */
static void read_operands(cm_c_assembly *a)
{
    cm_lexer *lex = a->c->lex;
    int part = 0;
    while (!cm_lexer_at_end(lex) && !cm_c_is(lex, ")")) {
        bool two = cm_lexer_accept(lex, "::");
        if (two || cm_lexer_accept(lex, ":")) {
            part += two ? 2 : 1;
        } else if (part == 1 || part == 2) {
            read_operand(a, part == 1);
            cm_lexer_accept(lex, ",");
        } else {
            const cm_token *token = &lex->token;
            bool text = part == 3 && token->kind == CM_TOKEN_STRING;
            if (!text && !cm_c_is(lex, ","))
                cm_lexer_lacks(lex, "`)`");
            a->clobbers_memory |=
                text && token->length == 6 && memcmp(token->text, "memory", 6) == 0;
            cm_lexer_advance(lex);
        }
    }
}

/* ---- operands ------------------------------------------------------------------ */

/* Has the text that register, by itself or as an operand of a fixed place? */
static bool is_taken(const cm_c_assembly *a, const char *reg)
{
    for (int i = 0; i < a->count; i++)
        if (a->operands[i].reg && strcmp(a->operands[i].reg, reg) == 0)
            return true;
    return strstr(a->text, reg) != NULL;
}

static void choose_register(cm_c_assembly *a, cm_c_asm_operand *o)
{
    static const char *const fixed[] = {"a=ax", "b=bx", "c=cx", "d=dx", "S=si", "D=di"};
    const char *letters = o->constraint;
    for (int i = 0; i < 6 && a->set == CM_C_ASM_X86 && !o->in_memory; i++)
        if (strchr(letters, fixed[i][0]) && !strpbrk(letters, "rq"))
            o->reg = fixed[i] + 2;
    for (int i = 0; i < CM_C_ASM_OPERANDS && !o->reg; i++)
        if (!is_taken(a, sets[a->set].registers[i]))
            o->reg = sets[a->set].registers[i];
    if (!o->reg)
        cm_c_asm_refuse(a, "there are too few registers for its operands");
}

static void need_type(cm_c_assembly *a, const cm_c_asm_operand *o)
{
    unsigned bytes = o->type.stars > 0 ? 8 : o->type.bytes;
    bool ptx = a->set == CM_C_ASM_PTX && !o->in_memory && !o->is_number;
    const char *letter = bytes == 8 ? "l" : bytes == 4 ? "r" : "h";
    if (bytes == 0 || bytes > 8 || (o->type.is_float && o->type.stars == 0) || o->type.structure)
        cm_asm_fail(a->c->as, o->node->place,
                    "the type of the operand is not read, expected an integer or a pointer to one");
    if (ptx && !strchr(o->constraint, *letter))
        cm_asm_fail(a->c->as, o->node->place,
                    "the operand has %u bytes, expected the constraint `%s`", bytes, letter);
}

static void take_operand(cm_c_assembly *a, cm_c_asm_operand *o, bool output)
{
    cm_c *c = a->c;
    const char *known = a->set == CM_C_ASM_PTX ? "=+&rlhn" : "=+&rmQAqabcdSDiInJKLMNerZz";
    if (strspn(o->constraint, known) != strlen(o->constraint))
        cm_asm_fail(c->as, o->node->place, "the constraint `%s` is not read, expected `r` or `m`",
                    o->constraint);
    const char *memory = a->set == CM_C_ASM_AARCH64 ? "mQ" : a->set == CM_C_ASM_RISCV ? "mA" : "m";
    o->in_memory = strpbrk(o->constraint, memory) && !strchr(o->constraint, 'r');
    if (o->in_memory) {
        o->value = cm_c_address(c, o->node, &o->type);
    } else if (!output || strchr(o->constraint, '+')) {
        o->value = cm_c_typed_value(c, o->node, &o->type);
    }
    if (output && !o->in_memory) {
        if (!cm_c_is_variable(c, o->node))
            cm_asm_fail(c->as, o->node->place, "the result is not a variable, expected one");
        o->type = cm_c_type_of(c, cm_c_element_of(c, o->node).first);
    }
    o->is_number = !o->in_memory && o->value && o->value->op == CM_OP_CONST &&
                   !strpbrk(o->constraint, "rlhqabcdSD");
    if (!o->in_memory && !o->is_number && !strpbrk(o->constraint, "rlhqabcdSD"))
        cm_asm_fail(c->as, o->node->place, "the value is not constant, expected one for `%s`",
                    o->constraint);
    if (o->is_number)
        o->number = o->value->imm;
    else
        need_type(a, o);
    if (o->value && o->value->op != CM_OP_CONST)
        o->value = cm_c_keep(c, o->value);
}

static void take_operands(cm_c_assembly *a)
{
    for (int i = 0; i < a->count; i++) {
        cm_c_asm_operand *o = &a->operands[i];
        if (isdigit((unsigned char)o->constraint[0])) { /* it is in the place of a result */
            cm_c_asm_operand *other = &a->operands[o->constraint[0] - '0'];
            if (o->constraint[1] || other >= &a->operands[a->outputs] || other->in_memory ||
                other->value)
                cm_asm_fail(a->c->as, o->node->place, "expected the number of a result");
            other->value =
                cm_c_keep(a->c, cm_c_convert(a->c, cm_c_typed_value(a->c, o->node, &o->type),
                                             o->type, other->type));
            o->reg = other->reg;
        } else {
            take_operand(a, o, i < a->outputs);
        }
    }
    for (int i = 0; i < a->count; i++)
        if (!a->operands[i].is_number && !a->operands[i].reg)
            choose_register(a, &a->operands[i]);
}

/* ---- the text ------------------------------------------------------------------- */

/* A register of x86 with so many bytes. */
static const char *spelled_x86(cm_c_assembly *a, const char *reg, unsigned bytes)
{
    static const char *const numbered[] = {"b", "w", "d", ""};
    unsigned size = bytes == 1 ? 0 : bytes == 2 ? 1 : bytes == 4 ? 2 : 3;
    cm_arena *arena = cm_asm_arena(a->c->as);
    if (reg[0] == 'r')
        return cm_arena_printf(arena, "%%%s%s", reg, numbered[size]);
    if (size == 0)
        return cm_arena_printf(arena, "%%%.*s%s", reg[1] == 'x' ? 1 : 2, reg, "l");
    return cm_arena_printf(arena, "%%%s%s", size == 3 ? "r" : size == 2 ? "e" : "", reg);
}

/* As the reader of the set has the operand, with the letter behind `%`, or 0. */
static const char *spelled(cm_c_assembly *a, const cm_c_asm_operand *o, char letter)
{
    unsigned bytes = o->in_memory || o->type.stars > 0 ? 8 : o->type.bytes;
    cm_arena *arena = cm_asm_arena(a->c->as);
    const char *reg = o->reg;
    if (o->is_number)
        return cm_arena_printf(arena, "%s%lld", a->set == CM_C_ASM_X86 && letter != 'c' ? "$" : "",
                               (long long)o->number);
    switch (a->set) {
    case CM_C_ASM_AARCH64:
        return o->in_memory ? cm_c_asm_printed(a, "[x$]", reg)
                            : cm_c_asm_printed(a, letter == 'w' ? "w$" : "x$", reg);
    case CM_C_ASM_RISCV:
        return o->in_memory ? cm_c_asm_printed(a, "0($)", reg) : reg;
    case CM_C_ASM_PTX:
        return cm_c_asm_printed(a, bytes == 8 ? "rd$" : bytes == 4 ? "r$" : "rs$", reg);
    default:
        if (letter && strchr("bwkq", letter))
            bytes = 1u << (strchr("bwkq", letter) - "bwkq");
        return o->in_memory ? cm_c_asm_printed(a, "($)", spelled_x86(a, reg, 8))
                            : spelled_x86(a, reg, bytes);
    }
}

/* Behind `%`, past it; the operand. */
static const char *put_operand(cm_c_assembly *a, const char *from, const char **spelling)
{
    char letter = 0;
    int number = -1;
    if (isalpha((unsigned char)from[0]))
        letter = *from++;
    if (*from == '[') {
        size_t length = strcspn(++from, "]");
        for (int i = 0; i < a->count; i++)
            if (a->operands[i].symbol && strlen(a->operands[i].symbol) == length &&
                strncmp(a->operands[i].symbol, from, length) == 0)
                number = i;
        from += length + (from[length] == ']');
    } else if (isdigit((unsigned char)*from)) {
        number = *from++ - '0';
    }
    if (number < 0 || number >= a->count)
        cm_c_asm_refuse(a, "`%` names no operand of it");
    *spelling = spelled(a, &a->operands[number], letter);
    return from;
}

/* The instruction from there to the end, with registers in place of operands, without blanks around
 * it. */
static const char *with_operands(cm_c_assembly *a, const char *from, const char *end)
{
    cm_arena *arena = cm_asm_arena(a->c->as);
    const char *made = "";
    while (from < end && isspace((unsigned char)*from))
        from++;
    while (end > from && isspace((unsigned char)end[-1]))
        end--;
    while (from < end) {
        const char *spelling = "%";
        size_t plain = 0;
        while (from + plain < end && from[plain] != '%')
            plain++;
        made = cm_arena_printf(arena, "%s%.*s", made, (int)plain, from);
        from += plain;
        if (from >= end)
            break;
        from = from[1] == '%' ? from + 2 : put_operand(a, from + 1, &spelling);
        made = cm_arena_printf(arena, "%s%s", made, spelling);
    }
    return made;
}

/* ---- reading it ------------------------------------------------------------------ */

static const cm_isa *reader_of(const cm_c_assembly *a)
{
    cm_arch arch = 0;
    while (strcmp(cm_isa_for(arch)->word, sets[a->set].reader) != 0)
        arch++;
    return cm_isa_for(arch);
}

/* All instructions of the text, in a thread of their own. */
static void assemble(void *argument)
{
    cm_c_assembly *a = argument;
    const cm_isa *isa = reader_of(a);
    cm_arena *arena = a->work.arena;
    cm_asm as;
    a->thread = (cm_thread){.arch = isa->arch, .at = CM_PLACEMENT_UNSAID};
    a->thread.at.places = isa->places;
    a->thread.at.cta = a->thread.at.gpu = isa->gpu ? 0 : -1;
    a->test = (cm_test){.arch = isa->arch, .threads = &a->thread, .thread_count = 1};
    cm_asm_init(&as, &a->work, &a->test);
    cm_asm_prepare_threads(&as);
    cm_asm_begin(&as, 0);
    for (const char *from = a->text; *from;) {
        size_t length = strcspn(from, ";\n");
        if (length >= 4 && strncmp(from + length - 4, "lock", 4) == 0 && from[length])
            length += 1 + strcspn(from + length + 1, ";\n"); /* `lock; incl` is one instruction */
        const char *text = with_operands(a, from, from + length);
        from += length + (from[length] != 0);
        if (!*text)
            continue;
        cm_source *source = CM_NEW(arena, cm_source);
        *source = (cm_source){text, text, strlen(text)};
        cm_lexer lex =
            cm_lexer_over(&a->work, source, 0, (uint32_t)source->length, isa->slash_comments);
        cm_asm_instruction(&as, text, (cm_place){source, 0, (uint32_t)source->length});
        cm_isa_assemble(isa, &as, &lex);
        if (!cm_lexer_at_end(&lex))
            cm_lexer_lacks(&lex, "the end of the instruction");
    }
    cm_asm_end(&as);
}

static void read_instructions(cm_c_assembly *a)
{
    cm_arena *arena = cm_asm_arena(a->c->as);
    a->work = cm_work_new(arena);
    if (cm_arena_protect(arena, assemble, a))
        return;
    if (cm_arena_exhausted(arena) || a->work.diags.count == 0)
        cm_arena_escape(arena);
    const cm_diag *why = &a->work.diags.items[a->work.diags.count - 1];
    cm_asm_fail(a->c->as, a->place, "this instruction in C is not read: `%s`: %s",
                why->place.source ? why->place.source->name : "", why->message);
}

int cm_c_asm_register(cm_c_assembly *a, const cm_c_asm_operand *o)
{
    const cm_isa *isa = reader_of(a);
    unsigned bits;
    cm_c_asm_operand wide = *o;
    wide.in_memory = false;
    if (o->in_memory || a->set != CM_C_ASM_PTX)
        wide.type.stars = 1;
    const char *name = spelled(a, &wide, 0);
    const char *canonical = isa->register_name(cm_asm_arena(a->c->as), name, &bits);
    return canonical ? cm_asm_find_register(&a->thread, canonical) : -1;
}

bool cm_c_accept_assembly(cm_c *c)
{
    static const char *const words[] = {"asm", "__asm__", "__asm"};
    static const char *const how[] = {"volatile", "__volatile__", "__volatile", "inline"};
    cm_c_assembly a = {.c = c, .place = c->lex->token.place, .set = -1};
    bool there = false;
    for (int i = 0; i < 3; i++)
        there = there || cm_c_is(c->lex, words[i]);
    if (!there)
        return false;
    cm_lexer_advance(c->lex);
    for (int i = 0; i < 4; i++)
        a.is_volatile |= cm_lexer_accept(c->lex, how[i]) && i < 3;
    cm_lexer_expect(c->lex, "(");
    if (c->lex->token.kind != CM_TOKEN_STRING)
        cm_c_asm_refuse(&a, "expected the text of it");
    read_text(&a);
    read_operands(&a);
    cm_lexer_expect(c->lex, ")");
    if (a.text[strspn(a.text, " \n;")] == 0) /* it keeps a compiler from moving accesses */
        return true;
    const char *target = cm_asm_test(c->as)->threads[cm_asm_thread(c->as)].target;
    for (int i = 0; i <= CM_C_ASM_PTX + 1 && target; i++)
        if (strcmp(sets[i].word, target) == 0)
            a.set = i > CM_C_ASM_PTX ? CM_C_ASM_X86 : i;
    if (a.set < 0)
        cm_c_asm_refuse(
            &a, "expected asm volatile(\"\" ::: \"memory\"), or a thread such as `P0@aarch64`, "
                "x86, riscv or ptx");
    take_operands(&a);
    read_instructions(&a);
    cm_c_asm_emit(&a);
    return true;
}
