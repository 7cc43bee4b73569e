/* Arguments of AMD's kernels: scalar loads of them become moves of what the binding, or the
 * launch, says they are (LLVM, "User Guide for AMDGPU Backend", "Kernel Argument Segment",
 * ".value_kind"). */
#include "import/amd.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

bool cm_amd_is_hidden(const cm_amd_slot *s)
{
    return s->kind && cm_amd_begins(s->kind, "hidden_");
}

/* ---- what they are -------------------------------------------------------------------- */

/* What a scalar load reads from: the arguments, or the packet that has dispatched the kernel (HSA
 * Platform System Architecture Specification, "Kernel dispatch packet"). */
typedef struct segment {
    cm_amd_reading *r;
    const cm_launch *launch;
    const cm_amd_slot *slots;
    int count;
} segment;

static const cm_amd_slot packet[] = {{4, 2, "hidden_group_size_x"}, {6, 2, "hidden_group_size_y"},
                                     {8, 2, "hidden_group_size_z"}, {10, 2, "hidden_none"},
                                     {12, 4, "hidden_grid_size_x"}, {16, 4, "hidden_grid_size_y"},
                                     {20, 4, "hidden_grid_size_z"}};

static const cm_amd_slot *slot_at(const segment *g, unsigned offset)
{
    for (int i = 0; i < g->count; i++)
        if (offset >= g->slots[i].offset && offset < g->slots[i].offset + g->slots[i].size)
            return &g->slots[i];
    return NULL;
}

static const char *location_text(cm_import *import, const cm_bind_argument *a)
{
    if (a->number == 0)
        return a->location;
    return cm_arena_printf(import->work->arena, "%s+%llu", a->location,
                           (unsigned long long)a->number);
}

