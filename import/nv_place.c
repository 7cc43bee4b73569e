/* Where a thread is, and what lies where: special registers and locations. */
#include "import/nv_code.h"

#include "base/text.h"

#include <ctype.h>
#include <string.h>

enum { WARP = 32 };

/* ---- special registers (PTX ISA, "Special Registers") ------------------------------ */

typedef struct triple {
    const char *name; /* with its dot */
    cm_extent value;
} triple;

static cm_extent quotient(cm_extent a, cm_extent by)
{
    return (cm_extent){a.x / by.x, a.y / by.y, a.z / by.z};
}

/* %tid.x: the number of the register; false: none of these. */
static bool of_triple(const cm_nv_follow *f, const char *name, uint64_t *value)
{
    const cm_launch *l = f->launch;
    cm_extent block = f->bound->block;
    const cm_extent by = l->clusters, in_cluster = {block.x % by.x, block.y % by.y, block.z % by.z};
    const triple triples[] = {{"%tid.", f->bound->thread},
                              {"%ntid.", l->threads},
                              {"%ctaid.", block},
                              {"%nctaid.", l->blocks},
                              {"%clusterid.", quotient(block, l->clusters)},
                              {"%nclusterid.", quotient(l->blocks, l->clusters)},
                              {"%cluster_ctaid.", in_cluster},
                              {"%cluster_nctaid.", l->clusters}};
    for (size_t i = 0; i < sizeof triples / sizeof *triples; i++) {
        size_t length = strlen(triples[i].name);
        if (strncmp(name, triples[i].name, length) != 0 || strlen(name) != length + 1)
            continue;
        const cm_extent *e = &triples[i].value;
        char axis = name[length];
        *value = axis == 'x' ? e->x : axis == 'y' ? e->y : e->z;
        return axis >= 'x' && axis <= 'z';
    }
    return false;
}

static bool of_single(const cm_nv_follow *f, const char *name, uint64_t *value)
{
    const cm_launch *l = f->launch;
    unsigned thread = cm_extent_linear(f->bound->thread, l->threads), lane = thread % WARP;
    const uint64_t bit = UINT64_C(1) << lane, all = UINT64_C(0xffffffff);
    const struct {
        const char *name;
        uint64_t value;
    } singles[] = {{"%laneid", lane},
                   {"%warpid", thread / WARP},
                   {"WARP_SZ", WARP},
                   {"%cluster_ctarank", cm_bound_rank(l, f->bound->block)},
                   {"%cluster_nctarank", cm_extent_volume(l->clusters)},
                   {"%is_explicit_cluster", l->has_clusters},
                   {"%dynamic_smem_size", l->shared},
                   {"%lanemask_eq", bit},
                   {"%lanemask_lt", bit - 1},
                   {"%lanemask_le", (bit << 1) - 1},
                   {"%lanemask_ge", all & ~(bit - 1)},
                   {"%lanemask_gt", all & ~((bit << 1) - 1)}};
    for (size_t i = 0; i < sizeof singles / sizeof *singles; i++)
        if (strcmp(name, singles[i].name) == 0) {
            *value = singles[i].value;
            return true;
        }
    return false;
}

/* Of all clocks, and of their halves: weeks, of which a thousandfold is still a signed number. */
static const uint64_t late = (UINT64_C(1) << 52) + (UINT64_C(1) << 30);

/* Clocks stand still, where the launch says so: time decides nothing then but how long a
 * thread waits. */
