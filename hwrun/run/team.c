/* CPU threads of a run: preparing, aligning, running and counting instances. */
#include "hwrun/run/team.h"

#include "base/random.h"
#include "hwrun/machine/cpu_forms.h"
#include "hwrun/run/clock.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

/* ---- gates ----------------------------------------------------------- */

/* Where all threads of a run meet between its phases; can be broken, so that an error in one of
 * them ends the others. */
typedef struct gate {
    pthread_mutex_t lock;
    pthread_cond_t moved;
    unsigned parties, waiting, turn;
    atomic_bool broken;
} gate;

static bool is_broken(gate *g)
{
    return atomic_load_explicit(&g->broken, memory_order_relaxed);
}

/* False: the system refused. */
static bool gate_init(gate *g, unsigned parties)
{
    *g = (gate){.parties = parties};
    atomic_init(&g->broken, false);
    if (pthread_mutex_init(&g->lock, NULL) != 0)
        return false;
    if (pthread_cond_init(&g->moved, NULL) == 0)
        return true;
    pthread_mutex_destroy(&g->lock);
    return false;
}

/* Waits for the other parties. False: the gate was broken. */
static bool pass_gate(gate *g)
{
    pthread_mutex_lock(&g->lock);
    unsigned turn = g->turn;
    if (++g->waiting == g->parties) {
        g->waiting = 0;
        g->turn++;
        pthread_cond_broadcast(&g->moved);
    }
    while (g->turn == turn && !is_broken(g))
        pthread_cond_wait(&g->moved, &g->lock);
    pthread_mutex_unlock(&g->lock);
    return !is_broken(g);
}

static void break_gate(gate *g)
{
    pthread_mutex_lock(&g->lock);
    atomic_store(&g->broken, true);
    pthread_cond_broadcast(&g->moved);
    pthread_mutex_unlock(&g->lock);
}

typedef struct worker {
    cm_crew *crew;
    pthread_t thread;
    bool started;
    unsigned cpu; /* number for cm_machine_pin */
    uint32_t team;
    int role; /* -1: makes stress */
    const cm_cpu_thread *code;
    cm_cpu_body *body;
    cm_tally tally;
    uint64_t *in, *out; /* lanes * words */
    uint64_t *state;    /* state_width values */
    uint64_t misaligned, round;
    bool failed;
    bool astray; /* a final value is an address outside of the instance's locations */
} worker;

enum { POLLS = 4096, POLLS_IF_CROWDED = 32 };

struct cm_crew {
    const cm_machine *machine;
    const cm_plan *plan;
    cm_areas areas;
    double ticks_per_ns;
    unsigned polls_per_look; /* of flags, before looking at the clock and yielding */
    gate gate;
    bool has_gate;
    atomic_bool more, over; /* another round follows; stress may end */
    worker *workers;
    int worker_count;
};

/* ---- memory of instances --------------------------------------------- */

static uint64_t cpu_base(const cm_crew *crew)
{
    return (uint64_t)(uintptr_t)crew->areas.memory;
}

static void *cpu_pointer(uint64_t address)
{
    return (void *)(uintptr_t)address; /* made of a pointer in cpu_base */
}

/* The word that a value means for an instance. With unified addressing, which
 * every GPU that we open has, the CPU and the GPU have one address for it. */
static uint64_t initial_word(const cm_crew *crew, const cm_plan_value *value, uint64_t instance)
{
    if (value->location < 0)
        return value->number;
    const cm_plan_location *l = &crew->plan->locations[value->location];
    return cm_plan_address(crew->plan, l, cpu_base(crew), instance) + value->number;
}

/* ---- counting -------------------------------------------------------- */

static uint64_t load_little(const void *from, uint32_t width)
{
    uint64_t value = 0;
    memcpy(&value, from, width);
    return value;
}

/* An address means the same whether the CPU or the GPU computed it. */
static uint64_t canonical_word(worker *w, uint64_t instance, uint64_t word)
{
    enum { SMALLEST_ADDRESS = 65536 };
    const cm_crew *crew = w->crew;
    if (word < SMALLEST_ADDRESS)
        return word;
    uint64_t found = cm_plan_canonical(crew->plan, cpu_base(crew), instance, word);
    if (found == word && crew->areas.memory_gpu != 0)
        found = cm_plan_canonical(crew->plan, crew->areas.memory_gpu, instance, word);
    w->astray =
        w->astray || (found == word && (cm_plan_holds(crew->plan, cpu_base(crew), word) ||
                                        cm_plan_holds(crew->plan, crew->areas.memory_gpu, word)));
    return found;
}

