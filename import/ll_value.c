/* Values in the text of a module of LLVM IR, and the words around them that change nothing. */
#include "import/ll.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- words that change nothing here -------------------------------------------------- */

void cm_ll_skip_flags(cm_ll_reader *r)
{
    const char *word;
    while (
        cm_ll_accept_word(r,
                          "inbounds nuw nsw nusw exact disjoint nneg samesign fast nnan ninf nsz "
                          "arcp contract afn reassoc volatile inrange",
                          &word))
        if (strcmp(word, "inrange") == 0 && cm_ll_is(r, "(")) /* inrange(-8, 8) */
            cm_ll_skip_group(r);
}

const cm_ll_type *cm_ll_skip_attributes(cm_ll_reader *r)
{
    const cm_ll_type *by_value = NULL;
    const char *word;
    while (cm_ll_accept_word(
        r,
        "noundef signext zeroext inreg noalias nocapture nofree nest returned nonnull readonly "
        "readnone writeonly immarg swiftself allocptr align dereferenceable "
        "dereferenceable_or_null captures range allocalign dead_on_unwind writable noext "
        "swifterror swiftasync dead_on_return sret byval",
        &word))
        if (strcmp(word, "byval") == 0) {
            cm_ll_expect(r, "(");
            by_value = cm_ll_read_type(r);
            cm_ll_expect(r, ")");
        } else if (cm_ll_is(r, "("))
            cm_ll_skip_group(r);
        else if (strcmp(word, "align") == 0)
            cm_ll_advance(r);
    cm_place place = r->token.place;
    if (cm_ll_accept_word(r, "byref inalloca preallocated", &word))
        cm_fail(r->work, place,
                "an argument with `%s` is not supported, expected a pointer or a number", word);
    return by_value;
}

void cm_ll_skip_before_type(cm_ll_reader *r)
{
    const char *word;
    while (cm_ll_accept_word(
        r,
        "private internal available_externally linkonce weak common appending extern_weak "
        "linkonce_odr weak_odr external dso_local dso_preemptable hidden protected default "
        "dllimport dllexport fastcc coldcc ccc tailcc unnamed_addr local_unnamed_addr "
        "externally_initialized tail musttail notail",
        &word))
        continue;
    cm_ll_skip_flags(r);
    if (cm_ll_accept(r, "addrspace"))
        cm_ll_skip_group(r);
}

/* ---- values ------------------------------------------------------------------------- */

int cm_ll_local_of(cm_ll_reader *r, const char *name)
{
    cm_ll_function *f = r->function;
    for (int i = 0; f && i < f->local_count; i++)
        if (strcmp(f->locals[i], name) == 0)
            return i;
    if (!f)
        cm_ll_fail_here(r, "a constant");
    CM_RESERVE(r->work->arena, f->locals, f->local_count, f->local_capacity);
    f->locals[f->local_count] = name;
    return f->local_count++;
}

const cm_ll_value *cm_ll_part(const cm_ll_value *v, uint64_t offset, uint64_t bytes)
{
    while (v->kind == CM_LL_AGGREGATE && v->item_count > 0 && cm_ll_size(v->type) > bytes) {
        int i = v->item_count - 1;
        while (i > 0 && cm_ll_offset(v->type, (uint64_t)i) > offset)
            i--;
        offset -= cm_ll_offset(v->type, (uint64_t)i);
        v = &v->items[i];
    }
    return v;
}

cm_ll_value cm_ll_read_typed(cm_ll_reader *r)
{
    const cm_ll_type *type = cm_ll_read_type(r);
    return cm_ll_read_value(r, type);
}

/* `[i32 1, i32 2]`, `{ ... }` */
static void read_items(cm_ll_reader *r, cm_ll_value *v, const char *close)
{
    cm_ll_value *items = NULL;
    int count = 0, capacity = 0;
    cm_ll_advance(r);
    while (!cm_ll_accept(r, close)) {
        if (count > 0)
            cm_ll_expect(r, ",");
        CM_RESERVE(r->work->arena, items, count, capacity);
        cm_ll_value item = cm_ll_read_typed(r);
        items[count++] = item;
    }
    v->kind = CM_LL_AGGREGATE;
    v->items = items;
    v->item_count = count;
}

/* `c"ab\00"`: an integer for each byte; two digits of 16 stand behind a backslash. */
static void read_characters(cm_ll_reader *r, cm_ll_value *v)
{
    static const cm_ll_type byte = {.kind = CM_LL_INTEGER, .bits = 8};
    const char *text = r->token.text;
    cm_ll_value *items = CM_NEW_ARRAY(r->work->arena, strlen(text) + 1, cm_ll_value);
    v->kind = CM_LL_AGGREGATE;
    v->items = items;
    while (*text) {
        char digits[3] = {0};
        bool escaped =
            *text == '\\' && isxdigit((unsigned char)text[1]) && isxdigit((unsigned char)text[2]);
        if (escaped)
            memcpy(digits, text + 1, 2);
        items[v->item_count++] =
            (cm_ll_value){.type = &byte,
                          .number = escaped ? strtoul(digits, NULL, 16) : (unsigned char)*text,
                          .place = v->place};
        text += escaped ? 3 : text[0] == '\\' && text[1] == '\\' ? 2 : 1;
    }
    cm_ll_advance(r);
}

