/* Instructions that take bytes or halves of their registers become several that take whole ones
 * ("AMD Instinct MI200" Instruction Set Architecture, "Sub-Dword Addressing (SDWA)"). So
 * v_add_u32_sdwa v1, sext(v1), v2, with dst_sel:WORD_1 and src0_sel:BYTE_1, becomes
 *
 *     v_bfe_i32 v7, v1, 8, 8
 *     v_add_u32_e64 v8, v7, v2
 *     v_bfe_u32 v8, v8, 0, 16
 *     v_lshlrev_b32 v1, 16, v8
 *
 * The file names none of the registers in between. An instruction with further words stays as it
 * is, and is refused later. */
#include "import/amd.h"

#include "base/text.h"

#include <string.h>

typedef struct part {
    const char *word;
    unsigned from, bits;
} part;

static const part parts[] = {{"DWORD", 0, 32}, {"WORD_0", 0, 16}, {"WORD_1", 16, 16},
                             {"BYTE_0", 0, 8}, {"BYTE_1", 8, 8},  {"BYTE_2", 16, 8},
                             {"BYTE_3", 24, 8}};

typedef struct splitting {
    cm_amd_reading *r;
    const cm_amd_line *line; /* that becomes several */
    cm_amd_line *out;
    size_t count, capacity;
    unsigned free; /* the first vector register that the file does not name */
} splitting;

static void add(splitting *s, const char *text)
{
    CM_RESERVE(s->r->import->work->arena, s->out, s->count, s->capacity);
    s->out[s->count] = *s->line;
    s->out[s->count++].text = text;
}

/* The part that the words name; DWORD, if they do not. NULL: it is none of them. */
static const part *part_of(const char *words, const char *name)
{
    const char *at = strstr(words, name);
    if (!at)
        return &parts[0];
    at += strlen(name);
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++)
        if (strncmp(at, parts[i].word, strlen(parts[i].word)) == 0)
            return &parts[i];
    return NULL;
}

/* Is there nothing but the words of SDWA? */
static bool says_parts_only(const char *words)
{
    static const char *const known[] = {"dst_sel:", "dst_unused:UNUSED_", "src0_sel:", "src1_sel:"};
    while (*words) {
        bool any = false;
        for (size_t i = 0; i < sizeof known / sizeof *known; i++)
            any |= cm_amd_begins(words, known[i]);
        if (!any)
            return false;
        words += strcspn(words, " ");
        words += strspn(words, " ");
    }
    return true;
}

/* A source, of which a part is taken into the register of that number. */
static const char *take_part(splitting *s, const char *source, const part *p, unsigned reg)
{
    cm_arena *arena = s->r->import->work->arena;
    const char *inner = strchr(source, '(') ? strchr(source, '(') + 1 : source + (*source == '-');
    inner = cm_arena_text(arena, inner, strcspn(inner, ")"));
    bool is_signed = strstr(source, "sext("), absolute = strstr(source, "abs(");
    if (p->bits < 32) {
        add(s, cm_arena_printf(arena, "v_bfe_%s32 v%u, %s, %u, %u", is_signed ? "i" : "u", reg,
                               inner, p->from, p->bits));
        inner = cm_arena_printf(arena, "v%u", reg);
    }
    return cm_arena_printf(arena, "%s%s%s%s", *source == '-' ? "-" : "", absolute ? "abs(" : "",
                           inner, absolute ? ")" : "");
}

/* A part of the result, which the register holds; the rest of the destination is 0, has the sign,
 * or stays. */
static void put_part(splitting *s, const char *to, const part *p, const char *words, unsigned reg)
{
    cm_arena *arena = s->r->import->work->arena;
    bool preserves = strstr(words, "UNUSED_PRESERVE"), sign = strstr(words, "UNUSED_SEXT");
    if (preserves) {
        uint32_t mask = (uint32_t)((UINT64_C(1) << p->bits) - 1) << p->from;
        add(s, cm_arena_printf(arena, "v_lshlrev_b32 v%u, %u, v%u", reg, p->from, reg));
        add(s, cm_arena_printf(arena, "v_bfi_b32 %s, 0x%x, v%u, %s", to, mask, reg, to));
        return;
    }
    add(s,
        cm_arena_printf(arena, "v_bfe_%s32 v%u, v%u, 0, %u", sign ? "i" : "u", reg, reg, p->bits));
    add(s, cm_arena_printf(arena, "v_lshlrev_b32 %s, %u, v%u", to, p->from, reg));
}

static void split(splitting *s)
{
    cm_arena *arena = s->r->import->work->arena;
    const cm_amd_parts p = cm_amd_take_apart(arena, s->line->text);
    size_t root = strlen(p.opcode) - strlen("_sdwa");
    bool carries = strstr(p.opcode, "_co_") != NULL;
    int first = carries ? 2 : 1, sources = strstr(p.words, "src1_sel:") ? 2 : 1;
    const part *to = part_of(p.words, "dst_sel:"),
               *from[] = {part_of(p.words, "src0_sel:"), part_of(p.words, "src1_sel:")};
    if (!to || !from[0] || !from[1] || !says_parts_only(p.words) || strstr(p.opcode, "_mac_") ||
        p.count < first + sources || s->free + 3 > 256) {
        add(s, s->line->text);
        return;
    }
    const char *taken[2];
    cm_text text = cm_text_new(arena);
    for (int i = 0; i < sources; i++)
        taken[i] = take_part(s, p.operands[first + i].text, from[i], s->free + (unsigned)i);
    cm_text_append(&text, "%.*s_e64 ", (int)root, p.opcode);
    for (int i = 0; i < p.count; i++) {
        bool source = i >= first && i < first + sources;
        const char *operand = source ? taken[i - first] : p.operands[i].text;
        if (i == 0 && to->bits < 32)
            operand = cm_arena_printf(arena, "v%u", s->free + 2);
        cm_text_append(&text, "%s%s", i ? ", " : "", operand);
    }
    add(s, text.data);
    if (to->bits < 32)
        put_part(s, p.operands[0].text, to, p.words, s->free + 2);
}

static bool is_of_parts(const char *text)
{
    size_t opcode = strcspn(text, " "), tail = strlen("_sdwa");
    return cm_amd_begins(text, "v_") && opcode > tail &&
           cm_amd_begins(text + opcode - tail, "_sdwa");
}

void cm_amd_split_parts(cm_amd_reading *r)
{
    cm_arena *arena = r->import->work->arena;
    splitting s = {.r = r};
    bool any = false;
    for (size_t i = 0; i < r->count; i++)
        any |= is_of_parts(r->lines[i].text);
    for (size_t i = 0; any && i < r->count; i++) {
        const cm_amd_parts p = cm_amd_take_apart(arena, r->lines[i].text);
        for (int o = 0; o < p.count; o++) {
            int end = p.operands[o].first + p.operands[o].count - CM_AMD_VECTOR;
            if (p.operands[o].first >= CM_AMD_VECTOR && p.operands[o].first < CM_AMD_ACCUMULATOR &&
                end > (int)s.free)
                s.free = (unsigned)end;
        }
    }
    for (size_t i = 0; any && i < r->count; i++) {
        s.line = &r->lines[i];
        if (is_of_parts(s.line->text))
            split(&s);
        else
            add(&s, s.line->text);
    }
    if (any) {
        r->lines = s.out;
        r->count = s.count;
    }
}
