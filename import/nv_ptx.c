/* The reader of PTX: a kernel for each thread of a launch. */
#include "import/kernels.h"
#include "import/nv_code.h"

#include "litmus/isa/isa.h"

#include <string.h>

enum { MOST_TRIALS = 32 };

typedef struct reading {
    cm_nv_import nv;
    cm_nv_module *module;
    cm_import_effects *effects; /* by thread of the binding */
} reading;

static const cm_nv_routine *kernel_of(reading *r, const cm_launch *l)
{
    cm_work *work = r->nv.import->work;
    const char *list = "";
    for (int i = 0; i < r->module->routine_count; i++) {
        const cm_nv_routine *k = &r->module->routines[i];
        if (k->is_kernel && k->has_body && strcmp(k->name, l->symbol) == 0)
            return k;
        if (k->is_kernel && k->has_body)
            list = cm_arena_printf(work->arena, "%s%s%s", list, *list ? ", " : "", k->name);
    }
    cm_fail(work, l->place, "there is no kernel `%s`, expected one of %s", l->kernel,
            *list ? list : "a file that has some");
}

/* As the kernel was compiled for, which the binding need not say. */
static void take_cluster(reading *r, cm_launch *l, const cm_nv_routine *k)
{
    if (k->cluster[0] != 0 && !l->has_clusters)
        l->clusters = (cm_extent){k->cluster[0], k->cluster[1], k->cluster[2]};
    cm_extent c = l->clusters;
    bool same = c.x == k->cluster[0] && c.y == k->cluster[1] && c.z == k->cluster[2];
    if (k->cluster[0] != 0 && !same)
        cm_fail(r->nv.import->work, l->place,
                "`%s` is compiled for clusters of %u %u %u blocks, expected `clusters` to say so",
                l->kernel, k->cluster[0], k->cluster[1], k->cluster[2]);
}

/* "{0: ..., 8: ...}": the bytes of the parameter that the kernel reads. */
static const char *parts_read(const cm_nv_follow *f, int variable)
{
    cm_text text = cm_text_new(f->work->arena);
    for (uint64_t from = 0, next = 0; next != UINT64_MAX; from = next + 1) {
        next = UINT64_MAX;
        for (int i = 0; i < f->code->slot_count; i++) {
            const cm_nv_slot *s = &f->code->slots[i];
            if (s->frame == 0 && s->variable == variable && s->offset >= from && s->offset < next)
                next = s->offset;
        }
        if (next != UINT64_MAX)
            cm_text_append(&text, "%s%llu: ...", text.length > 0 ? ", " : "",
                           (unsigned long long)next);
    }
    return text.data;
}

static cm_nv_known value_of(cm_nv_follow *f, const cm_bind_argument *a)
{
    if (a->kind == CM_BIND_NUMBER)
        return (cm_nv_known){.kind = CM_NV_CONSTANT, .number = a->number};
    return (cm_nv_known){CM_NV_ADDRESS, cm_nv_location_named(f->nv, a->location), a->number};
}

/* A part's number has the bytes up to the next part. */
static uint64_t number_of_part(const cm_bind_argument *a, const cm_bind_argument *part)
{
    uint64_t bytes = sizeof(uint64_t);
    for (int i = 0; i < a->part_count; i++) {
        uint64_t behind = a->parts[i].offset - part->offset; /* huge: it lies before */
        if (behind > 0 && behind < bytes)
            bytes = behind;
    }
    return bytes < sizeof(uint64_t) ? part->number & ((UINT64_C(1) << 8 * bytes) - 1)
                                    : part->number;
}

/* Does a number stand less than 8 bytes before? */
static bool said_before(const cm_bind_argument *a, const cm_nv_slot *slot)
{
    for (int i = 0; i < a->part_count; i++)
        if (a->parts[i].kind == CM_BIND_NUMBER && slot->offset - a->parts[i].offset < 8)
            return true;
    return false;
}

