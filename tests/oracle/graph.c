/* From one trace per thread to events and the relations a model starts from
 * (model/base.h says what each is). */
#include "tests/oracle/internal.h"

#include <string.h>

bool oracle_has_tag(const char *const *tags, const char *tag)
{
    for (; *tags; tags++)
        if (strcmp(*tags, tag) == 0)
            return true;
    return false;
}

static bool has_tag(const oracle_event *e, const char *tag)
{
    return e->of && oracle_has_tag(e->of->tags, tag);
}

static bool is_memory(const oracle_event *e)
{
    return e->kind == 'R' || e->kind == 'W';
}

/* The name by which an access reaches memory: texture, surface and constant
 * names stand for the generic name they were made from. */
static int memory_name(const cm_test *test, uint64_t address)
{
    uint64_t offset;
    int location = cm_test_locate(test, address, &offset);
    while (location >= 0 && test->locations[location].virtual_of >= 0)
        location = test->locations[location].virtual_of;
    return location;
}

/* ---- events ---- */

typedef struct cuts {
    uint64_t *at; /* where an access starts or ends */
    size_t count;
} cuts;

static uint64_t next_cut(const cuts *c, uint64_t from, uint64_t end)
{
    uint64_t best = end;
    for (size_t i = 0; i < c->count; i++)
        if (c->at[i] > from && c->at[i] < best)
            best = c->at[i];
    return best;
}

static cuts all_cuts(oracle_run_state *run, const oracle_graph *g)
{
    cuts c = {0};
    size_t most = 0;
    for (int t = 0; t < run->test->thread_count; t++)
        most += 2 * (size_t)g->traces[t]->count;
    c.at = CM_NEW_ARRAY(run->candidate, most, uint64_t);
    for (int t = 0; t < run->test->thread_count; t++)
        for (int i = 0; i < g->traces[t]->count; i++) {
            const oracle_access *a = &g->traces[t]->accesses[i];
            if (a->kind == 'R' || a->kind == 'W') {
                c.at[c.count++] = a->physical;
                c.at[c.count++] = a->physical + a->width;
            }
        }
    return c;
}

static uint64_t part_of(uint64_t value, unsigned offset, unsigned width)
{
    value >>= 8 * offset;
    return width >= 8 ? value : value & ((UINT64_C(1) << (8 * width)) - 1);
}

static uint64_t initial_value(const cm_test *test, uint64_t physical, unsigned width)
{
    uint64_t value = 0;
    for (unsigned i = 0; i < width; i++) {
        uint64_t offset;
        int l = cm_test_locate(test, physical + i, &offset);
        const cm_location *location = l < 0 ? NULL : &test->locations[l];
        if (!location || offset / location->width >= location->count)
            continue;
        uint64_t element = location->init[offset / location->width];
        value |= (element >> (8 * (offset % location->width)) & 0xff) << (8 * i);
    }
    return value;
}

static oracle_event *add_event(oracle_graph *g)
{
    return &g->events[g->n++];
}

static void add_initial(oracle_run_state *run, oracle_graph *g, uint64_t start, unsigned width)
{
    for (uint32_t i = 0; i < g->n; i++)
        if (g->events[i].start == start)
            return;
    *add_event(g) = (oracle_event){.kind = 'W',
                                   .thread = -1,
                                   .access = -1,
                                   .start = start,
                                   .width = width,
                                   .value = initial_value(run->test, start, width),
                                   .name = memory_name(run->test, start)};
}

