/* Heads of threads, `P0@ptx,cta 0`: their instruction sets and places. */
#include "litmus/text/parse.h"

#include "base/near.h"

#include <string.h>

enum { MOST_THREADS = 256, MOST_PLACE = 65535, MOST_TID = 1023, WARP = 32 };

typedef struct head {
    cm_place place; /* of P0 */
    bool has_isa;
    int warp; /* -1: not said */
} head;

static bool accept_isa(cm_parser *p, cm_thread *thread, head *h)
{
    cm_place place = p->lex.token.place;
    for (int arch = 0; arch < CM_CMCM; arch++) {
        const cm_isa *isa = cm_isa_for((cm_arch)arch);
        if (!cm_lexer_accept(&p->lex, isa->word))
            continue;
        cm_arch whole = p->test->arch;
        if (h->has_isa)
            cm_fail(p->work, place, "thread P%d has a second instruction set, expected one",
                    thread->id);
        if (whole != CM_CMCM && whole != isa->arch)
            cm_fail(p->work, place,
                    "the thread has another instruction set than the test, expected %s",
                    cm_arch_name(whole));
        if (whole == CM_CMCM && isa->alone)
            cm_fail(
                p->work, place,
                "no model knows %s threads beside others, expected a test of these threads alone",
                isa->name);
        thread->arch = isa->arch;
        thread->at.places = isa->places;
        h->has_isa = true;
        return true;
    }
    return false;
}

bool cm_parse_accept_place(cm_parser *p, cm_thread *thread)
{
    for (size_t i = 0; cm_placement_word(i); i++) {
        const char *word = cm_placement_word(i);
        int *where = cm_placement_number(&thread->at, i);
        cm_place place = p->lex.token.place;
        if (!where || !cm_lexer_accept(&p->lex, word))
            continue;
        if (*where >= 0)
            cm_fail(p->work, place, "thread P%d has a second `%s`, expected one", thread->id, word);
        place = p->lex.token.place;
        uint64_t number = cm_lexer_integer(&p->lex, "a number");
        int most = where == &thread->at.tid ? MOST_TID : MOST_PLACE;
        if (number > (uint64_t)most)
            cm_fail(p->work, place, "the number of `%s` is out of range, expected 0 to %d", word,
                    most);
        *where = (int)number;
        return true;
    }
    return false;
}

/* `warp N`: the next lane of that warp, in the order of the columns. */
static bool accept_warp(cm_parser *p, const cm_thread *thread, head *h)
{
    cm_place place = p->lex.token.place;
    bool cuda = thread->at.places == CM_PLACES_CUDA || thread->at.places == CM_PLACES_OPENCL;
    if (!cuda || !cm_lexer_accept(&p->lex, "warp"))
        return false;
    if (h->warp >= 0)
        cm_fail(p->work, place, "thread P%d has a second `warp`, expected one", thread->id);
    place = p->lex.token.place;
    uint64_t number = cm_lexer_integer(&p->lex, "a number");
    if (number > MOST_TID / WARP)
        cm_fail(p->work, place, "the number of `warp` is out of range, expected 0 to %d",
                MOST_TID / WARP);
    h->warp = (int)number;
    return true;
}

static void settle_warp(cm_parser *p, cm_thread *thread, const head *h)
{
    if (h->warp < 0)
        return;
    int tid = WARP * h->warp;
    if (thread->at.tid >= 0)
        cm_fail(p->work, h->place, "thread P%d has `tid` and `warp`, expected one of them",
                thread->id);
    for (int i = 0; i < p->test->thread_count; i++) {
        const cm_placement *at = &p->test->threads[i].at;
        if (at->gpu == thread->at.gpu && at->cta == thread->at.cta && at->tid >= tid &&
            at->tid / WARP == h->warp)
            tid = at->tid + 1;
    }
    if (tid / WARP != h->warp)
        cm_fail(p->work, h->place, "warp %d has no lane left for thread P%d, expected at most %d",
                h->warp, thread->id, WARP);
    thread->at.tid = tid;
}

static const char *word_of(const cm_isa *isa)
{
    return isa->alone ? NULL : isa->word;
}

