/* Values of the JSON library. */
#include "report/json.h"

#include "report/utf8.h"

void cm_json_set(cm_text *out, json_t *object, const char *key, json_t *value)
{
    if (json_object_set_new(object, key, value))
        cm_arena_escape(out->arena);
}

json_t *cm_json_append(cm_text *out, json_t *array, json_t *value)
{
    if (json_array_append_new(array, value))
        cm_arena_escape(out->arena);
    return value;
}

json_t *cm_json_text(cm_text *out, const char *text)
{
    return json_string(cm_utf8_valid(out->arena, text));
}

json_t *cm_json_size(uint64_t value)
{
    /* an integer of the library is signed: what is greater is a real, near it */
    return value <= INT64_MAX ? json_integer((json_int_t)value) : json_real((double)value);
}

void cm_json_dump(cm_text *out, const json_t *root, size_t flags)
{
    size_t size = json_dumpb(root, NULL, 0, flags);
    char *buffer = cm_arena_alloc(out->arena, size + 1, 1);
    if (size == 0 || json_dumpb(root, buffer, size, flags) != size)
        cm_arena_escape(out->arena);
    cm_text_add_bytes(out, buffer, size);
    cm_text_add_char(out, '\n');
}
