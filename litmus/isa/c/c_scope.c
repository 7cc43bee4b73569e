/* Scopes, and the spellings of C++, CUDA, HIP, OpenCL and GNU C for what C11 has: all become the
 * names of C11 with a scope.
 *
 * Sources: OpenCL C 3.0 section 6.15.12 (Atomic Functions); libcu++, "Memory model" and
 * "cuda::atomic_ref"; CUDA C++ Programming Guide, "Memory Fence Functions" and "Atomic Functions";
 * HIP and Clang, "Language Extensions", "__scoped_atomic Builtins"; GCC, "__atomic Builtins". */
#include "litmus/isa/c/c.h"

#include "litmus/types.h"

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
    {"__OPENCL_MEMORY_SCOPE_WORK_ITEM", "WI"},
    {"__OPENCL_MEMORY_SCOPE_SUB_GROUP", "SG"},
    {"__OPENCL_MEMORY_SCOPE_WORK_GROUP", "WG"},
    {"__OPENCL_MEMORY_SCOPE_DEVICE", "DV"},
    {"__OPENCL_MEMORY_SCOPE_ALL_SVM_DEVICES", "ALL"},
    {"__HIP_MEMORY_SCOPE_CLUSTER", "CL"},
    {"__MEMORY_SCOPE_CLUSTR", "CL"},
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

enum { SCOPES = sizeof scopes / sizeof *scopes };

size_t cm_c_word_length(const char *text)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return strspn(text, letters);
}

unsigned cm_c_scope_bits(const char *word)
{
    static const char *const levels[] = {"WI", "SG", "WG", "CL", "DV", "ALL"};
    const char *tag = cm_c_scope(word);
    unsigned level = 0;
    while (tag && strcmp(levels[level], tag) != 0)
        level++;
    return tag ? (2u << level) - 1 : 0;
}

const char *cm_c_scope_like(const char *word, const char *last)
{
    const char *of = strstr(word, "SCOPE_"), *end = of ? of : strstr(word, "scope_");
    size_t length = end ? (size_t)(end - word) : 0, i = 0;
    while (last && i < SCOPES && scopes[i++][0] != last)
        continue;
    for (; i < SCOPES; i++) {
        const char *tag = scopes[i][1], *before = i > 0 ? scopes[i - 1][1] : "";
        bool usual = strcmp(tag, "WG") == 0 || strcmp(tag, "DV") == 0 || strcmp(tag, "ALL") == 0;
        bool other = strcmp(tag, cm_c_scope(word)) != 0 && strcmp(tag, before) != 0;
        if (strncmp(scopes[i][0], word, length + strlen("scope_")) == 0 &&
            ((usual && other) || strcmp(scopes[i][0], word) == 0))
            return scopes[i][0];
    }
    return NULL;
}

const char *cm_c_order(cm_arena *arena, const char *word)
{
    static const char *const orders[][2] = {{"RELAXED", "relaxed"}, {"CONSUME", "consume"},
                                            {"ACQUIRE", "acquire"}, {"RELEASE", "release"},
                                            {"ACQ_REL", "acq_rel"}, {"SEQ_CST", "seq_cst"}};
    static const char *const spaces[] = {"__ATOMIC_", "__NV_ATOMIC_"};
    const char *name = without_namespace(word);
    if (strncmp(name, "memory_order::", 14) == 0)
        return cm_arena_printf(arena, "memory_order_%s", name + 14);
    for (int i = 0; i < 2; i++)
        for (size_t k = 0; k < sizeof orders / sizeof *orders; k++)
            if (strncmp(name, spaces[i], strlen(spaces[i])) == 0 &&
                strcmp(name + strlen(spaces[i]), orders[k][0]) == 0)
                return cm_arena_printf(arena, "memory_order_%s", orders[k][1]);
    return name;
}

/* ---- names of operations -------------------------------------------------------- */

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), tail = strlen(end);
    return length >= tail && strcmp(text + length - tail, end) == 0;
}

