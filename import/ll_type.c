/* Types of LLVM IR, and how they lie in memory (LLVM Language Reference, "Type System", "Data
 * Layout"): as on 64-bit machines, where a scalar is aligned to its size. */
#include "import/ll.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_DEPTH = 64, MOST_MEMBERS = 4096 };
#define MOST_SIZE (UINT64_C(1) << 32)

/* ---- layout ------------------------------------------------------------------------- */

static uint64_t align_of(const cm_ll_type *type)
{
    uint64_t most = 1;
    switch (type->kind) {
    case CM_LL_INTEGER:
        for (most = 1; most * 8 < type->bits && most < 16;)
            most *= 2;
        return most;
    case CM_LL_POINTER:
        return 8;
    case CM_LL_ARRAY:
    case CM_LL_STRUCT:
        for (int i = 0; i < type->member_count && !type->packed; i++)
            if (align_of(type->members[i]) > most)
                most = align_of(type->members[i]);
        return most;
    case CM_LL_VOID:
    case CM_LL_OTHER:
        break;
    }
    return 1;
}

static uint64_t rounded(uint64_t size, uint64_t align)
{
    return (size + align - 1) / align * align;
}

uint64_t cm_ll_offset(const cm_ll_type *type, uint64_t index)
{
    uint64_t at = 0;
    if (type->kind == CM_LL_ARRAY)
        return index * cm_ll_size(type->members[0]);
    for (int i = 0; i < type->member_count; i++) {
        at = type->packed ? at : rounded(at, align_of(type->members[i]));
        if ((uint64_t)i == index)
            break;
        at += cm_ll_size(type->members[i]);
    }
    return at;
}

uint64_t cm_ll_size(const cm_ll_type *type)
{
    uint64_t element;
    switch (type->kind) {
    case CM_LL_INTEGER:
        return rounded((type->bits + 7) / 8, align_of(type));
    case CM_LL_POINTER:
        return 8;
    case CM_LL_ARRAY:
        element = cm_ll_size(type->members[0]);
        return element && type->count > MOST_SIZE / element ? MOST_SIZE : element * type->count;
    case CM_LL_STRUCT:
        return rounded(cm_ll_offset(type, (uint64_t)type->member_count), align_of(type));
    case CM_LL_VOID:
    case CM_LL_OTHER:
        break;
    }
    return 0;
}

bool cm_ll_each_scalar(const cm_ll_type *type, uint64_t offset, cm_ll_visit *visit, void *context)
{
    uint64_t count = type->kind == CM_LL_ARRAY ? type->count : (uint64_t)type->member_count;
    bool good = type->kind == CM_LL_ARRAY || type->kind == CM_LL_STRUCT;
    if (type->kind == CM_LL_POINTER || (type->kind == CM_LL_INTEGER && type->bits <= 64)) {
        visit(context, type, offset);
        return true;
    }
    for (uint64_t i = 0; i < count && good; i++)
        good = cm_ll_each_scalar(type->members[type->kind == CM_LL_ARRAY ? 0 : i],
                                 offset + cm_ll_offset(type, i), visit, context);
    return good && cm_ll_size(type) < (1 << 20);
}

/* ---- text --------------------------------------------------------------------------- */

cm_ll_type *cm_ll_named_type(cm_ll_reader *r, const char *name)
{
    cm_ll_module *m = r->module;
    for (int i = 0; i < m->type_count; i++)
        if (strcmp(m->types[i]->name, name) == 0)
            return m->types[i];
    cm_ll_type *made = CM_NEW(r->work->arena, cm_ll_type);
    *made = (cm_ll_type){.kind = CM_LL_STRUCT, .name = name, .opaque = true};
    CM_RESERVE(r->work->arena, m->types, m->type_count, m->type_capacity);
    return m->types[m->type_count++] = made;
}

/* All types that are complete end, so this does. */
static bool contains(const cm_ll_type *type, const cm_ll_type *other)
{
    bool found = type == other;
    for (int i = 0; i < type->member_count && !found; i++)
        found = contains(type->members[i], other);
    return found;
}

void cm_ll_read_struct(cm_ll_reader *r, cm_ll_type *type)
{
    const cm_ll_type **members = NULL;
    int count = 0, capacity = 0;
    type->packed = cm_ll_accept(r, "<");
    cm_ll_expect(r, "{");
    while (!cm_ll_is(r, "}")) {
        if (count > 0)
            cm_ll_expect(r, ",");
        if (count == MOST_MEMBERS)
            cm_ll_fail_here(r, "a structure with fewer members");
        CM_PUSH(r->work->arena, members, count, capacity, cm_ll_read_type(r));
    }
    cm_ll_expect(r, "}");
    if (type->packed)
        cm_ll_expect(r, ">");
    for (int i = 0; i < count; i++)
        if (contains(members[i], type))
            cm_fail(r->work, r->token.place, "the type contains itself, expected a pointer to it");
    type->members = members;
    type->member_count = count;
    type->opaque = false;
}

