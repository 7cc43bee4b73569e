/* AArch64 as gcc and clang write it (Arm, "ELF for the Arm 64-bit Architecture", 5.7; "Procedure
 * Call Standard for the Arm 64-bit Architecture").
 *
 *      adrp x0, x ; add x0, x0, :lo12:x       a location is at the start of its own page:
 *                                             ADRP X0,x ; ADD X0,X0,#0
 *      adrp x0, :got:x ; ldr x0, [x0, :got_lo12:x]
 *                                             a table of constants: ADRP X0,x ; MOV X0,X0
 *      ldr x0, =0x12345 ; ldr x0, .LC0        a pool of constants: MOV X0,#0x2345 ; MOVK X0,#1,LSL
 * #16 ; ADRP X0,LC0 ; LDR X0,[X0] mrs x0, tpidr_el0 ; add x0, x0, :tprel_hi12:x, lsl #12 ; add x0,
 * x0, :tprel_lo12_nc:x a thread's own storage begins at 0: MOV X0,XZR ; ADRP X17,x_P0 ; ADD
 * X0,X0,X17 ; ADD X0,X0,#0 adrp x1, :gottprel:x ; ldr x1, [x1, :gottprel_lo12:x] ADRP X1,x_P0 ; MOV
 * X1,X1 bl __aarch64_ldadd4_acq_rel            one of its two bodies (libgcc/config/aarch64/lse.S)
 */
#include "import/as.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const arguments[] = {"X0", "X1", "X2", "X3", "X4", "X5", "X6", "X7", NULL};
static const char *const frames[] = {"sp", "wsp", "x29", "fp", NULL};

static const cm_as_word words[] = {
    {"b", NULL, CM_AS_JUMP},       {"bl", NULL, CM_AS_CALL},      {"ret", "", CM_AS_RETURN},
    {"ret", "x30", CM_AS_RETURN},  {"ret", NULL, CM_AS_INDIRECT}, {"br", NULL, CM_AS_TABLE},
    {"blr", NULL, CM_AS_INDIRECT}, {"bti", NULL, CM_AS_HINT},     {"hint", NULL, CM_AS_HINT},
    {"paciasp", "", CM_AS_HINT},   {"autiasp", "", CM_AS_HINT},   {"pacibsp", "", CM_AS_HINT},
    {"autibsp", "", CM_AS_HINT},   {"adr", NULL, CM_AS_ADDRESS},  {"brk", NULL, CM_AS_END},
    {"udf", NULL, CM_AS_END},      {NULL, NULL, CM_AS_HINT},
};

/* ---- symbols -------------------------------------------------------------------------------- */

/* Behind `:got_lo12:` and the like, with `#` before it or not; NULL: it is not there. */
static const char *behind(const char *text, const char *word)
{
    text += *text == '#';
    size_t length = strlen(word);
    return strncmp(text, word, length) == 0 ? text + length : NULL;
}

/* The location on whose page the symbol is. */
static const char *page_of(cm_as_code *c, const cm_as_statement *s, const char *text, bool own)
{
    int64_t offset;
    const char *name = cm_as_symbol(c, s, text, own, &offset);
    if (offset < 0 || offset >= (int64_t)c->file->set->reach)
        cm_as_fail(c, s, "`%s` is on another page than its symbol, expected an offset below %llu",
                   text, c->file->set->reach);
    return name;
}

static bool add_page(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    if (strcmp(s->word, "adrp") != 0 || all->count != 2)
        return false;
    const char *got = behind(all->items[1], ":got:"), *page = behind(all->items[1], ":pg_hi21:");
    const char *own = behind(all->items[1], ":gottprel:");
    const char *text = own ? own : got ? got : page ? page : all->items[1];
    cm_as_add_row(c, s, "adrp %s,%s", all->items[0], page_of(c, s, text, own != NULL));
    return true;
}

/* One that the file does not name, of those that a call may change. */
static int free_register(const cm_as_code *c, const cm_as_statement *s)
{
    enum { FIRST = 9, LAST = 17 };
    for (int i = LAST; i >= FIRST; i--) {
        const char *x = cm_arena_printf(c->work->arena, "x%d", i);
        const char *w = cm_arena_printf(c->work->arena, "w%d", i);
        if (!cm_as_file_has(c->file->source, (const char *const[]){x, w, NULL}))
            return i;
    }
    cm_as_fail(c, s, "the file uses all registers from x9 to x17, expected one to be free");
}

