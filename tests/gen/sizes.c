/* Random small programs on locations that accesses take apart: bytes, halves and
 * words of x and y, with initial values that have something in every part; values
 * read are written on; read-modify-writes in a row, exclusive pairs, compare and
 * swap; PTX threads in clusters.
 *
 * Each program has one small size, at one place of each location, and the whole:
 * few cuts, so that trying everything (tests/oracle) stays possible. */
#include "tests/gen/layout.h"

typedef struct program {
    gen_layout layout;
    uint64_t seed;
    unsigned whole, small; /* bytes of a location, and of its small accesses */
    unsigned place[2];     /* offset of the small accesses, in x and in y */
    int reads;             /* of this thread so far */
    int clusters;          /* 1: all CTAs of a GPU are in one */
} program;

typedef struct access {
    int location; /* 0 x, 1 y */
    unsigned offset, size;
} access;

static int below(program *p, int limit)
{
    return gen_below(&p->seed, limit);
}

static access any_access(program *p)
{
    access a = {.location = below(p, 4) == 0, .size = p->whole};
    if (below(p, 2)) {
        a.size = p->small;
        a.offset = p->place[a.location];
    }
    return a;
}

static char name_of(access a)
{
    return a.location ? 'y' : 'x';
}

/* Numbers with something in every byte, and small ones. */
static unsigned long long number(program *p)
{
    static const unsigned long long numbers[] = {0, 1, 2, 3, 256, 258, 0x10001, 0x01020304};
    unsigned long long n = numbers[below(p, 8)];
    return p->whole == 8 && below(p, 3) == 0 ? n << 32 | (unsigned)below(p, 3) : n;
}

static unsigned small_number(program *p)
{
    return 1 + (unsigned)below(p, 3);
}

static int next_read(program *p, int t, const char *prefix)
{
    cm_text_append(&p->layout.observed, "%d:%s%d; ", t, prefix, p->reads);
    return p->reads++;
}

/* ---- AArch64: X0.. read into, X10, X11 addresses, X12 the address of a part ---- */

static const char *a64_suffix(access a)
{
    return a.size == 1 ? "B" : a.size == 2 ? "H" : "";
}

static char a64_register(access a)
{
    return a.size == 8 ? 'X' : 'W';
}

static void a64_point(program *p, int t, access a)
{
    gen_cell(&p->layout, t, "ADD X12,X%d,#%u", 10 + a.location, a.offset);
}

static void a64_load(program *p, int t)
{
    static const char *const loads[] = {"LDR", "LDAR", "LDAPR", "LDXR"};
    access a = any_access(p);
    const char *load = loads[below(p, 4)];
    a64_point(p, t, a);
    gen_cell(&p->layout, t, "%s%s %c%d,[X12]", load, a64_suffix(a), a64_register(a),
             next_read(p, t, "X"));
}

/* What is written: a number, or what was read before. */
static void a64_value(program *p, int t)
{
    if (p->reads && below(p, 2))
        gen_cell(&p->layout, t, "MOV X20,X%d", below(p, p->reads));
    else
        gen_cell(&p->layout, t, "MOV X20,#%u", small_number(p));
}

static void a64_store(program *p, int t)
{
    access a = any_access(p);
    a64_value(p, t);
    a64_point(p, t, a);
    gen_cell(&p->layout, t, "%s%s %c20,[X12]", below(p, 3) ? "STR" : "STLR", a64_suffix(a),
             a64_register(a));
}

static void a64_atomic(program *p, int t)
{
    static const char *const names[] = {"LDADD", "LDADDAL", "SWP",    "SWPA",   "LDSET", "LDCLRL",
                                        "LDEOR", "LDUMAX",  "LDSMIN", "LDUMIN", "CAS",   "CASAL"};
    access a = any_access(p);
    const char *name = names[below(p, 12)];
    bool compares = name[0] == 'C';
    a64_value(p, t);
    a64_point(p, t, a);
    int to = next_read(p, t, "X");
    if (compares) /* gets the old value where the expected one was */
        gen_cell(&p->layout, t, "MOV X%d,#%u", to, (unsigned)below(p, 3));
    gen_cell(&p->layout, t, compares ? "%s%s %c%d,%c20,[X12]" : "%s%s %c20,%c%d,[X12]", name,
             a64_suffix(a), a64_register(a), compares ? to : a64_register(a),
             compares ? a64_register(a) : to);
}

static void a64_exclusive(program *p, int t)
{
    access a = any_access(p);
    a64_point(p, t, a);
    gen_cell(&p->layout, t, "LDXR%s %c%d,[X12]", a64_suffix(a), a64_register(a),
             next_read(p, t, "X"));
    a64_value(p, t);
    gen_cell(&p->layout, t, "STXR%s W21,%c20,[X12]", a64_suffix(a), a64_register(a));
}

