/* Tables of instructions (NAME.isa): what their reader refuses, and where; and of each table in the
 * program, that each row is read by its spelling, with every word that it may have. */
#include "base/text.h"
#include "litmus/isa/spelled.h"
#include "litmus/isa/table/read.h"
#include "litmus/text/text.h"
#include "tests/unit/unit.h"

#include <stdio.h>
#include <string.h>

/* ---- the reader --------------------------------------------------------------- */

typedef struct reading {
    cm_work *work;
    cm_source source;
    const cm_isa_table *table;
} reading;

static void read_table(void *argument)
{
    reading *r = argument;
    r->table = cm_isa_table_read(r->work, &r->source, "t");
}

/* Of `text` the first message, "line:column: message"; "" where there is none. */
static const char *message_of(cm_arena *arena, const char *text)
{
    cm_work work = cm_work_new(arena);
    reading r = {&work, {"t.isa", text, strlen(text)}, NULL};
    unsigned line, column;
    if (cm_arena_protect(arena, read_table, &r))
        return "";
    cm_place_position(work.diags.items[0].place, &line, &column);
    return cm_arena_printf(arena, "%u:%u: %s", line, column, work.diags.items[0].message);
}

#define HEAD "kinds r\nwords o a b\n"

static const struct {
    const char *text, *message; /* "": it is read */
} texts[] = {
    {"", ""},
    {"# only this\n\n", ""},
    {HEAD "add.o=none|a?  d:r, x:r => d = x + 1\nalias sum = add.a\n", ""},
    {HEAD
     "words p c\nadd_{o}_x d:r p? \"at\" x:r? => let y = x; when o is a: d[0, 8] = y + \"sp\"\n",
     ""},
    {HEAD "add{o}{o} d:r => d = 1\n", "3:8: modifier `o` is given here twice, expected once"},
    {HEAD "add{o d:r => d = 1\n", "3:7: expected `}`, found `d`"},
    {HEAD "add d:r, x:r? => d = x\n",
     "3:10: operand `x` may be left out, expected a word before it"},
    {HEAD "add d:r \"at\" x:r?, y:r => d = x\n",
     "3:20: operand `y` comes after one that may be left out, expected it before"},
    {HEAD "add d:r => let d = 1\n", "3:16: `d` already has a meaning, expected another name"},
    {HEAD "add.o? d:r, x:r if o => when literal(x): d = 1\n", ""},
    {HEAD "add.o? d:r, x:r if p => d = 1\n",
     "3:20: `p` is not a modifier of this row, expected one"},
    {HEAD "add d:r => d = literal(1)\n", "3:16: `literal` is about an operand, expected one"},
    {HEAD "add d:r => when 1 d = 1\n", "3:19: expected `:`, found `d`"},
    {HEAD "add d:r => d[0] = 1\n", "3:15: expected `,`, found `]`"},
    {"joined\nwords o dotted a|b {1 20}\nhashed\nadd.o? => F {A}\nunhashed\n", ""},
    {"tag A 'an \"a\"' herd Q\ntag \"B-c\" \"b\"\nweaker scope A none \"a\" with \"B-c\"\n"
     "weaker \"B-c\" A \"b\" without A\nchoice order 1 RW A \"a\" scoped of A \"B-c\"\nstop => F "
     "{A}\n",
     ""},
    {"tag A \"a\"\ntag A \"b\"\n", "2:5: tag `A` is given here twice, expected once"},
    {"tag A a\n", "1:7: expected a message between `\"`, found `a`"},
    {"tag A 'a\n", "1:7: the text does not end, expected `'` on the same line"},
    {"tag A \"a\"\nstop => F {B}\n", "2:12: there is no tag `B`, expected one of a line `tag`"},
    {"tag A \"a\"\nweaker A B \"a\"\n", "2:10: there is no tag `B`, expected one of a line"},
    {"tag A \"a\"\nchoice order 1 R B \"a\"\n", "2:18: there is no tag `B`, expected one"},
    {"words o a|1\n", "1:11: expected a word, found `1`"},
    {HEAD "add d:q => d = 1\n",
     "3:7: there is no kind of operand `q`, expected one of the line `kinds`"},
    {HEAD "add.o d:r/o, e:r/p => d = e\n",
     "3:18: `p` is not a modifier of this row, expected one, or a number"},
    {HEAD "add d:r, d:r => d = 1\n", "3:10: operand `d` is given here twice, expected once"},
    {HEAD "add d:r\n", "3:8: expected `=>`, found the end of the line"},
    {HEAD "add.q d:r => d = 1\n", "3:5: there is no modifier `q`, expected one of a line `words`"},
    {HEAD "add.o.o d:r => d = 1\n", "3:7: modifier `o` is given here twice, expected once"},
    {HEAD "add.o=c d:r => d = 1\n", "3:7: `c` is not a word of `o`, expected one"},
    {HEAD "add d:r => d = e\n", "3:16: there is no name `e`, expected an operand or a modifier"},
    {HEAD "add d:r => d = f(1)\n",
     "3:16: the function `f` is not known, expected one of a `let` above"},
    {HEAD "add d:r => d = umin(1)\n", "3:16: `umin` has 1 argument here, expected 2"},
    {HEAD "add d:r => d = R(d) {}\n", "3:16: `R` has 1 argument here, expected 2"},
    {HEAD "add d:r => R(d, 4) {}\n", "3:12: `R` gives a value, expected `operand = ` before it"},
    {HEAD "add d:r => d = F {}\n", "3:16: `F` gives nothing, expected no `=`"},
    {HEAD "add d:r => branch(1)\n", "3:12: `branch` has no operand, expected one first"},
    {HEAD "add d:r => do it\n",
     "3:15: there is no action `it`, expected one of the line `actions`"},
    {HEAD "add d:r => need 1 m\n", "3:19: expected a message between `\"`, found `m`"},
    {HEAD "add d:r => d = 1 +\n", "3:19: expected a value, found the end of the line"},
    {HEAD "add d:r => d = o is c\n", "3:16: there is no name `o`"},
    {HEAD "add.o d:r/o*q => d = 1\n", "3:13: `q` is not a modifier of this row, expected one"},
    {HEAD "add d:r => undefined 1 \"may\"\n",
     "3:12: `undefined` comes after no assignment, expected one before it"},
    {HEAD "add.o d:r => d = o is c\n",
     "3:23: there is no word `c`, expected one of a line `words`"},
    {HEAD "add d:r => d = 0x10000000000000000\n",
     "3:16: `0x10000000000000000` is not a number of 64 bits"},
    {HEAD "add d:r => d = 1 \"\n", "3:18: the text does not end, expected `\"` on the same line"},
    {HEAD "let f(x) = x\nlet f(x) = x\n", "4:5: `f` already has a meaning, expected another name"},
    {HEAD "words o c\n", "3:7: modifier `o` is there already, expected another name"},
    {HEAD "words p c c\n", "3:11: word `c` is given here twice, expected once"},
    {HEAD "words p c usual d\n", "3:17: `d` is not a word of `p`, expected one"},
    {HEAD "alias b = c\n", "3:11: no row above has `c` with these words, expected one"},
    {HEAD "add.o d:r => d = 1\nalias b = add.c\n", "4:11: no row above has `add` with these words"},
#define SIXTEEN(W)                                                                                 \
    W "0 " W "1 " W "2 " W "3 " W "4 " W "5 " W "6 " W "7 " W "8 " W "9 " W "a " W "b " W "c " W   \
      "d " W "e " W "f "
    {"kinds r\nwords p " SIXTEEN("p") "\nwords q " SIXTEEN("q") "\nwords s " SIXTEEN(
         "s") "\nwords t " SIXTEEN("t") "\nadd{p}{q}{s}{t} d:r => d = 1\n",
     "expected fewer rows, or fewer words in their"},
#define WHENS "when 1: when 1: when 1: when 1: when 1: "
#define MANY  WHENS WHENS WHENS WHENS WHENS
    {HEAD "add d:r => " MANY MANY MANY MANY MANY "d = 1\n", "expected a simpler "},
#define TEN "(((((((((("
    {HEAD "add d:r => d = " TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN "1\n",
     "expected a simpler expression"},
};

