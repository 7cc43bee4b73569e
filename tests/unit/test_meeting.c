/* litmus/meeting.h: which instructions meet, and that a test without them has the states of the
 * test that is written so. */
#include "litmus/meeting.h"
#include "tests/unit/checker_help.h"

/* "P0:1 P1:0; P0:3": the instructions of each meeting; "kernels"; "..." where not all are there. */
static const char *meetings_of(const char *model, const char *text)
{
    static char list[400];
    checker c;
    cm_meeting *meetings;
    bool all;
    checker_start_model(&c, model, text);
    int count = cm_meetings_of(c.cat.arena, c.job.test, &meetings, &all);
    list[0] = 0;
    for (int i = 0; i < count; i++) {
        const cm_meeting *m = &meetings[i];
        size_t end = strlen(list);
        end += (size_t)snprintf(list + end, sizeof list - end, "%s%s", i ? "; " : "",
                                m->count ? "" : "kernels");
        for (int k = 0; k < m->count; k++)
            end += (size_t)snprintf(list + end, sizeof list - end, "%sP%d:%d", k ? " " : "",
                                    m->places[k].thread, m->places[k].instruction);
    }
    if (!all)
        strncat(list, "...", sizeof list - strlen(list) - 1);
    checker_end(&c);
    return list;
}

/* Takes that meeting from the first text: the states are the second one's. */
static void same_states(const char *model, const char *more, int meeting, const char *less)
{
    checker c;
    cm_meeting *meetings;
    bool all;
    checker_start_model(&c, model, more);
    int count = cm_meetings_of(c.cat.arena, c.job.test, &meetings, &all);
    assert_in_range(meeting, 0, count - 1);
    cm_test *without = cm_test_without_meeting(c.cat.arena, c.job.test, &meetings[meeting]);
    const char *strong = checker_states_of(&c, c.job.test);
    const char *weak = checker_states_of(&c, without);
    assert_string_equal(weak, checker_states_of(&c, checker_parse(&c, less)));
    assert_string_not_equal(weak, strong);
    checker_end(&c);
}

#define HEADS " P0@cta 0,gpu 0 | P1@cta 0,gpu 0 ;\n"
#define TWICE(first, second)                                                                       \
    "PTX T\n{ x=0; y=0; }\n" HEADS " st.weak.u32 [x], 1 | " first " ;\n " first                    \
    " | ld.weak.u32 r0, [x] ;\n st.weak.u32 [y], 1 | " second " ;\n " second                       \
    " | ld.weak.u32 r1, [y] ;\nexists (1:r0=0 /\\ 1:r1=0)\n"

TEST(each_time)
{
    static const char twice[] = TWICE("bar.sync 0", "bar.sync 0");
    assert_string_equal(meetings_of("ptx", twice), "P0:1 P1:0; P0:3 P1:2");
    assert_string_equal(meetings_of("ptx", TWICE("bar.sync 0", "bar.sync 1")),
                        "P0:1 P1:0; P0:3 P1:2");
    same_states("ptx", twice, 0, TWICE("mov.u32 r9, 0", "bar.sync 0"));
    same_states("ptx", twice, 1, TWICE("bar.sync 0", "mov.u32 r9, 0"));
}

/* One who branches may come any number of times, and one who names the barrier by a register
 * may come to any. */
TEST(all_at_once)
{
    assert_string_equal(meetings_of("ptx", "PTX T\n{ x=0; }\n" HEADS " bar.sync 0 | bar.sync 0 ;\n"
                                           " setp.eq.u32 p0, r1, 0 | bar.sync 0 ;\n"
                                           " @p0 bra L | ;\n bar.sync 0 | ;\n L: | ;\n"
                                           "exists (x=0)\n"),
                        "P0:0 P0:3 P1:0 P1:1");
    assert_string_equal(meetings_of("ptx", "PTX T\n{ x=0; 0:r0=1; }\n" HEADS
                                           " bar.sync r0 | bar.sync 0 ;\n"
                                           " bar.sync 2 | bar.sync 1 ;\nexists (x=0)\n"),
                        "P0:0 P0:1 P1:0 P1:1");
    assert_string_equal(meetings_of("ptx", "PTX T\n{ x=0; }\n" HEADS " bar.sync 0 | bar.sync 0 ;\n"
                                           " bar.sync 0 | ;\nexists (x=0)\n"),
                        "P0:0 P0:1 P1:0");
    assert_string_equal(meetings_of("ptx", "PTX T\n{ x=0; }\n" HEADS
                                           " bar.arrive 0, 64 | bar.sync 0, 64 ;\n"
                                           " bar.sync 0, 64 | bar.arrive 0, 64 ;\n"
                                           "exists (x=0)\n"),
                        "P0:0 P0:1 P1:0 P1:1");
}

