/* Floating-point numbers, for gfx942 by clang's builtins. clang-19 makes floats.s of it. */
#define KERNEL __attribute__((amdgpu_kernel)) void
#define BLOCK  __builtin_amdgcn_workgroup_id_x()
typedef __attribute__((address_space(1))) float gfloat;
typedef __attribute__((address_space(1))) double gdouble;
typedef __attribute__((address_space(1))) int gint;

/* 1.5 * 2 + 0.25, its integer, and whether it is less than 3. */
KERNEL polynomial(const gfloat *x, gfloat *y, gint *n)
{
    float v = x[0] * x[1] + 0.25f;
    y[0] = v;
    y[1] = -__builtin_fabsf(x[0] - x[1]);
    n[0] = (int)v;
    n[1] = v < 3.0f;
}

KERNEL doubles(const gdouble *x, gdouble *y)
{
    y[0] = x[0] + x[1] * x[0];
    y[1] = (float)x[1];
}

/* A subnormal number, which HIP keeps. */
KERNEL halves(const gfloat *x, gfloat *y)
{
    y[0] = x[0] * 0.5f;
}

/* A quotient, of which nothing is computed here, behind a flag. */
KERNEL quotient(const gfloat *x, gfloat *y, gint *flag, gint *out)
{
    if (BLOCK == 0) {
        *y = x[0] / x[1];
        __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
    } else if (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE)) {
        *out = *(gint *)y == 0 ? 2 : 1;
    }
}

/* The same, and nothing hangs on it. */
KERNEL stored(const gfloat *x, gfloat *y, gint *flag, const gint *data, gint *out)
{
    if (BLOCK == 0) {
        *y = x[0] / x[1];
        *(gint *)data = 1;
        __scoped_atomic_store_n(flag, 1, __ATOMIC_RELEASE, __MEMORY_SCOPE_DEVICE);
    } else if (__scoped_atomic_load_n(flag, __ATOMIC_ACQUIRE, __MEMORY_SCOPE_DEVICE)) {
        *out = *data;
    }
}