static uint64_t *result_at(const cm_crew *crew, int result, uint64_t instance)
{
    uint64_t *results = (uint64_t *)(void *)crew->areas.results;
    return results + (uint64_t)result * crew->plan->instance_slots + instance;
}

/* Of a location in shared memory the elements are results, from `result` on. */
static int read_location(worker *w, const cm_observed *observed, uint64_t instance, int at,
                         int *result)
{
    const cm_crew *crew = w->crew;
    const cm_plan_location *l = &crew->plan->locations[observed->location];
    bool scalar = crew->plan->test->locations[observed->location].is_array == false;
    uint32_t first = observed->element > 0 ? (uint32_t)observed->element : 0;
    uint32_t count = scalar || observed->element >= 0 ? 1 : l->count;
    for (uint32_t e = 0; l->cta >= 0 && e < count; e++)
        w->state[at++] = *result_at(crew, (*result)++, instance);
    if (l->cta >= 0)
        return at;
    uint64_t address = cm_plan_address(crew->plan, l, cpu_base(crew), instance);
    for (uint32_t e = first; e < first + count; e++) {
        const void *from = cpu_pointer(address + (uint64_t)e * l->width);
        w->state[at++] = canonical_word(w, instance, load_little(from, l->width));
    }
    return at;
}

static void count_instance(worker *w, uint64_t instance)
{
    const cm_crew *crew = w->crew;
    const cm_test *test = crew->plan->test;
    if (crew->plan->stuck_plane >= 0 && *result_at(crew, crew->plan->stuck_plane, instance) != 0)
        return;
    int at = 0, result = 0;
    for (int o = 0; o < test->observed_count; o++) {
        if (test->observed[o].kind == CM_OBSERVE_REGISTER)
            w->state[at++] = canonical_word(w, instance, *result_at(crew, result++, instance));
        else
            at = read_location(w, &test->observed[o], instance, at, &result);
    }
    if (!cm_tally_add(&w->tally, w->state, 1))
        w->failed = true;
}

/* ---- aligning -------------------------------------------------------- */

static uint32_t *flag(const worker *w, int participant)
{
    uint64_t index =
        (uint64_t)w->team * (uint64_t)w->crew->plan->participants + (uint64_t)participant;
    return (uint32_t *)(void *)(w->crew->areas.flags + index * CM_FLAG_STRIDE);
}

static bool all_reached(const worker *w, uint32_t target)
{
    for (int p = 0; p < w->crew->plan->participants; p++) {
        uint32_t seen = __atomic_load_n(flag(w, p), __ATOMIC_RELAXED);
        if ((int32_t)(seen - target) < 0)
            return false;
    }
    return true;
}

/* Waits a bounded time. Now and then another thread may have this CPU: with fewer
 * CPUs than threads nothing would move else. */
static void align(worker *w, uint32_t target)
{
    static const double patience = 2.0; /* seconds */
    unsigned polls_per_look = w->crew->polls_per_look;
    int self = w->crew->plan->roles[w->role].participant;
    __atomic_store_n(flag(w, self), target, __ATOMIC_RELAXED);
    double start = 0;
    for (unsigned polls = 1; !all_reached(w, target); polls++) {
        cm_clock_relax();
        if (polls % polls_per_look != 0)
            continue;
        double now = cm_clock_seconds();
        start = start > 0 ? start : now;
        if (now - start > patience || is_broken(&w->crew->gate)) {
            w->misaligned++;
            return;
        }
        sched_yield();
    }
}