/* Events of an access: one for each part, or its initial writes only. */
static void add_access(oracle_run_state *run, oracle_graph *g, const cuts *c,
                       const oracle_access *a, int index, bool initial)
{
    if (a->kind != 'R' && a->kind != 'W') {
        if (!initial)
            *add_event(g) = (oracle_event){
                .kind = a->kind, .thread = a->thread, .access = index, .name = -1, .of = a};
        return;
    }
    uint64_t end = a->physical + a->width;
    for (uint64_t at = a->physical; at < end;) {
        uint64_t next = next_cut(c, at, end);
        unsigned width = (unsigned)(next - at);
        if (initial)
            add_initial(run, g, at, width);
        else
            *add_event(g) =
                (oracle_event){.kind = a->kind,
                               .thread = a->thread,
                               .access = index,
                               .start = at,
                               .width = width,
                               .value = part_of(a->value, (unsigned)(at - a->physical), width),
                               .name = memory_name(run->test, a->address),
                               .of = a};
        at = next;
    }
}

void oracle_graph_events(oracle_run_state *run, oracle_graph *g)
{
    cuts c = all_cuts(run, g);
    size_t most = 0;
    for (int t = 0; t < run->test->thread_count; t++)
        most += (size_t)g->traces[t]->count;
    g->events = CM_NEW_ARRAY(run->candidate, most * 16 + 1, oracle_event);
    g->n = 0;
    for (int initial = 1; initial >= 0; initial--)
        for (int t = 0; t < run->test->thread_count; t++)
            for (int i = 0; i < g->traces[t]->count; i++)
                add_access(run, g, &c, &g->traces[t]->accesses[i], i, initial);
}

/* ---- sets ---- */

static cm_arch arch_of(const oracle_run_state *run, const oracle_event *e)
{
    return run->test->threads[e->thread].arch;
}

/* A pair is of one place. */
static bool related_by_rmw(cm_base_kind kind, const oracle_event *r, const oracle_event *w)
{
    if (w->kind != 'W' || w->thread < 0 || w->thread != r->thread || r->kind != 'R' ||
        w->of->rmw != r->access || r->start != w->start)
        return false;
    return kind == CM_BASE_RMW || (kind == CM_BASE_LXSX) == w->of->rmw_exclusive;
}

static bool in_rmw(const oracle_graph *g, uint32_t e)
{
    for (uint32_t k = 0; k < g->n; k++)
        if (related_by_rmw(CM_BASE_RMW, &g->events[e], &g->events[k]) ||
            related_by_rmw(CM_BASE_RMW, &g->events[k], &g->events[e]))
            return true;
    return false;
}

/* Is a thread of that instruction set in the base set of that name? */
static bool is_of(cm_arch arch, const char *set)
{
    if (strcmp(set, "CPU") == 0)
        return arch != CM_PTX && arch != CM_WAVE && arch != CM_CDNA && arch != CM_CDNA2 &&
               arch != CM_LLVM && arch != CM_VULKAN;
    if (strcmp(set, "X86") == 0)
        return arch == CM_X86 || arch == CM_X86_64;
    if (strcmp(set, "WAVE") == 0)
        return arch == CM_WAVE;
    if (strcmp(set, "RISCV") == 0)
        return arch == CM_RISCV || arch == CM_RISCV32;
    if (strcmp(set, "CDNA") == 0)
        return arch == CM_CDNA || arch == CM_CDNA2;
    if (strcmp(set, "LLVM") == 0)
        return arch == CM_LLVM;
    if (strcmp(set, "VULKAN") == 0)
        return arch == CM_VULKAN;
    if (strcmp(set, "PPC") == 0)
        return arch == CM_PPC;
    return strcmp(set, arch == CM_AARCH64 ? "AARCH64" : arch == CM_PTX ? "PTX" : "") == 0;
}