/* What the runtime passes of the launch: all groups are whole. */
static bool hidden_value(const cm_launch *l, const char *kind, uint64_t *value)
{
    bool deep = l->blocks.z > 1 || l->threads.z > 1, flat = l->blocks.y > 1 || l->threads.y > 1;
    const struct {
        const char *kind;
        uint64_t value;
    } known[] = {{"hidden_block_count_x", l->blocks.x},
                 {"hidden_block_count_y", l->blocks.y},
                 {"hidden_block_count_z", l->blocks.z},
                 {"hidden_grid_size_x", l->blocks.x * l->threads.x},
                 {"hidden_grid_size_y", l->blocks.y * l->threads.y},
                 {"hidden_grid_size_z", l->blocks.z * l->threads.z},
                 {"hidden_group_size_x", l->threads.x},
                 {"hidden_group_size_y", l->threads.y},
                 {"hidden_group_size_z", l->threads.z},
                 {"hidden_remainder_x", 0},
                 {"hidden_remainder_y", 0},
                 {"hidden_remainder_z", 0},
                 {"hidden_global_offset_x", 0},
                 {"hidden_global_offset_y", 0},
                 {"hidden_global_offset_z", 0},
                 {"hidden_grid_dims", deep   ? 3
                                      : flat ? 2
                                             : 1},
                 {"hidden_none", 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(kind, known[i].kind) == 0) {
            *value = known[i].value;
            return true;
        }
    return false;
}

/* What the binding says of the bytes from there on, in `from` where they begin; of a structure its
 * part. Fails at what is not said. */
static const cm_bind_argument *argument_of(const segment *g, const cm_amd_slot *s, unsigned offset,
                                           unsigned *from, cm_place place)
{
    cm_work *work = g->r->import->work;
    if (s - g->slots >= g->launch->argument_count)
        cm_fail(work, place, "an argument comes after what the runtime passes, expected it before");
    const cm_bind_argument *a = &g->launch->arguments[s - g->slots], *found = a;
    *from = s->offset;
    if (a->kind == CM_BIND_PARTS) {
        found = NULL;
        for (int i = 0; i < a->part_count; i++) {
            uint64_t at = s->offset + a->parts[i].offset;
            if (at > offset || (found && at < *from) || offset - at >= 8)
                continue;
            found = &a->parts[i];
            *from = (unsigned)at;
        }
    } else if (s->size > 8) {
        cm_fail(work, place,
                "the kernel reads argument %d, which has several parts, expected {0: ..., 8: ...}",
                (int)(s - g->slots));
    }
    if (!found || found->kind == CM_BIND_UNSAID)
        cm_fail(work, place,
                "the kernel reads argument %d, which the binding does not say, "
                "expected a location or a number",
                (int)(s - g->slots));
    return found;
}

/* One byte of what is no address; between arguments there is nothing. */
static unsigned byte_at(const segment *g, unsigned offset, cm_place place)
{
    cm_work *work = g->r->import->work;
    const cm_amd_slot *s = slot_at(g, offset);
    uint64_t value = 0;
    if (!s)
        return 0;
    unsigned from = s->offset;
    if (!cm_amd_is_hidden(s)) {
        const cm_bind_argument *a = argument_of(g, s, offset, &from, place);
        if (a->kind != CM_BIND_NUMBER)
            cm_fail(work, place, "half of an address is not supported, expected the whole");
        value = a->number;
    } else if (!hidden_value(g->launch, s->kind, &value)) {
        cm_fail(work, place,
                "the kernel reads what the runtime passes (%s), which the binding does not say, "
                "expected a location or a number",
                s->kind);
    }
    return offset - from < 8 ? (unsigned)(value >> 8 * (offset - from) & 0xff) : 0;
}

bool cm_amd_argument_number(cm_amd_reading *r, const cm_amd_kernel *k, const cm_amd_address *a,
                            unsigned offset, uint32_t *number)
{
    if (!k->thread || a->memory != CM_AMD_SEGMENT_HIGH || !a->known)
        return false;
    segment g = {r, &r->import->binding->launches[k->thread->launch], k->slots, k->slot_count};
    if (a->segment == CM_AMD_PACKET)
        g = (segment){r, g.launch, packet, sizeof packet / sizeof *packet};
    *number = 0;
    for (unsigned i = 0; i < 4; i++) {
        const cm_amd_slot *s = slot_at(&g, a->offset + offset + i);
        uint64_t value = 0;
        bool hidden = s && cm_amd_is_hidden(s), own = s && s - g.slots < g.launch->argument_count;
        if (hidden ? !hidden_value(g.launch, s->kind, &value)
                   : s && (!own || g.launch->arguments[s - g.slots].kind != CM_BIND_NUMBER))
            return false;
        if (own && !hidden)
            value = g.launch->arguments[s - g.slots].number;
        unsigned byte = s ? a->offset + offset + i - s->offset : 0;
        *number |= (uint32_t)(byte < 8 ? value >> 8 * byte & 0xff : 0) << 8 * i;
    }
    return true;
}

/* One address, or so many bytes, 4 at most, into the register; how many registers that fills. */
static unsigned move(const segment *g, int thread, const char *file, unsigned to, unsigned offset,
                     unsigned bytes, cm_place place)
{
    cm_import *import = g->r->import;
    cm_arena *arena = import->work->arena;
    const cm_amd_slot *s = slot_at(g, offset);
    unsigned from = offset;
    const cm_bind_argument *a =
        s && !cm_amd_is_hidden(s) ? argument_of(g, s, offset, &from, place) : NULL;
    unsigned size = a && s->size != 4 ? 8 : 4;
    if (a && a->kind == CM_BIND_LOCATION && offset == from && bytes >= size &&
        (size == 4 || to % 2 == 0)) {
        const char *where = location_text(import, a);
        const char *text =
            size == 8
                ? cm_arena_printf(arena, "%s_mov_b64 %s[%u:%u], %s", file, file, to, to + 1, where)
                : cm_arena_printf(arena, "%s_mov_b32 %s%u, %s", file, file, to, where);
        cm_import_add_row(import, thread, text, place);
        return size / 4;
    }
    unsigned value = 0;
    for (unsigned i = 0; i < 4 && i < bytes; i++)
        value |= byte_at(g, offset + i, place) << 8 * i;
    cm_import_add_row(import, thread,
                      cm_arena_printf(arena, "%s_mov_b32 %s%u, 0x%x", file, file, to, value),
                      place);
    return 1;
}

bool cm_amd_move_arguments(cm_amd_reading *r, const cm_launch *l, const cm_amd_kernel *k,
                           int thread, const cm_amd_line *n)
{
    const cm_amd_address *a = &n->address;
    if (a->memory != CM_AMD_SEGMENT_HIGH || !a->known)
        return false;
    cm_amd_parts p = cm_amd_take_apart(r->import->work->arena, n->text);
    unsigned bytes = cm_amd_access_bytes(p.opcode);
    bool vector = p.operands[0].first >= CM_AMD_VECTOR;
    if (!bytes || strstr(p.opcode, "_store_") || strstr(p.opcode, "_sbyte") ||
        strstr(p.opcode, "_sshort"))
        return false;
    segment g = {r, l, k->slots, k->slot_count};
    if (a->segment == CM_AMD_PACKET)
        g = (segment){r, l, packet, sizeof packet / sizeof *packet};
    unsigned to = (unsigned)p.operands[0].first - (vector ? CM_AMD_VECTOR : 0);
    for (unsigned done = 0; done < bytes;)
        done += 4 * move(&g, thread, vector ? "v" : "s", to + done / 4, a->offset + done,
                         bytes - done, n->place);
    return true;
}

/* ---- descriptors of buffers ------------------------------------------------------------ */

/* A scalar register holds the upper half of a pointer that is an argument, or something else. */
enum { HIGH = 1, OTHER = 2 };

typedef struct halves {
    const cm_amd_kernel *k;
    const cm_amd_parts *parts;
    bool *masks; /* by line: of such a half the lower 16 bits are taken */
} halves;

/* Is the word that the line loads the upper half of a pointer? */
static bool loads_half(const cm_amd_kernel *k, size_t line, unsigned word)
{
    const cm_amd_address *a = &k->code[line].address;
    const segment arguments = {.slots = k->slots, .count = k->slot_count};
    const cm_amd_slot *s = slot_at(&arguments, a->offset + 4 * word);
    return a->memory == CM_AMD_SEGMENT_HIGH && a->known && a->segment == CM_AMD_KERNARG && s &&
           s->kind && strcmp(s->kind, "global_buffer") == 0 &&
           a->offset + 4 * word - s->offset == 4;
}

static void step_halves(void *context, size_t line, uint8_t *now)
{
    const halves *h = context;
    const cm_amd_parts *p = &h->parts[line];
    const cm_amd_operand *to = &p->operands[0], *from = &p->operands[1];
    if (p->count == 0)
        return;
    bool one = p->count > 1 && from->count == 1 && now[from->first] == HIGH;
    bool moves = one && strcmp(p->opcode, "s_mov_b32") == 0;
    h->masks[line] = one && strcmp(p->opcode, "s_and_b32") == 0 && p->operands[2].is_number &&
                     p->operands[2].number == 0xffff;
    for (int i = 0; i < to->count; i++) {
        bool loads = cm_amd_begins(p->opcode, "s_load_") && loads_half(h->k, line, (unsigned)i);
        now[to->first + i] = loads || moves || h->masks[line] ? HIGH : OTHER;
    }
    if (p->count > 1 && strstr(p->opcode, "_co_"))
        cm_amd_flow_set(now, from, OTHER);
}

void cm_amd_keep_bases(cm_amd_reading *r, cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    halves h = {.k = k, .parts = cm_amd_all_parts(arena, k)};
    h.masks = CM_NEW_ARRAY(arena, k->count + 1, bool);
    uint8_t now[CM_AMD_FLOW_REGISTERS];
    static const cm_amd_operand scc = {.first = CM_AMD_SCC, .count = 1};
    const cm_amd_live *live = cm_amd_find_live(arena, k, h.parts);
    memset(now, OTHER, sizeof now);
    cm_amd_flow(r, k, now, step_halves, &h);
    for (size_t i = 0; i < k->count; i++)
        if (h.masks[i] && !cm_amd_live_has(&live[i + 1], &scc))
            k->code[i].text =
                cm_arena_printf(arena, "s_mov_b32 %s, %s", h.parts[i].operands[0].text,
                                h.parts[i].operands[1].text);
}
