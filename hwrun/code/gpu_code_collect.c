/* The kernel that files the states of a round.
 *
 * A state gets a 64-bit key, a hash of its values. Equal keys of a warp are
 * counted together, then in a table of the CTA in shared memory, and only at the
 * end in the table of the run: most instances end in one of a few states, and
 * their counts would be fought for.
 *
 *      shared slot:  u64 key, u32 count, u32 an instance that has the state
 *      global slot:  u64 key, u64 count, values
 *
 * Who claims a global slot writes the values, which it reads again. Kernels are
 * ordered one after the other: memory and results are read with plain loads.
 */
#include "hwrun/code/gpu_code_internal.h"

enum { SHARED_SLOTS = 1024, SHARED_PROBES = 8, SHARED_SLOT = 16 };

/* ---- the values of a state ------------------------------------------- */

static int values_of(const cm_test *test, const cm_observed *o)
{
    bool whole = o->kind == CM_OBSERVE_LOCATION && o->element < 0;
    return whole ? (int)test->locations[o->location].count : 1;
}

/* An address inside a location of the instance becomes the test's own (cm_plan_canonical). */
static void canonical_value(cm_gpu_writer *w)
{
    const cm_plan *plan = w->plan;
    int done = cm_gpu_label(w);
    for (int l = 0; l < plan->test->location_count; l++) {
        if (plan->locations[l].cta >= 0)
            continue;
        int n = cm_gpu_label(w);
        cm_gpu_locate(w, l, "%instance", "%address");
        cm_gpu_fill(w, "own address", "bytes", CM_GPU_N(w, plan->locations[l].bytes), "n",
                    CM_GPU_N(w, n), "address", CM_GPU_N(w, plan->test->locations[l].address),
                    "done", CM_GPU_N(w, done), NULL);
    }
    cm_gpu_put(w, "$named_%d:\n", done);
}

/* What some role stored after its body, value number k of what is observed. */
static void read_result(cm_gpu_writer *w, int observed, int k)
{
    const cm_plan *plan = w->plan;
    uint64_t plane = (uint64_t)k;
    while (plan->results[plane - (uint64_t)k].observed != observed)
        plane++;
    uint64_t offset = plane * plan->instance_slots * sizeof(uint64_t);
    cm_gpu_put(w,
               "\tmad.wide.u32 %%address, %%instance, 8, %%results;\n"
               "\tld.global.u64 %%value, [%%address+%llu];\n",
               (unsigned long long)offset);
}

static void read_observed_register(cm_gpu_writer *w, int observed)
{
    unsigned bits = w->plan->test->observed[observed].bits;
    read_result(w, observed, 0);
    if (bits == 64)
        canonical_value(w);
    else
        cm_gpu_put(w, "\tand.b64 %%value, %%value, %llu;\n",
                   (unsigned long long)((UINT64_C(1) << bits) - 1));
}

/* Value number k of a state into %value. */
static void read_value(cm_gpu_writer *w, int observed, int k)
{
    const cm_observed *o = &w->plan->test->observed[observed];
    if (o->kind == CM_OBSERVE_REGISTER)
        read_observed_register(w, observed);
    else if (w->plan->locations[o->location].cta >= 0)
        read_result(w, observed, k);
    else {
        const cm_plan_location *l = &w->plan->locations[o->location];
        cm_gpu_locate(w, o->location, "%instance", "%address");
        cm_gpu_put(w, "\tld.global.u%u %%value, [%%address+%u];\n", 8 * l->width,
                   (o->element < 0 ? (uint32_t)k : (uint32_t)o->element) * l->width);
        if (l->width == sizeof(uint64_t))
            canonical_value(w);
    }
}

/* ---- filing ---------------------------------------------------------- */

