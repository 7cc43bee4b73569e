/* What a thread reads of other lanes of its wave, which are not active: ds_bpermute_b32,
 * ds_permute_b32 and ds_swizzle_b32 give 0 then, and an instruction with DPP takes 0 for its first
 * source, or does nothing ("AMD Instinct MI300" Instruction Set Architecture, "Data Parallel
 * Primitives (DPP)", "DS_BPERMUTE_B32"). DPP becomes an instruction without it. */
#include "import/amd.h"

#include <stdlib.h>
#include <string.h>

enum { LANES = 64, ROW = 16 };

/* The lane that DPP's words name for the lane; LANES: none is there. -1: the words are others. */
static int source_of(const char *words, unsigned own)
{
    static const struct {
        const char *word;
        int by; /* so many lanes further on */
        bool around;
        unsigned within;
    } shifts[] = {{"row_shl:", 1, false, ROW},   {"row_shr:", -1, false, ROW},
                  {"row_ror:", -1, true, ROW},   {"wave_shl:", 1, false, LANES},
                  {"wave_rol:", 1, true, LANES}, {"wave_shr:", -1, false, LANES},
                  {"wave_ror:", -1, true, LANES}};
    unsigned row = own / ROW * ROW, at = own % ROW;
    for (size_t i = 0; i < sizeof shifts / sizeof *shifts; i++) {
        const char *count = cm_amd_after(words, shifts[i].word);
        int within = (int)shifts[i].within, first = (int)own / within * within;
        if (!count)
            continue;
        int to = (int)own - first + shifts[i].by * atoi(count);
        if (to < 0 || to >= within)
            return shifts[i].around ? first + (to + within) % within : LANES;
        return first + to;
    }
    const char *quad = cm_amd_after(words, "quad_perm:["), *row_of;
    if (quad && strlen(quad) > 2 * (own % 4))
        return (int)(own / 4 * 4) + quad[2 * (own % 4)] - '0';
    if (cm_amd_after(words, "row_mirror"))
        return (int)(row + ROW - 1 - at);
    if (cm_amd_after(words, "row_half_mirror"))
        return (int)(own / 8 * 8 + 7 - own % 8);
    if ((row_of = cm_amd_after(words, "row_newbcast:")))
        return (int)row + atoi(row_of);
    if (cm_amd_after(words, "row_bcast:15"))
        return row ? (int)row - 1 : LANES;
    if (cm_amd_after(words, "row_bcast:31"))
        return own < LANES / 2 ? LANES : LANES / 2 - 1;
    return -1;
}

/* Has the mask of four bits behind the word that bit? */
static bool has_bit(const char *words, const char *word, unsigned bit)
{
    const char *mask = strstr(words, word);
    return !mask || (strtoul(mask + strlen(word), NULL, 0) >> bit & 1);
}

static const char *without_dpp(cm_arena *arena, const char *text, unsigned own)
{
    const cm_amd_parts p = cm_amd_take_apart(arena, text);
    int source = source_of(p.words, own), first = strstr(p.opcode, "_co_") ? 2 : 1;
    bool writes =
        has_bit(p.words, "row_mask:", own / ROW) && has_bit(p.words, "bank_mask:", own % ROW / 4);
    if (source < 0 || p.count <= first || cm_amd_begins(p.opcode, "v_cmp"))
        return text; /* refused later */
    if (!writes || (source != (int)own && !strstr(p.words, "bound_ctrl:")))
        return "s_nop 0";
    cm_text out = cm_text_new(arena);
    cm_text_append(&out, "%.*s", (int)(strlen(p.opcode) - strlen("_dpp")), p.opcode);
    for (int i = 0; i < p.count; i++)
        cm_text_append(&out, "%s%s", i ? ", " : " ",
                       i == first && source != (int)own ? "0" : p.operands[i].text);
    return out.data;
}

/* In the test the lane is lane 0: of 64 words that are counted around. */
static const char *with_own_first(cm_arena *arena, const char *text, unsigned own)
{
    const cm_amd_parts p = cm_amd_take_apart(arena, text);
    if (p.count < 3)
        return text; /* refused later */
    unsigned offset = (p.offset + 4 * (LANES - own)) % (4 * LANES);
    return cm_arena_printf(arena, "%s %s, %s, %s offset:%u", p.opcode, p.operands[0].text,
                           p.operands[1].text, p.operands[2].text, offset);
}

/* The number behind the nth comma, the first of which begins the words; -1: there is none. */
static int nth_number(const char *words, int n)
{
    for (; words && n > 1; n--)
        words = strchr(words + 1, ',');
    return words ? atoi(words + 1) : -1;
}

