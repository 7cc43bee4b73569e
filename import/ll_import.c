/* Programs in LLVM IR, in an import: the threads, and the objects that they name. */
#include "import/ll.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- objects ------------------------------------------------------------------------ */

cm_ll_object *cm_ll_add_object(cm_ll_program *p, cm_ll_object object)
{
    cm_arena *arena = p->import->work->arena;
    cm_ll_object *made = CM_NEW(arena, cm_ll_object);
    *made = object;
    CM_RESERVE(arena, p->objects, p->object_count, p->object_capacity);
    return p->objects[p->object_count++] = made;
}

/* As a test may have it: no register, and of letters, digits and `_`. */
static const char *plain_name(cm_arena *arena, const char *name)
{
    bool is_register =
        *name == 'r' && name[1] && strspn(name + 1, "0123456789") == strlen(name + 1);
    if (strncmp(name, "_ZL", 3) == 0) { /* static, in C++: _ZL4data */
        char *end;
        unsigned long length = strtoul(name + 3, &end, 10);
        name = length > 0 && strlen(end) == length ? end : name;
    }
    char *plain = cm_arena_printf(arena, "%s%s", is_register ? "_" : "", name);
    for (char *c = plain; *c; c++)
        *c = isalnum((unsigned char)*c) ? *c : '_';
    return plain;
}

/* Not written by people: texts, tables of virtual functions, guards, what only one thread has. */
static bool is_of_compiler(const cm_ll_global *g)
{
    return g->is_thread_local || *g->name == '.' || strncmp(g->name, "_ZTV", 4) == 0 ||
           strncmp(g->name, "_ZGV", 4) == 0 || strncmp(g->name, "__libc_", 7) == 0;
}

cm_ll_object *cm_ll_object_of(cm_ll_program *p, cm_ll_global *g, int thread)
{
    cm_arena *arena = p->import->work->arena;
    int owner = g->is_thread_local ? thread : 0;
    for (int i = 0; i < p->object_count; i++)
        if (p->objects[i]->global == g && p->objects[i]->owner == owner)
            return p->objects[i];
    if (g->refused)
        cm_fail(p->import->work, g->place, "an %s is not supported, expected an object",
                g->refused);
    uint64_t size = cm_ll_size(g->type);
    if (size == 0 || size > CM_ADDRESS_STRIDE / 2)
        cm_fail(p->import->work, g->place,
                "`@%s` has %llu bytes, which is not supported, expected 1 to %llu", g->name,
                (unsigned long long)size, (unsigned long long)CM_ADDRESS_STRIDE / 2);
    const char *name = plain_name(arena, g->name);
    return cm_ll_add_object(
        p, (cm_ll_object){
               .name = g->is_thread_local ? cm_arena_printf(arena, "%s_P%d", name, thread) : name,
               .type = g->type,
               .size = size,
               .global = g,
               .owner = owner,
               .hidden = is_of_compiler(g)});
}

/* ---- initial values ----------------------------------------------------------------- */

/* Elements of so many bytes; each a number, or an address as text. */
typedef struct filling {
    cm_ll_program *p;
    const cm_ll_object *object;
    unsigned width;
    uint64_t *numbers;
    const char **texts;
} filling;

static void widen(void *context, const cm_ll_type *scalar, uint64_t offset)
{
    unsigned *most = context, size = (unsigned)cm_ll_size(scalar);
    (void)offset;
    *most = size > *most ? size : *most;
}

static void fill_bytes(const filling *f, uint64_t at, uint64_t value, uint64_t bytes)
{
    for (uint64_t b = 0; b < bytes && at + b < f->object->size; b++)
        f->numbers[(at + b) / f->width] |= (value >> (8 * b) & 255) << (8 * ((at + b) % f->width));
}

