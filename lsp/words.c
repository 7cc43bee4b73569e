/* What docs/litmus.md says in its tables, which is carried as it is, so that its words have one
 * home; and what litmus/isa/undefined.txt says of instructions, where {a|b} is a, b or nothing and
 * (a|b) is a or b.
 *
 *     | `cluster N` | CTAs of one cluster |       the first word of a cell
 */
#include "lsp/answer_parts.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

/* ---- patterns ------------------------------------------------------------------ */

typedef struct pattern {
    const char *at, *end;
} pattern;

static bool matches_pattern(pattern p, const char *word);

/* The end of an alternative: its bar, or the closing bracket. */
static const char *alternative_end(const char *at, const char *end)
{
    while (at < end && *at != '|' && *at != '}' && *at != ')')
        at++;
    return at;
}

/* One of the alternatives, then the rest. */
static bool matches_bracket(pattern p, const char *word)
{
    bool optional = *p.at == '{';
    const char *close = p.at;
    while (close < p.end && *close != '}' && *close != ')')
        close++;
    if (close == p.end)
        return false;
    const pattern rest = {close + 1, p.end};
    if (optional && matches_pattern(rest, word))
        return true;
    for (const char *at = p.at + 1; at <= close;) {
        const char *end = alternative_end(at, close);
        size_t length = (size_t)(end - at);
        if (strncasecmp(at, word, length) == 0 && strlen(word) >= length &&
            matches_pattern(rest, word + length))
            return true;
        at = end + 1;
    }
    return false;
}

static bool matches_pattern(pattern p, const char *word)
{
    for (; p.at < p.end; p.at++, word++) {
        if (*p.at == '{' || *p.at == '(')
            return matches_bracket(p, word);
        if (tolower((unsigned char)*p.at) != tolower((unsigned char)*word))
            return false;
    }
    return !*word;
}

/* ---- rows ------------------------------------------------------------------------ */

static const char *line_after(const char *line)
{
    line += strcspn(line, "\n");
    return *line ? line + 1 : line;
}

/* The bar that ends the cell that begins there, or the line's end. */
static const char *cell_end(const char *at)
{
    while (*at && *at != '\n' && !(*at == '|' && at[-1] != '\\'))
        at++;
    return at;
}

/* The cell's text, without blanks around it and backslashes before bars. */
static const char *cell_text(cm_arena *arena, const char *at, const char *end)
{
    cm_text text = cm_text_new(arena);
    while (at < end && *at == ' ')
        at++;
    while (end > at && end[-1] == ' ')
        end--;
    for (; at < end; at++)
        if (!(at[0] == '\\' && at[1] == '|'))
            cm_text_add_char(&text, *at);
    return text.data;
}

/* Does something in backquotes in the cell begin with the word? */
static bool has_word(const char *cell, const char *end, const char *word)
{
    while (cell < end) {
        const char *open = memchr(cell, '`', (size_t)(end - cell));
        const char *close = open ? memchr(open + 1, '`', (size_t)(end - open - 1)) : NULL;
        if (!close)
            return false;
        size_t length = strcspn(open + 1, " `");
        if (length == strlen(word) && strncasecmp(open + 1, word, length) == 0)
            return true;
        cell = close + 1;
    }
    return false;
}

static bool is_ruler(const char *line)
{
    return strncmp(line, "| ---", 5) == 0;
}

const char *cm_lsp_words(cm_arena *arena, const char *word)
{
    for (const char *line = cm_lsp_litmus_document; *word && *line; line = line_after(line)) {
        if (*line != '|' || is_ruler(line) || is_ruler(line_after(line)))
            continue;
        const char *end = cell_end(line + 1);
        if (*end == '|' && has_word(line + 1, end, word))
            return cell_text(arena, end + 1, cell_end(end + 1));
    }
    return NULL;
}

/* ---- instructions ------------------------------------------------------------------- */

typedef struct looking {
    const char *word, *found; /* found: what is undefined, "" where nothing is; NULL: no such one */
    cm_arena *arena;
} looking;

static void look_at_note(void *context, const char *patterns, size_t length, const char *note,
                         size_t note_length)
{
    looking *l = context;
    for (const char *at = patterns; at < patterns + length && !l->found; at++) {
        const pattern p = {at, at + strcspn(at, " \t")};
        if (matches_pattern(p, l->word))
            l->found = cm_arena_text(l->arena, note, note_length);
        at = p.end;
    }
}

static void look_at_name(void *context, const char *name)
{
    looking *l = context;
    if (strcasecmp(name, l->word) == 0)
        l->found = "";
}

static const char *look_up_instruction(cm_arena *arena, const char *word, const cm_isa *isa)
{
    looking l = {.word = word, .arena = arena};
    cm_isa_each_undefined(isa, look_at_note, &l);
    if (!l.found)
        cm_isa_each_mnemonic(isa, look_at_name, &l);
    return l.found;
}

/* The word, or what it begins with: `ld.acquire.sys.u32`, `ld.acquire`, `ld`; `movl`, `mov`. */
const char *cm_lsp_instruction(cm_arena *arena, const char *word, const cm_isa *isa)
{
    if (!*word || strlen(word) > 100)
        return NULL;
    char *shorter = cm_arena_text(arena, word, strlen(word));
    const char *found;
    for (char *dot; !(found = look_up_instruction(arena, shorter, isa)); *dot = '\0')
        if (!(dot = strrchr(shorter, '.')))
            break;
    size_t length = strlen(shorter);
    if (!found && length > 2 && strchr("bwlqBWLQ", shorter[length - 1]))
        found = look_up_instruction(arena, cm_arena_text(arena, shorter, length - 1), isa);
    return found;
}

static void look_at_refused(void *context, const char *names, const char *why)
{
    looking *l = context;
    size_t length = strcspn(l->word, ".");
    for (const char *at = names; *at; at += strcspn(at, " ") + 1)
        if (strcspn(at, " ") == length && strncmp(at, l->word, length) == 0)
            l->found = why;
}

const char *cm_lsp_refused(const char *word, const cm_isa *isa)
{
    looking l = {.word = word};
    if (isa->each_refused)
        isa->each_refused(look_at_refused, &l);
    return l.found;
}
