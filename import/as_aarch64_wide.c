/* AArch64's registers of 16 bytes, as compilers copy and clear memory with them.
 *
 * Q0 is D0 and, for the upper half, D16: a file that uses the registers from 16 on is refused.
 *
 *      ldr q0, [x1, #32]           ldp d0, d16, [x1, #32]: a load of 16 bytes in one register is
 *                                  two accesses of 8 without LSE2 (Arm ARM B2.2.1), as LDP has
 *      st1 {v0.16b - v1.16b}, [x1] the same of each
 *      stp q0, q1, [x1], #32       stp d0, d16, [x1] ; stp d1, d17, [x1, #16] ; add x1, x1, #32
 *      movi v0.4s, #1              mov x17, #0x100000001 ; fmov d0, x17 ; fmov d16, x17
 *      mov v0.16b, v1.16b          fmov d0, d1 ; fmov d16, d17
 *      fadd d0, d0, d1             behind it movi d16, #0: what writes D0 or S0 clears the rest
 *      cnt v0.8b, v0.8b            by X16 and X17, as parts of a number of 8 bytes
 */
#include "import/as.h"

#include "base/text.h"

#include <stdlib.h>
#include <string.h>

enum { HALF = 16, UNIT = 8, WIDE = 16, REACH = 504 };

static const char *const scratch[] = {"x17", "w17", NULL};

/* The number of `q3` or `v3.16b`, whose letter is one of these; -1: it is none. */
static int number_of(const char *name, const char *letters)
{
    char *end;
    if (!*name || !strchr(letters, *name) || name[1] < '0' || name[1] > '9')
        return -1;
    long number = strtol(name + 1, &end, 10);
    return number < 2 * HALF && (!*end || *end == '.') ? (int)number : -1;
}

/* Fails where the file uses registers from 16 on, in which the upper halves are here. */
static int lower(const cm_as_code *c, const cm_as_statement *s, int number)
{
    for (int i = HALF; i < 2 * HALF; i++)
        for (const char *letter = "qvds"; *letter; letter++) {
            const char *name = cm_arena_printf(c->work->arena, "%c%d", *letter, i);
            if (cm_as_file_has(c->file->source, (const char *const[]){name, NULL}))
                cm_as_fail(c, s,
                           "`%s` in a file that uses `%s` is not supported, expected registers of "
                           "16 bytes below 16",
                           s->word, name);
        }
    return number;
}

/* ---- memory ------------------------------------------------------------------------------ */

typedef struct address {
    const char *base;
    long long offset, after; /* after: what is added to the base behind the access */
} address;

/* `[x1, #32]`, `[x1], #32`, `[x1, #32]!`; an index goes into X17. The operands are from there on.
 */
static address address_of(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all,
                          int at)
{
    const char *text = all->items[at] + 1, *comma = strchr(text, ',');
    size_t length = comma ? (size_t)(comma - text) : strcspn(text, "]");
    address a = {.base = cm_arena_text(c->work->arena, text, length)};
    const char *rest = comma ? comma + 1 + strspn(comma + 1, " ") : "";
    bool number = *rest == '#' || *rest == '-' || (*rest >= '0' && *rest <= '9');
    if (number)
        a.offset = strtoll(rest + (*rest == '#'), NULL, 0);
    if (*rest && !number) {
        cm_as_need_free(c, s, scratch);
        cm_as_add_row(c, s, "add x17,%s,%.*s", a.base, (int)strcspn(rest, "]"), rest);
        a.base = "x17";
    }
    if (strchr(text, '!')) {
        cm_as_add_row(c, s, "add %s,%s,#%lld", a.base, a.base, a.offset);
        a.offset = 0;
    } else if (all->count > at + 1) {
        a.after = strtoll(all->items[at + 1] + (*all->items[at + 1] == '#'), NULL, 0);
    }
    return a;
}

static void add_row(cm_as_code *c, const cm_as_statement *s, bool loads, int number,
                    const address *a, long long offset)
{
    if (offset % UNIT == 0 && offset >= -REACH && offset <= REACH) {
        cm_as_add_row(c, s, "%s d%d,d%d,[%s,#%lld]", loads ? "ldp" : "stp", number, number + HALF,
                      a->base, offset);
        return;
    }
    const char *word = offset % UNIT == 0 && offset >= 0 ? "r" : "ur";
    for (int half = 0; half < 2; half++)
        cm_as_add_row(c, s, "%s%s d%d,[%s,#%lld]", loads ? "ld" : "st", word, number + half * HALF,
                      a->base, offset + half * UNIT);
}

