/* What a verdict means, in plain words: for people at a terminal, after herd's text. */
#include "base/text.h"
#include "cli/check.h"
#include "model/gloss.h"

#include <stdlib.h>
#include <string.h>

enum {
    WIDTH = 78,
    MOST_TOLD = 5 /* results of linearisability */
};

typedef struct plain_words {
    const char *quantifier;
    const char *yes, *no; /* by whether the quantified condition holds; %s: its proposition */
    bool allowed_if_yes;  /* is what may be unwanted possible then? */
} plain_words;

static const plain_words words[] = {
    {"exists", "Allowed: %s can happen.", "Forbidden: %s never happens.", true},
    {"~exists", "Forbidden: %s never happens.", "Allowed: %s can happen.", false},
    {"forall", "Always: every run ends with %s.", "Not always: some runs end without %s.", false},
};

static const plain_words *words_of(const cmcm_test *test)
{
    return CM_NAMED(words, sizeof words / sizeof *words, quantifier, cmcm_test_quantifier(test));
}

/* "(1:r0=1 /\ 1:r1=0)" of "exists (1:r0=1 /\ 1:r1=0)". */
static const char *proposition_of(const cmcm_test *test)
{
    const char *condition = cmcm_test_condition(test);
    size_t length = strlen(cmcm_test_quantifier(test));
    if (strncmp(condition, cmcm_test_quantifier(test), length) == 0)
        condition += length;
    return condition + strspn(condition, " ");
}

