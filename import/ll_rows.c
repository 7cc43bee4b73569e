/* The rows of a thread, in order: jumps lead where they end, without rows that nothing leads to. */
#include "import/ll.h"

/* Where a jump to the label ends, if only jumps stand there. */
static int target_of(const cm_ll_piece *all, const int *at, int label)
{
    for (int steps = 0; steps < 64; steps++) {
        int row = at[label];
        while (row < all->count && all->rows[row].kind == CM_LL_ROW_LABEL)
            row++;
        if (row == all->count || all->rows[row].kind != CM_LL_ROW_JUMP ||
            all->rows[row].label == label)
            break;
        label = all->rows[row].label;
    }
    return label;
}

static bool leads_on(const cm_ll_row *row)
{
    return row->kind == CM_LL_ROW_JUMP || row->kind == CM_LL_ROW_BRANCH;
}

/* Which threads do only some runs create? */
static void find_missing(const cm_ll_thread *t, const cm_ll_piece *all, const int *at)
{
    cm_ll_program *p = t->program;
    int furthest = 0; /* of where the rows before lead */
    for (int i = 0; i < all->count; i++) {
        const cm_ll_row *row = &all->rows[i];
        if (row->creates && furthest > i && !cm_ll_may_be_missing(p, row->tells)) {
            CM_PUSH(t->work->arena, p->missing, p->missing_count, p->missing_capacity, row->tells);
            p->again = true;
        }
        if (leads_on(row) && at[row->label] > furthest)
            furthest = at[row->label];
    }
}

/* Drops rows that nothing leads to, and jumps to what comes next. False: there was none. */
static bool drop_unused(cm_ll_thread *t, cm_ll_piece *all)
{
    bool *used = CM_NEW_ARRAY(t->work->arena, (size_t)t->labels + 1, bool), dead = false;
    int kept = 0, before = all->count;
    for (int i = 0; i < all->count; i++)
        if (leads_on(&all->rows[i]))
            used[all->rows[i].label] = true;
    for (int i = 0; i < before; i++) {
        cm_ll_row row = all->rows[i];
        if (row.kind == CM_LL_ROW_LABEL && !used[row.label])
            continue;
        dead &= row.kind != CM_LL_ROW_LABEL;
        bool idle = dead;
        for (int k = i + 1;
             k < before && leads_on(&row) && !idle && all->rows[k].kind == CM_LL_ROW_LABEL; k++)
            idle = all->rows[k].label == row.label;
        if (idle)
            continue;
        all->rows[kept++] = row;
        dead = row.kind == CM_LL_ROW_JUMP;
    }
    all->count = kept;
    return kept < before;
}

static void find_labels(const cm_ll_piece *all, int *at)
{
    for (int i = 0; i < all->count; i++)
        if (all->rows[i].kind == CM_LL_ROW_LABEL)
            at[all->rows[i].label] = i;
}

cm_ll_piece cm_ll_flatten(cm_ll_thread *t)
{
    cm_ll_piece all = {0};
    for (const cm_ll_piece *piece = t->first; piece; piece = piece->next)
        for (int i = 0; i < piece->count; i++)
            cm_ll_add(t, &all, piece->rows[i]);
    int *at = CM_NEW_ARRAY(t->work->arena, (size_t)t->labels + 1, int);
    do {
        for (bool more = true; more;) {
            find_labels(&all, at);
            for (int i = 0; i < all.count; i++)
                if (leads_on(&all.rows[i]))
                    all.rows[i].label = target_of(&all, at, all.rows[i].label);
            more = drop_unused(t, &all);
        }
        find_labels(&all, at);
    } while (cm_ll_drop_idle(t, &all, at));
    find_missing(t, &all, at);
    return all;
}
