/* A test as text. */
#include "litmus/text/print.h"
#include "litmus/float.h"

#include "base/text.h"
#include "litmus/isa/isa.h"
#include "litmus/text/column.h"
#include "litmus/text/text.h"

#include <string.h>
#include <strings.h>

/* ---- initial state --------------------------------------------------- */

static const char *type_name(unsigned bits, bool is_signed, bool is_float)
{
    if (is_float)
        return bits == 64 ? "double " : "float ";
    static const char *const names[2][4] = {{"uint8_t ", "uint16_t ", "uint32_t ", "uint64_t "},
                                            {"int8_t ", "int16_t ", "int32_t ", "int64_t "}};
    return names[is_signed][bits == 8 ? 0 : bits == 16 ? 1 : bits == 32 ? 2 : 3];
}

/* An initial value in full: it is read back as 64 bits. */
static const char *initial_value(cm_arena *arena, const cm_test *test, uint64_t value,
                                 unsigned float_bits)
{
    if (float_bits)
        return cm_float_print(arena, value, float_bits);
    return cm_value_print(arena, test, value, 64, true);
}

static void print_multimem(cm_text *text, const cm_test *test, const cm_location *location)
{
    const char *separator = "={";
    cm_text_append(text, " multimem %s", location->name);
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *l = &test->locations[i];
        if (l->multimem_of < 0 || &test->locations[l->multimem_of] != location)
            continue;
        cm_text_append(text, "%s%s", separator, test->locations[l->alias_of].name);
        separator = ",";
    }
    cm_text_add(text, "};");
}

/* `[4]={1,2}`: elements without a value are 0. Members need no braces of their own. */
static void print_owner(cm_text *text, const cm_test *test, const cm_location *location)
{
    if (location->space == CM_SPACE_SHARED)
        cm_text_append(text, "@cta %d,gpu %d", test->threads[location->owner].at.cta,
                       test->threads[location->owner].at.gpu);
    else
        cm_print_home(text, test, location);
}

static void print_elements(cm_text *text, const cm_test *test, const cm_location *location)
{
    uint32_t given = location->count;
    while (given > 0 && location->init[given - 1] == 0)
        given--;
    uint32_t count = location->structure ? location->count / location->structure->size : 0;
    if (count != 1)
        cm_text_append(text, "[%u]", location->structure ? count : location->count);
    print_owner(text, test, location);
    cm_text_add(text, given > 0 ? "={" : "");
    for (uint32_t i = 0; i < given; i++)
        cm_text_append(
            text, "%s%s", i > 0 ? "," : "",
            initial_value(text->arena, test, location->init[i], cm_location_float_bits(location)));
    cm_text_add(text, given > 0 ? "}" : "");
}

static void print_location(cm_text *text, const cm_test *test, const cm_location *location)
{
    if (location->is_code || location->multimem_of >= 0)
        return;
    if (location->space == CM_SPACE_MULTIMEM) {
        print_multimem(text, test, location);
        return;
    }
    if (location->alias_of >= 0 || location->proxy != CM_GENERIC) {
        static const char *const proxies[] = {"generic", "texture", "surface", "constant"};
        cm_text_append(text, " %s @ %s", location->name, proxies[location->proxy]);
        int target = location->virtual_of >= 0 ? location->virtual_of : location->alias_of;
        if (target >= 0)
            cm_text_append(text, " aliases %s", test->locations[target].name);
        cm_text_add_char(text, ';');
        return;
    }
    bool shared = location->space == CM_SPACE_SHARED;
    cm_text_append(text, " %s", shared ? "shared " : "");
    if (location->structure)
        cm_text_append(text, "%s ", location->structure->name);
    else if (location->typed || location->is_array)
        cm_text_add(text, type_name(location->is_float ? cm_location_float_bits(location)
                                                       : 8u * location->width,
                                    location->is_signed, location->is_float));
    cm_text_add(text, location->name);
    if (location->is_array)
        print_elements(text, test, location);
    else {
        print_owner(text, test, location);
        cm_text_append(
            text, "=%s",
            initial_value(text->arena, test, location->init[0], cm_location_float_bits(location)));
    }
    cm_text_add_char(text, ';');
    /* `y @ x+8;` */
    uint64_t offset;
    int first = cm_test_locate(test, location->piece, &offset);
    if (location->piece != location->address && first >= 0)
        cm_text_append(text, " %s @ %s+%llu;", location->name, test->locations[first].name,
                       (unsigned long long)(location->address - location->piece));
}

