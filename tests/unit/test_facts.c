/* What explain says is missing of shapes whose accesses and fences have random orders and scopes,
 * in every instruction set: each fact and each alternative, put into the program, forbids the
 * outcome, and nothing weaker does (near_help.h). The sections of an explanation are there where
 * there is something to say. CMCM_TEST_SEED and CMCM_TEST_FACTOR as of test_random.c. */
#include "tests/gen/gen.h"
#include "tests/unit/explain_help.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <stdlib.h>

/* Of threads the accesses, `Wx1` a write of 1 and `Rx` a read; of the condition `T:I` is the
 * read number I of thread T. */
typedef struct shape {
    const char *name, *threads, *condition;
} shape;

static const shape shapes[] = {
    {"MP", "Wx1 Wy1|Ry Rx", "1:0=1 1:1=0"},
    {"SB", "Wx1 Ry|Wy1 Rx", "0:0=0 1:0=0"},
    {"LB", "Rx Wy1|Ry Wx1", "0:0=1 1:0=1"},
    {"S", "Wx2 Wy1|Ry Wx1", "1:0=1 x=2"},
    {"R", "Wx1 Wy1|Wy2 Rx", "y=2 1:0=0"},
    {"2+2W", "Wx1 Wy2|Wy1 Wx2", "x=1 y=1"},
    {"WRC", "Wx1|Rx Wy1|Ry Rx", "1:0=1 2:0=1 2:1=0"},
    {"ISA2", "Wx1 Wy1|Ry Wz1|Rz Rx", "1:0=1 2:0=1 2:1=0"},
    {"IRIW", "Wx1|Wy1|Rx Ry|Ry Rx", "2:0=1 2:1=0 3:0=1 3:1=0"},
};
enum { SHAPES = sizeof shapes / sizeof *shapes, MOST_FORMS = 16 };

/* `%1$s` the location, `%2$s` the register or the value, `%3$s` a scope or nothing. */
typedef struct set {
    const char *name, *model;
    const char *heads[3]; /* places: `%1$d` the thread */
    const char *reads[MOST_FORMS], *writes[MOST_FORMS], *fences[MOST_FORMS], *scopes[MOST_FORMS];
    const char *registers[2]; /* of the first and the second read */
    bool addresses;           /* the initial state puts them into registers */
    const char *address;      /* of that name: `0:X4=x` */
} set;

static const set sets[] = {
    {"PTX",
     "ptx",
     {"P%1$d@cta %1$d,gpu 0", "P%1$d@cta %1$d,cluster %1$d,gpu %1$d",
      "P%1$d@cta %1$d,cluster 0,gpu 0"},
     {"ld.weak.u32 %2$s, [%1$s]", "ld.relaxed.%3$s.u32 %2$s, [%1$s]",
      "ld.acquire.%3$s.u32 %2$s, [%1$s]"},
     {"st.weak.u32 [%1$s], %2$s", "st.relaxed.%3$s.u32 [%1$s], %2$s",
      "st.release.%3$s.u32 [%1$s], %2$s"},
     {"", "", "fence.acq_rel.%3$s", "fence.sc.%3$s", "fence.acquire.%3$s", "fence.release.%3$s"},
     {"cta", "cluster", "gpu", "sys"},
     {"r0", "r1"},
     false,
     NULL},
    {"AArch64",
     "arm",
     {"P%1$d"},
     {"LDR %2$s,[%1$s]", "LDAPR %2$s,[%1$s]", "LDAR %2$s,[%1$s]"},
     {"MOV W9,#%2$s ; STR W9,[%1$s]", "MOV W9,#%2$s ; STLR W9,[%1$s]"},
     {"", "", "", "DMB SY", "DMB LD", "DMB ST"},
     {""},
     {"W0", "W1"},
     true,
     "X"},
    {"RISC-V",
     "riscv",
     {"P%1$d"},
     {"lw %2$s,0(%1$s)", "amoor.w %2$s,x0,(%1$s)", "amoor.w.aq %2$s,x0,(%1$s)"},
     {"li x9,%2$s ; sw x9,0(%1$s)", "li x9,%2$s ; amoswap.w x0,x9,(%1$s)",
      "li x9,%2$s ; amoswap.w.rl x0,x9,(%1$s)"},
     {"", "", "", "fence rw,rw", "fence r,r", "fence w,w", "fence rw,w"},
     {""},
     {"x5", "x6"},
     true,
     "x"},
    {"x86",
     "x86tso",
     {"P%1$d"},
     {"movl (%1$s),%%%2$s"},
     {"movl $%2$s,(%1$s)"},
     {"", "", "mfence", "sfence"},
     {""},
     {"eax", "ebx"},
     false,
     NULL},
    {"WAVE",
     "wave",
     {"P%1$d@cta %1$d,gpu 0", "P%1$d@cta 0,gpu 0", "P%1$d@cta %1$d,gpu %1$d"},
     {"device_load.u32 %2$s, [%1$s]", "device_load.relaxed.%3$s.u32 %2$s, [%1$s]",
      "device_load.acquire.%3$s.u32 %2$s, [%1$s]"},
     {"device_store.u32 [%1$s], %2$s", "device_store.relaxed.%3$s.u32 [%1$s], %2$s",
      "device_store.release.%3$s.u32 [%1$s], %2$s"},
     {"", "", "fence_acq_rel.%3$s", "fence_acquire.%3$s", "fence_release.%3$s"},
     {"workgroup", "device", "system"},
     {"r0", "r1"},
     false,
     NULL},
    {"LLVM",
     "llvm-amdgpu",
     {"P%1$d@wave 0,cta %1$d,gpu 0", "P%1$d@wave %1$d,cta 0,gpu 0",
      "P%1$d@wave 0,cta %1$d,gpu %1$d"},
     {"load.i32 %2$s, [%1$s]", "load.monotonic.%3$s.i32 %2$s, [%1$s]",
      "load.acquire.%3$s.i32 %2$s, [%1$s]"},
     {"store.i32 [%1$s], %2$s", "store.monotonic.%3$s.i32 [%1$s], %2$s",
      "store.release.%3$s.i32 [%1$s], %2$s"},
     {"", "", "fence.acq_rel.%3$s", "fence.acquire.%3$s", "fence.release.%3$s",
      "fence.seq_cst.%3$s"},
     {"workgroup", "agent"},
     {"r0", "r1"},
     false,
     NULL},
};

