#define STORE memory_order_seq_cst
#define LOAD  memory_order_seq_cst
#define FENCE (void)0
#include "store-buffering.h"