TEST(reader_refuses)
{
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *message = message_of(arena, texts[i].text);
        if (!*texts[i].message ? *message : !strstr(message, texts[i].message))
            fail_msg("%s: \"%s\", expected \"%s\"", texts[i].text, message, texts[i].message);
    }
}

/* ---- each row ------------------------------------------------------------------- */

/* Of CPUs: table, kind, and what stands for an operand of it. */
static const char *const of_cpus[][3] = {{"aarch64", "r/64", "X1"},
                                         {"aarch64", "r/32", "W1"},
                                         {"aarch64", "r", "X1"},
                                         {"aarch64", "fp", "D1"},
                                         {"aarch64", "fp/64", "D1"},
                                         {"aarch64", "any", "D1"},
                                         {"aarch64", "two", "D2"},
                                         {"aarch64", "fv", "D2"},
                                         {"aarch64", "zero", "0"},
                                         {"aarch64", "wide", "D1"},
                                         {"aarch64", "free", "W2"},
                                         {"aarch64", "other", "S2"},
                                         {"aarch64", "fz", "D2"},
                                         {"aarch64", "q", "SP"},
                                         {"aarch64", "a", "X2, SXTX 2"},
                                         {"aarch64", "s", "X2, LSL 3"},
                                         {"aarch64", "t", "X2, ROR 3"},
                                         {"aarch64", "c", "X2"},
                                         {"aarch64", "v", "SP"},
                                         {"aarch64", "m", "X2"},
                                         {"aarch64", "l", "3"},
                                         {"aarch64", "g", "-1"},
                                         {"aarch64", "h", "X2"},
                                         {"aarch64", "b", "3"},
                                         {"aarch64", "w", "4"},
                                         {"aarch64", "k", "1"},
                                         {"aarch64", "z", "1"},
                                         {"aarch64", "p", "LSL 16"},
                                         {"aarch64", "y", "x"},
                                         {"aarch64", "o", "x"},
                                         {"aarch64", "cond", "EQ"},
                                         {"aarch64", "if", "EQ"},
                                         {"aarch64", "f", "NZCV"},
                                         {"aarch64", "d", "ISH"},
                                         {"aarch64", "sy", "SY"},
                                         {"aarch64", "u", "1"},
                                         {"aarch64", "e", "X5"},
                                         {"aarch64", "status", "W9"},
                                         {"aarch64", "even", "X2"},
                                         {"aarch64", "next", "X3"},
                                         {"aarch64", "hint", "PLDL1KEEP"},
                                         {"aarch64", "mem", "[X3, X4, LSL 0]"},
                                         {"aarch64", "lit", "=x"},
                                         {"aarch64", "off", "[X3, -8]"},
                                         {"aarch64", "base", "[X3]"},
                                         {"aarch64", "bare", "[SP]"},
                                         {"aarch64", "pair", "[X3, 16]!"},
                                         {"aarch64", "flat", "[X3, 16]"},
                                         {"aarch64", "down", "[X3, -16]!"},
                                         {"aarch64", "up", "[X3], 16"},
                                         {"aarch64", "pre", "[X3, -8]!"},
                                         {"aarch64", "post", "[X3], 8"},
                                         {"riscv", "r", "x5"},
                                         {"riscv", "fr", "f5"},
                                         {"riscv", "rm", "rtz"},
                                         {"riscv", "x", "x5"},
                                         {"riscv", "n", "x5"},
                                         {"riscv", "p", "x6"},
                                         {"riscv", "o", "4"},
                                         {"riscv", "z", "0"},
                                         {"riscv", "h", "1"},
                                         {"riscv", "u", "1"},
                                         {"riscv", "l", "1"},
                                         {"riscv", "s", "x"},
                                         {"riscv", "f", "rw"},
                                         {"x86", "w", "[x]"},
                                         {"x86", "u", "[x]"},
                                         {"x86", "v", "$1"},
                                         {"x86", "bit", "$1"},
                                         {"x86", "flag", "AL"},
                                         {"x86", "x", "XMM1"},
                                         {"x86", "y", "XMM2"},
                                         {"x86", "vector", "XMM3"},
                                         {"x86", "rest", "[x]"},
                                         {"x86", "locked", "[x]"},
                                         {"x86", "pair", "[x]"},
                                         {"x86", "memory", "[x]"},
                                         {"x86", "address", "[x+EBX*4]"},
                                         {"x86", "number", "$1"},
                                         {"x86", "times", "$1"},
                                         {"x86", "count", "CL"}};

