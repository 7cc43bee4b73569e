/* Parameters, plans and tallies: what a run is made of before any machine is
 * touched. */
#include "tests/unit/litmus_open.h"

#include "hwrun/plan/plan.h"
#include "hwrun/run/tally.h"

/* As an H200: 132 multiprocessors of 2,048 threads and 32 CTAs; 16 CPUs. */
static const cm_plan_limits limits = {.host = CM_X86_64,
                                      .cpus = 16,
                                      .multiprocessors = 132,
                                      .threads_per_multiprocessor = 2048,
                                      .threads_per_block = 1024,
                                      .blocks_per_multiprocessor = 32};

static const char mp_gpu[] = "PTX MP\n{ x=0; y=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n"
                             " st.relaxed.gpu.u32 [x], 1 | ld.relaxed.gpu.u32 r0, [y] ;\n"
                             " st.relaxed.gpu.u32 [y], 1 | ld.relaxed.gpu.u32 r1, [x] ;\n"
                             "exists (1:r0=1 /\\ 1:r1=0)\n";
static const char mp_both[] = "CMCM MP\n{ x=0; y=0; }\n P0@x86_64 | P1@ptx,cta 0,gpu 0 ;\n"
                              " movl $1,(x) | ld.relaxed.sys.u32 r0, [y] ;\n"
                              " movl $1,(y) | ld.relaxed.sys.u32 r1, [x] ;\n"
                              "exists (1:r0=1 /\\ 1:r1=0)\n";

/* ---- making plans ---------------------------------------------------- */

typedef struct making {
    opened o;
    cm_parameters parameters;
    const cm_plan_limits *limits;
    cm_plan *plan; /* NULL: refused */
} making;

static void make(void *argument)
{
    making *m = argument;
    m->plan = cm_plan_make(&m->o.work, m->o.test, &m->parameters, m->limits);
}

static void start(making *m, const char *text)
{
    *m = (making){.limits = &limits};
    cm_parameters_init(&m->parameters);
    open_good(&m->o, text);
}

static void set(making *m, const char *text)
{
    const char *why = "";
    if (!cm_parameters_set(&m->parameters, m->o.arena, text, &why))
        fail_msg("%s: %s", text, why);
}

static void finish(making *m)
{
    cm_arena_protect(m->o.arena, make, m);
    if (!m->plan)
        fail_msg("%s", first_error(&m->o));
}

static void assert_refused(const char *text, const cm_plan_limits *on, const char *why)
{
    making m;
    start(&m, text);
    m.limits = on;
    cm_arena_protect(m.o.arena, make, &m);
    assert_null(m.plan);
    if (!strstr(first_error(&m.o), why))
        fail_msg("`%s` does not say `%s`", first_error(&m.o), why);
    close_test(&m.o);
}

/* ---- roles and numbers ----------------------------------------------- */

TEST(test_gpu)
{
    making m;
    start(&m, mp_gpu);
    set(&m, "lanes=128");
    set(&m, "steps=4");
    finish(&m);
    const cm_plan *plan = m.plan;
    assert_int_equal(plan->mix, CM_MIX_GPU);
    assert_int_equal(plan->cta_count, 2);
    assert_int_equal(plan->cta_roles, 1);
    assert_int_equal(plan->participants, 2);
    assert_int_equal(plan->cluster_size, 1);
    /* 1,024 threads per multiprocessor: 8 CTAs of 128; 132 * 8 / 2 = 528 teams,
     * of which a power of two. */
    assert_int_equal(plan->teams, 512);
    assert_int_equal(plan->instances, 512 * 128 * 4);
    assert_int_equal(plan->instance_slots, plan->instances);
    assert_int_equal(plan->result_count, 2);
    assert_int_equal(plan->stuck_plane, -1);
    assert_int_equal(plan->result_bytes, 2 * 8 * plan->instance_slots);
    assert_int_equal(plan->flag_bytes, 512 * 2 * CM_FLAG_STRIDE);
    assert_int_equal(plan->roles[1].cta, 1);
    assert_int_equal(plan->roles[1].participant, 1);
    assert_int_equal(plan->state_width, 2);
    close_test(&m.o);
}

