/* Calls: what is done once, and what the library of C++ waits for and counts down. The functions of
 * libstdc++ stand in the file, but they wait by calls of the operating system, so that what the
 * standard says of them is followed in their place. */
#include "import/ll_call.h"

#include <string.h>

enum { BEGUN = 1, DONE = 2 };

static const char *word_at(const cm_ll_calling *c, cm_ll_known at, uint64_t offset, unsigned bytes)
{
    cm_ll_share(at);
    return cm_ll_address_text(c->t, cm_ll_plus(c->t, at, cm_ll_number(offset), c->i->place), bytes,
                              c->i->place);
}

/* Waits while what is loaded from the word is so ("eq", "ne") to the number. */
static void wait_while(const cm_ll_calling *c, const char *word, const char *order, unsigned bits,
                       const char *is, const char *number)
{
    const char *seen = cm_ll_new_text(c), *waits = cm_ll_new_text(c);
    int label = c->t->labels++;
    cm_ll_label(c->t, label, c->i->place);
    cm_ll_emit(c->t, c->i->place, "load.%s.i%u %s, %s", order, bits, seen, word);
    cm_ll_emit(c->t, c->i->place, "icmp.%s.i%u %s, %s, %s", is, bits, waits, seen, number);
    cm_ll_branch(c->t, waits, label, c->i->place);
}

/* A register that is 1 for the one who changes the word from 0. */
static cm_ll_known be_first(const cm_ll_calling *c, const char *word, unsigned bits)
{
    cm_ll_known first = cm_ll_new_register(c->t);
    cm_ll_emit(c->t, c->i->place, "cmpxchg.acquire.fail_monotonic.i%u %s, %s, %s, 0, %d", bits,
               cm_ll_new_text(c), cm_ll_text_of(c, first), word, BEGUN);
    first.truth = true;
    return first;
}

/* ---- once ---------------------------------------------------------------------------- */

/* libstdc++ leaves in a variable of the thread's own what `__once_proxy` is to call. */
static cm_ll_known what_to_call(const cm_ll_calling *c)
{
    static const cm_ll_type pointer = {.kind = CM_LL_POINTER};
    const cm_ll_value *v = &c->arguments[1];
    cm_ll_global *g = v->kind == CM_LL_SYMBOL && strcmp(v->name, "__once_proxy") == 0
                          ? cm_ll_find_global(c->t->program->module, "_ZSt11__once_call")
                          : NULL;
    if (!g)
        return cm_ll_argument(c, 1);
    cm_ll_known at = {.kind = CM_LL_ADDRESS, .object = cm_ll_object_of(c->t->program, g, c->t->id)};
    return cm_ll_load(c->t, &pointer, at, c->i->place);
}

/* The first one calls the function; who returns has acquired what it did (C11 7.26.2.1, POSIX,
 * [thread.once.callonce]). */
static void call_once(const cm_ll_calling *c)
{
    cm_ll_known function = what_to_call(c);
    const char *word = word_at(c, cm_ll_argument(c, 0), 0, 4);
    cm_ll_known first = be_first(c, word, 32);
    int label = c->t->labels++;
    cm_ll_branch(c->t, cm_ll_text_of(c, first), label, c->i->place);
    wait_while(c, word, "acquire", 32, "ne", cm_arena_printf(c->t->work->arena, "%d", DONE));
    const char *after = cm_arena_printf(c->t->work->arena, "store.release.i32 %s, %d", word, DONE);
    cm_ll_follow_also(c->t, function, c->i, label, after);
    cm_ll_returns(c, 0);
}

/* A variable that is static in a function of C++ is begun by the first one who comes there: the
 * first byte of its guard says that it was, which the file's text looks at, and releases it; the
 * second one that somebody does (Itanium C++ ABI, 3.3.3). */
static void take_guard(const cm_ll_calling *c)
{
    cm_ll_known at = cm_ll_argument(c, 0), first = be_first(c, word_at(c, at, 1, 1), 8);
    int end = c->t->labels++;
    cm_ll_branch(c->t, cm_ll_text_of(c, first), end, c->i->place);
    wait_while(c, word_at(c, at, 0, 1), "acquire", 8, "eq", "0");
    cm_ll_label(c->t, end, c->i->place);
    cm_ll_set(c->t, c->i->result, first);
}