/* Of GNU C's, clang's and CUDA's names those without `_n` have pointers to values. */
static const char *generic(const char *before, const char *rest)
{
    static const char *const spaces[] = {"__scoped_atomic_", "__nv_atomic_", "__atomic_"};
    static const char *const names[][2] = {{"load", "atomic_load_to"},
                                           {"store", "atomic_store_from"},
                                           {"exchange", "atomic_exchange_from"},
                                           {"compare_exchange", "atomic_compare_exchange_from"}};
    bool there = false;
    for (int i = 0; i < 3; i++)
        there = there || strcmp(before, spaces[i]) == 0;
    for (int i = 0; there && i < 4; i++)
        if (strcmp(rest, names[i][0]) == 0)
            return names[i][1];
    return NULL;
}

static const char *const before[] = {"__hip_atomic_", "__opencl_atomic_", "__scoped_atomic_",
                                     "__nv_atomic_",  "__c11_atomic_",    "__atomic_"};

const char *cm_c_prefix_at(size_t index)
{
    return index < sizeof before / sizeof *before ? before[index] : NULL;
}

const char *cm_c_scope_at(size_t index, const char **set)
{
    if (index >= SCOPES)
        return NULL;
    *set = scopes[index][1];
    return scopes[index][0];
}

const char *cm_c_spelling(cm_arena *arena, const char *name)
{
    name = without_namespace(name);
    for (size_t i = 0; i < sizeof before / sizeof *before; i++) {
        size_t length = strlen(before[i]);
        if (strncmp(name, before[i], length) != 0)
            continue;
        const char *rest = name + length;
        bool fence = strcmp(rest, "thread_fence") == 0 || strcmp(rest, "signal_fence") == 0;
        const char *general = generic(before[i], rest);
        if (general)
            return general;
        int kept = (int)strlen(rest) - (ends_with(rest, "_n") ? 2 : 0);
        return cm_arena_printf(arena, "atomic_%.*s%s", kept, rest, fence ? "" : "_explicit");
    }
    return name;
}

/* ---- objects --------------------------------------------------------------------- */

/* The scope among the words of a text, `cuda::atomic<int,cuda::thread_scope_block>* y`, not that of
 * what the object holds. */
static const char *scope_in(cm_c *c, const char *text, size_t length)
{
    const char *letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_";
    int depth = 0;
    for (const char *at = text; at < text + length;) {
        size_t word = strspn(at, letters);
        const char *name = word > 0 ? cm_arena_text(cm_asm_arena(c->as), at, word) : "";
        const char *scope = cm_c_scope(name);
        depth += (*at == '<') - (*at == '>');
        if (scope && depth < 2)
            return scope;
        if (!scope && strncmp(name, "thread_scope_", 13) == 0)
            cm_lexer_fail(c->lex,
                          "there is no scope `%s`, expected one such as thread_scope_device", name);
        at += word > 0 ? word : 1;
    }
    return NULL;
}

/* The text of a parameter of this function, of *length bytes; NULL: it has none of that name. */
static const char *parameter_text(cm_c *c, const char *name, size_t *length)
{
    return cm_parameter_named(cm_asm_test(c->as)->threads[cm_asm_thread(c->as)].parameters, name,
                              length);
}

/* The scope that the type of a parameter of this function says. */
static const char *scope_of_parameter(cm_c *c, const char *name)
{
    size_t length;
    const char *text = parameter_text(c, name, &length);
    return text ? scope_in(c, text, length) : NULL;
}

/* Has the type of a parameter of this function that in its text? */
static bool parameter_has(cm_c *c, const char *name, const char *what)
{
    size_t length;
    const char *text = name ? parameter_text(c, name, &length) : NULL;
    return text && strstr(cm_arena_text(cm_asm_arena(c->as), text, length - strlen(name)), what);
}

uint8_t cm_c_volatiles(cm_c *c, const char *name)
{
    size_t length;
    const char *text = parameter_text(c, name, &length);
    return text ? cm_number_type_in(text, length - strlen(name)).volatiles : 0;
}

