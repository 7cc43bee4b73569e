/* Between the sources of gen_wide (gen.h). */
#ifndef CM_TESTS_GEN_WIDE_H
#define CM_TESTS_GEN_WIDE_H

#include "tests/gen/layout.h"

/* One thing that a thread does. AArch64: X10, X11 and X13 address x, y and t. */
void gen_wide_a64(gen_writer *w);
void gen_wide_x86(gen_writer *w);
/* RISC-V: a0 and a1 address x and y (riscv.c). */
void gen_riscv_one(gen_writer *w);

#endif