/* Does a shell take the word as it is? */
static bool is_word(const char *path)
{
    for (const char *c = path; *c; c++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+,=@", *c))
            return false;
    return *path && *path != '-';
}

/* So that the same test is named again. */
static bool can_suggest(const cli_named *named)
{
    return is_word(named->path) && (!named->model || is_word(named->model)) &&
           (!named->threads || !strchr(named->threads, '\''));
}

static void suggest(FILE *to, const char *verb, const cli_named *named)
{
    const char *model = named->model, *threads = named->threads;
    fprintf(to, "`cmcm %s%s%s%s%s%s %s`", verb, model ? " -m " : "", model ? model : "",
            threads ? " --calls '" : "", threads ? threads : "", threads ? "'" : "", named->path);
}

/* The item of a state at that number, "[x]=1"; its length is 0 past the last. */
static const char *item_at(const char *state, int number, size_t *length)
{
    for (; number > 0 && *state; number--) {
        state += strcspn(state, ";");
        state += *state == ';';
    }
    state += strspn(state, " ");
    *length = strcspn(state, ";");
    return state;
}

/* "pop_P0=1, pop_P1=2" of "[pop_P0]=1; [pop_P1]=2; [top]=0;": what the condition asks about. */
static void print_results(FILE *to, const char *state, const char *condition)
{
    size_t length, column = strlen("  ");
    bool any = false;
    fputs("\n  ", to);
    for (int i = 0;; i++) {
        char name[256];
        const char *item = item_at(state, i, &length);
        size_t end = strcspn(item, "=");
        if (length == 0)
            break;
        if (*item != '[' || end < 2 || end + 2 > sizeof name)
            continue;
        snprintf(name, sizeof name, "%.*s=", (int)end, item);
        if (!strstr(condition, name))
            continue;
        if (any && column + length > WIDTH) {
            fputs(",\n    ", to);
            column = strlen("    ");
        } else if (any) {
            fputs(", ", to);
        }
        fprintf(to, "%.*s%.*s", (int)end - 2, item + 1, (int)(length - end), item + end);
        column += length;
        any = true;
    }
}

/* Of the import of calls that are to be linearisable; false: it is another test. */
static bool print_linearisable(FILE *to, bool yes, const cmcm_test *test, cmcm_result *result)
{
    static const char key[] = "\nLinearisable=";
    const char *law = strstr(cmcm_test_text(test), key);
    if (!law || strcmp(cmcm_test_quantifier(test), "forall") != 0)
        return false;
    law += strlen(key);
    int length = (int)strcspn(law, "\n");
    if (yes) {
        fprintf(to,
                "Linearisable: in every run, calls return what `%.*s` gives\n"
                "in some order of them.",
                length, law);
        return true;
    }
    fprintf(to,
            "Not linearisable: runs can end with results that `%.*s` gives\n"
            "in no order of the calls:",
            length, law);
    size_t told = 0, others = 0;
    for (size_t i = 0; i < cmcm_result_state_count(result); i++) {
        if (cmcm_result_state_satisfies(result, i))
            continue;
        if (told++ < MOST_TOLD)
            print_results(to, cmcm_result_state(result, i), cmcm_test_condition(test));
        else
            others++;
    }
    if (others > 0)
        fprintf(to, "\n  and %zu more", others);
    return true;
}

static char *print_answer(const plain_words *w, bool yes, const cmcm_test *test,
                          cmcm_result *result, const cli_named *named)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to)
        return NULL;
    if (!print_linearisable(to, yes, test, result)) {
        /* A format of the table above. */
        const char *sentence = yes ? w->yes : w->no, *gap = strstr(sentence, "%s");
        fprintf(to, "%.*s%s%s", (int)(gap - sentence), sentence, proposition_of(test), gap + 2);
    }
    if (can_suggest(named)) {
        bool allowed = yes == w->allowed_if_yes;
        fputc('\n', to);
        suggest(to, "explain", named);
        fputs(allowed ? " shows how;\n" : " says why.", to);
        if (allowed)
            suggest(to, "repair", named);
        fputs(allowed ? " what would forbid it." : "", to);
    }
    fputs("\n\n", to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

/* ---- a test that asks for no outcome -------------------------------------------- */

/* Whose values are not the same in all states. */
static void print_differences(FILE *to, const cmcm_result *result)
{
    size_t length, other, states = cmcm_result_state_count(result);
    bool any = false;
    for (int i = 0;; i++) {
        const char *item = item_at(cmcm_result_state(result, 0), i, &length);
        if (length == 0)
            return;
        bool differs = false;
        for (size_t s = 1; s < states && !differs; s++) {
            const char *same = item_at(cmcm_result_state(result, s), i, &other);
            differs = other != length || memcmp(item, same, length) != 0;
        }
        if (differs)
            fprintf(to, "%s%.*s", any ? ", " : " that differ in ", (int)strcspn(item, "="), item);
        any |= differs;
    }
}

static void print_states(FILE *to, const cmcm_result *result)
{
    size_t count = cmcm_result_state_count(result);
    bool all = cmcm_result_complete(result);
    if (count == 1 && all) {
        fputs("States: runs end in one state only.\n", to);
        return;
    }
    if (count == 0) {
        fprintf(to, "States: %s.\n", all ? "no run comes to an end" : "none was found");
        return;
    }
    fprintf(to, "States: runs can end in %s%zu state%s", all ? "" : "at least ", count,
            count == 1 ? "" : "s");
    print_differences(to, result);
    fputs(".\n", to);
}

static void print_ending(FILE *to, cmcm_result *result, const cli_named *named)
{
    const char *wait = cmcm_result_wait(result, 0);
    switch (cmcm_result_ending(result)) {
    case CMCM_ENDS:
        fputs("Ends: every run ends.\n", to);
        break;
    case CMCM_HANGS:
        fprintf(to, "Ends: not always%s%s", wait ? "; a thread may stay for ever: " : "",
                wait ? wait : "");
        if (can_suggest(named)) {
            fputs(".\n", to);
            suggest(to, "check --witness=hang", named);
            fputs(" shows a run that never ends", to);
        }
        fputs(".\n", to);
        break;
    case CMCM_MAY_HANG:
        fprintf(to, "Ends: not known, %s.\n", cmcm_result_ending_reason(result));
        break;
    case CMCM_NOT_ASKED:
        break;
    }
}

static void print_flags(FILE *to, cmcm_result *result, const cli_named *named)
{
    const char *flag;
    size_t count = 0;
    for (; (flag = cmcm_result_flag(result, count)); count++) {
        const char *lines = cmcm_result_flag_lines(result, count);
        fprintf(to, "%s%s%s%s", count ? ",\n       " : "Flags: ", cm_gloss_flag(flag),
                lines ? " at " : "", lines ? lines : "");
    }
    /* What goes outside of all objects has no execution to show. */
    bool outside = count == 1 && strcmp(cmcm_result_flag(result, 0), "outside-of-objects") == 0 &&
                   !cmcm_result_complete(result);
    if (outside && !cmcm_result_flag_lines(result, 0)) {
        fprintf(to, "; %s.\n", cmcm_result_reason(result));
    } else if (count > 0 && !outside && can_suggest(named)) {
        fputs(".\n", to);
        suggest(to, "explain", named);
        fputs(" shows how.\n", to);
    } else if (count > 0) {
        fputs("\n", to);
    } else if (cmcm_result_race_free(result) == CMCM_YES &&
               cmcm_result_ending(result) == CMCM_HANGS) {
        fputs("Flags: none in any run that ends; for runs that never end it is not known.\n", to);
    } else if (cmcm_result_race_free(result) == CMCM_YES) {
        fputs("Flags: none; no run has a data race or anything else that the model flags.\n", to);
    } else {
        fputs("Flags: none was found, and none is ruled out.\n", to);
    }
}

/* What is asked of a kernel that asks nothing itself: races, assertions, an end, one result. */
static char *print_summary(cmcm_result *result, const cli_named *named)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to)
        return NULL;
    print_flags(to, result, named);
    print_ending(to, result, named);
    if (cmcm_result_any_rounds(result))
        fputs("Bound: none; the answer holds for any number of rounds of each loop.\n", to);
    print_states(to, result);
    fputs("\n", to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

/* A test with undefined behaviour promises nothing of its states. */
static char *print_undefined(const cli_named *named)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to)
        return NULL;
    fputs("Undefined: the program has a data race or other undefined behaviour, so that\n"
          "every outcome is possible, whatever states are listed.\n",
          to);
    if (can_suggest(named)) {
        suggest(to, "check --assert race-free --witness=flagged", named);
        fputs(" shows where.\n", to);
    }
    fputc('\n', to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

char *cli_plain_text(const cmcm_test *test, cmcm_result *result, const cli_named *named)
{
    if (!cmcm_test_asks(test))
        return print_summary(result, named);
    if (cmcm_result_undefined(result))
        return print_undefined(named);
    const plain_words *w = words_of(test);
    cmcm_answer answer = cmcm_result_answer(result);
    if (!w || answer == CMCM_UNKNOWN || cmcm_result_empty(result))
        return calloc(1, 1);
    return print_answer(w, answer == CMCM_YES, test, result, named);
}