/* Lanes of one warp share its place; without a word a thread has a warp of its own. */
TEST(test_lanes)
{
    making m;
    start(&m, "PTX t\n{ }\n P0@cta 0,gpu 0,tid 33 | P1@cta 0,gpu 0,tid 1 | P2@cta 0,gpu 0,tid 35 | "
              "P3@cta 1,gpu 0 | P4@cta 0,gpu 0,tid 36 ;\n"
              " bar.warp.sync 26 | nop | bar.warp.sync 26 | nop | bar.warp.sync 26 ;\n"
              "exists (true)\n");
    finish(&m);
    static const int places[] = {0, 1, 0, 0, 0}, lanes[] = {1, 1, 3, 0, 4};
    assert_true(m.plan->warps);
    assert_int_equal(m.plan->spread, 32);
    assert_int_equal(m.plan->cta_roles, 2);
    for (int r = 0; r < 5; r++) {
        assert_int_equal(m.plan->roles[r].place, places[r]);
        assert_int_equal(m.plan->roles[r].lane, lanes[r]);
    }
    close_test(&m.o);
}

/* Lanes are of one instance, and instances meet at barriers of the CTA: several go through them
 * together, one alone where a loop comes before. */
TEST(test_lanes_and_barriers)
{
    static const struct {
        const char *first, *last;
        uint32_t lanes;
    } rows[] = {{"bar.warp.sync 3", "bar.sync 0", 16},
                {"bar.sync 0", "bar.sync 0", 16},
                {"@p0 bra L", "bar.sync 0", 1},
                {"@p0 bra L", "nop", 16}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        making m;
        char text[400];
        snprintf(
            text, sizeof text,
            "PTX t\n{ x=0; }\n P0@cta 0,gpu 0,tid 0 | P1@cta 0,gpu 0,tid 1 | P2@cta 0,gpu 0 ;\n"
            " L: | | ;\n ld.relaxed.gpu.u32 r0, [x] | | ;\n setp.eq.u32 p0, r0, 1 | | ;\n"
            " %s | %s | ;\n bar.warp.sync 3 | bar.warp.sync 3 | ;\n"
            " %s | %s | %s ;\nexists (true)\n",
            rows[i].first, *rows[i].first == '@' ? "" : rows[i].first, rows[i].last, rows[i].last,
            rows[i].last);
        start(&m, text);
        finish(&m);
        assert_int_equal(m.plan->lanes, rows[i].lanes);
        assert_int_equal(m.plan->cta_roles, 2);
        close_test(&m.o);
    }
}

/* A warp without the other's instructions is none: two places, and barriers as ever. */
TEST(test_warps_apart)
{
    making m;
    start(&m, "PTX t\n{ }\n P0@cta 0,gpu 0,tid 0 | P1@cta 0,gpu 0,tid 1 ;\n"
              " bar.sync 0 | bar.sync 0 ;\nexists (true)\n");
    finish(&m);
    assert_false(m.plan->warps);
    assert_int_equal(m.plan->roles[1].place, 1);
    assert_int_equal(m.plan->roles[1].lane, 0);
    close_test(&m.o);
}

TEST(test_both)
{
    making m;
    start(&m, mp_both);
    set(&m, "cpu_stress=3");
    finish(&m);
    const cm_plan *plan = m.plan;
    assert_int_equal(plan->mix, CM_MIX_BOTH);
    assert_int_equal(plan->cpu_count, 1);
    /* 16 CPUs less 3 for stress and one for the thread that launches. */
    assert_int_equal(plan->teams, 12);
    assert_int_equal(plan->roles[0].cpu, 0);
    assert_int_equal(plan->roles[0].participant, 1); /* CTAs come first */
    assert_int_equal(plan->roles[1].participant, 0);
    assert_true(plan->instance_slots >= plan->instances);
    close_test(&m.o);
}

TEST(test_ctas_and_clusters)
{
    making m;
    start(&m, "PTX t\n{ }\n P0@cta 3,cluster 1,gpu 0 | P1@cta 0,cluster 0,gpu 0 | "
              "P2@cta 1,cluster 0,gpu 0 | P3@cta 3,cluster 1,gpu 0 | P4@cta 2,cluster 1,gpu 0 ;\n"
              " fence.sc.gpu | fence.sc.gpu | fence.sc.gpu | fence.sc.gpu | fence.sc.gpu ;\n"
              "exists (true)\n");
    set(&m, "stress_blocks=5");
    finish(&m);
    /* P4 next to P0: one cluster, in which CTA 2 comes before CTA 3, as mapa counts them. */
    static const int ctas[] = {1, 2, 3, 1, 0};
    for (int r = 0; r < 5; r++)
        assert_int_equal(m.plan->roles[r].cta, ctas[r]);
    assert_int_equal(m.plan->cta_count, 4);
    assert_int_equal(m.plan->cta_roles, 2);
    assert_int_equal(m.plan->cluster_size, 2);
    assert_int_equal(m.plan->parameters.tuned[CM_STRESS_BLOCKS], 6); /* whole clusters */
    assert_int_equal(m.plan->roles[3].place, 1);
    close_test(&m.o);
}

