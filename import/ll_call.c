/* Calls: of functions of the file, which are followed, and of those of the C library and of LLVM
 * that are known by name. */
#include "import/ll_call.h"

#include <string.h>

enum { MOST_RUNS = 32, MOST_HEAP = 1 << 15 };

/* ---- threads ------------------------------------------------------------------------ */

/* What the thread returns to who joins it. */
static const char *result_word(const cm_ll_thread *t, int id)
{
    const char *name = cm_arena_printf(t->work->arena, "result_P%d", id);
    cm_ll_declare_word(t->program, name, 8);
    return name;
}

/* The location that who joins it reads begins as 0, so that a result of 0 needs no row. */
void cm_ll_return(cm_ll_thread *t, cm_ll_known value, cm_place place)
{
    bool is_zero = value.kind == CM_LL_NOTHING || cm_ll_same(value, cm_ll_number(0));
    if (t->is_created && !is_zero)
        cm_ll_emit(t, place, "store.i64 [%s], %s", result_word(t, t->id),
                   cm_ll_text(t, value, place));
}

static const cm_ll_type word_type = {.kind = CM_LL_INTEGER, .bits = 64},
                        int_type = {.kind = CM_LL_INTEGER, .bits = 32};

/* Which number it has. */
static int add_thread(const cm_ll_calling *c, cm_ll_known function, cm_ll_known value)
{
    cm_ll_thread *t = c->t;
    cm_ll_program *p = t->program;
    if (function.kind != CM_LL_CODE)
        cm_fail(t->work, c->i->place,
                "a thread is created of a function that is not known, which is not supported, "
                "expected its name");
    if (t->undecided > 0)
        cm_fail(t->work, c->i->place,
                "a thread is created in a loop whose rounds memory decides, which is not "
                "supported, expected a loop with a known count");
    if (p->run_count == MOST_RUNS)
        cm_fail(t->work, c->i->place, "there are more than %d threads, expected fewer", MOST_RUNS);
    int id = 0;
    for (int r = 0; r < p->run_count; r++)
        if (p->runs[r].id >= id)
            id = p->runs[r].id + 1;
    if (value.kind == CM_LL_REGISTER || value.kind == CM_LL_CODE)
        cm_fail(t->work, c->i->place,
                "memory decides the argument of a new thread, which is not supported, expected a "
                "number or the address of an object");
    if (value.kind == CM_LL_ADDRESS && value.object->site)
        cm_ll_text(t, value, c->i->place); /* becomes memory */
    CM_RESERVE(t->work->arena, p->runs, p->run_count, p->run_capacity);
    p->runs[p->run_count++] = (cm_ll_run){.function = function.function,
                                          .argument = value,
                                          .created = true,
                                          .waits = true,
                                          .id = id,
                                          .place = c->i->place,
                                          .known = cm_ll_known_now(t)};
    p->several = true;
    return id;
}

void cm_ll_begin_thread(cm_ll_thread *t, int id, cm_place place)
{
    cm_ll_tell(t, cm_ll_begin_word(t->program, id), CM_LL_BEGUN, place);
    t->piece->rows[t->piece->count - 1].creates = true;
}

static void create(const cm_ll_calling *c)
{
    bool posix = strcmp(c->name, "pthread_create") == 0;
    int id = add_thread(c, cm_ll_argument(c, posix ? 2 : 1), cm_ll_argument(c, posix ? 3 : 2));
    cm_ll_store(c->t, &word_type, cm_ll_argument(c, 0), cm_ll_number((uint64_t)id), c->i->place);
    cm_ll_begin_thread(c->t, id, c->i->place);
    cm_ll_returns(c, 0);
}

/* GenMC's: it returns the thread. */
static void spawn(const cm_ll_calling *c)
{
    int id = add_thread(c, cm_ll_argument(c, 1), cm_ll_argument(c, 2));
    cm_ll_begin_thread(c->t, id, c->i->place);
    cm_ll_returns(c, (uint64_t)id);
}

void cm_ll_tell(cm_ll_thread *t, const char *word, int value, cm_place place)
{
    cm_ll_emit(t, place, "store.release.i32 [%s], %d", word, value);
    t->piece->rows[t->piece->count - 1].tells = word;
}

