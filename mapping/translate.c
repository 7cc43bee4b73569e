/* A test in another instruction set, thread by thread, instruction by instruction. */
#include "mapping/mapping.h"

#include "base/text.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { CM_INT_BYTES = 4 };

/* ---- an instruction taken apart ------------------------------------------------- */

static const char *part(cm_arena *arena, const char *text, size_t length)
{
    while (length > 0 && *text == ' ') {
        text++;
        length--;
    }
    while (length > 0 && text[length - 1] == ' ')
        length--;
    return cm_arena_text(arena, text, length);
}

/* Up to a comma outside of brackets. */
static size_t operand_length(const char *text)
{
    int depth = 0;
    size_t length = 0;
    for (; text[length] && (depth > 0 || text[length] != ','); length++)
        depth += text[length] == '[' ? 1 : text[length] == ']' ? -1 : 0;
    return length;
}

static bool take_operands(cm_arena *arena, const char *text, cm_map_parts *p)
{
    while (*text == ' ')
        text++;
    while (*text) {
        size_t length = operand_length(text);
        if (p->operand_count == CM_MAP_PARTS)
            return false;
        p->operands[p->operand_count++] = part(arena, text, length);
        text += length;
        text += *text == ',';
    }
    return true;
}

bool cm_map_take_apart(cm_arena *arena, const char *text, cm_map_parts *p)
{
    *p = (cm_map_parts){.guard = ""};
    if (*text == '@') {
        size_t length = strcspn(text, " ");
        length += strspn(text + length, " ");
        p->guard = cm_arena_text(arena, text, length);
        text += length;
    }
    size_t whole = strcspn(text, " "), at = strcspn(text, ".");
    at = at < whole ? at : whole;
    p->opcode = cm_arena_text(arena, text, at);
    while (at < whole) {
        size_t length = strcspn(text + at + 1, ". ");
        if (p->qualifier_count == CM_MAP_PARTS)
            return false;
        p->qualifiers[p->qualifier_count++] = cm_arena_text(arena, text + at + 1, length);
        at += 1 + length;
    }
    return take_operands(arena, text + whole, p);
}

bool cm_map_is_label(const char *text)
{
    size_t length = strlen(text);
    return length > 0 && text[length - 1] == ':';
}

bool cm_map_may_go(const cm_map_rule *rule, int instruction)
{
    const char *text = rule->sequence[instruction].text;
    return !strchr(text, '$') && !cm_map_is_label(text);
}

/* ---- which rule ------------------------------------------------------------------- */

static void drop_qualifier(cm_map_parts *p, int which)
{
    for (int i = which; i + 1 < p->qualifier_count; i++)
        p->qualifiers[i] = p->qualifiers[i + 1];
    p->qualifier_count--;
}

static int find_qualifier(const cm_map_parts *p, const char *word)
{
    for (int i = 0; i < p->qualifier_count; i++)
        if (strcmp(p->qualifiers[i], word) == 0)
            return i;
    return -1;
}

/* Aliases, and qualifiers that say nothing. */
static void simplify(const cm_mapping *m, cm_map_parts *p)
{
    for (int i = 0; i < m->alias_count; i++) {
        const char *dot = strchr(m->aliases[i].from, '.');
        size_t length = (size_t)(dot - m->aliases[i].from);
        int which = find_qualifier(p, dot + 1);
        if (which < 0 || strlen(p->opcode) != length ||
            strncmp(p->opcode, m->aliases[i].from, length) != 0)
            continue;
        p->opcode = m->aliases[i].to;
        drop_qualifier(p, which);
    }
    for (int i = 0; i < m->ignored_count; i++)
        for (int which; (which = find_qualifier(p, m->ignored[i])) >= 0;)
            drop_qualifier(p, which);
}

/* What the names of a pattern stand for in one instruction. */
typedef struct binding {
    const char *names[2 * CM_MAP_PARTS]; /* "{scope}", "$a" */
    const char *values[2 * CM_MAP_PARTS];
    int count;
    const char *size; /* of the object, as words of sizes have it */
} binding;

static void bind(binding *b, const char *name, const char *value)
{
    b->names[b->count] = name;
    b->values[b->count++] = value;
}

