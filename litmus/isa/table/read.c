/* The reader of NAME.isa; docs/isa-tables.md describes what it reads.
 *
 * A line that begins with a blank belongs to the line before it. Names are resolved while they
 * are read: words, lets and operands stand above what uses them. */
#include "litmus/isa/table/read.h"

#include "base/text.h"

#include "litmus/expr.h"

#include <ctype.h>
#include <string.h>

enum {
    MOST_OPERANDS = 16,
    MOST_MODIFIERS = 24,
    MOST_PARAMETERS = 8,
    MOST_ITEMS = 32,
    MOST_LETS = 256,
    MOST_NODES = 60000,
    DEEPEST = 100
};

typedef enum token_kind { LINE_END, NAME, NUMBER, STRING, PUNCTUATION } token_kind;

typedef struct token {
    token_kind kind;
    const char *text; /* in the arena; of a STRING without its quotes */
    uint64_t number;
    cm_place place;
} token;

typedef struct reader {
    cm_work *work;
    const cm_source *source;
    uint32_t at;
    token here;
    cm_isa_table *table;
    /* What the names of an expression may mean. */
    const cm_form *form;
    const char *parameters[MOST_PARAMETERS];
    int parameter_count;
    bool has_old;
    const char *let_names[MOST_LETS];
    int let_arities[MOST_LETS];
    int depth; /* of expressions within each other */
    const char *kinds[MOST_OPERANDS], *actions[MOST_OPERANDS]; /* ending with NULL */
    /* The table's arrays, growing. */
    cm_table_words *words;
    cm_form *forms;
    cm_form_alias *aliases;
    cm_node *nodes;
    uint16_t *lets;
    int word_capacity, form_capacity, alias_capacity, node_capacity, let_capacity;
} reader;

/* ---- tokens -------------------------------------------------------------- */

static _Noreturn void fail_here(reader *r, const char *expected)
{
    if (r->here.kind == LINE_END)
        cm_fail(r->work, r->here.place, "expected %s, found the end of the line", expected);
    cm_fail(r->work, r->here.place, "expected %s, found `%s`", expected, r->here.text);
}

static char char_at(const reader *r, uint32_t at)
{
    return at < r->source->length ? r->source->text[at] : '\0';
}

/* Past blanks, comments, and line ends that the line goes on behind. */
static void skip_blanks(reader *r)
{
    for (;;) {
        char c = char_at(r, r->at);
        if (c == '#')
            while (r->at < r->source->length && char_at(r, r->at) != '\n')
                r->at++;
        else if (c == ' ' || c == '\t' || c == '\r')
            r->at++;
        else if (c == '\n' && (char_at(r, r->at + 1) == ' ' || char_at(r, r->at + 1) == '\t'))
            r->at++;
        else
            return;
    }
}

static bool is_name_char(char c)
{
    return isalnum((unsigned char)c) || c == '_';
}

/* Tags have dots in their names, and begin with a capital letter. */
static uint32_t length_of_name(const reader *r, uint32_t at)
{
    bool is_tag = isupper((unsigned char)char_at(r, at));
    uint32_t length = 0;
    while (is_name_char(char_at(r, at + length)) ||
           (is_tag && char_at(r, at + length) == '.' && is_name_char(char_at(r, at + length + 1))))
        length++;
    return length;
}

static uint64_t number_of(reader *r, const char *text, cm_place place)
{
    bool is_hex = text[0] == '0' && text[1] == 'x';
    uint64_t value = 0, base = is_hex ? 16 : 10;
    for (const char *c = text + (is_hex ? 2 : 0); *c; c++) {
        const char *digits = "0123456789abcdef",
                   *digit = strchr(digits, tolower((unsigned char)*c));
        uint64_t next = digit ? (uint64_t)(digit - digits) : base;
        if (next >= base || value > (UINT64_MAX - next) / base)
            cm_fail(r->work, place, "`%s` is no number of 64 bits, expected one", text);
        value = value * base + next;
    }
    return value;
}

static uint32_t length_of_string(reader *r)
{
    uint32_t length = 1;
    while (char_at(r, r->at + length) != '"') {
        if (r->at + length >= r->source->length || char_at(r, r->at + length) == '\n')
            cm_fail(r->work, (cm_place){r->source, r->at, 1},
                    "text without its end, expected `\"` on the same line");
        length++;
    }
    return length + 1;
}

static uint32_t length_of_punctuation(const reader *r)
{
    static const char *const pairs[] = {"=>", "==", "!=", "<=", ">=", "<<", ">>", "&&", "||", "--"};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        if (char_at(r, r->at) == pairs[i][0] && char_at(r, r->at + 1) == pairs[i][1])
            return 2;
    return 1;
}

