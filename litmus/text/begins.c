/* When threads begin: `after P0` and `dependent P0` in their heads.
 *
 *     P1@cta 1,gpu 0,after P0       P0's kernel, or what it stands for on the CPU, has ended
 *     P1@cta 1,gpu 0,dependent P0   launched as a programmatic dependent: it may begin before,
 *                                   and its griddepcontrol.wait waits for that
 *
 * Source: PTX ISA 8.9.4, "API synchronization", and "griddepcontrol". Threads of one cluster
 * are of one grid: what is said of one of them is said of all. */
#include "litmus/text/parse.h"

#include "base/text.h"

bool cm_parse_begin(cm_parser *p, int thread)
{
    bool dependent = cm_lexer_is(&p->lex, "dependent");
    if (!dependent && !cm_lexer_is(&p->lex, "after"))
        return false;
    cm_lexer_advance(&p->lex);
    if (!cm_parse_at_thread(p))
        cm_lexer_fail(&p->lex, "expected a thread (P0, P1, ...), found %s",
                      cm_lexer_describe(&p->lex));
    CM_RESERVE(p->work->arena, p->begins, p->begin_count, p->begin_capacity);
    p->begins[p->begin_count++] = (cm_begin_mention){.place = p->lex.token.place,
                                                     .thread = thread,
                                                     .of = cm_parse_thread_number(p),
                                                     .dependent = dependent};
    cm_lexer_advance(&p->lex);
    return true;
}

/* Are they surely of one grid? */
static bool of_one_grid(const cm_test *test, int a, int b)
{
    return a == b || cm_threads_share(test, a, b, CM_SCOPE_CLUSTER);
}

/* Both `of` and what is of its grid come before all of the thread's grid. */
static void relate(const cm_test *test, uint8_t *begins, int of, int thread, cm_begins how)
{
    int n = test->thread_count;
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (of_one_grid(test, a, of) && of_one_grid(test, b, thread) &&
                begins[a * n + b] != CM_BEGINS_AFTER)
                begins[a * n + b] = (uint8_t)how;
}

/* What begins after the end of a thread begins after the end of those before that one. */
static void close_order(uint8_t *begins, int n)
{
    for (int k = 0; k < n; k++)
        for (int a = 0; a < n; a++)
            for (int b = 0; begins[a * n + k] == CM_BEGINS_AFTER && b < n; b++)
                if (begins[k * n + b] > begins[a * n + b])
                    begins[a * n + b] = begins[k * n + b];
}

static void check_begin(cm_parser *p, const cm_begin_mention *m, int of)
{
    const cm_thread *thread = &p->test->threads[m->thread], *other = &p->test->threads[of];
    if (m->dependent && (!cm_arch_is_gpu(thread->arch) || !cm_arch_is_gpu(other->arch)))
        cm_fail(p->work, m->place,
                "a CPU thread is not launched as a dependent of another, nor launches one, "
                "expected `after`");
    if (of_one_grid(p->test, m->thread, of))
        cm_fail(p->work, m->place,
                "P%d and P%d are one thread, or of one CTA or cluster, so of one kernel, expected "
                "a thread of an earlier one",
                thread->id, other->id);
}

void cm_settle_begins(cm_parser *p)
{
    cm_test *test = p->test;
    int n = test->thread_count;
    if (p->begin_count == 0)
        return;
    uint8_t *begins = CM_NEW_ARRAY(p->work->arena, (size_t)n * (size_t)n, uint8_t);
    for (int i = 0; i < p->begin_count; i++) {
        const cm_begin_mention *m = &p->begins[i];
        int of = cm_parse_thread(p, m->of, m->place);
        check_begin(p, m, of);
        relate(test, begins, of, m->thread, m->dependent ? CM_BEGINS_WAITING : CM_BEGINS_AFTER);
        cm_thread *thread = &test->threads[m->thread];
        thread->begins = cm_arena_printf(
            p->work->arena, "%s%s%s P%d", thread->begins ? thread->begins : "",
            thread->begins ? "," : "", m->dependent ? "dependent" : "after", test->threads[of].id);
    }
    close_order(begins, n);
    for (int i = 0; i < p->begin_count; i++)
        if (begins[p->begins[i].thread * (n + 1)])
            cm_fail(p->work, p->begins[i].place,
                    "P%d begins after itself, expected an order without a circle",
                    test->threads[p->begins[i].thread].id);
    test->begins = begins;
}
