/* Operands that nothing sequences: one that changes what another one touches is undefined (ISO C11
 * 6.5/2, C++20 [intro.execution]/10), where both are evaluated. So what an operand has touched is
 * noted in a register, where a later one may ask for it. */
#include "litmus/isa/c/c.h"

#include <string.h>

/* Do the two mean one object, as they are written? */
static bool is_same(const cm_c_node *a, const cm_c_node *b)
{
    if (!a || !b)
        return a == b;
    return a->kind == b->kind && a->number == b->number && a->op == b->op &&
           (a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0)) &&
           a->kind != CM_C_CALL && is_same(a->a, b->a) && is_same(a->b, b->b) &&
           is_same(a->c, b->c);
}

bool cm_c_touches(const cm_c_node *in, const cm_c_node *object)
{
    if (!in)
        return false;
    bool here = is_same(in, object);
    for (int i = 0; i < in->argument_count && !here; i++)
        here = cm_c_touches(in->arguments[i], object);
    return here || cm_c_touches(in->a, object) || cm_c_touches(in->b, object) ||
           cm_c_touches(in->c, object);
}

/* Has that part of the expression no sequence point behind it, as arguments of calls have one, the
 * condition of `?:`, and what stands before `&&` and `||` (ISO C11, annex C)? */
static bool lasts(const cm_c_node *in, const cm_c_node *part)
{
    if (!in || in == part)
        return in;
    bool ends = in->kind == CM_C_CHOICE || in->kind == CM_C_BOTH || in->kind == CM_C_EITHER ||
                in->kind == CM_C_COMMA;
    return (!ends && lasts(in->a, part)) || lasts(in->b, part) || lasts(in->c, part);
}

bool cm_c_disturbs(cm_c *c, const cm_c_node *a, const cm_c_node *b)
{
    if (!a)
        return false;
    bool here = a->kind == CM_C_ASSIGN && !cm_c_is_object(c, a->a) && cm_c_touches(b, a->a);
    for (int i = 0; i < a->argument_count && !here; i++)
        here = cm_c_disturbs(c, a->arguments[i], b);
    return here || cm_c_disturbs(c, a->a, b) || cm_c_disturbs(c, a->b, b) ||
           cm_c_disturbs(c, a->c, b);
}

bool cm_c_overlap(cm_c *c, const cm_c_node *const *operands, int count)
{
    for (int i = 0; i < count; i++)
        for (int k = 0; k < count; k++)
            if (i != k && operands[k] && cm_c_disturbs(c, operands[i], operands[k]))
                return true;
    return false;
}

bool cm_c_does_something(const cm_c_node *node)
{
    static const cm_c_kind kinds[] = {CM_C_DEREF, CM_C_INDEX, CM_C_ASSIGN, CM_C_MEMBER, CM_C_CALL};
    for (size_t i = 0; node && i < sizeof kinds / sizeof *kinds; i++)
        if (node->kind == kinds[i])
            return true;
    return node && (cm_c_does_something(node->a) || cm_c_does_something(node->b) ||
                    cm_c_does_something(node->c));
}

/* The same, where functions that only compute count as operators. */
static bool acts(cm_c *c, const cm_c_node *node)
{
    if (node && node->kind == CM_C_BINARY)
        return acts(c, node->a) || acts(c, node->b);
    if (!node || node->kind != CM_C_CALL || !cm_c_only_computes(c, node))
        return cm_c_does_something(node);
    for (int i = 0; i < node->argument_count; i++)
        if (acts(c, node->arguments[i]))
            return true;
    return false;
}

/* What a function does comes before or after the other operands (ISO C11 6.5.2.2/10). */
static void refuse_calls(cm_c *c, const cm_c_operands *o)
{
    for (int i = 0; i < o->count; i++)
        for (int k = 0; k < o->count; k++) {
            const cm_c_node *other = o->nodes[k];
            bool assigned = o->assignment && other == o->assignment->a;
            if (i != k && cm_c_calls_function(c, o->nodes[i]) &&
                (assigned ? cm_c_does_something(other->a) || cm_c_does_something(other->b)
                          : acts(c, other)))
                cm_asm_fail(c->as, o->nodes[i]->place,
                            "the function may be called before or after what is beside it, "
                            "expected it as a separate statement");
        }
}

