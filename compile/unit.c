/* Translation units of a test of C. */
#include "compile/unit_parts.h"

#include "base/text.h"
#include "litmus/isa/isa.h"
#include "litmus/text/print.h"
#include "litmus/types.h"

#include <ctype.h>
#include <string.h>

/* Types that compilers do not know without a header. An atomic one is that of its values. */
static const struct {
    const char *name, *line;
} types[] = {{"int8_t", "typedef signed char int8_t;"},
             {"uint8_t", "typedef unsigned char uint8_t;"},
             {"int16_t", "typedef short int16_t;"},
             {"uint16_t", "typedef unsigned short uint16_t;"},
             {"int32_t", "typedef int int32_t;"},
             {"uint32_t", "typedef unsigned uint32_t;"},
             {"int64_t", "typedef long int64_t;"},
             {"uint64_t", "typedef unsigned long uint64_t;"},
             {"intptr_t", "typedef long intptr_t;"},
             {"uintptr_t", "typedef unsigned long uintptr_t;"},
             {"size_t", "typedef unsigned long size_t;"},
             {"bool", "typedef _Bool bool;"},
             {"atomic_bool", "typedef _Bool atomic_bool;"},
             {"atomic_char", "typedef char atomic_char;"},
             {"atomic_schar", "typedef signed char atomic_schar;"},
             {"atomic_uchar", "typedef unsigned char atomic_uchar;"},
             {"atomic_short", "typedef short atomic_short;"},
             {"atomic_ushort", "typedef unsigned short atomic_ushort;"},
             {"atomic_int", "typedef int atomic_int;"},
             {"atomic_uint", "typedef unsigned atomic_uint;"},
             {"atomic_long", "typedef long atomic_long;"},
             {"atomic_ulong", "typedef unsigned long atomic_ulong;"}};
enum { TYPES = sizeof types / sizeof *types };

/* The dialect's operations, by the builtins that gcc and clang share: no header is needed, which a
 * cross compiler may lack. Types of atomic objects are those of their values, because the dialect
 * says by the operation what is atomic: `*x` of an atomic_int is a plain access (docs/litmus.md).
 */
#define FETCH(OPERATION)                                                                           \
    {"atomic_fetch_" OPERATION "_explicit",                                                        \
     "#define atomic_fetch_" OPERATION "_explicit(p, v, o) __atomic_fetch_" OPERATION              \
     "(p, v, o)"},                                                                                 \
    {                                                                                              \
        "atomic_fetch_" OPERATION, "#define atomic_fetch_" OPERATION                               \
                                   "(p, v) __atomic_fetch_" OPERATION "(p, v, __ATOMIC_SEQ_CST)"   \
    }

