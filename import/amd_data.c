/* Memory of AMD's modules: variables with their initial values, and LDS, which a kernel's code
 * addresses by numbers from 0 on (LLVM, "User Guide for AMDGPU Backend", "Address Spaces"). */
#include "import/amd.h"
#include "import/data.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- initial values --------------------------------------------------------------------- */

typedef struct variable {
    cm_data data;
    cm_place place;
} variable;

/* "ab\000\n": as the assembler reads it. */
static void add_string(cm_amd_reading *r, variable *v, const char *text, bool zero, cm_place place)
{
    cm_data_narrow(&v->data, 1);
    for (const char *c = text + 1; *c && *c != '"'; c++) {
        unsigned byte = (unsigned char)*c;
        if (*c == '\\' && c[1] >= '0' && c[1] <= '7') {
            byte = 0;
            for (int i = 0; i < 3 && c[1] >= '0' && c[1] <= '7'; i++)
                byte = 8 * byte + (unsigned)(*++c - '0');
        } else if (*c == '\\') {
            const char *letters = "bfnrt\"\\", *letter = strchr(letters, *++c);
            if (!letter)
                cm_fail(r->import->work, place,
                        "`\\%c` in a string is not supported, expected digits", *c);
            byte = (unsigned char)"\b\f\n\r\t\"\\"[letter - letters];
        }
        cm_data_grow(&v->data, 1, place);
        v->data.bytes[v->data.size - 1] = (uint8_t)byte;
    }
    if (zero)
        cm_data_grow(&v->data, 1, place);
}

/* False: the line holds no datum. */
static bool add_datum(cm_amd_reading *r, variable *v, const cm_amd_line *n)
{
    unsigned bytes = cm_data_width(n->text);
    const char *rest = cm_amd_after(n->text + strcspn(n->text, " "), " ");
    size_t at = v->data.size;
    if (bytes && rest) { /* `1`, `65534`, `arr+4` */
        cm_datum kind = cm_data_add(&v->data, rest, bytes, n->place);
        if (kind == CM_DATUM_OTHER)
            cm_fail(r->import->work, n->place,
                    "a part of an address, or a computed value, is not supported, expected a "
                    "number or an address of 8 bytes");
        v->data.addresses[at] = kind == CM_DATUM_ADDRESS ? rest : NULL;
        return true;
    }
    if ((rest = cm_amd_after(n->text, ".zero ")) && isdigit((unsigned char)*rest)) {
        if (strchr(rest, ','))
            return false;
        cm_data_grow(&v->data, strtoull(rest, NULL, 0), n->place);
        return true;
    }
    bool zero = cm_amd_after(n->text, ".asciz ") != NULL;
    rest = zero ? cm_amd_after(n->text, ".asciz ") : cm_amd_after(n->text, ".ascii ");
    size_t length = rest ? strlen(rest) : 0;
    bool whole = length > 1 && *rest == '"' && rest[length - 1] == '"';
    if (whole) /* else a sign of a comment is in it */
        add_string(r, v, rest, zero, n->place);
    return whole;
}

/* `.comm st,4,4`: the size of what begins as 0. */
static bool is_common(const cm_amd_line *n, const char *name, uint64_t *size)
{
    size_t length = strlen(name);
    const char *rest = cm_amd_after(n->text, ".comm ");
    if (!rest || strncmp(rest, name, length) != 0 || rest[length] != ',')
        return false;
    *size = strtoull(rest + length + 1, NULL, 0);
    return true;
}

/* False: the file does not define it. */
static bool read_variable(cm_amd_reading *r, variable *v)
{
    const char *label = cm_arena_printf(r->import->work->arena, "%s:", v->data.name);
    uint64_t common;
    size_t at = 0;
    for (; at < r->count && strcmp(r->lines[at].text, label) != 0; at++)
        if (is_common(&r->lines[at], v->data.name, &common)) {
            cm_data_grow(&v->data, common, r->lines[at].place);
            return true;
        }
    for (size_t i = at + 1; i < r->count; i++) {
        const cm_amd_line *n = &r->lines[i];
        v->place = r->lines[at].place;
        if (cm_amd_after(n->text, ".size "))
            return true;
        if (!add_datum(r, v, n))
            cm_fail(r->import->work, n->place,
                    "`%s` in the data of `%s` is not supported, expected numbers", n->text,
                    v->data.name);
    }
    return false;
}

