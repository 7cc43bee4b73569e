/* Clocks of the CPU: beside that of seconds (base/clock.h) a counter that is cheap enough to
 * spin on. */
#ifndef CM_HWRUN_RUN_CLOCK_H
#define CM_HWRUN_RUN_CLOCK_H

#include "base/arena.h"
#include "base/clock.h"

#include <stdint.h>

/* x86: the time-stamp counter; AArch64: the virtual counter (Arm ARM D13,
 * CNTVCT_EL0); RISC-V: RDTIME (Zicntr). All run at a constant rate. */
static inline uint64_t cm_clock_ticks(void)
{
#if defined(__x86_64__)
    return __builtin_ia32_rdtsc();
#elif defined(__aarch64__)
    uint64_t ticks;
    __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
    return ticks;
#elif defined(__riscv) && __riscv_xlen == 64
    uint64_t ticks;
    __asm__ volatile("rdtime %0" : "=r"(ticks));
    return ticks;
#else
    struct timespec now = cm_clock_now();
    return (uint64_t)now.tv_sec * UINT64_C(1000000000) + (uint64_t)now.tv_nsec;
#endif
}

/* Lets the other hyper-thread go on while this one spins. */
static inline void cm_clock_relax(void)
{
#if defined(__x86_64__)
    __builtin_ia32_pause();
#elif defined(__aarch64__)
    __asm__ volatile("yield");
#endif
}

/* Now, "2026-11-21T04:05:06Z", in the arena. */
const char *cm_clock_utc(cm_arena *arena);

/* Ticks of a nanosecond; takes a few milliseconds to find out. */
double cm_clock_ticks_per_ns(void);

#endif
