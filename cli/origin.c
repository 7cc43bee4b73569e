/* When and how a page is made. See origin.h. */
#include "cli/origin.h"

#include "cli/verbs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static bool is_plain(const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "-_./,:=@%+";
    return *word && word[strspn(word, plain)] == '\0';
}

/* In quotes where a shell would make something else of it: x'y is 'x'\''y'. */
static char *add_word(char *to, const char *word)
{
    *to++ = ' ';
    if (is_plain(word))
        return stpcpy(to, word);
    *to++ = '\'';
    for (; *word; word++) {
        if (*word == '\'')
            to = stpcpy(to, "'\\'");
        *to++ = *word;
    }
    *to++ = '\'';
    *to = '\0';
    return to;
}

/* Of a word, at most; with the blank before it, quotes, and the end. */
enum { QUOTED = 4, AROUND = 4 };

const char *cli_quoted(cm_arena *arena, const char *word)
{
    char *text = CM_NEW_ARRAY(arena, QUOTED * strlen(word) + AROUND, char);
    add_word(text, word);
    return text + 1;
}

char *cli_command_line(const char *verb, int argc, char **argv)
{
    size_t length = sizeof "cmcm " + strlen(verb);
    for (int i = 0; i < argc; i++)
        length += QUOTED * strlen(argv[i]) + AROUND;
    char *text = malloc(length);
    if (!text)
        return NULL;
    char *to = stpcpy(stpcpy(text, "cmcm "), verb);
    for (int i = 0; i < argc; i++)
        to = add_word(to, argv[i]);
    return text;
}

void cli_date(char date[CLI_DATE_MAX])
{
    const char *set = getenv("SOURCE_DATE_EPOCH");
    char *end = NULL;
    errno = 0;
    time_t when = set && *set ? (time_t)strtoll(set, &end, 10) : 0;
    if (!end || *end || errno || when < 0)
        when = time(NULL);
    struct tm parts;
    if (!gmtime_r(&when, &parts) || !strftime(date, CLI_DATE_MAX, "%Y-%m-%d %H:%M UTC", &parts))
        date[0] = '\0';
}
