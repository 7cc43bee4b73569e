/* The machine's test of a compiled test of C: the assembly of its threads, joined. */
#include "compile/unit_parts.h"

#include "base/text.h"
#include "litmus/float.h"
#include "litmus/isa/isa.h"
#include "litmus/text/column.h"
#include "litmus/text/print.h"

#include <stdlib.h>
#include <string.h>

static const char IR[] = "functions.ll";

typedef struct joining {
    cm_work *work;
    const cm_test *test;
    cm_unit_way way;
    unsigned *bytes;  /* by location; 0: not said yet */
    int *shared;      /* by location: the first thread of the workgroup that has it; -1: none */
    unsigned least;   /* an object of 1 or 2 bytes becomes an array of so many, padded with zeros */
    bool locks;       /* behind an object of 16 bytes is the lock that libatomic takes for it */
    cm_text *items;   /* of the initial state */
    cm_text *objects; /* likewise, of LLVM IR, without values */
    const char *place; /* the format of a workgroup's, in a test of the GPU */
    int current;       /* index of the thread at hand */
    const cm_thread *thread;
    cm_bind_argument *arguments;
    int count, capacity;
} joining;

static void note_width(void *context, const char *name, cm_unit_type t)
{
    joining *j = context;
    unsigned bytes = cm_unit_bytes(t);
    for (int i = 0; i < j->test->location_count; i++) {
        if (strcmp(j->test->locations[i].name, name) != 0)
            continue;
        if (bytes == 0 || (j->bytes[i] > 0 && j->bytes[i] != bytes))
            cm_fail(j->work, cm_test_place(j->test),
                    bytes == 0 ? "`%s` is of a type that is not supported, expected an integer"
                               : "`%s` has types of several sizes, expected one",
                    name);
        j->bytes[i] = bytes;
        if (cm_has_word(t.words, CM_UNIT_SHARED))
            j->shared[i] = cm_unit_group(j->test, j->current);
    }
}

static void add_argument(joining *j, const char *location)
{
    CM_RESERVE(j->work->arena, j->arguments, j->count, j->capacity);
    j->arguments[j->count++] = (cm_bind_argument){.kind = CM_BIND_LOCATION, .location = location};
}

static void note_argument(void *context, const char *name, cm_unit_type t)
{
    (void)t;
    add_argument(context, name);
}

static unsigned bytes_at(const joining *j, int location)
{
    return j->bytes[location] ? j->bytes[location] : 4;
}

/* Is it the first of an array in the machine's test? Of 16 bytes that is the low half, which holds
 * the dialect's numbers. */
static bool is_first(const joining *j, int location)
{
    unsigned bytes = bytes_at(j, location);
    const cm_location *l = &j->test->locations[location];
    if (bytes > CM_UNIT_POINTER && l->is_array)
        cm_fail(j->work, cm_test_place(j->test),
                "`%s` is an array of objects of %u bytes, expected at most %d", l->name, bytes,
                CM_UNIT_POINTER);
    bool is_short = j->least > 0 && bytes < 4;
    return (is_short || bytes > CM_UNIT_POINTER) && !l->is_array;
}