static void release_guard(const cm_ll_calling *c)
{
    cm_ll_emit(c->t, c->i->place, "store.release.i8 %s, 1", word_at(c, cm_ll_argument(c, 0), 0, 1));
}

/* ---- atomics that are waited for -------------------------------------------------------- */

/* Is an address there that is in a register? It may be any. */
static bool by_register(const char *text)
{
    const char *at = strstr(text, "[r");
    return at && at[2] >= '0' && at[2] <= '9';
}

/* What changes memory, and may be what they wait for. */
static bool may_change(const cm_ll_row *row, const char *word)
{
    static const char *const words[] = {"store", "atomicrmw", "cmpxchg"};
    bool writes = false;
    for (size_t i = 0; i < sizeof words / sizeof *words && row->kind == CM_LL_ROW; i++)
        writes |= strncmp(row->text, words[i], strlen(words[i])) == 0;
    return writes && (strstr(row->text, word) || by_register(row->text) || by_register(word));
}

static void await_change(const cm_ll_calling *c)
{
    static const char *const orders[] = {"monotonic", "acquire", "acquire", NULL, NULL, "seq_cst"};
    cm_ll_program *p = c->t->program;
    const cm_ll_type *type = c->arguments[1].type;
    cm_ll_known order = cm_ll_argument(c, 2);
    unsigned bits = type->kind == CM_LL_POINTER ? 64 : type->bits < 8 ? 8 : type->bits;
    if (order.kind != CM_LL_KNOWN || order.number >= sizeof orders / sizeof *orders ||
        !orders[order.number])
        cm_fail(c->t->work, c->i->place,
                "a wait for an atomic in an order that is not known, or is none of a load, is not "
                "supported, expected memory_order_relaxed, acquire or seq_cst");
    const char *word = word_at(c, cm_ll_argument(c, 0), 0, bits / 8);
    bool known = false;
    for (int i = 0; i < p->waiter_count; i++)
        known |= p->waiters[i].thread == c->t->id && strcmp(p->waiters[i].word, word) == 0;
    if (!known)
        CM_PUSH(c->t->work->arena, p->waiters, p->waiter_count, p->waiter_capacity,
                (cm_ll_waiter){word, c->t->id});
    wait_while(c, word, orders[order.number], bits, "eq", cm_ll_text_of(c, cm_ll_argument(c, 1)));
}

/* A row that the test does not have (cm_ll_is_wake). */
static void notify(const cm_ll_calling *c)
{
    cm_ll_known all = cm_ll_argument(c, 1);
    bool one = all.kind != CM_LL_KNOWN || (all.number & 1) == 0;
    cm_ll_emit(c->t, c->i->place, "wake.%s %s", one ? "one" : "all",
               word_at(c, cm_ll_argument(c, 0), 0, 1));
}

bool cm_ll_is_wake(const cm_ll_row *row)
{
    return row->kind == CM_LL_ROW && strncmp(row->text, "wake.", 5) == 0;
}

/* Is somebody woken behind the store, before a jump? */
static bool is_woken(const cm_ll_piece *rows, int store, const char *word, bool all)
{
    for (int i = store + 1; i < rows->count; i++) {
        const cm_ll_row *row = &rows->rows[i];
        if (row->kind == CM_LL_ROW_BRANCH || row->kind == CM_LL_ROW_JUMP)
            return false;
        if (cm_ll_is_wake(row) && strstr(row->text, word) && (!all || strstr(row->text, ".all ")))
            return true;
    }
    return false;
}

static bool may_sleep(const cm_ll_program *p, const char *word, bool all)
{
    for (int r = 0; r < p->run_count; r++) {
        const cm_ll_piece *rows = &p->runs[r].rows;
        for (int i = 0; i < rows->count; i++)
            if (rows->rows[i].several && may_change(&rows->rows[i], word) &&
                !is_woken(rows, i, word, all))
                return true;
    }
    return false;
}

/* [atomics.wait]: a notification unblocks a waiting thread if the change happens before it. That is
 * certain where the thread that stores notifies behind the store; no other case is looked at. */
