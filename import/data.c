/* Objects of data sections: see the header. */
#include "import/data.h"

#include "base/text.h"
#include "import/import.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_BYTES = 1 << 16 };

cm_data cm_data_new(cm_work *work, const char *name, const char *kind)
{
    cm_data d = {.work = work, .name = name, .kind = kind};
    d.bytes = CM_NEW_ARRAY(work->arena, MOST_BYTES, uint8_t);
    d.addresses = CM_NEW_ARRAY(work->arena, MOST_BYTES, const char *);
    return d;
}

unsigned cm_data_width(const char *line)
{
    static const struct {
        const char *directive;
        unsigned bytes;
    } widths[] = {{".byte", 1},  {".short", 2}, {".2byte", 2}, {".long", 4},
                  {".4byte", 4}, {".int", 4},   {".quad", 8},  {".8byte", 8}};
    size_t length = strcspn(line, " ");
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if (strlen(widths[i].directive) == length && memcmp(line, widths[i].directive, length) == 0)
            return widths[i].bytes;
    return 0;
}

void cm_data_grow(cm_data *d, uint64_t more, cm_place place)
{
    if (more > MOST_BYTES - d->size)
        cm_fail(d->work, place, "`%s` is larger than %d bytes, expected a smaller %s", d->name,
                MOST_BYTES, d->kind);
    d->size += more;
}

void cm_data_narrow(cm_data *d, unsigned bytes)
{
    if (d->element == 0 || bytes < d->element)
        d->element = bytes;
}

cm_datum cm_data_add(cm_data *d, const char *text, unsigned bytes, cm_place place)
{
    char *end;
    size_t at = d->size;
    bool is_number = *text == '-' || isdigit((unsigned char)*text);
    uint64_t value = is_number ? strtoull(text, &end, 0) : 0;
    if (is_number ? *end != '\0' : bytes != CM_DATA_POINTER)
        return CM_DATUM_OTHER;
    cm_data_grow(d, bytes, place);
    cm_data_narrow(d, bytes);
    for (unsigned i = 0; i < bytes; i++)
        d->bytes[at + i] = (uint8_t)(value >> 8 * i);
    d->has_address |= !is_number;
    return is_number ? CM_DATUM_NUMBER : CM_DATUM_ADDRESS;
}

static void add_element(cm_text *text, const cm_data *d, size_t at)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < d->element; i++)
        value |= (uint64_t)d->bytes[at + i] << 8 * i;
    unsigned shift = 64 - 8 * d->element;
    if (d->addresses[at])
        cm_text_add(text, d->addresses[at]);
    else
        cm_text_append(text, "%lld", (long long)((int64_t)(value << shift) >> shift));
}

const char *cm_data_declaration(const cm_data *d, const char *name)
{
    enum { LONG = 32 }; /* an array that is not written as so many zeros */
    size_t count = d->size / d->element;
    cm_text text = cm_text_new(d->work->arena);
    cm_text_append(&text, "%s %s", cm_import_type(d->element), name);
    if (count > 1)
        cm_text_append(&text, "[%zu]", count);
    size_t zeros = 0;
    while (zeros < d->size && d->bytes[zeros] == 0)
        zeros++;
    if (count > LONG && zeros == d->size && !d->has_address)
        return text.data;
    cm_text_add(&text, count > 1 ? "={" : "=");
    for (size_t i = 0; i < count; i++) {
        cm_text_add(&text, i > 0 ? "," : "");
        add_element(&text, d, i * d->element);
    }
    cm_text_add(&text, count > 1 ? "}" : "");
    return text.data;
}