/* What stands for an operand of that kind, of so many bits. */
static const char *example_of(const cm_isa_table *table, const cm_form_operand *operand,
                              unsigned bits)
{
    const char *kind = operand->kind;
    char sized[16];
    bool is_sized = table->named && strcmp(kind, "r") == 0 && operand->bits > 0;
    snprintf(sized, sizeof sized, is_sized ? "%s/%u" : "%s", kind, operand->bits);
    for (size_t i = 0; i < sizeof of_cpus / sizeof *of_cpus; i++)
        if (strcmp(of_cpus[i][0], table->name) == 0 && strcmp(of_cpus[i][1], sized) == 0)
            return of_cpus[i][2];
    static const char *const of_x86[] = {"AL", "BX", "ECX", "RDX"}; /* of 8 to 64 bits */
    for (int i = 0; strcmp(table->name, "x86") == 0 && i < 4; i++)
        if (8u << i == bits && strcmp(kind, "label") != 0)
            return of_x86[i];
    static const struct {
        const char *kind, *wide[5]; /* of 32, 64, 128, 256, 512 bits */
    } wide[] = {{"vgpr", {"v1", "v[2:3]", "v[4:7]", "v[4:11]", "v[4:19]"}},
                {"twice", {"v[2:3]", "v[4:7]"}},
                {"sgpr", {"s1", "s[2:3]", "s[4:7]"}},
                {"sdata", {"s1", "s[2:3]", "s[4:7]", "s[8:15]", "s[16:31]"}},
                {"float", {"-v1", "-v[2:3]"}},
                {"src16", {"v1", "v[2:3]"}}};
    for (size_t i = 0; i < sizeof wide / sizeof *wide; i++)
        if (strcmp(wide[i].kind, kind) == 0) {
            int size = 0;
            while (bits > 32u << size)
                size++;
            return bits == 96 ? "v[4:6]" : wide[i].wide[size];
        }
    static const struct {
        const char *kind, *texts[4]; /* of 1, 8 or 16, 32, 64 bits */
    } registers[] = {{"r", {"p1", "rs1", "r1", "rd1"}},
                     {"v", {"p2", "rs2", "r2", "rd2"}},
                     {"a", {"p2", "rs2", "r2", "rd2"}},
                     {"into", {"p1", "rs1", "r1", "rd1"}},
                     {"values", {"p2", "rs2", "r2", "rd2"}}};
    for (size_t i = 0; i < sizeof registers / sizeof *registers; i++)
        if (strcmp(registers[i].kind, kind) == 0 && bits == 128)
            return "rq1";
        else if (strcmp(registers[i].kind, kind) == 0)
            return registers[i].texts[bits == 1 ? 0 : bits <= 16 ? 1 : bits == 64 ? 3 : 2];
    static const char *const examples[][2] = {{"src", "1"},
                                              {"base", "v[2:3]"},
                                              {"packed", "1.0"},
                                              {"saddr", "off"},
                                              {"index", "off"},
                                              {"soff", "0"},
                                              {"soffset", "s1"},
                                              {"more", "4"},
                                              {"lds", "m"},
                                              {"within", "m"},
                                              {"signed", "4"},
                                              {"unsigned", "4"},
                                              {"short", "-1"},
                                              {"ushort", "65535"},
                                              {"counts", "vmcnt(0)"},
                                              {"time", "1"},
                                              {"lane", "0"},
                                              {"q", "rq0"},
                                              {"h", "rq1"},
                                              {"m", "[x]"},
                                              {"p", "p1"},
                                              {"c", "!p1"},
                                              {"from", "[x]"},
                                              {"b", "r2"},
                                              {"s", "-1"},
                                              {"i", "1"},
                                              {"imm", "3"},
                                              {"constant", "3"},
                                              {"mode", "hwreg(HW_REG_MODE, 4, 2)"},
                                              {"halves", "[0,1]"},
                                              {"highs", "[0,1,1]"},
                                              {"trap", "2"},
                                              {"f", "cr1"},
                                              {"x", "x"},
                                              {"n", "7"},
                                              {"label", "L"}};
    for (size_t i = 0; i < sizeof examples / sizeof *examples; i++)
        if (strcmp(examples[i][0], kind) == 0)
            return examples[i][1];
    fail_msg("no example of a kind of operand `%s`", kind);
    return "";
}

