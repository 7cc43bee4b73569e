/* Threads of shapes (shapes.c), item by item: write_item has what their letters mean. */
#include "mapping/shape.h"

#include "litmus/isa/isa.h"

#include <string.h>

/* ---- what stands around --------------------------------------------------------------- */

static const cm_isa_writer *writer_of(const cm_shaping *c)
{
    return cm_writer_of(c->making->mapping->from);
}

static void observe(cm_shaping *c, cm_writer *w, const char *reg)
{
    if (!reg)
        return;
    c->last = reg;
    cm_text_append(&c->observed, " %d:%s;", w->thread, reg);
}

bool cm_shape_is_shared(const cm_shaping *c, int location)
{
    return location == 0 ? c->data == SHARED : c->flag_shared;
}

static cm_write_access write_access_of(const cm_shaping *c, int location, char order)
{
    bool shared = cm_shape_is_shared(c, location);
    return (cm_write_access){.location = location,
                             .order = order,
                             .scope = shared && !c->local_wide ? CM_SCOPE_CTA : CM_SCOPE_SYS,
                             .shared = shared,
                             .value = 1};
}

static void write_fence(cm_shaping *c, cm_writer *w, cm_scope scope)
{
    static const cm_write_purpose kinds[] = {CM_WRITE_SC, CM_WRITE_ACQ_REL};
    cm_arch arch = c->making->mapping->from;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        const cm_write_fence *f = cm_write_fence_of(arch, kinds[i], scope);
        if (f && cm_arch_has_places(arch) &&
            cm_map_has_rule(c->arena, c->making->mapping, f->text)) {
            cm_writer_fence(w, f);
            return;
        }
    }
    c->fits &= writer_of(c)->full != NULL;
    cm_writer_fence(w, writer_of(c)->full);
}

static void write_acquire(cm_shaping *c, cm_writer *w)
{
    const cm_write_fence *f =
        cm_write_fence_of(c->making->mapping->from, CM_WRITE_ACQUIRE, CM_SCOPE_SYS);
    c->fits &= f != NULL;
    cm_writer_fence(w, f);
}

static void plain_store(cm_shaping *c, cm_writer *w, cm_write_access a)
{
    c->fits &= writer_of(c)->store != NULL;
    if (c->fits)
        writer_of(c)->store(w, &a, (cm_write_need){.any = false});
}

static void plain_load(cm_shaping *c, cm_writer *w, cm_write_access a)
{
    const char *reg = NULL;
    c->fits &= writer_of(c)->load != NULL;
    if (c->fits)
        writer_of(c)->load(w, &a, (cm_write_need){.any = false}, &reg);
    observe(c, w, reg);
}

static void write_exchange(cm_shaping *c, cm_writer *w, cm_write_access a)
{
    const cm_isa_writer *isa = writer_of(c);
    const char *reg = NULL;
    const cm_write_rmw *rmw = isa->rmws;
    while (rmw->name && rmw->kind != CM_WRITE_EXCHANGE)
        rmw++;
    c->fits &= rmw->name && !a.shared;
    if (c->fits)
        isa->exchange(w, rmw, &a, &a, (cm_write_need){.any = false}, &reg);
    observe(c, w, reg);
}

/* ---- instances as items ----------------------------------------------------------------- */

static const char *next_register(cm_shaping *c, cm_writer *w, cm_map_operand kind)
{
    const cm_mapping *m = c->making->mapping;
    bool first = kind == CM_OPERAND_REGISTER;
    return cm_map_instance_register(c->arena, m, kind, first ? w->begun++ : ++w->predicates);
}

static const char *address_operand(cm_shaping *c, cm_writer *w, cm_map_operand kind,
                                   const char *name)
{
    if (kind == CM_OPERAND_NAME)
        return cm_arena_printf(c->arena, "[%s]", name);
    const char *reg = next_register(c, w, CM_OPERAND_REGISTER);
    cm_text_append(&c->init, " %d:%s=%s;", w->thread, reg, name);
    return cm_arena_printf(c->arena, kind == CM_OPERAND_ADDRESS ? "[%s]" : "0(%s)", reg);
}

