/* What a row of NAME.isa says that its instruction does: names, values, statements. Names are
 * resolved while they are read. */
#include "litmus/isa/table/reader.h"

#include "base/text.h"
#include "litmus/expr.h"

#include <ctype.h>
#include <string.h>

/* ---- what names mean ------------------------------------------------------ */

bool cm_isar_is_tag(const cm_isa_reader *r, const char *name)
{
    int i = 0;
    while (i < r->tag_count && strcmp(r->tags[i].name, name) != 0)
        i++;
    return i < r->tag_count;
}

int cm_isar_find_words(const cm_isa_reader *r, const char *name)
{
    return CM_NAMED_INDEX(r->words, r->table->word_count, name, name);
}

int cm_isar_find_word(const cm_table_words *words, const char *text)
{
    return CM_NAMED_INDEX(words->items, words->count, text, text);
}

bool cm_isar_is_word(const cm_isa_reader *r, const char *text)
{
    for (int i = 0; i < r->table->word_count; i++)
        if (cm_isar_find_word(&r->words[i], text) >= 0)
            return true;
    return false;
}

int cm_isar_find_modifier(const cm_isa_reader *r, const char *name)
{
    for (int i = 0; r->form && i < r->form->modifier_count; i++)
        if (strcmp(r->words[r->form->modifiers[i].words].name, name) == 0)
            return i;
    return -1;
}

static int find_operand(const cm_isa_reader *r, const char *name)
{
    for (int i = 0; r->form && i < r->form->operand_count; i++)
        if (strcmp(r->form->operands[i].name, name) == 0)
            return i;
    return -1;
}

static int find_local(const cm_isa_reader *r, const char *name)
{
    for (int i = 0; i < r->local_count; i++)
        if (strcmp(r->locals[i], name) == 0)
            return i;
    return -1;
}

static int find_parameter(const cm_isa_reader *r, const char *name)
{
    for (int i = 0; i < r->parameter_count; i++)
        if (strcmp(r->parameters[i], name) == 0)
            return i;
    return -1;
}

int cm_isar_find_let(const cm_isa_reader *r, const char *name)
{
    for (int i = 0; i < r->table->let_count; i++)
        if (strcmp(r->let_names[i], name) == 0)
            return i;
    return -1;
}

bool cm_isar_is_among(const char *const *names, const char *name)
{
    while (*names && strcmp(*names, name) != 0)
        names++;
    return *names != NULL;
}

/* ---- expressions --------------------------------------------------------- */

uint16_t cm_isar_add_node(cm_isa_reader *r, cm_isa_node node)
{
    if (r->table->node_count >= CM_ISAR_NODES)
        cm_fail(r->work, r->here.place, "the table is too large, expected at most %d nodes",
                CM_ISAR_NODES);
    CM_RESERVE(r->work->arena, r->nodes, r->table->node_count, r->node_capacity);
    r->nodes[r->table->node_count] = node;
    return (uint16_t)r->table->node_count++;
}

static uint16_t list_of(cm_isa_reader *r, const uint16_t *items, int count)
{
    uint16_t list = 0;
    while (count-- > 0)
        list =
            cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_LIST, .a = items[count], .b = list});
    return list;
}

/* Items with `between` between them, up to `end`, which is read, too; *count of them. */
static uint16_t item_list(cm_isa_reader *r, uint16_t (*item)(cm_isa_reader *), const char *between,
                          const char *end, int *count)
{
    uint16_t items[CM_ISAR_ITEMS];
    *count = 0;
    while (!cm_isar_accept(r, end)) {
        if (*count > 0)
            cm_isar_expect(r, between);
        if (*count == CM_ISAR_ITEMS)
            cm_isar_fail_here(r, "fewer items");
        items[(*count)++] = item(r);
    }
    return list_of(r, items, *count);
}

/* `(a, b, c)` as a list; *count of items. */
static uint16_t arguments(cm_isa_reader *r, int *count)
{
    cm_isar_expect(r, "(");
    return item_list(r, cm_isar_expression, ",", ")", count);
}

static uint16_t item_of(const cm_isa_reader *r, uint16_t list, int index)
{
    while (index-- > 0)
        list = r->nodes[list].b;
    return r->nodes[list].a;
}