TEST(test_instances)
{
    making m;
    start(&m, mp_gpu);
    set(&m, "lanes=64");
    set(&m, "teams=15");
    set(&m, "steps=2");
    finish(&m);
    assert_int_equal(m.plan->teams, 15);
    assert_int_equal(m.plan->steps, 2);
    assert_int_equal(m.plan->instances, 1920);
    assert_int_equal(m.plan->instance_slots, 2048);
    close_test(&m.o);
}

static const char mp_domains[] =
    "PTX MP\n{ x=0; y=0; }\n P0@cta 0,gpu 0,domain 2 | P1@cta 1,gpu 0,domain 0 ;\n"
    " st.relaxed.sys.u32 [x], 1 | ld.relaxed.sys.u32 r0, [y] ;\n"
    "exists (1:r0=1)\n";

/* A kernel for each domain, which share the room of their GPU. */
TEST(test_domains)
{
    cm_plan_limits four = limits;
    four.domains = 4;
    making m;
    start(&m, mp_domains);
    m.limits = &four;
    finish(&m);
    const cm_plan *plan = m.plan;
    assert_int_equal(plan->device_count, 2);
    assert_int_equal(plan->gpu_kernels, 2);
    assert_int_equal(plan->participants, 2);
    assert_int_equal(plan->roles[0].device, 1);
    assert_int_equal(plan->roles[1].device, 0);
    for (int d = 0; d < 2; d++) {
        assert_int_equal(plan->devices[d], 0);
        assert_int_equal(plan->gpus[d], 0);
        assert_int_equal(plan->domains[d], d);
    }
    uint32_t teams = plan->teams;
    close_test(&m.o);
    start(&m, mp_gpu); /* two CTAs of one kernel */
    finish(&m);
    assert_int_equal(m.plan->gpu_kernels, 1);
    assert_int_equal(m.plan->teams, teams);
    close_test(&m.o);
    assert_refused(mp_domains, &limits, "more domains of memory synchronisation than the GPU has");
}

/* A barrier of the cluster wants a launch in clusters, also where one CTA is the cluster. */
TEST(test_cluster_of_one)
{
    making m;
    start(&m, "PTX t\n{ }\n P0@cta 0,cluster 0,gpu 0 ;\n barrier.cluster.arrive ;\n"
              " barrier.cluster.wait ;\nexists (true)\n");
    finish(&m);
    const cm_plan *plan = m.plan;
    assert_int_equal(plan->cluster_size, 2);
    assert_int_equal(plan->cta_count, 2);
    close_test(&m.o);
    start(&m, "PTX t\n{ }\n P0@cta 0,cluster 0,gpu 0 ;\n bar.sync 0 ;\nexists (true)\n");
    finish(&m);
    assert_int_equal(m.plan->cluster_size, 1);
    close_test(&m.o);
}

TEST(test_loop_plane)
{
    making m;
    start(&m, "PTX t\n{ }\n P0@cta 0,gpu 0 ;\n L: ;\n ld.relaxed.gpu.u32 r0, [x] ;\n"
              " beq r0, 0, L ;\nexists (0:r0=1)\n");
    finish(&m);
    assert_int_equal(m.plan->stuck_plane, 1);
    assert_int_equal(m.plan->result_bytes, 2 * 8 * m.plan->instance_slots);
    close_test(&m.o);
}

/* One barrier of the test, 0 and 1, and one to align with: 64 / 3 CTAs of a warp for
 * each role fit on a multiprocessor of 64 barriers. */
TEST(test_barriers)
{
    making m;
    start(&m, "PTX t\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
              " bar.sync 1 | bar.sync 1 ;\nexists (x=0)\n");
    finish(&m);
    assert_int_equal(m.plan->lanes, 32);
    assert_int_equal(m.plan->teams, 2048); /* 132 * 16 = 2112: 1,024 threads come first */
    close_test(&m.o);
    start(&m, "PTX t\n{ x=0; 0:r0=1; }\n P0@cta 0,gpu 0 ;\n bar.sync r0 ;\nexists (x=0)\n");
    finish(&m);
    assert_int_equal(m.plan->teams, 512); /* 132 * (64 / 16), of which a power of two */
    close_test(&m.o);
}

/* ---- memory ---------------------------------------------------------- */

/* No two locations of any two instances share a byte, all lie in the area, and
 * each address leads back to its location. */
