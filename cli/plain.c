/* What a verdict means, in plain words: for people at a terminal, after herd's text. */
#include "cli/check.h"

#include <stdlib.h>
#include <string.h>

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
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].quantifier, cmcm_test_quantifier(test)) == 0)
            return &words[i];
    return NULL;
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

static void suggest(FILE *to, const char *verb, const char *model, const char *path)
{
    fprintf(to, "`cmcm %s%s%s %s`", verb, model ? " -m " : "", model ? model : "", path);
}

static char *print_answer(const plain_words *w, bool yes, const cmcm_test *test, const char *model,
                          const char *path)
{
    char *text = NULL;
    size_t length = 0;
    FILE *to = open_memstream(&text, &length);
    if (!to)
        return NULL;
    /* A format of the table above. */
    const char *sentence = yes ? w->yes : w->no, *gap = strstr(sentence, "%s");
    fprintf(to, "%.*s%s%s", (int)(gap - sentence), sentence, proposition_of(test), gap + 2);
    if (is_word(path) && (!model || is_word(model))) {
        bool allowed = yes == w->allowed_if_yes;
        fputc('\n', to);
        suggest(to, "explain", model, path);
        fputs(allowed ? " shows how;\n" : " says why.", to);
        if (allowed)
            suggest(to, "repair", model, path);
        fputs(allowed ? " what would forbid it." : "", to);
    }
    fputs("\n\n", to);
    if (fclose(to) == 0)
        return text;
    free(text);
    return NULL;
}

char *cli_plain_text(const cmcm_test *test, const cmcm_result *result, const char *model,
                     const char *path)
{
    const plain_words *w = words_of(test);
    cmcm_answer answer = cmcm_result_answer(result);
    if (!w || answer == CMCM_UNKNOWN || cmcm_result_empty(result))
        return calloc(1, 1);
    return print_answer(w, answer == CMCM_YES, test, model, path);
}