static void fill(const filling *f, const cm_ll_value *v, uint64_t at)
{
    cm_work *work = f->p->import->work;
    cm_ll_function *function;
    cm_ll_global *g;
    switch (v->kind) {
    case CM_LL_NUMBER:
        if (v->number != 0)
            fill_bytes(f, at, v->number, cm_ll_size(v->type));
        return;
    case CM_LL_UNDEFINED:
        return;
    case CM_LL_AGGREGATE:
        for (int i = 0; i < v->item_count &&
                        i < (v->type->kind == CM_LL_STRUCT ? v->type->member_count : v->item_count);
             i++)
            fill(f, &v->items[i], at + cm_ll_offset(v->type, (uint64_t)i));
        return;
    case CM_LL_SYMBOL:
        function = cm_ll_find_function(f->p->module, v->name);
        if (function) {
            fill_bytes(f, at, cm_ll_code(f->p, function), 8);
            return;
        }
        if (strcmp(v->name, "__cxa_pure_virtual") == 0) { /* no function of the file */
            fill_bytes(f, at, (UINT64_C(1) << 62) - 1, 8);
            return;
        }
        g = cm_ll_find_global(f->p->module, v->name);
        if (!g || f->width != 8 || at % 8 != 0)
            cm_fail(work, v->place,
                    "an address of `@%s` in an initial value is not supported, expected one of an "
                    "object, among members of 8 bytes",
                    v->name);
        f->texts[at / 8] =
            v->number ? cm_arena_printf(work->arena, "%s+%llu", cm_ll_object_of(f->p, g, 0)->name,
                                        (unsigned long long)v->number)
                      : cm_ll_object_of(f->p, g, 0)->name;
        return;
    case CM_LL_LOCAL:
    case CM_LL_STRANGE:
        break;
    }
    cm_fail(work, v->place, "this initial value is not supported, expected integers and addresses");
}

/* "int32_t x[2]={1,2}": elements as wide as the widest member or access, since an access of several
 * elements would be several events. */
static const char *declaration(cm_ll_program *p, const cm_ll_object *o)
{
    cm_arena *arena = p->import->work->arena;
    unsigned width = o->widest;
    if (o->type)
        cm_ll_each_scalar(o->type, 0, widen, &width);
    width = width ? width : 8;
    uint64_t count = (o->size + width - 1) / width;
    filling f = {p, o, width, CM_NEW_ARRAY(arena, count, uint64_t),
                 CM_NEW_ARRAY(arena, count, const char *)};
    if (o->global && o->global->has_init)
        fill(&f, &o->global->init, 0);
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "int%u_t %s", 8 * width, o->name);
    if (count > 1)
        cm_text_append(&text, "[%llu]={", (unsigned long long)count);
    else
        cm_text_add(&text, "=");
    for (uint64_t i = 0; i < count; i++) {
        uint64_t sign = UINT64_C(1) << (8 * width - 1);
        cm_text_add(&text, i > 0 ? "," : "");
        if (f.texts[i])
            cm_text_add(&text, f.texts[i]);
        else
            cm_text_append(&text, "%lld", (long long)((f.numbers[i] ^ sign) - sign));
    }
    cm_text_add(&text, count > 1 ? "}" : "");
    return text.data;
}

static bool is_asked(const cm_import *import, const char *name)
{
    const cm_binding *b = import->binding;
    for (int i = 0; i < b->question.count; i++) {
        const cm_bind_part *part = &b->question.items[i];
        if (cm_has_word(cm_arena_text(import->work->arena, b->source->text + part->from,
                                      part->to - part->from),
                        name))
            return true;
    }
    return false;
}

/* Of virtual functions, in C++: what is known of it no row reads. */
static bool is_table(const cm_ll_global *g)
{
    return strncmp(g->name, "_ZTV", 4) == 0;
}