/* How wide it is: as the row says, or the suffix; what x86 extends has 8 bits. */
static unsigned bits_of(const cm_isa_table *table, const cm_spelled *s, int operand)
{
    const cm_form_operand *o = &s->form->operands[operand];
    unsigned bits = strcmp(o->kind, "narrow") == 0 ? 8 : 32;
    if (o->bits || o->typed_by >= 0)
        return cm_spelled_bits(table, s, operand);
    for (int m = 0; m < s->form->modifier_count && strcmp(table->name, "x86") == 0; m++)
        if (strcmp(cm_spelled_words(table, s->form, m)->name, "width") == 0 && s->chosen[m] &&
            bits != 8)
            bits = cm_spelled_word(table, s, m)->number;
    return bits;
}

/* The same so many times, as a list. */
static const char *list_of(cm_arena *arena, const char *example, unsigned count)
{
    cm_text text = cm_text_new(arena);
    for (unsigned i = 0; i < count; i++)
        cm_text_append(&text, "%s%s", i ? ", " : "{", example);
    cm_text_add(&text, count ? "}" : example);
    return text.data;
}

/* How many operands the row has with these words: a vector is several. */
static int count_operands(const cm_isa_table *table, const cm_spelled *s, unsigned *vector)
{
    int count = 0;
    *vector = 0;
    for (int m = 0; m < s->form->modifier_count; m++)
        if (strcmp(cm_spelled_words(table, s->form, m)->name, "vector") == 0 && s->chosen[m])
            *vector = cm_spelled_word(table, s, m)->number;
    for (int i = 0; i < s->form->operand_count; i++) {
        const cm_form_operand *o = &s->form->operands[i];
        bool is_list = strcmp(o->kind, "into") == 0 || strcmp(o->kind, "values") == 0;
        if (o->only_with < 0 || s->chosen[o->only_with])
            count += is_list && *vector ? (int)*vector : 1;
    }
    return count;
}