static const struct {
    const char *name, *line;
} prelude[] = {
    {"_Atomic", "#define _Atomic"},
    {"memory_order_relaxed", "#define memory_order_relaxed __ATOMIC_RELAXED"},
    {"memory_order_consume", "#define memory_order_consume __ATOMIC_CONSUME"},
    {"memory_order_acquire", "#define memory_order_acquire __ATOMIC_ACQUIRE"},
    {"memory_order_release", "#define memory_order_release __ATOMIC_RELEASE"},
    {"memory_order_acq_rel", "#define memory_order_acq_rel __ATOMIC_ACQ_REL"},
    {"memory_order_seq_cst", "#define memory_order_seq_cst __ATOMIC_SEQ_CST"},
    {"double", /* the builtins ending in _n are of integers only */
     "#define WITH(p, does) ({ __typeof__(*(p)) v_; does; v_; })\n"
     "#define __atomic_load_n(p, o) WITH(p, __atomic_load(p, &v_, o))\n"
     "#define __atomic_store_n(p, v, o) WITH(p, v_ = (v); __atomic_store(p, &v_, o))\n"
     "#define __atomic_exchange_n(p, v, o) WITH(p, v_ = (v); __atomic_exchange(p, &v_, &v_, o))"},
    {"atomic_load_explicit", "#define atomic_load_explicit(p, o) __atomic_load_n(p, o)"},
    {"atomic_load", "#define atomic_load(p) __atomic_load_n(p, __ATOMIC_SEQ_CST)"},
    {"atomic_store_explicit", "#define atomic_store_explicit(p, v, o) __atomic_store_n(p, v, o)"},
    {"atomic_store", "#define atomic_store(p, v) __atomic_store_n(p, v, __ATOMIC_SEQ_CST)"},
    {"atomic_exchange_explicit",
     "#define atomic_exchange_explicit(p, v, o) __atomic_exchange_n(p, v, o)"},
    {"atomic_exchange",
     "#define atomic_exchange(p, v) __atomic_exchange_n(p, v, __ATOMIC_SEQ_CST)"},
    FETCH("add"),
    FETCH("sub"),
    FETCH("and"),
    FETCH("or"),
    FETCH("xor"),
    {"atomic_compare_exchange_strong_explicit",
     "#define atomic_compare_exchange_strong_explicit(p, e, v, s, f) "
     "__atomic_compare_exchange_n(p, e, v, 0, s, f)"},
    {"SCAS", "#define SCAS(p, e, v, s, f) __atomic_compare_exchange_n(p, e, v, 0, s, f)"},
    {"atomic_compare_exchange_strong",
     "#define atomic_compare_exchange_strong(p, e, v) "
     "__atomic_compare_exchange_n(p, e, v, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)"},
    {"atomic_compare_exchange_weak_explicit",
     "#define atomic_compare_exchange_weak_explicit(p, e, v, s, f) "
     "__atomic_compare_exchange_n(p, e, v, 1, s, f)"},
    {"WCAS", "#define WCAS(p, e, v, s, f) __atomic_compare_exchange_n(p, e, v, 1, s, f)"},
    {"atomic_compare_exchange_weak",
     "#define atomic_compare_exchange_weak(p, e, v) "
     "__atomic_compare_exchange_n(p, e, v, 1, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)"},
    {"atomic_thread_fence", "#define atomic_thread_fence(o) __atomic_thread_fence(o)"},
};
enum { PRELUDE = sizeof prelude / sizeof *prelude };

#define NAMED(NAME)   "#define __nv_atomic_" #NAME " __scoped_atomic_" #NAME "\n"
#define ORDERED(NAME) "#define __NV_ATOMIC_" #NAME " __ATOMIC_" #NAME "\n"
#define PLACED(SCOPE, OWN, FENCE)                                                                  \
    "#define __NV_THREAD_SCOPE_" #SCOPE " __MEMORY_SCOPE_" #OWN "\n"                               \
    "#define FENCE___NV_THREAD_SCOPE_" #SCOPE "(o) __builtin_amdgcn_fence(o, \"" FENCE "\")\n"

/* CUDA's builtins by clang's, which have their operands in the same order. It has fences with a
 * scope for AMD's GPUs only. */
/* clang-format off */
static const char by_clang[] =
    NAMED(load_n) NAMED(store_n) NAMED(exchange_n) NAMED(compare_exchange_n) NAMED(fetch_add)
    NAMED(fetch_sub) NAMED(fetch_and) NAMED(fetch_or) NAMED(fetch_xor)
    ORDERED(RELAXED) ORDERED(ACQUIRE) ORDERED(RELEASE) ORDERED(ACQ_REL) ORDERED(SEQ_CST)
    PLACED(BLOCK, WRKGRP, "workgroup") PLACED(DEVICE, DEVICE, "agent") PLACED(SYSTEM, SYSTEM, "")
    "#define __nv_atomic_thread_fence(o, s) FENCE_##s(o)\n#define false 0\n#define true 1\n";
/* clang-format on */

/* HIP's words for scopes, which clang has in HIP alone; its builtins are there in C, too. */
static const char hip_scopes[] =
    "#define __HIP_MEMORY_SCOPE_SINGLETHREAD 1\n#define __HIP_MEMORY_SCOPE_WAVEFRONT 2\n"
    "#define __HIP_MEMORY_SCOPE_WORKGROUP 3\n#define __HIP_MEMORY_SCOPE_AGENT 4\n"
    "#define __HIP_MEMORY_SCOPE_SYSTEM 5\n";

