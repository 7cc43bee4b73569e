/* `cmcm check --target`: tests in C beside what compilers make of them. */
#include "base/stop.h"
#include "cli/check.h"
#include "cli/session.h"

#include <string.h>

typedef struct comparing {
    const cli_plan *plan;
    cmcm_session *session, *target_session; /* variants are the source's */
    cmcm_targets *targets;
    bool leaves, unknown, failed;
} comparing;

static cmcm_model *model_for(cmcm_session *session, const cmcm_test *test, const char *asked)
{
    return cmcm_model_load(session, asked ? asked : cmcm_test_default_model(test));
}

/* One test, with the model of its own. */
static void compare(comparing *c, cmcm_test *test)
{
    const char *refused = "", *text = cmcm_targets_translate(c->targets, test, &refused);
    cmcm_model *model = model_for(c->session, test, c->plan->settings->model);
    cmcm_test *made =
        text ? cmcm_test_parse(c->target_session, "translated", text, strlen(text)) : NULL;
    cmcm_model *target_model = made ? model_for(c->target_session, made, NULL) : NULL;
    cmcm_result *source = model ? cmcm_check(c->session, model, test, &c->plan->options) : NULL;
    cmcm_result *target =
        target_model ? cmcm_check(c->target_session, target_model, made, &c->plan->options) : NULL;
    const char *said = source && (target || !text)
                           ? cmcm_targets_text(c->targets, source, target, refused, c->plan->format)
                           : NULL;
    cli_session_say(c->session);
    cli_session_say(c->target_session);
    if (said) {
        cmcm_mapped verdict = cmcm_targets_compare(source, target);
        fputs(said, stdout);
        c->leaves |= verdict == CMCM_MAPPED_WEAK;
        c->unknown |= verdict != CMCM_MAPPED_SOUND;
    }
    c->failed |= !said;
    cmcm_result_free(target);
    cmcm_result_free(source);
    cmcm_model_free(target_model);
    cmcm_test_free(made);
    cmcm_model_free(model);
}

/* On another thread. */
static void interrupt(void *context)
{
    const comparing *c = context;
    cmcm_session_interrupt(c->session);
    cmcm_session_interrupt(c->target_session);
}

static void compare_all(comparing *c, const cli_inputs *inputs)
{
    for (size_t i = 0; i < inputs->count && !cm_stop_asked(c->plan->stop); i++) {
        const cli_input *input = &inputs->items[i];
        cmcm_test *test = input->source
                              ? cmcm_test_parse(c->session, input->path, input->source->text,
                                                input->source->length)
                              : cmcm_test_read(c->session, input->path);
        cli_session_say(c->session);
        if (test)
            compare(c, test);
        c->failed |= !test;
        cmcm_test_free(test);
    }
}

/* The readings that the targets are for. */
static cmcm_session *open_target_session(const comparing *c)
{
    cli_list readings = {.count = 0};
    for (size_t i = 0; i < cmcm_targets_count(c->targets); i++) {
        const char *reading = cmcm_targets_reading(c->targets, i);
        if (reading && readings.count < CLI_LIST_MAX)
            readings.items[readings.count++] = reading;
    }
    return cli_session_open(&c->plan->settings->includes, NULL, &readings);
}

int cli_check_targets(const cli_plan *plan, const cli_inputs *inputs)
{
    const check_settings *s = plan->settings;
    comparing c = {.plan = plan,
                   .session = cli_session_open(&s->includes, s->dialect, &s->variants)};
    if (c.session && s->is_volatile)
        cmcm_session_set_volatile(c.session, s->is_volatile);
    c.targets =
        c.session ? cmcm_targets_load(c.session, s->targets.items, (size_t)s->targets.count) : NULL;
    c.target_session = c.targets ? open_target_session(&c) : NULL;
    if (c.session)
        cli_session_say(c.session);
    bool usage = c.session && !c.targets;
    if (c.target_session) {
        cm_stop_watch(plan->stop, interrupt, &c);
        compare_all(&c, inputs);
        cm_stop_watch(plan->stop, NULL, NULL);
    }
    cmcm_targets_free(c.targets);
    cmcm_session_free(c.target_session);
    cmcm_session_free(c.session);
    if (usage)
        return CLI_USAGE;
    int signal = cm_stop_asked(plan->stop);
    if (signal)
        return 128 + signal;
    bool failed = c.failed || inputs->failed || !c.target_session;
    return failed ? CLI_INPUT : c.leaves ? CLI_UNMET : c.unknown ? CLI_UNKNOWN : CLI_OK;
}
