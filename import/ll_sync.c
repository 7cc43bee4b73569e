/* Calls: locks, barriers and condition variables of POSIX, C11 and C++. */
#include "import/ll_call.h"

#include <string.h>

static const cm_ll_type word_type = {.kind = CM_LL_INTEGER, .bits = 64};

/* ---- locks ------------------------------------------------------------------------- */

static bool is_zero(const cm_ll_value *v)
{
    bool zero = v->kind == CM_LL_AGGREGATE || (v->kind == CM_LL_NUMBER && v->number == 0);
    for (int i = 0; i < v->item_count && zero; i++)
        zero = is_zero(&v->items[i]);
    return zero;
}

enum { DESTROYED_LOCK = 2 };
enum { LOCK_BYTES = 40 }; /* of its structure in the C libraries of Linux */

/* A lock is a word, 0 where nobody has it. */
const char *cm_ll_lock_word(const cm_ll_calling *c, cm_ll_known at)
{
    const cm_ll_object *o = at.kind == CM_LL_ADDRESS ? at.object : NULL;
    if (o && o->global && o->global->has_init &&
        !is_zero(cm_ll_part(&o->global->init, at.number, LOCK_BYTES)))
        cm_fail(c->t->work, c->i->place,
                "the lock `%s` begins as another kind than a plain one, which is not supported, "
                "expected zeros",
                o->name);
    cm_ll_share(at);
    return cm_ll_address_text(c->t, at, 4, c->i->place);
}

static cm_ll_row *last_row(const cm_ll_calling *c)
{
    return &c->t->piece->rows[c->t->piece->count - 1];
}

/* A register that is 0 if the lock was free. word: what it was. */
static cm_ll_known try_lock(const cm_ll_calling *c, cm_ll_known at, cm_ll_known *word)
{
    cm_ll_known done = cm_ll_new_register(c->t), fails = cm_ll_new_register(c->t);
    cm_ll_known old = cm_ll_new_register(c->t);
    const char *lock = cm_ll_lock_word(c, at);
    cm_ll_emit(c->t, c->i->place, "cmpxchg.acquire.fail_monotonic.i32 %s, %s, %s, 0, 1",
               cm_ll_text_of(c, old), cm_ll_text_of(c, done), lock);
    last_row(c)->takes = lock;
    cm_ll_emit(c->t, c->i->place, "xor.i8 %s, %s, 1", cm_ll_text_of(c, fails),
               cm_ll_text_of(c, done));
    *word = old;
    return fails;
}

/* An assertion fails where the lock was destroyed, which POSIX leaves undefined
 * (pthread_mutex_destroy). */
void cm_ll_take_lock(const cm_ll_calling *c, cm_ll_known at)
{
    cm_ll_known word, live = cm_ll_new_register(c->t);
    int label = c->t->labels++;
    cm_ll_label(c->t, label, c->i->place);
    cm_ll_known fails = try_lock(c, at, &word);
    const char *waits = cm_ll_text_of(c, c->t->program->destroys ? live : fails);
    if (c->t->program->destroys)
        cm_ll_emit(c->t, c->i->place, "icmp.eq.i32 %s, %s, 1", waits, cm_ll_text_of(c, word));
    cm_ll_branch(c->t, waits, label, c->i->place);
    if (c->t->program->destroys) {
        cm_ll_emit(c->t, c->i->place, "icmp.ne.i32 %s, %s, %d", cm_ll_text_of(c, live),
                   cm_ll_text_of(c, word), DESTROYED_LOCK);
        cm_ll_emit(c->t, c->i->place, "assert %s", cm_ll_text_of(c, live));
    }
}

static void leave_lock(const cm_ll_calling *c, cm_ll_known at)
{
    const char *lock = cm_ll_lock_word(c, at);
    cm_ll_emit(c->t, c->i->place, "store.release.i32 %s, 0", lock);
    last_row(c)->gives = lock;
}

void cm_ll_lock(const cm_ll_calling *c)
{
    cm_ll_take_lock(c, cm_ll_argument(c, 0));
    cm_ll_returns(c, 0);
}

void cm_ll_lock_if_free(const cm_ll_calling *c)
{
    cm_ll_known word;
    cm_ll_set(c->t, c->i->result,
              try_lock(c, cm_ll_argument(c, 0), &word)); /* not 0: EBUSY, thrd_busy */
}

void cm_ll_unlock(const cm_ll_calling *c)
{
    leave_lock(c, cm_ll_argument(c, 0));
    cm_ll_returns(c, 0);
}

/* The owner of a recursive lock may take it again; attributes may ask for such a lock. */
void cm_ll_begin_lock(const cm_ll_calling *c)
{
    cm_ll_known how = cm_ll_argument(c, 1);
    if (how.kind != CM_LL_KNOWN || (how.number & 1) != 0)
        cm_fail(c->t->work, c->i->place,
                "`%s` of a recursive lock, or with attributes, is not supported, expected a "
                "plain one",
                c->name);
    cm_ll_emit(c->t, c->i->place, "store.i32 %s, 0", cm_ll_lock_word(c, cm_ll_argument(c, 0)));
    cm_ll_returns(c, 0);
}

