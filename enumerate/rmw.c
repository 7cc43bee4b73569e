/* The read-modify-write tests. Two threads add 1 to x n times each; the outcome
 * asked for is a final x other than 2n. */
#include "enumerate/rmw.h"
#include "enumerate/cycle.h"
#include "litmus/isa/isa.h"

#include <string.h>

enum { RMW_MAX = 8, USUAL_MAX = 2 };

/* ---- who adds ----------------------------------------------------------- */

typedef struct pair {
    const char *name;
    bool gpu[2];
    int cta[2], card[2]; /* where GPU threads run */
} pair;

static const pair pairs[] = {
    {"cpu-gpu", {false, true}, {0, 0}, {0, 0}},  {"cta-cta", {true, true}, {0, 1}, {0, 0}},
    {"one-cta", {true, true}, {0, 0}, {0, 0}},   {"gpu-gpu", {true, true}, {0, 1}, {0, 1}},
    {"cpu-cpu", {false, false}, {0, 0}, {0, 0}},
};

static const pair *pair_named(cm_work *work, const char *name)
{
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (strcmp(pairs[i].name, name) == 0)
            return &pairs[i];
    cm_fail(work, (cm_place){0},
            "axis threads is `%s`, expected cpu-gpu, cta-cta, one-cta, "
            "gpu-gpu or cpu-cpu",
            name);
}

/* ---- what adds ---------------------------------------------------------- */

/* rmw: one instruction; split: a load, an add and a store, which may lose (the
 * control of the experiment). */
static bool is_split(cm_work *work, const char *op)
{
    if (strcmp(op, "rmw") != 0 && strcmp(op, "split") != 0)
        cm_fail(work, (cm_place){0}, "axis op is `%s`, expected rmw or split", op);
    return op[0] == 's';
}

/* ---- one test ----------------------------------------------------------- */

typedef struct rmw {
    cm_work *work;
    cm_arch cpu;
    const pair *pair;
    cm_scope scope;
    bool split;
    int n;
} rmw;

static const char *location_name(cm_arena *arena, int location)
{
    (void)arena, (void)location;
    return "x";
}

/* Its registers' initial values go to init, a line of their own. */
static cm_writer make_column(const rmw *r, int thread, cm_text *init)
{
    cm_text own;
    cm_text_init(&own, r->work->arena);
    cm_arch arch = r->pair->gpu[thread] ? cm_arch_usual(true) : r->cpu;
    cm_writer w = cm_writer_open(r->work, arch, thread, &own, NULL, location_name, 1);
    const cm_isa_writer *isa = cm_isa_for(arch)->writer;
    cm_write_access x = {.scope = r->scope};
    if (isa->place_address)
        isa->place_address(&w, 0, 1);
    for (int i = 0; i < r->n; i++)
        isa->increment(&w, &x, r->split);
    if (own.length > 0)
        cm_text_append(init, "%s\n", own.data + 1);
    return w;
}

static const char *head_of(const rmw *r, int thread)
{
    cm_arena *arena = r->work->arena;
    if (r->pair->gpu[thread])
        return cm_arena_printf(arena, "P%d@%s,cta %d,gpu %d", thread,
                               cm_isa_for(cm_arch_usual(true))->word, r->pair->cta[thread],
                               r->pair->card[thread]);
    return cm_arena_printf(arena, "P%d@%s", thread, cm_isa_for(r->cpu)->word);
}

static size_t width_of(const cm_writer *c, const char *head)
{
    size_t width = strlen(head);
    for (int i = 0; i < c->row_count; i++)
        if (strlen(c->rows[i]) > width)
            width = strlen(c->rows[i]);
    return width;
}

