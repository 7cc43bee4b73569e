/* One test of a campaign: parsed, run in the child process, judged, and written down as
 * its record has it. */
#include "campaign/run.h"

#include "campaign/conform.h"
#include "hwrun/run/clock.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"

#include <math.h>
#include <string.h>

/* ---- one test -------------------------------------------------------- */

cm_test *cm_campaign_parse(cm_work *work, const cm_campaign_test *test)
{
    cm_source *source;
    if (test->text) {
        source = CM_NEW(work->arena, cm_source);
        *source = (cm_source){test->path, test->text, test->length};
    } else {
        source = cm_source_read(work, test->path);
    }
    return source ? cm_litmus_parse(work, source) : NULL;
}

cm_mix cm_campaign_mix(const cm_test *test)
{
    bool cpu = false, gpu = false;
    for (int i = 0; i < test->thread_count; i++) {
        bool on_gpu = cm_arch_is_gpu(test->threads[i].arch);
        gpu = gpu || on_gpu;
        cpu = cpu || !on_gpu;
    }
    return cpu && gpu ? CM_MIX_BOTH : gpu ? CM_MIX_GPU : CM_MIX_CPU;
}

/* ---- workers --------------------------------------------------------- */

bool cm_campaign_needs_gpu(const cm_campaign *campaign, cm_mix mix)
{
    cm_memory_kind memory = campaign->parameters.memory;
    return mix != CM_MIX_CPU || (memory != CM_MEMORY_DEFAULT && memory != CM_MEMORY_MALLOC &&
                                 memory != CM_MEMORY_HUGE && memory != CM_MEMORY_NUMA);
}

static cm_worker *worker_for(cm_campaign *campaign, bool needs_gpu)
{
    cm_worker **worker = &campaign->workers[needs_gpu];
    const cm_worker_options options = {
        .machine = {.gpu = campaign->gpu, .wants_gpu = needs_gpu},
        .compiler = campaign->compiler,
    };
    if (!*worker)
        *worker = cm_worker_new(&options);
    if (!*worker)
        cm_fail(campaign->work, (cm_place){0}, "no memory or files for a worker");
    return *worker;
}

static void interrupt(void *worker)
{
    cm_worker_interrupt(worker);
}

/* A machine that could not be opened once is not asked for again by each test. */
const cm_worker_machine *cm_campaign_machine(cm_campaign *campaign, bool needs_gpu)
{
    if (campaign->machines[needs_gpu] || campaign->lacking[needs_gpu])
        return campaign->machines[needs_gpu];
    const char *reason = "";
    cm_worker *worker = worker_for(campaign, needs_gpu);
    cm_stop_watch(campaign->stop, interrupt, worker);
    campaign->machines[needs_gpu] = cm_worker_about(campaign->work, worker, &reason);
    cm_stop_watch(campaign->stop, NULL, NULL);
    if (!campaign->machines[needs_gpu] && !cm_stop_asked(campaign->stop))
        campaign->lacking[needs_gpu] = reason;
    return campaign->machines[needs_gpu];
}

/* An instance may take as long as on a machine with fewer CPUs than the test has threads, 20 us.
 * Besides, as long as little is known: code is generated, compiled and loaded, and rounds that were
 * begun go on when the time is up; then ten times what took longest of all that ended. */
double cm_campaign_deadline(const cm_campaign *campaign, bool needs_gpu, const cm_parameters *p)
{
    enum { KNOWN = 3 };
    static const double instance = 20e-6, round = 1e6, unknown = 20, least = 5;
    double rounds = (double)p->rounds * round;
    double instances = fmax((double)p->iterations, rounds);
    double asked = 4 * p->seconds + instances * instance;
    double known = least + 10 * campaign->longest[needs_gpu];
    if (campaign->deadline > 0)
        return campaign->deadline;
    return asked + (campaign->ended[needs_gpu] < KNOWN ? unknown : known);
}

