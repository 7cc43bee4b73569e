#include "enumerate/cycle_run.h"
#include "litmus/isa/isa.h"

#include <string.h>

/* ---- keys and names of tests given ------------------------------------ */

static bool is_there(cm_cycle_seen *seen, const char *key)
{
    uint64_t hash = cm_hash_text(key);
    size_t at = cm_index_first(&seen->index, hash);
    while (at != CM_INDEX_NONE && strcmp(seen->items[at], key) != 0)
        at = cm_index_next(&seen->index, hash);
    return at != CM_INDEX_NONE;
}

static void remember(cm_arena *arena, cm_cycle_seen *seen, const char *key)
{
    if (is_there(seen, key))
        return;
    CM_RESERVE(arena, seen->items, seen->count, seen->capacity);
    seen->items[seen->count] = cm_arena_text(arena, key, strlen(key));
    cm_index_add(arena, &seen->index, cm_hash_text(key), seen->count++);
}

/* ---- sweeps ----------------------------------------------------------- */

/* The next combination, the last axis fastest; false after the last one. */
static bool next_values(cm_sweeps *sweeps)
{
    for (int i = sweeps->count - 1; i >= 0; i--) {
        cm_sweep *sweep = &sweeps->items[i];
        if (++sweep->at < sweep->count)
            return true;
        sweep->at = 0;
    }
    return false;
}

/* ---- one test --------------------------------------------------------- */

typedef struct attempt {
    cm_cycle_run *run;
    cm_work work; /* of the scratch arena */
    const cm_edge *edges;
    int count;
    const char *key;
    bool known; /* a test of that key was given, or it is another's (cm_cycle_run.skip) */
    cm_text text;
    cm_enum_test test;
} attempt;

static void apply_axis(attempt *a, cm_cycle *cycle, const cm_enum_axis *axis)
{
    bool known = cm_cycle_seat_axis(&a->work, cycle, a->run->cpu, axis);
    if (!known && a->run->change)
        known = a->run->change(&a->work, cycle, axis);
    if (!known)
        cm_fail(&a->work, (cm_place){0},
                "there is no axis `%s`, expected %sdevice, placement, cta, cluster or gpu, of all "
                "threads or of one (P0.device)",
                axis->name, a->run->change ? "scope, order, fence, home, " : "");
}

/* Names leave out the directions inside a thread: "po-po" passes through a read
 * or a write. Later ones of a name get numbers, as the diy tools number them. */
static const char *name_of(attempt *a, const char *plain)
{
    const char *name = plain;
    for (int i = 1; is_there(&a->run->names, name); i++)
        name = cm_arena_printf(a->work.arena, "%s%03d", plain, i);
    return name;
}

/* Axes of every test: what shape it is, then those asked for. */
static void make_test(void *argument)
{
    attempt *a = argument;
    cm_cycle_run *run = a->run;
    cm_arena *arena = a->work.arena;
    cm_cycle *cycle = cm_cycle_make(&a->work, a->edges, a->count, run->target, run->cpu);
    cycle->style = run->style;
    int count = run->sweeps.count;
    /* The present combination. */
    cm_enum_axis *swept = CM_NEW_ARRAY(arena, (size_t)run->sweeps.count, cm_enum_axis);
    for (int i = 0; i < run->sweeps.count; i++) {
        const cm_sweep *sweep = &run->sweeps.items[i];
        swept[i] = (cm_enum_axis){sweep->name, sweep->values[sweep->at]};
    }
    /* Axes of one thread or location after those of all, which they override; `plain` is one. */
    for (int special = 0; special < 2; special++)
        for (int i = 0; i < count; i++)
            if ((strchr(swept[i].name, '.') || strcmp(swept[i].name, "plain") == 0) == special)
                apply_axis(a, cycle, &swept[i]);
    if (a->run->finish)
        a->run->finish(cycle);
    cm_cycle_settle(cycle);
    cm_enum_axis *axes = CM_NEW_ARRAY(arena, (size_t)count + 1, cm_enum_axis);
    axes[0] = (cm_enum_axis){"shape", cm_cycle_base(arena, cycle)};
    memcpy(axes + 1, swept, (size_t)count * sizeof *axes);
    cm_text name = cm_text_new(arena);
    cm_text_add(&name,
                a->run->named_by_axes ? cm_cycle_base(arena, cycle) : cm_cycle_name(arena, cycle));
    for (int i = 0; i < count; i++)
        cm_text_append(&name, "-%s.%s", swept[i].name, swept[i].value);
    const char *plain = name.data;
    a->key = run->named_by_axes ? plain : cm_cycle_key(arena, cycle);
    a->known = is_there(&run->keys, a->key) || (run->skip && run->skip(cycle, swept, count));
    a->text = cm_text_new(arena);
    a->test = (cm_enum_test){.name = name_of(a, plain), .axes = axes, .axis_count = count + 1};
    cm_cycle_text(&a->work, cycle, a->test.name, axes, count + 1, &a->text, &a->test.body);
    a->test.text = a->text.data;
    a->test.length = a->text.length;
}

