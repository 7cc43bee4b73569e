/* checker/spin.c and checker/symmetry.c on random programs: what is left out
 * changes no state and no flag. They are compared with checks that leave nothing
 * out, at several loop bounds, and with the oracle.
 * CMCM_TEST_FACTOR multiplies the number of tests, CMCM_TEST_SEED moves to others. */
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"
#include "tests/oracle/oracle.h"
#include "tests/unit/checker_help.h"

static const char *flags_of(checker *c, const cm_check_result *r)
{
    const char *all = "";
    for (size_t i = 0; r->flags[i]; i++)
        all = cm_arena_printf(c->cat.arena, "%s %s", all, r->flags[i]);
    return all;
}

static void compare(checker *c, const char *text, const cm_check_result *less,
                    const cm_check_result *all, const char *what)
{
    const char *a = checker_states(c, less), *b = checker_states(c, all);
    if (strcmp(a, b) != 0)
        fail_msg("%s\n  with what is left out: %s\n  with all (%s): %s", text, a, what, b);
    a = flags_of(c, less);
    b = flags_of(c, all);
    if (strcmp(a, b) != 0)
        fail_msg("%s\n  flags with what is left out: %s\n  with all (%s): %s", text, a, what, b);
}

/* Counts the tests whose answer is certain in spite of their loops. */
static void compare_one(const char *model, const char *text, int *decided)
{
    checker c;
    checker_start_model(&c, model, text);
    cm_check_options options = {.unroll = 1, .timeout = 20, .verify = true};
    cm_check_result *less = checker_run(&c, c.cat.model, c.job.test, &options);
    if (less->outcome == CM_COMPLETE)
        for (unsigned bound = 1; bound <= 3; bound++) {
            /* tests are counted with the first bound, which so has time on a busy machine, too */
            options =
                (cm_check_options){.unroll = bound, .timeout = bound == 1 ? 20 : 1, .plain = true};
            cm_check_result *all = checker_run(&c, c.cat.model, c.job.test, &options);
            if (all->outcome == CM_LIMIT && !strstr(all->reason, "limit reached"))
                fail_msg("%s\n  with all: %s", text, all->reason);
            if (all->outcome == CM_LIMIT)
                break;
            compare(&c, text, less, all, bound == 1 ? "-u 1" : bound == 2 ? "-u 2" : "-u 3");
            *decided += bound == 1 && all->outcome == CM_LOOPS_CUT;
        }
    checker_end(&c);
}

static void compare_kind(gen_kind kind, const char *model, int count, int least)
{
    uint64_t seed = unit_seed();
    int decided = 0, total = unit_times(count);
    for (int i = 0; i < total; i++) {
        cm_arena *arena = cm_arena_new(0);
        compare_one(model, gen_spinning(arena, seed * 100000 + (uint64_t)i, kind), &decided);
        cm_arena_free(arena);
    }
    if (decided * 100 < total * least && unit_sample() == 1)
        fail_msg("only %d of %d tests are decided", decided, total);
    if (getenv("CMCM_TEST_FACTOR"))
        print_message("%s: %d of %d tests with loops are decided\n", model, decided, total);
}

TEST(on_aarch64)
{
    compare_kind(GEN_ALL_AARCH64, "arm", 30, 40);
}

TEST(on_x86)
{
    compare_kind(GEN_ALL_X86, "x86tso", 30, 30);
}

TEST(on_ptx)
{
    compare_kind(GEN_ALL_PTX, "ptx", 20, 20);
    compare_kind(GEN_ALL_PTX, "ptx60", 10, 20);
}

TEST(on_mixed)
{
    compare_kind(GEN_MIXED, "cmcm", 20, 20);
    compare_kind(GEN_ALL_AARCH64, "cmcm", 10, 20);
    compare_kind(GEN_ALL_X86, "cmcm", 10, 20);
    compare_kind(GEN_ALL_AARCH64, "cdna", 10, 20);
    compare_kind(GEN_ALL_X86, "cdna", 10, 20);
}

