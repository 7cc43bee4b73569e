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
        cm_gpu_put(w,
                   "\tsub.u64 %%address, %%value, %%address;\n"
                   "\tsetp.ge.u64 %%more, %%address, %u;\n"
                   "\t@%%more bra $other_%d;\n"
                   "\tadd.u64 %%value, %%address, %llu;\n"
                   "\tbra $named_%d;\n"
                   "$other_%d:\n",
                   plan->locations[l].bytes, n,
                   (unsigned long long)plan->test->locations[l].address, done, n);
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
    cm_gpu_put(w,
               "\n.func cmcm_file(.reg .b64 %%memory, .reg .b64 %%results, .reg .b64 %%table,\n"
               "\t.reg .b64 %%key, .reg .b64 %%count, .reg .b32 %%instance)\n"
               "{\n"
               "\t.reg .b64 %%slot_address, %%old, %%value, %%address;\n"
               "\t.reg .b32 %%slot, %%place, %%probes;\n"
               "\t.reg .pred %%more;\n"
               "\tcvt.u32.u64 %%place, %%key;\n"
               "\tmov.u32 %%probes, 0;\n"
               "$probe:\n"
               "\tand.b32 %%place, %%place, %d;\n"
               "\tmad.wide.u32 %%slot_address, %%place, %d, %%table;\n"
               "\tatom.relaxed.gpu.global.cas.b64 %%old, [%%slot_address], 0, %%key;\n"
               "\tsetp.eq.u64 %%more, %%old, %%key;\n"
               "\t@%%more bra $found;\n"
               "\tsetp.eq.u64 %%more, %%old, 0;\n"
               "\t@%%more bra $mine;\n"
               "\tadd.u32 %%place, %%place, 1;\n"
               "\tadd.u32 %%probes, %%probes, 1;\n"
               "\tsetp.lt.u32 %%more, %%probes, %d;\n"
               "\t@%%more bra $probe;\n"
               "\tred.relaxed.gpu.global.add.u64 [%%table+%d], %%count;\n"
               "\tret;\n"
               "$mine:\n",
               CM_TABLE_SLOTS - 1, slot_bytes, CM_TABLE_SLOTS, CM_TABLE_SLOTS * slot_bytes);
    for (int o = 0, at = 16; o < test->observed_count; o++)
        for (int k = 0; k < values_of(test, &test->observed[o]); k++, at += 8) {
            read_value(w, o, k);
            cm_gpu_put(w, "\tst.global.u64 [%%slot_address+%d], %%value;\n", at);
        }
    cm_gpu_put(w, "$found:\n"
                  "\tred.relaxed.gpu.global.add.u64 [%%slot_address+8], %%count;\n"
                  "\tret;\n"
                  "}\n");
}

static void count_in_shared(cm_gpu_writer *w, int next)
{
    cm_gpu_put(w,
               "\tshr.u64 %%old, %%key, 40;\n"
               "\tcvt.u32.u64 %%place, %%old;\n"
               "\tmov.u32 %%probes, 0;\n"
               "$try:\n"
               "\tand.b32 %%place, %%place, %d;\n"
               "\tmad.lo.u32 %%at, %%place, %d, %%shared;\n"
               "\tld.volatile.shared.u64 %%old, [%%at];\n"
               "\tsetp.eq.u64 %%more, %%old, %%key;\n"
               "\t@%%more bra $add;\n"
               "\tatom.shared.cas.b64 %%old, [%%at], 0, %%key;\n"
               "\tsetp.eq.u64 %%more, %%old, 0;\n"
               "\t@%%more st.shared.u32 [%%at+12], %%instance;\n"
               "\t@%%more bra $add;\n"
               "\tsetp.eq.u64 %%more, %%old, %%key;\n"
               "\t@%%more bra $add;\n"
               "\tadd.u32 %%place, %%place, 1;\n"
               "\tadd.u32 %%probes, %%probes, 1;\n"
               "\tsetp.lt.u32 %%more, %%probes, %d;\n"
               "\t@%%more bra $try;\n"
               "\tcvt.u64.u32 %%count, %%number;\n"
               "\tcall cmcm_file, (%%memory, %%results, %%table, %%key, %%count, %%instance);\n"
               "\tbra $next_%d;\n"
               "$add:\n"
               "\tred.shared.add.u32 [%%at+8], %%number;\n",
               SHARED_SLOTS - 1, SHARED_SLOT, SHARED_PROBES, next);
}

/* ---- the kernel ------------------------------------------------------ */

static void declare(cm_gpu_writer *w)
{
    cm_gpu_put(w,
               "\n.visible .entry cmcm_collect(.param .u64 p_memory, .param .u64 p_results,\n"
               "\t.param .u64 p_table)\n"
               "{\n"
               "\t.shared .align 16 .b8 counted[%d];\n"
               "\t.reg .b64 %%memory, %%results, %%table, %%address, %%value, %%key, %%old;\n"
               "\t.reg .b64 %%count;\n"
               "\t.reg .b32 %%index, %%first_index, %%grid, %%size, %%block, %%thread, %%slot;\n"
               "\t.reg .b32 %%instance, %%mask, %%before, %%number, %%place, %%probes, %%at;\n"
               "\t.reg .b32 %%shared, %%zero;\n"
               "\t.reg .pred %%past, %%more;\n"
               "\tld.param.u64 %%memory, [p_memory];\n"
               "\tld.param.u64 %%results, [p_results];\n"
               "\tld.param.u64 %%table, [p_table];\n"
               "\tmov.u32 %%zero, 0;\n"
               "\tmov.u32 %%size, %%ntid.x;\n"
               "\tmov.u32 %%block, %%ctaid.x;\n"
               "\tmov.u32 %%thread, %%tid.x;\n"
               "\tmul.lo.u32 %%first_index, %%block, %%size;\n"
               "\tmov.u32 %%grid, %%nctaid.x;\n"
               "\tmul.lo.u32 %%grid, %%grid, %%size;\n"
               "\tmov.u32 %%shared, counted;\n",
               SHARED_SLOTS * SHARED_SLOT);
}