static const struct {
    const char *name;
    cm_op op;
    int arity;
} functions[] = {
    {"umin", CM_OP_UMIN, 2},   {"umax", CM_OP_UMAX, 2},     {"smin", CM_OP_SMIN, 2},
    {"smax", CM_OP_SMAX, 2},   {"sar", CM_OP_ASHR, 2},      {"ror", CM_OP_ROR, 2},
    {"slt", CM_OP_SLT, 2},     {"sle", CM_OP_SLE, 2},       {"sdiv", CM_OP_SDIV, 2},
    {"udiv", CM_OP_UDIV, 2},   {"srem", CM_OP_SREM, 2},     {"urem", CM_OP_UREM, 2},
    {"smulh", CM_OP_SMULH, 2}, {"umulh", CM_OP_UMULH, 2},   {"clz", CM_OP_CLZ, 1},
    {"cls", CM_OP_CLS, 1},     {"popc", CM_OP_POPC, 1},     {"rbit", CM_OP_RBIT, 1},
    {"fadd", CM_OP_FSUM, 2},   {"fmul", CM_OP_FPRODUCT, 2}, {"fdiv", CM_OP_FQUOTIENT, 2},
    {"fmin", CM_OP_FMIN, 2},   {"fmax", CM_OP_FMAX, 2},     {"flt", CM_OP_FLT, 2},
    {"fle", CM_OP_FLE, 2},     {"feq", CM_OP_FEQ, 2},       {"fsqrt", CM_OP_FROOT, 1},
    {"fma", CM_OP_FFUSED, 3}};

static void check_arity(cm_isa_reader *r, cm_isa_token name, int count, int least, int most)
{
    if (count < least || count > most)
        cm_fail(r->work, name.place, "`%s` has %d argument%s here, expected %d", name.text, count,
                count == 1 ? "" : "s", count < least ? least : most);
}

/* name(arguments) */
static uint16_t call(cm_isa_reader *r, cm_isa_token name)
{
    int count, let = cm_isar_find_let(r, name.text);
    uint16_t list = arguments(r, &count);
    if (let >= 0) {
        check_arity(r, name, count, r->let_arities[let], r->let_arities[let]);
        return cm_isar_add_node(
            r, (cm_isa_node){.kind = CM_NODE_CALL, .number = (uint64_t)let, .a = list});
    }
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strcmp(functions[i].name, name.text) == 0) {
            check_arity(r, name, count, functions[i].arity, functions[i].arity);
            return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_OP,
                                                     .number = functions[i].op,
                                                     .a = item_of(r, list, 0),
                                                     .b = count > 1 ? item_of(r, list, 1) : 0,
                                                     .c = count > 2 ? item_of(r, list, 2) : 0});
        }
    static const struct {
        const char *name;
        cm_isa_node_kind kind;
        int arity;
    } others[] = {{"bits", CM_NODE_BITS, 1},      {"number", CM_NODE_BITS, 1},
                  {"signed", CM_NODE_SIGNED, 1},  {"place", CM_NODE_PLACE, 1},
                  {"width", CM_NODE_WIDTH, 1},    {"cut", CM_NODE_CUT, 2},
                  {"literal", CM_NODE_LITERAL, 1}};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(others[i].name, name.text) == 0) {
            check_arity(r, name, count, others[i].arity, others[i].arity);
            if (others[i].kind == CM_NODE_LITERAL &&
                r->nodes[item_of(r, list, 0)].kind != CM_NODE_OPERAND)
                cm_fail(r->work, name.place, "`literal` is about an operand, expected one");
            return cm_isar_add_node(r, (cm_isa_node){.kind = others[i].kind,
                                                     .a = item_of(r, list, 0),
                                                     .b = count > 1 ? item_of(r, list, 1) : 0});
        }
    if (cm_isar_is_among(r->functions, name.text))
        return cm_isar_add_node(
            r, (cm_isa_node){.kind = CM_NODE_FUNCTION, .text = name.text, .a = list});
    bool is_signed = strcmp(name.text, "sx") == 0;
    if (!is_signed && strcmp(name.text, "zx") != 0)
        cm_fail(r->work, name.place,
                "the function `%s` is not known, expected one of a `let` above, or of "
                "docs/isa-tables.md",
                name.text);
    check_arity(r, name, count, 1, 2);
    return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_EXTEND,
                                             .number = is_signed ? CM_OP_SEXT : CM_OP_ZEXT,
                                             .a = item_of(r, list, 0),
                                             .b = count > 1 ? item_of(r, list, 1) : 0});
}

/* How an access is made, among its tags. */
static bool is_property(const char *name)
{
    static const char *const known[] = {"aligned",    "exclusive",      "in_global", "in_shared",
                                        "in_cluster", "only_in_shared", "signed",    "dwords"};
    return cm_word_listed(known, sizeof known / sizeof *known, name);
}

