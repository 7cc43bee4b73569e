/* A program as the text of a test. See repair_parts.h. */
#include "explain/repair_parts.h"

#include "litmus/text/text.h"

#include <string.h>
#include <strings.h>

/* The form chosen for an instruction, or for fences before it, one after the other. */
static const cm_strength *form_at(const cm_repairing *r, const cm_program_choice *choice, int t,
                                  int i, bool inserted, int *from)
{
    for (int s = *from; s < r->site_count; s++) {
        const cm_site *site = &r->sites[s];
        if (site->thread == t && site->instruction == i && site->inserted == inserted) {
            *from = s + 1;
            return &site->forms[choice->at[s]];
        }
    }
    *from = r->site_count;
    return NULL;
}

typedef struct rewriting {
    cm_arena *arena;
    cm_thread *to;
    int capacity;
} rewriting;

static void append(rewriting *w, const char *text)
{
    CM_RESERVE(w->arena, w->to->instructions, w->to->instruction_count, w->capacity);
    w->to->instructions[w->to->instruction_count++] = (cm_instruction){.text = text};
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

static void rewrite(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice, int t,
                    cm_thread *to)
{
    const cm_thread *from = &r->test->threads[t];
    size_t steps = (size_t)from->step_count;
    to->steps = cm_arena_grow(arena, from->steps, steps, steps, sizeof *to->steps);
    to->instructions = NULL;
    to->instruction_count = 0;
    rewriting w = {arena, to, 0};
    const cm_strength *form;
    /* from the last step on: numbers grow */
    int *first = CM_NEW_ARRAY(arena, (size_t)from->instruction_count + 1, int);
    int *last = CM_NEW_ARRAY(arena, (size_t)from->instruction_count + 1, int);
    for (int i = 0; i < from->instruction_count; i++) {
        first[i] = to->instruction_count;
        for (int s = 0; (form = form_at(r, choice, t, i, true, &s));)
            if (form->text[0])
                append(&w, form->text);
        int s = 0;
        form = form_at(r, choice, t, i, false, &s);
        last[i] = to->instruction_count;
        append(&w, form ? form->text : from->instructions[i].text);
    }
    to->own_instructions = from->own_instructions < from->instruction_count
                               ? first[from->own_instructions]
                               : to->instruction_count;
    for (int i = from->instruction_count - 1; i >= 0; i--)
        renumber(&w, i, first[i], last[i]);
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

const char *cm_repair_write(cm_repairing *r, cm_arena *arena, const cm_program_choice *choice)
{
    cm_test made = *r->test;
    size_t threads = (size_t)made.thread_count;
    made.threads = cm_arena_grow(arena, made.threads, threads, threads, sizeof *made.threads);
    for (int t = 0; t < made.thread_count; t++)
        rewrite(r, arena, choice, t, &made.threads[t]);
    cm_work work;
    cm_work_init(&work, arena);
    return without_hash(arena, cm_litmus_print(&work, &made));
}

cm_test *cm_repair_read(cm_work *work, const char *text)
{
    cm_source *source = CM_NEW(work->arena, cm_source);
    *source = (cm_source){"repaired test", text, strlen(text)};
    return cm_litmus_parse(work, source);
}
