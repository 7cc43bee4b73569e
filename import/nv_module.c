/* Modules of PTX: variables, and the heads of kernels and functions. */
#include "import/nv_module.h"

#include <string.h>

enum { MOST_PARAMETERS = 256, MOST_BYTES = 1 << 24 };

/* ---- types and variables -------------------------------------------------------- */

unsigned cm_nv_type_bits(const char *type)
{
    static const struct {
        const char *name;
        unsigned bits;
    } types[] = {{".pred", 1}, {".b8", 8},    {".u8", 8},   {".s8", 8},   {".b16", 16},
                 {".u16", 16}, {".s16", 16},  {".f16", 16}, {".b32", 32}, {".u32", 32},
                 {".s32", 32}, {".f32", 32},  {".b64", 64}, {".u64", 64}, {".s64", 64},
                 {".f64", 64}, {".b128", 128}};
    for (size_t i = 0; i < sizeof types / sizeof *types; i++)
        if (strcmp(types[i].name, type) == 0)
            return types[i].bits;
    return 0;
}

static const struct {
    const char *word;
    cm_nv_space space;
} spaces[] = {{".global", CM_NV_GLOBAL},
              {".const", CM_NV_CONST},
              {".shared", CM_NV_SHARED},
              {".local", CM_NV_LOCAL},
              {".param", CM_NV_PARAM}};

bool cm_nv_at_space(const cm_nv_parser *p)
{
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (cm_nv_is(&p->lex, spaces[i].word))
            return true;
    return false;
}

static cm_nv_space take_space(cm_nv_parser *p)
{
    for (size_t i = 0; i < sizeof spaces / sizeof *spaces; i++)
        if (cm_nv_accept(&p->lex, spaces[i].word))
            return spaces[i].space;
    cm_nv_fail(&p->lex, "expected a state space");
}

/* `[32]`, `[4][8]`, `[]` */
static void read_dimensions(cm_nv_parser *p, cm_nv_variable *v)
{
    while (cm_nv_accept(&p->lex, "[")) {
        cm_place place = p->lex.place;
        v->is_array = true;
        uint64_t size = cm_nv_is(&p->lex, "]") ? 0 : cm_nv_integer(&p->lex, "a size");
        if (size > MOST_BYTES || v->count * size > MOST_BYTES)
            cm_fail(p->work, place, "the array is too large, expected at most %d elements",
                    MOST_BYTES);
        if (v->dimensions == CM_NV_DIMENSIONS)
            cm_fail(p->work, place, "there are too many dimensions, expected at most %d",
                    CM_NV_DIMENSIONS);
        v->sizes[v->dimensions++] = size;
        v->count *= size;
        cm_nv_expect(&p->lex, "]");
    }
}

static void add_value(cm_nv_parser *p, cm_nv_variable *v, int *capacity, cm_nv_initial value)
{
    if (v->init_count == MOST_BYTES)
        cm_nv_fail(&p->lex, "there are too many initial values, expected at most %d", MOST_BYTES);
    CM_PUSH(p->work->arena, v->init, v->init_count, *capacity, value);
}

/* x   generic(x)   generic(x)+4 */
static void read_symbol(cm_nv_parser *p, cm_nv_initial *value)
{
    bool in_generic = cm_nv_accept(&p->lex, "generic");
    if (in_generic)
        cm_nv_expect(&p->lex, "(");
    value->symbol = cm_nv_name(&p->lex, "a number or the name of a variable");
    if (in_generic)
        cm_nv_expect(&p->lex, ")");
    value->number = 0;
    if (cm_nv_accept(&p->lex, "+") || cm_nv_is(&p->lex, "-"))
        value->number = cm_nv_integer(&p->lex, "an offset in bytes");
}

static cm_nv_initial read_value(cm_nv_parser *p)
{
    cm_nv_initial value = {.number = p->lex.number, .place = p->lex.place};
    if (p->lex.kind == CM_NV_FLOAT) {
        cm_nv_advance(&p->lex);
    } else if (p->lex.kind == CM_NV_NAME) {
        read_symbol(p, &value);
    } else {
        value.number = cm_nv_integer(&p->lex, "a number or the name of a variable");
        value.is_part = cm_nv_accept(&p->lex, "(");
        if (value.is_part) {
            read_symbol(p, &value);
            cm_nv_expect(&p->lex, ")");
        }
    }
    return value;
}

