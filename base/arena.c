/* The arena: a list of chunks, filled front to back.
 *
 *      arena -> [ used | free ] -> [ used|free ] -> [ big block ]
 *                current chunk      full ones        request of its own size
 *
 * Only the first chunk of the list is filled further. A request too big for an
 * ordinary chunk gets one of its own behind the first, so that what is left of
 * the first is not lost. Chunks come zeroed from calloc; those that a reset
 * keeps, to be used again before new ones are made, are zeroed as far as they were
 * used. (What is given back to the system and asked for again costs more than that.)
 *
 * Under the address sanitizer everything not handed out is poisoned and blocks
 * lie a gap apart, so that it sees overruns and uses after a reset.
 */
#include "base/arena.h"

#include <setjmp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#if defined(__SANITIZE_ADDRESS__)
#define WITH_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define WITH_ASAN 1
#endif
#endif
#ifdef WITH_ASAN
#include <sanitizer/asan_interface.h>
#define POISON(start, size)   ASAN_POISON_MEMORY_REGION((start), (size))
#define UNPOISON(start, size) ASAN_UNPOISON_MEMORY_REGION((start), (size))
#define GAP                   16
#else
#define POISON(start, size)   ((void)(start), (void)(size))
#define UNPOISON(start, size) ((void)(start), (void)(size))
#define GAP                   0
#endif

enum {
    ALIGNMENT = 16,
    FIRST_CHUNK = 16 * 1024,
    LAST_CHUNK = 1024 * 1024,
    MOST_SPARE = 4 * LAST_CHUNK /* bytes that a reset keeps */
};

typedef struct chunk {
    struct chunk *next;
    size_t size, used; /* of the bytes that follow this header */
} chunk;

/* A header rounded up, so that what follows it is aligned. */
#define HEADER ((sizeof(chunk) + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT)

typedef struct frame {
    jmp_buf place;
    struct frame *outer;
    bool was_exhausted; /* what the arena said when this one began */
} frame;

struct cm_arena {
    chunk *chunks;
    chunk *spare; /* ordinary ones, zeroed */
    size_t spare_bytes;
    size_t used, limit;
    size_t next_chunk; /* size of the next ordinary chunk */
    frame *innermost;
    bool exhausted;
};

static char *chunk_bytes(chunk *c)
{
    return (char *)c + HEADER;
}

cm_arena *cm_arena_new(size_t limit)
{
    cm_arena *arena = calloc(1, sizeof *arena);
    if (arena) {
        arena->limit = limit;
        arena->next_chunk = FIRST_CHUNK;
    }
    return arena;
}

static void chunk_free(chunk *c)
{
    UNPOISON(chunk_bytes(c), c->size);
    free(c);
}

static void chunks_free(chunk *chunks)
{
    while (chunks) {
        chunk *next = chunks->next;
        chunk_free(chunks);
        chunks = next;
    }
}

void cm_arena_free(cm_arena *arena)
{
    if (!arena)
        return;
    chunks_free(arena->chunks);
    chunks_free(arena->spare);
    free(arena);
}

/* Keeps an ordinary chunk for later, while there are few. */
static void lay_aside(cm_arena *arena, chunk *c)
{
    if (c->size > LAST_CHUNK || arena->spare_bytes + c->size > MOST_SPARE) {
        chunk_free(c);
        return;
    }
    UNPOISON(chunk_bytes(c), c->size);
    memset(chunk_bytes(c), 0, c->used);
    POISON(chunk_bytes(c), c->size);
    c->used = 0;
    c->next = arena->spare;
    arena->spare = c;
    arena->spare_bytes += c->size;
}

void cm_arena_reset(cm_arena *arena, size_t limit)
{
    while (arena->chunks) {
        chunk *next = arena->chunks->next;
        lay_aside(arena, arena->chunks);
        arena->chunks = next;
    }
    arena->used = 0;
    arena->limit = limit;
    arena->exhausted = false;
}

cm_arena_mark cm_arena_here(const cm_arena *arena)
{
    const chunk *first = arena->chunks;
    return (cm_arena_mark){arena->chunks, first ? first->next : NULL, first ? first->used : 0,
                           arena->used};
}

