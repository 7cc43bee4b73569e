/* Known variables: global ones, and those that malloc gave, whose values are known wherever the
 * program reads them.
 *
 * A variable that only one thread can reach is as good as one on the stack. So is a global variable
 * that no thread writes once there is a second one: all writes happen before all reads by other
 * threads, so that these reads neither race nor have a choice. Writes of global variables stay
 * rows, since the final state shows the variables; reads become no rows where the value is known.
 * Members of a structure and elements of an array are variables of their own, unless somebody may
 * have the address of the whole.
 *
 * As long as there is one thread, it also knows what it has written to the other global variables,
 * until a row may write these.
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
    const cm_ll_global_part *part; /* the next one */
} beginning;

static void begin_scalar(void *context, const cm_ll_type *scalar, uint64_t offset)
{
    beginning *b = context;
    int slot = b->part->slot >= 0 ? b->part->slot : b->part->early;
    b->part++;
    (void)scalar;
    if (slot >= 0 && !part_at(b->t, &b->global->init, offset, &b->t->state.slots[slot]))
        b->t->state.slots[slot] = (cm_ll_known){.kind = CM_LL_NOTHING};
}

/* A register is one of another thread. */
static void take_over(cm_ll_thread *t, const cm_ll_known *creator, int slot)
{
    if (slot >= 0 && creator[slot].kind != CM_LL_REGISTER)
        t->state.slots[slot] = creator[slot];
}