static bool in_set(const oracle_run_state *run, const oracle_graph *g, const cm_base *base,
                   uint32_t i)
{
    const oracle_event *e = &g->events[i];
    bool initial = e->thread < 0;
    switch (base->kind) {
    case CM_BASE_TAG:
        return has_tag(e, base->name);
    case CM_BASE_R:
        return e->kind == 'R';
    case CM_BASE_W:
        return e->kind == 'W';
    case CM_BASE_M:
        return is_memory(e);
    case CM_BASE_F:
        return e->kind == 'F';
    case CM_BASE_BARRIER:
        return e->kind == 'B';
    case CM_BASE_IW:
        return initial;
    case CM_BASE_COARSE:
        return initial && run->test->locations[e->name].coherence == CM_COHERENCE_COARSE;
    case CM_BASE_THREADS:
        return !initial && is_of(arch_of(run, e), base->name);
    case CM_BASE_RMW_EVENTS:
        return in_rmw(g, i);
    default:
        return false;
    }
}

/* ---- relations ---- */

static bool same_instance(const oracle_event *a, const oracle_event *b)
{
    return a->thread >= 0 && a->thread == b->thread && a->of->instance == b->of->instance;
}

/* Is the access of a among those in the mask of b (same thread)? */
static bool depends(const oracle_event *a, const oracle_event *b, uint64_t mask)
{
    return a->thread == b->thread && (mask >> a->access & 1);
}

/* Inside an instruction: from what was read to what is written, and plain order. */
static bool related_inside(const oracle_run_state *run, cm_base_kind kind, const oracle_event *a,
                           const oracle_event *b)
{
    if (!same_instance(a, b))
        return false;
    switch (kind) {
    case CM_BASE_IICO_DATA:
        return depends(a, b, b->of->data);
    case CM_BASE_IICO_CTRL:
        return depends(a, b, b->of->pick_data | b->of->pick_ctrl);
    case CM_BASE_IICO_ORDER:
        return run->test->threads[b->thread].steps[b->of->step].ordered &&
               a->access + 1 == b->access;
    default:
        return false;
    }
}

static bool related_by_dependency(cm_base_kind kind, const oracle_event *a, const oracle_event *b)
{
    if (a->thread < 0 || b->thread < 0 || same_instance(a, b))
        return false;
    switch (kind) {
    case CM_BASE_ADDR:
        return depends(a, b, b->of->addr);
    case CM_BASE_DATA:
        return depends(a, b, b->of->data);
    case CM_BASE_CTRL:
        return depends(a, b, b->of->ctrl);
    case CM_BASE_PICK_ADDR:
        return depends(a, b, b->of->pick_addr);
    case CM_BASE_PICK_DATA:
        return depends(a, b, b->of->pick_data);
    case CM_BASE_PICK_CTRL:
        return depends(a, b, b->of->pick_ctrl);
    default:
        return false;
    }
}

static bool related_by_place(const oracle_run_state *run, cm_base_kind kind, const oracle_event *a,
                             const oracle_event *b)
{
    if (a->thread < 0 || b->thread < 0)
        return kind == CM_BASE_SAME_SYSTEM;
    const cm_placement *p = &run->test->threads[a->thread].at;
    const cm_placement *q = &run->test->threads[b->thread].at;
    bool system = (p->system < 0 ? 0 : p->system) == (q->system < 0 ? 0 : q->system);
    bool placed = p->gpu >= 0 && q->gpu >= 0;
    bool domain = (p->domain < 0 ? 0 : p->domain) == (q->domain < 0 ? 0 : q->domain);
    bool gpu = system && placed && p->gpu == q->gpu && domain;
    bool cta = gpu && p->cta == q->cta && p->cluster == q->cluster; /* numbers count in each */
    switch (kind) {
    case CM_BASE_SAME_SYSTEM:
        return system;
    case CM_BASE_SAME_GPU:
        return gpu;
    case CM_BASE_SAME_CLUSTER:
        return cta || (gpu && p->cluster >= 0 && p->cluster == q->cluster);
    case CM_BASE_SAME_CTA:
        return cta;
    case CM_BASE_SAME_WAVE:
        return cta && (a->thread == b->thread || (p->wave >= 0 && p->wave == q->wave));
    default:
        return false;
    }
}

