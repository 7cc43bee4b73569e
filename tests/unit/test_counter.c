/* checker/threads/counter.c: locations that are only added to; and range.c: those that are
 * changed by constants in other ways, too. The states are the same as without looking for them,
 * under models that keep what counters rely on and under models that do not; and they are those of
 * a proof on paper where there are many additions. */
#include "checker/threads/counter.h"

#include "base/text.h"
#include "tests/unit/checker_help.h"

enum { ROUNDS = 16 };

/* ---- random ones ---------------------------------------------------------- */

static unsigned any(uint64_t *seed, unsigned below)
{
    return (unsigned)(cat_random(seed) % below);
}

/* Of the lines below: the first ones are additions and loads, and some make x no counter. */
enum { ADDITIONS = 6, ALL_LINES = 16 };

static const char *any_line(uint64_t *seed, unsigned kinds)
{
    static const char *const lines[] = {
        "LDADD W2,W4,[X1]", "LDADD W3,W5,[X1]",  "LDADDAL W2,W4,[X1]", "LDADD W3,W4,[X1]",
        "STADD W2,[X1]",    "LDADDL W2,W5,[X1]", "LDR W6,[X1]",        "LDAR W6,[X1]",
        "STR W3,[X1]",      "LDSET W3,W5,[X1]",  "STRB W2,[X1]",       "LDADD W4,W5,[X1]",
        "SWP W2,W4,[X1]",   "CAS W4,W3,[X1]",    "LDCLR W2,W4,[X1]",   "LDEOR W3,W4,[X1]"};
    return lines[any(seed, kinds)];
}

/* Additions and loads, rarely with a line of another kind; mixed: lines of all kinds. */
static char *random_program(cm_arena *arena, uint64_t seed, bool mixed)
{
    unsigned threads = mixed ? 2 : 2 + any(&seed, 2), lines = threads == 2 ? 3 : 2;
    bool spoilt = any(&seed, 4) == 0;
    unsigned spoiler = any(&seed, threads * lines);
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "AArch64 t\n{ x=%u; ", any(&seed, 3));
    for (unsigned t = 0; t < threads; t++)
        cm_text_append(&text, "%u:X1=x; %u:X2=1; %u:X3=%s; ", t, t, t,
                       any(&seed, 2) ? "2" : "0xffffffff");
    cm_text_append(&text, "}\n");
    for (unsigned t = 0; t < threads; t++)
        cm_text_append(&text, "%s P%u", t ? " |" : "", t);
    for (unsigned i = 0; i < lines; i++) {
        cm_text_append(&text, " ;\n");
        for (unsigned t = 0; t < threads; t++)
            cm_text_append(&text, "%s %s", t ? " |" : "",
                           any_line(&seed, mixed                                ? ALL_LINES
                                           : spoilt && spoiler == t * lines + i ? ALL_LINES
                                                                                : ADDITIONS));
    }
    cm_text_append(&text, " ;\nlocations [x; 0:X4; 1:X4;]\nforall (true)\n");
    return text.data;
}

/* Returns whether there was something to compare. */
static bool expect_same(const char *model, const char *text)
{
    checker c;
    if (strchr(model, '\n')) {
        checker_start(&c, model, text);
        c.job.test = checker_parse(&c, text);
    } else {
        checker_start_model(&c, model, text);
    }
    cm_check_options options = {.unroll = 2, .max_states = 100000}, plain = options;
    plain.plain = true;
    plain.timeout = 1; /* they may be many without coherence */
    cm_check_result *a = checker_run(&c, c.cat.model, c.job.test, &options);
    cm_check_result *b = checker_run(&c, c.cat.model, c.job.test, &plain);
    size_t size = b->states->count * (size_t)b->states->value_count * sizeof *b->states->values;
    /* values out of thin air make some uncertain under models that allow them */
    bool known = b->outcome == CM_COMPLETE;
    if (known && (a->outcome != CM_COMPLETE || a->states->count != b->states->count ||
                  memcmp(a->states->values, b->states->values, size) != 0))
        fail_msg("%s: %zu states (%s), without counters %zu (%s):\n%s", model, a->states->count,
                 a->reason, b->states->count, b->reason, text);
    checker_end(&c);
    return known;
}

TEST(random_ones)
{
    int compared = 0;
    static const char *const models[] = {
        "arm",
        /* no atomic instructions; no coherence; neither */
        "\"a\"\ninclude \"cos.cat\"\nacyclic po-loc | rf | co | fr as c\n",
        "\"b\"\ninclude \"cos.cat\"\nempty rmw & (fre;coe) as a\nacyclic rf | data | rmw as d\n",
        "\"c\"\ninclude \"cos.cat\"\nacyclic rf | data | rmw | co as d\n",
    };
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        size_t model = seed % 2 ? 0 : 1 + seed / 2 % 3;
        compared += expect_same(models[model], random_program(arena, seed, false));
        compared += expect_same(models[model], random_program(arena, seed, true));
    }
    assert_in_range(compared, ROUNDS * 3 / 2, 2 * ROUNDS);
}

