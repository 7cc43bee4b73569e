#define _POSIX_C_SOURCE 200809L /* open_memstream */
/* The manual page of a command. */
#include "cli/verbs.h"
#include "cmcm.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* ---- roff ---------------------------------------------------------------- */

/* Text as it is: roff takes `-` for a hyphen and `\` for its own. */
static void put_bytes(FILE *to, const char *text, size_t length)
{
    for (size_t i = 0; i < length; i++)
        switch (text[i]) {
        case '\\':
            fputs("\\e", to);
            break;
        case '-':
            fputs("\\-", to);
            break;
        case '`':
            fputs("\\(ga", to);
            break;
        case '\'':
            fputs("\\(aq", to);
            break;
        case '"':
            fputs("\\(dq", to);
            break;
        case '^':
            fputs("\\(ha", to);
            break;
        case '~':
            fputs("\\(ti", to);
            break;
        default:
            putc(text[i], to);
        }
}

/* A line: one that begins with a period would be a request. */
static void put_line(FILE *to, const char *text, size_t length)
{
    if (length > 0 && text[0] == '.')
        fputs("\\&", to);
    put_bytes(to, text, length);
    putc('\n', to);
}

/* What stands for something, in capitals, is set in italics: FILE|-, TABLE[:COLUMN]. */
static void put_operands(FILE *to, const char *text)
{
    while (*text) {
        size_t capitals = 0;
        while (isupper((unsigned char)text[capitals]))
            capitals++;
        bool stands = capitals > 0 && !islower((unsigned char)text[capitals]);
        size_t length = capitals > 0 ? capitals : 1;
        fputs(stands ? "\\fI" : "", to);
        put_bytes(to, text, length);
        fputs(stands ? "\\fR" : "", to);
        fputs(*text == '|' ? "\\:" : "", to); /* a line may end there */
        text += length;
    }
}

/* ---- prose and tables ------------------------------------------------------ */

enum { MAN_INDENT = 7, MAN_WIDTH = 80 };

static size_t line_length(const char *text)
{
    return strcspn(text, "\n");
}

static const char *next_line(const char *text)
{
    text += line_length(text);
    return *text ? text + 1 : text;
}

/* A line that is laid out by its blanks. */
static bool is_laid_out(const char *line)
{
    size_t length = line_length(line);
    for (size_t i = 0; i + 1 < length; i++)
        if (line[i] == ' ' && line[i + 1] == ' ')
            return true;
    return false;
}

/* Columns of the longest of the laid out lines. */
static size_t laid_out_width(const char *text, const char *end)
{
    size_t width = 0;
    for (const char *line = text; line < end; line = next_line(line))
        if (is_laid_out(line) && line_length(line) > width)
            width = line_length(line);
    return width;
}

static void end_paragraph(FILE *to, bool laid_out)
{
    fputs(laid_out ? ".in\n.fi\n" : "", to);
}

/* Help's text: prose is filled anew, what is laid out stays, at the page's edge if it must. */
static void put_paragraphs(FILE *to, const char *text, const char *end)
{
    bool laid_out = false, gap = true;
    bool fits = laid_out_width(text, end) + MAN_INDENT <= MAN_WIDTH;
    for (const char *line = text; line < end; line = next_line(line)) {
        size_t length = line_length(line);
        if (length > 0 && (gap || is_laid_out(line) != laid_out)) {
            end_paragraph(to, laid_out);
            laid_out = is_laid_out(line);
            fputs(".PP\n", to);
            if (laid_out)
                fputs(fits ? ".nf\n" : ".nf\n.in 0\n", to);
        }
        gap = length == 0;
        if (length > 0)
            put_line(to, line, length);
    }
    end_paragraph(to, laid_out);
}

/* ---- exit statuses ----------------------------------------------------------- */

static const char status_head[] = "Exit status: ";

/* Past "0 done;": after the blank behind it. */
static const char *status_end(const char *text)
{
    while (*text &&
           !(*text == ';' && isspace((unsigned char)text[1]) && isdigit((unsigned char)text[2])) &&
           strncmp(text, ". ", 2) != 0 && strncmp(text, ".\n", 2) != 0)
        text++;
    return text;
}

