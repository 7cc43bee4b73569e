/* One test of `cmcm check`: read, check, compare, print into texts. */
#include "cli/check.h"
#include "cli/session.h"
#include "cli/space.h"
#include "import/source.h"
#include "litmus/text/md5.h"
#include "model/gloss.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- models ---------------------------------------------------------- */

bool cli_models_init(cli_models *models, const check_settings *settings, bool color)
{
    *models = (cli_models){.session = cmcm_session_new()};
    if (!models->session || pthread_mutex_init(&models->lock, NULL) != 0) {
        cmcm_session_free(models->session);
        models->session = NULL;
        return false;
    }
    cmcm_session_set_color(models->session, color);
    cmcm_session_set_strict(models->session, settings->strict);
    cli_session_set(models->session, &settings->includes, settings->dialect, &settings->variants);
    return true;
}

void cli_models_free(cli_models *models)
{
    if (!models->session)
        return;
    while (models->first) {
        cli_model *m = models->first;
        models->first = m->next;
        cmcm_model_free(m->model);
        free(m);
    }
    cmcm_session_free(models->session);
    pthread_mutex_destroy(&models->lock);
}

static const cmcm_model *find_or_load(cli_models *models, const char *name, char **messages)
{
    for (cli_model *m = models->first; m; m = m->next)
        if (strcmp(m->name, name) == 0)
            return m->model;
    cli_model *fresh = malloc(sizeof *fresh + strlen(name) + 1);
    if (!fresh) {
        cli_no_memory(); /* no text could be kept */
        return NULL;
    }
    cmcm_model *model = cmcm_model_load(models->session, name);
    const char *said = cmcm_session_messages(models->session);
    *messages = *said ? strdup(said) : NULL;
    if (*said && !*messages)
        fputs(said, stderr); /* out of turn is better than not at all */
    cmcm_session_clear(models->session);
    *fresh = (cli_model){.next = models->first, .model = model};
    strcpy(fresh->name, name);
    models->first = fresh;
    return model;
}

const cmcm_model *cli_models_get(cli_models *models, const char *name, char **messages)
{
    *messages = NULL;
    pthread_mutex_lock(&models->lock);
    const cmcm_model *model = find_or_load(models, name, messages);
    pthread_mutex_unlock(&models->lock);
    return model;
}

/* "path: what: why" on standard error. */
static void say(cli_outcome *outcome, const char *path, const char *what, const char *why)
{
    cli_outcome_append(outcome, &outcome->messages, "%s: %s%s%s\n", path, what, *why ? ": " : "",
                       why);
}

/* ---- witnesses ------------------------------------------------------- */

typedef struct matching {
    cm_arena *arena;
    const char *text;     /* of a state that is allowed */
    const cm_state *wish; /* what it is to have */
    bool matches;
} matching;

static void match(void *argument)
{
    matching *m = argument;
    const char *why;
    const cm_state *state = cm_state_read(m->arena, m->text, strlen(m->text), &why);
    m->matches = state && cm_state_includes(state, m->wish);
}

/* With a wish: does the state have every LOCATION=VALUE of it, "1:X0=1; [x]=2"? */
static bool is_wanted(cli_outcome *outcome, const cli_plan *plan, const cmcm_result *result,
                      size_t index)
{
    const char *witness = plan->settings->witness;
    if (!plan->wish)
        return (witness && *witness) || cmcm_result_state_satisfies(result, index);
    matching m = {cm_arena_new(0), cmcm_result_state(result, index), plan->wish, false};
    if (!m.arena || !cm_arena_protect(m.arena, match, &m))
        outcome->unreadable = outcome->no_memory = true;
    cm_arena_free(m.arena);
    return m.matches;
}