/* What threads and initial values name. */
static void declare_objects(cm_ll_program *p)
{
    cm_import *import = p->import;
    for (int i = 0; i < p->module->global_count; i++)
        if (!p->module->globals[i].refused && !p->module->globals[i].is_thread_local &&
            is_asked(import, plain_name(import->work->arena, p->module->globals[i].name)))
            cm_ll_object_of(p, &p->module->globals[i], 0);
    for (int i = 0; i < p->object_count; i++) { /* there may be more by what is declared */
        const cm_ll_object *o = p->objects[i];
        if (o->site || (o->global && cm_ll_is_all_known(o->global) && is_table(o->global)))
            continue;
        const char *text = declaration(p, o);
        bool external = o->global && !o->global->has_init;
        if (external)
            cm_import_note(import, false, o->global->place,
                           "`%s` is defined in another file: it starts as 0 here", o->name);
        cm_import_add_item(import, o->name, text, o->hidden);
    }
}

/* ---- calls of the binding ------------------------------------------------------------ */

/* An argument of the binding: a number, or an object of the file. */
static cm_ll_known bound(cm_ll_program *p, const cm_bind_argument *a)
{
    cm_ll_global *g =
        a->kind == CM_BIND_LOCATION ? cm_ll_find_global(p->module, a->location) : NULL;
    if (a->kind == CM_BIND_NUMBER)
        return cm_ll_number(a->number);
    if (!g)
        cm_fail(p->import->work, a->place, "expected a number or an object that the file defines");
    return (cm_ll_known){
        .kind = CM_LL_ADDRESS, .number = a->number, .object = cm_ll_object_of(p, g, 0)};
}

cm_ll_function *cm_ll_called(cm_ll_program *p, const cm_launch *l, const char *specification,
                             cm_ll_known **arguments, int *count)
{
    cm_work *work = p->import->work;
    const char *name = l->kernel;
    if (!l->is_call)
        cm_fail(work, l->place,
                "a function of a CPU cannot be launched, expected a thread that calls it, such as "
                "`P0 = call %s(...)`",
                l->kernel);
    if (specification)
        name = cm_arena_printf(work->arena, "%s_%s", specification, l->kernel);
    cm_ll_function *f = cm_ll_find_function(p->module, name);
    if (!f)
        cm_fail(work, l->place, "there is no function `%s` in %s, expected one that it defines",
                name, p->module->source->name);
    /* main(argc, argv) is called without any */
    bool is_main = strcmp(l->kernel, "main") == 0 && l->argument_count == 0;
    *count = is_main ? f->parameter_count : l->argument_count;
    *arguments = CM_NEW_ARRAY(work->arena, (size_t)*count + 1, cm_ll_known);
    for (int a = 0; a < l->argument_count; a++)
        (*arguments)[a] = bound(p, &l->arguments[a]);
    return f;
}

const cm_ll_instruction *cm_ll_returning(const cm_ll_function *f)
{
    for (int i = 0; i < f->instruction_count; i++)
        if (f->instructions[i].op == CM_LL_RET && f->instructions[i].operand_count > 0)
            return &f->instructions[i];
    return NULL;
}

const char *cm_ll_result_name(cm_ll_program *p, const cm_bind_thread *thread, int call)
{
    const cm_launch *l = &p->import->binding->launches[thread->launch];
    int before = 0;
    for (int c = 0; c < call; c++)
        before += strcmp(l[c].kernel, l[call].kernel) == 0;
    const char *name =
        cm_arena_printf(p->import->work->arena, "%s_P%d", l[call].kernel, thread->id);
    return before == 0 ? name : cm_arena_printf(p->import->work->arena, "%s_%d", name, before + 1);
}

/* ---- threads ------------------------------------------------------------------------ */

static void add_rows(cm_ll_program *p, const cm_ll_run *run)
{
    cm_arena *arena = p->import->work->arena;
    for (int i = 0; i < run->rows.count; i++) {
        const cm_ll_row *row = &run->rows.rows[i];
        const char *text = row->text;
        if (row->kind == CM_LL_ROW_LABEL)
            text = cm_arena_printf(arena, "L%d:", row->label);
        else if (row->kind == CM_LL_ROW_JUMP)
            text = cm_arena_printf(arena, "br L%d", row->label);
        else if (row->kind == CM_LL_ROW_BRANCH)
            text = cm_arena_printf(arena, "br %s, L%d", row->text, row->label);
        if (!cm_ll_is_wake(row))
            cm_import_add_row(p->import, run->column, text, row->place);
    }
}

