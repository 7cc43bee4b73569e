/* The base names: those of every test are a table here, those of instruction sets
 * come from their descriptions (litmus/isa/isa.h). Names follow herd's where herd has
 * them. */
#include "model/base.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <string.h>

#define SET(name, kind, what)                                                                      \
    {                                                                                              \
        name, true, kind, 0, what                                                                  \
    }
#define REL(name, kind, what)                                                                      \
    {                                                                                              \
        name, false, kind, 0, what                                                                 \
    }

static const cm_base table[] = {
    /* kinds of events */
    SET("R", CM_BASE_R, "reads"),
    SET("W", CM_BASE_W, "writes, initial ones included"),
    SET("M", CM_BASE_M, "memory events: R | W"),
    SET("Exp", CM_BASE_M, "explicit memory events: here the same as M"),
    SET("F", CM_BASE_F, "fences"),
    SET("BARRIER", CM_BASE_BARRIER, "execution barriers (PTX bar, barrier)"),
    SET("IW", CM_BASE_IW, "initial writes"),
    SET("COARSE", CM_BASE_COARSE, "initial writes of coarse-grained locations"),
    SET("RMW", CM_BASE_RMW_EVENTS, "events in the domain or range of rmw"),
    /* relations */
    REL("id", CM_BASE_ID, "every event with itself"),
    REL("po", CM_BASE_PO,
        "program order, transitive; no initial writes; an instruction reads before it writes; "
        "asynchronous operations are in none but their own"),
    REL("int", CM_BASE_INT, "events of one thread; initial writes are of none"),
    REL("ext", CM_BASE_EXT, "events that are not of one thread; initial writes are of none"),
    REL("issue", CM_BASE_ISSUE,
        "an event of a thread and one of an asynchronous operation that it issues later"),
    REL("completion", CM_BASE_COMPLETION,
        "an event of an asynchronous operation and the wait of its thread, or the signal of the "
        "operation, that says that it is complete"),
    REL("boundary", CM_BASE_BOUNDARY,
        "an event of a thread and one of a thread that begins when that one has ended, or the "
        "griddepcontrol.wait of one that depends on it"),
    REL("loc", CM_BASE_LOC, "memory events of one location (physical)"),
    REL("rf", CM_BASE_RF,
        "reads-from: a write and a read that takes its value; never from the write of its own "
        "instruction"),
    REL("addr", CM_BASE_ADDR, "address dependency, from a read"),
    REL("data", CM_BASE_DATA, "data dependency, from a read"),
    REL("ctrl", CM_BASE_CTRL, "control dependency, from a read, through a branch"),
    REL("pick-addr", CM_BASE_PICK_ADDR, "address dependency through a conditional selection"),
    REL("pick-data", CM_BASE_PICK_DATA, "data dependency through a conditional selection"),
    REL("pick-ctrl", CM_BASE_PICK_CTRL, "control dependency through a conditional selection"),
    REL("iico_data", CM_BASE_IICO_DATA,
        "inside an instruction: a read and a write that is computed from it (LDADD, atom.add)"),
    REL("iico_ctrl", CM_BASE_IICO_CTRL,
        "inside an instruction: a read and a write that happens or not by it (CAS, atom.cas)"),
    REL("iico_order", CM_BASE_IICO_ORDER,
        "inside an instruction: an access and one that takes effect after it (LDIAPP, STILP)"),
    REL("rmw", CM_BASE_RMW, "read and write of one atomic read-modify-write"),
    REL("amo", CM_BASE_AMO, "rmw of single instructions"),
    REL("lxsx", CM_BASE_LXSX, "rmw of exclusive pairs"),
    REL("same-instance", CM_BASE_SAME_INSTANCE,
        "events of one instruction, each time that it executes; of each event with itself"),
    REL("same-instruction", CM_BASE_SAME_INSTRUCTION, "parts of one access, single-copy atomic"),
    REL("si", CM_BASE_SAME_INSTRUCTION, "the same as same-instruction"),
    REL("sm", CM_BASE_SAME_INSTRUCTION, "the same as same-instruction"),
    REL("same-wave", CM_BASE_SAME_WAVE, "events of threads of one wave"),
    REL("same-cta", CM_BASE_SAME_CTA, "events of threads of one CTA"),
    REL("same-cluster", CM_BASE_SAME_CLUSTER, "events of threads of one cluster"),
    REL("home-cta", CM_BASE_HOME_CTA,
        "the initial write of a location in shared memory, and events of threads of its CTA"),
    REL("home-cluster", CM_BASE_HOME_CLUSTER, "the same, of the cluster of that CTA"),
    REL("same-gpu", CM_BASE_SAME_GPU, "events of threads of one GPU"),
    REL("same-system", CM_BASE_SAME_SYSTEM,
        "events of threads of one system; initial writes are in every one"),
    REL("same-address", CM_BASE_SAME_ADDRESS, "memory events of one virtual address"),
    REL("vloc", CM_BASE_SAME_ADDRESS, "the same as same-address"),
    REL("same-access", CM_BASE_SAME_ACCESS, "memory events of equal start and width"),
    REL("same-proxy", CM_BASE_SAME_PROXY, "memory events through one proxy"),
    REL("same-barrier", CM_BASE_SAME_BARRIER,
        "barriers of one CTA that meet; an arrival and a wait of one cluster that do"),
};

