/* What instructions of AArch64 compute, and on which loads it depends: random programs of one
 * thread, against an interpreter of its own.
 *
 * Expected: Arm ARM C6.2 (operations), C1.2.4 (conditions), B2.3.2 (dependencies: an instruction
 * depends on the registers and on the flags of PSTATE that it reads, on the decision of a
 * conditional one by a pick, and on what it was given and does not read on nothing). That a
 * computation always gives the same does not matter: EOR X0,X1,X1 depends on X1.
 *
 * CMCM_TEST_SEED and CMCM_TEST_FACTOR: other programs, and more of them. */
#include "checker/graph.h"
#include "tests/unit/checker_help.h"

#include <stdlib.h>

enum { LOADS = 4, REGISTERS = 8, ZERO = 8, PROGRAMS = 500, LONGEST = 9 };

/* A value and the loads that it depends on: bit i, or 4 + i where by a pick. */
typedef struct cell {
    uint64_t value;
    unsigned on;
} cell;

enum { N, Z, C, V, FLAGS };

typedef struct machine {
    uint64_t seed;
    cell registers[REGISTERS + 1]; /* the last is the zero register */
    cell flags[FLAGS];
    unsigned branches; /* what branches depended on */
    bool skips;        /* the next instruction is jumped over */
    char text[4096];
    size_t length;
} machine;

static uint32_t any(machine *m, uint32_t below)
{
    return (uint32_t)(cat_random(&m->seed) >> 16) % below;
}

static void __attribute__((format(printf, 2, 3))) write_text(machine *m, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    m->length +=
        (size_t)vsnprintf(m->text + m->length, sizeof m->text - m->length, format, arguments);
    va_end(arguments);
}

static uint64_t cut(uint64_t value, unsigned bits)
{
    return bits == 64 ? value : value & 0xffffffff;
}

static unsigned picked(unsigned on)
{
    return (on | on << LOADS) & 0xf0;
}

/* ---- what there is ---------------------------------------------------------- */

static const char *name_of(char *out, unsigned bits, unsigned r)
{
    if (r == ZERO)
        snprintf(out, 8, "%cZR", bits == 64 ? 'X' : 'W');
    else
        snprintf(out, 8, "%c%u", bits == 64 ? 'X' : 'W', r);
    return out;
}

static void set(machine *m, unsigned r, unsigned bits, uint64_t value, unsigned on)
{
    if (r != ZERO && !m->skips)
        m->registers[r] = (cell){cut(value, bits), on};
}

static void set_flags(machine *m, unsigned nzcv, const unsigned on[FLAGS])
{
    for (int i = 0; i < FLAGS && !m->skips; i++)
        m->flags[i] = (cell){nzcv >> (3 - i) & 1, on[i]};
}

/* a + b + carry, and its flags (AddWithCarry). */
static uint64_t sum(uint64_t a, uint64_t b, unsigned carry, unsigned bits, unsigned *nzcv)
{
    a = cut(a, bits);
    b = cut(b, bits);
    uint64_t low = (a & 0xffffffff) + (b & 0xffffffff) + carry, result, out;
    if (bits == 32) {
        result = low & 0xffffffff;
        out = low >> 32;
    } else {
        uint64_t high = (a >> 32) + (b >> 32) + (low >> 32);
        result = high << 32 | (low & 0xffffffff);
        out = high >> 32;
    }
    unsigned sign = bits - 1;
    uint64_t overflow = (~(a ^ b) & (a ^ result)) >> sign & 1;
    *nzcv = (unsigned)(result >> sign << 3 | (uint64_t)(result == 0) << 2 | out << 1 | overflow);
    return result;
}

static const struct {
    const char *name;
    const char *reads; /* flags */
} conditions[] = {{"EQ", "Z"},   {"NE", "Z"},   {"CS", "C"},  {"CC", "C"},
                  {"MI", "N"},   {"PL", "N"},   {"VS", "V"},  {"VC", "V"},
                  {"HI", "CZ"},  {"LS", "CZ"},  {"GE", "NV"}, {"LT", "NV"},
                  {"GT", "NZV"}, {"LE", "NZV"}, {"AL", ""},   {"NV", ""}};

/* Whether it holds, and what that depends on. */
static bool holds(const machine *m, unsigned condition, unsigned *on)
{
    bool n = m->flags[N].value, z = m->flags[Z].value, c = m->flags[C].value, v = m->flags[V].value;
    const bool base[] = {z, c, n, v, c && !z, n == v, n == v && !z, true};
    *on = 0;
    for (const char *flag = conditions[condition].reads; *flag; flag++)
        *on |= m->flags[strchr("NZCV", *flag) - "NZCV"].on;
    return condition >= 14 || base[condition / 2] == !(condition % 2);
}

