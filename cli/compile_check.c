/* `cmcm compile-check`: does a compiler keep what the language promises? */
#include "cli/compile.h"
#include "cli/inputs.h"
#include "cli/output.h"
#include "cli/session.h"
#include "cli/verbs.h"

#include "base/text.h"

#include <string.h>

enum { MOST_MIXED = 4096, MOST_COMPILERS = 64 };

#define AT(field) offsetof(cli_compile_settings, field)

static const cli_option options[] = {
    CLI_CC(CLI_LIST, AT(compilers)),
    {0, "asm", "P0=FILE.s", CLI_LIST, AT(assembly), 0, 0},
    {0, "mix", NULL, CLI_FLAG, AT(mix), 0, 0},
    CLI_RECORD("DIRECTORY", AT(record)),
    {0, "replay", NULL, CLI_FLAG, AT(replay), 0, 0},
    {0, "run", "N", CLI_COUNT, AT(runs), 0, 0},
    {0, "no-shrink", NULL, CLI_FLAG, AT(no_shrink), 0, 0},
    {0, "self-test", NULL, CLI_FLAG, AT(self_test), 0, 0},
    CLI_SOURCE_MODEL(AT(source_model)),
    CLI_TARGET_MODEL(AT(target_model)),
    CLI_FORMAT("text|json", AT(format)),
    CLI_INCLUDE(AT(includes)),
    CLI_UNROLL(AT(unroll)),
    CLI_TIMEOUT(AT(timeout)),
    CLI_VERBOSE(AT(verbose)),
};

/* ---- all ways to compile --------------------------------------------------- */

static void judge_mixture(cli_compile *c, const int *by_thread)
{
    cli_finding f = cli_compile_judge(c, by_thread);
    cm_text title = cm_text_new(c->work.arena);
    bool same = true;
    for (int t = 1; t < c->test->thread_count; t++)
        same &= by_thread[t] == by_thread[0];
    for (int t = 0; t < (same ? 1 : c->test->thread_count); t++)
        cm_text_append(&title, "%s%s", t > 0 ? " | " : "", c->compilers[by_thread[t]].command);
    cli_compile_print(c, title.data, &f, by_thread);
}

/* May the compiler have that thread? A --cc that names it comes before those for all. */
static bool is_for(const cli_compile *c, int compiler, int thread)
{
    int id = c->test->threads[thread].id, own = c->compilers[compiler].thread;
    bool named = false;
    for (int i = 0; i < c->compiler_count; i++)
        named |= c->compilers[i].thread == id;
    return named ? own == id : own < 0;
}

/* Goes through the compilers of each thread. Without --mix, threads that no --cc names have the
 * same one. */
static void judge_mixtures(cli_compile *c, int *by_thread, int thread, int common, int *left)
{
    if (thread == c->test->thread_count) {
        if ((*left)-- > 0)
            judge_mixture(c, by_thread);
        return;
    }
    for (int i = 0; i < c->compiler_count && *left >= 0; i++) {
        bool general = c->compilers[i].thread < 0;
        if (!is_for(c, i, thread) || (general && !c->settings->mix && common >= 0 && common != i))
            continue;
        by_thread[thread] = i;
        judge_mixtures(c, by_thread, thread + 1, general ? i : common, left);
    }
}

/* Of --asm, which names a file for each thread. */
static void judge_files(cli_compile *c)
{
    int threads = c->test->thread_count;
    const cm_source **assembly =
        CM_NEW_ARRAY(c->work.arena, (size_t)threads + 1, const cm_source *);
    for (int t = 0; t < threads; t++) {
        const char *head = cm_arena_printf(c->work.arena, "P%d=", c->test->threads[t].id);
        for (int i = 0; i < c->settings->assembly.count && !assembly[t]; i++)
            if (strncmp(c->settings->assembly.items[i], head, strlen(head)) == 0)
                assembly[t] =
                    cm_source_read(&c->work, c->settings->assembly.items[i] + strlen(head));
        if (!assembly[t])
            cm_fail(&c->work, cm_test_place(c->test),
                    "there is no --asm for P%d, expected `--asm %sFILE.s`", c->test->threads[t].id,
                    head);
    }
    cli_finding f = cli_compile_judge_files(c, assembly);
    cli_compile_print(c, "assembly", &f, NULL);
}

