/* AMD's code as a compiler that does not optimise leaves it, made such that a test can say it:
 * functions of the file stand in the place of calls, and registers in the place of what no other
 * work-item reaches. That are scratch memory, accumulation registers, and lanes of vector registers
 * into which scalar ones are spilled: the one lane of a new register is the lane. Flat accesses
 * that are known to reach LDS become accesses of LDS.
 *
 * As in nv_local.c, each access to scratch memory must be known by its bytes, and pieces must not
 * overlap; what else there is, is refused. Moves wait for nothing: a wait that leaves accesses
 * outstanding would count those that are gone. */
#include "import/amd.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_CALLS = 64, VECTORS = 256, MOST_PIECES = 512 };

typedef struct piece {
    uint32_t from, bytes; /* of scratch memory; bytes 0: lane `from` */
    int reg;
} piece;

typedef struct rewriting {
    cm_amd_reading *r;
    const cm_amd_kernel *k;
    const cm_amd_known *known;
    cm_amd_line *lines;
    size_t count, capacity;
    piece pieces[MOST_PIECES];
    int piece_count;
    int accumulators, next; /* vector registers: in whose place accumulation ones stand; free */
} rewriting;

static void add_line(rewriting *w, const cm_amd_line *as, const char *text)
{
    CM_RESERVE(w->r->import->work->arena, w->lines, w->count, w->capacity);
    w->lines[w->count] = *as;
    w->lines[w->count++].text = text;
}

/* ---- calls ---------------------------------------------------------------------------------- */

/* Labels of the body get a number: it may stand in the code more than once. It goes back by
 * s[30:31]; another jump stays, and is refused. */
static void add_body(rewriting *w, size_t from, int number, const cm_amd_line *call)
{
    cm_arena *arena = w->r->import->work->arena;
    size_t end = cm_amd_end_of(w->r, from), begin = w->count;
    const char *back = cm_arena_printf(arena, ".Lreturn_%d", number);
    for (size_t i = from; i < end; i++) {
        const cm_amd_line *n = &w->r->lines[i];
        const char *label = cm_amd_is_branch(n->text) ? strrchr(n->text, ' ') : NULL;
        if (label)
            add_line(w, n, cm_arena_printf(arena, "%s_%d", n->text, number));
        else if (cm_amd_is_label(n->text))
            add_line(w, n,
                     cm_arena_printf(arena, "%.*s_%d:", (int)strlen(n->text) - 1, n->text, number));
        else if (strcmp(n->text, "s_setpc_b64 s[30:31]") == 0)
            add_line(w, n, cm_arena_printf(arena, "s_branch %s", back));
        else
            add_line(w, n, n->text);
    }
    for (size_t i = begin; i < w->count; i++)
        w->lines[i].body = number;
    add_line(w, call, cm_arena_printf(arena, "%s:", back));
}

/* Whether there was one; calls that are not known stay. */
static bool unfold_calls(cm_amd_reading *r, cm_amd_kernel *k, const cm_amd_known *known,
                         int *number)
{
    rewriting w = {.r = r, .k = k};
    bool any = false;
    for (size_t i = 0; i < k->count; i++) {
        if (!known->addresses[i].called) {
            add_line(&w, &k->code[i], k->code[i].text);
            continue;
        }
        any = true;
        if (++*number > MOST_CALLS)
            cm_fail(r->import->work, k->code[i].place,
                    "there are more than %d calls, which is not supported, expected no recursion",
                    MOST_CALLS);
        add_body(&w, known->addresses[i].called, *number, &k->code[i]);
    }
    k->code = w.lines;
    k->count = w.count;
    return any;
}

/* ---- new registers -------------------------------------------------------------------------- */

static int new_register(rewriting *w, uint32_t from, uint32_t bytes, cm_place place)
{
    for (int i = 0; i < w->piece_count; i++) {
        const piece *p = &w->pieces[i];
        if (p->from == from && p->bytes == bytes)
            return p->reg;
        if (bytes && p->bytes && p->from < from + bytes && from < p->from + p->bytes)
            cm_fail(w->r->import->work, place,
                    "scratch memory is accessed by parts that overlap, which is not supported, "
                    "expected the whole of a variable");
    }
    if (w->next == VECTORS || w->piece_count == MOST_PIECES)
        cm_fail(w->r->import->work, place,
                "the kernel needs more than %d registers for its variables, which is not "
                "supported, expected fewer, or a compiler that optimises",
                VECTORS);
    w->pieces[w->piece_count++] = (piece){from, bytes, w->next};
    return w->next++;
}

