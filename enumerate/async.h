/* Suite `async` (async.c). */
#ifndef CM_ENUMERATE_ASYNC_H
#define CM_ENUMERATE_ASYNC_H

#include "enumerate/enumerate.h"

extern const cm_enum_generator cm_async_generators[];

#endif
