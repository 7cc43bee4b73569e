/* What a kernel's code leaves open and a test needs: the binding.
 *
 *      test NAME                                     optional
 *      "What it is about."                           optional
 *      launch KERNEL(ARGUMENT, ...), blocks 2 [Y [Z]], threads 32, clusters 2,
 *             gpu 0, domain 0, shared 1024, workspace LOCATION, clock 0, after P0, dependent P0,
 *             others absent|run
 *      P0 = block 0 [Y [Z]], thread 0 [Y [Z]]        a thread of the launch before it
 *      P0 = KERNEL block 0, thread 0                 a thread of that kernel's only launch
 *      P1 = call FUNCTION(ARGUMENT, ...)             a thread of a CPU that runs a function;
 *                                                    of a program in C several, with `,`
 *      first FUNCTION(ARGUMENT, ...)                 of such a program: before the threads begin
 *      linearisable by NAME                          the question: do calls of f return what those
 *                                                    of NAME_f do, one after another?
 *      P1 = host [MACHINE] FUNCTION(ARGUMENT, ...)   a thread of the host that runs a function of
 * the source; `after P0` stands before the name P1 = WORD after P0 { INSTRUCTION ; ... }      a
 * thread as a litmus test has it init { ... }                                  as in a litmus test
 *      init a[2] = {1, 2}                            the same for one location: int without a type
 *      exists (...)                                  likewise: locations, filter, condition
 *
 * An argument is a location (with `+ OFFSET`), a number, `{0: x, 8: 3}` (a structure, by bytes
 * from its start), or `_`: not said, and refused if the kernel reads it. Where no thread is named,
 * all run. Comments are those of PTX tests.
 *
 * In a kernel's source each item stands behind `// cmcm:`, in any order, and ends with its line.
 */
#ifndef CM_IMPORT_BINDING_H
#define CM_IMPORT_BINDING_H

#include "litmus/isa/isa.h"

typedef enum cm_bind_kind {
    CM_BIND_UNSAID,
    CM_BIND_NUMBER,
    CM_BIND_LOCATION,
    CM_BIND_PARTS
} cm_bind_kind;

typedef struct cm_bind_argument {
    cm_bind_kind kind;
    const char *location; /* LOCATION */
    uint64_t number;      /* NUMBER; LOCATION: bytes from its start */
    cm_place place;
    uint64_t offset;                /* of a part: bytes from the argument's start */
    struct cm_bind_argument *parts; /* PARTS, each once: no parts themselves */
    int part_count, part_capacity;
} cm_bind_argument;

typedef struct cm_extent {
    unsigned x, y, z;
} cm_extent;

/* Threads of a launch that no line of the binding names. */
typedef enum cm_bind_others {
    CM_OTHERS_UNSAID, /* each reader sees to it that they do not matter, or says so */
    CM_OTHERS_ABSENT, /* they do not run, whatever that changes */
    CM_OTHERS_RUN     /* they are threads of the test, too */
} cm_bind_others;

typedef struct cm_launch {
    bool is_call;       /* of a function by one thread of a CPU: it has no more than arguments */
    const char *kernel; /* as the binding calls it */
    const char *symbol; /* its name in the file (kernels.h) */
    cm_place place;     /* of the kernel's name */
    cm_bind_argument *arguments;
    int argument_count, argument_capacity;
    cm_extent blocks, threads, clusters; /* in blocks, threads of a block, blocks of a cluster */
    bool has_clusters;                   /* the binding says so; else 1 1 1 */
    int gpu, domain;                     /* domain -1: not said */
    uint64_t shared;                     /* bytes of dynamic shared memory */
    bool has_clock;                      /* clocks stand still, */
    uint64_t clock;                      /* at this value */
    cm_bind_others others;
    const char *after;                 /* ",after P0,dependent P1", or "" */
    const char *workspace;             /* of cooperative groups' grid barrier, or NULL */
    unsigned first_cta, first_cluster; /* number of block (0,0,0) in the test */
} cm_launch;

/* What the host does: launches a kernel, or stores to memory, or has it copied. */
typedef struct cm_host_step {
    const cm_launch *launch; /* or NULL: */
    const cm_launch *call;   /* of a function of the source; or NULL: */
    const cm_source *stores; /* instructions of x86-64; NULL: nothing is left to do */
    cm_arch arch;            /* of the host's stores */
    const char **registers;  /* that they begin with: "X10=data+4" */
    int register_count;
    cm_place place;
    uint64_t after; /* steps that have ended before it begins: bits, no later one's */
} cm_host_step;

enum { CM_HOST_STEPS = 64 };

typedef struct cm_host {
    cm_host_step steps[CM_HOST_STEPS];
    int count;
    const char *init; /* lines of a binding, for what it has stored before any launch; or NULL */
    const cm_source *code; /* its functions, as a compiler made them; or NULL */
} cm_host;