cm_campaign_ran cm_campaign_once(cm_campaign *campaign, cm_work *work, const cm_test *test,
                                 const cm_parameters *parameters)
{
    bool needs_gpu = cm_campaign_needs_gpu(campaign, cm_campaign_mix(test));
    double start = cm_clock_seconds();
    cm_campaign_ran ran = {
        {.end = CM_WORKER_STOPPED, .reason = "interrupted", .parameters = *parameters}, false};
    if (cm_stop_asked(campaign->stop))
        return ran;
    if (!cm_campaign_machine(campaign, needs_gpu)) {
        if (!campaign->lacking[needs_gpu])
            return ran;
        ran.result.end = CM_WORKER_REFUSED;
        ran.result.reason = campaign->lacking[needs_gpu];
        ran.refused = true;
        return ran;
    }
    cm_worker *worker = campaign->workers[needs_gpu];
    cm_stop_watch(campaign->stop, interrupt, worker);
    if (!cm_stop_asked(campaign->stop))
        ran.result = cm_worker_run(work, worker, test, parameters,
                                   cm_campaign_deadline(campaign, needs_gpu, parameters));
    cm_stop_watch(campaign->stop, NULL, NULL);
    if (ran.result.end == CM_WORKER_DONE) {
        double seconds = cm_clock_seconds() - start - parameters->seconds;
        campaign->ended[needs_gpu]++;
        campaign->longest[needs_gpu] = fmax(campaign->longest[needs_gpu], seconds);
    }
    ran.refused = ran.result.end == CM_WORKER_REFUSED;
    return ran;
}

void cm_campaign_end(cm_campaign *campaign)
{
    cm_worker_free(campaign->workers[0]);
    cm_worker_free(campaign->workers[1]);
    campaign->workers[0] = campaign->workers[1] = NULL;
}

/* ---- the machine as a record has it ---------------------------------- */

static const struct {
    const char *name;
    size_t offset; /* of a bool in cm_gpu_info */
} attributes[] = {
    {"managedMemory", offsetof(cm_gpu_info, managed_memory)},
    {"concurrentManagedAccess", offsetof(cm_gpu_info, concurrent_managed_access)},
    {"pageableMemoryAccess", offsetof(cm_gpu_info, pageable_memory_access)},
    {"pageableMemoryAccessUsesHostPageTables", offsetof(cm_gpu_info, pageable_uses_host_tables)},
    {"hostNativeAtomicSupported", offsetof(cm_gpu_info, host_native_atomics)},
    {"canMapHostMemory", offsetof(cm_gpu_info, can_map_host_memory)},
    {"clusterLaunch", offsetof(cm_gpu_info, cluster_launch)},
    {"integrated", offsetof(cm_gpu_info, integrated)},
};
enum { ATTRIBUTES = sizeof attributes / sizeof *attributes };

cm_record_machine *cm_campaign_describe(cm_arena *arena, const cm_worker_machine *machine)
{
    const cm_machine_info *info = &machine->info;
    cm_record_machine *out = CM_NEW(arena, cm_record_machine);
    *out = (cm_record_machine){
        .host = info->host,
        .kernel = info->kernel,
        .cpu = info->cpu,
        .arch = cm_arch_name(info->arch),
        .cpus = info->threads,
        .numa_nodes = info->numa_nodes,
        .memory_bytes = info->memory_bytes,
        .page_bytes = info->page_bytes,
    };
    if (!machine->has_gpu)
        return out;
    const cm_gpu_info *gpu = &machine->gpu;
    out->gpu = gpu->name;
    out->gpu_uuid = gpu->uuid;
    out->compute = cm_arena_printf(arena, "%u.%u", gpu->major, gpu->minor);
    /* cuDriverGetVersion: 1000 * major + 10 * minor. */
    out->driver = cm_arena_printf(arena, "%d.%d", gpu->driver / 1000, gpu->driver % 1000 / 10);
    out->attributes = CM_NEW_ARRAY(arena, ATTRIBUTES + 1, cm_record_pair);
    for (size_t i = 0; i < ATTRIBUTES; i++) {
        bool value = *(const bool *)(const void *)((const char *)gpu + attributes[i].offset);
        out->attributes[i] = (cm_record_pair){attributes[i].name, value ? "1" : "0"};
    }
    out->attributes[ATTRIBUTES] =
        (cm_record_pair){"multiProcessorCount", cm_arena_printf(arena, "%u", gpu->multiprocessors)};
    out->attribute_count = ATTRIBUTES + 1;
    return out;
}