/* Which lane of its 32 the pattern of a swizzle names, as LLVM writes it; -1: it is another one. */
static int swizzled(const char *text, unsigned own)
{
    const char *offset = strstr(text, " offset:"), *rest;
    const char *pattern = offset ? cm_amd_after(offset, " offset:swizzle(") : NULL;
    unsigned at = own % 32;
    if (!pattern) {
        unsigned long o = offset ? strtoul(offset + strlen(" offset:"), NULL, 0) : 0;
        if (o >= 0xc000)
            return -1;
        return (int)(o & 0x8000 ? own % 32 / 4 * 4 + (o >> 2 * (own % 4) & 3)
                                : ((at & o) | (o >> 5 & 31)) ^ (o >> 10 & 31));
    }
    if ((rest = cm_amd_after(pattern, "SWAP")))
        return (int)at ^ nth_number(rest, 1);
    if ((rest = cm_amd_after(pattern, "REVERSE")))
        return (int)at ^ (nth_number(rest, 1) - 1);
    if ((rest = cm_amd_after(pattern, "BROADCAST")))
        return (int)at / nth_number(rest, 1) * nth_number(rest, 1) + nth_number(rest, 2);
    if ((rest = cm_amd_after(pattern, "QUAD_PERM")))
        return (int)at / 4 * 4 + nth_number(rest, 1 + (int)own % 4);
    if (!(rest = cm_amd_after(pattern, "BITMASK_PERM")) || !(rest = strchr(rest, '"')))
        return -1;
    int lane = 0;
    for (unsigned bit = 16; bit > 0 && *++rest; bit /= 2) /* each stays, turns, or is set */
        lane |= (*rest == '1' || (*rest == 'p' && (at & bit)) || (*rest == 'i' && !(at & bit)))
                    ? (int)bit
                    : 0;
    return lane;
}

static const char *with_own_swizzled(cm_arena *arena, const char *text, unsigned own)
{
    const cm_amd_parts p = cm_amd_take_apart(arena, text);
    int lane = p.count < 2 ? -1 : swizzled(text, own);
    return lane < 0 ? text /* refused later */
                    : cm_arena_printf(arena, "ds_swizzle_b32 %s, %s offset:%u", p.operands[0].text,
                                      p.operands[1].text, lane == (int)own % 32 ? 0x8000 : 0x8001);
}

/* ---- one lane at a time --------------------------------------------------------- */

/* A compiler's loop over the active lanes, which one is: from its first line, which finds the lane,
 * to the jump back. */
typedef struct visit {
    size_t from, to;
    cm_amd_operand lane, mask;
} visit;

/* A label that a jump may name: those of debug information are of no use here. */
static bool is_place(const char *text)
{
    return cm_amd_is_label(text) && !cm_amd_begins(text, ".Ltmp");
}

static bool touches(const cm_amd_parts *p, const cm_amd_operand *o)
{
    for (int i = 0; i < p->count; i++)
        if (p->operands[i].first < o->first + o->count &&
            o->first < p->operands[i].first + p->operands[i].count)
            return true;
    return false;
}

static bool is_same(const cm_amd_operand *a, const cm_amd_operand *b)
{
    return a->first == b->first && a->count == b->count;
}

/* An instruction of such a loop, and what it is where the loop is gone round once; NULL: it
 * is none. */
static const char *once(cm_arena *arena, const visit *v, const char *text, unsigned own)
{
    const cm_amd_parts p = cm_amd_take_apart(arena, text);
    const cm_amd_operand *o = p.operands;
    bool names = p.count == 3 && is_same(&o[2], &v->lane);
    if (names && strcmp(p.opcode, "v_readlane_b32") == 0)
        return cm_arena_printf(arena, "v_readlane_b32 %s, %s, %u", o[0].text, o[1].text, own);
    if (names && strcmp(p.opcode, "v_writelane_b32") == 0)
        return cm_arena_printf(arena, "v_mov_b32 %s, %s", o[0].text, o[1].text);
    if (names && strcmp(p.opcode, "s_lshl_b64") == 0 && strcmp(o[1].text, "1") == 0)
        return cm_arena_printf(arena, "s_mov_b64 %s, 1", o[0].text);
    if (p.count == 3 && strcmp(p.opcode, "s_andn2_b64") == 0 && is_same(&o[0], &v->mask) &&
        is_same(&o[1], &v->mask))
        return cm_arena_printf(arena, "s_mov_b64 %s, 0", o[0].text);
    if (p.count == 2 && strcmp(p.opcode, "s_cmp_lg_u64") == 0 && is_same(&o[0], &v->mask) &&
        strcmp(o[1].text, "0") == 0)
        return "s_nop 0";
    bool computes = cm_amd_begins(text, "s_") || cm_amd_begins(text, "v_");
    bool other = !*text || *text == '.' || (computes && !cm_amd_is_branch(text));
    return other && !is_place(text) && !touches(&p, &v->lane) && !touches(&p, &v->mask) ? text
                                                                                        : NULL;
}