static void add_witnesses(cli_outcome *outcome, const cli_plan *plan, cmcm_result *result,
                          const char *path)
{
    size_t shown = 0;
    const char *wish = plan->settings->witness, *text;
    bool of_hangs = strcmp(wish, "hang") == 0;
    if (of_hangs || strcmp(wish, "all") == 0)
        for (; (text = cmcm_result_hang(result, shown)); shown++)
            cli_outcome_append(outcome, &outcome->result, "%s\n", text);
    for (size_t i = 0; i < cmcm_result_state_count(result); i++) {
        if (of_hangs || !is_wanted(outcome, plan, result, i))
            continue;
        text = cmcm_result_witness(result, i);
        cli_outcome_append(outcome, &outcome->result, "%s\n", text ? text : "");
        shown++;
    }
    if (!shown && of_hangs)
        say(outcome, path, "no witness: every execution found ends", "");
    else if (!shown)
        say(outcome, path, "no witness: the model allows no state with",
            *wish ? wish : "the condition's proposition");
}

/* ---- checking -------------------------------------------------------- */

static void leave_open(cli_outcome *outcome, const char *path, const char *assertion,
                       const char *why)
{
    outcome->unknown = true;
    cli_outcome_append(outcome, &outcome->messages, "%s: not known whether it is %s: %s\n", path,
                       assertion, why);
}

/* Is it known that no other state tells more of the condition? */
static bool is_certain(const cmcm_result *result)
{
    return cmcm_result_listed(result) ? cmcm_result_complete(result)
                                      : cmcm_result_answer(result) != CMCM_UNKNOWN;
}

/* Is the outcome that the condition speaks of allowed? A state that satisfies
 * it settles that also when others may be missing. No state settles nothing. */
static void judge_condition(cli_outcome *outcome, const cli_plan *plan, const char *path,
                            const cmcm_result *result)
{
    const char *assertion = plan->settings->assertion;
    if (!assertion)
        return;
    bool allowed = cmcm_result_satisfying(result) > 0;
    if (!allowed && !is_certain(result)) {
        outcome->unknown = true;
        return;
    }
    if (cmcm_result_state_count(result) == 0) {
        leave_open(outcome, path, assertion, "there is no final state");
        return;
    }
    bool wants_allowed = strcmp(assertion, "allowed") == 0;
    if (cmcm_result_undefined(result) && !wants_allowed) {
        outcome->unmet = true;
        say(outcome, path, "assertion failed",
            "the test has undefined behaviour, so that everything is allowed, expected forbidden");
        return;
    }
    if (allowed == wants_allowed || cmcm_result_undefined(result))
        return;
    outcome->unmet = true;
    say(outcome, path, "assertion failed",
        allowed ? "the condition's outcome is allowed, expected forbidden"
                : "the condition's outcome is forbidden, expected allowed");
}

/* An answer about no final state at all. */
static void warn_of_nothing(cli_outcome *outcome, const char *path, cmcm_result *result)
{
    if (!is_certain(result) || cmcm_result_state_count(result) > 0)
        return;
    const char *wait = cmcm_result_wait(result, 0);
    if (!cmcm_result_empty(result)) {
        say(outcome, path, "warning: there is no final state",
            "the filter excludes every execution");
    } else if (!wait) {
        say(outcome, path, "warning: there is no final state",
            "the model allows no execution that ends");
    } else {
        say(outcome, path, "warning: there is no final state: this thread waits for ever", wait);
        for (size_t i = 1; (wait = cmcm_result_wait(result, i)); i++)
            say(outcome, path, "and", wait);
    }
}

static void compare_expected(cli_outcome *outcome, const cli_plan *plan, const cli_input *input,
                             cmcm_result *result)
{
    if (!plan->table)
        return;
    if (input->row == CLI_NO_ROW) {
        outcome->skipped = true;
        if (plan->settings->verbose)
            say(outcome, input->path, "skipped", "it is not in the table");
        return;
    }
    const char *text;
    cmcm_comparison comparison = cmcm_table_compare(plan->table, input->row, result, &text);
    outcome->skipped = comparison == CMCM_SKIPPED;
    outcome->unknown |= outcome->skipped && cmcm_result_unfinished(result);
    outcome->differs = comparison == CMCM_DIFFERS;
    outcome->unmet |= outcome->differs;
    if (outcome->differs || plan->settings->verbose)
        cli_outcome_append(outcome, &outcome->differences, "%s", text);
}

