/* Tests of several threads around one instruction. A thread is a row of items, a letter for what it
 * does and one for the location:
 *
 *      w r   the data, stored and loaded: plain, relaxed, in the memory of a CTA
 *      W R   what hands over: a release, an acquire at the widest scope; L A at that of a CTA
 *      V U   the same, as the lines `vary` of the mapping have it: of a quality without which data
 *            must be stored and loaded in a way of their own
 *      m n   a flag without an order of its own, stored and loaded; M stores another value
 *      F f   the strongest fence at the widest scope; one at the scope of a CTA; a an acquire at
 * the widest scope I J   the instruction, storing a value, another one; K loading, and comparing
 * equal; H comparing unequal C D   the instruction, whose first input (D: last input, if it has
 * several) is the value loaded last; c stores its result S Q   a store and a load that order as the
 * instruction does ?     the instruction, a jump that the value loaded last decides on, to the end
 * of the thread !     the instruction, a jump around what stands behind it, where such a one does
 * not go
 */
#include "mapping/rules.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <string.h>

enum { THREADS = 4, LOCATIONS = 3 };
typedef enum topic {
    STORES,
    LOADS,
    UPDATES,
    ALWAYS_BOTH,
    FENCES,
    MEETS,
    COMPUTES,
    DECIDES,
    JUMPS
} topic;
typedef enum spread { LANES, NEAR, CLUSTER, APART, FAR, FIRST_TWO } spread;
static const char *const spreads[] = {"lanes", "near", "cluster", "apart", "far", "two"};

/* DATA: with each kind of data. TWO: only the first two threads are near. VARIED: once for each
 * quality that the mapping tells of. SOURCE: of source languages only. UNUSED: what the operation
 * reads goes nowhere. */
enum { DATA = 1, TWO = 2, VARIED = 4, SOURCE = 8, UNUSED = 16 };

