/* Modules of LLVM IR: see the header. What an import has no use for is gone past; what it cannot
 * read in a function is kept as refused, since no thread may come there. */
#include "import/ll.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- values ------------------------------------------------------------------------- */

static int local_of(cm_ll_reader *r, const char *name)
{
    cm_ll_function *f = r->function;
    for (int i = 0; f && i < f->local_count; i++)
        if (strcmp(f->locals[i], name) == 0)
            return i;
    if (!f)
        cm_ll_fail_here(r, "a constant");
    CM_RESERVE(r->work->arena, f->locals, f->local_count, f->local_capacity);
    f->locals[f->local_count] = name;
    return f->local_count++;
}

static cm_ll_value read_value(cm_ll_reader *r, const cm_ll_type *type);

static cm_ll_value read_typed(cm_ll_reader *r)
{
    const cm_ll_type *type = cm_ll_read_type(r);
    return read_value(r, type);
}

/* `[i32 1, i32 2]`, `{ ... }` */
static void read_items(cm_ll_reader *r, cm_ll_value *v, const char *close)
{
    cm_ll_value *items = NULL;
    int count = 0, capacity = 0;
    cm_ll_advance(r);
    while (!cm_ll_accept(r, close)) {
        if (count > 0)
            cm_ll_expect(r, ",");
        CM_RESERVE(r->work->arena, items, count, capacity);
        cm_ll_value item = read_typed(r);
        items[count++] = item;
    }
    v->kind = CM_LL_AGGREGATE;
    v->items = items;
    v->item_count = count;
}

static void skip_flags(cm_ll_reader *r)
{
    static const char *const words[] = {"inbounds", "nuw",      "nsw",      "nusw",     "exact",
                                        "disjoint", "nneg",     "samesign", "fast",     "nnan",
                                        "ninf",     "nsz",      "arcp",     "contract", "afn",
                                        "reassoc",  "volatile", "inrange"};
    while (r->token.kind == CM_LL_WORD &&
           cm_word_listed(words, sizeof words / sizeof *words, r->token.text)) {
        bool range = cm_ll_is(r, "inrange"); /* inrange(-8, 8) */
        cm_ll_advance(r);
        if (range && cm_ll_is(r, "("))
            cm_ll_skip_group(r);
    }
}

/* Bytes from the start of the object; false: not all indices are known. */
static bool constant_offset(const cm_ll_type *type, const cm_ll_value *indices, int count,
                            uint64_t *offset)
{
    for (int i = 0; i < count; i++) {
        if (indices[i].kind != CM_LL_NUMBER)
            return false;
        if (i == 0) {
            *offset += indices[i].number * cm_ll_size(type);
            continue;
        }
        bool array = type->kind == CM_LL_ARRAY;
        if (!array &&
            (type->kind != CM_LL_STRUCT || indices[i].number >= (uint64_t)type->member_count))
            return false;
        *offset += cm_ll_offset(type, indices[i].number);
        type = type->members[array ? 0 : indices[i].number];
    }
    return true;
}

/* `getelementptr inbounds ([3 x i32], ptr @x, i64 0, i64 1)`, `inttoptr (i64 1 to ptr)` */
static void read_expression(cm_ll_reader *r, cm_ll_value *v)
{
    static const char *const casts[] = {"inttoptr", "ptrtoint", "bitcast", "addrspacecast"};
    const char *word = r->token.text;
    const cm_ll_type *type = v->type;
    cm_place place = v->place;
    cm_ll_reader start = *r;
    cm_ll_advance(r);
    skip_flags(r);
    if (!cm_ll_is(r, "("))
        cm_fail(r->work, place, "expected a value, found `%s`", word);
    if (cm_word_listed(casts, 4, word)) {
        cm_ll_advance(r);
        *v = read_typed(r);
        v->type = type;
        v->place = place;
        cm_ll_expect(r, "to");
        cm_ll_read_type(r);
        cm_ll_expect(r, ")");
        return;
    }
    if (strcmp(word, "getelementptr") == 0) {
        cm_ll_advance(r);
        const cm_ll_type *of = cm_ll_read_type(r);
        cm_ll_expect(r, ",");
        cm_ll_value base = read_typed(r), all = {0};
        start = *r;
        read_items(&start, &all, ")"); /* its first sign is the comma */
        *r = start;
        uint64_t offset = base.number;
        if (base.kind == CM_LL_SYMBOL && constant_offset(of, all.items, all.item_count, &offset)) {
            *v = base;
            v->number = offset;
            return;
        }
    } else {
        cm_ll_skip_group(r);
    }
    v->kind = CM_LL_STRANGE;
    v->name = word;
}

