/* Open addressing: a thing is in the first free slot at or after its own. */
#include "base/hash.h"

enum { FIRST_SLOTS = 64 };

size_t cm_index_next(cm_index *index, uint64_t hash)
{
    for (; index->slot_count > 0; index->at++) {
        const struct cm_index_slot *slot = &index->slots[index->at & (index->slot_count - 1)];
        if (slot->item == 0)
            break;
        if (slot->hash == hash) {
            index->at++;
            return slot->item - 1;
        }
    }
    return CM_INDEX_NONE;
}

size_t cm_index_first(cm_index *index, uint64_t hash)
{
    index->at = cm_hash_fold(hash);
    return cm_index_next(index, hash);
}

static void put_item(cm_index *index, uint64_t hash, size_t item)
{
    size_t at = cm_hash_fold(hash);
    while (index->slots[at & (index->slot_count - 1)].item != 0)
        at++;
    index->slots[at & (index->slot_count - 1)] = (struct cm_index_slot){hash, item};
}

void cm_index_add(cm_arena *arena, cm_index *index, uint64_t hash, size_t item)
{
    if (2 * (index->count + 1) > index->slot_count) {
        cm_index wider = {.slot_count = index->slot_count ? 2 * index->slot_count : FIRST_SLOTS};
        wider.slots = CM_NEW_ARRAY(arena, wider.slot_count, struct cm_index_slot);
        for (size_t i = 0; i < index->slot_count; i++)
            if (index->slots[i].item != 0)
                put_item(&wider, index->slots[i].hash, index->slots[i].item);
        wider.count = index->count;
        *index = wider;
    }
    put_item(index, hash, item + 1);
    index->count++;
}
