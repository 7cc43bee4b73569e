/* The reader of AMD's assembly, as clang writes it for gfx942: a kernel for each wave of a
 * launch.
 *
 * Instructions stay as they are, in their order; the test's own instruction set reads them.
 * What the dispatch puts into registers is moved there at the beginning (LLVM, "User Guide for
 * AMDGPU Backend", "Initial Kernel Execution State"), and a scalar load of an argument becomes
 * moves of what the binding says it is. The layout of arguments is that of the file's metadata
 * (.args), the registers are those of its directives (.amdhsa_). */
#include "import/import.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ARGUMENTS = 64, LANES = 64 };

/* One line without its comment and the blanks around it. */
typedef struct line {
    const char *text; /* zero-ended */
    size_t indent;
    cm_place place;
} line;

typedef struct slot {
    unsigned offset, size;
    bool hidden; /* not of the binding: the runtime's own */
} slot;

typedef struct kernel {
    slot slots[MOST_ARGUMENTS];
    int slot_count;
    int kernarg;     /* first register of the address of the arguments, -1: none */
    int group_id[3]; /* register of the workgroup's number, -1: none */
    bool is_split;   /* .amdhsa_tg_split 1 */
    size_t from, to; /* the lines of its code */
} kernel;

typedef struct reading {
    cm_import *import;
    line *lines;
    size_t count;
} reading;

/* ---- lines --------------------------------------------------------------------- */

static line read_line(reading *r, size_t from, size_t to)
{
    const cm_source *source = r->import->kernel;
    const char *text = source->text;
    size_t start = from, end = from;
    while (end < to && text[end] != ';' &&
           !(text[end] == '/' && end + 1 < to && text[end + 1] == '/'))
        end++;
    while (start < end && isspace((unsigned char)text[start]))
        start++;
    while (start < end && isspace((unsigned char)text[end - 1]))
        end--;
    char *copy = cm_arena_text(r->import->work->arena, text + start, end - start);
    for (char *c = copy; *c; c++)
        if (*c == '\t')
            *c = ' ';
    return (line){copy, start - from, {source, (uint32_t)start, (uint32_t)(end - start)}};
}

static void read_lines(reading *r)
{
    const cm_source *source = r->import->kernel;
    size_t capacity = 1;
    for (size_t i = 0; i < source->length; i++)
        capacity += source->text[i] == '\n';
    r->lines = CM_NEW_ARRAY(r->import->work->arena, capacity, line);
    for (size_t from = 0; from < source->length;) {
        const char *end = memchr(source->text + from, '\n', source->length - from);
        size_t to = end ? (size_t)(end - source->text) : source->length;
        r->lines[r->count++] = read_line(r, from, to);
        from = to + 1;
    }
}

/* What stands after the word and blanks, or NULL. */
static const char *after(const char *text, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(text, word, length) != 0)
        return NULL;
    while (text[length] == ' ')
        length++;
    return text + length;
}

static bool number_after(const char *text, const char *word, unsigned *number)
{
    const char *rest = after(text, word);
    if (rest && isdigit((unsigned char)*rest))
        *number = (unsigned)strtoul(rest, NULL, 0);
    return rest && isdigit((unsigned char)*rest);
}

/* ---- what a kernel is ------------------------------------------------------------- */

static void find_code(reading *r, const cm_launch *l, kernel *k)
{
    const char *label = cm_arena_printf(r->import->work->arena, "%s:", l->kernel);
    size_t at = 0;
    while (at < r->count && strcmp(r->lines[at].text, label) != 0)
        at++;
    if (at == r->count)
        cm_fail(r->import->work, l->place,
                "there is no kernel `%s` in %s, expected a label of that name", l->kernel,
                r->import->kernel->name);
    k->from = at + 1;
    while (at < r->count && strncmp(r->lines[at].text, ".Lfunc_end", 10) != 0 &&
           !after(r->lines[at].text, ".section"))
        at++;
    k->to = at;
}

