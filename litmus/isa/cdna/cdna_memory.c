/* Accesses of CDNA: global_, flat_ and buffer_ instructions, those of LDS (ds_), and scalar
 * loads (MI300 ISA, chapters on scalar memory, vector memory, flat and LDS instructions).
 *
 *      tags of an access:  VMEM | VMEM FLAT | DS | SMEM   by which way it goes
 *                          WAVEFRONT | WORKGROUP | AGENT | SYSTEM   the scope of its bits
 *                          ATOM   reads and writes of atomic operations
 *                          NT     the bit nt
 *
 * An atomic operation is done beyond the L1, so its scope is the agent, or with sc1 the
 * system. LDS is of one workgroup and nothing caches it.
 */
#include "litmus/isa/cdna/cdna.h"

#include <stdio.h>
#include <string.h>
#include <strings.h>

typedef enum path { GLOBAL, FLAT, BUFFER, DS, SCALAR } path;

typedef struct access {
    cm_cdna *a;
    path way;
    const char *scope;
    bool nt;
    const cm_expr *address;
    const cm_expr *lds; /* the place that the address, of 32 bits, counts from, or NULL */
    unsigned bytes;     /* of one element */
} access;

/* ---- steps ------------------------------------------------------------- */

static const char *const *tags_of(const access *x, bool atomic)
{
    const char *names[6];
    int count = 0;
    names[count++] = x->way == DS ? "DS" : x->way == SCALAR ? "SMEM" : "VMEM";
    if (x->way == FLAT)
        names[count++] = "FLAT";
    names[count++] = x->scope;
    if (atomic)
        names[count++] = "ATOM";
    if (x->nt)
        names[count++] = "NT";
    names[count] = NULL;
    return cm_cdna_tags(x->a, names);
}

/* Where the access may reach, and that its address is a multiple of its size: an access that
 * is none is done in parts (MI300 ISA, "Memory Alignment"), which is left out. */
static void settle(const access *x, int step, unsigned bytes)
{
    cm_step *s = cm_asm_step(x->a->as, step);
    s->reach = x->way == DS ? CM_REACH_CTA : x->way == FLAT ? CM_REACH_ANY : CM_REACH_GLOBAL;
    s->in_shared = x->way == DS;
    cm_asm_align(x->a->as, step, bytes);
}

static const cm_expr *address_at(const access *x, unsigned offset)
{
    cm_cdna *a = x->a;
    const cm_expr *sum = x->address;
    if (offset != 0)
        sum = cm_cdna_op(a, CM_OP_ADD, 64, sum, cm_cdna_const(a, offset));
    if (!x->lds)
        return sum;
    return cm_cdna_op(a, CM_OP_ADD, 64, x->lds, cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, sum));
}

static int emit_load(const access *x, int to, unsigned offset, unsigned bytes, bool atomic)
{
    int step = cm_emit_load(x->a->as, to, address_at(x, offset), bytes, tags_of(x, atomic));
    settle(x, step, bytes);
    return step;
}

static int emit_store(const access *x, unsigned offset, const cm_expr *value, unsigned bytes,
                      bool atomic)
{
    int step = cm_emit_store(x->a->as, address_at(x, offset), value, bytes, tags_of(x, atomic));
    settle(x, step, bytes);
    return step;
}

/* ---- operands ----------------------------------------------------------- */

/* At `lds`, `lds+8` behind `offset:` of an instruction of LDS: true, and the address counts from
 * there. A kernel counts the bytes of its own LDS from 0 on, and has no name for them. */
static bool counts_from(access *x, uint64_t *offset)
{
    if (x->way != DS || x->a->lex->token.kind != CM_TOKEN_NAME)
        return false;
    x->lds = cm_cdna_location(x->a, offset);
    return true;
}

/* `offset:16`, sc0, sc1, nt in any order, to the end. */
static void modifiers(access *x, cm_cdna_bits *bits, uint64_t *offset)
{
    cm_cdna *a = x->a;
    while (!cm_lexer_at_end(a->lex)) {
        if (x->way != DS && cm_cdna_bit(a, bits))
            continue;
        cm_place place = a->lex->token.place;
        if (!cm_lexer_accept(a->lex, "offset"))
            cm_lexer_fail(a->lex, "unknown modifier %s, expected %soffset:N",
                          cm_lexer_describe(a->lex), x->way == DS ? "" : "sc0, sc1, nt or ");
        cm_lexer_expect(a->lex, ":");
        if (counts_from(x, offset))
            continue;
        *offset = cm_lexer_integer(a->lex, "an offset in bytes");
        int64_t value = (int64_t)*offset;
        if (value < (x->way == GLOBAL ? -4096 : 0) || value > (x->way == DS ? 65535 : 4095))
            cm_asm_fail(a->as, place, "offset is out of range, expected %d to %d",
                        x->way == GLOBAL ? -4096 : 0, x->way == DS ? 65535 : 4095);
    }
}

