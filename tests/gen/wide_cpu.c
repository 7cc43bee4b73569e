/* What CPU threads do in random programs of rarer instructions. See wide.c. */
#include "tests/gen/wide.h"

/* ---- AArch64: X0..X8 read into, X10 x, X11 y, X13 t; X14 to X17, X20.. values ------ */

/* Reads that a thread observes: registers from X9 on are for other things. */
static bool may_read(gen_writer *w, int count)
{
    return w->reads + count <= 9;
}

static int a64_next(gen_writer *w)
{
    return gen_read(w, "X", 0);
}

static int a64_earlier(gen_writer *w)
{
    return gen_any(w, w->reads);
}

typedef struct form {
    const char *name;
    char size; /* of the register: W or X */
    const char *offset;
} form;

static void a64_load(gen_writer *w)
{
    static const form forms[] = {
        {"LDR", 'W', ""},    {"LDAPUR", 'W', ",#0"}, {"LDTR", 'W', ""},
        {"LDRSW", 'X', ""},  {"LDRSH", 'W', ",#2"},  {"LDAR", 'W', ""},
        {"LDAPRB", 'W', ""}, {"LDUR", 'W', ""},      {"LDAPURSB", 'X', ",#1"}};
    form f = GEN_PICK(w, forms);
    int at = 10 + gen_any(w, 2);
    GEN_CELL(w, "%s %c%d,[X%d%s]", f.name, f.size, a64_next(w), at, f.offset);
}

static void a64_store(gen_writer *w)
{
    static const form forms[] = {{"STR", 'W', ""},      {"STLUR", 'W', ",#0"}, {"STTR", 'W', ""},
                                 {"STLRH", 'W', ""},    {"STURB", 'W', ",#3"}, {"STLR", 'W', ""},
                                 {"STLURH", 'W', ",#2"}};
    form f = GEN_PICK(w, forms);
    GEN_CELL(w, "MOV W20,#%d", w->value++);
    GEN_CELL(w, "%s %c20,[X%d%s]", f.name, f.size, 10 + gen_any(w, 2), f.offset);
}

static void a64_load_pair(gen_writer *w)
{
    static const form forms[] = {{"LDP", 'X', ""},     {"LDP", 'W', ",#4"}, {"LDNP", 'X', ""},
                                 {"LDIAPP", 'X', ""},  {"LDXP", 'X', ""},   {"LDAXP", 'W', ""},
                                 {"LDPSW", 'X', ",#8"}};
    form f = GEN_PICK(w, forms);
    int a = a64_next(w), b = a64_next(w);
    GEN_CELL(w, "%s %c%d,%c%d,[X13%s]", f.name, f.size, a, f.size, b, f.offset);
}

static void a64_store_pair(gen_writer *w)
{
    static const form forms[] = {
        {"STP", 'X', ""}, {"STP", 'W', ",#4"}, {"STNP", 'X', ""}, {"STILP", 'X', ""}};
    form f = GEN_PICK(w, forms);
    GEN_CELL(w, "MOV W20,#%d", w->value++);
    GEN_CELL(w, "MOV W21,#%d", w->value++);
    GEN_CELL(w, "%s %c20,%c21,[X13%s]", f.name, f.size, f.size, f.offset);
}

/* A half of the pair, or where its halves meet. */
static void a64_part(gen_writer *w)
{
    int offset = 4 * gen_any(w, 3);
    if (gen_any(w, 2)) {
        GEN_CELL(w, "LDR W%d,[X13,#%d]", a64_next(w), offset);
        return;
    }
    GEN_CELL(w, "MOV W20,#%d", w->value++);
    GEN_CELL(w, "STR W20,[X13,#%d]", offset);
}

/* The address is written back, and set right again. */
static void a64_write_back(gen_writer *w)
{
    bool before = gen_any(w, 2);
    int at = 10 + gen_any(w, 2);
    GEN_CELL(w, "SUB X15,X%d,#%d", at, before ? 4 : 0);
    GEN_CELL(w, before ? "LDR W%d,[X15,#4]!" : "LDR W%d,[X15],#0", a64_next(w));
    if (gen_any(w, 2))
        GEN_CELL(w, "STR WZR,[X15]");
}

