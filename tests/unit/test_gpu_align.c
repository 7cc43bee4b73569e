/* How the threads of a team on a GPU wait for each other, and for those on CPUs: the
 * generated alignment is run, instruction by instruction, with flags that the test
 * sets. A team is together when every flag has reached the turn, which is the same
 * number as on the CPU side (hwrun/run/team.c: the first step's number, the step, and 1). */
#include "tests/unit/litmus_open.h"

#include "hwrun/code/gpu_code.h"

#include <stdlib.h>

static const char three_ctas[] =
    "PTX T\n{ x=0; }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 | P2@cta 2,gpu 0 ;\n"
    " st.relaxed.gpu.u32 [x], 1 | ld.relaxed.gpu.u32 r0, [x] | ld.relaxed.gpu.u32 r0, [x] ;\n"
    "exists (1:r0=1)\n";

typedef struct making {
    opened o;
    cm_parameters parameters;
    cm_plan *plan;
    const char *ptx;
} making;

static void make(void *argument)
{
    static const cm_plan_limits limits = {.host = CM_X86_64,
                                          .cpus = 16,
                                          .multiprocessors = 132,
                                          .threads_per_multiprocessor = 2048,
                                          .threads_per_block = 1024,
                                          .blocks_per_multiprocessor = 32};
    making *m = argument;
    m->plan = cm_plan_make(&m->o.work, m->o.test, &m->parameters, &limits);
    m->ptx = cm_gpu_code_of(&m->o.work, m->plan, 0, 90);
}

static void start(making *m, const char *text)
{
    *m = (making){.ptx = NULL};
    cm_parameters_init(&m->parameters);
    open_text(&m->o, text);
    cm_arena_protect(m->o.arena, make, m);
    if (!m->ptx)
        fail_msg("%s", first_error(&m->o));
}

/* ---- a machine for the few instructions of the alignment -------------- */

enum { MOST_NAMES = 32, MOST_FLAGS = 8, MOST_STEPS = 1000 };

typedef struct machine {
    char names[MOST_NAMES][24];
    uint32_t values[MOST_NAMES];
    int count;
    uint32_t flags[MOST_FLAGS]; /* by participant */
    unsigned late;              /* how often the counter of late alignments was raised */
    unsigned polls;
} machine;

static uint32_t *variable(machine *m, const char *name)
{
    for (int i = 0; i < m->count; i++)
        if (strcmp(m->names[i], name) == 0)
            return &m->values[i];
    assert_true(m->count < MOST_NAMES);
    snprintf(m->names[m->count], sizeof m->names[0], "%s", name);
    return &m->values[m->count++];
}

static uint32_t value(machine *m, const char *operand)
{
    return *operand == '%' ? *variable(m, operand) : (uint32_t)strtoul(operand, NULL, 10);
}

static uint32_t *flag_at(machine *m, const char *address)
{
    unsigned offset;
    assert_int_equal(sscanf(address, "[%%team_flags+%u]", &offset), 1);
    assert_int_equal(offset % CM_FLAG_STRIDE, 0);
    assert_true(offset / CM_FLAG_STRIDE < MOST_FLAGS);
    return &m->flags[offset / CM_FLAG_STRIDE];
}

static bool starts(const char *opcode, const char *with)
{
    return strncmp(opcode, with, strlen(with)) == 0;
}

static void compare(machine *m, const char *opcode, const char *to, uint32_t a, uint32_t b)
{
    bool result = starts(opcode, "setp.ge.s32")   ? (int32_t)a >= (int32_t)b
                  : starts(opcode, "setp.gt.s32") ? (int32_t)a > (int32_t)b
                                                  : a != b;
    if (!starts(opcode, "setp.ge.s32") && !starts(opcode, "setp.gt.s32"))
        assert_true(starts(opcode, "setp.ne."));
    *variable(m, to) = result;
}

