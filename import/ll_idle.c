/* Rows that change nothing: registers that nobody needs, branches that only decide about such, and
 * loops of nothing else, as those that let time pass between two tries of a lock. What a row needs
 * is found backwards from all that accesses memory, fails or stops (Cytron, Ferrante, Rosen, Wegman
 * and Zadeck, "Efficiently computing static single assignment form and the control dependence
 * graph", TOPLAS 13(4), 1991, 7.1). A loop may be assumed to end (C11 6.8.5/6); here it is only
 * where a round leaves another value to what decides about the next. */
#include "import/dominators.h"
#include "import/ll.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { MOST_ROWS = 3000 };

typedef struct idle {
    cm_ll_thread *t;
    cm_ll_piece *all;
    const int *at;     /* by label */
    const int *behind; /* by row: the first that all ways from there come to; the end is a row */
    bool *needed;      /* by row */
    bool *reads;       /* by register: somebody needs it */
    bool has_paths;    /* all ways come to the end */
} idle;

/* The next register of a row's text, from *text on; -1: there is none. */
static int next_register(const char **text, const char *start)
{
    for (const char *c = *text; *c; c++) {
        bool begins = c == start || (!isalnum((unsigned char)c[-1]) && c[-1] != '_');
        if (*c != 'r' || !begins || !isdigit((unsigned char)c[1]))
            continue;
        char *end;
        long number = strtol(c + 1, &end, 10);
        if (isalnum((unsigned char)*end) || *end == '_')
            continue;
        *text = end;
        return (int)number;
    }
    return -1;
}

/* Does the row do nothing but set the register that it names first? */
static bool only_sets(const cm_ll_row *row)
{
    static const char *const words[] = {"mov ", "add.",  "sub.",  "mul.",   "and.",   "or.",
                                        "xor.", "icmp.", "sext.", "trunc.", "select "};
    bool sets = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && row->kind == CM_LL_ROW; i++)
        sets |= strncmp(row->text, words[i], strlen(words[i])) == 0;
    return sets;
}

static int set_by(const cm_ll_row *row)
{
    const char *text = row->text;
    return only_sets(row) ? next_register(&text, row->text) : -1;
}

static bool reads_any(const cm_ll_row *row, const bool *of)
{
    const char *text = row->text;
    bool any = false;
    if (!text)
        return false;
    if (only_sets(row))
        next_register(&text, row->text);
    for (int r; (r = next_register(&text, row->text)) >= 0;)
        any |= of[r];
    return any;
}

static void mark_reads(const cm_ll_row *row, bool *of)
{
    const char *text = row->text;
    if (!text)
        return;
    if (only_sets(row))
        next_register(&text, row->text);
    for (int r; (r = next_register(&text, row->text)) >= 0;)
        of[r] = true;
}

/* ---- ways --------------------------------------------------------------------------- */

/* The rows that may come next: two at most. */
static int ways_from(const idle *d, int row, int *next)
{
    const cm_ll_row *r = &d->all->rows[row];
    int count = 0;
    if (r->kind == CM_LL_ROW_JUMP || r->kind == CM_LL_ROW_BRANCH)
        next[count++] = d->at[r->label];
    if (r->kind != CM_LL_ROW_JUMP)
        next[count++] = row + 1;
    return count;
}

/* Backwards from the end. */
static void find_behind(idle *d)
{
    cm_arena *arena = d->t->work->arena;
    int end = d->all->count, next[2];
    cm_ways w = {.count = end + 1};
    int *filled = CM_NEW_ARRAY(arena, (size_t)w.count, int);
    w.first = CM_NEW_ARRAY(arena, (size_t)w.count + 1, int);
    w.next = CM_NEW_ARRAY(arena, 2 * (size_t)w.count, int);
    for (int i = 0; i < end; i++)
        for (int k = ways_from(d, i, next); k-- > 0;)
            w.first[next[k] + 1]++;
    for (int i = 0; i < w.count; i++)
        w.first[i + 1] += w.first[i];
    for (int i = 0; i < end; i++)
        for (int k = ways_from(d, i, next); k-- > 0;)
            w.next[w.first[next[k]] + filled[next[k]]++] = i;
    const cm_dominators found = cm_dominators_from(arena, &w, end);
    d->behind = found.above;
    d->has_paths = found.order_count == w.count;
}

/* ---- what is needed ------------------------------------------------------------------- */

static bool decides_needed(const idle *d, int row)
{
    int next[2];
    for (int w = ways_from(d, row, next); w-- > 0;)
        for (int r = next[w]; r != d->behind[row]; r = d->behind[r])
            if (d->needed[r])
                return true;
    return false;
}

static void find_needed(idle *d)
{
    for (bool more = true; more;) {
        more = false;
        for (int i = d->all->count; i-- > 0;) {
            const cm_ll_row *row = &d->all->rows[i];
            int set = set_by(row);
            bool needs = row->kind == CM_LL_ROW
                             ? set < 0 || d->reads[set]
                             : row->kind == CM_LL_ROW_BRANCH && decides_needed(d, i);
            if (d->needed[i] || !needs)
                continue;
            d->needed[i] = more = true;
            mark_reads(row, d->reads);
        }
    }
}

