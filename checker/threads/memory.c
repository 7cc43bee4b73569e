/* Domains of reads. See memory.h. */
#include "checker/threads/memory.h"

#include <string.h>

static bool owns_memory(const cm_location *location)
{
    return location->alias_of < 0;
}

static void number_stores(cm_memory *memory)
{
    const cm_test *test = memory->job->test;
    uint32_t number = 0;
    memory->first_number = CM_NEW_ARRAY(memory->job->arena, (size_t)test->thread_count, uint32_t);
    for (int t = 0; t < test->thread_count; t++) {
        memory->first_number[t] = number;
        for (int i = 0; i < memory->runs[t].code.count; i++)
            number +=
                test->threads[t].steps[memory->runs[t].code.visits[i].step].kind == CM_STEP_STORE;
    }
}

void cm_memory_init(cm_memory *memory, cm_job *job, const cm_loop_limits *limits)
{
    const cm_test *test = job->test;
    *memory = (cm_memory){.job = job, .ordered = job->ordered && !job->wide_values};
    memory->pruned = job->prune_values && !memory->ordered;
    memory->rooms = CM_NEW_ARRAY(job->arena, (size_t)test->location_count, cm_room);
    memory->runs = CM_NEW_ARRAY(job->arena, (size_t)test->thread_count, cm_thread_run);
    memory->opaque = CM_NEW_ARRAY(job->arena, (size_t)test->location_count + 1, struct cm_span);
    for (int i = 0; i < test->location_count; i++) {
        memory->rooms[i].extent = test->locations[i].extent;
        memory->rooms[i].cuts =
            CM_NEW_ARRAY(job->arena, memory->rooms[i].extent / 64 + 1, uint64_t);
    }
    for (int i = 0; i < test->thread_count; i++) {
        cm_thread_run *run = &memory->runs[i];
        cm_unroll(job, i, limits, &run->code);
        run->domains = CM_NEW_ARRAY(job->arena, (size_t)run->code.count, cm_domain);
    }
    number_stores(memory);
}

/* ---- places ---------------------------------------------------------- */

/* The memory that an address belongs to, within it or behind its end. */
static bool find_owner(const cm_memory *memory, uint64_t address, int *owner, uint64_t *offset)
{
    const cm_test *test = memory->job->test;
    *owner = cm_test_locate(test, address, offset);
    while (*owner >= 0 && !owns_memory(&test->locations[*owner]))
        *owner = test->locations[*owner].alias_of;
    return *owner >= 0;
}

bool cm_memory_find(const cm_memory *memory, uint64_t address, unsigned width, cm_spot *spot)
{
    int owner;
    uint64_t offset;
    if (!find_owner(memory, address, &owner, &offset) ||
        offset + width > memory->rooms[owner].extent)
        return false;
    *spot = (cm_spot){owner, (uint32_t)offset};
    return true;
}

const cm_location *cm_memory_passed(const cm_memory *memory, uint64_t address, unsigned width,
                                    uint64_t *offset)
{
    int owner;
    bool passed = find_owner(memory, address, &owner, offset) &&
                  *offset + width > memory->rooms[owner].extent;
    return passed ? &memory->job->test->locations[owner] : NULL;
}

uint64_t cm_memory_initial(const cm_test *test, cm_spot spot, unsigned width)
{
    const cm_location *l = &test->locations[spot.location];
    /* an untyped scalar may hold an address: its initial value is 64 bits wide */
    unsigned element = !l->typed && l->count == 1 ? 8 : l->width;
    uint64_t value = 0;
    for (unsigned i = 0; i < width && i < 8; i++) {
        uint32_t at = spot.offset + i;
        if (at / element >= l->count)
            break;
        uint64_t byte = l->init[at / element] >> 8 * (at % element) & 0xff;
        value |= byte << 8 * i;
    }
    return value;
}

/* ---- cuts ------------------------------------------------------------ */

bool cm_room_is_cut(const cm_room *room, uint32_t offset)
{
    return room->cuts[offset / 64] >> (offset % 64) & 1;
}

/* True when the cut is new. */
static bool cut(cm_room *room, uint32_t offset)
{
    if (cm_room_is_cut(room, offset))
        return false;
    room->cuts[offset / 64] |= UINT64_C(1) << (offset % 64);
    return true;
}

cm_parts cm_memory_parts(const cm_memory *memory, const cm_access *access)
{
    unsigned width = access->step->width;
    cm_parts parts = {.count = 1};
    for (unsigned offset = 1; offset < width; offset++) {
        bool here = false;
        for (uint32_t i = 0; i < access->address->count && !here; i++) {
            cm_spot spot;
            here = cm_memory_find(memory, access->address->choices[i].value, width, &spot) &&
                   cm_room_is_cut(&memory->rooms[spot.location], spot.offset + offset);
        }
        if (here)
            parts.at[parts.count++] = offset;
    }
    parts.at[parts.count] = width;
    return parts;
}

static void touch(const cm_memory *memory, cm_room *room, uint32_t offset, unsigned width)
{
    if (!room->touched)
        room->touched = CM_NEW_ARRAY(memory->job->arena, room->extent / 64 + 1, uint64_t);
    for (uint32_t i = offset; i < offset + width; i++)
        room->touched[i / 64] |= UINT64_C(1) << (i % 64);
}

bool cm_room_is_touched(const cm_room *room, uint32_t offset)
{
    return room->touched && room->touched[offset / 64] >> (offset % 64) & 1;
}

/* Cuts every place the access may go to at the bounds of its parts. */
static bool cut_access(cm_memory *memory, const cm_access *access)
{
    bool changed = false;
    unsigned width = access->step->width;
    cm_parts parts = cm_memory_parts(memory, access);
    for (uint32_t i = 0; i < access->address->count; i++) {
        cm_spot spot;
        if (!cm_memory_find(memory, access->address->choices[i].value, width, &spot))
            continue;
        cm_room *room = &memory->rooms[spot.location];
        touch(memory, room, spot.offset, width);
        for (unsigned k = 0; k <= parts.count; k++)
            changed |= cut(room, spot.offset + parts.at[k]);
    }
    return changed;
}

/* Cuts until no access has a new part. */
bool cm_memory_cut(cm_memory *memory)
{
    bool changed = false, again = true;
    while (again) {
        again = false;
        for (int t = 0; t < memory->job->test->thread_count; t++) {
            const cm_thread_run *run = &memory->runs[t];
            for (int i = 0; i < run->access_count; i++)
                if (cm_step_is_access(run->accesses[i].step))
                    again |= cut_access(memory, &run->accesses[i]);
        }
        changed |= again;
    }
    return changed;
}

void cm_memory_uncut(cm_memory *memory)
{
    for (int i = 0; i < memory->job->test->location_count; i++) {
        cm_room *room = &memory->rooms[i];
        room->touched = NULL;
        memset(room->cuts, 0, (room->extent / 64 + 1) * sizeof *room->cuts);
    }
    cm_memory_cut_elements(memory);
    cm_memory_cut(memory);
}

void cm_memory_cut_elements(cm_memory *memory)
{
    const cm_test *test = memory->job->test;
    for (int i = 0; i < test->observed_count && !memory->job->whole_elements; i++) {
        const cm_observed *o = &test->observed[i];
        if (o->kind != CM_OBSERVE_LOCATION)
            continue;
        const cm_location *l = &test->locations[o->location];
        cm_room *room = &memory->rooms[o->location];
        for (uint32_t k = 0; l->count > 1 && owns_memory(l) && k <= l->count; k++)
            cut(room, k * l->width);
    }
}
