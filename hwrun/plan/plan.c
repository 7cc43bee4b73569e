/* From a test and parameters to a plan: who runs where, and where memory lies. */
#include "hwrun/plan/plan_parts.h"

#include "base/random.h"
#include "litmus/isa/isa.h"

static const cm_place nowhere;

static uint64_t power_of_two_from(uint64_t value)
{
    uint64_t power = 1;
    while (power < value)
        power *= 2;
    return power;
}

static uint64_t round_up(uint64_t value, uint64_t to)
{
    return (value + to - 1) / to * to;
}

/* ---- how many -------------------------------------------------------- */

static bool has_barrier(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++)
            if (test->threads[t].steps[s].kind == CM_STEP_BARRIER)
                return true;
    return false;
}

/* Has a thread a loop and then a barrier? The instances of a CTA meet at it, and one whose loop
 * waits for a thread of another CTA that is at its own barrier would wait for ever: that one
 * waits for other instances, which wait for this CTA. */
static bool waits_before_barrier(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++) {
        bool loop = false;
        for (int s = 0; s < test->threads[t].step_count; s++) {
            const cm_step *step = &test->threads[t].steps[s];
            if (step->kind == CM_STEP_BARRIER && loop)
                return true;
            loop = loop || (step->kind == CM_STEP_BRANCH && step->target <= s);
        }
    }
    return false;
}

static uint32_t at_least_one(uint32_t value)
{
    return value ? value : 1;
}

/* A place for one lane of a location in shared memory; bulk copies want multiples of 16. Where a
 * location of that size has mbarrier objects, sums lie behind each: corresponding locations of two
 * CTAs have one address, whichever of them has the objects. */
static uint32_t shared_stride(const cm_planner *p, const cm_location *location)
{
    enum { LEAST = 16 };
    uint64_t bytes = cm_location_bytes(location);
    bool sums = false;
    for (int l = 0; p->plan->object_room > 0 && !sums && l < p->test->location_count; l++)
        sums = cm_location_bytes(&p->test->locations[l]) == bytes &&
               cm_native_has_object(p->test, l, 0, bytes);
    bytes += sums ? p->plan->object_room : 0;
    return (uint32_t)power_of_two_from(bytes > LEAST ? bytes : LEAST);
}

/* Of the locations before that one in its CTA: each CTA has a layout from 0 on, in the order of
 * declarations, so that corresponding ones have one address, by which mapa finds them. */
static uint64_t shared_before(const cm_planner *p, int index, uint32_t lanes)
{
    uint64_t bytes = 0;
    for (int i = 0; i < index; i++) {
        const cm_location *l = &p->test->locations[i];
        if (l->space == CM_SPACE_SHARED &&
            cm_plan_share(p, l->owner, p->test->locations[index].owner, CM_SCOPE_CTA))
            bytes += (uint64_t)lanes * shared_stride(p, l);
    }
    return bytes;
}

/* Of the CTA that has most. */
static uint64_t shared_bytes(const cm_planner *p, uint32_t lanes)
{
    uint64_t most = 0;
    for (int i = 0; i < p->test->location_count; i++) {
        const cm_location *l = &p->test->locations[i];
        if (l->space != CM_SPACE_SHARED)
            continue;
        uint64_t end = shared_before(p, i, lanes) + (uint64_t)lanes * shared_stride(p, l);
        most = end > most ? end : most;
    }
    return most;
}

/* That a kernel may declare (PTX ISA, "State Spaces": static shared memory of 48 KiB), and that
 * a multiprocessor has at the least; a CTA takes 1 KiB more. */
enum { MOST_SHARED = 48 << 10, SHARED_OF_MULTIPROCESSOR = 64 << 10, SHARED_OF_SYSTEM = 1 << 10 };

