/* Questions about a test that are answered from its tables. */
#include "litmus/test.h"

#include "litmus/print_order.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

const char *cm_test_said(const cm_test *test, const char *key)
{
    for (int i = test->metadata_count; i-- > 0;)
        if (strcmp(test->metadata[i].key, key) == 0)
            return test->metadata[i].value;
    return NULL;
}

int cm_test_locate(const cm_test *test, uint64_t address, uint64_t *offset)
{
    if (address < CM_ADDRESS_BASE || address >= CM_RESERVED_END)
        return -1;
    /* Addresses grow with the index, and a location reaches up to the next. */
    int low = 0, high = test->location_count;
    while (low < high) {
        int middle = low + (high - low) / 2;
        if (test->locations[middle].address <= address)
            low = middle + 1;
        else
            high = middle;
    }
    if (low == 0)
        return -1;
    const cm_location *location = &test->locations[low - 1];
    uint64_t bytes = cm_location_bytes(location);
    uint64_t distance = address - location->address;
    if (distance >= (bytes / CM_ADDRESS_STRIDE + 1) * CM_ADDRESS_STRIDE)
        return -1;
    if (address >= CM_CODE_BASE && distance >= bytes) /* code has no room around it */
        return -1;
    *offset = distance;
    return low - 1;
}

bool cm_test_asks(const cm_test *test)
{
    return test->quantifier != CM_FORALL || test->condition->kind != CM_PROP_TRUE;
}

uint64_t cm_location_bytes(const cm_location *location)
{
    return (uint64_t)location->width * location->count;
}

unsigned cm_location_float_bits(const cm_location *l)
{
    return !l->is_float ? 0 : 8u * (l->numbers.is_float ? l->numbers.bytes : l->width);
}

const char *cm_thread_label(const cm_thread *thread, int step)
{
    for (int i = 0; i < thread->label_count; i++)
        if (thread->labels[i].step == step && thread->labels[i].name[0] != ' ')
            return thread->labels[i].name;
    return "";
}

int cm_test_code(const cm_test *test, int thread, uint64_t address)
{
    const cm_thread *t = &test->threads[thread];
    uint64_t base = CM_CODE_BASE + (uint64_t)thread * CM_CODE_STRIDE;
    uint64_t last = (uint64_t)(t->code ? t->code_count - 1 : t->step_count);
    if (address < base || (address - base) % 4 != 0 || (address - base) / 4 > last)
        return -1;
    int step = (int)((address - base) / 4);
    return t->code ? t->code[step] : step;
}

uint64_t cm_test_virtual(const cm_test *test, uint64_t address)
{
    uint64_t offset;
    int location = cm_test_locate(test, address, &offset);
    if (location < 0 || test->locations[location].virtual_of < 0)
        return address;
    return test->locations[test->locations[location].virtual_of].address + offset;
}

bool cm_observed_is_float(const cm_test *test, const cm_observed *item)
{
    return item->kind == CM_OBSERVE_LOCATION
               ? test->locations[item->location].is_float
               : test->threads[item->thread].registers[item->reg].is_float;
}

/* ---- steps ----------------------------------------------------------- */

cm_place cm_test_place(const cm_test *test)
{
    return (cm_place){test->made_of ? test->made_of : test->source, 0, 0};
}

bool cm_step_is_fence(const cm_step *step)
{
    return step->kind == CM_STEP_FENCE && !step->tells && !step->is_undefined;
}

bool cm_step_is_access(const cm_step *step)
{
    return step->kind == CM_STEP_LOAD || step->kind == CM_STEP_STORE;
}

bool cm_step_is_async(const cm_step *step)
{
    return step->async.role == CM_ASYNC_ACCESS || step->async.role == CM_ASYNC_SIGNAL;
}

bool cm_thread_has_indirect(const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind == CM_STEP_BRANCH && thread->steps[i].addr)
            return true;
    return false;
}

cm_begins cm_thread_begins(const cm_test *test, int a, int b)
{
    if (!test->begins || a < 0 || b < 0)
        return CM_BEGINS_FREELY;
    return (cm_begins)test->begins[a * test->thread_count + b];
}

/* ---- places ---------------------------------------------------------- */

