/* The reader of AMD's assembly, as clang writes it for gfx942: a kernel for each wave of a
 * launch.
 *
 * Instructions stay as they are, in their order; the test's own instruction set reads them.
 * What the dispatch puts into registers is moved there at the beginning (LLVM, "User Guide for
 * AMDGPU Backend", "Initial Kernel Execution State"), and a scalar load that reads an argument
 * becomes moves, with the binding's value. The file's metadata (.args) says where arguments lie,
 * its directives (.amdhsa_) say which registers the dispatch fills. */
#include "import/amd.h"
#include "import/kernels.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { LANES = 64 };

/* ---- lines --------------------------------------------------------------------- */

/* `|v1|` of a vector instruction is `abs(v1)`, too, which ends no column of a test. */
static char *without_bars(cm_arena *arena, char *text)
{
    if (!cm_amd_begins(text, "v_") || !strchr(text, '|'))
        return text;
    cm_text out = cm_text_new(arena);
    bool inside = false;
    for (const char *c = text; *c; c++) {
        if (*c == '|')
            cm_text_add(&out, inside ? ")" : "abs(");
        else
            cm_text_add_char(&out, *c);
        inside ^= *c == '|';
    }
    return out.data;
}

static cm_amd_line read_line(cm_amd_reading *r, size_t from, size_t to)
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
    copy = without_bars(r->import->work->arena, copy);
    return (cm_amd_line){.text = copy,
                         .indent = start - from,
                         .place = {source, (uint32_t)start, (uint32_t)(end - start)}};
}

static void read_lines(cm_amd_reading *r)
{
    const cm_source *source = r->import->kernel;
    size_t capacity = 1;
    for (size_t i = 0; i < source->length; i++)
        capacity += source->text[i] == '\n';
    r->lines = CM_NEW_ARRAY(r->import->work->arena, capacity, cm_amd_line);
    for (size_t from = 0; from < source->length;) {
        const char *end = memchr(source->text + from, '\n', source->length - from);
        size_t to = end ? (size_t)(end - source->text) : source->length;
        r->lines[r->count++] = read_line(r, from, to);
        from = to + 1;
    }
}

const char *cm_amd_after(const char *text, const char *word)
{
    if (!cm_amd_begins(text, word))
        return NULL;
    text += strlen(word);
    return text + strspn(text, " ");
}

static bool number_after(const char *text, const char *word, unsigned *number)
{
    const char *rest = cm_amd_after(text, word);
    if (rest && isdigit((unsigned char)*rest))
        *number = (unsigned)strtoul(rest, NULL, 0);
    return rest && isdigit((unsigned char)*rest);
}

/* ---- what a kernel is ------------------------------------------------------------- */

size_t cm_amd_end_of(const cm_amd_reading *r, size_t at)
{
    while (at < r->count && !cm_amd_begins(r->lines[at].text, ".Lfunc_end") &&
           !cm_amd_after(r->lines[at].text, ".section"))
        at++;
    return at;
}

size_t cm_amd_function(const cm_amd_reading *r, const char *name)
{
    const char *type = cm_arena_printf(r->import->work->arena, ".type %s,@function", name);
    const char *label = cm_arena_printf(r->import->work->arena, "%s:", name);
    bool typed = false;
    for (size_t i = 0; i < r->count; i++) {
        typed |= strcmp(r->lines[i].text, type) == 0;
        if (typed && strcmp(r->lines[i].text, label) == 0)
            return i + 1;
    }
    return 0;
}

static void find_code(cm_amd_reading *r, const cm_launch *l, cm_amd_kernel *k)
{
    const char *label = cm_arena_printf(r->import->work->arena, "%s:", l->symbol);
    size_t at = 0;
    while (at < r->count && strcmp(r->lines[at].text, label) != 0)
        at++;
    if (at == r->count)
        cm_fail(r->import->work, l->place,
                "there is no kernel `%s` in %s, expected a label of that name", l->kernel,
                r->import->kernel->name);
    k->code = r->lines + at + 1;
    k->count = cm_amd_end_of(r, at + 1) - (at + 1);
}

/* In the order in which they take registers ("Initial Kernel Execution State"). */
static const struct {
    const char *directive;
    unsigned registers;
    int segment; /* whose address they are; CM_AMD_SEGMENTS: what is in them is not known here */
} user_registers[] = {
    {".amdhsa_user_sgpr_private_segment_buffer", 4, CM_AMD_SEGMENTS},
    {".amdhsa_user_sgpr_dispatch_ptr", 2, CM_AMD_PACKET},
    {".amdhsa_user_sgpr_queue_ptr", 2, CM_AMD_SEGMENTS},
    {".amdhsa_user_sgpr_kernarg_segment_ptr", 2, CM_AMD_KERNARG},
    {".amdhsa_user_sgpr_dispatch_id", 2, CM_AMD_SEGMENTS},
    {".amdhsa_user_sgpr_flat_scratch_init", 2, CM_AMD_SEGMENTS},
    {".amdhsa_user_sgpr_kernarg_preload_length", 1, CM_AMD_SEGMENTS},
    {".amdhsa_user_sgpr_private_segment_size", 1, CM_AMD_SEGMENTS},
};
_Static_assert(sizeof user_registers / sizeof *user_registers == CM_AMD_USER_REGISTERS, "one each");

