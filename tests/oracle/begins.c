/* Which thread begins after which has ended, from the words of the heads alone. */
#include "tests/oracle/internal.h"

#include <stdio.h>
#include <string.h>

/* One CTA, or one cluster of a GPU: one kernel. */
static bool of_one_kernel(const cm_test *test, int a, int b)
{
    const cm_placement *p = &test->threads[a].at, *q = &test->threads[b].at;
    if (a == b)
        return true;
    if (p->gpu < 0 || p->gpu != q->gpu || p->system != q->system)
        return false;
    return p->cta == q->cta || (p->cluster >= 0 && p->cluster == q->cluster);
}

/* Does the thread's head say `word PN` with the number of that thread? */
static bool says(const cm_thread *thread, const char *word, int id)
{
    char wanted[32];
    int length = snprintf(wanted, sizeof wanted, "%s P%d", word, id);
    for (const char *at = thread->begins; at; at = strchr(at, ',')) {
        at += *at == ',';
        if (strncmp(at, wanted, (size_t)length) == 0 && strchr(",", at[length]))
            return true;
    }
    return false;
}

/* Is it said of someone of b's kernel, about someone of a's? */
static bool said(const cm_test *test, const char *word, int a, int b)
{
    for (int i = 0; i < test->thread_count; i++)
        for (int k = 0; k < test->thread_count; k++)
            if (of_one_kernel(test, i, a) && of_one_kernel(test, k, b) &&
                says(&test->threads[k], word, test->threads[i].id))
                return true;
    return false;
}

/* At most so many kernels one after the other. */
static bool precedes(const cm_test *test, int a, int b, int steps)
{
    if (steps == 0 || said(test, "after", a, b))
        return steps > 0;
    for (int k = 0; k < test->thread_count; k++)
        if (said(test, "after", a, k) && precedes(test, k, b, steps - 1))
            return true;
    return false;
}

static bool waits(const cm_test *test, int a, int b)
{
    for (int k = 0; k < test->thread_count; k++)
        if (said(test, "dependent", k, b) &&
            (of_one_kernel(test, a, k) || precedes(test, a, k, test->thread_count)))
            return true;
    return false;
}

bool oracle_boundary(const oracle_run_state *run, const oracle_event *a, const oracle_event *b)
{
    const cm_test *test = run->test;
    if (a->thread < 0 || b->thread < 0)
        return false;
    if (precedes(test, a->thread, b->thread, test->thread_count))
        return true;
    return oracle_has_tag(b->of->tags, "GRID.WAIT") && waits(test, a->thread, b->thread);
}

bool oracle_synced(const oracle_run_state *run, const oracle_event *a, const oracle_event *b)
{
    const cm_test *test = run->test;
    return a->thread >= 0 && b->thread >= 0 &&
           says(&test->threads[b->thread], "ssw", test->threads[a->thread].id);
}
