/* Tests by the hundred: what `cmcm enumerate` can make, behind one interface.
 *
 *     request ──▶ generator ──▶ sink(test 0), sink(test 1), ...
 *
 * A generator (a suite of the paper, a family, the cycles) yields named tests
 * one after the other, always the same ones in the same order for the same
 * request. It neither writes files nor checks anything: who calls decides.
 *
 * A generator's tables live in the file that implements it; the list of all is
 * enumerate.c's.
 */
#ifndef CM_ENUMERATE_ENUMERATE_H
#define CM_ENUMERATE_ENUMERATE_H

#include "base/diag.h"
#include "base/text.h"
#include "litmus/isa/isa.h"
#include "litmus/test.h"

/* One coordinate of a test: "Y.scope" "gpu". Both texts are without blanks, '='
 * and control characters. */
typedef struct cm_enum_axis {
    const char *name;
    const char *value;
} cm_enum_axis;

/* One test. All of it lives until the sink returns; a sink that keeps something
 * copies it. */
typedef struct cm_enum_test {
    const char *name;         /* also its file's, without ".litmus": no '/' and no blank in it */
    const cm_enum_axis *axes; /* the same names in the same order for all tests of a request */
    int axis_count;
    const char *text; /* the whole litmus file */
    size_t length;
    size_t body; /* text + body: what follows the name and the metadata lines. Tests with
                  * equal bodies are the same program with the same question. */
} cm_enum_test;

/* False: no more tests, please. */
typedef bool (*cm_enum_sink)(void *context, const cm_enum_test *test);

/* What people asked for; "" and NULL and 0 where they said nothing. Generators
 * complain (cm_fail, without a place) about what they cannot make sense of. */
typedef struct cm_enum_request {
    const char *name;         /* the generator's: "hetero", "cycle", "sb" */
    const char *const *words; /* what followed it on the command line */
    int word_count;
    const char *const *axes; /* "Y.scope=gpu,sys": each fixes or sweeps one axis */
    int axis_count;
    const char *cpu;        /* instruction set of CPU threads, as cm_enum_cpu takes it */
    const char *cpu_fence;  /* of the suites: "full", "least": what acq_rel is (docs/suites.md) */
    const char *arch;       /* cycles and families: cm_enum_target_word, "CMCM" */
    unsigned size, threads; /* cycles: bounds */
    const char *relax;      /* cross: edges of which each cycle has just one */
    const char *safe;       /* cross: edges of which it may have any */
    const char *observers;  /* cycles: "threads", "avoid", "local", "final" */
    const char *condition;  /* cycles: "cycle", "all" */
    const char *pairs;      /* cycles: "loop", "once", "bare" */
} cm_enum_request;

typedef struct cm_enum_generator {
    const char *name;
    const char *operands; /* what may follow the name: "CYCLE..."; "" if nothing */
    const char *summary;  /* one sentence */
    int column_axes;      /* the last so many axes are the columns of a matrix; 0: a list */
    /* Yields all tests. May escape through work->arena, after a diagnostic. */
    void (*run)(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context);
} cm_enum_generator;

/* By number, in the order of the help; NULL past the last. */
const cm_enum_generator *cm_enum_generator_at(size_t index);
/* NULL: there is none of that name. */
const cm_enum_generator *cm_enum_find(const char *name);

/* Runs the generator under protection: false after an error, in work->diags. */
bool cm_enum_run(cm_work *work, const cm_enum_generator *generator, const cm_enum_request *request,
                 cm_enum_sink sink, void *context);

/* Writes a test's opening: "ARCH NAME", the quoted doc line, one metadata line
 * for each axis ("Y.scope=gpu"), and gives the offset where the body begins. The
 * caller appends the body: initial state, threads, condition. */
size_t cm_enum_open(cm_text *out, const char *arch, const char *name, const char *doc,
                    const cm_enum_axis *axes, int axis_count);

/* The CPU of that word (cm_enum_cpu_word), or of "native", the machine this program is
 * made for; without a word the table's first. Others are an error. */
cm_arch cm_enum_cpu(cm_work *work, const char *name);

/* The words that cm_enum_cpu takes for an instruction set; NULL: none. */
const char *cm_enum_cpu_word(const cm_isa *isa);

/* Of what all threads of a test are: an instruction set, or a source language as a dialect has it.
 */
typedef struct cm_enum_target {
    cm_arch arch;
    const cm_isa_writer *dialect; /* NULL: there are none */
} cm_enum_target;

/* By a word of cm_enum_target_word, or "CMCM", in any case; fails at others. NULL or "": none. */
cm_enum_target cm_enum_target_named(cm_work *work, const char *name, cm_arch none);
/* By number; NULL past the last. */
const char *cm_enum_target_word(size_t index);

/* What an axis of the suites or the families is, in words for people; also "P0.scope" and
 * "Y.order"; NULL: nothing is known. */
const char *cm_axis_meaning(const char *axis);

/* The tables; a name of NULL ends each. */
extern const cm_enum_generator cm_suite_generators[];  /* suites/: grace hopper ... rmw */
extern const cm_enum_generator cm_cycle_generators[];  /* cycle_cross.c: cycle cross small */
extern const cm_enum_generator cm_family_generators[]; /* suites/shapes.txt: mp ... */

/* Their run: of a shape of cm_cycle_shapes, in any case. */
void cm_family_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context);

#endif
