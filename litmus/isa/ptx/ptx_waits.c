/* What makes threads of PTX wait (PTX ISA 9.4): for their asynchronous copies (9.7.10.28.2 to
 * 9.7.10.28.4, 9.7.13.15.16), for the grid that they are dependents of (griddepcontrol), for their
 * CTA (bar). */
#include "litmus/isa/ptx/ptx.h"
#include "litmus/isa/waits.h"

#include <string.h>

enum { COPY_COST = 40, BARRIER_COST = 30, GRID_COST = 60, FEWER_COST = 10 };

/* Has an instruction of the test the name for an operand, or for its guard? */
static bool is_used(const cm_test *test, const char *word)
{
    bool used = false;
    for (int t = 0; t < test->thread_count; t++)
        for (int i = 0; i < test->threads[t].instruction_count; i++) {
            const cm_insn *insn = test->threads[t].instructions[i].insn;
            if (!insn)
                continue;
            used |= insn->guard && strcmp(insn->guard->name, word) == 0;
            for (int o = 0; o < insn->operand_count; o++)
                used |= insn->operands[o].name && strcmp(insn->operands[o].name, word) == 0;
        }
    return used;
}

/* Until the phase is over that the operation is part of; the first of the object at which it
 * completes, "[m]" of "... [s], [x], 16, [m]". */
static void add_phase(cm_waits *waits, const cm_test *test, const char *text)
{
    cm_arena *arena = waits->arena;
    const char *open = strrchr(text, '['), *predicate = "p9", *label = "LW";
    for (int number = 8; number >= 0 && is_used(test, predicate); number--)
        predicate = cm_arena_printf(arena, "p%d", number);
    for (int number = 0; is_used(test, label); number++)
        label = cm_arena_printf(arena, "LW%d", number);
    if (!open || is_used(test, predicate))
        return;
    const char *object = cm_arena_text(arena, open, strcspn(open, "]") + 1);
    cm_wait_form wait = {.count = 3, .for_all = true, .cost = COPY_COST};
    wait.texts[0] = cm_arena_printf(arena, "%s:", label);
    wait.texts[1] =
        cm_arena_printf(arena, "mbarrier.try_wait.parity.b64 %s, %s, 0", predicate, object);
    wait.texts[2] = cm_arena_printf(arena, "@!%s bra %s", predicate, label);
    cm_waits_add(waits, wait);
}

static void add_bulk_group(cm_waits *waits)
{
    static const char commit[] = "cp.async.bulk.commit_group";
    static const char *const all[] = {"cp.async.bulk.wait_group.read 0",
                                      "cp.async.bulk.wait_group 0"};
    for (int i = 0; i < 2; i++) {
        cm_waits_add(waits, (cm_wait_form){{all[i]}, 1, false, false, COPY_COST - 5 + 5 * i});
        cm_waits_add(waits,
                     (cm_wait_form){{commit, all[i]}, 2, false, false, COPY_COST + 5 + 5 * i});
    }
}

/* A wait that leaves groups unfinished, or only waits until they have read. */
static void add_fuller(cm_waits *waits, const cm_insn *insn)
{
    const char *bulk = cm_insn_has(insn, "bulk") ? ".bulk" : "";
    bool reads = cm_insn_has(insn, "read");
    uint64_t left = insn->operands[0].number;
    cm_wait_form wait = {.count = 1, .in_place = true, .cost = FEWER_COST};
    wait.texts[0] =
        cm_arena_printf(waits->arena, "cp.async%s.wait_group%s 0", bulk, reads ? ".read" : "");
    if (left != 0)
        cm_waits_add(waits, wait);
    wait.texts[0] =
        cm_arena_printf(waits->arena, "cp.async.bulk.wait_group %llu", (unsigned long long)left);
    if (reads)
        cm_waits_add(waits, wait);
}

static void begun(cm_waits *waits, const cm_test *test, const cm_instruction *instruction)
{
    const cm_insn *insn = instruction->insn;
    bool copies = !insn->guard && strcmp(insn->opcode, "cp") == 0 && cm_insn_has(insn, "async");
    if (cm_insn_has(insn, "mbarrier::complete_tx::bytes"))
        add_phase(waits, test, instruction->text);
    else if (cm_insn_has(insn, "bulk_group"))
        add_bulk_group(waits);
    else if (copies && cm_insn_has(insn, "wait_group"))
        add_fuller(waits, insn);
    else if (copies && (cm_insn_has(insn, "ca") || cm_insn_has(insn, "cg")))
        cm_waits_add(waits, (cm_wait_form){{"cp.async.wait_all"}, 1, false, false, COPY_COST});
}

static void launch(cm_waits *waits)
{
    cm_waits_add(waits, (cm_wait_form){{"griddepcontrol.wait"}, 1, false, false, GRID_COST});
}

static const char *barrier(cm_arena *arena, int number)
{
    return cm_arena_printf(arena, "bar.sync %d", number);
}

const cm_isa_waits cm_ptx_waits = {begun, launch, barrier, BARRIER_COST};