/* The mask is exec before the loop, and nothing jumps to between. */
static bool is_of_active(cm_arena *arena, const cm_amd_kernel *k, size_t label,
                         const cm_amd_operand *mask)
{
    while (label-- > 0 && !is_place(k->code[label].text) &&
           !cm_amd_is_branch(k->code[label].text)) {
        const cm_amd_parts p = cm_amd_take_apart(arena, k->code[label].text);
        if (p.count > 0 && is_same(&p.operands[0], mask))
            return strcmp(p.opcode, "s_mov_b64") == 0 && p.operands[1].first == CM_AMD_EXEC;
        if (touches(&p, mask))
            return false;
    }
    return false;
}

static void visit_once(cm_arena *arena, const cm_amd_kernel *k, cm_amd_line *code, size_t at,
                       unsigned own)
{
    const cm_amd_parts first = cm_amd_take_apart(arena, k->code[at].text);
    visit v = {.from = at, .to = at + 1, .lane = first.operands[0], .mask = first.operands[1]};
    size_t label = at;
    while (label > 0 && (!*k->code[label - 1].text ||
                         (*k->code[label - 1].text == '.' && !is_place(k->code[label - 1].text))))
        label--;
    while (v.to < k->count && !cm_amd_is_branch(k->code[v.to].text) &&
           once(arena, &v, k->code[v.to].text, own))
        v.to++;
    if (label == 0 || v.to == k->count || !cm_amd_begins(k->code[v.to].text, "s_cbranch_scc1 ") ||
        cm_amd_target(k, k->code[v.to].text) != label - 1 ||
        !is_of_active(arena, k, label - 1, &v.mask))
        return;
    for (size_t i = at + 1; i < v.to; i++)
        code[i].text = once(arena, &v, k->code[i].text, own);
    code[at].text = code[v.to].text = "s_nop 0";
}

/* Others are there, whose values are not known. */
static void refuse_others(const cm_amd_reading *r, const cm_amd_kernel *k, const cm_amd_line *n)
{
    const cm_launch *l = &r->import->binding->launches[k->thread->launch];
    if (l->others != CM_OTHERS_ABSENT && cm_extent_volume(l->threads) > 1)
        cm_fail(r->import->work, n->place,
                "`%s` reads other lanes of the wave, which the test lacks, expected "
                "`others absent`, by which they give 0",
                cm_amd_take_apart(r->import->work->arena, n->text).opcode);
}

/* Clocks stand still: time decides nothing then but how long a thread waits. */
static const char *without_clock(const cm_amd_reading *r, const cm_amd_kernel *k,
                                 const cm_amd_line *n)
{
    const cm_launch *l = &r->import->binding->launches[k->thread->launch];
    const cm_amd_parts p = cm_amd_take_apart(r->import->work->arena, n->text);
    if (!l->has_clock)
        cm_import_note(r->import, false, n->place,
                       "`%s` reads 0 here, as if time decided only how long a thread waits: `clock "
                       "0` in the launch of `%s` says that this is meant",
                       p.opcode, l->kernel);
    if (l->clock > INT32_MAX || p.count < 1)
        cm_fail(r->import->work, l->place, "the clock has more than 31 bits, expected less");
    return cm_arena_printf(r->import->work->arena, "s_mov_b64 %s, %u", p.operands[0].text,
                           (unsigned)l->clock);
}

void cm_amd_cross_lanes(cm_amd_reading *r, cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    if (!k->thread)
        return;
    const unsigned own = cm_amd_lane(r, k->thread);
    cm_amd_line *code = CM_NEW_ARRAY(arena, k->count + 1, cm_amd_line);
    memcpy(code, k->code, k->count * sizeof *code);
    for (size_t i = 0; i < k->count; i++)
        if (cm_amd_begins(k->code[i].text, "s_ff1_i32_b64 "))
            visit_once(arena, k, code, i, own);
    for (size_t i = 0; i < k->count; i++) {
        const char *text = code[i].text, *opcode_end = strchr(text, ' ');
        bool dpp = opcode_end && opcode_end - text > 4 && cm_amd_begins(opcode_end - 4, "_dpp");
        bool permutes =
            cm_amd_begins(text, "ds_bpermute_b32 ") || cm_amd_begins(text, "ds_permute_b32 ");
        bool swizzles = cm_amd_begins(text, "ds_swizzle_b32 ");
        bool times = cm_amd_begins(text, "s_memtime ") || cm_amd_begins(text, "s_memrealtime ");
        if (dpp || permutes || swizzles)
            refuse_others(r, k, &code[i]);
        code[i].text = dpp        ? without_dpp(arena, text, own)
                       : permutes ? with_own_first(arena, text, own)
                       : swizzles ? with_own_swizzled(arena, text, own)
                       : times    ? without_clock(r, k, &code[i])
                                  : text;
        code[i].ticks = times;
    }
    k->code = code;
}
