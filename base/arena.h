/* Memory of one piece of work.
 *
 * An arena hands out zeroed memory that is freed all at once. Every test and
 * every model owns one, so nothing below it is ever freed piece by piece and
 * nothing can leak. An arena may carry a limit in bytes (the memory limit of a
 * test). When memory runs out, or the limit is reached, or cm_arena_escape is
 * called, control returns to the innermost cm_arena_protect: that is the only
 * jump in the program, and every entry of the library stands behind one.
 *
 * An arena belongs to one thread.
 */
#ifndef CM_BASE_ARENA_H
#define CM_BASE_ARENA_H

#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>

typedef struct cm_arena cm_arena;

/* A new arena that refuses to grow past limit bytes (0: no limit).
 * NULL when there is no memory for the arena itself. */
cm_arena *cm_arena_new(size_t limit);

/* Frees the arena and everything allocated from it. NULL is allowed. */
void cm_arena_free(cm_arena *arena);

/* Forgets everything allocated so far and keeps some memory for the next use;
 * sets the limit anew. */
void cm_arena_reset(cm_arena *arena, size_t limit);

/* Where an arena stands; cm_arena_rewind forgets what was handed out since. */
typedef struct cm_arena_mark {
    void *first, *behind; /* chunks */
    size_t filled, used;
} cm_arena_mark;
cm_arena_mark cm_arena_here(const cm_arena *arena);
void cm_arena_rewind(cm_arena *arena, cm_arena_mark mark);

/* Bytes handed out since the arena was made or reset. */
size_t cm_arena_used(const cm_arena *arena);

/* True when the last escape came from the limit or from lack of memory, or passed
 * such a one on. */
bool cm_arena_exhausted(const cm_arena *arena);

/* count * size zeroed bytes, aligned for any type; never NULL (escapes
 * instead, also when the product overflows). count == 0 gives a valid pointer. */
void *cm_arena_alloc(cm_arena *arena, size_t count, size_t size);

/* A block of new_count elements that starts with the old_count elements of
 * old (may be NULL); the old block stays valid. The rest is zero. */
void *cm_arena_grow(cm_arena *arena, const void *old, size_t old_count, size_t new_count,
                    size_t size);

/* Copies: of text[0..length) with a zero byte after it, and of a format. */
char *cm_arena_text(cm_arena *arena, const char *text, size_t length);
char *cm_arena_printf(cm_arena *arena, const char *format, ...)
    __attribute__((format(printf, 2, 3)));
char *cm_arena_vprintf(cm_arena *arena, const char *format, va_list args);

/* Runs work(argument); true when it returned, false when it escaped. May nest. */
bool cm_arena_protect(cm_arena *arena, void (*work)(void *), void *argument);

/* Leaves the innermost cm_arena_protect of this arena. After one inside it that
 * failed, and whatever cleaning up there was, this passes that failure on: lack of
 * memory stays lack of memory. Calling it, or running out of memory, outside any
 * protect is a bug of the caller and aborts. */
_Noreturn void cm_arena_escape(cm_arena *arena);

#define CM_NEW(arena, type)              ((type *)cm_arena_alloc((arena), 1, sizeof(type)))
#define CM_NEW_ARRAY(arena, count, type) ((type *)cm_arena_alloc((arena), (count), sizeof(type)))

/* Makes room for one more element in an array `items` with a `count` and a
 * `capacity` (all lvalues); the array lives in the arena. */
#define CM_RESERVE(arena, items, count, capacity)                                                  \
    do {                                                                                           \
        if ((count) == (capacity)) {                                                               \
            size_t cm_more = (capacity) ? (size_t)(capacity)*2 : 8;                                \
            (items) = cm_arena_grow((arena), (items), (size_t)(count), cm_more, sizeof *(items));  \
            (capacity) = (__typeof__(capacity))cm_more;                                            \
        }                                                                                          \
    } while (0)

/* The same, and puts the value there. */
#define CM_PUSH(arena, items, count, capacity, ...)                                                \
    do {                                                                                           \
        CM_RESERVE(arena, items, count, capacity);                                                 \
        (items)[(count)++] = __VA_ARGS__;                                                          \
    } while (0)

#endif
