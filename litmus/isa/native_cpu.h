/* What native texts of CPUs share: machine registers are few, and those that a
 * thread does not mention hold addresses of locations and the caller's pointers.
 */
#ifndef CM_LITMUS_ISA_NATIVE_CPU_H
#define CM_LITMUS_ISA_NATIVE_CPU_H

#include "base/text.h"
#include "litmus/isa/native.h"

enum { CM_NATIVE_MOST = 32 };

/* The machine registers of an instruction set, by number. */
typedef struct cm_native_machine {
    const char *const *names;        /* of 64 bits, as the assembler writes them */
    const unsigned char *preference; /* numbers of free registers, in the order to take them */
    size_t preference_count;
    uint32_t preserved; /* bits: those that a function must preserve */
    /* Number of a test's register, -1: none, -2: the stack pointer. */
    int (*number)(const char *canonical);
} cm_native_machine;

/* A thread on its way to a text. */
typedef struct cm_native_cpu {
    cm_work *work;
    const cm_test *test;
    const cm_thread *thread;
    int index; /* of the thread */
    const cm_native_style *style;
    const cm_native_machine *machine;
    uint32_t taken;         /* bits: mentioned by the thread, or given away here */
    const char **addresses; /* by location */
    int instruction;        /* at hand */
    cm_text body;
} cm_native_cpu;

/* One instruction, without its line feed, is added to cpu->body. */
typedef void cm_native_writer(cm_native_cpu *cpu);

/* A thread of the test about to be written. */
cm_native_cpu cm_native_cpu_open(cm_work *work, const cm_test *test, int thread,
                                 const cm_native_style *style, const cm_native_machine *machine);

/* The whole thread; `prologue`: directives that the body starts with. `cpu` is open,
 * and may sit in a larger struct. */
cm_native cm_native_cpu_thread(cm_native_cpu *cpu, const char *prologue, cm_native_writer *write);

/* The register that holds the address of a location. */
const char *cm_native_address(cm_native_cpu *cpu, int location);
/* The new name of the label (length bytes) or NULL: none of the thread. */
const char *cm_native_label(const cm_native_cpu *cpu, const char *name, size_t length);
cm_place cm_native_place(const cm_native_cpu *cpu);

#endif
