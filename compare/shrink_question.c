/* Does a smaller test ask the same question? See shrink.h.
 *
 * What a condition names must mean what it meant. A register is written last by the instruction
 * that wrote it last before, in that form or on words; what that instruction computes with is
 * written likewise, where it came from memory; and the location that it loads from is stored to by
 * another thread, or by its own, where it was. A location that is named is stored to where it was.
 * What is stored there is in registers that are written where they were.
 */
#include "compare/shrink.h"

#include "base/text.h"
#include "litmus/isa/isa.h"

#include <string.h>

typedef struct comparing {
    cm_arena *arena;
    const cm_test *before, *after;
    bool whole; /* else each register that is named is written, and that is all */
} comparing;

/* ---- what instructions do --------------------------------------------------------- */

static const cm_thread *thread_of(const cm_test *test, int id)
{
    for (int t = 0; t < test->thread_count; t++)
        if (test->threads[t].id == id)
            return &test->threads[t];
    return NULL;
}

static int register_of(const cm_thread *thread, const char *name)
{
    return CM_NAMED_INDEX(thread->registers, thread->register_count, name, name);
}

/* The last instruction that writes the register, or -1. */
static int writer_of(const cm_thread *thread, int reg)
{
    int writer = -1;
    for (int s = 0; s < thread->step_count; s++)
        if (thread->steps[s].dst == reg && reg >= 0 && thread->steps[s].instruction > writer)
            writer = thread->steps[s].instruction;
    return writer;
}

static bool does(const cm_thread *thread, int instruction, cm_step_kind kind)
{
    for (int s = 0; s < thread->step_count; s++)
        if (thread->steps[s].instruction == instruction && thread->steps[s].kind == kind)
            return true;
    return false;
}

/* ---- locations ------------------------------------------------------------------------ */

/* Whose memory it is. */
static int owner_of(const cm_test *test, int location)
{
    for (;;) {
        const cm_location *l = &test->locations[location];
        int of = l->alias_of >= 0 ? l->alias_of : l->virtual_of;
        if (of < 0)
            return location;
        location = of;
    }
}

/* The name of the location that is accessed; NULL: it is not known. */
static const char *location_of(const cm_test *test, const cm_thread *thread, const cm_step *step)
{
    uint64_t address, offset;
    int location = cm_step_fixes(thread, step, step->addr, &address)
                       ? cm_test_locate(test, address, &offset)
                       : -1;
    return location < 0 ? NULL : test->locations[owner_of(test, location)].name;
}

typedef struct stores {
    bool own, others; /* by the thread, by other ones */
} stores;

/* Who may store to it: the thread of that number (-1: none), others. Where a store may go anywhere,
 * it counts. */
static stores stores_to(const cm_test *test, const char *location, int id)
{
    stores found = {false, false};
    for (int t = 0; t < test->thread_count; t++)
        for (int s = 0; s < test->threads[t].step_count; s++) {
            const cm_step *step = &test->threads[t].steps[s];
            if (step->kind != CM_STEP_STORE)
                continue;
            const char *to = location_of(test, &test->threads[t], step);
            bool there = !to || strcmp(to, location) == 0;
            found.own |= there && test->threads[t].id == id;
            found.others |= there && test->threads[t].id != id;
        }
    return found;
}

/* Is each register written where it was whose value is stored there? */
static bool are_values_written(const comparing *c, const char *location)
{
    for (int t = 0; t < c->after->thread_count; t++) {
        const cm_thread *thread = &c->after->threads[t], *before = thread_of(c->before, thread->id);
        for (int s = 0; s < thread->step_count; s++) {
            const cm_step *step = &thread->steps[s];
            const char *to =
                step->kind == CM_STEP_STORE ? location_of(c->after, thread, step) : NULL;
            bool there = to && strcmp(to, location) == 0;
            for (int r = 0; r < thread->register_count && there; r++) {
                int old = before ? register_of(before, thread->registers[r].name) : -1;
                if (old >= 0 && cm_expr_mentions(step->value, r) && writer_of(before, old) >= 0 &&
                    writer_of(thread, r) < 0)
                    return false;
            }
        }
    }
    return true;
}

static bool is_stored_as_before(const comparing *c, const char *location, int id)
{
    stores before = stores_to(c->before, location, id), after = stores_to(c->after, location, id);
    return (after.others || !before.others) && (after.own || !before.own || after.others) &&
           are_values_written(c, location);
}

/* ---- registers ------------------------------------------------------------------------- */