/* ---- instructions: the text, and what it does --------------------------------- */

typedef struct operands {
    unsigned bits, d, n, x;
    cell a, b;
    char rd[8], rn[8], rm[8];
} operands;

static unsigned source(machine *m)
{
    return any(m, 6) == 0 ? (unsigned)ZERO : any(m, REGISTERS);
}

static operands choose(machine *m)
{
    operands o = {.bits = any(m, 2) ? 64 : 32, .n = source(m), .x = source(m)};
    o.d = any(m, 8) == 0 ? (unsigned)ZERO : any(m, REGISTERS);
    o.a = m->registers[o.n];
    o.b = m->registers[o.x];
    name_of(o.rd, o.bits, o.d);
    name_of(o.rn, o.bits, o.n);
    name_of(o.rm, o.bits, o.x);
    return o;
}

static void add(machine *m)
{
    operands o = choose(m);
    bool sets = any(m, 2), minus = any(m, 2), compares = sets && any(m, 3) == 0;
    bool carries = any(m, 4) == 0 && !compares;
    unsigned nzcv, shift = any(m, 3) ? 0 : any(m, 31), on = o.a.on | o.b.on, carry = minus;
    uint64_t b = o.b.value;
    char tail[32] = "";
    const char *name = compares  ? (minus ? "CMP" : "CMN")
                       : carries ? (minus ? "SBC" : "ADC")
                                 : (minus ? "SUB" : "ADD");
    if (carries) {
        carry = (unsigned)m->flags[C].value;
        on |= m->flags[C].on;
    } else if (shift) {
        b = cut(b, o.bits) << shift;
        snprintf(tail, sizeof tail, ",LSL #%u", shift);
    }
    if (compares)
        write_text(m, " %s %s,%s%s ;\n", name, o.rn, o.rm, tail);
    else
        write_text(m, " %s%s %s,%s,%s%s ;\n", name, sets ? "S" : "", o.rd, o.rn, o.rm, tail);
    uint64_t result = sum(o.a.value, minus ? ~b : b, carry, o.bits, &nzcv);
    if (!compares)
        set(m, o.d, o.bits, result, on);
    if (sets)
        set_flags(m, nzcv, (const unsigned[]){on, on, on, on});
}

static void add_number(machine *m)
{
    operands o = choose(m);
    bool minus = any(m, 2), compares = any(m, 2);
    unsigned nzcv, number = any(m, 3) ? any(m, 4) : any(m, 4096);
    if (o.n == ZERO) { /* 31 is the stack pointer there */
        o.n = 1;
        o.a = m->registers[1];
        name_of(o.rn, o.bits, 1);
    }
    if (compares)
        write_text(m, " %s %s,#%u ;\n", minus ? "CMP" : "CMN", o.rn, number);
    else
        write_text(m, " %s %s,%s,#%u ;\n", minus ? "SUBS" : "ADDS", o.rd, o.rn, number);
    uint64_t b = minus ? ~(uint64_t)number : number;
    uint64_t result = sum(o.a.value, b, minus, o.bits, &nzcv);
    if (!compares)
        set(m, o.d, o.bits, result, o.a.on);
    set_flags(m, nzcv, (const unsigned[]){o.a.on, o.a.on, o.a.on, o.a.on});
}

static void combine(machine *m)
{
    static const char *const names[] = {"AND", "ORR",  "EOR",  "BIC", "ORN",
                                        "EON", "ANDS", "BICS", "TST"};
    operands o = choose(m);
    unsigned op = any(m, 9), on = o.a.on | o.b.on;
    uint64_t a = o.a.value, b = o.b.value;
    const uint64_t results[] = {a & b, a | b, a ^ b, a & ~b, a | ~b, a ^ ~b, a & b, a & ~b, a & b};
    uint64_t result = cut(results[op], o.bits);
    if (op == 8)
        write_text(m, " TST %s,%s ;\n", o.rn, o.rm);
    else
        write_text(m, " %s %s,%s,%s ;\n", names[op], o.rd, o.rn, o.rm);
    if (op < 8)
        set(m, o.d, o.bits, result, on);
    if (op >= 6) /* C and V become 0, whatever the operands */
        set_flags(m, (unsigned)(result >> (o.bits - 1) << 3 | (uint64_t)(result == 0) << 2),
                  (const unsigned[]){on, on, 0, 0});
}

