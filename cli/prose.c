/* What help.txt says. */
#include "cli/options.h"

#include "hwrun/plan/parameters.h"

#include <string.h>

extern const char cm_cli_help[]; /* help.txt */

/* Behind the line `[name]`; "": there is none. */
static const char *section_of(const char *name)
{
    char head[40];
    snprintf(head, sizeof head, "\n[%s]\n", name);
    const char *found = strstr(cm_cli_help, head);
    return found ? found + strlen(head) : "";
}

/* What the section says of that word behind these dashes; NULL: nothing. */
static const char *sentence_of(const char *section, const char *dashes, const char *name,
                               size_t length)
{
    size_t before = strlen(dashes);
    for (const char *at = section; *at == '-'; at = strchr(at, '\n') + 1)
        if (strncmp(at, dashes, before) == 0 && strncmp(at + before, name, length) == 0 &&
            at[before + length] == ' ')
            return at + before + length + 1;
    return NULL;
}

/* Up to the end; text NULL: "". */
static cli_prose copy(const char *text, const char *end)
{
    static const char mark[] = "{kinds}";
    cli_prose prose = {""};
    const char *kinds = text ? strstr(text, mark) : NULL;
    if (kinds && kinds < end)
        snprintf(prose.text, sizeof prose.text, "%.*s" CM_MEMORY_KINDS "%.*s", (int)(kinds - text),
                 text, (int)(end - kinds - (long)strlen(mark)), kinds + strlen(mark));
    else if (text)
        snprintf(prose.text, sizeof prose.text, "%.*s", (int)(end - text), text);
    return prose;
}

static cli_prose line_of(const char *text)
{
    return copy(text, text ? strchr(text, '\n') : NULL);
}

cli_prose cli_prose_of(const cli_verb *verb, const cli_option *option)
{
    const char *text = section_of(verb->name);
    if (option) {
        size_t length = strlen(option->name);
        const char *own = sentence_of(text, "--", option->name, length);
        return line_of(own ? own : sentence_of(section_of(""), "--", option->name, length));
    }
    while (*text == '-')
        text = strchr(text, '\n') + 1;
    text += *text == '\n';
    const char *next = strstr(text, "\n[");
    return copy(text, *text == '[' ? text : next ? next + 1 : text + strlen(text));
}

cli_prose cli_foreign_option(const cli_verb *verb, const char *word, size_t length)
{
    return line_of(sentence_of(section_of(verb->name), "-", word, length));
}
