/* What the writers of instruction sets share. */
#include "litmus/isa/write.h"

#include "litmus/isa/isa.h"

#include <stdarg.h>
#include <string.h>

enum { SMALL = 1024 }; /* initial values below it are written in decimal */

cm_writer cm_writer_open(cm_work *work, cm_arch arch, int thread, cm_text *init, int *labels,
                         const char *(*location)(cm_arena *, int), int location_count)
{
    cm_writer w = {.work = work,
                   .arch = arch,
                   .isa = cm_writer_of(arch),
                   .thread = thread,
                   .type = "int",
                   .init = init,
                   .labels = labels,
                   .location = location,
                   .location_count = location_count,
                   .address = CM_NEW_ARRAY(work->arena, (size_t)location_count, int)};
    for (int i = 0; i < location_count; i++)
        w.address[i] = -1;
    for (int i = 0; i < CM_WRITER_SPARE; i++)
        w.spare[i] = -1;
    return w;
}

const char *cm_writer_location(const cm_writer *w, int location)
{
    return w->location(w->work->arena, location);
}

const char *cm_writer_head(cm_arch arch, const cm_isa_writer *dialect)
{
    if (!dialect && arch != CM_CMCM)
        dialect = cm_writer_of(arch);
    return dialect && dialect->head ? dialect->head : cm_arch_name(arch);
}

static size_t column_width(const cm_writer *w, const char *head)
{
    size_t width = strlen(head);
    for (int r = 0; r < w->row_count; r++)
        if (strlen(w->rows[r]) > width)
            width = strlen(w->rows[r]);
    return width;
}

static void print_columns(cm_text *out, const cm_writer *columns, const char *const *heads,
                          int count)
{
    int rows = 0;
    for (int c = 0; c < count; c++)
        if (columns[c].row_count > rows)
            rows = columns[c].row_count;
    for (int r = -1; r < rows; r++) {
        /* Row -1: the heads. */
        for (int c = 0; c < count; c++) {
            const cm_writer *w = &columns[c];
            const char *cell = r < 0 ? heads[c] : r < w->row_count ? w->rows[r] : "";
            cm_text_append(out, "%s%s", c ? " | " : " ", cell);
            cm_text_fill(out, ' ', column_width(w, heads[c]) - strlen(cell));
        }
        cm_text_add(out, " ;\n");
    }
}

/* Every thread may name every location. */
static void print_functions(cm_text *out, const cm_writer *threads, const char *const *heads,
                            int count)
{
    for (const cm_writer *w = threads; w < threads + count; w++) {
        cm_text_append(out, "%s (", heads[w - threads]);
        for (int l = 0; l < w->location_count; l++) {
            cm_text_add(out, l ? ", " : "");
            w->isa->parameter(out, threads, count, l);
        }
        cm_text_add(out, ") {\n");
        w->isa->body(out, w->isa, w->rows, w->row_count);
        cm_text_add(out, "}\n");
    }
}

void cm_writers_print(cm_text *out, const cm_writer *threads, const char *const *heads, int count)
{
    if (count == 0 || !threads->isa->body)
        print_columns(out, threads, heads, count);
    else
        print_functions(out, threads, heads, count);
}

const cm_isa_writer *cm_writer_of(cm_arch arch)
{
    static const cm_write_fence fences = {NULL, NULL, 0, 0};
    static const cm_write_rmw rmws = {NULL, NULL, CM_WRITE_PAIR, CM_WRITE_NEW};
    static const char *const axes[] = {NULL};
    static const cm_isa_writer nothing = {
        .orders = "", .fences = &fences, .rmws = &rmws, .axes = axes, .mark = ""};
    const cm_isa_writer *writer = cm_isa_for(arch)->writer;
    return writer ? writer : &nothing;
}

const cm_isa_writer *cm_writer_at(size_t index, cm_arch *arch)
{
    cm_arch ignored, *to = arch ? arch : &ignored;
    for (int a = 0; a < CM_CMCM; a++) {
        const cm_isa_writer *writer = cm_writer_of(*to = (cm_arch)a);
        if (!writer->dialects && index-- == 0)
            return writer;
        for (const cm_isa_writer *const *d = writer->dialects; d && *d; d++)
            if (index-- == 0)
                return *d;
    }
    return NULL;
}

const cm_write_fence *cm_write_fence_of(cm_arch gpu, cm_write_purpose purpose, cm_scope scope)
{
    for (const cm_write_fence *f = cm_writer_of(gpu)->fences; f->name; f++)
        if (f->purpose == purpose && f->scope == scope)
            return f;
    return NULL;
}

