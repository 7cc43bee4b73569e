/* What a machine may do with compiled threads, against what the language allows: see the header. */
#include "cli/compile.h"
#include "cli/session.h"

#include "base/text.h"
#include "litmus/text/text.h"

#include <stdlib.h>
#include <string.h>

/* ---- outcomes -------------------------------------------------------------- */

static int by_text(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* An object that the machine's test has as the first of an array is none in the source. */
static bool is_element(const cm_test *test, const cmcm_item *item)
{
    for (int i = 0; i < test->location_count; i++)
        if (strcmp(test->locations[i].name, item->name) == 0)
            return item->element != SIZE_MAX && test->locations[i].is_array;
    return item->element != SIZE_MAX;
}

bool cli_compile_is_stored(const char *text)
{
    size_t digits = *text == 'P' ? strspn(text + 1, "0123456789") : 0;
    return digits > 0 && text[1 + digits] == '_';
}

static const char *state_of(cm_arena *arena, const cm_test *test, cmcm_result *result, size_t state,
                            bool stores)
{
    const char **items = NULL;
    size_t count = 0, capacity = 0;
    cmcm_item item;
    for (size_t i = 0; cmcm_result_state_item(result, state, i, &item); i++) {
        const char *element =
            is_element(test, &item) ? cm_arena_printf(arena, "[%zu]", item.element) : "";
        const char *owner = item.thread < 0 ? "" : cm_arena_printf(arena, "P%d_", item.thread);
        const char *value =
            item.is_number
                ? cm_arena_printf(arena, "%s%s%s=%s%llu;", owner, item.name, element,
                                  item.negative ? "-" : "", (unsigned long long)item.magnitude)
                : cm_arena_printf(arena, "%s%s%s=%s;", owner, item.name, element, item.text);
        CM_RESERVE(arena, items, count, capacity);
        items[count] = value;
        count += stores || !cli_compile_is_stored(value);
    }
    if (count > 0)
        qsort(items, count, sizeof *items, by_text);
    cm_text text = cm_text_new(arena);
    for (size_t i = 0; i < count; i++)
        cm_text_append(&text, "%s%s", i > 0 ? " " : "", items[i]);
    return text.data;
}

static cli_outcomes outcomes_of(cm_arena *arena, const cm_test *test, cmcm_result *result,
                                bool stores)
{
    cli_outcomes o = {.count = 0, .undefined = cmcm_result_undefined(result)};
    size_t states = cmcm_result_state_count(result), kept = 0;
    if (!cmcm_result_complete(result))
        o.unknown = cm_arena_printf(arena, "%s", cmcm_result_reason(result));
    o.items = CM_NEW_ARRAY(arena, states + 1, const char *);
    for (size_t i = 0; i < states; i++)
        o.items[o.count++] = state_of(arena, test, result, i, stores);
    qsort(o.items, o.count, sizeof *o.items, by_text);
    for (size_t i = 0; i < o.count; i++)
        if (kept == 0 || strcmp(o.items[kept - 1], o.items[i]) != 0)
            o.items[kept++] = o.items[i];
    o.count = kept;
    return o;
}

static bool has_outcome(const cli_outcomes *o, const char *state)
{
    return bsearch(&state, o->items, o->count, sizeof *o->items, by_text) != NULL;
}

/* Counts the states of a that b lacks; *first becomes the first of them. */
static size_t lacking(const cli_outcomes *a, const cli_outcomes *b, const char **first)
{
    size_t count = 0;
    for (size_t i = 0; i < a->count; i++)
        if (!has_outcome(b, a->items[i]) && count++ == 0 && first)
            *first = a->items[i];
    return count;
}

/* Does each number fit into so many bytes? *number becomes the first that does not. */
static bool all_fit(const cli_outcomes *o, unsigned bytes, long long *number)
{
    for (size_t i = 0; i < o->count && bytes < sizeof *number; i++)
        for (const char *at = o->items[i]; (at = strchr(at, '='));) {
            long long most = (1LL << (8 * bytes - 1)) - 1;
            *number = strtoll(at + 1, NULL, 10);
            if (*number > most || *number < -most - 1)
                return false;
            at++;
        }
    return true;
}

/* ---- loads that write ---------------------------------------------------------- */

/* May the thread of the source store to that location? */
static bool stores_to(const cm_test *test, const cm_thread *thread, const char *name, size_t length)
{
    for (int i = 0; i < thread->step_count; i++) {
        const cm_step *s = &thread->steps[i];
        uint64_t offset;
        int at = s->kind == CM_STEP_STORE && s->addr->op == CM_OP_CONST
                     ? cm_test_locate(test, s->addr->imm, &offset)
                     : -1;
        bool other = at >= 0 && (strncmp(test->locations[at].name, name, length) != 0 ||
                                 test->locations[at].name[length]);
        if (s->kind == CM_STEP_STORE && !other)
            return true;
    }
    return false;
}

#define LOCK "[2]" /* behind the 16 bytes of an object: libatomic's (compile/unit_join.c) */

/* The first write in an execution of the machine to what its thread only loads in the source, as
 * "P1 writes y"; NULL: there is none. */
static const char *unasked_write(cli_compile *c, const cmcm_execution *execution)
{
    cmcm_event e;
    for (size_t i = 0; cmcm_execution_event(execution, i, &e); i++) {
        size_t length = strcspn(e.place, "[+");
        for (int t = 0; e.kind == 'W' && t < c->test->thread_count; t++)
            for (int l = 0; c->test->threads[t].id == e.thread && l < c->test->location_count; l++)
                if (strncmp(c->test->locations[l].name, e.place, length) == 0 &&
                    !c->test->locations[l].name[length] && strcmp(e.place + length, LOCK) != 0 &&
                    !stores_to(c->test, &c->test->threads[t], e.place, length))
                    return cm_arena_printf(c->work.arena, "P%d writes %.*s", e.thread, (int)length,
                                           e.place);
    }
    return NULL;
}

/* ---- the machine against the language ---------------------------------------- */

bool cli_compile_outcomes(cli_compile *c, const cmcm_model *model, const char *text,
                          cli_outcomes by_way[2])
{
    cmcm_test *test = cmcm_test_parse(c->session, c->path, text, strlen(text));
    cmcm_model *own = NULL;
    if (test && !model)
        model = own = cmcm_model_load(c->session, cmcm_test_default_model(test));
    const cmcm_options how = {
        .unroll = c->settings->unroll, .timeout = c->settings->timeout, .witnesses = c->watches};
    cmcm_result *result = test && model ? cmcm_check(c->session, model, test, &how) : NULL;
    for (int way = 0; result && way < 2; way++)
        by_way[way] = outcomes_of(c->work.arena, c->test, result, way == CM_UNIT_STORES);
    bool good = result != NULL;
    if (good && c->watches) {
        size_t states = cmcm_result_state_count(result);
        for (size_t i = 0; i < states && !c->unasked; i++) {
            const cmcm_execution *execution = cmcm_result_execution(result, i);
            c->unasked = execution ? unasked_write(c, execution) : NULL;
        }
    }
    cmcm_result_free(result);
    cmcm_model_free(own);
    cmcm_test_free(test);
    return good;
}

bool cli_compile_open(cli_compile *c, const cm_source *source)
{
    c->asked_grounded = false;
    c->judged = NULL;
    c->judged_count = c->judged_capacity = 0;
    c->test = cm_litmus_parse(&c->work, source);
    if (!c->test)
        cm_arena_escape(c->work.arena);
    cm_unit_check(&c->work, c->test);
    bool scoped = c->test->head && c->scoped;
    c->weak = scoped ? c->scoped : c->flat;
    c->strong = scoped ? NULL : c->grounded_flat;
    c->source = cm_unit_source(&c->work, c->test);
    if (!cli_compile_outcomes(c, c->weak, c->source, c->allowed))
        return false;
    cmcm_session_clear(c->session);
    size_t units = 2 * (size_t)c->test->thread_count * (size_t)c->compiler_count;
    c->made = CM_NEW_ARRAY(c->work.arena, units + 1, cm_compiled);
    return true;
}

/* The session's first error, without its place. */
static const char *session_error(cli_compile *c)
{
    cmcm_message message;
    const char *text = "no reason is known";
    for (size_t i = 0; cmcm_session_message(c->session, i, &message); i++)
        if (message.severity == CMCM_ERROR) {
            text = cm_arena_printf(c->work.arena, "%s", message.text);
            break;
        }
    cmcm_session_clear(c->session);
    return text;
}

/* Holds the machine's outcomes against the language's. */
static cli_finding judge_outcomes(cli_compile *c, const cli_outcomes *machine, cm_unit_way way)
{
    cli_finding f = {.verdict = CLI_CC_EQUAL, .why = "", .way = way};
    const cli_outcomes *allowed = &c->allowed[way];
    const char *first = NULL;
    unsigned least = cm_unit_sizes_of(&c->work, c->test).least;
    long long number;
    f.more = lacking(machine, allowed, &first);
    f.fewer = lacking(allowed, machine, NULL);
    if (machine->undefined && !allowed->undefined) {
        f.verdict = CLI_CC_UNKNOWN;
        f.why = "accesses of the LLVM IR race that are not atomic, and the source's do not";
    } else if (f.more > 0 && allowed->unknown) {
        f.verdict = CLI_CC_UNKNOWN;
        f.why = allowed->unknown;
    } else if (f.more > 0 && !all_fit(allowed, least, &number)) {
        f.verdict = CLI_CC_UNKNOWN;
        f.why = cm_arena_printf(c->work.arena, "%lld may not fit an object of %u byte%s", number,
                                least, least > 1 ? "s" : "");
    } else if (f.more > 0) {
        f.verdict = CLI_CC_BUG;
        f.why = first;
    } else if (machine->unknown) {
        f.verdict = CLI_CC_UNKNOWN;
        f.why = machine->unknown;
    } else {
        f.verdict = f.fewer > 0 ? CLI_CC_FEWER : CLI_CC_EQUAL;
    }
    if (f.verdict > CLI_CC_FEWER || !c->strong)
        return f;
    if (!c->asked_grounded) {
        c->asked_grounded = true;
        if (!cli_compile_outcomes(c, c->strong, c->source, c->grounded))
            return f;
    }
    if (lacking(machine, &c->grounded[way], &first) > 0 && !c->grounded[way].unknown) {
        f.verdict = CLI_CC_THIN_AIR;
        f.why = first;
    }
    return f;
}

/* That of the machine, with the reading. No machine has two. */
static const cmcm_model *model_of(cli_compile *c, const cm_unit_joined *joined)
{
    if (c->target || joined->is_ir)
        return c->target ? c->target : c->weak;
    if (!joined->reading || c->read)
        return joined->reading ? c->read : NULL;
    cli_list readings = {.count = 1, .items = {joined->reading}};
    cmcm_session *session = cli_session_open(&c->settings->includes, NULL, &readings);
    if (!session)
        cm_arena_escape(c->work.arena);
    cmcm_test *test = cmcm_test_parse(session, c->path, joined->text, strlen(joined->text));
    c->read = test ? cmcm_model_load(session, cmcm_test_default_model(test)) : NULL;
    cmcm_test_free(test);
    cli_session_say(session);
    cmcm_session_free(session);
    return c->read;
}

/* Equal tests are judged once. */
static cli_finding judge_text(cli_compile *c, const cm_unit_joined *joined, cm_unit_way way)
{
    const char *text = joined->text;
    const cmcm_model *model = model_of(c, joined);
    for (int i = 0; i < c->judged_count; i++)
        if (c->judged[i].way == way && c->judged[i].model == model &&
            strcmp(c->judged[i].text, text) == 0)
            return c->judged[i];
    cli_outcomes machine[2] = {{0}, {0}};
    cli_finding f = {.verdict = CLI_CC_REFUSED, .way = way};
    c->unasked = NULL;
    c->watches = cm_unit_sizes_of(&c->work, c->test).most > sizeof(uint64_t);
    bool good = cli_compile_outcomes(c, model, text, machine);
    c->watches = false;
    if (good)
        f = judge_outcomes(c, &machine[way], way);
    else
        f.why = session_error(c);
    if (c->unasked && f.verdict < CLI_CC_WRITES) {
        f.verdict = CLI_CC_WRITES;
        f.why = c->unasked;
    }
    cmcm_session_clear(c->session);
    f.text = text;
    f.model = model;
    CM_PUSH(c->work.arena, c->judged, c->judged_count, c->judged_capacity, f);
    return f;
}

/* ---- compiling ------------------------------------------------------------- */

static cm_compiled compile(cli_compile *c, cm_unit_way way, int thread, cm_compiler *compiler,
                           cm_unit_dialect dialect)
{
    bool all = dialect != CM_UNIT_C;
    const char *bare = way == CM_UNIT_STORES ? "" : " bare";
    const char *name =
        all ? cm_arena_printf(c->work.arena, "all%s", bare)
            : cm_arena_printf(c->work.arena, "P%d%s", c->test->threads[thread].id, bare);
    c->records.test = c->test->name;
    return cm_compile(&c->work, compiler, name,
                      cm_unit_of(&c->work, c->test, all ? -1 : thread, way, dialect), &c->records);
}

#define TO_IR " -emit-llvm"

static bool is_ir(const char *words)
{
    return words && strstr(words, TO_IR);
}

/* Compiles the thread, unless that was done before. words: to be added to the command, such as
 * -emit-llvm, for which the thread is a function also where it is to run on a GPU; NULL: none. */
static const cm_compiled *compiled(cli_compile *c, cm_unit_way way, int thread, int number,
                                   const char *words)
{
    cm_compiler *compiler = &c->compilers[number];
    bool all = compiler->dialect != CM_UNIT_C && !is_ir(words);
    way = cm_unit_stores(c->test, all ? -1 : thread) ? way : CM_UNIT_STORES;
    if (words) {
        cm_compiler own = cm_compiler_read(
            &c->work, cm_arena_printf(c->work.arena, "%s%s", compiler->command, words));
        own.seconds = compiler->seconds;
        cm_compiled *made = CM_NEW(c->work.arena, cm_compiled);
        *made = compile(c, way, thread, &own, own.dialect);
        return made;
    }
    thread = all ? 0 : thread;
    size_t at =
        ((size_t)way * (size_t)c->test->thread_count + (size_t)thread) * (size_t)c->compiler_count +
        (size_t)number;
    if (!c->made[at].said && !c->made[at].assembly)
        c->made[at] = compile(c, way, thread, compiler, compiler->dialect);
    return &c->made[at];
}

typedef struct joining {
    cli_compile *c;
    const cm_source *const *assembly;
    cm_unit_way way;
    cm_as_bodies bodies;
    cm_unit_joined joined;
} joining;

static void join(void *argument)
{
    joining *j = argument;
    j->joined = cm_unit_join(&j->c->work, j->c->test, j->assembly, j->way, j->bodies);
}

static cli_finding worse(cli_finding a, cli_finding b)
{
    return b.verdict > a.verdict ? b : a;
}

/* The last error since then, with its line and column. */
static const char *work_error(const cm_work *work, size_t since)
{
    const char *why = "memory limit reached";
    for (size_t i = since; i < work->diags.count; i++) {
        const cm_diag *d = &work->diags.items[i];
        unsigned line, column;
        cm_place_position(d->place, &line, &column);
        if (d->severity == CM_ERROR)
            why = cm_arena_printf(work->arena, "%u:%u: %s", line, column, d->message);
    }
    return why;
}

/* The assembly may call functions that the runtime library has in two versions, of which the CPU
 * decides at run time. Then both versions are judged, and the worse result counts. */
static cli_finding judge_assembly(cli_compile *c, const cm_source *const *assembly, cm_unit_way way)
{
    cli_finding worst = {.verdict = CLI_CC_EQUAL, .why = "", .way = way};
    for (int bodies = CM_AS_EXCLUSIVES; bodies <= CM_AS_ATOMICS; bodies++) {
        joining j = {.c = c, .assembly = assembly, .way = way, .bodies = (cm_as_bodies)bodies};
        const cm_diags before = c->work.diags;
        if (!cm_arena_protect(c->work.arena, join, &j)) {
            const char *why = work_error(&c->work, before.count);
            c->work.diags.count = before.count; /* the next result is not about these */
            c->work.diags.errors = before.errors;
            return (cli_finding){.verdict = CLI_CC_REFUSED, .why = why, .way = way};
        }
        cli_finding f = judge_text(c, &j.joined, way);
        if (f.verdict == CLI_CC_BUG && j.joined.mixes_locks)
            f.verdict = CLI_CC_LOCKS;
        worst = bodies == CM_AS_EXCLUSIVES ? f : worse(worst, f);
        if (!j.joined.has_bodies)
            break;
    }
    return worst;
}

static cli_finding judge_way(cli_compile *c, const int *by_thread, cm_unit_way way,
                             const char *words)
{
    int threads = c->test->thread_count;
    const cm_source **assembly =
        CM_NEW_ARRAY(c->work.arena, (size_t)threads + 1, const cm_source *);
    const cm_compiled *made = NULL;
    for (int t = 0; t < threads; t++) {
        bool is_all = c->compilers[by_thread[t]].dialect != CM_UNIT_C;
        bool is_made = t > 0 && is_all && !is_ir(words) && by_thread[t] == by_thread[t - 1];
        if (!is_made)
            made = compiled(c, way, t, by_thread[t], words);
        if (!made->assembly)
            return (cli_finding){.verdict = made->crashed  ? CLI_CC_CRASH
                                            : made->absent ? CLI_CC_ABSENT
                                                           : CLI_CC_REFUSED,
                                 .why = made->said,
                                 .way = way};
        assembly[t] = made->assembly;
    }
    return judge_assembly(c, assembly, way);
}

/* A source with undefined behaviour may be compiled to anything, so the compiler has no bug
 * whatever the machine does. */
static cli_finding promised(const cli_compile *c, cli_finding f)
{
    if (!c->allowed[0].undefined || !f.text)
        return f;
    return (cli_finding){.verdict = CLI_CC_UNDEFINED, .why = "", .text = f.text, .way = f.way};
}

/* Words that make clang write LLVM IR, and the part of clang that is wrong if that IR is a BUG
 * already; the earliest IR comes first. */
static const struct {
    const char *words, *part;
} stages[] = {{TO_IR " -Xclang -disable-llvm-passes", "front end"}, {TO_IR, "optimiser"}};

const char *cli_compile_part(cli_compile *c, const cli_finding *f, const int *by_thread)
{
    for (int t = 0; t < c->test->thread_count; t++) {
        const cm_compiler *compiler = &c->compilers[by_thread[t]];
        if (!strstr(compiler->words[0], "clang") || c->test->head ||
            strstr(compiler->command, stages[1].words))
            return NULL;
    }
    for (size_t i = 0; i < sizeof stages / sizeof *stages; i++) {
        cli_finding ir = judge_way(c, by_thread, f->way, stages[i].words);
        if (ir.verdict == CLI_CC_BUG)
            return stages[i].part;
        if (ir.verdict > CLI_CC_THIN_AIR)
            return NULL;
    }
    return "back end";
}

cli_finding cli_compile_with_lines(cli_compile *c, const cli_finding *f, const int *by_thread)
{
    bool nvcc = c->compilers[by_thread[0]].dialect == CM_UNIT_CUDA;
    cli_finding with = judge_way(c, by_thread, f->way, nvcc ? " -lineinfo" : " -g1");
    with.runs = f->runs;
    with.seen = f->seen;
    return with.verdict == CLI_CC_BUG && strcmp(with.why, f->why) == 0 ? with : *f;
}

cli_finding cli_compile_judge(cli_compile *c, const int *by_thread)
{
    cli_finding worst = judge_way(c, by_thread, CM_UNIT_STORES, NULL);
    if (cm_unit_stores(c->test, -1) && !c->test->filter && worst.text)
        worst = worse(worst, judge_way(c, by_thread, CM_UNIT_BARE, NULL));
    return promised(c, worst);
}

cli_finding cli_compile_judge_files(cli_compile *c, const cm_source *const *assembly)
{
    return promised(c, judge_assembly(c, assembly, CM_UNIT_STORES));
}

/* ---- on this machine ------------------------------------------------------- */

/* A state that was seen, as outcomes are written; NULL: the machine's model does not allow it
 * either. */
static const char *seen_outcome(cli_compile *c, cmcm_result *result, const char *state,
                                cm_unit_way way)
{
    size_t count = cmcm_result_state_count(result);
    for (size_t i = 0; i < count; i++)
        if (strcmp(cmcm_result_state(result, i), state) == 0)
            return state_of(c->work.arena, c->test, result, i, way == CM_UNIT_STORES);
    return NULL;
}

static void judge_seen(cli_compile *c, cmcm_result *result, const cmcm_seen *seen, cli_finding *f)
{
    const cli_outcomes *allowed = &c->allowed[f->way];
    const char *state;
    uint64_t count;
    f->runs = cmcm_seen_instances(seen);
    for (size_t i = 0; (state = cmcm_seen_state(seen, i, &count)); i++) {
        const char *outcome = seen_outcome(c, result, state, f->way);
        if (outcome && has_outcome(allowed, outcome))
            continue;
        if (f->seen == 0 || !outcome)
            f->why = outcome ? outcome : cm_arena_printf(c->work.arena, "%s", state);
        f->seen += count;
    }
    if (f->seen > 0 && !allowed->unknown && !allowed->undefined)
        f->verdict = CLI_CC_BUG;
}

void cli_compile_run(cli_compile *c, cli_finding *f)
{
    cmcm_test *test = cmcm_test_parse(c->session, c->path, f->text, strlen(f->text));
    const cmcm_run_options how = {.iterations = c->settings->runs};
    const cmcm_options check = {.unroll = c->settings->unroll, .timeout = c->settings->timeout};
    cmcm_seen *seen = test ? cmcm_run(c->session, test, &how) : NULL;
    if (seen && cmcm_seen_end(seen) == CMCM_RAN) {
        cmcm_model *own =
            c->target ? NULL : cmcm_model_load(c->session, cmcm_test_default_model(test));
        cmcm_result *result = cmcm_check(c->session, c->target ? c->target : own, test, &check);
        if (result)
            judge_seen(c, result, seen, f);
        cmcm_result_free(result);
        cmcm_model_free(own);
        c->tests_run++;
    }
    cmcm_seen_free(seen);
    cmcm_test_free(test);
    cmcm_session_clear(c->session);
}
