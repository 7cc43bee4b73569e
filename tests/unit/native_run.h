/* For tests of native code: what each CPU thread of a test, run alone from the
 * initial state, may leave in registers and memory. The oracle is the
 * sequential interpreter of step_run.h, which knows no machine code. Where the
 * architecture leaves a choice, each is one outcome: processors of different makers
 * differ there, and each must give one of them.
 *
 * Only one instance, in a memory area laid out by the plan; words that are
 * addresses are written relative to that area. */
#ifndef CM_TESTS_NATIVE_RUN_H
#define CM_TESTS_NATIVE_RUN_H

#include "hwrun/code/cpu_code.h"
#include "tests/unit/step_run.h"

#include <stdlib.h>

typedef enum native_kind {
    NATIVE_NUMBER,
    NATIVE_ADDRESS, /* relative to the memory area */
    NATIVE_CODE     /* an address of code, which no test can know */
} native_kind;

typedef struct native_word {
    native_kind kind;
    uint64_t number;
} native_word;

/* An element of a location. */
typedef struct native_cell {
    uint64_t offset;
    unsigned width;
    native_word before;
} native_cell;

/* What the thread may leave, all together. */
typedef struct native_outcome {
    native_word *out;   /* by register stored */
    native_word *after; /* by cell */
} native_outcome;

enum { NATIVE_CHOICES = 8 }; /* in one thread, at most */

/* One thread alone. */
typedef struct native_case {
    const char *test;
    int thread; /* the number after P */
    const cm_cpu_thread *code;
    const char *const *names; /* of the registers stored */
    native_word *in;
    uint64_t mask; /* bits of a stored register that count */
    native_outcome *outcomes;
    size_t outcome_count;
    native_cell *cells;
    size_t cell_count;
    uint64_t memory_bytes;
} native_case;

/* A test file on its way to cases. */
typedef struct native_test {
    step_machine m; /* first: as step_open */
    cm_plan *plan;
    native_case *cases;
    int case_count;
    /* Threads left out: they do not end alone; use memory outside of the locations;
     * write a part of an address, whose other half differs from machine to machine. */
    int endless, stray, split;
    int choosing; /* threads with several outcomes */
    unsigned injections;
    cm_arch host; /* CM_AARCH64 or CM_X86_64 */
} native_test;

/* Every machine register of a thread counts, not only those that the test asks about. */
static inline void native_all_results(native_test *t)
{
    const cm_test *test = t->m.test;
    cm_plan *plan = t->plan;
    size_t most = 0;
    for (int i = 0; i < test->thread_count; i++)
        most += (size_t)test->threads[i].register_count;
    plan->results = CM_NEW_ARRAY(t->m.arena, most, cm_plan_result);
    plan->result_count = 0;
    for (int r = 0; r < plan->role_count; r++) {
        const cm_thread *thread = &test->threads[plan->roles[r].thread];
        for (int i = 0; i < thread->register_count; i++)
            if (thread->registers[i].name[0] != '.')
                plan->results[plan->result_count++] = (cm_plan_result){.role = r, .reg = i};
    }
}

static inline native_word native_value(const native_test *t, uint64_t value)
{
    uint64_t offset;
    int location = cm_test_locate(t->m.test, value, &offset);
    if (location < 0)
        return (native_word){value >= CM_CODE_BASE && value - CM_CODE_BASE < CM_CODE_STRIDE
                                 ? NATIVE_CODE
                                 : NATIVE_NUMBER,
                             value};
    return (native_word){NATIVE_ADDRESS,
                         cm_plan_address(t->plan, &t->plan->locations[location], 0, 0) + offset};
}

static inline void native_cells(native_test *t, native_case *c)
{
    const cm_test *test = t->m.test;
    for (int l = 0; l < test->location_count; l++)
        c->cell_count += test->locations[l].count;
    c->cells = CM_NEW_ARRAY(t->m.arena, c->cell_count, native_cell);
    native_cell *cell = c->cells;
    for (int l = 0; l < test->location_count; l++) {
        const cm_location *location = &test->locations[l];
        uint64_t start = cm_plan_address(t->plan, &t->plan->locations[l], 0, 0);
        for (uint32_t e = 0; e < location->count; e++) {
            *cell++ = (native_cell){.offset = start + e * location->width,
                                    .width = location->width,
                                    .before = native_value(t, location->init[e])};
        }
    }
}

/* What the interpreter has left. */
static inline native_outcome native_outcome_now(native_test *t, const native_case *c)
{
    const cm_test *test = t->m.test;
    native_outcome o = {
        .out = CM_NEW_ARRAY(t->m.arena, (size_t)c->code->out_count, native_word),
        .after = CM_NEW_ARRAY(t->m.arena, c->cell_count, native_word),
    };
    for (int i = 0; i < c->code->out_count; i++)
        o.out[i] = native_value(t, t->m.registers[t->plan->results[c->code->out[i]].reg]);
    native_word *after = o.after;
    for (int l = 0; l < test->location_count; l++) {
        const cm_location *location = &test->locations[l];
        for (uint32_t e = 0; e < location->count; e++) {
            uint64_t address = location->address + e * location->width;
            *after++ = native_value(t, step_load(&t->m, address, location->width));
        }
    }
    return o;
}

