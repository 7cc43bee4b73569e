#define STORE memory_order_relaxed
#define LOAD  memory_order_relaxed
#define FENCE atomic_thread_fence(memory_order_seq_cst)
#include "store-buffering.h"
