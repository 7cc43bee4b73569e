/* What explain and repair say of random tests is true: the checks of explain_help.h and
 * repair_help.h, and samples of what they leave out: sets of axioms, of the program's items and of
 * changes forbid the outcome where, and only where, one of the sets that are told is among them.
 * CMCM_TEST_SEED and CMCM_TEST_FACTOR as of unit.h; CMCM_TEST_SKIP: how many tests of a kind to go
 * over. */
#include "tests/gen/gen.h"
#include "tests/gen/outcomes.h"
#include "tests/unit/explain_help.h"
#include "tests/unit/repair_help.h"

#include <stdio.h>
#include <stdlib.h>

typedef struct counts {
    int tests, forbidden, allowed, needed, sampled, repairs;
    near_counts near;
} counts;

/* ---- a test with an outcome ------------------------------------------------------------ */

static cm_test *parse(checker *c, const char *text)
{
    cm_source *source = CM_NEW(c->cat.arena, cm_source);
    *source = (cm_source){"random.litmus", text, strlen(text)};
    return cm_litmus_parse(&c->cat.work, source);
}

static cm_states *states_of(checker *c, const cm_model *model, const cm_test *test)
{
    cm_check_options options = {.timeout = 10, .max_states = 2000, .unroll = 2};
    cm_check_result *r = cm_check(&c->cat.work, c->solver, model, test, &options);
    return r && r->outcome == CM_COMPLETE ? r->states : NULL;
}

static uint64_t *values_of(const cm_states *states, size_t k)
{
    return states->values + k * (size_t)states->value_count;
}

/* Has one of the states these values of the items that are asked for? */
static bool has_state(const cm_states *states, const cm_test *test, const uint64_t *values,
                      const bool *asked)
{
    for (size_t k = 0; k < states->count; k++) {
        bool same = true;
        for (int i = 0; i < test->observed_count; i++) {
            size_t at = (size_t)cm_state_offset(test, i);
            same &= !asked[i] || values_of(states, k)[at] == values[at];
        }
        if (same)
            return true;
    }
    return false;
}

static const char *outcome_text(cm_arena *arena, const cm_test *test, const uint64_t *values,
                                const bool *asked)
{
    const char *all = "";
    for (int i = 0; i < test->observed_count; i++) {
        uint64_t value = values[cm_state_offset(test, i)];
        if (asked[i] && value >> 32) /* an address: the text has names for these */
            return NULL;
        if (asked[i])
            all = cm_arena_printf(arena, "%s%s%s=%llu", all, *all ? " /\\ " : "",
                                  test->observed[i].display, (unsigned long long)value);
    }
    return *all ? all : NULL;
}

/* "a=1 /\ b=2": values of random states, each by itself, so that it may be that no state has all
 * of them; or those of a state that the threads' turns do not have. NULL: none was found. */
static const char *some_outcome(checker *c, const char *text, uint64_t *seed)
{
    cm_test *test = parse(c, text);
    cm_states *states = test ? states_of(c, c->cat.model, test) : NULL;
    cat sc;
    cat_load(&sc, "\"sc\"\ninclude \"cos.cat\"\nacyclic po | rf | co | fr\n"
                  "empty rmw & (fre;coe)\n");
    cm_states *turns = states ? states_of(c, sc.model, test) : NULL;
    const char *found = NULL;
    bool weak = gen_below(seed, 2);
    for (int round = 0; turns && states->count > 0 && round < 40 && !found; round++) {
        uint64_t *values = CM_NEW_ARRAY(c->cat.arena, (size_t)states->value_count, uint64_t);
        bool *asked = CM_NEW_ARRAY(c->cat.arena, (size_t)test->observed_count + 1, bool);
        int k = gen_below(seed, (int)states->count), keep = 1 + gen_below(seed, 4);
        for (int i = 0; i < test->observed_count; i++) {
            size_t at = (size_t)cm_state_offset(test, i);
            k = weak ? k : gen_below(seed, (int)states->count);
            values[at] = values_of(states, (size_t)k)[at];
            asked[i] = gen_below(seed, 4) < keep;
        }
        if (weak ? !has_state(turns, test, values, asked) : !has_state(states, test, values, asked))
            found = outcome_text(c->cat.arena, test, values, asked);
    }
    cat_end(&sc);
    return found;
}