#define CLUSTER(arrive, wait, also)                                                                \
    "PTX T\n{ x=0; }\n P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 ;\n"                    \
    " st.weak.u32 [x], 1 | " arrive " ;\n " arrive " | " wait " ;\n " wait                         \
    " | ld.weak.u32 r0, [x] ;\n" also "exists (1:r0=0)\n"

/* Each CTA has barriers of its own, each cluster one. */
TEST(places)
{
    static const char cluster[] = CLUSTER("barrier.cluster.arrive", "barrier.cluster.wait", "");
    assert_string_equal(meetings_of("ptx", "PTX T\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | "
                                           "P2@cta 0,gpu 0 | P3@cta 1,gpu 0 ;\n"
                                           " bar.sync 0 | bar.sync 0 | bar.sync 0 | bar.sync 0 ;\n"
                                           "exists (x=0)\n"),
                        "P0:0 P2:0; P1:0 P3:0");
    assert_string_equal(meetings_of("ptx", cluster), "P0:1 P0:2 P1:0 P1:1");
    assert_string_equal(meetings_of("ptx", CLUSTER("barrier.cluster.arrive", "barrier.cluster.wait",
                                                   " bar.sync 0 | bar.sync 0 ;\n")),
                        "P0:1 P0:2 P1:0 P1:1; P0:3; P1:3");
    same_states("ptx", cluster, 0, CLUSTER("mov.u32 r8, 0", "mov.u32 r9, 0", ""));
}

/* Their results cannot be had without them. */
TEST(results)
{
    assert_string_equal(meetings_of("ptx",
                                    "PTX T\n{ x=0; }\n" HEADS
                                    " setp.eq.u32 p0, r0, 0 | setp.eq.u32 p0, r0, 0 ;\n"
                                    " bar.red.popc.u32 r1, 0, p0 | bar.red.popc.u32 r1, 0, p0 ;\n"
                                    " bar.sync 1 | bar.sync 1 ;\nexists (0:r1=2)\n"),
                        "P0:2 P1:2...");
}

TEST(kernels)
{
#define LAUNCHED(after)                                                                            \
    "PTX T\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0" after " ;\n"                               \
    " st.weak.u32 [x], 1 | ld.weak.u32 r0, [x] ;\nexists (1:r0=0)\n"
    assert_string_equal(meetings_of("ptx", LAUNCHED(",after P0")), "kernels");
    assert_string_equal(meetings_of("ptx", LAUNCHED("")), "");
    same_states("ptx", LAUNCHED(",after P0"), 0, LAUNCHED(""));
}

/* A register's first value belongs to the first instruction. */
TEST(other_gpus)
{
#define CDNA(barrier)                                                                              \
    "CDNA T\n{ x=0; 0:v[2:3]=x; 0:v0=1; 1:v[2:3]=x; }\n"                                           \
    " P0@wave 0,workgroup 0,agent 0 | P1@wave 1,workgroup 0,agent 0 ;\n"                           \
    " global_store_dword v[2:3], v0, off | " barrier " ;\n " barrier                               \
    " | global_load_dword v1, v[2:3], off ;\nexists (1:v1=0)\n"
    assert_string_equal(meetings_of("cdna", CDNA("s_barrier")), "P0:1 P1:0");
    same_states("cdna", CDNA("s_barrier"), 0, CDNA("s_nop 0"));
}