/* Of those that are called before main, the one behind the last: by priority, then as they stand in
 * the file. -1: it was the last. */
static int next_constructor(const cm_ll_value *all, int last)
{
    int next = -1;
    for (int i = 0; i < all->item_count; i++) {
        uint64_t priority = all->items[i].items[0].number;
        uint64_t before = last < 0 ? 0 : all->items[last].items[0].number;
        bool behind = last < 0 || priority > before || (priority == before && i > last);
        if (behind && (next < 0 || priority < all->items[next].items[0].number))
            next = i;
    }
    return next;
}

/* What is called before main: initialisers of global variables, constructors. False: one never
 * returns. */
static bool follow_constructors(cm_ll_thread *t, const cm_bind_thread *bound)
{
    cm_ll_program *p = t->program;
    const cm_binding *b = p->import->binding;
    const cm_ll_global *all = cm_ll_find_global(p->module, "llvm.global_ctors");
    if (!all || (b->first.calls > 0 && bound != &b->first))
        return true;
    bool begins = bound == &b->first || p->starting == 1, good = !b->specification && begins;
    for (int i = 0; i < all->init.item_count; i++)
        good &= all->init.items[i].item_count > 1 &&
                all->init.items[i].items[1].kind == CM_LL_SYMBOL &&
                cm_ll_find_function(p->module, all->init.items[i].items[1].name);
    if (!good)
        cm_fail(t->work, all->place,
                "something is called before main, which is not supported where several "
                "functions are called, expected `first`, or a main");
    for (int i = -1; (i = next_constructor(&all->init, i)) >= 0;) {
        cm_ll_function *f = cm_ll_find_function(p->module, all->init.items[i].items[1].name);
        cm_ll_known result;
        if (!cm_ll_follow(t, f, NULL, 0, NULL, &result))
            return false;
    }
    return true;
}

/* The binding's calls, one after another; false: one never returns. */
static bool follow_calls(cm_ll_thread *t, const cm_bind_thread *bound)
{
    cm_ll_program *p = t->program;
    const cm_binding *b = p->import->binding;
    if (!follow_constructors(t, bound))
        return false;
    for (int call = 0; call < bound->calls; call++) {
        const cm_launch *l = &b->launches[bound->launch + call];
        cm_ll_known *arguments, result;
        int count;
        cm_ll_function *f = cm_ll_called(p, l, NULL, &arguments, &count);
        const cm_ll_instruction *last = cm_ll_returning(f);
        if (!cm_ll_follow(t, f, arguments, count, NULL, &result))
            return false;
        const char *name = cm_ll_result_name(p, bound, call);
        if (!last || bound == &b->first || !(b->specification || is_asked(p->import, name)))
            continue;
        unsigned bytes = (unsigned)cm_ll_size(last->operands[0].type);
        if (bytes != 1 && bytes != 2 && bytes != 4 && bytes != 8)
            cm_fail(p->import->work, last->place,
                    "what `%s` returns is asked for, expected an integer or a pointer", f->name);
        cm_ll_add_object(p, (cm_ll_object){.name = name, .size = bytes, .widest = bytes});
        cm_ll_emit(t, last->place, "store.i%u [%s], %s", 8 * bytes, name,
                   cm_ll_text(t, result, last->place));
    }
    return true;
}

static void begin_bound(cm_ll_thread *t, cm_place place)
{
    cm_ll_program *p = t->program;
    p->several = true;
    for (int r = 0; r < p->starting; r++) {
        p->runs[r].known = cm_ll_known_now(t);
        cm_ll_begin_thread(t, p->runs[r].id, place);
    }
}

