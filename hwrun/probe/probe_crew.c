/* Parts are run in a child process, one after the other. What it finds lies in
 * memory shared with the parent, so that a child that is killed leaves all that it
 * found; the next child goes on after the part that ended it. */
#include "hwrun/probe/probe_part.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* ---- child ------------------------------------------------------------- */

typedef struct child {
    const cm_probe_crew *crew;
    cm_work work;      /* of the machine */
    cm_work part_work; /* begun anew for each part */
    cm_bench bench;
    const cm_probe_part *part;
    bool wants_gpu;
} child;

static const char *last_message(const cm_work *work)
{
    return work->diags.count ? work->diags.items[work->diags.count - 1].message : "out of memory";
}

static void open_machine(void *argument)
{
    child *c = argument;
    cm_machine_options options = {.gpu = c->crew->options->gpu, .wants_gpu = c->wants_gpu};
    c->bench.machine = cm_machine_open(&c->work, &options);
}

/* With the GPU if there is one to open. */
static bool open_best(child *c)
{
    cm_probe_facts *facts = &c->crew->board->facts;
    const char *reason = NULL;
    c->wants_gpu = cm_gpu_count(c->work.arena, &reason) > 0;
    if (!c->wants_gpu)
        snprintf(facts->no_gpu, sizeof facts->no_gpu, "%s", reason ? reason : "no GPU");
    if (c->wants_gpu && !cm_arena_protect(c->work.arena, open_machine, c)) {
        snprintf(facts->no_gpu, sizeof facts->no_gpu, "%s", last_message(&c->work));
        c->wants_gpu = false;
    }
    if (c->bench.machine)
        return true;
    return cm_arena_protect(c->work.arena, open_machine, c);
}

static void tell_facts(const child *c)
{
    cm_probe_facts *facts = &c->crew->board->facts;
    const cm_machine_info *info = cm_machine_about(c->bench.machine);
    snprintf(facts->host, sizeof facts->host, "%s", info->host);
    snprintf(facts->kernel, sizeof facts->kernel, "%s", info->kernel);
    snprintf(facts->cpu, sizeof facts->cpu, "%s", info->cpu);
    facts->arch = info->arch;
    facts->cpus = info->threads;
    const cm_gpu *gpu = cm_machine_gpu(c->bench.machine);
    facts->has_gpu = gpu != NULL;
    if (gpu)
        facts->gpu = *cm_gpu_about(gpu);
}

/* Nanoseconds of a tick, and how many reading the clock takes. */
static void calibrate_cpu(cm_bench *bench)
{
    bench->ns_per_tick = 1 / cm_clock_ticks_per_ns();
    uint64_t least = UINT64_MAX;
    for (int i = 0; i < 1000; i++) {
        uint64_t a = cm_ticks(), b = cm_ticks();
        least = b - a < least ? b - a : least;
    }
    bench->tick_cost = (double)least;
}

/* Why the part cannot run here; NULL: it can. */
static const char *refusal(const child *c)
{
    const cm_probe_facts *facts = &c->crew->board->facts;
    const cm_probe_part *part = c->part;
    cm_mix mix = cm_probe_mix(part->pair);
    if (part->probe == CM_PROBE_TABLE) /* what cannot be is an answer */
        return NULL;
    if (mix != CM_MIX_CPU && !facts->has_gpu)
        return facts->no_gpu;
    if (part->pair == CM_PAIR_GPU_GPU && cm_gpu_siblings(cm_machine_gpu(c->bench.machine)) < 2)
        return "two GPUs are needed, and this machine has one";
    if (part->pair == CM_PAIR_CPU_CPU && facts->cpus < 2)
        return "two CPU threads need two CPUs, and this process may use one";
    if (part->probe == CM_PROBE_TIMERS || cm_probe_is_copy_by_driver(part) ||
        cm_probe_is_getting(part))
        return NULL; /* of no memory; of any */
    return cm_machine_refuses(c->bench.machine, mix, part->memory.kind, part->memory.numa_node);
}

static void run_part(void *argument)
{
    static cm_probe_function *const functions[CM_PROBE_COUNT] = {
        [CM_PROBE_RMW] = cm_probe_rmw,
        [CM_PROBE_VALUE] = cm_probe_value,
        [CM_PROBE_PING_PONG] = cm_probe_ping_pong,
        [CM_PROBE_LATENCY] = cm_probe_latency,
        [CM_PROBE_FENCES] = cm_probe_fences,
        [CM_PROBE_BANDWIDTH] = cm_probe_bandwidth,
        [CM_PROBE_GRANULARITY] = cm_probe_granularity,
        [CM_PROBE_ATOMICS] = cm_probe_atomics,
        [CM_PROBE_TIMERS] = cm_probe_timers,
        [CM_PROBE_PLACEMENT] = cm_probe_placement,
        [CM_PROBE_TABLE] = cm_probe_table,
    };
    child *c = argument;
    const char *why_not = refusal(c);
    if (why_not) {
        cm_bench_skip(&c->bench, why_not);
        return;
    }
    functions[c->part->probe](&c->bench, c->part);
    if (c->bench.slot->end == CM_PROBE_NOT_RUN)
        c->bench.slot->end = CM_PROBE_DONE;
}