static void a64_exclusive_pair(gen_writer *w)
{
    static const char *const loads[] = {"LDXP", "LDAXP"}, *const stores[] = {"STXP", "STLXP"};
    const char *load = GEN_PICK(w, loads), *store = GEN_PICK(w, stores);
    int a = a64_next(w), b = a64_next(w);
    GEN_CELL(w, "%s X%d,X%d,[X13]", load, a, b);
    GEN_CELL(w, "MOV W20,#%d", w->value++);
    GEN_CELL(w, "%s W%d,X20,X%d,[X13]", store, may_read(w, 1) ? a64_next(w) : 22, a);
}

/* Expects what is there at first, or something else. */
static void a64_pair_atomic(gen_writer *w)
{
    static const char *const casp[] = {"CASP", "CASPA", "CASPL", "CASPAL"};
    static const char *const others[] = {"SWPP", "SWPPAL", "LDSETP", "LDCLRPA"};
    const char *name = GEN_PICK(w, casp), *other = GEN_PICK(w, others);
    if (gen_any(w, 2)) {
        GEN_CELL(w, "MOV X14,#%d", w->value++);
        GEN_CELL(w, "MOV X15,#%d", gen_any(w, 3));
        GEN_CELL(w, "%s X14,X15,[X13]", other);
    } else {
        GEN_CELL(w, "MOV X16,#%d", gen_any(w, 2));
        GEN_CELL(w, "MOV X17,#2");
        GEN_CELL(w, "MOV X14,#%d", w->value++);
        GEN_CELL(w, "MOV X15,#%d", w->value++);
        GEN_CELL(w, "%s X16,X17,X14,X15,[X13]", name);
    }
    if (gen_any(w, 2)) {
        GEN_CELL(w, "EOR W21,W%d,W%d", 16, 16);
        GEN_CELL(w, "STR W21,[X%d]", 10 + gen_any(w, 2));
    }
}

/* Without a result; with one that is thrown away. */
static void a64_no_return(gen_writer *w)
{
    static const char *const forms[] = {"STADD W20", "STSETL W20", "STUMAX W20", "LDADDA W20,WZR",
                                        "SWPAL W20,WZR"};
    GEN_CELL(w, "MOV W20,#%d", w->value++);
    GEN_CELL(w, "%s,[X%d]", GEN_PICK(w, forms), 10 + gen_any(w, 2));
}

static void a64_fence(gen_writer *w)
{
    static const char *const fences[] = {"DMB OSH",   "DMB OSHLD", "DMB OSHST", "DMB ISHLD",
                                         "DMB ISHST", "DMB NSHLD", "DSB LD",    "DSB ISHST",
                                         "DSB SY",    "ISB",       "DMB LD",    "DMB SY"};
    GEN_CELL(w, "%s", GEN_PICK(w, fences));
}

/* A decision between two registers that were read, and what is stored of it. */
static void a64_decision(gen_writer *w)
{
    static const char *const tests[] = {"CMP W%d,#1", "TST W%d,#1", "CMN W%d,#1"};
    static const char *const selects[] = {"CSEL", "CSINC", "CSINV", "CSNEG"};
    if (!w->reads)
        return;
    const char *test = GEN_PICK(w, tests);
    const char *select = GEN_PICK(w, selects);
    int from = a64_earlier(w);
    GEN_CELL(w, "%s", cm_arena_printf(w->layout.arena, test, from));
    if (gen_any(w, 3) == 0) {
        GEN_CELL(w, "CCMP W%d,#0,#4,NE", a64_earlier(w));
    }
    GEN_CELL(w, "%s W21,W%d,W%d,EQ", select, a64_earlier(w), a64_earlier(w));
    GEN_CELL(w, "STR W21,[X%d]", 10 + gen_any(w, 2));
}

static void a64_bit_branch(gen_writer *w)
{
    if (!w->reads)
        return;
    GEN_CELL(w, "%s W%d,#0,L%d", gen_any(w, 2) ? "TBZ" : "TBNZ", a64_earlier(w), w->labels);
    int label = w->labels++;
    a64_store(w);
    GEN_CELL(w, "L%d:", label);
}

void gen_wide_a64(gen_writer *w)
{
    static const gen_emitter works[] = {
        a64_load,  a64_load,  a64_store,      a64_store,          a64_load_pair,   a64_store_pair,
        a64_part,  a64_part,  a64_write_back, a64_exclusive_pair, a64_pair_atomic, a64_no_return,
        a64_fence, a64_fence, a64_decision,   a64_bit_branch};
    if (may_read(w, 3))
        GEN_EMIT(w, works);
    else
        a64_store(w);
}