static bool match_qualifiers(const cm_mapping *m, const cm_map_parts *pattern, cm_map_parts p,
                             binding *b)
{
    if (pattern->qualifier_count != p.qualifier_count)
        return false;
    for (int i = 0; i < pattern->qualifier_count; i++) {
        const char *want = pattern->qualifiers[i];
        int which = *want == '{' ? -1 : find_qualifier(&p, want);
        if (*want == '{') {
            const cm_map_words *words = cm_mapping_words(m, want + 1, strlen(want) - 2);
            for (int k = 0; k < p.qualifier_count && which < 0; k++)
                which = cm_map_word(words, p.qualifiers[k]) ? k : -1;
            if (which >= 0)
                bind(b, want, cm_map_word(words, p.qualifiers[which]));
        }
        if (which < 0)
            return false;
        drop_qualifier(&p, which);
    }
    return true;
}

static bool match_operands(const cm_map_parts *pattern, const cm_map_parts *p, binding *b)
{
    if (pattern->operand_count != p->operand_count)
        return false;
    for (int i = 0; i < p->operand_count; i++) {
        if (pattern->operands[i][0] == '$')
            bind(b, pattern->operands[i], p->operands[i]);
        else if (strcmp(pattern->operands[i], p->operands[i]) != 0)
            return false;
    }
    return true;
}

static bool match(const cm_mapping *m, const cm_map_parts *pattern, const cm_map_parts *p,
                  binding *b)
{
    b->count = 0;
    return strcmp(pattern->opcode, p->opcode) == 0 && match_qualifiers(m, pattern, *p, b) &&
           match_operands(pattern, p, b);
}

static int find_rule(const cm_mapping *m, const cm_map_parts *p, binding *b)
{
    cm_map_parts sizeless = *p;
    int sized = -1;
    for (const char *const *size = cm_map_narrow; *size && sized < 0; size++)
        sized = find_qualifier(p, *size);
    b->size = sized < 0 ? cm_map_int : p->qualifiers[sized];
    if (sized >= 0)
        drop_qualifier(&sizeless, sized);
    for (int i = 0; i < m->rule_count; i++) {
        const cm_map_rule *rule = &m->rules[i];
        if (match(m, &rule->pattern, p, b) || (sized >= 0 && cm_map_takes_size(m, rule, b->size) &&
                                               match(m, &rule->pattern, &sizeless, b)))
            return i;
    }
    return -1;
}

bool cm_map_has_rule(cm_arena *arena, const cm_mapping *mapping, const char *text)
{
    cm_map_parts p;
    binding b = {.count = 0};
    if (!cm_map_take_apart(arena, text, &p))
        return false;
    simplify(mapping, &p);
    int which = find_rule(mapping, &p, &b);
    return which >= 0 && !mapping->rules[which].refused;
}

/* ---- operands ------------------------------------------------------------------------ */

/* `x+4`: so many bytes into a location. */
typedef struct element {
    int thread, location;
    unsigned offset;
} element;

typedef struct translating {
    cm_arena *arena;
    const cm_mapping *const *each; /* by thread */
    const cm_mapping *m;           /* the thread's at hand */
    const cm_test *test;
    cm_map_cut cut;
    cm_map_translation out;
    bool *addressed; /* by thread, location, flat or not: its address is in a register */
    element *elements;
    int element_count, element_capacity;
    int here; /* rules that were used so far: each is another place */
} translating;

static void refuse_test(translating *t, const char *format, const char *what)
{
    if (!t->out.refused)
        t->out.refused = cm_arena_printf(t->arena, format, what);
}

/* The target's name of a register such as r5; NULL: it is not a register of the source. */
static const char *renamed_register(translating *t, const char *name)
{
    for (int i = 0; i < t->m->register_count; i++) {
        const cm_map_register *reg = &t->m->registers[i];
        size_t digits = strspn(name + 1, "0123456789");
        if (tolower((unsigned char)*name) != reg->from || digits == 0 || digits > 4 ||
            name[1 + digits])
            continue;
        int number = 0;
        for (size_t d = 1; d <= digits; d++)
            number = 10 * number + (name[d] - '0');
        bool none = (reg->limit > 0 || reg->names || !reg->to) && number >= reg->limit;
        if (none)
            refuse_test(t, "register %s has no place in the target", name);
        return none      ? name
               : reg->to ? cm_arena_printf(t->arena, "%s%d", reg->to, number)
                         : reg->names[number];
    }
    return NULL;
}

static int location_named(const cm_test *test, const char *name)
{
    return CM_NAMED_INDEX(test->locations, test->location_count, name, name);
}

