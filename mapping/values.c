/* What an instruction reads, computes and leaves: tests of one thread, of which a right translation
 * has the same single final state. All registers of the thread begin with values of their own and
 * are observed, so that scratch registers of a sequence which are none show, too. */
#include "mapping/rules.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <string.h>

/* Operands that tell operations apart: add, sub, and, or, xor, exchange, signed and unsigned min
 * and max, increment and decrement give different values for these; compare-and-swap succeeds and
 * fails, also with its operands exchanged; each byte of what is stored and of what lies there
 * differs, and a carry goes from each into the next. What has no inputs gets the first two: bytes
 * that all extend one another's sign, and bytes that do not. */
static const struct {
    unsigned memory[2], inputs[2];
} values[] = {
    {{0xfffffffe, 0x80fedcba}, {3, 10}},
    {{0x89abcdef, 0x01234567}, {0x12345678, 5}},
    {{3, 7}, {5, 9}},
    {{5, 7}, {5, 9}},
    {{9, 7}, {5, 9}},
    {{5, 7}, {3, 9}},
    {{0x80000001, 7}, {0xfffffffe, 0x89abcdef}},
    {{12, 7}, {12, 10}},
    {{7, 9}, {6, 6}},
};
enum { SETS = sizeof values / sizeof *values, FEW = 5, ADDRESS = 8, INPUT = 3, RESULT = 2 };

typedef struct valuing {
    const cm_map_making *making;
    cm_arena *arena;
    const cm_map_instance *instance;
    cm_text init, observed;
    int set;
    bool shared;
} valuing;

static bool is_register(cm_map_operand kind)
{
    return kind >= CM_OPERAND_REGISTER && kind < CM_OPERAND_NUMBER;
}

/* Of an operand; `input`: how many inputs there are before it. */
static const char *operand_of(valuing *v, int operand, int *input)
{
    const cm_map_instance *n = v->instance;
    const cm_mapping *m = v->making->mapping;
    cm_map_operand kind = n->kinds[operand];
    switch (kind) {
    case CM_OPERAND_NAME:
        return "[y]";
    case CM_OPERAND_LABEL:
        return "L0";
    case CM_OPERAND_ADDRESS:
        return cm_arena_printf(v->arena, "[%c%d]", m->registers[0].from, ADDRESS);
    case CM_OPERAND_OFFSET:
        return cm_arena_printf(v->arena, "0(%c%d)", m->registers[0].from, ADDRESS);
    default:
        break;
    }
    if (operand == n->to)
        return cm_map_instance_register(v->arena, m, kind, RESULT);
    int which = (*input)++;
    if (!is_register(kind) && n->numbers[operand] && v->set % 2 == 1)
        kind = CM_OPERAND_REGISTER;
    if (is_register(kind))
        return cm_map_instance_register(v->arena, m, kind, INPUT + which % 2);
    return cm_arena_printf(v->arena, "%s%u", kind == CM_OPERAND_MARKED ? "#" : "",
                           values[v->set].inputs[which % 2]);
}

/* Letters may be two names of the same registers: once. */
static bool is_another(valuing *v, int letter, const char *canonical)
{
    const cm_mapping *m = v->making->mapping;
    for (int i = 0; i < letter; i++)
        for (int r = 0; r < cm_map_register_count(m, i); r++) {
            const char *name =
                cm_map_instance_register(v->arena, m, (cm_map_operand)(CM_OPERAND_REGISTER + i), r);
            unsigned bits;
            const char *other = cm_isa_for(m->from)->register_name(v->arena, name, &bits);
            if (other && strcmp(other, canonical) == 0)
                return false;
        }
    return true;
}

static void add_register_value(valuing *v, int letter, int number)
{
    const cm_mapping *m = v->making->mapping;
    const char *name = cm_map_instance_register(
        v->arena, m, (cm_map_operand)(CM_OPERAND_REGISTER + letter), number);
    unsigned bits = 0;
    const char *canonical = cm_isa_for(m->from)->register_name(v->arena, name, &bits);
    if (!canonical || !is_another(v, letter, canonical))
        return;
    bool holds_address = letter == 0 && number == ADDRESS;
    for (int i = 0; i < v->instance->count; i++)
        if (holds_address && (v->instance->kinds[i] == CM_OPERAND_ADDRESS ||
                              v->instance->kinds[i] == CM_OPERAND_OFFSET)) {
            cm_text_append(&v->init, " 0:%s=y;", name);
            return;
        }
    unsigned value = 0x1010101u * (unsigned)(number + 1) + (unsigned)letter;
    if (number == INPUT || number == INPUT + 1)
        value = values[v->set].inputs[number - INPUT];
    if (bits < 32)
        value = (unsigned)(v->set + number + (number == INPUT)) % 2;
    /* of a source language, an int */
    bool source = cm_writer_of(v->making->mapping->from)->body != NULL;
    cm_text_append(&v->init, source ? " 0:%s=%d;" : " 0:%s=%u;", name, (int)value);
    cm_text_append(&v->observed, " 0:%s;", name);
}

