/* Weaker and stronger forms of RISC-V's accesses and fences (RISC-V Unprivileged ISA, "A"
 * and "Zalasr" for annotations; RV32I, "Memory Ordering Instructions"). */
#include "litmus/isa/riscv/riscv.h"

#include <string.h>

/* ---- fences ------------------------------------------------------------------ */

enum { RR = 1, RW = 2, WR = 4, WW = 8, TSO = RR | RW | WW };

static const char *const sets[] = {"", "r", "w", "rw"};

static unsigned pairs(unsigned before, unsigned after)
{
    return ((before & 1) && (after & 1) ? RR : 0u) | ((before & 1) && (after & 2) ? RW : 0u) |
           ((before & 2) && (after & 1) ? WR : 0u) | ((before & 2) && (after & 2) ? WW : 0u);
}

static unsigned set_of(const char *text, size_t length)
{
    return (memchr(text, 'r', length) ? 1u : 0u) | (memchr(text, 'w', length) ? 2u : 0u);
}

/* What `fence RW,W` orders; -1: it is no such fence. */
static int fence_order(cm_arena *arena, const char *name, const char *rest)
{
    if (strcmp(name, "fence.tso") == 0)
        return TSO;
    if (strcmp(name, "fence") != 0)
        return -1;
    const char *operands = cm_strengths_case(arena, rest, false), *comma = strchr(operands, ',');
    if (!comma)
        return RR | RW | WR | WW;
    return (int)pairs(set_of(operands, (size_t)(comma - operands)), set_of(comma, strlen(comma)));
}

/* Waiting for stores before loads is what costs. */
static double cost_of(unsigned order)
{
    return 3.0 + (order & RR ? 1 : 0) + (order & RW ? 1 : 0) + (order & WW ? 1 : 0) +
           (order & WR ? 5 : 0);
}

static void add_fences(cm_strengths *forms, const char *text, unsigned own)
{
    cm_strengths_add(forms, "", "none", 0, 0, 0);
    for (unsigned before = 1; before < 4; before++)
        for (unsigned after = 1; after < 4; after++) {
            const char *fence =
                cm_arena_printf(forms->arena, "fence %s,%s", sets[before], sets[after]);
            unsigned order = pairs(before, after);
            cm_strengths_add(forms, fence, fence, order, 0, cost_of(order));
        }
    cm_strengths_add(forms, "fence.tso", "fence.tso", TSO, 0, cost_of(TSO));
    cm_strengths_settle(forms, text, own, 0);
}

/* ---- accesses ------------------------------------------------------------------ */

enum { AQ = 1, RL = 2 };
static const char *const marks[] = {"", ".aq", ".rl", ".aqrl"};

/* Which of the marks an operation may have, as a set of numbers; 0: it has none. */
static unsigned marks_of(const char *name)
{
    static const char *const loads[] = {"lb", "lh", "lw", "ld", "lbu", "lhu", "lwu"};
    static const char *const stores[] = {"sb", "sh", "sw", "sd"};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++)
        if (strcmp(name, loads[i]) == 0)
            return 1u << 0 | 1u << AQ | 1u << (AQ | RL);
    for (size_t i = 0; i < sizeof stores / sizeof *stores; i++)
        if (strcmp(name, stores[i]) == 0)
            return 1u << 0 | 1u << RL | 1u << (AQ | RL);
    bool atomic = strncmp(name, "amo", 3) == 0 || strncmp(name, "lr.", 3) == 0 ||
                  strncmp(name, "sc.", 3) == 0;
    return atomic ? 15 : 0;
}

/* Takes the annotation off the name. */
static const char *plain_name(cm_arena *arena, const char *name, unsigned *mark)
{
    static const struct {
        const char *end;
        unsigned mark;
    } ends[] = {{".aqrl", AQ | RL}, {".aq.rl", AQ | RL}, {".aq", AQ}, {".rl", RL}};
    size_t length = strlen(name);
    *mark = 0;
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++) {
        size_t end = strlen(ends[i].end);
        if (length > end && strcmp(name + length - end, ends[i].end) == 0) {
            *mark = ends[i].mark;
            return cm_arena_text(arena, name, length - end);
        }
    }
    return name;
}

void cm_rv_forms(cm_strengths *forms, const char *text)
{
    const char *rest;
    unsigned own;
    const char *name =
        cm_strengths_case(forms->arena, cm_strengths_word(forms->arena, text, &rest), false);
    int fence = *name ? fence_order(forms->arena, name, rest) : 0;
    if (fence >= 0) {
        add_fences(forms, text, (unsigned)fence);
        return;
    }
    name = plain_name(forms->arena, name, &own);
    unsigned any = marks_of(name);
    for (unsigned mark = 0; mark < 4; mark++)
        if (any >> mark & 1) {
            const char *form = cm_arena_printf(forms->arena, "%s%s", name, marks[mark]);
            cm_strengths_add(forms, cm_arena_printf(forms->arena, "%s%s", form, rest), form, mark,
                             0, (mark & AQ ? 3 : 0) + (mark & RL ? 4 : 0));
        }
    cm_strengths_settle(forms, text, own, 0);
}