static void assert_layout(const char *scatter, const char *stride)
{
    making m;
    start(&m, "X86_64 t\n{ int64_t p=y; int a[3]={1,2,3}; int8_t b; y=7; 0:rax=a; }\n P0 | P1 ;\n"
              " movl $1,(y) | movl (y),%ebx ;\nexists (1:ebx=1)\n");
    set(&m, scatter);
    set(&m, stride);
    set(&m, "lanes=4");
    set(&m, "steps=32");
    set(&m, "teams=3");
    finish(&m);
    const cm_plan *plan = m.plan;
    assert_true(plan->memory_bytes < 1 << 20);
    unsigned char *used = CM_NEW_ARRAY(m.o.arena, plan->memory_bytes, unsigned char);
    const uint64_t base = UINT64_C(0x7f0000000000);
    for (uint64_t i = 0; i < plan->instances; i++) {
        for (int l = 0; l < m.o.test->location_count; l++) {
            const cm_plan_location *at = &plan->locations[l];
            uint64_t address = cm_plan_address(plan, at, base, i);
            assert_int_equal(address % at->width, 0);
            assert_true(address >= base && address + at->bytes <= base + plan->memory_bytes);
            for (uint32_t byte = 0; byte < at->bytes; byte++) {
                assert_int_equal(used[address - base + byte]++, 0);
                assert_int_equal(cm_plan_canonical(plan, base, i, address + byte),
                                 m.o.test->locations[l].address + byte);
            }
        }
        assert_int_equal(cm_plan_canonical(plan, base, i, 5), 5);
    }
    int p = location_index(m.o.test, "p"), y = location_index(m.o.test, "y");
    assert_int_equal(plan->locations[p].init[0].location, y);
    assert_int_equal(plan->locations[y].init[0].location, -1);
    assert_int_equal(plan->locations[y].init[0].number, 7);
    close_test(&m.o);
}

TEST(test_layout)
{
    assert_layout("scatter=0", "stride=4");
    assert_layout("scatter=0", "stride=64");
    assert_layout("scatter=1", "stride=4");
    assert_layout("scatter=77", "stride=128");
}

/* Every lane handles one instance of its team, and all are handled. */
TEST(test_rotation)
{
    making m;
    start(&m, mp_gpu);
    set(&m, "rotate=7");
    set(&m, "lanes=32");
    finish(&m);
    for (int role = 0; role < 2; role++) {
        uint64_t seen = 0;
        for (uint32_t lane = 0; lane < 32; lane++)
            seen |= UINT64_C(1) << cm_plan_lane(m.plan, role, lane);
        assert_int_equal(seen, 0xffffffff);
    }
    assert_int_equal(cm_plan_lane(m.plan, 1, 30), 5);
    close_test(&m.o);
}

/* CPU threads go through the lanes one after the other: two that wait for each other
 * would wait for ever in different instances. */
TEST(test_rotation_of_loops)
{
    static const char texts[][200] = {
        "X86_64 t\n{ }\n P0 | P1 ;\n L: | movl $1,(y) ;\n cmpl $1,(y) | K: ;\n jne L | "
        "cmpl $1,(x) ;\n movl $1,(x) | jne K ;\nexists (x=1)\n",
        "X86_64 t\n{ }\n P0 | P1 ;\n movl $1,(x) | movl $1,(y) ;\nexists (x=1)\n"};
    static const unsigned expected[] = {0, 7};
    for (int i = 0; i < 2; i++) {
        making m;
        start(&m, texts[i]);
        set(&m, "rotate=7");
        finish(&m);
        assert_int_equal(m.plan->parameters.tuned[CM_ROTATE], expected[i]);
        close_test(&m.o);
    }
}

/* ---- refusals -------------------------------------------------------- */

TEST(test_refusals)
{
    cm_plan_limits no_gpu = limits, arm = limits;
    no_gpu.multiprocessors = 0;
    arm.host = CM_AARCH64;
    assert_refused("AArch64 t\n{ }\n P0 ;\n NOP ;\nexists (true)\n", &limits,
                   "P0 is AArch64 code, expected X86_64");
    assert_refused(mp_both, &arm, "P0 is X86_64 code, expected AArch64");
    assert_refused(mp_gpu, &no_gpu, "there is no GPU here");
    assert_refused("PTX t\n{ }\n P0@cta 0,gpu 0 | P1@cta 0,gpu 1 ;\n fence.sc.sys | fence.sc.sys "
                   ";\nexists (true)\n",
                   &limits, "several GPUs");
    assert_refused("PTX t\n{ x=0; y @ alias x; }\n P0@cta 0,gpu 0 ;\n ld.weak.u32 r0, [y] ;\n"
                   "exists (true)\n",
                   &limits, "second name of `x`");
    assert_refused("AArch64 t\n{ 0:X1=x; }\n P0 ;\n LDP X2,X3,[X1] ;\nexists (0:X2=0)\n", &arm,
                   "`x` is accessed beyond its 8 bytes");
}