static bool of_clock(cm_nv_follow *f, const cm_nv_operand *o, cm_nv_known *known)
{
    static const char *const clocks[] = {"%clock",       "%clock_hi",       "%clock64",
                                         "%globaltimer", "%globaltimer_lo", "%globaltimer_hi"};
    bool is_clock = false;
    for (size_t i = 0; i < sizeof clocks / sizeof *clocks; i++)
        is_clock |= strcmp(o->name, clocks[i]) == 0;
    if (is_clock && !f->launch->has_clock)
        cm_import_note(f->nv->import, false, o->place,
                       "`%s` reads 0 here, as if time decided only how long a thread waits: `clock "
                       "0` in the launch of `%s` says that this is meant",
                       o->name, f->launch->kernel);
    if (!is_clock)
        return false;
    CM_RESERVE(f->work->arena, f->ticks, f->tick_count, f->tick_capacity);
    f->ticks[f->tick_count++] = (cm_nv_tick){f->state, f->line};
    known->number = f->launch->clock + (f->late[f->line] ? late : 0);
    if (strstr(o->name, "_hi"))
        known->number >>= 32;
    return true;
}

static bool is_taken(const cm_nv_import *nv, const char *name)
{
    unsigned bits; /* a location comes before a register of its name: none may have one */
    if (cm_isa_for(CM_PTX)->register_name(nv->import->work->arena, name, &bits))
        return true;
    return CM_NAMED(nv->locations, nv->location_count, name, name) != NULL;
}

/* Cooperative groups read the address of their grid barrier from %envreg1 (upper half) and
 * %envreg2 (cooperative_groups/details/driver_abi.h of the CUDA toolkit). */
static bool of_workspace(cm_nv_follow *f, const cm_nv_operand *o, cm_nv_known *known)
{
    bool low = strcmp(o->name, "%envreg2") == 0;
    if (!low && strcmp(o->name, "%envreg1") != 0)
        return false;
    if (!f->launch->workspace) {
        /* A launch whose binding names no workspace has one of its own, as the CUDA runtime gives
         * one to each cooperative launch. */
        cm_binding *b = f->nv->import->binding;
        const char *name = "grid_barrier";
        for (int i = 0; is_taken(f->nv, name) || cm_binding_declares(f->work, b, name); i++)
            name = cm_arena_printf(f->work->arena, "grid_barrier_%d", i);
        b->launches[f->launch - b->launches].workspace = name;
    }
    *known = (cm_nv_known){low ? CM_NV_LOW_HALF : CM_NV_HIGH_HALF,
                           cm_nv_location_named(f->nv, f->launch->workspace), 0};
    return true;
}

/* Where the system's part of shared memory is: a variable (nv_module.c). */
static bool of_reserved(cm_nv_follow *f, const cm_nv_operand *o, cm_nv_known *known)
{
    const cm_nv_module *m = f->nv->module;
    int i = 0;
    while (i < m->variable_count &&
           (!m->variables[i].is_reserved || strcmp(m->variables[i].name, o->name + 1) != 0))
        i++;
    if (i < m->variable_count)
        *known = (cm_nv_known){CM_NV_ADDRESS, cm_nv_location_of(f, i), 0};
    return i < m->variable_count;
}

cm_nv_known cm_nv_special(cm_nv_follow *f, const cm_nv_operand *o)
{
    cm_nv_known known = {.kind = CM_NV_CONSTANT};
    if (of_triple(f, o->name, &known.number) || of_single(f, o->name, &known.number) ||
        of_workspace(f, o, &known) || of_reserved(f, o, &known) || of_clock(f, o, &known))
        return known;
    cm_fail(f->work, o->place,
            "`%s` is not supported, expected a register that is declared, or a "
            "special one that the place of the thread decides",
            o->name);
}

/* ---- locations ------------------------------------------------------------------------ */

static int add_location(cm_nv_import *nv, cm_nv_location location)
{
    CM_RESERVE(nv->import->work->arena, nv->locations, nv->location_count, nv->location_capacity);
    nv->locations[nv->location_count] = location;
    return nv->location_count++;
}

int cm_nv_location_named(cm_nv_import *nv, const char *name)
{
    for (int i = 0; i < nv->location_count; i++)
        if (nv->locations[i].variable < 0 && strcmp(nv->locations[i].name, name) == 0)
            return i;
    return add_location(nv, (cm_nv_location){.name = name, .variable = -1, .cta = -1});
}