/* From the initial write of a shared location to events of the CTA or cluster. */
static bool related_by_home(const oracle_run_state *run, cm_base_kind kind, const oracle_event *a,
                            const oracle_event *b)
{
    if (a->thread >= 0 || b->thread < 0)
        return false;
    const cm_location *location = &run->test->locations[a->name];
    if (location->space != CM_SPACE_SHARED)
        return false;
    const cm_placement *p = &run->test->threads[location->owner].at;
    const cm_placement *q = &run->test->threads[b->thread].at;
    bool cta = p->gpu == q->gpu && p->system == q->system && p->cta == q->cta;
    bool cluster =
        p->gpu == q->gpu && p->system == q->system && p->cluster >= 0 && p->cluster == q->cluster;
    return cta || (kind == CM_BASE_HOME_CLUSTER && cluster);
}

static int proxy_of(const oracle_event *e)
{
    static const char *const names[] = {"TEX", "SUR", "CON", "ASYNC", "TMAP", "RONLY", NULL};
    int proxy = 0;
    while (names[proxy] && !has_tag(e, names[proxy]))
        proxy++;
    return proxy; /* past the last: generic */
}

static bool related_by_memory(cm_base_kind kind, const oracle_event *a, const oracle_event *b)
{
    if (!is_memory(a) || !is_memory(b))
        return false;
    bool loc = a->start == b->start;
    switch (kind) {
    case CM_BASE_LOC:
        return loc;
    case CM_BASE_SAME_ADDRESS:
        return loc && a->name == b->name;
    case CM_BASE_SAME_PROXY:
        return proxy_of(a) == proxy_of(b);
    case CM_BASE_SAME_ACCESS:
        if (!a->of || !b->of)
            return loc && !a->of && !b->of;
        return a->of->physical == b->of->physical && a->of->width == b->of->width;
    default:
        return false;
    }
}

/* ---- asynchronous operations ---- */

static const cm_async *async_of(const oracle_run_state *run, const oracle_event *e)
{
    return &run->test->threads[e->thread].steps[e->of->step].async;
}

static bool in_operation(const oracle_run_state *run, const oracle_event *e)
{
    cm_async_role role = async_of(run, e)->role;
    return role == CM_ASYNC_ACCESS || role == CM_ASYNC_SIGNAL;
}

/* The group of an access, by the thread's commits of that kind: those before it. */
static uint32_t commits_before(const oracle_run_state *run, const oracle_graph *g,
                               const oracle_event *e, uint8_t groups)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < g->n; i++) {
        const oracle_event *c = &g->events[i];
        count += c->thread == e->thread && c->access < e->access &&
                 async_of(run, c)->role == CM_ASYNC_COMMIT && async_of(run, c)->groups == groups;
    }
    return count;
}

/* Of the groups closed when the wait comes, numbered from 0, is the access's one of those
 * before the latest `pending`? */
static bool seen_complete(const oracle_run_state *run, const oracle_graph *g, const oracle_event *a,
                          const oracle_event *w)
{
    const cm_async *how = async_of(run, w);
    if (how->role != CM_ASYNC_WAIT && !(how->role == CM_ASYNC_WAIT_READS && a->kind == 'R'))
        return false;
    uint8_t groups = async_of(run, a)->groups;
    uint32_t closed = commits_before(run, g, w, groups);
    return groups != 0 && groups == how->groups && a->access < w->access &&
           commits_before(run, g, a, groups) + how->pending < closed;
}

static bool related_by_operation(const oracle_run_state *run, const oracle_graph *g,
                                 cm_base_kind kind, const oracle_event *a, const oracle_event *b)
{
    if (a->thread < 0 || a->thread != b->thread)
        return false;
    if (kind == CM_BASE_ISSUE)
        return a->access < b->access && !in_operation(run, a) && in_operation(run, b);
    if (async_of(run, a)->role != CM_ASYNC_ACCESS)
        return false;
    if (a->of->instance == b->of->instance) {
        uint8_t place = async_of(run, a)->part;
        return async_of(run, b)->role == CM_ASYNC_SIGNAL &&
               (place == 0 || place == async_of(run, b)->part);
    }
    if (async_of(run, b)->role == CM_ASYNC_SIGNAL)
        return a->access < b->access && async_of(run, b)->groups != 0 &&
               async_of(run, a)->groups == async_of(run, b)->groups;
    return seen_complete(run, g, a, b);
}