/* ---- a test -------------------------------------------------------------------------------- */

static const char *some(const char *const *forms, uint64_t *seed)
{
    int count = 0;
    while (count < MOST_FORMS && forms[count])
        count++;
    return forms[gen_below(seed, count)];
}

/* A location is a register's address where the instruction set has it so: X10 is x. */
static const char *place(cm_arena *arena, const set *s, char location)
{
    return s->addresses ? cm_arena_printf(arena, "%s%d", s->address, 10 + location - 'x')
                        : cm_arena_printf(arena, "%c", location);
}

/* The form with its words put in. */
static void put_form(cm_text *out, const char *form, const char *where, const char *what,
                     const char *scope)
{
    for (const char *c = form; *c; c++) {
        if (c[0] != '%' || c[1] == '%') {
            c += *c == '%';
            cm_text_add_char(out, *c);
            continue;
        }
        cm_text_add(out, c[1] == '1' ? where : c[1] == '2' ? what : scope);
        c += strlen("%1$s") - 1;
    }
}

/* Instructions one below the other, which `;` ends. */
static const char *thread_code(cm_arena *arena, const set *s, const char *accesses, uint64_t *seed)
{
    cm_text out = cm_text_new(arena);
    int reads = 0;
    for (const char *a = accesses; *a && *a != '|'; a += strcspn(a, " |"), a += *a == ' ') {
        const char *fence = a > accesses ? some(s->fences, seed) : "";
        if (*fence) {
            put_form(&out, fence, "", "", some(s->scopes, seed));
            cm_text_add(&out, " ; ");
        }
        char value[2] = {a[2], '\0'};
        put_form(&out, some(*a == 'R' ? s->reads : s->writes, seed), place(arena, s, a[1]),
                 *a == 'R' ? s->registers[reads] : value, some(s->scopes, seed));
        reads += *a == 'R';
        cm_text_add(&out, " ; ");
    }
    return out.data;
}

/* The row of the thread's instruction with that number; "": it has no more. */
static const char *row_of(cm_arena *arena, const char *code, int row)
{
    for (; row > 0 && *code; row--) {
        const char *end = strstr(code, " ; ");
        code = end ? end + 3 : "";
    }
    const char *end = strstr(code, " ; ");
    return end ? cm_arena_text(arena, code, (size_t)(end - code)) : "";
}

static void add_condition(cm_text *out, const set *s, const char *condition)
{
    cm_text_add(out, "exists (");
    for (const char *c = condition; *c; c += strcspn(c, " "), c += *c == ' ') {
        cm_text_add(out, c > condition ? " /\\ " : "");
        const char *name = s->registers[c[2] == '1'];
        if (c[1] == ':') /* AArch64 asks for X registers of what W ones have */
            cm_text_append(out, "%c:%s%s=%c", c[0], *name == 'W' ? "X" : "",
                           *name == 'W' ? name + 1 : name, c[4]);
        else
            cm_text_append(out, "%c=%c", c[0], c[2]);
    }
    cm_text_add(out, ")\n");
}

