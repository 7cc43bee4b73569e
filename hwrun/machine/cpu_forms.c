#include "hwrun/machine/cpu_forms.h"

#include <stddef.h>
#include <string.h>
#if defined(__aarch64__) && defined(__linux__)
#include <asm/hwcap.h>
#include <sys/auxv.h>
#endif

/* What %0 (or %w0) finds is 0, which the compiler does not know. */
#define FORM(name, text)                                                                           \
    static void name(char *memory, uint64_t count)                                                 \
    {                                                                                              \
        uint64_t found = 0;                                                                        \
        for (uint64_t i = 0; i < count; i++) {                                                     \
            char *at = memory + (i % CM_CPU_FORM_PLACES) * CM_CPU_FORM_STEP + found;               \
            /* NOLINTNEXTLINE(bugprone-macro-parentheses): in asm a text stands bare */            \
            __asm__ volatile(text : "=&r"(found) : "r"(at), "r"(UINT64_C(0)) : "memory", "cc");    \
        }                                                                                          \
    }

#if defined(__x86_64__)
#define STORE "movq $0, (%1)\n\t"
#define LOAD  "movq 128(%1), %0"
#define ADD   "xaddq %0, 128(%1)"
FORM(plain, STORE LOAD)
FORM(mfence, STORE "mfence\n\t" LOAD)
FORM(unlocked, STORE "xorl %k0, %k0\n\t" ADD)
FORM(locked, STORE "xorl %k0, %k0\n\tlock " ADD)
#elif defined(__aarch64__)
#define STORE "str %2, [%1]\n\t"
#define LOAD  "\n\tldr %0, [%1, #128]"
#define AFTER "\n\tadd %0, %1, #128\n\t" /* an address by itself, as these want it */
FORM(plain, STORE LOAD)
FORM(ldapr, ".arch_extension rcpc\n\t" STORE AFTER "ldapr %0, [%0]")
FORM(ldar, STORE AFTER "ldar %0, [%0]")
FORM(stlr, "stlr %2, [%1]" LOAD)
FORM(isb, STORE "isb" LOAD)
FORM(dmb_ld, STORE "dmb ld" LOAD)
FORM(dmb_st, STORE "dmb st" LOAD)
FORM(dmb_sy, STORE "dmb sy" LOAD)
#define LSE   ".arch_extension lse\n\t"
FORM(ldadd, LSE STORE AFTER "ldadd %2, %0, [%0]")
FORM(ldadda, LSE STORE AFTER "ldadda %2, %0, [%0]")
FORM(ldaddl, LSE STORE AFTER "ldaddl %2, %0, [%0]")
FORM(ldaddal, LSE STORE AFTER "ldaddal %2, %0, [%0]")
#elif defined(__riscv)
#define STORE "sd zero, 0(%1)\n\t"
#define LOAD  "\n\tld %0, 128(%1)"
FORM(plain, STORE LOAD)
FORM(fence_r_r, STORE "fence r, r" LOAD)
FORM(fence_w_w, STORE "fence w, w" LOAD)
FORM(fence_r_rw, STORE "fence r, rw" LOAD)
FORM(fence_rw_w, STORE "fence rw, w" LOAD)
FORM(fence_tso, STORE "fence.tso" LOAD)
FORM(fence_rw_rw, STORE "fence rw, rw" LOAD)
#endif

const cm_cpu_form cm_cpu_forms[] = {
#if defined(__x86_64__)
    {"plain", "plain", "CPU: a store and a load", plain},
    {"MFENCE", "plain", "", mfence},
    {"unlocked", "unlocked", "xadd instead of the load", unlocked},
    {"LOCK", "unlocked", "lock xadd", locked},
#elif defined(__aarch64__)
    {"plain", "plain", "CPU: STR, LDR", plain},
    {"LDAPR", "plain", "instead of LDR; FEAT_LRCPC", ldapr},
    {"LDAR", "plain", "instead of LDR", ldar},
    {"STLR", "plain", "instead of STR", stlr},
    {"ISB", "plain", "", isb},
    {"DMB LD", "plain", "", dmb_ld},
    {"DMB ST", "plain", "", dmb_st},
    {"DMB SY", "plain", "", dmb_sy},
    {"LDADD", "LDADD", "instead of LDR; FEAT_LSE, as all of these", ldadd},
    {"LDADDA", "LDADD", "", ldadda},
    {"LDADDL", "LDADD", "", ldaddl},
    {"LDADDAL", "LDADD", "", ldaddal},
#elif defined(__riscv)
    {"plain", "plain", "CPU: sd, ld", plain},  {"fence r,r", "plain", "", fence_r_r},
    {"fence w,w", "plain", "", fence_w_w},     {"fence r,rw", "plain", "", fence_r_rw},
    {"fence rw,w", "plain", "", fence_rw_w},   {"fence.tso", "plain", "", fence_tso},
    {"fence rw,rw", "plain", "", fence_rw_rw},
#endif
};
const unsigned cm_cpu_form_count = sizeof cm_cpu_forms / sizeof *cm_cpu_forms;

const char *cm_cpu_form_lacks(const cm_cpu_form *form)
{
#if defined(__aarch64__) && defined(__linux__)
    unsigned long has = getauxval(AT_HWCAP);
    if (strcmp(form->name, "LDAPR") == 0 && !(has & HWCAP_LRCPC))
        return "this CPU has no FEAT_LRCPC";
    if (strncmp(form->name, "LDADD", 5) == 0 && !(has & HWCAP_ATOMICS))
        return "this CPU has no FEAT_LSE";
#else
    (void)form;
#endif
    return NULL;
}

void cm_cpu_evict(const void *line)
{
#if defined(__x86_64__)
    __builtin_ia32_clflush(line);
#elif defined(__aarch64__)
    __asm__ volatile("dc civac, %0" : : "r"(line) : "memory");
#else
    (void)line;
#endif
}