static bool same_text(const comparing *c, const cm_thread *a, int x, const cm_thread *b, int y)
{
    const char *before = a->instructions[x].text, *after = b->instructions[y].text;
    const cm_isa *isa = cm_isa_for(a->arch);
    const char *words = isa->on_words ? isa->on_words(c->arena, before) : NULL;
    return strcmp(before, after) == 0 || (words && strcmp(words, after) == 0);
}

/* May the register's value come from memory? By any order of the thread's instructions. */
static bool from_memory(const comparing *c, const cm_thread *thread, int reg)
{
    bool *comes = CM_NEW_ARRAY(c->arena, (size_t)thread->register_count + 1, bool);
    for (bool changed = true; changed;) {
        changed = false;
        for (int s = 0; s < thread->step_count; s++) {
            const cm_step *step = &thread->steps[s];
            bool now = step->kind == CM_STEP_LOAD;
            for (int r = 0; r < thread->register_count && !now; r++)
                now = step->kind == CM_STEP_ASSIGN && comes[r] && cm_expr_mentions(step->value, r);
            if (step->dst < 0 || !now || comes[step->dst])
                continue;
            comes[step->dst] = changed = true;
        }
    }
    return comes[reg];
}

/* What an instruction loads from is stored to as before. */
static bool loads_as_before(const comparing *c, const cm_thread *thread, int instruction)
{
    for (int s = 0; s < thread->step_count; s++) {
        const cm_step *step = &thread->steps[s];
        if (step->instruction != instruction || step->kind != CM_STEP_LOAD)
            continue;
        const char *location = location_of(c->after, thread, step);
        if (location && !is_stored_as_before(c, location, thread->id))
            return false;
    }
    return true;
}

/* seen: by register of the thread before. */
static bool register_as_before(const comparing *c, int id, const char *name, bool *seen);

/* What it computes with comes from memory as before. */
static bool operands_as_before(const comparing *c, const cm_thread *before, int writer, bool *seen)
{
    for (int r = 0; r < before->register_count; r++) {
        bool used = false;
        for (int s = 0; s < before->step_count && !used; s++)
            used = before->steps[s].instruction == writer &&
                   cm_expr_mentions(before->steps[s].value, r);
        if (used && writer_of(before, r) != writer && from_memory(c, before, r) &&
            !register_as_before(c, before->id, before->registers[r].name, seen))
            return false;
    }
    return true;
}

static bool register_as_before(const comparing *c, int id, const char *name, bool *seen)
{
    const cm_thread *before = thread_of(c->before, id), *after = thread_of(c->after, id);
    int old = before ? register_of(before, name) : -1;
    int writer = old < 0 ? -1 : writer_of(before, old);
    if (writer < 0 || before->registers[old].fault || seen[old])
        return true;
    seen[old] = true;
    int now = after ? writer_of(after, register_of(after, name)) : -1;
    if (now < 0 || !c->whole)
        return now >= 0;
    return same_text(c, before, writer, after, now) &&
           does(before, writer, CM_STEP_LOAD) == does(after, now, CM_STEP_LOAD) &&
           loads_as_before(c, after, now) && operands_as_before(c, before, writer, seen);
}

/* ---- conditions -------------------------------------------------------------------------- */

static bool operand_as_before(const comparing *c, const cm_operand *operand)
{
    const cm_test *test = c->after;
    if (operand->observed < 0)
        return true;
    const cm_observed *o = &test->observed[operand->observed];
    if (o->kind == CM_OBSERVE_LOCATION) {
        const char *name = test->locations[owner_of(test, o->location)].name;
        return !c->whole || is_stored_as_before(c, name, -1);
    }
    const cm_thread *thread = &test->threads[o->thread];
    const cm_thread *before = thread_of(c->before, thread->id);
    bool *seen = CM_NEW_ARRAY(c->arena, before ? (size_t)before->register_count + 1 : 1, bool);
    return register_as_before(c, thread->id, thread->registers[o->reg].name, seen);
}

static bool prop_as_before(const comparing *c, const cm_prop *prop)
{
    if (!prop)
        return true;
    if (cm_prop_compares(prop->kind))
        return operand_as_before(c, &prop->left) && operand_as_before(c, &prop->right);
    return prop_as_before(c, prop->a) && prop_as_before(c, prop->b);
}

bool cm_shrink_asks_the_same(cm_arena *arena, const cm_test *before, const cm_test *after,
                             bool whole)
{
    const comparing c = {arena, before, after, whole};
    return prop_as_before(&c, after->condition) && prop_as_before(&c, after->filter);
}