const char *cm_amd_directive(uint32_t user_register)
{
    return user_registers[user_register].directive;
}

/* The directive's number in the kernel's block; 0: it is not there. */
static unsigned directive(const cm_amd_reading *r, size_t from, const char *word, cm_place *place)
{
    unsigned number = 0;
    for (size_t i = from; i < r->count && !cm_amd_after(r->lines[i].text, ".end_amdhsa_kernel");
         i++)
        if (number_after(r->lines[i].text, word, &number)) {
            *place = r->lines[i].place;
            return number;
        }
    return 0;
}

/* gfx90a begins by adding the wave's place to the addresses of scratch memory, which are of a
 * work-item here: the lines that do are no more. */
static void forget_place_in_scratch(cm_arena *arena, const cm_amd_kernel *k)
{
    static const char *const lines[] = {"s_add_u32 flat_scratch_lo, ",
                                        "s_addc_u32 flat_scratch_hi, ", "s_add_u32 s0, s0, s",
                                        "s_addc_u32 s1, s1, 0"};
    bool begins = k->users[0].first == 0; /* until there is something else in s0 */
    for (size_t i = 0; i < k->count && begins; i++) {
        bool is = false;
        for (size_t l = 0; l < sizeof lines / sizeof *lines; l++)
            is |= cm_amd_begins(k->code[i].text, lines[l]);
        const cm_amd_operand to = cm_amd_take_apart(arena, k->code[i].text).operands[0];
        begins = cm_amd_goes_on(k->code[i].text) && (is || to.count == 0 || to.first > 1);
        k->code[i].text = is ? "" : k->code[i].text;
    }
}

static void find_registers(cm_amd_reading *r, const cm_launch *l, cm_amd_kernel *k)
{
    static const char *const ids[] = {".amdhsa_system_sgpr_workgroup_id_x",
                                      ".amdhsa_system_sgpr_workgroup_id_y",
                                      ".amdhsa_system_sgpr_workgroup_id_z"};
    size_t at = 0;
    for (const char *name = NULL; at < r->count; at++) {
        name = cm_amd_after(r->lines[at].text, ".amdhsa_kernel");
        if (name && strcmp(name, l->symbol) == 0)
            break;
    }
    if (at == r->count)
        cm_fail(r->import->work, l->place, "`%s` is not a kernel, expected one with .amdhsa_kernel",
                l->kernel);
    cm_place place = l->place;
    int next = 0;
    k->rounds = directive(r, at, ".amdhsa_float_round_mode_32", &place) |
                directive(r, at, ".amdhsa_float_round_mode_16_64", &place);
    bool keeps_32 = directive(r, at, ".amdhsa_float_denorm_mode_32", &place) == 3;
    bool keeps_64 = directive(r, at, ".amdhsa_float_denorm_mode_16_64", &place) == 3;
    k->keeps = (unsigned)keeps_32 | (unsigned)keeps_64 << 1;
    k->is_split = directive(r, at, ".amdhsa_tg_split", &place) != 0;
    k->lds = directive(r, at, ".amdhsa_group_segment_fixed_size", &place) + l->shared;
    k->scratch = directive(r, at, ".amdhsa_private_segment_fixed_size", &place);
    for (int i = 0; i < CM_AMD_USER_REGISTERS; i++) {
        int there = directive(r, at, user_registers[i].directive, &place) != 0;
        k->users[i].first = there ? next : -1;
        k->users[i].count = there * (int)user_registers[i].registers;
        k->users[i].segment = user_registers[i].segment;
        next += k->users[i].count;
    }
    forget_place_in_scratch(r->import->work->arena, k);
    for (int i = 0; i < 3; i++)
        k->group_id[i] = directive(r, at, ids[i], &place) ? next++ : -1;
}

/* .args of the metadata: an entry of a kernel begins at `  - `, an argument at `      - .`, and
 * the kernel's own .name comes after them. */
