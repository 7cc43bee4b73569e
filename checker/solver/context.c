/* Z3 contexts. See context.h. */
#include "checker/solver/context_parts.h"

#include <signal.h>
#include <stdlib.h>

/* ---- context --------------------------------------------------------- */

void cm_context_drop(cm_solver_context *c)
{
    pthread_mutex_lock(&c->lock);
    Z3_context z3 = c->z3;
    c->z3 = NULL;
    pthread_mutex_unlock(&c->lock);
    if (z3)
        Z3_del_context(z3); /* and the terms in it */
}

/* ---- the watchdog ---------------------------------------------------- */

enum { WATCH_NANOSECONDS = 20 * 1000 * 1000 };

static void *watch(void *argument)
{
    cm_solver_context *c = argument;
    pthread_mutex_lock(&c->lock);
    while (!c->leaves) {
        if (c->checking && cm_deadline_is_over(&c->deadline))
            Z3_interrupt(c->z3); /* again and again, until it heeds */
        struct timespec next = cm_clock_after(WATCH_NANOSECONDS);
        pthread_cond_timedwait(&c->wake, &c->lock, &next);
    }
    pthread_mutex_unlock(&c->lock);
    return NULL;
}

/* Signals are the program's affair: the thread gets none. */
bool cm_context_watch(cm_solver_context *c)
{
    pthread_condattr_t attributes;
    sigset_t all, before;
    if (c->watches)
        return true;
    if (pthread_condattr_init(&attributes) != 0)
        return false;
    bool made = pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC) == 0 &&
                pthread_cond_init(&c->wake, &attributes) == 0;
    pthread_condattr_destroy(&attributes);
    if (!made)
        return false;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    c->watches = pthread_create(&c->watchdog, NULL, watch, c) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!c->watches)
        pthread_cond_destroy(&c->wake);
    return c->watches;
}

/* ---- contexts -------------------------------------------------------- */

static bool keep_term(cm_solver_context *c, Z3_ast term)
{
    if (Z3_get_error_code(c->z3) != Z3_OK)
        return false;
    Z3_inc_ref(c->z3, term);
    return true;
}

/* What every test needs. */
static bool make_terms(cm_solver_context *c)
{
    c->boolean = Z3_mk_bool_sort(c->z3);
    if (Z3_get_error_code(c->z3) != Z3_OK || !keep_term(c, Z3_sort_to_ast(c->z3, c->boolean)))
        return false;
    c->constant_true = Z3_mk_true(c->z3);
    if (!keep_term(c, c->constant_true))
        return false;
    c->constant_false = Z3_mk_false(c->z3);
    return keep_term(c, c->constant_false);
}

bool cm_context_make(cm_solver_context *c)
{
    Z3_config config = Z3_mk_config();
    if (!config)
        return false;
    Z3_set_param_value(config, "auto_config", "false");
    c->z3 = Z3_mk_context_rc(config);
    Z3_del_config(config);
    if (!c->z3)
        return false;
    Z3_set_error_handler(c->z3, NULL); /* errors are looked up, never thrown */
    c->spent = false;
    if (make_terms(c))
        return true;
    cm_context_drop(c);
    return false;
}

cm_solver_context *cm_solver_context_new(void)
{
    cm_solver_context *c = calloc(1, sizeof *c);
    if (!c)
        return NULL;
    if (pthread_mutex_init(&c->lock, NULL) == 0)
        return c; /* Z3, which takes longer than many a test, is made once it is asked */
    free(c);
    return NULL;
}

void cm_solver_context_free(cm_solver_context *context)
{
    if (!context)
        return;
    if (context->watches) {
        pthread_mutex_lock(&context->lock);
        context->leaves = true;
        pthread_cond_signal(&context->wake);
        pthread_mutex_unlock(&context->lock);
        pthread_join(context->watchdog, NULL);
        pthread_cond_destroy(&context->wake);
    }
    cm_context_drop(context);
    pthread_mutex_destroy(&context->lock);
    cm_arena_free(context->scratch);
    free(context);
}

/* ---- checks ---------------------------------------------------------- */

void cm_context_checking(cm_solver_context *context, const cm_deadline *deadline)
{
    pthread_mutex_lock(&context->lock);
    context->checking = deadline != NULL;
    if (deadline)
        context->deadline = *deadline;
    pthread_mutex_unlock(&context->lock);
}

void cm_solver_context_interrupt(cm_solver_context *context)
{
    atomic_store(&context->interrupted, true);
    pthread_mutex_lock(&context->lock);
    if (context->checking)
        Z3_interrupt(context->z3);
    pthread_mutex_unlock(&context->lock);
}

bool cm_solver_interrupted(const cm_solver_context *context)
{
    return atomic_load(&context->interrupted);
}

void cm_solver_begin(cm_solver_context *context)
{
    atomic_store(&context->interrupted, false);
}

cm_arena *cm_solver_scratch(cm_solver_context *context)
{
    if (!context->scratch)
        context->scratch = cm_arena_new(0);
    else
        cm_arena_reset(context->scratch, 0);
    return context->scratch;
}