static void declare_named(cm_amd_reading *r, const char *name, cm_place place);

/* `arr` of arr+4, which is declared, too. */
static void declare_target(cm_amd_reading *r, const char *address, cm_place place)
{
    declare_named(r, cm_arena_text(r->import->work->arena, address, strcspn(address, "+-")), place);
}

static const char *declaration(cm_amd_reading *r, variable *v)
{
    cm_data *d = &v->data;
    if (d->element == 0 || d->size % d->element != 0)
        d->element = d->size % 4 == 0 ? 4 : 1;
    if (d->has_address && d->element != CM_DATA_POINTER)
        cm_fail(r->import->work, v->place,
                "`%s` holds an address and narrower values, which is not supported, expected "
                "elements of 8 bytes",
                d->name);
    return cm_data_declaration(d, d->name);
}

static void declare_named(cm_amd_reading *r, const char *name, cm_place place)
{
    cm_import *import = r->import;
    unsigned bits;
    if (cm_isa_for(CM_CDNA)->register_name(import->work->arena, name, &bits) || *name == '.' ||
        strspn(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") !=
            strlen(name))
        cm_fail(import->work, place, "`%s` cannot be the name of a location, expected another name",
                name);
    if (cm_import_find_item(import, name))
        return;
    variable v = {cm_data_new(import->work, name, "variable"), place};
    int item = import->item_count;
    cm_import_add_item(import, name, name, false);
    if (!read_variable(r, &v) || v.data.size == 0)
        cm_import_note(import, cm_binding_declares(import->work, import->binding, name), place,
                       "`%s` is defined in another file: it starts as 0 here", name);
    else
        import->items[item].text = declaration(r, &v);
    for (size_t i = 0; i < v.data.size; i++)
        if (v.data.addresses[i])
            declare_target(r, v.data.addresses[i], v.place);
}

/* ---- addresses of variables --------------------------------------------------------------- */

/* "s_add_u32 s2, s2, x@rel32@lo+4": with the word "s_add_u32 " and the part "@rel32@lo". */
static bool read_sum(cm_amd_reading *r, const char *text, const char *word, const char *part,
                     cm_amd_symbol *s)
{
    const char *rest = cm_amd_after(text, word), *at = strstr(text, part);
    char *end;
    if (!rest || *rest != 's' || !at)
        return false;
    s->to = (unsigned)strtoul(rest + 1, &end, 10);
    const char *again = cm_arena_printf(r->import->work->arena, ", s%u, ", s->to);
    if (!cm_amd_begins(end, again))
        return false;
    s->name = cm_arena_text(r->import->work->arena, end + strlen(again),
                            (size_t)(at - end) - strlen(again));
    s->offset = strtoll(at + strlen(part), &end, 0);
    return !*end;
}

/* s_getpc_b64 gives the address of the line behind it; the numbers in the two that follow stand 4
 * and 12 bytes from there. */
bool cm_amd_read_symbol(cm_amd_reading *r, const cm_amd_line *lines, size_t count,
                        cm_amd_symbol *symbol)
{
    const char *rest = count > 2 ? cm_amd_after(lines[0].text, "s_getpc_b64 s[") : NULL;
    cm_amd_symbol high;
    if (!rest || !read_sum(r, lines[1].text, "s_add_u32 ", "@rel32@lo", symbol) ||
        !read_sum(r, lines[2].text, "s_addc_u32 ", "@rel32@hi", &high) ||
        strcmp(symbol->name, high.name) != 0 || symbol->offset + 8 != high.offset ||
        high.to != symbol->to + 1 || strtoul(rest, NULL, 10) != symbol->to)
        return false;
    symbol->offset -= 4;
    return true;
}

bool cm_amd_move_variable(cm_amd_reading *r, int thread, const cm_amd_line *lines, size_t count)
{
    cm_arena *arena = r->import->work->arena;
    cm_amd_symbol s;
    if (!cm_amd_read_symbol(r, lines, count, &s))
        return false;
    declare_named(r, s.name, lines->place);
    const char *offset = s.offset != 0 ? cm_arena_printf(arena, "%+lld", s.offset) : "";
    cm_import_add_row(
        r->import, thread,
        cm_arena_printf(arena, "s_mov_b64 s[%u:%u], %s%s", s.to, s.to + 1, s.name, offset),
        lines->place);
    return true;
}

/* ---- LDS ------------------------------------------------------------------------------------ */

static int workgroup_of(const cm_import *import, int thread)
{
    const cm_bind_thread *t = &import->binding->threads[thread];
    const cm_launch *l = &import->binding->launches[t->launch];
    return (int)(l->first_cta + cm_extent_linear(t->block, l->blocks));
}

/* "lds", or with the workgroup's number where threads of several have some. */
static const char *lds_name(cm_import *import, int thread)
{
    int own = workgroup_of(import, thread);
    for (int t = 0; t < import->binding->thread_count; t++)
        if (import->binding->threads[t].launch >= 0 && workgroup_of(import, t) != own)
            return cm_arena_printf(import->work->arena, "lds_%d", own);
    return "lds";
}

void cm_amd_declare_lds(cm_amd_reading *r, const cm_amd_kernel *k, int thread)
{
    cm_import *import = r->import;
    const cm_bind_thread *t = &import->binding->threads[thread];
    const cm_launch *l = &import->binding->launches[t->launch];
    const char *name = lds_name(import, thread);
    if (cm_import_find_item(import, name))
        return;
    cm_text text = cm_text_new(import->work->arena);
    cm_text_append(&text, "shared int %s[%llu]@workgroup %d", name,
                   (unsigned long long)(k->lds + 3) / 4, workgroup_of(import, thread));
    if (l->gpu != 0)
        cm_text_append(&text, ",agent %d", l->gpu);
    cm_import_add_item(import, name, text.data, true);
}

/* ds_read_b32 v0, v1 offset:8 becomes ds_read_b32 v0, v1 offset:lds+8; of two offsets, which count
 * elements, each stays. */
void cm_amd_place_lds(cm_amd_reading *r, int thread, const cm_amd_line *n)
{
    cm_arena *arena = r->import->work->arena;
    const char *name = lds_name(r->import, thread), *offset = strstr(n->text, " offset:");
    const char *text = n->text;
    bool accesses = cm_amd_begins(text, "ds_") && !strstr(text, "permute_b32 ") &&
                    !cm_amd_begins(text, "ds_swizzle_");
    if (accesses && offset)
        text = cm_arena_printf(arena, "%.*s offset:%s+%s", (int)(offset - n->text), n->text, name,
                               offset + strlen(" offset:"));
    else if (accesses)
        text = cm_arena_printf(arena, "%s offset:%s", n->text, name);
    cm_import_add_row(r->import, thread, text, n->place);
}

/* Does the instruction access at least 64 bits of LDS at once? Stores of 64 bits do not count. */
static bool is_wide(const cm_amd_line *n, const cm_amd_parts *p)
{
    bool lds = cm_amd_begins(p->opcode, "ds_") || n->address.memory == CM_AMD_SHARED;
    return lds && strcmp(p->opcode, "ds_write_b64") != 0 &&
           (strstr(p->opcode, "64") || strstr(p->opcode, "b96") || strstr(p->opcode, "b128") ||
            strstr(p->opcode, "dwordx"));
}

void cm_amd_split_stores(cm_amd_reading *r, cm_amd_kernel *k)
{
    cm_arena *arena = r->import->work->arena;
    const cm_amd_parts *parts = cm_amd_all_parts(arena, k);
    for (size_t i = 0; i < k->count; i++)
        if (is_wide(&k->code[i], &parts[i]))
            return;
    for (size_t i = 0; i < k->count; i++) {
        const cm_amd_parts *p = &parts[i];
        const unsigned first = (unsigned)p->offset / 4;
        if (strcmp(p->opcode, "ds_write_b64") != 0 || p->count != 2 || p->offset % 4 != 0 ||
            first >= 255 || p->operands[1].count != 2)
            continue;
        const int low = p->operands[1].first - CM_AMD_VECTOR;
        k->code[i].text = cm_arena_printf(arena, "ds_write2_b32 %s, v%d, v%d offset0:%u offset1:%u",
                                          p->operands[0].text, low, low + 1, first, first + 1);
    }
}
