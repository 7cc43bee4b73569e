#define COUNTER atomic_int
#define ADD     atomic_fetch_add_explicit(&counter, 1, memory_order_relaxed)
#include "counter.h"