bool cm_c_is_parameter(cm_c *c, const char *name)
{
    return parameter_has(c, name, "");
}

bool cm_c_is_declared_alike(cm_c *c, const char *name, const char *type)
{
    static const char *const words[] = {"atomic", "_Atomic", "barrier", "&"};
    if (cm_asm_test(c->as)->volatile_relaxed && name &&
        cm_c_volatiles(c, name) != cm_number_type_in(type, strlen(type)).volatiles)
        return false;
    if (!cm_asm_test(c->as)->head)
        return true; /* there types say nothing */
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (parameter_has(c, name, words[i]) != (strstr(type, words[i]) != NULL))
            return false;
    const char *a = name ? scope_of_parameter(c, name) : NULL;
    const char *b = scope_in(c, type, strlen(type));
    return a == b || (a && b && strcmp(a, b) == 0);
}

const cm_definition *cm_c_definition_of(cm_c *c, cm_number_type type)
{
    if (!type.structure || type.stars > 0)
        return NULL;
    const cm_definition *of = cm_definition_of_structure(cm_asm_test(c->as), type.structure);
    if (!of)
        cm_lexer_fail(c->lex, "nothing defines this structure, expected a definition before it");
    return of;
}

uint64_t cm_c_size(cm_c *c, cm_number_type type)
{
    const cm_definition *of = cm_c_definition_of(c, type);
    return of ? CM_C_BYTES * of->size : CM_C_BYTES;
}

cm_c_member cm_c_member_of(cm_c *c, const cm_c_node *node)
{
    const cm_test *test = cm_asm_test(c->as);
    cm_c_member found = {.type = NULL};
    for (int i = 0; i < test->definition_count; i++) {
        const cm_definition *d = &test->definitions[i];
        for (int k = 0; k < d->parameter_count && d->size > 0; k++) {
            if (strcmp(d->parameters[k], node->name) != 0)
                continue;
            bool alike = !found.type ||
                         (found.place == d->places[k] && strcmp(found.type, d->types[k]) == 0);
            if (!alike)
                cm_asm_fail(c->as, node->place,
                            "two structures have a member `%s` at different places or of different "
                            "types, expected different names",
                            node->name);
            found = (cm_c_member){d->types[k], d->places[k], d->counts[k] > 0};
        }
    }
    if (!found.type)
        cm_asm_fail(c->as, node->place,
                    "no structure has a member `%s`, expected one, or an operation such as "
                    "`.load()`",
                    node->name);
    return found;
}

/* The name of `y`, `*y` and `y[1]`, or NULL. */
static const char *name_in(const cm_c_node *node)
{
    bool element = node->kind == CM_C_DEREF || node->kind == CM_C_INDEX;
    const cm_c_node *named = element ? node->a : node;
    return named->kind == CM_C_NAME ? named->name : NULL;
}

/* `std::atomic<int*>*` has one star: what stands between brackets does not count. */
cm_c_written cm_c_written_in(const char *text, size_t length)
{
    cm_c_written w = {text, length, 0};
    for (size_t i = 0, depth = 0; i < length; i++) {
        depth += text[i] == '<' || text[i] == '(';
        depth -= (text[i] == '>' || text[i] == ')') && depth > 0;
        w.stars += depth == 0 && text[i] == '*';
    }
    return w;
}

/* What an object of that type holds, `int*` in `std::atomic<int*>`. */
static cm_c_written held_in(cm_c_written w)
{
    const char *from = w.text ? memchr(w.text, '<', w.length) : NULL;
    if (!from)
        return (cm_c_written){.text = NULL};
    size_t length = 0, room = w.length - (size_t)(++from - w.text);
    for (int depth = 0; length < room; length++) {
        if (depth == 0 && (from[length] == '>' || from[length] == ','))
            break;
        depth += (from[length] == '<') - (from[length] == '>');
    }
    return cm_c_written_in(from, length);
}

bool cm_c_says_atomic(cm_c *c, cm_c_written w)
{
    const char *text = w.text ? cm_arena_text(cm_asm_arena(c->as), w.text, w.length) : "";
    return strstr(text, "atomic") || strstr(text, "_Atomic");
}

