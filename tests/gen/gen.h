/* Tests made by the project itself, as litmus text, so that the parser is used
 * too. Everything is deterministic: equal arguments give equal texts.
 *
 * Two kinds: families (message passing, store buffering, ...) whose every
 * annotation, scope, fence and placement is a parameter that can be made
 * stronger one step at a time; and random small programs. */
#ifndef CM_TESTS_GEN_H
#define CM_TESTS_GEN_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

/* ---- families ---------------------------------------------------------- */

typedef enum gen_device { GEN_AARCH64, GEN_X86, GEN_PTX } gen_device;

/* From weak to strong. On the CPU: plain; LDAPR, STLR; LDAR, STLR. On x86
 * there is one strength. */
typedef enum gen_strength { GEN_WEAK, GEN_RELAXED, GEN_ORDERED } gen_strength;

typedef enum gen_scope { GEN_CTA, GEN_CLUSTER, GEN_GPU, GEN_SYS } gen_scope;

/* AArch64: none, DMB LD, DMB ST, DMB SY. x86: none or MFENCE. PTX: none,
 * fence.acq_rel, fence.sc (the second-strongest is not used). */
typedef enum gen_fence { GEN_NONE, GEN_LIGHT, GEN_LIGHT_2, GEN_FULL } gen_fence;

typedef struct gen_op {
    bool write;
    int location; /* 0 x, 1 y, 2 z */
    int value;    /* of a write */
    gen_strength strength;
    gen_scope scope;
    gen_fence fence; /* before it; none before the first */
    gen_scope fence_scope;
} gen_op;

#define GEN_MAX_OPS     3
#define GEN_MAX_THREADS 4

typedef struct gen_thread {
    gen_device device;
    int cta, cluster, gpu;
    gen_op ops[GEN_MAX_OPS];
    int count;
} gen_thread;

typedef struct gen_family {
    const char *name;
    gen_thread threads[GEN_MAX_THREADS];
    int count;
} gen_family;

/* Families by number: MP, SB, LB, IRIW, WRC, ISA2, S, R, 2+2W. All on the CPU
 * (AArch64), weak, without fences. false: there is no such number. */
bool gen_family_get(int number, gen_family *family);

/* Makes annotation number `change` of the test one step stronger: strength,
 * scope and fences of every operation in turn. false: there is no such change
 * (set *more to false when the numbers are used up). */
bool gen_strengthen(gen_family *family, int change, bool *more);

char *gen_family_print(cm_arena *arena, const gen_family *family);

/* ---- random ------------------------------------------------------------ */

uint64_t gen_random(uint64_t *seed);
/* Uniform in 0 .. limit-1. */
int gen_below(uint64_t *seed, int limit);

typedef enum gen_kind {
    GEN_ALL_AARCH64,
    GEN_ALL_X86,
    GEN_ALL_PTX,
    GEN_MIXED,  /* of any two or three of them, at least one PTX thread */
    GEN_HALVES, /* of AArch64 and PTX, with accesses to halves of x and y */
    GEN_CHAINS, /* of AArch64, with dependencies through memory, atomics and decisions */
    /* Bytes, halves and words of larger locations; values passed on; atomic
     * operations in a row: of one instruction set, or of any. */
    GEN_SIZES_AARCH64,
    GEN_SIZES_X86,
    GEN_SIZES_PTX,
    GEN_SIZES_MIXED
} gen_kind;

/* A random program of two or three threads with up to `size` instructions each
 * on the locations x and y, which begin with values of their own. Observes every
 * register read into and x and y. */
char *gen_program(cm_arena *arena, uint64_t seed, gen_kind kind, int size);

/* A random program of two or three threads, often the same ones, that wait for
 * each other in loops: with locks around accesses to x and y, or for a value.
 * Observes what is read outside of loops, x, y and the lock l. */
char *gen_spinning(cm_arena *arena, uint64_t seed, gen_kind kind);
/* The kinds from GEN_SIZES_AARCH64 on: gen_program calls it. */
char *gen_sizes_program(cm_arena *arena, uint64_t seed, gen_kind kind, int size);

/* Programs of rarer instructions: of GEN_ALL_AARCH64, GEN_ALL_X86, GEN_ALL_PTX, or GEN_MIXED, then
 * with RISC-V threads as well. Observes what is read and all locations. */