static const char *address_in(translating *t, int place, bool pair)
{
    const cm_mapping *m = t->m;
    int first = m->address_first + (m->address_pairs ? 2 : 1) * place;
    if (m->address_pairs && pair)
        return cm_arena_printf(t->arena, "%s[%d:%d]", m->address, first, first + 1);
    return cm_arena_printf(t->arena, "%s%d", m->address, first);
}

/* The register that holds a location's address, or two. Addresses in memory that a group
 * shares are small: they need one; flat ones of them two, which are others. */
static const char *address_register(translating *t, int location, bool flat)
{
    bool shared = t->test->locations[location].space == CM_SPACE_SHARED;
    int place = location + (shared && flat ? t->test->location_count : 0);
    return address_in(t, place, flat || !shared);
}

/* Behind those of all locations. */
static const char *element_register(translating *t, const element *e)
{
    int place = 2 * t->test->location_count;
    for (const element *other = t->elements; other < e; other++)
        place += other->thread == e->thread;
    return address_in(t, place, true);
}

static const element *element_of(translating *t, element wanted)
{
    for (int i = 0; i < t->element_count; i++)
        if (memcmp(&t->elements[i], &wanted, sizeof wanted) == 0)
            return &t->elements[i];
    CM_RESERVE(t->arena, t->elements, t->element_count, t->element_capacity);
    t->elements[t->element_count] = wanted;
    return &t->elements[t->element_count++];
}

static bool *addressed(translating *t, int thread, int location, bool flat)
{
    bool other = flat && t->test->locations[location].space == CM_SPACE_SHARED;
    return &t->addressed[2 * (thread * t->test->location_count + location) + other];
}

static void add_translated(translating *t, int thread, const char *operand, bool flat, cm_text *out)
{
    if (t->m->unused && strcmp(operand, "_") == 0) {
        cm_text_add(out, t->m->unused);
        return;
    }
    for (const char *c = operand; *c;) {
        size_t length = 1;
        if ((t->m->address_pairs || t->m->address_parens) && (*c == '[' || *c == ']')) {
            if (t->m->address_parens)
                cm_text_add_char(out, *c == '[' ? '(' : ')');
            c++;
            continue;
        }
        if (isalnum((unsigned char)*c) || *c == '_')
            while (isalnum((unsigned char)c[length]) || c[length] == '_')
                length++;
        const char *name = cm_arena_text(t->arena, c, length);
        int location = isalpha((unsigned char)*c) ? location_named(t->test, name) : -1;
        const char *other =
            isalpha((unsigned char)*c) && location < 0 ? renamed_register(t, name) : NULL;
        bool offset = location >= 0 && (c[length] == '+' || c[length] == '-') && t->m->address;
        bool shared = offset && t->test->locations[location].space == CM_SPACE_SHARED;
        size_t digits = offset ? strspn(c + length + 1, "0123456789") : 0;
        if (offset && (shared || c[length] == '-' || digits == 0 || digits > 7)) {
            refuse_test(t, "the address %s has an offset", operand);
            return;
        }
        if (offset) {
            element e = {thread, location, (unsigned)strtoul(c + length, NULL, 10)};
            cm_text_add(out, element_register(t, element_of(t, e)));
            length += 1 + digits;
        } else if (location >= 0) {
            if (t->m->address)
                *addressed(t, thread, location, flat) = true;
            cm_text_add(out, t->m->address ? address_register(t, location, flat)
                                           : t->test->locations[location].name);
        } else {
            cm_text_add(out, other ? other : name);
        }
        c += length;
    }
}

/* ---- instructions ---------------------------------------------------------------------- */

static const char *bound(const translating *t, const binding *b, const char *name, size_t length)
{
    for (int i = 0; i < b->count; i++)
        if (strlen(b->names[i]) == length && strncmp(b->names[i], name, length) == 0)
            return b->values[i];
    const cm_map_words *words = *name == '{' ? cm_mapping_words(t->m, name + 1, length - 2) : NULL;
    const char *of_size = words ? cm_map_word(words, b->size) : NULL;
    return of_size ? of_size : "";
}