static bool is_plain(const cli_plan *plan, const cli_input *input)
{
    return plan->plain || (plan->plain_kernels && cm_import_takes(input->path));
}

static void print_readings(cli_outcome *outcome, const cli_plan *plan, cmcm_session *session,
                           const cmcm_model *model, const cmcm_test *test, const char *before)
{
    char *text = cli_readings_text(plan, session, model, test, before);
    cli_outcome_append(outcome, &outcome->result, "%s", text ? text : "");
    outcome->no_memory |= !text;
    free(text);
}

static void print_result(cli_outcome *outcome, const cli_plan *plan, const cli_input *input,
                         const cmcm_test *test, cmcm_result *result)
{
    if (plan->prints_results) {
        const char *text = cmcm_result_text(result, plan->format, plan->settings->verbose);
        cli_outcome_append(outcome, &outcome->result, "%s", text ? text : "");
        outcome->unreadable |= !text;
        outcome->no_memory |= !text;
    }
    if (is_plain(plan, input)) {
        const cli_named named = {input->path, plan->settings->model, plan->settings->threads};
        char *text = cli_plain_text(test, result, &named);
        cli_outcome_append(outcome, &outcome->result, "%s", text ? text : "");
        outcome->no_memory |= !text;
        free(text);
    }
    if (plan->settings->witness && plan->format != CMCM_JSON)
        add_witnesses(outcome, plan, result, input->path);
    if (cmcm_result_broken(result)) {
        outcome->unknown = true;
        say(outcome, input->path, "no answer", cmcm_result_reason(result));
        const char *seed = cmcm_result_seed(result);
        say(outcome, input->path, "please report this test, with",
            seed ? seed : "the version of cmcm and the options");
    } else if (cmcm_result_answer(result) == CMCM_UNKNOWN) {
        outcome->unknown = true;
        say(outcome, input->path, "the answer is not certain", cmcm_result_reason(result));
    } else if (*cmcm_result_reason(result)) {
        /* The answer is certain, the list of states is not. If the search for them did not come to
         * its end, not all that was asked for is there. */
        bool lacks =
            plan->prints_results && cmcm_result_listed(result) && cmcm_result_unfinished(result);
        outcome->unknown |= lacks;
        if (lacks)
            say(outcome, input->path, "states may be missing", cmcm_result_reason(result));
        else if (!plan->settings->quiet)
            say(outcome, input->path, "warning: states may be missing", cmcm_result_reason(result));
    }
    outcome->unknown |= !plan->table && cmcm_result_undefined(result);
    const char *why = cmcm_result_uncounted(result); /* executions that were asked for */
    outcome->unknown |= *why != 0;
    if (*why)
        say(outcome, input->path, "executions not counted", why);
    if (!plan->settings->quiet)
        warn_of_nothing(outcome, input->path, result);
    outcome->hangs = cmcm_result_ending(result) == CMCM_HANGS;
}

/* The states as data, those that are asked about first. */
static void list_states(cli_outcome *outcome, const cmcm_result *result)
{
    size_t length = 0;
    FILE *lines = open_memstream(&outcome->states, &length);
    for (int asked = 1; lines && asked >= 0; asked--)
        for (size_t i = 0; i < outcome->state_count; i++)
            if (cmcm_result_state_satisfies(result, i) == (asked == 1))
                fprintf(lines, "%s\n", cmcm_result_state(result, i));
    bool kept = lines && !ferror(lines);
    kept = lines && fclose(lines) == 0 && kept;
    outcome->no_memory |= !kept;
}