bool cm_ll_may_sleep(const cm_ll_program *p)
{
    bool may = false;
    for (int w = 0; w < p->waiter_count; w++) {
        int who = 0;
        for (int i = 0; i < p->waiter_count; i++)
            who += strcmp(p->waiters[i].word, p->waiters[w].word) == 0;
        may |= may_sleep(p, p->waiters[w].word, who > 1);
    }
    return may;
}

static void refuse(const cm_ll_calling *c)
{
    cm_fail(
        c->t->work, c->i->place,
        "`%s` of the library of C++ is not supported, expected wait() of an atomic integer or "
        "pointer, latches, semaphores, threads that are asked to stop, and arrive_and_wait() of a "
        "barrier without a completion",
        c->name);
}

/* ---- latches, semaphores ---------------------------------------------------------------- */

/* What is counted has 4 bytes where Linux has it wait. */
static void check_size(const cm_ll_calling *c, const char *type)
{
    const cm_ll_module *m = c->t->program->module;
    for (int i = 0; i < m->type_count; i++)
        if (strcmp(m->types[i]->name, type) == 0 && cm_ll_size(m->types[i]) != 4)
            cm_fail(c->t->work, c->i->place,
                    "`%s` has %llu bytes, which is not supported, "
                    "expected 4, as libstdc++ has it on Linux",
                    type, (unsigned long long)cm_ll_size(m->types[i]));
}

/* It is undefined to count below 0 ([thread.latch.class]). */
static void count_down(const cm_ll_calling *c)
{
    const char *before = cm_ll_new_text(c), *enough = cm_ll_new_text(c),
               *many = cm_ll_text_of(c, cm_ll_argument(c, 1));
    check_size(c, "class.std::latch");
    cm_ll_emit(c->t, c->i->place, "atomicrmw.sub.release.i32 %s, %s, %s", before,
               word_at(c, cm_ll_argument(c, 0), 0, 4), many);
    cm_ll_emit(c->t, c->i->place, "icmp.sge.i32 %s, %s, %s", enough, before, many);
    cm_ll_emit(c->t, c->i->place, "assert %s", enough);
}

static void wait_for_latch(const cm_ll_calling *c)
{
    check_size(c, "class.std::latch");
    wait_while(c, word_at(c, cm_ll_argument(c, 0), 0, 4), "acquire", 32, "ne", "0");
}

/* A std::jthread is asked to stop by a bit of its second word. Whoever sees the bit acquires what
 * came before the request ([stoptoken.general]). The first one to ask gets true. */
static void request_stop(const cm_ll_calling *c)
{
    const char *before = cm_ll_new_text(c);
    cm_ll_known first = cm_ll_new_register(c->t);
    cm_ll_emit(c->t, c->i->place, "atomicrmw.or.acq_rel.i32 %s, %s, 1", before,
               word_at(c, cm_ll_argument(c, 0), 4, 4));
    cm_ll_emit(c->t, c->i->place, "and.i32 %s, %s, 1", before, before);
    cm_ll_emit(c->t, c->i->place, "xor.i32 %s, %s, 1", cm_ll_text_of(c, first), before);
    first.truth = true;
    cm_ll_set(c->t, c->i->result, first);
}

static void do_nothing(const cm_ll_calling *c)
{
    (void)c;
}

/* ---- several locks ------------------------------------------------------------------------ */

/* std::lock takes one, tries the others, and gives all back where another thread has one of them
 * ([thread.lock.algorithm]). Of what it did so nothing is left that others need: a run without it
 * is one, too. So all are taken one after another in one order, that of their words as text, in
 * which such calls do not wait for each other. */
static void lock_all(const cm_ll_calling *c)
{
    cm_ll_program *p = c->t->program;
    const char *last = "";
    for (int taken = 0; taken < c->count; taken++) {
        int next = -1;
        const char *word = NULL;
        for (int i = 0; i < c->count; i++) {
            const char *own = cm_ll_lock_word(c, cm_ll_argument(c, i));
            if (by_register(own))
                cm_fail(c->t->work, c->i->place,
                        "std::lock of a mutex that memory decides is not supported, expected a "
                        "known one");
            if (strcmp(own, last) > 0 && (!word || strcmp(own, word) < 0)) {
                next = i;
                word = own;
            }
        }
        if (!word) /* one of them twice: it waits for itself */
            word = last, next = c->count - 1;
        cm_ll_take_lock(c, cm_ll_argument(c, next));
        CM_PUSH(c->t->work->arena, p->ordered, p->ordered_count, p->ordered_capacity, last = word);
    }
    cm_ll_returns(c, 0);
}

