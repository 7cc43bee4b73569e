/* The outcomes of a litmus test, through the public interface alone.
 *
 *     outcomes MODEL FILE.litmus
 *
 * Prints every allowed final state, marks those that the condition speaks of,
 * and shows one execution that leads to such a state. */
#include <cmcm.h>

#include <stdio.h>

static void print_result(cmcm_result *result)
{
    for (size_t i = 0; i < cmcm_result_state_count(result); i++)
        printf("%s %s\n", cmcm_result_state_satisfies(result, i) ? "*" : " ",
               cmcm_result_state(result, i));
    printf("%s", cmcm_result_observation(result));
    if (!cmcm_result_complete(result))
        printf(" (states may be missing: %s)", cmcm_result_reason(result));
    putchar('\n');

    for (size_t i = 0; i < cmcm_result_state_count(result); i++) {
        if (cmcm_result_state_satisfies(result, i)) {
            const char *witness = cmcm_result_witness(result, i);
            printf("\n%s", witness ? witness : "");
            return;
        }
    }
}

int main(int argc, char **argv)
{
    if (argc != 3) {
        fputs("usage: outcomes MODEL FILE.litmus\n", stderr);
        return 2;
    }
    cmcm_session *session = cmcm_session_new();
    if (!session)
        return 3;
    cmcm_options options = {.timeout = 30, .witnesses = true};
    cmcm_model *model = cmcm_model_load(session, argv[1]);
    cmcm_test *test = cmcm_test_read(session, argv[2]);
    cmcm_result *result = model && test ? cmcm_check(session, model, test, &options) : NULL;
    if (result) {
        printf("%s under %s: %s\n", cmcm_test_name(test), cmcm_model_name(model),
               cmcm_test_condition(test));
        print_result(result);
    }
    fputs(cmcm_session_messages(session), stderr);

    int status = result ? 0 : 3;
    cmcm_result_free(result);
    cmcm_test_free(test);
    cmcm_model_free(model);
    cmcm_session_free(session);
    return status;
}