/* ---- barriers ---------------------------------------------------------------------- */

/* Two words: how many have come, and how many go on together, which is 0 where the barrier was not
 * initialised, or was destroyed. POSIX leaves it undefined to use such a one, and to initialise one
 * that is in use (pthread_barrier_init, pthread_barrier_wait, pthread_barrier_destroy). A barrier
 * has 4 bytes in GenMC's headers, and 32 in the C libraries of Linux. */
static int word_bits(const cm_ll_calling *c)
{
    return cm_ll_verifier(c->name) ? 16 : 32;
}

static const char *barrier_word(const cm_ll_calling *c, bool second)
{
    unsigned bytes = (unsigned)word_bits(c) / 8;
    cm_ll_known at = cm_ll_argument(c, 0), offset = cm_ll_number(second ? bytes : 0);
    cm_ll_share(at);
    return cm_ll_address_text(c->t, cm_ll_plus(c->t, at, offset, c->i->place), bytes, c->i->place);
}

/* How many go on together; an assertion fails where the barrier is not initialised. */
static const char *ready_barrier(const cm_ll_calling *c)
{
    const char *many = cm_ll_new_text(c);
    cm_ll_emit(c->t, c->i->place, "load.i%d %s, %s", word_bits(c), many, barrier_word(c, true));
    cm_ll_emit(c->t, c->i->place, "assert %s", many);
    return many;
}

void cm_ll_begin_barrier(const cm_ll_calling *c)
{
    cm_ll_known many = cm_ll_argument(c, c->count - 1), at = cm_ll_argument(c, 0);
    bool zero = at.kind == CM_LL_ADDRESS && at.object->global; /* else it begins as anything */
    if (zero) {
        const char *before = cm_ll_new_text(c);
        cm_ll_emit(c->t, c->i->place, "load.i%d %s, %s", word_bits(c), before,
                   barrier_word(c, true));
        cm_ll_emit(c->t, c->i->place, "icmp.eq.i32 %s, %s, 0", before, before);
        cm_ll_emit(c->t, c->i->place, "assert %s", before);
    }
    cm_ll_emit(c->t, c->i->place, "store.i%d %s, 0", word_bits(c), barrier_word(c, false));
    cm_ll_emit(c->t, c->i->place, "store.i%d %s, %s", word_bits(c), barrier_word(c, true),
               cm_ll_text_of(c, many));
    cm_ll_returns(c, 0);
}

/* Who comes as the last one of its round is told so: PTHREAD_BARRIER_SERIAL_THREAD is -1. */
void cm_ll_meet(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    cm_place place = c->i->place;
    const char *many = ready_barrier(c), *unready = cm_ll_new_text(c), *before = cm_ll_new_text(c),
               *behind = cm_ll_new_text(c), *goal = cm_ll_new_text(c), *seen = cm_ll_new_text(c),
               *waits = cm_ll_new_text(c);
    cm_ll_known last = cm_ll_new_register(t);
    int label = t->labels++;
    cm_ll_emit(t, place, "icmp.eq.i32 %s, %s, 0", unready, many);
    cm_ll_emit(t, place, "or.i32 %s, %s, %s", many, many, unready); /* not to divide by 0 */
    cm_ll_emit(t, place, "atomicrmw.add.acq_rel.i%d %s, %s, 1", word_bits(c), before,
               barrier_word(c, false));
    cm_ll_emit(t, place, "urem.i32 %s, %s, %s", behind, before, many);
    cm_ll_emit(t, place, "sub.i32 %s, %s, %s", goal, before, behind);
    cm_ll_emit(t, place, "add.i32 %s, %s, %s", goal, goal, many);
    cm_ll_label(t, label, place);
    cm_ll_emit(t, place, "load.acquire.i%d %s, %s", word_bits(c), seen, barrier_word(c, false));
    cm_ll_emit(t, place, "icmp.ult.i32 %s, %s, %s", waits, seen, goal);
    cm_ll_branch(t, waits, label, place);
    cm_ll_emit(t, place, "add.i32 %s, %s, 1", behind, behind);
    cm_ll_emit(t, place, "icmp.eq.i32 %s, %s, %s", cm_ll_text_of(c, last), behind, many);
    cm_ll_emit(t, place, "sub.i32 %s, 0, %s", cm_ll_text_of(c, last), cm_ll_text_of(c, last));
    cm_ll_set(t, c->i->result, last);
}

void cm_ll_end_barrier(const cm_ll_calling *c)
{
    ready_barrier(c);
    cm_ll_emit(c->t, c->i->place, "store.i%d %s, 0", word_bits(c), barrier_word(c, true));
    cm_ll_returns(c, 0);
}

/* A store that races with all who use the lock. volatile: nobody can make it another one, so no
 * repair (explain/repair.h) is to propose that. */