/* The same question in four ways. */
static const char *with_question(checker *c, const char *text, const char *outcome, uint64_t *seed)
{
    static const char *const forms[] = {"exists (%s)", "exists (%s)", "~exists (%s)",
                                        "forall (~(%s))"};
    const char *end = strstr(text, "forall (true)");
    if (!end)
        return NULL;
    const char *asked = cm_arena_printf(c->cat.arena, forms[gen_below(seed, 4)], outcome);
    return cm_arena_printf(c->cat.arena, "%.*s%s\n", (int)(end - text), text, asked);
}

/* ---- samples ------------------------------------------------------------------------------ */

/* All that could be taken from the program: its fences, orders and scopes, and each dependency of
 * each instruction. */
static int all_items(explained *b, cm_ordering **items)
{
    int capacity = 0, count = 0;
    cm_ordering *listed, *all = NULL;
    int fixed = cm_orderings_of(b->c.cat.arena, b->test, &listed);
    for (int i = 0; i < fixed; i++) {
        CM_RESERVE(b->c.cat.arena, all, count, capacity);
        all[count++] = listed[i];
    }
    for (int t = 0; t < b->test->thread_count; t++)
        for (int s = 0; s < b->test->threads[t].step_count; s++)
            for (cm_ordering_kind k = CM_ORDERING_ADDR; k <= CM_ORDERING_CTRL; k++) {
                CM_RESERVE(b->c.cat.arena, all, count, capacity);
                all[count++] =
                    cm_ordering_dependency(k, t, b->test->threads[t].steps[s].instruction);
            }
    *items = all;
    return count;
}

static bool same_item(const cm_ordering *x, const cm_ordering *y)
{
    return x->kind == y->kind && x->thread == y->thread && x->instruction == y->instruction &&
           (x->tag == y->tag || (x->tag && y->tag && strcmp(x->tag, y->tag) == 0));
}

/* With the needed set alone the outcome is forbidden, whatever else the program has. */
static void check_nothing_else(explained *b, counts *n)
{
    const cm_explanation *x = b->x;
    cm_ordering *items;
    int count = all_items(b, &items);
    for (int i = 0; i < x->needed_count; i++) {
        bool *removed = CM_NEW_ARRAY(b->c.cat.arena, (size_t)count + 1, bool);
        for (int k = 0; k < count; k++) {
            removed[k] = true;
            for (int j = 0; j < x->needed[i].count; j++)
                removed[k] &= !same_item(&items[k], &x->items[x->needed[i].items[j]]);
        }
        cm_test *test = cm_test_without(b->c.cat.arena, b->test, items, removed, count);
        if (!forbidden_by(b, b->c.cat.model, test))
            fail_msg("%s: what is needed does not suffice", b->test->name);
        n->needed++;
    }
}

static bool has_needed(const cm_explanation *x, const bool *removed)
{
    for (int i = 0; i < x->needed_count; i++) {
        bool whole = true;
        for (int k = 0; k < x->needed[i].count; k++)
            whole &= !removed[x->needed[i].items[k]];
        if (whole)
            return true;
    }
    return false;
}

static void sample_items(explained *b, uint64_t *seed, counts *n)
{
    const cm_explanation *x = b->x;
    if (!x->needed_known)
        return;
    bool *removed = CM_NEW_ARRAY(b->c.cat.arena, (size_t)x->item_count + 1, bool);
    for (int round = 0; round < 4; round++) {
        int keep = 1 + gen_below(seed, 4);
        for (int k = 0; k < x->item_count; k++)
            removed[k] = gen_below(seed, 5) >= keep;
        if (forbidden_with(b, removed) != has_needed(x, removed))
            fail_msg("%s: sets of items are not what is needed", b->test->name);
        n->sampled++;
    }
}