static uint16_t numbered(cm_isa_reader *r, cm_isa_node_kind kind, int number)
{
    return cm_isar_add_node(r, (cm_isa_node){.kind = kind, .number = (uint64_t)number});
}

static uint16_t name_node(cm_isa_reader *r, cm_isa_token name)
{
    int found;
    bool is_tag = isupper((unsigned char)*name.text);
    if (is_tag && r->tag_count > 0 && !cm_isar_is_tag(r, name.text))
        cm_fail(r->work, name.place, "there is no tag `%s`, expected one of a line `tag`",
                name.text);
    if (is_tag)
        return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_TAG, .text = name.text});
    if (strcmp(name.text, "none") == 0)
        return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_WORD});
    if (r->has_old && strcmp(name.text, "old") == 0)
        return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_OLD});
    if ((found = find_parameter(r, name.text)) >= 0)
        return numbered(r, CM_NODE_PARAMETER, found);
    if ((found = find_operand(r, name.text)) >= 0)
        return numbered(r, CM_NODE_OPERAND, found);
    if ((found = find_local(r, name.text)) >= 0)
        return numbered(r, CM_NODE_LOCAL, found);
    if ((found = cm_isar_find_modifier(r, name.text)) >= 0)
        return numbered(r, CM_NODE_MODIFIER, found);
    if (!cm_isar_is_word(r, name.text) && !is_property(name.text))
        cm_fail(r->work, name.place,
                "there is no name `%s`, expected an operand or a modifier of this row, or a word",
                name.text);
    return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_WORD, .text = name.text});
}

/* $CR0: a register that no test names. */
static uint16_t hidden_register(cm_isa_reader *r)
{
    cm_isar_expect(r, "$");
    const char *name = cm_isar_take_name(r, "the name of a hidden register");
    return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_HIDDEN,
                                             .text = cm_arena_printf(r->work->arena, ".%s", name)});
}

/* "exec": a register that the instruction does not name. */
static uint16_t named_register(cm_isa_reader *r)
{
    const char *name = r->here.text;
    cm_isar_advance(r);
    return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_NAMED, .text = name});
}

/* x[0, 32]: behind an operand, or a register, its first 32 bits. */
static uint16_t part_of(cm_isa_reader *r, uint16_t whole)
{
    cm_isa_node_kind kind = r->nodes[whole].kind;
    if ((kind != CM_NODE_OPERAND && kind != CM_NODE_NAMED) || !cm_isar_accept(r, "["))
        return whole;
    cm_isa_node node = {.kind = CM_NODE_PART, .a = whole, .b = cm_isar_expression(r)};
    cm_isar_expect(r, ",");
    node.c = cm_isar_expression(r);
    cm_isar_expect(r, "]");
    return cm_isar_add_node(r, node);
}

static uint16_t primary(cm_isa_reader *r)
{
    cm_isa_token t = r->here;
    if (cm_isar_accept(r, "(")) {
        uint16_t inner = cm_isar_expression(r);
        cm_isar_expect(r, ")");
        return inner;
    }
    if (t.kind == CM_ISAR_NUMBER) {
        cm_isar_advance(r);
        return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_NUMBER, .number = t.number});
    }
    if (cm_isar_is(r, "$"))
        return hidden_register(r);
    if (t.kind == CM_ISAR_STRING)
        return part_of(r, named_register(r));
    if (t.kind != CM_ISAR_NAME)
        cm_isar_fail_here(r, "a value");
    cm_isar_advance(r);
    return cm_isar_is(r, "(") ? call(r, t) : part_of(r, name_node(r, t));
}

static uint16_t unary(cm_isa_reader *r)
{
    cm_isa_node node = {.kind = cm_isar_is(r, "!") ? CM_NODE_NOT : CM_NODE_OP,
                        .number = cm_isar_is(r, "~") ? CM_OP_NOT : CM_OP_NEG};
    if (!cm_isar_is(r, "!") && !cm_isar_is(r, "~") && !cm_isar_is(r, "-"))
        return primary(r);
    if (++r->depth > CM_ISAR_DEPTH)
        cm_isar_fail_here(r, "a simpler expression");
    cm_isar_advance(r);
    node.a = unary(r);
    r->depth--;
    return cm_isar_add_node(r, node);
}