static const char *input_of(cm_shaping *c, cm_writer *w, cm_map_operand kind, int value)
{
    if (kind == CM_OPERAND_NUMBER || kind == CM_OPERAND_MARKED)
        return cm_arena_printf(c->arena, "%s%d", kind == CM_OPERAND_MARKED ? "#" : "", value);
    const char *reg = next_register(c, w, kind);
    cm_text_append(&c->init, " %d:%s=%d;", w->thread, reg, value);
    return reg;
}

/* The last input is what is stored; where there are two the first is what is compared. */
static void write_instance(cm_shaping *c, cm_writer *w, const cm_map_instance *n, int location,
                           int compared, int stored)
{
    const char *operands[CM_MAP_PARTS] = {NULL}, *to = NULL;
    int inputs = 0;
    for (int i = 0; i < n->count; i++) {
        if (n->kinds[i] < CM_OPERAND_REGISTER)
            operands[i] = address_operand(c, w, n->kinds[i], w->location(c->arena, location));
        else if (i == n->to && c->unused)
            operands[i] = "_";
        else if (i == n->to)
            operands[i] = to = next_register(c, w, n->kinds[i]);
        else
            operands[i] = input_of(c, w, n->kinds[i], ++inputs < n->inputs ? compared : stored);
    }
    cm_writer_row(w, "%s", cm_map_instance_fill(c->arena, n, operands));
    observe(c, w, to);
}

/* An update that reaches as far as the system, for flags: the first of the rules. */
static void write_update(cm_shaping *c, cm_writer *w, int location, int value)
{
    for (int i = 0; i < c->making->all->count; i++) {
        const cm_map_instance *n = &c->making->all->items[i];
        if (n->reads && n->writes && n->inputs == 1 && n->to >= 0 &&
            (n->shared || n->anywhere) == cm_shape_is_shared(c, location) &&
            (!n->scoped || n->scope == CM_SCOPE_SYS)) {
            write_instance(c, w, n, location, 0, value);
            return;
        }
    }
    c->fits = false;
}

static int qualifiers_missing(const cm_map_parts *from, const cm_map_parts *of)
{
    int missing = 0;
    for (int i = 0; i < of->qualifier_count; i++) {
        bool found = false;
        for (int k = 0; k < from->qualifier_count; k++)
            found |= strcmp(of->qualifiers[i], from->qualifiers[k]) == 0;
        missing += !found;
    }
    return missing;
}

/* Do they say the same order, scope and marks? Of another memory one qualifier may differ; updates
 * of a source language have more to say than an access, a. */
static bool orders_alike(cm_shaping *c, const cm_map_instance *a, const cm_map_instance *b)
{
    int differ = a->shared != b->shared || a->anywhere != b->anywhere;
    cm_map_parts p, q;
    if (writer_of(c)->body)
        return cm_map_take_apart(c->arena, a->text, &p) &&
               cm_map_take_apart(c->arena, b->text, &q) && p.qualifier_count > 0 &&
               qualifiers_missing(&q, &p) == 0;
    return cm_map_take_apart(c->arena, a->text, &p) && cm_map_take_apart(c->arena, b->text, &q) &&
           qualifiers_missing(&p, &q) <= differ && qualifiers_missing(&q, &p) <= differ;
}

static void write_twin(cm_shaping *c, cm_writer *w, int location, bool store)
{
    for (int i = 0; i < c->making->all->count; i++) {
        const cm_map_instance *n = &c->making->all->items[i];
        if (n->writes == store && n->reads != store &&
            n->shared == cm_shape_is_shared(c, location) && orders_alike(c, n, c->instance)) {
            write_instance(c, w, n, location, 0, 1);
            return;
        }
    }
    c->fits = false;
}

/* Of what was loaded last, as the first input or as the last of several; the others are 1. */
static void write_computation(cm_shaping *c, cm_writer *w, bool is_last)
{
    const cm_map_instance *n = c->instance;
    const char *operands[CM_MAP_PARTS] = {NULL};
    int first = -1, loaded = -1;
    for (int i = 0; i < n->count; i++) {
        bool fits = i != n->to && (n->kinds[i] == CM_OPERAND_REGISTER || n->numbers[i]);
        first = fits && first < 0 ? i : first;
        loaded = fits && (is_last || loaded < 0) ? i : loaded;
    }
    for (int i = 0; i < n->count; i++)
        operands[i] = i == loaded  ? c->last
                      : i == n->to ? next_register(c, w, n->kinds[i])
                                   : input_of(c, w, n->kinds[i], 1);
    c->fits &= loaded >= 0 && n->to >= 0 && n->kinds[n->to] == CM_OPERAND_REGISTER &&
               !(is_last && loaded == first);
    if (!c->fits)
        return;
    cm_writer_row(w, "%s", cm_map_instance_fill(c->arena, n, operands));
    observe(c, w, operands[n->to]);
}