static unsigned lesser(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The word for it in the machine's test. */
static const char *type_of(const joining *j, unsigned bytes, bool is_unsigned, bool is_float)
{
    const char *type = is_unsigned && bytes == 4 ? "int32_t" : cm_import_type(bytes);
    return is_float ? bytes == 4 ? "float" : "double"
                    : cm_arena_printf(j->work->arena, "%s%s", is_unsigned ? "u" : "", type);
}

/* Begins an item, as far as the name of the location. */
static void begin_item(joining *j, unsigned bytes, const char *type, bool is_shared,
                       const char *name, uint32_t count)
{
    cm_text_append(j->items, "%s%s %s", is_shared ? "shared " : "", type, name);
    cm_text_append(j->objects, "@%s = global [%u x i%u] zeroinitializer\n", name, count, 8 * bytes);
}

/* The high half of a number has its sign. */
static uint64_t initial(const cm_location *l, uint32_t index, bool wide)
{
    if (index < l->count)
        return l->init[index];
    return wide && index == 1 && (int64_t)l->init[0] < 0 ? UINT64_MAX : 0;
}

/* The launch of that group, by the order in which they are written. */
static int launch_of(const cm_test *test, int first)
{
    int launch = 0;
    for (int t = 0; t < first; t++)
        launch += cm_unit_group(test, t) == t;
    return launch;
}

static void print_locations(joining *j)
{
    const cm_test *test = j->test;
    cm_arena *arena = j->work->arena;
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *l = &test->locations[i];
        unsigned bytes = lesser(bytes_at(j, i), CM_UNIT_POINTER);
        bool first = is_first(j, i), wide = bytes_at(j, i) > bytes, array = l->is_array || first;
        uint32_t count = wide    ? bytes_at(j, i) / bytes + (j->locks ? 1 : 0)
                         : first ? j->least / bytes
                                 : l->count;
        bool is_unsigned = (cm_number_is_cut(l->numbers) && !l->numbers.is_signed) ||
                           (bytes == 8 && l->typed && !l->is_signed);
        begin_item(j, bytes, type_of(j, bytes, is_unsigned, l->is_float), j->shared[i] >= 0,
                   l->name, count);
        if (array)
            cm_text_append(j->items, "[%u]", count);
        if (j->shared[i] >= 0)
            cm_text_append(j->items, j->place, launch_of(test, j->shared[i]),
                           test->threads[j->shared[i]].at.gpu);
        cm_text_add(j->items, array ? "={" : "=");
        for (uint32_t k = 0; k < count; k++)
            cm_text_append(j->items, "%s%s", k > 0 ? "," : "",
                           l->is_float
                               ? cm_float_print(arena, l->init[k], cm_location_float_bits(l))
                               : cm_value_print(arena, test, initial(l, k, wide), 64, true));
        cm_text_add(j->items, array ? "}; " : "; ");
    }
}

/* Adds the locations that the thread's local variables are stored in. */
static void add_stored(joining *j, int thread)
{
    for (int i = 0; i < j->test->observed_count; i++) {
        const cm_observed *o = &j->test->observed[i];
        if (!cm_unit_is_local(j->test, o, thread))
            continue;
        const char *name = cm_unit_stored_name(j->work, j->test, o);
        cm_unit_type t = cm_unit_local(j->work, j->test, o);
        bool pointer = t.stars || !t.bytes;
        const cm_register *r = &j->test->threads[thread].registers[o->reg];
        bool is_unsigned = t.is_unsigned || (t.bytes == 8 && r->typed && !r->is_signed);
        unsigned bytes = pointer ? CM_UNIT_POINTER : lesser(t.bytes, CM_UNIT_POINTER);
        begin_item(j, bytes, type_of(j, bytes, !pointer && is_unsigned, !pointer && t.is_float),
                   false, name, 1);
        cm_text_add(j->items, "=0; ");
        add_argument(j, name);
    }
}

/* Adds the thread's parameters, then what its local variables are stored in, which is declared. */
static void add_arguments(joining *j, int thread)
{
    int before = j->count;
    j->thread = &j->test->threads[thread];
    cm_unit_parameters(j->work, j->thread, note_argument, j);
    if (j->count == before)
        add_argument(j, "unused");
    if (j->way == CM_UNIT_STORES)
        add_stored(j, thread);
}

static cm_as_thread join_thread(joining *j, int thread, const cm_as_file *file, cm_as_bodies bodies)
{
    j->count = 0;
    add_arguments(j, thread);
    const cm_as_request request = {.function =
                                       cm_arena_printf(j->work->arena, "P%d", j->thread->id),
                                   .place = {file->source, 0, 0},
                                   .arguments = j->arguments,
                                   .argument_count = j->count,
                                   .id = j->thread->id,
                                   .bodies = bodies,
                                   .units = true,
                                   .only_states = true};
    cm_as_thread made = cm_as_follow(file, &request);
    for (int i = 0; i < made.item_count; i++)
        cm_text_append(j->items, "%s; ", made.items[i].text);
    for (int i = 0; i < made.begin_count; i++)
        cm_text_append(j->items, "%d:%s; ", j->thread->id, made.begins[i]);
    if (made.undefined)
        cm_fail(j->work, request.place,
                "the compiled code uses `%s` and does not define it, expected only the parameters",
                made.undefined);
    return made;
}