/* ---- x86: RSI, RDI, R8, R9 read into; RDX:RAX and RCX:RBX of 16 bytes --------------- */

static const char *const x86_reads[][2] = {
    {"esi", "rsi"}, {"edi", "rdi"}, {"r8d", "r8"}, {"r9d", "r9"}};

static const char *x86_next(gen_writer *w)
{
    int reg = w->reads++ % 4;
    cm_text_append(&w->layout.observed, "%d:%s; ", w->t, x86_reads[reg][1]);
    return x86_reads[reg][0];
}

static char x86_place(gen_writer *w)
{
    return (char)('x' + gen_any(w, 2));
}

static void x86_load(gen_writer *w)
{
    char at = x86_place(w);
    GEN_CELL(w, "movl (%c),%%%s", at, x86_next(w));
}

static void x86_store(gen_writer *w)
{
    GEN_CELL(w, "movl $%d,(%c)", w->value++, x86_place(w));
}

static void x86_streaming(gen_writer *w)
{
    GEN_CELL(w, "movl $%d,%%ecx", w->value++);
    GEN_CELL(w, "movnti %%ecx,(%c)", x86_place(w));
}

static void x86_fence(gen_writer *w)
{
    static const char *const fences[] = {"mfence", "sfence", "sfence", "lfence"};
    GEN_CELL(w, "%s", GEN_PICK(w, fences));
}

/* 16 bytes at once, with LOCK or in halves; or a half by itself. */
static void x86_sixteen(gen_writer *w)
{
    if (gen_any(w, 2)) {
        GEN_CELL(w, "movq %d(t),%%%s", 8 * gen_any(w, 2), "rcx");
        GEN_CELL(w, "movl %%ecx,%%%s", x86_next(w));
        return;
    }
    GEN_CELL(w, "movq $%d,%%rax", gen_any(w, 2));
    GEN_CELL(w, "movq $2,%%rdx");
    GEN_CELL(w, "movq $%d,%%rbx", w->value++);
    GEN_CELL(w, "movq $%d,%%rcx", w->value++);
    GEN_CELL(w, "%scmpxchg16b (t)", gen_any(w, 4) ? "lock " : "");
    GEN_CELL(w, "movl %%eax,%%%s", x86_next(w));
}

static void x86_half(gen_writer *w)
{
    GEN_CELL(w, "movq $%d,%%rcx", w->value++);
    GEN_CELL(w, "movq %%rcx,%d(t)", 8 * gen_any(w, 2));
}

static void x86_bits(gen_writer *w)
{
    static const char *const bits[] = {"btsl", "btrl", "btcl"};
    const char *name = GEN_PICK(w, bits);
    GEN_CELL(w, "lock %s $%d,(%c)", name, gen_any(w, 3), x86_place(w));
    GEN_CELL(w, "setc %%cl");
    GEN_CELL(w, "movzbl %%cl,%%%s", x86_next(w));
}

/* A read-modify-write without LOCK is a read and a write. */
static void x86_unlocked(gen_writer *w)
{
    static const char *const names[] = {"addl", "orl", "subl"};
    const char *name = GEN_PICK(w, names);
    GEN_CELL(w, "%s $%d,(%c)", name, w->value++, x86_place(w));
}

static void x86_conditional(gen_writer *w)
{
    if (!w->reads)
        return;
    const char *from = x86_reads[gen_any(w, w->reads) % 4][0];
    GEN_CELL(w, "testl %%%s,%%%s", from, from);
    if (gen_any(w, 2)) {
        char at = x86_place(w);
        GEN_CELL(w, "cmovzl (%c),%%%s", at, x86_next(w));
        return;
    }
    GEN_CELL(w, "jz L%d", w->labels);
    int label = w->labels++;
    x86_store(w);
    GEN_CELL(w, "L%d:", label);
}

void gen_wide_x86(gen_writer *w)
{
    static const gen_emitter works[] = {x86_load,  x86_load,     x86_load,       x86_store,
                                        x86_store, x86_store,    x86_streaming,  x86_streaming,
                                        x86_fence, x86_fence,    x86_sixteen,    x86_half,
                                        x86_bits,  x86_unlocked, x86_conditional};
    GEN_EMIT(w, works);
}
