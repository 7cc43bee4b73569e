/* Parsing a command line by the table of a verb, and printing that table. */
#include "cli/options.h"

#include "cli/verbs.h"

#include "enumerate/enumerate.h"
#include "enumerate/new.h"

#include <assert.h>
#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct parser {
    const cli_verb *verb;
    char *settings;
    int argc, next;
    char **argv;
    int operands;
    bool failed, helped;
} parser;

int cli_usage_error(const cli_verb *verb, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fprintf(stderr, "cmcm %s: ", verb->name);
    vfprintf(stderr, format, args);
    fprintf(stderr, "\nTry `cmcm %s --help`.\n", verb->name);
    va_end(args);
    return CLI_USAGE;
}

cli_hint cli_hint_of(const cm_near *near)
{
    cli_hint hint = {{0}};
    size_t length;
    const char *best = cm_near_best(near, &length);
    if (best)
        snprintf(hint.text, sizeof hint.text, ", did you mean `%.*s`?", (int)length, best);
    return hint;
}

/* ---- values ---------------------------------------------------------- */

static void fail(parser *p, const cli_option *option, const char *value, const char *expected)
{
    p->failed = true;
    cli_usage_error(p->verb, "`%s` is not a value of --%s, expected %s", value, option->name,
                    expected);
}

static void set_number(parser *p, const cli_option *option, const char *value)
{
    char expected[64];
    char *end;
    errno = 0;
    unsigned long number = strtoul(value, &end, 10);
    bool digits = *value >= '0' && *value <= '9' && !*end && !errno;
    if (digits && number >= option->min && number <= option->max) {
        *(unsigned *)(void *)(p->settings + option->offset) = (unsigned)number;
        return;
    }
    snprintf(expected, sizeof expected, "a number from %u to %u", option->min, option->max);
    fail(p, option, value, expected);
}

/* k, M, G, T: powers of a thousand. */
static bool unit_of(const char *text, double *unit)
{
    static const char letters[] = "kMGT";
    *unit = 1;
    if (!*text)
        return true;
    const char *found = strchr(letters, *text);
    for (const char *c = letters; found && c <= found; c++)
        *unit *= 1000;
    return found && !text[1];
}

bool cli_count_parse(const char *text, uint64_t *count)
{
    char *end;
    double unit;
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] == 'x' || text[digits] == 'X')
        return false;
    errno = 0;
    if (!text[digits]) { /* exact, also where a double is not */
        *count = strtoull(text, NULL, 10);
        return errno == 0 && *count <= (uint64_t)1 << 63;
    }
    double number = strtod(text, &end);
    if (errno || !unit_of(end, &unit) || !(number * unit <= 9e18) ||
        number * unit != floor(number * unit))
        return false;
    *count = (uint64_t)(number * unit);
    return true;
}

static void set_seconds(parser *p, const cli_option *option, const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    bool valid = *value && !*end && isfinite(seconds) && seconds >= 0 && seconds <= option->max;
    if (valid)
        *(double *)(void *)(p->settings + option->offset) = seconds;
    else
        fail(p, option, value, "seconds, such as 10 or 0.5");
}

/* Is the word one of "a|b|c"? */
static bool is_choice(const char *choices, const char *word)
{
    size_t length = strlen(word);
    for (const char *c = choices; *c; c += strcspn(c, "|"), c += *c == '|')
        if (strcspn(c, "|") == length && strncmp(c, word, length) == 0)
            return true;
    return false;
}

static size_t add_text(cli_words *to, size_t at, const char *text, size_t length)
{
    assert(at + length < sizeof to->text);
    memcpy(to->text + at, text, length);
    to->text[at + length] = '\0';
    return at + length;
}

/* word NULL: what generators write. */
static size_t add_words(cli_words *to, size_t at, cm_isa_word *word)
{
    size_t first = at;
    for (size_t i = 0; word ? i < CM_CMCM : cm_enum_target_word(i) != NULL; i++) {
        const char *text = word ? word(cm_isa_for((cm_arch)i)) : cm_enum_target_word(i);
        if (text && at > first)
            at = add_text(to, at, "|", 1);
        if (text)
            at = add_text(to, at, text, strlen(text));
    }
    return at;
}

cli_words cli_option_words(const cli_option *option)
{
    static const struct {
        const char *name;
        cm_isa_word *word;
    } lists[] = {{"{cpus}", cm_enum_cpu_word}, {"{gpus}", cm_new_gpu_word}, {"{archs}", NULL}};
    cli_words to = {{0}};
    size_t at = 0;
    for (const char *c = option->argument ? option->argument : ""; *c;) {
        size_t i = 0, lengths = sizeof lists / sizeof *lists;
        while (i < lengths && strncmp(c, lists[i].name, strlen(lists[i].name)) != 0)
            i++;
        at = i < lengths ? add_words(&to, at, lists[i].word) : add_text(&to, at, c, 1);
        c += i < lengths ? strlen(lists[i].name) : 1;
    }
    return to;
}

