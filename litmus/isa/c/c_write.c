/* Tests' threads in C, for generators: rows of operations (c_operations.c), as sets with dotted
 * opcodes have them, and these rows as a dialect spells the operations. Plain accesses of cycles
 * are relaxed ones, as LLVM's are monotonic; K asks for those that are not atomic. */
#include "litmus/isa/c/c.h"
#include "litmus/isa/dotted_write.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static const cm_dotted_level levels[] = {{"thread", CM_SCOPE_THREAD}, {"wave", CM_SCOPE_WAVE},
                                         {"block", CM_SCOPE_CTA},     {"cluster", CM_SCOPE_CLUSTER},
                                         {"device", CM_SCOPE_DEVICE}, {"system", CM_SCOPE_SYS},
                                         {NULL, CM_SCOPE_SYS}};

static const char *sum_of(cm_writer *w, const char *name, int zero)
{
    return cm_arena_printf(w->work->arena, "%s+r%d", name, zero);
}

static const cm_dotted_words words = {
    .registers = 256,
    .levels = levels,
    .relaxed = "relaxed",
    .weak = "",
    .load = {"load", ""},
    .store = {"store", ""},
    .exchange = {"exchange", ""},
    .fetch_add = {"fetch.add", ""},
    .add = "add",
    .exclusive_or = "xor",
    .sum = sum_of,
};

/* ---- dialects -------------------------------------------------------------------- */

/* How operations are spelled. In a text $p stands for the pointer, $v for the value, $e for the
 * register of what is expected, $n for the operator, $o for the orders, $s for the scope, $f for
 * that of a fence. An operation is that of the first row whose name it begins with; an access
 * without an order is `*p`. */
struct cm_c_spelling {
    const char *order;                    /* what stands before an order */
    bool capital;                         /* orders have capital letters */
    const char *scopes[6], *of_fences[6]; /* by cm_scope */
    const char *memory;                   /* of a pointer: "global " */
    bool has_types; /* where an access is atomic, the object's type says so, too */
    const char *rows[12][2];
};

static const struct cm_c_spelling c11 = {
    .order = "memory_order_",
    .rows = {{"load", "atomic_load_explicit($p, $o)"},
             {"store", "atomic_store_explicit($p, $v, $o)"},
             {"exchange", "atomic_exchange_explicit($p, $v, $o)"},
             {"fetch", "atomic_fetch_$n_explicit($p, $v, $o)"},
             {"compare", "atomic_compare_exchange_strong_explicit($p, &$e, $v, $o)"},
             {"fence", "atomic_thread_fence($o)"}}};

static const struct cm_c_spelling cpp = {
    .order = "std::memory_order_",
    .rows = {{"load", "std::atomic_ref(*$p).load($o)"},
             {"store", "std::atomic_ref(*$p).store($v, $o)"},
             {"exchange", "std::atomic_ref(*$p).exchange($v, $o)"},
             {"fetch", "std::atomic_ref(*$p).fetch_$n($v, $o)"},
             {"compare", "std::atomic_ref(*$p).compare_exchange_strong($e, $v, $o)"},
             {"fence", "std::atomic_thread_fence($o)"}}};

/* CUDA C++ Programming Guide, "Atomic Functions": built-in functions with an order and a scope. */
static const struct cm_c_spelling cuda = {
    .order = "__NV_ATOMIC_",
    .capital = true,
    .scopes = {"__NV_THREAD_SCOPE_SYSTEM", "__NV_THREAD_SCOPE_DEVICE", "__NV_THREAD_SCOPE_CLUSTER",
               "__NV_THREAD_SCOPE_BLOCK", "__NV_THREAD_SCOPE_WAVE", "__NV_THREAD_SCOPE_THREAD"},
    .rows = {{"load", "__nv_atomic_load_n($p, $o, $s)"},
             {"store", "__nv_atomic_store_n($p, $v, $o, $s)"},
             {"exchange", "__nv_atomic_exchange_n($p, $v, $o, $s)"},
             {"fetch", "__nv_atomic_fetch_$n($p, $v, $o, $s)"},
             {"compare", "__nv_atomic_compare_exchange_n($p, &$e, $v, false, $o, $s)"},
             {"fence", "__nv_atomic_thread_fence($o, $s)"},
             {"barrier", "__syncthreads()"}}};