static void advance(reader *r)
{
    skip_blanks(r);
    char c = char_at(r, r->at);
    token t = {.place = {r->source, r->at, 0}};
    if (r->at >= r->source->length || c == '\n') {
        t.kind = LINE_END;
        t.text = "";
    } else if (isdigit((unsigned char)c)) {
        t.kind = NUMBER;
        while (is_name_char(char_at(r, r->at + t.place.length)))
            t.place.length++;
    } else if (is_name_char(c)) {
        t.kind = NAME;
        t.place.length = length_of_name(r, r->at);
    } else {
        t.kind = c == '"' ? STRING : PUNCTUATION;
        t.place.length = c == '"' ? length_of_string(r) : length_of_punctuation(r);
    }
    uint32_t quote = t.kind == STRING;
    if (t.kind != LINE_END)
        t.text = cm_arena_text(r->work->arena, r->source->text + r->at + quote,
                               t.place.length - 2 * quote);
    if (t.kind == NUMBER)
        t.number = number_of(r, t.text, t.place);
    r->at += t.place.length;
    r->here = t;
}

static bool is(const reader *r, const char *text)
{
    return r->here.kind != STRING && r->here.kind != LINE_END && strcmp(r->here.text, text) == 0;
}

static bool accept(reader *r, const char *text)
{
    bool found = is(r, text);
    if (found)
        advance(r);
    return found;
}

static void expect(reader *r, const char *text)
{
    if (!accept(r, text))
        fail_here(r, cm_arena_printf(r->work->arena, "`%s`", text));
}

static const char *take_name(reader *r, const char *what)
{
    if (r->here.kind != NAME)
        fail_here(r, what);
    const char *name = r->here.text;
    advance(r);
    return name;
}

static uint64_t take_number(reader *r, const char *what)
{
    if (r->here.kind != NUMBER)
        fail_here(r, what);
    uint64_t number = r->here.number;
    advance(r);
    return number;
}

/* Does the token at hand begin where the one before it ended? */
static bool touches(const reader *r)
{
    return r->here.place.offset > 0 && !strchr(" \t\r\n", char_at(r, r->here.place.offset - 1));
}

/* ---- what names mean ------------------------------------------------------ */

static int find_words(const reader *r, const char *name)
{
    for (int i = 0; i < r->table->word_count; i++)
        if (strcmp(r->words[i].name, name) == 0)
            return i;
    return -1;
}

static int find_word(const cm_table_words *words, const char *text)
{
    for (int i = 0; i < words->count; i++)
        if (strcmp(words->items[i].text, text) == 0)
            return i;
    return -1;
}

static bool is_word(const reader *r, const char *text)
{
    for (int i = 0; i < r->table->word_count; i++)
        if (find_word(&r->words[i], text) >= 0)
            return true;
    return false;
}

static int find_modifier(const reader *r, const char *name)
{
    for (int i = 0; r->form && i < r->form->modifier_count; i++)
        if (strcmp(r->words[r->form->modifiers[i].words].name, name) == 0)
            return i;
    return -1;
}

static int find_operand(const reader *r, const char *name)
{
    for (int i = 0; r->form && i < r->form->operand_count; i++)
        if (strcmp(r->form->operands[i].name, name) == 0)
            return i;
    return -1;
}

static int find_parameter(const reader *r, const char *name)
{
    for (int i = 0; i < r->parameter_count; i++)
        if (strcmp(r->parameters[i], name) == 0)
            return i;
    return -1;
}

static int find_let(const reader *r, const char *name)
{
    for (int i = 0; i < r->table->let_count; i++)
        if (strcmp(r->let_names[i], name) == 0)
            return i;
    return -1;
}