/* New chunks stand before the one that was first, or right behind it. */
void cm_arena_rewind(cm_arena *arena, cm_arena_mark mark)
{
    while (arena->chunks != mark.first) {
        chunk *next = arena->chunks->next;
        lay_aside(arena, arena->chunks);
        arena->chunks = next;
    }
    chunk *first = arena->chunks;
    while (first && first->next != mark.behind) {
        chunk *next = first->next->next;
        lay_aside(arena, first->next);
        first->next = next;
    }
    if (first) {
        char *free_bytes = chunk_bytes(first) + mark.filled;
        UNPOISON(free_bytes, first->used - mark.filled);
        memset(free_bytes, 0, first->used - mark.filled);
        POISON(free_bytes, first->used - mark.filled);
        first->used = mark.filled;
    }
    arena->used = mark.used;
}

size_t cm_arena_used(const cm_arena *arena)
{
    return arena->used;
}

bool cm_arena_exhausted(const cm_arena *arena)
{
    return arena->exhausted;
}

_Noreturn void cm_arena_escape(cm_arena *arena)
{
    if (!arena->innermost)
        abort(); /* the caller's bug, see the header */
    longjmp(arena->innermost->place, 1);
}

static _Noreturn void run_out(cm_arena *arena)
{
    arena->exhausted = true;
    cm_arena_escape(arena);
}

bool cm_arena_protect(cm_arena *arena, void (*work)(void *), void *argument)
{
    frame here;
    here.outer = arena->innermost;
    here.was_exhausted = arena->exhausted;
    arena->innermost = &here;
    arena->exhausted = false;
    bool returned = false;
    if (setjmp(here.place) == 0) {
        work(argument);
        arena->innermost = here.outer;
        arena->exhausted = here.was_exhausted; /* of a failure that is still to be passed on */
        returned = true;
    } else {
        arena->innermost = here.outer;
    }
    return returned;
}

static chunk *new_chunk(cm_arena *arena, size_t size)
{
    chunk *c = size <= SIZE_MAX - HEADER ? calloc(1, HEADER + size) : NULL;
    if (!c)
        run_out(arena);
    c->size = size;
    POISON(chunk_bytes(c), size);
    return c;
}

/* Adds a chunk with room for need bytes; where it goes: see the top. */
static chunk *add_chunk(cm_arena *arena, size_t need)
{
    bool own = need > arena->next_chunk / 4;
    /* A chunk that was laid aside and is large enough, or NULL. */
    chunk **at = &arena->spare;
    while (*at && (*at)->size < need)
        at = &(*at)->next;
    chunk *found = *at;
    if (found) {
        *at = found->next;
        arena->spare_bytes -= found->size;
    }
    chunk *first = arena->chunks, *spare = found;
    chunk *c = spare ? spare : new_chunk(arena, own ? need : arena->next_chunk);
    if (own && first && c->size - need <= first->size - first->used) {
        c->next = first->next;
        first->next = c;
        return c;
    }
    c->next = first;
    arena->chunks = c;
    if (!own && !spare && arena->next_chunk < LAST_CHUNK)
        arena->next_chunk *= 2;
    return c;
}

void *cm_arena_alloc(cm_arena *arena, size_t count, size_t size)
{
    size_t bytes;
    if (__builtin_mul_overflow(count, size, &bytes) || bytes > SIZE_MAX / 2)
        run_out(arena);
    size_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
    if (rounded == 0)
        rounded = ALIGNMENT;
    if (arena->limit && (arena->used > arena->limit || rounded > arena->limit - arena->used))
        run_out(arena);
    chunk *c = arena->chunks;
    if (!c || c->size - c->used < rounded + GAP)
        c = add_chunk(arena, rounded + GAP);
    void *block = chunk_bytes(c) + c->used;
    c->used += rounded + GAP;
    arena->used += rounded;
    UNPOISON(block, bytes);
    return block;
}

void *cm_arena_grow(cm_arena *arena, const void *old, size_t old_count, size_t new_count,
                    size_t size)
{
    void *block = cm_arena_alloc(arena, new_count, size);
    size_t kept = old_count < new_count ? old_count : new_count;
    if (old && kept)
        memcpy(block, old, kept * size);
    return block;
}

char *cm_arena_text(cm_arena *arena, const char *text, size_t length)
{
    if (length == SIZE_MAX)
        run_out(arena);
    char *copy = cm_arena_alloc(arena, length + 1, 1);
    if (length)
        memcpy(copy, text, length);
    return copy;
}

char *cm_arena_printf(cm_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = cm_arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

char *cm_arena_vprintf(cm_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length < 0)
        run_out(arena);
    size_t size = (size_t)length + 1;
    char *text = cm_arena_alloc(arena, size, 1);
    vsnprintf(text, size, format, args);
    return text;
}
