/* A text that grows, in an arena: what every printer writes into.
 *
 *     cm_text out = cm_text_new(arena);
 *     cm_text_append(&out, "States %zu\n", count);
 *     return out.data;
 */
#ifndef CM_BASE_TEXT_H
#define CM_BASE_TEXT_H

#include "base/arena.h"

typedef struct cm_text {
    cm_arena *arena;
    char *data; /* always ends in a zero byte, not counted; moves when it grows */
    size_t length, capacity;
} cm_text;

cm_text cm_text_new(cm_arena *arena); /* "" */
void cm_text_add(cm_text *text, const char *string);
void cm_text_add_bytes(cm_text *text, const char *bytes, size_t count);
void cm_text_add_char(cm_text *text, char c);
void cm_text_fill(cm_text *text, char c, size_t count); /* c, count times */
void cm_text_append(cm_text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));
void cm_text_vappend(cm_text *text, const char *format, va_list args);
/* Does the word stand in the text, with no letter, digit or _ beside it? */
bool cm_has_word(const char *text, const char *word);
/* Is the word one of those? */
bool cm_word_listed(const char *const *words, size_t count, const char *word);
/* The first of the elements whose member, a text, is that one, and which it is; NULL, -1: none. */
#define CM_NAMED(items, count, member, text)                                                       \
    cm_named(items, (size_t)(count), sizeof *(items), offsetof(__typeof__(*(items)), member), text)
#define CM_NAMED_INDEX(items, count, member, text)                                                 \
    cm_named_index(items, (size_t)(count), sizeof *(items),                                        \
                   offsetof(__typeof__(*(items)), member), text)
void *cm_named(const void *items, size_t count, size_t size, size_t offset, const char *text);
int cm_named_index(const void *items, size_t count, size_t size, size_t offset, const char *text);
/* Reads a word of a command as a shell does, with quotes and backslashes, and moves *at behind it;
 * *quote: that which is not closed, or 0. NULL: no word is left. */
const char *cm_text_word(cm_arena *arena, const char **at, char *quote);
/* What stands behind the last slash of a path. */
const char *cm_file_name(const char *path);
/* Forgets all after the first length bytes. */
void cm_text_cut(cm_text *text, size_t length);

#endif