/* `ld1 {v0.16b - v1.16b}, [x1]`: as operands of its own, `q0`, `q1`, `[x1]`. */
static bool lists_registers(const cm_as_code *c, const cm_as_statement *s,
                            const cm_as_operands *all, cm_as_operands *listed)
{
    const char *to = all->count > 0 ? strchr(all->items[0], '-') : NULL;
    if ((strcmp(s->word, "ld1") != 0 && strcmp(s->word, "st1") != 0) || !to ||
        *all->items[0] != '{')
        return false;
    const char *first = all->items[0] + 1 + strspn(all->items[0] + 1, " ");
    const char *last = to + 1 + strspn(to + 1, " ");
    int from = number_of(cm_arena_text(c->work->arena, first, strcspn(first, ". ")), "v");
    int until = number_of(cm_arena_text(c->work->arena, last, strcspn(last, ".} ")), "v");
    if (!strstr(last, ".16b}") || from < 0 || until <= from || until > from + 3)
        return false;
    *listed = (cm_as_operands){.count = 0};
    for (; from <= until; from++)
        listed->items[listed->count++] = cm_arena_printf(c->work->arena, "q%d", from);
    for (int i = 1; i < all->count; i++)
        listed->items[listed->count++] = all->items[i];
    return true;
}

static bool add_access(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    static const char *const words[] = {"ldr", "ldur", "ldp", "ldnp", "ld1",
                                        "str", "stur", "stp", "stnp", "st1"};
    if (!cm_word_listed(words, sizeof words / sizeof *words, s->word))
        return false;
    bool loads = *s->word == 'l';
    int count = 0;
    cm_as_operands listed;
    if (lists_registers(c, s, all, &listed))
        all = &listed;
    while (count < all->count && number_of(all->items[count], "q") >= 0)
        count++;
    if (count == 0 || count >= all->count || *all->items[count] != '[')
        return false;
    for (int i = 0; i < count; i++)
        lower(c, s, number_of(all->items[i], "q"));
    address a = address_of(c, s, all, count);
    for (int i = 0; i < count; i++)
        add_row(c, s, loads, number_of(all->items[i], "q"), &a, a.offset + (long long)i * WIDE);
    if (a.after)
        cm_as_add_row(c, s, "add %s,%s,#%lld", a.base, a.base, a.after);
    return true;
}

/* ---- values ---------------------------------------------------------------------------------- */

static void set_both(cm_as_code *c, const cm_as_statement *s, int number, const char *value,
                     bool upper)
{
    cm_as_add_row(c, s, "fmov d%d,%s", number, value);
    cm_as_add_row(c, s, "fmov d%d,%s", number + HALF, upper ? value : "xzr");
}

/* `movi v0.4s, 0x1, lsl 8`, `mvni`: the number in each part of the register. */
static bool add_number(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    bool inverse = strcmp(s->word, "mvni") == 0;
    int number = all->count >= 2 ? number_of(all->items[0], "v") : -1;
    const char *parts = number >= 0 ? strchr(all->items[0], '.') : NULL;
    if ((!inverse && strcmp(s->word, "movi") != 0) || !parts)
        return false;
    static const char *const kinds[] = {".16b", ".8b", ".8h", ".4h", ".4s", ".2s", ".2d"};
    static const unsigned bits[] = {8, 8, 16, 16, 32, 32, 64};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        if (strcmp(parts, kinds[i]) != 0)
            continue;
        const char *text = all->items[1] + (*all->items[1] == '#');
        uint64_t value = strtoull(text, NULL, 0), all_bits = UINT64_MAX >> (64 - bits[i]);
        if (all->count == 3 && strncmp(all->items[2], "lsl ", 4) == 0)
            value <<= strtoul(all->items[2] + 4 + (all->items[2][4] == '#'), NULL, 0) & 31;
        else if (all->count > 2)
            return false;
        value = (inverse ? ~value : value) & all_bits;
        for (unsigned wide = bits[i]; wide < 64; wide *= 2)
            value |= value << wide;
        cm_as_need_free(c, s, scratch);
        cm_as_add_row(c, s, "mov x17,#%lld", (long long)(value & 0xffff));
        for (int at = 16; at < 64; at += 16)
            cm_as_add_row(c, s, "movk x17,#%lld,lsl #%d", (long long)(value >> at & 0xffff), at);
        bool upper =
            strcmp(parts, ".8b") != 0 && strcmp(parts, ".4h") != 0 && strcmp(parts, ".2s") != 0;
        set_both(c, s, lower(c, s, number), "x17", upper);
        return true;
    }
    return false;
}