/* HIP, "Language extensions", and Clang's for AMD's GPUs. */
static const struct cm_c_spelling hip = {
    .order = "__ATOMIC_",
    .capital = true,
    .scopes = {"__HIP_MEMORY_SCOPE_SYSTEM", "__HIP_MEMORY_SCOPE_AGENT",
               "__HIP_MEMORY_SCOPE_CLUSTER", "__HIP_MEMORY_SCOPE_WORKGROUP",
               "__HIP_MEMORY_SCOPE_WAVEFRONT", "__HIP_MEMORY_SCOPE_SINGLETHREAD"},
    .of_fences = {"", "agent", "cluster", "workgroup", "wavefront", "singlethread"},
    .rows = {{"load", "__hip_atomic_load($p, $o, $s)"},
             {"store", "__hip_atomic_store($p, $v, $o, $s)"},
             {"exchange", "__hip_atomic_exchange($p, $v, $o, $s)"},
             {"fetch", "__hip_atomic_fetch_$n($p, $v, $o, $s)"},
             {"compare", "__hip_atomic_compare_exchange_strong($p, &$e, $v, $o, $s)"},
             {"fence", "__builtin_amdgcn_fence($o, \"$f\")"},
             {"barrier", "__syncthreads()"}}};

/* OpenCL C 3.0, section 6.15.12. */
static const struct cm_c_spelling opencl = {
    .order = "memory_order_",
    .scopes = {"memory_scope_all_svm_devices", "memory_scope_device", "memory_scope_cluster",
               "memory_scope_work_group", "memory_scope_sub_group", "memory_scope_work_item"},
    .memory = "global ",
    .has_types = true,
    .rows = {
        {"load", "atomic_load_explicit($p, $o, $s)"},
        {"store", "atomic_store_explicit($p, $v, $o, $s)"},
        {"exchange", "atomic_exchange_explicit($p, $v, $o, $s)"},
        {"fetch", "atomic_fetch_$n_explicit($p, $v, $o, $s)"},
        {"compare", "atomic_compare_exchange_strong_explicit($p, &$e, $v, $o, $s)"},
        {"fence", "atomic_work_item_fence(CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE, $o, $s)"},
        {"barrier", "barrier(CLK_GLOBAL_MEM_FENCE)"}}};

/* The Linux kernel's: an exchange that acquires and releases is a full barrier there. */
static const struct cm_c_spelling lkmm = {.rows = {{"load.acquire", "smp_load_acquire($p)"},
                                                   {"load", "READ_ONCE(*$p)"},
                                                   {"store.release", "smp_store_release($p, $v)"},
                                                   {"store", "WRITE_ONCE(*$p, $v)"},
                                                   {"exchange.relaxed", "xchg_relaxed($p, $v)"},
                                                   {"exchange.acquire", "xchg_acquire($p, $v)"},
                                                   {"exchange.release", "xchg_release($p, $v)"},
                                                   {"exchange", "xchg($p, $v)"},
                                                   {"fence.mb", "smp_mb()"},
                                                   {"fence.rmb", "smp_rmb()"},
                                                   {"fence.wmb", "smp_wmb()"}}};

/* ---- rows as statements ---------------------------------------------------------- */

enum { PARTS = 8, NAMED = 64 };

typedef struct row {
    char *words[PARTS], *operands[PARTS]; /* words[0]: the operation */
    int word_count, operand_count;
    const char *size; /* "8", of which the object's type tells, too; NULL: none is written */
} row;