static void compute(machine *m)
{
    operands o = choose(m);
    unsigned kind = any(m, 5), lsb = any(m, 16), width = 1 + any(m, 16);
    uint64_t mask = (UINT64_C(1) << width) - 1;
    cell own = m->registers[o.d];
    switch (kind) {
    case 0:
        write_text(m, " MUL %s,%s,%s ;\n", o.rd, o.rn, o.rm);
        set(m, o.d, o.bits, o.a.value * o.b.value, o.a.on | o.b.on);
        return;
    case 1:
        write_text(m, " UBFX %s,%s,#%u,#%u ;\n", o.rd, o.rn, lsb, width);
        set(m, o.d, o.bits, cut(o.a.value, o.bits) >> lsb & mask, o.a.on);
        return;
    case 2: /* reads what it leaves of its destination */
        write_text(m, " BFI %s,%s,#%u,#%u ;\n", o.rd, o.rn, lsb, width);
        set(m, o.d, o.bits, (own.value & ~(mask << lsb)) | (o.a.value & mask) << lsb,
            own.on | o.a.on);
        return;
    case 3:
        write_text(m, " MOVK %s,#%u,LSL #16 ;\n", o.rd, lsb);
        set(m, o.d, o.bits, (own.value & ~UINT64_C(0xffff0000)) | (uint64_t)lsb << 16, own.on);
        return;
    default:
        write_text(m, " MOV %s,#%u ;\n", o.rd, lsb);
        set(m, o.d, o.bits, lsb, 0);
    }
}

static uint64_t otherwise(unsigned op, uint64_t value)
{
    const uint64_t changed[] = {value, value + 1, ~value, 0 - value};
    return changed[op];
}

static void select_one(machine *m)
{
    static const char *const names[] = {"CSEL", "CSINC", "CSINV", "CSNEG"};
    static const char *const sets[] = {"", "CSET", "CSETM", ""};
    static const char *const changes[] = {"", "CINC", "CINV", "CNEG"};
    operands o = choose(m);
    unsigned condition = any(m, 16), op = any(m, 4), on, form = op % 3 && any(m, 4) == 0 ? 1 : 0;
    if (op > 0 && any(m, 4) == 0)
        form = 2;
    if (form > 0)
        condition %= 14; /* the others are no aliases */
    bool first = holds(m, condition, &on);
    if (form == 1) {
        write_text(m, " %s %s,%s ;\n", sets[op], o.rd, conditions[condition].name);
        set(m, o.d, o.bits, first ? otherwise(op, 0) : 0, picked(on));
    } else if (form == 2) {
        o.a = o.n == ZERO ? m->registers[2] : o.a;
        name_of(o.rn, o.bits, o.n == ZERO ? 2 : o.n);
        write_text(m, " %s %s,%s,%s ;\n", changes[op], o.rd, o.rn, conditions[condition].name);
        set(m, o.d, o.bits, first ? otherwise(op, o.a.value) : o.a.value, picked(on) | o.a.on);
    } else {
        write_text(m, " %s %s,%s,%s,%s ;\n", names[op], o.rd, o.rn, o.rm,
                   conditions[condition].name);
        cell chosen = first ? o.a : o.b;
        set(m, o.d, o.bits, first ? chosen.value : otherwise(op, chosen.value),
            picked(on) | chosen.on);
    }
}

static void compare_if(machine *m)
{
    operands o = choose(m);
    unsigned condition = any(m, 16), given = any(m, 16), on, nzcv;
    bool minus = any(m, 2), by_number = any(m, 2);
    uint64_t b = o.b.value;
    if (by_number) {
        b = any(m, 32);
        o.b.on = 0;
        snprintf(o.rm, sizeof o.rm, "#%u", (unsigned)b);
    }
    write_text(m, " %s %s,%s,#%u,%s ;\n", minus ? "CCMP" : "CCMN", o.rn, o.rm, given,
               conditions[condition].name);
    bool compares = holds(m, condition, &on);
    sum(o.a.value, minus ? ~b : b, minus, o.bits, &nzcv);
    on = picked(on) | (compares ? o.a.on | o.b.on : 0);
    set_flags(m, compares ? nzcv : given, (const unsigned[]){on, on, on, on});
}