static cm_ll_value read_value(cm_ll_reader *r, const cm_ll_type *type)
{
    static const char *const none[] = {"zeroinitializer", "null", "false", "none"};
    cm_ll_value v = {.kind = CM_LL_NUMBER, .type = type, .place = r->token.place};
    const char *word = r->token.text;
    if (++r->depth > 64)
        cm_ll_fail_here(r, "a value that is not nested so deep");
    if (r->token.kind == CM_LL_PERCENT) {
        v.kind = CM_LL_LOCAL;
        v.local = local_of(r, word);
        cm_ll_advance(r);
    } else if (r->token.kind == CM_LL_AT) {
        v.kind = CM_LL_SYMBOL;
        v.name = word;
        cm_ll_advance(r);
    } else if (r->token.kind == CM_LL_CHARACTERS) {
        v.kind = CM_LL_BYTES;
        v.name = word;
        cm_ll_advance(r);
    } else if (cm_ll_is(r, "[")) {
        read_items(r, &v, "]");
    } else if (cm_ll_is(r, "{")) {
        read_items(r, &v, "}");
    } else if (cm_ll_is(r, "<")) {
        cm_ll_advance(r);
        if (!cm_ll_is(r, "{"))
            cm_ll_fail_here(r, "a structure, since vectors are not supported");
        read_items(r, &v, "}");
        cm_ll_expect(r, ">");
    } else if (r->token.kind == CM_LL_WORD &&
               (cm_word_listed(none, 4, word) || strcmp(word, "true") == 0)) {
        v.number = strcmp(word, "true") == 0;
        cm_ll_advance(r);
    } else if (cm_ll_is(r, "undef") || cm_ll_is(r, "poison")) {
        v.kind = CM_LL_UNDEFINED;
        cm_ll_advance(r);
    } else if (r->token.kind == CM_LL_WORD && type->kind == CM_LL_OTHER) {
        v.kind = CM_LL_STRANGE; /* 1.0e+00 */
        v.name = word;
        cm_ll_advance(r);
        if (cm_ll_is(r, "("))
            cm_ll_skip_group(r);
    } else if (r->token.kind == CM_LL_WORD && isalpha((unsigned char)*word)) {
        read_expression(r, &v);
    } else {
        v.number = cm_ll_take_number(r, "a value");
    }
    r->depth--;
    if (v.kind == CM_LL_NUMBER && type->kind == CM_LL_INTEGER && type->bits < 64)
        v.number &= (UINT64_C(1) << type->bits) - 1;
    return v;
}

/* ---- instructions ------------------------------------------------------------------- */

static void add_operand(cm_ll_reader *r, cm_ll_instruction *i, cm_ll_value v)
{
    CM_RESERVE(r->work->arena, i->operands, i->operand_count, i->operand_capacity);
    i->operands[i->operand_count++] = v;
}

/* Blocks are named before they are read: by the local of that name, until the function is whole. */
static void add_block(cm_ll_reader *r, cm_ll_instruction *i)
{
    if (r->token.kind != CM_LL_PERCENT)
        cm_ll_fail_here(r, "a label");
    CM_RESERVE(r->work->arena, i->blocks, i->block_count, i->block_capacity);
    i->blocks[i->block_count++] = local_of(r, r->token.text);
    cm_ll_advance(r);
}

static bool accept_word(cm_ll_reader *r, const char *const *words, size_t count, const char **out)
{
    if (r->token.kind != CM_LL_WORD || !cm_word_listed(words, count, r->token.text))
        return false;
    *out = r->token.text;
    cm_ll_advance(r);
    return true;
}

static bool accept_order(cm_ll_reader *r, const char **out)
{
    static const char *const orders[] = {"unordered", "monotonic", "acquire",
                                         "release",   "acq_rel",   "seq_cst"};
    return accept_word(r, orders, 6, out);
}

/* Whatever stands between the operands and `, align`. */
static void read_orders(cm_ll_reader *r, cm_ll_instruction *i)
{
    if (cm_ll_accept(r, "syncscope")) {
        cm_ll_expect(r, "(");
        i->alone = strcmp(r->token.text, "singlethread") == 0;
        if (!i->alone)
            cm_ll_fail_here(r, "no scope but \"singlethread\", since programs of a CPU have none");
        cm_ll_advance(r);
        cm_ll_expect(r, ")");
    }
    if (accept_order(r, &i->order))
        accept_order(r, &i->failure);
}

