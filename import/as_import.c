/* Threads of CPUs that call functions of a file of assembly, in an import. */
#include "import/as.h"

#include "litmus/isa/isa.h"

#include <string.h>

/* By what the binding has for the variable of the runtime library that says so. */
static cm_as_bodies bodies_of(const cm_import *import, const char *variable)
{
    cm_as_bodies bodies = CM_AS_EXCLUSIVES;
    for (int i = 0; variable && i < import->binding->init.count; i++) {
        cm_lexer lex =
            cm_bind_lexer(import->work, import->binding, &import->binding->init.items[i]);
        for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex))
            if (cm_lexer_accept(&lex, variable) && cm_lexer_accept(&lex, "="))
                bodies = lex.token.number ? CM_AS_ATOMICS : CM_AS_EXCLUSIVES;
    }
    return bodies;
}

/* As the file calls the function, which may be one of C++. */
static const char *symbol_of(const cm_as_file *file, const cm_launch *l)
{
    const char *found = NULL;
    if (cm_as_find_function(file, l->kernel))
        return l->kernel;
    for (int i = 0; i < file->function_count; i++) {
        const cm_as_function *f = &file->functions[i];
        if (f->from < 0 || !cm_import_is_called(file->work->arena, f->name, l->kernel))
            continue;
        if (found)
            cm_fail(file->work, l->place,
                    "several functions are called `%s`, expected one of %s, %s", l->kernel, found,
                    f->name);
        found = f->name;
    }
    return found ? found : l->kernel;
}

static void add_thread(cm_import *import, const cm_as_file *file, int thread, const cm_launch *l)
{
    cm_arena *arena = import->work->arena;
    const cm_bind_thread *t = &import->binding->threads[thread];
    cm_as_bodies bodies = bodies_of(import, file->set->chooses);
    cm_as_thread made = cm_as_follow(file, &(cm_as_request){.function = symbol_of(file, l),
                                                            .place = l->place,
                                                            .arguments = l->arguments,
                                                            .argument_count = l->argument_count,
                                                            .id = t->id,
                                                            .bodies = bodies});
    for (int i = 0; i < made.count; i++)
        cm_import_add_row(import, thread, made.rows[i].text, made.rows[i].place);
    for (int i = 0; i < made.item_count; i++) {
        const cm_import_item *item = &made.items[i];
        if (cm_import_find_item(import, item->name))
            continue;
        cm_import_add_item(import, item->name, item->text, item->hidden);
        cm_import_find_item(import, item->name)->padded = item->padded;
    }
    for (int i = 0; i < made.begin_count; i++) {
        const char *text = cm_arena_printf(arena, "%d:%s", t->id, made.begins[i]);
        cm_import_add_item(import, text, text, true);
    }
    if (file->reading)
        cm_import_note(import, false, l->place,
                       "the code is for machines on which `--variant %s` is the model's reading",
                       file->reading);
    if (made.undefined)
        cm_import_note(import, false, l->place,
                       "`%s` is defined in another file: it starts as 0 here", made.undefined);
    if (made.ends)
        cm_import_note(import, false, l->place, "`%s` ends only its thread: the others go on",
                       made.ends);
    if (made.idle)
        cm_import_note(import, false, l->place, "`%s` is left out, and gives 0", made.idle);
    if (made.has_bodies && bodies == CM_AS_EXCLUSIVES)
        cm_import_note(import, false, l->place,
                       "calls of the runtime library's atomics are read as exclusive accesses; "
                       "with `init { %s=1; }` as the instructions that newer machines have",
                       file->set->chooses);
}

static void read_all(cm_import *import)
{
    const cm_as_file *file = cm_as_read(import->work, import->kernel, NULL);
    for (int i = 0; i < import->binding->thread_count; i++) {
        const cm_bind_thread *t = &import->binding->threads[i];
        const cm_launch *l = t->launch >= 0 ? &import->binding->launches[t->launch] : NULL;
        if (l && !l->is_call)
            cm_fail(import->work, l->place,
                    "a function of a CPU cannot be launched, expected a thread that calls it, such "
                    "as `P%d = call %s(...)`",
                    t->id, l->kernel);
        if (l)
            add_thread(import, file, i, l);
    }
}

void cm_import_read_host(cm_import *import, const cm_source *code)
{
    cm_arena *arena = import->work->arena;
    const cm_binding *b = import->binding;
    const cm_as_file *file = cm_as_read(import->work, code, NULL);
    /* of `flag.cu.host.s`, the source */
    size_t length = strlen(code->name) - strlen(CM_IMPORT_HOST);
    import->host = code;
    import->host_lines = cm_import_lines_of(arena, code, cm_arena_text(arena, code->name, length));
    for (int i = 0; i < b->thread_count; i++) {
        if (!b->threads[i].host)
            continue;
        b->threads[i].arch = file->set->arch;
        add_thread(import, file, i, b->threads[i].host);
    }
}

#define READER(NAME, SET, WORD)                                                                    \
    static bool wrote_##NAME(const cm_source *source)                                              \
    {                                                                                              \
        return cm_as_set_of(source) == &(SET);                                                     \
    }                                                                                              \
    const cm_import_reader cm_import_##NAME = {                                                    \
        .suffix = ".s", .word = (WORD), .wrote = wrote_##NAME, .read = read_all}

READER(aarch64, cm_as_aarch64, "aarch64");
READER(x86, cm_as_x86, "x86_64");
READER(riscv, cm_as_riscv, "riscv");
