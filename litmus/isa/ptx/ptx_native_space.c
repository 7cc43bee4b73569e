/* Where addresses lead, as ptxas takes it (PTX ISA, "Generic Addressing", "cvta", "mapa").
 *
 * A register of the test that holds an address of shared memory has the generic one in the
 * machine, which the thread's whole cluster may use. A location that an instruction names has in
 * its register the address of its window (.shared::cta, .shared::cluster), and the space stands
 * at the instruction; one that a register leads to is accessed through that window, too, if the
 * instruction says so. */
#include "litmus/isa/ptx/ptx_native.h"

#include <string.h>

static const char spaces[] = "global|shared|shared::cta|shared::cluster";

/* The window in which the thread sees a location. */
static const char *window_of(const cm_ptxn *n, int location)
{
    int thread = (int)(n->thread - n->test->threads);
    bool own = cm_location_shared_by(n->test, location, thread, CM_SCOPE_CTA);
    return own ? ".shared::cta" : ".shared::cluster";
}

_Noreturn static void refuse_space(cm_ptxn *n, const char *said)
{
    cm_ptxn_refuse(n, n->instruction->place,
                   "space `.%s` cannot run here, expected a location that lies there", said);
}

const char *cm_ptxn_space(cm_ptxn *n, const cm_insn_operand *address)
{
    const char *said = cm_ptxn_find(n, spaces);
    bool global = said && strcmp(said, "global") == 0;
    if (cm_ptxn_has(n, "const"))
        refuse_space(n, "const");
    const cm_location *locations = n->test->locations;
    bool named = address->kind == CM_INSN_LOCATION;
    if (named && locations[address->index].space == CM_SPACE_SHARED)
        return said && !global && strcmp(said, "shared") != 0
                   ? cm_arena_printf(n->work->arena, ".%s", said)
                   : window_of(n, address->index);
    bool shares = false;
    for (int i = 0; i < n->test->location_count; i++)
        shares |= locations[i].space == CM_SPACE_SHARED;
    if (!shares || named) {
        if (said && !global)
            refuse_space(n, said);
        return ".global";
    }
    return said ? cm_arena_printf(n->work->arena, ".%s", said) : "";
}

const char *cm_ptxn_generic(cm_ptxn *n, const char *name, int location)
{
    if (n->test->locations[location].space != CM_SPACE_SHARED)
        return name;
    const char *result = cm_ptxn_temporary(n, 64);
    cm_ptxn_always(n, "cvta%s.u64 %s, %s", window_of(n, location), result, name);
    return result;
}

const char *cm_ptxn_window(cm_ptxn *n, const char *name, const char *space)
{
    if (strncmp(space, ".shared", 7) != 0)
        return name;
    const char *result = cm_ptxn_temporary(n, 64);
    cm_ptxn_always(n, "cvta.to%s.u64 %s, %s", space, result, name);
    return result;
}

const char *cm_ptxn_space_said(const cm_ptxn *n, int which)
{
    for (int i = 0; i < n->insn->word_count; i++) {
        const char *word = n->insn->words[i].text;
        if (cm_ptx_among(spaces, word) && which-- == 0)
            return cm_arena_printf(n->work->arena, ".%s", word);
    }
    return "";
}
