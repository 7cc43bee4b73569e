/* A call of Z3's that fails once, as its C API says it: nothing is done, the result is null, and
 * the error stands until the next call. Linked into a build of the command for tests, in place of
 * the functions (the linker's --wrap): program/z3_errors.sh.
 *
 *     CMCM_TEST_FAIL=N      the Nth call of one that can fail does (from 1 on)
 *     CMCM_TEST_ERROR=N     with that Z3_error_code (Z3_MEMOUT_FAIL)
 *     CMCM_TEST_COUNT=FILE  how many there were goes to the file at the end */
#define _GNU_SOURCE /* RTLD_DEFAULT */
#include "failing_once.h"

#include <dlfcn.h>
#include <z3.h>

static atomic_bool failed; /* the last call did */

static bool fails(void)
{
    bool now = fails_now();
    atomic_store(&failed, now);
    return now;
}

/* ---- what can fail --------------------------------------------------------- */

/* The linker's names for the function replaced and for that in its place. */
#define FAILS(result, name, parameters, arguments)                                                 \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters                                                                \
    {                                                                                              \
        return fails() ? (result)0 : __real_##name arguments;                                      \
    }
#define FAILS_SILENTLY(name, parameters, arguments)                                                \
    void __real_##name parameters;                                                                 \
    void __wrap_##name parameters;                                                                 \
    void __wrap_##name parameters                                                                  \
    {                                                                                              \
        if (!fails())                                                                              \
            __real_##name arguments;                                                               \
    }

FAILS(Z3_config, Z3_mk_config, (void), ())
FAILS(Z3_context, Z3_mk_context_rc, (Z3_config c), (c))
FAILS(Z3_sort, Z3_mk_bool_sort, (Z3_context c), (c))
FAILS(Z3_ast, Z3_mk_true, (Z3_context c), (c))
FAILS(Z3_ast, Z3_mk_false, (Z3_context c), (c))
FAILS(Z3_solver, Z3_mk_simple_solver, (Z3_context c), (c))
FAILS(Z3_params, Z3_mk_params, (Z3_context c), (c))
FAILS(Z3_symbol, Z3_mk_string_symbol, (Z3_context c, Z3_string s), (c, s))
FAILS(Z3_symbol, Z3_mk_int_symbol, (Z3_context c, int i), (c, i))
FAILS_SILENTLY(Z3_params_set_bool, (Z3_context c, Z3_params p, Z3_symbol k, bool v), (c, p, k, v))
FAILS_SILENTLY(Z3_params_set_uint, (Z3_context c, Z3_params p, Z3_symbol k, unsigned v),
               (c, p, k, v))
FAILS_SILENTLY(Z3_solver_set_params, (Z3_context c, Z3_solver s, Z3_params p), (c, s, p))
FAILS(Z3_ast, Z3_mk_const, (Z3_context c, Z3_symbol s, Z3_sort t), (c, s, t))
FAILS(Z3_ast, Z3_mk_not, (Z3_context c, Z3_ast a), (c, a))
FAILS(Z3_ast, Z3_mk_or, (Z3_context c, unsigned n, Z3_ast const a[]), (c, n, a))
FAILS_SILENTLY(Z3_solver_assert, (Z3_context c, Z3_solver s, Z3_ast a), (c, s, a))
FAILS(Z3_lbool, Z3_solver_check_assumptions,
      (Z3_context c, Z3_solver s, unsigned n, Z3_ast const a[]), (c, s, n, a))
FAILS(Z3_stats, Z3_solver_get_statistics, (Z3_context c, Z3_solver s), (c, s))
FAILS(Z3_ast_vector, Z3_solver_get_trail, (Z3_context c, Z3_solver s), (c, s))
FAILS(Z3_model, Z3_solver_get_model, (Z3_context c, Z3_solver s), (c, s))
FAILS(Z3_ast, Z3_model_get_const_interp, (Z3_context c, Z3_model m, Z3_func_decl a), (c, m, a))

/* Z3 gives no null here. */
Z3_string __real_Z3_solver_get_reason_unknown(Z3_context c, Z3_solver s);
Z3_string __wrap_Z3_solver_get_reason_unknown(Z3_context c, Z3_solver s);
Z3_string __wrap_Z3_solver_get_reason_unknown(Z3_context c, Z3_solver s)
{
    return fails() ? "" : __real_Z3_solver_get_reason_unknown(c, s);
}

/* ---- what forgets the error of the call before ------------------------------- */

