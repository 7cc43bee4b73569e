/* Stronger forms on x86: LOCK of an instruction that reads and writes memory (Intel SDM 3,
 * 9.1.2.2, which has the list), and MFENCE. Ordinary accesses have one strength; SFENCE and
 * LFENCE order nothing more between them: they may go, or become an MFENCE. */
#include "litmus/isa/x86/x86_common.h"

#include <string.h>
#include <strings.h>

/* Past `lock` or `lock;`. NULL: there is none. */
static const char *after_lock(const char *text)
{
    if (strncasecmp(text, "lock", 4) != 0 || !strchr(" \t;", text[4]))
        return NULL;
    return text + 4 + strspn(text + 4, " \t;");
}

enum { SOME = 1, ALL = 3 };

void cm_x86_forms(cm_strengths *forms, const char *text)
{
    const char *locked = after_lock(text), *rest;
    const char *plain = locked ? locked : text;
    const char *name = cm_strengths_word(forms->arena, plain, &rest);
    size_t length = strlen(name);
    if (!*text || (length == 6 && strcasecmp(name + 1, "fence") == 0)) {
        bool some = strcasecmp(name, "lfence") == 0 || strcasecmp(name, "sfence") == 0;
        cm_strengths_add(forms, "", "none", 0, 0, 0);
        if (some)
            cm_strengths_add(forms, text, cm_strengths_case(forms->arena, name, true), SOME, 0, 5);
        cm_strengths_add(forms, "MFENCE", "MFENCE", ALL, 0, 20);
        cm_strengths_settle(forms, text, some ? SOME : *text ? ALL : 0u, 0);
        return;
    }
    if (!cm_x86_is_lockable(name) || !strpbrk(rest, "[("))
        return;
    cm_strengths_add(forms, plain, "unlocked", 0, 0, 0);
    cm_strengths_add(forms, cm_arena_printf(forms->arena, "LOCK %s", plain), "LOCK", 1, 0, 20);
    cm_strengths_settle(forms, text, locked ? 1 : 0, 0);
}