/* In the order in which they take registers ("Initial Kernel Execution State"). */
static const struct {
    const char *directive;
    unsigned registers;
    bool known; /* what is in them is known here */
} user_registers[] = {
    {".amdhsa_user_sgpr_private_segment_buffer", 4, false},
    {".amdhsa_user_sgpr_dispatch_ptr", 2, false},
    {".amdhsa_user_sgpr_queue_ptr", 2, false},
    {".amdhsa_user_sgpr_kernarg_segment_ptr", 2, true},
    {".amdhsa_user_sgpr_dispatch_id", 2, false},
    {".amdhsa_user_sgpr_flat_scratch_init", 2, false},
    {".amdhsa_user_sgpr_kernarg_preload_length", 1, false},
    {".amdhsa_user_sgpr_private_segment_size", 1, false},
};
enum { USER_REGISTERS = sizeof user_registers / sizeof *user_registers };

/* The directive's number in the kernel's block; 0: it is not there. */
static unsigned directive(const reading *r, size_t from, const char *word, cm_place *place)
{
    unsigned number = 0;
    for (size_t i = from; i < r->count && !after(r->lines[i].text, ".end_amdhsa_kernel"); i++)
        if (number_after(r->lines[i].text, word, &number)) {
            *place = r->lines[i].place;
            return number;
        }
    return 0;
}

static void find_registers(reading *r, const cm_launch *l, kernel *k)
{
    static const char *const ids[] = {".amdhsa_system_sgpr_workgroup_id_x",
                                      ".amdhsa_system_sgpr_workgroup_id_y",
                                      ".amdhsa_system_sgpr_workgroup_id_z"};
    size_t at = 0;
    for (const char *name = NULL; at < r->count; at++) {
        name = after(r->lines[at].text, ".amdhsa_kernel");
        if (name && strcmp(name, l->kernel) == 0)
            break;
    }
    if (at == r->count)
        cm_fail(r->import->work, l->place, "`%s` is no kernel, expected one with .amdhsa_kernel",
                l->kernel);
    cm_place place = l->place;
    int next = 0;
    k->is_split = directive(r, at, ".amdhsa_tg_split", &place) != 0;
    k->kernarg = -1;
    for (int i = 0; i < USER_REGISTERS; i++) {
        unsigned there = directive(r, at, user_registers[i].directive, &place);
        if (there && !user_registers[i].known)
            cm_fail(r->import->work, place,
                    "the kernel wants `%s`: not supported, expected a "
                    "kernel that reads its arguments only",
                    user_registers[i].directive);
        k->kernarg = there ? next : k->kernarg;
        next += there ? (int)user_registers[i].registers : 0;
    }
    for (int i = 0; i < 3; i++)
        k->group_id[i] = directive(r, at, ids[i], &place) ? next++ : -1;
}

/* .args of the metadata: an entry of a kernel begins at `  - `, an argument at `      - `, and
 * the kernel's own .name comes after them. */
static void find_arguments(reading *r, const cm_launch *l, kernel *k)
{
    size_t at = 0;
    while (at < r->count && strcmp(r->lines[at].text, "amdhsa.kernels:") != 0)
        at++;
    bool found = false;
    for (; at < r->count && !found; at++) {
        const line *n = &r->lines[at];
        const char *text = after(n->text, "-"), *name;
        unsigned number;
        if (text && n->indent == 2)
            k->slot_count = 0;
        if (text && n->indent > 2 && k->slot_count < MOST_ARGUMENTS)
            k->slots[k->slot_count++] = (slot){0, 0, false};
        text = text ? text : n->text;
        slot *s = k->slot_count > 0 ? &k->slots[k->slot_count - 1] : NULL;
        if (s && number_after(text, ".offset:", &number))
            s->offset = number;
        else if (s && number_after(text, ".size:", &number))
            s->size = number;
        else if (s && after(text, ".value_kind:"))
            s->hidden = strncmp(after(text, ".value_kind:"), "hidden_", 7) == 0;
        else if (n->indent == 4 && (name = after(text, ".name:")))
            found = strcmp(name, l->kernel) == 0;
    }
    int visible = 0;
    while (visible < k->slot_count && !k->slots[visible].hidden)
        visible++;
    if (!found)
        cm_fail(r->import->work, l->place, "there is no metadata of `%s`, expected amdhsa.kernels",
                l->kernel);
    if (l->argument_count != visible)
        cm_fail(r->import->work, l->place, "%d arguments of `%s`, expected %d", l->argument_count,
                l->kernel, visible);
}