static void print_registers(cm_text *text, const cm_test *test, const cm_thread *thread)
{
    bool any = false;
    for (int i = 0; i < thread->register_count; i++) {
        const cm_register *reg = &thread->registers[i];
        if (reg->name[0] == '.' || (!reg->typed && reg->init->imm == 0))
            continue;
        cm_text_append(
            text, " %s%d:%s=%s;",
            reg->typed ? type_name(reg->bits, reg->is_signed, reg->is_float) : "", thread->id,
            reg->name,
            initial_value(text->arena, test, reg->init->imm, reg->is_float ? reg->bits : 0));
        any = true;
    }
    if (any)
        cm_text_add_char(text, '\n');
}

void cm_print_init(cm_text *text, const cm_test *test)
{
    cm_text_add(text, "{\n");
    for (int i = 0; i < test->location_count; i++)
        print_location(text, test, &test->locations[i]);
    if (test->location_count > 0)
        cm_text_add_char(text, '\n');
    for (int i = 0; i < test->thread_count; i++)
        print_registers(text, test, &test->threads[i]);
    cm_text_add(text, "}\n");
}

/* ---- program --------------------------------------------------------- */

static const char *head_of(cm_arena *arena, const cm_test *test, const cm_thread *thread)
{
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "P%d", thread->id);
    const char *separator = "@";
    if (test->arch == CM_CMCM) {
        cm_text_append(&text, "@%s", cm_isa_for(thread->arch)->word);
        separator = ",";
    }
    cm_placement_print(&text, separator, ",", &thread->at);
    if (thread->begins)
        cm_text_append(&text, "%s%s", strchr(text.data, '@') ? "," : "@", thread->begins);
    return text.data;
}

/* Labels that stand before the steps of an instruction, each in a cell of its own. */
static void add_labels(cm_arena *arena, cm_column *c, const cm_thread *thread, int *next_label,
                       int before_step)
{
    for (; *next_label < thread->label_count; (*next_label)++) {
        const cm_label *label = &thread->labels[*next_label];
        if (label->step > before_step)
            return;
        if (label->name[0] != ' ') /* else made by an instruction */
            cm_column_add(arena, c, cm_arena_printf(arena, "%s:", label->name));
    }
}

/* First step of each instruction; instructions without steps have that of the
 * next. Labels are in the order of their steps. */
static cm_column column_of(cm_arena *arena, const cm_test *test, const cm_thread *thread)
{
    cm_column c = {NULL, 0, 0, 0};
    cm_column_add(arena, &c, head_of(arena, test, thread));
    int step = 0, label = 0;
    for (int i = 0; i < thread->own_instructions; i++) {
        bool has_steps = step < thread->step_count && thread->steps[step].instruction == i;
        if (has_steps)
            add_labels(arena, &c, thread, &label, step);
        const cm_instruction *own = &thread->instructions[i];
        const char *line = own->where ? cm_arena_printf(arena, "at %s", own->where) : "";
        const char *comma = own->where && own->origin ? ", " : "";
        cm_column_add(arena, &c,
                      own->where || own->origin
                          ? cm_arena_printf(arena, "%s (* %s%s%s *)", own->text, line, comma,
                                            own->origin ? own->origin : "")
                          : own->text);
        while (step < thread->step_count && thread->steps[step].instruction == i)
            step++;
    }
    add_labels(arena, &c, thread, &label, step);
    return c;
}

