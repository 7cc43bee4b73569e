/* Tests of the suites: which one a test is, and why its weak outcome is allowed or not. */
#include "campaign/judge_parts.h"
#include "enumerate/reason.h"
#include "litmus/isa/isa.h"
#include "litmus/text/text.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

/* A test of the suites. */
typedef struct place {
    const char *name;
    size_t order; /* from 1: as the suites have them */
    const cm_suite *suite;
    const char **values; /* of its axes */
} place;

struct cm_judge_reasons {
    cm_arena *arena, *passing; /* passing: for one program */
    place *places;             /* by name */
    size_t place_count, place_capacity;
    cm_work work;
    cm_programs programs;
    cm_weak *weak; /* of programs, as far as checked */
    bool *checked;
    size_t room;
};

void cm_judge_reasons_free(cm_judge_reasons *reasons)
{
    if (!reasons)
        return;
    cm_arena_free(reasons->arena);
    cm_arena_free(reasons->passing);
    free(reasons);
}

/* ---- the suites ------------------------------------------------------ */

/* The suites; the CPUs for which, and the fences with which, their tests have distinct names. */
static const struct {
    const char *name;
    bool of_cpus, of_fences;
} suites[] = {{"grace", true, false},       {"hopper", false, false},
              {"hopper-cta", false, false}, {"hopper-cluster", false, false},
              {"gpus", false, false},       {"hetero", true, true},
              {"hetero-cdna", true, true},  {"gpus-shapes", true, false}};

typedef struct gathering {
    cm_judge_reasons *reasons;
    const cm_suite *suite;
} gathering;

static bool gather_place(void *context, const char *const *values)
{
    gathering *g = context;
    cm_judge_reasons *r = g->reasons;
    size_t axes = (size_t)g->suite->axis_count;
    CM_RESERVE(r->arena, r->places, r->place_count, r->place_capacity);
    size_t order = ++r->place_count;
    place *p = &r->places[order - 1];
    *p = (place){.name = cm_suite_name(g->suite, values),
                 .order = order,
                 .suite = g->suite,
                 .values = CM_NEW_ARRAY(r->arena, axes, const char *)};
    memcpy(p->values, values, axes * sizeof *values);
    return true;
}

/* Shapes with CPU threads have one name for all CPUs. */
static int places_by_name(const void *a, const void *b)
{
    const place *left = a, *right = b;
    int order = strcmp(left->name, right->name);
    return order ? order : (left->order > right->order) - (left->order < right->order);
}

/* Those of one CPU, the fences that compilers make first. */
static void gather_suite(cm_judge_reasons *r, size_t suite, const cm_isa *cpu)
{
    bool least = cpu->writer->least_is_usual;
    for (int other = 0; other <= suites[suite].of_fences; other++) {
        const cm_enum_request request = {.name = suites[suite].name,
                                         .cpu = cpu->word,
                                         .cpu_fence = !suites[suite].of_fences ? NULL
                                                      : least != other         ? "least"
                                                                               : "full"};
        gathering g = {r, cm_suite_open(&r->work, &request)};
        cm_suite_each(g.suite, gather_place, &g);
    }
}

static void gather_places(cm_judge_reasons *r)
{
    for (size_t i = 0; i < sizeof suites / sizeof *suites; i++) {
        for (int arch = 0; arch < CM_CMCM; arch++) {
            const cm_isa *isa = cm_isa_for((cm_arch)arch);
            bool usual = isa->arch == cm_arch_usual(false);
            if (usual || (suites[i].of_cpus && cm_enum_cpu_word(isa)))
                gather_suite(r, i, isa);
        }
    }
    qsort(r->places, r->place_count, sizeof *r->places, places_by_name);
    cm_programs_init(&r->programs, r->arena);
}

/* ---- reasons --------------------------------------------------------- */

typedef struct reasoning {
    cm_judge *judge;
    cm_judge_reasons *reasons;
    const char *name;
    const cm_conform_allowed *allowed;
    const char *suite, *reason;
    size_t order;
} reasoning;

