/* Locations in the shared memory of CTAs, and what must be over before an instance's is used
 * again.
 *
 * A CTA has one place for each of its lanes. So a step ends where all threads of the cluster
 * are done with it:
 *
 *      groups of asynchronous copies   each thread waits for its own
 *      all threads of the cluster      barrier
 *      operations that signal          the first role of the CTA that has the mbarrier object:
 *                                      arrivals and bytes that the test leaves out, a wait
 *      final values                    it stores them among the results
 *
 * and before the next one aligns, the first role stores initial values; all roles let the
 * async proxy see them (PTX ISA, "membar / fence": fence.proxy.async).
 */
#include "hwrun/code/gpu_code_internal.h"

static bool in_cta(const cm_gpu_writer *w, int location, int cta)
{
    const cm_plan_location *l = &w->plan->locations[location];
    return l->cta == cta && l->device == w->device;
}

/* ---- addresses --------------------------------------------------------- */

void cm_gpu_declare_shared(cm_gpu_writer *w)
{
    if (w->plan->shared_bytes == 0)
        return;
    cm_gpu_put(w,
               "\t.shared .align 128 .b8 cmcm_shared[%u];\n"
               "\t.reg .b32 %%own, %%near;\n",
               w->plan->shared_bytes);
}

/* %near = the location of this lane in the thread's own CTA, or in its place there. */
static void locate_here(cm_gpu_writer *w, int location)
{
    const cm_plan_location *l = &w->plan->locations[location];
    cm_gpu_put(w,
               "\tmov.u32 %%near, cmcm_shared;\n"
               "\tmad.lo.u32 %%near, %%own, %u, %%near;\n"
               "\tadd.u32 %%near, %%near, %llu;\n",
               l->stride, (unsigned long long)l->region);
}

void cm_gpu_locate_shared(cm_gpu_writer *w, int location, int cta, const char *address)
{
    int owner = w->plan->locations[location].cta;
    locate_here(w, location);
    if (owner != cta)
        cm_gpu_put(w, "\tmapa.shared::cluster.u32 %%near, %%near, %d;\n",
                   owner % w->plan->cluster_size);
    cm_gpu_put(w, "\tcvt.u64.u32 %s, %%near;\n", address);
}

/* ---- before a step ------------------------------------------------------- */

static bool has_async(const cm_gpu_writer *w, const cm_native *bodies)
{
    for (int r = 0; r < w->plan->role_count; r++)
        if (cm_gpu_runs(w, r) && bodies[r].bulk_copies)
            return true;
    return false;
}

static void store_initial(cm_gpu_writer *w, int location)
{
    const cm_plan_location *l = &w->plan->locations[location];
    locate_here(w, location);
    for (uint32_t e = 0; e < l->count; e++)
        cm_gpu_put(w,
                   "\tmov.u64 %%value, %llu;\n"
                   "\tst.shared.u%u [%%near+%u], %%value;\n",
                   (unsigned long long)l->init[e].number, 8 * l->width, e * l->width);
}

static cm_native_object object_sum(const cm_gpu_writer *w, const cm_native *bodies, int location,
                                   uint32_t at);

/* Where an object may lie in the location, in steps of CM_NATIVE_OBJECT: before that byte. */
static uint32_t past_objects(const cm_gpu_writer *w, int location)
{
    uint64_t bytes = w->plan->locations[location].bytes, room = w->plan->object_room;
    return (uint32_t)(bytes < room ? bytes : room);
}

/* The first role of the CTA's first warp keeps its locations. */
static int keeper_of(const cm_gpu_writer *w, int cta)
{
    const cm_plan *plan = w->plan;
    int keeper = 0;
    while (!cm_gpu_runs(w, keeper) || plan->roles[keeper].cta != cta ||
           plan->roles[keeper].place != 0)
        keeper++;
    return keeper;
}

/* Is it among those that run this role's code? */
static bool has_keeper(const cm_gpu_writer *w, const cm_role *role)
{
    return w->leaders[keeper_of(w, role->cta)] == role - w->plan->roles;
}

/* Only the keeper executes what follows, up to the label with that number. */
static int keeper_begin(cm_gpu_writer *w, const cm_role *role)
{
    int n = cm_gpu_label(w);
    if (w->plan->warps)
        cm_gpu_put(w, "\tsetp.ne.u32 %%more, %%sub, %d;\n\t@%%more bra $keeper_%d;\n",
                   w->plan->roles[keeper_of(w, role->cta)].lane, n);
    return n;
}

static void keeper_end(cm_gpu_writer *w, int n)
{
    if (w->plan->warps)
        cm_gpu_put(w, "$keeper_%d:\n", n);
}

