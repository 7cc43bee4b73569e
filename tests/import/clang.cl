// Message passing by __sync_fetch_and_add, which its definition makes a full barrier:
// clang -x cl -cl-std=CL2.0 --target=nvptx64-nvidia-cuda -march=sm_80 -O2 -S clang.cl
__kernel void mp(volatile __global int *data, volatile __global int *flag, __global int *out)
{
    if (__nvvm_read_ptx_sreg_ctaid_x() == 0) {
        *data = 1;
        __sync_fetch_and_add(flag, 1);
    } else if (__sync_fetch_and_add(flag, 0) == 1) {
        *out = *data;
    }
}