static void read_alloca(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_accept(r, "inalloca");
    i->type = cm_ll_read_type(r);
    cm_ll_reader ahead = *r;
    if (cm_ll_accept(&ahead, ",") && !cm_ll_is(&ahead, "align") && ahead.token.kind == CM_LL_WORD) {
        cm_ll_expect(r, ",");
        add_operand(r, i, read_typed(r));
    }
}

static void read_load(cm_ll_reader *r, cm_ll_instruction *i)
{
    bool atomic = cm_ll_accept(r, "atomic");
    cm_ll_accept(r, "volatile");
    i->type = cm_ll_read_type(r);
    cm_ll_expect(r, ",");
    add_operand(r, i, read_typed(r));
    read_orders(r, i);
    if (atomic && !i->order)
        cm_ll_fail_here(r, "the order of an atomic access");
}

static void read_store(cm_ll_reader *r, cm_ll_instruction *i)
{
    bool atomic = cm_ll_accept(r, "atomic");
    cm_ll_accept(r, "volatile");
    add_operand(r, i, read_typed(r));
    cm_ll_expect(r, ",");
    add_operand(r, i, read_typed(r));
    i->type = i->operands[0].type;
    read_orders(r, i);
    if (atomic && !i->order)
        cm_ll_fail_here(r, "the order of an atomic access");
}

static void read_rmw(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_accept(r, "volatile");
    i->word = r->token.text;
    cm_ll_advance(r);
    add_operand(r, i, read_typed(r));
    cm_ll_expect(r, ",");
    add_operand(r, i, read_typed(r));
    i->type = i->operands[1].type;
    read_orders(r, i);
    if (!i->order)
        cm_ll_fail_here(r, "the order of an atomic access");
}

static void read_cmpxchg(cm_ll_reader *r, cm_ll_instruction *i)
{
    i->weak = cm_ll_accept(r, "weak");
    cm_ll_accept(r, "volatile");
    for (int k = 0; k < 3; k++) {
        if (k > 0)
            cm_ll_expect(r, ",");
        add_operand(r, i, read_typed(r));
    }
    i->type = i->operands[1].type;
    read_orders(r, i);
    if (!i->order || !i->failure)
        cm_ll_fail_here(r, "the orders of success and of failure");
}

static void read_fence(cm_ll_reader *r, cm_ll_instruction *i)
{
    read_orders(r, i);
    if (!i->order)
        cm_ll_fail_here(r, "the order of a fence");
}

static void read_gep(cm_ll_reader *r, cm_ll_instruction *i)
{
    skip_flags(r);
    i->type = cm_ll_read_type(r);
    while (cm_ll_accept(r, ","))
        if (r->token.kind == CM_LL_META)
            break;
        else
            add_operand(r, i, read_typed(r));
    if (i->operand_count == 0)
        cm_ll_fail_here(r, "`,` and an address");
}

/* `T a, b` */
static void read_binary(cm_ll_reader *r, cm_ll_instruction *i)
{
    skip_flags(r);
    i->type = cm_ll_read_type(r);
    add_operand(r, i, read_value(r, i->type));
    cm_ll_expect(r, ",");
    add_operand(r, i, read_value(r, i->type));
}

static void read_icmp(cm_ll_reader *r, cm_ll_instruction *i)
{
    static const char *const words[] = {"eq",  "ne",  "slt", "sle", "sgt",
                                        "sge", "ult", "ule", "ugt", "uge"};
    skip_flags(r);
    if (!accept_word(r, words, 10, &i->word))
        cm_ll_fail_here(r, "eq, ne, slt or another comparison");
    read_binary(r, i);
}

static void read_cast(cm_ll_reader *r, cm_ll_instruction *i)
{
    skip_flags(r);
    add_operand(r, i, read_typed(r));
    cm_ll_expect(r, "to");
    i->type = cm_ll_read_type(r);
}

/* `T a`, or several of these: freeze, select. */
static void read_operands(cm_ll_reader *r, cm_ll_instruction *i)
{
    skip_flags(r);
    do
        add_operand(r, i, read_typed(r));
    while (i->op == CM_LL_SELECT && i->operand_count < 3 && cm_ll_accept(r, ","));
    if (i->op == CM_LL_SELECT && i->operand_count < 3)
        cm_ll_fail_here(r, "three operands");
    i->type = i->operands[i->operand_count - 1].type;
}

static void read_extract(cm_ll_reader *r, cm_ll_instruction *i)
{
    add_operand(r, i, read_typed(r));
    cm_ll_expect(r, ",");
    cm_ll_value index = {.kind = CM_LL_NUMBER, .place = r->token.place};
    index.number = cm_ll_take_number(r, "an index");
    add_operand(r, i, index);
}