static bool has_sufficient(const cm_explanation *x, const bool *set, int count)
{
    for (int i = 0; i < x->sufficient_count; i++) {
        bool whole = true;
        for (int k = 0; k < count; k++)
            whole &= set[k] || !x->sufficient[i][k];
        if (whole)
            return true;
    }
    return false;
}

static void sample_axioms(explained *b, uint64_t *seed, counts *n)
{
    const cm_explanation *x = b->x;
    int count = b->c.cat.model->constraint_count;
    if (!x->sufficient_known || x->verdict == CM_EXPLAINED_IMPOSSIBLE)
        return;
    for (int round = 0; round < 4; round++) {
        bool *set = CM_NEW_ARRAY(b->c.cat.arena, (size_t)count + 1, bool);
        int keep = 1 + gen_below(seed, 4);
        for (int k = 0; k < count; k++)
            set[k] = gen_below(seed, 5) < keep && !b->c.cat.model->constraints[k].is_flag;
        if (suffices(b, set) != has_sufficient(x, set, count))
            fail_msg("%s: sets of axioms are not what suffices", b->test->name);
        n->sampled++;
    }
}

/* Several places for new fences before one instruction: a program may be written in two ways. */
static bool share_gaps(const repaired *b)
{
    for (int s = 1; s < b->r.site_count; s++)
        if (b->r.sites[s].inserted && b->r.sites[s - 1].inserted &&
            b->r.sites[s].copies[0].thread == b->r.sites[s - 1].copies[0].thread &&
            b->r.sites[s].copies[0].instruction == b->r.sites[s - 1].copies[0].instruction)
            return true;
    return false;
}

static void sample_programs(repaired *b, uint64_t *seed, counts *n)
{
    bool weaken = b->r.options.weaken;
    if (b->x->verdict != CM_REPAIRED || !b->x->complete || b->x->waits || !b->x->monotone ||
        share_gaps(b))
        return;
    for (int round = 0; round < 4; round++) {
        cm_program_choice c = cm_repair_own(&b->r);
        for (int s = 0; s < b->r.site_count; s++)
            c.at[s] = gen_below(seed, 2) ? (int8_t)gen_below(seed, b->r.sites[s].count) : c.at[s];
        bool above = false;
        for (int i = 0; i < b->x->count && !above; i++) {
            cm_program_choice p = with_changes(b, &b->x->proposals[i], ~0U);
            above = cm_program_below(&b->r, &p, &c);
        }
        const char *text = cm_repair_write(&b->r, b->r.arena, &c);
        if (forbids(b, text) != above)
            fail_msg("%s: %s: proposals are not all\n%s", b->test->name,
                     weaken ? "weakenings" : "repairs", text);
        n->sampled++;
    }
}

/* ---- a test ------------------------------------------------------------------------------- */

static const char *store(const char *text)
{
    static char path[128];
    const char *name = text + strcspn(text, " ") + 1;
    snprintf(path, sizeof path, "told-%.*s.litmus", (int)strcspn(name, "\n"), name);
    unit_write(path, text, strlen(text));
    return path;
}

static void check_repairs(const char *path, const char *model, bool weaken, uint64_t *seed,
                          counts *n)
{
    repaired b;
    cm_repair_options options = how(weaken);
    options.check.timeout = 20;
    options.most = 30;
    open_repaired(&b, path, model, &options);
    if (b.x->verdict != CM_REPAIR_UNKNOWN) {
        check_forms(&b);
        check_proposals(&b);
        sample_programs(&b, seed, n);
        n->repairs += b.x->count;
    }
    close_repaired(&b);
}

static void check_told_of(const char *text, const char *model, uint64_t *seed, counts *n)
{
    explained b;
    open_text_of(&b, model, text);
    n->tests++;
    n->allowed += b.x->verdict == CM_EXPLAINED_ALLOWED;
    if (b.x->verdict != CM_EXPLAINED_UNKNOWN && !*b.x->reason) {
        check_explanation_counting(&b, true, &n->near);
        if (b.x->verdict == CM_EXPLAINED_FORBIDDEN) {
            n->forbidden++;
            check_nothing_else(&b, n);
            sample_items(&b, seed, n);
            sample_axioms(&b, seed, n);
        }
    }
    checker_end(&b.c);
}