static void a64_fence(program *p, int t)
{
    gen_cell(&p->layout, t, "%s", below(p, 2) ? "DMB SY" : "DMB LD");
}

/* ---- x86_64: RAX, RBX, RSI, RDI read into, RDX values ---- */

static const char *const x86_names[4][4] = {{"al", "ax", "eax", "rax"},
                                            {"bl", "bx", "ebx", "rbx"},
                                            {"sil", "si", "esi", "rsi"},
                                            {"dil", "di", "edi", "rdi"}};
static const char *const x86_value[4] = {"dl", "dx", "edx", "rdx"};

static int log_of(unsigned size)
{
    return size == 1 ? 0 : size == 2 ? 1 : size == 4 ? 2 : 3;
}

static char x86_suffix(access a)
{
    return "bwlq"[log_of(a.size)];
}

static const char *x86_place(program *p, access a)
{
    return a.offset ? cm_arena_printf(p->layout.arena, "%u(%c)", a.offset, name_of(a))
                    : cm_arena_printf(p->layout.arena, "(%c)", name_of(a));
}

static int x86_next(program *p, int t)
{
    int reg = p->reads++ % 4;
    cm_text_append(&p->layout.observed, "%d:%s; ", t, x86_names[reg][3]);
    return reg;
}

static void x86_load(program *p, int t)
{
    access a = any_access(p);
    gen_cell(&p->layout, t, "mov%c %s,%%%s", x86_suffix(a), x86_place(p, a),
             x86_names[x86_next(p, t)][log_of(a.size)]);
}

static void x86_put_value(program *p, int t)
{
    if (p->reads && below(p, 2))
        gen_cell(&p->layout, t, "movq %%%s,%%rdx", x86_names[below(p, p->reads) % 4][3]);
    else
        gen_cell(&p->layout, t, "movq $%u,%%rdx", small_number(p));
}

static void x86_store(program *p, int t)
{
    access a = any_access(p);
    x86_put_value(p, t);
    gen_cell(&p->layout, t, "mov%c %%%s,%s", x86_suffix(a), x86_value[log_of(a.size)],
             x86_place(p, a));
}

/* XCHG, and LOCK with XADD, CMPXCHG (expects RAX), ADD, INC, OR, XOR, NOT, NEG. */
static void x86_atomic(program *p, int t)
{
    static const char *const plain[] = {"inc", "dec", "not", "neg"};
    static const char *const with_value[] = {"add", "sub", "or", "xor", "and"};
    access a = any_access(p);
    char suffix = x86_suffix(a);
    const char *place = x86_place(p, a);
    int log = log_of(a.size);
    switch (below(p, 5)) {
    case 0:
    case 1: {
        bool exchange = below(p, 2);
        int reg = x86_next(p, t);
        gen_cell(&p->layout, t, "movq $%u,%%%s", small_number(p), x86_names[reg][3]);
        gen_cell(&p->layout, t, "%s%c %%%s,%s", exchange ? "xchg" : "lock xadd", suffix,
                 x86_names[reg][log], place);
        break;
    }
    case 2:
        x86_put_value(p, t);
        cm_text_append(&p->layout.observed, "%d:rax; ", t);
        gen_cell(&p->layout, t, "lock cmpxchg%c %%%s,%s", suffix, x86_value[log], place);
        break;
    case 3:
        gen_cell(&p->layout, t, "lock %s%c %s", plain[below(p, 4)], suffix, place);
        break;
    default:
        x86_put_value(p, t);
        gen_cell(&p->layout, t, "lock %s%c %%%s,%s", with_value[below(p, 5)], suffix,
                 x86_value[log], place);
        break;
    }
}

static void x86_fence(program *p, int t)
{
    gen_cell(&p->layout, t, "mfence");
}

/* ---- PTX ---- */

static const char *ptx_scope(program *p)
{
    static const char *const scopes[] = {"cta", "cluster", "gpu", "sys"};
    return scopes[below(p, 4)];
}

static const char *ptx_place(program *p, access a)
{
    return cm_arena_printf(p->layout.arena, "[%c+%u]", name_of(a), a.offset);
}

/* Registers for 8 bytes have another name. */
static const char *ptx_next(program *p, int t, access a)
{
    const char *prefix = a.size == 8 ? "rd" : "r";
    return cm_arena_printf(p->layout.arena, "%s%d", prefix, next_read(p, t, prefix));
}