static void read_phi(cm_ll_reader *r, cm_ll_instruction *i)
{
    skip_flags(r);
    i->type = cm_ll_read_type(r);
    do {
        cm_ll_expect(r, "[");
        add_operand(r, i, read_value(r, i->type));
        cm_ll_expect(r, ",");
        add_block(r, i);
        cm_ll_expect(r, "]");
    } while (cm_ll_accept(r, ",") && cm_ll_is(r, "["));
}

static void read_label(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_expect(r, "label");
    add_block(r, i);
}

static void read_br(cm_ll_reader *r, cm_ll_instruction *i)
{
    if (cm_ll_is(r, "label")) {
        read_label(r, i);
        return;
    }
    add_operand(r, i, read_typed(r));
    for (int k = 0; k < 2; k++) {
        cm_ll_expect(r, ",");
        read_label(r, i);
    }
}

/* `switch i32 %x, label %d [ i32 1, label %a ... ]` over several lines */
static void read_switch(cm_ll_reader *r, cm_ll_instruction *i)
{
    add_operand(r, i, read_typed(r));
    cm_ll_expect(r, ",");
    read_label(r, i);
    cm_ll_expect(r, "[");
    for (;;) {
        while (r->token.kind == CM_LL_LINE)
            cm_ll_advance(r);
        if (cm_ll_accept(r, "]"))
            break;
        add_operand(r, i, read_typed(r));
        cm_ll_expect(r, ",");
        read_label(r, i);
    }
}

static void read_ret(cm_ll_reader *r, cm_ll_instruction *i)
{
    i->type = cm_ll_read_type(r);
    if (i->type->kind != CM_LL_VOID)
        add_operand(r, i, read_value(r, i->type));
}

/* Attributes of a parameter or of what is returned, up to a value. */
static void skip_attributes(cm_ll_reader *r)
{
    static const char *const words[] = {"noundef",
                                        "signext",
                                        "zeroext",
                                        "inreg",
                                        "noalias",
                                        "nocapture",
                                        "nofree",
                                        "nest",
                                        "returned",
                                        "nonnull",
                                        "readonly",
                                        "readnone",
                                        "writeonly",
                                        "immarg",
                                        "swiftself",
                                        "allocptr",
                                        "align",
                                        "dereferenceable",
                                        "dereferenceable_or_null",
                                        "captures",
                                        "range",
                                        "allocalign",
                                        "dead_on_unwind",
                                        "writable",
                                        "noext",
                                        "swifterror",
                                        "swiftasync",
                                        "dead_on_return"};
    while (r->token.kind == CM_LL_WORD &&
           cm_word_listed(words, sizeof words / sizeof *words, r->token.text)) {
        bool align = cm_ll_is(r, "align");
        cm_ll_advance(r);
        if (cm_ll_is(r, "("))
            cm_ll_skip_group(r);
        else if (align)
            cm_ll_advance(r);
    }
    static const char *const copied[] = {"byval", "sret", "byref", "inalloca", "preallocated"};
    const char *word;
    cm_place place = r->token.place;
    if (accept_word(r, copied, 5, &word))
        cm_fail(r->work, place,
                "an argument with `%s` is not supported, expected a pointer or a number", word);
}

static void skip_before_type(cm_ll_reader *r)
{
    static const char *const words[] = {"private",
                                        "internal",
                                        "available_externally",
                                        "linkonce",
                                        "weak",
                                        "common",
                                        "appending",
                                        "extern_weak",
                                        "linkonce_odr",
                                        "weak_odr",
                                        "external",
                                        "dso_local",
                                        "dso_preemptable",
                                        "hidden",
                                        "protected",
                                        "default",
                                        "dllimport",
                                        "dllexport",
                                        "fastcc",
                                        "coldcc",
                                        "ccc",
                                        "tailcc",
                                        "unnamed_addr",
                                        "local_unnamed_addr",
                                        "externally_initialized",
                                        "tail",
                                        "musttail",
                                        "notail"};
    while (r->token.kind == CM_LL_WORD &&
           cm_word_listed(words, sizeof words / sizeof *words, r->token.text))
        cm_ll_advance(r);
    skip_flags(r);
    if (cm_ll_is(r, "addrspace")) {
        cm_ll_advance(r);
        cm_ll_skip_group(r);
    }
}

