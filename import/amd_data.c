/* Memory of AMD's modules: variables with their initial values, and LDS, which a kernel's code
 * addresses by numbers from 0 on (LLVM, "User Guide for AMDGPU Backend", "Address Spaces"). */
#include "import/amd.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- initial values --------------------------------------------------------------------- */

enum { MOST_BYTES = 1 << 16 };

typedef struct variable {
    const char *name;
    cm_place place;
    uint8_t *bytes;
    const char **addresses; /* by byte: what a .quad there is the address of, or NULL */
    size_t size;
    unsigned element; /* in bytes: its narrowest datum */
    bool has_address;
} variable;

static void reserve(cm_amd_reading *r, variable *v, uint64_t more, cm_place place)
{
    if (more > MOST_BYTES - v->size)
        cm_fail(r->import->work, place, "`%s` is larger than %d bytes, expected a smaller variable",
                v->name, MOST_BYTES);
    v->size += more;
}

static void narrow(variable *v, unsigned bytes)
{
    if (v->element == 0 || bytes < v->element)
        v->element = bytes;
}

/* `1`, `65534`, `arr+4`. */
static void add_number(cm_amd_reading *r, variable *v, const char *text, unsigned bytes,
                       cm_place place)
{
    char *end;
    size_t at = v->size;
    bool is_number = *text == '-' || isdigit((unsigned char)*text);
    uint64_t value = is_number ? strtoull(text, &end, 0) : 0;
    if (is_number ? *end != '\0' : bytes != 8)
        cm_fail(r->import->work, place,
                "a part of an address, or a computed value: not supported, expected a number or "
                "an address of 8 bytes");
    reserve(r, v, bytes, place);
    narrow(v, bytes);
    if (!is_number) {
        v->addresses[at] = text;
        v->has_address = true;
    }
    for (unsigned i = 0; i < bytes; i++)
        v->bytes[at + i] = (uint8_t)(value >> 8 * i);
}

/* "ab\000\n": as the assembler reads it. */
static void add_string(cm_amd_reading *r, variable *v, const char *text, bool zero, cm_place place)
{
    narrow(v, 1);
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
        reserve(r, v, 1, place);
        v->bytes[v->size - 1] = (uint8_t)byte;
    }
    if (zero)
        reserve(r, v, 1, place);
}

/* False: the line holds no datum. */
static bool add_datum(cm_amd_reading *r, variable *v, const cm_amd_line *n)
{
    static const struct {
        const char *directive;
        unsigned bytes;
    } widths[] = {{".byte ", 1},  {".short ", 2}, {".2byte ", 2}, {".long ", 4},
                  {".4byte ", 4}, {".int ", 4},   {".quad ", 8},  {".8byte ", 8}};
    const char *rest;
    for (size_t i = 0; i < sizeof widths / sizeof *widths; i++)
        if ((rest = cm_amd_after(n->text, widths[i].directive))) {
            add_number(r, v, rest, widths[i].bytes, n->place);
            return true;
        }
    if ((rest = cm_amd_after(n->text, ".zero ")) && isdigit((unsigned char)*rest)) {
        if (strchr(rest, ','))
            return false;
        reserve(r, v, strtoull(rest, NULL, 0), n->place);
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
    const char *label = cm_arena_printf(r->import->work->arena, "%s:", v->name);
    uint64_t common;
    size_t at = 0;
    for (; at < r->count && strcmp(r->lines[at].text, label) != 0; at++)
        if (is_common(&r->lines[at], v->name, &common)) {
            reserve(r, v, common, r->lines[at].place);
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
                    v->name);
    }
    return false;
}

static const char *type_of(unsigned bytes)
{
    return bytes == 1 ? "int8_t" : bytes == 2 ? "int16_t" : bytes == 8 ? "int64_t" : "int";
}

static long long element_at(const variable *v, size_t from)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < v->element; i++)
        value |= (uint64_t)v->bytes[from + i] << 8 * i;
    return v->element == 1   ? (int8_t)value
           : v->element == 2 ? (int16_t)value
           : v->element == 4 ? (int32_t)value
                             : (long long)value;
}

static void declare_named(cm_amd_reading *r, const char *name, cm_place place);

/* `arr` of arr+4, which is declared, too. */
static void declare_target(cm_amd_reading *r, const char *address, cm_place place)
{
    declare_named(r, cm_arena_text(r->import->work->arena, address, strcspn(address, "+-")), place);
}