static bool is_atomic(cm_c *c, cm_c_written w)
{
    return w.stars == 0 && cm_c_says_atomic(c, w);
}

static cm_c_written written_of_name(cm_c *c, const char *name)
{
    size_t length;
    const char *text = parameter_text(c, name, &length);
    if (cm_asm_has_register(c->as, name))
        return cm_c_written_of_variable(c, cm_asm_register(c->as, name));
    if (!text)
        return (cm_c_written){.text = NULL};
    cm_c_written w = cm_c_written_in(text, length - strlen(name));
    if (w.stars == 0 && !memchr(text, '&', w.length))
        w.stars = 1;
    return w;
}

/* The type of the object that the node names; if it names none, its value's. What a function gives
 * has no known type. */
static cm_c_written written_of(cm_c *c, const cm_c_node *node)
{
    static const cm_c_written unknown = {.text = NULL};
    cm_c_written w = unknown;
    if (node->kind == CM_C_NAME)
        return written_of_name(c, node->name);
    if (node->kind == CM_C_DEREF || node->kind == CM_C_INDEX) {
        w = cm_c_written_of(c, node->a);
        return w.stars-- > 0 ? w : unknown;
    }
    if (node->kind == CM_C_ADDRESS) {
        w = written_of(c, node->a);
        w.stars++;
        return w.text ? w : unknown;
    }
    if (cm_c_is_member(node)) {
        cm_c_member member = cm_c_member_of(c, node);
        w = cm_c_written_in(member.type, strlen(member.type));
        w.stars += member.is_array;
        return w;
    }
    if (node->kind == CM_C_MEMBER) /* `p.load()` */
        return held_in(written_of(c, node->a));
    if (node->kind == CM_C_CAST)
        return cm_c_written_in(node->name, strlen(node->name));
    if (node->kind == CM_C_BINARY) {
        w = cm_c_written_of(c, node->a);
        return w.stars > 0 ? w : cm_c_written_of(c, node->b);
    }
    if (node->kind == CM_C_CHOICE || node->kind == CM_C_COMMA || node->kind == CM_C_ASSIGN)
        return cm_c_written_of(c, node->kind == CM_C_ASSIGN ? node->a : node->b);
    return unknown;
}

cm_c_written cm_c_written_of(cm_c *c, const cm_c_node *node)
{
    cm_c_written w = written_of(c, node);
    return is_atomic(c, w) ? held_in(w) : w;
}

static const cm_c_reference *reference_of(const cm_c *c, const char *name)
{
    for (int i = c->reference_count; name && i-- > 0;)
        if (strcmp(c->references[i].name, name) == 0)
            return &c->references[i];
    return NULL;
}

bool cm_c_is_reference(cm_c *c, const char *name)
{
    return cm_asm_test(c->as)->head && parameter_has(c, name, "&");
}

bool cm_c_is_object(cm_c *c, const cm_c_node *node)
{
    bool operation = node->kind == CM_C_MEMBER && !cm_c_is_member(node);
    if (!cm_c_is_cpp(c) || operation || node->kind == CM_C_OBJECT)
        return node->kind == CM_C_OBJECT;
    return (node->kind == CM_C_NAME && reference_of(c, node->name)) ||
           is_atomic(c, written_of(c, node));
}

bool cm_c_is_barrier(cm_c *c, const cm_c_node *node)
{
    return parameter_has(c, name_in(node), "barrier");
}

bool cm_c_is_mutex(cm_c *c, const cm_c_node *node)
{
    if (parameter_has(c, name_in(node), "recursive_"))
        cm_asm_fail(c->as, node->place, "a recursive mutex is not read, expected a `std::mutex`");
    return parameter_has(c, name_in(node), "mutex") || parameter_has(c, name_in(node), "mtx_t");
}