static void read_arguments(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_expect(r, "(");
    while (!cm_ll_accept(r, ")")) {
        if (i->operand_count > 1)
            cm_ll_expect(r, ",");
        cm_place place = r->token.place;
        const cm_ll_type *type = cm_ll_read_type(r);
        if (type->kind == CM_LL_OTHER && strcmp(type->name, "metadata") == 0) {
            while (!cm_ll_is(r, ",") && !cm_ll_is(r, ")"))
                if (cm_ll_is(r, "("))
                    cm_ll_skip_group(r);
                else if (r->token.kind == CM_LL_LINE || r->token.kind == CM_LL_END)
                    cm_ll_fail_here(r, "`)`");
                else
                    cm_ll_advance(r);
            add_operand(
                r, i,
                (cm_ll_value){
                    .kind = CM_LL_STRANGE, .name = "metadata", .type = type, .place = place});
            continue;
        }
        skip_attributes(r);
        add_operand(r, i, read_value(r, type));
    }
}

/* `asm sideeffect "text", "constraints"`; what stands in its place is a symbol without a name. */
static cm_ll_value read_asm(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_value v = {.kind = CM_LL_STRANGE, .name = "asm", .place = r->token.place};
    while (r->token.kind == CM_LL_WORD)
        cm_ll_advance(r);
    i->word = r->token.text;
    if (r->token.kind != CM_LL_STRING)
        cm_ll_fail_here(r, "the text of the assembly");
    cm_ll_advance(r);
    cm_ll_expect(r, ",");
    cm_ll_advance(r);
    return v;
}

static void read_call(cm_ll_reader *r, cm_ll_instruction *i)
{
    skip_before_type(r);
    skip_attributes(r);
    i->type = cm_ll_read_type(r);
    if (cm_ll_is(r, "(")) /* the type of a function with arguments that vary */
        cm_ll_skip_group(r);
    add_operand(r, i, cm_ll_is(r, "asm") ? read_asm(r, i) : read_value(r, i->type));
    read_arguments(r, i);
}

static const struct {
    const char *word;
    cm_ll_opcode op;
    void (*read)(cm_ll_reader *r, cm_ll_instruction *i); /* NULL: it has no operands */
} opcodes[] = {{"alloca", CM_LL_ALLOCA, read_alloca},
               {"load", CM_LL_LOAD, read_load},
               {"store", CM_LL_STORE, read_store},
               {"atomicrmw", CM_LL_RMW, read_rmw},
               {"cmpxchg", CM_LL_CMPXCHG, read_cmpxchg},
               {"fence", CM_LL_FENCE, read_fence},
               {"getelementptr", CM_LL_GEP, read_gep},
               {"add", CM_LL_BINARY, read_binary},
               {"sub", CM_LL_BINARY, read_binary},
               {"mul", CM_LL_BINARY, read_binary},
               {"udiv", CM_LL_BINARY, read_binary},
               {"sdiv", CM_LL_BINARY, read_binary},
               {"urem", CM_LL_BINARY, read_binary},
               {"srem", CM_LL_BINARY, read_binary},
               {"and", CM_LL_BINARY, read_binary},
               {"or", CM_LL_BINARY, read_binary},
               {"xor", CM_LL_BINARY, read_binary},
               {"shl", CM_LL_BINARY, read_binary},
               {"lshr", CM_LL_BINARY, read_binary},
               {"ashr", CM_LL_BINARY, read_binary},
               {"icmp", CM_LL_ICMP, read_icmp},
               {"trunc", CM_LL_CAST, read_cast},
               {"zext", CM_LL_CAST, read_cast},
               {"sext", CM_LL_CAST, read_cast},
               {"ptrtoint", CM_LL_CAST, read_cast},
               {"inttoptr", CM_LL_CAST, read_cast},
               {"bitcast", CM_LL_CAST, read_cast},
               {"select", CM_LL_SELECT, read_operands},
               {"freeze", CM_LL_FREEZE, read_operands},
               {"phi", CM_LL_PHI, read_phi},
               {"br", CM_LL_BR, read_br},
               {"switch", CM_LL_SWITCH, read_switch},
               {"ret", CM_LL_RET, read_ret},
               {"unreachable", CM_LL_UNREACHABLE, NULL},
               {"extractvalue", CM_LL_EXTRACT, read_extract},
               {"tail", CM_LL_CALL, read_call},
               {"musttail", CM_LL_CALL, read_call},
               {"notail", CM_LL_CALL, read_call},
               {"call", CM_LL_CALL, read_call}};

/* `, align 4, !dbg !7`: up to the end of the line; what else an instruction may end with changes
 * nothing that a thread does. */
static void read_rest(cm_ll_reader *r, cm_ll_instruction *i)
{
    for (; r->token.kind != CM_LL_LINE && r->token.kind != CM_LL_END; cm_ll_advance(r)) {
        if (r->token.kind != CM_LL_META || strcmp(r->token.text, "dbg") != 0)
            continue;
        cm_ll_advance(r);
        i->line = r->token.kind == CM_LL_META ? (unsigned)strtoul(r->token.text, NULL, 10) : 0;
    }
}

