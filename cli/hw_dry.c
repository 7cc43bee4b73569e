/* `cmcm run --dry-run`: the code that a run would load, without running it. */
#include "cli/hw.h"

#include "hwrun/code/gpu_code.h"
#include "litmus/isa/isa.h"

/* Grace and an H100: what plans are made for where there is no GPU. */
static const cm_plan_limits stand_in = {
    .cpus = 72,
    .gpus = CM_PLAN_DEVICES,
    .multiprocessors = 132,
    .threads_per_multiprocessor = 2048,
    .threads_per_block = 1024,
    .blocks_per_multiprocessor = 32,
    .domains = 4,
};
enum { STAND_IN_TARGET = 90 };

typedef struct dry {
    hw_run *run;
    const cm_campaign_test *from;
    cm_work work;
    bool unreadable, refused;
} dry;

/* Code can be shown for any CPU. */
static cm_arch host_for(const cm_test *test, cm_arch here)
{
    for (int i = 0; i < test->thread_count; i++)
        if (!cm_arch_is_gpu(test->threads[i].arch))
            return cm_isa_for(test->threads[i].arch)->host;
    return here;
}

static const char *code_of(dry *d, const cm_plan *plan, unsigned target)
{
    cm_text to = cm_text_new(d->work.arena);
    const cm_cpu_thread *threads = plan->cpu_count ? cm_cpu_code(&d->work, plan) : NULL;
    for (int g = 0; g < plan->device_count; g++) {
        if (plan->device_count > 1)
            cm_text_append(&to, "\n// GPU %d", plan->devices[g]);
        cm_text_append(&to, "%s%s", plan->device_count > 1 ? "\n" : "\n// GPU\n",
                       cm_gpu_code_of(&d->work, plan, g, target));
    }
    for (int i = 0; i < plan->cpu_count; i++)
        cm_text_append(&to, "\n// P%d\n%s",
                       plan->test->threads[plan->roles[threads[i].role].thread].id,
                       threads[i].assembly);
    return to.data;
}

static void show_plan(void *argument)
{
    dry *d = argument;
    cm_test *test = cm_campaign_parse(&d->work, d->from);
    if (!test) {
        d->unreadable = true;
        cm_arena_escape(d->work.arena);
    }
    bool needs_gpu = cm_campaign_needs_gpu(&d->run->campaign, cm_campaign_mix(test));
    const cm_worker_machine *machine = cm_campaign_machine(&d->run->campaign, needs_gpu);
    cm_plan_limits limits = machine ? machine->limits : stand_in;
    unsigned target = machine && machine->has_gpu ? machine->gpu.major * 10 + machine->gpu.minor
                                                  : STAND_IN_TARGET;
    limits.host = host_for(test, limits.host);
    cm_plan *plan = cm_plan_make(&d->work, test, &d->run->campaign.parameters, &limits);
    const char *code = code_of(d, plan, target); /* which may be refused */
    fprintf(d->run->log, "// Test %s, planned for %s\n", plan->test->name,
            machine ? "this machine" : "a machine like Grace with an H100, there is no GPU here");
    fprintf(d->run->log, "// %u teams, %u steps, %u lanes: %llu instances per round\n", plan->teams,
            plan->steps, plan->lanes, (unsigned long long)plan->instances);
    fprintf(d->run->log, "// %s\n", hw_tuned_text(d->run->arena, &plan->parameters, true, " "));
    fprintf(d->run->log, "%s\n", code);
}

int hw_dry_run(hw_run *run)
{
    bool unreadable = false;
    size_t shown = 0;
    for (size_t i = 0; i < run->tests.count && !cm_stop_asked(run->campaign.stop); i++) {
        dry d = {.run = run, .from = &run->tests.items[i]};
        hw_note_injections(run, d.from);
        cm_arena_reset(run->test_arena, 0);
        d.work = cm_work_new(run->test_arena);
        bool done = cm_arena_protect(run->test_arena, show_plan, &d);
        hw_report_messages(&d.work);
        if (!done && !d.work.diags.errors)
            cm_fail(&run->work, (cm_place){0}, "out of memory");
        unreadable = unreadable || d.unreadable;
        shown += done;
    }
    hw_report_unplaced(run);
    if (unreadable || run->tests.failed)
        return CLI_INPUT;
    return shown || !run->tests.count ? CLI_OK : CLI_DEVICE;
}