/* Address operands of the instruction, before its offset. */
static const cm_expr *global_address(cm_cdna *a, const cm_cdna_reg *base)
{
    cm_cdna_comma(a);
    if (cm_lexer_accept(a->lex, "off")) {
        if (base->count != 2)
            cm_asm_fail(a->as, base->place, "an address of 32 bits, expected one of 64 as v[0:1]");
        return cm_cdna_read(a, *base, 0, 64);
    }
    if (base->count != 1)
        cm_asm_fail(a->as, base->place, "an offset of 64 bits, expected one of 32 as v0");
    const cm_expr *from = cm_cdna_read(a, cm_cdna_scalar(a, 2), 0, 64);
    const cm_expr *index = cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, cm_cdna_part(a, *base, 0));
    return cm_cdna_op(a, CM_OP_ADD, 64, from, index);
}

/* `off` or `v0`, then a resource of four registers, whose first two have the address, and an
 * offset that is a number; `offen` comes after where v0 counts. */
static const cm_expr *buffer_address(cm_cdna *a)
{
    const cm_expr *index = NULL;
    if (!cm_lexer_accept(a->lex, "off"))
        index = cm_cdna_part(a, cm_cdna_vector(a, 1), 0);
    cm_cdna_comma(a);
    const cm_expr *sum = cm_cdna_read(a, cm_cdna_scalar(a, 4), 0, 64);
    cm_cdna_comma(a);
    const cm_expr *offset = cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, cm_cdna_source(a, 32));
    sum = cm_cdna_op(a, CM_OP_ADD, 64, sum, offset);
    if (!index)
        return sum;
    cm_lexer_expect(a->lex, "offen");
    return cm_cdna_op(a, CM_OP_ADD, 64, sum, cm_asm_op_imm(a->as, CM_OP_ZEXT, 64, 32, index));
}

/* The address operand that comes before what is stored: base, which `finish` completes. */
typedef struct base {
    cm_cdna_reg reg;
} base;

static base open_address(access *x)
{
    base b = {{0}};
    if (x->way != BUFFER)
        b.reg = cm_cdna_vector(x->a, x->way == FLAT ? 2 : x->way == DS ? 1 : 0);
    return b;
}

static cm_cdna_bits close_address(access *x, const base *b, bool atomic)
{
    cm_cdna *a = x->a;
    cm_cdna_bits bits = {0};
    uint64_t offset = 0;
    if (x->way == GLOBAL)
        x->address = global_address(a, &b->reg);
    else if (x->way == BUFFER)
        x->address = buffer_address(a);
    else
        x->address = cm_cdna_read(a, b->reg, 0, x->way == FLAT ? 64 : 32);
    modifiers(x, &bits, &offset);
    if (offset)
        x->address = cm_cdna_op(a, CM_OP_ADD, 64, x->address, cm_cdna_const(a, offset));
    x->address = cm_cdna_keep(a, x->address);
    x->scope = x->way == DS ? "WORKGROUP" : cm_cdna_scope(bits, atomic);
    x->nt = bits.nt;
    return bits;
}

/* ---- loads and stores -------------------------------------------------------- */

typedef struct kind {
    const char *name;     /* after global_load_, global_store_ */
    const char *ds;       /* after ds_read_, ds_write_, or NULL */
    unsigned bytes;       /* of the whole */
    bool is_signed, load; /* load: there is no such store */
} kind;

static const kind kinds[] = {
    {"ubyte", "u8", 1, false, true},      {"sbyte", "i8", 1, true, true},
    {"ushort", "u16", 2, false, true},    {"sshort", "i16", 2, true, true},
    {"byte", "b8", 1, false, false},      {"short", "b16", 2, false, false},
    {"dword", "b32", 4, false, false},    {"dwordx2", "b64", 8, false, false},
    {"dwordx3", "b96", 12, false, false}, {"dwordx4", "b128", 16, false, false},
};
enum { KINDS = sizeof kinds / sizeof *kinds };