static void check_head(cm_parser *p, const cm_thread *thread, const head *h)
{
    if (p->test->arch == CM_CMCM && !h->has_isa)
        cm_fail(p->work, h->place,
                "thread P%d has no instruction set, expected P%d@NAME, where NAME is %s",
                thread->id, thread->id, cm_isa_list(p->work->arena, word_of, NULL));
    bool placed = thread->at.cta >= 0 || thread->at.gpu >= 0 || thread->at.cluster >= 0 ||
                  thread->at.domain >= 0 || thread->at.tid >= 0 || thread->at.wave >= 0;
    bool on_gpu = cm_arch_is_gpu(thread->arch), hsa = thread->at.places == CM_PLACES_HSA;
    const char *cta = hsa ? "workgroup" : "cta", *gpu = hsa ? "agent" : "gpu";
    bool vulkan = thread->at.places == CM_PLACES_VULKAN;
    const char *lacks = thread->at.wave < 0 ? "sg" : thread->at.cta < 0 ? "wg" : "qf";
    if (vulkan && (thread->at.wave < 0 || thread->at.cta < 0 || thread->at.cluster < 0))
        cm_fail(p->work, h->place, "thread P%d has no %s, expected P%d@sg N,wg N,qf N", thread->id,
                lacks, thread->id);
    if (on_gpu && (thread->at.cta < 0 || thread->at.gpu < 0))
        cm_fail(p->work, h->place, "thread P%d has no %s, expected P%d@%s%s%s N,%s N", thread->id,
                thread->at.cta < 0 ? cta : gpu, thread->id,
                h->has_isa ? cm_isa_for(thread->arch)->word : "", h->has_isa ? "," : "", cta, gpu);
    if (thread->at.split > 1)
        cm_fail(p->work, h->place, "tgsplit of thread P%d is %d, expected 0 or 1", thread->id,
                thread->at.split);
    if (!on_gpu && placed)
        cm_fail(p->work, h->place, "CPU thread P%d has a place on a GPU, expected none",
                thread->id);
}

/* A domain of memory synchronisation is one of kernels, so a CTA or a cluster is in one
 * (CUDA C++ Programming Guide, "Memory Synchronization Domains"). */
static void check_domain(cm_parser *p, const cm_thread *a, const cm_thread *b, cm_place place)
{
    int domain_a = cm_placement_domain(&a->at), domain_b = cm_placement_domain(&b->at);
    bool cta = a->at.cta == b->at.cta;
    bool cluster = a->at.cluster >= 0 && a->at.cluster == b->at.cluster;
    if (domain_a != domain_b && (cta || cluster))
        cm_fail(p->work, place,
                "%s %d of GPU %d is in domain %d (P%d) and in domain %d (P%d), expected one",
                cta ? "CTA" : "cluster", cta ? a->at.cta : a->at.cluster, a->at.gpu, domain_a,
                a->id, domain_b, b->id);
}

/* Waves are told apart, an agent has one L2 or several, a workgroup is spread over CUs or is
 * on one. */
static void check_waves(cm_parser *p, const cm_thread *a, const cm_thread *b, cm_place place)
{
    bool same = a->at.cta == b->at.cta && a->at.cluster == b->at.cluster;
    if ((a->at.cluster < 0) != (b->at.cluster < 0))
        cm_fail(p->work, place,
                "agent %d has several XCDs (P%d) and one (P%d), expected an xcd of all its threads "
                "or of none",
                a->at.gpu, a->at.cluster < 0 ? b->id : a->id, a->at.cluster < 0 ? a->id : b->id);
    if (same && a->at.wave >= 0 && a->at.wave == b->at.wave)
        cm_fail(p->work, place,
                "P%d and P%d are both wave %d of workgroup %d, expected two waves: a wave has one "
                "lane here",
                a->id, b->id, a->at.wave, a->at.cta);
    if (same && (a->at.split > 0) != (b->at.split > 0))
        cm_fail(p->work, place,
                "workgroup %d has tgsplit in P%d and lacks it in P%d, expected one of the two",
                a->at.cta, a->at.split > 0 ? a->id : b->id, a->at.split > 0 ? b->id : a->id);
}

/* Two threads that name one GPU or CTA agree where it is: GPUs have numbers of their
 * own, clusters and CTAs are numbered within their GPU. */
