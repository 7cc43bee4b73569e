/* What registers may hold at each line of a kernel: flags that all ways there add up. */
#include "import/amd.h"

#include <string.h>

typedef struct flow {
    cm_amd_reading *r;
    const cm_amd_kernel *k;
    uint8_t **before; /* by line: of registers; NULL: nothing leads there (yet) */
    bool changed;
} flow;

static void arrive(flow *f, size_t line, const uint8_t *now)
{
    if (line >= f->k->count)
        return;
    uint8_t **to = &f->before[line];
    f->changed |= !*to;
    if (!*to)
        *to = CM_NEW_ARRAY(f->r->import->work->arena, CM_AMD_FLOW_REGISTERS, uint8_t);
    for (int i = 0; i < CM_AMD_FLOW_REGISTERS; i++) {
        f->changed |= (now[i] & ~(*to)[i]) != 0;
        (*to)[i] |= now[i];
    }
}

void cm_amd_flow(cm_amd_reading *r, const cm_amd_kernel *k, const uint8_t *first,
                 cm_amd_flow_step *step, void *context)
{
    flow f = {.r = r, .k = k};
    f.before = CM_NEW_ARRAY(r->import->work->arena, k->count + 1, uint8_t *);
    arrive(&f, 0, first);
    while (f.changed) {
        f.changed = false;
        for (size_t i = 0; i < k->count; i++) {
            uint8_t now[CM_AMD_FLOW_REGISTERS];
            if (!f.before[i])
                continue;
            memcpy(now, f.before[i], sizeof now);
            step(context, i, now);
            if (cm_amd_goes_on(k->code[i].text))
                arrive(&f, i + 1, now);
            arrive(&f, cm_amd_target(k, k->code[i].text), now);
        }
    }
}

bool cm_amd_is_logic(const char *opcode)
{
    static const char *const words[] = {"s_mov_b",  "s_and_b", "s_or_b",    "s_xor_b",
                                        "s_andn2_", "s_orn2_", "s_nand_",   "s_nor_",
                                        "s_xnor_",  "s_not_b", "s_cselect", "s_cmov"};
    bool is = strstr(opcode, "_saveexec_") != NULL;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is |= cm_amd_begins(opcode, words[i]);
    return is;
}

void cm_amd_flow_set(uint8_t *now, const cm_amd_operand *o, uint8_t flags)
{
    for (int i = 0; i < o->count; i++)
        now[o->first + i] = flags;
}