static bool is_ordered(const cm_ll_program *p, const char *word)
{
    return word && cm_word_listed(p->ordered, (size_t)p->ordered_count, word);
}

/* A thread that has one of these and waits for another one against the order would be said to wait
 * for ever, where std::lock gives back what it has. It has one at most until it is given back for
 * the last time before it is taken again. */
void cm_ll_check_orders(const cm_ll_program *p)
{
    for (int r = 0; r < p->run_count; r++) {
        const cm_ll_piece *rows = &p->runs[r].rows;
        for (int i = 0; i < rows->count; i++) {
            const char *has = rows->rows[i].takes;
            int end = rows->count;
            for (int k = i + 1; k < rows->count && is_ordered(p, has); k++) {
                const char *taken = rows->rows[k].takes, *given = rows->rows[k].gives;
                if (taken && strcmp(taken, has) == 0)
                    break;
                end = given && strcmp(given, has) == 0 ? k : end;
            }
            for (int k = i + 1; k < end && is_ordered(p, has); k++) {
                const char *waits = rows->rows[k].takes;
                if (is_ordered(p, waits) && strcmp(waits, has) < 0)
                    cm_fail(p->import->work, rows->rows[k].place,
                            "a thread waits for a mutex of std::lock here and has another one, "
                            "which is not supported, expected one std::lock of both");
            }
        }
    }
}

/* ---- by name ------------------------------------------------------------------------- */

#define BARRIER "_ZNSt7barrierISt18__empty_completionE"

const cm_ll_named cm_ll_std[] = {
    {"pthread_once", 2, call_once, 4},
    {"call_once", 2, call_once, 4},
    {"_ZL14__gthread_oncePiPFvvE", 2, call_once, 4},
    {"__cxa_guard_acquire", 1, take_guard, 8},
    {"__cxa_guard_release", 1, release_guard, 8},
    {"_ZNKSt13__atomic_baseI*E4waitE*St12memory_order", 3, await_change, 1},
    {"_ZNKSt13__atomic_baseI*E4waitE*", -1, refuse, 0},
    {"_ZNKSt11atomic_flag4waitEbSt12memory_order", 3, await_change, 1},
    {"_ZSt2*__atomic_wait_address*", -1, refuse, 0},
    {"_ZSt23__atomic_notify_addressI*", -1, notify, 0},
    {"_ZSt28__atomic_notify_address_bare*", -1, notify, 0},
    {"_ZNSt5latch10count_downEl", 2, count_down, 4},
    {"_ZNKSt5latch4waitEv", 1, wait_for_latch, 4},
    {"_ZNSt18__atomic_semaphore10_M_acquireEv", 1, cm_ll_take_semaphore, 4},
    {"_ZNSt18__atomic_semaphore14_M_try_acquireEv", 1, cm_ll_take_semaphore_if_counted, 4},
    {"_ZNSt18__atomic_semaphore10_M_releaseEl", 2, cm_ll_give_semaphore, 4},
    {"_ZNSt10stop_token13_Stop_state_t15_M_request_stopEv", 1, request_stop, 24},
    {"_ZNSt10stop_token13_Stop_state_t20_M_register_callback*", -1, refuse, 0},
    {"_ZSt4lockISt5mutexS0_JEEv*", 2, lock_all, 4},
    {"_ZSt4lockISt5mutexS0_JS0_EEv*", 3, lock_all, 4},
    {"_ZSt4lockISt5mutexS0_JS0_S0_EEv*", 4, lock_all, 4},
    {BARRIER "C2ElS0_", 2, cm_ll_begin_barrier, 4},
    {BARRIER "15arrive_and_waitEv", 1, cm_ll_meet, 4},
    {BARRIER "D2Ev", 1, do_nothing, 0},
    {"_ZNSt7barrierI*", -1, refuse, 0},
    {"_ZNKSt7barrierI*", -1, refuse, 0},
};
const size_t cm_ll_std_count = sizeof cm_ll_std / sizeof *cm_ll_std;