cm_ll_known cm_ll_wait_for(cm_ll_thread *t, const char *word, cm_place place)
{
    cm_ll_known seen = cm_ll_new_register(t), none = cm_ll_new_register(t);
    int label = t->labels++, first = t->piece->count;
    cm_ll_label(t, label, place);
    cm_ll_emit(t, place, "load.acquire.i32 %s, [%s]", cm_ll_text(t, seen, place), word);
    cm_ll_emit(t, place, "icmp.eq.i32 %s, %s, 0", cm_ll_text(t, none, place),
               cm_ll_text(t, seen, place));
    cm_ll_branch(t, cm_ll_text(t, none, place), label, place);
    for (int i = first; i < t->piece->count; i++)
        t->piece->rows[i].awaits = word;
    return seen;
}

/* The virtual function of that number. */
static cm_ll_known virtual_function(const cm_ll_calling *c, const cm_ll_global *table, int number)
{
    enum { ADDRESS_OF_FIRST = 16, BYTES = 8 };
    const cm_ll_value *entry =
        table && table->has_init
            ? cm_ll_part(&table->init, ADDRESS_OF_FIRST + BYTES * (uint64_t)number, 0)
            : NULL;
    return entry && entry->kind == CM_LL_SYMBOL ? cm_ll_operand(c->t, entry)
                                                : (cm_ll_known){.kind = CM_LL_NOTHING};
}

/* std::thread: the function is a virtual one of the object that the second argument points to,
 * which libstdc++ calls in the new thread; then it deletes the object. */
static void start(const cm_ll_calling *c)
{
    enum { DELETES = 1, RUNS = 2 };
    cm_ll_known place = cm_ll_argument(c, 1),
                state = cm_ll_load(c->t, &word_type, place, c->i->place);
    const cm_ll_global *table = state.kind == CM_LL_ADDRESS ? state.object->table : NULL;
    cm_ll_known ends = virtual_function(c, table, DELETES);
    int id = add_thread(c, virtual_function(c, table, RUNS), state);
    if (ends.kind == CM_LL_CODE)
        c->t->program->runs[c->t->program->run_count - 1].behind = ends.function;
    cm_ll_store(c->t, &word_type, cm_ll_argument(c, 0), cm_ll_number((uint64_t)id), c->i->place);
    cm_ll_store(c->t, &word_type, place, cm_ll_number(0), c->i->place); /* it is the thread's now */
    cm_ll_begin_thread(c->t, id, c->i->place);
}

static void wait_for_end(const cm_ll_calling *c, int id)
{
    cm_ll_known said = cm_ll_wait_for(c->t, cm_ll_end_word(c->t->program, id), c->i->place);
    if (c->t->program->assumes) { /* who waits for one that has stopped goes on no more, too */
        cm_ll_known stopped = cm_ll_new_register(c->t);
        cm_ll_emit(c->t, c->i->place, "icmp.eq.i32 %s, %s, %d", cm_ll_text_of(c, stopped),
                   cm_ll_text_of(c, said), CM_LL_STOPPED);
        cm_ll_stop_if(c->t, cm_ll_text_of(c, stopped), c->i->place);
    }
}

/* Waits for the one of all threads that are created whose number memory has. It is undefined to
 * wait for none of them. */
static void wait_for_one(const cm_ll_calling *c, cm_ll_known handle)
{
    cm_ll_program *p = c->t->program;
    int end = c->t->labels++;
    p->any_joined = true;
    for (int r = 0; r < p->created_count; r++) {
        const char *other = cm_ll_new_text(c);
        int label = c->t->labels++, id = p->created[r];
        if (id == c->t->id)
            continue;
        cm_ll_emit(c->t, c->i->place, "icmp.ne.i64 %s, %s, %d", other, cm_ll_text_of(c, handle),
                   id);
        cm_ll_branch(c->t, other, label, c->i->place);
        wait_for_end(c, id);
        cm_ll_add(c->t, c->t->piece,
                  (cm_ll_row){.kind = CM_LL_ROW_JUMP, .label = end, .place = c->i->place});
        cm_ll_label(c->t, label, c->i->place);
    }
    cm_ll_emit(c->t, c->i->place, "assert 0");
    cm_ll_label(c->t, end, c->i->place);
}