/* One instruction; the label that it jumps to, or NULL. */
static const char *step(machine *m, char *line)
{
    char *words[5] = {NULL}, *rest = NULL;
    int count = 0;
    for (char *w = strtok_r(line, " \t,;", &rest); w && count < 5;
         w = strtok_r(NULL, " \t,;", &rest))
        words[count++] = w;
    char **w = words;
    if (count && *w[0] == '@') {
        bool negated = w[0][1] == '!';
        if ((value(m, w[0] + 1 + negated) != 0) == negated)
            return NULL;
        w++;
    }
    if (!w[0] || *w[0] == '$')
        return NULL;
    if (starts(w[0], "bra"))
        return w[1];
    if (starts(w[0], "ld.relaxed.")) {
        m->polls++;
        *variable(m, w[1]) = *flag_at(m, w[2]);
    } else if (starts(w[0], "st.relaxed.")) {
        *flag_at(m, w[1]) = value(m, w[2]);
    } else if (starts(w[0], "red.")) {
        assert_string_equal(w[1], "[%counters+8]");
        m->late++;
    } else if (starts(w[0], "mov.")) {
        *variable(m, w[1]) = value(m, w[2]);
    } else if (starts(w[0], "add.") || starts(w[0], "sub.")) {
        uint32_t a = value(m, w[2]), b = value(m, w[3]);
        *variable(m, w[1]) = *w[0] == 'a' ? a + b : a - b;
    } else {
        assert_true(starts(w[0], "setp."));
        compare(m, w[0], w[1], value(m, w[2]), value(m, w[3]));
    }
    return NULL;
}

/* Runs the role's alignment, from its first barrier to its second. */
static void meet(machine *m, const char *ptx, const char *role)
{
    const char *from = strstr(ptx, role);
    assert_non_null(from);
    from = strchr(strstr(from, "bar.sync"), '\n') + 1;
    const char *end = strstr(from, "\tbar.sync");
    const char *at = from;
    for (int steps = 0; at < end; steps++) {
        assert_true(steps < MOST_STEPS);
        char line[256] = "", label[64];
        size_t length = strcspn(at, "\n");
        assert_true(length < sizeof line);
        memcpy(line, at, length);
        const char *target = step(m, line);
        at += length + 1;
        if (target) {
            snprintf(label, sizeof label, "\n%s:", target);
            at = strstr(from - 1, label);
            assert_true(at && at < end);
            at++;
        }
    }
}

static machine at_step(uint32_t first, uint32_t number, uint32_t patience)
{
    machine m = {.count = 0};
    *variable(&m, "%first") = first;
    *variable(&m, "%step") = number;
    *variable(&m, "%speaker") = 1;
    *variable(&m, "%patience") = patience;
    return m;
}

/* ---- tests ------------------------------------------------------------ */

TEST(passes_when_all_have_come)
{
    making t;
    start(&t, three_ctas);
    machine m = at_step(40, 2, 5);
    m.flags[0] = 43; /* this turn */
    m.flags[2] = 44; /* may be ahead: it has passed already */
    meet(&m, t.ptx, "$enter_role1:");
    assert_int_equal(m.flags[1], 43); /* first + step + 1, as on the CPU side */
    assert_int_equal(m.polls, 2);
    assert_int_equal(m.late, 0);
    close_test(&t.o);
}

TEST(waits_for_each_of_the_others)
{
    making t;
    start(&t, three_ctas);
    for (int missing = 0; missing < 3; missing++) {
        if (missing == 1)
            continue;
        machine m = at_step(40, 2, 5);
        m.flags[0] = m.flags[2] = 43;
        m.flags[missing] = 42; /* still at the turn before */
        meet(&m, t.ptx, "$enter_role1:");
        assert_int_equal(m.polls, 5 + 1);
        assert_int_equal(m.late, 1);
    }
    close_test(&t.o);
}

/* Numbers of turns wrap after 2^32 of them. */
TEST(turns_wrap)
{
    making t;
    start(&t, three_ctas);
    machine m = at_step(UINT32_MAX, 0, 5);
    m.flags[1] = UINT32_MAX; /* one behind: this turn is 0 */
    m.flags[2] = 1;
    meet(&m, t.ptx, "$enter_role0:");
    assert_int_equal(m.flags[0], 0);
    assert_int_equal(m.late, 1);
    m = at_step(UINT32_MAX, 0, 5);
    m.flags[1] = m.flags[2] = 0;
    meet(&m, t.ptx, "$enter_role0:");
    assert_int_equal(m.late, 0);
    close_test(&t.o);
}

TEST(only_one_thread_speaks)
{
    making t;
    start(&t, three_ctas);
    machine m = at_step(40, 2, 5);
    *variable(&m, "%speaker") = 0;
    meet(&m, t.ptx, "$enter_role2:");
    assert_int_equal(m.polls, 0);
    assert_int_equal(m.flags[2], 0);
    close_test(&t.o);
}
