/* The instruction set CDNA: the way to each instruction. */
#include "litmus/isa/cdna/cdna.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const cm_cdna_table *const tables[] = {&cm_cdna_valu_table, &cm_cdna_mask_table,
                                              &cm_cdna_salu_table, &cm_cdna_sync_table};
enum { TABLES = sizeof tables / sizeof *tables };

static const cm_cdna_row *find_row(const char *name, bool *vector)
{
    for (size_t t = 0; t < TABLES; t++)
        for (size_t i = 0; i < tables[t]->count; i++)
            if (strcasecmp(name, tables[t]->rows[i].name) == 0) {
                *vector = tables[t]->vector;
                return &tables[t]->rows[i];
            }
    return NULL;
}

/* `_e32` and `_e64` name an encoding ("AMDGPU Instructions Syntax", "Suffix"). */
static const char *plain_name(cm_cdna *a, const char *name)
{
    size_t length = strlen(name);
    if (length > 4 &&
        (strcasecmp(name + length - 4, "_e32") == 0 || strcasecmp(name + length - 4, "_e64") == 0))
        return cm_arena_text(cm_asm_arena(a->as), name, length - 4);
    return name;
}

/* What the initial state gave to pairs goes into the registers that they are made of, before
 * the first instruction. */
static void take_pairs_apart(cm_cdna *a)
{
    const cm_thread *thread = a->as->thread;
    if (thread->instruction_count != 1 || thread->step_count > 0)
        return;
    int count = thread->register_count;
    for (int i = 0; i < count; i++) {
        const char *name = a->as->thread->registers[i].name;
        if (!strchr(name, '['))
            continue;
        cm_cdna_reg pair = {*name == 'v' ? CM_CDNA_V : CM_CDNA_S,
                            (unsigned)strtoul(name + 2, NULL, 10), 2, a->place};
        cm_cdna_write(a, pair, 0, 64, cm_asm_reg(a->as, i));
    }
}

/* What an inactive lane does not do. */
static void guard(cm_cdna *a)
{
    if (cm_cdna_masked(a))
        cm_asm_set_guard(a->as, cm_cdna_op(a, CM_OP_AND, 32, cm_asm_reg(a->as, cm_cdna_exec(a)),
                                           cm_cdna_const(a, 1)));
}

/* Those that gfx942 has no more (AMDGPUUsage, "Memory Model GFX90A"). */
static void refuse_older(cm_cdna *a)
{
    static const char *const older[] = {"buffer_wbinvl1", "buffer_wbinvl1_vol", "buffer_invl2"};
    for (size_t i = 0; i < sizeof older / sizeof *older; i++)
        if (strcasecmp(a->name, older[i]) == 0)
            cm_asm_fail(a->as, a->place, "`%s` is of gfx90a, expected buffer_inv of gfx942",
                        older[i]);
}

void cm_cdna_assemble(cm_asm *as, cm_lexer *lex)
{
    cm_cdna a = {.as = as, .lex = lex, .place = lex->token.place};
    a.name = cm_lexer_name(lex, "an instruction");
    refuse_older(&a);
    take_pairs_apart(&a);
    bool vector = true;
    const cm_cdna_row *row = find_row(plain_name(&a, a.name), &vector);
    if (vector)
        guard(&a);
    if (row)
        row->assemble(&a, row);
    else if (!cm_cdna_memory(&a))
        cm_asm_fail(as, a.place, "unknown instruction `%s`, expected one of CDNA", a.name);
    cm_asm_set_guard(as, NULL);
}

void cm_cdna_each_mnemonic(cm_mnemonic_visit *visit, void *context)
{
    for (size_t t = 0; t < TABLES; t++)
        for (size_t i = 0; i < tables[t]->count; i++)
            visit(context, tables[t]->rows[i].name);
    cm_cdna_each_memory(visit, context);
}

cm_native cm_cdna_native(cm_work *work, const cm_test *test, int thread,
                         const cm_native_style *style)
{
    (void)style;
    cm_fail(work, (cm_place){test->source, 0, 0},
            "P%d is a thread of CDNA, for which there is no driver, expected one of an instruction "
            "set that can run",
            test->threads[thread].id);
}
