/* The base names: those of every test are a table here, those of instruction sets
 * come from their descriptions (litmus/isa/isa.h). Names follow herd's where herd has
 * them. */
#include "model/base.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <string.h>

#define SET(name, kind, events, cause, traits, what)                                               \
    {                                                                                              \
        name, true, CM_BASE_##kind, events, CM_CAUSED_BY_##cause, traits, 0, what                  \
    }
#define REL(name, kind, cause, traits, what)                                                       \
    {                                                                                              \
        name, false, CM_BASE_##kind, NULL, CM_CAUSED_BY_##cause, traits, 0, what                   \
    }

/* Traits, by their initials. */
enum {
    NONE = 0,
    FILTER = CM_BASE_FILTER,
    FACT = CM_BASE_FACT,
    IN = CM_BASE_INSIDE,
    SYM = CM_BASE_SYMMETRIC,
    SAME = CM_BASE_SYMMETRIC | CM_BASE_CLASSES,
};

static const cm_base table[] = {
    /* kinds of events */
    SET("R", R, "R", EVENTS, FILTER, "reads"),
    SET("W", W, "W", EVENTS, FILTER, "writes, initial ones included"),
    SET("M", M, "RW", EVENTS, FILTER, "memory events: R | W"),
    SET("Exp", M, "RW", EVENTS, FILTER, "explicit memory events: here the same as M"),
    SET("F", F, "F", EVENTS, FILTER, "fences"),
    SET("BARRIER", BARRIER, "B", EVENTS, FILTER, "execution barriers (PTX bar, barrier)"),
    SET("IW", IW, NULL, EVENTS, NONE, "initial writes"),
    SET("COARSE", COARSE, NULL, EVENTS, NONE, "initial writes of coarse-grained locations"),
    SET("RMW", RMW_EVENTS, NULL, EXECUTION, NONE, "events in the domain or range of rmw"),
    /* relations */
    REL("id", ID, EVENTS, NONE, "every event with itself"),
    REL("po", PO, EVENTS, FACT | IN,
        "program order, transitive; no initial writes; an instruction reads before it writes; "
        "asynchronous operations are in none but their own"),
    REL("int", INT, EVENTS, FILTER | SAME, "events of one thread; initial writes are of none"),
    REL("ext", EXT, EVENTS, FILTER | SYM,
        "events that are not of one thread; initial writes are of none"),
    REL("issue", ISSUE, EVENTS, FACT | IN,
        "an event of a thread and one of an asynchronous operation that it issues later"),
    REL("completion", COMPLETION, EVENTS, FACT | IN,
        "an event of an asynchronous operation and the wait of its thread, or the signal of the "
        "operation, that says that it is complete"),
    REL("boundary", BOUNDARY, EVENTS, FACT,
        "an event of a thread and one of a thread that begins when that one has ended, or the "
        "griddepcontrol.wait of one that depends on it"),
    REL("loc", LOC, PLACES, FILTER | SAME, "memory events of one location (physical)"),
    REL("rf", RF, EXECUTION, FACT,
        "reads-from: a write and a read that takes its value; never from the write of its own "
        "instruction"),
    REL("addr", ADDR, EXECUTION, FACT, "address dependency, from a read"),
    REL("data", DATA, EXECUTION, FACT, "data dependency, from a read"),
    REL("ctrl", CTRL, EXECUTION, FACT, "control dependency, from a read, through a branch"),
    REL("pick-addr", PICK_ADDR, EXECUTION, FACT,
        "address dependency through a conditional selection"),
    REL("pick-data", PICK_DATA, EXECUTION, FACT, "data dependency through a conditional selection"),
    REL("pick-ctrl", PICK_CTRL, EXECUTION, FACT,
        "control dependency through a conditional selection"),
    REL("iico_data", IICO_DATA, EXECUTION, FACT,
        "inside an instruction: a read and a write that is computed from it (LDADD, atom.add)"),
    REL("iico_ctrl", IICO_CTRL, EXECUTION, FACT,
        "inside an instruction: a read and a write that happens or not by it (CAS, atom.cas)"),
    REL("iico_order", IICO_ORDER, EVENTS, FACT | IN,
        "inside an instruction: an access and one that takes effect after it (LDIAPP, STILP)"),
    REL("rmw", RMW, EXECUTION, FACT, "read and write of one atomic read-modify-write"),
    REL("amo", AMO, EXECUTION, FACT, "rmw of single instructions"),
    REL("lxsx", LXSX, EXECUTION, FACT, "rmw of exclusive pairs"),
    REL("same-instance", SAME_INSTANCE, EVENTS, SAME,
        "events of one instruction, each time that it executes; of each event with itself"),
    REL("same-instruction", SAME_INSTRUCTION, EVENTS, SAME,
        "parts of one access, single-copy atomic"),
    REL("si", SAME_INSTRUCTION, EVENTS, SAME, "the same as same-instruction"),
    REL("sm", SAME_INSTRUCTION, EVENTS, SAME, "the same as same-instruction"),
    REL("same-wave", SAME_WAVE, EVENTS, SYM, "events of threads of one wave"),
    REL("same-cta", SAME_CTA, EVENTS, SYM, "events of threads of one CTA"),
    REL("same-cluster", SAME_CLUSTER, EVENTS, SYM, "events of threads of one cluster"),
    REL("home-cta", HOME_CTA, EVENTS, NONE,
        "the initial write of a location in shared memory, and events of threads of its CTA"),
    REL("home-cluster", HOME_CLUSTER, EVENTS, NONE, "the same, of the cluster of that CTA"),
    REL("same-gpu", SAME_GPU, EVENTS, SYM, "events of threads of one GPU"),
    REL("same-system", SAME_SYSTEM, EVENTS, SYM,
        "events of threads of one system; initial writes are in every one"),
    REL("same-address", SAME_ADDRESS, PLACES, FILTER | SAME,
        "memory events of one virtual address"),
    REL("vloc", SAME_ADDRESS, PLACES, FILTER | SAME, "the same as same-address"),
    REL("same-access", SAME_ACCESS, PLACES, FILTER | SAME,
        "memory events of equal start and width"),
    REL("same-proxy", SAME_PROXY, EVENTS, FILTER | SAME, "memory events through one proxy"),
    REL("same-barrier", SAME_BARRIER, EXECUTION, FACT | SYM,
        "barriers of one CTA that meet; an arrival and a wait of one cluster that do"),
};