static void check_together(cm_parser *p, const cm_thread *a, const cm_thread *b, cm_place place)
{
    int system_a = cm_placement_system(&a->at), system_b = cm_placement_system(&b->at);
    bool same_gpu = a->at.gpu >= 0 && a->at.gpu == b->at.gpu;
    cm_places words = a->at.places;
    const char *gpu = cm_places_word(words, CM_SCOPE_DEVICE);
    const char *cta = cm_places_word(words, CM_SCOPE_CTA);
    const char *cluster = cm_places_word(words, CM_SCOPE_CLUSTER);
    if (same_gpu && words != b->at.places)
        cm_fail(p->work, place, "%s %d is of %s (P%d) and of %s (P%d), expected one", gpu,
                a->at.gpu, cm_arch_name(a->arch), a->id, cm_arch_name(b->arch), b->id);
    if (same_gpu && system_a != system_b)
        cm_fail(p->work, place, "%s %d is in system %d (P%d) and in system %d (P%d), expected one",
                gpu, a->at.gpu, system_a, a->id, system_b, b->id);
    if (!same_gpu)
        return;
    check_domain(p, a, b, place);
    if (a->at.tid >= 0 && a->at.tid == b->at.tid && a->at.cta == b->at.cta)
        cm_fail(p->work, place, "P%d and P%d are both thread %d of CTA %d of GPU %d, expected one",
                a->id, b->id, a->at.tid, a->at.cta, a->at.gpu);
    if (words == CM_PLACES_HSA)
        check_waves(p, a, b, place);
    /* Workgroups are numbered in their queue family. */
    if (words == CM_PLACES_VULKAN || a->at.cta != b->at.cta || a->at.cluster == b->at.cluster)
        return;
    if (a->at.cluster < 0 || b->at.cluster < 0)
        cm_fail(p->work, place,
                "%s %d of %s %d is in %s %d (P%d) and in none (P%d), expected one %s", cta,
                a->at.cta, gpu, a->at.gpu, cluster,
                a->at.cluster < 0 ? b->at.cluster : a->at.cluster,
                a->at.cluster < 0 ? b->id : a->id, a->at.cluster < 0 ? a->id : b->id, cluster);
    cm_fail(p->work, place, "%s %d of %s %d is in %s %d (P%d) and in %s %d (P%d), expected one",
            cta, a->at.cta, gpu, a->at.gpu, cluster, a->at.cluster, a->id, cluster, b->at.cluster,
            b->id);
}

void cm_parse_check_places(cm_parser *p, const cm_thread *thread, cm_place place)
{
    for (int i = 0; i < p->test->thread_count; i++)
        check_together(p, &p->test->threads[i], thread, place);
}

static int parse_thread_id(cm_parser *p, cm_place *place)
{
    cm_lexer *lex = &p->lex;
    *place = lex->token.place;
    const char *text = lex->token.text;
    bool good = lex->token.kind == CM_TOKEN_NAME && lex->token.length >= 2 &&
                lex->token.length <= 6 && (text[0] == 'P' || text[0] == 'p');
    int id = 0;
    for (uint32_t i = 1; good && i < lex->token.length; i++) {
        good = text[i] >= '0' && text[i] <= '9';
        id = id * 10 + (text[i] - '0');
    }
    if (!good && lex->token.length > 2 && memcmp(text + lex->token.length - 2, ".F", 2) == 0)
        cm_lexer_fail(lex,
                      "%s: handlers of exceptions are not modelled, expected a thread such as P0",
                      cm_lexer_describe(lex));
    if (!good)
        cm_lexer_lacks(lex, "a thread (P0, P1, ...)");
    for (int i = 0; i < p->test->thread_count; i++)
        if (p->test->threads[i].id == id)
            cm_lexer_fail(lex, "thread P%d is defined twice, expected once", id);
    cm_lexer_advance(lex);
    return id;
}