/* As in C, the tightest last. */
static const struct {
    const char *text;
    int level;
    cm_isa_node_kind kind;
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
static uint16_t word_list(cm_isa_reader *r)
{
    uint16_t items[CM_ISAR_ITEMS];
    int count = 0;
    do {
        if (count == CM_ISAR_ITEMS)
            cm_isar_fail_here(r, "fewer words");
        cm_isa_token t = r->here;
        const char *name = cm_isar_take_word(r);
        bool is_none = strcmp(name, "none") == 0;
        if (!is_none && !cm_isar_is_word(r, name))
            cm_fail(r->work, t.place, "there is no word `%s`, expected one of a line `words`",
                    name);
        items[count++] =
            cm_isar_add_node(r, (cm_isa_node){CM_NODE_WORD, .text = is_none ? NULL : name});
    } while (cm_isar_accept(r, "|"));
    return list_of(r, items, count);
}

static uint16_t binary(cm_isa_reader *r, int level)
{
    if (level == TIGHTEST)
        return unary(r);
    uint16_t left = binary(r, level + 1);
    for (;;) {
        int i = 0;
        while (i < OPERATORS && (operators[i].level != level || !cm_isar_is(r, operators[i].text)))
            i++;
        if (i == OPERATORS)
            return left;
        cm_isar_advance(r);
        uint16_t right = operators[i].kind == CM_NODE_IS ? word_list(r) : binary(r, level + 1);
        left = cm_isar_add_node(r, (cm_isa_node){.kind = operators[i].kind,
                                                 .number = operators[i].op,
                                                 .a = operators[i].swapped ? right : left,
                                                 .b = operators[i].swapped ? left : right});
    }
}

uint16_t cm_isar_expression(cm_isa_reader *r)
{
    if (++r->depth > CM_ISAR_DEPTH)
        cm_isar_fail_here(r, "a simpler expression");
    uint16_t value = binary(r, 0);
    if (cm_isar_accept(r, "?")) {
        cm_isa_node choice = {.kind = CM_NODE_CHOICE, .a = value, .b = cm_isar_expression(r)};
        cm_isar_expect(r, ":");
        choice.c = cm_isar_expression(r);
        value = cm_isar_add_node(r, choice);
    }
    r->depth--;
    return value;
}

/* ---- statements ------------------------------------------------------------ */

/* {ACQ, scope_of(scope), shared}: tags, and words that say how the access is. */
static uint16_t properties(cm_isa_reader *r)
{
    int count;
    cm_isar_expect(r, "{");
    return item_list(r, cm_isar_expression, ",", "}", &count);
}

static const struct {
    const char *name;
    cm_isa_node_kind kind;
    int least, most; /* arguments */
    bool gives;      /* stands behind `to =` */
} events[] = {{"R", CM_NODE_READ, 2, 2, true},        {"W", CM_NODE_WRITE, 3, 3, false},
              {"RMW", CM_NODE_RMW, 3, 3, true},       {"CAS", CM_NODE_CAS, 4, 4, true},
              {"F", CM_NODE_FENCE, 0, 0, false},      {"barrier", CM_NODE_BARRIER, 1, 2, false},
              {"branch", CM_NODE_BRANCH, 1, 2, false}};
enum { EVENTS = sizeof events / sizeof *events };

static int find_event(const cm_isa_token *t)
{
    int i = 0;
    while (i < EVENTS && (t->kind != CM_ISAR_NAME || strcmp(events[i].name, t->text) != 0))
        i++;
    return i < EVENTS ? i : -1;
}

static uint16_t event(cm_isa_reader *r, int which, uint16_t to)
{
    cm_isa_token name = r->here;
    cm_isa_node node = {.kind = events[which].kind, .a = to};
    int count = 0;
    cm_isar_advance(r);
    r->has_old = node.kind == CM_NODE_RMW;
    if (events[which].most > 0)
        node.b = arguments(r, &count);
    r->has_old = false;
    check_arity(r, name, count, events[which].least, events[which].most);
    if (events[which].gives != (to != 0))
        cm_fail(r->work, name.place, "`%s` %s, expected %s", name.text,
                to ? "gives nothing" : "gives a value", to ? "no `=`" : "`operand = ` before it");
    if (node.kind == CM_NODE_BRANCH && r->nodes[item_of(r, node.b, 0)].kind != CM_NODE_OPERAND)
        cm_fail(r->work, name.place, "`branch` has no operand, expected one first");
    if (node.kind != CM_NODE_BRANCH)
        node.c = properties(r);
    if (node.kind == CM_NODE_RMW || node.kind == CM_NODE_CAS)
        node.d = cm_isar_is(r, "{") ? properties(r) : node.c;
    return cm_isar_add_node(r, node);
}

/* need CONDITION "message", undefined CONDITION "why", opaque CONDITION "why" */
static uint16_t with_text(cm_isa_reader *r, cm_isa_node_kind kind)
{
    cm_isa_node node = {.kind = kind, .a = cm_isar_expression(r)};
    node.text = cm_isar_take_text(r);
    return cm_isar_add_node(r, node);
}

/* let x: a value that is kept, for what it is made of may change. */
static uint16_t new_local(cm_isa_reader *r)
{
    cm_isa_token name = r->here;
    cm_isar_take_name(r, "a name");
    if (find_operand(r, name.text) >= 0 || find_local(r, name.text) >= 0 ||
        cm_isar_find_modifier(r, name.text) >= 0)
        cm_fail(r->work, name.place, "`%s` already has a meaning, expected another name",
                name.text);
    if (r->local_count == CM_ISAR_LOCALS)
        cm_fail(r->work, name.place, "there are too many statements `let`, expected fewer");
    r->locals[r->local_count] = name.text;
    return numbered(r, CM_NODE_LOCAL, r->local_count);
}

/* Where a value goes to. */
static uint16_t target(cm_isa_reader *r)
{
    if (cm_isar_accept(r, "let"))
        return new_local(r);
    if (cm_isar_is(r, "$"))
        return hidden_register(r);
    if (r->here.kind == CM_ISAR_STRING)
        return part_of(r, named_register(r));
    cm_isa_token name = r->here;
    int operand = find_operand(r, cm_isar_take_name(r, "a statement"));
    if (operand < 0)
        cm_fail(r->work, name.place,
                "`%s` is neither a statement nor an operand, expected one of them", name.text);
    return part_of(r, numbered(r, CM_NODE_OPERAND, operand));
}

static uint16_t statement(cm_isa_reader *r)
{
    if (cm_isar_accept(r, "when")) {
        if (++r->depth > CM_ISAR_DEPTH)
            cm_isar_fail_here(r, "a simpler statement");
        cm_isa_node node = {.kind = CM_NODE_WHEN, .a = cm_isar_expression(r)};
        cm_isar_expect(r, ":");
        node.b = statement(r);
        r->depth--;
        return cm_isar_add_node(r, node);
    }
    int which = find_event(&r->here);
    if (which >= 0)
        return event(r, which, 0);
    if (cm_isar_accept(r, "need"))
        return with_text(r, CM_NODE_NEED);
    if (cm_isar_accept(r, "undefined"))
        return with_text(r, CM_NODE_UNDEFINED);
    if (cm_isar_accept(r, "opaque"))
        return with_text(r, CM_NODE_OPAQUE);
    if (cm_isar_accept(r, "exit"))
        return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_EXIT});
    if (cm_isar_accept(r, "do")) {
        cm_isa_token name = r->here;
        if (!cm_isar_is_among(r->actions, cm_isar_take_name(r, "a name")))
            cm_fail(r->work, name.place,
                    "there is no action `%s`, expected one of the line `actions`", name.text);
        return cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_DO, .text = name.text});
    }
    uint16_t to = target(r), node;
    cm_isar_expect(r, "=");
    which = find_event(&r->here);
    if (which >= 0) {
        node = event(r, which, to);
    } else {
        uint16_t value = cm_isar_expression(r);
        node = cm_isar_add_node(r, (cm_isa_node){.kind = CM_NODE_SET, .a = to, .b = value});
    }
    r->local_count += r->nodes[to].kind == CM_NODE_LOCAL;
    return node;
}

uint16_t cm_isar_statements(cm_isa_reader *r)
{
    uint16_t items[CM_ISAR_ITEMS];
    int count = 0;
    do {
        if (count == CM_ISAR_ITEMS)
            cm_isar_fail_here(r, "fewer statements");
        cm_place place = r->here.place;
        items[count++] = statement(r);
        cm_isa_node_kind kind = r->nodes[items[count - 1]].kind;
        if ((kind == CM_NODE_UNDEFINED || kind == CM_NODE_OPAQUE) &&
            (count == 1 ||
             (r->nodes[items[count - 2]].kind != CM_NODE_SET &&
              (kind == CM_NODE_UNDEFINED || r->nodes[items[count - 2]].kind != CM_NODE_RMW))))
            cm_fail(r->work, place, "`%s` comes after no assignment, expected one before it",
                    kind == CM_NODE_OPAQUE ? "opaque" : "undefined");
    } while (cm_isar_accept(r, ";"));
    return list_of(r, items, count);
}