static bool exists(const kind *k, bool load)
{
    return k->bytes >= 4 || k->load == load;
}

static unsigned registers_of(unsigned bytes)
{
    return bytes < 4 ? 1 : bytes / 4;
}

/* An access of more than 8 bytes is several, in an order that nobody promises; here they are
 * in that of their addresses. */
static void load_all(const access *x, cm_cdna_reg to, const kind *k)
{
    cm_cdna *a = x->a;
    for (unsigned at = 0; at < k->bytes; at += 8) {
        unsigned bytes = k->bytes - at < 8 ? k->bytes - at : 8;
        int loaded = cm_asm_temporary(a->as);
        emit_load(x, loaded, at, bytes, false);
        const cm_expr *value = cm_asm_reg(a->as, loaded);
        if (k->is_signed)
            value = cm_asm_op_imm(a->as, CM_OP_SEXT, 32, 8 * bytes, value);
        cm_cdna_write(a, to, at / 4, bytes == 8 ? 64 : 32, value);
    }
}

static void store_all(const access *x, cm_cdna_reg from, const kind *k)
{
    for (unsigned at = 0; at < k->bytes; at += 8) {
        unsigned bytes = k->bytes - at < 8 ? k->bytes - at : 8;
        emit_store(x, at, cm_cdna_read(x->a, from, at / 4, bytes == 8 ? 64 : 32), bytes, false);
    }
}

static void assemble_load(access *x, const kind *k)
{
    cm_cdna_reg to = cm_cdna_vector(x->a, registers_of(k->bytes));
    cm_cdna_comma(x->a);
    base b = open_address(x);
    close_address(x, &b, false);
    load_all(x, to, k);
}

/* global_store has the address first, buffer_store the data. */
static void assemble_store(access *x, const kind *k)
{
    base b = {{0}};
    if (x->way != BUFFER) {
        b = open_address(x);
        cm_cdna_comma(x->a);
    }
    cm_cdna_reg from = cm_cdna_vector(x->a, registers_of(k->bytes));
    if (x->way == BUFFER)
        cm_cdna_comma(x->a);
    close_address(x, &b, false);
    store_all(x, from, k);
}

/* ---- atomic operations --------------------------------------------------------- */

typedef enum operation { SWAP, CMPSWAP, INC, DEC, PLAIN } operation;

typedef struct atomic {
    const char *name; /* after global_atomic_; with _x2: of 64 bits */
    const char *ds;   /* after ds_ and before _u32 and the like; with _rtn: returns */
    const char *type; /* of ds: "u", "i", "b" */
    operation operation;
    cm_op op; /* PLAIN */
} atomic;

static const atomic atomics[] = {
    {"swap", "wrxchg", "b", SWAP, 0},
    {"cmpswap", "cmpst", "b", CMPSWAP, 0},
    {"add", "add", "u", PLAIN, CM_OP_ADD},
    {"sub", "sub", "u", PLAIN, CM_OP_SUB},
    {"smin", "min", "i", PLAIN, CM_OP_SMIN},
    {"umin", "min", "u", PLAIN, CM_OP_UMIN},
    {"smax", "max", "i", PLAIN, CM_OP_SMAX},
    {"umax", "max", "u", PLAIN, CM_OP_UMAX},
    {"and", "and", "b", PLAIN, CM_OP_AND},
    {"or", "or", "b", PLAIN, CM_OP_OR},
    {"xor", "xor", "b", PLAIN, CM_OP_XOR},
    {"inc", "inc", "u", INC, 0},
    {"dec", "dec", "u", DEC, 0},
};
enum { ATOMICS = sizeof atomics / sizeof *atomics };

static const cm_expr *select_expr(cm_cdna *a, unsigned bits, const cm_expr *condition,
                                  const cm_expr *yes, const cm_expr *no)
{
    return cm_asm_op(a->as, CM_OP_SELECT, bits, condition, yes, no);
}

/* What is written of the old value and the operand (MI300 ISA, "GLOBAL_ATOMIC_INC": back to 0
 * at the operand; "_DEC": to the operand at 0 and above it). */
