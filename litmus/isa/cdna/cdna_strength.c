/* Weaker and stronger forms of CDNA's accesses, waits and cache controls (AMDGPUUsage, "Memory
 * Model GFX942"): scopes by sc0 and sc1, what s_waitcnt waits for, how far buffer_wbl2 and
 * buffer_inv reach.
 *
 * Where a release stands, a wait, a write-back, a wait and an invalidate may each come on its
 * own: they are places one after the other. Costs are estimates, as all of them are. */
#include "litmus/isa/cdna/cdna.h"

#include <string.h>
#include <strings.h>

enum { WAIT_BEFORE, WRITE_BACK, WAIT, INVALIDATE_L2, INVALIDATE }; /* groups, in their order */

typedef struct scope {
    const char *bits;
    unsigned includes;
} scope;

enum { PLAIN, WORKGROUP, AGENT, SYSTEM, SCOPES };
static const scope scopes[SCOPES] = {{"", 0}, {" sc0", 1}, {" sc1", 3}, {" sc0 sc1", 7}};

static bool begins(const char *text, const char *with)
{
    return strncasecmp(text, with, strlen(with)) == 0;
}

static void add(cm_strengths *forms, const char *text, const char *name, unsigned order,
                unsigned reach, double cost, int group)
{
    cm_strengths_add(forms, text, name, order, reach, cost);
    forms->items[forms->count - 1].group = group;
}

/* ---- sc0 and sc1 ------------------------------------------------------------------ */

/* The text without these words. */
static const char *without_bits(cm_strengths *forms, const char *text)
{
    cm_text rest = cm_text_new(forms->arena);
    for (const char *c = text; *c;) {
        size_t blank = strspn(c, " \t"), length = strcspn(c + blank, " \t");
        const char *word = c + blank;
        bool whole = length == 3 || (length == 5 && word[3] == '=');
        if (!whole || (!begins(word, "sc0") && !begins(word, "sc1") && !begins(word, "glc")))
            cm_text_add_bytes(&rest, c, blank + length);
        c = word + length;
    }
    return rest.data;
}

static int scope_of(const cm_insn *insn)
{
    bool sc0 = cm_insn_has(insn, "sc0"), sc1 = cm_insn_has(insn, "sc1");
    return sc1 ? (sc0 ? SYSTEM : AGENT) : sc0 ? WORKGROUP : PLAIN;
}

/* ---- accesses --------------------------------------------------------------------- */

/* An order makes atomic what is plain: whatever is asked of scopes only leaves it plain. */
static void add_access(cm_strengths *forms, const char *text, const char *kind)
{
    static const double costs[SCOPES] = {0, 1, 4, 6};
    const char *rest = without_bits(forms, text);
    for (int s = 0; s < SCOPES; s++)
        add(forms, cm_arena_printf(forms->arena, "%s%s", rest, scopes[s].bits),
            cm_arena_printf(forms->arena, "%s%s", kind, scopes[s].bits), s != PLAIN,
            scopes[s].includes, costs[s], 0);
    int own = scope_of(forms->insn);
    cm_strengths_settle(forms, text, own != PLAIN, scopes[own].includes);
}

/* Of an atomic operation sc0 says that it gives what was there. */
static void add_atomic(cm_strengths *forms, const char *text)
{
    const char *rest = without_bits(forms, text);
    const char *returns = cm_insn_has(forms->insn, "sc0") ? " sc0" : "";
    add(forms, cm_arena_printf(forms->arena, "%s%s", rest, returns), "atomic", 1,
        scopes[AGENT].includes, 1, 0);
    add(forms, cm_arena_printf(forms->arena, "%s%s sc1", rest, returns), "atomic sc1", 1,
        scopes[SYSTEM].includes, 3, 0);
    cm_strengths_settle(forms, text, 1,
                        scopes[cm_insn_has(forms->insn, "sc1") ? SYSTEM : AGENT].includes);
}

