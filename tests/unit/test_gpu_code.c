/* The generated PTX module: structure of the text, layout constants that agree with
 * the plan, and the plan's formulas read once more. Whether ptxas takes it is for
 * tests/program/ptxas.sh. */
#include "litmus/isa/isa.h"
#include "tests/unit/gpu_making.h"

static const char mp[] = "PTX MP\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                         " st.relaxed.gpu.u32 [x], 1 | ld.acquire.gpu.u32 r0, [y] ;\n"
                         " st.release.gpu.u32 [y], 1 | ld.relaxed.gpu.u32 r1, [x] ;\n"
                         "exists (1:r0=1 /\\ 1:r1=0)\n";
static const char mp_both[] = "CMCM MP\n{ x=0; y=0; }\n P0@x86_64 | P1@ptx,cta 0,gpu 0 ;\n"
                              " movl $1,(x) | ld.relaxed.sys.u32 r0, [y] ;\n"
                              " movl $1,(y) | ld.relaxed.sys.u32 r1, [x] ;\n"
                              "exists (1:r0=1 /\\ 1:r1=0)\n";

/* ---- what is in the text --------------------------------------------- */

TEST(each_instruction_once_and_in_order)
{
    making m;
    start_good(&m, mp, "");
    expect_times(m.ptx, "st.relaxed.gpu.global.u32 [%r0_a0], 1;", 1);
    expect_times(m.ptx, "st.release.gpu.global.u32 [%r0_a1], 1;", 1);
    expect_times(m.ptx, "ld.acquire.gpu.global.u32 %r1_r0, [%r1_a1];", 1);
    expect_times(m.ptx, "ld.relaxed.gpu.global.u32 %r1_r1, [%r1_a0];", 1);
    static const char *const first[] = {"begin role 0",
                                        "st.relaxed.gpu.global.u32 [%r0_a0], 1;",
                                        "st.release.gpu.global.u32 [%r0_a1], 1;",
                                        "end role 0",
                                        "begin role 1",
                                        "ld.acquire.gpu.global.u32 %r1_r0, [%r1_a1];",
                                        "ld.relaxed.gpu.global.u32 %r1_r1, [%r1_a0];",
                                        "end role 1",
                                        NULL};
    expect_order(m.ptx, first);
    close_test(&m.o);
}

/* Addresses and values are ready, the touch is done, then the team aligns. */
TEST(a_step_goes_in_order)
{
    making m;
    start_good(&m, mp, "touch=100 skew=50");
    static const char *const parts[] = {"$enter_role1:",
                                        "mad.wide.u32 %r1_a0, %instance",
                                        "ld.weak.global.u8 %seen",
                                        "bar.sync 0;",
                                        "st.relaxed.gpu.global.u32 [%team_flags+128]",
                                        "ld.relaxed.gpu.global.u32 %seen, [%team_flags+0]",
                                        "bar.sync 0;",
                                        "%clock;",
                                        "begin role 1",
                                        "end role 1",
                                        "st.weak.global.u64 [%result",
                                        NULL};
    expect_order(m.ptx, parts);
    close_test(&m.o);
}

TEST(three_kernels)
{
    making m;
    start_good(&m, mp, "");
    expect_times(m.ptx, ".visible .entry cmcm_init(.param .u64 p_memory, .param .u64 p_results)",
                 1);
    expect_times(m.ptx, ".visible .entry cmcm_test(", 1);
    expect_times(m.ptx, ".visible .entry cmcm_collect(", 1);
    expect_times(m.ptx, ".version 7.8\n.target sm_90\n", 1);
    close_test(&m.o);
}

/* ---- constants of the plan ------------------------------------------- */

TEST(constants_of_the_plan)
{
    making m;
    start_good(&m, mp, "lanes=64 steps=4 teams=32 stride=256 rotate=3 stress_blocks=2");
    /* 32 teams of 2 CTAs; 64 lanes; region of y after 8192 slots of 256 bytes */
    expect_times(m.ptx, ".maxntid 64, 1, 1", 1);
    expect_times(m.ptx, "setp.ge.u32 %more, %cta, 64;", 1);
    expect_times(m.ptx, "setp.lt.u32 %more, %step, 4;", 2);
    expect_times(m.ptx, "mad.lo.u32 %instance, %step, 32, %team;", 2);
    expect_times(m.ptx, "mad.wide.u32 %r1_a1, %instance, 256, %memory;", 1);
    expect_times(m.ptx, "add.u64 %r1_a1, %r1_a1, 2097152;", 1);
    expect_times(m.ptx, "add.u32 %mixed, %lane, 3;", 1); /* role 1 turns by 3 */
    expect_times(m.ptx, "add.u32 %mixed, %lane, 0;", 1); /* and role 0 not at all */
    expect_times(m.ptx, "mad.wide.u32 %team_flags, %team, 256, %team_flags;", 1);
    expect_times(m.ptx, "st.weak.global.u64 [%result+65536]", 1); /* 8192 words of result 0 */
    expect_times(m.ptx, "setp.ge.u64 %there, %value, 64;", 1);
    close_test(&m.o);
}

