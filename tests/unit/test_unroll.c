/* checker/unroll.c: the visits of a thread are its steps, taken path by path,
 * with every label jumped back to at most `bound` times. */
#include "checker/unroll.h"

#include "tests/unit/checker_help.h"

/* A walk along the program and the visits at the same time. */
typedef struct walk {
    const cm_thread *thread;
    const cm_unrolled *code;
    unsigned bound;
    unsigned *jumps; /* by step: backward jumps to it so far */
    size_t paths, cuts;
} walk;

static void follow(walk *w, int step, int visit);

/* From a step to a target: the visit that must stand there. */
static void follow_jump(walk *w, int from, int target, int visit)
{
    if (target > from) {
        follow(w, target, visit);
        return;
    }
    if (w->jumps[target] == w->bound) {
        assert_int_equal(visit, CM_VISIT_CUT);
        w->cuts++;
        return;
    }
    w->jumps[target]++;
    follow(w, target, visit);
    w->jumps[target]--;
}

static void follow_indirect(walk *w, int step, const cm_visit *v)
{
    for (int i = 0; i < w->code->target_count; i++)
        follow_jump(w, step, w->code->targets[i], v->indirect[i]);
}

static void follow(walk *w, int step, int visit)
{
    if (step == w->thread->step_count) {
        assert_int_equal(visit, CM_VISIT_EXIT);
        w->paths++;
        return;
    }
    assert_true(visit >= 0 && visit < w->code->count);
    const cm_visit *v = &w->code->visits[visit];
    assert_int_equal(v->step, step);
    const cm_step *s = &w->thread->steps[step];
    if (s->kind != CM_STEP_BRANCH) {
        assert_true(v->next == CM_VISIT_EXIT || v->next > visit);
        follow(w, step + 1, v->next);
        return;
    }
    if (s->addr)
        follow_indirect(w, step, v);
    else
        follow_jump(w, step, s->target, v->taken);
    if (s->value || s->guard)
        follow(w, step + 1, v->next);
}

/* Every visit comes before those it leads to. */
static void check_order(const cm_unrolled *code)
{
    for (int i = 0; i < code->count; i++) {
        const cm_visit *v = &code->visits[i];
        assert_true(v->next < 0 || v->next > i);
        assert_true(v->taken < 0 || v->taken > i);
        for (int k = 0; v->indirect && k < code->target_count; k++)
            assert_true(v->indirect[k] < 0 || v->indirect[k] > i);
    }
}

static walk unroll(checker *c, unsigned bound, cm_unrolled *code)
{
    cm_unroll(&c->job, 0, (cm_unroll_limits){.bound = bound}, code);
    check_order(code);
    walk w = {.thread = &c->job.test->threads[0], .code = code, .bound = bound};
    w.jumps = CM_NEW_ARRAY(c->cat.arena, (size_t)w.thread->step_count + 1, unsigned);
    follow(&w, 0, code->count > 0 ? 0 : CM_VISIT_EXIT);
    return w;
}

/* visits: how many there are at most, 0: not said. */
static void expect(const char *text, unsigned bound, size_t paths, size_t cuts, int visits)
{
    checker c;
    cm_unrolled code;
    checker_start(&c, NULL, text);
    walk w = unroll(&c, bound, &code);
    assert_int_equal(w.paths, paths);
    assert_int_equal(w.cuts, cuts);
    if (visits > 0)
        assert_int_equal(code.count, visits);
    checker_end(&c);
}

TEST(straight)
{
    expect("AArch64 a\n{ x=0; 0:X1=x; }\n P0 ;\n MOV W0,#1 ;\n STR W0,[X1] ;\nexists (x=1)\n", 2, 1,
           0, 2);
    expect("AArch64 empty\n{ x=0; }\n P0 ;\n ;\nexists (x=1)\n", 2, 1, 0, 0);
}

/* Paths meet again: the visits after the branch are shared. */
TEST(branches)
{
    const char *text = "AArch64 a\n{ x=0; 0:X1=x; }\n P0 ;\n"
                       " LDR W0,[X1] ;\n CBZ W0,L0 ;\n MOV W2,#1 ;\n B L1 ;\n"
                       " L0: MOV W2,#2 ;\n L1: STR W2,[X1] ;\n"
                       " CBZ W0,L2 ;\n MOV W3,#1 ;\n L2: STR W3,[X1] ;\nexists (x=1)\n";
    expect(text, 1, 4, 0, 9);
    expect(text, 4, 4, 0, 9);
}

TEST(loops)
{
    const char *text = "AArch64 a\n{ x=0; 0:X1=x; }\n P0 ;\n"
                       " L0: LDR W0,[X1] ;\n CBNZ W0,L0 ;\n STR W0,[X1] ;\nexists (x=1)\n";
    for (unsigned bound = 1; bound <= 4; bound++)
        expect(text, bound, bound + 1, 1, 2 * ((int)bound + 1) + 1); /* the store is shared */
    /* a loop on itself, and one that never ends */
    expect("AArch64 a\n{ x=0; }\n P0 ;\n L0: B L0 ;\nexists (x=1)\n", 3, 0, 1, 4);
    expect("AArch64 a\n{ x=0; }\n P0 ;\n L0: CBNZ W0,L0 ;\nexists (x=1)\n", 3, 4, 1, 4);
}

