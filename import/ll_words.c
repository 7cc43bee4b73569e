/* The words by which threads know that others begin or have ended.
 *
 * A thread that is created waits for a word that says so, and says by another one that it has
 * ended: creation and end synchronise as C11 7.26.5.1 and 7.26.5.6 say, POSIX 4.12. Not all of it
 * is needed:
 *
 * - Threads that are created one right after another may all wait for the first one's word: between
 *   these words their creator does nothing else that another thread could see.
 * - A thread whose creator has done nothing before needs no word, and begins by itself.
 * - A test has its threads in every run. Where one is not created, its creator says so when it ends
 *   itself, and the thread ends at once.
 * - A thread that nobody joins does nothing that others could see behind its last joins: it need
 * not wait for them. (Who waits for a thread that never ends does not end either, but that one has
 * not ended anyhow.)
 */
#include "import/ll.h"

#include <string.h>

static const char *word(const cm_ll_program *p, const char *what, int id)
{
    return cm_arena_printf(p->import->work->arena, "%s_P%d", what, id);
}

const char *cm_ll_begin_word(const cm_ll_program *p, int id)
{
    return word(p, "begin", id);
}

const char *cm_ll_end_word(const cm_ll_program *p, int id)
{
    return word(p, "end", id);
}

bool cm_ll_may_be_missing(const cm_ll_program *p, const char *word)
{
    return word && cm_word_listed(p->missing, (size_t)p->missing_count, word);
}

void cm_ll_wait_to_begin(cm_ll_thread *t, cm_place place)
{
    const char *word = cm_ll_begin_word(t->program, t->id);
    cm_ll_known said = cm_ll_wait_for(t, word, place);
    if (!cm_ll_may_be_missing(t->program, word))
        return;
    const char *missing = cm_ll_text(t, cm_ll_new_register(t), place);
    cm_ll_emit(t, place, "icmp.eq.i32 %s, %s, %d", missing, cm_ll_text(t, said, place),
               CM_LL_MISSING);
    cm_ll_branch(t, missing, t->end, place);
}

void cm_ll_tell_missing(cm_ll_thread *t, cm_place place)
{
    for (const cm_ll_piece *piece = t->first; piece; piece = piece->next)
        for (int i = 0; i < piece->count; i++) {
            const char *word = piece->rows[i].creates ? piece->rows[i].tells : NULL;
            if (!cm_ll_may_be_missing(t->program, word))
                continue;
            cm_ll_emit(t, place, "cmpxchg.monotonic.fail_monotonic.i32 %s, %s, [%s], 0, %d",
                       cm_ll_text(t, cm_ll_new_register(t), place),
                       cm_ll_text(t, cm_ll_new_register(t), place), word, CM_LL_MISSING);
            t->piece->rows[t->piece->count - 1].tells = word;
        }
}

static bool is(const char *row_word, const char *word)
{
    return row_word && strcmp(row_word, word) == 0;
}

static bool is_awaited(const cm_ll_program *p, const char *word)
{
    for (int r = 0; r < p->run_count; r++)
        for (int i = 0; i < p->runs[r].rows.count; i++)
            if (is(p->runs[r].rows.rows[i].awaits, word))
                return true;
    return false;
}

/* Drops the rows of the program that tell the word, or wait for it. */
static void drop_word(cm_ll_program *p, const char *word)
{
    for (int r = 0; r < p->run_count; r++)
        for (int i = p->runs[r].rows.count; i-- > 0;) {
            const cm_ll_row *row = &p->runs[r].rows.rows[i];
            if (is(row->tells, word) || is(row->awaits, word)) {
                cm_ll_piece *rows = &p->runs[r].rows;
                rows->count--;
                memmove(rows->rows + i, rows->rows + i + 1,
                        (size_t)(rows->count - i) * sizeof *rows->rows);
            }
        }
}

/* Whoever waits for the word waits for another one. */
static void await_instead(cm_ll_program *p, const char *word, const char *other)
{
    for (int r = 0; r < p->run_count; r++)
        for (int i = 0; i < p->runs[r].rows.count; i++) {
            cm_ll_row *row = &p->runs[r].rows.rows[i];
            if (!is(row->awaits, word))
                continue;
            const char *at = row->kind == CM_LL_ROW ? strstr(row->text, word) : NULL;
            if (at)
                row->text =
                    cm_arena_printf(p->import->work->arena, "%.*s%s%s", (int)(at - row->text),
                                    row->text, other, at + strlen(word));
            row->awaits = other;
        }
}

/* The threads that the run creates. */
static void settle_creations(cm_ll_program *p, cm_ll_run *run)
{
    cm_ll_row *rows = run->rows.rows;
    for (int i = run->rows.count; i-- > 1;)
        if (rows[i].creates && rows[i - 1].creates) {
            const char *own = rows[i].tells;
            await_instead(p, own, rows[i - 1].tells);
            drop_word(p, own);
        }
    if (run->rows.count > 0 && rows[0].creates)
        drop_word(p, rows[0].tells);
}

void cm_ll_declare_word(cm_ll_program *p, const char *word, unsigned bytes)
{
    for (int i = 0; i < p->object_count; i++)
        if (strcmp(p->objects[i]->name, word) == 0)
            return;
    cm_ll_add_object(p,
                     (cm_ll_object){.name = word, .size = bytes, .widest = bytes, .hidden = true});
}

void cm_ll_settle_words(cm_ll_program *p)
{
    for (int r = 0; r < p->run_count; r++) /* a thread whose creator is behind it keeps its word */
        settle_creations(p, &p->runs[r]);
    for (int r = 0; r < p->run_count && !p->assumes; r++) {
        cm_ll_run *run = &p->runs[r];
        bool joined = is_awaited(p, cm_ll_end_word(p, run->id));
        while (!joined && run->rows.count > 0 && run->rows.rows[run->rows.count - 1].awaits)
            run->rows.count--;
    }
    for (int r = 0; r < p->run_count; r++) {
        const char *end = cm_ll_end_word(p, p->runs[r].id);
        if (!is_awaited(p, end))
            drop_word(p, end);
        const cm_ll_run *run = &p->runs[r];
        for (int i = 0; i < run->rows.count; i++)
            if (run->rows.rows[i].awaits)
                cm_ll_declare_word(p, run->rows.rows[i].awaits, 4);
    }
}
