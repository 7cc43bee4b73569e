/* A small campaign, through the public interface alone.
 *
 *     campaign ARCHITECTURE GENERATOR AXIS...     for instance: campaign X86_64 sb
 *
 * Makes the tests of a family (cmcm enumerate help), runs each for a moment on this
 * machine's CPU, checks it with its model, and says what was seen that is forbidden. Of the
 * first outcome that the condition asks about it prints the execution, from data. */
#include <cmcm.h>

#include <stdio.h>

typedef struct campaign {
    cmcm_session *session;
    size_t tests, ran, violations;
    int shown;
} campaign;

static void print_execution(const cmcm_execution *execution)
{
    cmcm_event event;
    size_t from, to;
    for (size_t i = 0; cmcm_execution_event(execution, i, &event); i++)
        if (event.thread >= 0)
            printf("  %s: P%d line %u `%s`: %c %s=%s\n", event.label, event.thread, event.line,
                   event.instruction, event.kind, event.place, event.text);
    for (size_t i = 0; cmcm_execution_pair(execution, "rf", i, &from, &to); i++)
        printf("  rf %zu -> %zu\n", from, to);
}

/* The first state that the condition speaks of. */
static void show_one(campaign *c, cmcm_result *result)
{
    for (size_t i = 0; i < cmcm_result_state_count(result) && !c->shown; i++) {
        const cmcm_execution *execution = cmcm_result_execution(result, i);
        if (!execution || !cmcm_result_state_satisfies(result, i))
            continue;
        printf("  %s\n", cmcm_result_state(result, i));
        print_execution(execution);
        c->shown = 1;
    }
}

static void compare(campaign *c, const cmcm_seen *seen, cmcm_result *result)
{
    size_t state = 0;
    uint64_t count = 0;
    cmcm_conformity found = cmcm_seen_judge(seen, result, &state);
    if (found != CMCM_VIOLATES)
        return;
    c->violations++;
    const char *text = cmcm_seen_state(seen, state, &count);
    printf("  FORBIDDEN SEEN %llu times: %s\n", (unsigned long long)count, text);
}

static void try_test(campaign *c, const cmcm_test *test)
{
    static const cmcm_run_options briefly = {.iterations = 100000, .deadline = 60};
    static const cmcm_options checking = {.timeout = 60, .witnesses = true};
    cmcm_model *model = cmcm_model_load(c->session, cmcm_test_default_model(test));
    cmcm_result *result = model ? cmcm_check(c->session, model, test, &checking) : NULL;
    cmcm_seen *seen = result ? cmcm_run(c->session, test, &briefly) : NULL;
    if (seen && cmcm_seen_end(seen) == CMCM_RAN) {
        c->ran++;
        printf("%s: %zu states seen, %zu allowed\n", cmcm_test_name(test),
               cmcm_seen_state_count(seen), cmcm_result_state_count(result));
        compare(c, seen, result);
        show_one(c, result);
    } else if (seen) {
        printf("%s: not run: %s\n", cmcm_test_name(test), cmcm_seen_reason(seen));
    }
    cmcm_seen_free(seen);
    cmcm_result_free(result);
    cmcm_model_free(model);
}

static bool take(void *context, const cmcm_made *made)
{
    campaign *c = context;
    cmcm_test *test = cmcm_test_parse(c->session, made->name, made->text, made->length);
    c->tests++;
    if (test)
        try_test(c, test);
    cmcm_test_free(test);
    fputs(cmcm_session_messages(c->session), stderr);
    cmcm_session_clear(c->session);
    return true;
}

int main(int argc, char **argv)
{
    if (argc < 3) {
        fputs("usage: campaign ARCHITECTURE GENERATOR AXIS...\n", stderr);
        return 2;
    }
    campaign c = {.session = cmcm_session_new()};
    if (!c.session)
        return 1;
    const cmcm_enumeration wanted = {.arch = argv[1],
                                     .generator = argv[2],
                                     .axes = (const char *const *)(argv + 3),
                                     .axis_count = (size_t)argc - 3};
    bool made = cmcm_enumerate(c.session, &wanted, take, &c);
    fputs(cmcm_session_messages(c.session), stderr);
    printf("%zu tests, %zu run, %zu with forbidden outcomes\n", c.tests, c.ran, c.violations);
    cmcm_session_free(c.session);
    return !made || c.violations > 0;
}