/* The first free vector registers; behind them stand the accumulation ones. */
static void count_registers(rewriting *w)
{
    int last[2] = {-1, -1};
    for (size_t i = 0; i < w->k->count; i++)
        for (int o = 0; o < w->known->parts[i].count; o++) {
            const cm_amd_operand *x = &w->known->parts[i].operands[o];
            bool accumulator = x->first >= CM_AMD_ACCUMULATOR;
            int end = x->first + x->count - 1 - (accumulator ? CM_AMD_ACCUMULATOR : CM_AMD_VECTOR);
            if (end > last[accumulator])
                last[accumulator] = end;
        }
    w->accumulators = (last[0] + 2) & ~1;
    w->next = w->accumulators + last[1] + 1;
    if (w->next > VECTORS)
        w->next = VECTORS;
}

/* a1 and a[2:3] of the text are vector registers. */
static const char *without_accumulators(const rewriting *w, const char *text)
{
    cm_text out = cm_text_new(w->r->import->work->arena);
    for (const char *c = text; *c;) {
        bool starts = *c == 'a' && c > text && strchr(" ,", c[-1]) &&
                      (isdigit((unsigned char)c[1]) || c[1] == '[');
        if (!starts) {
            cm_text_add_char(&out, *c++);
            continue;
        }
        char *end;
        bool many = c[1] == '[';
        unsigned long first = strtoul(c + (many ? 2 : 1), &end, 10);
        cm_text_append(&out, many ? "v[%lu" : "v%lu", first + (unsigned long)w->accumulators);
        if (many && *end == ':')
            cm_text_append(&out, ":%lu",
                           strtoul(end + 1, &end, 10) + (unsigned long)w->accumulators);
        c = end;
    }
    return out.data ? out.data : text;
}

static int vector_of(const rewriting *w, const cm_amd_operand *o)
{
    return o->first >= CM_AMD_ACCUMULATOR ? o->first - CM_AMD_ACCUMULATOR + w->accumulators
                                          : o->first - CM_AMD_VECTOR;
}

/* ---- instructions --------------------------------------------------------------------------- */

static void move_scratch(rewriting *w, size_t line, const cm_amd_line *n)
{
    cm_arena *arena = w->r->import->work->arena;
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_address *a = &w->known->addresses[line];
    unsigned bytes = cm_amd_access_bytes(p->opcode);
    bool store = strstr(p->opcode, "_store_"), narrow = bytes < 4;
    if (a->memory == CM_AMD_MIXED || !a->known || !bytes || a->offset + bytes > w->known->scratch ||
        (!narrow && a->offset % 4 != 0))
        cm_fail(w->r->import->work, n->place,
                "`%s` accesses scratch memory at an unknown place, which is not supported, "
                "expected a known one",
                p->opcode);
    int reg = vector_of(w, &p->operands[cm_amd_data_of(p)]);
    for (uint32_t at = 0; at < bytes; at += 4, reg++) {
        int own = new_register(w, a->offset + at, narrow ? bytes : 4, n->place);
        unsigned bits = 8 * bytes;
        const char *text =
            cm_arena_printf(arena, "v_mov_b32 v%d, v%d", store ? own : reg, store ? reg : own);
        if (narrow && store)
            text = cm_arena_printf(arena, "v_and_b32 v%d, 0x%x, v%d", own, (1U << bits) - 1, reg);
        else if (narrow && strstr(p->opcode, "_load_s"))
            text = cm_arena_printf(arena, "v_bfe_i32 v%d, v%d, 0, %u", reg, own, bits);
        add_line(w, n, text);
    }
}