/* `mrs x0, tpidr_el0`; `add x0, x0, :tprel_hi12:x, lsl #12` */
static bool add_own(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    static const char *const marks[] = {"tprel_hi12", "gottprel", NULL};
    bool adds = strcmp(s->word, "add") == 0 && all->count > 2;
    const char *high = adds ? behind(all->items[2], ":tprel_hi12:") : NULL;
    bool begin = strcmp(s->word, "mrs") == 0 && all->count == 2 &&
                 strcasecmp(all->items[1], "tpidr_el0") == 0;
    if (begin) {
        cm_as_need_own(c, s, marks);
        cm_as_add_row(c, s, "mov %s,xzr", all->items[0]);
    } else if (high) {
        int free = free_register(c, s);
        cm_as_add_row(c, s, "adrp x%d,%s", free, page_of(c, s, high, true));
        cm_as_add_row(c, s, "add %s,%s,x%d", all->items[0], all->items[1], free);
    }
    return begin || high;
}

/* `[x0, :lo12:x+4]`, `:lo12:x+4`: with the number in its place. */
static const char *with_low(cm_as_code *c, const cm_as_statement *s, const char *operand)
{
    static const char *const lows[] = {":lo12:", ":tprel_lo12_nc:"};
    const char *at = strstr(operand, lows[0]);
    bool own = !at && (at = strstr(operand, lows[1]));
    if (!at)
        return operand;
    const char *from = at + strlen(lows[own]);
    size_t length = strcspn(from, "],! ");
    int64_t offset;
    cm_as_symbol(c, s, cm_arena_text(c->work->arena, from, length), own, &offset);
    size_t before = (size_t)(at - operand);
    before -= before > 0 && at[-1] == '#';
    return cm_arena_printf(c->work->arena, "%.*s#%lld%s", (int)before, operand, (long long)offset,
                           from + length);
}

/* `ldr x0, [x1, :got_lo12:x]`, `:gottprel_lo12:` */
static bool add_got(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    const char *from = all->count == 2 ? all->items[1] : "";
    if (!strstr(from, ":got_lo12:") && !strstr(from, ":gottprel_lo12:"))
        return false;
    const char *base = from + 1;
    if (strcmp(s->word, "ldr") != 0 || *from != '[')
        cm_as_fail(c, s, "`%s` reads the table of addresses, expected `ldr`", s->word);
    cm_as_add_row(c, s, "mov %s,%.*s", all->items[0], (int)strcspn(base, ", "), base);
    return true;
}

/* `ldr x0, =x+4`, `ldr x0, .LC0`: a pool has a number, or what the symbol names. */
static bool add_pool(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    const char *to = all->count == 2 ? all->items[0] : "",
               *from = all->count == 2 ? all->items[1] : "";
    bool is_own = *from == '=', general = *to == 'x' || *to == 'w';
    int64_t offset;
    char *end;
    from += is_own + strspn(from + is_own, " ");
    if (strncmp(s->word, "ldr", 3) != 0 || *from == '[' || !*from || strchr(from, ':'))
        return false;
    uint64_t number = strtoull(from, &end, 0);
    if (is_own && general && end != from && !*end) {
        /* `ldr x0, =0x12345`: 16 bits at a time. */
        unsigned bits = *to == 'w' ? 32 : 64;
        cm_as_add_row(c, s, "mov %s,#%u", to, (unsigned)(number & UINT16_MAX));
        for (unsigned at = 16; at < bits; at += 16)
            if (number >> at & UINT16_MAX)
                cm_as_add_row(c, s, "movk %s,#%u,lsl #%u", to,
                              (unsigned)(number >> at & UINT16_MAX), at);
        return true;
    }
    cm_as_symbol(c, s, from, false, &offset);
    const char *at = general ? cm_arena_printf(c->work->arena, "x%s", to + 1)
                             : cm_arena_printf(c->work->arena, "x%d", free_register(c, s));
    cm_as_add_row(c, s, "adrp %s,%s", at, page_of(c, s, from, false));
    if (is_own && *to != 'x')
        cm_as_fail(c, s, "`%s` is not supported here, expected a register of 8 bytes", s->rest);
    if (is_own)
        cm_as_add_row(c, s, "add %s,%s,#%lld", at, at, (long long)offset);
    else
        cm_as_add_row(c, s, "%s %s,[%s,#%lld]", s->word, to, at, (long long)offset);
    return true;
}