static bool try_one(cm_cycle_run *run, const cm_edge *edges, int count)
{
    attempt a = {.run = run, .edges = edges, .count = count};
    cm_arena_reset(run->scratch, 0);
    a.work = cm_work_new(run->scratch);
    if (!cm_arena_protect(run->scratch, make_test, &a)) {
        const cm_diag *diag = a.work.diags.count ? &a.work.diags.items[0] : NULL;
        const char *message = diag ? diag->message : "out of memory";
        if (!run->failure) {
            run->failure = cm_arena_text(run->work->arena, message, strlen(message));
            run->failure_place = diag ? diag->place : (cm_place){0};
        }
        return false;
    }
    if (a.known)
        return true;
    remember(run->work->arena, &run->keys, a.key);
    remember(run->work->arena, &run->names, a.test.name);
    run->given++;
    run->enough = !run->sink(run->context, &a.test);
    return !run->enough;
}

bool cm_cycle_offer(cm_cycle_run *run, const cm_edge *edges, int count)
{
    bool good = true;
    do {
        good = try_one(run, edges, count) && good;
    } while (!run->enough && next_values(&run->sweeps));
    return good;
}

/* ---- the run ---------------------------------------------------------- */

/* The place of a word in a list that NULL ends; 0 for none. */
static int choose(cm_work *work, const char *option, const char *word, const char *const *words)
{
    if (!word || !*word)
        return 0;
    for (int i = 0; words[i]; i++)
        if (strcmp(words[i], word) == 0)
            return i;
    cm_text expected = cm_text_new(work->arena);
    for (int i = 0; words[i]; i++)
        cm_text_append(&expected, "%s%s", i ? ", " : "", words[i]);
    cm_fail(work, (cm_place){0}, "--%s is `%s`, expected %s", option, word, expected.data);
}

void cm_cycle_run_open(cm_cycle_run *run, cm_work *work, const cm_enum_request *request,
                       cm_arch none, cm_enum_sink sink, void *context)
{
    *run = (cm_cycle_run){.work = work, .request = request, .sink = sink, .context = context};
    run->target = cm_enum_target_named(work, request->arch, none);
    run->cpu = cm_enum_cpu(work, request->cpu);
    static const char *const observers[] = {"threads", "avoid", "local", "final", "force", NULL};
    static const char *const conditions[] = {"cycle", "all", "unicond", NULL};
    static const char *const pairs[] = {"loop", "once", "bare", NULL};
    run->style = (cm_cycle_style){
        .observers = (cm_cycle_observers)choose(work, "obs", request->observers, observers),
        .asks = (cm_cycle_asks)choose(work, "cond", request->condition, conditions),
        .pairs = (cm_write_pairs)choose(work, "pairs", request->pairs, pairs)};
    run->sweeps = cm_sweeps_parse(work, request->axes, request->axis_count);
    run->scratch = cm_arena_new(0);
    if (!run->scratch)
        cm_arena_escape(work->arena);
}

void cm_cycle_run_close(cm_cycle_run *run, bool strict)
{
    cm_arena_free(run->scratch);
    run->scratch = NULL;
    if (run->failure && (strict || run->given == 0))
        cm_fail(run->work, run->failure_place, "%s", run->failure);
}

const cm_source *cm_cycle_words(cm_work *work, const cm_enum_request *request)
{
    cm_text text = cm_text_new(work->arena);
    for (int i = 0; i < request->word_count; i++) {
        static const char blanks[] = " \t\r\n";
        bool apart =
            i && (strpbrk(request->words[i], blanks) || strpbrk(request->words[i - 1], blanks));
        if (i)
            cm_text_add(&text, apart ? "; " : " ");
        cm_text_add(&text, request->words[i]);
    }
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){request->name, text.data, text.length};
    return source;
}
