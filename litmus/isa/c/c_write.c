/* Tests' threads in C, for generators: rows of operations (c_operations.c), as sets with dotted
 * opcodes have them, and these rows as CUDA has the operations, whose built-in functions have an
 * order and a scope (CUDA C++ Programming Guide, "Atomic Functions"). Plain accesses of cycles are
 * relaxed ones, as LLVM's are monotonic; K asks for those that are not atomic. */
#include "litmus/isa/c/c.h"
#include "litmus/isa/dotted_write.h"

#include <ctype.h>
#include <string.h>

static const cm_dotted_level levels[] = {{"thread", CM_SCOPE_THREAD}, {"wave", CM_SCOPE_WAVE},
                                         {"block", CM_SCOPE_CTA},     {"cluster", CM_SCOPE_CLUSTER},
                                         {"device", CM_SCOPE_DEVICE}, {"system", CM_SCOPE_SYS},
                                         {NULL, CM_SCOPE_SYS}};

static const cm_dotted_words words = {
    .registers = 256,
    .scopes = {"block", "device", "system"},
    .levels = levels,
    .relaxed = "relaxed",
    .weak = "",
    .load = {"load", ""},
    .store = {"store", ""},
    .exchange = {"exchange", ""},
    .fetch_add = {"fetch.add", ""},
    .add = "add",
};

/* ---- rows as statements ---------------------------------------------------------- */

enum { PARTS = 8, NAMED = 64 };

typedef struct row {
    char *words[PARTS], *operands[PARTS]; /* words[0]: the operation */
    int word_count, operand_count;
} row;

typedef struct function {
    cm_text *out;
    const char *declared[NAMED];
    int declared_count, depth;
    bool otherwise; /* `goto` was read: the next label is none */
} function;

static row take_row(cm_arena *arena, const char *text)
{
    static const char around[] = ", []";
    char *copy = cm_arena_text(arena, text, strlen(text)), *state;
    row r = {.word_count = 0};
    char *opcode = strtok_r(copy, " ", &state);
    for (char *part; r.operand_count < PARTS && (part = strtok_r(NULL, around, &state));)
        r.operands[r.operand_count++] = part;
    for (char *part = strtok_r(opcode, ".", &state); part && r.word_count < PARTS;
         part = strtok_r(NULL, ".", &state))
        r.words[r.word_count++] = part;
    return r;
}

/* `fetch.add`: the first word is the operation's. */
static int first_of_tail(const row *r)
{
    return strcmp(r->words[0], "fetch") == 0 ? 2 : 1;
}

/* "__NV_ATOMIC_ACQUIRE, __NV_THREAD_SCOPE_DEVICE"; "": it is not atomic. */
static const char *tail(cm_arena *arena, const row *r)
{
    cm_text text;
    cm_text_init(&text, arena);
    for (int i = first_of_tail(r); i < r->word_count; i++) {
        bool scope = i + 1 == r->word_count;
        const char *word = r->words[i] + (strncmp(r->words[i], "fail_", 5) == 0 ? 5 : 0);
        cm_text_append(&text, "%s%s", *text.data ? ", " : "",
                       scope ? "__NV_THREAD_SCOPE_" : "__NV_ATOMIC_");
        for (; *word; word++)
            cm_text_add_char(&text, (char)toupper((unsigned char)*word));
    }
    return text.data;
}

static void begin_line(function *f)
{
    cm_text_append(f->out, "%*s", 2 * (1 + f->depth), "");
}

/* `int r0 = `; nothing for `_`. */
static void begin_result(function *f, const char *to)
{
    bool known = false;
    if (strcmp(to, "_") == 0)
        return;
    for (int i = 0; i < f->declared_count; i++)
        known |= strcmp(f->declared[i], to) == 0;
    if (!known && f->declared_count < NAMED)
        f->declared[f->declared_count++] = to;
    cm_text_append(f->out, "%s%s = ", known ? "" : "int ", to);
}

static void print_compare(function *f, const row *r)
{
    if (strcmp(r->operands[0], r->operands[2]) != 0) {
        begin_result(f, r->operands[0]);
        cm_text_append(f->out, "%s;\n", r->operands[2]);
        begin_line(f);
    }
    cm_text_append(f->out, "__nv_atomic_compare_exchange_n(%s, &%s, %s, false, %s);\n",
                   r->operands[1], r->operands[0], r->operands[3], tail(f->out->arena, r));
}

