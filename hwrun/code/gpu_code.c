/* The PTX module of a plan: head, initial values, and what the kernels share. */
#include "hwrun/code/gpu_code_internal.h"

#include <assert.h>
#include <string.h>

/* ---- text ------------------------------------------------------------ */

void cm_gpu_put(cm_gpu_writer *w, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    cm_text_vappend(&w->out, format, args);
    va_end(args);
}

const char *cm_gpu_number(cm_gpu_writer *w, uint64_t number)
{
    return cm_arena_printf(w->work->arena, "%llu", (unsigned long long)number);
}

extern const char cm_gpu_parts[]; /* parts.ptx */

void cm_gpu_fill(cm_gpu_writer *w, const char *part, ...)
{
    const char *head = cm_arena_printf(w->work->arena, "\n[%s]\n", part);
    const char *at = strstr(cm_gpu_parts, head);
    assert(at);
    at += strlen(head);
    for (size_t plain; *at && *at != '['; at += plain + 1) {
        plain = strcspn(at, "<\n");
        cm_text_add_bytes(&w->out, at, plain + (at[plain] == '\n'));
        if (at[plain] != '<')
            continue;
        const char *name = at + plain + 1, *given;
        size_t length = strcspn(name, ">");
        va_list args;
        va_start(args, part);
        while ((given = va_arg(args, const char *)) &&
               (strncmp(given, name, length) != 0 || given[length]))
            (void)va_arg(args, const char *);
        assert(given);
        cm_text_add(&w->out, va_arg(args, const char *));
        va_end(args);
        plain += length + 1;
    }
}

int cm_gpu_label(cm_gpu_writer *w)
{
    return w->labels++;
}

const char *cm_gpu_scope(const cm_plan *plan)
{
    return plan->mix == CM_MIX_GPU && plan->device_count < 2 ? "gpu" : "sys";
}

/* Slots are counted in 32 bits (checked in cm_gpu_code_of), so that the product may
 * be too: n is a power of two. */
void cm_gpu_locate(cm_gpu_writer *w, int location, const char *instance, const char *address)
{
    const cm_plan_location *l = &w->plan->locations[location];
    const char *slot = instance;
    if (l->multiplier != 1 || l->addend != 0) {
        cm_gpu_put(w, "\tmad.lo.u32 %%slot, %s, %u, %u;\n", instance, l->multiplier, l->addend);
        cm_gpu_put(w, "\tand.b32 %%slot, %%slot, %u;\n", (uint32_t)(w->plan->instance_slots - 1));
        slot = "%slot";
    }
    cm_gpu_put(w, "\tmad.wide.u32 %s, %s, %u, %%memory;\n", address, slot, l->stride);
    if (l->region != 0)
        cm_gpu_put(w, "\tadd.u64 %s, %s, %lld;\n", address, address, (long long)l->region);
}

int cm_gpu_sweep_begin(cm_gpu_writer *w, uint64_t end)
{
    int n = cm_gpu_label(w);
    cm_gpu_fill(w, "sweep", "n", CM_GPU_N(w, n), "end", CM_GPU_N(w, end), NULL);
    return n;
}

void cm_gpu_sweep_end(cm_gpu_writer *w, int sweep)
{
    cm_gpu_fill(w, "sweep end", "n", CM_GPU_N(w, sweep), NULL);
}

/* ---- initial values -------------------------------------------------- */

static bool has_pointers(const cm_plan_location *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->init[i].location >= 0)
            return true;
    return false;
}

static bool has_zero_init(const cm_plan_location *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->init[i].location >= 0 || l->init[i].number != 0)
            return false;
    return true;
}

/* Numbers are the same in all slots, so slots are gone through in order; pointers
 * belong to their instance. */
