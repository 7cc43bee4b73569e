/* Distinct programs: a hash table of the tests' bodies. */
#include "enumerate/programs.h"

#include <stdint.h>
#include <string.h>

enum { START_SLOTS = 256 }; /* a power of two */

/* FNV-1a, 64 bits. */
static uint64_t hash(const char *bytes, size_t count)
{
    uint64_t h = UINT64_C(0xcbf29ce484222325);
    for (size_t i = 0; i < count; i++)
        h = (h ^ (unsigned char)bytes[i]) * UINT64_C(0x100000001b3);
    return h;
}

void cm_programs_init(cm_programs *programs, cm_arena *arena)
{
    *programs = (cm_programs){.arena = arena,
                              .slots = CM_NEW_ARRAY(arena, START_SLOTS, size_t),
                              .slot_count = START_SLOTS};
}

/* The slot of that body: where it is, or the free one where it goes. */
static size_t *find(const cm_programs *p, const char *body, size_t length)
{
    size_t at = (size_t)hash(body, length) & (p->slot_count - 1);
    for (;; at = (at + 1) & (p->slot_count - 1)) {
        if (!p->slots[at])
            return &p->slots[at];
        const cm_program *program = &p->items[p->slots[at] - 1];
        if (program->length - program->body == length &&
            memcmp(program->text + program->body, body, length) == 0)
            return &p->slots[at];
    }
}

/* Keeps at least half of the slots free. */
static void make_room(cm_programs *p)
{
    if (p->count < p->slot_count / 2)
        return;
    p->slot_count *= 2;
    p->slots = CM_NEW_ARRAY(p->arena, p->slot_count, size_t);
    for (size_t i = 0; i < p->count; i++)
        *find(p, p->items[i].text + p->items[i].body, p->items[i].length - p->items[i].body) =
            i + 1;
}

size_t cm_programs_add(cm_programs *p, const char *text, size_t length, size_t body)
{
    make_room(p);
    size_t *slot = find(p, text + body, length - body);
    if (!*slot) {
        CM_RESERVE(p->arena, p->items, p->count, p->capacity);
        p->items[p->count++] = (cm_program){cm_arena_text(p->arena, text, length), length, body};
        *slot = p->count;
    }
    return *slot - 1;
}