static const char *filled(translating *t, int thread, const char *pattern, const binding *b,
                          const char *guard)
{
    cm_text out = cm_text_new(t->arena);
    if (*guard)
        add_translated(t, thread, guard, false, &out);
    while (*pattern) {
        size_t plain = strcspn(pattern, "{$");
        cm_text_add_bytes(&out, pattern, plain);
        pattern += plain;
        if (*pattern == '{') {
            size_t length = strcspn(pattern, "}") + 1;
            if (strncmp(pattern, cm_map_here, length) == 0)
                cm_text_append(&out, "%d", t->here);
            cm_text_add(&out, bound(t, b, pattern, length));
            pattern += length;
        } else if (*pattern == '$') {
            size_t length = 1 + strspn(pattern + 1, "abcdefghijklmnopqrstuvwxyz");
            bool flat = t->m->flat && strlen(t->m->flat) == length &&
                        strncmp(t->m->flat, pattern, length) == 0;
            add_translated(t, thread, bound(t, b, pattern, length), flat, &out);
            pattern += length;
        }
    }
    return out.data;
}

static void add_instruction(translating *t, cm_thread *to, int *capacity, const char *text)
{
    CM_RESERVE(t->arena, to->instructions, to->instruction_count, *capacity);
    to->instructions[to->instruction_count++] = (cm_instruction){.text = text};
}

/* Numbers go into registers first, where the mapping says so. */
static void place_numbers(translating *t, binding *b, cm_thread *to, int *capacity)
{
    int used = 0;
    for (int i = 0; t->m->number && i < b->count; i++) {
        size_t sign = b->values[i][0] == '-';
        if (b->names[i][0] != '$' || !isdigit((unsigned char)b->values[i][sign]))
            continue;
        if (used == t->m->number_count) {
            refuse_test(t, "%s", "there are more numbers than the mapping has registers for");
            return;
        }
        const char *reg = t->m->number_registers[used++];
        add_instruction(t, to, capacity,
                        cm_arena_printf(t->arena, "%s %s,%s", t->m->number, reg, b->values[i]));
        b->values[i] = reg;
    }
}

static void translate_instruction(translating *t, int thread, const char *text, cm_thread *to,
                                  int *capacity)
{
    cm_map_parts p;
    binding b = {.count = 0};
    int which = -1;
    if (cm_map_take_apart(t->arena, text, &p)) {
        simplify(t->m, &p);
        which = find_rule(t->m, &p, &b);
    }
    if (which < 0) {
        refuse_test(t, "there is no rule for `%s`", text);
        return;
    }
    const cm_map_rule *rule = &t->m->rules[which];
    t->here++;
    t->out.used[which] = true;
    if (rule->refused)
        refuse_test(t, "%s", rule->refused);
    if (*p.guard && !t->m->guards)
        refuse_test(t, "`%s` depends on a predicate, which the mapping does not translate", text);
    place_numbers(t, &b, to, capacity);
    for (int i = 0; i < rule->length; i++)
        if (which != t->cut.rule || i != t->cut.instruction)
            add_instruction(t, to, capacity,
                            filled(t, thread, rule->sequence[i].text, &b, p.guard));
}

/* ---- the test ---------------------------------------------------------------------------- */

bool cm_map_is_int(uint64_t value)
{
    return value <= UINT32_MAX || value == (uint64_t)(int64_t)(int32_t)value;
}

/* Of an element of a source's object, in the target. */
static unsigned bytes_of(const cm_location *l)
{
    bool narrow = l->numbers.stars == 0 && (l->numbers.bytes == 1 || l->numbers.bytes == 2);
    return narrow && !l->structure ? l->numbers.bytes : CM_INT_BYTES;
}

/* A number that is an `int` fills its register with its sign. */
static const cm_expr *as_int(translating *t, const cm_expr *init)
{
    cm_expr *made = CM_NEW(t->arena, cm_expr);
    *made = *init;
    if (init->op == CM_OP_CONST && init->imm <= UINT32_MAX)
        made->imm = (uint64_t)(int64_t)(int32_t)init->imm;
    return made;
}

