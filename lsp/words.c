/* What docs/litmus.md says in its tables, which a test compares with what the program reads. The
 * document is carried as it is, so that its words have one home.
 *
 *     | AArch64 | undefined |                     a head, which names an instruction set
 *     | `LD{A}XR{B\|H}` `LDXP` | refused. |       {a|b}: a, b or nothing; (a|b): a or b
 *     | `cluster N` | CTAs of one cluster |       other tables: the first word of a cell
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
    while (at < end && *at != '|' && *at != '\\' && *at != '}' && *at != ')')
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
        /* Past a bar, which a table writes with a backslash. */
        at = end < close ? (end + (*end == '\\' ? 2 : 1)) : close + 1;
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
    cm_text text;
    cm_text_init(&text, arena);
    while (at < end && *at == ' ')
        at++;
    while (end > at && end[-1] == ' ')
        end--;
    for (; at < end; at++)
        if (!(at[0] == '\\' && at[1] == '|'))
            cm_text_add_char(&text, *at);
    return text.data;
}

/* Does the cell have the word, in backquotes? In a table of instructions as a pattern, else
 * as the first word there. */
static bool has_word(const char *cell, const char *end, const char *word, bool patterns)
{
    while (cell < end) {
        const char *open = memchr(cell, '`', (size_t)(end - cell));
        const char *close = open ? memchr(open + 1, '`', (size_t)(end - open - 1)) : NULL;
        if (!close)
            return false;
        pattern p = {open + 1, close};
        if (!patterns)
            p.end = p.at + strcspn(p.at, " `");
        if (matches_pattern(p, word))
            return true;
        cell = close + 1;
    }
    return false;
}

typedef struct table {
    const char *head; /* its first cell's text */
    bool of_instructions;
} table;

static bool is_ruler(const char *line)
{
    return strncmp(line, "| ---", 5) == 0;
}

/* In the tables of instructions of `arch`, or in those of no instructions. */
static const char *look_up_word(cm_arena *arena, const char *word, const char *arch, bool patterns)
{
    table t = {"", false};
    for (const char *line = cm_lsp_litmus_document; *line; line = line_after(line)) {
        if (*line != '|' || is_ruler(line))
            continue;
        if (is_ruler(line_after(line))) {
            const char *end = cell_end(line + 1);
            const char *second = *end == '|' ? cell_text(arena, end + 1, cell_end(end + 1)) : "";
            t = (table){cell_text(arena, line + 1, end), strcmp(second, "undefined") == 0};
            continue;
        }
        bool wanted = t.of_instructions == patterns && (!arch || strcmp(t.head, arch) == 0);
        const char *end = cell_end(line + 1);
        if (wanted && *end == '|' && has_word(line + 1, end, word, patterns))
            return cell_text(arena, end + 1, cell_end(end + 1));
    }
    return NULL;
}

/* The word, or what it begins with: `ld.acquire.sys.u32`, `ld.acquire`, `ld`; `movl`, `mov`. */
static const char *look_shorter(cm_arena *arena, const char *word, const char *arch)
{
    char *shorter = cm_arena_text(arena, word, strlen(word));
    for (;;) {
        const char *found = look_up_word(arena, shorter, arch, true);
        char *dot = strrchr(shorter, '.');
        if (found || !dot)
            break;
        *dot = '\0';
    }
    const char *found = look_up_word(arena, shorter, arch, true);
    size_t length = strlen(shorter);
    if (!found && length > 2 && strchr("bwlqBWLQ", shorter[length - 1]))
        found = look_up_word(arena, cm_arena_text(arena, shorter, length - 1), arch, true);
    return found;
}

const char *cm_lsp_words(cm_arena *arena, const char *word, const char *arch)
{
    if (!*word || strlen(word) > 100)
        return NULL;
    const char *found = arch ? look_shorter(arena, word, arch) : NULL;
    return found || arch ? found : look_up_word(arena, word, NULL, false);
}
