/* A thread of a test as the text that a real assembler takes.
 *
 * The instructions of the test reach the machine as they were written: nothing
 * is added, merged or reordered. What changes is names: a location named in an
 * instruction becomes a register that holds its address, labels get a prefix of
 * the thread, and PTX gets what its shorthand left out (types, declarations).
 *
 * What cannot run (a second name of one memory, other proxies, code addresses as
 * data) is an error that names it and its place.
 */
#ifndef CM_LITMUS_NATIVE_H
#define CM_LITMUS_NATIVE_H

#include "base/text.h"
#include "litmus/test.h"

typedef struct cm_native_register {
    const char *name; /* as the assembler writes it: "x1", "%rax", "%p0_r0"; NULL: the test's
                       * steps use it (a temporary, flags) and the assembler does not */
    unsigned bits;    /* that the machine register holds: 1 (a predicate), 16, 32, 64 */
} cm_native_register;

/* PTX: what a thread does with an mbarrier object, as its text says. */
typedef struct cm_native_object {
    unsigned inits;
    uint64_t count;    /* that it is initialised with */
    uint64_t arrivals; /* the sum of their counts */
    /* bytes: expected, completed by mbarrier.complete_tx, and those of asynchronous operations */
    uint64_t expected, completed, signalled;
    bool inval;
    bool late;    /* asynchronous operations signal it */
    bool tallied; /* the code adds to the sums behind it */
    bool unclear; /* values, jumps or loops decide its count, or an arrival changes it */
} cm_native_object;

/* PTX: bytes of an mbarrier object. */
enum { CM_NATIVE_OBJECT = 8 };

/* GPU: what code needs. */
typedef struct cm_native_needs {
    unsigned version; /* of the language that it is written in: 78 for PTX 7.8 */
    unsigned target;  /* compute capability: 70 */
} cm_native_needs;

typedef struct cm_native {
    const char *body; /* lines; falls through at its end. A jump to the end of the thread goes
                       * to the label `end`, which the caller places after the body. */
    const char *end;
    /* One for each register of the cm_thread; the caller loads initial values
     * before the body and stores observed ones after it. */
    const cm_native_register *registers;
    /* One for each location of the test: the register that must hold its address
     * (of the instance at hand) when the body starts, NULL: not named in an
     * instruction. */
    const char *const *addresses;
    /* CPU: two general registers that the body never touches, 64 bits: for the
     * caller's own pointers. NULL on PTX. */
    const char *spare[2];
    /* CPU: machine registers that the body writes and a function must preserve
     * (NULL-ended, 64-bit names; addresses and spare are in it where it applies). */
    const char *const *preserved;
    /* PTX: declarations of all registers above and of those the body needs. */
    const char *declarations;
    /* PTX: the body has loops; each backward jump counts, and past the limit goes to
     * the label `stuck`, which the caller places after the body. NULL: no loop. */
    const char *stuck;
    /* PTX: instead of that, of a thread that others wait for: it leaves its loops and goes on to
     * its end, and the word in this register is then not 0. NULL: it does not. */
    const char *gave_up;
    bool has_barrier; /* PTX: bar, barrier */
    cm_native_needs needs;
    /* PTX: a location in shared memory has its address there in `addresses`, as the CTA of the
     * thread sees it. They are found by cm_native_object_at: */
    const cm_native_object *objects;
    bool copies, bulk_copies; /* PTX: asynchronous ones may be under way at the end */
    bool computed;            /* PTX: it adds to sums behind objects that registers lead to */
    bool signals_computed;    /* PTX: asynchronous operations signal such objects */
    unsigned cluster_arrivals, cluster_waits; /* PTX: at the barrier of the cluster */
} cm_native;

/* Changes to the code that plant a bug, to see that a run finds it (`--inject`).
 * They never touch the test or the model. Bits. A fence counts as an acquire when
 * the thread loads before it (in the text), as a release when it stores after it. */
typedef enum cm_native_change {
    CM_NATIVE_DROP_ACQUIRE = 1, /* acquire loads become relaxed; such fences disappear */
    CM_NATIVE_DROP_RELEASE = 2, /* release stores likewise; an atomic loses that half only */
    CM_NATIVE_NARROW_SCOPE = 4  /* PTX: every scope becomes .cta */
} cm_native_change;

typedef struct cm_native_style {
    const char *prefix;      /* of labels and PTX registers; letters, digits, '_' */
    unsigned loop_limit;     /* PTX: backward jumps of an instance before it is stuck */
    unsigned barrier_factor; /* PTX: real threads per thread of the test: quorums are multiplied */
    bool apart;              /* PTX: no two of them that run are in one warp */
    unsigned changes;        /* cm_native_change; 0: none */
} cm_native_style;

/* In the arena of work. Errors escape through it (cm_fail). */
cm_native cm_native_thread(cm_work *work, const cm_test *test, int thread,
                           const cm_native_style *style);

/* CPU: a function around a body, in the assembler's text. It takes two pointers, to the
 * words that it reads and to those that it writes, counted from 0 and of 64 bits. */
typedef struct cm_native_frame {
    /* Saves what must be preserved; the pointers into the registers `in` and `out`. */
    void (*open)(cm_text *text, const cm_native *native, const char *in, const char *out);
    void (*zero)(cm_text *text, const char *reg);
    void (*load)(cm_text *text, const char *reg, const char *in, int word);
    void (*store)(cm_text *text, const char *reg, const char *out, int word);
    void (*close)(cm_text *text, const cm_native *native); /* restores, returns */
} cm_native_frame;

/* PTX: does a thread of the test name an mbarrier object that lies at these bytes of the location?
 */
bool cm_native_has_object(const cm_test *test, int location, uint64_t from, uint64_t past);
/* PTX: the bytes of the largest location that has mbarrier objects; 0: none has. So far behind the
 * address of an object code adds up what memory decides: arrivals, then bytes that are expected and
 * not signalled, each in 4 bytes. */
uint64_t cm_native_room(const cm_test *test);
/* The object at that byte of the location, among cm_native.objects of a test with that room. */
static inline size_t cm_native_object_at(uint64_t room, int location, uint64_t at)
{
    return (size_t)(((uint64_t)location * room + at) / CM_NATIVE_OBJECT);
}

/* How many registers the body writes that a function must preserve. */
int cm_native_preserved(const cm_native *native);
/* Bytes of stack for them, 8 each, a multiple of 16 (AAPCS64 6.4.5.1; RISC-V ABIs
 * Specification, "Integer Calling Convention"). */
int cm_native_stack_bytes(const cm_native *native);

/* Of the test's barriers on a GPU: 0 to that number - 1 of a CTA are its own; the caller
 * may have the next one. At most 15. */
unsigned cm_native_barriers(const cm_test *test);

/* Do threads of the test that are on a GPU do something together with others of their warp?
 * others: it has other barriers, too. */
bool cm_native_lanes(const cm_test *test, bool *others);
/* Do threads on a GPU meet at a barrier that gives them a result of all? Then no other instance
 * may come to it. */
bool cm_native_meets_for_result(const cm_test *test);
/* Does memory decide which barriers of their CTA threads on a GPU come to? Then no other instance
 * may be in it. The arena is for what is needed meanwhile. */
bool cm_native_barriers_vary(cm_arena *arena, const cm_test *test);

#endif