const cm_write_fence *cm_write_fence_own(const cm_isa_writer *isa, const cm_write_fence *fence)
{
    for (const cm_write_fence *own = isa->fences; own->name; own++)
        if (strcmp(own->name, fence->name) == 0)
            return own;
    return NULL;
}

const cm_write_rmw *cm_write_rmw_of(const cm_isa_writer *isa, const char *name)
{
    for (const cm_write_rmw *rmw = isa->rmws; rmw->name; rmw++)
        if (strcmp(rmw->name, name) == 0)
            return rmw;
    return NULL;
}

bool cm_write_rmw_has_size(const cm_isa_writer *isa, const cm_write_rmw *rmw, char size,
                           unsigned elements)
{
    if (elements)
        return isa->vectors && rmw->kind == CM_WRITE_UPDATE && size == 'h' && elements == 2;
    const char *sizes = rmw->kind == CM_WRITE_PAIR ? isa->pair_sizes : isa->rmw_sizes;
    if (rmw->kind == CM_WRITE_CAS && isa->cas_sizes)
        sizes = isa->cas_sizes;
    return !size || !sizes || strchr(sizes, size);
}

bool cm_write_rmw_gives(const cm_write_rmw *rmw)
{
    return rmw->kind != CM_WRITE_UPDATE && rmw->kind != CM_WRITE_TRY;
}

uint64_t cm_write_rmw_result(const cm_write_rmw *rmw, uint64_t old, uint64_t given)
{
    switch (rmw->op) {
    case CM_WRITE_ADD:
        return old + given;
    case CM_WRITE_EOR:
        return old ^ given;
    case CM_WRITE_SET:
        return old | given;
    case CM_WRITE_CLR:
        return old & ~given;
    case CM_WRITE_NEW:
        break;
    }
    return given;
}

void cm_writer_fence(cm_writer *w, const cm_write_fence *fence)
{
    const cm_isa_writer *isa = w->isa;
    if (!fence)
        return;
    const char *text = isa->spell ? isa->spell(w->work->arena, fence->text) : fence->text, *end;
    for (; (end = strstr(text, "; ")); text = end + 2)
        cm_writer_row(w, "%.*s", (int)(end - text), text);
    cm_writer_row(w, "%s", text);
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

const char *cm_writer_label(cm_writer *w, const char *word)
{
    return cm_arena_printf(w->work->arena, "%s%02d", word, (*w->labels)++);
}

void cm_writer_to_front(cm_writer *w, int row)
{
    int moved = w->row_count - row;
    if (moved == 0)
        return;
    const char **rows = CM_NEW_ARRAY(w->work->arena, (size_t)moved, const char *);
    memcpy(rows, w->rows + row, (size_t)moved * sizeof *rows);
    memmove(w->rows + moved, w->rows, (size_t)row * sizeof *rows);
    memcpy(w->rows, rows, (size_t)moved * sizeof *rows);
}

static int constant_of(const cm_writer *w, uint64_t value)
{
    for (int i = 0; i < w->constant_count; i++)
        if (w->constants[i].value == value)
            return w->constants[i].reg;
    return -1;
}

int cm_writer_constant(cm_writer *w, uint64_t value, int (*fresh)(cm_writer *w), char letter)
{
    int reg = constant_of(w, value);
    if (reg >= 0)
        return reg;
    reg = fresh(w);
    if (w->constant_count == CM_WRITER_CONSTANTS)
        cm_fail(w->work, w->place, "thread %d needs too many constants, expected at most %d",
                w->thread, CM_WRITER_CONSTANTS);
    w->constants[w->constant_count].value = value;
    w->constants[w->constant_count++].reg = reg;
    cm_text_append(w->init, value < SMALL ? " %d:%c%d=%llu;" : " %d:%c%d=0x%llx;", w->thread,
                   letter, reg, (unsigned long long)value);
    return reg;
}

void cm_writer_status(cm_writer *w, const char *reg)
{
    CM_PUSH(w->work->arena, w->statuses, w->status_count, w->status_capacity, reg);
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
        cm_fail(w->work, w->place, "thread %d needs too many registers, expected at most %d",
                w->thread, limit);
    return w->begun++;
}

int cm_writer_zero(cm_writer *w, cm_write_need need, int (*fresh)(cm_writer *w), const char *op,
                   const char *between)
{
    if (!need.any)
        return -1;
    int zero = fresh(w);
    cm_writer_row(w, "%s%d%s%d%s%d", op, zero, between, need.reg, between, need.reg);
    return zero;
}