static const struct shape {
    const char *name;
    topic about;
    unsigned ways;
    const char *threads[THREADS];
} shapes[] = {
    {"mp-w", STORES, DATA, {"wx Iy", "Ry rx"}},
    {"lb-w", STORES, DATA, {"rx Iy", "Ry wx"}},
    {"isa2-w", STORES, 0, {"wx Wy", "Ry Iz", "Rz rx"}},
    {"isa2-two-w", STORES, TWO, {"wx Ly", "Ay Iz", "Rz rx"}},
    {"mp-fence-w", STORES, DATA, {"wx F Iy", "ny F rx"}},
    {"sb-w", STORES, 0, {"Iy F nx", "mx F ny"}},
    {"corr-w", STORES, 0, {"Iy", "ny ny"}},
    {"coww-w", STORES, 0, {"Iy My", "ny ny"}},
    {"cowr-w", STORES, 0, {"Iy ny", "My"}},
    {"data-w", STORES, 0, {"Ix Wy", "Ry nx"}},
    {"data-plain-w", STORES, 0, {"Ix Wy", "Ry rx"}},
    {"data-varied-w", STORES, VARIED, {"Ix Vy", "Uy nx"}},
    {"data-late-w", STORES, 0, {"rx Wy", "Ry Ix"}},
    {"mp-r", LOADS, DATA, {"wx Wy", "Ky rx"}},
    {"lb-r", LOADS, DATA, {"rx Wy", "Ky wx"}},
    {"isa2-m", LOADS, 0, {"wx Wy", "Ky Wz", "Rz rx"}},
    {"isa2-r", LOADS, 0, {"wx Wy", "Ry Wz", "Kz rx"}},
    {"isa2-two-r", LOADS, TWO, {"wx Ly", "Ky Wz", "Rz rx"}},
    {"mp-fence-r", LOADS, DATA, {"wx F my", "Ky F rx"}},
    {"sb-r", LOADS, 0, {"mx F Ky", "my F nx"}},
    {"corr-r", LOADS, 0, {"my", "Ky ny"}},
    {"corr-late-r", LOADS, 0, {"my", "ny Ky"}},
    {"corr-plain-r", LOADS, 0, {"Wy", "Ky Ky"}},
    {"cowr-r", LOADS, 0, {"my Ky", "My"}},
    {"corw-r", LOADS, 0, {"Ky my", "My"}},
    {"data-r", LOADS, 0, {"mx Wy", "Ry Kx"}},
    {"data-plain-r", LOADS, 0, {"wx Wy", "Ry Kx"}},
    {"data-varied-r", LOADS, VARIED, {"mx Vy", "Uy Kx"}},
    {"data-early-r", LOADS, 0, {"Kx Wy", "Ry mx"}},
    {"mp-unequal", UPDATES, 0, {"wx Wy", "Hy rx"}},
    {"sc-r", LOADS, DATA, {"Sx Ky", "Sy Qx"}},
    {"sc-w", STORES, DATA, {"Iy Qx", "Sx Qy"}},
    {"sc-co", STORES, SOURCE, {"Sx Iy", "Jy Qx"}},
    {"two", ALWAYS_BOTH, 0, {"Iy", "Jy"}},
    {"passes-on", ALWAYS_BOTH, 0, {"wx Wy", "Ky", "Ry rx"}},
    {"beside-store", ALWAYS_BOTH, 0, {"Iy ny", "My"}},
    {"mp-unused", ALWAYS_BOTH, DATA | SOURCE | UNUSED, {"wx Wy", "Ky a rx"}},
    {"sequence", ALWAYS_BOTH, DATA | SOURCE, {"wx Wy", "Ky My", "Ry rx"}},
    {"mp-f-w", FENCES, DATA, {"wx I my", "Ry rx"}},
    {"mp-f-r", FENCES, DATA, {"wx Wy", "ny I rx"}},
    {"mp-f-both", FENCES, DATA, {"wx I my", "ny I rx"}},
    {"lb-f-w", FENCES, DATA, {"rx I my", "Ry wx"}},
    {"lb-f-r", FENCES, DATA, {"rx Wy", "ny I wx"}},
    {"sb-f", FENCES, 0, {"mx I ny", "my F nx"}},
    {"isa2-f-m", FENCES, 0, {"wx Wy", "ny I mz", "Rz rx"}},
    {"isa2-f-w", FENCES, 0, {"wx Wy", "Ry I mz", "Rz rx"}},
    {"isa2-two-f", FENCES, TWO, {"wx Ly", "Ay I mz", "Rz rx"}},
    {"iriw-f", FENCES, 0, {"mx", "my", "nx I ny", "ny F nx"}},
    {"mp-b", MEETS, DATA, {"wx I", "I rx"}},
    {"lb-b", MEETS, DATA, {"rx I", "I wx"}},
    {"mp-b-f", MEETS, DATA, {"wx f I", "I f rx"}},
    {"isa2-two-b", MEETS, TWO, {"wx I", "I Wy", "Ry rx"}},
    {"lb-c", COMPUTES, 0, {"ny C cx", "nx my"}},
    {"lb-d", COMPUTES, 0, {"ny D cx", "nx my"}},
    {"mp-if", DECIDES, 0, {"wx Wy", "Ry ? rx"}},
    {"lb-if", DECIDES, 0, {"rx Wy", "Ry ? wx"}},
    {"mp-else", JUMPS, 0, {"wx Wy", "Ry ! rx mz"}},
};
enum { SHAPES = sizeof shapes / sizeof *shapes };

typedef enum data_kind { PLAIN, RELAXED, SHARED, DATA_KINDS } data_kind;
static const char *const data_names[] = {"", "-relaxed", "-shared"};
/* How what hands over is written: by orders of accesses; relaxed, with fences; by exchanges, with
 * fences; by updates that the mapping has a rule for. */
typedef enum handing { BY_ORDER, BY_FENCE, BY_EXCHANGE, BY_UPDATE, HANDINGS } handing;