static bool check_choice(parser *p, const cli_option *option, const char *value)
{
    cli_words words = cli_option_words(option);
    if (is_choice(words.text, value))
        return true;
    char expected[sizeof words + sizeof(cli_hint)];
    cm_near near = cm_near_new(value, strlen(value));
    cm_near_offer_list(&near, words.text, '|');
    snprintf(expected, sizeof expected, "%s%s", words.text, cli_hint_of(&near).text);
    fail(p, option, value, expected);
    return false;
}

static void add_to_list(parser *p, const cli_option *option, const char *value)
{
    cli_list *list = (cli_list *)(void *)(p->settings + option->offset);
    if (list->count == CLI_LIST_MAX)
        fail(p, option, value, "it at most 64 times");
    else
        list->items[list->count++] = value;
}

static void set_value(parser *p, const cli_option *option, const char *value)
{
    void *field = p->settings + option->offset;
    uint64_t count;
    switch (option->kind) {
    case CLI_FLAG:
        *(bool *)field = true;
        break;
    case CLI_TEXT:
    case CLI_OPTIONAL:
        *(const char **)field = value;
        break;
    case CLI_LIST:
        add_to_list(p, option, value);
        break;
    case CLI_NUMBER:
        set_number(p, option, value);
        break;
    case CLI_COUNT:
        if (cli_count_parse(value, &count))
            *(uint64_t *)field = count;
        else
            fail(p, option, value, "a number such as 1000000, 2.5M or 1e6");
        break;
    case CLI_SECONDS:
        set_seconds(p, option, value);
        break;
    case CLI_CHOICE:
        if (check_choice(p, option, value))
            *(const char **)field = value;
        break;
    case CLI_CHOICES:
        if (check_choice(p, option, value))
            add_to_list(p, option, value);
        break;
    }
}

/* ---- words of the command line --------------------------------------- */

static bool takes_value(const cli_option *option)
{
    return option->kind != CLI_FLAG && option->kind != CLI_OPTIONAL;
}

/* The word after an option. */
static void set_from_next(parser *p, const cli_option *option)
{
    if (p->next < p->argc) {
        set_value(p, option, p->argv[p->next++]);
        return;
    }
    p->failed = true;
    cli_usage_error(p->verb, "--%s needs a value, %s", option->name, cli_option_words(option).text);
}