#define FORGETS(result, name, parameters, arguments)                                               \
    result __real_##name parameters;                                                               \
    result __wrap_##name parameters;                                                               \
    result __wrap_##name parameters                                                                \
    {                                                                                              \
        atomic_store(&failed, false);                                                              \
        return __real_##name arguments;                                                            \
    }
#define FORGETS_SILENTLY(name, parameters, arguments)                                              \
    void __real_##name parameters;                                                                 \
    void __wrap_##name parameters;                                                                 \
    void __wrap_##name parameters                                                                  \
    {                                                                                              \
        atomic_store(&failed, false);                                                              \
        __real_##name arguments;                                                                   \
    }

FORGETS_SILENTLY(Z3_inc_ref, (Z3_context c, Z3_ast a), (c, a))
FORGETS_SILENTLY(Z3_dec_ref, (Z3_context c, Z3_ast a), (c, a))
FORGETS_SILENTLY(Z3_params_inc_ref, (Z3_context c, Z3_params p), (c, p))
FORGETS_SILENTLY(Z3_params_dec_ref, (Z3_context c, Z3_params p), (c, p))
FORGETS_SILENTLY(Z3_solver_inc_ref, (Z3_context c, Z3_solver s), (c, s))
FORGETS_SILENTLY(Z3_solver_dec_ref, (Z3_context c, Z3_solver s), (c, s))
FORGETS_SILENTLY(Z3_model_inc_ref, (Z3_context c, Z3_model m), (c, m))
FORGETS_SILENTLY(Z3_model_dec_ref, (Z3_context c, Z3_model m), (c, m))
FORGETS_SILENTLY(Z3_ast_vector_inc_ref, (Z3_context c, Z3_ast_vector v), (c, v))
FORGETS_SILENTLY(Z3_ast_vector_dec_ref, (Z3_context c, Z3_ast_vector v), (c, v))
FORGETS(unsigned, Z3_ast_vector_size, (Z3_context c, Z3_ast_vector v), (c, v))
FORGETS(Z3_ast, Z3_ast_vector_get, (Z3_context c, Z3_ast_vector v, unsigned i), (c, v, i))
FORGETS(Z3_ast, Z3_sort_to_ast, (Z3_context c, Z3_sort s), (c, s))
FORGETS(Z3_app, Z3_to_app, (Z3_context c, Z3_ast a), (c, a))
FORGETS(Z3_func_decl, Z3_get_app_decl, (Z3_context c, Z3_app a), (c, a))
FORGETS(Z3_ast, Z3_get_app_arg, (Z3_context c, Z3_app a, unsigned i), (c, a, i))
FORGETS(Z3_decl_kind, Z3_get_decl_kind, (Z3_context c, Z3_func_decl d), (c, d))
FORGETS(Z3_lbool, Z3_get_bool_value, (Z3_context c, Z3_ast a), (c, a))
FORGETS_SILENTLY(Z3_stats_inc_ref, (Z3_context c, Z3_stats s), (c, s))
FORGETS_SILENTLY(Z3_stats_dec_ref, (Z3_context c, Z3_stats s), (c, s))
FORGETS(unsigned, Z3_stats_size, (Z3_context c, Z3_stats s), (c, s))
FORGETS(Z3_string, Z3_stats_get_key, (Z3_context c, Z3_stats s, unsigned i), (c, s, i))
FORGETS(unsigned, Z3_stats_get_uint_value, (Z3_context c, Z3_stats s, unsigned i), (c, s, i))
FORGETS(unsigned, Z3_get_ast_id, (Z3_context c, Z3_ast a), (c, a))

/* ---- where the library finds them ------------------------------------------------- */

/* It looks Z3's functions up (base/lazy.h), and finds those above in their place. */
void *__real_dlsym(void *handle, const char *name);
void *__wrap_dlsym(void *handle, const char *name);
void *__wrap_dlsym(void *handle, const char *name)
{
    char here[64];
    snprintf(here, sizeof here, "__wrap_%s", name);
    void *found = __real_dlsym(RTLD_DEFAULT, here);
    return found ? found : __real_dlsym(handle, name);
}

/* ---- the error ------------------------------------------------------------------ */

Z3_error_code __real_Z3_get_error_code(Z3_context c);
Z3_error_code __wrap_Z3_get_error_code(Z3_context c);
Z3_error_code __wrap_Z3_get_error_code(Z3_context c)
{
    if (!atomic_load(&failed))
        return __real_Z3_get_error_code(c);
    return (Z3_error_code)number_of("CMCM_TEST_ERROR", Z3_MEMOUT_FAIL);
}
