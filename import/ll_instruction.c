/* Instructions of LLVM IR as data. What is not read here is kept as refused, since no thread may
 * come there. */
#include "import/ll.h"

#include <stdlib.h>
#include <string.h>

static void add_operand(cm_ll_reader *r, cm_ll_instruction *i, cm_ll_value v)
{
    CM_PUSH(r->work->arena, i->operands, i->operand_count, i->operand_capacity, v);
}

/* `T a, U b, ...` */
static void add_typed(cm_ll_reader *r, cm_ll_instruction *i, int count)
{
    for (int k = 0; k < count; k++) {
        if (k > 0)
            cm_ll_expect(r, ",");
        add_operand(r, i, cm_ll_read_typed(r));
    }
}

/* Blocks are named before they are read: by the local of that name, until the function is whole. */
static void add_block(cm_ll_reader *r, cm_ll_instruction *i)
{
    if (r->token.kind != CM_LL_PERCENT)
        cm_ll_fail_here(r, "a label");
    CM_RESERVE(r->work->arena, i->blocks, i->block_count, i->block_capacity);
    i->blocks[i->block_count++] = cm_ll_local_of(r, r->token.text);
    cm_ll_advance(r);
}

static bool accept_order(cm_ll_reader *r, const char **out)
{
    return cm_ll_accept_word(r, "unordered monotonic acquire release acq_rel seq_cst", out);
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
        add_operand(r, i, cm_ll_read_typed(r));
    }
}

/* Who reads the program may say that volatile accesses are relaxed atomics (--volatile). */
static bool begin_access(cm_ll_reader *r, cm_ll_instruction *i)
{
    bool atomic = cm_ll_accept(r, "atomic");
    if (cm_ll_accept(r, "volatile") && r->work->volatile_relaxed)
        i->order = "monotonic";
    return atomic;
}

static void read_access_order(cm_ll_reader *r, cm_ll_instruction *i, bool atomic)
{
    read_orders(r, i);
    if (atomic && !i->order)
        cm_ll_fail_here(r, "the order of an atomic access");
}

static void read_load(cm_ll_reader *r, cm_ll_instruction *i)
{
    bool atomic = begin_access(r, i);
    i->type = cm_ll_read_type(r);
    cm_ll_expect(r, ",");
    add_operand(r, i, cm_ll_read_typed(r));
    read_access_order(r, i, atomic);
}

static void read_store(cm_ll_reader *r, cm_ll_instruction *i)
{
    bool atomic = begin_access(r, i);
    add_typed(r, i, 2);
    i->type = i->operands[0].type;
    read_access_order(r, i, atomic);
}

static void read_rmw(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_accept(r, "volatile");
    i->word = r->token.text;
    cm_ll_advance(r);
    add_typed(r, i, 2);
    i->type = i->operands[1].type;
    read_access_order(r, i, true);
}

static void read_cmpxchg(cm_ll_reader *r, cm_ll_instruction *i)
{
    i->weak = cm_ll_accept(r, "weak");
    cm_ll_accept(r, "volatile");
    add_typed(r, i, 3);
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
    cm_ll_skip_flags(r);
    i->type = cm_ll_read_type(r);
    while (cm_ll_accept(r, ","))
        if (r->token.kind == CM_LL_META)
            break;
        else
            add_operand(r, i, cm_ll_read_typed(r));
    if (i->operand_count == 0)
        cm_ll_fail_here(r, "`,` and an address");
}

/* `T a, b` */
static void read_binary(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_skip_flags(r);
    i->type = cm_ll_read_type(r);
    add_operand(r, i, cm_ll_read_value(r, i->type));
    cm_ll_expect(r, ",");
    add_operand(r, i, cm_ll_read_value(r, i->type));
}

static void read_icmp(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_skip_flags(r);
    if (!cm_ll_accept_word(r, "eq ne slt sle sgt sge ult ule ugt uge", &i->word))
        cm_ll_fail_here(r, "eq, ne, slt or another comparison");
    read_binary(r, i);
}

static void read_cast(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_skip_flags(r);
    add_operand(r, i, cm_ll_read_typed(r));
    cm_ll_expect(r, "to");
    i->type = cm_ll_read_type(r);
}

/* `T a`, or several of these: freeze, select. */
static void read_operands(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_skip_flags(r);
    do
        add_operand(r, i, cm_ll_read_typed(r));
    while (i->op == CM_LL_SELECT && i->operand_count < 3 && cm_ll_accept(r, ","));
    if (i->op == CM_LL_SELECT && i->operand_count < 3)
        cm_ll_fail_here(r, "three operands");
    i->type = i->operands[i->operand_count - 1].type;
}

/* `, 0, 1`, before what else may come */
static void read_indices(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_expect(r, ",");
    do {
        cm_ll_value index = {.kind = CM_LL_NUMBER, .place = r->token.place};
        index.number = cm_ll_take_number(r, "an index");
        add_operand(r, i, index);
    } while (cm_ll_accept(r, ",") && r->token.kind == CM_LL_WORD);
}

static void read_extract(cm_ll_reader *r, cm_ll_instruction *i)
{
    add_operand(r, i, cm_ll_read_typed(r));
    read_indices(r, i);
}