void cm_gpu_begin_shared(cm_gpu_writer *w, const cm_role *role, const cm_native *bodies)
{
    if (w->plan->shared_bytes == 0)
        return;
    if (has_keeper(w, role)) {
        int n = keeper_begin(w, role);
        for (int l = 0; l < w->plan->test->location_count; l++) {
            if (!in_cta(w, l, role->cta))
                continue;
            store_initial(w, l);
            /* What code adds up behind an object begins at 0. */
            for (uint32_t at = 0; at < past_objects(w, l); at += CM_NATIVE_OBJECT)
                if (object_sum(w, bodies, l, at).tallied)
                    cm_gpu_put(w,
                               "\tmov.u64 %%value, 0;\n\tst.shared.u64 [%%near+%llu], %%value;\n",
                               (unsigned long long)w->plan->object_room + at);
        }
        keeper_end(w, n);
    }
    if (has_async(w, bodies))
        cm_gpu_put(w, "\tfence.proxy.async;\n");
}

/* ---- mbarrier objects ----------------------------------------------------- */

/* What all threads do with it. An address in a register may lead to any object. */
static cm_native_object object_sum(const cm_gpu_writer *w, const cm_native *bodies, int location,
                                   uint32_t at)
{
    const size_t index = cm_native_object_at(w->plan->object_room, location, at);
    cm_native_object sum = {0};
    bool computed = false, signals = false;
    for (int r = 0; r < w->plan->role_count; r++) {
        if (!cm_gpu_runs(w, r))
            continue;
        const cm_native_object *o = &bodies[r].objects[index];
        sum.inits += o->inits;
        sum.count = o->inits ? o->count : sum.count;
        sum.arrivals += o->arrivals;
        sum.expected += o->expected;
        sum.completed += o->completed;
        sum.signalled += o->signalled;
        sum.inval = sum.inval || o->inval;
        sum.late = sum.late || o->late;
        sum.tallied = sum.tallied || o->tallied;
        sum.unclear = sum.unclear || o->unclear;
        computed = computed || bodies[r].computed;
        signals = signals || bodies[r].signals_computed;
    }
    sum.tallied = sum.tallied || (computed && sum.inits > 0);
    sum.late = sum.late || (signals && sum.inits > 0);
    return sum;
}

/* Waits, for a bounded time: an operation that is never over would write into the next
 * instance's memory. */
static void wait_for_phase(cm_gpu_writer *w, const char *parity)
{
    enum { POLLS = 10000000 };
    int n = cm_gpu_label(w);
    cm_gpu_fill(w, "drain", "n", CM_GPU_N(w, n), "parity", parity, "polls", CM_GPU_N(w, POLLS),
                NULL);
}

/* %seen = all arrivals, %sum = bytes that are expected and that nobody will signal; %late = 1 or 2
 * more of these, so that no sum of copies, which are of 4 bytes and more, makes it 0. While the
 * object expects those the phase at hand does not end, and its parity can be asked for: %turn. */
static void hold_phase(cm_gpu_writer *w, const cm_native_object *o)
{
    const uint64_t room = w->plan->object_room;
    cm_gpu_put(w, "\tmov.u32 %%seen, %llu;\n\tmov.b32 %%sum, %lld;\n",
               (unsigned long long)o->arrivals,
               (long long)(o->expected - o->completed - o->signalled));
    if (o->tallied)
        cm_gpu_fill(w, "tallies", "arrivals", CM_GPU_N(w, room), "bytes",
                    CM_GPU_N(w, room + sizeof(uint32_t)), NULL);
    cm_gpu_fill(w, "hold", NULL);
}

/* Lets the phase go on when nobody will signal any more. */
static void let_go(cm_gpu_writer *w)
{
    int n = cm_gpu_label(w);
    cm_gpu_fill(w, "let go", "n", CM_GPU_N(w, n), NULL);
}

static void drain(cm_gpu_writer *w, int location, const cm_native_object *o)
{
    if (o->inits != 1 || o->count == 0 || o->inval || o->unclear)
        cm_fail(w->work, (cm_place){0},
                "%s: it is not known when the operations that signal `%s` are over, expected one "
                "mbarrier.init with a number, in no jump or loop, and neither inval nor "
                "arrive_drop",
                w->plan->test->name, w->plan->test->locations[location].name);
    bool ended = o->arrivals > 0 && o->arrivals % o->count == 0;
    bool sure = o->expected >= o->completed && o->signalled <= o->expected - o->completed;
    if (o->tallied || o->expected < o->completed || (ended && !sure)) {
        /* Memory decides what is done with the object, or whether its last phase has ended. */
        hold_phase(w, o);
        /* The arrivals that the phase at hand lacks: those up to a multiple of the count. At a
         * multiple it lacks all or none, by whether it is the next phase already. */
        int n = cm_gpu_label(w);
        cm_gpu_fill(w, "lacking", "count", CM_GPU_N(w, o->count), "n", CM_GPU_N(w, n), NULL);
        let_go(w);
        wait_for_phase(w, "%turn");
    } else {
        /* Adds the bytes and arrivals that are missing so that the last phase completes, and waits
         * for it: all operations that signal the object are over then. */
        uint64_t expected = o->expected - o->completed, rest = o->arrivals % o->count;
        uint64_t phase = o->arrivals / o->count - ended;
        if (o->signalled != expected)
            cm_gpu_put(w, "\tmbarrier.%s.relaxed.cta.shared::cta.b64 [%%near], %llu;\n",
                       o->signalled > expected ? "expect_tx" : "complete_tx",
                       (unsigned long long)(o->signalled > expected ? o->signalled - expected
                                                                    : expected - o->signalled));
        if (!ended)
            cm_gpu_put(w, "\tmbarrier.arrive.release.cta.shared::cta.b64 _, [%%near], %llu;\n",
                       (unsigned long long)(o->count - rest));
        wait_for_phase(w, phase % 2 ? "1" : "0");
    }
}