/* C's by CUDA's, at the scope that C's have. */
#define AT_SYSTEM(NAME, OPERANDS)                                                                  \
    "#define __atomic_" #NAME "(" OPERANDS ") __nv_atomic_" #NAME "(" OPERANDS                     \
    ", __NV_THREAD_SCOPE_SYSTEM)\n"
/* clang-format off */
static const char by_nvcc[] =
    AT_SYSTEM(load_n, "p, o") AT_SYSTEM(store_n, "p, v, o") AT_SYSTEM(exchange_n, "p, v, o")
    AT_SYSTEM(fetch_add, "p, v, o") AT_SYSTEM(fetch_sub, "p, v, o") AT_SYSTEM(fetch_and, "p, v, o")
    AT_SYSTEM(fetch_or, "p, v, o") AT_SYSTEM(fetch_xor, "p, v, o")
    AT_SYSTEM(compare_exchange_n, "p, e, v, w, s, f") AT_SYSTEM(thread_fence, "o");
/* clang-format on */

/* How functions begin, and what is written before them. */
static const struct {
    const char *head, *before, *places; /* places: before units that use CUDA's builtins */
    const char *part, *shared, *number; /* a thread's function; shared memory; its number there */
} dialects[] = {
    [CM_UNIT_C] = {"void", "", "", "", "", ""},
    [CM_UNIT_NVPTX] = {"__attribute__((nvptx_kernel)) void", "", by_clang, "static inline void",
                       "__attribute__((address_space(3)))", "__nvvm_read_ptx_sreg_tid_x()"},
    [CM_UNIT_AMDGCN] = {"__attribute__((amdgpu_kernel)) void", "", by_clang, "static inline void",
                        "__attribute__((address_space(3)))", "__builtin_amdgcn_workitem_id_x()"},
    [CM_UNIT_CUDA] = {"extern \"C\" __global__ void", by_nvcc, "", "static __device__ void", "",
                      "threadIdx.x"}};

/* ---- types ------------------------------------------------------------------------------ */

static cm_lexer lexer_over(cm_work *work, const char *text)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){"a line", text, strlen(text)};
    return cm_lexer_over_c(work, source, 0, (uint32_t)source->length);
}

/* Reads a type up to the name behind it; its words are "" if none is there. */
static cm_unit_type read_type(cm_work *work, cm_lexer *lex)
{
    cm_unit_type t = {.words = ""};
    bool enumerates = false;
    for (cm_lexer before = *lex; cm_accept_type_word(lex); before = *lex) {
        bool tag = cm_lexer_is(&before, "enum"); /* its name is a part of that word */
        enumerates |= tag;
        t.words = cm_arena_printf(work->arena, "%s%s%.*s", t.words, *t.words ? " " : "",
                                  tag ? (int)(lex->token.text - before.token.text)
                                      : (int)before.token.length,
                                  before.token.text);
    }
    cm_number_type number = cm_number_type_in(t.words, strlen(t.words));
    t.bytes = enumerates ? 4 : number.bytes;
    t.is_unsigned = number.bytes < 8 && !number.is_signed;
    t.is_float = number.is_float;
    for (; *t.words; t.stars++) {
        while (cm_lexer_accept(lex, "volatile") || cm_lexer_accept(lex, "const"))
            continue;
        if (!cm_lexer_accept(lex, "*"))
            break;
    }
    return t;
}

/* ---- local variables ------------------------------------------------------------------- */

typedef struct local {
    const char *name;
    cm_unit_type type;
} local;

typedef struct unit {
    cm_work *work;
    const cm_test *test;
    const cm_thread *thread;
    local *locals;
    int count, capacity;
    cm_text body;
} unit;

static const local *find_local(const unit *u, const char *name)
{
    return CM_NAMED(u->locals, u->count, name, name);
}