/* `mov v0.16b, v1.16b`, `mov x0, v0.d[1]`, `mov v0.d[1], x0`, `dup v0.2d, x0` */
static bool add_move(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    static const char *const words[] = {"mov", "fmov", "umov", "ins", "orr"};
    bool dup = strcmp(s->word, "dup") == 0;
    if (all->count < 2 || (!dup && !cm_word_listed(words, sizeof words / sizeof *words, s->word)))
        return false;
    const char *to = all->items[0], *from = all->items[all->count - 1];
    int into = number_of(to, "v"), of = number_of(from, "v");
    const char *into_part = into >= 0 ? strchr(to, '.') : "",
               *of_part = of >= 0 ? strchr(from, '.') : "";
    bool upper_to = strcmp(into_part, ".d[1]") == 0, upper_from = strcmp(of_part, ".d[1]") == 0;
    bool one_to = upper_to || strcmp(into_part, ".d[0]") == 0;
    bool one_from = upper_from || strcmp(of_part, ".d[0]") == 0;
    if (dup && strcmp(into_part, ".2d") == 0 && *from == 'x') {
        set_both(c, s, lower(c, s, into), from, true);
    } else if (strcmp(into_part, ".16b") == 0 && strcmp(of_part, ".16b") == 0 &&
               strcmp(s->word, "orr") != 0) {
        cm_as_add_row(c, s, "fmov d%d,d%d", lower(c, s, into), of);
        cm_as_add_row(c, s, "fmov d%d,d%d", into + HALF, of + HALF);
    } else if (!dup && one_to && *from == 'x') {
        cm_as_add_row(c, s, "fmov d%d,%s", lower(c, s, into) + upper_to * HALF, from);
    } else if (!dup && one_from && *to == 'x') {
        cm_as_add_row(c, s, "fmov %s,d%d", to, lower(c, s, of) + upper_from * HALF);
    } else {
        return false;
    }
    return true;
}

/* `cnt v0.8b, v1.8b`: of each byte how many bits are 1; `addv b0, v0.8b`, `uaddlv h0, v0.8b`: the
 * bytes' sum. As parts of a number of 8 bytes, side by side. */
static bool add_count(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    static const char *const bits[] = {"and x16,x17,#0xaaaaaaaaaaaaaaaa",
                                       "lsr x16,x16,#1",
                                       "sub x17,x17,x16",
                                       "and x16,x17,#0xcccccccccccccccc",
                                       "lsr x16,x16,#2",
                                       "and x17,x17,#0x3333333333333333",
                                       "add x17,x17,x16",
                                       "add x17,x17,x17,lsr #4",
                                       "and x17,x17,#0x0f0f0f0f0f0f0f0f",
                                       NULL};
    static const char *const bytes[] = {"and x16,x17,#0x00ff00ff00ff00ff",
                                        "lsr x17,x17,#8",
                                        "and x17,x17,#0x00ff00ff00ff00ff",
                                        "add x17,x17,x16",
                                        "orr x16,xzr,#0x0001000100010001",
                                        "mul x17,x17,x16",
                                        "lsr x17,x17,#48",
                                        NULL};
    bool counts = strcmp(s->word, "cnt") == 0, adds = strcmp(s->word, "addv") == 0;
    if (all->count != 2 || (!counts && !adds && strcmp(s->word, "uaddlv") != 0))
        return false;
    int to = number_of(all->items[0], counts ? "v" : "bh"), from = number_of(all->items[1], "v");
    const char *part = from >= 0 ? strchr(all->items[1], '.') : NULL;
    if (to < 0 || !part || strcmp(part, ".8b") != 0)
        return false;
    cm_as_need_free(c, s, scratch);
    cm_as_need_free(c, s, (const char *const[]){"x16", "w16", NULL});
    cm_as_add_row(c, s, "fmov x17,d%d", lower(c, s, from));
    const char *const *rows = counts ? bits : bytes;
    for (; *rows; rows++)
        cm_as_add_row(c, s, "%s", *rows);
    if (adds)
        cm_as_add_row(c, s, "and x17,x17,#0xff");
    set_both(c, s, to, "x17", false);
    return true;
}

bool cm_as_a64_wide(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    return add_access(c, s, all) || add_number(c, s, all) || add_move(c, s, all) ||
           add_count(c, s, all);
}

void cm_as_a64_clear_rest(cm_as_code *c, const cm_as_statement *s, const cm_as_operands *all)
{
    bool pair = strncmp(s->word, "ld", 2) == 0 && strchr(s->word, 'p');
    if (strncmp(s->word, "st", 2) == 0 || strncmp(s->word, "fcmp", 4) == 0)
        return;
    for (int i = 0; i < all->count && i <= pair; i++) {
        int number = number_of(all->items[i], "ds");
        const char *q = cm_arena_printf(c->work->arena, "q%d", number);
        const char *v = cm_arena_printf(c->work->arena, "v%d", number);
        if (number >= 0 && number < HALF &&
            cm_as_file_has(c->file->source, (const char *const[]){q, v, NULL}))
            cm_as_add_row(c, s, "movi d%d,#0", lower(c, s, number) + HALF);
    }
}