/* The one instruction set of all threads; NULL: no text tells it. */
static const cm_as_set *common_set(cm_work *work, const cm_source *const *assembly, int count)
{
    const cm_as_set *set = NULL;
    for (int i = 0; i < count; i++) {
        const cm_as_set *own = cm_as_set_of(assembly[i]);
        if (own && set && own != set)
            cm_fail(work, (cm_place){assembly[i], 0, 0},
                    "this file is for %s, and that of an earlier thread for %s, expected one "
                    "instruction set",
                    cm_arch_name(own->arch), cm_arch_name(set->arch));
        set = own ? own : set;
    }
    return set;
}

/* The lines of a thread's unit, for which the compiler was asked (-g1). */
typedef struct unit_lines {
    cm_import_lines lines;
    cm_source unit;
    const char *name; /* "P1.c" */
} unit_lines;

static unit_lines lines_of_unit(const joining *j, int thread, const cm_source *assembly)
{
    cm_arena *arena = j->work->arena;
    unit_lines of = {.lines = cm_import_lines_of(arena, assembly, NULL)};
    if (of.lines.count > 0) {
        const char *unit = cm_unit_of(j->work, j->test, thread, j->way, CM_UNIT_C);
        of.unit = (cm_source){"unit.c", unit, strlen(unit)};
        of.name = cm_arena_printf(arena, "P%d.c", j->test->threads[thread].id);
    }
    return of;
}

/* `str w8,[x0] (* at P1.c:9 *)`; what stands there is said in the header, once: `Line=P1.c:9 *y =
 * 1`. */
static const char *with_line(const joining *j, const unit_lines *of, const cm_import_row *row,
                             cm_text *header)
{
    cm_arena *arena = j->work->arena;
    const cm_import_line *at = cm_import_line_at(&of->lines, row->place.offset);
    const char *colon = at && at->text ? strchr(at->text, ':') : NULL;
    size_t length = strlen(row->text);
    if (!colon || length == 0 || row->text[length - 1] == ':')
        return row->text;
    const cm_import_line line =
        cm_import_line_of(arena, &of->unit, of->name, strtoul(colon + 1, NULL, 10), 0, false);
    const char *said = cm_arena_printf(arena, "Line=%s %s\n", line.text, line.code);
    if (line.code && !strstr(header->data, said))
        cm_text_add(header, said);
    return cm_arena_printf(arena, "%s (* at %s *)", row->text, line.text);
}

static void print_table(const joining *j, const cm_source *const *assembly, cm_text *text,
                        cm_text *header, const cm_as_thread *threads)
{
    const cm_test *test = j->test;
    cm_arena *arena = j->work->arena;
    cm_column *columns = CM_NEW_ARRAY(arena, (size_t)test->thread_count, cm_column);
    for (int i = 0; i < test->thread_count; i++) {
        cm_column_add(arena, &columns[i], cm_arena_printf(arena, "P%d", test->threads[i].id));
        unit_lines of = lines_of_unit(j, i, assembly[i]);
        for (int k = 0; k < threads[i].count; k++)
            cm_column_add(arena, &columns[i], with_line(j, &of, &threads[i].rows[k], header));
    }
    cm_columns_print(text, columns, test->thread_count);
}

/* The test with the names that observed items have in the machine's test. */
static const cm_test *renamed(joining *j)
{
    cm_test *copy = CM_NEW(j->work->arena, cm_test);
    *copy = *j->test;
    size_t count = (size_t)copy->observed_count;
    copy->observed =
        cm_arena_grow(j->work->arena, copy->observed, count, count + 1, sizeof *copy->observed);
    for (int i = 0; i < copy->observed_count; i++) {
        cm_observed *o = &copy->observed[i];
        if (cm_unit_is_local(copy, o, -1))
            o->display =
                cm_arena_printf(j->work->arena, "[%s]", cm_unit_stored_name(j->work, copy, o));
        else if (o->kind == CM_OBSERVE_LOCATION && is_first(j, o->location))
            o->display =
                cm_arena_printf(j->work->arena, "%s[0]", copy->locations[o->location].name);
    }
    return copy;
}