/* What is read of a structure: a part, or numbers next to each other. */
static cm_nv_known value_of_parts(cm_nv_follow *f, const cm_bind_argument *a,
                                  const cm_nv_slot *slot)
{
    const char *name = f->nv->module->variables[slot->variable].name;
    cm_nv_known known = {.kind = CM_NV_UNKNOWN};
    for (int i = 0; i < a->part_count; i++) {
        const cm_bind_argument *part = &a->parts[i];
        uint64_t at = part->offset - slot->offset; /* huge: it lies before */
        if (at >= slot->bits / 8)
            continue;
        cm_nv_known one =
            part->kind == CM_BIND_UNSAID ? (cm_nv_known){.kind = CM_NV_UNKNOWN} : value_of(f, part);
        bool joins = one.kind == CM_NV_CONSTANT && known.kind != CM_NV_ADDRESS;
        if (one.kind == CM_NV_UNKNOWN || (!joins && (at > 0 || known.kind != CM_NV_UNKNOWN)))
            cm_fail(f->work, part->place,
                    "the kernel reads %u bytes of `%s` from byte %llu on, expected a location or "
                    "numbers",
                    slot->bits / 8, name, (unsigned long long)slot->offset);
        if (joins)
            one.number = known.number | number_of_part(a, part) << 8 * at;
        known = one;
    }
    /* Only a copy reads what fills a structure up, byte by byte. */
    if (known.kind == CM_NV_UNKNOWN && slot->bits == 8 && said_before(a, slot)) {
        cm_import_note(f->nv->import, f->locals, a->place,
                       "bytes of `%s` that the binding does not say are 0", name);
        return (cm_nv_known){.kind = CM_NV_CONSTANT};
    }
    if (known.kind == CM_NV_UNKNOWN)
        cm_fail(f->work, a->place,
                "the kernel reads `%s` from byte %llu on, which the binding does not say, expected "
                "{%s}",
                name, (unsigned long long)slot->offset, parts_read(f, slot->variable));
    return known;
}

/* What the parameter has by the binding. */
static cm_nv_known argument(cm_nv_follow *f, const cm_nv_routine *k, const cm_nv_slot *slot)
{
    const cm_launch *l = f->launch;
    int at = 0;
    while (at < k->parameter_count && k->parameters[at] != slot->variable)
        at++;
    if (at == k->parameter_count)
        return (cm_nv_known){.kind = CM_NV_UNKNOWN};
    const cm_bind_argument *a = &l->arguments[at];
    const cm_nv_variable *v = &f->nv->module->variables[slot->variable];
    if (a->kind == CM_BIND_PARTS)
        return value_of_parts(f, a, slot);
    if (slot->offset != 0 || v->is_array)
        cm_fail(f->work, a->place,
                "the kernel reads parameter `%s`, which has several parts, expected {%s}", v->name,
                parts_read(f, slot->variable));
    if (a->kind == CM_BIND_UNSAID)
        cm_fail(f->work, a->place,
                "the kernel reads parameter `%s`, expected a location or a number", v->name);
    return value_of(f, a);
}

/* Registers of the thread that the question mentions; ends with -1. */
static int *asked_registers(reading *r, const cm_bind_thread *t, const cm_nv_code *code)
{
    const cm_binding *b = r->nv.import->binding;
    int *asked = CM_NEW_ARRAY(r->nv.import->work->arena, (size_t)b->asked_count + 1, int),
        count = 0;
    for (int i = 0; i < b->asked_count; i++)
        for (int reg = 0; b->asked[i].id == t->id && reg < code->register_count; reg++)
            if (strcmp(code->registers[reg].name, b->asked[i].name) == 0)
                asked[count++] = reg;
    asked[count] = -1;
    return asked;
}

static void follow(cm_nv_follow *f, const cm_nv_routine *k)
{
    size_t registers = (size_t)f->code->register_count + 1;
    cm_nv_find_live(f->work, f->code, f->asked);
    f->known = CM_NEW_ARRAY(f->work->arena, registers, cm_nv_known);
    f->held = CM_NEW_ARRAY(f->work->arena, registers, cm_nv_known);
    for (int r = 0; r < f->code->register_count; r++)
        if (f->code->registers[r].zero && !f->locals) /* in a trial it may not be set yet */
            f->known[r].kind = CM_NV_CONSTANT;
    for (int i = 0; i < f->code->slot_count; i++)
        if (f->code->slots[i].frame == 0)
            f->known[f->code->slots[i].reg] = argument(f, k, &f->code->slots[i]);
    cm_nv_follow_thread(f);
}

/* The same import, of which nothing is kept but columns. */
static cm_nv_import forgotten(cm_import *import, const cm_nv_import *nv)
{
    cm_work *work = import->work;
    import->items = NULL;
    import->notes = NULL;
    import->item_count = import->item_capacity = import->note_count = import->note_capacity = 0;
    cm_nv_import copy = {.import = import, .module = nv->module};
    copy.locations = CM_NEW_ARRAY(work->arena, (size_t)nv->location_count + 1, cm_nv_location);
    copy.location_count = copy.location_capacity = nv->location_count;
    copy.folded = nv->folded;
    copy.written = nv->written;
    for (int i = 0; i < nv->location_count; i++)
        copy.locations[i] = nv->locations[i];
    return copy;
}

