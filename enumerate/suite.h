/* Suites of tests that differ by their axes, as text: enumerate/suites/NAME.suite.
 *
 *     suite file ──▶ blocks ──▶ suite ──▶ values of the axes ──▶ name, text of a test
 *
 * A block begins at the left edge, its lines are indented; # begins a comment, on a line of its
 * own.
 *
 *     suite NAME COLUMNS SUMMARY   what `cmcm enumerate NAME` makes; its lines:
 *         title TEXT               in the head of its tests; without it the test's own
 *         name TEXT, arch TEXT     of a test
 *         test TEXT                which of the tests below
 *         sweep AXIS... = ROW | ROW ...
 *                                  the values of its axes, the last sweep fastest. A row has a
 *                                  list "a,b" for each axis, or *NAME, the rows of that name
 *         reasons NAME, outline NAME
 *         cpu-fences ...           --cpu-fence says what an acq_rel fence of a CPU is
 *         free size AXIS WHAT      --axis gives other values, of the axes' blocks, and --size all
 *                                  numbers of that axis up to it; else --axis leaves tests out
 *     rows NAME                    rows of a sweep, a line each
 *     axis NAME... = COLUMN | ...  what values of these axes stand for: a value, its columns
 *     let NAME = TEXT              a text (or indented lines, which are put together)
 *     test NAME TITLE              a litmus test: initial state, rows of threads, condition
 *     outline NAME                 the test of a suite for people
 *     reasons NAME                 what makes a test another one: changes of its axes (reason.h)
 *
 * In all of them {NAME} is the value of an axis, its column ({COLUMN}, {AXIS.COLUMN} where two
 * axes have it), a text of `let`, {cpu} and {CPU}, the CPU that was asked for as threads and tests
 * call it, {mark}, what names say of it, {full}, {stores} and {loads}, its fences; and in
 * conditions the register that a load of a thread gave.
 *
 * A cell of a test is what the instruction set understands, several instructions with ';' between
 * them, or one of these, which the generators write in the thread's instruction set:
 *
 *     store LOCATION VALUE ORDER SCOPE    x, y or z; rlx, rel or acq; the last two may be left out
 *     load NAME LOCATION ORDER SCOPE
 *     add LOCATION rmw|split ORDER SCOPE  1: in one instruction, or a load, an addition, a store
 *     fence none|rlx.S|acq_rel.S|sc.S|INSTRUCTION stores|loads
 *                                         the last: what it is to order at the least
 *
 * A test of the one line `family NAME AXIS=VALUE ...` is that of a family (family.c).
 */
#ifndef CM_ENUMERATE_SUITE_H
#define CM_ENUMERATE_SUITE_H

#include "enumerate/enumerate.h"

/* ---- suite_read.c: blocks --------------------------------------------------- */

typedef struct cm_suite_block {
    cm_place kind, name, rest; /* of its first line */
    const cm_place *lines;     /* the others, without blanks around them */
    size_t count;
} cm_suite_block;

typedef struct cm_suite_file {
    cm_suite_block *blocks;
    size_t count, capacity;
} cm_suite_file;

/* All in the arena; fails at what is no block. */
cm_suite_file cm_suite_read(cm_work *work, const cm_source *source);
/* NULL: there is none. */
const cm_suite_block *cm_suite_find_block(const cm_suite_file *file, const char *kind,
                                          const char *name, size_t length);

/* What stands before the separator, or all, without blanks around it; *rest: what is behind it. */
cm_place cm_suite_cut(cm_place *rest, char separator);
const char *cm_place_text(cm_place place);
bool cm_place_is(cm_place place, const char *word);
bool cm_place_same(cm_place a, cm_place b);

/* ---- suite.c: axes and names -------------------------------------------------- */

/* Where the program carries a suite (cmake/Suites.cmake); ends with a NULL name. */
typedef struct cm_suite_source {
    const char *name, *path, *text;
} cm_suite_source;
extern const cm_suite_source cm_suite_sources[];

typedef struct cm_suite_sweep {
    int first, past; /* of the axes */
    cm_place rows;
} cm_suite_sweep;

/* A suite with the threads of one CPU. */
typedef struct cm_suite {
    cm_work *work;
    cm_suite_file file;
    const cm_suite_block *block;
    const char *name;
    const char *cpu_asked; /* as the request had it */
    cm_arch cpu;
    bool least; /* its acq_rel fence is the least that orders */
    const char **axes;
    int axis_count, axis_capacity;
    cm_suite_sweep *sweeps;
    size_t sweep_count, sweep_capacity;
    const cm_suite_block *reasons; /* NULL: it has none */
} cm_suite;

/* NULL: the program carries no suite of that name. Fails at a request that it does not take. */
const cm_suite *cm_suite_open(cm_work *work, const cm_enum_request *request);
/* The same of a text. */
const cm_suite *cm_suite_open_text(cm_work *work, const cm_source *source,
                                   const cm_enum_request *request);
/* Its test in words, some lines; NULL: it has none. */
const char *cm_suite_outline(const cm_suite *suite);

/* Calls for every test, in the suite's order, with the values of its axes, which live as long as
 * the arena, their list until it returns. False: no more, please. */
typedef bool cm_suite_visit(void *context, const char *const *values);
void cm_suite_each(const cm_suite *suite, cm_suite_visit *visit, void *context);

/* "MP-cpu2gpu-rel-acq-X.gpu-Y.sys-pf.none-cf.acq_rel.cta" */
const char *cm_suite_name(const cm_suite *suite, const char *const *values);
/* Applies changes, "AXIS=VALUE ...": .S another scope; A>B what is A, or begins with it and a dot,
 * begins with B. False: nothing is other than it was. */
bool cm_suite_change(const cm_suite *suite, cm_place changes, const char **values);
/* The line of the block that begins with that word, without it; no source: there is none. */
cm_place cm_suite_line(const cm_suite_block *block, const char *word);

/* The run of cm_enum_generator. */
void cm_suite_run(cm_work *work, const cm_enum_request *request, cm_enum_sink sink, void *context);

/* Names in a text, and what they stand for. */
typedef struct cm_suite_scope {
    const cm_suite *suite;
    const char *const *values; /* NULL: of an axis that has none yet */
    const cm_enum_axis *registers;
    int register_count;
    int left; /* names that the text at hand may still have */
} cm_suite_scope;

/* The text with what its names stand for; fails at a name that is unknown. */
char *cm_suite_expanded(cm_suite_scope *scope, cm_place text);

/* ---- suite_write.c: texts -------------------------------------------------------- */

/* The whole test; gives where its body begins. Also for values that are not in the suite. */
size_t cm_suite_write(cm_text *out, const cm_suite *suite, const char *const *values);

#endif