/* What is observed: all locations, then the question. */
static void print_observed(joining *j, cm_text *text)
{
    const cm_test *test = j->test;
    cm_text_add(text, "locations [");
    for (int i = 0; i < test->location_count; i++)
        cm_text_append(text, "%s%s; ", test->locations[i].name, is_first(j, i) ? "[0]" : "");
    for (int i = 0; j->way == CM_UNIT_STORES && i < test->observed_count; i++)
        if (cm_unit_is_local(test, &test->observed[i], -1))
            cm_text_append(text, "%s; ", cm_unit_stored_name(j->work, test, &test->observed[i]));
    cm_text_add(text, "]\n");
    if (j->way == CM_UNIT_STORES)
        cm_unit_print_question(j->work, text, renamed(j));
    else
        cm_text_add(text, "exists (true)\n");
}

/* A name by which import/import.h finds the reader of a GPU's assembly, or of LLVM IR; NULL: it is
 * assembly of a CPU. */
static const char *imported_name(const cm_source *assembly)
{
    if (strstr(assembly->text, "\n.address_size"))
        return "kernels.ptx";
    if (strstr(assembly->text, "define ") == assembly->text || strstr(assembly->text, "\ndefine "))
        return IR;
    return strstr(assembly->text, "amdgcn") ? "kernels.s" : NULL;
}

/* The modules of all threads as one. */
static const char *join_modules(joining *j, const cm_source *const *assembly)
{
    cm_text text = cm_text_new(j->work->arena);
    for (int i = 0; i < j->test->thread_count; i++)
        cm_text_append(&text, "%s\n", assembly[i]->text);
    cm_text_append(&text, "@unused = global i64 0\n%s", j->objects->data);
    return text.data;
}

/* Each workgroup is a launch of its kernel, and each thread of LLVM IR calls the function that has
 * its name. */
static const char *join_imported(joining *j, const char *name, const cm_source *const *assembly)
{
    cm_work *work = j->work;
    const cm_test *test = j->test;
    bool launches = strcmp(name, IR) != 0;
    cm_text text = cm_text_new(work->arena);
    cm_text_append(&text, "test %s\n", test->name);
    for (int t = 0; t < test->thread_count; t++) {
        if (launches && cm_unit_group(test, t) != t)
            continue;
        int id = test->threads[t].id, gpu = test->threads[t].at.gpu, number = 0;
        if (launches)
            cm_text_append(&text, "launch %s(", cm_unit_kernel(work, test, t));
        else
            cm_text_append(&text, "P%d = call P%d(", id, id);
        j->count = 0;
        for (int i = t; i < test->thread_count; i++) {
            if (i != t && (!launches || cm_unit_group(test, i) != t))
                continue;
            add_arguments(j, i);
            number++;
        }
        for (int i = 0; i < j->count; i++)
            cm_text_append(&text, "%s%s", i > 0 ? ", " : "", j->arguments[i].location);
        if (!launches) {
            cm_text_add(&text, ")\n");
            continue;
        }
        cm_text_append(&text, "), blocks 1, threads %d, gpu %d\n", CM_UNIT_APART * (number - 1) + 1,
                       gpu < 0 ? 0 : gpu);
        number = 0;
        for (int i = t; i < test->thread_count; i++)
            if (cm_unit_group(test, i) == t)
                cm_text_append(&text, "P%d = block 0, thread %d\n", test->threads[i].id,
                               CM_UNIT_APART * number++);
    }
    cm_text_append(&text, "init { %s}\n", j->items->data);
    print_observed(j, &text);
    cm_source *binding = CM_NEW(work->arena, cm_source);
    *binding = (cm_source){"the binding", text.data, strlen(text.data)};
    cm_source *all = CM_NEW(work->arena, cm_source);
    const char *code = launches ? assembly[0]->text : join_modules(j, assembly);
    *all = (cm_source){name, code, strlen(code)};
    const char *made = cm_import_test(work, all, binding, NULL, CM_IMPORT_QUIET);
    if (!made)
        cm_arena_escape(work->arena);
    return made;
}

