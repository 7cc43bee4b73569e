/* x86 instructions as the reference simulator prints them for the hash of a test
 * (herdtools7: lib/X86Base.ml, X86_64Base.ml): names of 32 bits in capitals and Intel's
 * order, those of 64 bits in small letters as they were written.
 */
#include "litmus/isa/x86/x86_common.h"

#include "base/text.h"

#include <ctype.h>

static const char *with_case(cm_arena *arena, const cm_token *token, bool small)
{
    char *text = cm_arena_text(arena, token->text, token->length);
    for (char *c = text; *c; c++)
        *c = (char)(small ? tolower((unsigned char)*c) : toupper((unsigned char)*c));
    return text;
}

/* A register in its letters, a label by its number, a location as it is. */
static const char *name_text(cm_arena *arena, cm_arch arch, const cm_token *token,
                             const cm_hash_labels *labels)
{
    const char *name = cm_arena_text(arena, token->text, token->length);
    if (cm_x86_register_find(arch, name).number >= 0)
        return with_case(arena, token, arch == CM_X86_64);
    const char *label = cm_hash_label(labels, name);
    return label ? label : name;
}

static const char *hash_text(cm_arena *arena, cm_lexer lex, cm_arch arch,
                             const cm_hash_labels *labels)
{
    cm_text text = cm_text_new(arena);
    bool small = arch == CM_X86_64;
    if (cm_lexer_accept(&lex, "lock")) { /* printed apart in 64-bit mode; else not known */
        if (!small)
            return NULL;
        cm_lexer_accept(&lex, ";");
        cm_text_add(&text, "lock; ");
    }
    if (small && (cm_lexer_is(&lex, "nop") || cm_lexer_is(&lex, "nopw") ||
                  cm_lexer_is(&lex, "nopl") || cm_lexer_is(&lex, "nopq"))) {
        cm_text_add(&text, "NOP"); /* whatever its operand */
        return text.data;
    }
    bool nop = cm_lexer_is(&lex, "nop");
    cm_text_add(&text, with_case(arena, &lex.token, small));
    cm_lexer_advance(&lex);
    if (nop && !cm_lexer_at_end(&lex))
        return NULL;
    cm_text_add(&text, cm_lexer_at_end(&lex) ? "" : " ");
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
        if (cm_lexer_is(&lex, small ? "[" : "("))
            return NULL; /* the other syntax */
        if (lex.token.kind == CM_TOKEN_NAME)
            cm_text_add(&text, name_text(arena, arch, &lex.token, labels));
        else
            cm_text_add_bytes(&text, lex.token.text, lex.token.length);
    }
    return text.data;
}

const char *cm_x86_hash_text_32(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                                const cm_hash_labels *labels)
{
    (void)insn;
    return hash_text(arena, lex, CM_X86, labels);
}

const char *cm_x86_hash_text_64(cm_arena *arena, const cm_insn *insn, cm_lexer lex,
                                const cm_hash_labels *labels)
{
    (void)insn;
    return hash_text(arena, lex, CM_X86_64, labels);
}