static cmcm_result *check_test(cli_outcome *outcome, cli_plan *plan, cmcm_session *session,
                               const cmcm_test *test, const char *path, double spent,
                               const cmcm_model **used)
{
    char *messages;
    const char *name =
        plan->settings->model ? plan->settings->model : cmcm_test_default_model(test);
    const cmcm_model *model = *used = cli_models_get(&plan->models, name, &messages);
    cli_outcome_append(outcome, &outcome->model, "%s", name);
    if (messages && (!model || !plan->settings->quiet))
        cli_outcome_append(outcome, &outcome->of_model, "%s", messages);
    free(messages);
    cmcm_options how = plan->options;
    cli_space space = {.path = path, .draws = plan->draws_bar};
    if (plan->settings->estimate) {
        how.tell_space = cli_space_tell;
        how.space_context = &space;
    }
    how.spent = spent;
    cmcm_result *result = model ? cmcm_check(session, model, test, &how) : NULL;
    cli_space_hide(&space);
    if (result) {
        outcome->state_count = cmcm_result_state_count(result);
        outcome->satisfying = cmcm_result_satisfying(result);
        outcome->complete = cmcm_result_complete(result);
        outcome->undefined = cmcm_result_undefined(result);
        outcome->seconds = spent + cmcm_result_statistics(result).total_seconds;
    }
    return result;
}

void cli_job_run(cli_plan *plan, cmcm_session *session, const cli_input *input, double spent,
                 cli_outcome *outcome)
{
    const cm_source *source = input->source;
    cmcm_session_set_macros_of(session, plan->settings->model);
    cmcm_session_set_build(session, plan->settings->build);
    if (plan->settings->is_volatile)
        cmcm_session_set_volatile(session, plan->settings->is_volatile);
    cmcm_session_set_threads(session, plan->settings->threads);
    cmcm_test *test = source ? cmcm_test_parse(session, source->name, source->text, source->length)
                             : cmcm_test_read(session, input->path);
    if (test) {
        /* A title that is not there has no byte, and append would keep none. */
        const char *text = cmcm_test_text(test);
        char digest[33];
        cm_md5(text, strlen(text), digest);
        outcome->name = strdup(cmcm_test_name(test));
        cli_outcome_append(outcome, &outcome->digest, "%s", digest);
        if (!outcome->name)
            outcome->unreadable = outcome->no_memory = true;
    }
    const cmcm_model *model = NULL;
    cmcm_result *result =
        test ? check_test(outcome, plan, session, test, input->path, spent, &model) : NULL;
    if (!plan->settings->quiet || cmcm_session_error_count(session))
        cli_outcome_append(outcome, &outcome->messages, "%s", cmcm_session_messages(session));
    cmcm_session_clear(session);
    if (result) {
        print_result(outcome, plan, input, test, result);
        judge_condition(outcome, plan, input->path, result);
        if (plan->settings->terminates) {
            const char *wait = cmcm_result_wait(result, 0);
            if (cmcm_result_ending(result) == CMCM_MAY_HANG) {
                leave_open(outcome, input->path, "sure to end", cmcm_result_ending_reason(result));
            } else if (cmcm_result_ending(result) == CMCM_HANGS) {
                outcome->unmet = true;
                say(outcome, input->path, "assertion failed: the test may never end",
                    wait ? wait : "out of memory");
            }
        }
        if (plan->settings->race_free) {
            const char *flag = cmcm_result_flag(result, 0), *reason = cmcm_result_reason(result);
            if (cmcm_result_race_free(result) == CMCM_UNKNOWN) {
                leave_open(outcome, input->path, "race-free",
                           *reason ? reason : "the model has no flags");
            } else if (flag) {
                outcome->unmet = true;
                say(outcome, input->path,
                    "assertion failed: some execution raises the model's flag",
                    cm_gloss_flag(flag));
            }
        }
        compare_expected(outcome, plan, input, result);
        if (plan->lists_states)
            list_states(outcome, result);
    } else {
        outcome->unreadable = true;
        outcome->differs = plan->table && input->row != CLI_NO_ROW;
    }
    /* A reading needs as much memory as the result did. */
    bool reads = result && is_plain(plan, input) && cli_readings_asked(plan, result);
    const char *before = reads ? cli_reading_verdict(test, result) : NULL;
    cmcm_result_free(result);
    if (reads)
        print_readings(outcome, plan, session, model, test, before);
    cmcm_test_free(test);
}