/* Waits for the end of the thread. Its number; -1: memory decides that. */
static int wait_for_thread(const cm_ll_calling *c, cm_ll_known handle)
{
    if (handle.kind == CM_LL_REGISTER) {
        wait_for_one(c, handle);
        return -1;
    }
    bool found = false;
    for (int r = 0; r < c->t->program->run_count; r++)
        found |= handle.kind == CM_LL_KNOWN && c->t->program->runs[r].created &&
                 (uint64_t)c->t->program->runs[r].id == handle.number;
    if (!found)
        cm_fail(c->t->work, c->i->place,
                "this waits for a thread that was not created, expected one that was");
    wait_for_end(c, (int)handle.number);
    return (int)handle.number;
}

static cm_ll_known result_of(const cm_ll_calling *c, int id)
{
    if (id < 0)
        cm_fail(c->t->work, c->i->place,
                "memory decides which thread's result this is, which is not supported, expected a "
                "known one");
    cm_ll_known value = cm_ll_new_register(c->t);
    cm_ll_emit(c->t, c->i->place, "load.i64 %s, [%s]", cm_ll_text_of(c, value),
               result_word(c->t, id));
    return value;
}

static void join(const cm_ll_calling *c)
{
    cm_ll_known result = cm_ll_argument(c, 1);
    int id = wait_for_thread(c, cm_ll_argument(c, 0));
    if (!cm_ll_same(result, cm_ll_number(0)))
        cm_ll_store(c->t, strcmp(c->name, "thrd_join") == 0 ? &int_type : &word_type, result,
                    result_of(c, id), c->i->place);
    cm_ll_returns(c, 0);
}

/* GenMC's: it returns what the thread did. */
static void join_spawned(const cm_ll_calling *c)
{
    cm_ll_set(c->t, c->i->result, result_of(c, wait_for_thread(c, cm_ll_argument(c, 0))));
}

/* std::thread: a place that has it, which has none then. */
static void detach(const cm_ll_calling *c)
{
    cm_ll_store(c->t, &word_type, cm_ll_argument(c, 0), cm_ll_number(0), c->i->place);
}

static void join_std(const cm_ll_calling *c)
{
    wait_for_thread(c, cm_ll_load(c->t, &word_type, cm_ll_argument(c, 0), c->i->place));
    detach(c);
}

/* Of a call that ends so nobody knows what it would have returned. */
static void refuse_in_question(const cm_ll_calling *c)
{
    if (c->t->program->import->binding->specification && !c->t->is_created)
        cm_fail(c->t->work, c->i->place,
                "`%s` may end a thread whose calls are asked to be linearisable, which is not "
                "supported, expected calls that return",
                c->name);
}

/* pthread_exit, thrd_exit */
static void end_self(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    refuse_in_question(c);
    for (const cm_ll_frame *f = t->frame; f && t->is_created; f = f->outer)
        cm_ll_end_objects(t, f, c->i->place);
    cm_ll_return(t, cm_ll_argument(c, 0), c->i->place);
    cm_ll_end(t, c->i->place);
}

static void give_self(const cm_ll_calling *c)
{
    cm_ll_returns(c, (uint64_t)c->t->id);
}

/* ---- memory ------------------------------------------------------------------------ */

/* Does memory decide the argument? A run that comes here leaves the answer uncertain then, and its
 * thread ends. */
static bool leaves_unknown(const cm_ll_calling *c, int argument, const char *what)
{
    cm_ll_known v = cm_ll_argument(c, argument);
    if (v.kind == CM_LL_KNOWN)
        return false;
    cm_import_note(
        c->t->program->import, false, c->i->place,
        "`%s` with a %s that memory decides is not followed: where a run comes here, the "
        "answer is not certain",
        c->name, what);
    cm_ll_emit(c->t, c->i->place, "some %s, 0, 1", cm_ll_new_text(c)); /* not known which */
    cm_ll_end(c->t, c->i->place);
    return true;
}

