/* The kernel that runs one round.
 *
 *      CTA b:  team b / cta_count, CTA b % cta_count of it; the rest is stress
 *      thread: role place tid / lanes of that CTA, lane tid % lanes
 *
 * The CTAs of a team are neighbours, because those of a cluster must be, and so
 * start at the same time. Every role has a loop over the steps of its own:
 *
 *      addresses, initial values, delay, touch       depend on the step only
 *      align                                         barrier, flags, barrier
 *      delay
 *      body                                          the test's instructions
 *      results
 *
 * The harness has the first barrier that the test has not: how many a kernel uses
 * limits how many CTAs a multiprocessor holds. Flags are relaxed (hwrun/plan/plan.h).
 */
#include "hwrun/code/gpu_code_internal.h"

#include <string.h>

typedef struct role_writer {
    cm_gpu_writer *w;
    const cm_role *role;
    int number; /* of the role */
    const cm_native *body;
    const cm_thread *thread;
} role_writer;

/* ---- counters -------------------------------------------------------- */

enum { COUNTER_BYTES = sizeof(uint64_t) };

/* Adds 1 where the predicate holds. */
static void count_where(cm_gpu_writer *w, const char *predicate, cm_gpu_counter counter)
{
    cm_gpu_put(w, "\t@%s red.relaxed.gpu.global.add.u64 [%%counters+%d], 1;\n", predicate,
               COUNTER_BYTES * (int)counter);
}

/* ---- alignment ------------------------------------------------------- */

/* Do all threads of a warp run, and in one role? */
static bool has_whole_warps(const cm_plan *plan)
{
    return plan->spread == 1 && plan->lanes % CM_GPU_WARP == 0;
}

/* Whole warps come to the barrier together unless a warp has several roles. */
void cm_gpu_barrier(cm_gpu_writer *w)
{
    const char *form = has_whole_warps(w->plan) ? "bar.sync" : "barrier.sync";
    cm_gpu_put(w, "\t%s %u;\n", form, cm_native_barriers(w->plan->test));
}

/* Waits for the flag of one participant, as long as %patience lasts. */
static void wait_for(cm_gpu_writer *w, int participant)
{
    const char *scope = cm_gpu_scope(w->plan);
    int n = cm_gpu_label(w);
    cm_gpu_fill(w, "wait", "n", CM_GPU_N(w, n), "scope", scope, "flag",
                CM_GPU_N(w, participant * CM_FLAG_STRIDE), NULL);
}

/* The first thread of the CTA speaks for it. */
static void meet_the_others(cm_gpu_writer *w, int cta)
{
    const cm_plan *plan = w->plan;
    int n = cm_gpu_label(w), own = w->device * plan->cta_count + cta;
    cm_gpu_fill(w, "speak", "n", CM_GPU_N(w, n), "scope", cm_gpu_scope(plan), "flag",
                CM_GPU_N(w, own * CM_FLAG_STRIDE), NULL);
    for (int p = 0; p < plan->participants; p++)
        if (p != own)
            wait_for(w, p);
    cm_gpu_put(w, "\tsetp.ne.u32 %%more, %%late, 0;\n");
    count_where(w, "%more", CM_COUNT_MISALIGNED);
    cm_gpu_put(w, "$met_%d:\n", n);
}

static void align(cm_gpu_writer *w, int cta, bool needs_barrier)
{
    const cm_plan *plan = w->plan;
    int n = cm_gpu_label(w);
    bool each_step = plan->parameters.tuned[CM_ALIGN] != 0;
    if (!each_step) {
        cm_gpu_put(w, "\tsetp.ne.u32 %%more, %%step, 0;\n\t@%%more bra $aligned_%d;\n", n);
    }
    cm_gpu_barrier(w);
    if (plan->participants > 1) {
        meet_the_others(w, cta);
        cm_gpu_barrier(w);
    }
    if (!each_step) {
        cm_gpu_put(w, "$aligned_%d:\n", n);
        if (needs_barrier) /* no thread meets those of another step at the test's barriers */
            cm_gpu_barrier(w);
    }
}

