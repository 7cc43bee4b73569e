/* What is left of the host's stores: initial values, and instructions. See host.h. */
#include "import/host.h"

#include "base/text.h"

#include <string.h>

enum { MOST_STORES = 16, MOST_ELEMENTS = 1024 };

/* Has it ended before each launch begins? Then memory starts so. */
static bool comes_first(const cm_host_reading *h, int step)
{
    for (int i = 0; i < h->out->count; i++)
        if (h->out->steps[i].launch && !(h->out->steps[i].after >> step & 1))
            return false;
    return true;
}

/* `init data[2] = {1, 2}` */
static void add_init(cm_host_reading *h, cm_text *out, const char *name)
{
    uint64_t size = 0, values[MOST_ELEMENTS] = {0};
    bool any = false, allocated = false;
    for (int i = 0; i < h->store_count; i++) {
        const cm_host_store *s = &h->stores[i];
        bool is = strcmp(s->name, name) == 0;
        if (is && s->step < 0 && s->count <= MOST_ELEMENTS) {
            size = s->count;
            allocated = true;
        }
        if (!is || s->step < 0 || !comes_first(h, s->step))
            continue;
        for (uint64_t e = s->first; e < s->first + s->count && e < MOST_ELEMENTS; e++)
            values[e] = s->value;
        any |= s->value != 0;
        if (!allocated && s->first + s->count > size)
            size = s->first + s->count;
    }
    if (!any || size > MOST_ELEMENTS)
        return;
    if (size <= 1)
        cm_text_append(out, "init %s = %llu", name, (unsigned long long)values[0]);
    else
        cm_text_append(out, "init %s[%llu] = {", name, (unsigned long long)size);
    for (uint64_t e = 0; e < size && size > 1; e++)
        cm_text_append(out, "%s%llu", e > 0 ? ", " : "", (unsigned long long)values[e]);
    cm_text_add(out, size > 1 ? "}\n" : "\n");
}

static void add_rows(cm_host_reading *h, cm_text *out, const cm_host_store *s)
{
    static const char *const sizes[] = {[1] = "byte", [2] = "word", [4] = "dword", [8] = "qword"};
    if (s->count > MOST_STORES)
        cm_fail(h->work, h->out->steps[s->step].place,
                "it stores to more than %d elements while kernels may run, expected fewer, or "
                "lines `// cmcm: launch ...`",
                MOST_STORES);
    for (uint64_t e = s->first; e < s->first + s->count; e++)
        cm_text_append(out, "MOV %s PTR [%s+%llu],%lld; ", sizes[s->bytes], s->name,
                       (unsigned long long)e * s->bytes,
                       s->bytes == 4 ? (long long)(int32_t)s->value : (long long)s->value);
}

void cm_host_finish(cm_host_reading *h)
{
    cm_text init;
    cm_text_init(&init, h->work->arena);
    for (int i = 0; i < h->location_count; i++)
        add_init(h, &init, h->locations[i]);
    h->out->init = init.data;
    for (int step = 0; step < h->out->count; step++) {
        cm_text rows;
        cm_text_init(&rows, h->work->arena);
        for (int i = 0; i < h->store_count; i++)
            if (h->stores[i].step == step && !comes_first(h, step))
                add_rows(h, &rows, &h->stores[i]);
        cm_source *stores = CM_NEW(h->work->arena, cm_source);
        *stores = (cm_source){h->s.source->name, rows.data, rows.length};
        if (rows.length > 0)
            h->out->steps[step].stores = stores;
    }
}
