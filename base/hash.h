/* Hashes, and tables that find things by them.
 *
 * The hash is that of Fowler, Noll and Vo, 64 bits, variant 1a, over bytes or, as
 * quick to compute, over whole words. It is for tables and for names that must not
 * meet by chance, not against an adversary.
 *
 *     uint64_t hash = cm_hash_word(cm_hash_text(name), number);
 *     for (size_t at = cm_index_first(&index, hash); at != CM_INDEX_NONE;
 *          at = cm_index_next(&index, hash))
 *         if (strcmp(items[at].name, name) == 0)
 *             return at;
 *     cm_index_add(arena, &index, hash, count);
 */
#ifndef CM_BASE_HASH_H
#define CM_BASE_HASH_H

#include "base/arena.h"

#include <stdint.h>

/* Of nothing. */
#define CM_HASH_EMPTY UINT64_C(0xcbf29ce484222325)

/* The hash of what was hashed before, and a word (or byte) after it. */
static inline uint64_t cm_hash_word(uint64_t hash, uint64_t word)
{
    return (hash ^ word) * UINT64_C(0x100000001b3);
}

static inline uint64_t cm_hash_bytes(uint64_t hash, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        hash = cm_hash_word(hash, (unsigned char)bytes[i]);
    return hash;
}

static inline uint64_t cm_hash_text(const char *text)
{
    uint64_t hash = CM_HASH_EMPTY;
    for (; *text; text++)
        hash = cm_hash_word(hash, (unsigned char)*text);
    return hash;
}

/* For tables that look at the low bits only: these depend on all words hashed. */
static inline uint32_t cm_hash_fold(uint64_t hash)
{
    hash ^= hash >> 32;
    return (uint32_t)(hash ^ hash >> 15);
}

/* Numbers of things, found by the hashes of these: a table of its user's, that knows
 * nothing of them. All zero: empty. */
typedef struct cm_index {
    struct cm_index_slot {
        uint64_t hash;
        size_t item; /* plus 1; 0: free */
    } * slots;
    size_t slot_count; /* a power of two, or 0; at least twice as many as taken */
    size_t count, at;  /* at: where cm_index_next goes on */
} cm_index;

#define CM_INDEX_NONE SIZE_MAX

/* The things with that hash, one after another; CM_INDEX_NONE: no more. Nothing may be
 * added between. */
size_t cm_index_first(cm_index *index, uint64_t hash);
size_t cm_index_next(cm_index *index, uint64_t hash);

void cm_index_add(cm_arena *arena, cm_index *index, uint64_t hash, size_t item);

#endif