TEST(scattered_addresses)
{
    making m;
    start_good(&m, mp, "scatter=5");
    const cm_plan_location *x = &m.plan->locations[0];
    const char *line = cm_arena_printf(m.o.arena, "mad.lo.u32 %%slot, %%instance, %u, %u;",
                                       x->multiplier, x->addend);
    assert_true(x->multiplier % 2 == 1 && x->multiplier != 1);
    assert_true(unit_occurrences(m.ptx, line) >= 2);
    close_test(&m.o);
}

/* With CPUs, flags are seen by the whole system. */
TEST(scope_of_flags)
{
    making m;
    start_good(&m, mp_both, "");
    expect_times(m.ptx, "st.relaxed.sys.global.u32 [%team_flags+0]", 1);
    expect_times(m.ptx, "ld.relaxed.sys.global.u32 %seen, [%team_flags+128]", 1);
    close_test(&m.o);
    start_good(&m, mp, "align=0 touch=0 skew=0");
    expect_times(m.ptx, "setp.ne.u32 %more, %step, 0;", 2);
    expect_times(m.ptx, "%clock", 0);
    expect_times(m.ptx, "ld.weak.global.u8", 0);
    close_test(&m.o);
}

TEST(stress)
{
    static const struct {
        const char *parameters;
        unsigned loads, stores, additions, steps; /* steps: of the generator, two of the seed */
    } rows[] = {{"stress_blocks=1 stress_pattern=0", 0, 2, 0, 2},
                {"stress_blocks=1 stress_pattern=1", 1, 1, 0, 2},
                {"stress_blocks=1 stress_pattern=2", 1, 1, 0, 2},
                {"stress_blocks=1 stress_pattern=3", 2, 0, 0, 2},
                {"stress_blocks=1 stress_pattern=4", 0, 0, 2, 2},
                {"stress_blocks=1 stress_pattern=5", 0, 0, 0, 64}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        making m;
        start_good(&m, mp, rows[i].parameters);
        expect_times(m.ptx, "ld.volatile.global.u32", rows[i].loads);
        expect_times(m.ptx, "st.volatile.global.u32", rows[i].stores);
        expect_times(m.ptx, "red.relaxed.gpu.global.add.u32 [%address], %chance",
                     rows[i].additions);
        expect_times(m.ptx, "mad.lo.u32 %chance, %chance, 1664525, 1013904223;", rows[i].steps);
        expect_times(m.ptx, "red.relaxed.gpu.global.add.u64 [%counters+16], 1;", 1);
        close_test(&m.o);
    }
    making m;
    start_good(&m, mp, "stress_blocks=1 stress_lines=512 stress_stride=65536");
    expect_times(m.ptx, "rem.u32 %line, %line, 512;", 2);
    expect_times(m.ptx, "mad.wide.u32 %address, %line, 65536, %scratch;", 2);
    close_test(&m.o);
}

/* ---- initial values and results -------------------------------------- */

TEST(initial_values)
{
    making m;
    start_good(&m,
               "PTX t\n{ x=7; uint64_t p=x; z=0; 0:rd1=x; 0:r2=5; }\n P0@cta 0,gpu 0 ;\n"
               " ld.u32 r0, [rd1] ;\n ld.u64 rd3, [p] ;\n ld.u32 r4, [z] ;\n"
               "exists (0:r0=7 /\\ 0:rd3=x /\\ [p]=x)\n",
               "stride=16");
    expect_times(m.ptx, "mov.u64 %value, 7;", 1);
    expect_times(m.ptx, "st.global.v4.u32", 1); /* z */
    expect_times(m.ptx, "st.global.u64 [%address+0], %value;", 1);
    expect_times(m.ptx, "add.u64 %r0_rd1, %address, 0;", 1);
    expect_times(m.ptx, "mov.b32 %r0_r2, 5;", 1);
    /* both 64-bit values may be addresses; each is read to hash it and to file it */
    const char *address = cm_arena_printf(
        m.o.arena, "add.u64 %%value, %%address, %llu;",
        (unsigned long long)m.o.test->locations[location_index(m.o.test, "x")].address);
    expect_times(m.ptx, address, 4);
    close_test(&m.o);
}