/* Not of LDS, nor of the scalar cache. */
static bool is_access(const char *opcode, const char *what)
{
    const char *rest = strchr(opcode, '_');
    return *opcode != 's' && *opcode != 'd' && rest && begins(rest, what);
}

/* ---- caches ------------------------------------------------------------------------ */

/* Nothing to write back is nearer than the L2, and nothing to invalidate than the L1. */
static void add_caches(cm_strengths *forms, const char *name, int group)
{
    static const double write_back[SCOPES] = {0, 0, 16, 24}, invalidate[SCOPES] = {0, 4, 8, 12};
    for (int s = group == WRITE_BACK ? AGENT : WORKGROUP; s < SCOPES; s++) {
        const char *text = cm_arena_printf(forms->arena, "%s%s", name, scopes[s].bits);
        add(forms, text, text, 1, scopes[s].includes,
            group == WRITE_BACK ? write_back[s] : invalidate[s], group);
    }
}

static void add_cache(cm_strengths *forms, const char *text, const char *name, int group)
{
    int own = scope_of(forms->insn);
    add(forms, "", "none", 0, 0, 0, group);
    if (own < (group == WRITE_BACK ? AGENT : WORKGROUP)) /* what does nothing */
        add(forms, text, text, 1, scopes[own].includes, 0.5, group);
    add_caches(forms, name, group);
    cm_strengths_settle(forms, text, 1, scopes[own].includes);
}

/* ---- waits ------------------------------------------------------------------------- */

/* A count waits for what a larger one waits for, and more. Of one instruction there are its own
 * counts, 0 and none: two bits for each counter tell them apart. */
static unsigned waits_for(int vm, int lgkm)
{
    unsigned of_vm = vm < 0 ? 0 : vm > 0 ? 1 : 3, of_lgkm = lgkm < 0 ? 0 : lgkm > 0 ? 1 : 3;
    return of_vm | of_lgkm << 2;
}

/* -1: not waited for. */
static void add_wait(cm_strengths *forms, int vm, int lgkm, int group)
{
    cm_text text = cm_text_new(forms->arena);
    cm_text_add(&text, "s_waitcnt");
    if (vm >= 0)
        cm_text_append(&text, " vmcnt(%d)", vm);
    if (lgkm >= 0)
        cm_text_append(&text, " lgkmcnt(%d)", lgkm);
    /* The second place where it may stand is the usual one. */
    double cost = (vm < 0 ? 0 : 4) + (lgkm < 0 ? 0 : 2) + (group == WAIT_BEFORE ? 0.5 : 0);
    add(forms, text.data, text.data, waits_for(vm, lgkm), 0, cost, group);
}

/* -1: not waited for. False: it is written as a number, or waits for something else. */
static bool counts_of(const cm_insn *insn, int *vm, int *lgkm)
{
    const cm_insn_operand *counts = &insn->operands[0];
    cm_cdna_counts c = cm_cdna_counts_of(counts->number);
    *vm = c.vm == CM_CDNA_MOST_VM ? -1 : (int)c.vm;
    *lgkm = c.lgkm == CM_CDNA_MOST_LGKM ? -1 : (int)c.lgkm;
    return counts->name && c.exp == CM_CDNA_MOST_EXP && (*vm >= 0 || *lgkm >= 0);
}

/* Of each counter its own count, none and all. */
static void add_own_wait(cm_strengths *forms, const char *text)
{
    int vm, lgkm;
    if (!counts_of(forms->insn, &vm, &lgkm)) { /* it may go */
        add(forms, "", "none", 0, 0, 0, WAIT);
        add(forms, text, "s_waitcnt", 1, 0, 6, WAIT);
        forms->self = 1;
        return;
    }
    const int vms[] = {-1, 0, vm}, lgkms[] = {-1, 0, lgkm};
    add(forms, "", "none", 0, 0, 0, WAIT);
    for (int v = 0; v < (vm > 0 ? 3 : 2); v++)
        for (int l = 0; l < (lgkm > 0 ? 3 : 2); l++)
            if (v || l)
                add_wait(forms, vms[v], lgkms[l], WAIT);
    cm_strengths_settle(forms, text, waits_for(vm, lgkm), 0);
}