static bool is_among(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* ---- expressions --------------------------------------------------------- */

static uint16_t add_node(reader *r, cm_node node)
{
    if (r->table->node_count >= MOST_NODES)
        cm_fail(r->work, r->here.place, "the table is too large, expected at most %d nodes",
                MOST_NODES);
    CM_RESERVE(r->work->arena, r->nodes, r->table->node_count, r->node_capacity);
    r->nodes[r->table->node_count] = node;
    return (uint16_t)r->table->node_count++;
}

static uint16_t expression(reader *r);

static uint16_t list_of(reader *r, const uint16_t *items, int count)
{
    uint16_t list = 0;
    while (count-- > 0)
        list = add_node(r, (cm_node){.kind = CM_NODE_LIST, .a = items[count], .b = list});
    return list;
}

/* Items with `between` between them, up to `end`, which is read, too; *count of them. */
static uint16_t item_list(reader *r, uint16_t (*item)(reader *), const char *between,
                          const char *end, int *count)
{
    uint16_t items[MOST_ITEMS];
    *count = 0;
    while (!accept(r, end)) {
        if (*count > 0)
            expect(r, between);
        if (*count == MOST_ITEMS)
            fail_here(r, "fewer items");
        items[(*count)++] = item(r);
    }
    return list_of(r, items, *count);
}

/* `(a, b, c)` as a list; *count of items. */
static uint16_t arguments(reader *r, int *count)
{
    expect(r, "(");
    return item_list(r, expression, ",", ")", count);
}

static uint16_t item_of(const reader *r, uint16_t list, int index)
{
    while (index-- > 0)
        list = r->nodes[list].b;
    return r->nodes[list].a;
}

static const struct {
    const char *name;
    cm_op op;
    int arity;
} functions[] = {{"umin", CM_OP_UMIN, 2},   {"umax", CM_OP_UMAX, 2},   {"smin", CM_OP_SMIN, 2},
                 {"smax", CM_OP_SMAX, 2},   {"sar", CM_OP_ASHR, 2},    {"ror", CM_OP_ROR, 2},
                 {"slt", CM_OP_SLT, 2},     {"sle", CM_OP_SLE, 2},     {"sdiv", CM_OP_SDIV, 2},
                 {"udiv", CM_OP_UDIV, 2},   {"srem", CM_OP_SREM, 2},   {"urem", CM_OP_UREM, 2},
                 {"smulh", CM_OP_SMULH, 2}, {"umulh", CM_OP_UMULH, 2}, {"clz", CM_OP_CLZ, 1},
                 {"cls", CM_OP_CLS, 1},     {"popc", CM_OP_POPC, 1},   {"rbit", CM_OP_RBIT, 1}};

static void check_arity(reader *r, token name, int count, int least, int most)
{
    if (count < least || count > most)
        cm_fail(r->work, name.place, "`%s` has %d argument%s here, expected %d", name.text, count,
                count == 1 ? "" : "s", count < least ? least : most);
}

/* name(arguments) */
static uint16_t call(reader *r, token name)
{
    int count, let = find_let(r, name.text);
    uint16_t list = arguments(r, &count);
    if (let >= 0) {
        check_arity(r, name, count, r->let_arities[let], r->let_arities[let]);
        return add_node(r, (cm_node){.kind = CM_NODE_CALL, .number = (uint64_t)let, .a = list});
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name.text) == 0) {
            check_arity(r, name, count, functions[i].arity, functions[i].arity);
            return add_node(r, (cm_node){.kind = CM_NODE_OP,
                                         .number = functions[i].op,
                                         .a = item_of(r, list, 0),
                                         .b = count > 1 ? item_of(r, list, 1) : 0});
        }
    if (strcmp(name.text, "bits") == 0) {
        check_arity(r, name, count, 1, 1);
        return add_node(r, (cm_node){.kind = CM_NODE_BITS, .a = item_of(r, list, 0)});
    }
    bool is_signed = strcmp(name.text, "sx") == 0;
    if (!is_signed && strcmp(name.text, "zx") != 0)
        cm_fail(r->work, name.place,
                "unknown function `%s`, expected one of a `let` above, or of "
                "docs/isa-tables.md",
                name.text);
    check_arity(r, name, count, 1, 2);
    return add_node(r, (cm_node){.kind = CM_NODE_EXTEND,
                                 .number = is_signed ? CM_OP_SEXT : CM_OP_ZEXT,
                                 .a = item_of(r, list, 0),
                                 .b = count > 1 ? item_of(r, list, 1) : 0});
}

/* How an access is made, among its tags. */
static bool is_property(const char *name)
{
    static const char *const known[] = {"aligned", "exclusive", "in_global", "in_shared"};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (strcmp(known[i], name) == 0)
            return true;
    return false;
}

