#define DATA        int
#define WRITE(x, v) ((x) = (v))
#define READ(x)     (x)
#define RELEASE     memory_order_seq_cst
#define ACQUIRE     memory_order_seq_cst
#include "message.h"
