/* What a rule is about. See rules.h. */
#include "mapping/rules.h"

#include "base/text.h"
#include "litmus/isa/dotted_write.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <string.h>

enum { ADDRESS_REGISTER = 8, MOST_REGISTERS = 32, MOST_TRIED = 2000 };

/* ---- operands ------------------------------------------------------------------- */

const char *cm_map_instance_register(cm_arena *arena, const cm_mapping *mapping,
                                     cm_map_operand kind, int number)
{
    const cm_map_register *reg = &mapping->registers[kind - CM_OPERAND_REGISTER];
    return cm_arena_printf(arena, "%c%d", reg->from, number);
}

int cm_map_register_count(const cm_mapping *mapping, int letter)
{
    int limit = mapping->registers[letter].limit;
    return limit > 0 && limit < MOST_REGISTERS ? limit : MOST_REGISTERS;
}

static size_t name_length(const char *at)
{
    return 1 + strspn(at + 1, "abcdefghijklmnopqrstuvwxyz");
}

const char *cm_map_instance_fill(cm_arena *arena, const cm_map_instance *instance,
                                 const char *const *operands)
{
    cm_text out = cm_text_new(arena);
    for (const char *c = instance->text; *c;) {
        size_t plain = strcspn(c, "$");
        cm_text_add_bytes(&out, c, plain);
        c += plain;
        size_t length = *c ? name_length(c) : 0;
        for (int i = 0; i < instance->count && length > 0; i++)
            if (strlen(instance->names[i]) == length && strncmp(instance->names[i], c, length) == 0)
                cm_text_add(&out, operands[i]);
        c += length;
    }
    return out.data;
}

const char *cm_map_instance_size(cm_arena *arena, const cm_map_instance *instance)
{
    cm_map_parts parts;
    bool accesses = strstr(instance->text, "$a") != NULL;
    if (accesses && cm_map_take_apart(arena, instance->text, &parts))
        for (int q = 0; q < parts.qualifier_count; q++)
            for (const char *const *size = cm_map_narrow; *size; size++)
                if (strcmp(parts.qualifiers[q], *size) == 0)
                    return cm_arena_printf(arena, ".%s", *size);
    return "";
}

static void find_names(cm_arena *arena, cm_map_instance *instance)
{
    for (const char *c = instance->text; (c = strchr(c, '$')) && instance->count < CM_MAP_PARTS;) {
        const char *name = cm_arena_text(arena, c, name_length(c));
        bool known = false;
        for (int i = 0; i < instance->count; i++)
            known |= strcmp(instance->names[i], name) == 0;
        if (!known)
            instance->names[instance->count++] = name;
        c += strlen(name);
    }
}

/* ---- is it an instruction? ------------------------------------------------------------ */

typedef struct reading {
    cm_arena *arena, *scratch;
    const cm_mapping *mapping;
    cm_map_instance *instance;
    cm_map_instances *to;
} reading;

/* The instruction alone in a test; NULL: it is none. */
static const cm_test *alone(reading *r, const cm_map_operand *kinds)
{
    const char *operands[CM_MAP_PARTS] = {NULL};
    char letter = r->mapping->registers ? r->mapping->registers->from : 'r';
    for (int i = 0; i < r->instance->count; i++)
        operands[i] = kinds[i] == CM_OPERAND_NAME     ? "[y]"
                      : kinds[i] == CM_OPERAND_NUMBER ? "1"
                      : kinds[i] == CM_OPERAND_MARKED ? "#1"
                      : kinds[i] == CM_OPERAND_LABEL  ? "L0"
                      : kinds[i] == CM_OPERAND_ADDRESS
                          ? cm_arena_printf(r->scratch, "[%c%d]", letter, ADDRESS_REGISTER)
                      : kinds[i] == CM_OPERAND_OFFSET
                          ? cm_arena_printf(r->scratch, "0(%c%d)", letter, ADDRESS_REGISTER)
                          : cm_map_instance_register(r->scratch, r->mapping, kinds[i], i);
    cm_text init = cm_text_new(r->scratch);
    cm_writer w = cm_map_writer_of_thread(r->scratch, r->mapping, &init);
    cm_writer_row(&w, "%s", cm_map_instance_fill(r->scratch, r->instance, operands));
    for (int i = 0; i < r->instance->count; i++)
        if (kinds[i] == CM_OPERAND_LABEL)
            cm_writer_row(&w, "%s:", operands[i]);
    const char *size = cm_map_instance_size(r->scratch, r->instance);
    const char *begins = /* a variable of C has to begin with something */
        *size ? cm_arena_printf(r->scratch, " uint%s_t y[2];", size + 1) : " uint32_t y[2];";
    for (int i = 0; i < r->instance->count; i++)
        if (kinds[i] >= CM_OPERAND_REGISTER && kinds[i] < CM_OPERAND_NUMBER)
            begins = cm_arena_printf(r->scratch, "%s 0:%s=1;", begins, operands[i]);
    const char *text = cm_map_text_of_thread(r->scratch, &w, "t", begins, NULL);
    return cm_litmus_parse_text(r->scratch, "t", text);
}

