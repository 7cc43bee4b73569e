/* Who runs where: threads of the test as roles, GPUs, clusters, CTAs, warps. */
#include "hwrun/plan/plan_parts.h"

#include "litmus/isa/isa.h"

static const cm_place nowhere;

/* ---- values ---------------------------------------------------------- */

cm_plan_value cm_plan_value_of(const cm_planner *p, uint64_t value)
{
    uint64_t offset;
    int location = cm_test_locate(p->test, value, &offset);
    if (location >= 0)
        return (cm_plan_value){location, offset};
    return (cm_plan_value){-1, value};
}

bool cm_plan_loops(const cm_planner *p, bool gpu)
{
    for (int r = 0; r < p->plan->role_count; r++) {
        const cm_thread *thread = &p->test->threads[p->plan->roles[r].thread];
        for (int s = 0; p->plan->roles[r].gpu == gpu && s < thread->step_count; s++)
            if (thread->steps[s].kind == CM_STEP_BRANCH && thread->steps[s].target <= s)
                return true;
    }
    return false;
}

/* ---- roles ----------------------------------------------------------- */

bool cm_plan_share(const cm_planner *p, int a, int b, cm_scope scope)
{
    return cm_threads_share(p->test, a, b, scope); /* a role for each thread */
}

/* First role in the same CTA, the role itself if it is that. */
static int first_of_cta(const cm_planner *p, int role)
{
    for (int r = 0; r < role; r++)
        if (cm_plan_share(p, r, role, CM_SCOPE_CTA))
            return r;
    return role;
}

static int domain_of(const cm_planner *p, int role)
{
    int domain = p->test->threads[role].at.domain;
    return domain < 0 ? 0 : domain;
}

/* Comes the role's device after that one? By GPU, then by domain. */
static bool is_after(const cm_planner *p, int role, int gpu, int domain)
{
    int own = p->test->threads[role].at.gpu;
    return own > gpu || (own == gpu && domain_of(p, role) > domain);
}

/* A role of the next device, or -1. */
static int next_device(const cm_planner *p, int gpu, int domain)
{
    int next = -1;
    for (int r = 0; r < p->plan->role_count; r++)
        if (p->plan->roles[r].gpu && is_after(p, r, gpu, domain) &&
            (next < 0 || is_after(p, next, p->test->threads[r].at.gpu, domain_of(p, r))))
            next = r;
    return next;
}

static void refuse_gpus(const cm_planner *p, unsigned gpus)
{
    cm_fail(p->work, nowhere, "%s: its threads are on several GPUs, expected %s", p->test->name,
            gpus == 1 ? "one GPU" : cm_arena_printf(p->work->arena, "the %u that are here", gpus));
}

/* The device with that number is on the latest device's GPU, or on the next GPU. */
static void place_device(cm_planner *p, int d)
{
    cm_plan *plan = p->plan;
    unsigned gpus = p->limits->gpus > 0 ? p->limits->gpus : 1;
    unsigned domains = p->limits->domains > 0 ? p->limits->domains : 1;
    bool beside = d > 0 && plan->devices[d] == plan->devices[d - 1];
    plan->gpus[d] = d == 0 ? 0 : plan->gpus[d - 1] + !beside;
    plan->domains[d] = beside ? plan->domains[d - 1] + 1 : 0;
    if ((unsigned)plan->gpus[d] >= gpus)
        refuse_gpus(p, gpus);
    if ((unsigned)plan->domains[d] >= domains)
        cm_fail(p->work, nowhere,
                "%s: the threads are in more domains of memory synchronisation than the GPU has, "
                "expected at most %u",
                p->test->name, domains);
    if (plan->domains[d] >= plan->gpu_kernels)
        plan->gpu_kernels = plan->domains[d] + 1;
}

/* How many CTAs of the test are in the cluster of that role's. */
static int cluster_population(const cm_planner *p, int role)
{
    int count = 0;
    for (int r = 0; r < p->plan->role_count; r++)
        if (p->plan->roles[r].gpu && first_of_cta(p, r) == r &&
            cm_plan_share(p, r, role, CM_SCOPE_CLUSTER))
            count++;
    return count;
}

static bool has_cluster_barrier(const cm_test *test)
{
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++) {
            const cm_step *step = &test->threads[t].steps[s];
            if (step->kind == CM_STEP_BARRIER && cm_step_has_tag(step, "CLUSTER"))
                return true;
        }
    return false;
}

/* A launch has clusters of one size: the smaller ones have CTAs without a role. Barriers of a
 * cluster that is one CTA do not always work where the launch has no clusters: on an H200 a
 * bar.sync between arrival and wait was an illegal instruction then, and none beside a second CTA.
 */
static void find_cluster_size(cm_planner *p)
{
    p->plan->cluster_size = has_cluster_barrier(p->test) ? 2 : 1;
    for (int r = 0; r < p->plan->role_count; r++) {
        int size = p->plan->roles[r].gpu ? cluster_population(p, r) : 0;
        if (size > p->plan->cluster_size)
            p->plan->cluster_size = size;
    }
    enum { LARGEST = 8 }; /* that every GPU with clusters has (CUDA Programming Guide) */
    if (p->plan->cluster_size > LARGEST)
        cm_fail(p->work, nowhere, "%s: a cluster has %d CTAs, expected at most %d", p->test->name,
                p->plan->cluster_size, LARGEST);
}