/* A thread of the test. */
typedef struct cm_bind_thread {
    int id;                 /* the number after P */
    int launch;             /* index, or -1: written in the binding, or */
    const cm_launch *host;  /* a function of the host's that it calls; NULL: none */
    const char **registers; /* that it begins with, "X10=data+4" */
    int register_count;
    int calls;             /* of functions: so many launches from there on */
    cm_place place;        /* of P0 */
    cm_extent block;       /* of a launch */
    cm_extent thread;      /* of a launch */
    cm_arch arch;          /* written in the binding */
    const char *after;     /* likewise: ",after P0", or "" */
    const cm_source *text; /* where it is written, */
    uint32_t from, to;     /* and its part there */
} cm_bind_thread;

/* A register that the question mentions. */
typedef struct cm_bind_asked {
    int id; /* the number after P */
    const char *name;
} cm_bind_asked;

/* A part of the binding's text, which goes into the test as it stands there. */
typedef struct cm_bind_part {
    uint32_t from, to;
    bool untyped; /* of an initial state: the kernel's accesses say how wide it is, or an int */
    bool element; /* likewise: it sets one element and declares nothing */
    const char
        *before; /* of a question: what joins it to the part before; NULL: a line of its own */
} cm_bind_part;

typedef struct cm_bind_parts {
    cm_bind_part *items;
    int count, capacity;
} cm_bind_parts;

typedef struct cm_binding {
    const cm_source *source;
    const char *name; /* NULL: not said */
    const char *doc;  /* NULL: none */
    cm_launch *launches;
    int launch_count, launch_capacity;
    cm_bind_thread *threads;
    int thread_count, thread_capacity;
    cm_bind_parts init;     /* without the braces */
    cm_bind_parts question; /* a binding of its own has one, to the end of the file */
    cm_bind_asked *asked;
    int asked_count, asked_capacity;
    cm_bind_thread first;      /* calls > 0: what is called before the threads begin */
    const char *specification; /* calls of f are linearisable by NAME_f; NULL: it is not asked */
    cm_place of_program;       /* where it has what only programs may have; source NULL: nowhere */
} cm_binding;

/* Fails (cm_fail) at what is wrong. by_line: each item ends with its line, as in
 * cm_binding_of_source. host: launches that stand elsewhere, or NULL. */
cm_binding *cm_binding_read(cm_work *work, const cm_source *source, bool by_line,
                            const cm_host *host);

/* Of a kernel's source what stands behind `// cmcm:`, at its places, and blanks elsewhere. *any:
 * something does. */
const cm_source *cm_binding_of_source(cm_work *work, const cm_source *source, bool *any);
/* Has such a source a launch? */
bool cm_binding_launches(cm_work *work, const cm_source *binding);
/* The machine whose host runs functions in such a source, "" if it does not say which; NULL: none
 * does. Fails where there are two. */
const char *cm_binding_host(cm_work *work, const cm_source *binding);
/* Does such a source say more than for which GPU it is? */
bool cm_binding_asks(cm_work *work, const cm_source *binding);
/* The GPU that such a source is compiled for; NULL: it does not say. */
const char *cm_binding_gpu(cm_work *work, const cm_source *binding);
/* A host's machine, as it is written there; "": it is not said. */
const char *cm_binding_machine(cm_lexer *lex);

/* Adds threads for the host's stores and calls, and the order of all steps; places: by step, the
 * number of its launch. The launches' threads are there. */
void cm_binding_add_steps(cm_work *work, cm_binding *binding, const cm_host *host,
                          const int *places);

/* Sets first_cta and first_cluster of all launches; fails where blocks do not fill clusters. */
void cm_binding_number_blocks(cm_work *work, cm_binding *binding);

/* Over a part. */
cm_lexer cm_bind_lexer(cm_work *work, const cm_binding *binding, const cm_bind_part *part);

/* The number of a block in its grid, of a thread in its block: x runs fastest. */
unsigned cm_extent_linear(cm_extent at, cm_extent size);
uint64_t cm_extent_volume(cm_extent size);
/* The place that has this number. */
cm_extent cm_extent_at(uint64_t linear, cm_extent size);
/* "1", "1 0 2": as a binding has it; what follows without a word is 0. */
void cm_extent_print(cm_text *out, cm_extent at);
/* Threads of the launch that are none of the binding's. */
uint64_t cm_binding_unnamed(const cm_binding *binding, int launch);
/* A number that no thread of the binding has. */
int cm_binding_next_id(const cm_binding *binding);
/* The thread of the binding that stands there; -1: none. */
int cm_bound_thread(const cm_binding *binding, int launch, cm_extent block, cm_extent thread);
/* The cluster of the block, and the block's rank in it. */
unsigned cm_bound_cluster(const cm_launch *launch, cm_extent block);
unsigned cm_bound_rank(const cm_launch *launch, cm_extent block);

/* Calls visit for every name in the initial state of the binding that is no register's
 * (0:r1): locations, and words of types. */
typedef void cm_bind_visit(void *context, const char *name, cm_place place);
void cm_binding_each_declared(cm_work *work, const cm_binding *binding, cm_bind_visit *visit,
                              void *context);
/* The same for every location that launches have as an argument, as a part of one, or as a
 * workspace. */
void cm_binding_each_argument(const cm_binding *binding, cm_bind_visit *visit, void *context);
/* Is the name one of those? */
bool cm_binding_declares(cm_work *work, const cm_binding *binding, const char *name);

#endif