bool cm_threads_one_launch(const cm_test *test, int a, int b)
{
    for (int i = 0; i < test->metadata_count; i++) {
        const char *ids = test->metadata[i].value;
        int found = 0;
        char *end;
        if (strcmp(test->metadata[i].key, "Launch") != 0)
            continue;
        for (long id = strtol(ids, &end, 10); end != ids; id = strtol(ids, &end, 10)) {
            found += id == test->threads[a].id || id == test->threads[b].id;
            ids = end;
        }
        if (found == 2)
            return true;
    }
    return false;
}

bool cm_threads_share(const cm_test *test, int a, int b, cm_scope scope)
{
    if (a < 0 || b < 0)
        return scope == CM_SCOPE_SYS;
    if (scope == CM_SCOPE_THREAD)
        return a == b;
    if (a == b && scope == CM_SCOPE_WAVE)
        scope = CM_SCOPE_CTA;
    return cm_placement_share(&test->threads[a].at, &test->threads[b].at, scope);
}

bool cm_location_shared_by(const cm_test *test, int location, int thread, cm_scope scope)
{
    const cm_location *l = &test->locations[location];
    return l->space == CM_SPACE_SHARED && thread >= 0 &&
           cm_threads_share(test, l->owner, thread, scope);
}

/* ---- orders ---------------------------------------------------------- */

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

int cm_natural_compare(const char *a, const char *b)
{
    while (*a && *b) {
        size_t na = 0, nb = 0;
        while (is_digit(a[na]))
            na++;
        while (is_digit(b[nb]))
            nb++;
        if (na != nb)
            return na < nb ? -1 : 1;
        size_t n = na > 0 ? na : 1;
        int order = memcmp(a, b, n);
        if (order != 0)
            return order;
        a += n;
        b += n;
    }
    return (*a != '\0') - (*b != '\0');
}

int cm_value_compare(const cm_test *test, bool is_signed, uint64_t a, uint64_t b)
{
    uint64_t x, y;
    int la = cm_test_locate(test, a, &x), lb = cm_test_locate(test, b, &y);
    if ((la < 0) != (lb < 0))
        return la < 0 ? -1 : 1;
    if (la >= 0) {
        int order = strcmp(test->locations[la].name, test->locations[lb].name);
        return order != 0 ? order : (x > y) - (x < y);
    }
    if (is_signed) {
        int64_t sa = (int64_t)a, sb = (int64_t)b;
        return (sa > sb) - (sa < sb);
    }
    return (a > b) - (a < b);
}

const char *cm_parameter(const char *parameters, int index, size_t *length)
{
    unsigned depth = 0;
    const char *start = parameters;
    for (const char *at = parameters;; at++) {
        depth += *at == '<';
        depth -= (unsigned)(depth > 0 && *at == '>');
        if (*at && (*at != ',' || depth > 0))
            continue;
        *length = (size_t)(at - start);
        if (index-- == 0)
            return start;
        if (!*at)
            return NULL;
        start = at + 1;
    }
}

const char *cm_parameter_named(const char *parameters, const char *name, size_t *length)
{
    size_t named = strlen(name);
    const char *text;
    for (int i = 0; (text = cm_parameter(parameters, i, length)); i++)
        if (*length > named && memcmp(text + *length - named, name, named) == 0 &&
            strchr("*& ", text[*length - named - 1]))
            return text;
    return NULL;
}

static cm_declaration member(const cm_definition *d, int index)
{
    const char *type = d->types[index], *name = d->parameters[index];
    size_t length = strlen(type), all = length + strlen(name);
    cm_declaration found = {d->text, 0, d};
    for (const char *at = d->text; (at = strstr(at, type)) && found.length == 0; at++)
        if (strncmp(at + length, name, all - length) == 0 && at[all] != '_' &&
            !isalnum((unsigned char)at[all]))
            found = (cm_declaration){at, all, d};
    return found;
}

cm_declaration cm_declaration_of(const cm_test *test, int thread, int index)
{
    const char *all = test->threads[thread].parameters;
    cm_declaration found = {NULL, 0, NULL};
    int count = 0;
    while (all && (found.text = cm_parameter(all, count, &found.length)))
        if (count++ == index)
            return found;
    index -= count;
    for (int i = 0; all && i < test->definition_count; i++) {
        const cm_definition *d = &test->definitions[i];
        if (d->size > 0 && index < d->parameter_count)
            return member(d, index);
        index -= d->size > 0 ? d->parameter_count : 0;
    }
    return (cm_declaration){NULL, 0, NULL};
}

