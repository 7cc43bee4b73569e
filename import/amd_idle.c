/* Loops of AMD's code that only take time: a back-off that counts how often it sleeps, a wait until
 * a clock has gone on. Such a loop touches no memory, and what it sets nobody reads behind it, so
 * that it is left out, but for the waits that stand before its first branch.
 *
 * It has to end: it reads a clock, which goes on, or a value that it hands from round to round is
 * counted in it, and C++ lets every loop without side effects end. One that hands nothing on, such
 * as a wait for a register that was loaded once, stays. */
#include "import/amd.h"

#include "base/text.h"

#include <string.h>

typedef struct idle {
    cm_amd_reading *r;
    cm_amd_kernel *k;
    const cm_amd_parts *parts;
    const cm_amd_live *before;
    size_t from, to; /* the loop's lines */
    cm_amd_live set; /* in it */
} idle;

static bool is_nothing(const char *text)
{
    return !*text || *text == '.' || cm_amd_is_label(text);
}

/* An instruction that computes, or waits. */
static bool takes_time(const cm_amd_line *n, const cm_amd_parts *p)
{
    static const char *const others[] = {"s_barrier", "s_endpgm",  "s_trap",   "s_load_",
                                         "s_buffer_", "s_dcache_", "s_setreg", "s_sendmsg",
                                         "s_swappc",  "s_setpc",   "s_getpc",  "s_atomic_"};
    if (is_nothing(n->text))
        return true;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (cm_amd_begins(p->opcode, others[i]))
            return false;
    bool wakes = cm_amd_begins(n->text, "s_mov_b64 exec, ") && p->operands[1].is_number &&
                 p->operands[1].number == 1;
    bool masks = p->count > 0 && p->operands[0].first == CM_AMD_EXEC;
    return (*p->opcode == 's' || *p->opcode == 'v') && p->opcode[1] == '_' &&
           !strstr(p->opcode, "saveexec") && (!masks || wakes);
}

static const cm_amd_operand scc = {.first = CM_AMD_SCC, .count = 1};
static const cm_amd_operand vcc = {.first = CM_AMD_VCC, .count = 2};

/* Perhaps more than it sets. */
static void add_set(cm_amd_live *l, const cm_amd_parts *p)
{
    bool two = strstr(p->opcode, "_co_") || strstr(p->opcode, "_scale") || strstr(p->opcode, "64_");
    for (int i = 0; i < (two ? 2 : 1) && i < p->count; i++)
        if (p->operands[i].first != CM_AMD_EXEC)
            cm_amd_live_add(l, &p->operands[i]);
    if (cm_amd_sets_scc(p))
        cm_amd_live_add(l, &scc);
}

static bool computes(const cm_amd_line *n, const cm_amd_parts *p)
{
    return !is_nothing(n->text) && !cm_amd_is_branch(p->opcode);
}

static bool counts(const cm_amd_parts *p)
{
    return cm_amd_begins(p->opcode, "s_add") || cm_amd_begins(p->opcode, "s_sub") ||
           cm_amd_begins(p->opcode, "v_add") || cm_amd_begins(p->opcode, "v_sub");
}

/* Where control goes from the line, past the loop; k->count: nowhere. */
static size_t leaves_to(const idle *d, size_t line)
{
    const char *text = d->k->code[line].text;
    size_t target = cm_amd_target(d->k, text), none = d->k->count;
    if (target != none && (target < d->from || target > d->to))
        return target;
    return line == d->to && cm_amd_goes_on(text) ? line + 1 : none;
}

/* Does the loop end by what it has counted? */
static bool ends_by_count(const idle *d)
{
    cm_amd_live of = d->set; /* what hangs on a value that goes from round to round */
    bool counted = false, ends = false;
    for (int i = 0; i < CM_AMD_LIVE_WORDS; i++)
        of.registers[i] &= d->before[d->from].registers[i];
    for (int round = 0; round < 2; round++)
        for (size_t i = d->from; i <= d->to; i++) {
            const cm_amd_parts *p = &d->parts[i];
            bool hangs = (cm_amd_reads_scc(p) && cm_amd_live_has(&of, &scc)) ||
                         (cm_amd_reads_vcc(p) && cm_amd_live_has(&of, &vcc));
            if (computes(&d->k->code[i], p)) {
                for (int o = 1; o < p->count; o++)
                    hangs |= cm_amd_live_has(&of, &p->operands[o]);
                hangs |= cm_amd_sets_scc(p) && p->count > 0 &&
                         cm_amd_live_has(&of, &p->operands[0]); /* s_cmp_ */
                counted |= hangs && counts(p);
                if (hangs)
                    add_set(&of, p);
            } else {
                ends |= hangs && leaves_to(d, i) != d->k->count;
            }
        }
    return counted && ends;
}