/* `P0 (int* x) {`, its lines, `}`. */
static void print_function(cm_text *text, const cm_thread *thread)
{
    int depth = 1;
    cm_text_append(text, "P%d%s%s", thread->id, thread->target ? "@" : "",
                   thread->target ? thread->target : "");
    cm_placement_print(text, thread->target ? "," : "@", ",", &thread->at);
    cm_text_append(text, " (%s) {\n", thread->parameters);
    for (int i = 0; i < thread->own_instructions; i++) {
        const char *line = thread->instructions[i].text;
        if (thread->instructions[i].continues || !line[0])
            continue;
        depth -= line[0] == '}';
        cm_text_append(text, "%*s%s\n", 2 * depth, "", line);
        depth += line[strlen(line) - 1] == '{';
    }
    cm_text_add(text, "}\n");
}

void cm_columns_print(cm_text *text, const cm_column *columns, int count)
{
    int rows = 0;
    for (int i = 0; i < count; i++)
        rows = columns[i].count > rows ? columns[i].count : rows;
    for (int row = 0; row < rows; row++) {
        for (int i = 0; i < count; i++)
            cm_text_append(text, "%s%-*s", i > 0 ? " | " : " ", columns[i].width,
                           row < columns[i].count ? columns[i].cells[row] : "");
        cm_text_add(text, " ;\n");
    }
}

void cm_print_program(cm_text *text, const cm_test *test)
{
    bool functions = test->thread_count > 0 && test->threads[0].parameters;
    for (int i = 0; i < test->definition_count; i++)
        if (functions && test->definitions[i].used)
            cm_text_add(text, test->definitions[i].text);
    for (int i = 0; i < test->thread_count && test->threads[i].parameters; i++)
        print_function(text, &test->threads[i]);
    if (functions)
        return;
    int columns = test->thread_count;
    cm_column *table = CM_NEW_ARRAY(text->arena, (size_t)columns, cm_column);
    for (int i = 0; i < columns; i++)
        table[i] = column_of(text->arena, test, &test->threads[i]);
    cm_columns_print(text, table, columns);
}

/* ---- the whole ------------------------------------------------------- */

static void print_header(cm_work *work, cm_text *text, const cm_test *test)
{
    cm_text_append(text, "%s %s\n", test->head ? test->head->head : cm_arch_name(test->arch),
                   test->name);
    if (test->doc)
        cm_text_append(text, "\"%s\"\n", test->doc);
    bool hashed = false;
    for (int i = 0; i < test->metadata_count; i++) {
        cm_text_append(text, "%s=%s\n", test->metadata[i].key, test->metadata[i].value);
        hashed = hashed || strcasecmp(test->metadata[i].key, "Hash") == 0;
    }
    /* The hash is of what was written, which is not what is printed here. */
    if (!hashed && test->arch != CM_CMCM && cm_isa_for(test->arch)->hash_text) {
        char hash[33];
        cm_test_hash(work, test, hash);
        cm_text_append(text, "Hash=%s\n", hash);
    }
}

/* Faults are shown whether a list names them or not. */
static bool is_fault(const cm_test *test, const cm_observed *o)
{
    return o->kind == CM_OBSERVE_REGISTER && test->threads[o->thread].registers[o->reg].fault;
}

void cm_print_observed(cm_text *text, const cm_test *test)
{
    int listed = 0;
    for (int i = 0; i < test->shown_count; i++)
        if (!is_fault(test, &test->observed[i]))
            cm_text_append(text, "%s%s;", listed++ ? " " : "locations [",
                           test->observed[i].display);
    if (listed)
        cm_text_add(text, "]\n");
}

char *cm_litmus_print(cm_work *work, const cm_test *test)
{
    static const char *const quantifiers[] = {"exists", "~exists", "forall"};
    cm_text text = cm_text_new(work->arena);
    print_header(work, &text, test);
    cm_print_init(&text, test);
    cm_print_program(&text, test);
    cm_print_observed(&text, test);
    if (test->filter)
        cm_text_append(&text, "filter (%s)\n", cm_prop_print(work->arena, test, test->filter));
    cm_text_append(&text, "%s (%s)\n", quantifiers[test->quantifier],
                   cm_prop_print(work->arena, test, test->condition));
    return text.data;
}