/* A thread of the lowest CTA of the role's cluster that has no number yet; -1: all have one. */
static int lowest_unnumbered(const cm_planner *p, int role)
{
    int lowest = -1;
    for (int r = 0; r < p->plan->role_count; r++) {
        bool open = p->plan->roles[r].gpu && p->plan->roles[r].cta < 0;
        if (open && cm_plan_share(p, r, role, CM_SCOPE_CLUSTER) &&
            (lowest < 0 || p->test->threads[r].at.cta < p->test->threads[lowest].at.cta))
            lowest = r;
    }
    return lowest;
}

/* CTAs of a cluster are neighbours: the hardware makes clusters of consecutive CTAs. Within it
 * they are in the order of the test's numbers, by which mapa finds them (litmus/isa/ptx). */
static void number_ctas(cm_planner *p)
{
    cm_plan *plan = p->plan;
    int ends[CM_PLAN_DEVICES] = {0};
    for (int r = 0; r < plan->role_count; r++) {
        if (!plan->roles[r].gpu || plan->roles[r].cta >= 0)
            continue;
        int device = plan->roles[r].device, next = ends[device];
        for (int low; (low = lowest_unnumbered(p, r)) >= 0; next++)
            for (int other = 0; other < plan->role_count; other++)
                if (plan->roles[other].gpu && cm_plan_share(p, low, other, CM_SCOPE_CTA))
                    plan->roles[other].cta = next;
        ends[device] += plan->cluster_size;
        if (ends[device] > plan->cta_count) /* devices with fewer have CTAs without a role */
            plan->cta_count = ends[device];
    }
}

static const cm_plan_value *register_values(const cm_planner *p, const cm_thread *thread)
{
    cm_plan_value *init =
        CM_NEW_ARRAY(p->work->arena, (size_t)thread->register_count, cm_plan_value);
    for (int i = 0; i < thread->register_count; i++) {
        uint64_t value = 0;
        cm_expr_known(thread->registers[i].init, NULL, NULL, &value);
        init[i] = cm_plan_value_of(p, value);
    }
    return init;
}

static bool in_cta_of(const cm_role *other, const cm_role *role)
{
    return other->gpu && other->device == role->device && other->cta == role->cta;
}

static int tid_of(const cm_plan *plan, const cm_role *role)
{
    return plan->test->threads[role->thread].at.tid;
}

static void place_in_cta(cm_plan *plan, cm_role *role)
{
    int next = 0;
    role->place = -1;
    role->lane = plan->warps && tid_of(plan, role) >= 0 ? tid_of(plan, role) % CM_PLAN_WARP : 0;
    for (const cm_role *other = plan->roles; other != role; other++) {
        /* By what their heads say; a thread whose head names no warp is alone in its warp. */
        int a = tid_of(plan, other), b = tid_of(plan, role);
        if (plan->warps && in_cta_of(other, role) && a >= 0 && b >= 0 &&
            a / CM_PLAN_WARP == b / CM_PLAN_WARP)
            role->place = other->place;
        if (in_cta_of(other, role) && other->place >= next)
            next = other->place + 1;
    }
    if (role->place < 0)
        role->place = next;
    if (role->place + 1 > plan->cta_roles)
        plan->cta_roles = role->place + 1;
}

void cm_plan_assign_roles(cm_planner *p)
{
    cm_plan *plan = p->plan;
    plan->role_count = p->test->thread_count;
    plan->roles = CM_NEW_ARRAY(p->work->arena, (size_t)plan->role_count, cm_role);
    for (int r = 0; r < plan->role_count; r++) {
        const cm_thread *thread = &p->test->threads[r];
        plan->roles[r] = (cm_role){.thread = r,
                                   .gpu = cm_arch_is_gpu(thread->arch),
                                   .cta = -1,
                                   .cpu = -1,
                                   .init = register_values(p, thread)};
    }
    /* Numbers of GPUs, ascending, and domains of each, are the devices of the plan. */
    int gpu = -1, domain = -1;
    for (int next; (next = next_device(p, gpu, domain)) >= 0;) {
        int d = plan->device_count++;
        if (d == CM_PLAN_DEVICES)
            refuse_gpus(p, CM_PLAN_DEVICES);
        gpu = plan->devices[d] = p->test->threads[next].at.gpu;
        domain = domain_of(p, next);
        place_device(p, d);
        for (int r = 0; r < plan->role_count; r++)
            if (plan->roles[r].gpu && p->test->threads[r].at.gpu == gpu &&
                domain_of(p, r) == domain)
                plan->roles[r].device = d;
    }
    find_cluster_size(p);
    number_ctas(p);
    plan->warps = cm_native_lanes(p->test, &p->barriers);
    for (int r = 0; r < plan->role_count; r++) {
        cm_role *role = &plan->roles[r];
        if (role->gpu)
            place_in_cta(plan, role);
        else
            role->cpu = plan->cpu_count++;
    }
    for (int r = 0; r < plan->role_count; r++) {
        cm_role *role = &plan->roles[r];
        int ctas = plan->cta_count * plan->device_count;
        role->participant =
            role->gpu ? role->device * plan->cta_count + role->cta : ctas + role->cpu;
    }
    plan->participants = plan->cta_count * plan->device_count + plan->cpu_count;
    if (plan->participants == 0)
        cm_fail(p->work, nowhere, "%s: the test has no threads", p->test->name);
}