char *gen_wide(cm_arena *arena, uint64_t seed, gen_kind kind, int size);

/* RISC-V: two or three harts on x and y. */
char *gen_riscv(cm_arena *arena, uint64_t seed, int size);
/* WAVE: two or three threads of waves, workgroups and devices on x and y. */
char *gen_wave(cm_arena *arena, uint64_t seed, int size);
char *gen_wave_compound(cm_arena *arena, uint64_t seed, int size);
/* LLVM: two or three threads of waves, workgroups and agents on x and y, and l in LDS. */
char *gen_llvm(cm_arena *arena, uint64_t seed, int size);
/* VULKAN: two or three threads of subgroups, workgroups and queue families on x and y. */
char *gen_vulkan(cm_arena *arena, uint64_t seed, int size);
/* CDNA: two or three waves of workgroups and agents on x and y. */
char *gen_cdna(cm_arena *arena, uint64_t seed, int size);
/* The same with scalar loads, their cache, and counts of vmcnt. */
char *gen_cdna_scalar(cm_arena *arena, uint64_t seed, int size);
/* The same with a CPU thread or two, kernels that begin and end, coarse-grained memory. */
char *gen_cdna_compound(cm_arena *arena, uint64_t seed, int size);
/* C: two or three threads on x, y and the plain p; scoped: in CUDA's words, with places. */
char *gen_c(cm_arena *arena, uint64_t seed, bool scoped, int size);
/* Copies of one thread, each with locations of its own. */
char *gen_alike(cm_arena *arena, uint64_t seed, gen_device device);
/* Threads that add to x; of GEN_ALL_AARCH64 to GEN_MIXED. */
char *gen_counting(cm_arena *arena, uint64_t seed, gen_kind kind);
/* Threads that write on what they read, in circles; of GEN_ALL_AARCH64 to GEN_MIXED. */
char *gen_growing(cm_arena *arena, uint64_t seed, gen_kind kind);
/* PTX threads that meet at barriers, in several CTAs, clusters and domains; `size` is the most
 * that is done between two barriers, less one. */
char *gen_meeting(cm_arena *arena, uint64_t seed, int size);
/* Two PTX threads of a cluster, asynchronous operations, an mbarrier object; `size` is the most
 * that each does besides. */
char *gen_copying(cm_arena *arena, uint64_t seed, int size);
/* PTX threads of a CTA with one mbarrier object and nothing else. */
#define GEN_MAX_PHASE_OPS 4
typedef enum gen_phase_kind {
    GEN_ARRIVE,
    GEN_ARRIVE_EXPECT, /* of 16 bytes */
    GEN_COMPLETE,      /* of 16 bytes */
    GEN_COPY,          /* of 16 bytes, at some time: completes as many */
    GEN_TEST_WAIT,
    GEN_TRY_WAIT
} gen_phase_kind;

typedef struct gen_phase_op {
    gen_phase_kind kind;
    int parity;     /* of a wait */
    bool if_passed; /* an arrival only if the thread's last wait returned true */
    bool again;     /* a wait until it returns true */
} gen_phase_op;

typedef struct gen_phase_thread {
    gen_phase_op ops[GEN_MAX_PHASE_OPS];
    int count;
} gen_phase_thread;

typedef struct gen_phases {
    gen_phase_thread threads[3];
    int threads_count;
    int arrivals; /* that a phase waits for */
    bool transactions;
    bool loops; /* given: waits are made again, and bytes are copied */
} gen_phases;

/* The test, and what it is made of. Observes what the waits return; without one, the object. */
char *gen_phases_program(cm_arena *arena, uint64_t seed, gen_phases *p);
char *gen_phases_text(cm_arena *arena, uint64_t seed);
/* Kernels of one GPU that begin when others have ended, or wait for that. */
char *gen_launches(cm_arena *arena, uint64_t seed, int size);
/* A cat model: constraints on random terms, and an order of its own chosen in some way. */
char *gen_cat(cm_arena *arena, uint64_t seed);

/* The test without threads, instructions, initial values and observed items that
 * are not needed for wanted(context, text) to stay true, which it is at first. */
char *gen_shrink(cm_arena *arena, const char *text, bool (*wanted)(void *, const char *),
                 void *context);

/* Random strengths, scopes, fences, devices and places for a family. */
void gen_family_vary(gen_family *family, uint64_t *seed, bool only_ptx);

#endif
