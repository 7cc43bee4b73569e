/* Calls of functions that are known by name. */
#ifndef CM_IMPORT_LL_CALL_H
#define CM_IMPORT_LL_CALL_H

#include "import/ll.h"

typedef struct cm_ll_calling {
    cm_ll_thread *t;
    cm_ll_instruction *i;
    const char *name;
    const cm_ll_value *arguments;
    int count;
} cm_ll_calling;

/* An operand; a result; a value as text in the row that is emitted. */
static inline cm_ll_known cm_ll_argument(const cm_ll_calling *c, int index)
{
    return cm_ll_operand(c->t, &c->arguments[index]);
}

static inline void cm_ll_returns(const cm_ll_calling *c, uint64_t number)
{
    cm_ll_set(c->t, c->i->result, cm_ll_number(number));
}

static inline const char *cm_ll_text_of(const cm_ll_calling *c, cm_ll_known v)
{
    return cm_ll_text(c->t, v, c->i->place);
}

/* A new register of the test, as text. */
static inline const char *cm_ll_new_text(const cm_ll_calling *c)
{
    return cm_ll_text_of(c, cm_ll_new_register(c->t));
}

/* What stands behind "__VERIFIER_", with which names of GenMC and Dat3M begin; NULL: this one does
 * not. */
const char *cm_ll_verifier(const char *name);

/* A function that is known by name; `*` in the name stands for anything. */
typedef struct cm_ll_named {
    const char *name;
    int arguments; /* -1: any number */
    void (*act)(const cm_ll_calling *c);
    unsigned bytes; /* that are accessed where the first argument points to */
} cm_ll_named;

/* Those that are not followed where their bodies are in the file, either (ll_std.c). */
extern const cm_ll_named cm_ll_std[];
extern const size_t cm_ll_std_count;

/* Locks, barriers and condition variables, as their callers see them (ll_sync.c). */
const char *cm_ll_lock_word(const cm_ll_calling *c, cm_ll_known at);
void cm_ll_take_lock(const cm_ll_calling *c, cm_ll_known at);
void cm_ll_lock(const cm_ll_calling *c);
void cm_ll_lock_if_free(const cm_ll_calling *c);
void cm_ll_unlock(const cm_ll_calling *c);
void cm_ll_begin_lock(const cm_ll_calling *c);
void cm_ll_end_lock(const cm_ll_calling *c);
void cm_ll_begin_barrier(const cm_ll_calling *c);
void cm_ll_meet(const cm_ll_calling *c);
void cm_ll_end_barrier(const cm_ll_calling *c);
void cm_ll_begin_condition(const cm_ll_calling *c);
void cm_ll_wait_condition(const cm_ll_calling *c);
void cm_ll_wait_condition_std(const cm_ll_calling *c);
void cm_ll_wake(const cm_ll_calling *c);
void cm_ll_wake_all(const cm_ll_calling *c);
/* Semaphores, and locks of readers and writers (ll_counts.c). */
void cm_ll_begin_semaphore(const cm_ll_calling *c);
void cm_ll_take_semaphore(const cm_ll_calling *c);
void cm_ll_take_semaphore_if_free(const cm_ll_calling *c);
void cm_ll_take_semaphore_if_counted(const cm_ll_calling *c);
void cm_ll_give_semaphore(const cm_ll_calling *c);
void cm_ll_count_semaphore(const cm_ll_calling *c);
void cm_ll_begin_rwlock(const cm_ll_calling *c);
void cm_ll_lock_to_read(const cm_ll_calling *c);
void cm_ll_lock_to_read_if_free(const cm_ll_calling *c);
void cm_ll_lock_to_write(const cm_ll_calling *c);
void cm_ll_lock_to_write_if_free(const cm_ll_calling *c);
void cm_ll_unlock_rwlock(const cm_ll_calling *c);

#endif
