/* x86-64 as gcc and clang write it, in AT&T order (System V ABI, AMD64 supplement, 3.2 and 4.4).
 *
 *      movq x@GOTPCREL(%rip),%rax      a table of constants: movq $x,%rax
 *      movl $x,%edi                    movq $x,%rdi: locations of tests are above 4 GiB
 *      movl %fs:x@tpoff,%eax           a thread's own storage begins at 0: movl x_P0,%eax
 *      movq x@gottpoff(%rip),%rax      movq $x_P0,%rax
 *      pushq %rbx                      leaq -8(%rsp),%rsp ; movq %rbx,(%rsp): changes no flags
 *      pushq x(%rip), pushq $8         likewise, by R11, where the function does not name it
 *      popq %rbx, leave                likewise
 */
#include "import/as.h"

#include "base/text.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

static const char *const arguments[] = {"RDI", "RSI", "RDX", "RCX", "R8", "R9", NULL};
static const char *const frames[] = {"rsp", "rbp", NULL};

static const cm_as_word words[] = {
    {"jmp", NULL, CM_AS_JUMP},        {"jmpq", NULL, CM_AS_JUMP},
    {"call", NULL, CM_AS_CALL},       {"callq", NULL, CM_AS_CALL},
    {"ret", NULL, CM_AS_RETURN},      {"retq", NULL, CM_AS_RETURN},
    {"endbr64", NULL, CM_AS_HINT},    {"ud2", NULL, CM_AS_END},
    {"prefetcht0", NULL, CM_AS_HINT}, {"prefetcht1", NULL, CM_AS_HINT},
    {"prefetcht2", NULL, CM_AS_HINT}, {"prefetchnta", NULL, CM_AS_HINT},
    {"prefetchw", NULL, CM_AS_HINT},  {NULL, NULL, CM_AS_HINT},
};

/* ---- the stack ------------------------------------------------------------------------------- */

static void push(cm_as_code *c, const cm_as_statement *s, const char *what)
{
    cm_as_add_row(c, s, "leaq -8(%%rsp),%%rsp");
    cm_as_add_row(c, s, "movq %s,(%%rsp)", what);
}

static void pop(cm_as_code *c, const cm_as_statement *s, const char *where)
{
    cm_as_add_row(c, s, "movq (%%rsp),%s", where);
    cm_as_add_row(c, s, "leaq 8(%%rsp),%%rsp");
}

/* ---- symbols --------------------------------------------------------------------------------- */

/* `%edi` as `%rdi`, `%r9d` as `%r9`. */
static const char *whole(const cm_as_code *c, const char *name)
{
    size_t length = strlen(name);
    if (name[1] == 'e')
        return cm_arena_printf(c->work->arena, "%%r%s", name + 2);
    return name[length - 1] == 'd' && isdigit((unsigned char)name[length - 2])
               ? cm_arena_text(c->work->arena, name, length - 1)
               : name;
}

/* `add`, or with the letter of a width `addl`; not `addsd`. */
static bool is_named(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 &&
           (!word[length] || (strchr("bwlq", word[length]) && !word[length + 1]));
}

static bool begins_symbol(const char *text)
{
    return isalpha((unsigned char)*text) || *text == '_' || *text == '.';
}

static size_t own_suffix(const char *text)
{
    static const char suffix[] = "@tpoff";
    return strncasecmp(text, suffix, sizeof suffix - 1) == 0 ? sizeof suffix - 1 : 0;
}

/* The operand with the names of the test in place of symbols. *symbol becomes true if it has one.
 */
static const char *with_names(cm_as_code *c, const cm_as_statement *s, const char *operand,
                              bool *symbol)
{
    cm_text text = cm_text_new(c->work->arena);
    for (const char *at = operand; *at;) {
        size_t length = 0;
        bool number = at == operand + 1 && *operand == '$';
        bool inside = at > operand && !number && (cm_import_in_name(at[-1]) || at[-1] == '%');
        while (cm_import_in_name(at[length]) && !(length == 0 && *at == '$'))
            length++;
        if (length == 0 || inside || !begins_symbol(at)) {
            length = length == 0 ? 1 : length;
            cm_text_add_bytes(&text, at, length);
        } else {
            size_t own = own_suffix(at + length);
            const char *name = cm_arena_text(c->work->arena, at, length);
            cm_text_add(&text, cm_as_declare(c, s, name, own > 0));
            *symbol = true;
            length += own;
        }
        at += length;
    }
    return text.data;
}