/* ---- parameters ------------------------------------------------------ */

TEST(test_parameters)
{
    cm_parameters p;
    cm_parameters_init(&p);
    const char *why;
    assert_true(cm_parameters_set(&p, arena, "stride=128", &why));
    static const char *const wrong[][2] = {{"stride", "has no value"},
                                           {"stride=96", "power of two"},
                                           {"stride=2", "from 4 to"},
                                           {"stride=-4", "expected a number"},
                                           {"stride=99999999999999999999", "expected a number"},
                                           {"stride=64k", "expected a number"},
                                           {"strides=64", "no parameter `strides`"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_false(cm_parameters_set(&p, arena, wrong[i][0], &why));
        if (!strstr(why, wrong[i][1]))
            fail_msg("%s: %s", wrong[i][0], why);
    }
    cm_parameters_settle(&p, CM_MIX_GPU);
    assert_int_equal(p.tuned[CM_STRIDE], 128);
    assert_int_equal(p.tuned[CM_LANES], cm_tunables[CM_LANES].defaults[CM_MIX_GPU]);
}

/* Every default and every draw is a value that the user could give. */
TEST(test_draws)
{
    for (int mix = 0; mix < CM_MIX_COUNT; mix++) {
        for (uint64_t draw = 0; draw < 200; draw++) {
            cm_parameters p, again;
            cm_parameters_init(&p);
            if (draw > 0)
                cm_parameters_draw(&p, (cm_mix)mix, draw);
            cm_parameters_settle(&p, (cm_mix)mix);
            for (int i = 0; i < CM_TUNABLE_COUNT; i++) {
                const char *why = "";
                const char *text = cm_arena_printf(arena, "%s=%u", cm_tunables[i].name, p.tuned[i]);
                cm_parameters_init(&again);
                if (!cm_parameters_set(&again, arena, text, &why))
                    fail_msg("%s: %s", text, why);
            }
        }
    }
}

TEST(test_memory_kinds)
{
    static const char *const texts[] = {
        "default",    "malloc",         "pinned",      "managed",     "device", "numa:3", "huge",
        "registered", "write-combined", "managed:cpu", "managed:gpu", "vmm",    "peer"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        cm_memory_kind kind;
        unsigned node = 0;
        assert_true(cm_memory_kind_parse(texts[i], &kind, &node));
        assert_string_equal(cm_memory_kind_text(arena, kind, node), texts[i]);
    }
    static const char *const wrong[] = {"",        "numa",   "managed:",
                                        "peer:1",  "numa:",  "numa:x",
                                        "numa:-1", "Device", "numa:99999999999999999999"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        cm_memory_kind kind;
        unsigned node;
        assert_false(cm_memory_kind_parse(wrong[i], &kind, &node));
    }
}

/* ---- tallies --------------------------------------------------------- */

/* Three of five states pass the filter; counts survive growing and sorting. */
TEST(test_tally)
{
    opened o;
    open_text(&o, "X86_64 t\n{ }\n P0 ;\n movl (x),%eax ;\nlocations [y;]\nfilter (0:rax!=1)\n"
                  "exists (0:rax=0)\n");
    assert_non_null(o.test);
    cm_tally tally;
    assert_true(cm_tally_init(&tally, 2));
    enum { STATES = 1000 };
    for (int again = 0; again < 3; again++)
        for (uint64_t i = 0; i < STATES; i++) {
            uint64_t values[] = {i % 5, i / 5};
            assert_true(cm_tally_add(&tally, values, i + 1));
        }
    cm_states *states = cm_tally_states(o.arena, o.test);
    uint64_t excluded = cm_tally_pour(&tally, o.arena, states);
    cm_tally_free(&tally);
    cm_states_finish(o.arena, states);
    assert_int_equal(states->count, STATES / 5 * 4);
    uint64_t sum = 0, expected = 0;
    for (uint64_t i = 0; i < STATES; i++)
        expected += i % 5 == 1 ? 0 : 3 * (i + 1);
    assert_int_equal(excluded, 3 * (STATES * (STATES + 1) / 2) - expected);
    for (size_t i = 0; i < states->count; i++) {
        const uint64_t *v = states->values + 2 * i;
        assert_int_equal(states->counts[i], 3 * (v[1] * 5 + v[0] + 1));
        sum += states->counts[i];
    }
    assert_int_equal(sum, expected);
    close_test(&o);
}
