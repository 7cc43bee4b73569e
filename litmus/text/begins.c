/* When threads begin, or what orders them: `after P0`, `dependent P0` and `ssw P0` in their heads.
 *
 *     P1@cta 1,gpu 0,after P0       P0's kernel, or what it stands for on the CPU, has ended
 *     P1@cta 1,gpu 0,dependent P0   launched as a programmatic dependent: it may begin before,
 *                                   and its griddepcontrol.wait waits for that
 *     P1@sg 0,wg 1,qf 0,ssw P0      a semaphore or the host, outside of the test, orders what
 *                                   P0 does before what P1 does; or `{ ssw 0 1; }` before heads
 *
 * Source: PTX ISA 8.9.4, "API synchronization", and "griddepcontrol". Threads of one cluster
 * or of one launch of an import are of one grid: what is said of one of them is said of all. */
#include "litmus/text/parse.h"

static const char *const words[] = {
    [CM_BEGINS_SYNCED] = "ssw", [CM_BEGINS_WAITING] = "dependent", [CM_BEGINS_AFTER] = "after"};

static void add_mention(cm_parser *p, cm_begin_mention m)
{
    CM_PUSH(p->work->arena, p->begins, p->begin_count, p->begin_capacity, m);
}

/* Invocations of Vulkan are ordered by the system, others begin after each other. */
bool cm_parse_begin(cm_parser *p, const cm_thread *thread)
{
    bool vulkan = thread->at.places == CM_PLACES_VULKAN;
    int how = vulkan ? CM_BEGINS_SYNCED : CM_BEGINS_WAITING;
    int last = vulkan ? CM_BEGINS_SYNCED : CM_BEGINS_AFTER;
    while (how <= last && !cm_lexer_accept(&p->lex, words[how]))
        how++;
    if (how > last)
        return false;
    if (!cm_parse_at_thread(p))
        cm_lexer_lacks(&p->lex, "a thread (P0, P1, ...)");
    add_mention(p, (cm_begin_mention){p->lex.token.place, (uint64_t)thread->id,
                                      cm_parse_thread_number(p), (cm_begins)how});
    cm_lexer_advance(&p->lex);
    return true;
}

static uint64_t read_synced_thread(cm_parser *p)
{
    if (!cm_parse_at_thread(p) && p->lex.token.kind != CM_TOKEN_NUMBER)
        cm_lexer_lacks(&p->lex, "a thread (0, 1, ...)");
    uint64_t number = cm_parse_thread_number(p);
    cm_lexer_advance(&p->lex);
    return number;
}

void cm_parse_synced(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    bool vulkan = p->test->arch != CM_CMCM && cm_isa_for(p->test->arch)->places == CM_PLACES_VULKAN;
    if (!vulkan || !cm_lexer_accept(lex, "{"))
        return;
    while (!cm_lexer_accept(lex, "}")) {
        if (cm_lexer_accept(lex, ";"))
            continue;
        if (!cm_lexer_accept(lex, "ssw"))
            cm_lexer_lacks(lex, "`ssw`, two threads and `;`, or `}`");
        cm_begin_mention m = {.place = lex->token.place, .how = CM_BEGINS_SYNCED};
        m.of = read_synced_thread(p);
        m.thread = read_synced_thread(p);
        add_mention(p, m);
        if (!cm_lexer_is(lex, ";") && !cm_lexer_is(lex, "}"))
            cm_lexer_lacks(lex, "`;` or `}`");
    }
    cm_lexer_accept(lex, ";");
}

/* Are they surely of one grid? */
static bool of_one_grid(const cm_test *test, int a, int b)
{
    return a == b || cm_threads_share(test, a, b, CM_SCOPE_CLUSTER) ||
           cm_threads_one_launch(test, a, b);
}

/* Both `of` and what is of its grid come before all of the thread's grid. */
static void relate(const cm_test *test, uint8_t *begins, int of, int thread, cm_begins how)
{
    int n = test->thread_count;
    if (begins[of * n + thread] == CM_BEGINS_AFTER)
        return; /* so are all of both grids, then */
    if (how == CM_BEGINS_SYNCED) {
        begins[of * n + thread] = (uint8_t)how;
        return;
    }
    for (int a = 0; a < n; a++)
        for (int b = 0; b < n; b++)
            if (of_one_grid(test, a, of) && of_one_grid(test, b, thread) &&
                begins[a * n + b] != CM_BEGINS_AFTER)
                begins[a * n + b] = (uint8_t)how;
}

static void check_begin(cm_parser *p, const cm_begin_mention *m, int thread_at, int of)
{
    const cm_thread *thread = &p->test->threads[thread_at], *other = &p->test->threads[of];
    if (m->how == CM_BEGINS_SYNCED) {
        if (thread == other)
            cm_fail(p->work, m->place, "`ssw` is of P%d with itself, expected another thread",
                    thread->id);
        return;
    }
    if (m->how == CM_BEGINS_WAITING &&
        (!cm_arch_is_gpu(thread->arch) || !cm_arch_is_gpu(other->arch)))
        cm_fail(p->work, m->place,
                "a CPU thread is not launched as a dependent of another, nor launches one, "
                "expected `after`");
    if (of_one_grid(p->test, thread_at, of))
        cm_fail(
            p->work, m->place,
            "P%d and P%d are the same thread or share a CTA or a cluster, so they belong to one "
            "kernel, expected a thread of an earlier one",
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
        int at = cm_parse_thread(p, m->thread, m->place);
        check_begin(p, m, at, of);
        relate(test, begins, of, at, m->how);
        cm_thread *thread = &test->threads[at];
        thread->begins =
            cm_arena_printf(p->work->arena, "%s%s%s P%d", thread->begins ? thread->begins : "",
                            thread->begins ? "," : "", words[m->how], test->threads[of].id);
    }
    /* What begins after the end of a thread begins after the end of those before that one. */
    for (int k = 0; k < n; k++)
        for (int a = 0; a < n; a++)
            for (int b = 0; begins[a * n + k] == CM_BEGINS_AFTER && b < n; b++)
                if (begins[k * n + b] > begins[a * n + b])
                    begins[a * n + b] = begins[k * n + b];
    for (int i = 0; i < p->begin_count; i++) {
        int at = cm_parse_thread(p, p->begins[i].thread, p->begins[i].place);
        if (begins[at * (n + 1)])
            cm_fail(p->work, p->begins[i].place,
                    "P%d begins after itself, expected an order without a circle",
                    test->threads[at].id);
    }
    test->begins = begins;
}
