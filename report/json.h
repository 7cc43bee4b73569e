/* Values of the JSON library for the writers of this room. What cannot be made is
 * lack of memory, and escapes through the arena of the text; the root is the
 * writer's to release, also then. */
#ifndef CM_REPORT_JSON_H
#define CM_REPORT_JSON_H

#include "base/text.h"

#include <jansson.h>
#include <stdint.h>

/* Both take over the value. */
void cm_json_set(cm_text *out, json_t *object, const char *key, json_t *value);
json_t *cm_json_append(cm_text *out, json_t *array, json_t *value);

/* Any bytes: what is not UTF-8 becomes U+FFFD. */
json_t *cm_json_text(cm_text *out, const char *text);
json_t *cm_json_size(uint64_t value);

/* Appends the value (flags: the library's). */
void cm_json_dump(cm_text *out, const json_t *root, size_t flags);

#endif