/* The last name of `_ZZ3sumPiE4last`, as a person wrote it: of a mangled name (Itanium C++
 * ABI, <local-name> and <nested-name>) the last part that has its length before it. */
static const char *short_name(cm_arena *arena, const char *name)
{
    const char *found = name;
    size_t length = strlen(name), found_length = length;
    for (const char *at = name; strncmp(name, "_Z", 2) == 0 && *at; at++) {
        if (!isdigit((unsigned char)*at))
            continue;
        size_t part = 0;
        while (isdigit((unsigned char)*at) && part <= length)
            part = 10 * part + (size_t)(*at++ - '0');
        if (part > 0 && part <= strlen(at) && (isalpha((unsigned char)*at) || *at == '_')) {
            found = at;
            found_length = part;
            at += part - 1;
        } else {
            at--;
        }
    }
    char *text = cm_arena_text(arena, found, found_length);
    for (char *c = text; *c; c++)
        if (*c == '$' || *c == '%')
            *c = '_';
    return text;
}

static unsigned cta_of(const cm_binding *b, const cm_bind_thread *t)
{
    const cm_launch *l = &b->launches[t->launch];
    return l->first_cta + cm_extent_linear(t->block, l->blocks);
}

/* Do the threads of the test run in one CTA? */
static bool in_one_cta(const cm_binding *b)
{
    int first = -1;
    for (int i = 0; i < b->thread_count; i++) {
        if (b->threads[i].launch < 0)
            continue;
        if (first >= 0 && cta_of(b, &b->threads[i]) != cta_of(b, &b->threads[first]))
            return false;
        first = i;
    }
    return true;
}

static int find_instance(const cm_nv_import *nv, int variable, int cta)
{
    for (int i = 0; i < nv->location_count; i++)
        if (nv->locations[i].variable == variable && nv->locations[i].cta == cta)
            return i;
    return -1;
}

/* A variable in shared memory is one of each CTA. launch: of its threads; NULL: any. */
static int instance(cm_nv_import *nv, const cm_launch *launch, int variable, int cta, int thread)
{
    cm_arena *arena = nv->import->work->arena;
    const cm_nv_variable *v = &nv->module->variables[variable];
    int known = find_instance(nv, variable, cta);
    if (known >= 0)
        return known;
    const char *name = short_name(arena, v->name);
    if (cta >= 0 && !in_one_cta(nv->import->binding))
        name = cm_arena_printf(arena, "%s_%d", name, cta);
    const char *stem = name;
    for (int i = 0; is_taken(nv, name); i++)
        name = cm_arena_printf(arena, "%s_%d", stem, i);
    uint64_t size = v->count * v->bytes;
    if (size == 0 && cta >= 0)
        size = launch->shared;
    if (size == 0 && cta >= 0)
        cm_fail(nv->import->work, v->place,
                "`%s` has no size, expected `shared BYTES` in the launch of `%s`", v->name,
                launch->kernel);
    if (size == 0)
        cm_fail(nv->import->work, v->place, "`%s` has no size, expected one", v->name);
    return add_location(nv, (cm_nv_location){name, variable, cta, thread, 0, size});
}

int cm_nv_location_of(cm_nv_follow *f, int variable)
{
    const cm_nv_variable *v = &f->nv->module->variables[variable];
    if (v->space == CM_NV_LOCAL)
        return instance(f->nv, NULL, variable, CM_NV_PRIVATE - f->thread, f->thread);
    if (v->space == CM_NV_SHARED)
        return instance(f->nv, f->launch, variable, (int)cta_of(f->nv->import->binding, f->bound),
                        f->thread);
    return instance(f->nv, NULL, variable, -1, -1);
}

bool cm_nv_is_shared(const cm_nv_import *nv, int location)
{
    return nv->locations[location].cta >= 0;
}

int cm_nv_some_shared(const cm_nv_follow *f)
{
    int cta = (int)cta_of(f->nv->import->binding, f->bound);
    for (int i = 0; i < f->nv->location_count; i++)
        if (f->nv->locations[i].cta == cta)
            return i;
    return -1;
}