static void print_body(const rmw *r, cm_text *out)
{
    cm_text_add(out, "{\nx=0;\n");
    cm_writer left = make_column(r, 0, out), right = make_column(r, 1, out);
    const char *heads[] = {head_of(r, 0), head_of(r, 1)};
    int widths[] = {(int)width_of(&left, heads[0]), (int)width_of(&right, heads[1])};
    cm_text_append(out, "}\n %-*s | %-*s ;\n", widths[0], heads[0], widths[1], heads[1]);
    for (int i = 0; i < left.row_count || i < right.row_count; i++)
        cm_text_append(out, " %-*s | %-*s ;\n", widths[0], i < left.row_count ? left.rows[i] : "",
                       widths[1], i < right.row_count ? right.rows[i] : "");
    cm_text_append(out, "exists\n([x]!=%d)\n", 2 * r->n);
}

static bool yield(const rmw *r, const cm_enum_axis *axes, int count, cm_enum_sink sink,
                  void *context)
{
    cm_text name, out;
    cm_text_init(&name, r->work->arena);
    cm_text_init(&out, r->work->arena);
    cm_text_add(&name, "RMW");
    for (int i = 0; i < count; i++)
        cm_text_append(&name, "-%s.%s", axes[i].name, axes[i].value);
    cm_enum_test test = {.name = name.data, .axes = axes, .axis_count = count};
    test.body =
        cm_enum_open(&out, cm_arch_name(CM_CMCM), name.data,
                     cm_arena_printf(r->work->arena,
                                     "Each thread adds 1 to x %d times: an update is lost", r->n),
                     axes, count);
    print_body(r, &out);
    test.text = out.data;
    test.length = out.length;
    return sink(context, &test);
}

/* ---- the suite ---------------------------------------------------------- */

static int parse_count(cm_work *work, const char *value)
{
    if (value[0] < '1' || value[0] > '0' + RMW_MAX || value[1])
        cm_fail(work, (cm_place){0}, "axis n is `%s`, expected 1 to %d", value, RMW_MAX);
    return value[0] - '0';
}

/* The axes, with what was not said filled in. */
static cm_sweeps make_sweeps(cm_work *work, const cm_enum_request *request)
{
    static const char *const names[] = {"threads", "scope", "op", "n"};
    unsigned max = request->size ? request->size : USUAL_MAX;
    if (max > RMW_MAX)
        cm_fail(work, (cm_place){0}, "%u additions of a thread, expected at most %d", max, RMW_MAX);
    cm_text counts;
    cm_text_init(&counts, work->arena);
    for (unsigned n = 1; n <= max; n++)
        cm_text_append(&counts, "%s%u", n > 1 ? "," : "n=", n);
    const char *texts[] = {"threads=cpu-gpu,cta-cta", "scope=cta,gpu,sys", "op=rmw", counts.data};
    cm_sweeps given = cm_sweeps_parse(work, request->axes, request->axis_count);
    cm_sweeps all = cm_sweeps_parse(work, texts, 4);
    for (int i = 0; i < given.count; i++) {
        size_t which = 0;
        while (which < 4 && strcmp(names[which], given.items[i].name) != 0)
            which++;
        if (which == 4)
            cm_fail(work, (cm_place){0}, "unknown axis `%s`, expected threads, scope, op or n",
                    given.items[i].name);
        all.items[which] = given.items[i];
    }
    return all;
}

void cm_rmw_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context)
{
    if (request->word_count)
        cm_fail(work, (cm_place){0}, "`%s` after `rmw`, expected axes only", request->words[0]);
    rmw r = {.work = work, .cpu = cm_enum_cpu(work, request->cpu)};
    cm_sweeps sweeps = make_sweeps(work, request);
    bool more;
    do {
        const cm_enum_axis *axes = cm_sweeps_axes(work->arena, &sweeps);
        if (!cm_scope_find(axes[1].value, &r.scope))
            cm_fail(work, (cm_place){0}, "axis scope is `%s`, expected cta, cluster, gpu or sys",
                    axes[1].value);
        r.pair = pair_named(work, axes[0].value);
        r.split = is_split(work, axes[2].value);
        r.n = parse_count(work, axes[3].value);
        more = yield(&r, axes, sweeps.count, sink, context);
    } while (more && cm_sweeps_next(&sweeps));
}
