/* One test of `cmcm check`: read, check, compare, print into texts. */
#include "cli/check.h"
#include "cli/output.h"

#include "cli/origin.h"
#include "cli/session.h"
#include "litmus/text/md5.h"

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

/* ---- texts of an outcome --------------------------------------------- */

/* Appends to a malloc'ed text. Without memory the text stays as it is, and the
 * test counts as unreadable, which is said where it is delivered. */
static void append(cli_outcome *outcome, char **text, const char *more)
{
    size_t old = *text ? strlen(*text) : 0, length = strlen(more);
    if (!length)
        return;
    char *grown = realloc(*text, old + length + 1);
    if (!grown) {
        outcome->unreadable = outcome->no_memory = true;
        return;
    }
    memcpy(grown + old, more, length + 1);
    *text = grown;
}

void cli_outcome_free(cli_outcome *outcome)
{
    free(outcome->result);
    free(outcome->differences);
    free(outcome->of_model);
    free(outcome->messages);
    free(outcome->name);
    free(outcome->digest);
    *outcome = (cli_outcome){0};
}

/* "path: what: why" on standard error. */
static void say(cli_outcome *outcome, const char *path, const char *what, const char *why)
{
    append(outcome, &outcome->messages, path);
    append(outcome, &outcome->messages, ": ");
    append(outcome, &outcome->messages, what);
    append(outcome, &outcome->messages, *why ? ": " : "");
    append(outcome, &outcome->messages, why);
    append(outcome, &outcome->messages, "\n");
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

/* Does the state have every LOCATION=VALUE of the wish, "1:X0=1; [x]=2"? */
static bool state_matches(cli_outcome *outcome, const char *text, const cm_state *wish)
{
    matching m = {cm_arena_new(0), text, wish, false};
    if (!m.arena || !cm_arena_protect(m.arena, match, &m))
        outcome->unreadable = outcome->no_memory = true;
    cm_arena_free(m.arena);
    return m.matches;
}

static bool is_wanted(cli_outcome *outcome, const cli_plan *plan, const cmcm_result *result,
                      size_t index)
{
    if (plan->wish)
        return state_matches(outcome, cmcm_result_state(result, index), plan->wish);
    const char *witness = plan->settings->witness;
    return (witness && *witness) || cmcm_result_state_satisfies(result, index);
}

static size_t add_hangs(cli_outcome *outcome, cmcm_result *result)
{
    size_t shown = 0;
    for (const char *text; (text = cmcm_result_hang(result, shown)); shown++) {
        append(outcome, &outcome->result, text);
        append(outcome, &outcome->result, "\n");
    }
    return shown;
}

static void add_witnesses(cli_outcome *outcome, const cli_plan *plan, cmcm_result *result,
                          const char *path)
{
    size_t shown = 0;
    const char *wish = plan->settings->witness;
    bool of_hangs = strcmp(wish, "hang") == 0;
    if (of_hangs || strcmp(wish, "all") == 0)
        shown = add_hangs(outcome, result);
    for (size_t i = 0; i < cmcm_result_state_count(result); i++) {
        if (of_hangs || !is_wanted(outcome, plan, result, i))
            continue;
        const char *text = cmcm_result_witness(result, i);
        append(outcome, &outcome->result, text ? text : "");
        append(outcome, &outcome->result, "\n");
        shown++;
    }
    if (!shown && of_hangs)
        say(outcome, path, "no witness: no execution was found that never ends", "");
    else if (!shown)
        say(outcome, path, "no witness: no allowed state",
            *wish ? wish : "that satisfies the condition's proposition");
}

static const char *picture_of(const cli_plan *plan, cmcm_result *result, size_t state)
{
    if (plan->picture != CMCM_AS_HTML)
        return cmcm_result_picture(result, state, plan->picture);
    char date[CLI_DATE_MAX];
    cli_date(date);
    const cmcm_page page = {.date = date, .command = plan->command};
    return cmcm_result_page(result, state, &page);
}

/* The first state that is wanted. */
static void draw(cli_outcome *outcome, const cli_plan *plan, cmcm_result *result, const char *path)
{
    size_t i = 0, count = cmcm_result_state_count(result);
    while (i < count && !is_wanted(outcome, plan, result, i))
        i++;
    if (i == count) {
        say(outcome, path, "no picture", "no allowed state is such as is to be drawn");
        return;
    }
    const char *picture = picture_of(plan, result, i);
    outcome->no_memory |= !picture;
    if (!picture || !cli_write_file(plan->settings->graph, picture, strlen(picture)))
        outcome->unreadable = true;
}

/* ---- checking -------------------------------------------------------- */

static void leave_open(cli_outcome *outcome, const char *path, const char *assertion,
                       const char *why)
{
    outcome->unknown = true;
    append(outcome, &outcome->messages, path);
    append(outcome, &outcome->messages, ": not known whether it is ");
    append(outcome, &outcome->messages, assertion);
    append(outcome, &outcome->messages, ": ");
    append(outcome, &outcome->messages, why);
    append(outcome, &outcome->messages, "\n");
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
    if (allowed == (strcmp(assertion, "allowed") == 0))
        return;
    outcome->unmet = true;
    say(outcome, path, "assertion not met",
        allowed ? "the condition's outcome is allowed, expected forbidden"
                : "the condition's outcome is forbidden, expected allowed");
}

static void judge_ending(cli_outcome *outcome, const char *path, cmcm_result *result)
{
    const char *wait = cmcm_result_wait(result, 0);
    if (cmcm_result_ending(result) == CMCM_MAY_HANG) {
        leave_open(outcome, path, "sure to end", cmcm_result_ending_reason(result));
    } else if (cmcm_result_ending(result) == CMCM_HANGS) {
        outcome->unmet = true;
        say(outcome, path, "assertion not met: it may never end", wait ? wait : "out of memory");
    }
}

static void judge_races(cli_outcome *outcome, const char *path, const cmcm_result *result)
{
    const char *flag = cmcm_result_flag(result, 0), *reason = cmcm_result_reason(result);
    if (cmcm_result_race_free(result) == CMCM_UNKNOWN) {
        leave_open(outcome, path, "race-free", *reason ? reason : "the model has no flags");
    } else if (flag) {
        outcome->unmet = true;
        say(outcome, path, "assertion not met: some execution raises the model's flag", flag);
    }
}

/* An answer about no final state at all. */
static void warn_of_nothing(cli_outcome *outcome, const char *path, cmcm_result *result)
{
    if (!is_certain(result) || cmcm_result_state_count(result) > 0)
        return;
    const char *wait = cmcm_result_wait(result, 0);
    if (!cmcm_result_empty(result)) {
        say(outcome, path, "warning: no final state", "the filter excludes all");
    } else if (!wait) {
        say(outcome, path, "warning: no final state", "the model allows no execution that ends");
    } else {
        say(outcome, path, "warning: no final state; for ever stays", wait);
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
        append(outcome, &outcome->differences, text);
}

/* The answer is certain, the list of states is not. If the search for them did not come to
 * its end, not all that was asked for is there. */
static void tell_missing(cli_outcome *outcome, const cli_plan *plan, const cmcm_result *result,
                         const char *path)
{
    bool lacks =
        plan->prints_results && cmcm_result_listed(result) && cmcm_result_unfinished(result);
    outcome->unknown |= lacks;
    if (lacks)
        say(outcome, path, "states may be missing", cmcm_result_reason(result));
    else if (!plan->settings->quiet)
        say(outcome, path, "warning: states may be missing", cmcm_result_reason(result));
}

static void print_result(cli_outcome *outcome, const cli_plan *plan, const cli_input *input,
                         const cmcm_test *test, cmcm_result *result)
{
    if (plan->prints_results) {
        const char *text = cmcm_result_text(result, plan->format, plan->settings->verbose);
        append(outcome, &outcome->result, text ? text : "");
        outcome->unreadable |= !text;
        outcome->no_memory |= !text;
    }
    if (plan->plain) {
        char *text = cli_plain_text(test, result, plan->settings->model, input->path);
        append(outcome, &outcome->result, text ? text : "");
        outcome->no_memory |= !text;
        free(text);
    }
    if (plan->settings->witness && plan->format != CMCM_JSON)
        add_witnesses(outcome, plan, result, input->path);
    if (plan->settings->graph && !cmcm_result_broken(result))
        draw(outcome, plan, result, input->path);
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
        tell_missing(outcome, plan, result, input->path);
    }
    const char *why = cmcm_result_uncounted(result); /* executions that were asked for */
    outcome->unknown |= *why != 0;
    if (*why)
        say(outcome, input->path, "executions not counted", why);
    if (!plan->settings->quiet)
        warn_of_nothing(outcome, input->path, result);
    outcome->hangs = cmcm_result_ending(result) == CMCM_HANGS;
}

static cmcm_result *check_test(cli_outcome *outcome, const cli_plan *plan, cli_models *models,
                               cmcm_session *session, const cmcm_test *test)
{
    char *messages;
    const char *name =
        plan->settings->model ? plan->settings->model : cmcm_test_default_model(test);
    const cmcm_model *model = cli_models_get(models, name, &messages);
    if (!model || !plan->settings->quiet)
        append(outcome, &outcome->of_model, messages ? messages : "");
    free(messages);
    return model ? cmcm_check(session, model, test, &plan->options) : NULL;
}

void cli_job_run(const cli_plan *plan, cli_models *models, cmcm_session *session,
                 const cli_input *input, cli_outcome *outcome)
{
    const cm_source *source = input->source;
    cmcm_test *test = source ? cmcm_test_parse(session, source->name, source->text, source->length)
                             : cmcm_test_read(session, input->path);
    if (test) {
        /* A title that is not there has no byte, and append would keep none. */
        const char *text = cmcm_test_text(test);
        char digest[33];
        cm_md5(text, strlen(text), digest);
        outcome->name = strdup(cmcm_test_name(test));
        append(outcome, &outcome->digest, digest);
        if (!outcome->name)
            outcome->unreadable = outcome->no_memory = true;
    }
    cmcm_result *result = test ? check_test(outcome, plan, models, session, test) : NULL;
    if (!plan->settings->quiet || cmcm_session_error_count(session))
        append(outcome, &outcome->messages, cmcm_session_messages(session));
    cmcm_session_clear(session);
    if (result) {
        print_result(outcome, plan, input, test, result);
        judge_condition(outcome, plan, input->path, result);
        if (plan->settings->terminates)
            judge_ending(outcome, input->path, result);
        if (plan->settings->race_free)
            judge_races(outcome, input->path, result);
        compare_expected(outcome, plan, input, result);
    } else {
        outcome->unreadable = true;
        outcome->differs = plan->table && input->row != CLI_NO_ROW;
    }
    cmcm_result_free(result);
    cmcm_test_free(test);
}