/* A jump that hangs on the value loaded last, to the end of the thread; one that does not is the
 * end of the first part of two, of which that value decides (write_threads). */
static void write_jump(cm_shaping *c, cm_writer *w)
{
    const cm_map_instance *n = c->instance;
    bool decides = n->jumps && n->inputs > 0;
    for (int i = 0; i < c->making->all->count && !decides; i++) {
        n = &c->making->all->items[i];
        decides = n->jumps && n->inputs > 0;
    }
    c->fits &= decides && c->last;
    if (!c->fits)
        return;
    const char *operands[CM_MAP_PARTS] = {NULL};
    for (int i = 0; i < n->count; i++)
        operands[i] = n->kinds[i] == CM_OPERAND_LABEL ? "L0" : c->last;
    cm_writer_row(w, "%s", cm_map_instance_fill(c->arena, n, operands));
    c->end = "L0:";
}

/* Plain data of a source language race unless they are looked at only where the flag was read. */
static void guard_data(cm_shaping *c, cm_writer *w)
{
    bool fits = c->fits;
    if (!writer_of(c)->body || c->data != PLAIN || !c->last || c->end)
        return;
    write_jump(c, w);
    c->fits = fits;
}

/* Where `!` was: the first item is left by the jump, the second is where it would not have come. */
static void write_other_part(cm_shaping *c, cm_writer *w)
{
    const cm_map_instance *n = c->instance;
    const char *operands[CM_MAP_PARTS] = {NULL};
    for (int i = 0; i < n->count; i++)
        operands[i] = "L1";
    cm_writer_row(w, "%s", cm_map_instance_fill(c->arena, n, operands));
    cm_writer_row(w, "L0:");
    c->end = "L1:";
}

/* A relaxed store of that register: of a number, with the register in its place. */
static void store_last(cm_shaping *c, cm_writer *w, int location)
{
    plain_store(c, w, write_access_of(c, location, 'P'));
    if (!c->fits)
        return;
    const char **row = &w->rows[w->row_count - 1];
    size_t length = strlen(*row);
    c->fits = length > 2 && strcmp(*row + length - 3, ", 1") == 0;
    *row = cm_arena_printf(c->arena, "%.*s%s", (int)(length - 1), *row, c->last);
}

/* ---- items --------------------------------------------------------------------------------- */

static void store_flag(cm_shaping *c, cm_writer *w, int location, uint64_t value)
{
    cm_write_access a = write_access_of(c, location, 'P');
    a.value = value;
    if (c->handing == BY_UPDATE)
        write_update(c, w, location, (int)value);
    else if (c->handing == BY_EXCHANGE)
        write_exchange(c, w, a);
    else
        plain_store(c, w, a);
}

static void load_flag(cm_shaping *c, cm_writer *w, int location)
{
    if (c->handing == BY_UPDATE)
        write_update(c, w, location, 0);
    else
        plain_load(c, w, write_access_of(c, location, 'P'));
}

static void hand_over(cm_shaping *c, cm_writer *w, int location, cm_scope scope)
{
    cm_write_access a = write_access_of(c, location, 'L');
    a.scope = a.shared && !c->local_wide ? CM_SCOPE_CTA : scope;
    if (c->handing == BY_ORDER) {
        plain_store(c, w, a);
        return;
    }
    write_fence(c, w, scope);
    store_flag(c, w, location, 1);
}

static void take_over(cm_shaping *c, cm_writer *w, int location, cm_scope scope)
{
    cm_write_access a = write_access_of(c, location, 'A');
    a.scope = a.shared && !c->local_wide ? CM_SCOPE_CTA : scope;
    if (c->handing == BY_ORDER) {
        plain_load(c, w, a);
        return;
    }
    load_flag(c, w, location);
    write_fence(c, w, scope);
}