static bool in_order(const oracle_run_state *run, const oracle_event *a, const oracle_event *b)
{
    if (a->thread < 0 || a->thread != b->thread || a->access >= b->access)
        return false;
    if (!same_instance(a, b))
        return !in_operation(run, a) && !in_operation(run, b);
    return in_operation(run, a) == in_operation(run, b) && a->kind == 'R' && b->kind == 'W';
}

static bool related(const oracle_run_state *run, const oracle_graph *g, cm_base_kind kind,
                    uint32_t i, uint32_t k)
{
    const oracle_event *a = &g->events[i], *b = &g->events[k];
    bool same_thread = a->thread >= 0 && a->thread == b->thread;
    switch (kind) {
    case CM_BASE_ID:
        return i == k;
    case CM_BASE_PO:
        return in_order(run, a, b);
    case CM_BASE_ISSUE:
    case CM_BASE_COMPLETION:
        return related_by_operation(run, g, kind, a, b);
    case CM_BASE_BOUNDARY:
        return oracle_boundary(run, a, b);
    case CM_BASE_SSW:
        return oracle_synced(run, a, b);
    case CM_BASE_INT:
        return same_thread;
    case CM_BASE_EXT: /* two initial writes are in neither, as in herd's machModelChecker.ml */
        return a->thread != b->thread;
    case CM_BASE_SAME_INSTANCE:
        return i == k || (same_thread && same_instance(a, b));
    case CM_BASE_SAME_INSTRUCTION:
        return i == k || (same_thread && a->of->whole == b->of->whole);
    case CM_BASE_SAME_BARRIER:
        return cm_rel_has(&g->same_barrier, i, k);
    case CM_BASE_HOME_CTA:
    case CM_BASE_HOME_CLUSTER:
        return related_by_home(run, kind, a, b);
    case CM_BASE_RMW:
    case CM_BASE_AMO:
    case CM_BASE_LXSX:
        return related_by_rmw(kind, a, b);
    default:
        return related_by_memory(kind, a, b) || related_by_place(run, kind, a, b) ||
               related_by_dependency(kind, a, b) || related_inside(run, kind, a, b);
    }
}

void oracle_graph_bases(oracle_run_state *run, oracle_graph *g)
{
    cm_arena *arena = run->candidate;
    const cm_model *model = run->model;
    cm_execution_graph *graph = &g->graph;
    graph->n = g->n;
    graph->sets = CM_NEW_ARRAY(arena, (size_t)model->base_count, cm_set);
    graph->rels = CM_NEW_ARRAY(arena, (size_t)model->base_count, cm_rel);
    graph->frees = CM_NEW_ARRAY(arena, (size_t)model->free_count, cm_rel);
    for (int i = 0; i < model->free_count; i++)
        graph->frees[i] = cm_rel_new(arena, g->n);
    for (int b = 0; b < model->base_count; b++) {
        const cm_base *base = model->bases[b];
        graph->sets[b] = cm_set_new(arena, g->n);
        graph->rels[b] = cm_rel_new(arena, g->n);
        for (uint32_t i = 0; i < g->n; i++) {
            if (base->is_set && in_set(run, g, base, i))
                cm_set_add(&graph->sets[b], i);
            for (uint32_t k = 0; k < g->n && !base->is_set; k++)
                if (base->kind != CM_BASE_RF && related(run, g, base->kind, i, k))
                    cm_rel_add(&graph->rels[b], i, k);
        }
    }
}