/* "0 done; 2 wrong usage. The first that applies.": an item each, and what follows. */
static void put_statuses(FILE *to, const char *text)
{
    fputs(".SH EXIT STATUS\n", to);
    const char *end = text;
    for (text += strlen(status_head); isdigit((unsigned char)*text); text = *end ? end + 2 : end) {
        size_t digits = strspn(text, "0123456789");
        end = status_end(text);
        fputs(".TP\n.B ", to);
        put_bytes(to, text, digits);
        putc('\n', to);
        putc(toupper((unsigned char)text[digits + 1]), to);
        put_bytes(to, text + digits + 2, (size_t)(end - text) - digits - 2);
        fputs(".\n", to);
    }
    if (*text)
        put_paragraphs(to, text, text + strlen(text));
}

/* ---- a page -------------------------------------------------------------------- */

static void put_option(FILE *to, const cli_verb *verb, const cli_option *option)
{
    bool optional = option->kind == CLI_OPTIONAL;
    fputs(".TP\n", to);
    if (option->letter)
        fprintf(to, "\\fB\\-%c\\fR, ", option->letter);
    fputs("\\fB\\-\\-", to);
    put_bytes(to, option->name, strlen(option->name));
    fputs("\\fR", to);
    if (option->argument) {
        fputs(optional ? "[=" : " ", to);
        put_operands(to, cli_option_words(option).text);
        fputs(optional ? "]" : "", to);
    }
    putc('\n', to);
    cli_prose help = cli_prose_of(verb, option);
    put_line(to, help.text, strlen(help.text));
}

/* What help prints after the details. False: no memory. */
static bool put_more(FILE *to, const cli_verb *verb)
{
    char *text = NULL;
    size_t length = 0;
    FILE *stream = open_memstream(&text, &length);
    if (!stream)
        return false;
    verb->more(stream);
    bool whole = fclose(stream) == 0;
    if (whole) {
        fputs(".SH NOTES\n", to);
        put_paragraphs(to, text, text + length);
    }
    free(text);
    return whole;
}

bool cli_manual_print(FILE *to, const cli_verb *verb)
{
    /* Where help's text says what the statuses mean; its end: nowhere. */
    cli_prose behind = cli_prose_of(verb, NULL);
    const char *found = strstr(behind.text, status_head);
    const char *status = found ? found : behind.text + strlen(behind.text);
    fputs(".\\\" Made by `cmcm help --man`.\n.TH CMCM\\-", to);
    for (const char *c = verb->name; *c; c++)
        putc(toupper((unsigned char)*c), to);
    fprintf(to, " 1 \"\" \"cmcm %s\" \"User Commands\"\n.ad l\n.nh\n", cmcm_version());
    size_t length = strlen(verb->summary) - 1; /* without the period */
    fprintf(to, ".SH NAME\ncmcm\\-%s \\- %c", verb->name, tolower((unsigned char)verb->summary[0]));
    put_bytes(to, verb->summary + 1, length - 1);
    putc('\n', to);
    fprintf(to, ".SH SYNOPSIS\n.B cmcm %s\n", verb->name);
    if (verb->option_count > 0)
        fputs(".RI [ OPTIONS ]\n", to);
    if (*verb->operands) {
        put_operands(to, verb->operands);
        putc('\n', to);
    }
    fputs(".SH DESCRIPTION\n", to);
    put_line(to, verb->summary, strlen(verb->summary));
    put_paragraphs(to, behind.text, status);
    fputs(".SH OPTIONS\n", to);
    for (size_t i = 0; i < verb->option_count; i++)
        put_option(to, verb, &verb->options[i]);
    fputs(".TP\n\\fB\\-h\\fR, \\fB\\-\\-help\\fR\nPrint the options.\n", to);
    if (*status)
        put_statuses(to, status);
    bool whole = !verb->more || put_more(to, verb);
    fputs(".SH SEE ALSO\n.BR cmcm (1)", to);
    for (size_t i = 0; cli_verb_at(i); i++)
        if (cli_verb_at(i) != verb)
            fprintf(to, ",\n.BR cmcm\\-%s (1)", cli_verb_at(i)->name);
    putc('\n', to);
    return whole;
}
