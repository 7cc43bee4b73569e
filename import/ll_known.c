/* Known variables: global ones whose values are known wherever the program reads them.
 *
 * A variable that only one thread can reach is as good as one on the stack. So is a global variable
 * that no thread writes once there is a second one: all writes happen before all reads by other
 * threads, so that these reads neither race nor have a choice. Writes of global variables stay
 * rows, since the final state shows the variables; reads become no rows where the value is known.
 *
 * Which variables these are is found while the threads are followed; then the threads are followed
 * again with what was found. Taking a variable for known hides no access to another one, since
 * whatever is read from it is followed as that very value. A variable that turns out not to be
 * known is taken for it once again, because its index may be known by then.
 */
#include "import/ll.h"

#include <string.h>

/* What stands so many bytes from the value's start; false: not a number or address by itself. */
static bool part_at(cm_ll_thread *t, const cm_ll_value *v, uint64_t offset, cm_ll_known *part)
{
    v = cm_ll_part(v, offset, 0);
    bool scalar = v->type->kind == CM_LL_INTEGER || v->type->kind == CM_LL_POINTER;
    const cm_ll_module *m = t->program->module;
    bool here = v->kind == CM_LL_SYMBOL &&
                (cm_ll_find_function(m, v->name) || cm_ll_find_global(m, v->name));
    if (v->kind != CM_LL_NUMBER && !here)
        return false;
    *part = scalar ? cm_ll_operand(t, v) : cm_ll_number(0);
    return scalar || v->number == 0;
}

typedef struct beginning {
    cm_ll_thread *t;
    const cm_ll_global *global;
    int slot;
} beginning;

static void begin_scalar(void *context, const cm_ll_type *scalar, uint64_t offset)
{
    beginning *b = context;
    cm_ll_known *slot = &b->t->state.slots[b->slot++];
    (void)scalar;
    if (!part_at(b->t, &b->global->init, offset, slot))
        *slot = (cm_ll_known){.kind = CM_LL_NOTHING};
}

void cm_ll_begin_known(cm_ll_thread *t, const cm_ll_known *creator)
{
    cm_ll_program *p = t->program;
    t->state.slots = CM_NEW_ARRAY(t->work->arena, (size_t)p->known_slots + 1, cm_ll_known);
    t->state.count = p->known_slots;
    for (int g = 0; g < p->module->global_count; g++) {
        const cm_ll_global *global = &p->module->globals[g];
        beginning b = {t, global, global->slot};
        if (!global->is_known)
            continue;
        if (!creator || global->is_thread_local)
            cm_ll_each_scalar(global->type, 0, begin_scalar, &b);
        for (int s = 0; creator && !global->is_thread_local && s < cm_ll_cell_count(global->type);
             s++)
            if (creator[global->slot + s].kind != CM_LL_REGISTER) /* of another thread */
                t->state.slots[global->slot + s] = creator[global->slot + s];
    }
}

const cm_ll_known *cm_ll_known_now(const cm_ll_thread *t)
{
    size_t count = (size_t)t->program->known_slots;
    return cm_arena_grow(t->work->arena, t->state.slots, count, count + 1, sizeof *t->state.slots);
}

enum { NO_THREAD, SEVERAL_THREADS = -1 }; /* else a thread's number, and 1 */

static void note_thread(int *who, int thread)
{
    *who = *who == NO_THREAD || *who == thread + 1 ? thread + 1 : SEVERAL_THREADS;
}

int cm_ll_known_slot(cm_ll_thread *t, cm_ll_known address, unsigned bytes, bool writes)
{
    const cm_ll_program *p = t->program;
    cm_ll_global *g = address.kind == CM_LL_ADDRESS ? address.object->global : NULL;
    if (!g || g->refused)
        return -1;
    int cell = cm_ll_cell(g->type, address.number, bytes);
    bool own = !g->is_thread_local || address.object->owner == t->id;
    g->is_shared |= cell < 0 || !own;
    note_thread(&g->user, t->id);
    if (writes && !g->is_thread_local && p->several)
        note_thread(&g->writer, t->id);
    return g->is_known && cell >= 0 && own ? g->slot + cell : -1;
}

/* Has nothing of the binding named it, and is all of it in cells? */
static bool may_be_known(const cm_ll_program *p, const cm_ll_global *g)
{
    const cm_binding *b = p->import->binding;
    for (int i = 0; i < p->starting; i++)
        if (b->threads[i].launch < 0)
            return false;
    return b->init.count == 0 && g->has_init && !g->refused && cm_ll_cell_count(g->type) > 0;
}

/* Who reads the value from memory can reach what it has the address of. */
static void share_named(cm_ll_program *p, const cm_ll_value *v)
{
    bool symbol = v->kind == CM_LL_SYMBOL;
    cm_ll_global *named = symbol ? cm_ll_find_global(p->module, v->name) : NULL;
    cm_ll_function *function = symbol ? cm_ll_find_function(p->module, v->name) : NULL;
    if (named)
        named->is_shared = true;
    if (function)
        cm_ll_code(p, function);
    for (int i = 0; i < v->item_count; i++)
        share_named(p, &v->items[i]);
}

/* What the text says against it: functions that others than the first thread may run store it, or
 * access it as atomic. */
static void look_at_text(cm_ll_program *p)
{
    for (int f = 0; f < p->module->function_count; f++) {
        const cm_ll_function *function = &p->module->functions[f];
        for (int k = 0; k < function->instruction_count; k++) {
            const cm_ll_instruction *i = &function->instructions[k];
            bool stores = i->op == CM_LL_STORE && strcmp(function->name, "main") != 0;
            bool atomic = i->order && (i->op == CM_LL_LOAD || i->op == CM_LL_STORE);
            if (stores || atomic || i->op == CM_LL_RMW || i->op == CM_LL_CMPXCHG)
                share_named(p, &i->operands[i->op == CM_LL_STORE ? 1 : 0]);
        }
    }
}

void cm_ll_find_known(cm_ll_program *p)
{
    enum { MOST_PASSES = 8, MOST_MISTAKES = 2 };
    p->known_slots = 0;
    if (p->passes++ == 0)
        look_at_text(p);
    for (int i = 0; i < p->module->global_count && p->passes > 1; i++)
        if (!p->module->globals[i].is_known)
            share_named(p, &p->module->globals[i].init);
    for (int i = 0; i < p->module->global_count; i++) {
        cm_ll_global *g = &p->module->globals[i];
        g->is_shared |= g->writer == SEVERAL_THREADS || (g->writer && g->writer != g->user);
        bool known = !g->is_shared && g->mistakes < MOST_MISTAKES && may_be_known(p, g) &&
                     (g->is_known || p->passes < MOST_PASSES);
        p->again |= known != g->is_known;
        g->mistakes += g->is_known && !known;
        g->is_known = known;
        g->is_shared = false;
        g->user = g->writer = NO_THREAD;
        g->slot = p->known_slots;
        p->known_slots += known ? cm_ll_cell_count(g->type) : 0;
    }
}
