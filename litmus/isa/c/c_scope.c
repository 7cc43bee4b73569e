/* Scopes, and the spellings of C++, CUDA, HIP, OpenCL and GNU C for what C11 has: all become the
 * names of C11 with a scope.
 *
 * Sources: OpenCL C 3.0 section 6.15.12 (Atomic Functions); libcu++, "Memory model" and
 * "cuda::atomic_ref"; CUDA C++ Programming Guide, "Memory Fence Functions" and "Atomic Functions";
 * HIP and Clang, "Language Extensions", "__scoped_atomic Builtins"; GCC, "__atomic Builtins". */
#include "litmus/isa/c/c.h"

#include <string.h>

/* ---- words -------------------------------------------------------------------- */

static const char *const scopes[][2] = {
    {"memory_scope_work_item", "WI"},
    {"memory_scope_sub_group", "SG"},
    {"memory_scope_work_group", "WG"},
    {"memory_scope_device", "DV"},
    {"memory_scope_all_svm_devices", "ALL"},
    {"memory_scope_all_devices", "ALL"},
    {"thread_scope_thread", "WI"},
    {"thread_scope_block", "WG"},
    {"thread_scope_cluster", "CL"},
    {"thread_scope_device", "DV"},
    {"thread_scope_system", "ALL"},
    {"__NV_THREAD_SCOPE_THREAD", "WI"},
    {"__NV_THREAD_SCOPE_BLOCK", "WG"},
    {"__NV_THREAD_SCOPE_CLUSTER", "CL"},
    {"__NV_THREAD_SCOPE_DEVICE", "DV"},
    {"__NV_THREAD_SCOPE_SYSTEM", "ALL"},
    {"__HIP_MEMORY_SCOPE_SINGLETHREAD", "WI"},
    {"__HIP_MEMORY_SCOPE_WAVEFRONT", "SG"},
    {"__HIP_MEMORY_SCOPE_WORKGROUP", "WG"},
    {"__HIP_MEMORY_SCOPE_AGENT", "DV"},
    {"__HIP_MEMORY_SCOPE_SYSTEM", "ALL"},
    {"__MEMORY_SCOPE_SINGLE", "WI"},
    {"__MEMORY_SCOPE_WVFRNT", "SG"},
    {"__MEMORY_SCOPE_WRKGRP", "WG"},
    {"__MEMORY_SCOPE_DEVICE", "DV"},
    {"__MEMORY_SCOPE_SYSTEM", "ALL"},
};

/* Behind `cuda::`, `std::`, `cuda::std::`. */
static const char *without_namespace(const char *name)
{
    static const char *const spaces[] = {"cuda::", "std::"};
    for (int i = 0; i < 2; i++)
        if (strncmp(name, spaces[i], strlen(spaces[i])) == 0)
            name += strlen(spaces[i]);
    return name;
}

const char *cm_c_scope(const char *word)
{
    word = without_namespace(word);
    for (size_t i = 0; i < sizeof scopes / sizeof *scopes; i++)
        if (strcmp(word, scopes[i][0]) == 0)
            return scopes[i][1];
    return NULL;
}

const char *cm_c_order(cm_arena *arena, const char *word)
{
    static const char *const orders[][2] = {{"RELAXED", "relaxed"}, {"CONSUME", "consume"},
                                            {"ACQUIRE", "acquire"}, {"RELEASE", "release"},
                                            {"ACQ_REL", "acq_rel"}, {"SEQ_CST", "seq_cst"}};
    static const char *const before[] = {"__ATOMIC_", "__NV_ATOMIC_"};
    const char *name = without_namespace(word);
    if (strncmp(name, "memory_order::", 14) == 0)
        return cm_arena_printf(arena, "memory_order_%s", name + 14);
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
            if (strncmp(name, before[i], strlen(before[i])) == 0 &&
                strcmp(name + strlen(before[i]), orders[k][0]) == 0)
                return cm_arena_printf(arena, "memory_order_%s", orders[k][1]);
    return name;
}

/* ---- names of operations -------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

const char *cm_c_spelling(cm_arena *arena, const char *name)
{
    static const char *const before[] = {"__hip_atomic_", "__opencl_atomic_", "__scoped_atomic_",
                                         "__nv_atomic_",  "__c11_atomic_",    "__atomic_"};
    name = without_namespace(name);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t length = strlen(before[i]);
        if (strncmp(name, before[i], length) != 0)
            continue;
        const char *rest = name + length;
        bool fence = strcmp(rest, "thread_fence") == 0;
        int kept = (int)strlen(rest) - (ends_with(rest, "_n") ? 2 : 0);
        return cm_arena_printf(arena, "atomic_%.*s%s", kept, rest, fence ? "" : "_explicit");
    }
    return name;
}

/* ---- objects --------------------------------------------------------------------- */