static void choose_lanes(cm_planner *p)
{
    cm_plan *plan = p->plan;
    uint32_t lanes = plan->parameters.tuned[CM_LANES];
    bool gpu = plan->cta_count > 0;
    /* Lanes that meet are of one instance, at barriers those of several. */
    bool waits = (p->barriers || !plan->warps) && waits_before_barrier(p->test);
    bool alone = gpu && (waits || cm_native_meets_for_result(p->test) ||
                         cm_native_barriers_vary(p->work->arena, p->test));
    /* A CPU thread comes to the lanes one after the other, and threads of a warp that leave a
     * loop may wait for those that are still in it. */
    bool apart = gpu && plan->cpu_count > 0 && cm_plan_loops(p, true) && cm_plan_loops(p, false);
    plan->spread = alone || apart || plan->warps ? CM_PLAN_WARP : 1;
    if (alone)
        lanes = 1;
    else if (gpu && !plan->warps && has_barrier(p->test))
        lanes = CM_PLAN_WARP;
    while (lanes > CM_PLAN_WARP && shared_bytes(p, lanes) > MOST_SHARED)
        lanes /= 2;
    if (shared_bytes(p, lanes) > MOST_SHARED)
        cm_fail(p->work, nowhere,
                "%s: %u lanes have %llu bytes of shared memory, expected at most %d", p->test->name,
                lanes, (unsigned long long)shared_bytes(p, lanes), MOST_SHARED);
    if (plan->cta_count > 0) {
        uint32_t room = p->limits->threads_per_block / plan->spread;
        while (lanes > 1 && lanes * (uint32_t)plan->cta_roles > room)
            lanes /= 2;
        if (lanes * (uint32_t)plan->cta_roles > room)
            cm_fail(p->work, nowhere, "%s: one CTA has %d threads, expected at most %u",
                    p->test->name, plan->cta_roles, p->limits->threads_per_block);
    }
    plan->lanes = lanes;
}

/* CTAs that are surely resident at once. Half of the threads that a multiprocessor
 * can hold: then each may have 64 registers, which the kernels never need. */
static uint32_t resident_ctas(const cm_planner *p)
{
    uint32_t threads = cm_plan_threads(p->plan);
    uint32_t room = p->limits->threads_per_multiprocessor / 2;
    if (room < p->limits->threads_per_block)
        room = p->limits->threads_per_block;
    uint32_t per_sm = room / (uint32_t)round_up(threads, CM_PLAN_WARP);
    if (per_sm > p->limits->blocks_per_multiprocessor)
        per_sm = p->limits->blocks_per_multiprocessor;
    /* A multiprocessor has two barriers for each CTA that it can hold, as occupancy
     * calculators have it; the test's and one to align with are taken. */
    uint32_t barriers = 2 * p->limits->blocks_per_multiprocessor;
    uint32_t taken = cm_native_barriers(p->test) + 1;
    if (per_sm > barriers / taken)
        per_sm = barriers / taken;
    /* Clusters have less room than single CTAs: an H200 takes 4 CTAs of 256 threads for each
     * multiprocessor, and refuses 16 of 32 threads. */
    enum { MOST_IN_CLUSTERS = 4 };
    if (p->plan->cluster_size > 1 && per_sm > MOST_IN_CLUSTERS)
        per_sm = MOST_IN_CLUSTERS;
    uint32_t shared = (uint32_t)shared_bytes(p, p->plan->lanes);
    if (shared > 0 && per_sm > SHARED_OF_MULTIPROCESSOR / (shared + SHARED_OF_SYSTEM))
        per_sm = SHARED_OF_MULTIPROCESSOR / (shared + SHARED_OF_SYSTEM);
    return per_sm * p->limits->multiprocessors;
}

