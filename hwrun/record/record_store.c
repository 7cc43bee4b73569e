#include "hwrun/record/record_store.h"

#include <string.h>

/* ---- texts ----------------------------------------------------------- */

static const char *keep(cm_record_store *store, const char *text)
{
    if (!text)
        return NULL;
    uint64_t hash = cm_hash_text(text);
    for (size_t at = cm_index_first(&store->index, hash); at != CM_INDEX_NONE;
         at = cm_index_next(&store->index, hash))
        if (strcmp(store->texts[at], text) == 0)
            return store->texts[at];
    cm_index_add(store->arena, &store->index, hash, store->count);
    CM_RESERVE(store->arena, store->texts, store->count, store->capacity);
    return store->texts[store->count++] = cm_arena_text(store->arena, text, strlen(text));
}

static bool same_list(const struct cm_record_list *list, const cm_record_pair *pairs, size_t count)
{
    bool same = list->count == count;
    for (size_t i = 0; i < count && same; i++)
        same = strcmp(list->pairs[i].key, pairs[i].key) == 0 &&
               strcmp(list->pairs[i].value, pairs[i].value) == 0;
    return same;
}

static uint64_t hash_list(const cm_record_pair *pairs, size_t count)
{
    uint64_t hash = cm_hash_word(0, count);
    for (size_t i = 0; i < count; i++) {
        hash = cm_hash_word(hash, cm_hash_text(pairs[i].key));
        hash = cm_hash_word(hash, cm_hash_text(pairs[i].value));
    }
    return hash;
}

static cm_record_pair *keep_pairs(cm_record_store *store, const cm_record_pair *pairs, size_t count)
{
    uint64_t hash = hash_list(pairs, count);
    for (size_t at = cm_index_first(&store->list_index, hash); at != CM_INDEX_NONE;
         at = cm_index_next(&store->list_index, hash))
        if (same_list(&store->lists[at], pairs, count))
            return store->lists[at].pairs;
    cm_record_pair *kept = CM_NEW_ARRAY(store->arena, count, cm_record_pair);
    for (size_t i = 0; i < count; i++)
        kept[i] = (cm_record_pair){keep(store, pairs[i].key), keep(store, pairs[i].value)};
    cm_index_add(store->arena, &store->list_index, hash, store->list_count);
    CM_RESERVE(store->arena, store->lists, store->list_count, store->list_capacity);
    store->lists[store->list_count++] = (struct cm_record_list){kept, count};
    return kept;
}

/* ---- parts of a record ----------------------------------------------- */

static cm_record_machine keep_machine(cm_record_store *store, const cm_record_machine *from)
{
    cm_record_machine kept = *from;
    kept.host = keep(store, from->host);
    kept.kernel = keep(store, from->kernel);
    kept.cpu = keep(store, from->cpu);
    kept.arch = keep(store, from->arch);
    kept.gpu = keep(store, from->gpu);
    kept.gpu_uuid = keep(store, from->gpu_uuid);
    kept.compute = keep(store, from->compute);
    kept.driver = keep(store, from->driver);
    kept.attributes = keep_pairs(store, from->attributes, from->attribute_count);
    return kept;
}

static cm_record_state *keep_states(cm_record_store *store, const cm_record_test *from)
{
    cm_record_state *kept = CM_NEW_ARRAY(store->arena, from->state_count, cm_record_state);
    for (size_t i = 0; i < from->state_count; i++) {
        kept[i] = from->states[i];
        kept[i].text = keep(store, from->states[i].text);
    }
    return kept;
}

static cm_record_test keep_test(cm_record_store *store, const cm_record_test *from)
{
    cm_record_test kept = *from;
    kept.name = keep(store, from->name);
    kept.arch = keep(store, from->arch);
    kept.hash = keep(store, from->hash);
    kept.text = keep(store, from->text);
    kept.reason = keep(store, from->reason);
    kept.started = keep(store, from->started);
    kept.model = keep(store, from->model);
    kept.axes = keep_pairs(store, from->axes, from->axis_count);
    kept.states = keep_states(store, from);
    return kept;
}

static const cm_record *keep_record(cm_record_store *store, const cm_record *from)
{
    cm_record *kept = CM_NEW(store->arena, cm_record);
    *kept = *from;
    kept->program = keep(store, from->program);
    kept->version = keep(store, from->version);
    kept->command = keep(store, from->command);
    kept->suite = keep(store, from->suite);
    kept->shard = keep(store, from->shard);
    kept->machines = CM_NEW_ARRAY(store->arena, from->machine_count, cm_record_machine);
    for (size_t i = 0; i < from->machine_count; i++)
        kept->machines[i] = keep_machine(store, &from->machines[i]);
    kept->tests = CM_NEW_ARRAY(store->arena, from->test_count, cm_record_test);
    for (size_t i = 0; i < from->test_count; i++)
        kept->tests[i] = keep_test(store, &from->tests[i]);
    return kept;
}

/* ---- reading --------------------------------------------------------- */

/* With anything to be said it is read again, into the arena: messages point into the file. */
const cm_record *cm_record_store_read(cm_record_store *store, cm_work *work, const char *path)
{
    cm_work once;
    cm_arena_reset(store->scratch, 0);
    cm_work_init(&once, store->scratch);
    const cm_record *record = cm_record_or_log_read(&once, path);
    if (!record || once.diags.count > 0)
        return cm_record_or_log_read(work, path);
    return keep_record(store, record);
}