static void allocate(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    bool rust = strstr(c->name, "___rust_alloc"); /* by size and alignment */
    bool elements = strcmp(c->name, "calloc") == 0, zeroed = elements || strstr(c->name, "_zeroed");
    cm_ll_known size = cm_ll_argument(c, rust ? 0 : c->count - 1);
    cm_ll_known many = elements ? cm_ll_argument(c, 0) : cm_ll_number(1);
    if (leaves_unknown(c, c->count - 1, "size") || leaves_unknown(c, 0, "size"))
        return;
    uint64_t bytes = size.number * many.number, align = cm_ll_argument(c, rust).number;
    if (c->count == 2 && !elements && (align == 0 || (align & (align - 1)) != 0))
        cm_fail(t->work, c->i->place,
                "`%s` with an alignment of %llu is not supported, expected a power of two", c->name,
                (unsigned long long)align);
    if (size.number > MOST_HEAP || many.number > MOST_HEAP || bytes == 0 || bytes > MOST_HEAP)
        cm_fail(t->work, c->i->place,
                "`%s` of 0 or of more than %d bytes is not supported, expected a size within these",
                c->name, MOST_HEAP);
    if (t->undecided > 0)
        cm_fail(t->work, c->i->place,
                "`%s` in a loop whose rounds memory decides is not supported, expected one outside "
                "the loop",
                c->name);
    const char *name = cm_arena_printf(t->work->arena, "heap_P%d_%d", t->id, t->objects++);
    cm_ll_heap *heap = cm_ll_heap_of(t->program, t->id, t->objects - 1, bytes);
    cm_ll_object *made = cm_ll_add_object(t->program, (cm_ll_object){.name = name,
                                                                     .size = bytes + CM_LL_HEADER,
                                                                     .header = CM_LL_HEADER,
                                                                     .heap = heap,
                                                                     .hidden = true});
    if (heap)
        heap->freed = false;
    cm_ll_known start = {.kind = CM_LL_ADDRESS, .object = made, .number = CM_LL_HEADER};
    cm_ll_life(t, zeroed ? "calloc" : "malloc", start, c->i->place);
    cm_ll_set(t, c->i->result, start);
}

/* free(NULL) does nothing. For a pointer that malloc did not give the model raises a flag. */
static void release(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    cm_ll_known p = cm_ll_argument(c, 0);
    int label = t->labels++;
    if (p.kind == CM_LL_REGISTER) {
        cm_ll_known none = cm_ll_new_register(t);
        cm_ll_emit(t, c->i->place, "icmp.eq.i64 %s, %s, 0", cm_ll_text_of(c, none),
                   cm_ll_text_of(c, p));
        cm_ll_branch(t, cm_ll_text_of(c, none), label, c->i->place);
    } else if (cm_ll_same(p, cm_ll_number(0))) {
        return;
    }
    if (p.kind == CM_LL_ADDRESS && p.number < CM_LL_HEADER)
        cm_fail(t->work, c->i->place, "`%s` of `%s` is not supported, expected what malloc gave",
                c->name, p.object->name);
    if (p.kind == CM_LL_ADDRESS && p.object->heap)
        p.object->heap->freed = true;
    if (!cm_ll_outside(t, p, 0, c->i->place))
        cm_ll_life(t, "free", p, c->i->place);
    cm_ll_label(t, label, c->i->place);
}

/* ---- assertions, assumptions, ends -------------------------------------------------- */

/* An assertion fails. Where that is a branch of its own, the branch has a row instead
 * (cm_ll_fails).
 */
static void fail(const cm_ll_calling *c)
{
    cm_ll_emit(c->t, c->i->place, "assert 0");
    cm_ll_end(c->t, c->i->place);
}

static void end_thread(const cm_ll_calling *c)
{
    refuse_in_question(c);
    cm_import_note(c->t->program->import, false, c->i->place,
                   "`%s` ends only its thread: the others go on", c->name);
    cm_ll_end(c->t, c->i->place);
}

/* The thread goes no further where it does not hold. */
static void assume(const cm_ll_calling *c)
{
    cm_ll_thread *t = c->t;
    cm_ll_known holds = cm_ll_argument(c, 0), fails = cm_ll_new_register(t);
    if (holds.kind == CM_LL_KNOWN && holds.number != 0)
        return;
    refuse_in_question(c);
    cm_import_note(
        t->program->import, false, c->i->place,
        "a run in which this does not hold is not left out: the thread stops here, and so does one "
        "that joins it, and the answers about ends and states count such runs");
    t->program->again |= !t->program->assumes;
    t->program->assumes = true;
    cm_ll_emit(t, c->i->place, "icmp.eq.i64 %s, %s, 0", cm_ll_text_of(c, fails),
               cm_ll_text_of(c, holds));
    cm_ll_stop_if(t, cm_ll_text_of(c, fails), c->i->place);
}

