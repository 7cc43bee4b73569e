/* Waits, cache controls, barriers and branches of CDNA (MI300 ISA, "SOPP instructions",
 * "Memory scopes"; AMDGPUUsage, "Memory Model GFX942"). */
#include "litmus/isa/cdna/cdna.h"

#include <limits.h>
#include <string.h>

/* ---- s_waitcnt -------------------------------------------------------- */

typedef struct counts {
    uint64_t vm, exp, lgkm;
} counts;
enum { MOST_VM = 63, MOST_EXP = 7, MOST_LGKM = 15 };

/* vmcnt(0) lgkmcnt(1), with `&` or `,` in between or not. */
static void read_counts(cm_cdna *a, counts *c)
{
    const struct {
        const char *name;
        uint64_t *count, most;
    } rows[] = {{"vmcnt", &c->vm, MOST_VM},
                {"expcnt", &c->exp, MOST_EXP},
                {"lgkmcnt", &c->lgkm, MOST_LGKM}};
    while (!cm_lexer_at_end(a->lex)) {
        size_t i = 0;
        while (i < 3 && !cm_lexer_accept(a->lex, rows[i].name))
            i++;
        if (i == 3)
            cm_lexer_fail(a->lex, "unknown counter %s, expected vmcnt, expcnt or lgkmcnt",
                          cm_lexer_describe(a->lex));
        cm_lexer_expect(a->lex, "(");
        cm_place place = a->lex->token.place;
        *rows[i].count = cm_lexer_integer(a->lex, "a count");
        if (*rows[i].count > rows[i].most)
            cm_asm_fail(a->as, place, "count is out of range, expected 0 to %llu",
                        (unsigned long long)rows[i].most);
        cm_lexer_expect(a->lex, ")");
        if (!cm_lexer_accept(a->lex, "&"))
            cm_lexer_accept(a->lex, ",");
    }
}

/* `s_waitcnt 0`: bits 15:14 and 3:0 vmcnt, 6:4 expcnt, 11:8 lgkmcnt. */
static void decode_counts(cm_cdna *a, counts *c)
{
    cm_place place = a->lex->token.place;
    uint64_t n = cm_lexer_integer(a->lex, "counts");
    if (n > 0xffff)
        cm_asm_fail(a->as, place, "counts of more than 16 bits, expected 0 to 65535");
    *c = (counts){(n >> 14 & 3) << 4 | (n & 15), n >> 4 & 7, n >> 8 & 15};
}

/* The tag of the counter, that of 0, and one for each bit of another count; for the greatest count
 * nobody waits. */
static int count_tags(const char **names, const char *const *tags, uint64_t count, uint64_t most)
{
    int n = 0;
    if (count == most)
        return 0;
    names[n++] = tags[0];
    if (count == 0)
        names[n++] = tags[1];
    for (int bit = 0; count >> bit; bit++)
        if (count >> bit & 1)
            names[n++] = tags[2 + bit];
    return n;
}

static void waitcnt(cm_cdna *a, const cm_cdna_row *row)
{
    static const char *const vm[] = {"VMCNT",    "VMCNT.0",  "VMCNT.b1",  "VMCNT.b2",
                                     "VMCNT.b4", "VMCNT.b8", "VMCNT.b16", "VMCNT.b32"};
    static const char *const lgkm[] = {"LGKMCNT",    "LGKMCNT.0",  "LGKMCNT.b1",
                                       "LGKMCNT.b2", "LGKMCNT.b4", "LGKMCNT.b8"};
    (void)row;
    counts c = {MOST_VM, MOST_EXP, MOST_LGKM};
    if (a->lex->token.kind == CM_TOKEN_NUMBER)
        decode_counts(a, &c);
    else
        read_counts(a, &c);
    const char *names[16] = {"WAITCNT"};
    int count = 1;
    count += count_tags(names + count, vm, c.vm, MOST_VM);
    count_tags(names + count, lgkm, c.lgkm, MOST_LGKM);
    cm_emit_fence(a->as, cm_cdna_tags(a, names));
}

/* ---- caches -------------------------------------------------------------- */

enum { WBL2, INV, OTHER };

static void cache(cm_cdna *a, const cm_cdna_row *row)
{
    cm_cdna_bits bits = {0};
    while (cm_cdna_bit(a, &bits))
        continue;
    const char *names[] = {row->op == WBL2 ? "WBL2" : "INV", cm_cdna_scope(bits, false), NULL};
    cm_emit_fence(a->as, cm_cdna_tags(a, names));
}

/* Of the scalar cache: of all of it, or (_vol) of what is volatile, which may be nothing. */
static void scalar_cache(cm_cdna *a, const cm_cdna_row *row)
{
    const char *names[] = {"DCACHE", row->op == INV ? "DCACHE.INV" : NULL, NULL};
    cm_emit_fence(a->as, cm_cdna_tags(a, names));
}

