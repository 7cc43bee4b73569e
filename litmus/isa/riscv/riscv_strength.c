/* Weaker and stronger forms of RISC-V's fences (RISC-V Unprivileged ISA, RV32I, "Memory
 * Ordering Instructions"); those of accesses stand in riscv.isa. */
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

void cm_rv_forms(cm_strengths *forms, const char *text)
{
    const cm_insn *insn = forms->insn;
    if (*text && (!insn || strncmp(insn->opcode, "fence", 5) != 0))
        return; /* riscv.isa rates it */
    unsigned own = 0;
    if (*text && insn->operand_count == 2)
        own = pairs((unsigned)insn->operands[0].number, (unsigned)insn->operands[1].number);
    else if (*text && strcmp(insn->opcode, "fence.i") != 0)
        own = strcmp(insn->opcode, "fence") == 0 ? RR | RW | WR | WW : TSO;
    if (!*text || strcmp(insn->opcode, "fence.i") != 0)
        add_fences(forms, text, own);
}