/* What only ends a thread, or does nothing, shows by a store after it. */
static void add_row_after(valuing *v, cm_writer *w)
{
    const cm_map_instance *n = v->instance;
    const cm_isa_writer *isa = cm_writer_of(v->making->mapping->from);
    if (n->to < 0 && !n->reads && !n->writes && isa->store)
        isa->store(w, &(cm_write_access){.order = 'K', .scope = CM_SCOPE_SYS, .value = 1},
                   (cm_write_need){.any = false});
}

/* Scratch registers of sequences begin as 0 in machines, and may have anything in them: an
 * operation that changes nothing goes before, where there is one. */
static void add_row_before(valuing *v, cm_writer *w)
{
    const cm_mapping *m = v->making->mapping;
    const char *size = cm_map_instance_size(v->arena, v->instance);
    const char *changes_nothing =
        cm_arena_printf(v->arena, "fetch.and.relaxed.system%s _, [y], -1", size);
    if (cm_isa_for(m->from)->operations && cm_map_has_rule(v->arena, m, changes_nothing))
        cm_writer_row(w, "%s", changes_nothing);
}

static bool make_value_test(valuing *v)
{
    const cm_mapping *m = v->making->mapping;
    const cm_map_instance *n = v->instance;
    const char *operands[CM_MAP_PARTS] = {NULL};
    int input = 0;
    for (int i = 0; i < n->count; i++)
        operands[i] = operand_of(v, i, &input);
    v->init = cm_text_new(v->arena);
    v->observed = cm_text_new(v->arena);
    bool is_signed = strncmp(n->text, "fetch.sm", strlen("fetch.sm")) == 0;
    const char *size = cm_map_instance_size(v->arena, n);
    const char *type = is_signed ? "int"
                       : *size   ? cm_arena_printf(v->arena, "uint%s_t", size + 1)
                                 : "uint32_t";
    cm_text_append(&v->init, is_signed ? " %s%s y[2]%s={%d,%d};" : " %s%s y[2]%s={%u,%u};",
                   v->shared ? "shared " : "", type, v->shared ? "@cta 0" : "",
                   values[v->set].memory[0], values[v->set].memory[1]);
    cm_text_add(&v->observed, " y[0]; y[1];");
    for (int letter = 0; letter < m->register_count; letter++)
        for (int r = 0; r < cm_map_register_count(m, letter); r++)
            add_register_value(v, letter, r);
    const char *name =
        cm_arena_printf(v->arena, "%s-value-%d%s", cm_map_instance_name(v->arena, m, n), v->set,
                        v->shared && !n->shared ? "-shared" : "");
    cm_writer w = cm_map_writer_of_thread(v->arena, m, &v->init);
    add_row_before(v, &w);
    cm_writer_row(&w, "%s", cm_map_instance_fill(v->arena, n, operands));
    add_row_after(v, &w);
    for (int i = 0; i < n->count; i++)
        if (n->kinds[i] == CM_OPERAND_LABEL)
            cm_writer_row(&w, "%s:", operands[i]);
    const char *text = cm_map_text_of_thread(v->arena, &w, name, v->init.data, v->observed.data);
    return v->making->sink(v->making->context, name, text);
}

bool cm_map_value_tests(const cm_map_making *making, cm_arena *arena,
                        const cm_map_instance *instance)
{
    bool accesses = instance->reads || instance->writes;
    valuing v = {.making = making, .arena = arena, .instance = instance};
    bool guarded = *instance->text == '@';
    int sets = instance->number >= CM_MAP_SPELLINGS ? 1 + guarded
               : instance->inputs == 0              ? 2
               : instance->reads && instance->again ? FEW
                                                    : SETS;
    for (v.set = 0; v.set < sets; v.set++)
        for (int shared = 0; shared < 2; shared++) {
            v.shared = shared;
            if (shared ? !accesses || !(instance->shared || instance->anywhere) ||
                             (instance->anywhere && !cm_map_has_shared(making->mapping))
                       : accesses && instance->shared)
                continue;
            if (!make_value_test(&v))
                return false;
        }
    return true;
}
