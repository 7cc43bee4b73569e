// Idioms of CUDA C++ that synchronise threads, each a kernel by itself.
#include <cooperative_groups.h>
#include <cuda/atomic>
#include <cuda/barrier>
#include <cuda/pipeline>
namespace cg = cooperative_groups;
using dev_ref = cuda::atomic_ref<int, cuda::thread_scope_device>;
using cta_barrier = cuda::barrier<cuda::thread_scope_block>;

// Seqlock
extern "C" __global__ void seqlock(int *seq, int *a, int *b, int *out)
{
    dev_ref s(*seq);
    if (blockIdx.x == 0) {
        s.store(1, cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_release, cuda::thread_scope_device);
        dev_ref(*a).store(1, cuda::memory_order_relaxed);
        dev_ref(*b).store(1, cuda::memory_order_relaxed);
        s.store(2, cuda::memory_order_release);
    } else {
        int before = s.load(cuda::memory_order_acquire);
        int x = dev_ref(*a).load(cuda::memory_order_relaxed);
        int y = dev_ref(*b).load(cuda::memory_order_relaxed);
        cuda::atomic_thread_fence(cuda::memory_order_acquire, cuda::thread_scope_device);
        int after = s.load(cuda::memory_order_relaxed);
        if (before == after && !(before & 1)) {
            out[0] = x;
            out[1] = y;
        }
    }
}

// Spin lock with nanosleep
extern "C" __global__ void spin(int *lock, int *count)
{
    dev_ref l(*lock);
    int expected = 0;
    unsigned ns = 8;
    while (!l.compare_exchange_weak(expected, 1, cuda::memory_order_acquire,
                                    cuda::memory_order_relaxed)) {
        expected = 0;
        __nanosleep(ns);
        if (ns < 256)
            ns *= 2;
    }
    *count = *count + 1;
    l.store(0, cuda::memory_order_release);
}

// Ring buffer
extern "C" __global__ void ring(int *buf, unsigned *head, unsigned *tail, int *out)
{
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> h(*head), t(*tail);
    if (blockIdx.x == 0) {
        for (unsigned i = 0; i < 2; i++) {
            while (i - t.load(cuda::memory_order_acquire) >= 1) {
            }
            buf[i % 1] = (int)i + 1;
            h.store(i + 1, cuda::memory_order_release);
        }
    } else {
        for (unsigned i = 0; i < 2; i++) {
            while (h.load(cuda::memory_order_acquire) == i) {
            }
            out[i] = buf[i % 1];
            t.store(i + 1, cuda::memory_order_release);
        }
    }
}

// cuda::barrier
extern "C" __global__ void barrier(int *out)
{
    __shared__ cta_barrier bar;
    __shared__ int data;
    if (threadIdx.x == 0)
        init(&bar, 2);
    __syncthreads();
    if (threadIdx.x == 0) {
        data = 1;
        bar.arrive();
    } else {
        bar.arrive_and_wait();
        *out = data;
    }
}

// memcpy_async with a barrier
extern "C" __global__ void copy(const int *in, int *out)
{
    __shared__ cta_barrier bar;
    __shared__ alignas(16) int stage[4];
    if (threadIdx.x == 0)
        init(&bar, 1);
    if (threadIdx.x == 0) {
        cuda::memcpy_async(stage, in, cuda::aligned_size_t<16>(16), bar);
        bar.arrive_and_wait();
        *out = stage[0];
    }
}

// Pipeline
extern "C" __global__ void pipe(const int4 *in, int *out)
{
    __shared__ int4 stage[2];
    auto p = cuda::make_pipeline();
    p.producer_acquire();
    cuda::memcpy_async(&stage[threadIdx.x / 32], in + threadIdx.x / 32,
                       cuda::aligned_size_t<16>(16), p);
    p.producer_commit();
    p.consumer_wait();
    __syncthreads();
    out[threadIdx.x / 32] = stage[1 - threadIdx.x / 32].x;
    p.consumer_release();
}

// Cluster sync
extern "C" __global__ void __cluster_dims__(2) clsync(int *out)
{
    __shared__ int x;
    cg::cluster_group c = cg::this_cluster();
    x = 0;
    c.sync();
    if (threadIdx.x == 0) {
        int *other = c.map_shared_rank(&x, 1 - c.block_rank());
        *other = 1;
    }
    c.sync();
    out[c.block_rank()] = x;
}

// Named barriers
extern "C" __global__ void named(int *out)
{
    __shared__ volatile int x;
    if (threadIdx.x < 32) {
        x = 1;
        asm volatile("bar.arrive 3, 64;" ::: "memory");
    } else {
        asm volatile("bar.sync 3, 64;" ::: "memory");
        *out = x;
    }
}

// System flag with all orders
extern "C" __global__ void sysflag(int *data, int *flag, int *out)
{
    cuda::atomic_ref<int, cuda::thread_scope_system> f(*flag);
    if (blockIdx.x == 0) {
        *data = 1;
        f.fetch_add(1, cuda::memory_order_acq_rel);
    } else if (f.exchange(5, cuda::memory_order_seq_cst) == 1)
        *out = *data;
}

// Ticket lock 64 bit
extern "C" __global__ void ticket(unsigned long long *lock, int *count)
{
    cuda::atomic_ref<unsigned, cuda::thread_scope_device> next(((unsigned *)lock)[0]),
        now(((unsigned *)lock)[1]);
    unsigned mine = next.fetch_add(1, cuda::memory_order_relaxed);
    while (now.load(cuda::memory_order_acquire) != mine) {
    }
    *count += 1;
    now.fetch_add(1, cuda::memory_order_release);
}

// Syncthreads_or / count
extern "C" __global__ void synccount(int *in, int *out)
{
    int n = __syncthreads_count(in[threadIdx.x / 32]);
    out[threadIdx.x / 32] = n;
}

// Volatile flag and threadfence, float atomics
extern "C" __global__ void floats(float *sum, int *flag, float *out)
{
    if (blockIdx.x == 0) {
        atomicAdd(sum, 1.0f);
        __threadfence();
        *(volatile int *)flag = 1;
    } else if (*(volatile int *)flag) {
        __threadfence();
        *out = *(volatile float *)sum;
    }
}

// 128 bit message (LL128)
extern "C" __global__ void ll(int4 *slot, int *out)
{
    if (blockIdx.x == 0) {
        asm volatile("st.relaxed.sys.global.v4.u32 [%0], {%1,%2,%3,%4};" ::"l"(slot), "r"(7),
                     "r"(1), "r"(7), "r"(1)
                     : "memory");
    } else {
        int a, b, c, d;
        do {
            asm volatile("ld.volatile.global.v4.u32 {%0,%1,%2,%3}, [%4];"
                         : "=r"(a), "=r"(b), "=r"(c), "=r"(d)
                         : "l"(slot)
                         : "memory");
        } while (b != 1 || d != 1);
        out[0] = a;
        out[1] = c;
    }
}
