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

uint64_t oracle_part(const oracle_access *a, const oracle_cell *cell)
{
    return low_bytes(a->value >> (8 * (cell->start - a->physical)), cell->width);
}

static void add_value(cm_arena *arena, oracle_pool *pool, oracle_cell *cell, uint64_t value,
                      uint64_t writers, uint64_t needs)
{
    size_t i = 0;
    while (i < cell->count && cell->values[i] != value)
        i++;
    if (i < cell->count && (cell->writers[i] & writers) == writers &&
        (cell->needs[i] & needs) == cell->needs[i])
        return;
    if (i == cell->count) {
        CM_RESERVE(arena, cell->needs, cell->count, cell->need_capacity);
        CM_RESERVE(arena, cell->writers, cell->count, cell->writer_capacity);
        CM_RESERVE(arena, cell->values, cell->count, cell->capacity);
        cell->values[i] = value;
        cell->writers[i] = 0;
        cell->needs[i] = UINT64_MAX;
        cell->count++;
    }
    cell->needs[i] &= needs;
    cell->writers[i] |= writers;
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
            add_value(arena, pool, right, old.values[k] >> (8 * left), old.writers[k],
                      old.needs[k]);
        pool->cells[i] = (oracle_cell){.start = old.start, .width = left};
        for (size_t k = 0; k < old.count; k++)
            add_value(arena, pool, &pool->cells[i], low_bytes(old.values[k], left), old.writers[k],
                      old.needs[k]);
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
            add_value(arena, pool, insert_cell(arena, pool, i, next, (unsigned)(until - next)), 0,
                      UINT64_C(1) << ORACLE_INITIAL, 0);
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

/* The bit of a write in masks; 0: there are too many. */
static uint64_t bit_of(oracle_pool *pool, int thread, int step, int turn)
{
    int i = 0;
    while (i < pool->made_count && (pool->made[i].thread != thread || pool->made[i].step != step ||
                                    pool->made[i].turn != turn))
        i++;
    if (i == (int)(sizeof pool->made / sizeof *pool->made))
        return 0;
    if (i == pool->made_count) {
        pool->made[i].thread = thread;
        pool->made[i].step = step;
        pool->made[i].turn = turn;
        pool->made_count++;
    }
    return UINT64_C(1) << i;
}

void oracle_pool_write(cm_arena *arena, oracle_pool *pool, int turn, const oracle_access *write,
                       uint64_t needs)
{
    uint64_t own = bit_of(pool, write->thread, write->step, turn);
    if (needs & own)
        return;
    oracle_write new = {write->physical, write->value, UINT64_C(1) << write->thread, needs | own,
                        write->width};
    for (size_t i = 0; i < pool->pending_count; i++) {
        oracle_write *w = &pool->pending[i];
        if (w->physical != new.physical || w->width != new.width || w->value != new.value ||
            w->writers != new.writers)
            continue;
        w->needs &= new.needs;
        return;
    }
    CM_RESERVE(arena, pool->pending, pool->pending_count, pool->pending_capacity);
    pool->pending[pool->pending_count++] = new;
}

static bool is_taken(const oracle_handed *h, const oracle_access *read)
{
    return h->physical == read->physical && h->meeting == read->meeting && h->turn == read->turn;
}

void oracle_pool_hand(cm_arena *arena, oracle_pool *pool, const oracle_access *write)
{
    for (size_t i = 0; i < pool->handed_count; i++)
        if (is_taken(&pool->handed[i], write) && pool->handed[i].value == write->value)
            return;
    CM_RESERVE(arena, pool->handed, pool->handed_count, pool->handed_capacity);
    pool->handed[pool->handed_count++] =
        (oracle_handed){write->physical, write->meeting, write->value, write->turn};
    pool->changed = true;
}

size_t oracle_pool_taken(cm_arena *arena, const oracle_pool *pool, const oracle_access *read,
                         uint64_t **values)
{
    size_t count = 0;
    *values = CM_NEW_ARRAY(arena, pool->handed_count, uint64_t);
    for (size_t i = 0; i < pool->handed_count; i++)
        if (is_taken(&pool->handed[i], read))
            (*values)[count++] = pool->handed[i].value;
    return count;
}

uint64_t oracle_pool_needs(const oracle_pool *pool, const oracle_access *read)
{
    uint64_t needs = 0;
    for (size_t i = 0; i < pool->count; i++) {
        const oracle_cell *cell = &pool->cells[i];
        if (cell->start < read->physical || cell->start >= read->physical + read->width)
            continue;
        uint64_t part = oracle_part(read, cell);
        for (size_t k = 0; k < cell->count; k++)
            if (cell->values[k] == part)
                needs |= cell->needs[k];
    }
    return needs;
}

static void commit(cm_arena *arena, oracle_pool *pool, const oracle_write *w)
{
    size_t i = prepare(arena, pool, w->physical, w->width);
    for (uint64_t at = w->physical; at < w->physical + w->width; i++) {
        oracle_cell *cell = &pool->cells[i];
        uint64_t part = w->value >> (8 * (at - w->physical));
        add_value(arena, pool, cell, low_bytes(part, cell->width), w->writers, w->needs);
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

/* Does the access write this value there? A cell is in an access or outside. */
static bool writes(const oracle_access *a, const oracle_cell *cell, uint64_t value)
{
    return a->kind == 'W' && a->physical <= cell->start &&
           cell->start + cell->width <= a->physical + a->width && oracle_part(a, cell) == value;
}

static bool has_writer(const oracle_cell *cell, uint64_t value, int thread,
                       const oracle_access *own, int count)
{
    for (size_t i = 0; i < cell->count; i++)
        if (cell->values[i] == value && (cell->writers[i] & ~(UINT64_C(1) << thread)))
            return true;
    for (int i = 0; i < count; i++)
        if (writes(&own[i], cell, value))
            return true;
    return false;
}

bool oracle_pool_explains(const oracle_pool *pool, const oracle_access *read,
                          const oracle_access *own, int count)
{
    uint64_t end = read->physical + read->width;
    for (size_t i = 0; i < pool->count; i++) {
        const oracle_cell *cell = &pool->cells[i];
        if (cell->start < read->physical || cell->start >= end)
            continue;
        if (!has_writer(cell, oracle_part(read, cell), read->thread, own, count))
            return false;
    }
    return true;
}