/* The first word that the row may have. */
static int first_word(const cm_form_modifier *of)
{
    int first = 0;
    while (first < CM_TABLE_WORDS - 1 && !(of->allowed >> first & 1))
        first++;
    return first;
}

static void add_words(cm_text *text, const cm_isa_table *table, const cm_isa_form *form,
                      int modifier, int word, bool behind)
{
    for (int m = 0; m < form->modifier_count; m++) {
        const cm_form_modifier *of = &form->modifiers[m];
        int first = first_word(of);
        if (of->allowed && !of->in_opcode && of->behind == behind &&
            (m == modifier || !of->optional))
            cm_text_append(text, "%s%s",
                           behind                                             ? " "
                           : table->joined && !table->words[of->words].dotted ? ""
                                                                              : ".",
                           table->words[of->words].items[m == modifier ? word : first].text);
    }
}

/* The row with its first words where it must have some, and of one modifier that word. */
static const char *spelling_of(cm_arena *arena, const cm_isa_table *table, const cm_isa_form *form,
                               int modifier, int word)
{
    cm_text text = cm_text_new(arena);
    cm_text_add(&text, form->opcode);
    cm_spelled s = cm_spelled_of(form);
    for (int m = 0; m < form->modifier_count; m++)
        if (!s.chosen[m] && (m == modifier || !form->modifiers[m].optional))
            s.chosen[m] = (uint8_t)((m == modifier ? word : first_word(&form->modifiers[m])) + 1);
    add_words(&text, table, form, modifier, word, false);
    bool counts =
        modifier >= 0 &&
        strcmp(table->words[form->modifiers[modifier].words].items[word].text, "offen") == 0;
    unsigned vector;
    count_operands(table, &s, &vector);
    for (int i = 0; i < form->operand_count; i++) {
        const cm_form_operand *o = &form->operands[i];
        bool is_list = strcmp(o->kind, "into") == 0 || strcmp(o->kind, "values") == 0;
        const char *example = counts && strcmp(o->kind, "index") == 0
                                  ? "v1"
                                  : example_of(table, o, bits_of(table, &s, i));
        if (o->only_with < 0 || s.chosen[o->only_with])
            cm_text_append(&text, " %s%s %s", o->before, o->optional ? ":" : "",
                           is_list ? list_of(arena, example, vector) : example);
    }
    cm_text_append(&text, " %s", form->after);
    add_words(&text, table, form, modifier, word, true);
    return text.data;
}

typedef struct try_row {
    cm_work work;
    cm_source source;
    cm_test *test;
} try_row;

static void parse_row(void *argument)
{
    try_row *t = argument;
    t->test = cm_litmus_parse(&t->work, &t->source);
}

static try_row read_row(cm_arena *arena, const cm_isa *isa, const char *text)
{
    bool hsa = isa->places == CM_PLACES_HSA;
    const char *place = !isa->gpu                         ? ""
                        : hsa                             ? "@workgroup 0,agent 0"
                        : isa->places == CM_PLACES_VULKAN ? "@sg 0,wg 0,qf 0"
                                                          : "@cta 0,gpu 0";
    const char *whole =
        cm_arena_printf(arena, "%s t\n{ x=0;%s }\n P0%s ;\n L: %s ;\nexists (true)\n", isa->name,
                        isa->gpu && hsa ? " shared uint64_t m@workgroup 0=0;" : "", place, text);
    try_row t = {.source = {"t", whole, strlen(whole)}};
    t.work = cm_work_new(arena);
    cm_arena_protect(arena, parse_row, &t);
    return t;
}