/* Teams that all run at once: one that waits for a place would never align. */
static uint32_t most_teams(const cm_planner *p)
{
    const cm_plan *plan = p->plan;
    uint32_t most = UINT32_MAX;
    if (plan->cpu_count > 0) {
        unsigned busy = plan->parameters.tuned[CM_CPU_STRESS];
        unsigned cpus = p->limits->cpus > busy ? p->limits->cpus - busy : 1;
        /* One CPU stays with the thread that starts rounds and the system. */
        if (plan->cta_count > 0 && cpus > 1)
            cpus--;
        most = at_least_one(cpus / (uint32_t)plan->cpu_count);
    }
    if (plan->cta_count > 0) {
        uint32_t ctas = resident_ctas(p), stress = plan->parameters.tuned[CM_STRESS_BLOCKS];
        ctas /= (uint32_t)plan->gpu_kernels;
        ctas = ctas > stress ? ctas - stress : 0;
        uint32_t teams = ctas / (uint32_t)plan->cta_count;
        if (teams == 0)
            cm_fail(p->work, nowhere, "%s: %d CTAs of %u threads do not fit on the GPU at once",
                    p->test->name, plan->cta_count, cm_plan_threads(plan));
        most = teams < most ? teams : most;
    }
    return most;
}

static uint32_t power_of_two_up_to(uint32_t value)
{
    uint32_t power = 1;
    while (power <= value / 2)
        power *= 2;
    return power;
}

/* Without a word, a power of two of teams on the GPU: then a round fills its
 * memory, whose instances are counted in powers of two. */
static void choose_teams(cm_planner *p)
{
    cm_plan *plan = p->plan;
    /* A grid has whole clusters only; those of the teams are whole. */
    unsigned *stress = &plan->parameters.tuned[CM_STRESS_BLOCKS];
    *stress = (unsigned)round_up(*stress, (uint64_t)plan->cluster_size);
    uint32_t most = most_teams(p), asked = plan->parameters.tuned[CM_TEAMS];
    if (asked == 0)
        plan->teams = plan->mix == CM_MIX_GPU ? power_of_two_up_to(most) : most;
    else
        plan->teams = asked < most ? asked : most;
}

static void choose_steps(cm_planner *p)
{
    cm_plan *plan = p->plan;
    plan->steps = plan->parameters.tuned[CM_STEPS];
    plan->instances = (uint64_t)plan->teams * plan->lanes * plan->steps;
    plan->instance_slots = power_of_two_from(plan->instances);
}

/* ---- memory ---------------------------------------------------------- */

enum { LINE = 128 };
static const uint64_t most_memory = UINT64_C(1) << 34;

/* Any odd multiplier permutes the slots, since their number is a power of two. */
static void scatter(const cm_planner *p, int index, cm_plan_location *l)
{
    const cm_parameters *parameters = &p->plan->parameters;
    l->multiplier = 1;
    l->addend = 0;
    if (parameters->tuned[CM_SCATTER] == 0)
        return;
    uint64_t stream = parameters->tuned[CM_SCATTER];
    l->multiplier = (uint32_t)cm_random(parameters->seed, stream, 2 * (uint64_t)index) | 1;
    l->addend = (uint32_t)cm_random(parameters->seed, stream, 2 * (uint64_t)index + 1);
}

static cm_plan_location lay_out(const cm_planner *p, int index, uint64_t region)
{
    const cm_location *from = &p->test->locations[index];
    cm_plan_location l = {.region = region, .width = from->width, .count = from->count};
    uint64_t bytes = cm_location_bytes(from);
    enum { LARGEST = 1 << 16 };
    bool of_lanes = *from->name == '.'; /* lanes hand values over by instructions of their own */
    if (of_lanes && !p->plan->warps && !cm_native_meets_for_result(p->test))
        cm_fail(p->work, nowhere,
                "%s: what threads of a warp or CTA hand to each other cannot run yet, expected a "
                "test without vote, match, redux, shfl and elect",
                p->test->name);
    if (bytes < from->extent && !of_lanes) /* what lies there is neither set nor looked at */
        cm_fail(p->work, nowhere,
                "%s: `%s` is accessed beyond its %llu bytes, expected a type for it", p->test->name,
                from->name, (unsigned long long)bytes);
    if (bytes > LARGEST)
        cm_fail(p->work, nowhere, "%s: `%s` has %llu bytes, expected at most %d", p->test->name,
                from->name, (unsigned long long)bytes, LARGEST);
    l.bytes = (uint32_t)bytes;
    uint64_t stride = p->plan->parameters.tuned[CM_STRIDE];
    l.cta = -1;
    l.stride = (uint32_t)power_of_two_from(bytes > stride ? bytes : stride);
    if (from->space == CM_SPACE_SHARED) {
        l.cta = p->plan->roles[from->owner].cta;
        l.device = p->plan->roles[from->owner].device;
        l.stride = shared_stride(p, from);
    } else {
        scatter(p, index, &l);
    }
    cm_plan_value *init = CM_NEW_ARRAY(p->work->arena, from->count, cm_plan_value);
    for (uint32_t i = 0; i < from->count; i++) {
        init[i] = cm_plan_value_of(p, from->init[i]);
        /* It means something to one cluster only, and memory is set by threads of none. */
        int location = init[i].location;
        if (location >= 0 && p->test->locations[location].space == CM_SPACE_SHARED)
            cm_fail(
                p->work, nowhere,
                "%s: the address of `%s`, which lies in shared memory, cannot be an initial value "
                "of memory, expected one of a register",
                p->test->name, p->test->locations[location].name);
    }
    l.init = init;
    return l;
}