static const cm_expr *combined(const access *x, const atomic *what, const cm_expr *old,
                               const cm_expr *b)
{
    cm_cdna *a = x->a;
    unsigned bits = 8 * x->bytes;
    const cm_expr *zero = cm_cdna_const(a, 0), *one = cm_cdna_const(a, 1);
    switch (what->operation) {
    case INC:
        return select_expr(a, bits, cm_cdna_op(a, CM_OP_ULE, bits, b, old), zero,
                           cm_cdna_op(a, CM_OP_ADD, bits, old, one));
    case DEC: {
        const cm_expr *empty = cm_cdna_op(a, CM_OP_EQ, bits, old, zero);
        const cm_expr *above = cm_cdna_op(a, CM_OP_ULT, bits, b, old);
        return select_expr(a, bits, cm_cdna_op(a, CM_OP_OR, bits, empty, above), b,
                           cm_cdna_op(a, CM_OP_SUB, bits, old, one));
    }
    case PLAIN:
        return cm_cdna_op(a, what->op, bits, old, b);
    default: /* SWAP, CMPSWAP */
        return b;
    }
}

/* value: what is combined or stored; compared: of CMPSWAP. to NULL: the old value goes
 * nowhere. */
static void emit_atomic(const access *x, const atomic *what, const cm_expr *value,
                        const cm_expr *compared, const cm_cdna_reg *to)
{
    cm_cdna *a = x->a;
    unsigned bits = 8 * x->bytes;
    int loaded = cm_asm_temporary(a->as);
    int load = emit_load(x, loaded, 0, x->bytes, true);
    const cm_expr *old = cm_asm_reg(a->as, loaded);
    int store = emit_store(x, 0, combined(x, what, old, value), x->bytes, true);
    cm_step *step = cm_asm_step(a->as, store);
    step->rmw = load;
    if (compared)
        step->guard = cm_cdna_op(a, CM_OP_EQ, bits, old, compared);
    if (to)
        cm_cdna_write(a, *to, 0, bits, old);
}

/* global_atomic_add v0, v[2:3], v1, off sc0: v0, and the comma, only with sc0, which comes last. */
static bool returns_value(const cm_cdna *a)
{
    cm_lexer ahead = *a->lex;
    while (!cm_lexer_at_end(&ahead) && !cm_lexer_is(&ahead, "sc0"))
        cm_lexer_advance(&ahead);
    cm_cdna at_bit = *a;
    at_bit.lex = &ahead;
    cm_cdna_bits bits = {0};
    return !cm_lexer_at_end(&ahead) && cm_cdna_bit(&at_bit, &bits) && bits.sc0;
}

/* The data of CMPSWAP are two: what is stored, then what is compared with. */
static void assemble_atomic(access *x, const atomic *what)
{
    cm_cdna *a = x->a;
    unsigned width = x->bytes / 4;
    bool returns = x->way != BUFFER && returns_value(a);
    bool swaps = what->operation == CMPSWAP;
    cm_cdna_reg to = {0}, data;
    base b = {{0}};
    if (returns) {
        to = cm_cdna_vector(a, width);
        cm_cdna_comma(a);
    }
    if (x->way != BUFFER) {
        b = open_address(x);
        cm_cdna_comma(a);
    }
    data = cm_cdna_vector(a, swaps ? 2 * width : width);
    if (x->way == BUFFER)
        cm_cdna_comma(a);
    cm_cdna_bits bits = close_address(x, &b, true);
    if (x->way == BUFFER && bits.sc0) {
        returns = true;
        to = data;
    }
    emit_atomic(x, what, cm_cdna_read(a, data, 0, 8 * x->bytes),
                swaps ? cm_cdna_read(a, data, width, 8 * x->bytes) : NULL, returns ? &to : NULL);
}

/* ds_add_rtn_u32 v0, v1, v2; ds_cmpst_b32 v1, v2, v3: compared with v2, stored v3. */
static void assemble_ds_atomic(access *x, const atomic *what, bool returns)
{
    cm_cdna *a = x->a;
    unsigned width = x->bytes / 4, bits = 8 * x->bytes;
    cm_cdna_reg to = {0};
    if (returns) {
        to = cm_cdna_vector(a, width);
        cm_cdna_comma(a);
    }
    base b = open_address(x);
    cm_cdna_comma(a);
    const cm_expr *value = cm_cdna_read(a, cm_cdna_vector(a, width), 0, bits), *compared = NULL;
    if (what->operation == CMPSWAP) {
        compared = value;
        cm_cdna_comma(a);
        value = cm_cdna_read(a, cm_cdna_vector(a, width), 0, bits);
    }
    close_address(x, &b, true);
    emit_atomic(x, what, value, compared, returns ? &to : NULL);
}