static bool has_kind(const reading *r, cm_map_operand kind)
{
    return kind < CM_OPERAND_REGISTER || kind >= CM_OPERAND_NUMBER ||
           (int)kind - CM_OPERAND_REGISTER < r->mapping->register_count;
}

/* The n-th way to write all operands. Of a name's usual meaning first: $a and $f are addresses, $v
 * a number, others registers. */
static bool nth_kinds(const reading *r, int n, cm_map_operand *kinds)
{
    for (int i = 0; i < r->instance->count; i++, n /= CM_OPERANDS) {
        char name = r->instance->names[i][1];
        if (strcmp(r->instance->names[i], "$l") == 0) {
            kinds[i] = CM_OPERAND_LABEL;
            n *= CM_OPERANDS; /* it is nothing else */
            continue;
        }
        bool letter = name && !r->instance->names[i][2];
        int first = letter && strchr("af", name)   ? CM_OPERAND_NAME
                    : letter && strchr("vc", name) ? CM_OPERAND_NUMBER
                                                   : CM_OPERAND_REGISTER;
        kinds[i] = (cm_map_operand)((first + n) % CM_OPERANDS);
        if (!has_kind(r, kinds[i]) || kinds[i] == CM_OPERAND_LABEL)
            return false;
    }
    return n == 0;
}

/* As another instance with the same opcode and names has them. */
static const cm_test *as_before(reading *r, cm_map_operand *kinds)
{
    size_t opcode = strcspn(r->instance->text, ". ");
    for (int i = r->to->count - 1; i >= 0; i--) {
        const cm_map_instance *before = &r->to->items[i];
        bool same = strncmp(before->text, r->instance->text, opcode) == 0 &&
                    strcspn(before->text, ". ") == opcode && before->count == r->instance->count;
        for (int k = 0; same && k < before->count; k++)
            same = strcmp(before->names[k], r->instance->names[k]) == 0;
        if (!same)
            continue;
        memcpy(kinds, before->kinds, sizeof before->kinds);
        return alone(r, kinds);
    }
    return NULL;
}

/* ---- what it does ----------------------------------------------------------------------- */

static bool is_address(cm_map_operand kind)
{
    return kind < CM_OPERAND_REGISTER;
}

static bool is_register(cm_map_operand kind)
{
    return kind >= CM_OPERAND_REGISTER && kind < CM_OPERAND_NUMBER;
}

static void look_at_operands(reading *r, const cm_test *test)
{
    cm_map_instance *n = r->instance;
    const cm_isa *isa = cm_isa_for(r->mapping->from);
    n->to = -1;
    for (int i = 0; i < n->count; i++) {
        if (!is_register(n->kinds[i]))
            continue;
        const char *name = cm_map_instance_register(r->scratch, r->mapping, n->kinds[i], i);
        unsigned bits;
        const char *canonical = isa->register_name(r->scratch, name, &bits);
        const cm_thread *thread = &test->threads[0];
        for (int s = 0; s < thread->step_count && n->to < 0 && canonical; s++)
            if (thread->steps[s].dst >= 0 &&
                strcmp(thread->registers[thread->steps[s].dst].name, canonical) == 0)
                n->to = i;
    }
    for (int i = 0; i < n->count; i++) {
        bool label = n->kinds[i] == CM_OPERAND_LABEL;
        n->inputs += i != n->to && !is_address(n->kinds[i]) && !label;
        n->jumps |= label;
    }
}

/* A number may stand for a register that is read, or a register for a number. */
static void look_at_numbers(reading *r)
{
    cm_map_instance *n = r->instance;
    for (int i = 0; i < n->count; i++) {
        cm_map_operand kinds[CM_MAP_PARTS];
        if (i == n->to || is_address(n->kinds[i]))
            continue;
        memcpy(kinds, n->kinds, sizeof kinds);
        kinds[i] = is_register(n->kinds[i]) ? CM_OPERAND_NUMBER : CM_OPERAND_REGISTER;
        n->numbers[i] = n->kinds[i] != CM_OPERAND_LABEL && has_kind(r, kinds[i]) && alone(r, kinds);
        if (n->numbers[i] && is_register(n->kinds[i])) /* numbers first */
            n->kinds[i] = CM_OPERAND_NUMBER;
    }
}