/* One for each way to choose. The thread has run once. */
static inline void native_outcomes(native_test *t, native_case *c)
{
    int choices = t->m.chosen < NATIVE_CHOICES ? t->m.chosen : NATIVE_CHOICES;
    size_t most = (size_t)1 << choices;
    c->outcomes = CM_NEW_ARRAY(t->m.arena, most, native_outcome);
    for (size_t i = 0; i < most; i++) {
        t->m.choice = UINT64_MAX << choices | i;
        t->m.byte_count = 0;
        if (step_run(&t->m, t->plan->roles[c->code->role].thread))
            c->outcomes[c->outcome_count++] = native_outcome_now(t, c);
    }
    t->choosing += c->outcome_count > 1;
}

/* Did the thread use memory outside of the locations? */
static inline bool native_strays(const native_test *t)
{
    for (int i = 0; i < t->m.byte_count; i++) {
        uint64_t offset;
        int l = cm_test_locate(t->m.test, t->m.bytes[i].address, &offset);
        if (l < 0 ||
            offset >= (uint64_t)t->m.test->locations[l].width * t->m.test->locations[l].count)
            return true;
    }
    return false;
}

static inline bool native_touched(const native_test *t, uint64_t address)
{
    for (int i = 0; i < t->m.byte_count; i++)
        if (t->m.bytes[i].address == address)
            return true;
    return false;
}

/* Before native_cells, which touches everything. */
static inline bool native_splits(const native_test *t)
{
    const cm_test *test = t->m.test;
    for (int l = 0; l < test->location_count; l++) {
        const cm_location *location = &test->locations[l];
        for (uint32_t e = 0; e < location->count; e++) {
            uint64_t offset, address = location->address + e * location->width;
            if (cm_test_locate(test, location->init[e], &offset) >= 0 &&
                native_touched(t, address) != native_touched(t, address + location->width - 1))
                return true;
        }
    }
    return false;
}

static inline void native_add_case(native_test *t, const cm_cpu_thread *code)
{
    const cm_plan *plan = t->plan;
    t->m.byte_count = 0;
    if (!step_run(&t->m, plan->roles[code->role].thread)) {
        t->endless++;
        return;
    }
    if (native_strays(t)) {
        t->stray++;
        return;
    }
    if (native_splits(t)) {
        t->split++;
        return;
    }
    native_case c = {.test = t->m.test->name,
                     .thread = t->m.thread->id,
                     .code = code,
                     .mask = t->m.thread->arch == CM_X86 ? UINT32_MAX : UINT64_MAX,
                     .memory_bytes = plan->memory_bytes};
    native_cells(t, &c);
    c.in = CM_NEW_ARRAY(t->m.arena, (size_t)code->in_count, native_word);
    for (int i = 0; i < code->in_count; i++) {
        c.in[i] = (native_word){NATIVE_NUMBER, code->in[i].number};
        if (code->in[i].location >= 0)
            c.in[i] = native_value(t, t->m.test->locations[code->in[i].location].address +
                                          code->in[i].number);
    }
    const char **names = CM_NEW_ARRAY(t->m.arena, (size_t)code->out_count, const char *);
    for (int i = 0; i < code->out_count; i++)
        names[i] = t->m.thread->registers[plan->results[code->out[i]].reg].name;
    c.names = names;
    native_outcomes(t, &c);
    t->cases[t->case_count++] = c;
}

/* Under cm_arena_protect of m.arena; m.test must be parsed. */
static inline void native_plan(void *argument)
{
    native_test *t = argument;
    const cm_plan_limits limits = {.host = t->host,
                                   .cpus = 4,
                                   .multiprocessors = 8,
                                   .threads_per_multiprocessor = 2048,
                                   .threads_per_block = 1024,
                                   .blocks_per_multiprocessor = 32};
    cm_parameters parameters;
    cm_parameters_init(&parameters);
    parameters.injections = t->injections;
    static const cm_tunable small[] = {CM_LANES, CM_STEPS, CM_TEAMS};
    for (size_t i = 0; i < sizeof small / sizeof *small; i++) {
        parameters.tuned[small[i]] = 1;
        parameters.given[small[i]] = true;
    }
    t->plan = cm_plan_make(&t->m.work, t->m.test, &parameters, &limits);
    native_all_results(t);
    t->cases = CM_NEW_ARRAY(t->m.arena, (size_t)t->plan->cpu_count, native_case);
    const cm_cpu_thread *code = cm_cpu_code(&t->m.work, t->plan);
    for (int i = 0; i < t->plan->cpu_count; i++)
        native_add_case(t, &code[i]);
}

static inline bool native_open(native_test *t, const char *text)
{
    step_open(&t->m, text);
    return t->m.test && cm_arena_protect(t->m.arena, native_plan, t);
}

/* The text must outlive the test. */
static inline bool native_open_file(native_test *t, const char *path, char **text)
{
    *text = NULL;
    FILE *file = fopen(path, "rb");
    if (!file)
        return false;
    size_t length = 0, room = 0;
    do {
        room = room ? 2 * room : 16384;
        char *more = realloc(*text, room + 1);
        if (!more)
            break;
        *text = more;
        length += fread(more + length, 1, room - length, file);
    } while (length == room);
    fclose(file);
    if (!*text)
        return false;
    (*text)[length] = '\0';
    return native_open(t, *text);
}

#endif