static void follow_run(cm_ll_program *p, int number, int column)
{
    const cm_ll_run run_ = p->runs[number], *run = &run_; /* there may be more runs by and by */
    cm_arena *arena = p->import->work->arena;
    cm_ll_thread t = {.program = p, .work = p->import->work, .id = run->id};
    cm_ll_known result;
    t.piece = t.first = t.last = CM_NEW(arena, cm_ll_piece);
    t.end = t.labels++;
    cm_ll_begin_known(&t, run->known);
    t.is_created = run->created;
    if (run->waits)
        cm_ll_wait_to_begin(&t, run->place);
    /* `void *f()` has no argument, and is given one */
    bool ends = run->bound
                    ? follow_calls(&t, run->bound)
                    : cm_ll_follow(&t, run->function, &run->argument,
                                   run->function->parameter_count == 0 ? 0 : 1, NULL, &result);
    if (ends && run->behind)
        ends = cm_ll_follow(&t, run->behind, &run->argument, 1, NULL, &result);
    if (ends && run->created)
        cm_ll_return(&t, result, run->place);
    if (ends && run->bound == &p->import->binding->first)
        begin_bound(&t, run->place);
    t.piece = t.last = t.last->next = CM_NEW(arena, cm_ll_piece);
    cm_ll_label(&t, t.end, run->place);
    if (run->created)
        cm_ll_tell(&t, cm_ll_end_word(p, run->id), CM_LL_ENDED, run->place);
    if (t.stuck) {
        int last = t.labels++;
        cm_ll_add(&t, t.piece,
                  (cm_ll_row){.kind = CM_LL_ROW_JUMP, .label = last, .place = run->place});
        cm_ll_label(&t, t.stuck, run->place);
        if (run->created)
            cm_ll_tell(&t, cm_ll_end_word(p, run->id), CM_LL_STOPPED, run->place);
        cm_ll_label(&t, last, run->place);
    }
    cm_ll_tell_missing(&t, run->place);
    p->runs[number].rows = cm_ll_flatten(&t);
    p->runs[number].column = column;
}

/* A column for a thread that the program creates, or that begins before those of the binding. */
static int add_column(cm_ll_program *p, int id, const char *function, cm_place place)
{
    cm_import *import = p->import;
    cm_binding *b = import->binding;
    cm_arena *arena = import->work->arena;
    CM_RESERVE(arena, b->launches, b->launch_count, b->launch_capacity);
    b->launches[b->launch_count] =
        (cm_launch){.is_call = true, .kernel = function, .place = place, .after = ""};
    CM_RESERVE(arena, b->threads, b->thread_count, b->thread_capacity);
    b->threads[b->thread_count] =
        (cm_bind_thread){.id = id, .launch = b->launch_count++, .place = place, .after = ""};
    import->columns = cm_arena_grow(arena, import->columns, (size_t)b->thread_count,
                                    (size_t)b->thread_count + 1, sizeof *import->columns);
    return b->thread_count++;
}

/* Which threads are created? Where somebody asks, all is followed anew until that stays the same.
 */
static void find_created(cm_ll_program *p)
{
    int count = 0;
    for (int r = 0; r < p->run_count; r++) {
        if (!p->runs[r].created)
            continue;
        if (count == p->created_count)
            CM_PUSH(p->import->work->arena, p->created, p->created_count, p->created_capacity, -1);
        p->again |= p->any_joined && p->created[count] != p->runs[r].id;
        p->created[count++] = p->runs[r].id;
    }
    p->again |= p->any_joined && count < p->created_count;
    p->created_count = count;
}

