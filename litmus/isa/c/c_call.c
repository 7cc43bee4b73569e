/* Reads the calls of operations on memory: which operation the name means, its scope, its orders
 * and its other arguments (c_rows.h). */
#include "litmus/isa/c/c_rows.h"

#include <string.h>

/* ---- arguments ------------------------------------------------------------------- */

/* The compilers' own operations have orders as numbers, too (GCC, "__atomic Builtins"). */
static const char *order_word(const cm_c_operation *k, const cm_c_node *node)
{
    static const char *const numbers[] = {"memory_order_relaxed", "memory_order_consume",
                                          "memory_order_acquire", "memory_order_release",
                                          "memory_order_acq_rel", "memory_order_seq_cst"};
    cm_c *c = k->c;
    bool built_in = strncmp(k->node->name, "__", 2) == 0;
    uint64_t number;
    node = cm_c_stands_for(c, node);
    if (built_in && node->kind != CM_C_NAME &&
        cm_expr_known(cm_c_value(c, node), NULL, NULL, &number) && number < 6)
        return numbers[number];
    if (node->kind != CM_C_NAME)
        cm_asm_fail(c->as, node->place, "expected a memory_order, such as memory_order_relaxed");
    return cm_c_order(cm_asm_arena(c->as), node->name);
}

/* What an access may not have (ISO C11 7.17.7.1, 7.17.7.2, 7.17.7.4). The reference simulator takes
 * it, and so do tests with its head. */
static void need_order(const cm_c_operation *k, const char *word, const char *of,
                       const char *const without[3])
{
    for (int i = 0; i < 3 && word; i++) {
        if (!without[i] || strcmp(word, without[i]) != 0)
            continue;
        if (cm_c_is_cpp(k->c))
            cm_asm_fail(k->c->as, k->node->place, "%s cannot have the order `%s`, expected another",
                        of, word);
        cm_asm_warn(k->c->as, k->node->place,
                    "%s cannot have the order `%s` in C, and is relaxed with it", of, word);
    }
}

static void check_orders(const cm_c_operation *k)
{
    static const char *const of_load[3] = {"memory_order_release", "memory_order_acq_rel"};
    static const char *const of_store[3] = {"memory_order_acquire", "memory_order_consume",
                                            "memory_order_acq_rel"};
    cm_c_action action = k->row->action;
    if (action == LOAD || action == AWAIT)
        need_order(k, k->word, "a load", of_load);
    if (action == STORE || action == FLAG_CLEAR)
        need_order(k, k->word, "a store", of_store);
    need_order(k, k->failure, "a failure", of_load);
}

static const char *scope_word(cm_c *c, const cm_c_node *node)
{
    node = cm_c_stands_for(c, node);
    const char *scope = node->kind == CM_C_NAME ? cm_c_scope(node->name) : NULL;
    if (!scope)
        cm_asm_fail(c->as, node->place, "expected a scope, such as memory_scope_device");
    return scope;
}

/* `CLK_GLOBAL_MEM_FENCE | CLK_LOCAL_MEM_FENCE` */
static void take_memory(cm_c_operation *k, const cm_c_node *node)
{
    if (node->kind == CM_C_BINARY && node->op == CM_OP_OR) {
        take_memory(k, node->a);
        take_memory(k, node->b);
        return;
    }
    bool global = node->kind == CM_C_NAME && strcmp(node->name, "CLK_GLOBAL_MEM_FENCE") == 0;
    bool local = node->kind == CM_C_NAME && strcmp(node->name, "CLK_LOCAL_MEM_FENCE") == 0;
    if (!global && !local)
        cm_asm_fail(k->c->as, node->place,
                    "expected CLK_GLOBAL_MEM_FENCE, CLK_LOCAL_MEM_FENCE, or both with `|`");
    k->global = k->global || global;
    k->local = k->local || local;
}