/* ---- arguments -------------------------------------------------------------------------- */

/* "s_load_dwordx2 s[0:1], s[4:5], 0x8" taken apart. */
typedef struct load {
    unsigned registers, to, from, offset;
} load;

static bool read_load(const char *text, load *x)
{
    static const struct {
        const char *name;
        unsigned registers;
    } names[] = {{"s_load_dword ", 1},
                 {"s_load_dwordx2 ", 2},
                 {"s_load_dwordx4 ", 4},
                 {"s_load_dwordx8 ", 8}};
    const char *rest = NULL;
    for (size_t i = 0; i < sizeof names / sizeof *names && !rest; i++) {
        rest = after(text, names[i].name);
        x->registers = names[i].registers;
    }
    char *end;
    if (!rest || *rest != 's')
        return false;
    rest += rest[1] == '[' ? 2 : 1;
    x->to = (unsigned)strtoul(rest, &end, 10);
    const char *pair = strstr(end, ", s[");
    if (!pair)
        return false;
    x->from = (unsigned)strtoul(pair + 4, &end, 10);
    const char *comma = strchr(end, ',');
    x->offset = comma ? (unsigned)strtoul(comma + 1, NULL, 0) : 0;
    return comma != NULL;
}

/* Does the instruction write one of the two scalar registers? Its first operand tells. */
static bool writes(const char *text, unsigned pair)
{
    const char *operand = strchr(text, ' ');
    if (!operand || text[0] != 's' || operand[1] != 's' || strncmp(text, "s_cmp", 5) == 0)
        return false;
    bool many = operand[2] == '[';
    char *end;
    unsigned first = (unsigned)strtoul(operand + (many ? 3 : 2), &end, 10), last = first;
    if (many && *end == ':')
        last = (unsigned)strtoul(end + 1, NULL, 10);
    return first <= pair + 1 && last >= pair;
}

static const slot *slot_at(const kernel *k, unsigned offset)
{
    for (int i = 0; i < k->slot_count; i++)
        if (offset >= k->slots[i].offset && offset < k->slots[i].offset + k->slots[i].size)
            return &k->slots[i];
    return NULL;
}

static const char *location_text(cm_import *import, const cm_bind_argument *a)
{
    bool known = false;
    for (int i = 0; i < import->item_count; i++)
        known = known || strcmp(import->items[i].name, a->location) == 0;
    if (!known)
        cm_import_add_item(import, a->location, a->location);
    if (a->number == 0)
        return a->location;
    return cm_arena_printf(import->work->arena, "%s+%llu", a->location,
                           (unsigned long long)a->number);
}

/* One argument, or half of a number, into the register; how many registers that fills. */
static unsigned move_argument(reading *r, const cm_launch *l, const kernel *k, int thread,
                              unsigned to, unsigned offset, unsigned left, cm_place place)
{
    cm_arena *arena = r->import->work->arena;
    const slot *s = slot_at(k, offset);
    if (!s)
        return 1;
    const cm_bind_argument *a = s->hidden ? NULL : &l->arguments[s - k->slots];
    if (!a || a->kind == CM_BIND_UNSAID)
        cm_fail(r->import->work, place,
                "the kernel reads %s, which the binding does not say, "
                "expected a location or a number",
                a ? cm_arena_printf(arena, "argument %d", (int)(s - k->slots))
                  : "what the runtime passes");
    unsigned part = offset - s->offset;
    if (a->kind == CM_BIND_NUMBER) {
        cm_import_add_row(r->import, thread,
                          cm_arena_printf(arena, "s_mov_b32 s%u, 0x%x", to,
                                          (unsigned)(a->number >> 8 * part & UINT32_MAX)),
                          place);
        return 1;
    }
    bool wide = s->size == 8;
    if (part != 0 || (wide && (left < 2 || to % 2 != 0)))
        cm_fail(r->import->work, place, "half of an address: not supported, expected the whole");
    const char *where = location_text(r->import, a);
    cm_import_add_row(r->import, thread,
                      wide ? cm_arena_printf(arena, "s_mov_b64 s[%u:%u], %s", to, to + 1, where)
                           : cm_arena_printf(arena, "s_mov_b32 s%u, %s", to, where),
                      place);
    return wide ? 2 : 1;
}