typedef struct function {
    cm_text *out;
    const struct cm_c_spelling *spelling;
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
        if (isdigit((unsigned char)*part))
            r.size = part;
        else
            r.words[r.word_count++] = part;
    return r;
}

static cm_scope scope_of(const row *r)
{
    const cm_dotted_level *level = levels;
    while (level->word && strcmp(level->word, r->words[r->word_count - 1]) != 0)
        level++;
    return level->scope;
}

/* "memory_order_release, memory_order_relaxed". */
static void add_orders(function *f, const row *r)
{
    /* `fetch.add`: the first word is the operation's. */
    int first = strcmp(r->words[0], "fetch") == 0 ? 2 : 1;
    for (int i = first; i + 1 < r->word_count; i++) {
        const char *word = r->words[i] + (strncmp(r->words[i], "fail_", 5) == 0 ? 5 : 0);
        cm_text_append(f->out, "%s%s", i > first ? ", " : "", f->spelling->order);
        for (; *word; word++)
            cm_text_add_char(f->out,
                             f->spelling->capital ? (char)toupper((unsigned char)*word) : *word);
    }
}

/* A sum stands in parentheses behind the star. */
static void add_pointer(function *f, const char *pointer, bool behind_star)
{
    size_t base = strcspn(pointer, "+");
    if (!pointer[base])
        cm_text_add(f->out, pointer);
    else
        cm_text_append(f->out, behind_star ? "(%.*s + %s)" : "%.*s + %s", (int)base, pointer,
                       pointer + base + 1);
}

/* Operands: the result's, but of a store, the pointer, what is expected, the value. */
static void add_spelled(function *f, const row *r, const char *text)
{
    char *const *operand = r->operands + (strcmp(r->words[0], "store") != 0);
    char before = 0;
    for (; *text; text++) {
        if (*text != '$') {
            cm_text_add_char(f->out, before = *text);
            continue;
        }
        switch (*++text) {
        case 'p':
            add_pointer(f, operand[0], before == '*');
            break;
        case 'e':
            cm_text_add(f->out, r->operands[0]);
            break;
        case 'v':
            cm_text_add(f->out, r->operands[r->operand_count - 1]);
            break;
        case 'n':
            cm_text_add(f->out, r->words[1] + (strcspn(r->words[1], "m") == 1)); /* smax: max */
            break;
        case 'o':
            add_orders(f, r);
            break;
        case 's':
            cm_text_add(f->out, f->spelling->scopes[scope_of(r)]);
            break;
        default: /* f */
            cm_text_add(f->out, f->spelling->of_fences[scope_of(r)]);
        }
    }
    cm_text_add(f->out, ";\n");
}