/* ---- its record ------------------------------------------------------ */

static void describe_test(cm_work *work, const cm_test *test, cm_record_test *record)
{
    char hash[33];
    cm_test_hash(work, test, hash);
    record->name = test->name;
    record->arch = cm_arch_name(test->arch);
    record->hash = cm_arena_text(work->arena, hash, 32);
    record->text = cm_arena_text(work->arena, test->source->text, test->source->length);
    record->reason = record->model = "";
    record->started = cm_clock_utc(work->arena);
    record->axis_count = (size_t)test->metadata_count;
    record->axes = CM_NEW_ARRAY(work->arena, record->axis_count, cm_record_pair);
    for (size_t i = 0; i < record->axis_count; i++)
        record->axes[i] = (cm_record_pair){test->metadata[i].key, test->metadata[i].value};
}

uint64_t cm_campaign_weak(const cm_test *test, const cm_states *seen)
{
    uint64_t weak = 0;
    for (size_t i = 0; i < seen->count; i++)
        if (cm_prop_holds(test, test->condition, seen->values + i * (size_t)seen->value_count))
            weak += seen->counts[i];
    return weak;
}

static void fill_outcome(cm_arena *arena, const cm_test *test, const cm_run_outcome *outcome,
                         cm_record_test *record)
{
    const cm_states *seen = outcome->seen;
    record->instances = outcome->instances;
    record->stuck = outcome->stuck;
    record->unfiled = outcome->unfiled;
    record->misaligned = outcome->misaligned;
    record->rounds = outcome->rounds;
    record->wall_seconds = outcome->wall_seconds;
    record->busy_seconds = outcome->busy_seconds;
    record->state_count = seen->count;
    record->states = CM_NEW_ARRAY(arena, seen->count, cm_record_state);
    for (size_t i = 0; i < seen->count; i++) {
        const uint64_t *values = seen->values + i * (size_t)seen->value_count;
        record->states[i] = (cm_record_state){
            .text = cm_state_print(arena, test, values),
            .count = seen->counts[i],
            .satisfies = cm_prop_holds(test, test->condition, values),
        };
    }
}

/* ---- all ------------------------------------------------------------- */

static bool same_prop(cm_arena *arena, const cm_test *a, const cm_prop *of_a, const cm_test *b,
                      const cm_prop *of_b)
{
    if (!of_a || !of_b)
        return of_a == of_b;
    return strcmp(cm_prop_print(arena, a, of_a), cm_prop_print(arena, b, of_b)) == 0;
}

/* The hash covers neither the question nor the filter. */
static bool asks_the_same(cm_arena *arena, const cm_test *test, const cm_record_test *old)
{
    const cm_test *then = cm_litmus_parse_text(arena, old->name, old->text);
    return then && then->quantifier == test->quantifier &&
           same_prop(arena, then, then->condition, test, test->condition) &&
           same_prop(arena, then, then->filter, test, test->filter);
}

/* Was it run to its end before, by the record that is resumed? */
static const cm_record_test *find_earlier(const cm_campaign *campaign, cm_arena *arena,
                                          const cm_test *test, const cm_record_test *record)
{
    for (size_t i = 0; campaign->old && i < campaign->old->test_count; i++) {
        const cm_record_test *old = &campaign->old->tests[i];
        if (old->end == CM_RECORD_DONE && strcmp(old->name, record->name) == 0 &&
            strcmp(old->hash, record->hash) == 0 &&
            old->parameters.injections == campaign->parameters.injections &&
            asks_the_same(arena, test, old))
            return old;
    }
    return NULL;
}

static cm_campaign_class class_of(const cm_test *test, const cm_record_test *record)
{
    switch (record->verdict) {
    case CM_VERDICT_OK:
        for (size_t i = 0; i < record->state_count; i++)
            if (record->states[i].count &&
                cm_conform_asks(test->quantifier, record->states[i].satisfies))
                return CM_CAMPAIGN_ALLOWED_SEEN;
        return CM_CAMPAIGN_FORBIDDEN_NOT_SEEN;
    case CM_VERDICT_ALLOWED_NOT_SEEN:
        return CM_CAMPAIGN_ALLOWED_NOT_SEEN;
    case CM_VERDICT_FORBIDDEN_SEEN:
        return CM_CAMPAIGN_FORBIDDEN_SEEN;
    case CM_VERDICT_UNJUDGED:
        break;
    }
    return CM_CAMPAIGN_UNJUDGED;
}