/* ---- chance ---------------------------------------------------------- */

/* %chance = 32 bits from (seed, team, step, role), mixed as in C. Wellons's
 * "hash prospector" (public domain), xor-shift-multiply twice. */
static void draw(cm_gpu_writer *w, int role)
{
    cm_gpu_fill(w, "draw", "role", CM_GPU_N(w, (uint32_t)(role + 1) * 3266489917u), NULL);
    static const struct {
        unsigned shift;
        uint32_t factor;
    } rounds[] = {{16, 2146121005}, {15, 2221713035}, {16, 1}};
    for (size_t i = 0; i < sizeof rounds / sizeof *rounds; i++)
        cm_gpu_put(w,
                   "\tshr.u32 %%mixed, %%chance, %u;\n"
                   "\txor.b32 %%chance, %%chance, %%mixed;\n"
                   "\tmul.lo.u32 %%chance, %%chance, %u;\n",
                   rounds[i].shift, rounds[i].factor);
}

/* ---- before the alignment -------------------------------------------- */

/* Lanes of a warp have one instance. */
static int first_of_warp(const role_writer *r)
{
    int first = 0;
    while (!cm_gpu_runs(r->w, first) || !cm_gpu_one_warp(r->w, first, r->number))
        first++;
    return first;
}

/* The register with that name of the leader, whose code it is. */
static const cm_native_register *native_of(const role_writer *r, int role, int reg)
{
    const cm_thread *thread = &r->w->plan->test->threads[r->w->plan->roles[role].thread];
    for (int i = 0; i < r->thread->register_count; i++)
        if (strcmp(r->thread->registers[i].name, thread->registers[reg].name) == 0)
            return &r->body->registers[i];
    static const cm_native_register none = {NULL, 0};
    return &none;
}

/* %address = the address of the location as a value: a generic one. */
static void locate_value(role_writer *r, int location)
{
    const cm_plan_location *l = &r->w->plan->locations[location];
    if (l->cta < 0) {
        cm_gpu_locate(r->w, location, "%instance", "%address");
        return;
    }
    cm_gpu_locate_shared(r->w, location, r->role->cta, "%address");
    cm_gpu_put(r->w, "\tcvta.shared::%s.u64 %%address, %%address;\n",
               l->cta == r->role->cta ? "cta" : "cluster");
}

static void load_register(role_writer *r, int role, int reg)
{
    const cm_native_register *native = native_of(r, role, reg);
    const cm_plan_value *value = &r->w->plan->roles[role].init[reg];
    if (!native->name)
        return;
    if (value->location >= 0) {
        locate_value(r, value->location);
        cm_gpu_put(r->w, "\tadd.u64 %s, %%address, %llu;\n", native->name,
                   (unsigned long long)value->number);
    } else if (native->bits == 1) {
        cm_gpu_put(r->w, "\tmov.u32 %%mixed, %d;\n\tsetp.ne.u32 %s, %%mixed, 0;\n",
                   value->number != 0, native->name);
    } else {
        uint64_t mask = native->bits == 64 ? UINT64_MAX : (UINT64_C(1) << native->bits) - 1;
        cm_gpu_put(r->w, "\tmov.b%u %s, %llu;\n", native->bits, native->name,
                   (unsigned long long)(value->number & mask));
    }
}

/* For each role that runs this code: what only its lane does, up to the end of that. */
static bool next_lane(role_writer *r, int *role)
{
    do
        ++*role;
    while (*role < r->w->plan->role_count && r->w->leaders[*role] != r->number);
    return *role < r->w->plan->role_count;
}

static int lane_begin(role_writer *r, int role)
{
    int n = cm_gpu_label(r->w);
    if (r->w->plan->warps)
        cm_gpu_put(r->w, "\tsetp.ne.u32 %%more, %%sub, %d;\n\t@%%more bra $lane_%d;\n",
                   r->w->plan->roles[role].lane, n);
    return n;
}

static void lane_end(role_writer *r, int n)
{
    if (r->w->plan->warps)
        cm_gpu_put(r->w, "$lane_%d:\n", n);
}