/* `agent`, `workgroup-one-as`: scopes of AMD's compiler (LLVM, AMDGPUUsage, "Memory Scopes"). */
static const char *scope_of_text(cm_c *c, const cm_c_node *node)
{
    static const char *const rows[][2] = {{"", "ALL"},         {"agent", "DV"},
                                          {"cluster", "CL"},   {"workgroup", "WG"},
                                          {"wavefront", "SG"}, {"singlethread", "WI"}};
    size_t length = node->kind == CM_C_TEXT ? strlen(node->name) : 0;
    static const char end[] = "one-as";
    if (length >= sizeof end - 1 && strcmp(node->name + length - (sizeof end - 1), end) == 0)
        length -= length > sizeof end - 1 ? sizeof end : sizeof end - 1;
    for (size_t i = 0; node->kind == CM_C_TEXT && i < sizeof rows / sizeof *rows; i++)
        if (strlen(rows[i][0]) == length && strncmp(rows[i][0], node->name, length) == 0)
            return rows[i][1];
    cm_asm_fail(c->as, node->place, "expected a scope as a text, such as \"agent\"");
}

/* What `&r` points to, `r`; or `*p` of a pointer p. */
static const cm_c_node *pointed_at(cm_c *c, const cm_c_node *node)
{
    if (node->kind == CM_C_ADDRESS)
        return node->a;
    cm_c_node *made = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *made = (cm_c_node){.kind = CM_C_DEREF, .place = node->place, .a = node};
    return made;
}

static void take_argument(cm_c_operation *k, char letter, const cm_c_node *node)
{
    cm_c *c = k->c;
    switch (letter) {
    case 'p':
        k->address = k->object ? k->object->address : cm_c_typed_value(c, node, &k->type);
        if (k->object)
            k->type = k->object->type;
        else if (k->type.stars > 0)
            k->type.stars--;
        else
            k->type.bytes = 0;
        break;
    case 'g':
        take_memory(k, node);
        break;
    case 's':
        k->scope = scope_word(c, node);
        break;
    case 'w':
        if (node->kind != CM_C_NUMBER && node->kind != CM_C_NAME)
            cm_asm_fail(c->as, node->place, "expected true or false");
        k->weak = node->kind == CM_C_NUMBER ? node->number != 0 : strcmp(node->name, "true") == 0;
        break;
    case 'l':
        k->address = cm_c_address(c, node, &k->type);
        break;
    case 'v':
        k->values[k->value_count] = cm_c_typed_value(c, node, &k->types[k->value_count]);
        k->value_count++;
        break;
    case 'i':
        k->values[k->value_count] =
            cm_c_typed_value(c, pointed_at(c, node), &k->types[k->value_count]);
        k->value_count++;
        break;
    case 'd':
        k->result = pointed_at(c, node);
        break;
    case 't':
        k->scope = scope_of_text(c, node);
        break;
    case 'k':
        if (node->kind != CM_C_NUMBER || node->number != UINT32_MAX)
            cm_asm_fail(c->as, node->place, "expected the mask of all lanes, 0xffffffff");
        break;
    case 'e':
        k->expected = node;
        break;
    case 'm':
        k->word = order_word(k, node);
        break;
    case 'f':
        k->failure = order_word(k, node);
        break;
    default: /* 'o' */
        if (node->kind != CM_C_OPERATOR)
            cm_asm_fail(c->as, node->place, "expected an operator: +, -, &, | or ^");
        k->op = node->name;
    }
}

/* [atomics.ref.ops]: without a release. */
static const char *failure_of(const char *word)
{
    bool both = strcmp(word, "memory_order_acq_rel") == 0;
    bool release = strcmp(word, "memory_order_release") == 0;
    return both ? "memory_order_acquire" : release ? "memory_order_relaxed" : word;
}