static void store_values(cm_gpu_writer *w, int location)
{
    const cm_plan_location *l = &w->plan->locations[location];
    int sweep = cm_gpu_sweep_begin(w, w->plan->instance_slots);
    if (has_pointers(l))
        cm_gpu_locate(w, location, "%index", "%address");
    else
        cm_gpu_put(w,
                   "\tmad.wide.u32 %%address, %%index, %u, %%memory;\n"
                   "\tadd.u64 %%address, %%address, %lld;\n",
                   l->stride, (long long)l->region);
    for (uint32_t i = 0; i < l->count; i++) {
        const cm_plan_value *value = &l->init[i];
        uint64_t offset = (uint64_t)i * l->width;
        if (value->location >= 0) {
            cm_gpu_locate(w, value->location, "%index", "%value");
            cm_gpu_put(w, "\tadd.u64 %%value, %%value, %llu;\n", (unsigned long long)value->number);
        } else {
            cm_gpu_put(w, "\tmov.u64 %%value, %llu;\n", (unsigned long long)value->number);
        }
        cm_gpu_put(w, "\tst.global.u%u [%%address+%llu], %%value;\n", l->width * 8,
                   (unsigned long long)offset);
    }
    cm_gpu_sweep_end(w, sweep);
}

static void write_location(cm_gpu_writer *w, int location)
{
    enum { WIDEST_FILL = 64, SMALLEST_FILL = 16, MOST_VALUES = 1024 };
    const cm_plan_location *l = &w->plan->locations[location];
    bool whole_quads = w->plan->instance_slots * l->stride % SMALLEST_FILL == 0;
    bool dense = l->stride <= WIDEST_FILL || l->bytes >= l->stride / 2;
    if (has_zero_init(l) && dense && whole_quads) {
        /* All of the region with 16 bytes at a time, gaps included: they belong to nobody. */
        enum { QUAD = 16 };
        uint64_t bytes = w->plan->instance_slots * l->stride;
        int sweep = cm_gpu_sweep_begin(w, bytes / QUAD);
        cm_gpu_put(w,
                   "\tmad.wide.u32 %%address, %%index, %d, %%memory;\n"
                   "\tadd.u64 %%address, %%address, %lld;\n"
                   "\tst.global.v4.u32 [%%address], {%%zero, %%zero, %%zero, %%zero};\n",
                   QUAD, (long long)l->region);
        cm_gpu_sweep_end(w, sweep);
        return;
    }
    if (l->count > MOST_VALUES)
        cm_fail(w->work, (cm_place){0}, "`%s` has %u initial values, expected at most %d or zeros",
                w->plan->test->locations[location].name, l->count, MOST_VALUES);
    store_values(w, location);
}

static void write_init(cm_gpu_writer *w)
{
    cm_gpu_put(w, "\n");
    cm_gpu_fill(w, "init", NULL);
    for (int i = 0; i < w->plan->test->location_count; i++)
        if (w->plan->locations[i].cta < 0)
            write_location(w, i);
    if (w->plan->stuck_plane >= 0) {
        uint64_t plane =
            (uint64_t)w->plan->stuck_plane * w->plan->instance_slots * sizeof(uint64_t);
        int sweep = cm_gpu_sweep_begin(w, w->plan->instance_slots);
        cm_gpu_put(w,
                   "\tmad.wide.u32 %%address, %%index, 8, %%results;\n"
                   "\tmov.u64 %%value, 0;\n"
                   "\tst.global.u64 [%%address+%llu], %%value;\n",
                   (unsigned long long)plane);
        cm_gpu_sweep_end(w, sweep);
    }
    cm_gpu_put(w, "\tret;\n}\n");
}

/* ---- the module ------------------------------------------------------ */

