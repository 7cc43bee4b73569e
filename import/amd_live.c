/* What nobody reads in AMD's code goes, once variables of scratch memory are registers
 * (amd_local.c): the computation of their addresses, and copies of all lanes of a register.
 *
 * A register is live where an instruction that stays may read it. Instructions that only move or
 * compare stay where a register that they write is live behind them; all others do. A vector
 * instruction writes nothing in a lane that is not active, and ends a value only where the lane is
 * known to be. */
#include "import/amd.h"

#include "base/text.h"

#include <string.h>

enum { WORDS = CM_AMD_LIVE_WORDS };
typedef cm_amd_live live;

bool cm_amd_live_has(const cm_amd_live *l, const cm_amd_operand *o)
{
    bool any = false;
    for (int i = 0; i < o->count; i++)
        any |= l->registers[(o->first + i) / 64] >> (o->first + i) % 64 & 1;
    return any;
}

static void set(live *l, const cm_amd_operand *o, bool on)
{
    for (int i = 0; i < o->count; i++) {
        uint64_t bit = UINT64_C(1) << (o->first + i) % 64;
        if (on)
            l->registers[(o->first + i) / 64] |= bit;
        else
            l->registers[(o->first + i) / 64] &= ~bit;
    }
}

void cm_amd_live_add(cm_amd_live *l, const cm_amd_operand *o)
{
    set(l, o, true);
}

bool cm_amd_live_meet(const cm_amd_live *a, const cm_amd_live *b)
{
    bool any = false;
    for (int i = 0; i < WORDS; i++)
        any |= (a->registers[i] & b->registers[i]) != 0;
    return any;
}

static const cm_amd_operand scc = {.first = CM_AMD_SCC, .count = 1};

/* Does it no more than to set its first operand, and SCC? */
static bool only_sets(const cm_amd_parts *p)
{
    static const char *const words[] = {
        "v_mov_b32",          "v_mov_b64",           "s_mov_b32",     "s_mov_b64",
        "v_cndmask_b32",      "v_and_b32",           "v_or_b32",      "v_xor_b32",
        "v_readlane_b32",     "v_writelane_b32",     "v_add_u32",     "v_lshl_add_u64",
        "v_lshlrev_b32",      "v_bfe_i32",           "s_cselect_b32", "s_cselect_b64",
        "v_ashrrev_i32",      "v_lshrrev_b32",       "s_and_b64",     "s_or_b64",
        "s_xor_b64",          "s_andn2_b64",         "s_add_i32",     "s_lshr_b64",
        "s_and_b32",          "v_readfirstlane_b32", "s_lshl_b32",    "s_lshr_b32",
        "s_sub_i32",          "s_sub_u32",           "s_subb_u32",    "s_min_i32",
        "s_min_u32",          "s_mul_i32",           "v_sub_u32",     "v_min_i32",
        "v_min_u32",          "v_mul_lo_u32",        "v_lshlrev_b64", "s_lshl_b64",
        "v_mbcnt_lo_u32_b32", "v_mbcnt_hi_u32_b32"};
    bool any = cm_word_listed(words, sizeof words / sizeof *words, p->opcode);
    return (any || cm_amd_begins(p->opcode, "v_cmp_")) && p->count > 1 &&
           p->operands[0].first >= 0 && p->operands[0].first != CM_AMD_EXEC;
}

static const cm_amd_operand exec = {.first = CM_AMD_EXEC, .count = 2};

static bool sets_exec(const cm_amd_parts *p)
{
    return strcmp(p->opcode, "s_mov_b64") == 0 && p->operands[0].first == CM_AMD_EXEC;
}

/* `s_or_saveexec_b64 s[0:1], -1` */
static bool wakes_all(const cm_amd_parts *p)
{
    return strcmp(p->opcode, "s_or_saveexec_b64") == 0 && p->operands[1].is_number &&
           p->operands[1].number == UINT64_MAX;
}

static bool is_unread(const live *behind, const cm_amd_parts *p)
{
    if (wakes_all(p))
        return !cm_amd_live_has(behind, &p->operands[0]) && !cm_amd_live_has(behind, &exec) &&
               !cm_amd_live_has(behind, &scc);
    if (cm_amd_begins(p->opcode, "s_cmp_") || cm_amd_begins(p->opcode, "s_cmpk_"))
        return !cm_amd_live_has(behind, &scc);
    return (only_sets(p) || sets_exec(p)) && !cm_amd_live_has(behind, &p->operands[0]) &&
           !(cm_amd_sets_scc(p) && cm_amd_live_has(behind, &scc));
}