static void wait_skew(const worker *w, uint32_t step)
{
    const cm_parameters *parameters = &w->crew->plan->parameters;
    unsigned skew = parameters->tuned[CM_SKEW];
    if (skew == 0)
        return;
    uint64_t stream = (w->round << 16) + (uint64_t)w->role;
    uint64_t drawn = cm_random(parameters->seed, stream, ((uint64_t)w->team << 32) + step);
    uint64_t ticks = (uint64_t)((double)(drawn % (skew + 1)) * w->crew->ticks_per_ns);
    uint64_t start = cm_clock_ticks();
    while (cm_clock_ticks() - start < ticks)
        cm_clock_relax();
}

/* ---- steps ----------------------------------------------------------- */

static uint64_t instance_of(const worker *w, uint32_t step, uint32_t lane)
{
    return cm_plan_instance(w->crew->plan, w->team, step,
                            cm_plan_lane(w->crew->plan, w->role, lane));
}

/* Loads the locations that the thread gets addresses of. */
static void load_line(const void *line)
{
    (void)*(const volatile unsigned char *)line;
}

/* Is this one of the steps, so many of a hundred, before which that is done? */
static bool is_drawn(const worker *w, uint32_t step, uint64_t stream, cm_tunable percent)
{
    const cm_parameters *parameters = &w->crew->plan->parameters;
    return cm_random(parameters->seed + w->round, stream + (uint64_t)w->role,
                     ((uint64_t)w->team << 32) + step) %
               100 <
           parameters->tuned[percent];
}

static void each_location(const worker *w, void (*visit)(const void *))
{
    for (uint32_t lane = 0; lane < w->crew->plan->lanes; lane++) {
        const uint64_t *in = w->in + (size_t)lane * (size_t)w->code->in_count;
        for (int i = 0; i < w->code->in_count; i++)
            if (w->code->in[i].location >= 0)
                visit(cpu_pointer(in[i]));
    }
}

static void run_lanes(worker *w)
{
    const uint64_t *in = w->in;
    uint64_t *out = w->out;
    for (uint32_t lane = 0; lane < w->crew->plan->lanes; lane++) {
        w->body(in, out);
        in += w->code->in_count;
        out += w->code->out_count;
    }
}

static void run_steps(worker *w)
{
    const cm_plan *plan = w->crew->plan;
    uint32_t first = (uint32_t)(w->round * plan->steps);
    for (uint32_t step = 0; step < plan->steps; step++) {
        uint64_t *in = w->in;
        for (uint32_t lane = 0; lane < w->crew->plan->lanes; lane++) {
            uint64_t instance = instance_of(w, step, lane);
            for (int i = 0; i < w->code->in_count; i++)
                *in++ = initial_word(w->crew, &w->code->in[i], instance);
        }
        enum { TOUCH = 0x70756f74, EVICT = 0x74636976 };
        if (is_drawn(w, step, TOUCH, CM_CPU_TOUCH))
            each_location(w, load_line);
        if (is_drawn(w, step, EVICT, CM_CPU_EVICT))
            each_location(w, cm_cpu_evict);
        if (step == 0 || plan->parameters.tuned[CM_ALIGN])
            align(w, first + step + 1);
        wait_skew(w, step);
        run_lanes(w);
        const uint64_t *out = w->out;
        for (uint32_t lane = 0; lane < w->crew->plan->lanes; lane++) {
            uint64_t instance = instance_of(w, step, lane);
            for (int k = 0; k < w->code->out_count; k++)
                *result_at(w->crew, w->code->out[k], instance) = *out++;
        }
    }
}

/* The CPU threads of a team share its instances out by steps. A thread prepares
 * and counts the same ones, so that it may go on to the next round at once. */
static void each_own_instance(worker *w, void (*visit)(worker *, uint64_t))
{
    const cm_plan *plan = w->crew->plan;
    uint32_t share = (uint32_t)plan->cpu_count;
    for (uint32_t step = (uint32_t)plan->roles[w->role].cpu; step < plan->steps; step += share)
        for (uint32_t lane = 0; lane < plan->lanes; lane++)
            visit(w, cm_plan_instance(plan, w->team, step, lane));
}