static void follow_all(cm_ll_program *p, int threads)
{
    cm_binding *b = p->import->binding;
    p->run_count = 0;
    p->object_count = p->ordered_count = 0;
    p->again = false;
    b->thread_count = threads;
    for (int i = 0; i < p->module->function_count; i++)
        p->module->functions[i].graph = NULL;
    p->several = threads > 1 && b->first.calls == 0;
    for (int c = 0; c < threads + (b->first.calls > 0); c++) {
        bool before = c == threads;
        const cm_bind_thread *bound = before ? &b->first : &b->threads[c];
        if (!before && bound->launch >= 0)
            p->import->columns[c].count = 0;
        CM_RESERVE(p->import->work->arena, p->runs, p->run_count, p->run_capacity);
        p->runs[p->run_count++] = (cm_ll_run){.bound = bound,
                                              .waits = !before && b->first.calls > 0,
                                              .id = before ? cm_binding_next_id(b) : bound->id,
                                              .place = bound->place};
    }
    int next = p->run_count;
    if (b->first.calls > 0) {
        const char *first = b->launches[b->first.launch].kernel;
        follow_run(p, threads, add_column(p, p->runs[threads].id, first, p->runs[threads].place));
    }
    for (int c = 0; c < threads; c++) {
        p->runs[c].bound = &b->threads[c]; /* of which there may be more by now */
        if (b->threads[c].launch >= 0)
            follow_run(p, c, c);
    }
    for (int r = next; r < p->run_count; r++) { /* those may create more */
        const cm_ll_run *run = &p->runs[r];
        follow_run(p, r, add_column(p, run->id, run->function->name, run->place));
    }
    cm_ll_find_known(p);
}

/* ---- lines of the source ------------------------------------------------------------ */

static void add_line(cm_ll_program *p, cm_place place, cm_import_line line)
{
    cm_import_lines *lines = &p->import->lines;
    CM_RESERVE(p->import->work->arena, lines->items, lines->count, lines->capacity);
    line.from = place.offset;
    lines->items[lines->count++] = line;
}

/* clang gives the place of none of its variables on the stack: these begin with the function. */
static unsigned line_of(const cm_ll_function *f, int instruction)
{
    const cm_ll_instruction *all = f->instructions;
    int i = instruction;
    while (all[instruction].op == CM_LL_ALLOCA && !all[i].line && i + 1 < f->instruction_count)
        i++;
    return all[i].line;
}

static void add_lines(cm_ll_program *p)
{
    cm_arena *arena = p->import->work->arena;
    const char *name = NULL, *read = NULL; /* read: the name of the source */
    const cm_source *source = NULL;
    p->import->lines = (cm_import_lines){0};
    for (int f = 0; f < p->module->function_count; f++) {
        const cm_ll_function *function = &p->module->functions[f];
        add_line(p, function->place, (cm_import_line){0});
        for (int i = 0; i < function->instruction_count; i++) {
            const cm_ll_instruction *in = &function->instructions[i];
            const cm_ll_note *at = cm_ll_location(p->module, line_of(function, i), &name);
            if (at && (!read || strcmp(read, name) != 0))
                source = cm_import_beside(arena, p->import->kernel, read = name);
            add_line(p, in->place,
                     at ? cm_import_line_of(arena, source, name, at->line, at->column, true)
                        : (cm_import_line){0});
        }
    }
}

static void read_all(cm_import *import)
{
    cm_ll_program p = {.import = import, .module = cm_ll_read(import->work, import->kernel)};
    const cm_binding *b = import->binding;
    int threads = b->thread_count;
    p.starting = threads;
    for (int i = 0; i < threads; i++)
        if (b->threads[i].launch < 0 && (b->first.calls > 0 || b->specification))
            cm_fail(import->work, b->threads[i].place,
                    "P%d is written in the binding, expected a thread that calls functions where "
                    "there is `first` or `linearisable`",
                    b->threads[i].id);
    cm_ll_find_known(&p);
    do {
        follow_all(&p, threads);
        find_created(&p);
    } while (p.again);
    cm_ll_check_orders(&p);
    if (cm_ll_may_sleep(&p))
        import->asleep =
            "because no notify_one() or notify_all() stands behind a store that wait() "
            "may wait for";
    cm_ll_settle_words(&p);
    for (int r = 0; r < p.run_count; r++)
        add_rows(&p, &p.runs[r]);
    declare_objects(&p);
    add_lines(&p);
    b = import->binding;
    if (b->specification)
        import->condition = cm_ll_linearisable(import, threads);
}

const cm_import_reader cm_import_ll = {
    .suffix = ".ll", .programs = true, .word = "llvm_ir", .read = read_all};