typedef struct composing {
    const cm_map_making *making;
    cm_arena *arena;
    cm_work work;
    const cm_map_instance *instance;
    const struct shape *shape;
    data_kind data;
    handing handing;
    spread spread;
    bool flag_shared, fits;
    bool local_wide;               /* is memory of a CTA accessed at the widest scope, too? */
    const cm_map_words *variation; /* how accesses that hand over are varied; NULL: not */
    bool varied;
    int initially; /* what y begins as */
    cm_writer threads[THREADS];
    int thread_count, labels;
    cm_text init, observed;
    const char *last[THREADS]; /* the register that was loaded or computed last */
    const char *ends[THREADS]; /* a label behind all; NULL: none */
} composing;

static const char *location_name(cm_arena *arena, int location)
{
    (void)arena;
    static const char *const names[LOCATIONS] = {"x", "y", "z"};
    return names[location];
}

/* ---- what stands around --------------------------------------------------------------- */

static const cm_isa_writer *writer_of(const composing *c)
{
    return cm_writer_of(c->making->mapping->from);
}

static void observe(composing *c, cm_writer *w, const char *reg)
{
    if (!reg)
        return;
    c->last[w->thread] = reg;
    cm_text_append(&c->observed, " %d:%s;", w->thread, reg);
}

static bool is_shared(const composing *c, int location)
{
    return location == 0 ? c->data == SHARED : c->flag_shared;
}

static cm_write_access write_access_of(const composing *c, int location, char order)
{
    bool shared = is_shared(c, location);
    return (cm_write_access){.location = location,
                             .order = order,
                             .scope = shared && !c->local_wide ? CM_SCOPE_CTA : CM_SCOPE_SYS,
                             .shared = shared,
                             .value = 1};
}

static void write_fence(composing *c, cm_writer *w, cm_scope scope)
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

static void write_acquire(composing *c, cm_writer *w)
{
    const cm_write_fence *f =
        cm_write_fence_of(c->making->mapping->from, CM_WRITE_ACQUIRE, CM_SCOPE_SYS);
    c->fits &= f != NULL;
    cm_writer_fence(w, f);
}

static void plain_store(composing *c, cm_writer *w, cm_write_access a)
{
    c->fits &= writer_of(c)->store != NULL;
    if (c->fits)
        writer_of(c)->store(w, &a, (cm_write_need){.any = false});
}

static void plain_load(composing *c, cm_writer *w, cm_write_access a)
{
    const char *reg = NULL;
    c->fits &= writer_of(c)->load != NULL;
    if (c->fits)
        writer_of(c)->load(w, &a, (cm_write_need){.any = false}, &reg);
    observe(c, w, reg);
}

static void write_exchange(composing *c, cm_writer *w, cm_write_access a)
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

static const char *next_register(composing *c, cm_writer *w, cm_map_operand kind)
{
    const cm_mapping *m = c->making->mapping;
    bool first = kind == CM_OPERAND_REGISTER;
    return cm_map_instance_register(c->arena, m, kind, first ? w->begun++ : ++w->predicates);
}

static const char *address_operand(composing *c, cm_writer *w, cm_map_operand kind,
                                   const char *name)
{
    if (kind == CM_OPERAND_NAME)
        return cm_arena_printf(c->arena, "[%s]", name);
    const char *reg = next_register(c, w, CM_OPERAND_REGISTER);
    cm_text_append(&c->init, " %d:%s=%s;", w->thread, reg, name);
    return cm_arena_printf(c->arena, kind == CM_OPERAND_ADDRESS ? "[%s]" : "0(%s)", reg);
}

static const char *input_of(composing *c, cm_writer *w, cm_map_operand kind, int value)
{
    if (kind == CM_OPERAND_NUMBER || kind == CM_OPERAND_MARKED)
        return cm_arena_printf(c->arena, "%s%d", kind == CM_OPERAND_MARKED ? "#" : "", value);
    const char *reg = next_register(c, w, kind);
    cm_text_append(&c->init, " %d:%s=%d;", w->thread, reg, value);
    return reg;
}

