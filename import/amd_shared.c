/* A wave of which several lanes are threads. In the test each is a wave of its own: what one lane
 * learns of others by being in their wave would be wrong, and is refused, and so are loops, which
 * lanes go round together. Followed is which registers hold what differs by work-item, and which
 * hold masks of lanes. */
#include "import/amd.h"

#include <string.h>

/* ITEM: the value differs by work-item. VOTE: it is a mask of what lanes have compared. EACH: it is
 * such a mask, and what they have compared differs by work-item. */
enum { ITEM = 1, VOTE = 2, EACH = 4 };

typedef struct shared {
    cm_amd_reading *r;
    const cm_amd_kernel *k;
    const cm_amd_parts *parts;
} shared;

static uint8_t held(const uint8_t *now, const cm_amd_operand *o)
{
    uint8_t all = 0;
    bool exec = o->first == CM_AMD_EXEC || o->first == CM_AMD_EXEC + 1;
    for (int i = 0; i < o->count && !exec; i++)
        all |= now[o->first + i];
    return all;
}

static void refuse(const shared *s, size_t line)
{
    cm_fail(s->r->import->work, s->k->code[line].place,
            "`%s` may hang on other lanes of the wave, of which several are threads, which is not "
            "supported, expected threads of different waves, such as 0 and 64",
            s->parts[line].opcode);
}

static bool is_never(const shared *s, size_t line)
{
    static const char *const words[] = {"ds_bpermute_", "ds_permute_", "ds_swizzle_", "s_ff1_",
                                        "s_flbit_"};
    const cm_amd_parts *p = &s->parts[line];
    bool is = strstr(p->opcode, "_dpp") ||
              (cm_amd_begins(p->opcode, "v_readlane_") && !p->operands[2].is_number) ||
              (cm_amd_is_branch(s->k->code[line].text) &&
               cm_amd_target(s->k, s->k->code[line].text) <= line);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        is |= cm_amd_begins(p->opcode, words[i]);
    return is;
}

static void step(void *context, size_t line, uint8_t *now)
{
    const shared *s = context;
    const cm_amd_parts *p = &s->parts[line];
    const cm_amd_operand *o = p->operands, vcc = {.first = CM_AMD_VCC, .count = 2};
    if (!*p->opcode || *p->opcode == '.' || strchr(p->opcode, ':'))
        return;
    if (is_never(s, line) || (cm_amd_reads_vcc(p) && (held(now, &vcc) & EACH)))
        refuse(s, line);
    if (cm_amd_is_branch(p->opcode) || cm_amd_begins(p->opcode, "s_waitcnt"))
        return;
    bool writes = p->count > 0 && o->count > 0 && cm_amd_writes_first(p);
    bool carries = strstr(p->opcode, "_co_") || cm_amd_begins(p->opcode, "v_div_scale") ||
                   cm_amd_begins(p->opcode, "v_mad_u64_") || cm_amd_begins(p->opcode, "v_mad_i64_");
    bool chooses = cm_amd_begins(p->opcode, "v_cndmask_") || cm_amd_begins(p->opcode, "v_addc_") ||
                   cm_amd_begins(p->opcode, "v_subb");
    bool asks = s->k->code[line].asks, logic = cm_amd_is_logic(p->opcode) ||
                                               cm_amd_begins(p->opcode, "v_readlane_") ||
                                               cm_amd_begins(p->opcode, "v_writelane_");
    bool compares = cm_amd_begins(p->opcode, "s_cmp_") && strstr(p->opcode, "_u64");
    uint8_t all = 0;
    for (int i = writes ? 1 : 0; i < p->count; i++) {
        uint8_t one = carries && i == 1 ? 0 : held(now, &o[i]);
        if (chooses && i == p->count - 1)
            one = one & EACH ? ITEM : 0;
        all |= one;
    }
    bool masks = all & (VOTE | EACH);
    if (masks && !asks && !logic && !(compares && !(all & EACH)))
        refuse(s, line);
    if (cm_amd_begins(p->opcode, "v_readfirstlane_") && (all & ITEM))
        refuse(s, line);
    uint8_t vote = all & ITEM ? VOTE | EACH : VOTE;
    if (writes && o->first != CM_AMD_EXEC)
        cm_amd_flow_set(now, o, cm_amd_begins(p->opcode, "v_cmp_") ? vote : all);
    if (carries && p->count > 1)
        cm_amd_flow_set(now, &o[1], vote);
}

void cm_amd_check_shared_wave(cm_amd_reading *r, const cm_amd_kernel *k)
{
    shared s = {.r = r, .k = k, .parts = cm_amd_all_parts(r->import->work->arena, k)};
    uint8_t now[CM_AMD_FLOW_REGISTERS] = {0};
    now[CM_AMD_VECTOR] = ITEM;
    cm_amd_flow(r, k, now, step, &s);
}