void cm_ll_begin_known(cm_ll_thread *t, const cm_ll_known *creator)
{
    cm_ll_program *p = t->program;
    t->state.slots = CM_NEW_ARRAY(t->work->arena, (size_t)p->known_slots + 1, cm_ll_known);
    t->state.count = p->known_slots;
    for (int g = 0; g < p->module->global_count; g++) {
        const cm_ll_global *global = &p->module->globals[g];
        beginning b = {t, global, global->parts};
        bool begins = !creator || global->is_thread_local;
        if (begins && global->part_count > 0)
            cm_ll_each_scalar(global->type, 0, begin_scalar, &b);
        for (int i = 0; !begins && i < global->part_count; i++)
            take_over(t, creator, global->parts[i].slot);
    }
    for (int h = 0; creator && h < p->heap_count; h++)
        for (uint64_t i = 0; i < p->heap[h]->bytes; i++)
            take_over(t, creator, p->heap[h]->parts[i].slot);
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

/* What malloc gave begins with nothing in it, and ends: what is read before or behind is read from
 * memory, where the model sees it. A variable is as wide as the first access to it. */
static int heap_slot(cm_ll_thread *t, const cm_ll_object *o, uint64_t at, unsigned bytes,
                     bool writes)
{
    cm_ll_program *p = t->program;
    cm_ll_heap *h = o->heap;
    if (at < o->header || at - o->header + bytes > h->bytes)
        return -1;
    at -= o->header;
    cm_ll_global_part *part = &h->parts[at];
    if (h->widths[at] == 0) {
        h->widths[at] = (uint8_t)bytes;
        part->slot = p->spare_slots < p->early_slots ? p->spare_slots++ : -1;
    }
    part->is_shared |= h->widths[at] != bytes || (h->freed && !writes);
    for (uint64_t k = 0; k < h->bytes; k++) /* those that lie across it */
        if (k != at && h->widths[k] > 0 && k < at + bytes && at < k + h->widths[k])
            part->is_shared = h->parts[k].is_shared = true;
    note_thread(&part->user, t->id);
    if (writes && p->several)
        note_thread(&part->writer, t->id);
    return part->is_shared ? -1 : part->slot;
}

/* As long as there is one thread, what it has written is what it reads. */
int cm_ll_early_slot(const cm_ll_thread *t, cm_ll_known address, unsigned bytes)
{
    const cm_ll_program *p = t->program;
    const cm_ll_global *g = address.kind == CM_LL_ADDRESS ? address.object->global : NULL;
    if (p->several || t->undecided > 0 || !g || g->part_count == 0 || g->is_thread_local)
        return -1;
    int cell = cm_ll_cell(g->type, address.number, bytes);
    return cell < 0 ? -1 : g->parts[cell].early;
}

bool cm_ll_is_early(const cm_ll_program *p, int slot)
{
    return slot >= p->early_slots && slot < p->known_slots;
}

void cm_ll_forget_all(cm_ll_thread *t)
{
    for (int s = t->program->early_slots; s < t->program->known_slots; s++)
        t->state.slots[s] = (cm_ll_known){.kind = CM_LL_NOTHING};
}

void cm_ll_forget(cm_ll_thread *t, cm_ll_known address, unsigned bytes)
{
    const cm_ll_global *g = address.kind == CM_LL_ADDRESS ? address.object->global : NULL;
    int cell = g && g->part_count > 0 ? cm_ll_cell(g->type, address.number, bytes) : -1;
    for (int i = 0; g && i < g->part_count; i++)
        if (g->parts[i].early >= 0 && (cell < 0 || i == cell))
            t->state.slots[g->parts[i].early] = (cm_ll_known){.kind = CM_LL_NOTHING};
    if (address.kind == CM_LL_REGISTER)
        cm_ll_forget_all(t);
}

static void share_global(cm_ll_global *g)
{
    for (int i = 0; i < g->part_count; i++)
        g->parts[i].is_shared = true;
}

int cm_ll_known_slot(cm_ll_thread *t, cm_ll_known address, unsigned bytes, bool writes)
{
    const cm_ll_program *p = t->program;
    if (address.kind == CM_LL_ADDRESS && address.object->heap)
        return heap_slot(t, address.object, address.number, bytes, writes);
    cm_ll_global *g = address.kind == CM_LL_ADDRESS ? address.object->global : NULL;
    if (!g || g->part_count == 0)
        return -1;
    int cell = cm_ll_cell(g->type, address.number, bytes);
    bool own = !g->is_thread_local || address.object->owner == t->id;
    if (cell < 0 || !own) {
        share_global(g);
        return -1;
    }
    cm_ll_global_part *part = &g->parts[cell];
    note_thread(&part->user, t->id);
    if (writes && !g->is_thread_local && p->several)
        note_thread(&part->writer, t->id);
    return part->slot;
}

void cm_ll_share_object(const cm_ll_object *o)
{
    if (o->global)
        share_global(o->global);
    for (uint64_t i = 0; o->heap && i < o->heap->bytes; i++)
        o->heap->parts[i].is_shared = true;
}

static void share_cell(cm_ll_global *g, uint64_t offset, unsigned bytes)
{
    int cell = g->part_count > 0 ? cm_ll_cell(g->type, offset, bytes) : -1;
    if (cell < 0)
        share_global(g);
    else
        g->parts[cell].is_shared = true;
}

void cm_ll_share_cell(const cm_ll_object *o, uint64_t offset, unsigned bytes)
{
    if (o->global)
        share_cell(o->global, offset, bytes);
    for (uint64_t i = 0; o->heap && i < o->heap->bytes; i++) {
        uint64_t at = o->header + i;
        o->heap->parts[i].is_shared |=
            at < offset + bytes && offset < at + (o->heap->widths[i] ? o->heap->widths[i] : 1);
    }
}

cm_ll_heap *cm_ll_heap_of(cm_ll_program *p, int thread, int number, uint64_t bytes)
{
    enum { MOST_BYTES = 512 };
    cm_arena *arena = p->import->work->arena;
    for (int i = 0; i < p->heap_count; i++)
        if (p->heap[i]->thread == thread && p->heap[i]->number == number &&
            p->heap[i]->bytes == bytes)
            return p->heap[i];
    if (bytes > MOST_BYTES)
        return NULL;
    cm_ll_heap *made = CM_NEW(arena, cm_ll_heap);
    *made = (cm_ll_heap){.thread = thread,
                         .number = number,
                         .bytes = bytes,
                         .widths = CM_NEW_ARRAY(arena, bytes, uint8_t),
                         .parts = CM_NEW_ARRAY(arena, bytes, cm_ll_global_part)};
    for (uint64_t i = 0; i < bytes; i++)
        made->parts[i].slot = -1;
    CM_RESERVE(arena, p->heap, p->heap_count, p->heap_capacity);
    return p->heap[p->heap_count++] = made;
}

void cm_ll_lose(const cm_ll_program *p, int slot)
{
    if (slot < p->known_slots)
        p->lost[slot] = true;
}

bool cm_ll_is_all_known(const cm_ll_global *g)
{
    bool known = g->part_count > 0;
    for (int i = 0; i < g->part_count; i++)
        known = known && g->parts[i].slot >= 0;
    return known;
}

/* Has nothing of the binding named it, and is all of it in cells? */
static void find_parts(const cm_ll_program *p, cm_ll_global *g)
{
    const cm_binding *b = p->import->binding;
    bool named = b->init.count > 0 || !g->has_init || g->refused;
    for (int i = 0; i < p->starting; i++)
        named = named || b->threads[i].launch < 0;
    int cells = named ? -1 : cm_ll_cell_count(g->type);
    g->part_count = cells > 0 ? cells : 0;
    g->parts = CM_NEW_ARRAY(p->import->work->arena, (size_t)g->part_count, cm_ll_global_part);
    for (int i = 0; i < g->part_count; i++)
        g->parts[i].slot = g->parts[i].early = -1;
}

/* Who reads the value from memory can reach what it has the address of. */
static void share_named(cm_ll_program *p, const cm_ll_value *v)
{
    bool symbol = v->kind == CM_LL_SYMBOL;
    cm_ll_global *named = symbol ? cm_ll_find_global(p->module, v->name) : NULL;
    cm_ll_function *function = symbol ? cm_ll_find_function(p->module, v->name) : NULL;
    if (named)
        share_global(named);
    if (function)
        cm_ll_code(p, function);
    for (int i = 0; i < v->item_count; i++)
        share_named(p, &v->items[i]);
}

/* Atomic accesses are rows, and so are those that threads write. */
static void share_place(cm_ll_program *p, const cm_ll_value *v, uint64_t bytes)
{
    cm_ll_global *g = v->kind == CM_LL_SYMBOL ? cm_ll_find_global(p->module, v->name) : NULL;
    if (g)
        share_cell(g, v->number, (unsigned)bytes);
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
                share_place(p, &i->operands[i->op == CM_LL_STORE ? 1 : 0], cm_ll_size(i->type));
        }
    }
}