static void take_arguments(cm_c_operation *k)
{
    const cm_c_node *node = k->node;
    int wanted = (int)strlen(k->row->arguments);
    int given = node->argument_count < 0 ? 0 : node->argument_count;
    bool open = k->row->action == BARRIER || !strchr(k->row->arguments, 't');
    if (k->scope && open && given == wanted + 1) { /* a scope may follow */
        k->scope = scope_word(k->c, node->arguments[wanted]);
        given--;
    }
    if (strcmp(k->row->arguments, "k") == 0 && given == 0)
        wanted = 0;
    /* C++: an exchange's order of failure follows from the other where it is not written. */
    if (k->object && given == wanted - 1 && strchr(k->row->arguments, 'f'))
        k->failure = failure_of(order_word(k, node->arguments[--wanted - 1]));
    if (given != wanted)
        cm_asm_fail(k->c->as, node->place, "`%s` has %d argument%s, expected %d", node->name, given,
                    given == 1 ? "" : "s", wanted);
    cm_c_operands operands = {.count = 0};
    int first = k->object ? 1 : 0; /* the object comes before the others */
    while (operands.count < given - first && operands.count < CM_C_ARGUMENTS) {
        operands.nodes[operands.count] = node->arguments[first + operands.count];
        operands.count++;
    }
    if (cm_c_is_cpp(k->c) && cm_c_overlap(k->c, operands.nodes, operands.count))
        cm_asm_fail(k->c->as, node->place,
                    "C++ leaves open which argument is evaluated first, and one changes a "
                    "variable, expected that change before the call");
    cm_c_begin_operands(k->c, &operands, NULL);
    for (int i = 0; i < given; i++) {
        operands.at = i - first;
        take_argument(k, k->row->arguments[i], node->arguments[i]);
    }
    cm_c_end_operands(k->c);
    if (!k->word)
        cm_asm_fail(k->c->as, node->place, "`%s` has no order, expected `%s{once}` or another",
                    node->name, node->name);
    check_orders(k);
}

/* ---- names ------------------------------------------------------------------------- */

/* `atomicAdd_block`: CUDA's functions are of the device where they say no other scope. */
static const char *of_cuda(cm_c_operation *k, const char *name)
{
    static const char *const ends[][2] = {{"_block", "WG"}, {"_system", "ALL"}};
    if (strncmp(name, "atomic", 6) != 0 || name[6] < 'A' || name[6] > 'Z')
        return name;
    k->scope = "DV";
    size_t length = strlen(name);
    for (int i = 0; i < 2; i++) {
        size_t end = strlen(ends[i][0]);
        if (length <= end || strcmp(name + length - end, ends[i][0]) != 0)
            continue;
        k->scope = ends[i][1];
        return cm_arena_text(cm_asm_arena(k->c->as), name, length - end);
    }
    return name;
}

/* The operation's name in C11's words; its scope, where name or object say one. */
static const char *name_of(cm_c_operation *k)
{
    cm_arena *arena = cm_asm_arena(k->c->as);
    const cm_source_head *head = cm_asm_test(k->c->as)->head;
    const char *name = k->node->name;
    if (!head && !cm_c_is_built_in(name))
        return name;
    if (head)
        k->scope = k->object && k->object->scope ? k->object->scope : head->scope;
    name = head ? of_cuda(k, name) : name;
    const char *word, *spelled = cm_c_spelling(arena, name);
    return cm_c_find_row(k->c, k->node, spelled, &word) ? spelled : name;
}