/* Bodies come first: they decide which PTX the module is. */
static const cm_native *write_bodies(cm_work *work, const cm_plan *plan, int device,
                                     cm_native_needs *needs)
{
    /* A CPU thread that waits has no limit, and comes to the lanes one by one. */
    enum { LOOP_LIMIT = 2000, LOOP_LIMIT_WITH_CPU = 200000 };
    unsigned limit = plan->cpu_count > 0 && plan->spread > 1 ? LOOP_LIMIT_WITH_CPU : LOOP_LIMIT;
    cm_native *bodies = CM_NEW_ARRAY(work->arena, (size_t)plan->role_count, cm_native);
    for (int r = 0; r < plan->role_count; r++) {
        if (!plan->roles[r].gpu || plan->roles[r].device != device)
            continue;
        const cm_native_style style = {.prefix = cm_arena_printf(work->arena, "r%d", r),
                                       .loop_limit = limit,
                                       .barrier_factor = plan->lanes * plan->spread,
                                       .apart = plan->spread > 1,
                                       .changes = plan->parameters.injections};
        bodies[r] = cm_native_thread(work, plan->test, plan->roles[r].thread, &style);
        if (bodies[r].has_barrier && plan->lanes * plan->spread % CM_GPU_WARP != 0)
            cm_fail(work, (cm_place){0},
                    "%s: a test with barriers has %u lanes, expected a multiple of %d",
                    plan->test->name, plan->lanes, CM_GPU_WARP);
        cm_native_needs more = bodies[r].needs;
        needs->version = more.version > needs->version ? more.version : needs->version;
        needs->target = more.target > needs->target ? more.target : needs->target;
    }
    return bodies;
}

static bool same_text(const cm_thread *a, const cm_thread *b)
{
    if (a->instruction_count != b->instruction_count || a->step_count != b->step_count)
        return false;
    for (int i = 0; i < a->instruction_count; i++)
        if (strcmp(a->instructions[i].text, b->instructions[i].text) != 0)
            return false;
    for (int i = 0; i < a->step_count; i++)
        if (a->steps[i].kind == CM_STEP_BRANCH && a->steps[i].target != b->steps[i].target)
            return false;
    return true;
}

static int leader_of(const cm_gpu_writer *w, int role)
{
    const cm_thread *threads = w->plan->test->threads;
    const cm_role *roles = w->plan->roles;
    for (int other = 0; cm_gpu_runs(w, role) && other < role; other++)
        if (cm_gpu_one_warp(w, other, role) &&
            same_text(&threads[roles[other].thread], &threads[roles[role].thread]))
            return w->leaders[other];
    return role;
}

/* All of it is in PTX 7.8, which came with the first Hopper GPUs; code for sm_90
 * runs on every later GPU. */
const char *cm_gpu_code_of(cm_work *work, const cm_plan *plan, int device, unsigned target)
{
    enum { VERSION = 78, NEWEST = 90, OLDEST = 70, NEWEST_PTX = 90 };
    cm_native_needs needs = {VERSION, OLDEST};
    cm_gpu_writer w = {.work = work, .plan = plan, .device = device};
    w.out = cm_text_new(work->arena);
    static const uint64_t most = UINT64_C(1) << 31;
    if (plan->instance_slots > most)
        cm_fail(work, (cm_place){0}, "%s: a round has %llu instances, expected at most %llu",
                plan->test->name, (unsigned long long)plan->instances, (unsigned long long)most);
    const cm_native *bodies = write_bodies(work, plan, device, &needs);
    w.leaders = CM_NEW_ARRAY(w.work->arena, (size_t)w.plan->role_count, int);
    for (int r = 0; r < w.plan->role_count; r++)
        w.leaders[r] = leader_of(&w, r);
    if (plan->cluster_size > 1 && needs.target < NEWEST)
        needs.target = NEWEST;
    if (needs.version > NEWEST_PTX)
        cm_fail(work, (cm_place){0},
                "%s: the test needs PTX %u.%u, with which runs were never tried, expected at most "
                "PTX %d.%d",
                plan->test->name, needs.version / 10, needs.version % 10, NEWEST_PTX / 10,
                NEWEST_PTX % 10);
    if (target < needs.target)
        cm_fail(work, (cm_place){0},
                "%s: the test needs a GPU of compute capability %u.%u, this one has %u.%u",
                plan->test->name, needs.target / 10, needs.target % 10, target / 10, target % 10);
    cm_gpu_put(&w, ".version %u.%u\n.target sm_%u\n.address_size 64\n", needs.version / 10,
               needs.version % 10, target < NEWEST ? target : NEWEST);
    write_init(&w);
    cm_gpu_write_test(&w, bodies);
    cm_gpu_write_collect(&w);
    return w.out.data;
}
