/* A text that grows: doubling, in the arena. */
#include "base/text.h"

#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

cm_text cm_text_new(cm_arena *arena)
{
    enum { START = 64 };
    return (cm_text){arena, cm_arena_alloc(arena, START, 1), 0, START};
}

/* Room for count more bytes and the zero byte. */
static void reserve(cm_text *text, size_t count)
{
    if (count < text->capacity - text->length)
        return;
    size_t need = text->length + count;
    /* Too much for any arena: the allocation below says so. */
    size_t capacity = need < text->length || need > SIZE_MAX / 4 ? SIZE_MAX : need * 2;
    text->data = cm_arena_grow(text->arena, text->data, text->length, capacity, 1);
    text->capacity = capacity;
}

void cm_text_add_bytes(cm_text *text, const char *bytes, size_t count)
{
    if (!count)
        return;
    reserve(text, count);
    memcpy(text->data + text->length, bytes, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void cm_text_add(cm_text *text, const char *string)
{
    cm_text_add_bytes(text, string, strlen(string));
}

void cm_text_add_char(cm_text *text, char c)
{
    cm_text_add_bytes(text, &c, 1);
}

void cm_text_fill(cm_text *text, char c, size_t count)
{
    reserve(text, count);
    memset(text->data + text->length, c, count);
    text->length += count;
    text->data[text->length] = '\0';
}

void cm_text_append(cm_text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cm_text_vappend(text, format, args);
    va_end(args);
}

void cm_text_vappend(cm_text *text, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    size_t room = text->capacity - text->length;
    int length = vsnprintf(text->data + text->length, room, format, args);
    if (length >= 0 && (size_t)length >= room) {
        reserve(text, (size_t)length);
        length = vsnprintf(text->data + text->length, (size_t)length + 1, format, again);
    }
    va_end(again);
    if (length > 0)
        text->length += (size_t)length;
    text->data[text->length] = '\0';
}

bool cm_word_listed(const char *const *words, size_t count, const char *word)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(words[i], word) == 0)
            return true;
    return false;
}

int cm_named_index(const void *items, size_t count, size_t size, size_t offset, const char *text)
{
    const char *at = items;
    for (size_t i = 0; i < count; i++)
        if (strcmp(*(const char *const *)(const void *)(at + i * size + offset), text) == 0)
            return (int)i;
    return -1;
}

void *cm_named(const void *items, size_t count, size_t size, size_t offset, const char *text)
{
    int found = cm_named_index(items, count, size, offset, text);
    return found < 0 ? NULL : (char *)items + (size_t)found * size;
}

void cm_text_cut(cm_text *text, size_t length)
{
    if (length < text->length) {
        text->length = length;
        text->data[length] = '\0';
    }
}

bool cm_has_word(const char *text, const char *word)
{
    size_t length = strlen(word);
    for (const char *at = text; (at = strstr(at, word)); at += length) {
        bool begins = at == text || !(isalnum((unsigned char)at[-1]) || at[-1] == '_');
        if (begins && !(isalnum((unsigned char)at[length]) || at[length] == '_'))
            return true;
    }
    return false;
}

const char *cm_text_word(cm_arena *arena, const char **at, char *quote)
{
    const char *c = *at;
    *quote = '\0';
    while (isspace((unsigned char)*c))
        c++;
    bool any = *c != '\0';
    cm_text word = cm_text_new(arena);
    for (; *c && (*quote || !isspace((unsigned char)*c)); c++) {
        if (*quote ? *c == *quote : *c == '\'' || *c == '"')
            *quote = *quote ? '\0' : *c;
        else if (*c == '\\' && *quote != '\'' && c[1])
            cm_text_add_char(&word, *++c);
        else
            cm_text_add_char(&word, *c);
    }
    *at = c;
    return any ? word.data : NULL;
}

const char *cm_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}
