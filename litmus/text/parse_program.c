/* Threads: their heads, and the table of their instructions. */
#include "litmus/text/parse.h"

#include "base/near.h"
#include "base/text.h"

#include <string.h>

enum { MOST_THREADS = 256, MOST_PLACE = 65535, MOST_TID = 1023, WARP = 32 };

/* ---- heads ----------------------------------------------------------- */

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
        cm_lexer_fail(lex, "expected a thread (P0, P1, ...), found %s", cm_lexer_describe(lex));
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
    cm_near near;
    cm_near_init(&near, lex->token.text, lex->token.length);
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
    CM_RESERVE(p->work->arena, test->threads, test->thread_count, *capacity);
    test->threads[test->thread_count++] = thread;
}

/* ---- the table ------------------------------------------------------- */

bool cm_parse_at_condition(const cm_lexer *lex)
{
    static const char *const words[] = {"exists",   "forall", "final", "locations", "observed",
                                        "Observed", "filter", "~",     "("};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (cm_lexer_is(lex, words[i]))
            return true;
    cm_lexer ahead = *lex; /* NOT is also an instruction of x86 */
    if (cm_lexer_accept(&ahead, "not") && cm_lexer_is(&ahead, "exists"))
        return true;
    return cm_lexer_at_end(lex);
}

/* No instruction is called so: a `;` was forgotten. */
static bool in_condition(const cm_lexer *lex)
{
    return cm_lexer_is(lex, "exists") || cm_lexer_is(lex, "forall") ||
           cm_lexer_is(lex, "locations");
}

/* A row that never ends and begins with what is nearly the word of a condition. */
static void blame_misspelt(cm_parser *p, cm_token first)
{
    cm_near near;
    cm_near_init(&near, first.text, first.length);
    cm_near_offer_list(&near, "exists forall locations filter final", ' ');
    size_t length;
    const char *best = cm_near_best(&near, &length);
    if (first.kind == CM_TOKEN_NAME && best && near.distance > 0)
        cm_fail(p->work, first.place,
                "`%.*s` is neither an instruction nor a condition, did you mean `%.*s`?",
                (int)first.length, first.text, (int)length, best);
}

/* At `lock` of `lock; addl`, as AT&T syntax writes the prefix: its `;` ends no row. */
static bool at_open_prefix(const cm_parser *p, int column)
{
    const char *prefix = cm_isa_for(p->test->threads[column].arch)->open_prefix;
    return prefix && cm_lexer_is(&p->lex, prefix);
}

/* Too many cells in several lines: the first one's `;` is missing. */
static void blame_line_end(cm_parser *p, cm_place begin, cm_place here)
{
    const char *text = p->source->text;
    uint32_t end = begin.offset;
    while (end < here.offset && text[end] != '\n')
        end++;
    if (end == here.offset)
        return;
    while (end > begin.offset && strchr(" \t\r", text[end - 1]))
        end--;
    cm_fail(p->work, (cm_place){p->source, end, 0},
            "expected `;` at the end of the row of instructions, found the end of the line");
}

/* One row up to `;`: where its cells are. */
static void scan_row(cm_parser *p, cm_parse_cell *row)
{
    cm_lexer *lex = &p->lex;
    int column = 0;
    bool first = true, after_prefix = false;
    const cm_token begin = lex->token;
    row[0].from = lex->token.place.offset;
    for (; after_prefix || !cm_lexer_is(lex, ";"); cm_lexer_advance(lex)) {
        bool ended = cm_lexer_at_end(lex) || in_condition(lex);
        if (ended && column == 0)
            blame_misspelt(p, begin);
        if (ended)
            cm_lexer_fail(lex, "expected `;` at the end of the row of instructions, found %s",
                          cm_lexer_describe(lex));
        after_prefix = first && at_open_prefix(p, column);
        first = cm_lexer_is(lex, "|");
        if (!first)
            continue;
        row[column++].to = lex->token.place.offset;
        if (column >= p->test->thread_count)
            blame_line_end(p, begin.place, lex->token.place);
        if (column >= p->test->thread_count)
            cm_lexer_fail(
                lex, "there are too many cells in this row, expected at most %d as in the first",
                p->test->thread_count);
        row[column].from = lex->token.place.offset + 1;
    }
    row[column].to = lex->token.place.offset;
    cm_lexer_advance(lex);
}

static void scan_table(cm_parser *p)
{
    size_t columns = (size_t)p->test->thread_count;
    while (!cm_parse_at_condition(&p->lex)) {
        if (p->row_count == p->row_capacity) {
            int more = p->row_capacity ? 2 * p->row_capacity : 16;
            p->cells = cm_arena_grow(p->work->arena, p->cells, (size_t)p->row_capacity * columns,
                                     (size_t)more * columns, sizeof *p->cells);
            p->row_capacity = more;
        }
        scan_row(p, p->cells + (size_t)p->row_count++ * columns);
    }
}