static void find_arguments(cm_amd_reading *r, const cm_launch *l, cm_amd_kernel *k)
{
    size_t at = 0;
    while (at < r->count && strcmp(r->lines[at].text, "amdhsa.kernels:") != 0)
        at++;
    bool found = false;
    for (; at < r->count && !found; at++) {
        const cm_amd_line *n = &r->lines[at];
        const char *text = cm_amd_after(n->text, "-"), *name;
        unsigned number;
        if (text && n->indent == 2)
            k->slot_count = 0;
        if (text && *text == '.' && n->indent > 2 && k->slot_count < CM_AMD_ARGUMENTS)
            k->slots[k->slot_count++] = (cm_amd_slot){.offset = 0};
        text = text ? text : n->text;
        cm_amd_slot *s = k->slot_count > 0 ? &k->slots[k->slot_count - 1] : NULL;
        if (s && number_after(text, ".offset:", &number))
            s->offset = number;
        else if (s && number_after(text, ".size:", &number))
            s->size = number;
        else if (s && cm_amd_after(text, ".value_kind:"))
            s->kind = cm_amd_after(text, ".value_kind:");
        else if (n->indent == 4 && (name = cm_amd_after(text, ".name:")))
            found = strcmp(name, l->symbol) == 0;
    }
    int visible = 0;
    while (visible < k->slot_count && !cm_amd_is_hidden(&k->slots[visible]))
        visible++;
    if (!found)
        cm_fail(r->import->work, l->place, "there is no metadata of `%s`, expected amdhsa.kernels",
                l->kernel);
    if (l->argument_count != visible)
        cm_fail(r->import->work, l->place, "there are %d arguments of `%s`, expected %d",
                l->argument_count, l->kernel, visible);
}

/* ---- a thread ------------------------------------------------------------------------------ */

uint32_t cm_amd_group_id(const cm_bind_thread *t, int dimension)
{
    return dimension == 0 ? t->block.x : dimension == 1 ? t->block.y : t->block.z;
}

uint32_t cm_amd_item_id(const cm_bind_thread *t)
{
    return t->thread.x | t->thread.y << 10 | t->thread.z << 20;
}

/* What the dispatch has put into registers, where it is not 0. */
static void begin(cm_amd_reading *r, const cm_amd_kernel *k, int thread, const cm_bind_thread *t)
{
    cm_arena *arena = r->import->work->arena;
    unsigned item = cm_amd_item_id(t);
    if (item)
        cm_import_add_row(r->import, thread, cm_arena_printf(arena, "v_mov_b32 v0, %u", item),
                          t->place);
    for (int i = 0; i < 3; i++)
        if (k->group_id[i] >= 0 && cm_amd_group_id(t, i))
            cm_import_add_row(
                r->import, thread,
                cm_arena_printf(arena, "s_mov_b32 s%d, %u", k->group_id[i], cm_amd_group_id(t, i)),
                t->place);
}

/* The mode of a kernel that computes with floating-point numbers, said to the test where it is
 * what HIP's compiler asks for. */
static void begin_floats(cm_amd_reading *r, const cm_launch *l, const cm_amd_kernel *k, int thread,
                         cm_place place)
{
    static const char *const said[] = {NULL, "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 2), 3",
                                       "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 6, 2), 3",
                                       "s_setreg_imm32_b32 hwreg(HW_REG_MODE, 4, 4), 15"};
    bool any = false;
    for (size_t i = 0; i < k->count; i++) {
        const char *text = k->code[i].text, *at = text;
        while (cm_amd_begins(text, "v_") && (at = strstr(at, "_f")) &&
               !isdigit((unsigned char)at[2]))
            at++;
        any |= cm_amd_begins(text, "v_") && at;
    }
    if (any && k->rounds != 0)
        cm_fail(r->import->work, l->place,
                "`%s` does not round to the nearest, which is not supported, expected "
                ".amdhsa_float_round_mode_32 and _16_64 of 0",
                l->kernel);
    if (any && said[k->keeps])
        cm_import_add_row(r->import, thread, said[k->keeps], place);
}

static void read_thread(cm_amd_reading *r, int thread)
{
    const cm_bind_thread *t = &r->import->binding->threads[thread];
    const cm_launch *l = &r->import->binding->launches[t->launch];
    cm_amd_kernel k = {.thread = t};
    find_code(r, l, &k);
    find_registers(r, l, &k);
    find_arguments(r, l, &k);
    cm_amd_unfold(r, &k);
    cm_amd_keep_bases(r, &k);
    cm_amd_split_stores(r, &k);
    cm_amd_check_lanes(r, &k);
    if (cm_import_shares_wave(r->import, thread, r->import->binding->thread_count) >= 0)
        cm_amd_check_shared_wave(r, &k);
    begin(r, &k, thread, t);
    begin_floats(r, l, &k, thread, t->place);
    r->import->columns[thread].is_split = k.is_split;
    for (size_t i = 0; i < k.count; i++) {
        const cm_amd_line *n = &k.code[i];
        bool label = cm_amd_is_label(n->text);
        if (!*n->text || (*n->text == '.' && !label))
            continue;
        if (cm_amd_move_arguments(r, l, &k, thread, n))
            continue;
        if (cm_amd_move_variable(r, thread, n, k.count - i)) {
            i += 2;
            continue;
        }
        if (!label && k.lds > 0)
            cm_amd_place_lds(r, thread, n);
        else
            cm_import_add_row(r->import, thread, n->text, n->place);
    }
    if (k.lds > 0 && !k.is_split)
        cm_amd_declare_lds(r, &k, thread);
}

