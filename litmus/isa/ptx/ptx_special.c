/* Special registers (PTX ISA, chapter "Special Registers"): where a thread is, as its head
 * says. Constants of the thread, so nothing depends on them.
 *
 *      tid        `tid N` of the head; else the threads of a CTA are in warps of their own, in
 *                 the order of the columns: 0, 32, 64, ... without warps of which a head tells
 *      ctaid      `cta N`; CTAs of a cluster have ranks in the order of their numbers
 *      ntid, ...  as many as the largest number of the test needs
 *
 * Grids and blocks have one dimension. What no placement says (clocks, counters, how large
 * the machine is) has no value in a test. */
#include "litmus/isa/ptx/ptx.h"

#include <string.h>

enum { WARP = 32 };

/* ---- threads of a CTA ------------------------------------------------ */

static bool same_cta(const cm_test *test, int a, int b)
{
    return cm_threads_share(test, a, b, CM_SCOPE_CTA);
}

/* Warps of the thread's CTA into which heads put threads, as bits. */
static uint32_t warps_said(const cm_test *test, int thread)
{
    uint32_t warps = 0;
    for (int t = 0; t < test->thread_count; t++)
        if (test->threads[t].at.tid >= 0 && same_cta(test, t, thread))
            warps |= UINT32_C(1) << test->threads[t].at.tid / WARP;
    return warps;
}

int cm_ptx_tid(const cm_test *test, int thread)
{
    if (test->threads[thread].at.tid >= 0)
        return test->threads[thread].at.tid;
    uint32_t said = warps_said(test, thread);
    int warp = 0, before = 0; /* `before`: threads of the CTA that take a warp first */
    for (int t = 0; t < thread; t++)
        before += test->threads[t].at.tid < 0 && same_cta(test, t, thread);
    for (;; warp++)
        if ((warp >= WARP || (said >> warp & 1) == 0) && before-- == 0)
            return WARP * warp;
}

bool cm_ptx_shares_warp(const cm_test *test, int thread)
{
    uint32_t seen = 0;
    for (int t = 0; t < test->thread_count; t++) {
        if (test->threads[t].at.tid < 0 || !same_cta(test, t, thread))
            continue;
        uint32_t bit = UINT32_C(1) << test->threads[t].at.tid / WARP;
        if (seen & bit)
            return true;
        seen |= bit;
    }
    return false;
}

/* ---- values ---------------------------------------------------------- */

typedef uint64_t value_of(const cm_test *test, int thread);

static const cm_placement *at(const cm_test *test, int thread)
{
    return &test->threads[thread].at;
}

static uint64_t zero(const cm_test *test, int thread)
{
    (void)test, (void)thread;
    return 0;
}

static uint64_t one(const cm_test *test, int thread)
{
    (void)test, (void)thread;
    return 1;
}

static uint64_t tid(const cm_test *test, int thread)
{
    return (uint64_t)cm_ptx_tid(test, thread);
}

static uint64_t lane(const cm_test *test, int thread)
{
    return tid(test, thread) % WARP;
}

static uint64_t warp(const cm_test *test, int thread)
{
    return tid(test, thread) / WARP;
}

static uint64_t ctaid(const cm_test *test, int thread)
{
    return (uint64_t)at(test, thread)->cta;
}

/* Of a CTA without a cluster: of itself. */
static uint64_t clusterid(const cm_test *test, int thread)
{
    const cm_placement *where = at(test, thread);
    return (uint64_t)(where->cluster >= 0 ? where->cluster : where->cta);
}

/* One more than the largest value among the threads of its GPU: CTAs of a grid are of one
 * size. */
static uint64_t count_of(const cm_test *test, int thread, value_of *value)
{
    uint64_t most = 0;
    for (int t = 0; t < test->thread_count; t++)
        if (at(test, t)->gpu == at(test, thread)->gpu && value(test, t) > most)
            most = value(test, t);
    return most + 1;
}

static uint64_t ntid(const cm_test *test, int thread)
{
    return WARP * count_of(test, thread, warp);
}

static uint64_t nctaid(const cm_test *test, int thread)
{
    return count_of(test, thread, ctaid);
}

static uint64_t nclusterid(const cm_test *test, int thread)
{
    return count_of(test, thread, clusterid);
}

/* Is it the first thread of its CTA? */
static bool leads(const cm_test *test, int thread)
{
    for (int t = 0; t < thread; t++)
        if (same_cta(test, t, thread))
            return false;
    return true;
}

/* CTAs of the thread's cluster whose number is below that. */
static uint64_t ctas_below(const cm_test *test, int thread, int number)
{
    uint64_t count = 0;
    for (int t = 0; t < test->thread_count; t++)
        if (cm_threads_share(test, t, thread, CM_SCOPE_CLUSTER) && leads(test, t) &&
            at(test, t)->cta < number)
            count++;
    return count;
}

uint64_t cm_ptx_cta_rank(const cm_test *test, int thread)
{
    return ctas_below(test, thread, at(test, thread)->cta);
}