static _Noreturn void refuse_attribute(cm_parser *p, const cm_thread *thread)
{
    static const struct {
        const char *list, *last;
    } known[] = {
        [CM_PLACES_CUDA] = {"cta, cluster, gpu, domain, sys, tid, warp, wave, after", "dependent"},
        [CM_PLACES_HSA] = {"wave, workgroup, xcd, agent, tgsplit, sys, after", "dependent"},
        [CM_PLACES_OPENCL] = {"sg, wg, dev, sys, after", "dependent"},
        [CM_PLACES_VULKAN] = {"sg, wg, qf", "ssw"}};
    static const struct {
        cm_places in;
        const char *others, *word;
    } others[] = {{CM_PLACES_CUDA, "block workgroup", "cta"},
                  {CM_PLACES_CUDA, "device", "gpu"},
                  {CM_PLACES_HSA, "block cta", "workgroup"},
                  {CM_PLACES_HSA, "device gpu", "agent"},
                  {CM_PLACES_VULKAN, "block workgroup cta", "wg"},
                  {CM_PLACES_VULKAN, "subgroup warp wave", "sg"},
                  {CM_PLACES_VULKAN, "queuefamily queue", "qf"}};
    cm_lexer *lex = &p->lex;
    cm_places places = thread->at.places;
    cm_near near = cm_near_new(lex->token.text, lex->token.length);
    cm_near_offer_list(&near, known[places].list, ',');
    cm_near_offer(&near, known[places].last);
    for (int arch = 0; arch < CM_CMCM; arch++)
        cm_near_offer(&near, cm_isa_for((cm_arch)arch)->word);
    for (int arch = 0; arch < CM_CMCM; arch++)
        cm_near_know(&near, cm_isa_for((cm_arch)arch)->others, cm_isa_for((cm_arch)arch)->word);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (others[i].in == places)
            cm_near_know(&near, others[i].others, others[i].word);
    cm_lexer_fail(lex, "a thread has no attribute %s, expected an instruction set (%s), %s or %s%s",
                  cm_lexer_describe(lex), cm_isa_list(p->work->arena, word_of, NULL),
                  known[places].list, known[places].last, cm_near_hint(&near, p->work->arena));
}

static void parse_head(cm_parser *p, int *capacity)
{
    cm_test *test = p->test;
    cm_lexer *lex = &p->lex;
    head h = {.has_isa = false, .warp = -1};
    cm_thread thread = {.at = CM_PLACEMENT_UNSAID, .arch = test->arch};
    if (test->arch != CM_CMCM)
        thread.at.places = cm_isa_for(test->arch)->places;
    if (thread.at.places == CM_PLACES_VULKAN)
        thread.at.gpu = 0; /* there is one device */
    thread.id = parse_thread_id(p, &h.place);
    if (cm_lexer_accept(lex, "@")) {
        do {
            if (!accept_isa(p, &thread, &h) && !cm_parse_accept_place(p, &thread) &&
                !accept_warp(p, &thread, &h) && !cm_parse_begin(p, &thread))
                refuse_attribute(p, &thread);
            cm_lexer_accept(lex, ",");
        } while (!cm_lexer_is(lex, "|") && !cm_lexer_is(lex, ";") && !cm_lexer_at_end(lex));
    }
    settle_warp(p, &thread, &h);
    check_head(p, &thread, &h);
    if (test->thread_count >= MOST_THREADS)
        cm_fail(p->work, h.place, "there are too many threads, expected at most %d", MOST_THREADS);
    cm_parse_check_places(p, &thread, h.place);
    CM_PUSH(p->work->arena, test->threads, test->thread_count, *capacity, thread);
}

/* Over the initial state, which is read later. */
static void step_over_braces(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    cm_place open = lex->token.place;
    unsigned depth = 0;
    do {
        if (cm_lexer_at_end(lex))
            cm_fail(p->work, open, "the initial state is not closed, expected `}`");
        if (cm_lexer_is(lex, "{"))
            depth++;
        else if (cm_lexer_is(lex, "}"))
            depth--;
        cm_lexer_advance(lex);
    } while (depth > 0);
    cm_lexer_accept(lex, ";");
}

void cm_parse_heads(cm_parser *p)
{
    cm_lexer *lex = &p->lex;
    int capacity = 0;
    step_over_braces(p);
    cm_parse_synced(p);
    if (p->test->arch == CM_CMCM && cm_parse_at_function(p))
        cm_parse_turn_into_source(p);
    if (p->test->arch != CM_CMCM && cm_isa_for(p->test->arch)->function) {
        cm_parse_functions(p);
        cm_asm_prepare_threads(&p->as);
        return;
    }
    do {
        parse_head(p, &capacity);
    } while (cm_lexer_accept(lex, "|"));
    if (cm_lexer_is(lex, ":"))
        cm_lexer_fail(lex,
                      "`:`: notes of a thread (`P0:EL0`) are not modelled, expected `|` or `;` "
                      "after a thread");
    if (!cm_lexer_is(lex, ";"))
        cm_lexer_lacks(lex, "`|` or `;` after a thread");
    cm_lexer_advance(lex);
    cm_settle_begins(p);
    cm_parse_table(p);
    cm_asm_prepare_threads(&p->as);
}