/* ---- all ---------------------------------------------------------------------------- */

static void add_fences(cm_strengths *forms)
{
    add(forms, "", "none", 0, 0, 0, 0);
    add_wait(forms, 0, -1, WAIT_BEFORE);
    add_caches(forms, "buffer_wbl2", WRITE_BACK);
    add_wait(forms, 0, -1, WAIT);
    add_wait(forms, -1, 0, WAIT);
    add_wait(forms, 0, 0, WAIT);
    add_caches(forms, "buffer_inv", INVALIDATE);
    forms->self = 0;
}

/* What else there is has one form. */
void cm_cdna_forms(cm_strengths *forms, const char *text)
{
    const char *opcode = forms->insn ? forms->insn->form->opcode : "";
    if (!*text)
        add_fences(forms);
    else if (strcmp(opcode, "s_waitcnt") == 0)
        add_own_wait(forms, text);
    else if (strcmp(opcode, "buffer_wbl2") == 0)
        add_cache(forms, text, opcode, WRITE_BACK);
    else if (strcmp(opcode, "buffer_inv") == 0)
        add_cache(forms, text, opcode, INVALIDATE);
    else if (is_access(opcode, "_load_"))
        add_access(forms, text, "load");
    else if (is_access(opcode, "_store_"))
        add_access(forms, text, "store");
    else if (is_access(opcode, "_atomic_"))
        add_atomic(forms, text);
}

/* ---- CDNA 2 ------------------------------------------------------------------------- */

/* In groups of their own; a system acquires by both invalidates. */
static const struct {
    const char *name;
    unsigned reach;
    double cost;
    int group;
} older[] = {{"buffer_wbl2", 7, 24, WRITE_BACK},
             {"buffer_invl2", 7, 8, INVALIDATE_L2},
             {"buffer_wbinvl1_vol", 3, 8, INVALIDATE}};
enum { OLDER = sizeof older / sizeof *older };

/* Stores and atomic operations have no bits that say how far they reach. */
void cm_cdna2_forms(cm_strengths *forms, const char *text)
{
    const char *opcode = forms->insn ? forms->insn->form->opcode : "";
    int own = 0;
    while (own < OLDER && strcmp(opcode, older[own].name) != 0)
        own++;
    if (strcmp(opcode, "s_waitcnt") == 0) {
        add_own_wait(forms, text);
    } else if (own < OLDER) {
        add(forms, "", "none", 0, 0, 0, older[own].group);
        add(forms, text, opcode, 1, older[own].reach, older[own].cost, older[own].group);
        forms->self = 1;
    } else if (!*text) {
        add(forms, "", "none", 0, 0, 0, 0);
        add_wait(forms, 0, -1, WAIT_BEFORE);
        add(forms, older[0].name, older[0].name, 1, older[0].reach, older[0].cost, WRITE_BACK);
        add_wait(forms, 0, -1, WAIT);
        add_wait(forms, -1, 0, WAIT);
        add_wait(forms, 0, 0, WAIT);
        for (int i = 1; i < OLDER; i++)
            add(forms, older[i].name, older[i].name, 1, older[i].reach, older[i].cost,
                older[i].group);
        forms->self = 0;
    } else if (is_access(opcode, "_load_") && !cm_insn_has(forms->insn, "slc")) {
        bool glc = cm_insn_has(forms->insn, "glc");
        const char *rest = without_bits(forms, text);
        add(forms, rest, "load", 0, 0, 0, 0);
        add(forms, cm_arena_printf(forms->arena, "%s glc", rest), "load glc", 1, 7, 4, 0);
        forms->self = glc;
    }
}