static void check(const cm_ll_calling *c)
{
    cm_ll_emit(c->t, c->i->place, "assert %s", cm_ll_text_of(c, cm_ll_argument(c, 0)));
}

static void do_nothing(const cm_ll_calling *c)
{
    cm_ll_returns(c, 0);
}

static void give_first(const cm_ll_calling *c)
{
    cm_ll_set(c->t, c->i->result, cm_ll_argument(c, 0));
}

static void choose_truth(const cm_ll_calling *c)
{
    cm_ll_known any = cm_ll_new_register(c->t);
    cm_ll_emit(c->t, c->i->place, "choose %s", cm_ll_text_of(c, any));
    cm_ll_set(c->t, c->i->result, any);
}

/* 0 and 1 are looked at, and the answer is not certain for the others. */
static void choose_number(const cm_ll_calling *c)
{
    cm_ll_known any = cm_ll_new_register(c->t), more = cm_ll_new_register(c->t);
    cm_ll_emit(c->t, c->i->place, "choose %s", cm_ll_text_of(c, any));
    cm_ll_emit(c->t, c->i->place, "choose %s", cm_ll_text_of(c, more));
    cm_ll_emit(c->t, c->i->place, "some %s, %s, %s", cm_ll_text_of(c, any), cm_ll_text_of(c, any),
               cm_ll_text_of(c, more));
    cm_ll_set(c->t, c->i->result, any);
}

static void copy(const cm_ll_calling *c)
{
    if (leaves_unknown(c, 2, "size"))
        return;
    cm_ll_copy(c->t, cm_ll_argument(c, 0), cm_ll_argument(c, 1), cm_ll_argument(c, 2).number,
               c->i->place);
    give_first(c);
}

static void fill(const cm_ll_calling *c)
{
    if (leaves_unknown(c, 1, "value") || leaves_unknown(c, 2, "size"))
        return;
    cm_ll_fill(c->t, cm_ll_argument(c, 0), cm_ll_argument(c, 1).number, cm_ll_argument(c, 2).number,
               c->i->place);
    give_first(c);
}

/* ---- by name ------------------------------------------------------------------------ */