/* "flat_atomic_smax_x2": "ds_max_rtn_i64". */
static const char *shared_opcode(cm_arena *arena, const cm_amd_parts *p)
{
    static const struct {
        const char *flat, *shared;
    } plain[] = {{"load_dword", "read_b32"},     {"load_dwordx2", "read_b64"},
                 {"load_dwordx3", "read_b96"},   {"load_dwordx4", "read_b128"},
                 {"load_ubyte", "read_u8"},      {"load_sbyte", "read_i8"},
                 {"load_ushort", "read_u16"},    {"load_sshort", "read_i16"},
                 {"store_dword", "write_b32"},   {"store_dwordx2", "write_b64"},
                 {"store_dwordx3", "write_b96"}, {"store_dwordx4", "write_b128"},
                 {"store_byte", "write_b8"},     {"store_short", "write_b16"}},
      atomic[] = {{"add", "add_u"},      {"sub", "sub_u"},  {"inc", "inc_u"},  {"dec", "dec_u"},
                  {"smin", "min_i"},     {"umin", "min_u"}, {"smax", "max_i"}, {"umax", "max_u"},
                  {"and", "and_b"},      {"or", "or_b"},    {"xor", "xor_b"},  {"swap", "wrxchg_b"},
                  {"cmpswap", "cmpst_b"}};
    const char *name = p->opcode + strlen("flat_");
    for (size_t i = 0; i < sizeof plain / sizeof *plain; i++)
        if (strcmp(name, plain[i].flat) == 0)
            return cm_arena_printf(arena, "ds_%s", plain[i].shared);
    bool returns = cm_amd_returns(p), wide = strstr(name, "_x2");
    for (size_t i = 0; i < sizeof atomic / sizeof *atomic; i++) {
        const char *flat = cm_arena_printf(arena, "atomic_%s%s", atomic[i].flat, wide ? "_x2" : "");
        const char *kind = strrchr(atomic[i].shared, '_');
        if (strcmp(name, flat) == 0)
            return cm_arena_printf(arena, "ds_%.*s%s%s%d", (int)(kind - atomic[i].shared),
                                   atomic[i].shared, returns ? "_rtn" : "", kind, wide ? 64 : 32);
    }
    return NULL;
}

static const char *vectors(cm_arena *arena, int first, int count)
{
    return count == 1 ? cm_arena_printf(arena, "v%d", first)
                      : cm_arena_printf(arena, "v[%d:%d]", first, first + count - 1);
}

/* A flat access that reaches LDS: the lower half of its address is the place there. */
static void move_shared(rewriting *w, size_t line)
{
    cm_arena *arena = w->r->import->work->arena;
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_line *n = &w->k->code[line];
    const char *opcode = shared_opcode(arena, p);
    bool atomic = strstr(p->opcode, "_atomic_"), load = strstr(p->opcode, "_load_");
    int at = load || (atomic && cm_amd_returns(p)) ? 1 : 0;
    if (!opcode || p->count < at + (load ? 1 : 2))
        cm_fail(w->r->import->work, n->place,
                "`%s` of LDS is not supported, expected loads, stores and atomics of integers",
                p->opcode);
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "%s ", opcode);
    if (at)
        cm_text_append(&text, "%s, ",
                       vectors(arena, vector_of(w, &p->operands[0]), p->operands[0].count));
    cm_text_append(&text, "v%d", vector_of(w, &p->operands[at]));
    if (!load) {
        const cm_amd_operand *data = &p->operands[at + 1];
        int first = vector_of(w, data), half = data->count / 2;
        if (strstr(p->opcode, "_cmpswap"))
            cm_text_append(&text, ", %s, %s", vectors(arena, first + half, half),
                           vectors(arena, first, half));
        else
            cm_text_append(&text, ", %s", vectors(arena, first, data->count));
    }
    if (p->offset)
        cm_text_append(&text, " offset:%u", p->offset);
    add_line(w, n, text.data);
}

/* Of a lane that holds no spilled register: the thread's own is the test's only one. */
static void move_own_lane(rewriting *w, size_t line)
{
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_bind_thread *t = w->k->thread;
    unsigned own = t ? cm_amd_lane(w->r, t) : 0;
    if (t && (p->operands[2].number & 63) != own)
        cm_fail(
            w->r->import->work, w->k->code[line].place,
            "`v_readlane_b32` reads lane %s, which is not supported, expected the thread's own, "
            "%u",
            p->operands[2].text, own);
    add_line(w, &w->k->code[line],
             cm_arena_printf(w->r->import->work->arena, "v_readlane_b32 %s, %s, 0",
                             p->operands[0].text, p->operands[1].text));
}