/* Two jumps to one label share its bound; two labels have one each. */
TEST(several_jumps)
{
    const char *shared = "AArch64 a\n{ x=0; }\n P0 ;\n L0: NOP ;\n CBZ W0,L0 ;\n CBZ W1,L0 ;\n"
                         "exists (x=1)\n";
    /* after k jumps of either kind the thread leaves: 2^k ways, or is cut */
    expect(shared, 1, 3, 4, 0);
    expect(shared, 2, 7, 8, 0);
    const char *two = "AArch64 a\n{ x=0; }\n P0 ;\n L0: NOP ;\n CBZ W0,L0 ;\n L1: NOP ;\n"
                      " CBZ W1,L1 ;\nexists (x=1)\n";
    expect(two, 2, 9, 1 + 2 + 1, 0);
    for (unsigned bound = 1; bound <= 4; bound++)
        expect(two, bound, (size_t)(bound + 1) * (bound + 1), bound + 2, 0);
}

/* After a loop all its rounds meet: loops in a row add up and do not multiply. */
TEST(loops_in_a_row)
{
    const char *text = "AArch64 a\n{ x=0; 0:X1=x; }\n P0 ;\n"
                       " L0: LDR W0,[X1] ;\n CBNZ W0,L0 ;\n L1: LDR W0,[X1] ;\n CBNZ W0,L1 ;\n"
                       " L2: LDR W0,[X1] ;\n CBNZ W0,L2 ;\n L3: LDR W0,[X1] ;\n CBNZ W0,L3 ;\n"
                       " STR W0,[X1] ;\nexists (x=1)\n";
    for (unsigned bound = 1; bound <= 3; bound++) {
        size_t ways = bound + 1;
        expect(text, bound, ways * ways * ways * ways, 1 + ways + ways * ways + ways * ways * ways,
               4 * 2 * (int)ways + 1);
    }
    /* not those of a loop in a loop, whose bound is for the whole thread; they meet
     * when the outer one is left */
    expect("AArch64 a\n{ x=0; }\n P0 ;\n L0: MOV W5,#1 ;\n L1: NOP ;\n CBZ W0,L1 ;\n CBZ W1,L0 ;\n"
           " MOV W0,#1 ;\nexists (x=1)\n",
           1, 1 + 1 + 1 + 2, 1 + 2 + 1 + 2, 0);
}

TEST(nested)
{
    const char *text = "AArch64 a\n{ x=0; }\n P0 ;\n L0: MOV W5,#1 ;\n L1: NOP ;\n CBZ W0,L1 ;\n"
                       " CBZ W1,L0 ;\nexists (x=1)\n";
    /* the inner bound holds for the whole thread: with i inner jumps spread over
     * k+1 rounds there are C(i+k, k) ways; cuts: at the inner jump, at the outer */
    expect(text, 1, 1 + 1 + 1 + 2, 1 + 2 + 1 + 2, 0);
    for (unsigned bound = 1; bound <= 4; bound++) {
        checker c;
        cm_unrolled code;
        checker_start(&c, NULL, text);
        unroll(&c, bound, &code);
        checker_end(&c);
    }
}

TEST(indirect)
{
    const char *text = "AArch64 a\n{ x=0; 0:X1=x; }\n P0 ;\n"
                       " L0: ADR X2,L1 ;\n LDR W0,[X1] ;\n CBZ W0,L1 ;\n"
                       " BR X2 ;\n L1: STR W0,[X1] ;\nexists (x=1)\n";
    /* two labels: the branch may go on to L1, or back to L0 */
    for (unsigned bound = 1; bound <= 4; bound++)
        expect(text, bound, 2 * (size_t)bound + 2, 1, 0);
}

/* Jumps of loops that only wait are not taken, others are. */
TEST(waiting_jumps)
{
    checker c;
    cm_unrolled code;
    checker_start(&c, NULL,
                  "AArch64 a\n{ x=0; }\n P0 ;\n L0: MOV W2,#1 ;\n CBZ W0,L0 ;\n"
                  " L1: MOV W2,#2 ;\n CBZ W1,L1 ;\nexists (x=1)\n");
    const cm_thread *t = &c.job.test->threads[0];
    bool *waits = CM_NEW_ARRAY(c.cat.arena, (size_t)t->step_count, bool);
    for (int i = 0; i < t->step_count; i++)
        if (t->steps[i].kind == CM_STEP_BRANCH) {
            waits[i] = true;
            break;
        }
    cm_unroll(&c.job, 0, (cm_unroll_limits){.bound = 2, .waits = waits}, &code);
    check_order(&code);
    assert_int_equal(code.count, t->step_count + 2 * 2); /* the second loop, twice more */
    assert_int_equal(code.visits[1].taken, CM_VISIT_CUT);
    assert_true(code.visits[3].taken > 3);
    checker_end(&c);
}

/* ---- limits ------------------------------------------------------------ */

static void unroll_first(void *argument)
{
    checker *c = argument;
    cm_unrolled code;
    cm_unroll(&c->job, 0, (cm_unroll_limits){.bound = c->job.options.unroll}, &code);
}

TEST(limits)
{
    checker c;
    checker_start(&c, NULL, "AArch64 a\n{ x=0; }\n P0 ;\n L0: CBZ W0,L0 ;\nexists (x=1)\n");
    c.job.options.unroll = 4000000;
    assert_false(cm_arena_protect(c.cat.arena, unroll_first, &c));
    assert_non_null(c.job.limit);
    checker_end(&c);
    /* so many loops that their rounds do not fit into one number */
    char text[2000] = "AArch64 a\n{ x=0; }\n P0 ;\n";
    for (int i = 0; i < 40; i++)
        snprintf(text + strlen(text), 60, " L%d: CBZ W0,L%d ;\n", i, i);
    strcat(text, "exists (x=1)\n");
    checker_start(&c, NULL, text);
    c.job.options.unroll = 3;
    assert_false(cm_arena_protect(c.cat.arena, unroll_first, &c));
    assert_non_null(c.job.limit);
    checker_end(&c);
}