/* NULL: the dialect has none. */
static const char *spelling_of(const function *f, const char *text)
{
    for (const char *const(*line)[2] = f->spelling->rows; (*line)[0]; line++) {
        size_t length = strlen((*line)[0]);
        if (strncmp(text, (*line)[0], length) == 0 && strchr(". ", text[length]))
            return (*line)[1];
    }
    return NULL;
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

static void print_operation(function *f, const row *r, const char *spelled)
{
    bool store = strcmp(r->words[0], "store") == 0, compare = strcmp(r->words[0], "compare") == 0;
    if (compare && strcmp(r->operands[0], r->operands[2]) != 0) {
        begin_result(f, r->operands[0]);
        cm_text_append(f->out, "%s;\n", r->operands[2]);
        begin_line(f);
    }
    if (r->operand_count && !store && !compare)
        begin_result(f, r->operands[0]);
    bool atomic = r->word_count > 1 || r->operand_count == 0;
    add_spelled(f, r, atomic ? spelled : store ? "*$p = $v" : "*$p");
}

/* A number of 32 bits as an int has it: written otherwise, it would be a long. */
static const char *as_int(function *f, const char *operand)
{
    char *end;
    unsigned long long number = strtoull(operand, &end, 10);
    return *end || number > UINT32_MAX
               ? operand
               : cm_arena_printf(f->out->arena, "%d", (int)(int32_t)(uint32_t)number);
}

static void print_computation(function *f, const row *r, const char *sign, bool is_unsigned)
{
    const char *type = is_unsigned ? "(unsigned)" : "", *first = as_int(f, r->operands[1]);
    begin_result(f, r->operands[0]);
    if (r->operand_count == 2)
        cm_text_append(f->out, "%s%s;\n", sign, first);
    else
        cm_text_append(f->out, "%s%s %s %s%s;\n", type, first, sign, type,
                       as_int(f, r->operands[2]));
}

static void print_row(function *f, const char *text)
{
    row r = take_row(f->out->arena, text);
    bool is_unsigned = false;
    const char *of = r.words[0], *sign = cm_c_sign(of, &is_unsigned);
    bool label = of[strlen(of) - 1] == ':', skips = strcmp(of, "goto") == 0;
    const char *relation = strcmp(of, "if_zero") == 0    ? "!="
                           : strcmp(of, "if_any") == 0   ? ">="
                           : strcmp(of, "if_equal") == 0 ? "=="
                                                         : NULL;
    const char *extends = strcmp(of, "sext") == 0 ? "int" : strcmp(of, "zext") == 0 ? "uint" : NULL;
    const char *spelled = spelling_of(f, text);
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
    } else if (relation) {
        cm_text_append(f->out, "if (%s %s %s) {\n", as_int(f, r.operands[0]), relation,
                       *relation == '=' ? r.operands[1] : "0");
    } else if (extends) {
        begin_result(f, r.operands[0]);
        cm_text_append(f->out, "(%s%s_t)%s;\n", extends, r.size, r.operands[1]);
    } else if (sign && r.operand_count > 1) {
        print_computation(f, &r, sign, is_unsigned);
    } else if (spelled) {
        print_operation(f, &r, spelled);
    }
    f->depth += skips || relation;
}

static void print_body(cm_text *out, const cm_isa_writer *isa, const char *const *rows, int count)
{
    function f = {.out = out, .spelling = isa->spelling};
    for (int i = 0; i < count; i++)
        print_row(&f, rows[i]);
    while (f.depth-- > 0) {
        begin_line(&f);
        cm_text_add(out, "}\n");
    }
}

/* Has some thread an access of it whose row begins so, an atomic one, or else one of that size? */
static bool has_row(const cm_writer *threads, int count, const char *location, const char *begin,
                    const char *size)
{
    size_t length = strlen(location);
    for (const cm_writer *w = threads; w < threads + count; w++)
        for (int r = 0; r < w->row_count; r++) {
            const char *at = strchr(w->rows[r], '[');
            if (at && strncmp(at + 1, location, length) == 0 && strchr("+]", at[1 + length]) &&
                (size ? strstr(w->rows[r], size) != NULL
                      : strcspn(w->rows[r], ".") < strcspn(w->rows[r], " ")) &&
                strncmp(w->rows[r], begin, strlen(begin)) == 0)
                return true;
        }
    return false;
}

static void print_parameter(cm_text *out, const cm_writer *threads, int count, int location)
{
    const struct cm_c_spelling *spelling = threads->isa->spelling;
    const char *name = cm_writer_location(threads, location);
    bool atomic = spelling->has_types && has_row(threads, count, name, "", NULL);
    const char *type = has_row(threads, count, name, "fetch.u", NULL) ? "unsigned"
                       : has_row(threads, count, name, "", ".8 ")     ? "uint8_t"
                       : has_row(threads, count, name, "", ".16 ")    ? "uint16_t"
                                                                      : threads->type;
    cm_text_append(out, "%s%s%s* %s", spelling->memory ? spelling->memory : "",
                   atomic ? "atomic_" : "", type, name);
}

/* All that follows depends on it, whatever the register is: values are not negative. */
static void branch(cm_writer *w, int reg, bool isb)
{
    (void)isb;
    cm_writer_row(w, "if_any r%d", reg);
}

