/* Columns of a litmus program. */
#include "tests/gen/layout.h"

#include <stdarg.h>

void gen_layout_init(gen_layout *l, cm_arena *arena, const char *header)
{
    *l = (gen_layout){.arena = arena, .header = header, .locations = "x=0; y=0; z=0;"};
    l->init = cm_text_new(arena);
    l->observed = cm_text_new(arena);
}

void gen_cell(gen_layout *l, int thread, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    gen_column *column = &l->columns[thread];
    if (column->count < GEN_MAX_CELLS)
        column->cells[column->count++] = cm_arena_vprintf(l->arena, format, args);
    va_end(args);
}

int gen_any(gen_writer *w, int limit)
{
    return gen_below(&w->seed, limit);
}

int gen_read(gen_writer *w, const char *prefix, int first)
{
    int reg = first + w->reads++;
    cm_text_append(&w->layout.observed, "%d:%s%d; ", w->t, prefix, reg);
    return reg;
}

const char *gen_head(cm_arena *arena, int thread, gen_device device, int cta, int cluster, int gpu)
{
    if (device == GEN_AARCH64)
        return cm_arena_printf(arena, "P%d@aarch64", thread);
    if (device == GEN_X86)
        return cm_arena_printf(arena, "P%d@x86_64", thread);
    return cm_arena_printf(arena, "P%d@ptx,cta %d,cluster %d,gpu %d", thread, cta, cluster, gpu);
}

char *gen_layout_print(gen_layout *l)
{
    cm_text out = cm_text_new(l->arena);
    cm_text_append(&out, "%s\n{\n%s\n%s}\n", l->header, l->locations, l->init.data);
    int rows = 0;
    for (int t = 0; t < l->count; t++) {
        cm_text_append(&out, "%s%s", t ? " | " : " ", l->columns[t].head);
        if (l->columns[t].count > rows)
            rows = l->columns[t].count;
    }
    cm_text_add(&out, " ;\n");
    for (int row = 0; row < rows; row++) {
        for (int t = 0; t < l->count; t++)
            cm_text_append(&out, "%s%s", t ? " | " : " ",
                           row < l->columns[t].count ? l->columns[t].cells[row] : "");
        cm_text_add(&out, " ;\n");
    }
    cm_text_append(&out, "locations [%s]\nforall (true)\n", l->observed.data);
    return out.data;
}