static void lay_out_shared(cm_planner *p, int index)
{
    p->plan->locations[index] = lay_out(p, index, shared_before(p, index, p->plan->lanes));
}

/* At the end of its area. */
static void lay_out_global(cm_planner *p, int index)
{
    cm_plan *plan = p->plan;
    int home = cm_plan_home(p->work, plan, index);
    cm_plan_area *area = &plan->areas[home];
    plan->locations[index] = lay_out(p, index, area->bytes);
    plan->locations[index].area = home;
    area->bytes =
        round_up(area->bytes + plan->instance_slots * plan->locations[index].stride, LINE);
    if (area->bytes > most_memory)
        cm_fail(p->work, nowhere,
                "%s: a round needs more than %llu MiB of memory, expected fewer instances or a "
                "smaller stride",
                p->test->name, (unsigned long long)(most_memory >> 20));
}

static void lay_out_memory(cm_planner *p)
{
    cm_plan *plan = p->plan;
    plan->locations =
        CM_NEW_ARRAY(p->work->arena, (size_t)p->test->location_count, cm_plan_location);
    cm_plan_check_homes(p->work, plan);
    plan->shared_bytes = (uint32_t)shared_bytes(p, plan->lanes);
    for (int i = 0; i < p->test->location_count; i++)
        (p->test->locations[i].space == CM_SPACE_SHARED ? lay_out_shared : lay_out_global)(p, i);
    cm_plan_tell_homes(p->work, plan);
    if (plan->area_count == 0)
        plan->areas[plan->area_count++] = (cm_plan_area){.device = -1, .bytes = LINE};
    for (int a = 0; a < plan->area_count; a++) {
        cm_plan_move(plan, a, plan->memory_bytes);
        plan->memory_bytes += plan->areas[a].bytes;
    }
    int planes = plan->result_count + (plan->stuck_plane >= 0);
    uint64_t words = planes > 0 ? (uint64_t)planes : 1;
    plan->result_bytes = words * plan->instance_slots * sizeof(uint64_t);
    plan->flag_bytes = (uint64_t)plan->teams * (uint64_t)plan->participants * CM_FLAG_STRIDE;
    plan->scratch_bytes = plan->parameters.tuned[CM_STRESS_LINES] *
                          (uint64_t)plan->parameters.tuned[CM_STRESS_STRIDE];
}

/* No more lines than there is room for; both numbers are powers of two. */
static void choose_stress(cm_planner *p)
{
    unsigned *tuned = p->plan->parameters.tuned;
    while ((uint64_t)tuned[CM_STRESS_LINES] * tuned[CM_STRESS_STRIDE] > CM_STRESS_MOST)
        tuned[CM_STRESS_LINES] /= 2;
    if (tuned[CM_STRESS_HOME] == CM_STRESS_PEER && tuned[CM_STRESS_BLOCKS] > 0 &&
        p->limits->gpus < 2)
        cm_fail(p->work, (cm_place){0},
                "%s: stress_home is 2, which means the next GPU, but there is only one, expected "
                "0, 1 or 3",
                p->test->name);
}