/* A loop over the slots of the shared table, %at of each. */
static int slots_begin(cm_gpu_writer *w)
{
    int n = cm_gpu_label(w);
    cm_gpu_put(w,
               "\tmov.u32 %%place, %%thread;\n"
               "$slots_%d:\n"
               "\tsetp.ge.u32 %%past, %%place, %d;\n"
               "\t@%%past bra $no_slot_%d;\n"
               "\tmad.lo.u32 %%at, %%place, %d, %%shared;\n",
               n, SHARED_SLOTS, n, SHARED_SLOT);
    return n;
}

static void slots_end(cm_gpu_writer *w, int n)
{
    cm_gpu_put(w,
               "$next_slot_%d:\n"
               "\tadd.u32 %%place, %%place, %%size;\n"
               "\tbra $slots_%d;\n"
               "$no_slot_%d:\n"
               "\tbar.sync 0;\n",
               n, n, n);
}

/* Instances that are stuck, and those past the last one, which keep their warp
 * whole, have key 0. */
static void find_key(cm_gpu_writer *w)
{
    const cm_plan *plan = w->plan;
    int n = cm_gpu_label(w);
    uint64_t words = (uint64_t)plan->stuck_plane * plan->instance_slots;
    cm_gpu_put(w,
               "\tadd.u32 %%instance, %%index, %%thread;\n"
               "\tmov.u64 %%key, 0;\n"
               "\tsetp.ge.u32 %%more, %%instance, %llu;\n"
               "\t@%%more bra $keyed_%d;\n",
               (unsigned long long)plan->instances, n);
    if (plan->stuck_plane >= 0)
        cm_gpu_put(w,
                   "\tmad.wide.u32 %%address, %%instance, 8, %%results;\n"
                   "\tld.global.u64 %%value, [%%address+%llu];\n"
                   "\tsetp.ne.u64 %%more, %%value, 0;\n"
                   "\t@%%more bra $keyed_%d;\n",
                   (unsigned long long)words * sizeof(uint64_t), n);
    /* %key = a hash of all values, never 0: each is mixed in by the steps of
     * splitmix64's finisher (Steele, Lea, Flood, OOPSLA 2014). */
    const cm_test *test = w->plan->test;
    cm_gpu_put(w, "\tmov.u64 %%key, 0x9e3779b97f4a7c15;\n");
    for (int o = 0; o < test->observed_count; o++)
        for (int k = 0; k < values_of(test, &test->observed[o]); k++) {
            read_value(w, o, k);
            cm_gpu_put(w, "\txor.b64 %%key, %%key, %%value;\n"
                          "\tmul.lo.u64 %%key, %%key, 0xbf58476d1ce4e5b9;\n"
                          "\tshr.u64 %%old, %%key, 31;\n"
                          "\txor.b64 %%key, %%key, %%old;\n"
                          "\tmul.lo.u64 %%key, %%key, 0x94d049bb133111eb;\n"
                          "\tshr.u64 %%old, %%key, 29;\n"
                          "\txor.b64 %%key, %%key, %%old;\n");
        }
    cm_gpu_put(w, "\tmax.u64 %%key, %%key, 1;\n");
    cm_gpu_put(w, "$keyed_%d:\n\tbar.warp.sync 0xffffffff;\n", n);
}

void cm_gpu_write_collect(cm_gpu_writer *w)
{
    put_file(w);
    declare(w);
    int slots = slots_begin(w);
    cm_gpu_put(w, "\tst.shared.v4.u32 [%%at], {%%zero, %%zero, %%zero, %%zero};\n");
    slots_end(w, slots);
    int sweep = cm_gpu_sweep_begin(w, w->plan->instances);
    find_key(w);
    /* One lane for each key of the warp goes on, with how many have it. */
    cm_gpu_put(w,
               "\tmatch.any.sync.b64 %%mask, %%key, 0xffffffff;\n"
               "\tsetp.eq.u64 %%more, %%key, 0;\n"
               "\t@%%more bra $next_%d;\n"
               "\tmov.u32 %%before, %%lanemask_lt;\n"
               "\tand.b32 %%before, %%before, %%mask;\n"
               "\tsetp.ne.u32 %%more, %%before, 0;\n"
               "\t@%%more bra $next_%d;\n"
               "\tpopc.b32 %%number, %%mask;\n",
               sweep, sweep);
    count_in_shared(w, sweep);
    cm_gpu_sweep_end(w, sweep);
    cm_gpu_put(w, "\tbar.sync 0;\n");
    slots = slots_begin(w);
    cm_gpu_put(w,
               "\tld.shared.u64 %%key, [%%at];\n"
               "\tsetp.eq.u64 %%more, %%key, 0;\n"
               "\t@%%more bra $next_slot_%d;\n"
               "\tld.shared.u32 %%number, [%%at+8];\n"
               "\tld.shared.u32 %%instance, [%%at+12];\n"
               "\tcvt.u64.u32 %%count, %%number;\n"
               "\tcall cmcm_file, (%%memory, %%results, %%table, %%key, %%count, %%instance);\n",
               slots);
    slots_end(w, slots);
    cm_gpu_put(w, "\tret;\n}\n");
}