static cm_lexer cell_lexer(cm_parser *p, int row, int column)
{
    cm_parse_cell cell = p->cells[(size_t)row * (size_t)p->test->thread_count + (size_t)column];
    return cm_lexer_over(p->work, p->source, cell.from, cell.to, p->lex.slash_comments);
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
        cm_lexer_fail(lex, "expected `|` or `;` after a thread, found %s", cm_lexer_describe(lex));
    cm_lexer_advance(lex);
    cm_settle_begins(p);
    scan_table(p);
    cm_asm_prepare_threads(&p->as);
}

/* ---- instructions ---------------------------------------------------- */

/* `L0:`, or `$L0:` as compilers name labels in PTX. */
static bool parse_label(cm_parser *p, cm_lexer *lex)
{
    cm_lexer ahead = *lex;
    bool dollar = cm_lexer_accept(&ahead, "$");
    if (ahead.token.kind != CM_TOKEN_NAME)
        return false;
    cm_place place = cm_place_join(lex->token.place, ahead.token.place);
    const char *name = cm_arena_printf(p->work->arena, "%s%.*s", dollar ? "$" : "",
                                       (int)ahead.token.length, ahead.token.text);
    cm_lexer_advance(&ahead);
    if (!cm_lexer_accept(&ahead, ":") || cm_lexer_is(&ahead, ":")) /* .shared::cta */
        return false;
    cm_asm_label(&p->as, name, place);
    *lex = ahead;
    return true;
}

static cm_place rest_of(cm_lexer lex)
{
    cm_place place = lex.token.place;
    for (; !cm_lexer_at_end(&lex); cm_lexer_advance(&lex))
        place = cm_place_join(place, lex.token.place);
    return place;
}

/* "k.ptx:41": a word without blanks, a colon and a number, and the blanks behind it; *text goes
 * past them. NULL: it is not there. */
static const char *origin_word(cm_arena *arena, const char **text)
{
    const char *word = *text;
    size_t length = strcspn(word, " \t\r\n*,"), digits = 0;
    while (digits < length && word[length - digits - 1] >= '0' && word[length - digits - 1] <= '9')
        digits++;
    if (digits == 0 || digits + 1 >= length || word[length - digits - 1] != ':')
        return NULL;
    *text += length;
    *text += strspn(*text, " \t");
    return cm_arena_text(arena, word, length);
}

/* "k.cu:8" of "k.cu:8:5". */
static const char *without_column(cm_arena *arena, const char *where)
{
    const char *colon = strrchr(where, ':'), *before = colon;
    while (before > where && before[-1] >= '0' && before[-1] <= '9')
        before--;
    bool two = before < colon && before > where && before[-1] == ':';
    return two ? cm_arena_text(arena, where, (size_t)(colon - where)) : where;
}

/* What `Line=k.cu:8:5 *flag = 1` of the header says of the place; NULL: there is none. */
static const char *code_of(const cm_test *test, const char *where)
{
    size_t length = where ? strlen(where) : 0;
    for (int i = 0; i < test->metadata_count && where; i++) {
        const cm_metadata *m = &test->metadata[i];
        if (strcmp(m->key, "Line") == 0 && strncmp(m->value, where, length) == 0 &&
            m->value[length] == ' ')
            return m->value + length + 1;
    }
    return NULL;
}

/* What the comment between the two offsets says, if it is about that: `(* k.ptx:41 *)`,
 * `(* at k.cu:8 *)`, `(* at k.cu:8:5, k.ptx:41 *)`. */
static void read_origin(cm_parser *p, uint32_t from, uint32_t to, cm_instruction *instruction)
{
    const char *text = p->source->text + from, *end = p->source->text + to;
    const char *where = NULL, *origin = NULL;
    text += strspn(text, " \t");
    if (end - text < 2 || memcmp(text, "(*", 2) != 0)
        return;
    text += 2 + strspn(text + 2, " \t");
    bool at = strncmp(text, "at ", 3) == 0;
    if (at) {
        text += 3;
        where = origin_word(p->work->arena, &text);
    }
    if (where && *text == ',')
        text += 1 + strspn(text + 1, " \t");
    if (!at || *text != '*')
        origin = origin_word(p->work->arena, &text);
    if (end - text < 2 || memcmp(text, "*)", 2) != 0)
        return;
    instruction->where = where;
    instruction->line = where ? without_column(p->work->arena, where) : NULL;
    instruction->code = code_of(p->test, where);
    instruction->origin = origin;
}

static void parse_cell(cm_parser *p, const cm_isa *isa, int row, int column)
{
    cm_lexer lex = cell_lexer(p, row, column);
    while (parse_label(p, &lex))
        continue;
    if (cm_lexer_at_end(&lex))
        return;
    cm_place place = rest_of(lex);
    cm_asm_instruction(&p->as, cm_lexer_line(lex, lex.end), place);
    cm_thread *thread = p->as.thread;
    read_origin(p, place.offset + place.length, lex.end,
                &thread->instructions[thread->instruction_count - 1]);
    isa->assemble(&p->as, &lex);
    if (!cm_lexer_at_end(&lex))
        cm_lexer_fail(&lex, "expected the end of the instruction, found %s",
                      cm_lexer_describe(&lex));
}

