#define DATA        atomic_int
#define WRITE(x, v) atomic_store_explicit(&(x), v, memory_order_relaxed)
#define READ(x)     atomic_load_explicit(&(x), memory_order_relaxed)
#define RELEASE     memory_order_release
#define ACQUIRE     memory_order_acquire
#include "message.h"