/* Steps are only for labels, which there are none of. */
static void translate_thread(translating *t, int thread, cm_thread *to)
{
    const cm_thread *from = &t->test->threads[thread];
    const cm_isa *source = cm_isa_for(t->m->from);
    cm_thread rows;
    int capacity = 0;
    if (source->operations) {
        const char *refused;
        rows = source->operations(t->arena, t->test, thread, &refused);
        from = &rows;
        if (refused)
            refuse_test(t, "%s", refused);
    }
    to->parameters = to->target = NULL;
    to->arch = t->m->to;
    to->instructions = NULL;
    to->instruction_count = to->step_count = 0;
    to->at.places = cm_isa_for(to->arch)->places;
    if (!cm_arch_is_gpu(to->arch))
        to->at = CM_PLACEMENT_UNSAID;
    else if (to->at.cta < 0 && t->test->head)
        refuse_test(t, "%s", "a thread is of a CPU, expected threads of a GPU");
    else if (to->at.cta < 0) { /* of a language without places: anywhere, so apart */
        to->at.cta = thread;
        to->at.gpu = 0;
    }
    if (t->m->spread || t->m->gather)
        to->at.cluster = t->m->spread ? to->at.cta : -1;
    if (from->label_count > 0)
        refuse_test(t, "%s", "labels");
    to->label_count = 0;
    for (int i = 0; i < from->instruction_count; i++)
        if (cm_map_is_label(from->instructions[i].text))
            add_instruction(t, to, &capacity, from->instructions[i].text);
        else
            translate_instruction(t, thread, from->instructions[i].text, to, &capacity);
    to->own_instructions = to->instruction_count;
    to->register_count = from->register_count;
    to->registers = CM_NEW_ARRAY(t->arena, (size_t)from->register_count + 1, cm_register);
    for (int i = 0; i < from->register_count; i++) {
        const char *name = renamed_register(t, from->registers[i].name);
        to->registers[i] = from->registers[i];
        to->registers[i].name = name ? name : from->registers[i].name;
        if (source->operations)
            to->registers[i].init = as_int(t, from->registers[i].init);
    }
}

/* The printer adds the hash of the test that was read, which is not this one. */
static const char *add_header(cm_text *out, const char *text)
{
    const char *open = strstr(text, "\n{");
    for (const char *line = text; line <= open; line += strcspn(line, "\n") + 1)
        if (strncmp(line, "Hash=", 5) == 0) {
            cm_text_add_bytes(out, text, (size_t)(line - text));
            return line + strcspn(line, "\n") + 1;
        }
    return text;
}

/* Initial values that printing a test has no place for: registers that hold addresses. */
static const char *with_addresses(translating *t, const char *text)
{
    cm_text out = cm_text_new(t->arena);
    text = add_header(&out, text);
    const char *close = strstr(text, "\n}\n"), *brace = close ? close + 1 : text;
    cm_text_add_bytes(&out, text, (size_t)(brace - text));
    for (int i = 0; i < t->test->thread_count; i++) {
        t->m = t->each[i];
        for (const element *e = t->elements; e < t->elements + t->element_count; e++)
            if (e->thread == i)
                cm_text_append(&out, " %d:%s=%s+%u;\n", t->test->threads[i].id,
                               element_register(t, e), t->test->locations[e->location].name,
                               e->offset);
        for (int l = 0; l < 2 * t->test->location_count; l++)
            if (t->addressed[2 * i * t->test->location_count + l])
                cm_text_append(&out, " %d:%s=%s;\n", t->test->threads[i].id,
                               address_register(t, l / 2, l % 2), t->test->locations[l / 2].name);
    }
    cm_text_add(&out, brace);
    return out.data;
}

/* Where C's `int` was it has the size that machines give it; what a language says besides of a
 * location is not the target's. CPUs have one memory. */
static void translate_locations(translating *t, cm_test *made)
{
    size_t count = (size_t)made->location_count;
    made->locations =
        cm_arena_grow(t->arena, made->locations, count, count + 1, sizeof *made->locations);
    for (int i = 0; i < made->location_count; i++) {
        cm_location *l = &made->locations[i];
        if (!cm_arch_is_gpu(made->arch))
            l->space = CM_SPACE_GLOBAL;
        if (!cm_isa_for(t->test->arch)->operations)
            continue;
        for (uint32_t k = 0; k < l->count; k++)
            if (!cm_map_is_int(l->init[k]))
                refuse_test(t, "the initial value of `%s` does not fit into 32 bits", l->name);
        bool narrow = bytes_of(l) < CM_INT_BYTES;
        l->width = (uint8_t)bytes_of(l);
        l->extent = l->count * l->width;
        l->typed = l->is_array || narrow;
        l->is_signed = narrow ? l->numbers.is_signed : l->is_signed;
        l->structure = NULL; /* it is no test in C */
        l->tags = NULL;
    }
}