/* The function that adds a count to the table of the run. */
static void put_file(cm_gpu_writer *w)
{
    const cm_test *test = w->plan->test;
    int slot_bytes = 16 + 8 * w->plan->state_width;
    cm_gpu_put(w, "\n");
    cm_gpu_fill(w, "file", "mask", CM_GPU_N(w, CM_TABLE_SLOTS - 1), "slot_bytes",
                CM_GPU_N(w, slot_bytes), "slots", CM_GPU_N(w, CM_TABLE_SLOTS), "lost",
                CM_GPU_N(w, CM_TABLE_SLOTS * slot_bytes), NULL);
    for (int o = 0, at = 16; o < test->observed_count; o++)
        for (int k = 0; k < values_of(test, &test->observed[o]); k++, at += 8) {
            read_value(w, o, k);
            cm_gpu_put(w, "\tst.global.u64 [%%slot_address+%d], %%value;\n", at);
        }
    cm_gpu_fill(w, "found", NULL);
}

/* ---- the kernel ------------------------------------------------------ */

/* A loop over the slots of the shared table, %at of each. */
static int slots_begin(cm_gpu_writer *w)
{
    int n = cm_gpu_label(w);
    cm_gpu_fill(w, "slots", "n", CM_GPU_N(w, n), "slots", CM_GPU_N(w, SHARED_SLOTS), "slot",
                CM_GPU_N(w, SHARED_SLOT), NULL);
    return n;
}

static void slots_end(cm_gpu_writer *w, int n)
{
    cm_gpu_fill(w, "slots end", "n", CM_GPU_N(w, n), NULL);
}

/* Instances that are stuck, and those past the last one, which keep their warp
 * whole, have key 0. */
static void find_key(cm_gpu_writer *w)
{
    const cm_plan *plan = w->plan;
    int n = cm_gpu_label(w);
    uint64_t words = (uint64_t)plan->stuck_plane * plan->instance_slots;
    cm_gpu_fill(w, "key", "instances", CM_GPU_N(w, plan->instances), "n", CM_GPU_N(w, n), NULL);
    if (plan->stuck_plane >= 0)
        cm_gpu_fill(w, "key of stuck", "plane", CM_GPU_N(w, words * sizeof(uint64_t)), "n",
                    CM_GPU_N(w, n), NULL);
    /* %key = a hash of all values, never 0: each is mixed in by the steps of
     * splitmix64's finisher (Steele, Lea, Flood, OOPSLA 2014). */
    const cm_test *test = w->plan->test;
    cm_gpu_put(w, "\tmov.u64 %%key, 0x9e3779b97f4a7c15;\n");
    for (int o = 0; o < test->observed_count; o++)
        for (int k = 0; k < values_of(test, &test->observed[o]); k++) {
            read_value(w, o, k);
            cm_gpu_fill(w, "mix", NULL);
        }
    cm_gpu_put(w, "\tmax.u64 %%key, %%key, 1;\n");
    cm_gpu_put(w, "$keyed_%d:\n\tbar.warp.sync 0xffffffff;\n", n);
}

void cm_gpu_write_collect(cm_gpu_writer *w)
{
    put_file(w);
    cm_gpu_put(w, "\n");
    cm_gpu_fill(w, "collect", "bytes", CM_GPU_N(w, SHARED_SLOTS * SHARED_SLOT), NULL);
    int slots = slots_begin(w);
    cm_gpu_put(w, "\tst.shared.v4.u32 [%%at], {%%zero, %%zero, %%zero, %%zero};\n");
    slots_end(w, slots);
    int sweep = cm_gpu_sweep_begin(w, w->plan->instances);
    find_key(w);
    /* One lane for each key of the warp goes on, with how many have it. */
    cm_gpu_fill(w, "alike", "n", CM_GPU_N(w, sweep), NULL);
    cm_gpu_fill(w, "count", "mask", CM_GPU_N(w, SHARED_SLOTS - 1), "slot", CM_GPU_N(w, SHARED_SLOT),
                "probes", CM_GPU_N(w, SHARED_PROBES), "next", CM_GPU_N(w, sweep), NULL);
    cm_gpu_sweep_end(w, sweep);
    cm_gpu_put(w, "\tbar.sync 0;\n");
    slots = slots_begin(w);
    cm_gpu_fill(w, "counted", "n", CM_GPU_N(w, slots), NULL);
    slots_end(w, slots);
    cm_gpu_put(w, "\tret;\n}\n");
}
