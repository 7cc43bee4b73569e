/* A litmus program put together cell by cell. */
#ifndef CM_TESTS_GEN_LAYOUT_H
#define CM_TESTS_GEN_LAYOUT_H

#include "base/text.h"
#include "tests/gen/gen.h"

#define GEN_MAX_CELLS 64

typedef struct gen_column {
    const char *head;
    const char *cells[GEN_MAX_CELLS];
    int count;
} gen_column;

typedef struct gen_layout {
    cm_arena *arena;
    const char *header;    /* "CMCM name" */
    const char *locations; /* "x=0; y=1;" */
    cm_text init, observed;
    gen_column columns[GEN_MAX_THREADS];
    int count;
} gen_layout;

void gen_layout_init(gen_layout *l, cm_arena *arena, const char *header);
void gen_cell(gen_layout *l, int thread, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
char *gen_layout_print(gen_layout *l);
/* Who writes a test, one thread after the other. */
typedef struct gen_writer {
    gen_layout layout;
    uint64_t seed;
    int t;      /* the thread at hand */
    int reads;  /* it has observed */
    int value;  /* next one to write */
    int labels; /* of the whole test */
} gen_writer;

typedef void (*gen_emitter)(gen_writer *);

/* Uniform in 0 .. limit-1. */
int gen_any(gen_writer *w, int limit);
/* Number of the next register read into, which is observed: "T:PREFIXn", n from `first` on. */
int gen_read(gen_writer *w, const char *prefix, int first);

/* A CPU thread of a compound test, cdna.c; after: what its head says more. */
void gen_cpu_thread(gen_writer *w, const char *after, int size);

/* One of an array of texts. */
#define GEN_PICK(w, texts) (texts)[gen_any((w), (int)(sizeof(texts) / sizeof *(texts)))]
/* One of an array of emitters, done. */
#define GEN_EMIT(w, list) (list)[gen_any((w), (int)(sizeof(list) / sizeof *(list)))](w)
#define GEN_CELL(w, ...)  gen_cell(&(w)->layout, (w)->t, __VA_ARGS__)

/* Header of a thread in a compound test: "P0@aarch64". */
const char *gen_head(cm_arena *arena, int thread, gen_device device, int cta, int cluster, int gpu);

#endif