static uint16_t name_node(reader *r, token name)
{
    int found;
    if (isupper((unsigned char)*name.text))
        return add_node(r, (cm_node){.kind = CM_NODE_TAG, .text = name.text});
    if (strcmp(name.text, "none") == 0)
        return add_node(r, (cm_node){.kind = CM_NODE_WORD});
    if (r->has_old && strcmp(name.text, "old") == 0)
        return add_node(r, (cm_node){.kind = CM_NODE_OLD});
    if ((found = find_parameter(r, name.text)) >= 0)
        return add_node(r, (cm_node){.kind = CM_NODE_PARAMETER, .number = (uint64_t)found});
    if ((found = find_operand(r, name.text)) >= 0)
        return add_node(r, (cm_node){.kind = CM_NODE_OPERAND, .number = (uint64_t)found});
    if ((found = find_modifier(r, name.text)) >= 0)
        return add_node(r, (cm_node){.kind = CM_NODE_MODIFIER, .number = (uint64_t)found});
    if (!is_word(r, name.text) && !is_property(name.text))
        cm_fail(r->work, name.place,
                "unknown name `%s`, expected an operand or a modifier of this row, or a word",
                name.text);
    return add_node(r, (cm_node){.kind = CM_NODE_WORD, .text = name.text});
}

/* $CR0: a register that no test names. */
static uint16_t hidden_register(reader *r)
{
    expect(r, "$");
    const char *name = take_name(r, "the name of a hidden register");
    return add_node(
        r, (cm_node){.kind = CM_NODE_HIDDEN, .text = cm_arena_printf(r->work->arena, ".%s", name)});
}

static uint16_t primary(reader *r)
{
    token t = r->here;
    if (accept(r, "(")) {
        uint16_t inner = expression(r);
        expect(r, ")");
        return inner;
    }
    if (t.kind == NUMBER) {
        advance(r);
        return add_node(r, (cm_node){.kind = CM_NODE_NUMBER, .number = t.number});
    }
    if (is(r, "$"))
        return hidden_register(r);
    if (t.kind != NAME)
        fail_here(r, "a value");
    advance(r);
    return is(r, "(") ? call(r, t) : name_node(r, t);
}

static uint16_t unary(reader *r)
{
    cm_node node = {.kind = is(r, "!") ? CM_NODE_NOT : CM_NODE_OP,
                    .number = is(r, "~") ? CM_OP_NOT : CM_OP_NEG};
    if (!is(r, "!") && !is(r, "~") && !is(r, "-"))
        return primary(r);
    if (++r->depth > DEEPEST)
        fail_here(r, "a simpler expression");
    advance(r);
    node.a = unary(r);
    r->depth--;
    return add_node(r, node);
}

/* As in C, the tightest last. */
static const struct {
    const char *text;
    int level;
    cm_node_kind kind;
    cm_op op;
    bool swapped;
} operators[] = {{"||", 0, CM_NODE_EITHER, 0, false},     {"&&", 1, CM_NODE_BOTH, 0, false},
                 {"|", 2, CM_NODE_OP, CM_OP_OR, false},   {"^", 3, CM_NODE_OP, CM_OP_XOR, false},
                 {"&", 4, CM_NODE_OP, CM_OP_AND, false},  {"==", 5, CM_NODE_OP, CM_OP_EQ, false},
                 {"!=", 5, CM_NODE_OP, CM_OP_NE, false},  {"is", 5, CM_NODE_IS, 0, false},
                 {"<", 6, CM_NODE_OP, CM_OP_ULT, false},  {"<=", 6, CM_NODE_OP, CM_OP_ULE, false},
                 {">", 6, CM_NODE_OP, CM_OP_ULT, true},   {">=", 6, CM_NODE_OP, CM_OP_ULE, true},
                 {"<<", 7, CM_NODE_OP, CM_OP_SHL, false}, {">>", 7, CM_NODE_OP, CM_OP_LSHR, false},
                 {"+", 8, CM_NODE_OP, CM_OP_ADD, false},  {"-", 8, CM_NODE_OP, CM_OP_SUB, false},
                 {"*", 9, CM_NODE_OP, CM_OP_MUL, false}};
enum { OPERATORS = sizeof operators / sizeof *operators, TIGHTEST = 10 };

/* `is` relaxed|acquire */
static uint16_t word_list(reader *r)
{
    uint16_t items[MOST_ITEMS];
    int count = 0;
    do {
        if (count == MOST_ITEMS)
            fail_here(r, "fewer words");
        token t = r->here;
        const char *name = take_name(r, "a word");
        bool is_none = strcmp(name, "none") == 0;
        if (!is_none && !is_word(r, name))
            cm_fail(r->work, t.place, "unknown word `%s`, expected one of a line `words`", name);
        items[count++] = add_node(r, (cm_node){CM_NODE_WORD, .text = is_none ? NULL : name});
    } while (accept(r, "|"));
    return list_of(r, items, count);
}