static void check_all(void *argument)
{
    cli_compile *c = argument;
    const cm_source *source = c->known ? c->known->test : cm_source_read(&c->work, c->path);
    if (!source || !cli_compile_open(c, source)) {
        cli_session_say(c->session);
        cm_arena_escape(c->work.arena);
    }
    if (c->settings->assembly.count > 0) {
        judge_files(c);
        return;
    }
    int *by_thread = CM_NEW_ARRAY(c->work.arena, (size_t)c->test->thread_count + 1, int);
    int left = MOST_MIXED;
    judge_mixtures(c, by_thread, 0, -1, &left);
    if (left < 0)
        fprintf(stderr, "cmcm compile-check: %s: only the first %d mixtures are judged\n",
                c->test->name, MOST_MIXED);
}

static void check_file(cli_compile *c, const char *path)
{
    cm_arena *arena = cm_arena_new(0);
    if (!arena) {
        c->failed = cli_no_memory() != 0;
        return;
    }
    c->work = cm_work_new(arena);
    c->path = path;
    if (!cm_arena_protect(arena, check_all, c)) {
        c->unread++;
        cli_print_diags(&c->work, "cmcm compile-check: ");
    }
    fflush(stdout);
    cm_arena_free(arena);
}

/* ---- the verb -------------------------------------------------------------- */

static const char thin_air[] = "no-thin-air";

static bool has_axiom(const cmcm_model *model)
{
    const char *name;
    for (size_t i = 0; (name = cmcm_model_axiom(model, i)); i++)
        if (strcmp(name, thin_air) == 0)
            return true;
    return false;
}

static bool open_models(cli_compile *c, cmcm_model **loaded)
{
    const cli_compile_settings *s = c->settings;
    const char *name = s->source_model ? s->source_model : "rc11";
    *loaded = cmcm_model_load(c->session, name);
    if (!*loaded)
        return false;
    c->grounded_flat = has_axiom(*loaded) ? *loaded : NULL;
    c->flat = c->grounded_flat ? cmcm_model_without(c->session, *loaded, thin_air) : *loaded;
    c->scoped = s->source_model ? NULL : cmcm_model_load(c->session, "scoped");
    c->target = s->target_model ? cmcm_model_load(c->session, s->target_model) : NULL;
    return c->flat && (s->source_model || c->scoped) && (!s->target_model || c->target);
}

static void add_compiler(cli_compile *c, cm_work *work, const char *command)
{
    cm_compiler *compiler = &c->compilers[c->compiler_count++];
    *compiler = cm_compiler_read(work, command);
    compiler->seconds = c->settings->timeout > 0 ? c->settings->timeout : 60;
}

static void open_all(void *argument)
{
    cli_compile *c = argument;
    c->work = cm_work_new(c->own);
    const cli_list *list = &c->settings->compilers;
    c->compilers = CM_NEW_ARRAY(c->own, MOST_COMPILERS, cm_compiler);
    for (int i = 0; i < list->count; i++)
        add_compiler(c, &c->work, list->items[i]);
}

/* Judges each known result, with its compiler alone. */
static void self_test(void *argument)
{
    cli_compile *c = argument;
    cm_known_list list = cm_known_read(c->own);
    for (int i = 0; i < list.count && !c->failed; i++) {
        c->known = &list.items[i];
        printf("%s%s\n", i > 0 ? "\n" : "", c->known->title);
        for (int k = 0; k < c->known->count && !c->failed; k++) {
            c->known_result = k;
            cm_work work = cm_work_new(c->own);
            c->compiler_count = 0;
            const char *at = c->known->results[k].command;
            for (size_t length; *at; at += length + (at[length] ? 3 : 0)) {
                const char *next = strstr(at, " | "); /* P0=gcc | P1=clang-19 */
                length = next ? (size_t)(next - at) : strlen(at);
                add_compiler(c, &work, cm_arena_text(c->own, at, length));
            }
            check_file(c, c->known->title);
        }
    }
}