static void read_instruction(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    cm_ll_instruction i = {.op = CM_LL_REFUSED, .result = -1, .cells = -1, .place = r->token.place};
    if (r->token.kind == CM_LL_PERCENT) {
        i.result = local_of(r, r->token.text);
        cm_ll_advance(r);
        cm_ll_expect(r, "=");
    }
    if (r->token.kind != CM_LL_WORD)
        cm_ll_fail_here(r, "an instruction");
    i.word = r->token.text;
    cm_ll_advance(r);
    for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++) {
        if (strcmp(opcodes[k].word, i.word) != 0)
            continue;
        i.op = opcodes[k].op;
        if (i.op == CM_LL_CALL && strcmp(i.word, "call") != 0)
            cm_ll_expect(r, "call");
        if (opcodes[k].read)
            opcodes[k].read(r, &i);
        break;
    }
    read_rest(r, &i);
    CM_RESERVE(r->work->arena, f->instructions, f->instruction_count, f->instruction_capacity);
    f->instructions[f->instruction_count++] = i;
    f->blocks[f->block_count - 1].to = f->instruction_count;
}

/* ---- functions ---------------------------------------------------------------------- */

static void open_block(cm_ll_reader *r, const char *name)
{
    cm_ll_function *f = r->function;
    CM_RESERVE(r->work->arena, f->blocks, f->block_count, f->block_capacity);
    f->blocks[f->block_count++] = (cm_ll_block){name, f->instruction_count, f->instruction_count};
}

static int block_named(const cm_ll_function *f, const char *name)
{
    for (int b = 0; b < f->block_count; b++)
        if (strcmp(f->blocks[b].name, name) == 0)
            return b;
    return -1;
}

static void name_blocks(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    for (int i = 0; i < f->instruction_count; i++)
        for (int b = 0; b < f->instructions[i].block_count; b++) {
            const char *name = f->locals[f->instructions[i].blocks[b]];
            int block = block_named(f, name);
            if (block < 0)
                cm_fail(r->work, f->instructions[i].place,
                        "there is no block `%%%s` in `%s`, expected one of its labels", name,
                        f->name);
            f->instructions[i].blocks[b] = block;
        }
}

/* Every local is set by one instruction, or is a parameter or a block; every block ends once. */
static void check_function(cm_ll_reader *r)
{
    const cm_ll_function *f = r->function;
    bool *set = CM_NEW_ARRAY(r->work->arena, (size_t)f->local_count, bool);
    for (int i = 0; i < f->instruction_count; i++) {
        const cm_ll_instruction *in = &f->instructions[i];
        if (in->result < 0)
            continue;
        if (set[in->result] || in->result < f->parameter_count)
            cm_fail(r->work, in->place, "`%%%s` is set twice, expected once",
                    f->locals[in->result]);
        set[in->result] = true;
    }
    for (int b = 0; b < f->block_count; b++) {
        if (f->blocks[b].from == f->blocks[b].to)
            cm_fail(r->work, f->place, "block `%s` of `%s` is empty, expected instructions",
                    f->blocks[b].name, f->name);
        for (int i = f->blocks[b].from; i < f->blocks[b].to; i++) {
            const cm_ll_instruction *in = &f->instructions[i];
            bool last = i + 1 == f->blocks[b].to;
            bool ends = in->op == CM_LL_BR || in->op == CM_LL_SWITCH || in->op == CM_LL_RET ||
                        in->op == CM_LL_UNREACHABLE || (in->op == CM_LL_REFUSED && last);
            if (ends != last)
                cm_fail(r->work, in->place,
                        "expected a branch or a return at the end of each block");
        }
    }
}

static void read_body(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    char first[16];
    int unnamed = 0;
    for (int p = 0; p < f->parameter_count; p++)
        unnamed += isdigit((unsigned char)f->locals[p][0]) != 0;
    snprintf(first, sizeof first, "%d", unnamed);
    cm_ll_expect(r, "{");
    for (;;) {
        while (r->token.kind == CM_LL_LINE)
            cm_ll_advance(r);
        if (cm_ll_accept(r, "}"))
            break;
        if (cm_ll_is(r, "#")) { /* #dbg_declare(...) */
            cm_ll_skip_line(r);
            continue;
        }
        cm_ll_reader ahead = *r;
        cm_ll_advance(&ahead);
        bool label =
            (r->token.kind == CM_LL_WORD || r->token.kind == CM_LL_STRING) && cm_ll_is(&ahead, ":");
        if (label) {
            open_block(r, r->token.text);
            *r = ahead;
            cm_ll_advance(r);
            continue;
        }
        if (f->block_count == 0)
            open_block(r, cm_arena_text(r->work->arena, first, strlen(first)));
        read_instruction(r);
    }
    name_blocks(r);
    check_function(r);
}