/* The number that guards the stack, at %fs:40: a constant. */
static const char *guard(cm_as_code *c)
{
    static const char name[] = "__stack_chk_guard";
    cm_as_thread *t = &c->thread;
    for (int i = 0; i < t->item_count; i++)
        if (strcmp(t->items[i].name, name) == 0)
            return name;
    CM_PUSH(c->work->arena, t->items, t->item_count, t->item_capacity,
            (cm_import_item){.name = name, .text = "int64_t __stack_chk_guard=0", .hidden = true});
    return name;
}

/* `%fs:x@tpoff`, `%fs:(%rax)`, `%fs:0`: without the segment; `8+x(%rip)`: the number behind. */
static const char *plain(cm_as_code *c, const cm_as_statement *s, const char *operand)
{
    static const char segment[] = "%fs:";
    static const char *const marks[] = {"tpoff", "TPOFF", "gottpoff", "GOTTPOFF", NULL};
    bool own = strncmp(operand, segment, sizeof segment - 1) == 0;
    const char *from = operand + (own ? sizeof segment - 1 : 0);
    size_t digits = strspn(from, "-0123456789"), length = strcspn(from, "(");
    if (own && strcmp(from, "40") == 0)
        return cm_arena_printf(c->work->arena, "%s(%%rip)", guard(c));
    if (own)
        cm_as_need_own(c, s, marks);
    if (own && strcmp(from, "0") == 0 && (is_named(s->word, "mov") || is_named(s->word, "add")))
        return "$0";
    if (digits > 0 && from[digits] == '+' && begins_symbol(from + digits + 1))
        return cm_arena_printf(c->work->arena, "%.*s%+ld%s", (int)(length - digits - 1),
                               from + digits + 1, strtol(from, NULL, 10), from + length);
    if (own && digits == strlen(from))
        cm_as_fail_own_storage(c, s);
    return from;
}

static bool add_stack(cm_as_code *c, const cm_as_statement *s)
{
    bool is_register = *s->rest == '%';
    if (strcmp(s->word, "leave") == 0 || strcmp(s->word, "leaveq") == 0) {
        cm_as_add_row(c, s, "movq %%rbp,%%rsp");
        pop(c, s, "%rbp");
        return true;
    }
    bool pushes = strcmp(s->word, "push") == 0 || strcmp(s->word, "pushq") == 0;
    bool pops = strcmp(s->word, "pop") == 0 || strcmp(s->word, "popq") == 0;
    bool other = pushes && !is_register && !(*s->rest == '$' && begins_symbol(s->rest + 1));
    if ((pushes || pops) && !other && (!is_register || cm_as_has_name(s->rest, "rsp")))
        cm_as_fail(c, s, "`%s %s` is not supported, expected a register", s->word, s->rest);
    if (other) {
        bool symbol;
        const char *what = with_names(c, s, plain(c, s, s->rest), &symbol);
        if (*what != '$') {
            cm_as_need_free(c, s, (const char *const[]){"r11", "r11d", "r11w", "r11b", NULL});
            cm_as_add_row(c, s, "movq %s,%%r11", what);
            what = "%r11";
        }
        push(c, s, what);
    } else if (pushes)
        push(c, s, s->rest);
    else if (pops)
        pop(c, s, s->rest);
    return pushes || pops;
}

