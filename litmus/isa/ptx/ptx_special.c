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

int cm_ptx_tid(const cm_test *test, int thread)
{
    if (test->threads[thread].at.tid >= 0)
        return test->threads[thread].at.tid;
    uint32_t said = 0; /* warps of the CTA into which heads put threads, as bits */
    for (int t = 0; t < test->thread_count; t++)
        if (test->threads[t].at.tid >= 0 && same_cta(test, t, thread))
            said |= UINT32_C(1) << test->threads[t].at.tid / WARP;
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

static const cm_placement *at(const cm_test *test, int thread)
{
    return &test->threads[thread].at;
}

/* Of a CTA without a cluster: of itself. */
static uint64_t cluster_of(const cm_placement *where)
{
    return (uint64_t)(where->cluster >= 0 ? where->cluster : where->cta);
}

/* CTAs of the thread's cluster whose number is below that. */
static uint64_t ctas_below(const cm_test *test, int thread, int number)
{
    uint64_t count = 0;
    for (int t = 0; t < test->thread_count; t++) {
        bool counts =
            cm_threads_share(test, t, thread, CM_SCOPE_CLUSTER) && at(test, t)->cta < number;
        for (int k = 0; k < t && counts; k++) /* the first thread of its CTA does */
            counts = !same_cta(test, k, t);
        count += counts;
    }
    return count;
}

uint64_t cm_ptx_cta_rank(const cm_test *test, int thread)
{
    return ctas_below(test, thread, at(test, thread)->cta);
}

/* ---- names ----------------------------------------------------------- */

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
    if (*name != '%' && strcmp(name, "WARP_SZ") != 0)
        return false;
    const cm_placement *own = at(test, thread);
    const uint64_t tid = (uint64_t)cm_ptx_tid(test, thread), lane = tid % WARP;
    const uint64_t bit = UINT64_C(1) << lane, rank = cm_ptx_cta_rank(test, thread);
    const uint64_t ranks = ctas_below(test, thread, INT32_MAX), cta = (uint64_t)own->cta;
    /* CTAs of a grid are of one size: as many as the largest number among threads of its GPU. */
    uint64_t warps = 0, ctas = 0, clusters = 0;
    for (int t = 0; t < test->thread_count; t++) {
        const cm_placement *other = at(test, t);
        uint64_t warp = (uint64_t)cm_ptx_tid(test, t) / WARP;
        if (other->gpu != own->gpu)
            continue;
        warps = warp >= warps ? warp + 1 : warps;
        ctas = (uint64_t)other->cta >= ctas ? (uint64_t)other->cta + 1 : ctas;
        clusters = cluster_of(other) >= clusters ? cluster_of(other) + 1 : clusters;
    }
    enum { ALONE = 2 }; /* it has no .x, .y and .z, the last two of which are `rest` */
    const struct {
        const char *name;
        uint64_t value, rest;
    } registers[] = {
        {"%tid", tid, 0},
        {"%ntid", WARP * warps, 1},
        {"%ctaid", cta, 0},
        {"%nctaid", ctas, 1},
        {"%clusterid", cluster_of(own), 0},
        {"%nclusterid", clusters, 1},
        {"%cluster_ctaid", rank, 0},
        {"%cluster_nctaid", ranks, 1},
        {"%cluster_ctarank", rank, ALONE},
        {"%cluster_nctarank", ranks, ALONE},
        {"%is_explicit_cluster", own->cluster >= 0, ALONE},
        {"%laneid", lane, ALONE},
        {"%warpid", tid / WARP, ALONE},
        {"%smid", cta, ALONE}, /* each CTA on a multiprocessor of its own */
        {"%gridid", 0, ALONE},
        {"%lanemask_eq", bit, ALONE},
        {"%lanemask_lt", bit - 1, ALONE},
        {"%lanemask_le", bit | (bit - 1), ALONE},
        {"%lanemask_gt", UINT32_MAX & ~(bit | (bit - 1)), ALONE},
        {"%lanemask_ge", UINT32_MAX & ~(bit - 1), ALONE},
        {"WARP_SZ", WARP, ALONE},
    };
    size_t stem = strcspn(name, ".");
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++) {
        if (strlen(registers[i].name) != stem || strncmp(registers[i].name, name, stem) != 0)
            continue;
        const char *dimension = name + stem;
        bool alone = registers[i].rest == ALONE;
        if (alone ? *dimension != '\0' : !cm_ptx_among(".x|.y|.z", dimension))
            return false;
        *value = alone || dimension[1] == 'x' ? registers[i].value : registers[i].rest;
        return true;
    }
    return false;
}

static bool is_unsaid(const char *name)
{
    for (size_t i = 0; i < sizeof unsaid / sizeof *unsaid; i++)
        if (strcmp(unsaid[i], name) == 0)
            return true;
    return strncmp(name, "%pm", 3) == 0 || strncmp(name, "%envreg", 7) == 0 ||
           strncmp(name, "%reserved_smem", 14) == 0;
}

const cm_expr *cm_ptx_special(cm_ptx *p, bool negated)
{
    if (p->lex->token.kind != CM_TOKEN_NAME)
        return NULL;
    const char *name = cm_dotted_word(p);
    uint64_t value;
    if (cm_asm_location(p->as, name) >= 0 || cm_ptx_register_name(cm_asm_arena(p->as), name, NULL))
        return NULL;
    if (is_unsaid(name))
        cm_lexer_fail(p->lex,
                      "`%s` has no value in a test, expected a register that the place of a "
                      "thread tells",
                      name);
    if (!cm_ptx_special_value(cm_asm_test(p->as), cm_asm_thread(p->as), name, &value))
        return NULL;
    cm_dotted_note(p, (cm_insn_operand){CM_INSN_NUMBER, .number = value, .name = name,
                                        .negated = negated, .place = p->lex->token.place});
    cm_lexer_advance(p->lex);
    return cm_ptx_const(p, value);
}