const char *cm_c_barrier_of_group(cm_c *c, const cm_c_node *node)
{
    static const char *const rows[][2] = {{"this_thread_block", "__syncthreads"},
                                          {"this_cluster", "cluster_group::sync"},
                                          {"this_grid", "grid_group::sync"}};
    const cm_c_reference *known = node->kind == CM_C_NAME ? reference_of(c, node->name) : NULL;
    for (int i = 0; i < 3 && node->kind == CM_C_CALL; i++)
        if (ends_with(node->name, rows[i][0]))
            return rows[i][1];
    return known ? known->barrier : NULL;
}

bool cm_c_accept_group(cm_lexer *lex)
{
    static const char *const types[] = {"::thread_block", "::cluster_group", "::grid_group"};
    cm_lexer ahead = *lex;
    const char *name = ahead.token.kind == CM_TOKEN_NAME ? cm_c_read_name(&ahead) : "";
    bool there = false;
    for (int i = 0; i < 3; i++)
        there = there || ends_with(name, types[i]);
    if (!there || ahead.token.kind != CM_TOKEN_NAME)
        return false;
    *lex = ahead;
    return true;
}

/* `atomic_ref<T>` is of a T. */
static void need_object(cm_c *c, cm_place place, cm_number_type object, cm_number_type said)
{
    object.stars++;
    said.stars++;
    cm_c_need_elements(c, place, object, said);
}

cm_c_reference cm_c_object(cm_c *c, const cm_c_node *node)
{
    const cm_c_reference *known = node->kind == CM_C_NAME ? reference_of(c, node->name) : NULL;
    if (known)
        return *known;
    cm_c_reference made = {.scope = NULL};
    made.address = cm_c_address(c, node, &made.type);
    cm_c_written w = written_of(c, node);
    if (node->kind == CM_C_OBJECT)
        need_object(c, node->place, made.type, node->type);
    if (node->kind == CM_C_OBJECT)
        made.scope = cm_c_scope(node->word);
    else if (w.text)
        made.scope = scope_in(c, w.text, w.length);
    else
        cm_asm_fail(c->as, node->place,
                    "the type of this object is not known here, expected a parameter, a member or "
                    "a variable whose declaration says it");
    return made;
}

/* `cuda::atomic_ref<int> f`, with a name: not an object for one operation. */
static bool at_reference(const cm_lexer *lex)
{
    cm_lexer ahead = *lex;
    if (ahead.token.kind != CM_TOKEN_NAME || !cm_c_names_reference(cm_c_read_name(&ahead)))
        return false;
    cm_number_type type;
    cm_c_accept_scope(&ahead, &type);
    return ahead.token.kind == CM_TOKEN_NAME;
}

static void refer(cm_c *c, cm_c_reference made, cm_place place)
{
    if (c->reference_count == CM_C_REFERENCES)
        cm_asm_fail(c->as, place, "there are too many references, expected at most %d",
                    CM_C_REFERENCES);
    c->references[c->reference_count++] = made;
}

void cm_c_refer(cm_c *c, const char *name, const cm_c_node *object)
{
    const char *barrier = cm_c_barrier_of_group(c, object);
    cm_c_reference made = {.barrier = barrier};
    if (!barrier)
        made = cm_c_object(c, object);
    made.name = name;
    refer(c, made, object->place);
}

bool cm_c_accept_reference(cm_c *c)
{
    cm_lexer *lex = c->lex;
    if (!cm_asm_test(c->as)->head || !at_reference(lex))
        return false;
    cm_c_read_name(lex);
    cm_number_type said;
    const char *scope = cm_c_scope(cm_c_accept_scope(lex, &said));
    do {
        cm_place place = lex->token.place;
        cm_c_reference made = {.name = cm_lexer_name(lex, "the name of the reference"),
                               .scope = scope};
        bool brace = cm_lexer_accept(lex, "{");
        if (!brace)
            cm_lexer_expect(lex, "(");
        made.address = cm_c_address(c, cm_c_expression(c, lex), &made.type);
        need_object(c, place, made.type, said);
        cm_lexer_expect(lex, brace ? "}" : ")");
        refer(c, made, place);
    } while (cm_lexer_accept(lex, ","));
    return true;
}
