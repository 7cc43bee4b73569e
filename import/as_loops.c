/* Loops that are entered at their test, as compilers write `while (!load(x)) pause();`:
 *
 *          jmp L2                           movl x,%eax ; testl %eax,%eax     a copy of the test
 *      L1: nop                              je L1
 *      L2: movl x,%eax                      jmp L3
 *          testl %eax,%eax            ─▶    L1: nop
 *          je L1                            movl x,%eax ; testl %eax,%eax ; je L1
 *                                           L3:
 *
 * Each round then begins at its first instruction, so that it can be seen that it only waits.
 */
#include "import/as.h"

#include <ctype.h>
#include <string.h>

enum { MOST_COPIED = 24 };

static bool is_label(const cm_import_row *row)
{
    return row->text[strlen(row->text) - 1] == ':';
}

/* Does the row have the label, or jump there? *to: the label. */
static bool names_label(const cm_import_row *row, const char **to, size_t *length)
{
    *length = strcspn(row->text, ":");
    const char *end = row->text + *length;
    *to = end;
    while (*to > row->text && isdigit((unsigned char)(*to)[-1]))
        --*to;
    *to -= *to > row->text && (*to)[-1] == 'L';
    *length = (size_t)(end - *to);
    return **to == 'L' && *length > 1 && (*to == row->text || strchr(" ,", (*to)[-1]));
}

static bool same_label(const cm_import_row *a, const cm_import_row *b)
{
    const char *first, *second;
    size_t length, other;
    return names_label(a, &first, &length) && names_label(b, &second, &other) && length == other &&
           strncmp(first, second, length) == 0;
}

/* Always, or under a condition: `b.ne L1`, `cbz w0,L1`, `je L1`, `beqz a0,L1`. */
static bool jumps(const cm_import_row *row)
{
    const char *to, *word = row->text;
    size_t length;
    return !is_label(row) && names_label(row, &to, &length) &&
           (*word == 'j' || *word == 'b' || strncmp(word, "cb", 2) == 0 ||
            strncmp(word, "tb", 2) == 0);
}

static bool always_jumps(const cm_as_code *c, const cm_import_row *row)
{
    size_t length = strlen(c->file->set->jump);
    return jumps(row) && strncmp(row->text, c->file->set->jump, length) == 0 &&
           row->text[length] == ' ';
}

/* Is the row a jump over the rounds of a loop, to its test? [*from, *to): the test, with the jump
 * back. */
static bool enters(const cm_as_code *c, int row, int *from, int *to)
{
    const cm_as_thread *t = &c->thread;
    if (!always_jumps(c, &t->rows[row]))
        return false;
    for (*from = row + 1; *from < t->count; ++*from)
        if (is_label(&t->rows[*from]) && same_label(&t->rows[*from], &t->rows[row]))
            break;
    for (*to = *from; *to < t->count && !jumps(&t->rows[*to]); ++*to)
        continue;
    if (*to >= t->count || *to - *from > MOST_COPIED || always_jumps(c, &t->rows[*to]))
        return false;
    for (int first = row + 1; first < *from && is_label(&t->rows[first]); first++)
        if (same_label(&t->rows[first], &t->rows[*to])) {
            ++*to;
            return true;
        }
    return false;
}

void cm_as_turn_loops(cm_as_code *c)
{
    cm_as_code old = *c;
    const char **ends = CM_NEW_ARRAY(c->work->arena, (size_t)old.thread.count + 1, const char *);
    int from, to;
    c->thread.rows = NULL;
    c->thread.count = c->thread.capacity = 0;
    for (int i = 0; i <= old.thread.count; i++) {
        cm_as_statement s = {.kind = CM_AS_INSTRUCTION, .word = "", .rest = "", .prefix = ""};
        s.place = old.thread.rows ? old.thread.rows[i < old.thread.count ? i : 0].place : s.place;
        if (ends[i])
            cm_as_put_label(c, &s, ends[i]);
        bool turns = i < old.thread.count && enters(&old, i, &from, &to);
        for (int k = turns ? from : i; k < (turns ? to : i + 1) && k < old.thread.count; k++)
            if (!turns || !is_label(&old.thread.rows[k]))
                cm_as_copy_row(c, &old.thread.rows[k]);
        if (!turns)
            continue;
        ends[to] = ends[to] ? ends[to] : cm_as_new_label(c);
        cm_as_add_row(c, &s, "%s %s", c->file->set->jump, ends[to]);
    }
}