/* ---- after a step ----------------------------------------------------------- */

static unsigned cluster_barriers(const cm_gpu_writer *w, const cm_native *bodies)
{
    unsigned most = 0;
    for (int r = 0; r < w->plan->role_count; r++)
        if (cm_gpu_runs(w, r) && bodies[r].cluster_arrivals > most)
            most = bodies[r].cluster_arrivals;
    return most;
}

/* A thread that has ended counts as arrived (PTX ISA, "barrier.cluster"): here it goes on, so
 * it comes to the barriers that others come to. */
static void come_to_cluster_barriers(cm_gpu_writer *w, unsigned arrivals, unsigned waits,
                                     unsigned most)
{
    if (waits < arrivals)
        cm_gpu_put(w, "\tbarrier.cluster.wait;\n");
    for (unsigned i = arrivals; i < most; i++)
        cm_gpu_put(w, "\tbarrier.cluster.arrive.relaxed;\n\tbarrier.cluster.wait;\n");
}

static void meet_cluster(cm_gpu_writer *w)
{
    if (w->plan->shared_bytes == 0)
        return;
    if (w->plan->cluster_size > 1)
        cm_gpu_put(w, "\tbarrier.cluster.arrive;\n\tbarrier.cluster.wait;\n");
    else
        cm_gpu_barrier(w);
}

void cm_gpu_end_body(cm_gpu_writer *w, const cm_native *bodies, const cm_native *body)
{
    come_to_cluster_barriers(w, body->cluster_arrivals, body->cluster_waits,
                             cluster_barriers(w, bodies));
    if (body->copies)
        cm_gpu_put(w, "\tcp.async.wait_all;\n");
    if (body->bulk_copies)
        cm_gpu_put(w, "\tcp.async.bulk.commit_group;\n\tcp.async.bulk.wait_group 0;\n");
}

static void store_finals(cm_gpu_writer *w, int location)
{
    const cm_plan *plan = w->plan;
    const cm_plan_location *l = &plan->locations[location];
    for (int k = 0; k < plan->result_count; k++) {
        const cm_plan_result *result = &plan->results[k];
        if (result->location != location)
            continue;
        uint64_t plane = (uint64_t)k * plan->instance_slots * sizeof(uint64_t);
        cm_gpu_put(w,
                   "\tld.shared.u%u %%value, [%%near+%u];\n"
                   "\tst.weak.global.u64 [%%result+%llu], %%value;\n",
                   8 * l->width, result->element * l->width, (unsigned long long)plane);
    }
}

/* Of the location whose address is in %near, which moves. */
static void end_objects(cm_gpu_writer *w, int location, const cm_native *bodies)
{
    uint32_t moved = 0;
    for (uint32_t at = 0; at < past_objects(w, location); at += CM_NATIVE_OBJECT) {
        const cm_native_object object = object_sum(w, bodies, location, at);
        if (!object.late && object.inits == 0)
            continue;
        if (at > moved)
            cm_gpu_put(w, "\tadd.u32 %%near, %%near, %u;\n", at - moved);
        moved = at;
        if (object.late)
            drain(w, location, &object);
        if (object.inits == 1 && !object.inval && !object.unclear)
            cm_gpu_put(w, "\tmbarrier.inval.shared::cta.b64 [%%near];\n");
    }
}

/* What signals any object is over before the first final value is read. */
static void keep_finals(cm_gpu_writer *w, const cm_role *role, const cm_native *bodies)
{
    int n = keeper_begin(w, role), count = w->plan->test->location_count;
    for (int l = 0; l < count; l++) {
        if (!in_cta(w, l, role->cta))
            continue;
        locate_here(w, l);
        end_objects(w, l, bodies);
    }
    for (int l = 0; l < count; l++) {
        if (!in_cta(w, l, role->cta))
            continue;
        locate_here(w, l);
        store_finals(w, l);
    }
    keeper_end(w, n);
}

void cm_gpu_end_shared(cm_gpu_writer *w, const cm_role *role, const cm_native *bodies)
{
    meet_cluster(w);
    if (w->plan->shared_bytes > 0 && has_keeper(w, role))
        keep_finals(w, role, bodies);
}

void cm_gpu_idle_shared(cm_gpu_writer *w, const cm_native *bodies)
{
    come_to_cluster_barriers(w, 0, 0, cluster_barriers(w, bodies));
    meet_cluster(w);
}
