#include "hwrun/record/record_store.h"

#include "hwrun/record/record_format.h"

#include <string.h>

/* ---- texts ----------------------------------------------------------- */

static const char *keep_text(cm_record_store *store, const char *text)
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

static cm_record_pair *keep_pairs(cm_record_store *store, const cm_record_pair *pairs, size_t count)
{
    uint64_t hash = cm_hash_word(0, count);
    for (size_t i = 0; i < count; i++) {
        hash = cm_hash_word(hash, cm_hash_text(pairs[i].key));
        hash = cm_hash_word(hash, cm_hash_text(pairs[i].value));
    }
    for (size_t at = cm_index_first(&store->list_index, hash); at != CM_INDEX_NONE;
         at = cm_index_next(&store->list_index, hash))
        if (same_list(&store->lists[at], pairs, count))
            return store->lists[at].pairs;
    cm_record_pair *kept = CM_NEW_ARRAY(store->arena, count, cm_record_pair);
    for (size_t i = 0; i < count; i++)
        kept[i] =
            (cm_record_pair){keep_text(store, pairs[i].key), keep_text(store, pairs[i].value)};
    cm_index_add(store->arena, &store->list_index, hash, store->list_count);
    CM_RESERVE(store->arena, store->lists, store->list_count, store->list_capacity);
    store->lists[store->list_count++] = (struct cm_record_list){kept, count};
    return kept;
}

/* ---- parts of a record ----------------------------------------------- */

static void keep_texts(cm_record_store *store, const cm_record_field *fields, void *kept)
{
    for (const cm_record_field *f = fields; f->name; f++)
        if (f->kind <= CM_RECORD_NULLABLE) {
            const char **text = (const char **)(void *)((char *)kept + f->offset);
            *text = keep_text(store, *text);
        }
}

static void keep_test(cm_record_store *store, cm_record_test *kept)
{
    keep_texts(store, cm_record_test_fields, kept);
    kept->text = keep_text(store, kept->text);
    kept->reason = keep_text(store, kept->reason);
    kept->model = keep_text(store, kept->model);
    kept->axes = keep_pairs(store, kept->axes, kept->axis_count);
    const cm_record_state *states = kept->states;
    kept->states = CM_NEW_ARRAY(store->arena, kept->state_count, cm_record_state);
    for (size_t i = 0; i < kept->state_count; i++) {
        kept->states[i] = states[i];
        kept->states[i].text = keep_text(store, states[i].text);
    }
}

static const cm_record *keep_record(cm_record_store *store, const cm_record *from)
{
    cm_record *kept = CM_NEW(store->arena, cm_record);
    *kept = *from;
    keep_texts(store, cm_record_run_fields, kept);
    kept->machines = CM_NEW_ARRAY(store->arena, from->machine_count, cm_record_machine);
    for (size_t i = 0; i < from->machine_count; i++) {
        cm_record_machine *machine = &kept->machines[i];
        *machine = from->machines[i];
        keep_texts(store, cm_record_machine_fields, machine);
        machine->attributes = keep_pairs(store, machine->attributes, machine->attribute_count);
    }
    kept->tests = CM_NEW_ARRAY(store->arena, from->test_count, cm_record_test);
    for (size_t i = 0; i < from->test_count; i++) {
        kept->tests[i] = from->tests[i];
        keep_test(store, &kept->tests[i]);
    }
    return kept;
}

/* ---- reading --------------------------------------------------------- */

/* With anything to be said it is read again, into the arena: messages point into the file. */
const cm_record *cm_record_store_read(cm_record_store *store, cm_work *work, const char *path)
{
    cm_work once;
    cm_arena_reset(store->scratch, 0);
    once = cm_work_new(store->scratch);
    const cm_record *record = cm_record_or_log_read(&once, path);
    if (!record || once.diags.count > 0)
        return cm_record_or_log_read(work, path);
    return keep_record(store, record);
}