/* Its rows become what the line `vary` says. */
static void hand_over_varied(cm_shaping *c, cm_writer *w, int location, bool take)
{
    int first = w->row_count;
    if (take)
        take_over(c, w, location, CM_SCOPE_SYS);
    else
        hand_over(c, w, location, CM_SCOPE_SYS);
    c->fits &= c->variation != NULL;
    for (int r = first; c->fits && r < w->row_count; r++)
        w->rows[r] = cm_map_vary_text(c->arena, c->variation, w->rows[r], &c->varied);
}

static void write_data(cm_shaping *c, cm_writer *w, int location, bool store)
{
    guard_data(c, w);
    cm_write_access a = write_access_of(c, location, c->data == RELAXED ? 'P' : 'K');
    if (store)
        plain_store(c, w, a);
    else
        plain_load(c, w, a);
}

/* An item is a letter for what it does and one for the location. */
static void write_item(cm_shaping *c, cm_writer *w, const char *item)
{
    const cm_map_instance *n = c->instance;
    int location = item[1] == 'x' ? 0 : item[1] == 'z' ? 2 : 1;
    switch (*item) {
    /* The data, stored and loaded: plain, relaxed, or in the memory of a CTA. */
    case 'w':
    case 'r':
        write_data(c, w, location, *item == 'w');
        break;
    /* What hands over: a release and an acquire, at the widest scope and at that of a CTA. */
    case 'W':
    case 'L':
        hand_over(c, w, location, *item == 'L' ? CM_SCOPE_CTA : CM_SCOPE_SYS);
        break;
    case 'R':
    case 'A':
        take_over(c, w, location, *item == 'A' ? CM_SCOPE_CTA : CM_SCOPE_SYS);
        break;
    /* The same, as the lines `vary` of the mapping have it: of a quality without which data must be
     * stored and loaded in a way of their own. */
    case 'V':
    case 'U':
        hand_over_varied(c, w, location, *item == 'U');
        break;
    /* A flag without an order of its own, stored, with another value, and loaded. */
    case 'm':
    case 'M':
        store_flag(c, w, location, *item == 'M' ? 2 : 1);
        break;
    case 'n':
        load_flag(c, w, location);
        break;
    /* The strongest fence, at the widest scope and at that of a CTA; an acquire at the widest. */
    case 'F':
    case 'f':
        write_fence(c, w, *item == 'f' ? CM_SCOPE_CTA : CM_SCOPE_SYS);
        break;
    case 'a':
        write_acquire(c, w);
        break;
    /* The instruction, storing a value and another one. */
    case 'I':
    case 'J':
        write_instance(c, w, n, location, 0, *item == 'J' ? 2 : 1);
        break;
    /* The instruction, loading, and comparing equal to what was handed over; comparing unequal. */
    case 'K':
        write_instance(c, w, n, location, 1, 2);
        break;
    case 'H':
        c->fits &= n->inputs > 1;
        write_instance(c, w, n, location, 7, 2);
        break;
    /* The instruction, whose first input (D: last input, if it has several) is the value loaded
     * last; a store of its result. */
    case 'C':
    case 'D':
        write_computation(c, w, *item == 'D');
        break;
    case 'c':
        store_last(c, w, location);
        break;
    /* A store and a load that order as the instruction does. */
    case 'S':
    case 'Q':
        write_twin(c, w, location, *item == 'S');
        break;
    /* The instruction, a jump that the value loaded last decides on, to the end of the thread; or
     * such a jump to the second of the items behind it, and the instruction, which nothing decides
     * on, ends the first and jumps around the second. */
    case '?':
    case '!':
        write_jump(c, w);
        break;
    }
}

void cm_shape_write(cm_shaping *c, cm_writer *w, const char *items)
{
    bool first = false, second; /* of the two parts behind `!` */
    c->last = c->end = NULL;
    for (const char *item = items; *item && c->fits; item += strspn(item, " ")) {
        write_item(c, w, item);
        second = first;
        first = *item == '!';
        item += strcspn(item, " ");
        if (second && c->fits)
            write_other_part(c, w);
    }
    if (c->end)
        cm_writer_row(w, "%s", c->end);
}