static void look_at_steps(cm_map_instance *n, const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *step = &thread->steps[i];
        n->reads |= step->kind == CM_STEP_LOAD;
        n->writes |= step->kind == CM_STEP_STORE;
        n->fences |= cm_step_is_fence(step);
        n->meets |= step->kind == CM_STEP_BARRIER;
        if (cm_step_is_access(step)) {
            n->shared |= step->reach == CM_REACH_CTA || step->in_shared;
            n->anywhere |= step->reach == CM_REACH_ANY;
        }
    }
}

static void look_at_scope(const reading *r, cm_map_instance *n)
{
    const cm_dotted_words *words = cm_writer_of(r->mapping->from)->words;
    cm_map_parts parts;
    if (!words || !cm_map_take_apart(r->scratch, n->text, &parts))
        return;
    for (int q = 0; q < parts.qualifier_count; q++)
        for (const cm_dotted_level *level = words->levels; level->word; level++)
            if (strcmp(parts.qualifiers[q], level->word) == 0) {
                n->scoped = true;
                n->scope = level->scope;
            }
}

/* What orders are told by: the tags of all steps. */
static const char *tags_of_steps(cm_arena *arena, const cm_thread *thread)
{
    cm_text out = cm_text_new(arena);
    for (int i = 0; i < thread->step_count; i++) {
        cm_text_append(&out, "%d:", (int)thread->steps[i].kind);
        for (const char *const *tag = thread->steps[i].tags; *tag; tag++)
            cm_text_append(&out, "%s,", *tag);
    }
    return out.data;
}

static bool orders_as_before(reading *r)
{
    const char *mine = NULL;
    for (int i = r->to->count - 1; i >= 0 && r->to->items[i].rule == r->instance->rule; i--) {
        cm_map_instance *own = r->instance, before = r->to->items[i];
        if (!mine)
            mine = tags_of_steps(r->scratch, &alone(r, own->kinds)->threads[0]);
        r->instance = &before;
        const cm_test *test = alone(r, before.kinds);
        r->instance = own;
        if (test && strcmp(tags_of_steps(r->scratch, &test->threads[0]), mine) == 0)
            return true;
    }
    return false;
}

static void read_instance(void *argument)
{
    reading *r = argument;
    cm_map_instance *n = r->instance;
    const cm_test *test = as_before(r, n->kinds);
    for (int way = 0; !test && way < MOST_TRIED; way++)
        if (nth_kinds(r, way, n->kinds))
            test = alone(r, n->kinds);
    if (!test)
        return;
    look_at_operands(r, test);
    look_at_numbers(r);
    look_at_steps(n, &test->threads[0]);
    look_at_scope(r, n);
    n->again = orders_as_before(r);
    n->number = 0;
    for (int i = 0; i < r->to->count; i++)
        n->number += r->to->items[i].rule == n->rule;
    CM_PUSH(r->arena, r->to->items, r->to->count, r->to->capacity, *n);
}

void cm_map_instance_add(cm_arena *arena, const cm_mapping *mapping, int rule, const char *text,
                         cm_map_instances *to)
{
    cm_map_instance instance = {.rule = rule, .text = text};
    reading r = {.arena = arena, .mapping = mapping, .instance = &instance, .to = to};
    find_names(arena, &instance);
    r.scratch = cm_arena_new(0);
    if (!r.scratch)
        return;
    cm_arena_protect(r.scratch, read_instance, &r);
    cm_arena_free(r.scratch);
}

/* ---- rules -------------------------------------------------------------------------------- */

static void add_instances(cm_arena *arena, const cm_mapping *m, int rule, const char *text,
                          cm_map_instances *to)
{
    const char *open = strchr(text, '{');
    if (!open) {
        cm_map_instance_add(arena, m, rule, text, to);
        return;
    }
    size_t length = strcspn(open, "}");
    const cm_map_words *words = cm_mapping_words(m, open + 1, length - 1);
    for (int i = 0; words && i < words->count; i++)
        add_instances(arena, m, rule,
                      cm_arena_printf(arena, "%.*s%s%s", (int)(open - text), text,
                                      words->items[i].from, open + length + 1),
                      to);
}

cm_map_instances cm_map_instances_of(cm_arena *arena, const cm_mapping *mapping)
{
    cm_map_instances all = {.items = NULL};
    for (int i = 0; i < mapping->rule_count; i++) {
        const cm_map_rule *rule = &mapping->rules[i];
        if (rule->refused)
            continue;
        add_instances(arena, mapping, i, rule->text, &all);
        size_t opcode = strcspn(rule->text, " ");
        for (const char *const *size = cm_map_narrow; *size; size++)
            if (cm_map_takes_size(mapping, rule, *size))
                add_instances(arena, mapping, i,
                              cm_arena_printf(arena, "%.*s.%s%s", (int)opcode, rule->text, *size,
                                              rule->text + opcode),
                              &all);
    }
    return all;
}
