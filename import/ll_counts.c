/* Calls: semaphores and locks of readers and writers, of POSIX and C++. Each is a word that counts:
 * who changes it waits for a number, and takes it by a compare-exchange, so that a round that fails
 * writes nothing. POSIX lets these calls synchronise memory (4.12); here they do so as far as C++
 * promises it of its own ([thread.sema.cnt], [thread.sharedmutex.requirements]): who takes
 * acquires, who gives releases. */
#include "import/ll_call.h"

/* Its first 4 bytes; the C library of Linux has it in a structure of so many. */
enum { SEMAPHORE_BYTES = 32, RWLOCK_BYTES = 56 };

static const char *counted_word(const cm_ll_calling *c, unsigned bytes)
{
    cm_ll_known at = cm_ll_argument(c, 0);
    cm_ll_share(at);
    if (at.kind == CM_LL_ADDRESS && at.object->size == bytes)
        at.object->hidden = true; /* these numbers are nobody's business */
    return cm_ll_address_text(c->t, at, 4, c->i->place);
}

/* `more` is added to the word, unless it is busy ("eq" or "ne" to the number); a register that is 1
 * if it was. waits: it is tried again until it is. */
static cm_ll_known take(const cm_ll_calling *c, const char *word, const char *busy, int number,
                        int more, bool waits)
{
    cm_ll_thread *t = c->t;
    cm_place place = c->i->place;
    cm_ll_known done = cm_ll_new_register(t);
    const char *count = cm_ll_new_text(c), *test = cm_ll_new_text(c), *next = cm_ll_new_text(c);
    int again = t->labels++, end = t->labels++;
    cm_ll_emit(t, place, "mov %s, 0", cm_ll_text_of(c, done));
    cm_ll_label(t, again, place);
    cm_ll_emit(t, place, "load.monotonic.i32 %s, %s", count, word);
    cm_ll_emit(t, place, "icmp.%s.i32 %s, %s, %d", busy, test, count, number);
    cm_ll_branch(t, test, waits ? again : end, place);
    cm_ll_emit(t, place, "add.i32 %s, %s, %d", next, count, more);
    cm_ll_emit(t, place, "cmpxchg.acquire.fail_monotonic.i32 %s, %s, %s, %s, %s", test,
               cm_ll_text_of(c, done), word, count, next);
    cm_ll_emit(t, place, "xor.i8 %s, %s, 1", test, cm_ll_text_of(c, done));
    cm_ll_branch(t, test, again, place);
    cm_ll_label(t, end, place);
    return done;
}

/* What is returned where nothing was taken. */
static void returns_unless(const cm_ll_calling *c, cm_ll_known taken, int error)
{
    cm_ll_known result = cm_ll_new_register(c->t);
    const char *text = cm_ll_text_of(c, result);
    cm_ll_emit(c->t, c->i->place, "xor.i32 %s, %s, 1", text, cm_ll_text_of(c, taken));
    cm_ll_emit(c->t, c->i->place, "mul.i32 %s, %s, %d", text, text, error);
    cm_ll_set(c->t, c->i->result, result);
}

/* ---- semaphores ---------------------------------------------------------------------- */

void cm_ll_begin_semaphore(const cm_ll_calling *c)
{
    cm_ll_emit(c->t, c->i->place, "store.i32 %s, %s", counted_word(c, SEMAPHORE_BYTES),
               cm_ll_text_of(c, cm_ll_argument(c, 2)));
    cm_ll_returns(c, 0);
}

void cm_ll_take_semaphore(const cm_ll_calling *c)
{
    take(c, counted_word(c, SEMAPHORE_BYTES), "eq", 0, -1, true);
    cm_ll_returns(c, 0);
}

void cm_ll_take_semaphore_if_free(const cm_ll_calling *c)
{
    returns_unless(c, take(c, counted_word(c, SEMAPHORE_BYTES), "eq", 0, -1, false), -1);
}