/* ---- branches into another thread's code ------------------------------- */

/* The first name of a cell after its labels; false: there is none. */
static bool cell_mnemonic(cm_lexer *lex)
{
    for (;;) {
        cm_lexer ahead = *lex;
        cm_lexer_accept(&ahead, "$");
        if (ahead.token.kind != CM_TOKEN_NAME)
            return false;
        cm_lexer_advance(&ahead);
        if (!cm_lexer_accept(&ahead, ":"))
            return true;
        *lex = ahead;
    }
}

/* Does the column have an instruction of one of these names? */
static bool has_instruction(cm_parser *p, int column, const char *const *names)
{
    for (int row = 0; row < p->row_count; row++) {
        cm_lexer lex = cell_lexer(p, row, column);
        for (int i = 0; cell_mnemonic(&lex) && names[i]; i++)
            if (cm_lexer_is(&lex, names[i]))
                return true;
    }
    return false;
}

/* May a value be the address of code of that thread? */
static bool has_code_addresses(cm_parser *p, int column)
{
    for (int i = 0; i < p->label_count; i++)
        if (p->labels[i].thread_id == p->test->threads[column].id)
            return true;
    return has_instruction(p, column, cm_isa_for(p->test->threads[column].arch)->label_makers);
}

typedef struct foreign_list {
    cm_foreign_label *items;
    int count, capacity;
} foreign_list;

static void add_foreign_labels(cm_parser *p, int column, foreign_list *list)
{
    for (int row = 0; row < p->row_count; row++) {
        cm_lexer lex = cell_lexer(p, row, column), ahead = lex;
        while (lex.token.kind == CM_TOKEN_NAME) {
            const char *name = cm_lexer_name(&ahead, "a label");
            if (!cm_lexer_accept(&ahead, ":"))
                break;
            CM_RESERVE(p->work->arena, list->items, list->count, list->capacity);
            list->items[list->count++] = (cm_foreign_label){column, name};
            lex = ahead;
        }
    }
}

static void parse_column(cm_parser *p, const cm_isa *isa, int column)
{
    for (int row = 0; row < p->row_count; row++)
        parse_cell(p, isa, row, column);
}

/* Other threads of the same instruction set whose code an indirect branch of this one may
 * lead to. */
static foreign_list find_foreign(cm_parser *p, int column)
{
    foreign_list list = {NULL, 0, 0};
    const cm_thread *threads = p->test->threads;
    const cm_isa *isa = cm_isa_for(threads[column].arch);
    if (!isa->label_takers || !has_instruction(p, column, isa->label_takers))
        return list;
    for (int i = 0; i < p->test->thread_count; i++)
        if (i != column && threads[i].arch == isa->arch && has_code_addresses(p, i))
            add_foreign_labels(p, i, &list);
    return list;
}

/* Its own code, and then copies of other threads' that it may branch to. */
static void parse_thread(cm_parser *p, int column)
{
    const cm_isa *isa = cm_isa_for(p->test->threads[column].arch);
    foreign_list foreign = find_foreign(p, column);
    cm_asm_begin(&p->as, column);
    p->as.foreign = foreign.items;
    p->as.foreign_count = foreign.count;
    if (isa->function)
        cm_parse_function(p, column);
    else
        parse_column(p, isa, column);
    for (int i = 0; i < foreign.count; i++) {
        int from = foreign.items[i].thread;
        if (i > 0 && foreign.items[i - 1].thread == from)
            continue;
        cm_asm_copy(&p->as, from, p->as.place);
        parse_column(p, isa, from);
    }
    cm_asm_end(&p->as);
}

static void resolve_foreign(cm_parser *p)
{
    for (int i = 0; i < p->as.foreign_use_count; i++) {
        const cm_foreign_use *use = &p->as.foreign_uses[i];
        cm_label_value value = {.place = use->place,
                                .thread_id = p->test->threads[use->label.thread].id,
                                .label = use->label.name};
        use->constant->imm = cm_resolve_label(p, &value);
    }
}

void cm_parse_program(cm_parser *p)
{
    for (int column = 0; column < p->test->thread_count; column++)
        parse_thread(p, column);
    resolve_foreign(p);
    for (int i = 0; i < p->test->thread_count; i++) {
        const cm_isa *isa = cm_isa_for(p->test->threads[i].arch);
        if (isa->settle)
            isa->settle(p->work, p->test, i);
    }
    for (int i = 0; i < p->label_count; i++)
        *p->labels[i].where = cm_resolve_label(p, &p->labels[i]);
}