static void guard(cm_writer *w, const char *reg, uint64_t value)
{
    cm_writer_row(w, "if_equal %s, %llu", reg, (unsigned long long)value);
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
static const cm_write_fence unscoped_fences[] = {
    {"Fence.sc", "fence.seq_cst.system", CM_SCOPE_SYS, CM_WRITE_SC},
    {"Fence.acq_rel", "fence.acq_rel.system", CM_SCOPE_SYS, CM_WRITE_ACQ_REL},
    {"Fence.acquire", "fence.acquire.system", CM_SCOPE_SYS, CM_WRITE_ACQUIRE},
    {"Fence.release", "fence.release.system", CM_SCOPE_SYS, CM_WRITE_RELEASE},
    {NULL, NULL, 0, 0}};
static const cm_write_fence kernel_fences[] = {
    {"Mb", "fence.mb", CM_SCOPE_SYS, CM_WRITE_SC},
    {"Rmb", "fence.rmb", CM_SCOPE_SYS, CM_WRITE_ACQUIRE},
    {"Wmb", "fence.wmb", CM_SCOPE_SYS, CM_WRITE_RELEASE},
    {NULL, NULL, 0, 0}};
/* clang-format on */

static const cm_write_rmw rmws[] = {{"Rmw", "exchange", CM_WRITE_EXCHANGE, CM_WRITE_NEW},
                                    {NULL, NULL, CM_WRITE_EXCHANGE, CM_WRITE_NEW}};

static const char *const axes[] = {"scope=cta,gpu,sys", "order=rlx,rel-acq,sc",
                                   "fence=none,sc.sys,acq_rel.sys", "plain=none,x", NULL};
static const char *const unscoped_axes[] = {"order=rlx,rel-acq,sc", "fence=none,sc,acq_rel",
                                            "plain=none,x", NULL};
static const char *const kernel_axes[] = {"order=rlx,rel-acq", "fence=none,mb", "plain=none,x",
                                          NULL};

#define DIALECT(HEAD)                                                                              \
    .alone = true, .dependencies = true, .rmws = rmws, .head = (HEAD), .body = print_body,         \
    .parameter = print_parameter, .branch = branch, .guard = guard, CM_DOTTED_WRITES(&words)
#define SCOPED .scopes = true, .orders = "PALSK", .fences = fences, .axes = axes
#define UNSCOPED                                                                                   \
    .placeless = true, .orders = "PALSK", .fences = unscoped_fences, .axes = unscoped_axes

#define TYPES                                                                                      \
    .types = " int char short long int8_t uint8_t int16_t uint16_t int32_t uint32_t int64_t "      \
             "uint64_t "

static const cm_isa_writer c11_writer = {DIALECT("C"), UNSCOPED, TYPES, .spelling = &c11};
static const cm_isa_writer cpp_writer = {DIALECT("C++"), UNSCOPED, TYPES, .spelling = &cpp};
static const cm_isa_writer hip_writer = {DIALECT("HIP"), SCOPED, TYPES, .spelling = &hip};
static const cm_isa_writer opencl_writer = {DIALECT("OPENCL"), SCOPED,
                                            .types = " int uint long ulong ", .spelling = &opencl,
                                            .places = CM_PLACES_OPENCL};
static const cm_isa_writer lkmm_writer = {
    DIALECT("C"),          .name = "LKMM",      TYPES,
    .placeless = true,     .orders = "PALK",    .fences = kernel_fences,
    .full = kernel_fences, .axes = kernel_axes, .spelling = &lkmm};
static const cm_isa_writer *const dialects[] = {
    &c11_writer, &cpp_writer, &cm_c_writer, &hip_writer, &opencl_writer, &lkmm_writer, NULL};

const cm_isa_writer cm_c_writer = {DIALECT("CUDA"), SCOPED, TYPES, .spelling = &cuda,
                                   .dialects = dialects};