/* { {1, 2}, {3} }: what a row lacks is 0. `depth`: so many braces are open. */
static void read_row(cm_nv_parser *p, cm_nv_variable *v, int *capacity, int depth)
{
    uint64_t row = v->count / (v->dimensions && v->sizes[0] ? v->sizes[0] : 1);
    for (int i = 1; i < depth && i < v->dimensions && row > 0; i++)
        row /= v->sizes[i];
    while (!cm_nv_is(&p->lex, "}")) {
        if (depth < v->dimensions && cm_nv_accept(&p->lex, "{")) {
            read_row(p, v, capacity, depth + 1);
            while (row > 1 && (uint64_t)v->init_count % row != 0)
                add_value(p, v, capacity, (cm_nv_initial){.place = p->lex.place});
        } else {
            add_value(p, v, capacity, read_value(p));
        }
        if (!cm_nv_accept(&p->lex, ","))
            break;
    }
    cm_nv_expect(&p->lex, "}");
}

static void read_initial(cm_nv_parser *p, cm_nv_variable *v)
{
    int capacity = 0;
    cm_place place = p->lex.place;
    bool open = v->dimensions > 0 && v->sizes[0] == 0;
    for (int i = 1; open && i < v->dimensions; i++) /* x[][2]: as many rows as there are values */
        v->count = (i == 1 ? 1 : v->count) * v->sizes[i];
    if (open && v->dimensions == 1)
        v->count = 1;
    if (cm_nv_accept(&p->lex, "{"))
        read_row(p, v, &capacity, 1);
    else
        add_value(p, v, &capacity, read_value(p));
    if (open && v->count > 0)
        v->count *= ((uint64_t)v->init_count + v->count - 1) / v->count;
    if ((uint64_t)v->init_count > v->count)
        cm_fail(p->work, place, "there are %d initial values, expected at most %llu", v->init_count,
                (unsigned long long)v->count);
}

/* Between the space and the name: alignment, type, what a parameter points to. */
static void read_type(cm_nv_parser *p, cm_nv_variable *v)
{
    while (p->lex.kind == CM_NV_NAME && *cm_nv_text(&p->lex) == '.') {
        const char *word = cm_nv_name(&p->lex, "a type");
        unsigned bits = cm_nv_type_bits(word);
        if (bits >= 8) {
            v->bytes = bits / 8;
            v->is_vague = strcmp(word, ".b8") == 0;
        } else if (strcmp(word, ".align") == 0) {
            cm_nv_integer(&p->lex, "an alignment");
        } else if (strcmp(word, ".v2") == 0 || strcmp(word, ".v4") == 0) {
            v->count = (uint64_t)(word[2] - '0');
            v->is_array = true;
        } else if (strcmp(word, ".attribute") == 0) {
            while (!cm_nv_accept(&p->lex, ")") && p->lex.kind != CM_NV_END)
                cm_nv_advance(&p->lex);
        }
    }
    if (v->bytes == 0)
        cm_nv_fail(&p->lex, "expected a variable of a type such as .b32");
}

int cm_nv_variable_read(cm_nv_parser *p, bool is_parameter)
{
    cm_nv_module *m = p->module;
    cm_nv_variable v = {.count = 1, .is_extern = p->is_extern};
    v.space = take_space(p);
    p->is_extern = false;
    read_type(p, &v);
    v.place = p->lex.place;
    v.name = cm_nv_name(&p->lex, "the name of a variable");
    uint64_t vector = v.count;
    read_dimensions(p, &v);
    if (vector > 1 && v.dimensions < CM_NV_DIMENSIONS)
        v.sizes[v.dimensions++] = vector;
    v.is_vague = v.is_vague && v.is_array;
    if (cm_nv_accept(&p->lex, "="))
        read_initial(p, &v);
    if (!is_parameter)
        cm_nv_expect(&p->lex, ";");
    CM_RESERVE(p->work->arena, m->variables, m->variable_count, m->variable_capacity);
    m->variables[m->variable_count] = v;
    return m->variable_count++;
}

/* ---- routines ---------------------------------------------------------------------- */

static void read_parameters(cm_nv_parser *p, int **list, int *count, int *capacity)
{
    cm_nv_expect(&p->lex, "(");
    while (!cm_nv_is(&p->lex, ")")) {
        if (!cm_nv_is(&p->lex, ".param"))
            cm_nv_fail(&p->lex, "expected a parameter in .param");
        if (*count == MOST_PARAMETERS)
            cm_nv_fail(&p->lex, "there are too many parameters, expected at most %d",
                       MOST_PARAMETERS);
        int index = cm_nv_variable_read(p, true);
        CM_RESERVE(p->work->arena, *list, *count, *capacity);
        (*list)[(*count)++] = index;
        if (!cm_nv_accept(&p->lex, ","))
            break;
    }
    cm_nv_expect(&p->lex, ")");
}

static void read_cluster(cm_nv_parser *p, cm_nv_routine *r)
{
    for (int i = 0; i < 3; i++) {
        cm_place place = p->lex.place;
        uint64_t size =
            i == 0 || cm_nv_accept(&p->lex, ",") ? cm_nv_integer(&p->lex, "a number of blocks") : 1;
        if (size == 0 || size > 65535)
            cm_fail(p->work, place, "the number of blocks is out of range, expected 1 to 65535");
        r->cluster[i] = (unsigned)size;
    }
}