static void load_values(role_writer *r)
{
    const cm_test *test = r->w->plan->test;
    for (int l = 0; l < test->location_count; l++) {
        if (!r->body->addresses[l])
            continue;
        if (r->w->plan->locations[l].cta >= 0)
            cm_gpu_locate_shared(r->w, l, r->role->cta, r->body->addresses[l]);
        else
            cm_gpu_locate(r->w, l, "%instance", r->body->addresses[l]);
    }
    for (int role = -1; next_lane(r, &role);) {
        int n = lane_begin(r, role);
        for (int i = 0; i < test->threads[r->w->plan->roles[role].thread].register_count; i++)
            load_register(r, role, i);
        lane_end(r, n);
    }
}

/* Ends a look at values in %sum: ptxas must have them ready here. It does not know
 * that the sum is never the number it is compared with; if it is once, nothing
 * is harmed. */
static void look_at_sum(cm_gpu_writer *w)
{
    cm_gpu_put(w, "\txor.b32 %%mixed, %%seed, 4026531839;\n"
                  "\tsetp.eq.u32 %%more, %%sum, %%mixed;\n");
    count_where(w, "%more", CM_COUNT_SUMS);
}

/* Does the role have the location: by its name, or in a register at first? */
static bool has_location(const role_writer *r, int location)
{
    bool has = r->body->addresses[location] != NULL;
    for (int i = 0; i < r->thread->register_count; i++)
        has = has || r->role->init[i].location == location;
    return has && r->w->plan->locations[location].cta < 0;
}

/* Loads every location of the role, or of an array what the first lines hold.
 * They have returned before the alignment. */
static void touch(role_writer *r)
{
    enum { SECTOR = 32, MOST = 256 };
    cm_gpu_writer *w = r->w;
    int n = cm_gpu_label(w);
    cm_gpu_fill(w, "touch", "percent", CM_GPU_N(w, w->plan->parameters.tuned[CM_TOUCH]), "n",
                CM_GPU_N(w, n), NULL);
    for (int l = 0; l < w->plan->test->location_count; l++) {
        if (!has_location(r, l))
            continue;
        cm_gpu_locate(w, l, "%instance", "%address");
        for (uint32_t at = 0; at < w->plan->locations[l].bytes && at < MOST; at += SECTOR)
            cm_gpu_put(w,
                       "\tld.weak.global.u8 %%seen, [%%address+%u];\n"
                       "\tmad.lo.u32 %%sum, %%sum, 257, %%seen;\n",
                       at);
    }
    look_at_sum(w);
    cm_gpu_put(w, "$touched_%d:\n", n);
}

/* ---- results --------------------------------------------------------- */

static bool is_observed(const role_writer *r, int reg)
{
    const cm_plan *plan = r->w->plan;
    for (int k = 0; k < plan->result_count; k++)
        if (plan->results[k].role == r->number && plan->results[k].reg == reg)
            return true;
    return false;
}

static bool is_written(const role_writer *r, int reg)
{
    for (int i = 0; i < r->thread->step_count; i++)
        if (r->thread->steps[i].dst == reg)
            return true;
    return false;
}

/* What the test does not observe is looked at too: without a use, a load would
 * disappear and an atomic become a reduction. */
static void use_the_rest(role_writer *r)
{
    bool any = false;
    for (int i = 0; i < r->thread->register_count; i++) {
        const cm_native_register *native = &r->body->registers[i];
        if (!native->name || !is_written(r, i) || is_observed(r, i))
            continue;
        if (!any)
            cm_gpu_put(r->w, "\tmov.u32 %%sum, 0;\n");
        any = true;
        if (native->bits == 1)
            cm_gpu_put(r->w, "\tselp.u32 %%mixed, 1, 0, %s;\n", native->name);
        else if (native->bits == 32)
            cm_gpu_put(r->w, "\tmov.b32 %%mixed, %s;\n", native->name);
        else
            cm_gpu_put(r->w, "\tcvt.u32.u%u %%mixed, %s;\n", native->bits, native->name);
        cm_gpu_put(r->w, "\tmad.lo.u32 %%sum, %%sum, 257, %%mixed;\n");
    }
    if (any)
        look_at_sum(r->w);
}

