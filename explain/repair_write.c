/* A program as the text of a test. See repair_parts.h. */
#include "explain/repair_parts.h"

#include "litmus/text/text.h"

#include <string.h>
#include <strings.h>

typedef struct rewriting {
    cm_repairing *r;
    const cm_program_choice *choice; /* NULL: all forms, one after the other */
    const cm_change *changes;        /* instead of forms; or NULL */
    int change_count;
    cm_arena *arena;
    cm_thread *to;
    int capacity;
    int **at; /* by site, by form: the instruction; or NULL */
} rewriting;

static void append(rewriting *w, const char *text)
{
    CM_RESERVE(w->arena, w->to->instructions, w->to->instruction_count, w->capacity);
    w->to->instructions[w->to->instruction_count++] = (cm_instruction){.text = text};
}

static bool append_changed(rewriting *w, int t, int i, bool inserted)
{
    bool any = false;
    for (int c = 0; c < w->change_count; c++) {
        const cm_change *change = &w->changes[c];
        if (change->thread != t || change->instruction != i || change->inserted != inserted ||
            change->head)
            continue;
        any = true;
        append(w, change->to);
    }
    return any;
}

/* The form chosen for an instruction, or for fences before it; false: there is no choice. */
static bool append_chosen(rewriting *w, int t, int i, bool inserted)
{
    bool any = false;
    if (w->changes)
        return append_changed(w, t, i, inserted);
    for (int s = 0; s < w->r->site_count; s++) {
        const cm_site *site = &w->r->sites[s];
        if (site->thread != t || site->instruction != i || site->inserted != inserted)
            continue;
        any = true;
        for (int f = 0; f < site->count; f++)
            if (!w->choice || f == w->choice->at[s]) {
                const char *text = site->forms[f].text;
                if (w->at)
                    w->at[s][f] = w->to->instruction_count;
                if (text[0] || (w->choice && !site->inserted))
                    append(w, text);
            }
    }
    return any;
}

/* Gives the instruction's steps the numbers of what stands for it. The printer puts a label
 * before the instruction of its step: with the first step on the first fence, fences stand
 * behind the label, where every way to the instruction comes by. */
static void renumber(rewriting *w, int old, int first, int last)
{
    bool head = true;
    for (int s = 0; s < w->to->step_count; s++)
        if (w->to->steps[s].instruction == old) {
            w->to->steps[s].instruction = head ? first : last;
            head = false;
        }
}

static void rewrite(rewriting *w, int t, cm_thread *to)
{
    const cm_thread *from = &w->r->test->threads[t];
    size_t steps = (size_t)from->step_count;
    to->steps = cm_arena_grow(w->arena, from->steps, steps, steps, sizeof *to->steps);
    to->instructions = NULL;
    to->instruction_count = 0;
    w->to = to;
    w->capacity = 0;
    /* from the last step on: numbers grow */
    int *first = CM_NEW_ARRAY(w->arena, (size_t)from->instruction_count + 1, int);
    int *last = CM_NEW_ARRAY(w->arena, (size_t)from->instruction_count + 1, int);
    for (int i = 0; i < from->instruction_count; i++) {
        first[i] = to->instruction_count;
        append_chosen(w, t, i, true);
        last[i] = to->instruction_count;
        if (!append_chosen(w, t, i, false))
            append(w, from->instructions[i].text);
    }
    if (w->changes && from->own_instructions == from->instruction_count)
        append_changed(w, t, from->instruction_count, true);
    to->own_instructions = from->own_instructions < from->instruction_count
                               ? last[from->own_instructions]
                               : to->instruction_count;
    for (int i = from->instruction_count - 1; i >= 0; i--)
        renumber(w, i, first[i], last[i]);
}

/* The printer gives the hash of what was read, which this program has not. */
static const char *without_hash(cm_arena *arena, const char *text)
{
    const char *line = text, *open = strchr(text, '{');
    while (line && line < open && strncasecmp(line, "Hash=", 5) != 0) {
        line = strchr(line, '\n');
        line = line ? line + 1 : NULL;
    }
    if (!line || line >= open)
        return text;
    const char *rest = line + strcspn(line, "\n");
    return cm_arena_printf(arena, "%.*s%s", (int)(line - text), text, rest + (*rest == '\n'));
}

static const char *write(rewriting *w)
{
    cm_test made = *w->r->test;
    size_t threads = (size_t)made.thread_count;
    made.threads = cm_arena_grow(w->arena, made.threads, threads, threads, sizeof *made.threads);
    for (int t = 0; t < made.thread_count; t++)
        rewrite(w, t, &made.threads[t]);
    for (int c = 0; c < w->change_count; c++)
        if (w->changes[c].head) {
            cm_thread *thread = &made.threads[w->changes[c].thread];
            const char *what = w->changes[c].to;
            thread->begins =
                thread->begins ? cm_arena_printf(w->arena, "%s,%s", thread->begins, what) : what;
        }
    cm_work work;
    cm_work_init(&work, w->arena);
    return without_hash(w->arena, cm_litmus_print(&work, &made));
}

const char *cm_repair_write_at(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice,
                               int **at)
{
    rewriting w = {.r = r, .choice = choice, .arena = arena, .at = at};
    return write(&w);
}

const char *cm_repair_write_changes(cm_repairing *r, cm_arena *arena, const cm_change *changes,
                                    int count)
{
    rewriting w = {.r = r, .arena = arena, .changes = changes, .change_count = count};
    return write(&w);
}

const char *cm_repair_write(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice)
{
    return cm_repair_write_at(r, arena, choice, NULL);
}

cm_test *cm_repair_read(cm_work *work, const char *text)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){"repaired test", text, strlen(text)};
    return cm_litmus_parse(work, source);
}