/* What is observed of a location in shared memory, element by element. */
static void list_shared_results(cm_planner *p, int o)
{
    cm_plan *plan = p->plan;
    const cm_observed *observed = &p->test->observed[o];
    const cm_location *location = &p->test->locations[observed->location];
    bool whole = location->is_array && observed->element < 0;
    uint32_t first = observed->element > 0 ? (uint32_t)observed->element : 0;
    if (location->space != CM_SPACE_SHARED)
        return;
    for (uint32_t e = first; e < (whole ? location->count : first + 1); e++)
        plan->results[plan->result_count++] =
            (cm_plan_result){location->owner, -1, observed->location, e, o};
}

static void list_results(cm_planner *p)
{
    cm_plan *plan = p->plan;
    plan->state_width = cm_state_width(p->test);
    plan->results = CM_NEW_ARRAY(p->work->arena, (size_t)plan->state_width + 1, cm_plan_result);
    for (int o = 0; o < p->test->observed_count; o++) {
        const cm_observed *observed = &p->test->observed[o];
        if (observed->kind == CM_OBSERVE_REGISTER)
            plan->results[plan->result_count++] =
                (cm_plan_result){observed->thread, observed->reg, -1, 0, o};
        else
            list_shared_results(p, o);
    }
    plan->stuck_plane = cm_plan_loops(p, true) ? plan->result_count : -1;
}

/* ---- the plan -------------------------------------------------------- */

cm_plan *cm_plan_make(cm_work *work, const cm_test *test, const cm_parameters *parameters,
                      const cm_plan_limits *limits)
{
    cm_plan *plan = CM_NEW(work->arena, cm_plan);
    cm_planner p = {.work = work, .test = test, .limits = limits, .plan = plan};
    plan->test = test;
    plan->object_room = cm_native_room(test);
    plan->parameters = *parameters;
    /* What cannot run: threads of other machines, locations with several names. */
    for (int t = 0; t < test->thread_count; t++) {
        const cm_thread *thread = &test->threads[t];
        if (cm_arch_is_gpu(thread->arch)) {
            if (limits->multiprocessors == 0)
                cm_fail(work, nowhere, "%s: P%d is %s, and there is no GPU here", test->name,
                        thread->id, cm_arch_name(thread->arch));
            continue;
        }
        if (cm_isa_for(thread->arch)->host != limits->host)
            cm_fail(work, nowhere, "%s: P%d is %s code, expected %s, which this CPU runs",
                    test->name, thread->id, cm_arch_name(thread->arch), cm_arch_name(limits->host));
    }
    for (int i = 0; i < test->location_count; i++) {
        const cm_location *l = &test->locations[i];
        if (l->alias_of >= 0 || l->virtual_of >= 0)
            cm_fail(work, nowhere, "%s: `%s` is a second name of `%s`, which cannot be run",
                    test->name, l->name,
                    test->locations[l->alias_of >= 0 ? l->alias_of : l->virtual_of].name);
        if (l->beside)
            cm_fail(work, nowhere, "%s: `%s` is beside another location, which cannot be run",
                    test->name, l->name);
        if (l->proxy != CM_GENERIC)
            cm_fail(work, nowhere, "%s: `%s` is reached through another proxy, which cannot be run",
                    test->name, l->name);
    }
    cm_plan_assign_roles(&p);
    plan->mix = plan->cta_count == 0 ? CM_MIX_CPU : plan->cpu_count == 0 ? CM_MIX_GPU : CM_MIX_BOTH;
    cm_parameters_settle(&plan->parameters, plan->mix);
    /* CPU threads that wait for each other must come to the instances in one order. */
    if (plan->cpu_count > 1 && cm_plan_loops(&p, false))
        plan->parameters.tuned[CM_ROTATE] = 0;
    choose_stress(&p);
    choose_lanes(&p);
    choose_teams(&p);
    choose_steps(&p);
    list_results(&p);
    lay_out_memory(&p);
    return plan;
}