/* Registers that nobody observes are looked at, or their loads would vanish. */
TEST(unobserved_registers_are_used)
{
    making m;
    start_good(&m,
               "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.u32 r0, [x] ;\n ld.u32 r1, [x] ;\n"
               "exists (0:r0=0)\n",
               "touch=0");
    expect_times(m.ptx, "mov.b32 %mixed, %r0_r1;", 1);
    expect_times(m.ptx, "mov.b32 %mixed, %r0_r0;", 0);
    close_test(&m.o);
}

TEST(loops)
{
    making m;
    start_good(&m,
               "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n L: ld.relaxed.gpu.u32 r0, [x] ;\n"
               " bne r0, 1, L ;\nexists (0:r0=1)\n",
               "");
    assert_int_equal(m.plan->stuck_plane, 1);
    const char *plane = cm_arena_printf(m.o.arena, "add.u64 %%result, %%result, %llu;",
                                        (unsigned long long)m.plan->instance_slots * 8);
    static const char *const parts[] = {
        "bra r0_end;", "r0_stuck:", "exch.b64 %value, [%result], 1", "add.u64 [%counters+0], 1;",
        "r0_end:",     NULL};
    expect_order(m.ptx, parts);
    expect_times(m.ptx, plane, 1);
    close_test(&m.o);
}

/* The harness takes the first barrier that the test has not; a CTA with fewer
 * roles has threads that come to it too. */
TEST(barriers)
{
    making m;
    start_good(&m,
               "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 | P2@cta 1,gpu 0 ;\n"
               " st.weak [x], 1 | bar.sync 2 | ld.weak r0, [x] ;\n"
               " bar.sync 2 | ld.weak r0, [x] | ;\nexists (1:r0=1 /\\ 2:r0=1)\n",
               "");
    assert_int_equal(m.plan->lanes, 32);
    expect_times(m.ptx, "barrier.cta.sync 2, 64;", 2);
    expect_times(m.ptx, "bar.sync 3;", 8); /* twice for three roles and the idle ones */
    expect_times(m.ptx, "$steps_idle1:", 1);
    close_test(&m.o);
}

/* A barrier after a loop: one lane, else instances would wait for each other at the barriers of
 * two CTAs; a CPU thread that waits, too: each lane in a warp of its own. */
TEST(waiting_apart)
{
    making m;
    start(&m,
          "PTX t\n{ l=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n L0: | L0: ;\n"
          " atom.relaxed.gpu.cas.b32 r0, [l], 0, 1 | atom.relaxed.gpu.cas.b32 r0, [l], 0, 1 ;\n"
          " setp.ne.s32 p0, r0, 0 | setp.ne.s32 p0, r0, 0 ;\n @p0 bra L0 | @p0 bra L0 ;\n"
          " bar.sync 0 | bar.sync 0 ;\n st.relaxed.gpu [l], 0 | st.relaxed.gpu [l], 0 ;\n"
          "exists (l=0)\n",
          "");
    assert_non_null(m.ptx);
    assert_int_equal(m.plan->lanes, 1);
    assert_int_equal(m.plan->spread, 32);
    expect_times(m.ptx, ".maxntid 32, 1, 1", 1);
    expect_times(m.ptx, "barrier.cta.sync 0, 32;", 2);
    close_test(&m.o);
    start(&m,
          "CMCM t\n{ f=0; g=0; }\n P0@ptx,cta 0,gpu 0 | P1@x86_64 ;\n L0: | L1: ;\n"
          " ld.volatile.u32 r0, [f] | MOV EAX,[g] ;\n setp.ne.u32 p0, r0, 1 | CMP EAX,1 ;\n"
          " @p0 bra L0 | JNE L1 ;\nexists (0:r0=1)\n",
          "");
    assert_non_null(m.ptx);
    assert_int_equal(m.plan->lanes, 32);
    assert_int_equal(m.plan->spread, 32);
    close_test(&m.o);
}

/* Two GPUs: the writer on number 3 of the test, which is device 0. */
static const char two_gpus[] =
    "PTX t\n{ x=0; y=0; z=0; }\n P0@cta 0,gpu 3 | P1@cta 0,gpu 5 | P2@cta 1,gpu 5 ;\n"
    " st.relaxed.sys [x], 1 | ld.relaxed.sys r0, [y] | st.relaxed.sys [z], 1 ;\n"
    " st.relaxed.sys [y], 1 | ld.relaxed.sys r1, [x] | ;\n"
    "exists (1:r0=1 /\\ 1:r1=0)\n";