static void read_parameters(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    cm_ll_expect(r, "(");
    for (int count = 0; !cm_ll_accept(r, ")"); count++) {
        if (count > 0)
            cm_ll_expect(r, ",");
        if (cm_ll_accept(r, "...")) {
            f->variadic = true;
            continue;
        }
        cm_ll_read_type(r);
        skip_attributes(r);
        const char *name = cm_arena_printf(r->work->arena, "%d", count);
        if (r->token.kind == CM_LL_PERCENT) {
            name = r->token.text;
            cm_ll_advance(r);
        }
        if (local_of(r, name) != f->parameter_count)
            cm_ll_fail_here(r, "parameters with names");
        f->parameter_count++;
    }
}

static void read_function(cm_ll_reader *r)
{
    cm_ll_module *m = r->module;
    cm_ll_function f = {0};
    cm_ll_advance(r);
    skip_before_type(r);
    skip_attributes(r);
    cm_ll_read_type(r);
    if (r->token.kind != CM_LL_AT)
        cm_ll_fail_here(r, "the name of a function");
    f.name = r->token.text;
    f.place = r->token.place;
    cm_ll_advance(r);
    if (cm_ll_find_function(m, f.name))
        cm_fail(r->work, f.place, "`%s` is defined twice, expected once", f.name);
    r->function = &f;
    read_parameters(r);
    while (!cm_ll_is(r, "{"))
        if (r->token.kind == CM_LL_LINE || r->token.kind == CM_LL_END)
            cm_ll_fail_here(r, "`{`");
        else
            cm_ll_advance(r);
    read_body(r);
    r->function = NULL;
    CM_RESERVE(r->work->arena, m->functions, m->function_count, m->function_capacity);
    m->functions[m->function_count++] = f;
}

cm_ll_function *cm_ll_find_function(const cm_ll_module *m, const char *name)
{
    for (int i = 0; i < m->function_count; i++)
        if (strcmp(m->functions[i].name, name) == 0)
            return &m->functions[i];
    return NULL;
}

/* ---- objects and types -------------------------------------------------------------- */

const cm_ll_global *cm_ll_find_global(const cm_ll_module *m, const char *name)
{
    for (int i = 0; i < m->global_count; i++)
        if (strcmp(m->globals[i].name, name) == 0)
            return &m->globals[i];
    return NULL;
}

static void read_global(cm_ll_reader *r)
{
    static const char *const kinds[] = {"global", "constant"}, *const others[] = {"alias", "ifunc"};
    cm_ll_module *m = r->module;
    cm_ll_global g = {.name = r->token.text, .place = r->token.place};
    const char *word;
    cm_ll_advance(r);
    cm_ll_expect(r, "=");
    bool external = false;
    for (bool more = true; more;) {
        external = external || cm_ll_is(r, "external") || cm_ll_is(r, "extern_weak");
        size_t before = r->next;
        if (cm_ll_accept(r, "thread_local")) {
            g.is_thread_local = true;
            if (cm_ll_is(r, "("))
                cm_ll_skip_group(r);
        } else if (cm_ll_is(r, "external") || cm_ll_is(r, "extern_weak")) {
            cm_ll_advance(r);
        } else {
            skip_before_type(r);
        }
        more = r->next != before;
    }
    if (accept_word(r, others, 2, &g.refused)) {
        cm_ll_skip_line(r);
    } else {
        if (!accept_word(r, kinds, 2, &word))
            cm_ll_fail_here(r, "`global` or `constant`");
        g.type = cm_ll_read_type(r);
        g.has_init = !external && r->token.kind != CM_LL_LINE && !cm_ll_is(r, ",");
        if (g.has_init)
            g.init = read_value(r, g.type);
        cm_ll_skip_line(r);
    }
    CM_RESERVE(r->work->arena, m->globals, m->global_count, m->global_capacity);
    m->globals[m->global_count++] = g;
}

static void read_named_type(cm_ll_reader *r)
{
    cm_ll_type *type = cm_ll_named_type(r, r->token.text);
    cm_ll_advance(r);
    cm_ll_expect(r, "=");
    cm_ll_expect(r, "type");
    if (!type->opaque)
        cm_ll_fail_here(r, "a type that is defined once");
    if (cm_ll_is(r, "{") || cm_ll_is(r, "<"))
        cm_ll_read_struct(r, type);
    cm_ll_skip_line(r);
}