static const cm_ll_named known[] = {
    {"pthread_create", 4, create, 0},
    {"thrd_create", 3, create, 0},
    {"pthread_join", 2, join, 0},
    {"thrd_join", 2, join, 0},
    {"__VERIFIER_thread_create", 3, spawn, 0},
    {"__VERIFIER_thread_create_symmetric", 4, spawn, 0},
    {"__VERIFIER_thread_join", 1, join_spawned, 0},
    {"_ZNSt6thread15_M_start_thread*", 3, start, 0},
    {"_ZNSt6thread4joinEv", 1, join_std, 8},
    {"_ZNSt6thread6detachEv", 1, detach, 8},
    {"_ZNSt6thread6_StateD2Ev", 1, do_nothing, 0},
    {"pthread_exit", 1, end_self, 0},
    {"thrd_exit", 1, end_self, 0},
    {"__VERIFIER_thread_exit", 1, end_self, 0},
    {"__VERIFIER_thread_self", 0, give_self, 0},
    {"pthread_self", 0, give_self, 0},
    {"thrd_current", 0, give_self, 0},
    {"pthread_mutex_lock", 1, cm_ll_lock, 4},
    {"pthread_mutex_trylock", 1, cm_ll_lock_if_free, 4},
    {"pthread_mutex_unlock", 1, cm_ll_unlock, 4},
    {"pthread_mutex_init", 2, cm_ll_begin_lock, 4},
    {"pthread_mutex_destroy", 1, cm_ll_end_lock, 4},
    {"mtx_lock", 1, cm_ll_lock, 4},
    {"mtx_trylock", 1, cm_ll_lock_if_free, 4},
    {"mtx_unlock", 1, cm_ll_unlock, 4},
    {"mtx_init", 2, cm_ll_begin_lock, 4},
    {"mtx_destroy", 1, cm_ll_end_lock, 4},
    {"pthread_barrier_init", 3, cm_ll_begin_barrier, 4},
    {"pthread_barrier_wait", 1, cm_ll_meet, 4},
    {"pthread_barrier_destroy", 1, cm_ll_end_barrier, 4},
    {"pthread_cond_init", 2, cm_ll_begin_condition, 8},
    {"pthread_cond_wait", 2, cm_ll_wait_condition, 8},
    {"pthread_cond_signal", 1, cm_ll_wake, 8},
    {"pthread_cond_broadcast", 1, cm_ll_wake_all, 8},
    {"pthread_cond_destroy", 1, do_nothing, 0},
    {"cnd_init", 1, cm_ll_begin_condition, 8},
    {"cnd_wait", 2, cm_ll_wait_condition, 8},
    {"cnd_signal", 1, cm_ll_wake, 8},
    {"cnd_broadcast", 1, cm_ll_wake_all, 8},
    {"cnd_destroy", 1, do_nothing, 0},
    {"_ZNSt18condition_variableC1Ev", 1, cm_ll_begin_condition, 8},
    {"_ZNSt18condition_variable4waitE*", 2, cm_ll_wait_condition_std, 8},
    {"_ZNSt18condition_variable10notify_oneEv", 1, cm_ll_wake, 8},
    {"_ZNSt18condition_variable10notify_allEv", 1, cm_ll_wake_all, 8},
    {"_ZNSt18condition_variableD1Ev", 1, do_nothing, 0},
    {"pthread_spin_init", 2, cm_ll_begin_lock, 4},
    {"pthread_spin_lock", 1, cm_ll_lock, 4},
    {"pthread_spin_trylock", 1, cm_ll_lock_if_free, 4},
    {"pthread_spin_unlock", 1, cm_ll_unlock, 4},
    {"pthread_spin_destroy", 1, cm_ll_end_lock, 4},
    {"sem_init", 3, cm_ll_begin_semaphore, 4},
    {"sem_wait", 1, cm_ll_take_semaphore, 4},
    {"sem_trywait", 1, cm_ll_take_semaphore_if_free, 4},
    {"sem_post", 1, cm_ll_give_semaphore, 4},
    {"sem_getvalue", 2, cm_ll_count_semaphore, 4},
    {"sem_destroy", 1, do_nothing, 0},
    {"pthread_rwlock_init", 2, cm_ll_begin_rwlock, 4},
    {"pthread_rwlock_rdlock", 1, cm_ll_lock_to_read, 4},
    {"pthread_rwlock_tryrdlock", 1, cm_ll_lock_to_read_if_free, 4},
    {"pthread_rwlock_wrlock", 1, cm_ll_lock_to_write, 4},
    {"pthread_rwlock_trywrlock", 1, cm_ll_lock_to_write_if_free, 4},
    {"pthread_rwlock_unlock", 1, cm_ll_unlock_rwlock, 4},
    {"pthread_rwlock_destroy", 1, do_nothing, 0},
    {"malloc", 1, allocate, 0},
    {"calloc", 2, allocate, 0},
    {"aligned_alloc", 2, allocate, 0},
    {"free", 1, release, 0},
    {"_Znwm", 1, allocate, 0}, /* new, new[], delete, delete[] of C++ */
    {"_Znam", 1, allocate, 0},
    {"_ZdlPv", 1, release, 0},
    {"_ZdaPv", 1, release, 0},
    {"_ZdlPvm", 2, release, 0},
    {"_ZdaPvm", 2, release, 0},
    {"memcpy", 3, copy, 0},
    {"memmove", 3, copy, 0},
    {"memset", 3, fill, 0},
    {"llvm.memcpy.*", 4, copy, 0},
    {"llvm.memmove.*", 4, copy, 0},
    {"llvm.memset.*", 4, fill, 0},
    {"__VERIFIER_malloc_aligned", 2, allocate, 0},
    {"__assert_fail", 4, fail, 0},
    {"__VERIFIER_assert_fail", 3, fail, 0},
    {"__VERIFIER_assert", 1, check, 0},
    {"__VERIFIER_assume", 1, assume, 0},
    {"__VERIFIER_error", 0, fail, 0},
    {"reach_error", 0, fail, 0},
    {"abort", 0, end_thread, 0},
    {"llvm.trap", 0, end_thread, 0},
    {"exit", 1, end_thread, 0},
    {"_ZSt9terminatev", 0, end_thread, 0},
    {"_ZSt*__throw_*", -1, end_thread, 0},
    {"_R*___rust_alloc", 2, allocate, 0}, /* of Rust */
    {"_R*___rust_alloc_zeroed", 2, allocate, 0},
    {"_R*___rust_dealloc", 3, release, 0},
    {"_R*___rust_no_alloc_shim_is_unstable*", 0, do_nothing, 0},
    {"_R*5alloc5alloc18handle_alloc_error", -1, end_thread, 0},
    {"_R*4core9panicking*", -1, fail, 0},
    {"_R*3std9panicking*", -1, fail, 0},
    {"_R*4core6option*_failed", -1, fail, 0},
    {"_R*4core6result*_failed", -1, fail, 0},
    {"_ZN4core9panicking*", -1, fail, 0},
    {"__cxa_atexit", 3, do_nothing, 0},
    {"sched_yield", 0, do_nothing, 0},
    {"thrd_yield", 0, do_nothing, 0},
    {"usleep", 1, do_nothing, 0},
    {"printf", -1, do_nothing, 0},
    {"puts", 1, do_nothing, 0},
    {"__VERIFIER_loop_bound", 1, do_nothing, 0},
    {"__VERIFIER_loop_begin", 0, do_nothing, 0},
    {"__VERIFIER_spin_*", -1, do_nothing, 0},
    {"__VERIFIER_annotate_*", -1, do_nothing, 0},
    {"__VERIFIER_opt_begin", 0, do_nothing, 0},
    {"__VERIFIER_nondet_bool", 0, choose_truth, 0},
    {"__VERIFIER_nondet_*", 0, choose_number, 0},
    {"llvm.expect.*", 2, give_first, 0},
    {"llvm.threadlocal.address.*", 1, give_first, 0},
    {"llvm.assume", -1, do_nothing, 0},
    {"llvm.dbg.*", -1, do_nothing, 0},
    {"llvm.lifetime.*", -1, do_nothing, 0},
    {"llvm.x86.sse2.pause", 0, do_nothing, 0}};