static void make_two(void *argument)
{
    making *m = argument;
    m->ptx = NULL;
    m->plan = cm_plan_make(&m->o.work, m->o.test, &m->parameters, &m->limits);
    m->ptx = cm_gpu_code_of(&m->o.work, m->plan, 1, m->target);
}

static void start_two(making *m, const char *homes)
{
    start(m, two_gpus, "");
    assert_null(m->ptx);
    assert_non_null(strstr(first_error(&m->o), "several GPUs, expected one GPU"));
    m->limits.gpus = 2;
    snprintf(m->parameters.homes, sizeof m->parameters.homes, "%s", homes);
    m->o.work = cm_work_new(m->o.arena);
    cm_arena_protect(m->o.arena, make_two, m);
}

TEST(several_gpus)
{
    making m;
    start_two(&m, "x=reader,y=writer,z=cpu");
    assert_non_null(m.ptx);
    const cm_plan *plan = m.plan;
    assert_int_equal(plan->device_count, 2);
    assert_int_equal(plan->devices[1], 5);
    assert_int_equal(plan->cta_count, 2); /* device 0 has one without a role */
    assert_int_equal(plan->participants, 4);
    assert_int_equal(plan->roles[1].participant, 2);
    assert_int_equal(plan->area_count, 3);
    assert_int_equal(plan->areas[plan->locations[0].area].device, 1);
    assert_int_equal(plan->areas[plan->locations[1].area].device, 0);
    assert_int_equal(plan->areas[plan->locations[2].area].kind, CM_AREA_HOST);
    expect_times(m.ptx, "// begin role 0", 0);
    expect_times(m.ptx, "// begin role 1", 1);
    expect_times(m.ptx, "st.relaxed.sys.global.u32 [%team_flags+256], %turn;", 1); /* P1's flag */
    const cm_plan_location *y = &plan->locations[1];
    uint64_t before = cm_plan_address(plan, y, 4096, 5);
    cm_plan_move(m.plan, y->area, plan->areas[y->area].at - (uint64_t)1024);
    assert_true(cm_plan_address(plan, y, 4096, 5) == before - 1024);
    assert_true(cm_plan_holds(plan, 4096, before - 1024));
    close_test(&m.o);
    start_two(&m, "z=numa:1,x=cpu");
    assert_non_null(m.ptx);
    assert_int_equal(m.plan->areas[m.plan->locations[2].area].kind, CM_AREA_NUMA);
    assert_int_equal(m.plan->areas[m.plan->locations[2].area].device, 1);
    assert_string_equal(m.plan->parameters.homes, "z=numa:1,x=cpu"); /* as it was said */
    close_test(&m.o);
    start_two(&m, "x=gpu4");
    assert_non_null(strstr(first_error(&m.o), "`gpu4` is not a home for `x`"));
    close_test(&m.o);
    start_two(&m, "q=cpu");
    assert_non_null(strstr(first_error(&m.o), "`q=cpu` is not a home of a location"));
    close_test(&m.o);
}

/* As the test says it, unless the option says something else; the parameters tell all. */
TEST(homes_of_the_test)
{
    making m;
    static const char text[] = "PTX t\n{ x@gpu 5=0; y@cpu=0; z@numa 2=0; w=0; }\n"
                               " P0@cta 0,gpu 0 | P1@cta 0,gpu 5 ;\n"
                               " st.relaxed.sys.u32 [x], 1 | ld.relaxed.sys.u32 r0, [y] ;\n"
                               "exists (1:r0=0 /\\ z=0 /\\ w=0)\n";
    start(&m, text, "");
    m.limits.gpus = 2;
    snprintf(m.parameters.homes, sizeof m.parameters.homes, "y=gpu0");
    m.o.work = cm_work_new(m.o.arena);
    cm_arena_protect(m.o.arena, make_two, &m);
    assert_non_null(m.ptx);
    assert_string_equal(m.plan->parameters.homes, "x=gpu5,y=gpu0,z=numa:2");
    const cm_plan *plan = m.plan;
    static const cm_plan_area areas[] = {{.kind = CM_AREA_DEVICE, .device = 1},
                                         {.kind = CM_AREA_DEVICE, .device = 0},
                                         {.kind = CM_AREA_NUMA, .device = 2},
                                         {.kind = CM_AREA_MEMORY, .device = -1}};
    for (int l = 0; l < 4; l++) {
        assert_int_equal(plan->areas[plan->locations[l].area].kind, areas[l].kind);
        assert_int_equal(plan->areas[plan->locations[l].area].device, areas[l].device);
    }
    close_test(&m.o);
}