/* Is the place's program the test that was judged? A file with that name may hold another test. */
static bool is_that_test(const reasoning *r, const cm_program *program)
{
    cm_arena *arena = r->reasons->arena;
    const cm_source source = {r->name, program->text, program->length};
    char hash[33];
    cm_work work = cm_work_new(arena);
    const cm_test *test = cm_litmus_parse(&work, &source);
    if (!test)
        return false;
    cm_test_hash(&work, test, hash);
    return strcmp(hash, r->allowed->hash) == 0 &&
           strcmp(cm_condition_print(arena, test), r->allowed->condition) == 0;
}

/* NULL: the test is none of the suites'. */
static const place *place_of_test(const reasoning *r, cm_changes *changes)
{
    cm_judge_reasons *known = r->reasons;
    size_t low = 0, high = known->place_count; /* the first of that name, by bisection */
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (strcmp(known->places[middle].name, r->name) < 0)
            low = middle + 1;
        else
            high = middle;
    }
    for (size_t i = low; i < known->place_count && strcmp(known->places[i].name, r->name) == 0;
         i++) {
        const place *p = &known->places[i];
        *changes = cm_changes_add(&known->programs, p->suite, p->values);
        if (is_that_test(r, &known->programs.items[changes->itself]))
            return p;
    }
    return NULL;
}

typedef struct weighing {
    const reasoning *r;
    const cm_program *program;
    cm_weak weak;
} weighing;

static void weigh(void *argument)
{
    weighing *w = argument;
    cm_conform_allowed allowed;
    w->weak = CM_WEAK_UNKNOWN;
    if (!cm_judge_test(w->r->judge, w->r->reasons->passing, "enumerated", w->program->text,
                       w->program->length, &allowed))
        return;
    if (allowed.complete)
        w->weak = CM_WEAK_FORBIDDEN;
    for (size_t i = 0; i < allowed.count; i++)
        if (allowed.states[i].satisfies)
            w->weak = CM_WEAK_ALLOWED;
}

static void check_other_program(const reasoning *r, size_t index)
{
    cm_judge_reasons *known = r->reasons;
    if (known->checked[index])
        return;
    weighing w = {.r = r, .program = &known->programs.items[index]};
    cm_arena_reset(known->passing, 0);
    if (!cm_arena_protect(known->passing, weigh, &w))
        cm_arena_escape(known->arena);
    known->weak[index] = w.weak;
    known->checked[index] = true;
}

static void find_reason(void *argument)
{
    reasoning *r = argument;
    cm_judge_reasons *known = r->reasons;
    if (!known->place_count)
        gather_places(known);
    cm_changes changes;
    const place *p = place_of_test(r, &changes);
    if (!p)
        return;
    size_t count = known->programs.count;
    if (count > known->room) {
        known->weak =
            cm_arena_grow(known->arena, known->weak, known->room, 2 * count, sizeof(cm_weak));
        known->checked =
            cm_arena_grow(known->arena, known->checked, known->room, 2 * count, sizeof(bool));
        known->room = 2 * count;
    }
    check_other_program(r, changes.itself);
    check_other_program(r, changes.widened);
    check_other_program(r, changes.ordered);
    check_other_program(r, changes.both);
    check_other_program(r, changes.ordered_sc);
    check_other_program(r, changes.both_sc);
    check_other_program(r, changes.without_sc);
    for (size_t i = 0; i < CM_PART_SETS; i++)
        check_other_program(r, changes.with_parts[i]);
    r->suite = p->suite->name;
    r->order = p->order;
    r->reason = cm_reason_of(known->arena, &changes, known->weak).why;
}

void cm_judge_reason(cm_judge *judge, cm_arena *arena, const char *name, cm_conform_allowed *out)
{
    cm_judge_reasons *known = judge->reasons ? judge->reasons : calloc(1, sizeof *known);
    if (known && !judge->reasons) {
        known->arena = cm_arena_new(0);
        known->passing = cm_arena_new(0);
        if (!known->arena || !known->passing) {
            cm_judge_reasons_free(known);
            cm_arena_escape(arena);
        }
        known->work = cm_work_new(known->arena);
        judge->reasons = known;
    }
    reasoning r = {
        .judge = judge, .reasons = known, .name = name, .allowed = out, .suite = "", .reason = ""};
    if (!r.reasons || !cm_arena_protect(r.reasons->arena, find_reason, &r))
        cm_arena_escape(arena);
    out->suite = r.suite;
    out->order = r.order;
    out->reason = cm_arena_text(arena, r.reason, strlen(r.reason));
}
