/* Where in its wave the one lane of a thread is. In a test it is lane 0; a kernel's may be another
 * one, and then what tells where the lane is would be wrong: it is refused here, but the lane's
 * number (amd_known.c). The masks that compare, exec, and what logic makes of them have the lane's
 * bit alone, wherever it is. So they may be counted, be 0 or not, and decide for the lane, but not
 * be used as numbers. */
#include "import/amd.h"

#include "base/text.h"

#include <string.h>

enum { LANES = 64 };
/* What a register may hold; 0: nothing yet, or no bit, or all. FIRST: the number of a mask's first
 * lane, which is 0 in the test, and names a lane only. */
enum { MASK = 1, OTHER = 2, FIRST = 4 };

typedef struct lanes {
    cm_amd_reading *r;
    cm_amd_kernel *k;
    const cm_amd_parts *parts;
    unsigned own;
} lanes;

static uint8_t held(const uint8_t *registers, const cm_amd_operand *o)
{
    uint8_t all = 0;
    if (o->first == CM_AMD_EXEC || o->first == CM_AMD_EXEC + 1)
        return MASK;
    for (int i = 0; i < o->count; i++)
        all |= registers[o->first + i];
    bool is_neutral = o->is_number && (o->number == 0 || (uint32_t)o->number == UINT32_MAX);
    return o->count > 0 || is_neutral || strcmp(o->text, "off") == 0 ? all : OTHER;
}

static bool is_copy(const char *opcode)
{
    return cm_amd_begins(opcode, "v_mov_b") || cm_amd_begins(opcode, "v_pk_mov_b") ||
           cm_amd_begins(opcode, "v_readfirstlane_") || cm_amd_begins(opcode, "v_readlane_") ||
           cm_amd_begins(opcode, "v_writelane_");
}

/* A mask among its operands that counts lanes, or says something of the lane. */
static int mask_of(const lanes *l, const cm_amd_parts *p)
{
    if (cm_amd_begins(p->opcode, "v_cndmask_"))
        return p->count - 1;
    if (cm_amd_begins(p->opcode, "v_addc_") || cm_amd_begins(p->opcode, "v_subb"))
        return p->count - 1;
    bool halves = strstr(p->opcode, "_b32") && !cm_amd_begins(p->opcode, "v_mbcnt_");
    bool counts = strstr(p->opcode, "bcnt") && !(halves && l->own >= LANES / 2);
    return counts ? 1 : -1;
}

/* An operand that names a lane, and names it as the test does. */
static bool is_lane(const uint8_t *now, const cm_amd_parts *p, int operand)
{
    bool at = cm_amd_begins(p->opcode, "v_readlane_") || cm_amd_begins(p->opcode, "v_writelane_") ||
              (cm_amd_begins(p->opcode, "s_lshl_b64") && strcmp(p->operands[1].text, "1") == 0);
    return operand == 2 && at && held(now, &p->operands[2]) == FIRST;
}

static void step(void *context, size_t line, uint8_t *now)
{
    const lanes *l = context;
    const cm_amd_parts *p = &l->parts[line];
    const cm_amd_operand *o = p->operands;
    bool writes = p->count > 0 && o->count > 0 && cm_amd_writes_first(p);
    bool saves = strstr(p->opcode, "_saveexec_"), counts = cm_amd_begins(p->opcode, "v_mbcnt_");
    bool carries = strstr(p->opcode, "_co_") || cm_amd_begins(p->opcode, "v_div_scale") ||
                   cm_amd_begins(p->opcode, "v_mad_u64_") || cm_amd_begins(p->opcode, "v_mad_i64_");
    uint8_t all = 0;
    int mask = mask_of(l, p);
    if (!*p->opcode || *p->opcode == '.' || strchr(p->opcode, ':') || cm_amd_is_branch(p->opcode) ||
        cm_amd_begins(p->opcode, "s_waitcnt"))
        return;
    for (int i = writes || saves ? 1 : 0; i < p->count; i++) {
        bool lane = cm_amd_is_logic(p->opcode) && o->first == CM_AMD_EXEC && o[i].is_number;
        bool known = strcmp(p->opcode, "s_mov_b64") == 0 && strcmp(o[i].text, "1") == 0;
        bool either = strcmp(o[i].text, "0x1") == 0; /* as the walk writes what it knows */
        all |= known ? MASK
               : i == mask || lane || either || (carries && i == 1) || is_lane(now, p, i)
                   ? 0
                   : held(now, &o[i]);
    }
    bool compares =
        l->k->code[line].asks || (cm_amd_begins(p->opcode, "s_cmp_") && strstr(p->opcode, "_u64"));
    bool keeps = cm_amd_is_logic(p->opcode) || is_copy(p->opcode) || compares;
    bool mixes = (all & (all - 1)) != 0 || (saves && (all & ~MASK));
    bool first = strcmp(p->opcode, "s_ff1_i32_b64") == 0 && all == MASK;
    bool shifts = strcmp(p->opcode, "s_lshl_b64") == 0 && is_lane(now, p, 2);
    if ((counts && held(now, &o[1]) != MASK) ||
        (keeps ? mixes : !first && (all & (MASK | FIRST)) != 0)) {
        cm_fail(l->r->import->work, l->k->code[line].place,
                "`%s` tells which lane of its wave the thread is, lane %u, which is not supported, "
                "expected a thread that is lane 0, such as 0 or 64",
                l->parts[line].opcode, l->own);
    }
    if (writes && o->first != CM_AMD_EXEC)
        cm_amd_flow_set(now, o,
                        saves || shifts || cm_amd_begins(p->opcode, "v_cmp_") ? MASK
                        : first                                               ? FIRST
                        : keeps                                               ? all
                                                                              : OTHER);
    if (carries && p->count > 1)
        cm_amd_flow_set(now, &o[1], MASK);
}

unsigned cm_amd_lane(const cm_amd_reading *r, const cm_bind_thread *t)
{
    const cm_launch *l = &r->import->binding->launches[t->launch];
    return (unsigned)(cm_extent_linear(t->thread, l->threads) % LANES);
}

void cm_amd_check_lanes(cm_amd_reading *r, cm_amd_kernel *k)
{
    lanes l = {.r = r, .k = k, .own = cm_amd_lane(r, k->thread)};
    if (l.own == 0)
        return;
    uint8_t now[CM_AMD_FLOW_REGISTERS] = {0};
    now[CM_AMD_VECTOR] = OTHER;
    for (int i = 0; i < 3; i++)
        if (l.k->group_id[i] >= 0)
            now[l.k->group_id[i]] = OTHER;
    for (int u = 0; u < CM_AMD_USER_REGISTERS && l.k->users[u].first >= 0; u++)
        for (int i = 0; i < l.k->users[u].count; i++)
            now[l.k->users[u].first + i] = OTHER;
    l.parts = cm_amd_all_parts(r->import->work->arena, k);
    cm_amd_flow(r, k, now, step, &l);
}