static void move_arguments(reading *r, const cm_launch *l, const kernel *k, int thread,
                           const load *x, cm_place place)
{
    for (unsigned i = 0; i < x->registers;)
        i += move_argument(r, l, k, thread, x->to + i, x->offset + 4 * i, x->registers - i, place);
}

/* ---- a thread ------------------------------------------------------------------------------ */

/* What the dispatch has put into registers, where it is not 0. */
static void begin(reading *r, const kernel *k, int thread, const cm_bind_thread *t)
{
    cm_arena *arena = r->import->work->arena;
    const unsigned ids[3] = {t->block.x, t->block.y, t->block.z};
    unsigned item = t->thread.x | t->thread.y << 10 | t->thread.z << 20;
    if (item)
        cm_import_add_row(r->import, thread, cm_arena_printf(arena, "v_mov_b32 v0, %u", item),
                          t->place);
    for (int i = 0; i < 3; i++)
        if (k->group_id[i] >= 0 && ids[i])
            cm_import_add_row(r->import, thread,
                              cm_arena_printf(arena, "s_mov_b32 s%d, %u", k->group_id[i], ids[i]),
                              t->place);
}

static void read_thread(reading *r, int thread)
{
    const cm_bind_thread *t = &r->import->binding->threads[thread];
    const cm_launch *l = &r->import->binding->launches[t->launch];
    kernel k = {.slot_count = 0};
    find_code(r, l, &k);
    find_registers(r, l, &k);
    find_arguments(r, l, &k);
    begin(r, &k, thread, t);
    r->import->columns[thread].is_split = k.is_split;
    bool there = k.kernarg >= 0;
    for (size_t i = k.from; i < k.to; i++) {
        const line *n = &r->lines[i];
        load x;
        bool label = *n->text && n->text[strlen(n->text) - 1] == ':';
        if (!*n->text || (*n->text == '.' && !label))
            continue;
        if (there && read_load(n->text, &x) && (int)x.from == k.kernarg)
            move_arguments(r, l, &k, thread, &x, n->place);
        else
            cm_import_add_row(r->import, thread, n->text, n->place);
        there = there && !writes(n->text, (unsigned)k.kernarg);
    }
}

/* What the others do is not followed. */
static void note_others(cm_import *import)
{
    for (int i = 0; i < import->binding->launch_count; i++) {
        const cm_launch *l = &import->binding->launches[i];
        unsigned long long rest = cm_binding_unnamed(import->binding, i);
        if (rest > 0)
            cm_import_note(import, l->others != CM_OTHERS_UNSAID, l->place,
                           "the other %llu work-items of `%s` stay away%s", rest, l->kernel,
                           l->others != CM_OTHERS_UNSAID
                               ? ", as the binding says"
                               : ", as if they did nothing that matters, which `others absent` "
                                 "would say");
    }
}

static void read_all(cm_import *import)
{
    reading r = {.import = import};
    read_lines(&r);
    for (int t = 0; t < import->binding->thread_count; t++)
        if (import->binding->threads[t].launch >= 0)
            read_thread(&r, t);
    note_others(import);
}

const cm_import_reader cm_import_amd = {.suffix = ".s", .word = "cdna", .read = read_all};