static void print_access(function *f, const row *r)
{
    const char *how = tail(f->out->arena, r), *of = r->words[0];
    bool store = strcmp(of, "store") == 0;
    if (!store)
        begin_result(f, r->operands[0]);
    if (!*how)
        cm_text_append(f->out, store ? "*%s = %s;\n" : "*%s;\n", r->operands[store ? 0 : 1],
                       r->operands[1]);
    else if (store)
        cm_text_append(f->out, "__nv_atomic_store_n(%s, %s, %s);\n", r->operands[0], r->operands[1],
                       how);
    else if (r->operand_count == 2)
        cm_text_append(f->out, "__nv_atomic_load_n(%s, %s);\n", r->operands[1], how);
    else
        cm_text_append(f->out, "__nv_atomic_%s%s%s(%s, %s, %s);\n", of,
                       strcmp(of, "exchange") == 0 ? "_n" : "_",
                       strcmp(of, "exchange") == 0 ? "" : r->words[1], r->operands[1],
                       r->operands[2], how);
}

static void print_computation(function *f, const row *r, const char *sign)
{
    begin_result(f, r->operands[0]);
    if (r->operand_count == 2)
        cm_text_append(f->out, "%s%s;\n", sign, r->operands[1]);
    else
        cm_text_append(f->out, "%s %s %s;\n", r->operands[1], sign, r->operands[2]);
}

static void print_row(function *f, const char *text)
{
    row r = take_row(f->out->arena, text);
    const char *of = r.words[0], *sign = cm_c_sign(of);
    bool label = of[strlen(of) - 1] == ':', skips = strcmp(of, "goto") == 0;
    bool branches = strcmp(of, "if_zero") == 0;
    if (label && (f->otherwise || f->depth == 0)) { /* a brace has said it, or the function ends */
        f->otherwise = false;
        return;
    }
    if (skips && f->depth == 0) {
        cm_text_add(f->out, "  return;\n");
        return;
    }
    f->depth -= label || skips;
    begin_line(f);
    if (label || skips) {
        cm_text_add(f->out, skips ? "} else {\n" : "}\n");
        f->otherwise = skips;
    } else if (branches) {
        cm_text_append(f->out, "if (%s != 0) {\n", r.operands[0]);
    } else if (strcmp(of, "fence") == 0) {
        cm_text_append(f->out, "__nv_atomic_thread_fence(%s);\n", tail(f->out->arena, &r));
    } else if (strcmp(of, "barrier") == 0) {
        cm_text_add(f->out, "__syncthreads();\n");
    } else if (strcmp(of, "compare") == 0 && r.operand_count == 4) {
        print_compare(f, &r);
    } else if (sign && r.operand_count > 1) {
        print_computation(f, &r, sign);
    } else if (r.operand_count > 1) {
        print_access(f, &r);
    }
    f->depth += skips || branches;
}

static void print_body(cm_text *out, const char *const *rows, int count)
{
    function f = {.out = out};
    for (int i = 0; i < count; i++)
        print_row(&f, rows[i]);
}

/* ---- what there is --------------------------------------------------------------- */

#define SCOPES(NAME, TEXT, PURPOSE)                                                                \
    CM_WRITE_SCOPED(NAME, TEXT, PURPOSE, ".block", ".device", ".system")

/* clang-format off */
static const cm_write_fence fences[] = {
    SCOPES("Fence.sc", "fence.seq_cst", CM_WRITE_SC),
    SCOPES("Fence.acq_rel", "fence.acq_rel", CM_WRITE_ACQ_REL),
    SCOPES("Fence.acquire", "fence.acquire", CM_WRITE_ACQUIRE),
    SCOPES("Fence.release", "fence.release", CM_WRITE_RELEASE),
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const cm_write_rmw rmws[] = {{"Rmw", "exchange", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

static const char *const axes[] = {"scope=cta,gpu,sys", "order=rlx,rel-acq",
                                   "fence=none,sc.sys,acq_rel.sys", NULL};

const cm_isa_writer cm_c_writer = {
    .orders = "PALK",
    .scopes = true,
    .alone = true,
    .fences = fences,
    .rmws = rmws,
    .axes = axes,
    .head = "CUDA",
    .body = print_body,
    CM_DOTTED_WRITES(&words),
};