bool cm_nv_is_private(const cm_nv_import *nv, int location)
{
    return nv->locations[location].cta <= CM_NV_PRIVATE;
}

int cm_nv_location_mapped(cm_nv_follow *f, int location, uint64_t rank, cm_place place)
{
    const cm_binding *b = f->nv->import->binding;
    const cm_launch *l = f->launch;
    unsigned cluster = cm_bound_cluster(l, f->bound->block);
    if (!cm_nv_is_shared(f->nv, location))
        cm_fail(f->work, place, "`%s` does not lie in shared memory, expected a location that does",
                f->nv->locations[location].name);
    for (int i = 0; i < b->thread_count; i++) {
        const cm_bind_thread *t = &b->threads[i];
        if (t->launch == f->bound->launch && cm_bound_cluster(l, t->block) == cluster &&
            cm_bound_rank(l, t->block) == rank)
            return instance(f->nv, l, f->nv->locations[location].variable, (int)cta_of(b, t), i);
    }
    cm_fail(f->work, place,
            "the block of rank %llu in the cluster has no thread in the test, expected one",
            (unsigned long long)rank);
}

/* ---- declarations ------------------------------------------------------------------------ */

/* The variable that an initial value names. */
static int variable_named(cm_nv_import *nv, const cm_nv_initial *value)
{
    const cm_nv_module *m = nv->module;
    for (int i = 0; i < m->variable_count; i++) {
        const cm_nv_variable *v = &m->variables[i];
        if ((v->space == CM_NV_GLOBAL || v->space == CM_NV_CONST) &&
            strcmp(v->name, value->symbol) == 0)
            return i;
    }
    cm_fail(nv->import->work, value->place,
            "the address of `%s` is not supported here, expected that of a variable in global "
            "memory",
            value->symbol);
}

/* An address is 8 bytes and an element of the test's array. */
static const char *address_text(cm_nv_import *nv, const cm_nv_variable *v,
                                const cm_nv_initial *value, unsigned element)
{
    if (value->is_part || v->bytes != 8 || element != 8)
        cm_fail(nv->import->work, value->place,
                "a part of an address is not supported, expected elements of 8 bytes");
    int location = instance(nv, NULL, variable_named(nv, value), -1, -1);
    const char *name = nv->locations[location].name; /* the list may have grown */
    long long offset = (long long)value->number;
    return offset ? cm_arena_printf(nv->import->work->arena, "%s%+lld", name, offset) : name;
}

/* The bytes of the values from there on, little endian: elements of the module's variable are
 * not those of the test's array. */
static uint64_t bytes_at(const cm_nv_variable *v, uint64_t from, unsigned count)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < count; i++) {
        uint64_t element = (from + i) / v->bytes, byte = (from + i) % v->bytes;
        bool there = element < (uint64_t)v->init_count && byte < 8;
        uint64_t number = there ? v->init[element].number : 0;
        value |= (number >> 8 * (byte % 8) & 0xff) << 8 * i;
    }
    return value;
}

