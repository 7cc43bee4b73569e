/* Lists of instructions: what a set lists (`cmcm models --instructions`) is read, and
 * litmus/isa/undefined.txt names nothing else. In it, {a|b} is a, b or nothing, and (a|b) is a or
 * b. */
#include "litmus/isa/isa.h"
#include "litmus/isa/ptx/ptx.h"
#include "tests/unit/step_run.h"
#include "tests/unit/unit.h"

#include "base/text.h"

#include <stdlib.h>

typedef struct names {
    cm_arena *arena;
    char **items;
    size_t count, capacity;
} names;

static void add(void *context, const char *name)
{
    names *n = context;
    CM_RESERVE(n->arena, n->items, n->count, n->capacity);
    n->items[n->count++] = cm_arena_text(n->arena, name, strlen(name));
}

static void add_all(void *context, const char *listed, const char *why)
{
    names *n = context;
    assert_true(why[0] != '\0');
    for (const char *at = listed; *at; at += strcspn(at, " ") + 1)
        add(n, cm_arena_text(n->arena, at, strcspn(at, " ")));
}

static bool has(const names *n, const char *name)
{
    for (size_t i = 0; i < n->count; i++)
        if (strcmp(n->items[i], name) == 0)
            return true;
    return false;
}

/* ---- patterns ---------------------------------------------------------- */

/* All names that a pattern stands for, each after what is in `before`. */
static void expand(names *out, const char *before, const char *pattern)
{
    size_t plain = strcspn(pattern, "{(");
    const char *so_far = cm_arena_printf(out->arena, "%s%.*s", before, (int)plain, pattern);
    if (pattern[plain] == '\0') {
        add(out, so_far);
        return;
    }
    const char *inner = pattern + plain + 1;
    size_t length = strcspn(inner, "})");
    assert_true(inner[length] != '\0');
    if (pattern[plain] == '{')
        expand(out, so_far, inner + length + 1);
    for (const char *at = inner; at <= inner + length; at += strcspn(at, "|})") + 1)
        expand(out, cm_arena_printf(out->arena, "%s%.*s", so_far, (int)strcspn(at, "|})"), at),
               inner + length + 1);
}

static void read_note(void *context, const char *patterns, size_t length, const char *note,
                      size_t note_length)
{
    names *out = context;
    assert_true(note_length > 0 && note[note_length - 1] == '.');
    for (const char *at = patterns; at < patterns + length; at++) {
        size_t end = strcspn(at, " \t");
        expand(out, "", cm_arena_text(out->arena, at, end));
        at += end;
    }
}

/* ---- the decoder ------------------------------------------------------- */

/* Not that it is unknown; whatever else is wrong with it without operands. */
static bool is_known(cm_arch arch, const char *name)
{
    char text[256];
    snprintf(text, sizeof text, "%s known\n{}\n P0%s ;\n %s ;\nexists (true)\n", cm_arch_name(arch),
             arch == CM_CDNA || arch == CM_CDNA2 ? "@workgroup 0,agent 0"
             : cm_arch_is_gpu(arch)              ? "@cta 0,gpu 0"
                                                 : "",
             name);
    step_machine m;
    step_open(&m, text);
    bool known = true;
    for (size_t i = 0; !m.test && i < m.work.diags.count; i++)
        known = known && !strstr(m.work.diags.items[i].message, "is not known");
    step_close(&m);
    return known;
}

static const struct {
    cm_arch arch;
    size_t least;
} tables[] = {{CM_AARCH64, 350}, {CM_X86, 120},   {CM_X86_64, 120}, {CM_RISCV, 270},
              {CM_RISCV32, 270}, {CM_PTX, 55},    {CM_PPC, 60},     {CM_WAVE, 50},
              {CM_CDNA, 280},    {CM_CDNA2, 280}, {CM_LLVM, 20},    {CM_VULKAN, 20},
              {CM_IR, 25}};

TEST(lists_and_decoder_agree)
{
    for (size_t t = 0; t < sizeof tables / sizeof *tables; t++) {
        names known = {.arena = arena}, noted = {.arena = arena};
        cm_isa_each_mnemonic(cm_isa_for(tables[t].arch), add, &known);
        cm_isa_each_undefined(cm_isa_for(tables[t].arch), read_note, &noted);
        assert_true(known.count >= tables[t].least);
        assert_true(noted.count > 0);
        size_t wrong = 0;
        for (size_t i = 0; i < noted.count; i++)
            if (!has(&known, noted.items[i]) && ++wrong)
                print_error("undefined.txt has `%s`, which %s has not\n", noted.items[i],
                            cm_arch_name(tables[t].arch));
        for (size_t i = 0; i < known.count; i++)
            if (!is_known(tables[t].arch, known.items[i]) && ++wrong)
                print_error("`%s` is listed and not read\n", known.items[i]);
        assert_int_equal(wrong, 0);
    }
}

/* What PTX has and is not read is refused by name. */
TEST(refused_by_name)
{
    names refused = {.arena = arena};
    cm_ptx_each_refused(add_all, &refused);
    for (size_t i = 0; i < refused.count; i++) {
        step_machine m;
        step_open(&m,
                  cm_arena_printf(arena, "PTX t\n{}\n P0@cta 0,gpu 0 ;\n %s r0 ;\nexists (true)\n",
                                  refused.items[i]));
        if (m.test || !strstr(m.work.diags.items[0].message, "` is not read: "))
            fail_msg("%s is not refused by name", refused.items[i]);
        step_close(&m);
    }
    assert_true(refused.count >= 40);
}

