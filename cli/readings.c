/* Named readings that would change an answer (`cmcm check --variant`), offered where the test has
 * what they are about. */
#include "cli/check.h"
#include "cli/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { WORDS = 5, LONGEST = 10 /* seconds that one of them may take */ };

/* What the models' pages say of them (docs/models/ptx.md, cdna.md). */
static const struct {
    const char *variant, *words[WORDS]; /* a test with one of the words is asked */
    const char *meaning;
} readings[] = {
    {"lanes-order-memory",
     {"shfl.", "vote.", "match.", "redux.", "elect."},
     "operations of a warp order memory as bar.warp.sync does"},
    {"war-without-proxy-fence",
     {"cp.async.bulk", "st.async", "red.async", "cp.reduce.async"},
     "an asynchronous write after a read needs no proxy fence where they are synchronised"},
    {"proxy-fence-anywhere",
     {"cp.async.bulk", "cp.reduce.async"},
     "a proxy fence may stand anywhere on the way"},
    {"wait-acquires-by-jump",
     {"mbarrier.test_wait", "mbarrier.try_wait"},
     "a wait for an mbarrier acquires only for what comes after a jump on its result"},
    {"vectors-atomic", {".v2.", ".v4.", ".v8."}, "a vector is one access"},
    {"atomics-as-one", {"atom.", "red."}, "an atomic operation is one, and no read and a write"},
    {"multimem-alias-fence",
     {"multimem"},
     "an alias fence joins a multimem address and what it points to"},
    {"cdna-xcd", {"buffer_wbl2"}, "what a wave has stored is there for its XCD"},
    {"cdna-nt", {" nt"}, "a load with nt misses the L1"},
};

const char *cli_reading_verdict(const cmcm_test *test, const cmcm_result *result)
{
    if (!cmcm_test_asks(test))
        return cmcm_result_race_free(result) == CMCM_YES  ? "No flag"
               : cmcm_result_race_free(result) == CMCM_NO ? "A flag"
                                                          : NULL;
    cmcm_answer answer = cmcm_result_answer(result);
    if (answer == CMCM_UNKNOWN || cmcm_result_undefined(result) || cmcm_result_empty(result))
        return NULL;
    if (strcmp(cmcm_test_quantifier(test), "forall") == 0)
        return answer == CMCM_YES ? "Always" : "Not always";
    bool exists = strcmp(cmcm_test_quantifier(test), "exists") == 0;
    return exists == (answer == CMCM_YES) ? "Allowed" : "Forbidden";
}

static bool has_variant(const cmcm_model *model, const char *name)
{
    const char *one;
    for (size_t i = 0; (one = cmcm_model_variant(model, i)); i++)
        if (strcmp(one, name) == 0)
            return true;
    return false;
}

static bool has_word(const char *text, const char *const *words)
{
    for (int i = 0; i < WORDS && words[i]; i++)
        if (strstr(text, words[i]))
            return true;
    return false;
}

/* The verdict with the reading, unless it is not certain, or the same. */
static void add_reading(FILE *to, const cli_plan *plan, cmcm_session *session,
                        const cmcm_model *model, const cmcm_test *test, const char *before,
                        size_t reading)
{
    const check_settings *settings = plan->settings;
    const char *name = readings[reading].variant;
    cli_list variants = {.items = {name}, .count = 1};
    cmcm_session *own = cli_session_open(&settings->includes, settings->dialect, &variants);
    cmcm_model *varied = own ? cmcm_model_load(own, cmcm_model_name(model)) : NULL;
    cmcm_options how = plan->options;
    how.timeout = how.timeout > 0 && how.timeout < LONGEST ? how.timeout : LONGEST;
    how.question = cmcm_test_asks(test);
    how.liveness = how.witnesses = how.count_executions = false;
    cmcm_result *result = varied ? cmcm_check(session, varied, test, &how) : NULL;
    const char *verdict = result ? cli_reading_verdict(test, result) : NULL;
    if (verdict && (!before || strcmp(verdict, before) != 0))
        fprintf(to, "%s if %s: `--variant %s`.\n", verdict, readings[reading].meaning, name);
    cmcm_session_clear(session);
    cmcm_result_free(result);
    cmcm_model_free(varied);
    cmcm_session_free(own);
}

bool cli_readings_asked(const cli_plan *plan, const cmcm_result *result)
{
    return plan->settings->variants.count == 0 &&
           cmcm_result_statistics(result).total_seconds < LONGEST;
}

char *cli_readings_text(const cli_plan *plan, cmcm_session *session, const cmcm_model *model,
                        const cmcm_test *test, const char *before)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to)
        return NULL;
    for (size_t i = 0; i < sizeof readings / sizeof *readings; i++)
        if (has_variant(model, readings[i].variant) &&
            has_word(cmcm_test_text(test), readings[i].words))
            add_reading(to, plan, session, model, test, before, i);
    if (ftell(to) > 0)
        fputc('\n', to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}