/* The last input is what is stored; where there are two the first is what is compared. */
static void add_instance(composing *c, cm_writer *w, const cm_map_instance *n, int location,
                         int compared, int stored)
{
    const char *operands[CM_MAP_PARTS] = {NULL}, *to = NULL;
    int inputs = 0;
    for (int i = 0; i < n->count; i++) {
        if (n->kinds[i] < CM_OPERAND_REGISTER)
            operands[i] = address_operand(c, w, n->kinds[i], location_name(c->arena, location));
        else if (i == n->to && (c->shape->ways & UNUSED))
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
static void update(composing *c, cm_writer *w, int location, int value)
{
    for (int i = 0; i < c->making->all->count; i++) {
        const cm_map_instance *n = &c->making->all->items[i];
        if (n->reads && n->writes && n->inputs == 1 && n->to >= 0 &&
            (n->shared || n->anywhere) == is_shared(c, location) &&
            (!n->scoped || n->scope == CM_SCOPE_SYS)) {
            add_instance(c, w, n, location, 0, value);
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
static bool orders_alike(composing *c, const cm_map_instance *a, const cm_map_instance *b)
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

static void twin(composing *c, cm_writer *w, int location, bool store)
{
    for (int i = 0; i < c->making->all->count; i++) {
        const cm_map_instance *n = &c->making->all->items[i];
        if (n->writes == store && n->reads != store && n->shared == is_shared(c, location) &&
            orders_alike(c, n, c->instance)) {
            add_instance(c, w, n, location, 0, 1);
            return;
        }
    }
    c->fits = false;
}

/* Of what was loaded last, as the first input or as the last of several; the others are 1. */
static void write_computation(composing *c, cm_writer *w, bool is_last)
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
        operands[i] = i == loaded  ? c->last[w->thread]
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
static void write_jump(composing *c, cm_writer *w)
{
    const cm_map_instance *n = c->instance;
    bool decides = n->jumps && n->inputs > 0;
    for (int i = 0; i < c->making->all->count && !decides; i++) {
        n = &c->making->all->items[i];
        decides = n->jumps && n->inputs > 0;
    }
    c->fits &= decides && c->last[w->thread];
    if (!c->fits)
        return;
    const char *operands[CM_MAP_PARTS] = {NULL};
    for (int i = 0; i < n->count; i++)
        operands[i] = n->kinds[i] == CM_OPERAND_LABEL ? "L0" : c->last[w->thread];
    cm_writer_row(w, "%s", cm_map_instance_fill(c->arena, n, operands));
    c->ends[w->thread] = "L0:";
}

/* Plain data of a source language race unless they are looked at only where the flag was read. */
static void guard_data(composing *c, cm_writer *w)
{
    bool fits = c->fits;
    if (!writer_of(c)->body || c->data != PLAIN || !c->last[w->thread] || c->ends[w->thread])
        return;
    write_jump(c, w);
    c->fits = fits;
}

/* Where `!` was: the first item is left by the jump, the second is where it would not have come. */
static void write_other_part(composing *c, cm_writer *w)
{
    const cm_map_instance *n = c->instance;
    const char *operands[CM_MAP_PARTS] = {NULL};
    for (int i = 0; i < n->count; i++)
        operands[i] = "L1";
    cm_writer_row(w, "%s", cm_map_instance_fill(c->arena, n, operands));
    cm_writer_row(w, "L0:");
    c->ends[w->thread] = "L1:";
}

/* A relaxed store of that register: of a number, with the register in its place. */
static void store_last(composing *c, cm_writer *w, int location)
{
    plain_store(c, w, write_access_of(c, location, 'P'));
    if (!c->fits)
        return;
    const char **row = &w->rows[w->row_count - 1];
    size_t length = strlen(*row);
    c->fits = length > 2 && strcmp(*row + length - 3, ", 1") == 0;
    *row = cm_arena_printf(c->arena, "%.*s%s", (int)(length - 1), *row, c->last[w->thread]);
}

/* ---- items --------------------------------------------------------------------------------- */

static void store_flag(composing *c, cm_writer *w, int location, uint64_t value)
{
    cm_write_access a = write_access_of(c, location, 'P');
    a.value = value;
    if (c->handing == BY_UPDATE)
        update(c, w, location, (int)value);
    else if (c->handing == BY_EXCHANGE)
        write_exchange(c, w, a);
    else
        plain_store(c, w, a);
}

static void load_flag(composing *c, cm_writer *w, int location)
{
    if (c->handing == BY_UPDATE)
        update(c, w, location, 0);
    else
        plain_load(c, w, write_access_of(c, location, 'P'));
}

static void hand_over(composing *c, cm_writer *w, int location, cm_scope scope)
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

static void take_over(composing *c, cm_writer *w, int location, cm_scope scope)
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

/* What the rows from that one on become by the line `vary`. */
static void vary_rows(composing *c, cm_writer *w, int first)
{
    c->fits &= c->variation != NULL;
    for (int r = first; c->fits && r < w->row_count; r++)
        w->rows[r] = cm_map_vary_text(c->arena, c->variation, w->rows[r], &c->varied);
}

static void hand_over_varied(composing *c, cm_writer *w, int location, bool take)
{
    int first = w->row_count;
    if (take)
        take_over(c, w, location, CM_SCOPE_SYS);
    else
        hand_over(c, w, location, CM_SCOPE_SYS);
    vary_rows(c, w, first);
}

static cm_write_access data_access(const composing *c, int location)
{
    return write_access_of(c, location, c->data == RELAXED ? 'P' : 'K');
}

static void add_item(composing *c, cm_writer *w, const char *item)
{
    const cm_map_instance *n = c->instance;
    int location = item[1] == 'x' ? 0 : item[1] == 'z' ? 2 : 1;
    switch (*item) {
    case 'w':
    case 'r':
        guard_data(c, w);
        if (*item == 'w')
            plain_store(c, w, data_access(c, location));
        else
            plain_load(c, w, data_access(c, location));
        break;
    case 'W':
    case 'L':
        hand_over(c, w, location, *item == 'L' ? CM_SCOPE_CTA : CM_SCOPE_SYS);
        break;
    case 'R':
    case 'A':
        take_over(c, w, location, *item == 'A' ? CM_SCOPE_CTA : CM_SCOPE_SYS);
        break;
    case 'V':
    case 'U':
        hand_over_varied(c, w, location, *item == 'U');
        break;
    case 'm':
    case 'M':
        store_flag(c, w, location, *item == 'M' ? 2 : 1);
        break;
    case 'n':
        load_flag(c, w, location);
        break;
    case 'a':
        write_acquire(c, w);
        break;
    case 'F':
    case 'f':
        write_fence(c, w, *item == 'f' ? CM_SCOPE_CTA : CM_SCOPE_SYS);
        break;
    case 'K': /* finds 1, where it finds what was handed over; what it stores is another value */
        add_instance(c, w, n, location, 1, 2);
        break;
    case 'H':
        c->fits &= n->inputs > 1;
        add_instance(c, w, n, location, 7, 2);
        break;
    case '?':
    case '!':
        write_jump(c, w);
        break;
    case 'C':
    case 'D':
        write_computation(c, w, *item == 'D');
        break;
    case 'c':
        store_last(c, w, location);
        break;
    case 'S':
    case 'Q':
        twin(c, w, location, *item == 'S');
        break;
    default:
        add_instance(c, w, n, location, 0, *item == 'J' ? 2 : 1);
        break;
    }
}

/* ---- a test ---------------------------------------------------------------------------- */

static const char *head_of_thread(const composing *c, int thread)
{
    static const struct {
        bool wave, cta, cluster, gpu; /* does each thread have one of its own? */
    } own[] = {[LANES] = {false, false, false, false}, [NEAR] = {true, false, false, false},
               [CLUSTER] = {true, true, false, false}, [APART] = {true, true, true, false},
               [FAR] = {true, true, true, true},       [FIRST_TWO] = {true, false, false, false}};
    int t = thread, cta = own[c->spread].cta ? t : 0;
    if (!cm_arch_has_places(c->making->mapping->from))
        return cm_arena_printf(c->arena, "P%d", t);
    if (c->spread == FIRST_TWO && t > 1)
        cta = 1;
    return cm_arena_printf(c->arena, "P%d@wave %d,cta %d,%sgpu %d", t, own[c->spread].wave ? t : 0,
                           cta, c->spread == CLUSTER ? "cluster 0," : "",
                           own[c->spread].gpu ? t : 0);
}

static const char *text_of_shape(composing *c, const char *name)
{
    cm_text out;
    const char *heads[THREADS];
    cm_text_init(&out, c->arena);
    cm_text_append(&out, "%s %s\n{", cm_writer_head(c->making->mapping->from), name);
    for (int l = 0; l < LOCATIONS; l++) {
        bool shared = is_shared(c, l);
        cm_text_append(&out, " %s%s%s=%d;", shared ? "shared " : "", location_name(c->arena, l),
                       shared ? "@cta 0" : "", l == 1 ? c->initially : 0);
        cm_text_append(&c->observed, " %s;", location_name(c->arena, l));
    }
    cm_text_append(&out, "%s }\n", c->init.data);
    for (int t = 0; t < c->thread_count; t++)
        heads[t] = head_of_thread(c, t);
    cm_writers_print(&out, c->threads, heads, c->thread_count);
    cm_text_append(&out, "locations [%s ]\nforall (true)\n", c->observed.data);
    return out.data;
}

static void write_threads(composing *c)
{
    cm_text_init(&c->init, c->arena);
    cm_text_init(&c->observed, c->arena);
    cm_work_init(&c->work, c->arena);
    c->fits = true;
    c->varied = false;
    for (int t = 0; t < THREADS && c->shape->threads[t]; t++) {
        cm_writer *w = &c->threads[t];
        *w = cm_writer_open(&c->work, c->making->mapping->from, t, &c->init, &c->labels,
                            location_name, LOCATIONS);
        c->last[t] = c->ends[t] = NULL;
        c->thread_count = t + 1;
        bool both = false;
        for (const char *item = c->shape->threads[t]; *item && c->fits;) {
            add_item(c, w, item);
            bool other = both;
            both = *item == '!';
            item += strcspn(item, " ");
            item += *item == ' ';
            if (other && c->fits)
                write_other_part(c, w);
        }
        if (c->ends[t])
            cm_writer_row(w, "%s", c->ends[t]);
    }
    for (int t = 0; t < c->thread_count; t++)
        for (int r = 0; r < c->threads[t].row_count; r++)
            c->fits =
                c->fits && (cm_map_is_label(c->threads[t].rows[r]) ||
                            cm_map_has_rule(c->arena, c->making->mapping, c->threads[t].rows[r]));
    c->fits &= !c->variation || c->varied;
}

/* Written in the first way for whose instructions the mapping has rules. A fence synchronises
 * through atomics of its scope and wider ones only, so that memory of a CTA is accessed at the
 * widest scope where the mapping has rules for that. False: in no way. */
static bool write_somehow(composing *c)
{
    bool shared = c->flag_shared || c->data == SHARED;
    for (c->handing = BY_ORDER; c->handing < HANDINGS; c->handing++)
        for (int wide = shared; wide >= 0; wide--) {
            c->local_wide = wide > 0;
            write_threads(c);
            if (c->fits)
                return true;
        }
    return false;
}

static bool make_shape(composing *c)
{
    if (!write_somehow(c))
        return true;
    c->making->shaped[c->instance->rule] = true;
    const char *name = cm_arena_printf(
        c->arena, "%s-%s%s%s-%s%s%s%s",
        cm_map_instance_name(c->arena, c->making->mapping, c->instance), c->shape->name,
        c->variation ? "-" : "", c->variation ? c->variation->name : "", spreads[c->spread],
        data_names[c->data], c->flag_shared && !c->instance->shared ? "-flag" : "",
        c->initially ? "-3" : "");
    const char *text = text_of_shape(c, name);
    if (c->spread == LANES && !cm_map_is_read(c->arena, c->making->mapping, text))
        return true; /* the target's tests have one lane of a wave */
    return c->making->sink(c->making->context, name, text);
}

/* ---- all of an instruction -------------------------------------------------------------- */

static bool is_about(const cm_map_instance *n, topic about)
{
    bool nothing = !n->reads && !n->writes && !n->fences && !n->meets && !n->jumps;
    switch (about) {
    case STORES:
        return n->writes;
    case LOADS:
        return n->reads;
    case UPDATES:
    case ALWAYS_BOTH:
        return n->reads && n->writes;
    case FENCES:
        return n->fences && !n->reads && !n->writes && !n->meets;
    case MEETS:
        return n->meets;
    case DECIDES:
    case JUMPS:
        return n->jumps && (n->inputs > 0) == (about == DECIDES);
    default:
        return nothing && n->to >= 0 && n->inputs > 0;
    }
}

/* Where the threads must be for its scope to decide; memory of a CTA is reached in it only. */
static bool is_place(const composing *c, spread place)
{
    const cm_map_instance *n = c->instance;
    static const spread of_scope[] = {
        [CM_SCOPE_SYS] = FAR,  [CM_SCOPE_DEVICE] = APART, [CM_SCOPE_CLUSTER] = CLUSTER,
        [CM_SCOPE_CTA] = NEAR, [CM_SCOPE_WAVE] = LANES,   [CM_SCOPE_THREAD] = LANES};
    bool shared = c->flag_shared || c->data == SHARED;
    if (c->shape->ways & TWO)
        return place == FIRST_TWO && !shared && cm_arch_has_places(c->making->mapping->from);
    if (!cm_arch_has_places(c->making->mapping->from) || shared || n->meets)
        return place == NEAR ||
               (shared && n->scoped && place == LANES && of_scope[n->scope] == LANES);
    if (!n->scoped)
        return place == NEAR || place == APART || place == FAR;
    return place == of_scope[n->scope];
}

/* Memory of a CTA is a matter of the shapes. */
static bool moves_locations(const cm_map_words *variation)
{
    bool moves = false;
    for (int i = 0; i < variation->count; i++)
        moves |= *variation->items[i].from == '[';
    return moves;
}

/* At each place, and a varied shape once for each quality that the mapping tells of. UNUSED: what
 * the instruction reads goes nowhere, in sets where that is no instruction of its own. */
static bool make_places(composing *c)
{
    const cm_mapping *m = c->making->mapping;
    int variations = (c->shape->ways & VARIED) ? m->variation_count : 0;
    for (int place = LANES; place <= FIRST_TWO; place++) {
        c->spread = (spread)place;
        if (!is_place(c, c->spread))
            continue;
        c->variation = NULL;
        if (!(c->shape->ways & VARIED) && !make_shape(c))
            return false;
        for (int i = 0; i < variations; i++) {
            c->variation = &m->variations[i];
            if (!moves_locations(c->variation) && !make_shape(c))
                return false;
        }
    }
    return true;
}

/* With flags in each memory, begun as 0 and as 3, at each place. */
static bool make_flags(composing *c)
{
    const cm_map_instance *n = c->instance;
    bool accesses = n->reads || n->writes, around = n->fences || c->shape->about == COMPUTES;
    bool again = n->reads && n->writes && strcmp(c->shape->name, "mp-w") == 0;
    for (int shared = 0; shared < 2; shared++) {
        c->flag_shared = shared;
        if (shared ? !cm_map_has_shared(c->making->mapping) ||
                         !(accesses ? n->shared || n->anywhere : around)
                   : n->shared)
            continue;
        for (c->initially = 0; c->initially < (again ? 4 : 1); c->initially += 3)
            if (!make_places(c))
                return false;
    }
    return true;
}

bool cm_map_shape_tests(const cm_map_making *making, cm_arena *arena,
                        const cm_map_instance *instance)
{
    composing c = {.making = making, .arena = arena, .instance = instance};
    bool source = cm_writer_of(making->mapping->from)->body != NULL;
    for (int i = 0; i < SHAPES; i++) {
        c.shape = &shapes[i];
        if ((c.shape->ways & SOURCE) && !source)
            continue;
        bool shared = cm_map_has_shared(making->mapping);
        for (int data = PLAIN; data < DATA_KINDS && is_about(instance, c.shape->about); data++) {
            c.data = (data_kind)data;
            if ((data != PLAIN && !(c.shape->ways & DATA)) || (data == SHARED && !shared))
                continue;
            if (!make_flags(&c))
                return false;
        }
    }
    return true;
}