static void note_wide(void *context, const char *name, cm_unit_type t)
{
    bool *wide = context;
    (void)name;
    *wide |= cm_unit_bytes(t) > CM_UNIT_POINTER;
}

/* Functions of CPUs. */
static const char *join_functions(joining *j, const cm_source *const *assembly,
                                  const cm_as_set *set, cm_as_bodies bodies, cm_unit_joined *joined)
{
    bool locked = false, open = false, wide;
    cm_work *work = j->work;
    const cm_test *test = j->test;
    cm_text text = cm_text_new(work->arena), table = cm_text_new(work->arena);
    cm_as_thread *threads = CM_NEW_ARRAY(work->arena, (size_t)test->thread_count, cm_as_thread);
    for (int i = 0; i < test->thread_count; i++) {
        const cm_as_file *file = cm_as_read(work, assembly[i], set);
        set = file->set;
        threads[i] = join_thread(j, i, file, bodies);
        joined->has_bodies |= threads[i].has_bodies;
        joined->reading = file->reading ? file->reading : joined->reading;
        wide = false;
        cm_unit_parameters(work, &test->threads[i], note_wide, &wide);
        locked |= threads[i].takes_lock;
        open |= wide && !threads[i].takes_lock;
    }
    joined->mixes_locks = locked && open;
    cm_text_append(&text, "%s %s\n", cm_arch_name(set->arch), test->name);
    print_table(j, assembly, &table, &text, threads);
    cm_text_append(&text, "{ %s}\n%s", j->items->data, table.data);
    print_observed(j, &text);
    return text.data;
}

cm_unit_joined cm_unit_join(cm_work *work, const cm_test *test, const cm_source *const *assembly,
                            cm_unit_way way, cm_as_bodies bodies)
{
    cm_unit_joined joined = {.has_bodies = false};
    cm_text items = cm_text_new(work->arena), objects = cm_text_new(work->arena);
    int count = test->thread_count;
    joining j = {.work = work, .test = test, .way = way, .items = &items, .objects = &objects};
    j.bytes = CM_NEW_ARRAY(work->arena, (size_t)test->location_count + 1, unsigned);
    j.shared = CM_NEW_ARRAY(work->arena, (size_t)test->location_count + 1, int);
    for (int i = 0; i < test->location_count; i++)
        j.shared[i] = -1;
    for (j.current = 0; j.current < count; j.current++)
        cm_unit_parameters(work, &test->threads[j.current], note_width, &j);
    const char *imported = imported_name(assembly[0]);
    bool gpu = imported && strcmp(imported, IR) != 0;
    for (int i = 1; i < count; i++)
        if (imported_name(assembly[i]) != imported ||
            (gpu && strcmp(assembly[i]->text, assembly[0]->text) != 0))
            cm_fail(work, (cm_place){assembly[i], 0, 0},
                    "kernels of a GPU and LLVM IR cannot be used with other files, expected one "
                    "file for all threads");
    if (test->head && !gpu)
        cm_fail(work, (cm_place){assembly[0], 0, 0},
                "the compiler makes %s, but the threads run on a GPU, expected a compiler for GPUs",
                imported ? "LLVM IR, whose threads have no places" : "code for CPUs");
    const cm_as_set *set = imported ? NULL : common_set(work, assembly, count);
    j.least = gpu ? 4 : set ? set->least : 0; /* libcu++ takes the word around, as RISC-V does */
    j.locks = !imported;
    j.place = gpu && strstr(imported, ".ptx") ? "@cta %d,gpu %d" : "@workgroup %d,agent %d";
    joined.is_ir = imported && !gpu;
    print_locations(&j);
    joined.text = imported ? join_imported(&j, imported, assembly)
                           : join_functions(&j, assembly, set, bodies, &joined);
    return joined;
}