bool cm_nv_fold_load(cm_nv_follow *f, const cm_nv_line *line)
{
    static const char *const more[] = {"volatile", "relaxed", "acquire", "mmio", "v2", "v4", "v8"};
    const cm_nv_operand *o = line->operands;
    unsigned bytes = cm_nv_type_of(line) / 8;
    if (!cm_nv_opcode_is(line, "ld") || line->count != 2 || o[0].kind != CM_NV_REGISTER ||
        o[1].kind != CM_NV_MEMORY || o[1].count != 1 || bytes == 0 || bytes > 8)
        return false;
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (cm_nv_has(line, more[i]))
            return false;
    cm_nv_known k = cm_nv_value_of(f, &o[1].items[0]);
    if (k.kind != CM_NV_ADDRESS)
        return false;
    const cm_nv_location *l = &f->nv->locations[k.location];
    uint64_t from = k.number + o[1].number;
    if (l->variable < 0 || l->cta != -1 || from > l->size || l->size - from < bytes ||
        f->nv->written[l->variable])
        return false;
    const cm_nv_variable *v = &f->nv->module->variables[l->variable];
    for (int i = 0; i < v->init_count; i++)
        if (v->init[i].symbol)
            return false;
    if (v->init_count == 0 || v->is_extern ||
        cm_has_word(f->nv->import->binding->source->text, l->name))
        return false;
    uint64_t value = bytes_at(v, from, bytes);
    if (f->code->registers[o[0].index].bits != 8 * bytes)
        return false; /* it is made wider, by its sign or without */
    f->nv->folded[l->variable] = true;
    cm_nv_note_width(&f->nv->locations[k.location], bytes); /* a pointer may lead there, too */
    f->known[o[0].index] = (cm_nv_known){.kind = CM_NV_CONSTANT, .number = value};
    return true;
}

static void add_initial(cm_nv_import *nv, cm_text *text, const cm_nv_variable *v, unsigned bytes,
                        bool is_array)
{
    uint64_t count = ((uint64_t)v->init_count * v->bytes + bytes - 1) / bytes;
    if (count == 0)
        return;
    cm_text_add(text, is_array ? "={" : "=");
    for (uint64_t i = 0; i < count; i++) {
        const cm_nv_initial *address = NULL;
        for (uint64_t e = i * bytes / v->bytes; e * v->bytes < (i + 1) * bytes; e++)
            if (!address && e < (uint64_t)v->init_count && v->init[e].symbol)
                address = &v->init[e];
        cm_text_add(text, i > 0 ? "," : "");
        if (address) {
            cm_text_add(text, address_text(nv, v, address, bytes));
            continue;
        }
        /* As the type of so many bytes shows it. */
        unsigned above = 64 - 8 * bytes;
        uint64_t value = bytes_at(v, i * bytes, bytes) << above;
        cm_text_append(text, "%lld", (long long)value >> above);
    }
    cm_text_add(text, is_array ? "}" : "");
}

static void declare(cm_nv_import *nv, int location)
{
    const cm_nv_location copy = nv->locations[location], *l = &copy; /* the list may grow */
    const cm_nv_variable *v = &nv->module->variables[l->variable];
    cm_import *import = nv->import;
    if (cm_binding_declares(import->work, import->binding, l->name))
        return;
    if (v->is_extern && l->cta < 0)
        cm_import_note(import, false, v->place,
                       "`%s` is defined in another file: it starts as 0 here", v->name);
    /* An object of any shape has elements as narrow as its narrowest access. */
    unsigned bytes = !v->is_vague ? v->bytes : l->bytes != 0 ? l->bytes : 4;
    bytes = bytes > 8 ? 8 : bytes;
    while (l->size % bytes != 0)
        bytes /= 2;
    uint64_t count = l->size / bytes;
    bool shared = l->cta >= 0;
    cm_text text = cm_text_new(nv->import->work->arena);
    cm_text_append(&text, "%s%s %s", shared ? "shared " : "", cm_import_type(bytes), l->name);
    if (count > 1)
        cm_text_append(&text, "[%llu]", (unsigned long long)count);
    if (shared) {
        const cm_binding *b = nv->import->binding;
        cm_text_append(&text, "@cta %d", l->cta);
        cm_text_append(&text, ",gpu %d", b->launches[b->threads[l->thread].launch].gpu);
    }
    add_initial(nv, &text, v, bytes, count > 1);
    cm_import_add_item(import, l->name, text.data, l->cta != -1);
}