static uint16_t binary(reader *r, int level)
{
    if (level == TIGHTEST)
        return unary(r);
    uint16_t left = binary(r, level + 1);
    for (;;) {
        int i = 0;
        while (i < OPERATORS && (operators[i].level != level || !is(r, operators[i].text)))
            i++;
        if (i == OPERATORS)
            return left;
        advance(r);
        uint16_t right = operators[i].kind == CM_NODE_IS ? word_list(r) : binary(r, level + 1);
        left = add_node(r, (cm_node){.kind = operators[i].kind,
                                     .number = operators[i].op,
                                     .a = operators[i].swapped ? right : left,
                                     .b = operators[i].swapped ? left : right});
    }
}

static uint16_t expression(reader *r)
{
    if (++r->depth > DEEPEST)
        fail_here(r, "a simpler expression");
    uint16_t value = binary(r, 0);
    if (accept(r, "?")) {
        cm_node choice = {.kind = CM_NODE_CHOICE, .a = value, .b = expression(r)};
        expect(r, ":");
        choice.c = expression(r);
        value = add_node(r, choice);
    }
    r->depth--;
    return value;
}

/* ---- statements ------------------------------------------------------------ */

/* {ACQ, scope_of(scope), shared}: tags, and words that say how the access is. */
static uint16_t properties(reader *r)
{
    int count;
    expect(r, "{");
    return item_list(r, expression, ",", "}", &count);
}

static const struct {
    const char *name;
    cm_node_kind kind;
    int least, most; /* arguments */
    bool gives;      /* stands behind `to =` */
} events[] = {{"R", CM_NODE_READ, 2, 2, true},        {"W", CM_NODE_WRITE, 3, 3, false},
              {"RMW", CM_NODE_RMW, 3, 3, true},       {"CAS", CM_NODE_CAS, 4, 4, true},
              {"F", CM_NODE_FENCE, 0, 0, false},      {"barrier", CM_NODE_BARRIER, 1, 1, false},
              {"branch", CM_NODE_BRANCH, 1, 2, false}};
enum { EVENTS = sizeof events / sizeof *events };

static int find_event(const token *t)
{
    int i = 0;
    while (i < EVENTS && (t->kind != NAME || strcmp(events[i].name, t->text) != 0))
        i++;
    return i < EVENTS ? i : -1;
}

static uint16_t event(reader *r, int which, uint16_t to)
{
    token name = r->here;
    cm_node node = {.kind = events[which].kind, .a = to};
    int count = 0;
    advance(r);
    r->has_old = node.kind == CM_NODE_RMW;
    if (events[which].most > 0)
        node.b = arguments(r, &count);
    r->has_old = false;
    check_arity(r, name, count, events[which].least, events[which].most);
    if (events[which].gives != (to != 0))
        cm_fail(r->work, name.place, "`%s` %s, expected %s", name.text,
                to ? "gives nothing" : "gives a value", to ? "no `=`" : "`operand = ` before it");
    if (node.kind == CM_NODE_BRANCH && r->nodes[item_of(r, node.b, 0)].kind != CM_NODE_OPERAND)
        cm_fail(r->work, name.place, "`branch` to no operand, expected one first");
    if (node.kind != CM_NODE_BRANCH)
        node.c = properties(r);
    if (node.kind == CM_NODE_RMW || node.kind == CM_NODE_CAS)
        node.d = properties(r);
    return add_node(r, node);
}

/* need CONDITION "message" */
static uint16_t need(reader *r)
{
    cm_node node = {.kind = CM_NODE_NEED, .a = expression(r)};
    if (r->here.kind != STRING)
        fail_here(r, "a message between `\"`");
    node.text = r->here.text;
    advance(r);
    return add_node(r, node);
}

static uint16_t written_operand(reader *r)
{
    token name = r->here;
    int operand = find_operand(r, take_name(r, "a statement"));
    if (operand < 0)
        cm_fail(r->work, name.place, "`%s` is no statement and no operand, expected one",
                name.text);
    return add_node(r, (cm_node){.kind = CM_NODE_OPERAND, .number = (uint64_t)operand});
}

static uint16_t statement(reader *r)
{
    int which = find_event(&r->here);
    if (which >= 0)
        return event(r, which, 0);
    if (accept(r, "need"))
        return need(r);
    if (accept(r, "exit"))
        return add_node(r, (cm_node){.kind = CM_NODE_EXIT});
    token name = r->here;
    if (accept(r, "do")) {
        name = r->here;
        if (!is_among(r->actions, take_name(r, "a name")))
            cm_fail(r->work, name.place, "unknown action `%s`, expected one of the line `actions`",
                    name.text);
        return add_node(r, (cm_node){.kind = CM_NODE_DO, .text = name.text});
    }
    uint16_t to = is(r, "$") ? hidden_register(r) : written_operand(r);
    expect(r, "=");
    which = find_event(&r->here);
    if (which >= 0)
        return event(r, which, to);
    uint16_t value = expression(r);
    return add_node(r, (cm_node){.kind = CM_NODE_SET, .a = to, .b = value});
}