/* ds_read2_b32 v[0:1], v2 offset0:1 offset1:3; ds_write2st64_b64 v0, v[2:3], v[4:5]: two accesses,
 * at offsets that count elements, or 64 of them. */
typedef struct pair {
    const char *name; /* after ds_read, ds_write */
    unsigned bytes, stride;
} pair;

static const pair pairs[] = {
    {"2_b32", 4, 4}, {"2_b64", 8, 8}, {"2st64_b32", 4, 64 * 4}, {"2st64_b64", 8, 64 * 8}};
enum { PAIRS = sizeof pairs / sizeof *pairs };

static void assemble_ds_pair(access *x, const pair *p, bool load)
{
    cm_cdna *a = x->a;
    unsigned width = p->bytes / 4, offsets[2] = {0, 0};
    uint64_t base_offset = 0;
    cm_cdna_reg to = {0}, from[2] = {{0}, {0}};
    if (load) {
        to = cm_cdna_vector(a, 2 * width);
        cm_cdna_comma(a);
    }
    base b = open_address(x);
    for (int i = 0; i < 2 && !load; i++) {
        cm_cdna_comma(a);
        from[i] = cm_cdna_vector(a, width);
    }
    while (!cm_lexer_at_end(a->lex)) {
        bool from_lds = cm_lexer_accept(a->lex, "offset"),
             second = cm_lexer_accept(a->lex, "offset1");
        if (!from_lds && !second && !cm_lexer_accept(a->lex, "offset0"))
            cm_lexer_fail(a->lex, "unknown modifier %s, expected offset0:N or offset1:N",
                          cm_lexer_describe(a->lex));
        cm_lexer_expect(a->lex, ":");
        if (from_lds && !counts_from(x, &base_offset))
            cm_lexer_fail(a->lex, "%s, expected a location in LDS", cm_lexer_describe(a->lex));
        if (from_lds)
            continue;
        cm_place place = a->lex->token.place;
        uint64_t offset = cm_lexer_integer(a->lex, "an offset in elements");
        if (offset > 255)
            cm_asm_fail(a->as, place, "offset is out of range, expected 0 to 255");
        offsets[second] = (unsigned)offset * p->stride;
    }
    x->address = cm_cdna_read(a, b.reg, 0, 32);
    if (base_offset)
        x->address = cm_cdna_op(a, CM_OP_ADD, 64, x->address, cm_cdna_const(a, base_offset));
    x->address = cm_cdna_keep(a, x->address);
    x->scope = "WORKGROUP";
    int loaded[2];
    for (int i = 0; i < 2; i++) {
        if (load)
            emit_load(x, loaded[i] = cm_asm_temporary(a->as), offsets[i], p->bytes, false);
        else
            emit_store(x, offsets[i], cm_cdna_read(a, from[i], 0, 8 * p->bytes), p->bytes, false);
    }
    for (unsigned i = 0; i < 2 && load; i++)
        cm_cdna_write(a, to, i * width, 8 * p->bytes, cm_asm_reg(a->as, loaded[i]));
}

/* ---- scalar loads ----------------------------------------------------------------- */

static const struct {
    const char *name;
    unsigned registers;
} scalars[] = {{"dword", 1}, {"dwordx2", 2}, {"dwordx4", 4}, {"dwordx8", 8}, {"dwordx16", 16}};
enum { SCALARS = sizeof scalars / sizeof *scalars };

/* Without exec, which no scalar load writes. */
static cm_cdna_reg scalar_destination(cm_cdna *a, unsigned registers)
{
    cm_place place = a->lex->token.place;
    bool exec = cm_lexer_is(a->lex, "exec") || cm_lexer_is(a->lex, "exec_lo") ||
                cm_lexer_is(a->lex, "exec_hi");
    if (exec)
        cm_asm_fail(a->as, place, "a scalar load into exec, expected scalar registers or vcc");
    return cm_cdna_scalar(a, registers);
}