/* The instruction set of all threads, or that of tests with several. */
static cm_arch arch_of(const cm_test *made)
{
    for (int i = 1; i < made->thread_count; i++)
        if (made->threads[i].arch != made->threads[0].arch)
            return CM_CMCM;
    return made->thread_count > 0 ? made->threads[0].arch : made->arch;
}

/* ---- assertions ---------------------------------------------------------------------------- */

const char cm_map_assertions[] = "Assertions";

/* The target's test observes, behind what the source's does, the registers that tell of them; a
 * line of its head names these, since states are in another order. */
static void observe_assertions(translating *t, cm_test *made)
{
    cm_text names = cm_text_new(t->arena);
    int capacity = made->observed_count;
    for (int i = 0; i < made->thread_count; i++) {
        const cm_thread *thread = &made->threads[i];
        int reg = t->test->threads[i].register_count;
        if (thread->register_count == reg)
            continue;
        if (made->shown_count < made->observed_count)
            refuse_test(
                t, "%s",
                "the test has an assertion, and its filter asks for a value that no state shows");
        CM_RESERVE(t->arena, made->observed, made->observed_count, capacity);
        cm_observed *o = &made->observed[made->observed_count++];
        *o = (cm_observed){.kind = CM_OBSERVE_REGISTER, .thread = i, .reg = reg, .bits = 32};
        o->display = cm_arena_printf(t->arena, "%d:%s", thread->id, thread->registers[reg].name);
        made->shown_count = made->observed_count;
        cm_text_append(&names, "%s%s", *names.data ? " " : "", o->display);
    }
    made->metadata = CM_NEW(t->arena, cm_metadata);
    *made->metadata = (cm_metadata){cm_map_assertions, names.data};
    made->metadata_count = *names.data != 0;
}

/* ---- the whole ------------------------------------------------------------------------------- */

cm_map_translation cm_map_translate_each(cm_arena *arena, const cm_mapping *const *each,
                                         const cm_test *test, cm_map_cut cut)
{
    translating t = {.arena = arena, .each = each, .test = test, .cut = cut};
    cm_test made = *test;
    size_t threads = (size_t)made.thread_count;
    int rules = 0;
    for (int i = 0; i < test->thread_count; i++)
        rules = each[i]->rule_count > rules ? each[i]->rule_count : rules;
    t.out.used = CM_NEW_ARRAY(arena, (size_t)rules + 1, bool);
    t.addressed = CM_NEW_ARRAY(arena, 2 * threads * (size_t)test->location_count + 1, bool);
    made.head = NULL;
    made.metadata_count = 0;
    made.threads = cm_arena_grow(arena, made.threads, threads, threads, sizeof *made.threads);
    for (int i = 0; i < made.thread_count && !t.out.refused; i++) {
        t.m = each[i];
        if (test->arch != t.m->from)
            refuse_test(&t,
                        "the test is for %s, and the mapping translates another instruction set",
                        cm_arch_name(test->arch));
        else
            translate_thread(&t, i, &made.threads[i]);
    }
    if (t.out.refused)
        return t.out;
    made.arch = arch_of(&made);
    size_t observed = (size_t)made.observed_count;
    made.observed = cm_arena_grow(arena, made.observed, observed, observed, sizeof *made.observed);
    for (int i = 0; i < made.observed_count; i++) {
        cm_observed *o = &made.observed[i];
        if (o->kind == CM_OBSERVE_REGISTER)
            o->display = cm_arena_printf(arena, "%d:%s", made.threads[o->thread].id,
                                         made.threads[o->thread].registers[o->reg].name);
        else if (o->kind == CM_OBSERVE_LOCATION && o->element >= 0) /* of a structure, too */
            o->display =
                cm_arena_printf(arena, "%s[%d]", made.locations[o->location].name, o->element);
    }
    translate_locations(&t, &made);
    observe_assertions(&t, &made);
    if (t.out.refused)
        return t.out;
    cm_work work = cm_work_new(arena);
    t.out.text = with_addresses(&t, cm_litmus_print(&work, &made));
    return t.out;
}

cm_map_translation cm_map_translate(cm_arena *arena, const cm_mapping *mapping, const cm_test *test,
                                    cm_map_cut cut)
{
    const cm_mapping **each =
        CM_NEW_ARRAY(arena, (size_t)test->thread_count + 1, const cm_mapping *);
    for (int i = 0; i <= test->thread_count; i++)
        each[i] = mapping;
    return cm_map_translate_each(arena, each, test, cut);
}