static const cm_ll_type *read_array(cm_ll_reader *r)
{
    cm_ll_type *type = CM_NEW(r->work->arena, cm_ll_type);
    const cm_ll_type **element = CM_NEW_ARRAY(r->work->arena, 1, const cm_ll_type *);
    *type = (cm_ll_type){.kind = CM_LL_ARRAY, .members = element, .member_count = 1};
    cm_ll_expect(r, "[");
    type->count = cm_ll_take_number(r, "how many elements");
    cm_ll_expect(r, "x");
    element[0] = cm_ll_read_type(r);
    cm_ll_expect(r, "]");
    if (cm_ll_size(type) >= MOST_SIZE)
        cm_ll_fail_here(r, "a smaller type");
    return type;
}

/* `<4 x i32>`, `<{ i32, ptr }>` */
static const cm_ll_type *read_angle(cm_ll_reader *r, cm_ll_type *type)
{
    cm_ll_reader ahead = *r;
    cm_ll_advance(&ahead);
    if (cm_ll_is(&ahead, "{")) {
        type->kind = CM_LL_STRUCT;
        cm_ll_read_struct(r, type);
        return type;
    }
    type->name = "a vector";
    while (!cm_ll_accept(r, ">"))
        if (r->token.kind == CM_LL_LINE || r->token.kind == CM_LL_END)
            cm_ll_fail_here(r, "`>`");
        else
            cm_ll_advance(r);
    return type;
}

static const cm_ll_type *read_word(cm_ll_reader *r, cm_ll_type *type)
{
    static const char *const others[] = {"half",     "bfloat", "float", "double",   "fp128",
                                         "x86_fp80", "label",  "token", "metadata", "ppc_fp128"};
    const char *word = r->token.text;
    type->name = word;
    if (strcmp(word, "void") == 0)
        type->kind = CM_LL_VOID;
    else if (strcmp(word, "ptr") == 0)
        type->kind = CM_LL_POINTER;
    else if (word[0] == 'i' && isdigit((unsigned char)word[1]) &&
             strspn(word + 1, "0123456789") == strlen(word + 1) && strlen(word) < 8) {
        type->kind = CM_LL_INTEGER;
        type->bits = (unsigned)strtoul(word + 1, NULL, 10);
    } else if (!cm_word_listed(others, sizeof others / sizeof *others, word)) {
        cm_ll_fail_here(r, "a type");
    }
    cm_ll_advance(r);
    if (type->kind == CM_LL_POINTER && cm_ll_accept(r, "addrspace"))
        cm_ll_skip_group(r);
    return type;
}

static const cm_ll_type *read_plain(cm_ll_reader *r)
{
    cm_ll_type *type = CM_NEW(r->work->arena, cm_ll_type);
    *type = (cm_ll_type){.kind = CM_LL_OTHER};
    if (cm_ll_is(r, "["))
        return read_array(r);
    if (cm_ll_is(r, "<"))
        return read_angle(r, type);
    if (cm_ll_is(r, "{")) {
        type->kind = CM_LL_STRUCT;
        cm_ll_read_struct(r, type);
        return type;
    }
    if (r->token.kind == CM_LL_PERCENT) {
        const cm_ll_type *named = cm_ll_named_type(r, r->token.text);
        cm_ll_advance(r);
        return named;
    }
    if (r->token.kind != CM_LL_WORD)
        cm_ll_fail_here(r, "a type");
    return read_word(r, type);
}

/* At the arguments of a function in `i32 (i32)*`: goes past them. */
static bool skip_function(cm_ll_reader *r)
{
    cm_ll_reader ahead = *r;
    if (!cm_ll_is(r, "("))
        return false;
    cm_ll_skip_group(&ahead);
    bool found = cm_ll_is(&ahead, "*");
    if (found)
        *r = ahead;
    return found;
}

/* `ptr`, and before LLVM 15 `i32*`. */
const cm_ll_type *cm_ll_read_type(cm_ll_reader *r)
{
    static const cm_ll_type pointer = {.kind = CM_LL_POINTER, .name = "ptr"};
    if (++r->depth > MOST_DEPTH)
        cm_ll_fail_here(r, "a type that is not nested so deep");
    const cm_ll_type *type = read_plain(r);
    r->depth--;
    while (skip_function(r) || cm_ll_is(r, "*")) { /* what it points to is said where it matters */
        cm_ll_expect(r, "*");
        type = &pointer;
    }
    return type;
}