/* A result is 64 bits, zero-extended. */
static void store_result(role_writer *r, int plane)
{
    const cm_plan *plan = r->w->plan;
    const cm_native_register *native =
        native_of(r, plan->results[plane].role, plan->results[plane].reg);
    uint64_t offset = (uint64_t)plane * plan->instance_slots * sizeof(uint64_t);
    const char *value = "%value";
    if (!native->name)
        cm_fail(r->w->work, (cm_place){0}, "%s: a register without a name is observed",
                plan->test->name);
    if (native->bits == 64)
        value = native->name;
    else if (native->bits == 1)
        cm_gpu_put(r->w, "\tselp.u64 %%value, 1, 0, %s;\n", native->name);
    else
        cm_gpu_put(r->w, "\tcvt.u64.u%u %%value, %s;\n", native->bits, native->name);
    cm_gpu_put(r->w, "\tst.weak.global.u64 [%%result+%llu], %s;\n", (unsigned long long)offset,
               value);
}

/* The first thread of an instance to be stuck counts it. */
static void count_stuck(role_writer *r)
{
    const cm_plan *plan = r->w->plan;
    uint64_t plane = (uint64_t)plan->stuck_plane * plan->instance_slots * sizeof(uint64_t);
    cm_gpu_fill(r->w, "stuck", "plane", CM_GPU_N(r->w, plane), "scope", cm_gpu_scope(plan), NULL);
    count_where(r->w, "%more", CM_COUNT_STUCK);
}

/* Up to the end of the body. */
static void put_stuck(role_writer *r)
{
    int n = cm_gpu_label(r->w);
    if (r->body->stuck) {
        cm_gpu_put(r->w, "\tbra %s;\n%s:\n", r->body->end, r->body->stuck);
        count_stuck(r);
    }
    cm_gpu_put(r->w, "%s:\n", r->body->end);
    if (r->body->gave_up) {
        cm_gpu_put(r->w, "\tsetp.eq.u32 %%more, %s, 0;\n\t@%%more bra $went_on_%d;\n",
                   r->body->gave_up, n);
        count_stuck(r);
        cm_gpu_put(r->w, "$went_on_%d:\n", n);
    }
}

/* ---- roles ----------------------------------------------------------- */

static void step_begin(cm_gpu_writer *w, const char *name)
{
    cm_gpu_put(w, "\tmov.u32 %%step, 0;\n\t.pragma \"nounroll\";\n$steps_%s:\n", name);
}

static void step_end(cm_gpu_writer *w, const char *name)
{
    cm_gpu_fill(w, "step end", "steps", CM_GPU_N(w, w->plan->steps), "name", name, NULL);
}

static void put_role(role_writer *r, const cm_native *bodies, bool needs_barrier)
{
    cm_gpu_writer *w = r->w;
    const cm_plan *plan = w->plan;
    const unsigned *tuned = plan->parameters.tuned;
    const char *name = cm_arena_printf(w->work->arena, "role%d", r->number);
    bool delays = tuned[CM_SKEW] != 0, touches = tuned[CM_TOUCH] != 0;
    cm_gpu_put(w, "$enter_%s:\n", name);
    step_begin(w, name);
    /* %instance = (step * teams + team) * lanes + turned lane (cm_plan_instance). */
    uint32_t turn = (uint32_t)((uint64_t)first_of_warp(r) * tuned[CM_ROTATE] % plan->lanes);
    cm_gpu_fill(w, "instance", "teams", CM_GPU_N(w, plan->teams), "turn", CM_GPU_N(w, turn),
                "lanes", CM_GPU_N(w, plan->lanes), NULL);
    if (plan->shared_bytes > 0)
        cm_gpu_put(w, "\tmov.u32 %%own, %%mixed;\n");
    load_values(r);
    cm_gpu_begin_shared(w, r->role, bodies);
    if (delays || touches)
        draw(w, first_of_warp(r));
    if (touches)
        touch(r);
    if (delays) {
        /* %delay cycles from a clock of the multiprocessor: no memory is touched. */
        enum { CYCLES_PER_NANOSECOND = 2 };
        unsigned range = tuned[CM_SKEW] * CYCLES_PER_NANOSECOND + 1;
        cm_gpu_put(w, "\tmul.hi.u32 %%delay, %%chance, %u;\n", range);
    }
    align(w, r->role->cta, needs_barrier);
    if (delays) {
        int n = cm_gpu_label(w);
        cm_gpu_fill(w, "delay", "n", CM_GPU_N(w, n), NULL);
    }
    cm_gpu_put(w, "\t// begin role %d\n%s\t// end role %d\n", r->number, r->body->body, r->number);
    put_stuck(r);
    cm_gpu_end_body(w, bodies, r->body);
    use_the_rest(r);
    cm_gpu_put(w, "\tmad.wide.u32 %%result, %%instance, 8, %%results;\n");
    for (int role = -1; next_lane(r, &role);) {
        int n = lane_begin(r, role);
        for (int k = 0; k < plan->result_count; k++)
            if (plan->results[k].role == role && plan->results[k].reg >= 0)
                store_result(r, k);
        lane_end(r, n);
    }
    cm_gpu_end_shared(w, r->role, bodies);
    step_end(w, name);
}