static void add_local(unit *u, const char *name, cm_unit_type type)
{
    if (find_local(u, name))
        return;
    CM_PUSH(u->work->arena, u->locals, u->count, u->capacity, (local){name, type});
}

/* Skips a declarator's initial value. */
static void skip_value(cm_lexer *lex)
{
    for (int depth = 0; !cm_lexer_at_end(lex); cm_lexer_advance(lex)) {
        if (depth == 0 && (cm_lexer_is(lex, ",") || cm_lexer_is(lex, ";")))
            return;
        depth += cm_lexer_is(lex, "(");
        depth -= cm_lexer_is(lex, ")");
    }
}

/* Adds the line without the types that it begins with: `int r0 = 1, *r1;` declares at the beginning
 * of the function, so that variables of blocks can be stored at its end, too. */
static void add_line(unit *u, const char *line)
{
    cm_lexer lex = lexer_over(u->work, line);
    cm_unit_type t = read_type(u->work, &lex);
    if (!*t.words) {
        cm_text_append(&u->body, "  %s\n", line);
        return;
    }
    const char *separator = "  ";
    for (bool more = true; more; more = cm_lexer_accept(&lex, ",")) {
        while (cm_lexer_accept(&lex, "*"))
            t.stars++;
        uint32_t from = lex.token.place.offset;
        add_local(u, cm_lexer_name(&lex, "the name of a variable"), t);
        skip_value(&lex);
        cm_text_append(&u->body, "%s%.*s", separator, (int)(lex.token.place.offset - from),
                       line + from);
        separator = ", ";
        t.stars = 0;
    }
    cm_text_add(&u->body, ";\n");
}

static void read_body(unit *u)
{
    u->body = cm_text_new(u->work->arena);
    for (int i = 0; i < u->thread->own_instructions; i++) {
        const char *line = u->thread->instructions[i].text;
        if (line[0] && !u->thread->instructions[i].continues)
            add_line(u, line);
    }
    cm_unit_type number = {.words = "int", .bytes = 4};
    for (int i = 0; i < u->thread->register_count; i++) {
        const char *name = u->thread->registers[i].name;
        if (*name != '.')
            add_local(u, name, number);
    }
}

/* ---- parameters -------------------------------------------------------------------------- */

void cm_unit_parameters(cm_work *work, const cm_thread *thread, cm_unit_each *visit, void *context)
{
    cm_lexer lex = lexer_over(work, thread->parameters);
    while (!cm_lexer_at_end(&lex)) {
        cm_place place = lex.token.place;
        cm_unit_type t = read_type(work, &lex);
        if (cm_lexer_at_end(&lex) && strcmp(t.words, "void") == 0)
            return;
        if (!*t.words || t.stars == 0)
            cm_fail(work, place, "`%s` is not supported, expected parameters such as `int *x`",
                    thread->parameters);
        visit(context, cm_lexer_name(&lex, "the name of a parameter"), t);
        if (!cm_lexer_accept(&lex, ","))
            break;
    }
}

unsigned cm_unit_bytes(cm_unit_type t)
{
    return t.stars > 1 ? CM_UNIT_POINTER : t.bytes;
}

static void note_size(void *context, const char *name, cm_unit_type t)
{
    cm_unit_sizes *sizes = context;
    unsigned bytes = cm_unit_bytes(t);
    (void)name;
    unsigned number = bytes < 4 ? 4 : bytes; /* the dialect's own have so many bits */
    sizes->least = number < sizes->least ? number : sizes->least;
    sizes->most = bytes > sizes->most ? bytes : sizes->most;
}

cm_unit_sizes cm_unit_sizes_of(cm_work *work, const cm_test *test)
{
    cm_unit_sizes sizes = {.least = CM_UNIT_POINTER};
    for (int i = 0; i < test->thread_count; i++)
        cm_unit_parameters(work, &test->threads[i], note_size, &sizes);
    return sizes;
}

/* ---- what is asked ----------------------------------------------------------------------- */