static uint16_t statements(reader *r)
{
    uint16_t items[MOST_ITEMS];
    int count = 0;
    do {
        if (count == MOST_ITEMS)
            fail_here(r, "fewer statements");
        items[count++] = statement(r);
    } while (accept(r, ";"));
    return list_of(r, items, count);
}

static bool has_fence(const reader *r, uint16_t meaning)
{
    for (uint16_t i = meaning; i; i = r->nodes[i].b)
        if (r->nodes[r->nodes[i].a].kind == CM_NODE_FENCE)
            return true;
    return false;
}

/* {order cost [fence]} */
static void strength(reader *r, cm_table_word *word)
{
    word->order = (unsigned)take_number(r, "a set of bits");
    word->cost = (double)take_number(r, "what it costs") / 10;
    if (!is(r, "}"))
        word->fence = (double)take_number(r, "what a fence of it costs") / 10;
    expect(r, "}");
}

/* ---- rows -------------------------------------------------------------------- */

/* .order, .order=relaxed|acquire?, .order=none|relaxed; a dot has been read. */
static cm_form_modifier modifier(reader *r, const cm_form *form)
{
    token t = r->here;
    const char *name = take_name(r, "a modifier");
    cm_form_modifier m = {.words = find_words(r, name)};
    if (m.words < 0)
        cm_fail(r->work, t.place, "unknown modifier `%s`, expected one of a line `words`", name);
    for (int i = 0; i < form->modifier_count; i++)
        if (form->modifiers[i].words == m.words)
            cm_fail(r->work, t.place, "modifier `%s` stands here twice, expected once", name);
    const cm_table_words *words = &r->words[m.words];
    m.allowed = words->count == CM_TABLE_WORDS ? ~UINT64_C(0) : (UINT64_C(1) << words->count) - 1;
    if (is(r, "=")) {
        m.allowed = 0;
        do {
            advance(r);
            t = r->here;
            const char *word = take_name(r, "a word");
            int index = find_word(words, word);
            if (strcmp(word, "none") == 0)
                m.plain = m.optional = true;
            else if (index < 0)
                cm_fail(r->work, t.place, "`%s` is no word of `%s`, expected one", word, name);
            else
                m.allowed |= UINT64_C(1) << index;
        } while (is(r, "|"));
    }
    if (accept(r, "?"))
        m.optional = true;
    return m;
}

/* The spelling ends at the first blank. */
static void spelling(reader *r, cm_form *form)
{
    cm_form_modifier all[MOST_MODIFIERS];
    if (r->here.kind != NAME && r->here.kind != STRING)
        fail_here(r, "an instruction");
    form->opcode = r->here.text;
    advance(r);
    while (touches(r) && is(r, ".")) {
        if (form->modifier_count == MOST_MODIFIERS)
            fail_here(r, "fewer modifiers");
        advance(r);
        form->modifiers = all;
        all[form->modifier_count] = modifier(r, form);
        form->modifier_count++;
    }
    size_t count = (size_t)form->modifier_count;
    form->modifiers = cm_arena_grow(r->work->arena, all, count, count, sizeof *all);
}

/* d:v/32, or d:v/type; its name has been read. */
static cm_form_operand operand(reader *r, const cm_form *form, const char *before, const char *name)
{
    cm_form_operand o = {.before = before, .name = name, .typed_by = -1};
    expect(r, ":");
    token kind = r->here;
    o.kind = take_name(r, "a kind of operand");
    if (!is_among(r->kinds, o.kind))
        cm_fail(r->work, kind.place,
                "unknown kind of operand `%s`, expected one of the line `kinds`", o.kind);
    if (!accept(r, "/"))
        return o;
    if (r->here.kind == NUMBER) {
        o.bits = (unsigned)take_number(r, "a width");
        return o;
    }
    token t = r->here;
    const cm_form *outer = r->form;
    r->form = form;
    o.typed_by = find_modifier(r, take_name(r, "a width"));
    r->form = outer;
    if (o.typed_by < 0)
        cm_fail(r->work, t.place, "`%s` is no modifier of this row, expected one, or a number",
                t.text);
    return o;
}