/* With all lanes active, as registers with spilled ones are stored and copied? */
static bool is_whole(const rewriting *w, size_t line)
{
    for (size_t i = line; i-- > 0;) {
        const cm_amd_parts *p = &w->known->parts[i];
        if (strcmp(p->opcode, "s_or_saveexec_b64") == 0)
            return p->operands[1].is_number && p->operands[1].number == UINT64_MAX;
        if (cm_amd_begins(p->opcode, "s_") && !cm_amd_begins(p->opcode, "s_nop"))
            return false;
    }
    return false;
}

/* From the line on, up to where another value is in the register: is it read as a vector, not only
 * lane by lane? */
static bool is_read_whole(const rewriting *w, size_t line, int reg, bool *seen)
{
    for (size_t i = line; i < w->k->count && !seen[i]; i++) {
        const cm_amd_parts *p = &w->known->parts[i];
        const char *text = w->k->code[i].text;
        bool lanes =
                 cm_amd_begins(p->opcode, "v_readlane") || cm_amd_begins(p->opcode, "v_writelane"),
             writes = cm_amd_writes_first(p);
        seen[i] = true;
        for (int o = 0; !lanes && o < p->count; o++) {
            const cm_amd_operand *x = &p->operands[o];
            bool has = x->count > 0 && x->first <= reg && reg < x->first + x->count;
            if (has && (o > 0 || !writes) && !is_whole(w, i))
                return true;
        }
        const cm_amd_operand *to = &p->operands[0];
        if (!lanes && writes && p->count > 0 && to->first <= reg && reg < to->first + to->count)
            return false;
        size_t target = cm_amd_target(w->k, text);
        if (target < w->k->count && is_read_whole(w, target, reg, seen))
            return true;
        if (!cm_amd_goes_on(text))
            return false;
    }
    return false;
}

/* False: it is no access to a lane that holds a spilled register. */
static bool move_lane(rewriting *w, size_t line)
{
    cm_arena *arena = w->r->import->work->arena;
    const cm_amd_parts *p = &w->known->parts[line];
    bool write = strcmp(p->opcode, "v_writelane_b32") == 0;
    if ((!write && strcmp(p->opcode, "v_readlane_b32") != 0) || p->count != 3 ||
        !p->operands[2].is_number)
        return false;
    int member = cm_amd_member(w->known, w->k->code[line].body, p->operands[write ? 0 : 1].first);
    if (member < 0 && !write)
        move_own_lane(w, line);
    if (member < 0)
        return !write;
    const cm_amd_line *n = &w->k->code[line];
    bool is_own = w->k->thread && (p->operands[2].number & 63) == cm_amd_lane(w->r, w->k->thread);
    if (write && is_own &&
        is_read_whole(w, line + 1, p->operands[0].first, CM_NEW_ARRAY(arena, w->k->count, bool)))
        cm_fail(w->r->import->work, n->place,
                "`v_writelane_b32` sets the thread's own lane, which is not supported, expected "
                "another one");
    if (w->known->addresses[line].stale)
        cm_fail(w->r->import->work, n->place,
                "the lane may no longer hold the value that was spilled there, which is not "
                "supported, expected a copy of all lanes before");
    uint32_t lane = (uint32_t)(64 * w->known->classes[member]) + (p->operands[2].number & 63);
    int own = new_register(w, lane, 0, n->place);
    add_line(w, n,
             write ? cm_arena_printf(arena, "v_writelane_b32 v%d, %s, 0", own, p->operands[1].text)
                   : cm_arena_printf(arena, "v_readlane_b32 %s, v%d, 0", p->operands[0].text, own));
    return true;
}

static bool is_gone(const rewriting *w, size_t line)
{
    const cm_amd_address *a = &w->known->addresses[line];
    return a->reached && (a->memory == CM_AMD_PRIVATE || a->memory == CM_AMD_SHARED);
}

/* A wait that leaves so many of the latest accesses outstanding leaves those of them that are still
 * there: from the wait backwards, up to where other ways come in. */