const char *cm_instruction_line(cm_arena *arena, const cm_instruction *instruction)
{
    unsigned line, column;
    if (instruction->line)
        return instruction->line;
    cm_place_position(instruction->place, &line, &column);
    return cm_arena_printf(arena, "line %u", line);
}

const cm_fault *cm_observed_fault(const cm_test *test, const cm_observed *item)
{
    return item->kind == CM_OBSERVE_REGISTER
               ? test->threads[item->thread].registers[item->reg].fault
               : NULL;
}

void cm_observed_type(const cm_test *test, const cm_observed *item, unsigned *bits, bool *is_signed)
{
    if (item->kind == CM_OBSERVE_LOCATION) {
        const cm_location *location = &test->locations[item->location];
        const cm_number_type *numbers = &location->numbers;
        bool cut = cm_number_is_cut(*numbers);
        *bits = cut                  ? 8u * numbers->bytes
                : location->is_float ? cm_location_float_bits(location)
                                     : 8u * location->width;
        *is_signed = cut ? numbers->is_signed : location->is_signed;
        return;
    }
    const cm_register *reg = &test->threads[item->thread].registers[item->reg];
    *bits = reg->bits < item->bits ? reg->bits : item->bits;
    *is_signed = reg->is_signed && *bits > 1; /* a predicate is 0 or 1 */
}

/* ---- steps ------------------------------------------------------------- */

bool cm_tags_have(const char *const *tags, const char *name)
{
    for (; tags && name && *tags; tags++)
        if (**tags == *name && strcmp(*tags, name) == 0)
            return true;
    return false;
}

bool cm_tags_equal(const char *const *a, const char *const *b)
{
    for (; *a && *b; a++, b++)
        if (strcmp(*a, *b) != 0)
            return false;
    return *a == *b;
}

cm_scope cm_barrier_scope(const cm_step *barrier)
{
    return barrier->anywhere    ? CM_SCOPE_DEVICE
           : barrier->clustered ? CM_SCOPE_CLUSTER
                                : CM_SCOPE_CTA;
}

bool cm_step_has_tag(const cm_step *step, const char *tag)
{
    return cm_tags_have(step->tags, tag);
}

bool cm_thread_assigns(const cm_thread *thread, int reg)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].dst == reg)
            return true;
    return false;
}

/* Where control comes to a step: what set a register last. */
enum { SET_BY_NONE = -1, MOST_SETTERS = 4, MOST_FIXED_STEPS = 2048, MOST_FIXED_DEPTH = 16 };

static bool leads_to(const cm_thread *thread, int from, int to)
{
    const cm_step *s = &thread->steps[from];
    bool branches = s->kind == CM_STEP_BRANCH;
    return (branches && s->target == to) || (from + 1 == to && (!branches || s->value || s->guard));
}

bool cm_thread_leads(const cm_thread *thread, int from, int to)
{
    enum { MOST_STEPS = 8192 };
    bool seen[MOST_STEPS] = {false};
    int ways[MOST_STEPS], count = 0;
    if (from == to || thread->step_count > MOST_STEPS || cm_thread_has_indirect(thread))
        return true;
    for (int at = from; at != to; at = ways[--count]) {
        const cm_step *s = &thread->steps[at];
        bool branches = s->kind == CM_STEP_BRANCH;
        const int next[2] = {branches ? s->target : at + 1,
                             branches && (s->value || s->guard) ? at + 1 : thread->step_count};
        for (int i = 0; i < 2; i++)
            if (next[i] < thread->step_count && !seen[next[i]]) {
                seen[next[i]] = true;
                ways[count++] = next[i];
            }
        if (count == 0)
            return false;
    }
    return true;
}

bool cm_thread_returns(const cm_thread *thread, int branch)
{
    return cm_thread_leads(thread, thread->steps[branch].target, branch);
}

/* Returns false if there is no room for it. */
static bool add_setter(int setters[MOST_SETTERS], int *count, int setter)
{
    int i = 0;
    while (i < *count && setters[i] != setter)
        i++;
    if (i == MOST_SETTERS)
        return false;
    setters[i] = setter;
    *count += i == *count;
    return true;
}

/* The steps that set the register last, by one way or another that the thread may have come to this
 * one; SET_BY_NONE: by one, none has. 0: they are not known, or too many. */