/* `f.load(o)` as `atomic_load_explicit(f, o)`. */
static const cm_c_node *as_call(cm_c *c, const cm_c_node *node)
{
    cm_arena *arena = cm_asm_arena(c->as);
    const cm_c_node *last = node->argument_count > 0
                                ? cm_c_stands_for(c, node->arguments[node->argument_count - 1])
                                : NULL;
    bool ordered = last && last->kind == CM_C_NAME &&
                   strncmp(cm_c_order(arena, last->name), "memory_order_", 13) == 0;
    const cm_c_node **arguments =
        CM_NEW_ARRAY(arena, (size_t)node->argument_count + 1, const cm_c_node *);
    cm_c_node *made = CM_NEW(arena, cm_c_node);
    *made = *node;
    made->kind = CM_C_CALL;
    made->name =
        cm_c_is_mutex(c, node->a)
            ? node->name
            : cm_arena_printf(arena, "%s_%s%s", cm_c_is_barrier(c, node->a) ? "barrier" : "atomic",
                              node->name, ordered ? "_explicit" : "");
    made->argument_count = node->argument_count + 1;
    made->arguments = arguments;
    arguments[0] = node->a;
    for (int i = 0; i < node->argument_count; i++)
        arguments[i + 1] = node->arguments[i];
    if (strncmp(node->name, "compare_exchange", 16) == 0 && node->argument_count > 0) {
        cm_c_node *expected = CM_NEW(arena, cm_c_node); /* a C++ reference */
        *expected = (cm_c_node){
            .kind = CM_C_ADDRESS, .place = node->arguments[0]->place, .a = node->arguments[0]};
        arguments[1] = expected;
    }
    return made;
}

/* `this_thread_block().sync()`, `cg::sync(this_thread_block())`: of cooperative groups, the barrier
 * of the block. */
static const cm_c_node *as_barrier(cm_c *c, const cm_c_node *node)
{
    size_t length = node->name ? strlen(node->name) : 0;
    bool syncs = node->kind == CM_C_MEMBER && strcmp(node->name, "sync") == 0;
    bool calls = node->kind == CM_C_CALL && node->argument_count == 1 && length > 6 &&
                 strcmp(node->name + length - 6, "::sync") == 0;
    const cm_c_node *group = syncs ? node->a : calls ? node->arguments[0] : NULL;
    const char *barrier = group ? cm_c_barrier_of_group(c, group) : NULL;
    if (!barrier)
        return node;
    cm_c_node *made = CM_NEW(cm_asm_arena(c->as), cm_c_node);
    *made = (cm_c_node){.kind = CM_C_CALL, .place = node->place, .name = barrier};
    return made;
}

bool cm_c_operate(cm_c *c, const cm_c_node *node, const cm_expr **value, cm_number_type *type)
{
    node = as_barrier(c, node);
    if (node->kind == CM_C_MEMBER && cm_c_guarded(c, node->a)) {
        cm_c_node *made = CM_NEW(cm_asm_arena(c->as), cm_c_node);
        *made = *node;
        made->a = cm_c_guarded(c, node->a);
        node = made;
    }
    cm_c_operation k = {.c = c, .node = node};
    cm_c_reference object;
    if (node->kind == CM_C_MEMBER) {
        if (!cm_asm_test(c->as)->head)
            cm_asm_fail(c->as, node->place,
                        "tests with the head C have no `.%s(...)`, expected the head C++ or CUDA",
                        node->name);
        object = cm_c_object(c, node->a);
        k.object = &object;
        k.node = as_call(c, node);
    }
    const char *name = name_of(&k);
    k.row = cm_c_find_row(c, k.node, name, &k.word);
    if (!k.row)
        return false;
    bool locks = k.row->action >= LOCK;
    k.op = k.row->op;
    if ((k.row->action == FENCE || k.row->action == BARRIER) && k.op)
        k.scope = k.op;
    k.word = k.node->word ? k.node->word : locks ? "" : k.word;
    take_arguments(&k);
    if (k.row->action == LOAD) {
        cm_c_sequence_load(c, k.address, node->place);
    } else {
        cm_c_refuse_unsequenced(c, node->place);
        cm_c_sequence(c, node->place);
    }
    for (int i = 0; i < k.value_count; i++)
        k.values[i] = cm_c_convert(c, k.values[i], k.types[i], k.type);
    *value = cm_c_perform(&k);
    *type = cm_c_gives_object(&k) ? k.type : (cm_number_type){.is_signed = true};
    if (k.result)
        cm_c_put(c, k.result, *value, *type);
    return true;
}