static void operands(reader *r, cm_form *form)
{
    cm_form_operand all[MOST_OPERANDS];
    cm_text before;
    cm_text_init(&before, r->work->arena);
    while (!is(r, "=>")) {
        if (r->here.kind == LINE_END)
            fail_here(r, "`=>`");
        if (r->here.kind == PUNCTUATION) {
            cm_text_append(&before, "%s%s", before.length > 0 ? " " : "", r->here.text);
            advance(r);
            continue;
        }
        if (form->operand_count == MOST_OPERANDS)
            fail_here(r, "fewer operands");
        token t = r->here;
        const char *name = take_name(r, "an operand");
        for (int i = 0; i < form->operand_count; i++)
            if (strcmp(all[i].name, name) == 0)
                cm_fail(r->work, t.place, "operand `%s` stands here twice, expected once", name);
        all[form->operand_count++] = operand(r, form, before.data, name);
        cm_text_init(&before, r->work->arena);
    }
    form->after = before.data;
    size_t count = (size_t)form->operand_count;
    form->operands = cm_arena_grow(r->work->arena, all, count, count, sizeof *all);
}

/* The rest of the line, blanks at its ends left out. */
static const char *rest_of_line(reader *r)
{
    uint32_t from = r->here.place.offset, to = from;
    while (char_at(r, to) != '\n' && char_at(r, to) != '\0')
        to++;
    r->at = to;
    advance(r);
    while (to > from && char_at(r, to - 1) == ' ')
        to--;
    return cm_arena_text(r->work->arena, r->source->text + from, to - from);
}

/* SPELLING [rated {order cost}] OPERANDS => MEANING -- text for people */
static void row(reader *r)
{
    cm_form form = {.opcode = NULL};
    unsigned column;
    cm_place_position(r->here.place, &form.line, &column);
    spelling(r, &form);
    if (accept(r, "rated")) {
        cm_table_word rated = {.order = 0};
        expect(r, "{");
        strength(r, &rated);
        form.order = rated.order;
        form.cost = rated.cost;
    }
    operands(r, &form);
    expect(r, "=>");
    r->form = &form;
    form.meaning = r->here.kind == LINE_END || is(r, "--") ? 0 : statements(r);
    r->form = NULL;
    form.is_fence = has_fence(r, form.meaning);
    if (is(r, "--")) {
        advance(r);
        form.doc = rest_of_line(r);
    }
    CM_RESERVE(r->work->arena, r->forms, r->table->form_count, r->form_capacity);
    r->forms[r->table->form_count++] = form;
}

/* ---- other lines -------------------------------------------------------------- */

/* words NAME [fixed|mark] WORD[=NUMBER][~][{...}]... [usual WORD] */
static void words(reader *r)
{
    cm_table_word all[CM_TABLE_WORDS];
    token t = r->here;
    cm_table_words w = {.name = take_name(r, "the name of a modifier"), .usual = -1};
    if (find_words(r, w.name) >= 0)
        cm_fail(r->work, t.place, "modifier `%s` is there already, expected another name", w.name);
    w.fixed = accept(r, "fixed");
    w.mark = accept(r, "mark");
    w.items = all;
    while (r->here.kind != LINE_END && !accept(r, "usual")) {
        t = r->here;
        if (t.kind != NAME && t.kind != STRING)
            fail_here(r, "a word");
        if (find_word(&w, t.text) >= 0)
            cm_fail(r->work, t.place, "word `%s` stands here twice, expected once", t.text);
        if (w.count == CM_TABLE_WORDS)
            fail_here(r, "fewer words");
        advance(r);
        cm_table_word word = {.text = t.text};
        if (accept(r, "="))
            word.number = (unsigned)take_number(r, "a number");
        word.stays = accept(r, "~");
        if (accept(r, "{"))
            strength(r, &word);
        all[w.count++] = word;
    }
    if (r->here.kind != LINE_END) {
        t = r->here;
        w.usual = find_word(&w, take_name(r, "a word"));
        if (w.usual < 0)
            cm_fail(r->work, t.place, "`%s` is no word of `%s`, expected one", t.text, w.name);
    }
    size_t count = (size_t)w.count;
    w.items = cm_arena_grow(r->work->arena, all, count, count, sizeof *all);
    CM_RESERVE(r->work->arena, r->words, r->table->word_count, r->word_capacity);
    r->words[r->table->word_count++] = w;
}