/* `movq x@GOTPCREL(%rip),%rax`, `movl $x,%edi` */
static bool add_address(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    const char *from = all->count == 2 ? all->items[0] : "";
    const char *at = from + strcspn(from, "@");
    bool place = strcasecmp(at, "@gottpoff(%rip)") == 0;
    bool table = place || strcmp(at, "@GOTPCREL(%rip)") == 0;
    bool moves = strncmp(s->word, "mov", 3) == 0 && (!s->word[3] || strchr("lq", s->word[3]));
    bool number = *from == '$' && begins_symbol(from + 1);
    int64_t offset;
    if (!table && !(number && moves))
        return false;
    bool adds = place && is_named(s->word, "add");
    if ((!moves && !adds) || all->items[1][0] != '%')
        cm_as_fail(c, s, "`%s` reads the table of addresses, expected `movq` into a register",
                   s->word);
    size_t own = own_suffix(at);
    const char *symbol = cm_arena_printf(c->work->arena, "%.*s%s", (int)(at - from - number),
                                         from + number, table ? "" : at + own);
    const char *name = cm_as_symbol(c, s, symbol, place || own > 0, &offset);
    const char *to = whole(c, all->items[1]);
    cm_as_add_row(c, s, "%sq $%s,%s", adds ? "add" : "mov", name, to);
    if (offset)
        cm_as_add_row(c, s, "leaq %lld(%s),%s", (long long)offset, to, to);
    return true;
}

/* ---- flags --------------------------------------------------------------------------------------
 */

/* Does the code from there on set the flags before it reads them? */
static bool sets_flags_first(const cm_as_code *c, int from)
{
    enum { MOST = 256 };
    static const char *const sets[] = {"cmp", "test", "add", "sub",  "and",
                                       "or",  "xor",  "neg", "call", "ret"};
    static const char *const reads[] = {"j", "set", "cmov", "adc", "sbb"};
    const cm_as_file *file = c->file;
    for (int steps = 0, i = from; steps < MOST && i < file->count; steps++, i++) {
        const cm_as_statement *s = &file->statements[i];
        if (s->kind == CM_AS_INSTRUCTION && strcmp(s->word, "jmp") == 0) {
            for (i = 0; i < file->count; i++)
                if (file->statements[i].kind == CM_AS_LABEL &&
                    strcmp(file->statements[i].word, s->rest) == 0)
                    break;
            continue;
        }
        for (size_t k = 0; s->kind == CM_AS_INSTRUCTION && k < sizeof sets / sizeof *sets; k++)
            if (is_named(s->word, sets[k]))
                return true;
        for (size_t k = 0; s->kind == CM_AS_INSTRUCTION && k < sizeof reads / sizeof *reads; k++)
            if (strncmp(s->word, reads[k], strlen(reads[k])) == 0)
                return false;
    }
    return false;
}

/* ---- instructions ---------------------------------------------------------------------------- */

/* What widens the accumulator. */
static const struct {
    const char *opcode, *row;
} widens[] = {
    {"cltq", "movslq %eax,%rax"}, {"cwtl", "movswl %ax,%eax"}, {"cbtw", "movsbw %al,%ax"}};

/* `rep bsf` is TZCNT where the processor has it, and BSF where not: of 0, and in the flags, they
 * differ. */
static void refuse_rep(const cm_as_code *c, const cm_as_statement *s)
{
    if (strcmp(s->prefix, "rep ") != 0 || strcmp(s->word, "nop") == 0)
        return;
    if (!is_named(s->word, "bsf"))
        cm_as_fail(c, s, "`rep %s` is not supported, expected instructions without it", s->word);
    int at = 0; /* s may be a copy */
    while (at < c->file->count && (c->file->statements[at].place.offset != s->place.offset ||
                                   c->file->statements[at].kind != CM_AS_INSTRUCTION))
        at++;
    if (!sets_flags_first(c, at + 1))
        cm_as_fail(c, s,
                   "`rep %s` is not supported where its flags may be read, expected code that sets "
                   "them first",
                   s->word);
}