enum { KNOWN = sizeof known / sizeof *known };

const char *cm_ll_verifier(const char *name)
{
    static const char prefix[] = "__VERIFIER_";
    return strncmp(name, prefix, sizeof prefix - 1) == 0 ? name + sizeof prefix - 1 : NULL;
}

/* Is it the name, or one with anything in place of each `*`? */
static bool is_like(const char *pattern, const char *name)
{
    while (*pattern && *pattern != '*' && *pattern == *name) {
        pattern++;
        name++;
    }
    if (*pattern != '*')
        return *pattern == *name;
    for (; !is_like(pattern + 1, name); name++)
        if (!*name)
            return false;
    return true;
}

/* GenMC's headers call `pthread_mutex_lock` `__VERIFIER_mutex_lock`, and `malloc`
 * `__VERIFIER_malloc`. */
static bool is_named(const char *pattern, const char *name)
{
    if (is_like(pattern, name))
        return true;
    name = cm_ll_verifier(name);
    return name && strcmp(pattern + (strncmp(pattern, "pthread_", 8) == 0 ? 8 : 0), name) == 0;
}

/* Does what the table says of the function, if it has it. */
static bool call_named(const cm_ll_calling *c, const cm_ll_named *table, size_t count)
{
    for (size_t k = 0; k < count; k++) {
        if (!is_named(table[k].name, c->name))
            continue;
        if (table[k].arguments >= 0 && table[k].arguments != c->count)
            cm_fail(c->t->work, c->i->place, "`%s` has %d arguments, expected %d", c->name,
                    c->count, table[k].arguments);
        if (table[k].bytes == 0 ||
            !cm_ll_outside(c->t, cm_ll_argument(c, 0), table[k].bytes, c->i->place))
            table[k].act(c);
        return true;
    }
    return false;
}

