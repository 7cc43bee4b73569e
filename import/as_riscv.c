/* RISC-V as gcc and clang write it (RISC-V ABIs Specification, "Relocations" and "Integer Calling
 * Convention"; RISC-V Assembly Programmer's Manual).
 *
 *      lui a5,%hi(x) ; lw a4,%lo(x+4)(a5)             la a5,x ; lw a4,4(a5)
 *      .L0: auipc a0,%pcrel_hi(x) ; addi a0,a0,%pcrel_lo(.L0)
 *                                                     la a0,x ; addi a0,a0,0
 *      .L0: auipc a0,%got_pcrel_hi(x) ; ld a0,%pcrel_lo(.L0)(a0)
 *                                                     la a0,x ; mv a0,a0
 *      lui a5,%tprel_hi(x) ; add a5,a5,tp,%tprel_add(x) ; lw a4,%tprel_lo(x)(a5)
 *                                                     a thread's own storage begins at 0:
 *                                                     la a5,x_P0 ; add a5,a5,zero ; lw a4,0(a5)
 *      lw a0,x ; sw a0,x,a5                           la a0,x ; lw a0,0(a0) ; la a5,x ; sw a0,0(a5)
 */
#include "import/as.h"

#include "base/text.h"

#include <string.h>

static const char *const arguments[] = {"x10", "x11", "x12", "x13", "x14",
                                        "x15", "x16", "x17", NULL};
static const char *const frames[] = {"sp", "s0", "fp", NULL};

static const cm_as_word words[] = {
    {"j", NULL, CM_AS_JUMP},        {"tail", NULL, CM_AS_JUMP}, {"call", NULL, CM_AS_CALL},
    {"ret", "", CM_AS_RETURN},      {"jr", "ra", CM_AS_RETURN}, {"jr", NULL, CM_AS_TABLE},
    {"jalr", NULL, CM_AS_INDIRECT}, {"jal", NULL, CM_AS_CALL},  {"ebreak", NULL, CM_AS_END},
    {"unimp", NULL, CM_AS_END},     {NULL, NULL, CM_AS_HINT},
};

/* Inside of `%hi(...)`; NULL: the operand does not begin so. *behind: after its parenthesis. */
static const char *inside(const cm_as_code *c, const char *operand, const char *word,
                          const char **behind)
{
    size_t length = strlen(word);
    if (strncmp(operand, word, length) != 0 || operand[length] != '(')
        return NULL;
    const char *from = operand + length + 1, *end = strchr(from, ')');
    if (!end)
        return NULL;
    *behind = end + 1;
    return cm_arena_text(c->work->arena, from, (size_t)(end - from));
}

/* The instruction `auipc` that the label stands before. */
static const cm_as_statement *high_part(const cm_as_code *c, const cm_as_statement *s,
                                        const char *label)
{
    const cm_as_file *file = c->file;
    for (int i = 0; i < file->count; i++) {
        if (file->statements[i].kind != CM_AS_LABEL || strcmp(file->statements[i].word, label) != 0)
            continue;
        while (i < file->count && file->statements[i].kind != CM_AS_INSTRUCTION)
            i++;
        if (i < file->count && strcmp(file->statements[i].word, "auipc") == 0)
            return &file->statements[i];
    }
    cm_as_fail(c, s, "no `auipc` is at label `%s`, expected the other part of the address there",
               label);
}

enum { OWN = 2 }; /* so many of them are a thread's own */

/* Makes the first part of an address the whole. */
static bool add_high(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    static const char *const highs[] = {"%tprel_hi", "%tls_ie_pcrel_hi", "%hi", "%pcrel_hi",
                                        "%got_pcrel_hi"};
    const char *behind = "";
    int64_t offset;
    for (size_t i = 0; all->count == 2 && i < sizeof highs / sizeof *highs; i++) {
        const char *symbol = inside(c, all->items[1], highs[i], &behind);
        if (!symbol)
            continue;
        cm_as_add_row(c, s, "la %s,%s", all->items[0],
                      cm_as_symbol(c, s, symbol, i < OWN, &offset));
        return true;
    }
    return false;
}

/* `la a0,x+4`, `lla a0,x`, `la.tls.ie a0,x` */
static bool add_address(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    bool own = strcmp(s->word, "la.tls.ie") == 0;
    bool is = own || strcmp(s->word, "la") == 0 || strcmp(s->word, "lla") == 0;
    int64_t offset;
    if (!is || all->count != 2)
        return false;
    const char *name = cm_as_symbol(c, s, all->items[1], own, &offset);
    cm_as_add_row(c, s, "la %s,%s", all->items[0], name);
    if (offset)
        cm_as_add_row(c, s, "addi %s,%s,%lld", all->items[0], all->items[0], (long long)offset);
    return true;
}

/* A load or a store at a symbol, by way of the register that it loads or that it names, as it must
 * for a floating-point number. */
static bool add_access(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    static const char *const loads[] = {"lb", "lh", "lw", "ld", "lbu", "lhu", "lwu"};
    static const char *const stores[] = {"sb", "sh", "sw", "sd", "fld", "flw", "fsd", "fsw"};
    bool load = all->count == 2 && cm_word_listed(loads, sizeof loads / sizeof *loads, s->word);
    bool store = all->count == 3 && cm_word_listed(stores, sizeof stores / sizeof *stores, s->word);
    int64_t offset;
    if ((!load && !store) || strchr(all->items[1], '('))
        return false;
    const char *name = cm_as_symbol(c, s, all->items[1], false, &offset);
    const char *by = all->items[store ? 2 : 0];
    cm_as_add_row(c, s, "la %s,%s", by, name);
    cm_as_add_row(c, s, "%s %s,%lld(%s)", s->word, all->items[0], (long long)offset, by);
    return true;
}

