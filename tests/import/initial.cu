// Initial values of what nvcc writes as arrays of bytes: structures, classes, short arrays,
// constants, pointers; and two ways of using them.
#include <cuda/atomic>
#include <cuda/semaphore>

struct pair {
    short a;
    char b;
    int c;
};
__device__ pair both = {-2, 3, 4};
__device__ short shorts[3] = {1, -1, 300};
__constant__ int table[2] = {5, 6};
__device__ cuda::atomic<int, cuda::thread_scope_device> credits{2};
__device__ cuda::binary_semaphore<cuda::thread_scope_device> door{1};
__device__ unsigned char bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};

struct node {
    int *where;
    int much;
};
__device__ int target[2] = {10, 20};
__device__ node list = {&target[1], 7};

extern "C" __global__ void fields(int *out)
{
    out[0] = both.a;
    out[1] = both.b;
    out[2] = both.c;
}

extern "C" __global__ void of_shorts(int *out)
{
    for (int i = 0; i < 3; i++)
        out[i] = shorts[i];
}

extern "C" __global__ void constants(int *out)
{
    out[0] = table[0];
    out[1] = table[1];
    out[2] = 0;
}

// Three take credits, of which there are two.
extern "C" __global__ void take(int *out)
{
    if (credits.fetch_sub(1) > 0)
        out[blockIdx.x] = 1;
}

extern "C" __global__ void acquire(int *out)
{
    door.acquire();
    out[0] = 1;
}

// Wider than the type of the array.
extern "C" __global__ void wide(int *out)
{
    out[0] = *(volatile int *)bytes;
    out[1] = *(volatile int *)(bytes + 4);
    out[2] = bytes[1];
}

// By way of a pointer in memory.
extern "C" __global__ void pointed(int *out)
{
    out[0] = *list.where;
    out[1] = list.much;
    out[2] = target[0];
}
