// cmcm: gpu gfx90a
// cmcm: launch pass(data, flag, out), blocks 2, threads 64, others absent
// cmcm: P0 = block 0 thread 0
// cmcm: P1 = block 1 thread 0
// cmcm: init out = -1
// cmcm: exists out == 0
__kernel void pass(__global int *data, __global atomic_int *flag, __global int *out)
{
    if (get_group_id(0) == 0) {
        *data = 1;
        atomic_store_explicit(flag, 1, memory_order_release, memory_scope_device);
    } else if (atomic_load_explicit(flag, memory_order_acquire, memory_scope_device)) {
        *out = *data;
    }
}