/* Is the part a known variable in the next pass? */
static bool becomes_known(cm_ll_program *p, cm_ll_global_part *part)
{
    enum { MOST_PASSES = 8, MOST_MISTAKES = 2 };
    bool was = part->slot >= 0;
    bool shared = part->is_shared || part->writer == SEVERAL_THREADS ||
                  (part->writer && part->writer != part->user);
    bool known = !shared && part->mistakes < MOST_MISTAKES && (was || p->passes < MOST_PASSES);
    part->mistakes += was && !known;
    part->is_shared = false;
    part->user = part->writer = NO_THREAD;
    p->again |= known != was;
    return known;
}

/* What malloc gave is known from the first access on, if there is a slot for it. */
static void find_heap(cm_ll_program *p)
{
    enum { SPARE = 64, MOST_EARLY = 64 };
    for (int h = 0; h < p->heap_count; h++) {
        cm_ll_heap *heap = p->heap[h];
        heap->freed = false;
        for (uint64_t i = 0; i < heap->bytes; i++) {
            cm_ll_global_part *part = &heap->parts[i];
            part->is_shared |= part->slot >= 0 && p->lost[part->slot];
            if (heap->widths[i] > 0)
                part->slot = becomes_known(p, part) ? p->known_slots++ : -1;
        }
    }
    p->spare_slots = p->known_slots;
    p->known_slots += SPARE;
    p->early_slots = p->known_slots;
    for (int i = 0; i < p->module->global_count; i++)
        for (int k = 0; k < p->module->globals[i].part_count; k++) {
            cm_ll_global_part *part = &p->module->globals[i].parts[k];
            bool room = part->slot < 0 && p->known_slots < p->early_slots + MOST_EARLY;
            part->early = room ? p->known_slots++ : -1;
        }
    p->lost = CM_NEW_ARRAY(p->import->work->arena, (size_t)p->known_slots, bool);
}

void cm_ll_find_known(cm_ll_program *p)
{
    cm_ll_module *m = p->module;
    p->known_slots = 0;
    for (int i = 0; i < m->global_count && p->passes == 0; i++)
        find_parts(p, &m->globals[i]);
    if (p->passes++ == 0)
        look_at_text(p);
    for (int i = 0; i < m->global_count && p->passes > 1; i++)
        if (!cm_ll_is_all_known(&m->globals[i]))
            share_named(p, &m->globals[i].init);
    for (int i = 0; i < m->global_count; i++)
        for (int k = 0; k < m->globals[i].part_count; k++) {
            cm_ll_global_part *part = &m->globals[i].parts[k];
            part->slot = becomes_known(p, part) ? p->known_slots++ : -1;
        }
    find_heap(p);
}