static void prepare(worker *w, uint64_t instance)
{
    const cm_plan *plan = w->crew->plan;
    for (int i = 0; i < plan->test->location_count; i++) {
        const cm_plan_location *l = &plan->locations[i];
        if (l->cta >= 0) /* the GPU's own */
            continue;
        uint64_t address = cm_plan_address(plan, l, cpu_base(w->crew), instance);
        for (uint32_t e = 0; e < l->count; e++) {
            void *to = cpu_pointer(address + (uint64_t)e * l->width);
            uint64_t value = initial_word(w->crew, &l->init[e], instance);
            memcpy(to, &value, l->width); /* both hosts are little-endian */
        }
    }
    if (w->crew->plan->stuck_plane >= 0)
        *result_at(w->crew, w->crew->plan->stuck_plane, instance) = 0;
}

static void *work_rounds(void *argument)
{
    worker *w = argument;
    cm_crew *crew = w->crew;
    cm_machine_pin(crew->machine, w->cpu);
    do {
        each_own_instance(w, prepare);
        if (!pass_gate(&crew->gate))
            break;
        run_steps(w);
        w->round++;
        if (!pass_gate(&crew->gate))
            break;
        each_own_instance(w, count_instance);
        if (w->failed)
            break_gate(&crew->gate);
    } while (atomic_load(&crew->more) && !is_broken(&crew->gate));
    return NULL;
}

/* ---- stress ---------------------------------------------------------- */

enum { STRESS_LINE = 128 };

/* Of what the GPU's stress uses, or of a thread's own. */
static uint64_t stress_bytes(const cm_crew *crew)
{
    uint64_t all = crew->plan->scratch_bytes;
    return all < CM_STRESS_MOST_OF_CPU ? all : CM_STRESS_MOST_OF_CPU;
}

static void hammer(uint64_t *line, cm_stress_pattern pattern, bool second, uint64_t value)
{
    volatile uint64_t *place = line;
    bool load = second ? pattern % 2 == 1 : pattern >= CM_STRESS_LOAD_STORE;
    if (pattern == CM_STRESS_ATOMICS)
        (void)__atomic_fetch_add(line, value, __ATOMIC_RELAXED);
    else if (load)
        (void)*place;
    else
        *place = value;
}

static void *work_stress(void *argument)
{
    worker *w = argument;
    const cm_parameters *parameters = &w->crew->plan->parameters;
    cm_machine_pin(w->crew->machine, w->cpu);
    uint64_t step = parameters->tuned[CM_STRESS_STRIDE] / sizeof(uint64_t);
    uint64_t lines = stress_bytes(w->crew) / parameters->tuned[CM_STRESS_STRIDE];
    cm_stress_pattern pattern = (cm_stress_pattern)parameters->tuned[CM_STRESS_PATTERN];
    bool shares = w->crew->areas.scratch && parameters->tuned[CM_STRESS_HOME] == CM_STRESS_MANAGED;
    uint64_t *base = shares ? (uint64_t *)(void *)w->crew->areas.scratch : w->in;
    for (uint64_t i = 0; !atomic_load_explicit(&w->crew->over, memory_order_relaxed); i++) {
        if (pattern == CM_STRESS_ARITHMETIC) {
            /* Rounds of a generator of random numbers, which the compiler must not leave out. */
            enum { ROUNDS = 64 };
            volatile uint64_t kept;
            uint64_t x = 1;
            for (int k = 0; k < ROUNDS; k++)
                x = cm_random(x, 1, (uint64_t)k);
            kept = x;
            (void)kept;
            continue;
        }
        hammer(base + i % lines * step, pattern, false, i);
        hammer(base + (i * 7 + 1) % lines * step, pattern, true, i);
    }
    return NULL;
}

/* ---- the crew -------------------------------------------------------- */

static bool allocate_worker(worker *w)
{
    if (w->role >= 0) {
        const cm_plan *plan = w->crew->plan;
        size_t lanes = plan->lanes;
        w->in = calloc(lanes * (size_t)(w->code->in_count + 1), sizeof *w->in);
        w->out = calloc(lanes * (size_t)(w->code->out_count + 1), sizeof *w->out);
        w->state = calloc((size_t)plan->state_width + 1, sizeof *w->state);
        return w->in && w->out && w->state && cm_tally_init(&w->tally, plan->state_width);
    }
    w->in = aligned_alloc(STRESS_LINE, stress_bytes(w->crew));
    if (w->in)
        memset(w->in, 0, stress_bytes(w->crew));
    return w->in != NULL;
}