void cm_ll_end_lock(const cm_ll_calling *c)
{
    c->t->program->again |= !c->t->program->destroys;
    c->t->program->destroys = true;
    cm_ll_emit(c->t, c->i->place, "store.volatile.i32 %s, %d",
               cm_ll_lock_word(c, cm_ll_argument(c, 0)), DESTROYED_LOCK);
    cm_ll_returns(c, 0);
}

/* ---- condition variables -------------------------------------------------------------- */

/* Two words: how many have waited, and how many of them were woken, the first ones first. POSIX,
 * C11 and C++ let a wait return without being woken, as if somebody had woken the first one. That
 * is tried where the wait is not in a loop, and noted where it is: such a loop tests again what it
 * waits for, so a round more is of use only where nobody wakes those for whom that has become true.
 * Calls synchronise (POSIX 4.12). */
enum { COME = 0, WOKEN = 4 };
enum { CONDITION_BYTES = 48 }; /* of its structure in the C library of Linux */

static const char *condition_word(const cm_ll_calling *c, unsigned offset)
{
    cm_ll_known at = cm_ll_argument(c, 0);
    cm_ll_share(at);
    if (at.kind == CM_LL_ADDRESS && at.object->size == CONDITION_BYTES)
        at.object->hidden = true; /* these numbers are nobody's business */
    return cm_ll_address_text(c->t, cm_ll_plus(c->t, at, cm_ll_number(offset), c->i->place), 4,
                              c->i->place);
}

/* Where nobody waits this does nothing. Two that wake the last one at once may let one more pass
 * later, which a wait may do. */
static void wake_first(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    cm_place place = c->i->place;
    const char *woken = cm_ll_new_text(c), *come = cm_ll_new_text(c), *none = cm_ll_new_text(c);
    int end = t->labels++;
    cm_ll_emit(t, place, "load.acquire.i32 %s, %s", woken, condition_word(c, WOKEN));
    cm_ll_emit(t, place, "load.acquire.i32 %s, %s", come, condition_word(c, COME));
    cm_ll_emit(t, place, "icmp.uge.i32 %s, %s, %s", none, woken, come);
    cm_ll_branch(t, none, end, place);
    cm_ll_emit(t, place, "atomicrmw.add.acq_rel.i32 %s, %s, 1", woken, condition_word(c, WOKEN));
    cm_ll_label(t, end, place);
}

void cm_ll_wake(const cm_ll_calling *c)
{
    wake_first(c);
    cm_ll_returns(c, 0);
}

void cm_ll_wake_all(const cm_ll_calling *c)
{
    const char *come = cm_ll_new_text(c), *was = cm_ll_new_text(c);
    cm_ll_emit(c->t, c->i->place, "load.acquire.i32 %s, %s", come, condition_word(c, COME));
    cm_ll_emit(c->t, c->i->place, "atomicrmw.umax.acq_rel.i32 %s, %s, %s", was,
               condition_word(c, WOKEN), come);
    cm_ll_returns(c, 0);
}

static void wake_for_no_reason(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    cm_ll_known waits = cm_ll_new_register(t);
    int label = t->labels++;
    if (t->undecided > 0) {
        cm_import_note(t->program->import, false, c->i->place,
                       "a wait may return although nobody wakes it, which is not looked at in a "
                       "loop");
        return;
    }
    cm_ll_emit(t, c->i->place, "choose %s", cm_ll_text_of(c, waits));
    cm_ll_branch(t, cm_ll_text_of(c, waits), label, c->i->place);
    wake_first(c);
    cm_ll_label(t, label, c->i->place);
}

static void wait_with(const cm_ll_calling *c, cm_ll_known mutex)
{
    cm_ll_thread *t = c->t;
    cm_place place = c->i->place;
    const char *own = cm_ll_new_text(c), *woken = cm_ll_new_text(c), *waits = cm_ll_new_text(c);
    cm_ll_emit(t, place, "atomicrmw.add.acq_rel.i32 %s, %s, 1", own, condition_word(c, COME));
    leave_lock(c, mutex);
    wake_for_no_reason(c);
    int label = t->labels++;
    cm_ll_label(t, label, place);
    cm_ll_emit(t, place, "load.acquire.i32 %s, %s", woken, condition_word(c, WOKEN));
    cm_ll_emit(t, place, "icmp.ule.i32 %s, %s, %s", waits, woken, own);
    cm_ll_branch(t, waits, label, place);
    cm_ll_take_lock(c, mutex);
    cm_ll_returns(c, 0);
}

void cm_ll_wait_condition(const cm_ll_calling *c)
{
    wait_with(c, cm_ll_argument(c, 1));
}

/* C++'s second argument is a lock, whose first word points to the mutex. */
void cm_ll_wait_condition_std(const cm_ll_calling *c)
{
    wait_with(c, cm_ll_load(c->t, &word_type, cm_ll_argument(c, 1), c->i->place));
}

void cm_ll_begin_condition(const cm_ll_calling *c)
{
    cm_ll_emit(c->t, c->i->place, "store.i32 %s, 0", condition_word(c, COME));
    cm_ll_emit(c->t, c->i->place, "store.i32 %s, 0", condition_word(c, WOKEN));
    cm_ll_returns(c, 0);
}