/* Over the next instruction. */
static void branch(machine *m, unsigned label)
{
    static const char *const by_register[] = {"CBZ", "CBNZ", "TBZ", "TBNZ"};
    operands o = choose(m);
    unsigned kind = any(m, 8), condition = any(m, 16), bit = any(m, 32), on = o.a.on;
    bool taken;
    if (kind >= 4) {
        taken = holds(m, condition, &on);
        write_text(m, " B.%s L%u ;\n", conditions[condition].name, label);
    } else if (kind >= 2) {
        taken = (o.a.value >> bit & 1) == (kind == 3);
        write_text(m, " %s %s,#%u,L%u ;\n", by_register[kind], o.rn, bit, label);
    } else {
        taken = (cut(o.a.value, o.bits) == 0) == (kind == 0);
        write_text(m, " %s %s,L%u ;\n", by_register[kind], o.rn, label);
    }
    m->branches |= on;
    m->skips = taken;
}

static void instruction(machine *m)
{
    static void (*const kinds[])(machine *) = {add,        add_number, combine,    combine,
                                               compute,    select_one, select_one, select_one,
                                               compare_if, compare_if};
    kinds[any(m, sizeof kinds / sizeof *kinds)](m);
}

static void write_program(machine *m)
{
    static const uint64_t values[] = {
        0, 1, 2, UINT64_MAX, 0x80000000, 0x7fffffff, UINT64_C(1) << 63, 0xffffffff};
    write_text(m, "AArch64 dependencies\n{\n");
    for (unsigned i = 0; i < REGISTERS; i++) {
        uint64_t value = values[any(m, sizeof values / sizeof *values)];
        m->registers[i] = (cell){value, i < LOADS ? 1u << i : 0};
        if (i < LOADS)
            write_text(m, "int64_t m%u=%lld; 0:X%u=m%u;\n", i, (long long)value, 10 + i, i);
        else
            write_text(m, "0:X%u=%lld;\n", i, (long long)value);
    }
    write_text(m, "}\n P0 ;\n");
    for (unsigned i = 0; i < LOADS; i++)
        write_text(m, " LDR X%u,[X%u] ;\n", i, 10 + i);
    unsigned count = 1 + any(m, LONGEST);
    for (unsigned i = 0; i < count; i++) {
        bool jumps = any(m, 5) == 0;
        if (jumps)
            branch(m, i);
        instruction(m);
        m->skips = false;
        if (jumps)
            write_text(m, " L%u: ;\n", i);
    }
    write_text(m, "locations [0:X0; 0:X1; 0:X2; 0:X3; 0:X4; 0:X5; 0:X6; 0:X7;]\nexists (true)\n");
}

/* ---- against the program ------------------------------------------------------ */

static unsigned mask(const machine *m, const cm_deps *deps)
{
    unsigned on = 0;
    for (uint32_t i = 0; deps && i < deps->count; i++) {
        if (deps->items[i].when != CM_TRUE || deps->items[i].access >= LOADS)
            fail_msg("%s: a dependency that hangs on something", m->text);
        on |= 1u << (deps->items[i].access + (deps->items[i].pick ? LOADS : 0));
    }
    return on;
}

static void try_program(uint64_t seed)
{
    machine m = {.seed = seed};
    write_program(&m);
    checker c;
    checker_start_model(&c, "arm", m.text);
    cm_graph graph;
    cm_graph_build(&c.job, &graph);
    const cm_test *test = c.job.test;
    const cm_thread_run *run = &graph.memory.runs[0];
    for (unsigned i = 0; i < REGISTERS; i++) {
        int reg = test->observed[i].reg;
        const cm_val *value = run->finals[reg];
        assert_int_equal(value->count, 1);
        unsigned on = mask(&m, run->final_deps[reg]);
        if (value->choices[0].value != m.registers[i].value || on != m.registers[i].on)
            fail_msg("seed %llu: %s\nX%u is 0x%llx on %x, expected 0x%llx on %x",
                     (unsigned long long)seed, m.text, i,
                     (unsigned long long)value->choices[0].value, on,
                     (unsigned long long)m.registers[i].value, m.registers[i].on);
    }
    if (mask(&m, run->final_led) != m.branches)
        fail_msg("seed %llu: %s\nbranches on %x, expected on %x", (unsigned long long)seed, m.text,
                 mask(&m, run->final_led), m.branches);
    checker_end(&c);
}

TEST(random_programs)
{
    for (int i = 0; i < unit_times(PROGRAMS); i++)
        try_program(unit_seed() * 1000003 + (uint64_t)i);
}