static bool is_named(const cm_import *import, int launch, cm_extent block, uint64_t wave)
{
    for (int t = 0; t < import->binding->thread_count; t++) {
        const cm_bind_thread *b = &import->binding->threads[t];
        const cm_extent size = import->binding->launches[launch].threads;
        if (b->launch == launch && memcmp(&b->block, &block, sizeof block) == 0 &&
            cm_extent_linear(b->thread, size) / LANES == wave)
            return true;
    }
    return false;
}

/* A barrier waits for all waves of the workgroup. */
static void check_barriers(cm_amd_reading *r, int launch)
{
    const cm_import *import = r->import;
    const cm_launch *l = &import->binding->launches[launch];
    cm_amd_kernel k = {.slot_count = 0};
    bool meet = false;
    find_code(r, l, &k);
    find_registers(r, l, &k);
    cm_amd_unfold(r, &k);
    for (size_t i = 0; i < k.count; i++)
        meet |= cm_amd_after(k.code[i].text, "s_barrier") != NULL;
    for (int t = 0; meet && t < import->binding->thread_count; t++) {
        const cm_bind_thread *b = &import->binding->threads[t];
        for (uint64_t w = 0; b->launch == launch && w * LANES < cm_extent_volume(l->threads); w++) {
            if (is_named(import, launch, b->block, w))
                continue;
            cm_text text = cm_text_new(import->work->arena);
            cm_extent_print(&text, b->block);
            cm_fail(import->work, l->place,
                    "a barrier of `%s` waits for wave %llu of block %s, which no line names, "
                    "expected a line for one of its threads, or `others absent`",
                    l->kernel, (unsigned long long)w, text.data);
        }
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
                               : ", as if they did nothing that matters: `others absent` says that "
                                 "this is meant");
    }
}

static void note_shared_waves(cm_import *import)
{
    for (int t = 0; t < import->binding->thread_count; t++) {
        int other = cm_import_shares_wave(import, t, t);
        if (other >= 0)
            import->lockstep = cm_arena_printf(
                import->work->arena,
                "P%d and P%d are lanes of one wave, whose instructions are in an order that is not "
                "computed here",
                import->binding->threads[other].id, import->binding->threads[t].id);
    }
}

/* Another machine's words may be the same and mean something else: a store without words is one of
 * the agent on gfx90a. LLVM has one memory model for gfx940 to gfx942 and gfx950. */
static void find_target(const cm_amd_reading *r)
{
    for (size_t i = 0; i < r->count; i++) {
        const char *target = cm_amd_after(r->lines[i].text, ".amdgcn_target");
        const char *name = target ? strstr(target, "--gfx") : NULL;
        if (name && cm_amd_begins(name, "--gfx90a"))
            r->import->word = "cdna2";
        else if (name && !cm_amd_begins(name, "--gfx94") && !cm_amd_begins(name, "--gfx950"))
            cm_fail(r->import->work, r->lines[i].place,
                    "the kernels are for %.*s, which is not supported, expected gfx942, gfx950 or "
                    "gfx90a",
                    (int)strcspn(name + 2, ":\""), name + 2);
    }
    if (r->import->word)
        cm_import_note(r->import, true, (cm_place){r->import->kernel, 0, 0},
                       "gfx90a's stores do not say whether they are atomic: a race that only "
                       "this tells is not found, but in the same kernel for gfx942");
}

static void read_all(cm_import *import)
{
    cm_amd_reading r = {.import = import};
    import->declares_all = true;
    read_lines(&r);
    cm_amd_split_parts(&r);
    find_target(&r);
    cm_import_name_kernels(import, &cm_import_amd);
    for (int t = 0; t < import->binding->thread_count; t++)
        if (import->binding->threads[t].launch >= 0)
            read_thread(&r, t);
    for (int l = 0; l < import->binding->launch_count; l++)
        if (import->binding->launches[l].others == CM_OTHERS_UNSAID)
            check_barriers(&r, l);
    note_others(import);
    note_shared_waves(import);
}

const cm_import_reader cm_import_amd = {
    .suffix = ".s", .kernel_word = ".amdhsa_kernel", .word = "cdna", .read = read_all};