/* ---- kinds ---------------------------------------------------------------------------------- */

#define KIND(name, call)                                                                           \
    static char *name(cm_arena *arena, uint64_t seed)                                              \
    {                                                                                              \
        return call;                                                                               \
    }

KIND(aarch64, gen_program(arena, seed, GEN_ALL_AARCH64, 4))
KIND(chains, gen_program(arena, seed, GEN_CHAINS, 3))
KIND(x86, gen_program(arena, seed, GEN_ALL_X86, 4))
KIND(ptx, gen_program(arena, seed, GEN_ALL_PTX, 3))
KIND(mixed, gen_program(arena, seed, GEN_MIXED, 3))
KIND(halves, gen_program(arena, seed, GEN_HALVES, 3))
KIND(sizes, gen_program(arena, seed, GEN_SIZES_MIXED, 3))
KIND(riscv, gen_riscv(arena, seed, 4))
KIND(wave, gen_wave(arena, seed, 4))
KIND(llvm, gen_llvm(arena, seed, 3))
KIND(cdna, gen_cdna(arena, seed, 4))
KIND(cdna_compound, gen_cdna_compound(arena, seed, 3))
KIND(meeting, gen_meeting(arena, seed, 3))
KIND(launches, gen_launches(arena, seed, 3))
KIND(copying, gen_copying(arena, seed, 2))

typedef struct kind {
    const char *name;
    char *(*make)(cm_arena *, uint64_t);
    const char *model;
    int count;
} kind;

static const kind kinds[] = {
    {"AArch64", aarch64, "arm", 24},  {"chains", chains, "arm", 24},
    {"x86", x86, "x86tso", 24},       {"PTX", ptx, "ptx", 24},
    {"mixed", mixed, "cmcm", 16},     {"halves", halves, "cmcm", 16},
    {"sizes", sizes, "cmcm", 8},      {"RISC-V", riscv, "riscv", 24},
    {"WAVE", wave, "wave", 24},       {"LLVM", llvm, "llvm-amdgpu", 24},
    {"CDNA", cdna, "cdna", 16},       {"CDNA, compound", cdna_compound, "cdna", 12},
    {"barriers", meeting, "ptx", 12}, {"kernels", launches, "ptx", 16},
    {"copies", copying, "ptx", 24},
};

static void check_kind(void **state)
{
    const kind *k = *state;
    counts n = {0};
    const char *skip = getenv("CMCM_TEST_SKIP");
    uint64_t skipped = skip ? strtoull(skip, NULL, 10) : 0;
    uint64_t first = unit_seed() * 100000 + skipped;
    int count = unit_times(k->count);
    for (int i = 0; i < count; i++) {
        uint64_t seed = first + (uint64_t)i;
        checker c;
        checker_start_model(&c, k->model, NULL);
        const char *text = k->make(c.cat.arena, seed);
        const char *outcome = some_outcome(&c, text, &seed);
        text = outcome ? with_question(&c, text, outcome, &seed) : NULL;
        const char *path = text ? store(text) : NULL;
        if (path) {
            check_told_of(text, k->model, &seed, &n);
            check_repairs(path, k->model, false, &seed, &n);
            check_repairs(path, k->model, true, &seed, &n);
            remove(path);
        }
        checker_end(&c);
    }
    if (getenv("CMCM_TEST_FACTOR") || getenv("CMCM_TEST_SKIP"))
        print_message("%s: %d tests: %d forbidden, %d allowed; %d needed sets, %d samples, %d "
                      "repairs and weakenings; %d misses, %d alternatives, %d weaker ones\n",
                      k->name, n.tests, n.forbidden, n.allowed, n.needed, n.sampled, n.repairs,
                      n.near.misses, n.near.alternatives, n.near.weaker);
    assert_true(n.tests > 0 || unit_sample() > 1);
}

TEST_ROWS(kinds, check_kind)