/* The scope among the words of a text, `cuda::atomic<int,cuda::thread_scope_block>* y`. */
static const char *scope_in(cm_c *c, const char *text, size_t length)
{
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    for (const char *at = text; at < text + length;) {
        size_t word = strspn(at, letters);
        const char *scope =
            word > 0 ? cm_c_scope(cm_arena_text(cm_asm_arena(c->as), at, word)) : NULL;
        if (scope)
            return scope;
        at += word > 0 ? word : 1;
    }
    return NULL;
}

/* The text of a parameter of this function, of *length bytes; NULL: it has none of that name. */
static const char *parameter_text(cm_c *c, const char *name, size_t *length)
{
    const char *text = cm_asm_test(c->as)->threads[cm_asm_thread(c->as)].parameters;
    unsigned depth = 0;
    for (const char *start = text, *at = text;; at++) {
        depth += *at == '<';
        depth -= (unsigned)(depth > 0 && *at == '>');
        if (*at && (*at != ',' || depth > 0))
            continue;
        size_t named = strlen(name);
        *length = (size_t)(at - start);
        if (*length > named && strncmp(at - named, name, named) == 0 &&
            strchr("*& ", start[*length - named - 1]))
            return start;
        if (!*at)
            return NULL;
        start = at + 1;
    }
}

/* The scope that the type of a parameter of this function says. */
static const char *scope_of_parameter(cm_c *c, const char *name)
{
    size_t length;
    const char *text = parameter_text(c, name, &length);
    return text ? scope_in(c, text, length) : NULL;
}

bool cm_c_is_atomic(cm_c *c, const char *name)
{
    size_t length;
    const char *text = parameter_text(c, name, &length);
    if (!text)
        return false;
    const char *type = cm_arena_text(cm_asm_arena(c->as), text, length - strlen(name));
    return strstr(type, "atomic") || strstr(type, "_Atomic");
}

cm_c_reference cm_c_object(cm_c *c, const cm_c_node *node)
{
    for (int i = 0; node->kind == CM_C_NAME && i < c->reference_count; i++)
        if (strcmp(c->references[i].name, node->name) == 0)
            return c->references[i];
    bool named = node->kind == CM_C_DEREF && node->a->kind == CM_C_NAME;
    const char *name = node->kind == CM_C_NAME ? node->name : named ? node->a->name : NULL;
    return (cm_c_reference){.scope = name ? scope_of_parameter(c, name) : NULL,
                            .address = cm_c_address(c, node)};
}

/* `cuda::atomic_ref`, `std::atomic_ref`. */
static bool at_reference(const cm_lexer *lex)
{
    cm_lexer ahead = *lex;
    return ahead.token.kind == CM_TOKEN_NAME &&
           strcmp(without_namespace(cm_c_read_name(&ahead)), "atomic_ref") == 0;
}

bool cm_c_accept_reference(cm_c *c)
{
    cm_lexer *lex = c->lex;
    if (!cm_asm_test(c->as)->head || !at_reference(lex))
        return false;
    cm_c_read_name(lex);
    const char *scope = "ALL"; /* of both languages, where none is written */
    if (cm_lexer_accept(lex, "<")) {
        while (!cm_c_is(lex, ">")) {
            if (lex->token.kind != CM_TOKEN_NAME && !cm_c_is(lex, ","))
                cm_lexer_fail(lex, "expected a type and a scope, found %s", cm_lexer_describe(lex));
            if (cm_lexer_accept(lex, ","))
                continue;
            const char *said = cm_c_scope(cm_c_read_name(lex));
            scope = said ? said : scope;
        }
        cm_lexer_advance(lex);
    }
    cm_place place = lex->token.place;
    cm_c_reference made = {.name = cm_lexer_name(lex, "the name of the reference"), .scope = scope};
    bool brace = cm_lexer_accept(lex, "{");
    if (!brace)
        cm_lexer_expect(lex, "(");
    made.address = cm_c_address(c, cm_c_read(lex));
    cm_lexer_expect(lex, brace ? "}" : ")");
    if (c->reference_count == CM_C_REFERENCES)
        cm_asm_fail(c->as, place, "too many references, expected at most %d", CM_C_REFERENCES);
    c->references[c->reference_count++] = made;
    return true;
}
