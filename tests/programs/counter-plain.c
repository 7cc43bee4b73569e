#define COUNTER int
#define ADD     counter++
#include "counter.h"