/* C++ says whether it was taken. */
void cm_ll_take_semaphore_if_counted(const cm_ll_calling *c)
{
    cm_ll_known taken = take(c, counted_word(c, SEMAPHORE_BYTES), "eq", 0, -1, false);
    taken.truth = true;
    cm_ll_set(c->t, c->i->result, taken);
}

/* C++ may give several at once. */
void cm_ll_give_semaphore(const cm_ll_calling *c)
{
    cm_ll_known many = c->count > 1 ? cm_ll_argument(c, 1) : cm_ll_number(1);
    cm_ll_emit(c->t, c->i->place, "atomicrmw.add.release.i32 %s, %s, %s", cm_ll_new_text(c),
               counted_word(c, SEMAPHORE_BYTES), cm_ll_text_of(c, many));
    cm_ll_returns(c, 0);
}

void cm_ll_count_semaphore(const cm_ll_calling *c)
{
    static const cm_ll_type int_type = {.kind = CM_LL_INTEGER, .bits = 32};
    cm_ll_known count = cm_ll_new_register(c->t);
    cm_ll_emit(c->t, c->i->place, "load.monotonic.i32 %s, %s", cm_ll_text_of(c, count),
               counted_word(c, SEMAPHORE_BYTES));
    cm_ll_store(c->t, &int_type, cm_ll_argument(c, 1), count, c->i->place);
    cm_ll_returns(c, 0);
}

/* ---- locks of readers and writers ------------------------------------------------------ */

/* How many readers have it, or WRITER. */
enum { WRITER = -1, BUSY = 16 /* EBUSY of Linux */ };

void cm_ll_begin_rwlock(const cm_ll_calling *c)
{
    cm_ll_known how = cm_ll_argument(c, 1);
    if (how.kind != CM_LL_KNOWN || how.number != 0)
        cm_fail(c->t->work, c->i->place,
                "`%s` with attributes is not supported, expected a plain one", c->name);
    cm_ll_emit(c->t, c->i->place, "store.i32 %s, 0", counted_word(c, RWLOCK_BYTES));
    cm_ll_returns(c, 0);
}

void cm_ll_lock_to_read(const cm_ll_calling *c)
{
    take(c, counted_word(c, RWLOCK_BYTES), "eq", WRITER, 1, true);
    cm_ll_returns(c, 0);
}

void cm_ll_lock_to_read_if_free(const cm_ll_calling *c)
{
    returns_unless(c, take(c, counted_word(c, RWLOCK_BYTES), "eq", WRITER, 1, false), BUSY);
}

void cm_ll_lock_to_write(const cm_ll_calling *c)
{
    take(c, counted_word(c, RWLOCK_BYTES), "ne", 0, WRITER, true);
    cm_ll_returns(c, 0);
}

void cm_ll_lock_to_write_if_free(const cm_ll_calling *c)
{
    returns_unless(c, take(c, counted_word(c, RWLOCK_BYTES), "ne", 0, WRITER, false), BUSY);
}

/* Who has it knows what it reads: a writer its own number, a reader none of a writer. */
void cm_ll_unlock_rwlock(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    cm_place place = c->i->place;
    const char *word = counted_word(c, RWLOCK_BYTES), *count = cm_ll_new_text(c),
               *reads = cm_ll_new_text(c);
    int reader = t->labels++, end = t->labels++;
    cm_ll_emit(t, place, "load.monotonic.i32 %s, %s", count, word);
    cm_ll_emit(t, place, "icmp.ne.i32 %s, %s, %d", reads, count, WRITER);
    cm_ll_branch(t, reads, reader, place);
    cm_ll_emit(t, place, "store.release.i32 %s, 0", word);
    cm_ll_emit(t, place, "mov %s, 1", reads);
    cm_ll_branch(t, reads, end, place);
    cm_ll_label(t, reader, place);
    cm_ll_emit(t, place, "atomicrmw.sub.release.i32 %s, %s, 1", count, word);
    cm_ll_label(t, end, place);
    cm_ll_returns(c, 0);
}
