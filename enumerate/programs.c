/* Distinct programs: a hash table of the tests' bodies. */
#include "enumerate/programs.h"

#include <string.h>

void cm_programs_init(cm_programs *programs, cm_arena *arena)
{
    *programs = (cm_programs){.arena = arena};
}

size_t cm_programs_add(cm_programs *p, const char *text, size_t length, size_t body)
{
    uint64_t hash = cm_hash_bytes(CM_HASH_EMPTY, text + body, length - body);
    size_t at = cm_index_first(&p->index, hash);
    for (; at != CM_INDEX_NONE; at = cm_index_next(&p->index, hash)) {
        const cm_program *program = &p->items[at];
        if (program->length - program->body == length - body &&
            memcmp(program->text + program->body, text + body, length - body) == 0)
            break;
    }
    if (at != CM_INDEX_NONE)
        return at;
    CM_RESERVE(p->arena, p->items, p->count, p->capacity);
    p->items[p->count] = (cm_program){cm_arena_text(p->arena, text, length), length, body};
    cm_index_add(p->arena, &p->index, hash, p->count);
    return p->count++;
}

size_t cm_programs_find(cm_programs *p, const void *suite, const char *values)
{
    uint64_t hash = cm_hash_text(values);
    size_t at = cm_index_first(&p->key_index, hash);
    while (at != CM_INDEX_NONE &&
           (p->keys[at].suite != suite || strcmp(p->keys[at].values, values) != 0))
        at = cm_index_next(&p->key_index, hash);
    return at == CM_INDEX_NONE ? at : p->keys[at].program;
}

void cm_programs_note(cm_programs *p, const void *suite, const char *values, size_t program)
{
    CM_RESERVE(p->arena, p->keys, p->key_count, p->key_capacity);
    p->keys[p->key_count] = (cm_program_key){suite, values, program};
    cm_index_add(p->arena, &p->key_index, cm_hash_text(values), p->key_count++);
}
