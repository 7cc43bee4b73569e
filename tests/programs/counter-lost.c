#define COUNTER atomic_int
#define ADD     atomic_store(&counter, atomic_load(&counter) + 1)
#include "counter.h"