enum { COUNT = sizeof table / sizeof *table };

/* Of models in herd's dialect only: the names are short, and a mistake elsewhere. */
static const cm_base herd_table[] = {
    SET("Rreg", CM_BASE_REGISTER, "reads of registers"),
    SET("Wreg", CM_BASE_REGISTER, "writes of registers"),
    SET("ADDR", CM_BASE_REGISTER, "reads of registers for the address of an access"),
    SET("DATA", CM_BASE_REGISTER, "reads of registers for what is stored, or compared"),
    SET("NDATA", CM_BASE_REGISTER, "the other reads of registers"),
    SET("BCC", CM_BASE_REGISTER, "branches that depend on something"),
    SET("B", CM_BASE_REGISTER, "the same as BCC"),
    REL("rf-reg", CM_BASE_RF_REG, "a write of a register and a read that takes its value"),
    REL("same-low-order-bits", CM_BASE_SAME_LOW_BITS,
        "memory events of one offset in their pages; each location has pages of its own"),
};

const cm_base *cm_base_of_herd(const char *name)
{
    for (size_t i = 0; i < sizeof herd_table / sizeof *herd_table; i++)
        if (strcmp(herd_table[i].name, name) == 0)
            return &herd_table[i];
    return NULL;
}

const char *cm_base_events(cm_base_kind kind)
{
    switch (kind) {
    case CM_BASE_R:
        return "R";
    case CM_BASE_W:
        return "W";
    case CM_BASE_M:
        return "RW";
    case CM_BASE_F:
        return "F";
    case CM_BASE_BARRIER:
        return "B";
    default:
        return NULL;
    }
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

static const cm_base *new_set(cm_arena *arena, const char *name, cm_base_kind kind, unsigned on,
                              const char *what)
{
    cm_base *base = CM_NEW(arena, cm_base);
    *base = (cm_base){.name = name, .is_set = true, .kind = kind, .on = on, .what = what};
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
            return new_set(arena, tag->name, CM_BASE_TAG, cm_archs_with_tag(name),
                           meaning(arena, name));
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
        return new_set(arena, "CPU", CM_BASE_THREADS, cm_archs_of_cpus(), "events of CPU threads");
    const cm_isa_family *family;
    for (size_t i = 0; (family = cm_isa_family_at(i)); i++)
        if (strcmp(name, family->set) == 0)
            return new_set(arena, family->set, CM_BASE_THREADS, archs_of_set(name),
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

static void add(list *l, const cm_base *base)
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
        add(&l, &table[i]);
    add(&l, find_threads(arena, "CPU"));
    const cm_isa_family *family;
    for (size_t i = 0; (family = cm_isa_family_at(i)); i++) {
        add(&l, find_threads(arena, family->set));
        for (const cm_isa_tag *tag = family->tags; tag->name; tag++)
            if (!has(&l, tag->name))
                add(&l, find_tag(arena, tag->name));
    }
    *count = l.count;
    return l.items;
}
