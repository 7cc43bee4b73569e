/* Executing until nothing new is found. See settle.h. */
#include "checker/threads/settle.h"

#include "checker/threads/counter.h"
#include "checker/threads/domains.h"
#include "checker/threads/execute.h"

/* True when some domain grew. */
static bool update_domains(cm_memory *memory)
{
    bool grew = false;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->access_count; i++)
            if (run->accesses[i].step->kind == CM_STEP_LOAD)
                grew |= cm_memory_update(memory, run, &run->accesses[i], NULL, NULL);
    }
    return grew;
}

static int count_stores(const cm_memory *memory)
{
    int stores = 0;
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].access_count; i++)
            stores += memory->runs[t].accesses[i].step->kind == CM_STEP_STORE;
    return stores;
}

void cm_memory_execute(cm_memory *memory)
{
    cm_job *job = memory->job;
    cm_form_reset(&job->form);
    for (int t = 0; t < job->test->thread_count; t++)
        cm_execute(memory, t);
    cm_job_poll(job);
}

/* The domain of a visit of the step that has one; NULL: none has. */
static const cm_domain *domain_of(const cm_thread_run *run, int step)
{
    for (int i = 0; i < run->code.count; i++)
        if (run->code.visits[i].step == step && run->domains[i].count > 0)
            return &run->domains[i];
    return NULL;
}

void cm_memory_seed(cm_memory *memory, const cm_memory *before)
{
    if (!before->settled || memory->pruned)
        return;
    for (int t = 0; t < memory->job->test->thread_count; t++) {
        cm_thread_run *run = &memory->runs[t];
        for (int i = 0; i < run->code.count; i++) {
            const cm_domain *known = domain_of(&before->runs[t], run->code.visits[i].step);
            if (known)
                run->domains[i] = (cm_domain){
                    .count = known->count, .values = known->values, .made_by = known->made_by};
        }
    }
}

void cm_memory_settle(cm_memory *memory)
{
    cm_memory_cut_elements(memory);
    /* A value that is not made out of thin air is computed along a chain of
     * different stores, so more rounds than stores find nothing new. */
    for (;;) {
        cm_memory_execute(memory);
        bool changed = cm_memory_cut(memory);
        if (cm_counters_find(memory))
            memory->rounds = 0;
        bool grew = update_domains(memory);
        memory->settled = !grew;
        if ((!grew && !changed) || memory->rounds++ > count_stores(memory) + 2)
            break;
    }
    if (!memory->settled)
        cm_memory_execute(memory);
    if (memory->pruned)
        memory->settled = false; /* the solver says whether values were left out */
    for (int t = 0; t < memory->job->test->thread_count; t++)
        for (int i = 0; i < memory->runs[t].code.count; i++)
            memory->runs[t].domains[i].open = !memory->settled;
}