static const cli_option *find_long(const cli_verb *verb, const char *name, size_t length)
{
    for (size_t i = 0; i < verb->option_count; i++) {
        const cli_option *option = &verb->options[i];
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

/* A command that has the option, or NULL. */
static const char *verb_with(const char *name, size_t length)
{
    for (size_t i = 0; cli_verb_at(i); i++)
        if (find_long(cli_verb_at(i), name, length))
            return cli_verb_at(i)->name;
    return NULL;
}

static void refuse_word(const cli_verb *verb, const char *dashes, const char *name, size_t length)
{
    cm_near near = cm_near_new(name, length);
    for (size_t i = 0; i < verb->option_count; i++)
        cm_near_offer(&near, verb->options[i].name);
    const char *best = cm_near_best(&near, NULL), *elsewhere = verb_with(name, length);
    cli_prose foreign = cli_foreign_option(verb, name, length);
    const char *here = *foreign.text ? foreign.text : NULL;
    const char *before = here        ? "; here it is: "
                         : best      ? ", did you mean `--"
                         : elsewhere ? "; `cmcm "
                                     : "";
    const char *what = here ? here : best ? best : elsewhere ? elsewhere : "";
    const char *after = here ? " (docs/from-herd.md)" : best ? "`?" : elsewhere ? "` has it" : "";
    cli_usage_error(verb, "there is no option %s%.*s%s%s%s", dashes, (int)length, name, before,
                    what, after);
}

static void parse_long(parser *p, const char *word)
{
    size_t length = strcspn(word, "=");
    const cli_option *option = find_long(p->verb, word, length);
    if (strcmp(word, "help") == 0) {
        p->helped = true;
    } else if (!option) {
        p->failed = true;
        refuse_word(p->verb, "--", word, length);
    } else if (word[length] == '=' && option->kind == CLI_FLAG) {
        p->failed = true;
        cli_usage_error(p->verb, "--%s takes no value", option->name);
    } else if (word[length] == '=') {
        set_value(p, option, word + length + 1);
    } else if (takes_value(option)) {
        set_from_next(p, option);
    } else {
        set_value(p, option, "");
    }
}

static const cli_option *find_letter(const cli_verb *verb, char letter)
{
    for (size_t i = 0; i < verb->option_count; i++)
        if (verb->options[i].letter == letter)
            return &verb->options[i];
    return NULL;
}

/* "-qv", "-m arm", "-marm". */
static void parse_letters(parser *p, const char *word)
{
    for (const char *c = word; *c && !p->failed; c++) {
        const cli_option *option = find_letter(p->verb, *c);
        if (*c == 'h') {
            p->helped = true;
        } else if (!option) {
            p->failed = true;
            cli_usage_error(p->verb, "there is no option -%c", *c);
        } else if (!takes_value(option)) {
            set_value(p, option, "");
        } else if (c[1]) {
            set_value(p, option, c + 1);
            return;
        } else {
            set_from_next(p, option);
        }
    }
}

/* One of the verb's own long words, of at least two letters? */
static bool find_word(const cli_verb *verb, const char *word)
{
    for (size_t i = 0; word[0] && word[1] && i < verb->option_count; i++)
        if (strcmp(verb->options[i].name, word) == 0)
            return true;
    return false;
}

bool cli_parse(const cli_verb *verb, void *settings, int argc, char **argv, int *operand_count,
               int *status)
{
    parser p = {.verb = verb, .settings = settings, .argc = argc, .argv = argv};
    bool only_operands = false;
    while (p.next < argc && !p.failed) {
        char *word = argv[p.next++];
        if (only_operands || word[0] != '-' || !word[1])
            argv[p.operands++] = word;
        else if (strcmp(word, "--") == 0)
            only_operands = true;
        else if (word[1] == '-')
            parse_long(&p, word + 2);
        else if (verb->one_dash && find_word(verb, word + 1))
            parse_long(&p, word + 1);
        else if (*cli_foreign_option(verb, word + 1, strlen(word + 1)).text) { /* `-show` */
            p.failed = true;
            refuse_word(verb, "-", word + 1, strlen(word + 1));
        } else
            parse_letters(&p, word + 1);
    }
    *operand_count = p.operands;
    *status = p.failed ? CLI_USAGE : CLI_OK;
    if (p.helped && !p.failed)
        cli_help(stdout, verb);
    return !p.failed && !p.helped;
}

/* ---- help ------------------------------------------------------------ */

enum { HEAD_COLUMN = 10, HELP_COLUMN = 30, HELP_WIDTH = 80 };

void cli_print_wrapped(FILE *to, const char *text, int column)
{
    int room = HELP_WIDTH - column, used = 0;
    while (*text) {
        int word = (int)strcspn(text, " ");
        if (used > 0 && used + 1 + word > room) {
            fprintf(to, "\n%*s", column, "");
            used = 0;
        }
        used += fprintf(to, "%s%.*s", used ? " " : "", word, text);
        text += word;
        text += strspn(text, " ");
    }
    fputc('\n', to);
}

/* A list of words goes on in the next line, where it is too long. Gives the column behind it. */
static int print_head(FILE *to, const char *head)
{
    int column = 0;
    while (*head) {
        int length = (int)strcspn(head, "|");
        length += head[length] == '|';
        if (column + length > HELP_WIDTH)
            column = fprintf(to, "\n%*s", HEAD_COLUMN, "") - 1;
        column += fprintf(to, "%.*s", length, head);
        head += length;
    }
    return column;
}

static void print_option(FILE *to, const cli_verb *verb, const cli_option *option)
{
    char head[sizeof(cli_words) + 40];
    cli_words argument = cli_option_words(option);
    char letter[8] = "    ";
    if (option->letter)
        snprintf(letter, sizeof letter, "-%c, ", option->letter);
    const char *join = !option->argument ? "" : option->kind == CLI_OPTIONAL ? "[=" : " ";
    snprintf(head, sizeof head, "  %s--%s%s%s%s", letter, option->name, join, argument.text,
             option->kind == CLI_OPTIONAL ? "]" : "");
    int used = print_head(to, head);
    if (used + 2 > HELP_COLUMN)
        fprintf(to, "\n%*s", HELP_COLUMN, "");
    else
        fprintf(to, "%*s", HELP_COLUMN - used, "");
    cli_print_wrapped(to, cli_prose_of(verb, option).text, HELP_COLUMN);
}

void cli_help(FILE *to, const cli_verb *verb)
{
    fprintf(to, "Usage: cmcm %s%s%s%s\n\n%s\n", verb->name, verb->option_count ? " [OPTIONS]" : "",
            *verb->operands ? " " : "", verb->operands, verb->summary);
    fputs("\nOptions:\n", to);
    for (size_t i = 0; i < verb->option_count; i++)
        print_option(to, verb, &verb->options[i]);
    fprintf(to, "  -h, --help%*sPrint this help.\n", HELP_COLUMN - (int)strlen("  -h, --help"), "");
    cli_prose behind = cli_prose_of(verb, NULL);
    fprintf(to, "%s%s", *behind.text ? "\n" : "", behind.text);
    if (verb->more)
        verb->more(to);
}