/* `s_or_saveexec_b64 s[0:1], -1` and `s_mov_b64 exec, s[0:1]` behind it change nothing. */
static bool is_empty_pair(const cm_amd_parts *save, const cm_amd_parts *back)
{
    return strcmp(save->opcode, "s_or_saveexec_b64") == 0 &&
           strcmp(back->opcode, "s_mov_b64") == 0 && back->operands[0].first == CM_AMD_EXEC &&
           back->operands[1].first == save->operands[0].first;
}

/* A load that sets all of its registers. */
static bool loads_all(const cm_amd_parts *p)
{
    bool loads = cm_amd_begins(p->opcode, "flat_load_dword") ||
                 cm_amd_begins(p->opcode, "global_load_dword") ||
                 cm_amd_begins(p->opcode, "ds_read_b");
    return cm_amd_begins(p->opcode, "s_load_dword") ||
           (loads && p->operands[0].first >= CM_AMD_VECTOR && !strstr(p->words, "lds"));
}

/* From what is live behind the instruction to what is before it. */
static void pass(live *l, const cm_amd_parts *p, const cm_amd_line *n)
{
    if (is_unread(l, p))
        return;
    bool active = n->address.reached && !n->address.idle;
    bool loads = loads_all(p) && (active || *p->opcode == 's');
    if (loads)
        set(l, &p->operands[0], false);
    if (only_sets(p)) {
        bool whole = *p->opcode == 's' || cm_amd_begins(p->opcode, "v_cmp_") ||
                     strstr(p->opcode, "lane_b32") || active;
        if (whole)
            set(l, &p->operands[0], false);
    }
    bool wakes = wakes_all(p), kept = wakes && cm_amd_live_has(l, &p->operands[0]);
    if (sets_exec(p) || wakes)
        set(l, &exec, false);
    if (cm_amd_is_vector(p->opcode) || (strstr(p->opcode, "exec") && (kept || !wakes)))
        set(l, &exec, true);
    static const cm_amd_operand vcc = {.first = CM_AMD_VCC, .count = 2};
    if (cm_amd_reads_vcc(p))
        set(l, &vcc, true);
    if (cm_amd_sets_scc(p))
        set(l, &scc, false);
    if (cm_amd_reads_scc(p))
        set(l, &scc, true);
    bool saves = strstr(p->opcode, "_saveexec_");
    if (saves)
        set(l, &p->operands[0], false);
    for (int i = saves || loads || only_sets(p) || sets_exec(p) ? 1 : 0; i < p->count; i++)
        set(l, &p->operands[i], true);
}

/* By line, what is live before it, and behind it. */
static live *find_live(cm_arena *arena, const cm_amd_kernel *k, const cm_amd_parts *parts,
                       live *behind)
{
    live *before = CM_NEW_ARRAY(arena, k->count + 1, live);
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = k->count; i-- > 0;) {
            const char *text = k->code[i].text;
            size_t target = cm_amd_target(k, text);
            live now = cm_amd_goes_on(text) ? before[i + 1] : (live){{0}};
            for (int w = 0; w < WORDS; w++)
                now.registers[w] |= before[target].registers[w];
            behind[i] = now;
            pass(&now, &parts[i], &k->code[i]);
            changed |= memcmp(&now, &before[i], sizeof now) != 0;
            before[i] = now;
        }
    }
    return before;
}

const cm_amd_live *cm_amd_find_live(cm_arena *arena, const cm_amd_kernel *k,
                                    const cm_amd_parts *parts)
{
    return find_live(arena, k, parts, CM_NEW_ARRAY(arena, k->count + 1, live));
}

void cm_amd_drop_unread(cm_amd_reading *r, cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    cm_amd_parts *parts = cm_amd_all_parts(arena, k);
    live *behind = CM_NEW_ARRAY(arena, k->count + 1, live);
    find_live(arena, k, parts, behind);
    size_t count = 0;
    for (size_t i = 0; i < k->count; i++) {
        if (is_unread(&behind[i], &parts[i])) {
            if (!k->code[i].ticks)
                continue;
            k->code[i].text = ""; /* what it tells amd_idle.c stays */
            parts[i] = cm_amd_take_apart(arena, "");
        }
        if (count > 0 && is_empty_pair(&parts[count - 1], &parts[i]) &&
            !cm_amd_live_has(&behind[i], &parts[i].operands[1])) {
            count--;
            continue;
        }
        parts[count] = parts[i];
        k->code[count++] = k->code[i];
    }
    k->count = count;
}