/* ---- the kernel ------------------------------------------------------ */

static void declare(cm_gpu_writer *w, const cm_native *bodies)
{
    const cm_plan *plan = w->plan;
    cm_gpu_put(w, "\n");
    cm_gpu_fill(w, "test", "threads", CM_GPU_N(w, cm_plan_threads(plan)), NULL);
    for (int r = 0; r < plan->role_count; r++)
        if (cm_gpu_runs(w, r))
            cm_gpu_put(w, "%s", bodies[r].declarations);
    cm_gpu_declare_shared(w);
}

/* Two seconds of waiting in all: a poll takes about 1/2 us on the GPU, more when
 * the flags are in the host's memory. */
enum { POLLS_OF_GPU = 4000000, POLLS_OF_HOST = 1000000 };

static void find_place(cm_gpu_writer *w)
{
    const cm_plan *plan = w->plan;
    cm_gpu_fill(w, "place", "ctas", CM_GPU_N(w, plan->teams * (uint32_t)plan->cta_count),
                "cta_count", CM_GPU_N(w, plan->cta_count), "size",
                CM_GPU_N(w, plan->lanes * plan->spread), "flags",
                CM_GPU_N(w, plan->participants * CM_FLAG_STRIDE), "patience",
                CM_GPU_N(w, plan->mix == CM_MIX_GPU ? POLLS_OF_GPU : POLLS_OF_HOST), NULL);
    if (plan->spread > 1)
        cm_gpu_put(w,
                   "\trem.u32 %%sub, %%lane, %u;\n"
                   "\tdiv.u32 %%lane, %%lane, %u;\n",
                   plan->spread, plan->spread);
    if (plan->warps) {
        /* The first role of the CTA's first warp, on whatever lane. */
        for (int r = w->plan->role_count - 1; r >= 0; r--)
            if (cm_gpu_runs(w, r) && w->plan->roles[r].place == 0)
                cm_gpu_put(w,
                           "\tsetp.eq.u32 %%there, %%cta, %d;\n"
                           "\t@%%there setp.eq.u32 %%speaker, %%thread, %d;\n",
                           w->plan->roles[r].cta, w->plan->roles[r].lane);
    } else if (plan->spread > 1) /* the first thread of each warp stays */
    {
        cm_gpu_put(w, "\tsetp.ne.u32 %%more, %%sub, 0;\n\t@%%more ret;\n");
    }
}