static int status_of(const cli_compile *c)
{
    if (c->settings->self_test)
        return c->failed || c->unread ? CLI_INPUT : c->surprises ? CLI_UNMET : CLI_OK;
    size_t unknown = c->counts[CLI_CC_UNKNOWN] + c->counts[CLI_CC_REFUSED] +
                     c->counts[CLI_CC_ABSENT] + c->counts[CLI_CC_CRASH];
    return c->failed || c->unread                            ? CLI_INPUT
           : c->counts[CLI_CC_BUG] + c->counts[CLI_CC_LOCKS] ? CLI_UNMET
           : unknown                                         ? CLI_UNKNOWN
                                                             : CLI_OK;
}

/* CLI_OK: the options go together. */
static int check_usage(const cli_call *call, const cli_compile_settings *settings)
{
    const cli_verb *verb = call->verb;
    if (settings->self_test &&
        (call->operand_count > 0 || settings->compilers.count > 0 || settings->assembly.count > 0))
        return cli_usage_error(verb, "--self-test brings its tests and compilers, expected no "
                                     "operands, no --cc and no --asm");
    if (call->operand_count == 0 && !settings->self_test)
        return cli_usage_error(verb, "no tests are named, expected files of C tests");
    if (!settings->self_test && (settings->compilers.count > 0) == (settings->assembly.count > 0))
        return cli_usage_error(verb, "no compiler is named, expected --cc, or assembly with --asm");
    if (settings->replay && !settings->record)
        return cli_usage_error(
            verb, "--replay reads what a run recorded, expected --record DIRECTORY as well");
    if (settings->compilers.count > MOST_COMPILERS)
        return cli_usage_error(verb, "there are too many compilers, expected at most %d",
                               MOST_COMPILERS);
    return CLI_OK;
}

static int run_compile_check(const cli_call *call, void *argument)
{
    static const cli_list none = {.count = 0};
    const cli_compile_settings *settings = argument;
    int usage = check_usage(call, settings);
    if (usage != CLI_OK)
        return usage;
    cli_compile c = {.settings = settings,
                     .own = call->arena,
                     .records = {.directory = settings->record,
                                 .replay = settings->replay,
                                 .arena = call->arena}};
    cmcm_model *loaded = NULL;
    c.session = cli_session_open(&settings->includes, NULL, &none);
    bool good = c.session &&
                (!settings->record || settings->replay || cli_make_directory(settings->record));
    good = good && open_models(&c, &loaded);
    if (c.session)
        cli_session_say(c.session);
    c.failed = !good || !cm_arena_protect(c.own, open_all, &c);
    if (good && c.failed)
        cli_print_diags(&c.work, "cmcm compile-check: ");
    if (settings->self_test && !c.failed)
        c.failed |= !cm_arena_protect(c.own, self_test, &c);
    cli_inputs inputs;
    cli_inputs_open(&inputs, call->operand_count, call->operands);
    for (size_t i = 0; !c.failed && i < inputs.count; i++)
        check_file(&c, inputs.items[i].path);
    c.failed |= inputs.failed;
    cli_inputs_close(&inputs);
    if (!c.failed)
        cli_compile_print_summary(&c);
    if (c.flat != loaded)
        cmcm_model_free(c.flat);
    cmcm_model_free(loaded);
    cmcm_model_free(c.scoped);
    cmcm_model_free(c.target);
    cmcm_model_free(c.read);
    cmcm_session_free(c.session);
    return status_of(&c);
}

const cli_verb cli_verb_compile_check = {
    .name = "compile-check",
    .operands = "FILE|DIRECTORY|@LIST...",
    .summary = "Check what compilers make of tests of C.",
    CLI_OPTIONS(options, cli_compile_settings),
    .run = run_compile_check,
};