/* Two words beside each other, to which loads and stores add; rarely another access meets both, or
 * one of which it is not known. */
static char *any_neighbours(cm_arena *arena, uint64_t seed)
{
    static const char *const lines[] = {
        "LDR W4,[X1] ; ADD W4,W4,#1 ; STR W4,[X1]",
        "LDR W4,[X1,#4] ; SUB W4,W4,#1 ; STR W4,[X1,#4]",
        "LDR W4,[X1,#4] ; ADD W4,W4,#2 ; STR W4,[X1,#4]",
        "STR W2,[X1,#4] ; NOP ; NOP",
        "LDR W6,[X1,#4] ; NOP ; NOP",
        "LDR W6,[X1] ; NOP ; NOP",
        "LDR W4,[X1] ; NOP ; STR W4,[X1,#4]",
        "LDR X6,[X1] ; NOP ; NOP",
        "STR X2,[X1] ; NOP ; NOP",
        "LDR W4,[X1] ; AND W4,W4,#4 ; STR W2,[X1,W4,SXTW]",
    };
    enum { ALL = sizeof lines / sizeof *lines, NEIGHBOURS = 6, LINES = 3 };
    unsigned kinds = any(&seed, 2) ? NEIGHBOURS : ALL;
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, "AArch64 t\n{ uint32_t x[2]={1,2}; 0:X1=x; 1:X1=x; 0:X2=5; 1:X2=6; }\n"
                       " P0 | P1 ;\n");
    for (int i = 0; i < LINES; i++) {
        const char *a = lines[any(&seed, kinds)], *b = lines[any(&seed, kinds)];
        while (*a && *b) {
            int from = (int)strcspn(a, ";"), to = (int)strcspn(b, ";");
            cm_text_append(&text, " %.*s | %.*s ;\n", from, a, to, b);
            a += from + (a[from] == ';');
            b += to + (b[to] == ';');
        }
    }
    cm_text_add(&text, "locations [x; 0:X4; 1:X4; 0:X6; 1:X6;]\nforall (true)\n");
    return text.data;
}

TEST(random_neighbours)
{
    for (uint64_t seed = 1; seed <= 4 * ROUNDS; seed++)
        expect_same("arm", any_neighbours(arena, seed));
}

/* A model that lets values go round a cycle has any: 7 is in no range. */
TEST(values_round_a_cycle)
{
    checker c;
    checker_start(&c, "\"a\"\ninclude \"cos.cat\"\nacyclic co as c\n", NULL);
    c.job.test = checker_parse(&c, "AArch64 t\n{ 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n"
                                   " LDR W4,[X1] | LDR W4,[X1] ;\n"
                                   " ADD W4,W4,#1 | SUB W4,W4,#1 ;\n"
                                   " STR W4,[X1] | STR W4,[X1] ;\nexists (0:X4=7)\n");
    cm_check_options options = {.unroll = 2, .max_states = 1000};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    assert_true(r->outcome != CM_COMPLETE);
    assert_non_null(strstr(r->reason, "out of thin air"));
    checker_end(&c);
}

/* Sums that do not fit into 64 bits are no range: four times -2^62 is 0. */
TEST(sums_that_wrap)
{
    expect_same("arm",
                "AArch64 t\n{ int64_t x=5; 0:X1=x; 1:X1=x;"
                " 0:X2=0xc000000000000000; 1:X2=0xc000000000000000; 0:X3=4; 1:X3=8; }\n"
                " P0 | P1 ;\n LDADD X2,X4,[X1] | LDADD X2,X4,[X1] ;\n"
                " LDSET X3,X5,[X1] | LDSET X3,X5,[X1] ;\n LDADD X2,X4,[X1] | LDADD X2,X4,[X1] ;\n"
                "locations [x; 0:X4; 1:X4;]\nforall (x=13)\n");
}

/* ---- known ones ------------------------------------------------------------ */

/* n lines against n lines. */
static const char *two_threads(cm_arena *arena, const char *head, const char *line, int n,
                               const char *end)
{
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "%s", head);
    for (int i = 0; i < n; i++)
        cm_text_append(&text, " %s | %s ;\n", line, line);
    cm_text_append(&text, "%s", end);
    return text.data;
}

/* Each of 2n additions of 1 finds what those before it left: the last one of a thread
 * n - 1 (a load behind it: n), or up to n more; the end is 2n. */