enum { COUNT = sizeof table / sizeof *table };

/* Of models in herd's dialect only: the names are short, and a mistake elsewhere. */
static const cm_base herd_table[] = {
    SET("Rreg", REGISTER, NULL, TAGS, NONE, "reads of registers"),
    SET("Wreg", REGISTER, NULL, TAGS, NONE, "writes of registers"),
    SET("ADDR", REGISTER, NULL, TAGS, NONE, "reads of registers for the address of an access"),
    SET("DATA", REGISTER, NULL, TAGS, NONE, "reads of registers for what is stored, or compared"),
    SET("NDATA", REGISTER, NULL, TAGS, NONE, "the other reads of registers"),
    SET("BCC", REGISTER, NULL, TAGS, NONE, "branches that depend on something"),
    SET("B", REGISTER, NULL, TAGS, NONE, "the same as BCC"),
    REL("rf-reg", RF_REG, EXECUTION, FACT | IN,
        "a write of a register and a read that takes its value"),
    REL("same-low-order-bits", SAME_LOW_BITS, PLACES, FILTER | SAME,
        "memory events of one offset in their pages; each location has pages of its own"),
};

const cm_base *cm_base_of_herd(const char *name)
{
    for (size_t i = 0; i < sizeof herd_table / sizeof *herd_table; i++)
        if (strcmp(herd_table[i].name, name) == 0)
            return &herd_table[i];
    return NULL;
}

const cm_base *cm_base_of(cm_base_kind kind)
{
    int i = 0;
    while (table[i].kind != kind)
        i++;
    return &table[i];
}

bool cm_base_is_of_registers(const cm_base *base)
{
    return base->kind == CM_BASE_REGISTER || base->kind == CM_BASE_RF_REG;
}

bool cm_base_is_dependency(const cm_base *base)
{
    return base->kind >= CM_BASE_ADDR && base->kind <= CM_BASE_PICK_CTRL;
}