bool cm_unit_is_local(const cm_test *test, const cm_observed *o, int thread)
{
    return o->kind == CM_OBSERVE_REGISTER && (thread < 0 || o->thread == thread) &&
           !test->threads[o->thread].registers[o->reg].fault;
}

const char *cm_unit_stored_name(cm_work *work, const cm_test *test, const cm_observed *o)
{
    const cm_thread *t = &test->threads[o->thread];
    return cm_arena_printf(work->arena, "P%d_%s", t->id, t->registers[o->reg].name);
}

bool cm_unit_stores(const cm_test *test, int thread)
{
    for (int i = 0; i < test->observed_count; i++)
        if (cm_unit_is_local(test, &test->observed[i], thread))
            return true;
    return false;
}

/* ---- one unit ------------------------------------------------------------------------------ */

/* Parameters as a function of that thread has them, as its group's kernel has them, or as arguments
 * of the one in the other. */
typedef enum cm_unit_role { OWN, OF_GROUP, PASSED } cm_unit_role;

typedef struct printing {
    cm_text *text;
    int count, id;
    cm_unit_role role;
} printing;

static void print_parameter(void *context, const char *name, cm_unit_type t)
{
    printing *p = context;
    cm_text_add(p->text, p->count++ ? ", " : "");
    if (p->role != PASSED)
        cm_text_append(p->text, "%s %.*s", t.words, t.stars, "********");
    if (p->role != OWN)
        cm_text_append(p->text, "of%d_", p->id);
    cm_text_add(p->text, name);
}

/* Reads the body, which names the local variables. */
static unit read_unit(cm_work *work, const cm_test *test, int thread)
{
    unit u = {.work = work, .test = test, .thread = &test->threads[thread]};
    read_body(&u);
    return u;
}

cm_unit_type cm_unit_local(cm_work *work, const cm_test *test, const cm_observed *o)
{
    unit u = read_unit(work, test, o->thread);
    return find_local(&u, u.thread->registers[o->reg].name)->type;
}

/* The pointers to what local variables are stored in, behind the parameters. */
static void print_pointers(printing *p, const unit *u, int thread)
{
    for (int i = 0; i < u->test->observed_count; i++) {
        const cm_observed *o = &u->test->observed[i];
        if (!cm_unit_is_local(u->test, o, thread))
            continue;
        cm_unit_type t = find_local(u, u->thread->registers[o->reg].name)->type;
        if (t.bytes > CM_UNIT_POINTER)
            t.words = "long";
        t.stars++;
        print_parameter(p, cm_unit_stored_name(u->work, u->test, o), t);
    }
}

static void print_stores(cm_text *text, const unit *u, int thread)
{
    for (int i = 0; i < u->test->observed_count; i++) {
        const cm_observed *o = &u->test->observed[i];
        if (!cm_unit_is_local(u->test, o, thread))
            continue;
        const char *own = u->thread->registers[o->reg].name;
        cm_text_append(text, "  *%s = %s;\n", cm_unit_stored_name(u->work, u->test, o), own);
    }
}

/* The function behind the declarations and macros that it uses. */
static const char *with_prelude(cm_work *work, const char *function)
{
    cm_text text = cm_text_new(work->arena);
    for (int i = 0; i < TYPES; i++)
        if (types[i].line && cm_has_word(function, types[i].name))
            cm_text_append(&text, "%s\n", types[i].line);
    for (int i = 0; i < PRELUDE; i++)
        if (cm_has_word(function, prelude[i].name))
            cm_text_append(&text, "%s\n", prelude[i].line);
    cm_text_add(&text, function);
    return text.data;
}

static void print_parameters(cm_text *text, const unit *u, int thread, cm_unit_way way,
                             cm_unit_role role)
{
    static const cm_unit_type nothing = {.words = "void", .stars = 1};
    printing p = {text, 0, u->thread->id, role};
    cm_unit_parameters(u->work, u->thread, print_parameter, &p);
    if (p.count == 0)
        print_parameter(&p, "unused", nothing);
    if (way == CM_UNIT_STORES)
        print_pointers(&p, u, thread);
}