/* Does it only take time, and end? Then where it leaves to; k->count: it does not. */
static size_t exit_of(idle *d)
{
    size_t none = d->k->count, exit = none;
    bool ticks = false;
    d->set = (cm_amd_live){{0}};
    for (size_t i = 0; i < none; i++) {
        size_t target = cm_amd_target(d->k, d->k->code[i].text);
        bool inside = i >= d->from && i <= d->to;
        if (!inside && target != none && target > d->from && target <= d->to)
            return none;
        if (!inside)
            continue;
        const size_t way = leaves_to(d, i);
        if (!takes_time(&d->k->code[i], &d->parts[i]) ||
            (way != none && exit != none &&
             cm_amd_next_from(d->k, way) != cm_amd_next_from(d->k, exit)))
            return none;
        exit = way != none ? way : exit;
        ticks |= d->k->code[i].ticks;
        if (computes(&d->k->code[i], &d->parts[i]))
            add_set(&d->set, &d->parts[i]);
    }
    bool leaves = exit < none && !cm_amd_live_meet(&d->set, &d->before[exit]);
    return leaves && (ticks || ends_by_count(d)) ? exit : none;
}

/* Its lines go; a jump to where it leaves to stands in the place of the last one. */
static void leave_out(idle *d, size_t exit)
{
    cm_amd_line *code = d->k->code;
    const char *label = NULL;
    bool branched = false;
    for (size_t i = d->from; i <= d->to; i++)
        if (exit != d->to + 1 && cm_amd_target(d->k, code[i].text) == exit)
            label = strrchr(code[i].text, ' ');
    for (size_t i = d->from; i <= d->to; i++) {
        branched |= cm_amd_is_branch(d->parts[i].opcode);
        if (!is_nothing(code[i].text) && (branched || !cm_amd_begins(code[i].text, "s_waitcnt")))
            code[i].text = "";
    }
    if (label)
        code[d->to].text = cm_arena_printf(d->r->import->work->arena, "s_branch%s", label);
}

static bool is_jumped_to(const cm_amd_kernel *k, size_t line)
{
    bool any = false;
    for (size_t i = 0; i < k->count; i++)
        any |= cm_amd_target(k, k->code[i].text) == line;
    return any;
}

/* Has the thread waited for the same before, on the only way to it, with nothing in between that it
 * would have to wait for? */
static bool has_waited(const idle *d, size_t wait)
{
    const cm_amd_line *code = d->k->code;
    if (!cm_amd_begins(code[wait].text, "s_waitcnt"))
        return false;
    for (size_t i = wait; i-- > 0 && cm_amd_goes_on(code[i].text);) {
        if (strcmp(code[i].text, code[wait].text) == 0)
            return true;
        if (!takes_time(&code[i], &d->parts[i]) ||
            (cm_amd_is_label(code[i].text) && is_jumped_to(d->k, i)))
            return false;
    }
    return false;
}

/* Does the branch jump over such waits only? */
static bool skips_waits(const idle *d, size_t branch, size_t target)
{
    bool is = target > branch;
    for (size_t i = branch + 1; i < target && is; i++)
        is = is_nothing(d->k->code[i].text) || has_waited(d, i);
    return is;
}

bool cm_amd_drop_idle(cm_amd_reading *r, cm_amd_kernel *k)
{
    idle d = {.r = r, .k = k, .parts = cm_amd_all_parts(r->import->work->arena, k)};
    d.before = cm_amd_find_live(r->import->work->arena, k, d.parts);
    for (size_t i = 0; i < k->count; i++) {
        const char *text = k->code[i].text;
        size_t target = cm_amd_target(k, text);
        bool chooses = cm_amd_begins(text, "s_cbranch_") && target < k->count;
        bool same = chooses && cm_amd_next_from(k, target) == cm_amd_next_from(k, i + 1);
        if (same || (chooses && skips_waits(&d, i, target))) {
            for (size_t l = i; l == i || (!same && l < target); l++)
                k->code[l].text = is_nothing(k->code[l].text) ? k->code[l].text : "";
            return true;
        }
        if (target > i)
            continue;
        d.from = target;
        d.to = i;
        size_t exit = exit_of(&d);
        if (exit < k->count) {
            leave_out(&d, exit);
            return true;
        }
    }
    return false;
}
