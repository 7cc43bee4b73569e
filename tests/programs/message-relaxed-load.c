#define DATA        int
#define WRITE(x, v) ((x) = (v))
#define READ(x)     (x)
#define RELEASE     memory_order_release
#define ACQUIRE     memory_order_relaxed
#include "message.h"