/* ---- loops that go -------------------------------------------------------------------- */

/* Where jumps from there lead. */
static int landing(const idle *d, int row)
{
    for (int steps = 0; steps < 64 && row < d->all->count; steps++) {
        const cm_ll_row *r = &d->all->rows[row];
        if (r->kind != CM_LL_ROW_JUMP && r->kind != CM_LL_ROW_LABEL)
            break;
        row = r->kind == CM_LL_ROW_JUMP ? d->at[r->label] : row + 1;
    }
    return row;
}

/* Does what decides about the loop's next round differ from round to round? */
static bool makes_way(const idle *d, int head, int end)
{
    bool *varies = CM_NEW_ARRAY(d->t->work->arena, (size_t)d->t->registers + 1, bool);
    bool *read = CM_NEW_ARRAY(d->t->work->arena, (size_t)d->t->registers + 1, bool), leaves = false;
    const cm_ll_row *rows = d->all->rows;
    for (int i = head; i <= end; i++) { /* those that are read before they are set */
        mark_reads(&rows[i], read);
        int set = set_by(&rows[i]);
        if (set >= 0 && read[set])
            varies[set] = true;
    }
    for (bool more = true; more;) {
        more = false;
        for (int i = head; i <= end; i++) {
            int set = set_by(&rows[i]);
            if (set < 0 || varies[set] || !reads_any(&rows[i], varies))
                continue;
            varies[set] = more = true;
        }
    }
    for (int i = head; i <= end; i++) {
        int next[2], ways = ways_from(d, i, next);
        for (int w = 0; w < ways; w++) {
            int to = landing(d, next[w]);
            leaves |= rows[i].kind == CM_LL_ROW_BRANCH && (to < head || to > end) &&
                      reads_any(&rows[i], varies);
        }
    }
    return leaves;
}

static bool any_needed(const idle *d, int head, int end)
{
    for (int i = head; i <= end; i++)
        if (d->needed[i])
            return true;
    return false;
}

/* Needs the branches of a loop that may never end. True: there were some. */
static bool keep_endless(idle *d)
{
    bool any = false;
    for (int i = 0; i < d->all->count; i++) {
        const cm_ll_row *row = &d->all->rows[i];
        if ((row->kind != CM_LL_ROW_JUMP && row->kind != CM_LL_ROW_BRANCH) ||
            d->at[row->label] > i || any_needed(d, d->at[row->label], i) ||
            makes_way(d, d->at[row->label], i))
            continue;
        for (int k = d->at[row->label]; k <= i; k++) {
            if (d->needed[k] || d->all->rows[k].kind != CM_LL_ROW_BRANCH)
                continue;
            d->needed[k] = any = true;
            mark_reads(&d->all->rows[k], d->reads);
        }
    }
    return any;
}

/* The label where all ways from the row meet; -1: none is there. */
static int meeting_label(const idle *d, int row)
{
    int to = d->behind[row];
    bool leads = to < d->all->count && (d->all->rows[to].kind == CM_LL_ROW_LABEL ||
                                        d->all->rows[to].kind == CM_LL_ROW_JUMP);
    return leads ? d->all->rows[to].label : -1;
}

/* A branch that decides nothing becomes a jump to the place where its ways meet. If no label is at
 * that place, the branch stays. True: some stay. */
static bool keep_unlabelled(idle *d)
{
    bool any = false;
    for (int i = 0; i < d->all->count; i++) {
        const cm_ll_row *row = &d->all->rows[i];
        if (row->kind != CM_LL_ROW_BRANCH || d->needed[i] || meeting_label(d, i) >= 0)
            continue;
        d->needed[i] = any = true;
        mark_reads(row, d->reads);
    }
    return any;
}

bool cm_ll_drop_idle(cm_ll_thread *t, cm_ll_piece *all, const int *at)
{
    cm_arena *arena = t->work->arena;
    idle d = {.t = t, .all = all, .at = at};
    int kept = 0;
    bool changed = false;
    if (all->count > MOST_ROWS)
        return false;
    d.needed = CM_NEW_ARRAY(arena, (size_t)all->count + 1, bool);
    d.reads = CM_NEW_ARRAY(arena, (size_t)t->registers + 1, bool);
    find_behind(&d);
    if (!d.has_paths)
        return false;
    do
        find_needed(&d);
    while (keep_endless(&d) || keep_unlabelled(&d));
    for (int i = 0; i < all->count; i++) {
        cm_ll_row *row = &all->rows[i];
        if (row->kind != CM_LL_ROW_BRANCH || d.needed[i])
            continue;
        row->label = meeting_label(&d, i);
        row->kind = CM_LL_ROW_JUMP;
        changed = true;
    }
    for (int i = 0; i < all->count; i++)
        if (all->rows[i].kind != CM_LL_ROW || d.needed[i])
            all->rows[kept++] = all->rows[i];
    changed |= kept < all->count;
    all->count = kept;
    return changed;
}