/* Follows it to see what it does to local memory. True: that shows more. */
static bool try_thread(const cm_nv_follow *like, const cm_nv_routine *k, cm_nv_locals *locals)
{
    cm_import import = *like->nv->import;
    cm_import_effects effects = {.arena = like->work->arena};
    cm_nv_import nv = forgotten(&import, like->nv);
    cm_nv_follow f = *like;
    f.nv = &nv;
    f.effects = &effects;
    f.locals = locals;
    follow(&f, k);
    return cm_nv_learn_locals(locals);
}

/* The thread's code with registers for what it has in local memory, as far as that can be seen. */
static cm_nv_code *without_locals(const cm_nv_follow *like, const cm_nv_routine *k)
{
    cm_nv_locals *locals = cm_nv_locals_of(like->work, like->code);
    cm_nv_follow f = *like;
    for (int i = 0; i < MOST_TRIALS; i++) {
        f.code = cm_nv_rewrite_locals(f.work, like->code, locals);
        if (!try_thread(&f, k, locals))
            return f.code;
    }
    return like->code;
}

/* Into the column `thread` of the import. */
static void read_thread(reading *r, int thread, const cm_bind_thread *t, cm_import_effects *effects)
{
    cm_import *import = r->nv.import;
    cm_work *work = import->work;
    const cm_launch *l = &import->binding->launches[t->launch];
    const cm_nv_routine *k = kernel_of(r, l);
    if (l->argument_count != k->parameter_count)
        cm_fail(work, l->place, "there are %d arguments of `%s`, expected %d", l->argument_count,
                l->kernel, k->parameter_count);
    cm_nv_code *code = cm_nv_flatten(work, r->module, k);
    cm_nv_follow f = {.nv = &r->nv,
                      .work = work,
                      .thread = thread,
                      .bound = t,
                      .launch = l,
                      .code = code,
                      .effects = effects,
                      .asked = asked_registers(r, t, code)};
    if (code->line_count == 0)
        return;
    if (cm_nv_has_locals(code))
        f.code = without_locals(&f, k);
    follow(&f, k);
    effects->loops = cm_nv_loops(&f);
}

/* As a thread of the test would be read, into a column that is forgotten. */
static void follow_other(void *context, cm_work *work, const cm_bind_thread *t,
                         cm_import_effects *effects)
{
    const reading *r = context;
    cm_import_column column = {.count = 0};
    cm_import import = *r->nv.import;
    import.work = work;
    import.columns = &column;
    reading other = {.nv = forgotten(&import, &r->nv), .module = r->module};
    read_thread(&other, 0, t, effects);
}

/* Bytes of an element, by the type that stands before the name in the initial state: "int64_t
 * a[2]"; 0: none does. */
static unsigned declared(const cm_import *import, const char *name)
{
    const cm_binding *b = import->binding;
    for (int i = 0; i < b->init.count; i++) {
        cm_lexer lex = cm_bind_lexer(import->work, b, &b->init.items[i]);
        cm_token before = {0};
        for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex)) {
            if (cm_lexer_is(&lex, name) && before.kind == CM_TOKEN_NAME) {
                const char *type = cm_arena_text(import->work->arena, before.text, before.length);
                return strstr(type, "64") ? 8 : strstr(type, "16") ? 2 : strstr(type, "8") ? 1 : 4;
            }
            before = lex.token;
        }
    }
    return 0;
}

/* Bytes of the narrowest access of named threads to it, as wide as an element at most; 0: there is
 * none. */
static unsigned narrowest(const reading *r, const char *memory)
{
    uint64_t least = 0;
    for (int t = 0; t < r->nv.import->binding->thread_count; t++)
        for (int i = 0; i < r->effects[t].count; i++) {
            const cm_import_access *a = &r->effects[t].accesses[i];
            bool there = a->memory && strcmp(a->memory, memory) == 0;
            if (there && (least == 0 || a->to - a->from < least))
                least = a->to - a->from;
        }
    return least <= 8 ? (unsigned)least : 0;
}

