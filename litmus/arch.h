/* The instruction sets, by number.
 *
 * This list is the table: a line each makes the constant CM_NAME and says that
 * litmus/isa/ has a description cm_isa_name (litmus/isa/isa.h), which says everything
 * else. Nothing above litmus/isa/ names one of them; `./dev lint` looks.
 */
#ifndef CM_LITMUS_ARCH_H
#define CM_LITMUS_ARCH_H

#define CM_ISA_LIST(LINE)                                                                          \
    LINE(AARCH64, aarch64)                                                                         \
    LINE(X86, x86)                                                                                 \
    LINE(X86_64, x86_64)                                                                           \
    LINE(RISCV, riscv)                                                                             \
    LINE(RISCV32, riscv32)                                                                         \
    LINE(PPC, ppc)                                                                                 \
    LINE(PTX, ptx)                                                                                 \
    LINE(WAVE, wave)                                                                               \
    LINE(CDNA, cdna)                                                                               \
    LINE(CDNA2, cdna2)                                                                             \
    LINE(LLVM, llvm)                                                                               \
    LINE(VULKAN, vulkan)                                                                           \
    LINE(C, c)                                                                                     \
    LINE(IR, ir)

/* CM_CMCM, the last: a compound test, whose threads have instruction sets of their own. */
#define CM_ISA_NUMBER(NAME, name) CM_##NAME,
typedef enum cm_arch { CM_ISA_LIST(CM_ISA_NUMBER) CM_CMCM } cm_arch;
#undef CM_ISA_NUMBER

#endif