static void add(cm_as_code *c, const cm_as_statement *s)
{
    cm_as_operands all = cm_as_split(c, s);
    if (add_page(c, s, &all) || add_got(c, s, &all) || add_own(c, s, &all) || add_pool(c, s, &all))
        return;
    if ((strstr(s->rest, ":tprel") && !strstr(s->rest, ":tprel_lo12_nc:")) ||
        strstr(s->rest, ":tlsdesc"))
        cm_as_fail_own_storage(c, s);
    cm_as_operands plain = all;
    for (int i = 0; i < plain.count; i++)
        plain.items[i] = with_low(c, s, plain.items[i]);
    if (cm_as_a64_wide(c, s, &plain))
        return;
    const char *text = "";
    for (int i = 0; i < all.count; i++)
        text = cm_arena_printf(c->work->arena, "%s%s%s", text, i > 0 ? "," : " ", plain.items[i]);
    cm_as_add_row(c, s, "%s%s", s->word, text);
    cm_as_a64_clear_rest(c, s, &all);
}

/* By X16, and by no flags. */
static void go(cm_as_code *c, const cm_as_statement *s, const char *operand, const char *base,
               int64_t number, const char *label, int to)
{
    (void)to;
    cm_as_need_free(c, s, (const char *const[]){"x16", "w16", NULL});
    if (base)
        cm_as_add_row(c, s, "adrp x16,%s", base);
    cm_as_add_row(c, s, base ? "add x16,x16,#%lld" : "mov x16,#%lld", (long long)number);
    if (label)
        cm_as_add_row(c, s, "sub x16,%s,x16", operand);
    cm_as_add_row(c, s, label ? "cbz x16,%s" : "ldr x16,[x16]", label);
}

/* `blr x1`, `br x1` */
static const char *pointer(cm_as_code *c, const cm_as_statement *s)
{
    (void)c;
    return s->rest;
}

/* ---- atomics of the runtime library ---------------------------------------------------------- */

/* The end of the name says which letters the instruction has, and whether the other body ends with
 * a barrier in place of its acquire. */
static const struct order {
    const char *suffix, *acquire, *release;
    bool barrier;
} orders[] = {{"_relax", "", "", false},
              {"_acq", "a", "", false},
              {"_rel", "", "l", false},
              {"_acq_rel", "a", "l", false},
              {"_sync", "a", "l", true}};

static const struct operation {
    const char *name, *instruction, *computes;
} operations[] = {{"ldadd", "ldadd", "add"}, {"ldclr", "ldclr", "bic"}, {"ldeor", "ldeor", "eor"},
                  {"ldset", "ldset", "orr"}, {"swp", "swp", NULL},      {"cas", "cas", NULL}};

typedef struct outlined {
    const struct operation *operation;
    const struct order *order;
    unsigned bytes;
    const char *size; /* of instructions: "b", "h", "" */
    char width;       /* of registers: w, x */
} outlined;

static bool parse_outlined(const char *name, outlined *o)
{
    static const char prefix[] = "__aarch64_";
    if (strncmp(name, prefix, sizeof prefix - 1) != 0)
        return false;
    name += sizeof prefix - 1;
    for (size_t i = 0; i < sizeof operations / sizeof *operations; i++) {
        size_t length = strlen(operations[i].name);
        char *rest;
        if (strncmp(name, operations[i].name, length) != 0)
            continue;
        o->operation = &operations[i];
        o->bytes = (unsigned)strtoul(name + length, &rest, 10);
        o->size = o->bytes == 1 ? "b" : o->bytes == 2 ? "h" : "";
        o->width = o->bytes == 8 ? 'x' : 'w';
        for (size_t k = 0; k < sizeof orders / sizeof *orders; k++) {
            o->order = &orders[k];
            bool known = o->bytes == 1 || o->bytes == 2 || o->bytes == 4 || o->bytes == 8 ||
                         (o->bytes == 16 && strcmp(o->operation->name, "cas") == 0);
            if (known && strcmp(rest, orders[k].suffix) == 0)
                return true;
        }
    }
    return false;
}