static void run_parts(child *c, uint32_t from)
{
    const cm_probe_crew *crew = c->crew;
    for (uint32_t i = from; i < crew->count; i++) {
        __atomic_store_n(&crew->board->current, i, __ATOMIC_RELEASE);
        c->part = &crew->parts[i];
        if (i > from && c->part->pair != crew->parts[i - 1].pair)
            cm_bench_drop(&c->bench);
        c->bench.slot = &crew->slots[i];
        c->bench.samples = crew->samples + i * crew->capacity;
        cm_arena_reset(c->part_work.arena, 0);
        cm_work_init(&c->part_work, c->part_work.arena);
        if (!cm_arena_protect(c->part_work.arena, run_part, c)) {
            snprintf(c->bench.slot->reason, sizeof c->bench.slot->reason, "%s",
                     last_message(&c->part_work));
            c->bench.slot->end = CM_PROBE_FAILED;
        }
        cm_bench_release(&c->bench);
    }
    __atomic_store_n(&crew->board->current, (uint32_t)crew->count, __ATOMIC_RELEASE);
}

/* The exit status says whether the machine could be opened. */
static _Noreturn void child_main(const cm_probe_crew *crew, uint32_t from)
{
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    cm_arena *arena = cm_arena_new(0), *part_arena = cm_arena_new(0);
    if (!arena || !part_arena)
        _exit(1);
    child c = {.crew = crew, .bench = {.options = crew->options, .capacity = crew->capacity}};
    cm_work_init(&c.work, arena);
    cm_work_init(&c.part_work, part_arena);
    c.bench.work = &c.part_work;
    if (!open_best(&c)) {
        snprintf(crew->slots[from].reason, sizeof crew->slots[from].reason, "%s",
                 last_message(&c.work));
        crew->slots[from].end = CM_PROBE_FAILED;
        _exit(1);
    }
    tell_facts(&c);
    __atomic_store_n(&crew->board->opened, 1, __ATOMIC_RELEASE);
    calibrate_cpu(&c.bench);
    run_parts(&c, from);
    cm_bench_drop(&c.bench);
    cm_machine_close(c.bench.machine);
    cm_arena_free(part_arena);
    cm_arena_free(arena);
    _exit(0);
}

/* ---- parent ------------------------------------------------------------ */

static void blame(const cm_probe_crew *crew, uint32_t part, const char *what, int number)
{
    cm_probe_slot *slot = &crew->slots[part];
    if (slot->end == CM_PROBE_FAILED)
        return;
    slot->end = CM_PROBE_FAILED;
    if (number)
        snprintf(slot->reason, sizeof slot->reason, "%s %d", what, number);
    else
        snprintf(slot->reason, sizeof slot->reason, "%s", what);
}

/* Waits for the child while it gets on; kills it when it does not. True: it ended. */
static bool attend(const cm_probe_crew *crew, pid_t pid, int *status)
{
    /* How long a part may take in all: its loops' limit for each repetition, and the driver's work
     * around them. Opening the machine counts with the first part. */
    double patience = 30 + 2 * crew->options->limit * crew->options->repeat;
    uint32_t seen = UINT32_MAX;
    double since = cm_clock_seconds();
    for (;;) {
        pid_t ended = waitpid(pid, status, WNOHANG);
        if (ended == pid)
            return true;
        uint32_t current = __atomic_load_n(&crew->board->current, __ATOMIC_ACQUIRE);
        if (current != seen) {
            seen = current;
            since = cm_clock_seconds();
        }
        if (cm_clock_seconds() - since > patience || (ended < 0 && errno != EINTR)) {
            kill(pid, SIGKILL);
            while (waitpid(pid, status, 0) < 0 && errno == EINTR)
                continue;
            return false;
        }
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    }
}

void cm_probe_crew_run(const cm_probe_crew *crew)
{
    uint32_t from = 0;
    while (from < crew->count) {
        __atomic_store_n(&crew->board->current, from, __ATOMIC_RELEASE);
        pid_t pid = fork();
        if (pid < 0)
            cm_fail(crew->work, (cm_place){0}, "no process could be started for the probe");
        if (pid == 0)
            child_main(crew, from);
        int status = 0;
        bool ended = attend(crew, pid, &status);
        uint32_t current = __atomic_load_n(&crew->board->current, __ATOMIC_ACQUIRE);
        if (current >= crew->count)
            return;
        if (!ended)
            blame(crew, current, "killed: it did not come back in time", 0);
        else if (WIFSIGNALED(status))
            blame(crew, current, "its process was ended by signal", WTERMSIG(status));
        else
            blame(crew, current, "its process ended with status", WEXITSTATUS(status));
        from = current + 1;
    }
}