TEST(injections)
{
    making m;
    start(&m, mp, "");
    m.parameters.injections = CM_NATIVE_DROP_ACQUIRE | CM_NATIVE_NARROW_SCOPE;
    cm_arena_protect(m.o.arena, make, &m);
    expect_times(m.ptx, "ld.relaxed.cta.global.u32 %r1_r0, [%r1_a1];", 1);
    expect_times(m.ptx, "st.release.cta.global.u32 [%r0_a1], 1;", 1);
    close_test(&m.o);
}

TEST(refusals)
{
    making m;
    start(&m, "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n cold.weak r0, x ;\nexists (0:r0=0)\n", "");
    assert_null(m.ptx);
    assert_non_null(strstr(first_error(&m.o), "4:2: `cold` cannot run"));
    close_test(&m.o);
    start(&m,
          "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 ;\n ld.relaxed.cluster.u32 r0, [x] ;\n"
          "exists (0:r0=0)\n",
          "");
    assert_non_null(m.ptx);
    m.target = 80;
    m.ptx = NULL;
    cm_arena_protect(m.o.arena, make, &m);
    assert_null(m.ptx);
    assert_non_null(strstr(first_error(&m.o), "needs a GPU of compute capability 9.0"));
    close_test(&m.o);
    start(&m,
          "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0,after P0 ;\n"
          " st.relaxed.gpu.u32 [x], 1 | ld.relaxed.gpu.u32 r0, [x] ;\nexists (1:r0=0)\n",
          "");
    assert_null(m.ptx);
    assert_non_null(strstr(first_error(&m.o), "P1 begins after P0: kernels one after the other"));
    close_test(&m.o);
}

/* ---- the plan's formulas --------------------------------------------- */

/* Marks every byte of every instance's locations: none twice, all inside. */
static void check_layout(const cm_plan *plan)
{
    uint8_t *used = calloc(1, plan->memory_bytes);
    assert_non_null(used);
    for (int l = 0; l < plan->test->location_count; l++) {
        const cm_plan_location *location = &plan->locations[l];
        for (uint64_t i = 0; i < plan->instances; i++) {
            uint64_t at = cm_plan_address(plan, location, 0, i);
            assert_true(at + location->bytes <= plan->memory_bytes);
            assert_int_equal(at % location->width, 0);
            for (uint32_t byte = 0; byte < location->bytes; byte++)
                assert_int_equal(used[at + byte]++, 0);
        }
    }
    free(used);
}

TEST(instances_never_overlap)
{
    static const char *const parameters[] = {
        "lanes=32 teams=3 steps=4", "lanes=32 teams=3 steps=4 scatter=7",
        "lanes=16 teams=5 steps=2 stride=4 scatter=1", "lanes=64 teams=1 steps=1 stride=1024"};
    for (size_t i = 0; i < sizeof parameters / sizeof *parameters; i++) {
        making m;
        start_good(&m,
                   "PTX t\n{ uint64_t p=x; uint8_t c=0; int t[3]={1,2,3}; x=0; }\n"
                   " P0@cta 0,gpu 0 ;\n ld.u32 r0, [x] ;\n st.u8 [c], 1 ;\n ld.u32 r1, [t+8] ;\n"
                   "exists (0:r0=0)\n",
                   parameters[i]);
        check_layout(m.plan);
        close_test(&m.o);
    }
}

/* Every instance belongs to one team, step and lane; a rotated lane is a lane. */
TEST(instances_are_counted_once)
{
    making m;
    start_good(&m, mp, "lanes=32 teams=3 steps=4 rotate=5");
    const cm_plan *plan = m.plan;
    uint8_t *seen = calloc(1, plan->instances);
    assert_non_null(seen);
    for (uint32_t team = 0; team < plan->teams; team++)
        for (uint32_t step = 0; step < plan->steps; step++)
            for (uint32_t lane = 0; lane < plan->lanes; lane++) {
                uint64_t i = cm_plan_instance(plan, team, step, cm_plan_lane(plan, 1, lane));
                assert_true(i < plan->instances);
                assert_int_equal(seen[i]++, 0);
            }
    free(seen);
    close_test(&m.o);
}