static const char *start_all(cm_crew *crew)
{
    const cm_plan *plan = crew->plan;
    crew->has_gate = gate_init(&crew->gate, plan->teams * (unsigned)plan->cpu_count + 1);
    if (!crew->has_gate)
        return "no lock for the CPU threads";
    for (int i = 0; i < crew->worker_count; i++)
        if (!allocate_worker(&crew->workers[i]))
            return "out of memory for the CPU threads";
    for (int i = 0; i < crew->worker_count; i++) {
        worker *w = &crew->workers[i];
        w->started =
            pthread_create(&w->thread, NULL, w->role < 0 ? work_stress : work_rounds, w) == 0;
        if (!w->started)
            return "the system refused another thread";
    }
    return NULL;
}

cm_crew *cm_crew_start(cm_work *work, const cm_machine *machine, const cm_plan *plan,
                       const cm_areas *areas, const cm_cpu_thread *threads,
                       cm_cpu_body *const *bodies, double ticks_per_ns)
{
    cm_crew *crew = CM_NEW(work->arena, cm_crew);
    *crew =
        (cm_crew){.machine = machine, .plan = plan, .areas = *areas, .ticks_per_ns = ticks_per_ns};
    atomic_init(&crew->more, true);
    atomic_init(&crew->over, false);
    crew->worker_count =
        (int)plan->teams * plan->cpu_count + (int)plan->parameters.tuned[CM_CPU_STRESS];
    crew->workers = CM_NEW_ARRAY(work->arena, (size_t)crew->worker_count, worker);
    bool crowded = (unsigned)crew->worker_count > cm_machine_limits(machine).cpus;
    crew->polls_per_look = crowded ? POLLS_IF_CROWDED : POLLS;
    /* With a GPU the first CPU is left to the thread that launches and waits. */
    unsigned cpu = plan->cta_count > 0 ? 1 : 0;
    worker *w = crew->workers;
    for (uint32_t team = 0; team < plan->teams; team++)
        for (int c = 0; c < plan->cpu_count; c++)
            *w++ = (worker){.crew = crew,
                            .cpu = cpu++,
                            .team = team,
                            .role = threads[c].role,
                            .code = &threads[c],
                            .body = bodies[c]};
    while (w < crew->workers + crew->worker_count)
        *w++ = (worker){.crew = crew, .cpu = cpu++, .role = -1};
    const char *problem = start_all(crew);
    if (problem) {
        cm_crew_counts counts;
        cm_crew_end(crew, NULL, NULL, &counts);
        cm_fail(work, (cm_place){0}, "%s: %s, expected fewer teams", plan->test->name, problem);
    }
    return crew;
}

bool cm_crew_ready(cm_crew *crew)
{
    return pass_gate(&crew->gate);
}

bool cm_crew_done(cm_crew *crew, bool more)
{
    atomic_store(&crew->more, more);
    return pass_gate(&crew->gate);
}

bool cm_crew_end(cm_crew *crew, cm_arena *arena, cm_states *states, cm_crew_counts *counts)
{
    bool whole = true;
    /* After the last round the threads end by themselves; else they are at the gate. */
    if (crew->has_gate && atomic_load(&crew->more))
        break_gate(&crew->gate);
    atomic_store(&crew->over, true);
    *counts = (cm_crew_counts){0};
    for (int i = 0; i < crew->worker_count; i++) {
        worker *w = &crew->workers[i];
        if (w->started)
            pthread_join(w->thread, NULL);
        counts->misaligned += w->misaligned;
        counts->astray = counts->astray || w->astray;
        whole = whole && !w->failed;
    }
    for (int i = 0; i < crew->worker_count; i++)
        if (states && crew->workers[i].role >= 0)
            counts->excluded += cm_tally_pour(&crew->workers[i].tally, arena, states);
    for (int i = 0; i < crew->worker_count; i++) {
        free(crew->workers[i].in);
        free(crew->workers[i].out);
        free(crew->workers[i].state);
        cm_tally_free(&crew->workers[i].tally);
    }
    if (crew->has_gate) {
        pthread_cond_destroy(&crew->gate.moved);
        pthread_mutex_destroy(&crew->gate.lock);
    }
    return whole;
}
