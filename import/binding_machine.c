/* For which machines a binding's code is compiled: see binding.h. */
#include "import/binding.h"

#include "litmus/isa/isa.h"

#include <string.h>

const char *cm_binding_machine(cm_lexer *lex)
{
    for (int arch = 0; arch < CM_CMCM; arch++)
        if (!cm_arch_is_gpu((cm_arch)arch) && cm_lexer_accept(lex, cm_isa_for((cm_arch)arch)->word))
            return cm_isa_for((cm_arch)arch)->word;
    return "";
}

const char *cm_binding_host(cm_work *work, const cm_source *binding)
{
    cm_lexer lex = cm_lexer_over(work, binding, 0, (uint32_t)binding->length, true);
    const char *found = NULL;
    while (!cm_lexer_at_end(&lex)) {
        bool is = cm_lexer_accept(&lex, "=") && cm_lexer_accept(&lex, "host");
        cm_place place = lex.token.place;
        const char *word = is ? cm_binding_machine(&lex) : "";
        if (is && found && strcmp(found, word) != 0)
            cm_fail(work, place, "the host is another machine here, expected one throughout");
        found = is ? word : found;
        if (!is)
            cm_lexer_advance(&lex);
    }
    return found;
}

bool cm_binding_asks(cm_work *work, const cm_source *binding)
{
    cm_lexer lex = cm_lexer_over(work, binding, 0, (uint32_t)binding->length, true);
    while (cm_lexer_accept(&lex, "gpu"))
        cm_lexer_advance(&lex);
    return !cm_lexer_at_end(&lex);
}

/* `gpu gfx90a`; the number in `launch k(x), gpu 0` is none. */
const char *cm_binding_gpu(cm_work *work, const cm_source *binding)
{
    cm_lexer lex = cm_lexer_over(work, binding, 0, (uint32_t)binding->length, true);
    const char *found = NULL;
    while (!cm_lexer_at_end(&lex)) {
        bool is = cm_lexer_accept(&lex, "gpu") && lex.token.kind == CM_TOKEN_NAME;
        found = is ? cm_arena_text(work->arena, lex.token.text, lex.token.length) : found;
        cm_lexer_advance(&lex);
    }
    return found;
}