/* ---- of instruction sets ------------------------------------------------ */

static const cm_base *new_tag(cm_arena *arena, const char *name, unsigned on, const char *what)
{
    cm_base *base = CM_NEW(arena, cm_base);
    *base = (cm_base)SET(name, TAG, NULL, TAGS, NONE, what);
    base->on = on;
    return base;
}

static const cm_base *new_threads(cm_arena *arena, const char *name, unsigned on, const char *what)
{
    cm_base *base = CM_NEW(arena, cm_base);
    *base = (cm_base)SET(name, THREADS, NULL, EVENTS, FILTER, what);
    base->on = on;
    return base;
}

/* "x86: locked accesses": the meaning in each family that has the tag. */
static const char *meaning(cm_arena *arena, const char *tag)
{
    cm_text text;
    cm_text_init(&text, arena);
    const cm_isa_family *family;
    for (size_t i = 0; (family = cm_isa_family_at(i)); i++) {
        const cm_isa_tag *row = cm_isa_tag_find(family, tag);
        if (row)
            cm_text_append(&text, "%s%s: %s", text.length > 0 ? "; " : "", family->name, row->what);
    }
    return text.data;
}

static const cm_base *find_tag(cm_arena *arena, const char *name)
{
    const cm_isa_family *family;
    for (size_t i = 0; (family = cm_isa_family_at(i)); i++) {
        const cm_isa_tag *tag = cm_isa_tag_find(family, name);
        if (tag)
            return new_tag(arena, tag->name, cm_archs_with_tag(name), meaning(arena, name));
    }
    return NULL;
}

static unsigned archs_of_set(const char *set)
{
    unsigned on = 0;
    for (int arch = 0; arch < CM_CMCM; arch++)
        if (strcmp(cm_isa_for((cm_arch)arch)->family->set, set) == 0)
            on |= CM_ARCH_BIT(arch);
    return on;
}

static const cm_base *find_threads(cm_arena *arena, const char *name)
{
    if (strcmp(name, "CPU") == 0)
        return new_threads(arena, "CPU", cm_archs_of_cpus(), "events of CPU threads");
    const cm_isa_family *family;
    for (size_t i = 0; (family = cm_isa_family_at(i)); i++)
        if (strcmp(name, family->set) == 0)
            return new_threads(arena, family->set, archs_of_set(name),
                               cm_arena_printf(arena, "events of %s threads", family->name));
    return NULL;
}

/* ---- the whole ---------------------------------------------------------- */

const cm_base *cm_base_find(cm_arena *arena, const char *name)
{
    for (int i = 0; i < COUNT; i++)
        if (strcmp(table[i].name, name) == 0)
            return &table[i];
    const cm_base *threads = find_threads(arena, name);
    return threads ? threads : find_tag(arena, name);
}

bool cm_base_same(const cm_base *a, const cm_base *b)
{
    bool named =
        a->kind == CM_BASE_TAG || a->kind == CM_BASE_THREADS || a->kind == CM_BASE_REGISTER;
    return a->kind == b->kind && (!named || strcmp(a->name, b->name) == 0);
}

/* A list on its way. */
typedef struct list {
    cm_arena *arena;
    cm_base *items;
    int count, capacity;
} list;

static void add_base(list *l, const cm_base *base)
{
    CM_RESERVE(l->arena, l->items, l->count, l->capacity);
    l->items[l->count++] = *base;
}

static bool has(const list *l, const char *name)
{
    for (int i = 0; i < l->count; i++)
        if (strcmp(l->items[i].name, name) == 0)
            return true;
    return false;
}

const cm_base *cm_base_table(cm_arena *arena, int *count)
{
    list l = {.arena = arena};
    for (int i = 0; i < COUNT; i++)
        add_base(&l, &table[i]);
    add_base(&l, find_threads(arena, "CPU"));
    const cm_isa_family *family;
    for (size_t i = 0; (family = cm_isa_family_at(i)); i++) {
        add_base(&l, find_threads(arena, family->set));
        for (const cm_isa_tag *tag = family->tags; tag->name; tag++)
            if (!has(&l, tag->name))
                add_base(&l, find_tag(arena, tag->name));
    }
    *count = l.count;
    return l.items;
}