/* ---- barriers --------------------------------------------------------------- */

/* All waves of the workgroup meet. */
static void barrier(cm_cdna *a, const cm_cdna_row *row)
{
    static const char *const names[] = {"BAR", NULL};
    (void)row;
    cm_emit_barrier(a->as, cm_cdna_const(a, 0), NULL, cm_cdna_tags(a, names));
}

/* ---- branches ---------------------------------------------------------------- */

/* Of a label that has come already: may vector instructions stand after it that were read
 * before it was known that exec changes? Those after its first mention look at it. */
static bool is_unguarded(const cm_cdna *a, const char *label)
{
    const cm_thread *thread = a->as->thread;
    int from = INT_MAX, first = 0, exec = cm_asm_find_register(thread, "exec_lo");
    for (int i = 0; i < thread->label_count; i++)
        if (strcmp(thread->labels[i].name, label) == 0)
            from = thread->labels[i].step;
    for (; first < thread->step_count; first++) {
        const cm_step *s = &thread->steps[first];
        if (s->dst == exec || cm_expr_mentions(s->value, exec) || cm_expr_mentions(s->guard, exec))
            break;
    }
    return exec >= 0 && from <= first;
}

/* A jump to vector instructions that do not look at exec, while the lane is not active: left
 * out. */
static void branch_to(cm_cdna *a, const cm_expr *condition)
{
    cm_place place = a->lex->token.place;
    const char *label = cm_lexer_name(a->lex, "a label");
    bool unguarded = is_unguarded(a, label);
    int step = cm_emit_branch(a->as, condition, label, place);
    if (!unguarded)
        return;
    const cm_expr *idle =
        cm_cdna_op(a, CM_OP_EQ, 32, cm_asm_reg(a->as, cm_cdna_exec(a)), cm_cdna_const(a, 0));
    if (condition)
        idle = cm_cdna_op(a, CM_OP_AND, 32, idle, condition);
    cm_asm_undefined(a->as, step, idle, "may go round a loop without an active lane");
}

static void jump(cm_cdna *a, const cm_cdna_row *row)
{
    (void)row;
    branch_to(a, NULL);
}

enum { SCC, VCC, EXEC, NOT_ZERO = 4 };

/* Masks have one lane. */
static const cm_expr *mask(cm_cdna *a, unsigned which)
{
    if (which == SCC)
        return cm_asm_reg(a->as, cm_cdna_scc(a));
    if (which == EXEC)
        return cm_asm_reg(a->as, cm_cdna_exec(a));
    return cm_asm_reg(a->as, cm_asm_register(a->as, "vcc_lo"));
}

static void branch(cm_cdna *a, const cm_cdna_row *row)
{
    const cm_expr *value = mask(a, row->op & 3), *zero = cm_cdna_const(a, 0);
    branch_to(a, cm_cdna_op(a, row->op & NOT_ZERO ? CM_OP_NE : CM_OP_EQ, 32, value, zero));
}

static void end(cm_cdna *a, const cm_cdna_row *row)
{
    (void)row;
    cm_emit_branch(a->as, NULL, NULL, a->place);
}

/* s_nop 0, s_sleep 1: time passes. */
static void nothing(cm_cdna *a, const cm_cdna_row *row)
{
    (void)row;
    if (!cm_lexer_at_end(a->lex))
        cm_lexer_integer(a->lex, "a number");
}

static const cm_cdna_row rows[] = {
    {"s_waitcnt", waitcnt, 0, 0, 0},
    {"buffer_wbl2", cache, WBL2, 0, 0},
    {"buffer_inv", cache, INV, 0, 0},
    {"s_dcache_inv", scalar_cache, INV, 0, 0},
    {"s_dcache_wb", scalar_cache, OTHER, 0, 0},
    {"s_dcache_inv_vol", scalar_cache, OTHER, 0, 0},
    {"s_dcache_wb_vol", scalar_cache, OTHER, 0, 0},
    {"s_barrier", barrier, 0, 0, 0},
    {"s_branch", jump, 0, 0, 0},
    {"s_cbranch_scc0", branch, SCC, 0, 0},
    {"s_cbranch_scc1", branch, SCC | NOT_ZERO, 0, 0},
    {"s_cbranch_vccz", branch, VCC, 0, 0},
    {"s_cbranch_vccnz", branch, VCC | NOT_ZERO, 0, 0},
    {"s_cbranch_execz", branch, EXEC, 0, 0},
    {"s_cbranch_execnz", branch, EXEC | NOT_ZERO, 0, 0},
    {"s_endpgm", end, 0, 0, 0},
    {"s_nop", nothing, 0, 0, 0},
    {"s_sleep", nothing, 0, 0, 0},
    {"s_setprio", nothing, 0, 0, 0},
};

const cm_cdna_table cm_cdna_sync_table = {rows, sizeof rows / sizeof *rows, false};