static const char *counted_wait(const rewriting *w, size_t line)
{
    const char *text = w->k->code[line].text, *at = strstr(text, "vmcnt(");
    const char *other = strstr(text, "lgkmcnt(");
    char *end = NULL;
    unsigned long left = at ? strtoul(at + strlen("vmcnt("), &end, 0) : 0, gone = 0, found = 0;
    for (size_t i = line; i-- > 0 && found < left;) {
        const char *opcode = w->known->parts[i].opcode;
        const char *before = w->k->code[i].text;
        if (!cm_amd_goes_on(before) || cm_amd_is_label(before) ||
            cm_amd_target(w->k, before) < w->k->count)
            break;
        bool counts = cm_amd_begins(opcode, "flat_") || cm_amd_begins(opcode, "global_") ||
                      cm_amd_begins(opcode, "scratch_") || cm_amd_begins(opcode, "buffer_");
        found += counts;
        gone += counts && is_gone(w, i);
        if (i == 0)
            found = left;
    }
    if (found < left || (other && strtoul(other + strlen("lgkmcnt("), NULL, 0) != 0))
        cm_fail(w->r->import->work, w->k->code[line].place,
                "the wait counts accesses to scratch memory, which is not supported, expected a "
                "wait for all");
    if (gone == 0)
        return text;
    return cm_arena_printf(w->r->import->work->arena, "%.*svmcnt(%lu%s", (int)(at - text), text,
                           left - gone, end);
}

static void rewrite(rewriting *w, size_t line, bool gone)
{
    cm_arena *arena = w->r->import->work->arena;
    const cm_amd_parts *p = &w->known->parts[line];
    const cm_amd_address *a = &w->known->addresses[line];
    cm_amd_line n = w->k->code[line];
    n.address = *a;
    bool local = a->memory == CM_AMD_PRIVATE || a->memory == CM_AMD_MIXED;
    if (gone && cm_amd_begins(n.text, "s_waitcnt"))
        n.text = counted_wait(w, line);
    if (!a->reached && (cm_amd_begins(p->opcode, "scratch_") ||
                        (cm_amd_begins(p->opcode, "buffer_") && cm_amd_access_bytes(p->opcode))))
        return; /* for other lanes only */
    if (a->active && !a->inactive && cm_amd_begins(n.text, "s_or_b64 exec, exec, ")) {
        add_line(w, &n, "s_mov_b64 exec, 1"); /* masks of lanes are hard to follow in a test */
        add_line(w, &n, "s_cmp_lg_u32 1, 0"); /* as SCC is */
        return;
    }
    if (a->reached && local) {
        move_scratch(w, line, &n);
    } else if (a->reached && a->memory == CM_AMD_SHARED) {
        move_shared(w, line);
    } else if (w->known->functions[line]) {
        add_line(w, &n, cm_arena_printf(arena, "s_mov_b64 %s, 0", p->operands[0].text));
    } else if (!move_lane(w, line)) {
        const char *base = strstr(n.text, ", src_private_base");
        base = base ? base : strstr(n.text, ", src_shared_base");
        const char *text = n.text;
        if (base && p->count == 2)
            text = cm_arena_printf(arena, "%.*s, 0", (int)(base - n.text), n.text);
        else if (cm_amd_begins(text, "v_accvgpr_") && p->count == 2)
            text = cm_arena_printf(arena, "v_mov_b32 %s, %s", p->operands[0].text,
                                   p->operands[1].text);
        add_line(w, &n, without_accumulators(w, text));
    }
}

void cm_amd_unfold(cm_amd_reading *r, cm_amd_kernel *k)
{
    int calls = 0;
    const cm_amd_known *known = cm_amd_know(r, k);
    while (unfold_calls(r, k, known, &calls))
        known = cm_amd_know(r, k);
    cm_amd_cross_lanes(r, k);
    cm_amd_name_divisions(r, k);
    cm_amd_split(r, k);
    known = cm_amd_know(r, k);
    rewriting w = {.r = r, .k = k, .known = known};
    for (size_t i = 0; i < k->count; i++)
        if (known->addresses[i].reached && (strcmp(known->parts[i].opcode, "s_swappc_b64") == 0 ||
                                            strcmp(known->parts[i].opcode, "s_setpc_b64") == 0))
            cm_fail(r->import->work, k->code[i].place,
                    "the kernel calls what is not known here, expected a function of the file");
    count_registers(&w);
    bool gone = false;
    for (size_t i = 0; i < k->count; i++)
        gone |= is_gone(&w, i);
    for (size_t i = 0; i < k->count; i++) {
        rewrite(&w, i, gone);
        i += known->functions[i] ? 2 : 0;
    }
    k->code = w.lines;
    k->count = w.count;
    do
        cm_amd_drop_unread(r, k);
    while (cm_amd_drop_idle(r, k));
    cm_amd_join_same(r, k);
}
