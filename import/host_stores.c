/* What is left of the host's stores: initial values, and instructions. See host.h. */
#include "import/host.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

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

/* That the source names for its functions, else this one. */
static cm_arch machine_of(const cm_host_reading *h)
{
#if defined(__aarch64__)
    cm_arch here = CM_AARCH64;
#elif defined(__riscv)
    cm_arch here = CM_RISCV;
#else
    cm_arch here = CM_X86_64;
#endif
    const char *word = cm_binding_host(h->work, h->binding);
    for (int arch = 0; word && *word && arch < CM_CMCM; arch++)
        if (strcmp(cm_isa_for((cm_arch)arch)->word, word) == 0)
            here = (cm_arch)arch;
    return here;
}

/* AArch64 has no store of a number to a name: both stand in registers, from X10 and X20 on. */
enum { ADDRESSES = 10, VALUES = 20, MOST_REGISTERS = 10 };

static void add_aarch64_row(cm_host_reading *h, cm_text *out, cm_host_step *step, const char *name,
                            unsigned bytes, uint64_t offset, uint64_t value)
{
    static const char *const stores[] = {[1] = "STRB W%d,[X%d]; ",
                                         [2] = "STRH W%d,[X%d]; ",
                                         [4] = "STR W%d,[X%d]; ",
                                         [8] = "STR X%d,[X%d]; "};
    cm_arena *arena = h->work->arena;
    int at = step->register_count / 2;
    if (at == MOST_REGISTERS)
        cm_fail(h->work, step->place,
                "it stores to more than %d elements while kernels may run, expected fewer, or "
                "lines `// cmcm: launch ...`",
                MOST_REGISTERS);
    if (at == 0)
        step->registers = CM_NEW_ARRAY(arena, 2 * MOST_REGISTERS, const char *);
    step->registers[step->register_count++] =
        cm_arena_printf(arena, "X%d=%s+%llu", ADDRESSES + at, name, (unsigned long long)offset);
    step->registers[step->register_count++] =
        cm_arena_printf(arena, "X%d=%llu", VALUES + at, (unsigned long long)value);
    cm_text_append(out, stores[bytes], VALUES + at, ADDRESSES + at);
}

static void add_rows(cm_host_reading *h, cm_text *out, const cm_host_store *s)
{
    static const char *const sizes[] = {[1] = "byte", [2] = "word", [4] = "dword", [8] = "qword"};
    if (s->count > MOST_STORES)
        cm_fail(h->work, h->out->steps[s->step].place,
                "it stores to more than %d elements while kernels may run, expected fewer, or "
                "lines `// cmcm: launch ...`",
                MOST_STORES);
    cm_host_step *step = &h->out->steps[s->step];
    for (uint64_t e = s->first; e < s->first + s->count; e++)
        if (step->arch == CM_AARCH64)
            add_aarch64_row(h, out, step, s->name, s->bytes, e * s->bytes, s->value);
        else if (step->arch != CM_X86_64)
            cm_fail(h->work, step->place,
                    "what the host stores while kernels may run is read for x86_64 and aarch64 "
                    "only");
        else
            cm_text_append(out, "MOV %s PTR [%s+%llu],%lld; ", sizes[s->bytes], s->name,
                           (unsigned long long)e * s->bytes,
                           s->bytes == 4 ? (long long)(int32_t)s->value : (long long)s->value);
}

void cm_host_finish(cm_host_reading *h)
{
    cm_text init = cm_text_new(h->work->arena);
    for (int i = 0; i < h->location_count; i++)
        add_init(h, &init, h->locations[i]);
    h->out->init = init.data;
    for (int step = 0; step < h->out->count; step++) {
        h->out->steps[step].arch = machine_of(h);
        cm_text rows = cm_text_new(h->work->arena);
        for (int i = 0; i < h->store_count; i++)
            if (h->stores[i].step == step && !comes_first(h, step))
                add_rows(h, &rows, &h->stores[i]);
        cm_source *stores = CM_NEW(h->work->arena, cm_source);
        *stores = (cm_source){h->s.source->name, rows.data, rows.length};
        if (rows.length > 0)
            h->out->steps[step].stores = stores;
    }
}