static void see_to_others(reading *r)
{
    cm_import *import = r->nv.import;
    cm_import_effects asked = {.arena = import->work->arena};
    for (int i = 0; i < r->nv.location_count; i++) {
        const cm_nv_location *l = &r->nv.locations[i];
        const char *memory = cm_nv_memory_name(import->work->arena, l);
        unsigned element = declared(import, l->name);
        cm_import_add_asked(import, &asked, l->name, memory,
                            element ? element : narrowest(r, memory));
    }
    cm_import_see_to_others(import, r->effects, &asked, follow_other, r);
}

/* A location of the binding that is called like a register would be read for one. */
static void check_name(reading *r, const char *name, cm_place place)
{
    unsigned bits;
    if (name && cm_isa_for(CM_PTX)->register_name(r->nv.import->work->arena, name, &bits))
        cm_fail(r->nv.import->work, place, "`%s` is the name of a register, expected another",
                name);
}

static void check_declared(void *context, const char *name, cm_place place)
{
    check_name(context, name, place);
}

static void add_location_of(void *context, const char *name, cm_place place)
{
    reading *r = context;
    check_name(r, name, place);
    cm_nv_location_named(&r->nv, name);
}

/* The locations that launches name, before any of a kernel: no two have one name. */
static void add_locations(reading *r)
{
    const cm_binding *b = r->nv.import->binding;
    cm_binding_each_argument(b, add_location_of, r);
    cm_binding_each_declared(r->nv.import->work, b, check_declared, r);
}

/* What threads of the test may write is written. True: its loads had been folded. */
static bool note_writes(reading *r, const cm_import_effects *effects)
{
    bool news = false;
    for (int i = 0; i < effects->count; i++)
        for (int l = 0; effects->accesses[i].writes && l < r->nv.location_count; l++) {
            const cm_nv_location *location = &r->nv.locations[l];
            const char *memory = effects->accesses[i].memory;
            if (location->variable < 0 || r->nv.written[location->variable] ||
                (memory &&
                 strcmp(memory, cm_nv_memory_name(r->nv.import->work->arena, location)) != 0))
                continue;
            r->nv.written[location->variable] = true;
            news |= r->nv.folded[location->variable];
        }
    return news;
}

/* What has an initial value that nobody writes has it throughout. That nobody does is known once
 * all threads have been followed; if somebody does, they are followed again. */
static void read_threads(reading *r)
{
    cm_import *import = r->nv.import, before = *import;
    const cm_binding *b = import->binding;
    cm_arena *arena = import->work->arena;
    size_t threads = (size_t)b->thread_count, locations = (size_t)r->nv.location_count;
    size_t variables = (size_t)r->module->variable_count + 1;
    cm_import_column *columns =
        cm_arena_grow(arena, import->columns, threads, threads, sizeof *columns);
    r->nv.written = CM_NEW_ARRAY(arena, variables, bool);
    r->nv.folded = CM_NEW_ARRAY(arena, variables, bool);
    cm_nv_import nv = r->nv;
    for (bool again = true; again;) {
        *import = before;
        memcpy(import->columns, columns, threads * sizeof *columns);
        r->nv = nv;
        r->nv.locations =
            cm_arena_grow(arena, nv.locations, locations, locations, sizeof *nv.locations);
        r->nv.location_capacity = nv.location_count;
        r->effects = CM_NEW_ARRAY(arena, threads + 1, cm_import_effects);
        for (int i = 0; i < b->thread_count; i++) {
            r->effects[i].arena = arena;
            if (b->threads[i].launch >= 0)
                read_thread(r, i, &b->threads[i], &r->effects[i]);
        }
        again = false;
        for (int i = 0; i < b->thread_count; i++)
            again |= note_writes(r, &r->effects[i]);
    }
}

static void read_ptx(cm_import *import)
{
    reading r = {.nv = {.import = import}};
    r.module = cm_nv_module_read(import->work, import->kernel);
    cm_import_name_kernels(import, &cm_import_ptx);
    r.nv.module = r.module;
    add_locations(&r);
    const cm_binding *b = import->binding;
    for (int i = 0; i < b->launch_count; i++)
        take_cluster(&r, &b->launches[i], kernel_of(&r, &b->launches[i]));
    cm_binding_number_blocks(import->work, import->binding);
    read_threads(&r);
    see_to_others(&r);
    cm_nv_declare(&r.nv);
}

const cm_import_reader cm_import_ptx = {
    .suffix = ".ptx", .kernel_word = ".entry", .word = "ptx", .read = read_ptx};