void cm_ll_call(cm_ll_thread *t, cm_ll_instruction *i)
{
    const cm_ll_value *callee = &i->operands[0];
    cm_ll_calling c = {t, i, callee->name ? callee->name : "", i->operands + 1,
                       i->operand_count - 1};
    if (callee->kind == CM_LL_STRANGE && strcmp(c.name, "asm") == 0) {
        /* What waits for others, or is a barrier for the compiler alone. */
        static const char *const idle[] = {"", "pause", "nop", "yield", "rep; nop", "wfe"};
        if (!cm_word_listed(idle, sizeof idle / sizeof *idle, c.i->word) || c.i->result >= 0)
            cm_fail(c.t->work, c.i->place,
                    "assembly `%s` is not supported, expected atomics of the language", c.i->word);
        return;
    }
    bool outside = callee->kind == CM_LL_SYMBOL && !cm_ll_find_function(t->program->module, c.name);
    if (callee->kind == CM_LL_SYMBOL &&
        (((outside || *c.name == '_') && call_named(&c, cm_ll_std, cm_ll_std_count)) ||
         (outside && call_named(&c, known, KNOWN))))
        return;
    if (outside)
        cm_fail(t->work, i->place,
                "a call of `%s`, whose body is not in the file, is not supported, expected a "
                "function of the file, or one of threads, locks, semaphores, malloc or "
                "assert",
                c.name);
    cm_ll_known function = cm_ll_operand(t, callee), result;
    if (function.kind != CM_LL_CODE && cm_ll_outside(t, function, 1, i->place))
        return;
    cm_ll_known *arguments = CM_NEW_ARRAY(t->work->arena, (size_t)c.count + 1, cm_ll_known);
    for (int a = 0; a < c.count; a++)
        arguments[a] = cm_ll_argument(&c, a);
    if (function.kind == CM_LL_CODE
            ? cm_ll_follow(t, function.function, arguments, c.count, i, &result)
            : cm_ll_follow_any(t, function, arguments, c.count, i, &result))
        cm_ll_set(t, i->result, result);
}

static const cm_ll_instruction *maker_of(const cm_ll_function *f, const cm_ll_value *v)
{
    for (int i = 0; i < f->instruction_count && v->kind == CM_LL_LOCAL; i++)
        if (f->instructions[i].result == v->local)
            return &f->instructions[i];
    return NULL;
}

static bool is_in_table(const cm_ll_module *m, const cm_ll_function *f, uint64_t at)
{
    for (int i = 0; i < m->global_count; i++) {
        const cm_ll_global *g = &m->globals[i];
        bool table = strncmp(g->name, "_ZTV", 4) == 0 && g->has_init && g->init.item_count > 0;
        const cm_ll_value *entry =
            table && strncmp(g->name, "_ZTVNSt6thread", 14) != 0 && at < cm_ll_size(g->type)
                ? cm_ll_part(&g->init, at, 0)
                : NULL;
        if (entry && entry->kind == CM_LL_SYMBOL && strcmp(entry->name, f->name) == 0)
            return true;
    }
    return false;
}

/* A virtual function of C++ is one that stands at its number in a table; clang calls what it has
 * loaded to find the table `vtable`. Should it be another one all the same, a row says so. */
bool cm_ll_may_be(const cm_ll_module *module, const cm_ll_function *caller,
                  const cm_ll_instruction *call, const cm_ll_function *f)
{
    enum { ADDRESS_OF_FIRST = 16, BYTES = 8 };
    const cm_ll_instruction *load = maker_of(caller, &call->operands[0]);
    const cm_ll_value *at = load && load->op == CM_LL_LOAD ? &load->operands[0] : NULL;
    const cm_ll_instruction *entry = at ? maker_of(caller, at) : NULL;
    const cm_ll_value *table = entry && entry->op == CM_LL_GEP && entry->operand_count == 2 &&
                                       entry->operands[1].kind == CM_LL_NUMBER
                                   ? &entry->operands[0]
                                   : at;
    bool is_virtual = table && table->kind == CM_LL_LOCAL &&
                      strncmp(caller->locals[table->local], "vtable", 6) == 0;
    uint64_t number = is_virtual && table != at ? entry->operands[1].number : 0;
    return !is_virtual || is_in_table(module, f, ADDRESS_OF_FIRST + BYTES * number);
}

bool cm_ll_fails(const cm_ll_function *f, int block)
{
    static const char *const names[] = {"__assert_fail", "__VERIFIER_assert_fail", "reach_error",
                                        "__VERIFIER_error"};
    const cm_ll_block *b = &f->blocks[block];
    const cm_ll_instruction *i = &f->instructions[b->from];
    const char *name = b->to == b->from + 2 && i[0].op == CM_LL_CALL ? i[0].operands[0].name : NULL;
    return name && i[1].op == CM_LL_UNREACHABLE &&
           (cm_word_listed(names, sizeof names / sizeof *names, name) ||
            is_like("_R*4core9panicking5panic", name)); /* assert!() */
}