/* Does an operand that was evaluated before do something? Of an object whose address is taken, or
 * that is assigned to, what leads to it. */
static bool did_something(const cm_c_operands *o, int k)
{
    const cm_c_node *node = o->nodes[k];
    bool place = node->kind == CM_C_ADDRESS || (o->assignment && node == o->assignment->a);
    if (place && node->kind == CM_C_ADDRESS)
        node = node->a;
    return place ? cm_c_does_something(node->a) || cm_c_does_something(node->b)
                 : cm_c_does_something(node);
}

void cm_c_refuse_unsequenced(cm_c *c, cm_place place)
{
    for (const cm_c_operands *o = c->operands; o; o = o->outer)
        for (int k = 0; k < o->at && k < o->count; k++)
            if (o->nodes[k] != o->nodes[o->at] && did_something(o, k))
                cm_asm_fail(c->as, place,
                            "the operation may come before or after what is to the left of it, "
                            "expected it as a separate statement");
}

void cm_c_begin_operands(cm_c *c, cm_c_operands *o, const cm_c_node *assignment)
{
    o->outer = c->operands;
    o->assignment = assignment;
    o->did = -1;
    refuse_calls(c, o);
    c->operands = o;
    if (!cm_c_overlap(c, o->nodes, o->count))
        return;
    o->did = cm_asm_temporary(c->as);
    cm_emit_assign(c->as, o->did, cm_asm_const(c->as, 0));
}

void cm_c_end_operands(cm_c *c)
{
    c->operands = c->operands->outer;
}

static bool others_touch(const cm_c_operands *o, const cm_c_node *object)
{
    for (int i = 0; i < o->count; i++)
        if (i != o->at && cm_c_touches(o->nodes[i], object))
            return true;
    return false;
}

/* Bits of `did`, two for each object that an operand touches: it has, and it has changed it. */
enum { TOUCHED = 1, CHANGED = 2 };

static void note(cm_c *c, cm_c_operands *o, const cm_c_node *object, uint64_t bits)
{
    int i = 0;
    while (i < o->seen_count && !(o->seen[i].operand == o->at && is_same(o->seen[i].node, object)))
        i++;
    if (i == CM_C_SEEN)
        cm_asm_fail(c->as, object->place,
                    "there are too many objects in these operands, expected at most %d", CM_C_SEEN);
    o->seen[i].node = object;
    o->seen[i].operand = o->at;
    o->seen_count += i == o->seen_count;
    cm_emit_assign(c->as, o->did,
                   cm_asm_op(c->as, CM_OP_OR, 64, cm_asm_reg(c->as, o->did),
                             cm_asm_const(c->as, bits << 2 * i), NULL));
}

static void check(cm_c *c, const cm_c_operands *o, const cm_c_node *object, uint64_t against)
{
    static const char *const tags[] = {"UNSEQUENCED", NULL};
    uint64_t mask = 0;
    for (int i = 0; i < o->seen_count; i++)
        if (o->seen[i].operand != o->at && is_same(o->seen[i].node, object))
            mask |= against << 2 * i;
    if (mask == 0)
        return;
    cm_asm_set_guard(c->as, cm_asm_op(c->as, CM_OP_AND, 64, cm_asm_reg(c->as, o->did),
                                      cm_asm_const(c->as, mask), NULL));
    cm_asm_step(c->as, cm_emit_fence(c->as, tags))->is_undefined = true;
    cm_asm_set_guard(c->as, NULL);
}

void cm_c_touch(cm_c *c, const cm_c_node *object, const cm_c_node *by)
{
    for (cm_c_operands *o = c->operands; o; o = o->outer) {
        if (o->did < 0)
            continue;
        /* An assignment comes behind the values of its operands. What they change it may change
         * where a sequence point follows, if it does not read. */
        bool own = by && by == o->assignment;
        bool late = o->assignment && !o->assignment->updates && is_same(object, o->assignment->a);
        bool changes = by && (!late || own || lasts(o->nodes[o->at], by));
        check(c, o, object, changes && !own ? TOUCHED | CHANGED : CHANGED);
        if (!own && others_touch(o, object))
            note(c, o, object, changes ? TOUCHED | CHANGED : TOUCHED);
    }
}