static int find_setters(const cm_thread *thread, int step, int reg, int setters[MOST_SETTERS])
{
    bool seen[MOST_FIXED_STEPS] = {false};
    int ways[MOST_FIXED_STEPS + 1], jumps[MOST_FIXED_STEPS];
    int count = 0, jump_count = 0, found = 0;
    if (!cm_thread_assigns(thread, reg)) {
        setters[0] = SET_BY_NONE;
        return 1;
    }
    if (thread->step_count > MOST_FIXED_STEPS || cm_thread_has_indirect(thread))
        return 0;
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind == CM_STEP_BRANCH)
            jumps[jump_count++] = i;
    ways[count++] = step;
    while (count > 0) {
        int at = ways[--count];
        if (at == 0 && !add_setter(setters, &found, SET_BY_NONE))
            return 0;
        for (int k = -1; k < jump_count; k++) {
            int i = k < 0 ? at - 1 : jumps[k];
            if (i < 0 || (k >= 0 && i == at - 1) || !leads_to(thread, i, at))
                continue;
            bool sets = thread->steps[i].dst == reg;
            if (sets && !add_setter(setters, &found, i))
                return 0;
            if (!sets && !seen[i])
                ways[count++] = i;
            seen[i] = true;
        }
    }
    return found;
}

typedef struct fixing {
    const cm_thread *thread;
    int step, depth;
} fixing;

static bool fixed_register(const void *context, int reg, uint64_t *value);

static bool fixed_by(const fixing *f, int setter, int reg, uint64_t *value)
{
    if (setter == SET_BY_NONE)
        return cm_expr_known(f->thread->registers[reg].init, NULL, NULL, value);
    const cm_step *s = &f->thread->steps[setter];
    const fixing next = {f->thread, setter, f->depth};
    uint64_t runs = 1;
    if (s->kind != CM_STEP_ASSIGN || s->undefined || s->opaque ||
        (s->guard && !cm_expr_known(s->guard, fixed_register, &next, &runs)))
        return false;
    return runs != 0 && cm_expr_known(s->value, fixed_register, &next, value);
}

/* What all set it to. */
static bool fixed_register(const void *context, int reg, uint64_t *value)
{
    const fixing *f = context;
    int setters[MOST_SETTERS], count = 0;
    if (f->depth < MOST_FIXED_DEPTH)
        count = find_setters(f->thread, f->step, reg, setters);
    const fixing next = {f->thread, f->step, f->depth + (count > 1 ? MOST_SETTERS : 1)};
    bool fixed = count > 0 && fixed_by(&next, setters[0], reg, value);
    for (int i = 1; i < count && fixed; i++) {
        uint64_t other;
        fixed = fixed_by(&next, setters[i], reg, &other) && other == *value;
    }
    return fixed;
}

bool cm_step_fixes(const cm_thread *thread, const cm_step *step, const cm_expr *expr,
                   uint64_t *value)
{
    const fixing f = {thread, (int)(step - thread->steps), 0};
    return cm_expr_known(expr, fixed_register, &f, value);
}

bool cm_thread_has_loop(const cm_thread *thread)
{
    for (int i = 0; i < thread->step_count; i++)
        if (thread->steps[i].kind == CM_STEP_BRANCH &&
            (thread->steps[i].addr || thread->steps[i].target <= i))
            return true;
    return false;
}

cm_step cm_step_of_nothing(const cm_step *step)
{
    static const cm_expr zero = {.op = CM_OP_CONST, .bits = 64};
    return (cm_step){.kind = CM_STEP_ASSIGN,
                     .instruction = step->instruction,
                     .dst = -1,
                     .value = &zero,
                     .rmw = CM_RMW_NONE,
                     .tags = step->tags};
}

cm_test *cm_test_with_own_steps(cm_arena *arena, const cm_test *test)
{
    cm_test *made = CM_NEW(arena, cm_test);
    *made = *test;
    size_t threads = (size_t)test->thread_count;
    made->threads = cm_arena_grow(arena, test->threads, threads, threads, sizeof *made->threads);
    for (size_t t = 0; t < threads; t++) {
        cm_thread *thread = &made->threads[t];
        size_t steps = (size_t)thread->step_count;
        thread->steps = cm_arena_grow(arena, thread->steps, steps, steps, sizeof *thread->steps);
    }
    return made;
}