/* let NAME(PARAMETER, ...) = EXPRESSION */
static void let(reader *r)
{
    token t = r->here;
    const char *name = take_name(r, "a name");
    if (find_let(r, name) >= 0 || is_word(r, name))
        cm_fail(r->work, t.place, "`%s` means something already, expected another name", name);
    if (r->table->let_count == MOST_LETS)
        cm_fail(r->work, t.place, "too many lines `let`, expected fewer");
    expect(r, "(");
    while (!accept(r, ")")) {
        if (r->parameter_count > 0)
            expect(r, ",");
        if (r->parameter_count == MOST_PARAMETERS)
            fail_here(r, "fewer parameters");
        r->parameters[r->parameter_count] = take_name(r, "a parameter");
        r->parameter_count++;
    }
    expect(r, "=");
    uint16_t body = expression(r);
    CM_RESERVE(r->work->arena, r->lets, r->table->let_count, r->let_capacity);
    r->lets[r->table->let_count] = body;
    r->let_arities[r->table->let_count] = r->parameter_count;
    r->let_names[r->table->let_count++] = name;
    r->parameter_count = 0;
}

/* Is there a row of that opcode that may have all these words? */
static bool some_row_has(const reader *r, const char *opcode, const char *const *words)
{
    for (int i = 0; i < r->table->form_count; i++) {
        const cm_form *form = &r->forms[i];
        int found = 0, wanted = 0;
        for (; wanted < CM_ALIAS_WORDS && words[wanted]; wanted++)
            for (int m = 0; m < form->modifier_count; m++) {
                int word = find_word(&r->words[form->modifiers[m].words], words[wanted]);
                found += word >= 0 && form->modifiers[m].allowed >> word & 1;
            }
        if (found >= wanted && strcmp(form->opcode, opcode) == 0)
            return true;
    }
    return false;
}

/* alias OPCODE = OPCODE.WORD... */
static void alias(reader *r)
{
    cm_form_alias a = {.opcode = take_name(r, "an opcode")};
    int count = 0;
    expect(r, "=");
    cm_place place = r->here.place;
    a.of = take_name(r, "the opcode of a row");
    while (accept(r, ".")) {
        if (count == CM_ALIAS_WORDS)
            fail_here(r, "fewer words");
        a.words[count++] = take_name(r, "a word");
    }
    if (!some_row_has(r, a.of, a.words))
        cm_fail(r->work, place, "no row above has `%s` with these words, expected one", a.of);
    CM_RESERVE(r->work->arena, r->aliases, r->table->alias_count, r->alias_capacity);
    r->aliases[r->table->alias_count++] = a;
}

/* kinds NAME..., actions NAME...: what the instruction set's C has for the table */
static void names(reader *r, const char **list)
{
    int count = 0;
    while (r->here.kind != LINE_END) {
        if (count == MOST_OPERANDS - 1)
            fail_here(r, "fewer names");
        list[count++] = take_name(r, "a name");
    }
}

static void line(reader *r)
{
    if (accept(r, "words")) {
        words(r);
    } else if (accept(r, "kinds")) {
        names(r, r->kinds);
    } else if (accept(r, "actions")) {
        names(r, r->actions);
    } else if (accept(r, "let")) {
        let(r);
    } else if (accept(r, "alias")) {
        alias(r);
    } else if (accept(r, "undotted")) {
        r->table->undotted = true;
    } else if (accept(r, "registers")) {
        r->table->bits = (unsigned)take_number(r, "how many bits a register has");
    } else if (accept(r, "widest")) {
        r->table->widest = (unsigned)take_number(r, "how many bytes an access may have");
        r->table->wanted = r->here.text;
        if (r->here.kind != STRING)
            fail_here(r, "a message between `\"`");
        advance(r);
    } else {
        row(r);
    }
    if (r->here.kind != LINE_END)
        fail_here(r, "the end of the line");
}

const cm_isa_table *cm_isa_table_read(cm_work *work, const cm_source *source, const char *name)
{
    reader *r = CM_NEW(work->arena, reader);
    *r = (reader){.work = work, .source = source};
    r->table = CM_NEW(work->arena, cm_isa_table);
    r->table->name = name;
    add_node(r, (cm_node){.kind = CM_NODE_NOTHING});
    advance(r);
    while (r->at < source->length || r->here.kind != LINE_END) {
        if (r->here.kind == LINE_END) {
            r->at++;
            advance(r);
        } else {
            line(r);
        }
    }
    r->table->words = r->words;
    r->table->forms = r->forms;
    r->table->aliases = r->aliases;
    r->table->nodes = r->nodes;
    r->table->lets = r->lets;
    r->table->kinds = r->kinds;
    r->table->actions = r->actions;
    return r->table;
}