static void ptx_load(program *p, int t)
{
    access a = any_access(p);
    const char *place = ptx_place(p, a), *scope = ptx_scope(p), *to = ptx_next(p, t, a);
    if (below(p, 4) == 0)
        gen_cell(&p->layout, t, "ld.weak.u%u %s, %s", 8 * a.size, to, place);
    else
        gen_cell(&p->layout, t, "ld.%s.%s.u%u %s, %s", below(p, 2) ? "relaxed" : "acquire", scope,
                 8 * a.size, to, place);
}

static void ptx_store(program *p, int t)
{
    access a = any_access(p);
    const char *place = ptx_place(p, a), *scope = ptx_scope(p);
    unsigned value = small_number(p);
    if (below(p, 4) == 0)
        gen_cell(&p->layout, t, "st.weak.u%u %s, %u", 8 * a.size, place, value);
    else
        gen_cell(&p->layout, t, "st.%s.%s.u%u %s, %u", below(p, 2) ? "relaxed" : "release", scope,
                 8 * a.size, place, value);
}

/* Atomics are of 4 and 8 bytes. */
static void ptx_atomic(program *p, int t)
{
    static const char *const orders[] = {"relaxed", "acquire", "release", "acq_rel"};
    static const char *const operations[] = {"add", "exch", "max", "and", "or", "xor", "cas"};
    access a = any_access(p);
    while (a.size < 4)
        a = any_access(p);
    const char *place = ptx_place(p, a), *scope = ptx_scope(p), *to = ptx_next(p, t, a);
    int which = below(p, 7);
    const char *type = which == 0 || which == 2 ? "u" : "b";
    gen_cell(&p->layout, t, "atom.%s.%s.%s.%s%u %s, %s, %d%s", orders[below(p, 4)], scope,
             operations[which], type, 8 * a.size, to, place, below(p, 3),
             which == 6 ? cm_arena_printf(p->layout.arena, ", %u", small_number(p)) : "");
}

static void ptx_fence(program *p, int t)
{
    gen_cell(&p->layout, t, "fence.%s.%s", below(p, 2) ? "sc" : "acq_rel", ptx_scope(p));
}

/* ---- programs ---- */

typedef void (*emitter)(program *, int);

static const emitter emitters[][8] = {
    [GEN_AARCH64] = {a64_load, a64_load, a64_store, a64_store, a64_atomic, a64_atomic,
                     a64_exclusive, a64_fence},
    [GEN_X86] = {x86_load, x86_load, x86_store, x86_store, x86_atomic, x86_atomic, x86_atomic,
                 x86_fence},
    [GEN_PTX] = {ptx_load, ptx_load, ptx_store, ptx_store, ptx_atomic, ptx_atomic, ptx_atomic,
                 ptx_fence},
};

static void emit_thread(program *p, int t, gen_device device, int size)
{
    int cta = below(p, 2), gpu = below(p, 5) == 0;
    p->layout.columns[t].head =
        gen_head(p->layout.arena, t, device, cta, 2 * gpu + (p->clusters ? 0 : cta), gpu);
    if (device == GEN_AARCH64)
        cm_text_append(&p->layout.init, "%d:X10=x; %d:X11=y;\n", t, t);
    p->reads = 0;
    for (int i = 1 + below(p, size); i > 0; i--)
        emitters[device][below(p, 8)](p, t);
}

char *gen_sizes_program(cm_arena *arena, uint64_t seed, gen_kind kind, int size)
{
    program p = {.seed = seed * 16 + (uint64_t)kind};
    gen_layout_init(
        &p.layout, arena,
        cm_arena_printf(arena, "CMCM sizes-%d-%llu", (int)kind, (unsigned long long)seed));
    p.whole = below(&p, 2) ? 8 : 4;
    do
        p.small = 1u << below(&p, 3);
    while (p.small >= p.whole);
    for (int i = 0; i < 2; i++)
        p.place[i] = p.small * (unsigned)below(&p, (int)(p.whole / p.small));
    p.clusters = below(&p, 2);
    p.layout.locations = cm_arena_printf(arena, "int%u_t x=%llu; int%u_t y=%llu;", 8 * p.whole,
                                         number(&p), 8 * p.whole, number(&p));
    p.layout.count = 2 + (below(&p, 4) == 0);
    for (int t = 0; t < p.layout.count; t++)
        emit_thread(&p, t,
                    kind == GEN_SIZES_MIXED ? (gen_device)below(&p, 3)
                                            : (gen_device)(kind - GEN_SIZES_AARCH64),
                    size);
    cm_text_add(&p.layout.observed, "x; y;");
    return gen_layout_print(&p.layout);
}