static void print_function(cm_work *work, cm_text *text, const cm_test *test, int thread,
                           cm_unit_way way, const char *head)
{
    unit u = read_unit(work, test, thread);
    cm_text_append(text, "%s P%d(", head, u.thread->id);
    print_parameters(text, &u, thread, way, OWN);
    cm_text_add(text, ")\n{\n");
    for (int i = 0; i < u.count; i++)
        cm_text_append(text, "  %s %.*s%s = 0;\n", u.locals[i].type.words, u.locals[i].type.stars,
                       "********", u.locals[i].name);
    cm_text_add(text, u.body.data);
    if (way == CM_UNIT_STORES)
        print_stores(text, &u, thread);
    cm_text_add(text, "}\n");
}

int cm_unit_group(const cm_test *test, int thread)
{
    const cm_placement *at = &test->threads[thread].at;
    for (int i = 0; test->head && i < thread; i++)
        if (test->threads[i].at.gpu == at->gpu && test->threads[i].at.cta == at->cta)
            return i;
    return thread;
}

static bool has_group(const cm_test *test, int thread)
{
    for (int i = 0; i < test->thread_count; i++)
        if (i != thread && cm_unit_group(test, i) == cm_unit_group(test, thread))
            return true;
    return false;
}

const char *cm_unit_kernel(cm_work *work, const cm_test *test, int first)
{
    return cm_arena_printf(work->arena, "%s%d", has_group(test, first) ? "group" : "P",
                           test->threads[first].id);
}

/* The kernel of threads that share a workgroup: by its number, each thread knows what to do. */
static void print_group(cm_work *work, cm_text *text, const cm_test *test, int first,
                        cm_unit_way way, cm_unit_dialect dialect)
{
    static const cm_unit_role roles[] = {OF_GROUP, PASSED};
    for (int step = 0; step < 2; step++) {
        int number = 0;
        if (step == 0)
            cm_text_append(text, "%s %s(", dialects[dialect].head,
                           cm_unit_kernel(work, test, first));
        for (int t = first; t < test->thread_count; t++) {
            if (cm_unit_group(test, t) != first)
                continue;
            unit u = read_unit(work, test, t);
            if (step == 1)
                cm_text_append(text, "  if (%s == %d)\n    P%d(", dialects[dialect].number,
                               CM_UNIT_APART * number++, u.thread->id);
            else if (t > first)
                cm_text_add(text, ", ");
            print_parameters(text, &u, t, way, roles[step]);
            cm_text_add(text, step == 1 ? ");\n" : "");
        }
        cm_text_add(text, step == 0 ? ")\n{\n" : "}\n");
    }
}

/* Functions and constants of the test, and what C has in a header. */
static void print_definitions(cm_text *text, const cm_test *test)
{
    static const char *const words[] = {"false", "true"};
    const char *units = text->data;
    *text = cm_text_new(text->arena);
    for (int i = 0; i < test->definition_count; i++)
        if (test->definitions[i].used && test->definitions[i].size == 0)
            cm_text_add(text, test->definitions[i].text);
    cm_text_add(text, units);
    for (int i = 0; i < 2 && !test->head; i++)
        if (cm_has_word(text->data, words[i])) {
            units = text->data;
            *text = cm_text_new(text->arena);
            cm_text_append(text, "#define %s %d\n%s", words[i], i, units);
        }
}

