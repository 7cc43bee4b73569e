/* What the writers of instruction sets share. */
#include "litmus/isa/write.h"

#include "litmus/isa/isa.h"

#include <stdarg.h>
#include <string.h>

cm_writer cm_writer_open(cm_work *work, cm_arch arch, int thread, cm_text *init, int *labels,
                         const char *(*location)(cm_arena *, int), int location_count)
{
    cm_writer w = {.work = work,
                   .arch = arch,
                   .thread = thread,
                   .init = init,
                   .labels = labels,
                   .location = location,
                   .location_count = location_count,
                   .address = CM_NEW_ARRAY(work->arena, (size_t)location_count, int)};
    for (int i = 0; i < location_count; i++)
        w.address[i] = -1;
    return w;
}

const char *cm_writer_location(const cm_writer *w, int location)
{
    return w->location(w->work->arena, location);
}

const cm_write_fence *cm_write_fence_of(cm_arch gpu, cm_write_purpose purpose, const char *scope)
{
    for (const cm_write_fence *f = cm_isa_for(gpu)->writer->fences; f->name; f++)
        if (f->scope && f->purpose == purpose && strcmp(f->scope, scope) == 0)
            return f;
    return NULL;
}

void cm_writer_fence(cm_writer *w, const cm_write_fence *fence)
{
    const cm_isa_writer *isa = cm_isa_for(w->arch)->writer;
    if (fence)
        cm_writer_row(w, "%s", isa->spell ? isa->spell(w->work->arena, fence->text) : fence->text);
}

void cm_writer_row(cm_writer *w, const char *format, ...)
{
    cm_arena *arena = w->work->arena;
    CM_RESERVE(arena, w->rows, w->row_count, w->row_capacity);
    va_list args;
    va_start(args, format);
    w->rows[w->row_count++] = cm_arena_vprintf(arena, format, args);
    va_end(args);
}

const char *cm_writer_label(cm_writer *w)
{
    return cm_arena_printf(w->work->arena, "LC%02d", (*w->labels)++);
}

static bool holds_address(const cm_writer *w, int reg)
{
    for (int i = 0; i < w->location_count; i++)
        if (w->address[i] == reg)
            return true;
    return false;
}

int cm_writer_register(cm_writer *w, int limit)
{
    while (holds_address(w, w->begun))
        w->begun++;
    if (w->begun >= limit)
        cm_fail(w->work, w->place,
                "thread %d needs more registers than there are, expected at most %d", w->thread,
                limit);
    return w->begun++;
}