static uint64_t nrank(const cm_test *test, int thread)
{
    return ctas_below(test, thread, INT32_MAX);
}

static uint64_t is_explicit(const cm_test *test, int thread)
{
    return at(test, thread)->cluster >= 0;
}

static uint64_t mask_eq(const cm_test *test, int thread)
{
    return UINT64_C(1) << lane(test, thread);
}

static uint64_t mask_lt(const cm_test *test, int thread)
{
    return mask_eq(test, thread) - 1;
}

static uint64_t mask_le(const cm_test *test, int thread)
{
    return mask_lt(test, thread) | mask_eq(test, thread);
}

static uint64_t mask_gt(const cm_test *test, int thread)
{
    return UINT32_MAX & ~mask_le(test, thread);
}

static uint64_t mask_ge(const cm_test *test, int thread)
{
    return UINT32_MAX & ~mask_lt(test, thread);
}

/* ---- names ----------------------------------------------------------- */

/* x: with .x, .y and .z, the last two of which are `rest`. */
static const struct {
    const char *name;
    value_of *value, *rest;
} registers[] = {
    {"%tid", tid, zero},
    {"%ntid", ntid, one},
    {"%ctaid", ctaid, zero},
    {"%nctaid", nctaid, one},
    {"%clusterid", clusterid, zero},
    {"%nclusterid", nclusterid, one},
    {"%cluster_ctaid", cm_ptx_cta_rank, zero},
    {"%cluster_nctaid", nrank, one},
    {"%cluster_ctarank", cm_ptx_cta_rank, NULL},
    {"%cluster_nctarank", nrank, NULL},
    {"%is_explicit_cluster", is_explicit, NULL},
    {"%laneid", lane, NULL},
    {"%warpid", warp, NULL},
    {"%smid", ctaid, NULL}, /* each CTA on a multiprocessor of its own */
    {"%gridid", zero, NULL},
    {"%lanemask_eq", mask_eq, NULL},
    {"%lanemask_lt", mask_lt, NULL},
    {"%lanemask_le", mask_le, NULL},
    {"%lanemask_gt", mask_gt, NULL},
    {"%lanemask_ge", mask_ge, NULL},
};

static const char *const unsaid[] = {"%nwarpid",
                                     "%nsmid",
                                     "%clock",
                                     "%clock_hi",
                                     "%clock64",
                                     "%globaltimer",
                                     "%globaltimer_lo",
                                     "%globaltimer_hi",
                                     "%total_smem_size",
                                     "%aggr_smem_size",
                                     "%dynamic_smem_size",
                                     "%current_graph_exec",
                                     "%reserved_smem_offset_begin",
                                     "%reserved_smem_offset_end",
                                     "%reserved_smem_offset_cap"};

bool cm_ptx_special_value(const cm_test *test, int thread, const char *name, uint64_t *value)
{
    size_t stem = strcspn(name, ".");
    const char *dimension = name + stem;
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        if (strlen(registers[i].name) != stem || strncmp(registers[i].name, name, stem) != 0)
            continue;
        bool has = strcmp(dimension, ".x") == 0 || strcmp(dimension, ".y") == 0 ||
                   strcmp(dimension, ".z") == 0;
        if (registers[i].rest ? !has : *dimension != '\0')
            return false;
        bool first = !registers[i].rest || dimension[1] == 'x';
        *value = (first ? registers[i].value : registers[i].rest)(test, thread);
        return true;
    }
    if (strcmp(name, "WARP_SZ") != 0)
        return false;
    *value = WARP;
    return true;
}

bool cm_ptx_special_is_unsaid(const char *name)
{
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++)
        if (strcmp(unsaid[i], name) == 0)
            return true;
    return strncmp(name, "%pm", 3) == 0 || strncmp(name, "%envreg", 7) == 0 ||
           strncmp(name, "%reserved_smem", 14) == 0;
}

const cm_expr *cm_ptx_special(cm_ptx *p, bool negated)
{
    const cm_token *token = &p->lex->token;
    if (token->kind != CM_TOKEN_NAME)
        return NULL;
    const char *name = cm_arena_text(cm_asm_arena(p->as), token->text, token->length);
    uint64_t value;
    if (cm_asm_location(p->as, name) >= 0)
        return NULL;
    if (cm_ptx_special_is_unsaid(name) && !cm_ptx_register_name(cm_asm_arena(p->as), name, NULL))
        cm_lexer_fail(p->lex,
                      "`%s` has no value in a test, expected a register that the place of a "
                      "thread tells",
                      name);
    if (!cm_ptx_special_value(cm_asm_test(p->as), cm_asm_thread(p->as), name, &value))
        return NULL;
    cm_dotted_note(p, (cm_insn_operand){CM_INSN_NUMBER, .number = value, .name = name,
                                        .negated = negated, .place = token->place});
    cm_lexer_advance(p->lex);
    return cm_ptx_const(p, value);
}