static const char *declaration(cm_amd_reading *r, variable *v)
{
    if (v->element == 0 || v->size % v->element != 0)
        v->element = v->size % 4 == 0 ? 4 : 1;
    if (v->has_address && v->element != 8)
        cm_fail(r->import->work, v->place,
                "`%s` holds an address and narrower values: not supported, expected elements of 8 "
                "bytes",
                v->name);
    size_t count = v->size / v->element;
    cm_text text;
    cm_text_init(&text, r->import->work->arena);
    cm_text_append(&text, "%s %s", type_of(v->element), v->name);
    if (count > 1)
        cm_text_append(&text, "[%zu]", count);
    cm_text_add(&text, count > 1 ? "={" : "=");
    for (size_t i = 0; i < count; i++) {
        const char *address = v->addresses[i * v->element];
        cm_text_add(&text, i > 0 ? "," : "");
        if (address)
            cm_text_add(&text, address);
        else
            cm_text_append(&text, "%lld", element_at(v, i * v->element));
    }
    cm_text_add(&text, count > 1 ? "}" : "");
    return text.data;
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
    for (int i = 0; i < import->item_count; i++)
        if (strcmp(import->items[i].name, name) == 0)
            return;
    variable v = {.name = name, .place = place};
    v.bytes = CM_NEW_ARRAY(import->work->arena, MOST_BYTES, uint8_t);
    v.addresses = CM_NEW_ARRAY(import->work->arena, MOST_BYTES, const char *);
    int item = import->item_count;
    cm_import_add_item(import, name, name, false);
    if (!read_variable(r, &v) || v.size == 0)
        cm_import_note(import, cm_binding_declares(import->work, import->binding, name), place,
                       "`%s` is defined in another file: it starts as 0 here", name);
    else
        import->items[item].text = declaration(r, &v);
    for (size_t i = 0; i < v.size; i++)
        if (v.addresses[i])
            declare_target(r, v.addresses[i], v.place);
}

/* ---- addresses of variables --------------------------------------------------------------- */

typedef struct sum {
    unsigned to;
    const char *symbol;
    long long offset;
} sum;

/* "s_add_u32 s2, s2, x@rel32@lo+4": with the word "s_add_u32 " and the part "@rel32@lo". */
static bool read_sum(cm_amd_reading *r, const char *text, const char *word, const char *part,
                     sum *s)
{
    const char *rest = cm_amd_after(text, word), *at = strstr(text, part);
    char *end;
    if (!rest || *rest != 's' || !at)
        return false;
    s->to = (unsigned)strtoul(rest + 1, &end, 10);
    const char *again = cm_arena_printf(r->import->work->arena, ", s%u, ", s->to);
    if (strncmp(end, again, strlen(again)) != 0)
        return false;
    s->symbol = cm_arena_text(r->import->work->arena, end + strlen(again),
                              (size_t)(at - end) - strlen(again));
    s->offset = strtoll(at + strlen(part), &end, 0);
    return !*end;
}

/* s_getpc_b64 gives the address of the line behind it; the numbers in the two that follow stand 4
 * and 12 bytes from there. */
bool cm_amd_move_variable(cm_amd_reading *r, int thread, size_t at)
{
    const char *rest = at + 2 < r->count ? cm_amd_after(r->lines[at].text, "s_getpc_b64 s[") : NULL;
    sum low, high;
    if (!rest || !read_sum(r, r->lines[at + 1].text, "s_add_u32 ", "@rel32@lo", &low) ||
        !read_sum(r, r->lines[at + 2].text, "s_addc_u32 ", "@rel32@hi", &high) ||
        strcmp(low.symbol, high.symbol) != 0 || low.offset + 8 != high.offset ||
        high.to != low.to + 1 || strtoul(rest, NULL, 10) != low.to)
        return false;
    cm_place place = r->lines[at].place;
    declare_named(r, low.symbol, place);
    const char *offset =
        low.offset != 4 ? cm_arena_printf(r->import->work->arena, "%+lld", low.offset - 4) : "";
    cm_import_add_row(r->import, thread,
                      cm_arena_printf(r->import->work->arena, "s_mov_b64 s[%u:%u], %s%s", low.to,
                                      high.to, low.symbol, offset),
                      place);
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
    for (int i = 0; i < import->item_count; i++)
        if (strcmp(import->items[i].name, name) == 0)
            return;
    cm_text text;
    cm_text_init(&text, import->work->arena);
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
    if (strncmp(n->text, "ds_", 3) == 0 && offset)
        text = cm_arena_printf(arena, "%.*s offset:%s+%s", (int)(offset - n->text), n->text, name,
                               offset + strlen(" offset:"));
    else if (strncmp(n->text, "ds_", 3) == 0)
        text = cm_arena_printf(arena, "%s offset:%s", n->text, name);
    cm_import_add_row(r->import, thread, text, n->place);
}
