/* The values that memory can hold, found by running threads until nothing new
 * is written. */
#include "tests/oracle/internal.h"

#include <string.h>

static int root_location(const cm_test *test, int location)
{
    while (test->locations[location].alias_of >= 0)
        location = test->locations[location].alias_of;
    return location;
}

bool oracle_physical(const cm_test *test, uint64_t address, uint64_t *physical)
{
    uint64_t offset;
    int location = cm_test_locate(test, address, &offset);
    if (location < 0)
        return false;
    *physical = test->locations[root_location(test, location)].address + offset;
    return true;
}

static uint64_t low_bytes(uint64_t value, unsigned width)
{
    return width >= 8 ? value : value & ((UINT64_C(1) << (8 * width)) - 1);
}

static void add_value(cm_arena *arena, oracle_pool *pool, oracle_cell *cell, uint64_t value)
{
    for (size_t i = 0; i < cell->count; i++)
        if (cell->values[i] == value)
            return;
    CM_RESERVE(arena, cell->values, cell->count, cell->capacity);
    cell->values[cell->count++] = value;
    pool->changed = true;
}

static oracle_cell *insert_cell(cm_arena *arena, oracle_pool *pool, size_t at, uint64_t start,
                                unsigned width)
{
    CM_RESERVE(arena, pool->cells, pool->count, pool->capacity);
    memmove(pool->cells + at + 1, pool->cells + at, (pool->count - at) * sizeof *pool->cells);
    pool->count++;
    pool->cells[at] = (oracle_cell){.start = start, .width = width};
    pool->changed = true;
    return &pool->cells[at];
}

/* Cuts the cell that has this address inside it. */
static void cut_at(cm_arena *arena, oracle_pool *pool, uint64_t address)
{
    for (size_t i = 0; i < pool->count; i++) {
        oracle_cell old = pool->cells[i];
        if (address <= old.start || address >= old.start + old.width)
            continue;
        unsigned left = (unsigned)(address - old.start);
        oracle_cell *right = insert_cell(arena, pool, i + 1, address, old.width - left);
        for (size_t k = 0; k < old.count; k++)
            add_value(arena, pool, right, old.values[k] >> (8 * left));
        pool->cells[i] = (oracle_cell){.start = old.start, .width = left};
        for (size_t k = 0; k < old.count; k++)
            add_value(arena, pool, &pool->cells[i], low_bytes(old.values[k], left));
        return;
    }
}

/* Index of the first cell of the range, after cutting at its ends and filling
 * holes (bytes past the declared end of a location: zero at first). */
static size_t prepare(cm_arena *arena, oracle_pool *pool, uint64_t start, unsigned width)
{
    cut_at(arena, pool, start);
    cut_at(arena, pool, start + width);
    size_t first = 0;
    while (first < pool->count && pool->cells[first].start < start)
        first++;
    uint64_t next = start;
    for (size_t i = first; next < start + width; i++) {
        uint64_t until = i < pool->count && pool->cells[i].start < start + width
                             ? pool->cells[i].start
                             : start + width;
        if (until > next)
            add_value(arena, pool, insert_cell(arena, pool, i, next, (unsigned)(until - next)), 0);
        next = pool->cells[i].start + pool->cells[i].width;
    }
    return first;
}

oracle_pool *oracle_pool_new(cm_arena *arena, const cm_test *test)
{
    oracle_pool *pool = CM_NEW(arena, oracle_pool);
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *location = &test->locations[i];
        for (uint32_t k = 0; location->alias_of < 0 && k < location->count; k++) {
            /* A new cell holds 0, as a hole does. */
            size_t cell = prepare(arena, pool, location->address + (uint64_t)k * location->width,
                                  location->width);
            pool->cells[cell].values[0] = low_bytes(location->init[k], location->width);
            pool->cells[cell].count = 1;
        }
    }
    return pool;
}

void oracle_pool_write(cm_arena *arena, oracle_pool *pool, uint64_t physical, unsigned width,
                       uint64_t value)
{
    for (size_t i = 0; i < pool->pending_count; i++) {
        const oracle_write *w = &pool->pending[i];
        if (w->physical == physical && w->width == width && w->value == value)
            return;
    }
    CM_RESERVE(arena, pool->pending, pool->pending_count, pool->pending_capacity);
    pool->pending[pool->pending_count++] = (oracle_write){physical, value, width};
}

static void commit(cm_arena *arena, oracle_pool *pool, const oracle_write *w)
{
    size_t i = prepare(arena, pool, w->physical, w->width);
    for (uint64_t at = w->physical; at < w->physical + w->width; i++) {
        oracle_cell *cell = &pool->cells[i];
        uint64_t part = w->value >> (8 * (at - w->physical));
        add_value(arena, pool, cell, low_bytes(part, cell->width));
        at += cell->width;
    }
}

void oracle_pool_commit(cm_arena *arena, oracle_pool *pool)
{
    for (size_t i = 0; i < pool->pending_count; i++)
        commit(arena, pool, &pool->pending[i]);
    pool->pending_count = 0;
}

size_t oracle_pool_read(cm_arena *arena, oracle_pool *pool, uint64_t physical, unsigned width,
                        uint64_t **values)
{
    size_t i = prepare(arena, pool, physical, width), count = 1;
    uint64_t *all = CM_NEW_ARRAY(arena, 1, uint64_t);
    for (uint64_t at = physical; at < physical + width; i++) {
        const oracle_cell *cell = &pool->cells[i];
        unsigned shift = (unsigned)(8 * (at - physical));
        uint64_t *more = CM_NEW_ARRAY(arena, count * cell->count, uint64_t);
        for (size_t k = 0; k < count * cell->count; k++)
            more[k] = all[k / cell->count] | cell->values[k % cell->count] << shift;
        all = more;
        count *= cell->count;
        at += cell->width;
    }
    *values = all;
    return count;
}
