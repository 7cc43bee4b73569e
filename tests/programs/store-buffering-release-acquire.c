#define STORE memory_order_release
#define LOAD  memory_order_acquire
#define FENCE (void)0
#include "store-buffering.h"