/* A comparison and exchange of 16 bytes: X0 and X1 with X2 and X3, at X4. */
static void add_pair(cm_as_code *c, const cm_as_statement *s, const outlined *o)
{
    const char *acquire = o->order->acquire, *release = o->order->release;
    if (c->request->bodies == CM_AS_ATOMICS) {
        cm_as_add_row(c, s, "casp%s%s x0,x1,x2,x3,[x4]", acquire, release);
        return;
    }
    const char *again = cm_as_new_label(c), *out = cm_as_new_label(c);
    cm_as_add_row(c, s, "mov x16,x0");
    cm_as_add_row(c, s, "mov x17,x1");
    cm_as_put_label(c, s, again);
    cm_as_add_row(c, s, "ld%sxp x0,x1,[x4]", o->order->barrier ? "" : acquire);
    cm_as_add_row(c, s, "cmp x0,x16");
    cm_as_add_row(c, s, "ccmp x1,x17,#0,eq");
    cm_as_add_row(c, s, "b.ne %s", out);
    cm_as_add_row(c, s, "st%sxp w15,x2,x3,[x4]", release);
    cm_as_add_row(c, s, "cbnz w15,%s", again);
    cm_as_put_label(c, s, out);
    if (o->order->barrier)
        cm_as_add_row(c, s, "dmb ish");
}

/* An exchange named `_sync` has no release in this body. */
static void add_one_instruction(cm_as_code *c, const cm_as_statement *s, const outlined *o)
{
    bool cas = strcmp(o->operation->name, "cas") == 0;
    bool weak = o->order->barrier && strcmp(o->operation->name, "swp") == 0;
    cm_as_add_row(c, s, "%s%s%s%s %c0,%c%d,[x%d]", o->operation->instruction, o->order->acquire,
                  weak ? "" : o->order->release, o->size, o->width, o->width, cas ? 1 : 0,
                  cas ? 2 : 1);
}

static void add_exclusives(cm_as_code *c, const cm_as_statement *s, const outlined *o)
{
    bool cas = strcmp(o->operation->name, "cas") == 0, swp = strcmp(o->operation->name, "swp") == 0;
    char w = o->width;
    const char *again = cm_as_new_label(c), *out = cas ? cm_as_new_label(c) : NULL;
    const char *acquire = o->order->barrier ? "" : o->order->acquire;
    const char *release = o->order->barrier && swp ? "" : o->order->release;
    int pointer = cas ? 2 : 1;
    if (cas && *o->size)
        cm_as_add_row(c, s, "uxt%s w16,w0", o->size);
    else
        cm_as_add_row(c, s, "mov %c16,%c0", w, w);
    cm_as_put_label(c, s, again);
    cm_as_add_row(c, s, "ld%sxr%s %c0,[x%d]", acquire, o->size, w, pointer);
    if (cas) {
        cm_as_add_row(c, s, "cmp %c0,%c16", w, w);
        cm_as_add_row(c, s, "b.ne %s", out);
    }
    if (o->operation->computes)
        cm_as_add_row(c, s, "%s %c17,%c0,%c16", o->operation->computes, w, w, w);
    int status = o->operation->computes ? 15 : 17, stored = cas ? 1 : swp ? 16 : 17;
    cm_as_add_row(c, s, "st%sxr%s w%d,%c%d,[x%d]", release, o->size, status, w, stored, pointer);
    cm_as_add_row(c, s, "cbnz w%d,%s", status, again);
    if (out)
        cm_as_put_label(c, s, out);
    if (o->order->barrier)
        cm_as_add_row(c, s, "dmb ish");
}

static bool call(cm_as_code *c, const cm_as_statement *s, const char *name)
{
    outlined o;
    if (!parse_outlined(name, &o))
        return false;
    c->thread.has_bodies = true;
    if (o.bytes == 16)
        add_pair(c, s, &o);
    else if (c->request->bodies == CM_AS_ATOMICS)
        add_one_instruction(c, s, &o);
    else
        add_exclusives(c, s, &o);
    return true;
}

/* ---- whose text it is ------------------------------------------------------------------------ */

/* gcc names the architecture; both name registers that no other set has. */
static bool wrote(const cm_source *source)
{
    static const char *const signs[] = {
        "armv8-a", "armv9-a", "x0", "w0", "x30", "w8", "x8", "// -- Begin function", NULL};
    return cm_as_file_has(source, signs);
}

const cm_as_set cm_as_aarch64 = {.arch = CM_AARCH64,
                                 .comment = "//",
                                 .jump = "b",
                                 .arguments = arguments,
                                 .stack = "SP",
                                 .frames = frames,
                                 .zero = "mov w0,wzr",
                                 .words = words,
                                 .word = 4,
                                 .wrote = wrote,
                                 .add = add,
                                 .call = call,
                                 .chooses = "__aarch64_have_lse_atomics",
                                 .go = go,
                                 .pointer = pointer,
                                 .reach = 4096};