/* ---- metadata ----------------------------------------------------------------------- */

/* `!12 = !DILocation(line: 8, column: 3, scope: !9)`; of all else that has some of these. */
static void read_note(cm_ll_reader *r)
{
    cm_ll_module *m = r->module;
    cm_ll_note note = {.number = (unsigned)strtoul(r->token.text, NULL, 10)};
    bool numbered = isdigit((unsigned char)r->token.text[0]);
    const char *field = "";
    for (; r->token.kind != CM_LL_LINE && r->token.kind != CM_LL_END; cm_ll_advance(r)) {
        unsigned number = (unsigned)strtoul(r->token.text, NULL, 10);
        if (strcmp(field, "line") == 0 && r->token.kind == CM_LL_WORD)
            note.line = number;
        if (strcmp(field, "scope") == 0 && r->token.kind == CM_LL_META)
            note.scope = number;
        if (strcmp(field, "file") == 0 && r->token.kind == CM_LL_META)
            note.file = number;
        if (strcmp(field, "filename") == 0 && r->token.kind == CM_LL_STRING)
            note.filename = r->token.text;
        field = r->token.kind == CM_LL_WORD || cm_ll_is(r, ":")
                    ? cm_ll_is(r, ":") ? field : r->token.text
                    : "";
    }
    if (!numbered)
        return;
    CM_RESERVE(r->work->arena, m->notes, m->note_count, m->note_capacity);
    m->notes[m->note_count++] = note;
}

static const cm_ll_note *note_of(const cm_ll_module *m, unsigned number)
{
    for (int i = 0; i < m->note_count; i++) /* they stand in order, mostly from 0 */
        if (m->notes[i].number == number)
            return &m->notes[i];
    return NULL;
}

const char *cm_ll_line(const cm_ll_module *m, unsigned line)
{
    const cm_ll_note *at = line ? note_of(m, line) : NULL, *file = NULL;
    if (!at || at->line == 0)
        return NULL;
    unsigned next = at->scope;
    for (int depth = 0; depth < 64 && next && !file; depth++) {
        const cm_ll_note *scope = note_of(m, next);
        file = scope && scope->file ? note_of(m, scope->file) : NULL;
        next = scope ? scope->scope : 0;
    }
    if (!file || !file->filename)
        return NULL;
    const char *slash = strrchr(file->filename, '/');
    char *name =
        cm_arena_printf(m->work->arena, "%s:%u", slash ? slash + 1 : file->filename, at->line);
    for (char *c = name; *c; c++)
        *c = strchr("(*) \t|;,", *c) ? '_' : *c;
    return name;
}

/* ---- the whole ---------------------------------------------------------------------- */

static void read_layout(cm_ll_reader *r)
{
    cm_place place = r->token.place;
    cm_ll_skip_line(r);
    const char *text = r->source->text + place.offset;
    size_t length = r->token.place.offset - place.offset;
    const char *line = cm_arena_text(r->work->arena, text, length);
    if (strstr(line, "datalayout") && (strstr(line, "\"E-") || strstr(line, "-p:32:32")))
        cm_fail(r->work, place,
                "a machine that is big-endian or has pointers of 32 bits: not supported, expected "
                "another target");
}

cm_ll_module *cm_ll_read(cm_work *work, const cm_source *source)
{
    cm_ll_module *m = CM_NEW(work->arena, cm_ll_module);
    *m = (cm_ll_module){.work = work, .source = source};
    cm_ll_reader reader = {.work = work, .source = source, .module = m}, *r = &reader;
    static const char *const passed[] = {"source_filename", "attributes",   "declare",
                                         "module",          "uselistorder", "$"};
    for (cm_ll_advance(r); r->token.kind != CM_LL_END;) {
        if (r->token.kind == CM_LL_LINE)
            cm_ll_advance(r);
        else if (r->token.kind == CM_LL_PERCENT)
            read_named_type(r);
        else if (r->token.kind == CM_LL_AT)
            read_global(r);
        else if (r->token.kind == CM_LL_META)
            read_note(r);
        else if (cm_ll_is(r, "define"))
            read_function(r);
        else if (cm_ll_is(r, "target"))
            read_layout(r);
        else if (r->token.kind == CM_LL_WORD &&
                 (cm_word_listed(passed, 6, r->token.text) || r->token.text[0] == '$' ||
                  r->token.text[0] == '^'))
            cm_ll_skip_line(r);
        else
            cm_ll_fail_here(
                r, "a part of a module of LLVM IR: define, declare, @NAME, %NAME or !NUMBER");
    }
    return m;
}
