/* RISC-V's accesses on words: lb, lhu, sd and so on as lw and sw, and atomics of .d as of .w
 * (RISC-V Unprivileged ISA, RV32I "Load and Store Instructions", "A"). */
#include "litmus/isa/riscv/riscv.h"

#include <string.h>

const char *cm_rv_on_words(cm_arena *arena, const char *text)
{
    static const char *const plain[][2] = {{"lb", "lw"},  {"lbu", "lw"}, {"lh", "lw"},
                                           {"lhu", "lw"}, {"ld", "lw"},  {"lwu", "lw"},
                                           {"sb", "sw"},  {"sh", "sw"},  {"sd", "sw"}};
    size_t name = strcspn(text, " \t."), all = strcspn(text, " \t");
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strlen(plain[i][0]) == name && strncmp(text, plain[i][0], name) == 0)
            return cm_arena_printf(arena, "%s%s", plain[i][1], text + name);
    const char *doubled = strstr(text, ".d");
    if (!doubled || doubled >= text + all || (doubled[2] && !strchr(". \t", doubled[2])))
        return NULL;
    return cm_arena_printf(arena, "%.*s.w%s", (int)(doubled - text), text, doubled + 2);
}
