/* The suite of shapes over several GPUs. */
#ifndef CM_ENUMERATE_GPUS_H
#define CM_ENUMERATE_GPUS_H

#include "enumerate/enumerate.h"

extern const cm_enum_generator cm_gpus_generators[];

#endif