static void jump_to_role(cm_gpu_writer *w, int role)
{
    const cm_role *r = &w->plan->roles[role];
    cm_gpu_put(w,
               "\tsetp.eq.u32 %%there, %%cta, %d;\n"
               "\tsetp.eq.and.u32 %%more, %%place, %d, %%there;\n",
               r->cta, r->place);
    if (w->plan->warps) {
        /* %more = the thread is one of the lanes that run this role's code. */
        cm_gpu_put(w, "\tmov.b32 %%mixed, 0;\n");
        for (int i = role; i < w->plan->role_count; i++)
            if (w->leaders[i] == role)
                cm_gpu_put(w,
                           "\tsetp.eq.and.u32 %%there, %%sub, %d, %%more;\n"
                           "\t@%%there mov.b32 %%mixed, 1;\n",
                           w->plan->roles[i].lane);
        cm_gpu_put(w, "\tsetp.ne.u32 %%more, %%mixed, 0;\n");
    }
    if (has_whole_warps(w->plan)) /* tells ptxas that warps stay together */
        cm_gpu_put(w, "\tvote.sync.any.pred %%more, %%more, 0xffffffff;\n");
    cm_gpu_put(w, "\t@%%more bra $enter_role%d;\n", role);
}

/* What is left after jump_to_role: idle threads, by CTA. */
static void jump_to_idle(cm_gpu_writer *w, const cm_native *bodies, bool needs_barrier)
{
    for (int cta = 0; cta < w->plan->cta_count; cta++) {
        int roles = 0;
        for (int r = 0; r < w->plan->role_count; r++)
            if (cm_gpu_runs(w, r) && w->plan->roles[r].cta == cta &&
                w->plan->roles[r].place >= roles)
                roles = w->plan->roles[r].place + 1;
        if (roles == w->plan->cta_roles)
            continue;
        int n = cm_gpu_label(w);
        cm_gpu_put(w, "\tsetp.ne.u32 %%more, %%cta, %d;\n\t@%%more bra $busy_%d;\n", cta, n);
        /* Threads of a CTA with fewer roles than another come to the barriers only. */
        const char *name = cm_arena_printf(w->work->arena, "idle%d", cta);
        step_begin(w, name);
        align(w, cta, needs_barrier);
        cm_gpu_idle_shared(w, bodies);
        step_end(w, name);
        cm_gpu_put(w, "$busy_%d:\n", n);
    }
    cm_gpu_put(w, "\tbra $finish;\n");
}

/* ---- all of it ------------------------------------------------------- */

void cm_gpu_write_test(cm_gpu_writer *w, const cm_native *bodies)
{
    const cm_plan *plan = w->plan;
    bool needs_barrier = false;
    declare(w, bodies);
    find_place(w);
    for (int r = 0; r < plan->role_count; r++) {
        if (!cm_gpu_runs(w, r))
            continue;
        if (w->leaders[r] == r)
            jump_to_role(w, r);
        needs_barrier = needs_barrier || bodies[r].has_barrier;
    }
    if (plan->warps) {
        /* Threads of a warp that do not run a thread of the test do nothing. */
        for (int r = 0; r < plan->role_count; r++)
            if (cm_gpu_runs(w, r))
                cm_gpu_put(w,
                           "\tsetp.eq.u32 %%there, %%cta, %d;\n"
                           "\tsetp.eq.and.u32 %%more, %%place, %d, %%there;\n"
                           "\t@%%more ret;\n",
                           plan->roles[r].cta, plan->roles[r].place);
        cm_gpu_put(w, "\tsetp.ne.u32 %%more, %%sub, 0;\n\t@%%more ret;\n");
    }
    jump_to_idle(w, bodies, needs_barrier);
    for (int r = 0; r < plan->role_count; r++) {
        if (!cm_gpu_runs(w, r) || w->leaders[r] != r)
            continue;
        role_writer writer = {.w = w,
                              .role = &plan->roles[r],
                              .number = r,
                              .body = &bodies[r],
                              .thread = &plan->test->threads[plan->roles[r].thread]};
        put_role(&writer, bodies, needs_barrier);
    }
    /* The stress blocks wait for this. */
    cm_gpu_put(w, "$finish:\n");
    if (w->plan->parameters.tuned[CM_STRESS_BLOCKS] != 0) {
        cm_gpu_barrier(w);
        count_where(w, "%speaker", CM_COUNT_FINISHED);
    }
    cm_gpu_put(w, "\tret;\n");
    cm_gpu_put_stress(w);
    cm_gpu_put(w, "}\n");
}