/* Bytes from the start of the object; false: not all indices are known. */
static bool constant_offset(const cm_ll_type *type, const cm_ll_value *indices, int count,
                            uint64_t *offset)
{
    for (int i = 0; i < count; i++) {
        if (indices[i].kind != CM_LL_NUMBER)
            return false;
        if (i == 0) {
            *offset += indices[i].number * cm_ll_size(type);
            continue;
        }
        bool array = type->kind == CM_LL_ARRAY;
        if (!array &&
            (type->kind != CM_LL_STRUCT || indices[i].number >= (uint64_t)type->member_count))
            return false;
        *offset += cm_ll_offset(type, indices[i].number);
        type = type->members[array ? 0 : indices[i].number];
    }
    return true;
}

/* `getelementptr inbounds ([3 x i32], ptr @x, i64 0, i64 1)`, `inttoptr (i64 1 to ptr)` */
static void read_expression(cm_ll_reader *r, cm_ll_value *v)
{
    const char *word = r->token.text;
    const cm_ll_type *type = v->type;
    cm_place place = v->place;
    cm_ll_reader start = *r;
    cm_ll_advance(r);
    cm_ll_skip_flags(r);
    if (!cm_ll_is(r, "("))
        cm_fail(r->work, place, "expected a value, found `%s`", word);
    if (cm_has_word("inttoptr ptrtoint bitcast addrspacecast", word)) {
        cm_ll_advance(r);
        *v = cm_ll_read_typed(r);
        v->type = type;
        v->place = place;
        cm_ll_expect(r, "to");
        cm_ll_read_type(r);
        cm_ll_expect(r, ")");
        return;
    }
    if (strcmp(word, "getelementptr") == 0) {
        cm_ll_advance(r);
        const cm_ll_type *of = cm_ll_read_type(r);
        cm_ll_expect(r, ",");
        cm_ll_value base = cm_ll_read_typed(r), all = {0};
        start = *r;
        read_items(&start, &all, ")"); /* its first sign is the comma */
        *r = start;
        uint64_t offset = base.number;
        if ((base.kind == CM_LL_SYMBOL || base.kind == CM_LL_NUMBER) &&
            constant_offset(of, all.items, all.item_count, &offset)) {
            *v = base;
            v->number = offset;
            return;
        }
    } else if (cm_has_word("add sub", word)) { /* sub (i64 0, i64 ptrtoint (ptr ... to i64)) */
        cm_ll_advance(r);
        cm_ll_value a = cm_ll_read_typed(r);
        cm_ll_expect(r, ",");
        cm_ll_value b = cm_ll_read_typed(r);
        cm_ll_expect(r, ")");
        if (a.kind == CM_LL_NUMBER && b.kind == CM_LL_NUMBER) {
            v->number = *word == 'a' ? a.number + b.number : a.number - b.number;
            return;
        }
    } else {
        cm_ll_skip_group(r);
    }
    v->kind = CM_LL_STRANGE;
    v->name = word;
}

cm_ll_value cm_ll_read_value(cm_ll_reader *r, const cm_ll_type *type)
{
    cm_ll_value v = {.kind = CM_LL_NUMBER, .type = type, .place = r->token.place};
    const char *word = r->token.text;
    if (++r->depth > 64)
        cm_ll_fail_here(r, "a value that is not nested so deep");
    if (r->token.kind == CM_LL_PERCENT) {
        v.kind = CM_LL_LOCAL;
        v.local = cm_ll_local_of(r, word);
        cm_ll_advance(r);
    } else if (r->token.kind == CM_LL_AT) {
        v.kind = CM_LL_SYMBOL;
        v.name = word;
        cm_ll_advance(r);
    } else if (r->token.kind == CM_LL_CHARACTERS) {
        read_characters(r, &v);
    } else if (cm_ll_is(r, "[")) {
        read_items(r, &v, "]");
    } else if (cm_ll_is(r, "{")) {
        read_items(r, &v, "}");
    } else if (cm_ll_is(r, "<")) {
        cm_ll_advance(r);
        if (!cm_ll_is(r, "{"))
            cm_ll_fail_here(r, "a structure, since vectors are not supported");
        read_items(r, &v, "}");
        cm_ll_expect(r, ">");
    } else if (cm_ll_accept_word(r, "zeroinitializer null false none true", &word)) {
        v.number = strcmp(word, "true") == 0;
    } else if (cm_ll_accept_word(r, "undef poison", &word)) {
        v.kind = CM_LL_UNDEFINED;
    } else if (r->token.kind == CM_LL_WORD && type->kind == CM_LL_OTHER) {
        v.kind = CM_LL_STRANGE; /* 1.0e+00 */
        v.name = word;
        cm_ll_advance(r);
        if (cm_ll_is(r, "("))
            cm_ll_skip_group(r);
    } else if (r->token.kind == CM_LL_WORD && isalpha((unsigned char)*word)) {
        read_expression(r, &v);
    } else {
        v.number = cm_ll_take_number(r, "a value");
    }
    r->depth--;
    if (v.kind == CM_LL_NUMBER && type->kind == CM_LL_INTEGER && type->bits < 64)
        v.number &= (UINT64_C(1) << type->bits) - 1;
    return v;
}