/* An operand with `%lo(x+4)` or `%pcrel_lo(.L0)` as a number. *table: it is the address of an entry
 * in the table of addresses. */
static const char *with_low(cm_as_code *c, const cm_as_statement *s, const char *operand,
                            bool *table)
{
    const char *behind = "", *unused;
    int64_t offset = 0;
    const char *symbol = inside(c, operand, "%tprel_lo", &behind);
    bool own = symbol != NULL;
    symbol = own ? symbol : inside(c, operand, "%lo", &behind);
    const char *label = symbol ? NULL : inside(c, operand, "%pcrel_lo", &behind);
    if (label) {
        const cm_as_statement *high = high_part(c, s, label);
        cm_as_operands all = cm_as_split(c, high);
        const char *last = all.count == 2 ? all.items[1] : "";
        symbol = inside(c, last, "%tls_ie_pcrel_hi", &unused);
        own = symbol != NULL;
        symbol = own ? symbol : inside(c, last, "%got_pcrel_hi", &unused);
        *table = symbol != NULL;
        symbol = symbol ? symbol : inside(c, last, "%pcrel_hi", &unused);
        symbol = symbol ? symbol : "";
    }
    if (!symbol)
        return operand;
    cm_as_symbol(c, s, symbol, own, &offset);
    return cm_arena_printf(c->work->arena, "%lld%s", (long long)offset, behind);
}

/* `add a5,a5,tp`, `add a5,a5,tp,%tprel_add(x)` */
static bool add_own(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    static const char *const marks[] = {"tprel_add", "tls_ie_pcrel_hi", "la.tls.ie", NULL};
    if (strcmp(s->word, "add") != 0 || all->count < 3 || strcmp(all->items[2], "tp") != 0)
        return false;
    cm_as_need_own(c, s, marks);
    cm_as_add_row(c, s, "add %s,%s,zero", all->items[0], all->items[1]);
    return true;
}

static void refuse_others(const cm_as_code *c, const cm_as_statement *s)
{
    if (strstr(s->rest, "%tls") || cm_as_has_name(s->rest, "tp"))
        cm_as_fail_own_storage(c, s);
    if (strchr(s->rest, '%') && !strstr(s->rest, "lo("))
        cm_as_fail(c, s,
                   "`%s` is not supported here, expected %%hi, %%lo, %%pcrel_hi, %%pcrel_lo or "
                   "%%got_pcrel_hi",
                   s->rest);
}

static void add(cm_as_code *c, const cm_as_statement *s)
{
    cm_as_operands all = cm_as_split(c, s);
    if (add_high(c, s, &all) || add_address(c, s, &all) || add_access(c, s, &all) ||
        add_own(c, s, &all))
        return;
    refuse_others(c, s);
    bool table = false;
    const char *text = "";
    for (int i = 0; i < all.count; i++)
        text = cm_arena_printf(c->work->arena, "%s%s%s", text, i > 0 ? "," : " ",
                               with_low(c, s, all.items[i], &table));
    if (!table) {
        cm_as_add_row(c, s, "%s%s", s->word, text);
        return;
    }
    const char *base = all.count == 2 ? strrchr(all.items[1], '(') : NULL;
    if (strcmp(s->word, "ld") != 0 || !base)
        cm_as_fail(c, s, "`%s` reads the table of addresses, expected `ld`", s->word);
    cm_as_add_row(c, s, "mv %s,%.*s", all.items[0], (int)strcspn(base + 1, ")"), base + 1);
}

static void go(cm_as_code *c, const cm_as_statement *s, const char *operand, const char *base,
               int64_t number, const char *label, int to)
{
    (void)to;
    cm_as_need_free(c, s, (const char *const[]){"t6", "x31", NULL});
    if (!base)
        cm_as_add_row(c, s, "li t6,%lld", (long long)number);
    else
        cm_as_add_row(c, s, "la t6,%s", base);
    if (base)
        cm_as_add_row(c, s, "addi t6,t6,%lld", (long long)number);
    if (label)
        cm_as_add_row(c, s, "beq %s,t6,%s", operand, label);
    else
        cm_as_add_row(c, s, "ld t6,0(t6)");
}

/* `jalr a5`, `jalr ra,0(a5)`, `jr a5` */
static const char *pointer(cm_as_code *c, const cm_as_statement *s)
{
    cm_as_operands all = cm_as_split(c, s);
    const char *last = all.count > 0 ? all.items[all.count - 1] : "";
    const char *open = strncmp(last, "0(", 2) == 0 ? last + 2 : last;
    return cm_arena_text(c->work->arena, open, strcspn(open, ")"));
}

/* Both compilers say for which extensions the code is. */
static bool wrote(const cm_source *source)
{
    static const char *const signs[] = {".attribute", NULL};
    return cm_as_file_has(source, signs);
}

const cm_as_set cm_as_riscv = {.arch = CM_RISCV,
                               .comment = "#",
                               .jump = "j",
                               .arguments = arguments,
                               .stack = "x2",
                               .frames = frames,
                               .zero = "li a0,0",
                               .words = words,
                               .word = 4,
                               .least = 8,
                               .reading = "ztso",
                               .extension = "_ztso",
                               .wrote = wrote,
                               .add = add,
                               .go = go,
                               .pointer = pointer};
