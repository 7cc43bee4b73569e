/* Conformance: records made here, an oracle that is a table. */
#ifndef CM_CONFORM_HELP_H
#define CM_CONFORM_HELP_H

#include "campaign/conform.h"
#include "tests/unit/unit.h"

#include <string.h>

/* ---- what a model allows --------------------------------------------- */

#define BOTH_0 "1:r0=0; 1:r1=0;"
#define LATE   "1:r0=0; 1:r1=1;"
#define WEAK   "1:r0=1; 1:r1=0;"
#define BOTH_1 "1:r0=1; 1:r1=1;"

static const cm_record_state all_four[] = {
    {BOTH_0, 0, false}, {LATE, 0, false}, {WEAK, 0, true}, {BOTH_1, 0, false}};
static const cm_record_state not_weak[] = {
    {BOTH_0, 0, false}, {LATE, 0, false}, {BOTH_1, 0, false}};

static const cm_conform_allowed weak_allowed = {.model = "m",
                                                .text = "",
                                                .hash = "",
                                                .arch = "PTX",
                                                .condition = "exists (1:r0=1 /\\ 1:r1=0)",
                                                .quantifier = CM_EXISTS,
                                                .states = all_four,
                                                .count = 4,
                                                .complete = true,
                                                .why = "",
                                                .suite = "",
                                                .reason = ""};

static inline cm_conform_allowed weak_forbidden(void)
{
    cm_conform_allowed allowed = weak_allowed;
    allowed.states = not_weak;
    allowed.count = 3;
    return allowed;
}

/* ---- records --------------------------------------------------------- */

/* Two shards of a suite on two machines, and a log of a third.
 *
 *              shard 1 (hal)            shard 2 (dave)          log
 *     A rlx    1000, WEAK 2             3000, WEAK 0            500, WEAK 1
 *     B rel    2000, WEAK 3 (seed 9)    4000
 *     C rlx    1000                     refused
 *     D rel    failed
 *     U rlx    10                                               the judge does not know it
 *
 * The model allows WEAK of A and C, and forbids it of B and D. */
static const cm_record_machine hal = {.host = "hal", .cpu = "V2", .gpu = "H", .driver = "13.0"};
static const cm_record_machine dave = {.host = "dave", .cpu = "V2"};

static const cm_record_pair rlx[] = {{"order", "rlx"}, {"name", "<&>"}};
static const cm_record_pair rel[] = {{"order", "rel"}, {"name", "<&>"}};

static const cm_record_state a1[] = {{BOTH_0, 900, false}, {LATE, 98, false}, {WEAK, 2, true}};
static const cm_record_state a2[] = {{BOTH_0, 2000, false}, {BOTH_1, 1000, false}};
/* Another order, as a log may have it. */
static const cm_record_state a3[] = {{"1:r1=0; 1:r0=1;", 1, true}, {BOTH_1, 499, false}};
static const cm_record_state b1[] = {{BOTH_0, 1997, false}, {WEAK, 3, true}};
static const cm_record_state b2[] = {
    {BOTH_0, 1000, false}, {LATE, 2000, false}, {BOTH_1, 1000, false}};
static const cm_record_state c1[] = {{BOTH_0, 1000, false}};
static const cm_record_state u1[] = {{BOTH_0, 10, false}};

static inline cm_record_test make(const char *name, const char *hash, const cm_record_pair *axes,
                                  const cm_record_state *states, size_t count)
{
    cm_record_test test = {.name = name,
                           .arch = "PTX",
                           .hash = hash,
                           .text = "text of it, with ]]> and \x1b[31m\n",
                           .axes = (cm_record_pair *)axes,
                           .axis_count = axes ? 2 : 0,
                           .end = CM_RECORD_DONE,
                           .reason = "",
                           .started = "",
                           .states = (cm_record_state *)states,
                           .state_count = count,
                           .model = "m"};
    for (size_t i = 0; i < count; i++)
        test.instances += states[i].count;
    cm_parameters_init(&test.parameters);
    cm_parameters_settle(&test.parameters, CM_MIX_GPU);
    return test;
}

typedef struct world {
    cm_arena *arena;
    cm_work work;
    cm_record_test first[5], second[3], third[1];
    cm_record records[3];
    cm_conform_input inputs[3];
    size_t input_count;
    const char *by[2];
    size_t by_count;
    cm_conform *report;
    cm_text out;
    void (*write)(cm_text *, const cm_conform *, const cm_conform_style *);
    cm_conform_style style;
} world;

static inline void fill(world *w)
{
    w->first[0] = make("A", "aa", rlx, a1, 3);
    w->first[1] = make("B", "bb", rel, b1, 2);
    w->first[1].parameters.seed = 9;
    w->first[1].rounds = 4;
    w->first[2] = make("C", "cc", rlx, c1, 1);
    w->first[3] = make("D", "dd", rel, NULL, 0);
    w->first[3].end = CM_RECORD_FAILED;
    w->first[3].reason = "killed";
    w->first[4] = make("U", "ee", rlx, u1, 1);
    w->second[0] = make("A", "aa", rlx, a2, 2);
    w->second[0].verdict = CM_VERDICT_FORBIDDEN_SEEN; /* wrong: to be noted */
    w->second[1] = make("B", "bb", rel, b2, 3);
    w->second[2] = make("C", "cc", rlx, NULL, 0);
    w->second[2].end = CM_RECORD_REFUSED;
    w->second[2].reason = "no GPU";
    w->third[0] = make("A", "", NULL, a3, 2);
    w->third[0].parameters = (cm_parameters){0};
    w->records[0] = (cm_record){.suite = "s",
                                .machines = (cm_record_machine *)&hal,
                                .machine_count = 1,
                                .tests = w->first,
                                .test_count = 5};
    w->records[1] = (cm_record){.suite = "s",
                                .machines = (cm_record_machine *)&dave,
                                .machine_count = 1,
                                .tests = w->second,
                                .test_count = 3};
    w->records[2] = (cm_record){.suite = "", .tests = w->third, .test_count = 1};
    w->inputs[0] = (cm_conform_input){"one.xml", &w->records[0]};
    w->inputs[1] = (cm_conform_input){"two.xml", &w->records[1]};
    w->inputs[2] = (cm_conform_input){"three.log", &w->records[2]};
    w->input_count = 3;
}

static inline bool judge(void *context, const cm_record_test *test, cm_conform_allowed *out)
{
    (void)context;
    *out = weak_allowed;
    out->reason = "scope";
    if (strchr("BD", *test->name)) {
        *out = weak_forbidden();
        out->reason = "rel+acq";
    }
    if (*test->name != 'U')
        return true;
    out->why = "what is U?";
    return false;
}

static inline void make_report(void *argument)
{
    world *w = argument;
    w->work = cm_work_new(w->arena);
    w->report = cm_conform_make(&w->work, w->inputs, w->input_count, w->by, w->by_count, judge, w);
    w->out = cm_text_new(w->arena);
    if (w->write)
        w->write(&w->out, w->report, &w->style);
}

static inline void begin(world *w)
{
    *w = (world){.arena = cm_arena_new(0)};
    fill(w);
}

static inline void run(world *w)
{
    assert_true(cm_arena_protect(w->arena, make_report, w));
}

static inline const cm_conform_test *find(const world *w, const char *name)
{
    for (size_t i = 0; i < w->report->count; i++)
        if (strcmp(w->report->tests[i].name, name) == 0)
            return &w->report->tests[i];
    fail_msg("there is no %s", name);
    return NULL;
}

#endif