/* PTX ISA 9.4, the table of contents of chapter 9.7 (sections 9.7.1 to 9.7.21), and for sections
 * on several instructions (asynchronous copy, fabric, mbarrier, matrices, video) the instructions
 * of their subsections: the first words of all of them. */
static const char *const ptx_isa[] = {"abs",
                                      "activemask",
                                      "add",
                                      "addc",
                                      "alloca",
                                      "and",
                                      "applypriority",
                                      "atom",
                                      "bar",
                                      "barrier",
                                      "bfe",
                                      "bfi",
                                      "bfind",
                                      "bmsk",
                                      "bra",
                                      "brev",
                                      "brkpt",
                                      "brx",
                                      "call",
                                      "clmad",
                                      "clusterlaunchcontrol",
                                      "clz",
                                      "cnot",
                                      "copysign",
                                      "cos",
                                      "cp",
                                      "createpolicy",
                                      "cvt",
                                      "cvta",
                                      "discard",
                                      "div",
                                      "dp2a",
                                      "dp4a",
                                      "elect",
                                      "ex2",
                                      "exit",
                                      "fabric",
                                      "fence",
                                      "fns",
                                      "getctarank",
                                      "griddepcontrol",
                                      "isspacep",
                                      "istypep",
                                      "ld",
                                      "ldmatrix",
                                      "ldu",
                                      "lg2",
                                      "lop3",
                                      "mad",
                                      "mad24",
                                      "madc",
                                      "mapa",
                                      "match",
                                      "max",
                                      "mbarrier",
                                      "membar",
                                      "min",
                                      "mma",
                                      "mov",
                                      "movmatrix",
                                      "mul",
                                      "mul24",
                                      "multimem",
                                      "nanosleep",
                                      "neg",
                                      "not",
                                      "or",
                                      "pmevent",
                                      "popc",
                                      "prefetch",
                                      "prefetchu",
                                      "prmt",
                                      "rcp",
                                      "red",
                                      "redux",
                                      "rem",
                                      "ret",
                                      "rsqrt",
                                      "sad",
                                      "selp",
                                      "set",
                                      "setmaxnreg",
                                      "setp",
                                      "shf",
                                      "shfl",
                                      "shl",
                                      "shr",
                                      "sin",
                                      "slct",
                                      "spcompress",
                                      "spdecompress",
                                      "sqrt",
                                      "st",
                                      "stackrestore",
                                      "stacksave",
                                      "stmatrix",
                                      "sub",
                                      "subc",
                                      "suld",
                                      "suq",
                                      "sured",
                                      "sust",
                                      "szext",
                                      "tanh",
                                      "tcgen05",
                                      "tensormap",
                                      "testp",
                                      "tex",
                                      "tld4",
                                      "trap",
                                      "txq",
                                      "vabsdiff",
                                      "vabsdiff2",
                                      "vabsdiff4",
                                      "vadd",
                                      "vadd2",
                                      "vadd4",
                                      "vavrg2",
                                      "vavrg4",
                                      "vmad",
                                      "vmax",
                                      "vmax2",
                                      "vmax4",
                                      "vmin",
                                      "vmin2",
                                      "vmin4",
                                      "vote",
                                      "vset",
                                      "vset2",
                                      "vset4",
                                      "vshl",
                                      "vshr",
                                      "vsub",
                                      "vsub2",
                                      "vsub4",
                                      "wgmma",
                                      "wmma",
                                      "xor"};

/* Each instruction of the ISA is read or refused, none is both, and none besides is refused. */
TEST(read_or_refused)
{
    names refused = {.arena = arena}, known = {.arena = arena};
    cm_ptx_each_refused(add_all, &refused);
    cm_isa_each_mnemonic(cm_isa_for(CM_PTX), add, &known);
    size_t in_isa = 0;
    for (size_t i = 0; i < sizeof ptx_isa / sizeof *ptx_isa; i++) {
        if (has(&known, ptx_isa[i]) == has(&refused, ptx_isa[i]))
            fail_msg("%s is to be read or refused", ptx_isa[i]);
        in_isa += has(&refused, ptx_isa[i]);
    }
    assert_int_equal(in_isa, refused.count);
}

/* Names that are taken apart when they are read: every stem with every ending of up to
 * four letters, so that nothing is read that each_mnemonic does not say. */
TEST(nothing_else_is_read)
{
    static const char *const stems[] = {
        "CAS",    "CASP",   "SWP",    "SWPP",  "LDADD", "LDCLR",  "LDEOR", "LDSET",  "LDSMAX",
        "LDSMIN", "LDUMAX", "LDUMIN", "STADD", "STCLR", "STEOR",  "STSET", "STSMAX", "STUMIN",
        "LDAPR",  "LDXR",   "STXR",   "B",     "B.",    "LDCLRP", "LDSETP"};
    static const char letters[] = "ALBHEQ";
    enum { LETTERS = sizeof letters - 1 };
    names known = {.arena = arena};
    cm_isa_each_mnemonic(cm_isa_for(CM_AARCH64), add, &known);
    size_t read = 0;
    for (size_t s = 0; s < sizeof stems / sizeof *stems; s++) {
        for (int length = 0, limit = 1; length <= 3; length++, limit *= LETTERS) {
            for (int number = 0; number < limit; number++) {
                char name[32];
                int used = snprintf(name, sizeof name, "%s", stems[s]);
                for (int k = 0, rest = number; k < length; k++, rest /= LETTERS)
                    name[used++] = letters[rest % LETTERS];
                name[used] = '\0';
                bool is_read = is_known(CM_AARCH64, name);
                read += is_read;
                if (is_read != has(&known, name))
                    fail_msg("%s", name);
            }
        }
    }
    assert_true(read > 150);
}