const char *cm_unit_of(cm_work *work, const cm_test *test, int thread, cm_unit_way way,
                       cm_unit_dialect dialect)
{
    cm_text text = cm_text_new(work->arena);
    for (int t = thread < 0 ? 0 : thread; t < (thread < 0 ? test->thread_count : thread + 1); t++)
        print_function(work, &text, test, t, way,
                       has_group(test, t) ? dialects[dialect].part : dialects[dialect].head);
    for (int t = 0; thread < 0 && t < test->thread_count; t++)
        if (cm_unit_group(test, t) == t && has_group(test, t))
            print_group(work, &text, test, t, way, dialect);
    print_definitions(&text, test);
    if (cm_has_word(text.data, CM_UNIT_SHARED))
        text.data = cm_arena_printf(work->arena, "#define " CM_UNIT_SHARED " %s\n%s",
                                    dialects[dialect].shared, text.data);
    if (strstr(text.data, "cuda::"))
        return cm_arena_printf(work->arena, "#include <cuda/atomic>\n%s", text.data);
    return cm_arena_printf(work->arena, "%s%s%s%s", test->head ? "" : dialects[dialect].before,
                           strstr(text.data, "__HIP_MEMORY_SCOPE_") ? hip_scopes : "",
                           strstr(text.data, "__nv_") ? dialects[dialect].places : "",
                           with_prelude(work, text.data));
}

/* ---- the source test ------------------------------------------------------------------------ */

void cm_unit_print_question(cm_work *work, cm_text *text, const cm_test *test)
{
    static const char *const quantifiers[] = {"exists", "~exists", "forall"};
    if (test->filter)
        cm_text_append(text, "filter (%s)\n", cm_prop_print(work->arena, test, test->filter));
    cm_text_append(text, "%s (%s)\n", quantifiers[test->quantifier],
                   cm_prop_print(work->arena, test, test->condition));
}

/* Threads of one workgroup are of one kernel. */
static void check_place(cm_work *work, const cm_test *test, int thread)
{
    const cm_placement *at = &test->threads[thread].at;
    bool alone = at->cta >= 0;
    if (at->gpu < 0)
        cm_fail(work, cm_test_place(test),
                "P%d has no place on a GPU, expected one for each thread, or the head C",
                test->threads[thread].id);
    for (int i = 0; i < thread; i++) {
        const cm_placement *other = &test->threads[i].at;
        bool one = at->gpu == other->gpu && at->cta == other->cta;
        alone &= one ? at->wave < 0 || at->wave != other->wave
                     : at->gpu != other->gpu || at->cluster < 0 || at->cluster != other->cluster;
    }
    if (!alone)
        cm_fail(work, cm_test_place(test),
                "P%d has no workgroup, or is in the wave of another thread, or beside it in a "
                "cluster, which is not supported, expected a wave and a cluster for each thread",
                test->threads[thread].id);
}

void cm_unit_check(cm_work *work, const cm_test *test)
{
    cm_place place = cm_test_place(test);
    if (!test->threads[0].parameters)
        cm_fail(work, place, "`%s` is a test of %s, expected one of C", test->name,
                cm_arch_name(test->arch));
    if (test->head && test->head->is_opencl)
        cm_fail(work, place, "`%s` is a test of OPENCL, expected one of C, CUDA or HIP",
                test->name);
    for (int i = 0; test->head && i < test->thread_count; i++)
        check_place(work, test, i);
    for (int i = 0; i < test->thread_count; i++)
        if (cm_has_word(test->threads[i].parameters, "struct"))
            cm_fail(work, place, "`%s` has structures, expected parameters such as `int *x`",
                    test->name);
    const cm_isa *isa = cm_isa_for(test->arch);
    if (isa->model && !test->head && strcmp(isa->model(test), isa->family->model) != 0)
        cm_fail(work, place, "`%s` has operations of the Linux kernel, expected those of C11",
                test->name);
}

const char *cm_unit_source(cm_work *work, const cm_test *test)
{
    cm_text text = cm_text_new(work->arena);
    cm_text_append(&text, "%s %s\n", test->head ? test->head->head : cm_arch_name(test->arch),
                   test->name);
    cm_print_init(&text, test);
    cm_print_program(&text, test);
    cm_text_add(&text, "locations [");
    for (int i = 0; i < test->observed_count; i++)
        if (cm_unit_is_local(test, &test->observed[i], -1))
            cm_text_append(&text, "%s; ", test->observed[i].display);
    for (int i = 0; i < test->location_count; i++)
        cm_text_append(&text, "%s; ", test->locations[i].name);
    cm_text_add(&text, "]\n");
    cm_unit_print_question(work, &text, test);
    return text.data;
}