/* Judges what was seen of a test. */
static void judge_result(cm_campaign *campaign, cm_work *work, cm_campaign_result *result)
{
    cm_record_test *record = &result->record;
    cm_campaign_judgement *found = &result->judgement;
    cm_conform_allowed allowed = {0};
    const cm_source *source = result->test->source;
    *found = (cm_campaign_judgement){CM_VERDICT_UNJUDGED, "", "", "", NULL};
    record->verdict = CM_VERDICT_UNJUDGED;
    record->model = "";
    if (!campaign->judge_context)
        return;
    bool answered = campaign->judge(campaign->judge_context, work->arena, source->name,
                                    source->text, source->length, &allowed);
    found->why = allowed.why;
    if (!answered)
        return;
    found->warnings = allowed.warnings;
    cm_quantifier quantifier = result->test->quantifier;
    size_t count = record->state_count;
    const cm_conform_seen *seen =
        cm_conform_look_up(work->arena, &allowed, quantifier, record->states, count);
    cm_verdict_kind verdict = cm_conform_verdict(&allowed, quantifier, seen, count);
    if (verdict == CM_VERDICT_UNJUDGED)
        return;
    bool *forbidden = CM_NEW_ARRAY(work->arena, count, bool);
    for (size_t i = 0; i < count; i++)
        forbidden[i] = seen[i].count && seen[i].class == CM_CONFORM_FORBIDDEN;
    found->forbidden = forbidden;
    if (record->unfiled && verdict != CM_VERDICT_FORBIDDEN_SEEN) {
        found->why = "some outcomes found no room in the table of states";
        return;
    }
    record->verdict = found->verdict = verdict;
    record->model = found->model = allowed.model;
}

void cm_campaign_run(cm_campaign *campaign, cm_work *work, const cm_campaign_test *from,
                     cm_campaign_result *result)
{
    *result = (cm_campaign_result){.from = from};
    cm_record_test *record = &result->record;
    const cm_test *test = result->test = cm_campaign_parse(work, from);
    if (!test) {
        result->unreadable = true;
        return;
    }
    describe_test(work, test, record);
    const cm_record_test *earlier = find_earlier(campaign, work->arena, test, record);
    if (earlier) {
        *record = *earlier;
        result->earlier = true;
        if (campaign->judge_context) /* perhaps by another model than then */
            judge_result(campaign, work, result);
        result->class = class_of(test, record);
        return;
    }
    cm_campaign_ran ran = cm_campaign_once(campaign, work, test, &campaign->parameters);
    record->parameters = ran.result.parameters;
    result->stopped = ran.result.end == CM_WORKER_STOPPED;
    const cm_run_outcome *outcome = &ran.result.outcome;
    bool done = ran.result.end == CM_WORKER_DONE;
    /* Every instance ends in one state, unless it got stuck or found no room. */
    uint64_t counted = done ? outcome->stuck + outcome->unfiled : 0;
    for (size_t i = 0; done && i < outcome->seen->count; i++)
        counted += outcome->seen->counts[i];
    if (done && counted != outcome->instances) {
        record->end = CM_RECORD_FAILED;
        record->reason =
            "the final states are not as many as the instances: the GPU or its driver lost some";
    } else if (done) {
        fill_outcome(work->arena, test, outcome, record);
        result->weak = cm_campaign_weak(test, outcome->seen);
        judge_result(campaign, work, result);
        result->class = class_of(test, record);
    } else {
        record->end = ran.refused ? CM_RECORD_REFUSED : CM_RECORD_FAILED;
        /* The reason without the test's name, which is said before it. */
        size_t length = strlen(test->name);
        bool named = strncmp(ran.result.reason, test->name, length) == 0 &&
                     strncmp(ran.result.reason + length, ": ", 2) == 0;
        record->reason = named ? ran.result.reason + length + 2 : ran.result.reason;
    }
}