/* What it is printed as is read as the same. */
static void check_print(cm_arena *arena, const cm_isa *isa, const cm_insn *insn)
{
    cm_text text, again;
    text = cm_text_new(arena);
    again = cm_text_new(arena);
    cm_insn_print(&text, insn);
    try_row t = read_row(arena, isa, text.data);
    if (!t.test)
        fail_msg("%s: %s", text.data, t.work.diags.items[0].message);
    cm_insn_print(&again, t.test->threads[0].instructions[0].insn);
    assert_string_equal(again.data, text.data);
}

/* Read as a row of that opcode, with that word; or refused by a `need` of the row. */
static void check_row(const cm_isa *isa, const cm_isa_form *form, int modifier, int word)
{
    const cm_isa_table *table = isa->rows->table;
    cm_arena *arena = cm_arena_new(0);
    const char *text = spelling_of(arena, table, form, modifier, word);
    try_row t = read_row(arena, isa, text);
    if (!t.test) {
        const char *message = t.work.diags.items[0].message;
        bool needed = isa->arch == CM_RISCV32 && strstr(message, "is an instruction of RV64");
        needed |= strstr(message, " belongs to gfx9") != NULL; /* the table is of both */
        /* Not every width is there, nor in 32-bit mode registers of 64-bit mode. */
        needed |= isa->arch == CM_X86 && (strstr(message, "64-bit") || strstr(message, "X86_64"));
        needed |= strcmp(table->name, "x86") == 0 &&
                  (strstr(message, " bits") || strstr(message, "expected memory and"));
        for (uint16_t i = form->meaning; i; i = table->nodes[i].b)
            needed |= table->nodes[table->nodes[i].a].kind == CM_NODE_NEED;
        if (!needed)
            fail_msg("%s: %s", text, message);
    } else {
        const cm_insn *insn = t.test->threads[0].instructions[0].insn;
        assert_string_equal(insn->form->opcode, form->opcode);
        cm_spelled s = {.form = insn->form};
        unsigned vector;
        memcpy(s.chosen, insn->chosen, (size_t)s.form->modifier_count);
        assert_int_equal(insn->operand_count, count_operands(table, &s, &vector));
        if (modifier >= 0 && insn->form == form)
            assert_int_equal(insn->chosen[modifier], word + 1);
        if (table->joined)
            check_print(arena, isa, insn);
    }
    cm_arena_free(arena);
}

TEST(each_row_is_read)
{
    int rows = 0;
    for (int a = 0; a < CM_CMCM; a++) {
        const cm_isa *isa = cm_isa_for((cm_arch)a);
        for (int f = 0; isa->rows && f < isa->rows->table->form_count; f++, rows++) {
            const cm_isa_form *form = &isa->rows->table->forms[f];
            check_row(isa, form, -1, 0);
            for (int m = 0; m < form->modifier_count; m++)
                for (int w = 0; w < isa->rows->table->words[form->modifiers[m].words].count; w++)
                    if (form->modifiers[m].allowed >> w & 1)
                        check_row(isa, form, m, w);
        }
    }
    assert_true(rows > 50);
}

/* What a table wants of C is there. */
TEST(kinds_are_there)
{
    for (int a = 0; a < CM_CMCM; a++) {
        const cm_table_set *set = cm_isa_for((cm_arch)a)->rows;
        for (const char *const *kind = set ? set->table->kinds : NULL; kind && *kind; kind++) {
            const cm_operand_kind *known = set->operands;
            while (known->name && strcmp(known->name, *kind) != 0)
                known++;
            assert_non_null(known->name);
        }
        for (const char *const *name = set ? set->table->functions : NULL; name && *name; name++) {
            const cm_form_function *known = set->functions;
            while (known->name && strcmp(known->name, *name) != 0)
                known++;
            assert_non_null(known->name);
        }
        for (const char *const *name = set ? set->table->actions : NULL; name && *name; name++) {
            const cm_form_action *known = set->actions;
            while (known->name && strcmp(known->name, *name) != 0)
                known++;
            assert_non_null(known->name);
        }
    }
}