static void expect_counts(const char *model, const char *head, const char *line, const char *end,
                          int n, int first)
{
    checker c;
    cm_arena *arena = cm_arena_new(0);
    checker_start_model(&c, model, two_threads(arena, head, line, n, end));
    cm_check_options options = {.unroll = 2, .max_states = 1000, .timeout = 60};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    if (r->outcome != CM_COMPLETE || r->states->count != (size_t)n + 1)
        fail_msg("%s: %zu states, expected %d: %s", line, r->states->count, n + 1, r->reason);
    for (size_t i = 0; i < r->states->count; i++) {
        const uint64_t *values = r->states->values + i * (size_t)r->states->value_count;
        uint64_t last = values[0] < values[1] ? values[0] : values[1];
        uint64_t sum = values[0] < values[1] ? values[1] : values[0];
        assert_int_equal(last, (size_t)first + i);
        assert_int_equal(sum, 2 * (size_t)n);
    }
    checker_end(&c);
    cm_arena_free(arena);
}

TEST(known_ones)
{
    expect_counts("arm", "AArch64 t\n{ 0:X1=x; 1:X1=x; 0:X2=1; 1:X2=1; }\n P0 | P1 ;\n",
                  "LDADD W2,W0,[X1]", "locations [0:X0; x;]\nforall (true)\n", 12, 11);
    expect_counts("x86tso", "X86_64 t\n{ }\n P0 | P1 ;\n", "lock incl (x)",
                  " movl (x),%eax | movl $0,%eax ;\nlocations [0:rax; x;]\nforall (true)\n", 12,
                  12);
    expect_counts("ptx", "PTX t\n{ }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n",
                  "atom.add.relaxed.gpu.u32 r0, [x], 1", "locations [0:r0; x;]\nforall (true)\n",
                  10, 9);
}

/* Only what an instruction has read itself is near the value with bits set. Here it is doubled
 * before: after a chain of k threads that read from each other, the word is 2^k - 1. */
TEST(doubled_before_a_bit_is_set)
{
    enum { THREADS = 5 };
    checker c;
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, "C t\n{}\n");
    for (int i = 0; i < THREADS; i++)
        cm_text_append(&text,
                       "P%d(atomic_int *x) { int r = atomic_load(x); int twice = r + r;"
                       " atomic_store(x, twice | 1); }\n",
                       i);
    cm_text_add(&text, "locations [x;]\nforall (true)\n");
    checker_start_model(&c, "rc11", text.data);
    cm_check_options options = {.unroll = 2, .max_states = 1000};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    assert_int_equal(r->states->count, THREADS);
    for (size_t k = 0; k < THREADS; k++)
        assert_int_equal(r->states->values[k], (2u << k) - 1);
    checker_end(&c);
}

/* A load after n stores of different values to the same place, and n loads before it, finds
 * any of them or what was there before. */
static void expect_stores(const char *model, const char *head, const char *store, const char *load,
                          const char *end)
{
    enum { STORES = 40 };
    checker c;
    cm_arena *arena = cm_arena_new(0);
    cm_text text = cm_text_new(arena);
    cm_text_append(&text, "%s", head);
    for (int i = 1; i <= STORES; i++) {
        cm_text_add(&text, " ");
        for (const char *s = store; *s; s++)
            if (*s == '#')
                cm_text_append(&text, "%d", i);
            else
                cm_text_add_char(&text, *s);
        cm_text_append(&text, " | %s ;\n", load);
    }
    cm_text_append(&text, "%s", end);
    checker_start_model(&c, model, text.data);
    cm_check_options options = {.unroll = 2, .max_states = 1000, .timeout = 60};
    cm_check_result *r = checker_run(&c, c.cat.model, c.job.test, &options);
    if (r->outcome != CM_COMPLETE || r->states->count != STORES + 1)
        fail_msg("%s: %zu states: %s", model, r->states->count, r->reason);
    for (size_t i = 0; i < r->states->count; i++)
        assert_int_equal(r->states->values[i], i);
    assert_true(r->statistics.clauses < 100000);
    checker_end(&c);
    cm_arena_free(arena);
}

TEST(long_threads)
{
    expect_stores("arm", "AArch64 t\n{ 0:X1=x; 1:X1=x; }\n P0 | P1 ;\n",
                  "MOV W2,# | NOP ;\n STR W2,[X1]", "LDR W0,[X1]",
                  "locations [1:X0;]\nforall (true)\n");
    expect_stores("x86tso", "X86_64 t\n{ }\n P0 | P1 ;\n", "movl $#,(x)", "movl (x),%eax",
                  "locations [1:rax;]\nforall (true)\n");
    expect_stores("ptx", "PTX t\n{ }\n P0@cta 0,gpu 0 | P1@cta 1,gpu 0 ;\n",
                  "st.relaxed.gpu.u32 [x], #", "ld.relaxed.gpu.u32 r0, [x]",
                  "locations [1:r0;]\nforall (true)\n");
}