static void read_insert(cm_ll_reader *r, cm_ll_instruction *i)
{
    add_operand(r, i, cm_ll_read_typed(r));
    cm_ll_expect(r, ",");
    add_operand(r, i, cm_ll_read_typed(r));
    read_indices(r, i);
}

static void read_phi(cm_ll_reader *r, cm_ll_instruction *i)
{
    cm_ll_skip_flags(r);
    i->type = cm_ll_read_type(r);
    do {
        cm_ll_expect(r, "[");
        add_operand(r, i, cm_ll_read_value(r, i->type));
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
    add_operand(r, i, cm_ll_read_typed(r));
    for (int k = 0; k < 2; k++) {
        cm_ll_expect(r, ",");
        read_label(r, i);
    }
}

/* `switch i32 %x, label %d [ i32 1, label %a ... ]` over several lines */
static void read_switch(cm_ll_reader *r, cm_ll_instruction *i)
{
    add_operand(r, i, cm_ll_read_typed(r));
    cm_ll_expect(r, ",");
    read_label(r, i);
    cm_ll_expect(r, "[");
    for (;;) {
        while (r->token.kind == CM_LL_LINE)
            cm_ll_advance(r);
        if (cm_ll_accept(r, "]"))
            break;
        add_operand(r, i, cm_ll_read_typed(r));
        cm_ll_expect(r, ",");
        read_label(r, i);
    }
}

static void read_ret(cm_ll_reader *r, cm_ll_instruction *i)
{
    i->type = cm_ll_read_type(r);
    if (i->type->kind != CM_LL_VOID)
        add_operand(r, i, cm_ll_read_value(r, i->type));
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
        cm_ll_skip_attributes(r);
        add_operand(r, i, cm_ll_read_value(r, type));
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
    cm_ll_skip_before_type(r);
    cm_ll_skip_attributes(r);
    i->type = cm_ll_read_type(r);
    if (cm_ll_is(r, "(")) /* the type of a function with arguments that vary */
        cm_ll_skip_group(r);
    add_operand(r, i, cm_ll_is(r, "asm") ? read_asm(r, i) : cm_ll_read_value(r, i->type));
    read_arguments(r, i);
}

static const struct {
    const char *words;
    cm_ll_opcode op;
    void (*read)(cm_ll_reader *r, cm_ll_instruction *i); /* NULL: it has no operands */
} opcodes[] = {
    {"alloca", CM_LL_ALLOCA, read_alloca},
    {"load", CM_LL_LOAD, read_load},
    {"store", CM_LL_STORE, read_store},
    {"atomicrmw", CM_LL_RMW, read_rmw},
    {"cmpxchg", CM_LL_CMPXCHG, read_cmpxchg},
    {"fence", CM_LL_FENCE, read_fence},
    {"getelementptr", CM_LL_GEP, read_gep},
    {"add sub mul udiv sdiv urem srem and or xor shl lshr ashr", CM_LL_BINARY, read_binary},
    {"icmp", CM_LL_ICMP, read_icmp},
    {"trunc zext sext ptrtoint inttoptr bitcast addrspacecast", CM_LL_CAST, read_cast},
    {"select", CM_LL_SELECT, read_operands},
    {"freeze", CM_LL_FREEZE, read_operands},
    {"phi", CM_LL_PHI, read_phi},
    {"br", CM_LL_BR, read_br},
    {"switch", CM_LL_SWITCH, read_switch},
    {"ret", CM_LL_RET, read_ret},
    {"unreachable", CM_LL_UNREACHABLE, NULL},
    {"extractvalue", CM_LL_EXTRACT, read_extract},
    {"insertvalue", CM_LL_INSERT, read_insert},
    {"tail musttail notail call", CM_LL_CALL, read_call}};

void cm_ll_read_instruction(cm_ll_reader *r)
{
    cm_ll_function *f = r->function;
    cm_ll_instruction i = {.op = CM_LL_REFUSED, .result = -1, .cells = -1, .place = r->token.place};
    if (r->token.kind == CM_LL_PERCENT) {
        i.result = cm_ll_local_of(r, r->token.text);
        cm_ll_advance(r);
        cm_ll_expect(r, "=");
    }
    if (r->token.kind != CM_LL_WORD)
        cm_ll_fail_here(r, "an instruction");
    i.word = r->token.text;
    cm_ll_advance(r);
    for (size_t k = 0; k < sizeof opcodes / sizeof *opcodes; k++) {
        if (!cm_has_word(opcodes[k].words, i.word))
            continue;
        i.op = opcodes[k].op;
        if (i.op == CM_LL_CALL && strcmp(i.word, "call") != 0)
            cm_ll_expect(r, "call");
        if (opcodes[k].read)
            opcodes[k].read(r, &i);
        break;
    }
    /* `, align 4, !dbg !7`: up to the end of the line; what else an instruction may end with
     * changes nothing that a thread does. */
    for (; r->token.kind != CM_LL_LINE && r->token.kind != CM_LL_END; cm_ll_advance(r)) {
        if (r->token.kind != CM_LL_META || strcmp(r->token.text, "dbg") != 0)
            continue;
        cm_ll_advance(r);
        i.line = r->token.kind == CM_LL_META ? (unsigned)strtoul(r->token.text, NULL, 10) : 0;
    }
    CM_PUSH(r->work->arena, f->instructions, f->instruction_count, f->instruction_capacity, i);
    f->blocks[f->block_count - 1].to = f->instruction_count;
}