static void add(cm_as_code *c, const cm_as_statement *s)
{
    cm_as_operands all = cm_as_split(c, s);
    refuse_rep(c, s);
    for (size_t i = 0; i < sizeof widens / sizeof *widens; i++)
        if (strcmp(s->word, widens[i].opcode) == 0) {
            cm_as_add_row(c, s, "%s", widens[i].row);
            return;
        }
    for (int i = 0; i < all.count; i++)
        all.items[i] = plain(c, s, all.items[i]);
    if (strstr(s->rest, "%gs:"))
        cm_as_fail_own_storage(c, s);
    if (strchr(s->rest, '*'))
        cm_as_fail(
            c, s, "`%s` to an address in a register or in memory is not supported, expected a name",
            s->word);
    if (add_stack(c, s) || add_address(c, s, &all))
        return;
    bool symbol = false, jump = *s->word == 'j';
    const char *text = "";
    for (int i = 0; i < all.count; i++)
        text = cm_arena_printf(c->work->arena, "%s%s%s", text, i > 0 ? "," : " ",
                               jump ? all.items[i] : with_names(c, s, all.items[i], &symbol));
    if (symbol && strchr(text, '@'))
        cm_as_fail(c, s, "`%s` is not supported here, expected a symbol", s->rest);
    cm_as_add_row(c, s, "%s%s%s", *s->prefix == 'l' ? s->prefix : "", s->word, text);
}

/* ---- tables ---------------------------------------------------------------------------------- */

/* A comparison changes the flags, which the jump does not. */
/* One of 8 bytes that neither the operand nor the code names: "%r11". */
static const char *free_register(cm_as_code *c, const cm_as_statement *s, const char *operand)
{
    static const char *const all[] = {"r11", "r10", "r9", "r8", "r15", "r14", "r13", "r12"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const char *names[] = {all[i], cm_arena_printf(c->work->arena, "%sd", all[i]),
                               cm_arena_printf(c->work->arena, "%sw", all[i]),
                               cm_arena_printf(c->work->arena, "%sb", all[i]), NULL};
        if (cm_as_is_free(c, names) && !cm_as_has_name(operand, all[i]))
            return cm_arena_printf(c->work->arena, "%%%s", all[i]);
    }
    cm_as_fail(c, s,
               "`%s` in code that uses `r8` to `r15` is not supported, expected one to be free",
               s->word);
}

static void go(cm_as_code *c, const cm_as_statement *s, const char *operand, const char *base,
               int64_t number, const char *label, int to)
{
    bool symbol;
    const char *free = free_register(c, s, operand ? operand : "");
    if (label && to >= 0 && !sets_flags_first(c, to))
        cm_as_fail(c, s,
                   "the flags may be read after a jump by a table, which is not supported, "
                   "expected code that sets them first");
    if (base)
        cm_as_add_row(c, s, "leaq %s%+lld(%%rip),%s", base, (long long)number, free);
    else
        cm_as_add_row(c, s, "movq $%lld,%s", (long long)number, free);
    if (label) {
        cm_as_add_row(c, s, "cmpq %s,%s", free, with_names(c, s, operand, &symbol));
        cm_as_add_row(c, s, "je %s", label);
    } else {
        cm_as_add_row(c, s, "movq (%s),%s", free, free);
    }
}

/* `call *%rax`, `jmp *8(%rdi)` */
static const char *pointer(cm_as_code *c, const cm_as_statement *s)
{
    bool symbol;
    const char *what = s->rest + (*s->rest == '*');
    if (*what == '%' && what[1] != 'f' && what[1] != 'g')
        return what;
    cm_as_need_free(c, s, (const char *const[]){"r10", "r10d", "r10w", "r10b", NULL});
    cm_as_add_row(c, s, "movq %s,%%r10", with_names(c, s, plain(c, s, what), &symbol));
    return "%r10";
}

/* Registers that no other set has. */
static bool wrote(const cm_source *source)
{
    static const char *const signs[] = {"rdi", "rsi", "rsp", "rbp",  "rax", "eax",
                                        "rdx", "rip", "edi", "retq", NULL};
    return cm_as_file_has(source, signs);
}

const cm_as_set cm_as_x86 = {.arch = CM_X86_64,
                             .comment = "#",
                             .jump = "jmp",
                             .arguments = arguments,
                             .stack = "RSP",
                             .frames = frames,
                             .entered = 8,
                             .enter = "leaq -8(%rsp),%rsp",
                             .leave = "leaq 8(%rsp),%rsp",
                             .zero = "movl $0,%eax",
                             .words = words,
                             .word = 2,
                             .wrote = wrote,
                             .add = add,
                             .go = go,
                             .pointer = pointer};
