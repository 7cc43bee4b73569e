/* An addition to a double. clang throws the status of the exclusive store away (LLVM issue 150988):
 * an addition is lost. */
void add(volatile double *x)
{
    __atomic_fetch_add(x, 42.0, __ATOMIC_RELAXED);
}
