/* A kernel and its binding to a litmus test: see the header. */
#include "import/import.h"

#include "litmus/text/text.h"

#include <string.h>

/* A reader is a line here and a file of its own. */
static const cm_import_reader *const readers[] = {&cm_import_ptx, &cm_import_aarch64,
                                                  &cm_import_x86, &cm_import_riscv,
                                                  &cm_import_amd, &cm_import_ll};

enum { READERS = sizeof readers / sizeof *readers };

typedef struct importing {
    cm_work *work;
    const cm_source *kernel, *binding;
    const cm_host *host;
    cm_import_text text;
    unsigned mode;
} importing;

const cm_import_reader *cm_import_reader_of(const cm_source *kernel)
{
    size_t length = strlen(kernel->name);
    for (int i = 0; i < READERS; i++) {
        size_t ending = strlen(readers[i]->suffix);
        if (length > ending && strcmp(kernel->name + length - ending, readers[i]->suffix) == 0 &&
            (!readers[i]->wrote || readers[i]->wrote(kernel)))
            return readers[i];
    }
    return NULL;
}

/* The instructions of a thread that the binding has written. */
static void written(cm_import *import, int thread)
{
    const cm_bind_thread *t = &import->binding->threads[thread];
    const cm_source *source = t->text;
    cm_lexer lex = cm_lexer_over(import->work, source, t->from, t->to, true);
    while (!cm_lexer_at_end(&lex)) {
        uint32_t from = lex.token.place.offset, to = from;
        while (!cm_lexer_at_end(&lex) && !cm_lexer_is(&lex, ";")) {
            to = lex.token.place.offset + lex.token.place.length;
            cm_lexer_advance(&lex);
        }
        cm_lexer_accept(&lex, ";");
        char *text = cm_arena_text(import->work->arena, source->text + from, to - from);
        for (char *c = text; *c; c++)
            if (*c == '\n' || *c == '\r')
                *c = ' ';
        cm_import_add_row(import, thread, text, (cm_place){source, from, to - from});
    }
}

/* Of threads that the binding has written, or that call a function of the host's. */
static void read_host(cm_import *import, const cm_source *code)
{
    const cm_binding *b = import->binding;
    for (int i = 0; i < b->thread_count; i++) {
        const cm_bind_thread *t = &b->threads[i];
        if (t->host && !code)
            cm_fail(import->work, t->place,
                    "a function of the host is in a source, expected .cu or .hip with this "
                    "line, or instructions such as `P%d = x86_64 { ... }`",
                    t->id);
        if (t->launch < 0 && !t->host)
            written(import, i);
    }
    if (code)
        cm_import_read_host(import, code);
}

/* ---- the test is one ------------------------------------------------------------- */

/* Where a place of the composed text is from: what ends the text, from the end of what stands there
 * last; what is nowhere, from the binding's beginning. */
static cm_place origin(const importing *i, cm_place at)
{
    const cm_import_span *last = i->text.count > 0 ? &i->text.spans[i->text.count - 1] : NULL;
    if (last && last->verbatim && at.offset >= last->to)
        return (cm_place){last->place.source, last->place.offset + (last->to - last->from), 0};
    for (int s = 0; s < i->text.count; s++) {
        const cm_import_span *span = &i->text.spans[s];
        if (at.offset < span->from || at.offset >= span->to)
            continue;
        cm_place place = span->place;
        if (span->verbatim) {
            place.offset += at.offset - span->from;
            place.length = at.length;
        }
        return place;
    }
    return (cm_place){i->binding, 0, 0};
}

typedef struct name_list {
    cm_arena *arena;
    const char **items;
    size_t count, capacity;
} name_list;

static void add_name(void *context, const char *name, cm_place place)
{
    name_list *names = context;
    (void)place;
    CM_PUSH(names->arena, names->items, names->count, names->capacity, name);
}

/* Arguments, which the code need not use. */
static const char *const *declared(cm_arena *arena, const cm_binding *binding)
{
    name_list names = {.arena = arena};
    cm_binding_each_argument(binding, add_name, &names);
    add_name(&names, NULL, (cm_place){0});
    return names.items;
}

/* Parses what was composed; what is said of it is said of where it is from. False: it is to be
 * composed again, with larger arrays. */
static bool verify(importing *i, cm_import *import)
{
    cm_source *source = CM_NEW(i->work->arena, cm_source);
    *source = (cm_source){"the test", i->text.text, strlen(i->text.text)};
    cm_work inner = cm_work_new(i->work->arena);
    inner.declared = declared(i->work->arena, import->binding);
    cm_test *test = cm_litmus_parse(&inner, source);
    if (test && cm_import_size_accessed(import, &inner, test))
        return false;
    if (test) {
        cm_import_check_extents(&inner, test);
        cm_import_check_widths(import);
    }
    for (size_t d = 0; d < inner.diags.count; d++) {
        const cm_diag *diag = &inner.diags.items[d];
        if (diag->severity != CM_ERROR && i->mode & CM_IMPORT_QUIET)
            continue;
        cm_diag_add(i->work, diag->severity, origin(i, diag->place), "%s", diag->message);
    }
    if (!test || i->work->diags.errors > 0)
        cm_arena_escape(i->work->arena);
    return true;
}

static void import_all(void *argument)
{
    importing *i = argument;
    const cm_import_reader *reader = cm_import_reader_of(i->kernel);
    if (!reader) {
        const char *list = readers[0]->suffix;
        for (int r = 1; r < READERS; r++)
            if (strcmp(readers[r]->suffix, readers[r - 1]->suffix) != 0)
                list = cm_arena_printf(i->work->arena, "%s, %s", list, readers[r]->suffix);
        cm_fail(i->work, (cm_place){i->kernel, 0, 0},
                "the name of the file does not say what it is, expected one that ends with %s",
                list);
    }
    cm_import import = {.work = i->work, .kernel = i->kernel, .mode = i->mode};
    import.lines = cm_import_lines_of(i->work->arena, i->kernel, NULL);
    import.binding = cm_binding_read(i->work, i->binding, i->mode & CM_IMPORT_BY_LINE, i->host);
    if (import.binding->of_program.source && !reader->programs)
        cm_fail(i->work, import.binding->of_program,
                "this is for programs in C or LLVM IR, expected one call of each thread, and "
                "exists, forall, locations or filter");
    int threads = import.binding->thread_count;
    import.columns = CM_NEW_ARRAY(i->work->arena, (size_t)threads, cm_import_column);
    read_host(&import, i->host ? i->host->code : NULL);
    reader->read(&import);
    cm_import_size_asked(&import);
    do
        i->text = cm_import_compose(&import, reader);
    while (!verify(i, &import));
}

const char *cm_import_test(cm_work *work, const cm_source *kernel, const cm_source *binding,
                           const cm_host *host, unsigned mode)
{
    importing i = {.work = work, .kernel = kernel, .binding = binding, .host = host, .mode = mode};
    return cm_arena_protect(work->arena, import_all, &i) ? i.text.text : NULL;
}