/* The variable in the CTA of that thread, too, if it is of the same cluster. */
static void add_instance(cm_nv_import *nv, int location, int thread)
{
    const cm_binding *b = nv->import->binding;
    const cm_nv_location l = nv->locations[location];
    const cm_bind_thread *t = &b->threads[thread], *owner = &b->threads[l.thread];
    if (t->launch != owner->launch)
        return;
    const cm_launch *launch = &b->launches[t->launch];
    int cta = (int)cta_of(b, t);
    if (cm_bound_cluster(launch, t->block) != cm_bound_cluster(launch, owner->block) ||
        find_instance(nv, l.variable, cta) >= 0)
        return;
    cm_arena *arena = nv->import->work->arena;
    const char *name = short_name(arena, nv->module->variables[l.variable].name), *stem = name;
    for (int i = cta; is_taken(nv, name) || i == cta; i++)
        name = cm_arena_printf(arena, "%s_%d", stem, i);
    add_location(nv, (cm_nv_location){name, l.variable, cta, thread, 0, l.size});
}

/* Does an instruction of the test name the variable, or the binding? An address that was only given
 * to a call that is left out, such as the text of an assertion, is in neither. */
static bool is_used(const cm_nv_import *nv, const cm_nv_location *l)
{
    const cm_binding *b = nv->import->binding;
    return (l->bytes > 0 && l->cta > CM_NV_PRIVATE) || cm_has_word(b->source->text, l->name) ||
           cm_import_names(nv->import, l->name);
}

/* Is it a store to that location, by its name? */
static bool is_store_to(const cm_import_row *row, const char *name)
{
    size_t length = strlen(name);
    const char *opcode = row->text + (*row->text == '@' ? strcspn(row->text, " ") + 1 : 0);
    const char *at = strchr(row->text, '[');
    return strncmp(opcode, "st.", 3) == 0 && at && strncmp(at + 1, name, length) == 0 &&
           (at[1 + length] == ']' || at[1 + length] == '+') && !cm_has_word(at + 1 + length, name);
}

/* What a thread stores in local memory, and nobody reads, such as what it prints. */
static void leave_out_unread(cm_import_column *column, const char *name)
{
    for (int i = 0; i < column->count; i++)
        if (cm_has_word(column->rows[i].text, name) && !is_store_to(&column->rows[i], name))
            return;
    int kept = 0;
    for (int i = 0; i < column->count; i++)
        if (!cm_has_word(column->rows[i].text, name))
            column->rows[kept++] = column->rows[i];
    column->count = kept;
}

void cm_nv_declare(cm_nv_import *nv)
{
    /* Does a rank that memory decides choose the CTA of an address? What corresponds to it in
     * another CTA is found by its place among the declarations (docs/litmus.md): all CTAs of the
     * cluster have all variables then. */
    const cm_binding *b = nv->import->binding;
    bool maps = false, shared = false;
    for (int t = 0; t < b->thread_count; t++)
        for (int i = 0; i < nv->import->columns[t].count; i++)
            maps |= strstr(nv->import->columns[t].rows[i].text, "mapa.") != NULL;
    for (int i = 0, count = nv->location_count; i < count && maps; i++)
        for (int t = 0; nv->locations[i].cta >= 0 && t < b->thread_count; t++)
            if (b->threads[t].launch >= 0)
                add_instance(nv, i, t);
    for (int i = 0; i < nv->location_count; i++)
        if (cm_nv_is_private(nv, i))
            leave_out_unread(&nv->import->columns[nv->locations[i].thread], nv->locations[i].name);
    int accessed = nv->location_count; /* then come those that initial values lead to */
    for (int i = 0; i < nv->location_count; i++) {
        const cm_nv_location l = nv->locations[i];
        if (l.variable >= 0 && l.cta < 0 && (i >= accessed || is_used(nv, &l)))
            declare(nv, i);
        if (l.variable < 0 || l.cta < 0 || shared)
            continue;
        shared = true; /* in the order of the module, so that it is the same in each CTA */
        for (int v = 0; v < nv->module->variable_count; v++)
            for (int k = 0; k < nv->location_count; k++)
                if (nv->locations[k].variable == v && nv->locations[k].cta >= 0)
                    declare(nv, k);
    }
}