static const char *make(cm_arena *arena, const set *s, uint64_t seed)
{
    enum { THREADS = 4, ROWS = 12 };
    const shape *of = &shapes[gen_below(&seed, SHAPES)];
    const char *code[THREADS];
    int threads = 0;
    cm_text out = cm_text_new(arena);
    for (const char *t = of->threads; t; t = strchr(t, '|'), t += t != NULL)
        code[threads++] = thread_code(arena, s, t, &seed);
    cm_text_append(&out, "%s %s\n{ x=0; y=0; z=0;",
                   strcmp(s->name, "RISC-V") == 0 ? "RISCV"
                   : strcmp(s->name, "x86") == 0  ? "X86_64"
                                                  : s->name,
                   of->name);
    for (int t = 0; s->addresses && t < threads; t++)
        cm_text_append(&out, " %d:%s10=x; %d:%s11=y; %d:%s12=z;", t, s->address, t, s->address, t,
                       s->address);
    cm_text_add(&out, " }\n");
    int heads = 0;
    while (heads < 3 && s->heads[heads])
        heads++;
    const char *head = s->heads[gen_below(&seed, heads)];
    for (int row = -1; row < ROWS; row++) {
        bool any = row < 0;
        cm_text line = cm_text_new(arena);
        for (int t = 0; t < threads; t++) {
            char number[2] = {(char)('0' + t), '\0'};
            cm_text_add(&line, t ? " | " : " ");
            if (row < 0)
                put_form(&line, head, number, "", "");
            const char *text = row < 0 ? "" : row_of(arena, code[t], row);
            any |= *text != '\0';
            cm_text_add(&line, text);
        }
        if (any)
            cm_text_append(&out, "%s ;\n", line.data);
    }
    add_condition(&out, s, of->condition);
    return out.data;
}

/* ---- what is said of it ---------------------------------------------------------------------- */

typedef struct told {
    int tests, allowed, sections;
    near_counts near;
} told;

/* An outcome that no turns have, and that something forbids, has a reason. */
static void check_sections(explained *b, told *n)
{
    const cm_explanation *x = b->x;
    cm_text out = cm_text_new(b->c.cat.arena);
    cm_explain_text(&out, x, true);
    bool repaired = x->missing && x->missing->verdict == CM_REPAIRED;
    if (x->verdict == CM_EXPLAINED_ALLOWED && x->surprises > 0 && repaired) {
        if (!strstr(out.data, "Why nothing prevents it:") || !strstr(out.data, "\nTo forbid it"))
            fail_msg("%s: no reason is told:\n%s", b->test->name, out.data);
        n->sections++;
    }
    if (x->verdict == CM_EXPLAINED_FORBIDDEN && !strstr(out.data, "Of the axioms, "))
        fail_msg("%s: no axioms are told:\n%s", b->test->name, out.data);
}

/* Facts that forbid the outcome only with the order of the fences that the execution has: another
 * one allows it. */
static void check_chosen_orders(void)
{
    near_counts n = {0};
    explained b;
    open_text_of(
        &b, "ptx",
        "PTX ISA2\n{ x=0; y=0; z=0; }\n"
        " P0@cta 0,cluster 0,gpu 0 | P1@cta 1,cluster 0,gpu 0 | P2@cta 2,cluster 0,gpu 0 ;\n"
        " st.release.sys.u32 [x], 1 | ld.acquire.cta.u32 r0, [y] | ld.relaxed.sys.u32 r0, [z] ;\n"
        " fence.sc.sys | st.weak.u32 [z], 1 | fence.sc.cta ;\n"
        " st.weak.u32 [y], 1 | | ld.relaxed.sys.u32 r1, [x] ;\n"
        "exists (1:r0=1 /\\ 2:r0=1 /\\ 2:r1=0)\n");
    check_misses(&b, &n);
    assert_true(n.misses > 0);
    checker_end(&b.c);
}

static void check_set(void **state)
{
    enum { COUNT = 40 };
    const set *s = *state;
    const char *seed = getenv("CMCM_TEST_SEED"), *factor = getenv("CMCM_TEST_FACTOR");
    uint64_t first = (seed ? strtoull(seed, NULL, 10) : 1) * 1000000;
    int count = COUNT * (factor ? atoi(factor) : 1);
    told n = {0};
    if (s == sets)
        check_chosen_orders();
    for (int i = 0; i < count; i++) {
        cm_arena *arena = cm_arena_new(0);
        const char *text = make(arena, s, first + (uint64_t)i);
        explained b;
        open_text_of(&b, s->model, text);
        n.tests++;
        n.allowed += b.x->verdict == CM_EXPLAINED_ALLOWED;
        check_sections(&b, &n);
        check_misses(&b, &n.near);
        checker_end(&b.c);
        cm_arena_free(arena);
    }
    if (factor)
        print_message("%s: %d tests, %d allowed, %d reasons; %d misses, %d alternatives, %d weaker "
                      "ones\n",
                      s->name, n.tests, n.allowed, n.sections, n.near.misses, n.near.alternatives,
                      n.near.weaker);
    assert_true(n.allowed > 0 && n.sections > 0);
}

TEST_ROWS(sets, check_set)