/* A number of 21 bits, signed, a register, or a register and `offset:` with a number. */
static const cm_expr *scalar_offset(cm_cdna *a)
{
    bool named = a->lex->token.kind == CM_TOKEN_NAME;
    const cm_expr *offset = named ? cm_cdna_source(a, 32) : cm_cdna_const(a, 0);
    if (named && !cm_lexer_accept(a->lex, "offset"))
        return offset;
    if (named)
        cm_lexer_expect(a->lex, ":");
    cm_place place = a->lex->token.place;
    int64_t number = (int64_t)cm_lexer_integer(a->lex, "an offset");
    if (number < -(1 << 20) || number >= 1 << 20)
        cm_asm_fail(a->as, place, "offset is out of range, expected %d to %d", -(1 << 20),
                    (1 << 20) - 1);
    return cm_cdna_op(a, CM_OP_ADD, 64, offset, cm_cdna_const(a, (uint64_t)number));
}

/* s_load_dwordx2 s[0:1], s[4:5], 0x8; s[4:5], s6; s[4:5], s6 offset:0x8. The low two bits of the
 * offsets and of the base count for nothing; here all must be multiples of 4. */
static void assemble_scalar(cm_cdna *a, unsigned registers, bool buffer)
{
    access x = {.a = a, .way = SCALAR, .scope = "WAVEFRONT"};
    cm_asm_set_guard(a->as, NULL);
    cm_cdna_reg to = scalar_destination(a, registers);
    cm_cdna_comma(a);
    const cm_expr *from = cm_cdna_read(a, cm_cdna_scalar(a, buffer ? 4 : 2), 0, 64);
    cm_cdna_comma(a);
    const cm_expr *offset = scalar_offset(a);
    x.address = cm_cdna_keep(a, cm_cdna_op(a, CM_OP_ADD, 64, from, offset));
    load_all(&x, to, &(kind){.bytes = 4 * registers});
}

static const char *after(const char *name, const char *prefix);

static bool scalar_access(cm_cdna *a)
{
    const char *load = after(a->name, "s_load_"), *buffer = after(a->name, "s_buffer_load_");
    for (size_t i = 0; i < SCALARS && (load || buffer); i++)
        if (strcasecmp(buffer ? buffer : load, scalars[i].name) == 0) {
            assemble_scalar(a, scalars[i].registers, buffer != NULL);
            return true;
        }
    return false;
}

/* ---- names ------------------------------------------------------------------------- */

static const char *const prefixes[] = {
    [GLOBAL] = "global_", [FLAT] = "flat_", [BUFFER] = "buffer_"};

static const char *after(const char *name, const char *prefix)
{
    size_t length = strlen(prefix);
    return strncasecmp(name, prefix, length) == 0 ? name + length : NULL;
}

static const kind *find_kind(const char *name, bool load, bool ds)
{
    for (size_t i = 0; i < KINDS; i++)
        if (exists(&kinds[i], load) && strcasecmp(name, ds ? kinds[i].ds : kinds[i].name) == 0)
            return &kinds[i];
    return NULL;
}

static const atomic *find_atomic(const char *name, unsigned *bytes)
{
    for (size_t i = 0; i < ATOMICS; i++) {
        const char *rest = after(name, atomics[i].name);
        *bytes = rest && !*rest ? 4 : 8;
        if (rest && (!*rest || strcasecmp(rest, "_x2") == 0))
            return &atomics[i];
    }
    return NULL;
}

static bool vector_access(cm_cdna *a, path way)
{
    access x = {.a = a, .way = way};
    const char *name = after(a->name, prefixes[way]), *rest;
    if (!name)
        return false;
    const kind *load = (rest = after(name, "load_")) ? find_kind(rest, true, false) : NULL;
    const kind *store = (rest = after(name, "store_")) ? find_kind(rest, false, false) : NULL;
    const atomic *what = (rest = after(name, "atomic_")) ? find_atomic(rest, &x.bytes) : NULL;
    if (load)
        assemble_load(&x, load);
    else if (store)
        assemble_store(&x, store);
    else if (what)
        assemble_atomic(&x, what);
    return load || store || what;
}

/* "add_rtn_u32": the operation, its width and whether it returns the old value. An exchange
 * always does. */