/* Message passing between waves, to a wave or a CPU that waits for the flag: with each
 * instruction of a release and of an acquire there or not. */
static const char *cdna_spinning(cm_arena *arena, unsigned which)
{
    static const char *const writes[] = {"buffer_wbl2 sc0 sc1", "s_nop 0"};
    static const char *const waits[] = {"s_waitcnt vmcnt(0)", "s_waitcnt vmcnt(1)"};
    static const char *const bits[] = {"sc0 sc1", "sc1", "sc0", ""};
    static const char *const invalidates[] = {"buffer_inv sc0 sc1", "s_nop 0"};
    const char *at = which & 32 ? "workgroup 1,xcd 1" : "workgroup 0,xcd 0";
    const char *head = cm_arena_printf(
        arena,
        "CMCM cdna-spinning-%u\n{ x=0; y=0; 0:v0=1; 0:v[2:3]=x; 0:v[4:5]=y;%s }\n"
        " P0@cdna,wave 0,workgroup 0,xcd 0,agent 0 | P1@%s%s%s ;\n",
        which, which & 64 ? "" : " 1:v[2:3]=x; 1:v[4:5]=y;", which & 64 ? "x86" : "cdna,wave 1,",
        which & 64 ? "" : at, which & 64 ? "" : ",agent 0");
    const char *flag = bits[which >> 2 & 3];
    if (which & 64)
        return cm_arena_printf(
            arena,
            "%s global_store_dword v[2:3], v0, off sc0 sc1 | L0: MOV EAX,[y] ;\n %s | CMP EAX,$0 "
            ";\n"
            " %s | JE L0 ;\n global_store_dword v[4:5], v0, off %s | MOV EBX,[x] ;\n"
            "locations [1:EAX; 1:EBX;]\nforall (true)\n",
            head, writes[which & 1], waits[which >> 1 & 1], flag);
    return cm_arena_printf(
        arena,
        "%s global_store_dword v[2:3], v0, off | L0: global_load_dword v0, v[4:5], off %s ;\n"
        " %s | s_waitcnt vmcnt(0) ;\n %s | v_cmp_eq_u32 vcc, 0, v0 ;\n"
        " global_store_dword v[4:5], v0, off %s | s_cbranch_vccnz L0 ;\n | %s ;\n"
        " | global_load_dword v1, v[2:3], off ;\nlocations [1:v0; 1:v1;]\nforall (true)\n",
        head, flag, writes[which & 1], waits[which >> 1 & 1], flag, invalidates[which >> 4 & 1]);
}

TEST(on_cdna)
{
    int decided = 0, total = 0;
    for (unsigned which = 0; which < 80; which++, total++) {
        compare_one("cdna", cdna_spinning(arena, which), &decided);
    }
    assert_int_equal(decided, total);
}

/* The oracle unrolls loops itself: within its bound it has fewer rounds or as many. */
TEST(against_the_oracle)
{
    static const struct {
        gen_kind kind;
        const char *model;
    } kinds[] = {{GEN_ALL_AARCH64, "arm"},
                 {GEN_ALL_X86, "x86tso"},
                 {GEN_ALL_PTX, "ptx"},
                 {GEN_MIXED, "cmcm"}};
    uint64_t seed = unit_seed();
    int compared = 0;
    for (int i = 0; i < unit_times(40); i++) {
        const char *text =
            gen_spinning(arena, seed * 100000 + (uint64_t)i + 50000, kinds[i % 4].kind);
        checker c;
        checker_start_model(&c, kinds[i % 4].model, text);
        cm_check_options options = {.unroll = 1, .timeout = 20};
        cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
        oracle_result slow = {0};
        oracle_limits limits = {.unroll = 1, .candidates = 3000};
        if (r->outcome == CM_COMPLETE &&
            oracle_run(&c.cat.work, c.cat.model, c.job.test, &limits, &slow) && slow.states) {
            cm_check_result all = {.states = slow.states, .flags = r->flags};
            compare(&c, text, r, &all, "the oracle");
            compared++;
        }
        checker_end(&c);
    }
    assert_true(compared > 10 || unit_sample() > 1);
}
