/* See c_rows.h. */
#include "litmus/isa/c/c_rows.h"

#include "base/near.h"

#include <stdio.h>
#include <string.h>

static const cm_c_row rows[] = {
    {"atomic_load_explicit", LOAD, "pm", NULL, NULL, 0, false},
    {"atomic_store_explicit", STORE, "pvm", NULL, NULL, 0, false},
    {"atomic_exchange_explicit", EXCHANGE, "pvm", NULL, NULL, 0, false},
    {"atomic_fetch_add_explicit", FETCH, "pvm", NULL, "+", 0, false},
    {"atomic_fetch_sub_explicit", FETCH, "pvm", NULL, "-", 0, false},
    {"atomic_fetch_or_explicit", FETCH, "pvm", NULL, "|", 0, false},
    {"atomic_fetch_xor_explicit", FETCH, "pvm", NULL, "^", 0, false},
    {"atomic_fetch_and_explicit", FETCH, "pvm", NULL, "&", 0, false},
    {"atomic_compare_exchange_strong_explicit", COMPARE_STRONG, "pevmf", NULL, NULL, 0, false},
    {"atomic_compare_exchange_weak_explicit", COMPARE_WEAK, "pevmf", NULL, NULL, 0, false},
    {"atomic_compare_exchange_strong", COMPARE_STRONG, "pev", "memory_order_seq_cst", NULL, 0,
     false},
    {"atomic_compare_exchange_weak", COMPARE_WEAK, "pev", "memory_order_seq_cst", NULL, 0, false},
    {"SCAS", COMPARE_STRONG, "pevmf", NULL, NULL, 0, false},
    {"WCAS", COMPARE_WEAK, "pevmf", NULL, NULL, 0, false},
    {"atomic_thread_fence", FENCE, "m", NULL, NULL, 0, false},
    {"atomic_load", LOAD, "p", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_store", STORE, "pv", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_exchange", EXCHANGE, "pv", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_fetch_add", FETCH, "pv", "memory_order_seq_cst", "+", 0, false},
    {"atomic_fetch_sub", FETCH, "pv", "memory_order_seq_cst", "-", 0, false},
    {"atomic_fetch_or", FETCH, "pv", "memory_order_seq_cst", "|", 0, false},
    {"atomic_fetch_xor", FETCH, "pv", "memory_order_seq_cst", "^", 0, false},
    {"atomic_fetch_and", FETCH, "pv", "memory_order_seq_cst", "&", 0, false},
    {"mtx_lock", TAKE, "p", "memory_order_acquire", NULL, 0, false},
    {"mtx_unlock", GIVE, "p", "memory_order_release", NULL, 0, false},
    {"try_lock", TRY_TAKE, "p", "memory_order_acquire", NULL, 0, false},
    {"lock", TAKE, "p", "memory_order_acquire", NULL, 0, false},
    {"unlock", GIVE, "p", "memory_order_release", NULL, 0, false},
    /* the kernel's, whose values come before the pointer */
    {"atomic_fetch_add", FETCH, "vp", "MB", "+", 0, true},
    {"atomic_fetch_sub", FETCH, "vp", "MB", "-", 0, true},
    {"atomic_fetch_or", FETCH, "vp", "MB", "|", 0, true},
    {"atomic_fetch_xor", FETCH, "vp", "MB", "^", 0, true},
    {"atomic_fetch_and", FETCH, "vp", "MB", "&", 0, true},
    {"atomic_fetch_andnot", FETCH, "vp", "MB", "&~", 0, true},
    {"atomic_fetch_inc", FETCH, "p", "MB", "+", 0, true},
    {"atomic_fetch_dec", FETCH, "p", "MB", "-", 0, true},
    {"atomic_add_return", RETURN, "vp", "MB", "+", 0, true},
    {"atomic_sub_return", RETURN, "vp", "MB", "-", 0, true},
    {"atomic_inc_return", RETURN, "p", "MB", "+", 0, true},
    {"atomic_dec_return", RETURN, "p", "MB", "-", 0, true},
    {"atomic_sub_and_test", RETURN, "vp", "MB", "-", '=', false},
    {"atomic_dec_and_test", RETURN, "p", "MB", "-", '=', false},
    {"atomic_inc_and_test", RETURN, "p", "MB", "+", '=', false},
    {"atomic_add_negative", RETURN, "vp", "MB", "+", '<', true},
    {"atomic_add", UPDATE, "vp", "NORETURN", "+", 0, false},
    {"atomic_sub", UPDATE, "vp", "NORETURN", "-", 0, false},
    {"atomic_and", UPDATE, "vp", "NORETURN", "&", 0, false},
    {"atomic_or", UPDATE, "vp", "NORETURN", "|", 0, false},
    {"atomic_xor", UPDATE, "vp", "NORETURN", "^", 0, false},
    {"atomic_andnot", UPDATE, "vp", "NORETURN", "&~", 0, false},
    {"atomic_inc", UPDATE, "p", "NORETURN", "+", 0, false},
    {"atomic_dec", UPDATE, "p", "NORETURN", "-", 0, false},
    {"atomic_add_unless", ADD_UNLESS, "pvv", "MB", NULL, 0, false},
    {"atomic_xchg", EXCHANGE, "pv", "MB", NULL, 0, true},
    {"atomic_cmpxchg", COMPARE_KERNEL, "pvv", "MB", NULL, 0, true},
    {"xchg", EXCHANGE, "pv", "MB", NULL, 0, true},
    {"cmpxchg", COMPARE_KERNEL, "pvv", "MB", NULL, 0, true},
    {"READ_ONCE", LOAD, "l", "ONCE", NULL, 0, false},
    {"WRITE_ONCE", STORE, "lv", "ONCE", NULL, 0, false},
    {"smp_load_acquire", LOAD, "p", "ACQUIRE", NULL, 0, false},
    {"smp_store_release", STORE, "pv", "RELEASE", NULL, 0, false},
    {"smp_store_mb", STORE_FENCE, "lv", "ONCE", NULL, 0, false},
    {"rcu_dereference", LOAD, "l", "ONCE", NULL, 0, false},
    {"rcu_assign_pointer", STORE, "lv", "RELEASE", NULL, 0, false},
    {"atomic_read", LOAD, "p", "ONCE", NULL, 0, false},
    {"atomic_read_acquire", LOAD, "p", "ACQUIRE", NULL, 0, false},
    {"atomic_set", STORE, "pv", "ONCE", NULL, 0, false},
    {"atomic_set_release", STORE, "pv", "RELEASE", NULL, 0, false},
    {"smp_mb", FENCE, "", "MB", NULL, 0, false},
    {"smp_rmb", FENCE, "", "rmb", NULL, 0, false},
    {"smp_wmb", FENCE, "", "wmb", NULL, 0, false},
    {"smp_mb__before_atomic", FENCE, "", "before-atomic", NULL, 0, false},
    {"smp_mb__after_atomic", FENCE, "", "after-atomic", NULL, 0, false},
    {"smp_mb__after_spinlock", FENCE, "", "after-spinlock", NULL, 0, false},
    {"smp_mb__after_unlock_lock", FENCE, "", "after-unlock-lock", NULL, 0, false},
    {"smp_mb__after_srcu_read_unlock", FENCE, "", "after-srcu-read-unlock", NULL, 0, false},
    {"barrier", FENCE, "", "barrier", NULL, 0, false},
    {"rcu_read_lock", FENCE, "", "rcu-lock", NULL, 0, false},
    {"rcu_read_unlock", FENCE, "", "rcu-unlock", NULL, 0, false},
    {"synchronize_rcu", FENCE, "", "sync-rcu", NULL, 0, false},
    {"synchronize_rcu_expedited", FENCE, "", "sync-rcu", NULL, 0, false},
    {"srcu_read_lock", LOAD, "p", "srcu-lock", NULL, 0, false},
    {"srcu_read_unlock", SRCU_UNLOCK, "pv", "srcu-unlock", NULL, 0, false},
    {"srcu_down_read", LOAD, "p", "srcu-lock", NULL, 0, false},
    {"srcu_up_read", SRCU_UNLOCK, "pv", "srcu-unlock", NULL, 0, false},
    {"synchronize_srcu", SRCU, "p", "sync-srcu", NULL, 0, false},
    {"synchronize_srcu_expedited", SRCU, "p", "sync-srcu", NULL, 0, false},
    {"spin_lock", LOCK, "p", NULL, NULL, 0, false},
    {"spin_unlock", UNLOCK, "p", NULL, NULL, 0, false},
    {"spin_trylock", TRY_LOCK, "p", NULL, NULL, 0, false},
    {"spin_is_locked", IS_LOCKED, "p", NULL, NULL, 0, false},
    {"assert", ASSERT, "v", "memory_order_none", NULL, 0, false},
    {"assume", ASSUME, "v", "memory_order_none", NULL, 0, false},
    /* of loops that wait: other threads may run */
    {"cpu_relax", NOTHING, "", "memory_order_none", NULL, 0, false},
    {"thrd_yield", NOTHING, "", "memory_order_none", NULL, 0, false},
    {"sched_yield", NOTHING, "", "memory_order_none", NULL, 0, false},
    {"this_thread::yield", NOTHING, "", "memory_order_none", NULL, 0, false},
    /* what the simulator's own macros are made of */
    {"__load", LOAD, "l", NULL, NULL, 0, false},
    {"__store", STORE, "lv", NULL, NULL, 0, false},
    {"__fence", FENCE, "", NULL, NULL, 0, false},
    {"__xchg", EXCHANGE, "pv", NULL, NULL, 0, false},
    {"__cmpxchg", COMPARE_KERNEL, "pvv", NULL, NULL, 0, false},
    {"__atomic_op", UPDATE, "pov", "NORETURN", NULL, 0, false},
    {"__atomic_op_return", RETURN, "pov", NULL, NULL, 0, false},
    {"__atomic_fetch_op", FETCH, "pov", NULL, NULL, 0, false},
    {"__atomic_add_unless", ADD_UNLESS, "pvv", NULL, NULL, 0, false},
    {"__srcu", SRCU, "p", NULL, NULL, 0, false},
    {"__lock", LOCK, "p", NULL, NULL, 0, false},
    {"__unlock", UNLOCK, "p", NULL, NULL, 0, false},
    {"__trylock", TRY_LOCK, "p", NULL, NULL, 0, false},
    {"__islocked", IS_LOCKED, "p", NULL, NULL, 0, false},
    {0},
};

/* Of tests whose threads have places only. */
static const cm_c_row placed_rows[] = {
    {"atomic_compare_exchange_explicit", COMPARE_STRONG, "pevwmf", NULL, NULL, 0, false},
    {"atomic_work_item_fence", FENCE, "gms", NULL, NULL, 0, false},
    {"barrier", BARRIER, "g", "memory_order_acq_rel", NULL, 0, false},
    {"work_group_barrier", BARRIER, "g", "memory_order_acq_rel", NULL, 0, false},
    {"__syncthreads", BARRIER, "", "memory_order_acq_rel", NULL, 0, false},
    {"cluster_group::sync", BARRIER, "", "memory_order_acq_rel", "CL", 0, false},
    {"grid_group::sync", BARRIER, "", "memory_order_acq_rel", "DV", 0, false},
    {"__threadfence_block", FENCE, "", "memory_order_seq_cst", "WG", 0, false},
    {"__threadfence", FENCE, "", "memory_order_seq_cst", "DV", 0, false},
    {"__threadfence_system", FENCE, "", "memory_order_seq_cst", "ALL", 0, false},
    {"atomic_add_fetch_explicit", RETURN, "pvm", NULL, "+", 0, false},
    {"atomic_add_fetch", RETURN, "pv", "memory_order_seq_cst", "+", 0, false},
    {"atomic_add_explicit", UPDATE, "pvm", NULL, "+", 0, false},
    {"atomic_store_add_explicit", UPDATE, "pvm", NULL, "+", 0, false},
    {"atomic_store_add", UPDATE, "pv", "memory_order_seq_cst", "+", 0, false},
    {"atomic_sub_fetch_explicit", RETURN, "pvm", NULL, "-", 0, false},
    {"atomic_sub_fetch", RETURN, "pv", "memory_order_seq_cst", "-", 0, false},
    {"atomic_sub_explicit", UPDATE, "pvm", NULL, "-", 0, false},
    {"atomic_store_sub_explicit", UPDATE, "pvm", NULL, "-", 0, false},
    {"atomic_store_sub", UPDATE, "pv", "memory_order_seq_cst", "-", 0, false},
    {"atomic_and_fetch_explicit", RETURN, "pvm", NULL, "&", 0, false},
    {"atomic_and_fetch", RETURN, "pv", "memory_order_seq_cst", "&", 0, false},
    {"atomic_and_explicit", UPDATE, "pvm", NULL, "&", 0, false},
    {"atomic_store_and_explicit", UPDATE, "pvm", NULL, "&", 0, false},
    {"atomic_store_and", UPDATE, "pv", "memory_order_seq_cst", "&", 0, false},
    {"atomic_or_fetch_explicit", RETURN, "pvm", NULL, "|", 0, false},
    {"atomic_or_fetch", RETURN, "pv", "memory_order_seq_cst", "|", 0, false},
    {"atomic_or_explicit", UPDATE, "pvm", NULL, "|", 0, false},
    {"atomic_store_or_explicit", UPDATE, "pvm", NULL, "|", 0, false},
    {"atomic_store_or", UPDATE, "pv", "memory_order_seq_cst", "|", 0, false},
    {"atomic_xor_fetch_explicit", RETURN, "pvm", NULL, "^", 0, false},
    {"atomic_xor_fetch", RETURN, "pv", "memory_order_seq_cst", "^", 0, false},
    {"atomic_xor_explicit", UPDATE, "pvm", NULL, "^", 0, false},
    {"atomic_store_xor_explicit", UPDATE, "pvm", NULL, "^", 0, false},
    {"atomic_store_xor", UPDATE, "pv", "memory_order_seq_cst", "^", 0, false},
    {"atomic_fetch_nand_explicit", FETCH, "pvm", NULL, "!&", 0, false},
    {"atomic_fetch_nand", FETCH, "pv", "memory_order_seq_cst", "!&", 0, false},
    {"atomic_nand_fetch_explicit", RETURN, "pvm", NULL, "!&", 0, false},
    {"atomic_nand_fetch", RETURN, "pv", "memory_order_seq_cst", "!&", 0, false},
    {"atomic_fetch_min_explicit", FETCH, "pvm", NULL, "min", 0, false},
    {"atomic_fetch_min", FETCH, "pv", "memory_order_seq_cst", "min", 0, false},
    {"atomic_min_fetch_explicit", RETURN, "pvm", NULL, "min", 0, false},
    {"atomic_min_fetch", RETURN, "pv", "memory_order_seq_cst", "min", 0, false},
    {"atomic_min_explicit", UPDATE, "pvm", NULL, "min", 0, false},
    {"atomic_store_min_explicit", UPDATE, "pvm", NULL, "min", 0, false},
    {"atomic_store_min", UPDATE, "pv", "memory_order_seq_cst", "min", 0, false},
    {"atomic_fetch_max_explicit", FETCH, "pvm", NULL, "max", 0, false},
    {"atomic_fetch_max", FETCH, "pv", "memory_order_seq_cst", "max", 0, false},
    {"atomic_max_fetch_explicit", RETURN, "pvm", NULL, "max", 0, false},
    {"atomic_max_fetch", RETURN, "pv", "memory_order_seq_cst", "max", 0, false},
    {"atomic_max_explicit", UPDATE, "pvm", NULL, "max", 0, false},
    {"atomic_store_max_explicit", UPDATE, "pvm", NULL, "max", 0, false},
    {"atomic_store_max", UPDATE, "pv", "memory_order_seq_cst", "max", 0, false},
    {"atomic_load_to", LOAD, "pdm", NULL, NULL, 0, false},
    {"atomic_store_from", STORE, "pim", NULL, NULL, 0, false},
    {"atomic_exchange_from", EXCHANGE, "pidm", NULL, NULL, 0, false},
    {"atomic_compare_exchange_from", COMPARE_STRONG, "peiwmf", NULL, NULL, 0, false},
    {"atomic_init", STORE, "pv", "memory_order_none", NULL, 0, false},
    {"atomic_signal_fence", NOTHING, "m", NULL, NULL, 0, false},
    {"atomic_notify_one", NOTHING, "p", "memory_order_relaxed", NULL, 0, false},
    {"atomic_notify_all", NOTHING, "p", "memory_order_relaxed", NULL, 0, false},
    {"atomic_wait", AWAIT, "pv", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_wait_explicit", AWAIT, "pvm", NULL, NULL, 0, false},
    {"atomic_flag_test_and_set", FLAG_SET, "p", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_flag_test_and_set_explicit", FLAG_SET, "pm", NULL, NULL, 0, false},
    {"atomic_test_and_set", FLAG_SET, "p", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_test_and_set_explicit", FLAG_SET, "pm", NULL, NULL, 0, false},
    {"atomic_flag_clear", FLAG_CLEAR, "p", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_flag_clear_explicit", FLAG_CLEAR, "pm", NULL, NULL, 0, false},
    {"atomic_clear", FLAG_CLEAR, "p", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_clear_explicit", FLAG_CLEAR, "pm", NULL, NULL, 0, false},
    {"atomic_flag_test", LOAD, "p", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_flag_test_explicit", LOAD, "pm", NULL, NULL, 0, false},
    {"atomic_test", LOAD, "p", "memory_order_seq_cst", NULL, 0, false},
    {"atomic_test_explicit", LOAD, "pm", NULL, NULL, 0, false},
    {"barrier_arrive", ARRIVE, "p", "memory_order_release", NULL, 0, false},
    {"barrier_wait", PASS, "pv", "memory_order_acquire", NULL, 0, false},
    {"barrier_arrive_and_wait", ARRIVE_AND_PASS, "p", "memory_order_acq_rel", NULL, 0, false},
    {"atomicMax", FETCH, "pv", "memory_order_relaxed", "max", 0, false},
    {"atomicMin", FETCH, "pv", "memory_order_relaxed", "min", 0, false},
    {"atomicInc", FETCH, "pv", "memory_order_relaxed", "inc", 0, false},
    {"atomicDec", FETCH, "pv", "memory_order_relaxed", "dec", 0, false},
    {"__syncwarp", BARRIER, "k", "memory_order_acq_rel", "SG", 0, false},
    {"sub_group_barrier", BARRIER, "g", "memory_order_acq_rel", "SG", 0, false},
    {"__builtin_amdgcn_fence", FENCE, "mt", NULL, NULL, 0, false},
    {"atomicAdd", FETCH, "pv", "memory_order_relaxed", "+", 0, false},
    {"atomicSub", FETCH, "pv", "memory_order_relaxed", "-", 0, false},
    {"atomicAnd", FETCH, "pv", "memory_order_relaxed", "&", 0, false},
    {"atomicOr", FETCH, "pv", "memory_order_relaxed", "|", 0, false},
    {"atomicXor", FETCH, "pv", "memory_order_relaxed", "^", 0, false},
    {"atomicExch", EXCHANGE, "pv", "memory_order_relaxed", NULL, 0, false},
    {"atomicCAS", COMPARE_KERNEL, "pvv", "memory_order_relaxed", NULL, 0, false},
    {0},
};

/* OpenCL C 3.0, "Legacy Atomic Functions" and "Explicit Memory Fence Functions". */
static const cm_c_row opencl_rows[] = {
    {"atomic_add", FETCH, "pv", "memory_order_relaxed", "+", 0, false},
    {"atomic_sub", FETCH, "pv", "memory_order_relaxed", "-", 0, false},
    {"atomic_inc", FETCH, "p", "memory_order_relaxed", "+", 0, false},
    {"atomic_dec", FETCH, "p", "memory_order_relaxed", "-", 0, false},
    {"atomic_and", FETCH, "pv", "memory_order_relaxed", "&", 0, false},
    {"atomic_or", FETCH, "pv", "memory_order_relaxed", "|", 0, false},
    {"atomic_xor", FETCH, "pv", "memory_order_relaxed", "^", 0, false},
    {"atomic_min", FETCH, "pv", "memory_order_relaxed", "min", 0, false},
    {"atomic_max", FETCH, "pv", "memory_order_relaxed", "max", 0, false},
    {"atomic_xchg", EXCHANGE, "pv", "memory_order_relaxed", NULL, 0, false},
    {"atomic_cmpxchg", COMPARE_KERNEL, "pvv", "memory_order_relaxed", NULL, 0, false},
    {"mem_fence", FENCE, "g", "memory_order_acq_rel", "WG", 0, false},
    {"read_mem_fence", FENCE, "g", "memory_order_acquire", "WG", 0, false},
    {"write_mem_fence", FENCE, "g", "memory_order_release", "WG", 0, false},
    {0},
};

/* What gcc and clang have built in. */
static const cm_c_row built_in_rows[] = {
    {"__sync_fetch_and_add", FETCH, "pv", "memory_order_seq_cst", "+", 0, false},
    {"__sync_add_and_fetch", RETURN, "pv", "memory_order_seq_cst", "+", 0, false},
    {"__sync_fetch_and_sub", FETCH, "pv", "memory_order_seq_cst", "-", 0, false},
    {"__sync_sub_and_fetch", RETURN, "pv", "memory_order_seq_cst", "-", 0, false},
    {"__sync_fetch_and_and", FETCH, "pv", "memory_order_seq_cst", "&", 0, false},
    {"__sync_and_and_fetch", RETURN, "pv", "memory_order_seq_cst", "&", 0, false},
    {"__sync_fetch_and_or", FETCH, "pv", "memory_order_seq_cst", "|", 0, false},
    {"__sync_or_and_fetch", RETURN, "pv", "memory_order_seq_cst", "|", 0, false},
    {"__sync_fetch_and_xor", FETCH, "pv", "memory_order_seq_cst", "^", 0, false},
    {"__sync_xor_and_fetch", RETURN, "pv", "memory_order_seq_cst", "^", 0, false},
    {"__sync_fetch_and_nand", FETCH, "pv", "memory_order_seq_cst", "!&", 0, false},
    {"__sync_nand_and_fetch", RETURN, "pv", "memory_order_seq_cst", "!&", 0, false},
    {"__sync_bool_compare_and_swap", COMPARE_KERNEL, "pvv", "memory_order_seq_cst", NULL, '?',
     false},
    {"__sync_val_compare_and_swap", COMPARE_KERNEL, "pvv", "memory_order_seq_cst", NULL, 0, false},
    {"__sync_lock_test_and_set", EXCHANGE, "pv", "memory_order_acquire", NULL, 0, false},
    {"__sync_lock_release", FLAG_CLEAR, "p", "memory_order_release", NULL, 0, false},
    {"__sync_synchronize", FENCE, "", "memory_order_seq_cst", NULL, 0, false},
    {"__builtin_ia32_pause", NOTHING, "", "memory_order_none", NULL, 0, false},
    {"__builtin_amdgcn_s_sleep", NOTHING, "v", "memory_order_none", NULL, 0, false},
    {"__nanosleep", NOTHING, "v", "memory_order_none", NULL, 0, false},
    {0},
};

static const cm_c_row *const tables[] = {placed_rows, opencl_rows, built_in_rows, rows};
enum { TABLES = sizeof tables / sizeof *tables };

/* ---- finding them ---------------------------------------------------------------- */

/* The order that a suffix of the kernel's says, where the name is `name` and one; or NULL. */
static const char *suffix_word(const char *written, const char *name)
{
    static const char *const suffixes[][2] = {
        {"_relaxed", "ONCE"}, {"_acquire", "ACQUIRE"}, {"_release", "RELEASE"}};
    size_t length = strlen(name);
    if (strncmp(written, name, length) != 0)
        return NULL;
    for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
        if (strcmp(written + length, suffixes[i][0]) == 0)
            return suffixes[i][1];
    return NULL;
}

/* C11 and the kernel have functions of one name; the former's begin with the pointer. */
static bool begins_with_pointer(cm_c *c, const cm_c_node *node)
{
    if (node->argument_count < 2)
        return true;
    const cm_c_node *second = node->arguments[1];
    bool location = second->kind == CM_C_ADDRESS ||
                    (second->kind == CM_C_NAME && cm_c_register(c, second->name) < 0);
    return !location;
}

/* The kernel's operations have words of their own. */
static bool is_of_kernel(const cm_c_row *row)
{
    return row->action >= LOCK || strncmp(row->name, "__", 2) == 0 ||
           (row->word && strncmp(row->word, "memory_order_", 13) != 0);
}

bool cm_c_is_built_in(const char *name)
{
    static const char *const begins[] = {"__atomic_", "__c11_atomic_", "atomic_flag_",
                                         "atomic_init", "atomic_signal_fence"};
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (strncmp(name, begins[i], strlen(begins[i])) == 0)
            return true;
    return false;
}

/* NULL: for a hint. */
static bool is_known(const cm_c *c, const cm_c_row *table, const cm_c_node *node)
{
    const cm_source_head *head = cm_asm_test(c->as)->head;
    if (table == opencl_rows)
        return head && head->is_opencl;
    return table != placed_rows || head || (node && node->name && cm_c_is_built_in(node->name));
}

static const cm_c_row *find_in(cm_c *c, const cm_c_row *table, const cm_c_node *node,
                               const char *name, const char **word)
{
    bool placed = cm_asm_test(c->as)->head != NULL;
    for (const cm_c_row *r = table; r->name; r++) {
        const char *suffix = r->suffixed ? suffix_word(name, r->name) : NULL;
        if (!suffix && strcmp(name, r->name) != 0)
            continue;
        bool of_c11 = r->op && strcmp(r->arguments, "pv") == 0;
        if (of_c11 && !placed && !begins_with_pointer(c, node))
            continue;
        if (placed && table == rows && is_of_kernel(r))
            continue;
        *word = suffix ? suffix : r->word;
        return r;
    }
    return NULL;
}

const cm_c_row *cm_c_find_row(cm_c *c, const cm_c_node *node, const char *name, const char **word)
{
    const cm_c_row *found = NULL;
    for (int i = 0; i < TABLES && !found; i++)
        if (is_known(c, tables[i], node))
            found = find_in(c, tables[i], node, name, word);
    return found;
}

static bool is_before(const char *name, const cm_c_row *end)
{
    const cm_c_row *r = rows;
    while (r < end && strcmp(r->name, name) != 0)
        r++;
    return r < end;
}

void cm_c_each_operation(cm_mnemonic_visit *visit, void *context)
{
    for (int i = 0; i < TABLES; i++)
        for (const cm_c_row *r = tables[i]; r->name; r++) {
            const cm_c_row *end = tables[i] == rows ? r : rows + sizeof rows / sizeof *rows - 1;
            bool shared = tables[i] == rows || tables[i] == opencl_rows;
            if (!shared || !is_before(r->name, end))
                visit(context, r->name);
        }
}

const char *cm_c_hint(cm_c *c, const char *name)
{
    cm_near near = cm_near_new(name, strlen(name));
    for (int i = 0; i < TABLES; i++)
        for (const cm_c_row *r = tables[i]; is_known(c, tables[i], NULL) && r->name; r++)
            if (!cm_asm_test(c->as)->head || tables[i] != rows || !is_of_kernel(r))
                cm_near_offer(&near, r->name);
    return cm_near_hint(&near, cm_asm_arena(c->as));
}

/* ---- the table for people ----------------------------------------------------------- */

static const char *argument_name(char letter)
{
    static const char *const names[] = {"pp",    "l*p",    "vv",       "i&v",      "d&r",
                                        "e&e",   "morder", "ffailure", "sscope",   "gflags",
                                        "wweak", "tscope", "kmask",    "ooperator"};
    size_t i = 0;
    while (names[i][0] != letter)
        i++;
    return names[i] + 1;
}

/* As a test has it. */
static const char *written_name(const char *name)
{
    static const char *const names[][2] = {
        {"atomic_load_to", "__atomic_load"},
        {"atomic_store_from", "__atomic_store"},
        {"atomic_exchange_from", "__atomic_exchange"},
        {"atomic_compare_exchange_from", "__atomic_compare_exchange"},
        {"cluster_group::sync", "this_cluster().sync"},
        {"grid_group::sync", "this_grid().sync"}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i][0], name) == 0)
            return names[i][1];
    return name;
}

static const char *owner_of(const cm_c_row *table, const cm_c_row *r)
{
    return table == placed_rows        ? "C++, CUDA, HIP and OpenCL"
           : table == opencl_rows      ? "OpenCL"
           : table == built_in_rows    ? "compilers, with every head"
           : strncmp(r->name, "__", 2) ? is_of_kernel(r) ? "the Linux kernel" : "C11"
                                       : "herd7";
}

static void visit_row(const cm_c_row *table, const cm_c_row *r, cm_spelling_visit *visit,
                      void *context)
{
    char text[200], usual[100] = "";
    size_t length = (size_t)snprintf(
        text, sizeof text, "%s%s(", written_name(r->name),
        table == rows && !r->word && strncmp(r->name, "__", 2) == 0 ? "{words}" : "");
    for (const char *a = r->arguments; *a; a++)
        length += (size_t)snprintf(text + length, sizeof text - length, "%s%s",
                                   a > r->arguments ? ", " : "", argument_name(*a));
    snprintf(text + length, sizeof text - length, ")");
    bool ordered = r->word && strcmp(r->word, "memory_order_none") != 0;
    bool placed = r->op && (r->action == FENCE || r->action == BARRIER);
    if (ordered || placed)
        snprintf(usual, sizeof usual, "%s%s%s%s",
                 !ordered                                     ? ""
                 : strncmp(r->word, "memory_order_", 13) == 0 ? r->word + 13
                                                              : r->word,
                 placed ? " " : "", placed ? r->op : "",
                 r->suffixed ? ", or _relaxed, _acquire, _release" : "");
    visit(context, owner_of(table, r), text, usual);
}

void cm_c_each_spelling(cm_spelling_visit *visit, void *context)
{
    static const cm_c_row *const order[] = {rows, placed_rows, built_in_rows, opencl_rows};
    static const char *const owners[] = {"C11", "the Linux kernel", "herd7"};
    for (int i = 0; i < 3; i++)
        for (const cm_c_row *r = rows; r->name; r++)
            if (strcmp(owner_of(rows, r), owners[i]) == 0)
                visit_row(rows, r, visit, context);
    for (int i = 1; i < TABLES; i++)
        for (const cm_c_row *r = order[i]; r->name; r++)
            visit_row(order[i], r, visit, context);
    const char *set, *word;
    for (size_t i = 0; (word = cm_c_prefix_at(i)); i++)
        visit(context, "in place of `atomic_`; some end in `_n`", word, "");
    for (size_t i = 0; (word = cm_c_scope_at(i, &set)); i++)
        visit(context, "scopes, and their sets", word, set);
}
