// Two kernels, the second launched as a programmatic dependent of the first, or after it.
extern "C" __global__ void first(int *data)
{
    *data = 1;
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
}

extern "C" __global__ void second_waits(int *data, int *out)
{
    asm volatile("griddepcontrol.wait;" ::: "memory");
    *out = *data;
}

extern "C" __global__ void second(int *data, int *out)
{
    *out = *data;
}