/* Performance directives (PTX ISA, "Performance-Tuning Directives"): none but the shape of
 * a cluster says anything of what the kernel does. */
static void read_directives(cm_nv_parser *p, cm_nv_routine *r)
{
    while (!cm_nv_is(&p->lex, "{") && !cm_nv_is(&p->lex, ";")) {
        if (p->lex.kind == CM_NV_END)
            cm_nv_fail(&p->lex, "expected the body of `%s`", r->name);
        if (cm_nv_accept(&p->lex, ".reqnctapercluster"))
            read_cluster(p, r);
        else
            cm_nv_advance(&p->lex);
    }
}

static void read_routine(cm_nv_parser *p, bool is_kernel)
{
    cm_nv_module *m = p->module;
    cm_nv_routine r = {.is_kernel = is_kernel};
    p->is_extern = false;
    if (!is_kernel && cm_nv_is(&p->lex, "("))
        read_parameters(p, &r.results, &r.result_count, &r.result_capacity);
    r.place = p->lex.place;
    r.name = cm_nv_name(&p->lex, "the name of a function");
    if (cm_nv_is(&p->lex, "("))
        read_parameters(p, &r.parameters, &r.parameter_count, &r.parameter_capacity);
    read_directives(p, &r);
    r.has_body = !cm_nv_accept(&p->lex, ";");
    if (r.has_body)
        cm_nv_body_read(p, &r);
    CM_PUSH(p->work->arena, m->routines, m->routine_count, m->routine_capacity, r);
}

/* ---- the module ---------------------------------------------------------------------- */

static void skip_section(cm_nv_parser *p)
{
    unsigned depth = 0;
    do {
        if (p->lex.kind == CM_NV_END)
            cm_nv_fail(&p->lex, "expected the end of a section");
        depth += cm_nv_is(&p->lex, "{");
        depth -= depth > 0 && cm_nv_is(&p->lex, "}");
        cm_nv_advance(&p->lex);
    } while (depth > 0 || cm_nv_is(&p->lex, "{"));
}

static bool read_skipped(cm_nv_parser *p)
{
    static const char *const words[] = {".version", ".target", ".address_size", ".file",
                                        ".loc",     ".pragma", ".alias"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_nv_is(&p->lex, words[i])) {
            cm_nv_skip_line(&p->lex);
            return true;
        }
    if (!cm_nv_is(&p->lex, ".section"))
        return false;
    while (!cm_nv_is(&p->lex, "{") && p->lex.kind != CM_NV_END)
        cm_nv_advance(&p->lex);
    skip_section(p);
    return true;
}

static void read_item(cm_nv_parser *p)
{
    static const char *const linkage[] = {".visible", ".extern", ".weak", ".common"};
    p->is_extern |= cm_nv_is(&p->lex, ".extern");
    for (size_t i = 0; i < sizeof linkage / sizeof *linkage; i++)
        if (cm_nv_accept(&p->lex, linkage[i]))
            return;
    if (read_skipped(p))
        return;
    if (cm_nv_accept(&p->lex, ".entry"))
        read_routine(p, true);
    else if (cm_nv_accept(&p->lex, ".func"))
        read_routine(p, false);
    else if (cm_nv_at_space(p))
        cm_nv_variable_read(p, false);
    else
        cm_nv_fail(&p->lex, "expected a variable, .entry, .func or another directive of a module");
}

/* Shared memory of the system, where cooperative groups keep what their barriers need: 1 KB of each
 * block (PTX ISA, "Special Registers"; CUDA Programming Guide, "Compute Capability 8.x"). */
static void add_reserved(cm_nv_parser *p)
{
    static const char *const names[] = {"reserved_smem_offset_0", "reserved_smem_offset_1"};
    cm_nv_module *m = p->module;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        CM_PUSH(p->work->arena, m->variables, m->variable_count, m->variable_capacity,
                (cm_nv_variable){.name = names[i],
                                 .space = CM_NV_SHARED,
                                 .bytes = 4,
                                 .count = 256,
                                 .is_array = true,
                                 .is_reserved = true});
}

cm_nv_module *cm_nv_module_read(cm_work *work, const cm_source *source)
{
    cm_nv_parser p = {.work = work, .module = CM_NEW(work->arena, cm_nv_module)};
    p.lex = cm_nv_lexer_over(work, source);
    while (p.lex.kind != CM_NV_END)
        read_item(&p);
    add_reserved(&p);
    return p.module;
}

const cm_nv_routine *cm_nv_routine_named(const cm_nv_module *m, const char *name)
{
    const cm_nv_routine *found = NULL;
    for (int i = 0; i < m->routine_count; i++)
        if (strcmp(m->routines[i].name, name) == 0 && (!found || m->routines[i].has_body))
            found = &m->routines[i];
    return found;
}