static const atomic *find_ds_atomic(const char *name, unsigned *bytes, bool *returns)
{
    for (size_t i = 0; i < ATOMICS; i++) {
        const char *rest = after(name, atomics[i].ds);
        const char *more = rest ? after(rest, "_rtn") : NULL;
        *returns = more != NULL;
        rest = more ? more : rest;
        rest = rest ? after(rest, "_") : NULL;
        rest = rest ? after(rest, atomics[i].type) : NULL;
        if (!rest || (strcmp(rest, "32") != 0 && strcmp(rest, "64") != 0) ||
            (atomics[i].operation == SWAP && !*returns))
            continue;
        *bytes = *rest == '3' ? 4 : 8;
        return &atomics[i];
    }
    return NULL;
}

static const pair *find_pair(const char *name)
{
    for (size_t i = 0; i < PAIRS && name; i++)
        if (strcasecmp(name, pairs[i].name) == 0)
            return &pairs[i];
    return NULL;
}

static bool lds_access(cm_cdna *a)
{
    access x = {.a = a, .way = DS};
    bool returns = false;
    const char *name = after(a->name, "ds_"), *rest;
    if (!name)
        return false;
    const kind *load = (rest = after(name, "read_")) ? find_kind(rest, true, true) : NULL;
    const kind *store = (rest = after(name, "write_")) ? find_kind(rest, false, true) : NULL;
    const pair *loads = find_pair(after(name, "read")), *stores = find_pair(after(name, "write"));
    const atomic *what = find_ds_atomic(name, &x.bytes, &returns);
    bool known = load || store || loads || stores || what;
    if (known && a->as->thread->at.split > 0)
        cm_asm_fail(a->as, a->place,
                    "`%s` of a wave with tgsplit, which has no LDS, expected "
                    "another instruction",
                    a->name);
    if (load)
        assemble_load(&x, load);
    else if (store)
        assemble_store(&x, store);
    else if (loads || stores)
        assemble_ds_pair(&x, loads ? loads : stores, loads != NULL);
    else if (what)
        assemble_ds_atomic(&x, what, returns);
    return known;
}

bool cm_cdna_memory(cm_cdna *a)
{
    return scalar_access(a) || vector_access(a, GLOBAL) || vector_access(a, FLAT) ||
           vector_access(a, BUFFER) || lds_access(a);
}

/* ---- for documents ------------------------------------------------------------------- */

typedef struct visitor {
    cm_mnemonic_visit *visit;
    void *context;
} visitor;

static void name_it(const visitor *v, const char *a, const char *b, const char *c, const char *d)
{
    char name[40];
    snprintf(name, sizeof name, "%s%s%s%s", a, b, c, d);
    v->visit(v->context, name);
}

static void each_ds(const visitor *v)
{
    static const char *const sizes[] = {"32", "64"};
    for (size_t i = 0; i < KINDS; i++) {
        if (exists(&kinds[i], true))
            name_it(v, "ds_read_", kinds[i].ds, "", "");
        if (exists(&kinds[i], false))
            name_it(v, "ds_write_", kinds[i].ds, "", "");
    }
    for (size_t i = 0; i < PAIRS; i++) {
        name_it(v, "ds_read", pairs[i].name, "", "");
        name_it(v, "ds_write", pairs[i].name, "", "");
    }
    for (size_t i = 0; i < 2 * (size_t)ATOMICS; i++) {
        const atomic *what = &atomics[i / 2];
        char type[8];
        snprintf(type, sizeof type, "%s%s", what->type, sizes[i % 2]);
        if (what->operation != SWAP)
            name_it(v, "ds_", what->ds, "_", type);
        name_it(v, "ds_", what->ds, "_rtn_", type);
    }
}

void cm_cdna_each_memory(cm_mnemonic_visit *visit, void *context)
{
    visitor v = {visit, context};
    for (int way = GLOBAL; way <= BUFFER; way++) {
        for (size_t i = 0; i < KINDS; i++) {
            if (exists(&kinds[i], true))
                name_it(&v, prefixes[way], "load_", kinds[i].name, "");
            if (exists(&kinds[i], false))
                name_it(&v, prefixes[way], "store_", kinds[i].name, "");
        }
        for (size_t i = 0; i < ATOMICS; i++) {
            name_it(&v, prefixes[way], "atomic_", atomics[i].name, "");
            name_it(&v, prefixes[way], "atomic_", atomics[i].name, "_x2");
        }
    }
    each_ds(&v);
    for (size_t i = 0; i < SCALARS; i++) {
        name_it(&v, "s_load_", scalars[i].name, "", "");
        name_it(&v, "s_buffer_load_", scalars[i].name, "", "");
    }
}
